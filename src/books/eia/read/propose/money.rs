//! Money: gifts, loans, aid, debts that are paid or noted.

use super::deeds::Deed;
use super::parts::{Finding, Word, month_of};
use crate::order::{Act, Amount, Received};
use crate::power::Power;
use crate::scenario::Scenario;
use reader::loose::Kind;

/// Words of a loan.
const LOAN: &[&str] = &[
    "borrows",
    "borrow",
    "lent",
    "lend",
    "lends",
    "loan",
    "loans",
    "repay",
    "repaid",
    "due",
    "back",
    "advance",
    "payback",
    "payable",
    "returned",
    "repayable",
    "borrow",
];

/// Words of giving.
#[rustfmt::skip]
const GIVES: &[&str] = &[
    "give", "gives", "lend", "lends", "send", "sends", "grant", "grants", "transfer", "aid", "aids", "support", "subsidise", "subsidize", "subsidy", "subsidies", "gets", "loan", "loans", "fund", "donate", "money", "gift", "gifts", "count", "borrows", "borrow", "hand",
    "pass", "slip", "wire", "advance", "receives", "goes", "help", "present", "forward", "enter", "award", "awards", "provide", "provides", "supply", "allot", "allocate", "assign", "contribute", "remit", "dispatch", "deliver", "sum", "florins", "pounds", "roubles", "rubles", "ducats", "talers", "thalers", "francs",
    "lent", "given", "sent", "granted", "gold", "cash", "coins", "subsidises", "subsidizes", "supports", "finance", "bankroll", "contribution",
];

/// "Once Britain has sent me 10, forward 4 to Prussia": money that goes out only if money comes in.
pub(super) fn on_receipt(scenario: &Scenario, words: &[Word<'_, '_>]) -> Option<crate::order::Order> {
    let starts = words
        .iter()
        .position(|word| word.is_one_of(&["once", "if", "when", "soon"]))
        .or_else(|| words.first().filter(|word| word.is_one_of(&["should"])).map(|_| 0))?;
    let comma = words[starts..].iter().position(|word| matches!(word.kind, Kind::Sign(','))).map(|at| at + starts);
    let (condition, rest) = match comma {
        Some(comma) if starts <= 2 => (&words[starts..comma], &words[comma..]),
        _ => (&words[starts..], &words[..starts]),
    };
    let comes = condition.iter().any(|word| {
        word.is_one_of(&[
            "sent",
            "sends",
            "send",
            "give",
            "pay",
            "lend",
            "given",
            "gives",
            "paid",
            "pays",
            "lent",
            "lends",
            "transferred",
            "transfers",
            "arrived",
        ])
    });
    let is_to_us = condition.iter().any(|word| word.is_one_of(&["me", "us"]));
    let court = |city: &String| super::parts::court(city);
    let from =
        condition.iter().find_map(|word| word.name()?.power.or_else(|| word.name()?.cities.iter().find_map(court)))?;
    let amount = condition.iter().find_map(Word::number)?;
    let finding = Finding::of(scenario, rest.to_vec(), false, month_of(rest));
    if !comes || !is_to_us || finding.is_denied {
        return None;
    }
    match &finding.give()[..] {
        [Act::Lend { amount: given, to, is_loan, due, .. }] => {
            let if_received = Some(Received { from, amount });
            let act = Act::Lend { amount: *given, to: *to, is_loan: *is_loan, due: *due, if_received };
            Some(crate::order::Order::new(act))
        }
        _ => None,
    }
}

impl Finding<'_, '_> {
    /// Money to powers and free states; land that is handed over is a cession.
    pub fn give(&self) -> Vec<Act> {
        const OTHER: &[&str] = &[
            "manpower", "corps", "depot", "depots", "fleets", "vp", "vps", "politely", "pp", "trade", "war", "peace",
            "alliance", "ships", "infantry", "cavalry", "militia", "owes",
        ];
        if self.says(&["nothing"]) && self.numbers().is_empty() {
            return self.nothing(Deed::Give).into_iter().collect();
        }
        if self.is_denied || self.says(OTHER) && self.minors().is_empty() {
            return self.nothing(Deed::Give).into_iter().collect();
        }
        let from = |power: &Power| {
            self.names.iter().any(|name| name.named.power == Some(*power) && name.ruled_by.as_deref() == Some("from"))
        };
        let mut others = self.others(Deed::Give);
        others.retain(|power| !from(power));
        if (0..self.tokens.len()).any(|at| self.noun_at(at).is_some()) {
            return Vec::new();
        }
        let minors = self.minors();
        let is_choice = self.says(&["or", "maybe"]) && others.len() + minors.len() > 1;
        let Some(amount) = self.money_amount() else { return Vec::new() };
        let is_told = self.says(GIVES) || self.says(&["let"]) && self.says(&["have"]);
        let to_us = self.tokens.windows(2).any(|pair| {
            pair[0].is_one_of(&["lends", "gives", "sends", "pays", "lend", "give", "send"])
                && pair[1].is_one_of(&["me", "us"])
        });
        let is_meant = (is_told || self.is_bare_sum()) && !to_us && !self.says(&["thanks", "thank", "owe", "owed"]);
        // "Otto 7 and Russia a loan of 9": who has which is not known where one of two is.
        let is_of_another = self.sums().len() > 1 && others.len() + minors.len() == 1;
        if is_choice || !is_meant || is_of_another || amount == Amount::Points(0) {
            return Vec::new();
        }
        let is_loan = self.says(LOAN);
        let due = self.month().filter(|_| is_loan);
        let lend = |to: &Power| Act::Lend { amount, to: *to, is_loan, due, if_received: None };
        let aid = |state: String| Act::Aid { amount, state };
        others.iter().map(lend).chain(minors.into_iter().map(aid)).collect()
    }

    /// The numbers that may be sums, each once: no years.
    fn sums(&self) -> Vec<u32> {
        let mut sums: Vec<u32> = self.numbers().into_iter().filter(|number| *number < 1800).collect();
        sums.sort_unstable();
        sums.dedup();
        sums
    }

    /// "One each" is a sum, and so is a number that stands twice.
    fn money_amount(&self) -> Option<Amount> {
        let amount = self.amount()?;
        match amount {
            Amount::Most if self.says(&["rest", "left", "remaining"]) && !self.says(&["all", "money"]) => None,
            amount => Some(amount),
        }
    }

    /// A name and a number alone, with small words: "Austria 12", "10 to Russia", "3 for Portugal's own use".
    fn is_bare_sum(&self) -> bool {
        let is_small = |token: &Word<'_, '_>| {
            token.is_one_of(&[
                "to", "for", "the", "from", "me", "us", "own", "use", "as", "a", "in", "have", "has", "are", "is",
                "let", "each", "whatever", "so", "friends", "friend", "ally", "good", "our", "and", "shall", "should",
                "will", "both", "be", "get", "gets", "receive", "receives", "more", "of", "apiece", "again",
            ]) || !matches!(token.kind, Kind::Word(_))
        };
        let is_number_first = self.tokens.first().is_some_and(|first| first.number().is_some());
        self.numbers().len() == 1
            && (self.tokens.iter().all(is_small) || is_number_first && self.says(&["to", "for"]))
            && !self.says(&["vs", "v"])
    }

    /// Informal debts are paid.
    pub fn debt(&self) -> Vec<Act> {
        const PAYS: &[&str] = &[
            "repay", "repays", "pay", "pays", "paid", "settle", "settles", "settled", "debts", "debt", "clear",
            "clears", "back",
        ];
        let unpaid = self.says(&["unpaid"]) && self.says(&["debts"]) && self.names.is_empty();
        if unpaid {
            return vec![Act::PayNoDebts];
        }
        let others = self.others(Deed::Debt);
        let of_debt =
            self.says(&["debt", "debts", "owe", "owed", "iou", "repay", "repays", "settle", "off"]) || self.pays_back();
        // "Pay Russia everything", "pay: Russia 5", "pay Russia 5 and Britain 3"
        let is_bare = self.tokens.first().is_some_and(|first| first.is_one_of(&["pay", "pays"]))
            || self.says(&["pay"]) && self.tokens.iter().any(|token| matches!(token.kind, Kind::Sign(':')));
        if self.says(&["written", "forgive", "forgiven", "cancelled"])
            || self.is_denied
            || !self.says(PAYS)
            || !(of_debt || is_bare)
            || self.says(&["due", "payable", "payback", "returned", "formal", "informal", "lend", "loan"])
                && !self.says(&["off", "entire"])
        {
            return Vec::new();
        }
        let amount = self
            .amount()
            .or_else(|| self.says(&["owe", "owed", "off", "full", "back", "settle"]).then_some(Amount::Most));
        let Some(amount) = amount.filter(|amount| *amount != Amount::Points(0)) else { return Vec::new() };
        others.iter().map(|to| Act::PayDebt { to: *to, amount }).collect()
    }

    /// "Pay the French back", "give Spain back the 5".
    fn pays_back(&self) -> bool {
        self.says(&["back"])
            && self.says(&["pay", "pays", "give", "gives"])
            && !self.says(&["lend", "lends", "loan", "june", "december", "march", "september"])
    }

    /// A debt is written down.
    pub fn note(&self) -> Option<Act> {
        let records = self.says(&[
            "note",
            "record",
            "iou",
            "write",
            "put",
            "books",
            "recorded",
            "informally",
            "informal",
            "book",
        ]);
        let numbers = self.numbers();
        let amount = numbers.iter().copied().find(|number| *number < 1800)?;
        let to = *self.others_of_debt().first()?;
        if !records || self.is_denied || !self.says(&["owe", "owes", "debt", "borrowed"]) {
            return None;
        }
        let is_formal = self.says(&["formal", "formally"]);
        Some(Act::NoteDebt { to, amount, times: 1, due: self.month(), is_formal })
    }

    /// The creditor stands behind "owes".
    fn others_of_debt(&self) -> Vec<Power> {
        let owes = self.tokens.iter().position(|token| token.is_one_of(&["owe", "owes"]));
        let behind = |index: usize| owes.is_none_or(|owes| index > owes);
        self.powers().into_iter().filter(|(index, _)| behind(*index)).map(|(_, power)| power).collect()
    }
}
