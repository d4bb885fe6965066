//! The last few of something that is costly to find, for all who ask the same again. Knows nothing of what it is.

use std::collections::VecDeque;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The `MOST` that were asked for last.
pub struct Remembered<T, const MOST: usize>(Mutex<VecDeque<Arc<T>>>);

impl<T, const MOST: usize> Remembered<T, MOST> {
    /// One that was found before.
    pub fn find(&self, is_meant: impl Fn(&T) -> bool) -> Option<Arc<T>> {
        let mut kept = self.kept();
        let place = kept.iter().position(|kept| is_meant(kept))?;
        let found = kept.remove(place)?;
        kept.push_front(Arc::clone(&found));
        Some(found)
    }

    /// Keeps one that was found now; the one that was not asked for longest is forgotten.
    pub fn keep(&self, found: T) -> Arc<T> {
        let found = Arc::new(found);
        let mut kept = self.kept();
        kept.truncate(MOST.saturating_sub(1));
        kept.push_front(Arc::clone(&found));
        found
    }

    fn kept(&self) -> MutexGuard<'_, VecDeque<Arc<T>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T, const MOST: usize> Default for Remembered<T, MOST> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

/// A copy begins with nothing.
impl<T, const MOST: usize> Clone for Remembered<T, MOST> {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl<T, const MOST: usize> fmt::Debug for Remembered<T, MOST> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} of at most {MOST}", self.kept().len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_not_asked_for_longest_is_forgotten() {
        let remembered = Remembered::<u32, 2>::default();
        let one = remembered.keep(1);
        remembered.keep(2);
        assert!(remembered.find(|it| *it == 1).is_some_and(|again| Arc::ptr_eq(&one, &again)));
        remembered.keep(3);
        assert_eq!([1, 2, 3].map(|sought| remembered.find(|it| *it == sought).is_some()), [true, false, true]);
        assert!(remembered.clone().find(|_| true).is_none());
    }
}
