//! A side's law, its treasury and its books.

use std::collections::BTreeMap;

use base::facts::{Audience, Fact};
use kit::amount::{Amount, Rounding};

use super::super::account::build_fund;
use super::super::entitlement::{Section, all_of};
use super::super::item::{Eagles, Item, MoneyRow, PastRow, Upkeep};
use super::super::price::{ship_upkeep, unit_upkeep};
use super::super::state::{Measure, Past, Power, Work};
use super::super::turn::undisturbed_revenue_of;
use super::View;

impl View<'_> {
    pub(super) fn law(&self) -> [Fact<Item>; 1] {
        let nation = self.state.nations.of(self.side);
        let law = nation.law;
        let mut powers = law.powers(self.side).to_vec();
        powers.push((Power::Greenbacks, nation.greenbacks_authorised.is_some()));
        let all =
            |is_in_force: bool| powers.iter().filter(|(_, is)| *is == is_in_force).map(|(power, _)| *power).collect();
        let item = Item::Law {
            side: self.name(),
            income_tax: law.income_tax,
            tariff: law.tariff,
            acts: all(true),
            forbidden: all(false),
            coming: nation.coming.iter().map(|subject| subject.words()).collect(),
        };
        [Fact::new(Audience::Seats(all_of(self.scenario, self.side)), item)]
    }

    pub(super) fn money(&self) -> Vec<Fact<Item>> {
        let (state, side) = (self.state, self.side);
        let nation = state.nations.of(side);
        let (gold, greenbacks, build_fund) = (state.gold(side), state.greenbacks(side), state.build_fund(side));
        let interest = nation.debt.share(self.scenario.tables().loan.interest, Rounding::HalfUp);
        let treasury = Item::Treasury {
            side: self.name(),
            gold: gold.into(),
            greenbacks: greenbacks.into(),
            authorised: nation.greenbacks_authorised.map(Into::into),
            outstanding: state.outstanding(side).into(),
            circulation: state.in_circulation(side).into(),
            debt: nation.debt.into(),
            loan_ceiling: nation.loan_ceiling.into(),
            interest: interest.into(),
            build_fund: build_fund.into(),
        };
        let ledger = Item::Ledger { side: self.name(), receipts: self.entries(true), payments: self.entries(false) };
        let summary = Item::TreasurySummary {
            side: self.name(),
            gold: gold.into(),
            greenbacks: greenbacks.into(),
            build_fund: build_fund.into(),
        };
        let mp = self.flows(Measure::Mp);
        let sum = |is_in: bool| {
            Eagles(Amount::hundredths(mp.iter().filter(|flow| flow.1 == is_in).map(|flow| flow.2).sum::<i64>()))
        };
        let manufacturing = Item::Manufacturing {
            side: self.name(),
            stock: state.mp(side).into(),
            received: sum(true),
            used: sum(false),
        };
        vec![
            self.to(Section::Treasury, treasury),
            self.to(Section::TreasurySummary, summary),
            self.to(Section::Manufacturing, manufacturing),
            self.to(Section::Ledger, ledger),
            self.to(Section::Ledger, self.past()),
            self.to(Section::Ledger, self.forecast(interest)),
        ]
    }

    /// What it held and owed as each turn ended.
    fn past(&self) -> Item {
        let row = |past: &Past| PastRow {
            turn: past.turn,
            gold: past.gold.into(),
            greenbacks: past.greenbacks.into(),
            debt: past.debt.into(),
            value: past.value,
        };
        Item::Past { side: self.name(), rows: self.state.past.of(self.side).iter().map(row).collect() }
    }

    /// What came in and went out in the last turn: for what, whether it came in, how much.
    pub(super) fn flows(&self, measure: Measure) -> Vec<(String, bool, i64)> {
        let fund = build_fund(self.side);
        let accounts = [self.side.code(), fund.as_str()];
        let mut flows = Vec::new();
        for account in accounts {
            let own = self.state.ledger.postings_of(account).filter(|posting| posting.measure == measure);
            flows.extend(own.map(|posting| {
                let amount = i64::try_from(posting.amount).unwrap_or(i64::MAX);
                (posting.subject.clone(), posting.to == account, amount)
            }));
        }
        flows
    }

    pub(super) fn entries(&self, is_in: bool) -> Vec<MoneyRow> {
        let mut sums: BTreeMap<String, Amount> = BTreeMap::new();
        for measure in [Measure::Gold, Measure::Greenbacks] {
            for (what, came_in, hundredths) in self.flows(measure) {
                if came_in == is_in {
                    *sums.entry(self.class_of(&what)).or_default() += Amount::hundredths(hundredths);
                }
            }
        }
        sums.into_iter().map(|(what, amount)| MoneyRow { what, amount: amount.into() }).collect()
    }

    /// Upkeep of single units and ships is one entry each for all of them.
    pub(super) fn class_of(&self, what: &str) -> String {
        if self.state.units.contains_key(what) {
            return "upkeep of units".to_owned();
        }
        if self.state.depots.iter().any(|(square, depot)| depot.name(&self.place_of(*square)) == what) {
            return "upkeep of depots".to_owned();
        }
        if self.state.ships.contains_key(what) {
            return "upkeep of ships".to_owned();
        }
        what.to_owned()
    }

    /// For how many turns so much lasts, when each brings so much more than it costs but for what is being built and then costs upkeep;
    /// none: for all of them.
    fn lasts(&self, held: Amount, each: Amount) -> Option<u32> {
        let to_come = self.to_come();
        let upkeep =
            |turn: u32| to_come.iter().filter(|(left, _)| *left <= turn).map(|(_, eagles)| *eagles).sum::<Amount>();
        let (mut left, mut turn) = (held, 0);
        // From the turn on in which all of it is ready every turn is like the other.
        let last = to_come.iter().map(|(left, _)| *left).max().unwrap_or(0);
        while turn < last {
            left += each - upkeep(turn);
            if left < Amount::ZERO {
                return Some(turn);
            }
            turn += 1;
        }
        let loss = (upkeep(last) - each).in_hundredths();
        let more = (loss > 0).then(|| left.in_hundredths().max(0) / loss)?;
        Some(turn.saturating_add(u32::try_from(more).unwrap_or(u32::MAX)))
    }

    /// What is being built, by the turns until it is ready, and what it costs a turn from then on.
    fn to_come(&self) -> Vec<(u32, Amount)> {
        let own = self.state.jobs.iter().filter(|job| job.plan.work.side() == self.side);
        let cost = |work: &Work| match work {
            Work::Unit { unit, .. } => unit_upkeep(self.scenario, unit).eagles,
            Work::Ship { ship, .. } => ship_upkeep(self.scenario, ship).eagles,
            Work::Depot { depot, .. } => self.scenario.tables().depots.of(depot.kind).upkeep.eagles,
            Work::Regiments(row) => Amount::whole(i64::from(row.count)),
            Work::Repair { .. } | Work::Fort { .. } | Work::Razing { .. } => Amount::ZERO,
        };
        // On the build turn everything is ready when the war begins.
        let left = |left: u32| if self.state.turn == 0 { 0 } else { left };
        own.map(|job| (left(job.left), cost(&job.plan.work))).collect()
    }

    /// What the next turn brings and costs as things stand, and for how many turns the treasury lasts.
    pub(super) fn forecast(&self, interest: Amount) -> Item {
        let (state, side) = (self.state, self.side);
        let revenue = undisturbed_revenue_of(self.scenario, state, side);
        let receipts: Amount = revenue.iter().map(|(_, row)| row.tax + row.tariff).sum();
        let units: Vec<Upkeep> = self.unit_upkeeps();
        let ships: Vec<Upkeep> = self.ship_upkeeps();
        let eagles = |rows: &[Upkeep]| rows.iter().map(|row| row.eagles.0).sum::<Amount>();
        let depots = self.depot_upkeep();
        let mp = Eagles(depots.mp + units.iter().chain(&ships).map(|row| row.mp.0).sum::<Amount>());
        let waiting: u32 = state.regiments.iter().filter(|row| row.side == side).map(|row| row.count).sum();
        let regiments = Amount::whole(i64::from(waiting));
        let costs = interest + eagles(&units) + depots.eagles + regiments + eagles(&ships);
        let held = state.gold(side) + state.greenbacks(side);
        // Of a treasury that outlasts the war there is nothing to say.
        let left = self.scenario.last_turn().saturating_sub(state.turn);
        let turns = self.lasts(held, receipts - costs).filter(|turns| *turns < left);
        Item::Forecast {
            side: self.name(),
            receipts: receipts.into(),
            interest: interest.into(),
            units: eagles(&units).into(),
            depots: depots.eagles.into(),
            regiments: regiments.into(),
            ships: eagles(&ships).into(),
            mp,
            turns,
        }
    }
}
