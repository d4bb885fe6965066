//! What is bought, converted and kept: factors, counters, manpower.

use super::parts::{Finding, Word};
use crate::order::{Act, Amount, Counter, CounterOrder, Unit};
use reader::loose::Kind;

/// Nouns of the counters.
const CORPS: &[&str] = &["corps", "corp"];
const FLEETS: &[&str] = &["fleet", "fleets"];
/// Words beside a counter that say nothing of it.
const SMALL: &[&str] = &["also", "and", "plus", "then", "too", "please", "pls", "another", "one", "for", "me", "us"];
/// Words that tell a counter from what stands on the map.
const COUNTERS: &[&str] = &["counter", "counters", "marker", "markers", "ctr", "ctrs"];

impl Finding<'_, '_> {
    /// A purchase of factors and one of counters, for a minor country that the clause names.
    pub fn build(&self) -> Vec<Act> {
        if self.buys_nothing() || self.says(&["bought"]) && self.says(&["nothing"]) && self.numbers().is_empty() {
            return vec![Act::BuyNothing];
        }
        const NEVER: &[&str] = &[
            "cossacks",
            "cossack",
            "freikorps",
            "guerrillas",
            "insurrection",
            "feudal",
            "feudals",
            "prices",
            "what",
            "some",
            "like",
        ];
        const CHANGED: &[&str] = &[
            "half", "replace", "change", "swap", "drop", "lost", "losses", "killed", "attack", "attacks", "marched",
            "moved", "arrive", "arrived", "arrives", "landed", "garrison", "against",
        ];
        let begins = |at: usize, words: &[&str]| self.tokens.get(at).is_some_and(|token| token.is_one_of(words));
        let tells_of = begins(0, &["i", "we", "you", "he", "they"]) && begins(1, &["have", "had", "got", "see", "saw"]);
        if tells_of || self.says(CHANGED) && !self.says(&["then", "rest"]) {
            return Vec::new();
        }
        if self.is_denied && !self.says(&["no", "none"])
            || self.says(NEVER) && !self.says(&["would", "i'd", "we'd", "do", "wants"])
            || self.says(&["or", "either", "lost"])
        {
            return Vec::new();
        }
        let state = self.minors().into_iter().next();
        if self.says(&["bought"]) && !self.says(&["be"]) {
            return Vec::new();
        }
        let mut units = self.spent().unwrap_or_else(|| self.units());
        if units.is_empty() {
            units = self.all_on_one();
        }
        // Thousands of men are no factors.
        units.retain(|(_, amount)| !matches!(amount, Amount::Points(100..)));
        let counters = self.counters(!units.is_empty());
        let buys = |units: Vec<(Unit, Amount)>| Act::Buy { state: state.clone(), units };
        let orders = |counters: Vec<CounterOrder>| Act::BuyCounters { state: state.clone(), counters };
        let counted = (!counters.is_empty()).then_some(counters).map(orders);
        (!units.is_empty()).then_some(units).map(buys).into_iter().chain(counted).collect()
    }

    /// "Spend 30 on ships": as many as that buys, if it comes out even.
    fn spent(&self) -> Option<Vec<(Unit, Amount)>> {
        let money = self.money_spent()?;
        let nouns: Vec<Unit> = (0..self.tokens.len()).filter_map(|at| self.noun_at(at)).collect();
        let [unit] = nouns[..] else { return Some(Vec::new()) };
        let price = self
            .scenario
            .tables
            .purchases
            .iter()
            .find(|row| row.unit == unit)
            .map(|row| row.money)
            .filter(|price| *price > 0)?;
        let is_even = money % price == 0;
        Some(if is_even { vec![(unit, Amount::Points(money / price))] } else { Vec::new() })
    }

    /// "Spend 30 on ships", "ships for 20 money", "20 money's worth of ships".
    fn money_spent(&self) -> Option<u32> {
        const MONEY: &[&str] = &["money", "gold", "ducats", "pounds", "money's"];
        if let [number] = self.numbers()[..]
            && let Some(at) = self.tokens.iter().position(|token| token.number().is_some())
            && self.tokens.get(at + 1).is_some_and(|next| next.is_one_of(MONEY))
        {
            let is_price = at > 1 && self.tokens[at - 1].is_one_of(&["for"]) && self.noun_at(at - 2).is_some();
            let is_worth =
                self.tokens.get(at + 2).is_some_and(|next| next.is_one_of(&["worth", "of", "on", "for", "into"]));
            if is_price || is_worth && !self.is_denied {
                return Some(number);
            }
        }
        let spends = |three: &&[Word<'_, '_>]| {
            three[0].is_one_of(&["spend", "spends"])
                && three[1].number().is_some()
                && three[2].is_one_of(&["on", "money"])
        };
        self.tokens.windows(3).find(spends)?[1].number()
    }

    fn buys_nothing(&self) -> bool {
        let spends = self.says(&["buy", "purchases", "purchase", "build", "bought", "spend"]);
        let none = self.says(&["nothing"]) && !self.says(&["but"])
            || self.says(&["no"]) && self.says(&["purchases", "purchase"]);
        let any = self.is_denied && self.says(&["anything"]);
        spends
            && (none || any)
            && self.units().is_empty()
            && self.names.is_empty()
            && !self.says(&["let's", "until", "what"])
    }

    /// "Spend all money on infantry", "as many ships as I can pay for": one noun, and a word for all there is.
    fn all_on_one(&self) -> Vec<(Unit, Amount)> {
        const ALL: &[&str] = &[
            "lot",
            "all",
            "everything",
            "max",
            "maximum",
            "rest",
            "remaining",
            "whatever",
            "much",
            "many",
            "every",
            "left",
        ];
        let nouns: Vec<Unit> = (0..self.tokens.len()).filter_map(|at| self.noun_at(at)).collect();
        match nouns[..] {
            [unit]
                if self.says(ALL)
                    && self.numbers().is_empty()
                    && !self.says(&["half", "how", "save", "keep", "convert"]) =>
            {
                vec![(unit, Amount::Most)]
            }
            [unit] if self.says(&["one", "single"]) => vec![(unit, Amount::Points(1))],
            _ => Vec::new(),
        }
    }

    /// Counters with their number before or behind the noun, and their names.
    fn counters(&self, has_units: bool) -> Vec<CounterOrder> {
        let has_counters = self.says(COUNTERS);
        let buys = self.says(&[
            "buy",
            "buys",
            "build",
            "purchase",
            "purchases",
            "more",
            "new",
            "get",
            "raise",
            "name",
            "named",
            "want",
            "order",
        ]);
        let on_map = self.says(&["depots", "depot", "map", "sea", "levy", "convert", "militia"]) && !has_counters
            || self.says(&["after", "port"]);
        // "1 corps", "corps: 2"
        let is_alone = self.names.is_empty()
            && self.numbers().len() == 1
            && self.tokens.iter().filter(|token| token.word().is_some() && !token.is_one_of(SMALL)).count() == 1;
        if !(has_counters || buys || has_units || is_alone) || on_map {
            return Vec::new();
        }
        let mut counters = Vec::new();
        let place = |nouns: &[&str]| self.tokens.iter().position(|token| token.is_one_of(nouns));
        let mut kinds = [(Counter::Corps, CORPS), (Counter::Fleet, FLEETS)];
        kinds.sort_by_key(|(_, nouns)| place(nouns));
        for (counter, nouns) in kinds {
            let names = if counter == Counter::Corps { self.counter_names() } else { Vec::new() };
            if !names.is_empty() {
                let named = |name| CounterOrder { counter, count: 1, names: vec![name] };
                counters.extend(names.into_iter().map(named));
                continue;
            }
            let count = self.count_of(nouns).filter(|count| *count > 0);
            counters.extend(count.map(|count| CounterOrder { counter, count, names: Vec::new() }));
        }
        if counters.is_empty() && has_counters && has_units && self.says(&["them", "these"]) {
            counters.push(CounterOrder { counter: Counter::Fleet, count: 1, names: Vec::new() });
        }
        counters
    }

    /// How many of these: before the noun, else behind it, else one.
    fn count_of(&self, nouns: &[&str]) -> Option<u32> {
        let at = self.tokens.iter().position(|token| token.is_one_of(nouns))?;
        const SMALL: &[&str] = &[
            "new",
            "more",
            "x",
            "extra",
            "additional",
            "fresh",
            "further",
            "our",
            "the",
            "of",
            "guard",
            "for",
            "money",
        ];
        let before =
            self.tokens[..at].iter().rev().take(4).find(|token| !token.is_one_of(SMALL) && token.name().is_none());
        if let Some(number) =
            before.and_then(|before| before.number().or_else(|| before.is_one_of(&["no"]).then_some(0)))
        {
            return Some(number);
        }
        if before.is_some_and(|before| before.is_one_of(&["a", "an"])) {
            return Some(1);
        }
        let is_small = |token: &&Word<'_, '_>| {
            !(token.is_one_of(COUNTERS)
                || matches!(token.kind, Kind::Sign(':' | ',' | '=' | '-' | '.'))
                || token.is_one_of(&["x"]))
        };
        let behind = self.tokens[at + 1..].iter().find(is_small);
        if behind.is_some_and(|behind| behind.is_one_of(&["nil", "none", "no"])) {
            return None;
        }
        let number = behind.and_then(|behind| behind.number());
        let is_bare = self.tokens.get(at + 1).is_some_and(|next| next.is_one_of(COUNTERS))
            || before.is_some_and(|before| before.is_one_of(COUNTERS));
        number.or_else(|| is_bare.then_some(1))
    }

    /// Names of corps: Roman numbers, and what stands before "corps counter" written large.
    fn counter_names(&self) -> Vec<String> {
        if !self.says(CORPS) {
            return Vec::new();
        }
        let is_roman = |word: &&str| {
            !word.is_empty() && word.len() < 6 && *word != "I" && word.chars().all(|sign| "IVXL".contains(sign))
        };
        let names: Vec<String> =
            self.tokens.iter().filter_map(Word::word).filter(is_roman).map(str::to_owned).collect();
        let is_guard =
            self.tokens.windows(2).any(|pair| pair[0].is_one_of(&["guard", "guards"]) && pair[1].is_one_of(CORPS));
        if names.is_empty() && is_guard && self.numbers().is_empty() {
            return vec!["Guard".to_owned()];
        }
        names
    }

    /// Militia becomes infantry.
    pub fn convert(&self) -> Option<Act> {
        let all = self.says(&["all", "everything", "max", "every", "whole"]).then_some(Amount::Most);
        let amount = self.numbers().first().map(|number| Amount::Points(*number)).or(all)?;
        if !self.says(&["militia", "mil"]) || self.says(&["next"]) {
            return None;
        }
        let city = self.names.iter().flat_map(|name| name.named.cities.iter()).next().cloned();
        let corps = self.tokens.windows(2).find(|pair| {
            pair[1].is_one_of(CORPS) && pair[0].word().is_some_and(|word| word.starts_with(char::is_uppercase))
        });
        let corps = corps.and_then(|pair| pair[0].word()).map(|name| format!("{name} corps"));
        Some(Act::ConvertMilitia { amount, place: city.or(corps) })
    }

    /// Prussia keeps manpower.
    pub fn save(&self) -> Option<Act> {
        const VERBS: &[&str] = &[
            "hang", "save", "saves", "saving", "saved", "keep", "keeps", "kept", "carry", "carries", "carried",
            "store", "bank", "retain", "reserve", "hold", "over", "stays", "stay", "stash", "unused", "remains",
            "left", "leftover", "surplus", "spare",
        ];
        if !self.says(VERBS)
            || !self.units().is_empty()
            || self.says(&["some", "spend", "transfer", "="])
            || self.says(&["idea"])
        {
            return None;
        }
        let keeps_back = self.says(&["but", "except"]) && self.says(&["all", "everything"]);
        let amount = match self.numbers()[..] {
            [number] if keeps_back => Amount::AllBut(number),
            [number, ..] => Amount::Points(number),
            [] if self.says(&["none", "no", "nothing"]) => Amount::Points(0),
            [] if self.says(&["half"]) => Amount::Half,
            [] => Amount::Most,
        };
        (!self.is_denied || amount == Amount::Points(0)).then_some(Act::SaveManpower { amount })
    }
}
