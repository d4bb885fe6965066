//! What a receipt says of the orders of a letter that do not wait: once, of all its parts together.

use base::game::SeatId;

use crate::letter::session::Session;
use crate::phase::standing::title;
use crate::said::notice::Answer;

/// Most orders of a letter that are carried out or kept: each is a step of the game.
const MOST_ACTS: usize = 100;

/// What came of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It was carried out.
    Acted,
    /// It would be: this was a dry run.
    WouldAct,
    /// It is kept, by the number with which its giver takes it back; none in a dry run.
    Kept(Option<u32>),
    /// It was carried out or kept when its letter came.
    TakenBefore,
    /// It was not carried out, and a remark says why.
    NotDone,
    /// The letter had as many before it as one may have: it was not looked at.
    BeyondMost,
}

/// Orders that do not wait, as they were met in a letter.
#[derive(Debug, Default)]
pub struct ActsSaid {
    /// How many sentences and answers of the receipt come before what is said of them.
    place: Option<(usize, usize)>,
    /// What came of each, the number of its line, and its words.
    told: Vec<(Outcome, usize, String)>,
    /// How many of them are carried out or kept, or would be.
    taken: usize,
    /// What those that are kept wait for.
    why_kept: Option<String>,
    /// This was a dry run.
    is_check: bool,
}

impl ActsSaid {
    /// Whether the letter had as many as one may have.
    pub fn is_full(&self) -> bool {
        self.taken >= MOST_ACTS
    }

    fn rows_of(&self, is_wanted: fn(&Outcome) -> bool) -> Vec<&str> {
        self.told.iter().filter(|(outcome, ..)| is_wanted(outcome)).map(|(.., row)| row.as_str()).collect()
    }

    fn sentences(&self) -> Vec<String> {
        let mut said = Vec::new();
        let acted = self.rows_of(|outcome| *outcome == Outcome::Acted).len();
        if acted > 0 {
            let those = if acted == 1 { "1 order was".to_owned() } else { format!("{acted} orders were") };
            said.push(format!("{those} carried out at once. Those who can see the difference are told."));
        }
        said.extend(self.why_kept.clone());
        if self.told.iter().any(|(outcome, ..)| *outcome == Outcome::TakenBefore) {
            said.push(
                "What does not wait was carried out or kept when this letter came, and is left as it is.".to_owned(),
            );
        }
        let is_beyond = |told: &&(Outcome, usize, String)| told.0 == Outcome::BeyondMost;
        if let Some((_, first, _)) = self.told.iter().find(is_beyond) {
            let those = match self.told.iter().filter(is_beyond).count() {
                1 => "1 more was".to_owned(),
                more => format!("{more} more were"),
            };
            said.push(format!(
                "Of orders that do not wait a letter may hold {MOST_ACTS}; {those} not carried out, from line {first} on. Send \
                 them in another letter if you mean them."
            ));
        }
        said
    }

    fn answers(&self) -> Vec<(&str, String)> {
        let kept = if self.is_check { "Would be kept" } else { "Kept" };
        let answers = [
            ("Carried out", self.rows_of(|outcome| *outcome == Outcome::Acted)),
            (
                "Would be carried out at once, as far as you can know",
                self.rows_of(|outcome| *outcome == Outcome::WouldAct),
            ),
            (kept, self.rows_of(|outcome| matches!(outcome, Outcome::Kept(_)))),
        ];
        answers.into_iter().filter(|(_, rows)| !rows.is_empty()).map(|(title, rows)| (title, rows.join("\n"))).collect()
    }
}

impl Session<'_> {
    /// From here on the receipt speaks of orders that do not wait, those of later parts of the letter included.
    pub fn begin_acts(&mut self, is_check: bool) {
        self.orders.acts.is_check = is_check;
        self.orders.acts.place.get_or_insert((self.receipt.lead.len(), self.receipt.answers.len()));
    }

    /// Notes what came of an order in this line.
    pub fn note_act(&mut self, outcome: Outcome, line: usize, seat: Option<&SeatId>, words: &str) {
        let words = self.for_its_seat(seat, words);
        let row = match outcome {
            Outcome::Kept(Some(number)) => format!("  {number}. {words}"),
            _ => format!("  {words}"),
        };
        self.orders.acts.taken += usize::from(!matches!(outcome, Outcome::NotDone | Outcome::BeyondMost));
        self.orders.acts.told.push((outcome, line, row));
    }

    /// Says what those wait for that are kept.
    pub fn note_why_kept(&mut self, why: String) {
        self.orders.acts.why_kept.get_or_insert(why);
    }

    /// The words of an order with the seat it is for, where that is not the only one of its giver. While reports wait nothing is said of
    /// which of them it fell to.
    pub fn for_its_seat(&self, seat: Option<&SeatId>, words: &str) -> String {
        match (seat, &self.game) {
            (Some(seat), Some(game)) if !game.awaits_release && self.seats() != [seat.clone()] => {
                format!("{}: {words}", title(game, seat))
            }
            _ => words.to_owned(),
        }
    }

    /// Puts what is said of them where the first was met.
    pub(super) fn say_acts(&mut self) {
        let acts = std::mem::take(&mut self.orders.acts);
        let Some((lead, answers)) = acts.place else { return };
        self.receipt.lead.splice(lead..lead, acts.sentences());
        let said = acts.answers().into_iter().map(|(title, text)| Answer {
            title: title.to_owned(),
            proposals: Vec::new(),
            text,
        });
        self.receipt.answers.splice(answers..answers, said);
    }
}
