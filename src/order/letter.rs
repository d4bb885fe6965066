//! Reading an order letter: its commands, and the lines that may be orders.

use super::command::{Broken, Command, mistyped, read_command};

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
}

impl Request {
    /// The line it stands in, or begins in.
    pub fn line(&self) -> &Line {
        match self {
            Request::Command(line, _) | Request::Broken(line, _) | Request::Order(line) => line,
        }
    }
}

/// Reads a letter's visible lines. Empty lines separate; what comes after [`MOST_LINES`] is left out.
pub fn read_letter(lines: &[String]) -> Vec<Request> {
    let mut requests = Vec::new();
    let mut rest = lines.iter().take(MOST_LINES).enumerate().peekable();
    while let Some((index, text)) = rest.next() {
        if text.trim().is_empty() {
            continue;
        }
        let line = Line { number: index + 1, text: text.clone() };
        match read_command(text) {
            Some(Ok(Command::Press { to, text })) => {
                let text = press_text(text, &mut rest);
                requests.push(Request::Command(line, Command::Press { to, text }));
            }
            Some(Ok(Command::WhatIf { .. })) => {
                let lines = body(&mut rest);
                requests.push(Request::Command(line, Command::WhatIf { lines }));
            }
            Some(Ok(Command::Add { order })) => {
                let own = Line { number: line.number, text: order.clone() };
                requests.push(Request::Command(line, Command::Add { order: String::new() }));
                if !order.is_empty() {
                    requests.push(Request::Order(own));
                }
            }
            Some(Ok(Command::Check { order })) => {
                let own = Line { number: line.number, text: order.clone() };
                requests.push(Request::Command(line, Command::Check { order: String::new() }));
                if !order.is_empty() {
                    requests.push(Request::Order(own));
                }
            }
            Some(Ok(command)) => requests.push(Request::Command(line, command)),
            Some(Err(broken)) => requests.push(Request::Broken(line, broken)),
            None => requests.push(corrected(&line).unwrap_or(Request::Order(line))),
        }
    }
    requests
}

/// The text of press: to the next empty line, or to a line END when nothing stands after the colon.
fn press_text<'a>(first: String, rest: &mut std::iter::Peekable<impl Iterator<Item = (usize, &'a String)>>) -> String {
    let ends_at_blank = !first.is_empty();
    let mut text = first;
    while let Some((_, line)) = rest.peek() {
        let word = line.trim();
        if word.eq_ignore_ascii_case("end") || word.eq_ignore_ascii_case("end press") {
            rest.next();
            break;
        }
        if ends_at_blank && (word.is_empty() || matches!(read_command(line), Some(Ok(_)))) {
            break;
        }
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(line.trim_end());
        rest.next();
    }
    text.trim().to_owned()
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
        read_letter(&text.lines().map(str::to_owned).collect::<Vec<_>>())
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
