//! Sections that stand in several passages of one letter: each is said once. Knows no section by name.

/// How a passage says that some of it stood before.
const AS_ABOVE: &str = "What is not said again is as above.";

/// A passage without the sections that stand, word for word, in passages before it.
pub fn unlike(text: &str, earlier: &[&str]) -> String {
    let known: Vec<String> = earlier.iter().flat_map(|text| sections(text)).collect();
    let own = sections(text);
    let new: Vec<&str> = own.iter().filter(|section| !known.contains(section)).map(String::as_str).collect();
    if new.len() == own.len() {
        return text.to_owned();
    }
    new.into_iter().chain([AS_ABOVE]).collect::<Vec<_>>().join("\n\n")
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
    fn what_differs_in_a_word_is_said_whole() {
        assert_eq!(unlike(CONFEDERACY, &["Ships\n-----\n  Three.\n"]), CONFEDERACY);
        assert_eq!(unlike(UNION, &[]), UNION);
    }
}
