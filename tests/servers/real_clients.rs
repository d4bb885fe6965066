//! Answers composed by mail programs as they are installed, each as it quotes by its usual settings: an order typed above the
//! quote and a line of the form filled in within it are read, and nothing else.

use crate::support::club;
use crate::support::programs::{Answerer, PROGRAMS};
use crate::support::war::{War, address};
use adjutant::cli::stage::Received;

const FILLED: &str = "PP 1-3: enter 3 infantry at Washington";
const TYPED: &str = "PP 4: idle";

/// The judge takes a letter as a mail server brings it, and answers.
async fn receipt(war: &mut War, letter: &[u8]) -> Received {
    let letter = String::from_utf8(letter.to_vec()).expect("text").replace("\r\n", "\n").replace('\n', "\r\n");
    war.stage.mail_raw(letter.as_bytes()).unwrap();
    war.stage.now += 60;
    war.stage.pass().await.unwrap();
    war.stage.newest(&address("usa-east")).unwrap()
}

#[tokio::test]
async fn an_order_above_the_quote_and_a_line_filled_in_within_it_are_read_whatever_program_answers() {
    let mut war = War::begin().await;
    war.end_phase().await;
    let report = war.report("usa-east");
    let mut quotes = Vec::new();
    for program in PROGRAMS {
        let answerer = Answerer { address: address("usa-east"), typed: TYPED, filled: FILLED };
        let letter = answerer.answer(program, &report.raw);
        let shown = String::from_utf8_lossy(&letter).into_owned();
        let quote = shown.lines().find(|line| line.ends_with("Game war: Union commander East")).expect("a quote");
        quotes.push((program.name, quote.trim_end_matches("Game war: Union commander East").to_owned()));
        let receipt = receipt(&mut war, &letter).await;
        let told = club::unwrapped(&receipt.text);
        let name = program.name;
        assert!(told.contains("2 orders on file"), "{name}: {told}\n{shown}");
        for order in [TYPED, FILLED] {
            assert!(told.contains(&format!(". {order}")), "{name}: {order}: {told}\n{shown}");
        }
        for words in ["not read", "Line by line", "not understood", "____", "===="] {
            assert!(!told.contains(words), "{name}: {words}: {told}\n{shown}");
        }
        war.order("usa-east", "CANCEL ALL").await;
    }
    let mark = |name: &str| quotes.iter().find(|(program, _)| *program == name).map(|(_, mark)| mark.as_str());
    assert_eq!(mark("s-nail"), Some("\t"), "each quotes in its own way");
    assert!(["mutt", "neomutt", "nmh"].iter().all(|name| mark(name) == Some("> ")), "{quotes:?}");
}
