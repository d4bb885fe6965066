//! A delivery report by a real mail server: Postfix takes a letter of the judge's, Dovecot does not know its recipient any
//! more, and the report that Postfix writes is matched to the letter it returns.

use std::time::Duration;

use crate::support::live::{GM, Home, Received, SEATS, Written, await_some, daily, player, words};
use crate::support::servers::{PASSWORD, Servers};
use serde_json::Value;

fn post(servers: &Servers) -> String {
    let (ca, imaps, smtp) = (servers.ca_file.display(), servers.imaps_port, servers.smtp_port);
    format!(
        "[mail.in]\nkind = \"imap\"\nhost = \"localhost\"\nport = {imaps}\nuser = \"judge\"\npassword_file = \
         \"imap.password\"\nca_file = \"{ca}\"\n\n[mail.out]\nkind = \"smtp\"\nhost = \"localhost\"\nport = {smtp}\n\
         tls = \"starttls\"\nca_file = \"{ca}\"\nhello = \"judge.war.test\"\n"
    )
}

fn round(home: &Home) {
    let done = home.output(&["run", "--once"]);
    assert!(done.status.success(), "{}", words(&done));
}

/// Dovecot forgets a user whom Postfix still knows.
fn forget(servers: &Servers, user: &str) {
    let users = servers.mailbox_dir(user).join("../../users");
    let text = std::fs::read_to_string(&users).unwrap();
    let others = text.lines().filter(|line| !line.starts_with(&format!("{user}:")));
    let others: String = others.map(|line| format!("{line}\n")).collect();
    std::fs::write(users, others).unwrap();
}

fn reports(home: &Home) -> Vec<Value> {
    let export = home.export("war");
    let letters = export["letters"].as_array().unwrap().iter();
    letters.filter(|letter| letter["verdict"]["why"] == "delivery report: failed").cloned().collect()
}

#[test]
fn a_report_by_postfix_is_matched_to_the_letter_it_returns_and_doctor_finds_all_well() {
    let users: Vec<&str> = ["judge", "gm"].into_iter().chain(SEATS).collect();
    let servers = Servers::start(&users);
    let folder = tempfile::tempdir().unwrap();
    let home = Home::init(&folder.path().join("judge"), &post(&servers), &daily("24h", "\"12h\""));
    let password = home.folder.join("imap.password");
    std::fs::write(&password, format!("{PASSWORD}\n")).unwrap();
    let private = std::os::unix::fs::PermissionsExt::from_mode(0o600);
    std::fs::set_permissions(&password, private).unwrap();
    round(&home);
    std::fs::create_dir_all(servers.mailbox_dir("usa-east")).unwrap();
    forget(&servers, "usa-east");
    let welcome = Received::read(&servers.await_letters("gm", 1)[0]);
    let seats: String = SEATS.iter().map(|seat| format!("SEAT {seat} <{}> AS {seat}\n", player(seat))).collect();
    let letter = Written {
        from: GM.to_owned(),
        subject: "a game".to_owned(),
        text: welcome.below_its_code(&format!("CREATE war FROM civil-war/1861\n{seats}START")),
        in_reply_to: Some(welcome.message_id),
        header: None,
    };
    servers.deliver("judge", &letter.bytes("g1"));
    round(&home);
    let matched = || {
        round(&home);
        Some(reports(&home)).filter(|found| !found.is_empty())
    };
    let found = await_some("a delivery report", Duration::from_secs(60), matched, || servers.logs());
    let export = home.export("war");
    let east = export["seats"].as_array().unwrap().iter().find(|seat| seat["seat"] == "usa-east").unwrap();
    assert!(found.iter().all(|report| report["writer"] == east["player"]), "{found:?}");
    let doctor = home.output(&["doctor"]);
    let said = words(&doctor);
    assert!(said.contains("ok     mail.in     login works") && said.contains("ok     mail.out"), "{said}");
}
