//! Letters that answer one of a phase that was played: whether they are meant for the open phase, their writer says, or a
//! game master. Knows nothing of what they order.

use base::game::Player;
use base::game::schedule::{Standing, standing};
use mail::Letter;

use crate::files::arrival::{Arrival, Mark};
use crate::files::decision::{Change, Decision};
use crate::files::desk::Desk;
use crate::files::record::GameRecord;
use crate::files::stop::Stop;
use crate::files::verdict::Verdict;
use crate::judging::carry_out::carry_out;
use crate::letter::close::close;
use crate::letter::session::Session;
use crate::proof::hidden::readable;
use crate::proof::reply::is_yes;
use crate::said::phrases::phase_name;

/// A proven answer to our question: YES lets the letter in question count for the phase it was read for, as long as that is
/// open. Anything else is a letter of its own, and the one in question stays out.
pub fn answer(
    desk: &Desk<'_>,
    letter: &Letter,
    arrival: Arrival,
    writer: &Player,
    game: Option<GameRecord>,
    mark: Mark,
) -> Result<Decision, Stop> {
    if !is_yes(letter, writer, game.as_ref()) {
        return carry_out(desk, letter, arrival, writer, game, None);
    }
    let waiting = desk.files.marked(mark)?.filter(|waiting| waiting.player == writer.id);
    let asked_in = desk.answered(letter, writer).map(|sent| (sent.phase, sent.revision));
    let phase = game.as_ref().and_then(|game| game.phase.as_ref());
    let phase = phase.filter(|phase| Some((phase.number, phase.revision)) == asked_in);
    let (Some(waiting), Some(phase), Some(about)) = (waiting, phase, &game) else {
        let why = "The letter that you mean is not waiting any more, or the phase it was read for was played. Please send your \
                   orders again.";
        return refuse(desk, letter, arrival, writer, game, why);
    };
    // Nothing in the name of somebody who is locked is done, whatever he confirms.
    if about.roster.is_locked(&writer.id) {
        return carry_out(desk, letter, arrival, writer, game, None);
    }
    let at = waiting.arrived.min(arrival.at);
    if phase.clock.paused_at.is_none()
        && standing(at, phase.deadline, about.timetable.grace_minutes) == Standing::Closed
    {
        let why = "The letter that you mean came too late for the open phase; the GM can still accept it.";
        return refuse(desk, letter, arrival, writer, game, why);
    }
    let lead = format!(
        "You say that your letter is meant for {}, so it counts for that.",
        phase_name(phase.number, &phase.plan.title)
    );
    let meant = readable(desk, writer, &waiting.letter)?;
    // What does not wait counts from his word on. A letter from before the phase was opened is not barred by that: he says it is meant.
    let confirmed = (at >= phase.opened).then_some(arrival.at);
    let own = Arrival { letter: waiting.id, mark, at, missed: None, is_accepted_late: true, confirmed, given: None };
    let mut decision = carry_out(&desk.beside(&waiting), &meant, own, writer, game, Some(&lead))?;
    let verdict = std::mem::replace(&mut decision.verdict, Verdict::Answered);
    decision.changes.push(Change::SettleLetter { letter: waiting.id, verdict });
    Ok(decision)
}

fn refuse(
    desk: &Desk<'_>,
    letter: &Letter,
    arrival: Arrival,
    writer: &Player,
    game: Option<GameRecord>,
    why: &str,
) -> Result<Decision, Stop> {
    let mut session = Session::open(desk, writer, letter, arrival, game);
    session.retitle("not confirmed".to_owned());
    session.lead(why);
    close(session)
}
