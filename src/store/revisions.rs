//! What a rollback would undo: the steps of a game that count, the state to go back to, and who was told what since.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::StoreError;
use super::engine::sql;
use super::error::{Tried, unreadable};
use super::reading::Reading;
use base::game::{GameId, NextPhase, Player, PlayerId, SeatId};
use base::order::Sheet;
use desk::StepKind;
use desk::past::{PastLetter, Rewind, UndoneStep, standing_steps};
use desk::{EarlierSheet, UndoneAct};

const WHAT: &str = "look back";
/// Most sheets of a seat that are looked at, to have orders back.
const MOST_SHEETS: u32 = 20;

/// A step without its state.
struct Link {
    seq: u32,
    step: UndoneStep,
    restores: Option<u32>,
    /// The hash of the document from the next phase on, where an option was changed.
    document: Option<String>,
}

/// Whose act it was, from the inputs of its step.
fn undone_act(input: Value) -> UndoneAct {
    let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let (seat, words) = (word(&input["giver"]["seat"]), word(&input["words"]));
    UndoneAct { player: PlayerId::stored(&word(&input["player"])), seat, words }
}

/// What was set or entered, from the inputs of its step.
fn edit_words(input: &Value) -> String {
    let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    match input["entries"].as_array() {
        Some(entries) => entries.iter().map(word).collect::<Vec<_>>().join("; "),
        None => format!("SET {} = {}", word(&input["path"]), word(&input["value"])),
    }
}

/// Which option was changed, from the inputs of its step, and the hash of the document from then on.
fn changed_option(input: &Value) -> (Option<String>, Option<String>) {
    let word = |name: &str| input[name].as_str().map(str::to_owned);
    (word("words").map(|words| format!("SET GAME {words}")), word("document"))
}

/// Whether a step is within a phase: the state from which that began is that of one before it.
fn is_within_phase(link: &Link) -> bool {
    matches!(link.step.kind, StepKind::Edit | StepKind::Act | StepKind::Options)
}

impl Reading<'_> {
    fn links(&self, game: &GameId) -> Result<Vec<Link>, StoreError> {
        type Row = (u32, String, u32, u32, Option<u32>, Option<String>);
        let rows: Vec<Row> = sql("SELECT seq, kind, phase, revision,
                 CASE kind WHEN 'rollback' THEN input ->> 'restores' END,
                 CASE WHEN kind IN ('edit', 'act', 'options') THEN input END
             FROM step WHERE game = $1 ORDER BY seq")
        .bind(game.as_str())
        .all(&self.connection())
        .tried(WHAT, game)?;
        let read = |(seq, kind, phase, revision, restores, input): Row| {
            let kind = serde_json::from_value(Value::String(kind)).tried(WHAT, game)?;
            let input = input.map(|input| serde_json::from_str::<Value>(&input)).transpose().tried(WHAT, game)?;
            let (option, document) = match (&input, kind) {
                (Some(input), StepKind::Options) => changed_option(input),
                _ => (None, None),
            };
            let edit = input.as_ref().filter(|_| kind == StepKind::Edit).map(edit_words).or(option);
            let act = input.filter(|_| kind == StepKind::Act).map(undone_act);
            Ok(Link { seq, step: UndoneStep { kind, phase, revision, edit, act }, restores, document })
        };
        rows.into_iter().map(read).collect()
    }

    fn plan(&self, game: &GameId, number: u32, revision: u32) -> Result<NextPhase, StoreError> {
        let select = "SELECT plan FROM phase WHERE game = $1 AND number = $2 AND revision = $3";
        let select = sql(select).bind(game.as_str()).bind(number).bind(revision);
        let text: String = select.one(&self.connection()).tried(WHAT, game)?;
        serde_json::from_str(&text).tried(WHAT, game)
    }

    /// The state after a step, and the version under which it was written.
    fn state_at(&self, game: &GameId, seq: u32) -> Result<(Value, u32), StoreError> {
        let select = sql("SELECT state, version FROM step WHERE game = $1 AND seq = $2");
        let select = select.bind(game.as_str()).bind(seq);
        let (text, version): (String, u32) = select.one(&self.connection()).tried(WHAT, game)?;
        Ok((serde_json::from_str(&text).tried(WHAT, game)?, version))
    }

    /// The document with this hash; that which the game was begun with where there is none.
    fn document_of(&self, game: &GameId, sha256: Option<&str>) -> Result<Value, StoreError> {
        let select =
            "SELECT text FROM document WHERE sha256 = (SELECT coalesce($2, made_of, document) FROM game WHERE id = $1)";
        let select = sql(select).bind(game.as_str()).bind(sha256);
        let text: String = select.one(&self.connection()).tried(WHAT, game)?;
        serde_json::from_str(&text).tried(WHAT, game)
    }

    /// The sheets that were in force when a revision of a phase ended.
    fn sheets_of(
        &self,
        game: &GameId,
        number: u32,
        revision: u32,
    ) -> Result<BTreeMap<SeatId, Sheet<Value>>, StoreError> {
        let rows: Vec<(String, u32, i64, String)> = sql("SELECT seat, max(revision), arrived, lines FROM sheet
             WHERE game = $1 AND number = $2 AND phase_revision = $3 GROUP BY seat ORDER BY seat")
        .bind(game.as_str())
        .bind(number)
        .bind(revision)
        .all(&self.connection())
        .tried(WHAT, game)?;
        let read = |(seat, revision, arrived, lines): (String, u32, i64, String)| {
            let lines = serde_json::from_str(&lines).tried(WHAT, game)?;
            let id = SeatId::parse(&seat).ok_or_else(|| unreadable(WHAT, &seat, "it cannot name a seat"))?;
            Ok((id, Sheet { revision, arrived, lines }))
        };
        rows.into_iter().map(read).collect()
    }

    /// Letters that told what happened in a phase or after it, and corrections from its start on, none of them undone.
    fn letters_since(&self, game: &GameId, number: u32) -> Result<Vec<PastLetter>, StoreError> {
        type Row = (i64, String, String, u32, bool);
        let rows: Vec<Row> = sql("SELECT id, purpose, player, phase, state <> 'pending' OR attempts > 0 FROM outbox
             WHERE game = $1 AND undone IS NULL AND state <> 'failed' AND (phase > $2 AND (purpose GLOB 'report *'
                 OR purpose GLOB 'held copies *' OR purpose GLOB 'reminder *' OR purpose GLOB 'correction *'
                 OR purpose GLOB 'act *')
                 OR phase = $2 AND (purpose GLOB 'correction *' OR purpose GLOB 'act *') OR purpose GLOB 'report * *.end *'
                 OR purpose GLOB 'held copies * *.end *') ORDER BY id")
        .bind(game.as_str())
        .bind(number)
        .all(&self.connection())
        .tried(WHAT, game)?;
        let read = |(id, purpose, player, phase, has_left): Row| {
            let player = PlayerId::stored(&player);
            PastLetter { id, purpose, player, phase, has_left }
        };
        Ok(rows.into_iter().map(read).collect())
    }

    /// Those with these keys, by name.
    fn readers(&self, ids: &BTreeSet<&PlayerId>) -> Result<Vec<Player>, StoreError> {
        let mut readers = Vec::new();
        for id in ids {
            readers.extend(self.player(id)?);
        }
        readers.sort_by(|one, other| (&one.name, &one.id).cmp(&(&other.name, &other.id)));
        Ok(readers)
    }

    /// What going back to the start of a phase would undo; `None` when it was neither played nor open at the end of the game, or
    /// was undone.
    pub fn rewind(&self, game: &GameId, number: u32) -> Result<Option<Rewind>, StoreError> {
        let links = self.links(game)?;
        let last_revision = links.last().map_or(1, |link| link.step.revision);
        let standing = standing_steps(links.iter().map(|link| (link.seq, link.restores)));
        let chain: Vec<Link> = links.into_iter().filter(|link| standing.binary_search(&link.seq).is_ok()).collect();
        let closes = |link: &Link| matches!(link.step.kind, StepKind::Phase | StepKind::End);
        let is_it = |link: &Link| closes(link) && link.step.phase == number;
        let Some(played) = chain.iter().position(is_it) else { return Ok(None) };
        let is_opening = |link: &Link| !is_within_phase(link);
        let Some(opening) = chain[..played].iter().rposition(is_opening) else { return Ok(None) };
        let (seq, revision) = (chain[opening].seq, chain[played].step.revision);
        let is_before = |link: &&Link| !is_within_phase(link) && link.step.phase + 1 == number;
        let before = chain[..played].iter().rev().find(|link| is_before(link) && link.step.kind != StepKind::Rollback);
        let revision_before = before.map_or(1, |link| link.step.revision);
        let (letters, kept) = (self.letters_since(game, number)?, self.kept_acts_of(game)?);
        let (state, version) = self.state_at(game, seq)?;
        let document = chain[..opening].iter().rev().find_map(|link| link.document.as_deref());
        let document = self.document_of(game, document)?;
        let undone: Vec<UndoneStep> = chain.into_iter().skip(opening + 1).map(|link| link.step).collect();
        let givers = undone.iter().filter_map(|step| step.act.as_ref()).map(|act| &act.player);
        let concerned =
            letters.iter().map(|letter| &letter.player).chain(givers).chain(kept.iter().map(|kept| &kept.player));
        Ok(Some(Rewind {
            phase: number,
            revision,
            plan: self.plan(game, number, revision)?,
            revision_before,
            seq,
            state,
            version,
            document,
            sheets: self.sheets_of(game, number, revision)?,
            last_revision,
            readers: self.readers(&concerned.collect())?,
            undone,
            kept,
            ahead: self.ahead_from(game, number)?,
            letters,
        }))
    }

    /// What was on file for a seat in the open phase, letter by letter: the newest first, a few of them.
    pub fn earlier_sheets(&self, game: &GameId, number: u32, seat: &SeatId) -> Result<Vec<EarlierSheet>, StoreError> {
        let rows: Vec<(i64, String)> =
            sql("SELECT sheet.arrived, sheet.lines FROM sheet JOIN phase ON phase.game = sheet.game AND phase.number = sheet.number
                 AND phase.revision = sheet.phase_revision AND phase.state = 'open'
             WHERE sheet.game = $1 AND sheet.number = $2 AND sheet.seat = $3 ORDER BY sheet.revision DESC LIMIT $4")
            .bind(game.as_str())
            .bind(number)
            .bind(seat.as_str())
            .bind(MOST_SHEETS)
            .all(&self.connection())
            .tried(WHAT, game)?;
        let read = |(arrived, lines): &(i64, String)| {
            Ok(EarlierSheet { arrived: *arrived, lines: serde_json::from_str(lines).tried(WHAT, game)? })
        };
        rows.iter().map(read).collect()
    }
}
