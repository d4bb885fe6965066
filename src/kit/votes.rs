//! Matters that are put to the vote and stay open across turns: ballots that may be changed, a rule of decision, somebody's assent
//! or veto, a vote that overrules it. Knows no office and no matter, and tells nobody anything.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

/// How somebody votes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ballot {
    /// For it.
    Aye,
    /// Against it.
    No,
}

/// So large a part of those who may vote.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Majority {
    /// More than `.0` of `.1`: "more than half" is `MoreThan(1, 2)`.
    MoreThan(u32, u32),
    /// At least `.0` of `.1`: "all" is `AtLeast(1, 1)`.
    AtLeast(u32, u32),
}

impl Majority {
    /// Whether so many of so many are that part; of nobody no part is reached.
    fn is_reached(self, count: usize, of: usize) -> bool {
        let (count, of) = (count as u64, of as u64);
        of > 0
            && match self {
                Majority::MoreThan(part, whole) => count * u64::from(whole) > of * u64::from(part),
                Majority::AtLeast(part, whole) => count * u64::from(whole) >= of * u64::from(part),
            }
    }
}

/// By which rule a matter is decided. `V` names who votes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rule<V> {
    /// So large a part of those who may vote decides at once, one way or the other.
    pub at_once: Majority,
    /// At the deadline the ballots that were cast decide; else it falls then.
    pub by_ballots_cast: bool,
    /// Whose ballot decides at the deadline between as many ayes as noes. He has no other, unless he may vote as well.
    pub casting: Option<V>,
    /// Who must agree when it was carried.
    pub assent: Option<Assent<V>>,
}

/// Who must agree to what was carried.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Assent<V> {
    /// He.
    pub by: V,
    /// At the deadline his silence is assent; else it falls then.
    pub is_given_by_silence: bool,
    /// So large a part overrules his veto.
    pub overruled_by: Option<Majority>,
}

/// Where a matter is in its life.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// Ballots are cast.
    Open,
    /// It was carried and waits for assent.
    AwaitsAssent,
    /// Assent was refused, which may be overruled.
    Vetoed,
    /// It holds.
    Passed,
    /// It does not, for good.
    Fallen,
}

/// A matter; `M` says what it is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[serde(bound(deserialize = "V: Ord + Deserialize<'de>, M: Deserialize<'de>"))]
pub struct Motion<V, M> {
    /// By which it is named.
    pub number: u32,
    /// What it is about.
    pub matter: M,
    /// Who brought it.
    pub moved_by: V,
    /// When that was done, in seconds, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moved_at: Option<i64>,
    /// What names the letter that brought it, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moved_in: Option<String>,
    /// Where it stands.
    pub stage: Stage,
    /// When a vote carried it, in seconds, where that is known: how long he has who must agree.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub carried_at: Option<i64>,
    /// The turn at whose deadline this stage ends.
    pub until: u32,
    /// The ballots, each as it was cast last.
    pub ballots: BTreeMap<V, Ballot>,
    /// When each came, in seconds, where that is known.
    #[serde(default = "BTreeMap::new", skip_serializing_if = "BTreeMap::is_empty")]
    pub cast_at: BTreeMap<V, i64>,
    /// Who would overrule a veto.
    pub overruling: BTreeSet<V>,
}

/// Why something could not be done about a matter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Barred {
    /// He has no say in this.
    NoSay,
    /// He has said the same before.
    SaidBefore,
    /// What he said later was heard before this.
    SaidLater,
    /// This is not the time for it: the stage it is in.
    NotNow(Stage),
}

/// How a ballot is heard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Heard {
    /// It says what he had not said.
    New,
    /// He had said the same; that he says it later still counts, against what he said between.
    Again,
}

impl<V: Ord + Clone, M> Motion<V, M> {
    /// A new matter, open to the deadline of the turn `until`. Whoever moves it has not voted by that.
    pub fn new(number: u32, matter: M, moved_by: V, until: u32) -> Self {
        let (ballots, cast_at, overruling) = (BTreeMap::new(), BTreeMap::new(), BTreeSet::new());
        let (moved_at, moved_in, stage, carried_at) = (None, None, Stage::Open, None);
        Self { number, matter, moved_by, moved_at, moved_in, stage, carried_at, until, ballots, cast_at, overruling }
    }

    /// The same, brought at this time by the letter of this name.
    pub fn brought_at(self, moved_at: Option<i64>, moved_in: Option<String>) -> Self {
        Self { moved_at, moved_in, ..self }
    }

    /// Whether what came at `at`, in the letter of this name, was written before this was brought, and by another letter: by its number
    /// another matter was meant.
    pub fn is_unknown_to(&self, at: Option<i64>, letter: Option<&str>) -> bool {
        let is_of_its_letter = letter.is_some() && letter == self.moved_in.as_deref();
        !is_of_its_letter && at.zip(self.moved_at).is_some_and(|(at, moved)| at < moved)
    }

    /// How many of those who may vote are for it and against it.
    pub fn count(&self, voters: &BTreeSet<V>) -> (usize, usize) {
        let cast = |ballot: Ballot| {
            let is_cast = |(voter, cast): &(&V, &Ballot)| voters.contains(voter) && **cast == ballot;
            self.ballots.iter().filter(is_cast).count()
        };
        (cast(Ballot::Aye), cast(Ballot::No))
    }

    /// Somebody votes, or changes his ballot, in the turn `now`, by what came at `at` (in seconds), if that is known: what came
    /// last counts, whenever it is heard. `voters` are all who may vote now. Decides the matter when that settles it, also when he
    /// says again what was settled by nobody while seats became vacant.
    pub fn vote(
        &mut self,
        rule: &Rule<V>,
        voters: &BTreeSet<V>,
        (voter, ballot): (&V, Ballot),
        (now, at): (u32, Option<i64>),
    ) -> Result<Heard, Barred> {
        if self.stage != Stage::Open {
            return Err(Barred::NotNow(self.stage));
        }
        if !voters.contains(voter) && rule.casting.as_ref() != Some(voter) {
            return Err(Barred::NoSay);
        }
        let cast_at = self.cast_at.get(voter).copied();
        if at.zip(cast_at).is_some_and(|(at, cast)| at < cast) {
            return Err(Barred::SaidLater);
        }
        let is_same = self.ballots.get(voter) == Some(&ballot);
        if is_same && (at.is_none() || at == cast_at) {
            return Err(Barred::SaidBefore);
        }
        self.cast_at.extend(at.map(|at| (voter.clone(), at)));
        self.ballots.insert(voter.clone(), ballot);
        let (ayes, noes) = self.count(voters);
        // A ballot settles it its own way alone: where seats became vacant, the other way may have its share already.
        match ballot {
            Ballot::Aye if rule.at_once.is_reached(ayes, voters.len()) => self.carry(rule, now),
            Ballot::No if rule.at_once.is_reached(noes, voters.len()) => self.stage = Stage::Fallen,
            Ballot::Aye | Ballot::No => {}
        }
        Ok(if is_same { Heard::Again } else { Heard::New })
    }

    /// Assent is given or refused, in the turn `now`. A veto can be overruled until the deadline of the next.
    pub fn assent(&mut self, rule: &Rule<V>, (who, agrees): (&V, bool), now: u32) -> Result<(), Barred> {
        let Some(assent) = rule.assent.as_ref().filter(|assent| assent.by == *who) else { return Err(Barred::NoSay) };
        if self.stage != Stage::AwaitsAssent {
            return Err(Barred::NotNow(self.stage));
        }
        (self.stage, self.until) = match (agrees, assent.overruled_by) {
            (true, _) => (Stage::Passed, now),
            (false, Some(_)) => (Stage::Vetoed, now + 1),
            (false, None) => (Stage::Fallen, now),
        };
        Ok(())
    }

    /// Somebody would overrule the veto.
    pub fn overrule(&mut self, rule: &Rule<V>, voters: &BTreeSet<V>, voter: &V) -> Result<(), Barred> {
        if !voters.contains(voter) {
            return Err(Barred::NoSay);
        }
        if self.stage != Stage::Vetoed {
            return Err(Barred::NotNow(self.stage));
        }
        if !self.overruling.insert(voter.clone()) {
            return Err(Barred::SaidBefore);
        }
        if self.is_overruled(rule, voters) {
            self.stage = Stage::Passed;
        }
        Ok(())
    }

    /// The deadline of the turn `now`: what was to be settled by then is. `held` are all seats that somebody holds then: the casting
    /// ballot of any other counts no more. What was said is counted anew among those who may vote then, before anything falls. A seat
    /// that becomes vacant in mid-turn decides nothing by that: who holds seats may change again before the deadline.
    pub fn close_turn(&mut self, rule: &Rule<V>, (voters, held): (&BTreeSet<V>, &BTreeSet<V>), now: u32) {
        if now < self.until {
            return;
        }
        match self.stage {
            Stage::Open if self.is_carried(rule, (voters, held)) => self.carry(rule, now + 1),
            Stage::AwaitsAssent if rule.assent.as_ref().is_none_or(|assent| assent.is_given_by_silence) => {
                self.stage = Stage::Passed;
            }
            Stage::Vetoed if self.is_overruled(rule, voters) => self.stage = Stage::Passed,
            Stage::Open | Stage::AwaitsAssent | Stage::Vetoed => self.stage = Stage::Fallen,
            Stage::Passed | Stage::Fallen => {}
        }
    }

    fn is_carried(&self, rule: &Rule<V>, (voters, held): (&BTreeSet<V>, &BTreeSet<V>)) -> bool {
        let (ayes, noes) = self.count(voters);
        if rule.at_once.is_reached(ayes, voters.len()) {
            return true;
        }
        let casting = rule.casting.as_ref().filter(|casting| held.contains(casting));
        let casting = casting.and_then(|casting| self.ballots.get(casting));
        rule.by_ballots_cast && (ayes > noes || ayes == noes && casting == Some(&Ballot::Aye))
    }

    fn is_overruled(&self, rule: &Rule<V>, voters: &BTreeSet<V>) -> bool {
        let share = rule.assent.as_ref().and_then(|assent| assent.overruled_by);
        let count = self.overruling.intersection(voters).count();
        share.is_some_and(|share| share.is_reached(count, voters.len()))
    }

    /// What it waits for next has time until the deadline of the turn `until`.
    fn carry(&mut self, rule: &Rule<V>, until: u32) {
        self.stage = if rule.assent.is_some() { Stage::AwaitsAssent } else { Stage::Passed };
        self.until = until;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    type Bill = Motion<&'static str, &'static str>;

    /// A Congress: more than half of the held seats at once, else the ballots cast; the Vice-President between equals; the
    /// President's word, his silence for it; two thirds against him.
    fn congress() -> Rule<&'static str> {
        let overruled_by = Some(Majority::AtLeast(2, 3));
        Rule {
            at_once: Majority::MoreThan(1, 2),
            by_ballots_cast: true,
            casting: Some("vice-president"),
            assent: Some(Assent { by: "president", is_given_by_silence: true, overruled_by }),
        }
    }

    /// A treaty: both ministers say the same.
    fn treaty() -> Rule<&'static str> {
        Rule { at_once: Majority::AtLeast(1, 1), by_ballots_cast: false, casting: None, assent: None }
    }

    fn five() -> BTreeSet<&'static str> {
        ["alabama", "carolina", "georgia", "texas", "virginia"].into()
    }

    /// All that somebody holds: the offices as well.
    fn all() -> BTreeSet<&'static str> {
        five().into_iter().chain(["president", "vice-president"]).collect()
    }

    fn bill() -> Bill {
        Motion::new(3, "tax 5", "texas", 2)
    }

    fn vote(bill: &mut Bill, ballots: &[(&'static str, Ballot)], now: u32) {
        ballots.iter().for_each(|(who, ballot)| {
            bill.vote(&congress(), &five(), (who, *ballot), (now, None)).unwrap();
        });
    }

    use Ballot::{Aye, No};

    #[test]
    fn of_two_ballots_the_one_that_came_last_counts_whenever_it_is_heard() {
        let mut bill = Motion::new(1, "tariff", "georgia", 2);
        let mut vote = |ballot, at| bill.vote(&congress(), &five(), (&"texas", ballot), (1, Some(at)));
        assert_eq!(vote(Aye, 900), Ok(Heard::New));
        assert_eq!(vote(No, 800), Err(Barred::SaidLater));
        assert_eq!(vote(No, 900), Ok(Heard::New), "of one second the one that is heard last");
        assert_eq!(bill.ballots, BTreeMap::from([("texas", No)]));
    }

    #[test]
    fn who_says_the_same_again_has_said_it_then() {
        let mut bill = Motion::new(1, "tariff", "georgia", 2);
        let mut vote = |ballot, at| bill.vote(&congress(), &five(), (&"texas", ballot), (1, Some(at)));
        assert_eq!(vote(Aye, 900), Ok(Heard::New));
        assert_eq!(vote(Aye, 900), Err(Barred::SaidBefore), "in one letter");
        assert_eq!(vote(Aye, 1000), Ok(Heard::Again));
        assert_eq!(vote(No, 950), Err(Barred::SaidLater));
    }

    #[test]
    fn who_says_it_again_settles_what_a_vacancy_left_open() {
        let mut bill = bill();
        let vote = |bill: &mut Bill, voters: &BTreeSet<&'static str>, who, at| {
            bill.vote(&congress(), voters, (&who, No), (1, Some(at)))
        };
        vote(&mut bill, &five(), "alabama", 900).unwrap();
        vote(&mut bill, &five(), "texas", 900).unwrap();
        let left: BTreeSet<&str> = ["alabama", "texas", "virginia"].into();
        assert_eq!(bill.stage, Stage::Open);
        assert_eq!(vote(&mut bill, &left, "texas", 1000), Ok(Heard::Again));
        assert_eq!(bill.stage, Stage::Fallen);
    }

    #[test]
    fn what_came_before_a_matter_was_brought_speaks_of_another() {
        let bill = bill().brought_at(Some(900), Some("one".to_owned()));
        assert!(bill.is_unknown_to(Some(899), None) && bill.is_unknown_to(Some(899), Some("another")));
        assert!(!bill.is_unknown_to(Some(900), Some("another")) && !bill.is_unknown_to(None, None));
        assert!(!bill.is_unknown_to(Some(899), Some("one")), "of its own letter it is the one that is meant");
    }

    #[test]
    fn a_bill_is_carried_by_more_than_half_and_is_law_when_the_president_signs() {
        let mut bill = bill();
        vote(&mut bill, &[("alabama", Aye), ("texas", Aye)], 1);
        assert_eq!(bill.stage, Stage::Open);
        vote(&mut bill, &[("virginia", Aye)], 1);
        assert_eq!((bill.stage, bill.until), (Stage::AwaitsAssent, 1));
        assert_eq!(
            bill.vote(&congress(), &five(), (&"georgia", No), (1, None)),
            Err(Barred::NotNow(Stage::AwaitsAssent))
        );
        assert_eq!(bill.assent(&congress(), (&"texas", true), 1), Err(Barred::NoSay));
        bill.assent(&congress(), (&"president", true), 1).unwrap();
        assert_eq!(bill.stage, Stage::Passed);
        assert_eq!(bill.assent(&congress(), (&"president", false), 1), Err(Barred::NotNow(Stage::Passed)));
    }

    #[test]
    fn no_ballot_carries_what_it_is_against() {
        let mut bill = bill();
        vote(&mut bill, &[("alabama", Aye), ("texas", Aye)], 1);
        let left: BTreeSet<&str> = ["alabama", "texas", "virginia"].into();
        assert_eq!(bill.vote(&congress(), &left, (&"virginia", No), (1, None)), Ok(Heard::New));
        assert_eq!((bill.stage, bill.count(&left)), (Stage::Open, (2, 1)));
        bill.close_turn(&congress(), (&left, &left), 2);
        assert_eq!(bill.stage, Stage::AwaitsAssent);
    }

    #[test]
    fn a_ballot_may_be_changed_while_the_matter_is_open_and_counts_once() {
        let mut bill = bill();
        vote(&mut bill, &[("alabama", Aye), ("texas", Aye), ("texas", No)], 1);
        assert_eq!(bill.count(&five()), (1, 1));
        assert_eq!(bill.vote(&congress(), &five(), (&"texas", No), (1, None)), Err(Barred::SaidBefore));
        assert_eq!(bill.vote(&congress(), &five(), (&"president", Aye), (1, None)), Err(Barred::NoSay));
    }

    #[test]
    fn at_its_deadline_the_ballots_cast_decide_and_between_equals_the_casting_one() {
        let decided = |ballots: &[(&'static str, Ballot)]| {
            let mut bill = bill();
            vote(&mut bill, ballots, 1);
            bill.close_turn(&congress(), (&five(), &all()), 1);
            assert_eq!(bill.stage, Stage::Open, "not before its time");
            bill.close_turn(&congress(), (&five(), &all()), 2);
            bill.stage
        };
        assert_eq!(decided(&[("alabama", Aye)]), Stage::AwaitsAssent);
        assert_eq!(decided(&[("alabama", Aye), ("texas", No)]), Stage::Fallen);
        assert_eq!(decided(&[("alabama", Aye), ("texas", No), ("vice-president", Aye)]), Stage::AwaitsAssent);
        assert_eq!(decided(&[("alabama", No), ("vice-president", Aye)]), Stage::Fallen);
        assert_eq!(decided(&[]), Stage::Fallen);
    }

    #[test]
    fn the_casting_ballot_of_a_seat_that_nobody_holds_any_more_counts_no_more() {
        let mut bill = bill();
        vote(&mut bill, &[("alabama", Aye), ("texas", No), ("vice-president", Aye)], 1);
        let mut vacant = bill.clone();
        vacant.close_turn(&congress(), (&five(), &five()), 2);
        assert_eq!(vacant.stage, Stage::Fallen, "as many against it as for it");
        bill.close_turn(&congress(), (&five(), &all()), 2);
        assert_eq!(bill.stage, Stage::AwaitsAssent);
    }

    #[test]
    fn silence_is_assent_at_the_next_deadline() {
        let mut bill = bill();
        vote(&mut bill, &[("alabama", Aye)], 1);
        bill.close_turn(&congress(), (&five(), &all()), 2);
        assert_eq!((bill.stage, bill.until), (Stage::AwaitsAssent, 3));
        bill.close_turn(&congress(), (&five(), &all()), 3);
        assert_eq!(bill.stage, Stage::Passed);
    }

    #[test]
    fn two_thirds_overrule_a_veto_until_the_deadline_after_it() {
        let vetoed = || {
            let mut bill = bill();
            vote(&mut bill, &[("alabama", Aye), ("texas", Aye), ("virginia", Aye)], 1);
            bill.assent(&congress(), (&"president", false), 1).unwrap();
            assert_eq!((bill.stage, bill.until), (Stage::Vetoed, 2));
            bill
        };
        let mut bill = vetoed();
        for who in ["alabama", "texas", "virginia"] {
            bill.overrule(&congress(), &five(), &who).unwrap();
        }
        assert_eq!(bill.stage, Stage::Vetoed, "three of five are less than two thirds");
        assert_eq!(bill.overrule(&congress(), &five(), &"texas"), Err(Barred::SaidBefore));
        bill.overrule(&congress(), &five(), &"georgia").unwrap();
        assert_eq!(bill.stage, Stage::Passed);
        let mut bill = vetoed();
        bill.close_turn(&congress(), (&five(), &all()), 2);
        assert_eq!(bill.stage, Stage::Fallen);
    }

    #[test]
    fn who_holds_a_seat_no_more_counts_neither_way() {
        let mut bill = bill();
        vote(&mut bill, &[("alabama", Aye), ("texas", Aye)], 1);
        let held: BTreeSet<&str> = ["alabama", "carolina", "georgia"].into();
        assert_eq!(bill.count(&held), (1, 0));
        bill.vote(&congress(), &held, (&"georgia", Aye), (1, None)).unwrap();
        assert_eq!(bill.stage, Stage::AwaitsAssent, "two of three");
    }

    #[test]
    fn at_its_deadline_a_veto_is_overruled_by_two_thirds_of_the_seats_that_are_held_then() {
        let mut bill = bill();
        vote(&mut bill, &[("alabama", Aye), ("texas", Aye), ("virginia", Aye)], 1);
        bill.assent(&congress(), (&"president", false), 1).unwrap();
        for who in ["alabama", "texas"] {
            bill.overrule(&congress(), &five(), &who).unwrap();
        }
        let held_by = |states: &[&'static str]| -> BTreeSet<&'static str> { states.iter().copied().collect() };
        let closed = |voters: BTreeSet<&'static str>, now: u32| {
            let mut bill = bill.clone();
            bill.close_turn(&congress(), (&voters, &voters), now);
            bill.stage
        };
        assert_eq!(closed(held_by(&["alabama", "texas", "virginia"]), 1), Stage::Vetoed, "not before its time");
        assert_eq!(closed(held_by(&["alabama", "texas", "virginia"]), 2), Stage::Passed, "two of three");
        assert_eq!(closed(held_by(&["alabama", "georgia", "texas", "virginia"]), 2), Stage::Fallen, "two of four");
        assert_eq!(
            closed(held_by(&["alabama", "georgia", "virginia"]), 2),
            Stage::Fallen,
            "one who left counts no more"
        );
    }

    #[test]
    fn at_its_deadline_what_decides_at_once_is_counted_among_the_seats_that_are_held_then() {
        let all_three: BTreeSet<&str> = ["austria", "france", "russia"].into();
        let mut peace = Motion::new(1, "peace", "france", 2);
        for who in ["austria", "france"] {
            peace.vote(&treaty(), &all_three, (&who, Aye), (1, None)).unwrap();
        }
        let both: BTreeSet<&str> = ["austria", "france"].into();
        let (mut of_all, mut of_both) = (peace.clone(), peace);
        of_all.close_turn(&treaty(), (&all_three, &all_three), 2);
        assert_eq!(of_all.stage, Stage::Fallen, "one was silent");
        of_both.close_turn(&treaty(), (&both, &both), 2);
        assert_eq!(of_both.stage, Stage::Passed, "he who was silent holds nothing any more");
    }

    #[test]
    fn a_treaty_holds_when_both_have_said_the_same_and_falls_when_one_is_silent() {
        let both: BTreeSet<&str> = ["austria", "france"].into();
        let mut treaty_of = Motion::new(1, "peace", "france", 2);
        treaty_of.vote(&treaty(), &both, (&"france", Aye), (1, None)).unwrap();
        assert_eq!(treaty_of.stage, Stage::Open);
        let mut silent = treaty_of.clone();
        silent.close_turn(&treaty(), (&both, &both), 2);
        assert_eq!(silent.stage, Stage::Fallen);
        treaty_of.vote(&treaty(), &both, (&"austria", Aye), (2, None)).unwrap();
        assert_eq!(treaty_of.stage, Stage::Passed);
    }

    proptest! {
        /// Whatever is said in whatever order, who does not hold a seat changes nothing, and what is settled stays so.
        #[test]
        fn what_is_settled_stays_so(said in prop::collection::vec((0usize..7, any::<bool>(), 0u32..5), 0..40)) {
            let people = ["alabama", "carolina", "georgia", "texas", "virginia", "president", "stranger"];
            let (rule, voters) = (congress(), five());
            let mut bill = bill();
            let mut now = 1;
            for (who, is_aye, act) in said {
                let (before, who) = (bill.clone(), people[who]);
                let _ = match act {
                    0 | 1 => {
                        bill.vote(&rule, &voters, (&who, if is_aye { Aye } else { No }), (now, None)).map(drop)
                    }
                    2 => bill.assent(&rule, (&who, is_aye), now),
                    3 => bill.overrule(&rule, &voters, &who),
                    _ => {
                        bill.close_turn(&rule, (&voters, &all()), now);
                        now += 1;
                        Ok(())
                    }
                };
                if matches!(before.stage, Stage::Passed | Stage::Fallen) {
                    prop_assert_eq!(&before.stage, &bill.stage);
                }
                if who == "stranger" && act < 4 {
                    prop_assert_eq!(&before, &bill);
                }
            }
        }
    }
}
