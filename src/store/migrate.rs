//! The schema's versions, each a script that is carried out once, in one transaction with its number.

use super::StoreError;
use super::engine::{Connection, Transaction, survey};
use super::error::Tried;

/// Marks a SQLite file as ours ("ADJT").
pub(super) const APPLICATION_ID: i32 = 0x4144_4a54;

/// All scripts in order; the schema's version is how many were carried out.
pub(super) const SCRIPTS: &[&str] = &[
    include_str!("migrations/0001_house.sql"),
    include_str!("migrations/0002_question.sql"),
    include_str!("migrations/0003_limits.sql"),
    include_str!("migrations/0004_ops.sql"),
    include_str!("migrations/0005_people.sql"),
    include_str!("migrations/0006_revisions.sql"),
    include_str!("migrations/0007_time.sql"),
    include_str!("migrations/0008_trust.sql"),
    include_str!("migrations/0009_pictures.sql"),
    include_str!("migrations/0010_layout.sql"),
    include_str!("migrations/0011_sent.sql"),
    include_str!("migrations/0012_pause.sql"),
    include_str!("migrations/0013_consent.sql"),
    include_str!("migrations/0014_seeds.sql"),
    include_str!("migrations/0015_versions.sql"),
    include_str!("migrations/0016_proofs.sql"),
    include_str!("migrations/0017_confirmed.sql"),
    include_str!("migrations/0018_quota.sql"),
    include_str!("migrations/0019_asleep.sql"),
    include_str!("migrations/0020_chains.sql"),
    include_str!("migrations/0021_proposals.sql"),
    include_str!("migrations/0022_calendar.sql"),
    include_str!("migrations/0023_next_timetable.sql"),
    include_str!("migrations/0024_acts.sql"),
    include_str!("migrations/0025_tellings.sql"),
    include_str!("migrations/0026_kept_acts.sql"),
    include_str!("migrations/0027_options.sql"),
];

/// The version of a database whose scripts were all carried out.
pub(super) fn latest() -> i64 {
    SCRIPTS.len() as i64
}

/// The schema's version of an open database.
pub(super) fn version(connection: &Connection) -> Result<i64, StoreError> {
    survey("PRAGMA user_version").one(connection).tried("read", "the schema's version")
}

/// The words of every table, index and trigger of an open database.
pub(super) fn schema(connection: &Connection) -> Result<Vec<String>, StoreError> {
    let select = "SELECT type || ' ' || name || ' ' || tbl_name || ': ' || coalesce(sql, '') FROM sqlite_schema
         WHERE name NOT LIKE 'sqlite_stat%' ORDER BY 1";
    survey(select).all(connection).tried("read", "the schema")
}

/// The words of the schema that a version has when nothing is wrong with it.
pub(super) fn schema_of(version: i64) -> Result<Vec<String>, StoreError> {
    let scripts = SCRIPTS.get(..usize::try_from(version).unwrap_or(0)).unwrap_or(SCRIPTS);
    let connection = Connection::in_memory().tried("lay out", "a schema")?;
    upgrade(&connection, scripts)?;
    schema(&connection)
}

/// Carries out the scripts that are missing. Each is all or nothing, so a crash in between is mended by the next start.
pub(super) fn upgrade(connection: &Connection, scripts: &'static [&'static str]) -> Result<(), StoreError> {
    let done = usize::try_from(version(connection)?).unwrap_or(usize::MAX);
    for (index, script) in scripts.iter().enumerate().skip(done) {
        let on = format!("schema {}", index + 1);
        let tx = Transaction::begin(connection).tried("upgrade the database", &on)?;
        tx.run(script).tried("upgrade the database", &on)?;
        let marks = format!("PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {};", index + 1);
        tx.run(&marks).tried("upgrade the database", &on)?;
        tx.commit().tried("upgrade the database", &on)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_upgrade_leaves_the_version_before_it() {
        let connection = Connection::in_memory().unwrap();
        let scripts: &[&str] = &["CREATE TABLE a (x INTEGER) STRICT;", "CREATE TABLE b (x INTEGER) STRICT; NONSENSE;"];
        assert!(upgrade(&connection, scripts).is_err());
        assert_eq!(version(&connection).unwrap(), 1);
        let tables: Vec<String> = survey("SELECT name FROM sqlite_schema").all(&connection).unwrap();
        assert_eq!(tables, ["a"]);
    }

    #[test]
    fn sheets_and_reminders_of_games_without_a_rollback_are_of_the_first_revision() {
        let connection = Connection::in_memory().unwrap();
        let before = SCRIPTS.iter().position(|script| script.contains("sheet_by_revision")).unwrap();
        upgrade(&connection, &SCRIPTS[..before]).unwrap();
        let rows = "INSERT INTO document VALUES ('d', '{}');
            INSERT INTO game (id, book, document, timetable, status) VALUES ('cw1', 'b', 'd', '{}', 'running');
            INSERT INTO seat (game, seat, place, spec) VALUES ('cw1', 'north', 0, '{}');
            INSERT INTO sheet VALUES ('cw1', 3, 'north', 1, 100, '[]'), ('cw1', 3, 'north', 2, 200, '[1]');
            INSERT INTO reminder VALUES ('cw1', 3, 'north', 180);";
        connection.run(rows).unwrap();
        upgrade(&connection, SCRIPTS).unwrap();
        let sheets: Vec<(u32, u32, u32, i64, String)> =
            survey("SELECT number, phase_revision, revision, arrived, lines FROM sheet ORDER BY revision")
                .all(&connection)
                .unwrap();
        assert_eq!(sheets, [(3, 1, 1, 100, "[]".to_owned()), (3, 1, 2, 200, "[1]".to_owned())]);
        let reminders: Vec<(u32, u32, u32)> =
            survey("SELECT number, revision, minutes FROM reminder").all(&connection).unwrap();
        assert_eq!(reminders, [(3, 1, 180)]);
        for change in ["UPDATE sheet SET arrived = 0", "DELETE FROM sheet"] {
            assert!(connection.run(change).is_err(), "{change}");
        }
    }

    #[test]
    fn letters_out_orders_and_tallies_outlive_the_layout_they_had() {
        let connection = Connection::in_memory().unwrap();
        connection.run("PRAGMA foreign_keys = ON").unwrap();
        let before = SCRIPTS.iter().position(|script| script.contains("CREATE TABLE frozen")).unwrap();
        upgrade(&connection, &SCRIPTS[..before]).unwrap();
        let rows = "INSERT INTO document VALUES ('d', '{}');
            INSERT INTO game (id, book, document, timetable, status) VALUES ('cw1', 'b', 'd', '{}', 'running');
            INSERT INTO seat (game, seat, place, spec) VALUES ('cw1', 'north', 0, '{}');
            INSERT INTO player (id, name, code_counter) VALUES ('ann', 'Ann', 1), ('bob', 'Bob', 1);
            INSERT INTO tally VALUES ('bob', '{}', 7), ('ann', '{\"a\":1}', NULL);
            INSERT INTO sheet VALUES ('cw1', 3, 1, 'north', 2, 200, '[1]', 'y'), ('cw1', 3, 1, 'north', 1, 100, '[]', 'x');
            INSERT INTO outbox (id, purpose, message_id, player, phase, recipient, bytes, is_held, state, seal) VALUES
                (4, 'report', '<4@x>', 'ann', 3, 'ann@x', x'0102', 0, 'sent', 's4'),
                (9, 'notice', '<9@x>', 'bob', 3, 'bob@x', x'03', 1, 'pending', 's9');
            INSERT INTO review VALUES (9);";
        connection.run(rows).unwrap();
        upgrade(&connection, SCRIPTS).unwrap();
        let out = "SELECT o.id || o.purpose || o.state || o.is_held || o.seal || hex(f.bytes)
             FROM outbox AS o JOIN frozen AS f ON f.letter = o.id ORDER BY o.id";
        assert_eq!(texts(&connection, out), ["4reportsent0s40102", "9noticepending1s903"]);
        let sheets = "SELECT revision || lines || seal FROM sheet ORDER BY id";
        assert_eq!(texts(&connection, sheets), ["1[]x", "2[1]y"]);
        let tallies = "SELECT player || body || coalesce(due, 'never') FROM tally ORDER BY player";
        assert_eq!(texts(&connection, tallies), ["ann{\"a\":1}never", "bob{}7"]);
        assert_eq!(texts(&connection, "SELECT 'row' FROM pragma_foreign_key_check"), [""; 0]);
        for change in ["UPDATE frozen SET bytes = x''", "UPDATE outbox SET recipient = 'eve@x'", "DELETE FROM sheet"] {
            assert!(connection.run(change).is_err(), "{change}");
        }
    }

    fn texts(connection: &Connection, select: &'static str) -> Vec<String> {
        survey(select).all(connection).unwrap()
    }

    #[test]
    fn an_upgrade_carries_out_only_what_is_missing() {
        let connection = Connection::in_memory().unwrap();
        upgrade(&connection, &["CREATE TABLE a (x INTEGER) STRICT;"]).unwrap();
        let both: &[&str] = &["CREATE TABLE a (x INTEGER) STRICT;", "CREATE TABLE b (x INTEGER) STRICT;"];
        upgrade(&connection, both).unwrap();
        assert_eq!(version(&connection).unwrap(), 2);
    }
}
