//! The header of a letter as its raw fields, top to bottom, before any repair.
//! Knows field names and folding; what a field means is its reader's business.

use std::collections::BTreeMap;

/// One header field: the name in lower case, the value unfolded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Field {
    pub name: String,
    pub value: String,
}

/// All fields of the top header, in order.
#[derive(Debug, Default)]
pub(crate) struct Header {
    fields: Vec<Field>,
    /// A line of it is the delimiter of parts.
    holds_delimiter: bool,
}

impl Header {
    /// Reads the fields up to the first empty line. A line without a name is junk and dropped with its folds.
    /// A bare CR ends a line too: programs differ, and a field hidden behind one must be seen when fields are counted.
    pub fn read(raw: &[u8]) -> Header {
        let mut fields: Vec<Field> = Vec::new();
        let (mut in_junk, mut holds_delimiter) = (false, false);
        for line in lines(raw) {
            if line.is_empty() {
                break;
            }
            if line[0] == b' ' || line[0] == b'\t' {
                if let (false, Some(field)) = (in_junk, fields.last_mut()) {
                    // Unfolding removes the line end only (RFC 5322 2.2.3).
                    field.value.push_str(&String::from_utf8_lossy(line));
                }
                continue;
            }
            holds_delimiter |= line.starts_with(b"--");
            match field(line) {
                Some(field) => {
                    in_junk = false;
                    fields.push(field);
                }
                None => in_junk = true,
            }
        }
        Header { fields, holds_delimiter }
    }

    /// A header that is too large, made small: of each name only as many fields as are wanted, each only as far as an address
    /// or a subject goes. So more than one From stay more than one.
    pub fn shortened(raw: &[u8], wanted: impl Fn(&str) -> usize) -> Vec<u8> {
        const LONGEST: usize = 1_000;
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        let mut short = Vec::new();
        let header = Self::read(raw);
        for Field { name, value } in &header.fields {
            // Lists have many fields of their own.
            let key = if name.starts_with("list-") { "list-" } else { name.as_str() };
            let count = counts.entry(key).or_default();
            if *count < wanted(name) {
                *count += 1;
                let end = value.floor_char_boundary(LONGEST);
                short.extend_from_slice(format!("{name}: {}\r\n", value[..end].trim()).as_bytes());
            }
        }
        short.extend_from_slice(b"\r\n");
        short
    }

    /// Every value of a field, top to bottom. `name` in lower case.
    pub fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> + 'a {
        self.fields.iter().filter(move |field| field.name == name).map(|field| field.value.trim())
    }

    /// The topmost value of a field.
    pub fn first<'a>(&'a self, name: &'a str) -> Option<&'a str> {
        self.all(name).next()
    }

    /// Whether a delimiter of parts stands in it, where the blank line that ends it should.
    pub fn holds_delimiter(&self) -> bool {
        self.holds_delimiter
    }

    /// Whether the field is there at all.
    pub fn has(&self, name: &str) -> bool {
        self.fields.iter().any(|field| field.name == name)
    }

    /// The fields in order.
    pub fn fields(&self) -> &[Field] {
        &self.fields
    }
}

fn field(line: &[u8]) -> Option<Field> {
    let colon = line.iter().position(|&byte| byte == b':')?;
    let name = line[..colon].trim_ascii_end();
    // `From alice@x Mon ...` of an mbox file, and other lines with blanks in the name, are no fields.
    if name.is_empty() || !name.iter().all(u8::is_ascii_graphic) {
        return None;
    }
    Some(Field {
        name: String::from_utf8_lossy(name).to_ascii_lowercase(),
        value: String::from_utf8_lossy(&line[colon + 1..]).into_owned(),
    })
}

/// Where the header ends, the empty line behind it included; `None` when it has no end.
pub(crate) fn end_of(raw: &[u8]) -> Option<usize> {
    let empty = lines(raw).find(|line| line.is_empty())?;
    let start = empty.as_ptr() as usize - raw.as_ptr() as usize;
    let end = &raw[start..];
    Some(start + if end.starts_with(b"\r\n") { 2 } else { end.len().min(1) })
}

/// Splits at CRLF, LF or a bare CR.
fn lines(raw: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = Some(raw);
    std::iter::from_fn(move || {
        let text = rest?;
        let Some(end) = text.iter().position(|&byte| byte == b'\n' || byte == b'\r') else {
            rest = None;
            return Some(text);
        };
        let skip = if text[end..].starts_with(b"\r\n") { 2 } else { 1 };
        rest = Some(&text[end + skip..]);
        Some(&text[..end])
    })
}

/// The message ids in a Message-ID, In-Reply-To or References value: `<...>` without blanks, controls or brackets.
pub(crate) fn message_ids(value: &str) -> Vec<String> {
    let mut ids = Vec::new();
    let mut rest = value;
    while let Some(start) = rest.find('<') {
        rest = &rest[start..];
        let Some(end) = rest[1..].find(['<', '>']).map(|at| at + 1) else {
            break;
        };
        let id = &rest[..=end];
        if id.ends_with('>') && id.len() > 2 && id.bytes().all(|byte| byte.is_ascii_graphic()) {
            ids.push(id.to_owned());
        }
        rest = &rest[end..];
    }
    ids
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_ends_at_its_first_empty_line() {
        for (raw, end) in [("A: b\r\n\r\nx\n\n", 8), ("A: b\n\nx", 6), ("\r\nA: b", 2), ("A: b\rC: d\r\r\nx", 12)] {
            assert_eq!(end_of(raw.as_bytes()), Some(end), "{raw:?}");
        }
        assert_eq!(end_of(b"A: b\r\nC: d"), None);
    }

    #[test]
    fn fields_are_unfolded_and_kept_in_order() {
        let header = Header::read(b"A: one\r\n two\r\nFrom : x\r\nb:three\n\nC: body");
        let fields: Vec<_> = header.fields().iter().map(|f| (f.name.as_str(), f.value.trim())).collect();
        assert_eq!(fields, [("a", "one two"), ("from", "x"), ("b", "three")]);
        assert!(!header.has("c"));
    }

    #[test]
    fn a_field_behind_a_bare_cr_is_seen() {
        let header = Header::read(b"Subject: x\rFrom: a@b\r\nFrom: c@d\r\n\r\n");
        assert_eq!(header.all("from").collect::<Vec<_>>(), ["a@b", "c@d"]);
    }

    #[test]
    fn junk_lines_are_dropped_with_their_folds() {
        let header = Header::read(b"From alice@x.org Mon Jan 1 00:00:00 2026\n folded\nTo: b@x\njunk\n more\n\n");
        assert_eq!(header.fields().len(), 1);
        assert_eq!(header.first("to"), Some("b@x"));
    }

    #[test]
    fn message_ids_are_taken_exactly() {
        assert_eq!(message_ids("<a@b> junk <c@d>\t<e f> <<g@h> <i"), ["<a@b>", "<c@d>", "<g@h>"]);
        assert!(message_ids("a@b <>").is_empty());
    }
}
