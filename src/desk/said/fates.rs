//! What became of each typed line of a letter, so that its receipt accounts for all of them. Knows no order and no command.

use std::collections::BTreeMap;

use base::order::{MOST_LINES, Request};

/// Most stretches of lines that are told apart.
const MOST_STRETCHES: usize = 30;

/// What became of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fate {
    /// An order on file.
    Filed,
    /// An order that a letter without CHECK would have put on file.
    WouldBeFiled,
    /// An order that a command below it took off the file again.
    Cancelled,
    /// An order for a phase to come.
    Kept,
    /// An order that nothing is wrong with, and that came when none could be filed.
    NotFiled,
    /// An order that does not wait and was carried out.
    Acted,
    /// One that a letter without CHECK would have had carried out, if nothing stands against it.
    WouldAct,
    /// One that is kept until it may be carried out.
    KeptBack,
    /// One that was not carried out.
    NotDone,
    /// A command that was carried out or answered.
    Done,
    /// Press, to those named.
    Sent(String),
    /// A line of a form that was copied and left as it was.
    LeftBlank,
    /// Neither an order nor a command.
    Talk,
    /// Something is wrong with it, which the receipt says.
    AskedBack,
    /// Of several orders in it some are on file or carried out, and something is wrong with the others.
    InPart,
    /// Nobody came to it.
    NotReached,
}

/// Where a letter's talk goes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum TalkGoes {
    /// To nobody.
    #[default]
    Nowhere,
    /// To the game masters.
    ToGm,
    /// To those named, as soon as the writer says so.
    WhenConfirmed(String),
}

/// The fate of each line in which something begins; a line that belongs to the one above it shares its fate.
#[derive(Debug, Clone, Default)]
pub struct Fates(BTreeMap<usize, Fate>);

impl Fates {
    /// Nothing of a letter was reached so far.
    pub fn begin(&mut self, requests: &[Request]) {
        for request in requests {
            self.0.insert(request.line().number, Fate::NotReached);
        }
    }

    /// Notes what became of a line; one that is asked back stays so, but for what of it stands.
    pub fn set(&mut self, number: usize, fate: Fate) {
        let stands = |fate: &Fate| matches!(fate, Fate::Filed | Fate::Acted | Fate::KeptBack);
        let fate = match (self.0.get(&number), fate) {
            (Some(Fate::InPart), _) => return,
            (Some(Fate::AskedBack), fate) if stands(&fate) => Fate::InPart,
            (Some(Fate::AskedBack), _) => return,
            (Some(before), Fate::AskedBack) if stands(before) => Fate::InPart,
            (_, fate) => fate,
        };
        self.0.insert(number, fate);
    }

    /// Lines that were read as one share the fate of the first.
    pub fn join(&mut self, number: usize, count: usize) {
        (number + 1..number + count).for_each(|joined| {
            self.0.remove(&joined);
        });
    }

    /// The whole letter line by line, when not all of it came to the same plain end.
    pub fn account(&self, lines: &[String], talk: &TalkGoes) -> Option<String> {
        let mut stretches: Vec<(usize, usize, Fate)> = Vec::new();
        let typed = lines.iter().enumerate().filter(|(_, text)| !text.trim().is_empty());
        for number in typed.map(|(index, _)| index + 1) {
            let fate = match self.0.range(..=number).next_back() {
                Some((_, fate)) if number <= MOST_LINES => fate.clone(),
                _ => Fate::NotReached,
            };
            match stretches.last_mut() {
                Some((_, last, same)) if *same == fate => *last = number,
                _ => stretches.push((number, number, fate)),
            }
        }
        let is_plain = |fate: &Fate| {
            let is_of_file = matches!(fate, Fate::Filed | Fate::WouldBeFiled | Fate::Kept | Fate::Done);
            is_of_file || matches!(fate, Fate::Acted | Fate::WouldAct | Fate::KeptBack)
        };
        if stretches.len() < 2 || stretches.iter().all(|(_, _, fate)| is_plain(fate)) {
            return None;
        }
        let more = stretches.len().saturating_sub(MOST_STRETCHES);
        let mut told: Vec<String> =
            stretches.iter().take(MOST_STRETCHES).map(|(first, last, fate)| told(*first, *last, fate, talk)).collect();
        if more > 0 {
            told.push("and so on".to_owned());
        }
        Some(format!("Line by line: {}.", told.join("; ")))
    }
}

fn told(first: usize, last: usize, fate: &Fate, talk: &TalkGoes) -> String {
    let lines = if first == last { first.to_string() } else { format!("{first} to {last}") };
    let what = match fate {
        Fate::Filed => "on file".to_owned(),
        Fate::WouldBeFiled => "would be on file".to_owned(),
        Fate::Cancelled => "cancelled again below".to_owned(),
        Fate::Kept => "kept for a later phase".to_owned(),
        Fate::NotFiled => "not put on file".to_owned(),
        Fate::Acted => "carried out".to_owned(),
        Fate::WouldAct => "would be carried out".to_owned(),
        Fate::KeptBack => "kept until it can be carried out".to_owned(),
        Fate::NotDone => "not carried out".to_owned(),
        Fate::Done if first == last => "a command".to_owned(),
        Fate::Done => "commands".to_owned(),
        Fate::Sent(names) => format!("sent to {names}"),
        Fate::LeftBlank => "left blank".to_owned(),
        Fate::Talk => match talk {
            TalkGoes::Nowhere => "talk, sent to nobody".to_owned(),
            TalkGoes::ToGm => "talk, for the GM".to_owned(),
            TalkGoes::WhenConfirmed(names) => format!("talk, for {names} when you confirm it"),
        },
        Fate::AskedBack => "asked back".to_owned(),
        Fate::InPart => "done in part, the rest asked back".to_owned(),
        Fate::NotReached => "not reached, so nothing came of it".to_owned(),
    };
    format!("{lines} {what}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<String> {
        text.lines().map(str::to_owned).collect()
    }

    #[test]
    fn every_typed_line_is_in_the_account() {
        let mut fates = Fates::default();
        fates.set(1, Fate::Talk);
        fates.set(3, Fate::Filed);
        fates.set(4, Fate::Filed);
        fates.set(6, Fate::Sent("Union commander West".to_owned()));
        fates.set(9, Fate::AskedBack);
        fates.set(9, Fate::Done);
        fates.set(10, Fate::AskedBack);
        fates.set(10, Fate::Filed);
        fates.set(11, Fate::Acted);
        fates.set(11, Fate::AskedBack);
        let text = lines("Hello\n\norder\norder\n\nPRESS\nmore of it\n\nordre\norder, ordre\norder, ordre");
        let account = fates.account(&text, &TalkGoes::Nowhere).unwrap();
        assert_eq!(
            account,
            "Line by line: 1 talk, sent to nobody; 3 to 4 on file; 6 to 7 sent to Union commander West; 9 asked back; \
             10 to 11 done in part, the rest asked back."
        );
    }

    #[test]
    fn what_came_to_one_plain_end_needs_no_account() {
        let mut fates = Fates::default();
        fates.set(1, Fate::Filed);
        fates.set(2, Fate::Done);
        assert_eq!(fates.account(&lines("order\nSHOW"), &TalkGoes::Nowhere), None);
    }

    #[test]
    fn lines_behind_the_last_that_is_read_are_not_reached() {
        let mut fates = Fates::default();
        fates.set(1, Fate::Filed);
        let account = fates.account(&vec!["order".to_owned(); MOST_LINES + 3], &TalkGoes::Nowhere).unwrap();
        assert_eq!(account, "Line by line: 1 to 2000 on file; 2001 to 2003 not reached, so nothing came of it.");
    }
}
