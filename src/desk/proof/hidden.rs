//! Secrets of ours among the words of their reader's own letter: they are cut out before anybody is shown a word of it, and end
//! when they were meant for others.

use std::cell::OnceCell;
use std::collections::BTreeSet;

use base::game::Player;
use base::order::{Command, Request, read_letter};
use mail::code::{CUT_OUT, cut_out, cut_out_of_lines};
use mail::{Letter, Note, take_code};

use crate::files::arrival::Arrival;
use crate::files::decision::{Change, Decision};
use crate::files::desk::Desk;
use crate::files::outbox::print_token;
use crate::files::question::{Question, hash_word};
use crate::files::record::SentForm;
use crate::files::stop::Stop;
use crate::proof::broken::leave_out_rests;
use crate::proof::burnt::has_other_readers;
use crate::proof::codes;
use crate::proof::identify::player_code;
use crate::proof::words::look_up;

/// Most words of a letter that are looked up; of more none is shown.
const MOST_LOOKED_UP: usize = 32;

/// What was cut out of a letter.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Hidden {
    /// The code stood among other words.
    is_code_told: bool,
    /// The hashes of words of questions that stood among others.
    words: Vec<String>,
    /// The letters of ours whose tokens it shows.
    letters: Vec<String>,
}

/// A letter that waited, as it may be read and shown: without its codes and the other secrets among its words, and without rests of
/// ours.
pub fn readable(desk: &Desk<'_>, writer: &Player, letter: &Letter) -> Result<Letter, Stop> {
    let mut read = letter.clone();
    leave_out_rests(desk, writer, &mut read)?;
    take_code(&mut read.text);
    hide(desk, writer, &mut read)?;
    Ok(read)
}

/// Cuts the writer's code, the open words of questions to him and the tokens of letters to him out of his letter, but for the lines that confirm by a word.
pub fn hide(desk: &Desk<'_>, writer: &Player, letter: &mut Letter) -> Result<Hidden, Stop> {
    let mut hidden = Hidden::default();
    let code = player_code(&desk.house.key, writer);
    hidden.is_code_told = cut_from(letter, &code);
    let words: Vec<String> = letter.shown.words.iter().cloned().collect();
    for (count, word) in words.iter().enumerate() {
        let is_own = |question: Question| question.player == writer.id && !question.is_spent;
        let is_open = count >= MOST_LOOKED_UP || look_up(desk, hash_word(word))?.is_some_and(is_own);
        if is_open && cut_from(letter, word) {
            hidden.words.push(hash_word(word));
        }
    }
    let tags: Vec<String> = letter.shown.tags.iter().cloned().collect();
    for tag in tags.iter().skip(MOST_LOOKED_UP) {
        cut_from(letter, tag);
    }
    for tag in tags.iter().take(MOST_LOOKED_UP) {
        let sent = desk.files.sent_to_token(&print_token(tag))?;
        let Some(sent) = sent.filter(|sent| sent.player == writer.id && !sent.is_burnt) else { continue };
        let is_told = cut_from(letter, tag);
        if is_told || has_other_readers(writer, letter) {
            hidden.letters.push(sent.message_id);
        }
    }
    // Where ids prove, one among words for others is as good as a token.
    for (count, id) in letter.shown.ids.clone().iter().enumerate().filter(|_| !desk.house.proof.reply_tokens) {
        let is_own = |sent: &SentForm| sent.letter.player == writer.id && !sent.letter.is_burnt;
        let is_open = count >= MOST_LOOKED_UP || desk.files.sent_form(id)?.as_ref().is_some_and(is_own);
        if is_open && cut_from(letter, id.trim_matches(['<', '>'])) {
            hidden.letters.push(id.clone());
        }
    }
    Ok(hidden)
}

/// Cuts a secret out of whatever of a letter may be shown, and says whether it stood among other words, or among words for
/// others.
fn cut_from(letter: &mut Letter, secret: &str) -> bool {
    let text = &mut letter.text;
    let is_told = cut_from_typed(&mut text.lines, secret);
    cut_from_typed(text.html.as_mut().unwrap_or(&mut Vec::new()), secret);
    let doubtful = text.doubtful.iter_mut().flat_map(|lines| [&mut lines.head, &mut lines.below]);
    let forms = text.forms.iter_mut().map(|form| &mut form.lines);
    for lines in doubtful.chain(forms).chain([&mut text.end_of_original]) {
        cut_out_of_lines(lines, secret, |_, _| false);
    }
    let left_out = text.notes.iter_mut().filter_map(|note| match note {
        Note::HiddenLeftOut(words) | Note::StruckLeftOut(words) => Some(words),
        _ => None,
    });
    let tables = letter.tables.iter_mut().map(|table| &mut table.text);
    for words in left_out.chain(tables).chain([&mut letter.subject]) {
        if let Some(cut) = cut_out(words, secret) {
            *words = cut;
        }
    }
    is_told
}

fn cut_from_typed(lines: &mut [String], secret: &str) -> bool {
    let spared = OnceCell::new();
    let is_spared = |typed: &[String], at: usize| spared.get_or_init(|| confirming(typed)).0.contains(&(at + 1));
    let changed = cut_out_of_lines(lines, secret, is_spared);
    let has_press = !changed.is_empty() && spared.get().is_some_and(|(_, has_press)| *has_press);
    has_press || changed.iter().any(|at| !["", CUT_OUT].contains(&lines[*at].trim()))
}

/// The numbers of the lines that confirm something by its word, and whether the letter has press.
fn confirming(lines: &[String]) -> (BTreeSet<usize>, bool) {
    let requests = read_letter(lines, |_| true);
    let is_press = |request: &Request| matches!(request, Request::Command(_, Command::Press { .. }));
    let confirming = requests.iter().filter(|request| matches!(request, Request::Command(_, Command::Confirm { .. })));
    (confirming.map(|request| request.line().number).collect(), requests.iter().any(is_press))
}

impl Hidden {
    /// Ends what was meant for others, although they were not shown it.
    pub fn end(self, desk: &Desk<'_>, writer: &Player, arrival: Arrival, decision: &mut Decision) -> Result<(), Stop> {
        if !self.words.is_empty() {
            decision.changes.push(Change::VoidWords { player: writer.id.clone(), hashes: self.words });
        }
        if !self.letters.is_empty() {
            decision.changes.push(Change::BurnLetters { message_ids: self.letters });
        }
        let is_renewed = |change: &Change| matches!(change, Change::RenewCode { player, .. } if *player == writer.id);
        if self.is_code_told && !decision.changes.iter().any(is_renewed) {
            let why = "Your code stood among the words of a letter of yours; nobody was shown it.";
            codes::renew(desk, writer, arrival.mark, why, decision)?;
        }
        Ok(())
    }
}
