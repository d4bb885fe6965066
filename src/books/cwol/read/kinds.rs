//! Which kinds of line a word may stand in, so that a line is tried with the likely rules alone.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::grammar::Rule;

/// A kind of line, and the words of which nearly each such line holds one at least.
type KindRow = (Rule, &'static [&'static str]);

/// Words of more than one kind of line.
macro_rules! words {
    (men $($more:literal)*) => { &["regiments", "regiment", "regts", "regt", "rgts", "rgt", "regs", "reg", "batteries", "battery", "bties", "btry", "btys", "bty", "batts", "batt", "bats", $($more),*] };
    (depots) => { &["caches", "cache", "sc", "depots", "depot", "sd"] };
    (ships $($more:literal)*) => { &["ironclads", "ironclad", "gunboats", "gunboat", "frigates", "frigate", "sloops", "sloop", "ri", "rg", "ic", "fr", "sl", "gb", $($more),*] };
    (abroad $($more:literal)*) => { &["abroad", "england", "europe", "france", "britain", $($more),*] };
    (crews $($more:literal)*) => { &["crewmen", "crew", "men", "sailors", "hands", $($more),*] };
}

/// Every kind of line, in the order in which a line is tried. A few have no word of their own ("4 in at Richmond"): a line that no
/// likely kind reads is tried with all of them.
#[rustfmt::skip]
pub(super) const KINDS: [KindRow; 54] = [
    (Rule::rise_line, &["rising", "uprising", "rise", "try", "attempt"]),
    (Rule::raise_line, words!(men "infantry" "inf" "foot" "cavalry" "cav" "cv" "militia" "mil" "mi" "raising" "raises" "raise" "recruit" "enlist" "enroll" "levy" "like")),
    (Rule::nb_line, &["naval", "nb"]),
    (Rule::form_line, &["building", "builds", "build", "forming", "forms", "form", "organise", "organize", "create", "new"]),
    (Rule::staff_line, &["headquarters", "hqs", "hq", "aqs", "aq", "cqs", "cq", "pontoons", "pontoon", "pb"]),
    (Rule::europe_line, words!(abroad)),
    (Rule::ship_line, words!(ships)),
    (Rule::buy_line, &["supplies", "supply", "supp", "sups", "sup", "stores", "store"]),
    (Rule::borrow_line, &["borrowing", "borrow", "loan"]),
    (Rule::print_line, &["printing", "print", "issuing", "issue", "greenbacks"]),
    (Rule::duty_line, &["reactivate", "activate", "call", "inactivate", "deactivate", "lay", "mothball"]),
    (Rule::move_line, &["taxes", "tax", "tariffs", "tariff", "greenbacks", "greenback", "paper", "loans", "loan", "debt", "bounties", "bounty", "conscription", "draft", "usct", "coloured", "colored", "black", "embargo"]),
    (Rule::vote_line, &["votes", "vote", "voting", "ballot", "ayes", "aye", "yes", "yea", "for", "favour", "favor", "nays", "nay", "noes", "no", "against", "support"]),
    (Rule::word_line, &["signs", "signed", "sign", "assent", "vetoes", "vetoed", "veto", "overrides", "override", "overrule"]),
    (Rule::law_line, &["laws", "law", "enact"]),
    (Rule::capture_line, &["captured", "captures", "capture"]),
    (Rule::violation_line, &["violation", "violated"]),
    (Rule::blockade_line, &["blockade"]),
    (Rule::mission_line, &["raids", "raiding", "raid", "protects", "protecting", "protect", "ignores", "ignoring", "ignore", "blockades", "blockade"]),
    (Rule::burn_line, &["destroys", "destroy", "burns", "burn", "cancels", "cancel"]),
    (Rule::place_line, &["place"]),
    (Rule::fact_line, &["fact", "link", "nolink", "unlink"]),
    (Rule::charter_line, &["transports", "transport", "tr", "rt"]),
    (Rule::remove_line, &["disbanding", "disband", "mustering", "muster", "scuttling", "scuttle", "sink", "blow", "break"]),
    (Rule::reinforce_line, &["adding", "add", "give", "send", "assign", "reinforcing", "reinforce", "strengthen"]),
    (Rule::alone_line, &["men", "guns"]),
    (Rule::man_line, words!(crews "recrewing" "recrew" "man" "fill")),
    (Rule::transfer_line, words!(men)),
    (Rule::crew_line, words!(crews)),
    (Rule::merge_line, &["merging", "merge", "folding", "fold", "joining", "join", "combining", "combine"]),
    (Rule::base_line, &["base"]),
    (Rule::repair_line, &["repairing", "repair", "mend"]),
    (Rule::command_line, &["commander", "command", "put"]),
    (Rule::standing_line, &["standing", "turn", "till", "until"]),
    (Rule::upgrade_line, &["upgrading", "upgrade", "rearm", "re", "arms", "rifled", "rifles", "breechloaders", "breechloading", "breech", "both"]),
    (Rule::depot_line, words!(depots)),
    (Rule::removal_line, words!(depots)),
    (Rule::fort_line, &["fortify", "entrench", "dig", "improve", "strengthen", "fortifications", "fortification", "forts", "fort", "entrenchments", "entrenchment", "earthworks", "works", "work"]),
    (Rule::raze_line, &["take", "tear", "raze", "demolish", "remove", "dismantle"]),
    (Rule::back_line, &["back", "repurchase", "redeem", "retire"]),
    (Rule::abroad_line, words!(abroad "foreign")),
    (Rule::march_line, &["marching", "marches", "march", "moving", "moves", "move", "advances", "advance", "send", "goes", "go"]),
    (Rule::halt_line, &["halting", "halt", "stop"]),
    (Rule::rail_line, &["railing", "railway", "railroad", "rail", "entrain", "train", "cars"]),
    (Rule::river_line, &["river", "boats", "boat", "water", "steamers", "steamer"]),
    (Rule::attack_line, &["attacking", "attacks", "attack", "assaults", "assault"]),
    (Rule::battle_line, &["battle"]),
    (Rule::sail_line, words!(ships "transports" "transport" "tr" "rt")),
    (Rule::hold_line, &["holds", "hold", "stays", "stay", "remains", "remain", "movement"]),
    (Rule::pursue_line, &["pursues", "pursue", "chases", "chase", "follows", "follow"]),
    (Rule::fight_line, &["engages", "engage", "attacks", "attack", "accepts", "accept", "evades", "evade", "evading", "avoids", "avoid"]),
    (Rule::bombard_line, &["bombards", "bombarding", "bombard", "shells", "shelling", "shell"]),
    (Rule::retreat_line, &["retreats", "retreat", "withdraws", "withdraw", "falls", "fall"]),
    (Rule::station_line, &["stationing", "stationed", "stations", "station", "off", "outside", "before", "waters", "coast", "approaches", "mouth", "harbors", "harbor", "harbours", "harbour", "port", "ports", "home", "base", "bases", "back", "recalls", "recalled", "recall", "returning", "returns", "return", "sea", "blockading", "blockades", "blockaded", "blockade", "raiding", "raids", "raided", "raid", "protecting", "protects", "protected", "protect", "guarding", "guards", "guarded", "guard", "ignoring", "ignores", "ignore", "sending", "sent", "send", "dispatch", "detach", "detail", "post", "deploy", "sails", "sail", "steams", "steam", "goes", "go", "moves", "move", "proceeds", "proceed", "cruises", "cruise", "enters", "enter", "puts", "put"]),
];

/// The kinds that a word may stand in, a bit each by their places.
static BY_WORD: LazyLock<BTreeMap<&str, u64>> = LazyLock::new(|| {
    let mut kinds: BTreeMap<&str, u64> = BTreeMap::new();
    for (place, (_, words)) in KINDS.iter().enumerate() {
        words.iter().for_each(|word| *kinds.entry(word).or_default() |= 1 << place);
    }
    kinds
});

/// The kinds of line that a copy is likely to be, by its words. A ship's name begins with its side: "USGB".
pub(super) fn kinds_of(text: &str) -> impl Iterator<Item = Rule> {
    let words = text.split(|sign: char| !sign.is_ascii_alphabetic()).filter(|word| !word.is_empty());
    let kinds = words.fold(0, |kinds, word| {
        let word = word.to_ascii_lowercase();
        let of = |word: &str| BY_WORD.get(word).copied().unwrap_or(0);
        let bare = word.strip_prefix("us").or_else(|| word.strip_prefix("cs"));
        kinds | of(&word) | bare.map_or(0, of)
    });
    KINDS.iter().enumerate().filter(move |(place, _)| kinds >> place & 1 == 1).map(|(_, (kind, _))| *kind)
}

#[cfg(test)]
mod tests {
    use reader::fair_copy::fair_copy;

    use super::super::super::order::Order;
    use super::super::super::scenario::{Scenario, WAR};
    use super::super::grammar::{Copy, GRAMMARS};
    use super::super::{read_as, read_as_any};
    use super::*;

    /// What a line is read as by all kinds, and by the likely ones.
    fn readings(scenario: &Scenario, line: &str) -> [Option<Vec<Order>>; 2] {
        let copy: Copy<'_> = fair_copy(&scenario.names, line);
        let all = read_as(scenario, &copy, KINDS.iter().map(|(kind, _)| *kind));
        let any = read_as_any(scenario, &copy);
        let stops = [&all, &any].map(|read| read.as_ref().err().map(|why| why.stop.at));
        assert_eq!(stops[0], stops[1], "{line}: found in one go, it goes as far as one by one");
        [all, read_as(scenario, &copy, kinds_of(&copy.text))].map(|read| read.ok().map(|(orders, _)| orders))
    }

    #[test]
    fn the_grammar_knows_all_kinds_together_in_the_order_in_which_they_are_tried() {
        let grammar = GRAMMARS.iter().find_map(|text| text.split("any_line = _{").nth(1)).unwrap();
        let listed: Vec<&str> = grammar.split('}').next().unwrap().split('|').map(str::trim).collect();
        assert_eq!(listed, KINDS.map(|(kind, _)| format!("{kind:?}")));
    }

    #[test]
    fn the_likely_kinds_read_the_examples_of_help_and_nothing_otherwise_than_all_kinds() {
        let scenario = Scenario::prepare(&Scenario::document(WAR).unwrap()).unwrap();
        let examples = GRAMMARS.iter().skip(1).flat_map(|text| text.lines());
        for line in examples.filter_map(|line| line.strip_prefix("//   ")) {
            let [by_all, by_likely] = readings(&scenario, line);
            assert!(by_all.is_some() && by_likely == by_all, "{line}: {by_all:?}, {by_likely:?}");
        }
        let phrases = include_str!("../../../../tests/rules/cwol-phrases.csv");
        for line in phrases.lines().flat_map(|line| line.split("=>")) {
            let [by_all, by_likely] = readings(&scenario, line.trim());
            assert!(by_likely.is_none() || by_likely == by_all, "{line}: {by_all:?}, {by_likely:?}");
        }
    }
}
