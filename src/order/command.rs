//! The table of commands: the letter reader, HELP and `docs/commands.md` all come from it.

use crate::game::{GameId, SeatId};

use super::Remark;

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
    /// A letter to other seats, without addresses.
    Press {
        /// As written: seats, "all", or a side with a star ("csa-*").
        to: Vec<String>,
        /// The text on the same line; what follows is added by the reader.
        text: String,
    },
    /// A report once more.
    Report {
        /// Of which phase; the last when not said.
        phase: Option<u32>,
    },
    /// The code once more.
    Code,
    /// A new game.
    Create {
        /// Its name.
        game: GameId,
        /// The rule book.
        book: String,
        /// Its scenario.
        scenario: String,
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
        /// Which, so that a letter that comes twice or late does no harm.
        phase: u32,
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
    /// Who is missing, what waits.
    Who,
}

/// Every command.
pub const COMMANDS: &[CommandSpec] = &[
    CommandSpec {
        name: "HELP",
        giver: Giver::Player,
        usage: "HELP [topic]",
        summary: "What you can write to the judge; with a topic, one command or the orders of your game.",
        example: "HELP orders",
        parse: parse_help,
    },
    CommandSpec {
        name: "STATUS",
        giver: Giver::Player,
        usage: "STATUS",
        summary: "Where the game stands: the phase, the deadline, your seats and what is on file for them.",
        example: "STATUS",
        parse: |rest| bare(rest, Command::Status),
    },
    CommandSpec {
        name: "CHECK",
        giver: Giver::Player,
        usage: "CHECK [order]",
        summary: "Makes the whole letter a dry run: everything is checked and answered, nothing is put on file.",
        example: "CHECK",
        parse: |rest| Ok(Command::Check { order: order_behind(rest) }),
    },
    CommandSpec {
        name: "SHOW",
        giver: Giver::Player,
        usage: "SHOW",
        summary: "Your orders on file, with their numbers and what they leave to spend.",
        example: "SHOW",
        parse: |rest| bare(rest, Command::Show),
    },
    CommandSpec {
        name: "ADD",
        giver: Giver::Player,
        usage: "ADD [order]",
        summary: "Adds the orders of this letter to those on file instead of replacing them.",
        example: "ADD PP 8: enter 1 infantry at Cairo",
        parse: |rest| Ok(Command::Add { order: order_behind(rest) }),
    },
    CommandSpec {
        name: "CANCEL",
        giver: Giver::Player,
        usage: "CANCEL n[, n] | ALL",
        summary: "Takes orders off the file, by their numbers on your last receipt.",
        example: "CANCEL 4",
        parse: parse_cancel,
    },
    CommandSpec {
        name: "PRESS",
        giver: Giver::Player,
        usage: "PRESS TO seat[, seat]: text",
        summary: "Sends the text to other seats without showing addresses; the GM gets a copy. It runs to the next \
                  empty line, or, when nothing follows the colon, to a line END.",
        example: "PRESS TO usa-west: please hold Cairo.",
        parse: parse_press,
    },
    CommandSpec {
        name: "REPORT",
        giver: Giver::Player,
        usage: "REPORT [phase]",
        summary: "Your report once more: the last one, or that of a phase by its number.",
        example: "REPORT 3",
        parse: parse_report,
    },
    CommandSpec {
        name: "CODE",
        giver: Giver::Player,
        usage: "CODE",
        summary: "Your code once more, sent to your registered address. A line CODE with your code proves a letter yours.",
        example: "CODE",
        parse: |rest| bare(rest, Command::Code),
    },
    CommandSpec {
        name: "CREATE",
        giver: Giver::Gm,
        usage: "CREATE game FROM book/scenario",
        summary: "Makes a new game, of which you are the game master.",
        example: "CREATE cw1 FROM civil-war/1861",
        parse: parse_create,
    },
    CommandSpec {
        name: "SEAT",
        giver: Giver::Gm,
        usage: "SEAT player AS seat [ZONE zone]",
        summary: "Gives a seat to a player, written as Name <address> or as a registered address; SEAT nobody AS seat \
                  leaves it vacant.",
        example: "SEAT Ann Smith <ann@example.org> AS usa-east ZONE America/New_York",
        parse: parse_seat,
    },
    CommandSpec {
        name: "START",
        giver: Giver::Gm,
        usage: "START",
        summary: "Begins the first phase and mails every player the opening report.",
        example: "START",
        parse: |rest| bare(rest, Command::Start),
    },
    CommandSpec {
        name: "DEADLINE",
        giver: Giver::Gm,
        usage: "DEADLINE time",
        summary: "Moves the deadline of the open phase; everybody is told.",
        example: "DEADLINE 2026-11-27 20:00",
        parse: |rest| text(rest, "a time, such as DEADLINE 2026-11-27 20:00").map(|when| Command::Deadline { when }),
    },
    CommandSpec {
        name: "EXTEND",
        giver: Giver::Gm,
        usage: "EXTEND span",
        summary: "Moves the deadline of the open phase later by a span; everybody is told.",
        example: "EXTEND 24h",
        parse: |rest| text(rest, "a span, such as EXTEND 24h").map(|span| Command::Extend { span }),
    },
    CommandSpec {
        name: "PROCESS",
        giver: Giver::Gm,
        usage: "PROCESS phase=N",
        summary: "Plays the open phase now. The number of the phase must be the present one.",
        example: "PROCESS phase=3",
        parse: parse_process,
    },
    CommandSpec {
        name: "HOLD",
        giver: Giver::Gm,
        usage: "HOLD",
        summary: "From now on reports wait: you get a copy of each, and they go out when you RELEASE them.",
        example: "HOLD",
        parse: |rest| bare_command(rest, Command::Hold),
    },
    CommandSpec {
        name: "RELEASE",
        giver: Giver::Gm,
        usage: "RELEASE",
        summary: "Sends the reports that wait, and lets later ones go at once.",
        example: "RELEASE",
        parse: |rest| bare_command(rest, Command::Release),
    },
    CommandSpec {
        name: "AS",
        giver: Giver::Gm,
        usage: "AS seat",
        summary: "The orders below this line are given on behalf of a seat; its player is told.",
        example: "AS csa-west",
        parse: |rest| seat(rest).map(|seat| Command::As { seat }),
    },
    CommandSpec {
        name: "SET",
        giver: Giver::Gm,
        usage: "SET path = value BECAUSE reason",
        summary: "Changes a value of the state; refused when the state would not be sound. Those whose facts change \
                  are told.",
        example: "SET stacks.4913.sp = 3 BECAUSE a reinforcement was forgotten",
        parse: parse_set,
    },
    CommandSpec {
        name: "ACCEPT LATE",
        giver: Giver::Gm,
        usage: "ACCEPT LATE n",
        summary: "Lets a late letter count for the phase that is open, by its number in WHO; its writer is told.",
        example: "ACCEPT LATE 17",
        parse: |rest| {
            number(rest, "the number of a letter, as WHO prints it").map(|letter| Command::AcceptLate { letter })
        },
    },
    CommandSpec {
        name: "WHO",
        giver: Giver::Gm,
        usage: "WHO",
        summary: "Who plays, whose orders are missing, which letters wait and why.",
        example: "WHO",
        parse: |rest| bare(rest, Command::Who),
    },
];

/// Reads a line as a command. `None`: it is none. `Some(Err)`: it begins as one but is not whole.
pub fn read_command(line: &str) -> Option<Result<Command, Remark>> {
    let trimmed = line.trim().trim_start_matches(['-', '*', '\u{2022}']).trim_start();
    let offset = line.len() - line.trim_start().len();
    if let Some(rest) = press_shorthand(trimmed) {
        return Some(parse_press(rest).map_err(|why| remark("PRESS", &why, offset, line)));
    }
    let (spec, rest) = COMMANDS.iter().find_map(|spec| Some((spec, strip_words(trimmed, spec.name)?)))?;
    match (spec.parse)(rest) {
        Ok(command) => Some(Ok(command)),
        // A sentence that happens to begin with a short verb ("Hold the line", "Show them") is not a command.
        Err(why) if why == NOT_A_COMMAND => None,
        Err(why) => Some(Err(remark(spec.usage, &why, offset, line))),
    }
}

/// A command word mistyped by one letter, alone or followed by what only a command takes.
pub fn nearest_command(word: &str) -> Option<&'static CommandSpec> {
    let word = word.to_ascii_uppercase();
    let known = COMMANDS.iter().filter(|spec| spec.name.len() >= 4);
    known.min_by_key(|spec| strsim::damerau_levenshtein(&word, spec.name)).filter(|spec| {
        let distance = strsim::damerau_levenshtein(&word, spec.name);
        (1..=2).contains(&distance) && word.len() >= 4 && distance * 3 < spec.name.len() + 1
    })
}

const NOT_A_COMMAND: &str = "not a command";

fn remark(usage: &str, why: &str, offset: usize, line: &str) -> Remark {
    Remark::unread(format!("This command lacks {why}."))
        .at(offset, line.trim_end().len().max(offset))
        .hint(format!("Its shape is: {usage}"))
}

/// The rest of `text` after `words`, when it begins with them as whole words.
fn strip_words<'a>(text: &'a str, words: &str) -> Option<&'a str> {
    let head = text.get(..words.len())?;
    let rest = &text[words.len()..];
    let ends = rest.chars().next().is_none_or(|c| !c.is_alphanumeric() && c != '\'' && c != '-');
    (head.eq_ignore_ascii_case(words) && ends).then_some(rest)
}

/// `TO USA-EAST: text`, `message for csa-*: text`, `relay to my SC: text` mean PRESS.
fn press_shorthand(text: &str) -> Option<&str> {
    let heads = ["TO", "RELAY TO", "RELAY", "MESSAGE FOR", "MESSAGE TO"];
    let rest = heads.iter().find_map(|head| strip_words(text, head))?;
    let (names, _) = rest.split_once(':')?;
    let all_seats = names.split([',', ' ']).filter(|word| !word.is_empty()).all(|word| {
        let word = word.to_ascii_lowercase();
        word == "and" || word == "all" || word == "gm" || word.contains('-')
    });
    (all_seats && !names.trim().is_empty()).then_some(rest)
}

fn is_blank(rest: &str) -> bool {
    rest.trim_matches(|c: char| c.is_whitespace() || ".!?:".contains(c)).is_empty()
}

fn bare(rest: &str, command: Command) -> Result<Command, String> {
    let polite = rest.trim().trim_end_matches(['.', '!', '?']).to_ascii_lowercase();
    if is_blank(rest) || polite == "please" || polite == ", please" {
        return Ok(command);
    }
    Err(NOT_A_COMMAND.to_owned())
}

fn bare_command(rest: &str, command: Command) -> Result<Command, String> {
    bare(rest, command)
}

/// An order on the same line as a command.
fn order_behind(rest: &str) -> String {
    let order = rest.trim_start_matches(':').trim();
    let is_polite = order.trim_matches([',', '.', '!', ' ']).eq_ignore_ascii_case("please");
    if is_polite || is_blank(order) { String::new() } else { order.to_owned() }
}

fn text(rest: &str, what: &str) -> Result<String, String> {
    let rest = rest.trim().trim_start_matches([':', '=']).trim();
    if rest.is_empty() { Err(what.to_owned()) } else { Ok(rest.to_owned()) }
}

fn number<N: std::str::FromStr>(rest: &str, what: &str) -> Result<N, String> {
    rest.trim().trim_start_matches('#').trim_end_matches('.').parse().map_err(|_| what.to_owned())
}

fn seat(rest: &str) -> Result<SeatId, String> {
    SeatId::parse(rest.trim().trim_end_matches([':', '.'])).ok_or_else(|| "the name of a seat".to_owned())
}

fn parse_help(rest: &str) -> Result<Command, String> {
    let topic = rest.trim().trim_end_matches(['.', '!', '?']).to_ascii_lowercase();
    let topic = topic.trim_end_matches("please").trim_end_matches([' ', ',']).trim_start().to_owned();
    let is_command = COMMANDS.iter().any(|spec| spec.name.eq_ignore_ascii_case(&topic));
    if topic.split_whitespace().count() > 1 && !is_command {
        return Err(NOT_A_COMMAND.to_owned());
    }
    Ok(Command::Help { topic: (!topic.is_empty()).then_some(topic) })
}

fn parse_report(rest: &str) -> Result<Command, String> {
    let rest = rest.trim().trim_end_matches('.');
    let rest = strip_words(rest, "phase").unwrap_or(rest).trim().trim_start_matches('=').trim();
    if rest.is_empty() {
        return Ok(Command::Report { phase: None });
    }
    rest.parse().map(|phase| Command::Report { phase: Some(phase) }).map_err(|_| NOT_A_COMMAND.to_owned())
}

fn parse_cancel(rest: &str) -> Result<Command, String> {
    let what = "which orders: CANCEL 4, CANCEL 2, 3 or CANCEL ALL";
    let rest = rest.trim().trim_end_matches('.').to_ascii_lowercase();
    if rest == "all" || rest == "all orders" {
        return Ok(Command::Cancel(Cancelled::All));
    }
    let words = rest.split([',', ' ']).filter(|word| !word.is_empty());
    let words = words.filter(|word| !["line", "lines", "order", "orders", "and"].contains(word));
    let numbers: Result<Vec<usize>, _> = words.map(|word| word.trim_start_matches('#').parse()).collect();
    match numbers {
        Ok(numbers) if !numbers.is_empty() => Ok(Command::Cancel(Cancelled::Numbers(numbers))),
        _ => Err(what.to_owned()),
    }
}

fn parse_press(rest: &str) -> Result<Command, String> {
    let shape = "seats and a colon: PRESS TO usa-west: text";
    let rest = rest.trim_start();
    let rest = strip_words(rest, "to").unwrap_or(rest);
    let (names, text) = rest.split_once(':').ok_or(shape)?;
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

fn parse_create(rest: &str) -> Result<Command, String> {
    let what = "a name and a scenario: CREATE cw1 FROM civil-war/1861";
    let words: Vec<_> = rest.split_whitespace().collect();
    let [game, from, source] = words[..] else { return Err(what.to_owned()) };
    let game = GameId::parse(game).ok_or("a short name of letters, digits and hyphens")?;
    let (book, scenario) = source.split_once('/').ok_or(what)?;
    if !from.eq_ignore_ascii_case("from") {
        return Err(what.to_owned());
    }
    Ok(Command::Create { game, book: book.to_ascii_lowercase(), scenario: scenario.to_ascii_lowercase() })
}

fn parse_seat(rest: &str) -> Result<Command, String> {
    let what = "a player and a seat: SEAT Ann <ann@example.org> AS usa-east";
    let lower = rest.to_ascii_lowercase();
    let at = lower.rfind(" as ").ok_or(what)?;
    let player = rest[..at].trim().to_owned();
    let tail: Vec<_> = rest[at + 4..].split_whitespace().collect();
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

fn parse_process(rest: &str) -> Result<Command, String> {
    let what = "the number of the open phase: PROCESS phase=3";
    let rest = rest.trim();
    let rest = strip_words(rest, "phase").ok_or(what)?.trim_start().trim_start_matches('=');
    number(rest, what).map(|phase| Command::Process { phase })
}

fn parse_set(rest: &str) -> Result<Command, String> {
    let what = "path, value and reason: SET path = value BECAUSE reason";
    let (path, rest) = rest.split_once('=').ok_or(what)?;
    let at = rest.to_ascii_lowercase().find(" because ").ok_or("a reason: ... BECAUSE reason")?;
    let (value, reason) = (rest[..at].trim(), rest[at + 9..].trim());
    if path.trim().is_empty() || value.is_empty() || reason.is_empty() {
        return Err(what.to_owned());
    }
    Ok(Command::Set { path: path.trim().to_owned(), value: value.to_owned(), reason: reason.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_example_of_the_table_reads_as_its_command() {
        for spec in COMMANDS {
            let read = read_command(spec.example);
            assert!(matches!(read, Some(Ok(_))), "{}: {read:?}", spec.example);
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
        ] {
            assert_eq!(read_command(line), None, "{line}");
        }
    }

    #[test]
    fn an_unfinished_command_says_its_shape() {
        let Some(Err(remark)) = read_command("PROCESS") else { panic!("not remarked") };
        assert!(remark.hint.unwrap().contains("PROCESS phase=N"));
    }

    #[test]
    fn press_is_read_in_its_shorter_forms() {
        for line in ["TO USA-EAST: please attack", "message for csa-*: hold the line", "relay usa-sc, usa-east: text"] {
            assert!(matches!(read_command(line), Some(Ok(Command::Press { .. }))), "{line}");
        }
        assert_eq!(read_command("To Richmond: one more corps"), None);
    }

    #[test]
    fn a_mistyped_command_is_recognised() {
        assert_eq!(nearest_command("CANCLE").map(|spec| spec.name), Some("CANCEL"));
        assert_eq!(nearest_command("move").map(|spec| spec.name), None);
    }
}
