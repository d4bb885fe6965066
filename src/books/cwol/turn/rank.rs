//! Of several orders about one thing one stands: by office, by command, by when it came (`order.last`; kit's `rank`).

use std::collections::BTreeMap;

use base::game::SeatId;
use base::order::Filed;
use kit::forces::command::Post;
use kit::rank::{Authority, Claim, prevailing};

use super::super::command::first_command;
use super::super::office::{givers, is_of_command, is_of_deputy};
use super::super::order::{Act, Order};
use super::super::side::Side;
use super::events::{Failed, Turn};

/// As what a seat gives an order: by its office, else by its command of what the order is about; nothing where it has lost that.
fn authority(turn: &Turn<'_>, seat: &SeatId, act: &Act) -> Option<Authority> {
    let row = turn.scenario.office(seat.as_str())?;
    let (offices, _) = givers(act.matter());
    if offices.contains(&row.office) {
        return Some(Authority::Office(row.office as u8));
    }
    let force = act.force().filter(|_| is_of_command(act.matter()))?.of(row.side);
    let named = turn.commands.get(&force.name()).cloned();
    let command = named.unwrap_or_else(|| first_command(turn.scenario, force.side, force.kind));
    let post = command.post_of(&seat.to_string());
    post.filter(|post| *post == Post::Commander || is_of_deputy(act.matter())).map(Authority::Command)
}

/// Whether the order at a place stands, among those of its side about the same thing; else why it does not.
pub fn stands(
    turn: &Turn<'_>,
    orders: &[(SeatId, Filed<Order>)],
    place: usize,
    is_about: impl Fn(&Act, Side) -> bool,
) -> Result<(), Failed> {
    let Some((seat, _)) = orders.get(place) else { return Ok(()) };
    let side = Side::of_seat(seat.as_str());
    // What an order is about is seen at a glance, and most are about other things.
    let is_rival = |giver: &SeatId, act: &Act| {
        side.is_some_and(|side| is_about(act, side) && Side::of_seat(giver.as_str()) == Some(side))
    };
    let rivals = orders.iter().enumerate().filter(|(_, (giver, line))| is_rival(giver, &line.order.act));
    prevails(turn, orders, place, rivals.map(|(other, _)| other))
}

/// Orders by what they are about, where each is one of many of its sort.
pub struct Rivals<K>(BTreeMap<(Side, K), Vec<usize>>);

impl<K: Ord> Rivals<K> {
    /// `about`: what an order that a side gives is about; nothing where it is of another sort.
    pub fn of(orders: &[(SeatId, Filed<Order>)], about: impl Fn(&Act, Side) -> Option<K>) -> Rivals<K> {
        let mut rivals: BTreeMap<(Side, K), Vec<usize>> = BTreeMap::new();
        for (place, (seat, line)) in orders.iter().enumerate() {
            let Some(side) = Side::of_seat(seat.as_str()) else { continue };
            if let Some(what) = about(&line.order.act, side) {
                rivals.entry((side, what)).or_default().push(place);
            }
        }
        Rivals(rivals)
    }

    /// Whether the order at a place, which a side gives about something, stands; else why it does not.
    pub fn stands(
        &self,
        turn: &Turn<'_>,
        orders: &[(SeatId, Filed<Order>)],
        place: usize,
        about: (Side, K),
    ) -> Result<(), Failed> {
        prevails(turn, orders, place, self.0.get(&about).into_iter().flatten().copied())
    }
}

/// Whether the order at a place goes before those at others, itself among them.
fn prevails(
    turn: &Turn<'_>,
    orders: &[(SeatId, Filed<Order>)],
    place: usize,
    rivals: impl Iterator<Item = usize>,
) -> Result<(), Failed> {
    let Some((seat, line)) = orders.get(place) else { return Ok(()) };
    let (_, rule) = givers(line.order.act.matter());
    let claims = rivals.filter_map(|other| {
        let (giver, line) = orders.get(other)?;
        let authority = authority(turn, giver, &line.order.act)?;
        Some((other, Claim { authority, arrival: u64::try_from(other).unwrap_or(u64::MAX) }))
    });
    let claims: Vec<_> = claims.collect();
    if !claims.iter().any(|(other, _)| *other == place) {
        return Err(Failed::new("You do not command it any more.", rule));
    }
    let best = prevailing(&claims.iter().map(|(_, claim)| *claim).collect::<Vec<_>>());
    match best.and_then(|best| claims.get(best)) {
        Some((other, _)) if *other != place => Err(displaced(turn, orders, (seat, line), *other, rule)),
        _ => Ok(()),
    }
}

/// By whose order it was displaced.
fn displaced(
    turn: &Turn<'_>,
    orders: &[(SeatId, Filed<Order>)],
    (seat, line): (&SeatId, &Filed<Order>),
    by: usize,
    rule: &'static str,
) -> Failed {
    let Some((other, stronger)) = orders.get(by) else { return Failed::new("Another order stands.", rule) };
    if other == seat {
        return Failed::new("A later order about it stands.", rule);
    }
    let title = turn.scenario.title(other);
    let what = if stronger.order.act == line.order.act { "the same" } else { "otherwise" };
    Failed::new(format!("{title} ordered {what}."), rule)
}

/// Whether a seat may still give its order.
pub fn commands(turn: &Turn<'_>, seat: &SeatId, act: &Act) -> Result<(), Failed> {
    let (_, rule) = givers(act.matter());
    authority(turn, seat, act).map(|_| ()).ok_or_else(|| Failed::new("You do not command it any more.", rule))
}
