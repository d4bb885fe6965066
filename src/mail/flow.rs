//! Paragraphs as their writer meant them: lines that his program broke where the next word had no room are one again. Knows nothing
//! of quotes and marks.

/// Columns at which programs break what is typed: fewer were broken by hand, more by nobody.
const NARROWEST: usize = 60;
const WIDEST: usize = 80;

/// The lines of a text, those of a broken paragraph joined. A line is broken where the next one begins with a word that had no room
/// behind it: no wider line stands in the text.
pub(super) fn joined(lines: Vec<String>) -> Vec<String> {
    let widths = lines.iter().map(|line| width(line)).filter(|width| *width <= WIDEST);
    let Some(widest) = widths.max().filter(|widest| *widest >= NARROWEST) else { return lines };
    let mut joined: Vec<String> = Vec::with_capacity(lines.len());
    // How wide the line was that was read last.
    let mut last = 0;
    for line in lines {
        let own = width(&line);
        let first = line.split(' ').next().map_or(0, width);
        let had_no_room = (NARROWEST / 2..=WIDEST).contains(&last) && last + 1 + first > widest;
        match joined.last_mut().filter(|_| had_no_room && goes_on(&line)) {
            Some(paragraph) => {
                paragraph.push(' ');
                paragraph.push_str(&line);
            }
            None => joined.push(line),
        }
        last = own;
    }
    joined
}

/// Whether a line may go on with the words above it: it is neither empty nor set in, no item of a list and no quote.
fn goes_on(line: &str) -> bool {
    line.starts_with(char::is_alphanumeric) && !is_numbered(line) || line.starts_with(['(', '"', '\''])
}

/// "3. ", "12) "
fn is_numbered(line: &str) -> bool {
    let rest = line.trim_start_matches(|sign: char| sign.is_ascii_digit());
    rest.len() < line.len() && rest.starts_with(['.', ')', ':'])
}

fn width(text: &str) -> usize {
    text.chars().count()
}
