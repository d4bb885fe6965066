//! `YES 4`: which of our proposals are taken. Knows numbers, and no command.

/// Most numbers from a first to a last one.
const MOST_IN_RANGE: u32 = 100;
/// What people write around the numbers.
const SMALL: &[&str] = &[
    "and",
    "please",
    "pls",
    "thanks",
    "thank",
    "you",
    "thx",
    "ty",
    "cheers",
    "yes",
    "to",
    "both",
    "number",
    "numbers",
    "proposal",
    "proposals",
];

/// `4`, `4, 6`, `4-6`, `4 to 6`, `4 and 6 please`, `all of 4, 6`, `4. Thanks!`: whatever else stands there makes a sentence of it, and so
/// does nothing at all.
pub(super) fn numbers_behind_yes(rest: &str) -> Option<Vec<u32>> {
    let words = rest.split([',', ' ', '&']).map(|word| word.trim_end_matches(['.', '!', ';']));
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let is = |at: usize, known: &str| words.get(at).is_some_and(|word| word.eq_ignore_ascii_case(known));
    let mut numbers: Vec<u32> = Vec::new();
    let mut at = 0;
    while let Some(word) = words.get(at) {
        let last = words.get(at + 1).and_then(|next| numbers_of(next)).filter(|_| is(at, "to") || is(at, "through"));
        match (numbers.last(), last) {
            // "2 to 5", and not "to 5".
            (Some(from), Some(last)) if at > 0 && numbers_of(words[at - 1]).is_some() => {
                numbers.extend(numbers_of(&format!("{from}-{}", last.first()?))?.into_iter().skip(1));
                at += 2;
            }
            // "To all 3" are three, and nobody knows which.
            _ if is(at, "all") && is(at + 1, "of") => at += 2,
            _ if SMALL.iter().any(|small| small.eq_ignore_ascii_case(word)) => at += 1,
            _ => {
                numbers.extend(numbers_of(word)?);
                at += 1;
            }
        }
    }
    Some(numbers).filter(|numbers| !numbers.is_empty())
}

/// `4`, `#4`, `4-6`: all from the first to the last.
fn numbers_of(word: &str) -> Option<Vec<u32>> {
    let number = |word: &str| word.trim_start_matches('#').parse::<u32>().ok().filter(|number| *number > 0);
    match word.split_once('-') {
        None => Some(vec![number(word)?]),
        Some((from, to)) => {
            let (from, to) = (number(from)?, number(to)?);
            (from < to && to - from < MOST_IN_RANGE).then(|| (from..=to).collect())
        }
    }
}

/// Words that turn a yes round.
const NOES: &[&str] = &["no", "not", "nay", "nope", "never", "but", "except", "without"];

/// "YES 3 no": numbers with a word that turns them round are no yes, and nothing else either.
pub(super) fn is_turned_round(rest: &str) -> bool {
    let words: Vec<&str> = rest.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let is_number = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
    words.first().is_some_and(is_number) && words.iter().any(|word| NOES.iter().any(|no| no.eq_ignore_ascii_case(word)))
}

#[cfg(test)]
mod tests {
    use super::{is_turned_round, numbers_behind_yes};

    #[test]
    fn a_yes_with_a_no_is_neither() {
        assert!([" 3 no", " 2, no", " 5/NO", ": 4: no", " 4 but not 5"].iter().all(|rest| is_turned_round(rest)));
        assert!(![" 3", " 4, thanks", ", not today", ""].iter().any(|rest| is_turned_round(rest)));
    }

    #[test]
    fn courtesy_around_the_numbers_changes_nothing_and_a_sentence_is_none() {
        for (text, numbers) in [
            (" 4", vec![4]),
            (" 4, 6.", vec![4, 6]),
            (" #4 & 6 please", vec![4, 6]),
            (" 1. Thanks!", vec![1]),
            (" 2, thank you.", vec![2]),
            (" 2-4", vec![2, 3, 4]),
            (" 2-4, 7", vec![2, 3, 4, 7]),
            (" 2 to 4", vec![2, 3, 4]),
            (" 3 and yes 4", vec![3, 4]),
            (" please, all of 5, 6 and 8", vec![5, 6, 8]),
            (" to 2", vec![2]),
            (" to 2 and 5, please", vec![2, 5]),
        ] {
            assert_eq!(numbers_behind_yes(text), Some(numbers), "{text}");
        }
        for text in [
            "",
            " thanks",
            " to all 3",
            " 4 but not 5",
            " 1.5",
            " 0",
            " 4 if Lee is there",
            " 4-2",
            " 4-",
            " -4",
            " 1-4000000000",
        ] {
            assert_eq!(numbers_behind_yes(text), None, "{text}");
        }
    }
}
