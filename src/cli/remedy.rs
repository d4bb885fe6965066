//! Errors for the one at the keyboard: what was tried, why it failed, and what to do about it.

use std::fmt;

/// An error with what helps against it.
#[derive(Debug)]
struct Remedied {
    error: anyhow::Error,
    remedy: String,
}

impl fmt::Display for Remedied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#}", self.error)
    }
}

impl std::error::Error for Remedied {}

/// Naming the remedy of an error.
pub trait Remedy<T> {
    /// The same, and should it be an error, what to do about it.
    fn or_do(self, remedy: impl fmt::Display) -> anyhow::Result<T>;
}

impl<T, E: Into<anyhow::Error>> Remedy<T> for Result<T, E> {
    fn or_do(self, remedy: impl fmt::Display) -> anyhow::Result<T> {
        self.map_err(|error| fail_with(error.into(), remedy))
    }
}

/// An error in words of our own, with its remedy.
pub fn failure(what: impl fmt::Display, remedy: impl fmt::Display) -> anyhow::Error {
    fail_with(anyhow::anyhow!("{what}"), remedy)
}

fn fail_with(error: anyhow::Error, remedy: impl fmt::Display) -> anyhow::Error {
    anyhow::Error::new(Remedied { error, remedy: remedy.to_string() })
}

/// An error as it is printed: the chain of reasons on one line, the remedy on the next.
pub fn print(error: &anyhow::Error) -> String {
    let remedy = error.chain().find_map(|cause| cause.downcast_ref::<Remedied>()).map(|known| known.remedy.as_str());
    let remedy = remedy.unwrap_or("`adjutant help` and config/adjutant.toml say how it is meant");
    format!("adjutant: {error:#}\n  remedy: {remedy}")
}

/// The error of a kind that lies behind this one, if one does.
pub fn cause<E: fmt::Display + fmt::Debug + Send + Sync + 'static>(error: &anyhow::Error) -> Option<&E> {
    let known = error.chain().find_map(|cause| cause.downcast_ref::<Remedied>());
    error.downcast_ref::<E>().or_else(|| known?.error.downcast_ref::<E>())
}

/// The chain of reasons on one line.
pub fn reasons(error: &anyhow::Error) -> String {
    format!("{error:#}")
}

#[cfg(test)]
mod tests {
    use anyhow::Context;

    use super::*;

    #[test]
    fn an_error_is_printed_with_its_reasons_and_its_remedy() {
        let error = std::io::Error::other("disk full");
        let result: Result<(), _> = Err(error).context("write x").or_do("make room").context("start");
        assert_eq!(print(&result.unwrap_err()), "adjutant: start: write x: disk full\n  remedy: make room");
    }
}
