//! The parts of a clause after parsing: who gives it, whether it stands for good, and the words that make the order.

use pest::iterators::{Pair, Pairs};

use super::grammar::Rule;
use super::resolve::Desk;
use super::timing::Timing;
use crate::order::{Act, Amount};
use crate::power::Power;
use base::order::Remark;

/// What a builder makes of a clause.
pub(super) type Acts = Result<Vec<Act>, Remark>;

/// The parts of a clause.
pub(super) struct Parts<'i> {
    pub giver: Option<Power>,
    pub is_standing: bool,
    pub timing: Option<Timing>,
    /// The windows that the line names: "W5".
    windows: Vec<Pair<'i, Rule>>,
    pairs: Vec<Pair<'i, Rule>>,
}

impl<'i> Parts<'i> {
    /// Sorts the pairs of a line. Two givers contradict each other.
    pub fn sort(desk: &Desk<'_, '_>, line: Pairs<'i, Rule>) -> Result<Parts<'i>, Remark> {
        let mut parts = Parts { giver: None, is_standing: false, timing: None, windows: Vec::new(), pairs: Vec::new() };
        for pair in line {
            match pair.as_rule() {
                Rule::standing => parts.is_standing = true,
                Rule::window => parts.windows.push(pair),
                Rule::when => parts.timing = Some(Timing::of(&pair)),
                Rule::giver => {
                    let power = desk.power(&pair)?;
                    if parts.giver.is_some_and(|other| other != power) {
                        return Err(desk.unread(&pair, "Two powers are named as giving this order."));
                    }
                    parts.giver = Some(power);
                }
                Rule::EOI => {}
                _ => parts.pairs.push(pair),
            }
        }
        Ok(parts)
    }

    /// An order that is carried out in another window than the line names is not what it says (D6).
    pub fn in_its_window(&self, desk: &Desk<'_, '_>, act: &Act) -> Result<(), Remark> {
        let (Some(first), Some(stage)) = (self.windows.first(), act.stage()) else { return Ok(()) };
        let number = |text: &str| text.chars().find(char::is_ascii_digit);
        let title = stage.title();
        if self.windows.iter().any(|pair| number(pair.as_str()) == number(title)) {
            return Ok(());
        }
        let words = desk.words(first);
        let (start, end) = desk.span(first);
        let said = format!("{words:?} is another window: this order is carried out in {title}.");
        Err(Remark::refused(said).at(start, end).hint("Write it without the window if it is meant.").rule("D6"))
    }

    /// The first part of a rule.
    pub fn find(&self, rule: Rule) -> Option<&Pair<'i, Rule>> {
        self.pairs.iter().find(|pair| pair.as_rule() == rule)
    }

    /// All parts of a rule.
    pub fn all(&self, rule: Rule) -> impl Iterator<Item = &Pair<'i, Rule>> {
        self.pairs.iter().filter(move |pair| pair.as_rule() == rule)
    }

    /// All parts of a rule, at any depth.
    pub fn all_within(&self, rule: Rule) -> impl Iterator<Item = Pair<'i, Rule>> {
        let deep =
            self.pairs.iter().flat_map(|pair| std::iter::once(pair.clone()).chain(pair.clone().into_inner().flatten()));
        deep.filter(move |pair| pair.as_rule() == rule)
    }

    /// All parts in order.
    pub fn iter(&self) -> impl Iterator<Item = &Pair<'i, Rule>> {
        self.pairs.iter()
    }

    /// Whether there is a part of a rule.
    pub fn has(&self, rule: Rule) -> bool {
        self.find(rule).is_some()
    }

    /// The part of a rule, which the grammar puts into every such line.
    pub fn need(&self, rule: Rule, what: &str) -> Result<&Pair<'i, Rule>, Remark> {
        self.find(rule).ok_or_else(|| Remark::unread(format!("This line lacks {what}.")))
    }

    /// The first power named.
    pub fn power(&self, desk: &Desk<'_, '_>) -> Result<Power, Remark> {
        desk.power(self.need(Rule::power, "a power")?)
    }

    /// The first amount named.
    pub fn amount(&self, desk: &Desk<'_, '_>) -> Result<Option<Amount>, Remark> {
        const AMOUNTS: [Rule; 6] =
            [Rule::amount, Rule::sum, Rule::most, Rule::share_owed, Rule::what_owed, Rule::third];
        let named = self.iter().find(|pair| AMOUNTS.contains(&pair.as_rule()));
        match named {
            Some(pair) if matches!(pair.as_rule(), Rule::most | Rule::what_owed | Rule::third) => {
                Ok(Some(Amount::Most))
            }
            Some(pair) => desk.amount(pair),
            None => Ok(None),
        }
    }
}
