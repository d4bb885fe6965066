//! Units and ships are begun (SLAG 5.2-5.9): what they are made of, what they cost, where there is room.

use kit::amount::Amount;
use kit::funds::{FundsTest, Purchase};
use kit::jobs::{NoRoom, Plan, Room};

use super::super::calendar::campaign_of;
use super::super::order::{Force, ForceKind};
use super::super::price::{MakeUp, purchase_of_ships, purchase_of_units};
use super::super::scenario::{Scenario, UnitRow};
use super::super::side::{Arm, Class, Kind, Pool, Side};
use super::super::state::{Regiments, Ship, Unit, Work};
use super::events::{Done, Failed, Turn};
use super::raising::{men_of, ready};

/// What an order for units says of their make-up.
pub type Asked = (Kind, Option<u32>, Option<u32>);

/// The make-up that is meant, with so many regiments and batteries to make each unit of; else all that would be lawful (5.9).
pub fn make_up_of(row: &UnitRow, asked: Asked, waiting: (u32, u32), count: u32) -> Result<MakeUp, Vec<MakeUp>> {
    let (kind, regiments, batteries) = asked;
    let is_asked = |wanted: Option<u32>, many: u32| wanted.is_none_or(|wanted| wanted == many);
    // Who says how many regiments and nothing of a battery wants none where none is lawful.
    let batteries = batteries.or_else(|| (regiments.is_some() && row.batteries.least == 0).then_some(0));
    let has = |each: u32, there: u32| each.saturating_mul(count.max(1)) <= there;
    let mut lawful = Vec::new();
    for regiments_each in row.regiments.least..=row.regiments.most {
        for batteries_each in row.batteries.least..=row.batteries.most {
            let is_meant = is_asked(regiments, regiments_each) && is_asked(batteries, batteries_each);
            if is_meant && has(regiments_each, waiting.0) && has(batteries_each, waiting.1) {
                lawful.push(MakeUp { kind, regiments: regiments_each, batteries: batteries_each });
            }
        }
    }
    match lawful.as_slice() {
        [one] => Ok(*one),
        _ => Err(lawful),
    }
}

/// SLAG 5.2, 5.5, 5.7, 5.9.
pub fn form(turn: &mut Turn<'_>, side: Side, count: u32, asked: Asked, city: &str) -> Done {
    turn.held_city(side, city)?;
    let kind = asked.0;
    let Some(row) = turn.scenario.tables().units.get(&kind) else {
        return Err(Failed::new("There is no such kind.", "5.9"));
    };
    let waiting = |arm: Option<Arm>| arm.map_or(0, |arm| turn.state.waiting(side, arm, city));
    let waiting = (waiting(kind.regiments_of()), waiting(kind.batteries_of()));
    let make_up = make_up_of(row, asked, waiting, count).map_err(|lawful| no_make_up(row, asked, waiting, &lawful))?;
    let purchase = purchase_of_units(turn.scenario, make_up, count);
    has_means(turn, side, &purchase, make_up.price(turn.scenario).times(count).mp)?;
    let square = turn.held_city(side, city)?.0.square;
    let plans = plan_units(turn, side, make_up, (city, square), count, row.turns)?;
    begin(turn, city, plans)?;
    charge(turn, side, &purchase, make_up.price(turn.scenario).times(count).mp, &format!("building {kind}"))?;
    Ok(format!("Begun at {}: {count} {}; {}.", turn.scenario.city_name(city), make_up.words(), ready(turn, row.turns)))
}

/// SLAG 4.2, 5.2: headquarters and bridges are made of men.
pub fn establish(turn: &mut Turn<'_>, side: Side, count: u32, (kind, pool): (Kind, Option<Pool>), city: &str) -> Done {
    let (place, _) = turn.held_city(side, city)?;
    let (state, square) = (place.state.clone(), place.square);
    let Some(turns) = turn.scenario.tables().units.get(&kind).map(|row| row.turns) else {
        return Err(Failed::new("There is no such kind.", "5.9"));
    };
    let make_up = MakeUp { kind, regiments: 0, batteries: 0 };
    let (purchase, mp) =
        (purchase_of_units(turn.scenario, make_up, count), make_up.price(turn.scenario).times(count).mp);
    has_means(turn, side, &purchase, mp)?;
    has_room(turn, city, Room::Slot, count)?;
    let men = make_up.men(turn.scenario);
    may_staff(pool)?;
    let key = men_of(turn, side, &state, pool, u64::from(men) * u64::from(count))?;
    let plans = (0..count).map(|_| {
        let force =
            Force { side, number: turn.state.next_number(&format!("{side}{kind}")), kind: ForceKind::Unit(kind) };
        let of = vec![(Arm::Infantry, key.state.clone(), key.pool, 1)];
        let unit = new_unit(turn, side, make_up, square, of, force);
        Plan { place: city.to_owned(), room: Room::Slot, turns, work: Work::Unit { force, unit } }
    });
    let plans = plans.collect();
    begin(turn, city, plans)?;
    charge(turn, side, &purchase, mp, &format!("building {kind}"))?;
    Ok(format!("Begun at {}: {count} {}; {}.", turn.scenario.city_name(city), kind.words(count), ready(turn, turns)))
}

/// SLAG 4.2: no coloured troops in headquarters and bridge trains.
pub fn may_staff(pool: Option<Pool>) -> Result<(), Failed> {
    match pool {
        Some(Pool::Usct) => Err(Failed::new("Coloured troops serve in regiments and crews alone.", "4.2")),
        _ => Ok(()),
    }
}

/// SLAG 5.4, 5.8; D49.
pub fn lay_down(turn: &mut Turn<'_>, side: Side, count: u32, (class, pool): (Class, Option<Pool>), port: &str) -> Done {
    let (place, now) = turn.held_city(side, port)?;
    let (state, yards) = (place.state.clone(), now.yards);
    let Some(row) = turn.scenario.tables().ships.get(&class) else {
        return Err(Failed::new("There is no such kind.", "5.9"));
    };
    may_lay_down(turn.scenario, side, class, turn.state.turn == 0, place.port.is_some() && yards > 0)?;
    let (purchase, mp) = (purchase_of_ships(turn.scenario, class, count), row.price.times(count).mp);
    has_means(turn, side, &purchase, mp)?;
    has_room(turn, port, Room::Yard, count)?;
    let key = men_of(turn, side, &state, pool, u64::from(row.crew) * u64::from(count))?;
    let plans: Vec<Plan<Work>> = (0..count)
        .map(|_| {
            let number = turn.state.next_number(&format!("{side}{class}"));
            let force = Force { side, number, kind: ForceKind::Ship(class) };
            let (port, base, of) = (port.to_owned(), port.to_owned(), key.clone());
            let place = port.clone();
            let ship =
                Ship { side, class, port, base, crew: row.crew, of, stores: row.stores, damage: 0, is_active: true };
            Plan { place, room: Room::Yard, turns: row.turns, work: Work::Ship { force, ship } }
        })
        .collect();
    begin(turn, port, plans)?;
    charge(turn, side, &purchase, mp, &format!("building {class}"))?;
    Ok(format!(
        "Laid down at {}: {count} {}; {}.",
        turn.scenario.city_name(port),
        class.words(count),
        ready(turn, row.turns)
    ))
}

/// SLAG 5.2, 5.4: which ships a side builds at home, and when.
pub fn may_lay_down(
    scenario: &Scenario,
    side: Side,
    class: Class,
    is_pregame: bool,
    is_yard: bool,
) -> Result<(), Failed> {
    let Some(row) = scenario.tables().ships.get(&class) else { return Ok(()) };
    if !is_yard {
        return Err(Failed::new("Ships are built in ports with dockyards.", "5.2"));
    }
    if is_pregame && !row.is_pregame {
        return Err(Failed::new("On the build turn gunboats, sloops and frigates alone are built.", "5.2"));
    }
    if !is_pregame && !row.sides.contains(&side) {
        return Err(Failed::new("The Confederacy builds no ironclads, frigates and sloops at home.", "5.4"));
    }
    Ok(())
}

/// SLAG 5.5, D44, D45; SLAG 2.10 for MPs.
fn has_means(turn: &Turn<'_>, side: Side, purchase: &Purchase, mp: Amount) -> Result<(), Failed> {
    let most = turn.scenario.tables().limits.order;
    if purchase.count > most {
        return Err(Failed::new(format!("One order is for {most} at most."), "D56"));
    }
    let test = FundsTest { turns: turn.scenario.tables().fund.turns };
    test.check(purchase, turn.state.funds(side)).map_err(|short| Failed::new(too_dear(short.needed), "5.5"))?;
    if turn.state.mp(side) < mp {
        return Err(Failed::new(format!("{mp} MPs are wanted, and there are not so many."), "2.10"));
    }
    Ok(())
}

/// What to say of a price that the treasury cannot pay: never what it holds, for not every giver may know that.
pub fn too_dear(wanted: Amount) -> String {
    format!("{wanted} Eg must be in hand, and there was not so much left.")
}

/// SLAG 5.7, 5.8: limits do not hold on the build turn.
fn has_room(turn: &Turn<'_>, place: &str, room: Room, wanted: u32) -> Result<(), Failed> {
    if turn.state.turn == 0 {
        return Ok(());
    }
    let free = most_at(turn, place, room).saturating_sub(turn.state.jobs.taken(place, room));
    if wanted <= free {
        return Ok(());
    }
    Err(no_room(turn.scenario, place, &NoRoom { room, wanted, free }))
}

fn most_at(turn: &Turn<'_>, place: &str, room: Room) -> u32 {
    let Some(city) = turn.state.city(place) else { return 0 };
    match room {
        Room::Slot => turn.scenario.tables().limits.city.of(city.level),
        Room::Yard => city.yards,
        Room::None => u32::MAX,
    }
}

fn no_room(scenario: &Scenario, place: &str, short: &NoRoom) -> Failed {
    let name = scenario.city_name(place);
    match short.room {
        Room::Yard => Failed::new(format!("{name} has {} dockyards free.", short.free), "5.8"),
        Room::Slot | Room::None => {
            Failed::new(format!("{name} can take {} units more under construction.", short.free), "5.7")
        }
    }
}

fn begin(turn: &mut Turn<'_>, place: &str, plans: Vec<Plan<Work>>) -> Result<(), Failed> {
    let is_limited = turn.state.turn > 0;
    let mosts = [most_at(turn, place, Room::Slot), most_at(turn, place, Room::Yard)];
    let most = |_: &str, room: Room| match room {
        Room::Slot if is_limited => Some(mosts[0]),
        Room::Yard if is_limited => Some(mosts[1]),
        _ => None,
    };
    let started = turn.state.jobs.start(plans, most);
    started.map(|_| ()).map_err(|short| no_room(turn.scenario, place, &short))
}

fn charge(turn: &mut Turn<'_>, side: Side, purchase: &Purchase, mp: Amount, subject: &str) -> Result<(), Failed> {
    let paid = turn.state.pay("5.2", side, purchase.total(), subject);
    paid.map_err(|short| Failed::new(too_dear(short.wanted), "5.5"))?;
    turn.state.use_mp("2.10", side, mp, subject);
    Ok(())
}

fn plan_units(
    turn: &mut Turn<'_>,
    side: Side,
    make_up: MakeUp,
    (city, square): (&str, board::square::Square),
    count: u32,
    turns: u32,
) -> Result<Vec<Plan<Work>>, Failed> {
    has_room(turn, city, Room::Slot, count)?;
    let mut plans = Vec::new();
    for _ in 0..count {
        let mut of = Vec::new();
        for (arm, wanted) in
            [(make_up.kind.regiments_of(), make_up.regiments), (make_up.kind.batteries_of(), make_up.batteries)]
        {
            let Some(arm) = arm else { continue };
            of.extend(take_waiting(&mut turn.state.regiments, side, arm, city, wanted));
        }
        let kind = make_up.kind;
        let number = turn.state.next_number(&format!("{side}{kind}"));
        let force = Force { side, number, kind: ForceKind::Unit(kind) };
        let unit = new_unit(turn, side, make_up, square, of, force);
        plans.push(Plan { place: city.to_owned(), room: Room::Slot, turns, work: Work::Unit { force, unit } });
    }
    Ok(plans)
}

/// Takes regiments or batteries that wait in a city, in the order in which they came.
fn take_waiting(
    waiting: &mut Vec<Regiments>,
    side: Side,
    arm: Arm,
    city: &str,
    mut wanted: u32,
) -> Vec<(Arm, String, Pool, u32)> {
    let mut taken = Vec::new();
    for row in waiting.iter_mut().filter(|row| row.side == side && row.arm == arm && row.city == city) {
        let count = row.count.min(wanted);
        row.count -= count;
        wanted -= count;
        if count > 0 {
            taken.push((arm, row.state.clone(), row.pool, count));
        }
    }
    waiting.retain(|row| row.count > 0);
    taken
}

fn new_unit(
    turn: &mut Turn<'_>,
    side: Side,
    make_up: MakeUp,
    square: board::square::Square,
    of: Vec<(Arm, String, Pool, u32)>,
    force: Force,
) -> Unit {
    let quality = quality_of(turn, side, make_up.kind, &of, force);
    Unit {
        side,
        kind: make_up.kind,
        square,
        regiments: make_up.regiments,
        batteries: make_up.batteries,
        men: make_up.men(turn.scenario),
        of,
        quality,
        experience: 0,
        morale: 10 * quality,
        supplies: 1,
        stragglers: Vec::new(),
        is_active: true,
    }
}

/// D53, D30: the average of its kind, a level less for bounty men and drafted men, 2 or 3 less for militia men in another unit; and
/// a die that shows 1 for one less and 4 for one more.
fn quality_of(turn: &mut Turn<'_>, side: Side, kind: Kind, of: &[(Arm, String, Pool, u32)], force: Force) -> u32 {
    const EARLY_CAMPAIGNS: u32 = 2;
    let base = turn.scenario.tables().quality.get(&kind).map_or(5, |row| *row.of(side));
    let is_early = campaign_of(turn.scenario, turn.state.turn) < EARLY_CAMPAIGNS;
    let base = if kind == Kind::Cavalry && !is_early { 5 } else { base };
    // Batteries count where there are no regiments.
    let regiments: Vec<_> = of.iter().filter(|row| Some(row.0) == kind.regiments_of()).collect();
    let of: Vec<_> = if regiments.is_empty() { of.iter().collect() } else { regiments };
    let all: u32 = of.iter().map(|row| row.3).sum();
    let from = |pool: Pool| of.iter().filter(|row| row.2 == pool).map(|row| row.3).sum::<u32>() * 2 >= all && all > 0;
    let mut quality = i64::from(base);
    if from(Pool::Bounty) || from(Pool::Draft) {
        quality -= 1;
    }
    if kind != Kind::Militia && from(Pool::Militia) {
        quality -= i64::from(turn.dice.roll(&format!("{side}:older men of {}", force.name()), 2)) + 1;
    }
    quality += match turn.dice.roll(&format!("{side}:quality of {}", force.name()), 4) {
        1 => -1,
        4 => 1,
        _ => 0,
    };
    u32::try_from(quality.clamp(1, 10)).unwrap_or(1)
}

/// Why a unit cannot be made as it was ordered, with what would be lawful.
fn no_make_up(row: &UnitRow, asked: Asked, waiting: (u32, u32), lawful: &[MakeUp]) -> Failed {
    let kind = asked.0;
    if lawful.len() > 1 {
        let words: Vec<String> = lawful.iter().map(|make_up| make_up.words()).collect();
        return Failed::new(format!("More than one make-up is lawful: {}.", words.join("; ")), "5.9");
    }
    let mut parts = Vec::new();
    if kind.regiments_of().is_some() {
        parts.push(format!("{} regiments", row.regiments.words()));
    }
    if kind.batteries_of().is_some() {
        parts.push(format!("{} batteries", row.batteries.words()));
    }
    let why = format!(
        "{kind} is made of {}; {} and {} wait there.",
        parts.join(" and "),
        counted(waiting.0, "regiment", "regiments"),
        counted(waiting.1, "battery", "batteries")
    );
    Failed::new(why, "5.9")
}

fn counted(count: u32, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}
