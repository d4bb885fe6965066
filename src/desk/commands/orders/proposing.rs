//! Orders that lines may mean which were not understood: what the book finds likely and the writer's seats may give, each with
//! a number that a YES names, unless it would be refused. Files nothing, and knows no state: only what the writer may know.

use std::collections::BTreeMap;

use serde_json::Value;

use base::facts::Viewer;
use base::game::SeatId;
use base::order::{Filed, Line, LineStatus, Remark};
use reader::is_courtesy;
use rules::check::{CheckedLine, check_form};
use rules::propose::{says_less, turns_round};
use rules::{Context, left_out};

use crate::commands::orders::named_later::{lacking, with_its_names};
use crate::commands::orders::people_named::with_their_seats;
use crate::commands::orders::sheet::superseded;
use crate::files::decision::Change;
use crate::files::proposal::{Proposal, Proposals};
use crate::files::record::GameRecord;
use crate::files::stop::{DeskError, Stop};
use crate::letter::session::Session;
use crate::letter::sheet_work::{HeldBack, OrderList, ReadLine};
use crate::phase::sheets::review;
use crate::said::notice::Proposed;

/// Most orders that are proposed in answer to one letter.
const MOST_PROPOSED: usize = 10;
/// Most that are held against what is on file, for that costs more than reading; the others are proposed as they are.
const MOST_TRIED: usize = 30;

/// Most orders that are proposed of those which nothing but their head keeps from being on file.
const MOST_HELD: usize = 60;

/// So many lines are looked at for what they mean by themselves, which is not proposed below another.
const MOST_OWN: usize = 12;

/// An order that a line may mean.
struct Likely {
    /// The line that is answered; none for talk.
    line: Option<usize>,
    /// The line that it was found in, talk or not.
    of: usize,
    heading: Option<String>,
    words: String,
    /// What the sheet would say beside it.
    note: String,
    /// It is what its line says by itself, and nothing but this keeps it from standing.
    held: Option<HeldBack>,
}

/// What of a line is in none of the orders that are proposed for it.
struct Half {
    /// The line that is answered; none for talk.
    line: Option<usize>,
    left: Vec<String>,
}

/// An order that could stand, and what the sheet would say beside it: what place a square is, for one.
struct Fitting {
    words: String,
    note: String,
}

/// Whether the answer to this letter asks its writer something that a YES alone confirms: beside that no YES stands for an order.
fn asks_for_yes(session: &Session<'_>) -> bool {
    let asks =
        |change: &Change| matches!(change, Change::AskQuestion(question) if question.player == session.writer().id);
    !session.is_gm() && session.changes().iter().any(asks)
}

/// Shows below the lines that are not understood, or not wholly, what they may mean, and keeps it under its numbers.
pub fn offer(session: &mut Session<'_>) -> Result<(), Stop> {
    if asks_for_yes(session) {
        return Ok(());
    }
    let lists = std::mem::take(&mut session.orders.lists);
    let Some(game) = session.game().cloned() else { return Ok(()) };
    // What could stand now tells how the phase ended whose reports still wait.
    let Some(phase) = game.told_phase().map(|phase| (phase.number, phase.revision)) else { return Ok(()) };
    // Who is answered did not write now, and may have other letters let in beside this one.
    if session.arrival().is_accepted_late {
        return Ok(());
    }
    let mut likely = Vec::new();
    let mut tried = 0;
    let mut halves = Vec::new();
    let unclear = naming_talk(&game, &lists);
    for list in lists.into_iter().filter(|list| list.game == game.id) {
        find(session, &game, list, (&mut likely, &mut tried, &mut halves))?;
    }
    let unclear: Vec<String> = unclear
        .into_iter()
        .filter(|(number, _)| !likely.iter().any(|order| order.of == *number))
        .map(|(_, text)| text)
        .take(MOST_UNCLEAR)
        .collect();
    if likely.is_empty() {
        if !unclear.is_empty() {
            session.offer(PERHAPS, Vec::new(), not_understood(&unclear));
        }
        return Ok(());
    }
    let player = session.writer().id.clone();
    let mut known = session.desk().files.proposals(&game.id, &player, phase)?;
    let count_known = known.open.len();
    let mut of_talk = Vec::new();
    let mut held_back = Vec::new();
    for Likely { line, heading, words, note, held, .. } in likely {
        let number = number_of(&mut known, phase, heading, &words);
        held_back.extend(held.map(|held| (held, number)));
        match line {
            Some(line) => session.propose(line, Proposed::order(number, words, &note)),
            None => of_talk.push(Proposed::order(number, words, &note)),
        }
    }
    for held in [HeldBack::Head, HeldBack::Beside] {
        let numbers = held_back.iter().filter(|(of, _)| *of == held).map(|(_, number)| *number);
        if let Some(sentence) = all_at_once(held, numbers.collect()) {
            session.lead(sentence);
        }
    }
    let left_of_talk = say_what_is_left(session, halves);
    let unclear = if unclear.is_empty() { String::new() } else { not_understood(&unclear) };
    let below: Vec<String> = [left_of_talk, unclear].into_iter().filter(|said| !said.is_empty()).collect();
    if !of_talk.is_empty() || !below.is_empty() {
        session.offer(PERHAPS, of_talk, below.join("\n\n"));
    }
    let proposals = known.open.split_off(count_known);
    if !proposals.is_empty() {
        session.change(Change::Propose { game: game.id, player, proposals });
    }
    Ok(())
}

/// The title of what talk may mean.
const PERHAPS: &str = "Perhaps meant as an order";
/// Most lines of talk of which it is said that they are not understood, and most words of one.
const MOST_UNCLEAR: usize = 3;
const MOST_OF_UNCLEAR: usize = 12;

/// Short lines beside orders that name something of the game, with their numbers: no orders, and perhaps meant as some.
fn naming_talk(game: &GameRecord, lists: &[OrderList]) -> Vec<(usize, String)> {
    const OTHERS: &[&str] = &["i", "i'm", "i'd", "i'll", "we", "you", "hope", "good", "what", "who", "why", "how"];
    let has_orders = |list: &&OrderList| list.game == game.id && list.lines.iter().any(|read| !read.orders.is_empty());
    let is_meant = |read: &&ReadLine| {
        let words: Vec<&str> = read.line.text.split_whitespace().collect();
        let is_of_orders = words.first().is_some_and(|first| !OTHERS.contains(&first.to_lowercase().as_str()));
        read.is_talk
            && (2..=MOST_OF_UNCLEAR).contains(&words.len())
            && is_of_orders
            && !is_signature(&words)
            && !read.line.text.contains('?')
            && !is_courtesy(&read.line.text)
            && !game.table.names_in(&read.line.text).is_empty()
    };
    let lines = lists.iter().filter(has_orders).flat_map(|list| &list.lines).filter(is_meant);
    lines.map(|read| (read.line.number, read.line.text.trim().to_owned())).collect()
}

/// "Robert Lee, Richmond": words that are all written large.
fn is_signature(words: &[&str]) -> bool {
    words.iter().all(|word| word.starts_with(char::is_uppercase))
}

fn not_understood(lines: &[String]) -> String {
    let quoted: Vec<String> = lines.iter().map(|words| format!("{words:?}")).collect();
    format!("Not understood, and not on file: {}. Write it whole if an order is meant.", quoted.join(", "))
}

/// Says below the proposals for a line what of it is in none of them; of talk it is said below those for all of it.
fn say_what_is_left(session: &mut Session<'_>, halves: Vec<Half>) -> String {
    let mut of_talk = Vec::new();
    for Half { line, left } in halves {
        match line {
            Some(line) => session.leave_out(line, not_in_them(&left)),
            None => of_talk.extend(left),
        }
    }
    if of_talk.is_empty() { String::new() } else { not_in_them(&of_talk) }
}

fn not_in_them(left: &[String]) -> String {
    let quoted: Vec<String> = left.iter().map(|words| format!("{words:?}")).collect();
    format!("Not in what is proposed: {}.", quoted.join(", "))
}

/// The first line of talk in this letter that may be meant as an order which could stand: what is said of all orders waits for that.
pub fn talk_that_may_order(session: &Session<'_>) -> Result<Option<usize>, DeskError> {
    let Some(game) = session.game() else { return Ok(None) };
    if asks_for_yes(session) || session.arrival().is_accepted_late || game.told_phase().is_none() {
        return Ok(None);
    }
    let lacking = lacking(session, game)?;
    for list in session.orders.lists.iter().filter(|list| list.game == game.id) {
        let mut context = list.context.clone();
        let mut tried = 0;
        for read in &list.lines {
            let _ = game.table.read(&mut context, &read.line.text);
            if read.is_talk
                && !proposed(session, game, &context, (read, Vec::new(), &lacking), &mut tried)?.fitting.is_empty()
            {
                return Ok(Some(read.line.number));
            }
        }
    }
    Ok(None)
}

/// How all orders that are held back for the same reason are filed with one answer.
fn all_at_once(held: HeldBack, mut numbers: Vec<u32>) -> Option<String> {
    if numbers.len() < 2 {
        return None;
    }
    numbers.sort_unstable();
    numbers.dedup();
    let rows = numbers.chunk_by(|one, next| one + 1 == *next).map(|row| match row {
        [one] => one.to_string(),
        [first, .., last] => format!("{first}-{last}"),
        [] => String::new(),
    });
    let rows: Vec<String> = rows.collect();
    let (count, rows) = (numbers.len(), rows.join(", "));
    Some(match held {
        HeldBack::Head => format!(
            "{count} orders stand below a head that is not understood, and nothing but that keeps them from being on file: \
             YES {rows} files them all."
        ),
        HeldBack::Beside => format!("{count} orders wait for your word alone: YES {rows} has them all carried out."),
    })
}

/// The number of a proposal: that of the same one in the same phase, else the next.
pub fn number_of(known: &mut Proposals, phase: (u32, u32), heading: Option<String>, words: &str) -> u32 {
    let is_same = |other: &&Proposal| other.words == words && other.heading == heading;
    if let Some(other) = known.open.iter().find(is_same) {
        return other.number;
    }
    known.last += 1;
    known.open.push(Proposal { number: known.last, phase, heading, words: words.to_owned() });
    known.last
}

/// What the lines of a list may mean, as far as the letter may have more.
fn find(
    session: &mut Session<'_>,
    game: &GameRecord,
    list: OrderList,
    (likely, tried, halves): (&mut Vec<Likely>, &mut usize, &mut Vec<Half>),
) -> Result<(), DeskError> {
    let OrderList { mut context, lines, .. } = list;
    // One that stands and lacks something may be meant otherwise as well.
    let is_open = |session: &Session<'_>, read: &ReadLine| read.is_talk || session.is_in_doubt(read.line.number);
    let count = lines.iter().rposition(|read| is_open(session, read)).map_or(0, |last| last + 1);
    // What other lines say is no likely meaning of this one.
    let said: Vec<String> = lines.iter().flat_map(|read| read.orders.iter().cloned()).collect();
    let last_held = lines.iter().rposition(|read| read.held.is_some());
    let open = lines.iter().enumerate().take(count).filter(|(_, read)| is_open(session, read));
    let own = own_meanings(game, &context, open);
    let lacking = if lines.iter().any(|read| read.is_talk) { lacking(session, game)? } else { Vec::new() };
    for (rank, read) in lines.into_iter().enumerate().take(count) {
        // A heading holds for the lines below it, and for what stands behind it.
        let _ = game.table.read(&mut context, &read.line.text);
        // Of a letter with so many misread lines nothing more is proposed.
        let more = MOST_PROPOSED.saturating_sub(likely.iter().filter(|other| other.held.is_none()).count());
        let is_enough = more == 0 && last_held.is_none_or(|last| last < rank) || likely.len() >= MOST_HELD;
        if is_enough || context.is_brief() {
            return Ok(());
        }
        if !is_open(session, &read) || more == 0 && read.held.is_none() {
            continue;
        }
        let others = said.iter().chain(own_of_others(&own, rank)).cloned().collect();
        let Found { fitting, refused, on_file, answers } =
            proposed(session, game, &context, (&read, others, &lacking), tried)?;
        // What was read and refused has its own reason, and a likeness of it says nothing more.
        let is_unread = read.orders.is_empty();
        let is_news =
            |remark: &Remark| is_unread && fitting.is_empty() && !session.is_told(read.line.number, &remark.message);
        if let Some(remark) = refused.filter(|remark| (answers || !read.is_talk) && is_news(remark)) {
            session.remark(read.line.number, &read.line.text, &remark);
        }
        let heading = context.heading.clone();
        let line = (!read.is_talk).then_some(read.line.number);
        let in_orders = fitting.iter().map(|order| format!("{} {}", order.words, order.note));
        let in_orders: Vec<String> = in_orders.chain(on_file).chain(read.orders.iter().cloned()).collect();
        let is_shown =
            |words: &String| likely.iter().any(|other: &Likely| other.words == *words && other.heading == heading);
        let new: Vec<Fitting> = fitting.into_iter().filter(|order| !is_shown(&order.words)).collect();
        let held = read.held.filter(|held| *held == HeldBack::Beside || new.len() == 1);
        let most = if held.is_some() { new.len() } else { more };
        if !new.is_empty() && read.held != Some(HeldBack::Beside) {
            let left = left_out(&read.line.text, &in_orders, &game.table.names_in(&read.line.text));
            halves.extend((!left.is_empty()).then_some(Half { line, left }));
        }
        let one = |Fitting { words, note }| Likely {
            line,
            of: read.line.number,
            heading: heading.clone(),
            words,
            note,
            held,
        };
        likely.extend(new.into_iter().map(one).take(most));
    }
    Ok(())
}

/// What each line may mean by itself: of many lines nobody can tell, and the first few are looked at.
fn own_meanings<'r>(
    game: &GameRecord,
    context: &Context,
    lines: impl Iterator<Item = (usize, &'r ReadLine)>,
) -> Vec<(usize, Vec<String>)> {
    let few: Vec<(usize, &ReadLine)> = lines.take(MOST_OWN).collect();
    if few.len() < 2 {
        return Vec::new();
    }
    few.into_iter().map(|(rank, read)| (rank, game.table.propose(context, &read.line.text))).collect()
}

/// What other lines may mean, and this one does not mean by itself.
fn own_of_others(own: &[(usize, Vec<String>)], rank: usize) -> impl Iterator<Item = &String> {
    let mine: &[String] = own.iter().find(|(other, _)| *other == rank).map_or(&[], |(_, words)| words.as_slice());
    own.iter().flat_map(|(_, words)| words).filter(move |words| !mine.contains(words))
}

/// What a line may mean.
#[derive(Default)]
struct Found {
    /// Orders that could stand on file.
    fitting: Vec<Fitting>,
    /// Why the likeliest of those that could not cannot: said where none can.
    refused: Option<Remark>,
    /// Those that are on file as they are.
    on_file: Vec<String>,
    /// It names what an order on file lacks.
    answers: bool,
}

/// What the book proposes for a line, but for what it was read as, what no seat of the writer may give, and what could not stand
/// beside the orders on file.
fn proposed(
    session: &Session<'_>,
    game: &GameRecord,
    context: &Context,
    (read, others, lacking): (&ReadLine, Vec<String>, &[String]),
    tried: &mut usize,
) -> Result<Found, DeskError> {
    let known = game.facts.brief(Viewer::of_player(&game.roster, &session.writer().id));
    let mut found = Found::default();
    let mut seen = others;
    let named = if read.held.is_some() { None } else { with_their_seats(session, game, &read.line.text) };
    let filled = if read.is_talk { with_its_names(game, lacking, &read.line.text) } else { Vec::new() };
    found.answers = !filled.is_empty();
    for wording in read.wordings.iter().chain(&named).chain(&filled) {
        let mut words = match read.held {
            Some(HeldBack::Beside) => vec![wording.clone()],
            _ => game.table.propose(context, wording),
        };
        words.retain(|proposal| !turns_round(wording, proposal) && !says_less(wording, proposal));
        words.retain(|proposal| !seen.contains(proposal));
        seen.extend(words.iter().cloned());
        if words.is_empty() {
            continue;
        }
        let lines: Vec<Line> = words.into_iter().map(|text| Line { number: read.line.number, text }).collect();
        let checked = check_form(game.table.as_ref(), &mut context.clone(), &known, &session.seats(), &lines)?.lines;
        let may_give = |line: &CheckedLine| line.orders.iter().all(|order| order.stands());
        for line in checked.into_iter().filter(may_give) {
            found.sort(game, line, tried)?;
        }
        // What is less likely says less than was written: pulses of the head above, say.
        if found.fitting.is_empty() && found.refused.is_some() {
            break;
        }
    }
    Ok(found)
}

impl Found {
    fn sort(&mut self, game: &GameRecord, line: CheckedLine, tried: &mut usize) -> Result<(), DeskError> {
        *tried += 1;
        if is_on_file(game, &line) {
            self.on_file.push(line.text);
            return Ok(());
        }
        let (why, note) = if *tried <= MOST_TRIED { refusal(game, &line)? } else { (None, String::new()) };
        match why {
            None => self.fitting.push(Fitting { words: line.text, note }),
            // A YES to it would have to be mended in its turn.
            Some(why) if why.status == LineStatus::Incomplete => {}
            Some(why) => {
                let message = format!("Taken for \"{}\", it would be refused: {}", line.text, why.message);
                self.refused.get_or_insert(Remark { message, span: None, status: LineStatus::Accepted, ..why });
            }
        }
        Ok(())
    }
}

/// Whether all orders of a line are on file as they are: nobody need say yes to them.
fn is_on_file(game: &GameRecord, line: &CheckedLine) -> bool {
    let mut orders = line.orders.iter().filter_map(|order| order.seat.as_ref().zip(order.filed.as_ref())).peekable();
    let is_there = |(seat, filed): (&SeatId, &Filed<Value>)| {
        game.sheets.get(seat).is_some_and(|sheet| sheet.lines.iter().any(|line| line.is_same_order(filed)))
    };
    orders.peek().is_some() && orders.all(is_there)
}

/// Why an order could not stand, or what it lacks, in place of those on file that it stands against, as a YES would file it; and
/// what the sheet would say beside it. What its giver may know.
fn refusal(game: &GameRecord, line: &CheckedLine) -> Result<(Option<Remark>, String), DeskError> {
    let orders = line.orders.iter().filter_map(|order| order.seat.as_ref().zip(order.filed.as_ref()));
    let mut by_seat: BTreeMap<&SeatId, Vec<&Filed<Value>>> = BTreeMap::new();
    orders.for_each(|(seat, filed)| by_seat.entry(seat).or_default().push(filed));
    let mut notes: Vec<String> = Vec::new();
    for (seat, new) in by_seat {
        let sheet = game.sheets.get(seat);
        let on_file = sheet.map_or(&[][..], |sheet| &sheet.lines);
        let gone = superseded(game, on_file, new.iter().copied())?;
        let stays = on_file.iter().filter(|line| !gone.iter().any(|other| other.is_same_order(line)));
        let both: Vec<Filed<Value>> = stays.chain(new.iter().copied()).cloned().collect();
        let reviewed = review(game, seat, &both)?.lines.into_iter().skip(both.len() - new.len());
        for (order, review) in new.iter().zip(reviewed) {
            if !order.canonical.contains(&review.note) && !notes.contains(&review.note) {
                notes.push(review.note);
            }
            if let Some(why) = review.remarks.into_iter().find(|remark| remark.status >= LineStatus::Incomplete) {
                return Ok((Some(why), String::new()));
            }
        }
    }
    Ok((None, notes.join(", ")))
}
