//! An item as it was told: one copy for everybody who may know it, with its other forms beside it, each made when it is
//! first asked for. Knows nothing of who may know it.

use std::any::Any;
use std::fmt;
use std::sync::{Arc, OnceLock, Weak};

/// An item that many briefs share.
pub struct Told<T>(Arc<Forms<T>>);

struct Forms<T> {
    item: T,
    /// The same as a rule book reads it.
    read: OnceLock<Box<dyn Any + Send + Sync>>,
    /// What the pages keep beside it.
    beside: OnceLock<Box<dyn Any + Send + Sync>>,
}

/// Where an item is, by which it is known again: nothing else can be there while this is kept.
pub struct Place<T>(Weak<Forms<T>>);

impl<T> Place<T> {
    /// Whether this item is there.
    pub fn is_of(&self, told: &Told<T>) -> bool {
        self.0.as_ptr() == Arc::as_ptr(&told.0)
    }
}

impl<T> Told<T> {
    /// An item that nobody shares yet.
    pub fn new(item: T) -> Self {
        Self(Arc::new(Forms { item, read: OnceLock::new(), beside: OnceLock::new() }))
    }

    /// The item.
    pub fn item(&self) -> &T {
        &self.0.item
    }

    /// The item itself, copied when others share it.
    pub fn into_item(self) -> T
    where
        T: Clone,
    {
        match Arc::try_unwrap(self.0) {
            Ok(forms) => forms.item,
            Err(shared) => shared.item.clone(),
        }
    }

    /// The item in another form, which is kept.
    pub fn read<U, E>(&self, read: impl FnOnce(&T) -> Result<U, E>) -> Result<Told<U>, E>
    where
        U: Send + Sync + 'static,
    {
        let kept = || self.0.read.get()?.downcast_ref::<Told<U>>().cloned();
        if let Some(told) = kept() {
            return Ok(told);
        }
        let told = Told::new(read(&self.0.item)?);
        // Whoever was faster keeps the same; a form of another type is made anew each time.
        let _ = self.0.read.set(Box::new(told.clone()));
        Ok(told)
    }

    /// Another form of the item, of which this one is what is read.
    pub fn written<U, E>(self, write: impl FnOnce(&T) -> Result<U, E>) -> Result<Told<U>, E>
    where
        T: Send + Sync + 'static,
    {
        let told = Told::new(write(self.item())?);
        let _ = told.0.read.set(Box::new(self));
        Ok(told)
    }

    /// What is kept beside the item by whoever makes pages of it; empty at first.
    ///
    /// # Panics
    ///
    /// When something of another type was asked for before.
    pub fn beside<K: Default + Send + Sync + 'static>(&self) -> &K {
        let kept = self.0.beside.get_or_init(|| Box::new(K::default()));
        kept.downcast_ref().expect("one type is kept beside items")
    }

    /// Where the item is.
    pub fn place(&self) -> Place<T> {
        Place(Arc::downgrade(&self.0))
    }
}

impl<T> Clone for Told<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T: fmt::Debug> fmt::Debug for Told<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.item.fmt(f)
    }
}

impl<T: PartialEq> PartialEq for Told<T> {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.item == other.0.item
    }
}

/// The items of a brief, in the order they were told.
pub struct Items<'a, T>(pub(super) &'a [Told<T>]);

impl<'a, T> Items<'a, T> {
    /// One after another.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = &'a T> + ExactSizeIterator + Clone {
        self.0.iter().map(Told::item)
    }

    /// How many there are.
    pub fn len(self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// A copy of each.
    pub fn to_vec(self) -> Vec<T>
    where
        T: Clone,
    {
        self.iter().cloned().collect()
    }
}

impl<T> Clone for Items<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Items<'_, T> {}

impl<T: fmt::Debug> fmt::Debug for Items<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<T: PartialEq> PartialEq for Items<'_, T> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<T: PartialEq, const N: usize> PartialEq<[T; N]> for Items<'_, T> {
    fn eq(&self, other: &[T; N]) -> bool {
        self.iter().eq(other)
    }
}

impl<'a, T> IntoIterator for Items<'a, T> {
    type Item = &'a T;
    type IntoIter = std::iter::Map<std::slice::Iter<'a, Told<T>>, fn(&'a Told<T>) -> &'a T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter().map(Told::item)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    #[test]
    fn a_form_is_read_once_and_shared() {
        let told = Told::new("7");
        let mut reads = 0;
        let mut read = |told: &Told<&'static str>| {
            let seven = told.read(|text| {
                reads += 1;
                text.parse::<u32>()
            });
            *seven.expect("a number").item()
        };
        assert_eq!([read(&told), read(&told.clone()), read(&told)], [7; 3]);
        assert_eq!(reads, 1);
        assert_eq!(*told.read(|text| text.parse::<i64>()).expect("a number").item(), 7, "another form is no mistake");
    }

    #[test]
    fn what_was_written_need_not_be_read() {
        let told = Told::new(7_u32).written(|seven| Ok::<_, ()>(seven.to_string())).expect("words");
        assert_eq!(told.item(), "7");
        assert_eq!(*told.read(|_| Err::<u32, _>(())).expect("the number it was written from").item(), 7);
    }

    #[test]
    fn a_form_that_cannot_be_read_is_not_kept() {
        let told = Told::new("seven");
        assert!(told.read(|text| text.parse::<u32>()).is_err());
        assert_eq!(*told.read(|_| Ok::<u32, std::num::ParseIntError>(7)).expect("a number").item(), 7);
    }

    #[test]
    fn a_place_is_known_again_and_what_is_beside_an_item_stays_there() {
        let (one, other) = (Told::new(1), Told::new(1));
        assert!(one.place().is_of(&one.clone()) && !one.place().is_of(&other));
        one.beside::<Mutex<u32>>().lock().map(|mut kept| *kept += 1).expect("nobody died");
        assert_eq!(*one.clone().beside::<Mutex<u32>>().lock().expect("nobody died"), 1);
        assert_eq!(*other.beside::<Mutex<u32>>().lock().expect("nobody died"), 0);
    }
}
