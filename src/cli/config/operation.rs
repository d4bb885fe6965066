//! The settings about running a judge: alarms, heartbeat, retention, test set-ups.

use std::path::{Path, PathBuf};

use serde::Deserialize;

use base::game::schedule::{DAY, parse_span};
use daemon::{AlarmSettings, HeartbeatSettings, Retention, Upkeep};
use post::AllowList;

/// Where alarms go besides the log.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Alarm {
    /// A command of the shell that gets the text on its standard input.
    #[serde(default)]
    pub command: Option<String>,
    /// A file to which the text is added.
    #[serde(default)]
    pub file: Option<PathBuf>,
    /// How long the mailbox may not be looked into.
    #[serde(default)]
    pub unpolled: Option<Span>,
    /// How long before a deadline that is told in words of its own.
    #[serde(default)]
    pub before_deadline: Option<Span>,
    /// How much of the disk must be free, in per cent.
    #[serde(default)]
    pub free_percent: Option<u64>,
}

/// The file that shows that the judge lives.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Heartbeat {
    /// The file.
    pub file: PathBuf,
    /// How often it is written.
    #[serde(default)]
    pub every: Option<Span>,
}

/// How long raw letters are kept.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Keeping {
    /// Those of a game, after its end.
    #[serde(default)]
    pub games: Option<Span>,
    /// Those about no game, after their arrival: strangers write as much as they like.
    #[serde(default)]
    pub others: Option<Bound>,
    /// Those that the judge wrote, once they left.
    #[serde(default)]
    pub sent: Option<Span>,
}

/// How long something is kept that is not kept for ever unless that is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub enum Bound {
    /// So long.
    After(Span),
    /// For ever.
    Never,
}

impl Default for Bound {
    /// Ninety days, in which whoever wrote may still ask what became of it.
    fn default() -> Self {
        Self::After(Span(90 * DAY))
    }
}

impl TryFrom<String> for Bound {
    type Error = base::game::schedule::ScheduleError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        if text == "never" {
            return Ok(Self::Never);
        }
        Span::try_from(text).map(Self::After)
    }
}

/// A set-up for trying things out.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Test {
    /// The only addresses and domains letters may go to.
    pub only_to: AllowList,
}

/// A length of time such as `48h`, in seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Span(pub i64);

impl TryFrom<String> for Span {
    type Error = base::game::schedule::ScheduleError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        Ok(Self(i64::from(parse_span(&text)?) * 60))
    }
}

/// What the parts of the settings make of the judge's upkeep.
pub(super) fn upkeep(alarm: &Alarm, heartbeat: Option<&Heartbeat>, keeping: Keeping, poll: i64) -> Upkeep {
    let usual = AlarmSettings::default();
    Upkeep {
        token_files: Vec::new(),
        alarm: AlarmSettings {
            command: alarm.command.clone(),
            file: alarm.file.clone(),
            unpolled: alarm.unpolled.map(|span| span.0),
            before_deadline: alarm.before_deadline.map_or(usual.before_deadline, |span| span.0),
            free_percent: alarm.free_percent.unwrap_or(usual.free_percent),
        },
        heartbeat: heartbeat.map(|heartbeat| HeartbeatSettings {
            file: heartbeat.file.clone(),
            seconds: heartbeat.every.map_or(60, |span| span.0),
        }),
        retention: Retention {
            games: keeping.games.map(|span| span.0),
            others: match keeping.others.unwrap_or_default() {
                Bound::After(span) => Some(span.0),
                Bound::Never => None,
            },
            sent: keeping.sent.map(|span| span.0),
        },
        poll,
    }
}

/// The files named here, for making their paths whole.
pub(super) fn paths<'a>(
    alarm: &'a mut Alarm,
    heartbeat: Option<&'a mut Heartbeat>,
) -> impl Iterator<Item = &'a mut PathBuf> {
    alarm.file.iter_mut().chain(heartbeat.map(|heartbeat| &mut heartbeat.file))
}

/// Whether others than the owner may read a file.
pub fn others_may_read(file: &Path) -> std::io::Result<bool> {
    use std::os::unix::fs::PermissionsExt;
    Ok(std::fs::metadata(file)?.permissions().mode() & 0o077 != 0)
}
