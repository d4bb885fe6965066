//! The tactical squares of one strategic square.

use super::super::Compass;
use super::{Tac, TacSet};

/// What the strategic map has of a square.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Site {
    /// Where its river is linked to; none without one.
    pub river: Vec<Compass>,
    /// Where railways go from it.
    pub railways: Vec<Compass>,
    /// It has a city.
    pub has_city: bool,
    /// Its terrain.
    pub footing: Footing,
}

/// What terrain is for whoever stands on it; the values are the caller's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Footing {
    /// Land units may stand on it.
    pub is_passable: bool,
    /// How well it is defended.
    pub rating: u8,
    /// How much better in a city.
    pub in_city: u8,
}

/// What a scenario states of the tactical squares themselves: each takes the place of what would follow from the map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stated {
    /// Where the river is.
    pub river: Option<TacSet>,
    /// Where its banks are.
    pub bank: Option<TacSet>,
    /// Where railways are.
    pub rail: Option<TacSet>,
    /// Where the city is.
    pub city: Option<Tac>,
}

/// The tactical squares of a strategic square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// The squares of the river.
    pub river: TacSet,
    /// Those on its banks.
    pub bank: TacSet,
    /// Those with a railway.
    pub rail: TacSet,
    /// That of the city.
    pub city: Option<Tac>,
    footing: Footing,
}

/// Where a city on a river stands: the first of these that is dry.
const ON_A_RIVER: [(u8, u8); 4] = [(6, 7), (7, 6), (8, 7), (7, 8)];
/// Where it stands when none is.
const AT_A_CROSSING: (u8, u8) = (6, 6);

impl Field {
    /// The squares that a scenario states, and those that follow from the map.
    pub fn new(site: &Site, stated: &Stated) -> Field {
        let river = stated.river.unwrap_or_else(|| river(&site.river));
        let bank = stated.bank.unwrap_or_else(|| river.iter().flat_map(Tac::beside).collect::<TacSet>().without(river));
        let city = stated.city.or_else(|| site.has_city.then(|| city(river)));
        let rail = stated.rail.unwrap_or_else(|| railways(&site.railways, city).without(river));
        Field { river, bank, rail, city, footing: site.footing }
    }

    /// Whether a land unit may stand in a square: on a river never, in a city, on a railway or a bank always.
    pub fn is_passable(&self, tac: Tac) -> bool {
        let is_open = self.footing.is_passable || self.city == Some(tac) || self.rail.has(tac) || self.bank.has(tac);
        is_open && !self.river.has(tac)
    }

    /// How well a square is defended.
    pub fn rating(&self, tac: Tac) -> u8 {
        let in_city = if self.city == Some(tac) { self.footing.in_city } else { 0 };
        self.footing.rating.saturating_add(in_city)
    }
}

/// From the middle to the middle of each edge that the river crosses.
fn river(links: &[Compass]) -> TacSet {
    links.iter().flat_map(|direction| Tac::CENTRE.line_to(Tac::at_edge(*direction))).collect()
}

fn city(river: TacSet) -> Tac {
    if river.is_empty() {
        return Tac::CENTRE;
    }
    let places = ON_A_RIVER.into_iter().chain([AT_A_CROSSING]).filter_map(|(column, row)| Tac::new(column, row));
    places.into_iter().find(|tac| !river.has(*tac)).unwrap_or(Tac::CENTRE)
}

/// From the city, or the middle, to the edges and corners that railways cross.
fn railways(directions: &[Compass], city: Option<Tac>) -> TacSet {
    let hub = city.unwrap_or(Tac::CENTRE);
    directions.iter().flat_map(|direction| hub.line_to(Tac::at_edge(*direction))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const EXAMPLES: &str = include_str!("examples.csv");

    fn directions(words: &str) -> Vec<Compass> {
        let direction = |word: &str| Compass::ALL.into_iter().find(|direction| direction.word() == word);
        words.split_whitespace().map(|word| direction(word).expect("a direction")).collect()
    }

    fn set(words: &str) -> TacSet {
        words.split_whitespace().map(|word| word.parse::<Tac>().expect("a tactical square")).collect()
    }

    fn tac(name: &str) -> Tac {
        name.parse().expect("a tactical square")
    }

    const OPEN: Footing = Footing { is_passable: true, rating: 0, in_city: 1 };

    #[test]
    fn the_fourteen_squares_that_were_worked_out_are_computed() {
        let mut count = 0;
        for line in EXAMPLES.lines().filter(|line| !line.starts_with('#')) {
            let words: Vec<&str> = line.split(',').collect();
            let [name, links, rails, city, city_square, river, bank, rail] = words[..] else { panic!("{line}") };
            let has_city = !city.is_empty();
            let site = Site { river: directions(links), railways: directions(rails), has_city, footing: OPEN };
            let field = Field::new(&site, &Stated::default());
            assert_eq!(field.city.map(|it| it.to_string()).unwrap_or_default(), city_square, "{name}");
            assert_eq!((field.river, field.bank, field.rail), (set(river), set(bank), set(rail)), "{name}");
            count += 1;
        }
        assert_eq!(count, 14);
    }

    #[test]
    fn slag_8_1d_the_printed_example_at_gettysburg_is_an_ordinary_square() {
        let site = Site { railways: directions("E"), has_city: true, footing: OPEN, ..Site::default() };
        let field = Field::new(&site, &Stated::default());
        let printed = tac("5-6");
        assert!(!field.river.has(printed) && !field.bank.has(printed) && !field.rail.has(printed));
        assert_eq!((field.is_passable(printed), field.rating(printed), field.rating(Tac::CENTRE)), (true, 0, 1));
    }

    #[test]
    fn where_nobody_can_stand_a_city_a_railway_and_a_bank_can_be_stood_on() {
        let swamp = Footing { is_passable: false, rating: 0, in_city: 1 };
        let site = Site { river: directions("S"), railways: directions("W"), has_city: true, footing: swamp };
        let field = Field::new(&site, &Stated::default());
        let is_passable = |name: &str| field.is_passable(tac(name));
        assert!(is_passable("6-7") && is_passable("0-7") && is_passable("8-14"));
        assert!(!is_passable("7-14") && !is_passable("7-7") && !is_passable("0-0"));
    }

    #[test]
    fn what_a_scenario_states_takes_the_place_of_what_follows_and_the_rest_follows_from_it() {
        let site = Site { river: directions("N S"), railways: directions("E"), has_city: true, footing: OPEN };
        let stated = Stated { river: Some(set("3-3 3-4")), city: Some(tac("5-5")), ..Stated::default() };
        let field = Field::new(&site, &stated);
        assert_eq!((field.river, field.city), (set("3-3 3-4"), Some(tac("5-5"))));
        assert_eq!(field.bank, set("3-2 2-3 4-3 2-4 4-4 3-5"));
        assert_eq!(field.rail, tac("5-5").line_to(tac("14-7")).collect());
        let stated = Stated { bank: Some(set("0-0")), rail: Some(set("1-1")), ..Stated::default() };
        let field = Field::new(&site, &stated);
        assert_eq!((field.bank, field.rail, field.city), (set("0-0"), set("1-1"), Some(tac("6-7"))));
    }

    proptest! {
        #[test]
        fn a_city_on_a_river_touches_it_and_nobody_stands_in_it(links in prop::collection::vec(0usize..4, 1..5), rails in prop::collection::vec(0usize..8, 0..9)) {
            let river: Vec<Compass> = links.into_iter().map(|at| Compass::STRAIGHT[at]).collect();
            let railways: Vec<Compass> = rails.into_iter().map(|at| Compass::ALL[at]).collect();
            let field = Field::new(&Site { river, railways, has_city: true, footing: OPEN }, &Stated::default());
            let city = field.city.expect("a city");
            prop_assert!(!field.river.has(city));
            prop_assert!(city.beside().any(|tac| field.river.has(tac)));
            prop_assert!(Tac::all().all(|tac| field.is_passable(tac) != field.river.has(tac)));
            prop_assert!(field.rail.iter().chain(field.bank.iter()).all(|tac| !field.river.has(tac)));
        }
    }
}
