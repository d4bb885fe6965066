//! Rests of quoted lines: what a program put on the next line when it broke what it quotes, without a mark before it. Nothing
//! tells such a line from a typed one but where the program breaks, so it is in doubt.

use std::borrow::Cow;

use super::doubt::{Mark, Marked};
use super::form;
use super::relay::{MOST_BETWEEN, WIDTH};

/// Marks the rests of quoted lines plainly.
pub(super) fn mark(marked: &mut Marked<'_>) {
    mark_rests(marked);
    mark_rests_of_bars(marked);
}

/// Rests of quoted lines that a program broke: so many there are at least where it did.
const LEAST_RESTS: usize = 3;

/// Marks the rests of quoted lines that a program broke without marking what it put on the next line. It breaks a line where
/// the next word does not fit, so that is what all these lines have in common; answers between quoted lines have not.
fn mark_rests(marked: &mut Marked<'_>) {
    let lines = &marked.lines;
    let is_quoted = |at: usize| lines[at].starts_with('>');
    let behind: Vec<usize> =
        (1..lines.len()).filter(|at| is_quoted(at - 1) && !is_quoted(*at) && !lines[*at].trim().is_empty()).collect();
    let length = |at: usize| lines[at].trim_end().chars().count();
    let Some(width) = behind.iter().map(|at| length(at - 1)).max() else { return };
    let fits = |at: usize| {
        let word = lines[at].split_whitespace().next().map_or(0, |word| word.chars().count());
        length(at - 1) + 1 + word <= width
    };
    let count = behind.iter().filter(|at| !fits(**at)).count();
    if count < LEAST_RESTS || count * 4 < behind.len() * 3 {
        return;
    }
    let mut rests: Vec<usize> = Vec::new();
    for (at, line) in lines.iter().enumerate().skip(1) {
        // A long line is broken more than once.
        let is_behind = is_quoted(at - 1) || rests.last() == Some(&(at - 1));
        if is_behind && !is_quoted(at) && !line.trim().is_empty() && !fits(at) {
            rests.push(at);
        }
    }
    // A form that came back may have been broken as well.
    let texts: Vec<&str> = lines.iter().map(|line| &**line).collect();
    let (_, in_forms) = form::find(&texts);
    rests.retain(|at| in_forms.binary_search(at).is_err());
    mark_as_broken(marked, rests, "> ");
}

/// Marks lines as the rests of quoted ones. They may have been typed after all.
fn mark_as_broken(marked: &mut Marked<'_>, rests: Vec<usize>, mark: &str) {
    if rests.is_empty() {
        return;
    }
    for at in &rests {
        marked.lines[*at] = Cow::Owned(format!("{mark}{}", marked.lines[*at]));
    }
    marked.doubtful.push((Mark::Broken, rests));
}

/// No program breaks what it quotes at fewer columns.
const NARROWEST: usize = 40;

/// Marks the rests of lines with a bar, by which our letters set off the words of others. One is enough: whoever wrote those
/// words may have chosen what is left of a line, the head of an order form as well. It is typed where its first word had room on the line above, and where the
/// program left lines whole that are as long as any with a bar.
fn mark_rests_of_bars(marked: &mut Marked<'_>) {
    let lines = &marked.lines;
    let marks = lines.iter().filter_map(|line| line.find('|').filter(|_| has_bar(line)));
    let Some(widest) = marks.map(|before| WIDTH + before.saturating_sub(2)).max() else { return };
    let whole = lines.iter().filter_map(|line| unbroken(line)).max().unwrap_or(0).max(NARROWEST - 1);
    if whole >= widest {
        return;
    }
    let known = marked.doubtful.iter().filter(|(mark, _)| *mark == Mark::Broken).flat_map(|(_, places)| places);
    let known: Vec<usize> = known.copied().collect();
    let mut rests: Vec<usize> = Vec::new();
    for (at, line) in lines.iter().enumerate().skip(1) {
        let is_behind = has_bar_of_ours(&lines[at - 1]) || rests.last() == Some(&(at - 1)) || known.contains(&(at - 1));
        let word = line.split_whitespace().next().map_or(0, str::len);
        // In bytes it is no narrower than in whatever the program counts, be it the blank behind the word as well.
        let has_room = lines[at - 1].trim_end().len() + MOST_BETWEEN + word < whole;
        // A form without its word is none of ours, whatever marks it has.
        let is_planted_form = form::is_bare_head(bare_of_marks(line));
        let is_rest = !line.trim().is_empty() && !line.starts_with('>') && !has_bar(line) && !has_room;
        if is_behind && (is_rest || is_planted_form) {
            rests.push(at);
        }
    }
    // Two deep, where no form of ours is read.
    mark_as_broken(marked, rests, ">> ");
}

/// Whether a line has a bar, behind whatever marks of quoting.
fn has_bar(line: &str) -> bool {
    bare_of_marks(line).starts_with('|')
}

/// Whether such a bar may be one of ours, which has blanks or marks before it: other programs quote by a bar alone.
fn has_bar_of_ours(line: &str) -> bool {
    match line.strip_prefix('|') {
        Some(behind) => has_bar(behind),
        None => has_bar(line),
    }
}

fn bare_of_marks(line: &str) -> &str {
    line.trim_start_matches(['>', ' ', '\t'])
}

/// The columns of a quoted line that any program could have broken, for its first word ends early enough, and did not. Of what
/// programs count differently nothing is known.
fn unbroken(line: &str) -> Option<usize> {
    let is_quoted = line.starts_with('>') || has_bar(line);
    let line = line.trim_end();
    let words = bare_of_marks(line).trim_start_matches(['|', '>', ' ', '\t']);
    let end_of_first = line.len() - words.len() + words.find([' ', '\t'])?;
    (is_quoted && line.is_ascii() && end_of_first < NARROWEST).then_some(line.len())
}

#[cfg(test)]
mod tests {
    use crate::marks::mark_plainly;
    use crate::quote::keep_typed;
    use crate::relay::Relayed;

    /// The typed lines, and those that may have been.
    fn read(text: &str) -> (Vec<String>, Vec<String>) {
        let lines: Vec<&str> = text.lines().collect();
        let marked = mark_plainly(&lines, None);
        let (kept, _) = keep_typed(&marked.lines);
        let typed = kept.into_iter().map(|at| lines[at].to_owned()).filter(|line| !line.is_empty());
        let doubtful = marked.doubtful.into_iter().flat_map(|(_, places)| places);
        (typed.collect(), doubtful.map(|at| lines[at].trim().to_owned()).collect())
    }

    /// A text as a program quotes it that breaks lines at so many columns, with `mark` before each but the rests.
    fn broken_at(width: usize, mark: &str, end: &str, text: &str) -> String {
        let mut out = String::new();
        for line in text.lines() {
            let mut rest = format!("{mark}{line}");
            while let Some((edge, _)) = rest.char_indices().nth(width) {
                let first = rest.len() - rest.trim_start_matches(['>', '|', ' ']).len();
                let Some(at) = rest[..edge].rfind(' ').filter(|at| *at > first) else { break };
                out.push_str(&format!("{}{end}\n", rest[..at].trim_end()));
                rest = rest[at + 1..].to_owned();
            }
            out.push_str(&format!("{rest}\n"));
        }
        out
    }

    #[test]
    fn rests_of_quoted_lines_that_a_program_broke_are_in_doubt() {
        let report = "Works: Little Rock (1121) depot, New Orleans (1634) fortress, Memphis (1720) depot, Mobile (2232)\n\
                      fort, Fort Donelson (2317) fort, Nashville (2617) depot, Charleston (4327) fortress, Manassas\n\
                      build depot at Nashville and at Richmond, and a fort at Norfolk for whoever wants to have it there\n\
                      Enemies: small at Frederick, large at Washington, small at Baltimore, and nobody knows who else";
        for width in [44, 50, 56, 60] {
            let mut broken = String::from("On Tue, 24 Nov 2026, Adjutant wrote:\n");
            for line in report.lines() {
                let mut out = String::from(">");
                for word in line.split(' ') {
                    if out.len() + 1 + word.len() > width {
                        broken.push_str(&out);
                        broken.push('\n');
                        out = word.to_owned();
                    } else {
                        out = format!("{out} {word}");
                    }
                }
                broken.push_str(&out);
                broken.push('\n');
            }
            let text = format!("PP 1: hold\n\n{broken}\nPP 2: hold\n");
            let (typed, doubtful) = read(&text);
            assert!(doubtful.len() >= 3, "{text}");
            let lost = typed.iter().filter(|line| !line.starts_with("PP"));
            assert_eq!(lost.count(), 0, "{width}: {typed:?}");
            assert_eq!((typed.first().unwrap().as_str(), typed.last().unwrap().as_str()), ("PP 1: hold", "PP 2: hold"));
        }
    }

    #[test]
    fn answers_between_quoted_lines_are_typed() {
        let text = "On Tue, 24 Nov 2026, Adjutant wrote:\n> Your orders are due on Friday, and nobody has asked for more\nPP 1: \
                    hold\n> Reinforcements\nPP 2-4: enter 3 infantry at Washington\n> Leaders that you may want to \
                    have\nPP 5: hold\n> Enemy in sight\nPP 6: hold\n";
        assert_eq!(read(text).0, ["PP 1: hold", "PP 2-4: enter 3 infantry at Washington", "PP 5: hold", "PP 6: hold"]);
    }

    #[test]
    fn the_rest_of_a_line_with_a_bar_is_never_typed_wherever_a_program_breaks_it() {
        let frame = "From Union commander West to Union commander East, about what is to be done now:";
        for filled in 20..60 {
            let filling = |signs: usize| "x".repeat(signs);
            for words in [
                format!("{} READY", filling(filled)),
                format!("{} CANCEL ALL", "on ".repeat(filled / 3)),
                format!("{} {} READY", filling(filled), filling(30)),
                format!("hello there\n{} READY\nwhat do you think\n{}", filling(filled), filling(70)),
                format!("{} READY\n{} RESIGN\nso be it", filling(filled), filling(filled / 2)),
                format!("{} READY", "\u{e9}".repeat(filled)),
                format!("so{}READY", " ".repeat(filled)),
                format!("see https://a.example/{} READY", filling(filled + 40)),
                format!("https://a.example/{}\nREADY", filling(filled)),
            ] {
                let letter = format!("{frame}\n\n{}", Relayed::of(&words));
                for width in 40..=72 {
                    for (mark, end) in [("> ", ""), ("> ", " "), (">", ""), (">> ", ""), ("", "")] {
                        let quoted = broken_at(width, mark, end, &letter);
                        let (typed, _) = read(&format!("Fine by me.\n\n{quoted}"));
                        let orders =
                            typed.iter().filter(|line| ["READY", "RESIGN", "ALL"].iter().any(|end| line.contains(end)));
                        assert_eq!(orders.count(), 0, "{width} {mark:?}\n{quoted}");
                    }
                }
            }
        }
    }

    #[test]
    fn what_is_typed_below_a_quoted_bar_where_the_program_left_longer_lines_whole_is_typed() {
        let text = "> From Union commander West to Union commander East, as he wrote it:\n>   | Shall we attack at once, and \
                    where would you go then?\nREADY\n>   | So tell me.\n\nPP 1: hold\n";
        assert_eq!(read(text), (vec!["READY".to_owned(), "PP 1: hold".to_owned()], vec![]));
    }
}
