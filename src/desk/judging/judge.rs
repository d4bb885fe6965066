//! Judging a letter: who wrote it, what it is about, what it asks, what it changes.

use base::game::Player;
use base::planted::is_planted;
use mail::code::take_code;
use mail::{Address, Automatic, Letter, Relayed, Sender, Standing};

use crate::commands::people::newcomer;
use crate::files::arrival::{Arrival, LetterId};
use crate::files::decision::{Change, Decision};
use crate::files::desk::Desk;
use crate::files::house::ProofKind;
use crate::files::question::{QUESTION, Question};
use crate::files::record::{Copied, GameRecord};
use crate::files::stop::{DeskError, Stop};
use crate::files::verdict::{AUTOMATIC, DUPLICATE, Verdict};
use crate::judging::carry_out::carry_out;
use crate::judging::hold::{Offered, confirm, confirm_by_word, hold};
use crate::judging::incoming::Incoming;
use crate::judging::one_proposal::numbered;
use crate::judging::unconfirmed::answer as answer_unconfirmed;
use crate::judging::{delivery, meant, stranger, unaddressed};
use crate::proof::broken::leave_out_rests;
use crate::proof::burnt::{burn, burn_those_of_others, void_words};
use crate::proof::hidden::hide;
use crate::proof::identify::{Asks, Evidence, Matter, Proof, shown_codes, weigh};
use crate::proof::in_copy::{bound_in_copy, is_to_himself};
use crate::proof::matter::{takes_second_proof, what_is_asked};
use crate::proof::route::{route, want_game};
use crate::proof::words::{answered_by_word, spend};
use crate::proof::{codes, reply};
use crate::said::gm_notice::{GmNotice, tell_gms};

/// Decides everything one letter changes.
pub fn judge(desk: &Desk<'_>, letter: &Letter, arrival: Arrival) -> Result<Decision, Stop> {
    let is_copy = match desk.copied {
        Copied::Never => false,
        Copied::Unproven(_) => is_planted("held-copies-count"),
        Copied::Decided => !is_planted("copies-obeyed"),
    };
    if is_copy {
        return Ok(Decision::silent(DUPLICATE));
    }
    Ok(in_place_of_copies(desk, decide(desk, letter, arrival)?))
}

/// A letter that proves its writer takes the place of copies that came before it and prove nobody; one that fares as they did
/// says nothing new.
fn in_place_of_copies(desk: &Desk<'_>, mut decision: Decision) -> Decision {
    let Copied::Unproven(earlier) = &desk.copied else { return decision };
    let is_released = decision.changes.iter().any(|change| matches!(change, Change::SpendQuestion { .. }));
    let is_new =
        |change: &Change| matches!(change, Change::AskQuestion(question) if !earlier.asked.contains(&question.act));
    let asks = decision.changes.iter().any(is_new);
    let is_alike = match decision.verdict {
        // What is asked about takes the place of copies that nobody was asked about.
        Verdict::Held => earlier.was_held && !asks,
        Verdict::Correspondence => earlier.was_correspondence,
        Verdict::Silent { .. } => true,
        // An address that is nobody's was not answered then, and no YES or word of its reader's came now.
        _ => earlier.was_silent && !is_released,
    };
    if is_alike {
        return Decision::silent(DUPLICATE);
    }
    if matches!(decision.verdict, Verdict::Answered | Verdict::Late | Verdict::Held) {
        let settle = |letter: &LetterId| {
            let verdict = Verdict::Silent { why: DUPLICATE.to_owned() };
            Change::SettleLetter { letter: *letter, verdict }
        };
        decision.changes.extend(earlier.waiting.iter().map(settle));
    }
    decision
}

fn decide(desk: &Desk<'_>, letter: &Letter, arrival: Arrival) -> Result<Decision, Stop> {
    // RFC 3834 section 2: automatic mail is never answered, whoever it is from.
    if let Some(automatic) = letter.automatic().filter(|_| !is_planted("automatic-mail-obeyed")) {
        let mut decision = note_automatic(desk, letter, arrival, automatic)?;
        if let Some(writer) = &desk.writer {
            renew_if_exposed(Incoming { desk, letter, arrival, writer, about: None }, &[], &mut decision)?;
        }
        return Ok(decision);
    }
    let Sender::One(address) = &letter.from else {
        let mut decision = Decision::silent("not exactly one sender");
        end_codes_shown(desk, letter, arrival, &mut decision)?;
        return Ok(decision);
    };
    let Some(writer) = &desk.writer else {
        return match &letter.delivery {
            Some(_) => delivery::note_report(desk, letter, arrival, "stranger"),
            None => answer_stranger(desk, letter, arrival, address),
        };
    };
    let mut read = letter.clone();
    leave_out_rests(desk, writer, &mut read)?;
    let code = take_code(&mut read.text);
    let codes = shown_codes(&read, code.as_deref());
    if is_to_himself(writer, &read) {
        read.standing = Standing::Addressed;
    }
    let about = route(desk, &read)?;
    let shown = codes::shown_anywhere(&read, &codes);
    let hidden = hide(desk, writer, &mut read)?;
    let incoming = Incoming { desk, letter: &read, arrival, writer, about: about.as_ref() };
    let mut decision = weigh_and_do(incoming, &codes)?;
    renew_if_exposed(incoming, &codes, &mut decision)?;
    hidden.end(desk, writer, arrival, &mut decision)?;
    end_what_was_shown(incoming, &shown, &mut decision)?;
    Ok(decision)
}

/// What a program wrote changes nothing but what is known of deliveries.
fn note_automatic(desk: &Desk<'_>, letter: &Letter, arrival: Arrival, automatic: Automatic) -> Result<Decision, Stop> {
    let why = format!("{AUTOMATIC}: {automatic:?}").to_ascii_lowercase();
    match automatic {
        Automatic::Complaint => delivery::note_complaint(desk, letter, arrival, &why),
        Automatic::Circling => {
            let mut decision = delivery::note_report(desk, letter, arrival, &why)?;
            tell_of_circle(desk, arrival, &mut decision)?;
            Ok(decision)
        }
        _ => delivery::note_report(desk, letter, arrival, &why),
    }
}

/// Ends the writer's code when his letter shows it to others, also when a list or another program carried it.
fn renew_if_exposed(incoming: Incoming<'_>, codes: &[String], decision: &mut Decision) -> Result<(), DeskError> {
    let Incoming { desk, letter, arrival, writer, .. } = incoming;
    if !codes::is_exposed(desk, writer, letter, &codes::shown_anywhere(letter, codes)) {
        return Ok(());
    }
    let why = "A letter of yours showed your code to others.";
    codes::renew(desk, writer, arrival.mark, why, decision)
}

/// A letter from an address that is nobody's; what it shows of our secrets is somebody's all the same.
fn answer_stranger(desk: &Desk<'_>, letter: &Letter, arrival: Arrival, address: &Address) -> Result<Decision, Stop> {
    let mut decision = stranger::answer(desk, letter, arrival, address)?;
    end_codes_shown(desk, letter, arrival, &mut decision)?;
    burn_those_of_others(desk, &newcomer::reader_of(address).id, letter, arrival, &mut decision)?;
    Ok(decision)
}

/// Whoever wrote a letter that is no player's knows the codes that it shows.
fn end_codes_shown(desk: &Desk<'_>, letter: &Letter, arrival: Arrival, decision: &mut Decision) -> Result<(), Stop> {
    let mut read = letter.clone();
    let code = take_code(&mut read.text);
    let shown = codes::shown_anywhere(&read, &shown_codes(&read, code.as_deref()));
    end_code(desk, None, &shown, arrival, decision)
}

/// Codes of others than the writer are known to him: they end.
fn end_code(
    desk: &Desk<'_>,
    writer: Option<&Player>,
    codes: &[String],
    arrival: Arrival,
    decision: &mut Decision,
) -> Result<(), Stop> {
    let why = "A letter from an address that is not yours showed your code.";
    for owner in codes::other_owners(desk, writer, codes)? {
        codes::renew(desk, &owner, arrival.mark, why, decision)?;
    }
    Ok(())
}

/// Codes and ids of other people that a letter shows are known to its writer: they end, and their owners are told. So do the
/// words of his own that he shows to others.
fn end_what_was_shown(incoming: Incoming<'_>, codes: &[String], decision: &mut Decision) -> Result<(), Stop> {
    let Incoming { desk, letter, arrival, writer, .. } = incoming;
    end_code(desk, Some(writer), codes, arrival, decision)?;
    decision.changes.extend(void_words(letter, writer));
    burn_those_of_others(desk, &writer.id, letter, arrival, decision)
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

fn weigh_and_do(incoming: Incoming<'_>, codes: &[String]) -> Result<Decision, Stop> {
    if incoming.letter.standing == Standing::Addressed {
        return prove_and_do(incoming, codes);
    }
    let bound = bound_in_copy(incoming.letter, incoming.about);
    let mut decision = match &bound {
        Some(bound) => prove_and_do(Incoming { letter: bound, ..incoming }, codes)?,
        None => correspondence(incoming),
    };
    if let Some(game) = incoming.about {
        show_masters(incoming, game, bound.as_ref(), &mut decision)?;
    }
    unaddressed::answer(incoming, codes, &mut decision)?;
    Ok(decision)
}

fn prove_and_do(incoming: Incoming<'_>, codes: &[String]) -> Result<Decision, Stop> {
    let Incoming { desk, letter, arrival, writer, about } = incoming;
    if !writer.is_confirmed {
        return answer_unconfirmed(incoming);
    }
    // Sender and secret must be of one person: else neither proves anything, whatever else is in the letter.
    if !codes::other_owners(desk, Some(writer), codes)?.is_empty() {
        return hold(incoming, Offered::Wrong);
    }
    let is_gm = desk.is_master(writer, about);
    let accepted = if is_gm { &desk.house.proof.gms } else { &desk.house.proof.players };
    if let Some(question) = answered_by_word(desk, letter, writer, arrival)? {
        return carry_out_by_word(incoming, &question);
    }
    // What is asked about is the letter as it was typed.
    let (typed, numbered) = (incoming, numbered(incoming)?);
    let letter = numbered.as_ref().unwrap_or(letter);
    let incoming = Incoming { letter, ..incoming };
    let game = about.map(|game| (&game.id, game.phase.as_ref().map(|phase| phase.number)));
    let matter = Matter { game, asks: what_is_asked(letter, about), at: arrival.at };
    let offered = match weigh(desk, writer, letter, codes, matter, accepted) {
        Evidence::Proven(Proof::Reply(_)) if is_gm && takes_second_proof(desk, letter, writer, about) => {
            return hold(typed, Offered::IdAlone);
        }
        // Where answers prove nothing, the answer to our question is a yes or a no, and nothing more.
        Evidence::Proven(Proof::Reply(_)) if matter.asks != Asks::Nothing && !accepted.contains(&ProofKind::Reply) => {
            return hold(typed, Offered::Nothing);
        }
        Evidence::Proven(Proof::Reply(sent)) if sent.purpose.starts_with(QUESTION) => {
            return confirm(incoming, &sent.purpose);
        }
        // A letter of no game proves its reader for nothing of a game, so the letter is of none either.
        Evidence::Proven(Proof::Reply(sent)) if sent.game.is_none() => {
            return carry_out(Incoming { about: None, ..incoming }, None);
        }
        Evidence::Proven(_) => return carry_out_proven(incoming),
        Evidence::WrongCode => Offered::Wrong,
        Evidence::OldCode => Offered::Old,
        Evidence::Missing => Offered::Nothing,
    };
    hold(typed, offered)
}

/// A letter whose writer is known: what it asks, or what it says to the question of ours that it answers.
fn carry_out_proven(incoming: Incoming<'_>) -> Result<Decision, Stop> {
    let Incoming { desk, letter, writer, .. } = incoming;
    // Whoever has his code below his name answers our question with both.
    if let Some(sent) = desk.answered(letter, writer).filter(|sent| sent.purpose.starts_with(QUESTION)) {
        return confirm(incoming, &sent.purpose);
    }
    match reply::in_question(desk, letter, writer) {
        Some(mark) => meant::answer(incoming, mark),
        None => carry_out(incoming, None),
    }
}

/// A letter with the word of one of our questions is its reader's, for nobody else was sent it; the word counts once.
fn carry_out_by_word(incoming: Incoming<'_>, question: &Question) -> Result<Decision, Stop> {
    if question.act.starts_with(QUESTION) {
        return confirm_by_word(incoming, question);
    }
    let desk = incoming.desk;
    // A letter that names no game is about that of its word.
    let of_word = match (incoming.about, &question.game) {
        (None, Some(id)) if desk.writer_games.contains(id) => want_game(desk, id)?,
        _ => None,
    };
    let mut decision = carry_out(Incoming { about: incoming.about.or(of_word.as_ref()), ..incoming }, None)?;
    spend(question, desk.now, &mut decision);
    Ok(decision)
}

/// What players write to each other with us in copy is no order.
fn correspondence(incoming: Incoming<'_>) -> Decision {
    let mut session = incoming.open();
    session.settle_as(Verdict::Correspondence);
    session.change_all(burn(incoming.desk, incoming.writer, incoming.letter));
    session.into_decision()
}

/// The masters of the game read it, with what of it is bound.
fn show_masters(
    incoming: Incoming<'_>,
    game: &GameRecord,
    bound: Option<&Letter>,
    decision: &mut Decision,
) -> Result<(), Stop> {
    let Incoming { desk, letter, arrival, writer, .. } = incoming;
    let reading = match bound {
        None => "It was not read as orders.".to_owned(),
        Some(bound) => format!("Of it was read as orders:\n\n{}\n", Relayed::of(&typed(bound))),
    };
    let notice = GmNotice {
        what: "correspondence",
        daily: None,
        purpose: format!("correspondence {}", arrival.name()),
        text: format!(
            "A letter with us in copy, said to be from {}. {reading}\n\n{}",
            writer.name,
            Relayed::of(&format!("Subject: {}\n\n{}", letter.subject, letter.text.text()))
        ),
    };
    tell_gms(desk, arrival, Some(game), Some(&writer.id), &notice, decision)
}

/// The lines that count of a letter in copy.
fn typed(bound: &Letter) -> String {
    let counting = bound.text.lines.iter().filter(|line| !line.is_empty());
    counting.map(String::as_str).collect::<Vec<_>>().join("\n")
}
