//! A club with one game by mail, of whatever rule book: correspondents, a game master and a judge, over Maildirs, with a
//! clock of its own. Knows no rule.

use std::io::Cursor;
use std::path::Path;

use adjutant::cli::stage::{Received, Scene, Stage, Written};
use adjutant::desk::House;
use adjutant::game::schedule::{Pace, Rhythm, Timetable};
use calamine::{Reader, Xlsx, open_workbook_from_rs};
use mail_parser::{MessageParser, PartType};

/// The game master's address.
pub const GM: &str = "grace@gm.example";
const BEGINS: i64 = 1_772_452_800;
const DAY: i64 = 86_400;

/// What a club plays, and who plays it.
pub struct Setup {
    /// The game's name, which stands in subjects.
    pub game: &'static str,
    /// The rule book and its scenario ("civil-war/1861").
    pub scenario: &'static str,
    /// The seats in the order of reports, each with its player's name.
    pub seats: &'static [(&'static str, &'static str)],
    /// The kinds of phases, each with a deadline every evening.
    pub kinds: &'static [&'static str],
}

impl Setup {
    /// The seats, in the order of reports.
    pub fn seats(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.seats.iter().map(|(seat, _)| *seat)
    }

    /// The address of the player of a seat; it is not the seat's name, so that it can be looked for.
    pub fn address(&self, seat: &str) -> String {
        let name = self.name(seat).to_lowercase();
        format!("{name}.{}@home-{}.example", seat.len(), seat.replace('-', "x"))
    }

    /// The name of the player of a seat.
    pub fn name(&self, seat: &str) -> &'static str {
        self.seats.iter().find(|(known, _)| *known == seat).expect("a seat").1
    }

    /// A subject of a letter about the game.
    pub fn subject(&self, words: &str) -> String {
        format!("Re: [{}] {words}", self.game)
    }

    fn timetable(&self) -> Timetable {
        let rhythm = || Rhythm { cron: "0 20 * * *".into(), least_minutes: 60 };
        Timetable {
            zone: chrono_tz::America::New_York,
            rhythms: self.kinds.iter().map(|kind| ((*kind).to_owned(), rhythm())).collect(),
            grace_minutes: 1440,
            reminders_minutes: vec![720, 180],
            pace: Pace::default(),
        }
    }
}

/// A game at some moment.
pub struct Club {
    pub stage: Stage,
    pub setup: &'static Setup,
    // The folder goes when the club does.
    _root: tempfile::TempDir,
}

impl Club {
    /// The same with another stage.
    pub fn with(self, change: impl FnOnce(Stage) -> Stage) -> Self {
        Self { stage: change(self.stage), ..self }
    }

    /// A game with all seats filled, its first phase open.
    pub async fn begin(setup: &'static Setup) -> Self {
        Self::begin_with(setup, false).await
    }

    /// The same; its letters have pictures or none, which take their time.
    pub async fn begin_with(setup: &'static Setup, has_pictures: bool) -> Self {
        let root = tempfile::tempdir().unwrap();
        let scene = Scene {
            judge: "judge@adjutant.example",
            gm: ("Grace", GM),
            timetable: setup.timetable(),
            shelf: adjutant::books::of_the_house(),
            begins: BEGINS,
            templates: Vec::new(),
        };
        let arrange = |house: &mut House| house.has_pictures = has_pictures;
        let stage = Stage::set_up_with(root.path(), scene, [7; 32], arrange).unwrap();
        let mut club = Self { stage, setup, _root: root };
        club.stage.pass().await.unwrap();
        club.command(&format!("CREATE {} FROM {}", setup.game, setup.scenario)).await;
        let seat = |seat: &str| format!("SEAT {} <{}> AS {seat}", setup.name(seat), setup.address(seat));
        let seats: Vec<_> = setup.seats().map(seat).collect();
        club.command(&seats.join("\n")).await;
        club.command("START").await;
        club
    }

    /// Lets the time of the last reminder come.
    pub async fn remind(&mut self) {
        let deadline = self.deadline();
        self.stage.pass_at(deadline - 180 * 60 + 1).await.unwrap();
    }

    /// Lets the deadline and the grace pass.
    pub async fn end_phase(&mut self) {
        let deadline = self.deadline();
        self.stage.pass_at(deadline + DAY + 1).await.unwrap();
    }

    fn deadline(&self) -> i64 {
        self.stage.deadline(self.setup.game).unwrap().expect("an open phase")
    }

    /// A letter of the game master.
    pub async fn command(&mut self, text: &str) -> Received {
        let subject = format!("[{}] commands", self.setup.game);
        self.answer(GM, &subject, text).await
    }

    /// A command of the game master, and the word that it asks for.
    pub async fn confirm(&mut self, text: &str) -> Received {
        let asked = self.command(text).await.text;
        let word = asked.lines().find(|line| line.starts_with("  CONFIRM ")).unwrap_or_else(|| panic!("{asked}"));
        self.command(word.trim()).await
    }

    /// A letter of a seat's player, answering his last report. His receipt comes back.
    pub async fn order(&mut self, seat: &str, text: &str) -> Received {
        self.answer(&self.setup.address(seat), &self.setup.subject("orders"), text).await
    }

    /// A letter of anybody, answering the last of ours to him. What he is sent next comes back.
    pub async fn answer(&mut self, from: &str, subject: &str, text: &str) -> Received {
        let letters = self.stage.letters(from).unwrap();
        let last = letters.iter().rev().find(|letter| !letter.subject.contains("message")).expect("a letter to answer");
        let letter = Written {
            from: from.to_owned(),
            subject: subject.to_owned(),
            text: text.to_owned(),
            in_reply_to: Some(last.message_id.clone()),
            ..Written::default()
        };
        self.stage.mail(&letter).unwrap();
        self.stage.now += 60;
        self.stage.pass().await.unwrap();
        self.stage.newest(from).unwrap()
    }

    /// All letters of a seat's player, oldest first.
    pub fn letters(&self, seat: &str) -> Vec<Received> {
        self.stage.letters(&self.setup.address(seat)).unwrap()
    }

    /// All letters of the game master.
    pub fn letters_of_the_gm(&self) -> Vec<Received> {
        self.stage.letters(GM).unwrap()
    }

    /// The newest report of a seat's player.
    pub fn report(&self, seat: &str) -> Received {
        let letters = self.letters(seat);
        letters.into_iter().rev().find(|letter| letter.text.contains("This is ")).expect("a report")
    }

    /// The code of a seat, as its welcome tells it.
    pub fn code_of(&self, seat: &str) -> String {
        let welcome = &self.letters(seat)[0];
        let line = welcome.text.lines().find_map(|line| line.trim().strip_prefix("CODE "));
        line.expect("a welcome with a code").to_owned()
    }

    /// Where the judge keeps his books.
    pub fn folder(&self) -> &Path {
        self._root.path()
    }
}

/// Everything a reader of a letter could see: the bytes as sent, header fields and every part decoded.
pub fn everything_in(letter: &Received) -> String {
    let mut text = String::from_utf8_lossy(&letter.raw).into_owned();
    let message = MessageParser::default().parse(&letter.raw).expect("a letter");
    for header in message.headers() {
        text.push_str(&format!("\n{}: {:?}", header.name(), header.value()));
    }
    for part in &message.parts {
        match &part.body {
            PartType::Text(body) | PartType::Html(body) => text.push_str(&format!("\n{body}\n{}", unwrapped(body))),
            PartType::Binary(body) | PartType::InlineBinary(body) => {
                text.push_str(&String::from_utf8_lossy(body));
                text.push_str(&cells_of(body));
            }
            PartType::Message(_) | PartType::Multipart(_) => {}
        }
    }
    text
}

/// What stands in the cells of a worksheet, one a line; nothing of a file that is none.
fn cells_of(body: &[u8]) -> String {
    let Ok(mut workbook) = open_workbook_from_rs::<Xlsx<_>, _>(Cursor::new(body)) else { return String::new() };
    let sheets = workbook.worksheets();
    let rows = sheets.iter().flat_map(|(_, range)| range.rows());
    rows.flatten().map(|cell| format!("\n{cell}")).collect()
}

/// Without line ends, so that a word broken over two lines is found too.
pub fn unwrapped(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
