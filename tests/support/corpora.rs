//! Where other people's letters are, what class each is of, and those of our own. Knows the folder's `labels.tsv`.

use std::path::{Path, PathBuf};

use adjutant::mail::{Address, Excess, House, Letter, Limits, STACK, parse};

/// One labelled file.
#[derive(Debug, Clone)]
pub struct Labelled {
    pub path: PathBuf,
    /// Its path in the folder.
    pub name: String,
    pub class: String,
}

impl Labelled {
    pub fn raw(&self) -> Vec<u8> {
        std::fs::read(&self.path).unwrap_or_else(|why| panic!("read {}: {why}", self.path.display()))
    }
}

/// The folder that ADJUTANT_CORPORA names, else the one beside the project; says so when there is none.
pub fn folder() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpora");
    let named = std::env::var_os("ADJUTANT_CORPORA").map(PathBuf::from);
    let folder = named.unwrap_or(beside);
    if folder.join("labels.tsv").is_file() {
        return Some(folder);
    }
    println!(
        "no corpora at {} (ADJUTANT_CORPORA names another folder): none of their letters was read",
        folder.display()
    );
    None
}

/// The files of some classes; none where there is no folder.
pub fn of(classes: &[&str]) -> Vec<Labelled> {
    let all = folder().map_or_else(Vec::new, |folder| labelled(&folder));
    all.into_iter().filter(|file| classes.is_empty() || classes.contains(&file.class.as_str())).collect()
}

fn labelled(folder: &Path) -> Vec<Labelled> {
    let labels = std::fs::read_to_string(folder.join("labels.tsv")).expect("labels.tsv");
    let rows = labels.lines().skip(1).filter_map(|row| {
        let mut columns = row.split('\t');
        let name = columns.next()?.to_owned();
        Some(Labelled { path: folder.join(&name), name, class: columns.next()?.to_owned() })
    });
    rows.collect()
}

/// The project's own letters.
pub fn own() -> Vec<Labelled> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/letters");
    let cases = std::fs::read_dir(dir).expect("tests/letters").flatten();
    let mut cases: Vec<PathBuf> = cases.map(|case| case.path()).filter(|case| case.is_dir()).collect();
    cases.sort();
    let label = |case: PathBuf| {
        let name = case.file_name().expect("a case has a name").to_string_lossy().into_owned();
        Labelled { path: case.join("letter.eml"), name, class: "OWN".to_owned() }
    };
    cases.into_iter().map(label).collect()
}

/// The letters of an mbox file.
pub fn split_mbox(raw: &[u8]) -> Vec<Vec<u8>> {
    let mut letters: Vec<Vec<u8>> = Vec::new();
    for line in raw.split_inclusive(|&byte| byte == b'\n') {
        if line.starts_with(b"From ") {
            letters.push(Vec::new());
        } else if let Some(letter) = letters.last_mut() {
            letter.extend_from_slice(line);
        }
    }
    letters
}

pub fn house() -> House {
    House::new(Address::parse("judge@judge.example.org").expect("an address"), "judge.example.org")
}

/// Reads a letter with the stack that reading may need.
pub fn parse_apart(raw: Vec<u8>) -> Result<Letter, Excess> {
    let reader = move || parse(&raw, &Limits::default(), &house());
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(reader).expect("a thread");
    thread.join().expect("parsing never panics")
}
