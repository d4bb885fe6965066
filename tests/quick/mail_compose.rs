//! Outgoing letters, read back with a parser.

use adjutant::mail::compose::content_place;
use adjutant::mail::decompose::decompose;
use adjutant::mail::wrap::wrap;
use adjutant::mail::{Address, Attachment, Auto, ComposeError, Draft, Inline, Stamp, compose};
use mail_parser::{MessageParser, MimeHeaders};
use proptest::prelude::*;

fn draft(text: &str) -> Draft {
    Draft {
        to: Address::parse("alice@example.org").expect("an address"),
        to_name: Some("Alice Läng, Gen.".into()),
        from: Address::parse("judge@example.org").expect("an address"),
        from_name: "The Judge".into(),
        subject: "[g7] Report of T1 \u{2013} Grüße".into(),
        text: text.into(),
        html: None,
        in_reply_to: None,
        references: Vec::new(),
        auto: Auto::Replied,
        reply_to: None,
        list: None,
        pictures: Vec::new(),
        attachments: Vec::new(),
    }
}

fn stamp() -> Stamp<'static> {
    Stamp { key: b"a server key", purpose: "g7|report|usa-east|1", domain: "judge.example.org", at: 1_700_000_000 }
}

/// Everything a draft can have.
fn full() -> Draft {
    Draft {
        html: Some("<p>Grüße</p>\n".into()),
        in_reply_to: Some("<b@x>".into()),
        references: (0..40).map(|n| format!("<{n}@example.org>")).collect(),
        auto: Auto::Generated,
        reply_to: Address::parse("judge+g7@example.org"),
        list: Some("g7".into()),
        attachments: vec![Attachment {
            name: "Karte ü.csv".into(),
            mime: "application/zip".into(),
            bytes: vec![0, 255, 10, 13, 10],
        }],
        ..draft("Grüße\n")
    }
}

fn assert_fit_for_the_wire(bytes: &[u8]) {
    let text = std::str::from_utf8(bytes).expect("ASCII");
    assert!(text.is_ascii());
    for line in text.split("\r\n") {
        assert!(line.len() <= 998 && !line.contains(['\r', '\n']), "{line:?}");
    }
    assert!(!text.contains('\0'));
}

#[test]
fn the_header_says_what_a_program_of_ours_must_say() {
    let sent = compose(&full(), &stamp()).expect("composes");
    assert_fit_for_the_wire(&sent.bytes);
    let message = MessageParser::default().parse(&sent.bytes).expect("parses");
    let raw = |name: &str| message.header_raw(name).map(|value| value.trim().replace("\r\n", "")).unwrap_or_default();
    assert_eq!(raw("Auto-Submitted"), "auto-generated");
    assert_eq!(raw("X-Loop"), "adjutant@judge.example.org");
    assert_eq!(raw("X-Auto-Response-Suppress"), "All");
    assert_eq!(raw("Message-ID"), sent.message_id);
    assert_eq!(raw("List-Id"), "<g7.judge.example.org>");
    assert_eq!(raw("In-Reply-To"), "<b@x>");
    assert_eq!(raw("References").split_whitespace().count(), 21);
    assert!(raw("References").starts_with("<0@example.org> <20@example.org>"));
    assert_eq!(raw("Date"), "Tue, 14 Nov 2023 22:13:20 +0000");
    assert_eq!(message.subject(), Some("[g7] Report of T1 \u{2013} Grüße"));
    let to = message.to().and_then(|to| to.first()).expect("a recipient");
    assert_eq!((to.name(), to.address()), (Some("Alice Läng, Gen."), Some("alice@example.org")));
    assert_eq!(message.all_to().count() + message.all_cc().count() + message.all_bcc().count(), 1);
    assert_eq!(message.attachment_count(), 1);
    let file = message.attachment(0).expect("a file");
    assert_eq!((file.contents(), file.attachment_name()), (&[0u8, 255, 10, 13, 10][..], Some("Karte ü.csv")));
}

#[test]
fn a_letter_of_ours_can_be_taken_apart_and_composed_again() {
    let pictures = vec![picture("map.x@judge.example.org")];
    let html_alone = Draft { text: String::new(), pictures: pictures.clone(), ..full() };
    let plain = Draft { to_name: None, from_name: String::new(), ..draft("Gr\u{fc}\u{df}e\n\n  table\n=20\n") };
    for draft in [full(), Draft { pictures, ..full() }, html_alone, plain] {
        let sent = compose(&draft, &stamp()).expect("composes");
        let apart = decompose(&sent.bytes).expect("one of ours");
        assert_eq!((apart.message_id.as_str(), apart.at), (sent.message_id.as_str(), stamp().at));
        assert_eq!(compose(&apart.draft, &stamp()).expect("composes"), sent);
    }
    assert_eq!(decompose(b"From: a@b.c\r\nTo: d@e.f\r\n\r\nx\r\n"), None);
}

#[test]
fn an_answer_says_that_it_is_one() {
    let sent = compose(&draft("x"), &stamp()).expect("composes");
    assert!(String::from_utf8_lossy(&sent.bytes).contains("\r\nAuto-Submitted: auto-replied\r\n"));
    assert!(String::from_utf8_lossy(&sent.bytes).contains("Content-Transfer-Encoding: quoted-printable\r\n"));
}

#[test]
fn same_inputs_give_the_same_bytes_and_other_purposes_other_ids() {
    let first = compose(&full(), &stamp()).expect("composes");
    assert_eq!(first, compose(&full(), &stamp()).expect("composes"));
    let other = compose(&full(), &Stamp { purpose: "other", ..stamp() }).expect("composes");
    let stranger = compose(&full(), &Stamp { key: b"another key", ..stamp() }).expect("composes");
    assert_ne!(first.message_id, other.message_id);
    assert_ne!(first.message_id, stranger.message_id);
    assert!(first.message_id.len() > 32 && !first.message_id.contains("g7"));
}

#[test]
fn nothing_breaks_out_of_a_header() {
    for bad in ["a\r\nBcc: x@y.z", "a\nb", "a\rb", "a\0b", "a\u{2028}b", "a\u{202E}b"] {
        let subject = Draft { subject: bad.into(), ..draft("x") };
        assert!(matches!(compose(&subject, &stamp()), Err(ComposeError::Control { field: "subject" })));
        let name = Draft { to_name: Some(bad.into()), ..draft("x") };
        assert!(matches!(compose(&name, &stamp()), Err(ComposeError::Control { .. })));
        let sender = Draft { from_name: bad.into(), ..draft("x") };
        assert!(matches!(compose(&sender, &stamp()), Err(ComposeError::Control { .. })));
        let id = Draft { in_reply_to: Some(format!("<{bad}@x>")), ..draft("x") };
        assert!(matches!(compose(&id, &stamp()), Err(ComposeError::Id { .. })));
        let file = Attachment { name: bad.into(), mime: "text/csv".into(), bytes: Vec::new() };
        let file = Draft { attachments: vec![file], ..draft("x") };
        assert!(matches!(compose(&file, &stamp()), Err(ComposeError::Control { .. })));
    }
    for bad in ["", "g 7", "g7>\r\nBcc: y", "g_7"] {
        let list = Draft { list: Some(bad.into()), ..draft("x") };
        assert!(matches!(compose(&list, &stamp()), Err(ComposeError::List)), "{bad:?}");
    }
    let domain = Stamp { domain: "x>\r\nBcc: y", ..stamp() };
    assert!(matches!(compose(&draft("x"), &domain), Err(ComposeError::Domain)));
    let early = Stamp { at: -1, ..stamp() };
    assert!(matches!(compose(&draft("x"), &early), Err(ComposeError::Date { at: -1 })));
}

fn picture(id: &str) -> Inline {
    let file = Attachment { name: "map.png".into(), mime: "image/png".into(), bytes: vec![137, 80, 78, 71] };
    Inline { content_id: id.to_owned(), file }
}

#[test]
fn a_picture_is_beside_the_page_that_shows_it() {
    let place = content_place(&stamp());
    assert_eq!(place, content_place(&stamp()));
    assert_ne!(place, content_place(&Stamp { purpose: "other", ..stamp() }));
    let id = format!("map.{place}");
    let draft = Draft { pictures: vec![picture(&id)], ..full() };
    let sent = compose(&draft, &stamp()).expect("composes");
    assert_fit_for_the_wire(&sent.bytes);
    let message = MessageParser::default().parse(&sent.bytes).expect("parses");
    let kinds: Vec<_> = message.parts.iter().filter_map(|part| part.content_type()?.subtype()).collect();
    assert_eq!(kinds, ["mixed", "alternative", "plain", "related", "html", "png", "zip"]);
    let shown = message.parts.iter().find(|part| part.content_id() == Some(&id)).expect("a picture");
    assert_eq!((shown.attachment_name(), shown.contents()), (Some("map.png"), &[137u8, 80, 78, 71][..]));
    assert_eq!(message.body_text(0).as_deref(), Some("Grüße\r\n"));
    let boundaries: Vec<_> =
        message.parts.iter().filter_map(|part| part.content_type()?.attribute("boundary")).collect();
    assert_eq!(boundaries.len(), 3);
    assert!(boundaries.iter().all(|one| boundaries.iter().filter(|other| *other == one).count() == 1));
}

#[test]
fn a_letter_without_a_page_has_no_pictures() {
    let sent = compose(&Draft { pictures: vec![picture("a@b")], ..draft("x") }, &stamp()).expect("composes");
    assert_eq!(sent, compose(&draft("x"), &stamp()).expect("composes"));
}

#[test]
fn a_page_alone_keeps_its_pictures_and_its_files() {
    let draft = Draft { text: String::new(), pictures: vec![picture("a@b")], ..full() };
    let sent = compose(&draft, &stamp()).expect("composes");
    let message = MessageParser::default().parse(&sent.bytes).expect("parses");
    let kinds: Vec<_> = message.parts.iter().filter_map(|part| part.content_type()?.subtype()).collect();
    assert_eq!(kinds, ["mixed", "related", "html", "png", "zip"]);
}

#[test]
fn a_content_id_that_is_none_is_refused() {
    for bad in ["", "a@b>\r\nBcc: <x", "a b@c", "a@b><c@d"] {
        let draft = Draft { pictures: vec![picture(bad)], ..full() };
        assert!(matches!(compose(&draft, &stamp()), Err(ComposeError::Id { field: "Content-ID" })), "{bad:?}");
    }
}

#[test]
fn controls_in_the_text_are_refused() {
    assert!(matches!(compose(&draft("a\rb"), &stamp()), Err(ComposeError::Control { field: "text" })));
    assert!(matches!(compose(&draft("a\u{1B}b"), &stamp()), Err(ComposeError::Control { field: "text" })));
}

#[test]
fn long_names_and_subjects_keep_their_lines_short() {
    let long = "ü".repeat(2_000);
    let sent =
        compose(&Draft { subject: long.clone(), to_name: Some(long.clone()), ..full() }, &stamp()).expect("composes");
    assert_fit_for_the_wire(&sent.bytes);
    let message = MessageParser::default().parse(&sent.bytes).expect("parses");
    assert_eq!(message.subject(), Some(long.as_str()));
}

fn decoded(bytes: &[u8]) -> String {
    let message = MessageParser::default().parse(bytes).expect("parses");
    message.body_text(0).expect("a text").replace("\r\n", "\n")
}

proptest! {
    #[test]
    fn texts_survive_to_the_byte(text in "([ -~\t\nà-ü\u{2013}\u{1F600}=.]|  \n|\nFrom |\n\\.\n){0,400}") {
        for draft in [draft(&text), Draft { text: text.clone(), ..full() }] {
            let sent = compose(&draft, &stamp()).expect("composes");
            assert_fit_for_the_wire(&sent.bytes);
            // A letter without text is its page alone.
            if let Some(page) = draft.html.as_ref().filter(|_| text.is_empty()) {
                let message = MessageParser::default().parse(&sent.bytes).expect("parses");
                prop_assert_eq!(message.body_html(0).map(|html| html.replace("\r\n", "\n")), Some(page.clone()));
                continue;
            }
            let wrapped = wrap(&text, 72);
            let end = if wrapped.ends_with('\n') { "" } else { "\n" };
            prop_assert_eq!(decoded(&sent.bytes), wrapped + end);
        }
    }

    #[test]
    fn subjects_and_names_survive(subject in "[ -~à-ü\u{2013}\u{1F600}]{0,200}", name in "[ -~à-ü]{1,80}") {
        let draft = Draft { subject: subject.clone(), to_name: Some(name), ..draft("x") };
        let sent = compose(&draft, &stamp()).expect("composes");
        assert_fit_for_the_wire(&sent.bytes);
        let message = MessageParser::default().parse(&sent.bytes).expect("parses");
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>().join(" ");
        prop_assert_eq!(words(message.subject().unwrap_or_default()), words(&subject));
        prop_assert_eq!(message.to().and_then(|to| to.first()).and_then(|to| to.address()), Some("alice@example.org"));
        prop_assert_eq!(message.all_to().count(), 1);
    }
}
