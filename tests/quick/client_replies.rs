//! Answers as mail programs make them that mark quotes otherwise than by `>`, enclose our pictures again, or copy a form: what
//! comes of them at the judge.

use crate::support::club::GM;
use crate::support::war;
use crate::support::war::War;
use adjutant::cli::stage::{Received, Written};

const FILLED: &str = "PP 1-3: enter 3 infantry at Washington";
const TYPED: &str = "PP 4: idle";

/// What programs put before each line that they quote.
const MARKS: [&str; 7] = ["\t", "    ", ": ", "| ", "# ", "JA> ", "> "];

/// A text of ours as a program quotes it, below the words it puts there.
fn quoted(mark: &str, text: &str) -> String {
    let lines: String = text.lines().map(|line| format!("{mark}{line}\n")).collect();
    format!("On Tue, Mar 3, 2026 at 08:00:33PM +0000, Adjutant wrote:\n{lines}")
}

fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

async fn answer(war: &mut War, letter: &Received, text: &str) -> String {
    let from = war::address("usa-east");
    let answer = Written {
        from: from.clone(),
        subject: format!("Re: {}", letter.subject),
        text: text.to_owned(),
        in_reply_to: Some(letter.message_id.clone()),
        ..Written::default()
    };
    war.stage.mail(&answer).unwrap();
    war.stage.now += 60;
    war.stage.pass().await.unwrap();
    flat(&war.stage.newest(&from).unwrap().text)
}

/// Nothing is on file, so that what comes next is seen.
async fn cancel(war: &mut War, report: &Received) {
    let receipt = answer(war, report, "CANCEL ALL").await;
    assert!(!receipt.contains("1. PP"), "{receipt}");
}

#[tokio::test]
async fn what_stands_above_between_and_below_quotes_is_read_whatever_marks_them() {
    let mut war = War::begin().await;
    war.end_phase().await;
    let report = war.report("usa-east");
    for mark in MARKS {
        let quote = quoted(mark, &report.text);
        let middle = quote.find(&format!("{mark}How to order")).expect("a passage of the report");
        let between = format!("{}\n{TYPED}\n\n{}", &quote[..middle], &quote[middle..]);
        for text in [format!("{TYPED}\n\n{quote}"), between, format!("{quote}\n{TYPED}\n\n-- \nEmil\n")] {
            let receipt = answer(&mut war, &report, &text).await;
            assert!(receipt.contains("1. PP 4: idle"), "{mark:?}: {receipt}\n{text}");
            assert!(!receipt.contains("not read") && !receipt.contains("Line by line"), "{mark:?}: {receipt}\n{text}");
            cancel(&mut war, &report).await;
        }
    }
}

#[tokio::test]
async fn a_form_filled_in_counts_whatever_marks_the_quote_it_stands_in() {
    let mut war = War::begin().await;
    war.end_phase().await;
    let report = war.report("usa-east");
    let blank = report.text.lines().rfind(|line| line.trim() == "PP ____: ____").expect("a line with blanks");
    let filled = report.text.replacen(blank, &format!("  {FILLED}"), 1);
    for mark in MARKS {
        let receipt = answer(&mut war, &report, &quoted(mark, &filled)).await;
        assert!(receipt.contains(&format!("1. {FILLED}")), "{mark:?}: {receipt}");
        assert!(!receipt.contains("not read") && !receipt.contains("2. PP"), "{mark:?}: {receipt}");
        cancel(&mut war, &report).await;
    }
}

/// The game master's report has a form a side; whose orders stand in one, an AS above it says.
#[tokio::test]
async fn a_game_masters_form_counts_below_as_for_the_seat_it_names() {
    let mut war = War::begin().await;
    let opening = |letter: &Received| letter.subject.contains("opening: game master");
    let report = war.stage.letters(GM).unwrap().into_iter().find(opening).expect("the opening");
    let blank = "give ____ discretionary to ____";
    let filled = quoted("> ", &report.text.replacen(blank, "give 1 discretionary to East", 1));
    let code = war.stage.gm_code().to_owned();
    for (seat, said) in [
        ("AS usa-sc\n\n", "On file: Supreme Commander of the Union (revision 1)"),
        ("", "A line AS seat above them, or above the form that holds them, says whose they are."),
    ] {
        let answer = Written {
            from: GM.to_owned(),
            subject: format!("Re: {}", report.subject),
            text: format!("CODE {code}\n{seat}{filled}"),
            in_reply_to: Some(report.message_id.clone()),
            ..Written::default()
        };
        war.stage.mail(&answer).unwrap();
        war.stage.now += 60;
        war.stage.pass().await.unwrap();
        let receipt = flat(&war.stage.newest(GM).unwrap().text);
        assert!(receipt.contains(said), "{receipt}");
    }
}

#[tokio::test]
async fn a_list_set_in_below_a_quote_that_is_set_in_is_asked_back() {
    let mut war = War::begin().await;
    war.end_phase().await;
    let report = war.report("usa-east");
    for mark in ["\t", "    "] {
        let list = format!("My orders:\n{mark}{TYPED}\n{mark}PP 5: idle\n");
        let quote = quoted(mark, &report.text);
        let receipt = answer(&mut war, &report, &format!("READY\n\n{quote}\n{list}")).await;
        assert!(receipt.contains("2 lines set in like the quote above look like orders"), "{mark:?}: {receipt}");
        assert!(receipt.contains("\" PP 5: idle\"") || receipt.contains("PP 5: idle\""), "{receipt}");
        assert!(!receipt.contains("You are ready"), "nothing is played before he has seen it: {receipt}");
        // Above the quote nothing else is set in like it.
        let receipt = answer(&mut war, &report, &format!("{list}\n{quote}")).await;
        assert!(receipt.contains("1. PP 4: idle") && receipt.contains("2. PP 5: idle"), "{mark:?}: {receipt}");
        cancel(&mut war, &report).await;
    }
}

#[tokio::test]
async fn lines_of_a_form_that_are_copied_and_left_blank_say_nothing() {
    let mut war = War::begin().await;
    war.end_phase().await;
    let report = war.report("usa-east");
    let lines: Vec<&str> = report.text.lines().map(str::trim).collect();
    let begin = lines.iter().position(|line| line.starts_with("==== Order form")).expect("a form");
    let end = lines.iter().position(|line| line.starts_with("==== End of the order form")).expect("its end");
    for (from, to) in [(begin + 1, end), (begin + 1, end + 1), (begin, end + 1)] {
        let copied = lines[from..to].join("\n");
        let receipt = answer(&mut war, &report, &format!("{TYPED}\n\n{copied}")).await;
        assert!(receipt.contains("1. PP 4: idle"), "{receipt}");
        assert!(!receipt.contains("____") && !receipt.contains("===="), "{receipt}");
        assert!(!receipt.contains("asked back") && !receipt.contains("talk"), "{receipt}");
        cancel(&mut war, &report).await;
        let receipt = answer(&mut war, &report, &copied).await;
        assert!(!receipt.contains("____") && !receipt.contains("===="), "{receipt}");
        // Typed into it without its marks, an order is an order; with some blank left it is asked back.
        let copied = copied.replacen("PP ____: ____", "PP 4: idle", 1);
        let receipt = answer(&mut war, &report, &copied).await;
        assert!(receipt.contains("1. PP 4: idle") && !receipt.contains("____"), "{receipt}");
        let copied = copied.replacen("PP ____: ____", "PP 5: ____", 1);
        let receipt = answer(&mut war, &report, &copied).await;
        assert!(receipt.contains("PP 5: ____"), "{receipt}");
        cancel(&mut war, &report).await;
    }
}

#[tokio::test]
async fn examples_of_ours_are_no_orders_though_nothing_says_whose_they_are() {
    let mut war = War::begin().await;
    war.end_phase().await;
    let report = war.report("usa-east");
    answer(&mut war, &report, "HELP orders").await;
    let help = war.stage.newest(&war::address("usa-east")).unwrap();
    for mark in ["\t", "    ", ": ", "# "] {
        let lines: String = help.text.lines().map(|line| format!("{mark}{line}\n")).collect();
        let receipt = answer(&mut war, &help, &format!("{TYPED}\n\nAdjutant:\n{lines}")).await;
        assert!(receipt.contains("1. PP 4: idle") && !receipt.contains("2. "), "{mark:?}: {receipt}");
        assert!(receipt.contains("in what looks like the quote of a letter of ours"), "{mark:?}: {receipt}");
        cancel(&mut war, &report).await;
    }
}

#[tokio::test]
async fn a_form_in_press_is_neither_an_order_nor_sent() {
    let mut war = War::begin().await;
    war.end_phase().await;
    let report = war.report("usa-east");
    let blank = report.text.lines().rfind(|line| line.trim() == "PP ____: ____").expect("a line with blanks");
    let filled = report.text.replacen(blank, &format!("  {FILLED}"), 1);
    for form in [quoted("> ", &filled), filled[filled.find("==== Order form").expect("a form")..].to_owned()] {
        let receipt = answer(&mut war, &report, &format!("PRESS TO usa-west:\nmy plan\n{form}\nEND\nREADY\n")).await;
        assert!(receipt.contains("in an order form within press"), "{receipt}");
        assert!(!receipt.contains("1. PP") && !receipt.contains("You are ready"), "{receipt}");
    }
}

/// The pictures of a letter, each as a part with its header.
fn pictures(raw: &str) -> Vec<String> {
    let parts = raw.split("\r\n--").filter(|part| part.contains("Content-Type: image/png"));
    parts.map(|part| part.split_once("\r\n").expect("a boundary's end").1.to_owned()).collect()
}

#[tokio::test]
async fn our_maps_enclosed_again_are_passed_over_and_what_is_drawn_on_them_is_not() {
    let mut war = War::begin_with_pictures().await;
    war.end_phase().await;
    let report = war.report("usa-east");
    let maps = pictures(&String::from_utf8(report.raw.clone()).unwrap());
    assert!(!maps.is_empty(), "a report has maps");
    let drawn = {
        let (header, body) = maps[0].split_once("\r\n\r\n").unwrap();
        format!("{header}\r\n\r\n{}", body.replacen("iVBOR", "iVBOS", 1))
    };
    for (enclosed, is_told) in [(maps.clone(), false), (vec![drawn], true)] {
        let from = war::address("usa-east");
        let parts: String = enclosed.iter().map(|part| format!("--p\r\n{part}\r\n")).collect();
        let letter = format!(
            "From: {from}\r\nTo: judge@adjutant.example\r\nSubject: Re: {}\r\nIn-Reply-To: {}\r\nMessage-ID: <{}@x.example>\r\n\
             MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=p\r\n\r\n--p\r\nContent-Type: text/html\r\n\r\n\
             <p>{TYPED}</p><blockquote>Game war</blockquote>\r\n{parts}--p--\r\n",
            report.subject,
            report.message_id,
            enclosed.len(),
        );
        war.stage.mail_raw(letter.as_bytes()).unwrap();
        war.stage.now += 60;
        war.stage.pass().await.unwrap();
        let receipt = flat(&war.stage.newest(&from).unwrap().text);
        assert!(receipt.contains("1. PP 4: idle"), "{receipt}");
        assert_eq!(receipt.contains("was not opened"), is_told, "{receipt}");
    }
}
