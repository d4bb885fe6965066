//! Whether a city has room for what a seat begins there, by the files of whoever serves it and by what it reads of builds: a warning
//! alone, for what other people order it does not know.

use base::order::Remark;
use kit::jobs::Room;

use super::super::order::{Act, Change, Force, ForceKind};
use super::super::scenario::Scenario;
use super::known::Known;

/// Where an order begins something, what it takes up there, and for how many.
fn taken<'a>(known: &'a Known<'_>, act: &'a Act) -> Option<(&'a str, Room, u32)> {
    match act {
        Act::Change(Change::Repair { force }) => {
            let is_group = matches!(force.kind, ForceKind::Ship(class) if class.is_group());
            let lies_there = known.ship(known.side, *force).is_some_and(|row| !row.is_off);
            let port = known.port_of(known.side, *force).filter(|_| lies_there && !is_group);
            port.map(|port| (port, Room::Yard, 1))
        }
        Act::Form { count, city, .. } | Act::Establish { count, city, .. } => Some((city, Room::Slot, *count)),
        Act::LayDown { count, port, .. } => Some((port, Room::Yard, *count)),
        _ => None,
    }
}

/// What the lines of a file begin, added up city by city as they are gone through.
pub(super) type Begun<'a> = Vec<(&'a str, Room, u32)>;

/// Adds what an order begins to what is `begun`; how many that makes in its city.
pub(super) fn begin<'a>(known: &'a Known<'_>, begun: &mut Begun<'a>, act: &'a Act) -> Option<u32> {
    let (place, room, count) = taken(known, act)?;
    let Some((.., sum)) = begun.iter_mut().find(|(at, of, _)| *at == place && *of == room) else {
        begun.push((place, room, count));
        return Some(count);
    };
    *sum = sum.saturating_add(count);
    Some(*sum)
}

/// SLAG 5.7, 5.8: what a line and those before it, which are `begun`, begin in its city is more than that has room for.
pub(super) fn warning<'a>(
    scenario: &Scenario,
    known: &'a Known<'_>,
    begun: &mut Begun<'a>,
    act: &'a Act,
) -> Option<Remark> {
    let (place, room, count) = taken(known, act)?;
    let wanted = begin(known, begun, act)?;
    let city = known.cities.iter().find(|row| row.id == place).filter(|_| !known.is_pregame)?;
    let name = scenario.city_name(place);
    let takes_it = |name: &str| {
        let kind = Force::named(name).map(|force| force.kind);
        matches!(kind, Some(ForceKind::Ship(class)) if room == Room::Yard && !class.is_group())
            || matches!(kind, Some(ForceKind::Unit(_)) if room == Room::Slot)
    };
    let there = known.builds.iter().filter(|build| build.city == name && takes_it(&build.name));
    let under_way = u32::try_from(there.count()).ok()?;
    let (most, what, rule) = match room {
        Room::Yard => (city.yards, "dockyards", "5.8"),
        Room::Slot | Room::None => {
            (scenario.tables().limits.city.of(city.level), "places for units under construction", "5.7")
        }
    };
    if wanted.saturating_add(under_way) <= most {
        return None;
    }
    let before = under_way.saturating_add(wanted - count);
    let taken = if before == 0 { String::new() } else { format!(", {before} of them taken") };
    let fails =
        if count == 1 { "this is not begun".to_owned() } else { format!("an order for {count} more fails whole") };
    let said = format!("{name} has {most} {what}{taken}: {fails}.");
    let hint = match most.saturating_sub(before) {
        0 => "Take another city, or wait until something is finished there.".to_owned(),
        free => format!("Write {free} instead."),
    };
    Some(Remark::notice(said).hint(hint).rule(rule))
}
