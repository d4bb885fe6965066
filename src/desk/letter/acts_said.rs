//! What a receipt says of the orders of a letter that do not wait: once, of all its parts together.

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

    /// Whether any of them was carried out or kept, or would be.
    pub fn is_any_taken(&self) -> bool {
        self.taken > 0
    }

    /// What is said of them stands behind so many sentences and answers of the receipt, if it is not begun yet.
    pub fn begin(&mut self, place: (usize, usize), is_check: bool) {
        self.is_check = is_check;
        self.place.get_or_insert(place);
    }

    /// Notes what came of an order in this line.
    pub fn note(&mut self, outcome: Outcome, line: usize, words: &str) {
        let row = match outcome {
            Outcome::Kept(Some(number)) => format!("{number}. {words}"),
            _ => words.to_owned(),
        };
        self.taken += usize::from(!matches!(outcome, Outcome::NotDone | Outcome::BeyondMost));
        self.told.push((outcome, line, row));
    }

    /// Says what those wait for that are kept.
    pub fn note_why_kept(&mut self, why: String) {
        self.why_kept.get_or_insert(why);
    }

    /// Where what is said of them stands; none where the letter has none.
    pub fn place(&self) -> Option<(usize, usize)> {
        self.place
    }

    fn rows_of(&self, is_wanted: fn(&Outcome) -> bool) -> Vec<String> {
        self.told.iter().filter(|(outcome, ..)| is_wanted(outcome)).map(|(.., row)| row.clone()).collect()
    }

    /// What came of them, in sentences.
    pub fn sentences(&self) -> Vec<String> {
        let mut said = Vec::new();
        let acted = self.rows_of(|outcome| *outcome == Outcome::Acted).len();
        if acted > 0 {
            let those = if acted == 1 { "1 order was".to_owned() } else { format!("{acted} orders were") };
            said.push(format!(
                "{those} carried out at once. Those who can see the difference are told within a quarter of an hour."
            ));
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

    /// Their words, by what came of them.
    pub fn answers(&self) -> Vec<Answer> {
        let kept = if self.is_check { "Would be kept" } else { "Kept" };
        let would = "Would be carried out at once, as far as you can know";
        let answers = [
            ("Carried out", self.rows_of(|outcome| *outcome == Outcome::Acted)),
            (would, self.rows_of(|outcome| *outcome == Outcome::WouldAct)),
            (kept, self.rows_of(|outcome| matches!(outcome, Outcome::Kept(_)))),
        ];
        let answers = answers.into_iter().filter(|(_, rows)| !rows.is_empty());
        let answer = |(title, rows): (&str, Vec<String>)| {
            let (title, text) = (title.to_owned(), String::new());
            Answer { title, proposals: Vec::new(), rows, text }
        };
        answers.map(answer).collect()
    }
}
