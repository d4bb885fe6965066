//! The order reader of `eia`: phrases of the club, phrasings of people, and what must hold for any line at all.
//! `tests/reading/eia-*.tsv` have a line and what it reads to: its orders in canonical words, or a status and a sentence.

use std::sync::LazyLock;

use adjutant::books::eia::EmpiresInArms as Eia;
use adjutant::books::eia::order::Order;
use adjutant::books::eia::read::{begins_order, read, write};
use adjutant::books::eia::scenario::Scenario;
use adjutant::order::{Cancelled, Command, LineStatus, Remark, Request, read_letter};
use adjutant::reader::read_order_lines;
use adjutant::rules::{Context, RuleBook};
use proptest::prelude::*;

mod orders;

static CAMPAIGN: LazyLock<Scenario> = LazyLock::new(|| Scenario::embedded().expect("the built-in campaign"));

fn read_alone(line: &str) -> Result<(Vec<Order>, Vec<Remark>), Remark> {
    read(&CAMPAIGN, &mut Context::default(), line)
}

/// What a line of a letter reads to, in the words of the tables: a command of the house, or what the book makes of it.
fn told(line: &str) -> String {
    let requests = read_letter(&[line.to_owned()], begins_order);
    match requests.last() {
        Some(Request::Order(line)) => told_by_the_book(&line.text),
        Some(Request::Command(_, command)) => format!("command {command:?}"),
        Some(Request::Broken(_, broken)) => format!("broken {}", broken.remark.message),
        Some(Request::BelowPress(line)) => format!("below press {}", line.text),
        None => "empty".to_owned(),
    }
}

fn told_by_the_book(line: &str) -> String {
    match read_alone(line) {
        Err(remark) if remark.status == LineStatus::Chatter => "chatter".to_owned(),
        Err(remark) => format!("{:?} {}", remark.status, remark.message)
            .replacen("Unread", "unread", 1)
            .replacen("Refused", "refused", 1),
        Ok((orders, _)) => {
            let words: Vec<String> = orders.iter().map(|order| write(&CAMPAIGN, order)).collect();
            format!("= {}", words.join(" | "))
        }
    }
}

/// Rows of a table that do not read to what stands beside them, and how many rows there are.
fn wrong_rows(table: &str) -> (Vec<String>, usize) {
    let rows: Vec<&str> = table.lines().filter(|row| !row.is_empty() && !row.starts_with("##")).collect();
    let count = rows.len();
    let wrong = rows.into_iter().filter_map(|row| {
        let (phrase, meaning) = row.split_once('\t').expect("a phrase and its meaning");
        let told = told(phrase);
        let is_right = if meaning.starts_with('=') { told == meaning } else { told.starts_with(meaning) };
        (!is_right).then(|| format!("{phrase}\n    told:   {told}\n    wanted: {meaning}"))
    });
    (wrong.collect(), count)
}

#[test]
fn every_phrase_of_the_club_reads_to_the_meaning_beside_it() {
    let (wrong, count) = wrong_rows(include_str!("../reading/eia-phrases.tsv"));
    assert_eq!(count, 94);
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn orders_as_people_type_them_read_to_the_meaning_beside_them() {
    let (wrong, count) = wrong_rows(include_str!("../reading/eia-typed.tsv"));
    assert!(count >= 200, "only {count} lines");
    assert!(wrong.is_empty(), "{} of {count} wrong\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn what_is_not_understood_is_answered_with_the_words_at_fault_or_with_what_would_be_right() {
    for row in include_str!("../reading/eia-typed.tsv").lines().filter(|row| row.contains("\tunread")) {
        let phrase = row.split('\t').next().expect("a phrase");
        let remark = read_alone(phrase).expect_err(phrase);
        assert!(remark.span.is_some() || remark.hint.is_some(), "{phrase}: {remark:?}");
    }
}

#[test]
fn slips_of_the_pen_are_mended_and_told() {
    let (orders, remarks) = read_alone("buy 3 infntry and 2 cavlary").expect("mended");
    assert_eq!(orders.len(), 1);
    let told: Vec<&str> = remarks.iter().map(|remark| remark.message.as_str()).collect();
    assert_eq!(told, ["\"infntry\" was read as \"infantry\".", "\"cavlary\" was read as \"cavalry\"."]);
    assert!(remarks.iter().all(|remark| remark.status == LineStatus::Accepted));
}

#[test]
fn a_letter_is_read_as_the_desk_reads_it() {
    let letter = "Hi Ann,\n\nlend 5 to Spain,\nto be repaid in June\nbuy 3 inf and\n2 cav\nstatus please\ncheck whether Massena may return, but do not pay\n        Set manipulation to +1\ncancel my purchase line 3\nThanks, Bob";
    let lines: Vec<String> = letter.lines().map(str::to_owned).collect();
    let mut commands = Vec::new();
    let mut orders = Vec::new();
    for request in read_letter(&lines, begins_order) {
        match request {
            Request::Command(_, command) => commands.push(command),
            Request::Order(line) => orders.push(line),
            Request::Broken(line, broken) => panic!("{}: {}", line.text, broken.remark.message),
            Request::BelowPress(line) => panic!("{}", line.text),
        }
    }
    assert_eq!(commands, [Command::Status, Command::Cancel(Cancelled::Numbers(vec![3]))]);
    let table = adjutant::books::of_the_house().table("eia", "1805").expect("the campaign");
    let mut context = Context::default();
    let read: Vec<String> =
        read_order_lines(&orders, &mut context, begins_order, |context, line| table.read(context, line))
            .into_iter()
            .filter_map(|line| line.outcome.ok())
            .flat_map(|read| read.orders)
            .map(|(_, words)| words)
            .collect();
    let wanted = [
        "lend 5 to Spain due June",
        "buy 3 infantry, 2 cavalry",
        "return leader Massena, without paying",
        "manipulation +1",
    ];
    assert_eq!(read, wanted);
}

fn keeps_spans(line: &str, remarks: &[Remark]) {
    for remark in remarks {
        assert!(remark.message.ends_with(['.', '?']), "{}", remark.message);
        let Some(span) = remark.span else { continue };
        assert!(
            span.start <= span.end && line.is_char_boundary(span.start) && line.is_char_boundary(span.end),
            "{line:?}"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn what_is_written_reads_back_to_the_same_order(order in orders::any_order(&CAMPAIGN)) {
        let words = write(&CAMPAIGN, &order);
        let (orders, _) = read_alone(&words).map_err(|remark| TestCaseError::fail(format!("{words}: {}", remark.message)))?;
        prop_assert_eq!(&orders, &[order], "{}", words);
        prop_assert!(begins_order(&words), "{}", words);
    }

    #[test]
    fn any_line_at_all_is_answered(line in "\\PC{0,80}") {
        match read_alone(&line) {
            Ok((_, remarks)) => keeps_spans(&line, &remarks),
            Err(remark) => keeps_spans(&line, &[remark]),
        }
        begins_order(&line);
    }

    #[test]
    fn what_is_read_from_a_soup_of_words_is_read_again_from_its_canonical_words(line in orders::word_soup()) {
        match read_alone(&line) {
            Err(remark) => keeps_spans(&line, &[remark]),
            Ok((orders, remarks)) => {
                keeps_spans(&line, &remarks);
                for order in orders {
                    let words = write(&CAMPAIGN, &order);
                    let again = read_alone(&words);
                    let again = again.map_err(|remark| TestCaseError::fail(format!("{line:?} -> {words:?}: {}", remark.message)))?;
                    prop_assert_eq!(again.0, vec![order], "{:?} -> {:?}", line, words);
                }
            }
        }
    }
}

/// The words under a line's carets.
fn at_fault(line: &str) -> String {
    let remark = read_alone(line).expect_err(line);
    remark.span.map_or_else(|| "no caret".to_owned(), |span| line[span.start..span.end].to_owned())
}

#[test]
fn the_caret_stands_under_the_word_that_nobody_knows() {
    for (line, unknown) in [
        ("Buy 5 infanrty and 2 dragons", "dragons"),
        ("Buy 5 infantry and 2 dragons", "dragons"),
        ("Buy 2 dragons and 5 infanrty", "dragons"),
        ("for Bavraia: buy 2 dragons", "dragons"),
        ("Prussia orders 3 hussars and 2 cav", "hussars"),
        ("aid Bavraia 5 thalers", "thalers"),
    ] {
        assert_eq!(at_fault(line), unknown, "{line}");
    }
}

#[test]
fn every_example_that_help_shows_is_an_order() {
    let topics = &Eia.about().topics;
    assert_eq!(topics.len(), 7, "{topics:?}");
    for example in topics.iter().flat_map(|topic| &topic.examples) {
        assert!(told_by_the_book(example).starts_with("= "), "{example}: {}", told_by_the_book(example));
    }
}
