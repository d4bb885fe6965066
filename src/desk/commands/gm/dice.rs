//! `DIE purpose = n`: a die of the open phase set ahead of its throw.

use base::game::{Phase, Roll, SetDie};
use base::order::{DieSetting, Line};

use crate::files::decision::Change;
use crate::files::record::GameRecord;
use crate::letter::present::{Repeated, present_phase};
use crate::letter::session::{Session, refuse};
use crate::phase::dice_told::throw_words;
use crate::phase::turn::{orders_on_file, try_out};
use crate::said::notice::shorten;
use crate::said::phrases::{phase_name, sentence};

/// Most throws named to the GM.
const MOST_NAMED: usize = 40;

/// Sets a die of the open phase, or lets one that was set be thrown after all.
pub fn set_die(session: &mut Session<'_>, line: &Line, setting: &DieSetting) {
    let Some((game, phase)) = present_phase(session, line, Repeated::Harmful) else { return };
    let changed = match changed_dice(&phase, setting) {
        Ok(dice) => dice,
        Err(why) => return refuse(session, line, &why, None),
    };
    let tried = Phase { set_dice: changed.clone(), ..phase.clone() };
    let rolls = match try_out(&game, &tried, &orders_on_file(&game)) {
        Ok((_, dice)) => dice.rolls().to_vec(),
        Err(error) => return refuse(session, line, &sentence(&error), Some("The die was not set.")),
    };
    let thrown = rolls.iter().find(|roll| roll.purpose == setting.purpose && roll.nth == setting.nth);
    if let (Some(roll), Some(value)) = (thrown, setting.value)
        && value > roll.sides
    {
        let message = format!("This die has {} sides and cannot show {value}.", roll.sides);
        return refuse(session, line, &message, Some("The die was not set."));
    }
    let name = throw_words(&setting.purpose, setting.nth);
    let act = match setting.value {
        Some(value) => format!("set the die {name} of phase {} to {value}", phase.label()),
        None => format!("let the die {name} of phase {} be thrown after all", phase.label()),
    };
    session.note(act, setting.reason.clone());
    lead(session, &phase, setting, thrown.is_some());
    if thrown.is_none() {
        session.answer("Dice that would be thrown as the orders stand", listed(&rolls));
    }
    keep(session, &game, &phase, changed);
}

fn changed_dice(phase: &Phase, setting: &DieSetting) -> Result<Vec<SetDie>, String> {
    let is_it = |die: &SetDie| die.purpose == setting.purpose && die.nth == setting.nth;
    let mut dice = phase.set_dice.clone();
    let was_set = dice.iter().any(is_it);
    dice.retain(|die| !is_it(die));
    match setting.value {
        None if !was_set => Err(format!("The die {} was not set.", throw_words(&setting.purpose, setting.nth))),
        None => Ok(dice),
        Some(value) => {
            dice.push(SetDie { purpose: setting.purpose.clone(), nth: setting.nth, value });
            dice.sort();
            Ok(dice)
        }
    }
}

fn lead(session: &mut Session<'_>, phase: &Phase, setting: &DieSetting, is_thrown: bool) {
    let name = throw_words(&setting.purpose, setting.nth);
    let of = phase_name(phase.number, &phase.plan.title);
    let Some(value) = setting.value else {
        return session.lead(format!("The die {name} of {of} will be thrown after all."));
    };
    session.lead(format!(
        "The die {name} of {of} will show {value}. When the phase is played, those who are told of the throw are told that \
         you set it; nobody is before."
    ));
    if !is_thrown {
        session.lead("As the orders stand now this die would not be thrown, so it would change nothing.");
        session.lead("That was tried with other dice than those to come.");
    }
}

fn listed(rolls: &[Roll]) -> String {
    let rows: Vec<String> = rolls
        .iter()
        .take(MOST_NAMED)
        .map(|roll| format!("  {}", shorten(&throw_words(&roll.purpose, roll.nth), 68)))
        .collect();
    match (rows.is_empty(), rolls.len().saturating_sub(MOST_NAMED)) {
        (true, _) => "None.".to_owned(),
        (_, 0) => rows.join("\n"),
        (_, more) => format!("{}\n  and {more} more", rows.join("\n")),
    }
}

fn keep(session: &mut Session<'_>, game: &GameRecord, phase: &Phase, dice: Vec<SetDie>) {
    let (number, revision) = (phase.number, phase.revision);
    session.change(Change::SetDice { game: game.id.clone(), number, revision, dice: dice.clone() });
    if let Some(phase) = session.game_mut().and_then(|game| game.phase.as_mut()) {
        phase.set_dice = dice;
    }
}
