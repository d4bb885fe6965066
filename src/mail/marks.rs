//! How quotes are marked besides by `>`: with a name before each line as supercite writes it, and, below the words under which
//! a letter of ours is quoted, set in by a tab or spaces or with another sign. All are brought to the one mark that readers of
//! quotes and forms know. People set lists in as well, so what is set in like a quote and stands apart from it is in doubt.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use super::address::Address;
use super::doubt::{Mark, Marked};
use super::quote::{BLOCK_LINES, Line, Sort, citation, head_of_quote, is_from_field};
use super::rests;

/// Marks what a text quotes. `judge` is our address, when the letter answers one of ours.
pub(crate) fn mark_plainly<'a>(lines: &[&'a str], judge: Option<&Address>) -> Marked<'a> {
    let mut marked = Marked { lines: mark_citations(lines), doubtful: Vec::new() };
    match judge.map(|judge| Quote::find(&marked.lines, judge)) {
        Some(Found::Ours(quote)) => quote.mark(&mut marked),
        Some(Found::Foreign(quote)) => quote.doubt_below(&mut marked),
        Some(Found::Nothing) => {
            if let Some(quote) = Quote::find_unannounced(&marked.lines) {
                quote.mark_unannounced(&mut marked);
            }
        }
        None => {}
    }
    rests::mark(&mut marked);
    marked
}

/// Signs that programs put before quoted lines in place of `>`.
const SIGNS: [char; 5] = [':', '|', '#', '%', '}'];

/// What stands before each line of a quote.
enum Sign {
    /// At least so many blanks: a tab was made one of them.
    Blanks(usize),
    /// This sign, and a blank where something follows.
    Sign(char),
}

impl Sign {
    /// What stands before the first of these lines, if it may be such a mark.
    fn of(lines: &[Line<'_>]) -> Option<Self> {
        let first = lines.first()?;
        if first.starts_with(BLANKS) {
            let run = lines.iter().take_while(|line| line.starts_with(BLANKS) || line.is_empty());
            return run.filter(|line| !is_blank(line)).map(|line| depth(line)).min().map(Sign::Blanks);
        }
        let sign = first.chars().next().filter(|sign| SIGNS.contains(sign))?;
        Sign::Sign(sign).behind(first).is_some().then_some(Sign::Sign(sign))
    }

    /// What stands behind the mark of a line.
    fn behind<'l>(&self, line: &'l str) -> Option<&'l str> {
        match self {
            Sign::Blanks(width) => (depth(line) >= *width).then(|| &line[*width..]),
            Sign::Sign(sign) => {
                let rest = line.strip_prefix(*sign)?;
                if rest.is_empty() { Some(rest) } else { rest.strip_prefix(' ') }
            }
        }
    }
}

const BLANKS: [char; 2] = [' ', '\t'];

pub(super) fn is_blank(line: &str) -> bool {
    line.trim().is_empty()
}

/// How far a line is set in.
fn depth(line: &str) -> usize {
    line.len() - line.trim_start_matches(BLANKS).len()
}

/// What the first words above a quote say.
enum Found {
    /// It is of a letter of ours.
    Ours(Quote),
    /// It is of somebody else's.
    Foreign(Quote),
    /// There are none, or the quote has no mark of the kinds that are looked for here.
    Nothing,
}

/// A quote.
struct Quote {
    /// The place of the words above it.
    head: usize,
    /// The place of its first line.
    start: usize,
    sign: Sign,
}

impl Quote {
    /// The first quote of a text, if it has a mark of this kind: whatever else has none is no quote with marks, and nobody
    /// can say where it ends.
    fn find(lines: &[Line<'_>], judge: &Address) -> Found {
        let mut heads = (0..lines.len()).filter(|at| !lines[*at].starts_with('>'));
        let Some((head, (count, sort))) = heads.find_map(|at| Some((at, head_of_quote(&lines[at..])?))) else {
            return Found::Nothing;
        };
        let start = head + count;
        let start = start + lines[start..].iter().take_while(|line| is_blank(line)).count();
        let Some(sign) = Sign::of(&lines[start..]).filter(|_| !matches!(sort, Sort::Forwarded)) else {
            return Found::Nothing;
        };
        if !names_only(judge, &lines[head..], start - head, &sign) {
            return Found::Foreign(Self { head, start, sign });
        }
        // A copied letter begins with the line that parts letters in a mailbox file.
        let has_envelope = head > 0 && sign.behind(&lines[head - 1]).is_some_and(|line| line.starts_with("From "));
        Found::Ours(Self { head: head - usize::from(has_envelope), start, sign })
    }

    /// The first lines that all have a mark and hold a heading underlined, as letters of ours do and no list of orders does.
    /// A bar is not looked for: our own letters set off by it what others wrote.
    fn find_unannounced(lines: &[Line<'_>]) -> Option<Self> {
        let mut at = 0;
        while at < lines.len() {
            let sign = Sign::of(&lines[at..]).filter(|sign| !matches!(sign, Sign::Sign('|')));
            let Some(sign) = sign.filter(|_| !is_blank(&lines[at])) else {
                at += 1;
                continue;
            };
            let run = lines[at..].iter().take_while(|line| sign.behind(line).is_some() || is_blank(line)).count();
            if has_heading(&lines[at..at + run], &sign) {
                return Some(Self { head: at, start: at, sign });
            }
            at += run.max(1);
        }
        None
    }

    /// Its lines, which may be the writer's after all, are in doubt.
    fn mark_unannounced(&self, marked: &mut Marked<'_>) {
        let below = &marked.lines[self.start..];
        let quoted = (0..below.len()).filter(|at| self.sign.behind(&below[*at]).is_some_and(|rest| !is_blank(rest)));
        let quoted = quoted.map(|at| self.start + at).collect();
        self.mark(marked);
        marked.doubtful = vec![(Mark::Unannounced, quoted)];
    }

    /// Below somebody else's letter nothing is read; what stands there without its mark may be the writer's.
    fn doubt_below(&self, marked: &mut Marked<'_>) {
        let below = &marked.lines[self.start..];
        let typed = (0..below.len()).filter(|at| !is_blank(&below[*at]) && self.sign.behind(&below[*at]).is_none());
        let typed: Vec<usize> = typed.map(|at| self.start + at).collect();
        marked.doubtful.push((Mark::BelowQuote, typed));
    }

    fn mark(&self, marked: &mut Marked<'_>) {
        let Self { head, start, sign } = self;
        for line in marked.lines[*head..*start].iter_mut().filter(|line| !is_blank(line)) {
            *line = Cow::Owned(format!("> {line}"));
        }
        let below = &marked.lines[*start..];
        let stretches = match sign {
            Sign::Blanks(_) => stretches(below, sign),
            Sign::Sign(_) => Vec::new(),
        };
        // The first is the quote.
        let doubtful = stretches.iter().skip(1).filter(|lines| !goes_on(&below[(*lines).clone()], sign));
        let doubtful = doubtful.map(|lines| (Mark::SetIn, (start + lines.start..start + lines.end).collect()));
        marked.doubtful.extend(doubtful.collect::<Vec<_>>());
        for line in &mut marked.lines[*start..] {
            if let Some(rest) = sign.behind(line) {
                *line = Cow::Owned(format!("> {rest}"));
            }
        }
    }
}

/// The stretches of lines that are set in. Where blank lines of the quote are set in, others part it from what follows.
fn stretches(lines: &[Line<'_>], sign: &Sign) -> Vec<Range<usize>> {
    let is_in = |line: &Line<'_>| sign.behind(line).is_some();
    let first = lines.iter().take_while(|line| is_in(line) || is_blank(line));
    let marks_blanks = first.into_iter().any(|line| is_blank(line) && is_in(line));
    let mut stretches: Vec<Range<usize>> = Vec::new();
    let mut is_open = false;
    for (at, line) in lines.iter().enumerate() {
        match stretches.last_mut().filter(|_| is_open) {
            Some(last) if is_in(line) => last.end = at + 1,
            Some(_) => is_open = is_blank(line) && !marks_blanks,
            None if is_in(line) && !is_blank(line) => {
                stretches.push(at..at + 1);
                is_open = true;
            }
            None => {}
        }
    }
    stretches
}

/// Whether lines that are set in are a letter of ours gone on with: with a heading underlined, as none of a list is, and with
/// blank lines set in, as programs leave them and people do not.
fn goes_on(lines: &[Line<'_>], sign: &Sign) -> bool {
    has_heading(lines, sign) && lines.iter().any(|line| is_blank(line) && sign.behind(line).is_some())
}

/// Whether a line behind the mark is underlined.
fn has_heading(lines: &[Line<'_>], sign: &Sign) -> bool {
    let inner = lines.iter().map(|line| sign.behind(line).unwrap_or_default());
    let mut above = "";
    let mut has_heading = false;
    for line in inner {
        has_heading |= line.len() > 3 && line.bytes().all(|byte| byte == b'-') && line.len() == above.chars().count();
        above = line;
    }
    has_heading
}

/// Whether the words above a quote, and the From field of a header among its first lines, name no address but ours.
fn names_only(judge: &Address, lines: &[Line<'_>], head: usize, sign: &Sign) -> bool {
    let (head, below) = lines.split_at(head);
    let fields = below.iter().take(BLOCK_LINES).filter(|line| sign.behind(line).is_some_and(is_from_field));
    are_ours(judge, head.iter().chain(fields).map(|line| &**line))
}

/// Whether these words name no address but ours.
pub(super) fn are_ours<'l>(judge: &Address, lines: impl Iterator<Item = &'l str>) -> bool {
    let words = lines.flat_map(|line| line.split(|c: char| c.is_whitespace() || "<>()[],;:\"'".contains(c)));
    let mut mailboxes = words.filter(|word| word.contains('@'));
    mailboxes.all(|word| Address::parse(word).is_some_and(|address| judge.named_by(&address).is_some()))
}

/// Turns supercite marks (`JD> text`) into plain ones. `C>` alone is no order; a longer name must be a habit.
fn mark_citations<'a>(lines: &[&'a str]) -> Vec<Line<'a>> {
    let mut uses: BTreeMap<&str, usize> = BTreeMap::new();
    for (name, _) in lines.iter().filter_map(|line| citation(line)) {
        *uses.entry(name).or_default() += 1;
    }
    if uses.is_empty() {
        return lines.iter().map(|line| Cow::Borrowed(*line)).collect();
    }
    let is_mark = |name: &str| {
        let initials = name.len() <= 4 && name.chars().all(|c| c.is_ascii_uppercase());
        initials || uses.get(name).is_some_and(|&count| count > 1)
    };
    let marked = lines.iter().map(|&line| match citation(line) {
        Some((name, rest)) if is_mark(name) => Cow::Borrowed(rest),
        _ => Cow::Borrowed(line),
    });
    marked.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::form;
    use crate::quote::keep_typed;

    const HEAD: &str = "On Tue, 24 Nov 2026, Adjutant wrote:";
    const REPORT: [&str; 7] =
        ["Game cw1: Union", "", "Orders", "------", "  PP 9: surrender Cairo", "CANCEL ALL", "  | READY"];

    fn judge() -> Address {
        Address::parse("judge@club.example").unwrap()
    }

    /// Our report as a program quotes it.
    fn quoted(mark: &str) -> String {
        let lines = REPORT.iter().map(|line| format!("{mark}{line}\n"));
        lines.collect()
    }

    /// The typed lines, and those that may have been.
    fn read(text: &str, judge: Option<&Address>) -> (Vec<String>, Vec<String>) {
        let lines: Vec<&str> = text.lines().collect();
        let marked = mark_plainly(&lines, judge);
        let (kept, _) = keep_typed(&marked.lines);
        let typed = kept.into_iter().map(|at| lines[at].to_owned()).filter(|line| !line.is_empty());
        let doubtful = marked.doubtful.into_iter().flat_map(|(_, places)| places);
        let doubtful = doubtful.map(|at| lines[at].trim().to_owned());
        (typed.collect(), doubtful.filter(|line| !line.is_empty()).collect())
    }

    fn typed(text: &str) -> Vec<String> {
        let (typed, doubtful) = read(text, Some(&judge()));
        assert!(doubtful.is_empty(), "{text}: {doubtful:?}");
        typed
    }

    const MARKS: [&str; 11] = ["\t", " ", "    ", ": ", "| ", "# ", "% ", "} ", "> ", "JA> ", "Adjutant> "];

    #[test]
    fn lines_above_between_and_below_are_typed_whatever_marks_the_quote() {
        for mark in MARKS {
            let quote = quoted(mark);
            for head in [
                HEAD,
                "Adjutant <judge@club.example> wrote:\n",
                "On Tue, Adjutant <judge+tag@club.example> wrote:",
                "-------- Original Message --------",
            ] {
                if head.starts_with('-') && mark.contains('>') {
                    continue;
                }
                let text = format!("PP 1: hold\n\n{head}\n{quote}\nPP 2: hold\n\n{quote}PP 3: hold\n\nBob\n");
                assert_eq!(typed(&text), ["PP 1: hold", "PP 2: hold", "PP 3: hold", "Bob"], "{text}");
            }
        }
    }

    #[test]
    fn forms_are_found_in_quotes_of_any_mark_and_words_of_others_are_none() {
        for mark in MARKS {
            let form = ["  ==== Order form w0rd ====", "  PP 1-3: hold Lee", "  ==== End of the order form ===="];
            let form: String = form.iter().map(|line| format!("{mark}{line}\n")).collect();
            let relayed: String = form.lines().map(|line| format!("{mark}  | {}\n", &line[mark.len()..])).collect();
            let text = format!("{HEAD}\n{}{form}{relayed}", quoted(mark));
            let lines: Vec<&str> = text.lines().collect();
            let marked = mark_plainly(&lines, Some(&judge()));
            let lines: Vec<&str> = marked.lines.iter().map(|line| &**line).collect();
            let (forms, _) = form::find(&lines);
            assert_eq!(forms.len(), 1, "{text}");
            assert_eq!(forms[0].lines, ["PP 1-3: hold Lee"], "{text}");
        }
    }

    #[test]
    fn the_source_of_a_letter_of_ours_set_in_is_a_quote() {
        let header = "From judge@club.example Tue Nov 24 17:30:33 2026\nFrom: Adjutant <judge@club.example>\nTo: Bob\n\
                      Subject: [cw1] report\nDate: Tue, 24 Nov 2026 17:30:33 +0000\n";
        let header: String = header.lines().map(|line| format!("\t{line}\n")).collect();
        let body = quoted("\t").replace("\n\t\n", "\n\n");
        assert_eq!(typed(&format!("PP 1: hold\n\n{header}\n{body}\nPP 2: hold\n")), ["PP 1: hold", "PP 2: hold"]);
        let foreign = header.replace("judge@", "lee@");
        let (typed, doubtful) = read(&format!("{foreign}\n{body}\nPP 2: hold\n"), Some(&judge()));
        assert_eq!(
            (typed.len(), &doubtful[..]),
            (1, &["PP 2: hold".to_owned()][..]),
            "the line that parts letters alone"
        );
    }

    #[test]
    fn lists_that_people_set_in_are_typed_above_a_quote_and_beside_another_mark() {
        let list = "Orders:\n\tPP 1: hold\n\tPP 2: hold\n";
        let want = ["Orders:", "\tPP 1: hold", "\tPP 2: hold"];
        assert_eq!(typed(list), want);
        for mark in MARKS {
            assert_eq!(typed(&format!("{list}\n{HEAD}\n{}", quoted(mark))), want, "{mark}");
        }
        for mark in [": ", "| ", "> ", "    "] {
            assert_eq!(typed(&format!("{HEAD}\n{}\n{list}", quoted(mark))), want, "{mark}");
        }
    }

    #[test]
    fn a_list_set_in_like_the_quote_above_it_is_in_doubt() {
        for mark in ["\t", "    "] {
            let list = format!("Orders:\n{mark}PP 1: hold\n{mark}PP 2: hold\n");
            for text in [
                format!("{HEAD}\n{}\n{list}", quoted(mark)),
                format!("{HEAD}\n{}{list}", quoted(mark).replace(&format!("\n{mark}\n"), "\n\n")),
                format!("{HEAD}\n{}\n{list}\nBob\n", quoted(mark)),
            ] {
                let (typed, doubtful) = read(&text, Some(&judge()));
                assert_eq!(typed[0], "Orders:", "{text}");
                assert_eq!(doubtful, ["PP 1: hold", "PP 2: hold"], "{text}");
            }
        }
    }

    #[test]
    fn a_letter_of_ours_without_words_above_it_is_a_quote_and_its_lines_are_in_doubt() {
        for mark in ["\t", "    ", ": ", "# "] {
            for head in ["Adjutant:", "You wrote:", "The judge says:", "______________"] {
                let text = format!("PP 1: hold\n\n{head}\n{}\nPP 2: hold\n", quoted(mark));
                let (typed, doubtful) = read(&text, Some(&judge()));
                let typed: Vec<&String> = typed.iter().filter(|line| *line != head).collect();
                assert_eq!(typed, ["PP 1: hold", "PP 2: hold"], "{text}");
                assert!(doubtful.iter().any(|line| line.contains("PP 9: surrender Cairo")), "{doubtful:?}");
            }
        }
        // What others wrote is set off by a bar in our letters, and no form is looked for in it.
        assert_eq!(read(&quoted("| "), Some(&judge())), (vec![], vec![]));
    }

    #[test]
    fn what_stands_below_somebody_elses_letter_without_its_mark_is_in_doubt() {
        for mark in ["\t", "    ", ": ", "# "] {
            let text = format!("READY\n\nAbe Smith <abe@x.example> wrote:\n{}\nPP 5: hold\n", quoted(mark));
            let (typed, doubtful) = read(&text, Some(&judge()));
            assert_eq!((typed, doubtful), (vec!["READY".to_owned()], vec!["PP 5: hold".to_owned()]), "{text}");
        }
    }

    #[test]
    fn an_original_that_is_not_ours_or_has_no_mark_is_never_read() {
        let judge = judge();
        for mark in ["\t", "    ", ": ", "# "] {
            let below = format!("{}\nPP 2: hold\n", quoted(mark));
            assert_eq!(read(&format!("{HEAD}\n{below}"), None).0, [""; 0], "no answer to us: {mark}");
            for head in [
                "On Tue, 24 Nov 2026, Lee <lee@war.example> wrote:",
                "---------- Forwarded message ----------",
                "From: Lee <lee@war.example>\nTo: Adjutant <judge@club.example>\nDate: Tue, 24 Nov 2026\nSubject: x\n",
            ] {
                assert_eq!(read(&format!("{head}\n{below}"), Some(&judge)).0, [""; 0], "{head}{mark}");
            }
            let header = format!("{mark}From: Lee <lee@war.example>\n{mark}To: Adjutant\n{mark}Subject: x\n");
            let original = format!("---- Original Message ----\n{header}{below}");
            assert_eq!(read(&original, Some(&judge)).0, [""; 0], "{original}");
        }
        let unmarked = format!("{HEAD}\n\n{}PP 2: hold\n", quoted(""));
        assert_eq!(read(&unmarked, Some(&judge)).0, [""; 0], "{unmarked}");
    }
}
