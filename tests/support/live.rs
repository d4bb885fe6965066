//! The program as a process, and letters as correspondents write and read them. Includes nothing of how a judge decides.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use mail_parser::{HeaderValue, MessageParser};
use serde_json::Value;

/// The judge's address in all tests.
pub const JUDGE: &str = "judge@war.test";
/// The game master's.
pub const GM: &str = "gm@war.test";
/// The seven seats; the player of each has the address `seat@war.test`.
pub const SEATS: [&str; 7] = ["usa-sc", "usa-east", "usa-west", "usa-trans", "csa-sc", "csa-east", "csa-west"];

/// The settings about mail of a judge whose letters come and go by Maildirs in his folder.
pub const MAILDIRS: &str = "
[mail.in]
kind = \"maildir\"
inbox = \"mail/inbox\"

[mail.out]
kind = \"maildir\"
outbox = \"mail/outbox\"
";
/// 2 March 2026, 12:00 UTC.
pub const NOON: i64 = 1_772_452_800;

/// Phases that end at eight in the evening, a day after they were opened at the earliest. `reminders` as in the settings.
pub fn daily(grace: &str, reminders: &str) -> String {
    let rhythm = "cron = \"0 20 * * *\"\nleast = \"24h\"\n";
    format!(
        "\n[timetable]\nzone = \"UTC\"\ngrace = \"{grace}\"\nreminders = [{reminders}]\n\n[timetable.strategic]\n{rhythm}\n\
         [timetable.tactical]\n{rhythm}"
    )
}

/// The program: the one `tests/run` built for release, or else the one cargo built for the tests.
pub fn binary() -> PathBuf {
    let built = PathBuf::from(env!("CARGO_BIN_EXE_adjutant"));
    std::env::var_os("ADJUTANT_BINARY").map_or(built, PathBuf::from)
}

/// The address of a seat's player.
pub fn player(seat: &str) -> String {
    format!("{seat}@war.test")
}

/// The line that a letter of the judge asks for, to confirm an act.
pub fn word_to_confirm(text: &str) -> String {
    let line = text.lines().find(|line| line.starts_with("  CONFIRM "));
    line.unwrap_or_else(|| panic!("this letter asks for no word:\n{text}")).trim().to_owned()
}

/// How the settings say that letters have pictures.
const WITH_PICTURES: &str = "# pictures = true";

/// The folder of a judge.
pub struct Home {
    /// The folder.
    pub folder: PathBuf,
}

impl Home {
    /// Makes a judge with `adjutant init`; `post` and `more` are the sections of its settings after the people. His
    /// letters are without pictures, which take longer to draw than all the rest; and how full the disk of the machine
    /// that tests is, he is told to overlook, unless the settings speak of alarms themselves.
    pub fn init(folder: &Path, post: &str, more: &str) -> Home {
        let home = Home { folder: folder.to_owned() };
        let folder = folder.to_str().expect("a plain path");
        let made = home.output(&["init", folder, "--address", JUDGE, "--gm", "Grace <gm@war.test>"]);
        assert!(made.status.success(), "{}", words(&made));
        // The key of every run: the dice come from it, and they decide which orders can stand.
        fs::write(home.folder.join("judge.key"), format!("{}\n", "07".repeat(32))).expect("the key");
        let settings = home.folder.join("adjutant.toml");
        let text = fs::read_to_string(&settings).expect("the settings");
        let (people, _) = text.split_once("# Where letters to the judge arrive.").expect("the section about mail");
        assert!(people.contains(WITH_PICTURES), "{people}");
        let people = people.replace(WITH_PICTURES, "pictures = false");
        let alarm = if more.contains("[alarm]") { "" } else { "[alarm]\nfree_percent = 0\n" };
        // Many are seated here by a GM, and none of them is to be waited for.
        let proof = if more.contains("[proof]") { "" } else { "[proof]\nconfirm_seated = false\n" };
        fs::write(&settings, format!("{people}\n{post}\n{more}\n{alarm}\n{proof}")).expect("the settings");
        home
    }

    /// The same judge with pictures in his letters, as he comes out of `adjutant init`.
    pub fn with_pictures(self) -> Home {
        let settings = self.folder.join("adjutant.toml");
        let text = fs::read_to_string(&settings).expect("the settings");
        fs::write(&settings, text.replace("pictures = false", WITH_PICTURES)).expect("the settings");
        self
    }

    /// The program with the judge's settings.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(binary());
        command.arg("--config").arg(self.folder.join("adjutant.toml")).args(arguments);
        command.stdin(Stdio::null()).env("ADJUTANT_LOG", "info");
        command
    }

    /// Runs the program with the judge's settings to its end.
    pub fn output(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().expect("the program starts")
    }

    /// One round at a time of our choosing; what it printed.
    pub fn run_once(&self, now: i64) -> String {
        let output = self.output(&["run", "--once", "--now", &now.to_string()]);
        assert!(output.status.success(), "{}", words(&output));
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    }

    /// What `adjutant export` prints of a game.
    pub fn export(&self, game: &str) -> Value {
        let output = self.output(&["export", game, "--secrets"]);
        assert!(output.status.success(), "{}", words(&output));
        serde_json::from_slice(&output.stdout).expect("JSON")
    }

    /// Starts the daemon; its log goes to `name` in the judge's folder.
    pub fn start(&self, name: &str) -> Daemon {
        Daemon::begin(self.command(&["run"]), self.folder.join(name))
    }
}

/// Both streams of a process that ended.
pub fn words(output: &Output) -> String {
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    format!("{}\n{out}{err}", output.status)
}

/// A daemon at work, killed when it is dropped.
pub struct Daemon {
    /// The process.
    pub child: Child,
    log: PathBuf,
}

impl Daemon {
    /// Starts a daemon by a command of its own; its log goes to the file.
    pub fn begin(mut command: Command, log: PathBuf) -> Daemon {
        let file = fs::File::create(&log).expect("a log");
        let out = file.try_clone().expect("a log");
        let child = command.stdout(out).stderr(file).spawn().expect("the program starts");
        Daemon { child, log }
    }

    /// What it printed and logged so far.
    pub fn log(&self) -> String {
        fs::read_to_string(&self.log).unwrap_or_default()
    }

    /// Sends SIGTERM and waits for the end; how long that took, and the exit code.
    pub fn terminate(&mut self) -> (Duration, Option<i32>) {
        let begun = Instant::now();
        let number = self.child.id().to_string();
        let sent = Command::new("kill").args(["-TERM", &number]).status().expect("kill runs");
        assert!(sent.success(), "the daemon is gone already:\n{}", self.log());
        while begun.elapsed() < Duration::from_secs(30) {
            if let Some(status) = self.child.try_wait().expect("a status") {
                return (begun.elapsed(), status.code());
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        panic!("the daemon does not end:\n{}", self.log());
    }
}

impl Drop for Daemon {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A letter somebody writes.
#[derive(Debug, Clone, Default)]
pub struct Written {
    /// The address it comes from.
    pub from: String,
    /// Its subject.
    pub subject: String,
    /// Its text.
    pub text: String,
    /// The id of the letter it answers.
    pub in_reply_to: Option<String>,
    /// Another header line.
    pub header: Option<&'static str>,
}

impl Written {
    /// Its bytes, with an id of its own.
    pub fn bytes(&self, id: &str) -> Vec<u8> {
        let Written { from, subject, .. } = self;
        let mut head = format!("From: {from}\nTo: {JUDGE}\nSubject: {subject}\nDate: Mon, 2 Mar 2026 12:00:00 +0000\n");
        let _ = writeln!(head, "Message-ID: <{id}@war.test>");
        if let Some(id) = &self.in_reply_to {
            let _ = write!(head, "In-Reply-To: {id}\nReferences: {id}\n");
        }
        if let Some(header) = self.header {
            let _ = writeln!(head, "{header}");
        }
        head.push_str("MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n");
        format!("{head}\n{}\n", self.text).replace('\n', "\r\n").into_bytes()
    }
}

/// A letter of the judge's, as the mail program of its reader takes it apart.
#[derive(Debug, Clone)]
pub struct Received {
    /// Its subject.
    pub subject: String,
    /// Its text.
    pub text: String,
    /// Its id with angle brackets.
    pub message_id: String,
    /// The addresses in To, Cc and Bcc.
    pub recipients: Vec<String>,
    /// The ids in In-Reply-To.
    pub in_reply_to: Vec<String>,
    /// The ids in References.
    pub references: Vec<String>,
    /// Auto-Submitted.
    pub auto_submitted: Option<String>,
}

impl Received {
    /// A text below the code that this letter tells its reader, as somebody writes who proves himself by it.
    pub fn below_its_code(&self, text: &str) -> String {
        let code = self.text.lines().find(|line| line.trim().starts_with("CODE ")).expect("a letter that tells a code");
        format!("{}\n{text}", code.trim())
    }

    /// Reads a letter of the judge's.
    pub fn read(raw: &[u8]) -> Received {
        let message = MessageParser::default().parse(raw).expect("a letter");
        let ids = |value: &HeaderValue<'_>| -> Vec<String> {
            let ids = value
                .as_text_list()
                .map(|list| list.to_vec())
                .or_else(|| value.as_text().map(|text| vec![text.into()]));
            ids.unwrap_or_default().iter().map(|id| format!("<{id}>")).collect()
        };
        let people = [message.to(), message.cc(), message.bcc()].into_iter().flatten();
        let people = people.flat_map(|list| list.iter().filter_map(|address| address.address()));
        Received {
            subject: message.subject().unwrap_or_default().to_owned(),
            text: message.body_text(0).unwrap_or_default().replace("\r\n", "\n"),
            message_id: format!("<{}>", message.message_id().unwrap_or_default()),
            recipients: people.map(str::to_owned).collect(),
            in_reply_to: ids(message.in_reply_to()),
            references: ids(message.references()),
            auto_submitted: message.header("Auto-Submitted").and_then(HeaderValue::as_text).map(str::to_owned),
        }
    }
}

/// Asks again and again until there is an answer.
pub fn await_some<T>(
    what: &str,
    limit: Duration,
    mut look: impl FnMut() -> Option<T>,
    explain: impl Fn() -> String,
) -> T {
    let end = Instant::now() + limit;
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(Instant::now() < end, "{what}: not within {limit:?}\n{}", explain());
        std::thread::sleep(Duration::from_millis(50));
    }
}
