//! Reads order lines like a patient clerk: the meaning of a whole line, or none of it.
//! Form only: knows names, never a state, so it can give nothing away.
//!
//! A line is first put into fair copy (`copy`), which marks all names; the grammar then reads it as one order, or clause by
//! clause as several. A slip of the pen that can only be one word is mended (`mend`), and the writer is told.

mod amended;
mod ceding;
mod copy;
mod explain;
mod grammar;
mod idle;
mod kinds;
mod lending;
mod mend;
mod nouns;
mod offer;
mod parts;
mod pieces;
mod prices;
pub mod propose;
mod resolve;
mod sheet;
mod spending;
mod timing;
mod write;
mod write_sheet;

use pest::Parser;

use self::copy::{FairCopy, LONGEST, copy};
use self::explain::{Stop, explain, is_meant, may_be_meant, misspelt_verb};
use self::grammar::{OrderGrammar, Rule};
use self::parts::{Acts, Parts};
use self::resolve::Desk;
use self::timing::{Timing, untimely};
use super::order::{Act, Order, Reception};
use super::power::Power;
use super::scenario::Scenario;
use base::order::{LineStatus, Remark};
use reader::slip::check_length;
use rules::Context;

pub use write::write;

/// The grammar's own text: what HELP shows stands beside the rules.
pub(super) const GRAMMARS: [&str; 7] = [
    include_str!("../../../../grammar/common.pest"),
    include_str!("../../../../grammar/eia.pest"),
    include_str!("../../../../grammar/eia/trade.pest"),
    include_str!("../../../../grammar/eia/money.pest"),
    include_str!("../../../../grammar/eia/spending.pest"),
    include_str!("../../../../grammar/eia/ceding.pest"),
    include_str!("../../../../grammar/eia/sheet.pest"),
];

/// What reading one line gives: its orders with what must be said of them, or why it is none.
pub type Reading = Result<(Vec<Order>, Vec<Remark>), Remark>;

/// Most clauses that one line may hold.
const MOST_CLAUSES: usize = 12;

/// Reads one line of orders. A line for a window that is closed is understood and refused (D6).
pub fn read(scenario: &Scenario, context: &mut Context, line: &str) -> Reading {
    let read = read_line(scenario, context, line)?;
    if let Some(remark) = read.orders.iter().find_map(|(order, timing)| untimely(scenario, context, order, *timing)) {
        return Err(remark);
    }
    Ok((read.orders.into_iter().map(|(order, _)| order).collect(), read.remarks))
}

fn read_line(scenario: &Scenario, context: &Context, line: &str) -> Result<Clause, Remark> {
    check_length(line)?;
    let mut copied = copy(Some(scenario), line);
    copied.is_brief = context.is_brief();
    let remark = match read_copy(scenario, &copied) {
        Err(remark) if remark.status == LineStatus::Unread => remark,
        Err(remark) if remark.status == LineStatus::Chatter && may_be_meant(&copied) => remark,
        reading => return reading.map(|read| Clause { remarks: with_open_end(line, read.remarks), ..read }),
    };
    if let Some(read) = read_restated(scenario, &copied) {
        return Ok(read);
    }
    let mended = if copied.is_brief { None } else { mend::mend(scenario, &copied) };
    let Some(mended) = mended else { return Err(remark) };
    match read_copy(scenario, &copy(Some(scenario), &mended.line)) {
        Ok(read) => Ok(told(read, mended.notices)),
        Err(refused) if refused.status == LineStatus::Refused => Err(Remark { span: None, ..refused }),
        Err(_) => Err(remark),
    }
}

/// A line without what it denies beside its order, or as its writer mends it before its end: both are told.
fn read_restated(scenario: &Scenario, copied: &FairCopy<'_, '_>) -> Option<Clause> {
    if copied.is_brief {
        return None;
    }
    let orders = |read: &Clause| -> Vec<Order> { read.orders.iter().map(|(order, _)| order.clone()).collect() };
    if let Some(without) = idle::without_idle(copied)
        && let Ok(read) = read_copy(scenario, &copy(Some(scenario), &without.line))
        && without.is_idle_beside(scenario, &orders(&read))
    {
        return Some(told(read, without.notices));
    }
    let amended = amended::amended(copied)?;
    let read = read_copy(scenario, &copy(Some(scenario), &amended.line)).ok()?;
    let is_same_kind = amended.taken_back.is_none_or(|before| {
        read_copy(scenario, &copy(Some(scenario), &before))
            .is_ok_and(|before| amended::is_of_one_kind(&orders(&before), &orders(&read)))
    });
    is_same_kind.then(|| told(read, amended.notices))
}

/// A reading of other words than those typed: where something stands in them says nothing of the line.
fn told(read: Clause, notices: Vec<Remark>) -> Clause {
    let said = read.remarks.into_iter().map(|remark| Remark { span: None, ..remark });
    Clause { remarks: notices.into_iter().chain(said).collect(), ..read }
}

/// Says that a line ends as if more should follow: then the line below it may belong to it.
fn with_open_end(line: &str, mut remarks: Vec<Remark>) -> Vec<Remark> {
    let typed = line.trim_end();
    let last = typed.rsplit(' ').next().unwrap_or("");
    if typed.ends_with([',', '+', '&']) || last.eq_ignore_ascii_case("and") {
        let said = Remark::incomplete("The line ends as if more should follow; it was read without.");
        remarks.push(said.at(typed.len() - last.len(), typed.len()));
    }
    remarks
}

/// A clause that was read, or a whole line: its orders with the quarter that each names.
struct Clause {
    orders: Vec<(Order, Option<Timing>)>,
    remarks: Vec<Remark>,
    /// It is a number for a country, with no word of what is given.
    is_bare_sum: bool,
}

/// What went wrong on the way.
#[derive(Default)]
struct Trouble {
    stop: Stop,
    complaint: Option<Remark>,
}

fn read_copy(scenario: &Scenario, copy: &FairCopy<'_, '_>) -> Result<Clause, Remark> {
    if copy.text.is_empty() {
        return Err(Remark::chatter());
    }
    let mut trouble = Trouble::default();
    let whole = read_clause(scenario, copy, (0, copy.text.len()), &mut trouble);
    if trouble.complaint.as_ref().is_some_and(|complaint| complaint.status == LineStatus::Refused) {
        return Err(trouble.complaint.unwrap_or_else(Remark::chatter));
    }
    let clauses = whole.map(|clause| vec![clause]).or_else(|| read_clauses(scenario, copy, &mut trouble));
    match clauses {
        Some(clauses) if is_of_two_minds(&clauses) => {
            Err(Remark::unread("It is not said whether money or troops are meant for the other country.").hint(
                "Write \"aid Bavaria 2\", \"give 2 to Austria\", or \"for Bavaria: buy 2 infantry\"; a power buys for itself \
                 and for its free states alone.",
            ))
        }
        Some(clauses) => Ok(joined(clauses)),
        None if trouble.complaint.is_none() && !is_meant(copy) => Err(Remark::chatter()),
        None if !copy.is_brief && misspelt_verb(copy).is_some() => Err(explain(scenario, copy, &trouble.stop)),
        None => Err(trouble.complaint.unwrap_or_else(|| explain(scenario, copy, &trouble.stop))),
    }
}

/// The orders of a line: who gives the first gives those behind it, and what stands at its head for good, or for a quarter,
/// holds for all that say nothing else.
fn joined(clauses: Vec<Clause>) -> Clause {
    let head = clauses.first().and_then(|clause| clause.orders.first());
    let (giver, is_standing, quarter) =
        head.map(|(order, timing)| (order.power, order.is_standing, *timing)).unwrap_or_default();
    let (mut orders, mut remarks) = (Vec::new(), Vec::new());
    for clause in clauses {
        let inherits = clause.orders.into_iter().map(|(order, timing)| {
            let power = order.power.or(giver).filter(|_| !matches!(order.act, Act::Sheet(_)));
            (Order { power, is_standing: order.is_standing || is_standing, ..order }, timing.or(quarter))
        });
        inherits.for_each(|order| add(&mut orders, order));
        remarks.extend(clause.remarks);
    }
    Clause { orders, remarks, is_bare_sum: false }
}

/// Adds an order; "and make it a free state" says more of the cession before it.
fn add(orders: &mut Vec<(Order, Option<Timing>)>, order: (Order, Option<Timing>)) {
    if let Act::AnswerCession { territory: None, reception: more } = &order.0.act
        && let Some((Order { act: Act::AnswerCession { reception, .. }, .. }, _)) = orders.last_mut()
        && *reception != Reception::Decline
        && *more != Reception::Decline
    {
        *reception = *more;
        return;
    }
    orders.push(order);
}

/// Whether a line buys and, in another clause, has a bare number for a country: troops may be meant, or money.
fn is_of_two_minds(clauses: &[Clause]) -> bool {
    let acts = || clauses.iter().flat_map(|clause| clause.orders.iter().map(|(order, _)| &order.act));
    clauses.iter().any(|clause| clause.is_bare_sum) && acts().any(|act| matches!(act, Act::Buy { .. }))
}

/// Reads a line as several clauses, the longest first; all of them, or none.
fn read_clauses(scenario: &Scenario, copy: &FairCopy<'_, '_>, trouble: &mut Trouble) -> Option<Vec<Clause>> {
    let cuts = cuts(&copy.text);
    if cuts.is_empty() || cuts.len() > MOST_CLAUSES {
        return None;
    }
    let starts: Vec<usize> = std::iter::once(0).chain(cuts.iter().map(|(_, next)| *next)).collect();
    let ends: Vec<usize> = cuts.iter().map(|(end, _)| *end).chain(std::iter::once(copy.text.len())).collect();
    // What was read from each start on, from the last to the first.
    let mut rest: Vec<Option<(Clause, usize)>> = Vec::new();
    rest.resize_with(starts.len() + 1, || None);
    for from in (0..starts.len()).rev() {
        let whole = if from == 0 { ends.len() - 1 } else { ends.len() };
        rest[from] =
            (from..whole).rev().filter(|last| *last + 1 == ends.len() || rest[*last + 1].is_some()).find_map(|last| {
                let clause = read_clause(scenario, copy, (starts[from], ends[last]), trouble)?;
                Some((clause, last + 1))
            });
    }
    let mut clauses = Vec::new();
    let mut from = 0;
    while from < starts.len() {
        let (clause, next) = rest[from].take()?;
        clauses.push(clause);
        from = next;
    }
    Some(clauses)
}

/// Where a line may be cut into clauses: the end of the one before, and the beginning of the next.
fn cuts(text: &str) -> Vec<(usize, usize)> {
    let mut cuts: Vec<(usize, usize)> = Vec::new();
    for (at, sign) in text.char_indices() {
        let rest = &text[at..];
        let cut = match sign {
            // "Nothing but militia": that alone.
            ' ' if starts_with(rest, " but ") && ends_with_nothing(&text[..at]) => None,
            ',' | ';' | '.' | '+' => Some(1),
            ' ' => [" and ", " but ", " then ", " plus "]
                .iter()
                .find(|word| starts_with(rest, word))
                .map(|word| word.len()),
            _ => None,
        };
        let Some(wide) = cut else { continue };
        let joins = cuts.last().is_some_and(|(_, next)| *next == at);
        match cuts.last_mut() {
            Some((_, next)) if joins => *next = at + wide,
            _ => cuts.push((at, at + wide)),
        }
    }
    cuts
}

fn ends_with_nothing(text: &str) -> bool {
    kinds::words(text).last().is_some_and(|word| word.eq_ignore_ascii_case("nothing"))
}

fn starts_with(text: &str, word: &str) -> bool {
    text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
}

/// Reads a stretch of the copy as one kind of order, the first that fits.
fn read_clause(
    scenario: &Scenario,
    copy: &FairCopy<'_, '_>,
    (from, to): (usize, usize),
    trouble: &mut Trouble,
) -> Option<Clause> {
    let text = copy.text.get(from..to)?;
    kinds::kinds_of(text).into_iter().find_map(|kind| try_kind(scenario, copy, from, text, kind, trouble))
}

/// Tries one kind of line; what its builder complains of is kept, for it is nearer the point than the grammar.
fn try_kind(
    scenario: &Scenario,
    copy: &FairCopy<'_, '_>,
    from: usize,
    text: &str,
    kind: Rule,
    trouble: &mut Trouble,
) -> Option<Clause> {
    let line = match OrderGrammar::parse(kind, text) {
        Ok(mut pairs) => pairs.next()?.into_inner(),
        Err(error) => {
            trouble.stop.further_from(from, &error);
            return None;
        }
    };
    let mut desk = Desk { scenario, copy, from, remarks: Vec::new() };
    let built = Parts::sort(&desk, line).and_then(|parts| {
        let acts = build(&mut desk, kind, &parts)?;
        acts.iter().try_for_each(|act| parts.in_its_window(&desk, act))?;
        // "From now on" says no more of a treasury that is shared: what has no window holds until it is ended.
        let says_standing = text.to_ascii_lowercase().contains("standing");
        let order = |act| {
            let is_standing = parts.is_standing && (says_standing || !matches!(act, Act::ShareTreasury { .. }));
            (Order { power: giver_of(&act, &parts), is_standing, act }, parts.timing)
        };
        let is_bare_sum = kind == Rule::lend_line && lending::is_bare_sum(&parts);
        Ok((acts.into_iter().map(order).collect(), is_bare_sum))
    });
    match built {
        Ok((orders, is_bare_sum)) => Some(Clause { orders, remarks: desk.remarks, is_bare_sum }),
        Err(remark) => {
            trouble.complaint.get_or_insert(remark);
            None
        }
    }
}

/// "The British offer is accepted": Britain answers no offer of her own.
fn giver_of(act: &Act, parts: &Parts<'_>) -> Option<Power> {
    parts.giver.filter(|giver| *giver != Power::Britain || !matches!(act, Act::AnswerTrade { .. }))
}

fn build(desk: &mut Desk<'_, '_>, kind: Rule, parts: &Parts<'_>) -> Acts {
    match kind {
        Rule::reduce_line => offer::reduce(desk, parts),
        Rule::announce_line => offer::announce(desk, parts),
        Rule::quiet_line => offer::keep_quiet(desk, parts),
        Rule::offer_line => offer::offer(desk, parts),
        Rule::answer_line => offer::answer(desk, parts),
        Rule::black_sea_line => offer::black_sea(desk, parts),
        Rule::stop_line => offer::stop(desk, parts),
        Rule::usa_line => offer::end_american_war(desk, parts),
        Rule::lend_line => lending::lend(desk, parts),
        Rule::manipulation_line => lending::manipulate(desk, parts),
        Rule::leader_line => lending::return_leader(desk, parts),
        Rule::pay_line => lending::pay_debt(desk, parts),
        Rule::refuse_line => lending::forbidden(desk, parts),
        Rule::message_line => lending::message(desk, parts),
        Rule::buy_line => spending::buy(desk, parts),
        Rule::counter_line => spending::buy_counters(desk, parts),
        Rule::convert_line => spending::convert(desk, parts),
        Rule::save_line => spending::save(desk, parts),
        Rule::cede_line => ceding::cede(desk, parts),
        Rule::cession_line => ceding::answer_cession(desk, parts),
        Rule::claim_line => ceding::claim(desk, parts),
        Rule::combine_line => ceding::combine(desk, parts),
        Rule::levy_line => ceding::levy(desk, parts),
        Rule::remove_line => ceding::remove_levy(desk, parts),
        Rule::bid_line => ceding::bid(desk, parts),
        Rule::note_line => ceding::note_debt(desk, parts),
        Rule::share_line => ceding::share(desk, parts),
        _ => match plain_act(kind) {
            Some(act) => Ok(vec![act]),
            None => build_entry(desk, kind, parts),
        },
    }
}

/// Orders that are said by their kind alone.
fn plain_act(kind: Rule) -> Option<Act> {
    Some(match kind {
        Rule::same_offer_line => Act::OfferSame,
        Rule::no_stop_line => Act::StopAmericanTrade { partners: super::order::Partners::default() },
        Rule::no_loan_line => Act::LendNothing,
        Rule::no_debt_line => Act::PayNoDebts,
        Rule::nothing_line => Act::BuyNothing,
        Rule::no_convert_line => Act::ConvertNone,
        Rule::no_cede_line => Act::CedeNothing,
        Rule::dice_line => Act::ClaimByDice,
        _ => return None,
    })
}

fn build_entry(desk: &mut Desk<'_, '_>, kind: Rule, parts: &Parts<'_>) -> Acts {
    match kind {
        Rule::owner_line => sheet::owner(desk, parts),
        Rule::occupy_line => sheet::occupy(desk, parts),
        Rule::besiege_line => sheet::besiege(desk, parts),
        Rule::corps_line => sheet::corps(desk, parts),
        Rule::blockade_line => sheet::blockade(desk, parts),
        Rule::war_line => sheet::war(desk, parts),
        Rule::peace_line => sheet::peace(desk, parts),
        Rule::alliance_line => sheet::alliance(desk, parts),
        Rule::forces_line => sheet::forces(desk, parts),
        Rule::tally_line => sheet::tally(desk, parts),
        Rule::post_line => sheet::post(desk, parts),
        Rule::sheet_debt_line => sheet::debt(desk, parts),
        Rule::sheet_leader_line => sheet::leader(desk, parts),
        Rule::america_line => sheet::america(desk, parts),
        Rule::placed_line => sheet::placed(desk, parts),
        Rule::stands_line => sheet::stands(desk, parts),
        Rule::control_line => sheet::control(desk, parts),
        _ => Err(Remark::unread("This is no kind of order.")),
    }
}

/// Whether a line looks like the beginning of an order: a verb of orders at its head, behind a bullet, or behind a name.
pub fn begins_order(line: &str) -> bool {
    if line.len() > LONGEST {
        return false;
    }
    let copied = copy(None, line);
    let Some(front) = OrderGrammar::parse(Rule::line_front, &copied.text).ok().and_then(|mut pairs| pairs.next())
    else {
        return false;
    };
    let rest = &copied.text[front.as_span().end()..];
    if front.into_inner().any(|pair| pair.as_rule() == Rule::standing) {
        return true;
    }
    let mut words = kinds::words(rest);
    let (first, second) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
    let is_named = rest.starts_with(|sign: char| sign.is_ascii_uppercase()) || second.ends_with('s');
    let has_colon = rest.find(':').is_some_and(|at| !rest[..at].contains([' ', ',', '.']));
    kinds::is_opening(first) || has_colon || is_named && kinds::is_opening(second)
}
