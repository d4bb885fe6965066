//! The desk's files, read from the store: as it is committed, or as the letters before in a group left it. Games and forms
//! that were looked up once for a letter are not read again for it.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

use base::game::schedule::DAY;
use base::game::{GameId, Player, PlayerId, SeatId};
use base::order::LetterKey;
use desk::identify::has_code_of;
use desk::past::Rewind;
use desk::trail::{JournalPage, TraceKey, TracedLetter};
use desk::{
    ActOfAnother, Ahead, Desk, EarlierSheet, Enquiry, Files, FilesError, GameRecord, House, KeptAct, KnownGm, LetterId,
    Mark, PastPhase, PastSecret, Proposals, PublicGame, Question, SentForm, SentLetter, Signon, Stop, StrangerRecord,
    TrailNote, Unsent, UnsentLetter, WaitingLetter, WaitingNote, token_digest,
};
use mail::{self, Address, Letter};
use store::{Reading, StoreError};

use super::opener::{Opener, on_a_large_stack};
use super::{DaemonError, Judge};

/// Most that is looked up for one letter: more than a letter has lines.
const MOST_LOOKED_UP: usize = 5_000;

/// The files for one letter.
pub(super) struct OpenFiles<'a> {
    house: &'a House,
    opener: &'a Opener,
    reading: Reading<'a>,
    games: RefCell<BTreeMap<GameId, Option<GameRecord>>>,
    forms: RefCell<BTreeMap<String, Option<SentForm>>>,
    looked_up: Cell<usize>,
}

impl<'a> OpenFiles<'a> {
    pub(super) fn new(house: &'a House, opener: &'a Opener, reading: Reading<'a>) -> Self {
        Self { house, opener, reading, games: RefCell::default(), forms: RefCell::default(), looked_up: Cell::new(0) }
    }

    /// The desk before a letter of which this much was read.
    pub(super) fn desk_for(&self, id: LetterId, letter: Option<&Letter>, now: i64) -> Result<Desk<'_>, FilesError> {
        let named = letter.map(named).unwrap_or_default();
        let known = found(self.reading.known_of(&self.enquiry(id, letter, &named, now)))?;
        Ok(Desk {
            house: self.house,
            files: self,
            is_apart: false,
            now,
            writer: known.writer,
            writer_games: known.games,
            sent: known.sent,
            wrong_codes: known.wrong_codes,
            held_lately: known.held,
            tally: known.tally,
            is_id_known: known.is_id_known,
            copied: known.copied,
        })
    }

    /// What must be known of the writer of a letter before it is judged.
    fn enquiry<'b>(&self, id: LetterId, letter: Option<&'b Letter>, named: &'b [&'b str], now: i64) -> Enquiry<'b> {
        let proof = &self.house.proof;
        // Only where the mail server's word is a proof may a letter be sent again by somebody else.
        let message_id = |letter: &'b Letter| letter.message_id.as_deref().filter(|_| proof.server.is_some());
        let token = |letter: &Letter| letter.only_tag().filter(|_| proof.reply_tokens).map(token_digest);
        Enquiry {
            letter: id,
            canon: letter.map_or([0; 32], |letter| letter.canon),
            message_id: letter.and_then(message_id),
            from: letter.and_then(|letter| letter.from.address()).map(Address::as_str),
            named,
            token: letter.and_then(token),
            since: now - DAY,
        }
    }
}

/// The Message-IDs a letter names.
fn named(letter: &Letter) -> Vec<&str> {
    letter.in_reply_to.iter().chain(&letter.references).map(String::as_str).collect()
}

impl Judge {
    /// The files as they stand, for one letter.
    pub(super) fn files<'a>(&'a self, reading: Reading<'a>) -> OpenFiles<'a> {
        OpenFiles::new(&self.house, &self.opener, reading)
    }
}

impl From<Stop> for DaemonError {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Apart => Self::Thread { what: "judge a letter", why: stop.to_string() },
            Stop::Trouble(error) => Self::Desk(error),
            Stop::Files(FilesError(why)) => match why.downcast::<DaemonError>() {
                Ok(error) => *error,
                Err(why) => Self::Thread { what: "look something up", why: why.to_string() },
            },
        }
    }
}

/// The answer of the store, or its trouble in a wrapping that the desk passes on.
fn found<T, E: Into<DaemonError>>(answer: Result<T, E>) -> Result<T, FilesError> {
    answer.map_err(|error| FilesError(Box::new(error.into())))
}

impl OpenFiles<'_> {
    /// What is looked up for one letter has a bound, for the others wait.
    fn count(&self) -> Result<Reading<'_>, FilesError> {
        self.looked_up.set(self.looked_up.get() + 1);
        if self.looked_up.get() <= MOST_LOOKED_UP {
            return Ok(self.reading);
        }
        let why = "it asks for more than may be looked up for one letter".to_owned();
        found(Err(DaemonError::Broken { what: "judge a letter", why }))
    }
}

/// Trouble of ours in the wrapping in which the desk passes it on.
pub(super) fn in_files(error: DaemonError) -> Stop {
    Stop::Files(FilesError(Box::new(error)))
}

impl Files for OpenFiles<'_> {
    fn game(&self, id: &GameId) -> Result<Option<GameRecord>, FilesError> {
        if let Some(game) = self.games.borrow().get(id) {
            return Ok(game.clone());
        }
        let game = found(self.count()?.game(id, &self.house.shelf))?;
        self.games.borrow_mut().insert(id.clone(), game.clone());
        Ok(game)
    }

    fn past_phase(&self, game: &GameId, number: u32) -> Result<Option<PastPhase>, FilesError> {
        found(self.count()?.past_phase(game, number))
    }

    fn dice_secrets(&self, game: &GameId) -> Result<Vec<PastSecret>, FilesError> {
        found(self.count()?.dice_secrets(game))
    }

    fn waiting(&self, number: LetterId) -> Result<Option<WaitingLetter>, FilesError> {
        let waiting = match self.count()?.waiting_letter(number) {
            // It waited so long that its bytes are gone.
            Err(StoreError::Emptied(_)) => None,
            waiting => found(waiting)?,
        };
        let Some(waiting) = waiting else { return Ok(None) };
        let Ok(letter) = found(self.opener.open_apart(&waiting.raw.bytes))? else { return Ok(None) };
        let sent = found(self.count()?.sent_letters(&named(&letter)))?;
        let (id, arrived, missed) = (waiting.raw.id, waiting.raw.arrived, waiting.raw.missed);
        Ok(Some(WaitingLetter { id, arrived, missed, player: waiting.player, letter, sent }))
    }

    fn marked(&self, mark: Mark) -> Result<Option<WaitingLetter>, FilesError> {
        match found(self.count()?.letter_marked(mark))? {
            Some(number) => self.waiting(number),
            None => Ok(None),
        }
    }

    fn waiting_notes(&self, game: &GameId) -> Result<Vec<WaitingNote>, FilesError> {
        found(self.count()?.waiting_notes(game))
    }

    fn unsent(&self, game: &GameId, what: Unsent) -> Result<Vec<UnsentLetter>, FilesError> {
        found(self.count()?.unsent(game, what))
    }

    fn sent_form(&self, message_id: &str) -> Result<Option<SentForm>, FilesError> {
        if let Some(sent) = self.forms.borrow().get(message_id) {
            return Ok(sent.clone());
        }
        let sent = match found(self.count()?.sent_letter(message_id))? {
            Some((letter, bytes)) => {
                Some(SentForm { letter, forms: found(on_a_large_stack(|| mail::forms_of(&bytes)))? })
            }
            None => None,
        };
        self.forms.borrow_mut().insert(message_id.to_owned(), sent.clone());
        Ok(sent)
    }

    fn sent_letters(&self, message_ids: &[String]) -> Result<Vec<SentLetter>, FilesError> {
        let ids: Vec<&str> = message_ids.iter().map(String::as_str).collect();
        found(self.count()?.sent_letters(&ids))
    }

    fn sent_to_token(&self, token: &str) -> Result<Option<SentLetter>, FilesError> {
        found(self.count()?.sent_to_token(token))
    }

    fn ahead(&self, game: &GameId, player: &PlayerId) -> Result<Vec<Ahead>, FilesError> {
        found(self.count()?.ahead_by(game, player))
    }

    fn acts_of(&self, game: &GameId, letter: LetterKey) -> Result<BTreeSet<u32>, FilesError> {
        found(self.count()?.acts_of(game, letter))
    }

    fn kept_acts(&self, game: &GameId) -> Result<Vec<KeptAct>, FilesError> {
        found(self.count()?.kept_acts_of(game))
    }

    fn last_kept(&self, game: &GameId, player: &PlayerId) -> Result<u32, FilesError> {
        found(self.count()?.last_kept(game, player))
    }

    fn is_repeated(&self, player: &PlayerId, message_id: &str, letter: LetterId) -> Result<bool, FilesError> {
        found(self.count()?.is_repeated(player, message_id, letter))
    }

    fn earlier_sheets(&self, game: &GameId, number: u32, seat: &SeatId) -> Result<Vec<EarlierSheet>, FilesError> {
        found(self.count()?.earlier_sheets(game, number, seat))
    }

    fn question(&self, hash: &str) -> Result<Option<Question>, FilesError> {
        found(self.count()?.question(hash))
    }

    fn questions_in(&self, purpose: &str) -> Result<Vec<Question>, FilesError> {
        found(self.count()?.questions_in(purpose))
    }

    fn proposals(&self, game: &GameId, player: &PlayerId, phase: (u32, u32)) -> Result<Proposals, FilesError> {
        found(self.count()?.proposals(game, player, phase))
    }

    fn player(&self, id: &PlayerId) -> Result<Option<Player>, FilesError> {
        found(self.count()?.player(id))
    }

    fn person_at(&self, address: &Address) -> Result<Option<Player>, FilesError> {
        found(self.count()?.player_by_address(address.as_str()))
    }

    fn known_gm(&self, id: &PlayerId) -> Result<KnownGm, FilesError> {
        Ok(KnownGm { person: self.player(id)?, tally: found(self.count()?.tally_of(id))? })
    }

    fn code_owners(&self, codes: &BTreeSet<&str>) -> Result<Vec<Player>, FilesError> {
        let players = found(self.count()?.players())?.into_iter();
        Ok(players.filter(|player| has_code_of(&self.house.key, player, codes)).collect())
    }

    fn locks(&self, player: &PlayerId) -> Result<Vec<GameId>, FilesError> {
        found(self.count()?.locks_of(player))
    }

    fn stranger(&self, stranger: &PlayerId, since: i64) -> Result<StrangerRecord, FilesError> {
        found(self.count()?.stranger(stranger, since))
    }

    fn notice_board(&self) -> Result<Vec<PublicGame>, FilesError> {
        found(self.count()?.notice_board())
    }

    fn signons(&self, game: &GameId) -> Result<Vec<Signon>, FilesError> {
        found(self.count()?.signons(game))
    }

    fn trail(&self, game: &GameId, player: &PlayerId) -> Result<Vec<TrailNote>, FilesError> {
        found(self.count()?.trail(game, player))
    }

    fn rewind(&self, game: &GameId, number: u32) -> Result<Option<Rewind>, FilesError> {
        found(self.count()?.rewind(game, number))
    }

    fn traced(&self, key: &TraceKey) -> Result<Vec<TracedLetter>, FilesError> {
        found(self.count()?.trace(key))
    }

    fn journal_page(&self, game: &GameId, page: u32) -> Result<JournalPage, FilesError> {
        found(self.count()?.journal_page(game, page))
    }

    fn acts_since(&self, game: &GameId, player: &PlayerId, message_id: &str) -> Result<Vec<ActOfAnother>, FilesError> {
        found(self.count()?.acts_of_others(game, player, message_id))
    }
}
