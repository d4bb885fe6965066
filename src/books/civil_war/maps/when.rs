//! The times that a map names: the phase that is open, and the one at whose end everything on it was seen.

use base::facts::Brief;

use super::super::item::Item;
use super::super::scenario::Scenario;
use super::super::state::Stage;

/// The times of a map.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Times {
    /// "T1 TST2"
    pub open: String,
    /// "before T1 TST2"
    pub before: String,
    /// "spring 1861"
    pub season: String,
    /// "T1 TST1"
    pub seen: String,
}

/// The times of what a brief tells; none when nothing is told.
pub fn times(scenario: &Scenario, brief: &Brief<Item>) -> Option<Times> {
    open(scenario, brief).or_else(|| over(brief))
}

/// Those of a war that is over.
fn over(brief: &Brief<Item>) -> Option<Times> {
    brief.items().iter().find(|item| matches!(item, Item::Ended { .. }))?;
    let season = brief.items().iter().rev().find_map(|item| match item {
        Item::Chronicle { season, .. } => Some(season.clone()),
        _ => None,
    });
    let (season, end) = (season.unwrap_or_else(|| "The war is over".to_owned()), "at the end".to_owned());
    Some(Times { open: end.clone(), before: end, season, seen: "the last phase".to_owned() })
}

fn open(scenario: &Scenario, brief: &Brief<Item>) -> Option<Times> {
    brief.items().iter().find_map(|item| match item {
        Item::Calendar { turn, season, part, parts, stage } => {
            let name = |turn: u32, part: u32, parts: u32| match u8::try_from(part) {
                Ok(part @ 1..=26) if parts > 1 => format!("T{turn}{}", char::from(b'a' + part - 1)),
                _ => format!("T{turn}"),
            };
            let now = name(*turn, *part, *parts);
            let (step, seen) = match stage {
                Stage::Strategic if *part > 1 => ("strategic", format!("{} TST2", name(*turn, part - 1, *parts))),
                Stage::Strategic if *turn > scenario.first_turn() => ("strategic", format!("T{} TST2", turn - 1)),
                Stage::Strategic => ("strategic", "the opening".to_owned()),
                Stage::Tst1 if scenario.lesson().is_some() => ("TST1", "the opening".to_owned()),
                Stage::Tst1 => ("TST1", format!("{now} strategic")),
                Stage::Tst2 => ("TST2", format!("{now} TST1")),
            };
            let open = format!("{now} {step}");
            Some(Times { before: format!("before {open}"), open, season: season.clone(), seen })
        }
        _ => None,
    })
}
