//! A second, looser look at a line that no grammar could read: the pulses, numbers, names and words that stand in it. Only ever
//! makes proposals of it: nothing found here is an order. Knows words; what they mean together, the book says.

use base::order::slips;

use crate::fair_copy::FairCopy;
use crate::slip::{small_number, words};

/// Words beyond these are not looked at.
const MOST_WORDS: usize = 120;
/// Most words of a line of which it is looked up what they are slips of.
const MOST_LOOKED_UP: usize = 8;

/// Words that turn round what a line says.
const DENIALS: &[&str] = &[
    "not",
    "no",
    "never",
    "nobody",
    "none",
    "cancel",
    "cancels",
    "cancelled",
    "dont",
    "wont",
    "cannot",
    "nor",
    "refrain",
    "forget",
];
/// Words that let a line hold only now and then.
const CONDITIONS: &[&str] =
    &["if", "unless", "when", "whenever", "once", "until", "till", "provided", "assuming", "else", "otherwise"];

/// A word, a number, a name or a sign of a fair copy, in its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token<'c, N> {
    /// Its first byte in the copy.
    pub at: usize,
    /// What it is.
    pub kind: Kind<'c, N>,
}

/// What stands at a place of a fair copy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind<'c, N> {
    /// A word as it was typed.
    Word(&'c str),
    /// A number, in figures or written out.
    Number(u32),
    /// A name.
    Name(N),
    /// Any other sign.
    Sign(char),
}

/// Pulses of a line: from the first to the last, or from the first on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    /// The first.
    pub from: u32,
    /// The last; none: as long as it takes.
    pub to: Option<u32>,
}

/// A name with what tells its part in the sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placed<N> {
    /// What it stands for.
    pub named: N,
    /// Which of the tokens it is.
    pub index: usize,
    /// The preposition, or a `>`, that rules it: that of the name before it where both are joined by "or", "and" or a comma.
    pub ruled_by: Option<String>,
}

/// The words, numbers, names and signs of a copy, in order.
pub fn tokens<'c, N: Copy>(copy: &'c FairCopy<'_, N>) -> Vec<Token<'c, N>> {
    let text = copy.text.as_str();
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        if found.len() >= MOST_WORDS {
            break;
        }
        let part = |sign: char| sign.is_alphabetic() || sign == '\'';
        let (wide, kind) = match copy.mark(at) {
            Some(mark) => (1, Some(Kind::Name(mark.named))),
            None if first.is_ascii_digit() => number(&text[at..]),
            None if first.is_alphabetic() => {
                let wide = text[at..].find(|sign| !part(sign)).unwrap_or(text.len() - at);
                let word = &text[at..at + wide];
                (wide, Some(small_number(word).map_or(Kind::Word(word), Kind::Number)))
            }
            None => (first.len_utf8(), (first != ' ').then_some(Kind::Sign(first))),
        };
        found.extend(kind.map(|kind| Token { at, kind }));
        at += wide;
    }
    found
}

fn number<'c, N>(text: &str) -> (usize, Option<Kind<'c, N>>) {
    let wide = text.bytes().take_while(u8::is_ascii_digit).count();
    (wide, text[..wide].parse().ok().map(Kind::Number))
}

impl<'c, N: Copy> Token<'c, N> {
    /// The word, if it is one.
    pub fn word(&self) -> Option<&'c str> {
        match self.kind {
            Kind::Word(word) => Some(word),
            _ => None,
        }
    }

    /// The number, if it is one.
    pub fn number(&self) -> Option<u32> {
        match self.kind {
            Kind::Number(number) => Some(number),
            _ => None,
        }
    }

    /// The name, if it is one.
    pub fn name(&self) -> Option<N> {
        match self.kind {
            Kind::Name(named) => Some(named),
            _ => None,
        }
    }

    /// Whether it is one of these words, which are written small.
    pub fn is_one_of(&self, words: &[&str]) -> bool {
        self.word().is_some_and(|word| words.iter().any(|other| word.eq_ignore_ascii_case(other)))
    }

    /// Whether it is one of these signs.
    pub fn is_sign(&self, signs: &str) -> bool {
        matches!(self.kind, Kind::Sign(sign) if signs.contains(sign))
    }
}

/// Whether a line denies what it speaks of.
pub fn is_denied<N: Copy>(tokens: &[Token<'_, N>]) -> bool {
    tokens.iter().any(|token| token.is_one_of(DENIALS) || token.word().is_some_and(|word| word.ends_with("n't")))
}

/// Whether it holds only on a condition, which a proposal would leave out. "Should I attack?" asks, and has none.
pub fn is_conditional<N: Copy>(tokens: &[Token<'_, N>]) -> bool {
    let is_question = tokens.iter().any(|token| token.is_sign("?"));
    let begins_with_should = tokens.first().is_some_and(|first| first.is_one_of(&["should"]));
    let at_once = tokens.windows(2).any(|pair| pair[0].is_one_of(&["at"]) && pair[1].is_one_of(&["once"]));
    let holds_one = |token: &Token<'_, N>| token.is_one_of(CONDITIONS) && !(at_once && token.is_one_of(&["once"]));
    begins_with_should && !is_question || tokens.iter().any(holds_one)
}

/// The pulses of a line, and which tokens they take: behind a word for them, or two numbers before a colon at its head.
pub fn span<N: Copy>(tokens: &[Token<'_, N>]) -> Option<(Span, std::ops::Range<usize>)> {
    const WORDS: &[&str] = &["pp", "pps", "p", "pulse", "pulses"];
    let behind_word = tokens.windows(2).position(|pair| pair[0].is_one_of(WORDS) && pair[1].number().is_some());
    let (start, first) = match behind_word {
        Some(word) => (word, word + 1),
        None => (0, 0),
    };
    let from = tokens.get(first)?.number().filter(|from| *from > 0)?;
    let joins = |token: &Token<'_, N>| {
        token.is_sign("-/.") || token.is_one_of(&["to", "through", "thru", "till", "until", "and"])
    };
    let mut next = first + 1;
    while tokens.get(next).is_some_and(joins) {
        next += 1;
    }
    let last = tokens.get(next).and_then(Token::number).filter(|last| next > first + 1 && *last >= from);
    let end = last.map_or(first + 1, |_| next + 1);
    let ends_head = tokens.get(end).is_some_and(|token| token.is_sign(":"));
    if behind_word.is_none() && !(last.is_some() && ends_head) {
        return None;
    }
    let is_open =
        tokens.get(end).is_some_and(|token| token.is_one_of(&["on", "onward", "onwards"]) || token.is_sign("+"));
    let to = if is_open && last.is_none() { None } else { Some(last.unwrap_or(from)) };
    Some((Span { from, to }, start..end + usize::from(is_open)))
}

/// The names of a line in their order, each with the preposition before it.
pub fn placed<N: Copy>(tokens: &[Token<'_, N>]) -> Vec<Placed<N>> {
    let mut names: Vec<Placed<N>> = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        let Some(named) = token.name() else { continue };
        let joined = names.last().filter(|last| is_joined(&tokens[last.index + 1..index]));
        let ruled_by = match joined {
            Some(last) => last.ruled_by.clone(),
            None => ruler(&tokens[..index]),
        };
        names.push(Placed { named, index, ruled_by });
    }
    names
}

/// Whether nothing but a comma or "or" and "and" stands between two names.
fn is_joined<N: Copy>(between: &[Token<'_, N>]) -> bool {
    const JOINS: &[&str] = &["or", "and", "maybe", "perhaps", "either"];
    !between.is_empty() && between.iter().all(|token| token.is_sign(",/?") || token.is_one_of(JOINS))
}

/// The preposition before a name, with small words between them.
fn ruler<N: Copy>(before: &[Token<'_, N>]) -> Option<String> {
    const PREPOSITIONS: &[&str] = &[
        "to", "into", "toward", "towards", "at", "in", "on", "onto", "against", "for", "near", "from", "off", "via",
        "through", "by", "past", "over", "with", "under", "using", "of", "around",
    ];
    const SMALL: &[&str] = &["the", "a", "our", "my", "his", "general", "gen", "hex", "town", "city", "either", "area"];
    let last = before.iter().rev().take(4).find(|token| !token.is_one_of(SMALL) && !token.is_sign("."))?;
    match last.kind {
        Kind::Sign('>') => Some(">".to_owned()),
        Kind::Word(word) if last.is_one_of(PREPOSITIONS) => Some(word.to_ascii_lowercase()),
        _ => None,
    }
}

/// The one of these words that a word may be a slip of: at most two letters are wrong, and fewer in a short word.
pub fn nearest<'w>(word: &str, known: impl IntoIterator<Item = &'w str>) -> Option<&'w str> {
    let word = word.to_ascii_lowercase();
    if word.len() < 4 {
        return None;
    }
    let comparable = known.into_iter().filter(|other| other.len() > 3 && other.len().abs_diff(word.len()) <= 2);
    comparable.filter_map(|other| Some((slips(&word, other)?, other))).min().map(|(_, other)| other)
}

/// The line with its slips mended; none when there are none. `meant` is asked about every word of the copy that is no name,
/// and about two that follow one another, and says what is to stand instead.
pub fn mended<N: Copy>(copy: &FairCopy<'_, N>, mut meant: impl FnMut(&str) -> Option<String>) -> Option<String> {
    let text = copy.text.as_str();
    let is_word = |word: &&(usize, &str)| word.1.len() > 2 && word.1.starts_with(char::is_alphabetic);
    let found: Vec<(usize, &str)> = words(text).take(MOST_WORDS).filter(|word| is_word(&word)).collect();
    let mut slips: Vec<(usize, usize, String)> = Vec::new();
    let (mut place, mut looked_up) = (0, 0);
    while let Some((at, word)) = found.get(place).copied() {
        let pair =
            found.get(place + 1).filter(|(next, _)| *next == at + word.len() + 1).map(|(next, word)| next + word.len());
        let pair = pair.and_then(|end| Some((end, meant(&text[at..end])?)));
        let (end, instead) = match pair {
            Some((end, instead)) => (end, Some(instead)),
            None => (at + word.len(), meant(word)),
        };
        place += if end > at + word.len() { 2 } else { 1 };
        let Some(instead) = instead else { continue };
        let (start, end) = copy.span(at, end);
        slips.push((start, end, instead));
        looked_up += 1;
        if looked_up >= MOST_LOOKED_UP {
            break;
        }
    }
    let mut line = copy.line.to_owned();
    slips.iter().rev().for_each(|(start, end, instead)| line.replace_range(*start..*end, instead));
    (!slips.is_empty()).then_some(line)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fair_copy::{Found, Names, fair_copy};

    struct Towns;

    impl Names for Towns {
        type Named = &'static str;

        fn name(&self, text: &str) -> Option<Found<&'static str>> {
            let known = ["York", "Leeds", "Hal"];
            let named = known.into_iter().find(|name| text.starts_with(name))?;
            Some(Found { mark: b'@', named, bytes: named.len(), is_genitive: false })
        }
    }

    fn pulses(line: &str) -> Option<Span> {
        span(&tokens(&fair_copy(&Towns, line))).map(|(span, _)| span)
    }

    #[test]
    fn pulses_are_found_however_they_are_written() {
        let to = |from, to| Some(Span { from, to: Some(to) });
        for line in ["PP 1-4: go", "pulses one through four go", "1 - 4: go", "go to York, pp 1 to 4", "P1-P4: go"] {
            let expected = if line.starts_with("P1") { to(1, 1) } else { to(1, 4) };
            assert_eq!(pulses(line), expected, "{line}");
        }
        assert_eq!(pulses("pulse 3: go"), to(3, 3));
        assert_eq!(pulses("from pulse 3 on go"), Some(Span { from: 3, to: None }));
        for line in ["go to York with 3", "3 men go", "pp 0: go"] {
            assert_eq!(pulses(line), None, "{line}");
        }
    }

    #[test]
    fn names_stand_with_the_preposition_that_rules_them() {
        let copy = fair_copy(&Towns, "Hal goes from Leeds to the town of York or Leeds");
        let rulers: Vec<_> =
            placed(&tokens(&copy)).into_iter().map(|name| (name.named, name.ruled_by.unwrap_or_default())).collect();
        let expected = [("Hal", ""), ("Leeds", "from"), ("York", "of"), ("Leeds", "of")];
        assert_eq!(rulers, expected.map(|(name, by)| (name, by.to_owned())));
    }

    #[test]
    fn denials_and_conditions_are_known() {
        let of = |line: &str| {
            let copy = fair_copy(&Towns, line);
            (is_denied(&tokens(&copy)), is_conditional(&tokens(&copy)))
        };
        assert_eq!(of("do not go"), (true, false));
        assert_eq!(of("don\u{2019}t go to York"), (true, false));
        assert_eq!(of("go if he goes"), (false, true));
        assert_eq!(of("Should Hal go?"), (false, false));
        assert_eq!(of("should he come, go"), (false, true));
    }

    #[test]
    fn a_slip_is_mended_alone_or_with_the_word_behind_it() {
        let copy = fair_copy(&Towns, "mvoe Hal to New Yrok, please");
        let mend = |word: &str| match word {
            "mvoe" => Some("move".to_owned()),
            "New Yrok" => Some("York".to_owned()),
            _ => None,
        };
        assert_eq!(mended(&copy, mend).as_deref(), Some("move Hal to York, please"));
        assert_eq!(mended(&copy, |_| None), None);
        assert_eq!(nearest("mvoe", ["move", "hold"]), Some("move"));
        assert_eq!(nearest("love", ["move", "hold"]), Some("move"));
        assert_eq!(nearest("weather", ["move", "hold"]), None);
    }
}
