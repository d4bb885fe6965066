//! Lines in a row that were not read may be one text that was wrapped: what it means as a whole is looked at as well. Only for
//! what is proposed; it makes no order.

use base::order::{LineStatus, Remark};

use crate::collective::begins_with_all;
use crate::limit::is_number;
use crate::units::{ends_sentence, goes_on_above, goes_on_below, is_colon_head, is_full};
use crate::words::{Word, words_of};

/// Most lines of a text that is looked at as a whole.
const MOST_LINES: usize = 8;
/// Most words of a piece of an order that is written line by line: "to Washington", "pulses 7-9".
const MOST_OF_PIECE: usize = 3;
/// Longer texts are letters in themselves.
const LONGEST: usize = 600;

/// A line of a letter, as far as it matters here.
pub(crate) trait Part {
    /// The number of its first line, and of the one right behind its last.
    fn reach(&self) -> (usize, usize);
    /// Its text.
    fn text(&self) -> &str;
    /// Why it is no order; none for one that is, or for a head.
    fn why(&self) -> Option<&Remark>;
    /// What is looked at for what it may mean; none where nothing is.
    fn wordings(&mut self) -> &mut Vec<String>;
}

/// Has the first unread line of every stretch of such lines looked at together with all of them.
pub(crate) fn look_at_whole<P: Part>(lines: &mut [P], width: usize, begins: &impl Fn(&str) -> bool) {
    let mut from = 0;
    while from < lines.len() {
        let count = stretch(&mut lines[from..], width, begins);
        let end = from + count.max(1);
        let is_unread = |line: &P| line.why().is_some_and(|why| why.status != LineStatus::Chatter);
        if count > 1
            && count <= MOST_LINES
            && let Some(first) = (from..end).find(|at| is_unread(&lines[*at]))
        {
            let texts: Vec<&str> = lines[from..end].iter().map(P::text).collect();
            let whole = texts.join(" ");
            if whole.len() <= LONGEST {
                lines[first].wordings().push(whole);
            }
        }
        from = end;
    }
}

/// How many lines from the first follow one another without an order, a gap or a list between them.
fn stretch<P: Part>(lines: &mut [P], width: usize, begins: &impl Fn(&str) -> bool) -> usize {
    let mut count: usize = 0;
    while count < lines.len() {
        let line = &mut lines[count];
        let start = line.reach().0;
        let may_go_on =
            line.why().is_some() && !line.wordings().is_empty() && !crate::units::is_listed(lines[count].text());
        let above = count.checked_sub(1).map(|above| &lines[above]);
        let goes_on = above
            .is_none_or(|above| above.reach().1 == start && !are_two(above.text(), lines[count].text(), width, begins));
        if !may_go_on || !goes_on {
            break;
        }
        count += 1;
    }
    count
}

/// Whether a line begins an order of its own: what stands above it is no beginning of that, unless it broke off, or the letter
/// was wrapped there. Where each has numbers of its own, or begins an order, those of the one are not the other's; nor is what
/// speaks of all together about whom the line above names.
fn are_two(line: &str, next: &str, width: usize, begins: &impl Fn(&str) -> bool) -> bool {
    let each_says_it = || begins(line) || has_number(line) && has_number(next);
    let is_wrapped = || is_full(line, next, width) && !each_says_it();
    let is_said = || begins(line) || words_of(line).len() > MOST_OF_PIECE;
    let is_two = begins_with_all(next)
        || begins(next) && is_said() && !is_wrapped()
        || ends_sentence(line) && !is_colon_head(line) && !is_piece(line) && has_name(next)
        || is_whole_beside(line, next);
    is_two && !goes_on_below(line)
}

/// Whether each of two lines names something and counts something, and the next begins large, and with no word that goes on: "Prussia
/// 2" below "Depots: Austria 4" is one of a list.
fn is_whole_beside(line: &str, next: &str) -> bool {
    let begins_anew = next.trim_start().starts_with(char::is_uppercase) && !goes_on_above(next);
    let says_it = |text: &str| has_number(text) && has_name(text);
    begins_anew && words_of(next).len() >= MOST_OF_PIECE && says_it(line) && says_it(next) && !are_rows(line, next)
}

/// Whether two lines count the same of two names: "East 11 CP", "West 8 CP".
fn are_rows(line: &str, next: &str) -> bool {
    let counted = |text: &str| -> Vec<String> {
        let others = words_of(text).into_iter().filter(|word| !is_number(word) && !is_named(text, word));
        others.map(|word| word.word.into_owned()).collect()
    };
    counted(line) == counted(next)
}

/// "to Washington", "pulses 7-9"
fn is_piece(text: &str) -> bool {
    words_of(text).len() <= MOST_OF_PIECE
}

fn has_number(text: &str) -> bool {
    words_of(text).iter().any(is_number)
}

/// Whether a word of some length is written large.
fn has_name(text: &str) -> bool {
    words_of(text).iter().any(|word| is_named(text, word))
}

fn is_named(text: &str, word: &Word<'_>) -> bool {
    word.word.len() > 2 && text[word.start..].starts_with(char::is_uppercase)
}
