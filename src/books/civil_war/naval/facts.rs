//! What is told of ships (C4.5, D27): to everybody where they lie, to their side what they are, and what they see of the
//! enemy to the commander who has them in contact.

use base::facts::{Audience, Fact};

use super::super::audience;
use super::super::item::{Item, LeaderCard, Port};
use super::super::scenario::{Account, Scenario, Side};
use super::super::situation::card;
use super::super::state::{LeaderPlace, State};
use super::super::territory;
use super::chart;
use super::water::Water;
use super::zone;

/// What everybody knows: the waters where ships lie, and that raiders are out (C4.5.1).
pub fn public(scenario: &Scenario, state: &State) -> Vec<Item> {
    let fleets = state.fleets.iter().filter(|(_, fleet)| !fleet.is_empty());
    let ships = fleets.map(|(water, fleet)| Item::Ships {
        side: fleet.side,
        hex: anchor(scenario, *water),
        place: chart::name(scenario, *water),
        water: *water,
    });
    let raiding = state.sides.get(&Side::Csa).map_or(0, |own| own.navy.raiding);
    ships.chain((raiding > 0).then_some(Item::Raiders { count: raiding })).collect()
}

/// What a side knows of its own ships, exactly (C4.1), and its commanders of those that wait.
pub fn own(scenario: &Scenario, state: &State, side: Side) -> Vec<Fact<Item>> {
    let to_side = audience::side(scenario, side);
    let fleets = state.fleets.iter().filter(|(_, fleet)| fleet.side == side);
    let mut facts: Vec<_> = fleets
        .map(|(water, fleet)| {
            let item = Item::OwnFleet {
                hex: anchor(scenario, *water),
                place: chart::name(scenario, *water),
                water: *water,
                account: zone::command_of(scenario, side, *water),
                river: fleet.river,
                ocean: fleet.ocean,
                ironclads: fleet.ironclads,
                leaders: captains(state, side, *water),
            };
            Fact::new(to_side.clone(), item)
        })
        .collect();
    facts.extend(waiting(scenario, state, side));
    facts.extend(sea_purses(scenario, state, side));
    facts
}

/// The hex by which a map shows ships: the town they lie at, if there is one.
fn anchor(scenario: &Scenario, water: Water) -> board::Hex {
    let town = water.banks().find(|bank| scenario.map.city_at(*bank).is_some());
    town.unwrap_or(water.hex())
}

fn captains(state: &State, side: Side, water: Water) -> Vec<LeaderCard> {
    let here = state.leaders.iter().filter(|(_, it)| it.side == side && it.place == LeaderPlace::Afloat(water));
    let mut here: Vec<_> = here.collect();
    here.sort_by_key(|(name, leader)| (std::cmp::Reverse(leader.stars), leader.seniority, name.as_str()));
    here.into_iter().filter_map(|(name, _)| card(state, name)).collect()
}

/// Ships that wait: to whoever brings them in, and to the supreme commander who says where (C6.4, C6.5).
fn waiting(scenario: &Scenario, state: &State, side: Side) -> Vec<Fact<Item>> {
    let Some(own) = state.sides.get(&side) else { return Vec::new() };
    let supreme = audience::supreme(scenario, side);
    let mut facts = Vec::new();
    if own.navy.ships > 0 || !own.navy.ports.is_empty() {
        let port = |hex: &board::Hex| Port { hex: *hex, place: territory::place(scenario, *hex) };
        let item = Item::NewShips { count: own.navy.ships, ports: own.navy.ports.iter().map(port).collect() };
        let fleet = audience::commander(scenario, side, Account::Naval);
        facts.extend([Fact::new(fleet, item.clone()), Fact::new(supreme.clone(), item)]);
    }
    let (ironclads, raiders) = (own.navy.ironclads, own.navy.raiders);
    if ironclads + raiders > 0 {
        facts.push(Fact::new(supreme.clone(), Item::NewIronclads { ironclads, raiders }));
    }
    for waits in &own.navy.allotted {
        let account = Account::from(waits.theatre);
        let item = Item::IroncladWaits { account, hex: waits.at, place: territory::place(scenario, waits.at) };
        let commander = audience::commander(scenario, side, account);
        facts.extend([Fact::new(commander, item.clone()), Fact::new(supreme.clone(), item)]);
    }
    facts
}

fn sea_purses(scenario: &Scenario, state: &State, side: Side) -> Vec<Fact<Item>> {
    let purses = state.accounts.get(&side).into_iter().flatten().filter(|(_, ledger)| ledger.sea > 0);
    let facts = purses.flat_map(|(account, ledger)| {
        let item = Item::SeaPurse { account: *account, points: ledger.sea, spent: ledger.sea_spent };
        let commander = audience::commander(scenario, side, *account);
        [Fact::new(commander, item.clone()), Fact::new(audience::supreme(scenario, side), item)]
    });
    facts.collect()
}

/// What ships see of the enemy beyond what everybody is told, each commander by his own (C4.5.2).
pub fn contacts(scenario: &Scenario, state: &State, side: Side) -> Vec<Fact<Item>> {
    let mut accounts: Vec<Account> =
        zone::berths(state, side).map(|water| zone::command_of(scenario, side, water)).collect();
    // A fort that fired upon ships stays known to whoever commands them, though they are gone.
    if side == Side::Usa {
        accounts.push(Account::Naval);
    }
    accounts.sort();
    accounts.dedup();
    accounts.into_iter().flat_map(|account| contact_of(scenario, state, side, account)).collect()
}

fn contact_of(scenario: &Scenario, state: &State, side: Side, account: Account) -> Vec<Fact<Item>> {
    let to: Audience = audience::commander(scenario, side, account);
    let seen = zone::contact(scenario, state, side, account);
    let ships = seen.ships.iter().filter_map(|water| {
        let fleet = state.fleets.get(water)?;
        Some(Item::ShipsSeen {
            side: fleet.side,
            hex: anchor(scenario, *water),
            place: chart::name(scenario, *water),
            water: *water,
            river: fleet.river,
            ocean: fleet.ocean,
            ironclads: fleet.ironclads,
        })
    });
    let met = state.sides.get(&side).into_iter().flat_map(|own| &own.navy.known_forts).copied();
    let mut forts: Vec<_> = seen.forts.iter().copied().chain(met).collect();
    forts.sort();
    forts.dedup();
    let hidden = forts.into_iter().filter(|hex| {
        let works = state.works.get(hex).filter(|works| works.side != side);
        works.is_some_and(|works| works.has_fort && !works.has_fortress)
    });
    let forts = hidden.map(|hex| Item::FortSeen { side: side.enemy(), hex, place: territory::place(scenario, hex) });
    ships.chain(forts).map(|item| Fact::new(to.clone(), item)).collect()
}
