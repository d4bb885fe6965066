//! A form at the end of a letter of ours, filled in inside the quote of an answer. Knows its marks and its blanks, not what it asks.
//!
//! What stands in quotes is nobody's order, with this one exception: between the marks, one level deep, lines whose
//! blanks were filled in are the writer's own.

/// The line above a form.
pub const BEGIN: &str = "==== Order form ====";
/// The line below it.
pub const END: &str = "==== End of the order form ====";
/// What is to be replaced.
pub const BLANK: &str = "____";

/// How a heading of a form begins.
const HEADING: &str = "ORDERS ";

/// A line of a form, without its quote mark.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Filled {
    /// The line it stands in.
    pub at: usize,
    /// What was filled in.
    pub text: String,
}

/// The lines of forms in these lines that somebody filled in. A form whose end is missing ends with its quote.
pub(crate) fn filled_in(lines: &[&str]) -> Vec<Filled> {
    let mut filled = Vec::new();
    let mut open: Option<usize> = None;
    // A heading is the form's own; it counts when something below it was filled in.
    let mut heading: Option<Filled> = None;
    for (at, line) in lines.iter().enumerate() {
        // Most lines stand in no form and begin none.
        if open.is_none() && !line.trim_end().ends_with(BEGIN) {
            continue;
        }
        let (depth, text) = unquoted(line);
        match open {
            None if text == BEGIN && depth <= 1 => open = Some(depth),
            Some(_) if text == END => open = None,
            Some(level) if depth != level && !text.is_empty() => open = None,
            Some(_) if text.starts_with(HEADING) => heading = Some(Filled { at, text: text.to_owned() }),
            Some(_) => {
                if let Some(text) = answer(text) {
                    filled.extend(heading.take());
                    filled.push(Filled { at, text });
                }
            }
            None => {}
        }
    }
    filled
}

/// How often a line was quoted, and what it says.
fn unquoted(line: &str) -> (usize, &str) {
    let mut rest = line.trim();
    let mut depth = 0;
    while let Some(inner) = rest.strip_prefix('>') {
        (rest, depth) = (inner.trim_start(), depth + 1);
    }
    (depth, rest)
}

/// What was filled into a line; `None` when every blank is as it was. Pulses left blank are left to the judge.
fn answer(text: &str) -> Option<String> {
    if text.is_empty() {
        return None;
    }
    let Some(rest) = text.strip_prefix("PP").map(str::trim_start).and_then(|rest| rest.strip_prefix(BLANK)) else {
        // Only a line with no blank left to the right of what was filled in is an answer; half an answer is asked back.
        return (!is_untouched(text)).then(|| text.to_owned());
    };
    let rest = rest.trim_start_matches('_').trim_start_matches([':', ' ']);
    (!rest.is_empty() && !rest.contains(BLANK)).then(|| rest.to_owned())
}

/// A line that only offers blanks: nothing in figures was put into it.
fn is_untouched(text: &str) -> bool {
    text.contains(BLANK) && !text.contains(|sign: char| sign.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<String> {
        filled_in(&text.lines().collect::<Vec<_>>()).into_iter().map(|line| line.text).collect()
    }

    #[test]
    fn filled_lines_of_a_quoted_form_are_read_and_blank_ones_are_not() {
        let text = "Here you are.\n> ==== Order form ====\n> ORDERS East TST 1\n> PP 1-3: enter 3 infantry at Washington\n> PP ____: move McDowell to ____\n> PP ____: ____\n> PP ____: hold Banks\n> ==== End of the order form ====\n> PP 9: nothing";
        assert_eq!(read(text), ["ORDERS East TST 1", "PP 1-3: enter 3 infantry at Washington", "hold Banks"]);
    }

    #[test]
    fn a_form_half_filled_in_is_kept_for_the_reader_to_ask_back() {
        let text = "> ==== Order form ====\n> PP 4-5: move Lee to ____\n> distribute CP East 10, West ____\n> distribute PP East ____, West ____\n";
        assert_eq!(read(text), ["PP 4-5: move Lee to ____", "distribute CP East 10, West ____"]);
    }

    #[test]
    fn a_form_that_nobody_filled_in_says_nothing() {
        assert_eq!(
            read(
                "> ==== Order form ====\n> ORDERS East TST 1\n> PP ____: move Lee to ____\n> ORDERS Trans TST 1\n> PP ____: ____\n> ==== End of the order form ===="
            ),
            [""; 0]
        );
    }

    #[test]
    fn a_form_inside_a_quote_of_a_quote_is_nobodys() {
        assert_eq!(read("> > ==== Order form ====\n> > PP 1: nothing\n> > ==== End of the order form ====\n"), [""; 0]);
    }

    #[test]
    fn a_form_without_quote_marks_is_read_as_well_and_ends_where_the_quote_ends() {
        assert_eq!(read("==== Order form ====\nPP 1: nothing\n> PP 2: nothing\nPP 3: nothing"), ["PP 1: nothing"]);
    }
}
