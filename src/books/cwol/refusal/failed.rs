//! What a refusal is.

/// Why an order came to nothing, or came to less: a sentence for its giver, with the rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failed {
    pub why: String,
    pub rule: &'static str,
}

impl Failed {
    /// A failure by a rule.
    pub fn new(why: impl Into<String>, rule: &'static str) -> Self {
        Self { why: why.into(), rule }
    }
}

/// A failure where it is not so.
pub(super) fn unless(is_so: bool, rule: &'static str, why: impl FnOnce() -> String) -> Result<(), Failed> {
    if is_so { Ok(()) } else { Err(Failed::new(why(), rule)) }
}
