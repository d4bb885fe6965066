//! `adjutant verify`: the dice that saved reports tell of, thrown again from the secrets that the reports publish. Needs
//! no database and no settings: any player can do it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;

use super::remedy::{Remedy, failure};
use crate::game::{OPEN, Secret, scope_of};
use crate::mail;

pub(super) const EXAMPLES: &str = "\
Examples:
  adjutant verify report-4.eml
  adjutant verify report-3.eml report-4.eml
  adjutant verify report-4.eml --die 'tie p3 csa east = 4' --die 'battle 4910 p4'

Reads reports as letters (.eml) or as saved text. Battles are found by themselves; --die throws any other die, and compares
when the numbers stand behind =. Given with the report before it, the secrets are held against what was promised there.
Ends with 1 when something differs.";

/// What `verify` is told.
#[derive(Debug, Args)]
pub struct VerifyArgs {
    /// Reports, in any order.
    #[arg(value_name = "REPORT", required = true)]
    pub reports: Vec<PathBuf>,
    /// What a die was thrown for, and what it showed.
    #[arg(long = "die", value_name = "PURPOSE [= N, N]")]
    pub dice: Vec<String>,
}

/// What reports say of dice.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Told {
    /// SHA-256 of a secret, by label and scope.
    pub promised: BTreeMap<(String, String), String>,
    /// Secrets by label and scope.
    pub secrets: BTreeMap<(String, String), String>,
    /// Throws: the label of the phase, the purpose, and the dice in order.
    pub throws: Vec<(String, String, Vec<u32>)>,
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
    let mut told = Told::default();
    for file in &args.reports {
        read_report(&report_text(file)?, &mut told);
    }
    if told.secrets.is_empty() {
        return Err(failure(
            "check the dice: the reports tell no secret",
            "take a report on a phase that was played, whole, with its part \"Dice\"",
        ));
    }
    let mut checked = check_told(&told);
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

fn report_text(file: &Path) -> anyhow::Result<String> {
    let raw = std::fs::read(file)
        .with_context(|| format!("read the report {}", file.display()))
        .or_do("name a file with a report, saved as a letter or as text")?;
    let is_letter = raw.starts_with(b"From") || raw.windows(12).take(20_000).any(|some| some == b"\nMessage-ID:");
    let letter = if is_letter { mail::plain_text(&raw) } else { None };
    Ok(letter.map_or_else(|| String::from_utf8_lossy(&raw).replace('\r', ""), |letter| letter.text))
}

/// Takes from a report what it says of dice.
pub fn read_report(text: &str, told: &mut Told) {
    let mut list: Option<(bool, String)> = None;
    let mut played = None;
    for paragraph in paragraphs(text) {
        if let Some(label) = label_of(&paragraph) {
            let is_secret = paragraph.contains("The secrets of");
            if is_secret {
                played = Some(label.clone());
            }
            list = Some((is_secret, label));
        }
        let Some((is_secret, label)) = &list else { continue };
        for (scope, value) in scoped_values(&paragraph) {
            let place = if *is_secret { &mut told.secrets } else { &mut told.promised };
            place.insert((label.clone(), scope), value);
        }
    }
    let Some(label) = played else { return };
    let mut thrown: BTreeMap<String, Vec<u32>> = BTreeMap::new();
    for paragraph in paragraphs(text) {
        if let Some((purpose, dice)) = battle_in(&paragraph) {
            thrown.entry(purpose).or_default().extend(dice);
        }
    }
    told.throws.extend(thrown.into_iter().map(|(purpose, dice)| (label.clone(), purpose, dice)));
}

/// The paragraphs of a text, each on one line.
fn paragraphs(text: &str) -> Vec<String> {
    let mut found = vec![String::new()];
    for line in text.lines() {
        let line = line.trim_start_matches(['>', ' ']).trim();
        if line.is_empty() {
            found.push(String::new());
        } else if let Some(last) = found.last_mut() {
            last.push_str(line);
            last.push(' ');
        }
    }
    found.retain(|paragraph| !paragraph.is_empty());
    found
}

/// The label in "The secrets of ... (label 2.1) were" or "The dice of ... (label 3.1) come from".
fn label_of(paragraph: &str) -> Option<String> {
    let is_ours = paragraph.contains("The secrets of") || paragraph.contains("come from secrets");
    let rest = paragraph.split_once("(label ").filter(|_| is_ours)?.1;
    Some(rest.split_once(')')?.0.trim().to_owned())
}

/// Pairs of a scope and 64 hexadecimal digits.
fn scoped_values(paragraph: &str) -> Vec<(String, String)> {
    let words: Vec<&str> = paragraph.split_whitespace().collect();
    let is_value = |word: &str| word.len() == 64 && word.bytes().all(|byte| byte.is_ascii_hexdigit());
    let pairs = words.windows(2).filter(|pair| is_value(pair[1]));
    pairs.map(|pair| (pair[0].to_owned(), pair[1].to_ascii_lowercase())).collect()
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

/// Secrets against what was promised, and the throws the reports tell of against the secrets.
pub fn check_told(told: &Told) -> Vec<Checked> {
    let mut checked = Vec::new();
    for ((label, scope), value) in &told.secrets {
        let Some(secret) = Secret::from_hex(value) else { continue };
        let commitment = secret.commitment();
        let (holds, words) = match told.promised.get(&(label.clone(), scope.clone())) {
            Some(promised) => (Some(*promised == commitment), format!("secret {scope} of {label} against its promise")),
            None => (None, format!("secret {scope} of {label}: its promise was SHA-256 {commitment}; look it up")),
        };
        checked.push(Checked { holds, words });
    }
    for (label, purpose, dice) in &told.throws {
        checked.push(compare(told, label, purpose, dice));
    }
    checked
}

/// What a purpose's dice showed, thrown again.
fn throw(told: &Told, label: &str, purpose: &str, count: usize) -> Option<Vec<u32>> {
    let scope = scope_of(purpose).to_owned();
    let secret = Secret::from_hex(told.secrets.get(&(label.to_owned(), scope))?)?;
    let nth = 1..=u32::try_from(count).unwrap_or(u32::MAX);
    Some(nth.map(|nth| secret.shown_by(label, purpose, nth, 6)).collect())
}

fn compare(told: &Told, label: &str, purpose: &str, shown: &[u32]) -> Checked {
    let say = |dice: &[u32]| dice.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
    match throw(told, label, purpose, shown.len()) {
        Some(thrown) if thrown == shown => {
            Checked { holds: Some(true), words: format!("{purpose} of {label} showed {}", say(shown)) }
        }
        Some(thrown) => {
            let words = format!("{purpose} of {label} must show {}, the report has {}", say(&thrown), say(shown));
            Checked { holds: Some(false), words }
        }
        None => {
            let scope = scope_of(purpose);
            let words = format!("{purpose} of {label}: the reports do not tell the secret of \"{scope}\"");
            Checked { holds: None, words }
        }
    }
}

/// `--die 'purpose = 3, 5'`, in every phase whose secrets are told.
fn check_named(told: &Told, die: &str) -> anyhow::Result<Vec<Checked>> {
    const THROWS: usize = 4;
    let (purpose, shown) = die.split_once('=').map_or((die, None), |(purpose, shown)| (purpose, Some(shown)));
    let purpose = purpose.trim();
    let labels = told.secrets.keys().filter(|(_, scope)| scope == scope_of(purpose) || scope == OPEN);
    let labels: std::collections::BTreeSet<&String> = labels.map(|(label, _)| label).collect();
    let Some(shown) = shown else {
        let thrown = labels.into_iter().filter_map(|label| Some((label, throw(told, label, purpose, THROWS)?)));
        let words = thrown.map(|(label, dice)| format!("{purpose} of {label}: throws 1 to {THROWS} show {dice:?}"));
        return Ok(words.map(|words| Checked { holds: None, words }).collect());
    };
    let read = shown.split(',').map(|number| number.trim().parse::<u32>()).collect::<Result<Vec<_>, _>>();
    let shown = read.or_do(format!("write --die '{purpose} = 3, 5'"))?;
    Ok(labels.into_iter().map(|label| compare(told, label, purpose, &shown)).collect())
}
