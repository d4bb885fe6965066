//! Opening letters: reading their bytes within the bounds of the house, on a stack that is large enough for what these let
//! through.

use crate::mail::{self, Excess, Letter, Limits};

use super::DaemonError;

/// What it takes to read a letter.
#[derive(Clone)]
pub(super) struct Opener {
    limits: Limits,
    house: mail::House,
}

impl Opener {
    pub(super) fn new(limits: Limits, house: mail::House) -> Self {
        Self { limits, house }
    }

    /// Reads a letter, on this thread.
    pub(super) fn open(&self, bytes: &[u8]) -> Result<Letter, Excess> {
        mail::parse(bytes, &self.limits, &self.house)
    }

    /// Reads the header of a letter that is beyond a bound, on this thread; nothing where even that cannot be read.
    pub(super) fn open_header(&self, bytes: &[u8]) -> Option<Letter> {
        mail::parse_header(bytes, &self.limits, &self.house)
    }

    /// Reads a letter on a thread of its own.
    pub(super) fn open_apart(&self, bytes: &[u8]) -> Result<Result<Letter, Excess>, DaemonError> {
        on_a_large_stack(|| self.open(bytes))
    }
}

/// Does something on a thread of its own, whose stack is large enough for what the limits let through.
pub(super) fn on_a_large_stack<T: Send>(open: impl FnOnce() -> T + Send) -> Result<T, DaemonError> {
    const WHAT: &str = "read a letter";
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new()
            .name("letter".to_owned())
            .stack_size(mail::letter::STACK)
            .spawn_scoped(scope, open)
            .map_err(|why| DaemonError::NoThread { what: WHAT, why })?;
        thread.join().map_err(|_| DaemonError::Thread { what: WHAT, why: "the parser broke".to_owned() })
    })
}
