//! What a running judge does besides its work: it watches for trouble, shows that it lives, warns of people it does not
//! reach, and empties old letters. None of it may keep letters or phases waiting.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use base::game::schedule::DAY;
use base::game::{GameId, Player};
use desk::GameRecord;
use desk::reach::{Reach, people_of, warn, warns_from};

use super::alarm::{AlarmSettings, Looks, free_percent};
use super::heartbeat::HeartbeatSettings;
use super::run::wall_clock;
use super::{DaemonError, Judge, Pass};

/// How often trouble is looked for.
const GLANCE: Duration = Duration::from_secs(5);
/// How often it is looked up whom letters reach, in seconds.
const REACH_SECONDS: i64 = 60;
/// How often old letters are emptied, in seconds.
const RETENTION_SECONDS: i64 = DAY;

/// How long the bytes of letters are kept, in seconds; for ever when not set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Retention {
    /// Those of a game, after its end.
    pub games: Option<i64>,
    /// Those about no game, after their arrival.
    pub others: Option<i64>,
    /// Those that the judge wrote, after they were written, once they left.
    pub sent: Option<i64>,
}

/// The settings of it all.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Upkeep {
    /// Alarms.
    pub alarm: AlarmSettings,
    /// The heartbeat, when it is wanted.
    pub heartbeat: Option<HeartbeatSettings>,
    /// Retention.
    pub retention: Retention,
    /// How often the mailbox is looked into, in seconds.
    pub poll: i64,
    /// The files of logins at providers.
    pub token_files: Vec<PathBuf>,
}

/// When each game was last looked at for people who are not reached.
#[derive(Default)]
pub(super) struct ReachLooks(Mutex<BTreeMap<GameId, i64>>);

impl ReachLooks {
    fn is_due(&self, game: &GameId, now: i64) -> bool {
        let mut looks = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_due = looks.get(game).is_none_or(|last| now < *last || now - last >= REACH_SECONDS);
        if is_due {
            looks.insert(game.clone(), now);
        }
        is_due
    }
}

/// Keeps watch until the judge stops.
pub(super) async fn keep_up(judge: Arc<Judge>) {
    let started = wall_clock();
    let (mut beaten, mut emptied) = (0, started - RETENTION_SECONDS + 60);
    let (mut heartbeat, mut shown) = (None, Vec::new());
    while !judge.stop.is_stopped() {
        let now = wall_clock();
        let last = judge.last_look(now);
        // A judge that has just begun has not missed a poll yet.
        let looks = Looks { last, due_from: judge.polled().max(started) };
        judge.watch(looks, free_percent(judge.store.path()), now).await;
        let upkeep = judge.upkeep();
        let alarms = judge.told.present();
        if upkeep.heartbeat != heartbeat || alarms != shown {
            (beaten, heartbeat, shown) = (0, upkeep.heartbeat.clone(), alarms);
        }
        if let Some(heartbeat) = heartbeat.as_ref().filter(|every| (now - beaten).abs() >= every.seconds) {
            beaten = now;
            judge.beat(heartbeat, last.unwrap_or(0), now);
        }
        if (now - emptied).abs() >= RETENTION_SECONDS {
            emptied = now;
            if let Err(error) = judge.empty_old_letters(now) {
                tracing::error!(%error, "old letters could not be emptied");
            }
        }
        tokio::select! {
            () = tokio::time::sleep(GLANCE) => {}
            () = judge.stop.stopped() => {}
        }
    }
}

impl Judge {
    /// After a single round: tells of trouble, and beats once. What goes wrong here is logged, not more.
    pub async fn watch_after(&self, round: &Result<Pass, DaemonError>, now: i64) {
        match round {
            Ok(_) => self.signs.round_went_well(now),
            Err(DaemonError::Post(error)) => self.signs.mailbox_failed(error),
            Err(_) => {}
        }
        let last = self.last_look(now);
        self.watch(Looks { last, due_from: last.unwrap_or(now) }, None, now).await;
        if let Some(heartbeat) = &self.upkeep().heartbeat {
            self.beat(heartbeat, last.unwrap_or(0), now);
        }
    }

    /// When the mailbox was last looked into, by this process or an earlier one. A time to come was noted by a clock that
    /// was wrong.
    fn last_look(&self, now: i64) -> Option<i64> {
        if self.polled() > i64::MIN {
            return Some(self.polled());
        }
        let noted = self.store.last_poll("inbox").unwrap_or_else(|error| {
            tracing::error!(%error, "when the mailbox was last read cannot be read");
            None
        });
        noted.filter(|at| *at <= now)
    }

    /// Empties letters that were kept long enough, those that came and those that left; says how many.
    fn empty_old_letters(&self, now: i64) -> Result<u64, DaemonError> {
        let Retention { games, others, sent } = self.upkeep().retention;
        let before = |keep: Option<i64>| keep.map_or(i64::MIN, |keep| now - keep);
        let mut emptied = 0;
        if games.is_some() || others.is_some() {
            emptied += self.store.empty_raw(before(games), before(others))?;
        }
        if sent.is_some() {
            emptied += self.store.empty_sent(before(sent))?;
        }
        if emptied > 0 {
            tracing::info!(emptied, "old letters were emptied");
        }
        Ok(emptied)
    }

    /// Warns a game's masters of people who are not reached, while there is time to do something.
    pub(super) fn warn_of_unreached(&self, game: &GameRecord, now: i64) -> Result<(), DaemonError> {
        if warns_from(game).is_none_or(|from| now < from) || !self.reach_looks.is_due(&game.id, now) {
            return Ok(());
        }
        let returned = self.store.returned(&people_of(game))?;
        if returned.is_empty() {
            return Ok(());
        }
        let warned = self.store.reach_warnings(&game.id, game.phase_number())?;
        let Some(decision) = warn(&self.house, game, &returned, &warned, now)? else { return Ok(()) };
        tracing::warn!(game = %game.id, phase = game.phase_number(), "people may not be reached");
        Ok(self.store.commit(&decision)?)
    }

    /// The game masters of the house.
    pub(super) fn masters(&self) -> Result<Vec<Player>, DaemonError> {
        let reading = self.store.read();
        let masters = self.house.gms.iter().filter_map(|gm| reading.player(gm).transpose());
        Ok(masters.collect::<Result<_, _>>()?)
    }

    /// The names of the house's game masters whom letters do not reach.
    pub(super) fn unreached_gms(&self) -> Result<Vec<String>, DaemonError> {
        let gms: Vec<_> = self.house.gms.iter().cloned().collect();
        let mut names = Vec::new();
        for known in self.store.returned(&gms)? {
            if known.reach() == Reach::Unreached {
                names.extend(self.store.read().player(&known.player)?.map(|player| player.name));
            }
        }
        Ok(names)
    }
}
