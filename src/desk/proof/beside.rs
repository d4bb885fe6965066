//! What stands beside what cannot be taken back once it is done: a word that confirms, an order that acts as it comes, a proposal that is
//! taken, press. It is done if its letter says nothing else, for who writes more may mean something else, in words that nobody can list.

use std::ops::RangeInclusive;

use base::game::Player;
use base::order::{Cancelled, Command, Line, LineStatus, Request, read_command};
use mail::{Doubtful, Letter, Mark, is_unticked};
use reader::{Course, OrderLine, Reading, moods_of};
use rules::ReadOrder;

use crate::files::desk::Desk;
use crate::files::record::GameRecord;
use crate::files::stop::Stop;
use crate::proof::broken::{answered_lines, plain};
use crate::proof::matter::requests_of;
use crate::proof::named::is_name_of;
use crate::proof::reply::denied_in_what_was_left_out;
use crate::said::consent::adds_nothing;
use crate::said::courtesies::hands_over;
use crate::said::denial::{denies, doubts};
use crate::said::offers::above_our_offer;
use crate::said::our_lines::numbers_of_ours;
use crate::said::second_thoughts::{is_of_another_letter, unsays, without_addresses};
use crate::said::typed_words::{names_of, words_of};

/// What is done, and so what its letter may say beside it: commands, courtesies and its writer's name in any case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Deed {
    /// A word confirms: orders that are read whole may stand beside it.
    Confirms,
    /// An order acts as it comes, or a proposal is taken: lines that begin an order or for which one is proposed as well.
    Acts,
    /// READY plays a phase: whatever does not put it off.
    Plays,
    /// Press goes out: whatever does not take it back.
    Press,
}

impl Deed {
    /// Whether talk may stand beside it that takes nothing back.
    fn takes_talk(self) -> bool {
        matches!(self, Deed::Plays | Deed::Press)
    }

    /// Most words of a greeting or of thanks beside it.
    fn most_of_courtesy(self) -> usize {
        if self == Deed::Confirms { 5 } else { 7 }
    }
}

/// The first words of a letter that may not stand beside what it does.
pub fn words_beside(
    desk: &Desk<'_>,
    letter: &Letter,
    writer: &Player,
    game: Option<&GameRecord>,
    deed: Deed,
) -> Result<Option<String>, Stop> {
    words_beside_signed(desk, letter, (writer, game), game, deed)
}

/// The same where orders are none that count, and its writer may sign with his offices in a game.
pub fn words_beside_signed(
    desk: &Desk<'_>,
    letter: &Letter,
    (writer, offices_in): (&Player, Option<&GameRecord>),
    game: Option<&GameRecord>,
    deed: Deed,
) -> Result<Option<String>, Stop> {
    let subject = typed_subject(&letter.subject);
    let taken_back = (!subject.is_empty() && unsays(subject)).then_some(subject);
    // Where the two versions differ, that which its reader sees may deny what the other says, or ask.
    let takes_back = |line: &str| unsays(line) || line.contains('?') || is_unticked(line);
    let is_apart = |line: &&String| !line.trim().is_empty() && !letter.text.lines.contains(line);
    let in_html = letter.text.html.iter().flatten().filter(is_apart).find(|line| takes_back(line));
    let taken_back = taken_back.or(in_html.map(|line| line.trim()));
    // What its reader sees has no words at all: they were struck, or hidden.
    let is_struck = letter.text.html.as_ref().is_some_and(|html| html.iter().all(|line| line.trim().is_empty()));
    let struck = letter.text.lines.iter().find(|line| is_struck && !line.trim().is_empty());
    let taken_back = taken_back.or(struck.map(|line| line.trim()));
    let taken_back = taken_back.or_else(|| ordered_below(letter, game, deed));
    if let Some(words) = taken_back.or_else(|| denied_in_what_was_left_out(letter)) {
        return Ok(Some(words.to_owned()));
    }
    let names = names_below(writer, offices_in);
    let greeted = offices_in.map(|game| {
        let gms = game.roster.gms().iter().filter_map(|gm| game.roster.player(gm));
        gms.flat_map(names_of).collect::<Vec<_>>()
    });
    let more = lines_beside(letter, game, deed).into_iter().filter(|line| {
        let text = without_addresses(&line.text);
        unsays(&text) || !adds_nothing(&text, &names, greeted.as_deref(), deed.most_of_courtesy())
    });
    let mut more = more.peekable();
    if more.peek().is_none() {
        return Ok(None);
    }
    let ours = format!(" {} ", answered_lines(desk, writer, letter)?.join(" "));
    let came_back = |line: &Line| ours.contains(&format!(" {} ", plain(&line.text))) && !unsays(&line.text);
    Ok(more.find(|line| !came_back(line)).map(|line| line.text.trim().to_owned()))
}

/// An order or a command below a signature or the line of a telephone, where nothing is done: it may say the contrary.
fn ordered_below<'l>(letter: &'l Letter, game: Option<&GameRecord>, deed: Deed) -> Option<&'l str> {
    let game = game.filter(|_| deed == Deed::Acts)?;
    let is_own =
        |doubtful: &&Doubtful| matches!(doubtful.mark, Mark::Signature | Mark::SignatureElement | Mark::Device);
    let mut below = letter.text.doubtful.iter().filter(is_own).flat_map(|doubtful| &doubtful.below);
    let line = below.find(|line| matches!(read_command(line), Some(Ok(_))) || game.reads_as_whole_order(line));
    line.map(|line| line.trim())
}

/// The words with which its writer may sign a letter: those of his names and offices.
pub fn names_below(writer: &Player, game: Option<&GameRecord>) -> Vec<String> {
    let served = |game: &GameRecord| {
        let seats = game.roster.seats_of(&writer.id);
        let ids = seats.iter().flat_map(|seat| words_of(seat.as_str()));
        let offices = seats.iter().filter_map(|seat| game.roster.seat(seat));
        ids.chain(offices.flat_map(|seat| words_of(&seat.spec.title))).collect::<Vec<_>>()
    };
    names_of(writer).into_iter().chain(game.map(served).unwrap_or_default()).collect()
}

/// A subject without the name of its game; that of an answer is ours.
fn typed_subject(subject: &str) -> &str {
    let words = subject.trim();
    let bare = match words.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((_, rest)) => rest.trim(),
        None => words,
    };
    if [words, bare].into_iter().any(is_of_answer) { "" } else { bare }
}

/// Whether a subject begins as those of answers do, in whatever language: "Re:", "AW:", "Antw.:". "TEST: please ignore" does not.
fn is_of_answer(subject: &str) -> bool {
    const LONGEST: usize = 5;
    const TYPED: &[&str] = &["test", "draft", "check", "void", "wait", "stop", "no", "not", "if", "nope"];
    let Some((mark, _)) = subject.split_once([':', '：']) else { return false };
    let mark = mark.trim().trim_end_matches('.').to_lowercase();
    mark.chars().count() <= LONGEST && mark.chars().all(char::is_alphabetic) && !TYPED.contains(&mark.as_str())
}

/// The lines that are no command and may not stand beside what is done; none of those of ours that came back.
fn lines_beside(letter: &Letter, game: Option<&GameRecord>, deed: Deed) -> Vec<Line> {
    let lines = &letter.text.lines;
    let ours = numbers_of_ours(lines, game.map_or(&[], |game| game.table.about().headings));
    let above = above_our_offer(lines);
    let (mut beside, mut list) = (Vec::new(), Vec::new());
    for request in requests_of(letter, game) {
        match request {
            Request::Order(line) | Request::BelowPress(line) => list.push(line),
            // "as Vice-President: vote 3 aye" is no AS where the book takes it for an order.
            Request::Broken(line, _) | Request::Command(line, Command::As { .. })
                if game
                    .is_some_and(|game| game.reads_as_order(&line.text) || game.reads_as_whole_order(&line.text)) =>
            {
                list.push(line);
            }
            // An AS of no seat does nothing, and says that what stands below it is not his.
            Request::Command(line, Command::As { seat })
                if game.is_some_and(|game| game.roster.seat(&seat).is_none()) =>
            {
                beside.extend(without_orders(game, &std::mem::take(&mut list), deed));
                beside.push(line);
            }
            Request::Command(line, command) => {
                beside.extend(without_orders(game, &std::mem::take(&mut list), deed));
                beside.extend(Some(line).filter(|line| says_more(line, &command, deed)));
            }
            Request::Broken(line, _) => {
                beside.extend(without_orders(game, &std::mem::take(&mut list), deed));
                beside.extend(Some(line).filter(|line| !deed.takes_talk() || unsays(&line.text)));
            }
        }
    }
    beside.extend(without_orders(game, &list, deed));
    beside.extend(head_of_command(lines, deed).filter(|head| deed == Deed::Plays || strays_from_now(game, &head.text)));
    // What nobody ticked in a list says nothing of the others.
    let is_of_another = |line: &Line| deed == Deed::Acts && is_of_another_letter(&line.text);
    let is_handed_over = |line: &Line| deed == Deed::Acts && hands_over(&line.text);
    let is_name = |line: &Line| game.is_some_and(|game| is_name_of(&line.text, &game.id));
    let is_courtesy = |line: &Line| is_of_another(line) || is_handed_over(line) || is_name(line);
    let is_said = |line: &Line| line.number <= above && !is_unticked(&line.text) && !is_courtesy(line);
    beside.retain(|line| is_said(line) && (!ours.contains(&line.number) || unsays(&line.text)));
    beside
}

/// Whether a command may take back what stands beside it: "Wait" is a word as well, and what acts is neither on file nor kept.
fn says_more(line: &Line, command: &Command, deed: Deed) -> bool {
    match command {
        Command::Wait => line.text.chars().any(char::is_lowercase),
        Command::Cancel(Cancelled::All) => !deed.takes_talk(),
        Command::Cancel(Cancelled::Kept(numbers)) => deed == Deed::Acts && numbers.is_empty(),
        // A player's is refused, and was a word to whoever reads it.
        Command::Hold | Command::Pause { .. } => !deed.takes_talk(),
        // "What if?"
        Command::WhatIf { .. } => deed != Deed::Press && line.text.trim_end().ends_with('?'),
        _ => denies(&line.text),
    }
}

/// Of lines that may be orders those that may not stand beside what is done.
fn without_orders(game: Option<&GameRecord>, lines: &[Line], deed: Deed) -> Vec<Line> {
    let Some(game) = game else {
        let is_beside = |line: &&Line| !deed.takes_talk() || unsays(&line.text);
        return lines.iter().filter(is_beside).cloned().collect();
    };
    let (whole, others): (Vec<_>, Vec<_>) =
        game.read_orders(&mut game.context(), lines).into_iter().partition(is_whole);
    // "Vote is what she wants me to say" below a vote.
    let is_same = |text: &str| whole.iter().any(|order| first_word(&order.text) == first_word(text));
    let is_said = |text: &str| !has_number(text) && !text.contains(':') && (is_same(text) || points_back(text));
    // "vote 1 aey" below "vote 1 no": what is not understood may say the contrary.
    let is_of_one = |text: &str| whole.iter().any(|order| is_about_the_same(text, &order.text));
    let is_beside = |line: &OrderLine<ReadOrder>| match deed {
        Deed::Press => unsays(&line.text),
        Deed::Plays => unsays(&line.text) || puts_off(line),
        Deed::Confirms => true,
        Deed::Acts => {
            strays(&line.text)
                || is_of_one(&line.text)
                || !(is_proposed(game, line) || is_begun(game, line) && !is_said(&line.text))
        }
    };
    let mut beside: Vec<OrderLine<ReadOrder>> = others.into_iter().filter(is_beside).collect();
    beside.extend(whole.into_iter().filter(|order| deed == Deed::Confirms && doubts_more(order)));
    beside.sort_by_key(|line| line.number);
    beside.into_iter().map(|line| Line { number: line.number, text: line.text }).collect()
}

fn is_whole(line: &OrderLine<ReadOrder>) -> bool {
    line.outcome.as_ref().is_ok_and(|read| !read.orders.is_empty() && read.is_whole())
}

/// Whether an order holds a word of doubt that is no part of it, as "no" is of "vote 3 no".
fn doubts_more(order: &OrderLine<ReadOrder>) -> bool {
    let meant: Vec<String> = order.outcome.iter().flat_map(|read| read.words()).flat_map(words_of).collect();
    let more: Vec<String> = words_of(&order.text).into_iter().filter(|word| !meant.contains(word)).collect();
    doubts(&order.text) && (order.text.contains('?') || doubts(&more.join(" ")))
}

fn first_word(line: &str) -> Option<String> {
    words_of(line).into_iter().next()
}

/// Most words of a line that puts READY off; a longer one is a letter to somebody.
const MOST_PUTTING_OFF: usize = 9;

/// Whether a line that is no order may put off what stands beside it: "as soon as Nan has ordered", "Not before Thursday, please".
fn puts_off(line: &OrderLine<ReadOrder>) -> bool {
    const LATER: &[&str] = &["until", "till", "tomorrow", "later", "early", "soon", "wait", "before", "yet"];
    let is_talk = line.outcome.as_ref().is_err_and(|why| why.status == LineStatus::Chatter);
    let words = words_of(&line.text);
    let says_when = || words.iter().any(|word| LATER.contains(&word.as_str()));
    is_talk && words.len() <= MOST_PUTTING_OFF && (strays(&line.text) || says_when())
}

/// The head right above READY or PRESS: it governs nothing else, and may say of what, of whom or of when it is said.
fn head_of_command(lines: &[String], deed: Deed) -> Option<Line> {
    let is_it = |line: &String| match read_command(line) {
        Some(Ok(Command::Ready { .. })) => deed == Deed::Plays,
        Some(Ok(Command::Press { .. })) => deed == Deed::Press,
        _ => false,
    };
    let command = lines.iter().position(is_it)?;
    let above = lines[..command].iter().rposition(|line| !line.trim().is_empty())?;
    let text = lines[above].clone();
    text.trim_end().ends_with(':').then_some(Line { number: above + 1, text })
}

/// Whether a head is of another time, or speaks for somebody: "Next turn:", "Turn 2:", "As Will:".
fn strays_from_now(game: Option<&GameRecord>, head: &str) -> bool {
    let is_of_another_turn = game.is_some_and(|game| game.context().is_of_another_turn(head));
    let speaks_for = || words_of(head).first().is_some_and(|first| first == "as");
    is_of_another_turn || speaks_for() || strays(head)
}

fn has_number(text: &str) -> bool {
    text.contains(|sign: char| sign.is_ascii_digit())
}

/// Whether a line points to what stands beside it: "veto that".
fn points_back(text: &str) -> bool {
    words_of(text).iter().any(|word| ["this", "that", "it", "these", "those", "them", "back"].contains(&word.as_str()))
}

/// Whether a line has the verb of an order and one of its numbers.
fn is_about_the_same(text: &str, order: &str) -> bool {
    let (words, of_order) = (words_of(text), words_of(order));
    let rows = rows_of(&words, text);
    let is_in_row = |word: &String| word.parse().is_ok_and(|number: u32| rows.iter().any(|row| row.contains(&number)));
    let has_number =
        |word: &String| word.bytes().all(|sign| sign.is_ascii_digit()) && (words.contains(word) || is_in_row(word));
    of_order.first().is_some_and(|verb| words.contains(verb)) && of_order.iter().any(has_number)
}

/// The rows of numbers in a text: "1-19", "2 through 19".
fn rows_of(words: &[String], text: &str) -> Vec<RangeInclusive<u32>> {
    let numbers: Vec<u32> = words.iter().filter_map(|word| word.parse().ok()).collect();
    let says_row = text.contains(['-', '\u{2013}', '\u{2026}'])
        || text.contains("..")
        || words.iter().any(|word| ["to", "through", "thru"].contains(&word.as_str()));
    let rows = numbers.windows(2).filter(|pair| pair[0] < pair[1]).map(|pair| pair[0]..=pair[1]);
    rows.filter(|_| says_row).collect()
}

/// Whether a line is a head, or begins an order that lacks or mistypes something.
fn is_begun(game: &GameRecord, line: &OrderLine<ReadOrder>) -> bool {
    let is_talk = line.outcome.as_ref().is_err_and(|why| why.status == LineStatus::Chatter);
    line.outcome.is_ok() || line.text.trim_end().ends_with(':') || !is_talk && game.table.begins_order(&line.text)
}

/// Whether an order is proposed for a line that is not understood.
fn is_proposed(game: &GameRecord, line: &OrderLine<ReadOrder>) -> bool {
    let is_proposed = |words: &String| !game.table.propose(&game.context(), words).is_empty();
    line.outcome.as_ref().is_err_and(|why| why.status != LineStatus::Chatter) && line.wordings.iter().any(is_proposed)
}

/// Whether a line denies, asks, doubts, makes a condition or corrects.
fn strays(text: &str) -> bool {
    doubts(text) || unsays(text) || !moods_of(text).is_empty()
}
