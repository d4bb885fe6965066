//! Bugs planted on purpose, to show that a test notices each of them: `tests/planted.tsv` lists them, `tests/planted` plants
//! one after another. Without the feature `planted-bugs` nothing is ever planted: the answer is a constant.

/// Whether the program is to go wrong here, in the way that has this name.
#[cfg(not(feature = "planted-bugs"))]
pub const fn is_planted(_: &str) -> bool {
    false
}

/// Whether the program is to go wrong here, in the way that has this name: the one that `ADJUTANT_BUG` held when it was
/// first asked for. So one build of the tests serves for all bugs; only here may the core depend on the environment.
#[cfg(feature = "planted-bugs")]
#[allow(clippy::disallowed_methods)]
pub fn is_planted(bug: &str) -> bool {
    static PLANTED: std::sync::OnceLock<Option<String>> = std::sync::OnceLock::new();
    PLANTED.get_or_init(|| std::env::var("ADJUTANT_BUG").ok()).as_deref() == Some(bug)
}
