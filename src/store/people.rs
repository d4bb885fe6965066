//! People: who has an address, in which games they are, and what their address was misused for.

use chrono_tz::Tz;

use super::StoreError;
use super::changes::one_row;
use super::engine::{Connection, sql, survey};
use super::error::{Tried, unreadable};
use super::letters::read_verdict;
use super::reading::Reading;
use base::game::{Format, GameId, Parts, Player, PlayerId, Tone};
use desk::{LetterId, TrailNote};
use mail::Address;

/// The columns of a person `p`.
macro_rules! player_columns {
    () => {
        "p.id, p.name, p.zone, p.code_counter, p.format, p.pictures, p.has_dark_pictures, p.has_calendar, p.is_confirmed"
    };
}
pub(super) use player_columns;

/// The numbers of a table's letters that are somebody's, about games and about none. The index lists them game by game: the
/// walk goes from each game to the next and ends at NULL, which stands for none.
macro_rules! numbers_by_person {
    ($table:literal, $person:literal, $who:literal) => {
        concat!(
            "(WITH RECURSIVE walk (game) AS (
                SELECT min(game) FROM ",
            $table,
            " WHERE ",
            $person,
            " IS NOT NULL
                UNION ALL SELECT (SELECT min(game) FROM ",
            $table,
            " WHERE ",
            $person,
            " IS NOT NULL AND game > walk.game)
                FROM walk WHERE walk.game IS NOT NULL)
            SELECT l.id FROM walk CROSS JOIN ",
            $table,
            " AS l ON l.game IS walk.game AND l.",
            $person,
            " = ",
            $who,
            ")"
        )
    };
}
pub(super) use numbers_by_person;

/// The numbers of the letters that somebody wrote.
macro_rules! letters_of {
    ($writer:literal) => {
        $crate::people::numbers_by_person!("letter", "writer", $writer)
    };
}
pub(super) use letters_of;

/// The numbers of our letters to somebody.
macro_rules! letters_to {
    ($player:literal) => {
        $crate::people::numbers_by_person!("outbox", "player", $player)
    };
}
pub(super) use letters_to;

/// A person as they are stored, without the addresses.
pub(super) type PlayerRow = (String, String, Option<String>, u32, String, bool, bool, bool, bool);

/// A person, with the addresses in order.
pub(super) fn read_player(row: PlayerRow, on: &Connection) -> Result<Player, StoreError> {
    const WHAT: &str = "read a player";
    let (id, name, zone, code_counter, parts, has_pictures, is_dark, has_calendar, is_confirmed) = row;
    let zone = zone.map(|zone| zone.parse::<Tz>()).transpose().map_err(|why| unreadable(WHAT, &id, why))?;
    let parts = Parts::parse(&parts).ok_or_else(|| unreadable(WHAT, &id, "its letters have no such parts"))?;
    let addresses = sql(ADDRESSES).bind(&id).all(on).tried(WHAT, &id)?;
    let tone = if is_dark { Tone::Dark } else { Tone::Light };
    let (id, format) = (PlayerId::stored(&id), Format { parts, has_pictures, tone, has_calendar });
    Ok(Player { id, name, addresses, zone, code_counter, format, is_confirmed })
}

const ADDRESSES: &str = "SELECT address FROM address WHERE player = $1 ORDER BY place";
const PLAYER_AT: &str = concat!(
    "SELECT ",
    player_columns!(),
    " FROM address AS k JOIN player AS p ON p.id = k.player WHERE k.address = $1"
);
pub(super) const PLAYER: &str = concat!("SELECT ", player_columns!(), " FROM player AS p WHERE p.id = $1");
const PLAYERS: &str = concat!("SELECT ", player_columns!(), " FROM player AS p ORDER BY p.id");

impl Reading<'_> {
    /// The games a person plays in or masters.
    pub fn games_of(&self, player: &PlayerId) -> Result<Vec<GameId>, StoreError> {
        const WHAT: &str = "list a player's games";
        let select = "SELECT game FROM seat WHERE holder = $1
             UNION SELECT game FROM game_master WHERE player = $1 ORDER BY 1";
        let names = sql(select).bind(player.as_str()).all(&self.connection());
        read_games(WHAT, names.tried(WHAT, player)?)
    }

    /// Whoever is registered with an address (in canonical form).
    pub fn player_by_address(&self, address: &str) -> Result<Option<Player>, StoreError> {
        let on = self.connection();
        let row = sql(PLAYER_AT).bind(address).first(&on).tried("look up an address", "players")?;
        row.map(|row| read_player(row, &on)).transpose()
    }

    /// A person by key.
    pub fn player(&self, id: &PlayerId) -> Result<Option<Player>, StoreError> {
        let on = self.connection();
        let row = sql(PLAYER).bind(id.as_str()).first(&on).tried("look up a player", id)?;
        row.map(|row| read_player(row, &on)).transpose()
    }

    /// Everybody who is registered: whose code a code is only a look at all tells, for codes are kept nowhere.
    pub fn players(&self) -> Result<Vec<Player>, StoreError> {
        let on = self.connection();
        let rows: Vec<PlayerRow> = survey(PLAYERS).all(&on).tried("list players", "players")?;
        rows.into_iter().map(|row| read_player(row, &on)).collect()
    }

    /// The games in which nothing counts in a person's name.
    pub fn locks_of(&self, player: &PlayerId) -> Result<Vec<GameId>, StoreError> {
        const WHAT: &str = "list the locks on a player";
        let select = "SELECT game FROM player_lock WHERE player = $1 ORDER BY game";
        let names = sql(select).bind(player.as_str()).all(&self.connection());
        read_games(WHAT, names.tried(WHAT, player)?)
    }

    /// The last letters of a person about a game, newest first.
    pub fn trail(&self, game: &GameId, player: &PlayerId) -> Result<Vec<TrailNote>, StoreError> {
        const MOST: u32 = 20;
        let rows: Vec<(LetterId, i64, String)> = sql(TRAIL)
            .bind(player.as_str())
            .bind(game.as_str())
            .bind(MOST)
            .all(&self.connection())
            .tried("list a player's letters", player)?;
        let note = |(letter, arrived, verdict): (LetterId, i64, String)| {
            Ok(TrailNote { letter, arrived, verdict: read_verdict(&verdict, letter)? })
        };
        rows.into_iter().map(note).collect()
    }
}

/// Letters of a person about a game or about none.
const TRAIL: &str = "
SELECT id, arrived, coalesce(settled, verdict) FROM (
    SELECT id, arrived, settled, verdict FROM letter WHERE game = $2 AND writer = $1
    UNION ALL SELECT id, arrived, settled, verdict FROM letter WHERE game IS NULL AND writer = $1)
ORDER BY arrived DESC, id DESC LIMIT $3";

/// Names of games read back.
pub(super) fn read_games(what: &'static str, names: Vec<String>) -> Result<Vec<GameId>, StoreError> {
    let read = |name: String| GameId::parse(&name).ok_or_else(|| unreadable(what, &name, "it cannot name a game"));
    names.into_iter().map(read).collect()
}

/// Registers a new person.
pub(super) fn add(tx: &Connection, player: &Player) -> Result<(), StoreError> {
    const WHAT: &str = "register a player";
    sql("INSERT INTO player (id, name, zone, code_counter, format, pictures, has_dark_pictures, has_calendar, is_confirmed)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)")
    .bind(player.id.as_str())
    .bind(&player.name)
    .bind(player.zone.map(|zone| zone.name()))
    .bind(player.code_counter)
    .bind(player.format.parts.word())
    .bind(player.format.has_pictures)
    .bind(player.format.tone == Tone::Dark)
    .bind(player.format.has_calendar)
    .bind(player.is_confirmed)
    .execute(tx)
    .tried(WHAT, &player.id)?;
    for (place, address) in (0_i64..).zip(&player.addresses) {
        let insert = sql("INSERT INTO address (address, player, place) VALUES ($1, $2, $3)");
        let insert = insert.bind(address).bind(player.id.as_str()).bind(place);
        insert.execute(tx).tried(WHAT, &player.id)?;
    }
    Ok(())
}

/// An address is known to be right: what is kept for its reader may leave.
pub(super) fn confirm_address(tx: &Connection, player: &PlayerId) -> Result<(), StoreError> {
    let update = sql("UPDATE player SET is_confirmed = 1 WHERE id = $1").bind(player.as_str());
    update.execute(tx).tried("confirm an address", player)?;
    Ok(())
}

/// Notes a wrong code.
pub(super) fn count_wrong_code(tx: &Connection, player: &PlayerId, at: i64) -> Result<(), StoreError> {
    let insert = sql("INSERT INTO wrong_code (player, at) VALUES ($1, $2)").bind(player.as_str()).bind(at);
    insert.execute(tx).tried("note a wrong code", player)?;
    Ok(())
}

const BURN: &str = concat!(
    "UPDATE outbox SET is_burnt = 1 WHERE id IN ",
    letters_to!("$1"),
    " AND ($2 IS NULL OR game = $2) AND ($3 IS NULL OR recipient = $3)"
);
/// What waits for words that were mailed in such letters, or nobody knows in which.
const VOID: &str = concat!(
    "UPDATE question SET expires = 0 WHERE player = $1 AND spent IS NULL AND (mailed_in IS NULL OR mailed_in IN
         (SELECT purpose FROM outbox WHERE id IN ",
    letters_to!("$1"),
    " AND ($2 IS NULL OR game = $2) AND ($3 IS NULL OR recipient = $3)))"
);

/// Replies to these letters, and the words in them, prove nothing from now on.
pub(super) fn burn_letters_of(
    tx: &Connection,
    player: &PlayerId,
    game: Option<&GameId>,
    address: Option<&Address>,
) -> Result<(), StoreError> {
    for words in [BURN, VOID] {
        sql(words)
            .bind(player.as_str())
            .bind(game.map(GameId::as_str))
            .bind(address.map(Address::as_str))
            .execute(tx)
            .tried("burn a player's letters", player)?;
    }
    Ok(())
}

/// One more address, behind the others.
pub(super) fn add_address(tx: &Connection, player: &PlayerId, address: &Address) -> Result<(), StoreError> {
    let insert = "INSERT INTO address (address, player, place)
         SELECT $2, $1, coalesce(max(place), -1) + 1 FROM address WHERE player = $1";
    let insert = sql(insert).bind(player.as_str()).bind(address.as_str());
    insert.execute(tx).tried("add an address", player)?;
    Ok(())
}

/// One address less; the last one stays.
pub(super) fn remove_address(tx: &Connection, player: &PlayerId, address: &Address) -> Result<(), StoreError> {
    const WHAT: &str = "remove an address";
    let delete = "DELETE FROM address WHERE player = $1 AND address = $2
         AND (SELECT count(*) FROM address WHERE player = $1) > 1";
    let delete = sql(delete).bind(player.as_str()).bind(address.as_str());
    let done = delete.execute(tx).tried(WHAT, player)?;
    one_row(done, WHAT, || format!("one of several addresses of {player}"))
}

/// Nothing counts in a person's name in a game, or it does again.
pub(super) fn set_lock(
    tx: &Connection,
    game: &GameId,
    player: &PlayerId,
    is_locked: bool,
    at: i64,
) -> Result<(), StoreError> {
    const WHAT: &str = "lock or unlock a player";
    let delete = sql("DELETE FROM player_lock WHERE game = $1 AND player = $2");
    delete.bind(game.as_str()).bind(player.as_str()).execute(tx).tried(WHAT, player)?;
    if is_locked {
        let insert = sql("INSERT INTO player_lock (game, player, at) VALUES ($1, $2, $3)");
        let insert = insert.bind(game.as_str()).bind(player.as_str()).bind(at);
        insert.execute(tx).tried(WHAT, player)?;
    }
    Ok(())
}

/// A person is a game master of a game, or no longer.
pub(super) fn set_master(tx: &Connection, game: &GameId, player: &PlayerId, is_master: bool) -> Result<(), StoreError> {
    if !is_master {
        let leaves = "INSERT INTO past_master (game, player) SELECT m.game, m.player
             FROM game_master AS m JOIN game AS g ON g.id = m.game
             WHERE m.game = $1 AND m.player = $2 AND g.status <> 'setup' ON CONFLICT DO NOTHING";
        let leaves = sql(leaves).bind(game.as_str()).bind(player.as_str());
        leaves.execute(tx).tried("remember a game master", player)?;
    }
    let words = match is_master {
        true => "INSERT INTO game_master (game, player) VALUES ($1, $2) ON CONFLICT DO NOTHING",
        false => "DELETE FROM game_master WHERE game = $1 AND player = $2",
    };
    let done = sql(words).bind(game.as_str()).bind(player.as_str()).execute(tx);
    done.tried("make or unmake a game master", player)?;
    Ok(())
}

/// The zone in which a person's times are printed.
pub(super) fn set_zone(tx: &Connection, player: &PlayerId, zone: Option<Tz>) -> Result<(), StoreError> {
    let update = sql("UPDATE player SET zone = $2 WHERE id = $1").bind(player.as_str());
    update.bind(zone.map(|zone| zone.name())).execute(tx).tried("set a player's zone", player)?;
    Ok(())
}

/// Which parts a person's letters have, and what comes along.
pub(super) fn set_format(tx: &Connection, player: &PlayerId, format: Format) -> Result<(), StoreError> {
    let update =
        sql("UPDATE player SET format = $2, pictures = $3, has_dark_pictures = $4, has_calendar = $5 WHERE id = $1")
            .bind(player.as_str());
    let update = update.bind(format.parts.word()).bind(format.has_pictures);
    let update = update.bind(format.tone == Tone::Dark).bind(format.has_calendar);
    update.execute(tx).tried("set the format of a player's letters", player)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Store;

    fn store() -> (tempfile::TempDir, Store) {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("adjutant.db")).unwrap();
        let rows = "INSERT INTO raw (sha256, bytes) VALUES ('r', x'00');
            INSERT INTO player (id, name, code_counter) VALUES ('ann', 'Ann', 1), ('bob', 'Bob', 1);
            INSERT INTO letter (id, mailbox, validity, uid, arrived, size, is_truncated, raw, writer, game) VALUES
                (1, 'inbox', 1, '1', 10, 1, 0, 'r', 'ann', 'b1'), (2, 'inbox', 1, '2', 20, 1, 0, 'r', 'bob', 'b1'),
                (3, 'inbox', 1, '3', 30, 1, 0, 'r', 'ann', NULL), (4, 'inbox', 1, '4', 40, 1, 0, 'r', NULL, 'a1'),
                (5, 'inbox', 1, '5', 50, 1, 0, 'r', 'ann', 'a1'), (6, 'inbox', 1, '6', 60, 1, 0, 'r', 'ann', 'c1');
            INSERT INTO outbox (id, purpose, message_id, player, game, phase, recipient, is_held) VALUES
                (1, 'p1', '<1@x>', 'ann', 'b1', 1, 'ann@x', 0), (2, 'p2', '<2@x>', 'ann', NULL, 0, 'ann@y', 0),
                (3, 'p3', '<3@x>', 'bob', 'a1', 1, 'bob@x', 0), (4, 'p4', '<4@x>', 'ann', 'a1', 1, 'ann@x', 0);";
        store.writer("test").unwrap().run(rows).unwrap();
        // Whoever wrote a letter is known with its decision.
        store
            .writer("test")
            .unwrap()
            .run("UPDATE letter SET verdict = '{\"verdict\":\"answered\"}' WHERE writer IS NOT NULL")
            .unwrap();
        (folder, store)
    }

    fn ids(store: &Store, select: &'static str) -> Vec<i64> {
        survey(select).bind("ann").all(&store.reader()).unwrap()
    }

    #[test]
    fn letters_of_a_person_are_found_in_every_game_and_in_none() {
        let (_folder, store) = store();
        const OF: &str = concat!("SELECT id FROM ", letters_of!("$1"), " ORDER BY id");
        const TO: &str = concat!("SELECT id FROM ", letters_to!("$1"), " ORDER BY id");
        assert_eq!(ids(&store, OF), [1, 3, 5, 6]);
        assert_eq!(ids(&store, TO), [1, 2, 4]);
        let trail = store.read().trail(&GameId::parse("a1").unwrap(), &PlayerId::stored("ann")).unwrap();
        assert_eq!(trail.iter().map(|note| note.letter).collect::<Vec<_>>(), [5, 3]);
    }

    #[test]
    fn letters_to_a_person_are_burnt_by_game_and_by_address() {
        let (ann, game) = (PlayerId::stored("ann"), GameId::parse("b1").unwrap());
        let address = Address::parse("ann@x").unwrap();
        for (game, address, burnt) in [(Some(&game), None, vec![1]), (None, Some(&address), vec![1, 4])] {
            let (_folder, store) = store();
            let tx = store.begin("test").unwrap();
            burn_letters_of(&tx, &ann, game, address).unwrap();
            tx.commit().unwrap();
            assert_eq!(ids(&store, "SELECT id FROM outbox WHERE is_burnt = 1 AND $1 = 'ann' ORDER BY id"), burnt);
        }
    }

    #[test]
    fn asking_for_the_letters_of_a_person_walks_through_no_table() {
        let (_folder, store) = store();
        const OF: &str = concat!("EXPLAIN QUERY PLAN SELECT id FROM ", letters_of!("$1"));
        const TO: &str = concat!("EXPLAIN QUERY PLAN SELECT id FROM ", letters_to!("$1"));
        let trail = format!("EXPLAIN QUERY PLAN {TRAIL}");
        let burn = format!("EXPLAIN QUERY PLAN {BURN}");
        let void = format!("EXPLAIN QUERY PLAN {VOID}");
        for explain in [(OF.to_owned()), (TO.to_owned()), trail, burn, void] {
            let steps: Vec<(i64, i64, i64, String)> = sql(explain).bind("ann").all(&store.reader()).unwrap();
            for (.., step) in &steps {
                let is_own = step == "SCAN walk" || step.contains("(subquery") || step == "SCAN CONSTANT ROW";
                assert!(is_own || !step.starts_with("SCAN"), "{step}\n{steps:#?}");
            }
        }
    }
}
