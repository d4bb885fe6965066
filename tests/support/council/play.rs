//! A turn of the town: matters that are due, what is bought, the march, the tax.

use adjutant::facts::{Audience, Fact};
use adjutant::game::SeatId;
use adjutant::kit::votes::Stage;
use adjutant::rules::{OrderSet, Outcome};

use super::motions::{decided, enact, rule, voters};
use super::orders::Order;
use super::sight::of_the_company;
use super::{Item, State, Town, next_phase};

pub fn play(town: &Town, state: &State, set: &OrderSet<Order>) -> Outcome<State, Item> {
    let mut after = state.clone();
    let mut events = settle_motions(town, &mut after, set);
    events.extend(buy(town, &mut after, set));
    events.extend(march(&mut after, set));
    after.treasury += after.tax;
    after.turn += 1;
    let next = (after.turn <= town.turns).then(|| next_phase(town, after.turn));
    Outcome { state: after, events, next }
}

/// K5: before anything is paid, so that a law by this deadline counts in this turn.
fn settle_motions(town: &Town, state: &mut State, set: &OrderSet<Order>) -> Vec<Fact<Item>> {
    let held = set.held.clone().unwrap_or_default();
    let voters = voters(town, &held);
    let mut events = Vec::new();
    for motion in state.motions.iter_mut().filter(|motion| !matches!(motion.stage, Stage::Passed | Stage::Fallen)) {
        motion.close_turn(&rule(), (&voters, &held), state.turn);
        events.extend(decided(motion));
    }
    enact(state);
    events
}

/// K2: what stands first, then in the order in which orders came.
fn buy(town: &Town, state: &mut State, set: &OrderSet<Order>) -> Vec<Fact<Item>> {
    let orders = set.in_order_of_receipt();
    let mut standing = orders.iter().filter_map(|(_, line)| match line.order {
        Order::BuyEachTurn(count) => Some(count),
        _ => None,
    });
    state.standing = standing.next_back().unwrap_or(state.standing);
    let wanted = state.standing;
    let mut events = Vec::new();
    if wanted > 0 {
        let bought = pay(state, wanted);
        events.push(Fact::new(super::sight::of_the_treasury(town), Item::Bought { wanted, bought }));
    }
    for (seat, line) in orders {
        let Order::Buy(wanted) = line.order else { continue };
        let bought = pay(state, wanted);
        events.push(Fact::new(Audience::seat(seat), Item::Bought { wanted, bought }));
    }
    events
}

fn pay(state: &mut State, wanted: u32) -> u32 {
    let bought = wanted.min(state.treasury);
    state.treasury -= bought;
    state.supplies += bought;
    bought
}

/// K3: whoever commands it as the turn ends.
fn march(state: &mut State, set: &OrderSet<Order>) -> Option<Fact<Item>> {
    let from = state.company;
    let own = |seat: &SeatId| *seat == state.commander;
    let to = set
        .sheets
        .iter()
        .filter(|(seat, _)| own(seat))
        .flat_map(|(_, lines)| lines)
        .find_map(|line| if let Order::March(to) = line.order { Some(to) } else { None })?;
    if from.distance(to) != 1 {
        return None;
    }
    state.company = to;
    Some(Fact::new(of_the_company(state), Item::Marched { from, to }))
}
