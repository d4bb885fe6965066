//! Wars at random: the books balance, every man is somewhere, and nobody learns what his office does not read.

use std::collections::BTreeMap;

use base::facts::{Fact, Viewer, brief};
use base::game::{Dice, SeatId, SeatSet, Secret};
use base::order::{Filed, LetterKey, Received};
use board::square::Compass;
use kit::amount::Amount;
use kit::jobs::Room;
use rules::{OrderSet, RuleBook};

use crate::CivilWarOnLine;
use crate::item::Item;
use crate::order::{Act, Called, Change, Commerce, DepotKind, ForceKind, Forward, Good, Order, Part, Weapons, Works};
use crate::price::MakeUp;
use crate::scenario::{Scenario, WAR};
use crate::side::{Arm, Class, Kind, Pool, Side};
use crate::situation::situation;
use crate::state::{State, Work};

pub fn war() -> Scenario {
    Scenario::prepare(&Scenario::document(WAR).unwrap()).unwrap()
}

fn seat(name: &str) -> SeatId {
    SeatId::parse(name).unwrap()
}

pub fn filed(act: Act) -> Filed<Order> {
    filed_order(Order { office: None, bloc: None, officer: None, side: None, pulses: None, is_approved: None, act })
}

pub fn filed_order(order: Order) -> Filed<Order> {
    Filed {
        section: "units".to_owned(),
        order,
        canonical: String::new(),
        written: String::new(),
        is_by_gm: false,
        received: None,
        when: base::order::When::Now,
        is_added: true,
        is_left_over: false,
        asked: None,
    }
}

/// An order of any kind for any city, lawful or not.
fn any_act(scenario: &Scenario, dice: &mut Dice) -> Act {
    let mut pick = |most: usize| dice.roll("whim", most as u32) as usize - 1;
    let city = scenario.given.cities[pick(scenario.given.cities.len())].id.clone();
    let count = pick(4) as u32 + 1;
    match pick(19) {
        18 => {
            let class = [Class::Transports, Class::RiverTransports][pick(2)];
            Act::Charter { class, capacity: 500 * count, port: city }
        }
        10..=13 => Act::Change(any_change(scenario, dice)),
        14..=16 => Act::Works(any_works(scenario, dice, city)),
        0 | 1 => {
            let pool = [None, Some(Pool::Bounty), Some(Pool::Draft), Some(Pool::Militia)][pick(4)];
            Act::Raise { count, arm: Arm::ALL[pick(5)], state: None, giving: None, pool, city }
        }
        2 | 3 => {
            let weapons = Weapons { arms: pick(4) == 0, cannon: pick(4) == 0 };
            Act::Form { count: 1, kind: Kind::ALL[pick(6)], regiments: None, batteries: None, city, weapons }
        }
        4 => Act::Establish { count: 1, kind: [Kind::Army, Kind::Corps, Kind::Bridge][pick(3)], pool: None, city },
        5 => Act::LayDown { count: 1, class: Class::ALL[pick(6)], pool: None, port: city },
        6 => Act::BuySupplies { count, city },
        7 => Act::Rise { regiments: count.min(3), city },
        8 => Act::Commerce(Commerce::Blockade { is_declared: count > 2 }),
        9 => Act::Print { eagles: i64::from(count) },
        _ => Act::Borrow { eagles: 500 * i64::from(count) },
    }
}

fn any_works(scenario: &Scenario, dice: &mut Dice, city: String) -> Works {
    let mut pick = |most: usize| dice.roll("whim", most as u32) as usize - 1;
    let good = Good::ALL[pick(2)];
    let near = scenario.given.cities[pick(scenario.given.cities.len())].id.clone();
    let square = scenario.given.cities[pick(scenario.given.cities.len())].square;
    let facing = Compass::ALL[pick(8)];
    match pick(9) {
        8 => {
            let square = scenario.city(&city).unwrap().square;
            Works::Emplace { batteries: None, city, square, tac: None, weapons: Weapons::default() }
        }
        6 => Works::BuyBack { eagles: 50, is_paper: pick(2) == 0 },
        7 => Works::BuyAbroad { count: 7 },
        0 => Works::Standing { good, city, buy: 4, forward: Some(Forward { to: near, count: 3 }) },
        3 => Works::BuildDepot { kind: [DepotKind::Depot, DepotKind::Cache][pick(2)], square, tac: None },
        4 => Works::RemoveDepot { kind: DepotKind::Depot, square },
        5 => {
            let at = scenario.standing_place(square).map(|tac| (square, tac));
            Works::Fortify { at, facing, by: None, level: None }
        }
        1 => Works::Standing { good, city, buy: pick(12) as u32, forward: None },
        _ => {
            let (side, kind) = (Side::BOTH[pick(2)], ForceKind::Unit(Kind::ALL[pick(6)]));
            let unit = Called { side: Some(side), number: pick(4) as u32 + 1, kind };
            Works::Upgrade { unit, weapons: Weapons { arms: pick(2) == 0, cannon: pick(2) == 0 } }
        }
    }
}

/// A change of any unit or ship, there or not.
fn any_change(scenario: &Scenario, dice: &mut Dice) -> Change {
    let mut pick = |most: usize| dice.roll("whim", most as u32) as usize - 1;
    let city = scenario.given.cities[pick(scenario.given.cities.len())].id.clone();
    let kinds = [Kind::Infantry, Kind::Cavalry, Kind::Light, Kind::Militia, Kind::Corps];
    let kind = kinds[pick(kinds.len())];
    let classes = [Class::Gunboat, Class::RiverGunboat, Class::Sloop, Class::Transports, Class::RiverTransports];
    let class = classes[pick(classes.len())];
    let number = [(); 2].map(|()| pick(8) as u32 + 1);
    let [from, to] = number.map(|number| Called { side: None, number, kind: ForceKind::Unit(kind) });
    let [ship, other] = number.map(|number| Called { side: None, number, kind: ForceKind::Ship(class) });
    let part = [Part::Regiments, Part::Batteries][pick(2)];
    let count = pick(3) as u32 + 1;
    match pick(15) {
        0 => Change::Remove { force: [from, ship][pick(2)], at: None },
        1..=4 => Change::Reinforce { count, part, city, force: from },
        5 => Change::Man { men: 10 * count, force: ship, pool: None },
        6 => Change::Transfer { count, part, from, to },
        7 => Change::MoveCrew { men: 10 * count, from: ship, to: other },
        8 => Change::Merge { from, into: to },
        9 => Change::Base { force: ship, port: city },
        _ => Change::Repair { force: ship },
    }
}

/// Men in regiments, builds, units and crews: all who serve.
fn serving(scenario: &Scenario, state: &State) -> u64 {
    let men = &scenario.tables().men;
    let unit =
        |unit: &crate::state::Unit| u64::from(unit.men + unit.stragglers.iter().map(|(_, men)| men).sum::<u32>());
    let waiting: u64 = state.regiments.iter().map(|row| u64::from(row.count) * u64::from(men.of(row.arm))).sum();
    let jobs = state.jobs.iter().map(|job| match &job.plan.work {
        Work::Regiments(row) => u64::from(row.count) * u64::from(men.of(row.arm)),
        Work::Unit { unit: built, .. } => unit(built),
        Work::Ship { ship, .. } => u64::from(ship.crew),
        Work::Repair { .. } => 0,
        Work::Depot { .. } | Work::Fort { .. } | Work::Razing { .. } => 0,
    });
    let ships = state.ships.values().map(|ship| u64::from(ship.crew));
    waiting + jobs.sum::<u64>() + state.units.values().map(unit).sum::<u64>() + ships.sum::<u64>()
}

/// Men of all pools, on their way back, in service and dead: counted one by one.
fn everybody(scenario: &Scenario, state: &State) -> u64 {
    let pooled: u64 = state.pools.iter().map(|(_, men)| men).sum();
    let returning: u64 = state.pools.returning().iter().map(|row| row.men).sum();
    pooled + returning + serving(scenario, state) + state.pools.tally().lost
}

/// What no order may bring about (2.2, 3.1, 3.3, 4.6, 5.7-5.9, 5.13, 8.1).
fn within_limits(scenario: &Scenario, state: &State) {
    for side in Side::BOTH {
        let nation = state.nations.of(side);
        assert!(nation.debt <= nation.loan_ceiling, "{side} owes {}", nation.debt);
        // D05: loans may be paid out in new paper beyond what is authorised.
        let most = nation.greenbacks_authorised.unwrap_or_default() + nation.debt;
        assert!(state.outstanding(side) <= most, "{side} has {} Eg of paper", state.outstanding(side));
        let money = [state.gold(side), state.greenbacks(side), state.mp(side), state.in_circulation(side)];
        assert!(money.iter().all(|held| *held >= Amount::ZERO), "{side} holds {money:?}");
    }
    let tables = scenario.tables();
    for city in &scenario.given.cities {
        let (now, id) = (state.city(&city.id).unwrap(), &city.id);
        let most = tables.limits.city.of(now.level);
        assert!(state.turn == 1 || state.jobs.taken(id, Room::Slot) <= most, "5.7 at {id}");
        assert!(state.turn == 1 || state.jobs.taken(id, Room::Yard) <= now.yards, "5.8 at {id}");
        assert!(now.chartered <= now.yards * tables.transports.ocean.max(tables.transports.river), "4.6 at {id}");
    }
    for (name, unit) in &state.units {
        let Some(row) = tables.units.get(&unit.kind) else { panic!("{name} is of no kind") };
        assert!(unit.regiments <= row.regiments.most && unit.batteries <= row.batteries.most, "5.9: {name}");
        let full = MakeUp { kind: unit.kind, regiments: unit.regiments, batteries: unit.batteries };
        assert!(unit.men <= full.men(scenario), "4.2: {name} has {} men", unit.men);
    }
    for (name, ship) in &state.ships {
        match (ship.capacity, tables.ships.get(&ship.class)) {
            (Some(capacity), _) => assert!(capacity <= tables.transports.most, "5.13: {name}"),
            (None, Some(row)) => assert!(ship.crew <= row.crew && ship.stores <= row.stores, "5.9: {name}"),
            (None, None) => panic!("{name} is of no class"),
        }
        assert!(ship.damage < tables.arrears.sinks_at, "D16: {name}");
    }
    assert!(state.forts.iter().all(|fort| (1..=tables.forts.most).contains(&fort.level)), "8.1");
}

#[test]
fn books_balance_and_every_man_is_somewhere_in_wars_at_random() {
    let (scenario, book) = (war(), CivilWarOnLine);
    for war in 0..6 {
        let secret = Secret::new([war; 32]);
        let mut dice = Dice::committed(&secret, "war");
        let mut state = book.begin(&scenario, &mut dice).state;
        let men = everybody(&scenario, &state);
        state.nations.union.law.has_bounty = true;
        state.nations.union.may_buy_abroad = true;
        state.nations.confederacy.law.has_draft = true;
        state.nations.confederacy.greenbacks_authorised = Some(Amount::whole(3_000));
        for _ in 0..14 {
            let mut orders = OrderSet::default();
            for giver in ["us-treasury", "cs-treasury", "us-war", "cs-president", "us-president", "cs-navy"] {
                let lines = (0..20).map(|_| filed(any_act(&scenario, &mut dice))).collect();
                orders.sheets.insert(seat(giver), lines);
            }
            let outcome = book.adjudicate(&scenario, &state, &orders, &mut dice);
            state = outcome.state;
            book.sound(&scenario, &state).unwrap();
            assert_eq!(serving(&scenario, &state), state.pools.tally().serving, "war {war}, turn {}", state.turn);
            assert_eq!(everybody(&scenario, &state), men, "war {war}, turn {}: no man comes from nowhere", state.turn);
            within_limits(&scenario, &state);
        }
        assert!(state.units.len() > 5 && !state.ships.is_empty(), "{} units", state.units.len());
    }
}

/// Orders of one office as its letters brought them: a letter every hour or so, some of two offices in the same second.
fn received(lines: Vec<Filed<Order>>, dice: &mut Dice, office: u8) -> Vec<Filed<Order>> {
    let mut arrived = lines;
    for (line, place) in arrived.iter_mut().zip(0..) {
        let at = i64::from(dice.roll("arrival", 12)) * 3_600;
        line.received = Some(Received { at, letter: LetterKey([office; 16]), place });
    }
    arrived
}

/// Another order of the same rows.
fn shuffled<T>(mut rows: Vec<T>, dice: &mut Dice) -> Vec<T> {
    for last in (1..rows.len()).rev() {
        rows.swap(last, dice.roll("shuffle", last as u32 + 1) as usize - 1);
    }
    rows
}

#[test]
fn orders_come_to_what_arrival_and_rank_say_however_their_letters_were_put_on_file() {
    let (scenario, book) = (war(), CivilWarOnLine);
    let givers = ["us-treasury", "us-president", "us-war", "cs-treasury", "cs-president", "cs-war"];
    for war in 0..4 {
        let secret = Secret::new([20 + war; 32]);
        let mut whims = Dice::committed(&secret, "whims");
        let mut state = book.begin(&scenario, &mut Dice::committed(&secret, "begin")).state;
        for _ in 0..6 {
            let sheets: Vec<_> = givers
                .into_iter()
                .zip(0..)
                .map(|(giver, office)| {
                    let lines = (0..15).map(|_| filed(any_act(&scenario, &mut whims))).collect();
                    (seat(giver), received(lines, &mut whims, office))
                })
                .collect();
            let otherwise = sheets.iter().map(|(giver, lines)| (giver.clone(), shuffled(lines.clone(), &mut whims)));
            let [one, two] = [sheets.clone(), otherwise.collect()].map(|sheets| {
                let orders = OrderSet { sheets: sheets.into_iter().collect(), ..OrderSet::default() };
                book.adjudicate(&scenario, &state, &orders, &mut Dice::committed(&secret, "turn"))
            });
            assert_eq!(one.state, two.state, "war {war}, turn {}", state.turn);
            assert_eq!(one.events, two.events, "war {war}, turn {}", state.turn);
            state = one.state;
        }
    }
}

#[test]
fn of_orders_about_the_same_the_higher_office_stands_whichever_came_first() {
    let scenario = war();
    let mut state = CivilWarOnLine.begin(&scenario, &mut Dice::committed(&Secret::new([3; 32]), "war")).state;
    state.turn = 1;
    let standing = |buy: u32| {
        let city = "new-york-ny".to_owned();
        filed(Act::Works(Works::Standing { good: Good::Supplies, city, buy, forward: None }))
    };
    let bought = |offices: [(&str, u32, i64); 3]| {
        let sheets = offices.into_iter().zip(0..).map(|((giver, buy, at), letter)| {
            let line = standing(buy);
            let received = Some(Received { at, letter: LetterKey([letter; 16]), place: 0 });
            (seat(giver), vec![Filed { received, ..line }])
        });
        let orders = OrderSet { sheets: sheets.collect(), ..OrderSet::default() };
        let mut dice = Dice::committed(&Secret::new([3; 32]), "turn");
        let after = CivilWarOnLine.adjudicate(&scenario, &state, &orders, &mut dice).state;
        after.standing.union.iter().map(|order| order.buy).collect::<Vec<_>>()
    };
    let hours = [[1, 2, 3], [1, 3, 2], [2, 1, 3], [2, 3, 1], [3, 1, 2], [3, 2, 1]];
    for [first, second, third] in hours {
        let offices = [("us-war", 3, first), ("us-president", 4, second), ("us-treasury", 5, third)];
        assert_eq!(bought(offices), [4], "the President's");
        let offices = [("us-war", 3, first), ("us-gov-garden-empire", 4, second), ("us-treasury", 5, third)];
        assert_eq!(bought(offices), [5], "that of the Treasury");
    }
}

/// What each seat of a side reads.
fn read_by(scenario: &Scenario, facts: &[Fact<Item>], side: Side) -> BTreeMap<String, Vec<Item>> {
    let own = scenario.given.offices.iter().filter(|row| row.side == side);
    own.map(|row| (row.id.clone(), brief(Viewer::vacant(&seat(&row.id)), facts).items().to_vec())).collect()
}

/// The same state with other money, men, builds and orders of one side.
pub fn otherwise(state: &State, side: Side) -> State {
    let mut other = state.clone();
    other.ledger.open_with(side.code(), crate::state::Measure::Gold, 12_300);
    other.ledger.open_with(side.code(), crate::state::Measure::Mp, 7);
    other.regiments.retain(|row| row.side != side);
    other.units.retain(|_, unit| unit.side != side);
    other.ships.retain(|_, ship| ship.side != side);
    other.jobs.cancel_all(|job| job.plan.work.side() == side);
    *other.standing.of_mut(side) = Default::default();
    other.depots.retain(|_, depot| depot.side != side);
    other.forts.retain(|fort| fort.side != side);
    let key = crate::state::PoolKey { side, state: "VA".to_owned(), pool: Pool::Volunteers };
    other.pools.raise(key, 5_000);
    let nation = match side {
        Side::Union => &mut other.nations.union,
        Side::Confederacy => &mut other.nations.confederacy,
    };
    nation.debt = Amount::whole(9_999);
    nation.morale = 12_345;
    nation.law.income_tax = 3;
    other
}

#[test]
fn a_side_reads_the_same_whatever_the_other_has() {
    let (scenario, book) = (war(), CivilWarOnLine);
    let mut dice = Dice::committed(&Secret::new([9; 32]), "war");
    let mut state = book.begin(&scenario, &mut dice).state;
    for _ in 0..4 {
        let lines = (0..30).map(|_| filed(any_act(&scenario, &mut dice))).collect::<Vec<_>>();
        let sheets = ["us-treasury", "cs-treasury"].map(|giver| (seat(giver), lines.clone()));
        let orders = OrderSet { sheets: sheets.into(), ..OrderSet::default() };
        state = book.adjudicate(&scenario, &state, &orders, &mut dice).state;
    }
    for side in Side::BOTH {
        let one = read_by(&scenario, &situation(&scenario, &state), side);
        let two = read_by(&scenario, &situation(&scenario, &otherwise(&state, side.enemy())), side);
        assert_eq!(one, two);
    }
}

#[test]
fn an_office_reads_its_own_sections_alone() {
    let (scenario, book) = (war(), CivilWarOnLine);
    let state = book.begin(&scenario, &mut Dice::committed(&Secret::new([1; 32]), "war")).state;
    let facts = situation(&scenario, &state);
    let kinds = |office: &str| {
        let items = brief(Viewer::vacant(&seat(office)), &facts).items().to_vec();
        let kind = |item: &Item| serde_json::to_value(item).unwrap()["kind"].as_str().unwrap().to_owned();
        items.iter().map(kind).collect::<Vec<_>>()
    };
    let has = |office: &str, kind: &str| kinds(office).iter().any(|own| own == kind);
    assert!(has("us-treasury", "Treasury") && !has("us-treasury", "Land") && has("us-treasury", "LandUpkeep"));
    assert!(has("us-war", "Land") && !has("us-war", "Treasury") && !has("us-war", "Naval"));
    assert!(has("us-navy", "Naval") && !has("us-navy", "Regiments") && has("us-navy", "ManpowerSummary"));
    assert!(has("us-con-garden-empire", "Treasury") && !has("us-gov-garden-empire", "Treasury"));
    assert!(
        !kinds("us-general-1")
            .iter()
            .any(|kind| ["Treasury", "TreasurySummary", "Manpower", "Land"].contains(&kind.as_str()))
    );
    let all: SeatSet = scenario.given.offices.iter().map(|row| seat(&row.id)).collect();
    assert_eq!(all.len(), 66);
}
