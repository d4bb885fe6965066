//! What a treasury comes to over the turns ahead: a worksheet with live formulas over a column in which its reader
//! plans what he will spend. Knows what is foreseen turn by turn, and neither why nor how a file is written.

use crate::amount::Amount;

/// What is foreseen of one thing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// The head of the column.
    pub title: String,
    /// What it brings turn by turn; what it costs is below nothing. Turns behind the last have nothing of it.
    pub amounts: Vec<Amount>,
}

/// The turns ahead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Forecast {
    /// What is held before the first of them.
    pub opening: Amount,
    /// Their names.
    pub turns: Vec<String>,
    /// What they bring and cost.
    pub columns: Vec<Column>,
    /// What is planned to be spent, turn by turn: what the reader's column says at first.
    pub planned: Vec<Amount>,
}

/// The words above the columns that every forecast has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Heads<'a> {
    /// Above the turns.
    pub turn: &'a str,
    /// Above what a turn begins with.
    pub opening: &'a str,
    /// Above what is planned to be spent.
    pub planned: &'a str,
    /// Above what a turn ends with.
    pub closing: &'a str,
}

/// A cell of the worksheet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cell {
    /// Words.
    Text(String),
    /// A number that stays.
    Number(Amount),
    /// A number that the reader may change.
    Planned(Amount),
    /// A formula and what it gives as the sheet is sent.
    Formula(String, Amount),
}

impl Forecast {
    /// What each turn ends with, if nothing but what is foreseen and planned happens. It may fall below nothing.
    pub fn closings(&self) -> Vec<Amount> {
        let mut held = self.opening;
        let turns = (0..self.turns.len()).map(|turn| {
            held += self.brought(turn) - at(&self.planned, turn);
            held
        });
        turns.collect()
    }

    fn brought(&self, turn: usize) -> Amount {
        self.columns.iter().map(|column| at(&column.amounts, turn)).sum()
    }

    /// The rows of a worksheet that begins in its row `first` (counted from 1): the heads, then a row a turn. A turn
    /// opens with what the one before closed with, so whatever the reader plans goes through to the end.
    pub fn worksheet(&self, heads: Heads<'_>, first: usize) -> Vec<Vec<Cell>> {
        let titles = self.columns.iter().map(|column| column.title.as_str());
        let words = [heads.turn, heads.opening].into_iter().chain(titles).chain([heads.planned, heads.closing]);
        let mut rows = vec![words.map(|word| Cell::Text(word.to_owned())).collect()];
        let closings = self.closings();
        let mut opening = self.opening;
        for (turn, name) in self.turns.iter().enumerate() {
            rows.push(self.row(turn, name, opening, closings[turn], first + 1 + turn));
            opening = closings[turn];
        }
        rows
    }

    fn row(&self, turn: usize, name: &str, opening: Amount, closing: Amount, row: usize) -> Vec<Cell> {
        let (last_column, planned) = (letters(self.columns.len() + 1), letters(self.columns.len() + 2));
        let closing_column = letters(self.columns.len() + 3);
        let opens = match turn {
            0 => Cell::Number(opening),
            _ => Cell::Formula(format!("={closing_column}{}", row - 1), opening),
        };
        let brought = if self.columns.is_empty() { String::new() } else { format!("+SUM(C{row}:{last_column}{row})") };
        let formula = format!("=B{row}{brought}-{planned}{row}");
        let foreseen = self.columns.iter().map(|column| Cell::Number(at(&column.amounts, turn)));
        let ends = [Cell::Planned(at(&self.planned, turn)), Cell::Formula(formula, closing)];
        [Cell::Text(name.to_owned()), opens].into_iter().chain(foreseen).chain(ends).collect()
    }
}

fn at(amounts: &[Amount], turn: usize) -> Amount {
    amounts.get(turn).copied().unwrap_or_default()
}

/// The letters of a worksheet's column, counted from 0: A to Z, then AA.
fn letters(column: usize) -> String {
    let letter = |place: usize| char::from(b'A' + u8::try_from(place % 26).unwrap_or(0));
    let mut letters = String::from(letter(column));
    let mut left = column / 26;
    while left > 0 {
        letters.insert(0, letter(left - 1));
        left = (left - 1) / 26;
    }
    letters
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const HEADS: Heads<'static> = Heads { turn: "turn", opening: "held", planned: "planned", closing: "left" };

    fn column(title: &str, amount: Amount, turns: usize) -> Column {
        Column { title: title.to_owned(), amounts: vec![amount; turns] }
    }

    fn forecast(opening: i64, columns: Vec<Column>, planned: &[i64], turns: usize) -> Forecast {
        Forecast {
            opening: Amount::whole(opening),
            turns: (1..=turns).map(|turn| format!("T{turn}")).collect(),
            columns,
            planned: planned.iter().copied().map(Amount::whole).collect(),
        }
    }

    #[test]
    fn slag_section_6_a_treasury_with_a_debt_of_4000_and_two_brigades_over_fifteen_turns() {
        let income = column("income", Amount::whole(40), 15);
        let interest = column("interest", Amount::whole(-10), 15);
        let upkeep = column("upkeep", Amount::whole(-36), 15);
        let forecast = forecast(80, vec![income, interest, upkeep], &[], 15);
        assert_eq!(forecast.closings()[12..], [2, -4, -10].map(Amount::whole), "it ends below nothing from turn 14 on");
        let rows = forecast.worksheet(HEADS, 4);
        assert_eq!((rows.len(), rows[1].len()), (16, 7));
        assert_eq!(rows[1][6], Cell::Formula("=B5+SUM(C5:E5)-F5".to_owned(), Amount::whole(74)));
        assert_eq!(rows[2][1], Cell::Formula("=G5".to_owned(), Amount::whole(74)));
    }

    #[test]
    fn sow_0b_the_worksheet_of_a_minister_tells_the_next_turn_with_what_he_plans() {
        let forecast = forecast(
            779,
            vec![column("income", Amount::whole(91), 1), column("upkeep", Amount::whole(-18), 1)],
            &[240],
            1,
        );
        assert_eq!(forecast.closings(), [Amount::whole(612)]);
        let words = |row: &[Cell]| row.iter().map(|cell| format!("{cell:?}")).collect::<Vec<_>>().join(" ");
        let rows = forecast.worksheet(HEADS, 1);
        assert!(words(&rows[0]).contains("income") && words(&rows[1]).contains("Planned"));
        assert_eq!(rows[1].last(), Some(&Cell::Formula("=B2+SUM(C2:D2)-E2".to_owned(), Amount::whole(612))));
    }

    #[test]
    fn columns_beyond_the_alphabet_have_two_letters() {
        assert_eq!([0, 25, 26, 51, 52, 701, 702].map(letters), ["A", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]);
    }

    /// What a cell gives, its formula followed through the sheet as a program for worksheets would.
    fn followed(rows: &[Vec<Cell>], column: usize, row: usize) -> Amount {
        let columns = rows[0].len();
        match &rows[row][column] {
            Cell::Text(_) => Amount::ZERO,
            Cell::Number(amount) | Cell::Planned(amount) => *amount,
            Cell::Formula(formula, _) if column == 1 => {
                assert_eq!(*formula, format!("={}{row}", letters(columns - 1)));
                followed(rows, columns - 1, row - 1)
            }
            Cell::Formula(formula, _) => {
                let (line, planned) = (row + 1, columns - 2);
                let sum =
                    if planned > 2 { format!("+SUM(C{line}:{}{line})", letters(planned - 1)) } else { String::new() };
                assert_eq!(*formula, format!("=B{line}{sum}-{}{line}", letters(planned)));
                let brought: Amount = (2..planned).map(|column| followed(rows, column, row)).sum();
                followed(rows, 1, row) + brought - followed(rows, planned, row)
            }
        }
    }

    proptest! {
        #[test]
        fn formulas_give_what_is_sent_with_them(
            opening in -500..5_000_i64, planned in prop::collection::vec(0..300_i64, 0..6),
            amounts in prop::collection::vec(prop::collection::vec(-900..900_i64, 0..6), 0..5), turns in 0..6_usize,
        ) {
            let columns = amounts.into_iter().map(|amounts| Column {
                title: "x".to_owned(),
                amounts: amounts.into_iter().map(Amount::hundredths).collect(),
            });
            let rows = forecast(opening, columns.collect(), &planned, turns).worksheet(HEADS, 1);
            for row in 1..rows.len() {
                for column in 0..rows[row].len() {
                    if let Cell::Formula(_, shown) = &rows[row][column] {
                        prop_assert_eq!(followed(&rows, column, row), *shown);
                    }
                }
            }
        }
    }
}
