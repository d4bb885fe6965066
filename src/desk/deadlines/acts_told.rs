//! Those whom orders concern that were carried out within a phase are told, each in one letter for all of a quarter of an hour.
//! What is a seat's goes to whoever serves it when it is told.

use std::collections::BTreeMap;

use serde_json::Value;

use base::facts::{Fact, Viewer, brief, stands_yet};
use base::game::PlayerId;

use crate::files::acts::{Concerned, Telling, Tellings};
use crate::files::decision::{Change, Decision};
use crate::files::house::House;
use crate::files::record::GameRecord;
use crate::files::stop::DeskError;
use crate::files::verdict::Verdict;
use crate::said::letters::{Envelope, Told, thread_of, write};
use crate::said::notice::{Note, Notice};

/// What is told now of what is still to be told in a game: all that a reader is to be told as soon as some of it is due, which it is
/// at any time when the phase ends. Nothing reaches who is locked; he is told when he is not any more.
pub fn due(game: &GameRecord, pending: Vec<Telling>, is_end: bool, now: i64) -> Vec<Tellings> {
    let mut readers: BTreeMap<Option<PlayerId>, Vec<Telling>> = BTreeMap::new();
    for telling in pending {
        let reader = match &telling.whose {
            Concerned::Seat(seat) => game.roster.server_of(seat).cloned(),
            Concerned::Person(person) => Some(person.clone()),
        };
        readers.entry(reader).or_default().push(telling);
    }
    readers.retain(|reader, acts| {
        let is_locked = reader.as_ref().is_some_and(|reader| game.roster.is_locked(reader));
        !is_locked && (is_end || acts.iter().any(|telling| telling.due <= now))
    });
    readers.into_iter().flat_map(|(reader, acts)| by_phase(&reader, acts)).collect()
}

/// A letter tells of one phase, for what is undone of it is undone as a whole.
fn by_phase(reader: &Option<PlayerId>, acts: Vec<Telling>) -> Vec<Tellings> {
    let mut phases: BTreeMap<u32, Vec<Telling>> = BTreeMap::new();
    acts.into_iter().for_each(|telling| phases.entry(telling.phase).or_default().push(telling));
    phases.into_values().map(|acts| Tellings { reader: reader.clone(), acts }).collect()
}

/// The letter that tells somebody; none where it would say nothing.
pub fn tell(house: &House, game: &GameRecord, due: &Tellings, now: i64) -> Result<Decision, DeskError> {
    let mut decision = Decision::new(Verdict::Answered);
    decision.game = Some(game.id.clone());
    let told = due.acts.iter().map(|act| act.id).collect();
    decision.changes.push(Change::EndTellings { game: game.id.clone(), told });
    let (Some(reader), Some(first)) = (&due.reader, due.acts.first()) else { return Ok(decision) };
    let Some(viewer) = viewer(game, reader) else { return Ok(decision) };
    let (news, notes) = (brief(viewer.clone(), &news(&due.acts)), notes(&due.acts));
    // How things stand now is no news of a phase that is over, and none to a game master, who sees all of it.
    let is_umpire = game.roster.seats_of(reader).is_empty();
    let is_now = !is_umpire && first.phase == game.phase_number();
    // Of several acts the earlier ones may have told what the later ones changed: what they made stands only if it still does.
    let standing = brief(viewer.clone(), &if is_now { still_standing(game, &due.acts) } else { Vec::new() });
    if standing.items().is_empty() && notes.is_empty() && news.items().is_empty() {
        return Ok(decision);
    }
    let mut paragraphs = vec![
        "Orders that do not wait for the end of the phase were carried out, and what came of them concerns you."
            .to_owned(),
    ];
    paragraphs.extend(notes);
    if first.phase != game.phase_number() {
        paragraphs.push(format!("That was in phase {}.", first.phase));
    }
    let note = Note::of(Some(&game.id), "carried out", paragraphs);
    let words = |brief| Told::words(game.table.as_ref(), "report.txt", brief);
    let mut told: Vec<Told> = (!news.items().is_empty()).then(|| words(news)).into_iter().collect();
    if !standing.items().is_empty() {
        told.push(words(standing).below("This is how things stand now."));
    }
    let envelope = envelope(game, reader, first);
    decision.letters.push(write(house, now, game.roster.players(), viewer, &Notice::Notice(note), &told, envelope)?);
    Ok(decision)
}

/// What acts changed, as it stands now.
fn still_standing(game: &GameRecord, acts: &[Telling]) -> Vec<Fact<Value>> {
    let mut standing: Vec<Fact<Value>> = Vec::new();
    for fact in acts.iter().flat_map(|act| &act.changed).filter(|fact| stands_yet(fact, &game.facts)) {
        if !standing.contains(fact) {
            standing.push(fact.clone());
        }
    }
    standing
}

fn envelope(game: &GameRecord, reader: &PlayerId, first: &Telling) -> Envelope {
    let (label, act, whose) = (game.label(), &first.act, first.whose.as_str());
    let mut envelope = Envelope::generated(format!("act {} {label} {act} {whose} {reader}", game.id), Some(game));
    envelope.phase = first.phase;
    envelope.thread = thread_of(game, reader);
    envelope.is_held = game.awaits_release;
    envelope
}

/// As whom he reads. Who serves nothing in the game any more is told nothing.
fn viewer(game: &GameRecord, reader: &PlayerId) -> Option<Viewer> {
    match game.roster.seats_of(reader).is_empty() {
        true => Viewer::umpire(&game.roster, reader),
        false => Some(Viewer::of_player(&game.roster, reader)),
    }
}

/// What is news of an act to several seats of one reader he is told once.
fn news(acts: &[Telling]) -> Vec<Fact<Value>> {
    let mut news: Vec<(&str, &Fact<Value>)> = Vec::new();
    for telling in acts {
        let told = news.len();
        let is_known =
            |fact: &Fact<Value>| news[..told].iter().any(|(act, known)| *act == telling.act && *known == fact);
        let own: Vec<_> =
            telling.news.iter().filter(|fact| !is_known(fact)).map(|fact| (telling.act.as_str(), fact)).collect();
        news.extend(own);
    }
    news.into_iter().map(|(_, fact)| fact.clone()).collect()
}

fn notes(acts: &[Telling]) -> Vec<String> {
    acts.iter().filter_map(|act| act.note.clone()).collect()
}
