//! The workbook, the chart, the order form and the welcome: what they say, and to whom alone.

use std::collections::BTreeMap;

use base::facts::{Brief, Cell, Enclosure, Fact, Look, Picture, Pictures, Table, Viewer, Workbook, brief};
use base::game::{Dice, SeatId, SeatSet, Secret};
use base::order::Filed;
use kit::amount::Amount;
use report::Renderer;
use rules::{Context, Occasion, OrderSet, RuleBook};

use super::play::{filed, otherwise, war};
use crate::CivilWarOnLine;
use crate::item::Item;
use crate::order::{Act, Order};
use crate::scenario::Scenario;
use crate::side::{Arm, Class, Kind, Side};
use crate::situation::situation;
use crate::state::State;

fn seat(name: &str) -> SeatId {
    SeatId::parse(name).unwrap()
}

/// Both sides build, raise and borrow for some turns.
fn played(scenario: &Scenario, turns: usize) -> State {
    let mut dice = Dice::committed(&Secret::new([3; 32]), "war");
    let mut state = CivilWarOnLine.begin(scenario, &mut dice).state;
    state.nations.union.greenbacks_authorised = Some(Amount::whole(4_000));
    for _ in 0..turns {
        let orders = ["us", "cs"].map(|side| {
            let city = if side == "us" { "new-york-ny" } else { "richmond-va" };
            let port = if side == "us" { "boston-ma" } else { "norfolk-va" };
            let form = Act::Form {
                count: 1,
                kind: Kind::Infantry,
                regiments: Some(4),
                batteries: Some(1),
                city: city.to_owned(),
                weapons: Default::default(),
            };
            let ship = Act::LayDown { count: 1, class: Class::Gunboat, pool: None, port: port.to_owned() };
            let raise = Act::Raise {
                count: 2,
                arm: Arm::Infantry,
                state: None,
                giving: None,
                pool: None,
                city: city.to_owned(),
            };
            let lines =
                [form, ship, raise, Act::Borrow { eagles: 500 }, Act::BuySupplies { count: 3, city: city.to_owned() }];
            (seat(&format!("{side}-treasury")), lines.map(filed).to_vec())
        });
        let orders = OrderSet { sheets: BTreeMap::from(orders), ..OrderSet::default() };
        state = CivilWarOnLine.adjudicate(scenario, &state, &orders, &mut dice).state;
    }
    state
}

fn known(scenario: &Scenario, state: &State, office: &str) -> Brief<Item> {
    brief(Viewer::vacant(&seat(office)), &situation(scenario, state))
}

fn enclosed(scenario: &Scenario, state: &State, office: &str) -> Vec<Enclosure> {
    let known = known(scenario, state, office);
    let all = CivilWarOnLine.pages(scenario, &known, &Occasion::Report, Pictures::Drawn).unwrap();
    // Maps have tests of their own.
    all.into_iter().filter(|one| !matches!(one, Enclosure::Picture(map) if map.name.starts_with("map-"))).collect()
}

fn books(enclosed: &[Enclosure]) -> Workbook {
    enclosed.iter().find_map(|one| if let Enclosure::Workbook(book) = one { Some(book.clone()) } else { None }).unwrap()
}

fn chart(enclosed: &[Enclosure]) -> Picture {
    enclosed
        .iter()
        .find_map(|one| if let Enclosure::Picture(chart) = one { Some(chart.clone()) } else { None })
        .unwrap()
}

fn renderer() -> Renderer {
    Renderer::new(crate::book::TEMPLATES.iter().copied(), &BTreeMap::new()).unwrap()
}

fn report_of(scenario: &Scenario, state: &State, seats: &[&str]) -> String {
    let facts: Vec<Fact<serde_json::Value>> = situation(scenario, state)
        .into_iter()
        .map(|fact| fact.map(|item| serde_json::to_value(&item).unwrap()))
        .collect();
    let known = match seats {
        [one] => brief(Viewer::vacant(&seat(one)), &facts),
        several => brief(Viewer::vacant_seats(&several.iter().map(|one| seat(one)).collect::<SeatSet>()), &facts),
    };
    renderer().passage("cwol/report.txt", &known).unwrap().text().to_owned()
}

/// A number as reports show it.
fn shown(value: f64) -> String {
    let hundredths = (value * 100.0).round() as i64;
    Amount::hundredths(hundredths).to_string()
}

fn words(cell: &Cell) -> &str {
    if let Cell::Text(words, _) = cell { words } else { "" }
}

fn number(cell: &Cell) -> Option<f64> {
    match cell {
        Cell::Number(value, _) | Cell::Formula(_, value, _) => Some(*value),
        Cell::Empty | Cell::Text(..) => None,
    }
}

/// What a program for worksheets finds in a cell named by its letter and row: formulas are followed.
fn found(table: &Table, name: &str) -> f64 {
    let (column, row) = (usize::from(name.as_bytes()[0] - b'A'), name[1..].parse::<usize>().unwrap());
    let Some(cell) = table.rows[row - 1].get(column) else { return 0.0 };
    match cell {
        Cell::Formula(formula, ..) => worth(table, formula),
        other => number(other).unwrap_or(0.0),
    }
}

/// What a formula comes to: sums and differences of cells and of stretches of them.
fn worth(table: &Table, formula: &str) -> f64 {
    let terms = formula.trim_start_matches('=').replace('-', "+-");
    let stretch = |from: &str, to: &str| -> f64 {
        let (first, last) = (from.as_bytes()[0], to.as_bytes()[0]);
        let rows = from[1..].parse::<usize>().unwrap()..=to[1..].parse::<usize>().unwrap();
        rows.map(|row| (first..=last).map(|column| found(table, &format!("{}{row}", column as char))).sum::<f64>())
            .sum()
    };
    let term = |term: &str| match (term.strip_prefix('-'), term.strip_prefix("SUM(")) {
        (Some(cell), _) => -found(table, cell),
        (_, Some(range)) => {
            let (from, to) = range.trim_end_matches(')').split_once(':').unwrap();
            stretch(from, to)
        }
        _ => found(table, term),
    };
    (terms.split('+').map(term).sum::<f64>() * 100.0).round() / 100.0
}

/// Whether some line of a report begins with these words and has these numbers, in their order.
fn says(report: &str, words: &str, numbers: &[String]) -> bool {
    let is_it = |line: &str| {
        let Some(rest) = line.trim_start().strip_prefix(words) else { return false };
        let mut tokens = rest.split_whitespace();
        numbers.iter().all(|number| tokens.any(|token| token == number))
    };
    report.lines().any(is_it)
}

#[test]
fn the_workbook_says_what_the_report_says_cell_by_cell() {
    let scenario = war();
    let state = played(&scenario, 4);
    for office in ["us-treasury", "us-president", "cs-vice"] {
        let (report, books) = (report_of(&scenario, &state, &[office]), books(&enclosed(&scenario, &state, office)));
        let mut compared = 0;
        for table in books.sheets.iter().filter(|table| !["Forecast", "Builds"].contains(&table.name.as_str())) {
            for row in table.rows.iter().skip(usize::try_from(table.frozen_rows).unwrap()) {
                let numbers: Vec<String> = row.iter().filter_map(number).map(shown).collect();
                let name = row.first().map(words).unwrap_or_default();
                // Sums are of the workbook alone; MPs and regiments that wait stand in sentences.
                if numbers.is_empty() || name == "All" || name.contains("MPs") || name == "regiments that wait" {
                    continue;
                }
                let numbers = if table.name == "Manpower" { &numbers[..5] } else { &numbers[..] };
                let width = if table.name == "Balance" { 40 } else { 16 };
                let name: String = name.chars().take(width).collect();
                let place = if table.name == "Upkeep" { name.split(" at ").last().unwrap() } else { &name };
                // A report has no line for a build fund that is spent.
                let is_said = says(&report, place.trim_end(), numbers) || name == "Build fund" && numbers == ["0"];
                assert!(is_said, "{office}, {}: {name} {numbers:?} is not in\n{report}", table.name);
                compared += 1;
            }
        }
        assert!(compared > 80, "{office}: {compared} rows");
    }
}

#[test]
fn every_formula_gives_what_is_sent_with_it() {
    let scenario = war();
    for turns in [0, 1, 5] {
        let state = played(&scenario, turns);
        let books = books(&enclosed(&scenario, &state, "us-treasury"));
        let mut formulas = 0;
        for table in &books.sheets {
            for cell in table.rows.iter().flatten() {
                let Cell::Formula(formula, value, _) = cell else { continue };
                assert_eq!(worth(table, formula), *value, "{turns} turns, {}: {formula}", table.name);
                formulas += 1;
            }
        }
        assert!(formulas > 50, "{formulas}");
    }
}

#[test]
fn what_is_planned_goes_through_to_the_end_of_the_forecast() {
    let scenario = war();
    let state = played(&scenario, 2);
    let mut forecast = books(&enclosed(&scenario, &state, "us-treasury")).sheets.pop().unwrap();
    let is_input = |cell: &Cell| matches!(cell, Cell::Number(_, Look::Input));
    let column = forecast.rows[4].iter().position(is_input).unwrap();
    assert_eq!(forecast.rows.iter().filter(|row| row.iter().any(is_input)).count(), 15);
    let closings = |table: &Table| -> Vec<f64> {
        table.rows[4..]
            .iter()
            .map(|row| match row.last() {
                Some(Cell::Formula(formula, ..)) => worth(table, formula),
                _ => f64::NAN,
            })
            .collect()
    };
    let before = closings(&forecast);
    forecast.rows[6][column] = Cell::Number(250.0, Look::Input);
    let after = closings(&forecast);
    let fell: Vec<f64> = before.iter().zip(&after).map(|(before, after)| before - after).collect();
    assert_eq!(fell, [[0.0; 2].as_slice(), [250.0; 13].as_slice()].concat());
}

#[test]
fn slag_6_what_is_being_built_is_kept_from_the_turn_behind_that_in_which_it_is_ready() {
    let scenario = war();
    let state = played(&scenario, 2);
    let builds: Vec<(u32, f64)> = known(&scenario, &state, "us-treasury")
        .items()
        .iter()
        .flat_map(|item| match item {
            Item::LandBuilds { rows, .. } | Item::NavalBuilds { rows, .. } => {
                rows.iter().map(|row| (row.left, row.eagles.0.in_hundredths() as f64 / 100.0)).collect()
            }
            Item::Regiments { raised, .. } => raised.iter().map(|row| (row.left, f64::from(row.count))).collect(),
            _ => Vec::new(),
        })
        .collect();
    assert!(builds.iter().any(|(left, eagles)| *left > 1 && *eagles > 0.0), "{builds:?}");
    let forecast = books(&enclosed(&scenario, &state, "us-treasury")).sheets.pop().unwrap();
    let column = forecast.rows[3].iter().position(|cell| words(cell) == "To come").unwrap();
    for (turn, row) in forecast.rows[4..].iter().enumerate() {
        let ready = builds.iter().filter(|(left, _)| *left as usize <= turn).map(|(_, eagles)| eagles).sum::<f64>();
        assert_eq!(number(&row[column]), Some(0.0 - ready), "turn {turn}");
    }
}

#[test]
fn the_books_go_to_the_treasury_the_president_and_the_vice_president_alone() {
    let scenario = war();
    let state = played(&scenario, 3);
    for row in &scenario.given.offices {
        let readers =
            ["president", "vice", "treasury"].map(|office| format!("{}-{office}", row.side.code().to_lowercase()));
        let count = if readers.contains(&row.id) { 2 } else { 0 };
        assert_eq!(enclosed(&scenario, &state, &row.id).len(), count, "{}", row.id);
    }
    let plain = known(&scenario, &state, "us-treasury");
    for pictures in [Pictures::Left, Pictures::Spelled] {
        let all = CivilWarOnLine.pages(&scenario, &plain, &Occasion::Report, pictures).unwrap();
        assert_eq!(all.iter().filter(|one| matches!(one, Enclosure::Workbook(_))).count(), 1);
    }
}

#[test]
fn books_chart_and_form_are_the_same_whatever_the_other_side_has() {
    let scenario = war();
    let state = played(&scenario, 3);
    for side in Side::BOTH {
        let mut other = otherwise(&state, side.enemy());
        other.past.of_mut(side.enemy()).iter_mut().for_each(|past| past.gold = Amount::whole(77_777));
        for row in scenario.given.offices.iter().filter(|row| row.side == side) {
            assert_eq!(enclosed(&scenario, &state, &row.id), enclosed(&scenario, &other, &row.id), "{}", row.id);
            assert_eq!(report_of(&scenario, &state, &[&row.id]), report_of(&scenario, &other, &[&row.id]));
            let welcome = CivilWarOnLine.welcome(&scenario, None, &seat(&row.id));
            assert!(!serde_json::to_string(&welcome).unwrap().contains("77777"));
        }
    }
}

#[test]
fn the_chart_shows_each_turn_and_everything_in_it_is_inside() {
    let scenario = war();
    assert!(
        !enclosed(&scenario, &played(&scenario, 0), "us-treasury")
            .iter()
            .any(|one| matches!(one, Enclosure::Picture(_)))
    );
    for turns in [1, 5, 14] {
        let state = played(&scenario, turns);
        let chart = chart(&enclosed(&scenario, &state, "us-treasury"));
        let panels = chart.data["panels"].as_array().unwrap();
        let gold = &panels[0]["lines"][0];
        assert_eq!(gold["path"].as_str().unwrap().split(' ').count(), turns);
        assert_eq!(gold["text"], state.gold(Side::Union).in_whole(kit::amount::Rounding::Down).to_string());
        assert!(chart.alt.contains("debt"), "{}", chart.alt);
        for panel in panels {
            let edge = |name: &str| panel[name].as_f64().unwrap();
            for line in panel["lines"].as_array().unwrap() {
                for mark in line["marks"].as_array().unwrap() {
                    assert!((edge("top")..=edge("bottom")).contains(&mark["y"].as_f64().unwrap()), "{line}");
                    assert!((edge("left")..=edge("right")).contains(&mark["x"].as_f64().unwrap()), "{line}");
                }
            }
        }
        assert!(renderer().svg(chart.template, &chart.data).unwrap().contains("Debt"));
    }
}

/// A line of a form with its blanks filled in.
fn filled(line: &str) -> String {
    let values: &[&str] = match line.split(' ').next().unwrap() {
        "reinforce" => &["US1IN", "2", "Washington"],
        "station" => &["USFR1", "Mobile"],
        "vote" => &["3", "aye"],
        "move" if line.contains("river") => &["US1IN", "Cairo"],
        "move" => &["tax", "5"],
        "march" => &["US1IN", "Manassas"],
        "rail" => &["US1IN", "Baltimore"],
        "sail" => &["USGB1", "Cairo"],
        "____" => &["borrow", "500"],
        _ if line.contains("GB") => &["2", "Boston"],
        _ => &["2", "New York NY"],
    };
    values.iter().fold(line.to_owned(), |line, value| line.replacen("____", value, 1))
}

fn form_of(report: &str) -> Vec<String> {
    let lines = report.lines().skip_while(|line| !line.contains("==== Order form"));
    lines.skip(1).take_while(|line| !line.contains("====")).map(|line| line.trim().to_owned()).collect()
}

#[test]
fn every_line_of_an_order_form_is_an_order_that_its_reader_may_give() {
    let scenario = war();
    let mut state = played(&scenario, 1);
    let unit = serde_json::json!({ "side": "US", "kind": "IN", "square": scenario.city("washington-dc").unwrap().square.to_string(),
        "regiments": 3, "batteries": 0, "men": 1800, "of": [], "quality": 5, "experience": 0, "morale": 50, "supplies": 1,
        "is_active": true });
    state.units.insert("US1IN".to_owned(), serde_json::from_value(unit).unwrap());
    for office in ["us-president", "us-treasury", "us-war", "us-navy", "us-gov-garden-empire", "us-con-garden-empire"] {
        let form = form_of(&report_of(&scenario, &state, &[office]));
        assert!(form.len() > 2 && form.iter().all(|line| line.matches("____").count() > 1), "{office}: {form:?}");
        for line in form.iter().filter(|line| !line.starts_with("____")) {
            let filled = filled(line);
            let read = CivilWarOnLine.read(&scenario, &mut Context::default(), &filled);
            let (orders, _) = read.unwrap_or_else(|remark| panic!("{office}: {filled}: {}", remark.message));
            let known = known(&scenario, &state, office);
            for assigned in CivilWarOnLine.assign(&scenario, &known, &[seat(office)], &orders) {
                assert!(assigned.is_ok(), "{office}: {filled}: {assigned:?}");
            }
        }
    }
    assert!(form_of(&report_of(&scenario, &State { is_over: true, ..state }, &["us-president"])).is_empty());
}

#[test]
fn a_welcome_says_what_the_office_may_do_and_to_who_reads_the_books_what_a_turn_brings() {
    let scenario = war();
    let text = |office: &str| {
        let items = CivilWarOnLine.welcome(&scenario, None, &seat(office));
        let fact = |item| Fact::new(base::facts::Audience::Everyone, serde_json::to_value(&item).unwrap());
        let facts: Vec<_> = items.into_iter().map(fact).collect();
        renderer().passage("cwol/welcome.txt", &brief(Viewer::vacant(&seat(office)), &facts)).unwrap().text().to_owned()
    };
    let (treasury, governor, general) = (text("us-treasury"), text("us-gov-garden-empire"), text("us-general-1"));
    for words in [
        "- borrow and print",
        "Gold                3000 Eg",
        "a turn brings 175 Eg",
        "A blockade that the Confederacy declares",
        "Cincinnati",
    ] {
        assert!(treasury.contains(words), "{words} in {treasury}");
    }
    assert!(governor.contains("You speak for Garden Empire") && governor.contains("- raise regiments and batteries"));
    assert!(general.contains("- lay up and call out units"), "{general}");
    for other in [governor, general] {
        assert!(!other.contains("3000") && !other.contains("a turn brings"), "{other}");
    }
}

/// The welcome to whoever takes these offices at once.
fn welcome_to(scenario: &Scenario, offices: &[&str]) -> String {
    let state = State::opening(scenario);
    let items = offices.iter().flat_map(|office| CivilWarOnLine.welcome(scenario, Some(&state), &seat(office)));
    let fact = |item| Fact::new(base::facts::Audience::Everyone, serde_json::to_value(&item).unwrap());
    let facts: Vec<_> = items.map(fact).collect();
    let seats: SeatSet = offices.iter().map(|office| seat(office)).collect();
    renderer().passage("cwol/welcome.txt", &brief(Viewer::vacant_seats(&seats), &facts)).unwrap().text().to_owned()
}

#[test]
fn a_welcome_to_many_offices_says_once_what_several_of_them_may_do() {
    let scenario = war();
    let generals: Vec<String> = (5..=12).map(|number| format!("us-general-{number}")).collect();
    let ten: Vec<&str> = generals.iter().map(String::as_str).chain(["us-captain-3", "us-captain-4"]).collect();
    let one = welcome_to(&scenario, &ten[..1]);
    let ten = welcome_to(&scenario, &ten);
    assert!(one.contains("Union general 5. You may:"), "{one}");
    assert!(
        ten.contains("Union general 5, Union general 6, ")
            && ten.contains("Union captain 3 and Union captain 4. As each")
    );
    assert_eq!(ten.matches("- repair ships").count(), 1, "{ten}");
    assert_eq!(ten.lines().count(), one.lines().count(), "{ten}");

    let four = ["us-con-upper-new-england", "us-con-lower-new-england", "us-gov-garden-empire", "us-con-garden-empire"];
    let four = welcome_to(&scenario, &four);
    for words in [
        "Congressman of Upper New England, Congressman of Lower New England and Congressman of Garden Empire. You speak for \
         Upper New England, Lower New England and Garden Empire, and what you order as one of them is done there",
        "Governor of Garden Empire. You speak for Garden Empire, and what you order is done there and with its men. You may:",
    ] {
        assert!(four.contains(words), "{words} in {four}");
    }
    assert_eq!(four.matches("- vote on a bill").count(), 1, "{four}");
}

#[test]
fn a_report_begins_with_what_its_reader_has_to_do() {
    let scenario = war();
    let mut state = played(&scenario, 1);
    let says = |state: &mut State, by: &str, act: crate::order::Congress| {
        let held = scenario.given.offices.iter().map(|row| seat(&row.id)).collect();
        let giver = rules::Giver { seat: seat(by), received: None, held, done: None };
        let order: Filed<Order> = filed(Act::Congress(act));
        let mut dice = Dice::committed(&Secret::new([4; 32]), "war");
        *state = CivilWarOnLine.act(&scenario, state, &giver, &[order.order], &mut dice).unwrap().state;
    };
    use crate::order::{Congress, Subject};
    says(&mut state, "us-con-garden-empire", Congress::Move(Subject::IncomeTax(5)));
    says(&mut state, "us-con-garden-empire", Congress::Vote { bill: 1, ballot: kit::votes::Ballot::Aye });
    let voter = report_of(&scenario, &state, &["us-con-lower-new-england"]);
    let todo = "For you to do\n-------------\n- Bill 1, an income tax of 5 in a hundred: \"vote 1 aye\" or \"vote 1 no\", until the deadline of Turn 2";
    assert!(voter.contains(todo), "{voter}");
    assert!(voter.find("For you to do") < voter.find("The treasury of"), "{voter}");
    let mover = report_of(&scenario, &state, &["us-con-garden-empire"]);
    assert!(
        !mover.contains("For you to do")
            && mover.contains("Congressman of Garden Empire has voted aye; \"vote 1 no\" would change it."),
        "{mover}"
    );
    let both = report_of(&scenario, &state, &["us-con-garden-empire", "us-con-lower-new-england", "us-treasury"]);
    assert!(both.contains("For Congressman of Lower New England."), "{both}");
    for other in ["us-treasury", "us-gov-garden-empire", "us-president", "cs-con-upper-east"] {
        assert!(!report_of(&scenario, &state, &[other]).contains("For you to do"), "{other}");
    }
}
