//! Notices to game masters of letters by others: each so often a day at most, the rest counted and told together.

use base::facts::Viewer;
use base::game::PlayerId;

use crate::files::arrival::Arrival;
use crate::files::decision::{Change, Decision};
use crate::files::desk::Desk;
use crate::files::record::{GameRecord, KnownGm};
use crate::files::stop::Stop;
use crate::files::tally::{Daily, Tally};
use crate::said::letters::{Envelope, thread_of, write};
use crate::said::notice::{Note, Notice};

/// Something of a letter that game masters should know.
pub struct GmNotice {
    /// For the subject.
    pub what: &'static str,
    /// The start of its purpose.
    pub purpose: String,
    /// What there is to know, in paragraphs.
    pub text: String,
    /// The kind of which one a day is enough, if it is one: others may send what causes it as often as they like.
    pub daily: Option<Daily>,
}

/// Tells the masters of a game, or of the house, but for one; each so often a day at most.
pub fn tell_gms(
    desk: &Desk<'_>,
    arrival: Arrival,
    game: Option<&GameRecord>,
    except: Option<&PlayerId>,
    notice: &GmNotice,
    decision: &mut Decision,
) -> Result<(), Stop> {
    let of_game = game.map(|game| Vec::from_iter(game.roster.gms().iter().cloned()));
    let gms = of_game.unwrap_or_else(|| desk.house.gms.iter().cloned().collect());
    let gms: Vec<PlayerId> = gms.into_iter().filter(|gm| Some(gm) != except).collect();
    tell_these(desk, arrival, game, &gms, notice, decision)
}

/// Tells the masters of the house, and those of a game besides.
pub fn tell_all_gms(
    desk: &Desk<'_>,
    arrival: Arrival,
    game: Option<&GameRecord>,
    notice: &GmNotice,
    decision: &mut Decision,
) -> Result<(), Stop> {
    let of_game: Vec<PlayerId> = game.into_iter().flat_map(|game| game.roster.gms().iter().cloned()).collect();
    let others: Vec<PlayerId> = desk.house.gms.iter().filter(|gm| !of_game.contains(gm)).cloned().collect();
    tell_these(desk, arrival, game, &of_game, notice, decision)?;
    tell_these(desk, arrival, None, &others, notice, decision)
}

fn tell_these(
    desk: &Desk<'_>,
    arrival: Arrival,
    game: Option<&GameRecord>,
    gms: &[PlayerId],
    notice: &GmNotice,
    decision: &mut Decision,
) -> Result<(), Stop> {
    for gm in gms {
        let known = desk.files.known_gm(gm)?;
        let Some(person) = &known.person else { continue };
        let mut tally = tally_so_far(decision, gm, &known);
        if notice.daily.is_some_and(|daily| !tally.admit_daily(daily, arrival.at)) {
            continue;
        }
        let admitted = tally.admit_notice(&desk.house.limits, arrival.at);
        decision.changes.push(Change::PutTally { player: gm.clone(), tally: Box::new(tally) });
        let Some(kept_back) = admitted else { continue };
        let mut paragraphs: Vec<String> = notice.text.split("\n\n").map(str::to_owned).collect();
        paragraphs.extend(kept_back_words(kept_back));
        let item = Notice::Notice(Note::of(game.map(|game| &game.id), notice.what, paragraphs));
        let mut envelope = Envelope::generated(format!("{} {gm}", notice.purpose), game);
        envelope.thread = game.and_then(|game| thread_of(game, gm));
        let viewer = game.and_then(|game| Viewer::umpire(&game.roster, gm)).unwrap_or_else(|| Viewer::person(gm));
        let people = std::iter::once(person);
        decision.letters.push(write(desk.house, desk.now, people, viewer, &item, &[], envelope)?);
    }
    Ok(())
}

/// What is remembered of a game master, as this decision leaves it.
pub fn tally_so_far(decision: &Decision, gm: &PlayerId, known: &KnownGm) -> Tally {
    let put = decision.changes.iter().rev().find_map(|change| match change {
        Change::PutTally { player, tally } if player == gm => Some((**tally).clone()),
        _ => None,
    });
    put.unwrap_or_else(|| known.tally.clone())
}

/// What a game master is told of the notices that he did not get.
pub fn kept_back_words(count: u32) -> Option<String> {
    match count {
        0 => None,
        1 => Some("One notice before this one was kept back, because so many came within a day.".to_owned()),
        n => Some(format!("{n} notices before this one were kept back, because so many came within a day.")),
    }
}
