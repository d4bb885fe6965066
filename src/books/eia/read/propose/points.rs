//! Victory points of Britain's against another's (8.1.2), and victory that is announced (8.1.3).

use super::parts::Finding;
use super::phrase::phrase;
use crate::order::{Act, Amount};
use crate::power::Power;
use reader::loose::Kind;

#[rustfmt::skip]
const AGAINST: &[&str] = &[
    "reduce", "reduces", "off", "against", "vs", "hit", "knock", "lower", "take", "reduction", "down", "from", "spend", "use", "shave", "dock", "cut", "strip", "deduct", "trim", "drop", "subtract", "minus",
    "loses", "lose",
];
const ANNOUNCES: &[&str] = &["announce", "announces", "announcing", "announcement", "claims", "declare", "declares"];

impl Finding<'_, '_> {
    /// Victory is announced, now or as soon as it is reached.
    pub fn announce(&self) -> Option<Act> {
        let wins = self.says(&["wins", "win", "won"]) && self.says(&["i", "we"])
            || self.says(&["victory"]) && self.says(&["ours", "mine"]) && self.says(&["is"]);
        let is_counted =
            self.says(&["announced"]) && (self.says(&["final"]) || self.says(&["count", "regard", "consider"]));
        if self.says(&["next"]) || !is_counted && !self.says(ANNOUNCES) && !wins || !self.territories().is_empty() {
            return None;
        }
        let is_claim = self.says(&["claims", "declare", "declares"]) && !self.says(&["victory"]);
        let is_when_final = self.says(&["reaches", "reach", "final", "soon", "reached"]);
        (!is_claim).then_some(Act::Announce { is_when_final })
    }

    /// Victory points of Britain's against another's.
    pub fn reduce(&self) -> Vec<Act> {
        let is_signed = self.tokens.iter().any(|token| matches!(token.kind, Kind::Sign('-' | ':')));
        let targets: Vec<Power> = self.all_powers().into_iter().filter(|power| *power != Power::Britain).collect();
        let says_total = self.says(&["total", "score"]) && self.says(&["knock", "off", "reduce", "take"]);
        let says_points = says_total
            || self.says(&["vp", "vps", "victory"])
            || self.says(&["points"]) && self.says(&["knock", "off", "reduce"]);
        if !says_points || !(self.says(AGAINST) || is_signed) || targets.is_empty() {
            return Vec::new();
        }
        let most = phrase(&self.tokens, &["as much", "as many"]).map(|_| Amount::Most);
        let Some(amount) = self.amount().or(most) else { return Vec::new() };
        targets.into_iter().map(|target| Act::ReduceVictoryPoints { amount, target }).collect()
    }
}
