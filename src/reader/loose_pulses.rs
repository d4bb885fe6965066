//! Pulses as people write them anywhere in a sentence: "PP 5, 6, 7", "the 3rd pulse", "(1-4)", "on 9 and 10", "3 till 6". Only for
//! proposals: knows no book, and whether the pulses are meant for an order is not said here.

use crate::loose::Token;
use crate::slip::ordinal;

/// Words for pulses.
const PULSES: &[&str] = &["pp", "pps", "p", "pulse", "pulses", "puls"];
/// Words that join the first and the last pulse, or one and the next.
const TO: &[&str] = &["to", "through", "thru", "till", "until", "til"];
/// No phase has more.
const MOST: u32 = 60;

/// When something is to be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum When {
    /// From one pulse to another.
    Span {
        /// The first.
        from: u32,
        /// The last.
        to: u32,
    },
    /// From this one on.
    From(u32),
    /// Until, before or after a pulse: nothing that an order is done in.
    Aside,
}

/// Pulses that stand in a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Told {
    /// Which.
    pub when: When,
    /// They can be nothing else; a lone number in brackets may be.
    pub is_sure: bool,
    /// How many tokens they take.
    pub wide: usize,
}

/// The pulses that begin at a token. `counts` tells words behind a number that make it a number of something else.
pub fn told<N: Copy>(tokens: &[Token<'_, N>], at: usize, counts: &dyn Fn(&str) -> bool) -> Option<Told> {
    let text = Text { tokens, counts };
    text.aside(at)
        .or_else(|| text.opening(at))
        .or_else(|| text.behind_word(at))
        .or_else(|| text.ordinal(at))
        .or_else(|| text.bare(at))
        .or_else(|| text.lone(at))
}

struct Text<'t, 'c, N> {
    tokens: &'t [Token<'c, N>],
    counts: &'t dyn Fn(&str) -> bool,
}

impl<N: Copy> Text<'_, '_, N> {
    fn is(&self, at: usize, words: &[&str]) -> bool {
        self.tokens.get(at).is_some_and(|token| token.is_one_of(words))
    }

    fn is_sign(&self, at: usize, signs: &str) -> bool {
        self.tokens.get(at).is_some_and(|token| token.is_sign(signs))
    }

    fn number(&self, at: usize) -> Option<u32> {
        self.tokens.get(at).and_then(Token::number).filter(|number| (1..=MOST).contains(number))
    }

    /// Whether a number is one of something: "3 SP".
    fn is_count(&self, at: usize) -> bool {
        let word = self.tokens.get(at + 1).and_then(Token::word);
        word.is_some_and(|word| (self.counts)(&word.to_ascii_lowercase())) || self.is_sign(at + 1, "%")
    }

    /// Behind "until" and "before".
    fn aside(&self, at: usize) -> Option<Told> {
        let is_before = self.is(at, &["until", "till", "before", "after", "by"]);
        let start = if is_before { at + 1 } else { at + 2 };
        let is_waiting = self.is(at, &["wait", "waits", "waiting"]) && self.is(at + 1, &["for", "until", "till"]);
        if !is_before && !is_waiting || !self.is(start, PULSES) {
            return None;
        }
        let found = self.behind_word(start)?;
        Some(Told { when: When::Aside, is_sure: true, wide: start - at + found.wide })
    }

    /// "starting with the 3rd", "from pulse 7 on", "begin on 4".
    fn opening(&self, at: usize) -> Option<Told> {
        const STARTS: &[&str] = &["start", "starts", "starting", "begin", "begins", "beginning", "from"];
        if !self.is(at, STARTS) {
            return None;
        }
        let mut next = at + 1;
        while self.is(next, &["on", "at", "with", "in", "from", "the", "no", "his", "my"]) || self.is(next, PULSES) {
            next += 1;
        }
        let from = self.number(next).filter(|_| !self.is_count(next))?;
        let end = self.behind_ordinal(next + 1);
        if self.list(next).is_some_and(|(_, to, _)| to > from) {
            return None;
        }
        let is_open = self.is(end, &["on", "onward", "onwards"]);
        let has_word = (at..next).any(|at| self.is(at, &["no"]))
            || (at..end).any(|at| self.is(at, PULSES))
            || self.is(end - 1, PULSES);
        if self.is(at, &["from"]) && !is_open && !has_word {
            return None;
        }
        Some(Told { when: When::From(from), is_sure: true, wide: end + usize::from(is_open) - at })
    }

    /// Past "rd pulse" of "3rd pulse".
    fn behind_ordinal(&self, at: usize) -> usize {
        let at = at + usize::from(self.is(at, &["st", "nd", "rd", "th"]));
        at + usize::from(self.is(at, PULSES))
    }

    fn behind_word(&self, at: usize) -> Option<Told> {
        if !self.is(at, PULSES) {
            return None;
        }
        let mut next = at + 1;
        while self.is(next, &["no", "nr", "number", "numbers", "nos", "are", "is"]) || self.is_sign(next, ".:#(") {
            next += 1;
        }
        let (from, to, end) = self.list(next)?;
        let is_open = from == to && (self.is(end, &["on", "onward", "onwards"]) || self.is_sign(end, "+"));
        let when = if is_open { When::From(from) } else { When::Span { from, to } };
        Some(Told { when, is_sure: true, wide: end + usize::from(is_open) - at })
    }

    /// "the first four pulses", "1st pulse".
    fn ordinal(&self, at: usize) -> Option<Told> {
        if self.is(at, &["first"]) && self.number(at + 1).is_some() && self.is(at + 2, PULSES) {
            let when = When::Span { from: 1, to: self.number(at + 1)? };
            return Some(Told { when, is_sure: true, wide: 3 });
        }
        if let Some(last) = self.last_of(at) {
            return Some(last);
        }
        let word = self.tokens.get(at)?.word().and_then(ordinal);
        let (pulse, next) = match word {
            Some(pulse) => (pulse, at + 1),
            None => (self.number(at)?, at + 1 + usize::from(self.is(at + 1, &["st", "nd", "rd", "th"]))),
        };
        let is_ordinal = self.is(next, PULSES) && (word.is_some() || next == at + 2);
        // "Bragg on the first pulse, Hardee on the second"
        let is_led = at > 1 && self.is(at - 1, &["the"]) && self.is(at - 2, &["on", "in"]);
        let is_told = is_led && (0..at).any(|at| self.is(at, PULSES));
        let is_last = next >= self.tokens.len() || self.is_sign(next, ".,;!");
        if word.is_some() && is_told && is_last {
            return Some(Told { when: When::Span { from: pulse, to: pulse }, is_sure: true, wide: next - at });
        }
        is_ordinal.then_some(Told { when: When::Span { from: pulse, to: pulse }, is_sure: true, wide: next + 1 - at })
    }

    /// "last four pulses of my 20".
    fn last_of(&self, at: usize) -> Option<Told> {
        let count = self.number(at + 1).filter(|_| self.is(at, &["last"]) && self.is(at + 2, PULSES))?;
        let mut next = at + 3;
        while self.is(next, &["of", "my", "the", "our", "all"]) {
            next += 1;
        }
        let to = self.number(next).filter(|to| next > at + 3 && *to >= count)?;
        Some(Told { when: When::Span { from: to + 1 - count, to }, is_sure: true, wide: next + 1 - at })
    }

    /// Two numbers or more, without a word for pulses.
    fn bare(&self, at: usize) -> Option<Told> {
        let is_number_of =
            at > 0 && self.is(at - 1, &["turn", "tst", "order", "orders", "line", "lines", "lag", "part"]);
        let (from, to, end) = self.list(at).filter(|(from, to, _)| from < to && !is_number_of)?;
        // "both (1/1)" and fractions are none.
        Some(Told { when: When::Span { from, to }, is_sure: true, wide: end - at })
    }

    /// A lone number between brackets or commas, or behind "on".
    fn lone(&self, at: usize) -> Option<Told> {
        let pulse = self.number(at).filter(|_| !self.is_count(at))?;
        let end = self.behind_ordinal(at + 1);
        let opens = at > 0 && (self.is_sign(at - 1, "(,:;") || self.is(at - 1, &["on", "in"]));
        let closes = end >= self.tokens.len() || self.is_sign(end, "),.;:!");
        let is_bullet = at == 1 && self.is_sign(0, "-*>");
        let leads = (at == 0 || is_bullet) && self.is_sign(end, ":");
        let follows = at > 0 && self.tokens[at - 1].name().is_some();
        let is_last = end >= self.tokens.len() && follows;
        let found = Told { when: When::Span { from: pulse, to: pulse }, is_sure: false, wide: end - at };
        (opens && closes || leads || is_last).then_some(found)
    }

    /// A first and a last pulse, and where they end.
    fn list(&self, at: usize) -> Option<(u32, u32, usize)> {
        let from = self.number(at).filter(|_| !self.is_count(at))?;
        let (mut to, mut end) = (from, at + 1);
        let is_told = at > 0 && self.is(at - 1, PULSES);
        while is_told && self.number(end) == Some(to + 1) && !self.is_count(end) {
            (to, end) = (to + 1, end + 1);
        }
        while let Some((next, number)) = self.next_of_list(end, to) {
            (to, end) = (number, next + 1);
        }
        Some((from, to, end))
    }

    /// The number that goes on a list: any later one behind a dash, the next one behind a comma.
    fn next_of_list(&self, at: usize, last: u32) -> Option<(usize, u32)> {
        let mut next = at;
        let mut is_free = false;
        while next < at + 4 {
            if self.is(next, TO) || self.is_sign(next, "-/") || self.is_sign(next, ".") && self.is_sign(next + 1, ".") {
                is_free = true;
            } else if !(self.is(next, &["and", "pulse", "pp", "p", "or"]) || self.is_sign(next, ",+&.")) {
                break;
            }
            next += 1;
        }
        // "Richmond 2, PP 3-4": a word for pulses says that the number before it was none.
        let is_told = at >= 2 && (self.is(at - 2, PULSES) || self.is_sign(at - 2, "-/"));
        if !is_free && !is_told && (at..next).any(|at| self.is(at, PULSES)) {
            return None;
        }
        let number = self.number(next).filter(|_| next > at && !self.is_count(next))?;
        // "1-4 and 5-8" are two.
        let is_dash = |at: usize| self.is_sign(at, "-");
        if !is_free && at >= 2 && is_dash(at - 2) && is_dash(next + 1) && self.number(next + 2).is_some() {
            return None;
        }
        let goes_on = if is_free { number > last } else { number == last + 1 };
        let is_sentence = !is_free && self.is_sign(next - 1, ".");
        (goes_on && !is_sentence).then_some((next, number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fair_copy::{Found, Names, fair_copy};
    use crate::loose::tokens;

    struct Towns;

    impl Names for Towns {
        type Named = &'static str;

        fn name(&self, text: &str) -> Option<Found<&'static str>> {
            let named = ["York", "Leeds", "Hal"].into_iter().find(|name| text.starts_with(name))?;
            Some(Found { mark: b'@', named, bytes: named.len(), is_genitive: false })
        }
    }

    fn first(line: &str) -> Option<When> {
        let copy = fair_copy(&Towns, line);
        let tokens = tokens(&copy);
        let counts = |word: &str| ["sp", "cp"].contains(&word);
        (0..tokens.len()).find_map(|at| told(&tokens, at, &counts)).map(|told| told.when)
    }

    #[test]
    fn pulses_are_found_wherever_they_stand() {
        let span = |from, to| Some(When::Span { from, to });
        for line in
            ["Hal to York PP 5, 6, 7", "Hal, York, 5-7", "Hal to York (5/6/7)", "on 5, 6 and 7 Hal goes", "PP 5..7 Hal"]
        {
            assert_eq!(first(line), span(5, 7), "{line}");
        }
        assert_eq!(first("pulses 1+2 Hal"), span(1, 2));
        assert_eq!(first("Hal to York in the first four pulses"), span(1, 4));
        assert_eq!(first("Hal to York on the 3rd pulse"), span(3, 3));
        assert_eq!(first("Hal at York (4)"), span(4, 4));
        assert_eq!(first("Hal starts on pulse three"), Some(When::From(3)));
        assert_eq!(first("from 7 on Hal goes"), Some(When::From(7)));
    }

    #[test]
    fn numbers_of_other_things_are_no_pulses() {
        for line in ["Hal with 2 SP to York", "Hal 2 and 3 SP", "two towns"] {
            assert_eq!(first(line), None, "{line}");
        }
        assert_eq!(first("Hal waits until pulse 4"), Some(When::Aside));
    }
}
