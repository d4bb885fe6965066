//! A supreme commander's letter: the division of the turn's points within the limits he was told.

use super::Commander;
use crate::item::{Item, Limit};
use crate::scenario::{Account, Side};

impl Commander<'_> {
    pub(super) fn distribute(&mut self) -> Vec<String> {
        let totals = self.known.iter().rev().find_map(|item| match item {
            Item::Totals { cp, pp, limits, discretionary, .. } => Some((*cp, *pp, limits.clone(), *discretionary)),
            _ => None,
        });
        let Some((cp, pp, limits, discretionary)) = totals else { return Vec::new() };
        let mut lines = vec![self.points("CP", &self.shares(cp, &limits)), self.points("PP", &self.shares(pp, &[]))];
        if discretionary > 0 && self.throw(2) == 1 {
            let theatre = self.pick(&["East", "West"]);
            lines.push(format!("{discretionary} discretionary points to the {theatre}"));
        }
        if self.throw(3) == 1 {
            lines.push(
                self.pick(&["rail East 50%, West 35%, Trans 15%", "Rail: East 45%, West 40%, Trans 15%"]).to_owned(),
            );
        }
        if self.throw(6) == 1 {
            lines = vec!["same split as last season please".to_owned()];
        }
        lines.extend(self.direct_ships());
        lines.extend(self.judge());
        lines
    }

    /// In a sub-turn a supreme commander has raiders to send out, and nothing else.
    pub(super) fn remark_as_supreme(&mut self) -> Vec<String> {
        self.send_raider()
    }

    /// Whole points for each account, within its limits: the East first, then the West.
    fn shares(&self, total: u32, limits: &[Limit]) -> Vec<(Account, u32)> {
        let wanted = match self.side {
            Side::Usa => [(Account::East, 42), (Account::West, 32), (Account::Trans, 16), (Account::Naval, 10)],
            Side::Csa if self.has_raiders() => {
                [(Account::East, 40), (Account::West, 34), (Account::Trans, 16), (Account::Naval, 10)]
            }
            Side::Csa => [(Account::East, 45), (Account::West, 37), (Account::Trans, 18), (Account::Naval, 0)],
        };
        let bounds = |account| {
            let limit = limits.iter().find(|limit| limit.account == account);
            limit.map_or((0, total), |limit| (limit.least, limit.most))
        };
        let mut left = total;
        let mut shares: Vec<(Account, u32)> = Vec::new();
        for (account, percent) in wanted {
            let (least, most) = bounds(account);
            let share = (total * percent / 100).clamp(least, most.max(least)).min(left);
            left -= share;
            shares.push((account, share));
        }
        for (account, share) in &mut shares {
            let more = left.min(bounds(*account).1.saturating_sub(*share));
            *share += more;
            left -= more;
        }
        shares
    }

    fn points(&mut self, what: &str, shares: &[(Account, u32)]) -> String {
        let parts = |sign: &str| {
            let parts: Vec<String> =
                shares.iter().map(|(account, share)| format!("{}{sign}{share}", short(*account))).collect();
            parts.join(", ")
        };
        match self.throw(3) {
            1 => format!("distribute {what} {}", parts(" ")),
            2 => format!("{what}: {}", parts(" ")),
            _ => format!("Distribution of {what}: {}", parts(" ")),
        }
    }
}

fn short(account: Account) -> &'static str {
    match account {
        Account::East => "East",
        Account::West => "West",
        Account::Trans => "Trans",
        Account::Naval => "Naval",
    }
}
