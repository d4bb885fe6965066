//! The settings of a judge, from `adjutant.toml`. The file itself, with its comments, is the manual.

pub mod operation;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::num::NonZeroU32;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use anyhow::Context;
use chrono_tz::Tz;
use serde::Deserialize;
use serde::de::Error as _;
use sha2::{Digest, Sha256};

use super::remedy::{Remedy, failure};
use base::game::PlayerId;
use base::game::schedule::{OutageRule, Pace, Rhythm, ScheduleError, Timetable, parse_span};
use daemon::{Quota, Upkeep, WayOut};
use desk::{AnswerLimits, House, Key, ProofKind, ProofRules};
use mail::{Address, Limits, TrustedServer};
use post::{ImapSettings, Login, MaildirSettings, SmtpSettings, bound_of_letters};
use report::Renderer;
use rules::Shelf;

/// The commented settings that come with the program.
pub const MANUAL: &str = include_str!("../../config/adjutant.toml");
/// Where settings are looked for when none are named.
const PLACES: [&str; 2] = ["adjutant.toml", "config/adjutant.toml"];

/// The settings of a judge; every path is whole.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// The file with the key.
    pub key_file: PathBuf,
    /// The database.
    pub database: PathBuf,
    /// Templates that take the place of ours.
    #[serde(default)]
    pub templates_dir: Option<PathBuf>,
    /// Who the judge is.
    pub judge: Judge,
    /// The people who may create games.
    #[serde(default, rename = "gm")]
    pub gms: Vec<Gm>,
    /// Where letters come from and go to.
    pub mail: Mail,
    /// The rhythm of new games.
    #[serde(deserialize_with = "read_timetable")]
    pub timetable: Timetable,
    /// Bounds on one letter.
    #[serde(default)]
    pub limits: LetterLimits,
    /// Which proofs count.
    #[serde(default)]
    pub proof: WrittenProof,
    /// Where alarms go.
    #[serde(default)]
    pub alarm: operation::Alarm,
    /// The file that shows that the judge lives.
    #[serde(default)]
    pub heartbeat: Option<operation::Heartbeat>,
    /// How long raw letters are kept.
    #[serde(default)]
    pub retention: operation::Keeping,
    /// A set-up for trying things out.
    #[serde(default)]
    pub test: Option<operation::Test>,
    /// The file they were read from.
    #[serde(skip)]
    pub origin: Origin,
}

/// Where settings come from, and what cannot become another while the judge works.
#[derive(Debug, Clone, Default)]
pub struct Origin {
    file: PathBuf,
    /// The hash of each part but those of `RENEWABLE`.
    fixed: BTreeMap<String, String>,
}

/// The parts of the settings that may become others while the judge works.
const RENEWABLE: [&str; 3] = ["alarm", "heartbeat", "retention"];

/// Who the judge is in letters.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Judge {
    /// The name.
    pub name: String,
    /// The address letters come to and go from.
    pub address: Address,
    /// The right-hand side of Message-IDs.
    #[serde(default)]
    pub domain: Option<String>,
    /// Whether letters may have maps and other pictures.
    #[serde(default = "with_pictures")]
    pub pictures: bool,
}

impl Judge {
    /// The right-hand side of Message-IDs: that of the address when none is set.
    pub fn domain(&self) -> &str {
        self.domain.as_deref().unwrap_or_else(|| self.address.domain())
    }
}

fn with_pictures() -> bool {
    true
}

/// A game master.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gm {
    /// The name in letters.
    pub name: String,
    /// The registered address.
    pub address: Address,
    /// The zone deadlines are printed in, besides UTC.
    #[serde(default)]
    pub zone: Option<Tz>,
}

/// Where letters come from and go to.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mail {
    /// Where letters to the judge arrive.
    #[serde(rename = "in")]
    pub incoming: Incoming,
    /// Where the judge's letters go.
    #[serde(rename = "out")]
    pub outgoing: Outgoing,
}

/// Where letters to the judge arrive.
#[derive(Debug, Clone, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[expect(clippy::large_enum_variant, reason = "a process has one of them")]
pub enum Incoming {
    /// Files in a folder.
    Maildir(Inbox),
    /// A mailbox on a server.
    Imap(ImapSettings),
}

/// Where the judge's letters go.
#[derive(Debug, Clone, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[expect(clippy::large_enum_variant, reason = "a process has one of them")]
pub enum Outgoing {
    /// A folder for each recipient.
    Maildir(Outbox),
    /// A mail server.
    Smtp(SmtpSettings),
}

/// The Maildir letters arrive in.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Inbox {
    /// The Maildir.
    pub inbox: PathBuf,
    /// Bytes of a letter that are read.
    #[serde(default)]
    pub limit_bytes: Option<u64>,
}

/// The folder of the recipients' Maildirs.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Outbox {
    /// The folder.
    pub outbox: PathBuf,
    /// The most bytes of a letter.
    #[serde(default, deserialize_with = "bound_of_letters")]
    pub limit_bytes: Option<usize>,
}

/// Bounds on one letter; see [`Limits`].
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct LetterLimits {
    size: usize,
    header_bytes: usize,
    headers: usize,
    parts: usize,
    nesting: usize,
    /// How many answers a correspondent gets.
    pub answers: AnswerLimits,
}

impl Default for LetterLimits {
    fn default() -> Self {
        let Limits { size, header_bytes, headers, parts, nesting } = Limits::default();
        Self { size, header_bytes, headers, parts, nesting, answers: AnswerLimits::default() }
    }
}

impl From<LetterLimits> for Limits {
    fn from(limits: LetterLimits) -> Self {
        let LetterLimits { size, header_bytes, headers, parts, nesting, answers: _ } = limits;
        Self { size, header_bytes, headers, parts, nesting }
    }
}

/// Which proofs count, as written.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct WrittenProof {
    players: Option<BTreeSet<ProofKind>>,
    gms: Option<BTreeSet<ProofKind>>,
    server: Option<WrittenServer>,
    /// The mailbox takes letters to our address with a tag, and answers are proven by it.
    reply_tokens: bool,
    /// Whoever is named by a game master with a new address is asked whether it is his.
    confirm_seated: Option<bool>,
}

/// The mail server whose word counts.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenServer {
    #[serde(deserialize_with = "read_authserv_id")]
    authserv_id: String,
    received_above: usize,
    #[serde(default)]
    parents: Vec<String>,
    #[serde(default)]
    spf_is_enough: bool,
}

fn read_authserv_id<'de, D: serde::Deserializer<'de>>(reader: D) -> Result<String, D::Error> {
    let text = String::deserialize(reader)?;
    let is_name = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._".contains(&byte));
    is_name.then_some(text).ok_or_else(|| {
        serde::de::Error::custom("not the name of a mail server as it stands first in Authentication-Results")
    })
}

impl WrittenProof {
    /// What it comes to, with the usual where nothing is written.
    pub fn rules(&self) -> ProofRules {
        let usual = ProofRules::default();
        let server = self.server.clone().map(|written| TrustedServer {
            authserv_id: written.authserv_id,
            received_above: written.received_above,
            parents: written.parents,
            is_spf_enough: written.spf_is_enough,
        });
        ProofRules {
            players: self.players.clone().unwrap_or(usual.players),
            gms: self.gms.clone().unwrap_or(usual.gms),
            server,
            reply_tokens: self.reply_tokens,
            confirm_seated: self.confirm_seated.unwrap_or(usual.confirm_seated),
        }
    }
}

#[derive(Deserialize)]
struct WrittenTimetable {
    zone: Tz,
    grace: String,
    reminders: Vec<String>,
    #[serde(default)]
    cooling_off: Option<String>,
    #[serde(default)]
    least_after_resume: Option<String>,
    #[serde(default)]
    least_after_release: Option<String>,
    #[serde(default)]
    outage: Option<WrittenOutage>,
    #[serde(flatten)]
    rhythms: BTreeMap<String, WrittenRhythm>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenRhythm {
    cron: String,
    least: String,
}

/// How long, how shortly before a deadline, and how much time there is then; or `never`.
#[derive(Deserialize)]
#[serde(untagged, expecting = "\"never\", or { longer = \"1h\", before = \"12h\", then = \"12h\" }")]
enum WrittenOutage {
    Never(String),
    Rule(WrittenOutageRule),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenOutageRule {
    longer: String,
    before: String,
    then: String,
}

const NEVER: &str = "never";

/// What is not written is as usual.
fn read_pace(written: &WrittenTimetable) -> Result<Pace, ScheduleError> {
    let mut pace = Pace::default();
    match written.cooling_off.as_deref() {
        Some(NEVER) => pace.cooling_minutes = None,
        Some(span) => pace.cooling_minutes = Some(parse_span(span)?),
        None => {}
    }
    if let Some(span) = &written.least_after_resume {
        pace.least_after_resume_minutes = parse_span(span)?;
    }
    if let Some(span) = &written.least_after_release {
        pace.least_after_release_minutes = parse_span(span)?;
    }
    match &written.outage {
        Some(WrittenOutage::Never(word)) if word == NEVER => pace.outage = None,
        Some(WrittenOutage::Never(word)) => return Err(ScheduleError::NotASpan { text: word.clone() }),
        Some(WrittenOutage::Rule(rule)) => {
            pace.outage = Some(OutageRule {
                longer_minutes: parse_span(&rule.longer)?,
                before_minutes: parse_span(&rule.before)?,
                then_minutes: parse_span(&rule.then)?,
            });
        }
        None => {}
    }
    Ok(pace)
}

fn read_timetable<'de, D: serde::Deserializer<'de>>(reader: D) -> Result<Timetable, D::Error> {
    use serde::de::Error;
    let written = WrittenTimetable::deserialize(reader)?;
    let minutes = |text: &str| parse_span(text).map_err(D::Error::custom);
    let rhythm = |(kind, WrittenRhythm { cron, least }): (String, WrittenRhythm)| {
        Ok((kind, Rhythm { cron, least_minutes: minutes(&least)? }))
    };
    let timetable = Timetable {
        pace: read_pace(&written).map_err(D::Error::custom)?,
        zone: written.zone,
        rhythms: written.rhythms.into_iter().map(rhythm).collect::<Result<_, D::Error>>()?,
        grace_minutes: minutes(&written.grace)?,
        reminders_minutes: written.reminders.iter().map(|text| minutes(text)).collect::<Result<_, _>>()?,
    };
    timetable.check().map_err(D::Error::custom)?;
    Ok(timetable)
}

/// The hashes of the parts that may not become others while the judge works.
fn fixed_parts(text: &str) -> Result<BTreeMap<String, String>, toml::de::Error> {
    let table: toml::Table = toml::from_str(text)?;
    let hash = |value: toml::Value| data_encoding::HEXLOWER.encode(&Sha256::digest(value.to_string().as_bytes()));
    let fixed = table.into_iter().filter(|(name, _)| !RENEWABLE.contains(&name.as_str()));
    Ok(fixed.map(|(name, value)| (name, hash(value))).collect())
}

/// Whether a secret may stand in a line, by its key.
fn may_hold_secret(line: &str) -> bool {
    let key = line.split('=').next().unwrap_or_default().to_ascii_lowercase();
    ["password", "secret", "token"].iter().any(|word| key.contains(word))
}

/// An error that shows no line that may hold a secret, nor what stands in one.
fn without_secret(text: &str, mut error: toml::de::Error) -> toml::de::Error {
    let Some(number) = shown_line(text, &error).or_else(|| told_line(text, error.message())) else { return error };
    // The name of a key is no secret.
    if error.message().starts_with("unknown field") {
        error.set_input(None);
        return error;
    }
    toml::de::Error::custom(format!(
        "line {number} cannot be read; it is not shown here, for it may hold a secret. A text stands in \"quotes\", each \\ \
         in it is written \\\\, and each key stands once"
    ))
}

/// The number of the line that an error shows, the first that it is about, if that may hold a secret.
fn shown_line(text: &str, error: &toml::de::Error) -> Option<usize> {
    // What lacks at the end of the text is shown with its last line.
    let at = text.floor_char_boundary(error.span()?.start.min(text.len().saturating_sub(1)));
    let start = text[..at].rfind('\n').map_or(0, |at| at + 1);
    let line = text[start..].lines().next().unwrap_or_default();
    may_hold_secret(line).then(|| text[..start].lines().count() + 1)
}

/// The number of a line that may hold a secret, whose value a message tells because it is of another type.
fn told_line(text: &str, message: &str) -> Option<usize> {
    let told = message.strip_prefix("invalid type: ")?.split(['`', '"']).nth(1)?;
    let value = |line: &str| line.split_once('=').map(|(_, value)| value.trim().trim_matches(['"', '\'']).to_owned());
    let tells = |line: &str| may_hold_secret(line) && value(line).is_some_and(|value| value.starts_with(told));
    text.lines().position(tells).map(|at| at + 1)
}

impl Config {
    /// The file named, or the first of the usual places that is there.
    pub fn find(named: Option<&Path>) -> anyhow::Result<PathBuf> {
        if let Some(file) = named {
            return Ok(file.to_owned());
        }
        let found = PLACES.iter().map(PathBuf::from).find(|file| file.is_file());
        found.ok_or_else(|| {
            failure(
                format!("find the settings: neither {} nor {} is there", PLACES[0], PLACES[1]),
                "`adjutant init DIR` makes them; `adjutant --config FILE ...` says where they are",
            )
        })
    }

    /// Reads a file of settings.
    pub fn read(file: &Path) -> anyhow::Result<Self> {
        let text = fs::read_to_string(file)
            .with_context(|| format!("read the settings in {}", file.display()))
            .or_set_up("`adjutant init DIR` makes a folder with settings; `--config FILE` names others")?;
        let folder = file.parent().unwrap_or(Path::new(""));
        let config = Self::parse(&text, folder)
            .with_context(|| format!("read the settings in {}", file.display()))
            .or_do("correct the line; `adjutant init DIR` writes settings that explain each line")?;
        config.keep_secret(file)?;
        Ok(Self { origin: Origin { file: file.to_owned(), fixed: fixed_parts(&text)? }, ..config })
    }

    /// Reads the settings again for a judge at work. Refused, all of them, when they cannot be read or when anything is
    /// another that may not become another while he works.
    pub fn read_again(&self) -> anyhow::Result<Self> {
        let again = Self::read(&self.origin.file)?;
        let (was, is) = (&self.origin.fixed, &again.origin.fixed);
        let parts: BTreeSet<&String> = was.keys().chain(is.keys()).collect();
        let changed: Vec<&str> =
            parts.into_iter().filter(|part| was.get(*part) != is.get(*part)).map(String::as_str).collect();
        match changed.is_empty() {
            true => Ok(again),
            false => Err(failure(
                format!("take the settings while the judge works: {} changed", changed.join(", ")),
                "stop the judge and start it again; only [alarm], [heartbeat] and [retention] change while it works",
            )),
        }
    }

    /// Reads settings whose relative paths start at `folder`.
    pub fn parse(text: &str, folder: &Path) -> Result<Self, toml::de::Error> {
        let mut config: Self = toml::from_str(text).map_err(|error| without_secret(text, error))?;
        config.complete_paths(folder);
        config.complete_greeting();
        Ok(config)
    }

    fn complete_paths(&mut self, folder: &Path) {
        let mut paths = vec![&mut self.key_file, &mut self.database];
        paths.extend(self.templates_dir.as_mut());
        paths.extend(operation::paths(&mut self.alarm, self.heartbeat.as_mut()));
        match &mut self.mail.incoming {
            Incoming::Maildir(maildir) => paths.push(&mut maildir.inbox),
            Incoming::Imap(imap) => {
                paths.extend(&mut imap.ca_file);
                paths.extend(imap.login.files_mut());
            }
        }
        match &mut self.mail.outgoing {
            Outgoing::Maildir(maildir) => paths.push(&mut maildir.outbox),
            Outgoing::Smtp(smtp) => {
                paths.extend(&mut smtp.ca_file);
                paths.extend(smtp.login.files_mut());
            }
        }
        for path in paths {
            *path = folder.join(&*path);
        }
    }

    /// Servers count a greeting as "localhost" against a letter, so we greet with the domain of our address.
    fn complete_greeting(&mut self) {
        if let Outgoing::Smtp(smtp) = &mut self.mail.outgoing
            && smtp.hello.is_empty()
        {
            smtp.hello = self.judge.address.domain().to_owned();
        }
    }

    /// How often the mailbox is looked into, in seconds.
    pub fn poll_seconds(&self) -> u64 {
        const GLANCE_AT_A_MAILDIR: u64 = 2;
        match &self.mail.incoming {
            Incoming::Maildir(_) => GLANCE_AT_A_MAILDIR,
            Incoming::Imap(imap) => imap.poll_seconds.max(1),
        }
    }

    /// What the way out allows.
    pub fn way_out(&self) -> WayOut {
        let usual = WayOut::default();
        let (limit_bytes, quota) = match &self.mail.outgoing {
            Outgoing::Maildir(maildir) => (maildir.limit_bytes, usual.quota),
            Outgoing::Smtp(smtp) => (
                smtp.limit_bytes,
                Quota { per_minute: smtp.per_minute.map(NonZeroU32::get), per_day: smtp.per_day.map(NonZeroU32::get) },
            ),
        };
        WayOut { limit_bytes: limit_bytes.unwrap_or(usual.limit_bytes), quota }
    }

    /// What a running judge does besides its work.
    pub fn upkeep(&self) -> Upkeep {
        let poll = i64::try_from(self.poll_seconds()).unwrap_or(i64::MAX);
        let mut upkeep = operation::upkeep(&self.alarm, self.heartbeat.as_ref(), self.retention, poll);
        upkeep.token_files = self.token_files().into_iter().map(Path::to_owned).collect();
        if self.test.is_some() {
            // Whom a command of the shell writes to, no list can say.
            upkeep.alarm.command = None;
        }
        upkeep
    }

    /// Refuses a settings file with a password in it that others may read.
    fn keep_secret(&self, file: &Path) -> anyhow::Result<()> {
        let has_password = self.logins().any(|login| login.password.is_some());
        if has_password && operation::others_may_read(file)? {
            let file = file.display();
            let what = format!("use the settings in {file}: they hold a password, and others may read them");
            return Err(failure(what, format!("type: chmod 600 '{file}'; or put the password into a password_file")));
        }
        Ok(())
    }

    /// How the judge logs in at mail servers.
    fn logins(&self) -> impl Iterator<Item = &Login> {
        let incoming = match &self.mail.incoming {
            Incoming::Imap(imap) => Some(&imap.login),
            Incoming::Maildir(_) => None,
        };
        let outgoing = match &self.mail.outgoing {
            Outgoing::Smtp(smtp) => Some(&smtp.login),
            Outgoing::Maildir(_) => None,
        };
        incoming.into_iter().chain(outgoing)
    }

    /// The files with passwords, and those of logins.
    pub fn secret_files(&self) -> impl Iterator<Item = &Path> {
        let passwords = self.logins().filter_map(|login| login.password_file.as_deref());
        passwords.chain(self.token_files())
    }

    /// The files of logins, each once.
    pub fn token_files(&self) -> Vec<&Path> {
        let mut files: Vec<&Path> = self.logins().filter_map(|login| login.token_file.as_deref()).collect();
        files.dedup();
        files
    }

    /// Whether a command of the operator's gives a password or token, or a provider a token.
    pub fn asks_others(&self) -> bool {
        self.logins().any(|login| ["password_command", "token_command", "token_file"].contains(&login.key()))
    }

    /// Refuses files with passwords that others may read; one that is not there is told of by whoever needs it.
    pub fn check_passwords(&self) -> anyhow::Result<()> {
        for file in self.secret_files() {
            if operation::others_may_read(file).is_ok_and(|may| may) {
                let file = file.display();
                let what = format!("use the password in {file}: others may read it");
                return Err(failure(what, format!("type: chmod 600 '{file}'")));
            }
        }
        Ok(())
    }

    /// The key, if it is ours alone.
    pub fn key(&self) -> anyhow::Result<Key> {
        let file = self.key_file.display();
        let text = fs::read_to_string(&self.key_file).with_context(|| format!("read the key in {file}")).or_set_up(
            "`adjutant init DIR` makes a key; one that games were played with must be restored from a backup",
        )?;
        let mode = fs::metadata(&self.key_file)?.permissions().mode();
        if mode & 0o077 != 0 {
            let what = format!("use the key in {file}: others may read or change it (mode {:04o})", mode & 0o7777);
            return Err(failure(what, format!("type: chmod 600 '{file}'")));
        }
        let bytes = data_encoding::HEXLOWER_PERMISSIVE.decode(text.trim().as_bytes()).ok();
        let bytes = bytes.and_then(|bytes| <[u8; 32]>::try_from(bytes).ok());
        bytes.map(Key::new).ok_or_else(|| {
            failure(
                format!("read the key in {file}: it is not 64 hexadecimal digits"),
                "restore the file from a backup, or make a new folder with `adjutant init DIR`",
            )
        })
    }

    /// The Maildir letters arrive in, when they arrive in one.
    pub fn maildir(&self) -> Option<MaildirSettings> {
        let Incoming::Maildir(incoming) = &self.mail.incoming else { return None };
        let outbox = match &self.mail.outgoing {
            Outgoing::Maildir(outgoing) => outgoing.outbox.clone(),
            Outgoing::Smtp(_) => PathBuf::new(),
        };
        let limit_bytes = incoming.limit_bytes.unwrap_or(self.limits.size as u64);
        Some(MaildirSettings { inbox: incoming.inbox.clone(), outbox, limit_bytes })
    }

    /// The templates that take the place of ours, by name.
    pub fn template_overrides(&self) -> anyhow::Result<BTreeMap<String, String>> {
        let mut found = BTreeMap::new();
        if let Some(folder) = &self.templates_dir {
            collect_templates(folder, folder, &mut found)
                .with_context(|| format!("read the templates in {}", folder.display()))
                .or_do("correct templates_dir in the settings, or leave it out")?;
        }
        Ok(found)
    }

    /// Who we are and what is the same for every letter.
    pub fn house(&self, shelf: Shelf) -> anyhow::Result<House> {
        let renderer = Renderer::new(shelf.templates(), &self.template_overrides()?);
        let renderer = renderer.or_do("correct the template, or take it away")?;
        let domain = self.judge.domain().to_owned();
        let proof = self.proof.rules();
        // A token is 32 letters, and a mailbox's name has 64 at most.
        if proof.reply_tokens && self.judge.address.tagged(&"a".repeat(32)).is_none() {
            let what = "the name of the judge's address is too long for reply_tokens: a tag of 32 letters does not fit behind it";
            return Err(failure(what, "take an address whose name has 31 letters at most, or leave reply_tokens out"));
        }
        Ok(House {
            has_pictures: self.judge.pictures,
            address: self.judge.address.clone(),
            name: self.judge.name.clone(),
            domain,
            key: self.key()?,
            gms: self.gms.iter().map(|gm| PlayerId::of_address(gm.address.as_str())).collect(),
            timetable: self.timetable.clone(),
            shelf,
            renderer,
            proof,
            limits: self.limits.answers,
        })
    }
}

fn collect_templates(root: &Path, folder: &Path, found: &mut BTreeMap<String, String>) -> anyhow::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect_templates(root, &path, found)?;
            continue;
        }
        let name = path.strip_prefix(root)?.to_string_lossy().into_owned();
        let text = fs::read_to_string(&path).with_context(|| name.clone())?;
        found.insert(name, text);
    }
    Ok(())
}
