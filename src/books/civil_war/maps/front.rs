//! Where a commander's front is: around the hex near which most of what he knows of stands.

use board::Hex;
use board::picture::{Scene, Sign, Strength};

use super::super::scenario::{Scenario, Theatre};

/// How far around its middle a front is weighed, in hexes.
const REACH: u32 = 7;

/// The middle of the front in a theatre, or in all of them.
pub fn middle(scenario: &Scenario, scene: &Scene, theatre: Option<Theatre>) -> Hex {
    let is_meant = |hex: Hex| theatre.is_none() || scenario.map.theatre(hex) == theatre;
    let points: Vec<(Hex, u32)> = weights(scene).into_iter().filter(|(hex, _)| is_meant(*hex)).collect();
    let pull = |middle: Hex| {
        let near = points.iter().map(|(hex, weight)| weight * (REACH + 1).saturating_sub(hex.distance(middle)));
        near.sum::<u32>()
    };
    let fullest = points.iter().map(|(hex, _)| *hex).max_by_key(|hex| (pull(*hex), std::cmp::Reverse(*hex)));
    let Some(fullest) = fullest else { return greatest_town(scenario, theatre) };
    let near: Vec<_> = points.iter().filter(|(hex, _)| hex.distance(fullest) <= REACH).collect();
    let mean = |of: fn(&Hex) -> u16| {
        let all: u32 = near.iter().map(|(_, weight)| weight).sum();
        let sum: u32 = near.iter().map(|(hex, weight)| u32::from(of(hex)) * weight).sum();
        u16::try_from((sum + all / 2) / all.max(1)).unwrap_or(1)
    };
    Hex::new(mean(|hex| hex.column()), mean(|hex| hex.row())).unwrap_or(fullest)
}

/// What draws the eye: own troops by strength, the enemy more than them, battles most of all.
fn weights(scene: &Scene) -> Vec<(Hex, u32)> {
    let pieces = scene.pieces.iter().map(|piece| {
        let weight = match &piece.strength {
            Strength::Exact(strength) => 2 + strength.parse::<u32>().unwrap_or(0).min(12),
            Strength::Class(class) => 6 + 4 * u32::from(*class),
            Strength::Unknown => 1,
        };
        (piece.cell, weight)
    });
    let areas = scene.areas.iter().filter_map(|area| Some((*area.cells.get(area.cells.len() / 2)?, 10)));
    let battles = scene.marks.iter().filter(|mark| mark.sign == Sign::Battle).map(|mark| (mark.cell, 10));
    pieces.chain(areas).chain(battles).collect()
}

/// The greatest town of a theatre, of the lowest hex.
fn greatest_town(scenario: &Scenario, theatre: Option<Theatre>) -> Hex {
    let towns = scenario.map.cities().map(|(_, city)| city);
    let own = towns.filter(|city| theatre.is_none() || scenario.map.theatre(city.hex) == theatre);
    let greatest = own.max_by_key(|city| (city.value, std::cmp::Reverse(city.hex)));
    greatest.map_or_else(|| scenario.map.hexes().next().map_or_else(first, |(hex, _)| hex), |city| city.hex)
}

fn first() -> Hex {
    Hex::new(1, 1).expect("two digits name it")
}
