//! What is on file after any letters: orders, ADD, CANCEL and CHECK in random order, against a model of a sheet that is a
//! list of lines. Right lines stand, wrong ones come back, a section is replaced whole, and the same letter twice changes
//! nothing.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use crate::support::chance::Chance;
use crate::support::store::{seat_id, seat_spec};
use adjutant::cli::stage::{Scene, Stage, Written};
use adjutant::facts::{Audience, Brief, Fact};
use adjutant::game::schedule::{Pace, Rhythm, Timetable};
use adjutant::game::{Dice, GameId, NextPhase, SeatId, SeatSpec};
use adjutant::order::{Filed, Remark, When};
use adjutant::rules::{
    About, Assigned, Context, LineReview, OrderSet, Outcome, OwnFile, Review, RuleBook, Shelf, Unsound,
};
use serde_json::{Value, json};

const GM: &str = "grace@gm.example";
const ANN: &str = "ann@play.example";
const BEGINS: i64 = 1_772_452_800;
const SECTIONS: [&str; 3] = ["east", "west", "sea"];
/// More than this is refused by the reviewer.
const MOST: usize = 9;

/// A book of figures: `put east 7`, `put east 7 later` for the next loud phase, `put east 7 always` for each quiet one. Its reader knows three sections, its reviewer refuses what is more than nine.
struct Figures;

fn next() -> Option<NextPhase> {
    Some(NextPhase::new("quiet", "Q", [seat_id("north")].into()))
}

impl RuleBook for Figures {
    type Scenario = ();
    type State = Value;
    type Order = (String, usize, String);
    type Item = Value;

    const ID: &'static str = "figures";
    const VERSION: u32 = 1;

    fn about(&self) -> &'static About {
        static ABOUT: LazyLock<About> =
            LazyLock::new(|| About { scenarios: vec!["one".to_owned()], ..About::default() });
        &ABOUT
    }
    fn document(&self, _: &str) -> Option<Value> {
        Some(json!({}))
    }
    fn prepare(&self, _: &Value) -> Result<(), String> {
        Ok(())
    }
    fn seats(&self, (): &()) -> Vec<SeatSpec> {
        vec![seat_spec("north")]
    }
    fn begin(&self, (): &(), _: &mut Dice) -> Outcome<Value, Value> {
        Outcome { state: json!(0), events: Vec::new(), next: next() }
    }
    fn begins_order(&self, line: &str) -> bool {
        line.starts_with("put ")
    }
    fn read(&self, (): &(), _: &mut Context, line: &str) -> Result<(Vec<Self::Order>, Vec<Remark>), Remark> {
        let Some(rest) = line.strip_prefix("put ") else { return Err(Remark::chatter()) };
        let words: Vec<&str> = rest.split(' ').collect();
        match words[..] {
            [section, figure, ref when @ ..] if SECTIONS.contains(&section) => {
                let figure = figure.parse().map_err(|_| Remark::unread("That is no figure."))?;
                Ok((vec![(section.to_owned(), figure, when.concat())], Vec::new()))
            }
            _ => Err(Remark::unread("There is no such section.")),
        }
    }
    fn write(&self, (): &(), (section, figure, when): &Self::Order) -> String {
        format!("put {section} {figure} {when}").trim_end().to_owned()
    }
    fn assign(&self, (): &(), _: &Brief<Value>, _: &[SeatId], orders: &[Self::Order]) -> Vec<Result<Assigned, Remark>> {
        let assigned = |(section, _, when): &Self::Order| {
            let when = match when.as_str() {
                "later" => When::Kind("loud".to_owned()),
                "always" => When::Each("quiet".to_owned()),
                _ => When::Now,
            };
            Ok(Assigned::new(seat_id("north"), section.clone()).when(when))
        };
        orders.iter().map(assigned).collect()
    }
    fn review(&self, (): &(), _: &Brief<Value>, file: OwnFile<'_, Self::Order>) -> Review<Value> {
        let refused = |figure: usize| if figure > MOST { vec![Remark::refused("Nine at most.")] } else { Vec::new() };
        let line = |line: &Filed<Self::Order>| LineReview { note: String::new(), remarks: refused(line.order.1) };
        Review { lines: file.lines.iter().map(line).collect(), account: Vec::new() }
    }
    fn situation(&self, (): &(), _: &Value) -> Vec<Fact<Value>> {
        vec![Fact::new(Audience::Everyone, json!({ "kind": "Quiet" }))]
    }
    fn adjudicate(&self, (): &(), _: &Value, _: &OrderSet<Self::Order>, _: &mut Dice) -> Outcome<Value, Value> {
        Outcome { state: json!(1), events: Vec::new(), next: next() }
    }
    fn sound(&self, (): &(), _: &Value) -> Result<(), Unsound> {
        Ok(())
    }
}

/// A line of a letter.
#[derive(Debug, Clone)]
enum Line {
    Put(&'static str, usize),
    Broken,
    Add,
    Check,
    CancelAll,
    Cancel(usize),
}

impl Line {
    fn words(&self) -> String {
        match self {
            Line::Put(section, figure) => format!("put {section} {figure}"),
            Line::Broken => "put nowhere 3".to_owned(),
            Line::Add => "ADD".to_owned(),
            Line::Check => "CHECK".to_owned(),
            Line::CancelAll => "CANCEL ALL".to_owned(),
            Line::Cancel(number) => format!("CANCEL {number}"),
        }
    }

    fn is_order(&self) -> bool {
        matches!(self, Line::Put(..) | Line::Broken)
    }
}

/// The sheet as a person would keep it on paper.
#[derive(Default, Clone)]
struct Paper(Vec<(&'static str, usize)>);

impl Paper {
    /// What a letter makes of it. Orders above a command come first; those of one section of one letter belong together.
    fn take(&mut self, letter: &[Line]) {
        let adds = letter.iter().any(|line| matches!(line, Line::Add));
        let mut written = BTreeSet::new();
        let before = self.0.clone();
        for part in letter.chunk_by(|one, other| one.is_order() && other.is_order()) {
            match part[0] {
                Line::CancelAll => self.0.clear(),
                Line::Cancel(number) if (1..=self.0.len()).contains(&number) => drop(self.0.remove(number - 1)),
                Line::Put(..) | Line::Broken => self.write(part, adds, &mut written),
                _ => {}
            }
        }
        if letter.iter().any(|line| matches!(line, Line::Check)) {
            self.0 = before;
        }
    }

    fn write(&mut self, orders: &[Line], adds: bool, written: &mut BTreeSet<&'static str>) {
        let right = orders.iter().filter_map(|line| match line {
            Line::Put(section, figure) if *figure <= MOST => Some((*section, *figure)),
            _ => None,
        });
        let right: Vec<_> = right.collect();
        let replaced =
            |section: &str| !adds && !written.contains(section) && right.iter().any(|(new, _)| *new == section);
        self.0.retain(|(section, _)| !replaced(section));
        self.0.extend(&right);
        written.extend(right.iter().map(|(section, _)| *section));
    }
}

fn random_letter(chance: &mut Chance, on_file: usize) -> Vec<Line> {
    let count = 1 + chance.below(5);
    let mut letter: Vec<Line> = (0..count)
        .map(|_| match chance.below(8) {
            0 => Line::Broken,
            _ => Line::Put(SECTIONS[chance.below(3)], chance.below(12)),
        })
        .collect();
    let mut insert = |chance: &mut Chance, line: Line| letter.insert(chance.below(count + 1), line);
    match chance.below(6) {
        0 => insert(chance, Line::CancelAll),
        1 | 2 => {
            let number = chance.below(on_file + 2);
            insert(chance, Line::Cancel(number));
        }
        _ => {}
    }
    if chance.below(3) == 0 {
        letter.insert(0, Line::Add);
    }
    if chance.below(8) == 0 {
        letter.insert(0, Line::Check);
    }
    letter
}

async fn say(stage: &mut Stage, from: &str, subject: &str, text: &str) -> String {
    // Numbers on a receipt are that receipt's; a report has none, and those of now count.
    let opening = stage.letters(from).unwrap().into_iter().find(|letter| letter.subject.contains("opening"));
    let answered = opening.unwrap_or_else(|| stage.newest(from).unwrap()).message_id;
    let (from, subject, text) = (from.to_owned(), subject.to_owned(), text.to_owned());
    let letter = Written { from: from.clone(), subject, text, in_reply_to: Some(answered), ..Written::default() };
    stage.now += 60;
    stage.mail(&letter).unwrap();
    stage.pass().await.unwrap();
    stage.newest(&from).unwrap().text
}

fn on_file(stage: &Stage) -> Vec<String> {
    let judge = stage.judge();
    let game = judge.store().read().game(&GameId::parse("one").unwrap(), &judge.house().shelf).unwrap().unwrap();
    let sheet = game.sheets.get(&seat_id("north")).cloned();
    sheet.map_or_else(Vec::new, |sheet| sheet.lines.iter().map(|line| line.canonical.clone()).collect())
}

async fn new_game(folder: &std::path::Path) -> Stage {
    let rhythm = Rhythm { cron: "0 20 1 1 *".to_owned(), least_minutes: 60 };
    let scene = Scene {
        judge: "judge@adjutant.example",
        gm: ("Grace", GM),
        timetable: Timetable {
            zone: chrono_tz::UTC,
            rhythms: [("quiet".to_owned(), rhythm)].into(),
            grace_minutes: 60,
            reminders_minutes: Vec::new(),
            pace: Pace::default(),
        },
        shelf: Shelf::default().with(|| Figures),
        begins: BEGINS,
        templates: ["report", "account", "help"]
            .map(|name| (format!("figures/{name}.txt"), "Quiet.".to_owned()))
            .to_vec(),
    };
    let mut stage = Stage::set_up(folder, scene, [3; 32]).unwrap();
    stage.pass().await.unwrap();
    say(&mut stage, GM, "a game", "CREATE one FROM figures/one").await;
    say(&mut stage, GM, "[one] seats", &format!("SEAT Ann <{ANN}> AS north\nSTART")).await;
    stage
}

#[tokio::test(flavor = "multi_thread")]
async fn any_letters_leave_what_the_model_says() {
    let folder = tempfile::tempdir().unwrap();
    let mut stage = new_game(folder.path()).await;
    let mut chance = Chance(0x5eed_0024);
    let mut paper = Paper::default();
    let (mut changed, mut kept) = (0, 0);
    for number in 0..250 {
        let letter = random_letter(&mut chance, paper.0.len());
        let before = paper.0.clone();
        paper.take(&letter);
        let text: Vec<String> = letter.iter().map(Line::words).collect();
        let text = text.join("\n");
        let receipt = say(&mut stage, ANN, &format!("[one] letter {number}"), &text).await;
        let expected: Vec<String> = paper.0.iter().map(|(section, figure)| format!("put {section} {figure}")).collect();
        let shown = || format!("letter {number} on {before:?}:\n{text}\n\n{receipt}");
        assert_eq!(on_file(&stage), expected, "{}", shown());
        *if paper.0 == before { &mut kept } else { &mut changed } += 1;
        // The same once more, when it only replaces, changes nothing.
        if letter.iter().all(|line| line.is_order() || matches!(line, Line::Check)) {
            say(&mut stage, ANN, &format!("[one] letter {number} again"), &text).await;
            assert_eq!(on_file(&stage), expected, "said twice: {}", shown());
        }
    }
    assert!(changed > 100 && kept > 10, "{changed} letters changed the sheet, {kept} did not");
}

/// What a book keeps for phases to come is on file and shown, under a heading of its phase.
#[tokio::test(flavor = "multi_thread")]
async fn orders_for_phases_to_come_are_shown_under_their_phase() {
    let folder = tempfile::tempdir().unwrap();
    let mut stage = new_game(folder.path()).await;
    say(&mut stage, ANN, "[one] orders", "put east 1\nput west 2 later\nput sea 3 always").await;
    let shown = say(&mut stage, ANN, "[one] show", "SHOW").await;
    let flat = shown.split_whitespace().collect::<Vec<_>>().join(" ");
    for words in [
        "You have 2 orders on file for this phase.",
        "1 order on file is for a phase to come.",
        "East: 1. put east 1",
        "West (for the next loud phase): 2. put west 2 later",
        "Sea (for each quiet phase): 3. put sea 3 always",
    ] {
        assert!(flat.contains(words), "{words}: {shown}");
    }
}
