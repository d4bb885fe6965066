//! The books of a side as a workbook: what is in the treasury, what cities bring, what is kept and built, men, and a forecast in live
//! formulas over a column in which its reader plans what he will spend.

use base::facts::{Cell, Look, Table, Workbook};
use kit::amount::Amount;
use kit::forecast::{self, Column, Forecast, Heads};

use super::super::calendar;
use super::super::item::{Build, CityRevenue, DepotRow, Eagles, Item, MoneyRow, RegimentRow, StateMen, Upkeep};
use super::super::scenario::Scenario;
use super::super::side::Side;
use super::open::Open;

/// Turns that are foreseen.
const TURNS: u32 = 15;
/// The row of the heads of the forecast, counted from 1.
const FORECAST_HEADS: usize = 4;

/// The workbook; nothing where the reader is not told the books of the side.
pub fn workbook(scenario: &Scenario, items: &[Item], side: Side, turn: Open<'_>) -> Option<Workbook> {
    let books = Books::of(items, side)?;
    let sheets = [
        Some(books.balance(turn)),
        books.income(),
        Some(books.upkeep()),
        Some(books.builds()),
        Some(books.manpower()),
        Some(books.forecast(scenario, turn)),
    ];
    Some(Workbook {
        name: turn.file(side, "treasury"),
        about: format!("the books of {} for {}, with a forecast", side.name(), turn.title),
        sheets: sheets.into_iter().flatten().collect(),
    })
}

/// What is told of a side's books.
struct Books<'a> {
    side: Side,
    items: Vec<&'a Item>,
}

impl<'a> Books<'a> {
    /// Where its ledger is told, all of it is.
    fn of(items: &'a [Item], side: Side) -> Option<Self> {
        let is_ledger = |item: &Item| matches!(item, Item::Ledger { side: of, .. } if of == side.name());
        let books = Books { side, items: items.iter().filter(|item| is_of(item, side)).collect() };
        items.iter().any(is_ledger).then_some(books)
    }

    fn find<T>(&self, wanted: impl Fn(&'a Item) -> Option<T>) -> Option<T> {
        self.items.iter().find_map(|item| wanted(item))
    }

    fn title(&self, what: &str) -> Vec<Cell> {
        vec![text(&format!("{what} of {}", self.side.name()), Look::Title)]
    }

    fn balance(&self, turn: Open<'_>) -> Table {
        let mut rows =
            vec![self.title("The treasury"), vec![text(turn.title, Look::Note)], Vec::new(), heads(&["What"], &["Eg"])];
        let mut line = |what: &str, amount: Eagles| rows.push(vec![text(what, Look::Plain), number(amount.0)]);
        for item in &self.items {
            let Item::Treasury {
                gold,
                greenbacks,
                authorised,
                outstanding,
                circulation,
                debt,
                loan_ceiling,
                interest,
                build_fund,
                ..
            } = item
            else {
                continue;
            };
            line("Gold", *gold);
            line("Greenbacks", *greenbacks);
            line("Build fund", *build_fund);
            line("Debt", *debt);
            line("Debt allowed", *loan_ceiling);
            line("Interest a turn", *interest);
            if let Some(authorised) = authorised {
                line("Greenbacks allowed", *authorised);
                line("outstanding", *outstanding);
                line("in circulation", *circulation);
            }
        }
        if let Some((stock, received, used)) = self.find(|item| match item {
            Item::Manufacturing { stock, received, used, .. } => Some((*stock, *received, *used)),
            _ => None,
        }) {
            line("MPs in stock", stock);
            line("MPs made in the last turn", received);
            line("MPs used in the last turn", used);
        }
        if let Some((receipts, payments)) = self.find(|item| match item {
            Item::Ledger { receipts, payments, .. } => Some((receipts, payments)),
            _ => None,
        }) {
            rows.extend(account("Received in the last turn", receipts, rows.len()));
            rows.extend(account("Paid in the last turn", payments, rows.len()));
        }
        table("Balance", vec![34, 12], 4, rows)
    }

    /// What cities brought; no sheet before they have brought anything.
    fn income(&self) -> Option<Table> {
        let cities: &Vec<CityRevenue> = self.find(|item| match item {
            Item::Revenue { rows, is_bloc: false, .. } => Some(rows),
            _ => None,
        })?;
        let mut rows = vec![
            self.title("What cities brought in the last turn to the treasury"),
            Vec::new(),
            heads(&["City"], &["Level", "Income", "Tax", "Tariff", "MP"]),
        ];
        rows[2].push(text("Less by", Look::Head));
        rows.extend(cities.iter().map(|city| {
            let numbers = [Amount::whole(i64::from(city.level)), city.income.0, city.tax.0, city.tariff.0, city.mp.0];
            let less = text(&city.reductions.join(", "), Look::Plain);
            [text(&city.city, Look::Plain)].into_iter().chain(numbers.map(number)).chain([less]).collect()
        }));
        let sums = sums(&rows, 4, 1..6);
        rows.push(sums);
        (!cities.is_empty()).then(|| table("Income by city", vec![18, 8, 10, 10, 10, 10, 40], 3, rows))
    }

    fn upkeep(&self) -> Table {
        let mut rows = vec![self.title("Upkeep a turn"), Vec::new(), heads(&["What"], &["Eg", "MP"])];
        rows[2].push(text("Remark", Look::Head));
        for item in &self.items {
            match item {
                Item::LandUpkeep { rows: kept, .. } | Item::NavalUpkeep { rows: kept, .. } => {
                    rows.extend(kept.iter().map(kept_row));
                }
                Item::Depots { rows: depots, is_bloc: false, .. } => {
                    let in_service = depots.iter().filter(|row| row.left == 0);
                    rows.extend(in_service.map(|row| {
                        let name = text(&format!("{} at {}", row.what, row.place), Look::Plain);
                        vec![name, number(row.eagles.0), number(row.mp.0)]
                    }));
                }
                Item::Forecast { regiments, .. } => {
                    rows.push(vec![
                        text("regiments that wait", Look::Plain),
                        number(regiments.0),
                        number(Amount::ZERO),
                    ]);
                }
                _ => {}
            }
        }
        let sums = sums(&rows, 4, 1..3);
        rows.push(sums);
        table("Upkeep", vec![24, 10, 10, 14], 3, rows)
    }

    fn builds(&self) -> Table {
        let mut rows = vec![
            self.title("What is under construction"),
            Vec::new(),
            vec![
                text("What", Look::Head),
                text("Place", Look::Head),
                text("Turns more", Look::NumberHead),
                text("Upkeep then, Eg", Look::NumberHead),
                text("MP", Look::NumberHead),
            ],
        ];
        rows.extend(self.under_construction().map(|row| {
            let left = number(Amount::whole(i64::from(row.left)));
            vec![
                text(&row.name, Look::Plain),
                text(&row.city, Look::Plain),
                left,
                number(row.eagles.0),
                number(row.mp.0),
            ]
        }));
        rows.extend(self.raised().map(|row| {
            let what = format!("{} {} of {} {}", row.count, row.words, row.state, row.pool);
            let (left, upkeep) =
                (number(Amount::whole(i64::from(row.left))), number(Amount::whole(i64::from(row.count))));
            vec![text(&what, Look::Plain), text(&row.city, Look::Plain), left, upkeep, number(Amount::ZERO)]
        }));
        rows.extend(self.depots_begun().map(|row| {
            let left = number(Amount::whole(i64::from(row.left)));
            let (what, place) = (text(&row.what, Look::Plain), text(&row.place, Look::Plain));
            vec![what, place, left, number(row.eagles.0), number(row.mp.0)]
        }));
        table("Builds", vec![40, 18, 12, 16, 10], 3, rows)
    }

    /// Depots and caches that are not ready yet.
    fn depots_begun(&self) -> impl Iterator<Item = &'a DepotRow> + '_ {
        let rows = self.items.iter().filter_map(|item| match item {
            Item::Depots { rows, is_bloc: false, .. } => Some(rows),
            _ => None,
        });
        rows.flatten().filter(|row| row.left > 0)
    }

    fn under_construction(&self) -> impl Iterator<Item = &'a Build> + '_ {
        let rows = self.items.iter().filter_map(|item| match item {
            Item::LandBuilds { rows, is_bloc: false, .. } | Item::NavalBuilds { rows, .. } => Some(rows),
            _ => None,
        });
        rows.flatten()
    }

    fn raised(&self) -> impl Iterator<Item = &'a RegimentRow> + '_ {
        let rows = self.items.iter().filter_map(|item| match item {
            Item::Regiments { raised, is_bloc: false, .. } => Some(raised),
            _ => None,
        });
        rows.flatten()
    }

    fn manpower(&self) -> Table {
        let states: Vec<&StateMen> = self
            .items
            .iter()
            .filter_map(|item| match item {
                Item::Manpower { rows, is_bloc: false, .. } => Some(rows),
                _ => None,
            })
            .flatten()
            .collect();
        let mut rows = vec![
            self.title("Men"),
            Vec::new(),
            heads(&["State"], &["Volunteers", "Bounty", "Draft", "Militia", "USCT", "All"]),
        ];
        for (place, row) in (4..).zip(&states) {
            let men = [row.volunteers, row.bounty, row.draft, row.militia, row.usct].map(|men| men as f64);
            let all = Cell::Formula(format!("=SUM(B{place}:F{place})"), men.iter().sum(), Look::Plain);
            let men = men.into_iter().map(|men| Cell::Number(men, Look::Plain));
            rows.push([text(&row.state, Look::Plain)].into_iter().chain(men).chain([all]).collect());
        }
        let sums = sums(&rows, 4, 1..7);
        rows.push(sums);
        table("Manpower", vec![22, 12, 12, 12, 12, 12, 12], 3, rows)
    }

    /// SLAG section 6: by what stands and is being built, turn by turn.
    fn forecast(&self, scenario: &Scenario, turn: Open<'_>) -> Table {
        // On the build turn before the war nothing comes in and nothing is kept.
        let first = turn.number.max(1);
        let last = (first + TURNS - 1).min(turn.last.max(first));
        let forecast = Forecast {
            opening: self.opening(),
            turns: (first..=last).map(|turn| calendar::title(scenario, turn)).collect(),
            columns: self.columns(turn.number == 0, usize::try_from(last + 1 - first).unwrap_or(0)),
            planned: Vec::new(),
        };
        let heads = Heads { turn: "Turn", opening: "Held", planned: "Planned", closing: "Left" };
        let mut rows = vec![
            self.title("Forecast for the treasury"),
            vec![text(
                "As things stand, what is being built included; taxes and tariffs before what the enemy takes of them. Write into the column Planned what you mean to spend in a turn (a loan: \
                 below nothing); everything behind it is reckoned anew.",
                Look::Note,
            )],
            Vec::new(),
        ];
        rows.extend(
            forecast.worksheet(heads, FORECAST_HEADS).into_iter().map(|row| row.into_iter().map(cell).collect()),
        );
        if let Some(first_row) = rows.get_mut(FORECAST_HEADS - 1) {
            as_heads(first_row);
        }
        table("Forecast", vec![34, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11], 4, rows)
    }

    /// Both moneys at face value.
    fn opening(&self) -> Amount {
        let held = self.find(|item| match item {
            Item::Treasury { gold, greenbacks, .. } => Some(gold.0 + greenbacks.0),
            _ => None,
        });
        held.unwrap_or_default()
    }

    fn columns(&self, is_pregame: bool, turns: usize) -> Vec<Column> {
        let Some(columns) = self.find(|item| match item {
            Item::Forecast { receipts, interest, units, depots, regiments, ships, .. } => Some([
                ("Taxes, tariffs", receipts.0),
                ("Interest", -interest.0),
                ("Units", -units.0),
                ("Depots", -depots.0),
                ("Regiments", -regiments.0),
                ("Ships", -ships.0),
            ]),
            _ => None,
        }) else {
            return Vec::new();
        };
        let constant = columns.map(|(title, amount)| Column { title: title.to_owned(), amounts: vec![amount; turns] });
        constant.into_iter().chain([self.to_come(is_pregame, turns)]).collect()
    }

    /// What is being built costs upkeep from the turn behind that in which it is ready; what the build turn begins is ready when the
    /// war begins.
    fn to_come(&self, is_pregame: bool, turns: usize) -> Column {
        let builds = self.under_construction().map(|row| (row.left, row.eagles.0));
        let raised = self.raised().map(|row| (row.left, Amount::whole(i64::from(row.count))));
        let depots = self.depots_begun().map(|row| (row.left, row.eagles.0));
        let builds: Vec<(u32, Amount)> = builds.chain(raised).chain(depots).collect();
        let in_turn = |turn: usize| {
            let is_ready = |left: u32| is_pregame || usize::try_from(left).is_ok_and(|left| left <= turn);
            -builds.iter().filter(|(left, _)| is_ready(*left)).map(|(_, eagles)| *eagles).sum::<Amount>()
        };
        Column { title: "To come".to_owned(), amounts: (0..turns).map(in_turn).collect() }
    }
}

/// Whether an item tells of a side as a whole.
fn is_of(item: &Item, side: Side) -> bool {
    match item {
        Item::Treasury { side: of, .. }
        | Item::Ledger { side: of, .. }
        | Item::Manufacturing { side: of, .. }
        | Item::Forecast { side: of, .. }
        | Item::LandUpkeep { side: of, .. }
        | Item::NavalUpkeep { side: of, .. }
        | Item::NavalBuilds { side: of, .. }
        | Item::Revenue { of, is_bloc: false, .. }
        | Item::Manpower { of, is_bloc: false, .. }
        | Item::Regiments { of, is_bloc: false, .. }
        | Item::LandBuilds { of, is_bloc: false, .. }
        | Item::Depots { of, is_bloc: false, .. } => of == side.name(),
        _ => false,
    }
}

fn kept_row(row: &Upkeep) -> Vec<Cell> {
    let mut cells = vec![text(&row.name, Look::Plain), number(row.eagles.0), number(row.mp.0)];
    if !row.is_active {
        cells.push(text("laid up", Look::Plain));
    }
    cells
}

/// Entries below a head, and their sum; `above` rows stand above.
fn account(title: &str, entries: &[MoneyRow], above: usize) -> Vec<Vec<Cell>> {
    if entries.is_empty() {
        return Vec::new();
    }
    let mut rows = vec![Vec::new(), heads(&[title], &["Eg"])];
    rows.extend(entries.iter().map(|entry| vec![text(&entry.what, Look::Plain), number(entry.amount.0)]));
    let (first, last) = (above + 3, above + 2 + entries.len());
    let sum = entries.iter().map(|entry| entry.amount.0).sum();
    rows.push(vec![text("All", Look::Sum), formula(format!("=SUM(B{first}:B{last})"), sum, Look::Sum)]);
    rows
}

/// A row of sums of what stands from a row on (counted from 1) in these columns (counted from 0).
fn sums(rows: &[Vec<Cell>], first: usize, columns: std::ops::Range<usize>) -> Vec<Cell> {
    let worth = |cell: Option<&Cell>| match cell {
        Some(Cell::Number(value, _) | Cell::Formula(_, value, _)) => *value,
        _ => 0.0,
    };
    let sum = |column: usize| {
        // Hundredths as whole numbers, so that nothing is lost by adding.
        let below =
            rows.iter().skip(first - 1).map(|row| (worth(row.get(column)) * 100.0).round()).sum::<f64>() / 100.0;
        let letter = char::from(b'A' + u8::try_from(column).unwrap_or(0));
        Cell::Formula(format!("=SUM({letter}{first}:{letter}{})", rows.len()), below, Look::Sum)
    };
    let all = [text("All", Look::Sum)].into_iter();
    match rows.len() < first {
        true => all.chain(columns.map(|_| Cell::Number(0.0, Look::Sum))).collect(),
        false => all.chain(columns.map(sum)).collect(),
    }
}

fn table(name: &str, widths: Vec<u16>, frozen_rows: u32, rows: Vec<Vec<Cell>>) -> Table {
    Table { name: name.to_owned(), widths, frozen_rows, rows }
}

fn heads(words: &[&str], numbers: &[&str]) -> Vec<Cell> {
    let words = words.iter().map(|word| text(word, Look::Head));
    words.chain(numbers.iter().map(|word| text(word, Look::NumberHead))).collect()
}

/// A row of words becomes one of heads, the first of words, the others of numbers.
fn as_heads(row: &mut [Cell]) {
    for (place, cell) in row.iter_mut().enumerate() {
        if let Cell::Text(_, look) = cell {
            *look = if place == 0 { Look::Head } else { Look::NumberHead };
        }
    }
}

fn cell(cell: forecast::Cell) -> Cell {
    match cell {
        forecast::Cell::Text(words) => text(&words, Look::Plain),
        forecast::Cell::Number(amount) => number(amount),
        forecast::Cell::Planned(amount) => Cell::Number(value(amount), Look::Input),
        forecast::Cell::Formula(words, amount) => formula(words, amount, Look::Plain),
    }
}

fn text(words: &str, look: Look) -> Cell {
    Cell::Text(words.to_owned(), look)
}

fn number(amount: Amount) -> Cell {
    Cell::Number(value(amount), Look::Plain)
}

fn formula(words: String, amount: Amount, look: Look) -> Cell {
    Cell::Formula(words, value(amount), look)
}

fn value(amount: Amount) -> f64 {
    amount.in_hundredths() as f64 / 100.0
}
