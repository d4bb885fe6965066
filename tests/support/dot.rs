//! A letter as SMTP brings it: up to the dot that stands alone.

use std::io::{BufRead, ErrorKind, Result};

/// The bytes before the dot, without the dots that were stuffed.
pub fn read_letter(reader: &mut impl BufRead) -> Result<Vec<u8>> {
    let mut letter = Vec::new();
    loop {
        let mut line = Vec::new();
        if reader.read_until(b'\n', &mut line)? == 0 {
            return Err(ErrorKind::UnexpectedEof.into());
        }
        if line == b".\r\n" {
            return Ok(letter);
        }
        letter.extend(line.strip_prefix(b".").unwrap_or(&line));
    }
}
