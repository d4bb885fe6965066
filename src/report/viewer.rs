//! Readers, and what each may read.

use crate::game::{PlayerId, Role, Roster, SeatId, SeatSet};
use crate::planted::is_planted;

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

    /// What a seat may know, whoever serves it: for rule cases and for checking orders without a game.
    pub fn vacant(seat: &SeatId) -> Self {
        Self { person: None, seats: SeatSet::from([seat.clone()]), is_umpire: false }
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
            Audience::Seats(seats) => !self.seats.is_disjoint(seats),
            Audience::Person(person) => self.person.as_ref() == Some(person),
            Audience::Everyone => true,
        }
    }
}

/// All that one reader may know of some facts. Made by [`brief`] alone.
#[derive(Debug, Clone)]
pub struct Brief<T> {
    viewer: Viewer,
    items: Vec<T>,
}

impl<T> Brief<T> {
    /// Who reads.
    pub fn viewer(&self) -> &Viewer {
        &self.viewer
    }

    /// What he may know, in the order it was told.
    pub fn items(&self) -> &[T] {
        &self.items
    }

    /// The same knowledge in another form.
    pub fn try_map<U, E>(self, make: impl FnMut(T) -> Result<U, E>) -> Result<Brief<U>, E> {
        let items = self.items.into_iter().map(make).collect::<Result<_, _>>()?;
        Ok(Brief { viewer: self.viewer, items })
    }

    /// Like [`Brief::try_map`], of a brief that stays.
    pub fn try_read<'a, U, E>(&'a self, read: impl FnMut(&'a T) -> Result<U, E>) -> Result<Brief<U>, E> {
        let items = self.items.iter().map(read).collect::<Result<_, _>>()?;
        Ok(Brief { viewer: self.viewer.clone(), items })
    }

    /// Both briefs as one; both must be for the same reader.
    pub fn and(mut self, other: Brief<T>) -> Self {
        debug_assert_eq!(self.viewer, other.viewer, "briefs of two readers are never mixed");
        if self.viewer == other.viewer {
            self.items.extend(other.items);
        }
        self
    }
}

/// The facts that some seats together know, public ones among them: for an umpire's report that keeps sides apart.
pub fn known_to<T: Clone>(seats: SeatSet, facts: &[Fact<T>]) -> Vec<Fact<T>> {
    let reader = Viewer { person: None, seats, is_umpire: false };
    facts.iter().filter(|fact| reader.may_read(fact.audience())).cloned().collect()
}

/// The facts that nobody but an umpire knows.
pub fn umpires_alone<T: Clone>(facts: &[Fact<T>]) -> Vec<Fact<T>> {
    facts.iter().filter(|fact| fact.audience() == &Audience::Umpire).cloned().collect()
}

/// What `viewer` may know of `facts`: the one place where facts meet readers.
pub fn brief<T: Clone>(viewer: Viewer, facts: &[Fact<T>]) -> Brief<T> {
    let mut slips_in = is_planted("foreign-piece-in-report");
    let readable = facts.iter().filter(|fact| viewer.may_read(fact.audience()) || std::mem::take(&mut slips_in));
    let items = readable.map(|fact| fact.item().clone()).collect();
    Brief { viewer, items }
}
