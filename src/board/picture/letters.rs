//! A map of squares in letters of one width, for whoever reads text alone: a part of it with its rivers and railways, and the whole,
//! of which a letter stands for several squares.

use std::collections::{BTreeMap, BTreeSet};

use crate::Square;
use crate::square::{COLUMNS, ROWS};

use super::country::{Country, Ground};
use super::scene::{Kind, Party, Piece, Scene, Sign, Strength};
use super::spell::{codes, filled};

/// Letters across a square, one of them a gap; it is two lines high.
const WIDE: usize = 4;
/// Most squares to either side: more do not fit into a line.
const MOST: u32 = 8;
/// Squares of the whole map that a letter stands for.
const ACROSS: usize = 2;
const DOWN: usize = 4;

/// The country so many squares around one, with a key below it. Every line begins with two blanks.
pub fn lettered(country: &Country<Square>, scene: &Scene<Square>, middle: Square, radius: u32) -> String {
    let sheet = Sheet::new(country, scene, span(middle, radius.min(MOST)));
    let mut lines = sheet.lines();
    lines.extend(sheet.key());
    indented(lines)
}

/// All of the country, with a key below it.
pub fn lettered_whole(country: &Country<Square>, scene: &Scene<Square>) -> String {
    let sheet = Sheet::new(country, scene, (0..COLUMNS, 0..ROWS));
    let mut lines = sheet.rough();
    lines.extend(sheet.rough_key());
    indented(lines)
}

fn indented(lines: Vec<String>) -> String {
    lines.into_iter().map(|line| format!("  {line}").trim_end().to_owned()).collect::<Vec<_>>().join("\n")
}

type Span = (std::ops::Range<u8>, std::ops::Range<u8>);

/// The columns and rows around a square, moved inside the board.
fn span(middle: Square, radius: u32) -> Span {
    let width = u8::try_from(2 * radius + 1).unwrap_or(COLUMNS.min(ROWS));
    let of = |at: u8, most: u8| {
        let first = at.saturating_sub(width / 2).min(most.saturating_sub(width));
        first..first + width.min(most)
    };
    (of(middle.column(), COLUMNS), of(middle.row(), ROWS))
}

/// A stretch of the map.
struct Sheet<'a> {
    country: &'a Country<Square>,
    scene: &'a Scene<Square>,
    columns: std::ops::Range<u8>,
    rows: std::ops::Range<u8>,
    unseen: BTreeSet<Square>,
    rivers: BTreeSet<Square>,
    rails: BTreeSet<Square>,
    pieces: BTreeMap<Square, Vec<&'a Piece<Square>>>,
    codes: BTreeMap<Square, String>,
}

impl<'a> Sheet<'a> {
    fn new(country: &'a Country<Square>, scene: &'a Scene<Square>, (columns, rows): Span) -> Self {
        let is_shown = |square: Square| columns.contains(&square.column()) && rows.contains(&square.row());
        let both = |(one, other): &(Square, Square)| [*one, *other];
        let mut pieces: BTreeMap<Square, Vec<&Piece<Square>>> = BTreeMap::new();
        for piece in scene.pieces.iter().filter(|piece| is_shown(piece.cell)) {
            pieces.entry(piece.cell).or_default().push(piece);
        }
        let towns = country.towns.iter().filter(|town| is_shown(town.cell));
        let codes = codes(&towns.map(|town| (town.cell, town.name.as_str())).collect::<Vec<_>>());
        Self {
            country,
            scene,
            unseen: scene.unseen.iter().copied().collect(),
            rivers: country.rivers.iter().flat_map(|river| &river.sides).flat_map(both).collect(),
            rails: country.rails.iter().flat_map(both).collect(),
            pieces,
            codes,
            columns,
            rows,
        }
    }

    fn is_shown(&self, square: Square) -> bool {
        self.columns.contains(&square.column()) && self.rows.contains(&square.row())
    }

    fn lines(&self) -> Vec<String> {
        let names = self.columns.clone().filter_map(|column| Square::new(column, self.rows.start));
        let heads: String = names.map(|square| format!("{:<WIDE$}", square.column_name())).collect();
        let mut lines = vec![format!("   {heads}").trim_end().to_owned()];
        for row in self.rows.clone() {
            let squares: Vec<Square> = self.columns.clone().filter_map(|column| Square::new(column, row)).collect();
            let cells: Vec<(String, String)> = squares.iter().map(|square| self.cell(*square)).collect();
            let line = |of: fn(&(String, String)) -> &String| {
                cells.iter().map(|cell| format!("{:<WIDE$}", of(cell))).collect::<String>()
            };
            let name = squares.first().map_or_else(String::new, |square| square.row_name());
            lines.push(format!("{name} {}", line(|cell| &cell.0)).trim_end().to_owned());
            lines.push(format!("   {}", line(|cell| &cell.1)).trim_end().to_owned());
        }
        lines
    }

    /// What stands in a square: forces or the ground above, the town or the ways below; three letters each.
    fn cell(&self, square: Square) -> (String, String) {
        let Some(tile) = self.country.tiles.get(&square) else { return Default::default() };
        let is_seen = !self.unseen.is_empty() && tile.ground != Ground::Water && !self.unseen.contains(&square);
        let ground = letter(tile.ground);
        let ground = if is_seen { format!("({ground})") } else { format!(" {ground}") };
        let upper = self.pieces.get(&square).map_or(ground, |here| self.force(here));
        let lower = self.codes.get(&square).cloned().unwrap_or_else(|| self.ways(square));
        (upper, lower)
    }

    /// `U8` is eight units of the Union, `Un` ships, `U8n` both, `U!C` both sides.
    fn force(&self, here: &[&Piece<Square>]) -> String {
        let party = here.first().map_or(Party::Dark, |piece| piece.party);
        if let Some(other) = here.iter().find(|piece| piece.party != party) {
            return format!("{}!{}", self.initial(party), self.initial(other.party));
        }
        let count: u32 = here.iter().filter(|piece| piece.kind != Kind::Naval).map(|piece| strength(piece)).sum();
        let has_ships = here.iter().any(|piece| piece.kind == Kind::Naval);
        let count = match (count, has_ships) {
            (0, _) => String::new(),
            (10.., true) | (100.., _) => "+".to_owned(),
            _ => count.to_string(),
        };
        format!("{}{count}{}", self.initial(party), if has_ships { "n" } else { "" })
    }

    /// `~` is a river, `U~` one of the Union's, `#` a railway.
    fn ways(&self, square: Square) -> String {
        let river = match (self.rivers.contains(&square), self.scene.rivers.get(&square)) {
            (false, _) => "  ".to_owned(),
            (true, None) => " ~".to_owned(),
            (true, Some(party)) => format!("{}~", self.initial(*party).to_lowercase()),
        };
        format!("{river}{}", if self.rails.contains(&square) { "#" } else { "" }).trim_end().to_owned()
    }

    fn initial(&self, party: Party) -> char {
        let name = self.scene.parties.iter().find(|(other, _)| *other == party);
        name.and_then(|(_, name)| name.chars().next()).unwrap_or('?')
    }

    /// What the signs mean, then what stands there, by the names of the squares.
    fn key(&self) -> Vec<String> {
        let is_there = |ground: Ground| {
            let shown = self.country.tiles.iter().filter(|(square, _)| self.is_shown(**square));
            shown.into_iter().any(|(_, tile)| tile.ground == ground)
        };
        let grounds = GROUNDS.iter().filter(|(ground, ..)| is_there(*ground));
        let grounds: Vec<String> = grounds.map(|(_, letter, words)| format!("{letter} {words}")).collect();
        let mut lines = vec![String::new()];
        lines.extend(filled("Ground", &grounds));
        if !self.unseen.is_empty() {
            lines.push("( ) is what you see into.".to_owned());
        }
        lines.extend(self.rivers_key());
        if !self.pieces.is_empty() {
            let sides: Vec<String> = self.sides().map(|(initial, name)| format!("{initial} {name}")).collect();
            lines.push(format!("Forces: {}, with the number of units;", sides.join(", ")));
            lines.push("n ships, U!C both sides in one square.".to_owned());
        }
        for (title, words) in [("Places", self.places()), ("Forces", self.forces()), ("Signs", self.signs())] {
            if !words.is_empty() {
                lines.push(String::new());
                lines.extend(filled(title, &words));
            }
        }
        lines
    }

    fn rivers_key(&self) -> Vec<String> {
        let held = self.sides().map(|(initial, name)| format!("{}~ {name}", initial.to_lowercase()));
        let words = held.chain(["~ nobody's or unknown".to_owned(), "# railway".to_owned()]);
        filled("River", &words.collect::<Vec<_>>())
    }

    fn sides(&self) -> impl Iterator<Item = (char, &str)> {
        self.scene.parties.iter().map(|(party, name)| (self.initial(*party), name.as_str()))
    }

    /// "Vic Vicksburg C7-W9 C, port"
    fn places(&self) -> Vec<String> {
        let name = |square: &Square| self.country.towns.iter().find(|town| town.cell == *square);
        let ports: BTreeSet<Square> =
            self.marks().filter(|(sign, ..)| *sign == Sign::Port).map(|(_, at, _)| at).collect();
        let mut places: Vec<String> = self
            .codes
            .iter()
            .filter_map(|(square, code)| {
                let holder = self.scene.holders.get(square).map(|party| format!(" {}", self.initial(*party)));
                let port = if ports.contains(square) { " port" } else { "" };
                Some(format!("{code} {} {square}{}{port}", name(square)?.name, holder.unwrap_or_default()))
            })
            .collect();
        places.sort();
        places
    }

    /// "C7-W9 C 2 IN 1 LA"
    fn forces(&self) -> Vec<String> {
        let words = self.pieces.values().flatten().map(|piece| {
            let who = if piece.seen.is_empty() { &piece.name } else { &piece.seen };
            format!("{} {} {who}", piece.cell, self.initial(piece.party))
        });
        words.collect()
    }

    fn marks(&self) -> impl Iterator<Item = (Sign, Square, String)> {
        let shown = self.scene.marks.iter().filter(|mark| self.is_shown(mark.cell));
        shown.map(|mark| {
            let whose = mark.party.map(|party| format!(" {}", self.initial(party))).unwrap_or_default();
            let label = if mark.label.is_empty() { String::new() } else { format!(" {}", mark.label) };
            (mark.sign, mark.cell, format!("{}{whose}{label}", mark.cell))
        })
    }

    /// "fight C7-W9", "guns C7-W9 C"
    fn signs(&self) -> Vec<String> {
        let words = [
            (Sign::Battle, "fight"),
            (Sign::Fortress, "fortress"),
            (Sign::Fort, "work"),
            (Sign::Battery, "guns"),
            (Sign::Depot, "depot"),
            (Sign::Taken, "taken"),
            (Sign::Passed, "seen before"),
        ];
        let of = |sign: Sign, what: &'static str| {
            self.marks().filter(move |(other, ..)| *other == sign).map(move |(_, _, where_)| format!("{what} {where_}"))
        };
        words.into_iter().flat_map(|(sign, what)| of(sign, what).collect::<Vec<_>>()).collect()
    }

    /// The whole map, with the names of columns above and of rows where the sea leaves room at the right.
    fn rough(&self) -> Vec<String> {
        let named = (0..COLUMNS).step_by(10).filter_map(|column| Square::new(column, 0));
        let heads: String = named.map(|square| format!("{:<1$}", square.column_name(), 10 / ACROSS)).collect();
        let mut lines = vec![heads.trim_end().to_owned()];
        for top in (0..ROWS).step_by(DOWN) {
            let letters = (0..COLUMNS).step_by(ACROSS).map(|left| self.rough_letter(left, top));
            let mut line: Vec<char> = letters.collect();
            let name = Square::new(0, top).map_or_else(String::new, |square| square.row_name());
            let at = line.len() - name.len().min(line.len());
            if line[at..].iter().all(|letter| *letter == ' ') {
                line.splice(at.., name.chars());
            }
            lines.push(line.into_iter().collect::<String>().trim_end().to_owned());
        }
        lines
    }

    /// What of some squares matters most: forces, then a great town, then whose the river is, then the land.
    fn rough_letter(&self, left: u8, top: u8) -> char {
        let squares = || {
            let columns = left..left + ACROSS as u8;
            columns.flat_map(move |column| (top..top + DOWN as u8).filter_map(move |row| Square::new(column, row)))
        };
        let here: BTreeSet<Party> =
            squares().filter_map(|square| self.pieces.get(&square)).flatten().map(|piece| piece.party).collect();
        match (here.first(), here.len()) {
            (Some(_), 2..) => return '!',
            (Some(party), _) => return self.initial(*party),
            _ => {}
        }
        let great = |square: &Square| self.country.towns.iter().any(|town| town.cell == *square && town.rank > 2);
        if squares().any(|square| great(&square)) {
            return 'o';
        }
        if squares().any(|square| self.rivers.contains(&square)) {
            let party = squares().find_map(|square| self.scene.rivers.get(&square));
            return party.and_then(|party| self.initial(*party).to_lowercase().next()).unwrap_or('~');
        }
        let land = squares().filter(|square| self.country.is_land(*square)).count();
        if land * 2 >= ACROSS * DOWN { '.' } else { ' ' }
    }

    fn rough_key(&self) -> Vec<String> {
        let sides: Vec<String> = self.sides().map(|(initial, name)| format!("{initial} {name} forces")).collect();
        let rivers: Vec<String> =
            self.sides().map(|(initial, name)| format!("{} {name} river", initial.to_lowercase())).collect();
        let rest = ["! both", "~ river of nobody or unknown", "o great city", ". land"].map(str::to_owned);
        let mut lines = vec![String::new()];
        lines.extend(filled("Key", &sides.into_iter().chain(rivers).chain(rest).collect::<Vec<_>>()));
        lines.push(format!("A letter stands for {ACROSS} squares across and {DOWN} down."));
        for (title, words) in [("Forces", self.forces()), ("Signs", self.signs())] {
            if !words.is_empty() {
                lines.push(String::new());
                lines.extend(filled(title, &words));
            }
        }
        lines
    }
}

const GROUNDS: [(Ground, char, &str); 10] = [
    (Ground::Open, '.', "open"),
    (Ground::Wood, 'f', "forest"),
    (Ground::Hill, 'h', "hills"),
    (Ground::WoodedHill, 'F', "forested hills"),
    (Ground::Fen, 'm', "marsh"),
    (Ground::Marsh, 's', "swamp"),
    (Ground::Height, '^', "mountain"),
    (Ground::Pass, '=', "gap"),
    (Ground::Peak, 'A', "high mountain"),
    (Ground::Water, ' ', "blank is water"),
];

fn letter(ground: Ground) -> char {
    GROUNDS.iter().find(|(other, ..)| *other == ground).map_or(' ', |(_, letter, _)| *letter)
}

fn strength(piece: &Piece<Square>) -> u32 {
    match &piece.strength {
        Strength::Exact(strength) => strength.parse().unwrap_or(0),
        Strength::Class(_) | Strength::Unknown => 0,
    }
}
