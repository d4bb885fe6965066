//! The rivers as a net: links as they are stated, where they flow, and which cities lie nearest by water.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use board::Net;
use board::net::{NetKind, Stretch};
use board::square::{Compass, Square};

use super::document::{By, City, Document, PortKind};
use super::ways::Mended;

/// All rivers.
#[derive(Debug)]
pub struct Rivers {
    /// As the scenario has them, without what a game master adds and cuts.
    pub net: Net,
    /// How many squares it is to the mouth.
    to_mouth: BTreeMap<Square, u32>,
    /// The cities that are nearest by water to each square; several where it is equally far.
    nearest: BTreeMap<Square, BTreeSet<usize>>,
}

impl Rivers {
    pub(super) fn of(given: &Document) -> Result<Rivers, String> {
        // A document that states no sites is older than ships on rivers, and has the rivers of its day.
        if given.sites.is_some() {
            check(given)?;
        }
        let links = linked_both_ways(given);
        let to_mouth = depths(given, &links);
        let net = net_of(&links, &to_mouth, given.rings)?;
        let nearest = nearest_cities(&net, &given.cities);
        Ok(Rivers { net, to_mouth, nearest })
    }

    /// How many squares it is from a square to the mouth of its river; of two squares that with the lower number is nearer to it.
    pub fn depth(&self, square: Square) -> u32 {
        self.to_mouth.get(&square).copied().unwrap_or(u32::MAX)
    }

    /// Whether a river is in a square, be it that the game master has added it.
    pub fn has(&self, square: Square, steps: &[Mended]) -> bool {
        let is_added =
            |step: &Mended| step.by == By::River && step.is_link && (step.from == square || step.to == square);
        self.net.has(square) || steps.iter().any(is_added)
    }

    /// How far each square of a net is from its mouth, where the game master has added and cut something of it.
    pub fn depths_of(&self, net: &Net) -> BTreeMap<Square, u32> {
        let mouths = self.to_mouth.iter().filter(|(_, depth)| **depth == 0);
        let mut next: VecDeque<(Square, u32)> = mouths.map(|(square, _)| (*square, 0)).collect();
        let mut found: BTreeMap<Square, u32> = BTreeMap::new();
        while let Some((square, depth)) = next.pop_front() {
            if found.contains_key(&square) {
                continue;
            }
            found.insert(square, depth);
            next.extend(net.linked(square).map(|beside| (beside, depth + 1)));
        }
        found
    }

    /// As `depth`, by what `depths_of` found where something was added or cut.
    pub fn depth_by(&self, found: Option<&BTreeMap<Square, u32>>, square: Square) -> u32 {
        found.map_or_else(|| self.depth(square), |found| found.get(&square).copied().unwrap_or(u32::MAX))
    }

    /// The cities that are nearest by water to a square, as they stand in the document.
    pub(super) fn nearest(&self, square: Square) -> impl Iterator<Item = usize> {
        self.nearest.get(&square).into_iter().flatten().copied()
    }

    /// The net with what the game master has added and cut; none: he has done neither.
    pub fn mended(&self, steps: &[Mended]) -> Option<Net> {
        let steps: Vec<&Mended> = steps.iter().filter(|step| step.by == By::River).collect();
        if steps.is_empty() {
            return None;
        }
        let mut links: Links =
            self.net.squares().map(|square| (square, self.net.directions(square).collect())).collect();
        for step in steps {
            let Some(way) = step.from.direction_to(step.to).filter(|way| way.is_straight()) else { continue };
            for (square, way) in [(step.from, way), (step.to, way.opposite())] {
                let own = links.entry(square).or_default();
                own.retain(|other| *other != way);
                own.extend(step.is_link.then_some(way));
            }
        }
        net_of(&links, &BTreeMap::new(), true).ok()
    }
}

type Links = BTreeMap<Square, Vec<Compass>>;

/// What the rivers of a scenario may not be; each complaint names the line.
fn check(given: &Document) -> Result<(), String> {
    for (square, sides) in &given.rivers {
        for side in sides {
            if !side.is_straight() {
                return Err(format!("rivers: {square} is linked to the {side}, and rivers run N, E, S or W"));
            }
            let back = square.step(*side).and_then(|next| given.rivers.get(&next));
            if !back.is_some_and(|back| back.contains(&side.opposite())) {
                return Err(format!("rivers: {square} is linked to the {side}, where no square is linked back"));
            }
        }
    }
    let is_off = |square: &Square| !given.rivers.contains_key(square);
    let is_river_port = |city: &&City| city.port == Some(PortKind::River) && !city.is_off_map;
    if let Some(city) = given.cities.iter().filter(is_river_port).find(|city| is_off(&city.square)) {
        return Err(format!("cities: {} is a river port, and no river is in {}", city.id, city.square));
    }
    if let Some(site) = given.sites.iter().flatten().find(|site| is_off(&site.square)) {
        return Err(format!("sites: no river is in {}, the square of {}", site.square, site.name));
    }
    match given.mouths.iter().find(|mouth| is_off(mouth)) {
        Some(mouth) => Err(format!("mouths: no river is in {mouth}")),
        None => Ok(()),
    }
}

fn linked_both_ways(given: &Document) -> Links {
    let is_linked = |square: Square, side: Compass| {
        let back = square.step(side).and_then(|next| given.rivers.get(&next));
        side.is_straight() && back.is_some_and(|back| back.contains(&side.opposite()))
    };
    let own = |(square, sides): (&Square, &Vec<Compass>)| {
        (*square, sides.iter().copied().filter(|side| is_linked(*square, *side)).collect())
    };
    given.rivers.iter().map(own).collect()
}

/// How far each square is from its mouth.
fn depths(given: &Document, links: &Links) -> BTreeMap<Square, u32> {
    let of_ports = given.waters.iter().filter_map(|row| row.mouth);
    let mouths: BTreeSet<Square> = given.mouths.iter().copied().chain(of_ports).collect();
    let mut found: BTreeMap<Square, u32> = BTreeMap::new();
    let mut next: VecDeque<(Square, u32)> = mouths.into_iter().map(|mouth| (mouth, 0)).collect();
    while let Some((square, depth)) = next.pop_front() {
        let Some(sides) = links.get(&square).filter(|_| !found.contains_key(&square)) else { continue };
        found.insert(square, depth);
        next.extend(sides.iter().filter_map(|side| Some((square.step(*side)?, depth + 1))));
    }
    found
}

fn net_of(links: &Links, depths: &BTreeMap<Square, u32>, has_rings: bool) -> Result<Net, String> {
    let is_lower = |one: Square, other: Square| depths.get(&one) < depths.get(&other);
    let stretch = |(line, (square, sides)): (usize, (&Square, &Vec<Compass>))| {
        let beside = || sides.iter().filter_map(|side| square.step(*side));
        let down = beside().filter(|next| depths.contains_key(next) && is_lower(*next, *square)).min();
        Stretch { line: line + 1, square: *square, label: String::new(), links: sides.clone(), down }
    };
    let joined = links.iter().filter(|(_, sides)| !sides.is_empty());
    let stretches: Vec<Stretch> = joined.enumerate().map(stretch).collect();
    let kind = if has_rings { NetKind::RIVERS_WITH_RINGS } else { NetKind::RIVERS };
    Net::of_stretches(&stretches, kind).map_err(|why| format!("rivers: {why}"))
}

fn nearest_cities(net: &Net, cities: &[City]) -> BTreeMap<Square, BTreeSet<usize>> {
    let mut found: BTreeMap<Square, (u32, BTreeSet<usize>)> = BTreeMap::new();
    let on_river = cities.iter().enumerate().filter(|(_, city)| net.has(city.square) && !city.is_off_map);
    let mut next: VecDeque<(Square, u32, BTreeSet<usize>)> = VecDeque::new();
    for (place, city) in on_river {
        next.push_back((city.square, 0, BTreeSet::from([place])));
    }
    // Breadth first: whoever comes to a square later and as far adds to what is known of it, and goes on with what is new.
    while let Some((square, far, from)) = next.pop_front() {
        let (least, known) = found.entry(square).or_insert_with(|| (far, BTreeSet::new()));
        let fresh: BTreeSet<usize> = from.difference(known).copied().collect();
        if *least < far || fresh.is_empty() {
            continue;
        }
        known.extend(&fresh);
        next.extend(net.linked(square).map(|beside| (beside, far + 1, fresh.clone())));
    }
    found.into_iter().map(|(square, (_, cities))| (square, cities)).collect()
}
