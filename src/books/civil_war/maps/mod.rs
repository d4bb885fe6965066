//! Maps of the war: a whole one and one of the reader's front with each report, others on demand, a bare one with the welcome.
//! Made of the reader's brief and of nothing else.

mod country;
mod front;
mod scene;
mod when;

use std::sync::Arc;

use serde_json::Value;

use base::facts::{Backdrop, Brief, Enclosure, Picture, Pictures, Plan};
use base::game::SeatId;
use base::order::Remark;
use board::Hex;
use board::picture::{CLOSE_WIDTH, COUNTRY, Frame, SCENE, Scene, Size, WHOLE_WIDTH, draw, draw_country, spell};
use rules::MapWish;

use super::item::{Item, NamedHex};
use super::scenario::{Chart, PlaceMatch, Scenario, Side, Theatre};
use super::seats;
use when::{Times, times};

/// Hexes around the middle of a front, and of a place when nobody says how many.
const FRONT: u32 = 7;
/// Of a map on demand: fewer show nothing, more are as well shown by the whole.
const LEAST: u32 = 3;
const MOST: u32 = 10;
/// Places in a row of the gazette.
const COLUMNS: usize = 3;

/// The maps of a report, or of a welcome.
pub fn enclosures(scenario: &Scenario, brief: &Brief<Item>, pictures: Pictures) -> Vec<Enclosure> {
    if pictures == Pictures::Left {
        return Vec::new();
    }
    if brief.items().iter().any(|item| matches!(item, Item::Gazette { .. })) {
        return Atlas::bare(scenario).whole(pictures).into_iter().collect();
    }
    let Some(atlas) = Atlas::of_reader(scenario, brief) else { return Vec::new() };
    let fronts = fronts(scenario, brief).into_iter().map(|theatre| atlas.front(theatre, pictures));
    atlas.whole(pictures).into_iter().chain(fronts).collect()
}

/// The war as one side knows it, for the game master, who gets one of either side: of this brief of all its seats.
pub fn overview(scenario: &Scenario, brief: &Brief<Item>, pictures: Pictures) -> Vec<Enclosure> {
    if pictures == Pictures::Left {
        return Vec::new();
    }
    Atlas::of_reader(scenario, brief).and_then(|atlas| atlas.of_side(pictures)).into_iter().collect()
}

/// A map of a place, of a theatre or of everything, as the reader knows it; bare for whoever reads for no side.
pub fn on_demand(
    scenario: &Scenario,
    brief: &Brief<Item>,
    wish: &MapWish,
    pictures: Pictures,
) -> Result<Vec<Enclosure>, Remark> {
    let atlas = Atlas::of_reader(scenario, brief).unwrap_or_else(|| Atlas::bare(scenario));
    let Some(words) = &wish.place else {
        return Ok(match pictures {
            // The whole war is too wide for letters: there it is what its reader commands, or where most is at stake.
            Pictures::Spelled => {
                fronts(scenario, brief).into_iter().map(|theatre| atlas.front(theatre, pictures)).collect()
            }
            _ => atlas.whole(pictures).into_iter().collect(),
        });
    };
    let radius = wish.radius.unwrap_or(FRONT).clamp(LEAST, MOST);
    if let Some(theatre) = theatre(words) {
        return Ok(vec![atlas.front(Some(theatre), pictures)]);
    }
    let (hex, name) = match scenario.gazetteer.find_place(words) {
        PlaceMatch::One(hex, name) => (hex, name.to_owned()),
        PlaceMatch::Several(names) => {
            let hint = format!("Write one of {}.", names.join(", "));
            return Err(Remark::refused(format!("Several places are called {words}.")).hint(hint));
        }
        PlaceMatch::Unknown { nearest } => {
            let hint = match &nearest[..] {
                [] => "MAP Manassas 5, MAP 4910, MAP West or MAP alone.".to_owned(),
                names => format!("The nearest name is {}.", names[0]),
            };
            return Err(Remark::refused(format!("There is no place called {words} on the map.")).hint(hint));
        }
    };
    Ok(vec![atlas.close(&name, hex, radius, pictures)])
}

/// The places of the map in columns that read downwards.
pub fn gazette(scenario: &Scenario) -> Item {
    let mut places: Vec<NamedHex> =
        scenario.map.cities().map(|(_, city)| NamedHex { name: city.name.clone(), hex: city.hex }).collect();
    places.sort_by(|one, other| one.name.cmp(&other.name));
    let rows = places.len().div_ceil(COLUMNS);
    let row = |row: usize| places.iter().skip(row).step_by(rows.max(1)).cloned().collect();
    Item::Gazette { rows: (0..rows).map(row).collect() }
}

/// The theatres whose fronts a reader has: those his seats command, or the war's when they command none.
fn fronts(scenario: &Scenario, brief: &Brief<Item>) -> Vec<Option<Theatre>> {
    let seats = brief.viewer().seats().iter();
    let mut own: Vec<Option<Theatre>> = seats
        .flat_map(|seat: &SeatId| seats::accounts_of(scenario, seat))
        .filter_map(|account| account.theatre())
        .map(Some)
        .collect();
    own.sort();
    own.dedup();
    if own.is_empty() { vec![None] } else { own }
}

fn theatre(words: &str) -> Option<Theatre> {
    let words = words.trim().to_ascii_lowercase();
    let words = words.strip_prefix("the ").unwrap_or(&words);
    match words {
        "trans-mississippi" => Some(Theatre::Trans),
        _ => Theatre::ALL.into_iter().find(|theatre| theatre.id() == words),
    }
}

/// Maps of one brief.
struct Atlas<'a> {
    scenario: &'a Scenario,
    chart: Arc<Chart>,
    scene: Scene,
    side: Option<Side>,
    times: Times,
}

impl<'a> Atlas<'a> {
    /// What a reader knows; nothing for whoever reads for no side.
    fn of_reader(scenario: &'a Scenario, brief: &Brief<Item>) -> Option<Self> {
        let times = times(scenario, brief)?;
        let side = brief.viewer().seats().iter().find_map(|seat| seats::side_of(scenario, seat))?;
        let scene = scene::scene(scenario, side, brief, &times);
        Some(Self { scenario, chart: scenario.chart(|| country::chart(scenario)), scene, side: Some(side), times })
    }

    /// The public map.
    fn bare(scenario: &'a Scenario) -> Self {
        let chart = scenario.chart(|| country::chart(scenario));
        Self { scenario, chart, scene: scene::bare(scenario), side: None, times: Times::default() }
    }

    /// The whole war, for whoever has pictures.
    fn whole(&self, pictures: Pictures) -> Option<Enclosure> {
        let frame = Frame::whole(&self.chart.country);
        (pictures == Pictures::Drawn).then(|| self.picture("war", "The war", frame))
    }

    /// What its side knows, for somebody who has the other side's beside it.
    fn of_side(&self, pictures: Pictures) -> Option<Enclosure> {
        let name = scene::name_of(self.side?);
        Some(match pictures {
            Pictures::Spelled => {
                let middle = front::middle(self.scenario, &self.scene, None);
                self.drawn(
                    &file_words(name),
                    &format!("The front as the {name} side knows it"),
                    middle,
                    FRONT,
                    pictures,
                )
            }
            _ => self.picture(&file_words(name), "The war", Frame::whole(&self.chart.country)),
        })
    }

    fn front(&self, theatre: Option<Theatre>, pictures: Pictures) -> Enclosure {
        let middle = front::middle(self.scenario, &self.scene, theatre);
        let (file, title) = match theatre {
            None => ("front", "The front"),
            Some(Theatre::East) => ("east", "The East"),
            Some(Theatre::West) => ("west", "The West"),
            Some(Theatre::Trans) => ("trans", "The Trans-Mississippi"),
        };
        self.drawn(file, title, middle, FRONT, pictures)
    }

    fn close(&self, name: &str, middle: Hex, radius: u32, pictures: Pictures) -> Enclosure {
        let file = format!("{}-{radius}", file_words(name));
        let title = if name.parse::<Hex>().is_ok() { format!("Around hex {name}") } else { format!("Around {name}") };
        self.drawn(&file, &title, middle, radius, pictures)
    }

    fn drawn(&self, file: &str, title: &str, middle: Hex, radius: u32, pictures: Pictures) -> Enclosure {
        match pictures {
            Pictures::Spelled => Enclosure::Plan(Plan {
                title: self.heading(title),
                text: spell(&self.chart.country, &self.scene, middle, radius),
            }),
            _ => self.picture(file, title, Frame::around(&self.chart.country, middle, radius)),
        }
    }

    fn picture(&self, file: &str, title: &str, frame: Frame) -> Enclosure {
        let heading = self.heading(title);
        let scene = Scene { title: heading, subtitle: self.subtitle(), ..self.scene.clone() };
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
        let when = file_words(&self.times.open);
        let name = if when.is_empty() { format!("map-{file}") } else { format!("map-{file}-{when}") };
        Enclosure::Picture(Picture {
            name,
            template: SCENE,
            data: to_value(&drawing),
            backdrop: Some(backdrop),
            alt: self.alt(title, frame),
            width: if frame.size == Size::Close { CLOSE_WIDTH } else { WHOLE_WIDTH },
        })
    }

    fn heading(&self, title: &str) -> String {
        match self.side {
            Some(_) => format!("{title}, {}", self.times.open),
            None => title.to_owned(),
        }
    }

    fn subtitle(&self) -> String {
        match self.side {
            Some(side) => format!(
                "{}. As the {} side knows it after {}.",
                self.times.season,
                scene::name_of(side),
                self.times.seen
            ),
            None => "The map, as everybody has it.".to_owned(),
        }
    }

    /// What is to be seen, in words: the rest of the letter says it exactly.
    fn alt(&self, title: &str, frame: Frame) -> String {
        let what = title.replace("The ", "the ").replace("Around ", "the country around ");
        let Some(side) = self.side else { return format!("{what}: the map with its places, without forces") };
        let shown = || self.scene.pieces.iter().filter(|piece| frame.shows(piece.cell));
        let own = shown().filter(|piece| piece.seen.is_empty()).count();
        let enemy = shown().count() - own;
        let areas = self.scene.areas.iter().filter(|area| area.cells.iter().any(|cell| frame.shows(*cell))).count();
        let count = |count: usize, none: &str, one: &str, many: &str| match count {
            0 => none.to_owned(),
            1 => format!(", 1 {one}"),
            count => format!(", {count} {many}"),
        };
        let known = format!("{what} {}, as the {} side knows it", self.times.before, scene::name_of(side));
        let own = count(own, ", nothing of ours", "block of ours", "blocks of ours");
        let enemy = count(enemy, ", nothing of the enemy in sight", "of the enemy in sight", "of the enemy in sight");
        let areas = count(areas, "", "area where he is strong", "areas where he is strong");
        format!("{known}{own}{enemy}{areas}").replacen("it,", "it:", 1)
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

#[cfg(test)]
mod tests;
