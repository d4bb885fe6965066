//! The letters shown in README and docs are the program's own: played here, compared word by word. `UPDATE=1` writes
//! them anew.

use std::collections::BTreeMap;
use std::path::Path;

use adjutant::cli::stage::{Received, Scene, Stage, Written};
use adjutant::desk::House;
use adjutant::game::schedule::{Pace, Rhythm, Timetable};
use adjutant::order::{COMMANDS, Giver};

const SEATS: [(&str, &str); 7] = [
    ("usa-sc", "Abe"),
    ("usa-east", "Ann"),
    ("usa-west", "Will"),
    ("usa-trans", "Tess"),
    ("csa-sc", "Jeff"),
    ("csa-east", "Bob"),
    ("csa-west", "Carl"),
];
const GM: &str = "grace@gm.example";
/// 2 March 2026, noon UTC.
const BEGINS: i64 = 1_772_452_800;

struct Play {
    stage: Stage,
    /// The answer to the letter that gave the seats.
    seated: Received,
    _folder: tempfile::TempDir,
}

impl Play {
    async fn begin() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let rhythm = |cron: &str| Rhythm { cron: cron.to_owned(), least_minutes: 2 * 1440 };
        let rhythms = [("strategic", "0 20 * * Fri"), ("tactical", "0 20 * * Tue,Fri")];
        let timetable = Timetable {
            zone: chrono_tz::Europe::London,
            rhythms: rhythms.map(|(kind, cron)| (kind.to_owned(), rhythm(cron))).into(),
            grace_minutes: 1440,
            reminders_minutes: vec![2880, 720, 180],
            pace: Pace::default(),
        };
        let scene = Scene {
            judge: "judge@adjutant.example",
            gm: ("Grace", GM),
            timetable,
            shelf: adjutant::books::of_the_house(),
            begins: BEGINS,
            templates: Vec::new(),
        };
        let arrange = |house: &mut House| house.proof.confirm_seated = true;
        let mut stage = Stage::set_up_with(folder.path(), scene, [11; 32], arrange).unwrap();
        stage.pass().await.unwrap();
        let seated = stage.newest(GM).unwrap();
        let mut play = Self { stage, seated, _folder: folder };
        let seats: Vec<String> =
            SEATS.iter().map(|(seat, name)| format!("SEAT {name} <{}> AS {seat}", at(seat))).collect();
        play.exchange(GM, "a game", "CREATE cw1 FROM civil-war/1861").await;
        play.seated = play.exchange(GM, "[cw1] seats", &seats.join("\n")).await;
        play.exchange(&at("usa-east"), "Re: [cw1] please confirm your address", "Yes\n\nAnn").await;
        let word = play.seated.text.lines().find(|line| line.starts_with("  CONFIRM ")).unwrap().trim().to_owned();
        play.exchange(GM, "[cw1] addresses", &word).await;
        play.exchange(GM, "[cw1] go", "START").await;
        play
    }

    /// Mails an answer to the newest letter of `from`; gives the answer to it.
    async fn exchange(&mut self, from: &str, subject: &str, text: &str) -> Received {
        let newest = self.stage.newest(from).unwrap();
        self.answer(from, newest, subject, text).await
    }

    /// Mails an answer to a letter; gives the answer to it.
    async fn answer(&mut self, from: &str, answered: Received, subject: &str, text: &str) -> Received {
        let letter = Written {
            from: from.to_owned(),
            subject: subject.to_owned(),
            text: text.to_owned(),
            in_reply_to: Some(answered.message_id),
            ..Written::default()
        };
        self.stage.mail(&letter).unwrap();
        self.stage.pass().await.unwrap();
        self.stage.newest(from).unwrap()
    }

    /// The same with two versions of the text, as mail programs send plain text and HTML together.
    async fn exchange_versions(&mut self, from: &str, plain: &str, html: &str) -> Received {
        let newest = self.stage.newest(from).unwrap();
        let part = |kind: &str, text: &str| format!("--b\nContent-Type: text/{kind}\n\n{text}\n");
        let letter = Written {
            from: from.to_owned(),
            subject: "Re: [cw1] orders".to_owned(),
            text: format!("{}{}--b--", part("plain", plain), part("html", html)),
            in_reply_to: Some(newest.message_id),
            headers: vec![("Content-Type".to_owned(), "multipart/alternative; boundary=b".to_owned())],
            ..Written::default()
        };
        self.stage.mail(&letter).unwrap();
        self.stage.pass().await.unwrap();
        self.stage.newest(from).unwrap()
    }

    /// The open phase runs out.
    async fn end_phase(&mut self) {
        let deadline = self.stage.deadline("cw1").unwrap().unwrap();
        self.stage.pass_at(deadline + 86_401).await.unwrap();
    }
}

fn at(seat: &str) -> String {
    format!("{seat}@play.example")
}

/// The word of a question changes with every letter before it; docs show another one.
fn without_word(mut letter: Received) -> Received {
    let lines = letter.text.lines().map(|line| match line.starts_with("  CONFIRM ") {
        true => "  CONFIRM ABCDE-FGHIJ-KLMNO-PQRST-UVWXYZ",
        false => line,
    });
    letter.text = lines.collect::<Vec<_>>().join("\n");
    letter
}

fn shown(letter: &Received) -> String {
    format!("Subject: {}\n\n{}", letter.subject, letter.text.trim_end())
}

async fn letters() -> BTreeMap<&'static str, String> {
    let mut play = Play::begin().await;
    let mut letters = BTreeMap::new();
    letters.insert("seated", shown(&without_word(play.seated.clone())));
    let mut anns = play.stage.letters(&at("usa-east")).unwrap().into_iter();
    letters.insert("address", shown(&without_word(anns.next().unwrap())));
    letters.insert("welcome", shown(&anns.find(|letter| letter.subject.contains("welcome")).unwrap()));
    let split = "Distribution for this turn: East 13 CP, West 6, Trans-Miss 5, navy 0. PP 30/8/5.";
    letters.insert("distribution", shown(&play.exchange(&at("usa-sc"), "Re: opening", split).await));
    play.end_phase().await;
    letters.insert("report", shown(&play.stage.newest(&at("csa-east")).unwrap()));
    letters.insert(
        "build",
        shown(&play.exchange(&at("csa-east"), "Re: [cw1] orders", "PP 1-3: build IN in Richmond").await),
    );
    let example = "PP 1 to 3 : Enter 3 leaders in XXX\n\nPP 4 to 8 : Enter 5 reinforcements in YYY\n\n\
                   PP 9 to 11 : Move army lead by McClellan (3 CP)\n\nPP 12 to 14 : Build depot in ZZZ (3 CP)\n\n\
                   PP 15 : enter a reinforcement in AAA\n\nPP 16 : nothing\n\nPP 17 : Move 1 SP (1 CP)\n\n\
                   PP 18 to 20 : Move again army lead by McClellan (3 CP)";
    letters.insert("example", shown(&play.exchange(&at("usa-east"), "Re: [cw1] orders", example).await));
    let typo = "Hi Grace, here we go.\n\nPP 1-2: enter 2 inf at Washigton\nPP 3-6: mvoe McDowell to Fredericksburg";
    letters.insert("typo", shown(&play.exchange(&at("usa-east"), "Re: [cw1] orders", typo).await));
    letters.insert("help-orders", shown(&play.exchange(&at("usa-east"), "[cw1] help", "HELP orders").await));
    letters.insert("who", shown(&play.exchange(GM, "[cw1] who", "WHO").await));
    let set = "SET stacks.4913.sp = 3 BECAUSE one point was forgotten in the set-up";
    letters.insert("set", shown(&play.exchange(GM, "[cw1] set", set).await));
    let rollback = play.exchange(GM, "[cw1] rollback", "ROLLBACK phase=1").await;
    letters.insert("rollback", shown(&without_word(rollback)));
    let report = play.stage.letters(GM).unwrap().into_iter().find(|letter| letter.subject.contains("opening")).unwrap();
    letters.insert("late", shown(&play.answer(GM, report, "Re: [cw1] opening", "EXTEND 24h").await));
    letters.insert("help", shown(&play.exchange(GM, "[cw1] help", "HELP").await));
    let html = "<p>PP 1-3: enter 2 reinforcements at Washington <s>and hold</s></p>";
    let plain = "PP 1-3: enter 3 reinforcements at Washington";
    letters.insert("versions", shown(&play.exchange_versions(&at("usa-east"), plain, html).await));
    let deadline = play.stage.deadline("cw1").unwrap().unwrap();
    play.stage.pass_at(deadline - 12 * 3600 + 60).await.unwrap();
    letters.insert("reminder", shown(&play.stage.newest(&at("usa-west")).unwrap()));
    letters
}

/// A block that is open ends with three backticks alone. Else what stands between two blocks would be taken for a part of
/// one, and be lost when its letter is written anew.
fn malformed_fence(text: &str) -> Option<String> {
    let mut opened = None;
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| line.trim_start().starts_with("```")) {
        opened = match opened {
            None => Some(number),
            Some(_) if line.trim() == "```" => None,
            Some(at) => return Some(format!("line {number}: the block of line {at} ends with {line:?}")),
        };
    }
    opened.map(|at| format!("the block of line {at} has no end"))
}

/// The text with every block after `<!-- letter: NAME -->` filled in.
fn filled(text: &str, letters: &BTreeMap<&str, String>) -> String {
    let mut filled = String::new();
    let mut rest = text;
    while let Some(start) = rest.find("<!-- letter: ") {
        let name_at = start + "<!-- letter: ".len();
        let name_end = name_at + rest[name_at..].find(" -->").expect("a closed mark");
        let name = &rest[name_at..name_end];
        let letter = letters.get(name).unwrap_or_else(|| panic!("no letter is called {name}"));
        let body = &rest[name_end + " -->".len()..];
        let block = body.strip_prefix("\n```text\n").expect("a text block after the mark");
        let end = block.find("\n```").expect("the block's end");
        filled.push_str(&rest[..name_end]);
        filled.push_str(&format!(" -->\n```text\n{letter}"));
        rest = &block[end..];
    }
    filled.push_str(rest);
    filled
}

fn commands_page() -> String {
    let mut page = String::from(
        "# Commands\n\nWhat can be written to the judge besides orders. `HELP` in a letter prints the same table; it is \
         made from the program's own (`UPDATE=1 tests/run quick docs`).\n",
    );
    for (giver, heading) in [(Giver::Player, "Players"), (Giver::Gm, "Game masters, besides")] {
        page.push_str(&format!("\n## {heading}\n\n| command | what it does | for example |\n|---|---|---|\n"));
        for spec in COMMANDS.iter().filter(|spec| spec.giver == giver) {
            let usage = spec.usage.replace('|', "\\|");
            page.push_str(&format!("| `{usage}` | {} | `{}` |\n", spec.summary, spec.example));
        }
    }
    page
}

fn compare(file: &str, expected: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let present = std::fs::read_to_string(&path).unwrap_or_default();
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, expected).unwrap();
    } else {
        assert!(present == expected, "{file} shows what the program does not say; UPDATE=1 writes it anew");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_letters_in_the_docs_are_the_programs_own() {
    let letters = letters().await;
    for file in ["README.md", "docs/players.md", "docs/gm.md"] {
        let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap();
        assert_eq!(malformed_fence(&text), None, "{file}");
        compare(file, &filled(&text, &letters));
    }
}

#[test]
fn a_malformed_fence_is_found_before_text_is_lost() {
    let page = |end: &str| format!("<!-- letter: late -->\n```text\nold\n{end}\n\n## Kept\n\n```text\nSET\n```\n");
    assert_eq!(malformed_fence(&page("```")), None);
    for end in ["```text\n```", "````", "", "``` text", "```text"] {
        assert!(malformed_fence(&page(end)).is_some(), "{end:?}");
    }
    assert!(malformed_fence("```text\nSET\n").is_some());
}

#[test]
fn the_page_of_commands_is_the_table() {
    compare("docs/commands.md", &commands_page());
}
