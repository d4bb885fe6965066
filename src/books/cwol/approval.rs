//! Orders that wait for the game master's word (SLAG 1.3, 8.5; D13, D74): put to him as a question, carried out when he approves.

use base::order::{Filed, Meaning, Remark};
use rules::Question;

use super::item::{Item, Reading};
use super::order::{Act, Order, Works};
use super::scenario::Scenario;
use super::turn::Failed;
use super::write;

/// What he has said of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Word {
    /// Nothing yet.
    Waits,
    /// It may be carried out.
    Given,
    /// It may not.
    Refused,
}

/// What he has said of a line.
pub fn word(line: &Filed<Order>) -> Word {
    match line.order.is_approved {
        None => Word::Waits,
        Some(false) => Word::Refused,
        Some(true) => Word::Given,
    }
}

/// What its giver reads of an order that was not approved.
pub fn refused(word: Word, rule: &'static str) -> Failed {
    match word {
        Word::Waits | Word::Given => Failed::new("The game master has not approved it in time.", rule),
        Word::Refused => Failed::new("The game master did not approve it.", rule),
    }
}

/// The rule by which an order needs his word; none: it needs none.
fn rule_of(act: &Act) -> Option<&'static str> {
    match act {
        Act::Works(Works::Raze { .. }) => Some("8.5"),
        Act::Works(Works::BuyBack { .. }) => Some("1.3"),
        Act::Works(Works::BuildAbroad { .. }) => Some("D50"),
        _ => None,
    }
}

/// What the writer of a line is told that waits for his word.
pub fn pending(line: &Filed<Order>) -> Option<Remark> {
    let rule = rule_of(&line.order.act).filter(|_| word(line) == Word::Waits)?;
    Some(Remark::incomplete("It is carried out if the game master approves.").rule(rule))
}

/// What he is asked of the lines of a seat.
pub fn questions(scenario: &Scenario, lines: &[Filed<Order>]) -> Vec<Question<Order, Item>> {
    let asked = lines.iter().enumerate().filter(|(_, line)| pending(line).is_some());
    asked.filter_map(|(at, line)| Some(question(scenario, at, &line.order, rule_of(&line.order.act)?))).collect()
}

fn question(scenario: &Scenario, line: usize, order: &Order, rule: &str) -> Question<Order, Item> {
    let words = write::write(scenario, order);
    let meaning = |name: &str, is_approved: bool, words: String| {
        let order = Order { is_approved: Some(is_approved), ..order.clone() };
        Meaning { name: name.to_owned(), order, words }
    };
    let approved = meaning("A", true, format!("approved: {words}"));
    let readings = vec![approved, meaning("IGNORE", false, "not approved".to_owned())];
    let told = readings.iter().map(|it| Reading { name: it.name.clone(), words: it.words.clone() }).collect();
    let about = Item::ApprovalAsked { order: words, rule: rule.to_owned(), readings: told };
    let silence = "Without his word it is not carried out in this turn.";
    Question { line, readings, about: vec![about], silence: silence.to_owned() }
}
