//! What the machine's clock is worth: held against one that never jumps and against the mail server's, whose arrivals
//! decide what is late. And how long the mailbox was not read. Knows no games.

use std::sync::Mutex;
use std::sync::PoisonError;
use std::time::{Duration, Instant};

use super::run::wall_clock;
use base::game::schedule::Outage;

/// Two clocks that differ by less are the same, in seconds.
const TOLERANCE: i64 = 60;
/// A mail server's clock that is off by more cannot be told from a clock of ours that is wrong.
const MOST_SKEW: i64 = 600;
/// How often the mail server is asked for its time, and how often while the clock is in doubt.
const ASKED_EVERY: Duration = Duration::from_secs(3600);
const ASKED_IN_DOUBT: Duration = Duration::from_secs(20);
/// Shorter stretches in which the mailbox was not read are no outages, whatever a game's rule says.
pub(super) const SHORTEST_OUTAGE: i64 = 300;

/// A machine's clocks. Tests have one that jumps when they say so.
pub trait Clock: Send + Sync {
    /// Seconds since 1970, as far as the machine knows.
    fn wall(&self) -> i64;
    /// How long it runs; this never jumps.
    fn steady(&self) -> Duration;
}

/// The clocks of the machine we run on.
pub struct MachineClock(Instant);

impl Default for MachineClock {
    fn default() -> Self {
        Self(Instant::now())
    }
}

impl Clock for MachineClock {
    fn wall(&self) -> i64 {
        wall_clock()
    }

    fn steady(&self) -> Duration {
        self.0.elapsed()
    }
}

/// Something about clocks that the game masters must hear.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClockNews {
    /// Our clock jumped, or is too far from the mail server's; by so many seconds. Nothing is played or reminded.
    Doubt {
        /// How far it is ahead.
        ahead: i64,
    },
    /// The mail server's clock is off by so much that it matters, but can be allowed for.
    Skew {
        /// How far ours is ahead of it.
        ahead: i64,
    },
    /// All is well again.
    Agreed,
}

/// Whether the time can be relied on, and since when the mailbox was not read.
pub struct Watch {
    clock: Box<dyn Clock>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// The last reading of both clocks that was relied on.
    anchor: Option<(i64, Duration)>,
    /// How far our clock is ahead of what it should show, while that is not cleared up.
    doubt: Option<i64>,
    /// How far our clock is ahead of the mail server's, as last measured.
    skew: i64,
    /// When the mail server was last asked for its time.
    asked: Option<Duration>,
    /// What the game masters were told last.
    told: Option<ClockNews>,
    /// The last good look into the mailbox, once the daemon runs.
    looked: Option<i64>,
    /// A stretch without a look as long as this is an outage.
    patience: Option<i64>,
}

impl Watch {
    /// A watch over a machine's clocks.
    pub fn new(clock: Box<dyn Clock>) -> Self {
        Self { clock, state: Mutex::default() }
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The time, in epoch seconds. While the wall's clock is in doubt it goes on from the last reading that was not.
    pub fn time(&self) -> i64 {
        let (wall, steady) = (self.clock.wall(), self.clock.steady());
        let mut state = self.state();
        let Some((last, since)) = state.anchor else {
            state.anchor = Some((wall, steady));
            return wall;
        };
        let expected = last + seconds(steady.saturating_sub(since));
        let ahead = wall - expected;
        if ahead.abs() > TOLERANCE {
            if state.doubt.is_none() {
                // The mail server is asked at once.
                (state.doubt, state.asked) = (Some(ahead), None);
            }
            return expected;
        }
        // A doubt that came from a jump ends with the jump back; one that the server raised ends with the server.
        if state.doubt.is_some_and(|doubt| (doubt - ahead).abs() > TOLERANCE && state.skew.abs() <= MOST_SKEW) {
            state.doubt = None;
        }
        state.anchor = Some((wall, steady));
        wall
    }

    /// Whether what depends on our own clock may be done: phases played, people reminded.
    pub fn is_sure(&self) -> bool {
        self.time();
        self.state().doubt.is_none()
    }

    /// A time up to which every letter that has arrived bears an arrival, by the mail server's clock.
    pub(super) fn arrived_by(&self) -> i64 {
        let now = self.time();
        now - self.state().skew.max(0)
    }

    /// Whether the mail server should be asked for its time now.
    pub(super) fn wants_server_time(&self) -> bool {
        self.time();
        let state = self.state();
        let every = if state.doubt.is_some() { ASKED_IN_DOUBT } else { ASKED_EVERY };
        state.asked.is_none_or(|asked| self.clock.steady().saturating_sub(asked) >= every)
    }

    /// The mail server's answer; `None` when it could not tell. Whether a doubt ended by it.
    pub(super) fn note_server_time(&self, server: Option<i64>) -> bool {
        self.time();
        let (wall, steady) = (self.clock.wall(), self.clock.steady());
        let mut state = self.state();
        state.asked = Some(steady);
        let Some(server) = server else { return false };
        let ahead = wall - server;
        if state.doubt.is_none() {
            state.skew = ahead;
            state.doubt = (ahead.abs() > MOST_SKEW).then_some(ahead);
            return false;
        }
        let known = if state.skew.abs() > MOST_SKEW { 0 } else { state.skew };
        if (ahead - known).abs() > TOLERANCE {
            return false;
        }
        *state = State { anchor: Some((wall, steady)), doubt: None, skew: ahead, ..std::mem::take(&mut *state) };
        true
    }

    /// What the game masters must hear now, once for each change.
    pub(super) fn take_news(&self) -> Option<ClockNews> {
        self.time();
        let mut state = self.state();
        let news = match (state.doubt, state.skew) {
            (Some(ahead), _) => Some(ClockNews::Doubt { ahead }),
            (None, ahead) if ahead.abs() > TOLERANCE => Some(ClockNews::Skew { ahead }),
            (None, _) => None,
        };
        let is_same = matches!(
            (news, state.told),
            (Some(ClockNews::Doubt { .. }), Some(ClockNews::Doubt { .. }))
                | (Some(ClockNews::Skew { .. }), Some(ClockNews::Skew { .. }))
                | (None, None | Some(ClockNews::Agreed))
        );
        if is_same {
            return None;
        }
        let news = news.unwrap_or(ClockNews::Agreed);
        state.told = Some(news);
        Some(news)
    }

    /// From now on outages are noted. `looked` is the last good look before, if an earlier daemon had one; `poll` is how
    /// often the mailbox is looked into when all is well.
    pub(super) fn begin(&self, looked: Option<i64>, poll: Duration) {
        let mut state = self.state();
        state.looked = looked;
        state.patience = Some(SHORTEST_OUTAGE.max(3 * seconds(poll)));
    }

    /// Whether the daemon runs, as opposed to one round of it.
    pub(super) fn is_begun(&self) -> bool {
        self.state().patience.is_some()
    }

    /// The outage that a good look into the mailbox ends, if it ends one.
    pub(super) fn outage_until(&self, at: i64) -> Option<Outage> {
        let state = self.state();
        let (patience, before) = (state.patience?, state.looked?);
        (at - before >= patience).then_some(Outage { from: before, until: at })
    }

    /// The mailbox was looked through.
    pub(super) fn note_look(&self, at: i64) {
        self.state().looked = Some(at);
    }
}

fn seconds(span: Duration) -> i64 {
    i64::try_from(span.as_secs()).unwrap_or(i64::MAX)
}
