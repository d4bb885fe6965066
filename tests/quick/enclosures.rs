//! Worksheets and pictures in letters: what a reader's mail program finds, who gets which, and that they are made of his
//! brief alone.

use crate::support::toy;
use std::io::Cursor;

use adjutant::cli::stage::{Received, Scene, Stage, Written};
use adjutant::facts::{Audience, Brief, Cell, Enclosure, Fact, Look, Picture, Table, Viewer, Workbook, brief};
use adjutant::game::schedule::{Pace, Rhythm, Timetable};
use adjutant::game::{SeatId, Tone};
use adjutant::report::{RenderError, Renderer, Report};
use calamine::{Data, Reader, Xlsx, open_workbook_from_rs};
use mail_parser::{Message, MessageParser, MessagePart, MimeHeaders, PartType};
use serde_json::{Value, json};

const GM: &str = "grace@gm.example";
const RED: &str = "ann@red.example";
const BLUE: &str = "ben@blue.example";
const BEGINS: i64 = 1_772_452_800;

/// A game of the toy with both seats filled, its first turn open.
struct Game {
    stage: Stage,
    _root: tempfile::TempDir,
}

impl Game {
    async fn begin() -> Self {
        let root = tempfile::tempdir().unwrap();
        let rhythm = Rhythm { cron: "0 20 * * *".to_owned(), least_minutes: 60 };
        let scene = Scene {
            judge: "judge@adjutant.example",
            gm: ("Grace", GM),
            timetable: Timetable {
                zone: chrono_tz::UTC,
                rhythms: [("turn".to_owned(), rhythm)].into(),
                grace_minutes: 60,
                reminders_minutes: Vec::new(),
                pace: Pace::default(),
            },
            shelf: toy::shelf(),
            begins: BEGINS,
            templates: toy::templates(),
        };
        let mut stage = Stage::set_up(root.path(), scene, [5; 32]).unwrap();
        stage.pass().await.unwrap();
        let mut game = Self { stage, _root: root };
        game.say(GM, "a game", "CREATE field FROM toy/meadow").await;
        game.say(GM, "[field] seats", &format!("SEAT Ann <{RED}> AS red\nSEAT Ben <{BLUE}> AS blue\nSTART")).await;
        game
    }

    /// A letter that answers the last one, and the judge's answers.
    async fn say(&mut self, from: &str, subject: &str, text: &str) {
        let answered = self.stage.newest(from).unwrap().message_id;
        let letter = Written {
            from: from.to_owned(),
            subject: subject.to_owned(),
            text: text.to_owned(),
            in_reply_to: Some(answered),
            ..Written::default()
        };
        self.stage.mail(&letter).unwrap();
        self.stage.now += 60;
        self.stage.pass().await.unwrap();
    }

    async fn end_turn(&mut self) {
        let deadline = self.stage.deadline("field").unwrap().expect("an open turn");
        self.stage.pass_at(deadline + 3_601).await.unwrap();
    }

    /// The newest letter with these words in its subject.
    fn letter(&self, to: &str, subject: &str) -> Received {
        let letters = self.stage.letters(to).unwrap();
        letters.into_iter().rev().find(|letter| letter.subject.contains(subject)).expect("the letter")
    }
}

fn parsed(letter: &Received) -> Message<'_> {
    MessageParser::default().parse(&letter.raw).expect("a letter")
}

/// The parts of a letter by type, those inside others in brackets.
fn structure(message: &Message<'_>, part: &MessagePart<'_>) -> String {
    let kind = part.content_type().map_or(String::new(), |kind| kind.subtype().unwrap_or_default().to_owned());
    match &part.body {
        PartType::Multipart(ids) => {
            let inner: Vec<_> = ids.iter().map(|id| structure(message, &message.parts[*id as usize])).collect();
            format!("{kind}({})", inner.join(" "))
        }
        _ => kind,
    }
}

fn shape(letter: &Received) -> String {
    let message = parsed(letter);
    structure(&message, &message.parts[0])
}

fn part<'a>(message: &'a Message<'a>, name: &str) -> Option<&'a MessagePart<'a>> {
    message.parts.iter().find(|part| part.attachment_name() == Some(name))
}

/// What a letter brings, deadlines for a calendar left out: they are of the open phase, whatever the letter is about.
fn files(letter: &Received) -> Vec<(String, Vec<u8>)> {
    let message = parsed(letter);
    let named = message.parts.iter().filter_map(|part| Some((part.attachment_name()?.to_owned(), part.contents())));
    let told = named.filter(|(name, _)| !name.ends_with(".ics"));
    told.map(|(name, bytes)| (name, bytes.to_vec())).collect()
}

fn sheet(letter: &Received) -> (Vec<Vec<Data>>, Vec<String>) {
    let message = parsed(letter);
    let bytes = part(&message, "pieces.xlsx").expect("a worksheet").contents().to_vec();
    let mut file: Xlsx<_> = open_workbook_from_rs(Cursor::new(bytes)).expect("opens");
    let rows = file.worksheet_range("Pieces").expect("a sheet").rows().map(<[Data]>::to_vec).collect();
    let formulas = file.worksheet_formula("Pieces").expect("a sheet");
    (rows, formulas.cells().map(|(_, _, formula)| formula.to_owned()).filter(|text| !text.is_empty()).collect())
}

const XLSX: &str = "vnd.openxmlformats-officedocument.spreadsheetml.sheet";

#[tokio::test]
async fn a_letter_about_a_game_names_it_for_filters_and_its_page_has_the_subject_as_its_title() {
    let game = Game::begin().await;
    let about = game.letter(RED, "[field]");
    let message = parsed(&about);
    assert_eq!(message.header_raw("List-Id").map(str::trim), Some("<field.adjutant.example>"));
    let page = message.body_html(0).unwrap();
    assert!(page.contains(&format!("<title>{}</title>", about.subject)), "{page}");
    let letters = game.stage.letters(GM).unwrap();
    let greeting = letters.iter().find(|letter| !letter.subject.contains('[')).expect("a letter about no game");
    assert_eq!(parsed(greeting).header_raw("List-Id"), None);
}

#[tokio::test]
async fn a_report_shows_its_picture_in_the_page_and_carries_its_worksheet() {
    let mut game = Game::begin().await;
    game.say(RED, "[field] orders", "move a1 to b2").await;
    game.end_turn().await;
    let letter = game.letter(RED, "Turn 1 played");
    assert_eq!(shape(&letter), format!("mixed(alternative(plain related(html png)) {XLSX} calendar)"));
    let message = parsed(&letter);
    let picture = part(&message, "meadow.png").expect("a picture");
    assert_eq!(picture.content_disposition().map(|kind| kind.ctype()), Some("inline"));
    let id = picture.content_id().expect("a Content-ID");
    assert!(id.starts_with("meadow.") && id.ends_with("@adjutant.example"), "{id}");
    let page = message.body_html(0).expect("a page");
    let shown = format!("<img src=\"cid:{id}\" alt=\"the meadow with 2 pieces of yours and enemies on 0 squares\"");
    assert!(page.contains(&shown) && !page.contains("The picture"), "{page}");
    assert!(page.find("stands at b2") < page.find("<img"));
    let text = letter.text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("The picture meadow.png shows the meadow with 2 pieces of yours and enemies on 0 squares."));
    assert!(text.contains("The worksheet pieces.xlsx holds every piece you see."), "{text}");
    let (rows, formulas) = sheet(&letter);
    assert_eq!(rows[1], [Data::String("b2".into()), Data::String("red-1".into()), Data::Float(1.0)]);
    assert_eq!((&rows[3][2], formulas), (&Data::Float(2.0), vec!["SUM(C2:C3)".to_owned()]));
    let raw = String::from_utf8_lossy(&letter.raw);
    assert!(raw.contains("multipart/related; type=\"text/html\""), "{raw}");
}

#[tokio::test]
async fn who_wants_text_alone_gets_worksheets_and_no_pictures() {
    let mut game = Game::begin().await;
    game.say(RED, "[field] format", "FORMAT text").await;
    game.say(BLUE, "[field] format", "FORMAT html").await;
    game.end_turn().await;
    let text = game.letter(RED, "Turn 1 played");
    assert_eq!(shape(&text), format!("mixed(plain {XLSX} calendar)"));
    assert!(!text.text.contains("picture") && text.text.contains("pieces.xlsx"), "{}", text.text);
    assert_eq!(shape(&game.letter(BLUE, "Turn 1 played")), format!("mixed(related(html png) {XLSX} calendar)"));
}

#[tokio::test]
async fn a_report_sent_again_carries_the_same_files() {
    let mut game = Game::begin().await;
    game.say(RED, "[field] orders", "move a1 to b2").await;
    game.end_turn().await;
    let first = files(&game.letter(RED, "Turn 1 played"));
    game.say(RED, "[field] orders", "move b2 to b3").await;
    game.end_turn().await;
    let second = files(&game.letter(RED, "Turn 2 played"));
    game.say(RED, "[field] again", "REPORT 1").await;
    assert_eq!(first.len(), 2);
    assert_eq!(files(&game.letter(RED, "(again)")), first);
    assert_ne!(second, first);
}

#[tokio::test]
async fn the_game_master_gets_files_of_everything_he_may_know() {
    let mut game = Game::begin().await;
    game.end_turn().await;
    let (rows, _) = sheet(&game.letter(GM, "Turn 1 played"));
    let pieces: Vec<_> = rows[1..5].iter().map(|row| row[1].to_string()).collect();
    assert_eq!(pieces, ["red-1", "red-2", "blue-1", "blue-2"]);
}

#[tokio::test]
async fn worlds_that_differ_in_what_red_cannot_see_give_red_the_same_letter() {
    let mut worlds = Vec::new();
    for order in ["move e5 to d5", "hold e5"] {
        let mut game = Game::begin().await;
        game.say(BLUE, "[field] orders", order).await;
        game.end_turn().await;
        worlds.push((game.letter(RED, "Turn 1 played"), game.letter(BLUE, "Turn 1 played")));
    }
    assert_eq!(worlds[0].0.raw, worlds[1].0.raw);
    for file in 0..2 {
        assert_ne!(files(&worlds[0].1)[file], files(&worlds[1].1)[file]);
    }
    for (red, _) in &worlds {
        assert!(files(red).iter().all(|(_, bytes)| !String::from_utf8_lossy(bytes).contains("blue")));
    }
}

/// A report with these enclosures, its templates given.
fn report(sources: &[(&str, &str)], enclosures: &[Enclosure]) -> Result<Report, RenderError> {
    let letter = [("letter/subject.txt", "A letter"), ("letter/body.txt", "{{ letter }} {{ enclosed | length }}")];
    let renderer = Renderer::from_sources(letter.iter().chain(sources).copied())?;
    let told = told(json!("Ann & Ben"));
    let enclosed = renderer.enclose(&told, enclosures, "here@adjutant.example", Tone::Light)?;
    renderer.render("letter", told, &[], vec![enclosed])
}

fn told(item: Value) -> Brief<Value> {
    let seat = SeatId::parse("red").unwrap();
    brief(Viewer::vacant(&seat), &[Fact::new(Audience::Everyone, item)])
}

fn picture(name: &str, data: Value) -> Enclosure {
    let alt = "something".to_owned();
    Enclosure::Picture(Picture { name: name.to_owned(), template: "it.svg", data, backdrop: None, alt, width: 90 })
}

fn drawn(inside: &str, data: Value) -> Vec<u8> {
    let svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" viewBox=\"0 0 40 20\">{inside}</svg>"
    );
    let report = report(&[("it.svg", &svg)], &[picture("it", data)]).expect("draws");
    report.files()[0].bytes.clone()
}

#[test]
fn words_in_a_picture_are_never_markup_and_those_in_a_letter_stay_as_they_are() {
    let renderer = Renderer::from_sources([("it.svg", "<text>{{ picture }}</text>")]).unwrap();
    let svg = renderer.svg("it.svg", &json!("</text><script x='1'>\"A&B\"\u{1}\u{fffe}é\u{1F600}")).unwrap();
    assert_eq!(svg, "<text>&lt;/text&gt;&lt;script x=&#39;1&#39;&gt;&quot;A&amp;B&quot;é\u{1F600}</text>");
    assert_eq!(report(&[], &[]).unwrap().text(), "Ann & Ben 0\n");
    let words = |data| drawn("<text x=\"2\" y=\"14\" font-size=\"9\">{{ picture }}</text>", data);
    assert_ne!(words(json!("<b>")), words(json!("")));
}

#[test]
fn nothing_from_outside_gets_into_a_picture() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("red.svg");
    let red = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"><rect width=\"9\" height=\"9\" fill=\"red\"/></svg>";
    std::fs::write(&path, red).unwrap();
    let path = path.to_str().unwrap();
    let data = format!("data:image/svg+xml;base64,{}", data_encoding::BASE64.encode(red.as_bytes()));
    let blank = drawn("", json!(null));
    for href in [path, &format!("file://{path}"), "http://127.0.0.1/red.svg", &data] {
        for name in ["href", "xlink:href"] {
            let image = format!("<image width=\"40\" height=\"20\" {name}=\"{{{{ picture }}}}\"/>");
            assert_eq!(drawn(&image, json!(href)), blank, "{name} {href}");
        }
    }
}

#[test]
fn what_cannot_be_made_is_refused_with_file_and_reason() {
    let why = |sources: &[(&str, &str)], enclosures: &[Enclosure]| {
        report(sources, enclosures).expect_err("refused").to_string()
    };
    let svg = [("it.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1 1\"/>")];
    assert!(why(&[], &[picture("it", json!(1))]).contains("render it.svg"));
    assert!(
        why(&[("it.svg", "<svg")], &[picture("it", json!(1))])
            .contains("make the enclosure it.png: it.svg: read its SVG")
    );
    assert!(why(&svg, &[picture("../it", json!(1))]).contains("make the enclosure ../it: its name"));
    let twice = [picture("it", json!(1)), picture("it", json!(2))];
    assert!(why(&svg, &twice).contains("make the enclosure it.png: the letter has two of them"));
    let rows = vec![vec![Cell::Number(f64::NAN, Look::Plain)]];
    let sheet = Table { name: "S".to_owned(), widths: Vec::new(), frozen_rows: 0, rows };
    let book = Workbook { name: "it".to_owned(), about: "it".to_owned(), sheets: vec![sheet] };
    assert!(why(&[], &[Enclosure::Workbook(book)]).contains("make the enclosure it.xlsx"));
}

#[test]
fn a_file_made_for_one_reader_goes_with_no_letter_to_another() {
    let letter = [("letter/subject.txt", "A"), ("letter/body.txt", "B")];
    let renderer = Renderer::from_sources(letter).unwrap();
    let enclosed = renderer.enclose(&told(json!(1)), &[], "x@y", Tone::Light).unwrap();
    let other = brief(Viewer::stranger(), &[Fact::new(Audience::Everyone, json!(1))]);
    let refused = renderer.render("letter", other, &[], vec![enclosed]);
    assert!(matches!(refused, Err(RenderError::OtherReader { .. })));
}
