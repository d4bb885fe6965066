//! Rows of a table that somebody sends, whatever program wrote it. Knows no meaning of any cell.

/// Most rows that are read of one table.
const MOST_ROWS: usize = 2_000;

/// The rows of a table with commas, semicolons or tabs between its cells, blanks around them taken off; empty rows are
/// left out, and what cannot be read as a row ends the table.
pub fn table_rows(text: &str) -> impl Iterator<Item = Vec<String>> {
    let text = text.trim_start_matches('\u{feff}');
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(delimiter(text))
        .from_reader(text.as_bytes());
    let records: Vec<csv::StringRecord> = reader.records().map_while(Result::ok).take(MOST_ROWS).collect();
    let rows = records.into_iter().map(|record| record.iter().map(|cell| cell.trim().to_owned()).collect::<Vec<_>>());
    rows.filter(|cells| cells.iter().any(|cell| !cell.is_empty()))
}

/// What stands between the cells: whatever the first line has most of.
fn delimiter(text: &str) -> u8 {
    let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let count = |sign: u8| first.bytes().filter(|byte| *byte == sign).count();
    *[b',', b';', b'\t'].iter().max_by_key(|sign| (count(**sign), **sign == b',')).unwrap_or(&b',')
}

#[cfg(test)]
mod tests {
    use super::table_rows;

    #[test]
    fn tables_of_every_program_give_the_same_rows() {
        let expected = vec![vec!["OWNER", "Bavaria", "France"], vec!["WAR", "Britain", "Spain, and more"]];
        for text in [
            "OWNER,Bavaria,France\nWAR,Britain,\"Spain, and more\"\n",
            "\u{feff}OWNER;Bavaria;France\r\n;;\r\nWAR;Britain;Spain, and more\r\n",
            "OWNER\tBavaria\tFrance\n\nWAR\t Britain \tSpain, and more",
        ] {
            assert_eq!(table_rows(text).collect::<Vec<_>>(), expected, "{text}");
        }
    }

    #[test]
    fn an_empty_table_has_no_rows() {
        assert_eq!(table_rows("\n \n").count(), 0);
        assert_eq!(table_rows("").count(), 0);
    }
}
