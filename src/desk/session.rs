//! One letter on the desk: what it has changed so far, and the receipt that grows with it.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use base::facts::{Audience, Fact, Viewer, brief};
use base::game::schedule::print_deadline;
use base::game::{Player, SeatId};
use base::order::{Filed, Line, LineStatus, Remark};
use mail::{Auto, Letter, Note as MailNote};

use super::ahead::AheadOrders;
use super::arrival::Arrival;
use super::asked::NewQuestion;
use super::decision::{Change, Decision, JournalEntry, Verdict};
use super::fates::{Fate, Fates, TalkGoes};
use super::files::FilesError;
use super::gm::entries::takes_entries;
use super::left_out::say_what_was_left_out;
use super::letters::{DeskError, Envelope, Told, thread_of, write};
use super::limits::{count_caused, is_answered, spent_until};
use super::meant::MEANT;
use super::notice::{Answer, Note, Notice, Problem, Receipt};
use super::pace::due_words_now;
use super::reading_notes::explain;
use super::record::{ActOfAnother, Desk, GameRecord};
use super::sheets::{SheetReview, show_reviewed_sheets};

/// Most letters that one letter's press and requests for reports may cause.
const MOST_CAUSED: u32 = 40;

/// Most lines of talk that an answer repeats.
const MOST_CHATTER: usize = 40;
/// Most lines with something wrong that an answer explains.
const MOST_PROBLEMS: usize = 80;

/// Why judging stops before there is a decision.
#[derive(Debug, thiserror::Error)]
pub enum Stop {
    /// A rule book is to be played for it, which may last: not while others wait for the letter.
    #[error("the letter has to be judged apart from others")]
    Apart,
    /// Something could not be looked up.
    #[error(transparent)]
    Files(#[from] FilesError),
    /// Ours.
    #[error(transparent)]
    Trouble(DeskError),
}

impl<E: Into<DeskError>> From<E> for Stop {
    fn from(error: E) -> Self {
        Stop::Trouble(error.into())
    }
}

/// One letter on the desk.
pub struct Session<'a> {
    pub desk: &'a Desk<'a>,
    pub writer: &'a Player,
    pub letter: &'a Letter,
    pub arrival: Arrival,
    /// The game it is about, as it stands after what the letter has changed so far.
    pub game: Option<GameRecord>,
    pub decision: Decision,
    pub receipt: Receipt,
    /// What the receipt says of money left: items of the book, for the writer.
    pub account: Vec<Value>,
    /// Attached files of which there is nothing to say, by name: a command read them, or they are ours.
    pub files_passed_over: Vec<String>,
    /// The command being carried out was confirmed by its word.
    pub is_confirmed: bool,
    /// The hash of what was said it would do.
    pub confirmed_summary: Option<String>,
    /// The writer as this letter made him, when it changed what he wants of our letters.
    pub renewed: Option<Player>,
    /// The phase to come that the orders below are for.
    pub ahead: Option<AheadOrders>,
    /// The first line that should have said whose or for when the orders below it are, and was not followed: they are not
    /// on file.
    pub lost_head: Option<usize>,
    /// A line above says by its number that they are for the open phase.
    pub names_open_phase: bool,
    /// The letter answers one of a phase that was played, so its writer is asked whether it is meant for the open one.
    pub asks_meaning: bool,
    /// How purposes of the letters it causes name it.
    pub name: String,
    /// The writer is locked and nothing of his letter was done.
    pub is_turned_away: bool,
    /// The sheets are to be shown.
    pub shows_sheets: bool,
    /// Seats for which a GM put orders on file.
    pub on_behalf: BTreeSet<SeatId>,
    /// What other game masters did since the letter of ours that this one of theirs answers.
    pub acts_of_others: Vec<ActOfAnother>,
    /// Sections this letter has put on file already: what follows below a command joins them.
    pub filed: BTreeSet<(SeatId, String)>,
    /// Orders that this letter has put on file, with their lines.
    pub put: Vec<(SeatId, Filed<Value>, usize)>,
    /// People it named whose addresses nobody has confirmed.
    pub newcomers: Vec<Player>,
    /// Questions for the game masters that this letter gave rise to.
    pub questions: Vec<NewQuestion>,
    /// Reviews made while the letter was filed, by seat.
    pub reviews: BTreeMap<SeatId, SheetReview>,
    /// Maps that were asked for.
    pub drawn: Vec<Told>,
    /// Phases whose reports were asked for: each comes once a letter.
    pub reported: BTreeSet<u32>,
    /// What became of each line.
    pub fates: Fates,
    /// Lines that are neither orders nor commands.
    pub words: Vec<Line>,
    /// Where they go.
    pub talk_goes: TalkGoes,
    /// Lines that were not understood.
    pub unread: BTreeSet<usize>,
    /// Lines that were refused or not understood.
    pub came_back: BTreeSet<usize>,
    /// The orders on file when the letter came, of each seat whose sheet it touches.
    pub before: BTreeMap<SeatId, Vec<Filed<Value>>>,
    /// Those of them that orders of this letter took the place of.
    pub replaced: BTreeMap<SeatId, Vec<Filed<Value>>>,
    /// Those that it cancelled.
    pub cancelled: Vec<(SeatId, Filed<Value>)>,
    /// Where the receipt says what became of a seat's sheet.
    pub sheet_leads: BTreeMap<SeatId, usize>,
    /// How much of it was not understood so far, as the book counts.
    pub misread: usize,
    letters_written: u32,
    /// A list of orders put none on file.
    has_vain_list: bool,
}

impl<'a> Session<'a> {
    /// A letter of a proven writer about a game, or about none.
    pub fn open(
        desk: &'a Desk<'a>,
        writer: &'a Player,
        letter: &'a Letter,
        arrival: Arrival,
        game: Option<GameRecord>,
    ) -> Self {
        let mut decision = Decision::new(Verdict::Answered);
        decision.writer = Some(writer.id.clone());
        decision.game = game.as_ref().map(|game| game.id.clone());
        Self {
            desk,
            writer,
            letter,
            arrival,
            game,
            decision,
            receipt: Receipt::default(),
            account: Vec::new(),
            files_passed_over: Vec::new(),
            is_confirmed: false,
            confirmed_summary: None,
            renewed: None,
            ahead: None,
            lost_head: None,
            names_open_phase: false,
            asks_meaning: false,
            name: arrival.name(),
            is_turned_away: false,
            shows_sheets: false,
            on_behalf: BTreeSet::new(),
            acts_of_others: Vec::new(),
            filed: BTreeSet::new(),
            put: Vec::new(),
            newcomers: Vec::new(),
            questions: Vec::new(),
            reviews: BTreeMap::new(),
            drawn: Vec::new(),
            reported: BTreeSet::new(),
            fates: Fates::default(),
            words: Vec::new(),
            talk_goes: TalkGoes::default(),
            unread: BTreeSet::new(),
            came_back: BTreeSet::new(),
            before: BTreeMap::new(),
            replaced: BTreeMap::new(),
            cancelled: Vec::new(),
            sheet_leads: BTreeMap::new(),
            misread: 0,
            letters_written: 0,
            has_vain_list: false,
        }
    }

    /// Whether the writer is a game master of this game, or of the house when it is about none.
    pub fn is_gm(&self) -> bool {
        match &self.game {
            Some(game) => game.roster.is_gm(&self.writer.id),
            None => self.desk.house.gms.contains(&self.writer.id),
        }
    }

    /// The writer, as this letter made him.
    pub fn reader(&self) -> &Player {
        self.renewed.as_ref().unwrap_or(self.writer)
    }

    /// Makes the writer another: what this letter changed of him holds for the answers to it.
    pub fn renew(&mut self, change: impl FnOnce(&mut Player)) {
        let mut player = self.reader().clone();
        change(&mut player);
        if let Some(game) = &mut self.game {
            game.roster.renew(player.clone());
        }
        self.renewed = Some(player);
    }

    /// The seats the writer serves.
    pub fn seats(&self) -> Vec<SeatId> {
        self.game.as_ref().map_or_else(Vec::new, |game| game.roster.seats_of(&self.writer.id))
    }

    /// How the writer reads his receipt. Somebody who was turned away reads it as himself; what else is written to
    /// somebody locked is of his seats, and does not leave.
    pub fn viewer(&self) -> Viewer {
        let Some(game) = self.game.as_ref().filter(|_| !self.is_turned_away) else {
            return Viewer::person(&self.writer.id);
        };
        Viewer::umpire(&game.roster, &self.writer.id)
            .unwrap_or_else(|| Viewer::of_player(&game.roster, &self.writer.id))
    }

    /// Adds a change.
    pub fn change(&mut self, change: Change) {
        self.decision.changes.push(change);
    }

    /// Adds a line to the journal.
    pub fn note(&mut self, act: impl Into<String>, reason: Option<String>) {
        self.decision.journal.push(JournalEntry {
            game: self.game.as_ref().map(|game| game.id.clone()),
            player: Some(self.writer.id.clone()),
            at: self.desk.now,
            act: act.into(),
            reason,
        });
    }

    /// Adds an answer to a command.
    pub fn answer(&mut self, title: impl Into<String>, text: impl Into<String>) {
        self.receipt.answers.push(Answer { title: title.into(), text: text.into() });
    }

    /// Adds a remark on a line of the letter.
    pub fn remark(&mut self, number: usize, text: &str, remark: &Remark) {
        if matches!(remark.status, LineStatus::Refused | LineStatus::Unread) {
            self.fates.set(number, Fate::AskedBack);
            self.came_back.insert(number);
        }
        if remark.status == LineStatus::Unread {
            self.unread.insert(number);
        }
        match self.receipt.problems.iter_mut().find(|problem| problem.number == number) {
            Some(problem) => problem.add(text, remark),
            None => self.receipt.problems.push(Problem::new(number, text, remark)),
        }
    }

    /// Adds a sentence that opens the receipt.
    pub fn lead(&mut self, sentence: impl Into<String>) {
        self.receipt.lead.push(sentence.into());
    }

    /// Says what became of a seat's sheet: once in a letter, as it is in the end.
    pub fn lead_of_sheet(&mut self, seat: &SeatId, sentence: String) {
        let place = *self.sheet_leads.entry(seat.clone()).or_insert(self.receipt.lead.len());
        match self.receipt.lead.get_mut(place) {
            Some(said) => *said = sentence,
            None => self.receipt.lead.push(sentence),
        }
    }

    /// Notes that a list of orders put none on file, which is said once, and not where others of the letter changed a sheet.
    pub fn put_none(&mut self) {
        self.has_vain_list = true;
    }

    /// Adds a line that is neither an order nor a command.
    pub fn talk(&mut self, number: usize, text: String) {
        self.fates.set(number, Fate::Talk);
        self.receipt.chatter.push(text.clone());
        self.words.push(Line { number, text });
    }

    /// Writes a letter to a viewer of this game.
    pub fn write(
        &mut self,
        viewer: Viewer,
        notice: &Notice,
        told: &[Told],
        envelope: Envelope,
    ) -> Result<(), DeskError> {
        let people = people(self.game.as_ref(), self.reader());
        let letter = write(self.desk.house, self.desk.now, people.iter().copied(), viewer, notice, told, envelope)?;
        self.decision.letters.push(letter);
        Ok(())
    }

    /// Writes a letter to somebody who may have left this game.
    pub fn write_to(
        &mut self,
        reader: &Player,
        viewer: Viewer,
        notice: &Notice,
        envelope: Envelope,
    ) -> Result<(), DeskError> {
        let people = std::iter::once(reader);
        self.decision.letters.push(write(self.desk.house, self.desk.now, people, viewer, notice, &[], envelope)?);
        Ok(())
    }

    /// A purpose of its own for one more letter that this letter causes.
    pub fn purpose(&mut self, what: &str) -> String {
        self.letters_written += 1;
        format!("{what} {} #{}", self.name, self.letters_written)
    }

    /// What [`Session::purpose`] will give next.
    pub fn purpose_to_come(&self, what: &str) -> String {
        format!("{what} {} #{}", self.name, self.letters_written + 1)
    }

    /// The purpose of the answer to this letter.
    pub fn receipt_purpose(&self) -> String {
        match self.asks_meaning {
            true => format!("{MEANT}{}", self.arrival.mark),
            false => format!("receipt {}", self.name),
        }
    }

    /// Words that this letter's answer offers are in it, whatever its purpose has become since.
    fn settle_words(&mut self) {
        let (early, now) = (format!("receipt {}", self.name), self.receipt_purpose());
        for change in &mut self.decision.changes {
            if let Change::AskQuestion(question) = change
                && question.mailed_in.as_ref() == Some(&early)
            {
                question.mailed_in = Some(now.clone());
            }
        }
    }

    /// Why this letter may cause no more letters, when it may not: it caused as many as one may, or its writer's letters
    /// caused so much in a day.
    pub fn caused_enough(&self) -> Option<String> {
        if self.letters_written >= MOST_CAUSED {
            return Some("One letter may not cause more letters than it has by now.".to_owned());
        }
        let until = print_deadline(spent_until(self)?, self.reader().zone.unwrap_or(self.desk.house.timetable.zone));
        Some(format!("Your letters have caused as much mail as they may in a day; please ask again after {until}."))
    }

    /// Tells the people behind these seats of something a GM did; each person once, but for the writer.
    pub fn tell(&mut self, seats: &[SeatId], title: &str, paragraphs: &[String]) -> Result<(), DeskError> {
        self.tell_each(seats, title, |_| paragraphs.to_vec())
    }

    fn tell_each(
        &mut self,
        seats: &[SeatId],
        title: &str,
        paragraphs: impl Fn(&Player) -> Vec<String>,
    ) -> Result<(), DeskError> {
        let Some(game) = self.game.clone() else { return Ok(()) };
        let mut told = vec![self.writer.id.clone()];
        for seat in seats {
            let Some(player) = game.roster.server_of(seat) else { continue };
            if told.contains(player) {
                continue;
            }
            told.push(player.clone());
            let Some(person) = game.roster.player(player) else { continue };
            let notice = Notice::Notice(Note {
                game: Some(game.id.to_string()),
                title: title.to_owned(),
                paragraphs: paragraphs(person),
                sheets: Vec::new(),
            });
            let mut envelope = Envelope::generated(self.purpose("notice"), Some(&game));
            envelope.thread = thread_of(&game, player);
            self.write(Viewer::of_player(&game.roster, player), &notice, &[], envelope)?;
        }
        Ok(())
    }

    /// Tells everybody of the game, each in the words made for him.
    pub fn tell_all(&mut self, title: &str, paragraphs: impl Fn(&Player) -> Vec<String>) -> Result<(), DeskError> {
        let seats: Vec<SeatId> = match &self.game {
            Some(game) => game.roster.seats().iter().map(|seat| seat.spec.id.clone()).collect(),
            None => Vec::new(),
        };
        self.tell_each(&seats, title, paragraphs)
    }

    /// Whether this letter has already caused one to somebody else.
    pub fn has_written_to_others(&self) -> bool {
        self.decision.letters.iter().any(|letter| letter.player != self.writer.id)
    }

    /// Ends the letter with its receipt, unless its writer had so many that it is kept back.
    pub fn close(mut self) -> Result<Decision, Stop> {
        if !is_answered(&mut self)? {
            count_caused(&mut self);
            return Ok(self.decision);
        }
        self.fill_receipt()?;
        self.settle_words();
        let viewer = self.viewer();
        let account = Fact::new(Audience::Person(self.writer.id.clone()), ());
        let facts: Vec<Fact<Value>> = self.account.iter().map(|item| account.clone().map(|()| item.clone())).collect();
        let table = self.game.as_ref().filter(|_| !facts.is_empty()).map(|game| game.table.as_ref());
        let account = table.map(|table| Told::words(table, "account.txt", brief(viewer.clone(), &facts)));
        let envelope = Envelope {
            purpose: self.receipt_purpose(),
            game: self.game.as_ref().map(|game| game.id.clone()),
            phase: self.game.as_ref().map_or(0, GameRecord::phase_number),
            in_reply_to: self.letter.message_id.clone(),
            thread: self.game.as_ref().and_then(|game| thread_of(game, &self.writer.id)),
            auto: Auto::Replied,
            is_held: false,
        };
        let notice = Notice::Receipt(std::mem::take(&mut self.receipt));
        let told: Vec<Told> = account.into_iter().chain(std::mem::take(&mut self.drawn)).collect();
        self.write(viewer, &notice, &told, envelope)?;
        count_caused(&mut self);
        Ok(self.decision)
    }

    fn account_of_lines(&self) -> Option<String> {
        let account = self.fates.account(&self.letter.text.lines, &self.talk_goes)?;
        let is_lost = !self.words.is_empty() && self.talk_goes == TalkGoes::Nowhere;
        let hint =
            if is_lost && self.game.is_some() && !self.is_gm() { " PRESS TO gm: sends words to the GM." } else { "" };
        Some(format!("{account}{hint}"))
    }

    /// A letter of endless talk must not come back whole: an answer to it would grow from round to round.
    fn shorten_receipt(&mut self) {
        let chatter = &mut self.receipt.chatter;
        let more = chatter.len().saturating_sub(MOST_CHATTER);
        if more > 0 {
            chatter.truncate(MOST_CHATTER);
            chatter.push(format!("... and {more} more lines"));
        }
        let problems = &mut self.receipt.problems;
        let more = problems.split_off(problems.len().min(MOST_PROBLEMS));
        if let Some((first, last)) = more.first().zip(more.last()) {
            let (count, first, last) = (more.len(), first.number, last.number);
            self.receipt.lead.push(format!(
                "There is something to say of {count} more lines, from line {first} to line {last}; those shown are the first."
            ));
        }
    }

    /// What the reader noted, but for attachments that were read or are ours.
    fn notes_to_explain(&self) -> impl Iterator<Item = &MailNote> {
        let tables: &[_] = if takes_entries(self) { &self.letter.tables } else { &[] };
        let is_known = |name: &String| {
            self.files_passed_over.contains(name) || tables.iter().any(|table| &table.name == name && !table.is_toml())
        };
        let is_read = move |note: &&MailNote| matches!(note, MailNote::AttachmentIgnored(name) if is_known(name));
        self.letter.text.notes.iter().filter(move |note| !is_read(note))
    }

    fn fill_receipt(&mut self) -> Result<(), DeskError> {
        if self.has_vain_list && self.sheet_leads.is_empty() {
            self.lead("None of these orders could be put on file; what was there before stays.");
        }
        self.receipt.problems.sort_by_key(|problem| problem.number);
        self.receipt.account = self.account_of_lines();
        self.shorten_receipt();
        self.receipt.notes = self.notes_to_explain().filter_map(explain).collect();
        self.receipt.notes.extend(say_what_was_left_out(self));
        if self.receipt.title.is_empty() {
            self.receipt.title = "answer".to_owned();
        }
        self.receipt.is_trial = self.receipt.title == "check" || self.asks_meaning;
        let Some(game) = self.game.clone() else { return Ok(()) };
        self.receipt.game = Some(game.id.to_string());
        self.receipt.phase = game.phase.as_ref().map(|phase| phase_name(phase.number, &phase.plan.title));
        self.receipt.deadline =
            game.phase.as_ref().map(|phase| due_words_now(&game, self.reader(), phase, self.desk.now));
        if self.shows_sheets {
            let seats = self.seats();
            let (sheets, account) = show_reviewed_sheets(&game, &seats, &self.reviews)?;
            self.receipt.sheets.extend(sheets);
            // What is left to spend would tell the result of a phase whose reports still wait.
            if !game.awaits_release {
                self.account.extend(account);
            }
        }
        Ok(())
    }
}

/// "phase 3 (T1 TST1)"
pub fn phase_name(number: u32, title: &str) -> String {
    format!("phase {number} ({title})")
}

/// A deadline in UTC and the zone of a person.
pub fn deadline_for(game: &GameRecord, player: &Player, at: i64) -> String {
    print_deadline(at, player.zone.unwrap_or(game.timetable.zone))
}

/// Whoever comes first is asked for his address: the writer as this letter made him, before what the roster knows.
fn people<'b>(game: Option<&'b GameRecord>, writer: &'b Player) -> Vec<&'b Player> {
    let others = game.into_iter().flat_map(|game| game.roster.players());
    std::iter::once(writer).chain(others).collect()
}
