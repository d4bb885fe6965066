//! Lines of our own letters that came back without a mark and without words above them, as some programs and people copy them: known
//! by the headings and the shapes that only our letters have, the house's and those of the game's rule book. They are nobody's orders.

use std::collections::BTreeSet;

use base::order::stand_in_press;

/// How the headings of the house begin that our letters underline and no list of orders does; a rule book has more of its own. Below one
/// of them all is ours, for nobody can tell where it ends.
const HEADINGS: &[&str] = &[
    "Carried out",
    "Commands that your letter comes near to",
    "How to order",
    "How we know you",
    "Kept",
    "Line ",
    "Not on file any more",
    "Not read as orders",
    "On file already",
    "On file, and unchanged",
    "On file: ",
    "Order form",
    "Still on file from before",
    "What to write first",
    "Will not be carried out",
    "Would be carried out",
    "Would be on file: ",
    "Would not be on file any more",
];

/// What reads as an order although it is a heading.
const LIKE_AN_ORDER: &str = "order form";

/// So far what came of an order is set in below it.
const SET_IN: usize = 6;

/// Over so many lines an item of ours may be broken until its order ends.
const MOST_OF_ITEM: usize = 6;

/// The numbers of the lines that are ours, from 1. Press may pass on whatever its writer copied.
/// `of_book` are the headings of the rule book.
pub fn numbers_of_ours(lines: &[String], of_book: &[&str]) -> BTreeSet<usize> {
    let below = first_heading(lines, of_book).unwrap_or(lines.len());
    let mut ours: BTreeSet<usize> = (below + 1..=lines.len()).collect();
    for at in 0..below {
        let count = if is_like_an_order(&lines[at]) {
            1
        } else {
            length_of_item(&lines[at..]).max(length_with_outcome(&lines[at..]))
        };
        ours.extend(at + 1..at + 1 + count);
    }
    ours
}

/// The place of the first heading of ours that does not stand in press.
fn first_heading(lines: &[String], of_book: &[&str]) -> Option<usize> {
    let first = (0..lines.len()).find(|at| is_our_heading(lines, *at, of_book))?;
    let mut in_press = stand_in_press(lines).enumerate().skip(first);
    let is_found = |(at, is_in_press): &(usize, bool)| !is_in_press && is_our_heading(lines, *at, of_book);
    in_press.find(|place| place.0 < lines.len() && is_found(place)).map(|(at, _)| at)
}

fn is_like_an_order(line: &str) -> bool {
    line.trim().eq_ignore_ascii_case(LIKE_AN_ORDER)
}

/// Whether a heading is one of those that no list of orders has.
pub fn begins_as_ours(heading: &str, of_book: &[&str]) -> bool {
    HEADINGS.iter().chain(of_book).any(|begins| heading.starts_with(begins))
}

/// Whether a line is a heading of ours: underlined at its own length.
fn is_our_heading(lines: &[String], at: usize, of_book: &[&str]) -> bool {
    let heading = lines[at].trim();
    let rule = lines.get(at + 1).map_or("", |line| line.trim());
    begins_as_ours(heading, of_book) && rule.len() == heading.chars().count() && rule.bytes().all(|byte| byte == b'-')
}

/// How many lines from here are an item that says what came of an order: `- Secretary of War, "draft in Ohio": Nobody came.`
fn length_of_item(lines: &[String]) -> usize {
    let Some((_, quoted)) = lines[0].strip_prefix("- ").and_then(|item| item.split_once(", \"")) else { return 0 };
    if quoted.contains("\": ") {
        return 1;
    }
    let more = lines[1..].iter().take(MOST_OF_ITEM).take_while(|line| line.starts_with("  "));
    let more: Vec<&String> = more.collect();
    match quoted.contains('"') || !more.iter().any(|line| line.contains("\": ")) {
        true => 0,
        false => 1 + more.len(),
    }
}

/// How many lines from here are an order with what came of it, set in below it: `-> 3 SP entered at Washington.`
fn length_with_outcome(lines: &[String]) -> usize {
    let depth = |line: &&String| line.len() - line.trim_start().len();
    let is_outcome = |line: &&String| depth(line) >= SET_IN && line.trim_start().starts_with("-> ");
    if depth(&&lines[0]) >= SET_IN || lines[0].trim().is_empty() {
        return 0;
    }
    let set_in: Vec<&String> = lines[1..].iter().take_while(|line| depth(line) >= SET_IN).collect();
    if set_in.iter().any(is_outcome) { 1 + set_in.len() } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ours(text: &str) -> Vec<usize> {
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        numbers_of_ours(&lines, &["Your orders"]).into_iter().collect()
    }

    #[test]
    fn all_below_a_heading_of_ours_is_ours() {
        assert_eq!(ours("Thanks\nPP 1: hold\n\nYour orders\n-----------\n  PP 2: hold\n\nReady"), [4, 5, 6, 7, 8]);
        assert_eq!(ours("On file: East (revision 1)\n--------------------------\n  1. hold"), [1, 2, 3]);
        assert!(ours("Your orders\n\nPP 1: hold").is_empty() && ours("East\n----\nPP 1: hold").is_empty());
    }

    #[test]
    fn what_came_of_an_order_is_ours_wherever_its_line_is_broken() {
        for item in [
            "- Union Secretary of the Treasury, \"build IN of 4 regiments in New York\n  NY\": Begun at New York NY: 1 IN of 4\n  regiments.",
            "- Secretary, \"build FR\n  at Boston\": Laid down.\n  Soon ready.",
        ] {
            assert_eq!(ours(&format!("Dear GM,\n{item}\nborrow 500")), [2, 3, 4], "{item}");
        }
        assert_eq!(ours("- Secretary, \"build FR at Boston\": Laid down."), [1]);
        assert_eq!(
            ours("PP 1-3      enter 3 infantry at Washington\n            -> 3 SP entered.\nPP 4: hold"),
            [1, 2]
        );
        for typed in
            ["- build FR at Boston, \"as we said\"", "- form the army, \"Army of\n  Ohio\"", "move Lee\n-> Ohio"]
        {
            assert!(ours(typed).is_empty(), "{typed}");
        }
    }

    #[test]
    fn the_heading_of_a_form_is_no_order_and_press_passes_on_what_was_copied() {
        assert_eq!(ours("READY\nOrder form"), [2]);
        assert!(ours("PRESS TO usa-west:\nYour orders\n-----------\n  hold\nEND\nPP 1: hold").is_empty());
    }
}
