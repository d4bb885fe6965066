//! A program that is measured, with a folder of its own: its inbox is a Maildir, its answers are files under another folder.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::UNIX_EPOCH;

use adjutant::cli::config::Config;
use adjutant::post::deliver;
use adjutant::store::Store;

use super::support;
use super::support::letters::Root;

/// Answers are not what is measured here: nobody is answered more seldom for writing much.
const LIMITS: [&str; 6] =
    ["asked_per_hour", "asked_per_day", "per_hour", "per_day", "letters_per_day", "bytes_per_day"];

const HEAD_OF_LIMITS: &str = "# [limits.answers]\n";

/// A program in its folder.
pub struct Contestant {
    program: PathBuf,
    folder: PathBuf,
    roots: Vec<Root>,
    written: u64,
}

impl Contestant {
    /// Makes a judge's folder with so many campaigns, whose reports are all sent.
    pub fn prepare(program: &Path, folder: &Path, games: usize) -> Self {
        let made = Command::new(program)
            .args(["init", "--gm", "Grace <grace@gm.example>", "--address", support::JUDGE])
            .arg(folder)
            .stdout(Stdio::null())
            .status()
            .expect("init");
        assert!(made.success());
        let settings = folder.join("adjutant.toml");
        let mut text =
            std::fs::read_to_string(&settings).expect("the settings").replace("# pictures = true", "pictures = false");
        let limits: String = LIMITS.map(|limit| format!("{limit} = 2_000_000_000\n")).concat();
        assert!(text.contains(HEAD_OF_LIMITS));
        text = text.replace(HEAD_OF_LIMITS, &format!("[limits.answers]\n{limits}"));
        std::fs::write(&settings, text).expect("the settings");
        let config = Config::read(&settings).expect("the settings");
        let house = config.house(adjutant::books::of_the_house()).expect("a house");
        let roots = support::runtime().block_on(async {
            let store = Store::open(&config.database).expect("a database");
            store.check_key(&house.key.fingerprint()).expect("a key");
            // Of today, so that no phase is due and the judge has only to wait.
            let now = UNIX_EPOCH.elapsed().expect("the time").as_secs();
            let roots = support::fill(&house, &store, games, i64::try_from(now).expect("the time"));
            store.close();
            roots
        });
        let contestant = Self { program: program.to_owned(), folder: folder.to_owned(), roots, written: 0 };
        contestant.round();
        contestant
    }

    fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(&self.program);
        command.arg("--config").arg(self.folder.join("adjutant.toml")).args(words).env("ADJUTANT_LOG", "error");
        command
    }

    /// Has the program take in, decide and answer what is there, as a process of its own.
    pub fn round(&self) {
        let status = self.command(&["run", "--once"]).stdout(Stdio::null()).status().expect("a round");
        assert!(status.success());
    }

    /// The program as it waits for letters.
    pub fn daemon(&self) -> Command {
        self.command(&["run"])
    }

    /// Where letters arrive.
    pub fn inbox(&self) -> PathBuf {
        self.folder.join("mail/inbox")
    }

    /// How many letters lie in the Maildirs of all players.
    pub fn answers(&self) -> usize {
        let Ok(people) = std::fs::read_dir(self.folder.join("mail/outbox")) else { return 0 };
        let new = people.map(|person| person.expect("a Maildir").path().join("new"));
        new.map(|new| std::fs::read_dir(new).map_or(0, Iterator::count)).sum()
    }

    /// A letter of ten orders, of the commanders of all games by turns, other orders each time.
    pub fn next_letter(&mut self) -> Vec<u8> {
        let count = self.roots.len() as u64;
        let (round, root) = (self.written / count, &self.roots[(self.written % count) as usize]);
        let number = 2 * self.written + round % 2;
        self.written += 1;
        root.answer(number)
    }

    /// Puts so many of them into the inbox.
    pub fn orders(&mut self, count: usize) -> usize {
        for _ in 0..count {
            let letter = self.next_letter();
            deliver(&self.inbox(), &letter, None).expect("delivered");
        }
        count
    }

    /// Puts a letter into the inbox whose lines are orders that cannot stand.
    pub fn wrong_lines(&mut self, lines: usize) -> usize {
        self.written += 1;
        let places = ["Wasington", "Nowhere", "Manasas", "Richmont"];
        let line = |n: usize| format!("PP {}: move McDowel to {}", n % 13 + 1, places[n % places.len()]);
        let orders: Vec<String> = (0..lines).map(line).collect();
        let orders: Vec<&str> = orders.iter().map(String::as_str).collect();
        let letter = self.roots[0].answer_with(1_000_000 + self.written, &orders);
        deliver(&self.inbox(), &letter, None).expect("delivered");
        1
    }
}
