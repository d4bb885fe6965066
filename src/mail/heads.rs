//! Whose letter a form is quoted from, by the words above it: attributions, headers of originals, lines over what was forwarded.
//! What is quoted of somebody else is his, a form of ours in it too. Knows addresses; whose names there are, the desk knows.

use std::borrow::Cow;

use super::address::Address;
use super::form::{Form, Head, unquoted};
use super::marks::are_ours;
use super::quote::{Line, Sort, is_from_field, names_writer};

/// Most lines that the words over a quote take.
const LONGEST: usize = 12;
/// A header follows the line over a forwarded letter within so many lines.
const NEAR: usize = 3;

/// Words over a quote.
struct Words {
    /// The place of the first line behind them.
    end: usize,
    /// From which depth of quoting on they speak of what is below them.
    reach: usize,
    /// A header right below them is that of a letter that was forwarded.
    is_forwarded: bool,
    said: Head,
}

/// Notes at each form that somebody filled in whose letter it stands in. `judge` is our address.
pub(super) fn name(forms: &mut [Form], texts: &[&str], judge: &Address) {
    for form in forms.iter_mut().filter(|form| form.is_filled()) {
        let depth = unquoted(texts[form.above]).0;
        let nearest = above(&texts[..=form.above], judge).into_iter().rev().find(|words| words.reach <= depth);
        form.head = nearest.map_or(Head::Silent, |words| words.said);
    }
}

/// The words over quotes among these lines but the last.
fn above(texts: &[&str], judge: &Address) -> Vec<Words> {
    let mut found: Vec<Words> = Vec::new();
    let mut at = 0;
    while at + 1 < texts.len() {
        let depth = unquoted(texts[at]).0;
        let near = &texts[at..texts.len().min(at + LONGEST)];
        let near: Vec<Line<'_>> = near.iter().map_while(|line| behind_marks(line, depth)).collect();
        let Some((count, sort)) = names_writer(&near) else {
            at += 1;
            continue;
        };
        let end = at + count;
        let is_forwarded = matches!(sort, Sort::Forwarded)
            || found.last().is_some_and(|words| words.is_forwarded && at < words.end + NEAR);
        let mut below = texts[end.min(texts.len() - 1)..].iter().map(|line| unquoted(line));
        let is_marked = below.find(|(_, text)| !text.is_empty()).is_some_and(|(inner, _)| inner > depth);
        let said = if is_forwarded { Head::Foreign } else { said_by(&near[..count], judge) };
        found.push(Words { end, reach: depth + usize::from(is_marked), is_forwarded, said });
        at = end;
    }
    found
}

/// A line without so many marks of quoting; none of one that has fewer.
fn behind_marks(line: &str, depth: usize) -> Option<Line<'_>> {
    let mut rest = line;
    for _ in 0..depth {
        rest = rest.trim_start().strip_prefix('>')?;
    }
    Some(Cow::Borrowed(rest.trim()))
}

/// Whom words over a quote name: of a header its sender.
fn said_by(words: &[Line<'_>], judge: &Address) -> Head {
    let lines = words.iter().map(|line| &**line);
    let sender = lines.clone().find(|line| is_from_field(line));
    let said = sender.map_or_else(|| lines.collect::<Vec<_>>().join(" "), str::to_owned);
    if !said.contains('@') {
        return Head::Named(said);
    }
    // A program may have broken an address in two.
    let joined: String = said.split_whitespace().collect();
    let is_ours = [&said, &joined].into_iter().any(|text| are_ours(judge, std::iter::once(text.as_str())));
    if is_ours { Head::Silent } else { Head::Foreign }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::form::find;

    const FORM: &str = "> ==== Order form w0rd ====\n> PP 4: hold\n> ==== End of the order form ====\n";

    fn head(above: &str, form: &str) -> Head {
        let judge = Address::parse("judge@club.example").unwrap();
        let text = format!("{above}{form}");
        let texts: Vec<&str> = text.lines().collect();
        let mut forms = find(&texts).0;
        assert_eq!(forms.len(), 1, "{text}");
        name(&mut forms, &texts, &judge);
        forms.remove(0).head
    }

    #[test]
    fn below_our_own_attribution_or_none_nothing_is_said() {
        for above in [
            "",
            "PP 1: hold\n\n",
            "On Mon, 2 Mar 2026, Adjutant <judge@club.example> wrote:\n\n> Game war\n>\n",
            "On Mon, 2 Mar 2026, Adjutant\n<judge+war@club.example> wrote:\n> Game war\n",
            "On Mon, 2 Mar 2026, Phoebe <phoebe@x.example> wrote:\n> Hi\n\nAm 02.03.2026 um 13:00 schrieb judge@club.example:\n",
            "-----Original Message-----\nFrom: Adjutant <judge@club.example>\nSent: Monday, March 2, 2026\nTo: Ed \
             <ed@x.example>\nSubject: [war] opening\n\n",
        ] {
            assert_eq!(head(above, FORM), Head::Silent, "{above}");
        }
    }

    #[test]
    fn a_letter_of_somebody_else_or_one_forwarded_is_foreign() {
        for above in [
            "On Mon, 2 Mar 2026, Phoebe <phoebe@x.example> wrote:\n> I filled it:\n",
            "On Mon, 2 Mar 2026, Adjutant <judge@club.example> wrote:\n> On Mon, 2 Mar 2026, Phoebe <phoebe@x.example> wrote:\n",
            "-----Original Message-----\nFrom: Phoebe <phoebe@x.example>\nSent: Monday, March 2, 2026\nTo: Adjutant \
             <judge@club.example>\nSubject: form\n\n",
            "---------- Forwarded message ---------\nFrom: Adjutant <judge@club.example>\nDate: Mon, 2 Mar 2026\n\
             Subject: form\nTo: Ed\n\n",
        ] {
            assert_eq!(head(above, FORM), Head::Foreign, "{above}");
            assert_eq!(head(&above.replace("\n> ", "\n"), &FORM.replace("> ", "")), Head::Foreign, "{above}");
        }
    }

    #[test]
    fn who_is_named_without_an_address_is_for_the_desk_to_know() {
        assert_eq!(head("Phoebe wrote:\n", FORM), Head::Named("Phoebe wrote:".to_owned()));
        assert_eq!(head("Phoebe wrote:\n", &FORM.replace("> ", "")), Head::Named("Phoebe wrote:".to_owned()));
        let header = "-----Original Message-----\nFrom: Phoebe\nSent: Monday\nTo: Ed\nSubject: x\n\n";
        assert_eq!(head(header, &FORM.replace("> ", "")), Head::Named("From: Phoebe".to_owned()));
    }

    #[test]
    fn a_form_less_deep_than_what_is_quoted_of_another_is_not_his() {
        let above = "On Mon, 2 Mar 2026, Phoebe <phoebe@x.example> wrote:\n> Hi\n\n";
        assert_eq!(head(above, &FORM.replace("> ", "")), Head::Silent);
    }
}
