//! The Levy Step (8.10, D9): cossacks and freikorps are placed, surplus cossacks taken off, and in December feudal and
//! insurrection corps refilled.

use std::collections::BTreeMap;

use super::super::item::Item;
use super::super::news::LevyRow;
use super::super::order::{Act, Levied, Tenure};
use super::super::power::Power;
use super::board::{Board, Land};
use super::legality::{Bar, Verdict, require};
use super::lines::{Kind, Line};
use super::play::Play;

/// What a power levies.
fn levies(power: Power) -> &'static [Levied] {
    match power {
        Power::Russia => &[Levied::Cossack],
        Power::Prussia => &[Levied::Freikorps],
        Power::Turkey => &[Levied::Feudal],
        Power::Austria => &[Levied::Insurrection],
        Power::Britain | Power::France | Power::Spain => &[],
    }
}

fn word(troops: Levied) -> &'static str {
    match troops {
        Levied::Cossack => "cossacks",
        Levied::Freikorps => "freikorps",
        Levied::Feudal => "feudal corps",
        Levied::Insurrection => "insurrection corps",
    }
}

/// 8.10: by order where there is one, else of itself.
pub fn levy(play: &mut Play) {
    for power in play.board().powers() {
        let lines = in_number(play, power);
        let acts: Vec<Act> = lines.into_iter().map(|line| line.order.act).collect();
        let rows: Vec<_> = levies(power).iter().map(|troops| levy_kind(play, power, *troops, &acts)).collect();
        let rows: Vec<_> = rows.into_iter().flatten().collect();
        if !rows.is_empty() {
            play.tell_all(Item::Levies { power, rows });
        }
    }
}

/// The lines that may be carried out together: no more counters are placed than come, and who asks for more is told.
fn in_number(play: &mut Play, power: Power) -> Vec<Line> {
    let mut named: BTreeMap<Levied, usize> = BTreeMap::new();
    let mut kept = Vec::new();
    for line in play.permitted(power, &[Kind::Levy]) {
        match take(&play.board(), power, &line.order.act, &mut named) {
            Ok(()) => kept.push(line),
            Err(bar) => play.fail(power, &line, &bar),
        }
    }
    kept
}

/// Counts the counters that a line places with those of earlier lines, or says that no more come (8.10).
pub fn take(board: &Board<'_>, power: Power, act: &Act, named: &mut BTreeMap<Levied, usize>) -> Verdict {
    let Act::Levy { troops, places } = act else { return Ok(()) };
    if matches!(troops, Levied::Feudal | Levied::Insurrection) {
        return Ok(());
    }
    let so_far = named.get(troops).copied().unwrap_or(0) + places.len();
    may_come(board, power, *troops, so_far)?;
    named.insert(*troops, so_far);
    Ok(())
}

fn may_come(board: &Board<'_>, power: Power, troops: Levied, wanted: usize) -> Verdict {
    let count = new_counters(board, power, troops);
    let (words, come) = if count == 1 { ("counter", "comes") } else { ("counters", "come") };
    require(wanted <= count, || {
        Bar::now(format!("{count} new {words} of {} {come} in this quarter.", word(troops)), "8.10")
    })
}

fn levy_kind(play: &mut Play, power: Power, troops: Levied, acts: &[Act]) -> Option<LevyRow> {
    let wanted = acts.iter().filter_map(|act| match act {
        Act::Levy { troops: named, places } if *named == troops => Some(places.clone()),
        _ => None,
    });
    let wanted: Vec<String> = wanted.flatten().collect();
    if matches!(troops, Levied::Feudal | Levied::Insurrection) {
        let is_time = play.state.month.month == play.scenario.tables.calendar.levy_month;
        return is_time.then_some(LevyRow { troops, placed: wanted, removed: Vec::new() });
    }
    let placed = place(play, power, troops, wanted);
    let removed = if troops == Levied::Cossack { remove_surplus(play, power, acts) } else { Vec::new() };
    (!placed.is_empty() || !removed.is_empty()).then_some(LevyRow { troops, placed, removed })
}

fn place(play: &mut Play, power: Power, troops: Levied, wanted: Vec<String>) -> Vec<String> {
    let board = play.board();
    let count = new_counters(&board, power, troops);
    let standing = standing(&board, power, troops);
    let open = open_places(&board, power, troops);
    let is_empty = |name: &&String| !standing.iter().chain(&wanted).any(|place| is_in(&board, place, name));
    let free: Vec<_> = open.iter().filter(is_empty).chain(open.iter()).cloned().collect();
    let placed: Vec<_> = wanted.iter().cloned().chain(free).take(count).collect();
    if let Some(own) = play.state.powers.get_mut(&power) {
        own.levied.entry(troops).or_default().extend(placed.iter().cloned());
    }
    placed
}

/// Where counters of a kind stand, the oldest first.
fn standing(board: &Board<'_>, power: Power, troops: Levied) -> Vec<String> {
    board.power(power).and_then(|own| own.levied.get(&troops)).cloned().unwrap_or_default()
}

/// A place is a province or its capital.
fn province<'a>(board: &Board<'a>, place: &str) -> Option<Land<'a>> {
    board.land(place).or_else(|| board.land_of_city(board.scenario.map.city(place)?))
}

fn is_in(board: &Board<'_>, place: &str, name: &str) -> bool {
    province(board, place).is_some_and(|land| land.territory.name == name)
}

/// How many new counters come in this quarter.
fn new_counters(board: &Board<'_>, power: Power, troops: Levied) -> usize {
    let table = &board.scenario.tables.levy;
    let most = table.most.get(&troops).map_or(0, |most| *most as usize);
    let standing = standing(board, power, troops);
    let room = most.saturating_sub(standing.len());
    match troops {
        Levied::Cossack => room.min(table.cossacks_a_quarter as usize),
        // One for each province that enemies hold and that has none yet.
        _ => room.min(open_places(board, power, troops).len()),
    }
}

/// Where new ones may stand: cossacks in home provinces without enemies, freikorps in those that enemies hold.
fn open_places(board: &Board<'_>, power: Power, troops: Levied) -> Vec<String> {
    let standing = standing(board, power, troops);
    let home = board.lands().filter(|land| land.held.holder == Some(power) && land.held.tenure == Tenure::Home);
    let names = home.filter(|land| match troops {
        Levied::Cossack => !board.has_enemies_inside(*land, power),
        _ => board.is_occupied(*land) && !standing.iter().any(|place| is_in(board, place, &land.territory.name)),
    });
    names.map(|land| land.territory.name.clone()).collect()
}

/// Cossacks above the most there may be: those named, else the oldest.
fn remove_surplus(play: &mut Play, power: Power, acts: &[Act]) -> Vec<String> {
    let most = play.scenario.tables.levy.most.get(&Levied::Cossack).map_or(0, |most| *most as usize);
    let mut named = acts.iter().filter_map(|act| match act {
        Act::RemoveLevy { troops: Levied::Cossack, place } => Some(place),
        _ => None,
    });
    let Some(counters) = play.state.powers.get_mut(&power).map(|own| own.levied.entry(Levied::Cossack).or_default())
    else {
        return Vec::new();
    };
    let mut removed = Vec::new();
    while counters.len() > most {
        let at = named.next().and_then(|place| counters.iter().position(|counter| counter == place)).unwrap_or(0);
        removed.push(counters.remove(at));
    }
    removed
}

/// 8.10: one's own troops, where they may stand, no more than come, and corps in December only.
pub fn may_levy(board: &Board<'_>, power: Power, troops: Levied, places: &[String]) -> Verdict {
    may_have(power, troops)?;
    if matches!(troops, Levied::Feudal | Levied::Insurrection) {
        return require(board.state.month.month == board.scenario.tables.calendar.levy_month, || {
            Bar::now(format!("{} are refilled in December only.", capital(word(troops))), "8.10")
        });
    }
    let open = open_places(board, power, troops);
    let is_open = |place: &String| open.iter().any(|name| is_in(board, place, name));
    if let Some(place) = places.iter().find(|place| !is_open(place)) {
        let bar = Bar::now(format!("No new {} can be placed at {place}.", word(troops)), "8.10");
        return Err(bar.hint(format!("They may stand in: {}.", super::legality::words(&open))));
    }
    may_come(board, power, troops, places.len())
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

fn may_have(power: Power, troops: Levied) -> Verdict {
    require(levies(power).contains(&troops), || {
        Bar::lasting(format!("{} has no {}.", power.name(), word(troops)), "8.10")
    })
}

/// 8.10: a cossack that stands there, when there are too many.
pub fn may_remove(board: &Board<'_>, power: Power, troops: Levied, place: &str) -> Verdict {
    may_have(power, troops)?;
    let standing = standing(board, power, troops);
    require(standing.iter().any(|counter| counter == place), || {
        let bar = Bar::now(format!("No {} stand at {place}.", word(troops)), "8.10");
        bar.hint(format!("They stand at: {}.", super::legality::words(&standing)))
    })?;
    let most = board.scenario.tables.levy.most.get(&troops).map_or(0, |most| *most as usize);
    let coming = new_counters(board, power, troops);
    require(standing.len() + coming > most, || {
        Bar::now(format!("There are no surplus {}: {} of {most}.", word(troops), standing.len()), "8.10")
    })
}
