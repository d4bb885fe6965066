//! A line of orders that only the game master can judge: its number, the readings he may choose from, and his ruling.
//! Lives beside the order on file, so that it is kept, replayed and undone with it.

use serde::{Deserialize, Serialize};

/// What is asked about one order; `O` is the book's order, or its JSON below the desk.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Asked<O> {
    /// By which the game master names it.
    pub number: u32,
    /// What the order may be taken for.
    pub readings: Vec<Meaning<O>>,
    /// What it is taken for from now on.
    #[serde(default = "none", skip_serializing_if = "Option::is_none")]
    pub ruling: Option<Ruling<O>>,
}

/// One meaning of an order that is not clear.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Meaning<O> {
    /// "A", "B", or "IGNORE".
    pub name: String,
    /// As an order that is clear.
    pub order: O,
    /// The same in canonical words, or what it comes to.
    pub words: String,
}

/// A game master's ruling; it is final.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Ruling<O> {
    /// What the order is taken for.
    pub meaning: Meaning<O>,
    /// Why, in his words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

fn none<O>() -> Option<Ruling<O>> {
    None
}

/// Least and most numbers of questions: three digits are said quickly and hardly ever meet.
const NUMBERS: (u32, u32) = (100, 999);

/// The number of a question: it follows from what is asked, so that the same line sent again asks the same question, and
/// another line never inherits a number from one that was taken back. The next free one when it is taken.
pub fn number_of(place: &str, canonical: &str, taken: &[u32]) -> u32 {
    let (least, most) = NUMBERS;
    let count = most - least + 1;
    let bytes = place.bytes().chain([0]).chain(canonical.bytes());
    // FNV-1a: any even spread would do; it must only be the same everywhere and always.
    let mark =
        bytes.fold(0xcbf2_9ce4_8422_2325_u64, |mark, byte| (mark ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
    let first = (mark % u64::from(count)) as u32;
    let numbers = (0..count).map(|more| least + (first + more) % count);
    let mut free = numbers.filter(|number| !taken.contains(number));
    free.next().unwrap_or(least + first)
}

impl<O> Asked<O> {
    /// The same with orders in another form.
    pub fn try_map<P, E>(self, make: impl Fn(O) -> Result<P, E>) -> Result<Asked<P>, E> {
        let meaning = |meaning: Meaning<O>| {
            let Meaning { name, order, words } = meaning;
            Ok(Meaning { name, order: make(order)?, words })
        };
        let readings = self.readings.into_iter().map(meaning).collect::<Result<_, E>>()?;
        let ruling = match self.ruling {
            Some(Ruling { meaning: taken, reason }) => Some(Ruling { meaning: meaning(taken)?, reason }),
            None => None,
        };
        Ok(Asked { number: self.number, readings, ruling })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_line_asks_the_same_question_and_no_two_open_ones_share_a_number() {
        let number = number_of("usa-west West TST1 2.1", "If Bragg looks shaky go after him", &[]);
        assert_eq!(number, number_of("usa-west West TST1 2.1", "If Bragg looks shaky go after him", &[]));
        assert!((100..=999).contains(&number));
        let other = number_of("usa-west West TST1 2.1", "If Bragg looks shaky go after him", &[number]);
        assert_ne!(number, other);
        let everything: Vec<u32> = (100..=999).collect();
        assert!((100..=999).contains(&number_of("a", "b", &everything)));
    }
}
