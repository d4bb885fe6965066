//! The acts behind a condition: cut out of the line, pronouns made names, and read as lines of their own.

use pest::Parser;
use pest::iterators::Pairs;

use super::super::copy::copy;
use super::super::field;
use super::super::grammar::{OrderGrammar, Rule};
use super::super::parts::{force, inner_number};
use super::super::read_at;
use super::super::resolve::Desk;
use super::super::write::force_words;
use super::{clauses, phrases, shifted, typed};
use crate::condition::{Condition, Fate, Purpose, Reserve, Spot, Stopped, Test};
use crate::order::{Act, ForceRef, Place, Pulses};
use crate::scenario::Scenario;
use base::order::{LineStatus, Remark};

/// Signs that may stand between the parts of a line.
pub(super) const LOOSE: [char; 7] = [' ', ',', ';', ':', '.', '-', '!'];

/// Between one act and the next, the surest first.
const BETWEEN: [&str; 6] = [" and then ", ", then ", ", and ", " and ", ",", " then "];

/// Verbs of what is done at a place, not by going there.
const DONE_THERE: [&str; 2] = ["form", "forms"];

/// Acts as read, and what stood in them for the whole.
#[derive(Debug, Clone, Default)]
pub(super) struct Doing {
    pub acts: Vec<Act>,
    pub pulses: Option<Pulses>,
    pub stated: Option<Reserve>,
    /// It was said that nothing is to be done.
    pub is_nothing: bool,
}

/// What a line keeps.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Kept {
    pub reserve: Option<Reserve>,
    pub pulses: Option<Pulses>,
}

/// What pronouns of the acts stand for.
#[derive(Debug, Default)]
pub(super) struct Subject {
    force: Option<ForceRef>,
    force_words: Option<String>,
    place_words: Option<String>,
    /// The condition is that the force is attacked.
    is_attacked: bool,
    /// The line begins with `reaction`.
    is_reaction: bool,
}

impl Subject {
    /// The force and the place that a condition speaks of first.
    pub(super) fn of(scenario: &Scenario, condition: &Condition) -> Self {
        let near = condition.clauses().find_map(|clause| match &clause.test {
            Test::Enemy { spot: Spot::Force(force), .. } => Some(force),
            _ => None,
        });
        let force = condition.force().or(near).cloned();
        let place = condition.clauses().find_map(|clause| match &clause.test {
            Test::Enemy { spot: Spot::Place(place), .. } | Test::Town { place, .. } => Some(place),
            Test::Force { fate: Fate::At(_, Spot::Place(place), _), .. } => Some(place),
            _ => None,
        });
        let attacked = |test: &Test| matches!(test, Test::Force { fate: Fate::Attacked(_), .. });
        Self {
            force_words: force.as_ref().map(|force| force_words(scenario, force)),
            place_words: place.map(|place| super::super::write::place_words(scenario, place)),
            is_attacked: condition.clauses().any(|clause| attacked(&clause.test)),
            is_reaction: false,
            force,
        }
    }

    /// The same for what is done otherwise: whoever acts first when the condition holds does it.
    pub(super) fn or_of(self, acts: &[Act], scenario: &Scenario) -> Self {
        let Some(Act::Move { force, .. }) = acts.first() else { return self };
        Self { force: Some(force.clone()), force_words: Some(force_words(scenario, force)), ..self }
    }

    /// The same where the line begins with `reaction`.
    pub(super) fn in_reaction(self, is_reaction: bool) -> Self {
        Self { is_reaction, ..self }
    }

    /// Names in place of pronouns; nothing when there are none.
    fn named(&self, words: &str) -> Option<String> {
        let is = |word: &str, list: &[&str]| list.iter().any(|other| word.eq_ignore_ascii_case(other));
        let tokens: Vec<&str> = words.split(' ').filter(|token| !token.is_empty()).collect();
        let first = tokens.first()?;
        let verb = first.to_ascii_lowercase();
        let mut named: Vec<String> = Vec::with_capacity(tokens.len());
        let mut rest = tokens.as_slice();
        if let Some(force) = &self.force_words {
            let two = tokens.get(..2).map(|two| two.join(" ")).unwrap_or_default();
            let goes_on = tokens.get(2).is_some_and(|third| is(third, &["at", "in", "under", "of", "led", "around"]));
            if !goes_on && is(&two, &["his force", "his army", "his troops", "the force", "this force", "his cavalry"])
            {
                named.push(force.clone());
                rest = &tokens[2..];
            } else if is(first, &["he", "it", "they"]) {
                named.push(force.clone());
                rest = &tokens[1..];
            } else if is(first, &["to"]) {
                named.push(force.clone());
            }
        }
        // Who is loaded is who lands, whoever the condition speaks of.
        let is_load = is(&verb, &["load", "embark", "carry", "ship", "ferry", "transport"]);
        let lands = |at: usize| is_load && at > 0 && is(rest[at - 1], &["land", "disembark", "unload"]);
        for (at, token) in rest.iter().enumerate() {
            let word = token.trim_end_matches([',', '.', ';', '!']);
            let tail = &token[word.len()..];
            if lands(at) {
                named.push((*token).to_owned());
                continue;
            }
            let is_attack = is(&verb, &["attack", "assault", "hit", "strike", "storm", "charge"])
                || tokens.iter().any(|token| is(token, &["takes", "captures", "occupies", "seizes", "attacks"]));
            let is_done_there = tokens.iter().any(|token| is(token, &DONE_THERE));
            let other = match (&self.place_words, &self.force_words) {
                (Some(place), _) if is(word, &["there"]) => {
                    format!("{} {place}", if is_attack || is_done_there { "at" } else { "to" })
                }
                (Some(place), _) if is_attack && is(word, &["it", "them", "him"]) => place.clone(),
                (_, Some(force)) if !is_attack && is(word, &["it", "them", "him"]) => force.clone(),
                _ => word.to_owned(),
            };
            named.push(format!("{other}{tail}"));
        }
        let named = named.join(" ");
        (named != tokens.join(" ")).then_some(named)
    }
}

/// Takes what is kept off the end of the line from a byte on; gives where the rest ends.
pub(super) fn take_kept(desk: &Desk<'_, '_>, from: usize) -> (usize, Kept) {
    let text = desk.copy.text.as_str();
    let none = (text.len(), Kept::default());
    let Some(pair) = OrderGrammar::parse(Rule::kept_back, &text[from..]).ok().and_then(|mut pairs| pairs.next()) else {
        return none;
    };
    let Some(found) = pair.into_inner().find(|inner| inner.as_rule() == Rule::kept) else { return none };
    let start = from + found.as_span().start();
    let mut kept = Kept::default();
    let (mut cp, mut pp) = (None, None);
    for inner in found.into_inner() {
        match inner.as_rule() {
            Rule::kept_cp => cp = inner_number(desk, &inner).ok(),
            Rule::kept_pp => pp = inner_number(desk, &inner).ok(),
            Rule::pulses => kept.pulses = desk.pulses(&inner).ok(),
            _ => {}
        }
    }
    if cp.is_some() || pp.is_some() {
        kept.reserve = Some(Reserve { cp: cp.unwrap_or(0), pp });
    }
    (start, kept)
}

/// Pulses and points that stand alone behind a condition; nothing when something else stands there.
pub(super) fn with_tails(desk: &Desk<'_, '_>, (from, to): (usize, usize), mut kept: Kept) -> Option<Kept> {
    let tails = OrderGrammar::parse(Rule::tails_alone, &desk.copy.text[from..to]).ok()?.next()?;
    for pair in tails.into_inner().flat_map(|tail| tail.into_inner()) {
        match pair.as_rule() {
            Rule::pulses if kept.pulses.is_none() => kept.pulses = Some(desk.pulses(&pair).ok()?),
            Rule::stated_cp if kept.reserve.is_none() => {
                kept.reserve = Some(Reserve { cp: inner_number(desk, &pair).ok()?, pp: None });
            }
            Rule::pulses | Rule::stated_cp => return None,
            _ => {}
        }
    }
    Some(kept)
}

/// The acts, and what is done otherwise, when it is said.
pub(super) fn split_else(text: &str, from: usize, to: usize) -> ((usize, usize), Option<(usize, usize)>) {
    let to = to.max(from);
    let is_start = |at: &usize| text[..*at].bytes().next_back().is_none_or(|sign| !sign.is_ascii_alphanumeric());
    // Most words cannot be one of these, and asking the grammar costs more than looking at a letter.
    let may_be = |sign: char| matches!(sign, 'o' | 'O' | 'e' | 'E' | 'i' | 'I');
    let letters = text[from..to].char_indices().filter(|(_, sign)| may_be(*sign));
    let starts = letters.map(|(at, _)| from + at).filter(is_start);
    let found = starts.filter_map(|at| {
        let pair = OrderGrammar::parse(Rule::else_word, &text[at..to]).ok()?.next()?;
        Some((at, at + pair.as_span().end()))
    });
    let first = found.into_iter().next();
    match first {
        Some((at, end)) => ((from, at), Some((end, to))),
        None => ((from, to), None),
    }
}

/// Reads the acts in a stretch of the copy.
pub(super) fn read_acts(
    desk: &mut Desk<'_, '_>,
    stretch: (usize, usize),
    subject: &Subject,
    depth: u32,
) -> Result<Doing, Remark> {
    let (from, words) = typed(desk.copy, stretch);
    let mut all = Doing::default();
    for piece in words.split(';').filter(|piece| !piece.trim_matches(LOOSE).is_empty()) {
        let (doing, remarks) = read_pieces(desk.scenario, piece, subject, depth)
            .map_err(|remark| if piece == words { shifted(remark, from) } else { without_span(remark) })?;
        let is_whole = piece == words;
        let placed =
            remarks.into_iter().map(|remark| if is_whole { shifted(remark, from) } else { without_span(remark) });
        desk.remarks.extend(placed);
        join(&mut all, doing)?;
    }
    Ok(all)
}

fn without_span(remark: Remark) -> Remark {
    Remark { span: None, ..remark }
}

fn join(all: &mut Doing, more: Doing) -> Result<(), Remark> {
    all.acts.extend(more.acts);
    all.is_nothing |= more.is_nothing;
    if let (Some(one), Some(other)) = (all.pulses, more.pulses)
        && one != other
    {
        return Err(Remark::unread("The pulses are given twice.").hint("Write each condition on a line of its own."));
    }
    all.pulses = all.pulses.or(more.pulses);
    let cp = |stated: Option<Reserve>| stated.map(|stated| stated.cp);
    if let Some(cp) = cp(all.stated).into_iter().chain(cp(more.stated)).reduce(u32::saturating_add) {
        all.stated = Some(Reserve { cp, pp: None });
    }
    Ok(())
}

/// One act, or several that are joined by commas or words.
fn read_pieces(
    scenario: &Scenario,
    words: &str,
    subject: &Subject,
    depth: u32,
) -> Result<(Doing, Vec<Remark>), Remark> {
    let why = match read_piece(scenario, words, subject, depth) {
        Ok(read) => return Ok(read),
        Err(why) => why,
    };
    for between in BETWEEN {
        let parts: Vec<&str> = words.split(between).collect();
        if parts.len() < 2 {
            continue;
        }
        let read: Result<Vec<_>, _> = parts.iter().map(|part| read_piece(scenario, part, subject, depth)).collect();
        let Ok(read) = read else { continue };
        let mut all = (Doing::default(), Vec::new());
        for (doing, remarks) in read {
            join(&mut all.0, doing)?;
            all.1.extend(remarks.into_iter().map(without_span));
        }
        return Ok(all);
    }
    Err(why)
}

fn read_piece(scenario: &Scenario, words: &str, subject: &Subject, depth: u32) -> Result<(Doing, Vec<Remark>), Remark> {
    let bare = phrases::without_lead(words);
    if phrases::is_nothing(bare) {
        let held = subject.force.clone().map(|force| Act::Hold { force });
        let doing = Doing { is_nothing: true, acts: held.into_iter().collect(), ..Doing::default() };
        return Ok((doing, Vec::new()));
    }
    let named = subject.named(bare);
    let is_as_typed = named.is_none() && bare == words;
    let text = named.as_deref().unwrap_or(bare);
    let copied = copy(Some(scenario), text);
    let mut desk = Desk { scenario, copy: &copied, remarks: Vec::new() };
    let read = match special(&mut desk, subject) {
        Some(act) => act.map(|act| (Doing { acts: vec![act], ..Doing::default() }, desk.remarks)),
        None => ordinary(scenario, &desk, depth),
    };
    let placed = |remark: Remark| if is_as_typed { remark } else { without_span(remark) };
    read.map(|(doing, remarks)| (doing, remarks.into_iter().map(placed).collect())).map_err(placed)
}

fn ordinary(scenario: &Scenario, desk: &Desk<'_, '_>, depth: u32) -> Result<(Doing, Vec<Remark>), Remark> {
    let (order, remarks) = read_at(scenario, desk.copy, depth.saturating_add(1)).map_err(|why| match why.status {
        LineStatus::Chatter => Remark::unread("What is to be done here is not understood."),
        _ => why,
    })?;
    if matches!(order.act, Act::Asked(_)) {
        return Err(Remark::unread("What is to be done here is not understood."));
    }
    let stated = order.stated_cp.map(|cp| Reserve { cp, pp: None });
    // The pulses go to the whole conditional, so an idle act keeps their number itself.
    let act = match order.act {
        Act::Idle { count: None } => Act::Idle { count: order.pulses.map(|pulses| field::length(pulses).unwrap_or(1)) },
        act => act,
    };
    Ok((Doing { acts: vec![act], pulses: order.pulses, stated, is_nothing: false }, remarks))
}

/// The acts that stand only behind a condition.
fn special(desk: &mut Desk<'_, '_>, subject: &Subject) -> Option<Result<Act, Remark>> {
    let text = desk.copy.text.clone();
    let parse = |rule: Rule| Some(OrderGrammar::parse(rule, &text).ok()?.next()?.into_inner());
    if let Some(pairs) = parse(Rule::save_line) {
        return Some(save(desk, pairs));
    }
    if let Some(pairs) = parse(Rule::stop_line) {
        return Some(stop(desk, pairs, subject));
    }
    if let Some(pairs) = parse(Rule::react_line)
        && (subject.is_reaction || phrases::is_reaction(&text))
    {
        return Some(react(desk, pairs, subject));
    }
    let pairs = parse(Rule::withdraw_line)?;
    give_way(desk, pairs, subject)
}

fn save(desk: &Desk<'_, '_>, pairs: Pairs<'_, Rule>) -> Result<Act, Remark> {
    for pair in pairs {
        if pair.as_rule() == Rule::number {
            return Ok(Act::Save { cp: desk.number(&pair)? });
        }
    }
    Err(Remark::unread("It is not said how much is to be saved."))
}

fn stop(desk: &mut Desk<'_, '_>, pairs: Pairs<'_, Rule>, subject: &Subject) -> Result<Act, Remark> {
    let mut what = subject.force.clone().map_or(Stopped::All, Stopped::Force);
    for pair in pairs {
        match pair.as_rule() {
            Rule::stop_all => what = Stopped::All,
            Rule::line_ref => what = Stopped::Line(clauses::line_ref(desk, &pair)?),
            Rule::leader_force | Rule::place_force | Rule::point_force => what = Stopped::Force(force(desk, &pair)?),
            _ => {}
        }
    }
    Ok(Act::Stop { what })
}

fn react(desk: &mut Desk<'_, '_>, pairs: Pairs<'_, Rule>, subject: &Subject) -> Result<Act, Remark> {
    let (mut who, mut to, mut purpose) = (None, None, None);
    for pair in pairs {
        match pair.as_rule() {
            Rule::leader_force | Rule::place_force => who = Some(force(desk, &pair)?),
            Rule::to => to = place_in(desk, pair.into_inner()),
            Rule::intercept => purpose = Some(Purpose::Intercept),
            Rule::to_supply => purpose = Some(Purpose::Supply),
            Rule::to_support => purpose = Some(Purpose::Support),
            _ => {}
        }
    }
    let to = to.ok_or_else(|| {
        Remark::unread("A reaction move needs a place to go to.").hint(phrases::REACTION).rule("C3.16")
    })?;
    let purpose = purpose.ok_or_else(|| {
        Remark::unread("A reaction move must state what it is for.").hint(phrases::REACTION).rule("C3.16")
    })?;
    let who = who.or_else(|| subject.force.clone().filter(|_| subject.is_attacked));
    let force = who
        .ok_or_else(|| Remark::incomplete("It is not said which army reacts.").hint(phrases::REACTION).rule("C3.16"))?;
    Ok(Act::React { force, to, purpose })
}

/// Giving way before combat; without an attack to give way to it is a march.
fn give_way(desk: &mut Desk<'_, '_>, pairs: Pairs<'_, Rule>, subject: &Subject) -> Option<Result<Act, Remark>> {
    let (mut who, mut towards, mut is_verb) = (subject.force.clone(), None, false);
    for pair in pairs {
        match pair.as_rule() {
            Rule::give_way => is_verb = true,
            Rule::leader_force | Rule::place_force => match force(desk, &pair) {
                Ok(force) => who = Some(force),
                Err(remark) => return Some(Err(remark)),
            },
            Rule::to => towards = place_in(desk, pair.into_inner()),
            _ => {}
        }
    }
    let force = who.filter(|_| is_verb)?;
    if subject.is_attacked {
        return Some(Ok(Act::Withdraw { force, towards }));
    }
    Some(Ok(Act::Move { force, to: towards, via: Vec::new(), manner: None, is_attack: false }))
}

/// The place inside a phrase.
pub(super) fn place_in(desk: &mut Desk<'_, '_>, pairs: Pairs<'_, Rule>) -> Option<Place> {
    let pair = pairs.into_iter().find(|inner| matches!(inner.as_rule(), Rule::town | Rule::unknown))?;
    Some(desk.place(&pair))
}
