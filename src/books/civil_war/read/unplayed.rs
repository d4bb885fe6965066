//! Lines of matters that are not in play yet: recognised by their signs, kept in their own words.
//! Such an order stands for nothing, so only its matter and whom it names are read.

use pest::Parser;

use super::copy::{EITHER, FairCopy, LEADER, NOWHERE, Named, PLACE, copy};
use super::grammar::{OrderGrammar, Rule};
use super::parts::inner_number;
use super::resolve::{Desk, no_such_place, tidy};
use crate::order::{Act, ForceRef, Order, Place, Pulses, Unplayed};
use crate::scenario::Scenario;
use base::order::{Remark, Span};

/// Signs that may stand between the parts of a line.
const LOOSE: [char; 7] = [' ', ',', ';', ':', '.', '-', '!'];

/// A line without its pulses and its command points.
struct Trunk {
    pulses: Option<Pulses>,
    stated_cp: Option<u32>,
    start: usize,
    end: usize,
}

/// Reads a line as a matter that is not in play; `None` when it bears the sign of none.
pub(super) fn read_unplayed(desk: &mut Desk<'_, '_>) -> Option<Order> {
    let trunk = trunk(desk)?;
    let (from, to) = desk.copy.span(trunk.start, trunk.end);
    let (from, to) = trimmed(desk.copy.line, from, to);
    let inner = copy(Some(desk.scenario), &desk.copy.line[from..to]);
    let matter = matter_of(&inner.text)?;
    // The words must be a trunk themselves, or the canonical words would read to another order.
    let again = self::trunk(&Desk { scenario: desk.scenario, copy: &inner, remarks: Vec::new() })?;
    if again.start > 0 || again.end < inner.text.len() {
        return None;
    }
    let (place, remark) = place_in(desk.scenario, &inner);
    if let Some(mut remark) = remark {
        remark.span = remark.span.map(|span| Span { start: span.start + from, end: span.end + from });
        desk.remarks.push(remark);
    }
    let force = force_in(desk.scenario, &inner);
    let words = tidy(inner.line);
    let act = Act::Unplayed { matter, force, place, words };
    Some(Order { heading: None, pulses: trunk.pulses, stated_cp: trunk.stated_cp, act })
}

/// The stretch of a line without spaces and signs at its ends.
fn trimmed(line: &str, from: usize, to: usize) -> (usize, usize) {
    let is_loose = |sign: char| sign.is_whitespace() || matches!(sign, '.' | ',' | ';' | '!' | ':' | '-');
    let stretch = &line[from..to];
    let start = from + stretch.len() - stretch.trim_start_matches(is_loose).len();
    (start, (from + stretch.trim_end_matches(is_loose).len()).max(start))
}

/// Takes pulses off the front, then pulses and points off the back, each at most once.
fn trunk(desk: &Desk<'_, '_>) -> Option<Trunk> {
    let text = desk.copy.text.as_str();
    let mut trunk = Trunk { pulses: None, stated_cp: None, start: 0, end: text.len() };
    loop {
        trunk.start = text.len() - text[trunk.start..].trim_start_matches(LOOSE).len();
        let front = OrderGrammar::parse(Rule::front_pulses, &text[trunk.start..]).ok()?.next()?;
        let bytes = front.as_span().end();
        let pulses = front
            .into_inner()
            .find(|pair| matches!(pair.as_rule(), Rule::pulses | Rule::bare_pulses | Rule::listed_pulses));
        if let Some(pulses) = pulses {
            if trunk.pulses.is_some() {
                break;
            }
            trunk.pulses = Some(desk.pulses(&pulses).ok()?);
        }
        trunk.start += bytes;
        if bytes == 0 {
            break;
        }
    }
    while take_back(desk, &mut trunk) {}
    Some(trunk)
}

fn take_back(desk: &Desk<'_, '_>, trunk: &mut Trunk) -> bool {
    let stretch = &desk.copy.text[trunk.start..trunk.end];
    let Some(tail) = OrderGrammar::parse(Rule::back_end, stretch).ok().and_then(|mut pairs| pairs.next()) else {
        return false;
    };
    let start = tail.as_span().start();
    let (mut pulses, mut cost) = (trunk.pulses, trunk.stated_cp);
    for pair in tail.into_inner() {
        match pair.as_rule() {
            Rule::pulses if pulses.is_none() => pulses = desk.pulses(&pair).ok(),
            Rule::stated_cp if cost.is_none() => cost = inner_number(desk, &pair).ok(),
            _ => return false,
        }
        if pair.as_rule() == Rule::pulses && pulses.is_none() || pair.as_rule() == Rule::stated_cp && cost.is_none() {
            return false;
        }
    }
    let kept = stretch[..start].trim_end_matches(LOOSE).len();
    if kept == 0 {
        return false;
    }
    *trunk = Trunk { pulses, stated_cp: cost, start: trunk.start, end: trunk.start + kept };
    true
}

fn matter_of(text: &str) -> Option<Unplayed> {
    let pair = OrderGrammar::parse(Rule::matter, text).ok()?.next()?;
    Some(match pair.as_rule() {
        Rule::seat_matter => Unplayed::Seats,
        _ => return None,
    })
}

/// The first leader that is certainly one.
fn force_in(scenario: &Scenario, copy: &FairCopy<'_, '_>) -> Option<ForceRef> {
    copy.marks.iter().find_map(|mark| {
        let at = mark.at as usize;
        let is_leader = match copy.text.as_bytes()[at] {
            LEADER => true,
            EITHER => copy.text[at + 1..].starts_with("'s"),
            _ => false,
        };
        let Named::Name(meaning) = mark.named else { return None };
        match meaning.leaders[..] {
            [leader] if is_leader => Some(ForceRef::Leader(scenario.gazetteer.leader_name(leader).to_owned())),
            _ => None,
        }
    })
}

/// The first place.
fn place_in(scenario: &Scenario, copy: &FairCopy<'_, '_>) -> (Option<Place>, Option<Remark>) {
    for mark in &copy.marks {
        let at = mark.at as usize;
        let words = &copy.line[mark.start as usize..mark.end as usize];
        let unknown = || {
            let words = tidy(words);
            let remark = no_such_place(scenario, &words).at(mark.start as usize, mark.end as usize);
            (Some(Place::Unknown(words)), Some(remark))
        };
        match (copy.text.as_bytes()[at], mark.named) {
            (EITHER, _) if copy.text[at + 1..].starts_with("'s") => {}
            (PLACE | EITHER, Named::Hex(hex)) => return (Some(Place::Known(hex)), None),
            (PLACE | EITHER, Named::Name(meaning)) => match meaning.places[..] {
                [hex] => return (Some(Place::Known(hex)), None),
                _ => return unknown(),
            },
            (NOWHERE, _) => return unknown(),
            _ => {}
        }
    }
    (None, None)
}
