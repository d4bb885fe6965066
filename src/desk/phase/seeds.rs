//! The seeds that are drawn for the seats.

use base::derived::Derived;
use base::game::{GameId, SeatId, Seeds};

use crate::files::house::House;
use crate::files::record::GameRecord;
use crate::said::notice::DiceSecret;

/// Length of a drawn seed, in bytes.
const DRAWN: usize = 16;

/// The seed that is drawn for a seat in a phase: a function of our key, as the secret is, so that a phase opened anew
/// after a crash has the same.
pub fn drawn_seed(house: &House, game: &GameId, seat: &SeatId, (number, revision): (u32, u32)) -> String {
    let derived = house.key.derive(Derived::Seed, &format!("{game}|{seat}|{number}.{revision}"));
    data_encoding::HEXLOWER.encode(&derived[..DRAWN])
}

/// The seeds of a phase that opens now: one for every seat, whoever holds it.
pub fn drawn_seeds(house: &House, game: &GameRecord, phase: (u32, u32)) -> Seeds {
    let seats = game.roster.seats().iter().map(|seat| seat.spec.id.clone());
    Seeds::drawn(seats.map(|seat| (seat.clone(), drawn_seed(house, &game.id, &seat, phase))))
}

/// The seed that was drawn for a seat in the open phase, for its reader; none in a phase that was opened without.
pub fn seed_told(house: &House, game: &GameRecord, seat: &SeatId) -> Option<DiceSecret> {
    let phase = game.phase.as_ref().filter(|phase| phase.seeds.is_some())?;
    let value = drawn_seed(house, &game.id, seat, (phase.number, phase.revision));
    Some(DiceSecret::new(seat.to_string(), value))
}

/// A report of these seats as the game master may read it.
pub fn without_seeds(house: &House, game: &GameRecord, seats: &[SeatId], report: &str) -> String {
    let seeds = seats.iter().filter_map(|seat| seed_told(house, game, seat));
    seeds.fold(report.to_owned(), |report, seed| report.replace(&seed.value, "(for the seat alone)"))
}
