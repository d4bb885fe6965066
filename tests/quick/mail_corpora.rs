//! Real letters by other people's programs, class by class: what each must be read as, and what never. The folder is
//! `../shared/corpora`, or that named by ADJUTANT_CORPORA; without it the project's own letters are read where that says
//! something, and the output says that nothing else was. `--nocapture` prints the counts.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::support::corpora::{Labelled, folder, house, of, own, parse_apart, split_mbox};
use crate::support::counting::most_held;
use adjutant::cli::stage::{Scene, Stage};
use adjutant::game::schedule::{Pace, Timetable};
use adjutant::mail::visible::read_plain;
use adjutant::mail::{Kind, Letter, Limits, Note, parse};
use adjutant::order::{Command, Request, read_letter};
use adjutant::reader::Reading;
use adjutant::rules::{Context, Table};

const NEW: &str = "PP 1-3: enter 3 infantry at Washington";
const OLD: &str = "PP 9: surrender Cairo";

fn table() -> std::sync::Arc<dyn Table> {
    adjutant::books::of_the_house().table("civil-war", "1861").expect("civil-war is on the shelf")
}

/// What a letter's text asks, if anything: a command, or a line that the book reads as a whole order. CHECK and ADD
/// are words of every letter; what stands behind them is a line of its own.
fn asks(table: &dyn Table, lines: &[String]) -> Option<String> {
    let mut context = Context::default();
    read_letter(lines, |line| table.begins_order(line)).into_iter().find_map(|request| match request {
        Request::Command(_, Command::Check { .. } | Command::Add { .. }) => None,
        Request::Broken(..) | Request::BelowPress(_) => None,
        Request::Command(line, _) => Some(line.text),
        Request::Order(line) => {
            let read = table.read(&mut context, &line.text);
            let is_order = read.is_ok_and(|read| read.is_whole() && !read.orders.is_empty());
            (is_order && table.begins_order(&line.text)).then_some(line.text)
        }
    })
}

/// Every letter of these classes, mbox files taken apart.
fn letters(classes: &[&str]) -> Vec<(String, Vec<u8>)> {
    let files = of(classes).into_iter();
    files
        .flat_map(|file| match file.class.as_str() {
            "MBOX" => {
                let parts = split_mbox(&file.raw()).into_iter().enumerate();
                parts.map(|(n, raw)| (format!("{}#{n}", file.name), raw)).collect::<Vec<_>>()
            }
            _ => vec![(file.name.clone(), file.raw())],
        })
        .collect()
}

fn report(class: &str, all: usize, wrong: &[String]) {
    println!("{class}: {all} letters, {} wrong", wrong.len());
    assert!(wrong.is_empty(), "{class}:\n{}", wrong.join("\n"));
}

#[test]
fn no_letter_panics_takes_long_or_holds_orders_nobody_wrote() {
    let (table, mut all) = (table(), letters(&["PARSE", "MBOX", "BOUNCE", "ATTACH", "HTML"]));
    if all.is_empty() {
        all = own().iter().map(|file| (file.name.clone(), file.raw())).collect();
    }
    let mut wrong = Vec::new();
    let (mut worst, mut slowest) = (Duration::ZERO, String::new());
    let foreign = folder().is_some();
    for (name, raw) in &all {
        let start = Instant::now();
        let letter = parse_apart(raw.clone());
        let took = start.elapsed();
        if took > worst {
            (worst, slowest) = (took, name.clone());
        }
        let asked = letter.ok().filter(|_| foreign).and_then(|letter| asks(table.as_ref(), &letter.text.lines));
        wrong.extend(asked.map(|line| format!("{name}: {line}")));
    }
    println!("the slowest took {worst:?}: {slowest}");
    // Fifty milliseconds are asked of the program as it is shipped; tests are not optimised and machines are busy.
    assert!(worst < Duration::from_secs(2), "{slowest}: {worst:?}");
    report("PARSE, MBOX, BOUNCE, ATTACH, HTML", all.len(), &wrong);
}

#[test]
fn reading_takes_little_more_memory_than_the_letter() {
    let mut all = letters(&["PARSE", "MBOX", "BOUNCE", "ATTACH", "HTML"]);
    if all.is_empty() {
        all = own().iter().map(|file| (file.name.clone(), file.raw())).collect();
    }
    let mut worst = (0.0, String::new());
    for (name, raw) in &all {
        let taken = most_held(|| parse(raw, &Limits::default(), &house()));
        let times = taken.saturating_sub(64 * 1024) as f64 / raw.len().max(1) as f64;
        if times > worst.0 {
            worst = (times, name.clone());
        }
    }
    println!("at most {:.1} times the letter's size, and 64 KiB: {}", worst.0, worst.1);
    assert!(worst.0 < 8.0, "{}: {:.1} times its size", worst.1, worst.0);
}

/// Reports by their class that we take for letters of persons, and why.
const UNMARKED: [(&str, &str); 2] = [
    ("flufl-bounce/groupwise_03.txt", "a person's answer by Outlook, about a booking: no report is in it"),
    (
        "flufl-bounce/simple_20.txt",
        "from an address like a person's, with a return path; only its prose says what it is",
    ),
];

#[test]
fn delivery_reports_are_known_by_their_marks_but_for_two() {
    let all = of(&["BOUNCE"]);
    let kind = |file: &&Labelled| parse_apart(file.raw()).is_ok_and(|letter| letter.kind == Kind::Personal);
    let missed: Vec<&str> = all.iter().filter(kind).map(|file| file.name.as_str()).collect();
    println!("BOUNCE: {} reports, {} without any mark: {UNMARKED:?}", all.len(), missed.len());
    assert!(all.is_empty() || missed == UNMARKED.map(|(name, _)| name), "{missed:?}");
}

/// Whoever is not registered gets no answer and changes nothing; nor does any program.
#[tokio::test(flavor = "multi_thread")]
async fn no_letter_of_a_stranger_is_answered() {
    let all = letters(&[]);
    let root = tempfile::tempdir().unwrap();
    let scene = Scene {
        judge: "judge@adjutant.example",
        gm: ("Grace", "grace@gm.example"),
        timetable: Timetable {
            zone: chrono_tz::UTC,
            rhythms: BTreeMap::new(),
            grace_minutes: 1440,
            reminders_minutes: Vec::new(),
            pace: Pace::default(),
        },
        shelf: adjutant::books::of_the_house(),
        begins: 1_772_452_800,
        templates: Vec::new(),
    };
    let mut stage = Stage::set_up(root.path(), scene, [9; 32]).unwrap();
    stage.pass().await.unwrap();
    let greeted = stage.letters("grace@gm.example").unwrap().len();
    for (_, raw) in &all {
        stage.mail_raw(raw).unwrap();
    }
    stage.pass().await.unwrap();
    let written_to = std::fs::read_dir(root.path().join("players")).unwrap().count();
    println!("{} letters of strangers, of all classes: none answered", all.len());
    assert_eq!(written_to, 1, "somebody besides the GM was written to");
    assert_eq!(stage.letters("grace@gm.example").unwrap().len(), greeted);
}

/// The expected text beside a file of email_reply_trimmer.
fn expected(file: &Labelled) -> Option<Vec<String>> {
    let path = file.path.with_extension("expected.txt");
    Some(telling(&std::fs::read_to_string(path).ok()?))
}

/// Lines that say something, without marks of quoting, their signs made plain.
fn telling(text: &str) -> Vec<String> {
    let signs = [("\u{2018}", "'"), ("\u{2019}", "'"), ("\u{201C}", "\""), ("\u{201D}", "\""), ("\u{A0}", " ")];
    let dashes = [("\u{2013}", "-"), ("\u{2014}", "-"), ("\u{2026}", "..."), ("\r", "")];
    let plain = signs.iter().chain(&dashes).fold(text.to_owned(), |text, (from, to)| text.replace(from, to));
    let lines = plain.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    let says = |line: &String| line.chars().filter(|c| c.is_alphanumeric()).count() > 2 && !line.starts_with('>');
    lines.filter(says).collect()
}

/// Where we read something else than the collection expects, in so many lines more and less than it, and why.
const OTHERWISE: [(&str, usize, usize, &str); 4] = [
    (
        "email_reply_trimmer/embedded_email_17.txt",
        0,
        16,
        "it begins with `On ..., ... wrote:` and has no marks below: we take what follows for the original, and not for an order",
    ),
    ("email_reply_trimmer/embedded_email_18.txt", 0, 3, "the same"),
    (
        "email_reply_trimmer/embedded_email_7.txt",
        1,
        0,
        "a signature below a line of underscores, which the collection is right about: such a line also parts orders, and \
         orders below it must not be lost, so that we read on",
    ),
    (
        "email_reply_trimmer/forwarded_message.txt",
        0,
        1,
        "a forwarded letter and nothing else: the collection keeps it, for a judge it is somebody else's words",
    ),
];

#[test]
fn replies_are_cut_as_their_expectations_say_but_for_four() {
    let replies: Vec<Labelled> = of(&["QUOTE"]).into_iter().filter(|file| expected(file).is_some()).collect();
    let mut differing = Vec::new();
    for file in &replies {
        let got = telling(&read_plain(&String::from_utf8_lossy(&file.raw())).text());
        let want = expected(file).unwrap_or_default();
        let more = got.iter().filter(|line| !want.contains(line)).count();
        let less = want.iter().filter(|line| !got.contains(line)).count();
        if got != want {
            differing.push((file.name.as_str(), more, less));
        }
    }
    println!("EXPECTED: {} of {} as expected", replies.len() - differing.len(), replies.len());
    OTHERWISE.iter().for_each(|(name, .., why)| println!("  {name}: {why}"));
    let known: Vec<_> = OTHERWISE.iter().map(|(name, more, less, _)| (*name, *more, *less)).collect();
    assert!(replies.is_empty() || differing == known, "{differing:?}");
}

/// The first line of the original that stands without marks to the end of the letter, found by reading the letters.
fn tails() -> BTreeMap<String, usize> {
    let rows = include_str!("../support/corpora-tails.tsv").lines().filter_map(|row| row.split_once('\t'));
    rows.map(|(name, line)| (name.to_owned(), line.parse().expect("a number"))).collect()
}

/// A reply with orders planted in it: one typed on top, others in everything that is quoted.
fn graft(text: &str, tail: Option<usize>) -> (String, usize) {
    let mut planted = 0;
    let mut out = format!("{NEW}\n\n");
    for (at, line) in text.lines().enumerate() {
        let in_tail = tail.is_some_and(|tail| at + 1 >= tail);
        out.push_str(line);
        out.push('\n');
        let marks: String = line.chars().take_while(|c| matches!(c, '>' | ' ' | '\t')).collect();
        if marks.contains('>') {
            out.push_str(&format!("{marks}{OLD}\n"));
            planted += 1;
        } else if in_tail && line.trim().is_empty() && tail.is_some_and(|tail| at > tail + 5) {
            out.push_str(&format!("{OLD}\n\n"));
            planted += 1;
        }
    }
    if tail.is_some() {
        out.push_str(&format!("\n{OLD}\n{OLD}\n"));
        planted += 2;
    }
    (out, planted)
}

fn as_letter(text: &str) -> Letter {
    let head = "From: ann@example.org\nTo: judge@judge.example.org\nSubject: Re: report\nContent-Type: text/plain; \
                charset=utf-8\nContent-Transfer-Encoding: 8bit\n";
    parse_apart(format!("{head}\n{text}").replace('\n', "\r\n").into_bytes()).expect("within the limits")
}

/// What a reading got wrong of the planted orders.
fn misread(name: &str, letter: &Letter) -> Option<String> {
    let count = |order: &str| letter.text.lines.iter().filter(|line| line.contains(order)).count();
    let (typed, quoted) = (count(NEW), count(OLD));
    (typed != 1 || quoted > 0).then(|| format!("{name}: {typed} typed and {quoted} quoted orders read"))
}

#[test]
fn orders_planted_in_quotes_are_never_read_and_typed_ones_always() {
    let (mut wrong, mut all, mut planted, tails) = (Vec::new(), 0, 0, tails());
    for file in of(&["QUOTE"]).iter().filter(|file| !file.name.ends_with(".html") && !file.name.ends_with(".eml")) {
        let text = String::from_utf8_lossy(&file.raw()).replace("\r\n", "\n");
        let (grafted, count) = graft(&text, tails.get(&file.name).copied());
        wrong.extend(misread(&file.name, &as_letter(&grafted)));
        all += 1;
        planted += count;
    }
    println!("QUOTE: {planted} orders planted in quotes");
    report("QUOTE", all, &wrong);
}

/// The text the trimmer's authors say is not the reply's own gets an order in every gap between its paragraphs.
#[test]
fn orders_planted_where_the_expectations_say_quote_are_never_read() {
    let (mut wrong, mut all, mut planted) = (Vec::new(), 0, 0);
    for file in of(&["QUOTE"]) {
        let Some(want) = expected(&file) else { continue };
        let text = String::from_utf8_lossy(&file.raw()).replace("\r\n", "\n");
        // What is left out to the end of the letter; above it replies go on.
        let lines: Vec<&str> = text.lines().collect();
        let own = |line: &&str| telling(line).first().is_some_and(|line| want.contains(line));
        let Some(first) = (0..lines.len()).rev().find(|&at| own(&lines[at])).map(|at| at + 1) else { continue };
        // Its head is as long as heads are.
        // Below lines with marks, text without them is a reply again.
        let is_marked = |at: usize| {
            let above = lines[..at].iter().rev().find(|line| !line.trim().is_empty());
            above.is_some_and(|line| line.trim_start().starts_with(['>', '|']))
        };
        let is_gap = |&at: &usize| lines[at].trim().is_empty() && !is_marked(at);
        let gaps: Vec<usize> = (first + 8..lines.len()).filter(is_gap).collect();
        let mut grafted: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
        gaps.iter().rev().for_each(|&at| grafted.insert(at + 1, format!("{OLD}\n")));
        let letter = as_letter(&format!("{NEW}\n\n{}", grafted.join("\n")));
        wrong.extend(misread(&file.name, &letter));
        all += 1;
        planted += gaps.len();
    }
    println!("EXPECTED: {planted} orders planted in what is not the reply's own");
    report("EXPECTED", all, &wrong);
}

/// Sentences between two tags that a letter does not show as its writer's own become orders.
#[test]
fn orders_planted_in_quoted_html_are_never_read() {
    let (mut wrong, mut all, mut planted) = (Vec::new(), 0, 0);
    for file in of(&["QUOTE", "HTML"]).iter().filter(|file| file.name.ends_with(".html") || file.name.ends_with(".eml"))
    {
        let raw = String::from_utf8_lossy(&file.raw()).into_owned();
        let page =
            if file.name.ends_with(".html") { format!("Content-Type: text/html; charset=utf-8\n\n{raw}") } else { raw };
        let letter = parse_apart(page.clone().into_bytes()).expect("within the limits");
        let kept = letter.text.lines.iter().chain(letter.text.html.iter().flatten()).cloned().collect::<String>();
        let mut grafted = page.clone();
        for sentence in page.split(['<', '>', '\n']).map(str::trim) {
            let is_text = !sentence.starts_with("Sent from")
                && sentence.len() > 3
                && sentence.chars().all(|c| c.is_alphanumeric() || " .,!?'".contains(c));
            if is_text && sentence.contains(' ') && !kept.contains(sentence) && !page.contains(&format!("{sentence}:"))
            {
                for (open, close) in [(">", "<"), ("\n> ", "\n"), ("\n", "\n")] {
                    let (from, to) = (format!("{open}{sentence}{close}"), format!("{open}{OLD}{close}"));
                    planted += grafted.matches(&from).count();
                    grafted = grafted.replace(&from, &to);
                }
            }
        }
        let letter = parse_apart(grafted.into_bytes()).expect("within the limits");
        let read = letter.text.lines.iter().chain(letter.text.html.iter().flatten()).any(|line| line.contains(OLD));
        wrong.extend(read.then(|| format!("{}: a quoted order was read: {:?}", file.name, letter.text)));
        all += 1;
    }
    println!("HTML: {planted} orders planted in quoted HTML");
    report("QUOTE and HTML as HTML", all, &wrong);
}

#[test]
fn hidden_orders_in_real_pages_are_never_read_and_visible_ones_always() {
    let (mut wrong, mut all) = (Vec::new(), 0);
    let hidden = format!(
        "<!-- {OLD} --><style>{OLD}</style><title>{OLD}</title><div style='display:none'>{OLD}</div><blockquote>{OLD}</blockquote>\
         <span style='font-size:0'>{OLD}</span><script>{OLD}</script><p hidden>{OLD}</p>"
    );
    for (name, raw) in letters(&["HTML"]) {
        let text = String::from_utf8_lossy(&raw).into_owned();
        let lower = text.to_ascii_lowercase();
        let Some(at) = lower.find("<body").and_then(|body| text[body..].find('>').map(|end| body + end + 1)) else {
            continue;
        };
        let grafted = format!("{}{hidden}<div>{NEW}</div>{}", &text[..at], &text[at..]);
        wrong.extend(misread(&name, &parse_apart(grafted.into_bytes()).expect("within the limits")));
        all += 1;
    }
    report("HTML with hidden orders", all, &wrong);
}

#[test]
fn nothing_below_a_signature_is_an_order() {
    let (mut wrong, mut all, table) = (Vec::new(), 0, table());
    let files: BTreeMap<String, String> = of(&["SIGNATURE"])
        .iter()
        .map(|file| (file.name.clone(), String::from_utf8_lossy(&file.raw()).into_owned()))
        .collect();
    for (name, signature) in files.iter().filter(|(name, _)| name.ends_with("_signature")) {
        let body = &files[&name.replace("_signature", "_body")];
        let letter = as_letter(&format!("{NEW}\n\n-- \n{signature}\n{OLD}\n"));
        wrong.extend(misread(name, &letter));
        // As its writer sent it, without the mark: what stands there says nothing that is an order.
        wrong.extend(asks(table.as_ref(), &as_letter(body).text.lines).map(|line| format!("{name}: {line}")));
        all += 1;
    }
    report("SIGNATURE", all, &wrong);
}

#[test]
fn attachments_are_named_and_never_read() {
    let (mut wrong, mut all) = (Vec::new(), 0);
    for (name, raw) in letters(&["ATTACH"]) {
        let letter = parse_apart(raw).expect("within the limits");
        let told = letter.text.notes.iter().filter(|note| matches!(note, Note::AttachmentIgnored(_))).count();
        // One is a page and no file: its only part, to be shown in the letter, without a name.
        let is_page = letter.text.notes.contains(&Note::HtmlOnly) && !letter.text.lines.is_empty();
        if !is_page && (letter.attachments.is_empty() || told == 0) {
            wrong.push(format!("{name}: {:?} {:?}", letter.attachments, letter.text.notes));
        }
        all += 1;
    }
    report("ATTACH", all, &wrong);
}

#[test]
fn the_table_of_tails_names_letters_that_are_there() {
    let Some(folder) = folder() else { return };
    for (name, line) in tails() {
        let text = std::fs::read(Path::new(&folder).join(&name)).expect("a letter of the table");
        assert!(String::from_utf8_lossy(&text).lines().count() >= line, "{name}");
    }
}
