//! A line whose writer thinks better of it before its end: "5 infantry, make it 4", "give 5 to Russia. Actually make that
//! Austria". What it says in the end is read, and its writer is told what was taken back; where that could be two things,
//! nothing is.

use super::copy::FairCopy;
use super::kinds::is_opening;
use super::nouns::{Word, is_unit, unit_of};
use super::pieces::placed_words;
use crate::order::{Act, Order};
use crate::scenario::Meaning;
use base::order::Remark;

/// Words that say that what stands before them was wrong.
const STRONG: &[&[&str]] = &[
    &["better", "make", "it"],
    &["better", "make", "that"],
    &["on", "second", "thought"],
    &["on", "second", "thoughts"],
    &["change", "that", "to"],
    &["make", "it"],
    &["make", "that"],
    &["no", "wait"],
    &["wait"],
    &["or", "rather"],
    &["i", "mean"],
    &["i", "meant"],
    &["we", "mean"],
    &["we", "meant"],
    &["scratch", "that"],
    &["strike", "that"],
    &["correction"],
    &["on", "reflection"],
    &["oops"],
    &["actually"],
    &["no"],
    &["sorry"],
];
/// Words beside those.
const WEAK: &[&str] = &["just", "only", "then", "but", "hm", "hmm", "ah", "oh", "err", "well"];
/// Words behind what is put instead.
const TRAILING: &[&str] = &["please", "pls", "thanks", "instead", "then", "sorry", "only", "though"];
/// Words that may stand before a number or a name that is put instead.
const SMALL: &[&str] = &["by", "to", "for", "at", "in", "of", "with", "from", "the", "only", "just"];
/// Nouns behind a number that are no troops.
const NOUNS: &[&str] = &["vp", "vps", "points", "point", "money", "manpower", "mp", "factors", "factor", "pp"];

/// Signs before a correction.
const STOPS: &str = ",.;!-(";

/// A word with its bytes in the line.
type Placed<'s, 'c> = (Word<'s, 'c>, usize, usize);

/// A line as its writer leaves it.
pub(super) struct Amended {
    pub line: String,
    pub notices: Vec<Remark>,
    /// The line before its correction, where all of it was taken back.
    pub taken_back: Option<String>,
}

/// The line with what it says in the end; none where it takes nothing back, or leaves open what.
pub(super) fn amended(copy: &FairCopy<'_, '_>) -> Option<Amended> {
    let words = placed_words(copy);
    if copy.text.contains('?') {
        return None;
    }
    let (before, behind, is_apology) = (1..words.len()).find_map(|at| correction(&words, at))?;
    let (old, new) = (without_stops(&words[..before]), trimmed(&words[behind..]));
    if old.is_empty() || new.is_empty() || (1..new.len()).any(|at| correction(new, at).is_some()) {
        return None;
    }
    let instead = number_instead(old, new).or_else(|| name_instead(old, new).filter(|_| !is_apology));
    match instead {
        Some(instead) => Some(with_part_instead(copy.line, instead, (old.last()?.2, new.last()?.2))),
        None => whole_instead(copy.line, old, new),
    }
}

/// A correction that begins at a place: that place, the first word behind it, and whether it is a mere apology.
fn correction(words: &[Placed<'_, '_>], at: usize) -> Option<(usize, usize, bool)> {
    let is_stop = |at: usize| words.get(at).is_some_and(|(word, ..)| word.is_sign(STOPS) || word.is_sign(":"));
    let begins = words[at - 1].0.is_sign(STOPS);
    let (mut next, mut strong) = (at, Vec::new());
    loop {
        let rest = &words[next..];
        match STRONG.iter().find(|phrase| stands(rest, phrase)) {
            Some(phrase) => {
                strong.push(*phrase);
                next += phrase.len();
            }
            None if is_stop(next) && next > at || words.get(next).is_some_and(|(word, ..)| word.is_one_of(WEAK)) => {
                next += 1
            }
            None => break,
        }
    }
    let first = strong.first()?;
    // "No ships", "sorry Austria": without a stop behind it such a word says something of what follows.
    let is_weak = strong.len() == 1 && first.len() == 1;
    let is_parted = is_stop(next - 1) || words.get(next).is_some_and(|(word, ..)| word.is_one_of(&["by"]));
    let is_said = first.len() > 1 || first[0] == "actually" || first[0] == "oops" || first[0] == "correction";
    // Right behind an order, without a stop, it may be the line below it, which leaves nothing standing.
    (begins && (is_said || !is_weak || is_parted)).then_some((at, next, is_weak && first[0] == "sorry"))
}

fn stands(words: &[Placed<'_, '_>], phrase: &[&str]) -> bool {
    words.len() >= phrase.len() && words.iter().zip(phrase).all(|((word, ..), said)| is_said(word, said))
}

/// "Second" is a number to whoever takes a line apart.
fn is_said(word: &Word<'_, '_>, said: &str) -> bool {
    word.is_one_of(&[said]) || said == "second" && word.number() == Some(2)
}

fn without_stops<'w, 's, 'c>(mut words: &'w [Placed<'s, 'c>]) -> &'w [Placed<'s, 'c>] {
    while let [rest @ .., (last, ..)] = words
        && last.is_sign(STOPS)
    {
        words = rest;
    }
    words
}

fn trimmed<'w, 's, 'c>(mut words: &'w [Placed<'s, 'c>]) -> &'w [Placed<'s, 'c>] {
    while let [rest @ .., (last, ..)] = words
        && (last.is_sign(",.;!-)") || last.is_one_of(TRAILING))
    {
        words = rest;
    }
    words
}

/// What is put in the place of what bytes of the line.
type Instead = ((usize, usize), (usize, usize));

/// "Make it 4", "no, by 2": instead of the one number before it, of the same thing.
fn number_instead(old: &[Placed<'_, '_>], new: &[Placed<'_, '_>]) -> Option<Instead> {
    let led = new.iter().take_while(|(word, ..)| word.is_one_of(SMALL)).count();
    let ((value, from, to), behind) = new[led..].split_first()?;
    value.number()?;
    if !behind.iter().all(|(word, ..)| is_unit(word) || word.is_one_of(NOUNS)) {
        return None;
    }
    let is_number = |(word, ..): &Placed<'_, '_>| word.number().is_some();
    let at = old.iter().position(is_number).filter(|_| old.iter().filter(|word| is_number(word)).count() == 1)?;
    let counted =
        |words: &[Placed<'_, '_>]| words.iter().find_map(|(word, ..)| unit_of(word).filter(|_| is_unit(word)));
    let (was, is) = (counted(&old[at + 1..]).or_else(|| counted(&old[..at])), counted(behind));
    (is.is_none() || is == was).then_some(((old[at].1, old[at].2), (*from, *to)))
}

/// "Make that Austria": instead of the one name before it that is of its kind.
fn name_instead(old: &[Placed<'_, '_>], new: &[Placed<'_, '_>]) -> Option<Instead> {
    let led = new.iter().take_while(|(word, ..)| word.is_one_of(SMALL)).count();
    let [(name, from, to)] = &new[led..] else { return None };
    let is_power = |name: &Meaning| name.power.is_some();
    let kind = is_power(name.name()?);
    let mut alike = old.iter().filter(|(word, ..)| word.name().is_some_and(|name| is_power(name) == kind));
    match (alike.next(), alike.next()) {
        (Some(only), None) => Some(((only.1, only.2), (*from, *to))),
        _ => None,
    }
}

/// The order with a part of it replaced: what was there, and what says so, are told.
fn with_part_instead(line: &str, ((at, to), (from, end)): Instead, (old_end, new_end): (usize, usize)) -> Amended {
    let (was, is) = (&line[at..to], &line[from..end]);
    let taken_back = Remark::notice(format!("{was:?} was taken back, and {is:?} read in its place.")).at(at, to);
    let says_so = Remark::notice(format!("{:?} changes what stands before it.", line[old_end..new_end].trim()));
    Amended {
        line: format!("{}{is}{}", &line[..at], &line[to..old_end]),
        notices: vec![taken_back, says_so.at(old_end, new_end)],
        taken_back: None,
    }
}

/// "Refuse - no wait, accept the offer": an order of its own in the place of the one before it.
fn whole_instead(line: &str, old: &[Placed<'_, '_>], new: &[Placed<'_, '_>]) -> Option<Amended> {
    let is_courtesy =
        |(word, ..): &&Placed<'_, '_>| word.is_one_of(&["we", "i", "please", "will", "just", "we'll", "i'll"]);
    let verb = new.iter().find(|word| !is_courtesy(word)).and_then(|(word, ..)| word.word())?;
    if !is_opening(verb) {
        return None;
    }
    let (first, last) = (old.first()?, new.last()?);
    let said = format!("{:?} was taken back, and not read.", &line[first.1..old.last()?.2]);
    Some(Amended {
        line: line[new[0].1..last.2].to_owned(),
        notices: vec![Remark::notice(said).at(first.1, new[0].1)],
        // "Refuse" alone is taken back whole by whatever stands in its place.
        taken_back: (old.len() > 1).then(|| line[first.1..old[old.len() - 1].2].to_owned()),
    })
}

/// Whether an order that was taken back is one of the kind that stands in its place, so that nothing else is lost with it.
pub(super) fn is_of_one_kind(before: &[Order], after: &[Order]) -> bool {
    let ([before], [after]) = (before, after) else { return false };
    let state = |act: &Act| match act {
        Act::Buy { state, .. } | Act::BuyCounters { state, .. } => state.clone(),
        _ => None,
    };
    std::mem::discriminant(&before.act) == std::mem::discriminant(&after.act)
        && state(&before.act) == state(&after.act)
        && before.power == after.power
        && before.is_standing == after.is_standing
}
