//! Armies: forming and dissolving them, who commands them, and how much they can lead (C5.8, D18).
//! An army is a marker with troops. Whoever is senior there commands it while he has three stars.

use base::order::Remark;
use board::Hex;

use super::super::order::{Act, ForceRef, Order, Place};
use super::super::scenario::{Arm, Scenario, Side};
use super::draft::{Deed, Draft, wanting};
use super::field::Field;
use super::knowledge::{Knowledge, place};
use super::muster::{Body, View};
use super::reason::{self, Reason};
use super::schedule::Wish;
use super::works::Task;

/// The commander of the army in a hex: its senior leader, when he has the stars for it.
pub fn commander_at<'f>(scenario: &Scenario, field: &'f Field, side: Side, hex: Hex) -> Option<&'f str> {
    field.troops.get(&hex).filter(|troops| troops.side == side)?.army.as_ref()?;
    let (name, senior) = field.senior_at(side, hex)?;
    (senior.rank.stars >= army_stars(scenario) && senior.rank.arm != Arm::Naval).then_some(name)
}

/// The stars of an army's commander: the highest rank there is.
fn army_stars(scenario: &Scenario) -> u32 {
    scenario.tables.armies.capacity.len() as u32
}

/// Of leaders, the commander first and then by seniority, those whom an army can take, and the points all of them lead
/// (C5.8). The commander has six places for points and leaders mixed; a subordinate of three stars has as many of his own;
/// every other subordinate takes one place and leads his usual points.
pub fn array<'f>(scenario: &Scenario, field: &Field, leaders: impl Iterator<Item = &'f str>) -> (Vec<String>, u32) {
    let tables = &scenario.tables;
    let ranks = leaders.filter_map(|name| Some((name, &field.leaders.get(name)?.rank)));
    let all: Vec<_> = ranks.filter(|(_, rank)| rank.arm != Arm::Naval).collect();
    let Some((first, subordinates)) = all.split_first() else {
        return (Vec::new(), 0);
    };
    let mut places = tables.armies.commander_items;
    let (mut taken, mut points) = (vec![first.0.to_owned()], 0);
    for (name, rank) in subordinates {
        if places == 0 {
            break;
        }
        places -= 1;
        match rank.stars >= army_stars(scenario) {
            true => places += rank.capacity(tables),
            false => points += rank.capacity(tables),
        }
        taken.push((*name).to_owned());
    }
    (taken, points + places)
}

/// What is worth knowing when an army cannot lead all that stands there.
pub fn left_behind(body: &Body) -> Option<Remark> {
    let left = body.standing.saturating_sub(body.sp);
    let text = format!("The army leads {} SP; {left} SP stay behind.", body.sp);
    (body.army.is_some() && left > 0).then(|| Remark::notice(text).rule("C5.8").rule("D18"))
}

/// An order to form an army.
pub(super) fn form(known: &Knowledge, view: &View, act: &Act) -> Result<Draft, Remark> {
    let Act::FormArmy { name, leader, at, with } = act else {
        return Err(reason::no_force_at("that place").refused());
    };
    let cp = view.scenario.tables.costs.form_army;
    if let Some(Place::Unknown(words)) = at {
        return Ok(wanting(cp, cp, reason::unknown_place(words)));
    }
    let at = at.as_ref().and_then(|at| match at {
        Place::Known(hex) => Some(*hex),
        Place::Unknown(_) => None,
    });
    if at.is_none() && leader.is_none() {
        let why = Reason::new("C5.8", "It is not said who is to command the army, nor where it is.");
        return Ok(wanting(cp, cp, why.hint("Write \"form army under Lee at Richmond\".")));
    }
    if known.is_blank() {
        return Ok(Draft::of_length(cp, cp, Deed::Wanting));
    }
    let (hex, leader) = commander(view, at, leader.as_deref()).map_err(Reason::refused)?;
    for name in with {
        let is_there = view.field.leaders.get(name).is_some_and(|it| it.side == view.side && it.hex == hex);
        if !is_there {
            let text = format!("You have no {name} at {} that you know of.", place(view.scenario, hex));
            return Err(Reason::new("C5.8", text).hint("All leaders in the hex belong to the army.").refused());
        }
    }
    let name = name.clone().unwrap_or_else(|| name_for(view, hex, &leader));
    Ok(Draft::of_length(cp, cp, Deed::Task(Task::FormArmy { hex, name, leader })))
}

/// Where an army is formed, and under whom.
fn commander(view: &View, at: Option<Hex>, leader: Option<&str>) -> Result<(Hex, String), Reason> {
    match (at, leader) {
        (at, Some(name)) => {
            let body = view.identify(&ForceRef::Leader(name.to_owned()))?;
            if let Some(at) = at.filter(|at| *at != body.origin) {
                let (here, there) = (place(view.scenario, body.origin), place(view.scenario, at));
                return Err(Reason::new("C5.8", format!("{name} stands at {here} in that pulse, not at {there}.")));
            }
            Ok((body.origin, name.to_owned()))
        }
        (Some(hex), None) => {
            let senior = view.field.senior_at(view.side, hex).map(|(name, _)| (hex, name.to_owned()));
            let text = format!("You have no leader at {} that you know of.", place(view.scenario, hex));
            senior.ok_or_else(|| Reason::new("C5.8", text))
        }
        (None, None) => Err(Reason::new("C5.8", "It is not said who is to command the army.")),
    }
}

/// An army nobody named is called after its State, else after the nearest town, else after its commander.
fn name_for(view: &View, hex: Hex, leader: &str) -> String {
    let map = &view.scenario.map;
    let land = map.state_of(hex).map(|land| land.name.as_str());
    let names = [land, map.nearest_city(hex).map(|city| city.name.as_str())];
    let names = names.into_iter().flatten().map(|name| format!("Army of {name}"));
    let free = names.into_iter().find(|name| view.field.army(view.side, name).is_none());
    free.unwrap_or_else(|| format!("Army of {leader}"))
}

/// Whether an army may be formed: a commander of three stars who is senior there, six points, a marker left (D18).
pub fn may_form(view: &View, hex: Hex, name: &str, leader: &str) -> Result<(), Reason> {
    let rules = &view.scenario.tables.armies;
    let here = place(view.scenario, hex);
    let refuse = |text: String| Err(Reason::new("C5.8", text).rule("D18"));
    let posted = view.field.leaders.get(leader).filter(|posted| posted.side == view.side && posted.hex == hex);
    let Some(posted) = posted else {
        return refuse(format!("{leader} was not at {here}."));
    };
    if posted.rank.stars < army_stars(view.scenario) || posted.rank.arm == Arm::Naval {
        let has = posted.rank.stars;
        return refuse(format!(
            "An army needs a commander of {} stars; {leader} has {has}.",
            army_stars(view.scenario)
        ));
    }
    if let Some((senior, _)) = view.field.senior_at(view.side, hex).filter(|(senior, _)| *senior != leader) {
        return refuse(format!("{senior} is senior to {leader} at {here} and would command the army."));
    }
    if view.field.troops.get(&hex).is_some_and(|troops| troops.side == view.side && troops.army.is_some()) {
        return refuse(format!("There is an army at {here} already."));
    }
    let sp = view.field.sp(view.side, hex);
    if sp < rules.least_sp {
        return refuse(format!("An army is formed of at least {} SP; at {here} there are {sp}.", rules.least_sp));
    }
    if view.field.army(view.side, name).is_some() {
        return refuse(format!("There is an army called {name} already."));
    }
    let own = view.field.troops.values().filter(|troops| troops.side == view.side && troops.army.is_some());
    if own.count() as u32 >= rules.markers[view.side] {
        let most = rules.markers[view.side];
        return refuse(format!("All {most} armies of your side are in the field."));
    }
    Ok(())
}

/// Whether there is an army to dissolve.
pub fn may_dissolve(view: &View, hex: Hex) -> Result<(), Reason> {
    let army = view.field.troops.get(&hex).filter(|troops| troops.side == view.side && troops.army.is_some());
    if army.is_none() {
        return Err(Reason::new("D18", format!("You have no army at {}.", place(view.scenario, hex))));
    }
    if view.standing(hex) == 0 {
        return Err(reason::no_force_at(&place(view.scenario, hex)));
    }
    Ok(())
}

/// An order to dissolve an army: in the pulse that is named, else when everything else is done.
pub(super) fn dissolve(known: &Knowledge, view: &View, order: &Order, army: &ForceRef) -> Result<Draft, Remark> {
    let cp = view.scenario.tables.costs.dissolve_army;
    let wish = order.pulses.map(|_| Wish { pulses: None, length: cp.max(1) });
    if known.is_blank() {
        return Ok(Draft { wish, ..Draft::of_length(cp, cp, Deed::Wanting) });
    }
    let hex = match army {
        ForceRef::Army(name) => view.field.army(view.side, name).ok_or_else(|| reason::no_such_army(name).refused())?,
        ForceRef::At(Place::Unknown(words)) => {
            return Ok(Draft { wish, ..wanting(cp, cp, reason::unknown_place(words)) });
        }
        other => view.identify(other).map_err(Reason::refused)?.origin,
    };
    may_dissolve(view, hex).map_err(Reason::refused)?;
    let name = view.field.troops.get(&hex).and_then(|troops| troops.army.clone()).unwrap_or_default();
    Ok(Draft { wish, ..Draft::of_length(cp, cp, Deed::Task(Task::DissolveArmy { hex, name })) })
}

#[cfg(test)]
mod tests {
    use super::super::super::scenario::Account;
    use super::super::field::{Posted, Rank, Tread};
    use super::*;

    /// How many leaders an army of leaders with these stars takes, and how many points they lead.
    fn arrayed(stars: &[u32]) -> (usize, u32) {
        let scenario = Scenario::embedded().unwrap();
        let hex = "4913".parse().unwrap();
        let posted = |(at, stars): (usize, &u32)| {
            let (arm, seniority) = (Arm::Infantry, at as u32);
            let rank = Rank { stars: *stars, arm, initiative: 3, tactical: 0, strategic: 0, seniority };
            let posted = Posted { side: Side::Csa, hex, rank, tread: Tread::default(), home: Account::East };
            (format!("Leader {at}"), posted)
        };
        let leaders = stars.iter().enumerate().map(posted).collect();
        let field = Field { leaders, ..Field::default() };
        let (taken, points) = array(&scenario, &field, field.leaders_at(Side::Csa, hex).into_iter());
        (taken.len(), points)
    }

    #[test]
    fn c5_8_a_commander_has_six_places_for_points_and_leaders() {
        assert_eq!(arrayed(&[3]), (1, 6));
        // Four points of his own and two corps of two: 4 SP and 2 leaders fit, 5 SP and 2 leaders do not.
        assert_eq!(arrayed(&[3, 1, 1]), (3, 4 + 2 + 2));
        assert_eq!(arrayed(&[3, 2]), (2, 5 + 4));
    }

    #[test]
    fn c5_8_a_subordinate_of_three_stars_has_six_places_of_his_own() {
        assert_eq!(arrayed(&[3, 3]), (2, 5 + 6));
        assert_eq!(arrayed(&[3, 3, 1, 1]), (4, 5 + 6 - 2 + 2 + 2));
    }

    #[test]
    fn c5_8_the_seventh_subordinate_finds_no_place() {
        assert_eq!(arrayed(&[3, 1, 1, 1, 1, 1, 1, 1]), (7, 6 * 2));
    }
}
