//! Lines in a row that were not read may be one text that was wrapped: what it means as a whole is looked at as well. Only for
//! what is proposed; it makes no order.

use base::order::{LineStatus, Remark};

/// Most lines of a text that is looked at as a whole.
const MOST_LINES: usize = 8;
/// Longer texts are letters in themselves.
const LONGEST: usize = 600;

/// A line of a letter, as far as it matters here.
pub(crate) trait Part {
    /// The number of its first line, and of the one right behind its last.
    fn reach(&self) -> (usize, usize);
    /// Its text.
    fn text(&self) -> &str;
    /// Why it is no order; none for one that is, or for a head.
    fn why(&self) -> Option<&Remark>;
    /// What is looked at for what it may mean; none where nothing is.
    fn wordings(&mut self) -> &mut Vec<String>;
}

/// Has the first unread line of every stretch of such lines looked at together with all of them.
pub(crate) fn look_at_whole<P: Part>(lines: &mut [P]) {
    let mut from = 0;
    while from < lines.len() {
        let count = stretch(&mut lines[from..]);
        let end = from + count.max(1);
        let is_unread = |line: &P| line.why().is_some_and(|why| why.status != LineStatus::Chatter);
        if count > 1
            && count <= MOST_LINES
            && let Some(first) = (from..end).find(|at| is_unread(&lines[*at]))
        {
            let texts: Vec<&str> = lines[from..end].iter().map(P::text).collect();
            let whole = texts.join(" ");
            if whole.len() <= LONGEST {
                lines[first].wordings().push(whole);
            }
        }
        from = end;
    }
}

/// How many lines from the first follow one another without an order, a gap or a list between them.
fn stretch<P: Part>(lines: &mut [P]) -> usize {
    let mut count = 0;
    let mut next = None;
    for line in lines {
        let (start, end) = line.reach();
        let is_next = next.is_none_or(|next| next == start);
        let may_go_on = line.why().is_some() && !line.wordings().is_empty() && !crate::units::is_listed(line.text());
        if !is_next || !may_go_on {
            break;
        }
        count += 1;
        next = Some(end);
    }
    count
}
