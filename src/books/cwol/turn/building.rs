//! Units and ships are begun (SLAG 5.2-5.9): what they are made of, what they cost, where there is room.

use board::square::Square;
use kit::amount::Amount;
use kit::funds::{FundsTest, Purchase};
use kit::jobs::{NoRoom, Plan, Room};

use super::super::calendar::campaign_of;
use super::super::counted::counted;
use super::super::order::{Force, ForceKind, Weapons};
use super::super::price::{MakeUp, purchase_of_ships, purchase_of_units, weapons_of_new};
use super::super::refusal::is_one_order;
use super::super::scenario::{Scenario, UnitKindRow};
use super::super::side::{Arm, Class, Kind, Pool, Side};
use super::super::state::{PoolKey, Regiments, Ship, Unit, Work};
use super::events::{Done, Failed, Turn, too_dear};
use super::raising::{crews_of, ready};
use super::weapons::may_have;

/// What an order for units says of their make-up.
pub type Asked = (Kind, Option<u32>, Option<u32>);

/// The make-up that is meant, with so many regiments and batteries to make each unit of; else all that would be lawful (5.9).
pub fn make_up_of(row: &UnitKindRow, asked: Asked, waiting: (u32, u32), count: u32) -> Result<MakeUp, Vec<MakeUp>> {
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

/// What an order begins: so many of a kind in a place, what they take up and cost, how long they are built.
pub struct Commission<'a> {
    pub side: Side,
    pub place: &'a str,
    pub room: Room,
    pub purchase: Purchase,
    pub mp: Amount,
    pub turns: u32,
    /// As payments are entered.
    pub subject: String,
}

impl Commission<'_> {
    /// Whether there are means and room for it.
    pub fn check(&self, turn: &Turn<'_>) -> Result<(), Failed> {
        has_means(turn, self.side, &self.purchase, self.mp)?;
        has_room(turn, self.place, self.room, self.purchase.count)
    }

    /// Begins it and pays. It was checked before its men were taken.
    pub fn begin(&self, turn: &mut Turn<'_>, works: Vec<Work>) -> Result<(), Failed> {
        let (place, room, turns) = (self.place.to_owned(), self.room, self.turns);
        let plans = works.into_iter().map(|work| Plan { place: place.clone(), room, turns, work });
        let _started = turn.state.jobs.start(plans.collect(), |_, _| None);
        let paid = turn.state.pay("5.2", self.side, self.purchase.total(), &self.subject);
        paid.map_err(|short| Failed::new(too_dear(short.wanted), "5.5"))?;
        turn.state.use_mp("2.10", self.side, self.mp, &*self.subject);
        Ok(())
    }

    /// What its giver reads.
    pub fn words(&self, turn: &Turn<'_>, verb: &str, what: &str) -> String {
        let (place, ready) = (turn.scenario.city_name(self.place), ready(turn, self.turns));
        format!("{verb} at {place}: {} {what}; {ready}.", self.purchase.count)
    }
}

/// Units of a make-up, begun in a city.
fn commission_of_units<'a>(
    turn: &Turn<'_>,
    side: Side,
    (make_up, weapons): (MakeUp, Weapons),
    count: u32,
    place: &'a str,
) -> Commission<'a> {
    let price = make_up.price(turn.scenario).and(weapons_of_new(turn.scenario, make_up, weapons));
    Commission {
        side,
        place,
        room: Room::Slot,
        purchase: purchase_of_units(turn.scenario, make_up, weapons, count),
        mp: price.times(count).mp,
        turns: turn.scenario.tables().units.get(&make_up.kind).map_or(1, |row| row.turns),
        subject: format!("building {}", make_up.kind),
    }
}

/// SLAG 5.2, 5.5, 5.7, 5.9.
pub fn form(turn: &mut Turn<'_>, side: Side, count: u32, (asked, weapons): (Asked, Weapons), city: &str) -> Done {
    let square = turn.held_city(side, city)?.0.square;
    let kind = asked.0;
    let Some(row) = turn.scenario.tables().units.get(&kind) else { return Err(no_such_kind()) };
    let waiting = |arm: Option<Arm>| arm.map_or(0, |arm| turn.state.waiting(side, arm, city));
    let waiting = (waiting(kind.regiments_of()), waiting(kind.batteries_of()));
    let make_up = make_up_of(row, asked, waiting, count)
        .map_err(|lawful| no_make_up(row, (asked, count), waiting, &lawful))
        .map_err(|failed| turn.taken_before(failed, side, city))?;
    may_have(kind, make_up.batteries, weapons)?;
    let commission = commission_of_units(turn, side, (make_up, weapons), count, city);
    commission.check(turn)?;
    let works = (0..count).map(|_| {
        let of = parts_of(turn, side, make_up, city);
        new_unit(turn, side, (make_up, weapons), (city, square), of)
    });
    let works = works.collect();
    commission.begin(turn, works)?;
    turn.note_taken(side, city);
    Ok(commission.words(turn, "Begun", &make_up.words()))
}

/// SLAG 4.2, 5.2: headquarters and bridges are made of men.
pub fn establish(turn: &mut Turn<'_>, side: Side, count: u32, (kind, pool): (Kind, Option<Pool>), city: &str) -> Done {
    let (place, _) = turn.held_city(side, city)?;
    let (state, square) = (place.state.clone(), place.square);
    let make_up = MakeUp { kind, regiments: 0, batteries: 0 };
    let commission = commission_of_units(turn, side, (make_up, Weapons::default()), count, city);
    commission.check(turn)?;
    may_staff(pool)?;
    let men = u64::from(make_up.men(turn.scenario));
    let staffs = crews_of(turn, side, (&state, pool), men, count)?;
    let weapons = Weapons::default();
    let works = staffs.into_iter().map(|key| {
        let of = vec![(Arm::Infantry, key.state, key.pool, 1)];
        new_unit(turn, side, (make_up, weapons), (city, square), of)
    });
    let works = works.collect();
    commission.begin(turn, works)?;
    Ok(commission.words(turn, "Begun", kind.words(count)))
}

/// A unit is begun in a city whatever room there is, for men that were taken and paid before.
pub fn begin_unit(turn: &mut Turn<'_>, side: Side, make_up: MakeUp, place: &str, of: Vec<(Arm, String, Pool, u32)>) {
    let Some(square) = turn.scenario.city(place).map(|city| city.square) else { return };
    let turns = turn.scenario.tables().units.get(&make_up.kind).map_or(1, |row| row.turns);
    let work = new_unit(turn, side, (make_up, Weapons::default()), (place, square), of);
    let plan = Plan { place: place.to_owned(), room: Room::Slot, turns, work };
    let _started = turn.state.jobs.start(vec![plan], |_, _| None);
}

fn no_such_kind() -> Failed {
    Failed::new("There is no such kind.", "5.9")
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
    let is_port = place.port.is_some() && !place.is_off_map;
    let (state, is_yard) = (place.state.clone(), is_port && now.yards > 0);
    let Some(row) = turn.scenario.tables().ships.get(&class) else { return Err(no_such_kind()) };
    may_lay_down(turn.scenario, side, class, turn.state.turn == 0, is_yard)?;
    let commission = Commission {
        side,
        place: port,
        room: Room::Yard,
        purchase: purchase_of_ships(turn.scenario, class, count),
        mp: row.price.times(count).mp,
        turns: row.turns,
        subject: format!("building {class}"),
    };
    commission.check(turn)?;
    let crews = crews_of(turn, side, (&state, pool), u64::from(row.crew), count)?;
    let works = crews.iter().map(|of| new_ship_of(turn, side, class, port, of)).collect();
    commission.begin(turn, works)?;
    Ok(commission.words(turn, "Laid down", class.words(count)))
}

/// A new ship for a port, its quality thrown for.
pub fn new_ship_of(turn: &mut Turn<'_>, side: Side, class: Class, port: &str, of: &PoolKey) -> Work {
    let force = turn.new_force(side, ForceKind::Ship(class));
    let (crew, stores) = turn.scenario.tables().ships.get(&class).map_or((0, 0), |row| (row.crew, row.stores));
    let quality = i64::from(turn.scenario.tables().new_ships.quality) + luck(turn, side, force);
    let quality = u32::try_from(quality.clamp(1, 10)).unwrap_or(1);
    let ship = Ship { quality, ..Ship::new(force, class, port, (crew, of.clone()), stores) };
    Work::Ship { force, ship }
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
        return Err(Failed::new("Ships are built in ports of the map with dockyards.", "5.2"));
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
pub fn has_means(turn: &Turn<'_>, side: Side, purchase: &Purchase, mp: Amount) -> Result<(), Failed> {
    is_one_order(turn.scenario, purchase.count)?;
    let test = FundsTest { turns: turn.scenario.tables().fund.turns };
    test.check(purchase, turn.state.funds(side)).map_err(|short| Failed::new(too_dear(short.needed), "5.5"))?;
    turn.has_mp(side, mp)
}

/// SLAG 5.7, 5.8: limits do not hold on the build turn.
pub fn has_room(turn: &Turn<'_>, place: &str, room: Room, wanted: u32) -> Result<(), Failed> {
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
    if room == Room::None {
        return u32::MAX;
    }
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

/// The regiments and batteries of a unit, out of those that wait.
pub fn parts_of(turn: &mut Turn<'_>, side: Side, make_up: MakeUp, city: &str) -> Vec<(Arm, String, Pool, u32)> {
    let wanted = [(make_up.kind.regiments_of(), make_up.regiments), (make_up.kind.batteries_of(), make_up.batteries)];
    let wanted = wanted.into_iter().filter_map(|(arm, count)| Some((arm?, count)));
    wanted.flat_map(|(arm, count)| take_waiting(&mut turn.state.regiments, side, arm, city, count)).collect()
}

/// Takes regiments or batteries that wait in a city, in the order in which they came.
pub fn take_waiting(
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

/// A new unit of a make-up, its quality thrown for; of whose regiments it is made, its origins say.
pub fn new_unit(
    turn: &mut Turn<'_>,
    side: Side,
    (make_up, weapons): (MakeUp, Weapons),
    (home, square): (&str, Square),
    of: Vec<(Arm, String, Pool, u32)>,
) -> Work {
    let force = turn.new_force(side, ForceKind::Unit(make_up.kind));
    let quality = quality_of(turn, side, make_up.kind, &of, force);
    let unit = Unit {
        side,
        kind: make_up.kind,
        square,
        tac: None,
        regiments: make_up.regiments,
        batteries: make_up.batteries,
        men: make_up.men(turn.scenario),
        of,
        quality,
        experience: 0,
        morale: 10 * quality,
        supplies: 1,
        fatigue: 0,
        ammunition: 100,
        stragglers: Vec::new(),
        is_active: true,
        home: Some(home.to_owned()),
        command: None,
        weapons,
        march: None,
    };
    Work::Unit { force, unit }
}

/// The quality of a kind that the table lacks.
const AVERAGE: u32 = 5;

/// D53, D30: the average of its kind, less for men who were pressed or are too old, and luck.
fn quality_of(turn: &mut Turn<'_>, side: Side, kind: Kind, of: &[(Arm, String, Pool, u32)], force: Force) -> u32 {
    let tables = turn.scenario.tables();
    let new = &tables.new_units;
    let is_early = campaign_of(turn.scenario, turn.state.turn) < new.cavalry.early;
    let average = match kind {
        Kind::Cavalry if !is_early => new.cavalry.later,
        kind => tables.quality.get(&kind).map_or(AVERAGE, |row| *row.of(side)),
    };
    // Batteries count where there are no regiments.
    let regiments: Vec<_> = of.iter().filter(|row| Some(row.0) == kind.regiments_of()).collect();
    let of: Vec<_> = if regiments.is_empty() { of.iter().collect() } else { regiments };
    let all: u32 = of.iter().map(|row| row.3).sum();
    let from = |pool: Pool| of.iter().filter(|row| row.2 == pool).map(|row| row.3).sum::<u32>() * 2 >= all && all > 0;
    let mut quality = i64::from(average);
    if from(Pool::Bounty) || from(Pool::Draft) {
        quality -= new.pressed;
    }
    if kind != Kind::Militia && from(Pool::Militia) {
        quality -= thrown(turn, &format!("{side}: older men of {}", force.name()), &new.older);
    }
    quality += luck(turn, side, force);
    u32::try_from(quality.clamp(1, 10)).unwrap_or(1)
}

/// D53: what chance adds to the quality of a new unit or ship.
fn luck(turn: &mut Turn<'_>, side: Side, force: Force) -> i64 {
    thrown(turn, &format!("{side}: quality of {}", force.name()), &turn.scenario.tables().new_units.luck)
}

/// One of these, by a die with as many faces.
fn thrown(turn: &mut Turn<'_>, purpose: &str, faces: &[i64]) -> i64 {
    let face = turn.dice.roll(purpose, u32::try_from(faces.len()).unwrap_or(1));
    faces.get(face.saturating_sub(1) as usize).copied().unwrap_or_default()
}

/// Why a unit cannot be made as it was ordered, with what would be lawful.
pub fn no_make_up(row: &UnitKindRow, (asked, count): (Asked, u32), waiting: (u32, u32), lawful: &[MakeUp]) -> Failed {
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
    let why = format!("{kind} is made of {}. {}", parts.join(" and "), wanting(row, (asked, count), waiting));
    // What is lawful lacks nothing but who waits.
    let is_lawful =
        asked.1.is_none_or(|many| row.regiments.allows(many)) && asked.2.is_none_or(|many| row.batteries.allows(many));
    Failed::new(why, if is_lawful { "5.2" } else { "5.9" })
}

/// "8 regiments and 2 batteries are needed for it, and 8 regiments and 1 battery wait there."
pub fn wanting(row: &UnitKindRow, ((kind, regiments, batteries), count): (Asked, u32), waiting: (u32, u32)) -> String {
    let is_open = regiments.is_none() && row.regiments.least < row.regiments.most;
    let needed = |named: Option<u32>, least: u32| named.unwrap_or(least).saturating_mul(count);
    let needed = (needed(regiments, row.regiments.least), needed(batteries, row.batteries.least));
    // Of what is not needed it says nothing, unless nothing is.
    let has_batteries = kind.batteries_of().is_some() && (needed.1 > 0 || kind.regiments_of().is_none());
    let has_regiments = kind.regiments_of().is_some() && (needed.0 > 0 || !has_batteries);
    let words = |(regiments, batteries): (u32, u32)| {
        let regiments = has_regiments.then(|| counted(regiments, "regiment", "regiments"));
        let batteries = has_batteries.then(|| counted(batteries, "battery", "batteries"));
        regiments.into_iter().chain(batteries).collect::<Vec<_>>().join(" and ")
    };
    let least = if is_open { "At least " } else { "" };
    let is_one = |(regiments, batteries): (u32, u32)| {
        let counts = [has_regiments.then_some(regiments), has_batteries.then_some(batteries)];
        let counts: Vec<u32> = counts.into_iter().flatten().collect();
        counts == [1]
    };
    let are = if is_one(needed) { "is" } else { "are" };
    let wait = if is_one(waiting) { "waits" } else { "wait" };
    format!("{least}{} {are} needed for it, and {} {wait} there.", words(needed), words(waiting))
}
