//! `YES 4`: which of our proposals are taken. Knows numbers, and no command.

/// `4`, `4, 6`, `4 and 6 please`: whatever else stands there makes a sentence of it, and so does nothing at all.
pub(super) fn numbers_behind_yes(rest: &str) -> Option<Vec<u32>> {
    let rest = rest.trim().trim_end_matches(['.', '!']);
    let words = rest.split([',', ' ', '&']).filter(|word| !word.is_empty());
    let words = words.filter(|word| !["and", "please"].iter().any(|small| small.eq_ignore_ascii_case(word)));
    let number = |word: &str| word.trim_start_matches('#').parse::<u32>().ok().filter(|number| *number > 0);
    words.map(number).collect::<Option<Vec<u32>>>().filter(|numbers| !numbers.is_empty())
}
