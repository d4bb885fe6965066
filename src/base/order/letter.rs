//! Reading an order letter: its commands, and the lines that may be orders.

use super::command::{Broken, Command, mistyped, read_command};
use super::remark::Remark;
use super::settings::is_setting_line;

/// Most lines we read of one letter.
pub const MOST_LINES: usize = 2000;

/// One line of a letter, as typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Its number in the visible text, from 1.
    pub number: usize,
    /// Its text.
    pub text: String,
}

/// What a letter asks, in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Request {
    /// A command.
    Command(Line, Command),
    /// A line that begins as a command but is not whole.
    Broken(Line, Broken),
    /// A line that may be an order, or chatter.
    Order(Line),
    /// A line directly below press that reads as an order, or follows one: words for others, or an order of the writer's.
    /// Nobody can tell, so it is neither.
    BelowPress(Line),
}

impl Request {
    /// The line it stands in, or begins in.
    pub fn line(&self) -> &Line {
        match self {
            Request::Command(line, _) | Request::Broken(line, _) | Request::Order(line) | Request::BelowPress(line) => {
                line
            }
        }
    }
}

/// How far a line reads as an order of the letter's game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AsOrder {
    /// As none.
    No,
    /// As one in which something may be wrong.
    Begun,
    /// As one with nothing wrong in it.
    Whole,
}

impl From<bool> for AsOrder {
    /// Whether it begins as one.
    fn from(is_begun: bool) -> Self {
        if is_begun { AsOrder::Begun } else { AsOrder::No }
    }
}

/// Reads a letter's visible lines. Empty lines separate; what comes after [`MOST_LINES`] is left out. `as_order` says how far
/// a line reads as an order of the letter's game: CHECK and ADD may stand before one, and press holds none by accident.
pub fn read_letter<A: Into<AsOrder>>(lines: &[String], as_order: impl Fn(&str) -> A) -> Vec<Request> {
    let as_order = |line: &str| as_order(line).into();
    let is_order = |line: &str| as_order(line) != AsOrder::No;
    let mut requests = Vec::new();
    let mut rest = lines.iter().take(MOST_LINES).enumerate().peekable();
    while let Some((index, text)) = rest.next() {
        if text.trim().is_empty() {
            continue;
        }
        let line = Line { number: index + 1, text: text.clone() };
        match read_command(text) {
            Some(Ok(Command::Press { to, text })) => {
                let (text, below) = press_text(text, &mut rest, &is_order);
                requests.push(Request::Command(line, Command::Press { to, text }));
                requests.extend(below.into_iter().map(Request::BelowPress));
            }
            Some(Ok(Command::WhatIf { .. })) => {
                let lines = body(&mut rest);
                requests.push(Request::Command(line, Command::WhatIf { lines }));
            }
            Some(Ok(Command::Create { game, book, scenario, words, .. })) => {
                let below = settings_below(&mut rest);
                requests.push(Request::Command(line, Command::Create { game, book, scenario, words, below }));
            }
            Some(Ok(Command::Add { order })) => {
                requests.extend(before_order(line, Command::Add { order: String::new() }, order, &as_order));
            }
            Some(Ok(Command::Check { order })) => {
                requests.extend(before_order(line, Command::Check { order: String::new() }, order, &as_order));
            }
            Some(Ok(command)) => requests.push(match goes_on(lines, index).then(|| Broken::going_on(text)).flatten() {
                Some(broken) => Request::Broken(line, broken),
                None => Request::Command(line, command),
            }),
            Some(Err(broken)) => requests.push(Request::Broken(line, broken)),
            None => requests.push(corrected(&line).unwrap_or(Request::Order(line))),
        }
    }
    requests
}

/// Most words of a command that may be the end of a sentence.
const MOST_OF_TAIL: usize = 2;

/// Whether a line of one or two words goes on the sentence above it, as programs wrap it: "we are not / ready."
fn goes_on(lines: &[String], index: usize) -> bool {
    let is_short = lines[index].split_whitespace().count() <= MOST_OF_TAIL;
    let above = |back: usize| index.checked_sub(back).map_or("", |at| lines[at].trim());
    is_short && (ends_open(above(1)) || above(1).is_empty() && ends_denying(above(2)))
}

/// Whether a text ends in a word that no sentence ends with.
fn ends_open(text: &str) -> bool {
    const OPEN: &[&str] = &[
        "are", "is", "be", "am", "was", "were", "will", "would", "should", "could", "might", "must", "i", "we", "they",
    ];
    ends_denying(text) || OPEN.contains(&last_word(text).as_str())
}

fn ends_denying(text: &str) -> bool {
    const DENYING: &[&str] = &["not", "never", "dont", "cannot", "cant", "wont", "shouldnt", "isnt", "arent", "didnt"];
    DENYING.contains(&last_word(text).as_str()) || text.ends_with("not yet")
}

/// The last word in small letters, without its apostrophe; nothing where a sign stands behind it.
fn last_word(text: &str) -> String {
    let word = text.rsplit(char::is_whitespace).next().unwrap_or_default();
    word.chars().filter(|sign| !matches!(sign, '\'' | '\u{2019}')).flat_map(char::to_lowercase).collect()
}

/// CHECK and ADD count alone on their line or before an order: "Check with Abe before you process" is talk. Who writes the
/// word in capitals means the command, whatever is wrong with what stands behind it.
fn before_order(line: Line, command: Command, order: String, as_order: &impl Fn(&str) -> AsOrder) -> Vec<Request> {
    if order.is_empty() {
        return vec![Request::Command(line, command)];
    }
    // "Add 20 crew to USGB1": an order whose own verb it is.
    if matches!(command, Command::Add { .. }) && as_order(&line.text) == AsOrder::Whole {
        return vec![Request::Order(line)];
    }
    if as_order(&order) != AsOrder::No {
        let own = Line { number: line.number, text: order };
        return vec![Request::Command(line, command), Request::Order(own)];
    }
    let name = if matches!(command, Command::Check { .. }) { "CHECK" } else { "ADD" };
    let words = line.text.trim_start_matches(|sign: char| !sign.is_alphabetic());
    if !words.starts_with(name) {
        return vec![Request::Order(line)];
    }
    let broken = Broken::lacking(name, "an order behind it, or a line of its own", &line.text);
    vec![Request::Broken(line, broken)]
}

/// The text of press: to the next empty line, or to a line END when nothing stands after the colon. And the lines below it
/// that cannot be told from orders: from the first that reads as one to the end of its paragraph, or, when END is missing, of
/// the letter.
fn press_text<'a>(
    first: String,
    rest: &mut std::iter::Peekable<impl Iterator<Item = (usize, &'a String)> + Clone>,
    is_order: &impl Fn(&str) -> bool,
) -> (String, Vec<Line>) {
    let ends_at_blank = !first.is_empty();
    let is_closed = rest.clone().any(|(_, line)| is_end(line));
    let may_hold_orders = !ends_at_blank && is_closed;
    let mut text = first;
    let mut below: Vec<Line> = Vec::new();
    while let Some((index, line)) = rest.peek() {
        if is_end(line) {
            rest.next();
            break;
        }
        let is_command = || matches!(read_command(line), Some(Ok(_))) && !ends_open(&text);
        if ends_at_blank && (line.trim().is_empty() || is_command()) {
            break;
        }
        if !below.is_empty() || !may_hold_orders && is_order(line) {
            below.push(Line { number: index + 1, text: (*line).clone() });
        } else {
            if !text.is_empty() {
                text.push('\n');
            }
            text.push_str(line.trim_end());
        }
        rest.next();
    }
    below.retain(|line| !line.text.trim().is_empty());
    (text.trim().to_owned(), below)
}

/// Whether what stands below so many of a letter's lines stands in press that goes on to a line END.
pub fn is_in_press(lines: &[String], above: usize) -> bool {
    stand_in_press(lines).take(above.saturating_add(1)).last().unwrap_or_default()
}

/// For each line in turn, whether it stands in press that goes on to a line END; and of what would stand below the last.
pub fn stand_in_press(lines: &[String]) -> impl Iterator<Item = bool> {
    let last_end = lines.iter().rposition(|line| is_end(line)).unwrap_or_default();
    let mut is_open = false;
    let below = lines.iter().enumerate().map(move |(at, line)| {
        let opens = || matches!(read_command(line), Some(Ok(Command::Press { text, .. })) if text.is_empty());
        is_open = if is_open { !is_end(line) } else { at < last_end && opens() };
        is_open
    });
    std::iter::once(false).chain(below)
}

/// What is to be said of a line directly below press that cannot be told from an order.
pub fn below_press() -> Remark {
    let hint = "An empty line above it makes it an order; to send it, write the seats and a colon alone on a line, \
                your words below, and END on the last line.";
    Remark::unread(
        "It reads as an order, or follows one, directly below press, so it was neither sent nor put on file.",
    )
    .hint(hint)
}

/// Whether a line ends press.
pub fn is_end(line: &str) -> bool {
    let words = line.trim().trim_end_matches('.');
    words.eq_ignore_ascii_case("end") || words.eq_ignore_ascii_case("end press")
}

/// The lines right below CREATE that are settings.
fn settings_below<'a>(rest: &mut std::iter::Peekable<impl Iterator<Item = (usize, &'a String)>>) -> Vec<Line> {
    let is_setting = |text: &str| is_setting_line(text) && read_command(text).is_none();
    let lines = std::iter::from_fn(|| rest.next_if(|(_, text)| is_setting(text)));
    lines.map(|(index, text)| Line { number: index + 1, text: text.clone() }).collect()
}

/// The lines below a command, to a line END or the end of the letter.
fn body<'a>(rest: &mut impl Iterator<Item = (usize, &'a String)>) -> Vec<Line> {
    let lines = rest.map(|(index, text)| Line { number: index + 1, text: text.clone() });
    let is_end = |line: &Line| line.text.trim().trim_end_matches('.').eq_ignore_ascii_case("end");
    lines.take_while(|line| !is_end(line)).filter(|line| !line.text.trim().is_empty()).collect()
}

/// A line that is nearly a command ("STAUTS").
fn corrected(line: &Line) -> Option<Request> {
    let (spec, words) = mistyped(&line.text)?;
    Some(Request::Broken(line.clone(), Broken::mistyped(spec, words, &line.text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<Request> {
        read_letter(&text.lines().map(str::to_owned).collect::<Vec<_>>(), |line| line.starts_with("PP "))
    }

    #[test]
    fn a_command_that_ends_the_sentence_above_it_is_asked_back() {
        let is_asked = |text: &str| read(text).iter().any(|request| matches!(request, Request::Broken(..)));
        for text in ["We are not\nready.", "it is not yet\nrelease.", "Do not\n\nCANCEL ALL", "What if I\nCANCEL ALL"] {
            assert!(is_asked(text), "{text}");
        }
        for text in ["That is all.\nREADY", "I hear from you\n\nREADY", "Good luck\nREADY", "we are not many,\nREADY"] {
            assert!(!is_asked(text), "{text}");
        }
        let press = read("PRESS TO us-war: send me your list, for we are not\nready.");
        assert!(matches!(&press[..], [Request::Command(_, Command::Press { text, .. })] if text.ends_with("ready.")));
    }

    #[test]
    fn press_goes_on_to_its_end_and_what_has_none_on_its_line() {
        let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
        let letter = lines("PP 1: hold\nPRESS TO usa-west:\nmy plan\nEND\nREADY");
        assert_eq!(
            (0..=5).map(|above| is_in_press(&letter, above)).collect::<Vec<_>>(),
            [false, false, true, true, false, false]
        );
        assert!(!is_in_press(&lines("PRESS TO usa-west: thanks\nmy plan\nEND"), 2));
        assert!(!is_in_press(&lines("PRESS TO usa-west:\nmy plan"), 2));
    }

    #[test]
    fn press_on_one_line_ends_at_the_empty_line_before_the_orders() {
        let requests = read("PRESS TO usa-west: hold Cairo,\nhelp is coming.\n\nPP 1: rest");
        let Request::Command(_, Command::Press { text, .. }) = &requests[0] else { panic!() };
        assert_eq!(text, "hold Cairo,\nhelp is coming.");
        assert!(matches!(&requests[1], Request::Order(line) if line.text == "PP 1: rest"));
    }

    #[test]
    fn press_of_several_paragraphs_ends_at_end() {
        let requests = read("PRESS TO csa-*:\nGentlemen,\n\nhold.\nEND\nSTATUS");
        let Request::Command(_, Command::Press { text, .. }) = &requests[0] else { panic!() };
        assert_eq!(text, "Gentlemen,\n\nhold.");
        assert!(matches!(&requests[1], Request::Command(_, Command::Status)));
    }

    #[test]
    fn an_order_directly_below_press_is_neither_press_nor_an_order() {
        let below = |requests: &[Request]| {
            let below = requests.iter().filter(|request| matches!(request, Request::BelowPress(_)));
            below.map(|request| request.line().number).collect::<Vec<_>>()
        };
        let requests = read("PRESS TO usa-west: hold on\nhelp is coming\nPP 1: rest\nuntil noon\n\nPP 2: rest");
        let Request::Command(_, Command::Press { text, .. }) = &requests[0] else { panic!() };
        assert_eq!(text, "hold on\nhelp is coming");
        assert_eq!(below(&requests), [3, 4]);
        assert!(matches!(requests.last(), Some(Request::Order(line)) if line.number == 6));
        // With its END it is a proposal; without it the rest of the letter may be the writer's own orders.
        let proposed = read("PRESS TO usa-west:\nI propose\n\nPP 1: rest\nEND\nPP 2: rest");
        assert_eq!(below(&proposed), [0; 0]);
        let open = read("PRESS TO usa-west:\nI propose\n\nPP 1: rest\n\nPP 2: rest\nREADY");
        assert_eq!(below(&open), [4, 6, 7]);
    }

    #[test]
    fn check_and_add_stand_alone_or_before_an_order() {
        for talk in ["Check with Abe before you process", "Add that Banks is an idiot", "Check out this link"] {
            assert!(matches!(&read(talk)[..], [Request::Order(line)] if line.text == talk), "{talk}");
        }
        for command in ["Check", "CHECK please", "add:", "* Check."] {
            assert!(matches!(&read(command)[..], [Request::Command(..)]), "{command}");
        }
        assert!(matches!(
            &read("check PP 1: rest")[..],
            [Request::Command(_, Command::Check { .. }), Request::Order(_)]
        ));
        assert!(matches!(&read("ADD: PP 1: rest")[..], [Request::Command(_, Command::Add { .. }), Request::Order(_)]));
        // A book may have an order whose verb it is.
        let as_order = |line: &str| match line {
            "add 20 crew to GB1" => AsOrder::Whole,
            _ => AsOrder::Begun,
        };
        let lines = ["add 20 crew to GB1".to_owned()];
        assert!(matches!(&read_letter(&lines, as_order)[..], [Request::Order(line)] if line.text == lines[0]));
        // A dry run that cannot be read must not become a real one.
        assert!(
            matches!(&read("CHECK mvoe Lee")[..], [Request::Broken(_, broken)] if broken.reach() == super::super::Reach::Letter)
        );
    }

    #[test]
    fn what_is_tried_ends_at_end() {
        let requests = read("WHATIF\nAS usa-east\nPP 1: rest\n\nDIE usa: cp = 6\nEND\nSTATUS");
        let Request::Command(_, Command::WhatIf { lines }) = &requests[0] else { panic!() };
        assert_eq!(lines.iter().map(|line| line.number).collect::<Vec<_>>(), [2, 3, 5]);
        assert!(matches!(&requests[1], Request::Command(_, Command::Status)));
    }

    #[test]
    fn a_mistyped_command_comes_back_with_the_right_one() {
        let requests = read("STAUTS");
        assert!(
            matches!(&requests[0], Request::Broken(_, broken) if broken.remark.hint.as_deref() == Some("Did you mean STATUS?"))
        );
    }
}
