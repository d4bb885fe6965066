//! The names that stand in a text, and what orders call them. Form only.

use base::order::Span;
use rules::{NameInWords, NameKind};

use crate::read::copy::{LONGEST, copy};
use crate::scenario::Scenario;

/// Powers, territories and cities, in their order.
pub fn names_in(scenario: &Scenario, words: &str) -> Vec<NameInWords> {
    if words.len() > LONGEST {
        return Vec::new();
    }
    let copied = copy(Some(scenario), words);
    let named = copied.marks.iter().map(|mark| {
        let meaning = mark.named;
        let power = meaning.power.map(|power| power.name().to_owned());
        let places = meaning.territories.iter().chain(&meaning.cities).cloned();
        let (start, end) = (mark.start as usize, mark.end as usize);
        let kind = if meaning.power.is_some() { NameKind::Person } else { NameKind::Place };
        NameInWords { span: Span { start, end }, kind, called: power.into_iter().chain(places).collect() }
    });
    named.collect()
}
