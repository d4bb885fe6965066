//! Files of one game, for judging letters without a database.

use std::collections::BTreeSet;

use adjutant::desk::past::Rewind;
use adjutant::desk::trail::{JournalPage, TraceKey, TracedLetter};
use adjutant::desk::{
    ActOfAnother, Ahead, EarlierSheet, Files, FilesError, GameRecord, KeptAct, KnownGm, LetterId, Mark, PastPhase,
    PastSecret, Proposals, PublicGame, Question, SentForm, SentLetter, Signon, StrangerRecord, TrailNote, Unsent,
    UnsentLetter, WaitingLetter, WaitingNote,
};
use adjutant::game::{GameId, Player, PlayerId, SeatId};
use adjutant::mail::Address;
use adjutant::order::LetterKey;

/// Knows one game and nothing else.
pub struct OneGame(pub GameRecord);

macro_rules! without {
    ($($name:ident($($value:ident: $kind:ty),*) -> $found:ty;)*) => { $(
        fn $name(&self, $($value: $kind),*) -> Result<$found, FilesError> {
            Err(FilesError(format!(concat!(stringify!($name), " {:?} was looked up"), ($($value,)*)).into()))
        }
    )* };
}

impl Files for OneGame {
    fn game(&self, id: &GameId) -> Result<Option<GameRecord>, FilesError> {
        Ok(Some(self.0.clone()).filter(|game| game.id == *id))
    }

    fn proposals(&self, _: &GameId, _: &PlayerId, _: (u32, u32)) -> Result<Proposals, FilesError> {
        Ok(Proposals::default())
    }

    fn acts_of(&self, _: &GameId, _: LetterKey) -> Result<BTreeSet<u32>, FilesError> {
        Ok(BTreeSet::new())
    }

    fn kept_acts(&self, _: &GameId) -> Result<Vec<KeptAct>, FilesError> {
        Ok(Vec::new())
    }

    fn last_kept(&self, _: &GameId, _: &PlayerId) -> Result<u32, FilesError> {
        Ok(0)
    }

    fn is_repeated(&self, _: &PlayerId, _: &str, _: LetterId) -> Result<bool, FilesError> {
        Ok(false)
    }

    without! {
        past_phase(game: &GameId, number: u32) -> Option<PastPhase>;
        dice_secrets(game: &GameId) -> Vec<PastSecret>;
        waiting(number: LetterId) -> Option<WaitingLetter>;
        marked(mark: Mark) -> Option<WaitingLetter>;
        waiting_notes(game: &GameId) -> Vec<WaitingNote>;
        unsent(game: &GameId, what: Unsent) -> Vec<UnsentLetter>;
        sent_to_token(token: &str) -> Option<SentLetter>;
        sent_form(message_id: &str) -> Option<SentForm>;
        sent_letters(message_ids: &[String]) -> Vec<SentLetter>;
        ahead(game: &GameId, player: &PlayerId) -> Vec<Ahead>;
        earlier_sheets(game: &GameId, number: u32, seat: &SeatId) -> Vec<EarlierSheet>;
        question(hash: &str) -> Option<Question>;
        questions_in(purpose: &str) -> Vec<Question>;
        player(id: &PlayerId) -> Option<Player>;
        person_at(address: &Address) -> Option<Player>;
        known_gm(id: &PlayerId) -> KnownGm;
        code_owners(codes: &std::collections::BTreeSet<&str>) -> Vec<Player>;
        locks(player: &PlayerId) -> Vec<GameId>;
        stranger(stranger: &PlayerId, since: i64) -> StrangerRecord;
        notice_board() -> Vec<PublicGame>;
        signons(game: &GameId) -> Vec<Signon>;
        trail(game: &GameId, player: &PlayerId) -> Vec<TrailNote>;
        rewind(game: &GameId, number: u32) -> Option<Rewind>;
        traced(key: &TraceKey) -> Vec<TracedLetter>;
        journal_page(game: &GameId, page: u32) -> JournalPage;
        acts_since(game: &GameId, player: &PlayerId, message_id: &str) -> Vec<ActOfAnother>;
    }
}
