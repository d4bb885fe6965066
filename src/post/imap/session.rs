//! One logged-in IMAP session: what is asked of the server, and what of its answers is believed.

use std::io;
use std::time::Duration;

use imap::Session;
use imap::error::Error;
use imap::types::Flag;

use super::guard::{Allowance, Guarded, Patience};
use super::heard::Heard;
use super::namespace::Namespaces;

/// UIDs named in one command: command lines have limits on some servers.
const UIDS_PER_COMMAND: usize = 500;
/// Bytes of letters asked for in one command.
const BODIES_PER_COMMAND: u64 = 4 << 20;
/// What an answer may hold besides letters.
pub(super) const ANSWER: u64 = 16 << 20;

/// Put into a folder and taken away again, to see which time it gets.
const CLOCK_NOTE: &[u8] = b"Subject: adjutant asks for the time\r\n\r\nThis note may be deleted.\r\n";
const FIND_NOTES: &str = "DELETED SUBJECT \"adjutant asks for the time\"";

/// One logged-in session and what its server can do.
pub(super) struct Open {
    pub(super) session: Session<Guarded>,
    pub(super) allowance: Allowance,
    pub(super) heard: Heard,
    pub(super) idle: bool,
    pub(super) moves: bool,
    pub(super) uidplus: bool,
    pub(super) namespaces: Namespaces,
}

/// What is asked about a letter before its bytes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Listed {
    pub(super) uid: u32,
    pub(super) arrived: i64,
    pub(super) size: u64,
}

impl Open {
    /// Learns where our folders are. A server that refuses to say keeps them where it is told.
    pub(super) fn ask_for_namespaces(&mut self, patience: &Patience) -> Result<(), Error> {
        self.allowance.grant(patience, ANSWER);
        match self.session.run_command_and_check_ok("NAMESPACE") {
            Ok(()) | Err(Error::No(_) | Error::Bad(_)) => {}
            Err(error) => return Err(error),
        }
        self.namespaces = self.heard.namespaces().unwrap_or_default();
        Ok(())
    }

    /// Opens the folder and returns its UIDVALIDITY. Done before every listing, so that a mailbox that was rebuilt
    /// behind our back is noticed.
    pub(super) fn select(&mut self, patience: &Patience, folder: &str) -> Result<u32, Error> {
        self.allowance.grant(patience, ANSWER);
        let mailbox = self.session.select(self.namespaces.place(folder))?;
        mailbox.uid_validity.ok_or_else(|| Error::Io(io::Error::other("the server gives no UIDVALIDITY")))
    }

    /// UIDVALIDITY and every UID.
    pub(super) fn list(&mut self, patience: &Patience, folder: &str) -> Result<(u32, Vec<u32>), Error> {
        let validity = self.select(patience, folder)?;
        self.allowance.grant(patience, ANSWER);
        let mut uids: Vec<u32> = self.session.uid_search("ALL")?.into_iter().collect();
        uids.sort_unstable();
        Ok((validity, uids))
    }

    /// Size and arrival of those letters that are still there.
    pub(super) fn fetch_sizes(&mut self, patience: &Patience, uids: &[u32]) -> Result<Vec<Listed>, Error> {
        let mut listed = Vec::new();
        for some in uids.chunks(UIDS_PER_COMMAND) {
            self.allowance.grant(patience, ANSWER);
            let query = "(UID RFC822.SIZE INTERNALDATE)";
            let answers = self.session.uid_fetch(uid_set(some), query)?;
            for answer in answers.iter() {
                let (Some(uid), Some(size)) = (answer.uid, answer.size) else {
                    continue; // news about flags
                };
                let Some(date) = answer.internal_date() else {
                    let why = format!("the letter with UID {uid} has no readable INTERNALDATE");
                    return Err(Error::Io(io::Error::other(why)));
                };
                listed.push(Listed { uid, arrived: date.timestamp(), size: u64::from(size) });
            }
        }
        // Servers may answer twice, or about letters that nobody asked for.
        listed.retain(|letter| uids.binary_search(&letter.uid).is_ok());
        listed.sort_by_key(|letter| letter.uid);
        listed.dedup_by_key(|letter| letter.uid);
        Ok(listed)
    }

    /// The bytes of a batch, in its order. A letter above the limit is alone in its batch and comes only so far.
    pub(super) fn fetch_bodies(
        &mut self,
        patience: &Patience,
        batch: &[Listed],
        limit: u64,
    ) -> Result<Vec<(Listed, Vec<u8>)>, Error> {
        let query = if batch.iter().any(|letter| letter.size > limit) {
            format!("(UID BODY.PEEK[]<0.{limit}>)")
        } else {
            "(UID BODY.PEEK[])".to_owned()
        };
        let mut uids: Vec<u32> = batch.iter().map(|letter| letter.uid).collect();
        uids.sort_unstable();
        self.allowance.grant(patience, ANSWER + BODIES_PER_COMMAND + limit);
        let answers = self.session.uid_fetch(uid_set(&uids), query)?;
        let mut letters = Vec::new();
        for &letter in batch {
            let body = answers.iter().filter(|answer| answer.uid == Some(letter.uid)).find_map(|answer| answer.body());
            letters.extend(body.map(|bytes| (letter, bytes.to_vec())));
        }
        Ok(letters)
    }

    /// Marks letters as seen and moves them, unless `target` is empty. A server that can neither move letters nor remove
    /// them one by one keeps them where they are: a copy of each would be all that came of it.
    pub(super) fn file_away(&mut self, patience: &Patience, uids: &[u32], target: &str) -> Result<(), Error> {
        let target = self.namespaces.place(target).into_owned();
        for some in uids.chunks(UIDS_PER_COMMAND) {
            let some = uid_set(some);
            self.allowance.grant(patience, ANSWER);
            self.session.uid_store(&some, "+FLAGS.SILENT (\\Seen)")?;
            if !target.is_empty() && (self.moves || self.uidplus) {
                self.move_or_create(patience, &some, &target)?;
            }
        }
        Ok(())
    }

    fn move_or_create(&mut self, patience: &Patience, uids: &str, target: &str) -> Result<(), Error> {
        match self.move_letters(patience, uids, target) {
            Err(Error::No(_)) => {}
            other => return other,
        }
        // Most likely the folder is missing; if it is not, the second refusal says why.
        self.make_folder(patience, target)?;
        self.move_letters(patience, uids, target)
    }

    /// Makes a folder and subscribes to it, for mail programs that show no other.
    fn make_folder(&mut self, patience: &Patience, folder: &str) -> Result<(), Error> {
        self.allowance.grant(patience, ANSWER);
        match self.session.create(folder) {
            Ok(()) => {}
            Err(Error::No(_) | Error::Bad(_)) => return Ok(()),
            Err(error) => return Err(error),
        }
        self.allowance.grant(patience, ANSWER);
        match self.session.subscribe(folder) {
            Ok(()) | Err(Error::No(_) | Error::Bad(_)) => Ok(()),
            Err(error) => Err(error),
        }
    }

    fn move_letters(&mut self, patience: &Patience, uids: &str, target: &str) -> Result<(), Error> {
        self.allowance.grant(patience, ANSWER);
        if self.moves {
            return self.session.uid_mv(uids, target);
        }
        // The crate's own COPY does not quote the folder.
        let quoted = target.replace('\\', r"\\").replace('"', r#"\""#);
        let copy = format!("UID COPY {uids} \"{quoted}\"");
        self.session.run_command_and_check_ok(copy)?;
        self.allowance.grant(patience, ANSWER);
        self.session.uid_store(uids, "+FLAGS.SILENT (\\Deleted)")?;
        // A plain EXPUNGE would also remove what a person marked.
        self.allowance.grant(patience, ANSWER);
        self.session.uid_expunge(uids)?;
        Ok(())
    }

    /// IMAP has no word for the server's time. A note put into a folder bears it as its arrival; it is taken away again
    /// at once, which only UIDPLUS can do without taking away more.
    pub(super) fn server_time(&mut self, patience: &Patience, folder: &str) -> Result<Option<i64>, Error> {
        let is_plain = folder.chars().all(|c| c.is_ascii_graphic() && !matches!(c, '"' | '\\' | '&' | '%' | '*'));
        if !self.uidplus || folder.is_empty() || !is_plain {
            return Ok(None);
        }
        let folder = &self.namespaces.place(folder).into_owned();
        if !self.put_note(patience, folder)? {
            return Ok(None);
        }
        self.select(patience, folder)?;
        self.allowance.grant(patience, ANSWER);
        // Notes that a broken connection left behind go with it.
        let mut uids: Vec<u32> = self.session.uid_search(FIND_NOTES)?.into_iter().collect();
        uids.sort_unstable();
        let Some(newest) = uids.last() else { return Ok(None) };
        let listed = self.fetch_sizes(patience, &[*newest])?;
        self.allowance.grant(patience, ANSWER);
        self.session.uid_expunge(uid_set(&uids))?;
        Ok(listed.first().map(|note| note.arrived))
    }

    /// Whether the server took the note.
    fn put_note(&mut self, patience: &Patience, folder: &str) -> Result<bool, Error> {
        for is_first in [true, false] {
            self.allowance.grant(patience, ANSWER);
            match self.session.append(folder, CLOCK_NOTE).flags([Flag::Seen, Flag::Deleted]).finish() {
                Ok(_) => return Ok(true),
                // Most likely the folder is missing.
                Err(Error::Append | Error::No(_)) if is_first => {}
                Err(Error::Append | Error::No(_) | Error::Bad(_)) => return Ok(false),
                Err(error) => return Err(error),
            }
            self.make_folder(patience, folder)?;
        }
        Ok(false)
    }

    pub(super) fn idle(&mut self, patience: &Patience, timeout: Duration) -> Result<(), Error> {
        self.allowance.grant(patience, ANSWER);
        self.allowance.open_idle();
        let mut handle = self.session.idle();
        // With keepalive the crate recurses once per refresh until the stack is full.
        handle.keepalive(false).timeout(timeout);
        handle.wait_while(imap::extensions::idle::stop_on_any)?;
        Ok(())
    }
}

/// The first letters that fit into one command, and the others. A letter above the limit goes alone.
pub(super) fn split_batch(letters: &[Listed], most: usize, limit: u64) -> (&[Listed], &[Listed]) {
    let mut bytes = 0;
    let fitting = letters.iter().take(most.min(UIDS_PER_COMMAND)).take_while(|letter| {
        bytes += letter.size;
        letter.size <= limit && bytes <= BODIES_PER_COMMAND
    });
    let count = fitting.count().max(1).min(letters.len());
    letters.split_at(count)
}

/// Ascending UIDs as IMAP writes sets: `1:3,7`.
fn uid_set(uids: &[u32]) -> String {
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for &uid in uids {
        match runs.last_mut() {
            Some((_, last)) if last.checked_add(1) == Some(uid) => *last = uid,
            _ => runs.push((uid, uid)),
        }
    }
    let words = runs.iter().map(|&(first, last)| match first == last {
        true => first.to_string(),
        false => format!("{first}:{last}"),
    });
    words.collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letters(sizes: &[u64]) -> Vec<Listed> {
        let numbered = sizes.iter().zip(1..);
        let listed = numbered.map(|(&size, uid)| Listed { uid, arrived: 0, size });
        listed.collect()
    }

    #[test]
    fn runs_of_uids_are_written_as_ranges() {
        assert_eq!(uid_set(&[1, 2, 3, 7, 9, 10]), "1:3,7,9:10");
        assert_eq!(uid_set(&[u32::MAX]), "4294967295");
    }

    #[test]
    fn a_letter_above_the_limit_goes_alone() {
        let all = letters(&[10, 10, 5000, 10]);
        let (batch, rest) = split_batch(&all, 100, 1000);
        assert_eq!((batch.len(), rest.len()), (2, 2));
        let (batch, rest) = split_batch(rest, 100, 1000);
        assert_eq!((batch.len(), rest.len()), (1, 1));
    }

    #[test]
    fn a_batch_keeps_to_its_bytes_and_its_number() {
        let all = letters(&[3 << 20, 3 << 20, 3 << 20]);
        assert_eq!(split_batch(&all, 100, 4 << 20).0.len(), 1);
        assert_eq!(split_batch(&letters(&[1; 9]), 4, 100).0.len(), 4);
    }
}
