//! Leaders who are to return (8.4.3), and whether points are paid for them.

use super::deeds::is_telling;
use super::parts::Finding;
use crate::order::Act;
use reader::loose::Token;

/// Words written large that name no leader.
#[rustfmt::skip]
const NO_NAMES: &[&str] = &[
    "i", "bring", "leader", "roll", "try", "return", "general", "gen", "marshal", "please", "get", "recall", "i'll", "pay", "yes", "archduke", "i'd", "we'll", "kind", "regards", "of", "and", "one",
    "to", "us", "prince", "duke", "the", "we", "have", "let", "pp", "pps", "vp", "hi", "dear", "no", "my", "our", "back", "also", "admiral", "field", "if", "when", "whatever", "for", "at", "he", "no",
];
/// Words that speak of a leader's return.
#[rustfmt::skip]
const CUES: &[&str] = &[
    "back", "home", "return", "returns", "leader", "bring", "pay", "pays", "points", "free", "roll", "dice", "die", "recall", "comes", "come", "coming", "again", "decide", "only", "gamble", "want", "get",
    "archduke", "general", "marshal", "admiral", "rejoin", "rejoins", "cost", "costs", "price", "paying", "paid", "fetch",
];
/// What would be paid.
const PAYMENTS: &[&str] = &["pay", "paying", "payment", "points", "no", "costs", "spend", "price"];

impl Finding<'_, '_> {
    /// A leader's name is no name of the map: a word that is written large, before "back" or behind "bring".
    pub fn leader(&self) -> Vec<Act> {
        let is_about_else = self.numbers().iter().any(|number| *number > 2)
            || !self.powers().is_empty()
            || !self.territories().is_empty();
        if is_about_else || self.cues() < 2 {
            return Vec::new();
        }
        let Some(name) = self.leader_name() else { return Vec::new() };
        let saves_points = self.spares_points();
        if self.denial().is_some() && !saves_points && !self.says(&["matter"]) {
            return Vec::new();
        }
        let refuses = saves_points || self.says(&["free", "unpaid", "only", "roll", "dice", "die", "gamble"]);
        let returns = |pays| Act::ReturnLeader { name: name.clone(), pays };
        match (self.pays_points(), refuses) {
            (_, true) => vec![returns(false)],
            (true, false) => vec![returns(true)],
            _ => vec![returns(false), returns(true)],
        }
    }

    fn leader_name(&self) -> Option<String> {
        let is_large = |word: &&str| word.starts_with(char::is_uppercase) && word.len() > 2;
        let may_name = |token: &&Token<'_, _>| !token.is_one_of(NO_NAMES) && !token.word().is_some_and(is_telling);
        self.tokens.iter().filter(may_name).filter_map(Token::word).find(is_large).map(titled)
    }

    /// Where the clause denies something.
    fn denial(&self) -> Option<usize> {
        self.tokens.iter().position(|token| {
            token.is_one_of(&["not", "no", "never", "without"])
                || token.word().is_some_and(|word| word.ends_with("n't"))
        })
    }

    /// "Without paying", "no points", "I pay nothing".
    fn spares_points(&self) -> bool {
        let pays_nothing = self.says(&["pay", "pays", "paying", "spend"]) && self.says(&["nothing"]);
        let denies = |at: usize| self.tokens[at..].iter().take(4).any(|token| token.is_one_of(PAYMENTS));
        pays_nothing || self.denial().is_some_and(denies)
    }

    fn pays_points(&self) -> bool {
        let at_any_price = self.says(&["whatever", "any"]) && self.says(&["cost", "costs", "price"]);
        at_any_price || self.says(&["pay", "pays", "paying", "points", "spend", "accepted", "paid", "pp", "pps"])
    }

    /// How many words of the clause speak of a leader's return.
    fn cues(&self) -> usize {
        self.tokens.iter().filter(|token| token.is_one_of(CUES)).count()
    }
}

/// A name with its first letter alone written large.
fn titled(name: &str) -> String {
    let plain = |letter: char| match letter {
        'ñ' | 'Ñ' => 'n',
        'ü' | 'Ü' | 'ú' => 'u',
        'é' | 'è' | 'É' => 'e',
        'ö' | 'Ö' | 'ó' => 'o',
        'ä' | 'Ä' | 'á' => 'a',
        letter => letter,
    };
    let name: String = name.strip_suffix("'s").unwrap_or(name).chars().map(plain).collect();
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_string() + &letters.as_str().to_lowercase())
}
