//! Letters that answer one of a phase that was played: whether they are meant for the open phase, their writer says, or a
//! game master. Knows nothing of what they order.

use base::game::schedule::{Standing, standing};

use crate::files::arrival::{Arrival, Mark};
use crate::files::decision::{Change, Decision};
use crate::files::stop::Stop;
use crate::files::verdict::Verdict;
use crate::judging::carry_out::carry_out;
use crate::judging::incoming::Incoming;
use crate::proof::hidden::readable;
use crate::proof::reply::is_yes;
use crate::said::phrases::phase_name;

/// A proven answer to our question: YES lets the letter in question count for the phase it was read for, as long as that is
/// open. Anything else is a letter of its own, and the one in question stays out.
pub fn answer(incoming: Incoming<'_>, mark: Mark) -> Result<Decision, Stop> {
    let Incoming { desk, letter, arrival, writer, about } = incoming;
    if !is_yes(letter, writer, about) {
        return carry_out(incoming, None);
    }
    let waiting = desk.files.marked(mark)?.filter(|waiting| waiting.player == writer.id);
    let asked_in = desk.answered(letter, writer).map(|sent| (sent.phase, sent.revision));
    let phase = about.and_then(|game| game.phase.as_ref());
    let phase = phase.filter(|phase| Some((phase.number, phase.revision)) == asked_in);
    let (Some(waiting), Some(phase), Some(game)) = (waiting, phase, about) else {
        let why = "The letter that you mean is not waiting any more, or the phase it was read for was played. Please send your \
                   orders again.";
        return incoming.refuse(why);
    };
    // Nothing in the name of somebody who is locked is done, whatever he confirms.
    if game.roster.is_locked(&writer.id) {
        return carry_out(incoming, None);
    }
    let at = waiting.arrived.min(arrival.at);
    let grace = game.timetable.grace_minutes;
    if phase.clock.paused_at.is_none() && standing(at, phase.deadline, grace) == Standing::Closed {
        let why = "The letter that you mean came too late for the open phase; the GM can still accept it.";
        return incoming.refuse(why);
    }
    let lead = format!(
        "You say that your letter is meant for {}, so it counts for that.",
        phase_name(phase.number, &phase.plan.title)
    );
    let meant = readable(desk, writer, &waiting.letter)?;
    // What does not wait counts from his word on. A letter from before the phase was opened is not barred by that: he says it is meant.
    let confirmed = (at >= phase.opened).then_some(arrival.at);
    let own = Arrival { letter: waiting.id, mark, at, missed: None, is_accepted_late: true, confirmed, given: None };
    let desk = &desk.beside(&waiting);
    let mut decision = carry_out(Incoming { desk, letter: &meant, arrival: own, writer, about }, Some(&lead))?;
    let verdict = std::mem::replace(&mut decision.verdict, Verdict::Answered);
    decision.changes.push(Change::SettleLetter { letter: waiting.id, verdict });
    Ok(decision)
}
