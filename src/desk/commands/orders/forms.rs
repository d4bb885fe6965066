//! Orders that were filled into the order form of a report. A form counts only in an answer to the report it came with, from the
//! person it was sent to and about the open phase, when its mark bears the word of that report; it holds orders and never
//! commands. What stands in a form that does not count, or fits none of its blanks, is asked back.

use base::order::command::read_command;
use base::order::{Line, Remark, is_in_press};
use base::planted::is_planted;
use mail::{Entry, Form, Head, Letter, Returnable, form};

use crate::files::record::SentForm;
use crate::files::stop::Stop;
use crate::letter::session::Session;
use crate::proof::identify::is_same;
use crate::said::typed_words::words_of;

/// Why a form does not count here.
enum Void {
    /// It is not that of a report to this person which this letter answers.
    Foreign,
    /// Its phase is over.
    Over(u32),
    /// It stands among words for others.
    InPress,
    /// It stands in a letter of somebody else's.
    Quoted,
}

/// The orders that this letter's forms hold, as lines behind the typed ones, form by form with how many typed lines stand above it;
/// what does not count is said of each line.
pub fn orders_of(session: &mut Session<'_>) -> Result<Vec<(usize, Vec<Line>)>, Stop> {
    let mut number = session.lines().len();
    let mut orders = Vec::new();
    for form in session.letter().into_iter().flat_map(|letter| &letter.text.forms) {
        if !form.is_filled() {
            continue;
        }
        match form_as_sent(session, form)? {
            Ok(sent) => {
                let entries = with_their_rests(session, form.entries(&sent));
                orders.push((form.above, orders_among(session, &mut number, entries)));
            }
            Err(void) => {
                for line in form.seemingly_filled() {
                    number += 1;
                    ask_back(session, number, line, &why(&void), instead_of(&void));
                }
            }
        }
    }
    Ok(orders)
}

/// The same orders, of which nothing is said here.
pub fn filled_in(session: &Session<'_>) -> Result<Vec<Line>, Stop> {
    let mut number = session.lines().len();
    let mut orders = Vec::new();
    for form in session.letter().into_iter().flat_map(|letter| &letter.text.forms).filter(|form| form.is_filled()) {
        let Ok(sent) = form_as_sent(session, form)? else {
            number += form.seemingly_filled().count();
            continue;
        };
        for entry in with_their_rests(session, form.entries(&sent)) {
            number += 1;
            if let Entry::Heading(text) | Entry::Filled(text) = entry {
                orders.push(Line { number, text });
            }
        }
    }
    Ok(orders)
}

/// The orders among the entries of a form, which are numbered from behind `number`.
fn orders_among(session: &mut Session<'_>, number: &mut usize, entries: Vec<Entry>) -> Vec<Line> {
    let mut orders = Vec::new();
    let mut is_head_lost = false;
    for entry in entries {
        *number += 1;
        is_head_lost = below_lost_head(&entry, is_head_lost);
        match order_of(session, *number, entry) {
            Some(order) if is_head_lost => {
                let message = "This stands below a heading of the form that was changed, so it was not read.";
                let hint = "Write it below a heading of your own, above the form.";
                ask_back(session, *number, &order.text, message, hint);
            }
            order => orders.extend(order),
        }
    }
    orders
}

/// Whether a typed line is one of a form that somebody copied and left as it was, or the mark below it: it says nothing.
pub fn is_left_blank(text: &str) -> bool {
    form::is_end(text) || form::offers_blanks(text)
}

/// Entries with the lines that a program broke joined again: never half an order. What is a request of its own is no rest.
fn with_their_rests(session: &Session<'_>, entries: Vec<Entry>) -> Vec<Entry> {
    let begins = |text: &str| session.game().is_some_and(|game| game.table.begins_order(text));
    let is_rest = |text: &str| !text.starts_with('>') && !begins(text) && read_command(text).is_none();
    let mut joined: Vec<Entry> = Vec::new();
    for entry in entries {
        match (joined.last_mut(), &entry) {
            (Some(Entry::Filled(first)), Entry::Strange(rest)) if is_rest(rest) => *first = format!("{first} {rest}"),
            _ => joined.push(entry),
        }
    }
    joined
}

fn why(void: &Void) -> String {
    match void {
        Void::Foreign => "This stands in an order form that is not that of the report you answer, so it was not \
                          read."
            .to_owned(),
        Void::Over(phase) => {
            format!("This stands in the order form for phase {phase}, which is over, so it was not read.")
        }
        Void::InPress => "This stands in an order form within press, so it was neither read nor sent.".to_owned(),
        Void::Quoted => {
            "This stands in an order form in a letter of somebody else's, forwarded or quoted, so it was not read."
                .to_owned()
        }
    }
}

/// What to do in place of a form that does not count.
fn instead_of(void: &Void) -> &'static str {
    match void {
        Void::InPress => "To send it, type it; to order it, fill in the form outside of the press.",
        Void::Foreign | Void::Over(_) | Void::Quoted => "Write it above what you quote, as a line of its own.",
    }
}

/// "ORDERS East TST 2"
fn begins_with_orders(text: &str) -> bool {
    text.split_whitespace().next().is_some_and(|word| word.eq_ignore_ascii_case("orders"))
}

/// Whether an entry stands below a heading that nobody can follow: one that was typed in place of that of the form.
fn below_lost_head(entry: &Entry, is_lost: bool) -> bool {
    match entry {
        Entry::Heading(_) => false,
        Entry::Strange(text) => is_lost || begins_with_orders(text),
        Entry::Filled(_) | Entry::Half(_) => is_lost,
    }
}

/// An entry as an order; what is none is asked back.
fn order_of(session: &mut Session<'_>, number: usize, entry: Entry) -> Option<Line> {
    match entry {
        Entry::Heading(text) => Some(Line { number, text }),
        Entry::Filled(text) if read_command(&text).is_some() => {
            let hint = "Write it above what you quote, as a line of its own.";
            ask_back(session, number, &text, "An order form holds orders and no commands.", hint);
            None
        }
        Entry::Half(text) => {
            let message = "This line of the order form was filled in only in part, so it was not read.";
            let hint = "Put something in place of each blank, or write the order without it.";
            ask_back(session, number, &text, message, hint);
            None
        }
        Entry::Filled(text) => Some(Line { number, text }),
        Entry::Strange(text) => {
            let message = "This stands in the order form, but fits none of its blanks, so it was not read.";
            let hint = "Put orders in place of the blanks, or above what you quote, as lines of their own.";
            ask_back(session, number, &text, message, hint);
            None
        }
    }
}

/// Orders may be missing until this line is mended.
fn ask_back(session: &mut Session<'_>, number: usize, text: &str, message: &str, hint: &str) {
    session.lose_head(number);
    session.remark(number, text, &Remark::unread(message).hint(hint));
}

/// The letter that this one says it answers; a thread's older letters do not count, for others may have answered in between.
pub(crate) fn answered(letter: &Letter) -> &[String] {
    match letter.in_reply_to.is_empty() {
        false => &letter.in_reply_to,
        true => &letter.references[letter.references.len().saturating_sub(1)..],
    }
}

/// Whether the words above a form say that it is quoted from a letter that is not ours.
fn is_of_another(session: &Session<'_>, head: &Head) -> bool {
    let said = match head {
        Head::Silent => return false,
        Head::Foreign => return true,
        Head::Named(said) => words_of(said),
    };
    let names = |name: &str| {
        let name = words_of(name);
        !name.is_empty() && said.windows(name.len()).any(|words| *words == *name)
    };
    let others = session.game().into_iter().flat_map(|game| game.roster.players());
    let mut others = others.filter(|player| player.id != session.writer().id);
    !names(&session.desk().house.name) && others.any(|player| names(&player.name))
}

/// The form as it was sent with the report that this letter answers.
fn form_as_sent(session: &Session<'_>, form: &Form) -> Result<Result<Form, Void>, Stop> {
    let Some(game) = session.game() else { return Ok(Err(Void::Foreign)) };
    if is_in_press(session.lines(), form.above) {
        return Ok(Err(Void::InPress));
    }
    if is_of_another(session, &form.head) {
        return Ok(Err(Void::Quoted));
    }
    for message_id in session.letter().into_iter().flat_map(answered) {
        let sent = session.desk().files.sent_form(message_id)?;
        let Some(SentForm { letter, forms: Returnable { forms, .. } }) = sent else { continue };
        let is_his = letter.player == session.writer().id && !letter.is_burnt && letter.game.as_ref() == Some(&game.id);
        let bears =
            |sent: &&Form| is_planted("any-form-counts") || !sent.word.is_empty() && is_same(&sent.word, &form.word);
        let Some(own) = forms.iter().find(bears).filter(|_| is_his) else { continue };
        let open = game.phase.as_ref().map(|phase| (phase.number, phase.revision));
        return Ok(match open == Some((letter.phase, letter.revision)) && !letter.is_undone {
            true => Ok(own.clone()),
            false => Err(Void::Over(letter.phase)),
        });
    }
    Ok(Err(Void::Foreign))
}
