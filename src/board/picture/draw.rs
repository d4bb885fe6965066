//! The layout: where everything of a country and of a scene stands on paper. How it looks is the template's.

use std::collections::{BTreeMap, BTreeSet};

use crate::Cell;

use super::country::{Country, Town};
use super::drawing::{
    AreaDrawing, ArrowDrawing, Bar, Drawing, Lead, Line, MarkDrawing, PieceDrawing, Plot, TownDrawing, Under,
};
use super::frame::{Frame, HEAD, MARGIN, PAPER, ROWS, extent};
use super::ground::{number_boxes, region_boxes, side};
use super::label::Label;
use super::legend::{self, is_marked};
use super::place::{Paper, Rect, Way, do_cross, width_of};
use super::plane::{self, Plane, tenth};
use super::rivers;
use super::scene::{Area, Arrow, Party, Piece, Scene, Strength};
use super::spots::{APART, beside, take_spot};

/// What is larger or smaller by how much is to be seen of a cell.
struct Sizes {
    block: (f64, f64),
    digits: f64,
    name: f64,
    seen: f64,
    town: [f64; 3],
    mark: f64,
}

const WHOLE: Sizes = Sizes { block: (9.6, 7.6), digits: 6.6, name: 6.4, seen: 5.6, town: [5.8, 6.2, 6.8], mark: 6.0 };
const CLOSE: Sizes =
    Sizes { block: (17.0, 12.4), digits: 10.0, name: 8.2, seen: 6.6, town: [7.4, 8.0, 8.6], mark: 9.0 };

/// Letters at the bar of the scale, and how far they may stand out beyond it.
const BAR_WORDS: f64 = 6.2;
const BAR_OVERHANG: f64 = 2.0;

/// Draws a scene.
pub fn draw<C: Cell>(country: &Country<C>, scene: &Scene<C>, frame: Frame) -> Drawing {
    let mut desk = Desk::new(country, scene, frame);
    let bar = desk.bar();
    let edges = desk.edges();
    desk.spare();
    let pieces = desk.pieces();
    let marks = desk.marks();
    let arrows = desk.arrows();
    let towns = desk.towns();
    desk.town_names(3..=3);
    desk.names();
    desk.town_names(1..=2);
    let areas = desk.areas();
    let (veil, rim) = desk.fog();
    let rails = desk.rails();
    let rivers = rivers::held(country, scene, frame);
    let map = frame.map();
    let below = map.y + map.height + 3.0;
    let legend = legend::legend(country, scene, frame, below);
    let height = below + legend::height(&legend) + 3.0;
    Drawing {
        size: frame.size,
        width: PAPER,
        height: tenth(height),
        map: Plot { x: map.x, y: map.y, width: map.width, height: tenth(map.height) },
        country: Under {
            x: tenth(MARGIN - frame.left),
            y: tenth(HEAD - frame.top),
            scale: (frame.side / side::<C>(frame.size) * 1e4).round() / 1e4,
        },
        title: scene.title.clone(),
        subtitle: scene.subtitle.clone(),
        veil,
        rim,
        areas,
        rails,
        rivers,
        arrows,
        towns,
        leads: std::mem::take(&mut desk.leads),
        ties: std::mem::take(&mut desk.ties),
        pieces,
        marks,
        edges,
        labels: std::mem::take(&mut desk.labels),
        legend,
        bar,
    }
}

/// A scene being laid out.
struct Desk<'a, C> {
    country: &'a Country<C>,
    scene: &'a Scene<C>,
    frame: Frame,
    plane: Plane,
    sizes: &'static Sizes,
    paper: Paper,
    labels: Vec<Label>,
    leads: Vec<Lead>,
    /// The same as straight lines.
    ways: Vec<Way>,
    ties: String,
    /// Blocks as they were placed, by their place in the scene.
    blocks: BTreeMap<usize, Rect>,
}

impl<'a, C: Cell> Desk<'a, C> {
    fn new(country: &'a Country<C>, scene: &'a Scene<C>, frame: Frame) -> Self {
        let sizes = if frame.is_close() { &CLOSE } else { &WHOLE };
        Self {
            country,
            scene,
            frame,
            plane: frame.plane::<C>(),
            sizes,
            paper: Paper::new(frame.map()),
            labels: Vec::new(),
            leads: Vec::new(),
            ways: Vec::new(),
            ties: String::new(),
            blocks: BTreeMap::new(),
        }
    }

    /// Signs stand around the middle of their cell, where there is room.
    fn marks(&mut self) -> Vec<MarkDrawing> {
        let mut drawn = Vec::new();
        let frame = self.frame;
        for mark in self.scene.marks.iter().filter(|mark| is_marked(mark, frame)) {
            let (x, y) = self.plane.of(mark.cell);
            let (block, side) = (self.sizes.block, self.sizes.mark);
            let (right, down) = (block.0 / 2.0 + side * 0.4, block.1 / 2.0 + side * 0.3);
            let around = [
                (-right, -down),
                (right, -down),
                (-right, down),
                (right, down),
                (-right * 1.3, 0.0),
                (right * 1.3, 0.0),
            ];
            // Where nothing stands, a great work is its town on the whole map.
            let home = (!frame.is_part()).then_some((0.0, 0.0));
            let spots: Vec<(f64, f64)> = home.into_iter().chain(around).collect();
            let boxes: Vec<Rect> =
                spots.into_iter().map(|(dx, dy)| Rect::around((x + dx, y + dy), side, side)).collect();
            let Some(rect) = self.paper.best(&boxes, |_| 0.0) else { continue };
            let at = (rect.x + side / 2.0, rect.y + side / 2.0);
            if !mark.label.is_empty() && self.frame.is_close() {
                self.label_at(&rect, &mark.label, self.sizes.seen, "seen");
            }
            drawn.push(MarkDrawing { x: tenth(at.0), y: tenth(at.1), sign: mark.sign, party: mark.party });
        }
        drawn
    }

    /// Blocks stand in their cells; where two would cover each other, the lighter one is moved aside, and a line leads to
    /// its cell.
    fn pieces(&mut self) -> Vec<PieceDrawing> {
        let mut order: Vec<usize> = (0..self.scene.pieces.len()).collect();
        order.sort_by_key(|place| {
            let piece = &self.scene.pieces[*place];
            (std::cmp::Reverse(piece.weight), piece.cell, *place)
        });
        let mut placed: BTreeMap<usize, PieceDrawing> = BTreeMap::new();
        for place in order {
            let piece = &self.scene.pieces[place];
            if !self.frame.shows(piece.cell) {
                continue;
            }
            let drawn = self.piece(place, piece);
            placed.insert(place, drawn);
        }
        placed.into_values().collect()
    }

    fn piece(&mut self, place: usize, piece: &Piece<C>) -> PieceDrawing {
        let text = match &piece.strength {
            Strength::Exact(text) => format!("{text}{}", piece.letters),
            _ => String::new(),
        };
        let (width, height) = self.sizes.block;
        let width = width.max(width_of(&text, self.sizes.digits, true) + 4.0);
        let home = self.plane.of(piece.cell);
        let step = (self.sizes.block.0 + 1.0, height + 1.0);
        let wanted: Vec<Rect> = around(home, step).map(|at| Rect::around(at, width, height)).collect();
        let beside = |rect: &Rect| way_cost((home, rect.middle()), rect, &self.blocks, &self.ways);
        let rect = self.paper.best(&wanted, beside).unwrap_or_else(|| Rect::around(home, width, height));
        let at = rect.middle();
        if (at.0 - home.0).hypot(at.1 - home.1) > self.frame.side * 0.6 {
            let path = line((home, at));
            self.leads.push(Lead { party: piece.party, x: tenth(home.0), y: tenth(home.1), path });
            self.ways.push((home, at));
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

    /// What had better be seen: small towns, which have no name on the whole map, and the names of regions.
    fn spare(&mut self) {
        if !self.frame.is_part() {
            let small = self.country.towns.iter().filter(|town| town.rank < 2 && self.frame.shows(town.cell));
            small.for_each(|town| self.paper.spare(Rect::around(self.plane.of(town.cell), 3.4, 3.4)));
        }
        let names = region_boxes(self.country, self.frame).into_iter().chain(number_boxes(self.country, self.frame));
        names.for_each(|rect| self.paper.spare(rect));
    }

    /// Words at a block where there is room; the name of a leader may stand apart on a close map, and a line then leads to the block.
    fn label_at(&mut self, block: &Rect, text: &str, size: f64, look: &'static str) {
        let (width, height) = (width_of(text, size, look == "leader"), size * 0.95);
        let wanted = beside(block, (width, height), 1.0);
        if let Some(rect) = self.paper.first_clear(&wanted).or_else(|| self.paper.first_free(&wanted)) {
            self.labels.push(Label::within(&rect, text, size, look));
            return;
        }
        if look != "leader" || !self.frame.is_close() {
            return;
        }
        let apart: Vec<Rect> = APART.into_iter().flat_map(|times| beside(block, (width, height), times)).collect();
        if let Some(rect) = self.paper.first_clear(&apart).or_else(|| self.paper.first_free(&apart)) {
            let end = rect.nearest(block.middle());
            self.ties.push_str(&line((block.nearest(end), end)));
            self.labels.push(Label::within(&rect, text, size, look));
        }
    }

    fn towns(&mut self) -> Vec<TownDrawing> {
        let shown: Vec<_> = self.country.towns.iter().filter(|town| self.frame.shows(town.cell)).collect();
        let is_shown = |rank: u32| self.frame.is_part() || rank > 1;
        let mut drawn = Vec::new();
        for town in shown {
            let (x, y) = self.plane.of(town.cell);
            let radius = if self.frame.is_close() { 3.2 } else { 1.6 };
            if is_shown(town.rank) {
                self.paper.take(Rect::around((x, y), radius, radius));
            }
            let holder = self.scene.holders.get(&town.cell).copied();
            drawn.push(TownDrawing { x: tenth(x), y: tenth(y), rank: town.rank, holder });
        }
        drawn
    }

    /// Of some ranks, the greater first; on the whole map the smallest have no name.
    fn town_names(&mut self, ranks: std::ops::RangeInclusive<u32>) {
        let meant = self.country.towns.iter().filter(|town| ranks.contains(&town.rank.clamp(1, 3)));
        let mut towns: Vec<_> = meant.filter(|town| self.frame.shows(town.cell)).collect();
        towns.sort_by_key(|town| (std::cmp::Reverse(town.rank), town.cell));
        let is_part = self.frame.is_part();
        for town in towns.into_iter().filter(|town| is_part || town.rank > 1) {
            self.town_name(town);
        }
    }

    /// The name of a town beside it, or beside the block that stands on it; a great one's may stand apart, and a line then
    /// leads to it.
    fn town_name(&mut self, town: &Town<C>) {
        let size = self.sizes.town[town.rank.clamp(1, 3) as usize - 1];
        let home = self.plane.of(town.cell);
        let own = Rect::around(home, self.frame.side * 0.5, self.frame.side * 0.4);
        let block = self.blocks.values().find(|rect| rect.nearest(home) == home);
        let look = if town.rank > 2 { "great" } else { "town" };
        let extent = (width_of(&town.name, size, town.rank > 2), size * 0.95);
        let beside_block = block.into_iter().flat_map(|block| beside(block, extent, 1.0));
        let near: Vec<Rect> = match block {
            Some(_) if self.frame.is_close() => beside_block.collect(),
            _ => beside(&own, extent, 1.0).into_iter().chain(beside_block).collect(),
        };
        let apart = APART.into_iter().filter(|_| town.rank > 2);
        let apart: Vec<Rect> = apart.flat_map(|times| beside(&own, extent, times)).collect();
        // A block that was moved aside may stand on a town where it is not.
        let is_elsewhere = |place: &usize| self.scene.pieces[*place].cell != town.cell;
        let foreign: Vec<Rect> =
            self.blocks.iter().filter(|(place, _)| is_elsewhere(place)).map(|(_, rect)| *rect).collect();
        let Some(rect) = take_spot(&mut self.paper, (&near, &apart), &foreign) else { return };
        let end = rect.nearest(home);
        if !near.contains(&rect) && (end.0 - home.0).hypot(end.1 - home.1) > self.sizes.block.1 / 2.0 {
            self.ties.push_str(&line((home, end)));
        }
        self.labels.push(Label::within(&rect, &town.name, size, look));
    }

    fn arrows(&mut self) -> Vec<ArrowDrawing> {
        let shown = self.scene.arrows.iter().filter(|arrow| arrow.cells.iter().any(|cell| self.frame.shows(*cell)));
        let arrows: Vec<&Arrow<C>> = shown.collect();
        let mut drawn = Vec::new();
        for arrow in arrows {
            let Some(path) = self.arrow(arrow) else { continue };
            if !arrow.label.is_empty() && self.frame.is_close() {
                let end = arrow.cells[arrow.cells.len() - 1];
                if self.frame.shows(end) {
                    let spot = Rect::around(self.plane.of(end), self.sizes.block.0, self.sizes.block.1);
                    self.label_at(&spot, &arrow.label, self.sizes.seen, "seen");
                }
            }
            drawn.push(path);
        }
        drawn
    }

    /// A line through the cells with a head that ends short of the block that came.
    fn arrow(&self, arrow: &Arrow<C>) -> Option<ArrowDrawing> {
        let spots: Vec<(f64, f64)> = arrow.cells.iter().map(|cell| self.plane.of(*cell)).collect();
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
        let areas: Vec<&Area<C>> = self.scene.areas.iter().collect();
        let mut drawn = Vec::new();
        for area in areas {
            let set: BTreeSet<C> = area.cells.iter().copied().collect();
            if !set.iter().any(|cell| self.frame.shows(*cell)) {
                continue;
            }
            let lines = plane::outlines(|cell| set.contains(&cell), set.iter().copied());
            let path = lines.iter().map(|line| self.plane.rounded(line, true)).collect();
            drawn.push(AreaDrawing { party: area.party, path });
            self.area_name(area);
        }
        drawn
    }

    /// Somewhere in the area where there is room, near its middle first.
    fn area_name(&mut self, area: &Area<C>) {
        let spots: Vec<(f64, f64)> =
            area.cells.iter().filter(|cell| self.frame.shows(**cell)).map(|cell| self.plane.of(*cell)).collect();
        let count = spots.len().max(1) as f64;
        let middle = (
            spots.iter().map(|spot| spot.0).sum::<f64>() / count,
            spots.iter().map(|spot| spot.1).sum::<f64>() / count,
        );
        let mut near = spots.clone();
        near.sort_by(|one, other| {
            let far = |spot: &(f64, f64)| (spot.0 - middle.0).hypot(spot.1 - middle.1);
            far(one).total_cmp(&far(other))
        });
        let size = self.sizes.seen + 0.6;
        let (width, height) = (width_of(&area.label, size, true), size);
        let boxes: Vec<Rect> = near.into_iter().map(|at| Rect::around(at, width, height)).collect();
        if let Some(rect) = self.paper.first_clear(&boxes).or_else(|| self.paper.first_free(&boxes)) {
            self.labels.push(Label::within(&rect, &area.label, size, "area"));
        }
    }

    /// What is not seen lies under a veil; the rim is the limit of sight.
    fn fog(&self) -> (String, String) {
        let set: BTreeSet<C> = self.scene.unseen.iter().copied().collect();
        let around = |is_inside: &dyn Fn(C) -> bool, cells: &mut dyn Iterator<Item = C>| {
            plane::outlines(is_inside, cells).iter().map(|line| self.plane.straight(line, true)).collect::<String>()
        };
        if set.is_empty() {
            return (String::new(), String::new());
        }
        let is_veiled = |cell: C| set.contains(&cell) && self.frame.is_near(cell);
        let veil = around(&is_veiled, &mut set.iter().copied());
        let differ = |one: C, other: C| {
            self.country.is_land(one) && self.country.is_land(other) && set.contains(&one) != set.contains(&other)
        };
        let near = self.country.tiles.keys().copied().filter(|cell| self.frame.is_near(*cell));
        let rim = self.plane.strokes(plane::borders(near, differ));
        (veil, rim)
    }

    /// Half of each length of rail belongs to the cell it lies in.
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

    /// Columns and rows at the edges of the whole map, for finding cells by their names. Those of the rows stand inside it.
    fn edges(&mut self) -> Vec<Label> {
        if self.frame.is_close() {
            return Vec::new();
        }
        let (columns, rows) = extent(self.country);
        let map = self.frame.map();
        let first = u32::from(C::SHAPE.first_numbered);
        let cell = |column: u32, row: u32| C::at(column as u16, row as u16);
        let at_top = (first..=columns).step_by(5).filter_map(|column| {
            let x = self.plane.of(cell(column, 1)?).0;
            let cell = cell(column, 1).filter(|_| x > map.x && x < map.x + map.width)?;
            Some(Label::new((x, map.y - 1.5), &cell.names().0, 5.0))
        });
        let at_side = (first..=rows).step_by(5).filter_map(|row| {
            let y = self.plane.of(cell(1, row)?).1;
            let cell = cell(1, row).filter(|_| y > map.y && y < map.y + map.height)?;
            Some(Label::new((map.x + ROWS / 2.0, y + 1.6), &cell.names().1, 5.0))
        });
        let (at_top, at_side): (Vec<Label>, Vec<Label>) = (at_top.collect(), at_side.collect());
        for label in &at_side {
            self.paper.take(Rect::around((label.x, label.y - 1.6), ROWS, label.size));
        }
        at_top.into_iter().chain(at_side).collect()
    }

    fn bar(&mut self) -> Option<Bar> {
        let (cells, text) = &self.country.scale;
        if *cells == 0 {
            return None;
        }
        let width = f64::from(*cells) * self.frame.side * C::SHAPE.row;
        let map = self.frame.map();
        // A short bar stands so far inside that its words are on the paper.
        let whole = width_of(text, BAR_WORDS, false);
        let words = whole - BAR_OVERHANG;
        let (x, y) = (PAPER - MARGIN - f64::midpoint(width, width.max(words)) - 6.0, map.y + map.height - 5.0);
        self.paper.take(Rect { x: x - 2.0, y: y - 9.0, width: width + 4.0, height: 12.0 });
        Some(Bar {
            x: tenth(x),
            y: tenth(y),
            width: tenth(width),
            words: (words > width).then(|| tenth(whole)),
            text: text.clone(),
        })
    }
}

/// What it costs that a block stands at the end of a way from its cell: the way, the more so where it runs under other blocks
/// or crosses other ways, and what the block covers of these. The block that stands in the cell itself does not count.
fn way_cost(way: Way, rect: &Rect, blocks: &BTreeMap<usize, Rect>, ways: &[Way]) -> f64 {
    let (home, at) = way;
    let others = blocks.values().filter(|block| block.nearest(home) != home);
    let under: f64 = others.map(|block| block.length_of(way)).sum();
    let crossed = ways.iter().filter(|other| do_cross(way, **other)).count() as f64;
    let covered: f64 = ways.iter().map(|other| rect.length_of(*other)).sum();
    (at.0 - home.0).hypot(at.1 - home.1) + under * 1.5 + crossed * 8.0 + covered
}

/// A straight line as a path.
fn line((from, to): Way) -> String {
    format!("M{} {}L{} {}", tenth(from.0), tenth(from.1), tenth(to.0), tenth(to.1))
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

#[cfg(test)]
pub(super) mod maps;
#[cfg(test)]
mod tests;
