//! Settings of a game: values of a scenario's document that a game master chooses when he makes it, by words or by a file.
//! Knows JSON and what a book says of its own settings; a scenario's meaning is its book's to judge.

use serde_json::{Map, Number, Value};

use base::order::path::{get_steps, parse_path, set_steps, write_path};

/// A value of the document that has a word of its own. Every other value is chosen by its path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Setting {
    /// The word ("players").
    pub name: &'static str,
    /// Where the value stands in the document, steps parted by dots.
    pub path: &'static str,
    /// What it can be.
    pub values: Values,
    /// What it settles, for people: a phrase.
    pub about: &'static str,
    /// Whether it can be another while the game is played.
    pub in_play: InPlay,
}

/// Whether a setting can be another once a game has begun.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InPlay {
    /// It stays as the game was made.
    Stays,
    /// A game master may change it from the next phase on: whatever has been played, every state is sound with each of its values.
    MayChange,
    /// A state has a value of its own for it, at this path, which a game master sets: that prevails.
    IsSet(&'static str),
}

impl Setting {
    /// One that stays as the game was made.
    pub const fn new(name: &'static str, path: &'static str, values: Values, about: &'static str) -> Setting {
        Setting { name, path, values, about, in_play: InPlay::Stays }
    }

    /// The same, and it may be changed while the game is played.
    pub const fn that_may_change(self) -> Setting {
        Setting { in_play: InPlay::MayChange, ..self }
    }

    /// The same, and a state has a value of its own for it.
    pub const fn that_is_set(self, path: &'static str) -> Setting {
        Setting { in_play: InPlay::IsSet(path), ..self }
    }

    /// Whether a game master may change it while the game is played.
    pub fn may_change(&self) -> bool {
        self.in_play == InPlay::MayChange
    }
}

/// What a setting can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Values {
    /// Yes or no.
    YesNo,
    /// One of these words.
    Words(&'static [&'static str]),
    /// A whole number from the first to the second.
    Number(i64, i64),
    /// Any of these names, or none.
    Names(&'static [&'static str]),
    /// Pairs of these names, or none.
    Pairs(&'static [&'static str]),
}

/// What was chosen for one value, or for a section of the document.
#[derive(Debug, Clone, PartialEq)]
pub struct Choice {
    /// The setting's name or the value's path, as written.
    pub name: String,
    /// As it was written.
    pub given: Given,
}

/// A value as it was written.
#[derive(Debug, Clone, PartialEq)]
pub enum Given {
    /// Typed.
    Words(String),
    /// From a file that has kinds of values.
    Data(Value),
}

/// Why a choice does not fit the document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Misfit {
    /// Whether it is about the name; else about the value.
    pub is_about_name: bool,
    /// What is wrong: a sentence.
    pub message: String,
    /// What would have been right: a sentence.
    pub hint: Option<String>,
}

/// How deep a section stands that a path may begin with.
const DEEPEST: usize = 2;
/// Most names in an answer.
const MOST_NAMED: usize = 12;

impl Values {
    /// What it can be, in words: "yes or no".
    pub fn words(&self) -> String {
        match self {
            Values::YesNo => "yes or no".to_owned(),
            Values::Words(words) => alternatives(words),
            Values::Number(least, most) => format!("a number from {least} to {most}"),
            Values::Names(names) => format!("none, or names parted by commas, of {}", names.join(", ")),
            Values::Pairs(names) => {
                format!("none, or pairs such as {}+{}, of {}", names[0], names[names.len() - 1], names.join(", "))
            }
        }
    }

    fn read(&self, written: &str) -> Option<Value> {
        let written = written.trim();
        match self {
            Values::YesNo => yes_or_no(written).map(Value::Bool),
            Values::Words(words) => named(words, written).map(Value::from),
            Values::Number(least, most) => {
                written.parse::<i64>().ok().filter(|number| (least..=most).contains(&number)).map(Value::from)
            }
            Values::Names(names) => items(written).map(|item| named(names, item).map(Value::from)).collect(),
            Values::Pairs(names) => items(written).map(|item| pair(names, item)).collect(),
        }
    }
}

fn alternatives(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [most @ .., last] => format!("{} or {last}", most.join(", ")),
    }
}

fn yes_or_no(written: &str) -> Option<bool> {
    match written.to_ascii_lowercase().as_str() {
        "yes" | "true" | "on" => Some(true),
        "no" | "false" | "off" => Some(false),
        _ => None,
    }
}

fn named<'a>(names: &[&'a str], written: &str) -> Option<&'a str> {
    names.iter().copied().find(|name| fold(name) == fold(written))
}

/// The items of a list as it is typed; "none" is an empty one.
fn items(written: &str) -> impl Iterator<Item = &str> {
    let is_none = written.eq_ignore_ascii_case("none");
    written.split(',').map(str::trim).filter(move |item| !item.is_empty() && !is_none)
}

fn pair(names: &[&str], item: &str) -> Option<Value> {
    let (one, other) = item.split_once('+')?;
    let (one, other) = (named(names, one.trim())?, named(names, other.trim())?);
    (one != other).then(|| Value::from(vec![one, other]))
}

/// Names are the same however they are cased and whatever parts their words.
fn fold(name: &str) -> String {
    name.trim().to_lowercase().replace(['-', ' '], "_")
}

impl Misfit {
    fn name(message: impl Into<String>, hint: Option<String>) -> Misfit {
        Misfit { is_about_name: true, message: message.into(), hint }
    }

    fn value(message: impl Into<String>, hint: Option<String>) -> Misfit {
        Misfit { is_about_name: false, message: message.into(), hint }
    }
}

/// Puts a choice into the document. What comes back are paths that were not there before, which the book alone can judge;
/// or everything that does not fit.
pub fn choose(settings: &[Setting], document: &mut Value, choice: &Choice) -> Result<Vec<String>, Vec<Misfit>> {
    let is_section = matches!(&choice.given, Given::Data(Value::Object(_)));
    let steps = resolve(settings, document, &choice.name, is_section).map_err(|misfit| vec![misfit])?;
    let mut put = Put { settings, document, new: Vec::new(), misfits: Vec::new() };
    match &choice.given {
        Given::Data(Value::Object(members)) => put.section(&steps, members),
        given => put.value(&steps, given),
    }
    if put.misfits.is_empty() { Ok(put.new) } else { Err(put.misfits) }
}

/// A document in which one value is another.
#[derive(Debug, Clone, PartialEq)]
pub struct Changed {
    /// All of it.
    pub document: Value,
    /// Where the value stands.
    pub path: String,
}

/// The document with this choice, which is a single value. Of a game that has begun only an option that
/// [`may_change`](Setting::may_change) is another from then on. The book judges the whole.
pub fn change(settings: &[Setting], document: &Value, choice: &Choice, has_begun: bool) -> Result<Changed, Misfit> {
    let steps = resolve(settings, document, &choice.name, false)?;
    let path = write_path(&steps);
    if has_begun && !settings.iter().any(|setting| setting.may_change() && setting.path == path) {
        return Err(stays(settings, document, &steps));
    }
    let mut document = document.clone();
    choose(settings, &mut document, &Choice { name: path.clone(), given: choice.given.clone() })
        .map_err(|mut misfits| misfits.remove(0))?;
    Ok(Changed { document, path })
}

/// Whether a name means one value of the document.
pub fn is_named(settings: &[Setting], document: &Value, name: &str) -> bool {
    resolve(settings, document, name, false).is_ok()
}

/// The option that comes near a name that is none.
pub fn nearest_option(settings: &[Setting], name: &str) -> Option<&'static str> {
    let known: Vec<&'static str> = settings.iter().map(|setting| setting.name).collect();
    nearest(&known, name).and_then(|near| known.into_iter().find(|known| *known == near))
}

/// What the value at a path is called: an option by its own word.
pub fn name_of<'a>(settings: &[Setting], path: &'a str) -> &'a str {
    settings.iter().find(|setting| setting.path == path).map_or(path, |setting| setting.name)
}

fn stays(settings: &[Setting], document: &Value, steps: &[String]) -> Misfit {
    let path = write_path(steps);
    let own = settings.iter().find(|setting| setting.path == path);
    let name = own.map_or_else(|| path_in_words(document, steps), |setting| setting.name.to_owned());
    let others: Vec<&str> =
        settings.iter().filter(|setting| setting.may_change()).map(|setting| setting.name).collect();
    let hint = match own.map(|setting| setting.in_play) {
        Some(InPlay::IsSet(path)) => format!("What counts in play is SET {path} = value BECAUSE reason."),
        _ if others.is_empty() => "No option of this rule book can be.".to_owned(),
        _ => format!("These can be: {}.", others.join(", ")),
    };
    Misfit::name(format!("{name} stays as the game was made: it cannot be changed once it has begun."), Some(hint))
}

struct Put<'a> {
    settings: &'a [Setting],
    document: &'a mut Value,
    new: Vec<String>,
    misfits: Vec<Misfit>,
}

impl Put<'_> {
    /// The members of a section of a file, each at its place.
    fn section(&mut self, way: &[String], members: &Map<String, Value>) {
        for (key, member) in members {
            let Some(place) = get_steps(self.document, way) else { return };
            let found = follow(place, std::slice::from_ref(key)).map(|steps| [way, &steps].concat());
            let is_rows = place.is_array();
            match (found, member) {
                (Some(steps), Value::Object(below)) if self.is_section(&steps) => self.section(&steps, below),
                (Some(steps), member) => self.value(&steps, &Given::Data(member.clone())),
                (None, _) if is_rows => {
                    let misfit = unknown_row(place, way, key);
                    self.misfits.push(misfit);
                }
                (None, member) => self.value(&[way, std::slice::from_ref(key)].concat(), &Given::Data(member.clone())),
            }
        }
    }

    fn is_section(&self, steps: &[String]) -> bool {
        get_steps(self.document, steps).is_some_and(|value| value.is_object() || is_rows(value))
    }

    fn value(&mut self, steps: &[String], given: &Given) {
        let path = path_in_words(self.document, steps);
        let present = get_steps(self.document, steps);
        let setting = self.settings.iter().find(|setting| setting.path == write_path(steps));
        let value = match (setting, present, given) {
            (Some(setting), ..) => read_setting(setting, given),
            (None, Some(present), given) => read_like(&path, present, given),
            (None, None, Given::Data(value)) => Ok(value.clone()),
            (None, None, Given::Words(words)) => Ok(guess(words)),
        };
        let is_new = present.is_none();
        match value.and_then(|value| set_steps(self.document, steps, value).map_err(|why| Misfit::name(why, None))) {
            Ok(()) if is_new => self.new.push(path),
            Ok(()) => {}
            Err(misfit) => self.misfits.push(misfit),
        }
    }
}

fn read_setting(setting: &Setting, given: &Given) -> Result<Value, Misfit> {
    let written = match given {
        Given::Words(words) => words.clone(),
        Given::Data(value) => in_words(value),
    };
    setting.values.read(&written).ok_or_else(|| {
        let message = format!("{} cannot be \"{written}\".", setting.name);
        Misfit::value(message, Some(format!("It is {}.", setting.values.words())))
    })
}

/// A value of the same kind as the one that stands there.
fn read_like(path: &str, present: &Value, given: &Given) -> Result<Value, Misfit> {
    let wrong = |kind: &str| {
        let message = format!("{path} is {kind}.");
        Err(Misfit::value(message, Some(format!("It is {} as the scenario has it.", in_words(present)))))
    };
    match (present, given) {
        (Value::Object(_), _) => Err(Misfit::name(
            format!("{path} is a section and no single value."),
            Some(format!("Name a value of it: {}.", keys_in_words(present))),
        )),
        (Value::Null, Given::Data(value)) => Ok(value.clone()),
        (Value::Null, Given::Words(words)) => Ok(guess(words)),
        (Value::Bool(_), Given::Data(value)) if value.is_boolean() => Ok(value.clone()),
        (Value::Bool(_), Given::Words(words)) => {
            yes_or_no(words).map(Value::Bool).map_or_else(|| wrong("yes or no"), Ok)
        }
        (Value::Bool(_), Given::Data(_)) => wrong("yes or no"),
        (Value::Number(_), given) => number(present, given).map_or_else(|| wrong("a number"), Ok),
        (Value::String(_), Given::Words(words)) => Ok(Value::from(words.as_str())),
        (Value::String(_), Given::Data(value)) if value.is_string() => Ok(value.clone()),
        (Value::String(_), Given::Data(_)) => wrong("a text"),
        (Value::Array(_), Given::Data(value)) if value.is_array() => Ok(value.clone()),
        (Value::Array(rows), Given::Words(words)) if !rows.iter().any(Value::is_object) => Ok(list(words)),
        (Value::Array(_), Given::Words(_)) => Err(Misfit::name(
            format!("{path} is a list of rows and no single value."),
            Some("Name a value of one row, or attach the list in a .toml file.".to_owned()),
        )),
        (Value::Array(_), Given::Data(_)) => wrong("a list"),
    }
}

/// A number; a whole one where one stands.
fn number(present: &Value, given: &Given) -> Option<Value> {
    let number = match given {
        Given::Data(Value::Number(number)) => number.clone(),
        Given::Data(_) => return None,
        Given::Words(words) => {
            let whole = words.parse::<i64>().ok().map(Number::from);
            whole.or_else(|| words.parse::<f64>().ok().and_then(Number::from_f64))?
        }
    };
    (present.is_f64() || !number.is_f64()).then_some(Value::Number(number))
}

/// A list as it is typed: commas between its items, plus signs between the parts of one.
fn list(words: &str) -> Value {
    let item = |item: &str| match item.contains('+') {
        true => item.split('+').map(|part| guess(part.trim())).collect(),
        false => guess(item),
    };
    items(words).map(item).collect()
}

/// A word whose kind nothing says.
fn guess(words: &str) -> Value {
    words.parse::<i64>().map_or_else(|_| Value::from(words), Value::from)
}

/// A value as it would be typed.
pub fn in_words(value: &Value) -> String {
    match value {
        Value::Null => "none".to_owned(),
        Value::Bool(true) => "yes".to_owned(),
        Value::Bool(false) => "no".to_owned(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => text.clone(),
        Value::Array(items) if items.is_empty() => "none".to_owned(),
        Value::Array(items) if items.iter().any(Value::is_object) => format!("a list of {} rows", items.len()),
        Value::Array(items) => {
            let parts = |item: &Value| match item {
                Value::Array(parts) => parts.iter().map(in_words).collect::<Vec<_>>().join("+"),
                item => in_words(item),
            };
            items.iter().map(parts).collect::<Vec<_>>().join(", ")
        }
        Value::Object(_) => "a section".to_owned(),
    }
}

/// The steps to the value that a name means: a setting's own, the whole path, or its end where that is one alone.
fn resolve(settings: &[Setting], document: &Value, name: &str, is_section: bool) -> Result<Vec<String>, Misfit> {
    let own = settings.iter().find(|setting| fold(setting.name) == fold(name));
    if let Some(setting) = own.filter(|_| !is_section) {
        return parse_path(setting.path).map_err(|why| Misfit::name(why, None));
    }
    let steps = parse_path(name).map_err(|why| Misfit::name(why, None))?;
    let fits = |way: &Vec<String>| {
        get_steps(document, way).is_some_and(|value| value.is_object() || is_section && is_rows(value)) == is_section
    };
    let mut other_kind = None;
    for depth in 0..=DEEPEST {
        let found = sections(document, depth).into_iter().filter_map(|way| continued(document, way, &steps));
        let (fitting, others): (Vec<_>, Vec<_>) = found.partition(fits);
        match &fitting[..] {
            [way] => return Ok(way.clone()),
            [] => other_kind = other_kind.or_else(|| others.into_iter().next()),
            several => return Err(ambiguous(document, name, several)),
        }
    }
    if let Some(way) = other_kind {
        return Ok(way);
    }
    // A member that a table of names does not have yet.
    if let Some((last, way)) = steps.split_last().filter(|(_, way)| !way.is_empty()) {
        let way = (0..=DEEPEST).find_map(|depth| {
            let mut ways = sections(document, depth).into_iter().filter_map(|from| continued(document, from, way));
            ways.find(|way| get_steps(document, way).is_some_and(Value::is_object))
        });
        if let Some(mut way) = way {
            way.push(last.clone());
            return Ok(way);
        }
    }
    Err(unknown(settings, document, name, &steps))
}

/// The ways to all sections so deep.
fn sections(document: &Value, depth: usize) -> Vec<Vec<String>> {
    let mut ways = vec![Vec::new()];
    for _ in 0..depth {
        ways = ways.into_iter().flat_map(|way| members_below(document, way)).collect();
    }
    ways
}

fn members_below(document: &Value, way: Vec<String>) -> Vec<Vec<String>> {
    let members = get_steps(document, &way).and_then(Value::as_object);
    let sections = members.into_iter().flatten().filter(|(_, member)| member.is_object() || is_rows(member));
    sections.map(|(key, _)| [way.as_slice(), std::slice::from_ref(key)].concat()).collect()
}

fn continued(document: &Value, way: Vec<String>, steps: &[String]) -> Option<Vec<String>> {
    let rest = follow(get_steps(document, &way)?, steps)?;
    Some([way, rest].concat())
}

/// The steps as the document has them: members by name, rows of a list by their own name.
fn follow(place: &Value, steps: &[String]) -> Option<Vec<String>> {
    let mut place = place;
    let mut found = Vec::new();
    for step in steps {
        let key = match place {
            Value::Object(members) if members.contains_key(step) => step.clone(),
            Value::Object(members) => members.keys().find(|key| fold(key) == fold(step))?.clone(),
            Value::Array(rows) => row(rows, step)?.to_string(),
            _ => return None,
        };
        place = get_steps(place, std::slice::from_ref(&key))?;
        found.push(key);
    }
    Some(found)
}

fn is_rows(value: &Value) -> bool {
    value.as_array().is_some_and(|rows| !rows.is_empty() && rows.iter().all(Value::is_object))
}

/// A row is called by its name; where rows have none, by a text that no other row has.
fn row(rows: &[Value], name: &str) -> Option<usize> {
    let is = |value: Option<&Value>| value.and_then(Value::as_str).is_some_and(|text| fold(text) == fold(name));
    if let Some(index) = rows.iter().position(|row| is(row.get("name"))) {
        return Some(index);
    }
    let has = |row: &Value| row.as_object().is_some_and(|row| row.values().any(|value| is(Some(value))));
    let mut found = rows.iter().enumerate().filter(|(_, row)| row.get("name").is_none() && has(row));
    let (index, _) = found.next()?;
    found.next().is_none().then_some(index)
}

/// What a row is called.
fn row_name(row: &Value) -> Option<&str> {
    row.get("name").and_then(Value::as_str).or_else(|| row.as_object()?.values().find_map(Value::as_str))
}

/// A path as people write it: rows by their names.
pub fn path_in_words(document: &Value, steps: &[String]) -> String {
    let mut place = Some(document);
    let mut words = Vec::new();
    for step in steps {
        let next = place.and_then(|place| get_steps(place, std::slice::from_ref(step)));
        let name = place.filter(|place| place.is_array()).and(next).and_then(row_name);
        words.push(name.unwrap_or(step).to_owned());
        place = next;
    }
    write_path(&words)
}

fn ambiguous(document: &Value, name: &str, ways: &[Vec<String>]) -> Misfit {
    let paths: Vec<String> = ways.iter().take(MOST_NAMED).map(|way| path_in_words(document, way)).collect();
    let more = if ways.len() > MOST_NAMED { ", ..." } else { "" };
    Misfit::name(format!("{name} could be several values."), Some(format!("Name one of {}{more}.", paths.join(", "))))
}

fn unknown_row(rows: &Value, way: &[String], name: &str) -> Misfit {
    let names: Vec<&str> = rows.as_array().into_iter().flatten().filter_map(row_name).collect();
    let guess = nearest(&names, name).map(|near| format!("Did you mean {near}?"));
    let hint = guess.unwrap_or_else(|| "To add a row, write the whole list anew.".to_owned());
    Misfit::name(format!("{} has no row {name}.", write_path(way)), Some(hint))
}

/// Nothing is called so: what comes near, and what there is.
fn unknown(settings: &[Setting], document: &Value, name: &str, steps: &[String]) -> Misfit {
    let known: Vec<&str> = settings.iter().map(|setting| setting.name).collect();
    let values = leaf_names(document);
    let near = nearest(&known, name).or_else(|| nearest(&values.iter().map(String::as_str).collect::<Vec<_>>(), name));
    let near = near.or_else(|| nearest(&known, steps.last().map_or("", String::as_str)));
    let guess = near.map(|near| format!("Did you mean {near}? ")).unwrap_or_default();
    let own = match known.is_empty() {
        true => String::new(),
        false => format!("There are {}, and every value of the scenario's files by its path.", known.join(", ")),
    };
    let hint = format!("{guess}{own}");
    Misfit::name(format!("There is no setting {name}."), (!hint.is_empty()).then(|| hint.trim().to_owned()))
}

/// The ends of paths that name single values near the top, as they would be written.
fn leaf_names(document: &Value) -> Vec<String> {
    let mut names = Vec::new();
    for depth in 1..=DEEPEST {
        for way in sections(document, depth) {
            let Some(members) = get_steps(document, &way).and_then(Value::as_object) else { continue };
            let section = way.last().map_or("", String::as_str);
            names.extend(
                members.iter().filter(|(_, value)| !value.is_object()).map(|(key, _)| format!("{section}.{key}")),
            );
        }
    }
    names
}

fn nearest<'a>(names: &[&'a str], name: &str) -> Option<&'a str> {
    let alike = |known: &&str| strsim::jaro_winkler(&fold(known), &fold(name));
    let near = names.iter().copied().max_by(|one, other| alike(one).total_cmp(&alike(other)))?;
    (alike(&near) > 0.85).then_some(near)
}

fn keys_in_words(section: &Value) -> String {
    let keys: Vec<_> = section.as_object().into_iter().flat_map(Map::keys).take(MOST_NAMED).cloned().collect();
    keys.join(", ")
}

/// What two documents differ in: paths in words, with what stands there and what stood there before.
pub fn differences(before: &Value, after: &Value) -> Vec<(String, String, String)> {
    let mut found = Vec::new();
    compare(after, (Some(before), Some(after)), &mut Vec::new(), &mut found);
    found
}

fn compare(
    document: &Value,
    values: (Option<&Value>, Option<&Value>),
    way: &mut Vec<String>,
    found: &mut Vec<(String, String, String)>,
) {
    let mut below = |key: String, one: Option<&Value>, other: Option<&Value>| {
        way.push(key);
        compare(document, (one, other), way, found);
        way.pop();
    };
    match values {
        (before, after) if before == after || says_nothing(before) && says_nothing(after) => {}
        (Some(Value::Object(before)), Some(Value::Object(after))) => {
            let gone = before.keys().filter(|key| !after.contains_key(*key));
            let keys: Vec<&String> = after.keys().chain(gone).collect();
            keys.into_iter().for_each(|key| below(key.clone(), before.get(key), after.get(key)));
        }
        (Some(Value::Array(before)), Some(Value::Array(after)))
            if before.len() == after.len() && before.iter().chain(after).all(Value::is_object) =>
        {
            (0..after.len()).for_each(|index| below(index.to_string(), before.get(index), after.get(index)));
        }
        (before, after) => {
            let words = |value: Option<&Value>| value.map_or_else(|| "nothing".to_owned(), in_words);
            found.push((path_in_words(document, way), words(after), words(before)));
        }
    }
}

/// What a file may leave out is the same as what stands there for it.
fn says_nothing(value: Option<&Value>) -> bool {
    match value {
        None | Some(Value::Null | Value::Bool(false)) => true,
        Some(Value::Array(items)) => items.is_empty(),
        Some(Value::Object(members)) => members.is_empty(),
        Some(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const SETTINGS: &[Setting] = &[
        Setting::new("players", "game.options.players", Values::Number(1, 7), "how many"),
        Setting::new("fog", "game.options.fog", Values::YesNo, "fog").that_may_change(),
        Setting::new("pairs", "game.pairs", Values::Pairs(&["red", "blue", "green"]), "two of one player"),
    ];

    fn document() -> Value {
        json!({
            "game": { "pairs": [], "title": "A war", "options": { "players": 7, "fog": true } },
            "tables": { "levels": { "red": 3, "blue": 4 }, "fog": { "thick": 2 }, "months": [3, 6], "held": {} },
            "map": {
                "ports": [{ "name": "London", "first": 6, "land": "South" }, { "name": "York", "first": 2, "land": "North" }],
                "units": [{ "unit": "horse", "cost": 8 }, { "unit": "foot", "cost": 3 }],
            },
        })
    }

    fn words(name: &str, value: &str) -> Choice {
        Choice { name: name.to_owned(), given: Given::Words(value.to_owned()) }
    }

    fn chosen(name: &str, value: &str) -> Value {
        let mut changed = document();
        choose(SETTINGS, &mut changed, &words(name, value)).unwrap();
        Value::from(
            differences(&document(), &changed)
                .into_iter()
                .map(|(path, now, _)| format!("{path}={now}"))
                .collect::<Vec<_>>(),
        )
    }

    fn misfit(name: &str, value: &str) -> Misfit {
        let mut changed = document();
        let misfit = choose(SETTINGS, &mut changed, &words(name, value)).unwrap_err().remove(0);
        assert_eq!(changed, document(), "nothing is chosen half");
        misfit
    }

    #[test]
    fn a_value_is_chosen_by_its_name_its_path_or_the_end_of_it() {
        assert_eq!(chosen("players", "6"), json!(["game.options.players=6"]));
        assert_eq!(chosen("Fog", "off"), json!(["game.options.fog=no"]));
        assert_eq!(chosen("levels.red", "5"), json!(["tables.levels.red=5"]));
        assert_eq!(chosen("tables.levels.red", "5"), json!(["tables.levels.red=5"]));
        assert_eq!(chosen("ports.london.first", "7"), json!(["map.ports.London.first=7"]));
        assert_eq!(chosen("units.foot.cost", "4"), json!(["map.units.foot.cost=4"]));
        assert_eq!(chosen("months", "3, 9"), json!(["tables.months=3, 9"]));
        assert_eq!(chosen("pairs", "Red+green"), json!(["game.pairs=red+green"]));
        assert_eq!(chosen("title", "A peace"), json!(["game.title=A peace"]));
    }

    #[test]
    fn what_is_not_there_is_answered_with_what_comes_near() {
        let unknown = misfit("playars", "6");
        assert!(unknown.is_about_name);
        assert_eq!(unknown.message, "There is no setting playars.");
        assert!(unknown.hint.unwrap().starts_with("Did you mean players? There are players, fog, pairs,"));
        let several = misfit("first", "6");
        assert!(several.is_about_name, "{several:?}");
    }

    #[test]
    fn a_value_that_cannot_be_is_answered_with_what_can() {
        let wrong = misfit("players", "9");
        assert!(!wrong.is_about_name);
        assert_eq!(wrong.message, "players cannot be \"9\".");
        assert_eq!(wrong.hint.as_deref(), Some("It is a number from 1 to 7."));
        assert_eq!(misfit("levels.red", "many").message, "tables.levels.red is a number.");
        assert_eq!(misfit("levels.red", "1.5").message, "tables.levels.red is a number.");
        assert_eq!(
            misfit("pairs", "red+black").hint.unwrap(),
            "It is none, or pairs such as red+green, of red, blue, green."
        );
        assert!(misfit("tables.fog", "2").is_about_name);
        assert!(misfit("ports", "2").is_about_name);
    }

    #[test]
    fn a_file_changes_what_it_names_and_nothing_else() {
        let given = json!({ "ports": { "London": { "first": 9 } }, "units": [{ "unit": "foot", "cost": 1 }], "fog": { "thick": 1 } });
        let mut changed = document();
        for (name, value) in given.as_object().unwrap() {
            let choice = Choice { name: name.clone(), given: Given::Data(value.clone()) };
            assert_eq!(choose(SETTINGS, &mut changed, &choice), Ok(Vec::new()));
        }
        let mut expected = document();
        expected["map"]["ports"][0]["first"] = json!(9);
        expected["map"]["units"] = json!([{ "unit": "foot", "cost": 1 }]);
        expected["tables"]["fog"]["thick"] = json!(1);
        assert_eq!(changed, expected);
    }

    #[test]
    fn every_misfit_of_a_file_is_named_at_once() {
        let given = json!({ "ports": { "Lundon": { "first": 9 } }, "units": { "foot": { "cost": "dear" } } });
        let choice = Choice { name: "map".to_owned(), given: Given::Data(given) };
        let misfits = choose(SETTINGS, &mut document(), &choice).unwrap_err();
        let said: Vec<_> = misfits.iter().map(|misfit| (misfit.message.as_str(), misfit.hint.as_deref())).collect();
        assert_eq!(
            said,
            [
                ("map.ports has no row Lundon.", Some("Did you mean London?")),
                ("map.units.foot.cost is a number.", Some("It is 3 as the scenario has it.")),
            ]
        );
    }

    #[test]
    fn a_member_that_is_new_is_left_to_the_book() {
        let mut changed = document();
        assert_eq!(
            choose(SETTINGS, &mut changed, &words("levels.green", "5")),
            Ok(vec!["tables.levels.green".to_owned()])
        );
        assert_eq!(changed["tables"]["levels"]["green"], 5);
    }

    fn while_played(name: &str, value: &str) -> Result<Changed, Misfit> {
        change(SETTINGS, &document(), &words(name, value), true)
    }

    #[test]
    fn of_a_game_that_is_played_only_what_may_change_is_another() {
        let mut expected = document();
        expected["game"]["options"]["fog"] = json!(false);
        let changed = Changed { document: expected, path: "game.options.fog".to_owned() };
        assert_eq!(while_played("Fog", "no"), Ok(changed.clone()));
        assert_eq!(while_played("game.options.fog", "off"), Ok(changed));
        for fixed in ["players", "levels.red", "title"] {
            let why = while_played(fixed, "3").unwrap_err();
            assert!(why.message.contains("stays as the game was made"), "{why:?}");
            assert_eq!(why.hint.as_deref(), Some("These can be: fog."));
        }
        assert_eq!(while_played("fog", "thick").unwrap_err().hint.as_deref(), Some("It is yes or no."));
        assert_eq!(while_played("frog", "no").unwrap_err().message, "There is no setting frog.");
    }

    #[test]
    fn before_a_game_has_begun_every_value_is_chosen_still() {
        let changed = change(SETTINGS, &document(), &words("levels.red", "5"), false).unwrap();
        assert_eq!(
            (changed.document["tables"]["levels"]["red"].clone(), changed.path.as_str()),
            (json!(5), "tables.levels.red")
        );
    }
}
