//! The layout: where everything of a country and of a scene stands on paper. How it looks is the template's.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::board::Hex;

use super::country::{Country, Ground};
use super::place::{Paper, Rect, width_of};
use super::plane::{self, Plane, tenth};
use super::scene::{Area, Arrow, Kind, Mark, Party, Piece, Scene, Sign, Strength};

/// The paper is as wide as a telephone's screen.
const PAPER: f64 = 360.0;
/// Between the edge of the paper and the map.
const MARGIN: f64 = 4.0;
/// Above the map, for the heading.
const HEAD: f64 = 33.0;
/// The side of a hex of the country as it is drawn once for all.
const SIDE: f64 = 10.0;
/// Height of a close map by its width.
const SHAPE: f64 = 0.94;
/// A row of the legend.
const LEGEND_ROW: f64 = 11.5;
const LEGEND_SIZE: f64 = 7.4;
/// Between the letters of a region's name, by their size.
const SPACING: f64 = 0.18;
/// Room for a symbol of the legend.
const SYMBOL: f64 = 15.0;

/// How much there is to be seen of a hex.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Size {
    /// The whole country on a page: few words.
    Whole,
    /// A part of it, with the numbers of hexes.
    Close,
}

/// The part of the country that is shown.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Frame {
    /// How much there is to be seen of a hex.
    pub size: Size,
    /// The side of a hex on paper.
    side: f64,
    /// What of the country lies at the left edge of the map, and at its upper edge; on paper.
    left: f64,
    top: f64,
    height: f64,
}

impl Frame {
    /// The whole country.
    pub fn whole(country: &Country) -> Self {
        let (columns, rows) = extent(country);
        let side = (PAPER - 2.0 * MARGIN) / (1.5 * f64::from(columns) + 0.5);
        Self { size: Size::Whole, side, left: 0.0, top: 0.0, height: side * 1.732 * (f64::from(rows) + 0.5) }
    }

    /// The country so many hexes around one, or as near as its edges allow.
    pub fn around(country: &Country, middle: Hex, radius: u32) -> Self {
        let width = PAPER - 2.0 * MARGIN;
        let side = width / (3.0 * f64::from(radius) + 2.0);
        let height = width * SHAPE;
        let (columns, rows) = extent(country);
        let (x, y) = Plane { side, left: 0.0, top: 0.0 }.of(middle);
        let most = (side * (1.5 * f64::from(columns) + 0.5) - width, side * 1.732 * (f64::from(rows) + 0.5) - height);
        let (left, top) = (x - width / 2.0, y - height / 2.0);
        Self { size: Size::Close, side, left: left.min(most.0).max(0.0), top: top.min(most.1).max(0.0), height }
    }

    fn plane(&self) -> Plane {
        Plane { side: self.side, left: self.left - MARGIN, top: self.top - HEAD }
    }

    fn map(&self) -> Rect {
        Rect { x: MARGIN, y: HEAD, width: PAPER - 2.0 * MARGIN, height: self.height }
    }

    /// Whether anything of a hex, or of its neighbours, may be shown.
    fn is_near(&self, hex: Hex) -> bool {
        let ((x, y), map, more) = (self.plane().of(hex), self.map(), self.side * 3.5);
        x > map.x - more && x < map.x + map.width + more && y > map.y - more && y < map.y + map.height + more
    }

    /// Whether the middle of a hex is shown.
    pub fn shows(&self, hex: Hex) -> bool {
        let ((x, y), map) = (self.plane().of(hex), self.map());
        x > map.x && x < map.x + map.width && y > map.y && y < map.y + map.height
    }

    fn is_close(&self) -> bool {
        self.size == Size::Close
    }
}

fn extent(country: &Country) -> (u32, u32) {
    let most = |of: fn(&Hex) -> u16| country.tiles.keys().map(of).max().unwrap_or(1);
    (u32::from(most(|hex| hex.column())), u32::from(most(|hex| hex.row())))
}

/// The country on paper, once for all frames of a size.
#[derive(Debug, Clone, Serialize)]
pub struct CountryDrawing {
    size: Size,
    width: f64,
    height: f64,
    land: String,
    wood: String,
    marsh: String,
    high: String,
    woods: String,
    marshes: String,
    heights: String,
    passes: String,
    grid: String,
    sea_grid: String,
    coast: String,
    borders: String,
    broad: String,
    narrow: String,
    rails: String,
    regions: Vec<Label>,
    numbers: Vec<Label>,
}

/// Draws the country as far as a frame shows it.
pub fn draw_country(whole: &Country, frame: Frame) -> CountryDrawing {
    let plane = Plane { side: SIDE, left: 0.0, top: 0.0 };
    let size = frame.size;
    let (columns, rows) = extent(whole);
    let cut;
    let country = if size == Size::Close { cut = whole.cut(|hex| frame.is_near(hex)); &cut } else { whole };
    let patch = |grounds: &[Ground]| {
        let set: BTreeSet<Hex> = country.of(grounds).collect();
        let lines = plane::outlines(|hex| set.contains(&hex), set.iter().copied());
        lines.iter().map(|line| plane.rounded(line, true)).collect::<String>()
    };
    let coast = plane::outlines(|hex| country.is_land(hex), country.tiles.keys().copied());
    let shore = |line: &Vec<plane::Corner>| plane.rounded(line, true);
    let grid = |is: &dyn Fn(Hex) -> bool| {
        let hexes = country.tiles.keys().filter(|hex| is(**hex));
        hexes.map(|hex| plane.straight(&plane::roof(*hex), false)).collect::<String>()
    };
    let differ = |one: Hex, other: Hex| matches!((country.region(one), country.region(other)), (Some(a), Some(b)) if a != b);
    let rivers = |is_broad: bool| {
        let rivers = country.rivers.iter().filter(|river| river.is_broad == is_broad);
        let lines = rivers.flat_map(|river| plane::chains(&river.sides));
        lines.map(|line| plane.rounded(&line, false)).collect::<String>()
    };
    let railways = country.rails.iter().map(|(one, other)| (plane::middle(*one), plane::middle(*other)));
    CountryDrawing {
        size,
        width: tenth(SIDE * (1.5 * f64::from(columns) + 0.5)),
        height: tenth(SIDE * 1.732 * (f64::from(rows) + 0.5)),
        land: coast.iter().map(shore).collect(),
        wood: patch(&[Ground::Wood]),
        marsh: patch(&[Ground::Marsh]),
        high: patch(&[Ground::Height, Ground::Pass]),
        woods: plane.stamps(country.of(&[Ground::Wood]), "m-4 1l1.5-3l1.5 3zm4.4-1.6l1.5-3l1.5 3zm.2 5l1.5-3l1.5 3z"),
        marshes: plane.stamps(country.of(&[Ground::Marsh]), "m-5-1h4m2 0h4m-8 3.4h4m-2.6-6.6h4m-1 9h4"),
        heights: plane.stamps(country.of(&[Ground::Height]), "m-6 3l3-5.4l2 3.4l2.4-5l4.6 7"),
        passes: plane.stamps(country.of(&[Ground::Pass]), "m-5 4q3.4-4 0-8m10 0q-3.4 4 0 8"),
        grid: grid(&|hex| country.is_land(hex)),
        sea_grid: grid(&|hex| !country.is_land(hex)),
        coast: coast.iter().map(shore).collect(),
        borders: plane.strokes(plane::borders(country.tiles.keys().copied(), differ)),
        broad: rivers(true),
        narrow: rivers(false),
        rails: plane.strokes(railways),
        regions: regions(whole, frame, &plane),
        numbers: if size == Size::Close { numbers(country, &plane) } else { Vec::new() },
    }
}

/// The name of each region where there is most room for it in its shown part, smaller where there is less.
fn regions(country: &Country, frame: Frame, plane: &Plane) -> Vec<Label> {
    let towns: BTreeSet<Hex> = country.towns.iter().map(|town| town.hex).collect();
    let scale = frame.side / SIDE;
    let size = if frame.is_close() { 9.0 } else { 5.0 } / scale;
    let mut shown: BTreeMap<usize, Vec<Hex>> = BTreeMap::new();
    for (hex, tile) in country.tiles.iter().filter(|(hex, _)| frame.shows(**hex)) {
        shown.entry(tile.region.unwrap_or(usize::MAX)).or_default().push(*hex);
    }
    let named = country.regions.iter().enumerate().filter_map(|(region, name)| {
        let text = name.to_uppercase();
        let wanted = width_of(&text, size, true) + size * SPACING * text.chars().count() as f64;
        let needed = (wanted / SIDE / 1.5).ceil() as u32;
        let (room, hex) = shown
            .get(&region)?
            .iter()
            .map(|hex| (room(country, frame, &towns, *hex, needed), *hex))
            .max_by_key(|(room, hex)| (*room, std::cmp::Reverse(*hex)))?;
        let share = f64::from(room.0 + 1) / f64::from(needed + 1);
        (share > 0.45).then(|| Label::new(plane.of(hex), &text, tenth(size * share.clamp(0.62, 1.0))))
    });
    named.collect()
}

/// How many columns around a hex are free for a name, up to those needed; then how few towns are near, and how far the border is.
fn room(country: &Country, frame: Frame, towns: &BTreeSet<Hex>, hex: Hex, needed: u32) -> (u32, u32, u32) {
    let region = country.region(hex);
    let is_free = |column: u32| {
        let Some(other) = Hex::new(column as u16, hex.row()) else { return false };
        country.region(other) == region && frame.shows(other)
    };
    let column = u32::from(hex.column());
    let half = (1..=needed.div_ceil(2)).take_while(|steps| is_free(column + steps) && *steps < column && is_free(column - steps)).count();
    let towns = hex.within(2).filter(|other| towns.contains(other)).count() as u32;
    let border = (1..=3).take_while(|steps| hex.within(*steps).all(|other| country.region(other) == region)).count();
    ((half as u32 * 2).min(needed), 9_u32.saturating_sub(towns), border as u32)
}

fn numbers(country: &Country, plane: &Plane) -> Vec<Label> {
    let above = |(x, y): (f64, f64)| (x, y - SIDE * 0.56);
    country.tiles.keys().map(|hex| Label::new(above(plane.of(*hex)), &hex.to_string(), 0.0)).collect()
}

/// Words at a place.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct Label {
    x: f64,
    y: f64,
    text: String,
    size: f64,
    look: &'static str,
}

impl Label {
    fn new((x, y): (f64, f64), text: &str, size: f64) -> Self {
        Self { x: tenth(x), y: tenth(y), text: text.to_owned(), size, look: "" }
    }

    /// Words that fill a box.
    fn within(rect: &Rect, text: &str, size: f64, look: &'static str) -> Self {
        let at = (rect.x + rect.width / 2.0, rect.y + rect.height * 0.8);
        Self { look, ..Self::new(at, text, size) }
    }
}

/// A scene on paper.
#[derive(Debug, Clone, Serialize)]
pub struct Drawing {
    size: Size,
    /// Width of the paper.
    pub width: f64,
    /// Height of the paper.
    pub height: f64,
    /// Where the map stands on it.
    pub map: Plot,
    /// How the country is laid under it: moved, then scaled.
    pub country: Under,
    title: String,
    subtitle: String,
    veil: String,
    rim: String,
    areas: Vec<AreaDrawing>,
    rails: Vec<Line>,
    arrows: Vec<ArrowDrawing>,
    towns: Vec<TownDrawing>,
    leads: String,
    pieces: Vec<PieceDrawing>,
    marks: Vec<MarkDrawing>,
    labels: Vec<Label>,
    edges: Vec<Label>,
    legend: Vec<LegendRow>,
    bar: Option<Bar>,
}

/// A box.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Plot {
    /// Left edge.
    pub x: f64,
    /// Upper edge.
    pub y: f64,
    /// Width.
    pub width: f64,
    /// Height.
    pub height: f64,
}

/// How the country lies under a scene.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Under {
    /// To the right.
    pub x: f64,
    /// Down.
    pub y: f64,
    /// Times as large.
    pub scale: f64,
}

impl Under {
    /// How far it is moved.
    pub fn at(&self) -> (f64, f64) {
        (self.x, self.y)
    }
}

#[derive(Debug, Clone, Serialize)]
struct AreaDrawing {
    party: Party,
    path: String,
}

#[derive(Debug, Clone, Serialize)]
struct Line {
    party: Party,
    path: String,
}

#[derive(Debug, Clone, Serialize)]
struct ArrowDrawing {
    party: Party,
    path: String,
    head: String,
    is_seen: bool,
}

#[derive(Debug, Clone, Serialize)]
struct TownDrawing {
    x: f64,
    y: f64,
    rank: u32,
    holder: Option<Party>,
}

#[derive(Debug, Clone, Serialize)]
struct PieceDrawing {
    x: f64,
    y: f64,
    width: f64,
    height: f64,
    party: Party,
    kind: Kind,
    text: String,
    dots: Vec<f64>,
    is_army: bool,
    is_seen: bool,
}

#[derive(Debug, Clone, Serialize)]
struct MarkDrawing {
    x: f64,
    y: f64,
    sign: Sign,
    party: Option<Party>,
}

/// One row of the legend: symbols and what they mean.
#[derive(Debug, Clone, Serialize)]
struct LegendRow {
    y: f64,
    entries: Vec<LegendEntry>,
}

#[derive(Debug, Clone, Serialize)]
struct LegendEntry {
    x: f64,
    symbol: &'static str,
    text: String,
}

/// The bar of the scale.
#[derive(Debug, Clone, Serialize)]
struct Bar {
    x: f64,
    y: f64,
    width: f64,
    text: String,
}

/// What is larger or smaller by how much is to be seen of a hex.
struct Sizes {
    block: (f64, f64),
    digits: f64,
    name: f64,
    seen: f64,
    town: [f64; 3],
    mark: f64,
}

const WHOLE: Sizes =
    Sizes { block: (9.6, 7.6), digits: 6.6, name: 6.4, seen: 5.6, town: [5.8, 6.2, 6.8], mark: 6.0 };
const CLOSE: Sizes =
    Sizes { block: (17.0, 12.4), digits: 10.0, name: 8.2, seen: 6.6, town: [7.4, 8.0, 8.6], mark: 9.0 };

/// Draws a scene.
pub fn draw(country: &Country, scene: &Scene, frame: Frame) -> Drawing {
    let mut desk = Desk::new(country, scene, frame);
    let pieces = desk.pieces();
    let marks = desk.marks();
    let arrows = desk.arrows();
    let towns = desk.towns();
    desk.names();
    desk.town_names();
    let areas = desk.areas();
    let (veil, rim) = desk.fog();
    let rails = desk.rails();
    let bar = desk.bar();
    let map = frame.map();
    let below = map.y + map.height + 3.0;
    let legend = legend(&entries(scene, &desk), below);
    let height = below + LEGEND_ROW * legend.len() as f64 + 3.0;
    Drawing {
        size: frame.size,
        width: PAPER,
        height: tenth(height),
        map: Plot { x: map.x, y: map.y, width: map.width, height: tenth(map.height) },
        country: Under {
            x: tenth(MARGIN - frame.left),
            y: tenth(HEAD - frame.top),
            scale: (frame.side / SIDE * 1e4).round() / 1e4,
        },
        title: scene.title.clone(),
        subtitle: scene.subtitle.clone(),
        veil,
        rim,
        areas,
        rails,
        arrows,
        towns,
        leads: std::mem::take(&mut desk.leads),
        pieces,
        marks,
        edges: desk.edges(),
        labels: std::mem::take(&mut desk.labels),
        legend,
        bar,
    }
}

/// A scene being laid out.
struct Desk<'a> {
    country: &'a Country,
    scene: &'a Scene,
    frame: Frame,
    plane: Plane,
    sizes: &'static Sizes,
    paper: Paper,
    labels: Vec<Label>,
    leads: String,
    /// Blocks as they were placed, by their place in the scene.
    blocks: BTreeMap<usize, Rect>,
}

impl<'a> Desk<'a> {
    fn new(country: &'a Country, scene: &'a Scene, frame: Frame) -> Self {
        let sizes = if frame.is_close() { &CLOSE } else { &WHOLE };
        Self {
            country,
            scene,
            frame,
            plane: frame.plane(),
            sizes,
            paper: Paper::new(frame.map()),
            labels: Vec::new(),
            leads: String::new(),
            blocks: BTreeMap::new(),
        }
    }

    /// Signs stand around the middle of their hex, where there is room.
    fn marks(&mut self) -> Vec<MarkDrawing> {
        let mut drawn = Vec::new();
        let frame = self.frame;
        for mark in self.scene.marks.iter().filter(|mark| frame.shows(mark.hex)) {
            let (x, y) = self.plane.of(mark.hex);
            let (block, side) = (self.sizes.block, self.sizes.mark);
            let (right, down) = (block.0 / 2.0 + side * 0.4, block.1 / 2.0 + side * 0.3);
            let spots = [(-right, -down), (right, -down), (-right, down), (right, down), (-right * 1.3, 0.0), (right * 1.3, 0.0)];
            let boxes = spots.map(|(dx, dy)| Rect::around((x + dx, y + dy), side, side));
            let Some(rect) = self.paper.best(&boxes) else { continue };
            let at = (rect.x + side / 2.0, rect.y + side / 2.0);
            if !mark.label.is_empty() && self.frame.is_close() {
                self.label_at(&rect, &mark.label, self.sizes.seen, "seen");
            }
            drawn.push(MarkDrawing { x: tenth(at.0), y: tenth(at.1), sign: mark.sign, party: mark.party });
        }
        drawn
    }

    /// Blocks stand in their hexes; where two would cover each other, the lighter one is moved aside, and a line leads to
    /// its hex.
    fn pieces(&mut self) -> Vec<PieceDrawing> {
        let mut order: Vec<usize> = (0..self.scene.pieces.len()).collect();
        order.sort_by_key(|place| {
            let piece = &self.scene.pieces[*place];
            (std::cmp::Reverse(piece.weight), piece.hex, *place)
        });
        let mut placed: BTreeMap<usize, PieceDrawing> = BTreeMap::new();
        for place in order {
            let piece = &self.scene.pieces[place];
            if !self.frame.shows(piece.hex) {
                continue;
            }
            let drawn = self.piece(place, piece);
            placed.insert(place, drawn);
        }
        placed.into_values().collect()
    }

    fn piece(&mut self, place: usize, piece: &Piece) -> PieceDrawing {
        let text = match &piece.strength {
            Strength::Exact(text) => format!("{text}{}", piece.letters),
            _ => String::new(),
        };
        let (width, height) = self.sizes.block;
        let width = width.max(width_of(&text, self.sizes.digits, true) + 4.0);
        let home = self.plane.of(piece.hex);
        let step = (self.sizes.block.0 + 1.0, height + 1.0);
        let wanted: Vec<Rect> = around(home, step).map(|at| Rect::around(at, width, height)).collect();
        let rect = self.paper.best(&wanted).unwrap_or_else(|| Rect::around(home, width, height));
        let at = (rect.x + width / 2.0, rect.y + height / 2.0);
        if (at.0 - home.0).hypot(at.1 - home.1) > self.frame.side * 0.6 {
            let path = format!("M{} {}L{} {}", tenth(home.0), tenth(home.1), tenth(at.0), tenth(at.1));
            self.leads.push_str(&path);
        }
        self.blocks.insert(place, rect);
        let dots = match piece.strength {
            Strength::Class(class) => {
                (0..class).map(|nth| tenth((f64::from(nth) - f64::from(class - 1) / 2.0) * height * 0.36)).collect()
            }
            _ => Vec::new(),
        };
        PieceDrawing {
            x: tenth(at.0),
            y: tenth(at.1),
            width: tenth(width),
            height,
            party: piece.party,
            kind: piece.kind,
            text,
            dots,
            is_army: piece.is_army,
            is_seen: !piece.seen.is_empty(),
        }
    }

    /// The names of leaders and the phases in which an enemy was seen, at the blocks.
    fn names(&mut self) {
        let mut order: Vec<usize> = self.blocks.keys().copied().collect();
        order.sort_by_key(|place| (std::cmp::Reverse(self.scene.pieces[*place].weight), *place));
        for place in order {
            let piece = &self.scene.pieces[place];
            let block = self.blocks[&place];
            if !piece.name.is_empty() {
                self.label_at(&block, &piece.name, self.sizes.name, "leader");
            }
            if !piece.seen.is_empty() && self.frame.is_close() {
                self.label_at(&block, &piece.seen, self.sizes.seen, "seen");
            }
        }
    }

    /// Words at a block where there is room: below, above, to the right, to the left.
    fn label_at(&mut self, block: &Rect, text: &str, size: f64, look: &'static str) {
        let (width, height) = (width_of(text, size, look == "leader"), size * 0.95);
        let (x, y) = (block.x + block.width / 2.0, block.y + block.height / 2.0);
        let (right, down) = (block.width / 2.0 + width / 2.0 + 1.5, block.height / 2.0 + height / 2.0 + 0.4);
        let wanted = [
            (x, y + down),
            (x, y - down),
            (x + right, y),
            (x - right, y),
            (x + right * 0.6, y + down),
            (x - right * 0.6, y + down),
            (x + right * 0.6, y - down),
            (x - right * 0.6, y - down),
        ];
        let boxes = wanted.map(|at| Rect::around(at, width, height));
        let found = match self.frame.size {
            Size::Close => self.paper.first_free(boxes),
            Size::Whole => self.paper.first_free(boxes),
        };
        if let Some(rect) = found {
            self.labels.push(Label::within(&rect, text, size, look));
        }
    }

    fn towns(&mut self) -> Vec<TownDrawing> {
        let shown: Vec<_> = self.country.towns.iter().filter(|town| self.frame.shows(town.hex)).collect();
        let is_shown = |rank: u32| self.frame.is_close() || rank > 1;
        let mut drawn = Vec::new();
        for town in shown {
            let (x, y) = self.plane.of(town.hex);
            let radius = if self.frame.is_close() { 3.2 } else { 1.6 };
            if is_shown(town.rank) {
                self.paper.take(Rect::around((x, y), radius, radius));
            }
            let holder = self.scene.holders.get(&town.hex).copied();
            drawn.push(TownDrawing { x: tenth(x), y: tenth(y), rank: town.rank, holder });
        }
        drawn
    }

    /// The greater towns first; on the whole map the smallest have no name.
    fn town_names(&mut self) {
        let mut towns: Vec<_> = self.country.towns.iter().filter(|town| self.frame.shows(town.hex)).collect();
        towns.sort_by_key(|town| (std::cmp::Reverse(town.rank), town.hex));
        let blocks: BTreeMap<Hex, Rect> =
            self.blocks.iter().map(|(place, rect)| (self.scene.pieces[*place].hex, *rect)).collect();
        let is_close = self.frame.is_close();
        for town in towns.into_iter().filter(|town| is_close || town.rank > 1) {
            let size = self.sizes.town[town.rank.clamp(1, 3) as usize - 1];
            let home = self.plane.of(town.hex);
            let own = Rect::around(home, self.frame.side * 0.5, self.frame.side * 0.4);
            let base = match blocks.get(&town.hex) {
                Some(block) if self.frame.is_close() => *block,
                _ => own,
            };
            let look = if town.rank > 2 { "great" } else { "town" };
            self.label_at(&base, &town.name, size, look);
        }
    }

    fn arrows(&mut self) -> Vec<ArrowDrawing> {
        let shown = self.scene.arrows.iter().filter(|arrow| arrow.hexes.iter().any(|hex| self.frame.shows(*hex)));
        let arrows: Vec<&Arrow> = shown.collect();
        let mut drawn = Vec::new();
        for arrow in arrows {
            let Some(path) = self.arrow(arrow) else { continue };
            if !arrow.label.is_empty() && self.frame.is_close() {
                let end = arrow.hexes[arrow.hexes.len() - 1];
                if self.frame.shows(end) {
                    let spot = Rect::around(self.plane.of(end), self.sizes.block.0, self.sizes.block.1);
                    self.label_at(&spot, &arrow.label, self.sizes.seen, "seen");
                }
            }
            drawn.push(path);
        }
        drawn
    }

    /// A line through the hexes with a head that ends short of the block that came.
    fn arrow(&self, arrow: &Arrow) -> Option<ArrowDrawing> {
        let spots: Vec<(f64, f64)> = arrow.hexes.iter().map(|hex| self.plane.of(*hex)).collect();
        let [.., before, last] = spots[..] else { return None };
        let length = (last.0 - before.0).hypot(last.1 - before.1).max(0.1);
        let along = ((last.0 - before.0) / length, (last.1 - before.1) / length);
        let short = if arrow.is_seen { 0.0 } else { (self.sizes.block.1 * 0.62).min(length * 0.5) };
        let tip = (last.0 - along.0 * short, last.1 - along.1 * short);
        let head = if self.frame.is_close() { 6.0 } else { 3.8 };
        let neck = (tip.0 - along.0 * head, tip.1 - along.1 * head);
        let wing = (along.1 * head * 0.55, -along.0 * head * 0.55);
        let mut path = String::new();
        for (place, (x, y)) in spots[..spots.len() - 1].iter().chain([&neck]).enumerate() {
            path.push_str(&format!("{}{} {}", if place == 0 { 'M' } else { 'L' }, tenth(*x), tenth(*y)));
        }
        let corner = |(x, y): (f64, f64)| format!("{} {}", tenth(x), tenth(y));
        let head = format!(
            "M{}L{}L{}Z",
            corner(tip),
            corner((neck.0 + wing.0, neck.1 + wing.1)),
            corner((neck.0 - wing.0, neck.1 - wing.1))
        );
        Some(ArrowDrawing { party: arrow.party, path, head, is_seen: arrow.is_seen })
    }

    fn areas(&mut self) -> Vec<AreaDrawing> {
        let areas: Vec<&Area> = self.scene.areas.iter().collect();
        let mut drawn = Vec::new();
        for area in areas {
            let set: BTreeSet<Hex> = area.hexes.iter().copied().collect();
            if !set.iter().any(|hex| self.frame.shows(*hex)) {
                continue;
            }
            let lines = plane::outlines(|hex| set.contains(&hex), set.iter().copied());
            let path = lines.iter().map(|line| self.plane.rounded(line, true)).collect();
            drawn.push(AreaDrawing { party: area.party, path });
            self.area_name(area);
        }
        drawn
    }

    /// Somewhere in the area where there is room, near its middle first.
    fn area_name(&mut self, area: &Area) {
        let spots: Vec<(f64, f64)> =
            area.hexes.iter().filter(|hex| self.frame.shows(**hex)).map(|hex| self.plane.of(*hex)).collect();
        let count = spots.len().max(1) as f64;
        let middle =
            (spots.iter().map(|spot| spot.0).sum::<f64>() / count, spots.iter().map(|spot| spot.1).sum::<f64>() / count);
        let mut near = spots.clone();
        near.sort_by(|one, other| {
            let far = |spot: &(f64, f64)| (spot.0 - middle.0).hypot(spot.1 - middle.1);
            far(one).total_cmp(&far(other))
        });
        let size = self.sizes.seen + 0.6;
        let (width, height) = (width_of(&area.label, size, true), size);
        let boxes: Vec<Rect> = near.into_iter().map(|at| Rect::around(at, width, height)).collect();
        if let Some(rect) = self.paper.first_free(boxes) {
            self.labels.push(Label::within(&rect, &area.label, size, "area"));
        }
    }

    /// What is not seen lies under a veil; the rim is the limit of sight.
    fn fog(&self) -> (String, String) {
        let set: BTreeSet<Hex> = self.scene.unseen.iter().copied().collect();
        let around = |is_inside: &dyn Fn(Hex) -> bool, hexes: &mut dyn Iterator<Item = Hex>| {
            plane::outlines(is_inside, hexes).iter().map(|line| self.plane.straight(line, true)).collect::<String>()
        };
        if set.is_empty() {
            return (String::new(), String::new());
        }
        let is_veiled = |hex: Hex| set.contains(&hex) && self.frame.is_near(hex);
        let veil = around(&is_veiled, &mut set.iter().copied());
        let differ = |one: Hex, other: Hex| {
            self.country.is_land(one) && self.country.is_land(other) && set.contains(&one) != set.contains(&other)
        };
        let near = self.country.tiles.keys().copied().filter(|hex| self.frame.is_near(*hex));
        let rim = self.plane.strokes(plane::borders(near, differ));
        (veil, rim)
    }

    /// Half of each length of rail belongs to the hex it lies in.
    fn rails(&self) -> Vec<Line> {
        let mut lines: BTreeMap<Party, String> = BTreeMap::new();
        for (one, other) in &self.country.rails {
            for (from, to) in [(one, other), (other, one)] {
                let Some(party) = self.scene.rails.get(from).filter(|_| self.frame.shows(*from)) else { continue };
                let (here, there) = (self.plane.of(*from), self.plane.of(*to));
                let half = (f64::midpoint(here.0, there.0), f64::midpoint(here.1, there.1));
                let path = format!("M{} {}L{} {}", tenth(here.0), tenth(here.1), tenth(half.0), tenth(half.1));
                lines.entry(*party).or_default().push_str(&path);
            }
        }
        lines.into_iter().map(|(party, path)| Line { party, path }).collect()
    }

    /// Columns and rows at the edges of the whole map, for finding hexes by their numbers.
    fn edges(&self) -> Vec<Label> {
        if self.frame.is_close() {
            return Vec::new();
        }
        let (columns, rows) = extent(self.country);
        let map = self.frame.map();
        let hex = |column: u32, row: u32| Hex::new(column as u16, row as u16);
        let at_top = (5..=columns).step_by(5).filter_map(|column| {
            Some(Label::new((self.plane.of(hex(column, 1)?).0, map.y - 1.5), &format!("{column:02}"), 5.0))
        });
        let at_side = (5..=rows).step_by(5).filter_map(|row| {
            Some(Label::new((map.x + 3.6, self.plane.of(hex(1, row)?).1 + 1.6), &format!("{row:02}"), 5.0))
        });
        at_top.chain(at_side).collect()
    }

    fn bar(&mut self) -> Option<Bar> {
        let (hexes, text) = &self.country.scale;
        if *hexes == 0 {
            return None;
        }
        let width = f64::from(*hexes) * self.frame.side * 1.732;
        let map = self.frame.map();
        Some(Bar {
            x: tenth(PAPER - MARGIN - width - 6.0),
            y: tenth(map.y + map.height - 5.0),
            width: tenth(width),
            text: text.clone(),
        })
    }
}

/// Spots around one, nearest first.
fn around((x, y): (f64, f64), (right, down): (f64, f64)) -> impl Iterator<Item = (f64, f64)> {
    let ring = move |steps: u32| {
        let reach = f64::from(steps) * 0.5;
        let count = 4 + 8 * steps;
        (0..count).map(move |nth| {
            let turn = std::f64::consts::TAU * f64::from(nth) / f64::from(count);
            (x + turn.cos() * reach * right, y + turn.sin() * reach * down)
        })
    };
    std::iter::once((x, y)).chain((1..=6).flat_map(ring))
}

/// What the legend has to explain: only what is there.
fn entries(scene: &Scene, desk: &Desk<'_>) -> Vec<(&'static str, String)> {
    let shown = || scene.pieces.iter().filter(|piece| desk.frame.shows(piece.hex));
    let mut entries: Vec<(&'static str, String)> = Vec::new();
    for (party, name) in &scene.parties {
        let is_here = |kind: Kind| shown().any(|piece| piece.kind == kind && piece.party == *party);
        let symbols = match party {
            Party::Dark => ["block-dark", "leader-dark", "ship-dark", "town-dark"],
            Party::Light => ["block-light", "leader-light", "ship-light", "town-light"],
        };
        if is_here(Kind::Land) {
            entries.push((symbols[0], name.clone()));
        }
        if is_here(Kind::Naval) {
            entries.push((symbols[2], format!("{name} ships")));
        }
        entries.push((symbols[3], format!("{name} town")));
    }
    entries.push(("town-nobody", "nobody's".to_owned()));
    let has = |is: &dyn Fn(&Piece) -> bool| shown().any(is);
    if has(&|piece| matches!(piece.strength, Strength::Class(_))) {
        entries.push(("classes", "seen: small, medium, large".to_owned()));
    }
    if has(&|piece| piece.is_army) {
        entries.push(("army", "Army".to_owned()));
    }
    if has(&|piece| piece.kind == Kind::Leader) {
        entries.push(("leader", "leader alone".to_owned()));
    }
    if !scene.areas.is_empty() {
        entries.push(("area", "somewhere here".to_owned()));
    }
    if scene.arrows.iter().any(|arrow| !arrow.is_seen) {
        entries.push(("arrow", "moves".to_owned()));
    }
    if scene.arrows.iter().any(|arrow| arrow.is_seen) {
        entries.push(("passing", "seen passing".to_owned()));
    }
    for (sign, symbol, text) in [
        (Sign::Battle, "battle", "battle"),
        (Sign::Fortress, "fortress", "fortress"),
        (Sign::Fort, "fort", "fort"),
        (Sign::Depot, "depot", "depot"),
        (Sign::RailNews, "rail-news", "railway converted"),
        (Sign::Taken, "taken", "town taken"),
        (Sign::Passed, "passed", "seen there before"),
    ] {
        if scene.marks.iter().any(|mark: &Mark| mark.sign == sign && desk.frame.shows(mark.hex)) {
            entries.push((symbol, text.to_owned()));
        }
    }
    if !scene.unseen.is_empty() {
        entries.push(("fog", "not seen".to_owned()));
    }
    for (symbol, text) in
        [("wood", "forest"), ("marsh", "swamp"), ("height", "mountain"), ("pass", "gap"), ("rail", "railway")]
    {
        entries.push((symbol, text.to_owned()));
    }
    entries.extend(scene.notes.iter().map(|note| ("", note.clone())));
    entries
}

/// Entries in rows as wide as the paper.
fn legend(entries: &[(&'static str, String)], top: f64) -> Vec<LegendRow> {
    let mut rows: Vec<LegendRow> = Vec::new();
    let mut x = PAPER;
    for (symbol, text) in entries {
        let symbol_width = match *symbol {
            "" => 0.0,
            "classes" => SYMBOL * 2.6,
            _ => SYMBOL,
        };
        let width = symbol_width + width_of(text, LEGEND_SIZE, false) + 7.0;
        if x + width > PAPER - MARGIN {
            let y = top + LEGEND_ROW * (rows.len() as f64 + 0.5);
            rows.push(LegendRow { y: tenth(y), entries: Vec::new() });
            x = MARGIN;
        }
        if let Some(row) = rows.last_mut() {
            row.entries.push(LegendEntry { x: tenth(x), symbol, text: text.clone() });
        }
        x += width;
    }
    rows
}
