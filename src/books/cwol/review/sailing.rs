//! What its giver could know is wrong with an order to a ship on a river, and how long its way is: by its own row and the map.

use base::order::Remark;
use board::Net;
use board::square::Square;

use super::super::counted::counted;
use super::super::item::ShipRow;
use super::super::order::{ForceKind, Refuge, Sailing, Target};
use super::super::refusal::{has_guns, leads_by_river};
use super::super::river::{crosses_border, is_shelled_from};
use super::super::scenario::Scenario;
use super::super::side::Side;
use super::super::turn::off_the_rivers;
use super::known::Known;
use super::said::said;

/// What is wrong with it.
pub(super) fn wrong(scenario: &Scenario, side: Side, known: &Known<'_>, order: &Sailing) -> Result<(), Remark> {
    known.has(order.ship().of(side))?;
    let row = known.ship(side, order.ship());
    let at = row.and_then(|row| row.square.parse::<Square>().ok());
    let ends_a_station = matches!(order, Sailing::Hold { .. });
    if let Some(row) = row.filter(|_| at.is_none() && !ends_a_station) {
        return Err(said(off_the_rivers(&row.name)).hint("At sea: station USFR1 off Mobile to blockade."));
    }
    match order {
        Sailing::Move { to, .. } => leads(scenario, known, at, *to),
        Sailing::Retreat { toward: Refuge::Square(to), .. } => leads(scenario, known, at, *to),
        Sailing::Pursue { quarry: Some(quarry), .. } if quarry.side == side => {
            Err(Remark::refused(format!("{} is of your own side.", quarry.name())).rule("N6.1"))
        }
        Sailing::Fight { break_off: Some(round), .. } => {
            let last = scenario.tables().combat.rounds;
            if (1..last).contains(round) {
                return Ok(());
            }
            let said =
                format!("A fight has {last} rounds: a side leaves after one of the first {}.", last.saturating_sub(1));
            Err(Remark::refused(said).rule("N7.1"))
        }
        Sailing::Bombard { target, .. } => {
            let ship = order.ship().of(side);
            if let ForceKind::Ship(class) = ship.kind {
                has_guns(scenario, &ship.name(), class).map_err(said)?;
            }
            shells(scenario, known, at, target)
        }
        _ => Ok(()),
    }
}

/// "25 squares, 2 turns", where it is not where it is to go.
pub(super) fn note(scenario: &Scenario, side: Side, known: &Known<'_>, order: &Sailing) -> Option<String> {
    let Sailing::Move { to, .. } = order else { return None };
    let at: Square = known.ship(side, order.ship())?.square.parse().ok()?;
    let way = way_between(scenario, known, at, *to)?;
    let squares = u32::try_from(way.len().saturating_sub(1)).ok()?;
    if squares == 0 {
        return Some("it is there already".to_owned());
    }
    let turns = squares.div_ceil(scenario.tables().sailing.speed.max(1)).max(1);
    let border = match known.is_kentucky_neutral && crosses_border(scenario, way.iter()) {
        true => "; it crosses the border of Kentucky, whose neutrality that ends",
        false => "",
    };
    Some(format!("{}, {}{border}", counted(squares, "square", "squares"), counted(turns, "turn", "turns")))
}

fn way_between(scenario: &Scenario, known: &Known<'_>, from: Square, to: Square) -> Option<Vec<Square>> {
    let mended = scenario.rivers.mended(known.links);
    let net: &Net = mended.as_ref().unwrap_or(&scenario.rivers.net);
    net.way(from, to)
}

/// SNNM 1.1, 6.1: a square of a river, to which a river leads.
fn leads(scenario: &Scenario, known: &Known<'_>, at: Option<Square>, to: Square) -> Result<(), Remark> {
    let has = |to| scenario.rivers.has(to, known.links);
    let leads = |from| way_between(scenario, known, from, to).is_some();
    leads_by_river(scenario, (at, to), has, leads).map_err(said)
}

/// SNNM 4.7: what is shelled lies beside the river, within reach, and is not its own side's.
fn shells(scenario: &Scenario, known: &Known<'_>, at: Option<Square>, target: &Target) -> Result<(), Remark> {
    let side = known.side;
    let square = match target {
        Target::City(city) if known.holder_of(city) == Some(side) => {
            return Err(Remark::refused(format!("{} is of your own side.", scenario.city_name(city))).rule("N4.7"));
        }
        Target::Unit(unit) if unit.side == side => {
            return Err(Remark::refused(format!("{} is of your own side.", unit.name())).rule("N4.7"));
        }
        Target::Unit(_) => return Ok(()),
        Target::City(city) => scenario.city(city).map(|city| city.square),
        Target::Square(square) => Some(*square),
    };
    let (Some(square), Some(at)) = (square, at) else { return Ok(()) };
    if is_shelled_from(scenario, at, square) {
        return Ok(());
    }
    let said = format!("{} is not beside the river where the ship is.", scenario.place_name(square));
    Err(Remark::refused(said).hint("Ships shell their own square and those next to it, on the bank.").rule("N4.7"))
}

impl<'a> Known<'a> {
    /// The row of a ship, where the seat reads of it.
    pub(super) fn ship(&self, side: Side, ship: super::super::order::Called) -> Option<&'a ShipRow> {
        let name = ship.of(side).name();
        self.naval.iter().find(|row| row.name == name).copied()
    }
}
