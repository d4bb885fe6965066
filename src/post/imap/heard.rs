//! What a server says beside its answers, which the crate loses or stumbles over: why it refuses, why it hangs up, what it
//! wants people to read (RFC 3501, 7.1), where folders may be made (RFC 2342). Lines alone; never a byte of a letter.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::namespace::Namespaces;
use crate::error::shown;

/// What was heard in one session. Shared between the stream, which the crate swallows, and its owner.
#[derive(Debug, Clone, Default)]
pub(super) struct Heard(Arc<Mutex<Said>>);

#[derive(Debug, Default)]
struct Said {
    refusal: Option<String>,
    goodbye: Option<String>,
    alert: Option<String>,
    namespaces: Option<Namespaces>,
}

/// What the crate is to see of a line.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Passage {
    /// Nothing.
    Withheld,
    /// The line and so many bytes behind it, which are no lines.
    Open(u64),
}

impl Heard {
    /// Takes note of a whole line. Of words for people it leaves ASCII alone, for the crate reads no others.
    pub(super) fn note(&self, line: &mut [u8]) -> Passage {
        let Some((tag, status, words)) = status_of(line) else { return self.note_answer(line) };
        let (is_untagged, words) = (tag == b"*", shown(&String::from_utf8_lossy(words)));
        let is_alert = code_of(&words).is_some_and(|code| code.eq_ignore_ascii_case("ALERT"));
        let mut said = self.lock();
        match status {
            Status::Bye => said.goodbye = Some(words),
            _ if is_untagged && is_alert => {
                said.alert = Some(words);
                return Passage::Withheld;
            }
            Status::No | Status::Bad if !is_untagged => said.refusal = Some(words),
            Status::Ok | Status::No | Status::Bad => {}
        }
        line.iter_mut().filter(|byte| !byte.is_ascii()).for_each(|byte| *byte = b'?');
        Passage::Open(0)
    }

    fn note_answer(&self, line: &[u8]) -> Passage {
        let text = line.strip_prefix(b"* NAMESPACE ").map(String::from_utf8_lossy);
        let Some(text) = text else { return Passage::Open(literal_behind(line)) };
        self.lock().namespaces = Some(Namespaces::parse(&text));
        Passage::Withheld
    }

    /// What went wrong, in the server's words if it had any: those of its last refusal, or those it hung up with.
    pub(super) fn refusal(&self) -> Option<String> {
        self.lock().refusal.take()
    }

    /// Why the server hung up.
    pub(super) fn goodbye(&self) -> Option<String> {
        self.lock().goodbye.take()
    }

    /// What the server wants people to read, once.
    pub(super) fn alert(&self) -> Option<String> {
        self.lock().alert.take()
    }

    /// Where the server says folders may be.
    pub(super) fn namespaces(&self) -> Option<Namespaces> {
        self.lock().namespaces.take()
    }

    fn lock(&self) -> MutexGuard<'_, Said> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[derive(Clone, Copy)]
enum Status {
    Ok,
    No,
    Bad,
    Bye,
}

/// The tag, the status and the words of a line that bears a status.
fn status_of(line: &[u8]) -> Option<(&[u8], Status, &[u8])> {
    let mut parts = line.splitn(3, |&byte| byte == b' ');
    let (tag, word) = (parts.next()?, parts.next()?.trim_ascii_end());
    let status = match word.to_ascii_uppercase().as_slice() {
        b"OK" => Status::Ok,
        b"NO" => Status::No,
        b"BAD" => Status::Bad,
        b"BYE" => Status::Bye,
        _ => return None,
    };
    Some((tag, status, parts.next().unwrap_or_default()))
}

/// The response code at the head of a server's words: `LIMIT` of `[LIMIT] too many connections`.
pub(super) fn code_of(words: &str) -> Option<&str> {
    let (code, _) = words.strip_prefix('[')?.split_once(']')?;
    code.split_whitespace().next()
}

/// How many bytes of a literal follow the line (RFC 3501, 4.3).
fn literal_behind(line: &[u8]) -> u64 {
    let announced = line.strip_suffix(b"\r\n").and_then(|line| line.strip_suffix(b"}"));
    let digits = announced.and_then(|line| line.rsplit(|&byte| byte == b'{').next());
    digits.and_then(|digits| std::str::from_utf8(digits).ok()?.parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn note(heard: &Heard, line: &str) -> Passage {
        heard.note(&mut format!("{line}\r\n").into_bytes())
    }

    #[test]
    fn refusals_and_goodbyes_are_kept_with_their_codes() {
        let heard = Heard::default();
        assert_eq!(note(&heard, "a3 NO [LIMIT] too many connections"), Passage::Open(0));
        assert_eq!(note(&heard, "* BYE closing down"), Passage::Open(0));
        assert_eq!(note(&heard, "* NO not yet"), Passage::Open(0));
        assert_eq!(heard.refusal().as_deref(), Some("[LIMIT] too many connections"));
        assert_eq!(heard.goodbye().as_deref(), Some("closing down"));
        assert_eq!(heard.refusal(), None);
    }

    #[test]
    fn what_people_are_to_read_is_kept_from_the_crate() {
        let heard = Heard::default();
        assert_eq!(note(&heard, "* NO [ALERT] 95 % of your quota"), Passage::Withheld);
        assert_eq!(heard.alert().as_deref(), Some("[ALERT] 95 % of your quota"));
    }

    #[test]
    fn a_letter_behind_a_line_is_counted_and_its_lines_are_not_the_servers() {
        let heard = Heard::default();
        assert_eq!(note(&heard, "* 1 FETCH (UID 7 BODY[] {4000000000}"), Passage::Open(4_000_000_000));
        assert_eq!(note(&heard, "* 1 FETCH (UID 7 RFC822.SIZE 20)"), Passage::Open(0));
        assert_eq!(note(&heard, "a3 OK done {12}"), Passage::Open(0));
        assert_eq!(literal_behind(b"x {12x}\r\n"), 0);
    }

    #[test]
    fn words_beyond_ascii_are_made_readable_for_the_crate() {
        let heard = Heard::default();
        let mut line = "a3 NO Kein Platz für Briefe\r\n".as_bytes().to_vec();
        heard.note(&mut line);
        assert_eq!(line, b"a3 NO Kein Platz f??r Briefe\r\n");
        assert_eq!(heard.refusal().as_deref(), Some("Kein Platz für Briefe"));
    }
}
