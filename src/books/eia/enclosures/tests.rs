//! The quarter's enclosures, made of facts by hand.

use std::collections::BTreeMap;

use base::facts::{Audience, Brief, Cell, Enclosure, Fact, Picture, Pictures, Table, Viewer, Workbook, brief};
use report::Renderer;

use super::super::calendar::{Month, Stage};
use super::super::item::Item;
use super::super::measure::Measure;
use super::super::power::Power;
use super::super::scenario::Scenario;
use super::super::standing::{LedgerRow, PastRow, PowerRow};
use super::super::state::{Announcement, Forces};
use super::enclosures;

const MARCH: Month = Month { year: 1805, month: 3 };

fn calendar(month: Month, stage: Stage) -> Item {
    Item::Calendar {
        month,
        stage,
        title: month.title(),
        stage_title: stage.title().to_owned(),
        next_economic: String::new(),
        last: String::new(),
    }
}

fn history(count: u16) -> Item {
    let row = |quarter: u16| {
        let powers =
            (0..).zip(Power::ALL).map(|(place, power)| (power, i64::from(quarter) * place, 10 + quarter as u32 % 3));
        PastRow { month: MARCH.after(quarter * 3), powers: powers.collect() }
    };
    Item::History { rows: (0..count).map(row).collect() }
}

fn powers() -> Item {
    let row = |power: Power| PowerRow {
        power,
        name: power.name().to_owned(),
        is_out: false,
        run_by: None,
        status: 10,
        box_name: "N2".to_owned(),
        zone: "Neutral".to_owned(),
        gain: 4,
        adjustment: 0,
        victory_points: 12,
        level: 300,
        is_announced: false,
        forces: Forces::default(),
        removed_leaders: Vec::new(),
        levied: Vec::new(),
        enemies: Vec::new(),
        allies: Vec::new(),
    };
    Item::Powers { rows: Power::ALL.map(row).to_vec() }
}

fn row(step: &str, measure: Measure, change: i64, text: &str) -> LedgerRow {
    LedgerRow { step: step.to_owned(), measure, change, text: text.to_owned() }
}

fn account(name: &str, rows: Vec<LedgerRow>) -> Item {
    let sum = |measure| rows.iter().filter(|row| row.measure == measure).map(|row| row.change).sum::<i64>();
    let (money, manpower) = (5 + sum(Measure::Money), 7 + sum(Measure::Manpower));
    Item::Account {
        account: name.to_lowercase(),
        name: name.to_owned(),
        power: Power::France,
        is_free_state: name != "France",
        opening_money: 5,
        opening_manpower: 7,
        rows,
        money,
        manpower,
    }
}

fn france() -> Item {
    let (money, manpower) = (Measure::Money, Measure::Manpower);
    account(
        "France",
        vec![
            row("8.2.1", money, 80, "taxes"),
            row("8.5.1", money, -9, "=1+1"),
            row("8.2.1", money, 12, "trade"),
            row("8.2.3", manpower, 20, "home manpower"),
            row("8.5.3", manpower, -8, "infantry 8"),
            row("8.5.3", money, -24, "infantry 8"),
        ],
    )
}

fn told(items: Vec<Item>) -> Brief<Item> {
    let facts: Vec<_> = items.into_iter().map(|item| Fact::new(Audience::Everyone, item)).collect();
    brief(Viewer::vacant(&Power::France.seat()), &facts)
}

fn closing(quarters: u16, more: Vec<Item>) -> Vec<Enclosure> {
    let month = MARCH.after((quarters - 1) * 3 + 1);
    let standing = vec![calendar(month, Stage::Board), powers(), history(quarters)];
    enclosures(&Scenario::embedded().unwrap(), &told(standing.into_iter().chain(more).collect()), Pictures::Drawn)
}

fn workbook(enclosed: &[Enclosure]) -> &Workbook {
    let found = enclosed.iter().find_map(|one| if let Enclosure::Workbook(book) = one { Some(book) } else { None });
    found.expect("a workbook")
}

fn picture(enclosed: &[Enclosure]) -> &Picture {
    let found =
        enclosed.iter().find_map(|one| if let Enclosure::Picture(picture) = one { Some(picture) } else { None });
    found.expect("a picture")
}

/// What a spreadsheet program would find: every formula is a sum of a stretch of one column.
fn worth(table: &Table, cell: &Cell) -> f64 {
    let (formula, _) = match cell {
        Cell::Number(value, _) => return *value,
        Cell::Formula(formula, value, _) => (formula, value),
        Cell::Text(..) | Cell::Empty => return 0.0,
    };
    let range = formula.strip_prefix("=SUM(").and_then(|rest| rest.strip_suffix(')')).expect("a sum");
    let (from, to) = range.split_once(':').expect("a stretch");
    let place = |name: &str| (usize::from(name.as_bytes()[0] - b'A'), name[1..].parse::<usize>().expect("a row"));
    let ((column, first), (other, last)) = (place(from), place(to));
    assert_eq!(column, other);
    (first..=last).filter_map(|row| table.rows[row - 1].get(column)).map(|cell| worth(table, cell)).sum()
}

fn formulas(table: &Table) -> Vec<&Cell> {
    table.rows.iter().flatten().filter(|cell| matches!(cell, Cell::Formula(..))).collect()
}

#[test]
fn a_report_has_enclosures_only_when_the_last_window_has_just_closed() {
    let scenario = Scenario::embedded().unwrap();
    let made = |month, stage, quarters| {
        let items = vec![calendar(month, stage), powers(), history(quarters), france()];
        enclosures(&scenario, &told(items), Pictures::Drawn).len()
    };
    assert_eq!(made(MARCH.after(1), Stage::Board, 1), 2);
    assert_eq!(made(MARCH.after(2), Stage::Board, 1), 0);
    assert_eq!(made(MARCH, Stage::Ceding, 0), 0);
    assert_eq!(made(MARCH.after(3), Stage::Offer, 1), 0);
    assert_eq!(made(MARCH.after(4), Stage::Board, 2), 2);
}

#[test]
fn the_sums_of_a_worksheet_are_what_its_cells_come_to() {
    let enclosed = closing(1, vec![france()]);
    let table = &workbook(&enclosed).sheets[0];
    let sums = formulas(table);
    assert_eq!(sums.len(), 2 + 2 * 4);
    for cell in sums {
        let Cell::Formula(formula, value, _) = cell else { unreachable!() };
        assert_eq!(worth(table, cell), *value, "{formula}");
    }
    let held = table.rows.iter().find(|row| matches!(&row.get(1), Some(Cell::Text(text, _)) if text == "Held now"));
    let held: Vec<f64> = held.expect("a row")[2..].iter().map(|cell| worth(table, cell)).collect();
    assert_eq!(held, [64.0, 19.0]);
}

#[test]
fn postings_of_a_step_stand_together_and_words_stay_words() {
    let enclosed = closing(1, vec![france()]);
    let table = &workbook(&enclosed).sheets[0];
    let words = |cell: &Cell| if let Cell::Text(text, _) = cell { text.clone() } else { String::new() };
    let steps: Vec<String> = table.rows[5..11].iter().map(|row| words(&row[0])).collect();
    assert_eq!(steps, ["8.2.1", "8.2.1", "8.5.1", "8.2.3", "8.5.3", "8.5.3"]);
    assert_eq!(words(&table.rows[7][1]), "=1+1");
}

#[test]
fn each_account_has_a_sheet_whose_name_spreadsheets_take() {
    let name = "A country / with a name [as long as a street]";
    let enclosed =
        closing(1, vec![france(), account(name, Vec::new()), account(name, Vec::new()), account("?", Vec::new())]);
    let names: Vec<&str> = workbook(&enclosed).sheets.iter().map(|sheet| sheet.name.as_str()).collect();
    assert_eq!(names, ["France", "A country  with a name as lo", "A country  with a name as lo 2", "Account"]);
    assert!(names.iter().all(|name| name.chars().count() <= 31));
}

#[test]
fn who_may_see_no_account_gets_the_chart_alone() {
    let enclosed = closing(1, Vec::new());
    assert_eq!(enclosed.len(), 1);
    assert_eq!(picture(&enclosed).data["panels"].as_array().map(Vec::len), Some(2));
}

#[test]
fn the_chart_shows_the_money_that_the_reader_is_told_and_no_other() {
    let money = Item::PastMoney { power: Power::Spain, name: "Spain".to_owned(), rows: vec![(MARCH, 31)] };
    let enclosed = closing(1, vec![money]);
    let panels = picture(&enclosed).data["panels"].as_array().unwrap().clone();
    let lines: BTreeMap<String, usize> = panels
        .iter()
        .map(|panel| (panel["title"].as_str().unwrap().to_owned(), panel["lines"].as_array().unwrap().len()))
        .collect();
    let expected = [("Victory points", 7), ("Political status", 7), ("Money at the end of the quarter", 1)];
    assert_eq!(lines, expected.map(|(title, count)| (title.to_owned(), count)).into());
    assert!(picture(&enclosed).alt.contains("after March 1805: Britain 12 in N2, "));
    assert!(picture(&enclosed).alt.ends_with("Turkey 12 in N2; money: Spain 31"));
}

#[test]
fn everything_in_a_chart_is_inside_it_and_no_label_covers_another() {
    for quarters in [1, 2, 5, 7, 44] {
        let enclosed = closing(quarters, Vec::new());
        let data = &picture(&enclosed).data;
        for panel in data["panels"].as_array().unwrap() {
            let side = |name: &str| panel[name].as_f64().unwrap();
            let lines = panel["lines"].as_array().unwrap();
            let mut labels: Vec<f64> = lines.iter().map(|line| line["label_y"].as_f64().unwrap()).collect();
            labels.sort_by(f64::total_cmp);
            assert!(labels.windows(2).all(|pair| pair[1] - pair[0] > 11.5), "{labels:?}");
            let is_inside = |y: &f64| (side("top")..=side("bottom")).contains(y);
            assert!(labels.iter().all(is_inside));
            for mark in lines.iter().flat_map(|line| line["marks"].as_array().unwrap()) {
                assert!(is_inside(&mark["y"].as_f64().unwrap()));
                assert!((side("left")..=side("right")).contains(&mark["x"].as_f64().unwrap()));
            }
            let named = panel["quarters"].as_array().unwrap();
            assert!((1..=6).contains(&named.len()), "{named:?}");
        }
    }
}

#[test]
fn the_readers_own_line_lies_above_the_others() {
    let owns = |power: Power| Item::Own {
        power,
        name: power.name().to_owned(),
        announcement: Announcement::default(),
        manipulation: 0,
        unplaced: Vec::new(),
        arriving: Vec::new(),
        returning_leaders: Vec::new(),
        treasury_shared_with: Vec::new(),
        shared_names: Vec::new(),
        silent_windows: 0,
        informal_debts: Vec::new(),
        possible_transfers: Vec::new(),
        last_answer: None,
    };
    let drawn = |more| {
        let enclosed = closing(5, more);
        let lines = picture(&enclosed).data["panels"][0]["lines"].as_array().unwrap().clone();
        lines.iter().map(|line| (line["id"].as_str().unwrap().to_owned(), line["is_own"] == true)).collect::<Vec<_>>()
    };
    let (plain, own) = (drawn(Vec::new()), drawn(vec![owns(Power::France)]));
    assert!(plain.iter().all(|(_, is_own)| !is_own));
    assert_eq!(own.last(), Some(&("france".to_owned(), true)));
    let others = |all: &[(String, bool)]| all.iter().filter(|line| line.0 != "france").cloned().collect::<Vec<_>>();
    assert_eq!(others(&own), others(&plain), "in their order");
}

#[test]
fn names_of_zones_stand_beside_the_plot_where_no_mark_can_cover_them() {
    let enclosed = closing(5, Vec::new());
    let picture = picture(&enclosed);
    let svg = Renderer::new(crate::book::TEMPLATES.iter().copied(), &BTreeMap::new())
        .unwrap()
        .svg(picture.template, &picture.data)
        .unwrap();
    let left = picture.data["panels"][1]["left"].as_f64().unwrap();
    for zone in ["Dominant", "Neutral", "Instability", "Fiasco"] {
        let name = svg.lines().find(|line| line.ends_with(&format!(">{zone}</text>"))).expect(zone);
        let x: f64 = name.split('"').nth(1).unwrap().parse().unwrap();
        assert!(name.starts_with("<text x=") && name.contains("text-anchor=\"end\"") && x < left, "{name}");
    }
}
