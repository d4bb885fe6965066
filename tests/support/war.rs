//! A campaign of civil-war by mail with seven correspondents and a game master, over Maildirs, with a clock of its own.

#![allow(dead_code)]

use std::path::Path;

use adjutant::cli::stage::{Received, Scene, Stage, Written};
use adjutant::game::schedule::{Pace, Rhythm, Timetable};
use adjutant::rules::Shelf;
use mail_parser::{MessageParser, PartType};

/// The seats, in the order of reports.
pub const SEATS: [&str; 7] = ["usa-sc", "usa-east", "usa-west", "usa-trans", "csa-sc", "csa-east", "csa-west"];
const GM: &str = "grace@gm.example";
const BEGINS: i64 = 1_772_452_800;
const DAY: i64 = 86_400;

/// A campaign at some moment.
pub struct War {
    pub stage: Stage,
    // The folder goes when the war does.
    _root: tempfile::TempDir,
}

/// The address of the player of a seat; it is not the seat's name, so that it can be looked for.
pub fn address(seat: &str) -> String {
    format!("{}.{}@home-{}.example", name(seat).to_lowercase(), seat.len(), seat.replace('-', "x"))
}

/// The name of the player of a seat.
pub fn name(seat: &str) -> &'static str {
    let names = ["Ulrike", "Emil", "Wanda", "Tristan", "Cornelia", "Edgar", "Winifred"];
    let at = SEATS.iter().position(|known| *known == seat).expect("a seat");
    names[at]
}

fn timetable() -> Timetable {
    let rhythm = || Rhythm { cron: "0 20 * * *".into(), least_minutes: 60 };
    Timetable {
        zone: chrono_tz::America::New_York,
        rhythms: [("strategic".to_owned(), rhythm()), ("tactical".to_owned(), rhythm())].into(),
        grace_minutes: 1440,
        reminders_minutes: vec![720, 180],
        pace: Pace::default(),
    }
}

impl War {
    /// A game with all seats filled, its strategic phase open.
    pub async fn begin() -> Self {
        let root = tempfile::tempdir().unwrap();
        let scene = Scene {
            judge: "judge@adjutant.example",
            gm: ("Grace", GM),
            timetable: timetable(),
            shelf: Shelf::of_the_house(),
            begins: BEGINS,
            templates: Vec::new(),
        };
        let stage = Stage::set_up(root.path(), scene, [7; 32]).await.unwrap();
        let mut war = Self { stage, _root: root };
        war.stage.pass().await.unwrap();
        war.command("CREATE war FROM civil-war/1861").await;
        let seats: Vec<_> =
            SEATS.iter().map(|seat| format!("SEAT {} <{}> AS {seat}", name(seat), address(seat))).collect();
        war.command(&seats.join("\n")).await;
        war.command("START").await;
        war
    }

    /// Lets the deadline and the grace pass.
    pub async fn end_phase(&mut self) {
        let deadline = self.stage.deadline("war").await.unwrap().expect("an open phase");
        self.stage.pass_at(deadline + DAY + 1).await.unwrap();
    }

    /// A letter of the game master.
    pub async fn command(&mut self, text: &str) -> Received {
        self.answer(GM, "[war] commands", text).await
    }

    /// A letter of a seat's player, answering his last report. His receipt comes back.
    pub async fn order(&mut self, seat: &str, text: &str) -> Received {
        self.answer(&address(seat), "Re: [war] orders", text).await
    }

    async fn answer(&mut self, from: &str, subject: &str, text: &str) -> Received {
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
        self.stage.letters(&address(seat)).unwrap()
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
            PartType::Binary(body) | PartType::InlineBinary(body) => text.push_str(&String::from_utf8_lossy(body)),
            PartType::Message(_) | PartType::Multipart(_) => {}
        }
    }
    text
}

/// Without line ends, so that a word broken over two lines is found too.
pub fn unwrapped(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
