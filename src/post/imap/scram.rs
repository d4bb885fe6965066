//! A login by challenge and response (SCRAM, RFC 5802 and 7677): the password is not sent, and the server proves that it
//! knows it. Knows nothing of when it is chosen.

use std::cell::{Cell, RefCell};

use imap::Authenticator;
use imap::types::Capabilities;
use rsasl::prelude::{Mechname, SASLClient, SASLConfig, SASLError, Session};

/// The kinds that are spoken, the better first.
const MECHANISMS: [&str; 2] = ["SCRAM-SHA-256", "SCRAM-SHA-1"];

/// How often a server may have a password hashed. Usual are 4,096 to 600,000; a number without bound would keep us busy for hours.
const MOST_ITERATIONS: u32 = 10_000_000;

/// The kind to log in with, if a server offers one.
pub(super) fn mechanism_of(offered: &Capabilities) -> Option<&'static str> {
    MECHANISMS.into_iter().find(|name| offered.has_str(format!("AUTH={name}")))
}

/// One login.
pub(super) struct Scram {
    session: RefCell<Session>,
    has_spoken: Cell<bool>,
    is_proven: Cell<bool>,
}

impl Scram {
    /// A login with one of the kinds that [`mechanism_of`] names.
    pub(super) fn begin(mechanism: &'static str, user: &str, password: &str) -> Result<Self, SASLError> {
        let config = SASLConfig::with_credentials(None, user.to_owned(), password.to_owned())?;
        let offered = Mechname::parse(mechanism.as_bytes()).ok();
        let session = SASLClient::new(config).start_suggested_iter(offered)?;
        Ok(Scram { session: RefCell::new(session), has_spoken: Cell::new(false), is_proven: Cell::new(false) })
    }

    /// Whether the server proved that it knows the password.
    pub(super) fn is_proven(&self) -> bool {
        self.is_proven.get()
    }
}

impl Authenticator for Scram {
    type Response = Vec<u8>;

    /// A challenge that makes no sense is answered with nothing: the server will refuse it, or has proved nothing.
    fn process(&self, challenge: &[u8]) -> Vec<u8> {
        if iterations_of(challenge).is_some_and(|times| times > MOST_ITERATIONS) {
            return Vec::new();
        }
        let mut answer = Vec::new();
        let challenge = self.has_spoken.replace(true).then_some(challenge);
        let Ok(state) = self.session.borrow_mut().step(challenge, &mut answer) else { return Vec::new() };
        self.is_proven.set(state.is_finished());
        answer
    }
}

/// How often the password is to be hashed, by the server's first message.
fn iterations_of(challenge: &[u8]) -> Option<u32> {
    let times = challenge.split(|byte| *byte == b',').find_map(|field| field.strip_prefix(b"i="))?;
    // What is no number is left to the library, and what is beyond all numbers is too much.
    let is_number = !times.is_empty() && times.iter().all(u8::is_ascii_digit);
    is_number.then(|| std::str::from_utf8(times).ok().and_then(|times| times.parse().ok()).unwrap_or(u32::MAX))
}
