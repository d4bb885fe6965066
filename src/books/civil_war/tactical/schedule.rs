//! The pulse clock of one account: which pulses each line takes (D9). Knows lengths and ranges, nothing of forces.

use super::super::order::Pulses;

/// A stretch of pulses, both ends included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Slot {
    /// First pulse, from 1.
    pub first: u32,
    /// Last pulse, in which the act takes effect.
    pub last: u32,
}

impl Slot {
    /// Of what takes no pulse and is done when all else is.
    pub const AFTER_ALL: Slot = Slot { first: 0, last: 0 };

    fn meets(self, other: Slot) -> bool {
        self.first <= other.last && other.first <= self.last
    }

    /// "PP 9-11", or "PP 4" for a single pulse.
    pub fn words(self) -> String {
        if self.first == self.last { format!("PP {}", self.first) } else { format!("PP {}-{}", self.first, self.last) }
    }
}

/// Why a line has no pulses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Misfit {
    /// The range is not as long as the act.
    Length {
        /// Pulses the act takes.
        needed: u32,
        /// Pulses the range has.
        given: u32,
        /// What the range would have to be.
        right: Slot,
    },
    /// Another line has these pulses.
    Taken(Slot),
    /// A range that ends before it begins, or before the first pulse.
    Backwards,
    /// More pulses before the last one than there are.
    NoRoom {
        /// The last pulse there is.
        last: u32,
    },
}

/// What a line asks of the clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wish {
    /// Pulses as written.
    pub pulses: Option<Pulses>,
    /// How many it takes.
    pub length: u32,
}

/// Lays `wishes` on one clock whose last pulse is `end`, where it is known. Ranges stand where they were written, lines
/// without follow the last of them in the order written; `Last` ends with the clock (D9).
pub fn lay(wishes: &[Wish], end: Option<u32>) -> Vec<Result<Slot, Misfit>> {
    let mut slots: Vec<Option<Result<Slot, Misfit>>> = vec![None; wishes.len()];
    let mut taken: Vec<Slot> = Vec::new();
    for (at, wish) in wishes.iter().enumerate() {
        if let Some(slot) = fixed(wish) {
            slots[at] = Some(slot.and_then(|slot| claim(slot, &mut taken)));
        }
    }
    let mut next = taken.iter().map(|slot| slot.last).max().unwrap_or(0).saturating_add(1);
    for (at, wish) in wishes.iter().enumerate() {
        if let (Some(Pulses::Last), Some(end)) = (wish.pulses, end) {
            slots[at] = Some(at_the_end(wish.length, end).and_then(|slot| claim(slot, &mut taken)));
        }
    }
    for (at, wish) in wishes.iter().enumerate() {
        if slots[at].is_none() {
            let slot = Slot { first: next, last: next.saturating_add(wish.length.max(1) - 1) };
            next = slot.last.saturating_add(1);
            slots[at] = Some(claim(slot, &mut taken));
        }
    }
    slots.into_iter().flatten().collect()
}

fn claim(slot: Slot, taken: &mut Vec<Slot>) -> Result<Slot, Misfit> {
    if let Some(other) = taken.iter().find(|other| other.meets(slot)) {
        return Err(Misfit::Taken(*other));
    }
    taken.push(slot);
    Ok(slot)
}

fn fixed(wish: &Wish) -> Option<Result<Slot, Misfit>> {
    let (from, to) = match wish.pulses? {
        Pulses::Span { from, to } => (from, to),
        Pulses::From(from) => (from, from.saturating_add(wish.length.max(1) - 1)),
        Pulses::Last => return None,
    };
    if from == 0 || to < from {
        return Some(Err(Misfit::Backwards));
    }
    let given = to - from + 1;
    if given != wish.length {
        let right = Slot { first: from, last: from.saturating_add(wish.length.max(1) - 1) };
        return Some(Err(Misfit::Length { needed: wish.length, given, right }));
    }
    Some(Ok(Slot { first: from, last: to }))
}

fn at_the_end(length: u32, end: u32) -> Result<Slot, Misfit> {
    if length > end || length == 0 {
        return Err(Misfit::NoRoom { last: end });
    }
    Ok(Slot { first: end - length + 1, last: end })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span(from: u32, to: u32, length: u32) -> Wish {
        Wish { pulses: Some(Pulses::Span { from, to }), length }
    }

    fn free(length: u32) -> Wish {
        Wish { pulses: None, length }
    }

    fn slot(first: u32, last: u32) -> Result<Slot, Misfit> {
        Ok(Slot { first, last })
    }

    #[test]
    fn d9_lines_without_pulses_follow_the_last_used_one() {
        assert_eq!(lay(&[free(2), span(1, 3, 3), free(1)], None), [slot(4, 5), slot(1, 3), slot(6, 6)]);
    }

    #[test]
    fn d9_a_range_must_be_as_long_as_the_act() {
        let misfit = |needed, given, right| Err(Misfit::Length { needed, given, right });
        let right = Slot { first: 4, last: 6 };
        assert_eq!(lay(&[span(4, 5, 3)], None), [misfit(3, 2, right)]);
        assert_eq!(lay(&[span(4, 8, 3)], None), [misfit(3, 5, right)]);
    }

    #[test]
    fn d9_the_later_of_two_overlapping_lines_is_refused() {
        let laid = lay(&[span(4, 6, 3), span(6, 6, 1), span(1, 3, 3)], None);
        assert_eq!(laid, [slot(4, 6), Err(Misfit::Taken(Slot { first: 4, last: 6 })), slot(1, 3)]);
    }

    #[test]
    fn a_start_runs_as_long_as_the_act_and_the_last_pulse_ends_the_clock() {
        let start = Wish { pulses: Some(Pulses::From(6)), length: 3 };
        let last = Wish { pulses: Some(Pulses::Last), length: 2 };
        assert_eq!(lay(&[start, last, free(1)], Some(20)), [slot(6, 8), slot(19, 20), slot(9, 9)]);
        assert_eq!(lay(&[last], Some(1)), [Err(Misfit::NoRoom { last: 1 })]);
    }

    #[test]
    fn a_range_that_runs_backwards_is_no_range() {
        assert_eq!(lay(&[span(5, 3, 1), span(0, 1, 2)], None), [Err(Misfit::Backwards), Err(Misfit::Backwards)]);
    }
}
