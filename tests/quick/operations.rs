//! The program in the hands of its operator: backup, restore, doctor, alarms, heartbeat, test set-ups, and the same outcome
//! wherever and however it is started.

use crate::support::live;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::support::by_hand::ByHand;
use crate::support::live::{GM, Home, MAILDIRS, NOON, Received, SEATS, Written, await_some, daily, player, words};
use crate::support::smtp_trap::{Answer, Server};
use adjutant::game::Secret;
use adjutant::post::deliver;

fn home(root: &Path, more: &str) -> Home {
    Home::init(&root.join("judge"), MAILDIRS, &format!("{}\n{more}", daily("24h", "\"12h\"")))
}

fn newest(home: &Home, address: &str) -> Received {
    let folder = home.folder.join("mail/outbox").join(address).join("new");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    Received::read(&fs::read(files.last().expect("a letter")).unwrap())
}

/// A campaign made by a letter of the game master.
fn open_campaign(home: &Home) {
    home.run_once(NOON);
    let seats: String = SEATS.iter().map(|seat| format!("SEAT {seat} <{}> AS {seat}\n", player(seat))).collect();
    let welcome = newest(home, GM);
    let letter = Written {
        from: GM.to_owned(),
        subject: "a game".to_owned(),
        text: welcome.below_its_code(&format!("CREATE war FROM civil-war/1861\n{seats}START")),
        in_reply_to: Some(welcome.message_id),
        header: None,
    };
    deliver(&home.folder.join("mail/inbox"), &letter.bytes("g1"), Some(NOON)).unwrap();
    home.run_once(NOON + 1);
}

fn mode(file: &Path) -> u32 {
    fs::metadata(file).unwrap().permissions().mode() & 0o7777
}

#[test]
fn a_backup_is_taken_from_a_judge_at_work_and_put_back_when_he_is_stopped() {
    let root = tempfile::tempdir().unwrap();
    let home = home(root.path(), "[heartbeat]\nfile = \"beat.json\"\n");
    open_campaign(&home);
    let backup = root.path().join("backup.db");
    let backup = backup.to_str().unwrap();
    let mut daemon = home.start("daemon.log");
    await_some(
        "the judge listens",
        Duration::from_secs(60),
        || daemon.log().contains("listens").then_some(()),
        || daemon.log(),
    );
    let limits = fs::read_to_string(format!("/proc/{}/limits", daemon.child.id())).unwrap();
    let cores = limits.lines().find(|line| line.starts_with("Max core file size")).unwrap();
    assert!(cores.split_whitespace().filter(|word| *word == "0").count() == 2, "{cores}");
    let taken = home.output(&["backup", backup]);
    assert!(taken.status.success() && words(&taken).contains("1 games"), "{}", words(&taken));
    assert_eq!(mode(Path::new(backup)), 0o600);
    assert!(!Path::new(&format!("{backup}.partial")).exists());
    let again = home.output(&["backup", backup]);
    assert!(again.status.code() == Some(1) && words(&again).contains("remedy"), "{}", words(&again));
    let refused = home.output(&["restore", backup, "--after-restore"]);
    assert!(refused.status.code() == Some(1) && words(&refused).contains("another adjutant"), "{}", words(&refused));
    let beat = home.folder.join("beat.json");
    await_some("a heartbeat", Duration::from_secs(30), || beat.exists().then_some(()), || daemon.log());
    let beat: serde_json::Value = serde_json::from_slice(&fs::read(&beat).unwrap()).unwrap();
    assert_eq!((&beat["running_games"], &beat["undecided"]), (&1.into(), &0.into()), "{beat}");
    daemon.terminate();
    assert_eq!(home.output(&["restore", backup]).status.code(), Some(2), "how it was made must be said");
    let restored = home.output(&["restore", backup, "--after-restore"]);
    assert!(restored.status.success() && words(&restored).contains(".replaced-1"), "{}", words(&restored));
    let early = home.output(&["release"]);
    assert!(early.status.code() == Some(1) && words(&early).contains("start the judge"), "{}", words(&early));
    let said = home.run_once(NOON + 2);
    assert!(said.contains("0 letters were not in the backup"), "{said}");
    assert!(newest(&home, GM).subject.contains("the judge was restored"));
    let listed = home.output(&["release", "--list"]);
    assert!(words(&listed).contains("letters wait"), "{}", words(&listed));
    assert!(home.output(&["release"]).status.success());
    assert!(!home.run_once(NOON + 3).contains("Restored"));
}

#[test]
fn a_test_set_up_writes_to_nobody_but_the_listed() {
    let root = tempfile::tempdir().unwrap();
    let home = home(root.path(), "[test]\nonly_to = [\"gm@war.test\", \"usa-east@war.test\"]\n");
    open_campaign(&home);
    let mut reached: Vec<String> = fs::read_dir(home.folder.join("mail/outbox"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    reached.sort();
    assert_eq!(reached, ["gm@war.test", "usa-east@war.test"]);
    let export = home.export("war");
    let withheld = export["outbox"].as_array().unwrap().iter().filter(|row| row["state"] == "failed");
    let replies: Vec<&str> = withheld.map(|row| row["reply"].as_str().unwrap()).collect();
    assert!(replies.len() >= 6 && replies.iter().all(|reply| reply.starts_with("withheld: ")), "{replies:?}");
}

/// No list can say whom a command of the shell writes to.
#[test]
fn a_test_set_up_runs_no_alarm_command() {
    for (test, told) in [("", true), ("[test]\nonly_to = [\"gm@war.test\"]\n", false)] {
        let root = tempfile::tempdir().unwrap();
        let command = format!("cat >> '{}'", root.path().join("judge/told.txt").display());
        let alarm = format!("[alarm]\nfile = \"alarms.txt\"\ncommand = \"{command}\"\nfree_percent = 101\n");
        let home = home(root.path(), &format!("{test}{alarm}"));
        let mut daemon = home.start("daemon.log");
        let file = home.folder.join("alarms.txt");
        await_some("an alarm", Duration::from_secs(60), || fs::read_to_string(&file).ok(), || daemon.log());
        std::thread::sleep(Duration::from_millis(500));
        assert_eq!(home.folder.join("told.txt").exists(), told, "{}", daemon.log());
        assert_eq!(daemon.log().contains("the alarm command is not run"), !told, "{}", daemon.log());
        assert_eq!(daemon.terminate().1, Some(0));
    }
}

/// SIGHUP: settings that may change while the judge works are taken, all others refuse the whole file.
#[test]
fn settings_are_read_again_whole_or_not_at_all() {
    let root = tempfile::tempdir().unwrap();
    let home = home(root.path(), "[heartbeat]\nfile = \"first.json\"\nevery = \"1m\"\n");
    let settings = home.folder.join("adjutant.toml");
    let good = fs::read_to_string(&settings).unwrap();
    let mut daemon = home.start("daemon.log");
    let beat = |name: &str| fs::read_to_string(home.folder.join(name)).ok();
    await_some("a heartbeat", Duration::from_secs(60), || beat("first.json"), || daemon.log());
    let hang_up = |daemon: &live::Daemon, words: &str, times: usize| {
        assert!(Command::new("kill").args(["-HUP", &daemon.child.id().to_string()]).status().unwrap().success());
        let is_told = || (daemon.log().matches(words).count() == times).then_some(());
        await_some(words, Duration::from_secs(60), is_told, || daemon.log());
    };
    let refused = "the settings were refused; those from before stay";
    for (time, wrong) in [good.replace("first.json", "first.json\""), good.replace("name = ", "name = \"Another \" #")]
        .iter()
        .enumerate()
    {
        assert_ne!(wrong, &good);
        fs::write(&settings, wrong).unwrap();
        hang_up(&daemon, refused, time + 1);
    }
    assert!(daemon.log().contains("judge changed"), "{}", daemon.log());
    fs::write(&settings, good.replace("first.json", "second.json")).unwrap();
    hang_up(&daemon, "the settings were read again and taken", 1);
    let second = await_some("the other heartbeat", Duration::from_secs(90), || beat("second.json"), || daemon.log());
    assert!(second.contains("\"settings_refused\":null"), "{second}");
    assert_eq!(daemon.terminate().1, Some(0));
}

#[test]
fn a_mailbox_that_cannot_be_read_is_told_by_a_second_way_once_and_when_it_is_over() {
    let root = tempfile::tempdir().unwrap();
    let more = "[alarm]\nfile = \"alarms.txt\"\ncommand = \"cat >> told.txt\"\nfree_percent = 0\n";
    let home = home(root.path(), more);
    home.run_once(NOON);
    let settings = home.folder.join("adjutant.toml");
    let good = fs::read_to_string(&settings).unwrap();
    let closed = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let imap = format!(
        "kind = \"imap\"\nhost = \"127.0.0.1\"\nport = {closed}\nuser = \"judge\"\ntls = \"none\"\npassword_file = \"imap.password\""
    );
    let password = home.folder.join("imap.password");
    fs::write(&password, "secretpassword\n").unwrap();
    fs::set_permissions(&password, fs::Permissions::from_mode(0o600)).unwrap();
    fs::write(&settings, good.replace("kind = \"maildir\"\ninbox = \"mail/inbox\"", &imap)).unwrap();
    let round = |now: i64| {
        let mut command = home.command(&["run", "--once", "--now", &now.to_string()]);
        command.current_dir(&home.folder).output().unwrap()
    };
    for minutes in [10, 20, 100] {
        assert_eq!(round(NOON + 60 * minutes).status.code(), Some(1));
    }
    let told = || fs::read_to_string(home.folder.join("told.txt")).unwrap_or_default();
    let alarms = || fs::read_to_string(home.folder.join("alarms.txt")).unwrap_or_default();
    assert_eq!(told().matches("The mailbox cannot be read").count(), 1, "{}", told());
    assert!(alarms().contains("2026-03-02 12:00") || alarms().contains("2 Mar"), "{}", alarms());
    assert!(!told().contains("secretpassword"));
    fs::write(&settings, &good).unwrap();
    assert!(round(NOON + 60 * 110).status.success());
    assert!(round(NOON + 60 * 120).status.success());
    assert_eq!(told().matches("This trouble is over").count(), 1, "{}", told());
    assert!(newest(&home, GM).subject.contains("trouble with the judge"), "{}", newest(&home, GM).subject);
}

/// A judge who sends by SMTP, and his mail server. What it says at a command, where that is not the usual, changes while
/// it works.
struct Relayed {
    home: Home,
    server: Server,
    trap: Arc<Mutex<Option<(&'static str, &'static str)>>>,
}

impl Relayed {
    fn init(root: &Path) -> Self {
        Self::init_with(root, "")
    }

    /// With more settings of the way out.
    fn init_with(root: &Path, out: &str) -> Self {
        let trap: Arc<Mutex<Option<(&'static str, &'static str)>>> = Arc::default();
        let seen = Arc::clone(&trap);
        let server = Server::start(move |_, command| {
            let (begins, reply) = (*seen.lock().unwrap())?;
            command.starts_with(begins).then_some(Answer::Say(reply))
        });
        let post = format!(
            "[mail.in]\nkind = \"maildir\"\ninbox = \"mail/inbox\"\n[mail.out]\nkind = \"smtp\"\nhost = \"127.0.0.1\"\n\
             port = {}\ntls = \"none\"\nhello = \"judge.war.test\"\n{out}",
            server.port
        );
        let told = root.join("judge/told.txt");
        let alarm = format!(
            "[alarm]\ncommand = \"cat >> '{}'\"\nfree_percent = 0\n[heartbeat]\nfile = \"beat.json\"\n",
            told.display()
        );
        let home = Home::init(&root.join("judge"), &post, &format!("{}\n{alarm}", daily("24h", "\"12h\"")));
        let relayed = Self { home, server, trap };
        relayed.home.run_once(NOON);
        let seats: String = SEATS.iter().map(|seat| format!("SEAT {seat} <{}> AS {seat}\n", player(seat))).collect();
        let text = format!("CREATE war FROM civil-war/1861\n{seats}START");
        let welcome = relayed.letters(GM).pop().expect("a welcome");
        relayed.write(GM, "a game", &welcome.below_its_code(&text), NOON);
        relayed.home.run_once(NOON + 1);
        relayed
    }

    fn refuse(&self, trap: Option<(&'static str, &'static str)>) {
        *self.trap.lock().unwrap() = trap;
    }

    fn letters(&self, address: &str) -> Vec<Received> {
        let letters = self.server.letters().into_iter().map(|raw| Received::read(&raw));
        letters.filter(|letter| letter.recipients.iter().any(|to| to == address)).collect()
    }

    /// An answer to the newest letter of a person.
    fn write(&self, from: &str, subject: &str, text: &str, arrived: i64) {
        let (from, subject, text) = (from.to_owned(), subject.to_owned(), text.to_owned());
        let in_reply_to = self.letters(&from).pop().map(|letter| letter.message_id);
        let letter = Written { from, subject, text, in_reply_to, header: None };
        deliver(&self.home.folder.join("mail/inbox"), &letter.bytes(&format!("l{arrived}")), Some(arrived)).unwrap();
    }

    /// How many letters are in each state.
    fn states(&self, state: &str) -> usize {
        let export = self.home.export("war");
        export["outbox"].as_array().unwrap().iter().filter(|row| row["state"] == state).count()
    }

    fn told(&self) -> String {
        fs::read_to_string(self.home.folder.join("told.txt")).unwrap_or_default()
    }
}

/// At MAIL nothing was said yet of a recipient, and a limit of the day is about us: no letter fails for that.
#[test]
fn a_server_that_refuses_the_judge_costs_no_letter_and_is_told_of() {
    let root = tempfile::tempdir().unwrap();
    let judge = Relayed::init(root.path());
    let end = NOON + 3 * 86_400;
    judge.refuse(Some(("MAIL", "550 5.7.1 Sender address rejected: judge suspended\r\n")));
    let done = judge.home.run_once(end);
    assert!(done.contains("phases played: 1, letters out: 0"), "{done}");
    let waiting = judge.states("pending");
    assert!(waiting >= 8 && judge.states("failed") == 0, "{waiting}");
    assert!(
        judge.told().contains("No letter has left") && judge.told().contains("judge suspended"),
        "{}",
        judge.told()
    );
    let before = judge.server.letters().len();
    judge.refuse(Some(("DOT", "550 5.4.5 Daily user sending limit exceeded\r\n")));
    judge.home.run_once(end + 7200);
    let refused = judge.server.letters().split_off(before);
    assert!(refused.len() >= waiting && judge.states("failed") == 0 && judge.states("pending") >= waiting);
    judge.refuse(None);
    judge.home.run_once(end + 4 * 7200);
    assert_eq!((judge.states("pending"), judge.states("failed")), (0, 0));
    let taken = judge.server.letters().split_off(before + refused.len());
    for letter in &refused {
        assert!(taken.contains(letter), "other bytes:\n{}", String::from_utf8_lossy(letter));
    }
    for seat in SEATS {
        let letters = judge.letters(&player(seat));
        assert!(letters.iter().any(|letter| letter.subject.contains("T1 strategic played")), "{seat}");
    }
    assert!(judge.letters(GM).iter().any(|letter| letter.subject.contains("trouble with the judge: sending")));
    judge.home.run_once(end + 5 * 7200);
    let told = judge.told();
    assert_eq!((told.matches("sending").count(), told.matches("This trouble is over").count()), (2, 1), "{told}");
}

/// Reports with their maps have some hundred kilobytes. Less of them goes where the server takes less, and their readers
/// hear it.
#[test]
fn a_report_larger_than_the_server_takes_goes_without_pictures_or_in_parts_and_none_is_given_up() {
    for (ehlo, limit) in [("250-trap\r\n250 SIZE 100000\r\n", 100_000), ("250-trap\r\n250 SIZE 17500\r\n", 17_500)] {
        let root = tempfile::tempdir().unwrap();
        let mut judge = Relayed::init(root.path());
        judge.home = judge.home.with_pictures();
        let before = judge.server.letters().len();
        judge.refuse(Some(("EHLO", ehlo)));
        judge.home.run_once(NOON + 3 * 86_400);
        assert_eq!((judge.states("pending"), judge.states("failed")), (0, 0), "{ehlo}");
        let taken = judge.server.letters().split_off(before);
        assert!(taken.iter().all(|letter| letter.len() <= limit), "{ehlo}");
        for seat in SEATS {
            let letters = judge.letters(&player(seat));
            let report = letters.iter().find(|letter| letter.subject.contains("T1 strategic played"));
            let text = &report.unwrap_or_else(|| panic!("{seat} has no report, {ehlo}")).text;
            assert!(text.contains("Left out, for with it this letter"), "{seat}, {ehlo}: {text}");
        }
    }
}

/// Every round is a process of its own, so what left is counted over restarts.
#[test]
fn letters_beyond_the_quotas_of_the_way_out_wait_and_are_told_of() {
    let root = tempfile::tempdir().unwrap();
    let judge = Relayed::init_with(root.path(), "per_minute = 5\nper_day = 8\n");
    let left = || judge.server.letters().len();
    assert_eq!((left(), judge.states("failed")), (5, 0));
    let waiting = judge.states("pending");
    assert!(waiting > 3, "{waiting}");
    for (at, all) in [(2, 5), (59, 5), (62, 8), (200, 8), (86_399, 8), (86_402, 13), (86_403, 13)] {
        judge.home.run_once(NOON + at);
        assert_eq!(left(), all, "after {at} s");
    }
    let beat = fs::read(judge.home.folder.join("beat.json")).unwrap();
    let beat: serde_json::Value = serde_json::from_slice(&beat).unwrap();
    assert_eq!(beat["left_in_a_day"], 8, "{beat}");
    assert!(beat["kept_by_quota"].as_u64().unwrap() > 0, "{beat}");
    let doctor = words(&judge.home.output(&["doctor", "--offline"]));
    assert!(doctor.contains("letters left in the last 24 hours"), "{doctor}");
}

/// Exim, and OpenSMTPD, which says of a recipient for whom it does not relay what it says of one there is not.
#[test]
fn a_smarthost_that_refuses_to_relay_costs_no_letter_and_alarms_at_once() {
    for reply in ["550 relay not permitted\r\n", "550 Invalid recipient\r\n", "550 5.1.1 User unknown\r\n"] {
        let root = tempfile::tempdir().unwrap();
        let judge = Relayed::init(root.path());
        let end = NOON + 3 * 86_400;
        judge.refuse(Some(("RCPT", reply)));
        judge.home.run_once(end);
        let waiting = judge.states("pending");
        assert!(waiting >= 8 && judge.states("failed") == 0, "{reply}: {waiting} wait");
        let told = judge.told();
        assert!(told.contains("The mail server refuses") && told.contains(reply[4..].trim_end()), "{reply}: {told}");
        // Tried for days, and none is given up.
        for hours in [1, 7, 25, 49, 73] {
            judge.home.run_once(end + hours * 3_600);
            assert_eq!(judge.states("failed"), 0, "{reply}: after {hours} hours");
        }
        judge.refuse(None);
        judge.home.run_once(end + 100 * 3_600);
        assert_eq!((judge.states("pending"), judge.states("failed")), (0, 0), "{reply}");
        for seat in SEATS {
            let letters = judge.letters(&player(seat));
            assert!(letters.iter().any(|letter| letter.subject.contains("T1 strategic played")), "{reply}: {seat}");
        }
        assert!(judge.told().contains("This trouble is over"), "{reply}: {}", judge.told());
    }
}

#[test]
fn letters_that_were_refused_go_again_when_the_operator_says_so() {
    let root = tempfile::tempdir().unwrap();
    let judge = Relayed::init(root.path());
    let output = |arguments: &[&str]| words(&judge.home.output(arguments));
    let refusal = ("RCPT TO:<usa-east@", "550 5.1.1 no such user\r\n");
    // The server's word is believed when it was heard twice, and a letter for somebody else was taken in between.
    let ask = |now: i64| {
        judge.refuse(Some(refusal));
        judge.write(&player("usa-east"), "[war] status", "STATUS", now);
        judge.home.run_once(now + 1);
        assert_eq!((judge.states("pending"), judge.states("failed")), (1, 0));
        judge.write(&player("csa-east"), "[war] status", "STATUS", now + 2);
        judge.home.run_once(now + 3);
        judge.home.run_once(now + 70);
        assert_eq!((judge.states("pending"), judge.states("failed")), (0, 1));
    };
    ask(NOON + 10);
    assert!(
        judge.told().contains("failed") && judge.told().contains("1 letter is not sent any more"),
        "{}",
        judge.told()
    );
    let said = output(&["doctor", "--offline"]);
    assert!(said.contains("1 letters were refused") && said.contains("adjutant release --failed"), "{said}");
    let listed = output(&["release", "--failed", "--list"]);
    assert!(listed.contains("receipt letter") && listed.contains("5.1.1 no such user"), "{listed}");
    assert!(output(&["release", "--failed", "--game", "other"]).contains("0 letters are sent once more"));
    judge.refuse(None);
    let before = judge.letters(&player("usa-east")).len();
    let released = output(&["release", "--failed", "--game", "war"]);
    assert!(released.contains("receipt letter") && released.contains("1 letters are sent once more"), "{released}");
    judge.home.run_once(NOON + 90);
    assert_eq!((judge.letters(&player("usa-east")).len(), judge.states("failed")), (before + 1, 0));
    assert!(!output(&["doctor", "--offline"]).contains("were refused"));
    // One that is dropped is nobody's business any more.
    ask(NOON + 100);
    let export = judge.home.export("war");
    let failed = export["outbox"].as_array().unwrap().iter().find(|row| row["state"] == "failed").unwrap();
    let number = failed["id"].as_i64().unwrap().to_string();
    assert!(output(&["release", "--failed", "--drop", "9999"]).contains("was not given up"));
    assert!(
        output(&["release", "--failed", "--drop", &number]).contains("0 letters are sent once more, 1 were dropped")
    );
    assert!(!output(&["doctor", "--offline"]).contains("were refused"));
}

/// File, command and letter do not wait for each other, and what fails does not make the others speak again.
#[test]
fn each_way_of_an_alarm_is_tried_whatever_becomes_of_the_others() {
    let roots = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let ways = [("/dev/full", "true"), ("alarms.txt", "false")];
    let mut judges: Vec<(Home, live::Daemon)> = Vec::new();
    for (root, (file, ends)) in roots.iter().zip(ways) {
        let told = root.path().join("judge/told.txt");
        let alarm = format!(
            "[alarm]\nfile = \"{file}\"\ncommand = \"cat >> '{}'; {ends}\"\nfree_percent = 101\n",
            told.display()
        );
        let home = home(root.path(), &alarm);
        let daemon = home.start("daemon.log");
        judges.push((home, daemon));
    }
    // Trouble is looked for every five seconds.
    std::thread::sleep(Duration::from_secs(13));
    for (home, daemon) in &mut judges {
        let told = fs::read_to_string(home.folder.join("told.txt")).unwrap_or_default();
        assert_eq!(told.matches("% of the disk").count(), 1, "{told}\n{}", daemon.log());
        let letters = fs::read_dir(home.folder.join("mail/outbox").join(GM).join("new")).unwrap();
        let letters = letters.map(|entry| Received::read(&fs::read(entry.unwrap().path()).unwrap()));
        let alarms = letters.filter(|letter| letter.subject.contains("trouble with the judge: disk"));
        assert_eq!(alarms.count(), 1, "{}", daemon.log());
        assert_eq!(daemon.terminate().1, Some(0));
    }
    let written = fs::read_to_string(judges[1].0.folder.join("alarms.txt")).unwrap();
    assert_eq!(written.matches("% of the disk").count(), 1, "{written}");
}

#[test]
fn a_judge_who_cannot_begin_is_told_of_by_the_second_path() {
    let root = tempfile::tempdir().unwrap();
    let told = root.path().join("judge/told.txt");
    let alarm = format!("[alarm]\ncommand = \"cat >> '{}'\"\nfree_percent = 0\n", told.display());
    let home = home(root.path(), &alarm);
    home.run_once(NOON);
    fs::write(home.folder.join("adjutant.db"), b"this is no database").unwrap();
    for _ in 0..2 {
        assert_eq!(home.output(&["run", "--once"]).status.code(), Some(1));
    }
    let told = fs::read_to_string(&told).unwrap();
    assert_eq!(told.matches("The judge has stopped").count(), 1, "{told}");
    assert!(told.contains("not a SQLite database") && told.contains("judge@war.test"), "{told}");
}

/// A judge whose rounds fail, and one whose database a shell keeps from being written: neither looks healthy.
#[test]
fn a_desk_that_can_do_nothing_is_told_of_without_its_database() {
    const LIMIT: Duration = Duration::from_secs(150);
    let (first, second) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let more = "[alarm]\nfile = \"alarms.txt\"\nfree_percent = 0\n[heartbeat]\nfile = \"beat.json\"\n";
    let (failing, locked) = (home(first.path(), more), home(second.path(), more));
    let alarms = |home: &Home| fs::read_to_string(home.folder.join("alarms.txt")).unwrap_or_default();
    let database = |home: &Home| home.folder.join("adjutant.db");
    open_campaign(&failing);
    let by_hand = ByHand::open(&database(&failing));
    by_hand.run("UPDATE game SET timetable = '{' WHERE id = 'war'").unwrap();
    drop(by_hand);
    let (failing_daemon, locked_daemon) = (failing.start("daemon.log"), locked.start("daemon.log"));
    let listens = || locked_daemon.log().contains("listens at").then_some(());
    await_some("the daemon listens", Duration::from_secs(60), listens, || locked_daemon.log());
    std::thread::sleep(Duration::from_secs(3));
    let shell = ByHand::open(&database(&locked));
    shell.run("BEGIN IMMEDIATE").unwrap();
    let letter =
        Written { from: GM.to_owned(), subject: "help".to_owned(), text: "HELP".to_owned(), ..Written::default() };
    deliver(&locked.folder.join("mail/inbox"), &letter.bytes("h1"), None).unwrap();
    let is_told = || alarms(&failing).contains("No round of the desk ended well").then_some(());
    await_some("the desk's alarm", LIMIT, is_told, || failing_daemon.log());
    let beat = || {
        let beat = fs::read(failing.folder.join("beat.json")).ok()?;
        let beat: serde_json::Value = serde_json::from_slice(&beat).ok()?;
        (beat["alarms"] == serde_json::json!(["desk"])).then_some(beat)
    };
    let beat = await_some("a heartbeat that says so", LIMIT, beat, || failing_daemon.log());
    assert!(beat["last_good_round"].as_i64().unwrap() <= beat["at"].as_i64().unwrap() - 60, "{beat}");
    let is_told = || alarms(&locked).contains("Letters cannot be kept").then_some(());
    await_some("the alarm of the locked judge", LIMIT, is_told, || locked_daemon.log());
    std::thread::sleep(Duration::from_secs(25));
    assert_eq!(alarms(&locked).matches("Letters cannot be kept").count(), 1, "{}", alarms(&locked));
    shell.run("ROLLBACK").unwrap();
    let is_over = || alarms(&locked).contains("This trouble is over").then_some(());
    await_some("the end of the trouble", LIMIT, is_over, || locked_daemon.log());
}

#[test]
fn doctor_names_what_is_wrong_and_what_helps() {
    let root = tempfile::tempdir().unwrap();
    let home = home(root.path(), "");
    home.run_once(NOON);
    let key = home.folder.join("judge.key");
    fs::set_permissions(&key, fs::Permissions::from_mode(0o644)).unwrap();
    let open = home.output(&["doctor"]);
    let said = words(&open);
    assert!(open.status.code() == Some(1) && said.contains("WRONG  key") && said.contains("chmod 600"), "{said}");
    fs::set_permissions(&key, fs::Permissions::from_mode(0o600)).unwrap();
    let said = words(&home.output(&["doctor"]));
    for line in ["ok     key", "ok     templates", "ok     database", "ok     mail.in", "ok     mail.out"] {
        assert!(said.contains(line), "{line}\n{said}");
    }
    let database = home.folder.join("adjutant.db");
    fs::write(&database, b"this is no database").unwrap();
    let broken = home.output(&["doctor", "--offline"]);
    let said = words(&broken);
    assert!(broken.status.code() == Some(1) && said.contains("WRONG  database") && said.contains("restore"), "{said}");
}

/// The alarm and the doctor call the same disk too full.
#[test]
fn doctor_asks_for_as_much_room_as_the_settings_do() {
    for (least, found) in [(0, "ok     disk"), (101, "WRONG  disk")] {
        let root = tempfile::tempdir().unwrap();
        let home = home(root.path(), &format!("[alarm]\nfree_percent = {least}\n"));
        let said = words(&home.output(&["doctor", "--offline"]));
        assert!(said.contains(found), "{least}\n{said}");
    }
}

/// A file that must lie beside the database cannot grow: the database is not at fault, and nobody is sent to his backups.
#[test]
fn a_start_without_room_says_so_and_the_next_one_works() {
    let root = tempfile::tempdir().unwrap();
    let home = home(root.path(), "");
    home.run_once(NOON);
    let before = fs::read(home.folder.join("adjutant.db")).unwrap();
    let (binary, settings) = (live::binary(), home.folder.join("adjutant.toml"));
    let start = format!(
        "trap '' XFSZ; ulimit -f 0; exec '{}' --config '{}' run --once --now {}",
        binary.display(),
        settings.display(),
        NOON + 1
    );
    let full = Command::new("sh").args(["-c", &start]).output().unwrap();
    let said = words(&full);
    assert!(full.status.code() == Some(1) && said.contains("there is no room"), "{said}");
    assert!(said.contains("remedy: make room") && !said.contains("--after-restore"), "{said}");
    assert_eq!(fs::read(home.folder.join("adjutant.db")).unwrap(), before);
    home.run_once(NOON + 2);
}

#[test]
fn settings_with_a_password_in_them_are_for_nobody_else() {
    let root = tempfile::tempdir().unwrap();
    let home = home(root.path(), "");
    let settings = home.folder.join("adjutant.toml");
    let imap = "kind = \"imap\"\nhost = \"127.0.0.1\"\nport = 1\nuser = \"judge\"\ntls = \"none\"\npassword = \"x\"";
    let text = fs::read_to_string(&settings).unwrap();
    fs::write(&settings, text.replace("kind = \"maildir\"\ninbox = \"mail/inbox\"", imap)).unwrap();
    fs::set_permissions(&settings, fs::Permissions::from_mode(0o644)).unwrap();
    let refused = home.output(&["run", "--once"]);
    assert!(words(&refused).contains("chmod 600") && refused.status.code() == Some(1), "{}", words(&refused));
}

/// The export without what names the folder.
fn outcome(home: &Home) -> serde_json::Value {
    let mut export = home.export("war");
    for letter in export["letters"].as_array_mut().unwrap() {
        letter.as_object_mut().unwrap().remove("mailbox");
        letter.as_object_mut().unwrap().remove("uid");
    }
    for letter in export["outbox"].as_array_mut().unwrap() {
        letter.as_object_mut().unwrap().remove("reply");
    }
    export
}

#[test]
fn the_outcome_is_the_same_in_every_zone_locale_folder_and_umask() {
    let mut outcomes = Vec::new();
    for (zone, locale, umask, folder) in [
        ("UTC", "C", "022", "/"),
        ("Asia/Kolkata", "tr_TR.UTF-8", "000", "/tmp"),
        ("America/St_Johns", "de_DE", "077", "."),
    ] {
        let root = tempfile::tempdir().unwrap();
        let home = home(root.path(), "");
        home.run_once(NOON);
        let seats: String = SEATS.iter().map(|seat| format!("SEAT {seat} <{}> AS {seat}\n", player(seat))).collect();
        let welcome = newest(&home, GM);
        let letter = Written {
            from: GM.to_owned(),
            subject: "a game".to_owned(),
            text: welcome.below_its_code(&format!("CREATE war FROM civil-war/1861\n{seats}START")),
            in_reply_to: Some(welcome.message_id),
            header: None,
        };
        deliver(&home.folder.join("mail/inbox"), &letter.bytes("g1"), Some(NOON)).unwrap();
        let settings = home.folder.join("adjutant.toml");
        let words = format!(
            "umask {umask}; cd {folder}; exec '{}' --config '{}' run --once --now {}",
            live::binary().display(),
            settings.display(),
            NOON + 86_400 * 2
        );
        let done =
            Command::new("sh").args(["-c", &words]).env("TZ", zone).env("LC_ALL", locale).env("LANG", locale).output();
        let done = done.unwrap();
        assert!(done.status.success(), "{}", live::words(&done));
        assert_eq!(mode(&home.folder.join("adjutant.db")), 0o600);
        outcomes.push(outcome(&home));
    }
    assert_eq!(outcomes[0], outcomes[1]);
    assert_eq!(outcomes[0], outcomes[2]);
    assert!(outcomes[0]["outbox"].as_array().unwrap().len() > 7);
}

/// Reports as a player saves them: one that promises, one that tells the secret and a battle.
fn reports(folder: &Path, dice: (u32, u32)) -> [String; 2] {
    let secret = Secret::new([7; 32]);
    let before = format!(
        "Dice\n--------\nThe dice of phase 2 (T1 TST1) (label 2.1) come from secrets with these\nSHA-256:\n\n  open  {}\n",
        secret.commitment()
    );
    let after = format!(
        "> Pulse 4: battle at Manassas (4910). Our 3 SP under McDowell attacked a large\n> force. The attacker threw {} and {}; \
         a river (-1): 7 in all. We were repulsed. We lost 1 SP.\n\nDice\n--------\nThe secrets of phase 2 (T1 TST1) (label 2.1) \
         were:\n\n  open  {}\n",
        dice.0,
        dice.1,
        secret.reveal()
    );
    [("before.txt", before), ("after.txt", after)].map(|(name, text)| {
        let file = folder.join(name);
        fs::write(&file, text).unwrap();
        file.to_str().unwrap().to_owned()
    })
}

#[test]
fn dice_of_saved_reports_are_thrown_again() {
    let root = tempfile::tempdir().unwrap();
    let secret = Secret::new([7; 32]);
    let die = |nth| secret.shown_by("2.1", "battle 4910 p4", nth, 6);
    let verify = |arguments: &[&str]| Command::new(live::binary()).arg("verify").args(arguments).output().unwrap();
    let [before, after] = reports(root.path(), (die(1), die(2)));
    let fair = verify(&[&before, &after]);
    assert!(fair.status.success() && words(&fair).contains("2 checked, 0 differ"), "{}", words(&fair));
    let named = format!("tie p3 csa east = {}", secret.shown_by("2.1", "tie p3 csa east", 1, 6));
    assert!(verify(&[&after, "--die", &named]).status.success());
    let [_, after] = reports(root.path(), (die(1), die(2) % 6 + 1));
    let loaded = verify(&[&before, &after]);
    assert!(loaded.status.code() == Some(1) && words(&loaded).contains("DIFFERS battle 4910 p4"), "{}", words(&loaded));
    let text = fs::read_to_string(&before).unwrap();
    fs::write(&before, text.replace(&secret.commitment()[..8], "00000000")).unwrap();
    assert!(words(&verify(&[&before, &after])).contains("DIFFERS secret open"));
    assert_eq!(verify(&[&before]).status.code(), Some(1), "there is no secret in it");
    let of_game = |name: &str| {
        let file = root.path().join(format!("{name}.eml"));
        let text = fs::read_to_string(&after).unwrap();
        fs::write(
            &file,
            format!("From: j@j.example\nSubject: [{name}] played\nMessage-ID: <{name}@j.example>\n\n{text}"),
        )
        .unwrap();
        file.to_str().unwrap().to_owned()
    };
    let of_two = words(&verify(&[&of_game("cw1"), &of_game("cw2")]));
    assert!(of_two.contains("the reports are of several games: cw1, cw2"), "{of_two}");
}

#[test]
fn of_five_judges_started_at_once_one_works_and_a_killed_one_leaves_no_lock() {
    let root = tempfile::tempdir().unwrap();
    let home = home(root.path(), "");
    home.run_once(NOON);
    let mut daemons: Vec<live::Daemon> = (0..5).map(|number| home.start(&format!("{number}.log"))).collect();
    let listening = |daemons: &[live::Daemon]| daemons.iter().filter(|one| one.log().contains("listens")).count();
    let settled = |daemons: &mut Vec<live::Daemon>| {
        let ended = daemons.iter_mut().filter_map(|one| one.child.try_wait().unwrap()).count();
        (ended == 4 && listening(daemons) == 1).then_some(())
    };
    await_some("one of five", Duration::from_secs(60), || settled(&mut daemons), || "no single judge".to_owned());
    drop(daemons); // by SIGKILL
    let mut next = home.start("next.log");
    await_some("a successor", Duration::from_secs(60), || next.log().contains("listens").then_some(()), || next.log());
    assert!(next.log().contains("its lock was taken over"), "{}", next.log());
    assert_eq!(next.terminate().1, Some(0));
    // One that ended in order leaves nothing to be taken over.
    let mut last = home.start("last.log");
    await_some("the last one", Duration::from_secs(60), || last.log().contains("listens").then_some(()), || last.log());
    assert!(!last.log().contains("taken over"), "{}", last.log());
    assert_eq!(last.terminate().1, Some(0));
}
