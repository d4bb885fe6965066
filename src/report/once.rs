//! Sections that stand in several passages of one letter: each is said once. Knows no section by name.

/// How a passage says that some of it stood before.
const AS_ABOVE: &str = "What is not said again is as above.";

/// A passage without the sections that stand, word for word, in passages before it. Of one to whose end words were added the words
/// alone are said, and first, for what they would stand below is another heading now.
pub fn unlike(text: &str, earlier: &[&str]) -> String {
    let known: Vec<String> = earlier.iter().flat_map(|text| sections(text)).collect();
    let own = sections(text);
    let (mut added, mut whole) = (Vec::new(), Vec::new());
    for section in &own {
        match added_to(section, &known) {
            Some(words) if words.is_empty() => {}
            Some(words) => added.push(words),
            None => whole.push(section.clone()),
        }
    }
    if whole.len() == own.len() {
        return text.to_owned();
    }
    added.into_iter().chain(whole).chain([AS_ABOVE.to_owned()]).collect::<Vec<_>>().join("\n\n")
}

/// What a section adds to one of these, which may have words of its own at its end; none where more than words is different.
fn added_to(section: &str, known: &[String]) -> Option<String> {
    let own: Vec<&str> = section.split("\n\n").collect();
    let added = |other: &String| {
        let other: Vec<&str> = other.split("\n\n").collect();
        let shared = own.iter().zip(&other).take_while(|(one, other)| one == other).count();
        let is_more_than_heading = own[..shared].iter().flat_map(|part| part.lines()).nth(2).is_some();
        let is_same = is_more_than_heading && own[shared..].iter().chain(&other[shared..]).all(|part| is_prose(part));
        (own == other || is_same).then(|| own[shared..].join("\n\n"))
    };
    known.iter().filter_map(added).min_by_key(String::len)
}

/// No table, list or form.
fn is_prose(part: &str) -> bool {
    part.lines().all(|line| !line.starts_with("  ") && !line.starts_with("- "))
}

/// The sections of a passage, each with its heading: a line above one of dashes. What stands before the first is one, too.
fn sections(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let is_rule = |line: &&str| line.len() >= 3 && line.bytes().all(|byte| byte == b'-');
    let is_heading = |at: usize| lines.get(at + 1).is_some_and(is_rule) && !lines[at].trim().is_empty();
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

    #[test]
    fn a_section_that_stood_before_is_not_said_again() {
        assert_eq!(unlike(CONFEDERACY, &[UNION]), "Forces\n------\n  Bob: 4\n\nWhat is not said again is as above.");
        assert_eq!(unlike(UNION, &[UNION]), AS_ABOVE);
    }

    #[test]
    fn of_a_section_to_which_a_sentence_was_added_the_sentence_alone_is_said() {
        let to = |own: &str| format!("Turn 3\n\nShips\n-----\n  Two.\n\nA storm.{own}");
        let union = to("\n\nThe Union is silent.\n\nForces\n------\n  Ann: 3");
        let own = to("\n\nThe South is silent.\n\nForces\n------\n  Bob: 4");
        let said = "The South is silent.\n\nForces\n------\n  Bob: 4\n\nWhat is not said again is as above.";
        assert_eq!(unlike(&own, &[&union]), said);
        assert_eq!(unlike(&to(""), &[&union]), AS_ABOVE);
        assert_eq!(
            unlike(&to("\n\n  Three: 3"), &[&union]),
            "Ships\n-----\n  Two.\n\nA storm.\n\n  Three: 3\n\nWhat is not said again is as above."
        );
    }

    #[test]
    fn what_differs_in_a_word_is_said_whole() {
        assert_eq!(unlike(CONFEDERACY, &["Ships\n-----\n  Three.\n"]), CONFEDERACY);
        assert_eq!(unlike(UNION, &[]), UNION);
    }
}
