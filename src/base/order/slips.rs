//! Whether a typed word is a known one with slips in it.

/// How many letters of a word are wrong if it is meant for a known one: two at most, and fewer in a short word. `None` when it is
/// not near.
pub fn slips(word: &str, known: &str) -> Option<usize> {
    let slips = strsim::damerau_levenshtein(word, known);
    (slips <= 2 && slips * 3 <= known.len()).then_some(slips)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_letters_may_be_wrong_and_fewer_in_a_short_word() {
        let found = [("move", "move"), ("moev", "move"), ("mvoee", "move"), ("entrnch", "entrench"), ("st", "at")];
        assert_eq!(found.map(|(word, known)| slips(word, known)), [Some(0), Some(1), None, Some(1), None]);
    }
}
