//! Phrases of conditions that people use without the word `if`, and the words that tell one thing from another.

use pest::Parser;

use super::super::copy::{LEADER, PLACE};
use super::super::explain::nearest_verb;
use super::super::grammar::{OrderGrammar, Rule};
use super::super::parts::force;
use super::super::resolve::Desk;
use super::super::verbs::is_telling;
use super::acts::{self, LOOSE};
use super::clauses::{Head, sizes};
use super::{Found, sub_desk};
use crate::condition::{Attackers, Condition, Conditional, Fate, LineRef, Moment, Stopped, Test};
use crate::order::{Act, ForceRef, Order};
use crate::scenario::Arm;
use base::order::Remark;
use reader::slip::words;

/// How a reaction move is written.
pub(super) const REACTION: &str = "Write `IF enemy enters 4911 THEN Johnston reacts to 4912 to intercept it`, or `towards supply`, or `in support of Lee`.";

/// Words that acts may begin with besides the verbs of orders.
const BEGINNING: [&str; 38] = [
    "then",
    "so",
    "he",
    "it",
    "they",
    "the",
    "his",
    "our",
    "my",
    "all",
    "both",
    "please",
    "use",
    "uses",
    "spend",
    "stop",
    "stops",
    "halt",
    "save",
    "saves",
    "keep",
    "cancel",
    "call",
    "withdraw",
    "withdraws",
    "retreat",
    "retreats",
    "fall",
    "falls",
    "react",
    "reacts",
    "avoid",
    "rally",
    "re",
    "cut",
    "form",
    "burn",
    "dissolve",
];

/// Words of tests, for slips of the pen.
const VOCABULARY: [&str; 27] = [
    "detected",
    "detect",
    "sighted",
    "attacked",
    "captured",
    "demoralised",
    "completed",
    "failed",
    "fails",
    "enemy",
    "adjacent",
    "within",
    "strength",
    "defeated",
    "repulsed",
    "entrenchment",
    "occupied",
    "enters",
    "reaches",
    "wins",
    "loses",
    "medium",
    "small",
    "large",
    "taken",
    "falls",
    "undefended",
];

/// Whether the words behind a condition go on with it.
pub(super) fn goes_on(rest: &str) -> bool {
    let Some(rest) = rest.strip_prefix(' ') else { return false };
    let first = rest.split(|sign: char| !sign.is_ascii_alphabetic()).next().unwrap_or_default();
    let begins = BEGINNING.iter().any(|word| word.eq_ignore_ascii_case(first));
    !first.is_empty() && !begins && !is_telling(first, true) && nearest_verb(first).is_none()
}

/// Most words between what the enemy does and the comma that ends the condition.
const MOST_BEHIND_DEED: usize = 4;

/// Whether the words behind a condition say what somebody in it does ("attacks, move Lee to ..."): none of our conditions
/// asks for that, and none of it is an order.
pub(super) fn tells_a_deed(rest: &str) -> bool {
    let Some((deed, _)) = rest.split_once(',') else { return false };
    let words: Vec<&str> = deed.split_whitespace().collect();
    let Some(first) = words.first().filter(|_| deed.starts_with(' ') && words.len() <= MOST_BEHIND_DEED) else {
        return false;
    };
    let first = first.to_ascii_lowercase();
    let is_said_of_somebody = first.ends_with('s') && !first.ends_with("ss");
    let is_verb = is_telling(&first, true) || DEEDS.contains(&first.as_str());
    is_said_of_somebody && is_verb && !words.iter().any(|word| word.eq_ignore_ascii_case("then"))
}

/// What an enemy may do that no order of ours is called by.
const DEEDS: [&str; 12] = [
    "advances",
    "appears",
    "approaches",
    "arrives",
    "comes",
    "goes",
    "marches",
    "moves",
    "remains",
    "stays",
    "tries",
    "waits",
];

/// Whether acts have the verb of an order.
pub(super) fn has_verb(text: &str) -> bool {
    words(text).any(|(_, word)| is_telling(word, true))
}

/// Whether a text has a verb that is hardly used but in orders.
pub(super) fn has_strong_verb(text: &str) -> bool {
    words(text).any(|(_, word)| is_telling(word, false))
}

/// Whether words say that nothing is to be done.
pub(super) fn is_nothing(text: &str) -> bool {
    const NOTHING: [&str; 16] = [
        "hold",
        "holds",
        "stand",
        "stands",
        "stay",
        "stays",
        "nothing",
        "do nothing",
        "does nothing",
        "hold position",
        "stand fast",
        "stay put",
        "do not",
        "don't",
        "stand firm",
        "fight",
    ];
    let bare = without_lead(text).trim_matches(LOOSE);
    NOTHING.iter().any(|word| word.eq_ignore_ascii_case(bare))
}

/// Acts without the words that only lead to them: "then", "use the 3 CP to".
pub(super) fn without_lead(text: &str) -> &str {
    let mut rest = text.trim_matches(LOOSE);
    loop {
        let before = rest;
        for lead in ["then ", "so ", "please ", "and ", "just "] {
            if rest.get(..lead.len()).is_some_and(|head| head.eq_ignore_ascii_case(lead)) {
                rest = rest[lead.len()..].trim_start_matches(LOOSE);
            }
        }
        if let Some(behind) = behind_use(rest) {
            rest = behind;
        }
        for tail in [" but only", " only", " but", " and", " then"] {
            let at = rest.len().saturating_sub(tail.len());
            if rest.get(at..).is_some_and(|end| end.eq_ignore_ascii_case(tail)) {
                rest = rest[..at].trim_end_matches(LOOSE);
            }
        }
        if rest == before {
            return rest;
        }
    }
}

/// "use the 3 CP to build", "spend those points to move": what stands behind.
fn behind_use(text: &str) -> Option<&str> {
    let verb = text.split(' ').next()?;
    if !["use", "spend", "uses"].iter().any(|word| word.eq_ignore_ascii_case(verb)) {
        return None;
    }
    let at = text.find(" to ")?;
    let between = &text[verb.len()..at];
    let is_points = ["cp", "point", "points", "them", "it", "cps"].iter().any(|word| {
        between.to_ascii_lowercase().split(|sign: char| !sign.is_ascii_alphabetic()).any(|other| other == *word)
    });
    is_points.then(|| &text[at + 4..])
}

/// A reaction without anything that sets it off.
pub(super) fn bare_reaction(desk: &Desk<'_, '_>) -> Found {
    let text = desk.copy.text.as_str();
    let why = "A reaction move needs what sets it off, a place to go to, and what it is for.";
    is_reaction(text).then(|| Err(Remark::unread(why).hint(REACTION).rule("C3.16")))
}

/// Words of a condition that leave out or stand for the leader who acts.
const HE: [&str; 3] = ["he", "it", "they"];
/// What befalls a leader, said without him: "if attacked".
const BEFALLS: [&str; 7] = ["attacked", "assaulted", "beaten", "defeated", "repulsed", "demoralised", "demoralized"];
/// What a place is, said without it: "if free".
const STANDS: [&str; 5] = ["free", "empty", "unoccupied", "undefended", "vacant"];

/// The words behind an order, with `there`, `he` and what is left out made the place and the leader that the order names.
pub(super) fn with_place<'l>(desk: &Desk<'_, 'l>, at: usize, words: &'l str) -> std::borrow::Cow<'l, str> {
    let text = desk.copy.text.as_bytes();
    let typed = |mark: &super::super::copy::Mark<'_>| &desk.copy.line[mark.start as usize..mark.end as usize];
    let before = || desk.copy.marks.iter().filter(|mark| (mark.at as usize) < at);
    let place = before().rfind(|mark| text[mark.at as usize] == PLACE).map(typed);
    let mut leaders = before().filter(|mark| text[mark.at as usize] == LEADER);
    let leader = leaders.next().filter(|_| leaders.next().is_none()).map(typed);
    match place {
        Some(place) if there_in(words).is_some() => {
            let (from, to) = there_in(words).unwrap_or_default();
            format!("{} at {place}{}", &words[..from], &words[to..]).into()
        }
        place => named_in(words, leader, place).map_or(words.into(), Into::into),
    }
}

/// Where " there" stands as a word of its own that points to a place, and not in "there is".
fn there_in(words: &str) -> Option<(usize, usize)> {
    let is_end = |at: usize| words[at..].chars().next().is_none_or(|sign| !sign.is_alphanumeric() && sign != '\'');
    // "The enemy there is small" says where he is.
    let begins = |at: usize| {
        let before = words[..at].trim_end();
        before.is_empty()
            || ["if", "when", "unless", "as", "once", "and", "or", "that"].iter().any(|word| before.ends_with(word))
    };
    let tells = |at: usize, to: usize| {
        begins(at) && ["is", "are", "was", "were"].iter().any(|verb| words[to..].trim_start().starts_with(verb))
    };
    let found = words.match_indices(" there").map(|(at, found)| (at, at + found.len()));
    // Who "is there" may be there already.
    let goes =
        |at: usize| ["gets", "get", "comes", "arrives", "arrived"].iter().any(|verb| words[..at].ends_with(verb));
    let is_inside = |(at, to): (usize, usize)| words[to..].starts_with(' ') || goes(at);
    found.into_iter().find(|(at, to)| is_end(*to) && !tells(*at, *to) && is_inside((*at, *to)))
}

/// A condition in full, where its first words stand for a leader or a place, or leave them out.
fn named_in(words: &str, leader: Option<&str>, place: Option<&str>) -> Option<String> {
    let lead = ["as soon as ", "only if ", "if ", "when ", "once ", "unless ", "should "];
    let lead =
        lead.into_iter().find(|lead| words.get(..lead.len()).is_some_and(|start| start.eq_ignore_ascii_case(lead)))?;
    let rest = &words[lead.len()..];
    let first = rest.split(|sign: char| !sign.is_ascii_alphabetic()).next()?;
    let is = |list: &[&str], word: &str| list.iter().any(|other| other.eq_ignore_ascii_case(word));
    let behind = &rest[first.len()..];
    let whole = match (leader, place) {
        // Where a place is named, "it" is the place, and no leader.
        (_, Some(place)) if first.eq_ignore_ascii_case("it") => format!("{lead}{place}{behind}"),
        (_, Some(place)) if is(&STANDS, first) => format!("{lead}{place} is {rest}"),
        (Some(leader), _) if is(&HE, first) => format!("{lead}{leader}{behind}"),
        (Some(leader), _) if is(&BEFALLS, first) => format!("{lead}{leader} is {rest}"),
        _ => return None,
    };
    Some(whole)
}

/// Whether acts speak of a reaction.
pub(super) fn is_reaction(text: &str) -> bool {
    words(text).any(|(_, word)| ["react", "reacts", "reaction"].iter().any(|other| other.eq_ignore_ascii_case(word)))
}

/// "Cavalry under Forrest: avoid battle", "Buford retreats in front of any force larger than Small, otherwise stand".
pub(super) fn read_phrase(desk: &Desk<'_, '_>) -> Found {
    let text = desk.copy.text.as_str();
    let (stretch, otherwise) = acts::split_else(text, 0, text.len());
    if otherwise.is_some_and(|(from, to)| !is_nothing(&text[from..to])) {
        return None;
    }
    let head = text[..stretch.1].trim_end_matches(LOOSE);
    let line = OrderGrammar::parse(Rule::withdraw_line, head).ok()?.next()?;
    let mut own = sub_desk(desk);
    let (mut who, mut towards, mut by, mut is_verb, mut is_before) = (None, None, Attackers::default(), false, false);
    let mut pulses = None;
    for pair in line.into_inner() {
        match pair.as_rule() {
            Rule::pulses | Rule::bare_pulses | Rule::listed_pulses => pulses = own.pulses(&pair).ok(),
            Rule::leader_force | Rule::place_force => match force(&mut own, &pair) {
                Ok(force) => who = Some(force),
                Err(remark) => return Some(Err(remark)),
            },
            Rule::leader => match own.leader(&pair) {
                Ok(name) => who = Some(ForceRef::Leader(name)),
                Err(remark) => return Some(Err(remark)),
            },
            Rule::give_way => {
                is_verb = true;
                is_before |= pair.as_str().to_ascii_lowercase().contains("avoid");
            }
            Rule::before_combat => is_before = true,
            Rule::front_of => {
                is_before = true;
                for inner in pair.into_inner() {
                    match inner.as_rule() {
                        Rule::sizes => by.sizes = sizes(&inner),
                        Rule::on_foot => by.arm = Some(Arm::Infantry),
                        Rule::on_horse => by.arm = Some(Arm::Cavalry),
                        _ => {}
                    }
                }
            }
            Rule::to => towards = acts::place_in(&mut own, pair.into_inner()),
            _ => {}
        }
    }
    let force = who.filter(|_| is_verb)?;
    let act = match (is_before, towards) {
        (true, towards) => withdrawal(force, by, towards),
        (false, Some(to)) => Act::Move { force, to: Some(to), via: Vec::new(), manner: None, is_attack: false },
        (false, None) => return None,
    };
    Some(Ok((Order { pulses, ..Order::new(act) }, own.remarks)))
}

fn withdrawal(force: ForceRef, by: Attackers, towards: Option<crate::order::Place>) -> Act {
    let condition = Condition::of(Test::Force { force: force.clone(), fate: Fate::Attacked(by) });
    Act::If(Box::new(Conditional {
        condition,
        moment: Moment::Any,
        by: None,
        then: vec![Act::Withdraw { force, towards }],
        otherwise: Vec::new(),
        reserve: None,
    }))
}

/// "only attack IF ...": the attack ordered above is called off unless it is so.
pub(super) fn only_if(before: &str, head: &Head) -> Option<Order> {
    let words: Vec<String> = words(before).map(|(_, word)| word.to_ascii_lowercase()).collect();
    let words: Vec<&str> =
        words.iter().map(String::as_str).filter(|word| !["only", "please", "then"].contains(word)).collect();
    let line = match words.as_slice() {
        ["attack"] | ["assault"] => LineRef::Attack,
        ["move"] | ["march"] | ["go"] => LineRef::March,
        ["entrench"] | ["dig", "in"] => LineRef::Entrenchment,
        _ => return None,
    };
    let condition = Condition { is_not: !head.condition.is_not, ..head.condition.clone() };
    let guard = Conditional {
        condition,
        moment: Moment::Before(line),
        by: None,
        then: vec![Act::Stop { what: Stopped::Line(line) }],
        otherwise: Vec::new(),
        reserve: None,
    };
    Some(Order::new(Act::If(Box::new(guard))))
}

/// Whether a sentence says what would be if something were not as it is: nothing is to be judged, and nothing to be done.
pub(super) fn is_unreal(text: &str) -> bool {
    const UNREAL: [&str; 8] =
        ["weren't", "were not for", "were it not", "if only", "i would have", "i'd have", "would have", "would've"];
    let text = text.to_ascii_lowercase();
    UNREAL.iter().any(|phrase| text.contains(phrase))
}

/// Where the condition and where the acts of a line stand whose condition no rule can judge.
pub(super) fn asked_parts(text: &str, is_leading: bool) -> Option<((usize, usize), (usize, usize))> {
    if let Some(intro) = OrderGrammar::parse(Rule::if_intro, text).ok().and_then(|mut pairs| pairs.next()) {
        let start = intro.as_span().end();
        let at = divide(text, start)?;
        return is_leading.then_some(((start, at), (at, text.len())));
    }
    let at = super::back_words(text).last().filter(|_| !is_leading)?;
    Some(((at, text.len()), (0, at)))
}

/// Where the acts begin: behind `then`, a comma or a colon, else at the first verb of an order.
fn divide(text: &str, start: usize) -> Option<usize> {
    let rest = &text[start..];
    let marks = [rest.find(" then "), rest.find(",then "), rest.find(','), rest.find(':')];
    if let Some(at) = marks.into_iter().flatten().next() {
        return has_verb(&rest[at..]).then_some(start + at);
    }
    let verb = words(rest).filter(|(at, _)| *at > 0).find(|(_, word)| is_telling(word, true));
    verb.map(|(at, _)| start + at)
}

/// A word of a condition that is nearly one the judge knows.
pub(super) fn slip(desk: &Desk<'_, '_>, (from, to): (usize, usize)) -> Option<Remark> {
    words(&desk.copy.text[from..to]).find_map(|(at, word)| {
        let lower = word.to_ascii_lowercase();
        if lower.len() < 4 || VOCABULARY.contains(&lower.as_str()) {
            return None;
        }
        let near = VOCABULARY.into_iter().filter(|known| known.len() > 4);
        let nearest = near.min_by_key(|known| strsim::damerau_levenshtein(known, &lower))?;
        let slips = strsim::damerau_levenshtein(nearest, &lower);
        if slips == 0 || slips > lower.len() / 4 {
            return None;
        }
        let (start, end) = desk.copy.span(from + at, from + at + word.len());
        let remark = Remark::unread(format!("{word:?} is not understood here.")).at(start, end);
        Some(remark.hint(format!("The nearest word is {nearest:?}.")))
    })
}
