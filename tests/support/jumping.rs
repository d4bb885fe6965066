//! The daemon by clocks that tests move: the true time, the machine's wall clock that may be wrong about it, a steady
//! one, and the mail server's. The mailbox is a real Maildir that can be made unreadable.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use adjutant::cli::stage::{Received, Scene, Stage, Written};
use adjutant::daemon::{self, CaughtUp, Clock, DaemonError, Judge, Mailbox};
use adjutant::desk::Key;
use adjutant::game::schedule::{Pace, Rhythm, Timetable};
use adjutant::post::{Fetched, LetterKey, MailSource, MaildirSettings, MaildirSource, PostError, deliver};
use adjutant::store::{self, Marked, Restored, Store, StoreError};
use tokio::task::JoinHandle;

pub const GM: &str = "grace@gm.example";
pub const SEATS: [&str; 7] = ["usa-sc", "usa-east", "usa-west", "usa-trans", "csa-sc", "csa-east", "csa-west"];
/// Monday, 2 March 2026, 12:00 UTC. The first deadline is Friday the 6th, 20:00 UTC.
pub const BEGINS: i64 = 1_772_452_800;
pub const HOUR: i64 = 3600;
pub const DAY: i64 = 86_400;

/// What the clocks show.
#[derive(Clone)]
pub struct Clocks(Arc<Faces>);

struct Faces {
    truth: AtomicI64,
    /// What the wall clock is ahead of the truth.
    wall_off: AtomicI64,
    /// What the mail server's is.
    server_off: AtomicI64,
    /// What the steady clock lost while the machine slept.
    slept: AtomicI64,
    server_tells: AtomicBool,
    mailbox_works: AtomicBool,
}

impl Clocks {
    pub fn new(truth: i64) -> Self {
        let zero = || AtomicI64::new(0);
        Self(Arc::new(Faces {
            truth: AtomicI64::new(truth),
            wall_off: zero(),
            server_off: zero(),
            slept: zero(),
            server_tells: AtomicBool::new(true),
            mailbox_works: AtomicBool::new(true),
        }))
    }

    pub fn now(&self) -> i64 {
        self.0.truth.load(Ordering::SeqCst)
    }

    /// Time passes.
    pub fn pass(&self, seconds: i64) {
        self.0.truth.fetch_add(seconds, Ordering::SeqCst);
    }

    /// The machine sleeps: time passes, and its steady clock does not notice.
    pub fn sleep(&self, seconds: i64) {
        self.0.slept.fetch_add(seconds, Ordering::SeqCst);
        self.pass(seconds);
    }

    /// The wall clock is wrong from now on.
    pub fn set_wall_off(&self, seconds: i64) {
        self.0.wall_off.store(seconds, Ordering::SeqCst);
    }

    pub fn set_server_off(&self, seconds: i64) {
        self.0.server_off.store(seconds, Ordering::SeqCst);
    }

    pub fn set_server_tells(&self, tells: bool) {
        self.0.server_tells.store(tells, Ordering::SeqCst);
    }

    pub fn set_mailbox_works(&self, works: bool) {
        self.0.mailbox_works.store(works, Ordering::SeqCst);
    }
}

impl Clock for Clocks {
    fn wall(&self) -> i64 {
        self.now() + self.0.wall_off.load(Ordering::SeqCst)
    }

    fn steady(&self) -> Duration {
        let awake = self.now() - BEGINS - self.0.slept.load(Ordering::SeqCst);
        Duration::from_secs(awake.max(0).unsigned_abs())
    }
}

/// A Maildir whose server has a clock.
struct Source {
    inner: MaildirSource,
    clocks: Clocks,
}

impl MailSource for Source {
    fn fetch(&mut self, is_known: &dyn Fn(&LetterKey) -> bool, limit: usize) -> Result<Vec<Fetched>, PostError> {
        if !self.clocks.0.mailbox_works.load(Ordering::SeqCst) {
            let (place, why) = ("imap:test".to_owned(), "the server is down".to_owned());
            return Err(PostError::Broken { place, action: "list the mailbox", why });
        }
        self.inner.fetch(is_known, limit)
    }

    fn file_away(&mut self, keys: &[LetterKey]) -> Result<(), PostError> {
        self.inner.file_away(keys)
    }

    fn server_time(&mut self) -> Result<Option<i64>, PostError> {
        let tells = self.clocks.0.server_tells.load(Ordering::SeqCst);
        Ok(tells.then(|| self.clocks.now() + self.clocks.0.server_off.load(Ordering::SeqCst)))
    }

    fn wait(&mut self, timeout: Duration) -> Result<(), PostError> {
        std::thread::sleep(timeout.min(Duration::from_millis(50)));
        Ok(())
    }
}

/// A daemon in this process, and its end.
type Running = (Arc<Judge>, JoinHandle<Result<(), DaemonError>>);

/// A campaign that is under way, and where its daemon lives.
pub struct Place {
    root: tempfile::TempDir,
    pub clocks: Clocks,
    running: Option<Running>,
    written: Mutex<u32>,
    pace: Pace,
}

fn scene(pace: Pace) -> Scene {
    let rhythm = || Rhythm { cron: "0 20 * * Tue,Fri".to_owned(), least_minutes: 2 * 1440 };
    Scene {
        judge: "judge@adjutant.example",
        gm: ("Grace", GM),
        timetable: Timetable {
            zone: chrono_tz::UTC,
            rhythms: [("strategic".to_owned(), rhythm()), ("tactical".to_owned(), rhythm())].into(),
            grace_minutes: 1440,
            reminders_minutes: vec![720],
            pace,
        },
        shelf: adjutant::books::of_the_house(),
        begins: BEGINS,
        templates: Vec::new(),
    }
}

pub fn address(seat: &str) -> String {
    format!("{seat}@play.example")
}

impl Place {
    /// A campaign in its first phase; no daemon runs.
    pub async fn open(pace: Pace) -> Self {
        let root = tempfile::tempdir().unwrap();
        let mut stage =
            Stage::set_up_with(root.path(), scene(pace.clone()), [7; 32], |house| house.has_pictures = false).unwrap();
        stage.pass().await.unwrap();
        let seats: Vec<String> =
            SEATS.iter().map(|seat| format!("SEAT {seat} <{}> AS {seat}", address(seat))).collect();
        for text in ["CREATE war FROM civil-war/1861", &seats.join("\n"), "START"] {
            let answered = stage.letters(GM).unwrap().remove(0).message_id;
            let letter = Written {
                from: GM.to_owned(),
                subject: "[war] making".to_owned(),
                text: text.to_owned(),
                in_reply_to: Some(answered),
                ..Written::default()
            };
            stage.mail(&letter).unwrap();
            stage.pass().await.unwrap();
        }
        stage.judge().store().clone().close();
        Self { root, clocks: Clocks::new(BEGINS), running: None, written: Mutex::new(0), pace }
    }

    pub fn folder(&self) -> &Path {
        self.root.path()
    }

    fn mailbox_folder(&self) -> PathBuf {
        self.folder().join("judge")
    }

    fn parts(&self) -> (Judge, Mailbox, adjutant::post::Sink) {
        let stage =
            Stage::set_up_with(self.folder(), scene(self.pace.clone()), [7; 32], |house| house.has_pictures = false)
                .unwrap();
        let (judge, _, sink) = stage.into_parts();
        let settings = MaildirSettings {
            inbox: self.mailbox_folder(),
            outbox: self.folder().join("players"),
            limit_bytes: 1_000_000,
        };
        let inner = MaildirSource::open(&settings).unwrap();
        let source = Source { inner, clocks: self.clocks.clone() };
        (judge.with_clock(Box::new(self.clocks.clone())), Mailbox::new(Box::new(source)), sink)
    }

    /// Starts the daemon.
    pub fn start(&mut self) {
        let (judge, mailbox, sink) = self.parts();
        let judge = Arc::new(judge);
        let poll = Duration::from_millis(50);
        let running = tokio::spawn(daemon::run(Arc::clone(&judge), mailbox, sink, poll));
        self.running = Some((judge, running));
    }

    /// Stops it in order, and waits for its end.
    pub async fn stop(&mut self) {
        let Some((judge, running)) = self.running.take() else { return };
        judge.stop();
        running.await.unwrap().unwrap();
        drop(judge);
        // The reader's thread ends by itself, and the lock with it.
        tokio::time::sleep(Duration::from_millis(150)).await;
    }

    /// One round, as `run --once` does it.
    pub async fn run_once(&self) {
        let (judge, mut mailbox, mut sink) = self.parts();
        judge.pass(&mut mailbox, &mut sink, self.clocks.now()).await.unwrap();
        judge.store().clone().close();
    }

    pub fn database(&self) -> PathBuf {
        self.folder().join("adjutant.db")
    }

    /// A backup as things are now.
    pub fn back_up(&self) -> PathBuf {
        let file = self.folder().join("backup.db");
        store::back_up(&self.database(), &file).unwrap();
        file
    }

    /// The database can be read no more, nor is there one from before.
    pub fn ruin(&self) {
        for entry in std::fs::read_dir(self.folder()).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if name.starts_with("adjutant.db") && !name.ends_with(".lock") {
                std::fs::remove_file(&path).unwrap();
            }
        }
        std::fs::write(self.database(), b"what a broken disk left".repeat(1000)).unwrap();
    }

    /// Puts a backup back, as `restore --after-restore` does now.
    pub fn restore(&self, backup: &Path, marked: Marked) -> Result<Restored, StoreError> {
        let marked = Marked { at: self.clocks.now(), ..marked };
        store::restore(backup, &self.database(), &Key::new([7; 32]).fingerprint(), Some(&marked))
    }

    /// Lives through the time since the backup, as the first start after a restore does.
    pub fn catch_up(&self) -> CaughtUp {
        let (judge, _, _) = self.parts();
        let open = |inbox: PathBuf| -> Box<dyn MailSource> {
            let settings = MaildirSettings { inbox, outbox: PathBuf::new(), limit_bytes: 1_000_000 };
            Box::new(MaildirSource::open(&settings).unwrap())
        };
        let mut folders = [open(self.mailbox_folder()), open(self.mailbox_folder().join(".Processed"))];
        let caught = judge.catch_up(&mut folders, self.clocks.now()).unwrap().expect("a mark");
        judge.store().clone().close();
        caught
    }

    /// The orders on file: phase and seat, with how many lines.
    pub fn orders(&self) -> Vec<(u64, String, usize)> {
        let export = self.export();
        let sheets = export["sheets"].as_array().unwrap().iter();
        let row = |sheet: &serde_json::Value| {
            let lines = sheet["lines"].as_array().unwrap().len();
            (sheet["phase"].as_u64().unwrap(), sheet["seat"].as_str().unwrap().to_owned(), lines)
        };
        sheets.map(row).collect()
    }

    fn export(&self) -> serde_json::Value {
        let store = Store::read_only(&self.database()).unwrap();
        let export = store.export(&adjutant::game::GameId::parse("war").unwrap()).unwrap().unwrap();
        store.close();
        export
    }

    /// A letter that answers the newest one; it arrives at `arrived` by the mail server's clock.
    pub fn mail_at(&self, from: &str, text: &str, arrived: i64) {
        let number = {
            let mut written = self.written.lock().unwrap();
            *written += 1;
            *written
        };
        let answered = self.letters(from).into_iter().rev().find(|letter| letter.subject.contains("[war]"));
        let answered = answered.expect("a letter to answer").message_id;
        let bytes = format!(
            "From: {from}\r\nTo: judge@adjutant.example\r\nSubject: [war] orders\r\nMessage-ID: <n{number}@x.example>\r\n\
             Date: Mon, 2 Mar 2026 12:00:00 +0000\r\nIn-Reply-To: {answered}\r\nMIME-Version: 1.0\r\n\
             Content-Type: text/plain; charset=utf-8\r\n\r\n{text}\r\n"
        );
        deliver(&self.mailbox_folder(), bytes.as_bytes(), Some(arrived)).unwrap();
    }

    pub fn mail(&self, from: &str, text: &str) {
        self.mail_at(from, text, self.clocks.now());
    }

    /// All letters of somebody, oldest first.
    pub fn letters(&self, address: &str) -> Vec<Received> {
        let mut files = Vec::new();
        for entry in std::fs::read_dir(self.folder().join("players").join(address).join("new")).into_iter().flatten() {
            let path = entry.unwrap().path();
            files.push((path.metadata().unwrap().modified().unwrap(), path));
        }
        files.sort();
        let read = |path: &PathBuf| {
            let raw = std::fs::read(path).unwrap();
            let plain = adjutant::mail::plain_text(&raw).unwrap();
            Received { subject: plain.subject, text: plain.text, message_id: plain.message_id, raw }
        };
        files.iter().map(|(_, path)| read(path)).collect()
    }

    /// How many letters of somebody have these words in subject or text.
    pub fn count(&self, address: &str, words: &str) -> usize {
        let flat = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let letters = self.letters(address).into_iter();
        letters.filter(|letter| flat(&format!("{}\n{}", letter.subject, letter.text)).contains(words)).count()
    }

    /// Waits for so many of them.
    pub async fn await_count(&self, address: &str, words: &str, count: usize) {
        let end = Instant::now() + Duration::from_secs(60);
        while self.count(address, words) < count {
            let subjects: Vec<String> = self.letters(address).into_iter().map(|letter| letter.subject).collect();
            assert!(Instant::now() < end, "{address} has not {count} letters with \"{words}\": {subjects:#?}");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        assert_eq!(self.count(address, words), count, "{address}: {words}");
    }

    /// Lets the daemon go through some rounds.
    pub async fn settle(&self) {
        tokio::time::sleep(Duration::from_millis(2500)).await;
    }

    /// What stands in the database while the daemon works or not: number, deadline and state of every phase.
    pub fn phases(&self) -> Vec<(u64, i64, String)> {
        let export = self.export();
        let phases = export["phases"].as_array().unwrap().iter();
        let row = |phase: &serde_json::Value| {
            let state = phase["state"].as_str().unwrap().to_owned();
            (phase["number"].as_u64().unwrap(), phase["deadline"].as_i64().unwrap(), state)
        };
        phases.map(row).collect()
    }

    /// The deadline of the first phase, and whether it was played.
    pub fn first_phase(&self) -> (i64, bool) {
        let (_, deadline, state) = self.phases().remove(0);
        (deadline, state == "closed")
    }
}
