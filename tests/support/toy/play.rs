//! One turn on the meadow: all moves at once, then the duels (T4), then the end (T6).

use std::collections::BTreeMap;

use adjutant::facts::{Audience, Fact};
use adjutant::game::{Dice, SeatId};
use adjutant::rules::{OrderSet, Outcome};

use super::{Item, Meadow, Order, Square, State, next_phase, seats};

pub fn play(meadow: &Meadow, state: &State, orders: &OrderSet<Order>, dice: &mut Dice) -> Outcome<State, Item> {
    let mut state = state.clone();
    let mut events = Vec::new();
    march(&mut state, orders, &mut events);
    for square in contested(&state) {
        duel(&mut state, square, dice, &mut events);
    }
    let sides: Vec<SeatId> =
        seats().into_iter().filter(|seat| state.pieces.values().any(|piece| &piece.seat == seat)).collect();
    if sides.len() == 2 && state.turn < meadow.turns {
        state.turn += 1;
        return Outcome { next: Some(next_phase(&state)), state, events };
    }
    let winner = match sides.as_slice() {
        [only] => Some(only.clone()),
        _ => None,
    };
    events.push(Fact::new(Audience::Everyone, Item::Ended { winner }));
    Outcome { state, events, next: None }
}

fn march(state: &mut State, orders: &OrderSet<Order>, events: &mut Vec<Fact<Item>>) {
    for (name, piece) in &mut state.pieces {
        let lines = orders.sheets.get(&piece.seat).map(Vec::as_slice).unwrap_or_default();
        let order = lines.iter().map(|line| &line.order).find(|order| order.at() == piece.square);
        let Some(Order::Move { from, to: Some(to) }) = order else { continue };
        // T1, asked again: what was legal on receipt may not be after a GM's edit.
        if from.distance(*to) != 1 {
            continue;
        }
        piece.square = *to;
        let moved = Item::Moved { piece: name.clone(), from: *from, to: *to };
        events.push(Fact::new(Audience::seat(&piece.seat), moved));
    }
}

fn contested(state: &State) -> Vec<Square> {
    let mut holders: BTreeMap<Square, Vec<&SeatId>> = BTreeMap::new();
    for piece in state.pieces.values() {
        holders.entry(piece.square).or_default().push(&piece.seat);
    }
    let is_contested = |holders: &Vec<&SeatId>| holders.iter().any(|holder| holder != &holders[0]);
    holders.into_iter().filter(|(_, holders)| is_contested(holders)).map(|(square, _)| square).collect()
}

fn duel(state: &mut State, square: Square, dice: &mut Dice, events: &mut Vec<Fact<Item>>) {
    let [red, blue] = seats();
    let throws = [dice.d6(&format!("duel {square} red"), 1), dice.d6(&format!("duel {square} blue"), 1)];
    let loses = [throws[0] <= throws[1], throws[1] <= throws[0]];
    let count = |seat: &SeatId| {
        let there = |piece: &&super::Piece| &piece.seat == seat && piece.square == square;
        state.pieces.values().filter(there).count() as u32
    };
    let lost = [if loses[0] { count(&red) } else { 0 }, if loses[1] { count(&blue) } else { 0 }];
    for (own, seat) in [&red, &blue].into_iter().enumerate() {
        let enemy = 1 - own;
        let (own_die, enemy_die) = (throws[own], throws[enemy]);
        let item = Item::Duel { square, own_die, enemy_die, lost: lost[own], beaten: lost[enemy] };
        events.push(Fact::new(Audience::seat(seat), item));
    }
    let falls = |seat: &SeatId| (loses[0] && seat == &red) || (loses[1] && seat == &blue);
    state.pieces.retain(|_, piece| piece.square != square || !falls(&piece.seat));
}
