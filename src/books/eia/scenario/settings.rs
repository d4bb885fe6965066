//! The settings that a club chooses by a word when a game is made: the calendar's pairs and players, and the open questions.

use rules::{Setting, Values};

/// The seven powers, as files write them.
const POWERS: &[&str] = &["britain", "france", "russia", "austria", "prussia", "spain", "turkey"];

/// Every option of a campaign, in the order of its file. What only says how something is judged, or who is told of it, may change.
pub const SETTINGS: &[Setting] = &[
    Setting::new("players", "campaign.options.players", Values::Number(1, 7), "how many play (8.11)"),
    Setting::new("pairs", "campaign.pairs", Values::Pairs(POWERS), "two powers of one player (8.1.3)"),
    Setting::new("uncontrolled", "campaign.uncontrolled", Values::Names(POWERS), "powers without a player (8.11)"),
    Setting::new("manipulation", "campaign.options.manipulation", Values::YesNo, "economic manipulation (12.5)"),
    Setting::new(
        "militia_conversion",
        "campaign.options.militia_conversion",
        Values::YesNo,
        "militia becomes infantry (12.1.1)",
    )
    .that_may_change(),
    Setting::new(
        "combinations",
        "campaign.options.combinations",
        Values::YesNo,
        "political combinations (11.1 to 11.6, 11.8)",
    ),
    Setting::new("campaign", "campaign.options.campaign", Values::YesNo, "the victory rules of campaigns (8.1.3)"),
    Setting::new(
        "shorter_campaign",
        "campaign.options.shorter_campaign",
        Values::YesNo,
        "cut short: the highest part of a level wins (8.1.3)",
    ),
    Setting::new(
        "american_rank",
        "campaign.options.american_rank",
        Values::Words(&["second", "first", "sum"]),
        "by which value the port of American trade is the best (D4)",
    )
    .that_may_change(),
    Setting::new(
        "american_trade_when_war_begins",
        "campaign.options.american_trade_when_war_begins",
        Values::Words(&["stands", "cancelled"]),
        "American trade of the phase in which that war begins (D4)",
    )
    .that_may_change(),
    Setting::new(
        "stop_scope",
        "campaign.options.stop_scope",
        Values::Words(&["choice", "all-enemies"]),
        "whose American trade Britain stops (D4)",
    )
    .that_may_change(),
    Setting::new(
        "trade_silence",
        "campaign.options.trade_silence",
        Values::Words(&["standing", "agree", "refuse"]),
        "what silence answers to the British offer (D2)",
    )
    .that_may_change(),
    Setting::new(
        "loans_told",
        "campaign.options.loans_told",
        Values::Words(&["public", "parties"]),
        "who is told of loans (D6)",
    )
    .that_may_change(),
    Setting::new(
        "treasury_told",
        "campaign.options.treasury_told",
        Values::Words(&["private", "public"]),
        "who is told of treasuries (D13)",
    )
    .that_may_change(),
    Setting::new(
        "occupied_capital_income",
        "campaign.options.occupied_capital_income",
        Values::Words(&["text-steps", "no-money-at-all"]),
        "what an occupied capital does to income (D5)",
    )
    .that_may_change(),
];

#[cfg(test)]
mod tests {
    use super::super::Scenario;
    use super::*;
    use crate::power::Power;
    use base::order::path::get_path;

    #[test]
    fn every_option_of_a_campaign_has_a_word() {
        let document = Scenario::embedded().unwrap().to_document().unwrap();
        for name in document["campaign"]["options"].as_object().unwrap().keys() {
            let path = format!("campaign.options.{name}");
            assert!(SETTINGS.iter().any(|setting| setting.path == path && setting.name == name), "{name}");
        }
        for setting in SETTINGS {
            assert!(get_path(&document, setting.path).is_some(), "{}", setting.name);
        }
        assert_eq!(POWERS, Power::ALL.map(Power::id));
    }
}
