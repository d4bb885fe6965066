//! The table of commands: the letter reader, HELP and `docs/commands.md` all come from it.

use std::sync::LazyLock;

use crate::game::{GameId, SeatId};

use super::{Line, Remark, slips};

mod appoint;
mod format;
mod head;
mod near;
mod parse;
mod stated;
mod table;
mod yes;

pub use format::FormatWish;
pub(super) use head::mistyped;
pub use head::{Reach, seems_command};
pub use near::commands_near;
pub use stated::{Stated, stated_phase};
pub use table::COMMANDS;

use parse::{NOT_A_COMMAND, parse_press, strip_words};

/// Who may give a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Giver {
    /// Any player of the game.
    Player,
    /// The game master alone.
    Gm,
}

/// One row of the table.
pub struct CommandSpec {
    /// The words it begins with, in capitals.
    pub name: &'static str,
    /// Who may give it.
    pub giver: Giver,
    /// Its shape, as HELP prints it.
    pub usage: &'static str,
    /// What it does, in a sentence.
    pub summary: &'static str,
    /// A line somebody could type.
    pub example: &'static str,
    parse: fn(&str) -> Result<Command, String>,
}

/// Which orders `CANCEL` takes off the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cancelled {
    /// All of the writer's.
    All,
    /// By their numbers on the last receipt.
    Numbers(Vec<usize>),
    /// Not on file, but kept until they can be carried out: by their numbers in the answer to `SHOW`, or all.
    Kept(Vec<usize>),
}

/// A die that is to be set, or not to be set any more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DieSetting {
    /// What it would be thrown for.
    pub purpose: String,
    /// The count of this purpose in the phase, from 1.
    pub nth: u32,
    /// What it is to show; nothing: it is thrown after all.
    pub value: Option<u32>,
    /// Why.
    pub reason: Option<String>,
}

/// A command, read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// What can be written, or about one topic.
    Help {
        /// The topic, in lower case.
        topic: Option<String>,
    },
    /// Where the game stands.
    Status,
    /// The seats that the writer can write to, and who serves those of his side.
    Seats,
    /// The whole letter is a dry run.
    Check {
        /// An order on the same line.
        order: String,
    },
    /// The orders on file.
    Show,
    /// The orders of this letter are added to those on file.
    Add {
        /// An order on the same line.
        order: String,
    },
    /// Orders are taken off the file.
    Cancel(Cancelled),
    /// Orders that the last letter took off the file come back.
    Restore,
    /// Orders of earlier letters do not stay on file beside those of this one, whatever of it was not read.
    ReplaceEarlier,
    /// Orders that we proposed are filed.
    Yes {
        /// Their numbers.
        numbers: Vec<u32>,
    },
    /// A letter to other seats, without addresses.
    Press {
        /// As written: seats, "all", or a side with a star ("csa-*").
        to: Vec<String>,
        /// The text on the same line; what follows is added by the reader.
        text: String,
    },
    /// How the game is timed, and what was chosen for it.
    Settings,
    /// A setting of the game, from the next phase on.
    SetGame {
        /// Its name.
        name: String,
        /// What it is to be.
        value: String,
    },
    /// A report once more.
    Report {
        /// Of which phase; the last when not said.
        phase: Option<u32>,
        /// For one of the writer's seats alone; for all of them when not said.
        seat: Option<SeatId>,
    },
    /// The code once more.
    Code,
    /// Another code.
    CodeNew,
    /// One more mail address, or one less.
    Address {
        /// One more.
        is_added: bool,
        /// As written.
        address: String,
    },
    /// Which games there are.
    Games,
    /// A seat is asked for.
    Signon {
        /// In this game.
        game: GameId,
        /// Which one; any when not said.
        seat: Option<SeatId>,
    },
    /// All seats of the game are given up.
    Resign,
    /// A player of one's side moves to another seat of it.
    Appoint {
        /// Who.
        player: String,
        /// Which seat, as it was written.
        seat: String,
    },
    /// Two players of one's side exchange their seats.
    ExchangeSeats {
        /// One.
        one: String,
        /// The other.
        other: String,
    },
    /// What was asked about is to be done.
    Confirm {
        /// The word that was mailed with the question, as typed.
        word: String,
    },
    /// The orders on file are final as far as the writer is concerned.
    Ready {
        /// He gives none.
        with_nothing: bool,
    },
    /// They are not any more.
    Wait,
    /// The writer's part in the dice of the open phase.
    Seed {
        /// Any words.
        words: String,
    },
    /// The orders below are for a phase to come.
    OrdersAhead {
        /// Its number; the next one when not said.
        phase: Option<u32>,
        /// What stands in brackets behind it, as its name does in our letters.
        name: Option<String>,
    },
    /// The zone in which times are printed.
    Timezone {
        /// As written.
        zone: String,
    },
    /// What letters are: what is not said stays as it is.
    Format(FormatWish),
    /// A map.
    Map {
        /// The place in its middle, as written; the whole when not said.
        place: Option<String>,
        /// How many cells of the board around it.
        radius: Option<u32>,
    },
    /// A new game.
    Create {
        /// Its name.
        game: GameId,
        /// The rule book.
        book: String,
        /// Its scenario.
        scenario: String,
        /// What stands behind that: settings.
        words: String,
        /// The lines below that hold further settings.
        below: Vec<Line>,
    },
    /// A seat for a player.
    Seat {
        /// Name and address, as in a letter's header, or one of them.
        player: String,
        /// The seat.
        seat: SeatId,
        /// The zone his deadlines are printed in.
        zone: Option<String>,
    },
    /// The first phase begins.
    Start,
    /// The deadline moves to a time.
    Deadline {
        /// As written.
        when: String,
    },
    /// The deadline moves by a span.
    Extend {
        /// As written.
        span: String,
    },
    /// The open phase is played now.
    Process {
        /// Which, so that a letter that comes twice or late does no harm; without it a word is asked for.
        phase: Option<Stated>,
    },
    /// Reports wait for the GM.
    Hold,
    /// Reports go.
    Release,
    /// The orders below are given for a seat.
    As {
        /// The seat.
        seat: SeatId,
    },
    /// A value of the state.
    Set {
        /// The path.
        path: String,
        /// The value, as JSON or a bare word.
        value: String,
        /// Why.
        reason: String,
    },
    /// A late letter counts after all.
    AcceptLate {
        /// Its number, as WHO prints it.
        letter: i64,
    },
    /// What an order that only the game master can judge is taken for.
    Rule {
        /// The number of the question.
        number: u32,
        /// A reading by its name, or an order in his own words.
        what: String,
        /// Why, in words for its writer.
        reason: Option<String>,
    },
    /// Who is missing, what waits.
    Who,
    /// Whoever signs on has a seat at once, or no longer.
    Open {
        /// From now on.
        is_open: bool,
    },
    /// Somebody who signed on gets a seat.
    Approve {
        /// His number, as the judge told it.
        number: u32,
        /// The seat; the one he asked for when not said.
        seat: Option<SeatId>,
    },
    /// Somebody who signed on gets none.
    Deny {
        /// His number.
        number: u32,
        /// Why, in words for him.
        reason: Option<String>,
    },
    /// Nothing counts in a player's name, or it does again.
    Lock {
        /// His seat, address or name.
        player: String,
        /// From now on.
        is_locked: bool,
    },
    /// One more game master of the game, or one less.
    Master {
        /// Name and address of a new one; seat, address or name of another.
        player: String,
        /// One more.
        is_added: bool,
    },
    /// A player loses his seats.
    Eject {
        /// His seat, address or name.
        player: String,
        /// Why, in words for him.
        reason: Option<String>,
    },
    /// A seat goes to somebody else.
    Replace {
        /// The seat.
        seat: SeatId,
        /// Name and address, as in a letter's header, or one of them.
        player: String,
        /// The zone his deadlines are printed in.
        zone: Option<String>,
    },
    /// The game is over, as the game master says.
    EndGame {
        /// How it ended, in words for everybody.
        result: Option<String>,
    },
    /// The game ends here.
    Delete {
        /// Its name once more.
        game: GameId,
    },
    /// The start of a played phase comes back.
    Rollback {
        /// Which phase, and in which revision it was played.
        phase: Stated,
    },
    /// The open phase is tried with changes.
    WhatIf {
        /// The lines below it; the letter's reader adds them.
        lines: Vec<Line>,
    },
    /// What became of a letter.
    Trace {
        /// Its number or its Message-ID; the last ones when not said.
        which: Option<String>,
    },
    /// Who did what in the game.
    Journal {
        /// Its page, from 1, newest first.
        page: u32,
    },
    /// A die of the open phase is set ahead of its throw.
    Die(DieSetting),
    /// The clock stands still.
    Pause {
        /// Until when, in the game master's words; else until he lets it go on.
        until: Option<String>,
        /// Why, for everybody.
        reason: Option<String>,
    },
    /// The clock goes on.
    Resume,
}

/// Commands that may name the phase they are for at the end of their line.
const NAME_A_PHASE: &[&str] = &[
    "DEADLINE",
    "EXTEND",
    "HOLD",
    "RELEASE",
    "PAUSE",
    "RESUME",
    "AS",
    "SET",
    "SET GAME",
    "DIE",
    "ACCEPT LATE",
    "RULE",
];

/// A line that begins as a command, or nearly so, and is not whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Broken {
    /// The name of the command that it comes nearest to.
    pub name: &'static str,
    /// What is wrong with it.
    pub remark: Remark,
}

impl Broken {
    /// A line that comes nearest to the command of this name, with what it lacks.
    pub fn lacking(name: &'static str, why: &str, line: &str) -> Self {
        let offset = line.len() - line.trim_start().len();
        let usage = spec_of(name).map_or(name, |spec| spec.usage);
        let remark = Remark::unread(format!("This command lacks {why}."))
            .at(offset, line.trim_end().len().max(offset))
            .hint(format!("Its shape is: {usage}"));
        Self { name, remark }
    }

    /// A line that is a command alone and seems to be the end of the sentence above it.
    pub(in super::super) fn going_on(line: &str) -> Option<Self> {
        let words = line.trim_matches(|sign: char| !sign.is_ascii_alphabetic()).to_ascii_uppercase();
        let spec = COMMANDS.iter().find(|spec| words.split(' ').next() == Some(spec.name))?;
        let offset = line.len() - line.trim_start().len();
        let remark = Remark::unread("This seems to go on from the line above, so it was not done.")
            .at(offset, line.trim_end().len().max(offset))
            .hint("Write the command in a line of its own, behind an empty one, if it is meant.");
        Some(Self { name: spec.name, remark })
    }

    /// A line that would be this command if these words of it were spelled right.
    pub(super) fn mistyped(spec: &CommandSpec, words: &str, line: &str) -> Self {
        let start = line.find(words).unwrap_or(0);
        let remark = Remark::unread(format!("There is no command \"{words}\"."))
            .at(start, start + words.len())
            .hint(format!("Did you mean {}?", spec.name));
        Self { name: spec.name, remark }
    }

    /// What the command would have said of other lines.
    pub fn reach(&self) -> Reach {
        head::reach_of(self.name)
    }
}

/// Reads a line as a command. `None`: it is none. `Some(Err)`: it begins as one but is not whole.
pub fn read_command(line: &str) -> Option<Result<Command, Broken>> {
    let trimmed = line.trim().trim_start_matches(['-', '*', '\u{2022}']).trim_start();
    if let Some(rest) = press_shorthand(trimmed) {
        return Some(parse_press(rest).map_err(|why| Broken::lacking("PRESS", &why, line)));
    }
    if let Some(command) = appoint::read_freely(trimmed) {
        return Some(Ok(command));
    }
    let first = trimmed.as_bytes().first()?;
    let mut alike = COMMANDS.iter().filter(|spec| spec.name.as_bytes()[0].eq_ignore_ascii_case(first));
    let named = alike.find_map(|spec| Some((spec, strip_words(trimmed, spec.name)?)));
    let (spec, rest) = named.or_else(|| head::renamed(trimmed))?;
    let names_a_phase = NAME_A_PHASE.contains(&spec.name);
    let rest = if names_a_phase { stated_phase(rest).0 } else { rest };
    match (spec.parse)(rest) {
        Ok(command) => Some(Ok(command)),
        // A sentence that happens to begin with a short verb ("Hold the line", "Show them") is not a command.
        Err(why) if why == NOT_A_COMMAND => parse::help_in_words(trimmed).map(Ok),
        Err(why) => Some(Err(Broken::lacking(spec.name, &why, line))),
    }
}

/// What of a text would be a command of its own if a mail program broke the text there: from a word to the end, or to before
/// a word so long that it is broken as well. Free words that are shown to others must hold none.
pub fn command_within(text: &str) -> Option<&str> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let place = |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
    let long = words.iter().enumerate().filter(|(_, word)| word.chars().count() > LONGEST_UNBROKEN);
    let ends: Vec<usize> = long.map(|(at, _)| at).chain([words.len()]).collect();
    // "As soon as they build" names no seat.
    let is_command = |part: &&str| match read_command(part) {
        Some(Ok(Command::As { seat })) => seat.as_str().contains('-'),
        read => matches!(read, Some(Ok(_))),
    };
    let parts = ends.iter().flat_map(|end| (0..*end).map(|start| (start, *end)));
    let mut parts = parts.map(|(start, end)| {
        let last = words[end - 1];
        &text[place(words[start])..place(last) + last.len()]
    });
    parts.find(is_command)
}

/// A longer word is put on a line of its own by programs that break lines.
const LONGEST_UNBROKEN: usize = 30;

fn spec_of(name: &str) -> Option<&'static CommandSpec> {
    COMMANDS.iter().find(|spec| spec.name == name)
}

/// A command word mistyped by one letter, alone or followed by what only a command takes.
pub fn nearest_command(word: &str) -> Option<&'static CommandSpec> {
    let word = word.to_ascii_uppercase();
    let letters = letters_of(&word);
    let may_be_meant = |(spec, of_name): &&(&CommandSpec, u64)| {
        spec.name.len() >= 4 && spec.name.len().abs_diff(word.len()) <= 2 && may_be_near(letters, *of_name)
    };
    let known = LETTERS_OF_NAMES.iter().filter(may_be_meant).map(|(spec, _)| *spec);
    // Of equally near ones that which stands whole in the word: "SEATT" is SEAT and not SEATS.
    let far = |spec: &&CommandSpec| (strsim::damerau_levenshtein(&word, spec.name), !word.starts_with(spec.name));
    known.min_by_key(far).filter(|spec| word.len() >= 4 && matches!(slips(&word, spec.name), Some(1..)))
}

/// Whether two slips may lie between words of these letters. A slip adds, drops or replaces one letter or moves two: so
/// two letters at most are in one of them alone. Distances are found for few words, not for each of a letter.
fn may_be_near(one: u64, other: u64) -> bool {
    (one & !other).count_ones() <= 2 && (other & !one).count_ones() <= 2
}

/// The letters of a word, each as a bit; two may share one.
fn letters_of(word: &str) -> u64 {
    word.bytes().fold(0, |letters, byte| letters | 1 << (byte % 64))
}

static LETTERS_OF_NAMES: LazyLock<Vec<(&CommandSpec, u64)>> =
    LazyLock::new(|| COMMANDS.iter().map(|spec| (spec, letters_of(spec.name))).collect());

/// What stands behind words that mean PRESS: `TO`, `MESSAGE FOR`.
pub fn behind_press_words(text: &str) -> Option<&str> {
    let heads = ["TO", "RELAY TO", "RELAY", "MESSAGE FOR", "MESSAGE TO"];
    heads.iter().find_map(|head| strip_words(text, head))
}

/// `TO USA-EAST: text`, `message for csa-*: text`, `relay to my SC: text` mean PRESS.
fn press_shorthand(text: &str) -> Option<&str> {
    let rest = behind_press_words(text)?;
    let (names, _) = rest.split_once(':')?;
    let all_seats = names.split([',', ' ']).filter(|word| !word.is_empty()).all(|word| {
        let word = word.to_ascii_lowercase();
        word == "and" || word == "all" || word == "gm" || word.contains('-')
    });
    (all_seats && !names.trim().is_empty()).then_some(rest)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn free_words_that_end_in_a_command_are_known_wherever_a_program_may_break_them() {
        let shaky = "If the rebels look as shaky to us as my grandma did PRESS TO all: I resign, attack Manassas";
        assert_eq!(command_within(shaky), Some("PRESS TO all: I resign, attack Manassas"));
        assert_eq!(command_within("if he looks shaky PAUSE BECAUSE I quit"), Some("PAUSE BECAUSE I quit"));
        let long = format!("if he looks CANCEL ALL {} attack him", "x".repeat(60));
        assert_eq!(command_within(&long), Some("CANCEL ALL"));
        assert_eq!(command_within("if they are ready to hold the line, wait for McDowell and attack Manassas"), None);
    }

    #[test]
    fn every_example_of_the_table_reads_as_its_command() {
        for spec in COMMANDS {
            let read = read_command(spec.example);
            assert!(matches!(read, Some(Ok(_))), "{}: {read:?}", spec.example);
        }
    }

    proptest! {
        #[test]
        fn words_that_may_not_be_near_are_further_than_two_slips(word in "[A-Z]{2,9}", spec in 0..COMMANDS.len()) {
            let name = COMMANDS[spec].name;
            prop_assert!(may_be_near(letters_of(&word), letters_of(name)) || strsim::damerau_levenshtein(&word, name) > 2);
        }
    }

    #[test]
    fn help_takes_words_and_in_capitals_a_question() {
        let topic = |line: &str| match read_command(line) {
            Some(Ok(Command::Help { topic })) => topic,
            other => panic!("{line}: {other:?}"),
        };
        for (line, asked) in [
            ("HELP C3.9", "c3.9"),
            ("Help D9, please.", "d9"),
            ("help rules all", "rules all"),
            ("HELP rule 8.2.1", "rule 8.2.1"),
            ("HELP order form", "order form"),
            ("HELP how do I march?", "how do i march"),
        ] {
            assert_eq!(topic(line).as_deref(), Some(asked), "{line}");
        }
        for line in ["Help rules nobody out", "HELP IS ON ITS WAY", "HELP is on its way", "Help how do I march"] {
            assert_eq!(read_command(line), None, "{line}");
        }
    }

    #[test]
    fn sentences_that_begin_with_a_command_word_are_not_commands() {
        for line in [
            "Hold the line at Manassas",
            "Show them no mercy",
            "Help is on the way to Richmond, Bob",
            "help is coming.",
            "Status quo then",
            "STATUS Austria = 12",
            "Set manipulation to +1",
            "check whether Massena may return",
            "open Brest",
            "Rule 3 says that nobody may march thrice",
            "Rule Britannia",
            "Press on to Richmond!",
            "as soon as Nashville is captured, move Polk to Corinth",
        ] {
            assert_eq!(read_command(line), None, "{line}");
        }
    }

    #[test]
    fn lines_are_cancelled_by_their_numbers_whatever_they_are_called() {
        for line in ["cancel my purchase line 3", "CANCEL 3", "cancel order 3."] {
            assert_eq!(read_command(line), Some(Ok(Command::Cancel(Cancelled::Numbers(vec![3])))), "{line}");
        }
        assert!(matches!(read_command("cancel the attack on 4913"), Some(Err(_))));
    }

    #[test]
    fn proposals_are_taken_by_their_numbers_and_a_yes_without_any_is_none() {
        for line in ["YES 4 6", "yes 4, 6", "Yes 4 and 6 please", "Yes, #4 & 6!", "* YES 4 6."] {
            assert_eq!(read_command(line), Some(Ok(Command::Yes { numbers: vec![4, 6] })), "{line}");
        }
        for line in [
            "YES",
            "yes please",
            "Yes 0",
            "Yes, attack",
            "Yes 4 corps shall go",
            "YES 4 files: PP 1-4: move McDowell to Fredericksburg",
            "Yes -4",
            "yes 4.5",
        ] {
            assert_eq!(read_command(line), None, "{line}");
        }
    }

    #[test]
    fn an_unfinished_command_says_its_shape() {
        let Some(Err(broken)) = read_command("ROLLBACK") else { panic!("not remarked") };
        assert!(broken.remark.hint.unwrap().contains("ROLLBACK phase=N"));
        assert_eq!(read_command("PROCESS"), Some(Ok(Command::Process { phase: None })));
    }

    #[test]
    fn press_is_read_in_its_shorter_forms() {
        for line in ["TO USA-EAST: please attack", "message for csa-*: hold the line", "relay usa-sc, usa-east: text"] {
            assert!(matches!(read_command(line), Some(Ok(Command::Press { .. }))), "{line}");
        }
        assert_eq!(read_command("To Richmond: one more corps"), None);
        for line in ["PRESS TO usa-west", "PRESS usa-west hold on", "PRESS"] {
            let broken = read_command(line).map(|read| read.map_err(|broken| broken.reach()));
            assert_eq!(broken, Some(Err(Reach::Body)), "{line}");
        }
    }

    #[test]
    fn a_mistyped_command_is_recognised() {
        assert_eq!(nearest_command("CANCLE").map(|spec| spec.name), Some("CANCEL"));
        assert_eq!(nearest_command("move").map(|spec| spec.name), None);
    }
}
