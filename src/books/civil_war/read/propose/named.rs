//! The names that stand in a text, and what orders call them. Form only.

use base::order::Span;
use reader::loose::{placed, tokens};
use rules::{NameInWords, NameKind};

use super::name::Name;
use super::supreme::account_of;
use crate::order::Place;
use crate::read::account_word;
use crate::read::copy::{LONGEST, copy};
use crate::read::write::place_words;
use crate::scenario::Scenario;

/// Places, leaders and theatres, in their order.
pub fn names_in(scenario: &Scenario, words: &str) -> Vec<NameInWords> {
    if words.len() > LONGEST {
        return Vec::new();
    }
    let copied = copy(Some(scenario), words);
    let tokens = tokens(&copied);
    let span = |at: usize, wide: usize| {
        let (start, end) = copied.span(at, at + wide);
        Span { start, end }
    };
    let named = placed(&tokens).into_iter().map(|placed| {
        let at = tokens[placed.index].at;
        let Name { places, leaders, .. } = Name::of(scenario, placed);
        let kind = if leaders.is_empty() { NameKind::Place } else { NameKind::Person };
        let places = places.into_iter().map(|hex| place_words(scenario, &Place::Known(hex)));
        NameInWords { span: span(at, 1), kind, called: places.chain(leaders).collect() }
    });
    let accounts = tokens.iter().enumerate().filter_map(|(rank, token)| {
        let account = account_of(&tokens, rank)?;
        let span = span(token.at, token.word()?.len());
        Some(NameInWords { span, kind: NameKind::Part, called: vec![account_word(account).to_owned()] })
    });
    let mut found: Vec<NameInWords> = named.chain(accounts).filter(|name| !name.called.is_empty()).collect();
    found.sort_by_key(|name| name.span.start);
    found
}
