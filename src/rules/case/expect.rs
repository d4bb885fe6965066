//! What a case expects, and where it came out otherwise. Knows JSON patterns, remarks and dice, and no book.

use std::collections::BTreeMap;
use std::fmt;

use serde::Deserialize;
use serde_json::{Map, Value};

use super::given::{below, leaves};
use super::{CaseError, Trial, seat};
use base::game::SeatId;
use base::order::path::{get_path, get_steps, write_path};
use base::order::{LineStatus, Remark};

/// Most items of a brief shown beside a pattern that matched none.
const MOST_SHOWN: usize = 3;

/// One thing that came out otherwise.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// Which thing ("state leaders.Hal.place", "told red").
    pub place: String,
    /// What the case says.
    pub expected: String,
    /// What came out.
    pub got: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n    expected  {}\n    got       {}", self.place, self.expected, self.got)
    }
}

type Patterns = BTreeMap<String, Vec<Value>>;

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Expect {
    state: Map<String, Value>,
    absent: Vec<String>,
    refused: Vec<LineExpected>,
    incomplete: Vec<LineExpected>,
    unread: Vec<LineExpected>,
    on_file: BTreeMap<String, Vec<String>>,
    notes: BTreeMap<String, Vec<String>>,
    receipt: Patterns,
    told: Patterns,
    not_told: Patterns,
    next: Option<String>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct LineExpected {
    seat: String,
    line: String,
    #[serde(default)]
    rule: Option<String>,
    #[serde(default)]
    says: Option<String>,
}

/// A line that fared worse than well.
struct Fared<'a> {
    seat: &'a SeatId,
    text: &'a str,
    remarks: Vec<&'a Remark>,
}

impl Expect {
    /// Whether the phase has to be played to tell.
    pub(super) fn needs_play(&self) -> bool {
        let is_about_after = !self.state.is_empty() || !self.absent.is_empty() || self.next.is_some();
        is_about_after || !self.told.is_empty() || !self.not_told.is_empty()
    }

    /// Every seat named.
    pub(super) fn seats(&self) -> impl Iterator<Item = &str> {
        let lines = self.refused.iter().chain(&self.incomplete).chain(&self.unread).map(|line| line.seat.as_str());
        let words = self.on_file.keys().chain(self.notes.keys());
        let items = self.receipt.keys().chain(self.told.keys()).chain(self.not_told.keys());
        lines.chain(words.chain(items).map(String::as_str))
    }

    /// Everything that came out otherwise.
    pub(super) fn compare(&self, trial: &Trial) -> Result<Vec<Difference>, CaseError> {
        let mut found = Vec::new();
        compare_lines("refused", &self.refused, &fared(trial, &[LineStatus::Refused]), &mut found);
        compare_lines("incomplete", &self.incomplete, &fared(trial, &[LineStatus::Incomplete]), &mut found);
        let unread = fared(trial, &[LineStatus::Unread, LineStatus::Chatter]);
        compare_lines("unread", &self.unread, &unread, &mut found);
        self.compare_sheets(trial, &mut found);
        if trial.played.is_some() {
            compare_dice(trial, &mut found);
            self.compare_state(trial, &mut found)?;
            self.compare_told(trial, &mut found);
        }
        Ok(found)
    }

    fn compare_sheets(&self, trial: &Trial, found: &mut Vec<Difference>) {
        for (name, expected) in &self.on_file {
            let sheet = trial.checked.get(&seat(name)).map(|checked| checked.standing()).unwrap_or_default();
            let got: Vec<_> = sheet.into_iter().map(|filed| filed.canonical).collect();
            compare_lists(format!("on_file {name}"), expected, &got, found);
        }
        for (name, expected) in &self.notes {
            let lines = trial.checked.get(&seat(name)).map(|checked| checked.lines.as_slice()).unwrap_or_default();
            let standing = lines.iter().flat_map(|line| &line.orders).filter(|order| order.stands());
            let got: Vec<_> = standing.map(|order| order.note.clone()).collect();
            compare_lists(format!("notes {name}"), expected, &got, found);
        }
        for (name, patterns) in &self.receipt {
            let account = trial.checked.get(&seat(name)).map(|checked| checked.account.clone()).unwrap_or_default();
            expect_items(&format!("receipt {name}"), patterns, &account, found);
        }
    }

    fn compare_state(&self, trial: &Trial, found: &mut Vec<Difference>) -> Result<(), CaseError> {
        let Some((played, _)) = &trial.played else { return Ok(()) };
        for (key, value) in &self.state {
            let mut expected = Vec::new();
            flatten(&played.state, &[], key, value, &mut expected).map_err(CaseError::Given)?;
            for (steps, expected) in expected {
                let got = get_steps(&played.state, &steps);
                if got != Some(&expected) {
                    let got = got.map_or("nothing there".to_owned(), Value::to_string);
                    found.push(difference(format!("state {}", write_path(&steps)), expected, got));
                }
            }
        }
        for path in &self.absent {
            if let Some(value) = get_path(&played.state, path).filter(|value| !value.is_null()) {
                found.push(difference(format!("absent {path}"), "nothing there", value));
            }
        }
        let next = played.next.as_ref().map_or("the end of the game", |next| &next.title);
        if self.next.as_deref().is_some_and(|expected| expected != next) {
            found.push(difference("next", self.next.as_deref().unwrap_or_default(), next));
        }
        Ok(())
    }

    fn compare_told(&self, trial: &Trial, found: &mut Vec<Difference>) {
        for (name, patterns) in &self.told {
            expect_items(&format!("told {name}"), patterns, &trial.told(&seat(name)), found);
        }
        for (name, patterns) in &self.not_told {
            let items = trial.told(&seat(name));
            for pattern in patterns {
                if let Some(item) = items.iter().find(|item| matches(pattern, item)) {
                    found.push(difference(format!("not_told {name}"), format!("no item like {pattern}"), item));
                }
            }
        }
    }
}

fn difference(place: impl Into<String>, expected: impl ToString, got: impl ToString) -> Difference {
    Difference { place: place.into(), expected: expected.to_string(), got: got.to_string() }
}

/// The lines whose worst remark is one of these.
fn fared<'a>(trial: &'a Trial, statuses: &[LineStatus]) -> Vec<Fared<'a>> {
    let lines = trial.checked.iter().flat_map(|(seat, checked)| checked.lines.iter().map(move |line| (seat, line)));
    let fared = lines.filter(|(_, line)| statuses.contains(&line.status()));
    fared.map(|(seat, line)| Fared { seat, text: &line.text, remarks: line.all_remarks().collect() }).collect()
}

/// Pairs each expected line with one that fared so; what is left on either side is a difference.
fn compare_lines(what: &str, expected: &[LineExpected], lines: &[Fared<'_>], found: &mut Vec<Difference>) {
    let mut left: Vec<_> = lines.iter().collect();
    for expected in expected {
        let is_meant = |line: &&Fared<'_>| seat(&expected.seat) == *line.seat && line.text.contains(&expected.line);
        let Some(index) = left.iter().position(is_meant) else {
            found.push(difference(what, format!("{}: {}", expected.seat, expected.line), "no such line fared so"));
            continue;
        };
        let line = left.remove(index);
        if !expected.is_said(line) {
            let wanted = [&expected.rule, &expected.says].into_iter().flatten().cloned().collect::<Vec<_>>();
            found.push(difference(format!("{what} {}: {}", line.seat, line.text), wanted.join(", "), said(line)));
        }
    }
    for line in left {
        found.push(difference(what, "no such line", format!("{}: {} ({})", line.seat, line.text, said(line))));
    }
}

impl LineExpected {
    /// Whether one remark rests on the rule and another, or the same, has the words.
    fn is_said(&self, line: &Fared<'_>) -> bool {
        let rests = |rule: &String| line.remarks.iter().any(|remark| remark.rules.contains(rule));
        let has = |words: &String| line.remarks.iter().any(|remark| remark.message.contains(words.as_str()));
        self.rule.as_ref().is_none_or(rests) && self.says.as_ref().is_none_or(has)
    }
}

fn said(line: &Fared<'_>) -> String {
    let said = line.remarks.iter().map(|remark| format!("{} [{}]", remark.message, remark.rules.join(", ")));
    said.collect::<Vec<_>>().join(" ")
}

fn compare_lists(place: String, expected: &[String], got: &[String], found: &mut Vec<Difference>) {
    for index in 0..expected.len().max(got.len()) {
        let (expected, got) = (expected.get(index), got.get(index));
        if expected != got {
            let words = |line: Option<&String>| line.map_or("nothing".to_owned(), |line| format!("\"{line}\""));
            found.push(difference(format!("{place} {}", index + 1), words(expected), words(got)));
        }
    }
}

fn compare_dice(trial: &Trial, found: &mut Vec<Difference>) {
    let Some((_, dice)) = &trial.played else { return };
    for throw in dice.unforeseen() {
        found.push(difference("dice", "no other throw", format!("a throw for {throw}")));
    }
    for purpose in dice.left_over() {
        found.push(difference(format!("dice \"{purpose}\""), "every value thrown", "values left over"));
    }
    for roll in dice.rolls().iter().filter(|roll| roll.value == 0 || roll.value > roll.sides) {
        found.push(difference(format!("dice \"{}\"", roll.purpose), format!("1 to {}", roll.sides), roll.value));
    }
}

/// The paths and values that a key of `expect.state` stands for.
fn flatten(
    state: &Value,
    base: &[String],
    key: &str,
    value: &Value,
    found: &mut Vec<(Vec<String>, Value)>,
) -> Result<(), String> {
    let steps = below(state, base, key)?;
    match value {
        Value::Object(members) if !members.is_empty() && get_steps(state, &steps).is_some() => {
            members.iter().try_for_each(|(key, value)| flatten(state, &steps, key, value, found))
        }
        value => {
            leaves(&steps, value, found);
            Ok(())
        }
    }
}

fn expect_items(place: &str, patterns: &[Value], items: &[Value], found: &mut Vec<Difference>) {
    for pattern in patterns {
        if !items.iter().any(|item| matches(pattern, item)) {
            found.push(difference(place, pattern, nearest(pattern, items)));
        }
    }
}

/// The items a pattern may have meant: those of its kind, the likest first; else the kinds there are.
fn nearest(pattern: &Value, items: &[Value]) -> String {
    let is_of_kind = |item: &&Value| pattern.get("kind").is_some() && item.get("kind") == pattern.get("kind");
    let mut alike: Vec<&Value> = items.iter().filter(is_of_kind).collect();
    alike.sort_by_key(|item| std::cmp::Reverse(count_alike(pattern, item)));
    if !alike.is_empty() {
        let shown: Vec<_> = alike.into_iter().take(MOST_SHOWN).map(Value::to_string).collect();
        return shown.join("\n              ");
    }
    let mut kinds: Vec<_> = items.iter().filter_map(|item| item.get("kind")?.as_str()).collect();
    kinds.sort_unstable();
    kinds.dedup();
    format!("none; items of these kinds: {}", kinds.join(", "))
}

/// How many members of a pattern an item has.
fn count_alike(pattern: &Value, item: &Value) -> usize {
    let Some(members) = pattern.as_object() else { return 0 };
    members.iter().filter(|(key, member)| item.get(key).is_some_and(|value| is_like(member, value))).count()
}

/// Whether an item is like a pattern. A text is looked for anywhere in the item; a table needs only its own members to
/// be alike.
fn matches(pattern: &Value, item: &Value) -> bool {
    match pattern {
        Value::String(words) => item.to_string().contains(words.as_str()),
        pattern => is_like(pattern, item),
    }
}

fn is_like(pattern: &Value, value: &Value) -> bool {
    match (pattern, value) {
        (Value::Object(pattern), Value::Object(value)) => {
            pattern.iter().all(|(key, pattern)| value.get(key).is_some_and(|value| is_like(pattern, value)))
        }
        // Each entry of the pattern has one like it in the list; an empty pattern is an empty list.
        (Value::Array(pattern), Value::Array(value)) => {
            pattern.is_empty() == value.is_empty()
                && pattern.iter().all(|one| value.iter().any(|two| is_like(one, two)))
        }
        (pattern, value) => pattern == value,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_pattern_matches_what_has_at_least_its_members() {
        let item = json!({ "kind": "Battle", "hex": "4910", "leaders": [{ "name": "Lee", "stars": 3 }], "dice": [] });
        assert!(matches(&json!({ "kind": "Battle" }), &item));
        assert!(matches(&json!({ "leaders": [{ "name": "Lee" }] }), &item));
        assert!(matches(&json!({ "dice": [] }), &item));
        assert!(matches(&json!("Lee"), &item));
        assert!(!matches(&json!({ "kind": "Battle", "hex": "1720" }), &item));
        assert!(!matches(&json!({ "leaders": [{ "name": "Hood" }] }), &item));
        assert!(!matches(&json!({ "leaders": [] }), &item));
        assert!(!matches(&json!({ "sp": 3 }), &item));
        assert!(!matches(&json!("Hood"), &item));
    }
}
