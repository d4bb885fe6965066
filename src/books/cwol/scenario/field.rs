//! What lies in the squares of the map: ground, river, railway, city, and the tactical squares that follow from them.

use std::collections::{BTreeMap, BTreeSet};

use board::square::{COLUMNS, ROWS, Square};
use board::tactical::{Field, Footing, Site, Stated, Tac, TacSet};

use super::Scenario;
use super::document::{City, PortKind};
use super::exits::{Exits, Grounds, place};
use super::terrain::Terrain;

impl Scenario {
    /// The ground of a square.
    pub fn terrain(&self, square: Square) -> Terrain {
        let row = self.given.ground.get(usize::from(square.row()));
        let letter = row.and_then(|row| row.as_bytes().get(usize::from(square.column())));
        letter.and_then(|letter| Terrain::of(char::from(*letter))).unwrap_or(Terrain::Open)
    }

    /// The city in a square.
    pub fn city_at(&self, square: Square) -> Option<&City> {
        self.by_square.get(&square).map(|place| &self.given.cities[*place])
    }

    /// The city that is nearest to a square; of several the one that comes first in the list of cities.
    pub fn nearest_city(&self, square: Square) -> Option<&City> {
        self.given.cities.iter().min_by_key(|city| city.square.distance(square))
    }

    /// Whether a railway or a navigable river is in a square.
    pub fn has_way(&self, square: Square) -> bool {
        self.given.railways.contains_key(&square) || self.given.rivers.contains_key(&square)
    }

    /// The squares of the river from a river port to the mouth, without the port's own; none of other ports.
    pub fn way_to_mouth(&self, port: &str) -> &[Square] {
        self.ways_to_mouths.get(port).map(Vec::as_slice).unwrap_or_default()
    }

    pub(super) fn ways_to_mouths(&self) -> BTreeMap<String, Vec<Square>> {
        let ports = self.given.waters.iter().map(|row| &row.port);
        ports.map(|port| (port.clone(), self.way_out_of(port))).collect()
    }

    fn way_out_of(&self, port: &str) -> Vec<Square> {
        let (Some(city), Some(waters)) = (self.city(port), self.waters(port)) else { return Vec::new() };
        let Some(sea) = waters.waters.parse().ok().filter(|_| city.port == Some(PortKind::River)) else {
            return Vec::new();
        };
        self.ways.down(city.square, waters.mouth.unwrap_or_else(|| self.ways.mouth(city.square, sea)))
    }

    /// Whether land units can be somewhere in a square.
    pub fn is_passable(&self, square: Square) -> bool {
        self.terrain(square).is_passable() || self.has_way(square) || self.city_at(square).is_some()
    }

    /// What a step into a square takes on foot, in tenths of a square of open ground; none where nobody goes.
    pub fn tenths(&self, square: Square) -> Option<u32> {
        self.steps.get(place(square)).copied().flatten()
    }

    /// Whether a river may part a square, so that it matters where in it somebody stands.
    pub fn is_parted(&self, square: Square) -> bool {
        self.grounds.is_parted(square)
    }

    /// The ways out of a square for who stands in a tactical square of it.
    pub fn exits(&self, square: Square, at: Tac) -> &Exits {
        self.grounds.exits(square, at)
    }

    /// The ways out for who has camped there, however he came in; `at`, where nobody can stand there.
    pub fn exits_of_camp(&self, square: Square, at: Tac) -> &Exits {
        self.grounds.exits_of_camp(square, at)
    }

    pub(super) fn grounds(&self) -> Grounds {
        let squares: BTreeSet<Square> = self.given.rivers.keys().chain(self.given.tactical.keys()).copied().collect();
        let stood_in = |square: Square| (square, self.field(square), self.standing_place(square));
        Grounds::of(squares.into_iter().map(stood_in))
    }

    /// Whether a way on foot leads from a square to another, whoever stands there.
    pub fn leads_on_foot(&self, from: Square, to: Square) -> bool {
        let part = |square: Square| self.parts.get(place(square)).copied().filter(|part| *part > 0);
        let is_same = |square: Square| part(square).is_some() && part(square) == part(to);
        from == to || is_same(from) || from.neighbours().any(is_same)
    }

    /// Which part of the land that hangs together each square is of, row by row and counted from 1; 0: nobody goes there.
    pub(super) fn parts(&self) -> Vec<u32> {
        let mut parts = vec![0; self.steps.len()];
        let mut last = 0;
        let squares = (0..ROWS).flat_map(|row| (0..COLUMNS).filter_map(move |column| Square::new(column, row)));
        for first in squares {
            let mut next = vec![first];
            last += u32::from(self.tenths(first).is_some() && parts[place(first)] == 0);
            while let Some(square) = next.pop() {
                if self.tenths(square).is_some() && parts[place(square)] == 0 {
                    parts[place(square)] = last;
                    next.extend(square.neighbours());
                }
            }
        }
        parts
    }

    /// What a step into each square takes, row by row.
    pub(super) fn steps(&self) -> Vec<Option<u32>> {
        let cities: BTreeMap<Square, bool> =
            self.given.cities.iter().map(|city| (city.square, city.is_off_map)).collect();
        let squares = (0..ROWS).flat_map(|row| (0..COLUMNS).filter_map(move |column| Square::new(column, row)));
        let takes = |square: Square| {
            let (terrain, city) = (self.terrain(square), cities.get(&square));
            let is_passed = terrain.is_passable() || self.has_way(square) || city.is_some();
            let tenths = self.tables().land.ground.get(&terrain).copied();
            tenths.filter(|_| is_passed && city != Some(&true))
        };
        squares.map(takes).collect()
    }

    /// The tactical squares of a square.
    pub fn field(&self, square: Square) -> Field {
        self.fields.get(&square).copied().unwrap_or_else(|| self.field_of(square))
    }

    /// The tactical squares of those with a city, where most units stand, and of those with a river.
    pub(super) fn fields(&self) -> BTreeMap<Square, Field> {
        let cities = self.given.cities.iter().map(|city| city.square);
        let squares = cities.chain(self.given.rivers.keys().copied());
        squares.map(|square| (square, self.field_of(square))).collect()
    }

    fn field_of(&self, square: Square) -> Field {
        let terrain = self.terrain(square);
        let site = Site {
            river: self.given.rivers.get(&square).cloned().unwrap_or_default(),
            railways: self.given.railways.get(&square).cloned().unwrap_or_default(),
            has_city: self.city_at(square).is_some(),
            footing: Footing { is_passable: terrain.is_passable(), rating: terrain.rating(), in_city: 1 },
        };
        let set = |squares: &Option<Vec<Tac>>| squares.as_ref().map(|own| own.iter().copied().collect::<TacSet>());
        let stated = self.given.tactical.get(&square).map_or_else(Stated::default, |own| Stated {
            river: set(&own.river),
            bank: set(&own.bank),
            rail: set(&own.rail),
            city: own.city,
        });
        Field::new(&site, &stated)
    }

    /// Where a unit stands in a square of which nothing more is said: in the city, else as near to the middle as it can.
    pub fn standing_place(&self, square: Square) -> Option<Tac> {
        let field = self.field(square);
        let is_passable = |tac: &Tac| field.is_passable(*tac);
        let middle = || Some(Tac::CENTRE).filter(is_passable);
        field.city.or_else(middle).or_else(|| Tac::CENTRE.nearest_of(Tac::all().filter(is_passable)))
    }
}
