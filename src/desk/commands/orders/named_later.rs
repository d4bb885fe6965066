//! A name that answers which one was meant: the order on file that lacks it, with it. Knows words, and no order.

use base::order::LineStatus;

use crate::files::record::GameRecord;
use crate::files::stop::DeskError;
use crate::letter::session::Session;
use crate::phase::sheets::review;

/// Shorter words begin too many names.
const SHORTEST: usize = 4;

/// Each of these orders that lack something with a name of a line in place of the word that begins it: "Springfield MO" for
/// "Springfield".
pub fn with_its_names(game: &GameRecord, lacking: &[String], line: &str) -> Vec<String> {
    if lacking.is_empty() {
        return Vec::new();
    }
    let names = game.table.names_in(line);
    let called = names.iter().flat_map(|name| &name.called);
    called.flat_map(|called| lacking.iter().filter_map(|order| filled_in(order, called))).collect()
}

/// The writer's orders on file that lack something.
pub fn lacking(session: &Session<'_>, game: &GameRecord) -> Result<Vec<String>, DeskError> {
    let mut lacking = Vec::new();
    for seat in session.seats() {
        let Some(sheet) = game.sheets.get(&seat).filter(|sheet| !sheet.lines.is_empty()) else { continue };
        let reviewed = review(game, &seat, &sheet.lines)?.lines;
        let is_open =
            reviewed.iter().map(|review| review.remarks.iter().any(|remark| remark.status == LineStatus::Incomplete));
        let open = sheet.lines.iter().zip(is_open).filter(|(_, is_open)| *is_open);
        lacking.extend(open.map(|(line, _)| line.canonical.clone()));
    }
    Ok(lacking)
}

fn filled_in(order: &str, called: &str) -> Option<String> {
    let (first, _) = called.split_once(' ').filter(|(first, _)| first.len() >= SHORTEST)?;
    let (start, _) = reader::slip::words(order).find(|(_, word)| word.eq_ignore_ascii_case(first))?;
    let (before, behind) = (&order[..start], &order[start + first.len()..]);
    let rest = &called[first.len()..];
    (!behind.starts_with(rest)).then(|| format!("{before}{called}{behind}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_takes_the_place_of_the_word_that_begins_it() {
        let filled = |order, called| filled_in(order, called);
        assert_eq!(
            filled("move Lyon with 2 SP to Springfield", "Springfield MO").as_deref(),
            Some("move Lyon with 2 SP to Springfield MO")
        );
        assert_eq!(filled("move Lyon to Springfield MO", "Springfield MO"), None);
        assert_eq!(filled("move Lyon to Rolla", "Springfield MO"), None);
    }
}
