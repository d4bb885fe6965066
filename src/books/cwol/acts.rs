//! What does not wait for the deadline: what is said in Congress, and what the game master enters.

use base::order::Remark;
use rules::{Acted, Giver, RefusedActs};

use super::item::Item;
use super::order::{Act, Order};
use super::scenario::Scenario;
use super::state::State;
use super::{congress, entries};

/// Carries out all of them, or none and why.
pub fn act(
    scenario: &Scenario,
    state: &State,
    giver: &Giver,
    orders: &[Order],
) -> Result<Acted<State, Item>, RefusedActs> {
    let mut after = state.clone();
    let (mut events, mut vain) = (Vec::new(), None);
    for (place, order) in orders.iter().enumerate() {
        let done = match &order.act {
            Act::Congress(said) => congress::say(scenario, &mut after, giver, said).map(|(facts, again)| {
                vain = again;
                facts
            }),
            Act::Entry(entry) => entries::enter(scenario, &mut after, entry),
            _ => Err(Remark::refused("This waits for the deadline.")),
        };
        events.extend(done.map_err(|why| vec![(place, why)])?);
    }
    Ok(Acted { state: after, events, is_told_now: true, vain })
}
