//! Orders that wait for the game master's word (SLAG 1.3, 8.5; D13, D74): put to him as a question, carried out when he approves.

use base::facts::Brief;
use base::game::SeatId;
use base::order::{Filed, Meaning, Remark};
use kit::amount::Amount;
use rules::{OwnFile, Question};

use super::item::{FortRow, Item, Reading};
use super::order::{Act, Front, Order, Works};
use super::price::{buy_back_price, fort_price};
use super::refusal::Failed;
use super::scenario::Scenario;
use super::side::Side;
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
pub fn questions(scenario: &Scenario, brief: &Brief<Item>, file: OwnFile<'_, Order>) -> Vec<Question<Order, Item>> {
    let asked = file.lines.iter().enumerate().filter(|(_, line)| pending(line).is_some());
    let question = |(at, line): (usize, &Filed<Order>)| {
        let rule = rule_of(&line.order.act)?;
        let words = explained(scenario, brief, file.seat, &line.order.act);
        Some(question(scenario, (at, &line.order), rule, words))
    };
    asked.filter_map(question).collect()
}

/// What he is asked in a sentence, with the figures that its giver reads.
fn explained(scenario: &Scenario, brief: &Brief<Item>, seat: &SeatId, act: &Act) -> String {
    let who = format!("The {}", scenario.title(seat));
    match act {
        Act::Works(Works::Raze { front }) => raze_words(scenario, brief, &who, *front),
        Act::Works(Works::BuyBack { eagles, is_paper }) => {
            buy_back_words(brief, seat, &who, (Amount::whole(*eagles), *is_paper))
        }
        _ => String::new(),
    }
}

/// D74.
fn raze_words(scenario: &Scenario, brief: &Brief<Item>, who: &str, front: Front) -> String {
    let place = scenario.place_name(front.square);
    let (tac, facing) = (front.tac.to_string(), front.facing.to_string());
    let rows = brief.items().iter().filter_map(|item| match item {
        Item::Fortifications { rows, .. } => Some(rows),
        _ => None,
    });
    let is_it = |row: &&FortRow| row.left == 0 && (row.square, &row.tac, &row.facing) == (front.square, &tac, &facing);
    let asks = format!("{who} wants to take down a level of the work at {place} {tac} that faces {facing}.");
    let Some(level) = rows.flatten().find(is_it).map(|row| row.level) else { return asks };
    let price = fort_price(scenario, level, None);
    let turns = if level == 1 { "turn" } else { "turns" };
    format!(
        "{asks} It has level {level} now and would have level {} then: that costs {price} Eg and takes {level} {turns}.",
        level - 1
    )
}

/// SLAG 1.3, D13.
fn buy_back_words(brief: &Brief<Item>, seat: &SeatId, who: &str, (amount, is_paper): (Amount, bool)) -> String {
    let side = Side::of_seat(seat.as_str()).map_or("", Side::name);
    let value = brief.items().iter().find_map(|item| match item {
        Item::Greenbacks { side: of, value } if of == side => *value,
        _ => None,
    });
    let held = brief.items().iter().find_map(|item| match item {
        Item::Treasury { gold, circulation, .. } => Some((gold.0, circulation.0)),
        _ => None,
    });
    let (Some(value), Some((gold, circulation))) = (value, held) else {
        return format!("{who} wants to buy greenbacks back with gold.");
    };
    let (price, notes) = buy_back_price(amount, is_paper, value);
    format!(
        "{who} wants to buy back {notes} Eg of greenbacks for {price} Eg of gold: {value} of greenbacks are worth 100 of gold. {gold} Eg \
         of gold are in the treasury, and {circulation} Eg of greenbacks circulate. What is bought back is no more, and Congress \
         allows so much less."
    )
}

fn question(
    scenario: &Scenario,
    (line, order): (usize, &Order),
    rule: &str,
    explained: String,
) -> Question<Order, Item> {
    let words = write::write(scenario, order);
    let meaning = |name: &str, is_approved: bool, words: String| {
        let order = Order { is_approved: Some(is_approved), ..order.clone() };
        Meaning { name: name.to_owned(), order, words }
    };
    let approved = meaning("A", true, format!("approved: {words}"));
    let readings = vec![approved, meaning("IGNORE", false, "not approved".to_owned())];
    let told = readings.iter().map(|it| Reading { name: it.name.clone(), words: it.words.clone() }).collect();
    let about = Item::ApprovalAsked { order: words, rule: rule.to_owned(), explained, readings: told };
    let silence = "Without his word it is not carried out in this turn.";
    Question { line, readings, about: vec![about], silence: silence.to_owned() }
}
