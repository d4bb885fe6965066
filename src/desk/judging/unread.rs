//! Letters that are set aside: they are beyond a bound and are not read, or nothing could be made of them. The header tells whose
//! address they bear; whoever is registered with it hears that nothing of his letter counts, at that address and nowhere else. It
//! tells him nothing that he did not send, so nothing has to be proved. Strangers and programs hear nothing.

use base::facts::Viewer;
use base::game::Player;
use mail::{Auto, Excess, Letter, Standing};

use crate::files::arrival::Arrival;
use crate::files::decision::Decision;
use crate::files::desk::Desk;
use crate::files::record::GameRecord;
use crate::files::stop::Stop;
use crate::files::tally::Daily;
use crate::files::verdict::Verdict;
use crate::letter::limits::{Unread, admit_unread};
use crate::proof::burnt::{burn, burn_those_of_others};
use crate::proof::route::route;
use crate::said::gm_notice::{GmNotice, tell_all_gms, tell_gms};
use crate::said::letters::{Envelope, thread_of, write};
use crate::said::notice::{Note, Notice};

/// Why a letter is set aside.
#[derive(Debug, Clone)]
pub enum SetAside {
    /// It is beyond a bound, and only its header was read, if even that could be.
    Beyond(Excess),
    /// Judging it came to no end, or to an error of ours. The words are for those who run the judge.
    Unjudged(String),
}

impl SetAside {
    /// In a few words.
    pub fn why(&self) -> String {
        match self {
            Self::Beyond(excess) => excess.to_string(),
            Self::Unjudged(why) => why.clone(),
        }
    }

    /// What its writer is told.
    fn words(&self) -> [String; 2] {
        match self {
            Self::Beyond(excess) => [
                format!("Your letter was not read: {excess}. Nothing in it counts; what was on file stays as it was."),
                "Please send your orders again as plain text, without attachments and pictures.".to_owned(),
            ],
            Self::Unjudged(_) => [
                "Your letter reached us, but the judge failed over it. Nothing in it counts; what was on file stays as it was."
                    .to_owned(),
                "It is kept, and those who run the judge are told. If its orders matter for the deadline, send them again, some \
                 lines at a time, or write to your GM."
                    .to_owned(),
            ],
        }
    }
}

/// Decides about a letter that is set aside.
pub fn judge_unread(
    desk: &Desk<'_>,
    header: Option<&Letter>,
    arrival: Arrival,
    excess: &SetAside,
) -> Result<Decision, Stop> {
    let mut decision = Decision::new(Verdict::Quarantined { why: excess.why() });
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
    excess: &SetAside,
    besides: Vec<String>,
    decision: &mut Decision,
) -> Result<(), Stop> {
    let mut paragraphs = Vec::from(excess.words());
    paragraphs.extend(besides);
    let notice = Notice::Notice(Note::of(game.map(|game| &game.id), "your letter was not read", paragraphs));
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
    excess: &SetAside,
    decision: &mut Decision,
) -> Result<(), Stop> {
    let about = game.map_or_else(String::new, |game| format!(" about {}", game.id));
    let asked = match excess {
        SetAside::Beyond(_) => {
            "He is asked to send his orders again as plain text; if they matter for the deadline, see that he does."
        }
        SetAside::Unjudged(_) => "He is told so; if it matters for the deadline, see that his orders come another way.",
    };
    let text = format!(
        "A letter{about} that says it is from {} was set aside unread: {}. Nothing changed. {asked}\n\nIt is letter {} in our \
         ledger, and kept.",
        writer.name,
        excess.why(),
        arrival.letter
    );
    let purpose = format!("set aside letter {}", arrival.mark);
    let notice = GmNotice { what: "a letter was set aside", purpose, text, daily: None };
    match excess {
        SetAside::Beyond(_) => tell_gms(desk, arrival, game, Some(&writer.id), &notice, decision),
        // What the judge fails over is its own fault: those who run it know of each, whoever wrote it.
        SetAside::Unjudged(_) => tell_all_gms(desk, arrival, game, &notice, decision),
    }
}

/// Others may send as many as they like.
fn tell_of_stranger(desk: &Desk<'_>, arrival: Arrival, excess: &SetAside, decision: &mut Decision) -> Result<(), Stop> {
    let text = format!(
        "A letter of a program, or of nobody we know, was set aside unread: {}. Nothing changed, and nobody was \
         answered.\n\nIt is letter {} in our ledger, and kept. Of more such letters you are told tomorrow at the earliest.",
        excess.why(),
        arrival.letter
    );
    let purpose = format!("set aside letter {}", arrival.mark);
    let notice = GmNotice { what: "a letter was set aside", purpose, text, daily: Some(Daily::Unread) };
    tell_gms(desk, arrival, None, None, &notice, decision)
}
