//! Orders that a line may mean which the grammar cannot read: its slips mended, what stands before its verb left out, or composed
//! anew of the names, numbers and words in it. Form only, and never an order: whoever wrote the line says whether one is meant.

pub mod above;
pub(super) mod at_sea;
pub(super) mod ballots;
mod congress;
mod forces;
mod formation;
mod groups;
mod items;
mod kinds;
pub(super) mod mending;
mod moving;
pub mod named;
pub(super) mod parts;
pub(super) mod plain;
pub(super) mod sense;
mod spending;
mod states;
mod works;

use pest::Parser;
use reader::fair_copy::fair_copy;
use reader::{Mood, left_over, moods_of};
use rules::Context;

use self::parts::{Family, Part, has, names_a_range, parts};
use super::super::scenario::Scenario;
use super::super::write::write;
use super::explain::{below_nothing, verb_of};
use super::grammar::{Copy, OrderGrammar, Rule};
use super::wording::{begins_with, begins_with_force};
use super::{LONGEST, read};

/// Most words of a line that is looked at.
const MOST_WORDS: usize = 80;

/// The likeliest orders for a line that was not read, the best first. What is said of a bill acts as it comes, and is proposed only for
/// words none of which can turn it round.
pub fn propose(scenario: &Scenario, context: &Context, line: &str) -> Vec<String> {
    let ballots = ballots::of_open_bills(context, line);
    if !ballots.is_empty() {
        return ballots;
    }
    let mut proposed = likely(scenario, context, line);
    if proposed.iter().any(|words| congress::is_of_a_bill(words))
        && (!congress::is_plain(as_whom(scenario, context, line).1) || ballots::is_row(line))
    {
        proposed.retain(|words| !congress::is_of_a_bill(words));
    }
    proposed
}

fn likely(scenario: &Scenario, context: &Context, line: &str) -> Vec<String> {
    if line.len() > LONGEST || line.split_whitespace().count() > MOST_WORDS || asks_for_news(line) {
        return Vec::new();
    }
    let typed = plain::plain(line);
    let changed = parts(scenario, &fair_copy(&scenario.names, &typed));
    let plain = plain::without_defaults(without_reason(&typed));
    let mut proposed = of_plain(scenario, context, plain::before_later(&plain).unwrap_or(&plain));
    if proposed.is_empty()
        && let Some(behind) = plain::behind_aside(&plain)
    {
        proposed = of_plain(scenario, context, behind);
    }
    proposed.retain(|order| !sense::adds_to_what_it_changes(&changed, order));
    proposed
}

/// The same of a line in plain words.
fn of_plain(scenario: &Scenario, context: &Context, line: &str) -> Vec<String> {
    let stated = line.trim().trim_end_matches(['?', ' ', '.', '!']);
    let whole = stated_as(scenario, context, stated);
    if !whole.is_empty() || is_qualified(line) || below_nothing(line).is_some() {
        return whole;
    }
    let (whom, rest) = as_whom(scenario, context, stated);
    let mut frame = Vec::new();
    let mut proposed: Vec<String> = Vec::new();
    if is_list_with_place(scenario, rest) {
        let found = composed_of(scenario, context, rest, &mut frame);
        return found.into_iter().map(|words| format!("{whom}{words}")).collect();
    }
    let mended = mending::mended(scenario, rest).into_iter().next();
    let clauses = match mended.as_deref().map(clauses) {
        // A verb with a slip in it begins no clause until it is mended.
        Some(more) if more.len() > clauses(rest).len() => more,
        _ => clauses(rest),
    };
    let mut subject = String::new();
    for clause in clauses {
        let mut found = of_clause(scenario, context, clause, &mut frame);
        let names =
            parts::forces(&parts_of(scenario, clause)).iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
        if found.is_empty() && names.is_empty() && !subject.is_empty() && goes_on(clause) {
            found = of_clause(scenario, context, &plain::said_of(&subject, clause), &mut frame);
        }
        subject = if names.is_empty() { subject } else { names };
        let fresh = found.into_iter().map(|words| format!("{whom}{words}"));
        proposed.extend(fresh.filter(|words| !proposed.contains(words)).collect::<Vec<_>>());
    }
    proposed
}

/// "US1IN, US2IN, US3IN -> K1-S7": one clause, though each of its units could begin one.
fn is_list_with_place(scenario: &Scenario, line: &str) -> bool {
    let found = parts_of(scenario, line);
    parts::forces(&found).len() > 1 && moving::names_place_alone(&found)
}

/// What a clause may mean; `frame` is the clause before it, whose verb it may go on with.
fn of_clause(scenario: &Scenario, context: &Context, clause: &str, frame: &mut Vec<Part>) -> Vec<String> {
    let said = parts_of(scenario, clause);
    let mut read = stated_as(scenario, context, clause);
    read.retain(|order| !sense::is_contrary(&said, order));
    if !read.is_empty() {
        return read;
    }
    let mended = mending::mended(scenario, clause).into_iter().next();
    let found = mended.map(|mended| composed_of(scenario, context, &mended, frame)).unwrap_or_default();
    if found.is_empty() { composed_of(scenario, context, clause, frame) } else { found }
}

/// The pieces of a clause.
fn parts_of(scenario: &Scenario, clause: &str) -> Vec<Part> {
    let copy: Copy<'_> = fair_copy(&scenario.names, clause);
    parts(scenario, &copy)
}

/// What the words of a clause make together.
fn composed_of(scenario: &Scenario, context: &Context, clause: &str, frame: &mut Vec<Part>) -> Vec<String> {
    let found = parts_of(scenario, clause);
    let written = |orders: Vec<String>| -> Vec<String> {
        if !sense::name_all(&found, &orders) {
            return Vec::new();
        }
        let each = orders.iter().map(|order| canonical(scenario, context, order));
        each.flatten().collect()
    };
    let composed = whole(clause, written(compose(&found)));
    if !composed.is_empty() {
        *frame = found;
        return composed;
    }
    let framed: Vec<Part> = frame.iter().filter(|part| matches!(part, Part::Word(_))).chain(&found).cloned().collect();
    if frame.is_empty() { Vec::new() } else { whole(clause, written(compose(&framed))) }
}

/// A line in the canonical words of its orders, as far as the grammar reads it.
fn canonical(scenario: &Scenario, context: &Context, line: &str) -> Vec<String> {
    let orders = read(scenario, context, line).map_or_else(|_| Vec::new(), |(orders, _)| orders);
    orders.iter().map(|order| write(scenario, order)).collect()
}

/// The line without its reason: "disband US4MI, nobody needs it".
fn without_reason(line: &str) -> &str {
    const REASONS: [&str; 7] =
        ["nobody needs", "no one needs", "we don't need", "i don't need", "it is not needed", "no use", "not needed"];
    let Some((order, reason)) = line.rsplit_once(',') else { return line };
    let is_reason = REASONS.iter().any(|words| begins_with(reason.trim(), words));
    let says_more = reason.contains(|sign: char| sign.is_ascii_digit()) || reason.split_whitespace().count() > 6;
    if is_reason && !says_more { order } else { line }
}

/// The orders, if together they hold all that the clause says: nothing of it is dropped in a proposal either.
fn whole(clause: &str, orders: Vec<String>) -> Vec<String> {
    const ASKING: [&str; 6] = ["should i", "shall i", "should we", "shall we", "can we", "can i"];
    let is_asking = |asking: &&&str| begins_with(clause, asking);
    let asked = ASKING.iter().find(is_asking).map_or(0, |asking| asking.len());
    let words: Vec<&str> = orders.iter().map(String::as_str).collect();
    // "4/0" is a unit without a battery, and has no number that an order names.
    let said = clause[asked..].trim_end_matches('?').replace("+0", "").replace("/0", "").replace("+ 0", "");
    // One that is built is named without its number.
    let is_one_built = |order: &&str| {
        order.strip_prefix("build ").is_some_and(|what| !what.starts_with(|sign: char| sign.is_ascii_digit()))
    };
    let counted = |word: &&str| !words.iter().any(is_one_built) || !["1", "one", "One"].contains(word);
    let said = said.split(' ').filter(counted).collect::<Vec<_>>().join(" ");
    let is_whole = left_over(&said, &words, &[]).is_none();
    if is_whole { orders } else { Vec::new() }
}

/// The orders that the words of a clause make together: of the first family that knows them.
fn compose(parts: &[Part]) -> Vec<String> {
    if names_a_range(parts) {
        return Vec::new();
    }
    groups::compose(parts, composed_as_one).unwrap_or_else(|| composed_as_one(parts))
}

/// The same where one thing is said of all that a clause names; nothing that is the contrary of what it says.
fn composed_as_one(parts: &[Part]) -> Vec<String> {
    // "CSSL2 likewise off Philadelphia": what is done there stands elsewhere.
    if has(parts, &["likewise", "ditto", "same"]) && !parts::forces(parts).is_empty() {
        return Vec::new();
    }
    let mut orders = of_a_family(parts);
    orders.retain(|order| !sense::is_contrary(parts, order));
    orders
}

fn of_a_family(parts: &[Part]) -> Vec<String> {
    let families: [Family; 6] =
        [congress::compose, at_sea::compose, forces::compose, moving::compose, works::compose, spending::compose];
    // "All gunboats move to Cairo" builds none.
    let moves =
        has(parts, &["move", "go", "goe", "steam", "sail", "proceed", "hold", "stay", "wait", "bombard", "engage"]);
    let is_of_ships = has(parts, &["gunboat", "ironclad", "ship", "boat", "fleet", "transport"]);
    if moves && is_of_ships && parts::forces(parts).is_empty() {
        return Vec::new();
    }
    families.iter().map(|family| family(parts)).find(|found| !found.is_empty()).unwrap_or_default()
}

/// The line, with its slips mended or without what stands before its verb, as far as the grammar reads it.
fn stated_as(scenario: &Scenario, context: &Context, line: &str) -> Vec<String> {
    let canonical = |line: &str| canonical(scenario, context, line);
    let plain = canonical(line);
    if !plain.is_empty() {
        return plain;
    }
    let mended: Vec<String> = mending::mended(scenario, line).iter().flat_map(|line| canonical(line)).collect();
    if !mended.is_empty() || is_qualified(line) {
        return mended;
    }
    let is_denied = |at: usize| {
        let words = line[..at].split(|sign: char| !sign.is_alphanumeric()).map(str::to_lowercase);
        words.into_iter().any(|word| congress::DENYING.contains(&word.as_str()))
    };
    let starts = line.match_indices(' ').map(|(at, _)| at + 1);
    // "We borrow 4000 this turn and build two gunboats": the half that is left away says more.
    let mut starts = starts.filter(|at| verb_of(&line[*at..]).is_some() && !is_denied(*at)).peekable();
    let first = starts.peek().copied().unwrap_or_default();
    let says_more = |at: usize| line[first.min(at)..at].contains(|sign: char| sign.is_ascii_digit());
    let starts = starts.filter(|at| !says_more(*at));
    starts.map(|at| canonical(&line[at..])).find(|found| !found.is_empty()).unwrap_or_default()
}

/// As whom and in which pulses the line is given, in canonical words, and what stands behind that.
fn as_whom<'l>(scenario: &Scenario, context: &Context, line: &'l str) -> (String, &'l str) {
    let copy: Copy<'_> = fair_copy(&scenario.names, line);
    let mut at = 0;
    for rule in [Rule::pulses, Rule::as_office] {
        let rest = &copy.text[at..];
        let head = OrderGrammar::parse(rule, rest).ok().and_then(|mut pairs| pairs.next());
        at += head.map_or(0, |pair| pair.as_str().len());
        at += copy.text[at..].len() - copy.text[at..].trim_start_matches([' ', ':', ',', '-']).len();
    }
    const SIMPLEST: &str = "borrow 1 Eg";
    let behind = if at < copy.text.len() { copy.origin(at) } else { line.len() };
    let orders = read(scenario, context, &format!("{} {SIMPLEST}", &line[..behind]));
    let words = orders.ok().and_then(|(orders, _)| orders.first().map(|order| write(scenario, order)));
    match words.as_deref().and_then(|words| words.strip_suffix(SIMPLEST)) {
        Some(whom) => (whom.to_owned(), &line[behind..]),
        None => (String::new(), line),
    }
}

/// The clauses of a line: what begins an order of its own behind a comma, a stop or "and".
fn clauses(line: &str) -> Vec<&str> {
    const RATES: [&str; 3] = ["tax", "tariff", "income tax"];
    const JOINTS: [&str; 8] = ["; ", ". ", ", and ", ", ", " and then ", " and ", "! ", ";"];
    let mut clauses = Vec::new();
    let (mut from, mut at) = (0, 0);
    while at < line.len() {
        let rest = &line[at..];
        let joint = JOINTS.iter().find(|joint| rest.starts_with(**joint));
        let cuts = |joint: &&&str| {
            let behind = &rest[joint.len()..];
            // "Move tax 6 and tariff 12": a rate goes on with the verb before it.
            let begins = |verb: &str| !RATES.contains(&verb) && behind.to_lowercase().starts_with(verb);
            joint.starts_with(';') || verb_of(behind).is_some_and(begins) || does_next(behind)
        };
        match joint.filter(cuts) {
            Some(joint) => {
                clauses.push(&line[from..at]);
                at += joint.len();
                from = at;
            }
            None => at += rest.chars().next().map_or(1, char::len_utf8),
        }
    }
    clauses.push(&line[from..]);
    clauses.retain(|clause| !clause.trim().is_empty());
    clauses
}

/// Whether a clause goes on with what was named before it: "engages", "she evades", "falls back on Vicksburg".
fn does_next(behind: &str) -> bool {
    const THEY: &[&str] = &["they", "she", "it", "he"];
    #[rustfmt::skip]
    const DOING: &[&str] = &[
        "engages", "evades", "accepts", "retreats", "withdraws", "falls back", "breaks off", "pursues", "bombards", "shells", "holds", "raids", "protects", "blockades", "attacks", "digs in",
        "break off",
    ];
    let bare = behind.strip_prefix("then ").or_else(|| behind.strip_prefix("to ")).unwrap_or(behind);
    // "Engages, USGB2 to Cairo" says of another what comes behind.
    let names_more = behind.split([' ', ',']).any(|word| begins_with_force(&format!("{word} hold")));
    !names_more && THEY.iter().chain(DOING).any(|word| begins_with(bare, word))
}

/// Whether a clause that names nobody says what those do whom the one before it names.
fn goes_on(clause: &str) -> bool {
    let bare = clause.trim_start();
    let bare = bare.strip_prefix("and ").unwrap_or(bare);
    does_next(bare) || verb_of(bare).is_some()
}

/// Whether something in a line keeps it from being a plain order, which a proposal would leave out.
fn is_qualified(line: &str) -> bool {
    #[rustfmt::skip]
    const QUALIFYING: &[&str] = &[
        "not", "never", "cannot", "nothing", "nobody", "neither", "refrain", "already", "below", "half", "but", "only", "everywhere", "everything", "once", "next", "after",
        "before", "if", "unless", "when", "until", "till", "assuming", "otherwise", "january", "february", "april", "june", "july", "august", "september", "october", "november",
        "december", "spring", "autumn",
    ];
    let is_one = |word: &str| {
        let word = word.trim_matches(|sign: char| !sign.is_alphanumeric()).to_lowercase().replace('\u{2019}', "'");
        QUALIFYING.contains(&word.as_str()) || word.ends_with("n't") || word == "dont"
    };
    let is_more = |mood: &Mood| !matches!(mood, Mood::Question | Mood::Denial);
    // "Eg" are eagles, and no example.
    let plain: Vec<&str> = line.split_whitespace().filter(|word| !word.eq_ignore_ascii_case("eg")).collect();
    moods_of(&plain.join(" ")).iter().any(is_more) || line.split_whitespace().any(is_one) || is_past_or_later(&plain)
}

/// Whether a line names a turn by its number, or tells what was to be.
fn is_past_or_later(words: &[&str]) -> bool {
    const TOLD: &[&str] = &[
        "to",
        "ordered",
        "supposed",
        "meant",
        "going",
        "sent",
        "moved",
        "marched",
        "told",
        "planned",
        "attacked",
        "built",
        "raised",
        "stationed",
    ];
    let is = |word: &str, among: &[&str]| {
        let bare = word.trim_matches(|sign: char| !sign.is_alphanumeric());
        among.iter().any(|other| bare.eq_ignore_ascii_case(other))
    };
    let is_number = |word: &str| word.starts_with(|sign: char| sign.is_ascii_digit());
    let ends = |word: &str| !word.ends_with(char::is_alphanumeric) || words.last() == Some(&word);
    words.windows(2).any(|pair| {
        is(pair[0], &["turn", "phase"]) && is_number(pair[1])
            || is(pair[0], &["was", "were", "had"]) && is(pair[1], TOLD)
            || is(pair[0], &["is", "are", "call", "called"]) && is(pair[1], &["off"]) && ends(pair[1])
    })
}

/// Whether a line asks what only a report can tell.
fn asks_for_news(line: &str) -> bool {
    const ASKING: [&str; 9] = ["what", "how", "who", "where", "why", "which", "when", "is", "are"];
    let first = line.split_whitespace().next().unwrap_or_default().to_lowercase();
    ASKING.contains(&first.as_str()) && line.contains('?') || ["how", "what", "why"].contains(&first.as_str())
}
