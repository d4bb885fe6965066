//! A letter that is judged, with what every step of judging it looks at.

use base::game::Player;
use mail::Letter;

use crate::files::arrival::Arrival;
use crate::files::decision::Decision;
use crate::files::desk::Desk;
use crate::files::record::GameRecord;
use crate::files::stop::Stop;
use crate::letter::close::close;
use crate::letter::session::Session;

/// A letter from somebody we know, as it lies on the desk.
#[derive(Clone, Copy)]
pub struct Incoming<'a> {
    /// The desk.
    pub desk: &'a Desk<'a>,
    /// The letter, as it is read.
    pub letter: &'a Letter,
    /// When it came.
    pub arrival: Arrival,
    /// Whose it is, or says to be.
    pub writer: &'a Player,
    /// The game it is about.
    pub about: Option<&'a GameRecord>,
}

impl<'a> Incoming<'a> {
    /// What it asks begins to be done.
    pub fn open(self) -> Session<'a> {
        Session::open(self.desk, self.writer, self.letter, self.arrival, self.about.cloned())
    }

    /// Nothing of it is done: its writer is told why it confirms nothing.
    pub fn refuse(self, why: &str) -> Result<Decision, Stop> {
        let mut session = self.open();
        session.retitle("not confirmed".to_owned());
        session.lead(why);
        close(session)
    }
}
