//! Letters that are beyond a bound and are not read. The header tells whose address they bear; whoever is registered with it
//! hears that nothing of his letter counts, at that address and nowhere else. It tells him nothing that he did not send, so
//! nothing has to be proved. Strangers and programs hear nothing.

use base::facts::Viewer;
use base::game::Player;
use mail::{Auto, Excess, Letter, Standing};

use crate::files::arrival::Arrival;
use crate::files::decision::{Decision, Verdict};
use crate::files::desk::Desk;
use crate::files::record::GameRecord;
use crate::files::stop::Stop;
use crate::files::tally::Daily;
use crate::letter::limits::{Unread, admit_unread};
use crate::proof::burnt::{burn, burn_those_of_others};
use crate::proof::route::route;
use crate::said::gm_notice::{GmNotice, tell_gms};
use crate::said::letters::{Envelope, thread_of, write};
use crate::said::notice::{Note, Notice};

/// Decides about a letter of which only the header was read, if even that could be, because of an excess.
pub fn judge_unread(
    desk: &Desk<'_>,
    header: Option<&Letter>,
    arrival: Arrival,
    excess: &Excess,
) -> Result<Decision, Stop> {
    let mut decision = Decision::new(Verdict::Quarantined { why: excess.to_string() });
    let personal = header.filter(|letter| letter.automatic().is_none() && letter.standing != Standing::Elsewhere);
    let (Some(letter), Some(writer)) = (personal, &desk.writer) else {
        tell_of_stranger(desk, arrival, excess, &mut decision)?;
        return Ok(decision);
    };
    decision.changes.extend(burn(desk, writer, letter));
    burn_those_of_others(desk, &writer.id, letter, arrival, &mut decision)?;
    let game = route(desk, letter)?;
    decision.writer = Some(writer.id.clone());
    decision.game = game.as_ref().map(|game| game.id.clone());
    let is_told = match admit_unread(desk, writer, arrival, &mut decision) {
        Unread::Answered(besides) => {
            answer(desk, letter, arrival, (writer, game.as_ref()), excess, besides, &mut decision)?;
            true
        }
        Unread::Quiet { is_news } => is_news,
    };
    if is_told {
        tell_of_player(desk, arrival, (writer, game.as_ref()), excess, &mut decision)?;
    }
    Ok(decision)
}

fn answer(
    desk: &Desk<'_>,
    letter: &Letter,
    arrival: Arrival,
    (writer, game): (&Player, Option<&GameRecord>),
    excess: &Excess,
    besides: Vec<String>,
    decision: &mut Decision,
) -> Result<(), Stop> {
    let mut paragraphs = vec![
        format!("Your letter was not read: {excess}. Nothing in it counts; what was on file stays as it was."),
        "Please send your orders again as plain text, without attachments and pictures.".to_owned(),
    ];
    paragraphs.extend(besides);
    let game_name = game.map(|game| game.id.to_string());
    let title = "your letter was not read".to_owned();
    let notice = Notice::Notice(Note { game: game_name, title, paragraphs, sheets: Vec::new() });
    let mut envelope = Envelope::generated(format!("unread letter {} {}", arrival.mark, writer.id), game);
    envelope.in_reply_to = letter.message_id.clone();
    envelope.thread = game.and_then(|game| thread_of(game, &writer.id));
    envelope.auto = Auto::Replied;
    let (people, viewer) = (std::iter::once(writer), Viewer::person(&writer.id));
    decision.letters.push(write(desk.house, desk.now, people, viewer, &notice, &[], envelope)?);
    Ok(())
}

fn tell_of_player(
    desk: &Desk<'_>,
    arrival: Arrival,
    (writer, game): (&Player, Option<&GameRecord>),
    excess: &Excess,
    decision: &mut Decision,
) -> Result<(), Stop> {
    let about = game.map_or_else(String::new, |game| format!(" about {}", game.id));
    let text = format!(
        "A letter{about} that says it is from {} was set aside unread: {excess}. Nothing changed. He is asked to send his \
         orders again as plain text; if they matter for the deadline, see that he does.\n\nIt is letter {} in our ledger, \
         and kept.",
        writer.name, arrival.letter
    );
    let purpose = format!("set aside letter {}", arrival.mark);
    let notice = GmNotice { what: "a letter was set aside", purpose, text, daily: None };
    tell_gms(desk, arrival, game, Some(&writer.id), &notice, decision)
}

/// Others may send as many as they like.
fn tell_of_stranger(desk: &Desk<'_>, arrival: Arrival, excess: &Excess, decision: &mut Decision) -> Result<(), Stop> {
    let text = format!(
        "A letter of a program, or of nobody we know, was set aside unread: {excess}. Nothing changed, and nobody was \
         answered.\n\nIt is letter {} in our ledger, and kept. Of more such letters you are told tomorrow at the earliest.",
        arrival.letter
    );
    let purpose = format!("set aside letter {}", arrival.mark);
    let notice = GmNotice { what: "a letter was set aside", purpose, text, daily: Some(Daily::Unread) };
    tell_gms(desk, arrival, None, None, &notice, decision)
}
