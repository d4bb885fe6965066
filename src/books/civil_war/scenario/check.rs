//! What makes a scenario unfit for play, and the checks across its parts.

use super::campaign::Control;
use super::words::Side;
use super::{Scenario, Station};
use board::Hex;

/// A hole in a scenario.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScenarioError {
    /// A part is not in its form.
    #[error("cannot read the {part}: {why}")]
    Unreadable {
        /// Map, tables, campaign or document.
        part: &'static str,
        /// The reader's words.
        why: String,
    },
    /// A hex that the map does not have, or not as land or sea as needed.
    #[error("{what} lies at {hex}, which is not such a hex of the map")]
    OffMap {
        /// What lies there.
        what: String,
        /// The hex.
        hex: Hex,
    },
    /// A State that is not listed.
    #[error("hex {hex} belongs to the State `{state}`, which is not listed")]
    UnknownState {
        /// The hex.
        hex: Hex,
        /// The State.
        state: String,
    },
    /// Land without State, or sea with one.
    #[error("hex {hex} is land without a State or sea with one")]
    StatelessLand {
        /// The hex.
        hex: Hex,
    },
    /// A name or hex that may appear only once.
    #[error("the {what} {name} appears twice")]
    Twice {
        /// What kind of thing.
        what: &'static str,
        /// Its name.
        name: String,
    },
    /// More things than an id can count.
    #[error("{count} {what} are more than 255")]
    TooMany {
        /// What kind of thing.
        what: &'static str,
        /// How many.
        count: usize,
    },
    /// A rail edge or river hexside between hexes that do not touch.
    #[error("{what}: {one} and {other} share no side")]
    NotNeighbours {
        /// The railway or river.
        what: String,
        /// One hex.
        one: Hex,
        /// The other.
        other: Hex,
    },
    /// A limit of navigation that is not on its river.
    #[error("the river {river} has no hexside {one}/{other}")]
    NoSuchHexside {
        /// The river.
        river: String,
        /// One hex.
        one: Hex,
        /// The other.
        other: Hex,
    },
    /// A place that no town bears.
    #[error("{what} stands at {place}, which is no town of the map")]
    UnknownPlace {
        /// Who or what stands there.
        what: String,
        /// The place.
        place: String,
    },
    /// A leader that is neither on the map nor due in a pool.
    #[error(
        "the leader {leader} enters in turn {enters}, but its place does not fit: `at` is for turn 0, `pool` for later"
    )]
    Unplaced {
        /// The leader.
        leader: String,
        /// The turn.
        enters: u32,
    },
    /// A leader that the roster does not have.
    #[error("`{leader}` is no leader of the {side}")]
    NoSuchLeader {
        /// The name.
        leader: String,
        /// The side.
        side: Side,
    },
    /// A leader who came before the first turn, and stands nowhere.
    #[error(
        "{leader} came before turn {first}, the first: give him a place under `stations`, or name him under `absent`"
    )]
    Unstationed {
        /// The leader.
        leader: String,
        /// The first turn.
        first: u32,
    },
    /// Turns that the calendar does not have.
    #[error("turns {first} to {last} are not in the calendar, which has turns 1 to {all}")]
    BadSpan {
        /// The first turn.
        first: u32,
        /// The last.
        last: u32,
        /// How many the calendar has.
        all: u32,
    },
    /// A turn without its row.
    #[error("{what}: expected the row of turn {expected}, found {found}")]
    MissingTurn {
        /// The table.
        what: &'static str,
        /// The turn that should be here.
        expected: u32,
        /// The turn that is, or 0.
        found: u32,
    },
    /// A sum that does not come out.
    #[error("{what}: {side} should be {expected}, is {found}")]
    WrongSum {
        /// The sum.
        what: String,
        /// Whose.
        side: Side,
        /// What it should be.
        expected: u32,
        /// What it is.
        found: u32,
    },
    /// A number of the tables that no rule can work with.
    #[error("tables: {0}")]
    BadTable(&'static str),
    /// A stand-in that holds no seat of the same side.
    #[error("the seat {seat} names the stand-in {stand_in}, which is no seat of its side")]
    NoStandIn {
        /// The seat.
        seat: String,
        /// The stand-in.
        stand_in: String,
    },
}

/// Checks what no single part can know.
pub(super) fn sound(scenario: &Scenario, control: &Control) -> Result<(), ScenarioError> {
    check_turns(scenario)?;
    check_sums(scenario, control)?;
    check_stations(scenario)?;
    check_seats(scenario)?;
    check_tables(scenario)
}

fn check_turns(scenario: &Scenario) -> Result<(), ScenarioError> {
    let last = scenario.calendar.last_turn();
    let (first_played, last_played) = (scenario.first_turn(), scenario.last_turn());
    if !(1 <= first_played && first_played <= last_played && last_played <= last) {
        return Err(ScenarioError::BadSpan { first: first_played, last: last_played, all: last });
    }
    let rows = Side::BOTH.map(|side| scenario.reinforcements.turns(side));
    match rows.into_iter().find(|rows| *rows != last) {
        None => Ok(()),
        Some(rows) => Err(ScenarioError::MissingTurn { what: "reinforcements", expected: last, found: rows }),
    }
}

fn check_sums(scenario: &Scenario, control: &Control) -> Result<(), ScenarioError> {
    let wrong = |what: String, side, expected, found| Err(ScenarioError::WrongSum { what, side, expected, found });
    for side in Side::BOTH {
        let opening = scenario.setup.places(side).map(|place| place.sp).sum();
        if opening != control.opening_sp[side] {
            return wrong("strength points of the opening".to_owned(), side, control.opening_sp[side], opening);
        }
        for turn in 1..=scenario.calendar.last_turn() {
            let Some(land) = scenario.reinforcements.land(side, turn) else {
                continue;
            };
            let split = land.east + land.west + land.trans + land.discretionary;
            if split != land.total {
                return wrong(format!("reinforcements of turn {turn}"), side, land.total, split);
            }
            if turn == control.turn && land.total != control.turn_sp[side] {
                return wrong(format!("reinforcements of turn {turn}"), side, control.turn_sp[side], land.total);
            }
        }
    }
    Ok(())
}

/// Leaders and forces stand on land; two leaders of a side never share a name.
fn check_stations(scenario: &Scenario) -> Result<(), ScenarioError> {
    for (id, leader) in scenario.roster.leaders() {
        let namesake = scenario.roster.leaders().any(|(other, spec)| other < id && spec.name == leader.name);
        if namesake {
            return Err(ScenarioError::Twice { what: "leader", name: leader.name.clone() });
        }
        if let Station::At(hex) = leader.station
            && !scenario.map.is_land(hex)
        {
            return Err(ScenarioError::OffMap { what: leader.name.clone(), hex });
        }
    }
    Ok(())
}

fn check_seats(scenario: &Scenario) -> Result<(), ScenarioError> {
    for seat in &scenario.seats {
        let Some(stand_in) = &seat.stand_in else {
            continue;
        };
        if !scenario.seats.iter().any(|other| other.id == *stand_in && other.side == seat.side) {
            return Err(ScenarioError::NoStandIn { seat: seat.id.clone(), stand_in: stand_in.clone() });
        }
    }
    Ok(())
}

fn check_tables(scenario: &Scenario) -> Result<(), ScenarioError> {
    let tables = &scenario.tables;
    let dated = scenario.calendar.turns().all(|turn| tables.command.base.iter().any(|row| row.year == turn.year));
    let shares = Side::BOTH.iter().all(|side| tables.distribution.default_shares[*side].sum() == 100);
    let ascending = tables.combat.results.windows(2).all(|pair| pair[0].from < pair[1].from);
    let ratios = tables.combat.ratios.iter().all(|ratio| ratio.attacker > 0 && ratio.defender > 0);
    let dice = tables.command.dice > 0 && tables.combat.dice > 0 && tables.initiative.die_sides > 1;
    for (holds, why) in [
        (dated, "a year of the calendar has no command base"),
        (shares, "default shares do not add up to 100"),
        (!tables.combat.results.is_empty() && ascending, "combat results do not ascend"),
        (ratios, "a combat ratio has a zero"),
        (dice, "no dice to throw"),
        (tables.rail.points.first().is_some_and(|row| row.from == 1), "rail points do not begin with turn 1"),
        (tables.sizes.medium < tables.sizes.large, "a large force must be larger than a medium one"),
        (tables.subturn.percent_max <= 100, "a sub-turn may not use more than all"),
        (tables.promotion.is_readable(), "a cell of the promotion table cannot be read"),
        (tables.combat.disordered_share > 0 && tables.supply.loss_per_sp > 0, "a share is zero"),
    ] {
        if !holds {
            return Err(ScenarioError::BadTable(why));
        }
    }
    Ok(())
}
