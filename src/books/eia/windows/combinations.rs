//! The New Political Combinations Step (8.9), with options 11.1 to 11.6 and 11.8 only (D9).

use super::super::item::Item;
use super::super::order::{Act, Combining};
use super::super::power::Power;
use super::board::Board;
use super::legality::{Bar, Verdict, require};
use super::lines::Kind;
use super::play::Play;

/// 8.9: combinations are formed, enlarged and dissolved; their members no longer count as conquered (8.1.3).
pub fn combine(play: &mut Play) {
    for power in play.board().powers() {
        for line in play.permitted(power, &[Kind::Combination]) {
            let Act::Combine { name, combining, members } = line.order.act else { continue };
            let changed =
                if combining == Combining::Dissolve { members_of(&play.board(), power, &name) } else { members };
            for member in &changed {
                join(play, member, (combining != Combining::Dissolve).then(|| name.clone()));
            }
            play.tell_all(Item::Combined { power, name, combining, members: changed });
        }
    }
}

/// A country joins with all its districts.
fn join(play: &mut Play, member: &str, combination: Option<String>) {
    let districts = play.scenario.map.territory(member).map(|land| land.districts().to_vec()).unwrap_or_default();
    for name in districts.iter().map(String::as_str).chain([member]) {
        if let Some(held) = play.state.territories.get_mut(name) {
            held.combination.clone_from(&combination);
        }
    }
}

/// The members of a power's combination; of its only one when no name is said.
fn members_of(board: &Board<'_>, power: Power, name: &str) -> Vec<String> {
    let is_meant = |combination: &str| name.is_empty() || combination == name;
    let own = board.state.territories.iter().filter(|(_, held)| held.holder == Some(power));
    own.filter(|(_, held)| held.combination.as_deref().is_some_and(is_meant)).map(|(name, _)| name.clone()).collect()
}

/// The options in play; minor countries that the power controls; a combination of its own.
pub fn may_combine(board: &Board<'_>, power: Power, name: &str, combining: Combining, members: &[String]) -> Verdict {
    require(board.scenario.campaign.options.combinations, || {
        Bar::lasting("Political combinations (options 11.1 to 11.6 and 11.8) are not in play in this game.", "8.9")
    })?;
    let is_own = |member: &String| {
        board.land(member).is_some_and(|land| land.territory.home().is_none() && land.held.holder == Some(power))
    };
    if let Some(stranger) = members.iter().find(|member| !is_own(member)) {
        return Err(Bar::now(format!("{stranger} is no minor country that {} controls.", power.name()), "8.9"));
    }
    let is_old = !members_of(board, power, name).is_empty();
    require(combining == Combining::Form || is_old, || {
        Bar::now(format!("{} has no such combination.", power.name()), "8.9")
    })?;
    let is_anothers = |held: &super::super::state::TerritoryState| {
        held.combination.as_deref() == Some(name) && held.holder != Some(power)
    };
    require(combining != Combining::Form || !board.state.territories.values().any(is_anothers), || {
        Bar::now(format!("There is a combination called {name} already."), "8.9")
    })
}
