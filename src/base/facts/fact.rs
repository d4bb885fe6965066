//! A fact and who may know it. There is no default audience: the type demands a decision.

use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::game::{PlayerId, SeatId, SeatSet};

use super::told::Told;

/// Who may know a fact, besides the umpire, who may know everything.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Audience {
    /// Nobody else.
    Umpire,
    /// Whoever serves one of these seats.
    Seats(SeatSet),
    /// One person, whatever the game.
    Person(PlayerId),
    /// Every reader, strangers included.
    Everyone,
}

impl Audience {
    /// Those who serve this seat.
    pub fn seat(seat: &SeatId) -> Self {
        Self::Seats(SeatSet::from([seat.clone()]))
    }
}

/// Something a report can say, with who may read it. A copy shares the item.
#[derive(Debug, PartialEq)]
pub struct Fact<T> {
    audience: Arc<Audience>,
    told: Told<T>,
}

impl<T> Clone for Fact<T> {
    fn clone(&self) -> Self {
        Self { audience: Arc::clone(&self.audience), told: self.told.clone() }
    }
}

impl<T> Fact<T> {
    /// A fact for this audience.
    pub fn new(audience: Audience, item: T) -> Self {
        Self { audience: Arc::new(audience), told: Told::new(item) }
    }

    pub(super) fn audience(&self) -> &Audience {
        &self.audience
    }

    pub(super) fn told(&self) -> &Told<T> {
        &self.told
    }

    /// The same fact about something else made of it: the audience cannot change.
    pub fn map<U>(self, make: impl FnOnce(T) -> U) -> Fact<U>
    where
        T: Clone,
    {
        Fact { audience: self.audience, told: Told::new(make(self.told.into_item())) }
    }

    /// The same fact as it is written; the item itself is kept beside it as the form that [`Brief::try_read`] gives.
    ///
    /// [`Brief::try_read`]: super::Brief::try_read
    pub fn try_write<U, E>(self, write: impl FnOnce(&T) -> Result<U, E>) -> Result<Fact<U>, E>
    where
        T: Send + Sync + 'static,
    {
        Ok(Fact { audience: self.audience, told: self.told.written(write)? })
    }

    /// Like [`Fact::map`] for what may fail.
    pub fn try_map<U, E>(self, make: impl FnOnce(T) -> Result<U, E>) -> Result<Fact<U>, E>
    where
        T: Clone,
    {
        Ok(Fact { audience: self.audience, told: Told::new(make(self.told.into_item())?) })
    }
}

/// Facts as they are written. What stands as it stood `before` is the fact that it was, so that nothing is made of it anew.
pub fn written_beside<T, U, E>(
    before: &[Fact<U>],
    facts: Vec<Fact<T>>,
    read: impl Fn(&U) -> Result<T, E>,
    write: impl Fn(&T) -> Result<U, E>,
) -> Result<Vec<Fact<U>>, E>
where
    T: PartialEq + Send + Sync + 'static,
{
    // Most stand in the order in which they stood, so each is looked for behind the last.
    let mut ahead = before;
    let stood = |fact: Fact<T>| {
        let is_it =
            |old: &Fact<U>| old.audience == fact.audience && old.told.read(&read).is_ok_and(|told| told == fact.told);
        let Some(place) = ahead.iter().position(is_it) else { return fact.try_write(&write) };
        let old = ahead[place].clone();
        ahead = &ahead[place + 1..];
        Ok(old)
    };
    facts.into_iter().map(stood).collect()
}

#[derive(Serialize)]
struct Sealing<'a, T> {
    audience: &'a Audience,
    item: &'a T,
}

#[derive(Deserialize)]
struct Sealed<T> {
    audience: Audience,
    item: T,
}

/// Facts as text for storage.
pub fn seal<T: Serialize>(facts: &[Fact<T>]) -> Result<String, serde_json::Error> {
    let sealed: Vec<_> =
        facts.iter().map(|fact| Sealing { audience: &fact.audience, item: fact.told.item() }).collect();
    serde_json::to_string(&sealed)
}

/// Facts read back from storage.
pub fn open<T: DeserializeOwned>(text: &str) -> Result<Vec<Fact<T>>, serde_json::Error> {
    let sealed: Vec<Sealed<T>> = serde_json::from_str(text)?;
    Ok(sealed.into_iter().map(|fact| Fact::new(fact.audience, fact.item)).collect())
}

/// The umpire's own look at facts, for rule cases and exports; no letter is made this way.
pub fn told<T: Serialize>(facts: &[Fact<T>]) -> Result<Vec<(Audience, Value)>, serde_json::Error> {
    facts.iter().map(|fact| Ok((fact.audience().clone(), serde_json::to_value(fact.told.item())?))).collect()
}
