//! What a stretch of a line means: numbers, sums, names of places. What may be another number than was meant is asked back.

use base::order::Remark;
use kit::amount::{Amount, BadAmount, MOST};
use pest::iterators::Pair;
use reader::slip::small_number;

use super::super::scenario::Scenario;
use super::grammar::{Copy, Rule};

/// The most of anything that one order names; more is a slip of the pen.
const MOST_COUNT: u32 = 100_000;

pub(super) fn span(copy: &Copy<'_>, pair: &Pair<'_, Rule>) -> (usize, usize) {
    copy.span(pair.as_span().start(), pair.as_span().end())
}

/// The number in a stretch; "a" and none are one.
pub(super) fn number_of(copy: &Copy<'_>, pair: &Pair<'_, Rule>) -> Result<u32, Remark> {
    let text = pair.as_str();
    if let Some(grouped) = pair.clone().into_inner().find(|inner| inner.as_rule() == Rule::grouped) {
        let (start, end) = span(copy, &grouped);
        let asked = |message: &str, hint: &str| Remark::unread(message).at(start, end).hint(hint);
        return match Amount::parse(grouped.as_str()) {
            Ok(amount) if amount.in_hundredths() % 100 == 0 && amount <= Amount::whole(i64::from(MOST_COUNT)) => {
                Ok(u32::try_from(amount.in_hundredths() / 100).unwrap_or(0))
            }
            Ok(_) => {
                Err(asked("Only whole numbers are ordered, and no more than the rules allow.", "Write 1,500 or 1500."))
            }
            Err(_) => Err(asked(
                "It is not clear which number this is.",
                "A comma parts thousands, a point decimals: 1,500 or 1500.",
            )),
        };
    }
    let digits: String =
        text.chars().skip_while(|sign| !sign.is_ascii_digit()).take_while(char::is_ascii_digit).collect();
    let number = match digits.is_empty() {
        true => text.split(' ').find_map(small_number).or(Some(1)),
        false => digits.parse().ok(),
    };
    let (start, end) = span(copy, pair);
    number.filter(|number| *number <= MOST_COUNT).ok_or_else(|| {
        Remark::unread(format!("{digits} is more than any order is for."))
            .at(start, end)
            .hint("Write a smaller number.")
    })
}

/// The bloc that these words name: by its own name, or by a State that is in no bloc of the other side.
pub(super) fn bloc_of(scenario: &Scenario, copy: &Copy<'_>, pair: &Pair<'_, Rule>) -> Result<String, Remark> {
    let (start, end) = span(copy, pair);
    let said = copy.line.get(start..end).unwrap_or_default().trim();
    let blocs = || scenario.given.offices.iter().filter_map(|row| Some((row.bloc.as_ref()?, row)));
    let letters =
        |name: &str| name.chars().filter(|sign| sign.is_alphabetic()).flat_map(char::to_lowercase).collect::<String>();
    if let Some((bloc, _)) = blocs().find(|(bloc, _)| letters(bloc) == letters(said)) {
        return Ok(bloc.clone());
    }
    let state = copy.mark(pair.as_span().start()).and_then(|mark| scenario.names.meaning(mark.named).state.clone());
    let mut of_state: Vec<&String> = blocs()
        .filter(|(_, row)| state.as_ref().is_some_and(|state| row.states.contains(state)))
        .map(|(bloc, _)| bloc)
        .collect();
    of_state.dedup();
    if let [bloc] = of_state[..] {
        return Ok(bloc.clone());
    }
    let mut near: Vec<(usize, &String)> = blocs()
        .map(|(bloc, _)| (strsim::damerau_levenshtein(&bloc.to_lowercase(), &said.to_lowercase()), bloc))
        .collect();
    near.sort();
    let nearest = near.first().map_or("", |(_, bloc)| bloc.as_str());
    Err(Remark::unread(format!("{said:?} is no bloc.")).at(start, end).hint(format!("Is {nearest} meant?")))
}

/// The first and the last of the pulses that are named.
pub(super) fn pulses_of(pair: &Pair<'_, Rule>) -> (u32, u32) {
    let digits = pair.as_str().split(|sign: char| !sign.is_ascii_digit());
    let numbers: Vec<u32> = digits.filter_map(|digits| digits.parse().ok()).collect();
    let (least, most) = (numbers.iter().min(), numbers.iter().max());
    (least.copied().unwrap_or(1), most.copied().unwrap_or(1))
}

/// Eagles in whole numbers: "2,500". What may be another number than was meant is asked back.
pub(super) fn whole_sum(copy: &Copy<'_>, pair: &Pair<'_, Rule>) -> Result<i64, Remark> {
    let (start, end) = span(copy, pair);
    let text = pair.as_str();
    let asked = |message: &str, hint: &str| Err(Remark::unread(message).at(start, end).hint(hint));
    let lower = text.to_ascii_lowercase();
    if lower.ends_with('k') || lower.ends_with("thousand") || lower.ends_with("hundred") {
        return asked("Write the sum in figures.", "For two thousand: 2000, or 2,000.");
    }
    if let Some(number) = small_number(text) {
        return Ok(i64::from(number));
    }
    match Amount::parse(text) {
        Ok(amount) if amount.in_hundredths() % 100 != 0 => {
            asked("Only whole eagles are borrowed and issued.", "Leave the decimals out.")
        }
        Ok(amount) if amount == Amount::ZERO => asked("Nothing of it is no order.", "Leave the line out."),
        Ok(amount) => Ok(amount.in_hundredths() / 100),
        Err(BadAmount::TooLarge) => asked(&format!("No sum above {MOST} is read."), "Write a smaller one."),
        Err(BadAmount::TooFine | BadAmount::NotANumber) => {
            asked("It is not clear which number this is.", "A comma parts thousands, a point decimals: 1,500 or 1500.")
        }
    }
}

pub(super) fn state_of(scenario: &Scenario, copy: &Copy<'_>, pair: &Pair<'_, Rule>) -> Result<String, Remark> {
    if let Some(mark) = copy.mark(pair.as_span().start()) {
        return scenario.names.meaning(mark.named).state.clone().ok_or_else(Remark::chatter);
    }
    let code = pair.as_str().trim().to_ascii_uppercase();
    let (start, end) = span(copy, pair);
    match scenario.state(&code) {
        Some(state) => Ok(state.id.clone()),
        None => Err(Remark::unread(format!("{code} is no State.")).at(start, end)),
    }
}

/// The one city that a name means; of several the writer is asked, for nothing is guessed where money or men would move.
pub(super) fn city_of(scenario: &Scenario, copy: &Copy<'_>, pair: &Pair<'_, Rule>) -> Result<String, Remark> {
    let Some(mark) = copy.mark(pair.as_span().start()) else { return Err(Remark::chatter()) };
    let (start, end) = span(copy, pair);
    let meaning = scenario.names.meaning(mark.named);
    match meaning.cities.as_slice() {
        [city] => Ok(city.clone()),
        [] if meaning.places.is_empty() => Err(Remark::unread("This is a State, and a city is wanted.").at(start, end)),
        [] => Err(Remark::unread("Nothing is raised, built or bought in so small a place.").at(start, end)),
        several => {
            let names: Vec<String> = several.iter().map(|city| scenario.city_name(city)).collect();
            let said = format!("There are several cities of this name: {}.", names.join(", "));
            Err(Remark::unread(said).at(start, end).hint(format!("Write the State behind it: {}.", names[0])))
        }
    }
}
