//! What an order on file asks of the game masters, and how it counts as they ruled.

use std::borrow::Cow;

use serde_json::Value;

use base::game::SeatId;
use base::order::{Filed, Ruling};

use crate::files::record::GameRecord;

/// The questions on file without a ruling: whose, and what it is about.
pub fn open_questions(game: &GameRecord) -> Vec<(SeatId, u32, String)> {
    let kind = game.phase.as_ref().map_or("", |phase| phase.plan.kind.as_str());
    let lines = game.sheets.iter().flat_map(|(seat, sheet)| sheet.lines.iter().map(move |line| (seat, line)));
    let open = lines.filter(|(_, line)| line.when.is_met_by(kind));
    open.filter_map(|(seat, line)| {
        let asked = line.asked.as_ref().filter(|asked| asked.ruling.is_none())?;
        Some((seat.clone(), asked.number, line.canonical.clone()))
    })
    .collect()
}

/// The line as it was ruled; as it is without a ruling.
pub fn as_ruled(line: &Filed<Value>) -> Cow<'_, Filed<Value>> {
    let Some(Ruling { meaning, .. }) = line.asked.as_ref().and_then(|asked| asked.ruling.as_ref()) else {
        return Cow::Borrowed(line);
    };
    let canonical = format!("{} (GM ruling {}: {})", line.canonical, meaning.name, meaning.words);
    Cow::Owned(Filed { order: meaning.order.clone(), canonical, ..line.clone() })
}

/// What is to be said of a line on file that was asked about.
pub fn note(line: &Filed<Value>) -> Option<String> {
    let asked = line.asked.as_ref()?;
    Some(match &asked.ruling {
        None => format!("question {} waits for the GM", asked.number),
        Some(ruling) => {
            let words = beside(&ruling.meaning.words, &line.canonical);
            let gap = if words.is_empty() { "" } else { ": " };
            format!("question {}, ruled {}{gap}{words}", asked.number, ruling.meaning.name)
        }
    })
}

/// What words say beside the order that they end with, which stands in the line already.
fn beside<'a>(words: &'a str, order: &str) -> &'a str {
    words.strip_suffix(order).filter(|_| !order.is_empty()).map_or(words, |words| words.trim_end_matches([':', ' ']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ruling_does_not_say_the_order_again_that_stands_in_its_line() {
        assert_eq!(beside("approved: raze the depot", "raze the depot"), "approved");
        assert_eq!(beside("raze the depot", "raze the depot"), "");
        assert_eq!(beside("approved: raze the works", "raze the depot"), "approved: raze the works");
    }
}
