//! Every letter under `tests/letters` is read and compared with what is expected beside it. `UPDATE=1` rewrites the
//! expectations; the diff is then the review. Letters too large or too deep to keep as files are made here.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use adjutant::mail::{Address, Excess, House, Letter, Limits, STACK, Sender, parse};
use proptest::prelude::*;

fn house() -> House {
    House::new(Address::parse("judge@example.org").expect("an address"), "judge.example.org")
}

fn parse_apart(raw: Vec<u8>, limits: Limits) -> Result<Letter, Excess> {
    let reader = move || parse(&raw, &limits, &house());
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(reader).expect("a thread");
    thread.join().expect("parsing never panics")
}

/// What a reviewer has to see of a letter.
fn describe(letter: &Letter) -> String {
    let from = match &letter.from {
        Sender::One(address) => address.to_string(),
        Sender::Refused(reason) => format!("nobody ({reason:?})"),
    };
    let mut out = format!(
        "from: {from}\nkind: {:?}\nstanding: {:?}\nsubject: {}\n",
        letter.kind, letter.standing, letter.subject
    );
    let lists = [
        ("plus", letter.tags.clone()),
        ("others", letter.others.iter().map(Address::to_string).collect()),
        ("attachments", letter.attachments.clone()),
        ("notes", letter.text.notes.iter().map(|note| format!("{note:?}")).collect()),
    ];
    for (name, values) in lists.into_iter().filter(|(_, values)| !values.is_empty()) {
        out.push_str(&format!("{name}: {}\n", values.join(", ")));
    }
    out.push('\n');
    for line in &letter.text.lines {
        out.push_str(line);
        out.push('\n');
    }
    let filled = letter.text.forms.iter().flat_map(|form| form.seemingly_filled());
    let doubtful = letter.text.doubtful.iter().flat_map(|lines| lines.head.iter().chain(&lines.below));
    let filled: Vec<&str> = filled.map(String::as_str).collect();
    let doubtful: Vec<&str> = doubtful.map(String::as_str).collect();
    for (title, lines) in [("filled in", filled), ("left out, but may be typed", doubtful)] {
        if !lines.is_empty() {
            out.push_str(&format!("\n{title}:\n{}\n", lines.join("\n")));
        }
    }
    out
}

fn cases() -> Vec<PathBuf> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/letters");
    let mut cases: Vec<PathBuf> = std::fs::read_dir(dir)
        .expect("tests/letters")
        .flatten()
        .map(|case| case.path())
        .filter(|case| case.is_dir())
        .collect();
    cases.sort();
    cases
}

#[test]
fn every_letter_is_read_as_expected() {
    let update = std::env::var_os("UPDATE").is_some();
    let mut wrong = Vec::new();
    for case in cases() {
        let raw = std::fs::read(case.join("letter.eml")).expect("letter.eml");
        let got = describe(&parse_apart(raw, Limits::default()).expect("within the limits"));
        let expected = case.join("expected.txt");
        if update {
            std::fs::write(&expected, &got).expect("expected.txt is written");
        }
        let want = std::fs::read_to_string(&expected).unwrap_or_default();
        if got != want {
            wrong.push(format!("{}\n--- expected\n{want}--- got\n{got}", case.display()));
        }
    }
    assert!(cases().len() > 30);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Orders that must never be read stand in quotes, hidden text, attachments and enclosed letters of the cases.
#[test]
fn no_letter_gives_orders_its_writer_did_not_type() {
    for case in cases() {
        let raw = std::fs::read(case.join("letter.eml")).expect("letter.eml");
        let letter = parse_apart(raw, Limits::default()).expect("within the limits");
        assert!(!letter.text.text().contains("PP 9"), "{}", case.display());
    }
}

#[test]
fn reading_a_letter_twice_gives_the_same() {
    for case in cases() {
        let raw = std::fs::read(case.join("letter.eml")).expect("letter.eml");
        let read = || parse_apart(raw.clone(), Limits::default());
        assert_eq!(read(), read(), "{}", case.display());
    }
}

/// Any letter cut off anywhere is still a letter, as a broken transfer may leave it.
#[test]
fn letters_cut_short_are_still_read() {
    let reader = || {
        for case in cases() {
            let raw = std::fs::read(case.join("letter.eml")).expect("letter.eml");
            for end in (0..raw.len()).step_by(7.max(raw.len() / 200)) {
                parse(&raw[..end], &Limits::default(), &house()).expect("within the limits");
            }
        }
    };
    std::thread::Builder::new().stack_size(STACK).spawn(reader).expect("a thread").join().expect("no panic");
}

/// The pictures of the case were cut short: here they are as large as they came.
#[test]
fn an_answer_that_encloses_our_maps_and_a_large_signature_picture_is_read() {
    let case = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/letters/client-roundcube-logo/letter.eml");
    let short = std::fs::read_to_string(case).expect("letter.eml");
    let is_of_picture = |line: &str| {
        let line = line.trim_end();
        line.len() == 76 && line.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+/".contains(&byte))
    };
    let lines = short.split_inclusive('\n').map(|line| line.repeat(if is_of_picture(line) { 2_000 } else { 1 }));
    let full: String = lines.collect();
    assert!(full.len() > 1_000_000, "{}", full.len());
    let letter = parse_apart(full.into_bytes(), Limits::default()).expect("within the limits");
    assert_eq!(letter.text.lines, ["Hello judge,", "", "PP 1: enter 1 infantry at Richmond", "", "Bob"]);
    assert_eq!((letter.text.html, letter.pictures.len()), (None, 4));
}

const HEAD: &str = "From: alice@example.org\r\nTo: judge@example.org\r\n";

#[test]
fn nesting_bombs_are_refused_before_parsing() {
    let limits = Limits { size: 10_000_000, ..Limits::default() };
    let letters = format!("{HEAD}{}\r\ntext\r\n", "Content-Type: message/rfc822\r\n\r\n".repeat(40_000));
    let multiparts: String =
        (0..2_000).map(|n| format!("Content-Type: multipart/mixed; boundary=\"b{n}.\"\r\n\r\n--b{n}.\r\n")).collect();
    for bomb in [letters, format!("{HEAD}{multiparts}\r\ntext\r\n")] {
        let start = Instant::now();
        assert_eq!(parse_apart(bomb.into_bytes(), limits), Err(Excess::Nesting { limit: 30 }));
        assert!(start.elapsed() < Duration::from_secs(5));
    }
}

#[test]
fn nesting_that_hides_from_the_survey_is_bounded_by_its_number() {
    // The type is folded and spelt so that structure alone might miss it; the stack holds what the ceiling lets through.
    let hidden = |count: usize| {
        format!("{HEAD}{}\r\ntext\r\n", "\r\nX: y\r\ncontent-TYPE: Message/RFC822; x=y\r\n".repeat(count))
    };
    assert_eq!(parse_apart(hidden(501).into_bytes(), Limits::default()), Err(Excess::Parts { limit: 500 }));
    assert!(parse_apart(hidden(500).into_bytes(), Limits::default()).is_ok());
    let wide = Limits { nesting: 600, ..Limits::default() };
    let deep = format!("{HEAD}{}\r\ntext\r\n", "Content-Type: message/rfc822\r\n\r\n".repeat(499));
    assert!(parse_apart(deep.into_bytes(), wide).is_ok());
}

#[test]
fn large_letters_within_the_limits_take_no_long_time() {
    let many = |line: &str| line.repeat(990_000 / line.len());
    let attributes: String = (0..100_000).map(|n| format!("b{n} ")).collect();
    for raw in [
        format!("{HEAD}\r\n{}", many("PP 1: move Grant to Paducah\r\n")),
        format!("{HEAD}\r\n{}", many("CODE ABCD-EFGH-IJKL ")),
        format!("{HEAD}Content-Type: text/html\r\n\r\n{}", many("<div><p>a<b>")),
        format!("{HEAD}Content-Type: text/html\r\n\r\n{}", many("<blockquote>")),
        format!("{HEAD}Content-Type: text/html\r\n\r\n{}", many("<a b=c d")),
        format!("{HEAD}Content-Type: text/html\r\n\r\n<a {attributes}>x</a>"),
        format!("{HEAD}Content-Type: text/plain; format=flowed\r\n\r\n{}", many("> a \r\n")),
        format!("{HEAD}Cc: {}\r\n\r\nx", "a@b.c, ".repeat(30_000)),
        format!("{HEAD}Subject: {}\r\n\r\nx", "=?utf-8?q?a?= ".repeat(15_000)),
        format!("{HEAD}References: {}\r\n\r\nx", "<a@b> ".repeat(40_000)),
    ] {
        let start = Instant::now();
        let start_of_raw = raw[HEAD.len()..HEAD.len() + 40].to_owned();
        parse_apart(raw.into_bytes(), Limits::default()).expect("within the limits");
        assert!(start.elapsed() < Duration::from_secs(10), "{start_of_raw}: {:?}", start.elapsed());
    }
}

/// Pieces of mail that put together make broken letters of every sort.
#[rustfmt::skip]
const PIECES: &[&str] = &[
    "From: a@b.c", "To: judge@example.org", "Subject: =?utf-8?b?//8A?=", "Content-Type: multipart/mixed; boundary=x",
    "Content-Type: message/rfc822", "Content-Type: text/html", "Content-Type: text/plain; charset=utf-16; format=flowed",
    "Content-Transfer-Encoding: base64", "Content-Transfer-Encoding: quoted-printable", "--x", "--x--", "", "", "=3D=",
    "gICA", "<div hidden><p>", "</div>", "> quote", "On Mon, 2 Apr 2012 a@b.c wrote:", "-- ", "\u{FEFF}\0\u{FFFD}", " fold",
    "begin 644 x", "<!--", "CODE abcd-efgh-ijkl",
];

proptest! {
    #[test]
    fn no_bytes_panic(
        picks in prop::collection::vec(0..PIECES.len(), 0..40),
        noise in prop::collection::vec(any::<u8>(), 0..60),
        ends in prop::collection::vec(prop::sample::select(vec!["\r\n", "\n", "\r", ""]), 40),
    ) {
        let mut raw: Vec<u8> = Vec::new();
        for (pick, end) in picks.iter().zip(&ends) {
            raw.extend_from_slice(PIECES[*pick].as_bytes());
            raw.extend_from_slice(end.as_bytes());
        }
        raw.extend_from_slice(&noise);
        if let Ok(letter) = parse(&raw, &Limits::default(), &house()) {
            prop_assert!(letter.text.lines.iter().all(|line| !line.contains(['\n', '\r', '\0'])));
        }
    }
}

#[test]
fn a_copy_without_the_code_is_told_by_the_same_content() {
    let letter = |text: &str| {
        let head = "From: ann@play.example\r\nTo: judge@example.org\r\nMessage-ID: <c2@play.example>\r\nSubject: [cw1]\r\n\r\n";
        parse_apart(format!("{head}{text}").into_bytes(), Limits::default()).unwrap().canon
    };
    let proven = letter("CODE EYO4-WDUW-BCDK\r\nADD borrow 200\r\n");
    assert_eq!(proven, letter("ADD borrow 200\r\n"));
    assert_eq!(proven, letter("ADD borrow 200\r\nCODE EYO4-WDUW-BCDK\r\n"));
    assert_ne!(proven, letter("ADD borrow 300\r\n"));
}
