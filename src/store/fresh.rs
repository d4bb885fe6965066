//! Letters that were kept a moment ago, until they are read for the first time: what was just written need not be fetched
//! from the disk. Whatever finds no room is read from the ledger.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::{Kept, NewLetter, RawLetter};
use crate::desk::LetterId;

/// Bytes of letters remembered at a time: about what is parsed in one go.
const MOST_BYTES: usize = 8 << 20;

#[derive(Default)]
struct Pile {
    letters: BTreeMap<LetterId, RawLetter>,
    bytes: usize,
}

/// By number.
#[derive(Default)]
pub(super) struct Fresh(Mutex<Pile>);

impl Fresh {
    /// Remembers those of these letters that were not known before, as long as there is room. They are in the ledger.
    pub(super) fn note(&self, letters: &[NewLetter<'_>], kept: &[Kept]) {
        let mut pile = self.lock();
        for (letter, kept) in letters.iter().zip(kept).filter(|(_, kept)| kept.is_new) {
            if pile.bytes + letter.bytes.len() > MOST_BYTES {
                return;
            }
            pile.bytes += letter.bytes.len();
            pile.letters.insert(kept.id, letter.to_raw(kept.id));
        }
    }

    /// Gives those of these letters that are remembered, and forgets them.
    pub(super) fn take(&self, ids: &[LetterId]) -> BTreeMap<LetterId, RawLetter> {
        let mut pile = self.lock();
        let taken: BTreeMap<_, _> = ids.iter().filter_map(|id| pile.letters.remove_entry(id)).collect();
        pile.bytes -= taken.values().map(|raw| raw.bytes.len()).sum::<usize>();
        taken
    }

    fn lock(&self) -> MutexGuard<'_, Pile> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letter(bytes: &[u8]) -> NewLetter<'_> {
        let size = bytes.len() as u64;
        NewLetter {
            mailbox: "inbox",
            validity: 1,
            uid: "1",
            arrived: 7,
            size,
            is_truncated: false,
            missed: None,
            bytes,
        }
    }

    #[test]
    fn a_letter_is_given_once_and_makes_room_for_others() {
        let (fresh, half) = (Fresh::default(), vec![b'x'; MOST_BYTES / 2]);
        let letters = [letter(b"old"), letter(&half), letter(&half), letter(b"PASS")];
        let kept = [1, 2, 3, 4].map(|id| Kept { id, is_new: id > 1 });
        fresh.note(&letters, &kept);
        assert_eq!(fresh.take(&[1, 2, 4]).into_keys().collect::<Vec<_>>(), [2]);
        fresh.note(&letters[3..], &kept[3..]);
        assert_eq!(
            fresh.take(&[4, 3]).into_values().map(|raw| raw.bytes.len()).collect::<Vec<_>>(),
            [MOST_BYTES / 2, 4]
        );
        assert!(fresh.take(&[2, 3, 4]).is_empty());
    }
}
