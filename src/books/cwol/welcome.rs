//! What whoever takes an office reads first: what it may order, what a turn of the opening brings and costs, what a blockade would
//! shut: the latter before the first turn of the war is played, for then the report tells how things stand.

use base::game::SeatId;

use super::commerce::Blockade;
use super::item::Item;
use super::office::{Office, ordered_by};
use super::scenario::Scenario;
use super::side::Side;
use super::situation::forecast_of;
use super::state::State;

/// It, in such a turn; none for a seat that is no office.
pub fn welcome(scenario: &Scenario, turn: u32, seat: &SeatId) -> Option<Item> {
    let row = scenario.office(seat.as_str())?;
    let reads_books = matches!(row.office, Office::President | Office::Vice | Office::Treasury) && turn == 0;
    let state = State::opening(scenario);
    let side = row.side;
    let held = || [state.gold(side), state.mp(side), state.build_fund(side)].map(Into::into);
    Some(Item::Welcome {
        title: row.title.clone(),
        side: side.name().to_owned(),
        bloc: row.bloc.clone(),
        may: ordered_by(row.office).into_iter().map(str::to_owned).collect(),
        opening: reads_books.then(|| Box::new(forecast_of(scenario, &state, side))),
        treasury: reads_books.then(held),
        shut: if reads_books { shut_by_declaration(scenario, state) } else { Vec::new() },
    })
}

/// SLAG 2.7, by the ruling on river ports: those of the Union that a Confederate blockade shuts as soon as it is declared.
fn shut_by_declaration(scenario: &Scenario, mut state: State) -> Vec<String> {
    state.nations.confederacy.has_blockade = true;
    Blockade::of(scenario, &state, Side::Union).ports().map(|id| scenario.city_name(id)).collect()
}
