//! The matrix of reports cell by cell (section 6 of the decisions): two worlds that differ in one hidden value of one side, and the
//! seats that read otherwise in them. Whoever is not named for a value may not be able to tell the worlds apart.

use std::collections::{BTreeMap, BTreeSet};

use base::facts::{Fact, Viewer, brief};
use base::game::{Dice, SeatId, Secret};
use base::order::Remark;
use board::square::{Compass, Square};
use kit::amount::Amount;
use kit::jobs::{Plan, Room};
use kit::stores::Standing;
use kit::votes::{Ballot, Motion};
use rules::{Context, Giver, OrderSet, RuleBook};
use serde_json::json;

use crate::CivilWarOnLine;
use crate::acts::act;
use crate::entitlement::{readers_of_losses, readers_of_result};
use crate::item::Item;
use crate::order::{Act, DepotKind, Entry, Force, ForceKind, Front, Goal, Good, Mission, Order, Subject};
use crate::read::read;
use crate::scenario::{Scenario, WAR};
use crate::side::{Arm, Class, Kind, Pool, Side};
use crate::situation::situation;
use crate::state::{Depot, Fort, Glimpse, Measure, MoraleChange, PoolKey, Regiments, Revenue, Ship, State, Unit, Work};

pub(super) fn war() -> Scenario {
    Scenario::prepare(&Scenario::document(WAR).unwrap()).unwrap()
}

pub(super) fn seat(name: &str) -> SeatId {
    SeatId::parse(name).unwrap()
}

/// A port of the side with all that can be in one; its bloc is that of Lower New England or of the Upper East.
fn port(side: Side) -> &'static str {
    match side {
        Side::Union => "boston-ma",
        Side::Confederacy => "norfolk-va",
    }
}

fn square(scenario: &Scenario, side: Side) -> Square {
    scenario.city(port(side)).unwrap().square
}

fn state_of(side: Side) -> &'static str {
    match side {
        Side::Union => "MA",
        Side::Confederacy => "VA",
    }
}

fn key(side: Side, pool: Pool) -> PoolKey {
    PoolKey { side, state: state_of(side).to_owned(), pool }
}

fn unit(scenario: &Scenario, side: Side, kind: &str) -> Unit {
    let given = json!({ "side": side.code(), "kind": kind, "square": square(scenario, side).to_string(), "regiments": 3,
        "batteries": 0, "men": 1650, "of": [["militia", state_of(side), "militia", 3]], "quality": 5, "experience": 0,
        "morale": 50, "supplies": 1, "is_active": true });
    serde_json::from_value(given).unwrap()
}

/// The second of each kind is under construction.
fn force(side: Side, number: u32, kind: ForceKind) -> Force {
    Force { side, number, kind }
}

pub(super) fn own(side: Side, name: &str) -> String {
    format!("{}{name}", side.code())
}

fn fort(scenario: &Scenario, side: Side, facing: Compass) -> Fort {
    let square = square(scenario, side);
    let tac = scenario.standing_place(square).unwrap();
    Fort { side, front: Front { square, tac, facing }, level: 2 }
}

/// What is under way on each side, in this order: its numbers are 0 to 6, and 7 to 13 those of the Confederacy.
fn works(scenario: &Scenario, side: Side) -> Vec<Plan<Work>> {
    let (place, square) = (port(side).to_owned(), square(scenario, side));
    let of = |kind| ForceKind::Unit(kind);
    let ship_of = ForceKind::Ship(Class::Sloop);
    let brigade = Work::Unit { force: force(side, 2, of(Kind::Infantry)), unit: unit(scenario, side, "IN") };
    let militia = Work::Unit { force: force(side, 2, of(Kind::Militia)), unit: unit(scenario, side, "MI") };
    let built = force(side, 2, ship_of);
    let ship = Ship::new(built, Class::Sloop, &place, (200, key(side, Pool::Volunteers)), 12);
    let (arm, state) = (Arm::Infantry, state_of(side).to_owned());
    let raised = Regiments { side, arm, state, pool: Pool::Volunteers, city: place.clone(), count: 2 };
    let tac = scenario.standing_place(square).unwrap();
    let depot = Depot { side, kind: DepotKind::Cache, tac, is_closed: false };
    let work = |place: &str, work| Plan { place: place.to_owned(), room: Room::None, turns: 4, work };
    let here = square.to_string();
    vec![
        work(&place, brigade),
        work(&place, militia),
        work(&place, Work::Ship { force: built, ship }),
        work(&place, Work::Regiments(raised)),
        work(&here, Work::Depot { square, depot }),
        work(&here, Work::Fort { fort: fort(scenario, side, Compass::S), by: None }),
        work(&here, Work::Razing { fort: fort(scenario, side, Compass::N) }),
    ]
}

/// A war in which each side has one of everything.
pub(super) fn full(scenario: &Scenario) -> State {
    let mut state = State::opening(scenario);
    state.turn = 3;
    let no_limit = |_: &str, _: Room| None;
    for side in Side::BOTH {
        let (place, code) = (port(side).to_owned(), side.code().to_lowercase());
        let command = |officer: &str| {
            let named = json!({ "commander": format!("{code}-{officer}-1"), "deputy": format!("{code}-{officer}-2") });
            serde_json::from_value(named).unwrap()
        };
        let brigade = Unit { command: Some(command("general")), ..unit(scenario, side, "IN") };
        state.units.insert(own(side, "1IN"), brigade);
        state.units.insert(own(side, "1MI"), unit(scenario, side, "MI"));
        let ship = force(side, 1, ForceKind::Ship(Class::Sloop));
        let mut ship = Ship::new(ship, Class::Sloop, &place, (150, key(side, Pool::Volunteers)), 8);
        ship.command = Some(command("captain"));
        state.ships.insert(own(side, "SL1"), ship);
        state.jobs.start(works(scenario, side), no_limit).unwrap();
        let tac = scenario.standing_place(square(scenario, side)).unwrap();
        let depot = Depot { side, kind: DepotKind::Depot, tac, is_closed: false };
        state.depots.insert(square(scenario, side), depot);
        state.forts.push(fort(scenario, side, Compass::N));
        let order = Standing { place: place.clone(), good: Good::Supplies, buy: 2, forward: None };
        state.standing.of_mut(side).set(order);
        let congressman = scenario.given.offices.iter().find(|row| row.side == side && row.bloc.is_some()).unwrap();
        let bill = Motion::new(1, Subject::Draft, seat(&congressman.id), 4);
        state.bills.of_mut(side).push(bill);
        let revenue = json!({ "side": side.code(), "gross": 10000, "reductions": [["enemy brigades", 500]], "income": 9500,
            "tax": 0, "tariff": 950, "mp": 4800 });
        let revenue: Revenue = serde_json::from_value(revenue).unwrap();
        state.told.revenue.insert(place, revenue);
        state.told.morale.push(MoraleChange { side, why: "a cause".to_owned(), hundredths: 100 });
        state.nations.of_mut(side).greenbacks_authorised = Some(Amount::whole(5_000));
        state.print("3.3", side, Amount::whole(900), "greenbacks issued");
    }
    state
}

/// What each seat reads.
pub(super) fn read_by(scenario: &Scenario, facts: &[Fact<Item>]) -> BTreeMap<String, Vec<Item>> {
    let rows = scenario.given.offices.iter();
    rows.map(|row| (row.id.clone(), brief(Viewer::vacant(&seat(&row.id)), facts).items().to_vec())).collect()
}

/// The seats of readers as the table below names them: offices of the side, `gov` and `con` those of the port's bloc alone, `co` who
/// commands the brigade and his deputy, `sco` the same of the ship, `all` the side, `both` everybody.
pub(super) fn seats(scenario: &Scenario, side: Side, readers: &str) -> BTreeSet<String> {
    let is_meant = |row: &&crate::scenario::OfficeRow| {
        readers.split_whitespace().any(|reader| {
            let is_own = row.side == side;
            let is_of_bloc = is_own && row.states.contains(state_of(side));
            let is_of =
                |officer: &str| ["1", "2"].iter().any(|number| row.id.ends_with(&format!("{officer}-{number}")));
            match reader {
                "both" => true,
                "all" => is_own,
                "gov" => is_of_bloc && row.office.code() == "GOV",
                "con" => is_of_bloc && row.office.code() == "CON",
                "co" => is_own && is_of("general"),
                "sco" => is_own && is_of("captain"),
                office => is_own && row.office.code() == office,
            }
        })
    };
    scenario.given.offices.iter().filter(is_meant).map(|row| row.id.clone()).collect()
}

/// One hidden value: what it is, how it becomes another, who may read it.
pub(super) type Cell = (&'static str, fn(&mut State, Side), &'static str);

fn first(state: &mut State, side: Side) -> &mut Unit {
    state.units.get_mut(&own(side, "1IN")).unwrap()
}

fn somewhere() -> Goal {
    Goal { to: Square::new(40, 40).unwrap(), via: None, enter: None }
}

fn glimpse(state: &mut State, side: Side) {
    let glimpse = Glimpse {
        square: somewhere().to,
        what: vec!["1 infantry brigade".to_owned()],
        counts: [("IN".to_owned(), 1)].into(),
    };
    state.glimpses.of_mut(side).push(glimpse);
}

fn militia(state: &mut State, side: Side) -> &mut Unit {
    state.units.get_mut(&own(side, "1MI")).unwrap()
}

fn sloop(state: &mut State, side: Side) -> &mut Ship {
    state.ships.get_mut(&own(side, "SL1")).unwrap()
}

fn revenue(state: &mut State, side: Side) -> &mut Revenue {
    state.told.revenue.get_mut(port(side)).unwrap()
}

/// The work of a number of the list above takes longer.
fn delay(state: &mut State, side: Side, number: usize) {
    let numbers: Vec<u32> =
        state.jobs.iter().filter(|job| job.plan.work.side() == side).map(|job| job.number).collect();
    assert!(state.jobs.delay(numbers[number], 3));
}

const MONEY: &[Cell] = &[
    ("gold", |state, side| state.ledger.open_with(side.code(), Measure::Gold, 771_700), "P VP ST CON SW SN GOV"),
    ("greenbacks", |state, side| state.print("3.3", side, Amount::whole(7), "more"), "P VP ST CON SW SN GOV"),
    ("circulation", |state, side| spend(state, side), "P VP ST CON SW SN GOV"),
    ("debt", |state, side| state.nations.of_mut(side).debt = Amount::whole(8_713), "P VP ST CON"),
    ("ceiling", |state, side| state.nations.of_mut(side).loan_ceiling = Amount::whole(8_713), "P VP ST CON"),
    ("authorised", |state, side| authorise(state, side), "P VP ST CON"),
    ("value", |state, side| state.nations.of_mut(side).greenbacks_value = Some(180), "both"),
    ("tax", |state, side| state.nations.of_mut(side).law.income_tax = 3, "all"),
    ("bounties", |state, side| state.nations.of_mut(side).law.has_bounty = true, "all"),
    ("draft", |state, side| state.nations.of_mut(side).law.has_draft = true, "all"),
    ("coming", |state, side| state.nations.of_mut(side).coming.push(Subject::Bounty), "all"),
    ("income of a city", |state, side| revenue(state, side).income = Amount::whole(77), "P VP ST gov con"),
    ("its reductions", |state, side| revenue(state, side).reductions.clear(), "P VP ST gov con"),
    ("its tariff", |state, side| revenue(state, side).tariff = Amount::whole(7), "P VP ST SN gov con"),
    ("its MPs", |state, side| revenue(state, side).mp = Amount::whole(7), "P VP ST SN gov con"),
    ("what was paid for", |state, side| rename(state, side), "P VP ST"),
    ("MPs", |state, side| state.ledger.open_with(side.code(), Measure::Mp, 444_700), "P VP ST SW SN"),
    ("Europe", |state, side| state.nations.of_mut(side).may_buy_abroad = true, "P VP ST SW SN"),
    ("bill", |state, side| bring(state, side), "P VP CON"),
    ("ballot", |state, side| cast(state, side), "P VP CON"),
    ("blockade", |state, side| state.nations.of_mut(side).has_blockade = true, "both"),
    ("causes of morale", |state, side| cause(state, side), "P VP ST CON"),
    ("morale", |state, side| state.nations.of_mut(side).morale = 43_210, "all"),
    ("Kentucky", |state, _| state.kentucky_is_neutral = false, "both"),
    ("rising", |state, side| _ = state.risings.make(port(side.enemy()).to_owned()), ""),
    ("last numbers", |state, side| _ = state.next_number(&own(side, "IN")), ""),
];

const MEN_AND_FORCES: &[Cell] = &[
    ("volunteers", |state, side| state.pools.raise(key(side, Pool::Volunteers), 5_171), "P VP ST SW SN gov con"),
    ("kind of men", |state, side| turn_militia(state, side), "P VP ST SW gov con"),
    ("waiting regiments", |state, side| more_wait(state, side), "P VP ST SW gov con"),
    ("raised regiments", |state, side| delay(state, side, 3), "P VP ST SW gov con"),
    ("built brigade", |state, side| delay(state, side, 0), "P VP ST SW"),
    ("built militia", |state, side| delay(state, side, 1), "P VP ST SW gov con"),
    ("built ship", |state, side| delay(state, side, 2), "P VP ST SN"),
    ("chartered", |state, side| state.cities.get_mut(port(side)).unwrap().chartered = 500, "P VP ST SN"),
    ("men of a brigade", |state, side| first(state, side).men = 1_651, "P VP SW co"),
    ("its quality", |state, side| first(state, side).quality = 9, "P VP SW co"),
    ("its experience", |state, side| first(state, side).experience = 9, "P VP SW co"),
    ("its morale", |state, side| first(state, side).morale = 9, "P VP SW co"),
    ("its upkeep", |state, side| first(state, side).is_active = false, "P VP ST SW co"),
    ("its weapons", |state, side| first(state, side).weapons.arms = true, "P VP ST SW co"),
    ("its supplies", |state, side| first(state, side).supplies = 9, ""),
    ("its march", |state, side| first(state, side).march = Some(somewhere()), "P VP SW co"),
    ("what was seen", |state, side| glimpse(state, side), "P VP SW"),
    ("men of militia", |state, side| militia(state, side).men = 1_651, "P VP SW gov con"),
    ("its morale", |state, side| militia(state, side).morale = 9, "P VP SW gov con"),
    ("victory points", |state, side| state.nations.of_mut(side).victory_points = -9, "P VP SW"),
    ("crew", |state, side| sloop(state, side).crew = 151, "P VP SN sco"),
    ("stores aboard", |state, side| sloop(state, side).stores = 2, "P VP SN sco"),
    ("damage", |state, side| sloop(state, side).damage = 2, "P VP SN sco"),
    ("mission", |state, side| sloop(state, side).mission = Some(Mission::Raid), "P VP SN sco"),
    ("a ship's upkeep", |state, side| sloop(state, side).is_active = false, "P VP ST SN sco"),
    ("supplies", |state, side| state.cities.get_mut(port(side)).unwrap().supplies = 7, "P VP ST SW SN gov con"),
    ("stores", |state, side| state.cities.get_mut(port(side)).unwrap().stores = 7, "P VP ST SW SN gov con"),
    ("standing order", |state, side| stand(state, side), "P VP ST SW SN gov con"),
    ("depot", |state, side| close_depot(state, side), "P VP ST SW co"),
    ("built cache", |state, side| delay(state, side, 4), "P VP ST SW co"),
    ("works", |state, side| deepen(state, side), "P VP ST SW gov co"),
    ("built works", |state, side| delay(state, side, 5), "P VP ST SW gov co"),
    ("works taken down", |state, side| delay(state, side, 6), "P VP ST SW gov co"),
];

fn spend(state: &mut State, side: Side) {
    state.pay("7.2", side, Amount::whole(3), "supplies").unwrap();
}

fn authorise(state: &mut State, side: Side) {
    state.nations.of_mut(side).greenbacks_authorised = Some(Amount::whole(8_713));
}

/// The press and the treasury hold the same, and the books say otherwise why.
fn rename(state: &mut State, side: Side) {
    let mut ledger = serde_json::to_value(&state.ledger).unwrap();
    for posting in ledger["postings"].as_array_mut().unwrap() {
        if posting["to"] == side.code() {
            posting["text"] = json!("zitronenfalter");
        }
    }
    state.ledger = serde_json::from_value(ledger).unwrap();
}

fn bring(state: &mut State, side: Side) {
    let moved_by = state.bills.of(side)[0].moved_by.clone();
    state.bills.of_mut(side).push(Motion::new(2, Subject::Tariff(7), moved_by, 4));
}

fn cast(state: &mut State, side: Side) {
    let bill = &mut state.bills.of_mut(side)[0];
    bill.ballots.insert(bill.moved_by.clone(), Ballot::No);
}

fn cause(state: &mut State, side: Side) {
    state.told.morale.push(MoraleChange { side, why: "zitronenfalter".to_owned(), hundredths: 0 });
}

/// As many men of a State, of another kind.
fn turn_militia(state: &mut State, side: Side) {
    state.pools.waste(&key(side, Pool::Volunteers), 600).unwrap();
    state.pools.raise(key(side, Pool::Militia), 600);
}

fn more_wait(state: &mut State, side: Side) {
    let (state_of, city) = (state_of(side).to_owned(), port(side).to_owned());
    let row = Regiments { side, arm: Arm::Siege, state: state_of, pool: Pool::Volunteers, city, count: 1 };
    state.regiments.push(row);
}

fn stand(state: &mut State, side: Side) {
    let order = Standing { place: port(side).to_owned(), good: Good::Supplies, buy: 9, forward: None };
    state.standing.of_mut(side).set(order);
}

fn close_depot(state: &mut State, side: Side) {
    state.depots.values_mut().filter(|depot| depot.side == side).for_each(|depot| depot.is_closed = true);
}

fn deepen(state: &mut State, side: Side) {
    state.forts.iter_mut().filter(|fort| fort.side == side).for_each(|fort| fort.level = 4);
}

/// Of each cell, that those read its change whom it names, and nobody else.
pub(super) fn read_as_named<'c>(scenario: &Scenario, state: &State, cells: impl Iterator<Item = &'c Cell> + Clone) {
    let before = read_by(scenario, &situation(scenario, state));
    let mut wrong = Vec::new();
    for side in Side::BOTH {
        for (what, change, readers) in cells.clone() {
            let mut other = state.clone();
            change(&mut other, side);
            assert_ne!(*state, other, "{what}");
            let after = read_by(scenario, &situation(scenario, &other));
            let told: BTreeSet<String> =
                after.into_iter().filter(|(seat, items)| before[seat] != *items).map(|(seat, _)| seat).collect();
            let may = seats(scenario, side, readers);
            let (leaks, misses): (Vec<_>, Vec<_>) = (told.difference(&may).collect(), may.difference(&told).collect());
            if !leaks.is_empty() || !misses.is_empty() {
                wrong.push(format!("{what} of {side}: read by {leaks:?} who may not, not by {misses:?} who may"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn each_hidden_value_is_read_by_those_whom_the_matrix_names_and_by_nobody_else() {
    let scenario = war();
    let state = full(&scenario);
    read_as_named(&scenario, &state, MONEY.iter().chain(MEN_AND_FORCES));
}

#[test]
fn what_a_captain_or_general_reads_of_his_own_is_nothing_of_another_mans() {
    let scenario = war();
    let state = full(&scenario);
    let facts = situation(&scenario, &state);
    let reads = read_by(&scenario, &facts);
    for side in Side::BOTH {
        let code = side.code().to_lowercase();
        let of = |officer: &str| serde_json::to_string(&reads[&format!("{code}-{officer}")]).unwrap();
        for officer in ["general-3", "captain-3"] {
            for word in ["1IN", "1MI", "SL1", "Treasury", "Manpower", "Depots", "Fortifications", "Bill"] {
                assert!(!of(officer).contains(word), "{code}-{officer} reads of {word}");
            }
        }
        assert!(of("general-1").contains("1IN") && !of("general-1").contains("1MI"));
        assert!(of("captain-2").contains("SL1") && !of("captain-2").contains("1IN"));
    }
}

/// Orders of the Union about things at Boston, and who reads what came of them beside their giver (row 2).
const RESULTS: &[(&str, &str)] = &[
    ("raise 4 infantry regiments in Boston", "P VP ST SW gov con"),
    ("rising at Boston with 2 militia regiments", "P VP ST SW gov con"),
    ("build IN of 4 regiments in Boston", "P VP ST SW gov con"),
    ("build MI of 2 regiments in Boston", "P VP ST SW gov con"),
    ("build CQ at Boston", "P VP ST SW gov con"),
    ("lay down SL at Boston", "P VP ST SN gov con"),
    ("charter TR 500 at Boston", "P VP ST SN gov con"),
    ("buy 5 supplies at Boston", "P VP ST SW gov con"),
    ("buy 5 stores at Boston", "P VP ST SN gov con"),
    ("standing: buy 5 supplies at Boston", "P VP ST SW gov con"),
    ("borrow 4000", "P VP ST"),
    ("print 2000 greenbacks", "P VP ST"),
    ("buy 25 foreign MP", "P VP ST"),
    ("buy back greenbacks for 200 gold", "P VP ST"),
    ("inactivate US1IN", "P VP SW"),
    ("disband US1IN", "P VP SW"),
    ("merge US9IN into US2IN", "P VP SW"),
    ("transfer 1 regiment from US1IN to US4IN", "P VP SW"),
    ("command US1IN CO us-general-1 XO us-general-2", "P VP SW"),
    ("remove depot at N0-P9", "P VP SW"),
    ("activate USSL1", "P VP SN"),
    ("scuttle USSL1", "P VP SN"),
    ("USSL1 raid commerce", "P VP SN"),
    ("shift 50 crew from USFR1 to USSL2", "P VP SN"),
    ("base USSL1 at Boston", "P VP SN gov con"),
    ("upgrade US1IN with rifles", "P VP ST SW"),
    ("repair USSL1", "P VP ST SN"),
    ("declare a blockade", "P VP ST SN"),
];

#[test]
fn what_came_of_an_order_is_read_by_those_whose_business_it_is() {
    let scenario = war();
    let mut wrong = Vec::new();
    for (line, readers) in RESULTS {
        let (orders, _): (Vec<Order>, Vec<Remark>) = read(&scenario, &Context::default(), line).expect(line);
        let told = readers_of_result(&scenario, Side::Union, &orders[0].act);
        let told: BTreeSet<String> = told.iter().map(ToString::to_string).collect();
        let may = seats(&scenario, Side::Union, readers);
        if told != may {
            wrong.push(format!("{line}: {told:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Whose word is heard, where every office is held.
fn speaking(scenario: &Scenario, giver: SeatId) -> Giver {
    let held = scenario.given.offices.iter().map(|row| seat(&row.id)).collect();
    Giver { seat: giver, held, received: None, done: None }
}

/// What the game master enters, as an act on receipt.
fn entered(scenario: &Scenario, state: &State, entry: Entry) -> BTreeMap<String, Vec<Item>> {
    read_by(
        scenario,
        &act(scenario, state, &speaking(scenario, SeatId::gm()), &[super::play::filed(Act::Entry(entry)).order])
            .unwrap()
            .events,
    )
}

#[test]
fn what_is_lost_with_a_city_is_told_to_its_loser_alone() {
    let scenario = war();
    let state = full(&scenario);
    let told = entered(&scenario, &state, Entry::Capture { city: port(Side::Union).to_owned(), by: Side::Confederacy });
    let reads = |wanted: fn(&Item) -> bool| -> BTreeSet<String> {
        told.iter().filter(|(_, items)| items.iter().any(wanted)).map(|(seat, _)| seat.clone()).collect()
    };
    let is_of_ships = |item: &Item| matches!(item, Item::LostWorks { what, .. } if what.iter().any(|it| it == "USSL2"));
    let is_on_land = |item: &Item| matches!(item, Item::LostWorks { what, .. } if what.iter().any(|it| it == "US2IN"));
    assert_eq!(reads(|item| matches!(item, Item::Captured { .. })).len(), 66, "row 23: the city itself is public");
    assert_eq!(reads(is_on_land), seats(&scenario, Side::Union, "P VP ST SW gov con"));
    assert_eq!(reads(is_of_ships), seats(&scenario, Side::Union, "P VP ST SW SN gov con"));
    let naval = readers_of_losses(&scenario, Side::Union, port(Side::Union), true);
    assert_eq!(naval.iter().map(ToString::to_string).collect::<BTreeSet<_>>(), reads(is_of_ships));
}

#[test]
fn a_law_the_game_master_enters_is_told_to_its_side_and_where_a_ship_lies_to_nobody() {
    let scenario = war();
    let state = full(&scenario);
    for side in Side::BOTH {
        let told = entered(&scenario, &state, Entry::Law { side, subject: Subject::Tariff(8) });
        let readers: BTreeSet<String> =
            told.into_iter().filter(|(_, items)| !items.is_empty()).map(|(seat, _)| seat).collect();
        assert_eq!(readers, seats(&scenario, side, "all"));
    }
    let force = force(Side::Union, 1, ForceKind::Ship(Class::Sloop));
    let placed = Entry::Place { force, port: "norfolk-va".to_owned(), is_off: true, is_at_sea: false };
    assert!(entered(&scenario, &state, placed).values().all(Vec::is_empty));
}

/// Orders of both sides that go on in every world, of the offices that give them.
const ORDERS: &[(&str, &str)] = &[
    ("us-treasury", "borrow 400"),
    ("us-gov-lower-new-england", "raise 2 infantry regiments in Boston"),
    ("us-gov-lower-new-england", "buy 5 supplies at Boston"),
    ("us-treasury", "build IN of 3 regiments in Boston"),
    ("us-navy", "inactivate USSL1"),
    ("us-war", "disband US1MI"),
    ("cs-treasury", "borrow 400"),
    ("cs-gov-upper-east", "raise 2 infantry regiments in Norfolk"),
    ("cs-gov-upper-east", "buy 5 supplies at Norfolk"),
    ("cs-treasury", "build IN of 3 regiments in Richmond"),
    ("cs-navy", "inactivate CSSL1"),
    ("cs-war", "disband CS1MI"),
];

/// What each seat reads of a turn with these orders, and after it.
fn played(scenario: &Scenario, state: &State) -> BTreeMap<String, Vec<Item>> {
    let mut orders = OrderSet::default();
    for (giver, line) in ORDERS {
        let (read, _) = read(scenario, &Context::default(), line).expect(line);
        let filed = read.into_iter().map(|order| super::play::filed(order.act));
        orders.sheets.entry(seat(giver)).or_default().extend(filed);
    }
    let mut dice = Dice::committed(&Secret::new([5; 32]), "war");
    let outcome = CivilWarOnLine.adjudicate(scenario, state, &orders, &mut dice);
    let told: Vec<Fact<Item>> = outcome.events.into_iter().chain(situation(scenario, &outcome.state)).collect();
    let mut read = read_by(scenario, &told);
    // What greenbacks are worth is public, and comes of what is not (row 4).
    let is_hidden = |item: &Item| !matches!(item, Item::Revalued { .. } | Item::Greenbacks { .. });
    read.values_mut().for_each(|items| items.retain(is_hidden));
    read
}

#[test]
fn a_side_reads_the_same_of_a_turn_whatever_the_other_hides() {
    let scenario = war();
    let state = full(&scenario);
    let before = played(&scenario, &state);
    for side in Side::BOTH {
        let own = seats(&scenario, side, "all");
        let hidden = MONEY.iter().chain(MEN_AND_FORCES).filter(|(_, _, readers)| *readers != "both");
        for (what, change, _) in hidden {
            let mut other = state.clone();
            change(&mut other, side.enemy());
            let after = played(&scenario, &other);
            for seat in &own {
                assert_eq!(before[seat], after[seat], "{seat} is told otherwise by the enemy's {what}");
            }
        }
    }
}

/// What comes of something that is said in Congress: who reads what of it, or why it cannot be.
fn said(scenario: &Scenario, state: &State, giver: &str, line: &str) -> Result<BTreeMap<String, Vec<Item>>, String> {
    let (orders, _) = read(scenario, &Context::default(), line).expect(line);
    let acted = act(scenario, state, &speaking(scenario, seat(giver)), &orders);
    acted.map(|acted| read_by(scenario, &acted.events)).map_err(|refused| format!("{refused:?}"))
}

#[test]
fn what_is_said_in_a_congress_is_nothing_to_the_other_side_and_comes_to_the_same_whatever_that_hides() {
    let scenario = war();
    let state = full(&scenario);
    let lines = ["move tax 5", "move loans 30000", "move draft", "vote 1 aye", "vote 2 no", "override 1"];
    for side in Side::BOTH {
        let congressman = seats(&scenario, side, "con").pop_first().unwrap();
        let president = seats(&scenario, side, "P").pop_first().unwrap();
        let enemies = seats(&scenario, side.enemy(), "all");
        let all =
            lines.map(|line| (&congressman, line)).into_iter().chain([(&president, "sign 1"), (&president, "veto 1")]);
        for (giver, line) in all {
            let before = said(&scenario, &state, giver, line);
            let is_silent = |seat: &String| before.as_ref().is_ok_and(|told| !told[seat].is_empty());
            assert!(!enemies.iter().any(is_silent), "{line} of {giver} is told to the enemy");
            for (what, change, _) in MONEY.iter().chain(MEN_AND_FORCES).filter(|(_, _, readers)| *readers != "both") {
                let mut other = state.clone();
                change(&mut other, side.enemy());
                assert_eq!(before, said(&scenario, &other, giver, line), "{line} of {giver}: the enemy's {what}");
            }
        }
    }
}

#[test]
fn a_charge_that_was_not_paid_is_told_to_those_who_read_what_is_spent() {
    let scenario = war();
    let mut state = full(&scenario);
    state.turn = 1;
    for side in Side::BOTH {
        state.ledger.open_with(side.code(), Measure::Gold, 0);
        state.close_build_fund(side);
        state.nations.of_mut(side).law.tariff = 0;
        let paper = state.greenbacks(side);
        state.pay("7.2", side, paper, "all there was").unwrap();
    }
    let mut dice = Dice::committed(&Secret::new([5; 32]), "war");
    let outcome = CivilWarOnLine.adjudicate(&scenario, &state, &OrderSet::default(), &mut dice);
    let told = read_by(&scenario, &outcome.events);
    let is_unpaid = |item: &Item| matches!(item, Item::Unpaid { .. });
    let readers: BTreeSet<String> =
        told.into_iter().filter(|(_, items)| items.iter().any(is_unpaid)).map(|(seat, _)| seat).collect();
    let [union, confederacy] = Side::BOTH.map(|side| seats(&scenario, side, "P VP ST"));
    assert_eq!(readers, union.union(&confederacy).cloned().collect(), "a Congressman reads no unit's name (row 14)");
}
