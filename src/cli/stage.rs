//! A judge with scripted correspondents, who write real letters into his Maildir and read theirs: for the demo and for
//! conversations in tests. Its clock is its own.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::Context;
use chrono::DateTime;

use base::game::schedule::Timetable;
use base::game::{Format, GameId, Player, PlayerId};
use daemon::{Judge, Mailbox, Pass};
use desk::identify::player_code;
use desk::{AnswerLimits, House, Key, ProofRules};
use mail::{self, Address, Letter, Limits};
use post::{MaildirSettings, MaildirSink, MaildirSource, Sink, deliver};
use report::Renderer;
use rules::Shelf;
use store::Store;

/// What a stage is set up with.
pub struct Scene {
    /// The judge's address.
    pub judge: &'static str,
    /// The house's game master: name and address.
    pub gm: (&'static str, &'static str),
    /// The rhythm of games.
    pub timetable: Timetable,
    /// The rule books.
    pub shelf: Shelf,
    /// The time it begins, in epoch seconds.
    pub begins: i64,
    /// Templates besides those of the house.
    pub templates: Vec<(String, String)>,
}

/// A letter somebody writes to the judge.
#[derive(Debug, Clone, Default)]
pub struct Written {
    /// The address it comes from.
    pub from: String,
    /// The addresses in To; the judge when there is none.
    pub to: Vec<String>,
    /// The addresses in Cc.
    pub cc: Vec<String>,
    /// The subject.
    pub subject: String,
    /// The text.
    pub text: String,
    /// The id of the letter it answers.
    pub in_reply_to: Option<String>,
    /// More header lines.
    pub headers: Vec<(String, String)>,
    /// The text is HTML, with no plain alternative.
    pub is_html: bool,
}

/// A letter of the judge's, as its recipient finds it.
#[derive(Debug, Clone)]
pub struct Received {
    /// Its bytes.
    pub raw: Vec<u8>,
    /// Its subject.
    pub subject: String,
    /// Its text.
    pub text: String,
    /// Its Message-ID.
    pub message_id: String,
}

impl Received {
    /// The code that a letter tells its reader.
    pub fn code(&self) -> Option<&str> {
        self.text.lines().find_map(|line| line.trim().strip_prefix("CODE "))
    }
}

/// A judge with scripted correspondents.
pub struct Stage {
    judge: Judge,
    mailbox: Mailbox,
    sink: Sink,
    root: PathBuf,
    address: Address,
    written: u64,
    /// The game master's address and his first code.
    gm: (&'static str, String),
    /// Whether the game master's answers show his code, as from somebody who has it below his name.
    pub gm_shows_code: bool,
    /// The time, in epoch seconds.
    pub now: i64,
}

impl Stage {
    /// Sets a judge up under `root`, which must be an empty folder, with a key of his own.
    pub fn set_up(root: &Path, scene: Scene, key: [u8; 32]) -> anyhow::Result<Self> {
        Self::set_up_with(root, scene, key, |_| {})
    }

    /// Like [`Stage::set_up`], with a house that `arrange` changes first.
    pub fn set_up_with(
        root: &Path,
        scene: Scene,
        key: [u8; 32],
        arrange: impl FnOnce(&mut House),
    ) -> anyhow::Result<Self> {
        let (name, gm) = scene.gm;
        let gm = Player {
            id: PlayerId::of_address(gm),
            name: name.to_owned(),
            addresses: vec![gm.to_owned()],
            zone: None,
            code_counter: 1,
            is_confirmed: true,
            format: Format::default(),
        };
        let address = Address::parse(scene.judge).context("read the judge's address")?;
        let renderer = Renderer::new(scene.shelf.templates(), &scene.templates.iter().cloned().collect())?;
        let mut house = House {
            has_pictures: true,
            domain: address.domain().to_owned(),
            address: address.clone(),
            name: "Adjutant".to_owned(),
            key: Key::new(key),
            gms: [gm.id.clone()].into(),
            timetable: scene.timetable,
            shelf: scene.shelf,
            renderer,
            // Scripted people are whom they are said to be; a scene that shows how they are asked switches it on.
            proof: ProofRules { confirm_seated: false, ..ProofRules::default() },
            limits: AnswerLimits::default(),
        };
        arrange(&mut house);
        let store = Store::open(&root.join("adjutant.db"))?;
        store.check_key(&house.key.fingerprint())?;
        let code = player_code(&house.key, &gm);
        let judge = Judge::new(house, Limits::default(), store);
        judge.greet_gms(&[gm], scene.begins)?;
        let settings =
            MaildirSettings { inbox: root.join("judge"), outbox: root.join("players"), limit_bytes: 3_000_000 };
        let mailbox = Mailbox::new(Box::new(MaildirSource::open(&settings)?));
        let sink = Sink::Maildir(MaildirSink::new(&settings.outbox));
        Ok(Self {
            judge,
            mailbox,
            sink,
            root: root.to_owned(),
            address,
            written: 0,
            gm: (scene.gm.1, code),
            gm_shows_code: true,
            now: scene.begins,
        })
    }

    /// The same judge with other groups: so many letters at most share a transaction.
    pub fn with_groups_of(mut self, letters: usize) -> Self {
        self.judge = self.judge.with_groups_of(letters);
        self
    }

    /// The same judge with another patience for a rule book that plays.
    pub fn with_patience(mut self, patience: std::time::Duration) -> Self {
        self.judge = self.judge.with_patience(patience);
        self
    }

    /// The judge, his mailbox and his outbox, for a daemon that runs by a clock of its own.
    pub fn into_parts(self) -> (Judge, Mailbox, Sink) {
        (self.judge, self.mailbox, self.sink)
    }

    /// The judge.
    pub fn judge(&self) -> &Judge {
        &self.judge
    }

    /// From here on letters come from another mailbox and go another way.
    pub fn connect(&mut self, mailbox: Mailbox, sink: Sink) {
        (self.mailbox, self.sink) = (mailbox, sink);
    }

    /// The Maildir of a correspondent.
    pub fn maildir(&self, address: &str) -> PathBuf {
        match &self.sink {
            Sink::Maildir(sink) => sink.mailbox(address),
            Sink::Smtp(_) | Sink::Limited(..) => self.root.clone(),
        }
    }

    /// Puts a letter into the judge's Maildir, arrived now. Its Message-ID comes back.
    pub fn mail(&mut self, letter: &Written) -> anyhow::Result<String> {
        let (message_id, bytes) = self.write(letter)?;
        self.mail_raw(&bytes)?;
        Ok(message_id)
    }

    /// The Message-ID and the bytes of a letter, without sending it.
    pub fn write(&mut self, letter: &Written) -> anyhow::Result<(String, Vec<u8>)> {
        self.written += 1;
        let domain = letter.from.rsplit('@').next().unwrap_or("localhost").trim_end_matches('>');
        let message_id = format!("<letter-{}@{domain}>", self.written);
        let bytes = self.write_out(letter, &message_id)?;
        Ok((message_id, bytes))
    }

    /// Puts bytes into the judge's Maildir, arrived now.
    pub fn mail_raw(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        self.mail_raw_at(bytes, self.now)
    }

    /// Puts bytes into the judge's Maildir that arrived at another time than now.
    pub fn mail_raw_at(&mut self, bytes: &[u8], arrived: i64) -> anyhow::Result<()> {
        deliver(&self.root.join("judge"), bytes, Some(arrived))?;
        Ok(())
    }

    fn write_out(&self, letter: &Written, message_id: &str) -> anyhow::Result<Vec<u8>> {
        let date = DateTime::from_timestamp(self.now, 0).context("date a letter")?.to_rfc2822();
        let judge = self.address.as_str().to_owned();
        let to = if letter.to.is_empty() { vec![judge] } else { letter.to.clone() };
        let mut head = format!("From: {}\nTo: {}\n", letter.from, to.join(", "));
        if !letter.cc.is_empty() {
            writeln!(head, "Cc: {}", letter.cc.join(", "))?;
        }
        write!(head, "Subject: {}\nDate: {date}\nMessage-ID: {message_id}\n", letter.subject)?;
        if let Some(id) = &letter.in_reply_to {
            write!(head, "In-Reply-To: {id}\nReferences: {id}\n")?;
        }
        for (name, value) in &letter.headers {
            writeln!(head, "{name}: {value}")?;
        }
        let kind = if letter.is_html { "html" } else { "plain" };
        writeln!(head, "MIME-Version: 1.0")?;
        // A letter of several parts says so itself.
        if !letter.headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("content-type")) {
            write!(head, "Content-Type: text/{kind}; charset=utf-8\nContent-Transfer-Encoding: 8bit\n")?;
        }
        let code = self.code_shown(letter).map_or_else(String::new, |code| format!("CODE {code}\n"));
        Ok(format!("{head}\n{code}{}\n", letter.text).replace('\n', "\r\n").into_bytes())
    }

    /// The first code of the game master.
    pub fn gm_code(&self) -> &str {
        &self.gm.1
    }

    /// The code that a letter shows, when it is a plain answer of the game master's to the judge alone that has none yet.
    fn code_shown(&self, letter: &Written) -> Option<&str> {
        let (gm, code) = &self.gm;
        let address = letter.from.rsplit('<').next()?.trim_end_matches('>').trim();
        let is_answer = self.gm_shows_code && address == *gm && letter.in_reply_to.is_some();
        let is_to_judge_alone = letter.to.is_empty() && letter.cc.is_empty();
        let is_plain = !letter.is_html && letter.headers.is_empty() && !letter.text.contains("CODE ");
        (is_answer && is_to_judge_alone && is_plain).then_some(code.as_str())
    }

    /// One round of the judge at the present time.
    pub async fn pass(&mut self) -> anyhow::Result<Pass> {
        Ok(self.judge.pass(&mut self.mailbox, &mut self.sink, self.now).await?)
    }

    /// The time moves on to `at`, and the judge works.
    pub async fn pass_at(&mut self, at: i64) -> anyhow::Result<Pass> {
        self.now = self.now.max(at);
        self.pass().await
    }

    /// All letters a correspondent has, oldest first.
    pub fn letters(&self, address: &str) -> anyhow::Result<Vec<Received>> {
        self.letters_after(address, 0)
    }

    /// The same without the first ones, which were read before.
    pub fn letters_after(&self, address: &str, seen: usize) -> anyhow::Result<Vec<Received>> {
        self.letter_files(address)?.iter().skip(seen).map(|path| read_letter(path)).collect()
    }

    /// How many letters a correspondent has.
    pub fn count_letters(&self, address: &str) -> anyhow::Result<usize> {
        Ok(self.letter_files(address)?.len())
    }

    fn letter_files(&self, address: &str) -> anyhow::Result<Vec<PathBuf>> {
        let mut files = Vec::new();
        for folder in ["new", "cur"] {
            let Ok(entries) = std::fs::read_dir(self.maildir(address).join(folder)) else { continue };
            for entry in entries {
                let path = entry?.path();
                files.push((path.metadata()?.modified()?, path));
            }
        }
        files.sort();
        Ok(files.into_iter().map(|(_, path)| path).collect())
    }

    /// The newest letter of a correspondent.
    pub fn newest(&self, address: &str) -> anyhow::Result<Received> {
        let newest = self.letter_files(address)?.pop().with_context(|| format!("{address} has no letter"))?;
        read_letter(&newest)
    }

    /// When orders of the open phase are due.
    pub fn deadline(&self, game: &str) -> anyhow::Result<Option<i64>> {
        let id = GameId::parse(game).context("read the name of a game")?;
        let game = self.judge.store().read().game(&id, &self.judge.house().shelf)?;
        Ok(game.and_then(|game| game.phase).map(|phase| phase.deadline))
    }
}

fn read_letter(path: &Path) -> anyhow::Result<Received> {
    let raw = std::fs::read(path)?;
    let message = mail_text(&raw).with_context(|| format!("read the letter in {}", path.display()))?;
    Ok(Received { subject: message.0, text: message.1, message_id: message.2, raw })
}

/// Subject, text and id of one of our letters, with nothing cut.
fn mail_text(raw: &[u8]) -> Option<(String, String, String)> {
    let message = mail::plain_text(raw)?;
    Some((message.subject, message.text, message.message_id))
}

/// What a correspondent's own mail program would make of a letter, for tests that look closer.
pub fn as_letter(received: &Received, reader: &Address) -> Option<Letter> {
    mail::parse(&received.raw, &Limits::default(), &mail::House::new(reader.clone(), "reader.invalid")).ok()
}
