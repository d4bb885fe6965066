//! A scene in letters of one width: for whoever reads text alone.

use std::collections::{BTreeMap, BTreeSet};

use crate::Cell;

use super::country::{Country, Ground};
use super::scene::{Kind, Party, Piece, Scene, Strength};

/// Letters across a cell; it is two lines high, and every second column of hexes stands a line lower.
const WIDE: usize = 4;
/// Most cells to either side: more do not fit into a line.
const MOST: u32 = 7;

/// The country so many cells around one, with a key below it. Every line begins with two blanks.
pub fn spell<C: Cell>(country: &Country<C>, scene: &Scene<C>, middle: C, radius: u32) -> String {
    let sheet = Sheet::around(country, scene, middle, radius.min(MOST));
    let mut lines = sheet.lines();
    lines.extend(sheet.key());
    let lines: Vec<String> = lines.into_iter().map(|line| format!("  {line}").trim_end().to_owned()).collect();
    lines.join("\n")
}

/// A stretch of the map.
struct Sheet<'a, C> {
    country: &'a Country<C>,
    scene: &'a Scene<C>,
    columns: Vec<u16>,
    rows: Vec<u16>,
    unseen: BTreeSet<C>,
    pieces: BTreeMap<C, Vec<&'a Piece<C>>>,
    codes: BTreeMap<C, String>,
}

impl<'a, C: Cell> Sheet<'a, C> {
    fn around(country: &'a Country<C>, scene: &'a Scene<C>, middle: C, radius: u32) -> Self {
        let span = |of: fn((u16, u16)) -> u16| {
            let at = of(middle.place());
            let most = country.tiles.keys().map(|cell| of(cell.place())).max().unwrap_or(1);
            let width = (2 * radius + 1) as u16;
            let first = at.saturating_sub(radius as u16).min((most + 1).saturating_sub(width)).max(1);
            (first..first + width).take_while(|place| *place <= most).collect::<Vec<u16>>()
        };
        let (columns, rows) = (span(|place| place.0), span(|place| place.1));
        let is_shown = |cell: C| columns.contains(&cell.place().0) && rows.contains(&cell.place().1);
        let mut pieces: BTreeMap<C, Vec<&Piece<C>>> = BTreeMap::new();
        for piece in scene.pieces.iter().filter(|piece| is_shown(piece.cell)) {
            pieces.entry(piece.cell).or_default().push(piece);
        }
        pieces.values_mut().for_each(|here| here.sort_by_key(|piece| piece.kind));
        let shown: Vec<_> = country.towns.iter().filter(|town| is_shown(town.cell)).collect();
        let codes = codes(&shown.iter().map(|town| (town.cell, town.name.as_str())).collect::<Vec<_>>());
        Self { country, scene, columns, rows, unseen: scene.unseen.iter().copied().collect(), pieces, codes }
    }

    fn lines(&self) -> Vec<String> {
        let height = self.rows.len() * 2 + 1;
        let mut grid = vec![vec![' '; self.columns.len() * WIDE]; height];
        for (x, column) in self.columns.iter().enumerate() {
            for (y, row) in self.rows.iter().enumerate() {
                let Some(cell) = C::at(*column, *row) else { continue };
                let top = y * 2 + usize::from(cell.is_low());
                let (upper, lower) = self.cell(cell);
                for (line, text) in [(top, upper), (top + 1, lower)] {
                    for (place, letter) in text.chars().take(WIDE).enumerate() {
                        grid[line][x * WIDE + place] = letter;
                    }
                }
            }
        }
        let heads = self
            .names(&self.columns, |column| C::at(column, 1))
            .map(|(column, _)| format!("{:<WIDE$}", format!(" {column}")));
        let rows: Vec<String> = self.names(&self.rows, |row| C::at(1, row)).map(|(_, row)| row).collect();
        let mut lines = vec![format!("    {}", heads.collect::<String>())];
        for (place, line) in grid.into_iter().enumerate() {
            let row = rows.get(place / 2).filter(|_| place % 2 == 0).map_or("  ", String::as_str);
            lines.push(format!("{row}  {}", line.into_iter().collect::<String>()));
        }
        lines
    }

    /// What these columns or rows are called.
    fn names(&self, places: &[u16], cell: fn(u16) -> Option<C>) -> impl Iterator<Item = (String, String)> {
        places.iter().filter_map(move |place| cell(*place).map(C::names))
    }

    /// What stands in a cell: forces above, the town or the ground below.
    fn cell(&self, cell: C) -> (String, String) {
        let Some(tile) = self.country.tiles.get(&cell) else { return (String::new(), String::new()) };
        let ground = match tile.ground {
            Ground::Open => '.',
            Ground::Wood => 'f',
            Ground::Marsh => 's',
            Ground::Fen => 'm',
            Ground::Hill => 'h',
            Ground::WoodedHill => 'F',
            Ground::Peak => 'A',
            Ground::Height => '^',
            Ground::Pass => '=',
            Ground::Water => '~',
        };
        let is_seen = !self.unseen.is_empty() && self.country.is_land(cell) && !self.unseen.contains(&cell);
        let ground = if is_seen { format!("({ground})") } else { format!(" {ground}") };
        let force = self.pieces.get(&cell).map(|here| self.force(here));
        match (force, self.codes.get(&cell)) {
            (Some(force), Some(code)) => (force, code.clone()),
            (Some(force), None) => (force, ground),
            (None, Some(code)) => (ground, code.clone()),
            (None, None) => (ground, String::new()),
        }
    }

    /// `U8` is eight points of the Union's; `C:M` a medium force of the other side.
    fn force(&self, here: &[&Piece<C>]) -> String {
        let Some(piece) = here.first() else { return String::new() };
        let side = self.initial(piece.party);
        let more = if here.len() > 1 { "+" } else { "" };
        match (&piece.strength, piece.kind) {
            (_, Kind::Naval) => format!("{side}n{more}"),
            (_, Kind::Leader) => format!("{side}*{more}"),
            (Strength::Exact(strength), Kind::Land) => format!("{side}{strength}{more}"),
            (Strength::Class(class), Kind::Land) => format!("{side}:{}{more}", class_letter(*class)),
            (Strength::Unknown, Kind::Land) => format!("{side}:?{more}"),
        }
    }

    fn initial(&self, party: Party) -> char {
        let name = self.scene.parties.iter().find(|(other, _)| *other == party);
        name.and_then(|(_, name)| name.chars().next()).unwrap_or('?')
    }

    /// What the signs mean, and which places the letters name.
    fn key(&self) -> Vec<String> {
        let mut lines =
            vec![String::new(), "Ground: . clear, f forest, s swamp, ^ mountain, = gap, ~ water.".to_owned()];
        let rarer = [
            (Ground::Hill, "h hills"),
            (Ground::WoodedHill, "F forested hills"),
            (Ground::Fen, "m marsh"),
            (Ground::Peak, "A high mountain"),
        ];
        let there = rarer.into_iter().filter(|(ground, _)| self.country.of(&[*ground]).next().is_some());
        let there: Vec<&str> = there.map(|(_, words)| words).collect();
        if !there.is_empty() {
            lines.push(format!("Also: {}.", there.join(", ")));
        }
        if !self.unseen.is_empty() {
            lines.push("( ) is what you see into. Rivers and railways are not shown.".to_owned());
        } else {
            lines.push("Rivers and railways are not shown.".to_owned());
        }
        if !self.pieces.is_empty() {
            let sides: Vec<String> =
                self.scene.parties.iter().map(|(party, name)| format!("{} {name}", self.initial(*party))).collect();
            lines.push(format!("Forces: {}; a number is strength;", sides.join(", ")));
            lines.push(":S :M :L small, medium, large; * a leader alone; n ships; + and more.".to_owned());
        }
        for (title, words) in [("Places", self.places()), ("Forces", self.forces())] {
            if !words.is_empty() {
                lines.push(String::new());
                lines.extend(filled(title, &words));
            }
        }
        lines
    }

    fn places(&self) -> Vec<String> {
        let name = |cell: &C| self.country.towns.iter().find(|town| town.cell == *cell).map(|town| town.name.clone());
        let mut places: Vec<String> =
            self.codes.iter().filter_map(|(cell, code)| Some(format!("{code} {} {cell}", name(cell)?))).collect();
        places.sort();
        places
    }

    fn forces(&self) -> Vec<String> {
        let named = self.pieces.values().flatten().filter(|piece| !piece.name.is_empty() || !piece.seen.is_empty());
        let words = named.map(|piece| {
            let side = self.initial(piece.party);
            let strength = match (&piece.strength, piece.kind) {
                (_, Kind::Naval) => "n".to_owned(),
                (_, Kind::Leader) => "*".to_owned(),
                (Strength::Exact(strength), _) => format!("{strength}{}", piece.letters),
                (Strength::Class(class), _) => format!(":{}", class_letter(*class)),
                (Strength::Unknown, _) => ":?".to_owned(),
            };
            let army = if piece.is_army { " (Army)" } else { "" };
            let who = if piece.seen.is_empty() { piece.name.clone() } else { format!("seen {}", piece.seen) };
            format!("{} {side}{strength}{army} {who}", piece.cell)
        });
        words.collect()
    }
}

fn class_letter(class: u8) -> char {
    match class {
        0 | 1 => 'S',
        2 => 'M',
        _ => 'L',
    }
}

/// Three letters for each town: those it begins with, or others of it where two begin alike.
pub(super) fn codes<C: Cell>(towns: &[(C, &str)]) -> BTreeMap<C, String> {
    let mut taken: BTreeSet<String> = BTreeSet::new();
    let mut codes = BTreeMap::new();
    for (cell, name) in towns {
        let letters: Vec<char> = name.chars().filter(|c| c.is_alphanumeric()).collect();
        let code = |third: usize| letters.iter().take(2).chain(letters.get(third)).collect::<String>();
        let free = (2..letters.len().max(3)).map(code).find(|code| !taken.contains(code));
        let code = free.unwrap_or_else(|| code(2));
        taken.insert(code.clone());
        codes.insert(*cell, code);
    }
    codes
}

/// Words behind a title, in lines that fit a letter.
pub(super) fn filled(title: &str, words: &[String]) -> Vec<String> {
    let mut lines = vec![format!("{title}:")];
    for (place, word) in words.iter().enumerate() {
        let end = if place + 1 == words.len() { "." } else { "," };
        let last = lines.len() - 1;
        if lines[last].chars().count() + word.chars().count() + 2 > 68 {
            lines.push(format!("  {word}{end}"));
        } else {
            lines[last].push_str(&format!(" {word}{end}"));
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::super::country::{Tile, Town};
    use super::*;
    use crate::Hex;

    fn hex(id: &str) -> Hex {
        id.parse().expect("a hex")
    }

    fn country() -> Country {
        let tile = |hex: Hex| {
            let ground = if hex.row() > 4 { Ground::Water } else { Ground::Open };
            (hex, Tile { ground, region: (ground != Ground::Water).then_some(0) })
        };
        let all = (1..=9).flat_map(|column| (1..=6).filter_map(move |row| Hex::new(column, row)));
        let town = |id: &str, name: &str| Town { cell: hex(id), name: name.to_owned(), rank: 1 };
        Country {
            tiles: all.map(tile).collect(),
            regions: vec!["Land".to_owned()],
            towns: vec![town("0303", "Washington"), town("0502", "Wasilla")],
            ..Country::default()
        }
    }

    #[test]
    fn forces_and_towns_stand_where_their_hexes_are() {
        let country = country();
        let piece = Piece {
            cell: hex("0303"),
            party: Party::Dark,
            kind: Kind::Land,
            strength: Strength::Exact("8".to_owned()),
            is_army: true,
            name: "McDowell".to_owned(),
            letters: "E".to_owned(),
            seen: String::new(),
            weight: 1,
        };
        let scene = Scene {
            parties: vec![(Party::Dark, "Union".to_owned())],
            pieces: vec![piece],
            unseen: country.tiles.keys().copied().filter(|hex| hex.column() > 4).collect(),
            ..Scene::default()
        };
        let text = spell(&country, &scene, hex("0403"), 3);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "       01  02  03  04  05  06  07");
        assert_eq!(lines[5], "  03  (.)     U8       .       .", "{text}");
        assert!(lines[6].contains("Was"), "{text}");
        assert!(lines[3].contains(" .") && text.contains("Wai") && text.contains("Was Washington 0303"), "{text}");
        assert!(text.contains("0303 U8E (Army) McDowell"), "{text}");
        assert!(text.lines().all(|line| line.len() <= 72 && (line.is_empty() || line.starts_with("  "))));
        assert_no_columns(&text);
    }

    /// What stands below the map is words, and where it is narrow they are wrapped: no two blanks part columns of them.
    fn assert_no_columns(text: &str) {
        let key = text.lines().skip_while(|line| !line.trim_start().starts_with("Ground:"));
        let lines: Vec<&str> = key.collect();
        assert!(lines.len() > 1 && lines.iter().all(|line| !line.trim().contains("  ")), "{text}");
    }

    #[test]
    fn squares_stand_level_under_the_names_of_their_columns() {
        let country = crate::picture::draw::maps::america().country;
        let text = spell(&country, &Scene::default(), "K3-S5".parse().expect("a square"), 3);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "       K0  K1  K2  K3  K4  K5  K6");
        assert!(lines[1].starts_with("  S2   h   .") && lines[2].contains("Bal"), "{text}");
        assert!(text.contains("Was Washington K3-S5") && text.contains("h hills, F forested hills, m marsh"), "{text}");
        assert!(text.lines().all(|line| line.len() <= 72), "{text}");
        assert_no_columns(&text);
    }
}
