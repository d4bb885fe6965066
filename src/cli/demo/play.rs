//! Playing the script: letters go into the judge's Maildir, the clock goes on, and what comes back is kept.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use serde_json::Value;

use super::script::{Cast, Episode, Line, Script, Table};
use crate::cli::replay::{Divergence, Replayed, compare};
use crate::cli::stage::{Received, Scene, Stage, Written};
use base::facts::{Viewer, brief};
use base::game::GameId;
use base::game::schedule::{Pace, Rhythm, Timetable};
use desk::{House, Step};

/// The key of the demo's judge. It is public, so that the demo is the same every time; no game may be run with it.
pub(super) const DEMO_KEY: &[u8; 32] = b"the demo's key is known to all!!";

const GRACE_MINUTES: u32 = 24 * 60;
const REMINDERS_MINUTES: [u32; 3] = [48 * 60, 12 * 60, 3 * 60];

/// A letter of the script, and what came back to its address.
#[derive(Debug, Clone)]
pub struct Exchange {
    /// Its name in the script.
    pub name: String,
    /// The seat whose address stands in From.
    pub from: String,
    /// When it arrived, in epoch seconds.
    pub at: i64,
    /// The letter.
    pub letter: Written,
    /// What came back by the next pass, the receipt first.
    pub answers: Vec<Received>,
    /// Letters that others received by it: seat and letter.
    pub others: Vec<(String, Received)>,
}

/// What was played.
#[derive(Debug)]
pub struct Played {
    /// Every letter of the script with its answers.
    pub exchanges: Vec<Exchange>,
    /// All letters of the judge, by seat.
    pub received: BTreeMap<String, Vec<Received>>,
    /// Where each seat's letters are.
    pub mailboxes: BTreeMap<String, PathBuf>,
    /// Phases that were played.
    pub phases: usize,
    /// Battles that were fought.
    pub battles: usize,
    /// Steps replayed, or the first that came out otherwise.
    pub replay: Result<Replayed, Divergence>,
}

impl Played {
    /// A letter of the script by its name.
    pub fn exchange(&self, name: &str) -> Option<&Exchange> {
        self.exchanges.iter().find(|exchange| exchange.name == name)
    }
}

/// Something happened that the spectators are told.
#[derive(Debug, Clone)]
pub enum News<'a> {
    /// A letter was written and answered: when, by which seat, what it shows.
    Letter(i64, &'a str, &'a str),
    /// An episode ended: when, what it was.
    Phase(i64, &'a str),
}

/// How letters of the script reach the judge, and where his are found.
pub trait Mails {
    /// Before the first round.
    fn connect(&mut self, _stage: &mut Stage) -> anyhow::Result<()> {
        Ok(())
    }

    /// Brings a letter into the judge's mailbox, arrived now.
    fn bring(&mut self, stage: &mut Stage, bytes: &[u8]) -> anyhow::Result<()> {
        stage.mail_raw(bytes)
    }

    /// The newest letter of a correspondent.
    fn newest(&self, stage: &Stage, address: &str) -> anyhow::Result<Received> {
        stage.newest(address)
    }

    /// The letters of a correspondent without the first ones, which were read before; oldest first.
    fn letters_after(&self, stage: &Stage, address: &str, seen: usize) -> anyhow::Result<Vec<Received>> {
        stage.letters_after(address, seen)
    }

    /// How many letters a correspondent has.
    fn count(&self, stage: &Stage, address: &str) -> anyhow::Result<usize> {
        stage.count_letters(address)
    }
}

/// By the Maildirs of the stage.
pub(super) struct Maildirs;

impl Mails for Maildirs {}

/// Plays the whole script under `root`, an empty folder, and tells of each step.
pub async fn play(root: &Path, script: &Script, tell: &mut dyn FnMut(News<'_>)) -> anyhow::Result<Played> {
    play_by(&mut Maildirs, root, script, tell).await
}

/// The same with letters that go another way.
pub async fn play_by(
    mails: &mut dyn Mails,
    root: &Path,
    script: &Script,
    tell: &mut dyn FnMut(News<'_>),
) -> anyhow::Result<Played> {
    let mut run = Run::set_up(mails, root, script).await?;
    for (number, episode) in script.episodes.iter().enumerate() {
        run.play_episode(episode, number, tell).await?;
    }
    run.finish()
}

/// A stage for the players of a demo.
pub(super) fn stage_for(root: &Path, cast: &Cast, key: [u8; 32], has_pictures: bool) -> anyhow::Result<Stage> {
    let gm = cast.person("gm")?;
    let scene = Scene {
        judge: cast.judge,
        gm: (gm.name, gm.address),
        timetable: timetable(cast),
        shelf: books::of_the_house(),
        begins: cast.begins.timestamp(),
        templates: Vec::new(),
    };
    let arrange = |house: &mut House| {
        house.has_pictures = has_pictures;
        house.proof.confirm_seated = true;
    };
    Stage::set_up_with(root, scene, key, arrange)
}

struct Run<'a> {
    mails: &'a mut dyn Mails,
    script: &'a Script,
    stage: Stage,
    game: GameId,
    /// When the episode began.
    began: i64,
    phases: usize,
    exchanges: Vec<Exchange>,
    /// How many letters each seat has had.
    seen: BTreeMap<String, usize>,
}

impl<'a> Run<'a> {
    async fn set_up(mails: &'a mut dyn Mails, root: &Path, script: &'a Script) -> anyhow::Result<Self> {
        let cast = &script.cast;
        let begins = cast.begins.timestamp();
        let mut stage = stage_for(root, cast, *DEMO_KEY, true)?;
        mails.connect(&mut stage)?;
        stage.pass().await?;
        let game = GameId::parse(cast.game).context("read the name of the demo's game")?;
        Ok(Self { mails, script, stage, game, began: begins, phases: 0, exchanges: Vec::new(), seen: BTreeMap::new() })
    }

    async fn play_episode(
        &mut self,
        episode: &Episode,
        number: usize,
        tell: &mut dyn FnMut(News<'_>),
    ) -> anyhow::Result<()> {
        self.began = self.stage.now;
        for line in &episode.letter {
            let due = self.deadline()?;
            let at = line.arrives(self.began, due)?;
            ensure!(at >= self.stage.now, "the letter \"{}\" comes before the one above it", line.shows);
            self.wait_until(at).await?;
            self.write(line, at).await?;
            tell(News::Letter(at, &line.from, &line.shows));
        }
        if self.phases < number {
            self.end_phase().await?;
        }
        ensure!(self.phases == number, "{}: {} phases were played, not {number}", episode.title, self.phases);
        tell(News::Phase(self.stage.now, &episode.title));
        Ok(())
    }

    /// The clock goes on to `at`, with a look at every moment at which the judge has something to do by itself.
    async fn wait_until(&mut self, at: i64) -> anyhow::Result<()> {
        let due = self.deadline()?.unwrap_or(at);
        let mut looks: Vec<i64> = REMINDERS_MINUTES.iter().map(|minutes| due - i64::from(*minutes) * 60).collect();
        looks.push(due + 1);
        looks.push(due + i64::from(GRACE_MINUTES) * 60 + 1);
        looks.retain(|look| *look > self.stage.now && *look < at);
        for look in looks {
            self.stand_at(look).await?;
        }
        self.stage.now = self.stage.now.max(at);
        Ok(())
    }

    async fn stand_at(&mut self, at: i64) -> anyhow::Result<()> {
        self.phases += self.stage.pass_at(at).await?.played;
        Ok(())
    }

    async fn write(&mut self, line: &Line, at: i64) -> anyhow::Result<()> {
        self.count_letters()?;
        let letter = self.compose(line)?;
        let (id, bytes) = self.stage.write(&letter)?;
        self.mails.bring(&mut self.stage, &bytes)?;
        self.stand_at(at).await?;
        let mut answers = self.new_letters(&line.from)?;
        // The receipt is written last of all that a letter causes, and answers it.
        answers.reverse();
        answers.sort_by_key(|answer| !String::from_utf8_lossy(&answer.raw).contains(&format!("In-Reply-To: {id}")));
        let mut others = Vec::new();
        for person in self.script.cast.player.iter().filter(|person| person.seat != line.from) {
            others.extend(self.new_letters(&person.seat)?.into_iter().map(|letter| (person.seat.clone(), letter)));
        }
        check_answer(line, answers.first())?;
        self.exchanges.push(Exchange { name: line.name.clone(), from: line.from.clone(), at, letter, answers, others });
        Ok(())
    }

    fn compose(&self, line: &Line) -> anyhow::Result<Written> {
        let cast = &self.script.cast;
        let answered = line.answers.as_deref().map(|words| self.find_letter(&line.from, words)).transpose()?;
        let subject = match (&line.subject, &answered) {
            (Some(subject), _) => subject.clone(),
            (None, Some(answered)) => format!("Re: {}", answered.subject.trim_start_matches("Re: ")),
            (None, None) => format!("[{}] orders", cast.game),
        };
        let mut text = line.text.trim_end().to_owned();
        if text.contains("{code}") {
            text = text.replace("{code}", &self.code_of(&line.from)?);
        }
        if let Some(answered) = answered.as_ref().filter(|_| text.contains("{word}")) {
            text = text.replace("{word}", word_of(answered)?);
        }
        if let Some(answered) = answered.as_ref().filter(|_| text.contains("{question}")) {
            text = text.replace("{question}", question_of(answered)?);
        }
        if let Some(answered) = answered.as_ref().filter(|_| line.quotes) {
            text.push_str(&format!("\n\n{} wrote:\n{}", cast.address_of("judge")?, quote(&answered.text)));
        }
        let mut headers: Vec<(String, String)> = line
            .headers
            .iter()
            .filter_map(|header| header.split_once(": "))
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .collect();
        if let Some(table) = &line.table {
            // Entries of a state sheet take the game master's code.
            let (kind, body) = with_table(&format!("CODE {}\n{text}", self.stage.gm_code()), table);
            headers.push(("Content-Type".to_owned(), kind));
            text = body;
        }
        let addresses =
            |seats: &[String]| seats.iter().map(|seat| cast.address_of(seat)).collect::<anyhow::Result<_>>();
        Ok(Written {
            from: cast.address_of(&line.from)?,
            to: addresses(&line.to)?,
            cc: addresses(&line.cc)?,
            subject,
            text,
            in_reply_to: answered.map(|answered| answered.message_id),
            headers,
            ..Written::default()
        })
    }

    /// The code that a player was sent with the welcome.
    fn code_of(&self, seat: &str) -> anyhow::Result<String> {
        let welcome = self.find_letter(seat, "welcome")?;
        let code = welcome.text.lines().find_map(|line| line.trim().strip_prefix("CODE "));
        code.map(str::to_owned).with_context(|| format!("the welcome of {seat} has no code"))
    }

    /// The newest letter of a seat with `words` in its subject.
    fn find_letter(&self, seat: &str, words: &str) -> anyhow::Result<Received> {
        let letters = self.letters_of(seat)?;
        let found = letters.into_iter().rev().find(|letter| letter.subject.contains(words));
        found.with_context(|| format!("{seat} has no letter with \"{words}\" in its subject"))
    }

    fn letters_of(&self, seat: &str) -> anyhow::Result<Vec<Received>> {
        self.mails.letters_after(&self.stage, self.script.cast.person(seat)?.address, 0)
    }

    fn count_letters(&mut self) -> anyhow::Result<()> {
        for person in &self.script.cast.player {
            let count = self.mails.count(&self.stage, person.address)?;
            self.seen.insert(person.seat.clone(), count);
        }
        Ok(())
    }

    fn new_letters(&self, seat: &str) -> anyhow::Result<Vec<Received>> {
        let seen = self.seen.get(seat).copied().unwrap_or(0);
        self.mails.letters_after(&self.stage, self.script.cast.person(seat)?.address, seen)
    }

    /// The deadline passes, and the grace too when orders are still owed.
    async fn end_phase(&mut self) -> anyhow::Result<()> {
        let before = self.phases;
        let due = self.deadline()?.context("no phase is open")?;
        self.wait_until(due + 1).await?;
        self.stand_at(due + 1).await?;
        if self.phases == before {
            self.stand_at(due + i64::from(GRACE_MINUTES) * 60 + 1).await?;
        }
        Ok(())
    }
}

impl Run<'_> {
    fn deadline(&self) -> anyhow::Result<Option<i64>> {
        self.stage.deadline(self.script.cast.game)
    }

    fn finish(self) -> anyhow::Result<Played> {
        let store = self.stage.judge().store();
        let record = store.read().game(&self.game, &self.stage.judge().house().shelf)?;
        let record = record.context("find the demo's game")?;
        let steps: Vec<Step> = store.steps(&self.game)?.into_iter().map(|stored| stored.step).collect();
        let mut battles = 0;
        for number in 1..=self.phases {
            let past = store.read().past_phase(&self.game, u32::try_from(number)?)?;
            let umpire = record.roster.gms().iter().find_map(|gm| Viewer::umpire(&record.roster, gm));
            // After a rollback fewer phases are left than were played.
            let Some(past) = past else { continue };
            let told = brief(umpire.context("find the demo's game master")?, &past.facts);
            battles += battles_told(&told.items().to_vec());
        }
        let (mut received, mut mailboxes) = (BTreeMap::new(), BTreeMap::new());
        for person in &self.script.cast.player {
            received.insert(person.seat.clone(), self.letters_of(&person.seat)?);
            mailboxes.insert(person.seat.clone(), self.stage.maildir(person.address));
        }
        Ok(Played {
            replay: compare(&record.table, &steps),
            exchanges: self.exchanges,
            received,
            mailboxes,
            phases: self.phases,
            battles,
        })
    }
}

/// A battle is told to both sides; it is counted by what its attacker is told.
pub(super) fn battles_told(items: &[Value]) -> usize {
    let is_fought = |item: &&Value| item["kind"] == "Battle" || item["kind"] == "Fought";
    let fought = items.iter().filter(is_fought);
    // A book tells a battle to each side in its own words: once by its attacker, or by its place.
    let (attacked, met): (Vec<_>, Vec<_>) = fought.partition(|item| item["is_attacker"].is_boolean());
    let attacks = attacked.iter().filter(|item| item["is_attacker"] == true).count();
    let places: BTreeSet<_> = met.iter().map(|item| (item["kind"].as_str(), item["place"].as_str())).collect();
    attacks + places.len()
}

fn timetable(cast: &Cast) -> Timetable {
    let rhythms = cast
        .rhythm
        .iter()
        .map(|(kind, beat)| (kind.clone(), Rhythm { cron: beat.cron.clone(), least_minutes: beat.least_hours * 60 }));
    Timetable {
        zone: cast.zone,
        rhythms: rhythms.collect(),
        grace_minutes: GRACE_MINUTES,
        reminders_minutes: REMINDERS_MINUTES.to_vec(),
        pace: Pace::default(),
    }
}

/// The word by which the question of a letter is confirmed.
pub(super) fn word_of(question: &Received) -> anyhow::Result<&str> {
    let word = question.text.lines().find_map(|line| line.trim().strip_prefix("CONFIRM "));
    word.with_context(|| format!("the letter \"{}\" asks for no word", question.subject))
}

/// The number of the question that a letter asks.
fn question_of(letter: &Received) -> anyhow::Result<&str> {
    let rest = letter.text.split_once("Question ").map(|(_, rest)| rest);
    let number = rest.and_then(|rest| rest.split(|sign: char| !sign.is_ascii_digit()).next());
    number.with_context(|| format!("the letter \"{}\" asks nothing", letter.subject))
}

/// The type and the body of a letter with a table attached.
fn with_table(text: &str, table: &Table) -> (String, String) {
    const BOUNDARY: &str = "between-text-and-table";
    let Table { name, text: rows } = table;
    let body = format!(
        "--{BOUNDARY}\nContent-Type: text/plain; charset=utf-8\n\n{text}\n--{BOUNDARY}\nContent-Type: text/csv; \
         charset=utf-8; name=\"{name}\"\nContent-Disposition: attachment; filename=\"{name}\"\n\n{rows}\n--{BOUNDARY}--"
    );
    (format!("multipart/mixed; boundary=\"{BOUNDARY}\""), body)
}

fn quote(text: &str) -> String {
    text.lines().map(|line| format!("> {line}\n")).collect()
}

/// The script says what must come back, so that a demo that went wrong says so.
fn check_answer(line: &Line, answer: Option<&Received>) -> anyhow::Result<()> {
    let shows = &line.shows;
    let Some(answer) = answer else {
        ensure!(line.answer.is_empty(), "\"{shows}\" was not answered");
        return Ok(());
    };
    ensure!(!line.answer.is_empty(), "\"{shows}\" was answered:\n{}\n{}", answer.subject, answer.text);
    let plain = answer.text.split_whitespace().collect::<Vec<_>>().join(" ");
    for words in &line.answer {
        ensure!(
            plain.contains(words),
            "the answer to \"{shows}\" lacks \"{words}\":\n{}\n{}",
            answer.subject,
            answer.text
        );
    }
    Ok(())
}
