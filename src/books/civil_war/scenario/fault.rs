//! Where in its files a scenario is unfit for play: file, line and key. Looks for the culprit's name as a human would.

use super::check::ScenarioError;
use super::{Scenario, ScenarioSource};

/// The three files of a scenario.
#[derive(Clone, Copy, Debug)]
pub struct Texts<'a> {
    /// The map, in JSON.
    pub map: &'a str,
    /// Every number of the rules, in TOML.
    pub tables: &'a str,
    /// Calendar, roster, opening, in TOML.
    pub campaign: &'a str,
}

/// A scenario that is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}{}: {why}", line.map_or(String::new(), |line| format!(", line {line}")))]
pub struct Fault {
    /// Map, tables or campaign.
    pub file: &'static str,
    /// The line in which the culprit stands, when it stands in one.
    pub line: Option<usize>,
    /// What is wrong.
    pub why: ScenarioError,
}

impl Scenario {
    /// Reads and checks the files of a scenario; what is refused is shown where it stands.
    pub fn read(texts: Texts<'_>) -> Result<Scenario, Fault> {
        ScenarioSource::read(texts.map, texts.tables, texts.campaign)
            .and_then(ScenarioSource::build)
            .map_err(|why| locate(why, texts))
    }
}

fn locate(why: ScenarioError, texts: Texts<'_>) -> Fault {
    if let ScenarioError::Unreadable { part, .. } = why {
        // The reader's own words name line and key.
        return Fault { file: part, line: None, why };
    }
    let files = match why {
        ScenarioError::BadTable(_) => [("tables", texts.tables), ("campaign", texts.campaign), ("map", texts.map)],
        _ => [("campaign", texts.campaign), ("map", texts.map), ("tables", texts.tables)],
    };
    let found = culprits(&why).into_iter().find_map(|culprit| {
        files.into_iter().find_map(|(file, text)| line_of(text, &culprit).map(|line| (file, Some(line))))
    });
    let (file, line) = found.unwrap_or((files[0].0, None));
    Fault { file, line, why }
}

fn line_of(text: &str, culprit: &str) -> Option<usize> {
    text.lines().position(|line| line.contains(culprit)).map(|at| at + 1)
}

/// What to look for, the most telling first.
fn culprits(why: &ScenarioError) -> Vec<String> {
    let quoted = |word: &dyn std::fmt::Display| format!("\"{word}\"");
    match why {
        ScenarioError::OffMap { what, hex } => vec![quoted(hex), quoted(what)],
        ScenarioError::UnknownState { hex, state } => vec![quoted(state), quoted(hex)],
        ScenarioError::StatelessLand { hex } => vec![quoted(hex)],
        ScenarioError::Twice { name, .. } => vec![quoted(name)],
        ScenarioError::NotNeighbours { one, other, .. } => {
            vec![format!("{one}/{other}"), format!("{other}/{one}"), quoted(one)]
        }
        ScenarioError::NoSuchHexside { river, one, .. } => vec![quoted(one), quoted(river)],
        ScenarioError::UnknownPlace { place, .. } => vec![quoted(place)],
        ScenarioError::Unplaced { leader, .. }
        | ScenarioError::NoSuchLeader { leader, .. }
        | ScenarioError::Unstationed { leader, .. } => vec![quoted(leader)],
        ScenarioError::BadSpan { .. } => vec!["[span]".to_owned()],
        ScenarioError::MissingTurn { found, .. } => vec![format!("turn = {found},")],
        ScenarioError::WrongSum { .. } => vec!["[control]".to_owned()],
        ScenarioError::NoStandIn { stand_in, .. } => vec![quoted(stand_in)],
        ScenarioError::TooMany { .. } | ScenarioError::BadTable(_) | ScenarioError::Unreadable { .. } => Vec::new(),
    }
}
