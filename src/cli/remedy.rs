//! Errors for the one at the keyboard: what was tried, why it failed, and what to do about it.

use std::{fmt, io};

/// What helps where the system says that we may not.
pub const RIGHT: &str = "give the user who runs the judge the right to what is named above: chown USER it; chmod u+rw it, and \
                         u+rwx what is a folder";

/// An error with what helps against it.
#[derive(Debug)]
struct Remedied {
    error: anyhow::Error,
    remedy: String,
}

impl fmt::Display for Remedied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&reasons(&self.error))
    }
}

impl std::error::Error for Remedied {}

/// Naming the remedy of an error.
pub trait Remedy<T> {
    /// The same, and should it be an error, what to do about it.
    fn or_do(self, remedy: impl fmt::Display) -> anyhow::Result<T>;

    /// The same for what somebody set up: where nothing but the right to it lacks, that is what helps.
    fn or_set_up(self, remedy: impl fmt::Display) -> anyhow::Result<T>;
}

impl<T, E: Into<anyhow::Error>> Remedy<T> for Result<T, E> {
    fn or_do(self, remedy: impl fmt::Display) -> anyhow::Result<T> {
        self.map_err(|error| fail_with(error.into(), remedy))
    }

    fn or_set_up(self, remedy: impl fmt::Display) -> anyhow::Result<T> {
        self.map_err(|error| {
            let error = error.into();
            if lacks_right(&error) { fail_with(error, RIGHT) } else { fail_with(error, remedy) }
        })
    }
}

fn lacks_right(error: &anyhow::Error) -> bool {
    let io = error.chain().find_map(|cause| cause.downcast_ref::<io::Error>());
    io.is_some_and(|why| why.kind() == io::ErrorKind::PermissionDenied)
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
    format!("adjutant: {}\n  remedy: {remedy}", reasons(error))
}

/// The error of a kind that lies behind this one, if one does.
pub fn cause<E: fmt::Display + fmt::Debug + Send + Sync + 'static>(error: &anyhow::Error) -> Option<&E> {
    let known = error.chain().find_map(|cause| cause.downcast_ref::<Remedied>());
    error.downcast_ref::<E>().or_else(|| known?.error.downcast_ref::<E>())
}

/// The chain of reasons on one line. Some name the reason behind them themselves: it is not said again.
pub fn reasons(error: &anyhow::Error) -> String {
    error.chain().fold(String::new(), |words, cause| match cause.to_string() {
        cause if words.is_empty() => cause,
        cause if words.ends_with(&cause) => words,
        cause => format!("{words}: {cause}"),
    })
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
