//! What makes a scenario unfit for play: every hole is listed, not only the first.

use std::fmt;

use super::super::calendar::Month;
use super::super::power::Power;
use super::Scenario;
use super::campaign::Campaign;
use super::map::Map;
use super::tables::{Purchase, Tables};

/// Why a scenario cannot be played.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ScenarioError {
    /// A part is not in its form.
    #[error("cannot read the {part}: {why}")]
    Unreadable {
        /// Map, tables, campaign or document.
        part: &'static str,
        /// The reader's words.
        why: String,
    },
    /// Values are missing or cannot be.
    #[error("the scenario has {}: {}", count(.0), list(.0))]
    Holes(Vec<Hole>),
}

/// One thing that is missing or cannot be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hole {
    /// What kind of row ("port").
    pub kind: String,
    /// Its name.
    pub name: String,
    /// What is wrong with it ("has no second value").
    pub why: String,
}

impl Hole {
    pub(super) fn new(kind: &str, name: &str, why: &str) -> Hole {
        Hole { kind: kind.to_owned(), name: name.to_owned(), why: why.to_owned() }
    }
}

impl fmt::Display for Hole {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "the {} {} {}", self.kind, self.name, self.why)
    }
}

fn count(holes: &[Hole]) -> String {
    match holes.len() {
        1 => "a hole".to_owned(),
        many => format!("{many} holes"),
    }
}

fn list(holes: &[Hole]) -> String {
    holes.iter().map(Hole::to_string).collect::<Vec<_>>().join("; ")
}

/// Notes every hole across the parts.
pub(super) fn check(scenario: &Scenario, holes: &mut Vec<Hole>) {
    check_capitals(scenario, holes);
    check_powers(&scenario.tables, &scenario.campaign, holes);
    check_status(&scenario.tables, &scenario.campaign, holes);
    check_tables(&scenario.tables, holes);
    check_followers(scenario, holes);
    check_minors(&scenario.map, &scenario.campaign, holes);
    check_calendar(scenario, holes);
    check_pairs(&scenario.campaign, holes);
    check_players(&scenario.campaign, holes);
}

/// Every power has a national capital, which is the capital of one of its home provinces.
fn check_capitals(scenario: &Scenario, holes: &mut Vec<Hole>) {
    for power in Power::ALL {
        let capitals = scenario.tables.capitals.get(&power).map(Vec::as_slice).unwrap_or_default();
        if capitals.is_empty() {
            holes.push(Hole::new("power", power.name(), "has no national capital"));
        }
        for capital in capitals {
            let city = scenario.map.city(&capital.city).filter(|city| city.is_capital);
            let territory = city.and_then(|city| scenario.map.territory(&city.territory));
            if territory.and_then(|territory| territory.home()) != Some(power) {
                let why = format!("is the capital of no home province of {}", power.name());
                holes.push(Hole::new("national capital", &capital.city, &why));
            }
        }
    }
}

/// Every table that has a row for each power has all of them.
fn check_powers(tables: &Tables, campaign: &Campaign, holes: &mut Vec<Hole>) {
    for power in Power::ALL {
        let rows = [
            (tables.victory.levels.contains_key(&power), "has no victory level"),
            (tables.counters.pool.contains_key(&power), "has no counters in the box"),
            (tables.manipulation.contains_key(&power), "has no levels of manipulation"),
            (campaign.powers.contains_key(&power), "has no position at the start"),
        ];
        for (_, why) in rows.into_iter().filter(|(is_there, _)| !is_there) {
            holes.push(Hole::new("power", power.name(), why));
        }
        let levels = tables.manipulation.get(&power).map(Vec::as_slice).unwrap_or_default();
        if !levels.is_empty() && !levels.iter().any(|row| row.level == 0 && row.money == 0 && row.manpower == 0) {
            holes.push(Hole::new("power", power.name(), "has no level 0 of manipulation that changes nothing"));
        }
        if levels.windows(2).any(|pair| pair[0].level >= pair[1].level) {
            holes.push(Hole::new("power", power.name(), "has levels of manipulation that do not ascend"));
        }
    }
}

fn check_status(tables: &Tables, campaign: &Campaign, holes: &mut Vec<Hole>) {
    for zone in &tables.status {
        if zone.victory_points.len() != zone.adjustment.len() || zone.victory_points.is_empty() {
            let why = format!(
                "has {} boxes of victory points and {} of status adjustment",
                zone.victory_points.len(),
                zone.adjustment.len()
            );
            holes.push(Hole::new("zone", &zone.zone, &why));
        }
    }
    for (power, start) in &campaign.powers {
        if tables.status_box(&start.status).is_none() {
            holes.push(Hole::new(
                "power",
                power.name(),
                &format!("starts in the box {}, which is not there", start.status),
            ));
        }
    }
}

fn check_tables(tables: &Tables, holes: &mut Vec<Hole>) {
    let gold_rows = tables.gold.dice * tables.gold.die_sides.saturating_sub(1) + 1;
    let mut demand = |is_so: bool, name: &str, why: &str| {
        if !is_so {
            holes.push(Hole::new("table", name, why));
        }
    };
    demand(u32::try_from(tables.gold.money.len()) == Ok(gold_rows), "gold", "has not a row for every throw");
    demand(tables.gold.from == tables.gold.dice, "gold", "does not begin with the lowest throw");
    let dice = [
        ("trade", tables.trade.american_die_sides),
        ("gold", tables.gold.die_sides),
        ("leaders", tables.leaders.die_sides),
        ("disorder", tables.disorder.die_sides),
        ("control", tables.control.die_sides),
    ];
    dice.into_iter().for_each(|(name, sides)| demand(sides > 0, name, "has a die without sides"));
    demand(tables.debts.most_instalments > 0, "debts", "lets nobody note a debt");
    demand(tables.status_boxes() > 0, "status", "has no boxes");
    demand(tables.victory.reduction_share > 0, "victory", "shares points by none");
    demand(tables.victory.levels.values().all(|level| *level > 0), "victory", "has a level of 0");
    let is_month = |month: &u8| (1..=12).contains(month);
    let months = &tables.calendar.economic_months;
    demand(!months.is_empty() && months.iter().all(is_month), "calendar", "has no or impossible economic months");
    for unit in Purchase::BUILT {
        demand(tables.purchase(unit).is_some(), "purchases", &format!("has no row for {}", unit.name()));
    }
}

/// Provinces follow a national capital of their own power, each only one (8.7, D9).
fn check_followers(scenario: &Scenario, holes: &mut Vec<Hole>) {
    let mut seen: Vec<&String> = Vec::new();
    for (city, provinces) in &scenario.tables.disorder.followers {
        let is_capital = |power: &Power| scenario.tables.capitals_of(*power).iter().any(|row| row.city == *city);
        let Some(power) = Power::ALL.into_iter().find(is_capital) else {
            holes.push(Hole::new("follower", city, "is followed, and is no national capital"));
            continue;
        };
        for name in provinces {
            if seen.contains(&name) {
                holes.push(Hole::new("follower", name, "follows two capitals"));
            }
            seen.push(name);
            if scenario.map.territory(name).and_then(|printed| printed.home()) != Some(power) {
                let why = format!("follows {city}, and is no home province of {}", power.name());
                holes.push(Hole::new("follower", name, &why));
            }
        }
    }
}

/// The minor countries that the campaign names are on the map, each once.
fn check_minors(map: &Map, campaign: &Campaign, holes: &mut Vec<Hole>) {
    let conquered = campaign.conquered.values().flatten();
    let free = campaign.free.values().flat_map(|states| states.keys());
    let mut seen = Vec::new();
    for name in conquered.chain(free) {
        if seen.contains(&name) {
            holes.push(Hole::new("minor country", name, "is held twice at the start"));
        }
        seen.push(name);
    }
    let dependent = campaign.dependent.iter().flat_map(|(one, other)| [one, other]);
    for name in seen.into_iter().chain(dependent) {
        if !map.territory(name).is_some_and(|territory| territory.is_minor()) {
            holes.push(Hole::new("minor country", name, "is not on the map"));
        }
    }
}

fn check_calendar(scenario: &Scenario, holes: &mut Vec<Hole>) {
    let campaign = &scenario.campaign;
    let is_month = |month: Month| (1..=12).contains(&month.month);
    if !is_month(campaign.start) || !is_month(campaign.last) || campaign.last < campaign.start {
        holes.push(Hole::new("campaign", &campaign.id, "does not end after it begins"));
    }
    // 8.1.3: the last month played has a Victory Points Step.
    if !scenario.tables.calendar.economic_months.contains(&campaign.last.month) {
        holes.push(Hole::new("campaign", &campaign.id, "ends with a month that has no Economic Phase"));
    }
}

/// So many play as there are powers, but for those of nobody (8.11) and the second ones of pairs (14.2.2).
fn check_players(campaign: &Campaign, holes: &mut Vec<Hole>) {
    if campaign.book != super::campaign::BOOK {
        holes.push(Hole::new("campaign", &campaign.id, &format!("is of the book {}", campaign.book)));
    }
    let in_pairs: Vec<Power> = campaign.pairs.iter().flat_map(|(one, other)| [*one, *other]).collect();
    for (place, power) in campaign.uncontrolled.iter().enumerate() {
        if campaign.uncontrolled[..place].contains(power) {
            holes.push(Hole::new("power", power.name(), "is named twice as uncontrolled"));
        }
        if in_pairs.contains(power) {
            holes.push(Hole::new("power", power.name(), "is in a pair, and has no player"));
        }
    }
    let left = Power::ALL.len().saturating_sub(campaign.uncontrolled.len() + campaign.pairs.len());
    if campaign.options.players as usize != left {
        let why = format!(
            "has {} players, but with {} uncontrolled and {} in pairs there are {left}; say who plays none \
             (uncontrolled=spain) or two (pairs=austria+spain)",
            campaign.options.players,
            campaign.uncontrolled.len(),
            in_pairs.len()
        );
        holes.push(Hole::new("campaign", &campaign.id, &why));
    }
}

fn check_pairs(campaign: &Campaign, holes: &mut Vec<Hole>) {
    let mut seen: Vec<Power> = Vec::new();
    for power in campaign.pairs.iter().flat_map(|(one, other)| [one, other]) {
        if seen.contains(power) {
            holes.push(Hole::new("power", power.name(), "is in two pairs"));
        }
        seen.push(*power);
    }
    for (one, other) in campaign.diplomacy.wars.iter().chain(&campaign.diplomacy.alliances) {
        if one == other {
            holes.push(Hole::new("power", one.name(), "is at war or allied with itself"));
        }
    }
    for (one, other) in &campaign.diplomacy.alliances {
        let is_this =
            |(first, second): &&(Power, Power)| (first, second) == (one, other) || (first, second) == (other, one);
        if campaign.diplomacy.wars.iter().any(|war| is_this(&war)) {
            holes.push(Hole::new("power", one.name(), &format!("is both at war and allied with {}", other.name())));
        }
    }
}
