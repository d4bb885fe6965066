//! What a letter may be at most, asked of its raw bytes before anything parses them.
//! Linear, no recursion, no copies of bodies: a letter made to hurt the parser never reaches it.

use memchr::{memchr, memchr_iter, memmem};
use thiserror::Error;

/// Bounds on one letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of the whole letter.
    pub size: usize,
    /// Bytes of all header blocks together, those of parts included.
    pub header_bytes: usize,
    /// Header fields of all blocks together.
    pub headers: usize,
    /// MIME parts, counted by their delimiter lines; also a ceiling on enclosed letters wherever they hide.
    pub parts: usize,
    /// Multiparts and enclosed letters inside one another.
    pub nesting: usize,
}

impl Default for Limits {
    /// An answer may enclose the maps of the report again, most of a megabyte, and pictures in its signature; people's
    /// clients stay under 100 fields, 50 parts and 8 levels, so the rest leaves a wide margin.
    fn default() -> Limits {
        Limits { size: 3_000_000, header_bytes: 256_000, headers: 2_000, parts: 500, nesting: 30 }
    }
}

/// Bytes of a letter without its pictures and other files, which nobody reads: a megabyte holds any order letter with all it
/// quotes.
const MOST_TEXT: usize = 1_000_000;

/// Which bound a letter breaks; `limit` is the bound, `found` what there was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Excess {
    /// The letter as a whole.
    #[error("the letter has {found} bytes, more than {limit}")]
    Size { found: usize, limit: usize },
    /// What of it is text.
    #[error("the text of the letter has more than {limit} bytes")]
    Text { limit: usize },
    /// Its headers.
    #[error("the headers of the letter have more than {limit} bytes")]
    HeaderBytes { limit: usize },
    /// The number of header fields.
    #[error("the letter has more than {limit} header fields")]
    Headers { limit: usize },
    /// The number of parts.
    #[error("the letter has more than {limit} parts")]
    Parts { limit: usize },
    /// The depth of parts.
    #[error("the parts of the letter are nested more than {limit} deep")]
    Nesting { limit: usize },
}

/// Asks whether a letter keeps within its bounds. Linear in the letter's length.
pub fn within(raw: &[u8], limits: &Limits) -> Result<(), Excess> {
    if raw.len() > limits.size {
        return Err(Excess::Size { found: raw.len(), limit: limits.size });
    }
    let mut survey = Survey::new(limits);
    let dashes = memmem::Finder::new(b"\n--");
    let mut rest = Some(raw);
    while let Some(lines) = rest {
        survey.at = raw.len() - lines.len();
        let end = memchr(b'\n', lines).unwrap_or(lines.len());
        let line = &lines[..end];
        survey.line(line.strip_suffix(b"\r").unwrap_or(line), line.len() + 1)?;
        // Of a body only lines matter that may be delimiters.
        let next = if survey.in_header { Some(end) } else { dashes.find(&lines[end..]).map(|at| end + at) };
        rest = next.and_then(|end| lines.get(end + 1..));
    }
    survey.end_file(raw.len());
    if raw.len() - survey.file_bytes > MOST_TEXT {
        return Err(Excess::Text { limit: MOST_TEXT });
    }
    // An upper bound that holds even where the parser and the survey disagree on the structure.
    if count_letters_named(raw) > limits.parts {
        return Err(Excess::Parts { limit: limits.parts });
    }
    Ok(())
}

/// One level of nesting that is open.
enum Level {
    Multipart { boundary: Vec<u8>, digest: bool },
    Letter,
}

/// What the part whose header is being read will hold.
#[derive(Default)]
struct Announced {
    folded: Vec<u8>,
    in_type: bool,
}

struct Survey<'a> {
    limits: &'a Limits,
    levels: Vec<Level>,
    /// Where in the letter the line begins that is looked at.
    at: usize,
    in_header: bool,
    announced: Announced,
    /// Where the file began that goes on here.
    file: Option<usize>,
    file_bytes: usize,
    header_bytes: usize,
    headers: usize,
    parts: usize,
}

impl<'a> Survey<'a> {
    fn new(limits: &'a Limits) -> Survey<'a> {
        Survey {
            limits,
            levels: Vec::new(),
            at: 0,
            in_header: true,
            announced: Announced::default(),
            file: None,
            file_bytes: 0,
            header_bytes: 0,
            headers: 0,
            parts: 0,
        }
    }

    fn line(&mut self, line: &[u8], length: usize) -> Result<(), Excess> {
        if line.starts_with(b"--") && self.delimiter(line)? {
            return Ok(());
        }
        if !self.in_header {
            return Ok(());
        }
        self.header_bytes += length;
        if self.header_bytes > self.limits.header_bytes {
            return Err(Excess::HeaderBytes { limit: self.limits.header_bytes });
        }
        if line.is_empty() {
            return self.end_header();
        }
        let folded = line[0] == b' ' || line[0] == b'\t';
        if !folded {
            self.headers += 1;
            if self.headers > self.limits.headers {
                return Err(Excess::Headers { limit: self.limits.headers });
            }
            self.announced.in_type = starts_with_name(line, b"content-type");
            if self.announced.in_type {
                // The last Content-Type counts, as in the parser.
                self.announced.folded.clear();
            }
        }
        if self.announced.in_type {
            self.announced.folded.extend_from_slice(line);
        }
        Ok(())
    }

    /// A delimiter of any open multipart closes all that is open inside it.
    fn delimiter(&mut self, line: &[u8]) -> Result<bool, Excess> {
        let rest = &line[2..];
        let found = self
            .levels
            .iter()
            .rposition(|level| matches!(level, Level::Multipart { boundary, .. } if rest.starts_with(boundary)));
        let Some(at) = found else {
            return Ok(false);
        };
        self.end_file(self.at);
        self.parts += 1;
        if self.parts > self.limits.parts {
            return Err(Excess::Parts { limit: self.limits.parts });
        }
        let Level::Multipart { boundary, digest } = &self.levels[at] else {
            return Ok(false);
        };
        let (closing, digest) = (rest[boundary.len()..].starts_with(b"--"), *digest);
        self.levels.truncate(if closing { at } else { at + 1 });
        self.announced = Announced::default();
        if digest {
            self.announced.folded.extend_from_slice(b"content-type: message/rfc822");
        }
        self.in_header = !closing;
        Ok(true)
    }

    fn end_header(&mut self) -> Result<(), Excess> {
        let announced = std::mem::take(&mut self.announced).folded;
        let lower = announced.to_ascii_lowercase();
        self.in_header = false;
        if contains(&lower, b"multipart/") {
            if let Some(boundary) = boundary(&announced, &lower) {
                let digest = contains(&lower, b"multipart/digest");
                self.open(Level::Multipart { boundary, digest })?;
            }
        } else if announces_letter(&announced) {
            self.open(Level::Letter)?;
            self.in_header = true;
        } else if announces_file(&lower) {
            self.file = Some(self.at);
        }
        Ok(())
    }

    fn end_file(&mut self, at: usize) {
        self.file_bytes += self.file.take().map_or(0, |from| at - from);
    }

    fn open(&mut self, level: Level) -> Result<(), Excess> {
        self.levels.push(level);
        if self.levels.len() > self.limits.nesting {
            return Err(Excess::Nesting { limit: self.limits.nesting });
        }
        Ok(())
    }
}

/// Whether a part's type is one of which nothing is read as text.
fn announces_file(lower: &[u8]) -> bool {
    const FILES: [&[u8]; 5] = [b"image/", b"audio/", b"video/", b"font/", b"application/"];
    let value = lower.iter().position(|&byte| byte == b':').map_or(lower, |at| &lower[at + 1..]);
    FILES.iter().any(|kind| value.trim_ascii_start().starts_with(kind))
}

/// In how many lines the type of an enclosed letter is named.
fn count_letters_named(raw: &[u8]) -> usize {
    let (mut count, mut last) = (0, None);
    for at in memchr_iter(b'/', raw).filter(|slash| is_letter(raw, *slash)) {
        let is_in_new_line = last.is_none_or(|last| memchr(b'\n', &raw[last..at]).is_some());
        count += usize::from(is_in_new_line);
        last = Some(at);
    }
    count
}

/// Whether the type of an enclosed letter is named, as it should stand in its part's header.
fn announces_letter(header: &[u8]) -> bool {
    memchr_iter(b'/', header).any(|slash| is_letter(header, slash))
}

/// Whether the slash of an enclosed letter's type is there.
fn is_letter(text: &[u8], slash: usize) -> bool {
    const SUBTYPES: [&[u8]; 3] = [b"rfc822", b"global", b"news"];
    let begins = |text: &[u8], word: &[u8]| text.get(..word.len()).is_some_and(|it| it.eq_ignore_ascii_case(word));
    let kind = slash.checked_sub(b"message".len()).is_some_and(|start| begins(&text[start..], b"message"));
    kind && SUBTYPES.iter().any(|subtype| begins(&text[slash + 1..], subtype))
}

fn starts_with_name(line: &[u8], name: &[u8]) -> bool {
    line.len() > name.len()
        && line[..name.len()].eq_ignore_ascii_case(name)
        && line[name.len()..].trim_ascii_start().starts_with(b":")
}

fn contains(text: &[u8], needle: &[u8]) -> bool {
    memmem::find(text, needle).is_some()
}

/// The boundary parameter, quoted or bare; the search is done in lower case, the value taken as written.
fn boundary(announced: &[u8], lower: &[u8]) -> Option<Vec<u8>> {
    let name = b"boundary";
    let at = lower.windows(name.len()).position(|window| window == name)?;
    let rest = announced[at + name.len()..].trim_ascii_start();
    let rest = rest.strip_prefix(b"=")?.trim_ascii_start();
    let value: &[u8] = match rest.strip_prefix(b"\"") {
        Some(quoted) => quoted.split(|&byte| byte == b'"').next()?,
        None => rest.split(|byte| b"; \t(".contains(byte)).next()?,
    };
    let value = value.trim_ascii_end();
    (!value.is_empty()).then(|| value.to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nested_letters(depth: usize) -> Vec<u8> {
        let mut raw = b"From: a@b.c\r\n".to_vec();
        for _ in 0..depth {
            raw.extend_from_slice(b"Content-Type: message/rfc822\r\n\r\n");
        }
        raw.extend_from_slice(b"\r\nbody\r\n");
        raw
    }

    fn nested_multiparts(depth: usize) -> Vec<u8> {
        let mut raw = Vec::new();
        for n in 0..depth {
            raw.extend_from_slice(
                format!("Content-Type: multipart/mixed;\r\n boundary=\"b{n}x\"\r\n\r\n--b{n}x\r\n").as_bytes(),
            );
        }
        raw.extend_from_slice(b"\r\nbody\r\n");
        raw
    }

    #[test]
    fn forty_thousand_enclosed_letters_are_refused() {
        let limits = Limits { size: 10_000_000, ..Limits::default() };
        assert_eq!(within(&nested_letters(40_000), &limits), Err(Excess::Nesting { limit: 30 }));
        assert_eq!(within(&nested_letters(30), &limits), Ok(()));
        assert_eq!(within(&nested_letters(31), &limits), Err(Excess::Nesting { limit: 30 }));
    }

    #[test]
    fn two_thousand_multiparts_are_refused() {
        assert_eq!(within(&nested_multiparts(2_000), &Limits::default()), Err(Excess::Nesting { limit: 30 }));
        assert_eq!(within(&nested_multiparts(20), &Limits::default()), Ok(()));
    }

    #[test]
    fn a_digest_of_many_letters_side_by_side_is_flat() {
        let mut raw = b"Content-Type: multipart/digest; boundary=d\n\n".to_vec();
        for _ in 0..100 {
            raw.extend_from_slice(b"--d\n\nSubject: one\n\ntext\n");
        }
        raw.extend_from_slice(b"--d--\n");
        assert_eq!(within(&raw, &Limits::default()), Ok(()));
    }

    #[test]
    fn too_many_parts_fields_or_header_bytes_are_refused() {
        let limits = Limits::default();
        let parts = format!("Content-Type: multipart/mixed; boundary=p\n\n{}", "--p\n\nx\n".repeat(501));
        assert_eq!(within(parts.as_bytes(), &limits), Err(Excess::Parts { limit: 500 }));
        let fields = "A: b\n".repeat(2_001);
        assert_eq!(within(fields.as_bytes(), &limits), Err(Excess::Headers { limit: 2_000 }));
        let bytes = format!("A: {}\n\n", "x".repeat(256_001));
        assert_eq!(within(bytes.as_bytes(), &limits), Err(Excess::HeaderBytes { limit: 256_000 }));
        let size = vec![b'x'; 3_000_001];
        assert_eq!(within(&size, &limits), Err(Excess::Size { found: 3_000_001, limit: 3_000_000 }));
    }

    #[test]
    fn pictures_and_files_may_be_large_and_text_may_not() {
        let part = |kind: &str, bytes: usize| format!("--p\n{kind}\n\n{}\n", "x".repeat(bytes));
        let letter = |parts: &[String]| {
            format!("Content-Type: multipart/mixed;\n boundary=p\n\n{}--p--\n", parts.concat()).into_bytes()
        };
        let text = part("Content-Type: text/plain", 1_000);
        for file in
            ["Content-Type: image/png;\n name=map.png", "CONTENT-TYPE:application/pdf", "content-type :\n image/jpeg"]
        {
            assert_eq!(within(&letter(&[text.clone(), part(file, 1_500_000)]), &Limits::default()), Ok(()), "{file}");
            // What follows a file is text again.
            let large = letter(&[part(file, 1_000), part("Content-Type: text/html", 1_500_000)]);
            assert_eq!(within(&large, &Limits::default()), Err(Excess::Text { limit: 1_000_000 }), "{file}");
        }
        for text in ["Content-Type: text/image", "X-Type: image/png", "Content-Type: message/x", "A: b"] {
            let large = letter(&[part(text, 1_500_000)]);
            assert_eq!(within(&large, &Limits::default()), Err(Excess::Text { limit: 1_000_000 }), "{text}");
        }
    }

    #[test]
    fn enclosed_letters_hidden_in_a_body_count_as_parts() {
        let raw = format!("A: b\n\n{}", "x content-type: message/rfc822\n".repeat(501));
        assert_eq!(within(raw.as_bytes(), &Limits::default()), Err(Excess::Parts { limit: 500 }));
    }
}
