//! The accounts of `eia` as letters print them, and what a worksheet of the same account must show.

use super::libreoffice::Cells;

/// An account as a report prints it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    /// Its name.
    pub name: String,
    opening: [String; 2],
    rows: Vec<Row>,
    now: [String; 2],
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Row {
    step: String,
    /// Money and manpower, one of which is none.
    change: [Option<i64>; 2],
    words: String,
}

/// Letters print so much of what a posting is for.
const LONGEST: usize = 43;

/// Every account of a report.
pub fn printed(report: &str) -> Vec<Account> {
    let lines: Vec<&str> = report.lines().collect();
    let heads = lines.iter().enumerate().filter_map(|(at, line)| Some((at, line.trim().strip_prefix("Account: ")?)));
    heads.map(|(at, name)| read(name.trim_end_matches(", free state"), &lines[at + 2..])).collect()
}

fn read(name: &str, lines: &[&str]) -> Account {
    let rows: Vec<&str> = lines.iter().take_while(|line| line.starts_with("  ")).copied().collect();
    assert!(rows[0].starts_with("  Step      Money  Manpower  For"), "{rows:?}");
    let cell = |row: &str, from: usize, to: usize| row.get(from..to.min(row.len())).unwrap_or("").trim().to_owned();
    let both = |row: &str| [cell(row, 10, 17), cell(row, 17, 27)];
    let number = |text: &String| (!text.is_empty()).then(|| text.parse().expect("a number"));
    let posting = |row: &&str| Row {
        step: cell(row, 2, 10),
        change: both(row).each_ref().map(number),
        words: row.get(29..).unwrap_or("").trim_end().to_owned(),
    };
    let last = rows.len() - 1;
    assert!(rows[1].starts_with("  Opening") && rows[last].starts_with("  Now"), "{rows:?}");
    Account {
        name: name.to_owned(),
        opening: both(rows[1]),
        rows: rows[2..last].iter().map(posting).collect(),
        now: both(rows[last]),
    }
}

impl Account {
    /// The cells of its worksheet: postings of a step together, and what each step came to, reckoned here.
    pub fn cells(&self, quarter: &str) -> Cells {
        let note = "Held before, and all postings of the quarter, are what is held now. The sums are formulas.";
        let mut cells = vec![
            line([&format!("{}, {quarter}", self.name), "", "", ""]),
            line([note, "", "", ""]),
            line([""; 4]),
            line(["Step", "What", "Money", "Manpower"]),
            line(["", "Held before", &self.opening[0], &self.opening[1]]),
        ];
        let mut steps: Vec<&str> = Vec::new();
        for row in &self.rows {
            if !steps.contains(&row.step.as_str()) {
                steps.push(&row.step);
            }
        }
        let of = |step: &str| self.rows.iter().filter(move |row| row.step == step).collect::<Vec<_>>();
        for row in steps.iter().flat_map(|step| of(step)) {
            let [money, manpower] = row.change.map(|change| change.map_or_else(String::new, |sum| sum.to_string()));
            cells.push(line([&row.step, &row.words, &money, &manpower]));
        }
        cells.push(line(["", "Held now", &self.now[0], &self.now[1]]));
        if !steps.is_empty() {
            cells.push(line([""; 4]));
            cells.push(line(["Step", "Altogether", "Money", "Manpower"]));
        }
        for step in steps {
            let sum = |measure: usize| of(step).iter().filter_map(|row| row.change[measure]).sum::<i64>().to_string();
            cells.push(line([step, "", &sum(0), &sum(1)]));
        }
        cells
    }
}

fn line(cells: [&str; 4]) -> Vec<String> {
    cells.map(str::to_owned).to_vec()
}

/// The same cells, their words as long as a letter prints them.
pub fn as_printed(cells: &Cells) -> Cells {
    let is_posting =
        |row: &[String]| row.first().is_some_and(|step| step.starts_with(|c: char| c.is_ascii_digit() || c == 'G'));
    let cut = |row: &Vec<String>| {
        let mut row = row.clone();
        if is_posting(&row) {
            row[1] = row[1].chars().take(LONGEST).collect::<String>().trim_end().to_owned();
        }
        row
    };
    cells.iter().map(cut).collect()
}
