//! A letter that is too large for its way out goes without its pictures; where that is not enough, without its files; and
//! else its text goes in parts. What is left out is said first. All follows from the letter and the limit.

use mail::compose::compose_part;
use mail::compose::message_id;
use mail::decompose::{Decomposed, decompose};
use mail::form::may_cut_behind;
use mail::{ComposeError, Draft, Outgoing, Stamp, compose};

use super::{html, words};

/// Why a letter cannot be made smaller.
#[derive(Debug, thiserror::Error)]
pub enum LeanError {
    /// Its parts are not those of a letter of ours, or it was composed with another key or for another purpose.
    #[error("make a letter smaller: it is not as this judge writes letters")]
    Foreign,
    /// Composing it anew failed.
    #[error(transparent)]
    Compose(#[from] ComposeError),
}

/// What goes in place of a letter of ours so that nothing is larger than `limit`, in bytes. The first has the Message-ID of
/// the letter. `key` and `purpose` are those that it was composed with. A part holds one line at least.
pub fn lean(bytes: &[u8], key: &[u8], purpose: &str, limit: usize) -> Result<Vec<Outgoing>, LeanError> {
    let Decomposed { draft, message_id: id, at } = decompose(bytes).ok_or(LeanError::Foreign)?;
    let domain = id.trim_end_matches('>').rsplit('@').next().unwrap_or_default();
    let stamp = Stamp { key, purpose, domain, at };
    if message_id(&stamp) != id {
        return Err(LeanError::Foreign);
    }
    for and_files in [false, true] {
        let letter = compose(&without_pictures(&draft, bytes.len(), and_files), &stamp)?;
        if letter.bytes.len() <= limit {
            return Ok(vec![letter]);
        }
    }
    let text = match &draft.html {
        Some(page) if draft.text.is_empty() => words::words(page),
        _ => draft.text.clone(),
    };
    let written = Draft { text, html: None, ..draft };
    in_parts(&without_pictures(&written, bytes.len(), true), &stamp, limit)
}

/// The draft without its pictures, and without its files where they are left out as well.
fn without_pictures(draft: &Draft, whole: usize, and_files: bool) -> Draft {
    let mut left_out: Vec<&str> = draft.pictures.iter().map(|picture| picture.file.name.as_str()).collect();
    if and_files {
        left_out.extend(draft.attachments.iter().map(|file| file.name.as_str()));
    }
    if left_out.is_empty() {
        return draft.clone();
    }
    let mut notice = format!(
        "Left out, for with it this letter would be too large to be mailed ({} kB): {}.",
        whole.div_ceil(1_000),
        left_out.join(", ")
    );
    if !draft.pictures.is_empty() && draft.list.is_some() {
        notice.push_str(" A letter with the line MAP is answered with one map.");
    }
    Draft {
        text: if draft.text.is_empty() { String::new() } else { format!("{notice}\n\n{}", draft.text) },
        html: draft.html.as_ref().map(|page| html::without_pictures(page, &notice)),
        pictures: Vec::new(),
        attachments: if and_files { Vec::new() } else { draft.attachments.clone() },
        ..draft.clone()
    }
}

/// The text in as many letters as it needs. Those after the first answer it.
fn in_parts(words: &Draft, stamp: &Stamp<'_>, limit: usize) -> Result<Vec<Outgoing>, LeanError> {
    const LONGEST_COUNT: usize = 999;
    let first = message_id(stamp);
    let mut pieces = Vec::new();
    let fits = |piece: &str| {
        let letter = compose(&part(words, &first, piece, (LONGEST_COUNT, LONGEST_COUNT)), stamp)?;
        Ok(letter.bytes.len() <= limit)
    };
    split(&words.text, &fits, &mut pieces)?;
    let count = pieces.len();
    let letters = pieces.iter().zip(1..);
    let letters =
        letters.map(|(piece, number)| Ok(compose_part(&part(words, &first, piece, (number, count)), stamp, number)?));
    letters.collect()
}

fn part(words: &Draft, first: &str, piece: &str, (number, count): (usize, usize)) -> Draft {
    let mut part = Draft { text: piece.to_owned(), ..words.clone() };
    if count > 1 {
        part.subject = format!("{} (part {number} of {count})", words.subject);
        part.text = format!("Part {number} of {count} of a letter that is too large to be mailed whole.\n\n{piece}");
    }
    if number > 1 {
        part.references.extend(part.in_reply_to.replace(first.to_owned()));
        part.references.push(first.to_owned());
        part.references.dedup();
    }
    part
}

/// Cuts a text in two until each piece fits.
fn split<'a>(
    text: &'a str,
    fits: &dyn Fn(&str) -> Result<bool, LeanError>,
    pieces: &mut Vec<&'a str>,
) -> Result<(), LeanError> {
    match halves(text) {
        Some((left, right)) if !fits(text)? => {
            split(left, fits, pieces)?;
            split(right, fits, pieces)
        }
        _ => {
            pieces.push(text);
            Ok(())
        }
    }
}

/// Cuts at the empty line that is nearest to the middle, else at the nearest line end; within a form only where there is no
/// other place.
fn halves(text: &str) -> Option<(&str, &str)> {
    let mut at = 0;
    let places = may_cut_behind(text).map(|(line, may_cut)| {
        at += line.len();
        // The worse the place, the further it counts.
        ((!may_cut, !line.trim().is_empty(), at.abs_diff(text.len() / 2)), at)
    });
    let (_, at) = places.filter(|(_, at)| *at < text.len()).min()?;
    Some(text.split_at(at))
}

#[cfg(test)]
mod tests {
    use super::*;
    use mail::compose::id_of_letter;
    use mail::{Address, Attachment, Auto, Inline};

    const KEY: &[u8] = b"a server key";
    const PURPOSE: &str = "report cw1 T1 usa-east";

    fn file(name: &str, mime: &str, size: usize) -> Attachment {
        Attachment { name: name.into(), mime: mime.into(), bytes: vec![7; size] }
    }

    /// A report of 60 sections, with two pictures and a worksheet of 30 kB each.
    fn draft() -> Draft {
        let sections =
            (1..=60).map(|n| format!("Section {n}: all is quiet in Gr\u{fc}n.\n{}", "  1st Corps  4 SP\n".repeat(20)));
        let text = sections.collect::<Vec<_>>().join("\n");
        let picture = |name: &str| Inline {
            content_id: format!("{name}@judge.example"),
            file: file(&format!("{name}.png"), "image/png", 30_000),
        };
        let image =
            |name: &str| format!("<p><img src=\"cid:{name}@judge.example\" alt=\"the {name}\" width=\"9\"></p>\n");
        Draft {
            to: Address::parse("ann@example.org").unwrap(),
            to_name: Some("Ann L\u{e4}ng".into()),
            from: Address::parse("judge@example.org").unwrap(),
            from_name: "Judge".into(),
            subject: "[cw1] T1 played".into(),
            html: Some(format!("<html>\n<body>\n{}<p>{text}</p>\n{}</body></html>\n", image("front"), image("east"))),
            text,
            in_reply_to: Some("<root@judge.example>".into()),
            references: vec!["<root@judge.example>".into()],
            auto: Auto::Generated,
            reply_to: Address::parse("judge+token@example.org"),
            list: Some("cw1".into()),
            pictures: vec![picture("front"), picture("east")],
            attachments: vec![file("account.xlsx", "application/zip", 30_000)],
        }
    }

    fn letter(draft: &Draft) -> Outgoing {
        compose(draft, &Stamp { key: KEY, purpose: PURPOSE, domain: "judge.example", at: 1_700_000_000 }).unwrap()
    }

    fn in_letters(whole: &Outgoing, limit: usize) -> Vec<Outgoing> {
        lean(&whole.bytes, KEY, PURPOSE, limit).unwrap()
    }

    fn made_lean(whole: &Outgoing, limit: usize) -> Vec<Draft> {
        let letters = lean(&whole.bytes, KEY, PURPOSE, limit).unwrap();
        assert!(letters.iter().all(|letter| letter.bytes.len() <= limit), "at most {limit} bytes");
        assert_eq!(letters[0].message_id, whole.message_id);
        assert_eq!(letters, lean(&whole.bytes, KEY, PURPOSE, limit).unwrap(), "the same each time");
        letters.iter().map(|letter| decompose(&letter.bytes).unwrap().draft).collect()
    }

    #[test]
    fn pictures_are_left_out_first_and_the_letter_says_so() {
        let whole = letter(&draft());
        let lean = made_lean(&whole, 120_000);
        let [lean] = &lean[..] else { panic!("one letter") };
        assert!(
            lean.text.starts_with("Left out, for with it this letter would be too large to be mailed ("),
            "{}",
            lean.text
        );
        assert!(lean.text.contains("front.png, east.png.") && lean.text.contains("line MAP"), "{}", lean.text);
        let page = lean.html.as_ref().unwrap();
        assert!(!page.contains("cid:") && page.contains("(left out: the front)"), "{page}");
        assert!(page.contains("<body>\n<p>Left out, for with it"), "{page}");
        assert!(lean.pictures.is_empty());
        assert_eq!(lean.attachments, draft().attachments);
        assert_eq!((&lean.subject, &lean.reply_to, &lean.list), (&draft().subject, &draft().reply_to, &draft().list));
        assert_eq!((&lean.references, &lean.in_reply_to), (&draft().references, &draft().in_reply_to));
    }

    #[test]
    fn files_are_left_out_next() {
        let lean = made_lean(&letter(&draft()), 70_000);
        let [lean] = &lean[..] else { panic!("one letter") };
        assert!(lean.attachments.is_empty() && lean.html.is_some());
        assert!(lean.text.replace('\n', " ").contains("front.png, east.png, account.xlsx."), "{}", lean.text);
    }

    #[test]
    fn then_the_text_goes_in_parts_and_no_line_is_lost() {
        let whole = letter(&draft());
        let parts = made_lean(&whole, 9_000);
        assert!(parts.len() > 2);
        for (part, number) in parts.iter().zip(1..) {
            assert_eq!(part.subject, format!("[cw1] T1 played (part {number} of {})", parts.len()));
            assert!(part.html.is_none());
            let answered = if number == 1 { "<root@judge.example>" } else { &whole.message_id };
            assert_eq!(part.in_reply_to.as_deref(), Some(answered));
            assert_eq!(part.references.last().map(String::as_str), Some(answered));
        }
        let told: String = parts.iter().map(|part| part.text.as_str()).collect();
        let lines = draft().text.lines().filter(|line| !line.is_empty()).count();
        let kept = told.lines().filter(|line| line.starts_with("Section") || line.starts_with("  1st"));
        assert_eq!(kept.count(), lines);
        assert!(told.contains("Left out") && told.contains("account.xlsx"), "{told}");
    }

    #[test]
    fn every_part_names_the_letter_it_is_of() {
        let whole = letter(&draft());
        let parts = in_letters(&whole, 9_000);
        let ids: Vec<&str> = parts.iter().map(|part| part.message_id.as_str()).collect();
        assert_eq!(ids.iter().collect::<std::collections::BTreeSet<_>>().len(), parts.len());
        assert!(ids.iter().all(|id| id_of_letter((*id).to_owned(), "judge.example") == whole.message_id), "{ids:?}");
    }

    #[test]
    fn an_order_form_is_not_cut() {
        let form =
            format!("==== Order form abc ====\n{}==== End of the order form ====\n", "PP ____: ____\n\n".repeat(150));
        let text = format!("{}\n{form}\n{}", "The front is quiet.\n\n".repeat(300), "Farewell.\n".repeat(40));
        let plain = Draft { text, html: None, pictures: vec![], attachments: vec![], ..draft() };
        let parts = made_lean(&letter(&plain), 4_500);
        assert!(parts.len() > 2);
        let marks = |part: &Draft| ["==== Order form", "==== End"].map(|mark| part.text.contains(mark));
        assert_eq!(parts.iter().filter(|part| marks(part) == [true, true]).count(), 1);
        assert_eq!(parts.iter().filter(|part| marks(part) == [false, false]).count(), parts.len() - 1);
    }

    #[test]
    fn a_letter_that_is_a_page_alone_goes_as_text_where_it_must_go_in_parts() {
        let page = Draft { text: String::new(), ..draft() };
        let parts = made_lean(&letter(&page), 9_000);
        assert!(parts.len() > 2 && parts.iter().all(|part| part.html.is_none()));
        assert!(parts.last().unwrap().text.contains("Section 60"));
    }

    #[test]
    fn a_letter_that_is_not_ours_is_left_alone() {
        let whole = letter(&draft());
        for (key, purpose) in [(b"another key".as_slice(), PURPOSE), (KEY, "another purpose")] {
            assert!(matches!(lean(&whole.bytes, key, purpose, 9_000), Err(LeanError::Foreign)));
        }
        assert!(matches!(lean(b"Subject: x\r\n\r\nx\r\n", KEY, PURPOSE, 9_000), Err(LeanError::Foreign)));
    }
}
