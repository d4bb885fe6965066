//! What a commander does beside marching: armies, works, what he foresees, and the leaders whom his report names.

use super::{Commander, Purse};
use crate::item::Item;
use crate::order::Matter;

impl Commander<'_> {
    /// An army where a leader of three stars has troops enough and no army yet.
    pub(super) fn form_army(&mut self, purse: &mut Purse) -> Option<String> {
        let (least, cost) = (self.scenario.tables.armies.least_sp, self.scenario.tables.costs.form_army);
        let fit = self.forces(purse.account).into_iter().find_map(|force| {
            let leader = force.leaders.first().filter(|card| card.stars == 3)?;
            (force.sp >= least && !force.is_army).then(|| leader.name.clone())
        });
        let leader = fit.filter(|_| purse.cp > cost && purse.next < purse.pp)?;
        let order = self.pick(&["form army under {l}", "{l} forms an army"]).replace("{l}", &leader);
        Some(self.scheduled(purse, cost, cost, order))
    }

    /// A fort, or a depot, for the points that are left.
    pub(super) fn build(&mut self, purse: &mut Purse) -> Option<String> {
        let town = self.gate(purse.account)?;
        let costs = &self.scenario.tables.costs;
        let (cost, order) = match self.throw(4) {
            1 => (costs.fort, format!("build a fort at {town}")),
            2 => (costs.depot, format!("build depot at {town}")),
            _ => return None,
        };
        let affords = purse.cp >= cost && purse.next + cost <= purse.pp + 1;
        affords.then(|| self.scheduled(purse, cost, cost, order))
    }

    /// Digging in when somebody comes near, for points kept.
    pub(super) fn foresee(&mut self, purse: &mut Purse) -> Option<String> {
        let cost = self.scenario.tables.costs.entrench;
        let town = self.gate(purse.account).filter(|_| self.throw(3) == 1)?;
        let affords = purse.cp >= cost && purse.next + cost <= purse.pp + 1;
        purse.cp = purse.cp.saturating_sub(if affords { cost } else { 0 });
        affords.then(|| {
            format!("IF enemy adjacent to {town} THEN entrench the force at {town} (reserve {cost} CP, {cost} PP)")
        })
    }

    /// Leaders of his own whom he may put before the supreme commander.
    pub(super) fn present(&mut self) -> Vec<String> {
        let cases = self.cases(false);
        let may = cases.into_iter().filter(|(_, matter)| *matter != Matter::Dismissal);
        may.map(|(leader, matter)| match matter {
            Matter::Promotion => format!("I present {leader} for promotion."),
            _ => format!("{leader} is presented for relief"),
        })
        .collect()
    }

    /// What the supreme commander says of those who are before him.
    pub(super) fn judge(&mut self) -> Vec<String> {
        let cases = self.cases(true);
        cases
            .into_iter()
            .map(|(leader, matter)| match (matter, self.throw(4)) {
                (Matter::Promotion, 1) => format!("refuse {leader}"),
                (Matter::Promotion, _) => format!("{leader}'s promotion is approved."),
                (_, 1) => format!("Remove {leader} from the game."),
                _ => format!("keep {leader}"),
            })
            .collect()
    }

    fn cases(&self, presented: bool) -> Vec<(String, Matter)> {
        let case = |item: &Item| match item {
            Item::LeaderCase { leader, matter, is_presented, .. } if *is_presented == presented => {
                Some((leader.clone(), *matter))
            }
            _ => None,
        };
        self.known.iter().filter_map(case).collect()
    }
}
