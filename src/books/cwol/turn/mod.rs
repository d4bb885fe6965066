//! A turn is played: the steps of its sequence one after another, each in a file of its own.

mod abroad;
mod armies;
mod battle;
mod boats;
mod bought;
mod building;
mod buying;
mod capture;
mod charter;
mod close;
mod commerce;
mod costs;
mod depots;
mod events;
mod fights;
mod fleet;
mod forts;
mod gold;
mod guns;
mod held;
mod income;
mod loans;
mod march;
mod naval;
mod news;
mod paper;
mod posts;
mod rail;
mod raising;
mod rank;
mod reinforcing;
mod removal;
mod rising;
mod sailing;
mod shelling;
mod shells;
mod shores;
mod stacks;
mod standing;
mod stations;
mod transfers;
mod weapons;

use base::game::{Dice, NextPhase, SeatId};
use base::order::Filed;
use rules::{OrderSet, Outcome};
use serde::Serialize;

use super::approval::{Word, refused, word};
use super::calendar;
use super::congress;
use super::item::Item;
use super::land::{Seen, outlooks, seen};
use super::order::{Act, Change, Order, Works};
use super::refusal::Failed;
use super::scenario::Scenario;
use super::side::Side;
use super::state::{Glimpse, State};

pub use abroad::may_come;
pub use battle::enter as enter_battle;
pub use building::{make_up_of, may_lay_down, may_staff, wanting};
pub use capture::capture;
pub use charter::shipping;
pub use commerce::is_of_warships;
pub use depots::site_of;
pub use events::{Turn, holder};
pub use forts::cover_of;
pub use income::undisturbed_revenue_of;
pub use naval::site_of_battery;
pub use raising::{available, can_raise_from, may_draw, may_stand, pool_of};
pub use reinforcing::{price_of, price_of_crew};
pub use sailing::off_the_rivers;
pub use stacks::{drive_out, stacks, tac_of};
pub use standing::may_forward;
pub use stations::{bound_for, may_come_in, may_lie, may_sail};
pub use transfers::{is_whole, lost_words, merger_of, whole};
pub use weapons::{kind_of, may_have};

/// A step of the sequence: what it is called, the rule that puts it in its place, and whether the build turn before the war has it.
#[derive(Serialize)]
pub struct Step {
    name: &'static str,
    rule: &'static str,
    is_pregame: bool,
    #[serde(skip)]
    run: fn(&mut Turn<'_>),
}

/// The sequence of a turn (section 3 of the decisions).
pub const SEQUENCE: &[Step] = &[
    Step { name: "bills that are due become law or fall", rule: "D12", is_pregame: true, run: congress::close },
    Step { name: "units are disbanded, ships scuttled", rule: "5.15", is_pregame: false, run: removal::remove },
    Step { name: "units and ships are laid up or called out", rule: "6.1", is_pregame: false, run: costs::change_duty },
    Step {
        name: "regiments and crews go over, units merge",
        rule: "5.11",
        is_pregame: false,
        run: transfers::transfer,
    },
    Step { name: "units and crews are reinforced", rule: "5.14", is_pregame: false, run: reinforcing::reinforce },
    Step { name: "ships have other bases", rule: "6.3", is_pregame: false, run: fleet::change_bases },
    Step { name: "standing orders change", rule: "7.5", is_pregame: false, run: standing::change },
    Step { name: "men are taken for regiments", rule: "5.1", is_pregame: false, run: raising::raise },
    Step { name: "ships that met on rivers fight", rule: "N7.1", is_pregame: false, run: fights::fight_contacts },
    Step { name: "armies fight where they have met", rule: "battle", is_pregame: false, run: battle::settle },
    Step { name: "ships bombard", rule: "N4.7", is_pregame: false, run: shelling::bombard },
    Step { name: "ships on rivers move", rule: "N6.1", is_pregame: false, run: sailing::move_ships },
    Step { name: "ships at sea go to their stations", rule: "sea", is_pregame: false, run: stations::sail_to_stations },
    Step { name: "blockades and what ships do to commerce", rule: "2.7", is_pregame: false, run: commerce::direct },
    Step {
        name: "armies move: by rail, on foot, by river",
        rule: "march",
        is_pregame: false,
        run: armies::move_armies,
    },
    Step { name: "shells fall on what held still", rule: "N4.7", is_pregame: false, run: shelling::fall },
    Step { name: "cities fall to who is alone in them", rule: "5.10", is_pregame: false, run: capture::fall },
    Step { name: "loans and greenbacks come in", rule: "3.1", is_pregame: false, run: loans::borrow_and_print },
    Step { name: "cities pay", rule: "2.3", is_pregame: false, run: income::collect },
    Step { name: "interest is paid before all else", rule: "3.2", is_pregame: false, run: loans::pay_interest },
    Step { name: "paper is bought back, MPs bought in Europe", rule: "1.3", is_pregame: false, run: gold::spend },
    Step { name: "units, regiments and ships are kept", rule: "6.1", is_pregame: false, run: costs::keep },
    Step { name: "builds and purchases, as their orders came", rule: "5.5", is_pregame: true, run: build_and_buy },
    Step { name: "fortifications are begun", rule: "8.3", is_pregame: false, run: forts::begin },
    Step { name: "weapons are improved", rule: "9.1", is_pregame: false, run: weapons::improve },
    Step { name: "bounties are paid", rule: "4.3", is_pregame: false, run: raising::pay_bounties },
    Step { name: "standing orders buy and send", rule: "7.5", is_pregame: false, run: standing::carry_out },
    Step { name: "greenbacks find their value", rule: "1.2", is_pregame: false, run: paper::revalue },
    Step { name: "units and ships have other commanders", rule: "D54", is_pregame: false, run: fleet::change_commands },
    Step { name: "depots and caches are given up", rule: "7.8", is_pregame: false, run: depots::remove },
    Step { name: "work goes on", rule: "5.1", is_pregame: true, run: close::work_goes_on },
    Step { name: "new laws come into force", rule: "D12", is_pregame: true, run: congress::take_effect },
    Step { name: "the season may end", rule: "5.15", is_pregame: false, run: close::season },
];

/// Plays the open turn; `after` hears the name of each step when it is done.
pub fn play(
    scenario: &Scenario,
    state: &State,
    orders: &OrderSet<Order>,
    dice: &mut Dice,
    after: &mut dyn FnMut(&'static str),
) -> Outcome<State, Item> {
    let mut state = state.clone();
    state.ledger.close();
    // What acts and entries did to morale since the last turn is told with this one.
    let since = state.told.morale.split_off(state.told.played.min(state.told.morale.len()));
    sailing::remember(scenario, &mut state);
    let lost = held::lose(scenario, &mut state);
    Side::BOTH.into_iter().for_each(|side| note_sight(scenario, &mut state, side));
    state.told = super::state::Told { morale: since, ..Default::default() };
    let mut turn = Turn::new(scenario, state, orders, dice);
    turn.lost = lost;
    turn.boarding = armies::boarding(&turn);
    after("the turn begins");
    let is_pregame = turn.state.turn == 0;
    for step in SEQUENCE.iter().filter(|step| step.is_pregame || !is_pregame) {
        (step.run)(&mut turn);
        after(step.name);
    }
    let (mut state, events) = turn.end();
    state.told.played = state.told.morale.len();
    state.note_money();
    state.turn += 1;
    state.is_over =
        state.turn > scenario.last_turn() || Side::BOTH.into_iter().any(|side| state.nations.of(side).has_surrendered);
    let next = (!state.is_over).then(|| next_phase(scenario, state.turn));
    Outcome { state, events, next }
}

/// What a side sees as the turn begins is told as old in the next report where it is out of sight by then.
fn note_sight(scenario: &Scenario, state: &mut State, side: Side) {
    let own = state.units.values().filter(|unit| unit.side == side);
    let seen = seen(scenario, state, side, &outlooks(scenario, own));
    let glimpse = |seen: Seen| Glimpse { square: seen.square, what: seen.what, counts: seen.counts };
    *state.glimpses.of_mut(side) = seen.into_iter().map(glimpse).collect();
}

/// SLAG 5.2, D49: what the build turn before the war is for.
pub fn not_on_build_turn() -> Failed {
    Failed::new(
        "On the build turn units, headquarters, bridges and ships are begun, and nothing else, naval batteries neither.",
        "D49",
    )
}

/// The phase of a turn: whoever governs, raises and spends owes orders; who votes, stands in or commands need not write; on the
/// build turn whoever builds. The two
/// Presidents are waited for.
pub fn next_phase(scenario: &Scenario, turn: u32) -> NextPhase {
    use super::office::Office;
    let seats = |is_meant: fn(Office) -> bool| scenario.seats_of(|row| is_meant(row.office));
    let owing = match turn {
        0 => seats(|office| matches!(office, Office::President | Office::Treasury)),
        _ => seats(|office| !matches!(office, Office::Officer | Office::Congressman | Office::Vice)),
    };
    NextPhase::new("turn", calendar::title(scenario, turn), owing).awaiting(seats(|office| office == Office::President))
}

/// Builds and purchases of all offices in the order in which they came (D45).
fn build_and_buy(turn: &mut Turn<'_>) {
    let orders = turn.orders();
    for place in 0..orders.len() {
        build_or_buy(turn, &orders, place);
    }
}

fn build_or_buy(turn: &mut Turn<'_>, orders: &[(SeatId, Filed<Order>)], place: usize) {
    let Some((seat, line)) = orders.get(place) else { return };
    let Some(side) = Side::of_seat(seat.as_str()) else { return };
    if turn.state.turn == 0 && !line.order.act.is_of_build_turn() {
        turn.tell_result(seat, line, Err(not_on_build_turn()));
        return;
    }
    turn.giver = Some(seat.clone());
    let done = match &line.order.act {
        Act::Change(Change::Repair { force }) => {
            rank::commands(turn, seat, &line.order.act).and_then(|()| fleet::repair(turn, side, *force))
        }
        Act::Form { count, kind, regiments, batteries, city, weapons } => {
            building::form(turn, side, *count, ((*kind, *regiments, *batteries), *weapons), city)
        }
        Act::Rise { regiments, city } => {
            let is_about = |act: &Act, _: Side| matches!(act, Act::Rise { city: other, .. } if other == city);
            rank::stands(turn, orders, place, is_about).and_then(|()| rising::rise(turn, side, *regiments, city))
        }
        Act::Establish { count, kind, pool, city } => building::establish(turn, side, *count, (*kind, *pool), city),
        Act::Charter { class, capacity, port } => charter::charter(turn, side, *class, *capacity, port),
        Act::LayDown { count, class, pool, port } => building::lay_down(turn, side, *count, (*class, *pool), port),
        Act::BuySupplies { count, city } => buying::supplies(turn, side, *count, city),
        Act::BuyStores { count, port } => buying::stores(turn, side, *count, port),
        Act::Works(Works::BuildDepot { kind, square, tac }) => depots::build(turn, side, *kind, *square, *tac),
        Act::Works(Works::Emplace { batteries, city, square, tac, weapons }) => {
            naval::emplace(turn, side, (*batteries, *weapons), city, (*square, *tac))
        }
        Act::Works(Works::BuildAbroad { count, class, pool, port }) => match word(line) {
            Word::Given => abroad::build(turn, side, *count, (*class, *pool), port),
            other => Err(refused(other, "D50")),
        },
        _ => return,
    };
    turn.tell_result(seat, line, done);
}
