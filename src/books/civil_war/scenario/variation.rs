//! Shorter scenarios: what their files change of the whole war's. Everything they do not name stays as it is there.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::ScenarioSource;
use super::campaign::{Control, Lesson, OpeningSource, SeatSpec, Span};
use super::check::ScenarioError;
use super::roster::LeaderSource;
use super::words::{BySide, Side};

/// The file of a shorter scenario.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Variation {
    id: String,
    title: String,
    control: Control,
    span: Span,
    lesson: Option<Lesson>,
    /// Per cent of the worth of the Confederate States that the Union needs (D28).
    usa_percent: Option<u32>,
    seats: Option<Vec<SeatSpec>>,
    opening: BySide<Vec<OpeningSource>>,
    /// Where leaders stand who came before the first turn.
    stations: BySide<BTreeMap<String, String>>,
    /// Leaders who have fallen, or play no part.
    absent: BySide<Vec<String>>,
}

impl ScenarioSource {
    /// The same scenario with the changes of a variation's file.
    pub(super) fn vary(mut self, text: &str) -> Result<ScenarioSource, ScenarioError> {
        let variation: Variation = toml::from_str(text)
            .map_err(|why| ScenarioError::Unreadable { part: "variation", why: why.to_string() })?;
        let campaign = &mut self.campaign;
        for side in Side::BOTH {
            station(&mut campaign.leaders[side], side, &variation)?;
        }
        campaign.id = variation.id;
        campaign.title = variation.title;
        campaign.control = variation.control;
        campaign.span = Some(variation.span);
        campaign.lesson = variation.lesson;
        campaign.opening = variation.opening;
        if let Some(seats) = variation.seats {
            campaign.seats = seats;
        }
        if let Some(percent) = variation.usa_percent {
            self.tables.victory.usa_percent = percent;
        }
        Ok(self)
    }
}

/// Posts the leaders who came before the first turn; each must have a place or be absent.
fn station(leaders: &mut Vec<LeaderSource>, side: Side, variation: &Variation) -> Result<(), ScenarioError> {
    let (stations, absent) = (&variation.stations[side], &variation.absent[side]);
    let known = |name: &String| leaders.iter().any(|leader| leader.name == *name);
    if let Some(stranger) = stations.keys().chain(absent).find(|name| !known(name)) {
        return Err(ScenarioError::NoSuchLeader { leader: stranger.clone(), side });
    }
    // Where the war begins as in the whole war, the leaders of its opening stand where they stand there.
    let first = variation.span.first;
    let oldest = if first == 1 { 0 } else { first };
    leaders.retain(|leader| !absent.contains(&leader.name));
    for leader in leaders {
        if let Some(place) = stations.get(&leader.name) {
            (leader.enters, leader.at, leader.pool) = (0, Some(place.clone()), None);
        } else if leader.enters < oldest {
            return Err(ScenarioError::Unstationed { leader: leader.name.clone(), first });
        }
    }
    Ok(())
}
