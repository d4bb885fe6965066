//! The words by which orders begin, and an example of each.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use reader::slip::words;

/// How a march is ordered.
pub(super) const MARCH: &str = "march US1IN to K1-R9";

/// A verb that begins an order, in all its words, with an example of it.
struct Verb {
    words: &'static [&'static str],
    example: &'static str,
}

const VERBS: &[Verb] = &[
    Verb {
        words: &["raise", "recruit", "enlist", "levy"],
        example: "raise 4 infantry regiments in Richmond from Virginia volunteers",
    },
    Verb {
        words: &["build", "form", "organise", "organize"],
        example: "build IN of 4 regiments and 1 battery in Richmond",
    },
    Verb {
        words: &["rising", "rise", "uprising", "militia uprising", "attempt rising"],
        example: "rising at Nashville with 2 militia regiments",
    },
    Verb { words: &["destroy", "burn"], example: "USSL1 destroy builds at Pensacola" },
    Verb { words: &["naval battery", "naval bty"], example: "build NB of 3 batteries from Memphis at D3-V1" },
    Verb { words: &["lay down"], example: "lay down 2 GB at St Louis" },
    Verb { words: &["buy back", "repurchase", "retire"], example: "buy back greenbacks for 200 gold" },
    Verb { words: &["europe"], example: "buy 25 foreign MP" },
    Verb { words: &["buy", "purchase"], example: "buy 10 supplies at Chattanooga" },
    Verb { words: &["borrow", "loan", "take out a loan"], example: "borrow 4000" },
    Verb { words: &["print", "issue"], example: "print 2000 greenbacks" },
    Verb { words: &["move", "introduce", "propose"], example: "move tax 5" },
    Verb { words: &["vote"], example: "vote 3 aye" },
    Verb { words: &["sign"], example: "sign 3" },
    Verb { words: &["veto"], example: "veto 3" },
    Verb { words: &["override", "overrule"], example: "override 3" },
    Verb { words: &["declare", "lift", "proclaim"], example: "declare a blockade" },
    Verb { words: &["blockade"], example: "blockade Mobile with USFR1" },
    Verb { words: &["station", "recall"], example: "station USFR1 off Mobile to blockade" },
    Verb { words: &["raid", "protect", "ignore"], example: "USSL1 raid commerce" },
    Verb { words: &["charter", "hire"], example: "charter TR 2000 at Boston" },
    Verb { words: &["disband", "muster out", "break up"], example: "disband US4MI" },
    Verb { words: &["scuttle", "blow up", "sink"], example: "scuttle CSGB2" },
    Verb { words: &["add", "reinforce"], example: "add 2 regiments at Richmond to CS1IN" },
    Verb { words: &["recrew", "fill up", "crew"], example: "add 30 crew to CSGB2" },
    Verb { words: &["transfer", "shift"], example: "transfer 1 regiment from US1IN to US4IN" },
    Verb { words: &["merge", "fold", "join"], example: "merge US9IN into US2IN" },
    Verb { words: &["base", "new base"], example: "base CSGB1 at Norfolk" },
    Verb { words: &["repair"], example: "repair USFR1" },
    Verb { words: &["pursue", "chase"], example: "USGB1 pursue CSRI2" },
    Verb { words: &["bombard", "shell"], example: "USRI1 bombard Vicksburg" },
    Verb { words: &["engage", "evade", "accept battle"], example: "USGB1 engage" },
    Verb { words: &["retreat", "fall back"], example: "USGB1 retreat to Cairo" },
    Verb { words: &["steam", "sail"], example: "USGB1 move to Cairo" },
    Verb { words: &["command"], example: "command US1IN CO us-general-1 XO us-war" },
    Verb {
        words: &["standing", "each turn", "every turn", "cancel the standing", "cancel standing", "end the standing"],
        example: "standing: buy 5 supplies at Nashville, forward 5 to Murfreesboro",
    },
    Verb { words: &["depot", "cache", "supply depot", "supply cache"], example: "build depot at G4-S6" },
    Verb { words: &["remove", "pull up"], example: "remove depot at G4-S6" },
    Verb { words: &["fortify", "entrench", "dig in"], example: "fortify K1-R9 5-6 facing N" },
    Verb { words: &["raze", "take down"], example: "raze K1-R9 5-6 facing N" },
    Verb { words: &["march", "advance"], example: MARCH },
    Verb { words: &["halt"], example: "halt US1IN" },
    Verb { words: &["rail", "entrain"], example: "rail US1IN to Nashville" },
    Verb { words: &["river", "boats"], example: "move US4IN by river to Memphis, enter 7-7" },
    Verb { words: &["attack", "assault"], example: "attack K1-R9 by US1IN" },
    Verb { words: &["upgrade", "rearm", "rifles for", "rifled"], example: "upgrade US1IN with rifles" },
    Verb { words: &["activate", "reactivate"], example: "activate CSGB2" },
    Verb { words: &["inactivate", "deactivate", "lay up", "mothball"], example: "inactivate US4MI" },
];

/// Verbs of orders that this edition of the book does not take, and what they would do.
pub(super) const NOT_IN_PLAY: &[(&[&str], &str)] = &[
    (&["cotton loan"], "The cotton loan is not made"),
    (&["repay", "pay back"], "Loans are not repaid while the war lasts"),
];

/// Words by which people would buy gold.
pub(super) const GOLD: &[&str] = &["buy gold", "purchase gold"];

/// Words by which people would change a rate without a bill.
pub(super) const RATES: &[&str] = &[
    "set income tax",
    "set the income tax",
    "set tariff",
    "set the tariff",
    "set tax",
    "set taxes",
    "raise income tax",
    "raise taxes",
    "raise tax",
    "raise the tax",
    "raise the income tax",
    "raise tariff",
    "raise the tariff",
    "lower tax",
    "lower taxes",
    "lower the tax",
    "lower income tax",
    "lower the income tax",
    "lower tariff",
    "lower the tariff",
    "cut taxes",
    "cut the tariff",
    "increase taxes",
    "increase the income tax",
    "tax",
    "tariff",
    "income tax",
];

/// Words with which a ballot begins.
pub(super) const BALLOTS: &[&str] = &["aye", "yea", "nay", "no", "yes", "vote"];

/// Verbs by which something is said of a bill.
pub(super) const OF_BILLS: &[&str] = &["vote", "sign", "veto", "override", "overrule"];

/// Verbs of orders that name no city.
#[rustfmt::skip]
pub(super) const NO_CITY: &[&str] = &[
    "vote", "sign", "veto", "override", "overrule", "move", "introduce", "propose", "borrow", "loan", "print", "issue", "transfer", "shift", "merge", "fold", "join", "repair",
    "command", "activate", "reactivate", "inactivate", "deactivate", "mothball", "declare", "lift", "upgrade", "rearm",
];

const BUILDING: &[&str] = &["build", "form", "organise", "organize", "add", "buy", "lay down", "purchase"];

/// Verbs, words that may stand with them, and an order that has both.
const EXAMPLES: &[(&[&str], &[&str], &str)] = &[
    (&["transfer", "shift", "move"], &["crew", "crewmen", "sailor", "hand"], "transfer 50 crew from USFR1 to USSL2"),
    (&["add", "reinforce"], &["crew", "crewmen", "sailor", "men"], "add 30 crew to CSGB2"),
    (
        BUILDING,
        &["gunboat", "gb", "ironclad", "ic", "sloop", "sl", "frigate", "fr", "ri", "rg"],
        "build 2 GB at St Louis",
    ),
    (BUILDING, &["headquarters", "headquarter", "hq", "cq", "aq"], "build CQ at Washington"),
    (BUILDING, &["pontoon", "pb", "bridge"], "build PB in Nashville"),
    (BUILDING, &["depot", "cache"], "build depot at G4-S6"),
    (BUILDING, &["nb", "naval"], "build NB of 3 batteries from Memphis at D3-V1"),
    (BUILDING, &["fort", "work", "fortification", "entrenchment"], "fortify K1-R9 5-6 facing N"),
    (&["build", "form", "organise", "organize"], &["militia", "mi"], "build MI of 2 regiments in Macon"),
    (&["build", "form", "organise", "organize"], &["artillery", "la"], "build LA of 3 batteries in Boston"),
    (&["buy", "purchase"], &["store"], "buy 40 stores at New York"),
    (&["move", "introduce", "propose"], &["debt", "loan", "ceiling"], "move loans 30000"),
    (&["move", "introduce", "propose"], &["greenback", "paper", "print"], "move greenbacks 5000"),
    (&["move", "introduce", "propose"], &["tariff", "tarrif"], "move tariff 8"),
    (&["move", "introduce", "propose"], &["bounty", "bountie"], "move bounty"),
    (&["move", "introduce", "propose"], &["embargo"], "move embargo off"),
    (&["move", "introduce", "propose"], &["draft", "conscription"], "move draft"),
    (
        &["raise", "recruit", "enlist", "levy"],
        &["battery", "batterie", "artillery", "gun"],
        "raise 2 field batteries in Norfolk",
    ),
    (&["raise", "recruit", "enlist", "levy"], &["militia"], "raise 2 militia regiments in Atlanta"),
    (&["engage", "evade", "accept battle"], &["evade", "transport"], "USRT1 evade"),
    (&["declare", "lift", "proclaim", "blockade"], &["lift", "end"], "lift the blockade"),
];

/// What the game master's entries begin with; in the middle of a line they are talk.
const ENTRIES: &[Verb] = &[
    Verb { words: &["law", "enact"], example: "law US tax 5" },
    Verb { words: &["capture"], example: "capture Nashville by US" },
    Verb { words: &["kentucky violation", "kentucky violated"], example: "Kentucky violation CS" },
    Verb { words: &["battle"], example: "battle at K1-R9: US loses 600, CS loses 400, CS holds" },
    Verb { words: &["fact"], example: "fact siege Nashville on" },
    Verb { words: &["link", "nolink"], example: "link D3-V1 D4-V1 by river" },
    Verb { words: &["place"], example: "place USSL1 off Savannah" },
];

/// All verbs by their first letter, in the order in which they are looked for.
static BY_LETTER: LazyLock<BTreeMap<u8, Vec<&str>>> = LazyLock::new(|| {
    let all = NOT_IN_PLAY
        .iter()
        .flat_map(|row| row.0)
        .chain(RATES)
        .chain(GOLD)
        .chain(ENTRIES.iter().flat_map(|verb| verb.words))
        .chain(VERBS.iter().flat_map(|verb| verb.words));
    let mut verbs: BTreeMap<u8, Vec<&str>> = BTreeMap::new();
    for verb in all {
        verb.bytes().take(1).for_each(|letter| verbs.entry(letter).or_default().push(verb));
    }
    verbs
});

/// The verb that a line begins with, behind what people write before it.
pub(super) fn verb_of(line: &str) -> Option<&'static str> {
    let bare = line.trim_start_matches(|sign: char| !sign.is_ascii_alphabetic()).to_ascii_lowercase();
    let bare = ["please ", "pls ", "also ", "and ", "then "]
        .iter()
        .fold(bare.as_str(), |rest, word| rest.strip_prefix(word).unwrap_or(rest));
    let all = BY_LETTER.get(bare.as_bytes().first()?)?;
    all.iter().copied().find(|verb| {
        bare.strip_prefix(verb).is_some_and(|rest| !rest.starts_with(|next: char| next.is_ascii_alphabetic()))
    })
}

/// Whether a verb begins an entry of the game master's.
pub(super) fn is_entry(verb: &str) -> bool {
    ENTRIES.iter().any(|row| row.words.contains(&verb))
}

/// The verbs of orders that a word may be a slip of: those of a single word.
pub(super) fn single_words() -> impl Iterator<Item = &'static str> {
    VERBS.iter().flat_map(|verb| verb.words).copied().filter(|verb| !verb.contains(' '))
}

/// An example of an order with this verb, of the kind that the other words of the line speak of.
pub(super) fn example_of(verb: &str, text: &str) -> &'static str {
    let lower = text.to_ascii_lowercase();
    let says = |word: &str| words(&lower).any(|(_, said)| said == word || said.strip_suffix('s') == Some(word));
    let fitting = EXAMPLES.iter().find(|row| row.0.contains(&verb) && row.1.iter().any(|word| says(word)));
    let plain = || VERBS.iter().chain(ENTRIES).find(|row| row.words.contains(&verb)).map_or("", |row| row.example);
    fitting.map_or_else(plain, |row| row.2)
}

/// Verbs of ships and units that are there, and of nothing else.
#[rustfmt::skip]
const OF_FORCES: &[&str] = &[
    "bombard", "shell", "engage", "evade", "accept battle", "pursue", "chase", "retreat", "fall back", "steam", "sail", "march", "advance", "halt", "rail", "entrain", "attack", "assault",
    "disband",
];

/// Whether a verb is of forces that are there.
pub(super) fn is_of_forces(verb: &str) -> bool {
    OF_FORCES.contains(&verb)
}

#[cfg(test)]
mod tests {
    use rules::Context;

    use super::*;
    use crate::read::read;
    use crate::scenario::{Scenario, WAR};

    #[test]
    fn every_example_is_an_order() {
        let scenario = Scenario::prepare(&Scenario::document(WAR).unwrap()).unwrap();
        let of_verbs = VERBS.iter().chain(ENTRIES).map(|verb| verb.example);
        let unread = of_verbs.chain(EXAMPLES.iter().map(|row| row.2));
        let unread: Vec<&str> =
            unread.filter(|example| read(&scenario, &Context::default(), example).is_err()).collect();
        assert_eq!(unread, [""; 0]);
    }
}
