//! One letter on the desk: what it has changed so far, and the receipt that grows with it.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use base::facts::{Fact, Viewer};
use base::game::{Player, SeatId};
use base::order::{Filed, Line, LineStatus, Remark};
use mail::Letter;

use crate::files::arrival::Arrival;
use crate::files::decision::{Change, Decision, JournalEntry, Verdict};
use crate::files::desk::Desk;
use crate::files::question::MEANT;
use crate::files::record::{ActOfAnother, GameRecord};
use crate::files::stop::DeskError;
use crate::phase::sheets::SheetReview;
use crate::said::fates::{Fate, Fates, TalkGoes};
use crate::said::letters::{Envelope, Told, thread_of, write};
use crate::said::notice::{Answer, Note, Notice, Problem, Receipt};

/// Most letters that one letter's press and requests for reports may cause.
const MOST_CAUSED: u32 = 40;

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

    /// Whether this letter has caused as many letters as one may.
    pub fn has_caused_most(&self) -> bool {
        self.letters_written >= MOST_CAUSED
    }

    /// Whether a list of its orders put none on file, and no other order of it changed a sheet.
    pub fn has_put_none(&self) -> bool {
        self.has_vain_list && self.sheet_leads.is_empty()
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
}

/// Whoever comes first is asked for his address: the writer as this letter made him, before what the roster knows.
fn people<'b>(game: Option<&'b GameRecord>, writer: &'b Player) -> Vec<&'b Player> {
    let others = game.into_iter().flat_map(|game| game.roster.players());
    std::iter::once(writer).chain(others).collect()
}

/// The phase to come that the orders below a head line are for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AheadOrders {
    /// Its number; none: the head line could not be followed, and what stands below it is for no phase.
    pub number: Option<u32>,
    /// Orders were kept for it.
    pub is_kept: bool,
}

/// A command that only makes sense in a game.
pub fn refuse(session: &mut Session<'_>, line: &Line, message: &str, hint: Option<&str>) {
    let mut remark = Remark::refused(message);
    remark.hint = hint.map(str::to_owned);
    session.remark(line.number, &line.text, &remark);
}

/// The same of a line that says whose or for when the orders below it are.
pub fn refuse_head(session: &mut Session<'_>, line: &Line, message: &str, hint: Option<&str>) {
    session.lost_head.get_or_insert(line.number);
    refuse(session, line, message, hint);
}

/// A question that a letter gave rise to and that the game masters do not know yet.
#[derive(Debug, Clone)]
pub struct NewQuestion {
    pub seat: SeatId,
    pub number: u32,
    pub about: Vec<Fact<Value>>,
}

/// Whether lines of orders from this writer are entries: he is the game master of a game whose book has any.
pub fn takes_entries(session: &Session<'_>) -> bool {
    session.is_gm() && session.game.as_ref().is_some_and(|game| game.table.has_entries())
}
