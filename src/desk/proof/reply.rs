//! What an answer to a question of ours says, and whether it asks anything besides.

use base::game::Player;
use mail::{Doubtful, Letter};

use crate::files::arrival::Mark;
use crate::files::desk::Desk;
use crate::files::question::MEANT;
use crate::files::record::GameRecord;
use crate::proof::matter::{asks_besides_yes, asks_something};
use crate::said::consent::{Consent, read_consent};
use crate::said::denial::{denies, disowns};
use crate::said::offers;
use crate::said::second_thoughts::unsays;
use crate::said::typed_words::words_of;

/// The letter without our own question, which some programs quote without marks.
pub fn own_words(letter: &Letter) -> Letter {
    let mut own = letter.clone();
    own.text.lines.truncate(offers::above_our_question(&letter.text.lines));
    own
}

/// Whether an answer to a question of ours says yes, and asks nothing else.
pub fn is_yes(letter: &Letter, writer: &Player, game: Option<&GameRecord>) -> bool {
    said_alone(letter, writer, game) == Some(Consent::Yes)
}

/// What an answer to a question of ours says that asks nothing else.
pub fn said_alone(letter: &Letter, writer: &Player, game: Option<&GameRecord>) -> Option<Consent> {
    said(letter, writer).filter(|said| match said {
        Consent::Yes => !asks_besides_yes(letter, game),
        Consent::No => !asks_something(letter, game),
    })
}

/// What an answer says; nothing when its plain text and its HTML say different things.
pub fn said(letter: &Letter, writer: &Player) -> Option<Consent> {
    let said = read_consent(&letter.text.lines, writer);
    let html = letter.text.html.as_ref().map(|lines| read_consent(lines, writer));
    let said = said.filter(|_| html.is_none_or(|html| html == said))?;
    (said == Consent::No || denied_in_what_was_left_out(letter).is_none()).then_some(said)
}

/// A line below a signature, or below the line of a telephone, that denies or takes back what stands above it: "not mine". A motto denies
/// nothing, and what a program or a company puts there speaks of nobody's letter.
pub fn denied_in_what_was_left_out(letter: &Letter) -> Option<&str> {
    use mail::Mark::{Device, Footer, Signature, SignatureElement};
    let takes_back = |doubtful: &Doubtful, line: &str| match doubtful.mark {
        Footer => disowns(line) || denies_orders(line),
        Device => disowns(line) || unsays(line) && !line.trim().is_empty(),
        _ => !line.trim().is_empty() && (unsays(line) || disowns(line) || denies_orders(line)) && !is_motto(line),
    };
    let marked = letter
        .text
        .doubtful
        .iter()
        .filter(|doubtful| matches!(doubtful.mark, Signature | SignatureElement | Device | Footer));
    let mut lines = marked.flat_map(|doubtful| doubtful.below.iter().map(move |line| (doubtful, line)));
    lines.find(|(doubtful, line)| takes_back(doubtful, line)).map(|(_, line)| line.trim())
}

/// Whether a line denies what is ordered, wherever it stands: "CONFIDENTIAL: this vote is not to be counted".
fn denies_orders(line: &str) -> bool {
    const ORDERED: &[&str] = &["vote", "votes", "ballot", "order", "orders"];
    const CALLED_OFF: &[&str] =
        &["ignore", "disregard", "void", "draft", "cancel", "cancelled", "test", "not", "never"];
    let words = words_of(line);
    let has = |known: &[&str]| words.iter().any(|word| known.contains(&word.as_str()));
    words.len() <= MOST_DENYING && has(ORDERED) && has(CALLED_OFF)
}

/// Most words of a line that denies orders; what companies write below letters is longer.
const MOST_DENYING: usize = 10;

/// Whether a denial in a signature speaks of its writer and of no letter: "Don't tread on me", "I have not yet begun to fight!".
fn is_motto(line: &str) -> bool {
    const OF_LETTERS: &[&str] = &[
        "this", "that", "it", "above", "letter", "mail", "email", "message", "vote", "votes", "order", "orders",
        "wrote", "write", "written", "send", "sent", "signed", "mine", "meant", "mean", "count", "counts", "was",
        "did", "draft", "test", "hacked", "from",
    ];
    let words = words_of(line);
    disowns(line) && !denies(line) && words.len() > 3 && !words.iter().any(|word| OF_LETTERS.contains(&word.as_str()))
}

/// The letter whose meaning a letter answers for, when it answers our question.
pub fn in_question(desk: &Desk<'_>, letter: &Letter, writer: &Player) -> Option<Mark> {
    desk.answered(letter, writer)?.purpose.strip_prefix(MEANT).and_then(Mark::read)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_motto_denies_nothing_and_a_denial_is_none() {
        for line in
            ["Don't tread on me", "I have not yet begun to fight!", "Give me no terms but unconditional surrender"]
        {
            assert!(is_motto(line), "{line}");
        }
        for line in ["not mine", "I did not write this", "I know nothing of the vote", "Not me", "I never meant that"] {
            assert!(!is_motto(line), "{line}");
        }
    }
}
