//! What the parts of a running judge notice of the world outside and of their own work. In memory alone: the database may
//! be the trouble. Lost when the process ends.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use base::game::schedule::HOUR;
use post::{Concern, PostError, Refused};

/// Clocks that differ by more seconds than this are told of.
pub(super) const MOST_SKEW: i64 = 60;
/// A letter that bears an older time was put into the mailbox by hand, and says nothing about clocks.
const LONGEST_SKEW: i64 = HOUR;
/// Of a server's words so many characters are kept.
const MOST_WORDS: usize = 300;

/// What was noticed, for whoever looks.
#[derive(Default)]
pub struct Signs(Mutex<Noticed>);

/// All of it at one moment.
#[derive(Debug, Clone, Default)]
pub(super) struct Noticed {
    /// The mailbox: the last error, and whether only a person can help.
    pub mailbox: Option<(String, bool)>,
    /// No letter leaves.
    pub sending: Option<Unsent>,
    /// Letters that the server refuses for what we are, by their numbers in the outbox, with its words.
    pub refused: BTreeMap<i64, String>,
    /// Decided letters could not be filed away.
    pub filing: Option<String>,
    /// How far the mail server's clock is ahead of ours, in seconds; behind: negative.
    pub skew: i64,
    /// When the last round of the desk ended well.
    pub good_round: Option<i64>,
    /// Rounds of the desk fail: why.
    pub bad_round: Option<String>,
    /// The letter and the phase that wait longest at the desk, in words, and since when they were seen to.
    pub waits: BTreeMap<&'static str, (String, i64)>,
}

/// Since when no letter leaves, and why.
#[derive(Debug, Clone)]
pub(super) struct Unsent {
    pub since: i64,
    pub why: String,
    /// Only a person can help.
    pub needs_person: bool,
}

impl Signs {
    fn notice(&self, change: impl FnOnce(&mut Noticed)) {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// The mailbox was looked into.
    pub fn mailbox_was_read(&self) {
        self.notice(|noticed| noticed.mailbox = None);
    }

    /// The mailbox could not be looked into.
    pub fn mailbox_failed(&self, error: &PostError) {
        let what = (error.to_string(), !error.is_temporary());
        self.notice(|noticed| noticed.mailbox = Some(what));
    }

    /// The mailbox was read, and what it holds cannot be kept.
    pub fn letters_cannot_be_kept(&self, why: &str) {
        let what = (format!("Letters cannot be kept: {}", shown(why)), false);
        self.notice(|noticed| noticed.mailbox = Some(what));
    }

    /// A letter left.
    pub fn letter_left(&self, letter: i64) {
        self.notice(|noticed| {
            noticed.sending = None;
            noticed.refused.remove(&letter);
        });
    }

    /// No letter leaves, because of who we are to the server.
    pub fn are_refused_for_us(&self) -> bool {
        self.noticed().sending.is_some_and(|unsent| unsent.needs_person)
    }

    /// A letter is not tried any more.
    pub fn letter_was_given_up(&self, letter: i64) {
        self.notice(|noticed| drop(noticed.refused.remove(&letter)));
    }

    /// A letter was not taken. What concerns one letter alone is no trouble of the machine.
    pub fn sending_failed(&self, letter: i64, refused: &Refused, now: i64) {
        let (why, needs_person) = (shown(&refused.reply), refused.concern == Concern::Us);
        if refused.concern == Concern::Letter {
            return;
        }
        self.notice(|noticed| {
            if needs_person && !refused.concerns_all() {
                noticed.refused.insert(letter, why);
                return;
            }
            let since = noticed.sending.as_ref().map_or(now, |unsent| unsent.since);
            noticed.sending = Some(Unsent { since, why, needs_person });
        });
    }

    /// Decided letters were filed away, or not.
    pub fn filing_went(&self, trouble: Option<String>) {
        self.notice(|noticed| noticed.filing = trouble);
    }

    /// The mail server's clock is so many seconds ahead of ours.
    pub fn clocks_differ(&self, ahead: i64) {
        if ahead.abs() <= LONGEST_SKEW {
            self.notice(|noticed| noticed.skew = if ahead.abs() < MOST_SKEW { 0 } else { ahead });
        }
    }

    /// A round of the desk ended well.
    pub fn round_went_well(&self, now: i64) {
        self.notice(|noticed| (noticed.good_round, noticed.bad_round) = (Some(now), None));
    }

    /// A round of the desk failed.
    pub fn round_failed(&self, why: &str) {
        self.notice(|noticed| noticed.bad_round = Some(shown(why)));
    }

    /// The desk begins its work: from here on a round is due.
    pub fn desk_begins(&self, now: i64) {
        self.notice(|noticed| noticed.good_round = noticed.good_round.or(Some(now)));
    }

    /// What of a kind waits longest at the desk, if anything does.
    pub fn waits(&self, kind: &'static str, what: Option<String>, now: i64) {
        self.notice(|noticed| match what {
            None => drop(noticed.waits.remove(kind)),
            Some(what) if noticed.waits.get(kind).is_some_and(|(known, _)| *known == what) => {}
            Some(what) => drop(noticed.waits.insert(kind, (what, now))),
        });
    }

    pub(super) fn noticed(&self) -> Noticed {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// A server's words without addresses, which are nobody's business but the player's and his game master's.
pub(super) fn shown(reply: &str) -> String {
    let word = |word: &str| if word.contains('@') { "(an address)".to_owned() } else { word.to_owned() };
    let words: Vec<String> = reply.split_whitespace().map(word).collect();
    words.join(" ").chars().take(MOST_WORDS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use post::Step;

    fn refusal(concern: Concern, step: Step) -> Refused {
        let reply = "550 5.7.1 <lee@war.test>: Relay access denied".to_owned();
        Refused { permanent: false, uncertain: false, is_too_large: false, concern, step, reply }
    }

    #[test]
    fn a_letter_that_leaves_shows_that_the_server_takes_letters_and_not_that_it_takes_all() {
        let signs = Signs::default();
        signs.sending_failed(1, &refusal(Concern::Letter, Step::Body), 10);
        assert!(signs.noticed().sending.is_none() && signs.noticed().refused.is_empty());
        signs.sending_failed(1, &refusal(Concern::Us, Step::Sender), 10);
        signs.sending_failed(2, &refusal(Concern::Server, Step::Connect), 20);
        assert_eq!(signs.noticed().sending.unwrap().since, 10);
        signs.sending_failed(3, &refusal(Concern::Us, Step::Recipient), 30);
        signs.letter_left(1);
        assert!(signs.noticed().sending.is_none());
        let words = signs.noticed().refused.remove(&3).unwrap();
        assert!(words.contains("Relay access denied") && !words.contains("lee@"), "{words}");
        signs.letter_left(3);
        assert!(signs.noticed().refused.is_empty());
    }
}
