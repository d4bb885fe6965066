//! Lines that would say whose, for when or for what the lines below them are, and that are not understood. Doubt is
//! answered: nothing that such a line could have been about is done. Knows who writes and which seats there are.

use base::order::{Broken, Command, Giver, Line, Reach, Request, behind_press_words, is_end, seems_command, slips};

use crate::letter::mode::FilingMode;
use crate::letter::session::Session;

/// Most words that a game master would take to name a seat whose own name has fewer: "AS the Union commander East".
const MOST_WORDS: usize = 4;
/// So many first words are held against the names of seats, or as many as the longest name has.
const FIRST_WORDS: usize = 3;

/// What a letter asks, as far as it is clear.
pub struct Scoped {
    /// In order.
    pub requests: Vec<Request>,
    /// How its orders are to be filed.
    pub mode: FilingMode,
    /// The line that seems to mean CHECK, when no other does.
    pub seeming_check: Option<usize>,
    /// The end of the letter is in doubt, and with it whatever follows it.
    pub is_cut_short: bool,
}

/// Takes out what stands below lines that are not understood, and says so.
pub fn in_scope(session: &mut Session<'_>, requests: Vec<Request>) -> Scoped {
    let mut rest: Vec<Request> = requests.into_iter().map(|request| as_meant(session, request)).collect();
    let is_check = |request: &Request| matches!(request, Request::Command(_, Command::Check { .. }));
    let seems = |request: &Request| match request {
        Request::Broken(line, broken) if broken.reach() == Reach::Letter => Some(line.number),
        _ => None,
    };
    // What is added in vain loses nothing.
    let adds = |request: &Request| match request {
        Request::Command(_, Command::Add { .. }) => true,
        Request::Broken(_, broken) => broken.name == "ADD",
        _ => false,
    };
    // They speak of the whole letter wherever they stand.
    let has_check = rest.iter().any(is_check);
    let seeming_check = rest.iter().find_map(seems).filter(|_| !has_check);
    let adds = rest.iter().any(adds) || is_behind_newer(session) || adds_in_words(session, &rest);
    let mode = FilingMode {
        is_check: has_check || seeming_check.is_some(),
        adds,
        replaces: rest.iter().any(|request| matches!(request, Request::Command(_, Command::ReplaceEarlier))),
        supersedes: false,
        repeats: false,
        is_trial: false,
    };
    let mut scoped = Scoped { requests: Vec::new(), mode, seeming_check, is_cut_short: false };
    while let Some(at) = rest.iter().position(is_lost_head) {
        let below = rest.split_off(at + 1);
        scoped.requests.append(&mut rest);
        let Some(Request::Broken(head, broken)) = scoped.requests.last() else { break };
        let end = below.iter().position(|request| broken.reach() == Reach::Body && is_end(&request.line().text));
        let last = end.map(|end| below[end].line().number);
        tell(session, &head.clone(), broken.name, last);
        scoped.is_cut_short |= last.is_none();
        rest = end.map_or_else(Vec::new, |end| below.into_iter().skip(end + 1).collect());
    }
    scoped.requests.append(&mut rest);
    scoped
}

/// Whether a late letter that counts after all finds orders that its writer has sent since: these stay, and its own come beside them.
fn is_behind_newer(session: &mut Session<'_>) -> bool {
    let arrival = session.arrival();
    let Some(game) = session.game().filter(|_| arrival.is_accepted_late) else { return false };
    // What was given ahead came as the phase opened.
    let opened = game.phase.as_ref().map_or(arrival.at, |phase| phase.opened);
    let lines = session.seats().into_iter().filter_map(|seat| game.sheets.get(&seat)).flat_map(|sheet| &sheet.lines);
    let is_newer = |at: i64| at > arrival.at && at != opened;
    let is_behind = lines.filter_map(|line| line.received).any(|received| is_newer(received.at));
    if is_behind {
        session.lead("Orders that came after this letter stay on file; its own come beside them, as below ADD.");
    }
    is_behind
}

/// Words with which an order says that it comes beside what was ordered before.
const ADDING: &[&str] = &[
    "also",
    "another",
    "additionally",
    "plus",
    "moreover",
    "furthermore",
    "in addition",
    "add",
    "and also",
    "and another",
];

/// Whether the first order of a letter begins so, as below ADD; that is said.
fn adds_in_words(session: &mut Session<'_>, requests: &[Request]) -> bool {
    let lines = requests.iter().filter_map(|request| match request {
        Request::Order(line) => Some(line),
        _ => None,
    });
    let behind = |line: &Line| ADDING.iter().find_map(|word| Some((*word, behind_word(&line.text, word)?.to_owned())));
    let is_order =
        |text: &str| begins_order(session, text) || session.game().is_some_and(|game| game.reads_as_whole_order(text));
    let may_be_order = |line: &&Line| is_order(&line.text) || behind(line).is_some_and(|(_, rest)| is_order(&rest));
    let Some(first) = lines.clone().take(MOST_LOOKED_AT).find(may_be_order) else { return false };
    let Some((word, _)) = behind(first) else { return false };
    session.lead(format!("Line {} begins with {word:?}, so what is on file stays, as below ADD.", first.number));
    true
}

/// Most lines that are looked at for the first order.
const MOST_LOOKED_AT: usize = 20;

/// What stands behind a word, or a few, with which a line begins.
fn behind_word<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let text = text.trim_start_matches(|sign: char| !sign.is_alphanumeric());
    let rest = text.get(..word.len()).filter(|first| first.eq_ignore_ascii_case(word)).map(|_| &text[word.len()..])?;
    rest.starts_with([' ', ',', ':']).then(|| rest.trim_start_matches([' ', ',', ':']))
}

fn is_lost_head(request: &Request) -> bool {
    matches!(request, Request::Broken(_, broken) if matches!(broken.reach(), Reach::Below | Reach::Body))
}

/// Says which lines were not done, and shows them; `last` is that of the line END.
fn tell(session: &mut Session<'_>, head: &Line, name: &str, last: Option<usize>) {
    let lines = session.lines();
    let below = lines.get(head.number..last.unwrap_or(lines.len())).unwrap_or_default();
    let below: Vec<String> = below.iter().filter(|line| !line.trim().is_empty()).cloned().collect();
    if below.is_empty() {
        return;
    }
    session.lose_head(head.number);
    session.repeat(below);
    let number = head.number;
    let seems = match name {
        "AS" => "to say for which seat it is meant",
        "ORDERS PHASE" => "to say for which phase it is meant",
        "PRESS" => "to begin press",
        _ => "to begin a WHATIF",
    };
    let what = match last {
        Some(last) => format!("Nothing in lines {} to {last}", number + 1),
        None => format!("Nothing below line {number}"),
    };
    session.lead(format!(
        "{what} was done: line {number} seems {seems}, and is not understood. Please mend it and send it again, with \
         what stands below it."
    ));
}

/// A request as this writer means it: what is talk from one is a head from another.
fn as_meant(session: &Session<'_>, request: Request) -> Request {
    let request = match session.is_gm() {
        true => request,
        false => as_player_means(request, || seats(session), |text| begins_order(session, text)),
    };
    match request {
        Request::Broken(line, broken) if broken.name == "AS" => match words_behind_as(&line.text) {
            words if session.is_gm() && is_talk(&seats(session), words, MOST_WORDS) => Request::Order(line),
            words => match nearest_seat(&seats(session), words) {
                None if begins_order(session, &line.text) => Request::Order(line),
                nearest => Request::Broken(line, with_hint(broken, nearest)),
            },
        },
        Request::Order(line) => match hidden_head(session, &line.text).or_else(|| slip(session, &line.text)) {
            Some(broken) => Request::Broken(line, broken),
            None => Request::Order(line),
        },
        other => other,
    }
}

/// A request as a player means it who may not give every command: "As navy:" names an office of the book, "As a loan, of course." and
/// "delete Lyon" speak of an order above.
pub fn as_player_means(
    request: Request,
    seats: impl Fn() -> Vec<String>,
    begins_order: impl Fn(&str) -> bool,
) -> Request {
    match request {
        // On behalf of others only a game master orders.
        Request::Command(line, Command::As { seat })
            if begins_order(&line.text) || !may_be_seat(&seats(), seat.as_str()) =>
        {
            Request::Order(line)
        }
        Request::Broken(line, broken) if broken.name == "AS" => {
            let is_order = is_talk(&seats(), words_behind_as(&line.text), 0) || begins_order(&line.text);
            if is_order { Request::Order(line) } else { Request::Broken(line, broken) }
        }
        Request::Command(line, Command::Delete { .. }) => Request::Order(line),
        other => other,
    }
}

/// A line that is no order and would be a command of this writer's but for a slip.
fn slip(session: &Session<'_>, text: &str) -> Option<Broken> {
    let (spec, broken) = seems_command(text)?;
    let is_his = spec.giver == Giver::Player || session.is_gm();
    (is_his && !begins_order(session, text)).then_some(broken)
}

/// Whether the book takes a line for an order: "as Vice-President: vote 2 aye" names an office of it and no seat.
fn begins_order(session: &Session<'_>, text: &str) -> bool {
    session.game().is_some_and(|game| game.table.begins_order(text))
}

fn words_behind_as(text: &str) -> &str {
    let text = text.trim_start_matches(|sign: char| !sign.is_alphanumeric());
    text.get(2..).unwrap_or_default()
}

fn with_hint(mut broken: Broken, seat: Option<String>) -> Broken {
    broken.remark.hint = seat.map(|seat| format!("Did you mean AS {seat}?")).or(broken.remark.hint);
    broken
}

/// "As follows:" names no seat.
fn may_be_seat(seats: &[String], word: &str) -> bool {
    let is_part = || seats.iter().any(|seat| seat.split('-').any(|part| part == word));
    word.contains('-') || is_part() || nearest_seat(seats, word).is_some()
}

/// Whether words behind AS go on as a sentence: no seat is near them, and they are more than `most`, or than the longest name of a seat
/// has, with which a game master would name one.
fn is_talk(seats: &[String], words: &str, most: usize) -> bool {
    let first = words.split_whitespace().next().unwrap_or_default();
    let most_to_name_one = if most > 0 { most.max(words_of_longest(seats)) } else { 0 };
    let is_longer = words.split_whitespace().count() > most_to_name_one;
    is_longer && !first.contains('-') && nearest_seat(seats, words).is_none()
}

/// The seat whose name the first words come nearest to: "usa west", "usa-wets, please".
fn nearest_seat(seats: &[String], words: &str) -> Option<String> {
    let plain = |word: &str| word.trim_matches(|sign: char| !sign.is_alphanumeric()).to_ascii_lowercase();
    let words: Vec<String> = words.split_whitespace().map(plain).collect();
    let near = |count: usize| {
        let name = words[..count].join("-");
        let distances = seats.iter().map(|seat| (strsim::damerau_levenshtein(&name, seat), seat.clone()));
        // "As France is far away" is about a power.
        let is_meant = |seat: &str| seat.contains('-') || count == words.len();
        distances.min().filter(|(_, seat)| slips(&name, seat).is_some() && is_meant(seat))
    };
    (1..=words.len().min(FIRST_WORDS.max(words_of_longest(seats)))).filter_map(near).min().map(|(_, seat)| seat)
}

/// Of how many words the name of a seat is made that has the most.
fn words_of_longest(seats: &[String]) -> usize {
    seats.iter().map(|seat| seat.split('-').count()).max().unwrap_or_default()
}

fn seats(session: &Session<'_>) -> Vec<String> {
    let game = session.game();
    game.map_or_else(Vec::new, |game| game.roster.seats().iter().map(|seat| seat.spec.id.to_string()).collect())
}

/// A head that only who writes, and which seats there are, give away.
fn hidden_head(session: &Session<'_>, text: &str) -> Option<Broken> {
    let text = text.trim();
    let is_seat = |word: &str| seats(session).iter().any(|seat| seat.eq_ignore_ascii_case(word));
    // A wrapped order may go on with "to" and a power.
    if let Some(names) = behind_press_words(text).filter(|_| text.starts_with(char::is_uppercase)) {
        let mut names = names.split([',', ' ']).filter(|word| !word.is_empty() && !word.eq_ignore_ascii_case("and"));
        return names.all(is_seat).then(|| Broken::lacking("PRESS", "a colon behind its seats", text));
    }
    if !session.is_gm() {
        return None;
    }
    if text.get(..8).is_some_and(|words| words.eq_ignore_ascii_case("what if ")) {
        return Some(Broken::lacking("WHATIF", "a line of its own", text));
    }
    let words: Vec<&str> = text.trim_end_matches([':', '.']).split_whitespace().collect();
    let seat = match words[..] {
        [seat] => seat,
        [word, seat] if word.len() <= 3 && strsim::damerau_levenshtein(&word.to_ascii_lowercase(), "as") <= 1 => seat,
        _ => return None,
    };
    let broken = || with_hint(Broken::lacking("AS", "the word AS", text), Some(seat.to_ascii_lowercase()));
    (is_seat(seat) && !begins_order(session, text)).then(broken)
}
