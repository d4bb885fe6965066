//! Orders on file: reading the lines of a letter, giving each to a seat, and keeping what its reviewer lets stand.

use std::collections::BTreeSet;
use std::mem;

use serde_json::Value;

use base::facts::{Brief, Viewer};
use base::game::schedule::{Standing, standing};
use base::game::{Phase, PlayerId, SeatId, Shared, Warrant, authorize};
use base::order::{Filed, Line, LineStatus, Remark, Sheet, keep_first_receipt, worst};
use base::planted::is_planted;
use reader::as_seen;
use rules::check::{CheckedLine, check_form};
use rules::{Context, LineReview};

use crate::commands::orders::acts;
use crate::commands::orders::asked::attach;
use crate::commands::orders::doubts::{answers_earlier, doubt_of_its_arrival, doubt_of_its_phase};
use crate::commands::orders::entries::enter;
use crate::commands::orders::readiness::take_ready_back;
use crate::files::decision::{Change, Verdict};
use crate::files::record::GameRecord;
use crate::files::stop::{DeskError, Stop};
use crate::letter::mode::{FilingMode, Whose};
use crate::letter::session::{Session, takes_entries};
use crate::letter::sheet_work::{OrderList, ReadLine};
use crate::phase::sheets::{SheetReview, review};
use crate::phase::standing::deadline_for;
use crate::said::fates::Fate;
use crate::said::phrases::phase_name;

/// So many lines of a letter of talk are looked at for what they may mean.
const MOST_TALK: usize = 20;
/// Words of a line among which the verb of an order may stand.
const FIRST_WORDS: usize = 4;

/// A new order on its way to the file.
struct NewOrder<'a> {
    seat: SeatId,
    filed: Filed<Value>,
    /// The line of the letter it came from.
    line: &'a CheckedLine,
}

/// Reads `lines` and files what stands, for the writer's own seats or, by a GM, for another.
pub fn file_orders(session: &mut Session<'_>, lines: &[Line], whose: &Whose, mode: FilingMode) -> Result<(), Stop> {
    if *whose == Whose::Own && takes_entries(session) {
        return Ok(enter(session, lines, mode)?);
    }
    let Some(game) = session.game().cloned() else { return Ok(()) };
    let warrants = warrants(session, &game, whose);
    let seats: Vec<SeatId> = warrants.iter().map(|warrant| warrant.seat().clone()).collect();
    let mut context = Context::of_phase(game.phase.as_ref().map(|phase| &phase.plan));
    context.answered_ago = answered_ago(session, &game);
    context.misread = session.orders.misread;
    context.received = Some(session.next_receipt());
    let known = known_to(&game, &session.writer().id, whose);
    let before = context.clone();
    let checked = check_form(game.table.as_ref(), &mut context, &known, &seats, lines)?.lines;
    session.orders.misread = context.misread;
    session.orders.read = context.received.map_or(session.orders.read, |next| next.place);
    checked.iter().for_each(|line| session.fates().join(line.number, line.count_of_lines));
    let is_all_talk = checked.iter().all(|line| is_talk(&game, line));
    let (chatter, mut checked): (Vec<_>, Vec<_>) =
        checked.into_iter().partition(|line| is_all_talk || line.status() == LineStatus::Chatter);
    if is_all_talk && *whose == Whose::Own {
        let may_be_meant = chatter.iter().take(MOST_TALK);
        session.orders.lists.push(OrderList { is_talk: true, ..as_read(&game, before.clone(), may_be_meant) });
    }
    chatter.into_iter().for_each(|line| session.talk(line.number, line.text));
    if checked.is_empty() {
        return Ok(());
    }
    // What a proposal says needs no other.
    if *whose == Whose::Own && !mode.supersedes {
        session.orders.lists.push(as_read(&game, before, checked.iter()));
    }
    let acting = acts::taken_from(&mut checked);
    if !acting.is_empty() {
        acts::receive(session, &acting, whose, &warrants, mode)?;
        if checked.iter().all(is_heading) {
            checked.iter().for_each(|line| session.fates().set(line.number, Fate::Done));
            return Ok(());
        }
    }
    let Some(game) = session.game().cloned() else { return Ok(()) };
    let mut mode = mode;
    // What the book refuses for the phase that is answered leaves nothing to be meant for the open one.
    let is_refused_for_it = context.answered_ago > 0 && checked.iter().all(|line| line.orders.is_empty());
    if let Some(refusal) = (!is_refused_for_it).then(|| closed(&game, session, &warrants)).flatten() {
        checked.iter().for_each(|line| session.fates().set(line.number, Fate::NotFiled));
        session.lead(match whose {
            Whose::Of(seat) if warrants.is_empty() => not_his(seat.as_str(), &checked),
            Whose::Nobody => not_his("nobody", &checked),
            _ => refusal,
        });
        if !session.asks_meaning() {
            return Ok(());
        }
        // C7.3, D26: shown as they would be read for the open phase, and not put on file before somebody says so.
        mode.is_check = true;
    }
    let is_by_gm = *whose != Whose::Own && session.is_gm();
    let mut new_orders = new_orders(session, &mut checked, is_by_gm);
    let is_nothing_new = new_orders.is_empty();
    let mut whole = with_new_orders(&game, &new_orders, mode);
    for warrant in &warrants {
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

/// What may be known where the orders are given to seats.
pub fn known_to(game: &GameRecord, writer: &PlayerId, whose: &Whose) -> Brief<Value> {
    game.facts.brief(match whose {
        Whose::Of(seat) => Viewer::vacant(seat),
        Whose::Nobody => Viewer::stranger(),
        Whose::Own => Viewer::of_player(&game.roster, writer),
    })
}

/// Whether nothing is to be said of a line, which holds no order: it is followed by having been read.
fn is_heading(line: &CheckedLine) -> bool {
    line.orders.is_empty() && line.remarks.is_empty()
}

/// What was read in these lines.
fn as_read<'c>(game: &GameRecord, context: Context, checked: impl Iterator<Item = &'c CheckedLine>) -> OrderList {
    let read = |line: &CheckedLine| ReadLine {
        line: Line { number: line.number, text: line.text.clone() },
        wordings: line.wordings.clone(),
        orders: line.orders.iter().map(|order| order.canonical.clone()).collect(),
    };
    OrderList { game: game.id.clone(), context, lines: checked.map(read).collect(), is_talk: false }
}

/// Orders below a heading for a seat that is not the writer's.
fn not_his(seat: &str, lines: &[CheckedLine]) -> String {
    let rows: Vec<String> = lines.iter().map(|line| format!("  {}", line.text.trim())).collect();
    format!("You cannot give orders for {seat}, so this was not put on file:\n\n{}", rows.join("\n"))
}

/// Whether a line is no order, nor one with a slip of the pen in it. A sentence of talk may be told apart by its question mark
/// alone, so a reader says something of it; where no line is an order, that would be no answer.
fn is_talk(game: &GameRecord, line: &CheckedLine) -> bool {
    let is_order = || game.table.begins_order(&as_seen(&line.text)) || resembles_order(game, &line.text);
    line.status() == LineStatus::Chatter || line.orders.is_empty() && !is_order()
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

/// Reviews one seat's new sheet, keeps what stands, and puts it on file.
fn file_sheet(
    session: &mut Session<'_>,
    game: &GameRecord,
    warrant: &Warrant,
    new_orders: Vec<NewOrder<'_>>,
    mode: FilingMode,
) -> Result<(), DeskError> {
    let seat = warrant.seat();
    let old = session.game().and_then(|game| game.sheets.get(seat)).cloned().unwrap_or_default();
    let new_orders = set_repeated_aside(session, seat, &old, new_orders, mode);
    let takes_place = new_orders.iter().filter(|order| !order.filed.is_added);
    let sections: BTreeSet<&str> = takes_place.map(|order| order.filed.section.as_str()).collect();
    // Orders below a command join those above it.
    let mine = session.orders.filed.clone();
    let joins = |section: &str| mode.adds || mine.contains(&(seat.clone(), section.to_owned()));
    let is_of_its_time = !session.arrival().is_accepted_late && !warrant.is_by_gm();
    let until = is_of_its_time.then_some(session.arrival().at);
    let gives_way = lines_that_give_way(game, seat, &old, (mode, until))?;
    let superseded = superseded(game, &gives_way, new_orders.iter().map(|order| &order.filed))?;
    let goes =
        |line: &Filed<Value>| !line.is_added && sections.contains(line.section.as_str()) && !joins(&line.section);
    if is_overtaken(session, warrant, &old, goes) {
        session.lead("Orders that arrived after this letter are on file already; they stay.");
        return Ok(());
    }
    let is_free = |line: &Filed<Value>| !superseded.iter().any(|other| other.is_same_order(line));
    let stays = |line: &&Filed<Value>| is_free(line) && !goes(line);
    let mut candidate: Vec<Filed<Value>> = old.lines.iter().filter(stays).cloned().collect();
    let count_kept = candidate.len();
    let (new_orders, lines): (Vec<Filed<Value>>, Vec<&CheckedLine>) =
        new_orders.into_iter().map(|order| (order.filed, order.line)).unzip();
    candidate.extend(new_orders);
    let before = session.orders.before.get(seat).unwrap_or(&old.lines);
    let (kept, new) = candidate.split_at_mut(count_kept);
    keep_first_receipt(before, kept, new);
    let reviewed = review(game, seat, &candidate)?;
    let mut standing_lines = Vec::new();
    let fate = if mode.is_check { Fate::WouldBeFiled } else { Fate::Filed };
    for ((filed, line), verdict) in candidate[count_kept..].iter().zip(lines).zip(&reviewed.lines[count_kept..]) {
        // What the reader found missing is not said a second time by the reviewer.
        let is_told = line.remarks.iter().any(|remark| remark.status == LineStatus::Incomplete);
        let found = verdict.remarks.iter().filter(|remark| !is_told || remark.status != LineStatus::Incomplete);
        found.for_each(|remark| session.remark(line.number, &line.text, remark));
        if worst(&line.remarks).max(worst(&verdict.remarks)) < LineStatus::Refused {
            standing_lines.push(filed.clone());
            let beside = stands_beside(&old, filed).filter(|_| !mode.adds);
            beside.iter().for_each(|remark| session.remark(line.number, &line.text, remark));
            session.orders.put.push((seat.clone(), filed.clone(), line.number));
            session.fates().set(line.number, fate.clone());
        }
    }
    // A section none of whose new lines stands keeps its old ones.
    let renewed: BTreeSet<String> =
        standing_lines.iter().filter(|line| !line.is_added).map(|line| line.section.clone()).collect();
    let goes_for = self::superseded(game, &gives_way, standing_lines.iter())?;
    let stays = |line: &&Filed<Value>| {
        let is_replaced = goes_for.iter().any(|other| other.is_same_order(line));
        !is_replaced && (line.is_added || joins(&line.section) || !renewed.contains(&line.section))
    };
    let mut lines: Vec<Filed<Value>> = old.lines.iter().filter(stays).cloned().collect();
    let replaced =
        old.lines.iter().filter(|old| !lines.contains(old) && !standing_lines.iter().any(|new| new.is_same_order(old)));
    session.orders.replaced.entry(seat.clone()).or_default().extend(replaced.cloned());
    lines.extend(standing_lines);
    if reviewed.lines[count_kept..].iter().any(|line| worst(&line.remarks) == LineStatus::Incomplete) {
        attach(session, game, seat, &old, &mut lines, mode)?;
    }
    session.orders.filed.extend(renewed.into_iter().map(|section| (seat.clone(), section)));
    session.orders.reviews.insert(seat.clone(), SheetReview { lines: candidate, reviewed });
    put_sheet(session, warrant, &old, lines, mode.is_check);
    Ok(())
}

/// What is to be said of an order that is added to earlier ones about the same: its writer may have meant to change them.
fn stands_beside(old: &Sheet<Value>, new: &Filed<Value>) -> Option<Remark> {
    let is_about_it = |line: &&Filed<Value>| new.is_added && line.is_added && line.section == new.section;
    let earlier = old.lines.iter().find(is_about_it)?;
    let said = format!("It is ordered beside what is on file already ({}).", earlier.canonical);
    Some(Remark::notice(said).hint("CANCEL with its number takes off what you do not want."))
}

/// Orders that stand beside those on file, but for those that say again what an earlier letter put there: a letter that is sent
/// twice orders once. Each order on file answers for one like it.
fn set_repeated_aside<'a>(
    session: &mut Session<'_>,
    seat: &SeatId,
    old: &Sheet<Value>,
    new_orders: Vec<NewOrder<'a>>,
    mode: FilingMode,
) -> Vec<NewOrder<'a>> {
    if mode.adds {
        return new_orders;
    }
    let before = session.orders.before.get(seat).unwrap_or(&old.lines);
    let answered = session.orders.repeated.iter().filter(|(of, _)| of == seat).map(|(_, line)| line);
    let mut free: Vec<Filed<Value>> = before.clone();
    for line in answered {
        free.iter().position(|other| other.is_same_order(line)).map(|at| free.remove(at));
    }
    let (mut rest, mut repeated) = (Vec::new(), Vec::new());
    for order in new_orders {
        match free.iter().position(|line| order.filed.is_added && line.is_same_order(&order.filed)) {
            Some(at) => repeated.push((free.remove(at), order.line)),
            None => rest.push(order),
        }
    }
    for (filed, line) in repeated {
        let said = Remark::notice("This is on file already, so it was not put there a second time.")
            .hint("Below a line ADD it is ordered once more.");
        session.remark(line.number, &line.text, &said);
        session.fates().set(line.number, Fate::Filed);
        session.orders.repeated.push((seat.clone(), filed));
    }
    rest
}

/// The orders on file that go when an added one stands against them: all of them for a proposal that is taken, and below ADD
/// those in which something must still be said, for then it is said by that, unless they came after the letter, `until` then.
fn lines_that_give_way(
    game: &GameRecord,
    seat: &SeatId,
    old: &Sheet<Value>,
    (mode, until): (FilingMode, Option<i64>),
) -> Result<Vec<Filed<Value>>, DeskError> {
    if mode.supersedes {
        return Ok(old.lines.clone());
    }
    if !mode.adds || old.lines.is_empty() {
        return Ok(Vec::new());
    }
    let reviewed = review(game, seat, &old.lines)?;
    let is_open = |(line, review): &(&Filed<Value>, &LineReview)| {
        let came_after = line.received.zip(until).is_some_and(|(came, until)| came.at > until);
        !came_after && line.asked.is_none() && worst(&review.remarks) == LineStatus::Incomplete
    };
    Ok(old.lines.iter().zip(&reviewed.lines).filter(is_open).map(|(line, _)| line.clone()).collect())
}

/// Those of these orders that one of the new ones stands against, in its section.
pub fn superseded<'o>(
    game: &GameRecord,
    gives_way: &[Filed<Value>],
    new: impl Iterator<Item = &'o Filed<Value>>,
) -> Result<Vec<Filed<Value>>, DeskError> {
    let mut gone = Vec::new();
    for new in new.filter(|new| !new.is_added) {
        for old in gives_way.iter().filter(|old| !old.is_added && old.section == new.section) {
            if game.table.contradict(old, new)? {
                gone.push(old.clone());
            }
        }
    }
    Ok(gone)
}

/// Whether orders that arrived after this letter stand among the lines it would take away: the latest arrival counts,
/// whatever the order in which letters are decided.
pub fn is_overtaken(
    session: &Session<'_>,
    warrant: &Warrant,
    old: &Sheet<Value>,
    takes_away: impl Fn(&Filed<Value>) -> bool,
) -> bool {
    if is_planted("last-decided-counts") {
        return false;
    }
    let is_older = old.arrived > session.arrival().at && !session.arrival().is_accepted_late && !warrant.is_by_gm();
    is_older && old.lines.iter().any(takes_away)
}

/// Puts a seat's sheet on file, and says first of all what that changed.
pub fn put_sheet(
    session: &mut Session<'_>,
    warrant: &Warrant,
    old: &Sheet<Value>,
    lines: Vec<Filed<Value>>,
    is_check: bool,
) {
    let Some(game) = session.game() else { return };
    let Some(phase) = &game.phase else { return };
    let (game_id, number, seat) = (game.id.clone(), phase.number, warrant.seat().clone());
    let title = game.roster.seat(&seat).map_or_else(|| seat.to_string(), |seat| seat.spec.title.clone());
    session.orders.before.entry(seat.clone()).or_insert_with(|| old.lines.clone());
    let (before, after) = (session.orders.before.get(&seat).map_or(0, Vec::len), lines.len());
    if lines == old.lines {
        let stays = match before {
            0 => format!("{title}: nothing is on file, for no order of this letter can stand."),
            _ => format!("{title}: the orders on file stay as they were ({}).", count(before)),
        };
        if !session.orders.sheet_leads.contains_key(&seat) {
            session.lead_of_sheet(&seat, stays);
        }
        if before > 0 && !is_check {
            renew_arrival(session, &seat, old);
        }
        return;
    }
    let sheet: Shared<_> = Sheet { revision: old.revision + 1, arrived: session.arrival().at, lines }.into();
    if let Some(game) = session.game_mut() {
        game.sheets.insert(seat.clone(), sheet.clone());
    }
    if is_check {
        session.lead_of_sheet(&seat, format!("{title}: {} would be on file; now there are {before}.", count(after)));
        return;
    }
    let late = if before == 0 { String::new() } else { format!("you had {}, now ", count(before)) };
    session.lead_of_sheet(&seat, format!("{title}: {late}{} on file.", count(after)));
    if warrant.is_by_gm() {
        session.orders.on_behalf.insert(seat.clone());
    }
    take_ready_back(session, &seat, &title);
    session.put_sheet(game_id, number, seat.clone(), sheet);
    session.note(format!("orders of {seat}: {before} before, {after} now"), None);
}

/// The same orders said again later count from then: a letter that came in between must not take their place.
fn renew_arrival(session: &mut Session<'_>, seat: &SeatId, old: &Sheet<Value>) {
    if session.arrival().at <= old.arrived {
        return;
    }
    let arrived = session.arrival().at;
    let Some(game) = session.game_mut() else { return };
    let sheet = Sheet { revision: old.revision + 1, arrived, lines: old.lines.clone() };
    let sheet = Shared::from(sheet);
    game.sheets.insert(seat.clone(), sheet.clone());
    let (game, number) = (game.id.clone(), game.phase_number());
    session.change(Change::PutSheet { game, number, seat: seat.clone(), sheet });
}

/// Orders in words.
pub fn count(orders: usize) -> String {
    match orders {
        0 => "no orders".to_owned(),
        1 => "1 order".to_owned(),
        n => format!("{n} orders"),
    }
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
        let is_near = |verb: &&&str| {
            let distance = strsim::damerau_levenshtein(&plain, verb);
            (1..=2).contains(&distance) && distance * 3 < verb.len() + 1
        };
        let mended = verbs.iter().filter(is_near).map(|verb| {
            let mut words = words.clone();
            words[place] = verb;
            words.join(" ")
        });
        mended.into_iter().any(|line| game.reads_as_whole_order(&line))
    })
}
