//! The Civil Disorder Step (8.7): a power that could collect no home manpower is out of the game; who gets its territories,
//! and how disputes about them end.

use std::collections::BTreeSet;

use super::super::item::Item;
use super::super::news::HeirRow;
use super::super::order::{Act, Claimant, Holder, Tenure};
use super::super::power::Power;
use super::super::state::{Forces, Party};
use super::super::territory;
use super::board::{Board, Land};
use super::contest::{Contest, Won};
use super::legality::{Bar, Verdict, require};
use super::lines::Kind;
use super::play::Play;

/// 8.7: powers without home manpower in this quarter's collection.
pub fn fall(play: &mut Play) {
    let is_empty = |power: &Power| play.state.quarter.home_manpower.get(power) == Some(&0);
    let fallen: Vec<_> = play.board().powers().into_iter().filter(is_empty).collect();
    for power in fallen {
        fall_into_disorder(play, power);
    }
}

fn fall_into_disorder(play: &mut Play, power: Power) {
    let enemies = play.board().enemies(power);
    let rows = heirs(&play.board(), power);
    for row in &rows {
        inherit(play, row);
    }
    let points = play.scenario.tables.disorder.enemy_points;
    for enemy in &enemies {
        play.move_status(*enemy, i64::from(points));
    }
    remove(play, power);
    play.tell_all(Item::Disorder { power, rows, enemies, points });
}

/// Its forces leave the map for good, its treaties and debts lapse, and nobody hears it again (8.7).
fn remove(play: &mut Play, power: Power) {
    let party = Party::Power(power);
    play.state.wars.retain(|(one, other)| *one != party && *other != party);
    play.state.alliances.retain(|(one, other)| *one != power && *other != power);
    play.state.debts.retain(|debt| debt.from != power && debt.to != power);
    territory::withdraw(&mut play.state, power);
    if power == Power::Britain {
        (play.state.american_war, play.state.wants_american_peace) = (false, false);
    }
    let Some(own) = play.state.powers.get_mut(&power) else { return };
    own.is_out = true;
    own.run_by = None;
    own.manipulation = 0;
    own.forces = Forces::default();
    own.arriving.clear();
    own.unplaced.clear();
    own.levied.clear();
}

/// Who gets each territory of a power in disorder.
fn heirs(board: &Board<'_>, power: Power) -> Vec<HeirRow> {
    let own = board.state.territories.iter().filter(|(_, held)| held.holder == Some(power));
    own.filter_map(|(name, _)| Some(heir(board, power, board.land(name)?))).collect()
}

fn heir(board: &Board<'_>, power: Power, land: Land<'_>) -> HeirRow {
    let claimants = match land.held.tenure {
        // 8.7.2: only an enemy who holds its capital gets a free state.
        Tenure::Free => enemies_inside(board, power, land),
        _ => at_city(board, power, deciding_city(board, power, land)),
    };
    let holder = (claimants.len() == 1).then(|| claimants[0]);
    let claimants = if holder.is_some() { Vec::new() } else { claimants };
    HeirRow { territory: land.territory.name.clone(), holder, claimants }
}

/// The city whose holder gets a territory of a power in disorder: of a conquered country the national capital (8.7.1), of a
/// province its own where anybody has forces, else the national one (8.7.3).
fn deciding_city<'a>(board: &Board<'a>, power: Power, land: Land<'a>) -> Option<&'a str> {
    let own = &land.territory.capital;
    match land.held.tenure {
        Tenure::Free => Some(own),
        Tenure::Conquered => national_capital(board, power, None),
        _ if !forces_at(board, power, own).is_empty() => Some(own),
        _ => national_capital(board, power, Some(&land.territory.name)),
    }
}

/// The national capital that a territory follows: Russian provinces one or the other, conquered countries the last (D9); where
/// no other power has that one, another that some power has (8.7.1, 8.7.3).
fn national_capital<'a>(board: &Board<'a>, power: Power, province: Option<&str>) -> Option<&'a str> {
    let capitals = board.capitals(power);
    let followed = match province {
        None => capitals.last().copied(),
        Some(province) => {
            let followers = &board.scenario.tables.disorder.followers;
            let follows =
                |city: &&str| followers.get(*city).is_some_and(|names| names.iter().any(|name| name == province));
            capitals.iter().find(|city| follows(city)).or(capitals.first()).copied()
        }
    };
    let is_had = |city: &&str| !at_city(board, power, Some(city)).is_empty();
    followed.into_iter().chain(capitals).find(is_had).or(followed)
}

/// The powers with forces in a city or before it; else whoever else controls it.
fn at_city(board: &Board<'_>, power: Power, city: Option<&str>) -> Vec<Power> {
    let Some(city) = city else { return Vec::new() };
    let there = forces_at(board, power, city);
    if !there.is_empty() {
        return there;
    }
    let land = board.scenario.map.city(city).and_then(|city| board.land_of_city(city));
    land.and_then(|land| land.held.holder).filter(|holder| *holder != power).into_iter().collect()
}

fn forces_at(board: &Board<'_>, power: Power, city: &str) -> Vec<Power> {
    let powers: BTreeSet<_> = board.city(city).forces().filter_map(|who| board.power_of(&who)).collect();
    powers.into_iter().filter(|other| *other != power && board.is_in_play(*other)).collect()
}

/// The enemies with forces inside the capital of a free state (8.7.2): who only besieges it controls nothing.
fn enemies_inside(board: &Board<'_>, power: Power, land: Land<'_>) -> Vec<Power> {
    let here = board.city(&land.territory.capital);
    let besieger = board.power_of(&here.besieger);
    let stationed = here.corps.keys().copied().filter(|other| Some(*other) != besieger).map(Holder::Power);
    let inside = stationed.chain([here.occupant.clone()]).filter(|who| board.is_enemy_in(who, land));
    let powers: BTreeSet<_> = inside.filter_map(|who| board.power_of(&who)).collect();
    powers.into_iter().filter(|other| *other != power && board.is_in_play(*other)).collect()
}

/// A territory goes to its heir. Without one a minor country turns neutral, and another power's province goes home; a home
/// province stays as it is, without a master. What is disputed waits (8.7.4).
fn inherit(play: &mut Play, row: &HeirRow) {
    let Some(land) = play.board().land(&row.territory) else { return };
    let (home, was, heirs) = (land.territory.home(), land.held.tenure, tenure_under(land, row.holder));
    if !row.claimants.is_empty() {
        play.state.quarter.disputes.insert(row.territory.clone(), row.claimants.iter().copied().collect());
        return;
    }
    let (holder, tenure) = match (row.holder, was, home) {
        (Some(_), _, _) => (row.holder, heirs),
        (None, _, None) => (None, Tenure::Neutral),
        (None, Tenure::Ceded, Some(_)) => (home, Tenure::Home),
        (None, _, Some(_)) => return,
    };
    play.hand_over(&row.territory, holder, tenure, "8.7");
}

/// How a power holds a territory that it gets: its own province as home, another's as ceded, a free state as such (8.7.2),
/// a country as conquered.
fn tenure_under(land: Land<'_>, holder: Option<Power>) -> Tenure {
    match land.territory.home() {
        None if land.held.tenure == Tenure::Free => Tenure::Free,
        None => Tenure::Conquered,
        home if home == holder => Tenure::Home,
        Some(_) => Tenure::Ceded,
    }
}

/// 8.7.4: disputed territories, by agreement of all who claim them, else by dice (D9).
pub fn settle_disputes(play: &mut Play) {
    // Claims to what is not disputed are answered before anything is settled.
    for power in play.board().powers() {
        play.permitted(power, &[Kind::Claim]);
    }
    for (territory, claimants) in std::mem::take(&mut play.state.quarter.disputes) {
        settle(play, &territory, &claimants);
    }
}

fn settle(play: &mut Play, territory: &str, claimants: &BTreeSet<Power>) {
    let words: Vec<_> = claimants.iter().map(|power| (*power, said(play, *power, territory))).collect();
    let won = match agreed(&play.board(), &words) {
        Some(holder) => Won { by: Some(holder), dice: Vec::new(), throws: Vec::new() },
        None => throw(play, territory, contenders(&words)),
    };
    let Won { by: Some(holder), dice, throws } = won else { return };
    let Some(tenure) = play.board().land(territory).map(|land| tenure_under(land, Some(holder))) else { return };
    play.hand_over(territory, Some(holder), tenure, "8.7.4");
    play.tell_all(Item::DisputeSettled { territory: territory.to_owned(), holder, dice, throws });
}

/// What a claimant said of a territory: who is to have it, or that it is not he; `None`: the dice.
fn said(play: &Play, power: Power, territory: &str) -> Option<Option<Power>> {
    let lines = play.sent(power, &[Kind::Claim]);
    lines.into_iter().find_map(|line| match line.order.act {
        Act::Claim { territories } => {
            territories.into_iter().find(|(name, _)| name == territory).map(|(_, who)| named_by(power, who))
        }
        _ => None,
    })
}

fn named_by(power: Power, claimant: Claimant) -> Option<Power> {
    match claimant {
        Claimant::Oneself => Some(power),
        Claimant::Power(other) => Some(other),
        Claimant::Other => None,
    }
}

/// The one whom all claimants name, whoever he is (8.7.4), or the one who is left when all others gave it up.
fn agreed(board: &Board<'_>, words: &[(Power, Option<Option<Power>>)]) -> Option<Power> {
    let named: BTreeSet<_> = words.iter().filter_map(|(_, said)| (*said)?).collect();
    let is_silent = words.iter().any(|(_, said)| said.is_none());
    match named.first() {
        Some(holder) if named.len() == 1 && !is_silent && board.is_in_play(*holder) => Some(*holder),
        _ => None,
    }
}

/// Those who did not give it up, to nobody or to another claimant; all when everybody did.
fn contenders(words: &[(Power, Option<Option<Power>>)]) -> Vec<Power> {
    let has_given_up = |power: Power, said: Option<Option<Power>>| said.is_some_and(|to| to != Some(power));
    let left: Vec<_> =
        words.iter().filter(|(power, said)| !has_given_up(*power, *said)).map(|(power, _)| *power).collect();
    if left.is_empty() { words.iter().map(|(power, _)| *power).collect() } else { left }
}

/// Dice of those who contend; of a minor country, whoever of them has more corps in the area has the better ones (8.7.4, D9).
fn throw(play: &mut Play, territory: &str, contenders: Vec<Power>) -> Won {
    let purpose = |power: Power| format!("claim of {} to {territory}", power.name());
    let table = &play.scenario.tables.disorder;
    let plus = |board: &Board<'_>, contenders: &[Power], power: Power| {
        if strongest(board, territory, contenders) == Some(power) { table.more_corps } else { 0 }
    };
    Contest { sides: table.die_sides, purpose: &purpose, plus: &plus }.settle(play, contenders)
}

/// The one with more corps than any other where a disputed minor country is decided.
fn strongest(board: &Board<'_>, territory: &str, contenders: &[Power]) -> Option<Power> {
    let land = board.land(territory)?;
    land.territory.country()?;
    let here = board.city(deciding_city(board, land.held.holder?, land)?);
    let corps = |power: &Power| here.corps.get(power).copied().unwrap_or(0);
    let most = contenders.iter().map(corps).max()?;
    match contenders.iter().filter(|power| corps(power) == most).collect::<Vec<_>>()[..] {
        [only] => Some(*only),
        _ => None,
    }
}

/// 8.7.4: a claimant speaks of territories that are disputed.
pub fn may_claim(board: &Board<'_>, power: Power, territories: &[(String, Claimant)]) -> Verdict {
    let is_claimant =
        |name: &str| board.state.quarter.disputes.get(name).is_some_and(|claimants| claimants.contains(&power));
    match territories.iter().find(|(name, _)| !is_claimant(name)) {
        None => Ok(()),
        Some((name, _)) => Err(Bar::now(format!("{} has no disputed claim to {name}.", power.name()), "8.7.4")),
    }
}

/// 8.7.4: the dice decide what is disputed.
pub fn may_dice(board: &Board<'_>, power: Power) -> Verdict {
    require(board.state.quarter.disputes.values().any(|claimants| claimants.contains(&power)), || {
        Bar::now(format!("{} has no disputed claim.", power.name()), "8.7.4")
    })
}
