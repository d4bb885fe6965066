//! Settings of a game: values of a scenario's document that a game master chooses when he makes it, by words or by a file.
//! Knows JSON and what a book says of its own settings; a scenario's meaning is its book's to judge.

mod difference;
mod naming;
mod setting;

use serde_json::{Map, Number, Value};

use base::order::path::{get_steps, set_steps, write_path};

pub use difference::differences;
use naming::{follow, is_rows, keys_in_words, resolve, unknown_row};
pub use naming::{is_named, name_of, nearest_option, path_in_words};
pub use setting::{Choice, Given, InPlay, Misfit, Setting, Values, in_words};
use setting::{items, yes_or_no};

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
