//! Orders of the game master's own seat: entries of a state sheet, typed or as rows of an attached table. The lines that
//! stand together are carried out at once, all of them or none. Knows no single entry.

use std::sync::Arc;

use serde_json::{Value, json};

use base::facts::{Viewer, addressed, brief, umpires_alone};
use base::game::{Dice, SeatId, SeatSet};
use base::order::{Line, LineStatus, Received, stated_phase};
use rules::check::{CheckedLine, check_form};
use rules::{Giver, TableError};

use crate::commands::orders::edit::{Edit, ToldNow, put_edit};
use crate::files::record::GameRecord;
use crate::files::stop::DeskError;
use crate::letter::mode::FilingMode;
use crate::letter::present::{Repeated, present_phase};
use crate::letter::session::Session;
use crate::said::fates::Fate;
use crate::said::phrases::{hung, sentence};

/// Reads `lines` as entries and carries them out, unless one of them cannot be.
pub fn enter(session: &mut Session<'_>, lines: &[Line], mode: FilingMode) -> Result<(), DeskError> {
    let Some(game) = session.game().cloned() else { return Ok(()) };
    let bare: Vec<Line> = lines.iter().map(without_phase).collect();
    let mut context = game.context();
    context.misread = session.orders.misread;
    let received = session.next_receipt();
    context.received = Some(received);
    let known = game.facts.brief(Viewer::person(&session.writer().id));
    let checked = check_form(game.table.as_ref(), &mut context, &known, &[SeatId::gm()], &bare)?.lines;
    session.orders.read = context.received.map_or(session.orders.read, |next| next.place);
    let (chatter, checked): (Vec<_>, Vec<_>) =
        checked.into_iter().partition(|line| line.status() == LineStatus::Chatter);
    chatter.into_iter().for_each(|line| session.talk(line.number, line.text));
    // The phase may be named in any line of them.
    let naming = lines.iter().find(|line| stated_phase(&line.text).1.is_some());
    let Some(first) = naming.or_else(|| lines.iter().find(|line| checked.iter().any(|c| c.number == line.number)))
    else {
        return Ok(());
    };
    if checked.is_empty() || present_phase(session, first, Repeated::Harmful).is_none() {
        return Ok(());
    }
    for line in &checked {
        line.all_remarks().for_each(|remark| session.remark(line.number, &line.text, remark));
    }
    session.entitle("state sheet".to_owned());
    if checked.iter().any(|line| line.status() >= LineStatus::Incomplete || line.orders.is_empty()) {
        refuse_all(session);
        return Ok(());
    }
    carry_out(session, &game, (&checked, received), mode)
}

/// The line without the phase that it may name.
fn without_phase(line: &Line) -> Line {
    Line { number: line.number, text: stated_phase(&line.text).0.to_owned() }
}

fn refuse_all(session: &mut Session<'_>) {
    session.lead(
        "None of these entries of the state sheet was made: those that stand together in a letter, with no command \
         between them, count all together or not at all. Please mend what is marked below and send them again.",
    );
}

fn carry_out(
    session: &mut Session<'_>,
    game: &GameRecord,
    (checked, received): (&[CheckedLine], Received),
    mode: FilingMode,
) -> Result<(), DeskError> {
    let Some(phase) = &game.phase else { return Ok(()) };
    let entries = checked.iter().flat_map(|line| line.orders.iter().map(move |order| (line, order)));
    let entries: Vec<_> = entries.filter_map(|(line, order)| Some((line, order.filed.as_ref()?))).collect();
    let orders: Vec<Value> = entries.iter().map(|(_, filed)| filed.order.clone()).collect();
    let giver = Giver { seat: SeatId::gm(), received: Some(received), held: SeatSet::new(), done: None };
    let mut dice = Dice::of_act(&phase.secret, &phase.label(), &received.name());
    let acted = match game.table.act(&game.state, &giver, &orders, &mut dice) {
        Ok(Ok(acted)) => acted,
        Err(why @ TableError::Unsound(_)) => {
            session.lead(sentence(&why));
            refuse_all(session);
            return Ok(());
        }
        Err(why) => return Err(why.into()),
        Ok(Err(refused)) => {
            for (place, remark) in refused {
                if let Some((line, _)) = entries.get(place) {
                    session.remark(line.number, &line.text, &remark);
                }
            }
            refuse_all(session);
            return Ok(());
        }
    };
    let words: Vec<String> = entries.iter().map(|(_, filed)| filed.canonical.clone()).collect();
    let rows: Vec<String> = words.iter().map(|words| hung(words, "  ", 4)).collect();
    let verb = if mode.is_check { "Would be entered" } else { "Entered" };
    session.answer(verb, rows.join("\n"));
    checked.iter().for_each(|line| session.fates().set(line.number, Fate::Done));
    if mode.is_check {
        return Ok(());
    }
    session.lead(match words.len() {
        1 => "1 entry of the state sheet was made.".to_owned(),
        count => format!("{count} entries of the state sheet were made."),
    });
    let concerned = if acted.is_told_now { ToldNow::WhoeverSeesIt } else { ToldNow::WhoeverIsMeant };
    session.lead(match concerned {
        ToldNow::WhoeverSeesIt => "Those who can see the difference are told.",
        ToldNow::WhoeverIsMeant if addressed(&acted.events).is_empty() => {
            "Everybody reads them in the report that ends this phase."
        }
        ToldNow::WhoeverIsMeant => {
            "What concerns somebody alone he is told at once; everybody reads the rest in the report that ends this phase."
        }
    });
    // What the book has to say of them to the game master alone.
    if let Some(umpire) = Viewer::umpire(&game.roster, &session.writer().id) {
        session.account_for(brief(umpire, &umpires_alone(&acted.events)).items().to_vec());
    }
    session.note(format!("entered {}", words.join("; ")), None);
    let edit = Edit {
        input: json!({ "entries": words, "orders": orders, "giver": giver, "secret": phase.secret.reveal() }),
        rolls: dice.rolls().to_vec(),
        state: Arc::new(acted.state),
        standing: acted.situation,
        news: acted.events,
    };
    put_edit(session, game, edit, concerned, None)
}
