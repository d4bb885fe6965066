//! What the seats give to the dice of a phase, as it is listed and mixed: a hash for every seat, which tells neither what
//! it was made of nor whether somebody sent it.

use std::collections::BTreeMap;

use data_encoding::HEXLOWER;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::SeatId;

/// Longest words of a seed, in characters.
pub const LONGEST_SEED: usize = 200;

/// The row of a seat: SHA-256 of the seed that was drawn for it and, behind a blank, of its player's own words, if he sent
/// any. Words are easily guessed; behind a seed that nobody else was sent they are not.
pub fn seed_row(drawn: &str, words: Option<&str>) -> String {
    let seed = match words {
        Some(words) => format!("{drawn} {}", plain_words(words)),
        None => drawn.to_owned(),
    };
    HEXLOWER.encode(&Sha256::digest(seed))
}

/// The words with one blank between them, however they were typed.
pub fn plain_words(words: &str) -> String {
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The rows of all seats, in the order of their names.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SeedRows(BTreeMap<SeatId, String>);

impl SeedRows {
    /// The seats with their rows.
    pub fn iter(&self) -> impl Iterator<Item = (&SeatId, &str)> {
        self.0.iter().map(|(seat, row)| (seat, row.as_str()))
    }

    /// SHA-256 over a line for each seat: its name, a blank, its row.
    pub fn digest(&self) -> String {
        let lines: String = self.iter().map(|(seat, row)| format!("{seat} {row}\n")).collect();
        HEXLOWER.encode(&Sha256::digest(lines))
    }
}

impl FromIterator<(SeatId, String)> for SeedRows {
    fn from_iter<T: IntoIterator<Item = (SeatId, String)>>(rows: T) -> Self {
        Self(rows.into_iter().collect())
    }
}

/// The seed of one seat in an open phase.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Seed {
    row: String,
    /// When the letter arrived that it came in, in epoch seconds; none: it was drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    arrived: Option<i64>,
}

/// The seeds of an open phase: one for every seat from the first, so that silence leaves no trace.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seeds(BTreeMap<SeatId, Seed>);

impl Seeds {
    /// The seeds as they were drawn.
    pub fn drawn(seeds: impl IntoIterator<Item = (SeatId, String)>) -> Self {
        let seed = |drawn: String| Seed { row: seed_row(&drawn, None), arrived: None };
        Self(seeds.into_iter().map(|(seat, drawn)| (seat, seed(drawn))).collect())
    }

    /// The row of a seat takes the place of the one before, unless that came in a later letter; whether it does.
    pub fn put(&mut self, seat: &SeatId, row: String, arrived: i64) -> bool {
        let Some(seed) = self.0.get_mut(seat).filter(|seed| seed.arrived.is_none_or(|before| before <= arrived)) else {
            return false;
        };
        *seed = Seed { row, arrived: Some(arrived) };
        true
    }

    /// What is listed and mixed.
    pub fn rows(&self) -> SeedRows {
        self.0.iter().map(|(seat, seed)| (seat.clone(), seed.row.clone())).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seat(name: &str) -> SeatId {
        SeatId::parse(name).unwrap()
    }

    fn drawn() -> Seeds {
        Seeds::drawn([(seat("usa-east"), "0011".to_owned()), (seat("csa-west"), "2233".to_owned())])
    }

    #[test]
    fn rows_stand_in_the_order_of_the_seats_and_are_hashes_that_anyone_can_make() {
        let rows = drawn().rows();
        let names: Vec<&str> = rows.iter().map(|(seat, _)| seat.as_str()).collect();
        assert_eq!(names, ["csa-west", "usa-east"]);
        // printf 0011 | sha256sum; printf '0011 to arms' | sha256sum
        assert_eq!(
            [seed_row("0011", None), seed_row("0011", Some("  to  arms "))],
            [
                "a8d0b6f0939cfd883251f62b265f971ef8a5ab97eee32b91460f08b965601d93",
                "3c757a99f05af4ad8a0a1f5c80ba688ce74c19bbd05ae51523427cb88360c9a8"
            ]
        );
    }

    #[test]
    fn a_seed_that_arrived_earlier_never_takes_the_place_of_a_later_one() {
        let mut seeds = drawn();
        assert!(seeds.put(&seat("usa-east"), "b".to_owned(), 200));
        assert!(!seeds.put(&seat("usa-east"), "a".to_owned(), 100));
        assert!(seeds.put(&seat("usa-east"), "c".to_owned(), 200), "the same letter may have two");
        assert!(!seeds.put(&seat("gm"), "x".to_owned(), 300), "who has no seat gives no seed");
        assert_eq!(seeds.rows().iter().find(|(name, _)| name.as_str() == "usa-east").unwrap().1, "c");
    }
}
