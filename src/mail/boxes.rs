//! Boxes that nobody ticked, as text and as signs. Knows signs, and no order.

/// Boxes that are not ticked.
const UNTICKED: &[&str] = &[
    "\u{2610}",
    "\u{25a1}",
    "\u{25fb}",
    "\u{25cb}",
    "\u{274f}",
    "\u{2751}",
    "\u{2b1c}",
    "\u{1f532}",
    "\u{1f533}",
    "\u{26aa}",
    "\u{2716}",
    "\u{2715}",
    "\u{2717}",
    "\u{2718}",
    "\u{26d4}",
    "[ ]",
    "[]",
    "( )",
    "()",
    "__",
];

/// Whether a line begins or ends with a box that is not ticked: what stands beside it was not chosen.
pub fn is_unticked(text: &str) -> bool {
    let bare = text.trim_start_matches(|sign: char| sign.is_whitespace() || matches!(sign, '-' | '*' | '\u{2022}'));
    let end = text.trim_end_matches(|sign: char| sign.is_whitespace() || matches!(sign, '.' | '\u{fe0f}'));
    UNTICKED.iter().any(|sign| bare.starts_with(sign) || end.ends_with(sign))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_box_that_is_not_ticked_is_no_choice() {
        for text in [
            "\u{2610} veto 1",
            "[ ] veto 1",
            "- [ ] veto 1",
            "( ) sign 1",
            "veto 1 [ ]",
            "\u{2b1c} veto 1",
            "___ veto 1",
        ] {
            assert!(is_unticked(text), "{text}");
        }
        for text in ["[x] veto 1", "\u{2611} veto 1", "veto 1", "(sign 1)"] {
            assert!(!is_unticked(text), "{text}");
        }
    }
}
