//! Orders of a letter on their way to the file: reading its lines, carrying out what does not wait, and giving each order to a seat.

use std::collections::BTreeSet;
use std::mem;

use serde_json::Value;

use base::game::schedule::{Standing, standing};
use base::game::{Phase, SeatId, Warrant, authorize};
use base::order::{Filed, Line, LineStatus, Sheet, slips};
use base::planted::is_planted;
use reader::{Mood, as_seen, moods_of};
use rules::check::{CheckedLine, check_form};
use rules::{Context, NameKind};

use crate::commands::orders::acts;
use crate::commands::orders::doubts::{answers_earlier, doubt_of_its_arrival, doubt_of_its_phase};
use crate::commands::orders::entries::enter;
use crate::commands::orders::sheet::{NewOrder, file_sheet};
use crate::files::record::GameRecord;
use crate::files::stop::Stop;
use crate::files::verdict::Verdict;
use crate::letter::mode::{FilingMode, Whose, known_to};
use crate::letter::session::{Session, takes_entries};
use crate::letter::sheet_work::{HeldBack, OrderList, ReadLine};
use crate::phase::matters::held_by;
use crate::phase::standing::deadline_for;
use crate::proof::beside::names_below;
use crate::said::fates::Fate;
use crate::said::phrases::{hung, phase_name};

/// So many lines of a letter of talk are looked at for what they may mean.
const MOST_TALK: usize = 20;
/// Words of a line among which the verb of an order may stand.
const FIRST_WORDS: usize = 4;

/// Reads `lines` and files what stands, for the writer's own seats or, by a GM, for another.
pub fn file_orders(session: &mut Session<'_>, lines: &[Line], whose: &Whose, mode: FilingMode) -> Result<(), Stop> {
    if *whose == Whose::Own && takes_entries(session) {
        return Ok(enter(session, lines, mode)?);
    }
    let Some(game) = session.game().cloned() else { return Ok(()) };
    let warrants = warrants(session, &game, whose);
    let (mut checked, is_of_earlier) = read_lines(session, &game, lines, (whose, &warrants), mode)?;
    if checked.is_empty() {
        return Ok(());
    }
    let acting = acts::taken_from(&mut checked);
    if !acting.is_empty() {
        acts::receive(session, &acting, whose, &warrants, mode)?;
        if checked.iter().all(is_heading) {
            checked.iter().for_each(|line| session.fates().set(line.number, Fate::Done));
            return Ok(());
        }
    }
    // What the book refuses for the phase that is answered leaves nothing to be meant for the open one.
    let is_refused_for_it = is_of_earlier && checked.iter().all(|line| line.orders.is_empty());
    let mut mode = mode;
    if !is_refused_for_it && is_turned_away(session, whose, &warrants, &checked) {
        if !session.asks_meaning() {
            return Ok(());
        }
        // Shown as they would be read for the open phase, and not put on file before somebody says so.
        mode.is_check = true;
    }
    file_sheets(session, &mut checked, whose, &warrants, mode)
}

/// What was read in these lines beside talk, and whether they answer a letter of an earlier phase.
fn read_lines(
    session: &mut Session<'_>,
    game: &GameRecord,
    lines: &[Line],
    (whose, warrants): (&Whose, &[Warrant]),
    mode: FilingMode,
) -> Result<(Vec<CheckedLine>, bool), Stop> {
    let seats: Vec<SeatId> = warrants.iter().map(|warrant| warrant.seat().clone()).collect();
    let mut context = game.context();
    context.answered_ago = answered_ago(session, game);
    context.misread = session.orders.misread;
    context.received = Some(session.next_receipt());
    if *whose == Whose::Own {
        context.writer_words = names_below(session.writer(), Some(game)).into();
    }
    if *whose == Whose::Own && game.table.about().has_acts {
        context.matters = held_by(game, &seats)?;
    }
    let known = known_to(game, &session.writer().id, whose);
    let before = context.clone();
    let checked = check_form(game.table.as_ref(), &mut context, &known, &seats, lines)?.lines;
    session.orders.misread = context.misread;
    session.orders.read = context.received.map_or(session.orders.read, |next| next.place);
    checked.iter().for_each(|line| session.fates().join(line.number, line.count_of_lines));
    let is_all_talk = checked.iter().all(|line| is_talk(game, line))
        && !checked.iter().take(MOST_TALK).any(|line| may_mean_order(game, &before, line));
    let is_chatter = |line: &CheckedLine| is_all_talk || line.status() == LineStatus::Chatter;
    // What a proposal says needs no other.
    if *whose == Whose::Own && (is_all_talk || !mode.supersedes) {
        session.orders.lists.push(as_read(game, before, &checked, &is_chatter));
    }
    let (chatter, checked): (Vec<_>, Vec<_>) = checked.into_iter().partition(is_chatter);
    chatter.into_iter().for_each(|line| session.talk(line.number, line.text));
    Ok((checked, context.answered_ago > 0))
}

/// Whether orders cannot be put on file now, or not by this writer; that is said.
fn is_turned_away(session: &mut Session<'_>, whose: &Whose, warrants: &[Warrant], checked: &[CheckedLine]) -> bool {
    let Some(game) = session.game().cloned() else { return true };
    let Some(refusal) = closed(&game, session, warrants) else { return false };
    checked.iter().for_each(|line| session.fates().set(line.number, Fate::NotFiled));
    session.lead(match whose {
        Whose::Of(seat) if warrants.is_empty() => not_his(seat.as_str(), checked),
        Whose::Nobody => not_his("nobody", checked),
        _ => refusal,
    });
    true
}

/// Files the orders of these lines, seat by seat.
fn file_sheets(
    session: &mut Session<'_>,
    checked: &mut [CheckedLine],
    whose: &Whose,
    warrants: &[Warrant],
    mode: FilingMode,
) -> Result<(), Stop> {
    let Some(game) = session.game().cloned() else { return Ok(()) };
    let is_by_gm = *whose != Whose::Own && session.is_gm();
    let mut new_orders = new_orders(session, checked, is_by_gm);
    let is_nothing_new = new_orders.is_empty();
    let mut whole = with_new_orders(&game, &new_orders, mode);
    for warrant in warrants {
        let own: Vec<NewOrder<'_>> = new_orders.extract_if(.., |order| order.seat == *warrant.seat()).collect();
        if own.is_empty() {
            continue;
        }
        file_sheet(session, &whole, warrant, own, mode)?;
        let filed = session.game().and_then(|game| game.sheets.get(warrant.seat()).cloned());
        whole.sheets.insert(warrant.seat().clone(), filed.unwrap_or_default());
    }
    if is_nothing_new {
        session.put_none();
    }
    session.show_sheets();
    Ok(())
}

/// Whether nothing is to be said of a line, which holds no order: it is followed by having been read.
fn is_heading(line: &CheckedLine) -> bool {
    line.orders.is_empty() && line.remarks.is_empty()
}

/// What was read in these lines: the orders, and the first lines of talk, which may be meant as some.
fn as_read(
    game: &GameRecord,
    context: Context,
    checked: &[CheckedLine],
    is_chatter: &impl Fn(&CheckedLine) -> bool,
) -> OrderList {
    let mut talk = 0;
    let read = |line: &CheckedLine| {
        let is_talk = is_chatter(line);
        talk += usize::from(is_talk);
        (!is_talk || talk <= MOST_TALK).then(|| ReadLine {
            line: Line { number: line.number, text: line.text.clone() },
            wordings: line.wordings.clone(),
            held: line.is_held.then_some(HeldBack::Head),
            orders: line.orders.iter().map(|order| order.canonical.clone()).collect(),
            is_talk,
        })
    };
    OrderList { game: game.id.clone(), context, lines: checked.iter().filter_map(read).collect() }
}

/// Orders below a heading for a seat that is not the writer's.
fn not_his(seat: &str, lines: &[CheckedLine]) -> String {
    let rows: Vec<String> = lines.iter().map(|line| hung(line.text.trim(), "  ", 4)).collect();
    format!("You cannot give orders for {seat}, so this was not put on file:\n\n{}", rows.join("\n"))
}

/// Whether a line is no order, nor one with a slip of the pen in it. A sentence of talk may be told apart by its question mark
/// alone, so a reader says something of it; where no line is an order, that would be no answer.
fn is_talk(game: &GameRecord, line: &CheckedLine) -> bool {
    let is_order = || game.table.begins_order(&as_seen(&line.text)) || resembles_order(game, &line.text);
    // What cites a rule has its own answer.
    let is_ruled = || line.all_remarks().any(|remark| !remark.rules.is_empty());
    line.status() == LineStatus::Chatter || line.orders.is_empty() && !is_ruled() && !is_order()
}

/// Whether a line that came back, and asks nothing, may mean an order after all: then what keeps it from being one is said.
fn may_mean_order(game: &GameRecord, context: &Context, line: &CheckedLine) -> bool {
    line.status() == LineStatus::Unread
        && !moods_of(&line.text).contains(&Mood::Question)
        && (names_a_unit(game, &line.text)
            || line.wordings.iter().any(|words| !game.table.propose(context, words).is_empty()))
}

/// Units are named in orders, and hardly ever in talk.
fn names_a_unit(game: &GameRecord, text: &str) -> bool {
    game.table.names_in(text).iter().any(|name| name.kind == NameKind::Unit)
}

/// Leave for the seats whose orders this letter may give.
pub fn warrants(session: &Session<'_>, game: &GameRecord, whose: &Whose) -> Vec<Warrant> {
    let seats = match whose {
        Whose::Own => session.seats(),
        Whose::Of(seat) => vec![seat.clone()],
        Whose::Nobody => Vec::new(),
    };
    seats.iter().filter_map(|seat| authorize(&game.roster, &session.writer().id, seat).ok()).collect()
}

/// Why no orders can be filed now, if they cannot; sets the letter aside when only the GM can still let it count.
pub fn closed(game: &GameRecord, session: &mut Session<'_>, warrants: &[Warrant]) -> Option<String> {
    let Some(phase) = &game.phase else {
        return Some("No phase is open, so no orders can be put on file.".to_owned());
    };
    if warrants.is_empty() && !session.seats().is_empty() {
        return Some("You cannot give orders for this seat, so nothing was put on file.".to_owned());
    }
    if warrants.is_empty() && session.is_gm() {
        return Some(
            "You hold no seat in this game, so your orders were not put on file. A line AS seat above them, or above the \
             form that holds them, says whose they are."
                .to_owned(),
        );
    }
    if warrants.is_empty() {
        return Some("You hold no seat in this game, so your orders were not put on file.".to_owned());
    }
    if session.arrival().is_accepted_late || warrants.iter().any(Warrant::is_by_gm) {
        return None;
    }
    // What would be said of the orders tells how the phase before them ended.
    if game.awaits_release {
        return Some(
            "The GM still holds the reports on the phase before. Nothing was put on file; send your orders when you \
             have your report."
                .to_owned(),
        );
    }
    let name = phase_name(phase.number, &phase.plan.title);
    // Such a letter still proves who wrote it, but its orders were meant for what is no more.
    if session.answered().is_some_and(|sent| sent.is_undone) {
        return Some(format!(
            "Your letter answers a letter of ours that is void since a rollback. Nothing of it was put on file; if these \
             orders are meant for {name}, send them in answer to the letter that says what is void."
        ));
    }
    let late = late(game, session, phase);
    if late.is_some() {
        session.settle_as(Verdict::Late);
    }
    late
}

/// Why orders are too late, or may be, if they are; says so of those that count by the grace.
fn late(game: &GameRecord, session: &mut Session<'_>, phase: &Phase) -> Option<String> {
    let name = phase_name(phase.number, &phase.plan.title);
    if session.arrival().at < phase.opened {
        return Some(format!(
            "Your letter counts from its arrival, which was before {name} was opened, and the phase before it has been \
             played. Nothing of it was put on file; send your orders again if they are meant for {name}."
        ));
    }
    if let Some(doubt) = doubt_of_its_phase(game, session, phase) {
        session.ask_meaning();
        return Some(format!(
            "{doubt} Nothing of it was put on file. If it is meant for {name}, as it is read below, answer this letter with \
             YES on the first line; or send other orders in answer to it, or below a line ORDERS PHASE {}. The GM can let \
             it count as well.",
            phase.number
        ));
    }
    // While the clock stands still nothing is late.
    if phase.clock.paused_at.is_some_and(|since| session.arrival().at >= since) {
        return None;
    }
    let due = deadline_for(game, session.reader(), phase.deadline);
    if let Some(doubt) = doubt_of_its_arrival(game, session, phase) {
        return Some(format!(
            "The mail server says that your letter arrived {}, but {doubt}, and orders for {name} were due {due}. Nothing \
             was put on file; the GM decides whether it counts.",
            deadline_for(game, session.reader(), session.arrival().at)
        ));
    }
    match standing(session.arrival().at, phase.deadline, game.timetable.grace_minutes) {
        Standing::Open => None,
        Standing::Closed if is_planted("late-orders-count") => None,
        Standing::Grace => {
            let late = format!("Your letter came after the deadline, {due}, but within the grace; it counts.");
            session.lead(late);
            None
        }
        Standing::Closed => Some(format!(
            "Too late: orders for {name} were due {due}, and the grace is over. Nothing was put on file; the GM can still \
             accept your letter."
        )),
    }
}

/// How many phases ago the one was open whose letter is answered; none when it is the open one, or somebody who may has said
/// that the letter is meant for that.
fn answered_ago(session: &Session<'_>, game: &GameRecord) -> u32 {
    let Some(phase) = game.phase.as_ref().filter(|_| !session.arrival().is_accepted_late) else { return 0 };
    answers_earlier(game, session, phase).map_or(0, |earlier| phase.number - earlier)
}

/// The orders that one of the writer's seats may give, taken out of their lines; what must be said of the others, and of
/// the reading, is said.
fn new_orders<'a>(session: &mut Session<'_>, checked: &'a mut [CheckedLine], is_by_gm: bool) -> Vec<NewOrder<'a>> {
    let mut new_orders = Vec::new();
    for line in checked {
        // A heading is followed by having been read.
        session.fates().set(line.number, if line.orders.is_empty() { Fate::Done } else { Fate::NotFiled });
        line.all_remarks().for_each(|remark| session.remark(line.number, &line.text, remark));
        let orders = mem::take(&mut line.orders);
        let line = &*line;
        new_orders.extend(orders.into_iter().filter_map(|order| {
            let (seat, filed) = order.seat.zip(order.filed)?;
            Some(NewOrder { seat, filed: Filed { is_by_gm, ..filed }, line })
        }));
    }
    new_orders
}

/// The game with all orders of the letter on file: what one seat spends is reviewed beside what the letter has others spend.
fn with_new_orders(game: &GameRecord, new_orders: &[NewOrder<'_>], mode: FilingMode) -> GameRecord {
    let mut whole = game.clone();
    for order in new_orders {
        let is_renewed = |line: &Filed<Value>| !mode.adds && !line.is_added && line.section == order.filed.section;
        let old = game.sheets.get(&order.seat).map(|sheet| sheet.lines.as_slice()).unwrap_or_default();
        let now = whole.sheets.get(&order.seat).map(|sheet| sheet.lines.clone()).unwrap_or_default();
        let stays = |line: &Filed<Value>| !(old.contains(line) && is_renewed(line));
        let mut lines: Vec<Filed<Value>> = now.into_iter().filter(|line| order.filed.is_added || stays(line)).collect();
        lines.push(order.filed.clone());
        whole.sheets.insert(order.seat.clone(), Sheet { lines, ..Sheet::default() }.into());
    }
    whole
}

/// Whether a line would be an order but for a slip in one of its first words, or letters of another script.
pub fn resembles_order(game: &GameRecord, text: &str) -> bool {
    let seen = as_seen(text);
    if game.reads_as_order(&seen) {
        return true;
    }
    let topics = &game.table.about().topics;
    let examples = topics.iter().flat_map(|topic| &topic.examples).flat_map(|example| example.split_whitespace());
    let is_verb = |word: &&str| word.len() > 3 && word.chars().all(|sign| sign.is_ascii_lowercase());
    let names = topics.iter().flat_map(|topic| &topic.names).map(String::as_str);
    let verbs: BTreeSet<&str> = names.chain(examples).filter(is_verb).collect();
    let words: Vec<&str> = seen.split_whitespace().collect();
    words.iter().take(FIRST_WORDS).enumerate().any(|(place, word)| {
        let plain = word.trim_matches(|sign: char| !sign.is_alphanumeric()).to_lowercase();
        let is_near = |verb: &&&str| matches!(slips(&plain, verb), Some(1..));
        let mended = verbs.iter().filter(is_near).map(|verb| {
            let mut words = words.clone();
            words[place] = verb;
            words.join(" ")
        });
        mended.into_iter().any(|line| game.reads_as_whole_order(&line))
    })
}
