//! How things stand, item by item, each told to the offices that may know it.

use std::collections::BTreeMap;

use base::facts::{Audience, Fact};
use base::game::{SeatId, SeatSet};
use kit::amount::{Amount, Rounding};

use super::account::build_fund;
use super::calendar;
use super::entitlement::{Section, all_of, readers};
use super::item::{
    Build, Change, CityRevenue, Eagles, Entry, Holding, Item, RegimentRow, ShipRow, StateMen, Stock, UnitRow, Upkeep,
};
use super::order::by_kind_and_number;
use super::price::{ship_upkeep, unit_upkeep};
use super::scenario::Scenario;
use super::side::{Kind, Pool, Side};
use super::state::{Measure, Regiments, State, Unit, Work};
use super::turn::holder;

/// All of it.
pub fn situation(scenario: &Scenario, state: &State) -> Vec<Fact<Item>> {
    let mut facts = public(scenario, state);
    for side in Side::BOTH {
        let view = View { scenario, state, side };
        facts.extend(view.law());
        facts.extend(view.money());
        facts.extend(view.national());
        facts.extend(view.forces());
        for bloc in view.blocs() {
            facts.extend(view.bloc(&bloc));
        }
    }
    facts
}

fn public(scenario: &Scenario, state: &State) -> Vec<Fact<Item>> {
    let everyone = |item| Fact::new(Audience::Everyone, item);
    let turn = Item::Turn {
        title: calendar::title(scenario, state.turn),
        number: state.turn,
        last: scenario.last_turn(),
        is_pregame: state.turn == 0,
        is_over: state.is_over,
    };
    let greenbacks = Side::BOTH
        .into_iter()
        .map(|side| Item::Greenbacks { side: side.name().to_owned(), value: state.nations.of(side).greenbacks_value });
    let cities =
        Item::Cities { rows: scenario.given.cities.iter().map(|city| holding(scenario, state, &city.id)).collect() };
    let kentucky = Item::Kentucky { is_neutral: state.kentucky_is_neutral };
    let won = state.is_over.then(|| Item::Won { words: who_won(scenario, state) });
    let embargo = Item::Embargo { is_on: state.nations.confederacy.law.has_embargo };
    [turn, embargo].into_iter().chain(won).chain(greenbacks).chain([kentucky, cities]).map(everyone).collect()
}

/// The side that has not surrendered; else the one that holds more levels of cities.
fn who_won(scenario: &Scenario, state: &State) -> String {
    let held_levels = |side: Side| -> u32 {
        let held = state.cities.iter().filter(|(id, _)| holder(scenario, state, id) == Some(side));
        held.map(|(_, city)| city.level).sum()
    };
    let lost = Side::BOTH.map(|side| state.nations.of(side).has_surrendered);
    let levels = Side::BOTH.map(held_levels);
    let [union, confederacy] = Side::BOTH.map(Side::name);
    match lost {
        [true, false] => format!("The Union has surrendered; {confederacy} has won."),
        [false, true] => format!("The Confederacy has surrendered; {union} has won."),
        _ => format!(
            "The last campaign is over. Levels of cities held: {union} {}, {confederacy} {}.",
            levels[0], levels[1]
        ),
    }
}

fn holding(scenario: &Scenario, state: &State, id: &str) -> Holding {
    let now = state.city(id);
    Holding {
        id: id.to_owned(),
        city: scenario.city_name(id),
        state: scenario.city(id).map_or_else(String::new, |city| city.state.clone()),
        level: now.map_or(0, |now| now.level),
        yards: now.map_or(0, |now| now.yards),
        is_besieged: now.is_some_and(|now| now.is_besieged),
        holder: holder(scenario, state, id).map(|side| side.code().to_owned()),
        aligned: now.map_or_else(String::new, |now| now.aligned.code().to_owned()),
    }
}

/// One side's things.
struct View<'a> {
    scenario: &'a Scenario,
    state: &'a State,
    side: Side,
}

/// A bloc with the seats of its Governor and its Congressman, who read the same of it.
struct Bloc {
    seats: SeatSet,
    name: String,
    states: std::collections::BTreeSet<String>,
}

impl View<'_> {
    fn to(&self, section: Section, item: Item) -> Fact<Item> {
        Fact::new(Audience::Seats(readers(self.scenario, self.side, section)), item)
    }

    fn name(&self) -> String {
        self.side.name().to_owned()
    }

    fn law(&self) -> [Fact<Item>; 1] {
        let law = self.state.nations.of(self.side).law;
        let acts = [
            ("bounties", law.has_bounty),
            ("the draft", law.has_draft),
            ("coloured troops", law.has_usct),
            ("the cotton embargo", law.has_embargo),
        ];
        let words =
            |is_in_force: bool| acts.iter().filter(|act| act.1 == is_in_force).map(|act| act.0.to_owned()).collect();
        let item = Item::Law {
            side: self.name(),
            income_tax: law.income_tax,
            tariff: law.tariff,
            acts: words(true),
            forbidden: words(false),
        };
        [Fact::new(Audience::Seats(all_of(self.scenario, self.side)), item)]
    }

    fn money(&self) -> Vec<Fact<Item>> {
        let (state, side) = (self.state, self.side);
        let nation = state.nations.of(side);
        let (gold, greenbacks, build_fund) = (state.gold(side), state.greenbacks(side), state.build_fund(side));
        let interest = nation.debt.share(self.scenario.tables().loan.interest, Rounding::HalfUp);
        let treasury = Item::Treasury {
            side: self.name(),
            gold: gold.into(),
            greenbacks: greenbacks.into(),
            authorised: nation.greenbacks_authorised.map(Into::into),
            outstanding: state.outstanding(side).into(),
            circulation: state.in_circulation(side).into(),
            debt: nation.debt.into(),
            loan_ceiling: nation.loan_ceiling.into(),
            interest: interest.into(),
            build_fund: build_fund.into(),
        };
        let ledger = Item::Ledger { side: self.name(), receipts: self.entries(true), payments: self.entries(false) };
        let summary = Item::TreasurySummary {
            side: self.name(),
            gold: gold.into(),
            greenbacks: greenbacks.into(),
            build_fund: build_fund.into(),
        };
        let mp = self.flows(Measure::Mp);
        let sum = |is_in: bool| {
            Eagles(Amount::hundredths(mp.iter().filter(|flow| flow.1 == is_in).map(|flow| flow.2).sum::<i64>()))
        };
        let manufacturing = Item::Manufacturing {
            side: self.name(),
            stock: state.mp(side).into(),
            received: sum(true),
            used: sum(false),
        };
        vec![
            self.to(Section::Treasury, treasury),
            self.to(Section::TreasurySummary, summary),
            self.to(Section::Manufacturing, manufacturing),
            self.to(Section::Ledger, ledger),
            self.to(Section::Ledger, self.forecast(interest)),
        ]
    }

    /// What came in and went out in the last turn: for what, whether it came in, how much.
    fn flows(&self, measure: Measure) -> Vec<(String, bool, i64)> {
        let fund = build_fund(self.side);
        let accounts = [self.side.code(), fund.as_str()];
        let mut flows = Vec::new();
        for account in accounts {
            let own = self.state.ledger.postings_of(account).filter(|posting| posting.measure == measure);
            flows.extend(own.map(|posting| {
                let amount = i64::try_from(posting.amount).unwrap_or(i64::MAX);
                (posting.subject.clone(), posting.to == account, amount)
            }));
        }
        flows
    }

    fn entries(&self, is_in: bool) -> Vec<Entry> {
        let mut sums: BTreeMap<String, Amount> = BTreeMap::new();
        for measure in [Measure::Gold, Measure::Greenbacks] {
            for (what, came_in, hundredths) in self.flows(measure) {
                if came_in == is_in {
                    *sums.entry(self.class_of(&what)).or_default() += Amount::hundredths(hundredths);
                }
            }
        }
        sums.into_iter().map(|(what, amount)| Entry { what, amount: amount.into() }).collect()
    }

    /// Upkeep of single units and ships is one entry each for all of them.
    fn class_of(&self, what: &str) -> String {
        if self.state.units.contains_key(what) {
            return "upkeep of units".to_owned();
        }
        if self.state.ships.contains_key(what) {
            return "upkeep of ships".to_owned();
        }
        what.to_owned()
    }

    /// What the next turn brings and costs as things stand, and in how many turns the treasury is empty.
    fn forecast(&self, interest: Amount) -> Item {
        let (state, side) = (self.state, self.side);
        let revenue = super::turn::revenue_of(self.scenario, state, side);
        let receipts: Amount = revenue.iter().map(|(_, row)| row.tax + row.tariff).sum();
        let units: Vec<Upkeep> = self.unit_upkeeps();
        let ships: Vec<Upkeep> = self.ship_upkeeps();
        let eagles = |rows: &[Upkeep]| rows.iter().map(|row| row.eagles.0).sum::<Amount>();
        let mp = Eagles(units.iter().chain(&ships).map(|row| row.mp.0).sum());
        let waiting: u32 = state.regiments.iter().filter(|row| row.side == side).map(|row| row.count).sum();
        let regiments = Amount::whole(i64::from(waiting));
        let costs = interest + eagles(&units) + regiments + eagles(&ships);
        let held = state.gold(side) + state.greenbacks(side);
        let turns = (costs > receipts).then(|| {
            let per_turn = (costs - receipts).in_hundredths().max(1);
            u32::try_from(held.in_hundredths().max(0) / per_turn).unwrap_or(u32::MAX)
        });
        Item::Forecast {
            side: self.name(),
            receipts: receipts.into(),
            interest: interest.into(),
            units: eagles(&units).into(),
            regiments: regiments.into(),
            ships: eagles(&ships).into(),
            mp,
            turns,
        }
    }

    fn unit_upkeeps(&self) -> Vec<Upkeep> {
        let own = self.state.units.iter().filter(|(_, unit)| unit.side == self.side);
        own.map(|(name, unit)| {
            let cost = unit_upkeep(self.scenario, unit);
            Upkeep { name: name.clone(), eagles: cost.eagles.into(), mp: cost.mp.into(), is_active: unit.is_active }
        })
        .collect::<Vec<_>>()
        .in_order(|row| &row.name)
    }

    fn ship_upkeeps(&self) -> Vec<Upkeep> {
        let own = self.state.ships.iter().filter(|(_, ship)| ship.side == self.side);
        own.map(|(name, ship)| {
            let cost = ship_upkeep(self.scenario, ship);
            Upkeep { name: name.clone(), eagles: cost.eagles.into(), mp: cost.mp.into(), is_active: ship.is_active }
        })
        .collect::<Vec<_>>()
        .in_order(|row| &row.name)
    }

    /// What is told of the whole side to some, and in sum to others.
    fn national(&self) -> Vec<Fact<Item>> {
        let nation = self.state.nations.of(self.side);
        let revenue = self.revenue(None);
        let (tax, tariff, mp) = match &revenue {
            Item::Revenue { tax, tariff, mp, .. } => (*tax, *tariff, *mp),
            _ => Default::default(),
        };
        let men = self.men(None);
        let sum: u64 = men.iter().map(|row| row.volunteers + row.bounty + row.draft + row.militia + row.usct).sum();
        let morale = Amount::hundredths(nation.morale).into();
        let changes = self.state.told.morale.iter().filter(|change| change.side == self.side);
        let changes = changes
            .map(|change| Change { why: change.why.clone(), points: Amount::hundredths(change.hundredths).into() });
        let (of, is_bloc, side) = (self.name(), false, self.name());
        vec![
            self.to(Section::Revenue, revenue),
            self.to(Section::RevenueSummary, Item::RevenueSummary { side: side.clone(), tax, tariff, mp }),
            self.to(Section::Manpower, Item::Manpower { of: of.clone(), is_bloc, rows: men }),
            self.to(Section::ManpowerSummary, Item::ManpowerSummary { side: side.clone(), men: sum }),
            self.to(Section::Regiments, self.regiments(None)),
            self.to(Section::Supplies, Item::Supplies { of, is_bloc, rows: self.stocks(None) }),
            self.to(Section::Morale, Item::Morale { side: side.clone(), morale, changes: changes.collect() }),
            self.to(Section::MoraleSummary, Item::MoraleSummary { side, morale }),
        ]
    }

    fn forces(&self) -> Vec<Fact<Item>> {
        let side = self.name();
        vec![
            self.to(Section::Land, self.land(None)),
            self.to(Section::LandBuilds, self.land_builds(None)),
            self.to(Section::LandUpkeep, Item::LandUpkeep { side: side.clone(), rows: self.unit_upkeeps() }),
            self.to(Section::Naval, self.naval()),
            self.to(Section::NavalBuilds, self.naval_builds()),
            self.to(Section::NavalUpkeep, Item::NavalUpkeep { side, rows: self.ship_upkeeps() }),
        ]
    }

    fn blocs(&self) -> Vec<Bloc> {
        let mut blocs: Vec<Bloc> = Vec::new();
        for row in self.scenario.given.offices.iter().filter(|row| row.side == self.side) {
            let (Some(name), Some(seat)) = (&row.bloc, SeatId::parse(&row.id)) else { continue };
            match blocs.iter_mut().find(|bloc| bloc.name == *name) {
                Some(bloc) => _ = bloc.seats.insert(seat),
                None => {
                    blocs.push(Bloc { seats: [seat].into(), name: name.clone(), states: row.states.clone() });
                }
            }
        }
        blocs
    }

    /// What a Governor and a Congressman read of their own bloc.
    fn bloc(&self, own: &Bloc) -> Vec<Fact<Item>> {
        let to_seats = |item| Fact::new(Audience::Seats(own.seats.clone()), item);
        let (of, is_bloc) = (own.name.clone(), true);
        let items = [
            self.revenue(Some(own)),
            Item::Manpower { of: of.clone(), is_bloc, rows: self.men(Some(own)) },
            self.regiments(Some(own)),
            self.land(Some(own)),
            self.land_builds(Some(own)),
            Item::Supplies { of, is_bloc, rows: self.stocks(Some(own)) },
        ];
        items.into_iter().map(to_seats).collect()
    }

    /// Whether a city is of a bloc; every city is of no bloc.
    fn is_in(&self, id: &str, bloc: Option<&Bloc>) -> bool {
        let state = self.scenario.city(id).map(|city| &city.state);
        bloc.is_none_or(|bloc| state.is_some_and(|state| bloc.states.contains(state)))
    }

    fn of(&self, bloc: Option<&Bloc>) -> String {
        bloc.map_or_else(|| self.name(), |bloc| bloc.name.clone())
    }

    fn revenue(&self, bloc: Option<&Bloc>) -> Item {
        let told = self.state.told.revenue.iter().filter(|(id, row)| row.side == self.side && self.is_in(id, bloc));
        let rows: Vec<CityRevenue> = told
            .map(|(id, row)| CityRevenue {
                city: self.scenario.city_name(id),
                level: self.state.city(id).map_or(0, |city| city.level),
                income: row.income.into(),
                reductions: row.reductions.iter().map(|(why, lost)| format!("{why} -{lost}")).collect(),
                tax: row.tax.into(),
                tariff: row.tariff.into(),
                mp: row.mp.into(),
            })
            .collect();
        let sum = |of: fn(&CityRevenue) -> Eagles| Eagles(rows.iter().map(|row| of(row).0).sum());
        let (tax, tariff) = (sum(|row| row.tax), sum(|row| row.tariff));
        let mp = sum(|row| row.mp);
        Item::Revenue { of: self.of(bloc), is_bloc: bloc.is_some(), rows, tax, tariff, mp }
    }

    fn men(&self, bloc: Option<&Bloc>) -> Vec<StateMen> {
        let mut rows: BTreeMap<&str, StateMen> = BTreeMap::new();
        for (key, men) in self.state.pools.iter() {
            if key.side != self.side || bloc.is_some_and(|bloc| !bloc.states.contains(&key.state)) {
                continue;
            }
            let row = rows.entry(&key.state).or_insert_with(|| StateMen {
                id: key.state.clone(),
                state: self.scenario.state_name(&key.state).to_owned(),
                volunteers: 0,
                bounty: 0,
                draft: 0,
                militia: 0,
                usct: 0,
            });
            *match key.pool {
                Pool::Volunteers => &mut row.volunteers,
                Pool::Bounty => &mut row.bounty,
                Pool::Draft => &mut row.draft,
                Pool::Militia => &mut row.militia,
                Pool::Usct => &mut row.usct,
            } = super::turn::available(self.scenario, self.state, key).min(men);
        }
        let has_men = |row: &StateMen| row.volunteers + row.bounty + row.draft + row.militia + row.usct > 0;
        rows.into_values().filter(has_men).collect()
    }

    fn regiments(&self, bloc: Option<&Bloc>) -> Item {
        let row = |row: &Regiments, left: u32| RegimentRow {
            id: row.city.clone(),
            city: self.scenario.city_name(&row.city),
            state: row.state.clone(),
            arm: row.arm.code().to_owned(),
            count: row.count,
            words: row.arm.words(row.count).to_owned(),
            pool: row.pool.words(0).to_owned(),
            left,
        };
        let is_own = |own: &Regiments| own.side == self.side && self.is_in(&own.city, bloc);
        let waiting = self.state.regiments.iter().filter(|own| is_own(own)).map(|own| row(own, 0)).collect();
        let raised = self.state.jobs.iter().filter_map(|job| match &job.plan.work {
            Work::Regiments(own) if is_own(own) => Some(row(own, job.left)),
            _ => None,
        });
        Item::Regiments { of: self.of(bloc), is_bloc: bloc.is_some(), waiting, raised: raised.collect() }
    }

    /// A bloc's seats read of its militia alone.
    fn land(&self, bloc: Option<&Bloc>) -> Item {
        let own = self.state.units.values().zip(self.state.units.keys());
        let own = own.filter(|(unit, _)| self.is_shown(unit, bloc)).map(|(unit, name)| (name, unit));
        let rows = own.map(|(name, unit)| UnitRow {
            name: name.clone(),
            place: self.place_of(unit.square),
            men: unit.men,
            regiments: unit.regiments,
            batteries: unit.batteries,
            quality: unit.quality,
            experience: unit.experience,
            morale: unit.morale,
            is_active: unit.is_active,
        });
        let rows = rows.collect::<Vec<_>>().in_order(|row| &row.name);
        Item::Land { of: self.of(bloc), is_bloc: bloc.is_some(), rows }
    }

    fn is_shown(&self, unit: &Unit, bloc: Option<&Bloc>) -> bool {
        let is_of = |bloc: &Bloc| unit.of.first().is_some_and(|(_, state, ..)| bloc.states.contains(state));
        unit.side == self.side && bloc.is_none_or(|bloc| unit.kind == Kind::Militia && is_of(bloc))
    }

    fn land_builds(&self, bloc: Option<&Bloc>) -> Item {
        let builds = self.state.jobs.iter().filter_map(|job| match &job.plan.work {
            Work::Unit { force, unit } if self.is_shown(unit, bloc) => {
                Some(Build { name: force.name(), city: self.scenario.city_name(&job.plan.place), left: job.left })
            }
            _ => None,
        });
        Item::LandBuilds { of: self.of(bloc), is_bloc: bloc.is_some(), rows: builds.collect() }
    }

    /// A city's name where one lies in the square, else the square.
    fn place_of(&self, square: board::square::Square) -> String {
        let city = self.scenario.given.cities.iter().find(|city| city.square == square);
        city.map_or_else(|| square.to_string(), |city| self.scenario.city_name(&city.id))
    }

    fn naval(&self) -> Item {
        let own = self.state.ships.iter().filter(|(_, ship)| ship.side == self.side);
        let rows = own.map(|(name, ship)| ShipRow {
            name: name.clone(),
            port: self.scenario.city_name(&ship.port),
            base: self.scenario.city_name(&ship.base),
            crew: ship.crew,
            stores: ship.stores,
            damage: ship.damage,
            is_active: ship.is_active,
        });
        let rows = rows.collect::<Vec<_>>().in_order(|row| &row.name);
        Item::Naval { side: self.name(), rows }
    }

    fn naval_builds(&self) -> Item {
        let builds = self.state.jobs.iter().filter_map(|job| match &job.plan.work {
            Work::Ship { force, .. } if force.side == self.side => {
                Some(Build { name: force.name(), city: self.scenario.city_name(&job.plan.place), left: job.left })
            }
            _ => None,
        });
        Item::NavalBuilds { side: self.name(), rows: builds.collect() }
    }

    fn stocks(&self, bloc: Option<&Bloc>) -> Vec<Stock> {
        let own = self.scenario.given.cities.iter().filter(|city| self.is_in(&city.id, bloc));
        own.filter_map(|city| {
            let now = self.state.city(&city.id)?;
            let is_own = holder(self.scenario, self.state, &city.id) == Some(self.side);
            let (supplies, stores) = (now.supplies, now.stores);
            (is_own && supplies + stores > 0).then(|| Stock {
                city: self.scenario.city_name(&city.id),
                supplies,
                stores,
            })
        })
        .collect()
    }
}

/// Rows by kind and number of what they name.
trait InOrder<T> {
    fn in_order(self, name: impl Fn(&T) -> &String) -> Vec<T>;
}

impl<T> InOrder<T> for Vec<T> {
    fn in_order(mut self, name: impl Fn(&T) -> &String) -> Vec<T> {
        self.sort_by_cached_key(|row| by_kind_and_number(name(row)));
        self
    }
}
