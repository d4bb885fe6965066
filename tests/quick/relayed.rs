//! What a person wrote and we mail to somebody else is nobody's order there, however the next program quotes it: the plainest
//! answer to such a letter changes nothing but what the answer itself says.

use crate::support::war;
use std::collections::BTreeMap;

use crate::support::by_hand::ByHand;
use crate::support::chance::Chance;
use crate::support::club::{Club, GM};
use crate::support::war::War;
use adjutant::cli::stage::{Received, Written};
use adjutant::desk::notice::{Notice, Press};
use adjutant::facts::{Audience, Fact, Viewer, brief};
use adjutant::game::PlayerId;
use adjutant::mail::triage::House;
use adjutant::mail::{Address, Limits, Relayed, VisibleText, parse};
use adjutant::order::COMMANDS;
use adjutant::report::Renderer;

const JUDGE: &str = "judge@adjutant.example";
const PLAIN: &str = "Fine by me.";

/// How programs put the letter they answer below what was typed.
const WAYS: [&str; 12] = [
    "marked",
    "outlook",
    "html",
    "bare",
    "forwarded",
    "rewrapped",
    "set in",
    "with colons",
    "broken at 40",
    "broken at 52",
    "broken at 60",
    "broken at 66",
];

fn quoted(way: &str, subject: &str, text: &str) -> (String, bool) {
    let marked = |text: &str| text.lines().map(|line| format!("> {line}\n")).collect::<String>();
    let head = format!("From: Judge <{JUDGE}>\nSent: Monday, March 2, 2026 1:00 PM\nTo: Wanda\nSubject: {subject}\n");
    match way {
        "marked" => {
            (format!("{PLAIN}\n\nOn Mon, Mar 2, 2026 at 1:00 PM Judge <{JUDGE}> wrote:\n\n{}", marked(text)), false)
        }
        "set in" | "with colons" => {
            let mark = if way == "set in" { "\t" } else { ": " };
            let lines: String = text.lines().map(|line| format!("{mark}{line}\n")).collect();
            (format!("{PLAIN}\n\nOn Mon, Mar 2, 2026 at 1:00 PM Judge <{JUDGE}> wrote:\n{lines}\n{PLAIN}\n"), false)
        }
        "outlook" => (format!("{PLAIN}\n\n{head}\n{text}"), false),
        "html" => (format!("<div>{PLAIN}</div><blockquote><pre>{}</pre></blockquote>", escaped(text)), true),
        "bare" => (format!("{PLAIN}\n\n{text}"), false),
        "forwarded" => (format!("{PLAIN}\n\n---------- Forwarded message ---------\n{head}\n{text}"), false),
        "rewrapped" => (format!("{PLAIN}\n\n{}", marked(&rewrapped(text))), false),
        other => match other.strip_prefix("broken at ").map(str::parse) {
            Some(Ok(width)) => (format!("{PLAIN}\n\n{}", broken_at(width, &marked(text))), false),
            _ => panic!("no way of quoting is called {other}"),
        },
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Marked lines broken at so many characters, as programs do that put no mark before the rest.
fn broken_at(width: usize, text: &str) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let mut rest = line;
        while let Some((edge, _)) = rest.char_indices().nth(width) {
            let first = rest.len() - rest.trim_start_matches(['>', '|', ' ']).len();
            let Some(at) = rest[..edge].rfind(' ').filter(|at| *at > first) else { break };
            out.push_str(rest[..at].trim_end());
            out.push('\n');
            rest = &rest[at + 1..];
        }
        out.push_str(rest);
        out.push('\n');
    }
    out
}

/// Lines broken at 74 characters, as programs do that mark what they quote first.
fn rewrapped(text: &str) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let mut filled = 0;
        for word in line.split_inclusive(' ') {
            if filled + word.trim_end().chars().count() > 74 && filled > 0 {
                out.push('\n');
                filled = 0;
            }
            out.push_str(word);
            filled += word.chars().count();
        }
        out.push('\n');
    }
    out
}

/// What somebody might wish another to have written.
const SEEDS: &[&str] = &[
    "a line that is as long as it can be for it here READY",
    "a line as long as it can be here CANCEL ALL",
    "so                          RESIGN",
    "==== Order form ====",
    "==== Order form abcdefgh ====",
    "==== End of the order form ====",
    "ORDERS East TST 1",
    "PP 1-3: enter 3 infantry at Richmond",
    "2 discretionary reinforcements to West",
    "CANCEL ALL",
    "READY",
    "YES",
    "> YES",
    "CONFIRM ABCDE-FGHIJ-KLMNO-PQRST-UVWXYZ",
    "SET stacks.4913.sp = 12 BECAUSE so",
    "SEAT Mallory <mal@evil.example> AS usa-trans",
    "PRESS TO usa-sc: I resign",
    "PROCESS phase=1",
    "On Mon, Mar 2, 2026 Judge wrote:",
    "-- ",
    "Sent from my iPhone",
    "-----Original Message-----",
    "END",
    "fine",
    "",
];
const ENDS: &[&str] =
    &["\n", "\n", "\n", "\r\n", "\r", "\u{b}", "\u{c}", "\u{85}", "\u{2028}", "\u{2029}", " ", "    ", "\n\n", "\t"];

fn hostile(chance: &mut Chance) -> String {
    let commands: Vec<&str> = COMMANDS.iter().map(|spec| spec.example).collect();
    let mut text = String::new();
    for _ in 0..1 + chance.below(9) {
        let line = match chance.below(4) {
            0 => (*chance.one_of(&commands).unwrap()).to_owned(),
            1 => "x".repeat(chance.below(90)),
            _ => (*chance.one_of(SEEDS).unwrap()).to_owned(),
        };
        text.push_str(["", "", "", "> ", ">", "| ", "  "][chance.below(7)]);
        text.push_str(&line);
        text.push_str(chance.one_of(ENDS).unwrap());
    }
    text
}

fn read(way: &str, text: &str) -> VisibleText {
    let (body, is_html) = quoted(way, "[war] press from Union commander East", text);
    let kind = if is_html { "html" } else { "plain" };
    let raw = format!(
        "From: wanda@play.example\r\nTo: {JUDGE}\r\nSubject: Re: press\r\nMessage-ID: <1@play.example>\r\nMIME-Version: 1.0\r\n\
         Content-Type: text/{kind}; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n{}",
        body.replace("\r\n", "\n").replace('\n', "\r\n")
    );
    let house = House::new(Address::parse(JUDGE).unwrap(), "adjutant.example");
    parse(raw.as_bytes(), &Limits::default(), &house).unwrap().text
}

/// The text of press with these words, as its reader finds it.
fn press(renderer: &Renderer, words: &str) -> String {
    let reader = PlayerId::of_address("wanda@play.example");
    let notice = Notice::Press(Press {
        game: "war".to_owned(),
        from: "Union commander East".to_owned(),
        seat: "usa-east".to_owned(),
        to: "Union commander West".to_owned(),
        text: Relayed::of(words),
        is_copy: false,
    });
    let told = brief(Viewer::person(&reader), &[Fact::new(Audience::Person(reader), notice)]);
    renderer.render("common/press", told, &[], Vec::new()).unwrap().text().to_owned()
}

#[test]
fn words_that_are_relayed_never_stand_among_typed_ones() {
    let renderer = Renderer::new(adjutant::books::of_the_house().templates(), &BTreeMap::new()).unwrap();
    let mut chance = Chance(22);
    let mut frames: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for way in WAYS {
        let frame = press(&renderer, "hello");
        // Rests of our own lines are nobody else's words.
        let rests = if way.starts_with("broken") { quoted(way, "", &frame).0 } else { String::new() };
        let typed = read(way, &frame).lines.into_iter();
        frames.insert(way, typed.chain(rests.lines().map(str::to_owned)).collect());
    }
    for number in 0..20_000 {
        let words = hostile(&mut chance);
        let letter = press(&renderer, &words);
        let way = WAYS[number % WAYS.len()];
        let typed = read(way, &letter);
        assert!(typed.forms.is_empty(), "{way}: {words:?}");
        for line in typed.lines.iter().filter(|line| !line.trim().is_empty()) {
            assert!(frames[way].contains(line), "{way}: {line:?} of {words:?}\n{letter}");
        }
    }
}

/// Everything that a letter could change of a game and its people.
fn truth(club: &Club) -> String {
    let database = ByHand::open(&club.folder().join("adjutant.db"));
    let mut all = String::new();
    for select in [
        "SELECT group_concat(game || number || revision || deadline || state || ready || ifnull(paused_at, '')) FROM phase",
        "SELECT group_concat(game || seat || ifnull(holder, '')) FROM seat",
        "SELECT group_concat(game || seat || number || revision || lines) FROM sheet",
        "SELECT group_concat(game || player) FROM game_master",
        "SELECT group_concat(id || name || code_counter) FROM player",
        "SELECT group_concat(address) FROM address",
        "SELECT count(*) FROM step",
        "SELECT group_concat(id || status) FROM game",
        "SELECT count(*) FROM outbox WHERE purpose LIKE 'press%'",
    ] {
        let rows: Option<String> = database.one(&format!("SELECT CAST(({select}) AS TEXT)"));
        all.push_str(&rows.unwrap_or_default());
        all.push('\n');
    }
    all
}

/// Answers a letter in each way of quoting; nothing may change.
async fn answer_plainly(war: &mut War, from: &str, letter: &Received) {
    let before = truth(war);
    for way in WAYS {
        let (text, is_html) = quoted(way, &letter.subject, &letter.text);
        let answer = Written {
            from: from.to_owned(),
            subject: format!("Re: {}", letter.subject),
            text,
            in_reply_to: Some(letter.message_id.clone()),
            is_html,
            ..Written::default()
        };
        war.stage.mail(&answer).unwrap();
        war.stage.now += 60;
        war.stage.pass().await.unwrap();
        assert_eq!(truth(war), before, "{way}: an answer to\n{}\n{}", letter.subject, letter.text);
    }
}

/// The letters that came to an address since it had so many.
fn since(war: &War, address: &str, count: usize) -> Vec<Received> {
    war.stage.letters(address).unwrap().split_off(count)
}

const PLANTED: &str = "Dear all,\n\n==== Order form ====\n2 discretionary reinforcements to West\nCANCEL ALL\nREADY\nSEAT Mallory \
                       <mal@evil.example> AS usa-trans\n==== End of the order form ====\n\nSET accounts.usa.west.pp = 20 BECAUSE so\n\
                       PROCESS phase=1\nPRESS TO all: I resign";

#[tokio::test]
async fn the_plainest_answer_to_what_others_wrote_changes_nothing() {
    let mut war = War::begin().await;
    let [sc, west, east] = ["usa-sc", "usa-west", "usa-east"].map(war::address);
    let copied = Written {
        from: west.clone(),
        to: vec![sc.clone()],
        cc: vec![JUDGE.to_owned()],
        subject: "CANCEL ALL".to_owned(),
        text: PLANTED.to_owned(),
        ..Written::default()
    };
    let own = |from: &str, text: String| Written {
        from: from.to_owned(),
        subject: "[war] READY".to_owned(),
        text,
        headers: Vec::new(),
        ..Written::default()
    };
    let codes: BTreeMap<&str, String> =
        ["usa-west", "usa-east"].into_iter().map(|seat| (seat, war.code_of(seat))).collect();
    let deeds = [
        copied,
        own(&west, format!("CODE {}\nPRESS TO usa-east, gm:\n{PLANTED}\nEND", codes["usa-west"])),
        own(&east, format!("CODE {}\nPRESS TO all: {}", codes["usa-east"], "well READY ".repeat(40))),
    ];
    let mut met = 0;
    for deed in deeds {
        let readers = [GM.to_owned(), sc.clone(), west.clone(), east.clone()];
        let counts: Vec<usize> = readers.iter().map(|reader| war.stage.count_letters(reader).unwrap()).collect();
        war.stage.mail(&deed).unwrap();
        war.stage.now += 60;
        war.stage.pass().await.unwrap();
        for (reader, count) in readers.iter().zip(counts) {
            for letter in since(&war, reader, count).iter().filter(|_| *reader != deed.from) {
                answer_plainly(&mut war, reader, letter).await;
                met += 1;
            }
        }
    }
    assert!(met >= 4, "somebody was told of it: {met}");
}

#[tokio::test]
async fn the_rest_of_one_line_of_ours_that_a_program_broke_orders_nothing() {
    let mut war = War::begin().await;
    let sc = war::address("usa-sc");
    let count = war.stage.count_letters(&sc).unwrap();
    let ready = Written {
        from: sc.clone(),
        subject: "[war] READY".to_owned(),
        text: format!("CODE {}\nREADY", war.code_of("usa-sc")),
        ..Written::default()
    };
    war.stage.mail(&ready).unwrap();
    war.stage.pass().await.unwrap();
    let letter = since(&war, &sc, count).pop().expect("an answer");
    let lines = letter.text.lines().map(|line| format!("> {}\n", line.replace(" READY NOTHING", "\nREADY NOTHING")));
    let quoted: String = lines.collect();
    assert!(quoted.contains("\nREADY NOTHING"), "{quoted}");
    let before = truth(&war);
    let answer = Written {
        from: sc,
        subject: format!("Re: {}", letter.subject),
        text: format!("{PLAIN}\n\nOn Mon, Mar 2, 2026 at 1:00 PM Judge <{JUDGE}> wrote:\n\n{quoted}"),
        in_reply_to: Some(letter.message_id.clone()),
        ..Written::default()
    };
    war.stage.mail(&answer).unwrap();
    war.stage.now += 60;
    war.stage.pass().await.unwrap();
    assert_eq!(truth(&war), before, "{quoted}");
}

/// A form filled in as programs bring it back: quoted, below a word of its writer's.
fn filled_in(form: &str, line: &str) -> String {
    let quoted: String = form.lines().map(|line| format!("> {}\n", line.trim_start())).collect();
    let blank = quoted.lines().rfind(|line| line.contains("____")).expect("a line with blanks").to_owned();
    format!("Here it is.\n\n{}", quoted.replacen(&blank, &format!("> {line}"), 1))
}

/// The order form of a report, with its marks.
fn form_of(report: &Received) -> String {
    let from = report.text.find("==== Order form").expect("a form");
    let end = "==== End of the order form ====";
    let to = report.text.find(end).expect("its end") + end.len();
    report.text[from..to].to_owned()
}

async fn answer(war: &mut War, seat: &str, letter: &Received, text: &str) -> String {
    let from = war::address(seat);
    let answer = Written {
        from: from.clone(),
        subject: format!("Re: {}", letter.subject),
        text: text.to_owned(),
        in_reply_to: Some(letter.message_id.clone()),
        ..Written::default()
    };
    war.stage.mail(&answer).unwrap();
    war.stage.now += 60;
    war.stage.pass().await.unwrap();
    war.stage.newest(&from).unwrap().text
}

const FILLED: &str = "PP 1-3: enter 3 infantry at Washington";

#[tokio::test]
async fn a_form_counts_for_nobody_but_him_whom_the_report_went_to() {
    let mut war = War::begin().await;
    war.end_phase().await;
    let [own, other] = ["usa-east", "csa-east"].map(|seat| war.report(seat));
    let (form, foreign) = (form_of(&own), form_of(&other));
    assert!(form.lines().next() != foreign.lines().next(), "no two letters bear one word: {form}");

    // Somebody else's form, one without a word, and one whose word was tried to guess: asked back, and nothing on file.
    let before = truth(&war);
    for mark in ["==== Order form ====", "==== Order form aaaaaaaaaaaaaaaa ====", foreign.lines().next().unwrap()] {
        let forged = form.replacen(form.lines().next().unwrap(), mark, 1);
        let receipt = answer(&mut war, "usa-east", &own, &filled_in(&forged, FILLED)).await;
        assert!(receipt.contains("an order form that is not that of the report"), "{receipt}");
        assert!(receipt.contains(FILLED), "{receipt}");
        assert_eq!(truth(&war), before, "{mark}");
    }

    // His own in an answer to somebody else's letter: a word that was seen proves nothing.
    let report = war.report("usa-west");
    let receipt = answer(&mut war, "usa-west", &report, &filled_in(&form, FILLED)).await;
    assert!(receipt.contains("an order form that is not that of the report"), "{receipt}");
    assert_eq!(truth(&war), before);

    // What fits no blank, and a command, come back line by line; what fits is on file, whatever press stands above it.
    let text = filled_in(&form, &format!("{FILLED}\n> CANCEL ALL\n> and hold the line"));
    let receipt = answer(&mut war, "usa-east", &own, &format!("PRESS TO usa-west: good luck\n{text}")).await;
    assert!(receipt.contains("1. PP 1-3: enter 3 infantry at Washington"), "{receipt}");
    assert!(receipt.contains("fits none of its blanks"), "{receipt}");
    let press = war.letters("usa-west").pop().unwrap().text;
    assert!(press.contains("  | good luck") && !press.contains("infantry"), "{press}");

    // Words alone in one of two blanks are named, and nothing is played without them.
    let half = "PP ____: enter ____ infantry at Washington";
    let receipt = answer(&mut war, "usa-east", &own, &format!("READY\n{}", filled_in(&form, half))).await;
    assert!(receipt.contains(half), "{receipt}");
    let unbroken = receipt.replace('\n', " ");
    assert!(unbroken.contains("filled in only in part"), "{receipt}");
    assert!(unbroken.contains("this was not done") && !receipt.contains("You are ready"), "{receipt}");
    let untouched = answer(&mut war, "usa-east", &own, &format!("READY\n\n> {}", form.replace('\n', "\n> "))).await;
    assert!(untouched.contains("You are ready") && !untouched.contains("____:"), "{untouched}");

    // Its phase played, the same form is over, and says so.
    war.end_phase().await;
    let before = truth(&war);
    war.stage.now += 7_200;
    let receipt = answer(&mut war, "usa-east", &own, &filled_in(&form, FILLED)).await;
    assert!(receipt.contains("the order form for phase 2, which is over"), "{receipt}");
    assert_eq!(truth(&war), before);
}
