//! What templates see and made of an item, kept beside it, so that all who are told it share one page of it.

use std::sync::{Mutex, OnceLock};

use base::facts::told::{Place, Told};
use serde_json::Value;

/// What is kept beside one item.
#[derive(Default)]
struct Pages {
    /// The item as templates see it.
    shown: OnceLock<tera::Value>,
    /// What was said of it together with others.
    said: Mutex<Vec<Said>>,
}

/// What a template said of some items, of which the first keeps it.
struct Said {
    template: String,
    others: Vec<Place<Value>>,
    words: tera::Value,
}

/// The most sayings that an item keeps. A game has fewer readers and a report fewer sections.
const MOST_SAID: usize = 64;

/// The item as templates see it: its own fields, and what `complete` adds to them. Made once.
pub fn shown<E>(
    told: &Told<Value>,
    complete: impl FnOnce(tera::Value) -> Result<tera::Value, E>,
) -> Result<&tera::Value, E> {
    let kept = &told.beside::<Pages>().shown;
    if let Some(shown) = kept.get() {
        return Ok(shown);
    }
    let shown = complete(tera::Value::from_serializable(told.item()))?;
    Ok(kept.get_or_init(|| shown))
}

/// What `say` makes of this item and `others` by a template, said once for exactly these.
pub fn said<E>(
    told: &Told<Value>,
    template: &str,
    others: &[&Told<Value>],
    say: impl FnOnce() -> Result<tera::Value, E>,
) -> Result<tera::Value, E> {
    let is_same = |said: &Said| {
        said.template == template
            && said.others.len() == others.len()
            && said.others.iter().zip(others).all(|(place, other)| place.is_of(other))
    };
    let kept = || told.beside::<Pages>().said.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    if let Some(said) = kept().iter().find(|said| is_same(said)) {
        return Ok(said.words.clone());
    }
    let words = say()?;
    let others = others.iter().map(|other| other.place()).collect();
    let mut kept = kept();
    if kept.len() < MOST_SAID {
        kept.push(Said { template: template.to_owned(), others, words: words.clone() });
    }
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_of_the_same_items_is_said_once() {
        let [one, two, other] = [1, 2, 2].map(|number| Told::new(Value::from(number)));
        let mut times = 0;
        let mut say = |template: &str, others: &[&Told<Value>]| {
            said(&one, template, others, || {
                times += 1;
                Ok::<_, ()>(times.into())
            })
        };
        let said =
            [say("a", &[&two]), say("a", &[&two]), say("a", &[&two, &other]), say("a", &[&other]), say("b", &[&two])];
        assert_eq!(said.map(|said| said.expect("words").as_i64()), [1, 1, 2, 3, 4].map(Some));
    }
}
