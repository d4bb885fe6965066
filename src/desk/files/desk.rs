//! The desk on which one letter is judged: who we are, who writes, and what may be looked up.

use base::game::{GameId, Player};
use mail::Letter;

use crate::files::house::House;
use crate::files::lookup::Files;
use crate::files::record::{Copied, GameRecord, SentLetter, WaitingLetter};
use crate::files::tally::Tally;

/// What judging one letter looks at: what is known of its writer, and the files for the rest.
#[derive(Clone)]
pub struct Desk<'a> {
    /// Who we are.
    pub house: &'a House,
    /// Whatever else has to be looked up.
    pub files: &'a dyn Files,
    /// Nobody waits for the letter to be judged, so that a rule book may be played for it.
    pub is_apart: bool,
    /// The time of judging, in epoch seconds: the date of our answers.
    pub now: i64,
    /// The person registered with the writer's address.
    pub writer: Option<Player>,
    /// The games the writer plays in or masters.
    pub writer_games: Vec<GameId>,
    /// Our letters that this one refers to.
    pub sent: Vec<SentLetter>,
    /// Wrong codes from the writer's address in the last day.
    pub wrong_codes: u32,
    /// Letters of the writer held in the last day.
    pub held_lately: u32,
    /// What is remembered of the answers to the writer.
    pub tally: Tally,
    /// A letter with the same Message-ID was decided before.
    pub is_id_known: bool,
    /// What became of the letters with the same content.
    pub copied: Copied,
}

impl<'a> Desk<'a> {
    /// The letter of ours to `writer` that his letter answers: the one it names as such, else the last of its thread.
    pub fn answered(&self, letter: &Letter, writer: &Player) -> Option<&SentLetter> {
        let own = |id: &String| self.sent.iter().find(|sent| &sent.message_id == id && sent.player == writer.id);
        letter.in_reply_to.iter().find_map(own).or_else(|| letter.references.iter().rev().find_map(own))
    }

    /// Whether somebody is a game master of the house, or of the game that his letter is about.
    pub fn is_master(&self, writer: &Player, about: Option<&GameRecord>) -> bool {
        self.house.gms.contains(&writer.id) || about.is_some_and(|game| game.roster.is_gm(&writer.id))
    }

    /// The desk when nobody waits for the letter.
    pub fn apart(self) -> Self {
        Self { is_apart: true, ..self }
    }

    /// The desk with a letter that waited laid beside the one that is judged: our letters that it refers to are known.
    pub fn beside(&self, waiting: &WaitingLetter) -> Self {
        let mut desk = self.clone();
        desk.sent.extend(waiting.sent.iter().cloned());
        desk
    }
}
