//! Settings as a game master types them when he makes a game, `players=6 uncontrolled=spain`, and as rows of an attached
//! table. Knows where each word stands, and no setting of any game.

use super::remark::{Remark, Span};
use super::rows::table_rows;

/// A setting as it was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenSetting {
    /// Its name, or the path of a value.
    pub name: String,
    /// What it is to be.
    pub value: String,
    /// Where its name stands in the line.
    pub name_at: Span,
    /// Where its value stands in the line.
    pub value_at: Span,
}

/// Whether a line below CREATE belongs to it: a name and an equals sign.
pub fn is_setting_line(line: &str) -> bool {
    let Some((name, _)) = line.split_once('=') else { return false };
    let name = name.trim();
    let is_part = |c: char| c.is_alphanumeric() || "._-\"' ".contains(c);
    let has_blanks = name.contains(char::is_whitespace) && !name.contains('"');
    name.starts_with(|c: char| c.is_alphabetic()) && name.chars().all(is_part) && !has_blanks
}

/// The settings in `line` from the byte `from` on; or what cannot be one, with its place.
pub fn read_settings(line: &str, from: usize) -> Vec<Result<WrittenSetting, Remark>> {
    let mut settings = Vec::new();
    let mut at = from;
    while let Some(start) = next_word(line, at) {
        let (setting, end) = take_setting(line, start);
        settings.extend(setting);
        at = end;
    }
    settings
}

/// Where the next word begins; blanks, and what people write between settings or below them, are passed over.
fn next_word(line: &str, from: usize) -> Option<usize> {
    let rest = line.get(from..)?;
    let start = from + rest.find(|c: char| !c.is_whitespace() && !",;.!".contains(c))?;
    let word = line[start..].split(|c: char| c.is_whitespace() || ",;.!".contains(c)).next().unwrap_or_default();
    let is_passed_over = ["with", "and", "please"].iter().any(|passed| word.eq_ignore_ascii_case(passed));
    if is_passed_over { next_word(line, start + word.len()) } else { Some(start) }
}

/// The setting that begins at `start`, and where it ends.
fn take_setting(line: &str, start: usize) -> (Option<Result<WrittenSetting, Remark>>, usize) {
    let name_end = end_of_name(line, start);
    let equals = name_end + (line[name_end..].len() - line[name_end..].trim_start().len());
    if !line[equals..].starts_with('=') {
        let end =
            if name_end > start { name_end } else { start + line[start..].chars().next().map_or(1, char::len_utf8) };
        let remark = Remark::unread(format!("\"{}\" is no setting.", &line[start..end]))
            .at(start, end)
            .hint("A setting is a name, an equals sign and a value, such as players=6.");
        return (Some(Err(remark)), end);
    }
    let after = equals + 1;
    let value_start = after + (line[after..].len() - line[after..].trim_start().len());
    let value_end = end_of_value(line, value_start);
    let name = line[start..name_end].to_owned();
    let value = line[value_start..value_end].trim_matches('"').trim().to_owned();
    if value.is_empty() {
        let remark = Remark::incomplete(format!("It is not said what {name} is to be.")).at(start, after);
        return (Some(Err(remark.hint(format!("Write {name}=value.")))), value_end.max(after));
    }
    let (name_at, value_at) = (Span { start, end: name_end }, Span { start: value_start, end: value_end });
    (Some(Ok(WrittenSetting { name, value, name_at, value_at })), value_end)
}

/// A name runs to a blank or an equals sign outside quotation marks.
fn end_of_name(line: &str, start: usize) -> usize {
    let mut is_quoted = false;
    for (at, c) in line[start..].char_indices() {
        match c {
            '"' => is_quoted = !is_quoted,
            _ if is_quoted => {}
            '=' => return start + at,
            _ if c.is_whitespace() || c == ',' || c == ';' => return start + at,
            _ => {}
        }
    }
    line.len()
}

/// A value runs to the name of the next setting; in quotation marks to their end.
fn end_of_value(line: &str, start: usize) -> usize {
    if let Some(quoted) = line[start..].strip_prefix('"') {
        return quoted.find('"').map_or(line.len(), |end| start + end + 2);
    }
    let end = next_name(line, start).unwrap_or(line.len());
    start + without_joints(&line[start..end]).len()
}

/// Where the word begins that stands before the next equals sign.
fn next_name(line: &str, start: usize) -> Option<usize> {
    let mut is_quoted = false;
    let mut word = start;
    let mut is_gap = false;
    for (at, c) in line[start..].char_indices() {
        let parts = c.is_whitespace() || c == ',' || c == ';';
        match c {
            '=' if !is_quoted => return Some(word),
            _ if parts && !is_quoted => is_gap = true,
            _ => {
                if std::mem::take(&mut is_gap) {
                    word = start + at;
                }
                is_quoted ^= c == '"';
            }
        }
    }
    None
}

/// What people write behind a value before they go on, or end.
fn without_joints(value: &str) -> &str {
    let value = value.trim_end_matches(|c: char| c.is_whitespace() || ",;.!".contains(c));
    let last = value.rsplit(|c: char| c.is_whitespace() || c == ',').next().unwrap_or_default();
    let is_joint =
        last.len() < value.len() && ["and", "with", "please"].iter().any(|joint| last.eq_ignore_ascii_case(joint));
    if is_joint { without_joints(&value[..value.len() - last.len()]) } else { value }
}

/// The settings in the rows of an attached table: a name and a value in each, whatever stands behind them; a head of
/// words that say so is passed over.
pub fn settings_of_rows(text: &str) -> Vec<(String, String)> {
    let is_head = |name: &str| ["setting", "name", "path", "key"].iter().any(|head| name.eq_ignore_ascii_case(head));
    let rows = table_rows(text).filter(|cells| !cells[0].starts_with('#'));
    let pairs = rows.map(|mut cells| {
        cells.resize(cells.len().max(2), String::new());
        (cells[0].clone(), cells[1].clone())
    });
    pairs.filter(|(name, _)| !is_head(name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Vec<(String, String)> {
        let settings = read_settings(line, 0).into_iter().map(Result::unwrap);
        settings.map(|setting| (setting.name, setting.value)).collect()
    }

    fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
        expected.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    }

    #[test]
    fn settings_are_names_and_values_however_they_are_parted() {
        let expected = pairs(&[("players", "6"), ("uncontrolled", "spain, turkey"), ("campaign", "no")]);
        for line in [
            "players=6 uncontrolled=\"spain, turkey\" campaign=no",
            "with players = 6, uncontrolled = spain, turkey and campaign = no, please.",
            "players=6; uncontrolled=spain, turkey; campaign=no.",
        ] {
            assert_eq!(read(line), expected, "{line}");
        }
        assert_eq!(read("ports.\"St Petersburg\".first=3"), pairs(&[("ports.\"St Petersburg\".first", "3")]));
        assert_eq!(read("pairs=austria+spain"), pairs(&[("pairs", "austria+spain")]));
        assert_eq!(read("rate=0.5."), pairs(&[("rate", "0.5")]));
        assert_eq!(read(" please!"), []);
    }

    #[test]
    fn what_is_no_setting_is_pointed_at() {
        let line = "CREATE x FROM eia/1805 players 6";
        let read = read_settings(line, 22);
        let remarks: Vec<_> = read.into_iter().map(Result::unwrap_err).collect();
        let spans: Vec<_> =
            remarks.iter().map(|remark| remark.span.unwrap()).map(|at| &line[at.start..at.end]).collect();
        assert_eq!(spans, ["players", "6"]);
        assert_eq!(remarks[0].message, "\"players\" is no setting.");
        let empty = read_settings("players=", 0).remove(0).unwrap_err();
        assert_eq!(empty.message, "It is not said what players is to be.");
    }

    #[test]
    fn reading_settings_is_total() {
        for line in ["=", "= =", "a==b", "a=\"", "\"", "é=é,", "a= ,", "a=1,,,", ",;.", "a=b,\u{a0}c"] {
            read_settings(line, 0);
        }
    }

    #[test]
    fn lines_below_belong_to_create_when_they_are_settings() {
        for line in ["players = 6", "levels.britain=350", "ports.\"St Petersburg\".first = 3"] {
            assert!(is_setting_line(line), "{line}");
        }
        for line in ["START", "SEAT Ann <a=b@c.example> AS spain", "Well, x = y", ""] {
            assert!(!is_setting_line(line), "{line}");
        }
    }

    #[test]
    fn rows_of_a_table_are_settings() {
        let rows = settings_of_rows("setting;value;note\nplayers;6;one less\n# none\nuncontrolled;spain\nalone\n");
        assert_eq!(rows, pairs(&[("players", "6"), ("uncontrolled", "spain"), ("alone", "")]));
    }
}
