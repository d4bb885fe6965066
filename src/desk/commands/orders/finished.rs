//! A letter that says in words of no command that its writer gives no orders, or no more: "No orders this turn", "I'm done". It is
//! answered with the command by which that counts, to be said by a number; and whoever did only what does not wait hears of it.

use base::game::SeatId;
use base::order::Command;
use base::order::command::read_command;
use reader::is_courtesy;

use crate::commands::orders::doubts::doubt_of_its_phase;
use crate::commands::orders::proposing::number_of;
use crate::files::decision::Change;
use crate::files::record::GameRecord;
use crate::files::stop::Stop;
use crate::letter::mode::FilingMode;
use crate::letter::session::Session;
use crate::phase::standing::{has_orders, missing, title};
use crate::said::consent::adds_nothing;
use crate::said::fates::Fate;
use crate::said::notice::Proposed;
use crate::said::phrases::{listed, phase_name};
use crate::said::typed_words::names_of;

/// The commands by which it counts.
const READY: &str = "READY";
const READY_NOTHING: &str = "READY NOTHING";

/// Who gives no orders.
#[rustfmt::skip]
const NOTHING: &[&str] = &[
    "no orders", "no order", "no moves", "nothing", "nothing to order", "nothing to do", "nothing to report", "none", "no orders to give", "not ordering anything", "not giving orders",
    "not giving any orders", "nothing to send", "no orders to send", "pass", "i pass", "we pass", "skip me", "i skip", "doing nothing", "do nothing", "i do nothing", "standing pat", "i stand pat",
];

/// Whose orders are final.
#[rustfmt::skip]
const FINAL: &[&str] = &[
    "ready", "ready to go", "ready to play", "ready now", "done", "all done", "finished", "all set", "set", "complete", "my orders are final", "my orders are in", "orders are final", "orders final", "final",
    "no more orders", "no further orders", "no other orders", "nothing more", "nothing else", "nothing further", "no changes", "no change", "that is all", "thats all", "thats it", "that is it", "go ahead", "you may play",
];

/// What stands before these words, and behind them.
#[rustfmt::skip]
const BEFORE: &[&str] = &[
    "i have", "ive", "ive got", "we have", "i give", "we give", "i will give", "ill give", "i am giving", "im giving", "i send", "there are", "there is", "i am", "im", "we are", "were", "i will be", "still", "sorry", "well",
    "ok", "okay", "yes", "so", "and", "just", "got", "all", "am", "its", "it is",
];
#[rustfmt::skip]
const BEHIND: &[&str] = &[
    "this turn", "this time", "this phase", "this month", "this season", "this quarter", "this year", "this window", "for this turn", "for this phase", "for the turn", "for turn", "for now", "from me", "from us", "for me",
    "for us", "at all", "today", "here", "please", "now", "with my orders", "for my part", "on my side", "on my part", "then", "too", "to give", "at the moment", "at present", "again",
];

/// What is meant by a letter of this kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Meant {
    Final,
    Nothing,
}

/// Offers the command by which it counts, where a letter of somebody who owes orders says nothing else.
pub fn offer(session: &mut Session<'_>) -> Result<(), Stop> {
    let receipt = session.receipt();
    if !receipt.answers.is_empty() || !receipt.problems.is_empty() || session.words().is_empty() {
        return Ok(());
    }
    let Some(game) = session.game().cloned() else { return Ok(()) };
    let Some(phase) = game.phase.as_ref().filter(|_| !game.awaits_release) else { return Ok(()) };
    let own = owing(session, &game);
    let may_be_said = game.timetable.pace.cooling_minutes.is_some()
        && !own.is_empty()
        && !session.arrival().is_accepted_late
        && !session.answers_press()
        && session.arrival().at >= phase.opened
        && doubt_of_its_phase(&game, session, phase).is_none();
    let Some(meant) = meant(session).filter(|_| may_be_said) else { return Ok(()) };
    let lacking: Vec<SeatId> = missing(&game).into_iter().filter(|seat| own.contains(seat)).collect();
    let given: Vec<String> = own.iter().filter(|seat| has_orders(&game, seat)).map(|seat| title(&game, seat)).collect();
    let name = phase_name(phase.number, &phase.plan.title);
    let (words, sentence) = match (meant, lacking.is_empty()) {
        (_, false) => {
            (READY_NOTHING, format!("This sounds as if you gave no orders for {name}. It counts when you say so:"))
        }
        (Meant::Final, true) => {
            (READY, format!("This sounds as if your orders for {name} were final. It counts when you say so:"))
        }
        (Meant::Nothing, true) if given.is_empty() => return Ok(()),
        (Meant::Nothing, true) => (
            READY,
            format!(
                "Orders are on file for {}. CANCEL ALL takes them back; if they are to stand and are final, it counts when you \
                 say so:",
                listed(&given)
            ),
        ),
    };
    let (player, number) = (session.writer().id.clone(), (phase.number, phase.revision));
    let mut known = session.desk().files.proposals(&game.id, &player, number)?;
    let count_known = known.open.len();
    let proposed = Proposed::command(number_of(&mut known, number, None, words), words);
    let lines: Vec<usize> = session.words().iter().map(|line| line.number).collect();
    lines.into_iter().for_each(|line| session.fates().set(line, Fate::AskedBack));
    session.repeat_only(|_| false);
    session.retitle("ready?".to_owned());
    session.lead(sentence);
    session.offer("By one line", vec![proposed], String::new());
    let proposals = known.open.split_off(count_known);
    if !proposals.is_empty() {
        session.change(Change::Propose { game: game.id.clone(), player, proposals });
    }
    Ok(())
}

/// Says to whoever did only what does not wait, and owes orders, how he says that he gives none.
pub fn remind(session: &mut Session<'_>, mode: FilingMode) {
    if mode.is_check || session.orders.acts.place().is_none() || session.shows_sheets() {
        return;
    }
    let Some(game) = session.game().cloned().filter(|game| !game.awaits_release) else { return };
    let Some(phase) = game.phase.as_ref().filter(|_| game.timetable.pace.cooling_minutes.is_some()) else { return };
    let own = owing(session, &game);
    let lacking = missing(&game).into_iter().filter(|seat| own.contains(seat));
    let lacking: Vec<String> = lacking.map(|seat| title(&game, &seat)).collect();
    if !lacking.is_empty() {
        let name = phase_name(phase.number, &phase.plan.title);
        session.lead_once(format!(
            "Orders for {name} are still owed by {}: send them, or write READY NOTHING if you want to give none.",
            listed(&lacking)
        ));
    }
}

/// Whether a proposal is one of these commands.
pub fn is_ready(words: &str) -> Option<bool> {
    match read_command(words) {
        Some(Ok(Command::Ready { with_nothing })) => Some(with_nothing),
        _ => None,
    }
}

/// The writer's seats that owe orders and are not ready.
fn owing(session: &Session<'_>, game: &GameRecord) -> Vec<SeatId> {
    let is_ready = |seat: &SeatId| game.phase.as_ref().is_some_and(|phase| phase.clock.ready.contains_key(seat));
    session.seats().into_iter().filter(|seat| game.owes(seat) && !is_ready(seat)).collect()
}

/// What the whole letter says, beside courtesies and its writer's name.
fn meant(session: &Session<'_>) -> Option<Meant> {
    let names = names_of(session.writer());
    let said = session.words().iter().filter(|line| !adds_nothing(&line.text, &names, None, 6));
    let said: Vec<Option<Meant>> = said.map(|line| meant_by(&line.text)).collect();
    said.into_iter().collect::<Option<Vec<Meant>>>()?.into_iter().max()
}

/// What a line says; none where a part of it says something else.
fn meant_by(line: &str) -> Option<Meant> {
    if line.contains('?') {
        return None;
    }
    let parts =
        line.split(['.', '!', ',', ';', ':', '-', '\u{2013}']).filter(|part| part.contains(char::is_alphanumeric));
    let mut meant = None;
    for part in parts {
        match of_part(part) {
            Some(said) => meant = meant.max(Some(said)),
            None if is_courtesy(part) => {}
            None => return None,
        }
    }
    meant
}

fn of_part(part: &str) -> Option<Meant> {
    let plain = |sign: char| if sign.is_alphanumeric() { sign } else { ' ' };
    let words: String = part.chars().filter(|sign| !matches!(sign, '\'' | '\u{2019}')).map(plain).collect();
    let lower = words.to_lowercase();
    let words: Vec<&str> = lower.split_whitespace().collect();
    let mut rest = words.join(" ");
    // "And nothing" has two words before it.
    for _ in 0..3 {
        if let Some(said) = exactly(&rest) {
            return Some(said);
        }
        let shorter = BEHIND.iter().find_map(|phrase| rest.strip_suffix(phrase)?.strip_suffix(' '));
        let shorter = shorter.or_else(|| BEFORE.iter().find_map(|phrase| rest.strip_prefix(phrase)?.strip_prefix(' ')));
        rest = shorter?.to_owned();
    }
    exactly(&rest)
}

fn exactly(words: &str) -> Option<Meant> {
    match (NOTHING.contains(&words), FINAL.contains(&words)) {
        (true, _) => Some(Meant::Nothing),
        (false, true) => Some(Meant::Final),
        (false, false) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_whoever_has_ordered_all_he_will_are_known() {
        for line in [
            "No orders this turn.",
            "I have no orders",
            "nothing",
            "Nothing from me this turn, thanks!",
            "No orders, I am ready.",
            "Sorry, no orders from me.",
            "none",
            "I pass.",
            "There are no orders from me this time",
            "We give no orders.",
        ] {
            assert_eq!(meant_by(line), Some(Meant::Nothing), "{line}");
        }
        for line in [
            "I am ready.",
            "I'm done",
            "All done!",
            "No more orders.",
            "that's all from me",
            "We're ready",
            "My orders are final",
        ] {
            assert_eq!(meant_by(line), Some(Meant::Final), "{line}");
        }
    }

    #[test]
    fn who_says_more_is_not_taken_to_have_said_it() {
        for line in [
            "No orders yet.",
            "I have no orders from Bob",
            "Nothing happened at Cairo",
            "I am ready to attack",
            "Are you ready?",
            "I'm done with this game",
            "I am not ready",
            "No orders until tomorrow",
            "nothing doing",
            "When everybody is ready",
            "I am ready, but wait for Bob",
            "pass the salt",
        ] {
            assert_eq!(meant_by(line), None, "{line}");
        }
    }
}
