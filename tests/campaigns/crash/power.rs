//! The power cut at any call of a campaign: images of the disk are made from the log of calls, and the judge goes on from
//! each.

use std::fs;
use std::path::Path;

use crate::campaigns::crash::campaign::{Reference, copy, play_reference};
use crate::campaigns::crash::checker::{Luck, ask, ask_about_end, count, number, seed, two_at_a_time};
use crate::campaigns::crash::disk::{Call, Disk, lay_down};
use crate::campaigns::crash::kill::assert_same_end;
use crate::campaigns::crash::shim::Shim;

/// A campaign's calls, and in which round each was made.
struct Tape {
    calls: Vec<(usize, Call)>,
}

impl Tape {
    fn of(reference: &Reference) -> Self {
        let mut calls = Vec::new();
        for (number, round) in reference.rounds.iter().enumerate() {
            let read = Call::read_all(&round.log, &reference.home.folder);
            calls.extend(read.into_iter().filter(|call| !is_of_the_inbox(call)).map(|call| (number, call)));
        }
        Self { calls }
    }

    /// The disk after so many calls, and the round it is in.
    fn play(&self, calls: usize) -> (Disk, usize) {
        let mut disk = Disk::default();
        self.calls[..calls].iter().for_each(|(_, call)| disk.carry_out(call));
        (disk, self.calls[calls.min(self.calls.len() - 1)].0)
    }
}

/// The mailbox is the mail server's, on a disk of its own: letters that were just moved lie where they were before.
fn is_of_the_inbox(call: &Call) -> bool {
    call.path().starts_with("mail/inbox")
}

/// What one image came to.
struct Cut {
    /// Letters readers had seen, and answers to letters among them.
    letters: u64,
    answers: u64,
    duplicates: u64,
}

/// The image of a cut after some calls. Readers' mailboxes lie with other providers in half of the images; in the
/// others they are on the same disk.
fn cut(reference: &Reference, tape: &Tape, folder: &Path, point: usize) -> Cut {
    let home = &reference.home;
    let mut luck = Luck::of(seed(), point);
    let calls = luck.below(tape.calls.len() + 1);
    let (disk, round) = tape.play(calls);
    let are_elsewhere = luck.below(2) == 0;
    let when = format!("image {point}: the power was cut after {calls} calls, in round {round}");
    copy(&reference.rounds[round].start, &home.folder);
    forget(&home.folder);
    let image = disk.after_a_cut(&mut luck);
    lay_down(image.iter().filter(|(path, _)| !are_elsewhere || !path.starts_with("mail/")), &home.folder);
    let seen = disk.as_seen();
    let delivered = || seen.iter().filter(|(path, _)| path.starts_with("mail/outbox") && path.contains("/new/"));
    if are_elsewhere {
        lay_down(delivered(), &home.folder);
    }
    let readers = folder.join("readers");
    let _ = fs::remove_dir_all(&readers);
    lay_down(delivered(), &readers);
    let told = ask("acknowledged", home, &readers.join("mail/outbox"), &reference.expected, &when);
    reference.finish(home, round);
    let end = ask_about_end(home, &reference.expected, &when);
    assert_same_end(reference, home, &when);
    let [letters, answers] = ["letters", "answers"].map(|name| number(&told, name));
    Cut { letters, answers, duplicates: number(&end, "duplicates") }
}

/// What the judge wrote is taken from the image alone.
fn forget(folder: &Path) {
    let _ = fs::remove_dir_all(folder.join("mail/outbox"));
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.file_name().unwrap().to_str().unwrap().starts_with("adjutant.db") {
            fs::remove_file(path).unwrap();
        }
    }
}

#[test]
fn nothing_that_was_acknowledged_is_missing_after_a_power_cut() {
    let root = tempfile::tempdir().unwrap();
    let shim = Shim::build(root.path());
    let images = count(40, 500);
    // A judge knows his mailbox by its path, so an image goes on where its calls were written down: one campaign a worker.
    let played = two_at_a_time(root.path(), &[0, 1], |folder, half| {
        let reference = play_reference(folder, &shim, None);
        let tape = Tape::of(&reference);
        let points = (0..images).filter(|point| point % 2 == *half);
        let cuts: Vec<Cut> = points.map(|point| cut(&reference, &tape, folder, point)).collect();
        (tape.calls.len(), cuts)
    });
    let calls: Vec<usize> = played.iter().map(|(calls, _)| *calls).collect();
    let cuts: Vec<Cut> = played.into_iter().flat_map(|(_, cuts)| cuts).collect();
    let sum = |of: fn(&Cut) -> u64| cuts.iter().map(of).sum::<u64>();
    println!(
        "power loss: {} images cut out of {calls:?} calls, seed {}; letters that readers had seen: {}, answers among them: {}, \
         missing on file: 0; letters delivered twice, byte-identical and counted: {}",
        cuts.len(),
        seed(),
        sum(|cut| cut.letters),
        sum(|cut| cut.answers),
        sum(|cut| cut.duplicates),
    );
    assert!(sum(|cut| cut.answers) > images as u64, "hardly anything was acknowledged");
}
