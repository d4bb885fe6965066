//! Says why a line that seems meant as an order is none: the words at fault and what would have been right there.

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
use super::propose::parts::{cities, forces, has, parts};
use super::propose::sense::changes;
use super::sailing::{is_of_the_sea, off_which, only_rivers};
use super::stations::no_fleet;
use super::unsaid::{carries_nothing, changed, unsaid, who_commands};
pub(super) use super::verbs::verb_of;
use super::verbs::{
    BALLOTS, GOLD, MARCH, NO_CITY, NOT_IN_PLAY, OF_BILLS, RATES, example_of, is_entry, is_of_forces, single_words,
};
use super::wording::{begins_with, behind_office};

/// A line with a verb that no grammar read.
struct Look<'a> {
    scenario: &'a Scenario,
    copy: &'a Copy<'a>,
    stop: &'a Stop<Rule>,
    /// Nobody asks for more than whether it is an order.
    is_brief: bool,
    /// Where it begins, behind an office.
    body: usize,
    /// Where its verb stands.
    at: usize,
    verb: &'static str,
}

/// What may be wrong with a line that has a verb. The first that holds is said, so what is surer stands above.
const WHYS: &[fn(&Look<'_>) -> Option<Remark>] = &[
    denied,
    changed_untold,
    blockade_of_one,
    bought_gold,
    ship_to_nowhere,
    force_to_nowhere,
    deferred,
    bill_unnamed,
    rate_depends,
    rate_ordered,
    verb_out_of_play,
    less_than_nothing,
    force_unnamed,
    commander_unnamed,
    ship_by_name,
];

/// Why a line is none.
pub(super) fn explain(scenario: &Scenario, context: &Context, copy: &Copy<'_>, stop: &Stop<Rule>) -> Remark {
    if let Some(refused) = out_of_play(copy) {
        return refused;
    }
    let body = behind_office(&copy.text);
    let meant = words(&copy.text).filter(|(at, _)| *at >= body).take(6);
    let mut meant = meant.filter_map(|(at, _)| Some((at, verb_of(&copy.text[at..])?)));
    let verb = meant.find(|(at, verb)| *at <= body || !is_entry(verb));
    // "I'm for the tariff"; "tariff 12" sets it.
    let is_vote = verb.is_none_or(|(at, verb)| OF_BILLS.contains(&verb) || at > body && RATES.contains(&verb));
    if let Some(remark) = ballots::unclear(context, copy.line).filter(|_| is_vote) {
        return remark;
    }
    if let Some(remark) = of_another_time(copy) {
        return remark;
    }
    let Some((at, verb)) = verb else {
        return misspelt(copy).or_else(|| unsaid(scenario, copy)).unwrap_or_else(Remark::chatter);
    };
    let look = Look { scenario, copy, stop, is_brief: context.is_brief(), body, at, verb };
    WHYS.iter().find_map(|why| why(&look)).unwrap_or_else(|| stopped(&look))
}

fn denied(look: &Look<'_>) -> Option<Remark> {
    let is_denied = moods_of(&look.copy.text[look.body..look.at]).contains(&Mood::Denial);
    is_denied.then(|| {
        Remark::unread("This says what is not to be done; of what is on file nothing was taken off.")
            .hint("CANCEL and the number of an order takes that order off; STATUS shows the numbers.")
    })
}

fn changed_untold(look: &Look<'_>) -> Option<Remark> {
    let found = parts(look.scenario, look.copy);
    let is_of_congress = OF_BILLS.contains(&look.verb) || ["move", "introduce", "propose"].contains(&look.verb);
    (changes(&found) && forces(&found).is_empty() && !is_of_congress).then(changed)
}

fn blockade_of_one(look: &Look<'_>) -> Option<Remark> {
    let found = parts(look.scenario, look.copy);
    let is_declared = ["declare", "proclaim", "lift"].contains(&look.verb) && has(&found, &["blockade"]);
    (is_declared && !cities(&found).is_empty()).then(|| {
        Remark::unread("A blockade is of all ports of the other side, and of none alone.")
            .hint("Write: declare a blockade. Ships blockade a port: station USFR1 off Mobile to blockade.")
    })
}

fn bought_gold(look: &Look<'_>) -> Option<Remark> {
    let is_bought = GOLD.contains(&look.verb) || buys_gold(&look.copy.text[look.at..]);
    is_bought.then(|| Remark::refused("Greenbacks never buy gold.").rule("1.3"))
}

fn ship_to_nowhere(look: &Look<'_>) -> Option<Remark> {
    if look.verb != "move" || !names_a_ship(look.copy) {
        return None;
    }
    let (from, to) = look.copy.span(look.at, look.copy.text.len());
    let remark = Remark::unread("It is not clear where the ship is to go.").at(from, to);
    Some(remark.hint("For example: USGB1 move to Cairo. Or: USGB1 move to F2-R5, run the batteries."))
}

fn force_to_nowhere(look: &Look<'_>) -> Option<Remark> {
    let is_moved = look.verb == "move" && speaks_of_forces(look.copy);
    is_moved.then(|| {
        Remark::unread("It is not said which unit, or where to.").hint(format!("Write, for example: {MARCH}."))
    })
}

fn bill_unnamed(look: &Look<'_>) -> Option<Remark> {
    let is_ballot = BALLOTS.iter().any(|ballot| begins_with(&look.copy.text[look.body..], ballot));
    (RATES.contains(&look.verb) && is_ballot)
        .then(|| Remark::unread("It is not said which bill this is about.").hint("Name its number: vote 3 aye."))
}

fn rate_depends(look: &Look<'_>) -> Option<Remark> {
    let depends = RATES.contains(&look.verb) && moods_of(look.copy.line).contains(&Mood::Condition);
    depends.then(|| {
        Remark::unread("This seems to depend on something, and no order here holds a condition.")
            .hint("Write it without that when it is meant for now.")
    })
}

fn rate_ordered(look: &Look<'_>) -> Option<Remark> {
    RATES.contains(&look.verb).then(|| not_ordered(&look.copy.text))
}

fn verb_out_of_play(look: &Look<'_>) -> Option<Remark> {
    let (_, what) = NOT_IN_PLAY.iter().find(|row| row.0.contains(&look.verb))?;
    Some(not_in_play(what))
}

fn less_than_nothing(look: &Look<'_>) -> Option<Remark> {
    let (from, to) = below_nothing(look.copy.line)?;
    Some(Remark::unread("Less than nothing is no order.").at(from, to).hint("Leave the sign out, or the line."))
}

fn force_unnamed(look: &Look<'_>) -> Option<Remark> {
    let is_of_guns = ["bombard", "shell"].contains(&look.verb);
    let is_named = if is_of_guns { names_a_ship(look.copy) } else { names_a_force(look.copy) };
    (is_of_forces(look.verb) && !is_named).then(|| {
        let example = example_of(look.verb, &look.copy.text);
        Remark::unread("It is not said which ships or units this is for.")
            .hint(format!("Name each by side, kind and number, as reports do. For example: {example}."))
    })
}

fn commander_unnamed(look: &Look<'_>) -> Option<Remark> {
    let Look { scenario, copy, stop, verb, .. } = look;
    let name = (*verb == "command").then(|| first_force(scenario, copy))??;
    let (start, end) = culprit(&copy.text, stop.at);
    let (from, to) = copy.span(start, end);
    let said = match start < end {
        true => format!("{:?} is not understood here.", &copy.line[from..to]),
        false => "It is not said who is to command.".to_owned(),
    };
    Some(Remark::unread(said).at(from, to).hint(who_commands(&name)))
}

fn ship_by_name(look: &Look<'_>) -> Option<Remark> {
    let (start, end) = culprit(&look.copy.text, look.stop.at);
    ["uss", "css"].iter().any(|what| begins_with(&look.copy.text[start..], what)).then(|| {
        let (from, to) = look.copy.span(start, end);
        Remark::unread("Ships have no names here.")
            .at(from, to)
            .hint("Name a ship by side, class and number, as reports do: CSGB2.")
    })
}

/// The words at which the reading of an order broke off, and what would have been right there.
fn stopped(look: &Look<'_>) -> Remark {
    let Look { scenario, copy, verb, .. } = look;
    let (start, end) = culprit(&copy.text, look.stop.at);
    let mut example = example_of(verb, &copy.text).to_owned();
    if example.starts_with("fortify ") {
        // A unit digs where its commander says so.
        let by = first_force(scenario, copy).map_or_else(String::new, |name| format!(" by {name}"));
        example.push_str(&by);
    }
    let example = format!("Write, for example: {example}.");
    if start >= end {
        return Remark::unread("The line stops before it says all that is needed.").hint(example);
    }
    let (from, to) = copy.span(start, end);
    let said = &copy.line[from..to];
    if let Some(named) = force_at(copy, start) {
        return Remark::unread(format!("{named:?} has no place there.")).at(from, from + named.len()).hint(example);
    }
    if copy.mark(start).is_some() {
        return Remark::unread(format!("{said:?} has no place there.")).at(from, to).hint(example);
    }
    let remark = Remark::unread(format!("{said:?} is not understood here.")).at(from, to);
    let names_none = look.is_brief || said.len() < 4 || is_known(said) || NO_CITY.contains(verb);
    let near = if names_none { Vec::new() } else { scenario.names.nearest(said) };
    let near: Vec<String> = near.iter().map(|city| scenario.city_name(city)).collect();
    match near.is_empty() {
        false => remark.hint(format!("Is {} meant?", near.join(", or "))),
        true => remark.hint(example),
    }
}

/// The unit or ship that is named at a byte of the copy, as it is typed.
fn force_at<'l>(copy: &Copy<'l>, at: usize) -> Option<&'l str> {
    let pair = OrderGrammar::parse(Rule::own_force, &copy.text[at..]).ok()?.next()?;
    let (from, to) = copy.span(at, at + pair.as_str().len());
    Some(&copy.line[from..to])
}

/// "On turn 4": an order is for the phase that is open.
fn of_another_time(copy: &Copy<'_>) -> Option<Remark> {
    let said: Vec<(usize, &str)> = words(&copy.text).collect();
    let is_turn = |pair: &&[(usize, &str)]| {
        pair[0].1.eq_ignore_ascii_case("turn") && pair[1].1.bytes().all(|sign| sign.is_ascii_digit())
    };
    // "Turn 2: borrow 4000" is a head.
    let named = said.windows(2).find(is_turn).filter(|pair| pair[0].0 > 0)?;
    let (from, to) = copy.span(named[0].0, named[1].0 + named[1].1.len());
    Some(
        Remark::unread("This names a turn, and an order is for the phase that is open.")
            .at(from, to)
            .hint("ORDERS PHASE next, above orders, keeps them for the next phase."),
    )
}

/// The first unit or ship that a line names.
fn first_force(scenario: &Scenario, copy: &Copy<'_>) -> Option<String> {
    forces(&parts(scenario, copy)).first().map(|(name, _)| (*name).to_owned())
}

/// What the text of the rules leaves for later editions (3.4, 7.1).
fn deferred(look: &Look<'_>) -> Option<Remark> {
    const NEUTRAL: [&str; 4] = ["england", "britain", "france", "europe"];
    let text = look.copy.text.to_ascii_lowercase();
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
    const MOST_DIGITS: usize = 2;
    let rate = behind.split(|sign: char| !sign.is_ascii_digit()).find(|digits| !digits.is_empty());
    let rate = rate.filter(|digits| digits.len() <= MOST_DIGITS).unwrap_or("5");
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
    let mut verbs = single_words().filter(|verb| verb.len() >= SHORTEST);
    let near = verbs.find(|verb| is_meant && strsim::damerau_levenshtein(verb, &lower) == 1)?;
    let (from, to) = copy.span(at, at + word.len());
    Some(Remark::unread(format!("{word:?} is no verb of an order.")).at(from, to).hint(format!("Is {near:?} meant?")))
}
