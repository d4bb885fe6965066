//! The state sheet as a table: a row has the word of an entry, then its subject, whom it is about, and how.

/// The line that a row stands for; none for the head of the table, a note or an empty row.
pub fn line_of_row(cells: &[String]) -> Option<String> {
    let cell = |place: usize| cells.get(place).map_or("", |cell| cell.trim());
    let word = cell(0).to_ascii_uppercase();
    let (subject, other) = (cell(1), cell(2));
    let rest = || cells.iter().skip(3).map(|cell| cell.trim()).filter(|cell| !cell.is_empty());
    let joined = |link: &str| {
        let mut line = format!("{word} {subject}");
        if !other.is_empty() {
            line = format!("{line}{link}{other}");
        }
        rest().fold(line, |line, cell| format!("{line} {cell}"))
    };
    match word.as_str() {
        "OWNER" | "MONEY" | "MANPOWER" | "VP" | "STATUS" => Some(joined(" = ")),
        "OCCUPY" | "BESIEGE" | "BLOCKADE" | "OPEN" | "CONTROL" => Some(joined(" BY ")),
        "WAR" | "PEACE" | "ALLIANCE" => Some(joined(", ")),
        "DEBT" => Some(joined(" TO ")),
        "LEADER" => Some(joined(" OF ")),
        "FORCES" | "POST" | "PLACED" | "USA" | "COSSACKS" | "FREIKORPS" | "FEUDAL" | "INSURRECTION" => Some(joined(" ")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::line_of_row;

    fn line(cells: &[&str]) -> Option<String> {
        line_of_row(&cells.iter().map(ToString::to_string).collect::<Vec<_>>())
    }

    #[test]
    fn rows_become_lines_as_a_game_master_types_them() {
        for (cells, expected) in [
            (&["owner", "Bavaria", "France", "FREE"][..], "OWNER Bavaria = France FREE"),
            (&["OCCUPY", "Madrid", "France", "UNBESIEGED", ""], "OCCUPY Madrid BY France UNBESIEGED"),
            (&["BLOCKADE", "Brest"], "BLOCKADE Brest"),
            (&["WAR", "Britain", "Spain"], "WAR Britain, Spain"),
            (&["FORCES", "France", "corps 10, fleets 3"], "FORCES France corps 10, fleets 3"),
            (&["DEBT", "Russia", "Prussia", "20", "FORMAL"], "DEBT Russia TO Prussia 20 FORMAL"),
        ] {
            assert_eq!(line(cells).as_deref(), Some(expected));
        }
    }

    #[test]
    fn heads_and_notes_are_no_entries() {
        assert_eq!(line(&["entry", "what", "who", "how"]), None);
        assert_eq!(line(&["", "Bavaria"]), None);
        assert_eq!(line(&["# March"]), None);
    }
}
