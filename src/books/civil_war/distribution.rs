//! What a supreme commander may order in the strategic phase: dividing points and reinforcements (C3.5, D5, D6).
//! The same judgement serves the receipt, from what he was told, and the deadline, from the state.

use std::collections::BTreeMap;

use base::facts::Brief;
use base::game::SeatId;
use base::order::{Filed, LineStatus, Remark, remark};
use rules::{LineReview, Review};

use super::grants::{self, Grant, Grants, Room};
use super::item::Item;
use super::leaders::pools::{self, Assignment, Kind};
use super::leaders::shift::{self, Spare, Stationed, Transfers};
use super::naval::strategic::{NavyMeans, NavyOrders, gives_points};
use super::order::{Act, Order, Shares, Unplayed};
use super::rail_shares;
pub use super::rail_shares::RailMeans;
use super::read::account_word;
use super::scenario::{Account, Approval, Scenario, Side, Theatre};
use super::seats;
use super::shares::{self, Points};
use super::state::{Stage, State};
use super::tactical::knowledge::Knowledge;

/// What a supreme commander has to distribute in this turn by mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Means {
    /// His side.
    pub side: Side,
    /// Command points.
    pub cp: u32,
    /// Pulse points.
    pub pp: u32,
    /// Planned reinforcements.
    pub planned: BTreeMap<Theatre, u32>,
    /// Reinforcements for any theatre.
    pub discretionary: u32,
    /// His last division of command points; empty before the first.
    pub last_cp: Points,
    /// His last division of pulse points.
    pub last_pp: Points,
    /// Rail points, and his last division of them.
    pub rail: RailMeans,
    /// No turn by mail follows this one.
    pub is_last: bool,
    /// New leaders by stars and arm.
    pub new_leaders: Vec<Kind>,
    /// Own leaders on the map.
    pub stationed: Stationed,
    /// Ironclads and ports.
    pub navy: NavyMeans,
    /// Who approves points that are handed over directly (D7).
    pub approval: Approval,
}

impl Means {
    /// What a side has, from the whole truth; `None` outside the strategic phase.
    pub fn of_state(scenario: &Scenario, state: &State, side: Side) -> Option<Self> {
        let own = state.sides.get(&side).filter(|_| state.stage == Stage::Strategic)?;
        Some(Self {
            side,
            cp: own.cp,
            pp: own.pp,
            planned: own.planned.clone(),
            discretionary: own.discretionary,
            last_cp: own.last_cp.clone(),
            last_pp: own.last_pp.clone(),
            rail: RailMeans { points: own.rail, last: own.last_rail.clone() },
            is_last: is_last(scenario, state.turn, state.part, state.parts),
            new_leaders: pools::newcomers(scenario, state, side).into_iter().map(|(_, kind, _)| kind).collect(),
            stationed: shift::stationed(scenario, state, side),
            navy: NavyMeans::with(scenario, state, side, own.navy.ironclads),
            approval: grants::approval(scenario, state.direct_approval),
        })
    }

    /// What a seat was told it has; `None` when it was told nothing.
    pub fn of_brief(scenario: &Scenario, brief: &Brief<Item>, seat: &SeatId) -> Option<Self> {
        let side = seats::side_of(scenario, seat).filter(|_| seats::is_supreme(scenario, seat))?;
        let is_last = brief.items().iter().any(|item| match item {
            Item::Calendar { turn, part, parts, .. } => is_last(scenario, *turn, *part, *parts),
            _ => false,
        });
        let rail = RailMeans::of_brief(brief);
        let known = Knowledge::of_brief(scenario, side, brief);
        brief.items().iter().rev().find_map(|item| match item {
            Item::Totals { cp, pp, planned, discretionary, last_cp, last_pp, direct_approval, .. } => Some(Self {
                side,
                cp: *cp,
                pp: *pp,
                planned: planned.clone(),
                discretionary: *discretionary,
                last_cp: last_cp.clone(),
                last_pp: last_pp.clone(),
                rail: rail.clone(),
                is_last,
                new_leaders: new_leaders(brief),
                stationed: shift::told_stations(brief),
                navy: NavyMeans::with(scenario, &known.towns, side, known.navy.ironclads),
                approval: grants::approval(scenario, *direct_approval),
            }),
            _ => None,
        })
    }
}

fn new_leaders(brief: &Brief<Item>) -> Vec<Kind> {
    let told = brief.items().iter().filter_map(|item| match item {
        Item::NewLeaders { stars, arm, count, .. } => {
            Some(std::iter::repeat_n(Kind { stars: *stars, arm: *arm }, *count as usize))
        }
        _ => None,
    });
    told.flatten().collect()
}

fn is_last(scenario: &Scenario, turn: u32, part: u32, parts: u32) -> bool {
    part >= parts && turn >= scenario.last_turn()
}

/// What the lines of one sheet come to, taken one after another: a line never changes how an earlier one fares.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Division {
    cp: Option<Points>,
    pp: Option<Points>,
    free: BTreeMap<Theatre, u32>,
    shifts: Vec<(Theatre, Theatre, u32)>,
    grants: Grants,
    is_planned: bool,
    has_conceded: bool,
    /// Pools of new leaders.
    pub assignment: Assignment,
    /// Leaders sent to another theatre.
    pub transfers: Transfers,
    pub(super) rail: Option<Points>,
    /// What was ordered of ships.
    pub navy: NavyOrders,
}

/// A line that stands: what it comes to, and what is worth knowing.
pub(super) type Taken = (String, Vec<Remark>);

impl Division {
    /// Takes one line, or says all that is wrong with it and leaves everything as it was.
    pub fn take(&mut self, scenario: &Scenario, means: &Means, act: &Act) -> Result<Taken, Vec<Remark>> {
        match act {
            Act::Distribute { cp, pp } if [cp, pp].into_iter().flatten().any(Shares::is_empty) => {
                self.distribute_in_part(scenario, means, (cp.as_ref(), pp.as_ref()))
            }
            Act::Distribute { cp, pp } => self.distribute(scenario, means, cp.as_ref(), pp.as_ref()),
            Act::DistributeSame => self.distribute_same(scenario, means, (true, true)),
            Act::Discretionary { count, to } => self.give_free(means, *count, *to).map_err(one),
            Act::ShiftPlanned { count, from, to } => self.shift(means, *count, *from, *to).map_err(one),
            Act::ReinforceAsPlanned => self.keep_plan().map_err(one),
            Act::Concede => self.concede().map_err(one),
            Act::AssignLeaders { picks } => {
                self.assignment.take(means.side, &means.new_leaders, picks).map(|note| (note, Vec::new()))
            }
            Act::ShiftLeader { name, from, to } => self.send(scenario, means, (name, *from, *to)).map_err(one),
            Act::Grant { to, cp, pp } => self.hand_over(scenario, means, Grant { to: *to, cp: *cp, pp: *pp }),
            Act::DivideRail { shares } => self.divide_rail(&means.rail, shares),
            Act::Naval(order) => self.navy.take(scenario, means.side, &means.navy, order).map_err(one),
            Act::Unplayed { matter, .. } => Err(one(unplayed(*matter))),
            _ => Err(one(tactical())),
        }
    }

    /// Points handed to a commander directly (C2.4).
    fn hand_over(&mut self, scenario: &Scenario, means: &Means, grant: Grant) -> Result<Taken, Vec<Remark>> {
        let left = self.left_to_divide(scenario, means);
        self.grants.take(scenario, means, grant, &Room { left, cp: self.cp.as_ref(), pp: self.pp.as_ref() })
    }

    /// The last word of a war; it can be taken back until the phase is played (D28).
    fn concede(&mut self) -> Result<Taken, Remark> {
        self.has_conceded = true;
        let warning = Remark::notice("The war ends with this phase, and the other side has won it.")
            .hint("CANCEL takes this line back until the deadline.")
            .rule("D28");
        Ok(("The war is given up.".to_owned(), vec![warning]))
    }

    /// Whether the side gives up the war.
    pub fn has_conceded(&self) -> bool {
        self.has_conceded
    }

    fn send(
        &mut self,
        scenario: &Scenario,
        means: &Means,
        shift: (&str, Option<Theatre>, Option<Theatre>),
    ) -> Result<Taken, Remark> {
        let (cp, pp) = self.left_to_divide(scenario, means);
        let spare = Spare {
            cp: cp.saturating_sub(self.cp.as_ref().map_or(self.grants.bound_cp(scenario, means), sum)),
            pp: pp.saturating_sub(sum(self.pp.as_ref().unwrap_or(&self.grants.pp))),
        };
        self.transfers.take(&scenario.tables, &means.stationed, spare, shift)
    }

    /// The points that do not go with shifted leaders: those are in no theatre's share (D6).
    fn left_to_divide(&self, scenario: &Scenario, means: &Means) -> (u32, u32) {
        let tables = &scenario.tables;
        (means.cp.saturating_sub(self.transfers.cp(tables)), means.pp.saturating_sub(self.transfers.pp(tables)))
    }

    fn distribute(
        &mut self,
        scenario: &Scenario,
        means: &Means,
        cp: Option<&Shares>,
        pp: Option<&Shares>,
    ) -> Result<Taken, Vec<Remark>> {
        let mut refusals = self.repeats(cp.is_some(), pp.is_some());
        // Percentages are of all that was rolled (D6).
        let limits = shares::limits(scenario, means.cp);
        let (most_cp, most_pp) = self.left_to_divide(scenario, means);
        let (named_cp, named_pp) = (cp, pp);
        let mut cp = cp.map(|given| shares::resolve(given, means.cp, Some(&limits)));
        let mut pp = pp.map(|given| shares::resolve(given, means.pp, None));
        let granted = [
            (&self.grants.cp, named_cp, &mut cp, "command points"),
            (&self.grants.pp, named_pp, &mut pp, "pulse points"),
        ];
        for (granted, named, resolved, what) in granted {
            let Some((named, resolved)) = named.zip(resolved.as_mut()) else { continue };
            refusals.extend(grants::agree(
                granted,
                &|account| named.contains_key(&account),
                &mut resolved.points,
                what,
            ));
        }
        if let Some(cp) = &cp {
            refusals.extend(too_many(&cp.points, most_cp, "command points", "C3.5.4"));
            refusals.extend(shares::breaches(scenario, &cp.points, means.cp));
        }
        if let Some(pp) = &pp {
            refusals.extend(too_many(&pp.points, most_pp, "pulse points", "C3.5.5"));
        }
        if !refusals.is_empty() {
            return Err(refusals);
        }
        let explanations = [&cp, &pp].into_iter().flatten().filter_map(|part| part.explanation.clone());
        let mut notices: Vec<_> = explanations.map(|text| Remark::notice(text).rule("D6")).collect();
        let (cp, pp) = (cp.map(|part| part.points), pp.map(|part| part.points));
        notices.extend(cp.iter().filter_map(|cp| left_out(cp, most_cp, "command points")));
        notices.extend(pp.iter().filter_map(|pp| left_out(pp, most_pp, "pulse points")));
        let note = note(cp.as_ref(), pp.as_ref());
        self.cp = cp.or(self.cp.take());
        self.pp = pp.or(self.pp.take());
        Ok((note, notices))
    }

    /// What was divided by an earlier line of the sheet is not divided again.
    fn repeats(&self, has_cp: bool, has_pp: bool) -> Vec<Remark> {
        let refuse = |what: &str| {
            let message = format!("An earlier line divides the {what} already.");
            Remark::refused(message).hint("Cancel that line, or send one new division.").rule("C3.5.4")
        };
        let cp = (has_cp && self.cp.is_some()).then(|| refuse("command points"));
        let pp = (has_pp && self.pp.is_some()).then(|| refuse("pulse points"));
        cp.into_iter().chain(pp).collect()
    }

    /// One sort of points as in the turn before, and the other by its shares, if it is named.
    fn distribute_in_part(
        &mut self,
        scenario: &Scenario,
        means: &Means,
        (cp, pp): (Option<&Shares>, Option<&Shares>),
    ) -> Result<Taken, Vec<Remark>> {
        let is_last = |given: Option<&Shares>| given.is_some_and(Shares::is_empty);
        let (given_cp, given_pp) = (cp.filter(|shares| !shares.is_empty()), pp.filter(|shares| !shares.is_empty()));
        let mut tried = self.clone();
        let (mut note, mut notices) = tried.distribute_same(scenario, means, (is_last(cp), is_last(pp)))?;
        if given_cp.or(given_pp).is_some() {
            let (more, others) = tried.distribute(scenario, means, given_cp, given_pp)?;
            note = format!("{note}; {more}");
            notices.extend(others);
        }
        *self = tried;
        Ok((note, notices))
    }

    /// Both sorts of points as in the turn before, or the one that is named.
    fn distribute_same(
        &mut self,
        scenario: &Scenario,
        means: &Means,
        (has_cp, has_pp): (bool, bool),
    ) -> Result<Taken, Vec<Remark>> {
        let refusals = self.repeats(has_cp, has_pp);
        if !refusals.is_empty() {
            return Err(refusals);
        }
        if sum(&means.last_cp) == 0 {
            return Err(one(nothing_to_repeat()));
        }
        let (most_cp, most_pp) = self.left_to_divide(scenario, means);
        let (cp, repairs) = default_cp(scenario, means, most_cp, &self.grants.cp);
        let pp = has_pp.then(|| default_pp(scenario, means, most_pp, &self.grants.pp));
        let notices: Vec<_> = repairs
            .into_iter()
            .filter(|_| has_cp)
            .map(|repair| Remark::notice(format!("{repair}, to stay within the limits.")).rule("C3.5.4").rule("D6"))
            .collect();
        let cp = has_cp.then_some(cp);
        let note = note(cp.as_ref(), pp.as_ref());
        self.cp = cp.or(self.cp.take());
        self.pp = pp.or(self.pp.take());
        Ok((note, notices))
    }

    fn give_free(&mut self, means: &Means, count: Option<u32>, to: Theatre) -> Result<Taken, Remark> {
        let left = means.discretionary - sum(&self.free).min(means.discretionary);
        let given = count.unwrap_or(left);
        if given > left || left == 0 {
            let message = match left {
                0 => "No discretionary reinforcements are left to give.".to_owned(),
                _ => format!("{given} discretionary reinforcements are too many."),
            };
            return Err(Remark::refused(message).hint(format!("The most is {left}.")).rule("C3.5.2"));
        }
        *self.free.entry(to).or_insert(0) += given;
        Ok((format!("{given} discretionary to {to}"), Vec::new()))
    }

    fn shift(&mut self, means: &Means, count: u32, from: Theatre, to: Theatre) -> Result<Taken, Remark> {
        let refuse = |message: String| Err(Remark::refused(message).rule("C3.5.2"));
        if from == to {
            return refuse(format!("{from} cannot shift reinforcements to itself."));
        }
        if self.is_planned {
            return refuse("An earlier line leaves the reinforcements as planned.".to_owned());
        }
        if means.is_last {
            return refuse("Shifted reinforcements arrive with the next turn, and none follows.".to_owned());
        }
        let gone: u32 = self.shifts.iter().filter(|shift| shift.0 == from).map(|shift| shift.2).sum();
        let left = means.planned.get(&from).map_or(0, |planned| planned.saturating_sub(gone));
        if count == 0 || count > left {
            let message = format!("{count} planned reinforcements cannot be shifted from {from}.");
            return Err(Remark::refused(message).hint(format!("The most is {left}.")).rule("C3.5.2"));
        }
        self.shifts.push((from, to, count));
        let notice =
            Remark::notice(format!("They arrive in {to} with the next turn by mail.")).rule("C3.5.2").rule("D5");
        Ok((format!("{count} from {from} to {to}, one turn later"), vec![notice]))
    }

    fn keep_plan(&mut self) -> Result<Taken, Remark> {
        if !self.shifts.is_empty() {
            let message = "An earlier line shifts planned reinforcements.";
            return Err(Remark::refused(message).hint("Cancel that line to leave them as planned.").rule("C3.5.1"));
        }
        self.is_planned = true;
        Ok(("as planned".to_owned(), Vec::new()))
    }
}

/// What is said of the first division when it is to be as the one before.
pub(super) fn nothing_to_repeat() -> Remark {
    let refusal = Remark::refused("There is no division before this one that could be repeated.");
    refusal.hint("Say how many points each theatre gets.").rule("D6")
}

fn one(remark: Remark) -> Vec<Remark> {
    vec![remark]
}

fn tactical() -> Remark {
    let message = "This order belongs to a tactical sub-turn; the strategic phase divides points and reinforcements.";
    Remark::refused(message).rule("C2.3").rule("C2.5")
}

fn unplayed(matter: Unplayed) -> Remark {
    Remark::refused(matter.sentence()).rule(matter.rule())
}

pub(super) fn sum<K>(points: &BTreeMap<K, u32>) -> u32 {
    points.values().fold(0, |sum, value| sum.saturating_add(*value))
}

fn too_many(points: &Points, total: u32, what: &str, rule: &str) -> Option<Remark> {
    let given = sum(points);
    let message = format!("These shares come to {given} {what}; there are {total}.");
    (given > total).then(|| Remark::refused(message).hint(format!("The most is {total} in all.")).rule(rule))
}

fn left_out(points: &Points, total: u32, what: &str) -> Option<Remark> {
    let left = total.saturating_sub(sum(points));
    (left > 0).then(|| Remark::notice(format!("{left} {what} are left out and will be lost.")).rule("C3.10").rule("D6"))
}

/// A division in canonical words, so that a receipt need not say it twice.
fn note(cp: Option<&Points>, pp: Option<&Points>) -> String {
    let list = |name: &str, points: &Points| {
        let parts: Vec<_> =
            points.iter().map(|(account, given)| format!("{} {given}", account_word(*account))).collect();
        format!("{name} {}", parts.join(", "))
    };
    let parts: Vec<_> = cp.map(|cp| list("CP", cp)).into_iter().chain(pp.map(|pp| list("PP", pp))).collect();
    parts.join("; ")
}

/// The division of command points nobody ordered: the last proportions, or the first default, within the limits (D6).
/// `total` are those that go with no shifted leader; `granted` are those handed over directly, which stay as they are.
fn default_cp(scenario: &Scenario, means: &Means, total: u32, granted: &Points) -> (Points, Vec<String>) {
    let mut cp = shares::around(granted, &weights(scenario, means, &means.last_cp), total);
    let limits = shares::pinned(shares::limits(scenario, means.cp), granted);
    let mut repairs = shares::repair(&mut cp, &limits);
    let lost = shares::trim(&mut cp, &limits);
    if lost > 0 {
        repairs.push(format!("{lost} CP are beyond what any account may have and are lost"));
    }
    (cp, repairs)
}

/// The division of pulse points nobody ordered (D6).
fn default_pp(scenario: &Scenario, means: &Means, total: u32, granted: &Points) -> Points {
    shares::around(granted, &weights(scenario, means, &means.last_pp), total)
}

fn weights(scenario: &Scenario, means: &Means, last: &Points) -> Points {
    if sum(last) > 0 { last.clone() } else { shares::default_weights(scenario, means.side) }
}

/// A division made whole: what was ordered, and the default for the rest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settled {
    /// Command points by account.
    pub cp: Points,
    /// Pulse points by account.
    pub pp: Points,
    /// The default was used for either.
    pub is_default: bool,
    /// What was done without being ordered.
    pub notes: Vec<String>,
    /// Rail points by account, and whether nobody divided them.
    pub rail: (Points, bool),
    /// Reinforcements that may enter now.
    pub reinforcements: BTreeMap<Theatre, u32>,
    /// Reinforcements that arrive with the next turn by mail.
    pub shifted: BTreeMap<Theatre, u32>,
}

impl Division {
    /// What is said when more naval points are given to theatres than the fleet will have (C6.3).
    fn overgiven(&self, scenario: &Scenario, means: &Means) -> Option<String> {
        if self.navy.grants.is_empty() {
            return None;
        }
        let settled = self.clone().settle(scenario, means);
        self.navy.overgiven(settled.cp.get(&Account::Naval).copied().unwrap_or(0))
    }

    /// Fills up what was not ordered (C3.5.1, D5, D6).
    pub fn settle(self, scenario: &Scenario, means: &Means) -> Settled {
        let mut notes = Vec::new();
        let is_default = self.cp.is_none() || self.pp.is_none();
        let (most_cp, most_pp) = self.left_to_divide(scenario, means);
        let rail = rail_shares::settle(self.rail, scenario, means);
        let by_default = |what: &str, granted: &Points| match granted.is_empty() {
            true => format!("{what} were divided by the default"),
            false => format!("{what} that were not handed over directly were divided by the default"),
        };
        let cp = self.cp.unwrap_or_else(|| {
            let (cp, repairs) = default_cp(scenario, means, most_cp, &self.grants.cp);
            notes.push(by_default("Command points", &self.grants.cp));
            notes.extend(repairs);
            cp
        });
        let pp = self.pp.unwrap_or_else(|| {
            notes.push(by_default("Pulse points", &self.grants.pp));
            default_pp(scenario, means, most_pp, &self.grants.pp)
        });
        let mut reinforcements = means.planned.clone();
        for (theatre, points) in &self.free {
            *reinforcements.entry(*theatre).or_insert(0) += points;
        }
        let unassigned = means.discretionary.saturating_sub(sum(&self.free));
        let default_theatre = scenario.tables.reinforcements.discretionary_to;
        *reinforcements.entry(default_theatre).or_insert(0) += unassigned;
        if unassigned > 0 {
            let (noun, verb) = if unassigned == 1 { ("reinforcement", "goes") } else { ("reinforcements", "go") };
            notes.push(format!("{unassigned} discretionary {noun} {verb} to {default_theatre}"));
        }
        let mut shifted = BTreeMap::new();
        for (from, to, points) in self.shifts {
            let planned = reinforcements.entry(from).or_insert(0);
            *planned = planned.saturating_sub(points);
            *shifted.entry(to).or_insert(0) += points;
        }
        Settled { cp, pp, is_default, notes, rail, reinforcements, shifted }
    }
}

/// What the lines of a supreme commander's sheet come to, judged by what he was told.
pub fn review(scenario: &Scenario, brief: &Brief<Item>, seat: &SeatId, lines: &[Filed<Order>]) -> Review<Item> {
    let Some(means) = Means::of_brief(scenario, brief, seat) else {
        return Review { lines: lines.iter().map(|_| refused(one(closed()))).collect(), account: Vec::new() };
    };
    let mut division = Division::default();
    let judged = lines.iter().map(|line| match division.take(scenario, &means, &line.order.act) {
        Ok((note, mut remarks)) => {
            remarks.extend(grants::pending(means.approval, line));
            LineReview { note, remarks }
        }
        Err(refusals) => refused(refusals),
    });
    let mut judged: Vec<LineReview> = judged.collect();
    if let (Some(short), Some(last)) =
        (division.overgiven(scenario, &means), lines.iter().rposition(|line| gives_points(&line.order.act)))
    {
        let hint = "Give the Navy more, or the theatres less.";
        let remark = Remark::notice(format!("As your sheet stands, {short}.")).hint(hint).rule("C6.3");
        judged[last].remarks.push(remark);
    }
    let rail = rail_shares::undistributed(&means.rail, division.rail.as_ref());
    Review { lines: judged, account: std::iter::once(undistributed(scenario, &means, &division)).chain(rail).collect() }
}

fn closed() -> Remark {
    let message = "Points and reinforcements are divided by the supreme commander, in the strategic phase.";
    Remark::refused(message).rule("C2.3").rule("D1")
}

fn refused(remarks: Vec<Remark>) -> LineReview {
    debug_assert_eq!(remark::worst(&remarks), LineStatus::Refused);
    LineReview { note: String::new(), remarks }
}

fn undistributed(scenario: &Scenario, means: &Means, division: &Division) -> Item {
    let (most_cp, most_pp) = division.left_to_divide(scenario, means);
    let left = |total: u32, given: &Option<Points>, granted: &Points| {
        total - sum(given.as_ref().unwrap_or(granted)).min(total)
    };
    Item::Undistributed {
        cp: left(most_cp, &division.cp, &division.grants.cp),
        pp: left(most_pp, &division.pp, &division.grants.pp),
        is_cp_divided: division.cp.is_some(),
        is_pp_divided: division.pp.is_some(),
        discretionary: means.discretionary - sum(&division.free).min(means.discretionary),
        is_complete: division.cp.is_some() && division.pp.is_some(),
    }
}

#[cfg(test)]
mod tests;
