//! What `doctor` finds out about the database and the work that it tells of.

use super::{Finding, MOST_SKEW};
use crate::cli::config::Config;
use daemon::wall_clock;
use store::{AtRest, Store, StoreError};

/// An unread mailbox is suspect after so many polls.
const POLLS: i64 = 2;

/// Looks at the database, whether or not a judge works on it; at one that the judge could not write, no further. One that
/// nobody works on is looked at without a file beside it; should somebody begin meanwhile, the look is taken again as beside a
/// judge at work.
pub(super) fn look_at_database(config: &Config) -> Vec<Finding> {
    if let Err(error) = Store::may_be_written(&config.database) {
        return vec![Finding::wrong("database", error.to_string(), error.remedy())];
    }
    if let Some(rest) = AtRest::find(&config.database) {
        let findings = look_into(Store::read_at_rest(&config.database), config);
        if rest.lasts() {
            return findings;
        }
    }
    look_into(Store::read_only(&config.database), config)
}

fn look_into(opened: Result<Store, StoreError>, config: &Config) -> Vec<Finding> {
    let store = match opened {
        Ok(store) => store,
        Err(StoreError::NoDatabase { .. }) => {
            return vec![Finding::fine("database", "there is none yet; the first `adjutant run` makes it")];
        }
        Err(error) => return vec![Finding::wrong("database", error.to_string(), error.remedy())],
    };
    let mut findings = Vec::new();
    if let Ok(key) = config.key()
        && let Err(error) = store.check_key(&key.fingerprint())
    {
        findings.push(Finding::wrong("database", error.to_string(), "put the right key file back"));
    }
    findings.push(match store.verify_journal() {
        Ok(rows) => Finding::fine("database", format!("whole; the journal's chain of {rows} rows holds")),
        Err(error) => Finding::wrong("database", error.to_string(), "keep this file, and ask who had access to it"),
    });
    findings.push(look_at_rows(&store));
    findings.extend(look_at_work(&store, config));
    store.close();
    findings
}

/// Whether letters, orders and states are what was written.
fn look_at_rows(store: &Store) -> Finding {
    const MOST_NAMED: usize = 3;
    let remedy = "keep this file; `adjutant restore BACKUP --after-restore` puts a backup in its place";
    match store.verify_rows() {
        Ok(found) if found.damaged.is_empty() => {
            Finding::fine("database", format!("{} letters, sheets and states are what was written", found.rows))
        }
        Ok(found) => {
            let named: Vec<&str> = found.damaged.iter().take(MOST_NAMED).map(String::as_str).collect();
            let more = found.damaged.len().saturating_sub(MOST_NAMED);
            let more = if more == 0 { String::new() } else { format!(" and {more} more") };
            Finding::wrong("database", format!("not what was written: {}{more}", named.join(", ")), remedy)
        }
        Err(error) => Finding::wrong("database", error.to_string(), remedy),
    }
}

/// What the database tells of the judge at work.
fn look_at_work(store: &Store, config: &Config) -> Vec<Finding> {
    let mut findings = Vec::new();
    if let Ok(tally) = store.tally_up() {
        let words = format!(
            "{} games run, {} letters undecided, {} to send, {} held, {} failed for good",
            tally.running_games, tally.undecided, tally.to_send, tally.held, tally.given_up
        );
        findings.push(Finding::fine("work", words));
        findings.extend(look_at_halted(tally.halted_games));
        findings.extend(look_at_refused(tally.given_up));
    }
    if let Ok(Some(kept)) = config.way_out().quota.kept(store, wall_clock()) {
        findings.push(Finding::fine("work", kept.words()));
    }
    if matches!(store.restored_at(), Ok(Some(_))) {
        let remedy = "`adjutant run` looks through the mailbox and catches up";
        findings.push(Finding::wrong("work", "the database was restored and has not caught up yet", remedy));
    }
    let polled = store.last_poll("inbox").ok().flatten();
    let most = (POLLS * i64::try_from(config.poll_seconds()).unwrap_or(i64::MAX / POLLS)).max(MOST_SKEW);
    if let Some(ago) = polled.map(|polled| wall_clock() - polled).filter(|ago| *ago > most) {
        let words = format!("the mailbox was last read {} minutes ago", ago / 60);
        let remedy = "start the judge with `adjutant run`; if it runs, its log says what keeps it from the mailbox";
        findings.push(Finding::wrong("work", words, remedy));
    }
    findings
}

/// Games that wait for somebody to act: nothing moves in them by itself.
fn look_at_halted(count: i64) -> Option<Finding> {
    const REMEDY: &str = "the letter [game] game halted to their game masters and the log say why; when that is put right, \
                          their game master mails PROCESS or ROLLBACK";
    let words = if count == 1 { "1 game is halted".to_owned() } else { format!("{count} games are halted") };
    (count > 0).then(|| Finding::wrong("work", format!("{words}, for a phase could not be played"), REMEDY))
}

/// Letters that did not leave and are not tried any more: somebody waits for them.
fn look_at_refused(count: i64) -> Option<Finding> {
    const REMEDY: &str = "`adjutant release --failed --list` shows them and what the mail server said; when that is put right, \
                          `adjutant release --failed` sends them once more, and `--drop NUMBER` ends it for one";
    (count > 0)
        .then(|| Finding::wrong("work", format!("{count} letters were refused and are not tried any more"), REMEDY))
}
