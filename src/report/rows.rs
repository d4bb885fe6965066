//! What the indented lines of a text are: rows of a table, a list, or lines that are kept as they are. Told by how they stand,
//! as templates write them: columns with blanks between them, what hangs below, what was wrapped.

use mail::columns_in;

use super::filters::WIDTH;

/// Indented lines, up to an empty one.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Rows<'t> {
    /// Lines whose words stand below each other for a reason that is not known.
    Drawn(Vec<&'t str>),
    /// Lines, each with the columns of it that the line below it points at.
    Pointed(Vec<(&'t str, Vec<Column>)>),
    /// Lines that each count for themselves, however narrow the page.
    Kept(Vec<&'t str>),
    /// Lines without columns, each with its indent below the first.
    List(Vec<(usize, Cell<'t>)>),
    /// Names with a number each, which stand in several columns to save lines.
    Index(Vec<(&'t str, &'t str)>),
    Table(Table<'t>),
}

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Table<'t> {
    /// Of each column, whether it holds nothing but numbers below its head.
    pub numbers: Vec<bool>,
    pub has_head: bool,
    pub rows: Vec<Row<'t>>,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Row<'t> {
    Cells(Vec<Cell<'t>>),
    /// A line over all columns.
    Across(&'t str),
}

/// The lines of a cell; a line that was wrapped is in pieces.
#[derive(Debug, PartialEq, Eq, Clone, Default)]
pub(super) struct Cell<'t>(pub Vec<Vec<&'t str>>);

impl<'t> Cell<'t> {
    fn of(line: &'t str) -> Self {
        Self(if line.is_empty() { Vec::new() } else { vec![vec![line]] })
    }

    fn add(&mut self, line: &'t str, is_wrapped: bool) {
        match self.0.last_mut() {
            Some(last) if is_wrapped => last.push(line),
            _ => self.0.push(vec![line]),
        }
    }
}

/// What these lines are, none of which is empty.
pub(super) fn read<'t>(lines: &[&'t str]) -> Rows<'t> {
    let bare: Vec<&str> = lines.iter().map(|line| line.strip_prefix("  ").unwrap_or(line)).collect();
    if bare.iter().any(|line| is_kept(line)) {
        return Rows::Kept(bare);
    }
    if bare.iter().any(|line| line.contains('\t')) || is_map(&bare) {
        return Rows::Drawn(bare);
    }
    if bare.iter().any(|line| is_pointer(line)) {
        return Rows::Pointed(pointed(&bare));
    }
    let gaps: Vec<bool> = bare.iter().map(|line| has_gap(line)).collect();
    if !gaps.contains(&true) {
        return Rows::List(list(&bare));
    }
    match aligned(&bare, &gaps).or_else(|| ragged(&bare)) {
        Some(table) => match index(&table) {
            Some(names) => Rows::Index(names),
            None => Rows::Table(table),
        },
        None => Rows::Drawn(bare),
    }
}

/// A map in letters: clear ground is a point, which no table has in column after column.
fn is_map(lines: &[&str]) -> bool {
    const CLEAR: [&str; 2] = [".", "(.)"];
    const MOST_OF_TABLE: usize = 2;
    let clear = |line: &&&str| line.split_whitespace().filter(|word| CLEAR.contains(word)).count() > MOST_OF_TABLE;
    lines.iter().filter(clear).count() > 1
}

/// Words of somebody else behind their mark.
fn is_kept(line: &str) -> bool {
    line.starts_with('|')
}

/// A line that points at what stands above it.
fn is_pointer(line: &str) -> bool {
    line.trim_start().bytes().all(|byte| matches!(byte, b'^' | b' '))
}

/// Each line with what the one below it points at.
fn pointed<'t>(lines: &[&'t str]) -> Vec<(&'t str, Vec<Column>)> {
    let mut pointed: Vec<(&str, Vec<Column>)> = Vec::with_capacity(lines.len());
    for line in lines {
        let points_at = |(above, marks): &(&str, Vec<Column>)| marks.is_empty() && width(line) <= width(above);
        let above = pointed.last_mut().filter(|above| is_pointer(line) && !is_pointer(above.0) && points_at(above));
        match above {
            Some((_, marks)) => *marks = stretches(line),
            None => pointed.push((line, Vec::new())),
        }
    }
    pointed
}

/// Where the words of a line of one-byte letters stand.
fn stretches(line: &str) -> Vec<Column> {
    let mut found: Vec<Column> = Vec::new();
    for (at, _) in line.bytes().enumerate().filter(|(_, byte)| *byte != b' ') {
        match found.last_mut() {
            Some(last) if last.1 == at => last.1 = at + 1,
            _ => found.push((at, at + 1)),
        }
    }
    found
}

/// Whether two words of a line stand in different columns; a remark in brackets behind the others is in none.
fn has_gap(line: &str) -> bool {
    let line = &line.as_bytes()[indent(line)..];
    line.windows(3).any(|three| three[0] == b' ' && three[1] == b' ' && three[2] != b' ' && three[2] != b'[')
}

/// Whether a line goes on because its next word had no room: both as they stand without the indent of all. Between a name that
/// stands alone and its value are two blanks. Behind a closing bracket a name begins anew: leaders stand below each other with
/// their ratings.
fn is_wrapped(above: &str, line: &str) -> bool {
    let word = line.split_whitespace().next().unwrap_or_default();
    if above.ends_with(')') && word.starts_with(char::is_uppercase) {
        return false;
    }
    let gap = if above.trim().contains(' ') { 1 } else { 2 };
    2 + width(above) + gap + width(word) > WIDTH
}

/// In columns as a program shows them.
pub(super) fn width(text: &str) -> usize {
    columns_in(text)
}

fn indent(line: &str) -> usize {
    line.bytes().take_while(|byte| *byte == b' ').count()
}

fn list<'t>(lines: &[&'t str]) -> Vec<(usize, Cell<'t>)> {
    let mut items: Vec<(usize, Cell<'t>)> = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let above = at.checked_sub(1).map(|above| lines[above]);
        let goes_on = above.is_some_and(|above| indent(line) > 0 && is_wrapped(above, line));
        match items.last_mut().filter(|_| goes_on) {
            Some((_, item)) => item.add(line.trim(), true),
            None => items.push((indent(line), Cell::of(line.trim()))),
        }
    }
    items
}

/// A stretch of columns in which words stand, from and up to which.
pub(super) type Column = (usize, usize);

/// The table whose columns are those in which no line has a word.
fn aligned<'t>(lines: &[&'t str], gaps: &[bool]) -> Option<Table<'t>> {
    let is_across: Vec<bool> = lines.iter().zip(gaps).map(|(line, gap)| !gap && indent(line) == 0).collect();
    let rows: Vec<&str> =
        lines.iter().zip(&is_across).filter_map(|(line, across)| (!across).then_some(*line)).collect();
    if 2 * rows.len() < lines.len() {
        return None;
    }
    let columns = columns(&rows);
    if columns.len() < 2 || rows.iter().any(|line| is_hanging_in(line, columns[0])) {
        return None;
    }
    let mut table: Vec<Row<'t>> = Vec::with_capacity(lines.len());
    for (at, line) in lines.iter().enumerate() {
        if is_across[at] {
            table.push(Row::Across(line.trim_end()));
            continue;
        }
        let words: Vec<&str> = columns.iter().map(|column| cut(line, *column)).collect();
        let goes_on = at.checked_sub(1).is_some_and(|above| is_wrapped(lines[above], line));
        add_line(&mut table, &words, goes_on);
    }
    Some(with_head(columns.len(), table))
}

/// Adds a line by its words in the columns; one that hangs belongs to the row above it.
fn add_line<'t>(table: &mut Vec<Row<'t>>, words: &[&'t str], goes_on: bool) {
    match (hanging(words, goes_on), table.last_mut()) {
        (Some(column), Some(Row::Cells(cells))) => cells[column].add(words[column], goes_on),
        // A name with its value below it, which had no room beside it.
        (Some(column), Some(row @ Row::Across(_))) if goes_on => {
            let mut cells = vec![Cell::default(); words.len()];
            cells[column] = Cell::of(words[column]);
            if let Row::Across(name) = row {
                cells[0] = Cell::of(name);
            }
            *row = Row::Cells(cells);
        }
        _ => table.push(Row::Cells(words.iter().map(|word| Cell::of(word)).collect())),
    }
}

/// The one column of a line that belongs to the row above it. A number alone is a row, but where the line above goes on.
fn hanging(words: &[&str], goes_on: bool) -> Option<usize> {
    let mut filled = (0..words.len()).filter(|column| !words[*column].is_empty());
    let column = filled.next()?;
    (column > 0 && filled.next().is_none() && (goes_on || !is_number(words[column]))).then_some(column)
}

/// Whether an indented line has words in the first column, other than a number that stands at its right end.
fn is_hanging_in(line: &str, first: Column) -> bool {
    let words = cut(line, first);
    let is_number_at_the_right = words.starts_with(|sign: char| sign.is_ascii_digit())
        && !cut(line, (first.1.saturating_sub(1), first.1)).is_empty();
    indent(line) > 0 && !words.is_empty() && !is_number_at_the_right
}

fn cut(line: &str, column: Column) -> &str {
    trimmed(stretch(line, column))
}

/// What stands in these columns of a line.
pub(super) fn stretch(line: &str, (from, to): Column) -> &str {
    let at = |place: usize| {
        let begins = signs_at(line).find(|(column, (_, sign))| *column >= place && columns_of(*sign) > 0);
        begins.map_or(line.len(), |(_, (at, _))| at)
    };
    let (from, to) = if line.is_ascii() { (from.min(line.len()), to.min(line.len())) } else { (at(from), at(to)) };
    &line[from..to]
}

/// The signs of a line with their places in it, each behind the column in which it begins.
fn signs_at(line: &str) -> impl Iterator<Item = (usize, (usize, char))> {
    line.char_indices().scan(0, |column, (at, sign)| {
        let begins = *column;
        *column += columns_of(sign);
        Some((begins, (at, sign)))
    })
}

fn columns_of(sign: char) -> usize {
    columns_in(sign.encode_utf8(&mut [0; 4]))
}

/// Without blanks at both ends.
fn trimmed(text: &str) -> &str {
    let end = text.len() - text.bytes().rev().take_while(|byte| *byte == b' ').count();
    &text[indent(text).min(end)..end]
}

/// The columns of these lines: two blanks are between any, or one where the first line tells them apart.
fn columns(lines: &[&str]) -> Vec<Column> {
    let widest = lines.iter().map(|line| line.len()).max().unwrap_or_default();
    let mut used: Vec<bool> = vec![false; widest];
    for line in lines {
        if line.is_ascii() {
            used.iter_mut().zip(line.bytes()).for_each(|(used, byte)| *used |= byte != b' ');
        } else {
            for (column, (_, sign)) in signs_at(line).filter(|(_, (_, sign))| *sign != ' ') {
                used.iter_mut().skip(column).take(columns_of(sign)).for_each(|used| *used = true);
            }
        }
    }
    let mut found: Vec<Column> = Vec::new();
    for (at, _) in used.iter().enumerate().filter(|(_, used)| **used) {
        match found.last_mut() {
            Some(last) if last.1 == at => last.1 = at + 1,
            _ => found.push((at, at + 1)),
        }
    }
    let mut columns: Vec<Column> = Vec::with_capacity(found.len());
    // From the right, for a head of two words stands above a number at its right end.
    for left in found.into_iter().rev() {
        match columns.last_mut() {
            Some(right) if right.0 - left.1 < 2 && !are_apart(lines, left, *right) => right.0 = left.0,
            _ => columns.push(left),
        }
    }
    columns.reverse();
    columns
}

/// Whether two stretches with one blank between are two columns.
fn are_apart(lines: &[&str], left: Column, right: Column) -> bool {
    let Some((head, body)) = lines.split_first() else { return false };
    let is_headed = [left, right].iter().all(|column| !cut(head, *column).is_empty());
    let has_numbers = |column: Column| {
        let mut words = body.iter().map(|line| cut(line, column)).filter(|word| !word.is_empty()).peekable();
        words.peek().is_some() && words.all(is_number)
    };
    // Or a word of the first line stands apart just where the words below it begin.
    let begins_below = || {
        let all_begin =
            lines.iter().all(|line| cut(line, right).is_empty() || !cut(line, (right.0, right.0 + 1)).is_empty());
        cut(head, (right.0.saturating_sub(2), right.0)).is_empty() && all_begin
    };
    is_headed && (has_numbers(left) && has_numbers(right) || begins_below())
}

fn is_number(word: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_digit() || b"+-/.,%*()".contains(&byte);
    word == "-" || (word.bytes().all(is_part) && word.bytes().any(|byte| byte.is_ascii_digit()))
}

/// The table of lines that each have as many words with two blanks between, wherever these stand.
fn ragged<'t>(lines: &[&'t str]) -> Option<Table<'t>> {
    let rows: Vec<Vec<&str>> = lines
        .iter()
        .map(|line| line.split("  ").map(str::trim).filter(|word| !word.is_empty()).collect::<Vec<_>>())
        .collect();
    let count = rows[0].len();
    if lines.iter().any(|line| indent(line) > 0) || rows.iter().any(|row| row.len() != count) {
        return None;
    }
    let rows = rows.into_iter().map(|row| Row::Cells(row.into_iter().map(Cell::of).collect())).collect();
    Some(with_head(count, rows))
}

/// What is in a table of names and numbers by turns, in the order in which it is read: down each column.
fn index<'t>(table: &Table<'t>) -> Option<Vec<(&'t str, &'t str)>> {
    let by_turns = table.numbers.iter().enumerate().all(|(column, is_of_numbers)| *is_of_numbers == (column % 2 == 1));
    if table.has_head || table.numbers.len() < 4 || table.numbers.len() % 2 == 1 || !by_turns {
        return None;
    }
    let mut columns: Vec<Vec<(&str, &str)>> = vec![Vec::new(); table.numbers.len() / 2];
    for row in &table.rows {
        let Row::Cells(cells) = row else { return None };
        for (pair, names) in cells.chunks(2).zip(&mut columns) {
            match (&pair[0].0[..], &pair[1].0[..]) {
                ([], []) => {}
                ([name], [number]) if name.len() == 1 && number.len() == 1 => names.push((name[0], number[0])),
                _ => return None,
            }
        }
    }
    Some(columns.concat())
}

fn with_head(count: usize, rows: Vec<Row<'_>>) -> Table<'_> {
    let is_of_numbers = |column: usize, skipped: usize| {
        let mut words = rows.iter().skip(skipped).filter_map(|row| match row {
            Row::Cells(cells) => cells[column].0.first().map(|line| (line[0], cells[column].0.len())),
            Row::Across(_) => None,
        });
        words.clone().next().is_some() && words.all(|(word, lines)| lines == 1 && is_number(word))
    };
    let names = |column: usize| match &rows[0] {
        Row::Cells(cells) => cells[column].0.first().is_some_and(|line| !is_number(line[0])),
        Row::Across(_) => false,
    };
    let has_head = (0..count).any(|column| names(column) && is_of_numbers(column, 1));
    let numbers = (0..count).map(|column| is_of_numbers(column, usize::from(has_head))).collect();
    Table { numbers, has_head, rows }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_text(text: &str) -> Rows<'_> {
        read(&text.lines().collect::<Vec<_>>())
    }

    /// The cells of a table, lines of a cell behind `/`, wrapped pieces behind `~`; what stands across in brackets.
    fn cells(text: &str) -> Vec<String> {
        let Rows::Table(table) = read_text(text) else { panic!("no table: {text}\n{:?}", read_text(text)) };
        let line = |cell: &Cell<'_>| cell.0.iter().map(|line| line.join("~")).collect::<Vec<_>>().join("/");
        let row = |row: &Row<'_>| match row {
            Row::Cells(cells) => cells.iter().map(line).collect::<Vec<_>>().join("|"),
            Row::Across(line) => format!("[{line}]"),
        };
        table.rows.iter().map(row).collect()
    }

    fn table(text: &str) -> (bool, Vec<bool>) {
        let Rows::Table(table) = read_text(text) else { panic!("no table: {text}") };
        (table.has_head, table.numbers)
    }

    const FORCES: &str = "  Place                  Hex    SP     Leaders
  East:
  Winchester             4709    8     McClellan *** 2 (0/0)
                                       McDowell ** 4 (0/-1)
  Frederick              4908    3
  Washington             5009   14 E   Heintzelman * 4 (0/0)
  Trans-Mississippi and what lies behind it:
  Rolla                  1312    3";

    #[test]
    fn a_map_in_letters_is_drawn_as_it_stands() {
        let lines =
            ["      39      40      41      42", "  09  .       .      (.)      .", "  10 (.)      .      (.)     (.)"];
        assert!(matches!(read(&lines), Rows::Drawn(_)));
        assert!(matches!(read(&["  Ohio  .  2", "  Iowa  .  3"]), Rows::Table(_)));
    }

    #[test]
    fn columns_are_told_by_the_blanks_between_them() {
        assert_eq!(
            cells(FORCES),
            [
                "Place|Hex|SP|Leaders",
                "[East:]",
                "Winchester|4709|8|McClellan *** 2 (0/0)/McDowell ** 4 (0/-1)",
                "Frederick|4908|3|",
                "Washington|5009|14 E|Heintzelman * 4 (0/0)",
                "[Trans-Mississippi and what lies behind it:]",
                "Rolla|1312|3|",
            ]
        );
        assert_eq!(table(FORCES), (true, vec![false, true, false, false]));
    }

    #[test]
    fn numbers_at_the_right_end_of_the_first_column_begin_a_row() {
        let losses = "  Total   Attacker  Then\n  less    1/2/3     attacker back\n   4 up   1/1/2     attacker back\n  11 up   0/1/1     both back";
        assert_eq!(cells(losses)[2..], ["4 up|1/1/2|attacker back", "11 up|0/1/1|both back"]);
        assert_eq!(cells("    130  answered       33 s\n     33  answered       12 s")[1], "33|answered|12 s");
    }

    #[test]
    fn numbers_with_one_blank_between_stand_apart_and_a_head_of_two_words_does_not() {
        let held = "  For         Account         Held   Due Spent  Left MP held spent  left
  W4 spending Prussia           74    10     2    62      20     0    20
  W4 spending Bavaria            3     0     0     3      10     0    10";
        assert_eq!(cells(held)[0], "For|Account|Held|Due|Spent|Left|MP held|spent|left");
        assert_eq!(cells(held)[1], "W4 spending|Prussia|74|10|2|62|20|0|20");
    }

    #[test]
    fn leaders_below_each_other_are_two_though_the_first_fills_his_line() {
        let forces = "  Place                  Hex    SP     Leaders
  the Mississippi at th  1927    4 D   Farragut *** naval 2 (+1/+1)
                                       Butler * 4 (0/-1)";
        assert_eq!(cells(forces)[1], "the Mississippi at th|1927|4 D|Farragut *** naval 2 (+1/+1)/Butler * 4 (0/-1)");
    }

    #[test]
    fn a_line_that_was_wrapped_goes_on_and_one_that_was_not_is_a_line() {
        let orders = "  PP 1-3      IF enemy adjacent to Washington THEN entrench the force at
              Washington (reserve 3 CP, 3 PP)
              -> partly: This was so from the start.";
        assert_eq!(
            cells(orders),
            ["PP 1-3|IF enemy adjacent to Washington THEN entrench the force at~Washington (reserve 3 CP, 3 PP)\
              /-> partly: This was so from the start."]
        );
    }

    #[test]
    fn a_line_that_was_wrapped_before_a_number_goes_on_with_it() {
        let orders = "  PP 1-3      move Jackson with 2 infantry and his artillery from hex
              4910
  PP 4        idle";
        assert_eq!(cells(orders), ["PP 1-3|move Jackson with 2 infantry and his artillery from hex~4910", "PP 4|idle"]);
        assert_eq!(table(orders), (false, vec![false, false]));
    }

    #[test]
    fn a_name_with_its_value_below_it_is_one_row() {
        let hashes = ["3c2228c9e94f4b948c481ea81d706261334a58d9e01f120af0e9b01a81deb5bd", "60def739", "e677e02f"];
        let (open, prussia, all) = (hashes[0], hashes[1].repeat(8), hashes[2].repeat(8));
        let dice = format!("  open  {open}\n  prussia\n        {prussia}\n  all   {all}");
        assert_eq!(cells(&dice), [format!("open|{open}"), format!("prussia|{prussia}"), format!("all|{all}")]);
    }

    #[test]
    fn names_that_each_have_their_value_below_are_one_item_each() {
        let hash = "3c2228c9".repeat(8);
        let seeds = format!("  spain\n        {hash}\n  britain\n        {hash}");
        let Rows::List(items) = read_text(&seeds) else { panic!("{:?}", read_text(&seeds)) };
        let shown: Vec<_> = items.iter().map(|(indent, cell)| (*indent, cell.0[0].join(" "))).collect();
        assert_eq!(shown, [(0, format!("spain {hash}")), (0, format!("britain {hash}"))]);
    }

    #[test]
    fn a_row_that_names_nothing_but_has_two_values_is_a_row() {
        let ledger = "  8.2.1    +41        taxes\n           -2    -6   corps";
        assert_eq!(cells(ledger).len(), 2);
    }

    #[test]
    fn words_of_any_length_with_two_blanks_between_are_a_table_without_a_head() {
        assert_eq!(cells("  open  69ed\n  csa-east  bd35"), ["open|69ed", "csa-east|bd35"]);
        assert!(!table("  open  69ed\n  csa-east  bd35").0);
    }

    #[test]
    fn lines_without_columns_are_a_list_and_a_remark_behind_one_is_no_column() {
        let list = "  1. PP 1-3: enter 2 infantry at Washington  [incomplete]
  Washington: the Confederacy (Beauregard) was thrown back by the Union
    (McClellan); 3 SP lost for 1.
    YES 1 files it
  2. PP 9-10: move Jackson to Winchester (2 CP)  [PP 9-10, 2 CP, 3 of 5
     SP]";
        let Rows::List(items) = read_text(list) else { panic!("{:?}", read_text(list)) };
        assert_eq!(items.iter().map(|(indent, _)| *indent).collect::<Vec<_>>(), [0, 0, 2, 0]);
        assert_eq!([1, 3].map(|item: usize| items[item].1.0[0].len()), [2, 2]);
    }

    #[test]
    fn names_with_numbers_side_by_side_are_an_index_read_downwards() {
        let places = "  Alexandria LA     1030  Fort Gibson       0417\n  Asheville         3619";
        let Rows::Index(names) = read_text(places) else { panic!("{:?}", read_text(places)) };
        assert_eq!(names, [("Alexandria LA", "1030"), ("Asheville", "3619"), ("Fort Gibson", "0417")]);
    }

    #[test]
    fn words_of_others_pointers_and_drawings_are_no_rows() {
        assert!(matches!(read_text("  | a   1\n  | b   2"), Rows::Kept(_)));
        let Rows::Pointed(lines) = read_text("  PP 1: mvoe Lee\n        ^^^^\n  to") else { panic!("not pointed at") };
        assert_eq!(lines, [("PP 1: mvoe Lee", vec![(6, 10)]), ("to", vec![])]);
        assert!(matches!(read_text("     .   A  .\n  ~~   .  B\n   .  ~ .   ~ C  ~"), Rows::Drawn(_)));
    }

    #[test]
    fn wide_letters_take_two_columns_and_accents_none() {
        let rows =
            "  usa-east   \u{674e}\u{82f1}    3 orders\n  usa-west   Re\u{301}mi   none\n  csa-sc     Ann     none";
        assert_eq!(cells(rows), ["usa-east|\u{674e}\u{82f1}|3 orders", "usa-west|Re\u{301}mi|none", "csa-sc|Ann|none"]);
    }

    #[test]
    fn letters_of_more_than_one_byte_take_one_column() {
        assert_eq!(cells("  Grün      2\n  Österreich  3\n  Fort é    4"), ["Grün|2", "Österreich|3", "Fort é|4"]);
        assert_eq!(cells("  Grün   2\n         Ä é"), ["Grün|2/Ä é"]);
    }
}
