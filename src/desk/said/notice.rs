//! What our own letters say, besides what the rule books say in them: one item for one letter.

use serde::Serialize;

use base::game::GameId;
use base::order::{LineStatus, Remark};
use mail::{Relayed, columns_in};

/// A letter's own item; its templates are under `templates/common/`.
#[derive(Debug, Clone, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Notice {
    /// The answer to a letter.
    Receipt(Receipt),
    /// The head and foot of a report.
    Report(ReportHead),
    /// Orders are still owed.
    Reminder(Reminder),
    /// Somebody wrote in the reader's name.
    Challenge(Challenge),
    /// Press from another seat.
    Press(Press),
    /// Something a GM or the clock changed, in a few paragraphs.
    Notice(Note),
    /// The same, with a file.
    #[serde(rename = "notice")]
    WithFile(NoteWithFile),
    /// A seat was given.
    Welcome(Welcome),
}

impl Notice {
    /// The folder of its templates.
    pub fn template(&self) -> &'static str {
        match self {
            Notice::Receipt(_) => "common/receipt",
            Notice::Report(_) => "common/report",
            Notice::Reminder(_) => "common/reminder",
            Notice::Challenge(_) => "common/challenge",
            Notice::Press(_) => "common/press",
            Notice::Notice(_) | Notice::WithFile(_) => "common/notice",
            Notice::Welcome(_) => "common/welcome",
        }
    }
}

/// The answer to a letter: what changed, the whole sheet as it now stands, what was wrong.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Receipt {
    /// The game's name, when it is about one.
    pub game: Option<String>,
    /// "Phase 3 (T1 TST1)", when one is open.
    pub phase: Option<String>,
    /// A few words for the subject.
    pub title: String,
    /// What changed, first of all.
    pub lead: Vec<String>,
    /// Answers to commands.
    pub answers: Vec<Answer>,
    /// Lines with something wrong.
    pub problems: Vec<Problem>,
    /// Lines came back while orders are on file: how one is mended without the others.
    pub is_to_mend: bool,
    /// Among them are orders that add to those on file, so that a letter without ADD takes the place of nothing like them.
    pub orders_add: bool,
    /// They are about several things, and each takes the place of those about its own alone.
    pub has_subjects: bool,
    /// Lines not meant as orders.
    pub chatter: Vec<String>,
    /// Earlier orders that stay beside those of a letter that was read in part.
    pub left_over: Option<LeftOver>,
    /// Earlier orders that are not on file any more.
    pub dropped: Vec<String>,
    /// A rule that is cited, when its game's rules can be looked up.
    pub cited: Option<String>,
    /// What became of each typed line, when it does not go without saying.
    pub account: Option<String>,
    /// Nothing was put on file: the sheets show what would be.
    pub is_trial: bool,
    /// The sheets on file.
    pub sheets: Vec<SheetView>,
    /// What was left out on the way from the letter to its text.
    pub notes: Vec<String>,
    /// When orders are due, in UTC and the reader's zone.
    pub deadline: Option<String>,
    /// Its reader plays, and none of his seats owes orders.
    pub owes_none: bool,
}

/// Earlier orders that stay on file.
#[derive(Debug, Clone, Serialize)]
pub struct LeftOver {
    /// What of the letter was not read.
    pub why: String,
    /// The orders in canonical words.
    pub lines: Vec<String>,
}

/// An answer to a command.
#[derive(Debug, Clone, Serialize)]
pub struct Answer {
    /// The heading.
    pub title: String,
    /// Orders that may have been meant; none in most answers.
    pub proposals: Vec<Proposed>,
    /// Orders, each in a row of its own; none in most answers.
    pub rows: Vec<String>,
    /// Paragraphs and tables.
    pub text: String,
}

/// A line with something wrong: everything that is to be said of it.
#[derive(Debug, Clone, Serialize)]
pub struct Problem {
    /// "not understood", "refused", "incomplete", "please note": the worst of its remarks.
    pub verdict: String,
    /// The number of the line in the letter.
    pub number: usize,
    /// The line as read, cut around the place pointed at when it is long.
    pub text: String,
    /// A line of blanks and carets, when a place can be pointed at.
    pub caret: Option<String>,
    /// What is to be said, each thing once.
    pub remarks: Vec<Said>,
    /// Orders that it may mean.
    pub proposals: Vec<Proposed>,
    /// What of the line is in none of them.
    pub left_out: Option<String>,
    #[serde(skip)]
    worst: LineStatus,
}

/// An order that a line may mean.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Proposed {
    /// Its number, for `YES`.
    pub number: u32,
    /// In canonical words.
    pub words: String,
    /// What its number does: "YES 3 files:".
    pub lead: String,
    /// Its words, with what the sheet would say beside it.
    pub shown: String,
}

impl Proposed {
    /// An order under a number, and what the sheet would say beside it; nothing where that goes without saying.
    pub fn order(number: u32, words: String, note: &str) -> Self {
        let shown = if note.is_empty() { words.clone() } else { format!("{words}  [{note}]") };
        Self { number, words, lead: format!("YES {number} files:"), shown }
    }

    /// A command under a number.
    pub fn command(number: u32, words: &str) -> Self {
        Self { number, words: words.to_owned(), lead: format!("YES {number} says:"), shown: words.to_owned() }
    }
}

/// One thing said of a line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Said {
    /// What is wrong.
    pub message: String,
    /// What would have been right.
    pub hint: Option<String>,
    /// The rules it rests on.
    pub rules: String,
}

impl Problem {
    /// The first rule that is cited.
    pub fn cited(&self) -> Option<&str> {
        self.remarks.iter().find(|said| !said.rules.is_empty())?.rules.split(", ").next()
    }

    /// A line with its first remark.
    pub fn new(number: usize, text: &str, remark: &Remark) -> Self {
        let mut problem = Self {
            verdict: String::new(),
            number,
            text: shorten(text.trim_start(), LONGEST),
            caret: None,
            remarks: Vec::new(),
            proposals: Vec::new(),
            left_out: None,
            worst: LineStatus::Accepted,
        };
        problem.add(text, remark);
        problem
    }

    /// Whether the line is not understood, refused or incomplete.
    pub fn is_in_doubt(&self) -> bool {
        (LineStatus::Incomplete..=LineStatus::Unread).contains(&self.worst)
    }

    /// Whether these words end in what is said of the line already.
    pub fn says_already(&self, words: &str) -> bool {
        self.remarks.iter().any(|said| words.ends_with(&said.message))
    }

    /// One more remark on the same line; what was said already is not said again.
    pub fn add(&mut self, text: &str, remark: &Remark) {
        self.worst = self.worst.max(remark.status);
        self.verdict = match self.worst {
            LineStatus::Accepted => "please note".to_owned(),
            status => verdict_word(status).to_owned(),
        };
        if let (None, Some(span)) = (&self.caret, remark.span) {
            (self.text, self.caret) = point(text, span.start, span.end);
        }
        let said = Said { message: remark.message.clone(), hint: remark.hint.clone(), rules: remark.rules.join(", ") };
        match self.remarks.iter_mut().find(|other| other.message == said.message) {
            Some(other) if other.rules.is_empty() => other.rules = said.rules,
            Some(_) => {}
            None => self.remarks.push(said),
        }
    }
}

/// How a line fared, in words; nothing when it stands.
pub fn verdict_word(status: LineStatus) -> &'static str {
    match status {
        LineStatus::Accepted => "",
        LineStatus::Incomplete => "incomplete",
        LineStatus::Refused => "refused",
        LineStatus::Unread => "not understood",
        LineStatus::Chatter => "not read as an order",
    }
}

/// Longest part of a line shown with a caret, in columns.
const LONGEST: usize = 64;

/// The line and carets under `start..end`; a long line is cut around the place. Blanks before it are not shown: a robot that
/// echoes what we show would set it in further each time, and ask something new by that.
fn point(text: &str, start: usize, end: usize) -> (String, Option<String>) {
    let set_in = text.len() - text.trim_start().len();
    let (text, start, end) = (&text[set_in..], start.saturating_sub(set_in), end.saturating_sub(set_in));
    let before = text.get(..start).map_or(0, |head| head.chars().count());
    let width = text.get(start..end).map_or(1, |words| words.chars().count()).max(1);
    let all: Vec<char> = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let (from, to) = cut_around(&all, before);
    let (more_before, more_behind) = (if from > 0 { "..." } else { "" }, if to < all.len() { "..." } else { "" });
    let columns = |from: usize, to: usize| columns_in(&all[from..to.max(from)].iter().collect::<String>());
    let shown: String = all[from..to].iter().collect();
    let at = columns(from, before.min(to)) + more_before.len();
    let caret = format!("{}{}", " ".repeat(at), "^".repeat(columns(before, (before + width).min(to)).max(1)));
    (format!("{more_before}{shown}{more_behind}"), Some(caret))
}

/// The stretch of a line that is shown for a place in it: all that has room, or whole words, where those around the place have an
/// end.
fn cut_around(line: &[char], place: usize) -> (usize, usize) {
    const DOTS: usize = 3;
    let columns = columns_in(&line.iter().collect::<String>());
    if columns <= LONGEST {
        return (0, line.len());
    }
    let room = ((LONGEST - 2 * DOTS) * line.len() / columns).max(1);
    let from = place.saturating_sub(room / 2).min(line.len() - room);
    let begins = |at: &usize| *at == 0 || line[*at - 1].is_whitespace();
    let from = (from..=place.min(line.len())).find(begins).unwrap_or(from);
    let to = (from + room).min(line.len());
    let ends = |at: &usize| *at == line.len() || line[*at].is_whitespace();
    let to = (place + 1..=to).rev().find(ends).unwrap_or(to);
    (from, to)
}

/// A text cut to so many columns.
pub fn shorten(text: &str, most: usize) -> String {
    if columns_in(text) <= most {
        return text.to_owned();
    }
    let mut head = text.to_owned();
    while columns_in(&head) + 3 > most {
        head.pop();
    }
    format!("{head}...")
}

/// A sheet on file.
#[derive(Debug, Clone, Serialize)]
pub struct SheetView {
    /// The seat.
    pub title: String,
    /// Raised with every change.
    pub revision: u32,
    /// Its sections.
    pub sections: Vec<SectionView>,
}

/// A section of a sheet.
#[derive(Debug, Clone, Serialize)]
pub struct SectionView {
    /// Its name.
    pub name: String,
    /// Its lines.
    pub lines: Vec<LineView>,
}

/// An order on file.
#[derive(Debug, Clone, Serialize)]
pub struct LineView {
    /// Its number, for `CANCEL`.
    pub number: usize,
    /// Canonical words.
    pub text: String,
    /// Pulses and cost, and whether something is missing.
    pub note: String,
}

/// The head and foot of a report.
#[derive(Debug, Clone, Serialize)]
pub struct ReportHead {
    /// The game.
    pub game: String,
    /// What he reads as, in a few words for the subject.
    pub seat: String,
    /// The titles of his seats; of a game master that.
    pub seats: Vec<String>,
    /// For the subject ("T1 TST1 played", "opening").
    pub title: String,
    /// The phase that was played, with its number; none for the opening.
    pub played: Option<String>,
    /// The phase now open, with its number; none when the game is over.
    pub next: Option<String>,
    /// Whether one of his seats owes orders for it.
    pub owes: bool,
    /// Those that do, where he serves several and not all of them do.
    pub owing: Vec<String>,
    /// When orders are due.
    pub deadline: Option<String>,
    /// SHA-256 of each secret of the dice of the phase now open that the reader may check.
    pub commitments: Vec<DiceSecret>,
    /// His seats and the seeds that were drawn for them in the phase now open.
    pub drawn: Vec<DiceSecret>,
    /// The label that the dice of the phase now open use.
    pub label: Option<String>,
    /// Those secrets of the phase that was played, or of the opening.
    pub secrets: Vec<DiceSecret>,
    /// What the seats gave to the dice of the phase that was played: a row for each, in the order of their names. Of many seats
    /// none is here: they stand in the file.
    pub seeds: Vec<DiceSecret>,
    /// The same as a file, where there are many.
    pub seed_file: Option<Box<SeedFile>>,
    /// When the game is over, by their labels: the secrets of all phases, from which those of all scopes follow.
    pub whole: Vec<DiceSecret>,
    /// The label that their dice used.
    pub secret_label: String,
    /// Dice that the GM set, of those the reader is told of.
    pub set_dice: Vec<String>,
    /// Those without orders for the phase that was played, of those the reader is told of: "you", or a seat.
    pub silent: Vec<String>,
    /// Headings of its parts, for a reader who is told several sides' or several seats' knowledge; none for one seat.
    pub parts: Vec<String>,
    /// What is on file already for the phase that opens now.
    pub sheets: Vec<SheetView>,
    /// Sent again on request.
    pub is_again: bool,
    /// It opens the phase that is open, so that its order form counts.
    pub is_newest: bool,
}

/// What many seats gave to the dice of a phase, as a file beside the letter.
#[derive(Debug, Clone, Serialize)]
pub struct SeedFile {
    /// The file's name without its ending.
    pub name: String,
    /// SHA-256 of the file, which is what is mixed in, as a letter lists it.
    pub digest: DiceSecret,
    /// A line for each seat: its name, a blank, its row.
    #[serde(skip)]
    pub lines: String,
}

/// A secret of dice, its SHA-256, or what a seat gives to them.
#[derive(Debug, Clone, Serialize)]
pub struct DiceSecret {
    /// Whose dice: "open", a side, "all", or a seat.
    pub scope: String,
    /// In hexadecimal.
    pub value: String,
    /// Both as a letter lists them.
    pub row: String,
}

impl DiceSecret {
    /// Of this scope; the value stands below a scope that leaves it no room on its line, under those of the others.
    pub fn new(scope: impl Into<String>, value: impl Into<String>) -> Self {
        let (scope, value) = (scope.into(), value.into());
        let room = mail::compose::WIDTH.saturating_sub(value.len());
        let row = match scope.len() {
            length if length + 4 <= room => format!("  {scope:<4}  {value}"),
            _ => format!("  {scope}\n        {value}"),
        };
        Self { scope, value, row }
    }
}

/// Orders are still owed, or a word on a matter that is closed with the phase.
#[derive(Debug, Clone, Serialize)]
pub struct Reminder {
    /// The game.
    pub game: String,
    /// The phase.
    pub phase: String,
    /// The reader's seats that owe orders; empty: none does.
    pub seats: String,
    /// What is closed with the phase and the reader has not said anything of, each with what he can say.
    pub matters: Vec<String>,
    /// How long until the deadline ("12 hours").
    pub left: String,
    /// The phase waits for one of them at least, when the deadline is over.
    pub is_awaited: bool,
    /// READY NOTHING may be said for them.
    pub may_be_ready: bool,
    /// When orders are due.
    pub deadline: String,
    /// What is on file.
    pub sheets: Vec<SheetView>,
}

/// Somebody wrote in the reader's name. Says nothing of any game's state.
#[derive(Debug, Clone, Serialize)]
pub struct Challenge {
    /// When it arrived.
    pub arrived: String,
    /// Its subject.
    pub subject: Relayed,
    /// The game it seemed to be about.
    pub game: Option<String>,
    /// What it would do.
    pub wanted: Relayed,
    /// What makes it count from its arrival, and until when.
    pub how: String,
    /// Why what it offered is no proof, when it offered something.
    pub trouble: Option<String>,
    /// Its game knows orders that act as they come.
    pub has_acts: bool,
    /// An answer to a letter of ours is not enough for what it asks; a code would be.
    pub takes_code: bool,
    /// No more questions are asked today.
    pub is_last: bool,
}

/// Press.
#[derive(Debug, Clone, Serialize)]
pub struct Press {
    /// The game.
    pub game: String,
    /// The title of the seat it is from.
    pub from: String,
    /// The name of that seat, for an answer.
    pub seat: String,
    /// The seats it is to.
    pub to: String,
    /// The text.
    pub text: Relayed,
    /// The GM's copy.
    pub is_copy: bool,
}

/// A few paragraphs.
#[derive(Debug, Clone, Serialize)]
pub struct Note {
    /// The game, when it is about one.
    pub game: Option<String>,
    /// For the subject.
    pub title: String,
    /// The paragraphs.
    pub paragraphs: Vec<String>,
    /// The sheets concerned.
    pub sheets: Vec<SheetView>,
}

impl Note {
    /// Paragraphs without sheets.
    pub fn of(game: Option<&GameId>, title: impl Into<String>, paragraphs: Vec<String>) -> Self {
        Self { game: game.map(GameId::to_string), title: title.into(), paragraphs, sheets: Vec::new() }
    }
}

/// A few paragraphs and a file with what is too long for them.
#[derive(Debug, Clone, Serialize)]
pub struct NoteWithFile {
    /// The paragraphs.
    #[serde(flatten)]
    pub note: Note,
    /// The file's name without its ending.
    #[serde(skip)]
    pub name: String,
    /// What it has, in a whole sentence.
    #[serde(skip)]
    pub sentence: String,
    /// What stands in it.
    #[serde(skip)]
    pub text: String,
}

/// Seats were given, or a game master is greeted.
#[derive(Debug, Clone, Serialize)]
pub struct Welcome {
    /// The reader's name.
    pub name: String,
    /// The game and its seats, when some were given.
    pub given: Option<SeatsGiven>,
    /// The reader's code.
    pub code: String,
    /// The judge's address.
    pub judge: String,
    /// Whether he may create games.
    pub is_gm: bool,
}

/// Seats of one game that were given to one person.
#[derive(Debug, Clone, Serialize)]
pub struct SeatsGiven {
    /// The game.
    pub game: String,
    /// The seats, in the rule book's order; at least one.
    pub seats: Vec<SeatName>,
    /// The game has begun.
    pub is_running: bool,
    /// When their orders are due, in a sentence; empty when none is owed.
    pub due: String,
    /// What is open to them, a sentence a matter.
    pub matters: Vec<String>,
    /// What is on file for them.
    pub sheets: Vec<SheetView>,
    /// SHA-256 of each secret of the dice thrown before the opening, while the game has not begun.
    pub commitments: Vec<DiceSecret>,
}

/// A seat by both of its names.
#[derive(Debug, Clone, Serialize)]
pub struct SeatName {
    /// As orders and commands name it.
    pub id: String,
    /// As it is read.
    pub title: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_letters_are_pointed_at_by_their_columns() {
        let line = "\u{674e}\u{82f1} moves to Richmnd";
        let start = line.find("Richmnd").unwrap();
        assert_eq!(point(line, start, start + 7).1.unwrap(), format!("{}^^^^^^^", " ".repeat(14)));
        let (shown, caret) = point(&"\u{674e}".repeat(60), 0, 6);
        assert!(columns_in(&shown) <= LONGEST && caret.unwrap() == "^^^^", "{shown}");
        assert_eq!(columns_in(&shorten(&"\u{674e}".repeat(60), 50)), 49);
    }

    #[test]
    fn a_line_is_pointed_at_without_the_blanks_before_it() {
        let shown = |text: &str| point(text, text.find("Berlin").unwrap(), text.find("Berlin").unwrap() + 6);
        assert_eq!(shown("march to Berlin"), ("march to Berlin".to_owned(), Some("         ^^^^^^".to_owned())));
        assert_eq!(shown(" \t  march to Berlin"), shown("march to Berlin"));
        let long = format!("PP 4: {} Berlin", "march and ".repeat(12));
        assert_eq!(shown(&format!("      {long}")), shown(&long));
        assert_eq!(point("   ", 0, 3), (String::new(), Some("^".to_owned())));
    }

    #[test]
    fn a_long_line_is_cut_between_words_and_says_so() {
        let line = "Foote is to take the whole flotilla down to Fort Pillow (pulses 1-3) and not one boat is to stay";
        let at = |word: &str| {
            let start = line.find(word).unwrap();
            let (shown, caret) = point(line, start, start + word.len());
            let caret = caret.unwrap();
            assert!(shown.len() <= LONGEST && shown[caret.find('^').unwrap()..].starts_with(word), "{shown}\n{caret}");
            shown
        };
        assert_eq!(at("Foote"), "Foote is to take the whole flotilla down to Fort Pillow...");
        assert_eq!(at("down"), "...to take the whole flotilla down to Fort Pillow (pulses...");
        assert_eq!(at("stay"), "...to Fort Pillow (pulses 1-3) and not one boat is to stay");
        let word = "a".repeat(200);
        assert!(point(&word, 100, 101).0.len() <= LONGEST);
    }
}
