//! Lines that take back what stands above them, or change it: an order is not done without them. Knows words; what a line was
//! read as, its caller says.

use crate::courtesy::is_courtesy;
use crate::limit::{Alone, PERSONS, adds_more, is_afterthought, is_number, limits};
use crate::mood::{Mood, Sign, signs_of};
use crate::undoing::keeps_the_rest;
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
    "scrub",
    "delete",
    "retract",
    "x that",
    "x out",
];
/// Words with which somebody changes his mind.
const TURNING: &[&str] = &["actually", "on reflection", "come to think of it", "thinking about it", "thinking it over"];
/// Most words of a line that begins with them.
const MOST_OF_TURNING: usize = 14;
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
    "cancelled",
    "canceled",
    "is out",
    "are out",
];
/// Words that say of what stands above, wherever in a line, that it is not meant.
#[rustfmt::skip]
const OFF: &[&str] = &[
    "better not", "so no", "told me not to", "so drop it", "out it goes", "never do that", "never do this", "wont do that", "wont do this", "wont do it", "not doing that", "not doing this", "thinking aloud", "thinking out loud",
];
/// The same, at the beginning of a line.
#[rustfmt::skip]
const OFF_FIRST: &[&str] = &[
    "nah", "lets not", "let us not", "as you were", "kidding", "thats wrong", "that is wrong", "thats a mistake", "that is a mistake", "double that", "double it", "half that", "halve it", "halve that", "twice that", "id rather", "i would rather", "wed rather", "please disregard", "please ignore", "please forget", "please scrap", "please delete",
];
/// Words with which "no, ..." leaves things as they were.
const LEFT: &[&str] = &["stays", "stay", "keep", "keeps", "remains", "leave", "instead", "rather", "wait"];
/// Words for what stands above, as a line may begin.
const ABOVE: &[&str] = &[
    "the above",
    "above line",
    "the line above",
    "the lines above",
    "the order above",
    "the orders above",
    "all of the above",
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
    // "Sorry for the typo, Rolla of course."
    let names_typo = || words_of(text).iter().any(|word| word.word == "typo");
    if is_courtesy(text) && !names_typo() {
        return None;
    }
    let is_item = is_listed(text);
    let text = unlisted(text);
    let all = words_of(text);
    if keeps_the_rest(&all) {
        return None;
    }
    let fillers = all.iter().take_while(|word| FILLERS.contains(&word.word.as_ref())).count();
    let line = Said { text, words: &all[fillers..], signs: signs_of(text, &all), place };
    let takes = line.signs.iter().any(|sign| line.takes(sign))
        || line.hangs()
        || line.mends()
        || line.says_to_wait()
        || line.is_condition_of_all()
        || line.changes_its_mind()
        || line.calls_off()
        || line.is_off()
        || line.is_instead()
        || line.puts_right()
        || line.is_of_above()
        || line.is_of_a_part()
        || line.limits_in_brackets();
    let is_of_all = names_all(&all)
        || line.calls_off() && line.points_elsewhere()
        || line.limits_in_brackets()
        || line.is_of_above()
        || line.says_no() && line.ends_instead();
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

/// Words that a line of talk may share with an order and that name nothing.
#[rustfmt::skip]
const NO_NAMES: &[&str] = &[
    "move", "march", "attack", "buy", "give", "lend", "agree", "offer", "trade", "vote", "rail", "build", "hold", "send", "enter", "raise", "cede", "pay", "the", "for", "and", "orders", "turn", "phase",
];

/// Whether a short line of talk right below an order names what the order is of: "Lee keeps Jackson." below "shift Jackson to West".
/// What somebody says of himself, a cheer and a question leave it alone.
pub(crate) fn speaks_of(order: &str, text: &str) -> bool {
    let trimmed = |token: &str| -> String {
        let token = token.trim_matches(|sign: char| !sign.is_alphanumeric());
        token.split(['\'', '\u{2019}']).next().unwrap_or_default().to_owned()
    };
    // "US3IN" is no word of persons.
    let is_person = |token: String| PERSONS.contains(&token.to_lowercase().as_str());
    let words = words_of(text);
    let is_social = adds_more(&words) || is_of_its_own(&words) || text.split_whitespace().map(trimmed).any(is_person);
    if is_courtesy(text) || is_social || words.len() > MOST_WORDS || text.contains(['!', '?']) {
        return false;
    }
    let named: Vec<String> = order.split_whitespace().map(|token| trimmed(token).to_lowercase()).collect();
    // "Prussia gets none." below "Offer trade to everyone."
    let is_of_all =
        || named.iter().any(|word| ["all", "everyone", "everybody", "anyone", "each"].contains(&word.as_str()));
    if words.last().is_some_and(|last| ["none", "nothing"].contains(&last.word.as_ref())) && is_of_all() {
        return true;
    }
    text.split_whitespace().map(trimmed).any(|token| {
        let is_name = token.len() > 2 && token.starts_with(char::is_uppercase);
        let token = token.to_lowercase();
        is_name && !NO_NAMES.contains(&token.as_str()) && named.contains(&token)
    })
}

/// "***: one to East, the other to Trans", "depot at Louisville after that": a line with a number, or of what comes next, is about more
/// than the order above it.
fn is_of_its_own(words: &[Word<'_>]) -> bool {
    const NEXT: &[&str] = &["after that", "afterwards", "thereafter", "as planned"];
    let is_next = |at: usize| first_phrase(words, at, NEXT).is_some();
    // "US3IN" is a name, and no number.
    let counts = |at: usize| is_number(&words[at]) && (at == 0 || words[at - 1].end < words[at].start);
    (0..words.len()).any(|at| counts(at) || is_next(at))
}

/// Whether a line answers a question of its own, about what the order above does not name: "manipulation +2? no, +1".
pub(crate) fn answers_itself(order: &str, text: &str) -> bool {
    let Some((asked, answer)) = text.split_once('?') else { return false };
    let is_answer = first_phrase(&words_of(answer), 0, &["no", "yes", "nah", "better"]).is_some();
    let of_order = words_of(order);
    let asked = words_of(asked);
    let is_shared = asked.iter().any(|word| of_order.iter().any(|other| other.word == word.word));
    is_answer && !is_shared && asked.iter().any(is_number)
}

/// Words behind which nothing is named that goes.
#[rustfmt::skip]
const POINTING: &[&str] = &[
    "that", "this", "these", "those", "last", "first", "above", "line", "lines", "order", "orders", "letter", "please", "sorry", "just", "then", "there", "what", "with", "everything", "both", "make", "made", "better",
    "instead", "rather", "again", "second", "thought", "thoughts", "reflection", "thinking", "over", "wait", "cant", "dont", "wont", "have", "been", "will", "would", "said", "wrote",
];

/// Whether a line calls something off, or thinks again, and names what: "On reflection drop the gunboats", not "scratch that", and not
/// "actually make it 6". Of orders of which it names none nobody can tell which is meant.
pub(crate) fn names_what_goes(text: &str) -> bool {
    let text = unlisted(text);
    let words = words_of(text);
    let begins = |known: &[&str]| {
        let at = words.iter().take_while(|word| FILLERS.contains(&word.word.as_ref())).count();
        first_phrase(&words, at, known).is_some()
    };
    let calls_off = (0..words.len()).any(|at| first_phrase(&words, at, CANCELLING).is_some());
    let thinks_again = begins(TURNING) || begins(&["on second thought", "on second thoughts", "no leave", "no keep"]);
    let mends = (0..words.len()).any(|at| first_phrase(&words, at, &["make it", "make that", "not"]).is_some());
    let is_named = |word: &Word<'_>| {
        let word = word.word.as_ref();
        let is_code =
            word.contains(|sign: char| sign.is_ascii_digit()) && word.contains(|sign: char| sign.is_alphabetic());
        let is_verb = CANCELLING.iter().chain(TURNING).any(|phrase| phrase.split(' ').any(|part| part == word));
        is_code || word.len() >= 4 && !POINTING.contains(&word) && !is_verb && !is_number_word(word)
    };
    (calls_off || thinks_again && !mends) && words.iter().any(is_named)
}

fn is_number_word(word: &str) -> bool {
    crate::slip::small_number(word).is_some()
}

/// Whether an order begins as if another took its place: "Actually ...", "On reflection ...".
pub(crate) fn turns(text: &str) -> bool {
    let words = words_of(unlisted(text));
    first_phrase(&words, 0, TURNING).is_some()
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
            Mood::OtherTime => {
                is_below
                    && !self.likens(sign)
                    && self.words.len() <= words_of(&self.text[sign.start..sign.end]).len() + 2
            }
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

    /// "rail like last turn" is about now.
    fn likens(&self, sign: &Sign) -> bool {
        let before = self.words.iter().rev().find(|word| word.end <= sign.start && word.word != "in");
        before.is_some_and(|word| ["as", "like", "same"].contains(&word.word.as_ref()))
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
        let turns = self.begins(TURNING) && !is_of_himself && self.words.len() <= MOST_OF_TURNING;
        let stops = first_phrase(self.words, 0, STOPPING).is_some_and(|(_, count)| {
            self.text[self.words[count - 1].end..].trim_end().chars().next().is_none_or(|sign| ",.!-".contains(sign))
        });
        self.place.is_below && (turns || self.words.len() <= 6 && stops)
    }

    fn holds(&self, phrases: &[&str]) -> bool {
        (0..self.words.len()).any(|at| first_phrase(self.words, at, phrases).is_some())
    }

    /// "No, leave Lyon there"
    fn says_no(&self) -> bool {
        let no = self.words.first().filter(|first| first.word == "no");
        let is_apart = no.is_some_and(|no| self.text[no.end..].starts_with([',', ':', '!', '.']));
        let takes_less = || self.holds(&["only", "just"]);
        is_apart && self.words.len() <= MOST_OF_WAITING && (self.holds(LEFT) || self.holds(CANCELLING) || takes_less())
    }

    fn ends_instead(&self) -> bool {
        self.words.last().is_some_and(|last| ["instead", "rather"].contains(&last.word.as_ref()))
    }

    /// "USGB1 move to Columbus KY instead", where that is not understood.
    fn is_instead(&self) -> bool {
        self.place.is_below && self.ends_instead() && self.words.len() <= MOST_OF_WAITING
    }

    /// "Lyon? Better not.", "I take Lyon back", "nah", "no Lyon", "Lyon no", "leave Lyon where he is".
    fn is_off(&self) -> bool {
        let Place { is_below, .. } = self.place;
        let words = self.words;
        let is_one = |at: usize, known: &[&str]| words.get(at).is_some_and(|word| known.contains(&word.word.as_ref()));
        let is_short = self.is_short();
        let takes_back = is_one(0, &["i", "ill", "we"])
            && is_one(1, &["take", "took"])
            && words.last().is_some_and(|last| last.word == "back");
        let is_name = |word: &Word<'_>| self.text[word.start..].starts_with(|first: char| first.is_uppercase());
        let names_no =
            words.len() == 2 && (is_one(0, &["no"]) && is_name(&words[1]) || is_one(1, &["no"]) && is_name(&words[0]));
        // "no engaging"
        let refuses_to = words.len() == 2 && is_one(0, &["no"]) && words[1].word.ends_with("ing");
        let leave = words.iter().position(|word| ["leave", "leaves"].contains(&word.word.as_ref()));
        let leaves = leave.is_some_and(|leave| (leave..words.len()).any(|at| is_one(at, &["where", "alone"])));
        is_below
            && (self.begins(OFF_FIRST) && is_short
                || self.holds(OFF) && words.len() <= MOST_OF_WAITING
                || self.holds(&["is safer", "is better"]) && self.holds(&["him", "it", "them", "there"])
                || refuses_to
                || takes_back && is_short
                || names_no
                || leaves && words.len() <= MOST_OF_WAITING
                || self.says_no())
    }

    /// "Rolla, not Ironton", "s/Ironton/Rolla/", "*Rolla", "(Rolla)", "minus 4", "6 rather".
    fn puts_right(&self) -> bool {
        let (text, words) = (self.text.trim(), self.words);
        let is_one = words.len() == 1;
        let is_star = text.starts_with('*') && !text.ends_with('*') && !text[1..].starts_with(char::is_whitespace);
        let not_that = text.to_lowercase().contains(", not ") && words.len() <= 5;
        let is_less = self.begins(&["minus", "less", "say"])
            && words.len() <= 5
            && text.contains(|sign: char| sign.is_ascii_digit());
        let is_rather = words.len() <= 3 && self.ends_instead();
        self.place.is_below
            && (not_that
                && words
                    .iter()
                    .any(|word| text.get(word.start..).is_some_and(|rest| rest.starts_with(char::is_uppercase)))
                || text.starts_with("s/")
                || is_one && (is_star || self.is_aside())
                || is_less
                || is_rather)
    }

    /// "The above is for next turn", "Above line is what Bob proposed, I won't do it".
    fn is_of_above(&self) -> bool {
        let turns = |sign: &Sign| !matches!(sign.mood, Mood::Question | Mood::Choice | Mood::Bound);
        self.begins(ABOVE) && self.words.len() <= MOST_OF_WAITING && self.signs.iter().any(turns)
    }

    /// "Two of these are cavalry, sorry.", "Half of that will do."
    fn is_of_a_part(&self) -> bool {
        const PARTS: &[&str] = &["half", "some", "most", "all", "none", "either", "a third", "a few"];
        const WHOLE: &[&str] = &["of these", "of them", "of those", "of that", "of it"];
        let parts = first_phrase(self.words, 0, PARTS).map(|(_, count)| count);
        let count = parts.or_else(|| self.words.first().is_some_and(is_number).then_some(1));
        self.place.is_below && self.is_short() && count.is_some_and(|at| first_phrase(self.words, at, WHOLE).is_some())
    }

    /// "Scratch Cairo", "5) forget number 2", "Boston can wait", "ignore this letter".
    fn calls_off(&self) -> bool {
        let is_of_letter = self.words.iter().any(|word| LETTER.contains(&word.word.as_ref()));
        let is_of_another =
            self.words.iter().any(|word| ["last", "my", "previous", "earlier"].contains(&word.word.as_ref()));
        // "Scrap that, the French do not pay: 3 infantry", "Scratch Rolla, make it Cairo".
        let is_more =
            self.begins(&["scrap that", "scratch that", "forget that", "strike that"]) || self.holds(&["make it"]);
        let cancels = self.begins(CANCELLING) && (self.words.len() <= 5 || is_more && self.place.is_below);
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
        self.place.is_below && (cancels || rests)
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
            "Lyon? Better not.",
            "I take Lyon back.",
            "nah",
            "As you were.",
            "retract",
            "Please disregard.",
            "Kidding.",
            "just thinking aloud",
            "Bob told me not to, so no.",
            "no Lyon",
            "Lyon no",
            "That's wrong, ignore.",
            "I was told this is illegal, so drop it.",
            "Can't afford it, so out it goes.",
            "Let's not.",
            "hmm, Lee would kill me. leave Jackson where he is",
            "Hmm no, scrub Malta, I'd regret that.",
            "Thinking about it again, Malta does nothing.",
            "Rolla, not Ironton",
            "s/Ironton/Rolla/",
            "*Rolla",
            "(Rolla)",
            "Sorry for the typo, Rolla of course.",
            "minus 4",
            "double that",
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
            "scrub Lyon",
            "delete Lyon",
            "Lyon - cancelled",
            "The above is for next turn.",
            "Above line is what Bob proposed, I won't do it.",
            "Ah no, Lyon should go to Cape Girardeau in those pulses rather",
        ] {
            assert_eq!(taken(text, true), Some(TakesBack::All), "{text}");
        }
        let aside = "(the gunboats only if the loan comes in)";
        assert_eq!(taken(aside, false), Some(TakesBack::All));
    }

    #[test]
    fn a_short_line_that_names_what_the_order_above_is_of_speaks_of_it() {
        for (order, text, wanted) in [
            ("shift Jackson to West", "Lee keeps Jackson.", true),
            ("shift Jackson to West", "Leave Jackson in the East.", true),
            ("rail US3IN to Baltimore", "US3IN needs a rest", true),
            ("move Lyon to Ironton", "Go Lyon!", false),
            ("CP East 11, West 5", "***: one to East, the other to Trans", false),
            ("entrench Sherman at Louisville", "depot at Louisville after that", false),
            ("move Lyon to Ironton", "I like Lyon", false),
            ("Move Lyon to Ironton", "Move along there", false),
            ("move Lyon to Ironton", "Best, Bob", false),
        ] {
            assert_eq!(speaks_of(order, text), wanted, "{order} / {text}");
        }
    }

    #[test]
    fn a_line_that_answers_a_question_of_its_own_takes_back_nothing_else() {
        for (order, text, wanted) in [
            ("repay Spain all that I owe her", "manipulation +2? no, +1", true),
            ("manipulation +2", "manipulation +2? no, +1", false),
            ("move Lyon to Ironton", "Lyon? Better not.", false),
            ("move Lyon to Ironton", "Really? No.", false),
        ] {
            assert_eq!(answers_itself(order, text), wanted, "{order} / {text}");
        }
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
            "Above are my orders for this turn",
            "No Sunday game for me",
            "both blocs look fine",
            "1 disc East, 1 disc West",
            "Max commands 2IN, his deputy is the president",
            "dito Pittsburg, but only three",
            "the others as planned",
            "Hm",
            "...",
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
