//! What a rollback says of orders that did not wait: those that were carried out are void, and those that were kept are dropped.

use base::game::{PlayerId, SeatId};

use crate::files::acts::UndoneAct;
use crate::files::past::Rewind;
use crate::files::record::GameRecord;
use crate::files::stop::DeskError;
use crate::phase::matters::{in_words, open_to};
use crate::said::notice::shorten;

/// Those that were carried out, each with its phase.
fn undone(rewind: &Rewind) -> impl Iterator<Item = (u32, &UndoneAct)> {
    rewind.undone.iter().filter_map(|step| Some((step.phase, step.act.as_ref()?)))
}

/// All of them, for the game masters.
pub fn all_acts(rewind: &Rewind) -> Option<String> {
    let carried_out = undone(rewind).map(|(phase, act)| format!("- {} in phase {phase}: {}", act.seat, act.words));
    let kept = rewind.kept.iter().map(|kept| format!("- kept and not carried out yet: {}", kept.line));
    let rows: Vec<String> = carried_out.chain(kept).map(|row| shorten(&row, 100)).collect();
    let rows = (!rows.is_empty()).then(|| rows.join("\n"))?;
    Some(format!("Undone would be, too, orders that do not wait for the end of a phase:\n{rows}"))
}

/// A person's own, as what counts no more: that they were carried out or kept, his receipt told him.
pub fn acts_of(rewind: &Rewind, person: &PlayerId) -> Vec<String> {
    let own = undone(rewind).filter(|(_, act)| act.player == *person);
    let carried_out = own.map(|(phase, act)| format!("the order \"{}\", carried out in phase {phase}", act.words));
    let kept = rewind.kept.iter().filter(|kept| kept.player == *person);
    carried_out.chain(kept.map(|kept| format!("the order \"{}\", which was kept", kept.line))).collect()
}

/// What these seats can say of matters as they stand after it.
pub fn open_again(after: &GameRecord, seats: &[SeatId]) -> Result<Option<String>, DeskError> {
    let mut open = Vec::new();
    for seat in seats {
        open.extend(open_to(after, seat)?.into_iter().map(|matter| (seat.clone(), matter)));
    }
    let rows: Vec<String> = in_words(after, seats, &open).iter().map(|words| format!("- {words}")).collect();
    Ok((!rows.is_empty()).then(|| {
        format!(
            "Open to you are these, as they stood then. What was said of them since is void: send it again if you mean it.\n{}",
            rows.join("\n")
        )
    }))
}
