//! Lines of contact over squares, as one side could draw them, and chains of them through headquarters and cities.
//! Knows which squares are closed, held by enemies or watched by their cavalry, and nothing of units, rivers and rails.

use std::collections::{BTreeMap, VecDeque};

/// A square of the board: column and row, from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Square {
    /// From the west.
    pub column: u16,
    /// From the north.
    pub row: u16,
}

/// The eight directions, north first and clockwise, as steps of column and row.
const DIRECTIONS: [(i32, i32); 8] = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];

/// Directions in which a square can be left and entered, north first and clockwise from the lowest bit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exits(pub u8);

impl Exits {
    /// All eight.
    pub const ALL: Exits = Exits(u8::MAX);

    fn has(self, direction: usize) -> bool {
        self.0 >> direction & 1 == 1
    }
}

/// An end of a line: a square and how it can be left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct End {
    /// Where.
    pub square: Square,
    /// In which directions whoever stands there could leave it.
    pub exits: Exits,
}

impl End {
    /// A square that can be left everywhere.
    pub fn open(square: Square) -> Self {
        Self { square, exits: Exits::ALL }
    }
}

/// Whether a line may end where enemies stand: it may where it threatens a city, and not where it joins friends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    /// Enemies there do not matter.
    Threatened,
    /// It must be free as every square between.
    Joined,
}

const CLOSED: u8 = 1;
const ENEMY: u8 = 2;
const WATCHED: u8 = 4;
const FRIEND: u8 = 8;

/// The board as one side's lines find it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    columns: u16,
    rows: u16,
    marks: Vec<u8>,
}

impl Field {
    /// An empty board.
    pub fn new(columns: u16, rows: u16) -> Self {
        Self { columns, rows, marks: vec![0; usize::from(columns) * usize::from(rows)] }
    }

    /// Nothing passes a square.
    pub fn close(&mut self, square: Square) {
        self.mark(square, CLOSED);
    }

    /// Enemies stand in a square; their cavalry also watches the eight around it.
    pub fn place_enemy(&mut self, square: Square, is_cavalry: bool) {
        self.mark(square, ENEMY);
        if is_cavalry {
            for direction in 0..DIRECTIONS.len() {
                if let Some(beside) = self.beside(square, direction) {
                    self.mark(beside, WATCHED);
                }
            }
        }
    }

    /// A combat unit of the side's own stands in a square.
    pub fn place_friend(&mut self, square: Square) {
        self.mark(square, FRIEND);
    }

    fn mark(&mut self, square: Square, mark: u8) {
        if let Some(place) = self.place(square) {
            self.marks[place] |= mark;
        }
    }

    fn place(&self, square: Square) -> Option<usize> {
        let is_on = square.column < self.columns && square.row < self.rows;
        is_on.then(|| usize::from(square.row) * usize::from(self.columns) + usize::from(square.column))
    }

    fn marks_of(&self, square: Square) -> u8 {
        self.place(square).map_or(CLOSED, |place| self.marks[place])
    }

    fn beside(&self, square: Square, direction: usize) -> Option<Square> {
        let (east, south) = DIRECTIONS[direction];
        let column = u16::try_from(i32::from(square.column) + east).ok()?;
        let row = u16::try_from(i32::from(square.row) + south).ok()?;
        let beside = Square { column, row };
        self.place(beside).map(|_| beside)
    }

    /// Whether a line may enter a square and go on from it.
    fn is_free(&self, square: Square) -> bool {
        let marks = self.marks_of(square);
        marks & (CLOSED | ENEMY) == 0 && (marks & WATCHED == 0 || marks & FRIEND != 0)
    }

    /// Whether a step slips between two squares that both hold enemies.
    fn slips(&self, from: Square, to: Square) -> bool {
        let corners = [Square { column: to.column, ..from }, Square { row: to.row, ..from }];
        from.column != to.column
            && from.row != to.row
            && corners.iter().all(|corner| self.marks_of(*corner) & ENEMY != 0)
    }

    /// The squares beside one, but for those to which a step would slip between enemies.
    fn steps_from(&self, square: Square) -> impl Iterator<Item = Square> {
        let beside = (0..DIRECTIONS.len()).filter_map(move |direction| self.beside(square, direction));
        beside.filter(move |next| !self.slips(square, *next))
    }

    /// All lines of at most so many steps from a square. That it starts where enemies stand does not matter.
    pub fn lines(&self, from: End, most: u16) -> Lines<'_> {
        let mut lines = Lines::new(self, from, most);
        let mut waiting = VecDeque::from([(from.square, 0_u16)]);
        while let Some((square, length)) = waiting.pop_front() {
            if length == most {
                continue;
            }
            for direction in 0..DIRECTIONS.len() {
                let is_shut = length == 0 && !from.exits.has(direction);
                let Some(next) = self.beside(square, direction).filter(|_| !is_shut) else { continue };
                if lines.length(next).is_some() || !self.is_free(next) || self.slips(square, next) {
                    continue;
                }
                lines.set(next, length + 1);
                waiting.push_back((next, length + 1));
            }
        }
        lines
    }
}

impl Field {
    /// What lines of any length join.
    pub fn regions(&self) -> Regions<'_> {
        let mut regions = Regions { field: self, of: vec![0; self.marks.len()] };
        let mut last = 0;
        for row in 0..self.rows {
            for column in 0..self.columns {
                let square = Square { column, row };
                if self.is_free(square) && regions.at(square) == 0 {
                    last += 1;
                    regions.fill(square, last);
                }
            }
        }
        regions
    }
}

/// Free squares by what lines join: two of one number are joined.
#[derive(Debug, Clone)]
pub struct Regions<'a> {
    field: &'a Field,
    of: Vec<u32>,
}

impl Regions<'_> {
    fn at(&self, square: Square) -> u32 {
        self.field.place(square).and_then(|place| self.of.get(place)).copied().unwrap_or(0)
    }

    fn set(&mut self, square: Square, number: u32) {
        if let Some(kept) = self.field.place(square).and_then(|place| self.of.get_mut(place)) {
            *kept = number;
        }
    }

    fn fill(&mut self, square: Square, number: u32) {
        let field = self.field;
        let mut waiting = vec![square];
        self.set(square, number);
        while let Some(square) = waiting.pop() {
            for next in field.steps_from(square).filter(|next| field.is_free(*next)) {
                if self.at(next) == 0 {
                    self.set(next, number);
                    waiting.push(next);
                }
            }
        }
    }

    /// Whether a line of any length leads from where somebody stands to a place that it threatens: who stands there does not matter,
    /// his cavalry beside it does.
    pub fn threatens(&self, from: Square, to: Square) -> bool {
        let marks = self.field.marks_of(to);
        if from == to {
            return true;
        }
        if marks & CLOSED != 0 || marks & WATCHED != 0 && marks & FRIEND == 0 {
            return false;
        }
        let first: Vec<u32> = self.field.steps_from(from).map(|next| self.at(next)).filter(|at| *at != 0).collect();
        self.field.steps_from(to).any(|last| last == from || first.contains(&self.at(last)))
    }
}

/// The lines from one end. Lengths are kept for the squares around it that they can reach at all.
#[derive(Debug, Clone)]
pub struct Lines<'a> {
    field: &'a Field,
    from: End,
    most: u16,
    corner: Square,
    width: usize,
    lengths: Vec<u16>,
}

impl<'a> Lines<'a> {
    fn new(field: &'a Field, from: End, most: u16) -> Self {
        let Square { column, row } = from.square;
        let corner = Square { column: column.saturating_sub(most), row: row.saturating_sub(most) };
        let extent = |at: u16, size: u16| usize::from(at.saturating_add(most).saturating_add(1).min(size));
        let width = extent(column, field.columns).saturating_sub(usize::from(corner.column));
        let height = extent(row, field.rows).saturating_sub(usize::from(corner.row));
        let mut lines = Self { field, from, most, corner, width, lengths: vec![u16::MAX; width * height] };
        lines.set(from.square, 0);
        lines
    }

    fn place(&self, square: Square) -> Option<usize> {
        let column = usize::from(square.column.checked_sub(self.corner.column)?);
        let row = usize::from(square.row.checked_sub(self.corner.row)?);
        (column < self.width).then_some(row * self.width + column)
    }

    fn set(&mut self, square: Square, length: u16) {
        if let Some(kept) = self.place(square).and_then(|place| self.lengths.get_mut(place)) {
            *kept = length;
        }
    }

    fn length(&self, square: Square) -> Option<u16> {
        let place = self.place(square)?;
        self.lengths.get(place).copied().filter(|length| *length != u16::MAX)
    }

    /// The steps of the shortest line to an end, if there is one within the limit.
    pub fn to(&self, end: End, goal: Goal) -> Option<u16> {
        if end.square == self.from.square {
            return Some(0);
        }
        let Square { column, row } = self.from.square;
        let distance = column.abs_diff(end.square.column).max(row.abs_diff(end.square.row));
        if distance > self.most {
            return None;
        }
        if goal == Goal::Joined && !self.field.is_free(end.square) || self.field.marks_of(end.square) & CLOSED != 0 {
            return None;
        }
        let steps = (0..DIRECTIONS.len()).filter(|direction| end.exits.has(*direction)).filter_map(|direction| {
            let last = self.field.beside(end.square, direction)?;
            let length = self.length(last)?;
            // From where the line starts, the step to the end must be open on both sides.
            let is_shut = length == 0 && !self.from.exits.has((direction + 4) % 8);
            (length < self.most && !is_shut && !self.field.slips(last, end.square)).then_some(length + 1)
        });
        steps.min()
    }
}

/// How long the lines of a chain may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChainLimits {
    /// From a unit to a headquarters.
    pub to_headquarters: u16,
    /// From a headquarters to a city.
    pub from_headquarters: u16,
    /// Between two cities.
    pub between_cities: u16,
}

/// The way a chain goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chain {
    /// The headquarters that joins the unit to the first city; none if it stands in that.
    pub headquarters: Option<usize>,
    /// The cities, to the one that was sought.
    pub cities: Vec<usize>,
}

/// What a chain may go through.
#[derive(Debug, Clone, Copy)]
pub struct Links<'a> {
    /// The side's headquarters.
    pub headquarters: &'a [End],
    /// Its cities and its allies'.
    pub cities: &'a [End],
    /// Which of the cities are joined at any distance: open ports.
    pub ports: &'a [bool],
    /// How long each line may be.
    pub limits: ChainLimits,
}

/// A chain with the fewest cities from a unit to a city that is sought.
pub fn chain(field: &Field, unit: End, links: Links<'_>, is_sought: impl Fn(usize) -> bool) -> Option<Chain> {
    let (headquarters, first) = begin(field, unit, links);
    let mut before: Vec<Option<usize>> = vec![None; links.cities.len()];
    let mut is_seen = vec![false; links.cities.len()];
    first.iter().for_each(|city| is_seen[*city] = true);
    let mut waiting = VecDeque::from(first);
    while let Some(city) = waiting.pop_front() {
        if is_sought(city) {
            let mut cities: Vec<usize> = std::iter::successors(Some(city), |city| before[*city]).collect();
            cities.reverse();
            let headquarters = headquarters.get(cities.first()?).copied();
            return Some(Chain { headquarters, cities });
        }
        let lines = field.lines(links.cities[city], links.limits.between_cities);
        for (next, end) in links.cities.iter().enumerate() {
            let are_ports = [city, next].iter().all(|place| links.ports.get(*place).copied().unwrap_or(false));
            if !is_seen[next] && (are_ports || lines.to(*end, Goal::Joined).is_some()) {
                (is_seen[next], before[next]) = (true, Some(city));
                waiting.push_back(next);
            }
        }
    }
    None
}

/// The cities a unit is joined to without another city between, and by which headquarters.
fn begin(field: &Field, unit: End, links: Links<'_>) -> (BTreeMap<usize, usize>, Vec<usize>) {
    if let Some(own) = links.cities.iter().position(|city| city.square == unit.square) {
        return (BTreeMap::new(), vec![own]);
    }
    let lines = field.lines(unit, links.limits.to_headquarters);
    let mut joined = BTreeMap::new();
    for (place, headquarters) in links.headquarters.iter().enumerate() {
        if lines.to(*headquarters, Goal::Joined).is_none() {
            continue;
        }
        let lines = field.lines(*headquarters, links.limits.from_headquarters);
        for (city, end) in links.cities.iter().enumerate() {
            if lines.to(*end, Goal::Joined).is_some() {
                joined.entry(city).or_insert(place);
            }
        }
    }
    let cities = joined.keys().copied().collect();
    (joined, cities)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const fn at(column: u16, row: u16) -> Square {
        Square { column, row }
    }

    fn open(column: u16, row: u16) -> End {
        End::open(at(column, row))
    }

    fn field() -> Field {
        Field::new(40, 40)
    }

    #[test]
    fn slag_2_6a_a_brigade_four_squares_off_threatens_a_garrisoned_city_and_one_of_five_does_not() {
        let mut field = field();
        field.place_enemy(at(20, 20), false);
        let lines = |column| field.lines(open(column, 22), 4).to(open(20, 20), Goal::Threatened);
        assert_eq!([16, 24, 15, 25].map(lines), [Some(4), Some(4), None, None]);
    }

    #[test]
    fn slag_5_14d_reinforcements_need_a_line_of_eight_past_the_enemy() {
        let mut field = field();
        (0..39).for_each(|row| field.place_enemy(at(14, row), false));
        let to = |field: &Field, row| field.lines(open(10, row), 8).to(open(18, row), Goal::Joined);
        assert_eq!((to(&field, 39), to(&field, 35), to(&field, 34)), (Some(8), Some(8), None));
        field.close(at(14, 39));
        assert_eq!(to(&field, 39), None);
    }

    #[test]
    fn no_line_slips_between_two_squares_that_hold_enemies() {
        let mut field = field();
        field.place_enemy(at(11, 10), false);
        let one = field.lines(open(10, 10), 1).to(open(11, 11), Goal::Joined);
        field.place_enemy(at(10, 11), false);
        let both = field.lines(open(10, 10), 1).to(open(11, 11), Goal::Joined);
        let around = field.lines(open(10, 10), 9).to(open(11, 11), Goal::Joined);
        assert_eq!((one, both, around), (Some(1), None, Some(3)));
    }

    #[test]
    fn a_square_beside_enemy_cavalry_is_passed_where_friends_stand() {
        let mut field = Field::new(9, 3);
        field.place_enemy(at(4, 0), true);
        field.close(at(4, 2));
        let to = |field: &Field| field.lines(open(0, 1), 30).to(open(8, 1), Goal::Joined);
        assert_eq!(to(&field), None);
        [3, 4, 5].iter().for_each(|column| field.place_friend(at(*column, 1)));
        assert_eq!(to(&field), Some(8));
    }

    #[test]
    fn a_line_leaves_and_enters_only_where_its_ends_are_open() {
        let field = field();
        let east_alone = End { exits: Exits(0b100), ..open(10, 10) };
        assert_eq!(field.lines(east_alone, 9).to(open(8, 10), Goal::Joined), Some(4));
        assert_eq!(field.lines(open(8, 10), 9).to(east_alone, Goal::Joined), Some(4));
        let shut = End { exits: Exits(0), ..open(10, 10) };
        assert_eq!(field.lines(shut, 9).to(open(11, 10), Goal::Joined), None);
        assert_eq!(field.lines(open(11, 10), 9).to(shut, Goal::Joined), None);
    }

    const LIMITS: ChainLimits = ChainLimits { to_headquarters: 2, from_headquarters: 8, between_cities: 10 };

    #[test]
    fn sow_4_14f_a_unit_outside_a_city_needs_a_headquarters_within_two_and_a_row_of_cities() {
        let cities = [open(20, 5), open(30, 5)];
        let found = |unit, headquarters: &[End]| {
            let links = Links { headquarters, cities: &cities, ports: &[], limits: LIMITS };
            chain(&field(), unit, links, |city| city == 1)
        };
        assert_eq!(found(open(10, 5), &[]), None);
        let corps = [open(1, 1), open(12, 5)];
        assert_eq!(found(open(10, 5), &corps), Some(Chain { headquarters: Some(1), cities: vec![0, 1] }));
        assert_eq!(found(open(9, 5), &corps), None, "three squares to the headquarters");
        assert_eq!(found(open(20, 5), &[]), Some(Chain { headquarters: None, cities: vec![0, 1] }));
    }

    #[test]
    fn sow_4_14h_open_ports_are_joined_at_any_distance() {
        let cities = [open(2, 2), open(38, 38), open(30, 30)];
        let found = |ports: &[bool]| {
            let links = Links { headquarters: &[], cities: &cities, ports, limits: LIMITS };
            chain(&field(), open(2, 2), links, |city| city == 2).map(|chain| chain.cities)
        };
        assert_eq!(found(&[true, true, false]), Some(vec![0, 1, 2]));
        assert_eq!(found(&[true, false, false]), None);
    }

    #[test]
    fn ends_off_the_board_have_no_line() {
        assert_eq!(field().lines(open(90, 90), 3).to(open(5, 5), Goal::Joined), None);
        assert_eq!(field().lines(open(39, 39), 3).to(open(41, 39), Goal::Threatened), None);
    }

    proptest! {
        #[test]
        fn a_line_is_as_long_there_as_back_and_a_shorter_limit_finds_no_longer_one(
            enemies in prop::collection::vec((0..12_u16, 0..12_u16, any::<bool>()), 0..25),
            friends in prop::collection::vec((0..12_u16, 0..12_u16), 0..10),
            from in (0..12_u16, 0..12_u16), to in (0..12_u16, 0..12_u16), most in 0..14_u16,
        ) {
            let mut field = Field::new(12, 12);
            enemies.iter().for_each(|(column, row, is_cavalry)| field.place_enemy(at(*column, *row), *is_cavalry));
            friends.iter().for_each(|(column, row)| field.place_friend(at(*column, *row)));
            let (from, to) = (open(from.0, from.1), open(to.0, to.1));
            let there = field.lines(from, most).to(to, Goal::Threatened);
            prop_assert_eq!(there, field.lines(to, most).to(from, Goal::Threatened));
            let longest = field.lines(from, 144).to(to, Goal::Threatened);
            prop_assert_eq!(there, longest.filter(|length| *length <= most));
            let distance = from.square.column.abs_diff(to.square.column).max(from.square.row.abs_diff(to.square.row));
            prop_assert!(there.is_none_or(|length| length >= distance));
            let is_watched = field.marks_of(to.square) & WATCHED != 0 && field.marks_of(to.square) & FRIEND == 0;
            let is_threatened = from.square == to.square || longest.is_some() && !is_watched;
            prop_assert_eq!(field.regions().threatens(from.square, to.square), is_threatened);
        }
    }
}
