//! `adjutant check`: what it says of the lines of a letter, for people and for programs.

use crate::support::toy;
use adjutant::cli::check::{CheckArgs, check_form};
use adjutant::game::SeatId;
use serde_json::{Value, json};

fn args(seat: &str) -> CheckArgs {
    CheckArgs {
        book: Some("toy".to_owned()),
        scenario: None,
        seat: SeatId::parse(seat).unwrap(),
        file: "-".into(),
        game: None,
        json: false,
    }
}

fn json_of(text: &str) -> Vec<Value> {
    let report = check_form(&toy::shelf(), &args("red"), text).unwrap();
    report.json()["lines"].as_array().unwrap().clone()
}

#[test]
fn every_line_comes_back_with_its_place_in_the_file_and_its_status() {
    let text = "Dear judge,\n\n> move a2 to a3\r\nmove a1 to b2\nMove c1\n";
    let lines = json_of(text);
    assert_eq!(
        lines[1],
        json!({
            "n": 4, "text": "move a1 to b2", "span": [30, 43], "status": "accepted",
            "canonical": ["move a1 to b2"], "rules": [], "remarks": []
        })
    );
    assert_eq!(&text[30..43], "move a1 to b2");
    let fared: Vec<_> =
        lines.iter().map(|line| (line["n"].as_u64().unwrap(), line["status"].as_str().unwrap())).collect();
    assert_eq!(fared, [(1, "unread"), (4, "accepted"), (5, "incomplete")]);
    assert!(lines[0]["remarks"][0].as_str().unwrap().contains("not read as an order"));
    assert_eq!(lines[2]["rules"], json!(["T1"]));
}

#[test]
fn a_wrapped_order_spans_its_lines() {
    let text = "move a1\nto b2\nhold c1";
    let lines = json_of(text);
    assert_eq!(lines.len(), 2);
    assert_eq!((&lines[0]["text"], &lines[0]["span"]), (&json!("move a1 to b2"), &json!([0, 13])));
}

#[test]
fn characters_are_read_as_in_a_letter_and_spans_stay_those_of_the_file() {
    let text = "\u{a0}move a1\u{2003}to b2\nHOLD \u{ff43}1";
    let lines = json_of(text);
    assert_eq!(lines[1]["canonical"], json!(["hold c1"]));
    let span = |line: &Value| line["span"][0].as_u64().unwrap() as usize..line["span"][1].as_u64().unwrap() as usize;
    assert_eq!(&text[span(&lines[1])], "HOLD \u{ff43}1");
    assert_eq!(span(&lines[0]).start, 0);
}

#[test]
fn people_see_a_caret_under_the_wrong_word_and_what_would_be_right() {
    let report = check_form(&toy::shelf(), &args("red"), "HELP\nmove a1 to z9\nThanks!").unwrap();
    let words = report.words();
    assert!(words.starts_with("Form and authority only"), "{words}");
    assert!(words.contains("   1  HELP\n      a command, which check does not carry out"), "{words}");
    assert!(words.contains("   2  move a1 to z9\n                 ^^\n      unread\n"), "{words}");
    assert!(words.contains("There is no square \"z9\". Squares are a1 to e5."), "{words}");
    assert!(words.contains("   3  Thanks!\n      not read as an order"), "{words}");
}

#[test]
fn a_seat_the_book_does_not_have_is_answered_with_those_it_has() {
    let error = check_form(&toy::shelf(), &args("green"), "hold a1").err().unwrap();
    let printed = adjutant::cli::remedy::print(&error);
    assert!(printed.contains("toy has no such seat"), "{printed}");
    assert!(printed.contains("remedy: name one of: red, blue"), "{printed}");
}
