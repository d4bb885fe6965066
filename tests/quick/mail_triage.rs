//! Which letters are people's, and how they are addressed to us.

use adjutant::mail::{Address, Automatic, House, Kind, Letter, Limits, NoSender, Sender, Standing, compose, parse};
use adjutant::mail::{Auto, Draft, Stamp};

fn address(text: &str) -> Address {
    Address::parse(text).expect("an address")
}

fn house() -> House {
    House::new(address("judge@example.org"), "judge.example.org")
}

fn read(raw: &str) -> Letter {
    parse(raw.replace('\n', "\r\n").as_bytes(), &Limits::default(), &house()).expect("within the limits")
}

/// A plain letter of Alice's with some more fields.
fn with(fields: &str) -> Letter {
    read(&format!("From: Alice <alice@example.org>\nTo: judge@example.org\n{fields}\nPP 1: hold\n"))
}

#[test]
fn a_plain_letter_is_personal() {
    for fields in [
        "",
        "Auto-Submitted: no\n",
        "Auto-Submitted: No (typed)\n",
        "X-Auto-Response-Suppress: All\n",
        "Subject: Re: Automatic reply: orders\n",
        "Subject: Orders before my vacation\n",
        "Return-Path: <alice@example.org>\n",
        "Return-Path: <bounces+4711-alice=example.org@mail.carrier.example>\n",
        "Message-ID: <abc@judge.example.org>\n",
        "Precedence: first-class\n",
        "Resent-From: bob@example.org\n",
        "Content-Type: multipart/mixed; boundary=b\n",
    ] {
        assert_eq!(with(fields).kind, Kind::Personal, "{fields}");
    }
}

#[test]
fn marks_of_programs_make_a_letter_automatic() {
    use Automatic::*;
    for (fields, kind) in [
        ("Auto-Submitted: auto-replied (vacation)\n", AutoReply),
        ("Auto-Submitted: auto-generated\n", AutoReply),
        ("Auto-Submitted: no\nAuto-Submitted: auto-replied\n", AutoReply),
        ("X-Autoreply: yes\n", AutoReply),
        ("Precedence: auto_reply\n", AutoReply),
        ("X-POST-MessageClass: 9; Autoresponder\n", AutoReply),
        ("Precedence: bulk\n", List),
        ("List-Id: <game.example.org>\n", List),
        ("List-Unsubscribe: <mailto:x@example.org>\n", List),
        ("Sender: owner-game@example.org\n", List),
        ("Return-Path: <game-bounces+alice=example.org@example.org>\n", List),
        ("Return-Path: <>\n", Bounce),
        ("Return-Path: < >\n", Bounce),
        ("Return-Path: <MAILER-DAEMON@example.org>\n", Bounce),
        ("X-Failed-Recipients: bob@example.org\n", Bounce),
        ("Subject: Undelivered Mail Returned to Sender\n", Bounce),
        ("Subject: Automatische Antwort: Bericht\n", Vacation),
        ("Subject: =?utf-8?q?R=C3=A9ponse_automatique?=\n", Vacation),
        ("Subject: Out of Office\n", Vacation),
        ("Content-Type: multipart/report; report-type=delivery-status; boundary=b\n", Bounce),
        ("Content-Type: multipart/report; report-type=\"disposition-notification\"; boundary=b\n", ReadReceipt),
        ("Content-Type: multipart/report; report-type=feedback-report; boundary=b\n", Complaint),
        ("Content-Type: text/calendar; method=REPLY\n", Report),
        ("X-Loop: adjutant@judge.example.org\n", Own),
        ("X-Loop: judge@example.org\n", Own),
        ("X-Loop: <Judge+g7@Example.org>\n", Own),
    ] {
        assert_eq!(with(fields).kind, Kind::Automatic(kind), "{fields}");
    }
    assert_eq!(with("X-Loop: alice@example.org\n").kind, Kind::Personal);
    assert_eq!(with(&"Received: by x\n".repeat(31)).kind, Kind::Automatic(Circling));
    assert_eq!(with(&"Delivered-To: judge@example.org\n".repeat(3)).kind, Kind::Automatic(Circling));
    assert_eq!(with(&"Delivered-To: judge@example.org\n".repeat(2)).kind, Kind::Personal);
}

#[test]
fn senders_that_are_programs_are_known_by_name() {
    for (from, kind) in [
        ("MAILER-DAEMON@example.org", Automatic::Bounce),
        ("Postmaster <postmaster@example.org>", Automatic::Bounce),
        ("no-reply@example.org", Automatic::AutoReply),
        ("noreply+7@example.org", Automatic::AutoReply),
        ("game-request@example.org", Automatic::List),
        ("judge@example.org", Automatic::Own),
        ("Judge <judge+g7@example.org>", Automatic::Own),
    ] {
        let letter = read(&format!("From: {from}\nTo: judge@example.org\n\ntext\n"));
        assert_eq!(letter.kind, Kind::Automatic(kind), "{from}");
    }
}

#[test]
fn our_own_letters_come_back_as_ours() {
    let draft = Draft {
        to: address("alice@example.org"),
        to_name: None,
        from: address("other@elsewhere.org"),
        from_name: "Judge".into(),
        subject: "Report".into(),
        text: "text\n".into(),
        html: None,
        in_reply_to: None,
        references: Vec::new(),
        auto: Auto::Generated,
        reply_to: None,
        list: None,
        pictures: Vec::new(),
        attachments: Vec::new(),
    };
    let stamp = Stamp { key: b"key", purpose: "p", domain: "judge.example.org", at: 0 };
    let sent = compose(&draft, &stamp).expect("composes");
    let own = Kind::Automatic(Automatic::Own);
    assert_eq!(parse(&sent.bytes, &Limits::default(), &house()).expect("within").kind, own);
    assert_eq!(with(&format!("Message-ID: {}\n", sent.message_id)).kind, own);
}

#[test]
fn the_standing_says_how_we_are_addressed() {
    for (fields, standing, plus) in [
        ("To: judge@example.org\n", Standing::Addressed, None),
        ("To: bob@example.org, Judge <JUDGE+g7@example.org>\n", Standing::Addressed, Some("g7")),
        ("To: bob@example.org\nCc: judge@example.org\n", Standing::CopyOnly, None),
        ("To: judge@example.org\nCc: judge@example.org\n", Standing::Addressed, None),
        ("To: bob@example.org\nDelivered-To: judge@example.org\n", Standing::Elsewhere, None),
        ("Delivered-To: judge+g7@example.org\n", Standing::Addressed, Some("g7")),
        ("To: undisclosed-recipients:;\nDelivered-To: judge@example.org\n", Standing::Addressed, None),
        ("", Standing::Elsewhere, None),
        ("To: notjudge@example.org\n", Standing::Elsewhere, None),
    ] {
        let letter = read(&format!("From: alice@example.org\n{fields}\ntext\n"));
        assert_eq!((letter.standing, letter.tags.first().map(String::as_str)), (standing, plus), "{fields}");
    }
}

#[test]
fn the_others_are_everybody_but_us() {
    let letter = with("Cc: bob@example.org, judge+x@example.org, Bob <bob@example.org>, al@example.org\n");
    let others: Vec<&str> = letter.others.iter().map(Address::as_str).collect();
    assert_eq!(others, ["al@example.org", "bob@example.org"]);
}

#[test]
fn from_fields_are_counted_in_the_raw_header() {
    use NoSender::*;
    for (from, reason) in [
        ("", NoFrom),
        ("Sender: alice@example.org\n", NoFrom),
        ("From: alice@example.org\nFrom: mallory@example.net\n", SeveralFrom),
        ("From: alice@example.org\nFrom : mallory@example.net\n", SeveralFrom),
        ("From: alice@example.org\nfRoM:\n mallory@example.net\n", SeveralFrom),
        ("From: alice@example.org\rFrom: mallory@example.net\n", SeveralFrom),
        ("From: alice@example.org\n \nFrom: mallory@example.net\n", SeveralFrom),
        ("From: alice@example.org,\n mallory@example.net\n", SeveralMailboxes),
        ("From: Team: alice@example.org;\n", Group),
        ("From: alice@example.org\0<mallory@example.net>\n", Malformed),
        ("From: <@mallory.example.net:alice@example.org>\n", Malformed),
    ] {
        let letter = read(&format!("{from}To: judge@example.org\n\ntext\n"));
        assert_eq!(letter.from, Sender::Refused(reason), "{from:?}");
    }
}

#[test]
fn a_sender_at_a_domain_beyond_ascii_is_known_by_its_name_in_the_dns() {
    for from in ["Bob <bob@b\u{fc}cher.example>", "bob@B\u{dc}CHER.example", "Bob <bob@xn--bcher-kva.example>"] {
        let letter = read(&format!("From: {from}\nTo: judge@example.org\n\ntext\n"));
        assert_eq!(letter.from, Sender::One(address("bob@xn--bcher-kva.example")), "{from}");
    }
    for disguise in ["alice@ex\u{ff41}mple.org", "alice@example\u{3002}org", "\u{430}lice@example.org"] {
        let letter = read(&format!("From: {disguise}\nTo: judge@example.org\n\ntext\n"));
        assert_eq!(letter.from, Sender::Refused(NoSender::Malformed), "{disguise}");
    }
}

#[test]
fn display_names_are_nobody() {
    for from in [
        "\"alice@example.org\" <mallory@example.net>",
        "=?utf-8?q?alice=40example=2Eorg?= <mallory@example.net>",
        "=?utf-8?b?YWxpY2VAZXhhbXBsZS5vcmcA?= <mallory@example.net>",
        "mallory@example.net (alice@example.org)",
    ] {
        let letter = read(&format!("From: {from}\nTo: judge@example.org\n\ntext\n"));
        assert_eq!(letter.from, Sender::One(address("mallory@example.net")), "{from}");
    }
}

#[test]
fn two_copies_of_a_letter_have_one_canon() {
    let letter = |trace: &str, body: &str| {
        let fields = "From: alice@example.org\nTo: judge@example.org\nDate: x\nSubject: y\nMessage-ID: <a@b>\n";
        read(&format!("{trace}{fields}{body}")).canon
    };
    let plain = letter("", "\nPP 1: hold\u{e9}\n");
    let encoded = letter(
        "Return-Path: <x@y.z>\nReceived: by x\nX-Spam: no\n",
        "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\nPP 1: hold=C3=A9\n",
    );
    assert_eq!(plain, encoded);
    assert_ne!(plain, letter("", "\nPP 1: hole\u{e9}\n"));
    assert_ne!(plain, with("\n").canon);
}

#[test]
fn threads_and_codes_are_read() {
    let letter =
        with("Message-ID: <m@x>\nIn-Reply-To: <a@b>\nReferences: <r@s>\n <a@b>\nSubject: CODE abcd-efgh-ijkl now\n");
    assert_eq!(letter.message_id.as_deref(), Some("<m@x>"));
    assert_eq!(letter.in_reply_to, ["<a@b>"]);
    assert_eq!(letter.references, ["<r@s>", "<a@b>"]);
    assert_eq!(letter.subject, "now");
    assert_eq!(with("Message-ID: <m@x>\nMessage-ID: <n@x>\n").message_id, None);
}

#[test]
fn authentication_results_keep_their_place() {
    let letter = with("Authentication-Results: mx; dkim=pass\nReceived: by x\nAuthentication-Results: forged\n");
    let places: Vec<_> = letter.auth_results.iter().map(|found| (found.received_above, found.value.as_str())).collect();
    assert_eq!(places, [(0, "mx; dkim=pass"), (1, "forged")]);
}

/// RFC 5322 2.1.1: no line has more than 998 characters. An id is never a name of a file; the canon tells letters apart.
#[test]
fn ids_that_are_missing_doubled_or_endless_are_no_ids() {
    let long = format!("Message-ID: <{}@x>\n", "a".repeat(1_000));
    for fields in ["", "Message-ID: <m@x>\nMessage-ID: <m@x>\n", &long, "Message-ID: m@x\n", "Message-ID: <a b@x>\n"] {
        let letter = with(fields);
        assert_eq!(letter.message_id, None, "{fields}");
        assert_ne!(letter.canon, [0; 32]);
    }
}

#[test]
fn a_date_says_nothing() {
    for date in
        ["", "Date: yesterday\n", "Date: Fri, 31 Feb 3000 25:61:00 +9900\n", "Date: Thu, 1 Jan 1970 00:00:00 +0000\n"]
    {
        let letter = with(date);
        assert_eq!((letter.kind, letter.text.lines), (Kind::Personal, vec!["PP 1: hold".to_owned()]), "{date}");
    }
}

#[test]
fn every_tag_of_our_address_is_known_once() {
    let letter = with("Cc: judge+a@example.org, judge+b@example.org\nDelivered-To: judge+a@example.org\n");
    assert_eq!(letter.tags, ["a", "b"]);
}

#[test]
fn a_calendars_entry_beside_its_text_is_an_invitation_and_one_in_a_file_is_not() {
    let letter = |kind: &str, wrapped: bool| {
        let parts = "--b\n\nPP 1: hold\n--b\nContent-Type: Text/Calendar; method=REQUEST\n\nBEGIN:VCALENDAR\n--b--\n";
        let inner = format!("Content-Type: multipart/{kind}; boundary=b\n\n{parts}");
        let whole = format!("Content-Type: multipart/mixed; boundary=o\n\n--o\n{inner}\n--o--\n");
        read(&format!("From: alice@example.org\nTo: judge@example.org\n{}", if wrapped { whole } else { inner }))
    };
    for wrapped in [false, true] {
        assert_eq!(letter("Alternative", wrapped).kind, Kind::Automatic(Automatic::Report), "{wrapped}");
        let mixed = letter("mixed", wrapped);
        assert_eq!((mixed.kind, mixed.text.lines), (Kind::Personal, vec!["PP 1: hold".to_owned()]), "{wrapped}");
    }
}
