//! The cells of the leader promotion table, from the words of `tables.toml` (D23). Knows what a cell says, not whom it hits.

use super::tables::PromotionTable;

/// What a word of a cell does to a leader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PromotionResult {
    /// C: captured.
    Captured,
    /// KC: killed or captured, by a die.
    KilledOrCaptured,
    /// KW: killed or wounded, by a die.
    KilledOrWounded,
    /// W: wounded.
    Wounded,
    /// D: dismissal, which goes to the supreme commander.
    Dismissed,
    /// R: relief, which his commander may present.
    Relieved,
    /// U: he may be promoted.
    Promotable,
    /// M: worse by one.
    Worse,
    /// P: better by one.
    Better,
}

/// On which terms a word holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PromotionTerms {
    /// Always.
    Always,
    /// The battle was won.
    Win,
    /// It was not won.
    NoWin,
    /// It was lost.
    Loss,
    /// No more losses than the enemy, nor worse order.
    NoLoss,
    /// The rating in use is below zero.
    Negative,
    /// In the first year.
    Early,
    /// The rating in use is at least this.
    AtLeast(i32),
}

/// One word of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PromotionWord {
    /// What it does.
    pub result: PromotionResult,
    /// On which terms.
    pub terms: PromotionTerms,
}

impl PromotionTable {
    /// The words of a cell in their order; the total is clamped to the rows there are.
    pub fn cell(&self, total: i32, column: usize) -> Vec<PromotionWord> {
        let last = i32::try_from(self.rolls.len()).unwrap_or(i32::MAX);
        let row = usize::try_from(total.clamp(1, last.max(1)) - 1).unwrap_or(0);
        let cell = self.rolls.get(row).and_then(|row| row.get(column)).map_or("", String::as_str);
        words(cell).unwrap_or_default()
    }

    /// Whether every cell can be read.
    pub fn is_readable(&self) -> bool {
        !self.rolls.is_empty() && self.rolls.iter().flatten().all(|cell| words(cell).is_some())
    }
}

fn words(cell: &str) -> Option<Vec<PromotionWord>> {
    cell.split(',').filter(|word| !word.is_empty()).map(word).collect()
}

fn word(text: &str) -> Option<PromotionWord> {
    let (result, terms) = text.split_once('?').map_or((text, None), |(result, terms)| (result, Some(terms)));
    let result = match result {
        "C" => PromotionResult::Captured,
        "KC" => PromotionResult::KilledOrCaptured,
        "KW" => PromotionResult::KilledOrWounded,
        "W" => PromotionResult::Wounded,
        "D" => PromotionResult::Dismissed,
        "R" => PromotionResult::Relieved,
        "U" => PromotionResult::Promotable,
        "M" => PromotionResult::Worse,
        "P" => PromotionResult::Better,
        _ => return None,
    };
    let terms = match terms {
        None | Some("always") => PromotionTerms::Always,
        Some("win") => PromotionTerms::Win,
        Some("nowin") => PromotionTerms::NoWin,
        Some("loss") => PromotionTerms::Loss,
        Some("noloss") => PromotionTerms::NoLoss,
        Some("neg") => PromotionTerms::Negative,
        Some("61") => PromotionTerms::Early,
        Some(rating) => PromotionTerms::AtLeast(rating.strip_prefix('r')?.parse().ok()?),
    };
    Some(PromotionWord { result, terms })
}

#[cfg(test)]
mod tests {
    use super::super::Scenario;
    use super::*;

    #[test]
    fn words_stand_in_their_order_and_totals_beyond_the_rows_take_the_last() {
        let table = Scenario::embedded().expect("the scenario").tables.promotion;
        let word = |result, terms| PromotionWord { result, terms };
        let rise = [
            word(PromotionResult::Better, PromotionTerms::Always),
            word(PromotionResult::Promotable, PromotionTerms::Always),
        ];
        assert_eq!(table.cell(13, 0), rise);
        assert_eq!(table.cell(15, 0), rise);
        assert_eq!(table.cell(-1, 2), [word(PromotionResult::Dismissed, PromotionTerms::Always)]);
        assert_eq!(table.cell(9, 0), [word(PromotionResult::Promotable, PromotionTerms::AtLeast(1))]);
        assert_eq!(table.cell(10, 3), []);
    }

    #[test]
    fn a_cell_that_says_nothing_known_is_found_when_the_scenario_is_read() {
        let mut table = Scenario::embedded().expect("the scenario").tables.promotion;
        assert!(table.is_readable());
        table.rolls[4][2] = "W?rx".to_owned();
        assert!(!table.is_readable());
    }
}
