//! What lines in their slots spend: of the account, of what conditions keep, and of what lines bring along (D6, D8, C6.2).

use super::draft::{Deed, Draft, Payer};
use super::naval::lending::Lent;
use super::schedule::Slot;

/// What lines spend.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Spent {
    /// Command points.
    pub cp: u32,
    /// Pulse points: the highest pulse used, but for those that lines bring along; idle pulses at the end are not (D8).
    pub pp: u32,
    /// Reinforcements.
    pub points: u32,
    /// Leaders.
    pub leaders: u32,
    /// Journeys of shifted leaders, each with a command and a pulse point of its own.
    pub transfers: u32,
    /// Rail points.
    pub rail: u32,
    /// Naval command points of the theatre (C6.3).
    pub sea: u32,
    /// Of what the fleet lent (C6.2).
    pub loan: Lent,
}

impl Spent {
    /// Pulses that lines bring along.
    pub(super) fn brought(&self) -> u32 {
        self.transfers.saturating_add(self.loan.pp)
    }
}

/// What a condition keeps.
pub(super) fn reserve(draft: &Draft) -> Option<(u32, u32)> {
    match &draft.deed {
        Deed::Wait(waiting) => Some((waiting.cp, waiting.pp)),
        _ => None,
    }
}

/// What conditions keep together.
pub(super) fn sum(kept: &[Draft]) -> Spent {
    let reserves = kept.iter().filter_map(reserve);
    reserves.fold(Spent::default(), |sum, (cp, pp)| Spent {
        cp: sum.cp.saturating_add(cp),
        pp: sum.pp.saturating_add(pp),
        ..sum
    })
}

/// Pulses in which something is done.
pub(super) fn pulses(parts: &[(&Draft, Slot)]) -> u32 {
    let busy = parts.iter().filter(|(draft, _)| draft.deed != Deed::Idle);
    busy.map(|(_, slot)| slot.last - slot.first + 1).fold(0, u32::saturating_add)
}

/// The pulses that a line in its slot brings along.
pub(super) fn brings(draft: &Draft, slot: Slot) -> u32 {
    pulses_of(draft.payer, slot.last - slot.first + 1)
}

pub(super) fn pulses_of(payer: Payer, length: u32) -> u32 {
    match payer {
        Payer::Account => 0,
        Payer::Shift => 1,
        Payer::Fleet => length,
    }
}

/// What drafts in their slots spend. A pulse that a line brings along moves the pulses behind it and costs the account none.
pub(super) fn total<'d>(parts: impl Iterator<Item = (&'d Draft, Slot)> + Clone) -> Spent {
    // Few lines bring any along, mostly none.
    let bringing = parts.clone().map(|(draft, slot)| (slot.last, brings(draft, slot)));
    let brought: Vec<(u32, u32)> = bringing.filter(|(_, pulses)| *pulses > 0).collect();
    spent_by(parts, |pulse| brought.iter().filter(|(last, _)| *last < pulse).map(|(_, pulses)| pulses).sum())
}

/// The same, where so many pulses were brought along before one.
pub(super) fn spent_by<'d>(parts: impl Iterator<Item = (&'d Draft, Slot)>, before: impl Fn(u32) -> u32) -> Spent {
    parts.fold(Spent::default(), |sum, (draft, slot)| match draft.payer {
        Payer::Shift => Spent { transfers: sum.transfers + 1, ..sum },
        Payer::Fleet => Spent { loan: sum.loan.and(Lent { cp: draft.cp, pp: brings(draft, slot) }), ..sum },
        Payer::Account => Spent {
            cp: sum.cp.saturating_add(draft.cp),
            pp: if draft.deed == Deed::Idle { sum.pp } else { sum.pp.max(slot.last - before(slot.last)) },
            points: sum.points.saturating_add(draft.points),
            leaders: sum.leaders.saturating_add(draft.leaders),
            rail: sum.rail.saturating_add(draft.rail),
            sea: sum.sea.saturating_add(draft.sea),
            ..sum
        },
    })
}
