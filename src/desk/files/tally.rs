//! What is remembered of the answers to one correspondent and of the notices to one game master, and how many more there may
//! be. Knows times and counts; no letter, no command, no order.

use serde::{Deserialize, Serialize};

use base::game::schedule::{DAY, HOUR};
use base::planted::is_planted;

use crate::files::gathered::Gathered;
use crate::files::house::AnswerLimits;
use crate::files::outbox::OutboxLetter;

/// How long after the first letter without an answer one letter answers all of them.
pub(crate) const ANSWERED_TOGETHER: i64 = 900;

/// How many of a correspondent's requests are remembered, to know one that comes again; of one letter half as many.
pub(crate) const MOST_PRINTS: usize = 48;

/// What is remembered of the answers to one correspondent, and of the notices to one game master.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Tally {
    /// All answers.
    hour: Window,
    day: Window,
    /// Those to letters that changed nothing.
    asked_hour: Window,
    asked_day: Window,
    /// When letters that asked nothing new were answered in the last day.
    repeated: Vec<i64>,
    /// Answers that nothing but repetition limits, to letters that repeated what was asked.
    insisted: Window,
    /// What his letters caused.
    pub(crate) caused: Caused,
    /// What was asked lately.
    prints: Vec<(i64, u64)>,
    /// Letters without an answer since the last one that had one.
    pub(crate) unanswered: u32,
    /// When the first of them came that changed something.
    pub(crate) owes_since: Option<i64>,
    /// When the game masters were last told that answers are kept back.
    alerted: Option<i64>,
    /// When the last notice of an abuse report went out.
    daily: Option<i64>,
    /// Answers to letters that were not read, which anybody can send in his name: they take nothing from the others.
    unread_hour: Window,
    unread_day: Window,
    /// When the last notice of a letter of nobody's that was not read went out.
    unread: Option<i64>,
    /// When notices went out in the last day.
    pub(crate) notices: Vec<i64>,
    /// Notices kept back since the last one.
    pub(crate) kept_back: u32,
    pub(crate) kept_since: Option<i64>,
    /// Since when letters in his name wait about which he was not asked.
    pub(crate) unlisted_since: Option<i64>,
    /// When letters that wait were last listed for him.
    pub(crate) listed: Option<i64>,
    /// Letters to a game master that are mailed together.
    #[serde(skip_serializing_if = "Gathered::is_empty")]
    pub(crate) gathered: Gathered,
}

/// A count that begins anew when its time is over.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Window {
    from: i64,
    count: u32,
}

impl Window {
    fn at(self, at: i64, span: i64) -> Window {
        if at >= self.from + span { Window { from: at, count: 0 } } else { self }
    }
}

/// What the letters of one correspondent caused in a day.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Caused {
    from: i64,
    letters: u32,
    bytes: u64,
}

impl Caused {
    fn at(self, at: i64) -> Caused {
        if at >= self.from + DAY { Caused { from: at, ..Caused::default() } } else { self }
    }

    /// Until when nothing more may be caused, after these letters besides.
    pub(crate) fn spent_until(self, limits: &AnswerLimits, letters: &[OutboxLetter], at: i64) -> Option<i64> {
        let now = self.at(at).and(letters);
        let is_spent = now.letters >= limits.letters_per_day || now.bytes >= limits.bytes_per_day;
        (is_spent && !is_planted("bytes-not-counted")).then_some(now.from + DAY)
    }

    pub(crate) fn and(self, letters: &[OutboxLetter]) -> Caused {
        let bytes: usize = letters.iter().map(|letter| letter.outgoing.bytes.len()).sum();
        Caused {
            from: self.from,
            letters: self.letters.saturating_add(u32::try_from(letters.len()).unwrap_or(u32::MAX)),
            bytes: self.bytes.saturating_add(bytes as u64),
        }
    }
}

/// What a letter is worth an answer for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Worth {
    /// Its writer is told the word without which nothing is done, or is a game master who gave a command: never kept
    /// back, unless a program gives it again and again.
    Word {
        /// All of it was asked within a day.
        is_repeated: bool,
    },
    /// Something changed.
    Effect,
    /// Something was asked that was not asked lately.
    Request,
    /// Neither: what robots write.
    Repeated,
}

/// Whether a letter is answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Allowance {
    /// Yes. `missed` letters before it were not; when it is the last for now, until when.
    Answer { missed: u32, rests_until: Option<i64> },
    /// No. The first such letter in a day is told to the game masters.
    Quiet { is_news: bool },
}

impl Tally {
    pub(crate) fn admit(&mut self, limits: &AnswerLimits, worth: Worth, at: i64) -> Allowance {
        self.repeated.retain(|then| *then > at - DAY);
        (self.hour, self.day) = (self.hour.at(at, HOUR), self.day.at(at, DAY));
        (self.asked_hour, self.asked_day) = (self.asked_hour.at(at, HOUR), self.asked_day.at(at, DAY));
        (self.insisted, self.caused) = (self.insisted.at(at, HOUR), self.caused.at(at));
        if self.rests_until(limits, worth, at).is_some() {
            self.unanswered = self.unanswered.saturating_add(1);
            if matches!(worth, Worth::Effect | Worth::Word { .. }) {
                self.owes_since = self.owes_since.or(Some(at));
            }
            let is_news = self.alerted.is_none_or(|then| then <= at - DAY);
            if is_news {
                self.alerted = Some(at);
            }
            return Allowance::Quiet { is_news };
        }
        match worth {
            Worth::Word { is_repeated } => self.insisted.count += u32::from(is_repeated),
            _ => {
                self.hour.count += 1;
                self.day.count += 1;
            }
        }
        if worth == Worth::Repeated {
            self.repeated.push(at);
        }
        if matches!(worth, Worth::Request | Worth::Repeated) {
            self.asked_hour.count += 1;
            self.asked_day.count += 1;
        }
        let missed = std::mem::take(&mut self.unanswered);
        self.owes_since = None;
        Allowance::Answer { missed, rests_until: self.rests_until(limits, worth, at) }
    }

    /// Counts an answer to a letter that was not read, if it has one.
    pub(crate) fn admit_unread(&mut self, limits: &AnswerLimits, at: i64) -> Allowance {
        (self.unread_hour, self.unread_day) = (self.unread_hour.at(at, HOUR), self.unread_day.at(at, DAY));
        if self.unread_rests_until(limits).is_some() {
            let is_news = self.alerted.is_none_or(|then| then <= at - DAY);
            self.alerted = if is_news { Some(at) } else { self.alerted };
            return Allowance::Quiet { is_news };
        }
        self.unread_hour.count += 1;
        self.unread_day.count += 1;
        Allowance::Answer { missed: 0, rests_until: self.unread_rests_until(limits) }
    }

    fn unread_rests_until(&self, limits: &AnswerLimits) -> Option<i64> {
        let full = |window: Window, most: usize, span: i64| {
            (window.count as usize >= most && !is_planted("answers-without-limit")).then_some(window.from + span)
        };
        let hour = full(self.unread_hour, limits.repeated_per_hour, HOUR);
        hour.max(full(self.unread_day, limits.repeated_per_day, DAY))
    }

    /// Until when no letter of this sort is answered; `None` when the next one is.
    fn rests_until(&self, limits: &AnswerLimits, worth: Worth, at: i64) -> Option<i64> {
        if is_planted("answers-without-limit") {
            return None;
        }
        let full = |window: Window, most: u32, span: i64| (window.count >= most).then_some(window.from + span);
        if let Worth::Word { is_repeated } = worth {
            return full(self.insisted, limits.asked_per_hour, HOUR).filter(|_| is_repeated);
        }
        let all = [full(self.hour, limits.per_hour, HOUR), full(self.day, limits.per_day, DAY)];
        let asked =
            [full(self.asked_hour, limits.asked_per_hour, HOUR), full(self.asked_day, limits.asked_per_day, DAY)];
        let asked = asked.into_iter().flatten().filter(|_| worth != Worth::Effect);
        let most = [(limits.repeated_per_hour, HOUR), (limits.repeated_per_day, DAY)];
        let repeated = most.map(|(most, span)| {
            let lately: Vec<i64> = self.repeated.iter().copied().filter(|then| *then > at - span).collect();
            let oldest = lately.len().checked_sub(most.max(1)).and_then(|place| lately.get(place));
            oldest.map(|oldest| oldest + span)
        });
        let repeated = repeated.into_iter().flatten().filter(|_| worth == Worth::Repeated);
        let spent = self.caused.spent_until(limits, &[], at);
        all.into_iter().flatten().chain(asked).chain(repeated).chain(spent).max()
    }

    /// Whether one of these requests did not come within a day before; remembers them.
    pub(crate) fn is_new(&mut self, asked: &[u64], at: i64) -> bool {
        self.prints.retain(|(then, _)| *then > at - DAY);
        let is_new = asked.iter().any(|print| self.prints.iter().all(|(_, known)| known != print));
        self.prints.retain(|(_, known)| !asked.contains(known));
        self.prints.extend(asked.iter().map(|print| (at, *print)));
        let surplus = self.prints.len().saturating_sub(MOST_PRINTS);
        self.prints.drain(..surplus);
        is_new
    }

    /// Whether one more notice may go, and how many were kept back before it.
    pub fn admit_notice(&mut self, limits: &AnswerLimits, at: i64) -> Option<u32> {
        self.notices.retain(|then| *then > at - DAY);
        if self.notices.len() >= limits.notices_per_day {
            self.kept_back = self.kept_back.saturating_add(1);
            self.kept_since = self.kept_since.or(Some(at));
            return None;
        }
        self.notices.push(at);
        self.kept_since = None;
        Some(std::mem::take(&mut self.kept_back))
    }

    /// Whether no notice of this kind went out within a day.
    pub(crate) fn admit_daily(&mut self, daily: Daily, at: i64) -> bool {
        let last = match daily {
            Daily::Complaint => &mut self.daily,
            Daily::Unread => &mut self.unread,
        };
        let is_first = last.is_none_or(|then| then <= at - DAY);
        if is_first {
            *last = Some(at);
        }
        is_first
    }

    /// When somebody is to be told what was kept back, if anything was.
    pub fn due(&self) -> Option<i64> {
        let owed = self.owes_since.map(|since| since + ANSWERED_TOGETHER);
        let kept = self.kept_since.map(|since| since + DAY);
        owed.into_iter().chain(kept).chain(self.list_due()).chain(self.gathered.due()).min()
    }

    /// A letter in this person's name waits, and he is not asked about it alone.
    pub fn owe_list(&mut self, at: i64) {
        self.unlisted_since = self.unlisted_since.or(Some(at));
    }

    /// When the letters in his name that wait are to be listed for him: once a day at most.
    pub fn list_due(&self) -> Option<i64> {
        let after_last = self.listed.map_or(i64::MIN, |listed| listed + DAY);
        self.unlisted_since.map(|since| (since + ANSWERED_TOGETHER).max(after_last))
    }
}

/// Notices of which one a day is enough, each kind for itself: none may keep another from being told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Daily {
    /// Abuse reports.
    Complaint,
    /// Letters of nobody we know that were not read.
    Unread,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answers(tally: &mut Tally, worth: Worth, at: i64) -> bool {
        matches!(tally.admit(&AnswerLimits::default(), worth, at), Allowance::Answer { .. })
    }

    #[test]
    fn six_an_hour_and_twenty_a_day_in_any_hour_and_day() {
        let mut tally = Tally::default();
        let given: Vec<i64> = (0..3 * DAY).step_by(60).filter(|at| answers(&mut tally, Worth::Repeated, *at)).collect();
        for (place, from) in given.iter().enumerate() {
            let within = |span: i64| given[place..].iter().take_while(|at| **at < from + span).count();
            assert!(within(HOUR) <= 6 && within(DAY) <= 20, "from {from}");
        }
        assert_eq!(given.len(), 60, "and no fewer");
    }

    #[test]
    fn what_changes_something_has_limits_of_its_own() {
        let mut tally = Tally::default();
        while answers(&mut tally, Worth::Repeated, 10) {}
        assert!(answers(&mut tally, Worth::Effect, 20) && answers(&mut tally, Worth::Request, 20));
        assert_eq!((0..100).filter(|_| answers(&mut tally, Worth::Effect, 30)).count(), 60 - 6 - 2);
        assert_eq!(tally.due(), Some(30 + ANSWERED_TOGETHER));
    }

    #[test]
    fn letters_that_change_nothing_share_twenty_answers_an_hour() {
        let mut tally = Tally::default();
        assert_eq!((0..10).filter(|at| answers(&mut tally, Worth::Repeated, *at)).count(), 6);
        assert_eq!((0..40).filter(|_| answers(&mut tally, Worth::Request, 10)).count(), 20 - 6);
        assert!(!answers(&mut tally, Worth::Repeated, 20) && answers(&mut tally, Worth::Effect, 20));
    }

    #[test]
    fn the_last_answer_says_until_when_and_the_next_one_how_many_were_missed() {
        let (mut tally, limits) = (Tally::default(), AnswerLimits::default());
        let admitted: Vec<Allowance> = (0..8).map(|at| tally.admit(&limits, Worth::Repeated, at)).collect();
        assert_eq!(admitted[4], Allowance::Answer { missed: 0, rests_until: None });
        assert_eq!(admitted[5], Allowance::Answer { missed: 0, rests_until: Some(HOUR) });
        assert_eq!(admitted[6..], [Allowance::Quiet { is_news: true }, Allowance::Quiet { is_news: false }]);
        let next = tally.admit(&limits, Worth::Repeated, HOUR);
        assert_eq!(next, Allowance::Answer { missed: 2, rests_until: Some(HOUR + 1) });
    }

    #[test]
    fn a_word_is_told_however_much_was_asked_before_and_a_program_that_insists_is_not_answered_for_ever() {
        let mut tally = Tally::default();
        while answers(&mut tally, Worth::Request, 10) {}
        while answers(&mut tally, Worth::Effect, 10) {}
        assert!((0..200).all(|_| answers(&mut tally, Worth::Word { is_repeated: false }, 20)));
        assert_eq!((0..200).filter(|_| answers(&mut tally, Worth::Word { is_repeated: true }, 30)).count(), 20);
        assert!(answers(&mut tally, Worth::Word { is_repeated: false }, 40));
    }

    #[test]
    fn letters_that_wait_are_listed_once_a_day() {
        let mut tally = Tally::default();
        tally.owe_list(10);
        tally.owe_list(500);
        assert_eq!(tally.due(), Some(10 + ANSWERED_TOGETHER));
        (tally.unlisted_since, tally.listed) = (None, Some(910));
        assert_eq!(tally.due(), None);
        tally.owe_list(1_000);
        assert_eq!(tally.due(), Some(910 + DAY));
    }

    #[test]
    fn notices_are_counted_while_they_are_kept_back() {
        let (mut tally, limits) = (Tally::default(), AnswerLimits { notices_per_day: 2, ..AnswerLimits::default() });
        let admitted: Vec<_> = [1, 2, 3, 4].map(|at| tally.admit_notice(&limits, at)).into();
        assert_eq!(admitted, [Some(0), Some(0), None, None]);
        assert_eq!(tally.due(), Some(3 + DAY));
        assert_eq!(tally.admit_notice(&limits, 1 + DAY), Some(2));
        assert_eq!(tally.due(), None);
    }
}
