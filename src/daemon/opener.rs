//! Opening letters: reading their bytes within the bounds of the house, on a stack that is large enough for what these let
//! through.

use std::num::NonZero;
use std::sync::{Mutex, PoisonError};
use std::thread::{Scope, ScopedJoinHandle};

use mail::{self, Excess, Letter, Limits};

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

/// Fewer letters than this are read as soon on one stack.
const WORTH_TWO: usize = 16;

/// Does something with each, in order, on as many such threads as there are cores and room for.
pub(super) fn on_large_stacks<A: Send, T: Send>(
    all: Vec<A>,
    open: impl Fn(A) -> T + Sync,
) -> Result<Vec<T>, DaemonError> {
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
    let most = if all.len() < WORTH_TWO { 1 } else { cores };
    let waiting = Mutex::new(all.into_iter().enumerate());
    let take = || waiting.lock().unwrap_or_else(PoisonError::into_inner).next();
    let work = || -> Vec<(usize, T)> { std::iter::from_fn(&take).map(|(place, one)| (place, open(one))).collect() };
    std::thread::scope(|scope| {
        let first = begin(scope, work)?;
        let others: Vec<_> = (1..most).map_while(|_| begin(scope, work).ok()).collect();
        let ends: Vec<_> = others.into_iter().chain([first]).map(Begun::end).collect();
        let mut done: Vec<(usize, T)> =
            ends.into_iter().collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect();
        done.sort_by_key(|(place, _)| *place);
        Ok(done.into_iter().map(|(_, opened)| opened).collect())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_side_by_side_comes_back_in_order_and_what_breaks_is_told() {
        for count in [0, 1, 15, 16, 100] {
            let doubled = on_large_stacks((0..count).collect(), |number| 2 * number).unwrap();
            assert_eq!(doubled, (0..count).map(|number| 2 * number).collect::<Vec<_>>());
        }
        let broken =
            |numbers: &'static [u32]| on_large_stacks((0..100).collect(), |number| assert!(!numbers.contains(&number)));
        for numbers in [&[50][..], &[0, 1, 2, 3, 98, 99]] {
            assert!(matches!(broken(numbers), Err(DaemonError::Thread { .. })));
        }
    }
}
