//! The parts of a march, a stay or an entry, gathered from a parsed line in whatever order they were written.
//! Refuses what was said twice; whether enough was said is for the builders to judge.

use pest::iterators::{Pair, Pairs};

use super::grammar::Rule;
use super::resolve::Desk;
use crate::order::{ForceRef, Manner, Place, Pulses};
use base::order::Remark;

/// How many, as far as it was said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Quantity {
    /// This many.
    Some(u32),
    /// All there are.
    All,
    /// Nothing was said.
    Unsaid,
}

/// Who or what is to come in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Entrant {
    /// Leaders of the pool.
    Leaders(Quantity),
    /// One leader by name.
    Named(String),
    /// Infantry.
    Recruits {
        /// How many.
        count: Quantity,
        /// By a word that also names troops on the map.
        is_vague: bool,
    },
}

/// What kind of verb a line has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verb {
    /// March.
    March,
    /// Attack.
    Attack,
    /// Enter, build, raise.
    Raise,
    /// Bring, place.
    Bring,
    /// Entrench or hold.
    Stay,
}

/// What a line was found to say, each part at most once.
#[derive(Debug, Default)]
pub(super) struct Parts<'t> {
    pub pulses: Option<Pulses>,
    pub stated_cp: Option<u32>,
    pub verb: Option<Verb>,
    pub force: Option<ForceRef>,
    pub entrant: Option<Entrant>,
    pub to: Option<Place>,
    pub from: Option<(Place, Pair<'t, Rule>)>,
    pub at: Option<(Place, Pair<'t, Rule>)>,
    pub bare: Option<Place>,
    pub enemy: Option<String>,
    pub via: Vec<Place>,
    pub manner: Option<Manner>,
    pub is_attack: bool,
    /// The way was written hex by hex, perhaps with its end.
    pub is_whole_way: bool,
    /// How many points a leader takes along.
    pub take: Option<u32>,
    /// He goes without any.
    pub is_alone: bool,
    /// Where it says that nobody leads them.
    pub leaderless: Option<Pair<'t, Rule>>,
    /// How many he leaves.
    pub leave: Option<u32>,
    /// Where he leaves them.
    pub left_at: Option<Place>,
}

/// Gathers the parts of a line.
pub(super) fn gather<'t>(desk: &mut Desk<'_, '_>, pairs: Pairs<'t, Rule>) -> Result<Parts<'t>, Remark> {
    let mut parts = Parts::default();
    for pair in pairs {
        take(desk, &mut parts, pair)?;
    }
    Ok(parts)
}

fn take<'t>(desk: &mut Desk<'_, '_>, parts: &mut Parts<'t>, pair: Pair<'t, Rule>) -> Result<(), Remark> {
    match pair.as_rule() {
        Rule::pulses | Rule::bare_pulses | Rule::listed_pulses => {
            let pulses = desk.pulses(&pair)?;
            tell_list(desk, &pair, pulses);
            once(desk, &mut parts.pulses, pulses, &pair, "The pulses are given twice.")
        }
        Rule::stated_cp => {
            let cost = inner_number(desk, &pair)?;
            once(desk, &mut parts.stated_cp, cost, &pair, "The command points are given twice.")
        }
        Rule::leaderless => {
            once(desk, &mut parts.leaderless, pair.clone(), &pair, "It is said twice that nobody leads.")
        }
        Rule::leader_force | Rule::point_force | Rule::place_force | Rule::shaken_force => {
            let force = force(desk, &pair)?;
            once(desk, &mut parts.force, force, &pair, "Two forces are named; an order moves one.")
        }
        Rule::led_count | Rule::taking | Rule::alone | Rule::all_but | Rule::leaving_behind => {
            take_share(desk, parts, &pair)
        }
        Rule::army_force => {
            let name = pair.clone().into_inner().find(|inner| inner.as_rule() == Rule::army_name);
            let Some(name) = name else { return Err(desk.unread(&pair, "The army is missing.")) };
            let army = ForceRef::Army(super::supply::army_name(desk, &name));
            once(desk, &mut parts.force, army, &pair, "Two forces are named; an order moves one.")
        }
        Rule::to
        | Rule::to_bare
        | Rule::target
        | Rule::unknown_target
        | Rule::route
        | Rule::bare
        | Rule::from
        | Rule::rail_for
        | Rule::via
        | Rule::way_there
        | Rule::at
        | Rule::at_town
        | Rule::at_or_to => take_place(desk, parts, pair),
        Rule::enemy => take_enemy(desk, parts, &pair),
        Rule::march_verb => take_verb(parts, Verb::March),
        Rule::march_on | Rule::sets_out | Rule::join_at => {
            take_verb(parts, Verb::March)?;
            if pair.as_rule() == Rule::join_at {
                desk.notice(&pair, "The march goes to the place, whoever stands there.");
            }
            take_ways(desk, parts, pair)
        }
        Rule::taken_by | Rule::stormed_by => {
            let is_attack = pair.as_rule() == Rule::stormed_by;
            parts.is_attack |= is_attack;
            take_verb(parts, if is_attack { Verb::Attack } else { Verb::March })?;
            take_ways(desk, parts, pair)
        }
        Rule::led_whole => take_ways(desk, parts, pair),
        Rule::attack_verb => {
            parts.is_attack = true;
            parts.verb = Some(Verb::Attack);
            pair.into_inner().try_for_each(|inner| take(desk, parts, inner))
        }
        Rule::attack_if => {
            parts.is_attack = true;
            Ok(())
        }
        Rule::with | Rule::by_whom => pair.into_inner().try_for_each(|inner| take(desk, parts, inner)),
        Rule::hold_verb if is_remainder(desk, &pair) => Err(desk
            .unread(&pair, "It is not said whether he rests or is given the rest of something.")
            .hint("Write `hold` and his name.")),
        Rule::dig_verb | Rule::hold_verb => take_verb(parts, Verb::Stay),
        Rule::kept_at => {
            take_verb(parts, Verb::Stay)?;
            pair.into_inner().try_for_each(|inner| take(desk, parts, inner))
        }
        Rule::raise_verb | Rule::in_verb | Rule::from_pool => take_verb(parts, Verb::Raise),
        Rule::reinforce => {
            take_verb(parts, Verb::Raise)?;
            pair.into_inner().try_for_each(|inner| take(desk, parts, inner))
        }
        Rule::bring_verb => take_verb(parts, Verb::Bring),
        Rule::singly => once(desk, &mut parts.manner, Manner::Singly, &pair, TWO_MANNERS),
        Rule::stack => once(desk, &mut parts.manner, Manner::Stack, &pair, TWO_MANNERS),
        Rule::leaders | Rule::named | Rule::recruits | Rule::reinforced => {
            let entrant = entrant(desk, &pair)?;
            once(desk, &mut parts.entrant, entrant, &pair, "Two things are to enter; an order brings in one.")
        }
        _ => Ok(()),
    }
}

/// "PP 5, 6, 7": the order names the first and the last alone.
fn tell_list(desk: &mut Desk<'_, '_>, pair: &Pair<'_, Rule>, pulses: Pulses) {
    let is_list = |inner: &Pair<'_, Rule>| matches!(inner.as_rule(), Rule::pulse_list | Rule::pulse_list_of_some);
    let list = pair.clone().into_inner().find(is_list);
    let count = list.map_or(0, |list| list.into_inner().count());
    if let (Pulses::Span { from, to }, 2..) = (pulses, count) {
        desk.notice(pair, format!("These are the pulses from {from} to {to}."));
    }
}

/// "McDowell, rest" below "Banks, 4 CP": what is left of something, and no verb.
fn is_remainder(desk: &Desk<'_, '_>, pair: &Pair<'_, Rule>) -> bool {
    let before = &desk.copy.text[..pair.as_span().start()];
    pair.as_str().eq_ignore_ascii_case("rest") && before.ends_with([',', ':', '-'])
}

impl Parts<'_> {
    /// What all do who stand there is not done by some of them.
    pub fn nobody_parted(&self) -> Result<(), Remark> {
        if self.take.is_none() && self.leave.is_none() {
            return Ok(());
        }
        Err(Remark::unread("This is done by all who stand there; a number of points has no meaning here.")
            .hint("Leave the number out."))
    }
}

/// How many points a leader takes along or leaves, with himself where he stands in the same words.
fn take_share<'t>(desk: &mut Desk<'_, '_>, parts: &mut Parts<'t>, pair: &Pair<'t, Rule>) -> Result<(), Remark> {
    let rule = pair.as_rule();
    let twice = "It is said twice how many points go with him.";
    if rule == Rule::alone {
        parts.is_alone = true;
        return once(desk, &mut parts.take, 0, pair, twice);
    }
    for inner in pair.clone().into_inner() {
        match inner.as_rule() {
            Rule::leader_force => take(desk, parts, inner)?,
            Rule::leader => {
                let force = ForceRef::Leader(desk.leader(&inner)?);
                once(desk, &mut parts.force, force, pair, "Two forces are named; an order moves one.")?;
            }
            Rule::number | Rule::share_of => {
                let count =
                    if inner.as_rule() == Rule::number { desk.number(&inner)? } else { inner_number(desk, &inner)? };
                match rule {
                    Rule::all_but | Rule::leaving_behind => {
                        once(desk, &mut parts.leave, count, pair, "It is said twice how many points stay.")?;
                    }
                    _ => once(desk, &mut parts.take, count, pair, twice)?,
                }
            }
            Rule::left_at => parts.left_at = places(desk, &inner)?.pop(),
            _ => {}
        }
    }
    Ok(())
}

/// A verb with where it begins and where it leads to, and with who goes.
fn take_ways<'t>(desk: &mut Desk<'_, '_>, parts: &mut Parts<'t>, pair: Pair<'t, Rule>) -> Result<(), Remark> {
    for inner in pair.clone().into_inner() {
        match inner.as_rule() {
            Rule::start_place => {
                let Some(town) = inner.clone().into_inner().next() else { continue };
                let place = desk.place(&town);
                once(desk, &mut parts.from, (place, inner), &pair, "Two places to march from are named.")?;
            }
            Rule::town => {
                let place = desk.place(&inner);
                once(desk, &mut parts.to, place, &inner, "Two destinations are named.")?;
            }
            _ => take(desk, parts, inner)?,
        }
    }
    Ok(())
}

const TWO_MANNERS: &str = "The manner of marching is given twice.";

fn take_verb(parts: &mut Parts<'_>, verb: Verb) -> Result<(), Remark> {
    if parts.verb != Some(Verb::Attack) {
        parts.verb = Some(verb);
    }
    Ok(())
}

fn take_enemy(desk: &mut Desk<'_, '_>, parts: &mut Parts<'_>, pair: &Pair<'_, Rule>) -> Result<(), Remark> {
    let Some(leader) = pair.clone().into_inner().next() else { return Ok(()) };
    let name = desk.leader(&leader)?;
    once(desk, &mut parts.enemy, name, pair, "Two enemies are named; an order attacks one.")
}

fn take_place<'t>(desk: &mut Desk<'_, '_>, parts: &mut Parts<'t>, pair: Pair<'t, Rule>) -> Result<(), Remark> {
    const TWO_GOALS: &str = "Two destinations are named.";
    if pair.as_rule() == Rule::target {
        for inner in pair.clone().into_inner().filter(|inner| inner.as_rule() == Rule::enemy) {
            desk.notice(&inner, "The attack goes to the place, whoever stands there.");
        }
    }
    if pair.as_rule() == Rule::to && pair.clone().into_inner().any(|inner| inner.as_rule() == Rule::toward) {
        return Err(desk
            .unread(&pair, "This is a direction; it is not said where the march ends.")
            .hint("Write `to` and the place where it is to end."));
    }
    let mut places = places(desk, &pair)?;
    let Some(last) = places.pop() else { return Ok(()) };
    match pair.as_rule() {
        Rule::route => {
            once(desk, &mut parts.to, last, &pair, TWO_GOALS)?;
            let first = places.remove(0);
            parts.via.extend(places);
            once(desk, &mut parts.from, (first, pair.clone()), &pair, "Two places to march from are named.")
        }
        Rule::from => once(desk, &mut parts.from, (last, pair.clone()), &pair, "Two places to march from are named."),
        Rule::via | Rule::way_there => {
            parts.is_whole_way |= pair.as_rule() == Rule::way_there;
            parts.via.extend(places);
            parts.via.push(last);
            Ok(())
        }
        Rule::at | Rule::at_town | Rule::at_or_to => {
            once(desk, &mut parts.at, (last, pair.clone()), &pair, "Two places are named.")
        }
        Rule::bare => once(desk, &mut parts.bare, last, &pair, "Two places are named."),
        _ => once(desk, &mut parts.to, last, &pair, TWO_GOALS),
    }
}

/// The places inside a pair; a hex in brackets must be the same place.
fn places(desk: &mut Desk<'_, '_>, pair: &Pair<'_, Rule>) -> Result<Vec<Place>, Remark> {
    let mut places: Vec<Place> = Vec::new();
    for inner in pair.clone().into_inner() {
        match inner.as_rule() {
            Rule::town | Rule::unknown => {
                let place = desk.place(&inner);
                places.push(place);
            }
            Rule::same_hex => {
                let hex = desk.place(&inner);
                if places.last() != Some(&hex) {
                    return Err(desk.unread(&inner, "The name and the hex are not the same place."));
                }
            }
            _ => {}
        }
    }
    Ok(places)
}

/// The force that a phrase names.
pub(super) fn force(desk: &mut Desk<'_, '_>, pair: &Pair<'_, Rule>) -> Result<ForceRef, Remark> {
    if pair.as_rule() == Rule::leader_force {
        let leader = pair.clone().into_inner().find(|inner| inner.as_rule() == Rule::leader);
        let Some(leader) = leader else { return Err(desk.unread(pair, "The leader is missing.")) };
        return desk.leader(&leader).map(ForceRef::Leader);
    }
    let place = places(desk, pair)?.pop();
    if matches!(pair.as_rule(), Rule::place_force | Rule::shaken_force) {
        let Some(place) = place else { return Err(desk.unread(pair, "The place of the force is missing.")) };
        return Ok(ForceRef::At(place));
    }
    let count = match quantity(desk, pair)? {
        Quantity::Some(count) => Some(count),
        Quantity::All | Quantity::Unsaid => None,
    };
    Ok(ForceRef::Points { count, from: place })
}

fn entrant(desk: &mut Desk<'_, '_>, pair: &Pair<'_, Rule>) -> Result<Entrant, Remark> {
    let mut inner = pair.clone().into_inner();
    match pair.as_rule() {
        Rule::named => {
            let Some(leader) = inner.next() else { return Err(desk.unread(pair, "The leader is missing.")) };
            desk.leader(&leader).map(Entrant::Named)
        }
        Rule::leaders => {
            let count = quantity(desk, pair)?;
            let one = count == Quantity::Unsaid && is_singular(pair.as_str());
            Ok(Entrant::Leaders(if one { Quantity::Some(1) } else { count }))
        }
        _ => {
            let is_vague = inner.any(|part| part.as_rule() == Rule::sp_noun);
            Ok(Entrant::Recruits { count: quantity(desk, pair)?, is_vague })
        }
    }
}

fn is_singular(words: &str) -> bool {
    words.rsplit(' ').next().is_some_and(|noun| !noun.ends_with(['s', 'S', 'l', 'L']))
}

/// The number, or the word that stands for one.
fn quantity(desk: &Desk<'_, '_>, pair: &Pair<'_, Rule>) -> Result<Quantity, Remark> {
    let mut count = Quantity::Unsaid;
    for inner in pair.clone().into_inner() {
        count = match (inner.as_rule(), count) {
            (Rule::number, Quantity::Some(_)) => return Err(desk.unread(pair, "Two numbers are given.")),
            (Rule::number, _) => Quantity::Some(desk.number(&inner)?),
            (Rule::one_more | Rule::next_one, Quantity::Unsaid) => Quantity::Some(1),
            (Rule::both, Quantity::Unsaid) => Quantity::Some(2),
            (Rule::all_of, Quantity::Unsaid) => Quantity::All,
            (_, count) => count,
        };
        if inner.as_rule() == Rule::next_one {
            return next_ones(desk, pair);
        }
    }
    Ok(count)
}

/// `next 3 leaders` are three, `next leader` is one.
fn next_ones(desk: &Desk<'_, '_>, pair: &Pair<'_, Rule>) -> Result<Quantity, Remark> {
    let number = pair.clone().into_inner().find(|inner| inner.as_rule() == Rule::number);
    number.map_or(Ok(Quantity::Some(1)), |number| desk.number(&number).map(Quantity::Some))
}

/// The one number inside a pair.
pub(super) fn inner_number(desk: &Desk<'_, '_>, pair: &Pair<'_, Rule>) -> Result<u32, Remark> {
    let number = pair.clone().into_inner().find(|inner| inner.as_rule() == Rule::number);
    let Some(number) = number else { return Err(desk.unread(pair, "A number is missing.")) };
    desk.number(&number)
}

/// Fills a place that must be filled only once.
pub(super) fn once<T>(
    desk: &Desk<'_, '_>,
    slot: &mut Option<T>,
    value: T,
    pair: &Pair<'_, Rule>,
    twice: &str,
) -> Result<(), Remark> {
    if slot.is_some() {
        return Err(desk.unread(pair, twice));
    }
    *slot = Some(value);
    Ok(())
}
