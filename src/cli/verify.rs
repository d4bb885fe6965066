//! `adjutant verify`: the dice that saved reports tell of, thrown again from the secrets that the reports publish. Needs
//! no database and no settings: any player can do it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;
use serde::Deserialize;

use super::remedy::{Remedy, failure};
use base::game::{OPEN, Roll, SeatId, Secret, SeedRows, WHOLE, scope_of, seed_row};
use mail::decompose::decompose;

pub(super) const EXAMPLES: &str = "\
Examples:
  adjutant verify report-4.eml
  adjutant verify report-3.eml report-4.eml
  adjutant verify report-3.eml report-4.eml --seed 'seven pelicans over Mobile'
  adjutant verify report-4.eml --die 'tie p3 csa east = 4' --die 'battle 4910 p4'
  adjutant verify report-4.eml --die 'US: battle at K0-S6 of 5 = 3'
  adjutant verify report-*.eml cw1.json

Reads reports as letters (.eml) or as saved text. Battles are found by themselves; --die throws any other die, of six faces if
it is not said of how many, and compares when the numbers stand behind =. Given with the report before it, the secrets are held against what was promised there, and
the seed that was drawn for you against its row; --seed says which words you put behind it. A file of rows that was saved apart
(seeds-4-1.txt) is given beside its report. With the last report of a game
that is over, every roll of an export of it (.json) is thrown again. Ends with 1 when something differs.";

/// What `verify` is told.
#[derive(Debug, Args)]
pub struct VerifyArgs {
    /// Reports and exports, in any order.
    #[arg(value_name = "REPORT", required = true)]
    pub reports: Vec<PathBuf>,
    /// What a die was thrown for, and what it showed.
    #[arg(long = "die", value_name = "PURPOSE [= N, N]")]
    pub dice: Vec<String>,
    /// Words that you gave as a seed.
    #[arg(long = "seed", value_name = "WORDS")]
    pub seeds: Vec<String>,
}

/// What reports and exports say of dice.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Told {
    /// SHA-256 of a secret, by label and scope.
    pub promised: BTreeMap<(String, String), String>,
    /// Secrets by label and scope.
    pub secrets: BTreeMap<(String, String), String>,
    /// The rows of the seats' seeds, by label; empty where a report tells of none.
    pub seeds: BTreeMap<String, BTreeMap<String, String>>,
    /// SHA-256 of the rows of many seats, by label, where a report has them as a file.
    pub mixed: BTreeMap<String, String>,
    /// Seeds that were drawn for the reader, by label and seat.
    pub drawn: BTreeMap<(String, String), String>,
    /// Dice that the GM set and that were not thrown: what each shows, by the label of the phase, the purpose and the count.
    pub set: BTreeMap<(String, String, u32), u32>,
    /// Throws: the label of the phase, the purpose, and the dice in order.
    pub throws: Vec<(String, String, Vec<u32>)>,
    /// All throws of a phase, by its label.
    pub rolls: Vec<Thrown>,
}

/// One line of the outcome.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked {
    /// Whether it is as it must be; `None` when it cannot be told.
    pub holds: Option<bool>,
    /// In words.
    pub words: String,
}

/// Checks the reports and prints what came of it.
pub fn verify(args: &VerifyArgs) -> anyhow::Result<ExitCode> {
    let (mut told, mut games) = (Told::default(), BTreeSet::new());
    for file in &args.reports {
        let SavedReport { game, text, rows } = report_of(file)?;
        games.extend(game);
        rows.iter().for_each(|(name, rows)| read_rows(name, rows, &mut told));
        match text.trim_start().starts_with('{') {
            true => read_export(&text, &mut told).or_do("give an export as `adjutant export` prints it")?,
            false => read_report(&text, &mut told),
        }
    }
    if games.len() > 1 {
        let names = games.into_iter().collect::<Vec<_>>().join(", ");
        return Err(failure(
            format!("check the dice: the reports are of several games: {names}"),
            "give those of one game at a time: phases of all games have the same labels",
        ));
    }
    if told.secrets.is_empty() {
        return Err(failure(
            "check the dice: the reports tell no secret",
            "take a report on a phase that was played, whole, with its part \"Dice\"",
        ));
    }
    let mut checked = check_told(&told, &args.seeds);
    for die in &args.dice {
        checked.extend(check_named(&told, die)?);
    }
    for line in &checked {
        let mark = match line.holds {
            Some(true) => "ok      ",
            Some(false) => "DIFFERS ",
            None => "open    ",
        };
        println!("{mark}{}", line.words);
    }
    let differ = checked.iter().filter(|line| line.holds == Some(false)).count();
    println!("{} checked, {differ} differ", checked.iter().filter(|line| line.holds.is_some()).count());
    Ok(if differ == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// A report as it was saved.
struct SavedReport {
    /// The game it is about, where its subject says so.
    game: Option<String>,
    text: String,
    /// Files with the rows of seeds, by their names.
    rows: Vec<(String, String)>,
}

fn report_of(file: &Path) -> anyhow::Result<SavedReport> {
    let raw = std::fs::read(file)
        .with_context(|| format!("read the report {}", file.display()))
        .or_do("name a file with a report, saved as a letter or as text")?;
    let is_letter = raw.starts_with(b"From") || raw.windows(12).take(20_000).any(|some| some == b"\nMessage-ID:");
    if let Some(letter) = is_letter.then(|| mail::plain_text(&raw)).flatten() {
        return Ok(SavedReport { game: game_in(&letter.subject), text: letter.text, rows: attached_rows(&raw) });
    }
    let text = String::from_utf8_lossy(&raw).replace('\r', "");
    let name = file.file_name().map(|name| name.to_string_lossy().into_owned());
    Ok(match name.filter(|name| label_in(name).is_some()) {
        Some(name) => SavedReport { game: None, text: String::new(), rows: vec![(name, text)] },
        None => SavedReport { game: None, text, rows: Vec::new() },
    })
}

/// The files with rows of seeds that go with a report.
fn attached_rows(raw: &[u8]) -> Vec<(String, String)> {
    let files = decompose(raw).map_or_else(Vec::new, |letter| letter.draft.attachments);
    let rows = files.into_iter().filter(|file| label_in(&file.name).is_some());
    rows.map(|file| (file.name, String::from_utf8_lossy(&file.bytes).replace('\r', ""))).collect()
}

/// The label of the phase whose rows a file has: that of "seeds-2-1.txt" is 2.1.
fn label_in(file: &str) -> Option<String> {
    let (number, revision) = file.strip_prefix("seeds-")?.strip_suffix(".txt")?.split_once('-')?;
    Some(format!("{}.{}", number.parse::<u32>().ok()?, revision.parse::<u32>().ok()?))
}

/// Takes the rows of the seats from a file of its own.
pub fn read_rows(file: &str, text: &str, told: &mut Told) {
    let Some(label) = label_in(file) else { return };
    told.seeds.entry(label).or_default().extend(named_values(text, 64));
}

/// The game that a subject of ours names.
fn game_in(subject: &str) -> Option<String> {
    Some(subject.strip_prefix('[')?.split_once(']')?.0.to_owned())
}

/// What a list of values below a sentence is of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Listed {
    Promises,
    Drawn,
    Secrets,
    Seeds,
    MixedSeeds,
    WholeSecrets,
}

/// The list that a sentence of ours begins.
fn list_below(paragraph: &str) -> Option<Listed> {
    let says = |words: &str| paragraph.contains(words);
    let is_labelled = says("(label ");
    match () {
        () if says("The game is over. The secrets ") => Some(Listed::WholeSecrets),
        () if says("Drawn for ") && says("SEED") => Some(Listed::Drawn),
        () if says("The seeds of ") && says("were mixed in as") && is_labelled => Some(Listed::MixedSeeds),
        () if says("The seeds of ") && is_labelled => Some(Listed::Seeds),
        () if says("The secrets of ") && is_labelled => Some(Listed::Secrets),
        () if says(" come from ") && is_labelled => Some(Listed::Promises),
        () => None,
    }
}

/// Takes from a report what it says of dice.
pub fn read_report(text: &str, told: &mut Told) {
    let (mut list, mut label, mut played) = (None, String::new(), None);
    for paragraph in paragraphs(text) {
        if let Some(begun) = list_below(&paragraph) {
            list = Some(begun);
            label = label_of(&paragraph).unwrap_or(label);
        }
        let Some(list) = list else { continue };
        if list == Listed::Secrets {
            played = Some(label.clone());
            told.seeds.entry(label.clone()).or_default();
        }
        for (name, value) in named_values(&paragraph, if list == Listed::Drawn { 32 } else { 64 }) {
            note_value(told, list, &label, name, value);
        }
    }
    let Some(label) = played else { return };
    let set = set_dice(text).into_iter().map(|(purpose, nth, value)| ((label.clone(), purpose, nth), value));
    told.set.extend(set);
    let mut thrown: BTreeMap<String, Vec<u32>> = BTreeMap::new();
    for paragraph in paragraphs(text) {
        if let Some((purpose, dice)) = battle_in(&paragraph) {
            thrown.entry(purpose).or_default().extend(dice);
        }
    }
    told.throws.extend(thrown.into_iter().map(|(purpose, dice)| (label.clone(), purpose, dice)));
}

fn note_value(told: &mut Told, list: Listed, label: &str, name: String, value: String) {
    let label = label.to_owned();
    match list {
        Listed::Promises => drop(told.promised.insert((label, name), value)),
        Listed::Drawn => drop(told.drawn.insert((label, name), value)),
        Listed::Secrets => drop(told.secrets.insert((label, name), value)),
        Listed::Seeds => drop(told.seeds.entry(label).or_default().insert(name, value)),
        Listed::MixedSeeds => drop(told.mixed.insert(label, value)),
        Listed::WholeSecrets => drop(told.secrets.insert((name, WHOLE.to_owned()), value)),
    }
}

/// The dice of a step.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Thrown {
    /// Of its phase ("3.1").
    pub label: String,
    /// Of orders that did not wait: the letter and the place in it, which are mixed in where a phase has the seeds.
    pub act: Option<String>,
    /// What was thrown.
    pub rolls: Vec<Roll>,
}

#[derive(Deserialize)]
struct Export {
    steps: Vec<ExportedStep>,
    #[serde(default)]
    phases: Vec<ExportedPhase>,
}

#[derive(Deserialize)]
struct ExportedStep {
    phase: u32,
    revision: u32,
    /// None where the export may not tell them.
    rolls: Option<Vec<Roll>>,
    /// Of orders that did not wait: the letter and the place in it.
    #[serde(default)]
    act: Option<String>,
}

#[derive(Deserialize)]
struct ExportedPhase {
    number: u32,
    revision: u32,
    #[serde(default)]
    seeds: Option<BTreeMap<String, String>>,
}

/// Takes from an export the rolls of all phases, and what the seats gave to them.
pub fn read_export(text: &str, told: &mut Told) -> serde_json::Result<()> {
    let export: Export = serde_json::from_str(text)?;
    for phase in export.phases {
        let seeds = told.seeds.entry(format!("{}.{}", phase.number, phase.revision)).or_default();
        seeds.extend(phase.seeds.unwrap_or_default());
    }
    let label = |step: &ExportedStep| format!("{}.{}", step.phase, step.revision);
    let thrown = export.steps.into_iter().map(|step| Thrown {
        label: label(&step),
        act: step.act,
        rolls: step.rolls.unwrap_or_default(),
    });
    told.rolls.extend(thrown.filter(|thrown| !thrown.rolls.is_empty()));
    Ok(())
}

/// The paragraphs of a text, each on one line; what stands right below a heading is one of its own.
fn paragraphs(text: &str) -> Vec<String> {
    let mut found = vec![String::new()];
    for line in text.lines() {
        let line = line.trim_start_matches(['>', ' ']).trim();
        let is_underline = line.len() > 2 && line.bytes().all(|byte| byte == b'-');
        if line.is_empty() || is_underline {
            found.push(String::new());
        } else if let Some(last) = found.last_mut() {
            last.push_str(line);
            last.push(' ');
        }
    }
    found.retain(|paragraph| !paragraph.is_empty());
    found
}

/// The label in "The secrets of ... (label 2.1) were".
fn label_of(paragraph: &str) -> Option<String> {
    let rest = paragraph.split_once("(label ")?.1;
    Some(rest.split_once(')')?.0.trim().to_owned())
}

/// Pairs of a name and so many hexadecimal digits.
fn named_values(paragraph: &str, digits: usize) -> Vec<(String, String)> {
    // A drawn seed stands right behind "=".
    let words = paragraph.split(|c: char| c.is_whitespace() || c == '=').filter(|word| !word.is_empty());
    let words: Vec<&str> = words.collect();
    let is_value = |word: &str| word.len() == digits && word.bytes().all(|byte| byte.is_ascii_hexdigit());
    let pairs = words.windows(2).filter(|pair| is_value(pair[1]));
    pairs.map(|pair| (pair[0].to_owned(), pair[1].to_ascii_lowercase())).collect()
}

/// The rows below "Set by the game master", each as "battle 4910 p4, throw 2: 3": purpose, count and value.
fn set_dice(text: &str) -> Vec<(String, u32, u32)> {
    let lines = text.lines().map(|line| line.trim_start_matches(['>', ' ']).trim());
    let below = lines.skip_while(|line| !line.starts_with("Set by the game master, and not thrown")).skip(1);
    let read = |line: &str| {
        let (purpose, rest) = line.rsplit_once(", throw ")?;
        let (nth, value) = rest.split_once(": ")?;
        Some((purpose.to_owned(), nth.parse().ok()?, value.trim().parse().ok()?))
    };
    below.filter(|line| !line.is_empty()).map_while(read).collect()
}

/// "Pulse 4: battle at Manassas (4910). ... The attacker threw 3 and 5": what the dice were thrown for, and what they
/// showed.
fn battle_in(paragraph: &str) -> Option<(String, Vec<u32>)> {
    let (pulse, rest) = paragraph.strip_prefix("Pulse ")?.split_once(": battle at ")?;
    let pulse: u32 = pulse.trim().parse().ok()?;
    let is_hex = |word: &&str| word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit());
    let hex = rest.split(|c: char| !c.is_ascii_alphanumeric()).find(is_hex)?;
    let threw = rest.split_once("The attacker threw ")?.1;
    let words =
        threw.split_whitespace().take_while(|word| *word == "and" || word.starts_with(|c: char| c.is_ascii_digit()));
    let dice: Vec<u32> =
        words.filter_map(|word| word.trim_end_matches([';', ':', ',', '.']).parse().ok()).take(2).collect();
    (!dice.is_empty()).then(|| (format!("battle {hex} p{pulse}"), dice))
}

/// Secrets against what was promised, seeds against their rows, and the throws that are told of against both.
pub fn check_told(told: &Told, words: &[String]) -> Vec<Checked> {
    let mut checked: Vec<Checked> = told.secrets.iter().filter_map(|secret| check_secret(told, secret)).collect();
    checked.extend(told.mixed.iter().filter_map(|mixed| check_rows(told, mixed)));
    checked.extend(told.drawn.iter().filter_map(|drawn| check_seed(told, drawn, words)));
    checked.extend(told.throws.iter().map(|(label, purpose, dice)| compare(told, label, (purpose, FACES), dice)));
    checked.extend(told.rolls.iter().map(|thrown| check_rolls(told, thrown)));
    checked
}

fn check_secret(told: &Told, ((label, scope), value): (&(String, String), &String)) -> Option<Checked> {
    let secret = Secret::from_hex(value)?;
    let (place, commitment) = ((label.clone(), scope.clone()), secret.commitment());
    let whole = whole_secret(told, label).filter(|_| scope != WHOLE).map(|whole| whole.of_scope(scope));
    let (holds, words) = match told.promised.get(&place) {
        _ if whole.as_ref().is_some_and(|whole| *whole != secret) => {
            (Some(false), format!("secret {scope} of {label} does not follow from that of the whole phase"))
        }
        Some(promised) => (Some(*promised == commitment), format!("secret {scope} of {label} against its promise")),
        None if whole.is_some() => {
            (Some(true), format!("secret {scope} of {label} follows from that of the whole phase"))
        }
        None => (None, format!("secret {scope} of {label}: its promise was SHA-256 {commitment}; look it up")),
    };
    Some(Checked { holds, words })
}

/// The rows in a file against the SHA-256 that the report says of them.
fn check_rows(told: &Told, (label, mixed): (&String, &String)) -> Option<Checked> {
    let digest = digest_of(told, label)?;
    Some(Checked {
        holds: Some(digest == *mixed),
        words: format!("rows of the seeds in {label} against their SHA-256"),
    })
}

/// SHA-256 of the rows of a phase, where they are told.
fn digest_of(told: &Told, label: &str) -> Option<String> {
    let rows = told.seeds.get(label).filter(|rows| !rows.is_empty())?;
    let row = |(seat, row): (&String, &String)| Some((SeatId::parse(seat)?, row.clone()));
    Some(rows.iter().filter_map(row).collect::<SeedRows>().digest())
}

/// The seed that was drawn for the reader, alone or with his words behind it, against its row.
fn check_seed(told: &Told, ((label, seat), drawn): (&(String, String), &String), words: &[String]) -> Option<Checked> {
    let rows = told.seeds.get(label)?;
    let given = std::iter::once(None).chain(words.iter().map(|words| Some(words.as_str())));
    let own: BTreeSet<String> = given.map(|words| seed_row(drawn, words)).collect();
    let (holds, words) = match rows.get(seat) {
        None if rows.is_empty() && told.mixed.contains_key(label) => {
            let file = format!("seeds-{}.txt", label.replace('.', "-"));
            (None, format!("seed of {seat} in {label}: its row is in {file}; give that file as well"))
        }
        None => (Some(false), format!("seed of {seat} in {label}: no row is listed for it")),
        Some(row) if own.contains(row) => (Some(true), format!("seed of {seat} in {label} against its row")),
        Some(_) if words.is_empty() => (
            None,
            format!("seed of {seat} in {label}: its row is not that of the drawn one; say your words with --seed"),
        ),
        Some(_) => (Some(false), format!("seed of {seat} in {label}: its row is that of other words")),
    };
    Some(Checked { holds, words })
}

/// The rolls of a phase or an act that an export tells of, but for those that the GM set.
fn check_rolls(told: &Told, thrown: &Thrown) -> Checked {
    let Thrown { label, act, rolls } = thrown;
    let mut count = 0;
    for roll in rolls.iter().filter(|roll| !roll.is_set) {
        let (purpose, nth) = (&roll.purpose, roll.nth);
        let secret = match act {
            Some(act) => bare_secret_of(told, label, scope_of(purpose)).map(|secret| secret.mixed_with_act(act)),
            None => secret_of(told, label, scope_of(purpose)),
        };
        let Some(secret) = secret else {
            let words = format!("{purpose} of {label}: neither its secret nor that of the whole phase is told");
            return Checked { holds: None, words };
        };
        let must = secret.shown_by(label, purpose, nth, roll.sides);
        if must != roll.value {
            let words = format!("{purpose} of {label}, throw {nth}, must show {must}, the export has {}", roll.value);
            return Checked { holds: Some(false), words };
        }
        count += 1;
    }
    let of = if act.is_some() { "an act in " } else { "" };
    Checked { holds: Some(true), words: format!("all {count} rolls of {of}{label} in the export") }
}

fn whole_secret(told: &Told, label: &str) -> Option<Secret> {
    Secret::from_hex(told.secrets.get(&(label.to_owned(), WHOLE.to_owned()))?)
}

/// The secret that the dice of a scope come from, with the seeds that were mixed in. None: it is not told, or the seeds are
/// not; before the opening there are none.
fn secret_of(told: &Told, label: &str, scope: &str) -> Option<Secret> {
    let secret = bare_secret_of(told, label, scope)?;
    let mixed = digest_of(told, label).or_else(|| told.mixed.get(label).cloned());
    match mixed {
        Some(mixed) => Some(secret.mixed_with(&mixed)),
        None => (told.seeds.contains_key(label) || label.starts_with("0.")).then_some(secret),
    }
}

/// The same before anything was mixed in.
fn bare_secret_of(told: &Told, label: &str, scope: &str) -> Option<Secret> {
    let own = told.secrets.get(&(label.to_owned(), scope.to_owned())).and_then(|secret| Secret::from_hex(secret));
    own.or_else(|| Some(whole_secret(told, label)?.of_scope(scope)))
}

/// What a purpose's dice showed: thrown again, or as the GM set them.
fn throw(told: &Told, label: &str, (purpose, faces): (&str, u32), count: usize) -> Option<Vec<u32>> {
    let secret = secret_of(told, label, scope_of(purpose))?;
    let nth = 1..=u32::try_from(count).unwrap_or(u32::MAX);
    let show = |nth| set_to(told, label, purpose, nth).unwrap_or_else(|| secret.shown_by(label, purpose, nth, faces));
    Some(nth.map(show).collect())
}

fn set_to(told: &Told, label: &str, purpose: &str, nth: u32) -> Option<u32> {
    told.set.get(&(label.to_owned(), purpose.to_owned(), nth)).copied()
}

fn compare(told: &Told, label: &str, (purpose, faces): (&str, u32), shown: &[u32]) -> Checked {
    let say = |dice: &[u32]| dice.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
    match throw(told, label, (purpose, faces), shown.len()) {
        Some(thrown) if thrown == shown => {
            let set: Vec<String> = (1..=shown.len() as u32)
                .filter(|nth| set_to(told, label, purpose, *nth).is_some())
                .map(|nth| format!(", throw {nth} set by the game master"))
                .collect();
            Checked { holds: Some(true), words: format!("{purpose} of {label} showed {}{}", say(shown), set.concat()) }
        }
        Some(thrown) => {
            let words = format!("{purpose} of {label} must show {}, the report has {}", say(&thrown), say(shown));
            Checked { holds: Some(false), words }
        }
        None => {
            let scope = scope_of(purpose);
            let words =
                format!("{purpose} of {label}: the reports do not tell the secret of \"{scope}\" and the seeds");
            Checked { holds: None, words }
        }
    }
}

/// Of a die of which nothing else is said.
const FACES: u32 = 6;

/// "US: battle at K0-S6 of 5": what a die is thrown for, and how many faces it has.
fn with_faces(die: &str) -> (&str, u32) {
    let named = die.rsplit_once(" of ").and_then(|(purpose, faces)| Some((purpose.trim(), faces.trim().parse().ok()?)));
    named.filter(|(_, faces)| *faces > 0).unwrap_or((die.trim(), FACES))
}

/// `--die 'purpose = 3, 5'` or `--die 'purpose of 100 = 42'`, in every phase whose secrets are told.
fn check_named(told: &Told, die: &str) -> anyhow::Result<Vec<Checked>> {
    const THROWS: usize = 4;
    let (purpose, shown) = die.split_once('=').map_or((die, None), |(purpose, shown)| (purpose, Some(shown)));
    let (purpose, faces) = with_faces(purpose);
    let labels = told.secrets.keys().filter(|(_, scope)| [scope_of(purpose), OPEN, WHOLE].contains(&scope.as_str()));
    let labels: BTreeSet<&String> = labels.map(|(label, _)| label).collect();
    let Some(shown) = shown else {
        let thrown =
            labels.into_iter().filter_map(|label| Some((label, throw(told, label, (purpose, faces), THROWS)?)));
        let words = thrown.map(|(label, dice)| format!("{purpose} of {label}: throws 1 to {THROWS} show {dice:?}"));
        return Ok(words.map(|words| Checked { holds: None, words }).collect());
    };
    let read = shown.split(',').map(|number| number.trim().parse::<u32>()).collect::<Result<Vec<_>, _>>();
    let shown = read.or_do(format!("write --die '{purpose} = 3, 5'"))?;
    Ok(labels.into_iter().map(|label| compare(told, label, (purpose, faces), &shown)).collect())
}
