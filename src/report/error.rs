//! Why a letter cannot be rendered.

/// Why a report could not be rendered.
#[derive(Debug, Clone, thiserror::Error)]
pub enum RenderError {
    /// The template engine refused.
    #[error("render {template}: {why}")]
    Template {
        /// The template.
        template: String,
        /// What the engine said, with its causes.
        why: String,
    },
    /// The brief held nothing to say: an empty letter is a fault, not a letter.
    #[error("render {template}: the reader may know nothing of what the letter should say")]
    NothingToSay {
        /// The template.
        template: String,
    },
    /// A passage made for somebody else.
    #[error("render {template}: a passage or an enclosure was made for another reader")]
    OtherReader {
        /// The template.
        template: String,
    },
    /// A worksheet or a picture that cannot be made.
    #[error("make the enclosure {file}: {why}")]
    Enclosure {
        /// The file.
        file: String,
        /// Why not.
        why: String,
    },
}
