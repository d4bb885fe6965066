//! How the rest of a command's line is read, after its words.

use crate::game::{GameId, LONGEST_GAME, SeatId};

use super::format::read_wish;
use super::{COMMANDS, Cancelled, Command, DieSetting, Stated, stated_phase};

/// Says that a line is no command after all.
pub(super) const NOT_A_COMMAND: &str = "not a command";

/// The rest of `text` after `words`, when it begins with them as whole words, whatever blanks stand between them.
pub(super) fn strip_words<'a>(text: &'a str, words: &str) -> Option<&'a str> {
    let mut rest = text;
    for word in words.split(' ') {
        // Only what stands at the very beginning begins the text.
        let next = if rest.len() == text.len() { rest } else { rest.trim_start() };
        next.get(..word.len()).filter(|head| head.eq_ignore_ascii_case(word))?;
        rest = &next[word.len()..];
    }
    let ends = rest.chars().next().is_none_or(|c| !c.is_alphanumeric() && c != '\'' && c != '-');
    ends.then_some(rest)
}

pub(super) fn is_blank(rest: &str) -> bool {
    rest.trim_matches(|c: char| c.is_whitespace() || ".!?:".contains(c)).is_empty()
}

pub(super) fn bare(rest: &str, command: Command) -> Result<Command, String> {
    let polite = rest.trim().trim_end_matches(['.', '!', '?']).to_ascii_lowercase();
    if is_blank(rest) || polite == "please" || polite == ", please" {
        return Ok(command);
    }
    Err(NOT_A_COMMAND.to_owned())
}

pub(super) fn bare_command(rest: &str, command: Command) -> Result<Command, String> {
    bare(rest, command)
}

/// "READY", "READY NOTHING"
pub(super) fn parse_ready(rest: &str) -> Result<Command, String> {
    match strip_words(rest.trim_start(), "nothing") {
        Some(rest) => bare(rest, Command::Ready { with_nothing: true }),
        None => bare(rest, Command::Ready { with_nothing: false }),
    }
}

/// An order on the same line as a command.
pub(super) fn order_behind(rest: &str) -> String {
    let order = rest.trim_start_matches(':').trim();
    let is_polite = order.trim_matches([',', '.', '!', ' ']).eq_ignore_ascii_case("please");
    if is_polite || is_blank(order) { String::new() } else { order.to_owned() }
}

/// "Check whether he may return" is a sentence.
pub(super) fn parse_check(rest: &str) -> Result<Command, String> {
    if strip_words(rest.trim_start(), "whether").is_some() {
        return Err(NOT_A_COMMAND.to_owned());
    }
    Ok(Command::Check { order: order_behind(rest) })
}

pub(super) fn text(rest: &str, what: &str) -> Result<String, String> {
    let rest = rest.trim().trim_start_matches([':', '=']).trim();
    if rest.is_empty() { Err(what.to_owned()) } else { Ok(rest.to_owned()) }
}

pub(super) fn number<N: std::str::FromStr>(rest: &str, what: &str) -> Result<N, String> {
    rest.trim().trim_start_matches('#').trim_end_matches('.').parse().map_err(|_| what.to_owned())
}

pub(super) fn seat(rest: &str) -> Result<SeatId, String> {
    SeatId::parse(rest.trim().trim_end_matches([':', '.'])).ok_or_else(|| "the name of a seat".to_owned())
}

/// "As soon as Nashville is captured" begins an order.
pub(super) fn parse_as(rest: &str) -> Result<Command, String> {
    if strip_words(rest.trim_start(), "soon as").is_some() {
        return Err(NOT_A_COMMAND.to_owned());
    }
    seat(rest).map(|seat| Command::As { seat })
}

/// Most words of a question to HELP.
const MOST_OF_HELP: usize = 8;
/// What stands behind HELP in a sentence that is none.
const NO_TOPICS: &[&str] = &["is", "was", "me", "us", "him", "her", "them", "will", "has", "came", "needed", "wanted"];

/// "HELP how do I march": a question in several words, below the command as letters of ours write it.
pub(super) fn help_in_words(line: &str) -> Option<Command> {
    let rest = line.strip_prefix("HELP ")?;
    let topic = rest.trim().trim_end_matches(['.', '!', '?']).to_ascii_lowercase();
    let words: Vec<&str> = topic.split_whitespace().collect();
    let is_question = (2..=MOST_OF_HELP).contains(&words.len()) && !NO_TOPICS.contains(&words[0]);
    (is_question && rest.contains(char::is_lowercase)).then_some(Command::Help { topic: Some(topic) })
}

pub(super) fn parse_help(rest: &str) -> Result<Command, String> {
    let topic = rest.trim().trim_end_matches(['.', '!', '?']).to_ascii_lowercase();
    let topic = topic.trim_end_matches("please").trim_end_matches([' ', ',']).trim_start().to_owned();
    let is_command = COMMANDS.iter().any(|spec| spec.name.eq_ignore_ascii_case(&topic));
    let words: Vec<&str> = topic.split_whitespace().collect();
    // "HELP rules all", "HELP rule C3.9": what is asked of the rules is two words.
    let is_of_rules = words.len() == 2 && matches!(words[0], "rule" | "rules");
    if words.len() > 1 && !is_command && !is_of_rules {
        return Err(NOT_A_COMMAND.to_owned());
    }
    Ok(Command::Help { topic: (!topic.is_empty()).then_some(topic) })
}

/// "REPORT", "REPORT 3", "REPORT OF us-war", "REPORT phase 3 of us-war"
pub(super) fn parse_report(rest: &str) -> Result<Command, String> {
    let words: Vec<&str> = rest.trim().trim_end_matches('.').split_whitespace().collect();
    let of = words.iter().position(|word| word.eq_ignore_ascii_case("of")).unwrap_or(words.len());
    let phase = words[..of].join(" ");
    let phase = strip_words(&phase, "phase").unwrap_or(&phase).trim().trim_start_matches('=').trim();
    let phase = if phase.is_empty() { Ok(None) } else { phase.parse().map(Some) };
    let seat = match words[of..] {
        [] => Some(None),
        [_, seat] => SeatId::parse(seat).map(Some),
        _ => None,
    };
    match (phase, seat) {
        (Ok(phase), Some(seat)) => Ok(Command::Report { phase, seat }),
        _ => Err(NOT_A_COMMAND.to_owned()),
    }
}

pub(super) fn parse_cancel(rest: &str) -> Result<Command, String> {
    let what = "which orders: CANCEL 4, CANCEL 2, 3 or CANCEL ALL";
    let rest = rest.trim().trim_end_matches(['.', '!']).to_ascii_lowercase();
    let rest = rest.strip_suffix("please").unwrap_or(&rest).trim_end_matches([',', ' ']).to_owned();
    if rest == "all" || rest == "all orders" {
        return Ok(Command::Cancel(Cancelled::All));
    }
    if let Some(rest) = strip_words(&rest, "kept") {
        let words = rest.split([',', ' ']).filter(|word| !["", "order", "orders", "all", "and"].contains(word));
        let numbers: Result<Vec<usize>, _> = words.map(|word| word.trim_start_matches('#').parse()).collect();
        let what = "which of the orders that are kept: CANCEL KEPT, CANCEL KEPT 2 or CANCEL KEPT 1, 3";
        return numbers.map(|numbers| Command::Cancel(Cancelled::Kept(numbers))).map_err(|_| what.to_owned());
    }
    // "cancel my purchase line 3": whose it is and what it says need not be read.
    let words: Vec<&str> = rest.split([',', ' ']).filter(|word| !word.is_empty()).collect();
    let noun = words.iter().position(|word| ["line", "lines", "order", "orders"].contains(word));
    let words = words
        .into_iter()
        .skip(noun.unwrap_or(0))
        .filter(|word| !["line", "lines", "order", "orders", "and"].contains(word));
    let numbers: Option<Vec<Vec<usize>>> = words.map(|word| span_of(word.trim_start_matches('#'))).collect();
    match numbers.map(|numbers| numbers.concat()) {
        Some(numbers) if !numbers.is_empty() => Ok(Command::Cancel(Cancelled::Numbers(numbers))),
        _ => Err(what.to_owned()),
    }
}

/// "4", "2-5": the numbers from one to the other.
fn span_of(word: &str) -> Option<Vec<usize>> {
    const LONGEST: usize = 200;
    let (first, last) = word.split_once('-').unwrap_or((word, word));
    let (first, last): (usize, usize) = (first.parse().ok()?, last.parse().ok()?);
    (first <= last && last - first < LONGEST).then(|| (first..=last).collect())
}

pub(super) fn parse_press(rest: &str) -> Result<Command, String> {
    let shape = "seats and a colon: PRESS TO usa-west: text";
    let rest = rest.trim_start();
    let named_to = strip_words(rest, "to");
    let rest = named_to.unwrap_or(rest);
    let is_head = named_to.is_some() || is_blank(rest) || rest.split_whitespace().next().is_some_and(is_seat_like);
    // "Press on to Richmond!" is a sentence.
    let missing = if is_head { shape } else { NOT_A_COMMAND };
    let (names, text) = rest.split_once(':').ok_or(missing)?;
    let to: Vec<String> = names
        .split([',', ' '])
        .map(|name| name.trim().to_ascii_lowercase())
        .filter(|name| !name.is_empty() && name != "and")
        .collect();
    if to.is_empty() {
        return Err(shape.to_owned());
    }
    Ok(Command::Press { to, text: text.trim().to_owned() })
}

/// Whether press could be addressed by this word.
fn is_seat_like(word: &str) -> bool {
    let word = word.trim_end_matches(',').to_ascii_lowercase();
    word == "all" || word == "gm" || word.contains(['-', '*'])
}

/// A word of another length is read too, so that a slip of the pen is answered.
pub(super) fn parse_confirm(rest: &str) -> Result<Command, String> {
    let word = rest.trim().trim_end_matches(['.', ',']).trim_matches(['"', '<', '>', '*']).trim();
    let is_word = word.len() >= 16 && word.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | ' '));
    if is_blank(rest) || word.split(' ').count() <= 1 && !is_word {
        return Err("the word of the letter that asked: CONFIRM ABCDE-FGHIJ-KLMNO-PQRST-UVWXYZ".to_owned());
    }
    if is_word { Ok(Command::Confirm { word: word.to_owned() }) } else { Err(NOT_A_COMMAND.to_owned()) }
}

pub(super) fn parse_create(rest: &str) -> Result<Command, String> {
    let what = "a name and a scenario: CREATE cw1 FROM civil-war/1861";
    let (game, rest) = next_word(rest).ok_or(what)?;
    let (from, rest) = next_word(rest).ok_or(what)?;
    let (source, rest) = next_word(rest).ok_or(what)?;
    let game =
        GameId::parse(game).ok_or_else(|| format!("a name of {LONGEST_GAME} letters, digits and hyphens at most"))?;
    let (book, scenario) = source.split_once('/').ok_or(what)?;
    if !from.eq_ignore_ascii_case("from") {
        return Err(what.to_owned());
    }
    let (book, scenario) =
        (book.to_ascii_lowercase(), scenario.trim_end_matches(['.', ',', ';', ':']).to_ascii_lowercase());
    Ok(Command::Create { game, book, scenario, words: rest.trim().to_owned(), below: Vec::new() })
}

/// The first word, and what stands behind it.
fn next_word(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    (end > 0).then(|| text.split_at(end))
}

pub(super) fn parse_seat(rest: &str) -> Result<Command, String> {
    let what = "a player and a seat: SEAT Ann <ann@example.org> AS usa-east";
    let lower = rest.to_ascii_lowercase();
    let at = lower.rfind(" as ").ok_or(what)?;
    let player = rest[..at].trim().to_owned();
    let tail: Vec<_> = rest[at + 4..].split_whitespace().collect();
    if tail.iter().any(|word| word.contains(',')) {
        let several = "one seat alone, for each stands in a line of its own: SEAT Ann <ann@example.org> AS usa-east";
        return Err(several.to_owned());
    }
    let zone = match tail[..] {
        [_] => None,
        [_, word, zone] if word.eq_ignore_ascii_case("zone") => Some(zone.to_owned()),
        _ => return Err(what.to_owned()),
    };
    if player.is_empty() {
        return Err(what.to_owned());
    }
    Ok(Command::Seat { player, seat: seat(tail[0])?, zone })
}

pub(super) fn parse_process(rest: &str) -> Result<Command, String> {
    if is_blank(rest) {
        return Ok(Command::Process { phase: None });
    }
    phase(rest, "the number of the open phase: PROCESS phase=3").map(|phase| Command::Process { phase: Some(phase) })
}

pub(super) fn parse_rollback(rest: &str) -> Result<Command, String> {
    phase(rest, "the number of a phase that was played: ROLLBACK phase=2").map(|phase| Command::Rollback { phase })
}

/// `17`, `letter 17`, `<id@example.org>`, or nothing.
pub(super) fn parse_trace(rest: &str) -> Result<Command, String> {
    let rest = rest.trim().trim_end_matches('.');
    let rest = strip_words(rest, "letter").unwrap_or(rest).trim();
    let which = match rest {
        "" => None,
        id if id.starts_with('<') && id.ends_with('>') => Some(id.to_owned()),
        id => Some(number::<std::num::NonZeroU32>(id, NOT_A_COMMAND)?.to_string()),
    };
    Ok(Command::Trace { which })
}

/// `2`, `page 2`, or nothing.
pub(super) fn parse_journal(rest: &str) -> Result<Command, String> {
    let rest = rest.trim();
    let page = strip_words(rest, "page").unwrap_or(rest).trim();
    let page = if is_blank(page) { 1 } else { number(page, NOT_A_COMMAND)? };
    if page == 0 { Err(NOT_A_COMMAND.to_owned()) } else { Ok(Command::Journal { page }) }
}

/// `battle 4910 p4 #2 = 5 BECAUSE reason`
pub(super) fn parse_die(rest: &str) -> Result<Command, String> {
    let what = "what the die is thrown for, and a value from 1 to 100 or FREE: DIE battle 4910 p4 #2 = 5";
    let (throw, rest) = rest.split_once('=').ok_or(what)?;
    let (value, reason) = match rest.to_ascii_lowercase().find(" because ") {
        Some(at) => (&rest[..at], Some(rest[at + 9..].trim().to_owned())),
        None => (rest, None),
    };
    let (purpose, nth) = match throw.split_once('#') {
        Some((purpose, nth)) => (purpose, number(nth, what)?),
        None => (throw, 1),
    };
    let value = match value.trim() {
        free if free.eq_ignore_ascii_case("free") => None,
        value => Some(number(value, what)?),
    };
    let purpose = purpose.split_whitespace().collect::<Vec<_>>().join(" ");
    if purpose.is_empty() || nth == 0 || value.is_some_and(|value| !(1..=100).contains(&value)) {
        return Err(what.to_owned());
    }
    Ok(Command::Die(DieSetting { purpose, nth, value, reason }))
}

/// `phase=3`, `phase 3`, `phase=3 rev=1`.
fn phase(rest: &str, what: &str) -> Result<Stated, String> {
    let rest = rest.trim();
    if let ("", Some(stated)) = stated_phase(rest) {
        return Ok(stated);
    }
    let rest = strip_words(rest, "phase").ok_or(what)?.trim_start().trim_start_matches('=');
    number(rest, what).map(|phase| Stated { phase, revision: None })
}

pub(super) fn parse_set_game(rest: &str) -> Result<Command, String> {
    let what = "a setting and its value: SET GAME grace = 12h";
    let (name, value) = rest.split_once('=').ok_or(what)?;
    let (name, value) = (name.trim(), value.trim().trim_end_matches(['.', '!']).trim_end());
    if name.is_empty() || value.is_empty() || name.contains(char::is_whitespace) {
        return Err(what.to_owned());
    }
    Ok(Command::SetGame { name: name.to_owned(), value: value.to_owned() })
}

/// "Set manipulation to +1" is an order of a book: a path has dots, and a value its sign.
pub(super) fn parse_set(rest: &str) -> Result<Command, String> {
    let what = "path, value and reason: SET path = value BECAUSE reason";
    let is_path = rest.split_whitespace().next().is_none_or(|word| word.contains('.'));
    if !is_path && !rest.contains('=') {
        return Err(NOT_A_COMMAND.to_owned());
    }
    let (path, rest) = rest.split_once('=').ok_or(what)?;
    let at = rest.to_ascii_lowercase().find(" because ").ok_or("a reason: ... BECAUSE reason")?;
    let (value, reason) = (rest[..at].trim(), rest[at + 9..].trim());
    if path.trim().is_empty() || value.is_empty() || reason.is_empty() {
        return Err(what.to_owned());
    }
    Ok(Command::Set { path: path.trim().to_owned(), value: value.to_owned(), reason: reason.to_owned() })
}

pub(super) fn parse_code(rest: &str) -> Result<Command, String> {
    let word = rest.trim().trim_end_matches(['.', '!']).to_ascii_lowercase();
    if word == "new" { Ok(Command::CodeNew) } else { bare(rest, Command::Code) }
}

pub(super) fn parse_address(rest: &str) -> Result<Command, String> {
    let what = "ADD or REMOVE and an address: ADDRESS ADD ann@new.example";
    let words: Vec<&str> = rest.split_whitespace().collect();
    let (verb, address) = match words[..] {
        [verb, address] => (verb, address),
        [] => return Err(what.to_owned()),
        [verb] if ["add", "remove"].contains(&verb.to_ascii_lowercase().as_str()) => return Err(what.to_owned()),
        _ => return Err(NOT_A_COMMAND.to_owned()),
    };
    let address = address.trim_start_matches('<').trim_end_matches(['>', '.']).to_owned();
    match verb.to_ascii_lowercase().as_str() {
        "add" => Ok(Command::Address { is_added: true, address }),
        "remove" => Ok(Command::Address { is_added: false, address }),
        _ => Err(NOT_A_COMMAND.to_owned()),
    }
}

pub(super) fn parse_signon(rest: &str) -> Result<Command, String> {
    let what = "the name of a game: SIGNON cw1 AS usa-east";
    let is_small = |word: &&str| {
        let word = word.trim_matches([',', '.', '!']);
        ["please", "pls", "thanks", "to", "for"].iter().any(|small| small.eq_ignore_ascii_case(word))
    };
    let rest = rest.trim().trim_start_matches(':').trim_end_matches(['.', '!']);
    let words: Vec<&str> = rest.split_whitespace().filter(|word| !is_small(word)).collect();
    let game = words.first().and_then(|word| GameId::parse(word.trim_matches(['[', ']']))).ok_or(what)?;
    match words[1..] {
        [] => Ok(Command::Signon { game, seat: None }),
        [word, name] if word.eq_ignore_ascii_case("as") => Ok(Command::Signon { game, seat: Some(seat(name)?) }),
        _ => Err(what.to_owned()),
    }
}

/// A number first, or no command at all.
fn numbered<'a>(rest: &'a str, what: &str) -> Result<(u32, &'a str), String> {
    let rest = rest.trim();
    let (word, more) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let read = number(word, what);
    if read.is_err() && !rest.is_empty() { Err(NOT_A_COMMAND.to_owned()) } else { Ok((read?, more.trim())) }
}

pub(super) fn parse_approve(rest: &str) -> Result<Command, String> {
    let what = "the number of a signon: APPROVE 2 AS usa-west";
    let (number, more) = numbered(rest, what)?;
    match strip_words(more, "as") {
        Some(name) => Ok(Command::Approve { number, seat: Some(seat(name)?) }),
        None if more.is_empty() => Ok(Command::Approve { number, seat: None }),
        None => Err(what.to_owned()),
    }
}

/// `next`, `3`, `3 (T1 TST2):`.
pub(super) fn parse_orders_ahead(rest: &str) -> Result<Command, String> {
    let what = "one phase: ORDERS PHASE next, or its number";
    let (rest, name) = bracketed(rest);
    let rest = rest.trim().trim_start_matches('=').trim();
    let name = name.map(str::to_owned);
    if rest.eq_ignore_ascii_case("next") {
        return Ok(Command::OrdersAhead { phase: None, name });
    }
    number(rest, what).map(|phase| Command::OrdersAhead { phase: Some(phase), name })
}

/// A text without the signs at its end, and what stands in brackets there.
pub(super) fn bracketed(text: &str) -> (&str, Option<&str>) {
    let text = text.trim().trim_end_matches([':', '.', '!']).trim_end();
    let inner = text.strip_suffix(')').and_then(|open| open.rsplit_once('('));
    inner.map_or((text, None), |(before, inner)| (before.trim_end().trim_end_matches(':'), Some(inner.trim())))
}

/// Nothing stands behind WHATIF: what is to be tried begins below it.
pub(super) fn parse_what_if(rest: &str) -> Result<Command, String> {
    bare(rest, Command::WhatIf { lines: Vec::new() }).map_err(|_| "a line of its own".to_owned())
}

pub(super) fn parse_timezone(rest: &str) -> Result<Command, String> {
    let zone = text(rest, "a zone: TIMEZONE Europe/Berlin")?;
    // "Timezone differences are hard" is no wish.
    if zone.split_whitespace().count() > 3 {
        return Err(NOT_A_COMMAND.to_owned());
    }
    Ok(Command::Timezone { zone })
}

/// `FORMAT text, no maps`. "Format differences are odd" is talk.
pub(super) fn parse_format(rest: &str) -> Result<Command, String> {
    let what = "what your letters are to be: FORMAT text, FORMAT html or FORMAT both, no maps; FORMAT dark maps \
                or FORMAT light maps; FORMAT no calendar";
    let words = text(rest, what)?;
    match read_wish(&words) {
        Some(wish) => Ok(Command::Format(wish)),
        None if words.split_whitespace().count() > 1 => Err(NOT_A_COMMAND.to_owned()),
        None => Err(what.to_owned()),
    }
}

/// `MAP`, `MAP Manassas`, `MAP 4910 6`. "Map work is done" is talk: a place has three words at most.
pub(super) fn parse_map(rest: &str) -> Result<Command, String> {
    let words: Vec<&str> = rest.split_whitespace().filter(|word| !matches!(*word, "of" | "radius")).collect();
    let (words, radius) = match words.split_last() {
        Some((last, before)) if last.len() <= 2 && last.bytes().all(|byte| byte.is_ascii_digit()) => {
            (before, last.parse().ok())
        }
        _ => (&words[..], None),
    };
    if words.len() > 3 {
        return Err(NOT_A_COMMAND.to_owned());
    }
    let place = words.join(" ").trim_end_matches(['.', ',', '!']).to_owned();
    Ok(Command::Map { place: (!place.is_empty()).then_some(place), radius })
}

pub(super) fn parse_deny(rest: &str) -> Result<Command, String> {
    let (number, more) = numbered(rest, "the number of a signon: DENY 2")?;
    let reason = strip_words(more, "because").unwrap_or(more).trim();
    Ok(Command::Deny { number, reason: (!reason.is_empty()).then(|| reason.to_owned()) })
}

/// A reading is one letter or IGNORE; an order in own words stands behind a colon. "Rule 3 says ..." is a sentence.
pub(super) fn parse_rule(rest: &str) -> Result<Command, String> {
    let rest = rest.trim().trim_start_matches('#');
    let wide = rest.bytes().take_while(u8::is_ascii_digit).count();
    let number = rest[..wide].parse().map_err(|_| NOT_A_COMMAND.to_owned())?;
    let more = rest[wide..].trim();
    let lower = more.to_ascii_lowercase();
    let at = if lower.starts_with("because ") { Some(0) } else { lower.find(" because ").map(|at| at + 1) };
    let (what, reason) = at.map_or((more, ""), |at| (&more[..at], more[at + "because".len()..].trim()));
    let what = what.trim().trim_end_matches('.');
    let is_own = what.starts_with([':', '=']);
    let what = what.trim_start_matches([':', '=']).trim();
    let is_letter = what.len() == 1 && what.starts_with(|c: char| c.is_ascii_alphabetic());
    if what.is_empty() {
        return Err("a reading: RULE 417 A, RULE 417 IGNORE".to_owned());
    }
    if !is_own && !is_letter && !what.eq_ignore_ascii_case("ignore") {
        return Err(NOT_A_COMMAND.to_owned());
    }
    let reason = (!reason.is_empty()).then(|| reason.to_owned());
    Ok(Command::Rule { number, what: what.to_owned(), reason })
}

/// A player by seat, address or a name of one word, or written as in a header; longer sentences are none.
pub(super) fn person(rest: &str) -> Result<String, String> {
    let rest = rest.trim().trim_end_matches('.');
    if rest.is_empty() {
        return Err("a player, by seat or address".to_owned());
    }
    let is_one = !rest.contains(char::is_whitespace) || (rest.contains('<') && rest.ends_with('>'));
    if is_one { Ok(rest.to_owned()) } else { Err(NOT_A_COMMAND.to_owned()) }
}

pub(super) fn parse_eject(rest: &str) -> Result<Command, String> {
    let at = rest.to_ascii_lowercase().find(" because ");
    let (player, reason) = at.map_or((rest, ""), |at| (&rest[..at], rest[at + 9..].trim()));
    Ok(Command::Eject { player: person(player)?, reason: (!reason.is_empty()).then(|| reason.to_owned()) })
}

/// Alone it is a player's, about his own orders; of a seat, a game master's.
pub(super) fn parse_replace(rest: &str) -> Result<Command, String> {
    let what = "a seat and a player: REPLACE usa-east BY Bob <bob@example.org>";
    if let Ok(command) = bare(rest, Command::ReplaceEarlier) {
        return Ok(command);
    }
    let rest = rest.trim();
    let (name, more) = rest.split_once(char::is_whitespace).ok_or(what)?;
    let player = strip_words(more.trim_start(), "by").ok_or(NOT_A_COMMAND)?.trim();
    let seat = seat(name)?;
    let zone = player.to_ascii_lowercase().rfind(" zone ");
    let (player, zone) = zone.map_or((player, None), |at| (&player[..at], Some(player[at + 6..].trim().to_owned())));
    if player.is_empty() {
        Err(what.to_owned())
    } else {
        Ok(Command::Replace { seat, player: player.to_owned(), zone })
    }
}

/// `END GAME`, `END GAME: a draw`.
pub(super) fn parse_end_game(rest: &str) -> Result<Command, String> {
    let result = rest.trim().trim_start_matches([':', '=']).trim();
    Ok(Command::EndGame { result: (!is_blank(result)).then(|| result.to_owned()) })
}

pub(super) fn parse_delete(rest: &str) -> Result<Command, String> {
    let name = rest.trim().trim_end_matches('.').trim_matches(['[', ']']);
    match GameId::parse(name) {
        Some(game) => Ok(Command::Delete { game }),
        None if name.is_empty() => Err("the name of the game: DELETE cw1".to_owned()),
        None => Err(NOT_A_COMMAND.to_owned()),
    }
}

pub(super) fn parse_pause(rest: &str) -> Result<Command, String> {
    let rest = rest.trim_start();
    let at = format!(" {}", rest.to_ascii_lowercase()).find(" because ");
    let (when, reason) = at.map_or((rest, None), |at| (&rest[..at], Some(&rest[at + "because".len()..])));
    let reason = reason.map(|reason| text(reason, "a reason: PAUSE BECAUSE two of us are travelling")).transpose()?;
    let until = strip_words(when, "till").or_else(|| strip_words(when, "until"));
    match until {
        Some(until) => text(until, "a time: PAUSE TILL 2026-12-27 20:00")
            .map(|until| Command::Pause { until: Some(until), reason }),
        None => bare(when, Command::Pause { until: None, reason }),
    }
}
