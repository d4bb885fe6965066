//! What commanders do with ships: new ones enter, fleets go where the war is, raiders put to sea and are hunted.

use super::{Commander, Purse};
use crate::item::Item;
use crate::naval::Water;
use crate::scenario::{Account, Side};

/// Where vessels of rivers are wanted, and ocean-going ones, and ironclads.
const RIVER: [&str; 6] = ["Paducah", "Columbus KY", "New Madrid", "Fort Donelson", "Memphis", "Vicksburg"];
const OCEAN: [&str; 6] = ["Fort Monroe", "Wilmington", "Port Royal", "Savannah", "Pensacola", "New Orleans"];
const IRON: [&str; 4] = ["Fort Monroe", "Norfolk", "Pensacola", "Mobile"];

/// A fleet of one's own, as the report has it.
struct Fleet {
    water: Water,
    town: String,
    river: u32,
    ships: u32,
    ironclads: u32,
    captain: Option<(String, u32)>,
}

impl Commander<'_> {
    /// The orders of the Union's fleet.
    pub(super) fn command_fleet(&mut self) -> Vec<String> {
        let Some(mut purse) = self.naval_purse().filter(|_| self.side == Side::Usa) else { return Vec::new() };
        let mut lines = Vec::new();
        let entry = self.scenario.tables.costs.naval_entry;
        let waits = |item: &Item| matches!(item, Item::NewShips { count, ports } if *count > 0 && !ports.is_empty());
        if self.known.iter().any(waits) && affords(&purse, entry) {
            let order = self.pick(&["all new ships enter", "bring on the new ships"]).to_owned();
            lines.push(self.scheduled(&mut purse, entry, entry, order));
        }
        lines.extend(self.board(&mut purse));
        let hunt = self.scenario.tables.costs.hunt_raider;
        if self.known.iter().any(|item| matches!(item, Item::Raiders { .. }))
            && affords(&purse, hunt)
            && self.throw(2) == 1
        {
            lines.push(self.scheduled(&mut purse, hunt, hunt, "hunt the raiders".to_owned()));
        }
        lines.extend(self.sail_fleets(&mut purse, Account::Naval));
        if !lines.is_empty() {
            lines.insert(0, "\nORDERS Naval".to_owned());
        }
        lines
    }

    /// The next leader of the fleet's pool joins the largest fleet.
    fn board(&mut self, purse: &mut Purse) -> Option<String> {
        let next = self.known.iter().find_map(|item| match item {
            Item::Pooled { account: Account::Naval, order: 1, leader } => Some(leader.name.clone()),
            _ => None,
        })?;
        let mut fleets = self.fleets(Account::Naval);
        fleets.sort_by_key(|fleet| std::cmp::Reverse(fleet.ships));
        let town = fleets.into_iter().find(|fleet| fleet.captain.is_none())?.town;
        (purse.next <= purse.pp).then(|| self.scheduled(purse, 1, 0, format!("enter {next} at {town}")))
    }

    /// Fleets go where they are wanted, as long as there are points.
    pub(super) fn sail_fleets(&mut self, purse: &mut Purse, account: Account) -> Vec<String> {
        let mut lines = Vec::new();
        for fleet in self.fleets(account) {
            let cost = fleet.captain.as_ref().map_or(fleet.ships, |captain| captain.1);
            if !affords(purse, cost) || self.throw(3) == 1 {
                continue;
            }
            let goal = match fleet {
                Fleet { ironclads: 1.., .. } => self.pick(&IRON),
                Fleet { river: 1.., .. } => self.pick(&RIVER),
                _ => self.pick(&OCEAN),
            };
            let who = fleet.captain.as_ref().map_or(format!("all ships at {}", fleet.water), |it| it.0.clone());
            let how = self.pick(&["", "", ", run the forts", ", stop if you meet an enemy"]);
            let carried = self.forces_at(&fleet.town).filter(|sp| *sp > 1 && self.throw(3) == 1);
            let order = match carried {
                Some(sp) => format!("carry {} SP at {} with {who} to {goal}", sp.min(fleet.ships).min(2), fleet.town),
                None => format!("sail {who} to {goal}"),
            };
            lines.push(self.scheduled(purse, cost, cost, format!("{order}{how}")));
        }
        lines
    }

    /// An ironclad that was given to this command enters.
    pub(super) fn enter_ironclads(&mut self, purse: &mut Purse) -> Option<String> {
        let cost = self.scenario.tables.costs.ironclad_entry;
        let port = self.known.iter().find_map(|item| match item {
            Item::IroncladWaits { account, place, .. } if *account == purse.account => Some(place.clone()),
            _ => None,
        })?;
        affords(purse, cost).then(|| self.scheduled(purse, cost, cost, format!("ironclad enters at {port}")))
    }

    /// What a supreme commander says of ships in the strategic phase.
    pub(super) fn direct_ships(&mut self) -> Vec<String> {
        let mut lines = Vec::new();
        for item in self.known {
            match item {
                Item::NewShips { ports, .. } if ports.is_empty() && self.side == Side::Usa => {
                    lines.push("new ships enter at New York and at Cairo".to_owned());
                }
                Item::NewIronclads { ironclads: 1.., .. } => {
                    let orders = ["ironclad to West at Mobile", "the new ironclad for the East, Norfolk"];
                    lines.push(orders[self.whims.roll(self.seat.as_str(), 2) as usize - 1].to_owned());
                }
                _ => {}
            }
        }
        lines
    }

    /// A raider puts to sea for the points that were kept for it.
    pub(super) fn send_raider(&mut self) -> Vec<String> {
        let cost = self.scenario.tables.costs.raider_entry;
        let Some(mut purse) = self.naval_purse().filter(|purse| self.has_raiders() && affords(purse, cost)) else {
            return Vec::new();
        };
        let order = self.pick(&["raider Alabama to sea from Wilmington", "Raider Shenandoah goes to sea from Mobile"]);
        vec![self.scheduled(&mut purse, cost, cost, order.to_owned())]
    }

    /// Whether raiders lie in port.
    pub(super) fn has_raiders(&self) -> bool {
        self.known.iter().any(|item| matches!(item, Item::NewIronclads { raiders: 1.., .. }))
    }

    fn naval_purse(&self) -> Option<Purse> {
        self.known.iter().find_map(|item| match item {
            Item::Purse { account: account @ Account::Naval, cp_available, pp_available, .. } => {
                Some(Purse { account: *account, cp: *cp_available, pp: *pp_available, reinforcements: 0, next: 1 })
            }
            _ => None,
        })
    }

    fn fleets(&self, of: Account) -> Vec<Fleet> {
        let fleet = |item: &Item| match item {
            Item::OwnFleet { hex, water, account, river, ocean, ironclads, leaders, .. } if *account == of => {
                Some(Fleet {
                    water: *water,
                    town: self.scenario.map.city_at(*hex).map_or_else(|| hex.to_string(), |city| city.name.clone()),
                    river: *river,
                    ships: river + ocean + ironclads,
                    ironclads: *ironclads,
                    captain: leaders.first().map(|card| (card.name.clone(), card.initiative)),
                })
            }
            _ => None,
        };
        self.known.iter().filter_map(fleet).collect()
    }

    /// Strength points of one's own at a town.
    fn forces_at(&self, town: &str) -> Option<u32> {
        self.known.iter().find_map(|item| match item {
            Item::OwnForce { place, sp, .. } if place == town => Some(*sp),
            _ => None,
        })
    }
}

fn affords(purse: &Purse, cost: u32) -> bool {
    cost > 0 && purse.cp >= cost && purse.next + cost <= purse.pp + 1
}
