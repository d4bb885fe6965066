//! What the receipt of a letter says: a session's words to its writer.

use std::collections::BTreeSet;

use serde_json::Value;

use base::game::SeatId;
use base::order::{Line, LineStatus, Remark};

use crate::files::question::MEANT;
use crate::letter::session::Session;
use crate::phase::standing::title;
use crate::said::fates::{Fate, Fates, TalkGoes};
use crate::said::letters::Told;
use crate::said::notice::{Answer, LeftOver, Problem, Proposed, Receipt, SheetView};
use crate::said::phrases::together;

/// More seats than these are not given in a sentence each.
const MOST_SEATS_IN_SENTENCES: usize = 6;

fn is_held(title: &str, name: &str) -> String {
    format!("{title} is held by {name}.")
}

/// How purposes of receipts begin.
pub const RECEIPT: &str = "receipt ";

impl Session<'_> {
    /// The receipt as it has grown so far.
    pub fn receipt(&self) -> &Receipt {
        &self.receipt
    }

    /// A few words for its subject.
    pub fn title(&self) -> &str {
        &self.receipt.title
    }

    /// Gives the receipt its title, unless it has one.
    pub fn entitle(&mut self, title: impl Into<String>) {
        if self.receipt.title.is_empty() {
            self.receipt.title = title.into();
        }
    }

    /// Gives the receipt another title.
    pub fn retitle(&mut self, title: impl Into<String>) {
        self.receipt.title = title.into();
    }

    /// Adds sentences that open the receipt.
    pub fn lead_all(&mut self, sentences: impl IntoIterator<Item = String>) {
        self.receipt.lead.extend(sentences);
    }

    /// Says who holds a seat from now on.
    pub fn say_seat_given(&mut self, title: &str, name: &str) {
        self.lead(is_held(title, name));
        self.said.given_seats.push((title.to_owned(), name.to_owned()));
    }

    /// Where a letter gave many seats, they are listed by the people who hold them.
    pub(super) fn list_many_seats(&mut self) {
        let given = std::mem::take(&mut self.said.given_seats);
        if given.len() <= MOST_SEATS_IN_SENTENCES {
            return;
        }
        let said: BTreeSet<String> = given.iter().map(|(title, name)| is_held(title, name)).collect();
        self.receipt.lead.retain(|sentence| !said.contains(sentence));
        let by_person = together(given.into_iter().map(|(title, name)| (name, title)));
        let rows = by_person.into_iter().map(|(name, titles)| format!("{name}: {}", titles.join(", ")));
        self.answer_with_rows("Who holds which seat", rows.collect());
    }

    /// What was said of another letter's lines is said of those of this one.
    pub fn take_remarks_of(&mut self, other: &mut Session<'_>) {
        other.say_beside_file();
        self.receipt.problems.append(&mut other.receipt.problems);
        self.receipt.chatter.append(&mut other.receipt.chatter);
    }

    /// Repeats lines that nothing came of.
    pub fn repeat(&mut self, lines: impl IntoIterator<Item = String>) {
        self.receipt.chatter.extend(lines);
    }

    /// Does not repeat a line that is shown elsewhere; of none, none.
    pub fn repeat_only(&mut self, stays: impl Fn(&str) -> bool) {
        self.receipt.chatter.retain(|text| stays(text));
    }

    /// Says which earlier orders stay beside those of a letter that was read in part, and why.
    pub fn keep_beside(&mut self, why: &str, words: Vec<String>) {
        let left_over =
            self.receipt.left_over.get_or_insert_with(|| LeftOver { why: why.to_owned(), lines: Vec::new() });
        left_over.lines.extend(words);
    }

    /// Shows sheets in the receipt that are not the writer's own.
    pub fn show_all(&mut self, sheets: impl IntoIterator<Item = SheetView>) {
        self.receipt.sheets.extend(sheets);
    }

    /// Says which earlier orders are not on file any more.
    pub fn say_dropped(&mut self, lines: Vec<String>) {
        self.receipt.dropped = lines;
    }

    /// Adds to what the receipt says of money left.
    pub fn account_for(&mut self, items: impl IntoIterator<Item = Value>) {
        self.said.account.extend(items);
    }

    /// The sheets are to be shown.
    pub fn show_sheets(&mut self) {
        self.said.shows_sheets = true;
    }

    /// Whether they are.
    pub fn shows_sheets(&self) -> bool {
        self.said.shows_sheets
    }

    /// There is nothing to say of an attached file: a command read it, or it is ours.
    pub fn pass_over(&mut self, name: String) {
        self.said.files_passed_over.push(name);
    }

    /// Maps that were asked for.
    pub fn drawn(&self) -> &[Told] {
        &self.said.drawn
    }

    /// One more.
    pub fn draw(&mut self, map: Told) {
        self.said.drawn.push(map);
    }

    /// What became of each line.
    pub fn fates(&mut self) -> &mut Fates {
        &mut self.said.fates
    }

    /// Lines that are neither orders nor commands.
    pub fn words(&self) -> &[Line] {
        &self.said.words
    }

    /// Where they go.
    pub fn send_talk(&mut self, goes: TalkGoes) {
        self.said.talk_goes = goes;
    }

    /// What became of each typed line, when it does not go without saying, and whether its talk goes nowhere.
    pub(super) fn account_of_fates(&self) -> Option<(String, bool)> {
        let account = self.said.fates.account(self.lines(), &self.said.talk_goes)?;
        Some((account, !self.said.words.is_empty() && self.said.talk_goes == TalkGoes::Nowhere))
    }

    /// Lines that were not understood.
    pub fn unread(&self) -> &BTreeSet<usize> {
        &self.said.unread
    }

    /// Lines that were refused or not understood.
    pub fn came_back(&self) -> &BTreeSet<usize> {
        &self.said.came_back
    }

    /// Adds an answer to a command.
    pub fn answer(&mut self, title: impl Into<String>, text: impl Into<String>) {
        let (proposals, rows) = (Vec::new(), Vec::new());
        self.receipt.answers.push(Answer { title: title.into(), proposals, rows, text: text.into() });
    }

    /// Adds an answer that is a list of orders.
    pub fn answer_with_rows(&mut self, title: &str, rows: Vec<String>) {
        self.receipt.answers.push(Answer { title: title.to_owned(), proposals: Vec::new(), rows, text: String::new() });
    }

    /// Offers orders that may have been meant, of no line in particular, and says what of it is in none of them.
    pub fn offer(&mut self, title: &str, proposals: Vec<Proposed>, left_out: String) {
        self.receipt.answers.push(Answer { title: title.to_owned(), proposals, rows: Vec::new(), text: left_out });
    }

    /// Adds a remark on a line of the letter.
    pub fn remark(&mut self, number: usize, text: &str, remark: &Remark) {
        if matches!(remark.status, LineStatus::Refused | LineStatus::Unread) {
            self.said.fates.set(number, Fate::AskedBack);
            self.said.came_back.insert(number);
        }
        if remark.status == LineStatus::Unread {
            self.said.unread.insert(number);
        }
        match self.receipt.problems.iter_mut().find(|problem| problem.number == number) {
            Some(problem) => problem.add(text, remark),
            None => self.receipt.problems.push(Problem::new(number, text, remark)),
        }
    }

    /// Whether something is to be said of a line that may keep it from being an order.
    pub fn is_in_doubt(&self, number: usize) -> bool {
        self.receipt.problems.iter().any(|problem| problem.number == number && problem.is_in_doubt())
    }

    /// Whether a line is told already what these words end in.
    pub fn is_told(&self, number: usize, words: &str) -> bool {
        self.receipt.problems.iter().any(|problem| problem.number == number && problem.says_already(words))
    }

    /// Shows an order below what is said of a line that may mean it.
    pub fn propose(&mut self, number: usize, proposed: Proposed) {
        if let Some(problem) = self.receipt.problems.iter_mut().find(|problem| problem.number == number) {
            problem.proposals.push(proposed);
        }
    }

    /// Says below the orders that a line may mean what of it is in none of them.
    pub fn leave_out(&mut self, number: usize, sentence: String) {
        if let Some(problem) = self.receipt.problems.iter_mut().find(|problem| problem.number == number) {
            problem.left_out = Some(sentence);
        }
    }

    /// Adds a sentence that opens the receipt.
    pub fn lead(&mut self, sentence: impl Into<String>) {
        self.receipt.lead.push(sentence.into());
    }

    /// From here on the receipt speaks of orders that do not wait, those of later parts of the letter included.
    pub fn begin_acts(&mut self, is_check: bool) {
        let place = (self.receipt.lead.len(), self.receipt.answers.len());
        self.orders.acts.begin(place, is_check);
    }

    /// Puts what is said of them where the first was met.
    pub(super) fn say_acts(&mut self) {
        let acts = std::mem::take(&mut self.orders.acts);
        let Some((lead, answers)) = acts.place() else { return };
        self.receipt.lead.splice(lead..lead, acts.sentences());
        self.receipt.answers.splice(answers..answers, acts.answers());
    }

    /// The words of an order with the seat it is for, where that is not the only one of its giver and the words do not begin with
    /// it. While reports wait nothing is said of which of them it fell to.
    pub fn for_its_seat(&self, seat: Option<&SeatId>, words: &str) -> String {
        match (seat, &self.game) {
            (Some(seat), Some(game)) if !game.awaits_release && self.seats() != [seat.clone()] => {
                below_title(&title(game, seat), words)
            }
            _ => words.to_owned(),
        }
    }

    /// Adds a sentence that opens the receipt, unless a part of the letter above had it said.
    pub fn lead_once(&mut self, sentence: String) {
        if !self.receipt.lead.contains(&sentence) {
            self.receipt.lead.push(sentence);
        }
    }

    /// Says what became of a seat's sheet: once in a letter, as it is in the end.
    pub fn lead_of_sheet(&mut self, seat: &SeatId, sentence: String) {
        let place = *self.orders.sheet_leads.entry(seat.clone()).or_insert(self.receipt.lead.len());
        match self.receipt.lead.get_mut(place) {
            Some(said) => *said = sentence,
            None => self.receipt.lead.push(sentence),
        }
    }

    /// The order of this line stands beside what is on file about the same, as `earlier` does.
    pub fn note_beside(&mut self, line: Line, earlier: &str) {
        self.orders.beside_file.added.push((line, earlier.to_owned()));
    }

    /// The order of this line is on file already.
    pub fn note_repeated(&mut self, line: Line) {
        self.orders.beside_file.repeated.push(line);
    }

    /// Says so of all of them, when the whole letter is filed.
    pub(super) fn say_beside_file(&mut self) {
        let is_check = self.title() == "check";
        let said = std::mem::take(&mut self.orders.beside_file).said(is_check);
        said.sentences.into_iter().for_each(|sentence| self.lead(sentence));
        said.remarks.iter().for_each(|(line, remark)| self.remark(line.number, &line.text, remark));
    }

    /// Notes that a list of orders put none on file, which is said once, and not where others of the letter changed a sheet.
    pub fn put_none(&mut self) {
        self.said.has_vain_list = true;
    }

    /// Whether a list of its orders put none on file, and no other order of it changed a sheet or was carried out.
    pub fn has_put_none(&self) -> bool {
        self.said.has_vain_list && self.orders.sheet_leads.is_empty() && !self.orders.acts.is_any_taken()
    }

    /// Adds a line that is neither an order nor a command.
    pub fn talk(&mut self, number: usize, text: String) {
        self.said.fates.set(number, Fate::Talk);
        self.receipt.chatter.push(text.clone());
        self.said.words.push(Line { number, text });
    }

    /// The purpose of the answer to this letter.
    pub fn receipt_purpose(&self) -> String {
        match self.asks_meaning {
            true => format!("{MEANT}{}", self.arrival.mark),
            false => self.first_receipt_purpose(),
        }
    }

    /// The same, as it is before its writer is asked what he means.
    pub(super) fn first_receipt_purpose(&self) -> String {
        format!("{RECEIPT}{}", self.name)
    }
}

/// The words of an order behind the title of its seat, unless they say it themselves: "as Governor of Deep South: raise".
fn below_title(title: &str, words: &str) -> String {
    let says_it =
        words.strip_prefix("as ").and_then(|words| words.strip_prefix(title)).is_some_and(|rest| rest.starts_with(':'));
    if says_it { words.to_owned() } else { format!("{title}: {words}") }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use base::facts::{Audience, Fact, Viewer, brief};
    use report::Renderer;

    use super::*;
    use crate::said::notice::Notice;

    #[test]
    fn the_office_of_an_order_is_said_once() {
        let congressman = "Congressman of Lower New England";
        let vote = format!("as {congressman}: vote 1 aye");
        assert_eq!(below_title(congressman, &vote), vote);
        assert_eq!(below_title(congressman, "vote 1 aye"), "Congressman of Lower New England: vote 1 aye");
        assert_eq!(below_title("Governor", "as Governor of Ohio: x"), "Governor: as Governor of Ohio: x");
    }

    #[test]
    fn orders_in_an_answer_stay_within_the_lines_of_a_letter() {
        let order = format!("as Governor of Lower New England: {}", "raise 2 infantry regiments in Ohio ".repeat(4));
        let rows = vec![order.trim_end().to_owned(), "vote 1 aye".to_owned()];
        let answer = Answer { title: "Carried out".to_owned(), proposals: Vec::new(), rows, text: String::new() };
        let notice = Notice::Receipt(Receipt { answers: vec![answer], ..Receipt::default() });
        let renderer = Renderer::new([], &BTreeMap::new()).unwrap();
        let known = brief(Viewer::stranger(), &[Fact::new(Audience::Everyone, notice)]);
        let text = renderer.render("common/receipt", known, &[], Vec::new()).unwrap().text().to_owned();
        assert!(text.lines().all(|line| line.chars().count() <= 72), "{text}");
        assert!(text.contains("Carried out\n-----------\n  as Governor of Lower New England: raise 2"), "{text}");
        assert!(text.contains("\n    ") && text.contains("\n  vote 1 aye\n"), "{text}");
    }
}
