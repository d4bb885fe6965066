//! One seat's sheet: which orders on file stay beside new ones, what the review lets stand, and what is said of the change. Reads no
//! letter.

use std::collections::BTreeSet;

use serde_json::Value;

use base::game::{SeatId, Shared, Warrant};
use base::order::{Filed, Line, LineStatus, Sheet, keep_first_receipt, worst};
use base::planted::is_planted;
use rules::LineReview;
use rules::check::CheckedLine;

use crate::commands::orders::asked::attach;
use crate::commands::orders::readiness::take_ready_back;
use crate::files::decision::Change;
use crate::files::record::GameRecord;
use crate::files::stop::DeskError;
use crate::letter::mode::FilingMode;
use crate::letter::session::Session;
use crate::phase::sheets::{SheetReview, review};
use crate::said::fates::Fate;

/// A new order on its way to the file.
pub struct NewOrder<'a> {
    /// Whose it is.
    pub seat: SeatId,
    /// As it would be on file.
    pub filed: Filed<Value>,
    /// The line of the letter it came from.
    pub line: &'a CheckedLine,
}

/// What of a seat's sheet stays beside new orders.
struct Beside<'a> {
    seat: &'a SeatId,
    mode: FilingMode,
    /// Sections in which orders of this letter are on file: orders below a command join those above it.
    own: BTreeSet<(SeatId, String)>,
    /// Sections of which the new orders take the place.
    taken: BTreeSet<String>,
    /// The orders on file that go when a new one stands against them.
    gives_way: Vec<Filed<Value>>,
}

impl<'a> Beside<'a> {
    fn of(
        session: &Session<'_>,
        game: &GameRecord,
        warrant: &'a Warrant,
        (old, new): (&Sheet<Value>, &[NewOrder<'_>]),
        mode: FilingMode,
    ) -> Result<Self, DeskError> {
        let seat = warrant.seat();
        let is_of_its_time = !session.arrival().is_accepted_late && !warrant.is_by_gm();
        let until = is_of_its_time.then_some(session.arrival().at);
        let takes_place = new.iter().filter(|order| !order.filed.is_added);
        Ok(Self {
            seat,
            mode,
            own: session.orders.filed.clone(),
            taken: takes_place.map(|order| order.filed.section.clone()).collect(),
            gives_way: lines_that_give_way(game, seat, old, (mode, until))?,
        })
    }

    fn joins(&self, section: &str) -> bool {
        self.mode.adds || self.own.contains(&(self.seat.clone(), section.to_owned()))
    }

    /// Whether a line on file goes with its section.
    fn goes(&self, line: &Filed<Value>) -> bool {
        !line.is_added && self.taken.contains(&line.section) && !self.joins(&line.section)
    }
}

/// Reviews one seat's new sheet, keeps what stands, and puts it on file.
pub fn file_sheet(
    session: &mut Session<'_>,
    game: &GameRecord,
    warrant: &Warrant,
    new_orders: Vec<NewOrder<'_>>,
    mode: FilingMode,
) -> Result<(), DeskError> {
    let seat = warrant.seat();
    let old = session.game().and_then(|game| game.sheets.get(seat)).cloned().unwrap_or_default();
    let new_orders = set_repeated_aside(session, seat, &old, new_orders, mode);
    let beside = Beside::of(session, game, warrant, (&old, &new_orders), mode)?;
    if is_overtaken(session, warrant, &old, |line| beside.goes(line)) {
        session.lead("Orders that arrived after this letter are on file already; they stay.");
        return Ok(());
    }
    let against = superseded(game, &beside.gives_way, new_orders.iter().map(|order| &order.filed))?;
    let stays = |line: &&Filed<Value>| !against.iter().any(|other| other.is_same_order(line)) && !beside.goes(line);
    let mut candidate: Vec<Filed<Value>> = old.lines.iter().filter(stays).cloned().collect();
    let count_kept = candidate.len();
    let (new, from): (Vec<Filed<Value>>, Vec<&CheckedLine>) =
        new_orders.into_iter().map(|order| (order.filed, order.line)).unzip();
    candidate.extend(new);
    let before = session.orders.before.get(seat).unwrap_or(&old.lines);
    let (kept, new) = candidate.split_at_mut(count_kept);
    keep_first_receipt(before, kept, new);
    let reviewed = review(game, seat, &candidate)?;
    let verdicts = &reviewed.lines[count_kept..];
    let standing = tell_verdicts(session, &beside, &old, (&candidate[count_kept..], &from, verdicts));
    let mut lines = stay_with(session, game, &beside, &old, &standing)?;
    // A section none of whose new lines stands keeps its old ones.
    let renewed = standing.iter().filter(|line| !line.is_added).map(|line| (seat.clone(), line.section.clone()));
    session.orders.filed.extend(renewed);
    lines.extend(standing);
    if verdicts.iter().any(|line| worst(&line.remarks) == LineStatus::Incomplete) {
        attach(session, game, seat, &old, &mut lines, mode)?;
    }
    session.orders.reviews.insert(seat.clone(), SheetReview { lines: candidate, reviewed });
    put_sheet(session, warrant, &old, lines, mode.is_check);
    Ok(())
}

/// Says what is wrong with new orders, and gives those that stand.
fn tell_verdicts(
    session: &mut Session<'_>,
    beside: &Beside<'_>,
    old: &Sheet<Value>,
    (new, from, verdicts): (&[Filed<Value>], &[&CheckedLine], &[LineReview]),
) -> Vec<Filed<Value>> {
    let mut standing = Vec::new();
    let fate = if beside.mode.is_check { Fate::WouldBeFiled } else { Fate::Filed };
    for ((filed, line), verdict) in new.iter().zip(from).zip(verdicts) {
        // What the reader found missing is not said a second time by the reviewer.
        let is_told = line.remarks.iter().any(|remark| remark.status == LineStatus::Incomplete);
        let found = verdict.remarks.iter().filter(|remark| !is_told || remark.status != LineStatus::Incomplete);
        found.for_each(|remark| session.remark(line.number, &line.text, remark));
        let status = worst(&line.remarks).max(worst(&verdict.remarks));
        if status >= LineStatus::Refused {
            continue;
        }
        session.orders.has_whole |= status < LineStatus::Incomplete;
        standing.push(filed.clone());
        let earlier = stands_beside(old, filed).filter(|_| !beside.mode.adds || beside.mode.supersedes);
        if let Some(earlier) = earlier {
            let line = Line { number: line.number, text: line.text.clone() };
            session.note_beside(line, &earlier.canonical);
        }
        session.orders.put.push((beside.seat.clone(), filed.clone(), line.number));
        session.fates().set(line.number, fate.clone());
    }
    standing
}

/// The lines on file that stay with new ones that stand; those whose place is taken are noted.
fn stay_with(
    session: &mut Session<'_>,
    game: &GameRecord,
    beside: &Beside<'_>,
    old: &Sheet<Value>,
    standing: &[Filed<Value>],
) -> Result<Vec<Filed<Value>>, DeskError> {
    let renewed: BTreeSet<&str> =
        standing.iter().filter(|line| !line.is_added).map(|line| line.section.as_str()).collect();
    let against = superseded(game, &beside.gives_way, standing.iter())?;
    let stays = |line: &&Filed<Value>| {
        let is_replaced = against.iter().any(|other| other.is_same_order(line));
        !is_replaced && (line.is_added || beside.joins(&line.section) || !renewed.contains(line.section.as_str()))
    };
    let lines: Vec<Filed<Value>> = old.lines.iter().filter(stays).cloned().collect();
    let is_replaced = |old: &&Filed<Value>| !lines.contains(old) && !standing.iter().any(|new| new.is_same_order(old));
    let replaced = old.lines.iter().filter(is_replaced).cloned();
    session.orders.replaced.entry(beside.seat.clone()).or_default().extend(replaced);
    Ok(lines)
}

/// The first order on file about the same, where one is added: its writer may have meant to change it.
fn stands_beside<'o>(old: &'o Sheet<Value>, new: &Filed<Value>) -> Option<&'o Filed<Value>> {
    let is_about_it = |line: &&Filed<Value>| new.is_added && line.is_added && line.section == new.section;
    old.lines.iter().find(is_about_it)
}

/// Orders that stand beside those on file, but for those that say again what an earlier letter put there: a letter that is sent
/// twice, and a proposal that is taken twice, orders once. Each order on file answers for one like it.
fn set_repeated_aside<'a>(
    session: &mut Session<'_>,
    seat: &SeatId,
    old: &Sheet<Value>,
    new_orders: Vec<NewOrder<'a>>,
    mode: FilingMode,
) -> Vec<NewOrder<'a>> {
    // Below ADD it is meant to be ordered once more; a proposal that is taken twice is not.
    if mode.repeats || mode.adds && !mode.supersedes {
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
        session.note_repeated(Line { number: line.number, text: line.text.clone() });
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
