//! The treasuries' books: which accounts there are, and how a charge is paid (SLAG 2.1, 3.2, 3.5; D01-D03). Every eagle that a
//! treasury gets or spends goes by here.

use kit::amount::{Amount, Rounding, Share};

use super::account::{COUNTRY, build_fund, circulation, press};
use super::side::Side;
use super::state::{Measure, State};

/// A charge that a treasury cannot pay.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooDear {
    /// What it comes to.
    pub wanted: Amount,
    /// Gold and greenbacks that there are.
    pub held: Amount,
}

impl State {
    /// Gold in the treasury.
    pub fn gold(&self, side: Side) -> Amount {
        Amount::hundredths(self.held(side, Measure::Gold))
    }

    /// Greenbacks in the treasury.
    pub fn greenbacks(&self, side: Side) -> Amount {
        Amount::hundredths(self.held(side, Measure::Greenbacks))
    }

    /// MPs in stock.
    pub fn mp(&self, side: Side) -> Amount {
        Amount::hundredths(self.held(side, Measure::Mp))
    }

    /// Greenbacks in private hands.
    pub fn in_circulation(&self, side: Side) -> Amount {
        Amount::hundredths(self.ledger.balance(&circulation(side), Measure::Greenbacks))
    }

    /// Greenbacks that were printed and not retired (D03).
    pub fn outstanding(&self, side: Side) -> Amount {
        -Amount::hundredths(self.ledger.balance(&press(side), Measure::Greenbacks))
    }

    /// What is in hand where a balance was set: an opening is that before the postings of the last turn.
    pub fn in_hand_after(&self, path: &str) -> Option<String> {
        let account = path.strip_prefix("ledger.opening.")?;
        let side = Side::BOTH.into_iter().find(|side| account.starts_with(side.code()))?;
        let [gold, paper, mp] = [self.gold(side), self.greenbacks(side), self.mp(side)];
        Some(format!(
            "That is before what was posted in the last turn: {} has {gold} Eg in gold, {paper} in greenbacks and {mp} MP in \
             hand now. For an eagle more in hand set it 100 higher.",
            side.name()
        ))
    }

    /// What can be spent on a build now: both moneys at face value (D45), and the fund of the build turn while that lasts.
    pub fn funds(&self, side: Side) -> Amount {
        self.gold(side) + self.greenbacks(side) + self.build_fund(side)
    }

    /// What the fund of the build turn still holds.
    pub fn build_fund(&self, side: Side) -> Amount {
        Amount::hundredths(self.ledger.balance(&build_fund(side), Measure::Gold))
    }

    /// Gold comes in.
    pub fn take_in_gold(&mut self, rule: &str, side: Side, amount: Amount, subject: impl Into<String>) {
        self.post(rule, Measure::Gold, COUNTRY, side.code(), amount, subject);
    }

    /// Greenbacks come in out of circulation.
    pub fn take_in_greenbacks(&mut self, rule: &str, side: Side, amount: Amount, subject: impl Into<String>) {
        self.post(rule, Measure::Greenbacks, &circulation(side), side.code(), amount, subject);
    }

    /// Greenbacks are printed.
    pub fn print(&mut self, rule: &str, side: Side, amount: Amount, subject: impl Into<String>) {
        self.post(rule, Measure::Greenbacks, &press(side), side.code(), amount, subject);
    }

    /// MPs come in.
    pub fn take_in_mp(&mut self, rule: &str, side: Side, amount: Amount, subject: impl Into<String>) {
        self.post(rule, Measure::Mp, COUNTRY, side.code(), amount, subject);
    }

    /// MPs are used, as many as there are; how many were short.
    pub fn use_mp(&mut self, rule: &str, side: Side, wanted: Amount, subject: impl Into<String>) -> Amount {
        let used = wanted.min(self.mp(side));
        self.post(rule, Measure::Mp, side.code(), COUNTRY, used, subject);
        wanted - used
    }

    /// Pays a charge whole or not at all (SLAG 2.1, 3.5; D01): in greenbacks if they cover it, else in gold if that does, else in
    /// greenbacks first. In the build turn the fund goes first.
    pub fn pay(&mut self, rule: &str, side: Side, amount: Amount, subject: &str) -> Result<(), TooDear> {
        self.pay_keeping(rule, side, amount, subject, Amount::ZERO)
    }

    /// Pays a charge in the same way, but leaves so much gold untouched (D15).
    pub fn pay_keeping(
        &mut self,
        rule: &str,
        side: Side,
        amount: Amount,
        subject: &str,
        kept: Amount,
    ) -> Result<(), TooDear> {
        let (paper, gold, fund) = (self.greenbacks(side), kept.short_of(self.gold(side)), self.build_fund(side));
        if paper + gold + fund < amount {
            return Err(TooDear { wanted: amount, held: paper + gold + fund });
        }
        let by_fund = fund.min(amount);
        let rest = amount - by_fund;
        let by_paper = match (paper >= rest, gold >= rest) {
            (true, _) => rest,
            (false, true) => Amount::ZERO,
            (false, false) => paper,
        };
        self.post(rule, Measure::Gold, &build_fund(side), COUNTRY, by_fund, subject);
        self.post(rule, Measure::Greenbacks, side.code(), &circulation(side), by_paper, subject);
        self.post(rule, Measure::Gold, side.code(), COUNTRY, rest - by_paper, subject);
        Ok(())
    }

    /// Pays a charge in gold alone, whole or not at all.
    pub fn pay_gold(&mut self, rule: &str, side: Side, amount: Amount, subject: &str) -> Result<(), TooDear> {
        let held = self.gold(side);
        if held < amount {
            return Err(TooDear { wanted: amount, held });
        }
        self.post(rule, Measure::Gold, side.code(), COUNTRY, amount, subject);
        Ok(())
    }

    /// Greenbacks come out of circulation and are no more (SLAG 1.3, D13).
    pub fn retire(&mut self, rule: &str, side: Side, notes: Amount, subject: &str) {
        self.post(rule, Measure::Greenbacks, &circulation(side), &press(side), notes, subject);
    }

    /// Pays interest (SLAG 3.2, D14): in gold as far as that goes, then in greenbacks at their value, then by printing what is short.
    /// The greenbacks that had to be printed.
    pub fn pay_interest(&mut self, side: Side, amount: Amount) -> Amount {
        const RULE: &str = "3.2";
        let by_gold = self.gold(side).min(amount);
        self.post(RULE, Measure::Gold, side.code(), COUNTRY, by_gold, "interest");
        let value = self.nations.of(side).greenbacks_value.unwrap_or(100);
        let owed = (amount - by_gold).share(Share::new(value, 100), Rounding::Up);
        let printed = self.greenbacks(side).short_of(owed);
        self.print(RULE, side, printed, "forced printing for interest");
        self.post(RULE, Measure::Greenbacks, side.code(), &circulation(side), owed, "interest");
        printed
    }

    /// What is left of the fund of the build turn lapses.
    pub fn close_build_fund(&mut self, side: Side) {
        let left = self.build_fund(side);
        self.post("5.2", Measure::Gold, &build_fund(side), COUNTRY, left, "what was left of the build fund");
    }

    fn post(&mut self, rule: &str, measure: Measure, from: &str, to: &str, amount: Amount, subject: impl Into<String>) {
        let hundredths = u64::try_from(amount.in_hundredths()).unwrap_or(0);
        self.ledger.post(rule, measure, from, to, hundredths, subject);
    }
}
