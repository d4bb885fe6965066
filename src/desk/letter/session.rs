//! One letter on the desk: what it has changed so far, and the receipt that grows with it.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use base::facts::Viewer;
use base::game::{GameId, Player, Roster, SeatId, Shared};
use base::order::{Line, Received, Remark, Sheet};
use mail::Letter;

use crate::files::arrival::{Arrival, Mark};
use crate::files::decision::{Change, Decision, JournalEntry};
use crate::files::desk::Desk;
use crate::files::record::{ActOfAnother, GameRecord, PRESS_FROM, PastPhase, PastSecret, SentLetter};
use crate::files::stop::Stop;
use crate::files::verdict::Verdict;
use crate::letter::deadline_work::DeadlineWork;
use crate::letter::receipt_work::ReceiptWork;
use crate::letter::seat_news::SeatNews;
use crate::letter::sheet_work::{AheadOrders, NewQuestion, SheetWork};
use crate::proof::beside::{Deed, words_beside};
use crate::said::notice::Receipt;

/// One letter on the desk.
pub struct Session<'a> {
    pub(super) desk: &'a Desk<'a>,
    pub(super) writer: &'a Player,
    /// None where what was given ahead is read anew: nobody writes then.
    pub(super) letter: Option<&'a Letter>,
    pub(super) arrival: Arrival,
    /// The game it is about, as it stands after what the letter has changed so far.
    pub(super) game: Option<GameRecord>,
    pub(super) decision: Decision,
    pub(super) receipt: Receipt,
    /// What the letter puts into it.
    pub(super) said: ReceiptWork,
    /// What it does to the deadline.
    pub(super) deadline: DeadlineWork,
    /// The command being carried out was confirmed by its word.
    pub(super) is_confirmed: bool,
    /// The hash of what was said it would do.
    pub(super) confirmed_summary: Option<String>,
    /// The writer as this letter made him, when it changed what he wants of our letters.
    pub(super) renewed: Option<Player>,
    /// The phase to come that the orders below are for.
    pub(super) ahead: Option<AheadOrders>,
    /// The first line that should have said whose or for when the orders below it are, and was not followed: they are not
    /// on file.
    pub(super) lost_head: Option<usize>,
    /// A line above says by its number that they are for the open phase.
    pub(super) names_open_phase: bool,
    /// The letter answers one of a phase that was played, so its writer is asked whether it is meant for the open one.
    pub(super) asks_meaning: bool,
    /// How purposes of the letters it causes name it.
    pub(super) name: String,
    /// The writer is locked and nothing of his letter was done.
    pub(super) is_turned_away: bool,
    /// What other game masters did since the letter of ours that this one of theirs answers.
    pub(super) acts_of_others: Vec<ActOfAnother>,
    /// People it named whose addresses nobody has confirmed.
    pub(super) newcomers: Vec<Player>,
    /// Questions for the game masters that this letter gave rise to.
    pub(super) questions: Vec<NewQuestion>,
    /// Phases whose reports were asked for, and for which seat alone: each comes once a letter.
    pub(super) reported: BTreeSet<(u32, Option<SeatId>)>,
    /// The game, and who held and served its seats when the letter came.
    pub roster_before: Option<(GameId, Shared<Roster>)>,
    /// What stands beside what it does, as far as that was asked.
    pub(super) beside: BTreeMap<Deed, Option<String>>,
    pub(super) letters_written: u32,
    /// Seats that it left vacant or gave away, of which nobody else was told yet.
    pub seat_news: Vec<SeatNews>,
    /// What the letter does to the sheets on file.
    pub orders: SheetWork,
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
        Self::begin(desk, writer, Some(letter), arrival, game)
    }

    /// What somebody gave ahead is read anew, and nobody writes; `name` stands for the letter in the purposes of what is
    /// written for it.
    pub fn without_letter(
        desk: &'a Desk<'a>,
        writer: &'a Player,
        arrival: Arrival,
        game: GameRecord,
        name: String,
    ) -> Self {
        let mut session = Self::begin(desk, writer, None, arrival, Some(game));
        session.name = name;
        session
    }

    /// The same letter, about a copy of its game on which nothing counts.
    pub fn trial(&self, game: GameRecord) -> Self {
        Self::begin(self.desk, self.writer, self.letter, self.arrival, Some(game))
    }

    fn begin(
        desk: &'a Desk<'a>,
        writer: &'a Player,
        letter: Option<&'a Letter>,
        arrival: Arrival,
        game: Option<GameRecord>,
    ) -> Self {
        let mut decision = Decision::new(Verdict::Answered);
        decision.writer = Some(writer.id.clone());
        decision.game = game.as_ref().map(|game| game.id.clone());
        let roster_before = game.as_ref().map(|game| (game.id.clone(), game.roster.clone()));
        Self {
            desk,
            writer,
            letter,
            arrival,
            game,
            decision,
            receipt: Receipt::default(),
            said: ReceiptWork::default(),
            deadline: DeadlineWork::default(),
            is_confirmed: false,
            confirmed_summary: None,
            renewed: None,
            ahead: None,
            lost_head: None,
            names_open_phase: false,
            asks_meaning: false,
            name: arrival.name(),
            is_turned_away: false,
            acts_of_others: Vec::new(),
            newcomers: Vec::new(),
            questions: Vec::new(),
            reported: BTreeSet::new(),
            roster_before,
            beside: BTreeMap::new(),
            letters_written: 0,
            seat_news: Vec::new(),
            orders: SheetWork::default(),
        }
    }

    /// Who we are, and what may be looked up.
    pub fn desk(&self) -> &'a Desk<'a> {
        self.desk
    }

    /// Who wrote it, as he was when it came.
    pub fn writer(&self) -> &'a Player {
        self.writer
    }

    /// As it was read; none where nobody writes.
    pub fn letter(&self) -> Option<&'a Letter> {
        self.letter
    }

    /// What its reader saw of it, line by line.
    pub fn lines(&self) -> &'a [String] {
        self.letter.map_or(&[], |letter| &letter.text.lines)
    }

    /// The letter of ours to its writer that it answers.
    pub fn answered(&self) -> Option<&'a SentLetter> {
        self.desk.answered(self.letter?, self.writer)
    }

    /// The first words of it that may not stand beside what it does.
    pub fn words_beside(&mut self, deed: Deed) -> Result<Option<String>, Stop> {
        let Some(letter) = self.letter else { return Ok(None) };
        if let Some(known) = self.beside.get(&deed) {
            return Ok(known.clone());
        }
        let words = words_beside(self.desk, letter, self.writer, self.game.as_ref(), deed)?;
        self.beside.insert(deed, words.clone());
        Ok(words)
    }

    /// Whether it answers press: a few words in it may be meant for whoever wrote that.
    pub fn answers_press(&self) -> bool {
        self.answered().is_some_and(|sent| sent.purpose.starts_with(PRESS_FROM))
    }

    /// When it came.
    pub fn arrival(&self) -> Arrival {
        self.arrival
    }

    /// As what the next order of it comes in: by the letter in which it stands, whatever let that count.
    pub fn next_receipt(&self) -> Received {
        let mark = self.letter.map_or(self.arrival.mark, Mark::of);
        Received { at: self.arrival.at, letter: mark.key(), place: self.orders.read }
    }

    /// The game it is about, as it stands after what the letter has changed so far.
    pub fn game(&self) -> Option<&GameRecord> {
        self.game.as_ref()
    }

    /// The same, for who changes how it stands.
    pub fn game_mut(&mut self) -> Option<&mut GameRecord> {
        self.game.as_mut()
    }

    /// From now on the letter is about this game, as it stands here.
    pub fn turn_to(&mut self, game: GameRecord) {
        self.decision.game = Some(game.id.clone());
        self.game = Some(game);
    }

    /// Does something in another game, or in none. A letter that was about none is about the first one.
    pub fn within<T>(&mut self, game: Option<GameRecord>, deed: impl FnOnce(&mut Self) -> T) -> T {
        if let Some(game) = &game {
            self.decision.game.get_or_insert_with(|| game.id.clone());
        }
        let own = std::mem::replace(&mut self.game, game);
        let done = deed(self);
        self.game = own;
        done
    }

    /// What it has changed so far.
    pub fn decision(&self) -> &Decision {
        &self.decision
    }

    /// The same, for who adds letters to people of no game.
    pub fn decision_mut(&mut self) -> &mut Decision {
        &mut self.decision
    }

    /// What it has changed, when nobody is answered.
    pub fn into_decision(self) -> Decision {
        self.decision
    }

    /// Its changes so far.
    pub fn changes(&self) -> &[Change] {
        &self.decision.changes
    }

    /// Its lines in the journal so far.
    pub fn journal(&self) -> &[JournalEntry] {
        &self.decision.journal
    }

    /// Puts the sheet of a seat on file: of several in one letter the last is the one that is put.
    pub fn put_sheet(&mut self, game: GameId, number: u32, seat: SeatId, sheet: Shared<Sheet<Value>>) {
        self.decision.changes.retain(|change| !matches!(change, Change::PutSheet { seat: of, .. } if *of == seat));
        self.change(Change::PutSheet { game, number, seat, sheet });
    }

    /// Adds several changes.
    pub fn change_all(&mut self, changes: impl IntoIterator<Item = Change>) {
        self.decision.changes.extend(changes);
    }

    /// Adds lines to the journal that another letter left.
    pub fn note_all(&mut self, entries: impl IntoIterator<Item = JournalEntry>) {
        self.decision.journal.extend(entries);
    }

    /// What becomes of it is this.
    pub fn settle_as(&mut self, verdict: Verdict) {
        self.decision.verdict = verdict;
    }

    /// Whether the command being carried out was confirmed.
    pub fn is_confirmed(&self) -> bool {
        self.is_confirmed
    }

    /// Does what was confirmed, which was said to do what has this hash.
    pub fn as_confirmed<T>(&mut self, summary: Option<String>, act: impl FnOnce(&mut Self) -> T) -> T {
        (self.is_confirmed, self.confirmed_summary) = (true, summary);
        let outcome = act(self);
        (self.is_confirmed, self.confirmed_summary) = (false, None);
        outcome
    }

    /// The first line that should have said whose or for when the orders below it are, and was not followed.
    pub fn lost_head(&self) -> Option<usize> {
        self.lost_head
    }

    /// Such a line: the first one counts.
    pub fn lose_head(&mut self, number: usize) {
        self.lost_head.get_or_insert(number);
    }

    /// The phase to come that the orders below are for.
    pub fn ahead(&self) -> Option<AheadOrders> {
        self.ahead
    }

    /// From here on they are for another.
    pub fn turn_ahead(&mut self, ahead: Option<AheadOrders>) -> Option<AheadOrders> {
        std::mem::replace(&mut self.ahead, ahead)
    }

    /// A line above says by its number that they are for the open phase.
    pub fn name_open_phase(&mut self) {
        self.names_open_phase = true;
    }

    /// Whether one does.
    pub fn names_open_phase(&self) -> bool {
        self.names_open_phase
    }

    /// Its writer is asked whether it is meant for the open phase, for it answers one that was played.
    pub fn ask_meaning(&mut self) {
        self.asks_meaning = true;
    }

    /// Whether he is.
    pub fn asks_meaning(&self) -> bool {
        self.asks_meaning
    }

    /// The writer is locked and nothing of his letter is done.
    pub fn turn_away(&mut self) {
        self.is_turned_away = true;
    }

    /// What other game masters did since the letter of ours that it answers.
    pub fn know_acts_of_others(&mut self, acts: Vec<ActOfAnother>) {
        self.acts_of_others = acts;
    }

    /// Somebody was named whose address nobody has confirmed.
    pub fn name_newcomer(&mut self, person: Player) {
        self.newcomers.push(person);
    }

    /// So many were named in it.
    pub fn count_newcomers(&self) -> usize {
        self.newcomers.len()
    }

    /// Those who were.
    pub fn take_newcomers(&mut self) -> Vec<Player> {
        std::mem::take(&mut self.newcomers)
    }

    /// A question for the game masters that they do not know yet.
    pub fn ask_gms(&mut self, question: NewQuestion) {
        self.questions.push(question);
    }

    /// Those that were asked.
    pub fn take_questions(&mut self) -> Vec<NewQuestion> {
        std::mem::take(&mut self.questions)
    }

    /// The phase of a game that was played last, with its number, 0 for the opening; none before that.
    pub fn last_played(&self, game: &GameRecord) -> Result<Option<(u32, PastPhase)>, Stop> {
        let files = self.desk.files;
        let newest = match &game.phase {
            Some(open) => open.number.saturating_sub(1),
            None => files.dice_secrets(&game.id)?.iter().filter_map(PastSecret::number).max().unwrap_or(0),
        };
        // The last of a game that was ended is closed and was not played.
        for number in [Some(newest), newest.checked_sub(1)].into_iter().flatten() {
            if let Some(past) = files.past_phase(&game.id, number)? {
                return Ok(Some((number, past)));
            }
        }
        Ok(None)
    }

    /// Whether the report on a phase is asked for the first time in it.
    pub fn reports_first(&mut self, asked: (u32, Option<SeatId>)) -> bool {
        self.reported.insert(asked)
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
        Viewer::of(&game.roster, &self.writer.id)
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

    /// Whether this letter has already caused one to somebody else.
    pub fn has_written_to_others(&self) -> bool {
        self.decision.letters.iter().any(|letter| letter.player != self.writer.id)
    }
}

/// Says that a line of the letter is not done, and why; `hint` is what would be right.
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

/// Whether lines of orders from this writer are entries: he is the game master of a game whose book has any.
pub fn takes_entries(session: &Session<'_>) -> bool {
    session.is_gm() && session.game.as_ref().is_some_and(|game| game.table.about().has_entries)
}
