//! Real letters by other people's programs, where a folder of them is given: `ADJUTANT_CORPORA=dir cargo test --test
//! mail_corpora -- --nocapture`. The folder holds `labels.tsv` (path, class, ...) and the files it names. Without it
//! the project's own letters under `tests/letters` are read, and the output says that nothing else was.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use adjutant::mail::letter::STACK;
use adjutant::mail::visible::read_plain;
use adjutant::mail::{Address, Excess, House, Kind, Letter, Limits, parse};

/// Generous, because tests are not optimised and machines are busy.
const SLOWEST: Duration = Duration::from_secs(2);

fn house() -> House {
    House::new(Address::parse("judge@judge.example.org").expect("an address"), "judge.example.org")
}

fn parse_apart(raw: Vec<u8>) -> Result<Letter, Excess> {
    let reader = move || parse(&raw, &Limits::default(), &house());
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(reader).expect("a thread");
    thread.join().expect("parsing never panics")
}

fn corpora() -> Option<PathBuf> {
    let dir = std::env::var_os("ADJUTANT_CORPORA").map(PathBuf::from);
    if dir.is_none() {
        println!("ADJUTANT_CORPORA is not set: no corpus was read");
    }
    dir
}

fn own_letters() -> Vec<(PathBuf, String)> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/letters");
    let cases = std::fs::read_dir(dir).expect("tests/letters").flatten();
    let cases = cases.map(|case| case.path()).filter(|case| case.is_dir());
    cases.map(|case| (case.join("letter.eml"), "OWN".to_owned())).collect()
}

fn labelled(dir: &Path) -> Vec<(PathBuf, String)> {
    let labels = std::fs::read_to_string(dir.join("labels.tsv")).expect("labels.tsv");
    let rows = labels.lines().skip(1).filter_map(|row| {
        let mut columns = row.split('\t');
        Some((dir.join(columns.next()?), columns.next()?.to_owned()))
    });
    rows.collect()
}

#[test]
fn no_letter_panics_or_takes_long() {
    let letters = corpora().map_or_else(own_letters, |dir| labelled(&dir));
    assert!(!letters.is_empty());
    let mut worst = Duration::ZERO;
    for (path, _) in &letters {
        let raw = std::fs::read(path).expect("a readable letter");
        let start = Instant::now();
        let read = parse_apart(raw);
        worst = worst.max(start.elapsed());
        assert!(start.elapsed() < SLOWEST, "{}: {read:?}", path.display());
    }
    println!("{} letters read, the slowest in {worst:?}", letters.len());
}

#[test]
fn most_delivery_reports_are_known_by_their_marks() {
    let Some(dir) = corpora() else {
        return;
    };
    let bounces: Vec<_> = labelled(&dir).into_iter().filter(|(_, class)| class == "BOUNCE").collect();
    let mut missed = Vec::new();
    for (path, _) in &bounces {
        let letter = parse_apart(std::fs::read(path).expect("a readable letter"));
        if letter.is_ok_and(|letter| letter.kind == Kind::Personal) {
            missed.push(path.display().to_string());
        }
    }
    println!("{} of {} bounces not recognised:\n{}", missed.len(), bounces.len(), missed.join("\n"));
    assert!(missed.len() * 5 < bounces.len());
}

/// Lines that say something, without marks of quoting.
fn telling(text: &str) -> Vec<String> {
    let (plain, lines) = (text.replace('\r', ""), Vec::new());
    plain.lines().fold(lines, |mut lines, line| {
        let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
        if line.chars().filter(|c| c.is_alphanumeric()).count() > 2 && !line.starts_with('>') {
            lines.push(line);
        }
        lines
    })
}

#[test]
fn replies_are_cut_as_their_expectations_say() {
    let Some(dir) = corpora() else {
        return;
    };
    let dir = dir.join("email_reply_trimmer");
    let (mut exact, mut leaked, mut lost, mut all) = (0, Vec::new(), Vec::new(), 0);
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(&dir).expect("the corpus").flatten().map(|file| file.path()).collect();
    files.sort();
    for path in files.iter().filter(|path| !path.to_string_lossy().contains("expected")) {
        let sibling = |ending: &str| std::fs::read_to_string(path.with_extension(ending)).unwrap_or_default();
        let got = telling(&read_plain(&std::fs::read_to_string(path).expect("UTF-8")).text());
        let want = telling(&read_plain_characters(&sibling("expected.txt")));
        let name = path.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        all += 1;
        exact += usize::from(got == want);
        let extra: Vec<_> = got.iter().filter(|line| !want.contains(line)).collect();
        let missing: Vec<_> = want.iter().filter(|line| !got.contains(line)).collect();
        if !extra.is_empty() {
            leaked.push(format!("{name}: {extra:?}"));
        }
        if !missing.is_empty() {
            lost.push(format!("{name}: {missing:?}"));
        }
    }
    println!("{exact} of {all} exactly\nkept too much: {}\n{}", leaked.len(), leaked.join("\n"));
    println!("left out too much: {}\n{}", lost.len(), lost.join("\n"));
    assert!(exact * 10 >= all * 8);
}

/// The same signs for the same characters on both sides of the comparison.
fn read_plain_characters(text: &str) -> String {
    let signs = [
        ("\u{2018}", "'"),
        ("\u{2019}", "'"),
        ("\u{201C}", "\""),
        ("\u{201D}", "\""),
        ("\u{2013}", "-"),
        ("\u{2014}", "-"),
        ("\u{2026}", "..."),
        ("\u{A0}", " "),
    ];
    signs.iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to))
}
