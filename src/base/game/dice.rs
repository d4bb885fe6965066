//! Dice that anyone can check: every roll is a function of a committed secret, the seeds of the seats, the phase, the
//! purpose and its count. So neither an unseen fight nor anyone's hidden orders can shift another's rolls, and whoever
//! has the secret cannot know them before the seeds are in.
//!
//! A purpose that begins with a scope and a colon (`usa: cp`) is that side's own: its dice come from a secret of the
//! scope, which is shown to that side alone, so that publishing the open secret tells nobody what the other side threw.

use std::collections::{BTreeMap, VecDeque};
use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::SeedRows;
use crate::derived::derive;
use crate::planted::is_planted;

/// The secret of one phase: its hash goes out with the phase's opening, itself with the result.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret([u8; 32]);

impl Secret {
    /// A secret from 32 random bytes, which the shell draws.
    pub fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// A secret read back from its hexadecimal text.
    pub fn from_hex(text: &str) -> Option<Self> {
        let bytes = data_encoding::HEXLOWER.decode(text.as_bytes()).ok()?;
        Some(Self(bytes.try_into().ok()?))
    }

    /// The secret in hexadecimal, as it is published after the phase.
    pub fn reveal(&self) -> String {
        data_encoding::HEXLOWER.encode(&self.0)
    }

    /// SHA-256 of the 32 bytes in hexadecimal, as it is published before the phase.
    pub fn commitment(&self) -> String {
        data_encoding::HEXLOWER.encode(&Sha256::digest(self.0))
    }

    /// The secret of one scope of a phase's dice: [`OPEN`], or a side. The phase's own secret is never shown.
    pub fn of_scope(&self, scope: &str) -> Secret {
        if is_planted("one-dice-secret") {
            return self.clone();
        }
        self.derived(&format!("scope|{scope}"))
    }

    /// This secret of a scope with the seeds of the seats mixed in, by the digest of their rows.
    pub fn mixed_with(&self, digest: &str) -> Secret {
        self.derived(&format!("seeds|{digest}"))
    }

    /// This secret of a scope for the dice of an act, named by its letter and its place in that: it is mixed in where the dice of a
    /// phase have the seeds, so that whoever chose the secret does not know them before the letter is written.
    pub fn mixed_with_act(&self, act: &str) -> Secret {
        self.derived(&format!("act|{act}"))
    }

    /// The secret of other dice, for what is tried and not played.
    pub fn of_trials(&self) -> Secret {
        self.derived("trial")
    }

    fn derived(&self, what: &str) -> Secret {
        Secret(derive(&self.0, what))
    }

    /// What the `nth` die for a purpose showed, by the secret of the purpose's scope, with the seeds mixed in if there
    /// were any.
    pub fn shown_by(&self, phase: &str, purpose: &str, nth: u32, sides: u32) -> u32 {
        let digest = derive(&self.0, &format!("{phase}|{purpose}|{nth}"));
        // HMAC-SHA256(secret, "phase|purpose|nth"): its first eight bytes, big-endian, modulo the sides, plus one.
        let mut head = [0_u8; 8];
        head.copy_from_slice(&digest[..8]);
        // The bias of the modulo is below 2^-60.
        (u64::from_be_bytes(head) % u64::from(sides.max(1))) as u32 + 1
    }
}

/// The scope of dice that every player may check.
pub const OPEN: &str = "open";

/// Where a commitment or a secret is that of a whole phase, from which those of all scopes follow. No scope is called so.
pub const WHOLE: &str = "all";

/// The scope of a purpose: what stands before its first colon, or [`OPEN`].
pub fn scope_of(purpose: &str) -> &str {
    purpose.split_once(": ").map_or(OPEN, |(scope, _)| scope)
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}

/// One die thrown: which, why, and what it showed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Roll {
    /// What the die was thrown for, in words that name no hidden thing but that roll's own subject.
    pub purpose: String,
    /// The count of this purpose in the phase, from 1.
    pub nth: u32,
    /// Sides of the die.
    pub sides: u32,
    /// What it showed, from 1 to `sides`.
    pub value: u32,
    /// It was not thrown: the GM set it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_set: bool,
}

/// One throw of a die, without what it showed.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Throw {
    /// What the die was thrown for.
    pub purpose: String,
    /// The count of this purpose in the phase, from 1.
    pub nth: u32,
}

/// A die that the GM set ahead of its throw.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct SetDie {
    /// What the die would be thrown for.
    pub purpose: String,
    /// The count of this purpose in the phase, from 1.
    pub nth: u32,
    /// What it is to show.
    pub value: u32,
}

/// What goes into the secret of a scope.
#[derive(Debug, Clone)]
enum Mixed {
    Nothing,
    /// The digest of the rows of the seats.
    Seeds(String),
    /// The letter of an act and the place in it.
    Act(String),
}

impl Mixed {
    fn mixed_into(&self, secret: Secret) -> Secret {
        match self {
            Mixed::Nothing => secret,
            Mixed::Seeds(digest) => secret.mixed_with(digest),
            Mixed::Act(act) => secret.mixed_with_act(act),
        }
    }
}

/// Where dice come from; of a committed secret those of the scopes that were thrown for, each found once.
#[derive(Debug, Clone)]
enum Source {
    Committed { secret: Secret, mixed: Mixed, phase: String, scopes: BTreeMap<String, Secret> },
    Scripted(BTreeMap<String, VecDeque<u32>>),
}

/// The dice of one phase, with a record of every throw.
#[derive(Debug, Clone)]
pub struct Dice {
    source: Source,
    counts: BTreeMap<String, u32>,
    rolls: Vec<Roll>,
    unforeseen: Vec<String>,
    set: BTreeMap<(String, u32), u32>,
}

impl Dice {
    /// Dice that the secret alone decides; `phase` is the label ("3.1": number and revision).
    pub fn committed(secret: &Secret, phase: &str) -> Self {
        Self::of_phase(secret, None, phase)
    }

    /// Dice of a phase, with what the seats gave to them; none of a phase that was opened before they were asked.
    pub fn of_phase(secret: &Secret, seeds: Option<&SeedRows>, phase: &str) -> Self {
        let seeds = seeds.filter(|_| !is_planted("seeds-not-mixed"));
        let mixed = seeds.map_or(Mixed::Nothing, |seeds| Mixed::Seeds(seeds.digest()));
        Self::from_secret(secret, mixed, phase)
    }

    /// Dice of an act within a phase, named by the letter and the place in it: the letter is mixed in where a phase's dice have
    /// the seeds. So whoever writes it cannot know them for want of the secret, and no act shifts the dice of another or of
    /// the phase.
    pub fn of_act(secret: &Secret, phase: &str, act: &str) -> Self {
        Self::from_secret(secret, Mixed::Act(act.to_owned()), phase)
    }

    fn from_secret(secret: &Secret, mixed: Mixed, phase: &str) -> Self {
        let (secret, phase) = (secret.clone(), phase.to_owned());
        Self::from_source(Source::Committed { secret, mixed, phase, scopes: BTreeMap::new() })
    }

    /// The same dice, but for those that the GM set. One that cannot show the value is thrown after all.
    pub fn with_set(mut self, dice: &[SetDie]) -> Self {
        self.set = dice.iter().map(|die| ((die.purpose.clone(), die.nth), die.value)).collect();
        self
    }

    /// Dice that show what a rule case says, purpose by purpose. A throw it did not foresee shows 1 and is remembered.
    pub fn scripted(script: BTreeMap<String, Vec<u32>>) -> Self {
        let script = script.into_iter().map(|(purpose, values)| (purpose, values.into())).collect();
        Self::from_source(Source::Scripted(script))
    }

    fn from_source(source: Source) -> Self {
        Self { source, counts: BTreeMap::new(), rolls: Vec::new(), unforeseen: Vec::new(), set: BTreeMap::new() }
    }

    /// Throws one die of `sides` sides for `purpose`.
    pub fn roll(&mut self, purpose: &str, sides: u32) -> u32 {
        let nth = self.counts.entry(purpose.to_owned()).or_insert(0);
        *nth += 1;
        let nth = if is_planted("dice-in-a-row") { self.rolls.len() as u32 + 1 } else { *nth };
        let value = match &mut self.source {
            Source::Committed { secret, mixed, phase, scopes } => {
                let scope = scope_of(purpose);
                if !scopes.contains_key(scope) {
                    scopes.insert(scope.to_owned(), mixed.mixed_into(secret.of_scope(scope)));
                }
                scopes[scope].shown_by(phase, purpose, nth, sides)
            }
            Source::Scripted(script) => match script.get_mut(purpose).and_then(VecDeque::pop_front) {
                Some(value) => value,
                None => {
                    self.unforeseen.push(format!("{purpose} #{nth} (d{sides})"));
                    1
                }
            },
        };
        let set = self.set.get(&(purpose.to_owned(), nth)).copied().filter(|value| (1..=sides).contains(value));
        let value = set.unwrap_or(value);
        self.rolls.push(Roll { purpose: purpose.to_owned(), nth, sides, value, is_set: set.is_some() });
        value
    }

    /// The sum of `count` dice of six sides.
    pub fn d6(&mut self, purpose: &str, count: u32) -> u32 {
        (0..count).map(|_| self.roll(purpose, 6)).sum()
    }

    /// The last throws, so many of them.
    pub fn last_throws(&self, count: usize) -> Vec<Throw> {
        let last = &self.rolls[self.rolls.len().saturating_sub(count)..];
        last.iter().map(|roll| Throw { purpose: roll.purpose.clone(), nth: roll.nth }).collect()
    }

    /// Every throw so far, in order.
    pub fn rolls(&self) -> &[Roll] {
        &self.rolls
    }

    /// Throws that a script did not foresee.
    pub fn unforeseen(&self) -> &[String] {
        &self.unforeseen
    }

    /// Values a script offered that nobody threw.
    pub fn left_over(&self) -> Vec<String> {
        match &self.source {
            Source::Committed { .. } => Vec::new(),
            Source::Scripted(script) => {
                script.iter().filter(|(_, values)| !values.is_empty()).map(|(purpose, _)| purpose.clone()).collect()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{SeatId, seed_row};
    use super::*;

    #[test]
    fn a_roll_depends_on_its_purpose_and_count_alone() {
        let secret = Secret::new([7; 32]);
        let mut alone = Dice::committed(&secret, "5.1");
        let first = alone.roll("battle 4910", 6);
        let mut crowded = Dice::committed(&secret, "5.1");
        for _ in 0..9 {
            crowded.roll("battle 1720", 6);
        }
        assert_eq!(crowded.roll("battle 4910", 6), first);
    }

    #[test]
    fn a_die_that_was_set_shows_its_value_and_shifts_no_other() {
        let secret = Secret::new([7; 32]);
        let throw = |dice: &mut Dice| [dice.roll("battle 4910", 6), dice.roll("battle 4910", 6)];
        let thrown = throw(&mut Dice::committed(&secret, "5.1"));
        let other = thrown[0] % 6 + 1;
        let set = |value| vec![SetDie { purpose: "battle 4910".to_owned(), nth: 1, value }];
        let mut dice = Dice::committed(&secret, "5.1").with_set(&set(other));
        assert_eq!(throw(&mut dice), [other, thrown[1]]);
        assert_eq!([dice.rolls()[0].is_set, dice.rolls()[1].is_set], [true, false]);
        assert_eq!(throw(&mut Dice::committed(&secret, "5.1").with_set(&set(7))), thrown, "no die of six shows a 7");
    }

    #[test]
    fn dice_are_fair_enough() {
        let mut dice = Dice::committed(&Secret::new([1; 32]), "1.1");
        let mut seen = [0_u32; 6];
        for _ in 0..6000 {
            seen[dice.roll("cp", 6) as usize - 1] += 1;
        }
        assert!(seen.iter().all(|n| (850..1150).contains(n)), "{seen:?}");
    }

    #[test]
    fn the_open_secret_tells_nothing_of_a_sides_own_dice() {
        let secret = Secret::new([7; 32]);
        assert_eq!(scope_of("usa: cp"), "usa");
        assert_eq!(scope_of("battle 4910"), OPEN);
        assert_ne!(secret.of_scope(OPEN), secret.of_scope("usa"));
        assert_ne!(secret.of_scope(OPEN), secret);
    }

    #[test]
    fn a_script_reports_what_it_did_not_foresee() {
        let mut dice = Dice::scripted(BTreeMap::from([("cp usa".to_owned(), vec![3, 4])]));
        assert_eq!(dice.d6("cp usa", 2), 7);
        dice.roll("cp csa", 6);
        assert_eq!(dice.unforeseen(), ["cp csa #1 (d6)"]);
        assert!(dice.left_over().is_empty());
    }

    fn seeds(words: [Option<&str>; 2]) -> SeedRows {
        let seats = ["csa-east", "usa-east"].map(|seat| SeatId::parse(seat).unwrap());
        seats.into_iter().zip(words).map(|(seat, words)| (seat.clone(), seed_row(seat.as_str(), words))).collect()
    }

    #[test]
    fn another_seed_of_any_seat_makes_other_dice_of_every_scope() {
        let secret = Secret::new([7; 32]);
        let throw = |rows: Option<&SeedRows>| {
            let mut dice = Dice::of_phase(&secret, rows, "5.1");
            ["battle 4910 p4", "usa: cp", "umpire: leader for usa west"].map(|purpose| dice.roll(purpose, 1_000_000))
        };
        let rows = [seeds([None, None]), seeds([Some("a"), None]), seeds([None, Some("a")]), seeds([Some("b"), None])];
        let mut thrown: Vec<[u32; 3]> = rows.iter().map(|rows| throw(Some(rows))).collect();
        thrown.push(throw(None));
        for scope in 0..3 {
            let values: std::collections::BTreeSet<u32> = thrown.iter().map(|thrown| thrown[scope]).collect();
            assert_eq!(values.len(), thrown.len(), "{thrown:?}");
        }
        assert_eq!(throw(Some(&seeds([Some("  a "), None]))), thrown[1], "blanks are no other seed");
    }

    #[test]
    fn trials_throw_other_dice() {
        let secret = Secret::new([7; 32]);
        let million = |secret: &Secret| Dice::committed(secret, "5.1").roll("battle 4910 p4", 1_000_000);
        assert_ne!(million(&secret), million(&secret.of_trials()));
    }

    #[test]
    fn an_act_has_dice_of_its_own() {
        let secret = Secret::new([7; 32]);
        let throw = |mut dice: Dice| dice.roll("fire at 4910", 1_000_000);
        let thrown = [
            throw(Dice::of_act(&secret, "5.1", "ab 0")),
            throw(Dice::of_act(&secret, "5.1", "ab 1")),
            throw(Dice::of_act(&secret, "6.1", "ab 0")),
            throw(Dice::of_phase(&secret, Some(&seeds([None, None])), "5.1")),
            throw(Dice::committed(&secret, "5.1")),
        ];
        let values: std::collections::BTreeSet<u32> = thrown.iter().copied().collect();
        assert_eq!(values.len(), thrown.len(), "{thrown:?}");
        assert_eq!(throw(Dice::of_act(&secret, "5.1", "ab 0")), thrown[0]);
    }

    #[test]
    fn the_commitment_is_the_hash_of_the_secret() {
        let secret = Secret::new([0; 32]);
        assert_eq!(secret.commitment(), "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925");
        assert_eq!(Secret::from_hex(&secret.reveal()), Some(secret));
    }
}
