//! Letters that have been kept long enough are emptied, those that came and those that left; the ledger, with their hashes,
//! stays.

use super::engine::{sql, survey};
use super::error::Tried;
use super::{Store, StoreError};

/// So many in one transaction: the writing connection is not held up.
const BATCH: usize = 200;

/// Hashes whose every letter may go: of games that ended before $1, or about no game or by a program and arrived before $2.
const REMOVABLE: &str = "
WITH ended (id) AS (SELECT g.id FROM game AS g WHERE g.status = 'over'
    AND (SELECT max(deadline) FROM phase WHERE game = g.id) < $1)
SELECT l.raw FROM letter AS l JOIN raw AS r ON r.sha256 = l.raw AND length(r.bytes) > 0 GROUP BY l.raw
HAVING min(l.verdict IS NOT NULL AND (coalesce(l.game IN (SELECT id FROM ended), 0)
    OR ((l.game IS NULL OR l.fate = 'silent') AND l.arrived < $2))) = 1";

/// Letters of ours that left and were written before $1: after the last entry that the journal had then. Those of the open
/// phase stay: what answers them is held against their bytes.
const LEFT: &str = "
SELECT o.id FROM outbox AS o JOIN frozen AS f ON f.letter = o.id AND length(f.bytes) > 0
JOIN journal AS j ON j.seq = o.journal
WHERE o.state = 'sent' AND j.at < $1
    AND NOT EXISTS (SELECT 1 FROM phase AS p WHERE p.game = o.game AND p.state = 'open' AND p.number = o.phase)
ORDER BY o.id";

impl Store {
    /// Empties the raw letters of games that were over before `games`, and of no game that arrived before `others` (epoch
    /// seconds). Says how many.
    pub fn empty_raw(&self, games: i64, others: i64) -> Result<u64, StoreError> {
        const WHAT: &str = "empty old letters";
        let select = survey(REMOVABLE).bind(games).bind(others);
        let hashes: Vec<String> = select.all(&self.reader()).tried(WHAT, "raw")?;
        let mut emptied = 0;
        for some in hashes.chunks(BATCH) {
            let tx = self.begin(WHAT)?;
            for hash in some {
                let update = sql("UPDATE raw SET bytes = x'' WHERE sha256 = $1").bind(hash);
                emptied += update.execute(&tx).tried(WHAT, "raw")?;
            }
            tx.commit().tried(WHAT, "raw")?;
        }
        Ok(emptied)
    }

    /// Empties the letters of ours that left and were written before this time (epoch seconds), as far as the journal tells
    /// when that was. Says how many.
    pub fn empty_sent(&self, before: i64) -> Result<u64, StoreError> {
        const WHAT: &str = "empty letters that left";
        let select = survey(LEFT).bind(before);
        let ids: Vec<i64> = select.all(&self.reader()).tried(WHAT, "outbox")?;
        let mut emptied = 0;
        for some in ids.chunks(BATCH) {
            let tx = self.begin(WHAT)?;
            for id in some {
                let update = sql("UPDATE frozen SET bytes = x'' WHERE letter = $1").bind(id);
                emptied += update.execute(&tx).tried(WHAT, "frozen")?;
            }
            tx.commit().tried(WHAT, "frozen")?;
        }
        Ok(emptied)
    }
}
