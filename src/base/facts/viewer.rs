//! Readers, and what each may read.

use std::any::Any;
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, OnceLock};

use crate::game::{PlayerId, Role, Roster, SeatId, SeatSet};
use crate::planted::is_planted;

use super::told::{Items, Told};
use super::{Audience, Fact};

/// A reader. Made only from a roster, or as somebody who is told public facts alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Viewer {
    person: Option<PlayerId>,
    seats: SeatSet,
    is_umpire: bool,
}

impl Viewer {
    /// Whoever serves `seat`, reading as that seat alone; `None` while nobody does.
    pub fn of_seat(roster: &Roster, seat: &SeatId) -> Option<Self> {
        let person = roster.server_of(seat)?.clone();
        Some(Self { person: Some(person), seats: SeatSet::from([seat.clone()]), is_umpire: false })
    }

    /// A person with those of these seats that he serves.
    pub fn of_seats(roster: &Roster, player: &PlayerId, seats: &[SeatId]) -> Self {
        let served = seats.iter().filter(|seat| roster.server_of(seat) == Some(player));
        Self { person: Some(player.clone()), seats: served.cloned().collect(), is_umpire: false }
    }

    /// A person with all the seats he serves. A game master reads so too: what he knows as umpire is asked for by
    /// [`Viewer::umpire`].
    pub fn of_player(roster: &Roster, player: &PlayerId) -> Self {
        let seats = roster.seats_of(player).into_iter().collect();
        Self { person: Some(player.clone()), seats, is_umpire: false }
    }

    /// A person outside any game.
    pub fn person(player: &PlayerId) -> Self {
        Self { person: Some(player.clone()), seats: SeatSet::new(), is_umpire: false }
    }

    /// A game master of this roster reading as umpire; `None` for anybody else.
    pub fn umpire(roster: &Roster, player: &PlayerId) -> Option<Self> {
        let viewer = Self { person: Some(player.clone()), seats: SeatSet::new(), is_umpire: true };
        roster.is_gm(player).then_some(viewer)
    }

    /// Somebody of a game: its game master as umpire, anybody else with all the seats he serves.
    pub fn of(roster: &Roster, player: &PlayerId) -> Self {
        Self::umpire(roster, player).unwrap_or_else(|| Self::of_player(roster, player))
    }

    /// What a seat may know, whoever serves it: for rule cases and for checking orders without a game.
    pub fn vacant(seat: &SeatId) -> Self {
        Self { person: None, seats: SeatSet::from([seat.clone()]), is_umpire: false }
    }

    /// What several seats may know together, whoever serves them.
    pub fn vacant_seats(seats: &SeatSet) -> Self {
        Self { person: None, seats: seats.clone(), is_umpire: false }
    }

    /// Somebody who is told public facts alone.
    pub fn stranger() -> Self {
        Self { person: None, seats: SeatSet::new(), is_umpire: false }
    }

    /// Who reads, when it is a person we know.
    pub fn reader(&self) -> Option<&PlayerId> {
        self.person.as_ref()
    }

    /// The seats read for.
    pub fn seats(&self) -> &SeatSet {
        &self.seats
    }

    /// As what he reads.
    pub fn role(&self) -> Role {
        match (self.is_umpire, self.seats.is_empty()) {
            (true, _) => Role::Umpire,
            (false, true) => Role::Person,
            (false, false) => Role::Seats(self.seats.clone()),
        }
    }

    fn may_read(&self, audience: &Audience) -> bool {
        if self.is_umpire {
            return true;
        }
        match audience {
            Audience::Umpire => false,
            // Asked of every fact for every reader, of a handful of seats: those of other lengths are no match at a glance.
            Audience::Seats(seats) => self.seats.iter().any(|seat| seats.iter().any(|other| other == seat)),
            Audience::Person(person) => self.person.as_ref() == Some(person),
            Audience::Everyone => true,
        }
    }
}

/// All that one reader may know of some facts. Made by [`brief`] alone. A copy shares everything.
#[derive(Debug)]
pub struct Brief<T>(Arc<Knowing<T>>);

#[derive(Debug)]
struct Knowing<T> {
    viewer: Viewer,
    items: Vec<Told<T>>,
    /// The same brief as a rule book reads it.
    read: OnceLock<Box<dyn Any + Send + Sync>>,
    conclusion: OnceLock<Arc<dyn Any + Send + Sync>>,
}

impl<T> Clone for Brief<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T> Brief<T> {
    /// Who reads.
    pub fn viewer(&self) -> &Viewer {
        &self.0.viewer
    }

    fn new(viewer: Viewer, items: Vec<Told<T>>) -> Self {
        Self(Arc::new(Knowing { viewer, items, read: OnceLock::new(), conclusion: OnceLock::new() }))
    }

    /// What he may know, in the order it was told.
    pub fn items(&self) -> Items<'_, T> {
        Items(&self.0.items)
    }

    /// The same with what is kept beside each.
    pub fn told(&self) -> &[Told<T>] {
        &self.0.items
    }

    /// The same knowledge in another form.
    pub fn try_map<U, E>(self, mut make: impl FnMut(T) -> Result<U, E>) -> Result<Brief<U>, E>
    where
        T: Clone,
    {
        let make = |told: &Told<T>| Ok(Told::new(make(told.item().clone())?));
        let items = self.0.items.iter().map(make).collect::<Result<_, _>>()?;
        Ok(Brief::new(self.0.viewer.clone(), items))
    }

    /// Like [`Brief::try_map`], and what was read is kept: with this brief, and beside each item for all others that
    /// tell it.
    pub fn try_read<U, E>(&self, mut read: impl FnMut(&T) -> Result<U, E>) -> Result<Brief<U>, E>
    where
        U: Send + Sync + 'static,
    {
        if let Some(kept) = self.0.read.get().and_then(|kept| kept.downcast_ref::<Brief<U>>()) {
            return Ok(kept.clone());
        }
        let items = self.0.items.iter().map(|told| told.read(&mut read)).collect::<Result<_, _>>()?;
        let brief = Brief::new(self.0.viewer.clone(), items);
        // A form of another type is read anew each time.
        let _ = self.0.read.set(Box::new(brief.clone()));
        Ok(brief)
    }

    /// What `draw` makes of the items, drawn once: the first conclusion that `fits` is kept for all who ask this brief.
    pub fn conclude<C>(&self, fits: impl FnOnce(&C) -> bool, draw: impl FnOnce() -> C) -> Arc<C>
    where
        C: Send + Sync + 'static,
    {
        let kept = self.0.conclusion.get().and_then(|kept| Arc::clone(kept).downcast::<C>().ok());
        if let Some(kept) = kept.filter(|kept| fits(kept)) {
            return kept;
        }
        let drawn = Arc::new(draw());
        // Another conclusion may be kept already: then this one is drawn anew each time.
        let _ = self.0.conclusion.set(Arc::clone(&drawn) as Arc<dyn Any + Send + Sync>);
        drawn
    }

    /// Both briefs as one; both must be for the same reader.
    pub fn and(self, other: Brief<T>) -> Self {
        debug_assert_eq!(self.viewer(), other.viewer(), "briefs of two readers are never mixed");
        if self.viewer() != other.viewer() {
            return self;
        }
        let items = self.0.items.iter().chain(&other.0.items).cloned().collect();
        Brief::new(self.0.viewer.clone(), items)
    }
}

/// The facts that some seats together know, public ones among them: for an umpire's report that keeps sides apart. What
/// several of the seats were told each for himself is told once.
pub fn known_to<T: PartialEq + Hash>(seats: SeatSet, facts: &[Fact<T>]) -> Vec<Fact<T>> {
    let reader = Viewer { person: None, seats, is_umpire: false };
    let mut known: Vec<Fact<T>> = Vec::new();
    // Of hundreds of facts those alone are compared that may be the same.
    let mut alike: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
    for fact in facts.iter().filter(|fact| reader.may_read(fact.audience())) {
        let places = alike.entry(hash_of(fact.told().item())).or_default();
        let is_same = |other: &Fact<T>| other.audience() != fact.audience() && other.told() == fact.told();
        if !places.iter().any(|place| is_same(&known[*place])) {
            places.push(known.len());
            known.push(fact.clone());
        }
    }
    known
}

fn hash_of<T: Hash>(item: &T) -> u64 {
    let mut hasher = DefaultHasher::new();
    item.hash(&mut hasher);
    hasher.finish()
}

/// The facts that nobody but an umpire knows.
pub fn umpires_alone<T>(facts: &[Fact<T>]) -> Vec<Fact<T>> {
    facts.iter().filter(|fact| fact.audience() == &Audience::Umpire).cloned().collect()
}

/// The facts that are for some readers and not for everyone.
pub fn addressed<T>(facts: &[Fact<T>]) -> Vec<Fact<T>> {
    let is_addressed = |fact: &&Fact<T>| matches!(fact.audience(), Audience::Seats(_) | Audience::Person(_));
    facts.iter().filter(is_addressed).cloned().collect()
}

/// What `viewer` may know of `facts`: the one place where facts meet readers.
pub fn brief<T>(viewer: Viewer, facts: &[Fact<T>]) -> Brief<T> {
    let mut slips_in = is_planted("foreign-piece-in-report");
    let readable = facts.iter().filter(|fact| viewer.may_read(fact.audience()) || std::mem::take(&mut slips_in));
    let items = readable.map(|fact| fact.told().clone()).collect();
    Brief::new(viewer, items)
}
