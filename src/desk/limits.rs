//! How many answers a correspondent gets, and how many letters and bytes he may cause in a day. Robots that answer each
//! other fall silent by it; people hardly notice. What a letter changes is not touched: only whether it is answered one by
//! one. Knows no single command and no orders.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::game::schedule::print_deadline;
use crate::game::{GameId, Player, PlayerId, SeatId};
use crate::mail::{Letter, Relayed};
use crate::planted::is_planted;
use crate::report::Viewer;

use super::decision::{Change, Decision, OutboxLetter, Verdict, Want};
use super::letters::{DeskError, Envelope, thread_of, write};
use super::matter::{asks_something, begins_request, requests_of};
use super::notice::{Note, Notice, shorten};
use super::record::{Desk, GameRecord, House, KnownGm};
use super::session::{Arrival, Session, Stop, show_sheets};
use super::talk::Gathered;

const HOUR: i64 = 3_600;
const DAY: i64 = 86_400;
/// How long after the first letter without an answer one letter answers all of them.
const ANSWERED_TOGETHER: i64 = 900;
/// How many of a correspondent's requests are remembered, to know one that comes again; of one letter half as many.
const MOST_PRINTS: usize = 48;

/// The most answers and notices.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct AnswerLimits {
    /// Answers an hour to letters that ask nothing, or only what was asked within a day.
    pub repeated_per_hour: usize,
    /// The same in a day.
    pub repeated_per_day: usize,
    /// Answers an hour to letters that change nothing, whether they ask something new or not.
    pub asked_per_hour: u32,
    /// The same in a day.
    pub asked_per_day: u32,
    /// Answers an hour to one correspondent, whatever he writes.
    pub per_hour: u32,
    /// The same in a day.
    pub per_day: u32,
    /// Letters a day that one correspondent may cause, answers to him and letters to others together.
    pub letters_per_day: u32,
    /// Bytes a day of these letters.
    pub bytes_per_day: u64,
    /// Notices a day to a game master of letters by others: set aside, in copy, unproven, unanswered.
    pub notices_per_day: usize,
}

impl Default for AnswerLimits {
    fn default() -> Self {
        Self {
            repeated_per_hour: 6,
            repeated_per_day: 20,
            asked_per_hour: 20,
            asked_per_day: 60,
            per_hour: 60,
            per_day: 240,
            letters_per_day: 400,
            bytes_per_day: 20_000_000,
            notices_per_day: 30,
        }
    }
}

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
    caused: Caused,
    /// What was asked lately.
    prints: Vec<(i64, u64)>,
    /// Letters without an answer since the last one that had one.
    unanswered: u32,
    /// When the first of them came that changed something.
    owes_since: Option<i64>,
    /// When the game masters were last told that answers are kept back.
    alerted: Option<i64>,
    /// When the last notice of an abuse report went out.
    daily: Option<i64>,
    /// When the last notice of a letter of nobody's that was not read went out.
    unread: Option<i64>,
    /// When notices went out in the last day.
    notices: Vec<i64>,
    /// Notices kept back since the last one.
    kept_back: u32,
    kept_since: Option<i64>,
    /// Since when letters in his name wait about which he was not asked.
    unlisted_since: Option<i64>,
    /// When letters that wait were last listed for him.
    listed: Option<i64>,
    /// Letters to a game master that are mailed together.
    #[serde(skip_serializing_if = "Gathered::is_empty")]
    pub(super) gathered: Gathered,
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
struct Caused {
    from: i64,
    letters: u32,
    bytes: u64,
}

impl Caused {
    fn at(self, at: i64) -> Caused {
        if at >= self.from + DAY { Caused { from: at, ..Caused::default() } } else { self }
    }

    /// Until when nothing more may be caused, after these letters besides.
    fn spent_until(self, limits: &AnswerLimits, letters: &[OutboxLetter], at: i64) -> Option<i64> {
        let now = self.at(at).and(letters);
        let is_spent = now.letters >= limits.letters_per_day || now.bytes >= limits.bytes_per_day;
        (is_spent && !is_planted("bytes-not-counted")).then_some(now.from + DAY)
    }

    fn and(self, letters: &[OutboxLetter]) -> Caused {
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
enum Worth {
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
enum Allowance {
    /// Yes. `missed` letters before it were not; when it is the last for now, until when.
    Answer { missed: u32, rests_until: Option<i64> },
    /// No. The first such letter in a day is told to the game masters.
    Quiet { is_news: bool },
}

impl Tally {
    fn admit(&mut self, limits: &AnswerLimits, worth: Worth, at: i64) -> Allowance {
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
    fn is_new(&mut self, asked: &[u64], at: i64) -> bool {
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
    fn admit_daily(&mut self, daily: Daily, at: i64) -> bool {
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

/// Each command and order of a letter, in a form that can be remembered. What stands around them does not count: there
/// a robot writes the number of its ticket, or what we wrote to it.
fn prints_of(letter: &Letter, game: Option<&GameRecord>) -> Vec<u64> {
    let requests = requests_of(letter, game);
    let lines = requests.iter().filter(|request| begins_request(request, game)).map(|request| &request.line().text);
    let mut prints: Vec<u64> = lines.map(|line| print_of(line)).take(MOST_PRINTS / 2).collect();
    prints.sort_unstable();
    prints.dedup();
    prints
}

fn print_of(line: &str) -> u64 {
    let words: Vec<String> = line.split_whitespace().map(str::to_lowercase).collect();
    let digest = Sha256::digest(words.join(" ").as_bytes());
    digest[..8].iter().fold(0, |print, byte| (print << 8) | u64::from(*byte))
}

/// Whether what a letter changed is more than our own bookkeeping. Orders that stand as they stood are no change.
fn has_effect(desk: &Desk<'_>, decision: &Decision) -> bool {
    let stood = |game: &GameId, seat: &SeatId| desk.papers.games.get(game).and_then(Option::as_ref)?.sheets.get(seat);
    let counts = |change: &Change| match change {
        Change::CountWrongCode { .. } | Change::BurnLetters { .. } | Change::PutTally { .. } => false,
        Change::AskQuestion(_) | Change::VoidWords { .. } | Change::RecordReminder { .. } => false,
        Change::PutSheet { game, seat, sheet, .. } => stood(game, seat).is_none_or(|old| old.lines != sheet.lines),
        _ => true,
    };
    decision.changes.iter().any(counts) || decision.verdict == Verdict::Late
}

/// Whether the letter of a session is answered. Notes in the session what the answer must say of those that were not,
/// and takes out of it what would only have answered.
pub fn is_answered(session: &mut Session<'_>) -> Result<bool, Stop> {
    let desk = session.desk;
    // A letter that the game master let count is answered to somebody who did not write now.
    if desk.writer.as_ref().is_none_or(|writer| writer.id != session.writer.id) {
        return Ok(true);
    }
    let at = session.arrival.at;
    let mut tally = desk.tally.clone();
    let is_word = asks_for_word(session) || session.is_gm() && asks_something(session.letter, session.game.as_ref());
    let worth = if is_word {
        let is_repeated = !tally.is_new(&prints_of(session.letter, session.game.as_ref()), at);
        Worth::Word { is_repeated }
    } else if has_effect(desk, &session.decision) || session.has_written_to_others() {
        Worth::Effect
    } else if tally.is_new(&prints_of(session.letter, session.game.as_ref()), at) {
        Worth::Request
    } else {
        Worth::Repeated
    };
    let allowance = tally.admit(&desk.house.limits, worth, at);
    session.change(Change::PutTally { player: session.writer.id.clone(), tally: Box::new(tally) });
    match allowance {
        Allowance::Answer { missed, rests_until } => {
            explain(session, missed, rests_until);
            Ok(true)
        }
        Allowance::Quiet { is_news } => {
            if matches!(worth, Worth::Request | Worth::Repeated) {
                session.decision.letters.retain(|letter| letter.player != session.writer.id);
            }
            if is_news {
                tell_of_silence(session)?;
            }
            Ok(false)
        }
    }
}

/// Whether the answer brings a word without which something is not done.
fn asks_for_word(session: &Session<'_>) -> bool {
    session.decision.changes.iter().any(|change| matches!(change, Change::AskQuestion(_)))
}

/// Until when the letters of a session may cause no more; what a game master's commands cause is not counted.
pub fn spent_until(session: &Session<'_>) -> Option<i64> {
    if session.is_gm() {
        return None;
    }
    session.desk.tally.caused.spent_until(&session.desk.house.limits, &session.decision.letters, session.arrival.at)
}

/// Counts the letters that a session caused, its answer among them.
pub fn count_caused(session: &mut Session<'_>) {
    if session.is_gm() {
        return;
    }
    let decision = &mut session.decision;
    let own = decision.changes.iter_mut().find_map(|change| match change {
        Change::PutTally { player, tally } if *player == session.writer.id => Some(tally),
        _ => None,
    });
    if let Some(tally) = own {
        tally.caused = tally.caused.and(&decision.letters);
    }
}

fn explain(session: &mut Session<'_>, missed: u32, rests_until: Option<i64>) {
    for sentence in explained(session.desk, session.writer, missed, rests_until) {
        session.lead(sentence);
    }
}

/// What an answer says of the letters before it that had none, and of those to come.
fn explained(desk: &Desk<'_>, writer: &Player, missed: u32, rests_until: Option<i64>) -> Vec<String> {
    let mut sentences = Vec::new();
    match missed {
        0 => {}
        1 => sentences
            .push("One letter of yours before this one was read without an answer, because so many came.".to_owned()),
        n => sentences.push(format!(
            "{n} letters of yours before this one were read without an answer each, because so many came."
        )),
    }
    if let Some(until) = rests_until {
        let zone = writer.zone.unwrap_or(desk.house.timetable.zone);
        sentences.push(format!(
            "So many letters came from you that the next ones like this one will be read, but not answered one by one, \
             until {}.",
            print_deadline(until, zone)
        ));
    }
    sentences
}

/// What becomes of a letter that was not read.
pub enum Unread {
    /// It is answered; the answer says this besides.
    Answered(Vec<String>),
    /// It is not, for so many came; whether that is new to the game masters.
    Quiet { is_news: bool },
}

/// Whether a letter is answered that was not read: robots and forgers can send many of that sort.
pub fn admit_unread(desk: &Desk<'_>, writer: &Player, arrival: Arrival, decision: &mut Decision) -> Unread {
    let mut tally = desk.tally.clone();
    let allowance = tally.admit(&desk.house.limits, Worth::Repeated, arrival.at);
    decision.changes.push(Change::PutTally { player: writer.id.clone(), tally: Box::new(tally) });
    match allowance {
        Allowance::Answer { missed, rests_until } => Unread::Answered(explained(desk, writer, missed, rests_until)),
        Allowance::Quiet { is_news } => Unread::Quiet { is_news },
    }
}

/// A program may be at work: those who can look are told once a day.
fn tell_of_silence(session: &mut Session<'_>) -> Result<(), Stop> {
    let (desk, arrival, writer) = (session.desk, session.arrival, session.writer);
    let text = format!(
        "So many letters come from the address of {} that they are not answered one by one any more. They are still read, \
         and what they change is on file. A program that answers by itself may be at work there.",
        writer.name
    );
    let notice =
        GmNotice { what: "answers kept back", purpose: format!("quiet letter {}", arrival.mark), text, daily: None };
    let game = session.game.clone();
    tell_gms(desk, arrival, game.as_ref(), Some(&writer.id), &notice, &mut session.decision)
}

/// Something of a letter that game masters should know.
pub struct GmNotice {
    /// For the subject.
    pub what: &'static str,
    /// The start of its purpose.
    pub purpose: String,
    /// What there is to know, in paragraphs.
    pub text: String,
    /// The kind of which one a day is enough, if it is one: others may send what causes it as often as they like.
    pub daily: Option<Daily>,
}

/// Notices of which one a day is enough, each kind for itself: none may keep another from being told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Daily {
    /// Abuse reports.
    Complaint,
    /// Letters of nobody we know that were not read.
    Unread,
}

/// Tells the masters of a game, or of the house, but for one; each so often a day at most.
pub fn tell_gms(
    desk: &Desk<'_>,
    arrival: Arrival,
    game: Option<&GameRecord>,
    except: Option<&PlayerId>,
    notice: &GmNotice,
    decision: &mut Decision,
) -> Result<(), Stop> {
    let of_game = game.map(|game| Vec::from_iter(game.roster.gms().iter().cloned()));
    let gms = of_game.unwrap_or_else(|| desk.house.gms.iter().cloned().collect());
    for gm in gms.iter().filter(|gm| Some(*gm) != except) {
        let Some(known) = desk.papers.gms.get(gm) else { return Err(Stop::Want(Want::Gm(gm.clone()))) };
        let Some(person) = &known.person else { continue };
        let mut tally = tally_so_far(decision, gm, known);
        if notice.daily.is_some_and(|daily| !tally.admit_daily(daily, arrival.at)) {
            continue;
        }
        let admitted = tally.admit_notice(&desk.house.limits, arrival.at);
        decision.changes.push(Change::PutTally { player: gm.clone(), tally: Box::new(tally) });
        let Some(kept_back) = admitted else { continue };
        let mut paragraphs: Vec<String> = notice.text.split("\n\n").map(str::to_owned).collect();
        paragraphs.extend(kept_back_words(kept_back));
        let item = Notice::Notice(Note {
            game: game.map(|game| game.id.to_string()),
            title: notice.what.to_owned(),
            paragraphs,
            sheets: Vec::new(),
        });
        let mut envelope = Envelope::generated(format!("{} {gm}", notice.purpose), game);
        envelope.thread = game.and_then(|game| thread_of(game, gm));
        let viewer = game.and_then(|game| Viewer::umpire(&game.roster, gm)).unwrap_or_else(|| Viewer::person(gm));
        let people = std::iter::once(person);
        decision.letters.push(write(desk.house, desk.now, people, viewer, &item, &[], envelope)?);
    }
    Ok(())
}

/// What is remembered of a game master, as this decision leaves it.
pub fn tally_so_far(decision: &Decision, gm: &PlayerId, known: &KnownGm) -> Tally {
    let put = decision.changes.iter().rev().find_map(|change| match change {
        Change::PutTally { player, tally } if player == gm => Some((**tally).clone()),
        _ => None,
    });
    put.unwrap_or_else(|| known.tally.clone())
}

/// What a game master is told of the notices that he did not get.
pub fn kept_back_words(count: u32) -> Option<String> {
    match count {
        0 => None,
        1 => Some("One notice before this one was kept back, because so many came within a day.".to_owned()),
        n => Some(format!("{n} notices before this one were kept back, because so many came within a day.")),
    }
}

/// A letter that waits, and the game it is about.
#[derive(Debug, Clone)]
pub struct Unproven {
    /// The game, if it is about one.
    pub game: Option<GameId>,
    /// When it came, in epoch seconds.
    pub arrived: i64,
    /// Its subject.
    pub subject: String,
}

/// Tells a correspondent at last what his letters without an answer came to and which letters in his name wait, and a game
/// master how many notices were kept back and what was written to him. Nothing is changed but the tally.
pub fn catch_up(
    house: &House,
    person: &Player,
    tally: &Tally,
    games: &[GameRecord],
    unproven: &[Unproven],
    now: i64,
) -> Result<Decision, DeskError> {
    let mut decision = Decision::new(Verdict::Answered);
    let mut tally = tally.clone();
    if let Some(since) = tally.owes_since.filter(|since| since + ANSWERED_TOGETHER <= now) {
        answer_together(house, person, (tally.unanswered, since), games, now, &mut decision)?;
        (tally.unanswered, tally.owes_since) = (0, None);
    }
    if let Some(since) = tally.kept_since.filter(|since| since + DAY <= now) {
        let text = kept_back_words(tally.kept_back).unwrap_or_default();
        let note =
            Note { game: None, title: "notices kept back".to_owned(), paragraphs: vec![text], sheets: Vec::new() };
        let envelope = Envelope::generated(format!("kept back {since} {}", person.id), None);
        let viewer = Viewer::person(&person.id);
        decision.letters.push(write_note(house, person, viewer, note, envelope, now)?);
        (tally.kept_back, tally.kept_since) = (0, None);
        tally.notices.push(now);
    }
    if tally.list_due().is_some_and(|due| due <= now) {
        list_unproven(house, person, unproven, games, now, &mut decision)?;
        (tally.unlisted_since, tally.listed) = (None, Some(now));
    }
    if tally.gathered.due().is_some_and(|due| due <= now) {
        std::mem::take(&mut tally.gathered).mail(house, person, games, now, &mut decision)?;
    }
    decision.changes.push(Change::PutTally { player: person.id.clone(), tally: Box::new(tally) });
    Ok(decision)
}

/// One letter for each game that lists what waits in this person's name. It can be answered with the orders of any of them.
fn list_unproven(
    house: &House,
    person: &Player,
    unproven: &[Unproven],
    games: &[GameRecord],
    now: i64,
    decision: &mut Decision,
) -> Result<(), DeskError> {
    let zone = person.zone.unwrap_or(house.timetable.zone);
    let about: BTreeSet<Option<&GameId>> = unproven.iter().map(|letter| letter.game.as_ref()).collect();
    for id in about {
        let game = games.iter().find(|game| Some(&game.id) == id);
        let listed = unproven.iter().filter(|letter| letter.game.as_ref() == id);
        let mut paragraphs = vec![
            "These letters came with your address as their sender and proved nothing. They wait, and nothing has changed. \
             So many came that you were not asked about each of them."
                .to_owned(),
        ];
        paragraphs.extend(listed.map(|letter| {
            let arrived = format!("It came {}, with the subject:", print_deadline(letter.arrived, zone));
            Relayed::below(&arrived, &shorten(&letter.subject, 60))
        }));
        paragraphs.push(
            "If one of them is yours, send what was in it once more, as an answer to this letter; it then counts from the \
             arrival of that answer. If none is, do nothing."
                .to_owned(),
        );
        let note = Note {
            game: id.map(GameId::to_string),
            title: "letters that wait".to_owned(),
            paragraphs,
            sheets: Vec::new(),
        };
        let named = id.map_or("none", GameId::as_str);
        let mut envelope = Envelope::generated(format!("unproven {now} {named} {}", person.id), game);
        envelope.thread = game.and_then(|game| thread_of(game, &person.id));
        decision.letters.push(write_note(house, person, Viewer::person(&person.id), note, envelope, now)?);
    }
    Ok(())
}

fn answer_together(
    house: &House,
    person: &Player,
    (count, since): (u32, i64),
    games: &[GameRecord],
    now: i64,
    decision: &mut Decision,
) -> Result<(), DeskError> {
    // What is on file for a seat goes to nobody who is locked.
    let has_seat = |game: &&GameRecord| game.phase.is_some() && !game.roster.seats_of(&person.id).is_empty();
    for game in games.iter().filter(|game| !game.roster.is_locked(&person.id)).filter(has_seat) {
        let (sheets, _) = show_sheets(game, &game.roster.seats_of(&person.id))?;
        let letters = if count == 1 { "One letter".to_owned() } else { format!("{count} letters") };
        let text = format!(
            "{letters} of yours had no answer of their own, because so many came. They were read, and this is what is on \
             file for you in {} now.",
            game.id
        );
        let nothing = "No orders are on file for you.".to_owned();
        let note = Note {
            game: Some(game.id.to_string()),
            title: "letters answered together".to_owned(),
            paragraphs: if sheets.is_empty() { vec![text, nothing] } else { vec![text] },
            sheets,
        };
        let mut envelope = Envelope::generated(format!("together {since} {} {}", game.id, person.id), Some(game));
        envelope.thread = thread_of(game, &person.id);
        // As who serves these seats: he may lose them before the letter leaves.
        let viewer = Viewer::of_player(&game.roster, &person.id);
        decision.letters.push(write_note(house, person, viewer, note, envelope, now)?);
    }
    Ok(())
}

fn write_note(
    house: &House,
    person: &Player,
    viewer: Viewer,
    note: Note,
    envelope: Envelope,
    now: i64,
) -> Result<OutboxLetter, DeskError> {
    write(house, now, std::iter::once(person), viewer, &Notice::Notice(note), &[], envelope)
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
