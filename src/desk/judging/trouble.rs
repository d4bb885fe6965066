//! What people are told when something of ours or of a letter's goes wrong, and how a game master is first greeted.

use base::facts::Viewer;
use base::game::Player;

use crate::files::arrival::LetterId;
use crate::files::decision::{Change, Decision, JournalEntry};
use crate::files::house::House;
use crate::files::record::{GameRecord, GameStatus, KnownGm};
use crate::files::stop::DeskError;
use crate::files::verdict::Verdict;
use crate::proof::identify::player_code;
use crate::said::gm_notice::kept_back_words;
use crate::said::letters::{Envelope, write};
use crate::said::notice::{Note, Notice, Welcome};

/// A letter that cannot be read is set aside, and the game masters of the house are told; its sender is not, for we do
/// not know him.
pub fn quarantine(
    house: &House,
    gms: &[KnownGm],
    letter: LetterId,
    why: &str,
    now: i64,
) -> Result<Decision, DeskError> {
    let mut decision = Decision::new(Verdict::Quarantined { why: why.to_owned() });
    for KnownGm { person, tally } in gms {
        let Some(gm) = person else { continue };
        let mut tally = tally.clone();
        let admitted = tally.admit_notice(&house.limits, now);
        decision.changes.push(Change::PutTally { player: gm.id.clone(), tally: Box::new(tally) });
        let Some(kept_back) = admitted else { continue };
        let mut paragraphs = vec![format!("Letter {letter} was set aside unread: {why}. It is kept; nothing changed.")];
        paragraphs.extend(kept_back_words(kept_back));
        let notice = Notice::Notice(Note::of(None, "a letter was set aside", paragraphs));
        let envelope = Envelope::generated(format!("quarantine {letter} {}", gm.id), None);
        let people = std::iter::once(gm);
        decision.letters.push(write(house, now, people, Viewer::person(&gm.id), &notice, &[], envelope)?);
    }
    Ok(decision)
}

/// A game that cannot go on is held before anything of the failed phase is stored.
pub fn halt(house: &House, game: &GameRecord, why: &str, now: i64) -> Result<Decision, DeskError> {
    let mut decision = Decision::new(Verdict::Answered);
    decision.game = Some(game.id.clone());
    decision.changes.push(Change::SetStatus { game: game.id.clone(), status: GameStatus::Halted });
    decision.journal.push(JournalEntry {
        game: Some(game.id.clone()),
        player: None,
        at: now,
        act: format!("halted in phase {}", game.phase_number()),
        reason: Some(why.to_owned()),
    });
    for gm in game.roster.gms() {
        let Some(viewer) = Viewer::umpire(&game.roster, gm) else { continue };
        let paragraphs = vec![
            format!("Phase {} could not be played: {why}.", game.phase_number()),
            "Nothing of it was stored or sent. Orders on file are kept, and the clock stands until you act: the operator \
             must look at it, PROCESS tries the phase again, and ROLLBACK undoes what came before it."
                .to_owned(),
        ];
        let notice = Notice::Notice(Note::of(Some(&game.id), "game halted", paragraphs));
        let purpose = format!("halted {} {} {now} {gm}", game.id, game.label());
        let envelope = Envelope::generated(purpose, Some(game));
        decision.letters.push(write(house, now, game.roster.players(), viewer, &notice, &[], envelope)?);
    }
    Ok(decision)
}

/// The first letter to a game master of the house: his code, and how to make a game.
pub fn greet_gm(house: &House, gm: &Player, now: i64) -> Result<Decision, DeskError> {
    let mut decision = Decision::new(Verdict::Answered);
    decision.changes.push(Change::AddPlayer(gm.clone()));
    let notice = Notice::Welcome(Welcome {
        name: gm.name.clone(),
        given: None,
        code: player_code(&house.key, gm),
        judge: house.address.as_str().to_owned(),
        is_gm: true,
    });
    let envelope = Envelope::generated(format!("welcome {}", gm.id), None);
    let people = std::iter::once(gm);
    decision.letters.push(write(house, now, people, Viewer::person(&gm.id), &notice, &[], envelope)?);
    Ok(decision)
}
