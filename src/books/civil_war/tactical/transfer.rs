//! The journey of a leader whom the supreme commander sends to another theatre: timed by his commander in either sub-turn,
//! and at the latest carried out at the end of the second one (C3.5.9, D14). Its points are not the account's (D6).

use std::collections::BTreeSet;

use base::facts::Fact;
use base::order::Remark;
use board::Hex;

use super::super::audience;
use super::super::item::Item;
use super::super::order::Place;
use super::super::scenario::{Account, Scenario, Side, Theatre};
use super::super::state::{LeaderPlace, Stage, State};
use super::super::territory;
use super::acts::{self, Sheet, Step, StepResult, Timed};
use super::course::Course;
use super::draft::{Deed, Draft, Payer, said, wanting};
use super::field::{Field, Posted};
use super::knowledge::{Knowledge, account_at, place};
use super::muster::View;
use super::plan::Plan;
use super::play::Engine;
use super::reason::{self, Reason};
use super::schedule::Slot;

/// The line number of what the judge adds himself.
const NO_LINE: usize = usize::MAX;

/// What the line of a journey asks for: one command point and one pulse, both of the shift.
pub(super) fn draft(
    known: &Knowledge,
    view: &View,
    course: &Course,
    name: &str,
    to: Option<&Place>,
) -> Result<Draft, Remark> {
    let cp = view.scenario.tables.costs.leader_shift;
    let length = cp.max(1);
    let of_shift = |draft: Draft| Draft { payer: Payer::Shift, ..draft };
    if known.is_blank() {
        return Ok(of_shift(Draft::of_length(length, cp, Deed::Wanting)));
    }
    commanded(view, name).map_err(Reason::refused)?;
    let theatre = ordered(known.shifts.get(name).copied(), name).map_err(Reason::refused)?;
    once(&course.transferred, name).map_err(Reason::refused)?;
    let to = match to {
        None => Err(Reason::new("C3.5.9", format!("The town that {name} goes to is missing."))
            .hint(format!("Name a town of your side in the {} theatre.", Account::from(theatre)))),
        place => said(place),
    };
    match to {
        Err(why) => Ok(of_shift(wanting(length, cp, why))),
        Ok(to) => {
            may_go(view, name, Some(theatre), to).map_err(Reason::refused)?;
            Ok(of_shift(Draft::of_length(length, cp, Deed::Transfer { name: name.to_owned(), to })))
        }
    }
}

fn ordered(shift: Option<Theatre>, name: &str) -> Result<Theatre, Reason> {
    shift.ok_or_else(|| {
        let text = format!("The supreme commander has not sent {name} to another theatre, as far as you know.");
        Reason::new("C3.5.9", text).hint("Leaders march with the word move.")
    })
}

/// A leader is sent away once.
pub(super) fn once(gone: &[String], name: &str) -> Result<(), Reason> {
    if gone.iter().any(|other| other == name) {
        return Err(Reason::new("C3.5.9", format!("Another line sends {name} away already.")));
    }
    Ok(())
}

/// A leader of one's own command.
fn commanded<'v>(view: &'v View, name: &str) -> Result<&'v Posted, Reason> {
    let leader = view.field.leaders.get(name).filter(|leader| leader.side == view.side);
    let leader = leader.ok_or_else(|| reason::no_such_leader(name))?;
    match leader.home.theatre() {
        _ if leader.home == view.account => Ok(leader),
        Some(home) => Err(reason::other_command(&format!("{name} began this sub-turn"), home, None)),
        None => Err(reason::no_such_leader(name)),
    }
}

/// To a town of his side in the theatre he is sent to, within reach (D14).
pub(super) fn may_go(view: &View, name: &str, theatre: Option<Theatre>, to: Hex) -> Result<(), Reason> {
    let leader = commanded(view, name)?;
    let theatre = ordered(theatre, name)?;
    let (scenario, there) = (view.scenario, Account::from(theatre));
    let name_of = place(scenario, to);
    if !scenario.map.is_land(to) || account_at(scenario, to) != there {
        let text = format!("{name} is sent to the {there} theatre, where {name_of} is not.");
        return Err(Reason::new("C3.5.9", text).hint(nearest_words(view, leader.hex, theatre)));
    }
    if !is_open(view, to) {
        let text = format!("{name} goes to a town that your side holds, which {name_of} is not.");
        return Err(Reason::new("D14", text).hint(nearest_words(view, leader.hex, theatre)));
    }
    let (far, most) = (leader.hex.distance(to), scenario.tables.leader_shift.hexes);
    if far > most {
        let text = format!("{name_of} is {far} hexes away; a shifted leader goes {most} at most.");
        return Err(Reason::new("D14", text).hint(nearest_words(view, leader.hex, theatre)));
    }
    Ok(())
}

/// A town of one's own where no enemy stands.
fn is_open(view: &View, at: Hex) -> bool {
    territory::holder_at(view.scenario, view.towns, at) == Some(view.side)
        && !view.field.has_troops(view.side.enemy(), at)
}

/// The nearest town he could go to.
fn nearest(view: &View, from: Hex, theatre: Theatre) -> Option<Hex> {
    let scenario = view.scenario;
    let towns = scenario.map.cities().map(|(_, city)| city.hex);
    let fit = towns.filter(|hex| account_at(scenario, *hex) == Account::from(theatre) && is_open(view, *hex));
    let most = scenario.tables.leader_shift.hexes;
    fit.filter(|hex| hex.distance(from) <= most).min_by_key(|hex| (hex.distance(from), *hex))
}

fn nearest_words(view: &View, from: Hex, theatre: Theatre) -> String {
    match nearest(view, from, theatre) {
        Some(hex) => format!("The nearest town he can go to is {}.", place(view.scenario, hex)),
        None => "There is no town that he can reach.".to_owned(),
    }
}

/// Puts him there; he marches no more in this sub-turn.
pub(super) fn go(field: &mut Field, moves: u32, name: &str, to: Hex, pulse: u32) {
    if let Some(leader) = field.leaders.get_mut(name) {
        leader.hex = to;
        (leader.tread.moves, leader.tread.last) = (moves, pulse);
    }
}

/// A shift that no line of the account carries out.
struct Owed {
    name: String,
    from: Account,
    to: Theatre,
}

fn owed_by<'s>(known: &'s Knowledge, account: Account, plan: &'s Plan) -> impl Iterator<Item = Owed> + 's {
    let drafts = plan.lines.iter().filter(|line| line.stands()).filter_map(|line| line.draft.as_ref());
    let gone: BTreeSet<&String> = drafts
        .filter_map(|draft| match &draft.deed {
            Deed::Transfer { name, .. } => Some(name),
            _ => None,
        })
        .collect();
    let open = known.shifts.iter().filter(move |(name, to)| !gone.contains(name) && Account::from(**to) != account);
    open.filter(move |(name, _)| known.field.leaders.get(*name).is_some_and(|leader| leader.home == account))
        .map(move |(name, to)| Owed { name: name.clone(), from: account, to: *to })
}

/// What a receipt says of shifts that are not scheduled yet.
pub(super) fn missing(known: &Knowledge, account: Account, plan: &Plan) -> Vec<Item> {
    let sub_turn = known.stage.map_or(1, Stage::sub_turn);
    let owed = owed_by(known, account, plan);
    owed.map(|owed| Item::ShiftOwed { leader: owed.name, from: owed.from, to: owed.to, sub_turn }).collect()
}

/// The journeys that the judge adds as the last acts of the second sub-turn, because no commander timed them.
pub(super) fn owed(scenario: &Scenario, state: &State, sheets: &[Sheet]) -> Vec<Timed> {
    let is_any = state.sides.values().any(|own| !own.leaders.shifts.is_empty());
    if state.stage != Stage::Tst2 || !is_any {
        return Vec::new();
    }
    let known = Side::BOTH.map(|side| (side, Knowledge::of_state(scenario, state, side)));
    let mut acts = Vec::new();
    for sheet in sheets {
        let Some((_, known)) = known.iter().find(|(side, _)| *side == sheet.side) else { continue };
        if known.shifts.is_empty() {
            continue;
        }
        let used = sheet.plan.lines.iter().filter_map(|line| line.slot).map(|slot| slot.last).max().unwrap_or(0);
        for (at, owed) in (1..).zip(owed_by(known, sheet.account, &sheet.plan)) {
            let slot = Slot { first: used + at, last: used + at };
            acts.push(Timed {
                side: sheet.side,
                account: sheet.account,
                line: NO_LINE,
                slot,
                words: format!("transfer {} to {}, added by the judge", owed.name, Account::from(owed.to)),
                step: Step::Transfer { name: owed.name, to: None },
                result: None,
            });
        }
    }
    acts
}

/// What came of the journeys that the judge added: told to the commander who would have timed them.
pub(super) fn tell_owed(engine: &mut Engine) {
    let added = engine.acts.iter().filter(|act| act.line == NO_LINE);
    let told: Vec<_> = added
        .map(|act| {
            let results: Vec<&StepResult> = act.result.iter().collect();
            let item = Item::Done {
                account: act.account,
                pulses: act.slot.words(),
                order: act.words.clone(),
                outcome: acts::sum_up(&results),
            };
            Fact::new(audience::commander(engine.scenario, act.side, act.account), item)
        })
        .collect();
    engine.events.extend(told);
}

impl Engine<'_> {
    /// The leader goes, with his own points; the shift is done.
    pub(super) fn transfer(&mut self, at: usize, name: &str, to: Option<Hex>, pulse: u32) -> StepResult {
        let side = self.acts[at].side;
        let shifts = self.state.sides.get(&side).map(|own| own.leaders.shifts.as_slice()).unwrap_or_default();
        let theatre = shifts.iter().find(|shift| shift.leader == name).map(|shift| shift.to);
        let seen = BTreeSet::new();
        let view = self.view(at, &seen);
        let hex = self.field.leaders.get(name).map(|leader| leader.hex);
        let Some(to) = to.or_else(|| nearest(&view, hex?, theatre?)) else {
            return StepResult::Void(format!("There is no town that {name} can go to."));
        };
        if let Err(why) = may_go(&view, name, theatre, to) {
            return StepResult::Void(why.text);
        }
        go(&mut self.field, self.scenario.tables.movement.moves_per_subturn, name, to, pulse);
        if let Some(own) = self.state.sides.get_mut(&side) {
            own.leaders.shifts.retain(|shift| shift.leader != name);
        }
        if let Some(leader) = self.state.leaders.get_mut(name) {
            leader.place = LeaderPlace::Map(to);
        }
        StepResult::Done(format!("{name} went to {}.", place(self.scenario, to)))
    }
}
