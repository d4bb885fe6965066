//! A war waged by commanders who read what they are told and write letters, with everything between them and the desk kept
//! in memory: letters come as bytes, decisions are applied to one record, what goes out is counted.

use std::collections::BTreeMap;
use std::sync::Arc;

use adjutant::books::civil_war::commander::Commander;
use adjutant::books::civil_war::item::Item;
use adjutant::books::civil_war::scenario::Scenario;
use adjutant::desk::clock::{Reading, is_due, remind};
use adjutant::desk::{
    Arrival, Change, Copied, Decision, Desk, GameRecord, GameStatus, House, Mark, SentLetter, Tally, Verdict, judge,
    turn,
};
use adjutant::facts::Viewer;
use adjutant::game::{Dice, Phase, PlayerId, SeatId, Secret};
use adjutant::mail::{self, Limits};
use serde::Deserialize;

use super::one_game::OneGame;
use super::{JUDGE, NOW, address};

/// A war as it stands.
pub struct Waged<'a> {
    house: &'a House,
    mail_house: mail::House,
    scenario: &'a Scenario,
    game: GameRecord,
    whims: Dice,
    tallies: BTreeMap<PlayerId, Tally>,
    /// The newest letter of ours to each.
    newest: BTreeMap<PlayerId, SentLetter>,
    reminded: Vec<(SeatId, u32)>,
    now: i64,
    /// Letters to the judge.
    pub written: u64,
    /// Letters of the judge.
    pub sent: u64,
    /// Order lines that were on file when their phase was played.
    pub orders: usize,
    /// Phases that were played.
    pub phases: usize,
}

impl<'a> Waged<'a> {
    /// Of a campaign that was made and not begun.
    pub fn begin(house: &'a House, scenario: &'a Scenario, game: GameRecord, seed: u8) -> Self {
        let opening = turn::begin(house, &game, NOW).expect("an opening");
        let mut war = Self {
            house,
            mail_house: mail::House::new(house.address.clone(), &house.domain),
            scenario,
            game,
            whims: Dice::committed(&Secret::new([seed; 32]), "whims"),
            tallies: BTreeMap::new(),
            newest: BTreeMap::new(),
            reminded: Vec::new(),
            now: NOW,
            written: 0,
            sent: 0,
            orders: 0,
            phases: 0,
        };
        war.apply(opening);
        war
    }

    /// To its end.
    pub fn wage(&mut self) {
        while let Some(phase) = self.game.phase.clone() {
            for seat in &phase.plan.owing {
                self.write(seat);
            }
            self.let_time_pass(&phase);
        }
        assert_eq!(self.game.status, GameStatus::Over);
    }

    fn write(&mut self, seat: &SeatId) {
        let told = self.game.facts.brief(Viewer::vacant(seat));
        let known: Vec<Item> = told.items().iter().map(|item| Item::deserialize(item).expect("an item")).collect();
        let mut commander = Commander::new(self.scenario, seat, &known, &mut self.whims).expect("a commander");
        let text = commander.write();
        self.now += 60;
        self.written += 1;
        let bytes = self.letter(seat, &text);
        self.read(seat, &bytes);
    }

    fn letter(&self, seat: &SeatId, text: &str) -> Vec<u8> {
        let (game, from) = (&self.game.id, address(&self.game.id, seat.as_str()));
        let root = &self.newest[self.player(seat)].message_id;
        let date = chrono::DateTime::from_timestamp(self.now, 0).expect("a time").to_rfc2822();
        let head = format!(
            "From: {from}\nTo: {JUDGE}\nSubject: Re: [{game}] orders\nDate: {date}\nMessage-ID: <{}@{game}.example>\n\
             In-Reply-To: {root}\nReferences: {root}\nMIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n",
            self.written
        );
        format!("{head}\n{text}\n").replace('\n', "\r\n").into_bytes()
    }

    fn player(&self, seat: &SeatId) -> &PlayerId {
        self.game.roster.server_of(seat).expect("a player")
    }

    /// The road of a letter: parsed, judged, decided.
    fn read(&mut self, seat: &SeatId, bytes: &[u8]) {
        let letter = mail::parse(bytes, &Limits::default(), &self.mail_house).expect("a letter within the limits");
        let player = self.player(seat).clone();
        let files = OneGame(self.game.clone());
        let desk = Desk {
            house: self.house,
            now: self.now,
            writer: self.game.roster.player(&player).cloned(),
            writer_games: vec![self.game.id.clone()],
            sent: vec![self.newest[&player].clone()],
            wrong_codes: 0,
            held_lately: 0,
            tally: self.tallies.get(&player).cloned().unwrap_or_default(),
            is_id_known: false,
            copied: Copied::Never,
            files: &files,
            is_apart: false,
        };
        let number = self.written as i64;
        let (mark, at) = (Mark::of(&letter), self.now);
        let arrival =
            Arrival { letter: number, mark, at, missed: None, is_accepted_late: false, confirmed: None, given: None };
        let decision = judge(&desk, &letter, arrival).expect("no trouble");
        assert_eq!(decision.verdict, Verdict::Answered, "{}", String::from_utf8_lossy(bytes));
        self.apply(decision);
    }

    /// The deadline passes, and the grace where somebody has no orders on file.
    fn let_time_pass(&mut self, phase: &Phase) {
        let grace = i64::from(self.game.timetable.grace_minutes) * 60;
        for at in [phase.deadline + 1, phase.deadline + grace + 1] {
            self.now = at;
            if is_due(&self.game, Reading { polled: at, undecided: 0 }, at) {
                self.phases += 1;
                self.orders += self.game.sheets.values().map(|sheet| sheet.lines.len()).sum::<usize>();
                let played = turn::play(self.house, &self.game, &[], at).expect("a phase");
                return self.apply(played);
            }
            if let Some(reminders) = remind(self.house, &self.game, &self.reminded, at).expect("no trouble") {
                self.apply(reminders);
            }
        }
        panic!("{} is never due", phase.plan.title);
    }

    fn apply(&mut self, decision: Decision) {
        for change in decision.changes {
            self.change(change);
        }
        for letter in decision.letters {
            self.sent += 1;
            let sent = SentLetter {
                message_id: letter.outgoing.message_id.clone(),
                purpose: letter.purpose.clone(),
                player: letter.player.clone(),
                game: letter.game.clone(),
                phase: letter.phase,
                revision: 1,
                is_undone: false,
                is_burnt: false,
                written: None,
                token: None,
            };
            self.newest.insert(letter.player.clone(), sent);
        }
    }

    fn change(&mut self, change: Change) {
        let game = &mut self.game;
        match change {
            Change::SetStatus { status, .. } => game.status = status,
            Change::TakeStep { step, .. } => game.state = Arc::clone(&step.state),
            Change::PutFacts { standing, .. } => game.facts = Arc::new(standing.into()),
            Change::OpenPhase { phase, .. } => game.phase = Some(*phase),
            Change::ClosePhase { .. } => {
                game.phase = None;
                game.sheets.clear();
                self.reminded.clear();
            }
            Change::PutSheet { seat, sheet, .. } => drop(game.sheets.insert(seat, sheet)),
            Change::RecordReminder { seat, minutes, .. } => self.reminded.push((seat, minutes)),
            Change::PutTally { player, tally } => drop(self.tallies.insert(player, *tally)),
            other => panic!("this war keeps no {other:?}"),
        }
    }
}
