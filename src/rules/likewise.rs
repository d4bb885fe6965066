//! "Ditto Boston", "for Moldavia likewise": a line that says the same of another. What it may mean is the line above it with its own name,
//! and its own number, in place of those there. Makes words to look at, and no order.

use reader::slip::{small_number, words};

use super::left_out::NameInWords;

/// Words by which a line says the same.
const SAME: &[&str] = &["ditto", "dito", "likewise", "same", "too", "also"];
/// Words beside these that say nothing more.
#[rustfmt::skip]
const SMALL: &[&str] = &[
    "the", "a", "for", "at", "in", "and", "but", "only", "with", "please", "there", "as", "well", "of", "again", "to", "just", "gets", "goes", "is", "does", "do", "it", "that", "more", "then", "thing", "from", "on",
];

/// The nearest line above that has one name of its kind, with the name of this line in its place.
pub(super) fn likewise(above: &[String], line: &str, names_in: impl Fn(&str) -> Vec<NameInWords>) -> Option<String> {
    let says = |known: &[&str], word: &str| known.iter().any(|known| known.eq_ignore_ascii_case(word));
    if !words(line).any(|(_, word)| says(SAME, word)) {
        return None;
    }
    let [name] = &names_in(line)[..] else { return None };
    let is_of_name = |at: usize| name.span.start <= at && at < name.span.end;
    let others: Vec<(usize, &str)> = words(line).filter(|(at, _)| !is_of_name(*at)).collect();
    let numbers: Vec<(usize, &str)> = others.iter().copied().filter(|(_, word)| is_number(word)).collect();
    let is_known = |word: &str| says(SAME, word) || says(SMALL, word) || is_number(word);
    if numbers.len() > 1 || !others.iter().all(|(_, word)| is_known(word)) {
        return None;
    }
    let meant = &line[name.span.start..name.span.end];
    above.iter().rev().find_map(|text| {
        let of_kind: Vec<NameInWords> = names_in(text).into_iter().filter(|other| other.kind == name.kind).collect();
        let [other] = &of_kind[..] else { return None };
        let mut changes = vec![(other.span.start, other.span.end, meant)];
        if let [(_, number)] = numbers[..] {
            let told: Vec<(usize, &str)> = words(text).filter(|(_, word)| is_number(word)).collect();
            let [(at, typed)] = told[..] else { return None };
            changes.push((at, at + typed.len(), number));
        }
        changes.sort_unstable_by_key(|(start, ..)| std::cmp::Reverse(*start));
        let mut said = text.clone();
        changes.iter().for_each(|(start, end, with)| said.replace_range(*start..*end, with));
        Some(said)
    })
}

fn is_number(word: &str) -> bool {
    word.bytes().all(|sign| sign.is_ascii_digit()) || small_number(word).is_some()
}

#[cfg(test)]
mod tests {
    use base::order::Span;

    use super::*;
    use crate::left_out::NameKind;

    fn said(above: &[&str], line: &str) -> Option<String> {
        let names_in = |text: &str| {
            let names = [("Boston", NameKind::Place), ("Albany", NameKind::Place), ("Maine", NameKind::Part)];
            let found = names.into_iter().filter_map(|(name, kind)| {
                let start = text.find(name)?;
                let span = Span { start, end: start + name.len() };
                Some(NameInWords { span, kind, called: vec![name.to_owned()] })
            });
            found.collect()
        };
        let above: Vec<String> = above.iter().map(|text| (*text).to_owned()).collect();
        likewise(&above, line, names_in)
    }

    #[test]
    fn what_is_said_of_one_is_said_of_the_other() {
        let above = ["raise 5 infantry in Boston from Maine"];
        for (line, wanted) in [
            ("ditto Albany", Some("raise 5 infantry in Albany from Maine")),
            ("ditto Albany, but only three", Some("raise three infantry in Albany from Maine")),
            ("and the same at Albany, please", Some("raise 5 infantry in Albany from Maine")),
            ("Albany is lovely too", None),
            ("ditto", None),
            ("Albany", None),
        ] {
            assert_eq!(said(&above, line).as_deref(), wanted, "{line}");
        }
        assert_eq!(said(&["from Boston to Albany 5, 6"], "ditto Albany, 3"), None);
    }
}
