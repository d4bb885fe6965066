//! What the giver of a presentation or a verdict could know is wrong with it, by what he was told (C3.5.8, C5.3, D24).

use base::facts::Brief;
use base::game::SeatId;
use base::order::{Filed, Remark};
use rules::LineReview;

use super::super::item::Item;
use super::super::order::{Act, Matter, Order, Verdict};
use super::super::scenario::{Account, Scenario};
use super::super::seats;
use super::affairs::{is_possible, presented};

/// A case as its reader knows it.
struct Known<'a> {
    leader: &'a str,
    account: Account,
    matter: Matter,
    stars: u32,
    is_presented: bool,
}

/// Judges the lines of one seat one after another: a line never changes how an earlier one fares.
pub fn review(scenario: &Scenario, brief: &Brief<Item>, seat: &SeatId, lines: &[&Filed<Order>]) -> Vec<LineReview> {
    // Without a game there is only the form to judge.
    if !brief.items().iter().any(|item| matches!(item, Item::Calendar { .. })) {
        return lines.iter().map(|_| LineReview::default()).collect();
    }
    let known: Vec<Known> = brief.items().iter().filter_map(known).collect();
    let accounts = seats::accounts_of(scenario, seat);
    let is_supreme = seats::is_supreme(scenario, seat);
    let mut answered: Vec<(&str, bool)> = Vec::new();
    let mut reviews = Vec::new();
    for line in lines {
        let judged = match &line.order.act {
            Act::Verdict { name, verdict } if is_supreme => judge(&known, name, *verdict, &answered),
            act => match presented(act) {
                Some((name, matter)) => present(&known, &accounts, name, matter, act),
                None => Err(not_yours()),
            },
        };
        if let (Ok(_), Act::Verdict { name, verdict }) = (&judged, &line.order.act) {
            answered.push((name, verdict.answers(Matter::Promotion)));
        }
        reviews.push(match judged {
            Ok(remarks) => LineReview { note: String::new(), remarks },
            Err(remark) => LineReview { note: String::new(), remarks: vec![remark] },
        });
    }
    reviews
}

fn known(item: &Item) -> Option<Known<'_>> {
    match item {
        Item::LeaderCase { leader, account, matter, stars, is_presented } => {
            Some(Known { leader, account: *account, matter: *matter, stars: *stars, is_presented: *is_presented })
        }
        _ => None,
    }
}

fn not_yours() -> Remark {
    Remark::refused("Only the supreme commander decides on promotions and demotions.").rule("C5.3.1").rule("D1")
}

fn judge(known: &[Known], name: &str, verdict: Verdict, answered: &[(&str, bool)]) -> Result<Vec<Remark>, Remark> {
    let of_him: Vec<&Known> = known.iter().filter(|case| case.leader == name && case.is_presented).collect();
    let Some(case) = of_him.iter().find(|case| verdict.answers(case.matter)) else {
        return Err(no_case(&of_him, name, verdict));
    };
    if answered.contains(&(name, verdict.answers(Matter::Promotion))) {
        let text = format!("An earlier line decides about {name} already.");
        return Err(Remark::refused(text).hint("Cancel that line first.").rule("C5.3.1"));
    }
    if !is_possible(verdict, case.stars) {
        let text = format!("{name} has one star and none to lose.");
        return Err(Remark::refused(text)
            .hint(format!("Write REMOVE {name} or KEEP {name}."))
            .rule("C5.4")
            .rule("D24"));
    }
    let words = match verdict {
        Verdict::Promote => "He leaves the map when the turn ends and joins his pool, behind its new leaders.",
        Verdict::Remove => "He leaves the game when the turn ends.",
        Verdict::Reduce => "He loses the star when the turn ends.",
        Verdict::Refuse | Verdict::Keep => return Ok(Vec::new()),
    };
    Ok(vec![Remark::notice(words).rule("C5.4")])
}

/// What was not put before him does not exist for him, whatever the table said.
fn no_case(of_him: &[&Known], name: &str, verdict: Verdict) -> Remark {
    if let Some(case) = of_him.first() {
        let (what, right) = match case.matter {
            Matter::Promotion => ("promotion", format!("PROMOTE {name} or REFUSE {name}")),
            Matter::Relief => ("relief", format!("REMOVE {name}, REDUCE {name} or KEEP {name}")),
            Matter::Dismissal => ("dismissal", format!("REMOVE {name}, REDUCE {name} or KEEP {name}")),
        };
        let text = format!("The case of {name} before you is one of {what}.");
        return Remark::refused(text).hint(format!("Write {right}.")).rule("C5.3.2");
    }
    let rule = if verdict.answers(Matter::Promotion) { "C3.5.8" } else { "C5.3.2" };
    let text = format!("No case of {name} is before you.");
    Remark::refused(text).hint("His commander must present him first; dismissals come by themselves.").rule(rule)
}

fn present(
    known: &[Known],
    accounts: &[Account],
    name: &str,
    matter: Option<Matter>,
    act: &Act,
) -> Result<Vec<Remark>, Remark> {
    let of_him: Vec<&Known> =
        known.iter().filter(|case| case.leader == name && accounts.contains(&case.account)).collect();
    let meant: Vec<&&Known> = of_him.iter().filter(|case| matter.is_none_or(|matter| matter == case.matter)).collect();
    let waiting: Vec<&&&Known> = meant.iter().filter(|case| !case.is_presented).collect();
    match (waiting.as_slice(), meant.first()) {
        ([], Some(_)) => {
            Err(Remark::refused(format!("{name} is before the supreme commander already.")).rule("C5.3.1"))
        }
        ([], None) => Err(no_result(name, matter)),
        ([_], _) => Ok(match act {
            Act::Verdict { .. } => {
                let text = format!("Only the supreme commander promotes; this presents {name} to him.");
                vec![Remark::notice(text).rule("C3.5.8")]
            }
            _ => Vec::new(),
        }),
        _ => Err(Remark::incomplete(format!("Promotion and relief of {name} are both open."))
            .hint(format!("Write PRESENT {name} FOR PROMOTION or FOR RELIEF."))
            .rule("C5.3.1")),
    }
}

fn no_result(name: &str, matter: Option<Matter>) -> Remark {
    let what = match matter {
        Some(Matter::Relief | Matter::Dismissal) => "relief",
        _ => "promotion",
    };
    let text = format!("The promotion table has not put {name} up for {what}, as far as you know.");
    Remark::refused(text).hint("Your report names the leaders you may present.").rule("C5.3")
}
