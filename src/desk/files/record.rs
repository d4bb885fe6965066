//! The papers the desk works on: the house, games as they stand, letters we sent, letters that wait.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use base::facts::{Fact, StandingFacts};
use base::game::schedule::Timetable;
use base::game::{GameId, Phase, Player, PlayerId, Role, Roll, Roster, SeatId, Secret, SeedRows, SetDie, Shared};
use base::order::{AsOrder, Filed, Line, LineStatus, Remark, Sheet};
use mail::{Letter, Returnable};
use reader::{OrderLine, Reading, read_order_lines};
use rules::{Context, ReadOrder, Table};

use crate::files::arrival::LetterId;
use crate::files::tally::Tally;
use crate::files::verdict::Verdict;

/// Where a game is in its life.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GameStatus {
    /// Seats are being filled.
    Setup,
    /// Played.
    Running,
    /// Stopped by a fault of ours until the GM and the operator have seen to it.
    Halted,
    /// Ended.
    Over,
    /// Ended by its game master before its time; its history stays.
    Deleted,
}

impl GameStatus {
    /// Whether it is played, or will be.
    pub fn is_alive(self) -> bool {
        !matches!(self, GameStatus::Over | GameStatus::Deleted)
    }
}

/// A phase that was played and whose end was not told yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UntoldPhase {
    /// Its number.
    pub number: u32,
    /// Which time it was played.
    pub revision: u32,
    /// Its name ("T1 TST1").
    pub title: String,
    /// When it ended, in epoch seconds.
    pub deadline: i64,
    /// How often that was moved.
    pub moves: u32,
}

/// One game as it stands. Its parts are shared, for every letter is judged by a copy of it.
#[derive(Clone)]
pub struct GameRecord {
    /// Its short name.
    pub id: GameId,
    /// Where it is in its life.
    pub status: GameStatus,
    /// The GM reads every report before it goes.
    pub holds_reports: bool,
    /// Letters wait for the GM's `RELEASE`: how things stand was not told to the players yet.
    pub awaits_release: bool,
    /// The phase whose reports wait: those who play have its deadline in their calendars still.
    pub untold: Option<UntoldPhase>,
    /// Its rule book and its own copy of the scenario.
    pub table: Arc<dyn Table>,
    /// When its phases end.
    pub timetable: Shared<Timetable>,
    /// How it is timed from the next phase on, when that was changed.
    pub next_timetable: Option<Shared<Timetable>>,
    /// Its rule book from the next phase on, when an option of it was changed.
    pub next_table: Option<Arc<dyn Table>>,
    /// Who plays.
    pub roster: Shared<Roster>,
    /// The open phase; none before the start and after the end.
    pub phase: Option<Phase>,
    /// The whole truth now; `Null` before the start.
    pub state: Arc<Value>,
    /// The standing facts now.
    pub facts: Arc<StandingFacts<Value>>,
    /// The orders on file for the open phase.
    pub sheets: BTreeMap<SeatId, Shared<Sheet<Value>>>,
}

impl GameRecord {
    /// A phase opens: what was changed of its settings before holds from now on.
    pub fn take_next_settings(&mut self) {
        if let Some(next) = self.next_timetable.take() {
            self.timetable = next;
        }
        if let Some(next) = self.next_table.take() {
            self.table = next;
        }
    }

    /// What the open phase is called in names of letters; what is done anew after a rollback is told anew by it.
    pub fn label(&self) -> String {
        self.phase.as_ref().map_or_else(|| "end".to_owned(), Phase::label)
    }

    /// The number of the open phase, or 0.
    pub fn phase_number(&self) -> u32 {
        self.phase.as_ref().map_or(0, |phase| phase.number)
    }

    /// The open phase, once those who play know of it: before the reports on the one before are released, the game masters alone do.
    pub fn told_phase(&self) -> Option<&Phase> {
        self.phase.as_ref().filter(|_| !self.awaits_release)
    }

    /// Whether a seat owes orders for the open phase: it is told so and reminded, and counts as silent without any. One that may
    /// stay vacant owes nothing while nobody serves it.
    pub fn owes(&self, seat: &SeatId) -> bool {
        let is_owing = self.phase.as_ref().is_some_and(|phase| phase.plan.owing.contains(seat));
        is_owing && !self.roster.is_left_vacant(seat)
    }

    /// Whether somebody serves a seat that owes orders for the open phase.
    pub fn player_owes(&self, player: &PlayerId) -> bool {
        self.roster.seats_of(player).iter().any(|seat| self.owes(seat))
    }

    /// Whether the open phase waits for a seat: of those that owe orders, for these alone there is a grace and a word that they
    /// are late, and their READY ends the phase early.
    pub fn awaits(&self, seat: &SeatId) -> bool {
        self.owes(seat) && self.phase.as_ref().is_some_and(|phase| phase.plan.awaits(seat))
    }

    /// Whether it waits for all that owe orders.
    pub fn awaits_all(&self) -> bool {
        self.phase.as_ref().is_none_or(|phase| phase.plan.awaits_all())
    }

    /// Whether a line reads as an order of this game, or as one with something wrong in it.
    pub fn reads_as_order(&self, line: &str) -> bool {
        let is_talk = |remark: Remark| remark.status == LineStatus::Chatter;
        self.table.begins_order(line) && !self.table.read(&mut self.context(), line).is_err_and(is_talk)
    }

    /// Whether a line reads as an order with nothing wrong in it.
    pub fn reads_as_whole_order(&self, line: &str) -> bool {
        self.table.read(&mut self.context(), line).is_ok_and(|read| !read.orders.is_empty() && read.is_whole())
    }

    /// How far a line reads as an order of this game.
    pub fn as_order(&self, line: &str) -> AsOrder {
        rules::as_order(self.table.as_ref(), &mut self.context(), line)
    }

    /// Lines of a letter as they are read, with what belongs together; form only.
    pub fn read_orders(&self, context: &mut Context, lines: &[Line]) -> Vec<OrderLine<ReadOrder>> {
        let begins = |text: &str| self.table.begins_order(text);
        read_order_lines(lines, context, begins, |context, text| self.table.read(context, text))
    }

    /// What is known before the first line of a letter.
    pub fn context(&self) -> Context {
        let phase = self.phase.as_ref();
        Context { phase_number: phase.map(|phase| phase.number), ..Context::of_phase(phase.map(|phase| &phase.plan)) }
    }
}

/// How the purposes of press begin; the seat that wrote it follows, so that an answer finds its way.
pub const PRESS_FROM: &str = "press from ";

/// A letter of ours that somebody's letter refers to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SentLetter {
    /// Its Message-ID, with angle brackets.
    pub message_id: String,
    /// What it was for, unique in the outbox ("report cw1 3.1 usa-east").
    pub purpose: String,
    /// To whom it went.
    pub player: PlayerId,
    /// About which game.
    pub game: Option<GameId>,
    /// In which phase of that game.
    pub phase: u32,
    /// In which revision of that game.
    pub revision: u32,
    /// What it told was undone since by a rollback.
    pub is_undone: bool,
    /// Its Message-ID was shown to others, so a reply to it proves nothing.
    pub is_burnt: bool,
    /// When it was written, in epoch seconds, where that is known.
    pub written: Option<i64>,
    /// What tells the token of its Reply-To, if it had one.
    pub token: Option<String>,
}

/// A letter of ours with what of it may come back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SentForm {
    /// The letter.
    pub letter: SentLetter,
    /// Its forms and pictures.
    pub forms: Returnable,
}

/// A letter that was kept back: its writer has not yet proved who he is, or it came too late.
#[derive(Debug, Clone)]
pub struct WaitingLetter {
    /// Its number in the ledger.
    pub id: LetterId,
    /// Arrival at the server, in epoch seconds.
    pub arrived: i64,
    /// The mailbox was read then, long after its arrival, and it was not there.
    pub missed: Option<i64>,
    /// Whose address it came from.
    pub player: PlayerId,
    /// The letter.
    pub letter: Letter,
    /// Our letters that it refers to.
    pub sent: Vec<SentLetter>,
}

/// A line of `WHO` about letters that wait, without their text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct WaitingNote {
    /// Its number in the ledger, for `ACCEPT LATE n`.
    pub letter: LetterId,
    /// The name of its writer.
    pub writer: String,
    /// Arrival, in epoch seconds.
    pub arrived: i64,
    /// Why it waits: it is held, or came late.
    pub verdict: Verdict,
}

/// Letters that are looked up while they have not left yet, by what they are for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unsent {
    /// Reports of phases, as they were first written.
    Reports,
    /// Welcomes.
    Welcomes,
}

/// A letter that has not left yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnsentLetter {
    /// Its reader.
    pub player: PlayerId,
    /// As what he reads it.
    pub role: Role,
    /// It waits for the game master.
    pub is_held: bool,
    /// The address it was written to is one of its reader's.
    pub is_to_reader: bool,
}

/// What became of the letters with the same content that were here before. What proves a letter, who else was sent it, and
/// that a program wrote it stand outside of what tells its content: somebody who saw it can send a copy ahead of it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Copied {
    /// There were none.
    #[default]
    Never,
    /// None of them proved anybody.
    Unproven(EarlierCopies),
    /// One of them was decided.
    Decided,
}

/// Letters of one content that proved nobody.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EarlierCopies {
    /// Those that wait.
    pub waiting: Vec<LetterId>,
    /// One was held, whatever became of it.
    pub was_held: bool,
    /// The questions that were put about them, as acts.
    pub asked: BTreeSet<String>,
    /// One was kept as correspondence.
    pub was_correspondence: bool,
    /// One was met with silence, though no program wrote it.
    pub was_silent: bool,
}

/// The orders of a seat as they once stood on file.
#[derive(Debug, Clone, PartialEq)]
pub struct EarlierSheet {
    /// Arrival of the letter that left them so, in epoch seconds.
    pub arrived: i64,
    /// The orders.
    pub lines: Vec<Filed<Value>>,
}

/// What a game master did, as the journal has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ActOfAnother {
    /// Who.
    pub name: String,
    /// What.
    pub act: String,
}

/// A game master, with what is remembered of the notices to him.
#[derive(Debug, Clone, Default)]
pub struct KnownGm {
    /// The person.
    pub person: Option<Player>,
    /// How many notices he got.
    pub tally: Tally,
}

impl PastPhase {
    /// Keeps of what the GM set and of what was thrown that which reports tell.
    pub fn note_dice(&mut self, set: &[SetDie], rolls: &[Roll]) {
        self.set_rolls = rolls.iter().filter(|roll| roll.is_set).cloned().collect();
        let is_idle =
            |die: &&SetDie| !self.set_rolls.iter().any(|roll| roll.purpose == die.purpose && roll.nth == die.nth);
        self.idle_dice = set.iter().filter(is_idle).cloned().collect();
    }
}

/// A phase that was played, as its reports told it.
#[derive(Debug, Clone)]
pub struct PastPhase {
    /// Its name ("T1 TST1").
    pub title: String,
    /// Revision played.
    pub revision: u32,
    /// What happened, then how things stood.
    pub facts: Vec<Fact<Value>>,
    /// Published with the result.
    pub secret: Secret,
    /// What the seats gave to its dice; none: it was opened when the secret alone decided them.
    pub seeds: Option<SeedRows>,
    /// Dice that the GM set and that would have been thrown.
    pub set_rolls: Vec<Roll>,
    /// Dice that the GM set and that nothing was thrown for.
    pub idle_dice: Vec<SetDie>,
    /// The seats that played without orders.
    pub silent: Vec<SeatId>,
}

/// The secret of the dice of a phase that was played, from which those of all scopes follow.
#[derive(Debug, Clone)]
pub struct PastSecret {
    /// The label that the dice used ("3.1").
    pub label: String,
    /// Shown when the game is over.
    pub secret: Secret,
}

impl PastSecret {
    /// The number of the phase.
    pub fn number(&self) -> Option<u32> {
        self.label.split('.').next()?.parse().ok()
    }
}

/// What an address that is nobody's was answered in the last day, and all such addresses together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct StrangerRecord {
    /// Answers with public facts.
    pub helped: u32,
    /// Questions.
    pub asked: u32,
    /// Letters to all strangers.
    pub all: u32,
}

/// What everybody may know of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicGame {
    /// Its name.
    pub id: GameId,
    /// Its rule book.
    pub book: String,
    /// Where it is in its life.
    pub status: GameStatus,
    /// Seats are given without asking.
    pub is_open: bool,
    /// Names and titles of its vacant seats; none are told of a running game that is not open.
    pub vacant: Vec<(SeatId, String)>,
}

/// Somebody who asked for a seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signon {
    /// Its number in the game, for `APPROVE n`.
    pub number: u32,
    /// Who.
    pub player: Player,
    /// For which seat; any when none is named.
    pub seat: Option<SeatId>,
    /// When, in epoch seconds.
    pub at: i64,
    /// Not answered yet.
    pub is_waiting: bool,
}

/// One letter of a person in the ledger, without its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrailNote {
    /// Its number in the ledger.
    pub letter: LetterId,
    /// Arrival, in epoch seconds.
    pub arrived: i64,
    /// What became of it.
    pub verdict: Verdict,
}
