//! Rests of our own lines: where a program breaks what it quotes and puts no mark before what is left of a line, what we sent tells
//! that from a typed line, be it one alone.

use base::game::Player;
use mail::{Doubtful, Letter, Mark, VisibleText};

use crate::files::desk::Desk;
use crate::files::stop::Stop;

/// Leaves out of a letter's typed lines what is the rest of a line of the letter of ours that it answers. The writer of that letter
/// alone is compared with it, so nobody learns of it what he was not sent.
pub fn leave_out_rests(desk: &Desk<'_>, writer: &Player, letter: &mut Letter) -> Result<(), Stop> {
    if letter.text.below_quotes.is_empty() {
        return Ok(());
    }
    let lines = answered_lines(desk, writer, letter)?;
    let rests = rests_among(&letter.text, &lines);
    leave_out(&mut letter.text, &rests);
    Ok(())
}

/// The lines of the letters of ours to this writer that a letter answers, without marks.
pub fn answered_lines(desk: &Desk<'_>, writer: &Player, letter: &Letter) -> Result<Vec<String>, Stop> {
    let mut lines = Vec::new();
    for message_id in letter.in_reply_to.iter().chain(letter.references.last()) {
        let sent = desk.files.sent_form(message_id)?;
        let own = sent.filter(|sent| sent.letter.player == writer.id);
        lines.extend(own.iter().flat_map(|sent| &sent.forms.lines).map(|line| plain(line)));
    }
    Ok(lines)
}

/// The places of the typed lines that go on with the line above them as a line of ours does.
fn rests_among(text: &VisibleText, ours: &[String]) -> Vec<usize> {
    let mut rests = Vec::new();
    for below in &text.below_quotes {
        let mut begun = plain(&below.quoted);
        // A long line is broken more than once.
        for (place, line) in text.lines.iter().enumerate().skip(below.place) {
            begun = format!("{begun} {}", plain(line));
            if line.trim().is_empty() || !ours.iter().any(|line| goes_on(line, &begun)) {
                break;
            }
            rests.push(place);
        }
    }
    rests
}

/// Whether a line begins with these words.
fn goes_on(line: &str, begun: &str) -> bool {
    line.strip_prefix(begun).is_some_and(|behind| behind.is_empty() || behind.starts_with(' '))
}

/// A line without marks, its words a blank apart.
pub fn plain(line: &str) -> String {
    let words: Vec<&str> = line.trim_start_matches(['>', ' ', '\t']).split_whitespace().collect();
    words.join(" ")
}

/// The lines are blank from now on, so that the places of the others stay.
fn leave_out(text: &mut VisibleText, rests: &[usize]) {
    if rests.is_empty() {
        return;
    }
    let below = rests.iter().map(|at| std::mem::take(&mut text.lines[*at])).collect();
    text.doubtful.push(Doubtful { mark: Mark::Broken, head: Vec::new(), below });
    text.below_quotes.retain(|line| !rests.contains(&line.place));
}
