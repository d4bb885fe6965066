//! A judge over mailboxes that misbehave: his own rebuilt with other numbers, full, read-only, emptied by other hands, and a
//! reader's that takes nothing for a while. What is done is what our ledger says.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::support::war::{War, address};
use adjutant::cli::stage::{Received, Written};
use adjutant::daemon::Mailbox;
use adjutant::post::{Fetched, LetterKey, MailSource, MaildirSink, PostError, Sink};

/// What the mailbox holds, as the test arranges it.
#[derive(Default)]
struct Shelf {
    validity: u32,
    /// UID, arrival and bytes.
    letters: Vec<(u32, i64, Vec<u8>)>,
    is_read_only: bool,
    /// The connection ends when so many letters were handed over.
    breaks_after: Option<usize>,
    filed: usize,
}

struct Scripted(Arc<Mutex<Shelf>>);

fn broken(action: &'static str) -> PostError {
    PostError::Broken { place: "imap:judge@test".into(), action, why: "gone".into() }
}

impl MailSource for Scripted {
    fn fetch(&mut self, is_known: &dyn Fn(&LetterKey) -> bool, limit: usize) -> Result<Vec<Fetched>, PostError> {
        let mut shelf = self.0.lock().unwrap();
        let keyed = shelf.letters.iter().map(|(uid, arrived, raw)| {
            let key =
                LetterKey { mailbox: "imap:judge@test/INBOX".into(), validity: shelf.validity, uid: uid.to_string() };
            Fetched { key, arrived: *arrived, size: raw.len() as u64, raw: raw.clone(), truncated: false }
        });
        let new: Vec<Fetched> = keyed.filter(|letter| !is_known(&letter.key)).take(limit).collect();
        if shelf.breaks_after.take_if(|after| new.len() > *after).is_some() {
            return Err(broken("fetch"));
        }
        Ok(new)
    }

    fn file_away(&mut self, keys: &[LetterKey]) -> Result<(), PostError> {
        let mut shelf = self.0.lock().unwrap();
        if shelf.is_read_only {
            return Err(broken("move"));
        }
        shelf.filed += keys.len();
        Ok(())
    }

    fn wait(&mut self, _: Duration) -> Result<(), PostError> {
        Ok(())
    }
}

/// A campaign whose judge reads the scripted mailbox.
struct Club {
    war: War,
    shelf: Arc<Mutex<Shelf>>,
}

impl Club {
    async fn open() -> Self {
        let mut war = War::begin().await;
        let shelf = Arc::new(Mutex::new(Shelf { validity: 900, ..Shelf::default() }));
        let sink = Sink::Maildir(MaildirSink::new(war.folder().join("players")));
        war.stage.connect(Mailbox::new(Box::new(Scripted(Arc::clone(&shelf)))), sink);
        Self { war, shelf }
    }

    /// Orders of the Union's supreme commander, arrived now under a UID.
    fn put(&mut self, uid: u32, text: &str) {
        let from = address("usa-sc");
        let root = self.war.report("usa-sc").message_id;
        let subject = "Re: [war] orders".to_owned();
        let letter = Written { from, subject, text: text.to_owned(), in_reply_to: Some(root), ..Written::default() };
        let (_, bytes) = self.war.stage.write(&letter).unwrap();
        let now = self.war.stage.now;
        self.shelf.lock().unwrap().letters.push((uid, now, bytes));
    }

    async fn pass(&mut self) -> usize {
        self.war.stage.now += 60;
        self.war.stage.pass().await.unwrap().decided.len()
    }

    fn receipts(&self) -> Vec<Received> {
        let letters = self.war.letters("usa-sc").into_iter();
        letters.filter(|letter| letter.text.contains("on file")).collect()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mailbox_with_other_numbers_up_or_down_brings_nothing_twice_and_loses_nothing() {
    let mut club = Club::open().await;
    club.put(7, "CP East 45%, West 30%, Trans 15%");
    assert_eq!((club.pass().await, club.receipts().len()), (1, 1));
    for (validity, uid) in [(1200, 1), (300, 2), (900, 3)] {
        club.shelf.lock().unwrap().validity = validity;
        let count = club.receipts().len();
        // A new letter under a number that an old one had.
        club.put(uid, &format!("CP East 4{uid}%, West 30%, Trans 15%"));
        club.pass().await;
        assert_eq!(club.receipts().len(), count + 1, "validity {validity}");
        let newest = club.receipts().pop().unwrap();
        assert!(newest.text.contains(&format!("4{uid}")), "{}", newest.text);
        club.pass().await;
        assert_eq!(club.receipts().len(), count + 1, "validity {validity}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_read_only_mailbox_keeps_nobody_from_playing() {
    let mut club = Club::open().await;
    club.shelf.lock().unwrap().is_read_only = true;
    club.put(1, "CP East 45%, West 30%, Trans 15%");
    club.pass().await;
    club.put(2, "CP East 46%, West 30%, Trans 15%");
    club.pass().await;
    assert_eq!((club.receipts().len(), club.shelf.lock().unwrap().filed), (2, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_could_not_be_filed_away_is_when_the_mailbox_lets_it_and_not_tried_at_every_look() {
    let mut club = Club::open().await;
    club.shelf.lock().unwrap().is_read_only = true;
    club.put(1, "CP East 45%, West 30%, Trans 15%");
    club.pass().await;
    club.shelf.lock().unwrap().is_read_only = false;
    club.pass().await;
    assert_eq!(club.shelf.lock().unwrap().filed, 0, "at once");
    tokio::time::sleep(Duration::from_millis(1300)).await;
    club.pass().await;
    assert_eq!(club.shelf.lock().unwrap().filed, 1);
    tokio::time::sleep(Duration::from_millis(1300)).await;
    club.pass().await;
    assert_eq!(club.shelf.lock().unwrap().filed, 1, "twice");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_letter_taken_away_by_other_hands_was_kept_and_counts() {
    let mut club = Club::open().await;
    club.put(1, "CP East 45%, West 30%, Trans 15%");
    club.pass().await;
    club.shelf.lock().unwrap().letters.clear();
    club.pass().await;
    club.war.end_phase().await;
    let report = club.war.report("usa-sc").text;
    assert!(report.contains("T1 strategic"), "{report}");
    assert_eq!(club.receipts().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_connection_lost_among_letters_costs_a_round_and_no_letter() {
    let mut club = Club::open().await;
    for uid in 1..=3 {
        club.put(uid, &format!("CP East 4{uid}%, West 30%, Trans 15%"));
    }
    club.shelf.lock().unwrap().breaks_after = Some(1);
    club.war.stage.now += 60;
    assert!(club.war.stage.pass().await.is_err());
    assert_eq!((club.pass().await, club.receipts().len()), (3, 3));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_letter_that_was_not_taken_goes_again_with_the_bytes_that_were_stored() {
    let mut club = Club::open().await;
    club.put(1, "CP East 45%, West 30%, Trans 15%");
    let (folder, aside) = (club.war.stage.maildir(&address("usa-sc")), club.war.folder().join("aside"));
    std::fs::rename(&folder, &aside).unwrap();
    std::fs::write(&folder, "in the way").unwrap();
    club.pass().await;
    let store = club.war.stage.judge().store().clone();
    let waiting = store.due_letters(i64::MAX, 10).unwrap();
    assert_eq!(waiting.iter().map(|letter| letter.attempts).collect::<Vec<_>>(), [1]);
    std::fs::remove_file(&folder).unwrap();
    std::fs::rename(&aside, &folder).unwrap();
    club.pass().await;
    assert_eq!(club.war.letters("usa-sc").pop().unwrap().raw, waiting[0].bytes);
    assert!(store.due_letters(i64::MAX, 10).unwrap().is_empty());
}
