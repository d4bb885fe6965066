//! Where a value of a document stands: by its own word, its path, or the end of it.

use serde_json::{Map, Value};

use base::order::path::{get_steps, parse_path, write_path};

use super::setting::{Misfit, Setting, fold};

/// How deep a section stands that a path may begin with.
const DEEPEST: usize = 2;
/// Most names in an answer.
const MOST_NAMED: usize = 12;

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

/// The steps to the value that a name means: a setting's own, the whole path, or its end where that is one alone.
pub(super) fn resolve(
    settings: &[Setting],
    document: &Value,
    name: &str,
    is_section: bool,
) -> Result<Vec<String>, Misfit> {
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
pub(super) fn follow(place: &Value, steps: &[String]) -> Option<Vec<String>> {
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

pub(super) fn is_rows(value: &Value) -> bool {
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

pub(super) fn unknown_row(rows: &Value, way: &[String], name: &str) -> Misfit {
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

pub(super) fn keys_in_words(section: &Value) -> String {
    let keys: Vec<_> = section.as_object().into_iter().flat_map(Map::keys).take(MOST_NAMED).cloned().collect();
    keys.join(", ")
}
