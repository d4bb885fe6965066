//! `adjutant doctor` against set-ups that are right and wrong: it changes nothing, says what is wrong, and what it advises
//! mends it.

use crate::support::live;
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use crate::support::live::{Home, MAILDIRS, daily, words};
use crate::support::patient::{INBOX, OUTBOX, finding, judge, now, smtp};
use crate::support::scripted::{Made, PASSWORD, Scripted, Wire};

/// Nobody waits longer than fifteen seconds for a verdict; the rest is for a machine that is busy with other tests.
const LONGEST: Duration = Duration::from_secs(20);

fn home(folder: &Path) -> Home {
    Home::init(folder, MAILDIRS, &daily("24h", ""))
}

/// Everything under a folder: kind and mode, size, when it was last changed in any way, and its bytes.
fn tree(root: &Path) -> BTreeMap<PathBuf, (u32, u64, i64, i64, Vec<u8>)> {
    let mut found = BTreeMap::new();
    let mut waiting = vec![root.to_owned()];
    while let Some(path) = waiting.pop() {
        let data = fs::symlink_metadata(&path).unwrap();
        if data.is_dir() {
            waiting.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
        }
        let bytes = if data.is_file() { fs::read(&path).unwrap() } else { Vec::new() };
        found.insert(path, (data.mode(), data.len(), data.ctime(), data.ctime_nsec(), bytes));
    }
    found
}

/// What doctor said, after it was seen to have changed nothing under the folder.
fn said_without_a_trace(home: &Home, root: &Path) -> String {
    let before = tree(root);
    let said = words(&home.output(&["doctor"]));
    let after = tree(root);
    let names = |tree: &BTreeMap<PathBuf, _>| tree.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&before), names(&after), "{said}");
    for (path, was) in &before {
        assert!(after[path] == *was, "{} is another\n{said}", path.display());
    }
    said
}

#[test]
fn a_look_changes_nothing() {
    let root = tempfile::tempdir().unwrap();
    let home = home(&root.path().join("judge"));
    let said = said_without_a_trace(&home, root.path());
    assert!(said.contains("the first `adjutant run` makes it") && said.contains("no letter has come yet"), "{said}");

    home.run_once(now());
    let said = said_without_a_trace(&home, root.path());
    assert!(said.contains("the journal's chain of") && said.contains("All is well."), "{said}");

    let settings = home.folder.join("adjutant.toml");
    let right = fs::read_to_string(&settings).unwrap();
    fs::write(&settings, right.replace("mail/inbox", "mail/imbox").replace("mail/outbox", "post/outbox")).unwrap();
    let said = said_without_a_trace(&home, root.path());
    assert!(said.contains("mail/imbox") && said.contains("post/outbox") && said.contains("2 things"), "{said}");
}

#[test]
fn an_older_database_is_told_of_and_not_brought_up() {
    let root = tempfile::tempdir().unwrap();
    let archive = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/upgrade/eia.tar.gz");
    assert!(Command::new("tar").arg("-xzf").arg(archive).arg("-C").arg(root.path()).status().unwrap().success());
    let home = Home { folder: root.path().to_owned() };
    let said = said_without_a_trace(&home, root.path());
    assert!(said.contains("WRONG  database"), "{said}");
}

/// A judge that was killed leaves a log beside his database, and what it says belongs to it.
#[test]
fn a_log_that_was_left_behind_is_read_and_stays() {
    let root = tempfile::tempdir().unwrap();
    let home = home(&root.path().join("judge"));
    let daemon = home.start("log");
    let log = home.folder.join("adjutant.db-wal");
    live::await_some("the log", Duration::from_secs(30), || log.exists().then_some(()), || daemon.log());
    drop(daemon);
    let left = fs::read(&log).unwrap();
    let said = words(&home.output(&["doctor"]));
    assert!(said.contains("ok     database"), "{said}");
    assert_eq!(fs::read(&log).unwrap(), left);
}

fn inbox(path: &str) -> String {
    format!("{}\n{OUTBOX}", INBOX.replace("mail/inbox", path))
}

fn imap(host: &str, port: u16, more: &str) -> String {
    let file = if more.contains("password_file") { "" } else { "password_file = \"right.password\"\n" };
    format!("[mail.in]\nkind = \"imap\"\nhost = \"{host}\"\nport = {port}\nuser = \"judge\"\n{file}{more}\n{OUTBOX}")
}

/// What an operator does who follows the remedy.
enum Mend {
    /// He sets these settings.
    Settings(String),
    /// He types the command that it names, from this word on.
    Shell(&'static str),
    /// He types the command, starts an IMAP server with the certificate that it made, and sets what it says.
    Certificate,
}

/// A set-up that is wrong in one way.
struct SetUp {
    settings: String,
    section: &'static str,
    /// Words of the verdict.
    verdict: &'static str,
    /// Words of the remedy.
    remedy: &'static str,
    mend: Mend,
}

fn wrong(
    settings: String,
    section: &'static str,
    verdict: &'static str,
    remedy: &'static str,
    mended: String,
) -> SetUp {
    SetUp { settings, section, verdict, remedy, mend: Mend::Settings(mended) }
}

fn set(home: &Home, was: &str, is: &str) {
    let file = home.folder.join("adjutant.toml");
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.contains(was));
    fs::write(&file, text.replace(was, is)).unwrap();
}

fn shell(home: &Home, command: &str) {
    let done = Command::new("sh").args(["-c", command]).current_dir(&home.folder).output().unwrap();
    assert!(done.status.success(), "{command}\n{}", words(&done));
}

fn look(home: &Home, section: &str) -> String {
    let begun = Instant::now();
    let said = words(&home.output(&["doctor"]));
    let took = begun.elapsed();
    assert!(took < LONGEST, "it took {took:?}\n{said}");
    assert!(!said.contains(&format!("{PASSWORD}\"")) && !said.contains("sinister"), "{said}");
    finding(&said, section)
}

/// The verdict, and then what comes of following the remedy.
fn try_out(set_up: &SetUp) {
    let root = tempfile::tempdir().unwrap();
    let home = judge(&root.path().join("judge"), &set_up.settings, "");
    let found = look(&home, set_up.section);
    let (verdict, remedy) = found.split_once('\n').unwrap();
    assert!(verdict.starts_with("WRONG") && verdict.contains(set_up.verdict), "{:?}\n{found}", set_up.verdict);
    assert!(remedy.starts_with("remedy: ") && remedy.contains(set_up.remedy), "{:?}\n{found}", set_up.remedy);
    let mut server = None;
    match &set_up.mend {
        Mend::Settings(mended) => set(&home, &set_up.settings, mended),
        Mend::Shell(word) => shell(&home, &remedy[remedy.find(word).unwrap()..]),
        Mend::Certificate => {
            let command = remedy.strip_prefix("remedy: ").unwrap().split(';').next().unwrap();
            shell(&home, command);
            let made = Made::found(home.folder.join("cert.pem"), home.folder.join("key.pem"));
            let started = Scripted::imap(Wire::Implicit(made.tls()), |_, _| None);
            set(&home, &set_up.settings, &imap("localhost", started.port, "ca_file = \"cert.pem\""));
            server = Some(started);
        }
    }
    let mended = look(&home, set_up.section);
    assert!(mended.starts_with("ok"), "{found}\nand then\n{mended}");
    drop(server);
}

/// Runs all at once: most of the time of each is waiting.
fn try_all(set_ups: &[SetUp]) {
    std::thread::scope(|scope| {
        let tried: Vec<_> = set_ups.iter().map(|set_up| scope.spawn(|| try_out(set_up))).collect();
        let failed = tried.into_iter().map(|one| one.join()).filter(Result::is_err).count();
        assert_eq!(failed, 0, "of {} set-ups", set_ups.len());
    });
}

#[test]
fn a_folder_that_is_wrong_is_told_from_one_that_is_empty() {
    let elsewhere = format!("{INBOX}\n{}", OUTBOX.replace("mail/outbox", "elsewhere/outbox"));
    let mut set_ups = vec![
        wrong(inbox("mail/imbox"), "mail.in", "there is no folder", "mail/inbox", inbox("mail/inbox")),
        wrong(inbox("mail"), "mail.in", "is a folder but no Maildir", "mail/inbox", inbox("mail/inbox")),
        wrong(inbox("adjutant.toml"), "mail.in", "is no folder", "name a folder as inbox", inbox("mail/inbox")),
    ];
    let made = |settings, section| SetUp {
        settings,
        section,
        verdict: "there is no folder",
        remedy: "mkdir -p -m 700",
        mend: Mend::Shell("mkdir"),
    };
    set_ups.push(made(inbox("elsewhere/inbox"), "mail.in"));
    set_ups.push(made(elsewhere, "mail.out"));
    try_all(&set_ups);
}

#[test]
fn a_way_in_that_is_wrong_is_told_with_what_mends_it() {
    let root = tempfile::tempdir().unwrap();
    let good = Made::for_host(root.path(), "good", "localhost", false);
    let authority = Made::for_host(root.path(), "authority", "localhost", true);
    let (plain, tls) =
        (Scripted::imap(Wire::Plain, |_, _| None), Scripted::imap(Wire::Implicit(good.tls()), |_, _| None));
    let never = Scripted::imap(Wire::Implicit(authority.tls()), |_, _| None);
    let [chain, orphan] = [("chain", true), ("orphan", false)].map(|(name, shows_all)| {
        Scripted::imap(Wire::Implicit(Made::signed_by(&authority, name, "localhost", shows_all).tls()), |_, _| None)
    });
    let by_authority = format!("ca_file = {:?}\n", authority.file);
    let (silent, other) = (Scripted::silent(), Scripted::smtp(Wire::Plain, |_, _| None));
    let closed = Scripted::imap(Wire::Plain, |tag, command| match command {
        "CAPABILITY" => Some(format!("* CAPABILITY IMAP4rev1 ACL\r\n{tag} OK\r\n")),
        _ => command.starts_with("MYRIGHTS").then(|| format!("* MYRIGHTS INBOX lrs\r\n{tag} OK\r\n")),
    });
    let only_in_tls = Scripted::imap(Wire::Plain, |tag, command| {
        (command == "CAPABILITY").then(|| format!("* CAPABILITY IMAP4rev1 LOGINDISABLED\r\n{tag} OK\r\n"))
    });
    let starttls = Scripted::imap(Wire::Starttls(good.tls()), |_, _| None);
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let none = "tls = \"none\"\n";
    let right = imap("localhost", plain.port, none);
    let trusted = format!("ca_file = {:?}\n", good.file);
    let with = |port, more: &str| imap("localhost", port, more);
    let in_none = |more: &str| with(plain.port, &format!("{none}{more}"));
    let set_ups = [
        wrong(imap("imap.invalid", plain.port, none), "mail.in", "imap.invalid", "correct host", right.clone()),
        wrong(with(free, none), "mail.in", "refused", "correct host and port under [mail.in]", right.clone()),
        wrong(
            with(plain.port, ""),
            "mail.in",
            "speaks plain text",
            "set tls = \"none\" under [mail.in]",
            right.clone(),
        ),
        wrong(
            with(tls.port, &format!("{none}{trusted}")),
            "mail.in",
            "speaks TLS from the first byte",
            "set tls = \"implicit\" under [mail.in]",
            with(tls.port, &trusted),
        ),
        wrong(
            with(starttls.port, &trusted),
            "mail.in",
            "speaks plain text",
            "set tls = \"starttls\" under [mail.in]",
            with(starttls.port, &format!("tls = \"starttls\"\n{trusted}")),
        ),
        wrong(
            with(plain.port, &format!("tls = \"starttls\"\n{trusted}")),
            "mail.in",
            "no TLS with",
            "set tls = \"none\" under [mail.in]",
            right.clone(),
        ),
        wrong(with(other.port, none), "mail.in", "is an SMTP server", "correct host and port", right.clone()),
        wrong(with(silent.port, none), "mail.in", "says nothing", "correct host and port", right.clone()),
        wrong(with(silent.port, ""), "mail.in", "says nothing", "correct host and port", right.clone()),
        wrong(
            in_none("password_file = \"wrong.password\"\n"),
            "mail.in",
            "refused user judge",
            "wrong.password: correct its first line, or correct user, which is \"judge\"",
            in_none("password_file = \"right.password\"\n"),
        ),
        wrong(
            in_none("password_file = \"empty.password\"\n"),
            "mail.in",
            "empty.password is empty",
            "password_file under [mail.in]",
            right.clone(),
        ),
        wrong(
            in_none("password_file = \"no.password\"\n"),
            "mail.in",
            "no.password",
            "correct password_file under [mail.in]",
            right.clone(),
        ),
        wrong(
            with(only_in_tls.port, none),
            "mail.in",
            "takes no plain password",
            "set tls under [mail.in]",
            with(starttls.port, &format!("tls = \"starttls\"\n{trusted}")),
        ),
        wrong(in_none("mailbox = \"Judge\"\n"), "mail.in", "no such mailbox", "Archive, INBOX", right.clone()),
        wrong(with(closed.port, none), "mail.in", "may not take letters out", "the rights t and e", right.clone()),
        wrong(
            with(tls.port, ""),
            "mail.in",
            "signs itself",
            "name it as ca_file under [mail.in]",
            with(tls.port, &trusted),
        ),
        wrong(
            with(chain.port, ""),
            "mail.in",
            "signed by an authority that is not known",
            "name it as ca_file under [mail.in]",
            with(chain.port, &by_authority),
        ),
        wrong(
            with(orphan.port, ""),
            "mail.in",
            "the server does not show by whom",
            "as ca_file under [mail.in]",
            with(orphan.port, &by_authority),
        ),
        SetUp {
            settings: with(never.port, &format!("ca_file = {:?}\n", authority.file)),
            section: "mail.in",
            verdict: "it is not trusted even as ca_file",
            remedy: "name cert.pem as ca_file under [mail.in]",
            mend: Mend::Certificate,
        },
    ];
    try_all(&set_ups);
}

#[test]
fn a_way_out_that_is_wrong_is_told_with_what_mends_it() {
    let root = tempfile::tempdir().unwrap();
    let good = Made::for_host(root.path(), "good", "localhost", false);
    let over = Made::for_host(root.path(), "over", "localhost", false).over();
    let trusted = format!("ca_file = {:?}\n", good.file);
    let implicit = Scripted::smtp(Wire::Implicit(good.tls()), |_, _| None);
    let starttls = Scripted::smtp(Wire::Starttls(good.tls()), |_, _| None);
    let expired = Scripted::smtp(Wire::Implicit(over.tls()), |_, _| None);
    let plain = Scripted::smtp(Wire::Plain, |_, _| None);
    let at_mail = Scripted::smtp(Wire::Plain, |said, is_in| {
        (said.starts_with("MAIL") && !is_in).then_some("530 5.7.0 Authentication required\r\n")
    });
    let at_rcpt = Scripted::smtp(Wire::Plain, |said, is_in| {
        (said.starts_with("RCPT") && !is_in).then_some("554 5.7.1 <gm@war.test>: Relay access denied\r\n")
    });
    let without_login = Scripted::smtp(Wire::Plain, |said, _| said.starts_with("EHLO").then_some("250 mx.test\r\n"));
    let strict = Scripted::smtp(Wire::Plain, |said, _| {
        said.starts_with("MAIL FROM:<judge@").then_some("553 5.7.1 not owned by user judge\r\n")
    });
    let choosy =
        Scripted::smtp(Wire::Plain, |said, _| said.starts_with("RCPT").then_some("550 5.1.1 no such user here\r\n"));
    let (silent, other) = (Scripted::silent(), Scripted::imap(Wire::Plain, |_, _| None));
    let none = "tls = \"none\"\n";
    let login = "user = \"judge\"\npassword_file = \"right.password\"\n";
    let at = |port, more: &str| smtp("localhost", port, more);
    let right = at(plain.port, none);
    let with_login = |port| at(port, &format!("{none}{login}"));
    let in_tls = |tls: &str| format!("tls = \"{tls}\"\n{trusted}");
    let section = "mail.out";
    let set_ups = [
        wrong(
            at(implicit.port, &in_tls("starttls")),
            section,
            "speaks TLS from the first byte",
            "set tls = \"implicit\" under [mail.out]",
            at(implicit.port, &in_tls("implicit")),
        ),
        wrong(
            at(starttls.port, &in_tls("implicit")),
            section,
            "speaks plain text",
            "set tls = \"starttls\" under [mail.out]",
            at(starttls.port, &in_tls("starttls")),
        ),
        wrong(
            at(plain.port, &in_tls("starttls")),
            section,
            "does not offer STARTTLS",
            "set tls = \"none\" under [mail.out]",
            right.clone(),
        ),
        wrong(
            at(at_mail.port, none),
            section,
            "without a login",
            "set user and password_file",
            with_login(at_mail.port),
        ),
        wrong(
            at(at_rcpt.port, none),
            section,
            "without a login",
            "set user and password_file",
            with_login(at_rcpt.port),
        ),
        wrong(
            at(plain.port, &format!("{none}{}", login.replace("right", "wrong"))),
            section,
            "the login was refused",
            "password_file under [mail.out]",
            with_login(plain.port),
        ),
        wrong(
            with_login(without_login.port),
            section,
            "offers no login",
            "leave user and the password out",
            at(without_login.port, none),
        ),
        wrong(with_login(strict.port), section, "may not send from the judge's address", "[judge]", right.clone()),
        wrong(at(choosy.port, none), section, "address of a game master is refused", "[[gm]]", right.clone()),
        wrong(
            smtp("127.0.0.1", implicit.port, &in_tls("implicit")),
            section,
            "is not for 127.0.0.1 but for localhost",
            "set host under [mail.out]",
            at(implicit.port, &in_tls("implicit")),
        ),
        wrong(
            at(starttls.port, "tls = \"starttls\"\n"),
            section,
            "signs itself",
            "-starttls smtp",
            at(starttls.port, &in_tls("starttls")),
        ),
        wrong(
            at(expired.port, &format!("tls = \"implicit\"\nca_file = {:?}\n", over.file)),
            section,
            "is no longer valid",
            "renew it",
            at(implicit.port, &in_tls("implicit")),
        ),
        wrong(
            at(other.port, none),
            section,
            "is an IMAP server",
            "correct host and port under [mail.out]",
            right.clone(),
        ),
        wrong(at(silent.port, none), section, "says nothing", "correct host and port under [mail.out]", right.clone()),
    ];
    // The time of a certificate is counted in seconds.
    std::thread::sleep(Duration::from_millis(1_100));
    try_all(&set_ups);
    for server in [&plain, &implicit, &starttls, &at_mail, &at_rcpt, &choosy] {
        assert!(!server.heard().contains(&"DATA".to_owned()), "{:?}", server.heard());
    }
}
