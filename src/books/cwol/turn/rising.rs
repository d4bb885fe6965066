//! Militia rises in a city that is loyal to its side and held by the enemy (SLAG 5.3; D51 and the ruling on risings).

use kit::amount::{Amount, Share};
use kit::rising::Outcome;

use super::super::contact::men_in;
use super::super::price::MakeUp;
use super::super::refusal::may_rise;
use super::super::side::{Arm, Kind, Pool, Side};
use super::super::state::PoolKey;
use super::building::begin_unit;
use super::capture::capture;
use super::events::{Done, Failed, Turn, holder, too_dear};
use super::raising::draw;
use super::stacks::drive_out;

const RULE: &str = "5.3";

/// Men and money are gone either way; half of the men come back when it fails. Success takes the city, and the unit is built there.
pub fn rise(turn: &mut Turn<'_>, side: Side, regiments: u32, city: &str) -> Done {
    let aligned = turn.state.city(city).map_or(side.enemy(), |now| now.aligned);
    may_rise(turn.scenario, side, city, (aligned, holder(turn.scenario, &turn.state, city)))?;
    is_first(turn, city)?;
    let make_up = MakeUp { kind: Kind::Militia, regiments, batteries: 0 };
    let price = make_up.price(turn.scenario);
    let name = turn.scenario.city_name(city);
    let state = turn.scenario.city(city).map_or_else(String::new, |city| city.state.clone());
    let key = PoolKey { side, state, pool: Pool::Militia };
    let men = make_up.men(turn.scenario);
    turn.has_mp(side, price.mp)?;
    if turn.state.funds(side) < price.eagles {
        return Err(Failed::new(too_dear(price.eagles), RULE));
    }
    draw(turn, &key, u64::from(men))?;
    pay(turn, side, price.eagles, price.mp, &format!("rising at {name}"));
    turn.state.risings.make(city.to_owned());
    match attempt(turn, side, men, city) {
        Outcome::Taken => {
            let facts = capture(turn.scenario, &mut turn.state, city, side);
            facts.into_iter().for_each(|fact| turn.tell_fact(fact));
            drive_out(turn.scenario, &mut turn.state, side.enemy(), city);
            let of = vec![(Arm::Militia, key.state, key.pool, regiments)];
            begin_unit(turn, side, make_up, city, of);
            Ok(format!("The militia rose and took {name}."))
        }
        Outcome::Failed { back, lost } => {
            // They were drawn above.
            let _back = turn.state.pools.give_back(key, u64::from(back));
            let _lost = turn.state.pools.lose(u64::from(lost));
            Err(Failed::new(format!("The rising failed; {back} men came home, {lost} did not."), RULE))
        }
    }
}

/// SLAG 5.3: once a campaign.
fn is_first(turn: &Turn<'_>, city: &str) -> Result<(), Failed> {
    if turn.state.risings.was_made(&city.to_owned()) {
        let name = turn.scenario.city_name(city);
        return Err(Failed::new(format!("In {name} it was tried in this campaign before."), RULE));
    }
    Ok(())
}

/// The chance falls with the men of all hostile units in the city's square.
fn attempt(turn: &mut Turn<'_>, side: Side, men: u32, city: &str) -> Outcome {
    let square = turn.scenario.city(city).map(|city| city.square);
    let garrison = square.map_or(0, |square| men_in(&turn.state, side.enemy(), square));
    let rising = turn.scenario.tables().rising;
    let chance = rising.chance(garrison, Share::new(1, 1));
    let purpose = format!("{side}: rising at {}", turn.scenario.city_name(city));
    rising.attempt(men, chance, |sides| turn.dice.roll(&purpose, sides))
}

/// There is enough: it was looked at before men were taken.
fn pay(turn: &mut Turn<'_>, side: Side, eagles: Amount, mp: Amount, subject: &str) {
    let _paid = turn.state.pay(RULE, side, eagles, subject);
    turn.state.use_mp(RULE, side, mp, subject);
}
