//! Words of a line made plain before anything is made of them: numbers written out, titles of rulers, corrections on the way,
//! what is named only to be denied, asides and courtesies. Knows no deed.

use super::deeds::is_telling;
use super::parts::{Word, court, is_unit, month_of};
use super::phrase::phrase;
use super::{asides, offered, sums};
use crate::scenario::Scenario;
use reader::loose::Kind;
use reader::slip::TENS;

/// Who is meant by a title or a nickname.
const TITLES: &[(&str, &str)] = &[
    ("tsar", "Russia"),
    ("czar", "Russia"),
    ("sultan", "Turkey"),
    ("kaiser", "Austria"),
    ("emperor", "Austria"),
    ("tsarina", "Russia"),
    ("porte", "Turkey"),
    ("switz", "Switzerland"),
    ("danes", "Denmark"),
    ("swedes", "Sweden"),
    ("portuguese", "Portugal"),
    ("neapolitans", "Naples"),
    ("hanoverians", "Hanover"),
    ("boney", "France"),
    ("napoleon", "France"),
    ("bonaparte", "France"),
    ("dons", "Spain"),
    ("brits", "Britain"),
    ("brit", "Britain"),
    ("englishmen", "Britain"),
];

/// What says that the words before it were wrong.
const CORRECTIONS: &[&str] = &[
    "no wait , make that",
    "no wait",
    "wait , no",
    "wait no",
    "scratch that",
    "strike that",
    "make that",
    "i mean",
    "i meant",
    "correction :",
    "correction",
    "or rather",
    "sorry , no",
    "no , sorry",
    "lol no",
    ", no ,",
    "- no ,",
    "on # thought",
    "on # thoughts",
    "on reflection",
    ", actually",
    ". actually",
    ". no ,",
    ". . . no ,",
];

/// What changes nothing.
#[rustfmt::skip]
const COURTESIES: &[&str] = &[
    "nothing else", "nothing more", "no # else", "nobody else", "no strings", "no problem", "no doubt", "no later than", "if the counters allow it", "if the money allows it", "if the treasury allows it", "if money allows", "if the treasury allows", "if funds permit", "if funds allow", "if money permits",
    "money permitting", "funds permitting", "if possible", "as soon as possible", "if you please", "if you would", "if needed", "if need be", "if necessary", "of course", "as usual",
    "in the name of", "as we agreed", "as agreed", "not at war with us", "not at war with me", "not at war with", "not at war w us", "not at war", "grand total", "if you don't mind",
    "if it is not too late", "if that is allowed", "if the rules allow", "if allowed", "if there is enough", "if i can afford it", "if we can afford it", "when you can", "when you have time",
    "if nobody plays her", "if nobody plays it", "if no # plays her", "if nobody else wants the job", "if no # else wants the job", "if no # else wants it", "if so", "if you agree", "if that is all right", "as long as we're at peace", "as long as we are at peace", "so long as we are at peace", "while we are at peace", "not that it matters", "if i may", "if it please", "no hurry", "no rush", "no great hurry", "without delay", "if she is free", "if it is free", "if he is free", "if they are free", "if still free", "no need to pay it back", "no need to pay back", "no need to repay", "not to be repaid", "no repayment", "no matter what", "no matter", "if nobody else does",
    "and no excuses", "no excuses", "no more and no less", "no hard feelings", "no offence", "no thanks needed", "no questions asked", "on no account", "in no time", "interest - free", "no interest",
    "only if the die is good", "only if the die is kind", "only if the dice are good", "if the die is good", "if the dice are good", "names don't matter", "name doesn't matter", "any names", "no matter which", "for a while", "if the dice are kind", "if the die says so", "if the dice say so", "if the die allows", "when the dice say so", "if the die is kind", "if lucky", "if the dice allow", "window #", "no interest", "quick orders then", "why not", "last but not least", "not to forget", "not forgetting", "not more",
];

/// Numbers and titles in their plain form.
pub(super) fn plain<'s, 'c>(scenario: &'s Scenario, text: &str, words: Vec<Word<'s, 'c>>) -> Vec<Word<'s, 'c>> {
    let mut plain: Vec<Word<'s, 'c>> = Vec::with_capacity(words.len());
    for mut word in words {
        if let Some(power) = word.word().and_then(title) {
            word.kind = scenario.names.find(power).map_or(word.kind, Kind::Name);
        }
        if let Some(number) = word.word().and_then(number_of_word) {
            word.kind = Kind::Number(number);
        }
        match joined(text, &mut plain, &word) {
            Some(number) => plain.push(Word { at: word.at, kind: Kind::Number(number) }),
            None => plain.push(word),
        }
    }
    plain
}

fn title(word: &str) -> Option<&'static str> {
    let word = word.strip_suffix("'s").unwrap_or(word);
    TITLES.iter().find(|(title, _)| word.eq_ignore_ascii_case(title)).map(|(_, power)| *power)
}

fn number_of_word(word: &str) -> Option<u32> {
    const WORDS: &[(&str, u32)] = &[
        ("zero", 0),
        ("nil", 0),
        ("hundred", 100),
        ("thousand", 1000),
        ("tenner", 10),
        ("fiver", 5),
        ("another", 1),
        ("single", 1),
        ("lone", 1),
    ];
    WORDS.iter().chain(TENS).find(|(name, _)| word.eq_ignore_ascii_case(name)).map(|(_, number)| *number)
}

/// The number that a word makes with those before it, which are taken away: "a dozen", "1,000", "twenty-five".
fn joined(text: &str, before: &mut Vec<Word<'_, '_>>, word: &Word<'_, '_>) -> Option<u32> {
    let times =
        if word.is_one_of(&["dozen"]) { 12 } else { u32::from(word.is_one_of(&["couple", "pair", "brace"])) * 2 };
    if times > 0 {
        let first = before.last().cloned();
        let is_article = first.as_ref().is_some_and(|first| first.is_one_of(&["a", "an"]));
        let count = first.and_then(|first| first.number());
        if is_article || count.is_some() {
            before.pop();
        }
        let is_half = before.last().is_some_and(|last| last.is_one_of(&["half"]));
        if is_half {
            before.pop();
        }
        let whole = count.unwrap_or(1).saturating_mul(times);
        return Some(if is_half { whole / 2 } else { whole });
    }
    let units = word.number()?;
    let is_another = |last: &Word<'_, '_>| text[last.at..].to_ascii_lowercase().starts_with("another");
    if before.last().is_some_and(is_another) {
        before.pop();
        return Some(units);
    }
    let is_scale = word.at > 0
        && matches!(units, 100 | 1000)
        && text[word.at..].starts_with(|sign: char| sign.is_ascii_alphabetic());
    if let Some(count) = before.last().and_then(Word::number).filter(|_| is_scale) {
        before.pop();
        return Some(count.saturating_mul(units));
    }
    if is_scale && before.last().is_some_and(|last| last.is_one_of(&["a"])) {
        before.pop();
        return Some(units);
    }
    let [.., first, sign] = &before[..] else { return None };
    let tens = first.number()?;
    let is_of_tens = matches!(sign.kind, Kind::Sign('-')) && (20..100).contains(&tens) && tens % 10 == 0 && units < 10;
    let is_written_out = text[first.at..].starts_with(|sign: char| sign.is_ascii_alphabetic());
    let digits = text[word.at..].bytes().take_while(u8::is_ascii_digit).count();
    let is_of_thousands = matches!(sign.kind, Kind::Sign(',')) && digits == 3 && tens < 1000;
    if !(is_of_tens && is_written_out || is_of_thousands) {
        return None;
    }
    before.truncate(before.len() - 2);
    Some(if is_of_thousands { tens * 1000 + units } else { tens + units })
}

/// A line as its writer leaves it: without what he corrects, denies in passing, or says aside.
pub(super) fn settled<'s, 'c>(scenario: &'s Scenario, words: Vec<Word<'s, 'c>>) -> Vec<Word<'s, 'c>> {
    let words = offered::answered(with_courts(scenario, with_receivers(words)));
    let words =
        asides::without_reasons(asides::with_exceptions(rewritten(without_phrases(without_concessions(words)))));
    let words = asides::with_what_will_do(asides::without_what_waits(sums::named_before(words)));
    let words = without_denied(corrected(made(summed(until_due(words)))));
    without_instead(without_brackets(words))
}

/// "Give Prussia 5 and lend her another 5": she is whom money went to before.
fn with_receivers<'s, 'c>(mut words: Vec<Word<'s, 'c>>) -> Vec<Word<'s, 'c>> {
    const GIVING: &[&str] = &["give", "gives", "lend", "lends", "send", "sends", "pay", "pays", "loan"];
    for at in 1..words.len() {
        let is_pronoun = words[at].is_one_of(&["her", "him", "them"]) && words[at - 1].is_one_of(GIVING);
        let last = words[..at].iter().rev().find_map(Word::name).filter(|_| is_pronoun);
        if let Some(name) = last {
            words[at].kind = Kind::Name(name);
        }
    }
    words
}

/// "The courts of St Petersburg and Vienna": the powers that sit there.
fn with_courts<'s, 'c>(scenario: &'s Scenario, mut words: Vec<Word<'s, 'c>>) -> Vec<Word<'s, 'c>> {
    let Some((at, count)) =
        phrase(&words, &["courts of", "court of", "courts at", "court at", "cabinets of", "cabinet of"])
    else {
        return words;
    };
    let is_listed = |word: &Word<'_, '_>| word.name().is_some() || word.is_sign(",") || word.is_one_of(&["and", "the"]);
    let end = words[at + count..].iter().take_while(|word| is_listed(word)).count() + at + count;
    for word in &mut words[at + count..end] {
        let court = word.name().and_then(|name| name.cities.iter().find_map(|city| court(city)));
        if let Some(power) = court.and_then(|power| scenario.names.find(power.name())) {
            word.kind = Kind::Name(power);
        }
    }
    words.drain(at..at + count);
    words
}

/// "5 infantry, make it 4" is "make that 4"; "make it a free state" is another matter.
fn made<'s, 'c>(mut words: Vec<Word<'s, 'c>>) -> Vec<Word<'s, 'c>> {
    for at in 2..words.len() {
        if words[at - 2].is_one_of(&["make"]) && words[at - 1].is_one_of(&["it"]) && words[at].number().is_some() {
            words[at - 1].kind = Kind::Word("that");
        }
    }
    words
}

/// "Even if I reach the level": so or so.
fn without_concessions<'s, 'c>(mut words: Vec<Word<'s, 'c>>) -> Vec<Word<'s, 'c>> {
    while let Some((at, _)) = phrase(&words, &["even if", "even when"]) {
        let end = words[at..].iter().position(|word| matches!(word.kind, Kind::Sign(',' | '.' | ';' | '!')));
        words.drain(at..end.map_or(words.len(), |end| at + end));
    }
    words
}

fn without_phrases<'s, 'c>(words: Vec<Word<'s, 'c>>) -> Vec<Word<'s, 'c>> {
    without(words, COURTESIES)
}

/// The words without these phrases.
pub(super) fn without<'s, 'c>(mut words: Vec<Word<'s, 'c>>, phrases: &[&str]) -> Vec<Word<'s, 'c>> {
    while let Some((at, count)) = phrase(&words, phrases) {
        words.drain(at..at + count);
    }
    words
}

/// What is said in several words, and the one word for it.
const REWRITTEN: &[(&str, &str)] = &[
    ("counter no .", "counter"),
    ("corps no .", "corps"),
    ("no objection to", "accept"),
    ("no objections to", "accept"),
    ("nothing against", "accept"),
    ("do not refuse", "agree"),
    ("do not reject", "agree"),
    ("do not decline", "agree"),
    ("do not object to", "agree"),
    ("do not oppose", "agree"),
    ("don't refuse", "agree"),
    ("don't reject", "agree"),
    ("don't decline", "agree"),
    ("don't object to", "agree"),
    ("don't oppose", "agree"),
    ("does not refuse", "agree"),
    ("does not reject", "agree"),
    ("does not decline", "agree"),
    ("does not object to", "agree"),
    ("does not oppose", "agree"),
    ("doesn't refuse", "agree"),
    ("doesn't reject", "agree"),
    ("doesn't decline", "agree"),
    ("doesn't object to", "agree"),
    ("doesn't oppose", "agree"),
    ("will not refuse", "agree"),
    ("will not reject", "agree"),
    ("will not decline", "agree"),
    ("will not object to", "agree"),
    ("will not oppose", "agree"),
    ("won't refuse", "agree"),
    ("won't reject", "agree"),
    ("won't decline", "agree"),
    ("won't object to", "agree"),
    ("won't oppose", "agree"),
    ("not refuse", "agree"),
    ("not reject", "agree"),
    ("not decline", "agree"),
    ("not object to", "agree"),
    ("not oppose", "agree"),
    ("nothing but", "only"),
    ("when hell freezes over", "refuse"),
    ("when pigs fly", "refuse"),
    ("not on your life", "refuse"),
    ("only if free", "free"),
    ("only if it is free", "free"),
    ("only for free", "free"),
    ("but for", "for"),
    ("but only", "only"),
    ("no way", "refuse"),
    ("out of bounds", "excluded"),
    ("with the exception of", "except"),
    ("other than", "except"),
    ("apart from", "except"),
    ("leaving out", "except"),
    ("hands off", "except"),
    ("turned away", "refused"),
    ("don't agree", "refuse"),
    ("do not agree", "refuse"),
    ("does not agree", "refuse"),
    ("won't agree", "refuse"),
    ("will not agree", "refuse"),
    ("cannot agree", "refuse"),
    ("can't agree", "refuse"),
    ("do not accept", "refuse"),
    ("don't accept", "refuse"),
    ("will not accept", "refuse"),
    ("won't accept", "refuse"),
    ("does not accept", "refuse"),
    ("cannot accept", "refuse"),
    ("can't accept", "refuse"),
    ("not wish to trade", "refuse trade"),
    ("not want to trade", "refuse trade"),
    ("not care to trade", "refuse trade"),
    ("don't want to trade", "refuse trade"),
    ("don't wish to trade", "refuse trade"),
    ("turn down", "refuse"),
    ("turns down", "refuse"),
    ("thumbs down", "refuse"),
    ("thumbs up", "agree"),
    ("go ahead", "agree"),
    ("green light", "agree"),
    ("no more than", "only"),
    ("say no to", "refuse"),
    ("says no to", "refuse"),
];

/// Longer ways to say a thing in one word.
fn rewritten<'s, 'c>(mut words: Vec<Word<'s, 'c>>) -> Vec<Word<'s, 'c>> {
    for (said, word) in REWRITTEN {
        while let Some((at, count)) = phrase(&words, &[said]) {
            let kept: Vec<&'static str> = word.split(' ').collect();
            words.drain(at + kept.len()..at + count);
            kept.into_iter().zip(&mut words[at..]).for_each(|(word, at)| at.kind = Kind::Word(word));
        }
    }
    words
}

/// "Until June" and "till Christmas" say when a loan is due; the year ends with December.
fn until_due<'s, 'c>(mut words: Vec<Word<'s, 'c>>) -> Vec<Word<'s, 'c>> {
    const YEAR_ENDS: &[&str] = &[
        "the end of the year",
        "the end of this year",
        "end of the year",
        "end of year",
        "year's end",
        "the year's end",
        "new year",
    ];
    if let Some((at, count)) = phrase(&words, YEAR_ENDS) {
        words.drain(at + 1..at + count);
        words[at].kind = Kind::Word("December");
    }
    for at in 1..words.len() {
        if words[at - 1].is_one_of(&["until", "till"]) && month_of(&words[at..=at]).is_some() {
            words[at - 1].kind = Kind::Word("due");
        }
    }
    words
}

/// "2 infantry, then 2 more, so 4": the sum stands for the first number.
fn summed<'s, 'c>(mut words: Vec<Word<'s, 'c>>) -> Vec<Word<'s, 'c>> {
    let Some((at, count)) = phrase(&words, &[", so #", ", so that's #", ", so that is #"]) else { return words };
    let ends = words.get(at + count).is_none_or(is_end);
    let comma = words[..=at].iter().position(|word| matches!(word.kind, Kind::Sign(','))).unwrap_or(at);
    let sum = words[at + count - 1].kind.clone();
    let first = words[..comma].iter().position(|word| word.number().is_some());
    let Some(first) = first.filter(|_| ends) else { return words };
    words[first].kind = sum;
    words.drain(comma..at + count);
    words
}

/// What follows a correction takes the place of what it corrects: all of it where it is an order itself, else its number or name.
fn corrected<'s, 'c>(mut words: Vec<Word<'s, 'c>>) -> Vec<Word<'s, 'c>> {
    while let Some((at, count)) = phrase(&words, CORRECTIONS).filter(|(at, _)| *at > 0) {
        let rest: Vec<Word<'s, 'c>> = words.split_off(at).split_off(count);
        let end = rest.iter().skip(1).position(is_end).map_or(rest.len(), |end| end + 1);
        let (new, _) = rest.split_at(end);
        let is_whole = new.iter().any(|word| is_unit(word) || word.word().is_some_and(is_telling));
        let trimmed = words.iter().rposition(|word| !is_stop(word)).map_or(0, |last| last + 1);
        words.truncate(trimmed);
        let from =
            words.iter().rposition(|word| is_end(word) || matches!(word.kind, Kind::Sign(':'))).map_or(0, |at| at + 1);
        if is_whole {
            words.truncate(from);
            words.extend(rest);
            continue;
        }
        for word in new {
            let same =
                |old: &&mut Word<'s, 'c>| std::mem::discriminant(&old.kind) == std::mem::discriminant(&word.kind);
            if matches!(word.kind, Kind::Number(_) | Kind::Name(_))
                && let Some(old) = words[from..].iter_mut().rev().find(same)
            {
                old.kind = word.kind.clone();
            }
        }
        words.extend(rest.into_iter().skip(end));
    }
    words
}

fn is_end(word: &Word<'_, '_>) -> bool {
    matches!(word.kind, Kind::Sign('.' | ';' | '!' | '?'))
}

fn is_stop(word: &Word<'_, '_>) -> bool {
    matches!(word.kind, Kind::Sign('.' | ';' | '!' | '?' | ','))
}

/// "not 10 but 12", "5, not 6", "Lisbon, not Oporto", "no cavalry".
fn without_denied<'s, 'c>(mut words: Vec<Word<'s, 'c>>) -> Vec<Word<'s, 'c>> {
    const NOUNS: &[&str] = &["factors", "factor", "points", "money", "more"];
    let mut at = 0;
    // Who accepts one land and not another declines that.
    let is_trade = words.iter().any(|word| word.is_one_of(&["trade", "ports", "commerce", "accept", "accepts"]));
    while at < words.len() {
        if !words[at].is_one_of(&["not", "no"]) {
            at += 1;
            continue;
        }
        let rest = &words[at + 1..];
        let but = rest.iter().take(6).take_while(|word| !is_end(word)).position(|word| word.is_one_of(&["but"]));
        let small = |word: &Word<'_, '_>| {
            word.is_one_of(&["the", "a", "any", "more"]) || matches!(word.kind, Kind::Sign('+' | '-'))
        };
        let lead = rest.iter().take_while(|word| small(word)).count();
        let next = rest.get(lead);
        let is_name = next.is_some_and(|next| next.name().is_some()) && !is_trade;
        let is_number = next.is_some_and(|next| next.number().is_some());
        let others = words[..at].iter().any(|word| word.number().is_some() || word.name().is_some());
        let taken = match but {
            Some(but) if words[at].is_one_of(&["not"]) => but + 1,
            _ if next.is_some_and(is_unit) => lead + 1,
            _ if words[at].is_one_of(&["not"]) && others && (is_name || is_number) => {
                lead + 1 + rest[lead + 1..].iter().take_while(|word| word.is_one_of(NOUNS) || is_unit(word)).count()
            }
            _ => 0,
        };
        if taken > 0 {
            words.drain(at..=at + taken);
        } else {
            at += 1;
        }
    }
    words
}

/// Brackets that hold sums alone say what something costs.
fn without_brackets<'s, 'c>(mut words: Vec<Word<'s, 'c>>) -> Vec<Word<'s, 'c>> {
    const SUMS: &[&str] =
        &["money", "mp", "manpower", "m", "pp", "points", "and", "each", "in", "full", "total", "gold"];
    let mut from = 0;
    while let Some(open) = words[from..].iter().position(|word| matches!(word.kind, Kind::Sign('('))) {
        let open = from + open;
        let Some(wide) = words[open..].iter().position(|word| matches!(word.kind, Kind::Sign(')'))) else { break };
        let is_sum = |word: &Word<'_, '_>| {
            matches!(word.kind, Kind::Number(_) | Kind::Sign('/' | ',' | '+' | '=' | '(' | ')')) || word.is_one_of(SUMS)
        };
        let counts = words[open..=open + wide].iter().any(|word| word.number().is_some());
        if counts
            && words[open..=open + wide].iter().all(is_sum)
            && !words[open..=open + wide].iter().any(|word| word.is_one_of(&["pp"]))
        {
            words.drain(open..=open + wide);
            from = open;
        } else {
            from = open + 1;
        }
    }
    words
}

/// "instead of Spain", "rather than cavalry": up to the next break.
fn without_instead<'s, 'c>(mut words: Vec<Word<'s, 'c>>) -> Vec<Word<'s, 'c>> {
    while let Some((at, _)) = phrase(&words, &["instead of", "rather than", "in place of"]) {
        let is_verb = |word: &Word<'_, '_>| word.word().is_some_and(is_telling) && !is_unit(word);
        let wide = words[at..].iter().position(|word| is_stop(word) || is_verb(word)).unwrap_or(words.len() - at);
        words.drain(at..at + wide);
    }
    words
}
