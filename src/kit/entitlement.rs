//! A table by office, as data: which sections of a report an office reads and how much of each, or which orders it may
//! give. Knows no office, no section and no word of a cell but that `-` is nothing.

use std::collections::BTreeMap;

/// The mark of a cell that grants nothing.
const NOTHING: &str = "-";

/// A table: a row a section, a column an office, a word in each cell that says how much.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Matrix {
    offices: Vec<String>,
    rows: Vec<Row>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Row {
    section: String,
    /// By office, where it is not nothing.
    grants: BTreeMap<String, String>,
}

/// Why a text is no table. Lines are counted from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BadMatrix {
    /// There is no line with offices.
    Empty,
    /// An office or a section stands in it twice.
    Twice {
        /// The line.
        line: usize,
        /// The office or section.
        name: String,
    },
    /// A line has too few or too many cells.
    Cells {
        /// The line.
        line: usize,
        /// How many it should have.
        wanted: usize,
        /// How many it has.
        has: usize,
    },
    /// A cell says something that the book does not know.
    Word {
        /// The line.
        line: usize,
        /// The word.
        word: String,
    },
}

/// A section as somebody with several offices is granted it: by which of them, and how much.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Granted<'a> {
    /// The section.
    pub section: &'a str,
    /// Offices and what they are granted, in the order of the table.
    pub by: Vec<(&'a str, &'a str)>,
}

impl Matrix {
    /// Reads a table: a line of offices behind a head for the sections, then a line a section, cells parted by commas.
    /// Empty lines and those that begin with `#` say nothing. `words` are those that a cell may say beside `-`.
    pub fn parse(text: &str, words: &[&str]) -> Result<Self, BadMatrix> {
        let lines = text.lines().enumerate().map(|(place, line)| (place + 1, line.trim()));
        let mut lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        let (line, head) = lines.next().ok_or(BadMatrix::Empty)?;
        let offices: Vec<String> = head.split(',').skip(1).map(|office| office.trim().to_owned()).collect();
        if let Some(name) = repeated(&offices) {
            return Err(BadMatrix::Twice { line, name });
        }
        let mut matrix = Self { offices, rows: Vec::new() };
        for (line, text) in lines {
            let row = matrix.read_row(line, text, words)?;
            matrix.rows.push(row);
        }
        Ok(matrix)
    }

    fn read_row(&self, line: usize, text: &str, words: &[&str]) -> Result<Row, BadMatrix> {
        let cells: Vec<&str> = text.split(',').map(str::trim).collect();
        let (wanted, has) = (self.offices.len() + 1, cells.len());
        if wanted != has {
            return Err(BadMatrix::Cells { line, wanted, has });
        }
        let section = cells[0].to_owned();
        if self.row(&section).is_some() {
            return Err(BadMatrix::Twice { line, name: section });
        }
        if let Some(word) = cells[1..].iter().find(|word| **word != NOTHING && !words.contains(word)) {
            return Err(BadMatrix::Word { line, word: (*word).to_owned() });
        }
        let granted = self.offices.iter().zip(&cells[1..]).filter(|(_, word)| **word != NOTHING);
        Ok(Row { section, grants: granted.map(|(office, word)| (office.clone(), (*word).to_owned())).collect() })
    }

    fn row(&self, section: &str) -> Option<&Row> {
        self.rows.iter().find(|row| row.section == section)
    }

    /// How much of a section an office is granted; none of what the table does not name.
    pub fn grant(&self, section: &str, office: &str) -> Option<&str> {
        self.row(section)?.grants.get(office).map(String::as_str)
    }

    /// What somebody with these offices is granted: the sections in the order of the table, each once.
    pub fn granted<'a>(&'a self, offices: &[&str]) -> Vec<Granted<'a>> {
        let held: Vec<&str> =
            self.offices.iter().map(String::as_str).filter(|office| offices.contains(office)).collect();
        let rows = self.rows.iter().map(|row| {
            let by = held.iter().filter_map(|office| Some((*office, row.grants.get(*office)?.as_str())));
            Granted { section: &row.section, by: by.collect() }
        });
        rows.filter(|granted| !granted.by.is_empty()).collect()
    }

    /// All sections, in order.
    pub fn sections(&self) -> impl Iterator<Item = &str> {
        self.rows.iter().map(|row| row.section.as_str())
    }
}

fn repeated(names: &[String]) -> Option<String> {
    let is_repeated = |(place, name): &(usize, &String)| names[..*place].contains(name);
    names.iter().enumerate().find(is_repeated).map(|(_, name)| name.clone())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const WORDS: &[&str] = &["all", "bloc", "own", "sum"];

    /// Some rows of a government by office, part of them by bloc.
    const BLOCS: &str = "\
# three of the sections
section,     P,   ST,  SW,  SN,  GOV,  UCO
treasury,    all, all, sum, sum, sum,  -
manpower,    all, all, all, sum, bloc, -
land units,  all, -,   all, -,   bloc, own
";

    /// Some rows of a cabinet of ministers.
    const MINISTERS: &str = "section,MON,TM,WM,NM,FM,CO\ntreasury,all,all,sum,sum,-,-\nunits,all,sum,all,-,-,own\n";

    #[test]
    fn slag_section_6_an_office_is_granted_what_its_cell_says() {
        let matrix = Matrix::parse(BLOCS, WORDS).unwrap();
        assert_eq!(
            [("treasury", "ST"), ("treasury", "UCO"), ("manpower", "GOV"), ("ships", "P"), ("treasury", "TM")]
                .map(|(section, office)| matrix.grant(section, office)),
            [Some("all"), None, Some("bloc"), None, None]
        );
        let offices = ["P", "ST", "SW", "GOV", "UCO", "TM"];
        let granted = offices.into_iter().filter(|office| matrix.grant("land units", office).is_some());
        assert_eq!(granted.collect::<Vec<_>>(), ["P", "SW", "GOV", "UCO"]);
    }

    #[test]
    fn slag_section_6_a_person_with_several_offices_gets_each_section_once() {
        let matrix = Matrix::parse(BLOCS, WORDS).unwrap();
        let granted = matrix.granted(&["UCO", "ST", "unknown"]);
        let told: Vec<_> = granted.iter().map(|granted| (granted.section, granted.by.as_slice())).collect();
        assert_eq!(
            told,
            [("treasury", &[("ST", "all")][..]), ("manpower", &[("ST", "all")]), ("land units", &[("UCO", "own")]),]
        );
        assert_eq!(matrix.granted(&[]), []);
    }

    #[test]
    fn sow_d71_a_minister_reads_his_own_and_a_commander_no_treasury() {
        let matrix = Matrix::parse(MINISTERS, WORDS).unwrap();
        assert_eq!(matrix.sections().collect::<Vec<_>>(), ["treasury", "units"]);
        assert_eq!(matrix.granted(&["WM"]).len(), 2);
        assert_eq!(matrix.granted(&["CO"]), [Granted { section: "units", by: vec![("CO", "own")] }]);
        assert_eq!(matrix.granted(&["FM"]), []);
    }

    #[test]
    fn what_is_wrong_with_a_table_is_told_with_its_line() {
        let read = |text| Matrix::parse(text, WORDS).unwrap_err();
        assert_eq!(read("# nothing\n"), BadMatrix::Empty);
        assert_eq!(read("s,P,P"), BadMatrix::Twice { line: 1, name: "P".to_owned() });
        assert_eq!(read("s,P\n\na,all\na,-"), BadMatrix::Twice { line: 4, name: "a".to_owned() });
        assert_eq!(read("s,P\na,all,all"), BadMatrix::Cells { line: 2, wanted: 2, has: 3 });
        assert_eq!(read("s,P\na,some"), BadMatrix::Word { line: 2, word: "some".to_owned() });
    }

    proptest! {
        #[test]
        fn nobody_is_granted_by_several_offices_what_none_of_them_is_granted_alone(
            cells in prop::collection::vec(0..5_usize, 20), held in prop::collection::vec(0..4_usize, 0..5),
        ) {
            let words = ["-", "all", "bloc", "own", "sum"];
            let names = ["A", "B", "C", "D"];
            let rows = cells.chunks(4).enumerate().map(|(place, row)| {
                format!("s{place},{}\n", row.iter().map(|word| words[*word]).collect::<Vec<_>>().join(","))
            });
            let matrix = Matrix::parse(&format!("section,A,B,C,D\n{}", rows.collect::<String>()), WORDS).unwrap();
            let held: Vec<&str> = held.into_iter().map(|place| names[place]).collect();
            let together = matrix.granted(&held);
            for section in matrix.sections() {
                let of_section = together.iter().filter(|granted| granted.section == section);
                let by: Vec<_> = of_section.flat_map(|granted| granted.by.clone()).collect();
                for office in names {
                    let alone = matrix.grant(section, office).filter(|_| held.contains(&office));
                    let shared: Vec<_> = by.iter().filter(|(name, _)| *name == office).map(|(_, word)| *word).collect();
                    prop_assert_eq!(shared, alone.into_iter().collect::<Vec<_>>());
                }
            }
        }
    }
}
