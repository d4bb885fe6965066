//! A line that may hold several orders, cut into clauses of one order each: at sentences, and at commas where another verb,
//! leader or pulse begins. Knows words and names; what a clause means, `acts` says.

use std::borrow::Cow;

use super::clause::{Clause, Part};
use super::deeds::{DEEDS, Deed};
use super::name::Name;
use crate::read::copy::{Named, copy};
use crate::scenario::Scenario;
use reader::loose::{Kind, Token, placed, tokens};
use reader::loose_pulses::{When, told};

/// Words for command points behind a number.
const COMMAND: &[&str] = &["cp", "cps", "command", "cmd", "c"];
/// Words for strength points behind a number.
#[rustfmt::skip]
pub(super) const STRENGTH: &[&str] = &[
    "sp", "sps", "strength", "infantry", "inf", "troops", "men", "regiments", "regiment", "points", "point", "divisions", "division",
    "recruits", "recruit", "reinforcements", "reinforcement", "reinf", "reinfs", "reinfts", "fresh", "new", "in", "brigades", "brigade",
    "boys", "lone", "company", "companies", "battalion", "battalions", "soldiers", "pts",
];
/// Words behind a number that make it a number of something.
#[rustfmt::skip]
const COUNTED: &[&str] = &[
    "cp", "cps", "command", "cmd", "pp", "pps", "pulse", "pulses", "rp", "rps", "rail", "rails", "rr", "sp", "sps", "strength", "infantry",
    "inf", "troops", "men", "regiments", "regiment", "company", "companies", "battalion", "battalions", "soldiers", "points", "point", "pts", "divisions", "division", "recruits", "recruit",
    "reinforcements", "reinforcement", "reinf", "reinfs", "fresh", "new", "more", "x", "leaders", "leader", "generals", "nsp", "ships",
    "ship", "boats", "boat", "gunboats", "gunboat", "ironclads", "ironclad", "naval", "hexes", "stars", "star", "in", "of", "stay", "stays",
    "remain", "remains", "planned", "discretionary", "free", "river", "ocean", "raiders", "brigades", "train", "trains", "weeks", "days",
    "stack",
];
/// Signs and words at which a sentence ends.
const ENDS: &str = ".;!?|";
/// Signs at which a clause may end.
const BREAKS: &str = ",():+*";

impl Clause<'_> {
    /// Takes another stretch in, as a part of the same order.
    pub(super) fn add(&mut self, mut other: Self) {
        let shift = self.names.len();
        self.words.push(Part::Sign(','));
        self.words.extend(other.words.into_iter().map(|part| match part {
            Part::Name(rank) => Part::Name(rank + shift),
            part => part,
        }));
        self.names.append(&mut other.names);
        match (self.when, other.when) {
            (Some(_), Some(_)) if other.is_sure && !self.is_sure => {
                self.number = self.number.or(lone(self.when));
                (self.when, self.is_sure) = (other.when, true);
            }
            (Some(_), Some(_)) if self.is_sure && !other.is_sure => self.number = self.number.or(lone(other.when)),
            (Some(_), Some(_)) => self.later = other.when,
            (None, Some(_)) => (self.when, self.is_sure) = (other.when, other.is_sure),
            (_, None) => {}
        }
        self.later = self.later.or(other.later);
        self.cp = self.cp.or(other.cp);
        self.pp = self.pp.or(other.pp);
        self.rail = self.rail.or(other.rail);
        self.rp = self.rp.or(other.rp);
        self.strength = self.strength.or(other.strength);
        self.number = self.number.or(other.number);
        self.deed = deed_of(self).or(self.deed).or(other.deed);
        self.asks |= other.asks;
    }
}

/// The number that was taken for a pulse.
fn lone(when: Option<When>) -> Option<u32> {
    match when {
        Some(When::Span { from, to }) if from == to => Some(from),
        _ => None,
    }
}

/// A stretch between two breaks.
struct Fragment<'c> {
    clause: Clause<'c>,
    /// A sentence ends before it.
    is_first: bool,
}

/// The clauses of a line.
pub(super) fn clauses<'c>(scenario: &Scenario, tokens: &[Token<'c, Named<'_>>]) -> Vec<Clause<'c>> {
    let mut found: Vec<Clause<'c>> = Vec::new();
    let mut was_time = false;
    let mut meant = fragments(scenario, tokens);
    meant.retain(|fragment| !super::phrases::takes_back(&fragment.clause));
    share_total(&mut meant);
    let mut meant = meant.into_iter().peekable();
    while let Some(mut fragment) = meant.next() {
        // "Fort Donelson stays held, nobody leaves": said once more.
        if found.last().is_some_and(|last| last.deed == Some(Deed::Hold)) && fragment.clause.keeps_everybody() {
            continue;
        }
        if let Some(last) = found.last() {
            counted_alike(last, &mut fragment.clause);
        }
        let ends_in_time = fragment.clause.when.is_some();
        // "Pulses 1-4 and 5-8", and nothing behind them: the times of two orders that were told before.
        let closes = fragment.clause.is_bare() && meant.peek().is_none_or(|next| next.is_first) && found.len() == 2;
        let is_new = found.last().is_none_or(|last| !closes && begins_order(last, &fragment, was_time));
        was_time = ends_in_time && !(fragment.clause.is_bare() && is_new);
        match found.last_mut() {
            Some(last) if !is_new => last.add(fragment.clause),
            _ => found.push(fragment.clause),
        }
    }
    found
}

/// "Enter 2 infantry at St Louis, 1 at Rolla": the number alone is of the same.
fn counted_alike(last: &Clause<'_>, next: &mut Clause<'_>) {
    let enters = last.strength.is_some()
        && last.has_place()
        && !last.has_leader()
        && matches!(last.deed, None | Some(Deed::Enter));
    if enters && next.strength.is_none() && next.deed.is_none() && next.has_place() && !next.has_leader() {
        next.strength = next.number.take();
    }
}

/// "3 reinforcements: 2 Nashville, 1 Memphis": numbers beside places that make up the number before them are of the same.
fn share_total(fragments: &mut Vec<Fragment<'_>>) {
    let is_total = |clause: &Clause<'_>| {
        clause.names.is_empty() && clause.strength.is_some() && matches!(clause.deed, None | Some(Deed::Enter))
    };
    let is_part = |clause: &Clause<'_>| {
        clause.names.len() == 1
            && clause.has_place()
            && !clause.has_leader()
            && matches!(clause.deed, None | Some(Deed::Enter))
            && clause.strength.or(clause.number).is_some()
    };
    let Some(at) = fragments.iter().position(|fragment| is_total(&fragment.clause)) else { return };
    let total = fragments[at].clause.strength.unwrap_or(0);
    let count = fragments[at + 1..].iter().take_while(|fragment| is_part(&fragment.clause)).count();
    let parts = &mut fragments[at + 1..at + 1 + count];
    let sum = parts.iter().filter_map(|part| part.clause.strength.or(part.clause.number)).fold(0, u32::saturating_add);
    if count < 2 || sum != total {
        return;
    }
    for part in parts.iter_mut() {
        part.clause.strength = part.clause.strength.or(part.clause.number.take());
        part.clause.deed = Some(Deed::Enter);
    }
    part_total(fragments, at, count);
}

/// Leaves the parts of a total alone: its pulses, or those right before it, stand behind the last of them, where they are
/// shared out among all.
fn part_total(fragments: &mut Vec<Fragment<'_>>, at: usize, count: usize) {
    let head = fragments.remove(at);
    fragments[at].is_first |= head.is_first;
    let is_untimed = fragments[at..at + count].iter().all(|part| part.clause.when.is_none());
    if let Some(last) = fragments.get_mut(at + count - 1).filter(|_| is_untimed) {
        (last.clause.when, last.clause.is_sure) = (head.clause.when, head.clause.is_sure);
    }
    let before = at.checked_sub(1).filter(|_| is_untimed && head.clause.when.is_none());
    if let Some(before) = before.filter(|at| fragments[*at].clause.is_bare() && fragments[*at].clause.when.is_some()) {
        let told = fragments.remove(before).clause;
        let last = &mut fragments[before + count - 1].clause;
        (last.when, last.is_sure) = (told.when, told.is_sure);
    }
}

/// Whether a stretch begins another order than the one before it.
fn begins_order(last: &Clause<'_>, next: &Fragment<'_>, was_time: bool) -> bool {
    let clause = &next.clause;
    let loads = last.says(&["aboard", "load", "loads", "embark", "embarks", "embarked"]);
    if loads && clause.says(&["ashore", "unload", "unloads", "land", "lands", "takes"]) {
        return false;
    }
    if last.asks && !clause.is_bare() || super::phrases::corrects(clause) {
        return true;
    }
    // "2 CP and 2 PP go with them": what the loan before it comes with.
    if clause.names.is_empty() && clause.strength.is_none() && clause.says_phrase("with them") {
        return false;
    }
    if last.deed == Some(Deed::Idle) && clause.deed.is_some_and(|deed| deed != Deed::Idle) {
        return true;
    }
    // "Frederick gets a fort, the troops there build it".
    if last.deed == Some(Deed::Build) && (clause.says_phrase("build it") || clause.says_phrase("builds it")) {
        return false;
    }
    // "Leaves Washington with six points and marches to Manassas" is one march.
    let sets_out = ["leave", "leaves", "leaving", "sets", "set", "starts", "departs"];
    if last.says(&sets_out) && last.has_leader() && clause.deed == Some(Deed::Move) && !clause.has_leader() {
        return false;
    }
    let has_both_times = last.when.is_some() && clause.when.is_some() && last.is_sure == clause.is_sure;
    if clause.is_bare() {
        return has_both_times && !last.says(super::times::ROLL);
    }
    if last.is_bare() {
        return false;
    }
    let only_times =
        clause.names.is_empty() && clause.strength.is_none() && clause.when.is_some() && last.when.is_none();
    if only_times && !next.is_first && clause.deed == Some(Deed::Move) {
        return false;
    }
    if has_both_times || next.is_first {
        return true;
    }
    let is_complete = last.deed.is_some() && (!last.names.is_empty() || last.strength.is_some());
    let is_other_deed = clause.deed.is_some() && last.deed.is_some() && !is_one_deed(last.deed, clause.deed);
    // "Memphis: 3 SP to Corinth" is one order, and so is "2 SP (from Frederick), 10-11: Harpers Ferry".
    let is_name_alone = last.deed.is_none() && last.strength.is_none() && last.when.is_none() && !last.has_leader();
    let is_way = last.deed.is_none()
        && last.strength.is_some()
        && clause.deed.is_none()
        && clause.strength.is_none()
        && last.names.iter().all(|name| name.is_ruled_by(&["from"]));
    let goes_further = !is_name_alone && !is_way;
    let is_manner = matches!(clause.deed, Some(Deed::Transfer | Deed::Rail | Deed::Present)) && clause.names.is_empty();
    let is_other_deed = is_other_deed && !is_manner;
    let is_full = last.has_leader() && (last.has_place() || last.deed.is_some());
    is_complete && is_other_deed
        || clause.has_leader()
            && is_full
            && !clause.words.iter().any(|part| matches!(part, Part::Word("with" | "by" | "under")))
        || clause.deed.is_some() && is_complete && !clause.names.is_empty() && last.has_place()
        || clause.has_place() && last.has_place() && goes_further && (was_time || clause.strength.is_some())
        || clause.strength.is_some() && last.strength.is_some()
        || clause.strength.is_some() && last.says(&["leaders", "generals", "general"]) && last.has_place()
}

/// Verbs that may stand in one order together: "moves and attacks", "fort: build".
fn is_one_deed(last: Option<Deed>, next: Option<Deed>) -> bool {
    let is_march = |deed: Option<Deed>| matches!(deed, Some(Deed::Move | Deed::Attack | Deed::Rail));
    last == next || is_march(last) && is_march(next)
}

fn fragments<'c>(scenario: &Scenario, tokens: &[Token<'c, Named<'_>>]) -> Vec<Fragment<'c>> {
    let names = placed(tokens);
    let mut found: Vec<Fragment<'c>> = Vec::new();
    let mut open = Fragment { clause: Clause::default(), is_first: true };
    let mut at = usize::from(tokens.first().is_some_and(|token| token.is_sign("*-"))) + list_number(tokens);
    let mut name_rank = names.iter().position(|name| name.index >= at).unwrap_or(names.len());
    while let Some(token) = tokens.get(at) {
        let ends_sentence =
            token.is_sign(ENDS) && !is_shortened(tokens, at) || token.is_one_of(&["then", "afterwards", "thereafter"]);
        if !ends_sentence && begins_part(&open.clause, tokens, at) {
            let next = Fragment { clause: Clause::default(), is_first: false };
            let mut done = std::mem::replace(&mut open, next);
            done.clause.deed = deed_of(&done.clause);
            found.push(done);
        }
        if ends_sentence || is_break(tokens, at) {
            open.clause.asks |= token.is_sign("?");
            let next = Fragment {
                clause: Clause::default(),
                is_first: ends_sentence || open.is_first && open.clause.words.is_empty(),
            };
            let mut done = std::mem::replace(&mut open, next);
            done.clause.deed = deed_of(&done.clause);
            found.extend((!is_empty(&done.clause)).then_some(done));
            at += 1;
            continue;
        }
        if token.name().is_some() {
            let mut name = Name::of(scenario, names[name_rank].clone());
            name_rank += 1;
            // "To Manassas and Banks to Winchester": whoever begins a clause stands behind no preposition.
            if open.clause.words.is_empty() && name.places.is_empty() && ruled_elsewhere(tokens, at) {
                name.ruled_by.clear();
            }
            open.clause.words.push(Part::Name(open.clause.names.len()));
            open.clause.names.push(name);
            at += 1;
            continue;
        }
        at += take(&mut open.clause, tokens, at);
    }
    open.clause.deed = deed_of(&open.clause);
    found.extend((!is_empty(&open.clause)).then_some(open));
    found
}

/// "2 Nashville 1 Memphis": a number right before a place, behind a number and a place that stand alone.
fn begins_part(open: &Clause<'_>, tokens: &[Token<'_, Named<'_>>], at: usize) -> bool {
    let is_place = |token: &Token<'_, Named<'_>>| match token.name() {
        Some(Named::Name(meaning)) => meaning.leaders.is_empty(),
        Some(Named::Hex(_)) => true,
        _ => false,
    };
    let small = tokens.get(at + 1).is_some_and(|next| next.is_one_of(&["at", "in", "for", "to"]));
    let goes_on = tokens[at].number().is_some() && tokens.get(at + 1 + usize::from(small)).is_some_and(is_place);
    goes_on && open.has_place() && !open.has_leader() && open.number.or(open.strength).is_some()
}

/// Whether the token before a name is a break, so that its preposition is that of a name before it.
fn ruled_elsewhere(tokens: &[Token<'_, Named<'_>>], at: usize) -> bool {
    at > 0 && (tokens[at - 1].is_sign(BREAKS) || tokens[at - 1].is_one_of(&["and", "while", "plus", "but"]))
}

fn is_empty(clause: &Clause<'_>) -> bool {
    clause.words.is_empty()
        && clause.when.is_none()
        && clause.cp.is_none()
        && clause.rail.is_none()
        && clause.number.is_none()
        && clause.strength.is_none()
        && clause.rp.is_none()
        && !clause.asks
}

/// "8 rest": a lone number before a word of which it is none counts pulses.
pub(super) fn with_pulse_word<'l>(scenario: &Scenario, line: &'l str) -> Cow<'l, str> {
    const SUFFIXES: &[&str] = &["st", "nd", "rd", "th", "to", "and", "or", "till", "until", "thru", "through"];
    let copied = copy(Some(scenario), line);
    let tokens = tokens(&copied);
    let is_word = |token: &Token<'_, Named<'_>>| {
        token.word().is_some_and(|word| word.len() > 2)
            && !token.is_one_of(COUNTED)
            && !token.is_one_of(STRENGTH)
            && !token.is_one_of(SUFFIXES)
    };
    let is_lone = matches!(&tokens[..], [number, next, ..] if number.number().is_some() && is_word(next));
    let is_figure = line.trim_start().starts_with(|sign: char| sign.is_ascii_digit());
    if is_lone && is_figure { Cow::Owned(format!("PP {}", line.trim_start())) } else { Cow::Borrowed(line) }
}

/// The number and its sign of an item: "3) Polk".
fn list_number(tokens: &[Token<'_, Named<'_>>]) -> usize {
    let is_item =
        tokens.len() > 2 && tokens[0].number().is_some() && tokens[1].is_sign(").") && !tokens[2].is_sign(".");
    if is_item { 2 } else { 0 }
}

/// The point of "Gen." and "reinf." ends nothing.
fn is_shortened(tokens: &[Token<'_, Named<'_>>], at: usize) -> bool {
    const SHORT: &[&str] = &[
        "gen", "pp", "p", "no", "reinf", "reinfs", "inf", "maj", "pts", "w", "dept", "st", "ft", "mt", "brig", "lt",
        "col", "i", "e",
    ];
    tokens[at].is_sign(".")
        && (at > 0 && tokens[at - 1].is_one_of(SHORT) || tokens.get(at + 1).is_some_and(|next| next.is_sign(".")))
}

/// A comma, bracket or "and"; not one that joins two leaders or two places.
fn is_break(tokens: &[Token<'_, Named<'_>>], at: usize) -> bool {
    let token = &tokens[at];
    let is_sign = token.is_sign(BREAKS);
    if !is_sign && !token.is_one_of(&["and", "while", "plus", "but", "otherwise", "followed"]) {
        return false;
    }
    let kind = |at: Option<usize>| {
        let named = at.and_then(|at| tokens.get(at)).and_then(Token::name)?;
        Some(match named {
            Named::Hex(_) | Named::Nowhere => false,
            Named::Name(meaning) => meaning.places.is_empty(),
        })
    };
    let last = kind(at.checked_sub(1));
    let joins = last.is_some() && last == kind(Some(at + 1)) && (token.is_sign(",") || token.is_one_of(&["and"]));
    // "Burnside and his two points".
    let is = |at: usize, words: &[&str]| tokens.get(at).is_some_and(|token| token.is_one_of(words));
    let takes_along = last == Some(true)
        && token.is_one_of(&["and"])
        && is(at + 1, &["his", "their", "the"])
        && tokens.get(at + 2).is_some_and(|count| count.number().is_some())
        && is(at + 3, STRENGTH);
    !joins && !takes_along
}

/// Takes what stands at a token into the clause; how many tokens it was.
fn take<'c>(clause: &mut Clause<'c>, tokens: &[Token<'c, Named<'_>>], at: usize) -> usize {
    let counts = |word: &str| COUNTED.contains(&word);
    if let Some(found) = told(tokens, at, &counts) {
        let is_worse = clause.when.is_some() && !found.is_sure;
        let is_better = clause.when.is_some() && found.is_sure && !clause.is_sure;
        if found.when == When::Aside {
            clause.words.push(Part::Word("aside"));
        } else if is_worse {
            clause.number = tokens[at].number();
        } else if is_better {
            clause.number = clause.number.or(lone(clause.when));
            (clause.when, clause.is_sure) = (Some(found.when), true);
        } else if clause.when.is_some() {
            clause.later = Some(found.when);
        } else {
            (clause.when, clause.is_sure) = (Some(found.when), found.is_sure);
        }
        return found.wide;
    }
    if tokens[at].number() == Some(1) && tokens.get(at + 1).is_some_and(|next| next.is_one_of(&["by", "after"])) {
        clause.words.push(Part::Word("singly"));
        return 2;
    }
    if let Some(number) = tokens[at].number().or_else(|| one(tokens, at)) {
        return 1 + take_number(clause, tokens, at + 1, number);
    }
    match tokens[at].kind {
        Kind::Word(word) => clause.words.push(Part::Word(word)),
        Kind::Sign(sign) => clause.words.push(Part::Sign(sign)),
        Kind::Number(_) | Kind::Name(_) => {}
    }
    1
}

/// "a recruit", "another SP", "both points".
fn one(tokens: &[Token<'_, Named<'_>>], at: usize) -> Option<u32> {
    let is_next = |words: &[&str]| tokens.get(at + 1).is_some_and(|next| next.is_one_of(words));
    let is_one = tokens[at].is_one_of(&["a", "an", "another", "single", "lone"]);
    let is_both =
        tokens[at].is_one_of(&["both"]) && is_next(&["sp", "sps", "points", "recruits", "reinforcements", "regiments"]);
    let is_one = is_one && is_next(&["sp", "recruit", "reinforcement", "reinf", "point", "regiment", "rp"]);
    if is_both { Some(2) } else { is_one.then_some(1) }
}

/// Takes a number by the words behind it; how many of them.
fn take_number(clause: &mut Clause<'_>, tokens: &[Token<'_, Named<'_>>], at: usize, number: u32) -> usize {
    let is = |at: usize, words: &[&str]| tokens.get(at).is_some_and(|token| token.is_one_of(words));
    // "Grant takes the other 2".
    if at > 1 && is(at - 2, &["other", "remaining"]) && !is(at, COUNTED) {
        clause.strength = clause.strength.or(Some(number));
        return 0;
    }
    // "Three of the strength points", "4 of them".
    if is(at, &["of"]) && is(at + 1, &["them", "those"]) {
        clause.strength = clause.strength.or(Some(number));
        return 2;
    }
    let small = (at..at + 3).take_while(|at| is(*at, &["of", "the", "his", "our", "my", "those", "these"])).count();
    let small = if small > 1 && is(at + small, STRENGTH) { small } else { 0 };
    let naval = if small > 0 { small } else { usize::from(is(at, &["naval", "more", "of", "x"])) };
    let noun = at + naval;
    let points = |at: usize| usize::from(is(at, &["points", "point", "pts"]));
    if is(noun, COMMAND) {
        clause.cp = clause.cp.or(Some(number));
        return naval + 1 + points(noun + 1);
    }
    if is(noun, &["pp", "pps"]) || is(noun, &["pulse", "pulses"]) {
        clause.pp = clause.pp.or(Some(number));
        return naval + 1 + points(noun + 1);
    }
    if is(noun, &["rail", "rails", "rr"]) {
        clause.rail = clause.rail.or(Some(number));
        return naval + 1 + points(noun + 1);
    }
    if is(noun, &["rp", "rps"]) {
        clause.rp = clause.rp.or(Some(number));
        return naval + 1;
    }
    if is(noun, STRENGTH) {
        clause.strength = clause.strength.or(Some(number));
        return if is(noun, &["in"]) { 0 } else { naval + 1 + points(noun + 1) };
    }
    clause.number = clause.number.or(Some(number));
    0
}

/// The most telling deed of a clause.
fn deed_of(clause: &Clause<'_>) -> Option<Deed> {
    super::phrases::deed_by_phrase(clause)
        .or_else(|| DEEDS.iter().find(|(_, verbs)| clause.says(verbs)).map(|(deed, _)| *deed))
}
