//! From the words of a line to what it asks for: cost, length, deed, and what must still be said (C3.11, D9).

use base::order::Remark;
use board::Hex;

use super::super::order::{Act, ForceRef, Manner, Order, Place, Pulses};
use super::armies;
use super::conditions::Waiting;
use super::conditions::planning::plan_ride;
use super::course::Course;
use super::knowledge::Knowledge;
use super::muster::{MarchOrder, View};
use super::naval::NavalDeed;
use super::rails;
use super::reason::{self, Reason};
use super::schedule::Wish;
use super::transfer;
use super::works::{self, Task};

/// What a line does when its pulses have run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Deed {
    /// Leaders of the pool enter, one in each pulse.
    EnterLeaders {
        /// Where.
        at: Hex,
        /// How many.
        count: u32,
    },
    /// Reinforcements enter, one in each pulse.
    EnterPoints {
        /// Where.
        at: Hex,
        /// How many.
        count: u32,
    },
    /// A march.
    March(MarchOrder),
    /// Points march one after another, one in each pulse.
    Singly {
        /// The march of each.
        each: MarchOrder,
        /// How many.
        count: u32,
    },
    /// Digging in.
    Dig {
        /// Where.
        hex: Hex,
        /// Who gives the initiative in a tie.
        force: ForceRef,
    },
    /// A leader travels to another theatre (C3.5.9).
    Transfer {
        /// Who.
        name: String,
        /// The town he goes to.
        to: Hex,
    },
    /// Works, railways, morale, armies.
    Task(Task),
    /// What becomes of a demoralised force at the end of the turn (D16).
    Recovery {
        /// Who.
        force: ForceRef,
        /// It recovers whatever it costs; else it stays as it is.
        is_wanted: bool,
    },
    /// A march for one command point, if the die allows (C5.1).
    Ride {
        /// The march, paid in full.
        march: MarchOrder,
        /// The normal cost.
        normal: u32,
        /// Nothing follows when the die fails.
        is_alone: bool,
    },
    /// What ships do (D22).
    Naval(NavalDeed),
    /// A condition is waited for.
    Wait(Waiting),
    /// Pulses pass.
    Idle,
    /// Nothing, and it takes no time.
    Hold,
    /// Something is missing: it holds cost and pulses, and becomes idle when nobody says it in time (D9).
    Wanting,
}

/// Who pays for a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Payer {
    /// The account whose line it is.
    Account,
    /// A shifted leader, with the points that go with him (D6).
    Shift,
    /// The fleet, with points that it lent (C6.2).
    Fleet,
}

/// One line as it would be carried out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    /// What it asks of the clock; `None` when it takes no pulses.
    pub wish: Option<Wish>,
    /// Command points.
    pub cp: u32,
    /// Reinforcements it brings in.
    pub points: u32,
    /// Leaders it brings in.
    pub leaders: u32,
    /// Whose its command and pulse points are.
    pub payer: Payer,
    /// Rail points.
    pub rail: u32,
    /// Naval command points of those the theatre was given (C6.3).
    pub sea: u32,
    /// The points that go with a leader, of those that stand where he does; when it was said, or not all of them go.
    pub along: Option<(u32, u32)>,
    /// What it does.
    pub deed: Deed,
    /// What is worth saying of it.
    pub remarks: Vec<Remark>,
}

impl Draft {
    /// A line that costs nothing and takes no pulses.
    pub(super) fn of(deed: Deed) -> Self {
        Self {
            wish: None,
            cp: 0,
            points: 0,
            leaders: 0,
            payer: Payer::Account,
            rail: 0,
            sea: 0,
            along: None,
            deed,
            remarks: Vec::new(),
        }
    }

    /// A line that takes so many pulses, whichever.
    pub(super) fn of_length(length: u32, cp: u32, deed: Deed) -> Self {
        Self { wish: Some(Wish { pulses: None, length }), cp, ..Self::of(deed) }
    }
}

/// Reads the cost and the deed of a line, as things would stand when it begins. Refuses what cannot be.
pub fn draft(known: &Knowledge, view: &View, course: &Course, order: &Order) -> Result<Draft, Remark> {
    let mut draft = match &order.act {
        Act::EnterReinforcements { count, at } => points(known, course, order, *count, at.as_ref())?,
        Act::EnterLeaders { count, name, at } => leaders(known, course, order, *count, name.as_deref(), at.as_ref())?,
        Act::Move { force, to, via, manner, is_attack } => {
            let mut draft = march(known, view, order, force, to.as_ref(), via, *manner)?;
            draft.remarks.extend(unsaid_attack(known, view, &draft.deed).filter(|_| !is_attack));
            draft
        }
        Act::RailMove { points, .. } => rails::draft(known, view, course, order, *points)?,
        Act::Work { work, at, force } => works::draft(known, view, order, *work, at.as_ref(), force.as_ref())?,
        Act::FormArmy { .. } => armies::form(known, view, &order.act)?,
        Act::DissolveArmy { army } => armies::dissolve(known, view, order, army)?,
        Act::Entrench { force } => dig(known, view, force)?,
        Act::Transfer { name, to } => transfer::draft(known, view, course, name, to.as_ref())?,
        Act::Idle { count } => idle(span_length(order).or(*count).unwrap_or(1)),
        Act::Hold { force } => hold(known, view, force)?,
        Act::Ride { .. } => return plan_ride(known, view, course, order, None),
        Act::React { .. } | Act::Withdraw { .. } | Act::Save { .. } | Act::Stop { .. } => {
            return Err(behind_if().refused());
        }
        Act::Naval(naval) => super::naval::draft(known, view, course, order, naval)?,
        Act::Unplayed { matter, .. } => return Err(reason::not_in_play(*matter).refused()),
        _ => return Err(strategic().refused()),
    };
    agree(order, &draft)?;
    if let Some(wish) = &mut draft.wish {
        wish.pulses = order.pulses;
    }
    Ok(draft)
}

/// The refusal of a supreme commander's order among tactical ones.
pub fn strategic() -> Reason {
    Reason::new("C2.3", "Resources are distributed in the strategic turn, by the supreme commander.")
}

/// The refusal of what makes no sense without a condition.
fn behind_if() -> Reason {
    Reason::new("D25", "This stands only behind a condition.").hint("Write `IF ... THEN` before it.")
}

/// The pulses a line names, when it names both ends.
fn span_length(order: &Order) -> Option<u32> {
    match order.pulses? {
        Pulses::Span { from, to } if 1 <= from && from <= to => Some(to - from + 1),
        _ => None,
    }
}

/// Command points in brackets must be the right ones (D9).
fn agree(order: &Order, draft: &Draft) -> Result<(), Remark> {
    match order.stated_cp {
        Some(stated) if stated != draft.cp + draft.sea => {
            let cp = draft.cp + draft.sea;
            let text = format!("This costs {cp} CP, not {stated}.");
            Err(Reason::new("D9", text).hint(format!("Write ({cp} CP), or leave the brackets out.")).refused())
        }
        _ => Ok(()),
    }
}

fn idle(length: u32) -> Draft {
    Draft::of_length(length.max(1), 0, Deed::Idle)
}

pub(super) fn wanting(length: u32, cp: u32, why: Reason) -> Draft {
    Draft { remarks: vec![why.incomplete()], ..Draft::of_length(length, cp, Deed::Wanting) }
}

/// "1 leader", "2 leaders".
fn several(count: u32, what: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{count} {what}{ending}")
}

/// More than there are cannot enter; while the place is missing that is only said, not refused.
fn entry(length: u32, deed: Result<Deed, Reason>, excess: Option<Reason>) -> Result<Draft, Remark> {
    match (deed, excess) {
        (Ok(_), Some(excess)) => Err(excess.refused()),
        (Ok(deed), None) => Ok(Draft::of_length(length, 0, deed)),
        (Err(why), excess) => {
            let mut draft = wanting(length, 0, why);
            draft.remarks.extend(excess.map(Reason::incomplete));
            Ok(draft)
        }
    }
}

fn hold(known: &Knowledge, view: &View, force: &ForceRef) -> Result<Draft, Remark> {
    if !known.is_blank() {
        view.identify(force).map_err(Reason::refused)?;
    }
    Ok(Draft::of(Deed::Hold))
}

/// The hex of a place that was said, or why there is none.
pub(super) fn said(at: Option<&Place>) -> Result<Hex, Reason> {
    match at {
        Some(Place::Known(hex)) => Ok(*hex),
        Some(Place::Unknown(words)) => Err(reason::unknown_place(words)),
        None => Err(Reason::new("D9", "The place to enter is missing.").hint("Add `at` and a town or a hex.")),
    }
}

/// The hex a march goes to, or why there is none.
fn destination(to: Option<&Place>) -> Result<Hex, Reason> {
    to.map_or_else(|| Err(no_destination()), |to| said(Some(to)))
}

fn no_destination() -> Reason {
    Reason::new("D9", "The destination is missing.").hint("Add `to` and a town or a hex.")
}

/// "Enter n ..." takes one pulse each and no command points (C3.5.6).
fn points(
    known: &Knowledge,
    course: &Course,
    order: &Order,
    count: Option<u32>,
    at: Option<&Place>,
) -> Result<Draft, Remark> {
    let each = course.tables.pulse_costs.enter_sp.max(1);
    let Some(count) = count.or(span_length(order).map(|length| length / each)) else {
        let why = Reason::new("D9", "It is not said how many reinforcements enter.");
        return Ok(wanting(1, 0, why.hint("Write \"enter 3 infantry at Richmond\".")));
    };
    if count == 0 {
        return Err(Reason::new("D9", "Nobody would enter.").refused());
    }
    let excess = (!known.is_blank() && count > course.points_left).then(|| {
        let text = format!(
            "{} has {} left to enter, not {count}.",
            course.account,
            several(course.points_left, "reinforcement")
        );
        Reason::new("C3.7", text).hint(format!("The most is {}.", course.points_left))
    });
    let deed = said(at).map(|at| Deed::EnterPoints { at, count });
    let mut draft = entry(count.saturating_mul(each), deed, excess)?;
    draft.points = if known.is_blank() { count } else { count.min(course.points_left) };
    Ok(draft)
}

fn leaders(
    known: &Knowledge,
    course: &Course,
    order: &Order,
    count: Option<u32>,
    name: Option<&str>,
    at: Option<&Place>,
) -> Result<Draft, Remark> {
    let each = course.tables.pulse_costs.enter_leader.max(1);
    let all = (!known.is_blank()).then_some(course.leaders_left);
    let count = match name {
        Some(name) => {
            next_is(known, course, name).map_err(Reason::refused)?;
            1
        }
        None => count.or(span_length(order).map(|length| length / each)).or(all).unwrap_or(1),
    };
    let excess = (!known.is_blank() && (count == 0 || count > course.leaders_left)).then(|| {
        let text =
            format!("The pool of {} has {} left, not {count}.", course.account, several(course.leaders_left, "leader"));
        Reason::new("C3.5.7", text).hint(format!("The most is {}.", course.leaders_left))
    });
    let deed = said(at).map(|at| Deed::EnterLeaders { at, count });
    let mut draft = entry(count.max(1).saturating_mul(each), deed, excess)?;
    draft.leaders = if known.is_blank() { count } else { count.min(course.leaders_left) };
    Ok(draft)
}

/// Leaders enter in the order of their pool (C3.5.7).
fn next_is(known: &Knowledge, course: &Course, name: &str) -> Result<(), Reason> {
    if known.is_blank() || course.pool.first().is_some_and(|next| next == name) {
        return Ok(());
    }
    if !course.pool.iter().any(|waiting| waiting == name) {
        return Err(Reason::new("C3.5.7", format!("You have no {name} in a pool that you know of.")));
    }
    let text = format!("{name} is not the next leader of the pool of {}.", course.account);
    Err(Reason::new("C3.5.7", text).hint(format!("Next is {}.", course.pool[0])))
}

pub(super) fn march(
    known: &Knowledge,
    view: &View,
    order: &Order,
    force: &ForceRef,
    to: Option<&Place>,
    via: &[Place],
    manner: Option<Manner>,
) -> Result<Draft, Remark> {
    let stops: Result<Vec<Hex>, Reason> = via.iter().map(|at| said(Some(at))).chain([destination(to)]).collect();
    let missing = stops.as_ref().err().cloned().or_else(|| unsaid_origin(force));
    if known.is_blank() || missing.is_some() {
        let cp = presumed_cost(known, view, order, force)?;
        return Ok(match missing {
            Some(why) => wanting(cp, cp, why),
            None => Draft::of_length(cp, cp, Deed::Wanting),
        });
    }
    if let Some(why) = waits_in_pool(known, view, force, to) {
        return Err(why.refused());
    }
    let mut via = stops.unwrap_or_default();
    match via.pop() {
        Some(to) => complete_march(view, force, to, via, manner).map_err(Reason::refused),
        None => Err(no_destination().refused()),
    }
}

/// What is to be said of troops that march to where enemies are in sight, and do not say that they attack (C3.9, D14).
fn unsaid_attack(known: &Knowledge, view: &View, deed: &Deed) -> Option<Remark> {
    let Deed::March(order) = deed else { return None };
    let has_troops = view.identify(&order.force).is_ok_and(|body| body.sp > 0);
    let place = view.scenario.gazetteer.full_name(order.to);
    let text = format!("Enemies are in sight at {place}: unless they go, this march ends with an attack on them.");
    (has_troops && known.seen.contains(&order.to)).then(|| Remark::notice(text).rule("C3.9"))
}

/// Who waits in the pool of this account enters and does not march (C3.5.7).
fn waits_in_pool(known: &Knowledge, view: &View, force: &ForceRef, to: Option<&Place>) -> Option<Reason> {
    let name = force.leader().filter(|name| !view.field.leaders.contains_key(*name))?;
    let (account, _) = known.pooled.get(name)?;
    let Some(Place::Known(to)) = to.filter(|_| *account == view.account) else { return None };
    let text = format!("{name} waits in the pool of {account} and marches once he has entered.");
    let hint = format!("Write `enter {name} at {}`.", view.scenario.gazetteer.full_name(*to));
    Some(Reason::new("C3.5.7", text).hint(hint))
}

/// A march of which everything is said.
fn complete_march(
    view: &View,
    force: &ForceRef,
    to: Hex,
    via: Vec<Hex>,
    manner: Option<Manner>,
) -> Result<Draft, Reason> {
    let body = view.identify(force)?;
    let is_led = !body.leaders.is_empty();
    if !is_led && body.sp > body.standing {
        let text = format!("You have {} SP there, not {}.", body.standing, body.sp);
        return Err(Reason::new("C3.13", text).hint(format!("The most is {} SP.", body.standing)));
    }
    view.has_as_many(force, &body)?;
    if !is_led && body.sp == 0 {
        return Err(Reason::new("D9", "Nobody would march."));
    }
    let is_several = !is_led && body.sp > 1;
    let is_loose = is_several && manner == Some(Manner::Singly);
    let most_sp = (!is_led).then_some(body.sp);
    let order =
        MarchOrder { force: force.clone(), most_sp, via, to, is_loose, cp: body.cp, rail: None, is_on_the_die: false };
    if is_loose {
        let cp = view.scenario.tables.costs.single_sp;
        let each = MarchOrder { most_sp: Some(1), cp, ..order };
        return Ok(Draft::of_length(body.cp, body.cp, Deed::Singly { each, count: body.sp }));
    }
    let mut draft = Draft::of_length(body.cp, body.cp, Deed::March(order));
    let is_said = matches!(force, ForceRef::LeaderWith { .. });
    draft.along = (is_led && (is_said || body.sp < body.standing)).then_some((body.sp, body.standing));
    draft.remarks.extend(armies::left_behind(&body));
    draft.remarks.extend(view.shaken_left_behind(&body, to));
    if is_several && manner.is_none() {
        draft.remarks.push(Remark::notice("They march as a stack and arrive together.").rule("C3.13"));
    }
    Ok(draft)
}

fn unsaid_origin(force: &ForceRef) -> Option<Reason> {
    match force {
        ForceRef::Points { from: None, .. } => Some(
            Reason::new("D9", "It is not said where these points stand.")
                .hint("Write \"move 1 SP from Cairo to Paducah\"."),
        ),
        ForceRef::Points { from: Some(Place::Unknown(words)), .. }
        | ForceRef::At(Place::Unknown(words))
        | ForceRef::LeaderWith { at: Some(Place::Unknown(words)), .. } => Some(reason::unknown_place(words)),
        _ => None,
    }
}

/// What an order that is not complete would cost: by the leader named, the points counted, or the brackets.
fn presumed_cost(known: &Knowledge, view: &View, order: &Order, force: &ForceRef) -> Result<u32, Remark> {
    let stated = order.stated_cp.or(span_length(order)).unwrap_or(1).max(1);
    if let Ok(body) = view.identify(force) {
        return Ok(body.cp.max(1));
    }
    match force {
        ForceRef::LeaderWith { take: Some(0), .. } => Ok(view.scenario.tables.costs.leader_alone),
        ForceRef::Leader(name) | ForceRef::LeaderWith { name, .. } => {
            leader_cost(known, view, name).ok_or_else(|| reason::no_such_leader(name).refused())
        }
        ForceRef::Points { count: Some(count), .. } => {
            Ok(count.saturating_mul(view.scenario.tables.costs.single_sp).max(1))
        }
        _ => Ok(stated),
    }
}

/// The initiative of a leader in a pool of this account; without a game, of any leader of the side.
fn leader_cost(known: &Knowledge, view: &View, name: &str) -> Option<u32> {
    if known.is_blank() {
        let (_, spec) = view.scenario.roster.by_name(name).filter(|(_, spec)| spec.side == known.side)?;
        return u32::try_from(spec.initiative).ok();
    }
    let (account, rank) = known.pooled.get(name)?;
    (*account == view.account).then_some(rank.initiative)
}

fn dig(known: &Knowledge, view: &View, force: &ForceRef) -> Result<Draft, Remark> {
    let cp = view.scenario.tables.costs.entrench;
    if let Some(why) = unsaid_origin(force) {
        return Ok(wanting(cp, cp, why));
    }
    if known.is_blank() {
        return Ok(Draft::of_length(cp, cp, Deed::Wanting));
    }
    let body = view.identify(force).map_err(Reason::refused)?;
    if body.standing == 0 {
        return Err(Reason::new("D17", "A leader alone cannot entrench.").refused());
    }
    Ok(Draft::of_length(cp, cp, Deed::Dig { hex: body.origin, force: force.clone() }))
}
