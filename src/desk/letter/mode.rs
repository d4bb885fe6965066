//! How the orders of a letter are filed: in place of others, beside them, or not at all.

/// How the orders of a letter are to be filed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct FilingMode {
    /// A dry run.
    pub is_check: bool,
    /// Added to what is on file instead of taking its place.
    pub adds: bool,
    /// Orders of earlier letters go, whatever of this one was not read.
    pub replaces: bool,
}
