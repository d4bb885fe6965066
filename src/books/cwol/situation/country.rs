//! What cities bring, a State's men, regiments, supplies, morale: of a side, and of a bloc of it.

use std::collections::BTreeMap;

use base::facts::Fact;
use kit::amount::Amount;

use super::super::commerce::Blockade;
use super::super::entitlement::Section;
use super::super::item::{CityRevenue, Eagles, Item, MoraleRow, RegimentRow, StateMen, Stock};
use super::super::side::Pool;
use super::super::state::{Regiments, Work};
use super::super::turn::{available, holder};
use super::{Bloc, View};

impl View<'_> {
    /// What is told of the whole side to some, and in sum to others.
    /// The ports of the side that are shut.
    pub(super) fn blockaded(&self) -> Option<Fact<Item>> {
        let blockade = Blockade::of(self.scenario, self.state, self.side);
        let ports: Vec<String> = blockade.ports().map(|id| self.scenario.city_name(id)).collect();
        let item = Item::Blockaded { side: self.name(), ports: ports.clone() };
        (!ports.is_empty()).then(|| self.to(Section::Blockade, item))
    }

    pub(super) fn national(&self) -> Vec<Fact<Item>> {
        let nation = self.state.nations.of(self.side);
        let revenue = self.revenue(None);
        let (tax, tariff, mp) = match &revenue {
            Item::Revenue { tax, tariff, mp, .. } => (*tax, *tariff, *mp),
            _ => Default::default(),
        };
        let men = self.men(None);
        let sum: u64 = men.iter().map(|row| row.volunteers + row.bounty + row.draft + row.militia + row.usct).sum();
        let morale = Amount::hundredths(nation.morale).into();
        let changes = self.state.told.morale.iter().filter(|change| change.side == self.side);
        let changes = changes
            .map(|change| MoraleRow { why: change.why.clone(), points: Amount::hundredths(change.hundredths).into() });
        let (of, is_bloc, side) = (self.name(), false, self.name());
        vec![
            self.to(Section::Revenue, revenue),
            self.to(Section::RevenueSummary, Item::RevenueSummary { side: side.clone(), tax, tariff, mp }),
            self.to(Section::Manpower, Item::Manpower { of: of.clone(), is_bloc, rows: men }),
            self.to(Section::ManpowerSummary, Item::ManpowerSummary { side: side.clone(), men: sum }),
            self.to(Section::Regiments, self.regiments(None)),
            self.to(Section::Supplies, Item::Supplies { of, is_bloc, rows: self.stocks(None) }),
            self.to(Section::Morale, Item::Morale { side: side.clone(), morale, changes: changes.collect() }),
            self.to(Section::MoraleSummary, Item::MoraleSummary { side, morale }),
        ]
    }

    pub(super) fn revenue(&self, bloc: Option<&Bloc>) -> Item {
        let told = self.state.told.revenue.iter().filter(|(id, row)| row.side == self.side && self.is_in(id, bloc));
        let rows: Vec<CityRevenue> = told
            .map(|(id, row)| CityRevenue {
                city: self.scenario.city_name(id),
                level: self.state.city(id).map_or(0, |city| city.level),
                income: row.income.into(),
                reductions: row.reductions.iter().map(|(why, lost)| format!("{why} -{lost}")).collect(),
                tax: row.tax.into(),
                tariff: row.tariff.into(),
                mp: row.mp.into(),
            })
            .collect();
        let sum = |of: fn(&CityRevenue) -> Eagles| Eagles(rows.iter().map(|row| of(row).0).sum());
        let (tax, tariff) = (sum(|row| row.tax), sum(|row| row.tariff));
        let mp = sum(|row| row.mp);
        Item::Revenue { of: self.of(bloc), is_bloc: bloc.is_some(), rows, tax, tariff, mp }
    }

    pub(super) fn men(&self, bloc: Option<&Bloc>) -> Vec<StateMen> {
        let mut rows: BTreeMap<&str, StateMen> = BTreeMap::new();
        for (key, men) in self.state.pools.iter() {
            if key.side != self.side || bloc.is_some_and(|bloc| !bloc.states.contains(&key.state)) {
                continue;
            }
            let row = rows.entry(&key.state).or_insert_with(|| StateMen {
                id: key.state.clone(),
                state: self.scenario.state_name(&key.state).to_owned(),
                volunteers: 0,
                bounty: 0,
                draft: 0,
                militia: 0,
                usct: 0,
            });
            *match key.pool {
                Pool::Volunteers => &mut row.volunteers,
                Pool::Bounty => &mut row.bounty,
                Pool::Draft => &mut row.draft,
                Pool::Militia => &mut row.militia,
                Pool::Usct => &mut row.usct,
            } = available(self.scenario, self.state, key).min(men);
        }
        let has_men = |row: &StateMen| row.volunteers + row.bounty + row.draft + row.militia + row.usct > 0;
        rows.into_values().filter(has_men).collect()
    }

    pub(super) fn regiments(&self, bloc: Option<&Bloc>) -> Item {
        let row = |row: &Regiments, left: u32| RegimentRow {
            id: row.city.clone(),
            city: self.scenario.city_name(&row.city),
            state: row.state.clone(),
            arm: row.arm.code().to_owned(),
            count: row.count,
            words: row.arm.words(row.count).to_owned(),
            pool: row.pool.words(0).to_owned(),
            left,
        };
        let is_own = |own: &Regiments| own.side == self.side && self.is_in(&own.city, bloc);
        let waiting = self.state.regiments.iter().filter(|own| is_own(own)).map(|own| row(own, 0)).collect();
        let raised = self.state.jobs.iter().filter_map(|job| match &job.plan.work {
            Work::Regiments(own) if is_own(own) => Some(row(own, job.left)),
            _ => None,
        });
        Item::Regiments { of: self.of(bloc), is_bloc: bloc.is_some(), waiting, raised: raised.collect() }
    }

    pub(super) fn stocks(&self, bloc: Option<&Bloc>) -> Vec<Stock> {
        let own = self.scenario.given.cities.iter().filter(|city| self.is_in(&city.id, bloc));
        own.filter_map(|city| {
            let now = self.state.city(&city.id)?;
            let is_own = holder(self.scenario, self.state, &city.id) == Some(self.side);
            let (supplies, stores) = (now.supplies, now.stores);
            (is_own && supplies + stores > 0).then(|| Stock {
                city: self.scenario.city_name(&city.id),
                supplies,
                stores,
            })
        })
        .collect()
    }
}
