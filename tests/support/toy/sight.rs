//! Who knows what on the meadow (T5).

use std::collections::BTreeMap;

use adjutant::facts::{Audience, Fact};
use adjutant::game::SeatId;

use super::{Item, Meadow, Piece, Square, State, seats};

pub fn situation(meadow: &Meadow, state: &State) -> Vec<Fact<Item>> {
    let mut facts = vec![Fact::new(Audience::Everyone, Item::Turn { turn: state.turn, last: meadow.turns })];
    for seat in seats() {
        let audience = Audience::seat(&seat);
        for (name, piece) in state.pieces.iter().filter(|(_, piece)| piece.seat == seat) {
            facts.push(Fact::new(audience.clone(), Item::Own { piece: name.clone(), square: piece.square }));
        }
        for (square, count) in seen(state, &seat) {
            facts.push(Fact::new(audience.clone(), Item::Seen { square, count }));
        }
    }
    facts
}

fn seen(state: &State, seat: &SeatId) -> BTreeMap<Square, u32> {
    let own: Vec<&Piece> = state.pieces.values().filter(|piece| &piece.seat == seat).collect();
    let mut seen = BTreeMap::new();
    for piece in state.pieces.values().filter(|piece| &piece.seat != seat) {
        if own.iter().any(|own| own.square.distance(piece.square) <= 1) {
            *seen.entry(piece.square).or_insert(0) += 1;
        }
    }
    seen
}
