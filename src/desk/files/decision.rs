//! What judging a letter or playing a phase changes. Committed by the store in one transaction.

use std::sync::Arc;

use chrono_tz::Tz;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use base::facts::Fact;
use base::game::schedule::Timetable;
use base::game::{Format, GameId, Phase, Player, PlayerId, Roll, SeatId, SeatSpec, Seeds, SetDie, Shared};
use base::order::{Received, Sheet};
use mail::{Address, Fate};

use crate::files::acts::{KeptAct, TakenAct};
use crate::files::arrival::LetterId;
use crate::files::outbox::OutboxLetter;
use crate::files::proposal::Proposal;
use crate::files::question::Question;
use crate::files::record::{GameStatus, SentLetter};
use crate::files::tally::Tally;
use crate::files::verdict::Verdict;

/// Everything that changes together.
#[derive(Debug, Clone)]
pub struct Decision {
    /// What became of the letter; ignored for decisions of the clock.
    pub verdict: Verdict,
    /// Whose letter it was, when we know.
    pub writer: Option<PlayerId>,
    /// Which game it was about.
    pub game: Option<GameId>,
    /// Changes in order.
    pub changes: Vec<Change>,
    /// Letters to send after the commit.
    pub letters: Vec<OutboxLetter>,
    /// Lines for the journal.
    pub journal: Vec<JournalEntry>,
}

impl Decision {
    /// Nothing changes but the letter's own fate.
    pub fn new(verdict: Verdict) -> Self {
        Self { verdict, writer: None, game: None, changes: Vec::new(), letters: Vec::new(), journal: Vec::new() }
    }
}

/// One change of what is stored.
#[derive(Debug, Clone)]
pub enum Change {
    /// A new person.
    AddPlayer(Player),
    /// A new game in `Setup`.
    CreateGame {
        /// Its name.
        game: GameId,
        /// The rule book.
        book: String,
        /// The game's own copy of the scenario.
        document: Value,
        /// When its phases end.
        timetable: Box<Timetable>,
        /// Its first game master.
        gm: PlayerId,
        /// Its seats, all vacant.
        seats: Vec<SeatSpec>,
    },
    /// A seat has another holder.
    AssignSeat {
        /// The game.
        game: GameId,
        /// The seat.
        seat: SeatId,
        /// Its holder from now on; nobody: vacant.
        player: Option<PlayerId>,
    },
    /// Another status.
    SetStatus {
        /// The game.
        game: GameId,
        /// From now on.
        status: GameStatus,
    },
    /// Reports wait for the GM from now on, or no longer.
    SetHold {
        /// The game.
        game: GameId,
        /// Whether they wait.
        holds_reports: bool,
    },
    /// Letters of this game that waited for the GM may go.
    ReleaseLetters {
        /// The game.
        game: GameId,
    },
    /// A new truth, with the inputs it can be replayed from.
    TakeStep {
        /// The game.
        game: GameId,
        /// The step.
        step: Box<Step>,
    },
    /// An order that does not wait was carried out: a new truth, which takes the place of that of the act before it and is not
    /// kept with the step.
    TakeAct {
        /// The game.
        game: GameId,
        /// The step.
        step: Box<Step>,
        /// What else came of it.
        act: Box<TakenAct>,
    },
    /// An order that does not wait is kept until it may be carried out.
    KeepAct(Box<KeptAct>),
    /// It was carried out, or is not to be.
    EndAct {
        /// The game.
        game: GameId,
        /// As what it came in.
        received: Received,
    },
    /// These were told, or are not to be: their numbers.
    EndTellings {
        /// The game.
        game: GameId,
        /// The numbers of the tellings.
        told: Vec<i64>,
    },
    /// No order of a game is kept to be carried out any more, and nobody is told of acts of this phase and later ones that he was not
    /// told of yet; what was carried out after a step may be once more.
    DropActs {
        /// The game.
        game: GameId,
        /// The step, by its number in the game.
        after: u32,
        /// The phase.
        from: u32,
    },
    /// A phase begins.
    OpenPhase {
        /// The game.
        game: GameId,
        /// The phase.
        phase: Box<Phase>,
    },
    /// A phase was played. Fails the whole decision when it is not open any more.
    ClosePhase {
        /// The game.
        game: GameId,
        /// Its number.
        number: u32,
        /// Its revision.
        revision: u32,
    },
    /// The game is timed so from the next phase on.
    SetTimetable {
        /// The game.
        game: GameId,
        /// Its timetable to come.
        timetable: Box<Timetable>,
    },
    /// The rule book is laid out for another document.
    SetDocument {
        /// The game.
        game: GameId,
        /// All of it.
        document: Box<Value>,
        /// From when on.
        holds: Holds,
    },
    /// The deadline of the open phase moves.
    SetDeadline {
        /// The game.
        game: GameId,
        /// The phase.
        number: u32,
        /// Epoch seconds.
        deadline: i64,
    },
    /// Phases of the past count no more; they were closed before. Fails the whole decision when one is undone already.
    UndoPhases {
        /// The game.
        game: GameId,
        /// Their numbers and revisions.
        phases: Vec<(u32, u32)>,
        /// When, in epoch seconds.
        at: i64,
    },
    /// What letters of ours told is undone: those that were not sent are not sent any more.
    UndoLetters {
        /// Those that have left, or may have.
        told: Vec<i64>,
        /// Those that have not. Fails the whole decision when one left meanwhile.
        waiting: Vec<i64>,
        /// When, in epoch seconds.
        at: i64,
    },
    /// The dice of the open phase that the GM set, all of them.
    SetDice {
        /// The game.
        game: GameId,
        /// The phase.
        number: u32,
        /// Its revision.
        revision: u32,
        /// The dice.
        dice: Vec<SetDie>,
    },
    /// The seeds of the open phase, all of them. Fails the whole decision when it is not open any more.
    PutSeeds {
        /// The game.
        game: GameId,
        /// The phase.
        number: u32,
        /// Its revision.
        revision: u32,
        /// The seeds.
        seeds: Seeds,
    },
    /// The open phase is to be played without waiting for its deadline.
    ForcePhase {
        /// The game.
        game: GameId,
        /// The phase.
        number: u32,
        /// When it was asked: the mailbox is read once more after that, in epoch seconds.
        at: i64,
    },
    /// The sheet of a seat from now on.
    PutSheet {
        /// The game.
        game: GameId,
        /// The phase.
        number: u32,
        /// The seat.
        seat: SeatId,
        /// The whole sheet.
        sheet: Shared<Sheet<Value>>,
    },
    /// What may be known at the end of phase `number` (0: the opening): news, and how things stand.
    PutFacts {
        /// The game.
        game: GameId,
        /// The phase that ended.
        number: u32,
        /// Its revision.
        revision: u32,
        /// What happened.
        news: Vec<Fact<Value>>,
        /// How things stand.
        standing: Vec<Fact<Value>>,
    },
    /// How things stand now, after an edit: replaces the standing facts that `PutFacts` last put.
    ReplaceStanding {
        /// The game.
        game: GameId,
        /// How things stand.
        standing: Vec<Fact<Value>>,
    },
    /// A letter that waited was decided after all.
    SettleLetter {
        /// The letter.
        letter: LetterId,
        /// What became of it.
        verdict: Verdict,
    },
    /// A reminder was given.
    RecordReminder {
        /// The game.
        game: GameId,
        /// The phase.
        number: u32,
        /// To which seat.
        seat: SeatId,
        /// Minutes before the deadline.
        minutes: u32,
    },
    /// A wrong code came from a registered address.
    CountWrongCode {
        /// Whose address.
        player: PlayerId,
        /// When, in epoch seconds.
        at: i64,
    },
    /// A person's code ends, and the next one is in force.
    RenewCode {
        /// Whose.
        player: PlayerId,
        /// Which code is in force from now on.
        counter: u32,
    },
    /// Replies to the letters that a person has had prove nothing for him any more.
    BurnLettersOf {
        /// Whose letters.
        player: PlayerId,
        /// Only those about this game.
        game: Option<GameId>,
        /// Only those that went to this address.
        address: Option<Address>,
    },
    /// A person's address is known to be right: what is kept for him may leave.
    ConfirmAddress {
        /// Whose.
        player: PlayerId,
    },
    /// Letters about a game that are kept for somebody whose address nobody confirmed are not sent any more.
    WithdrawLettersOf {
        /// To whom.
        player: PlayerId,
        /// About which game.
        game: GameId,
        /// When, in epoch seconds.
        at: i64,
    },
    /// One more address of a person, behind those he has.
    AddAddress {
        /// Whose.
        player: PlayerId,
        /// Nobody's until now.
        address: Address,
    },
    /// An address is nobody's any more.
    RemoveAddress {
        /// Whose it was.
        player: PlayerId,
        /// One of several.
        address: Address,
    },
    /// Nothing counts in a person's name in a game, or it does again.
    SetLock {
        /// The game.
        game: GameId,
        /// The person.
        player: PlayerId,
        /// From now on.
        is_locked: bool,
        /// When, in epoch seconds.
        at: i64,
    },
    /// A person is a game master of a game from now on, or no longer.
    SetMaster {
        /// The game.
        game: GameId,
        /// The person.
        player: PlayerId,
        /// From now on.
        is_master: bool,
    },
    /// Whoever signs on has a seat without the game master's leave, or no longer.
    SetOpen {
        /// The game.
        game: GameId,
        /// From now on.
        is_open: bool,
    },
    /// Somebody asks for a seat.
    AddSignon {
        /// The game.
        game: GameId,
        /// Its number in the game.
        number: u32,
        /// Who.
        player: PlayerId,
        /// Which seat.
        seat: Option<SeatId>,
        /// When, in epoch seconds.
        at: i64,
    },
    /// A signon was answered. Fails the whole decision when it was answered before.
    SettleSignon {
        /// The game.
        game: GameId,
        /// Its number.
        number: u32,
        /// The seat was given.
        is_approved: bool,
    },
    /// A letter goes to an address that is nobody's.
    WriteToStranger {
        /// The key of its reader.
        stranger: PlayerId,
        /// When, in epoch seconds.
        at: i64,
        /// It asks something; else it tells public facts.
        is_question: bool,
    },
    /// What is remembered of the answers and notices to a person from now on.
    PutTally {
        /// To whom.
        player: PlayerId,
        /// All of it.
        tally: Box<Tally>,
    },
    /// An act waits for the word that was mailed with its question.
    AskQuestion(Box<Question>),
    /// Whoever was asked has said no: no word for this act of his counts any more.
    VoidQuestions {
        /// Who was asked.
        player: PlayerId,
        /// What.
        act: String,
    },
    /// Words of questions to a person were shown to others: they count no more.
    VoidWords {
        /// Whose.
        player: PlayerId,
        /// The hashes of the words.
        hashes: Vec<String>,
    },
    /// The word came. Fails the whole decision when it came before.
    SpendQuestion {
        /// The hash of the word.
        hash: String,
        /// When, in epoch seconds.
        at: i64,
    },
    /// Orders are proposed to a person, who may have them filed by their numbers.
    Propose {
        /// The game.
        game: GameId,
        /// To whom.
        player: PlayerId,
        /// New ones.
        proposals: Vec<Proposal>,
    },
    /// Something happens to the clock of the open phase. Fails the whole decision when it is not open any more.
    Clock {
        /// The game.
        game: GameId,
        /// The phase.
        number: u32,
        /// What happens.
        change: ClockChange,
    },
    /// Orders for a phase that is not open yet; they take the place of those the same person gave for it.
    PutAhead(Box<Ahead>),
    /// The zone in which a person's times are printed.
    SetZone {
        /// Whose.
        player: PlayerId,
        /// None: that of the game.
        zone: Option<Tz>,
    },
    /// Which parts a person's letters have.
    SetFormat {
        /// Whose.
        player: PlayerId,
        /// From now on.
        format: Format,
    },
    /// These message ids were shown to others: replies to them prove nothing any more.
    BurnLetters {
        /// With angle brackets.
        message_ids: Vec<String>,
    },
    /// A delivery report said how one of our letters fared.
    NoteDelivery {
        /// The report.
        letter: LetterId,
        /// The letter it is about.
        sent: SentLetter,
        /// When it arrived, in epoch seconds.
        at: i64,
        /// How the letter fared.
        fate: Fate,
        /// The status code.
        status: Option<String>,
    },
    /// The game masters were warned that letters to a person do not arrive.
    RecordWarning {
        /// The game.
        game: GameId,
        /// The phase.
        number: u32,
        /// Of whom.
        player: PlayerId,
    },
}

/// From when on a rule book is laid out for another document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holds {
    /// From now on: before the game has begun, and when it goes back.
    Now,
    /// From the next phase on.
    FromTheNextPhase,
}

/// What may happen to the clock of a phase.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClockChange {
    /// It stands still, and nobody waits for it to be played at once any more.
    Pause {
        /// Since when, in epoch seconds.
        at: i64,
        /// When it goes on by itself, in epoch seconds.
        until: Option<i64>,
    },
    /// It goes on.
    Resume,
    /// Everybody is told another deadline.
    Told {
        /// When, in epoch seconds.
        at: i64,
    },
    /// The orders of a seat are final as far as it is concerned, or are not any more.
    Ready {
        /// The seat.
        seat: SeatId,
        /// Since when, in epoch seconds.
        since: Option<i64>,
    },
}

/// Orders for a phase that is not open yet, as they were typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ahead {
    /// The game.
    pub game: GameId,
    /// The number of the phase.
    pub number: u32,
    /// Who gave them.
    pub player: PlayerId,
    /// The letter they came in.
    pub letter: LetterId,
    /// Its arrival, in epoch seconds.
    pub arrived: i64,
    /// The lines; none: nothing is kept.
    pub lines: Vec<String>,
}

/// How the truth came to be what it is: one link of a game's history, enough to replay it.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// What kind of step.
    pub kind: StepKind,
    /// The phase it belongs to (0: the opening).
    pub phase: u32,
    /// Its revision.
    pub revision: u32,
    /// What went in: the secret of the dice and the orders, or the GM's edit.
    pub input: Value,
    /// The truth from then on; null in an act that is read back, for it follows from the steps before.
    pub state: Arc<Value>,
    /// The version of the rule book that wrote the state.
    pub version: u32,
    /// SHA-256 of the state's JSON.
    pub hash: String,
    /// Every die thrown.
    pub rolls: Vec<Roll>,
}

/// Kinds of steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StepKind {
    /// The opening position.
    Begin,
    /// A phase was played.
    Phase,
    /// The game master ended the game: the open phase was not played, and the truth stays what it was.
    End,
    /// The GM set a value.
    Edit,
    /// An order that does not wait was carried out.
    Act,
    /// The GM changed an option of the rule book, which holds from the next phase on: the truth stays what it was.
    Options,
    /// The GM went back to an earlier state: `restores` names the step it was the end of.
    Rollback,
}

/// A line of a game's journal: who did what, when and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct JournalEntry {
    /// The game, if it was about one.
    pub game: Option<GameId>,
    /// Who; nobody: the clock.
    pub player: Option<PlayerId>,
    /// When, in epoch seconds.
    pub at: i64,
    /// What, in words.
    pub act: String,
    /// Why, in the words of who did it.
    pub reason: Option<String>,
}

impl Decision {
    /// Whether orders that were kept may be carried out from then on.
    pub fn lets_acts_go(&self) -> bool {
        let lets_go = |change: &Change| match change {
            Change::ReleaseLetters { .. } | Change::SetDeadline { .. } => true,
            Change::Clock { change, .. } => *change == ClockChange::Resume,
            Change::SetStatus { status, .. } => *status == GameStatus::Running,
            _ => false,
        };
        self.changes.iter().any(lets_go)
    }

    /// A letter without answer and effect.
    pub fn silent(why: &str) -> Self {
        Self::new(Verdict::Silent { why: why.to_owned() })
    }
}
