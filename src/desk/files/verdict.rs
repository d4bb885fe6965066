//! What became of a letter.

use serde::{Deserialize, Serialize};

/// Why a copy of a letter that was decided is met with silence.
pub const DUPLICATE: &str = "duplicate";

/// How it begins why the letter of a program is.
pub const AUTOMATIC: &str = "automatic";

/// What became of a letter. Every letter the server accepted gets exactly one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "verdict", rename_all = "kebab-case")]
pub enum Verdict {
    /// Judged: orders, commands, or a request for help.
    Answered,
    /// Its writer has not proved who he is; waits for a confirmation.
    Held,
    /// Orders that came too late; waits for the GM.
    Late,
    /// With us only in copy: kept for the GM.
    Correspondence,
    /// No answer and no effect.
    Silent {
        /// Why: "automatic", "stranger", "duplicate", "ours", ...
        why: String,
    },
    /// Too large or broken to be read, or it broke the judge.
    Quarantined {
        /// Why.
        why: String,
    },
}

impl Verdict {
    /// In a word ("held").
    pub fn word(&self) -> &'static str {
        match self {
            Self::Answered => "answered",
            Self::Held => "held",
            Self::Late => "late",
            Self::Correspondence => "correspondence",
            Self::Silent { .. } => "silent",
            Self::Quarantined { .. } => "quarantined",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn its_word_is_that_of_its_stored_form() {
        let (silent, quarantined) =
            (Verdict::Silent { why: String::new() }, Verdict::Quarantined { why: String::new() });
        for verdict in [Verdict::Answered, Verdict::Held, Verdict::Late, Verdict::Correspondence, silent, quarantined] {
            assert_eq!(serde_json::to_value(&verdict).unwrap()["verdict"], verdict.word());
        }
    }
}
