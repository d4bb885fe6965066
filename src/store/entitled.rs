//! Whether letters may still leave: their readers must still be what they were when these were written.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use super::engine::{Connection, sql};
use super::error::{Tried, unreadable};
use super::games::{read_locked, read_roster};
use super::reading::Reading;
use super::{Store, StoreError};
use base::game::{GameId, PlayerId, Role, Roster};
use base::planted::is_planted;
use desk::{Unsent, UnsentLetter};

const WHAT: &str = "look whether letters may still leave";

impl Store {
    /// The letters, of these, whose reader lost the role in which he would read them.
    pub fn lost_roles(&self, letters: &[i64]) -> Result<BTreeSet<i64>, StoreError> {
        let (mut rosters, mut lost) = (BTreeMap::new(), BTreeSet::new());
        self.read().at_one_instant(WHAT, |on| {
            for id in letters {
                if has_lost_role(on, *id, &mut rosters)? {
                    lost.insert(*id);
                }
            }
            Ok(lost)
        })
    }
}

impl Reading<'_> {
    /// The letters of a game that have not left yet and are for this.
    pub fn unsent(&self, game: &GameId, what: Unsent) -> Result<Vec<UnsentLetter>, StoreError> {
        const WHAT: &str = "list the letters that have not left";
        type Row = (String, String, bool, bool);
        let select = "SELECT player, role, is_held,
                 EXISTS (SELECT 1 FROM address WHERE address = outbox.recipient AND player = outbox.player)
             FROM outbox
             WHERE game = $1 AND state = 'pending' AND undone IS NULL AND purpose GLOB $2
                 AND purpose NOT GLOB 'report again *' AND purpose NOT GLOB 'report lapsed *'";
        let purpose = match what {
            Unsent::Reports => "report *",
            Unsent::Welcomes => "welcome *",
        };
        let rows: Vec<Row> = sql(select).bind(game.as_str()).bind(purpose).all(&self.connection()).tried(WHAT, game)?;
        let report = |(player, role, is_held, is_to_reader): Row| {
            let role = serde_json::from_str(&role).tried(WHAT, game)?;
            Ok(UnsentLetter { player: PlayerId::stored(&player), role, is_held, is_to_reader })
        };
        rows.into_iter().map(report).collect()
    }
}

fn has_lost_role(on: &Connection, id: i64, rosters: &mut BTreeMap<GameId, Roster>) -> Result<bool, StoreError> {
    type Row = (String, Option<String>, String);
    let select = "SELECT player, game, role FROM outbox WHERE id = $1";
    let row: Option<Row> = sql(select).bind(id).first(on).tried(WHAT, id)?;
    let Some((player, game, role)) = row else { return Ok(false) };
    let role: Role = serde_json::from_str(&role).tried(WHAT, id)?;
    let Some(game) = game.filter(|_| role != Role::Person) else { return Ok(false) };
    let game = GameId::parse(&game).ok_or_else(|| unreadable(WHAT, id, "its game has no good name"))?;
    let roster = match rosters.entry(game) {
        Entry::Occupied(known) => known.into_mut(),
        Entry::Vacant(place) => {
            let (roster, locked) = (read_roster(on, Vec::new(), place.key())?, read_locked(on, place.key())?);
            place.insert(roster.with(locked, false))
        }
    };
    Ok(!roster.still_has(&PlayerId::stored(&player), &role) && !is_planted("lost-seat-still-mailed"))
}
