//! What a brief tells, as a scene: own forces exactly, of the enemy what is told of him, and nothing else (D27).

use std::collections::BTreeMap;

use base::facts::Brief;
use board::Hex;
use board::picture::{Area, Arrow, Kind, Mark, Party, Piece, Scene, Sign, Strength};

use super::super::item::{Item, LeaderCard};
use super::super::scenario::{Arm, Scenario, Side, SizeClass};
use super::super::sight::{self, Lookout, Watched};
use super::super::tactical::knowledge::Knowledge;
use super::super::territory;
use super::when::Times;

/// The scene of a side that reads this brief.
pub fn scene(scenario: &Scenario, side: Side, brief: &Brief<Item>, times: &Times) -> Scene {
    let mut scene = Scene { holders: at_home(scenario), parties: parties(), ..Scene::default() };
    let mut teller = Teller { scenario, side, times, scene: &mut scene };
    brief.items().iter().for_each(|item| teller.tell(item));
    scene.unseen = unseen(scenario, side, brief);
    scene.notes = notes(&scene);
    scene
}

/// The map without anything on it but who holds which town at home.
pub fn bare(scenario: &Scenario) -> Scene {
    Scene { holders: at_home(scenario), parties: parties(), ..Scene::default() }
}

fn parties() -> Vec<(Party, String)> {
    Side::BOTH.map(|side| (party(side), name_of(side).to_owned())).to_vec()
}

/// "Union", "Confederate".
pub fn name_of(side: Side) -> &'static str {
    match side {
        Side::Usa => "Union",
        Side::Csa => "Confederate",
    }
}

fn party(side: Side) -> Party {
    match side {
        Side::Usa => Party::Dark,
        Side::Csa => Party::Light,
    }
}

/// Towns of which nobody says otherwise are held by the side at home there.
fn at_home(scenario: &Scenario) -> BTreeMap<Hex, Party> {
    let towns = scenario.map.cities().map(|(_, city)| city);
    towns.filter_map(|city| Some((city.hex, party(territory::home_of(scenario, city)?)))).collect()
}

struct Teller<'a> {
    scenario: &'a Scenario,
    side: Side,
    times: &'a Times,
    scene: &'a mut Scene,
}

impl Teller<'_> {
    fn tell(&mut self, item: &Item) {
        match item {
            Item::OwnForce { .. } | Item::Sighted { .. } | Item::OwnFleet { .. } | Item::Ships { .. } => {
                self.scene.pieces.extend(self.piece(item));
            }
            Item::City { hex, holder, .. } => {
                match holder {
                    Some(holder) => self.scene.holders.insert(*hex, party(*holder)),
                    None => self.scene.holders.remove(hex),
                };
            }
            Item::Approximate { side, state, near, is_army } if *side != self.side => {
                self.scene.areas.extend(self.area(*side, state, near, *is_army));
            }
            Item::RailHeld { hex, holder, .. } => {
                self.scene.rails.insert(*hex, party(*holder));
            }
            Item::Passed { side, from_pulse, to_pulse, class, hexes, .. } => {
                self.passed(*side, (*from_pulse, *to_pulse), *class, hexes);
            }
            Item::Marched { pulse, hexes, .. } => {
                let arrow = Arrow {
                    party: party(self.side),
                    cells: hexes.clone(),
                    is_seen: false,
                    label: pulses(*pulse, *pulse),
                };
                self.scene.arrows.push(arrow);
            }
            _ => self.mark(item),
        }
    }

    /// Signs of works, battles, towns and railways.
    fn mark(&mut self, item: &Item) {
        let mut add = |hex: Hex, sign, side: Option<Side>, label: String| {
            self.scene.marks.push(Mark { cell: hex, sign, party: side.map(party), label });
        };
        match item {
            Item::OwnWorks { hex, has_fort, has_fortress, has_depot, .. } => {
                if *has_fort && !*has_fortress {
                    add(*hex, Sign::Fort, Some(self.side), String::new());
                }
                if *has_depot {
                    add(*hex, Sign::Depot, Some(self.side), String::new());
                }
            }
            Item::Fortress { hex, side, .. } => add(*hex, Sign::Fortress, Some(*side), String::new()),
            Item::Battle { hex, pulse, .. } => add(*hex, Sign::Battle, None, pulses(*pulse, *pulse)),
            Item::CityTaken { hex, by, .. } => add(*hex, Sign::Taken, Some(*by), String::new()),
            Item::RailConverted { hex, by, pulse, .. } => {
                add(*hex, Sign::RailNews, Some(*by), pulses(*pulse, *pulse));
            }
            _ => {}
        }
    }

    fn piece(&self, item: &Item) -> Option<Piece> {
        let blank = |hex: Hex, side: Side, kind: Kind, strength: Strength| Piece {
            cell: hex,
            party: party(side),
            kind,
            strength,
            is_army: false,
            name: String::new(),
            letters: String::new(),
            seen: String::new(),
            weight: 1,
        };
        match item {
            Item::OwnForce { hex, sp, is_demoralised, is_entrenched, army, leaders, is_cut_off, .. } => {
                let kind = if *sp > 0 { Kind::Land } else { Kind::Leader };
                let strength = if *sp > 0 { sp.to_string() } else { "★".to_owned() };
                let letters = [(*is_entrenched, 'E'), (*is_demoralised, 'D'), (*is_cut_off, 'U')];
                Some(Piece {
                    is_army: army.is_some(),
                    name: names(leaders),
                    letters: letters.iter().filter(|(is_so, _)| *is_so).map(|(_, letter)| *letter).collect(),
                    weight: sp * 2 + if army.is_some() { 9 } else { 0 },
                    ..blank(*hex, self.side, kind, Strength::Exact(strength))
                })
            }
            Item::Sighted { side, hex, class, is_army, .. } => Some(Piece {
                is_army: *is_army,
                seen: self.times.seen.clone(),
                weight: 6 * u32::from(grade(*class)) + if *is_army { 4 } else { 0 },
                ..blank(*hex, *side, Kind::Land, Strength::Class(grade(*class)))
            }),
            Item::OwnFleet { hex, river, ocean, ironclads, .. } => {
                let ships = river + ocean + ironclads;
                Some(blank(*hex, self.side, Kind::Naval, Strength::Exact(ships.to_string())))
            }
            Item::Ships { side, hex, .. } if *side != self.side => {
                let seen = self.times.seen.clone();
                Some(Piece { seen, ..blank(*hex, *side, Kind::Naval, Strength::Unknown) })
            }
            _ => None,
        }
    }

    /// D21: every hex of the State to which no other town is nearer.
    fn area(&self, side: Side, state: &str, near: &str, is_army: bool) -> Option<Area> {
        let map = &self.scenario.map;
        let is_meant = |hex: Hex| {
            map.state_of(hex).is_some_and(|land| land.name == state)
                && map.nearest_city(hex).is_some_and(|city| city.name == near)
        };
        let town = map.city_by_name(near)?;
        let hexes: Vec<Hex> = town.hex.within(12).filter(|hex| is_meant(*hex)).collect();
        let label = if is_army { "Army" } else { "large force" };
        Some(Area { party: party(side), cells: hexes, label: label.to_owned() })
    }

    /// Who passed by goes as far as he was seen; in a single hex he leaves a block that says when.
    fn passed(&mut self, side: Side, (from, to): (u32, u32), class: SizeClass, hexes: &[Hex]) {
        let class = match class {
            SizeClass::Small => "small",
            SizeClass::Medium => "medium",
            SizeClass::Large => "large",
        };
        let label = format!("{class}, {}", pulses(from, to));
        match hexes {
            [] => {}
            [only] => self.scene.marks.push(Mark { cell: *only, sign: Sign::Passed, party: Some(party(side)), label }),
            several => {
                self.scene.arrows.push(Arrow { party: party(side), cells: several.to_vec(), is_seen: true, label })
            }
        }
    }
}

fn grade(class: SizeClass) -> u8 {
    match class {
        SizeClass::Small => 1,
        SizeClass::Medium => 2,
        SizeClass::Large => 3,
    }
}

fn pulses(from: u32, to: u32) -> String {
    if from == to { format!("PP {from}") } else { format!("PP {from}-{to}") }
}

/// The senior, and how many are with him.
fn names(leaders: &[LeaderCard]) -> String {
    match leaders {
        [] => String::new(),
        [only] => only.name.clone(),
        [first, others @ ..] => format!("{} +{}", first.name, others.len()),
    }
}

/// The land in which enemy troops would not be seen, as far as the brief tells who looks out (C4.2, C4.4, D20).
fn unseen(scenario: &Scenario, side: Side, brief: &Brief<Item>) -> Vec<Hex> {
    let known = Knowledge::of_brief(scenario, side, brief);
    let posts = brief.items().iter().filter_map(|item| match item {
        Item::OwnForce { hex, sp, army, leaders, .. } => {
            let has_cavalry = leaders.iter().any(|leader| leader.arm == Arm::Cavalry);
            Some((*hex, sight::reach(scenario, *sp, army.is_some(), has_cavalry)))
        }
        _ => None,
    });
    let posts: Vec<(Hex, u32)> = posts.collect();
    // One sees where one stands.
    let own: Vec<Hex> = posts.iter().filter(|(_, reach)| *reach > 0).map(|(hex, _)| *hex).collect();
    let lookout = Lookout::posted(scenario, posts, Watched::of(scenario, &known.towns, side));
    let is_unseen = |hex: &Hex| !own.contains(hex) && !lookout.sees(*hex);
    scenario.map.hexes().map(|(hex, _)| hex).filter(|hex| scenario.map.is_land(*hex)).filter(is_unseen).collect()
}

fn notes(scene: &Scene) -> Vec<String> {
    let words = [('E', "E entrenched"), ('D', "D demoralised"), ('U', "U out of supply")];
    let is_used = |letter: char| scene.pieces.iter().any(|piece| piece.letters.contains(letter));
    words.into_iter().filter(|(letter, _)| is_used(*letter)).map(|(_, note)| note.to_owned()).collect()
}
