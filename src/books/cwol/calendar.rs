//! Turns, campaigns and years: twelve turns make a campaign, two campaigns a year (3.1). Turn 0 is the build turn before the war.

use super::scenario::Scenario;

/// A turn in words: "Turn 3 of the spring campaign of 1861".
pub fn title(scenario: &Scenario, turn: u32) -> String {
    if turn == 0 {
        return "Build turn before the war".to_owned();
    }
    let calendar = &scenario.given.calendar;
    let campaign = campaign_of(scenario, turn);
    let season = if campaign.is_multiple_of(2) { "spring" } else { "autumn" };
    let year = calendar.first_year + campaign / 2;
    let turn = (turn - 1) % calendar.turns_per_campaign + 1;
    format!("Turn {turn}, {season} campaign of {year}")
}

/// The campaign of a turn, counted from 0.
pub fn campaign_of(scenario: &Scenario, turn: u32) -> u32 {
    turn.saturating_sub(1) / scenario.given.calendar.turns_per_campaign.max(1)
}

/// Whether a campaign ends with this turn.
pub fn ends_campaign(scenario: &Scenario, turn: u32) -> bool {
    turn > 0 && turn.is_multiple_of(scenario.given.calendar.turns_per_campaign.max(1))
}
