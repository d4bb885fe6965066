//! Pulses that are given once for several clauses: which of them each has.

use super::clause::Clause;
use super::deeds::Deed;
use reader::loose_pulses::When;

/// No sub-turn has more pulses.
const MOST_PULSES: u32 = 99;

/// The clauses with pulses given for several of them shared out: "2 Nashville, 2 Memphis (pulses 3-6)", "one there, then 1-3 & 4-6".
pub(super) fn shared_out<'c>(clauses: &[Clause<'c>]) -> Vec<Clause<'c>> {
    let mut shared = clauses.to_vec();
    for last in 0..shared.len() {
        let untimed = (0..last).rev().take_while(|at| is_untimed(&shared[*at], &shared[last])).count();
        let first = last - untimed;
        if untimed == 0 {
            join_times(&mut shared[last]);
            continue;
        }
        // "Move McDowell to Manassas and Banks to Harpers Ferry, pulses 1-4 and 5-8"
        match (shared[last].when, shared[last].later) {
            (Some(one), Some(other)) if untimed == 1 && other != When::Aside => {
                (shared[first].when, shared[last].when, shared[last].later) = (Some(one), Some(other), None);
            }
            (Some(When::Span { from, to }), None) => share_out(&mut shared[first..=last], from, Some(to)),
            (Some(When::From(from)), _) => share_out(&mut shared[first..=last], from, None),
            _ => {}
        }
    }
    shared
}

/// "Pulses 1-4 and 5-8" of one order are all of them.
fn join_times(clause: &mut Clause<'_>) {
    if let (Some(When::Span { from, to }), Some(When::Span { from: next, to: last })) = (clause.when, clause.later)
        && to + 1 == next
        && !clause.says(super::times::ROLL)
    {
        (clause.when, clause.later) = (Some(When::Span { from, to: last }), None);
    }
}

/// Whether a clause orders the same as the timed one behind it, and has no pulses of its own.
fn is_untimed(clause: &Clause<'_>, last: &Clause<'_>) -> bool {
    let is_entry = |clause: &Clause<'_>| {
        let places = clause.names.iter().filter(|name| !name.places.is_empty()).count();
        clause.strength.is_some() && places == 1 && matches!(clause.deed, None | Some(Deed::Enter))
    };
    let is_alike = is_entry(clause) && is_entry(last)
        || clause.deed.is_some()
            && (clause.deed == last.deed || last.deed.is_none() && last.has_leader() && last.has_place());
    clause.when.is_none() && last.when.is_some() && is_alike && clause.has_place()
}

/// Gives each clause as many pulses as points come in by it, one after the other; where there is an end, they must reach it.
fn share_out(clauses: &mut [Clause<'_>], from: u32, to: Option<u32>) {
    let counts: Option<Vec<u32>> = clauses.iter().map(|clause| clause.strength.filter(|count| *count > 0)).collect();
    let Some(counts) = counts else { return };
    let all: u64 = counts.iter().map(|count| u64::from(*count)).sum();
    let last = u64::from(from) + all - 1;
    if last > u64::from(to.unwrap_or(MOST_PULSES)) || to.is_some_and(|to| last < u64::from(to)) {
        return;
    }
    let mut next = from;
    for (clause, count) in clauses.iter_mut().zip(counts) {
        clause.when = Some(When::Span { from: next, to: next + count - 1 });
        clause.deed = clause.deed.or(Some(Deed::Enter));
        next += count;
    }
}
