//! Maps of the war: of the whole theatre, of the surroundings of what a reader commands, and on demand. Made of the reader's brief and
//! of nothing else.

mod country;
mod frame;
mod known;
mod place;
mod rivers;
mod scene;
pub mod squares;
mod tally;

use std::collections::BTreeMap;
use std::sync::Arc;

use base::facts::{Backdrop, Brief, Enclosure, Picture, Pictures, Plan};
use base::order::Remark;
use board::picture::{
    CLOSE_WIDTH, COUNTRY, Frame, Kind, SCENE, Scene, Size, WHOLE_WIDTH, draw, draw_country, lettered, lettered_whole,
};
use board::square::Square;
use rules::MapWish;
use serde_json::Value;

use super::counted::counted;
use super::item::Item;
use super::order::by_kind_and_number;
use super::scenario::{By, Mended, Scenario};
use country::Chart;
use known::Known;

/// Squares around a place when nobody says how many, and the fewest that show something.
const AROUND: u32 = 8;
const LEAST: u32 = 3;
/// How many ships of a sea area are named.
const NAMED: usize = 3;

/// The maps of a report: the theatre for those who read of a whole service, the surroundings of his commands for who has some.
pub fn enclosures(scenario: &Scenario, brief: &Brief<Item>, pictures: Pictures) -> Vec<Enclosure> {
    // A welcome tells nothing of what was played, and a map of the opening would mislead.
    let is_told = brief.items().iter().any(|item| matches!(item, Item::Cities { .. }));
    if pictures == Pictures::Left || !is_told {
        return Vec::new();
    }
    let atlas = Atlas::of(scenario, brief);
    let Some(known) = &atlas.known else { return Vec::new() };
    let around = frame::around(known.own.iter().filter(|own| own.is_commanded).map(|own| own.square));
    let commands =
        around.map(|(middle, radius)| atlas.part("commands", "Around your commands", middle, radius, pictures));
    let has_theatre = commands.is_none() || frame::reads_of_all(scenario, brief);
    has_theatre.then(|| atlas.theatre(pictures)).into_iter().chain(commands).collect()
}

/// The theatre as one side knows it, for the game master: of this brief of all its seats.
pub fn overview(scenario: &Scenario, brief: &Brief<Item>, pictures: Pictures) -> Vec<Enclosure> {
    if pictures == Pictures::Left {
        return Vec::new();
    }
    let atlas = Atlas::of(scenario, brief);
    let side = atlas.known.as_ref().map(|known| scene::name_of(known.side));
    side.map(|side| atlas.of_side(side).theatre(pictures)).into_iter().collect()
}

/// A map of a place or of everything, as the reader knows it.
pub fn on_demand(
    scenario: &Scenario,
    brief: &Brief<Item>,
    wish: &MapWish,
    pictures: Pictures,
) -> Result<Vec<Enclosure>, Remark> {
    let atlas = Atlas::of(scenario, brief);
    let Some(words) = &wish.place else { return Ok(vec![atlas.theatre(pictures)]) };
    let atlas = Atlas { at_sea: Vec::new(), ..atlas };
    let (middle, name) = place::find(scenario, atlas.known.as_ref(), words)?;
    let radius = wish.radius.unwrap_or(AROUND).max(LEAST);
    if radius > frame::MOST {
        let said = format!("A map reaches {} squares from its middle at most.", frame::MOST);
        let hint = format!("Write MAP {words} {}, or MAP alone for the whole theatre.", frame::MOST);
        return Err(Remark::refused(said).hint(hint));
    }
    let title = match name.parse::<Square>() {
        Ok(square) => format!("Around square {square}"),
        Err(_) => format!("Around {name}"),
    };
    Ok(vec![atlas.part(&format!("{}-{radius}", file_words(&name)), &title, middle, radius, pictures)])
}

/// Maps of one brief.
struct Atlas<'a> {
    brief: &'a Brief<Item>,
    chart: Arc<Chart>,
    known: Option<Known>,
    scene: Scene<Square>,
    /// What the theatre is called in names of files.
    name: String,
    /// "as the Union Secretary of War knows it"
    who: String,
    /// "At sea, Carolina Coast: USFR1, USSL2", an area each: they lie on no map.
    at_sea: Vec<String>,
    /// "Railway cut: G0-R8 to G1-R8".
    links: Vec<String>,
}

impl<'a> Atlas<'a> {
    fn of(scenario: &Scenario, brief: &'a Brief<Item>) -> Self {
        let chart = country::chart(scenario);
        let known = Known::of(scenario, &chart, brief);
        let scene = scene::scene(scenario, &chart, known.as_ref(), brief);
        let who = who_knows(brief, known.as_ref());
        let at_sea = known.as_ref().map_or_else(Vec::new, at_sea);
        Self { brief, chart, known, scene, name: "theatre".to_owned(), who, at_sea, links: links(scenario, brief) }
    }

    /// For somebody who has the other side's beside it.
    fn of_side(self, side: &str) -> Self {
        Self { name: side.to_lowercase(), who: format!("as the {side} side knows it"), ..self }
    }

    fn theatre(&self, pictures: Pictures) -> Enclosure {
        match pictures {
            Pictures::Spelled => self.plan("The theatre", lettered_whole(&self.chart.country, &self.scene)),
            _ => self.picture(&self.name, "The theatre", Frame::whole(&self.chart.country)),
        }
    }

    fn part(&self, file: &str, title: &str, middle: Square, radius: u32, pictures: Pictures) -> Enclosure {
        let country = &self.chart.country;
        match pictures {
            Pictures::Spelled => self.plan(title, lettered(country, &self.scene, middle, radius)),
            _ => self.picture(file, title, Frame::around(country, middle, radius)),
        }
    }

    fn plan(&self, title: &str, text: String) -> Enclosure {
        let below = self.notes().map(|note| format!("\n  {note}")).collect::<String>();
        Enclosure::Plan(Plan { title: format!("{title}, {}", self.subtitle()), text: format!("{text}{below}") })
    }

    fn picture(&self, file: &str, title: &str, frame: Frame) -> Enclosure {
        let is_close = frame.size == Size::Close;
        let scene = self.shown(title, is_close);
        let drawing = draw(&self.chart.country, &scene, frame);
        let chart = Arc::clone(&self.chart);
        let backdrop = Backdrop {
            name: format!("{} {frame:?}", self.chart.mark),
            template: COUNTRY,
            at: drawing.country.at(),
            scale: drawing.country.scale,
            height: drawing.map.y + drawing.map.height,
            data: Arc::new(move || to_value(&draw_country(&chart.country, frame))),
        };
        Enclosure::Picture(Picture {
            name: self.turn().map_or_else(|| format!("map-{file}"), |(_, number)| format!("map-{file}-{number}")),
            template: SCENE,
            data: to_value(&drawing),
            backdrop: Some(backdrop),
            alt: self.alt(title, frame),
            width: if is_close { CLOSE_WIDTH } else { WHOLE_WIDTH },
        })
    }

    /// On the theatre numbers stand for themselves: names of brigades would cover it.
    fn shown(&self, title: &str, is_close: bool) -> Scene<Square> {
        let mut scene = Scene { title: title.to_owned(), subtitle: self.subtitle(), ..self.scene.clone() };
        scene.notes.extend(self.notes().cloned());
        if !is_close {
            scene.pieces.iter_mut().for_each(|piece| piece.name.clear());
        }
        scene
    }

    /// What stands below a map, for it lies on none or is in no sign.
    fn notes(&self) -> impl Iterator<Item = &String> {
        self.at_sea.iter().chain(&self.links)
    }

    fn turn(&self) -> Option<(&str, u32)> {
        self.brief.items().iter().find_map(|item| match item {
            Item::Turn { title, number, .. } => Some((&title[..], *number)),
            _ => None,
        })
    }

    /// "Turn 3, autumn campaign of 1861, as the Union Secretary of War knows it"
    fn subtitle(&self) -> String {
        self.turn().map_or_else(|| self.who.clone(), |(title, _)| format!("{title}, {}", self.who))
    }

    /// What is to be seen, in words: the rest of the letter says it exactly.
    fn alt(&self, title: &str, frame: Frame) -> String {
        let what = title.replace("The ", "the ").replace("Around ", "the country around ");
        let shown = |is_own: bool| {
            let pieces = self.scene.pieces.iter().filter(move |piece| piece.seen.is_empty() == is_own);
            pieces.filter(|piece| frame.shows(piece.cell)).map(|piece| piece.kind).collect::<Vec<_>>()
        };
        let words = |kinds: &[Kind], whose: &str| {
            let ships = kinds.iter().filter(|kind| **kind == Kind::Naval).count();
            let squares = u32::try_from(kinds.len() - ships).unwrap_or(u32::MAX);
            format!("{whose} units in {} and ships in {ships}", counted(squares, "square", "squares"))
        };
        let notes = self.notes().map(|note| format!("; {note}")).collect::<String>();
        let (own, hostile) = (words(&shown(true), "own"), words(&shown(false), "hostile"));
        format!("{what}, {}: {own}, {hostile}{notes}", self.subtitle())
    }
}

/// The ships of each sea area, the first of them by name.
fn at_sea(known: &Known) -> Vec<String> {
    let mut areas: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    known.at_sea.iter().for_each(|(name, area)| areas.entry(area).or_default().push(name));
    let line = |(area, mut names): (&str, Vec<&str>)| {
        names.sort_by_cached_key(|name| by_kind_and_number(name));
        let more = names.len().saturating_sub(NAMED);
        let named = names.into_iter().take(NAMED).collect::<Vec<_>>().join(", ");
        let more = if more == 0 { String::new() } else { format!(" and {more} more") };
        format!("At sea, {area}: {named}{more}")
    };
    areas.into_iter().map(line).collect()
}

/// The steps of rails and rivers that the game master has cut and added.
fn links(scenario: &Scenario, brief: &Brief<Item>) -> Vec<String> {
    let rows = brief.items().iter().find_map(|item| if let Item::Links { rows } = item { Some(rows) } else { None });
    let line = |row: &Mended| {
        let what = if row.by == By::Rail { "Railway" } else { "River" };
        let done = if row.is_link { "added" } else { "cut" };
        format!("{what} {done}: {} to {}", scenario.place_name(row.from), scenario.place_name(row.to))
    };
    rows.into_iter().flatten().map(line).collect()
}

fn who_knows(brief: &Brief<Item>, known: Option<&Known>) -> String {
    let titles = brief.items().iter().filter_map(|item| match item {
        Item::Seat { title, .. } => Some(&title[..]),
        _ => None,
    });
    match (&titles.collect::<Vec<_>>()[..], known) {
        ([only], _) => format!("as the {only} knows it"),
        (_, Some(known)) => format!("as your offices of the {} side know it", scene::name_of(known.side)),
        (_, None) => "as everybody knows it".to_owned(),
    }
}

fn to_value(drawing: &impl serde::Serialize) -> Value {
    serde_json::to_value(drawing).expect("a drawing is plain data, which JSON can always hold")
}

/// Words as they may stand in a file's name.
fn file_words(words: &str) -> String {
    let plain = words.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' });
    plain.collect::<String>().split('-').filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-")
}

/// Whose each square of a river is on a reader's map.
#[cfg(test)]
pub fn held_by(scenario: &Scenario, brief: &Brief<Item>) -> BTreeMap<Square, super::side::Side> {
    let known = Known::of(scenario, &country::chart(scenario), brief);
    rivers::held(scenario, known.as_ref(), brief)
}

/// Whose guns stand in a square on a reader's map.
#[cfg(test)]
pub fn batteries_at(scenario: &Scenario, brief: &Brief<Item>, square: Square) -> Vec<super::side::Side> {
    use board::picture::{Party, Sign};
    let marks = Atlas::of(scenario, brief).scene.marks.into_iter();
    let guns = marks.filter(|mark| mark.cell == square && mark.sign == Sign::Battery);
    guns.filter_map(|mark| {
        Some(if mark.party? == Party::Dark { super::side::Side::Union } else { super::side::Side::Confederacy })
    })
    .collect()
}
