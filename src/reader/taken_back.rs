//! Lines that take back what stands above them, or change it: an order is not done without them. Knows words; what a line was
//! read as, its caller says.

use crate::courtesy::is_courtesy;
use crate::limit::{Alone, is_afterthought, limits};
use crate::mood::{Mood, Sign, signs_of};
use crate::units::{is_listed, unlisted};
use crate::words::{Word, first_phrase, phrase_at, words_of};

/// How far a line that is no order takes back what stands above it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TakesBack {
    /// The last order: "No wait, ...", "unless Lee is there".
    Last,
    /// Those that stand in a row right above it, and nobody can tell which: "These are for Holland", "the infantry only if ...".
    Row,
    /// Each of them: "both only if ...", "Ignore the above".
    All,
}

/// Where a line stands that may take something back.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Place {
    /// Right below an order.
    pub is_below: bool,
    /// Right below one, or behind one empty line.
    pub is_near: bool,
    /// It was read as talk.
    pub is_talk: bool,
    /// It begins an order by itself.
    pub begins: bool,
}

impl Place {
    fn alone(self) -> Alone {
        match self {
            Place { is_talk: true, .. } => Alone::Talk,
            Place { begins: true, .. } => Alone::Begins,
            _ => Alone::Loose,
        }
    }
}

/// Most words of a line that changes another.
const MOST_WORDS: usize = 8;
/// Most words of one that says to wait with what stands above it.
const MOST_OF_WAITING: usize = 14;

/// Words before what a line begins with.
const FILLERS: &[&str] = &["well", "hm", "hmm", "ah", "oh", "um", "er", "ps", "p", "s", "btw"];
/// Words with which a line goes on that means nothing without another.
const HANGING: &[&str] = &["otherwise", "or else", "else", "in exchange", "in return", "but"];
/// Words that take something back wherever they stand first.
const CANCELLING: &[&str] = &[
    "forget",
    "cancel",
    "disregard",
    "ignore",
    "scrap",
    "call off",
    "drop the",
    "scratch",
    "strike",
    "skip",
    "leave out",
];
/// Words with which somebody changes his mind.
const TURNING: &[&str] = &["actually", "on reflection", "come to think of it"];
/// The same, where more follows behind a stop, or nothing.
const STOPPING: &[&str] = &["oh wait", "wait", "hold on", "hang on", "hold it"];
/// With these at its end a line says that something is not for now.
const RESTING: &[&str] = &[
    "can wait",
    "must wait",
    "has to wait",
    "have to wait",
    "should wait",
    "is off",
    "are off",
    "stays",
    "can stay",
    "after all",
];
/// Words for all of what is written.
const LETTER: &[&str] = &["letter", "mail", "message", "email", "lot", "list"];
/// What is done with orders.
const FILING: &[&str] =
    &["file", "do", "execute", "process", "submit", "count", "carry", "play", "take", "wait", "act"];
/// Wishes that begin like what mends something.
const LUCK: &[&str] = &["better luck", "better late"];
/// Words for orders that stand above.
const THESE: &[&str] = &["both", "all", "everything", "none", "these", "those", "above"];
const I: &[&str] = &["i", "ill", "id", "ive", "im", "we", "well", "weve", "he", "she", "they"];

/// Whether a line that is no order takes back, or changes, orders above it.
pub(crate) fn takes_back(text: &str, place: Place) -> Option<TakesBack> {
    if is_courtesy(text) {
        return None;
    }
    let is_item = is_listed(text);
    let text = unlisted(text);
    let all = words_of(text);
    let fillers = all.iter().take_while(|word| FILLERS.contains(&word.word.as_ref())).count();
    let line = Said { text, words: &all[fillers..], signs: signs_of(text, &all), place };
    let takes = line.signs.iter().any(|sign| line.takes(sign))
        || line.hangs()
        || line.mends()
        || line.says_to_wait()
        || line.is_condition_of_all()
        || line.changes_its_mind()
        || line.calls_off()
        || line.limits_in_brackets();
    let is_of_all = names_all(&all) || line.calls_off() && line.points_elsewhere() || line.limits_in_brackets();
    if takes {
        let is_of_all = is_of_all || line.says_to_wait() && !place.is_below;
        return Some(if is_of_all { TakesBack::All } else { TakesBack::Last });
    }
    // An item of a list is one of its own.
    let is_limit = place.is_below && !is_item && limits(text, line.words, place.alone());
    let is_of_row = names_all(&all) || line.is_condition();
    (is_limit || place.is_near && is_afterthought(line.words)).then_some(match is_of_row {
        true => TakesBack::Row,
        false => TakesBack::Last,
    })
}

fn is_of_these(word: &Word<'_>) -> bool {
    THESE.contains(&word.word.as_ref())
}

/// Whether words speak of all orders: "all of this", not "after all".
fn names_all(words: &[Word<'_>]) -> bool {
    let is_idiom =
        |at: usize| at > 0 && words[at].word == "all" && ["after", "at"].contains(&words[at - 1].word.as_ref());
    (0..words.len()).any(|at| is_of_these(&words[at]) && !is_idiom(at))
}

/// A line with what shows in it.
struct Said<'t> {
    text: &'t str,
    /// Without fillers.
    words: &'t [Word<'t>],
    signs: Vec<Sign>,
    place: Place,
}

impl Said<'_> {
    fn is_condition(&self) -> bool {
        self.signs.iter().any(|sign| sign.mood == Mood::Condition)
    }

    fn is_first(&self, sign: &Sign) -> bool {
        self.words.first().is_some_and(|word| word.start == sign.start)
    }

    fn is_short(&self) -> bool {
        self.words.len() <= MOST_WORDS
    }

    fn begins(&self, phrases: &[&str]) -> bool {
        first_phrase(self.words, 0, phrases).is_some()
    }

    fn takes(&self, sign: &Sign) -> bool {
        let Place { is_below, is_talk, .. } = self.place;
        // "Holland can have... no, keep it" takes back what stands in it; "no on 4 and 5" votes.
        let is_of_itself = self.text[..sign.start].trim_end().ends_with("..");
        if self.begins(LUCK) || is_of_itself || self.begins(&["no on"]) {
            return false;
        }
        let is_first = self.is_first(sign);
        match sign.mood {
            Mood::Correction => is_first || self.is_short(),
            Mood::Condition | Mood::Exception => is_below && self.is_short() && is_first,
            Mood::OtherTime => is_below && self.words.len() <= words_of(&self.text[sign.start..sign.end]).len() + 2,
            Mood::Denial => {
                is_below && self.is_short() && (!is_talk || self.is_aside() || is_first && self.is_bare_no(sign))
            }
            // "Maybe.", "Perhaps better not."
            Mood::Doubt => {
                is_below && is_first && self.words.len() <= 3 && self.begins(&["maybe", "perhaps", "possibly"])
            }
            Mood::Example => is_below && self.is_short() || names_all(self.words),
            Mood::Question | Mood::Choice | Mood::Bound => false,
        }
    }

    /// "(Sherman, not Grant)"
    fn is_aside(&self) -> bool {
        self.text.trim_start().starts_with('(') && self.text.trim_end().ends_with(')')
    }

    /// "No.", "No, stop", "forget Grant"; not "no news from Bob".
    fn is_bare_no(&self, sign: &Sign) -> bool {
        let behind = &self.text[sign.end..];
        self.begins(CANCELLING)
            || self.words.len() == 1
            || self.words.len() <= 4 && behind.starts_with([',', ':', '.', '!'])
    }

    /// "otherwise he digs in", "In exchange she cedes Venetia", "But France must not get anything".
    fn hangs(&self) -> bool {
        let Place { is_below, is_near, is_talk, .. } = self.place;
        is_near && self.is_short() && self.begins(HANGING) && (is_below || !is_talk) && !self.begins(&["but"])
            || is_near && self.begins(&["but"]) && !is_talk
    }

    /// "Hm, better 6", "sorry, US5MI".
    fn mends(&self) -> bool {
        let is_better = self.begins(&["better", "rather"]) && !self.begins(LUCK);
        let most = if self.text.contains(|sign: char| sign.is_ascii_digit()) { 5 } else { 3 };
        self.place.is_below
            && (is_better && self.words.len() <= 5 || self.begins(&["sorry"]) && self.words.len() <= most)
    }

    /// "actually keep it", "oh wait, that one stays".
    fn changes_its_mind(&self) -> bool {
        let is_of_himself = self.words.get(1).is_some_and(|word| I.contains(&word.word.as_ref()));
        let turns = self.begins(TURNING) && !is_of_himself;
        let stops = first_phrase(self.words, 0, STOPPING).is_some_and(|(_, count)| {
            self.text[self.words[count - 1].end..].trim_end().chars().next().is_none_or(|sign| ",.!-".contains(sign))
        });
        self.place.is_below && self.words.len() <= 6 && (turns || stops)
    }

    /// "Scratch Cairo", "5) forget number 2", "Boston can wait", "ignore this letter".
    fn calls_off(&self) -> bool {
        let is_of_letter = self.words.iter().any(|word| LETTER.contains(&word.word.as_ref()));
        let is_of_another =
            self.words.iter().any(|word| ["last", "my", "previous", "earlier"].contains(&word.word.as_ref()));
        let cancels = self.begins(CANCELLING) && self.words.len() <= 5;
        if cancels && is_of_letter {
            return !is_of_another;
        }
        let rests = RESTING.iter().any(|phrase| {
            let count = phrase.split(' ').count();
            self.words.len() > count && phrase_at(self.words, self.words.len() - count, phrase).is_some()
        });
        let is_of_rest =
            self.words.iter().any(|word| ["rest", "else", "others", "not", "that"].contains(&word.word.as_ref()));
        let ends_so = |words: &str| self.text.to_lowercase().trim_end_matches(['.', '!', ' ']).ends_with(words);
        let is_denied = !ends_so("after all") || self.begins(&["no"]);
        let rests = rests && self.words.len() <= 6 && !is_of_rest && is_denied;
        self.place.is_below && (cancels && self.points_elsewhere() || rests)
    }

    /// Whether more is named than what stands right above: another line, a place, a number.
    fn points_elsewhere(&self) -> bool {
        const LAST: [&str; 7] = ["it", "that", "this", "last", "the", "them", "please"];
        let is_bare = |word: &Word<'_>| LAST.contains(&word.word.as_ref()) || CANCELLING.contains(&word.word.as_ref());
        !self.words.iter().all(is_bare)
    }

    /// "(the gunboats only if the loan comes in)": of which order, nobody can tell.
    fn limits_in_brackets(&self) -> bool {
        let holds =
            |sign: &Sign| matches!(sign.mood, Mood::Condition | Mood::Exception | Mood::OtherTime | Mood::Denial);
        self.place.is_below && self.is_aside() && !self.place.is_talk && self.signs.iter().any(holds)
    }

    /// "Do this only if Cairo is safe", "Please wait before you file this".
    fn says_to_wait(&self) -> bool {
        let is_one = |known: &[&str], word: &Word<'_>| known.contains(&word.word.as_ref());
        let holds = |sign: &Sign| matches!(sign.mood, Mood::Condition | Mood::Denial | Mood::OtherTime);
        let verb = self.words.iter().position(|word| is_one(FILING, word));
        verb.is_some_and(|verb| !self.words[..verb].iter().any(|word| is_one(I, word)))
            && self.words.len() <= MOST_OF_WAITING
            // "if nobody is there then take it" is an order of its own.
            && !self.words.iter().any(|word| word.word == "then")
            && self.words.iter().any(|word| is_one(&["this", "it", "them"], word) || is_of_these(word))
            && self.signs.iter().any(holds)
    }

    /// "both only if the bridge stands"
    fn is_condition_of_all(&self) -> bool {
        self.words.first().is_some_and(is_of_these) && self.is_short() && self.is_condition()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(text: &str, is_talk: bool) -> Option<TakesBack> {
        takes_back(text, Place { is_below: true, is_near: true, is_talk, begins: false })
    }

    #[test]
    fn a_line_below_an_order_takes_it_back_or_changes_it() {
        for text in [
            "No wait, Manassas",
            "Well, forget it.",
            "(Sherman, not Grant)",
            "Perhaps better not.",
            "No.",
            "No, stop.",
            "Hm, better 6.",
            "otherwise he digs in",
            "Do this only if Cairo is safe.",
            "unless Lee is there",
            "actually keep it",
            "sorry, US5MI",
            "oh wait, that one stays",
            "hold on, veto it",
        ] {
            assert_eq!(taken(text, true), Some(TakesBack::Last), "{text}");
        }
        assert_eq!(taken("Not the bounty men after all", false), Some(TakesBack::Last));
        for text in [
            "Only a draft, all this",
            "both only if the bridge stands",
            "Ignore the above",
            "PS: forget Grant",
            "Scratch Cairo.",
            "Boston can wait",
            "no Cairo after all",
            "5) forget number 2",
            "skip #1",
            "number 1 is off",
            "strike the first",
            "ignore the first line",
        ] {
            assert_eq!(taken(text, true), Some(TakesBack::All), "{text}");
        }
        let aside = "(the gunboats only if the loan comes in)";
        assert_eq!(taken(aside, false), Some(TakesBack::All));
    }

    #[test]
    fn what_is_said_beside_orders_leaves_them_alone() {
        for text in [
            "Good luck!",
            "No news from home.",
            "But the best is yet to come",
            "Better luck next time",
            "No worries",
            "I'll do this again",
            "Actually I like this game",
            "Best wishes to all, and ignore my spelling",
        ] {
            assert_eq!(taken(text, true), None, "{text}");
        }
    }

    #[test]
    fn behind_a_gap_what_says_to_wait_is_of_all_orders() {
        let apart = Place { is_below: false, is_near: false, is_talk: true, begins: false };
        for text in
            ["Don't file this yet.", "Please wait for my next letter before you file this.", "Ignore this letter."]
        {
            assert_eq!(takes_back(text, apart), Some(TakesBack::All), "{text}");
        }
        assert_eq!(takes_back("No.", apart), None);
    }
}
