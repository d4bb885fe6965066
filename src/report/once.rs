//! Sections that stand in several passages of one letter: each is said once. Knows no section by name.

/// How a letter says, behind its last passage, that some of it stood before.
pub const AS_ABOVE: &str = "What is not said again is as above.";

/// What stands for a passage of which everything was said before.
const ALL_AS_ABOVE: &str = "As above.";

/// How the mark of a form begins. Two forms are never one: each has a word of its own when it is sent.
const FORM: &str = "==== Order form";

/// How much of what stood before is left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Grain {
    /// Whole sections: what is left stands as it would alone.
    Sections,
    /// Sentences too, below the same heading: for who reads what several others know.
    Sentences,
}

/// A passage without the sections that stand, word for word, in passages before it, and with [`Grain::Sentences`] of the other
/// sections without the sentences that stand there below the same heading; none where it is left as it is. Of a section to whose end words were added the words
/// alone are said, and first, for what they would stand below is another heading now.
pub fn unlike(text: &str, earlier: &[&str], grain: Grain) -> Option<String> {
    let known: Vec<String> = earlier.iter().flat_map(|text| sections(text)).collect();
    let own = sections(text);
    let (mut added, mut others) = (Vec::new(), Vec::new());
    for section in &own {
        match added_to(section, &known) {
            Some(words) => added.push(words),
            None if grain == Grain::Sections => others.push(section.clone()),
            None => others.push(shortened(section, &known)),
        }
    }
    if others == own {
        return None;
    }
    let said: Vec<String> = added.into_iter().chain(others).filter(|section| !section.is_empty()).collect();
    Some(if said.is_empty() { ALL_AS_ABOVE.to_owned() } else { said.join("\n\n") })
}

/// What a section adds to one of these, which may have words of its own at its end; none where more than words is different.
fn added_to(section: &str, known: &[String]) -> Option<String> {
    if section.contains(FORM) {
        return None;
    }
    let own: Vec<&str> = section.split("\n\n").collect();
    let begins_so = |other: &&String| other.split("\n\n").next() == own.first().copied();
    let added = |other: &String| {
        let other: Vec<&str> = other.split("\n\n").collect();
        let shared = own.iter().zip(&other).take_while(|(one, other)| one == other).count();
        let is_more_than_heading = own[..shared].iter().flat_map(|part| part.lines()).nth(2).is_some();
        let is_same = is_more_than_heading && own[shared..].iter().chain(&other[shared..]).all(|part| is_prose(part));
        (own == other || is_same).then(|| own[shared..].join("\n\n"))
    };
    known.iter().filter(begins_so).filter_map(added).min_by_key(String::len)
}

/// A section without the paragraphs that stand in one of these with its heading, as often at least; empty where only the heading would
/// be left. A table, a list, and what leads to one, stays.
fn shortened(section: &str, known: &[String]) -> String {
    let (heading, own) = parts(section);
    let same: Vec<Vec<&str>> =
        known.iter().map(|other| parts(other)).filter(|other| other.0 == heading).map(|other| other.1).collect();
    let times = |parts: &[&str], part: &str| parts.iter().filter(|other| **other == part).count();
    let is_known = |at: usize| {
        let part = own[at];
        let leads_on =
            part.ends_with(':') || own.get(at + 1).is_some_and(|next| !is_prose(next) && !next.contains(FORM));
        !leads_on && is_prose(part) && same.iter().any(|other| times(other, part) >= times(&own, part))
    };
    let left: Vec<&str> = (0..own.len()).filter(|at| !is_known(*at)).map(|at| own[at]).collect();
    if left.len() == own.len() {
        return section.to_owned();
    }
    match (heading, left.is_empty()) {
        (_, true) => String::new(),
        (Some(heading), false) => format!("{heading}\n{}", left.join("\n\n")),
        (None, false) => left.join("\n\n"),
    }
}

/// The heading of a section with its rule, and the paragraphs below it.
fn parts(section: &str) -> (Option<&str>, Vec<&str>) {
    let rule = section.lines().nth(1).filter(|line| is_rule(line));
    let end = rule.map(|rule| section.lines().next().map_or(0, str::len) + 1 + rule.len());
    let (heading, below) = match end {
        Some(end) => (Some(&section[..end]), &section[end..]),
        None => (None, section),
    };
    (heading, below.split("\n\n").map(|part| part.trim_matches('\n')).filter(|part| !part.is_empty()).collect())
}

/// No table, list or form.
fn is_prose(part: &str) -> bool {
    part.lines().all(|line| !line.starts_with("  ") && !line.starts_with("- "))
}

fn is_rule(line: &str) -> bool {
    line.len() >= 3 && line.bytes().all(|byte| byte == b'-')
}

/// The sections of a passage, each with its heading: a line above one of dashes. What stands before the first is one, too.
fn sections(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let is_heading = |at: usize| lines.get(at + 1).is_some_and(|next| is_rule(next)) && !lines[at].trim().is_empty();
    let starts = (0..lines.len()).filter(|at| *at == 0 || is_heading(*at));
    let starts: Vec<usize> = starts.chain([lines.len()]).collect();
    let section = |range: &[usize]| lines[range[0]..range[1]].join("\n").trim_matches('\n').to_owned();
    starts.windows(2).map(section).filter(|section| !section.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const UNION: &str = "Turn 3\n\nShips\n-----\n  Two.\n\nForces\n------\n  Ann: 3\n";
    const CONFEDERACY: &str = "Turn 3\n\nShips\n-----\n  Two.\n\nForces\n------\n  Bob: 4\n";

    fn said(text: &str, earlier: &[&str]) -> String {
        unlike(text, earlier, Grain::Sentences).expect("something stood before")
    }

    #[test]
    fn a_section_that_stood_before_is_not_said_again() {
        assert_eq!(said(CONFEDERACY, &[UNION]), "Forces\n------\n  Bob: 4");
        assert_eq!(said(UNION, &[UNION]), ALL_AS_ABOVE);
    }

    #[test]
    fn of_a_section_to_which_a_sentence_was_added_the_sentence_alone_is_said() {
        let to = |own: &str| format!("Turn 3\n\nShips\n-----\n  Two.\n\nA storm.{own}");
        let union = to("\n\nThe Union is silent.\n\nForces\n------\n  Ann: 3");
        let own = to("\n\nThe South is silent.\n\nForces\n------\n  Bob: 4");
        assert_eq!(said(&own, &[&union]), "The South is silent.\n\nForces\n------\n  Bob: 4");
        assert_eq!(said(&to(""), &[&union]), ALL_AS_ABOVE);
    }

    #[test]
    fn of_a_section_that_differs_sentences_that_stood_below_its_heading_are_not_said_again() {
        let union = "Forces\n------\n  Ann: 3\n\nStars are ranks.\n\nFort lost.\n\nWorks:\n\n- Ohio\n";
        let own = "Forces\n------\n  Bob: 4\n\nStars are ranks.\n\nFort taken.\n\nWorks:\n\n- Iowa\n";
        assert_eq!(said(own, &[union]), "Forces\n------\n  Bob: 4\n\nFort taken.\n\nWorks:\n\n- Iowa");
        let elsewhere = union.replace("Forces\n", "Troops\n");
        assert_eq!(
            unlike(own, &[&elsewhere], Grain::Sentences),
            None,
            "below another heading it may mean something else"
        );
        let twice = own.replace("Fort taken.", "Stars are ranks.");
        assert_eq!(unlike(&twice, &[union], Grain::Sentences), None, "what is said more often than before differs");
    }

    #[test]
    fn a_sentence_that_stands_alone_with_its_heading_is_as_above_with_it() {
        let union = "Events\n------\nRain.\n\nA raid.\n\n  3 lost\n";
        assert_eq!(said("Events\n------\nRain.\n", &[union]), ALL_AS_ABOVE);
        let led = "Events\n------\nRain.\n\n  4 lost\n";
        assert_eq!(unlike(led, &[union], Grain::Sentences), None, "what leads to a table stays above it");
    }

    #[test]
    fn each_form_is_said_though_it_is_like_another() {
        let form = "Order form\n----------\nAnswer this.\n\n  ==== Order form ====\n  hold ____\n  ==== End ====\n";
        assert_eq!(
            said(&format!("{UNION}\n{form}"), &[&format!("{UNION}\n{form}")]),
            "Order form\n----------\n  ==== Order form ====\n  hold ____\n  ==== End ===="
        );
    }

    #[test]
    fn what_differs_in_a_word_is_said_whole() {
        assert_eq!(unlike(CONFEDERACY, &["Ships\n-----\n  Three.\n"], Grain::Sentences), None);
        assert_eq!(unlike(UNION, &[], Grain::Sentences), None);
    }
}
