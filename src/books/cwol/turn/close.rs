//! A turn ends: work goes on, what is finished appears, men come back, the season may end (SLAG 3.1, 5.1, 5.15).

use kit::jobs::{Job, Pace};

use super::super::calendar::{campaign_of, ends_campaign};
use super::super::entitlement::Section;
use super::super::item::Item;
use super::super::side::{Kind, Side};
use super::super::state::{Fort, Regiments, Work};
use super::abroad;
use super::armies::note_contacts;
use super::events::Turn;
use super::forts::{end_abandoned, is_worked_at, stand};
use super::naval;
use super::stacks::settle_in;

/// A turn's work on everything that is under way. What the build turn begins is ready when the war begins.
pub fn work_goes_on(turn: &mut Turn<'_>) {
    let pace = if turn.state.turn == 0 { Pace::Whole } else { Pace::Turn };
    end_abandoned(turn);
    let (scenario, state) = (turn.scenario, &turn.state);
    let is_idle = |job: &&Job<Work>| {
        is_disturbed(turn, job)
            || !is_worked_at(state, job)
            || !naval::goes_on(scenario, state, job)
            || !abroad::goes_on(scenario, state, job)
    };
    let idle: Vec<u32> = turn.state.jobs.iter().filter(is_idle).map(|job| job.number).collect();
    for job in turn.state.jobs.advance(pace, |job| !idle.contains(&job.number)) {
        finish(turn, job);
    }
    if turn.state.turn == 0 {
        Side::BOTH.into_iter().for_each(|side| turn.state.close_build_fund(side));
    }
    // Who was formed, rose or was driven out since armies moved may have met the enemy too.
    note_contacts(turn);
}

/// The ruling on passing enemies: whether hostile units were in the square of a work that they hold up at any moment of the turn, and
/// the game master has not ruled on who is there.
fn is_disturbed(turn: &Turn<'_>, job: &Job<Work>) -> bool {
    let square = match &job.plan.work {
        Work::Fort { fort, by: None } | Work::Razing { fort } => fort.front.square,
        Work::Unit { unit, .. } if unit.kind == Kind::Naval => unit.square,
        _ => return false,
    };
    let passed = turn.visited.of(job.plan.work.side().enemy());
    passed.contains(&square) && !turn.state.facts.presence.contains_key(&square)
}

fn finish(turn: &mut Turn<'_>, job: Job<Work>) {
    let (side, place) = (job.plan.work.side(), turn.scenario.place_of_work(&job.plan.place));
    let (section, what) = match job.plan.work {
        Work::Regiments(row) => {
            let what = format!("{} {}", row.count, row.arm.words(row.count));
            wait(&mut turn.state.regiments, row);
            (Section::Regiments, what)
        }
        Work::Unit { force, mut unit } => {
            settle_in(turn.scenario, &turn.state, &mut unit);
            turn.state.units.insert(force.name(), unit);
            (Section::LandBuilds, force.name())
        }
        Work::Repair { force } => {
            if let Some(ship) = turn.state.ships.get_mut(&force.name()) {
                ship.damage = ship.damage.saturating_sub(1);
            }
            (Section::Naval, format!("repairs of {}", force.name()))
        }
        Work::Ship { force, ship } => {
            turn.state.ships.insert(force.name(), ship);
            (Section::NavalBuilds, force.name())
        }
        Work::Depot { square, depot } => {
            let what = depot.kind.words().to_owned();
            turn.state.depots.insert(square, depot);
            (Section::Depots, what)
        }
        Work::Fort { fort, .. } => {
            let what = fort.words();
            stand(&mut turn.state.forts, fort);
            (Section::Fortifications, what)
        }
        Work::Razing { fort } => {
            let what = format!("the end of the {}", fort.words());
            stand(&mut turn.state.forts, Fort { level: fort.level.saturating_sub(1), ..fort });
            (Section::Fortifications, what)
        }
    };
    turn.tell(side, section, Item::Finished { what, place });
}

/// Regiments join those like them that wait in the city.
fn wait(waiting: &mut Vec<Regiments>, row: Regiments) {
    let is_like = |other: &&mut Regiments| {
        (other.side, other.arm, &other.state, other.pool, &other.city)
            == (row.side, row.arm, &row.state, row.pool, &row.city)
    };
    match waiting.iter_mut().find(is_like) {
        Some(same) => same.count += row.count,
        None => waiting.push(row),
    }
}

/// SLAG 5.15, D41: men who were disbanded come back at the end of a season.
pub fn season(turn: &mut Turn<'_>) {
    if !ends_campaign(turn.scenario, turn.state.turn) {
        return;
    }
    turn.state.risings.clear();
    let campaign = campaign_of(turn.scenario, turn.state.turn);
    for back in turn.state.pools.arrive(campaign) {
        let state = turn.scenario.state_name(&back.to.state).to_owned();
        let item = Item::MenBack { state, pool: back.to.pool.words(0).to_owned(), men: back.men };
        turn.tell(back.to.side, Section::Manpower, item);
    }
}
