//! The codes of people: told once more, or ended for a new one.

use base::order::Line;

use crate::commands::people::locks::refuse_locked;
use crate::files::stop::Stop;
use crate::letter::code::{code_now, end_code};
use crate::letter::session::Session;

/// `CODE`: the code once more.
pub fn tell_code(session: &mut Session<'_>, line: &Line) -> Result<(), Stop> {
    if refuse_locked(session, line)? {
        return Ok(());
    }
    let code = code_now(session, session.writer());
    let words = "A line with these words in a letter proves that it is yours.";
    session.answer("Your code", format!("  CODE {code}\n\n{words}"));
    Ok(())
}

/// `CODE NEW`: the present code is dead, the next one is told to the registered address.
pub fn new_code(session: &mut Session<'_>, line: &Line) -> Result<(), Stop> {
    if refuse_locked(session, line)? {
        return Ok(());
    }
    let writer = session.writer().clone();
    end_code(session, &writer);
    session.note("asked for a new code", None);
    let code = code_now(session, &writer);
    session.answer("Your new code", format!("  CODE {code}\n\nThe one before it proves nothing any more."));
    Ok(())
}
