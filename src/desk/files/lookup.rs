//! What the desk looks up while it judges a letter, one method a question. Whoever answers only reads: what a letter changes
//! is in its decision. `None` means looked for and not there.

use std::collections::BTreeSet;

use base::game::{GameId, Player, PlayerId, SeatId};
use base::order::LetterKey;
use mail::Address;

use crate::files::acts::KeptAct;
use crate::files::arrival::{LetterId, Mark};
use crate::files::decision::Ahead;
use crate::files::past::Rewind;
use crate::files::proposal::Proposals;
use crate::files::question::Question;
use crate::files::record::{
    ActOfAnother, Copied, EarlierSheet, GameRecord, KnownGm, PastPhase, PastSecret, PublicGame, SentForm, SentLetter,
    Signon, StrangerRecord, TrailNote, Unsent, UnsentLetter, WaitingLetter, WaitingNote,
};
use crate::files::stop::FilesError;
use crate::files::tally::Tally;
use crate::files::trail::{JournalPage, TraceKey, TracedLetter};

/// What was looked for.
type Found<T> = Result<T, FilesError>;

/// What to look up about the writer of a letter.
#[derive(Debug, Clone, Copy)]
pub struct Enquiry<'a> {
    /// The letter.
    pub letter: LetterId,
    /// What tells it from others.
    pub canon: [u8; 32],
    /// Its Message-ID, when it matters whether that was here before.
    pub message_id: Option<&'a str>,
    /// Its only sender, in canonical form.
    pub from: Option<&'a str>,
    /// The Message-IDs it names.
    pub named: &'a [&'a str],
    /// What tells the token it was sent to, if it was sent to any.
    pub token: Option<[u8; 32]>,
    /// Wrong codes and held letters count from then on, in epoch seconds.
    pub since: i64,
}

/// What is known about the writer of a letter.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Known {
    /// What became of the letters with the same content.
    pub copied: Copied,
    /// The person registered with the sender's address.
    pub writer: Option<Player>,
    /// The games that person plays in or masters.
    pub games: Vec<GameId>,
    /// Those of our letters that the letter names.
    pub sent: Vec<SentLetter>,
    /// Wrong codes from the writer's address.
    pub wrong_codes: u32,
    /// Letters of the writer that were held.
    pub held: u32,
    /// What is remembered of the answers to the writer.
    pub tally: Tally,
    /// A letter with the same Message-ID was decided before.
    pub is_id_known: bool,
}

/// The files of the house, as they stand before the letter.
pub trait Files {
    /// A game.
    fn game(&self, id: &GameId) -> Found<Option<GameRecord>>;
    /// A phase that was played: its news and how things stood at its end.
    fn past_phase(&self, game: &GameId, number: u32) -> Found<Option<PastPhase>>;
    /// What the dice of a game came from so far, the open phase left out.
    fn dice_secrets(&self, game: &GameId) -> Found<Vec<PastSecret>>;
    /// A letter that waits.
    fn waiting(&self, number: LetterId) -> Found<Option<WaitingLetter>>;
    /// The letter that waits and bears this mark.
    fn marked(&self, mark: Mark) -> Found<Option<WaitingLetter>>;
    /// The letters that wait in a game.
    fn waiting_notes(&self, game: &GameId) -> Found<Vec<WaitingNote>>;
    /// The letters of a game that have not left yet and are for this.
    fn unsent(&self, game: &GameId, what: Unsent) -> Found<Vec<UnsentLetter>>;
    /// A letter of ours with this Message-ID, and the forms it went out with.
    fn sent_form(&self, message_id: &str) -> Found<Option<SentForm>>;
    /// Our letters with these Message-IDs, which a delivery report is about.
    fn sent_letters(&self, message_ids: &[String]) -> Found<Vec<SentLetter>>;
    /// The letter of ours with this print of a token.
    fn sent_to_token(&self, token: &str) -> Found<Option<SentLetter>>;
    /// The orders that a person gave ahead in a game.
    fn ahead(&self, game: &GameId, player: &PlayerId) -> Found<Vec<Ahead>>;
    /// The places of the orders of a letter that do not wait and were carried out in a game, or are kept.
    fn acts_of(&self, game: &GameId, letter: LetterKey) -> Found<BTreeSet<u32>>;
    /// The orders of a game that do not wait and could not be carried out yet, in the order in which they came.
    fn kept_acts(&self, game: &GameId) -> Found<Vec<KeptAct>>;
    /// The last number by which an order that was kept of a person in a game could be taken back; 0 before the first.
    fn last_kept(&self, game: &GameId, player: &PlayerId) -> Found<u32>;
    /// Whether another letter of a person with this Message-ID was decided before.
    fn is_repeated(&self, player: &PlayerId, message_id: &str, letter: LetterId) -> Found<bool>;
    /// What was on file for a seat in the open phase, letter by letter, the newest first.
    fn earlier_sheets(&self, game: &GameId, number: u32, seat: &SeatId) -> Found<Vec<EarlierSheet>>;
    /// An act that waits for the word with this hash.
    fn question(&self, hash: &str) -> Found<Option<Question>>;
    /// The acts that wait for an answer to our letter with this purpose.
    fn questions_in(&self, purpose: &str) -> Found<Vec<Question>>;
    /// What was proposed to a person in a game, as far as it holds for this phase and revision.
    fn proposals(&self, game: &GameId, player: &PlayerId, phase: (u32, u32)) -> Found<Proposals>;
    /// A person by key.
    fn player(&self, id: &PlayerId) -> Found<Option<Player>>;
    /// Whoever is registered with an address.
    fn person_at(&self, address: &Address) -> Found<Option<Player>>;
    /// A game master who may have to be told something.
    fn known_gm(&self, id: &PlayerId) -> Found<KnownGm>;
    /// Whoever has one of these codes, in canonical form.
    fn code_owners(&self, codes: &BTreeSet<&str>) -> Found<Vec<Player>>;
    /// The games in which a person's letters do not count.
    fn locks(&self, player: &PlayerId) -> Found<Vec<GameId>>;
    /// What an address that is nobody's was answered since a time in epoch seconds.
    fn stranger(&self, stranger: &PlayerId, since: i64) -> Found<StrangerRecord>;
    /// What is public of the games that are not over.
    fn notice_board(&self) -> Found<Vec<PublicGame>>;
    /// Who signed on for a game.
    fn signons(&self, game: &GameId) -> Found<Vec<Signon>>;
    /// The last letters of a person about a game.
    fn trail(&self, game: &GameId, player: &PlayerId) -> Found<Vec<TrailNote>>;
    /// What going back to the start of a phase would undo.
    fn rewind(&self, game: &GameId, number: u32) -> Found<Option<Rewind>>;
    /// What became of letters.
    fn traced(&self, key: &TraceKey) -> Found<Vec<TracedLetter>>;
    /// A page of a game's journal.
    fn journal_page(&self, game: &GameId, page: u32) -> Found<JournalPage>;
    /// What other game masters did in a game since this letter of ours was written to one of them.
    fn acts_since(&self, game: &GameId, player: &PlayerId, message_id: &str) -> Found<Vec<ActOfAnother>>;
}
