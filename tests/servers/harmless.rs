//! Letters of the judge are harmless to spam filters, their pages are clean, and their bytes fit for every server.

mod letters;

use std::collections::{BTreeMap, BTreeSet};

use crate::support::filters::{as_delivered, complaints_of_tidy, spam_scores};
use crate::support::smtp_trap::Server;
use adjutant::mail::compose::WIDTH;
use adjutant::post::SmtpSink;
use letters::{OTHERS, Sent, kinds, of_a_quarter, of_a_war, plain};
use mail_parser::{MessageParser, MimeHeaders, PartType};

/// The most that a letter may score, of the 5 at which it would be spam.
const MOST: f64 = 0.5;
/// The same of an answer to MAP: a page with little but a picture is what filters know from spam, and that is what was asked for.
const MOST_OF_A_MAP: f64 = 1.5;
/// A seed that was drawn once: without its name and "=" filters take it for an address of Bitcoin.
const LIKE_MONEY: &str = "3b3918b1843d268f769861e1bd7ccb19";

#[tokio::test(flavor = "multi_thread")]
async fn letters_of_every_kind_are_harmless_clean_and_fit_for_every_server() {
    let mut sent = of_a_war().await;
    let found: BTreeSet<_> = sent.iter().map(Sent::kind).collect();
    let missing: Vec<_> = kinds().filter(|kind| !found.contains(kind)).collect();
    let subjects: BTreeSet<_> = sent.iter().map(|sent| &sent.letter.subject).collect();
    assert!(missing.is_empty(), "no letter of these kinds: {missing:?} among {subjects:#?}");
    sent.extend(of_a_quarter().await);
    let wide: BTreeSet<String> = sent.iter().flat_map(wide_lines).collect();
    assert!(wide.is_empty(), "{wide:#?}");
    let pages: usize = sent.iter().map(clean_pages).sum();
    assert!(pages > sent.len() / 2, "{pages} pages");
    arrive_as_they_are(&sent).await;
    let of_kinds = representatives(&sent);
    println!("{} letters, {pages} pages, {} filtered", sent.len(), of_kinds.len());
    let delivered: Vec<String> = of_kinds.iter().map(|sent| with_a_seed_like_money(sent)).collect();
    let scores = spam_scores(&delivered);
    let mut highest: BTreeMap<&str, f64> = BTreeMap::new();
    let mut harmful = Vec::new();
    for (sent, (score, hits)) in of_kinds.iter().zip(&scores) {
        let most = highest.entry(sent.kind()).or_insert(*score);
        *most = most.max(*score);
        if *score > if sent.kind() == "MAP" { MOST_OF_A_MAP } else { MOST } {
            harmful.push(format!("{} to {} scores {score}: {hits}", sent.letter.subject, sent.to));
        }
    }
    highest.iter().for_each(|(kind, score)| println!("{score:.1}  {kind}"));
    assert!(harmful.is_empty(), "{harmful:#?}");
}

#[test]
fn the_filter_counts_what_is_not_harmless() {
    let letter = |text: &str| {
        let head = "From: Adjutant <judge@adjutant.example>\r\nTo: ann@home.example\r\nSubject: [war] report\r\n\
                    Date: Sat, 07 Mar 2026 02:00:00 +0000\r\nMessage-ID: <1abc@adjutant.example>\r\nMIME-Version: 1.0\r\n\
                    Content-Type: text/plain; charset=utf-8\r\n";
        as_delivered(format!("{head}\r\n{text}\r\n").as_bytes(), "ann@home.example")
    };
    let scores = spam_scores(&[
        letter("Your orders are due."),
        letter(&format!("Drawn for your seat:\r\n\r\n  usa-east  {LIKE_MONEY}")),
        letter("XJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X"),
    ]);
    assert!(scores[0].0 <= MOST && scores[1].0 > MOST && scores[2].0 > 5.0, "{scores:?}");
    assert_ne!(complaints_of_tidy("<p>no head"), "");
}

/// Of each kind the longest and the shortest letter; of answers and notices those to each subject are a kind.
fn representatives(sent: &[Sent]) -> Vec<&Sent> {
    let mut of_kinds: BTreeMap<(&str, Option<&str>), Vec<&Sent>> = BTreeMap::new();
    for letter in sent {
        let subject = (letter.kind() == OTHERS).then(|| letter.letter.subject.split(',').next()).flatten();
        of_kinds.entry((letter.kind(), subject)).or_default().push(letter);
    }
    let mut chosen = Vec::new();
    for letters in of_kinds.values_mut() {
        letters.sort_by_key(|sent| sent.letter.raw.len());
        chosen.extend(letters.iter().skip(1).last());
        chosen.push(letters[0]);
    }
    chosen
}

/// As it comes to its reader, where the seed in it is the worst there can be.
fn with_a_seed_like_money(sent: &Sent) -> String {
    let letter = as_delivered(&sent.letter.raw, &sent.to);
    let values = sent.letter.text.split(|c: char| !c.is_ascii_alphanumeric());
    let seeds = values.filter(|word| word.len() == 32 && word.bytes().all(|byte| byte.is_ascii_hexdigit()));
    seeds.fold(letter, |letter, seed| letter.replace(seed, LIKE_MONEY))
}

/// The lines of its text that are wider than the columns of a terminal; a word alone cannot be broken.
fn wide_lines(sent: &Sent) -> Vec<String> {
    let message = MessageParser::default().parse(&sent.letter.raw).expect("a letter");
    let texts = message.parts.iter().filter_map(|part| match &part.body {
        PartType::Text(text) if part.attachment_name().is_none() => Some(text),
        _ => None,
    });
    let is_wide = |line: &&str| line.chars().count() > WIDTH && line.trim().contains(' ');
    let wide = texts.flat_map(|text| text.lines().filter(is_wide).map(str::to_owned).collect::<Vec<_>>());
    wide.map(|line| format!("{}: {line}", sent.letter.subject)).collect()
}

/// How many pages it has, none of which tidy says a word about.
fn clean_pages(sent: &Sent) -> usize {
    let message = MessageParser::default().parse(&sent.letter.raw).expect("a letter");
    let pages = message.parts.iter().filter_map(|part| match &part.body {
        PartType::Html(page) if part.attachment_name().is_none() => Some(page),
        _ => None,
    });
    pages.map(|page| assert_eq!(complaints_of_tidy(page), "", "{}:\n{page}", sent.letter.subject)).count()
}

/// Sent by SMTP the letters come as they were written, which is as a server may ask.
async fn arrive_as_they_are(sent: &[Sent]) {
    let server = Server::start(|_, _| None);
    let mut sink = SmtpSink::new(plain(&server)).unwrap();
    for letter in sent {
        sink.send("judge@adjutant.example", &letter.to, &letter.letter.raw).await.unwrap();
    }
    sink.close().await;
    let arrived = server.letters();
    assert_eq!(arrived.len(), sent.len());
    for (arrived, letter) in arrived.iter().zip(sent) {
        assert_eq!(arrived, &letter.letter.raw, "{}", letter.letter.subject);
        fit_for_servers(arrived, &letter.letter.subject);
    }
}

fn fit_for_servers(raw: &[u8], subject: &str) {
    let text = std::str::from_utf8(raw).expect("ASCII");
    assert!(text.is_ascii() && text.ends_with("\r\n"), "{subject}");
    for line in text.split("\r\n") {
        assert!(line.len() <= 998 && !line.contains(['\r', '\n', '\0']), "{subject}: {line:?}");
    }
    let head = text.split_once("\r\n\r\n").expect("a head").0;
    let names: Vec<String> =
        head.split("\r\n").filter_map(|line| Some(line.split_once(':')?.0.to_ascii_lowercase())).collect();
    for name in ["date", "from", "to", "subject", "message-id", "mime-version", "content-type"] {
        assert_eq!(names.iter().filter(|known| *known == name).count(), 1, "{subject}: {name}\n{head}");
    }
}
