//! What stands at a river: the height over a square, the sites of batteries, the cities nearest by water, and what names mean there.

use board::square::Square;
use board::tactical::Tac;

use super::Scenario;
use super::document::{City, Site};
use super::exits::bank_of;
use super::terrain::Terrain;

impl Scenario {
    /// What a river battery in a square counts: by its site, else by the height of the ground (SNNM 7.1).
    pub fn height(&self, square: Square) -> u32 {
        let table = &self.tables().battery;
        if let Some(site) = self.site(square) {
            return site.strength;
        }
        match self.terrain(square) {
            Terrain::Hill | Terrain::ForestedHill => table.hill,
            Terrain::Mountain | Terrain::HighMountain => table.high_hill,
            Terrain::Open | Terrain::Forest | Terrain::Marsh | Terrain::Swamp | Terrain::Water => table.flat,
        }
    }

    /// The bluff or fort in a square.
    pub fn site(&self, square: Square) -> Option<&Site> {
        self.sites().find(|site| site.square == square)
    }

    /// All of them.
    pub fn sites(&self) -> impl Iterator<Item = &Site> {
        self.given.sites.iter().flatten()
    }

    /// The cities that are nearest to a square along the river.
    pub fn nearest_by_river(&self, square: Square) -> impl Iterator<Item = &City> {
        self.rivers.nearest(square).map(|place| &self.given.cities[place])
    }

    /// The bank of a square on which somebody is, or whoever stands there from the start, by the first of its tactical squares.
    pub fn bank(&self, square: Square, at: Option<Tac>) -> Option<Tac> {
        let field = self.field(square);
        let from_the_start = || field.city.or_else(|| Tac::CENTRE.nearest_of(field.bank.iter()));
        bank_of(&field, at.or_else(from_the_start)?).iter().next()
    }

    /// The squares that a name means: of cities, of places, of sites.
    pub fn squares_named(&self, cities: &[String], places: &[String]) -> Vec<Square> {
        let of_cities = self.given.cities.iter().filter(|city| cities.contains(&city.id)).map(|city| city.square);
        let of_places = self.given.places.iter().filter(|place| places.contains(&place.id)).map(|place| place.square);
        let of_sites = self.sites().filter(|site| places.contains(&site.name)).map(|site| site.square);
        let mut squares: Vec<Square> = Vec::new();
        for square in of_cities.chain(of_places).chain(of_sites) {
            if !squares.contains(&square) {
                squares.push(square);
            }
        }
        squares
    }
}
