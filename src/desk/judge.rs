//! Judging a letter: who wrote it, what it is about, what it asks, what it changes.

use crate::game::{GameId, Player, PlayerId};
use crate::mail::code::take_code;
use crate::mail::{Address, Automatic, Form, Letter, Relayed, Sender, Standing};
use crate::order::{Cancelled, Command, Line, MOST_LINES, Request, below_press, read_letter};
use crate::planted::is_planted;

use super::burnt::{burn, burn_those_of_others, others, void_words};
use super::decision::{Change, Decision, Judged, Verdict, Want};
use super::fates::Fate;
use super::filing::{FilingMode, file_orders};
use super::forms::orders_of;
use super::gm::entries::{rows_of, takes_entries};
use super::hold::{Offered, QUESTION, confirm, confirm_by_word, hold};
use super::identify::{Asks, Evidence, Matter, Proof, ProofKind, shown_codes, weigh};
use super::kept::settle;
use super::left_out::has_left_out;
use super::letters::DeskError;
use super::limits::{GmNotice, tell_gms};
use super::people::{answer_unconfirmed, ask_newcomers, is_locked_out, look_up_others, tell_others};
use super::question::{Question, answered_by_word, spend, take_yes};
use super::record::{Copied, Desk, GameRecord, LetterId};
use super::route::{About, about, misnamed};
use super::scope::in_scope;
use super::session::{Arrival, Session, Stop};
use super::versions::disagreement;
use super::{ahead, asked, codes, gm, meant, player, press, reach, stranger, talk};

/// Decides everything one letter changes, or says which papers are missing.
pub fn judge(desk: &Desk<'_>, letter: &Letter, arrival: Arrival) -> Result<Judged, DeskError> {
    if desk.copied == Copied::Decided && !is_planted("copies-obeyed") {
        return Ok(Judged::Decided(Box::new(Decision::silent(DUPLICATE))));
    }
    match decide(desk, letter, arrival) {
        Ok(decision) => Ok(Judged::Decided(Box::new(in_place_of_copies(desk, decision)))),
        Err(Stop::Want(want)) => Ok(Judged::Wants(want)),
        Err(Stop::Trouble(error)) => Err(error),
    }
}

/// Why nothing is done with a copy of a letter that was decided.
const DUPLICATE: &str = "duplicate";

/// A letter that proves its writer takes the place of copies that came before it and wait, for they prove nobody; one that
/// would wait as well says nothing new.
fn in_place_of_copies(desk: &Desk<'_>, mut decision: Decision) -> Decision {
    let Copied::Held(copies) = &desk.copied else { return decision };
    if decision.verdict == Verdict::Held {
        return Decision::silent(DUPLICATE);
    }
    if !matches!(decision.verdict, Verdict::Silent { .. }) {
        let settle = |letter: &LetterId| {
            let verdict = Verdict::Silent { why: DUPLICATE.to_owned() };
            Change::SettleLetter { letter: *letter, verdict }
        };
        decision.changes.extend(copies.iter().map(settle));
    }
    decision
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
            None => answer_stranger(desk, letter, arrival, address),
        };
    };
    let mut read = letter.clone();
    let code = take_code(&mut read.text);
    let codes = shown_codes(&read, code.as_deref());
    if is_to_himself(writer, &read) {
        read.standing = Standing::Addressed;
    }
    let about = route(desk, &read)?;
    let shown = codes::shown_anywhere(&read, &codes);
    let is_exposed = codes::is_exposed(desk, writer, &read, &shown);
    let mut decision = weigh_and_do(desk, &read, arrival, writer, about, &codes)?;
    if is_exposed {
        let why = "A letter of yours showed your code to others.";
        codes::renew(desk, writer, arrival.mark, why, &mut decision)?;
    }
    end_what_was_shown(desk, &read, (Some(writer), &writer.id), &shown, arrival, &mut decision)?;
    Ok(decision)
}

/// A letter from an address that is nobody's; what it shows of our secrets is somebody's all the same.
fn answer_stranger(desk: &Desk<'_>, letter: &Letter, arrival: Arrival, address: &Address) -> Result<Decision, Stop> {
    let mut read = letter.clone();
    let code = take_code(&mut read.text);
    let codes = shown_codes(&read, code.as_deref());
    let mut decision = stranger::answer(desk, letter, arrival, address)?;
    let reader = stranger::reader_of(address);
    let shown = codes::shown_anywhere(&read, &codes);
    end_what_was_shown(desk, &read, (None, &reader.id), &shown, arrival, &mut decision)?;
    Ok(decision)
}

/// Codes and ids of other people that a letter shows are known to its writer: they end, and their owners are told. So do the
/// words of his own that he shows to others.
fn end_what_was_shown(
    desk: &Desk<'_>,
    letter: &Letter,
    (writer, reader): (Option<&Player>, &PlayerId),
    codes: &[String],
    arrival: Arrival,
    decision: &mut Decision,
) -> Result<(), Stop> {
    if let Some(owner) = codes::other_owner(desk, writer, codes)? {
        let why = "A letter from an address that is not yours showed your code.";
        codes::renew(desk, &owner, arrival.mark, why, decision)?;
    }
    decision.changes.extend(writer.and_then(|writer| void_words(letter, writer)));
    burn_those_of_others(desk, reader, letter, arrival, decision)
}

/// Whether a letter goes to its writer's own addresses, with us in copy: there is nobody for it to be correspondence with.
fn is_to_himself(writer: &Player, letter: &Letter) -> bool {
    letter.standing == Standing::CopyOnly && !letter.to.is_empty() && others(writer, letter).next().is_none()
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
    if !writer.is_confirmed {
        return answer_unconfirmed(desk, letter, arrival, writer, about);
    }
    // Sender and secret must be of one person: else neither proves anything, whatever else is in the letter.
    if codes::other_owner(desk, Some(writer), codes)?.is_some() {
        return hold(desk, letter, arrival, writer, about.as_ref(), Offered::Wrong);
    }
    let is_gm = |game: &GameRecord| game.roster.is_gm(&writer.id);
    let is_gm = desk.house.gms.contains(&writer.id) || about.as_ref().is_some_and(is_gm);
    let accepted = if is_gm { &desk.house.proof.gms } else { &desk.house.proof.players };
    if let Some(question) = answered_by_word(desk, letter, writer, arrival)? {
        return carry_out_by_word(desk, letter, arrival, writer, about, &question);
    }
    let game = about.as_ref().map(|game| (&game.id, game.phase.as_ref().map(|phase| phase.number)));
    let matter = Matter { game, asks: what_is_asked(letter, about.as_ref()), at: arrival.at };
    let offered = match weigh(desk, writer, letter, codes, matter, accepted) {
        Evidence::Proven(Proof::Reply(_)) if is_gm && takes_second_proof(desk, letter, writer, about.as_ref()) => {
            return hold(desk, letter, arrival, writer, about.as_ref(), Offered::IdAlone);
        }
        // Where answers prove nothing, the answer to our question is a yes or a no, and nothing more.
        Evidence::Proven(Proof::Reply(_)) if matter.asks != Asks::Nothing && !accepted.contains(&ProofKind::Reply) => {
            return hold(desk, letter, arrival, writer, about.as_ref(), Offered::Nothing);
        }
        Evidence::Proven(Proof::Reply(sent)) if sent.purpose.starts_with(QUESTION) => {
            return confirm(desk, letter, arrival, writer, &sent.purpose);
        }
        // A letter of no game proves its reader for nothing of a game, so the letter is of none either.
        Evidence::Proven(Proof::Reply(sent)) if sent.game.is_none() => {
            return carry_out(desk, letter, arrival, writer, None, None);
        }
        Evidence::Proven(_) => return carry_out_proven(desk, letter, arrival, writer, about),
        Evidence::WrongCode => Offered::Wrong,
        Evidence::OldCode => Offered::Old,
        Evidence::Missing => Offered::Nothing,
    };
    hold(desk, letter, arrival, writer, about.as_ref(), offered)
}

/// A letter whose writer is known: what it asks, or what it says to the question of ours that it answers.
fn carry_out_proven(
    desk: &Desk<'_>,
    letter: &Letter,
    arrival: Arrival,
    writer: &Player,
    about: Option<GameRecord>,
) -> Result<Decision, Stop> {
    // Whoever has his code below his name answers our question with both.
    if let Some(sent) = desk.answered(letter, writer).filter(|sent| sent.purpose.starts_with(QUESTION)) {
        return confirm(desk, letter, arrival, writer, &sent.purpose);
    }
    match meant::in_question(desk, letter, writer) {
        Some(mark) => meant::answer(desk, letter, arrival, writer, about, mark),
        None => carry_out(desk, letter, arrival, writer, about, None),
    }
}

/// Whether a game master's letter that is proven by the id of ours alone asks what changes the truth or the roster: such an
/// id stands in every letter of its thread, also in those that never reach us.
fn takes_second_proof(desk: &Desk<'_>, letter: &Letter, writer: &Player, game: Option<&GameRecord>) -> bool {
    if desk.house.proof.reply_tokens || is_planted("id-alone-rules") {
        return false;
    }
    let requests = requests_of(letter, game);
    let commands = || {
        requests.iter().filter_map(|request| match request {
            Request::Command(_, command) => Some(command),
            _ => None,
        })
    };
    if commands().any(|command| matches!(command, Command::Check { .. })) {
        return false;
    }
    commands().any(changes_truth_or_roster) || game.is_some_and(|game| enters(letter, writer, game, &requests))
}

/// Whether a letter makes entries of a state sheet: as lines, in a form, or in a table.
fn enters(letter: &Letter, writer: &Player, game: &GameRecord, requests: &[Request]) -> bool {
    if !game.roster.is_gm(&writer.id) || !game.table.has_entries() {
        return false;
    }
    let is_entry = |request: &Request| matches!(request, Request::Order(_)) && is_request(request, Some(game));
    let is_filled = |form: &Form| form.seemingly_filled().next().is_some();
    requests.iter().any(is_entry)
        || letter.text.forms.iter().any(is_filled)
        || !rows_of(game, &letter.tables, requests).is_empty()
}

fn changes_truth_or_roster(command: &Command) -> bool {
    use Command::{AcceptLate, Approve, As, Die, Lock, Open, Replace, Rule, Seat, Set};
    matches!(
        command,
        Set { .. }
            | As { .. }
            | Die(_)
            | Rule { .. }
            | AcceptLate { .. }
            | Seat { .. }
            | Replace { .. }
            | Approve { .. }
            | Open { .. }
            | Lock { .. }
    )
}

/// A letter with the word of one of our questions is its reader's, for nobody else was sent it; the word counts once.
fn carry_out_by_word(
    desk: &Desk<'_>,
    letter: &Letter,
    arrival: Arrival,
    writer: &Player,
    about: Option<GameRecord>,
    question: &Question,
) -> Result<Decision, Stop> {
    if question.act.starts_with(QUESTION) {
        return confirm_by_word(desk, letter, arrival, writer, question);
    }
    // A letter that names no game is about that of its word.
    let about = match (about, &question.game) {
        (None, Some(id)) if desk.writer_games.contains(id) => want_game(desk, id)?,
        (about, _) => about,
    };
    let mut decision = carry_out(desk, letter, arrival, writer, about, None)?;
    spend(question, desk.now, &mut decision);
    Ok(decision)
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
    session.decision.changes.extend(burn(desk, writer, letter));
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

/// What a letter asks, as far as proofs are bound to it.
fn what_is_asked(letter: &Letter, game: Option<&GameRecord>) -> Asks {
    let requests = requests_of(letter, game);
    let is_of_no_game = |request: &&Request| matches!(request, Request::Command(_, command) if is_of_no_game(command));
    let (of_no_game, rest): (Vec<&Request>, Vec<&Request>) = requests.iter().partition(is_of_no_game);
    let is_filled = |form: &Form| form.seemingly_filled().next().is_some();
    // Files that come with CREATE are its settings, and entries of no game.
    let is_create = |request: &&Request| matches!(request, Request::Command(_, Command::Create { .. }));
    let has_entries = !letter.tables.is_empty() && !of_no_game.iter().any(is_create);
    let has_orders_elsewhere = has_entries || letter.text.forms.iter().any(is_filled);
    if has_orders_elsewhere || rest.iter().any(|request| is_request(request, game)) {
        return Asks::OfGame;
    }
    if of_no_game.is_empty() { Asks::Nothing } else { Asks::NothingOfGames }
}

/// Commands that have to do with no game that is there.
fn is_of_no_game(command: &Command) -> bool {
    use Command::{Address, Code, CodeNew, Create, Format, Games, Help, Signon, Timezone};
    matches!(
        command,
        Help { .. }
            | Code
            | CodeNew
            | Address { .. }
            | Games
            | Signon { .. }
            | Timezone { .. }
            | Format { .. }
            | Create { .. }
    )
}

/// Whether a letter holds orders or commands.
pub fn asks_something(letter: &Letter, game: Option<&GameRecord>) -> bool {
    let is_filled = |form: &Form| form.seemingly_filled().next().is_some();
    letter.text.forms.iter().any(is_filled) || requests_of(letter, game).iter().any(|request| is_request(request, game))
}

/// What the lines of a letter ask, as they read in its game.
pub fn requests_of(letter: &Letter, game: Option<&GameRecord>) -> Vec<Request> {
    read_letter(&letter.text.lines, |line| game.is_some_and(|game| game.reads_as_order(line)))
}

/// Whether a line is more than talk.
pub fn is_request(request: &Request, game: Option<&GameRecord>) -> bool {
    let is_whole = |line: &Line| game.is_some_and(|game| game.reads_as_whole_order(&line.text));
    begins_request(request, game) || matches!(request, Request::Order(line) if is_whole(line))
}

/// Whether a line is more than talk by how it begins, which is quickly told.
pub fn begins_request(request: &Request, game: Option<&GameRecord>) -> bool {
    match request {
        Request::Command(..) | Request::Broken(..) | Request::BelowPress(_) => true,
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
        session.decision.changes.extend(burn(desk, writer, letter));
        return session.close();
    }
    if arrival.is_accepted_late && lead.is_none() {
        session.lead("The GM accepted your late letter.");
    }
    if take_yes(&mut session)? {
        session.decision.changes.extend(burn(desk, writer, letter));
        return session.close();
    }
    say_what_is_behind(&mut session);
    let asked = requests_of(letter, session.game.as_ref());
    session.fates.begin(&asked);
    let scoped = in_scope(&mut session, asked);
    let mode = scoped.mode;
    for request in &scoped.requests {
        if let Request::Command(line, Command::Cancel(_)) = request {
            session.fates.set(line.number, Fate::Done);
        }
    }
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
    let mut is_settled = false;
    for request in requests {
        match request {
            Request::Order(line) => lines.push(line),
            Request::Broken(line, broken) => {
                session.remark(line.number, &line.text, &broken.remark);
            }
            Request::BelowPress(line) => {
                session.lost_head.get_or_insert(line.number);
                session.remark(line.number, &line.text, &below_press());
            }
            Request::Command(line, Command::As { seat: named }) => {
                session.fates.set(line.number, Fate::Done);
                flush(&mut session, &mut lines, seat.as_ref(), mode)?;
                seat = gm::on_behalf(&mut session, &line, named);
            }
            Request::Command(line, Command::OrdersAhead { phase, .. }) if arrival.is_accepted_late => {
                flush(&mut session, &mut lines, seat.as_ref(), mode)?;
                ahead::pass_over(&mut session, &line, phase);
            }
            // What else a late letter asked was done when it came.
            Request::Command(line, command) if arrival.is_accepted_late && !is_about_orders(&command) => {
                session.fates.set(line.number, Fate::Done);
            }
            Request::Command(line, command) => {
                // Orders above a command come first; what the command changes is seen by those below it.
                flush(&mut session, &mut lines, seat.as_ref(), mode)?;
                if plays_a_phase(&command) && say_what_may_be_missing(&mut session, &line, &command) {
                    continue;
                }
                // READY is about the orders as the whole letter leaves them.
                if !is_settled && matches!(command, Command::Ready | Command::Wait) {
                    settle(&mut session, mode)?;
                    is_settled = true;
                }
                session.fates.set(line.number, Fate::Done);
                player::obey(&mut session, &line, command, mode)?;
            }
        }
    }
    flush(&mut session, &mut lines, seat.as_ref(), mode)?;
    if !is_settled {
        settle(&mut session, mode)?;
    }
    ahead::end(&mut session, mode);
    if !mode.is_check {
        gm::tell_of_orders(&mut session)?;
        asked::tell(&mut session)?;
    }
    ask_newcomers(&mut session)?;
    tell_others(&mut session, is_master)?;
    meant::tell(&mut session)?;
    press::offer_answer(&mut session, mode)?;
    talk::answer(&mut session)?;
    session.decision.changes.extend(burn(desk, writer, letter));
    session.close()
}

/// Of a letter that is too long the end is not read: what is played waits, for orders may stand there.
fn say_what_is_behind(session: &mut Session<'_>) {
    let behind = session.letter.text.lines.get(MOST_LINES..).unwrap_or_default();
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
    session.lost_head.get_or_insert(first);
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

/// Commands after which a phase may be played, or a game begins, with what is on file.
fn plays_a_phase(command: &Command) -> bool {
    matches!(command, Command::Ready | Command::Process { .. } | Command::Start)
}

/// A phase is not played, nor a game begun, on a letter of which a line came back or was left out: for a game master, who may have
/// sent several commands, one that was not understood. Whether that is so here.
fn say_what_may_be_missing(session: &mut Session<'_>, line: &Line, command: &Command) -> bool {
    let came_back = if matches!(command, Command::Process { .. }) { &session.unread } else { &session.came_back };
    let mend = "Please mend that line, or send this one alone.";
    let (what, hint) = match (session.lost_head, came_back.first()) {
        (Some(head), _) => (format!("Line {head} was not followed, so orders"), mend),
        (None, Some(number)) => (format!("Line {number} came back, so something"), mend),
        (None, None) if has_left_out(session) => {
            let alone = "Please send this one alone, or with those lines where they are read.";
            ("Lines were left out, so orders".to_owned(), alone)
        }
        (None, None) => return false,
    };
    player::refuse(session, line, &format!("{what} may be missing, and this was not done."), Some(hint));
    true
}

fn is_about_orders(command: &Command) -> bool {
    let is_of_file = matches!(command, Command::Cancel(_) | Command::Restore | Command::ReplaceEarlier | Command::Show);
    is_of_file || matches!(command, Command::Add { .. } | Command::Check { .. })
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
        lines.drain(..).for_each(|line| session.talk(line.number, line.text));
        return Ok(());
    }
    // Press on the way does not name a letter of orders.
    if session.receipt.title.is_empty() || session.receipt.title == "press" {
        session.receipt.title = "orders".to_owned();
    }
    let lines = std::mem::take(lines);
    file_orders(session, &lines, seat, mode)
}
