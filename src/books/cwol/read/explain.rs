//! Says why a line that seems meant as an order is none: the words at fault and what would have been right there.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use base::order::Remark;
use pest::Parser;
use reader::slip::{Stop, culprit, words};
use reader::{Mood, moods_of};
use rules::Context;

use super::super::scenario::Scenario;
use super::code::called;
use super::grammar::{Copy, OrderGrammar, Rule};
use super::propose::ballots;
use super::propose::mending::is_known;
use super::propose::parts::{forces, parts};
use super::sailing::{is_of_the_sea, off_which, only_rivers};
use super::stations::no_fleet;
use super::unsaid::{carries_nothing, unsaid, who_commands};
use super::wording::{begins_with, behind_office};

/// How a march is ordered.
const MARCH: &str = "march US1IN to K1-R9";

/// A verb that begins an order, with an example of it; the last two columns are of orders that are not in play.
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
const NOT_IN_PLAY: &[(&[&str], &str)] = &[
    (&["cotton loan"], "The cotton loan is not made"),
    (&["repay", "pay back"], "Loans are not repaid while the war lasts"),
];

/// Words by which people would buy gold.
const GOLD: &[&str] = &["buy gold", "purchase gold"];

/// Words by which people would change a rate without a bill.
const RATES: &[&str] = &[
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
const BALLOTS: &[&str] = &["aye", "yea", "nay", "no", "yes", "vote"];

/// Verbs by which something is said of a bill.
const OF_BILLS: &[&str] = &["vote", "sign", "veto", "override", "overrule"];

/// Verbs of orders that name no city.
#[rustfmt::skip]
const NO_CITY: &[&str] = &[
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

/// Why a line is none.
pub(super) fn explain(scenario: &Scenario, context: &Context, copy: &Copy<'_>, stop: &Stop<Rule>) -> Remark {
    let is_brief = context.is_brief();
    let is_entry = |verb: &str| ENTRIES.iter().any(|row| row.words.contains(&verb));
    let body = behind_office(&copy.text);
    if let Some(refused) = out_of_play(copy) {
        return refused;
    }
    let meant = words(&copy.text).filter(|(at, _)| *at >= body).take(6);
    let mut meant = meant.filter_map(|(at, _)| Some((at, verb_of(&copy.text[at..])?)));
    let verb = meant.find(|(at, verb)| *at <= body || !is_entry(verb));
    // "I'm for the tariff"; "tariff 12" sets it.
    let is_vote = verb.is_none_or(|(at, verb)| OF_BILLS.contains(&verb) || at > body && RATES.contains(&verb));
    if let Some(remark) = ballots::unclear(context, copy.line).filter(|_| is_vote) {
        return remark;
    }
    let Some((at, verb)) = verb else {
        return misspelt(copy).or_else(|| unsaid(scenario, copy)).unwrap_or_else(Remark::chatter);
    };
    if moods_of(&copy.text[body..at]).contains(&Mood::Denial) {
        return Remark::unread("This says what is not to be done; of what is on file nothing was taken off.")
            .hint("CANCEL and the number of an order takes that order off; STATUS shows the numbers.");
    }
    if GOLD.contains(&verb) || buys_gold(&copy.text[at..]) {
        return Remark::refused("Greenbacks never buy gold.").rule("1.3");
    }
    if verb == "move" && names_a_ship(copy) {
        let (from, to) = copy.span(at, copy.text.len());
        return Remark::unread("It is not clear where the ship is to go.")
            .at(from, to)
            .hint("For example: USGB1 move to Cairo. Or: USGB1 move to F2-R5, run the batteries.");
    }
    if verb == "move" && speaks_of_forces(copy) {
        return Remark::unread("It is not said which unit, or where to.").hint(format!("Write, for example: {MARCH}."));
    }
    if let Some(deferred) = deferred(&copy.text.to_ascii_lowercase()) {
        return deferred;
    }
    if RATES.contains(&verb) && BALLOTS.iter().any(|ballot| begins_with(&copy.text[body..], ballot)) {
        return Remark::unread("It is not said which bill this is about.").hint("Name its number: vote 3 aye.");
    }
    if RATES.contains(&verb) {
        return not_ordered(&copy.text);
    }
    if let Some((_, what)) = NOT_IN_PLAY.iter().find(|row| row.0.contains(&verb)) {
        return not_in_play(what);
    }
    if let Some((from, to)) = below_nothing(copy.line) {
        return Remark::unread("Less than nothing is no order.").at(from, to).hint("Leave the sign out, or the line.");
    }
    let is_of_guns = ["bombard", "shell"].contains(&verb);
    if is_of_forces(verb) && !(if is_of_guns { names_a_ship(copy) } else { names_a_force(copy) }) {
        let example = example_of(verb, &copy.text);
        return Remark::unread("It is not said which ships or units this is for.")
            .hint(format!("Name each by side, kind and number, as reports do. For example: {example}."));
    }
    if verb == "command"
        && let Some(name) = forces(&parts(scenario, copy)).first().map(|(name, _)| (*name).to_owned())
    {
        let (start, end) = culprit(&copy.text, stop.at);
        let (from, to) = copy.span(start, end);
        let said = match start < end {
            true => format!("{:?} is not understood here.", &copy.line[from..to]),
            false => "It is not said who is to command.".to_owned(),
        };
        return Remark::unread(said).at(from, to).hint(who_commands(&name));
    }
    let (start, end) = culprit(&copy.text, stop.at);
    if ["uss", "css"].iter().any(|what| begins_with(&copy.text[start..], what)) {
        let (from, to) = copy.span(start, end);
        return Remark::unread("Ships have no names here.")
            .at(from, to)
            .hint("Name a ship by side, class and number, as reports do: CSGB2.");
    }
    let mut example = example_of(verb, &copy.text).to_owned();
    if example.starts_with("fortify ") {
        // A unit digs where its commander says so.
        let by = forces(&parts(scenario, copy)).first().map_or_else(String::new, |(name, _)| format!(" by {name}"));
        example.push_str(&by);
    }
    let example = format!("Write, for example: {example}.");
    if start >= end {
        return Remark::unread("The line stops before it says all that is needed.").hint(example);
    }
    let (from, to) = copy.span(start, end);
    let said = &copy.line[from..to];
    if copy.mark(start).is_some() {
        return Remark::unread(format!("{said:?} has no place there.")).at(from, to).hint(example);
    }
    let remark = Remark::unread(format!("{said:?} is not understood here.")).at(from, to);
    let near = if is_brief || said.len() < 4 || is_known(said) || NO_CITY.contains(&verb) {
        Vec::new()
    } else {
        scenario.names.nearest(said)
    };
    let near: Vec<String> = near.iter().map(|city| scenario.city_name(city)).collect();
    match near.is_empty() {
        false => remark.hint(format!("Is {} meant?", near.join(", or "))),
        true => remark.hint(example),
    }
}

/// An example of an order with this verb, of the kind that the other words of the line speak of.
fn example_of(verb: &str, text: &str) -> &'static str {
    let lower = text.to_ascii_lowercase();
    let says = |word: &str| words(&lower).any(|(_, said)| said == word || said.strip_suffix('s') == Some(word));
    let fitting = EXAMPLES.iter().find(|row| row.0.contains(&verb) && row.1.iter().any(|word| says(word)));
    let plain = || VERBS.iter().chain(ENTRIES).find(|row| row.words.contains(&verb)).map_or("", |row| row.example);
    fitting.map_or_else(plain, |row| row.2)
}

/// What the text of the rules leaves for later editions (3.4, 7.1).
fn deferred(text: &str) -> Option<Remark> {
    const NEUTRAL: [&str; 4] = ["england", "britain", "france", "europe"];
    let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
    let (what, rule) = match () {
        () if text.contains("cotton") && has(&["loan", "borrow"]) => ("The cotton loan is not made", "3.4"),
        () if has(&["suppl", "stores"]) && has(&NEUTRAL) => ("Neutral ports sell no supplies and stores", "7.1"),
        () => return None,
    };
    Some(not_in_play(what).rule(rule))
}

/// A number with its sign, behind a blank: "borrow -500".
pub(super) fn below_nothing(line: &str) -> Option<(usize, usize)> {
    let signs = line.match_indices(" -");
    let behind = |at: usize| line[at + 2..].bytes().take_while(u8::is_ascii_digit).count();
    let is_counted = |at: usize| !line[..at].ends_with(|sign: char| sign.is_ascii_digit() || sign == ':');
    let found = signs.map(|(at, _)| at).find(|at| behind(*at) > 0 && is_counted(*at))?;
    Some((found + 1, found + 2 + behind(found)))
}

/// What fleets and ships of the sea do in no edition of this book: run past a fleet, sail between a river and the sea.
fn out_of_play(copy: &Copy<'_>) -> Option<Remark> {
    let lower = copy.text.to_ascii_lowercase();
    let says = |phrases: &[&str]| phrases.iter().any(|phrase| lower.contains(phrase));
    if says(&["run the fleet", "runs the fleet", "run their fleet", "run past the fleet", "run past their fleet"]) {
        return Some(no_fleet());
    }
    if says(&["pay the debt", "pay off the debt", "pay down the debt", "repay the debt"]) {
        return Some(not_in_play("Loans are not repaid while the war lasts"));
    }
    let goes_to_sea = says(&["put to sea", "puts to sea", "go to sea", "goes to sea", "out to sea", "to the gulf"]);
    (goes_to_sea && names_a_ship(copy)).then(|| if names_ships_of_the_sea(copy) { off_which() } else { only_rivers() })
}

/// Whether ships of the sea are named, and no others.
fn names_ships_of_the_sea(copy: &Copy<'_>) -> bool {
    let named = words(&copy.text).filter_map(|(at, _)| {
        let pair = OrderGrammar::parse(Rule::own_ship, &copy.text[at..]).ok()?.next()?;
        called(copy, &pair).ok()
    });
    named.into_iter().all(|ship| is_of_the_sea(&ship))
}

/// "Buy 100 gold", "purchase 50 Eg of gold".
fn buys_gold(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    let mut rest = words(&lower).map(|(_, word)| word);
    let buys = rest.next().is_some_and(|verb| ["buy", "purchase"].contains(&verb));
    let is_number = |word: &str| word.bytes().all(|sign| sign.is_ascii_digit());
    let mut behind = rest.skip_while(|word| is_number(word) || ["eg", "eagles", "of", "some", "in"].contains(word));
    buys && behind.next() == Some("gold")
}

/// Verbs of ships and units that are there, and of nothing else.
#[rustfmt::skip]
const OF_FORCES: &[&str] = &[
    "bombard", "shell", "engage", "evade", "accept battle", "pursue", "chase", "retreat", "fall back", "steam", "sail", "march", "advance", "halt", "rail", "entrain", "attack", "assault",
];

fn is_of_forces(verb: &str) -> bool {
    OF_FORCES.contains(&verb)
}

/// Whether a unit or ship is named.
fn names_a_force(copy: &Copy<'_>) -> bool {
    words(&copy.text).any(|(at, _)| OrderGrammar::parse(Rule::own_force, &copy.text[at..]).is_ok())
}

/// Whether a ship is named by class and number.
fn names_a_ship(copy: &Copy<'_>) -> bool {
    let is_ship = |(at, _): (usize, &str)| {
        let found = OrderGrammar::parse(Rule::own_force, &copy.text[at..]).ok();
        found.is_some_and(|pairs| pairs.flatten().any(|pair| pair.as_rule() == Rule::vessel))
    };
    words(&copy.text).any(is_ship)
}

/// "Move my brigade to Manassas": no bill.
fn speaks_of_forces(copy: &Copy<'_>) -> bool {
    const WORDS: [&str; 8] = ["brigade", "army", "corps", "ship", "fleet", "troops", "regiment", "division"];
    !copy.marks.is_empty() || WORDS.iter().any(|word| copy.text.to_ascii_lowercase().contains(word))
}

/// D12: a rate is moved in Congress, by the line that does it.
fn not_ordered(text: &str) -> Remark {
    let what = if text.to_ascii_lowercase().contains("tariff") { "tariff" } else { "tax" };
    let behind = text.to_ascii_lowercase().rfind(what).and_then(|at| text.get(at..)).unwrap_or(text);
    let rate = behind.split(|sign: char| !sign.is_ascii_digit()).find(|digits| !digits.is_empty()).unwrap_or("5");
    Remark::refused("Rates are set by Congress and not ordered.")
        .hint(format!("A Congressman, the President or the Vice-President writes: move {what} {rate}."))
        .rule("D12")
}

fn not_in_play(what: &str) -> Remark {
    Remark::refused(format!("{what} in this edition of the book.")).hint("HELP lists the orders that are in play.")
}

/// A first word that is a verb with a slip in it, where a place is named or something is counted.
fn misspelt(copy: &Copy<'_>) -> Option<Remark> {
    const SHORTEST: usize = 4;
    let body = behind_office(&copy.text);
    let (at, word) = words(&copy.text).find(|(at, _)| *at >= body).filter(|(_, word)| word.len() >= SHORTEST)?;
    if ["load", "carry", "unload"].iter().any(|verb| word.eq_ignore_ascii_case(verb)) && names_a_force(copy) {
        return Some(carries_nothing());
    }
    let is_meant = !copy.marks.is_empty() || copy.text.contains(|sign: char| sign.is_ascii_digit());
    let lower = word.to_ascii_lowercase();
    let verbs = VERBS.iter().flat_map(|verb| verb.words).filter(|verb| verb.len() >= SHORTEST && !verb.contains(' '));
    let near = verbs.copied().find(|verb| is_meant && strsim::damerau_levenshtein(verb, &lower) == 1)?;
    let (from, to) = copy.span(at, at + word.len());
    Some(Remark::unread(format!("{word:?} is no verb of an order.")).at(from, to).hint(format!("Is {near:?} meant?")))
}
