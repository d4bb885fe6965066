//! Railways, works, morale and armies: the lines of `grammar/civil-war/supply.pest`.

use pest::iterators::{Pair, Pairs};

use super::field;
use super::grammar::Rule;
use super::parts::{Parts, gather, inner_number, once};
use super::resolve::{Desk, account_of, tidy};
use crate::order::{Act, ForceRef, Order, Place, Share, Shares, Work};
use crate::scenario::Account;
use base::order::{Remark, command_within};

/// `rail East 12, West 8, Trans 4`.
pub(super) fn divide_rail(desk: &mut Desk<'_, '_>, pairs: Pairs<'_, Rule>) -> Result<Order, Remark> {
    let mut shares = Shares::new();
    let mut has_label = false;
    for pair in pairs {
        match pair.as_rule() {
            Rule::rail_label => has_label = true,
            Rule::rail_share | Rule::rail_all => {
                has_label |= pair.clone().into_inner().any(|inner| inner.as_rule() == Rule::rail_label);
                let account = pair.clone().into_inner().find_map(|inner| account_of(inner.as_rule()));
                let Some(account) = account else { return Err(desk.unread(&pair, "The theatre is missing.")) };
                give(desk, &mut shares, &pair, account, share(desk, &pair)?)?;
            }
            Rule::rail_for_whom => {
                let someone = pair.clone().into_inner().find(|inner| inner.as_rule() == Rule::someone);
                let someone = someone.unwrap_or(pair);
                return Err(desk
                    .unread(&someone, format!("{} is no theatre.", tidy(desk.words(&someone))))
                    .hint(RAIL)
                    .rule("C3.5.10"));
            }
            Rule::rail_list => {
                for (number, account) in pair.clone().into_inner().zip(Account::ALL) {
                    give(desk, &mut shares, &pair, account, Share::Points(desk.number(&number)?))?;
                }
            }
            _ => {}
        }
    }
    if !has_label || shares.is_empty() {
        return Err(Remark::unread("It is not said whose rail points these are.").hint(RAIL));
    }
    Ok(Order::new(Act::DivideRail { shares }))
}

const RAIL: &str = "Write `rail East 12, West 8, Trans 4`.";

fn share(desk: &Desk<'_, '_>, pair: &Pair<'_, Rule>) -> Result<Share, Remark> {
    if pair.as_rule() == Rule::rail_all {
        return Ok(Share::Percent(100));
    }
    let is_percent = pair.clone().into_inner().any(|inner| inner.as_rule() == Rule::percent);
    let number = inner_number(desk, pair)?;
    Ok(if is_percent { Share::Percent(number) } else { Share::Points(number) })
}

fn give(
    desk: &Desk<'_, '_>,
    shares: &mut Shares,
    pair: &Pair<'_, Rule>,
    account: Account,
    share: Share,
) -> Result<(), Remark> {
    if account == Account::Naval {
        return Err(desk.unread(pair, "The fleet uses no rail points.").hint(RAIL));
    }
    if shares.insert(account, share).is_some() {
        return Err(desk.unread(pair, format!("{account} is given two shares.")));
    }
    Ok(())
}

/// A move by rail: a march and the word for it.
pub(super) fn rail_move(desk: &mut Desk<'_, '_>, pairs: Pairs<'_, Rule>) -> Result<Order, Remark> {
    let mut points = None;
    let mut is_by_rail = false;
    for pair in pairs.clone() {
        match pair.as_rule() {
            Rule::by_rail => is_by_rail = true,
            Rule::rail_cost => {
                let number = inner_number(desk, &pair)?;
                once(desk, &mut points, number, &pair, "The rail points are given twice.")?;
            }
            _ => {}
        }
    }
    if !is_by_rail && points.is_none() {
        return Err(Remark::unread("It is not said what this force is to do."));
    }
    let order = field::march_with(desk, pairs, true)?;
    match order.act {
        Act::Move { force, to, via, manner, .. } => {
            Ok(Order { act: Act::RailMove { force, to, via, manner, points }, ..order })
        }
        _ => Err(Remark::unread("It is not said what this force is to do.")),
    }
}

/// The words of a line of works.
#[derive(Default)]
struct Words {
    verbs: Vec<Rule>,
    has_depot: bool,
    has_fort: bool,
    has_fortress: bool,
    has_line: bool,
}

impl Words {
    fn of(pairs: Pairs<'_, Rule>) -> Self {
        let mut words = Words::default();
        for pair in pairs {
            match pair.as_rule() {
                Rule::depot_noun => words.has_depot = true,
                Rule::fort_noun => words.has_fort = true,
                Rule::fortress_noun => words.has_fortress = true,
                Rule::line_noun => words.has_line = true,
                verb @ (Rule::work_verb
                | Rule::raze_verb
                | Rule::fortify_verb
                | Rule::upgrade_verb
                | Rule::cut_verb) => words.verbs.push(verb),
                _ => {}
            }
        }
        words
    }

    fn has(&self, verb: Rule) -> bool {
        self.verbs.contains(&verb)
    }

    /// What is to be done; one thing only.
    fn work(&self) -> Result<Work, Remark> {
        let is_razing = self.has(Rule::raze_verb);
        let is_cutting = self.has(Rule::cut_verb) || is_razing && self.has_line;
        match (self.has_depot, self.has_fort || self.has_fortress, self.has_line) {
            (true, false, false) if is_razing => Ok(Work::DestroyDepot),
            (true, false, false) if self.has(Rule::cut_verb) || self.has(Rule::upgrade_verb) => Err(unclear()),
            (true, false, false) => Ok(Work::Depot),
            (false, true, false) if is_razing => Err(Remark::unread("Forts are not destroyed by order.").rule("D17")),
            (false, true, false) if self.has(Rule::cut_verb) => Err(unclear()),
            (false, true, false) if self.has_fortress => Ok(Work::Fortress),
            (false, true, false) if self.has(Rule::upgrade_verb) => Err(unclear()),
            (false, true, false) => Ok(Work::Fort),
            (false, false, true) if is_cutting => Ok(Work::ConvertRail),
            _ => Err(unclear()),
        }
    }
}

fn unclear() -> Remark {
    Remark::unread("It is not clear what is to be built or done there.")
        .hint("Write `build depot at`, `build fort at`, `build fortress at`, `destroy depot at`, `convert rail at` or `entrench`.")
}

/// Depots, forts, fortresses, rails.
pub(super) fn work(desk: &mut Desk<'_, '_>, pairs: Pairs<'_, Rule>) -> Result<Order, Remark> {
    let work = Words::of(pairs.clone()).work()?;
    for pair in pairs.clone().filter(|pair| matches!(pair.as_rule(), Rule::for_whom | Rule::leaving)) {
        desk.notice(&pair, "These words change nothing and were not read.");
    }
    let spots = spots(desk, pairs.clone())?;
    let parts = gather(desk, pairs)?;
    stationary(desk, work, parts, spots)
}

/// Bare places of such a line.
fn spots(desk: &mut Desk<'_, '_>, pairs: Pairs<'_, Rule>) -> Result<Option<Place>, Remark> {
    let mut found = None;
    for pair in pairs.filter(|pair| pair.as_rule() == Rule::spot) {
        let Some(town) = pair.clone().into_inner().find(|inner| inner.as_rule() == Rule::town) else { continue };
        let place = desk.place(&town);
        once(desk, &mut found, place, &pair, TWO_PLACES)?;
    }
    Ok(found)
}

const TWO_PLACES: &str = "Two places are named; an order is for one.";

/// An order that is carried out where a force stands.
fn stationary(desk: &mut Desk<'_, '_>, work: Work, mut parts: Parts<'_>, spot: Option<Place>) -> Result<Order, Remark> {
    parts.nobody_parted()?;
    let mut force = None;
    let mut places: Vec<Place> = spot.into_iter().chain(parts.at.take().map(|(place, _)| place)).collect();
    match parts.force.take() {
        None => {}
        Some(named @ (ForceRef::Leader(_) | ForceRef::LeaderWith { .. } | ForceRef::Army(_))) => force = Some(named),
        Some(ForceRef::At(place) | ForceRef::Points { from: Some(place), .. }) => places.push(place),
        Some(ForceRef::Points { from: None, .. }) => {}
    }
    places.dedup();
    if places.len() > 1 {
        return Err(Remark::unread(TWO_PLACES));
    }
    let at = places.pop();
    if at.is_none() && force.is_none() {
        desk.remarks.push(Remark::incomplete("It is not said where.").hint("Add `at` and a town or a hex."));
    }
    let Parts { pulses, stated_cp, .. } = parts;
    Ok(Order { heading: None, pulses, stated_cp, act: Act::Work { work, at, force } })
}

/// Rallying, and recovery at the end of the turn.
pub(super) fn morale(desk: &mut Desk<'_, '_>, pairs: Pairs<'_, Rule>) -> Result<Order, Remark> {
    let mut found = None;
    let mut cost = None;
    for pair in pairs.clone() {
        let work = match pair.as_rule() {
            Rule::rally_verb => Work::Remoralise,
            Rule::recover_verb => Work::Recover,
            Rule::not_recover => Work::StayShaken,
            Rule::rally_cost => {
                cost = Some(inner_number(desk, &pair)?);
                continue;
            }
            Rule::because => {
                desk.notice(&pair, "These words change nothing and were not read.");
                continue;
            }
            _ => continue,
        };
        once(desk, &mut found, work, &pair, "Two things are asked of this force.")?;
    }
    let Some(work) = found else {
        return Err(Remark::unread("It is not said what this force is to do."));
    };
    let spots = spots(desk, pairs.clone())?;
    let mut parts = gather(desk, pairs)?;
    if parts.stated_cp.is_some() && cost.is_some() {
        return Err(Remark::unread("The command points are given twice."));
    }
    parts.stated_cp = parts.stated_cp.or(cost);
    stationary(desk, work, parts, spots)
}

/// The name of an army as it stands in a line, put in order: "Army of the Potomac".
pub(super) fn army_name(desk: &Desk<'_, '_>, pair: &Pair<'_, Rule>) -> String {
    let words = tidy(desk.words(pair));
    let words = words.split_whitespace().enumerate().map(|(at, word)| {
        let small = word.to_lowercase();
        if at > 0 && (small == "of" || small == "the") {
            return small;
        }
        let mut letters = word.chars();
        letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Names of armies stand in a column of reports.
const LONGEST_NAME: usize = 40;

/// Forming an army.
pub(super) fn form(desk: &mut Desk<'_, '_>, pairs: Pairs<'_, Rule>) -> Result<Order, Remark> {
    let (mut name, mut leader, mut with, mut is_forming) = (None, None, Vec::new(), false);
    for pair in pairs.clone() {
        match pair.as_rule() {
            Rule::form_verb => is_forming = true,
            Rule::army_name => {
                let found = army_name(desk, &pair);
                if found.len() > LONGEST_NAME {
                    return Err(desk.unread(&pair, "This name is too long for an army."));
                }
                if command_within(&found).is_some() {
                    return Err(desk.unread(&pair, "This name reads as a command."));
                }
                once(desk, &mut name, found, &pair, "Two armies are named.")?;
            }
            Rule::under | Rule::chief => {
                let chief = leaders_in(desk, &pair)?.into_iter().next();
                let Some(chief) = chief else { return Err(desk.unread(&pair, "The leader is missing.")) };
                once(desk, &mut leader, chief, &pair, "Two commanders are named.")?;
            }
            Rule::corps => with.extend(leaders_in(desk, &pair)?),
            _ => {}
        }
    }
    if !is_forming {
        return Err(Remark::unread("It is not said what this army is to do."));
    }
    let spot = spots(desk, pairs.clone())?;
    let parts = gather(desk, pairs)?;
    let at = match (parts.at, spot) {
        (Some(_), Some(_)) => return Err(Remark::unread(TWO_PLACES)),
        (at, spot) => at.map(|(place, _)| place).or(spot),
    };
    if at.is_none() && leader.is_none() {
        let remark = Remark::incomplete("It is not said who is to command the army, nor where it is.");
        desk.remarks.push(remark.hint("Write `form army under Lee at Richmond`."));
    }
    let (pulses, stated_cp) = (parts.pulses, parts.stated_cp);
    Ok(Order { heading: None, pulses, stated_cp, act: Act::FormArmy { name, leader, at, with } })
}

fn leaders_in(desk: &Desk<'_, '_>, pair: &Pair<'_, Rule>) -> Result<Vec<String>, Remark> {
    let leaders = pair.clone().into_inner().filter(|inner| inner.as_rule() == Rule::leader);
    leaders.map(|leader| desk.leader(&leader)).collect()
}

/// Dissolving an army.
pub(super) fn dissolve(desk: &mut Desk<'_, '_>, pairs: Pairs<'_, Rule>) -> Result<Order, Remark> {
    let has_verb = pairs.clone().any(|pair| pair.as_rule() == Rule::break_verb);
    let under = pairs.clone().find(|pair| pair.as_rule() == Rule::under);
    let under = under.map(|pair| leaders_in(desk, &pair)).transpose()?.and_then(|names| names.into_iter().next());
    let mut parts = gather(desk, pairs)?;
    let place = parts.at.take().map(|(place, _)| ForceRef::At(place));
    let army = match (parts.force.take(), under.map(ForceRef::Leader), place) {
        (Some(army), None, None) | (None, Some(army), None | Some(_)) | (None, None, Some(army)) => army,
        (Some(army @ (ForceRef::Army(_) | ForceRef::Leader(_))), None, Some(_)) => army,
        _ => {
            return Err(Remark::unread("It is not said which army is meant.")
                .hint("Write `dissolve the army of Lee`, or `dissolve the army at Richmond`."));
        }
    };
    if !has_verb || matches!(army, ForceRef::Points { .. }) {
        return Err(Remark::unread("It is not said what this army is to do."));
    }
    let (pulses, stated_cp) = (parts.pulses, parts.stated_cp);
    Ok(Order { heading: None, pulses, stated_cp, act: Act::DissolveArmy { army } })
}
