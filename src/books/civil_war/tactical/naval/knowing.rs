//! What a commander knows of ships: his own exactly, the enemy's by place, forts that were met, ships that wait.

use std::sync::Arc;

use super::super::super::item::Item;
use super::super::super::naval::{Ironclad, NavalAffairs, zone};
use super::super::super::scenario::{Account, Scenario, Side};
use super::super::super::state::{Fleet, State, Works};
use super::super::knowledge::{Knowledge, rank_of, some_ships};
use super::squadron::{Captain, Squadron, groups_of};

impl Knowledge {
    /// Learns what an item says of ships.
    pub fn learn_of_ships(&mut self, _scenario: &Scenario, item: &Item) {
        match item {
            Item::Ships { side, water, .. } => {
                Arc::make_mut(&mut self.towns).fleets.insert(*water, some_ships(*side));
            }
            Item::OwnFleet { water, river, ocean, ironclads, leaders, .. } => {
                let fleet = Fleet { side: self.side, river: *river, ocean: *ocean, ironclads: *ironclads };
                let field = Arc::make_mut(&mut self.field);
                field.ships.insert(*water, Squadron { side: self.side, groups: groups_of(&fleet) });
                for card in leaders {
                    field.captains.insert(card.name.clone(), Captain::aboard(self.side, *water, rank_of(card)));
                }
            }
            Item::FortSeen { side, hex, .. } => {
                let works = Works { side: *side, has_fort: true, has_fortress: false, has_depot: false };
                Arc::make_mut(&mut self.towns).works.insert(*hex, works);
                self.navy.known_forts.insert(*hex);
            }
            Item::NewShips { count, ports } => {
                self.navy.ships = *count;
                self.navy.ports = ports.iter().map(|port| port.hex).collect();
            }
            Item::NewIronclads { ironclads, raiders } => {
                (self.navy.ironclads, self.navy.raiders) = (*ironclads, *raiders);
            }
            Item::IroncladWaits { account, hex, .. } => {
                if let Some(theatre) = account.theatre() {
                    self.navy.allotted.push(Ironclad { theatre, at: *hex });
                }
            }
            Item::Raiders { count } => self.navy.raiding = *count,
            Item::SeaPurse { account, points, spent } => {
                let ledger = self.ledgers.entry(*account).or_default();
                (ledger.sea, ledger.sea_spent) = (*points, *spent);
            }
            _ => {}
        }
    }
}

/// What a side truly has beside its ships on the map; raiders at sea are known to both.
pub fn of_state(state: &State, side: Side) -> NavalAffairs {
    let own = state.sides.get(&side).map(|own| own.navy.clone()).unwrap_or_default();
    let raiding = state.sides.get(&Side::Csa).map_or(0, |csa| csa.navy.raiding);
    NavalAffairs { raiding, ..own }
}

/// Learns of the hidden forts that a side's ships see or have met.
pub fn learn_forts(known: &mut Knowledge, scenario: &Scenario, state: &State) {
    let seen = Account::ALL.into_iter().flat_map(|account| zone::contact(scenario, state, known.side, account).forts);
    let met = known.navy.known_forts.iter().copied();
    let forts: Vec<_> = seen.chain(met).collect();
    let towns = Arc::make_mut(&mut known.towns);
    for hex in forts {
        let is_there = state.works.get(&hex).is_some_and(|works| works.side != known.side && works.has_fort);
        if is_there && !towns.works.contains_key(&hex) {
            let side = known.side.enemy();
            towns.works.insert(hex, Works { side, has_fort: true, has_fortress: false, has_depot: false });
            known.navy.known_forts.insert(hex);
        }
    }
}
