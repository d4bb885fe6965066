//! Words of somebody that a letter holds between marks: fences, tags, scissors, and quotations over several lines. Nothing in them is an
//! order or a command of its writer's. Knows lines, and no order.

use std::ops::RangeInclusive;

/// Tags around pasted words, as programs for chats and forums write them.
const TAGS: &[&str] = &["blockquote", "quote", "pre", "code"];
/// Signs with which a quotation opens, and those that close it.
const QUOTES: &[(char, &[char])] = &[
    ('"', &['"']),
    ('\u{201c}', &['\u{201d}', '"']),
    ('\u{201e}', &['\u{201c}', '\u{201d}', '"']),
    ('\u{ab}', &['\u{bb}']),
];

/// A mark that opens pasted words.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Opening {
    /// Three signs or more, closed by as many of them alone.
    Signs(char, usize),
    /// A tag in brackets, which may stand in another of its name.
    Tag(&'static str),
    /// A line of scissors.
    Scissors,
    /// A quotation mark, by those that close it.
    Quote(&'static [char]),
}

/// The lines of a letter that stand between such marks, by their numbers, with the marks and the head that says whose they are. What is
/// never closed goes on to the end.
pub fn pasted(lines: &[String]) -> Vec<RangeInclusive<usize>> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let Some(opening) = opening(&lines[at]) else {
            at += 1;
            continue;
        };
        let end = end(&opening, &lines[at..]).map_or(lines.len() - 1, |behind| at + behind);
        found.push(at + 1 - head_above(&lines[..at])..=end + 1);
        at = end + 1;
    }
    found
}

/// How many lines right above say whose words follow: "Will sent me this:".
fn head_above(above: &[String]) -> usize {
    let blank = above.iter().rev().take_while(|line| line.trim().is_empty()).count();
    let head = above.iter().rev().nth(blank).filter(|line| line.trim_end().ends_with(':'));
    if blank <= 1 && head.is_some() { blank + 1 } else { 0 }
}

fn opening(line: &str) -> Option<Opening> {
    let text = line.trim();
    if let Some((sign, count)) = signs(text) {
        return Some(Opening::Signs(sign, count));
    }
    if is_scissors(text) {
        return Some(Opening::Scissors);
    }
    let tag = TAGS.iter().find(|name| depth(text, name) > 0);
    tag.map(|name| Opening::Tag(name)).or_else(|| opens_quotation(text).map(Opening::Quote))
}

/// Three backticks, waves or quotation marks and more at the beginning of a line, with no more than a word behind them.
fn signs(text: &str) -> Option<(char, usize)> {
    let sign = text.chars().next().filter(|sign| matches!(sign, '`' | '~' | '"'))?;
    let count = text.chars().take_while(|other| *other == sign).count();
    let is_bare = text[count..].chars().all(|sign| sign.is_ascii_alphanumeric());
    (count >= 3 && is_bare).then_some((sign, count))
}

fn is_scissors(text: &str) -> bool {
    let is_cut = ["8<", ">8"].iter().any(|scissors| text.contains(scissors));
    is_cut && text.chars().all(|sign| matches!(sign, '-' | '8' | '<' | '>' | '=' | ' '))
}

/// How many tags of this name a line opens more than it closes.
fn depth(text: &str, name: &str) -> i32 {
    let text = text.to_lowercase();
    let count = |tag: String| text.matches(&tag).count() as i32;
    let opened = [format!("<{name}>"), format!("<{name} "), format!("[{name}]"), format!("[{name}=")].map(count);
    let closed = [format!("</{name}>"), format!("[/{name}]")].map(count);
    opened.iter().sum::<i32>() - closed.iter().sum::<i32>()
}

/// What closes a quotation that begins a line, or stands behind a colon in it, and does not end there.
fn opens_quotation(text: &str) -> Option<&'static [char]> {
    QUOTES.iter().find_map(|(opening, closing)| {
        let begins = |(at, _): &(usize, &str)| *at == 0 || text[..*at].trim_end().ends_with(':');
        let (at, mark) = text.match_indices(*opening).find(begins)?;
        let is_open = !text[at + mark.len()..].contains(*closing);
        is_open.then_some(*closing)
    })
}

/// How far behind the first of these lines the one stands that closes what it opens.
fn end(opening: &Opening, lines: &[String]) -> Option<usize> {
    let mut open = 0;
    lines.iter().enumerate().find_map(|(at, line)| {
        let text = line.trim();
        let closes = match opening {
            Opening::Signs(sign, count) => at > 0 && text.len() >= *count && text.chars().all(|other| other == *sign),
            Opening::Scissors => at > 0 && is_scissors(text),
            Opening::Quote(closing) => at > 0 && text.trim_end_matches([' ', '.', ',']).ends_with(*closing),
            Opening::Tag(name) => {
                open += depth(text, name);
                at > 0 && open <= 0
            }
        };
        closes.then_some(at)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Vec<RangeInclusive<usize>> {
        pasted(&text.lines().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn marks_are_closed_by_their_own_kind() {
        for (text, ranges) in [
            ("```\nhold Lee\n```\nhold Polk", vec![1..=3]),
            ("```\nhold Lee\n```bash\nhold Polk\n```\nhold Bragg", vec![1..=5]),
            ("```\n~~~\nhold Lee\n~~~\n```\nhold Polk", vec![1..=5]),
            ("````\n```\nhold Lee\n```\n````\nhold Polk", vec![1..=5]),
            ("<blockquote>\n<blockquote>\na\n</blockquote>\nb\n</blockquote>\nc", vec![1..=6]),
            ("[quote=Will]\nhold Lee\n[/quote]\nhold Polk", vec![1..=3]),
            ("--8<--\nhold Lee\n-->8--\nhold Polk", vec![1..=3]),
            ("Will says: \"hold Lee\nhold Polk\"\nhold Bragg", vec![1..=2]),
            ("\u{201c}hold Lee\nhold Polk\u{201d}", vec![1..=2]),
            ("hold Lee\n```\nhold Polk", vec![2..=3]),
            ("hold Lee\nWill sent me this:\n\n```\nhold Polk\n```", vec![2..=6]),
            ("\"Stonewall\" moves\nhold Polk\n-----\nhold 8", vec![]),
            ("the 12\" guns\nhold Polk", vec![]),
        ] {
            assert_eq!(of(text), ranges, "{text}");
        }
    }
}
