//! States as people shorten them, and as they call their men.

use super::super::super::scenario::Scenario;
use super::super::grammar::Copy;
use super::super::wording::is_mixed;

/// Letters of States that are a word of orders as well: a State before its men.
const DOUBTFUL_CODES: [&str; 10] = ["IN", "MI", "LA", "RI", "SC", "OR", "ME", "HI", "CO", "NE"];

/// States as people shorten them, with a stop behind.
const SHORT_STATES: [(&str, &str); 26] = [
    ("tenn", "TN"),
    ("kent", "KY"),
    ("ky", "KY"),
    ("va", "VA"),
    ("ala", "AL"),
    ("ga", "GA"),
    ("miss", "MS"),
    ("mass", "MA"),
    ("conn", "CT"),
    ("penn", "PA"),
    ("penna", "PA"),
    ("mich", "MI"),
    ("wis", "WI"),
    ("wisc", "WI"),
    ("minn", "MN"),
    ("ill", "IL"),
    ("ind", "IN"),
    ("fla", "FL"),
    ("la", "LA"),
    ("tex", "TX"),
    ("ark", "AR"),
    ("del", "DE"),
    ("md", "MD"),
    ("mo", "MO"),
    ("kan", "KS"),
    ("kans", "KS"),
];

/// A State by its letters, by a short name or by its men: "NY", "N.H.", "Tenn.", "Marylanders".
pub(super) fn written_state(scenario: &Scenario, copy: &Copy<'_>, at: usize) -> Option<(String, usize)> {
    let rest = &copy.text[at..];
    let wide = rest.find(|sign: char| !sign.is_ascii_alphabetic()).unwrap_or(rest.len());
    let (word, behind) = (&rest[..wide], &rest[wide..]);
    let state = |code: &str| scenario.state(code).map(|state| state.name.clone());
    let is_capital = |text: &str| !text.is_empty() && text.bytes().all(|sign| sign.is_ascii_uppercase());
    if wide == 1 && is_capital(word) && behind.starts_with('.') {
        let next = behind[1..].get(..1).filter(|next| is_capital(next))?;
        let ends = behind[2..].starts_with('.') || !behind[2..].starts_with(|sign: char| sign.is_ascii_alphanumeric());
        return state(&format!("{word}{next}")).filter(|_| ends).map(|name| (name, 3));
    }
    if wide == 2 && word.starts_with(|sign: char| sign.is_ascii_uppercase()) && is_mixed(copy.line) {
        const MEN: [&str; 9] = ["vol", "inf", "cav", "men", "mil", "draft", "bounty", "regiment", "regt"];
        let code = word.to_ascii_uppercase();
        let is_of_men = MEN.iter().any(|men| behind.trim_start().to_ascii_lowercase().starts_with(men));
        let is_from = copy.text[..at].to_ascii_lowercase().ends_with("from ");
        let is_sure = match DOUBTFUL_CODES.contains(&code.as_str()) {
            true => is_of_men && is_from && is_capital(word),
            false => is_of_men || is_capital(word),
        };
        if is_sure {
            return state(&code).map(|name| (name, wide));
        }
    }
    let lower = word.to_ascii_lowercase();
    let short = SHORT_STATES.iter().find(|(short, _)| *short == lower && behind.starts_with('.'));
    if let Some((_, code)) = short {
        return state(code).map(|name| (name, wide));
    }
    // "Virginians": the men of a State.
    let stem = ["ians", "ers", "ans", "ian", "er", "an"].iter().find_map(|end| lower.strip_suffix(end))?;
    let is_theirs = |name: &str| stem.len() >= 4 && name.to_ascii_lowercase().starts_with(stem) && !name.contains(' ');
    let is_named = word.starts_with(|sign: char| sign.is_ascii_uppercase());
    let of_state = scenario.given.states.iter().find(|row| is_named && is_theirs(&row.name))?;
    Some((of_state.name.clone(), wide))
}
