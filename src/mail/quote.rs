//! Which lines of a letter's text its writer typed in this letter, and which are quotes, originals, forwarded
//! letters, signatures and footers. When it is not sure it leaves the text out, and says so.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::LazyLock;

use memchr::memchr_iter;

use super::doubt::{Doubtful, Mark};
use super::figures::{count_numbers, has_date, starts_with_date, starts_with_year};
use super::phrases::{
    DEVICES, FOOTER_MARKS, FOOTERS, FORWARDS, HEADINGS, Heading, OPENERS, ORIGINALS, SENT_FROM, WROTE,
};

/// How many lines of each sort were left out.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(crate) struct LeftOut {
    pub quoted: usize,
    pub original: usize,
    pub forwarded: usize,
    pub signature: usize,
    pub footer: usize,
    pub below_device: usize,
    /// The last lines of an original without marks, by their places.
    pub end_of_original: Vec<usize>,
    /// Lines among them that the writer may have typed, by their places.
    pub doubtful: Vec<Doubtful<usize>>,
}

/// What a line does to the lines after it.
enum Verdict {
    Keep,
    /// So many lines are left out, reading goes on below them.
    Skip(usize, Sort),
    /// All from here on is left out; so many lines say why.
    Cut(usize, Sort),
}

#[derive(Clone, Copy)]
pub(super) enum Sort {
    Quoted,
    Original,
    /// What is below lines that are built like a header in a language we do not know, or have strange lines between them.
    LikeOriginal,
    Forwarded,
    Signature,
    Footer,
    BelowDevice,
}

/// A line of the text that is looked through.
pub(super) type Line<'a> = Cow<'a, str>;

/// Which lines were typed, by their places; quotes bear the plain mark.
pub(crate) fn keep_typed(lines: &[Line<'_>]) -> (Vec<usize>, LeftOut) {
    let Reading { kept, mut left_out, mut cut } = read_to_cut(lines, 0);
    if let Some(Cut { at, sort, .. }) = cut {
        left_out.add(sort, &lines[at..]);
    }
    // Each mark is read on from as if it were none, to the header of another letter.
    while let Some(Cut { at, head, sort }) = cut {
        if matches!(sort, Sort::Original) {
            left_out.end_of_original = end_of_original(lines, at + head);
        }
        let Some(mark) = Mark::of_cut(sort, head) else { break };
        let below = match sort {
            Sort::Original => Reading::default(),
            _ => read_to_cut(lines, at + head),
        };
        left_out.doubtful.push(Doubtful { mark, head: (at..at + head).collect(), below: below.kept });
        left_out.doubtful.extend(below.left_out.doubtful);
        cut = below.cut;
    }
    (kept, left_out)
}

/// So many lines at the end of an original without marks may be what its reader typed below it.
const MOST_BELOW_ORIGINAL: usize = 12;

/// The places of the last lines of an original without marks.
fn end_of_original(lines: &[Line<'_>], from: usize) -> Vec<usize> {
    let is_unmarked = |at: &usize| !lines[*at].trim().is_empty() && !is_quoted(&lines[*at]);
    let mut last: Vec<usize> = (from..lines.len()).rev().filter(is_unmarked).take(MOST_BELOW_ORIGINAL).collect();
    last.reverse();
    last
}

/// Where all the rest is left out, and how many lines say so.
struct Cut {
    at: usize,
    head: usize,
    sort: Sort,
}

/// The typed lines as far as something cuts off the rest, and what was left out between them.
#[derive(Default)]
struct Reading {
    kept: Vec<usize>,
    left_out: LeftOut,
    cut: Option<Cut>,
}

fn read_to_cut(lines: &[Line<'_>], from: usize) -> Reading {
    let Reading { mut kept, mut left_out, mut cut } = Reading::default();
    let mut above = false;
    let mut at = from;
    while at < lines.len() {
        // Most lines of an answer are these.
        let is_marked = |line: &&Line<'_>| line.starts_with('>') && !is_between_marks(line);
        let marked = lines[at..].iter().take_while(is_marked).count();
        if marked > 0 {
            left_out.quoted += marked;
            at += marked;
            continue;
        }
        match judge(&lines[at..], above) {
            Verdict::Keep => {
                let is_blank = lines[at].trim().is_empty();
                above |= !is_blank;
                // Where something was cut out, one blank line is enough.
                if !is_blank || kept.last().is_some_and(|&last: &usize| !lines[last].trim().is_empty()) {
                    kept.push(at);
                }
                at += 1;
            }
            Verdict::Skip(count, sort) => {
                left_out.add(sort, &lines[at..at + count]);
                left_out.doubt(sort, at..at + count);
                at += count;
            }
            Verdict::Cut(head, sort) => {
                cut = Some(Cut { at, head, sort });
                break;
            }
        }
    }
    drop_decoration(&mut kept, lines);
    Reading { kept, left_out, cut }
}

impl LeftOut {
    fn add(&mut self, sort: Sort, lines: &[Line<'_>]) {
        let count = lines.iter().filter(|line| !line.trim().is_empty()).count();
        *match sort {
            Sort::Quoted => &mut self.quoted,
            Sort::Original | Sort::LikeOriginal => &mut self.original,
            Sort::Forwarded => &mut self.forwarded,
            Sort::Signature => &mut self.signature,
            Sort::Footer => &mut self.footer,
            Sort::BelowDevice => &mut self.below_device,
        } += count;
    }

    /// Of several lines that were skipped together one may be the writer's own.
    fn doubt(&mut self, sort: Sort, places: Range<usize>) {
        if places.len() > 1 {
            let mark = if matches!(sort, Sort::Footer) { Mark::Banner } else { Mark::Header };
            self.doubtful.push(Doubtful { mark, head: places.collect(), below: Vec::new() });
        }
    }
}

impl Mark {
    /// What cuts off lines that may have been typed. One line that a mail program puts over an original leaves no doubt.
    fn of_cut(sort: Sort, head: usize) -> Option<Self> {
        match sort {
            Sort::Signature => Some(Mark::Signature),
            Sort::Footer => Some(Mark::Footer),
            Sort::BelowDevice => Some(Mark::Device),
            Sort::LikeOriginal => Some(Mark::Header),
            Sort::Original => (head > 1).then_some(Mark::Header),
            Sort::Quoted | Sort::Forwarded => None,
        }
    }
}

/// Blank lines and rules of signs at the end belong to what was cut below them.
fn drop_decoration(kept: &mut Vec<usize>, lines: &[Line<'_>]) {
    while kept.last().is_some_and(|&last| is_rule(lines[last].trim())) {
        kept.pop();
    }
}

fn is_rule(line: &str) -> bool {
    line.is_empty() || (line.len() > 1 && line.chars().all(|c| "-_=*#~+ ".contains(c)))
}

/// Lower case as the tables have it: the dot that Turkish capitals leave behind is dropped.
fn lower(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let mut lower = text.to_lowercase();
    lower.retain(|c| c != '\u{307}');
    lower
}

fn judge(lines: &[Line<'_>], above: bool) -> Verdict {
    let line = lines[0].trim();
    if line.is_empty() {
        return Verdict::Keep;
    }
    if is_between_marks(line) {
        return below_attribution(lines, 1);
    }
    if is_quoted(line) {
        return Verdict::Skip(1, Sort::Quoted);
    }
    if is_signature_mark(line) {
        return Verdict::Cut(1, Sort::Signature);
    }
    let bare = lower(undecorated(line));
    if let Some(sort) = separator(line, &bare) {
        return Verdict::Cut(1, sort);
    }
    if is_list_footer(lines) {
        return Verdict::Cut(1, Sort::Footer);
    }
    if let Some((count, sort)) = header_block(lines) {
        return Verdict::Cut(count, sort);
    }
    if let Some(count) = attribution(lines) {
        return below_attribution(lines, count);
    }
    if is_sent_from(&bare) {
        return below_device(lines, above);
    }
    match footer(lines, &bare) {
        // A banner above the text is only a banner; below it, nothing of the writer follows.
        Some(count) if !above => Verdict::Skip(count, Sort::Footer),
        Some(_) => Verdict::Cut(1, Sort::Footer),
        None => Verdict::Keep,
    }
}

/// How many lines from here stand above a quote, and what they say it is: a line over an original, an attribution, or none
/// above the header of a letter that was copied whole.
pub(super) fn head_of_quote(lines: &[Line<'_>]) -> Option<(usize, Sort)> {
    let line = lines[0].trim();
    if is_between_marks(line) {
        return Some((1, Sort::Original));
    }
    if line.is_empty() || is_quoted(line) {
        return None;
    }
    if let Some(sort) = separator(line, &lower(undecorated(line))) {
        return Some((1, sort));
    }
    if let Some((_, sort)) = header_block(lines) {
        return Some((0, sort));
    }
    attribution(lines).map(|count| (count, Sort::Original))
}

/// How many lines from here say whose letter follows, whatever marks its lines, and what they say it is.
pub(super) fn names_writer(lines: &[Line<'_>]) -> Option<(usize, Sort)> {
    let line = lines[0].trim();
    if line.is_empty() || is_quoted(line) && !is_between_marks(line) {
        return None;
    }
    let said = header_block(lines).or_else(|| head_of_quote(lines));
    said.or_else(|| ends_in_wrote(line).then_some((1, Sort::Original)))
}

/// Whether a line is the field of a header that names the sender.
pub(super) fn is_from_field(line: &str) -> bool {
    heading(line.trim()) == Some(Heading::From)
}

/// Whether a line is the field of a header, by a name that mail programs put above an original.
pub fn is_header_field(line: &str) -> bool {
    heading(line.trim()).is_some()
}

/// Below "On ... wrote:" either marked lines follow, and text between and below them is the writer's,
/// or the whole rest is an original without marks.
fn below_attribution(lines: &[Line<'_>], count: usize) -> Verdict {
    match lines[count..].iter().find(|line| !line.trim().is_empty()) {
        Some(next) if !is_quoted(next) => Verdict::Cut(count, Sort::Original),
        _ => Verdict::Skip(count, Sort::Quoted),
    }
}

/// A telephone writes its line below what was typed; what stands there without marks is an original that it does not
/// mark either.
fn below_device(lines: &[Line<'_>], above: bool) -> Verdict {
    let Some(next) = lines[1..].iter().position(|line| !line.trim().is_empty()).map(|at| at + 1) else {
        return Verdict::Skip(1, Sort::Footer);
    };
    let is_another = is_sent_from(&lower(undecorated(&lines[next])));
    // What has a head or a mark of its own is told by it.
    if !above || is_another || !matches!(judge(&lines[next..], above), Verdict::Keep) {
        return Verdict::Skip(1, Sort::Footer);
    }
    Verdict::Cut(1, Sort::BelowDevice)
}

/// Whether a line is an attribution that stands between marks of quoting, over an original without any (GroupWise): ">>> Bob <b@x.org>
/// 02.03.2026 12:00 >>>".
fn is_between_marks(line: &str) -> bool {
    const MARKS: &str = ">>>";
    let inner = line.trim().strip_prefix(MARKS).and_then(|rest| rest.strip_suffix(MARKS));
    inner.is_some_and(|inner| inner.starts_with([' ', '"']) && (inner.contains('@') || has_date(inner)))
}

/// A line with a mark of quoting.
fn is_quoted(line: &str) -> bool {
    let line = line.trim_start();
    let rest = line.strip_prefix('|');
    line.starts_with('>') || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '|', '>']))
}

/// The name before a supercite mark at the start of a line, and the line from that mark on.
pub(super) fn citation(line: &str) -> Option<(&str, &str)> {
    const LONGEST: usize = 12;
    // Most lines of an answer have a plain mark.
    if line.starts_with('>') {
        return None;
    }
    let line = line.trim_start();
    let near = &line.as_bytes()[..line.len().min(LONGEST + 1)];
    let (name, rest) = line.split_at(near.iter().position(|&byte| byte == b'>')?);
    let is_name = !name.is_empty() && name.chars().all(char::is_alphabetic);
    (is_name && (rest.len() == 1 || rest[1..].starts_with([' ', '>']))).then_some((name, rest))
}

/// Whether a line may have a mark of quoting, in whatever of the forms that are known; a clear-signed text has a dash before
/// its own (RFC 9580 7.2).
pub(crate) fn is_marked(line: &str) -> bool {
    let bare = line.strip_prefix("- ").unwrap_or(line);
    is_quoted(bare) || citation(bare).is_some()
}

fn is_signature_mark(line: &str) -> bool {
    line == "--"
}

/// The phrases of a table by their first byte, by which most are told from a text.
struct Beginnings(BTreeMap<u8, Vec<&'static str>>);

impl Beginnings {
    fn of(table: &[&'static str]) -> Self {
        let mut phrases: BTreeMap<u8, Vec<&'static str>> = BTreeMap::new();
        for phrase in table {
            phrases.entry(phrase.as_bytes()[0]).or_default().push(phrase);
        }
        Self(phrases)
    }

    /// Whether a text begins with one of them.
    fn begin(&self, text: &str) -> bool {
        let same = text.as_bytes().first().and_then(|first| self.0.get(first));
        same.is_some_and(|phrases| phrases.iter().any(|phrase| text.starts_with(phrase)))
    }
}

static BY_OPENER: LazyLock<Beginnings> = LazyLock::new(|| Beginnings::of(OPENERS));
static BY_SENT_FROM: LazyLock<Beginnings> = LazyLock::new(|| Beginnings::of(SENT_FROM));
static BY_FOOTER: LazyLock<Beginnings> = LazyLock::new(|| Beginnings::of(FOOTERS));

/// A line without the dashes, stars and brackets around it.
fn undecorated(line: &str) -> &str {
    line.trim_matches(|c: char| c.is_whitespace() || "-_*=~#<>".contains(c))
}

fn separator(line: &str, bare: &str) -> Option<Sort> {
    let words = bare.trim_end_matches([':', ' ', '：']);
    let dashed = line.as_bytes().windows(2).any(|two| matches!(two, b"--" | b"__" | b"=="));
    let among = |table: &[&str]| table.iter().any(|phrase| words == *phrase || (dashed && words.starts_with(phrase)));
    let whole_line = dashed || line.ends_with(':');
    if whole_line && among(FORWARDS) {
        return Some(Sort::Forwarded);
    }
    (dashed && among(ORIGINALS)).then_some(Sort::Original)
}

/// A rule of underscores over the name of a mailing list.
fn is_list_footer(lines: &[Line<'_>]) -> bool {
    let rule = lines[0].trim();
    if rule.len() < 2 || !rule.bytes().all(|byte| byte == b'_') {
        return false;
    }
    let below = lines[1..].iter().take(4).take_while(|line| !is_quoted(line));
    let below = below.map(|line| lower(line)).collect::<String>();
    ["mailing list", "http://", "https://", "unsubscribe"].iter().any(|mark| below.contains(mark))
}

/// How many lines a block of header lines may take, with what a program folds or adds.
pub(super) const BLOCK_LINES: usize = 12;

/// "From: ... Sent: ... To: ... Subject: ..." in any language, as programs print it over an original: how many lines it
/// takes, and what is below it.
fn header_block(lines: &[Line<'_>]) -> Option<(usize, Sort)> {
    if let Some(count) = named_header(lines) {
        let strange = lines[..count].iter().any(|line| !line.trim().is_empty() && heading(line.trim()).is_none());
        return Some((count, if strange { Sort::LikeOriginal } else { Sort::Original }));
    }
    block_by_build(lines).map(|count| (count, Sort::LikeOriginal))
}

/// The lines to the last field of a header whose fields have names we know.
fn named_header(lines: &[Line<'_>]) -> Option<usize> {
    heading(lines[0].trim())?;
    let mut kinds: Vec<Heading> = Vec::new();
    let mut strange = 0;
    let mut evidence = false;
    let mut count = 0;
    let own = lines.iter().take(BLOCK_LINES).take_while(|line| !is_quoted(line));
    for (at, line) in own.map(|line| line.trim()).enumerate() {
        if line.is_empty() {
            continue;
        }
        match heading(line) {
            Some(kind) => {
                evidence |= kind == Heading::Subject || has_date(line) || has_mailbox(line);
                kinds.push(kind);
                count = at + 1;
            }
            None => strange += 1,
        }
        if strange > 2 {
            break;
        }
    }
    kinds.sort_unstable();
    kinds.dedup();
    let dated = kinds.contains(&Heading::Sent) || kinds.contains(&Heading::Subject);
    (evidence && dated && kinds.contains(&Heading::From) && kinds.len() >= 3).then_some(count)
}

/// Three fields in a row, an address in one of them and a date in another: a header in whatever language.
fn block_by_build(lines: &[Line<'_>]) -> Option<usize> {
    let is_field = |line: &&Line<'_>| {
        let name = line.split([':', '：']).next().unwrap_or_default();
        let words = name.trim_matches(['*', '_', ' ']);
        name.len() < line.len() && words.chars().count() <= 30 && words.starts_with(char::is_alphabetic)
    };
    let near = &lines[..lines.len().min(5)];
    let address = near.iter().position(|line| has_mailbox(line))?;
    let fields = &near[..near.iter().take_while(is_field).count()];
    let is_block = fields.len() >= 3
        && address < fields.len()
        && fields.iter().enumerate().any(|(at, line)| at != address && has_date(line));
    is_block.then_some(fields.len())
}

fn heading(line: &str) -> Option<Heading> {
    let line = line.trim_start_matches(['*', '_', ' ']);
    let (name, _) = line.split_once([':', '：'])?;
    if name.len() > 60 {
        return None;
    }
    let name = lower(name.trim_matches(['*', '_', ' ']));
    HEADING_OF.get(name.as_str()).copied()
}

/// [`HEADINGS`] by name; of two with the same name the first counts.
static HEADING_OF: LazyLock<BTreeMap<&str, Heading>> = LazyLock::new(|| {
    let named = HEADINGS.iter().rev().flat_map(|(kind, names)| names.iter().map(|name| (*name, *kind)));
    named.collect()
});

/// The most lines an attribution is wrapped over, and its longest form.
const ATTRIBUTION_LINES: usize = 6;
const ATTRIBUTION_LENGTH: usize = 320;

/// How many lines from here are an attribution ("On ... wrote:"), if they are one.
fn attribution(lines: &[Line<'_>]) -> Option<usize> {
    let count = attribution_from(lines)?;
    // The line above an attribution may begin like one ("On Monday I attack"): the shortest one counts.
    let began = has_date(&lines[0]) && lines[0].trim_end().ends_with(',');
    let begins_one = lines[0].contains('<') || has_mailbox(&lines[0]) || is_opened(&lower(lines[0].trim()));
    let shorter = !began
        && (1..count).any(|skip| {
            let rest = &lines[skip..];
            let whole = is_attribution(&rest[0]);
            let opened = is_opened(&lower(rest[0].trim()));
            let own = opened && (whole || !is_loose_attribution(&rest[0], &rest[1..]));
            let dated = whole && (has_date(&rest[0]) || !begins_one);
            (own || dated) && attribution_from(rest) == Some(count - skip)
        });
    (!shorter).then_some(count)
}

fn attribution_from(lines: &[Line<'_>]) -> Option<usize> {
    let first = lines[0].trim();
    if first.is_empty() {
        return None;
    }
    // Most lines are told from one at a glance: no address, no date and nothing that opens one.
    if first.len() < ATTRIBUTION_LENGTH && !may_wrap(first) && !starts_with_year(unmarked(first)) {
        return is_loose_attribution(first, &lines[1..]).then_some(1);
    }
    let mut joined = String::with_capacity(ATTRIBUTION_LENGTH);
    for (n, line) in lines.iter().take(ATTRIBUTION_LINES).enumerate() {
        let line = line.trim();
        let is_address_broken = || joined.matches('<').count() > joined.matches('>').count();
        // A program that wraps may leave the end of an address at the start of a line; no other quote completes one.
        let is_end_of_address =
            || line.strip_prefix('>').is_some_and(|rest| !is_quoted(rest.trim_start())) && is_address_broken();
        if n > 0 && is_quoted(line) && !is_end_of_address() {
            return None;
        }
        // A blank line ends it, unless a program has broken an address apart.
        if line.is_empty() && !lines.get(n + 1).is_some_and(|next| next.trim_start().starts_with('<')) {
            return None;
        }
        if n == 1 && !may_wrap(&lines[0]) {
            return None;
        }
        joined.push_str(line);
        joined.push(' ');
        if joined.len() > ATTRIBUTION_LENGTH {
            return None;
        }
        if is_attribution(&joined) && (is_certain(&joined) || is_quoted_next(&lines[n + 1..])) {
            return Some(n + 1 + usize::from(goes_on(&joined, lines.get(n + 1))));
        }
        if n == 0 && is_loose_attribution(line, &lines[1..]) {
            return Some(1);
        }
    }
    None
}

/// Whether the colon that ends an attribution stands on the next line, alone or with what else belongs to it.
fn goes_on(joined: &str, next: Option<&Line<'_>>) -> bool {
    let Some(next) = next.map(|next| next.trim()).filter(|next| !is_quoted(next)) else {
        return false;
    };
    !ends_with_colon(joined) && ends_with_colon(next) && is_attribution(&format!("{joined}{next}"))
}

fn ends_with_colon(text: &str) -> bool {
    text.trim_end().ends_with([':', '：'])
}

/// Only a line that already looks like one is joined with the next: a typed line is never swallowed.
fn may_wrap(line: &str) -> bool {
    line.contains('<') || has_mailbox(line) || has_date(line) || is_opened(&lower(line.trim()))
}

/// A text without the signs around it and the marks of quoting before it.
fn unmarked(text: &str) -> &str {
    let text = text.trim_matches(|c: char| c.is_whitespace() || "-_*".contains(c));
    text.trim_start_matches(['>', ' '])
}

/// Whether a text is an attribution.
fn is_attribution(text: &str) -> bool {
    // Each form has an address, a date or a year.
    if !text.bytes().any(|byte| byte == b'@' || byte.is_ascii_digit()) {
        return false;
    }
    let lower = lower(unmarked(text));
    let ends = lower.ends_with([':', '：']);
    let mailbox = has_mailbox(&lower);
    let dated = has_date(&lower);
    if !mailbox && !dated && !starts_with_year(&lower) {
        return false;
    }
    let opened = is_opened(&lower);
    let body = lower.trim_end_matches(|c: char| c.is_whitespace() || ":：-*_".contains(c));
    if (mailbox || (opened && dated)) && WROTE.iter().any(|verb| ends_with_word(body, verb)) {
        return true;
    }
    if !ends {
        // Old Gmail: "2013/7/20 sam <sam@x.org>", "2016-03-03 17:21 GMT+01:00 Sam".
        return starts_with_year(&lower) && (body.ends_with('>') && mailbox || lower.contains(" gmt"));
    }
    let wrote = || WROTE.iter().any(|verb| contains_word(&lower, verb));
    // A date and an address before a colon need no verb that we know:
    // "вт, 5 янв. 2021 г. в 10:00, Sam <sam@x.org>:".
    // Thunderbird has no address: "Sam kirjoitti 20.11.2026 klo 13.33:" has a whole date and a time.
    let told = opened || count_numbers(&lower) >= 4;
    (dated && mailbox) || (wrote() && (dated && told || opened && mailbox))
}

/// Whether an attribution is one whatever follows. A typed line may end like one ("... the town that Lee <lee@x.org>
/// wrote"): without a colon, a date or words that open one, nothing but a name stands before the address.
fn is_certain(text: &str) -> bool {
    // However written, and with each word as names begin.
    const SHORT_NAME: usize = 3;
    const LONGEST_NAME: usize = 5;
    let lower = lower(unmarked(text));
    if lower.ends_with([':', '：']) || is_opened(&lower) || starts_with_year(&lower) {
        return true;
    }
    let Some((before, _)) = text.split_once('@') else { return true };
    // The last word is the address as far as its sign.
    let mut name: Vec<&str> = before.split_whitespace().collect();
    name.pop();
    let is_of_a_name = |word: &&str| !word.contains(|c: char| c == ':' || c.is_ascii_digit());
    let is_large = |word: &&str| !word.trim_start_matches(['"', '\'', '(']).starts_with(char::is_lowercase);
    let is_name = name.iter().all(is_of_a_name) && (name.len() <= SHORT_NAME || name.iter().all(is_large));
    is_name && name.len() <= LONGEST_NAME
}

/// Whether the next line that is not blank is marked as quoted.
fn is_quoted_next(below: &[Line<'_>]) -> bool {
    below.iter().find(|line| !line.trim().is_empty()).is_some_and(|line| is_quoted(line))
}

fn is_opened(lower: &str) -> bool {
    BY_OPENER.begin(lower) || starts_with_date(lower)
}

/// "Sam wrote:" with nothing else is one only when marked lines stand right below it.
fn is_loose_attribution(line: &str, below: &[Line<'_>]) -> bool {
    let next = below.iter().take(2).find(|line| !line.trim().is_empty());
    if !next.is_some_and(|next| is_quoted(next)) {
        return false;
    }
    ends_in_wrote(line)
}

fn ends_in_wrote(line: &str) -> bool {
    if !ends_with_colon(line) {
        return false;
    }
    let lower = lower(line);
    let body = lower.trim_end_matches([':', '：', ' ']);
    WROTE.iter().any(|verb| ends_with_word(body, verb))
}

fn ends_with_word(text: &str, word: &str) -> bool {
    text.strip_suffix(word).is_some_and(|rest| !rest.ends_with(|c: char| c.is_ascii_alphanumeric()))
}

fn contains_word(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + word.len()..]);
        !before.ends_with(char::is_alphanumeric) && !after.starts_with(char::is_alphanumeric)
    })
}

/// `name@host` somewhere.
fn has_mailbox(text: &str) -> bool {
    memchr_iter(b'@', text.as_bytes()).any(|at| {
        text[..at].ends_with(|c: char| c.is_ascii_alphanumeric() || "._-+=".contains(c))
            && text[at + 1..].starts_with(|c: char| c.is_ascii_alphanumeric())
    })
}

const BRACKETS: [char; 4] = ['(', ')', '[', ']'];

/// What no telephone says of itself: "Sent from my iPhone by mistake".
const MEANT: &[&str] =
    &[" by mistake", " by error", " by accident", " by my ", "ignore", "disregard", " in error", " not "];

/// "Sent from my iPhone", but not "Sent from my desk, which is easier".
fn is_sent_from(bare: &str) -> bool {
    let bare: Cow<'_, str> = match bare.contains(BRACKETS) {
        true => bare.replace(BRACKETS, "").into(),
        false => bare.into(),
    };
    if !BY_SENT_FROM.begin(&bare) {
        return false;
    }
    if bare.len() > 120 || bare.split_whitespace().count() > 14 || MEANT.iter().any(|words| bare.contains(words)) {
        return false;
    }
    SENT_FROM.iter().filter_map(|prefix| bare.strip_prefix(prefix)).any(|rest| {
        let near: Vec<&str> = rest.split_whitespace().take(4).collect();
        let certain = DEVICES.iter().any(|device| near.join(" ").contains(device)) || bare.contains("iphone");
        certain || (near.len() <= 2 && near.first() == Some(&"my") && !rest.contains(','))
    })
}

/// How many lines the footer paragraph here takes, if it is one; what is quoted is none of it.
fn footer(lines: &[Line<'_>], bare: &str) -> Option<usize> {
    if !BY_FOOTER.begin(bare) {
        return None;
    }
    let count = lines.iter().take(BLOCK_LINES).take_while(|line| !line.trim().is_empty() && !is_quoted(line)).count();
    let paragraph = lower(&lines[..count].join(" "));
    FOOTER_MARKS.iter().any(|mark| paragraph.contains(mark)).then_some(count)
}
