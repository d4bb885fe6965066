//! How things stand, item by item, each told to the offices that may know it.

mod afloat;
mod command;
pub mod congress;
mod country;
mod forces;
mod money;
mod rivers;
mod sight;
mod victory;
mod works;

use base::facts::{Audience, Fact};
use base::game::{SeatId, SeatSet};
use kit::amount::Rounding;

use super::calendar;
use super::contact::{Troops, is_besieged_by};
use super::entitlement::{Section, readers};
use super::item::{Holding, Item};
use super::ruled::in_force;
use super::scenario::Scenario;
use super::side::Side;
use super::state::State;
use super::turn::holder;

use victory::who_won;

/// All of it.
pub fn situation(scenario: &Scenario, state: &State) -> Vec<Fact<Item>> {
    let mut facts = public(scenario, state);
    facts.extend(in_force(scenario, state));
    facts.extend(View::ruled_rivers(scenario, state));
    facts.extend(View::old_works(scenario, state));
    facts.extend(offices(scenario));
    for side in Side::BOTH {
        let view = View { scenario, state, side };
        facts.extend(view.law());
        facts.extend(view.bills());
        facts.extend(view.blockaded());
        facts.extend(view.money());
        facts.extend(view.national());
        facts.extend(view.forces());
        facts.extend(view.commands());
        facts.extend(view.sight());
        facts.extend(view.afloat());
        facts.extend(view.rivers());
        facts.extend(view.works());
        for bloc in view.blocs() {
            facts.extend(view.bloc(&bloc));
        }
    }
    facts
}

/// What a side's next turn brings and costs as things stand.
pub fn forecast_of(scenario: &Scenario, state: &State, side: Side) -> Item {
    let interest = state.nations.of(side).debt.share(scenario.tables().loan.interest, Rounding::HalfUp);
    View { scenario, state, side }.forecast(interest)
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
    let troops = Troops::of(state);
    let cities = scenario.given.cities.iter().map(|city| holding(scenario, state, &troops, &city.id));
    let cities = Item::Cities { rows: cities.collect() };
    let kentucky = Item::Kentucky { is_neutral: state.kentucky_is_neutral };
    let declared = Side::BOTH.into_iter().filter(|side| state.nations.of(*side).has_blockade);
    let blockades = declared.map(|side| Item::Blockade { side: side.name().to_owned() });
    let links = (!state.links.is_empty()).then(|| Item::Links { rows: state.links.clone() });
    let won = state.is_over.then(|| Item::Won { words: who_won(scenario, state) });
    let embargo = Item::Embargo { is_on: state.nations.confederacy.law.has_embargo };
    [turn, embargo]
        .into_iter()
        .chain(won)
        .chain(links)
        .chain(greenbacks)
        .chain(blockades)
        .chain([kentucky, cities])
        .map(everyone)
        .collect()
}

/// To each seat what it is: a reader of several is told what is open to which.
fn offices(scenario: &Scenario) -> impl Iterator<Item = Fact<Item>> + '_ {
    scenario.given.offices.iter().filter_map(|row| {
        let (seat, office, title) = (row.id.clone(), row.office.code().to_owned(), row.title.clone());
        let item = Item::Seat { seat, office, bloc: row.bloc.clone(), title };
        Some(Fact::new(Audience::seat(&SeatId::parse(&row.id)?), item))
    })
}

fn holding(scenario: &Scenario, state: &State, troops: &Troops<'_>, id: &str) -> Holding {
    let has_brigades = |side, square| troops.have_brigades(state, side, square);
    let now = state.city(id);
    Holding {
        id: id.to_owned(),
        city: scenario.city_name(id),
        state: scenario.city(id).map_or_else(String::new, |city| city.state.clone()),
        level: now.map_or(0, |now| now.level),
        yards: now.map_or(0, |now| now.yards),
        is_besieged: is_besieged_by(scenario, state, id, has_brigades),
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
            self.standing(Some(own)),
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
}
