//! Lists whose items mean nothing alone: "Trade:" and a line for each country are one order. Knows a head and its items; what
//! they mean together the book says.

use base::order::{Line, Remark};

use crate::courtesy::is_courtesy;
use crate::lines::{Clerk, Course, OrderLine};
use crate::outcome::{Reading, is_done, is_order};
use crate::units::{is_colon_head, is_listed, unlisted};
use crate::words::words_of;

/// Most items of a list that is one order.
const MOST_ITEMS: usize = 12;
/// Most words of an item.
const MOST_OF_ITEM: usize = 6;

impl<T, B, R, C> Clerk<'_, B, R, C>
where
    T: Reading,
    B: Fn(&str) -> bool,
    R: Fn(&mut C, &str) -> Result<T, Remark>,
    C: Course,
{
    /// Reads a head with a colon and all that is listed below it as one order, where no item is one alone.
    pub(crate) fn read_list(&mut self, rest: &[Line]) -> Option<OrderLine<T>> {
        let items = items(rest);
        if items < 2 || self.holds_order(&rest[1..=items]) {
            return None;
        }
        let behind = rest.get(items + 1);
        let goes_on = behind.is_some_and(|next| next.number == rest[items].number + 1 && !is_courtesy(&next.text));
        if goes_on && !is_listed(&rest[1].text) {
            return None;
        }
        let text = together(&rest[..=items]);
        let outcome = self.trying(|clerk| clerk.read_stretch(&text));
        if !is_order(&outcome) || !is_done(&outcome) {
            return None;
        }
        let outcome = outcome.map(Reading::unplaced);
        Some(OrderLine {
            number: rest[0].number,
            wordings: vec![text.clone()],
            text,
            count_of_lines: items + 1,
            is_held: false,
            outcome,
        })
    }
}

/// How many lines below a head are the items of its list: short ones, without a gap, all with marks or all without.
fn items(lines: &[Line]) -> usize {
    let Some(first) = lines.get(1).filter(|_| is_colon_head(&lines[0].text)) else { return 0 };
    let has_marks = is_listed(&first.text);
    let is_item = |pair: &&[Line]| {
        let next = &pair[1];
        next.number == pair[0].number + 1
            && is_listed(&next.text) == has_marks
            && !is_colon_head(&next.text)
            && !is_courtesy(&next.text)
            && words_of(&next.text).len() <= MOST_OF_ITEM
    };
    lines.windows(2).take(MOST_ITEMS).take_while(is_item).count()
}

/// A head with its items behind it.
fn together(lines: &[Line]) -> String {
    let item = |line: &Line| unlisted(&line.text).trim_end_matches([',', ';', '.', ' ']).to_owned();
    let items: Vec<String> = lines[1..].iter().map(item).collect();
    format!("{} {}", lines[0].text.trim(), items.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbered(text: &str) -> Vec<Line> {
        let lines = text.lines().enumerate().filter(|(_, text)| !text.is_empty());
        lines.map(|(index, text)| Line { number: index + 1, text: text.to_owned() }).collect()
    }

    #[test]
    fn the_items_of_a_list_end_where_it_does() {
        for (text, wanted) in [
            ("Trade:\n- Russia\n- Prussia, Denmark\nBest, Tom", 2),
            ("Trade:\nRussia\nPrussia\n\nSpain", 2),
            ("Trade\nRussia\nPrussia", 0),
            ("Trade:", 0),
        ] {
            assert_eq!(items(&numbered(text)), wanted, "{text}");
        }
        assert_eq!(together(&numbered("Trade:\n- Russia,\n- Prussia")), "Trade: Russia, Prussia");
    }
}
