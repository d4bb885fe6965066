//! Of several orders about one thing one stands: by office, by when it came (`order.last`; kit's `rank`).

use base::game::SeatId;
use base::order::Filed;
use kit::rank::{Authority, Claim, prevailing};

use super::super::office::givers;
use super::super::order::{Act, Order};
use super::super::side::Side;
use super::events::{Failed, Turn};

/// Whether the order at a place stands, among those of its side about the same thing; else why it does not.
pub fn stands(
    turn: &Turn<'_>,
    orders: &[(SeatId, Filed<Order>)],
    place: usize,
    is_about: impl Fn(&Act, Side) -> bool,
) -> Result<(), Failed> {
    let Some((seat, line)) = orders.get(place) else { return Ok(()) };
    let (_, rule) = givers(line.order.act.matter());
    let side = Side::of_seat(seat.as_str());
    let claims = orders.iter().enumerate().filter_map(|(other, (giver, line))| {
        let of = Side::of_seat(giver.as_str()).filter(|of| Some(*of) == side)?;
        let office = turn.scenario.office(giver.as_str()).filter(|_| is_about(&line.order.act, of))?.office;
        Some((other, Claim { authority: Authority::Office(office as u8), arrival: u64::try_from(other).unwrap_or(0) }))
    });
    let claims: Vec<_> = claims.collect();
    let best = prevailing(&claims.iter().map(|(_, claim)| *claim).collect::<Vec<_>>());
    match best.and_then(|best| claims.get(best)).and_then(|(other, _)| orders.get(*other).map(|by| (*other, by))) {
        Some((other, (giver, _))) if other != place && giver == seat => {
            Err(Failed::new("A later order about it stands.", rule))
        }
        Some((other, (giver, _))) if other != place => {
            Err(Failed::new(format!("{} ordered otherwise.", turn.scenario.title(giver)), rule))
        }
        _ => Ok(()),
    }
}
