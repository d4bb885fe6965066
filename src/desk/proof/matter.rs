//! What a letter asks, as far as it is told before anything is done: orders or commands, of a game or of none, and what takes a
//! second proof. Changes nothing.

use base::game::Player;
use base::order::{AsOrder, Broken, Command, Line, Remark, Request, read_letter, table_rows};
use base::planted::is_planted;
use mail::{AttachedTable, Letter};

use crate::files::desk::Desk;
use crate::files::record::GameRecord;
use crate::proof::identify::Asks;
use crate::proof::pasted::pasted;
use crate::said::enclosed::why_kept_back;
use crate::said::our_lines::numbers_of_ours;
use crate::said::typed_words::{names_of, words_of};

/// What a letter asks, as far as proofs are bound to it.
pub fn what_is_asked(letter: &Letter, game: Option<&GameRecord>) -> Asks {
    let requests = requests_of(letter, game);
    let is_of_no_game = |request: &&Request| matches!(request, Request::Command(_, command) if is_of_no_game(command));
    let (of_no_game, rest): (Vec<&Request>, Vec<&Request>) = requests.iter().partition(is_of_no_game);
    // Files that come with CREATE are its settings, and entries of no game.
    let is_create = |request: &&Request| matches!(request, Request::Command(_, Command::Create { .. }));
    let has_entries = !letter.tables.is_empty() && !of_no_game.iter().any(is_create);
    let has_orders_elsewhere = has_entries || letter.text.has_filled_form();
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
            | Format(_)
            | Create { .. }
    )
}

/// Whether a letter holds orders or commands.
pub fn asks_something(letter: &Letter, game: Option<&GameRecord>) -> bool {
    letter.text.has_filled_form() || requests_of(letter, game).iter().any(|request| is_request(request, game))
}

/// Whether a letter that says YES and is signed asks something besides: a name may resemble a command.
pub fn asks_besides_yes(letter: &Letter, game: Option<&GameRecord>) -> bool {
    let is_meant = |request: &Request| !matches!(request, Request::Broken(..)) && is_request(request, game);
    letter.text.has_filled_form() || requests_of(letter, game).iter().any(is_meant)
}

/// What the lines of a letter ask, as they read in its game. What is ours and came back without a mark asks nothing, nor does what stands
/// between marks as somebody's words.
pub fn requests_of(letter: &Letter, game: Option<&GameRecord>) -> Vec<Request> {
    let lines = &letter.text.lines;
    let requests = without_pasted(lines, game);
    let ours = numbers_of_ours(lines, game.map_or(&[], |game| game.table.about().headings));
    if ours.is_empty() {
        return requests;
    }
    let is_ours = |request: &Request| ours.contains(&request.line().number);
    let mut read: Vec<Request> = Vec::new();
    for stretch in requests.chunk_by(|one, next| is_ours(one) == is_ours(next)) {
        match is_ours(&stretch[0]) && asks_anything(stretch, game) {
            true => read.push(came_back(stretch)),
            false => read.extend_from_slice(stretch),
        }
    }
    read
}

/// What the lines ask but for pasted words: of those that ask something the first line comes back for all.
fn without_pasted(lines: &[String], game: Option<&GameRecord>) -> Vec<Request> {
    let read = |lines: &[String]| read_letter(lines, |line| game.map_or(AsOrder::No, |game| game.as_order(line)));
    let requests = read(lines);
    // A mark in the body of press, or of what else takes lines along, is a part of that.
    let is_own =
        |start: usize| requests.iter().any(|request| matches!(request, Request::Order(line) if line.number == start));
    let pasted: Vec<_> = pasted(lines).into_iter().filter(|range| is_own(*range.start())).collect();
    if pasted.is_empty() {
        return requests;
    }
    let is_in = |number: usize| pasted.iter().any(|range| range.contains(&number));
    let own = |(line, number): (&String, usize)| if is_in(number) { String::new() } else { line.clone() };
    let mut rest = read(&lines.iter().zip(1..).map(own).collect::<Vec<_>>());
    for range in &pasted {
        let within: Vec<Request> =
            requests.iter().filter(|request| range.contains(&request.line().number)).cloned().collect();
        if asks_anything(&within, game) {
            rest.push(came_between_marks(&within[0], (*range.start(), *range.end().min(&lines.len()))));
        }
    }
    rest.sort_by_key(|request| request.line().number);
    rest
}

/// Pasted words as what was not read of the letter.
fn came_between_marks(first: &Request, (start, end): (usize, usize)) -> Request {
    let remark = Remark::unread(format!(
        "Lines {start} to {end} stand between marks, as somebody's words do, so nothing of them was read."
    ))
    .hint("Write orders without marks around them if they are meant.");
    Request::Broken(first.line().clone(), Broken { name: "SHOW", remark })
}

/// Lines of ours as what was not read of the letter.
fn came_back(stretch: &[Request]) -> Request {
    let (first, last) = (stretch[0].line().clone(), stretch[stretch.len() - 1].line().number);
    let lines = if first.number == last {
        "This is a line".to_owned()
    } else {
        format!("Lines {} to {last} are", first.number)
    };
    let remark =
        Remark::unread(format!("{lines} of a letter of ours, come back without a mark, so nothing of it was read."))
            .hint("Write orders above it, in lines of your own, or without it.");
    Request::Broken(first, Broken { name: "SHOW", remark })
}

/// Whether lines ask something, each by itself or as a program broke them.
fn asks_anything(stretch: &[Request], game: Option<&GameRecord>) -> bool {
    const MOST_JOINED: usize = 3;
    let is_whole = |lines: &[Request]| {
        let texts: Vec<&str> = lines.iter().map(|request| request.line().text.trim()).collect();
        game.is_some_and(|game| game.reads_as_whole_order(&texts.join(" ")))
    };
    stretch.iter().any(|request| is_request(request, game))
        || (2..=MOST_JOINED).any(|count| stretch.windows(count).any(is_whole))
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

/// Whether a game master's letter that is proven by the id of ours alone asks what changes the truth or the roster: such an
/// id stands in every letter of its thread, also in those that never reach us.
pub fn takes_second_proof(desk: &Desk<'_>, letter: &Letter, writer: &Player, game: Option<&GameRecord>) -> bool {
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
    let changes_option = |command: &Command| game.is_some_and(|game| changes_option(command, game));
    commands().any(|command| changes_truth_or_roster(command) || changes_option(command))
        || game.is_some_and(|game| enters(letter, writer, game, &requests))
}

/// Whether a letter makes entries of a state sheet: as lines, in a form, or in a table.
fn enters(letter: &Letter, writer: &Player, game: &GameRecord, requests: &[Request]) -> bool {
    if !game.roster.is_gm(&writer.id) || !game.table.about().has_entries || is_planted("entries-by-id") {
        return false;
    }
    let is_entry = |request: &Request| matches!(request, Request::Order(_)) && is_request(request, Some(game));
    requests.iter().any(is_entry)
        || letter.text.has_filled_form()
        || why_kept_back(letter, requests, |line| is_beside_rows(line, game, writer)).is_none()
            && !rows_of(game, &letter.tables, requests).is_empty()
}

/// Whether a line beside a table is an entry of its own, or the name of who sends it.
pub fn is_beside_rows(line: &str, game: &GameRecord, writer: &Player) -> bool {
    let names = names_of(writer);
    game.reads_as_whole_order(line) || words_of(line).iter().all(|word| names.contains(word))
}

/// Whether a command edits the truth, stands in for somebody, or changes who has a part in the game. Every command is named,
/// so that a new one is thought of.
fn changes_truth_or_roster(command: &Command) -> bool {
    use Command::*;
    match command {
        Set { .. } | As { .. } | Die(_) | Rule { .. } | AcceptLate { .. } => true,
        Seat { .. } | Replace { .. } | Approve { .. } | Open { .. } | Lock { .. } => true,
        // These put a question of their own, whose word they take.
        Process { .. } | Rollback { .. } | Eject { .. } | Master { .. } | EndGame { .. } | Delete { .. } => false,
        Resign | Appoint { .. } | ExchangeSeats { .. } | Address { .. } | Confirm { .. } => false,
        // These begin, hasten or hold up what goes on, and take nothing from anybody.
        Create { .. }
        | SetGame { .. }
        | Start
        | Deadline { .. }
        | Extend { .. }
        | Hold
        | Release
        | Pause { .. }
        | Resume
        | Deny { .. } => false,
        // These are about the writer's own orders and letters, or tell what he may know.
        Help { .. }
        | Status
        | Seats
        | Settings
        | Check { .. }
        | Show
        | Add { .. }
        | Cancel(_)
        | Restore
        | ReplaceEarlier => false,
        Yes { .. } => false,
        Press { .. } | Report { .. } | Code | CodeNew | Games | Signon { .. } | Ready { .. } | Wait | Seed { .. } => {
            false
        }
        OrdersAhead { .. } | Timezone { .. } | Format(_) | Map { .. } | Who | WhatIf { .. } => false,
        Trace { .. } | Journal { .. } => false,
    }
}

/// Whether a command has the game played by another option of its rule book: that may show what was kept from its readers.
fn changes_option(command: &Command, game: &GameRecord) -> bool {
    matches!(command, Command::SetGame { name, .. } if !game.timetable.has_named(name))
}

/// The rows of attached tables as lines that follow those of the letter.
pub fn rows_of(game: &GameRecord, tables: &[AttachedTable], requests: &[Request]) -> Vec<Request> {
    // Files that come with CREATE are its settings.
    if requests.iter().any(|request| matches!(request, Request::Command(_, Command::Create { .. }))) {
        return Vec::new();
    }
    let typed = requests.iter().map(|request| request.line().number).max().unwrap_or(0);
    let rows = tables.iter().filter(|table| !table.is_toml()).flat_map(|table| table_rows(&table.text));
    let lines = rows.filter_map(|cells| game.table.line_of_row(&cells));
    (typed + 1..).zip(lines).map(|(number, text)| Request::Order(Line { number, text })).collect()
}
