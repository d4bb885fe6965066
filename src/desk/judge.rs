//! Judging a letter: who wrote it, what it is about, what it asks, what it changes.

use crate::game::{GameId, Player};
use crate::mail::code::take_code;
use crate::mail::{Automatic, Form, Letter, Relayed, Sender, Standing};
use crate::order::{Cancelled, Command, Line, Request, read_letter};
use crate::planted::is_planted;

use super::decision::{Decision, Judged, Verdict, Want};
use super::filing::{FilingMode, file_orders};
use super::forms::orders_of;
use super::gm::entries::{rows_of, takes_entries};
use super::hold::{Offered, QUESTION, burn, confirm, hold};
use super::identify::{Evidence, Proof, shown_codes, weigh};
use super::letters::DeskError;
use super::limits::{GmNotice, tell_gms};
use super::people::{is_locked_out, look_up_others, tell_others};
use super::record::{Desk, GameRecord};
use super::route::{About, about, misnamed};
use super::scope::in_scope;
use super::session::{Arrival, Session, Stop};
use super::versions::disagreement;
use super::{ahead, asked, codes, gm, player, reach, stranger};

/// Decides everything one letter changes, or says which papers are missing.
pub fn judge(desk: &Desk<'_>, letter: &Letter, arrival: Arrival) -> Result<Judged, DeskError> {
    match decide(desk, letter, arrival) {
        Ok(decision) => Ok(Judged::Decided(Box::new(decision))),
        Err(Stop::Want(want)) => Ok(Judged::Wants(want)),
        Err(Stop::Trouble(error)) => Err(error),
    }
}

fn decide(desk: &Desk<'_>, letter: &Letter, arrival: Arrival) -> Result<Decision, Stop> {
    // RFC 3834 section 2: automatic mail is never answered, whoever it is from.
    if let Some(automatic) = letter.automatic().filter(|_| !is_planted("automatic-mail-obeyed")) {
        let why = format!("automatic: {automatic:?}").to_ascii_lowercase();
        return match automatic {
            Automatic::Complaint => reach::note_complaint(desk, letter, arrival, &why),
            Automatic::Circling => {
                let mut decision = reach::note_report(desk, letter, arrival, &why)?;
                tell_of_circle(desk, arrival, &mut decision)?;
                Ok(decision)
            }
            _ => reach::note_report(desk, letter, arrival, &why),
        };
    }
    let Sender::One(address) = &letter.from else { return Ok(Decision::silent("not exactly one sender")) };
    let Some(writer) = &desk.writer else {
        return match &letter.delivery {
            Some(_) => reach::note_report(desk, letter, arrival, "stranger"),
            None => stranger::answer(desk, letter, arrival, address),
        };
    };
    let mut read = letter.clone();
    let code = take_code(&mut read.text);
    let codes = shown_codes(&read, code.as_deref());
    let about = route(desk, &read)?;
    let is_exposed = codes::is_exposed(desk, writer, &read, &codes);
    let mut decision = weigh_and_do(desk, &read, arrival, writer, about, &codes)?;
    if is_exposed {
        let why = "A letter of yours showed your code to others.";
        codes::renew(desk, writer, arrival.mark, why, &mut decision)?;
    }
    Ok(decision)
}

/// Two servers that send a letter to and fro are for somebody to look at.
fn tell_of_circle(desk: &Desk<'_>, arrival: Arrival, decision: &mut Decision) -> Result<(), Stop> {
    let text = format!(
        "Letter {} circles between mail servers: more than thirty handled it, or it was delivered here before. It was not \
         read. Look for a redirection that leads back to us.",
        arrival.letter
    );
    let notice =
        GmNotice { what: "a letter circles", purpose: format!("circle letter {}", arrival.mark), text, daily: None };
    tell_gms(desk, arrival, None, None, &notice, decision)
}

fn weigh_and_do(
    desk: &Desk<'_>,
    letter: &Letter,
    arrival: Arrival,
    writer: &Player,
    about: Option<GameRecord>,
    codes: &[String],
) -> Result<Decision, Stop> {
    if letter.standing == Standing::Addressed {
        return prove_and_do(desk, letter, arrival, writer, about, codes);
    }
    let bound = bound_in_copy(letter, about.as_ref());
    let correspondence = correspondence(desk, letter, arrival, writer, about.clone(), bound.as_ref())?;
    let Some(bound) = bound else { return Ok(correspondence) };
    let mut decision = prove_and_do(desk, &bound, arrival, writer, about, codes)?;
    decision.letters.extend(correspondence.letters);
    Ok(decision)
}

/// A letter with us in copy, as far as it counts all the same: the lines that the book takes even so.
fn bound_in_copy(letter: &Letter, about: Option<&GameRecord>) -> Option<Letter> {
    let game = about.filter(|_| letter.standing == Standing::CopyOnly)?;
    let bound = |line: &&String| game.table.binds_in_copy(line);
    let lines: Vec<String> = letter.text.lines.iter().filter(bound).cloned().collect();
    if lines.is_empty() {
        return None;
    }
    let mut read = letter.clone();
    (read.text.lines, read.text.html, read.tables) = (lines, None, Vec::new());
    read.text.forms.clear();
    Some(read)
}

fn prove_and_do(
    desk: &Desk<'_>,
    letter: &Letter,
    arrival: Arrival,
    writer: &Player,
    about: Option<GameRecord>,
    codes: &[String],
) -> Result<Decision, Stop> {
    // Sender and secret must be of one person: else neither proves anything, whatever else is in the letter.
    if let Some(owner) = codes::other_owner(desk, writer, codes)? {
        let mut decision = hold(desk, letter, arrival, writer, about.as_ref(), Offered::Wrong)?;
        let why = "A letter from an address that is not yours showed your code.";
        codes::renew(desk, &owner, arrival.mark, why, &mut decision)?;
        return Ok(decision);
    }
    let is_gm = |game: &GameRecord| game.roster.is_gm(&writer.id);
    let is_gm = desk.house.gms.contains(&writer.id) || about.as_ref().is_some_and(is_gm);
    let accepted = if is_gm { &desk.house.proof.gms } else { &desk.house.proof.players };
    let game = about.as_ref().map(|game| (&game.id, game.phase_number()));
    let offered = match weigh(desk, writer, letter, codes, game, accepted) {
        Evidence::Proven(Proof::Reply(sent)) if sent.purpose.starts_with(QUESTION) => {
            return confirm(desk, letter, arrival, writer, &sent.purpose);
        }
        Evidence::Proven(_) => return carry_out(desk, letter, arrival, writer, about, None),
        Evidence::WrongCode => Offered::Wrong,
        Evidence::OldCode => Offered::Old,
        Evidence::Missing => Offered::Nothing,
    };
    hold(desk, letter, arrival, writer, about.as_ref(), offered)
}

/// A game the desk must have on it.
pub fn want_game(desk: &Desk<'_>, id: &GameId) -> Result<Option<GameRecord>, Stop> {
    match desk.papers.games.get(id) {
        Some(game) => Ok(game.clone()),
        None => Err(Stop::Want(Want::Game(id.clone()))),
    }
}

/// The game a letter is about: named in its subject, else that of the letter it answers, else the writer's only one.
pub fn route(desk: &Desk<'_>, letter: &Letter) -> Result<Option<GameRecord>, Stop> {
    match about(desk, letter) {
        About::Game(id) => want_game(desk, &id),
        About::NotHis(_) | About::Several(_) | About::Nothing => Ok(None),
    }
}

/// C2.10: what players write to each other with us in copy is for the GM to read, and no order but for what is bound.
fn correspondence(
    desk: &Desk<'_>,
    letter: &Letter,
    arrival: Arrival,
    writer: &Player,
    game: Option<GameRecord>,
    bound: Option<&Letter>,
) -> Result<Decision, Stop> {
    let mut session = Session::open(desk, writer, letter, arrival, game);
    session.decision.verdict = Verdict::Correspondence;
    session.decision.changes.extend(burn(letter));
    let Some(game) = session.game.clone() else { return Ok(session.decision) };
    let reading = match bound {
        None => "It was not read as orders.".to_owned(),
        Some(bound) => format!("Of it was read as orders:\n\n{}\n", Relayed::of(&bound.text.text())),
    };
    let notice = GmNotice {
        what: "correspondence",
        daily: None,
        purpose: session.purpose("correspondence"),
        text: format!(
            "A letter with us in copy, said to be from {}. {reading}\n\n{}",
            writer.name,
            Relayed::of(&format!("Subject: {}\n\n{}", letter.subject, letter.text.text()))
        ),
    };
    tell_gms(desk, arrival, Some(&game), Some(&writer.id), &notice, &mut session.decision)?;
    Ok(session.decision)
}

/// Whether a letter holds orders or commands.
pub fn asks_something(letter: &Letter, game: Option<&GameRecord>) -> bool {
    let is_filled = |form: &Form| form.seemingly_filled().next().is_some();
    letter.text.forms.iter().any(is_filled)
        || read_letter(&letter.text.lines).iter().any(|request| is_request(request, game))
}

/// Whether a line is more than talk.
pub fn is_request(request: &Request, game: Option<&GameRecord>) -> bool {
    match request {
        Request::Command(..) | Request::Broken(..) => true,
        Request::Order(line) => game.is_some_and(|game| game.table.begins_order(&line.text)),
    }
}

/// Does what a proven letter asks; `lead` opens its receipt.
pub fn carry_out(
    desk: &Desk<'_>,
    letter: &Letter,
    arrival: Arrival,
    writer: &Player,
    game: Option<GameRecord>,
    lead: Option<&str>,
) -> Result<Decision, Stop> {
    game.iter().try_for_each(|game| look_up_others(desk, letter, writer, game))?;
    let mut session = Session::open(desk, writer, letter, arrival, game);
    let is_master = session.game.is_some() && session.is_gm();
    session.receipt.lead.extend(lead.map(str::to_owned));
    if is_locked_out(&session, &writer.id) && !arrival.is_accepted_late {
        session.receipt.title = "locked".to_owned();
        session.is_turned_away = true;
        session.lead("The GM has locked what goes on in your name in this game; nothing of your letter was done.");
        return session.close();
    }
    session.receipt.lead.extend(misnamed(desk, letter));
    let disagreement = disagreement(letter, session.game.as_ref());
    if !disagreement.is_empty() {
        session.receipt.title = "two versions".to_owned();
        disagreement.into_iter().for_each(|sentence| session.lead(sentence));
        session.decision.changes.extend(burn(letter));
        return session.close();
    }
    if arrival.is_accepted_late {
        session.lead("The GM accepted your late letter.");
    }
    let scoped = in_scope(&mut session, read_letter(&letter.text.lines));
    let mode = scoped.mode;
    let mut requests = ready_last(one_cancel(scoped.requests));
    if takes_entries(&session)
        && !scoped.is_cut_short
        && let Some(game) = &session.game
    {
        requests.extend(rows_of(game, &letter.tables, &requests));
    }
    if mode.is_check {
        session.receipt.title = "check".to_owned();
        let seems =
            scoped.seeming_check.map(|number| format!("Line {number} seems to mean CHECK, so this was a check"));
        let check = seems.unwrap_or_else(|| "This was a check".to_owned());
        session.lead(format!("{check}: nothing was put on file or sent."));
    }
    // The form first: nothing that is typed above it, a heading or press, reaches into it.
    let mut lines = orders_of(&mut session)?;
    flush(&mut session, &mut lines, None, mode)?;
    let mut seat = None;
    for request in requests {
        match request {
            Request::Order(line) => lines.push(line),
            Request::Broken(line, broken) => {
                session.remark(line.number, &line.text, &broken.remark);
            }
            Request::Command(line, Command::As { seat: named }) => {
                flush(&mut session, &mut lines, seat.as_ref(), mode)?;
                seat = gm::on_behalf(&mut session, &line, named);
            }
            Request::Command(line, Command::OrdersAhead { phase, .. }) if arrival.is_accepted_late => {
                flush(&mut session, &mut lines, seat.as_ref(), mode)?;
                ahead::pass_over(&mut session, &line, phase);
            }
            // What else a late letter asked was done when it came.
            Request::Command(_, command) if arrival.is_accepted_late && !is_about_orders(&command) => {}
            Request::Command(line, command) => {
                if session.lost_head.is_some() && plays_a_phase(&command) {
                    say_orders_may_be_missing(&mut session, &line);
                    continue;
                }
                // Orders above a command come first; what the command changes is seen by those below it.
                flush(&mut session, &mut lines, seat.as_ref(), mode)?;
                player::obey(&mut session, &line, command, mode)?;
            }
        }
    }
    flush(&mut session, &mut lines, seat.as_ref(), mode)?;
    ahead::end(&mut session, mode);
    if !mode.is_check {
        gm::tell_of_orders(&mut session)?;
        asked::tell(&mut session)?;
    }
    tell_others(&mut session, is_master)?;
    greet_if_nothing_was_asked(&mut session);
    session.decision.changes.extend(burn(letter));
    session.close()
}

/// Numbers of the last receipt all count at once, on however many lines they are cancelled.
fn one_cancel(requests: Vec<Request>) -> Vec<Request> {
    let mut merged: Vec<Request> = Vec::new();
    for request in requests {
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

/// READY and WAIT are about the orders as the whole letter leaves them.
fn ready_last(requests: Vec<Request>) -> Vec<Request> {
    let is_ready = |request: &Request| matches!(request, Request::Command(_, Command::Ready | Command::Wait));
    let (ready, mut ordered): (Vec<Request>, Vec<Request>) = requests.into_iter().partition(is_ready);
    ordered.extend(ready);
    ordered
}

/// Commands after which a phase may be played, with the orders that are on file.
fn plays_a_phase(command: &Command) -> bool {
    matches!(command, Command::Ready | Command::Process { .. })
}

fn say_orders_may_be_missing(session: &mut Session<'_>, line: &Line) {
    let Some(head) = session.lost_head else { return };
    let message = format!("Line {head} was not followed, so orders may be missing, and this was not done.");
    player::refuse(session, line, &message, Some("Please mend that line, or send this one alone."));
}

fn is_about_orders(command: &Command) -> bool {
    matches!(command, Command::Cancel(_) | Command::Add { .. } | Command::Check { .. } | Command::Show)
}

fn flush(
    session: &mut Session<'_>,
    lines: &mut Vec<Line>,
    seat: Option<&crate::game::SeatId>,
    mode: FilingMode,
) -> Result<(), DeskError> {
    if lines.is_empty() {
        return Ok(());
    }
    if session.ahead.is_some() {
        ahead::keep(session, &std::mem::take(lines), seat, mode);
        return Ok(());
    }
    if session.game.is_none() {
        session.receipt.chatter.extend(lines.drain(..).map(|line| line.text));
        return Ok(());
    }
    // Press on the way does not name a letter of orders.
    if session.receipt.title.is_empty() || session.receipt.title == "press" {
        session.receipt.title = "orders".to_owned();
    }
    let lines = std::mem::take(lines);
    file_orders(session, &lines, seat, mode)
}

/// A letter without an order or a command gets one short answer.
fn greet_if_nothing_was_asked(session: &mut Session<'_>) {
    let receipt = &session.receipt;
    if !receipt.answers.is_empty() || !receipt.problems.is_empty() || !receipt.lead.is_empty() || session.shows_sheets {
        return;
    }
    session.receipt.title = "nothing to do".to_owned();
    if session.game.is_none() && session.desk.writer_games.len() > 1 {
        let games: Vec<String> = session.desk.writer_games.iter().map(|game| format!("[{game}]")).collect();
        session.lead(format!(
            "You are in several games; please name one in the subject of your letter: {}.",
            games.join(", ")
        ));
        return;
    }
    session
        .lead("No order and no command was found in your letter, so nothing changed. Write HELP for what you can say.");
}
