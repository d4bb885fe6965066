//! Every option row and every number of `docs/rules/eia.md` can be chosen by a club when a game is made.

use std::collections::BTreeSet;
use std::fs;

use adjutant::order::get_path;
use adjutant::rules::settings::{change, differences};
use adjutant::rules::{Choice, Given, Shelf, Unlaid, Values};
use serde_json::{Value, json};

fn page() -> String {
    fs::read_to_string(format!("{}/docs/rules/eia.md", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

fn words(name: &str, value: &str) -> Choice {
    Choice { name: name.to_owned(), given: Given::Words(value.to_owned()) }
}

fn data(name: &str, value: Value) -> Choice {
    Choice { name: name.to_owned(), given: Given::Data(value) }
}

fn document(shelf: &Shelf, choices: &[Choice]) -> Result<Value, Unlaid> {
    shelf.table_with("eia", "1805", choices).map(|table| table.document().clone())
}

/// The rows of the table of settings: name and values.
fn option_rows() -> Vec<(String, String)> {
    let page = page();
    let section = page.split("## Settings of a game").nth(1).unwrap().split("\n## ").next().unwrap().to_owned();
    let rows = section.lines().filter_map(|line| line.strip_prefix("| `"));
    rows.map(|row| {
        let mut cells = row.split('|').map(str::trim);
        let name = cells.next().unwrap().trim_end_matches('`').to_owned();
        (name, cells.next().unwrap().to_owned())
    })
    .collect()
}

/// What else must be said with a value, for players are counted.
fn with(name: &str, value: &str) -> Vec<Choice> {
    let mut choices = vec![words(name, value)];
    match (name, value) {
        ("players", "7") | (_, "none") => {}
        ("players", number) => {
            let missing = 7 - number.parse::<usize>().unwrap();
            choices.push(words(
                "uncontrolled",
                &["turkey", "spain", "prussia", "austria", "russia", "france"][..missing].join(","),
            ));
        }
        ("pairs" | "uncontrolled", _) => choices.push(words("players", &(6 - value.matches(',').count()).to_string())),
        _ => {}
    }
    choices
}

#[test]
fn every_option_row_is_switched_by_a_word_of_create_to_each_of_its_values() {
    let shelf = adjutant::books::of_the_house();
    let printed = document(&shelf, &[]).unwrap();
    let settings = &shelf.about("eia").unwrap().settings;
    let rows = option_rows();
    assert_eq!(
        rows.iter().map(|(name, _)| name.as_str()).collect::<BTreeSet<_>>(),
        settings.iter().map(|setting| setting.name).collect::<BTreeSet<_>>(),
    );
    for (name, written) in rows {
        let setting = settings.iter().find(|setting| setting.name == name).unwrap();
        let values: Vec<&str> = match setting.values {
            Values::YesNo => vec!["yes", "no"],
            Values::Words(words) => words.to_vec(),
            Values::Number(..) => vec!["1", "2", "3", "4", "5", "6", "7"],
            Values::Names(_) => vec!["none", "spain", "spain, turkey"],
            Values::Pairs(_) => vec!["none", "austria+spain", "austria+spain, prussia+turkey"],
        };
        if matches!(setting.values, Values::YesNo | Values::Words(_)) {
            assert_eq!(written.split(", ").collect::<BTreeSet<_>>(), values.iter().copied().collect(), "{name}");
        }
        let mut seen = BTreeSet::new();
        for value in values {
            let chosen = document(&shelf, &with(&name, value)).unwrap_or_else(|why| panic!("{name}={value}: {why:?}"));
            seen.insert(get_path(&chosen, setting.path).unwrap().to_string());
        }
        assert!(
            seen.len() > 1 && seen.contains(&get_path(&printed, setting.path).unwrap().to_string()),
            "{name}: {seen:?}"
        );
        let wrong = document(&shelf, &[words(&name, "whatever")]).unwrap_err();
        let Unlaid::Choices(misfits) = wrong else { panic!("{name}: {wrong:?}") };
        assert!(misfits[0].1.hint.as_ref().is_some_and(|hint| hint.contains(&setting.values.words())), "{misfits:?}");
    }
}

/// The keys that the catalogue's column of numbers names.
fn catalogue_keys() -> BTreeSet<String> {
    let page = page();
    let rows = page.lines().filter(|line| line.starts_with("| EIA-"));
    let columns: Vec<String> = rows.filter_map(|row| row.split('|').nth(5).map(str::to_owned)).collect();
    let keys = columns.iter().flat_map(|column| column.split('`').skip(1).step_by(2).map(str::to_owned));
    keys.map(|key| if key == "never_by" { "purchases.guard.never_by".to_owned() } else { key })
        .map(|key| key.replace("status.adjustment", "status.Neutral.adjustment"))
        .map(|key| {
            key.replace("purchases.only", "purchases.artillery.only")
                .replace("purchases.months", "purchases.guard.months")
        })
        .filter(|key| key != "map.toml")
        .collect()
}

/// The same value with its first number one more, or its first choice another.
fn changed(value: &Value) -> Option<Value> {
    match value {
        Value::Number(number) => Some(json!(number.as_i64()? + 1)),
        Value::Bool(is_so) => Some(json!(!is_so)),
        Value::Array(items) => {
            let (at, item) = items.iter().enumerate().find_map(|(at, item)| Some((at, changed(item)?)))?;
            let mut items = items.clone();
            items[at] = item;
            Some(Value::Array(items))
        }
        Value::Object(members) => {
            let (key, member) = members.iter().find_map(|(key, member)| Some((key.clone(), changed(member)?)))?;
            let mut members = members.clone();
            members.insert(key, member);
            Some(Value::Object(members))
        }
        Value::String(_) | Value::Null => None,
    }
}

/// The value at a key of the files.
fn printed_value<'a>(printed: &'a Value, key: &str) -> Option<&'a Value> {
    let row = |table: &str, called: &str| {
        let (name, field) = key.strip_prefix(table)?.strip_prefix('.')?.split_once('.')?;
        printed["tables"][table].as_array()?.iter().find(|row| row[called] == name)?.get(field)
    };
    row("purchases", "unit")
        .or_else(|| row("status", "zone"))
        .or_else(|| ["tables", "campaign", "map"].iter().find_map(|part| get_path(&printed[*part], key)))
}

#[test]
fn every_number_that_the_catalogue_names_is_changed_by_a_file() {
    let shelf = adjutant::books::of_the_house();
    let printed = document(&shelf, &[]).unwrap();
    let keys = catalogue_keys();
    assert!(keys.len() > 35, "{keys:?}");
    for key in keys {
        let value = printed_value(&printed, &key).unwrap_or_else(|| panic!("{key} is in no file"));
        let choices = match key.as_str() {
            // Two dice and two rows of powers have more than one number to them.
            "gold.dice" => vec![data("gold", json!({ "dice": 1, "from": 1, "money": [1, 2, 3, 4, 5, 6] }))],
            "purchases.artillery.only" => vec![data(&key, json!(["prussia"]))],
            "purchases.guard.never_by" => vec![data(&key, json!(["spain"]))],
            "disorder.followers" => vec![data(&key, json!({ "St Petersburg": ["Ingria"] }))],
            "calendar.economic_months" => vec![data(&key, json!([6, 12]))],
            "options.american_rank" => vec![words(&key, "sum")],
            "options.stop_scope" => vec![words(&key, "all-enemies")],
            "options.occupied_capital_income" => vec![words(&key, "no-money-at-all")],
            // A further level (D8).
            "manipulation" => {
                let mut levels = value["britain"].as_array().unwrap().clone();
                levels.push(json!({ "level": 3, "money": 0, "manpower": 6, "points": -3 }));
                vec![data(&key, json!({ "britain": levels }))]
            }
            _ => vec![data(&key, changed(value).unwrap_or_else(|| panic!("{key} has no number")))],
        };
        let chosen = document(&shelf, &choices).unwrap_or_else(|why| panic!("{key}: {why:?}"));
        assert_ne!(printed_value(&chosen, &key), Some(value), "{key}");
    }
}

#[test]
fn the_files_of_the_book_can_be_attached_as_they_are() {
    let shelf = adjutant::books::of_the_house();
    let printed = document(&shelf, &[]).unwrap();
    for file in ["map.toml", "tables.toml", "scenarios/1805.toml"] {
        let path = format!("{}/config/books/eia/{file}", env!("CARGO_MANIFEST_DIR"));
        let sections: toml::Table = toml::from_str(&fs::read_to_string(path).unwrap()).unwrap();
        let sections = serde_json::to_value(sections).unwrap();
        let choices: Vec<Choice> =
            sections.as_object().unwrap().iter().map(|(name, value)| data(name, value.clone())).collect();
        let chosen = shelf.table_with("eia", "1805", &choices).unwrap_or_else(|why| panic!("{file}: {why:?}"));
        assert_eq!(differences(&printed, chosen.document()), [], "{file}");
    }
}

#[test]
fn a_club_of_the_civil_war_chooses_who_approves_points_handed_over_directly() {
    let shelf = adjutant::books::of_the_house();
    let approval = |choices: &[Choice]| {
        let table = shelf.table_with("civil-war", "1861", choices).unwrap_or_else(|why| panic!("{choices:?}: {why:?}"));
        get_path(table.document(), "tables.table.direct_approval").cloned()
    };
    assert_eq!(approval(&[]), Some(json!("auto")));
    assert_eq!(approval(&[words("direct_approval", "gm")]), Some(json!("gm")));
    assert_eq!(approval(&[words("direct_approval", "auto")]), Some(json!("auto")));
    assert!(shelf.table_with("civil-war", "1861", &[words("direct_approval", "nobody")]).is_err());
}

#[test]
fn what_may_change_in_play_lays_every_scenario_out_with_each_of_its_values() {
    let shelf = adjutant::books::of_the_house();
    let mut tried = 0;
    for book in shelf.books() {
        let about = shelf.about(book).unwrap();
        for scenario in &about.scenarios {
            let table = shelf.table(book, scenario).unwrap();
            for setting in &about.settings {
                assert!(get_path(table.document(), setting.path).is_some(), "{book}/{scenario}: {}", setting.name);
                let values: &[&str] = match setting.values {
                    Values::Words(words) => words,
                    _ => &["yes", "no"],
                };
                for value in values.iter().filter(|_| setting.may_change()) {
                    let changed = change(&about.settings, table.document(), &words(setting.name, value), true).unwrap();
                    let after = table.laid_for(changed.document).unwrap();
                    assert_eq!(after.seats(), table.seats(), "{book}/{scenario}: {}", setting.name);
                    tried += 1;
                }
            }
        }
    }
    assert!(tried > 10, "{tried}");
}
