//! The two Congresses: bills that are moved, voted on, signed, vetoed and overruled, and what becomes law. A bill of one side is
//! nothing to the other: each numbers its own.

mod law;

use std::collections::BTreeSet;

use base::facts::{Audience, Fact};
use base::game::{SeatId, SeatSet};
use base::order::Remark;
use kit::votes::{Assent, Ballot, Barred, Heard, Majority, Motion, Rule, Stage};
use rules::Giver;

use super::entitlement::{Section, all_of, readers};
use super::item::Item;
use super::office::Office;
use super::order::{Congress, Subject};
use super::scenario::Scenario;
use super::side::Side;
use super::state::{Bill, State};
use super::turn::Turn;

use law::refused;

pub use law::{enact, is_within_limits, may_become_law, take_effect};

/// Carries out what somebody says there, or says why it cannot be. Of what he had said before, and that settles nothing, no more is kept than
/// when he said it; then with what he is told.
pub fn say(
    scenario: &Scenario,
    state: &mut State,
    giver: &Giver,
    said: &Congress,
) -> Result<(Vec<Fact<Item>>, Option<Remark>), Remark> {
    let seat = &giver.seat;
    let side = Side::of_seat(seat.as_str()).ok_or_else(|| refused("No side's Congress hears this seat."))?;
    let number = match said {
        Congress::Move(subject) => {
            let number = bring(scenario, state, (side, giver), *subject)?;
            let item = Item::Brought { number, what: subject.words() };
            return Ok((vec![Fact::new(Audience::seat(seat), item)], None));
        }
        Congress::Vote { bill, .. }
        | Congress::Sign { bill }
        | Congress::Veto { bill }
        | Congress::Override { bill } => *bill,
    };
    if !speaking(scenario, side, &giver.held).contains(seat) {
        return Err(refused("Nobody holds this office, and nobody speaks for it in Congress."));
    }
    let (voters, turn) = (voters(scenario, side, &giver.held), state.turn);
    let (rule, least) = (rule_of(scenario, side), scenario.tables().congress.time_to_sign);
    let Some(bill) = state.bills.of_mut(side).iter_mut().find(|bill| bill.number == number) else {
        return Err(refused(format!("There is no bill {number}.")));
    };
    // A number is given anew when a phase is taken back.
    let at = giver.received.map(|came| came.at);
    if bill.is_unknown_to(at, giver.received.map(|came| String::from(came.letter)).as_deref()) {
        return Err(
            refused(format!("Bill {number} was brought after your letter came.")).hint("Say it again if it is meant.")
        );
    }
    let done = match said {
        Congress::Vote { ballot, .. } => bill.vote(&rule, &voters, (seat, *ballot), (turn, at)),
        Congress::Sign { .. } => bill.assent(&rule, (seat, true), turn).map(|()| Heard::New),
        Congress::Veto { .. } => bill.assent(&rule, (seat, false), turn).map(|()| Heard::New),
        Congress::Override { .. } => bill.overrule(&rule, &voters, seat).map(|()| Heard::New),
        Congress::Move(_) => Ok(Heard::New),
    };
    let heard = done.map_err(|why| barred(number, why))?;
    let is_carried_now = matches!(said, Congress::Vote { .. }) && bill.stage == Stage::AwaitsAssent;
    if is_carried_now {
        bill.carried_at = giver.done.map(|done| done.at);
        give_time(bill, turn, giver.done.map(|done| done.deadline), least);
    }
    let is_in_vain = heard == Heard::Again && bill.stage == Stage::Open;
    let settled = settled(scenario, state, (side, &speaking(scenario, side, &giver.held)), number);
    Ok((settled, is_in_vain.then(|| barred(number, Barred::SaidBefore))))
}

/// The President has so many seconds at least in which to say something. Where a turn ends sooner after a vote carried a bill, at its
/// deadline or before it, the bill waits until the next turn's.
fn give_time(bill: &mut Bill, turn: u32, end: Option<i64>, least: i64) {
    let is_short = |(end, carried): (i64, i64)| end - carried < least;
    if bill.stage == Stage::AwaitsAssent && end.zip(bill.carried_at).is_some_and(is_short) {
        bill.until = bill.until.max(turn + 1);
    }
}

/// A bill is brought, to be voted on until the deadline of the next turn.
fn bring(
    scenario: &Scenario,
    state: &mut State,
    (side, giver): (Side, &Giver),
    subject: Subject,
) -> Result<u32, Remark> {
    let by = &giver.seat;
    law::may_become_law(scenario, state, side, subject)?;
    let is_open = |bill: &&Bill| bill.matter == subject && !is_settled(bill.stage);
    if let Some(same) = state.bills.of(side).iter().find(is_open) {
        return Err(refused(format!("Bill {} says the same.", same.number)));
    }
    let own = state.bills.of(side).iter().filter(|bill| bill.moved_by == *by && !is_settled(bill.stage)).count();
    let most = scenario.tables().congress.open;
    if own >= most {
        return Err(refused(format!("{most} bills of yours are open; one of them must be settled first.")));
    }
    let turn = state.turn;
    let bills = state.bills.of_mut(side);
    let number = bills.last().map_or(0, |bill| bill.number) + 1;
    // No other letter knows its number before that, whenever the one came that brings it.
    let moved_at = giver.done.map(|done| done.at).or(giver.received.map(|came| came.at));
    bills.push(
        Motion::new(number, subject, by.clone(), turn + 1)
            .brought_at(moved_at, giver.received.map(|came| String::from(came.letter))),
    );
    Ok(number)
}

/// The deadline: what was to be settled by then is, and what became law by it counts in this turn (D12).
pub fn close(turn: &mut Turn<'_>) {
    for side in Side::BOTH {
        let held = speaking(turn.scenario, side, &turn.held());
        let (rule, voters) = (rule_of(turn.scenario, side), voters(turn.scenario, side, &held));
        let (now, ended_at) = (turn.state.turn, turn.ended_at);
        let least = turn.scenario.tables().congress.time_to_sign;
        let mut due = Vec::new();
        for bill in turn.state.bills.of_mut(side).iter_mut().filter(|bill| !is_settled(bill.stage)) {
            give_time(bill, now, ended_at, least);
            bill.close_turn(&rule, (&voters, &held), now);
            due.push(bill.number);
        }
        for number in &due {
            let facts = settled(turn.scenario, &mut turn.state, (side, &held), *number);
            facts.into_iter().for_each(|fact| turn.tell_fact(fact));
        }
        for bill in turn.state.bills.of_mut(side).iter_mut().filter(|bill| due.contains(&bill.number)) {
            // Who has left his seat has no voice any more.
            bill.ballots.retain(|seat, _| held.contains(seat));
            bill.cast_at.retain(|seat, _| held.contains(seat));
            bill.overruling.retain(|seat| held.contains(seat));
        }
    }
}

/// A bill that is open needs no vote any more when the game master has entered what it says; its number.
pub fn settle_as_law(state: &mut State, side: Side, subject: Subject) -> Option<u32> {
    let mut open = state.bills.of_mut(side).iter_mut().filter(|bill| !is_settled(bill.stage));
    let bill = open.find(|bill| bill.matter == subject)?;
    bill.stage = Stage::Passed;
    Some(bill.number)
}

/// Whether nothing more can be said of it.
pub fn is_settled(stage: Stage) -> bool {
    matches!(stage, Stage::Passed | Stage::Fallen)
}

/// Of a bill that is settled now: it becomes law, or not, and its side hears of it. Of a seat that has no voice then the vote is told as
/// one that did not count.
fn settled(scenario: &Scenario, state: &mut State, (side, heard): (Side, &SeatSet), number: u32) -> Vec<Fact<Item>> {
    let Some(bill) = state.bills.of(side).iter().find(|bill| bill.number == number) else { return Vec::new() };
    let (subject, is_law) = match bill.stage {
        Stage::Passed => (bill.matter, true),
        Stage::Fallen => (bill.matter, false),
        Stage::Open | Stage::AwaitsAssent | Stage::Vetoed => return Vec::new(),
    };
    let cast = |is_meant: &dyn Fn(&SeatId, Ballot) -> bool| {
        let cast = bill.ballots.iter().filter(|(seat, ballot)| is_meant(seat, **ballot));
        cast.map(|(seat, _)| scenario.title(seat)).collect::<Vec<_>>()
    };
    let of = |wanted: Ballot| cast(&|seat, ballot| ballot == wanted && heard.contains(seat));
    let uncounted = cast(&|seat, _| !heard.contains(seat));
    let overruling = bill.overruling.iter().filter(|seat| is_law && heard.contains(*seat));
    let overruling = overruling.map(|seat| scenario.title(seat)).collect();
    let tally = Item::Tally { number, ayes: of(Ballot::Aye), noes: of(Ballot::No), uncounted, overruling };
    if is_law {
        enact(scenario, state, side, subject);
    }
    let item = Item::Decided { number, what: subject.words(), is_law };
    let to = |seats, item| Fact::new(Audience::Seats(seats), item);
    vec![to(all_of(scenario, side), item), to(readers(scenario, side, Section::Bills), tally)]
}

/// So many of the Congressmen whose seat somebody holds decide at once, else at the deadline the ballots that were cast, and between
/// equals the Vice-President's; the President's silence is assent; so many of them overrule his veto.
fn rule_of(scenario: &Scenario, side: Side) -> Rule<SeatId> {
    let president = seats_of(scenario, side, Office::President).into_iter().next();
    let ([carried, of], [overruled, of_all]) =
        (scenario.tables().congress.carried, scenario.tables().congress.overruled);
    Rule {
        at_once: Majority::MoreThan(carried, of),
        by_ballots_cast: true,
        casting: seats_of(scenario, side, Office::Vice).into_iter().next(),
        assent: president.map(|by| Assent {
            by,
            is_given_by_silence: true,
            overruled_by: Some(Majority::AtLeast(overruled, of_all)),
        }),
    }
}

/// Whose word counts: of the seats that somebody holds, and of the President's and the Vice-President's, whose orders a stand-in gives;
/// a vacant Congressman has none, and no vote (the ruling on vacant seats).
fn speaking(scenario: &Scenario, side: Side, held: &SeatSet) -> SeatSet {
    let offices = [Office::President, Office::Vice].into_iter().flat_map(|office| seats_of(scenario, side, office));
    held.iter().cloned().chain(offices).collect()
}

/// The Congressmen whose seats somebody holds.
fn voters(scenario: &Scenario, side: Side, held: &SeatSet) -> BTreeSet<SeatId> {
    seats_of(scenario, side, Office::Congressman).intersection(held).cloned().collect()
}

fn seats_of(scenario: &Scenario, side: Side, office: Office) -> SeatSet {
    scenario.seats_of(|row| row.side == side && row.office == office)
}

fn barred(number: u32, why: Barred) -> Remark {
    refused(match why {
        Barred::NoSay => format!("Your office has no say in bill {number}."),
        Barred::SaidLater => {
            format!("A letter of yours that came later has your vote on bill {number}; that one stands.")
        }
        Barred::SaidBefore => format!("You have said the same of bill {number} before; it counts once."),
        Barred::NotNow(Stage::Open) => format!("Bill {number} was not carried yet."),
        Barred::NotNow(Stage::AwaitsAssent) => format!("Bill {number} was carried, and waits for the President."),
        Barred::NotNow(Stage::Vetoed) => {
            format!("Bill {number} was vetoed; \"override {number}\" would overrule that.")
        }
        Barred::NotNow(Stage::Passed) => format!("Bill {number} is law."),
        Barred::NotNow(Stage::Fallen) => format!("Bill {number} has fallen."),
    })
}
