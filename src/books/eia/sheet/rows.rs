//! Rows of a table that a game master attaches, as lines of the state sheet: the verb in the first cell, what it is about in
//! the second, the rest in the order in which the line says it.

/// The line that a row stands for; none for a head, a note or an empty row.
pub fn line_of_row(cells: &[String]) -> Option<String> {
    let cell = |place: usize| cells.get(place).map(|text| text.trim()).unwrap_or_default();
    let verb = cell(0).to_ascii_uppercase();
    let (one, two, three) = (cell(1), cell(2), cell(3));
    let line = match verb.as_str() {
        "" | "ENTRY" | "VERB" | "WHAT" => return None,
        note if note.starts_with('#') => return None,
        "OWNER" => format!("OWNER {one} = {two} {three}"),
        "OCCUPY" | "BESIEGE" => format!("{verb} {one} BY {} {three}", if two.is_empty() { "nobody" } else { two }),
        "STATION" => {
            format!("STATION {one} = {}", if two.is_empty() { "nobody".to_owned() } else { cells[2..].join(" ") })
        }
        "BLOCKADE" if two.is_empty() => format!("BLOCKADE {one}"),
        "BLOCKADE" => format!("BLOCKADE {one} BY {two}"),
        "MONEY" | "MANPOWER" | "VP" | "STATUS" => format!("{verb} {one} = {two}"),
        "FORCES" => forces(one, &[two, three, cell(4), cell(5)]),
        "DEBT" => debt(one, two, three, [cell(4), cell(5)]),
        "LEADER" => format!("LEADER {one} OF {two} {three}"),
        "CONTROL" => format!("CONTROL {one} BY {}", if two.is_empty() { "nobody" } else { two }),
        _ => cells.iter().map(|text| text.trim()).collect::<Vec<_>>().join(" "),
    };
    Some(line.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Corps, fleets, fleets at sea, depots; an empty cell is not said.
fn forces(whose: &str, counts: &[&str]) -> String {
    let words = ["corps", "fleets", "at sea", "depots"].iter().zip(counts);
    let said: Vec<_> =
        words.filter(|(_, count)| !count.is_empty()).map(|(word, count)| format!("{word} {count}")).collect();
    format!("FORCES {whose} {}", said.join(", "))
}

fn debt(from: &str, to: &str, amount: &str, [kind, due]: [&str; 2]) -> String {
    let due = if due.is_empty() { String::new() } else { format!("DUE {due}") };
    format!("DEBT {from} TO {to} {amount} {kind} {due}")
}

#[cfg(test)]
mod tests {
    use super::line_of_row;

    #[test]
    fn d1_a_row_of_a_table_is_a_line_of_the_sheet() {
        for (row, line) in [
            ("OWNER;Bavaria;France;FREE", "OWNER Bavaria = France FREE"),
            ("occupy;Madrid;France;unbesieged", "OCCUPY Madrid BY France unbesieged"),
            ("OCCUPY;Madrid;;", "OCCUPY Madrid BY nobody"),
            ("STATION;Berlin;France;2;Austria;3", "STATION Berlin = France 2 Austria 3"),
            ("STATION;Berlin;;", "STATION Berlin = nobody"),
            ("BLOCKADE;Cadiz;Britain", "BLOCKADE Cadiz BY Britain"),
            ("BLOCKADE;Brest;", "BLOCKADE Brest"),
            ("OPEN;Brest", "OPEN Brest"),
            ("WAR;Britain;Spain", "WAR Britain Spain"),
            ("ALLIANCE;Austria;Russia;ENDS", "ALLIANCE Austria Russia ENDS"),
            ("FORCES;France;9;3;;6", "FORCES France corps 9, fleets 3, depots 6"),
            ("MONEY;France;20", "MONEY France = 20"),
            ("DEBT;Russia;Prussia;20;FORMAL;December", "DEBT Russia TO Prussia 20 FORMAL DUE December"),
            ("POST;France;money;-5;supply of corps", "POST France money -5 supply of corps"),
        ] {
            let cells: Vec<String> = row.split(';').map(str::to_owned).collect();
            assert_eq!(line_of_row(&cells).as_deref(), Some(line), "{row}");
        }
    }

    #[test]
    fn heads_notes_and_empty_rows_are_no_lines() {
        for row in ["entry;subject;value", "# March;;", ";;"] {
            let cells: Vec<String> = row.split(';').map(str::to_owned).collect();
            assert_eq!(line_of_row(&cells), None, "{row}");
        }
    }
}
