//! Carrying out what a letter asks whose writer is known: its commands and orders in their order, then whoever is told of
//! them. Knows no single command, and not how its writer was known.

use std::collections::BTreeMap;

use base::order::{Cancelled, Command, Line, MOST_LINES, Request, below_press};
use mail::Letter;

use crate::commands::about::cancel_below_as;
use crate::commands::gm::late::LateLetter;
use crate::commands::gm::{late, on_behalf};
use crate::commands::orders::enclosed::pass_over_own_pictures;
use crate::commands::orders::filing::file_orders;
use crate::commands::orders::forms::{is_left_blank, orders_of};
use crate::commands::orders::kept::settle;
use crate::commands::orders::scope::in_scope;
use crate::commands::orders::{ahead, asked, finished, proposing};
use crate::commands::pace::unready;
use crate::commands::people::changed_hands::tell_of_seats;
use crate::commands::people::locks::is_locked_out;
use crate::commands::people::masters::{acts_of_others, tell_others};
use crate::commands::people::unconfirmed::ask_newcomers;
use crate::commands::{gm, obey, press};
use crate::files::arrival::LetterId;
use crate::files::decision::Decision;
use crate::files::stop::{DeskError, Stop};
use crate::judging::confirm::{Confirmed, Reply, confirm, take_reply};
use crate::judging::incoming::Incoming;
use crate::judging::rows::rows_meant;
use crate::judging::{in_doubt, talk};
use crate::letter::close::close;
use crate::letter::left_out::has_left_out;
use crate::letter::mode::{FilingMode, Whose};
use crate::letter::session::{Session, refuse};
use crate::proof::burnt::burn;
use crate::proof::in_copy::as_it_counts;
use crate::proof::matter::requests_of;
use crate::proof::route::misnamed;
use crate::proof::versions::disagreement;
use crate::said::fates::Fate;

/// Does what a proven letter asks; `lead` opens its receipt.
pub fn carry_out(incoming: Incoming<'_>, lead: Option<&str>) -> Result<Decision, Stop> {
    let Incoming { desk, arrival, writer, about, .. } = incoming;
    let letter = &*as_it_counts(incoming.letter, writer, about);
    let mut session = Incoming { letter, ..incoming }.open();
    session.know_acts_of_others(acts_of_others(&session)?);
    let is_master = session.game().is_some() && session.is_gm();
    session.lead_all(lead.map(str::to_owned));
    if is_locked_out(&session, &writer.id) && !arrival.is_accepted_late {
        turn_away(&mut session);
        return close(session);
    }
    session.lead_all(misnamed(desk, letter));
    if is_of_two_minds(&mut session, letter) {
        session.change_all(burn(desk, writer, letter));
        return close(session);
    }
    if arrival.is_accepted_late && lead.is_none() {
        session.lead("The GM accepted your late letter.");
    }
    pass_over_own_pictures(&mut session)?;
    match take_reply(&mut session)? {
        Reply::None => {
            let (requests, mode) = read(&mut session, letter);
            obey(&mut session, requests, mode)?;
            tell(&mut session, mode, is_master)?;
        }
        Reply::Settled => {}
        Reply::Yes(confirmed) => obey_confirmed(&mut session, confirmed, FilingMode::default())?,
    }
    tell_of_seats(&mut session)?;
    session.change_all(burn(desk, writer, letter));
    close(session)
}

fn turn_away(session: &mut Session<'_>) {
    session.retitle("locked".to_owned());
    session.turn_away();
    session.lead("The GM has locked what goes on in your name in this game; nothing of your letter was done.");
}

/// A letter whose plain text and HTML do not say the same: which is meant, its writer is asked.
fn is_of_two_minds(session: &mut Session<'_>, letter: &Letter) -> bool {
    let disagreement = disagreement(letter, session.game());
    if disagreement.is_empty() {
        return false;
    }
    session.retitle("two versions".to_owned());
    disagreement.into_iter().for_each(|sentence| session.lead(sentence));
    true
}

/// What is to be done, in its order, and how its orders are filed.
fn read(session: &mut Session<'_>, letter: &Letter) -> (Vec<Request>, FilingMode) {
    say_what_is_behind(session);
    let asked = requests_of(letter, session.game());
    session.fates().begin(&asked);
    let scoped = in_scope(session, asked);
    for request in &scoped.requests {
        if let Request::Command(line, Command::Cancel(_)) = request {
            session.fates().set(line.number, Fate::Done);
        }
    }
    let clear = neither_ready_nor_wait(session, scoped.requests, scoped.mode);
    let mut requests = ready_last(yes_last(one_cancel(clear)));
    if !scoped.is_cut_short {
        let rows = rows_meant(session, letter, &requests);
        requests.extend(rows);
    }
    if scoped.mode.is_check {
        session.retitle("check".to_owned());
        let seems =
            scoped.seeming_check.map(|number| format!("Line {number} seems to mean CHECK, so this was a check"));
        let check = seems.unwrap_or_else(|| "This was a check".to_owned());
        session.lead(format!("{check}: nothing was put on file or sent."));
    }
    (requests, scoped.mode)
}

/// Carries out an act that was asked about, as if it stood in the letter that confirms it.
fn obey_confirmed(session: &mut Session<'_>, confirmed: Confirmed, mode: FilingMode) -> Result<(), Stop> {
    let Confirmed { line, command, summary } = confirmed;
    session.as_confirmed(summary, |session| obey::obey(session, &line, command, mode))
}

/// How far a letter has been carried out.
struct Course {
    /// Lines of orders that were met and are not on file yet.
    lines: Vec<Line>,
    /// Orders of forms that stand below an AS, by its line.
    below_as: BTreeMap<usize, Vec<Line>>,
    /// Whose orders they are, where a game master says so.
    whose: Whose,
    /// What stands on file is as the whole letter leaves it.
    is_settled: bool,
    mode: FilingMode,
}

fn obey(session: &mut Session<'_>, requests: Vec<Request>, mode: FilingMode) -> Result<(), Stop> {
    // The form first: nothing that is typed above it, a heading or press, reaches into it.
    let (mut lines, mut below_as) = (Vec::new(), BTreeMap::new());
    for (above, orders) in orders_of(session)? {
        // A game master's forms are those of all seats: whose orders stand in one, the AS above it says.
        match as_above(&requests, above).filter(|_| session.is_gm()) {
            Some(number) => below_as.entry(number).or_insert_with(Vec::new).extend(orders),
            None => lines.extend(orders),
        }
    }
    let mut course = Course { lines, below_as, whose: Whose::Own, is_settled: false, mode };
    course.flush(session)?;
    for request in requests {
        match request {
            Request::Order(line) if is_left_blank(&line.text) => session.fates().set(line.number, Fate::LeftBlank),
            Request::Order(line) => course.lines.push(line),
            Request::Broken(line, broken) => session.remark(line.number, &line.text, &broken.remark),
            Request::BelowPress(line) => {
                session.lose_head(line.number);
                session.remark(line.number, &line.text, &below_press());
            }
            Request::Command(line, command) => course.obey(session, line, command)?,
        }
    }
    course.flush(session)?;
    course.settle(session)?;
    ahead::end(session, mode)?;
    Ok(())
}

/// The line of the last AS among so many typed lines.
fn as_above(requests: &[Request], above: usize) -> Option<usize> {
    let numbers = requests.iter().filter_map(|request| match request {
        Request::Command(line, Command::As { .. }) => Some(line.number),
        _ => None,
    });
    numbers.filter(|number| *number <= above).max()
}

impl Course {
    /// Orders above a command come first; what the command changes is seen by those below it.
    fn obey(&mut self, session: &mut Session<'_>, line: Line, command: Command) -> Result<(), Stop> {
        let is_late = session.arrival().is_accepted_late;
        match command {
            Command::As { seat } => {
                session.fates().set(line.number, Fate::Done);
                self.flush(session)?;
                self.whose = on_behalf::on_behalf(session, &line, seat);
                self.lines.extend(self.below_as.remove(&line.number).unwrap_or_default());
                self.flush(session)?;
            }
            Command::OrdersAhead { phase, .. } if is_late => {
                self.flush(session)?;
                ahead::pass_over(session, &line, phase);
            }
            Command::Cancel(_) | Command::Restore if session.ahead().is_some() => {
                self.flush(session)?;
                ahead::note_lines(session);
                let said =
                    "This stands below ORDERS PHASE, and is about the orders for the open phase: it was not done.";
                let hint = "Write it above ORDERS PHASE. What was given ahead goes by ORDERS PHASE and its number without orders below.";
                refuse(session, &line, said, Some(hint));
            }
            Command::Ready { with_nothing: true } if session.ahead().is_some() => {
                self.flush(session)?;
                ahead::note_lines(session);
                let said = "This stands below ORDERS PHASE, and READY is said of the open phase: it was not done.";
                refuse(
                    session,
                    &line,
                    said,
                    Some("Write READY NOTHING above ORDERS PHASE if it is meant for the open phase."),
                );
            }
            Command::Cancel(which) if !matches!(self.whose, Whose::Own) => {
                self.flush(session)?;
                session.fates().set(line.number, Fate::Done);
                cancel_below_as(session, &line, &self.whose, &which, self.mode);
            }
            Command::Restore if !matches!(self.whose, Whose::Own) => {
                let said = "This is about the orders of your own seats, and stands below AS: it was not done.";
                refuse(session, &line, said, Some("Write it above AS, or in a letter of its own."));
            }
            // What else a late letter asked was done when it came.
            command if is_late && !is_about_orders(&command) => session.fates().set(line.number, Fate::Done),
            Command::Confirm { word } => {
                self.flush(session)?;
                session.fates().set(line.number, Fate::Done);
                if let Some(confirmed) = confirm(session, &line, &word, self.mode)? {
                    obey_confirmed(session, confirmed, self.mode)?;
                }
            }
            Command::AcceptLate { letter } => {
                self.flush(session)?;
                session.fates().set(line.number, Fate::Done);
                accept_late(session, &line, letter, self.mode)?;
            }
            command => {
                self.flush(session)?;
                let waits = plays_a_phase(&command)
                    && (say_what_may_be_missing(session, &line, &command)
                        || say_what_may_be_meant(session, &line, &command)?);
                if waits {
                    if matches!(command, Command::Ready { .. }) && !self.mode.is_check {
                        unready(session);
                    }
                    return Ok(());
                }
                // READY is about the orders as the whole letter leaves them.
                if matches!(command, Command::Ready { .. } | Command::Wait) {
                    self.settle(session)?;
                }
                session.fates().set(line.number, Fate::Done);
                obey::obey(session, &line, command, self.mode)?;
            }
        }
        Ok(())
    }

    fn settle(&mut self, session: &mut Session<'_>) -> Result<(), DeskError> {
        if !std::mem::replace(&mut self.is_settled, true) {
            settle(session, self.mode)?;
        }
        Ok(())
    }

    /// Files the orders that were met.
    fn flush(&mut self, session: &mut Session<'_>) -> Result<(), Stop> {
        if self.lines.is_empty() {
            return Ok(());
        }
        let lines = std::mem::take(&mut self.lines);
        if session.ahead().is_some() {
            ahead::keep(session, &lines, &self.whose, self.mode)?;
            return Ok(());
        }
        if session.game().is_none() {
            lines.into_iter().for_each(|line| session.talk(line.number, line.text));
            return Ok(());
        }
        // Press on the way does not name a letter of orders.
        if session.title().is_empty() || session.title() == "press" {
            session.retitle("orders".to_owned());
        }
        file_orders(session, &lines, &self.whose, self.mode)
    }
}

/// `ACCEPT LATE`: the late letter is carried out as if it had come in time, and what it changes stands in the game of the
/// letter that lets it in.
fn accept_late(session: &mut Session<'_>, line: &Line, number: LetterId, mode: FilingMode) -> Result<(), Stop> {
    if !gm::obey::may_do(session, line, &Command::AcceptLate { letter: number }, mode)? {
        return Ok(());
    }
    let Some(late) = late::find(session, line, number)? else { return Ok(()) };
    let desk = &session.desk().beside(&late.waiting);
    let LateLetter { letter, arrival, writer, .. } = &late;
    let accepted = carry_out(Incoming { desk, letter, arrival: *arrival, writer, about: session.game() }, None)?;
    late::let_in(session, &late, accepted);
    Ok(())
}

/// Tells those whom it concerns, and the writer what else he might have meant.
fn tell(session: &mut Session<'_>, mode: FilingMode, is_master: bool) -> Result<(), Stop> {
    if !mode.is_check {
        on_behalf::tell_of_orders(session)?;
        asked::tell(session)?;
    }
    proposing::offer(session)?;
    finished::offer(session)?;
    finished::remind(session, mode);
    ask_newcomers(session)?;
    tell_others(session, is_master)?;
    in_doubt::tell(session)?;
    press::offer_answer(session, mode)?;
    talk::answer(session)
}

/// Of a letter that is too long the end is not read: what is played waits, for orders may stand there.
fn say_what_is_behind(session: &mut Session<'_>) {
    let behind = session.lines().get(MOST_LINES..).unwrap_or_default();
    let count = behind.iter().filter(|line| !line.trim().is_empty()).count();
    if count == 0 {
        return;
    }
    let first = MOST_LINES + 1;
    let were = if count == 1 { "1 line was".to_owned() } else { format!("{count} lines were") };
    session.lead(format!(
        "A letter is read up to line {MOST_LINES}; {were} not read from line {first} on, and nothing in them was done. \
         Send them in another letter, below ADD where they belong to the orders above."
    ));
    session.lose_head(first);
}

/// Numbers of the last receipt all count at once, on however many lines they are cancelled; below AS they are of another seat.
fn one_cancel(requests: Vec<Request>) -> Vec<Request> {
    let mut merged: Vec<Request> = Vec::new();
    let mut is_below_as = false;
    for request in requests {
        is_below_as |= matches!(request, Request::Command(_, Command::As { .. }));
        if is_below_as {
            merged.push(request);
            continue;
        }
        if let Request::Command(_, Command::Cancel(Cancelled::Numbers(more))) = &request {
            let first = merged.iter_mut().find_map(|request| match request {
                Request::Command(_, Command::Cancel(Cancelled::Numbers(numbers))) => Some(numbers),
                _ => None,
            });
            if let Some(numbers) = first {
                numbers.extend(more);
                continue;
            }
        }
        merged.push(request);
    }
    merged
}

/// What is taken of our proposals is added to the orders as those typed in the letter leave them, wherever it stands there.
fn yes_last(requests: Vec<Request>) -> Vec<Request> {
    let is_yes = |request: &Request| matches!(request, Request::Command(_, Command::Yes { .. }));
    let (yes, mut ordered): (Vec<Request>, Vec<Request>) = requests.into_iter().partition(is_yes);
    ordered.extend(yes);
    ordered
}

/// READY and WAIT in one letter contradict each other: what was said before counts no more, for it is what WAIT takes back, and neither
/// is done.
fn neither_ready_nor_wait(session: &mut Session<'_>, requests: Vec<Request>, mode: FilingMode) -> Vec<Request> {
    let line_of = |is: fn(&Command) -> bool| {
        requests.iter().find_map(|request| match request {
            Request::Command(line, command) if is(command) => Some(line.number),
            _ => None,
        })
    };
    let ready = line_of(|command| matches!(command, Command::Ready { .. }));
    let Some((ready, wait)) = ready.zip(line_of(|command| matches!(command, Command::Wait))) else { return requests };
    let (both, rest): (Vec<Request>, Vec<Request>) = requests.into_iter().partition(is_ready_or_wait);
    for line in both.iter().map(Request::line) {
        let other = if line.number == ready { wait } else { ready };
        let said = format!("This and line {other} cannot both be meant: neither was done.");
        refuse(session, line, &said, Some("Send the one that you mean."));
    }
    if !mode.is_check {
        unready(session);
    }
    rest
}

fn is_ready_or_wait(request: &Request) -> bool {
    matches!(request, Request::Command(_, Command::Ready { .. } | Command::Wait))
}

/// READY and WAIT are about the orders as the whole letter leaves them.
fn ready_last(requests: Vec<Request>) -> Vec<Request> {
    let (ready, mut ordered): (Vec<Request>, Vec<Request>) = requests.into_iter().partition(is_ready_or_wait);
    ordered.extend(ready);
    ordered
}

/// Commands after which a phase may be played, or a game begins, with what is on file.
fn plays_a_phase(command: &Command) -> bool {
    matches!(command, Command::Ready { .. } | Command::Process { .. } | Command::Start)
}

/// A phase is not played, nor a game begun, on a letter of which a line came back or was left out: for a game master, who may have
/// sent several commands, one that was not understood. Whether that is so here.
fn say_what_may_be_missing(session: &mut Session<'_>, line: &Line, command: &Command) -> bool {
    let came_back = if matches!(command, Command::Process { .. }) { session.unread() } else { session.came_back() };
    let mend = "Please mend that line, or send this one alone.";
    let (what, hint) = match (session.lost_head(), came_back.first()) {
        (Some(head), _) => (format!("Line {head} was not followed, so orders"), mend),
        (None, Some(number)) => (format!("Line {number} came back, so something"), mend),
        (None, None) if has_left_out(session) => {
            let alone = "Please send this one alone, or with those lines where they are read.";
            ("Lines were left out, so orders".to_owned(), alone)
        }
        (None, None) => return false,
    };
    refuse(session, line, &format!("{what} may be missing, and this was not done."), Some(hint));
    true
}

/// READY is not said of orders beside which a line of the same letter may mean one more. Whether that is so here.
fn say_what_may_be_meant(session: &mut Session<'_>, line: &Line, command: &Command) -> Result<bool, Stop> {
    if !matches!(command, Command::Ready { .. }) {
        return Ok(false);
    }
    let Some(number) = proposing::talk_that_may_order(session)? else { return Ok(false) };
    let said = format!("Line {number} may be meant as an order and is not on file, so this was not done.");
    refuse(session, line, &said, Some("Answer with the YES that stands below, or send READY alone."));
    Ok(true)
}

fn is_about_orders(command: &Command) -> bool {
    let is_of_file = matches!(
        command,
        Command::Yes { .. } | Command::Cancel(_) | Command::Restore | Command::ReplaceEarlier | Command::Show
    );
    is_of_file || matches!(command, Command::Add { .. } | Command::Check { .. })
}
