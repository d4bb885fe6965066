//! Orders in the field: marches and attacks, works and waiting, reinforcements and leaders coming in.
//! Says what is missing; never guesses it.

use pest::iterators::{Pair, Pairs};

use super::grammar::Rule;
use super::parts::{Entrant, Parts, Quantity, Verb, gather, inner_number, once};
use super::resolve::Desk;
use crate::order::{Act, ForceRef, Manner, Order, Place, Pulses};
use crate::scenario::Arm;
use base::order::Remark;

/// A march, or an attack.
pub(super) fn march(desk: &mut Desk<'_, '_>, pairs: Pairs<'_, Rule>) -> Result<Order, Remark> {
    march_with(desk, pairs, false)
}

/// A march; where the word for it was already found, no other verb is needed.
pub(super) fn march_with(desk: &mut Desk<'_, '_>, pairs: Pairs<'_, Rule>, has_verb: bool) -> Result<Order, Remark> {
    let mut parts = gather(desk, pairs)?;
    let Some(mut force) = marching(desk, &mut parts)? else {
        return Err(Remark::unread("It is not said who is to march.")
            .hint("Name a leader, or strength points and where they stand: `move 3 SP from Cairo to Paducah`."));
    };
    if parts.verb.is_none() && parts.to.is_none() && !has_verb {
        return Err(Remark::unread("It is not said what this force is to do."));
    }
    // "attack McDowell with Beauregard": where McDowell is then is not for the reader to know.
    if let Some(enemy) = parts.enemy.take() {
        desk.remarks.push(
            Remark::incomplete(format!("{enemy} is a leader; an attack goes to a place."))
                .hint("Name the town or the hex to attack."),
        );
        claim(&mut parts.to, Place::Unknown(enemy))?;
    }
    if let Some(bare) = parts.bare.take() {
        claim(&mut parts.to, bare)?;
    }
    if parts.is_attack && parts.to.is_none() {
        parts.to = parts.at.take().map(|(place, _)| place);
    }
    left_to_themselves(desk, &force, &mut parts)?;
    start_from(desk, &mut force, &mut parts)?;
    let is_bare = parts.verb.is_none() && !has_verb && parts.pulses.is_none();
    if is_bare && matches!(force, ForceRef::Points { from: None, .. }) {
        return Err(new_or_not());
    }
    if parts.to.is_none() {
        desk.remarks.push(
            Remark::incomplete("The destination is missing.")
                .hint("Add \"to\" and a town or a hex. Until then the pulses are kept and nothing moves.")
                .rule("C3.9"),
        );
    }
    let Parts { pulses, stated_cp, to, mut via, manner, is_attack, is_whole_way, .. } = parts;
    via.pop_if(|last| is_whole_way && Some(&*last) == to.as_ref());
    Ok(Order { heading: None, pulses, stated_cp, act: Act::Move { force, to, via, manner, is_attack } })
}

/// Who marches: a leader with what he commands, or with no more of it than is said.
pub(super) fn marching(desk: &Desk<'_, '_>, parts: &mut Parts<'_>) -> Result<Option<ForceRef>, Remark> {
    let (take, leave, at) = (parts.take.take(), parts.leave.take(), parts.left_at.take());
    if take.is_none() && leave.is_none() {
        return Ok(parts.force.take());
    }
    match parts.force.take() {
        Some(ForceRef::Leader(name)) if is_of_ships(desk, &name) => Err(Remark::unread(format!("{name} leads ships."))
            .hint(format!("Write `{name} carries 2 SP from ... to ...`."))),
        Some(ForceRef::Leader(name)) => Ok(Some(ForceRef::LeaderWith { name, take, leave, at })),
        None if leave.is_none() && !parts.is_alone => Ok(Some(ForceRef::Points { count: take, from: None })),
        Some(_) if leave.is_none() => Err(Remark::unread("Two forces are named; an order moves one.")),
        _ => Err(Remark::unread("Only a leader takes some of the points along and leaves others.")
            .hint("Name the leader, or write how many points march and from where.")),
    }
}

/// Points without a leader march so, whether it is said or not.
fn left_to_themselves(desk: &mut Desk<'_, '_>, force: &ForceRef, parts: &mut Parts<'_>) -> Result<(), Remark> {
    let is_led = matches!(force, ForceRef::Leader(_) | ForceRef::LeaderWith { .. } | ForceRef::Army(_));
    if let Some(pair) = parts.leaderless.take() {
        if is_led {
            return Err(desk.unread(&pair, "It is said that nobody leads, and a leader is named."));
        }
        desk.notice(&pair, "They march without a leader.");
    }
    Ok(())
}

fn is_of_ships(desk: &Desk<'_, '_>, name: &str) -> bool {
    desk.scenario.roster.by_name(name).is_some_and(|(_, spec)| spec.arm == Arm::Naval)
}

fn claim(slot: &mut Option<Place>, place: Place) -> Result<(), Remark> {
    if slot.is_some() {
        return Err(Remark::unread("Two destinations are named."));
    }
    *slot = Some(place);
    Ok(())
}

/// Where the march begins: part of the force for points without a leader, superfluous for others.
fn start_from(desk: &mut Desk<'_, '_>, force: &mut ForceRef, parts: &mut Parts<'_>) -> Result<(), Remark> {
    for (place, pair) in [parts.from.take(), parts.at.take()].into_iter().flatten() {
        if !matches!(force, ForceRef::Points { from: None, .. }) {
            known(desk, &place, &pair)?;
        }
        match force {
            ForceRef::Points { from: from @ None, .. } => *from = Some(place),
            ForceRef::Leader(name) | ForceRef::LeaderWith { name, .. } => {
                let message = format!("{name} marches from where he stands; the place to march from was not needed.");
                desk.notice(&pair, message);
            }
            ForceRef::Army(_) => {
                desk.notice(&pair, "An army marches from where it stands; the place to march from was not needed.");
            }
            ForceRef::Points { .. } | ForceRef::At(_) => {
                return Err(desk.unread(&pair, "Two places to march from are named."));
            }
        }
    }
    Ok(())
}

/// "In theory", "from Tuesday": what is no place is not passed over where a place is not needed.
fn known(desk: &mut Desk<'_, '_>, place: &Place, pair: &Pair<'_, Rule>) -> Result<(), Remark> {
    match place {
        Place::Known(_) => Ok(()),
        Place::Unknown(_) => {
            let said = desk.remarks.pop();
            Err(said.unwrap_or_else(|| desk.unread(pair, "This is no place of the map.")))
        }
    }
}

/// Entrenching.
pub(super) fn entrench(desk: &mut Desk<'_, '_>, pairs: Pairs<'_, Rule>) -> Result<Order, Remark> {
    let (order, force) = stay(desk, pairs)?;
    Ok(Order { act: Act::Entrench { force }, ..order })
}

/// Holding.
pub(super) fn hold(desk: &mut Desk<'_, '_>, pairs: Pairs<'_, Rule>) -> Result<Order, Remark> {
    let (order, force) = stay(desk, pairs)?;
    Ok(Order { act: Act::Hold { force }, ..order })
}

fn stay(desk: &mut Desk<'_, '_>, pairs: Pairs<'_, Rule>) -> Result<(Order, ForceRef), Remark> {
    let mut parts = gather(desk, pairs)?;
    parts.nobody_parted()?;
    if parts.verb != Some(Verb::Stay) {
        return Err(Remark::unread("It is not said what this force is to do."));
    }
    let place = match (parts.at.take(), parts.bare.take()) {
        (Some(_), Some(_)) => return Err(Remark::unread("Two places are named.")),
        (Some((place, pair)), None) => Some((place, Some(pair))),
        (None, bare) => bare.map(|place| (place, None)),
    };
    let force = match (parts.force.take(), place) {
        (Some(force), None) => force,
        (None, Some((place, _))) => ForceRef::At(place),
        (Some(ForceRef::Points { count, from: None }), Some((place, _))) => {
            ForceRef::Points { count, from: Some(place) }
        }
        (Some(ForceRef::Leader(name)), Some((place, pair))) => {
            if let Some(pair) = &pair {
                known(desk, &place, pair)?;
            }
            let said = format!("{name} stays where he stands in that pulse; the place was not needed.");
            match pair {
                Some(pair) => desk.notice(&pair, said),
                None => desk.remarks.push(Remark::notice(said)),
            }
            ForceRef::Leader(name)
        }
        (Some(ForceRef::Army(name)), Some((_, Some(pair)))) => {
            desk.notice(&pair, "An army stays where it stands in that pulse; the place was not needed.");
            ForceRef::Army(name)
        }
        (Some(_), Some(_)) => return Err(Remark::unread("A force and a place are named; one of them is meant.")),
        (None, None) => {
            return Err(Remark::unread("It is not said who is meant.")
                .hint("Name a leader, or the place where the force stands: `entrench the force at Manassas`."));
        }
    };
    let order =
        Order { heading: None, pulses: parts.pulses, stated_cp: parts.stated_cp, act: Act::Idle { count: None } };
    Ok((order, force))
}

/// Pulses spent on nothing.
pub(super) fn idle(desk: &mut Desk<'_, '_>, pairs: Pairs<'_, Rule>) -> Result<Order, Remark> {
    let mut count = None;
    let mut rest: Vec<Pair<'_, Rule>> = Vec::new();
    for pair in pairs {
        match pair.as_rule() {
            Rule::idle_count => {
                let number = inner_number(desk, &pair)?;
                once(desk, &mut count, number, &pair, "The number of pulses is given twice.")?;
            }
            Rule::before => desk.notice(&pair, "Orders follow one another in the order written; the pause falls here."),
            _ => rest.push(pair),
        }
    }
    let mut order = Order { heading: None, pulses: None, stated_cp: None, act: Act::Idle { count: None } };
    for pair in rest {
        match pair.as_rule() {
            Rule::pulses | Rule::bare_pulses | Rule::listed_pulses => {
                let pulses = desk.pulses(&pair)?;
                once(desk, &mut order.pulses, pulses, &pair, "The pulses are given twice.")?;
            }
            Rule::stated_cp => {
                let cost = inner_number(desk, &pair)?;
                once(desk, &mut order.stated_cp, cost, &pair, "The command points are given twice.")?;
            }
            _ => {}
        }
    }
    let count = idle_count(order.pulses, count)?;
    Ok(Order { act: Act::Idle { count }, ..order })
}

fn idle_count(pulses: Option<Pulses>, count: Option<u32>) -> Result<Option<u32>, Remark> {
    match (pulses, count) {
        (None, None) => {
            Err(Remark::unread("It is not said how many pulses are to pass.").hint("Write `PP 16: nothing`."))
        }
        (Some(_), None) => Ok(None),
        (Some(span @ Pulses::Span { .. }), Some(count)) if length(span) == Some(count) => Ok(None),
        (Some(Pulses::Span { .. } | Pulses::Last), Some(_)) => {
            Err(Remark::unread("The pulses and their number do not agree."))
        }
        (_, Some(0)) => Err(Remark::unread("No pulses at all are to pass.")),
        (_, count) => Ok(count),
    }
}

/// How many pulses are named; `None` when they have no end.
pub(super) fn length(pulses: Pulses) -> Option<u32> {
    match pulses {
        Pulses::Span { from, to } => (to - from).checked_add(1),
        Pulses::From(_) => None,
        Pulses::Last => Some(1),
    }
}

/// Reinforcements or leaders coming in.
pub(super) fn enter(desk: &mut Desk<'_, '_>, pairs: Pairs<'_, Rule>) -> Result<Order, Remark> {
    let bare_number = pairs.clone().find(|pair| pair.as_rule() == Rule::stated_cp && pair.as_str().starts_with('('));
    if let Some(pair) = bare_number {
        return Err(desk
            .unread(&pair, "It is not said whether this number is a pulse; coming in costs no command points.")
            .hint("Write the pulses in front of the order: `PP 3:`."));
    }
    let mut parts = gather(desk, pairs)?;
    let Some(entrant) = parts.entrant.take() else {
        return Err(Remark::unread("It is not said what is to come in.")
            .hint("Write `enter 3 infantry at` or `enter 2 leaders at` and a place."));
    };
    if let Some(bare) = parts.bare.take() {
        claim(&mut parts.to, bare)?;
    }
    if let Some((place, _)) = parts.at.take() {
        claim(&mut parts.to, place)?;
    }
    let at = parts.to.take();
    let act = match entrant {
        Entrant::Named(name) => named(&parts, name, at)?,
        Entrant::Leaders(quantity) => {
            let count = scheduled(quantity, parts.pulses);
            Act::EnterLeaders { count, name: None, at }
        }
        Entrant::Recruits { count, is_vague } => recruits(&parts, count, is_vague, at)?,
    };
    no_place_yet(desk, &act);
    Ok(Order { heading: None, pulses: parts.pulses, stated_cp: parts.stated_cp, act })
}

fn named(parts: &Parts<'_>, name: String, at: Option<Place>) -> Result<Act, Remark> {
    if parts.verb.is_none() {
        return Err(Remark::unread(format!("It is not said what {name} is to do.")));
    }
    Ok(Act::EnterLeaders { count: Some(1), name: Some(name), at })
}

fn recruits(parts: &Parts<'_>, count: Quantity, is_vague: bool, at: Option<Place>) -> Result<Act, Remark> {
    // D30: SP and points are reinforcements only under enter, build or raise.
    if is_vague && parts.verb != Some(Verb::Raise) {
        return Err(new_or_not());
    }
    if parts.verb.is_none() && count == Quantity::Unsaid && parts.pulses.is_none() {
        return Err(Remark::unread("It is not said how many come in.").hint("Write `enter 2 infantry at` and a place."));
    }
    if parts.verb.is_none() && at.is_none() {
        return Err(Remark::unread("It is not said what the reinforcements are to do."));
    }
    Ok(Act::EnterReinforcements { count: scheduled(count, parts.pulses), at })
}

fn new_or_not() -> Remark {
    Remark::unread("It is not clear whether these points march or are new.")
        .hint("Write `enter 2 infantry at` or `move 2 SP from ... to`.")
}

/// C3.5.6: one pulse for each; so the pulses say how many, when no number does.
fn scheduled(quantity: Quantity, pulses: Option<Pulses>) -> Option<u32> {
    match (quantity, pulses) {
        (Quantity::Some(count), _) => Some(count),
        (Quantity::Unsaid, Some(pulses)) => length(pulses),
        (Quantity::All | Quantity::Unsaid, _) => None,
    }
}

fn no_place_yet(desk: &mut Desk<'_, '_>, act: &Act) {
    if let Act::EnterLeaders { at: None, .. } | Act::EnterReinforcements { at: None, .. } = act {
        let remark = Remark::incomplete("The place to enter is missing.").hint("Add `at` and a town or a hex.");
        desk.remarks.push(remark);
    }
}

/// A manner of marching in canonical words.
pub(super) fn manner_word(manner: Manner) -> &'static str {
    match manner {
        Manner::Singly => "singly",
        Manner::Stack => "as a stack",
    }
}
