//! Settings and `adjutant init`: the manual is itself settings, mistakes are named, nothing is overwritten.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use adjutant::cli::config::{Config, Incoming, MANUAL, Outgoing};
use adjutant::cli::remedy;
use adjutant::daemon::{Quota, WayOut};
use adjutant::desk::{AnswerLimits, ProofKind, ProofRules};
use adjutant::mail::Limits;

fn adjutant(folder: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_adjutant")).args(args).current_dir(folder).output().unwrap()
}

fn errors(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn parse(text: &str) -> Result<Config, String> {
    Config::parse(text, Path::new("/judge")).map_err(|error| error.to_string())
}

/// The manual with the examples that stand in comments put to use instead.
fn with_servers() -> String {
    let (head, tail) = MANUAL.split_once("[mail.in]").unwrap();
    let (_, tail) = tail.split_once("# The rhythm of new games").unwrap();
    let example = |kind: &str| {
        let lines = MANUAL.lines().skip_while(|line| *line != format!("# kind = \"{kind}\""));
        let lines = lines.take_while(|line| line.starts_with("# ")).map(|line| &line[2..]);
        lines.collect::<Vec<_>>().join("\n")
    };
    format!("{head}[mail.in]\n{}\n[mail.out]\n{}\n# The rhythm{tail}", example("imap"), example("smtp"))
}

#[test]
fn the_manual_is_settings_that_work() {
    let config = parse(MANUAL).unwrap();
    assert_eq!(config.key_file, Path::new("/judge/judge.key"));
    assert_eq!(config.database, Path::new("/judge/adjutant.db"));
    let maildir = config.maildir().unwrap();
    assert_eq!(maildir.inbox, Path::new("/judge/mail/inbox"));
    assert_eq!((config.timetable.grace_minutes, config.timetable.reminders_minutes), (1440, vec![2880, 720, 180]));
    let kinds = ["answer", "board", "ceding", "lending", "offer", "sheet", "spending", "strategic", "tactical", "turn"];
    assert_eq!(config.timetable.rhythms.keys().collect::<Vec<_>>(), kinds, "of every book");
    assert_eq!(Limits::from(config.limits), Limits::default());
}

#[test]
fn the_examples_in_the_comments_of_the_manual_work_too() {
    let config = parse(&with_servers()).unwrap();
    let Incoming::Imap(imap) = &config.mail.incoming else { panic!("not imap") };
    assert_eq!((imap.host.as_str(), imap.port()), ("imap.example.org", 993));
    assert_eq!(imap.login.password_file, Some(PathBuf::from("/judge/imap.password")));
    let Outgoing::Smtp(smtp) = &config.mail.outgoing else { panic!("not smtp") };
    assert_eq!(smtp.hello, "judge.example.org");
    let quota = Quota { per_minute: Some(30), per_day: Some(500) };
    assert_eq!(config.way_out(), WayOut { limit_bytes: 1_000_000, quota });
    assert_eq!(parse(MANUAL).unwrap().way_out(), WayOut::default());
    let mut limits = MANUAL.replace("# [limits]", "[limits]");
    for name in ["size", "header_bytes", "headers", "parts", "nesting"] {
        limits = limits.replace(&format!("# {name} ="), &format!("{name} ="));
    }
    assert_eq!(Limits::from(parse(&limits).unwrap().limits), Limits::default());
}

#[test]
fn a_server_is_greeted_with_the_domain_of_the_judges_address_unless_the_settings_say_otherwise() {
    let hello = |text: &str| match parse(text).unwrap().mail.outgoing {
        Outgoing::Smtp(smtp) => smtp.hello,
        Outgoing::Maildir(_) => panic!("not smtp"),
    };
    assert_eq!(hello(&with_servers()), "judge.example.org");
    let without: String =
        with_servers().lines().filter(|line| !line.starts_with("hello")).flat_map(|line| [line, "\n"]).collect();
    assert_eq!(hello(&without), "adjutant.example");
}

#[test]
fn a_misspelt_setting_is_named() {
    for (right, wrong) in [
        ("database =", "databse ="),
        ("inbox =", "inbx ="),
        ("grace =", "grase ="),
        ("least =", "leest ="),
        ("[judge]", "[juge]"),
    ] {
        let error = parse(&MANUAL.replacen(right, wrong, 1)).unwrap_err();
        let word = wrong.trim_matches(['[', ']', ' ', '=']);
        assert!(error.contains(word) || error.contains(right.trim_matches(['[', ']', ' ', '='])), "{wrong}: {error}");
    }
}

#[test]
fn a_key_that_nobody_knows_is_refused_in_either_half_of_the_mail() {
    for host in ["host = \"imap.example.org\"", "host = \"smtp.example.org\""] {
        let mistyped = with_servers().replacen(host, &format!("{host}\npasword_command = \"pass judge\""), 1);
        let refused = parse(&mistyped).unwrap_err().to_string();
        assert!(refused.contains("pasword_command"), "{refused}");
    }
}

#[test]
fn what_is_wrong_with_a_password_is_said_without_it() {
    let line = "password_file = \"imap.password\"";
    assert!(with_servers().contains(line), "the example of the manual");
    for wrong in [
        "password = \"hunter2\\q\"",
        "password = \"hunter2",
        "password = hunter2",
        "password = 8642097531",
        "password = \"hunter2\"\npassword = \"hunter2\"",
    ] {
        let refused = parse(&with_servers().replacen(line, wrong, 1)).unwrap_err();
        assert!(!refused.contains("hunter2") && !refused.contains("8642097531"), "{refused}");
        assert!(refused.contains("line ") && refused.contains("secret"), "{refused}");
    }
}

#[test]
fn a_value_that_is_none_of_those_possible_is_shown() {
    let refused = parse(&with_servers().replacen("auth = \"xoauth2\"", "auth = \"xoauth\"", 1)).unwrap_err();
    assert!(refused.contains("xoauth2") && !refused.contains("secret"), "{refused}");
}

#[test]
fn a_bound_of_letters_that_could_not_be_heeded_is_refused() {
    let refused = parse(&with_servers().replace("limit_bytes = 1_000_000", "limit_bytes = 6_000")).unwrap_err();
    assert!(refused.contains("limit_bytes is 16000 at least"), "{refused}");
}

#[test]
fn a_rhythm_that_fits_no_date_is_refused_when_it_is_read() {
    let error = parse(&MANUAL.replacen("0 20 * * Fri", "0 20 31 2 *", 1)).unwrap_err();
    assert!(error.contains("strategic"), "{error}");
}

#[test]
fn init_makes_a_folder_that_can_be_run_from() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["init", "judge", "--address", "judge@club.example", "--gm", "Ann \"Nan\" Lee <Ann@club.example>"];
    let output =
        adjutant(folder.path(), &[&args[..], &["--gm", "bo@club.example", "--zone", "Europe/London"]].concat());
    assert!(output.status.success(), "{}", errors(&output));
    let judge = folder.path().join("judge");
    let config = Config::read(&judge.join("adjutant.toml")).unwrap();
    assert_eq!(config.judge.address.as_str(), "judge@club.example");
    let gms: Vec<_> = config.gms.iter().map(|gm| (gm.name.as_str(), gm.address.as_str())).collect();
    assert_eq!(gms, [("Ann \"Nan\" Lee", "ann@club.example"), ("bo", "bo@club.example")]);
    assert_eq!((config.timetable.zone.name(), config.gms[1].zone.unwrap().name()), ("Europe/London", "Europe/London"));
    assert_eq!(fs::metadata(&config.key_file).unwrap().permissions().mode() & 0o777, 0o600);
    assert_eq!(config.key().unwrap().bytes().len(), 32);
    assert!(judge.join("mail/inbox/new").is_dir() && judge.join("mail/outbox").is_dir());
}

#[test]
fn init_draws_another_key_each_time() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["one", "two"] {
        assert!(adjutant(folder.path(), &["init", name]).status.success());
    }
    let key = |name: &str| fs::read(folder.path().join(name).join("judge.key")).unwrap();
    assert_ne!(key("one"), key("two"));
}

#[test]
fn init_overwrites_nothing() {
    let folder = tempfile::tempdir().unwrap();
    assert!(adjutant(folder.path(), &["init", "."]).status.success());
    let key = fs::read(folder.path().join("judge.key")).unwrap();
    fs::remove_file(folder.path().join("adjutant.toml")).unwrap();
    let output = adjutant(folder.path(), &["init", "."]);
    assert_eq!(output.status.code(), Some(1));
    assert!(errors(&output).contains("judge.key is there already"), "{}", errors(&output));
    assert!(errors(&output).contains("remedy: name another folder"));
    assert_eq!(fs::read(folder.path().join("judge.key")).unwrap(), key);
    assert!(!folder.path().join("adjutant.toml").exists());
}

#[test]
fn a_key_that_others_can_read_is_refused_with_the_line_to_type() {
    let folder = tempfile::tempdir().unwrap();
    assert!(adjutant(folder.path(), &["init", "."]).status.success());
    let config = Config::read(&folder.path().join("adjutant.toml")).unwrap();
    fs::set_permissions(&config.key_file, fs::Permissions::from_mode(0o640)).unwrap();
    let printed = remedy::print(&config.key().unwrap_err());
    assert!(printed.contains(&format!("remedy: type: chmod 600 '{}'", config.key_file.display())), "{printed}");
}

#[test]
fn a_broken_or_missing_key_is_never_made_anew_in_silence() {
    let folder = tempfile::tempdir().unwrap();
    assert!(adjutant(folder.path(), &["init", "."]).status.success());
    let config = Config::read(&folder.path().join("adjutant.toml")).unwrap();
    fs::write(&config.key_file, "abc\n").unwrap();
    assert!(config.key().unwrap_err().to_string().contains("not 64 hexadecimal digits"));
    fs::remove_file(&config.key_file).unwrap();
    assert!(remedy::print(&config.key().unwrap_err()).contains("restored from a backup"));
}

#[test]
fn exit_codes_and_words_tell_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let nowhere = adjutant(folder.path(), &["export", "cw1"]);
    assert_eq!(nowhere.status.code(), Some(1));
    assert!(errors(&nowhere).contains("remedy: `adjutant init DIR` makes them"), "{}", errors(&nowhere));
    let usage = adjutant(folder.path(), &["check", "--seat", "not a seat", "x"]);
    assert_eq!(usage.status.code(), Some(2));
    let help = adjutant(folder.path(), &["--help"]);
    let text = String::from_utf8(help.stdout).unwrap();
    assert!(help.status.success() && text.contains("First steps:") && text.contains("Exit codes"), "{text}");
    for task in ["init", "run", "check", "case", "export", "replay"] {
        let help = adjutant(folder.path(), &[task, "--help"]);
        assert!(String::from_utf8(help.stdout).unwrap().contains("Example"), "{task}");
    }
}

#[test]
fn a_judge_that_never_ran_has_no_games_and_says_so() {
    let folder = tempfile::tempdir().unwrap();
    assert!(adjutant(folder.path(), &["init", "."]).status.success());
    let output = adjutant(folder.path(), &["replay", "cw1"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(errors(&output).contains("the first `adjutant run` makes it"), "{}", errors(&output));
}

/// The commented tables of the manual from this heading on, put to use.
fn with_table(heading: &str, comment: &str) -> String {
    let mut is_inside = false;
    let lines = MANUAL.lines().map(|line| {
        is_inside |= line == format!("# {heading}");
        is_inside &= line.starts_with("# ");
        if is_inside { &line[2..] } else { line }
    });
    let text = lines.collect::<Vec<_>>().join("\n");
    assert!(text.contains(&format!("\n{heading}\n")), "the manual shows {comment}");
    text
}

#[test]
fn no_mail_server_is_believed_and_no_game_master_by_one_unless_the_settings_say_so() {
    let house = |text: &str| {
        let folder = tempfile::tempdir().unwrap();
        let key = folder.path().join("judge.key");
        fs::write(&key, "07".repeat(32)).unwrap();
        fs::set_permissions(&key, fs::Permissions::from_mode(0o600)).unwrap();
        let config = Config::parse(text, folder.path()).unwrap();
        config.house(adjutant::books::of_the_house()).unwrap()
    };
    let usual = house(MANUAL);
    assert_eq!(usual.proof, ProofRules::default());
    assert_eq!((usual.proof.server, usual.limits), (None, AnswerLimits::default()));
    assert!(!usual.proof.gms.contains(&ProofKind::AuthenticationResults));
    assert_eq!(house(&with_table("[proof]", "which proofs count")).proof, ProofRules::default());
    let server = house(&with_table("[proof.server]", "a server")).proof.server.unwrap();
    assert_eq!((server.authserv_id.as_str(), server.received_above), ("mx.example.org", 1));
    assert!(server.parents.is_empty() && !server.is_spf_enough);
    assert_eq!(house(&with_table("[limits.answers]", "limits")).limits, AnswerLimits::default());
}

#[test]
fn a_server_that_could_be_anybodys_is_refused() {
    for (id, above) in
        [("", "1"), ("mx example", "1"), ("mx; dmarc=pass", "1"), ("\\\"mx\\\"", "1"), ("mx.example.org", "-1")]
    {
        let text = format!("{MANUAL}\n[proof.server]\nauthserv_id = \"{id}\"\nreceived_above = {above}\n");
        assert!(parse(&text).is_err(), "{id} {above}");
    }
    assert!(parse(&format!("{MANUAL}\n[proof.server]\nauthserv_id = \"mx.example.org\"\n")).is_err(), "no place named");
    assert!(parse(&format!("{MANUAL}\n[proof]\nplayers = [\"password\"]\n")).is_err());
}

#[test]
fn a_password_that_others_may_read_is_refused_by_a_judge_who_is_to_run() {
    let folder = tempfile::tempdir().unwrap();
    assert!(adjutant(folder.path(), &["init", "."]).status.success());
    let file = folder.path().join("adjutant.toml");
    let text = fs::read_to_string(&file).unwrap();
    let (head, tail) = text.split_once("[mail.out]").unwrap();
    let (_, tail) = tail.split_once("# The rhythm of new games").unwrap();
    let smtp = "kind = \"smtp\"\nhost = \"localhost\"\nport = 1\ntls = \"none\"\nhello = \"x.example\"\nuser = \"j\"\n";
    let smtp = format!("{smtp}password_file = \"smtp.password\"\n");
    fs::write(&file, format!("{head}[mail.out]\n{smtp}\n# The rhythm of new games{tail}")).unwrap();
    let password = folder.path().join("smtp.password");
    fs::write(&password, "secret").unwrap();
    fs::set_permissions(&password, fs::Permissions::from_mode(0o644)).unwrap();
    let config = Config::read(&file).unwrap();
    let printed = remedy::print(&config.check_passwords().unwrap_err());
    assert!(printed.contains("others may read it") && printed.contains("chmod 600"), "{printed}");
    let refused = adjutant(folder.path(), &["run", "--once"]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(errors(&refused).contains("others may read it"), "{}", errors(&refused));
    fs::set_permissions(&password, fs::Permissions::from_mode(0o600)).unwrap();
    config.check_passwords().unwrap();
}

#[test]
fn maildirs_are_their_owners_alone() {
    let folder = tempfile::tempdir().unwrap();
    assert!(adjutant(folder.path(), &["init", "judge"]).status.success());
    for part in ["inbox", "inbox/new", "inbox/cur", "inbox/tmp", "outbox"] {
        let mode = fs::metadata(folder.path().join("judge/mail").join(part)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o700, "{part}");
    }
}

#[test]
fn letters_about_no_game_are_kept_for_ninety_days_unless_the_settings_say_otherwise() {
    let kept = |text: &str| parse(&format!("{MANUAL}\n{text}")).unwrap().upkeep().retention;
    let others = |text: &str| kept(text).others;
    assert_eq!((kept("").games, others("")), (None, Some(90 * 86_400)));
    assert_eq!(others("[retention]\ngames = \"10d\""), Some(90 * 86_400));
    assert_eq!(others("[retention]\nothers = \"30d\""), Some(30 * 86_400));
    assert_eq!(others("[retention]\nothers = \"never\""), None);
}
