//! A line cut at its stops and joints, for what is looked at piece by piece where the grammar could not read the whole.

use super::copy::FairCopy;
use super::nouns::Word;
use reader::loose::{Kind, tokens};

/// Words between two pieces.
const JOINTS: &[&str] = &["and", "but", "then", "plus", "while", "whereas", "also"];
/// Signs between two pieces.
const STOPS: &str = ",;.!()-";

/// Words between two stops or joints, and their bytes in the line.
pub(super) struct Piece<'s, 'c> {
    pub words: Vec<Word<'s, 'c>>,
    pub from: usize,
    pub to: usize,
}

/// The words of a copy, each with its bytes in the line.
pub(super) fn placed_words<'s, 'c>(copy: &'c FairCopy<'s, '_>) -> Vec<(Word<'s, 'c>, usize, usize)> {
    let placed = |word: Word<'s, 'c>| {
        let (from, to) = copy.span(word.at, word.at + width(copy, &word));
        (word, from, to)
    };
    tokens(copy).into_iter().map(placed).collect()
}

/// How many bytes of the copy a word takes.
fn width(copy: &FairCopy<'_, '_>, word: &Word<'_, '_>) -> usize {
    match word.kind {
        Kind::Word(text) => text.len(),
        Kind::Sign(sign) => sign.len_utf8(),
        Kind::Name(_) => 1,
        Kind::Number(_) => {
            let rest = &copy.text[word.at..];
            rest.find(|sign: char| !sign.is_alphanumeric()).unwrap_or(rest.len())
        }
    }
}

/// The pieces of a line.
pub(super) fn pieces<'s, 'c>(copy: &'c FairCopy<'s, '_>) -> Vec<Piece<'s, 'c>> {
    let mut pieces: Vec<Piece<'s, 'c>> = Vec::new();
    let mut is_open = false;
    for (word, from, to) in placed_words(copy) {
        if word.is_sign(STOPS) || word.is_one_of(JOINTS) {
            is_open = false;
            continue;
        }
        match pieces.last_mut().filter(|_| is_open) {
            Some(last) => {
                last.to = to;
                last.words.push(word);
            }
            None => pieces.push(Piece { words: vec![word], from, to }),
        }
        is_open = true;
    }
    pieces
}

/// The line of those pieces that are kept, each with what parted it from the one before it.
pub(super) fn kept(line: &str, pieces: &[Piece<'_, '_>], is_kept: impl Fn(usize) -> bool) -> String {
    let mut text = String::with_capacity(line.len());
    for (at, piece) in pieces.iter().enumerate().filter(|(at, _)| is_kept(*at)) {
        let from = match at.checked_sub(1) {
            Some(before) if !text.is_empty() => pieces[before].to,
            _ if at == 0 => 0,
            _ => piece.from,
        };
        text.push_str(&line[from..piece.to]);
    }
    text
}
