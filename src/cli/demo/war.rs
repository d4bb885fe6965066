//! A scenario played out over Maildirs by players of its rule book, who read their reports and write their own orders.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, ensure};
use serde_json::Value;

use super::play::{Maildirs, Mails, battles_told, stage_for, word_of};
use super::script::{Cast, Person, Script};
use crate::cli::remedy::failure;
use crate::cli::replay::{Divergence, Replayed, compare};
use crate::cli::stage::{Received, Stage, Written};
use base::facts::{Viewer, brief};
use base::game::{Dice, GameId, Phase, SeatId, Secret};
use desk::{GameRecord, Step};
use rules::{ShelfError, Table};

const GRACE_SECONDS: i64 = 24 * 3600;
/// Phases after which a war that does not end is given up: more than any calendar has.
const MOST_PHASES: usize = 1_000;

/// Which war is waged.
#[derive(Debug, Clone)]
pub struct Campaign {
    /// The rule book.
    pub book: String,
    /// The scenario of the book.
    pub scenario: String,
    /// How many turns of the calendar; all when nothing is said.
    pub turns: Option<u32>,
    /// Another seed, another war: for the dice and for the whims of the commanders.
    pub seed: u8,
}

/// A phase as it was played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayedPhase {
    /// Its title.
    pub title: String,
    /// Letters with orders.
    pub letters: usize,
    /// Lines that stood when it was played.
    pub orders: usize,
    /// Battles that were fought.
    pub battles: usize,
}

/// A war as it was waged.
#[derive(Debug)]
pub struct Waged {
    /// The phases in order.
    pub phases: Vec<PlayedPhase>,
    /// Letters of the game master, those that made the game among them.
    pub gm_letters: usize,
    /// Letters to the judge.
    pub written: usize,
    /// Letters of the judge, by seat.
    pub received: BTreeMap<String, Vec<Received>>,
    /// Steps replayed, or the first that came out otherwise.
    pub replay: Result<Replayed, Divergence>,
    /// The last report of the reader whom the script names.
    pub last_report: Received,
    /// What it is called.
    pub last_report_shown: &'static str,
    /// Whether the war was waged to its end.
    pub is_over: bool,
}

/// Wages a war under `root`, an empty folder, and tells of each phase.
pub async fn wage(root: &Path, campaign: &Campaign, tell: &mut dyn FnMut(&PlayedPhase)) -> anyhow::Result<Waged> {
    let cast = Script::read(&campaign.book)?.cast;
    wage_by(&mut Maildirs, root, campaign, cast, tell).await
}

/// The same by people of this cast, with letters that go another way.
pub async fn wage_by(
    mails: &mut dyn Mails,
    root: &Path,
    campaign: &Campaign,
    cast: Cast,
    tell: &mut dyn FnMut(&PlayedPhase),
) -> anyhow::Result<Waged> {
    let mut war = War::set_up(mails, root, campaign, cast).await?;
    let mut phases = Vec::new();
    let mut first_turn = None;
    while let Some((record, phase)) = war.open_phase()? {
        ensure!(phases.len() < MOST_PHASES, "the war does not end: {} is phase {}", phase.plan.title, phase.number);
        let turn = war.turn_of(&record);
        let first = *first_turn.get_or_insert(turn);
        if campaign.turns.is_some_and(|turns| turn >= first + u64::from(turns)) {
            break;
        }
        let told = war.play(&record, &phase).await?;
        tell(&told);
        phases.push(told);
    }
    war.finish(phases)
}

struct War<'a> {
    mails: &'a mut dyn Mails,
    cast: Cast,
    stage: Stage,
    game: GameId,
    table: Arc<dyn Table>,
    seats: Vec<SeatId>,
    whims: Dice,
    gm_letters: usize,
    written: usize,
}

impl<'a> War<'a> {
    async fn set_up(mails: &'a mut dyn Mails, root: &Path, campaign: &Campaign, cast: Cast) -> anyhow::Result<Self> {
        let Campaign { book, scenario, .. } = campaign;
        let shelf = books::of_the_house();
        let table = shelf.table(book, scenario).map_err(|error| match error {
            ShelfError::NoScenario { known, .. } => {
                failure(format!("there is no scenario \"{scenario}\" of {book}"), format!("choose one of: {known}"))
            }
            other => other.into(),
        })?;
        let seats = table.seats().into_iter().map(|spec| spec.id).collect();
        let mut key = *super::play::DEMO_KEY;
        key[31] = campaign.seed;
        // Its players read words alone.
        let mut stage = stage_for(root, &cast, key, false)?;
        mails.connect(&mut stage)?;
        stage.pass().await?;
        let game = GameId::parse(cast.game).context("read the name of the demo's game")?;
        let whims = Dice::committed(&Secret::new(key), "whims");
        let mut war = Self { mails, cast, stage, game, table, seats, whims, gm_letters: 0, written: 0 };
        war.make_game(scenario).await?;
        Ok(war)
    }

    async fn make_game(&mut self, scenario: &str) -> anyhow::Result<()> {
        let mut seats = Vec::new();
        for seat in &self.seats {
            let person = self.person(seat)?;
            seats.push(format!("SEAT {} <{}> AS {seat} ZONE {}", person.name, person.address, person.zone));
        }
        let game = self.cast.game;
        self.say_as_gm(&format!("CREATE {game} FROM {}/{scenario}", self.table.book())).await?;
        self.say_as_gm(&seats.join("\n")).await?;
        let answer = self.mails.newest(&self.stage, self.cast.person("gm")?.address)?;
        self.say_as_gm(&format!("CONFIRM {}", word_of(&answer)?)).await?;
        self.say_as_gm("START").await?;
        ensure!(self.open_phase()?.is_some(), "the game did not begin");
        Ok(())
    }

    async fn say_as_gm(&mut self, text: &str) -> anyhow::Result<()> {
        let gm = self.cast.person("gm")?;
        let (from, address) = (format!("{} <{}>", gm.name, gm.address), gm.address);
        self.answer(&from, address, text).await?;
        self.gm_letters += 1;
        Ok(())
    }

    /// A letter that answers the newest of its writer's, a minute later.
    async fn answer(&mut self, from: &str, address: &str, text: &str) -> anyhow::Result<()> {
        let newest = self.mails.newest(&self.stage, address)?;
        let letter = Written {
            from: from.to_owned(),
            subject: format!("[{}] {}", self.cast.game, newest.subject.rsplit("] ").next().unwrap_or_default()),
            text: text.to_owned(),
            in_reply_to: Some(newest.message_id),
            ..Written::default()
        };
        let (_, bytes) = self.stage.write(&letter)?;
        self.mails.bring(&mut self.stage, &bytes)?;
        self.written += 1;
        let next = self.stage.now + 60;
        self.stage.pass_at(next).await?;
        Ok(())
    }

    fn person(&self, seat: &SeatId) -> anyhow::Result<&Person> {
        self.cast.person(seat.as_str())
    }

    fn letters(&self, address: &str) -> anyhow::Result<Vec<Received>> {
        self.mails.letters_after(&self.stage, address, 0)
    }

    fn record(&self) -> anyhow::Result<GameRecord> {
        let judge = self.stage.judge();
        judge.store().read().game(&self.game, &judge.house().shelf)?.context("find the demo's game")
    }

    fn open_phase(&self) -> anyhow::Result<Option<(GameRecord, Phase)>> {
        let record = self.record()?;
        Ok(record.phase.clone().map(|phase| (record, phase)))
    }

    fn turn_of(&self, record: &GameRecord) -> u64 {
        let place = self.table.about().demo.turn.unwrap_or_default();
        record.state.pointer(place).and_then(Value::as_u64).unwrap_or(0)
    }

    async fn play(&mut self, record: &GameRecord, phase: &Phase) -> anyhow::Result<PlayedPhase> {
        let mut letters = 0;
        for seat in self.seats.clone() {
            if !phase.plan.owing.contains(&seat) {
                continue;
            }
            let known = record.facts.brief(Viewer::vacant(&seat));
            let Some(text) = self.table.scripted_letter(&known, &seat, &mut self.whims)? else { continue };
            let person = self.person(&seat)?;
            let (from, address) = (format!("{} <{}>", person.name, person.address), person.address);
            self.answer(&from, address, &text).await?;
            letters += 1;
        }
        let orders = self.record()?.sheets.values().map(|sheet| sheet.lines.len()).sum();
        for at in [phase.deadline + 1, phase.deadline + GRACE_SECONDS + 1] {
            if self.record()?.phase.is_some_and(|open| open.number == phase.number) {
                self.stage.pass_at(at).await?;
            }
        }
        let battles = self.battles(record, phase.number)?;
        Ok(PlayedPhase { title: phase.plan.title.clone(), letters, orders, battles })
    }

    fn battles(&self, record: &GameRecord, phase: u32) -> anyhow::Result<usize> {
        let past = self.stage.judge().store().read().past_phase(&self.game, phase)?.context("find a phase")?;
        let umpire = record.roster.gms().iter().find_map(|gm| Viewer::umpire(&record.roster, gm));
        let told = brief(umpire.context("find the demo's game master")?, &past.facts);
        Ok(battles_told(&told.items().to_vec()))
    }

    fn finish(self, phases: Vec<PlayedPhase>) -> anyhow::Result<Waged> {
        let store = self.stage.judge().store();
        let record = self.record()?;
        let steps: Vec<Step> = store.steps(&self.game)?.into_iter().map(|stored| stored.step).collect();
        let mut received = BTreeMap::new();
        for seat in &self.seats {
            received.insert(seat.to_string(), self.letters(self.person(seat)?.address)?);
        }
        let is_report = |letter: &&Received| letter.text.contains("This is your report");
        let reader = self.cast.person(self.cast.report_shown.0)?.address;
        let last = self.letters(reader)?;
        let last = last.iter().rev().find(is_report).context("find a report")?.clone();
        Ok(Waged {
            phases,
            gm_letters: self.gm_letters,
            written: self.written,
            replay: compare(&record.table, &steps),
            is_over: record.phase.is_none(),
            received,
            last_report: last,
            last_report_shown: self.cast.last_report_shown,
        })
    }
}

/// One phase in a line.
pub fn tell(out: &mut impl Write, told: &PlayedPhase) -> io::Result<()> {
    let PlayedPhase { title, letters, orders, battles } = told;
    let fought = match battles {
        0 => String::new(),
        1 => ", 1 battle".to_owned(),
        count => format!(", {count} battles"),
    };
    writeln!(out, "{title:<16} {letters} letters, {orders:>3} orders{fought}")
}

/// What came of the war.
pub fn show(out: &mut impl Write, waged: &Waged) -> anyhow::Result<()> {
    super::show::heading(out, waged.last_report_shown)?;
    writeln!(out, "Subject: {}\n", waged.last_report.subject)?;
    for line in waged.last_report.text.trim_end().lines() {
        writeln!(out, "{}", format!("  {line}").trim_end())?;
    }
    writeln!(out, "\nThe figures\n===========\n")?;
    writeln!(out, "Phases played           {:>5}", waged.phases.len())?;
    writeln!(out, "Battles fought          {:>5}", waged.phases.iter().map(|told| told.battles).sum::<usize>())?;
    writeln!(out, "Letters to the judge    {:>5}", waged.written)?;
    writeln!(out, "of the game master      {:>5}", waged.gm_letters)?;
    writeln!(out, "Letters to the players  {:>5}", waged.received.values().map(Vec::len).sum::<usize>())?;
    match &waged.replay {
        Ok(replayed) => writeln!(out, "Replay: {replayed}.")?,
        Err(divergence) => anyhow::bail!("the replay came out otherwise: {divergence}"),
    }
    Ok(())
}
