//! An order that acts on receipt, from the bytes of its letter to the letters to those who are told of it.

use std::sync::Arc;

use adjutant::cli::stage::{Stage, Written};
use adjutant::desk::{
    Arrival, Change, Copied, Decision, Desk, GATHERED, GameRecord, Mark, SentLetter, Tally, Telling, acts_told, judge,
};
use adjutant::mail::{self, Limits};

use super::one_game::OneGame;

/// A letter with an order that acts, and the files of the game it is about.
pub struct Acting<'a> {
    stage: &'a Stage,
    files: OneGame,
    bytes: Vec<u8>,
    /// The letter it answers.
    sent: Vec<SentLetter>,
}

impl<'a> Acting<'a> {
    /// An answer of `from` to the newest letter that person has.
    pub fn new(stage: &'a mut Stage, game: GameRecord, from: &str, text: &str) -> Self {
        let answered = stage.newest(from).expect("a letter").message_id;
        let (from, subject, text) = (from.to_owned(), format!("[{}] a word", game.id), text.to_owned());
        let written = Written { from, subject, text, in_reply_to: Some(answered.clone()), ..Written::default() };
        let (_, bytes) = stage.write(&written).expect("a letter");
        let sent = stage.judge().store().read().sent_letters(&[answered.as_str()]).expect("the store");
        Self { stage, files: OneGame(game), bytes, sent }
    }

    /// Judges it and writes to everybody who is told; how many letters that makes.
    pub fn act(&self) -> usize {
        let (house, sent) = (self.stage.judge().house(), self.sent.clone());
        let desk = Desk {
            house,
            now: self.stage.now,
            writer: sent.first().and_then(|sent| self.files.0.roster.player(&sent.player)).cloned(),
            writer_games: vec![self.files.0.id.clone()],
            sent,
            wrong_codes: 0,
            held_lately: 0,
            tally: Tally::default(),
            is_id_known: false,
            copied: Copied::Never,
            files: &self.files,
            is_apart: true,
        };
        let mail_house = mail::House::new(house.address.clone(), &house.domain);
        let letter = mail::parse(&self.bytes, &Limits::default(), &mail_house).expect("a letter within the limits");
        let (mark, at) = (Mark::of(&letter), desk.now);
        let arrival =
            Arrival { letter: 1, mark, at, missed: None, is_accepted_late: false, confirmed: None, given: None };
        let decision = judge(&desk, &letter, arrival).expect("no trouble");
        let ((OneGame(after), pending), later) = (self.to_be_told(&decision), desk.now + GATHERED);
        let due = acts_told::due(&after, pending, false, later);
        let told = due.iter().map(|due| acts_told::tell(house, &after, due, later).expect("a letter"));
        decision.letters.len() + told.map(|told| told.letters.len()).sum::<usize>()
    }

    /// What a letter's act leaves to be told, as the store gives it a quarter of an hour later.
    fn to_be_told(&self, decision: &Decision) -> (OneGame, Vec<Telling>) {
        let mut game = self.files.0.clone();
        let mut pending = Vec::new();
        for change in &decision.changes {
            let Change::TakeAct { step, act, .. } = change else { continue };
            (game.state, game.facts) = (step.state.clone(), Arc::new(act.standing.clone().into()));
            pending.extend((1..).zip(&act.told).map(|(id, told)| Telling {
                id,
                whose: told.whose.clone(),
                due: act.at + GATHERED,
                act: act.received.name(),
                phase: step.phase,
                news: told.news.clone(),
                changed: told.changed.clone(),
                note: told.note.clone(),
            }));
        }
        (OneGame(game), pending)
    }
}
