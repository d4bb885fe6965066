//! Opening letters: reading their bytes within the bounds of the house, on a stack that is large enough for what these let
//! through.

use std::num::NonZero;
use std::thread::{Scope, ScopedJoinHandle};

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
    std::thread::scope(|scope| begin(scope, open)?.end())
}

/// Does something with each, in order, on as many such threads as there are cores.
pub(super) fn on_large_stacks<A: Send, T: Send>(
    all: Vec<A>,
    open: impl Fn(A) -> T + Sync,
) -> Result<Vec<T>, DaemonError> {
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
    let share = all.len().div_ceil(cores).max(1);
    let (mut rest, open) = (all, &open);
    std::thread::scope(|scope| {
        let mut threads = Vec::new();
        while !rest.is_empty() {
            let later = rest.split_off(share.min(rest.len()));
            let own = std::mem::replace(&mut rest, later);
            threads.push(begin(scope, move || own.into_iter().map(open).collect::<Vec<T>>())?);
        }
        let opened: Vec<Vec<T>> = threads.into_iter().map(Begun::end).collect::<Result<_, _>>()?;
        Ok(opened.into_iter().flatten().collect())
    })
}

const WHAT: &str = "read a letter";

struct Begun<'scope, T>(ScopedJoinHandle<'scope, T>);

fn begin<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    open: impl FnOnce() -> T + Send + 'scope,
) -> Result<Begun<'scope, T>, DaemonError> {
    let thread = std::thread::Builder::new().name("letter".to_owned()).stack_size(mail::letter::STACK);
    let begun = thread.spawn_scoped(scope, open);
    begun.map(Begun).map_err(|why| DaemonError::NoThread { what: WHAT, why })
}

impl<T> Begun<'_, T> {
    fn end(self) -> Result<T, DaemonError> {
        self.0.join().map_err(|_| DaemonError::Thread { what: WHAT, why: "the parser broke".to_owned() })
    }
}
