//! Whether a state can be: asked after every turn and every edit by the game master. Words for the game master.

use board::Hex;
use rules::Unsound;

use super::naval::chart::{self, ShipKind};
use super::scenario::{Account, Arm, Scenario, Side};
use super::state::{Leader, LeaderPlace, Ledger, Stage, State};

/// The first thing that cannot be, if there is one.
pub fn sound(scenario: &Scenario, state: &State) -> Result<(), Unsound> {
    check_calendar(scenario, state)?;
    check_sides(state)?;
    check_stacks(scenario, state)?;
    check_armies(scenario, state)?;
    check_leaders(scenario, state)?;
    check_accounts(state)?;
    check_pools(state)?;
    check_affairs(state)?;
    check_places(scenario, state)?;
    check_cities(scenario, state)
}

fn demand(is_so: bool, otherwise: impl FnOnce() -> String) -> Result<(), Unsound> {
    if is_so { Ok(()) } else { Err(Unsound(otherwise())) }
}

fn check_calendar(scenario: &Scenario, state: &State) -> Result<(), Unsound> {
    let (first, last) = (scenario.first_turn(), scenario.last_turn());
    // One beyond the last turn: the game is over.
    demand((first..=last + 1).contains(&state.turn), || {
        format!("turn {} is not in the calendar, which has turns {first} to {last}", state.turn)
    })?;
    demand(state.turn <= last && state.ended.is_none() || state.stage == Stage::Strategic, || {
        format!("the war is over: nothing is played in turn {}", state.turn)
    })?;
    demand(1 <= state.part && state.part <= state.parts, || {
        format!("part {} of {} turns by mail cannot be", state.part, state.parts)
    })
}

fn check_sides(state: &State) -> Result<(), Unsound> {
    for side in Side::BOTH {
        demand(state.sides.contains_key(&side), || format!("sides.{} is missing", side.id()))?;
        for account in Account::ALL {
            let has = state.accounts.get(&side).is_some_and(|accounts| accounts.contains_key(&account));
            demand(has, || format!("accounts.{}.{} is missing", side.id(), account.id()))?;
        }
    }
    Ok(())
}

fn on_land(scenario: &Scenario, hex: Hex, what: &str) -> Result<(), Unsound> {
    demand(scenario.map.is_land(hex), || format!("{what} stands in {hex}, which is sea or off the map"))
}

fn check_stacks(scenario: &Scenario, state: &State) -> Result<(), Unsound> {
    for (hex, stack) in &state.stacks {
        demand(stack.sp > 0, || format!("the stack in {hex} has no strength points: remove it"))?;
        demand(stack.demoralised <= stack.sp, || {
            format!("{} strength points of {} in {hex} are demoralised", stack.demoralised, stack.sp)
        })?;
        on_land(scenario, *hex, &format!("a {} force", stack.side))?;
    }
    Ok(())
}

/// Each army has a name of its own, and a side no more of them than markers (D18).
fn check_armies(scenario: &Scenario, state: &State) -> Result<(), Unsound> {
    for side in Side::BOTH {
        let own = state.stacks.values().filter(|stack| stack.side == side);
        let mut names: Vec<String> = own.filter_map(|stack| Some(stack.army.as_ref()?.to_lowercase())).collect();
        let (count, most) = (names.len() as u32, scenario.tables.armies.markers[side]);
        demand(count <= most, || format!("the {side} has {count} armies; it has {most} markers"))?;
        names.sort();
        let twice = names.windows(2).find(|pair| pair[0] == pair[1]);
        demand(twice.is_none(), || format!("two armies of the {side} bear the same name"))?;
    }
    Ok(())
}

fn check_leaders(scenario: &Scenario, state: &State) -> Result<(), Unsound> {
    for (name, leader) in &state.leaders {
        check_ratings(scenario, name, leader)?;
        let LeaderPlace::Map(hex) = leader.place else { continue };
        on_land(scenario, hex, name)?;
        let stack = state.stacks.get(&hex);
        demand(stack.is_none_or(|stack| stack.side == leader.side), || {
            format!("{name} ({}) stands in {hex} among the enemy", leader.side)
        })?;
    }
    Ok(())
}

/// The ranges of C5.6.
fn check_ratings(scenario: &Scenario, name: &str, leader: &Leader) -> Result<(), Unsound> {
    let rules = &scenario.tables.initiative;
    let (lowest, highest) = (rules.lowest, rules.highest);
    demand((lowest..=highest).contains(&(leader.initiative as i32)), || {
        format!("{name}'s initiative {} is not within {lowest} to {highest}", leader.initiative)
    })?;
    for (what, value, most) in
        [("tactical", leader.tactical, rules.tactical_max), ("strategic", leader.strategic, rules.strategic_max)]
    {
        demand((-most..=most).contains(&value), || {
            format!("{name}'s {what} rating {value} is not within -{most} to +{most}")
        })?;
    }
    let ranks = scenario.tables.armies.capacity.len() as u32;
    demand((1..=ranks).contains(&leader.stars), || format!("{name} has {} stars; 1 to {ranks} can be", leader.stars))
}

fn check_accounts(state: &State) -> Result<(), Unsound> {
    for (side, accounts) in &state.accounts {
        for (account, ledger) in accounts {
            let path = format!("accounts.{}.{}", side.id(), account.id());
            check_ledger(&path, ledger)?;
            demand(state.stage != Stage::Strategic || ledger.cp_spent + ledger.pp_spent == 0, || {
                format!("{path} has spent points before the first sub-turn")
            })?;
        }
    }
    Ok(())
}

fn check_ledger(path: &str, ledger: &Ledger) -> Result<(), Unsound> {
    demand(ledger.cp_spent <= ledger.cp + ledger.refunded, || {
        format!("{path} has spent {} CP of {} and {} given back", ledger.cp_spent, ledger.cp, ledger.refunded)
    })?;
    demand(ledger.refunded <= ledger.cp_spent, || {
        format!("{path} was given back {} CP of {} spent", ledger.refunded, ledger.cp_spent)
    })?;
    demand(ledger.rail_spent <= ledger.rail, || {
        format!("{path} has spent {} rail points of {}", ledger.rail_spent, ledger.rail)
    })?;
    demand(ledger.pp_spent <= ledger.pp, || format!("{path} has spent {} PP of {}", ledger.pp_spent, ledger.pp))
}

/// A pool names leaders who are in it, each once, and every pooled leader is named by his pool.
fn check_pools(state: &State) -> Result<(), Unsound> {
    for (side, accounts) in &state.accounts {
        for (account, ledger) in accounts {
            let path = format!("accounts.{}.{}.pool", side.id(), account.id());
            for (place, name) in ledger.pool.iter().enumerate() {
                let leader = state.leaders.get(name);
                let is_here =
                    leader.is_some_and(|leader| leader.side == *side && leader.place == LeaderPlace::Pool(*account));
                demand(is_here, || format!("{path} names {name}, whose place is not that pool"))?;
                demand(!ledger.pool[..place].contains(name), || format!("{path} names {name} twice"))?;
            }
        }
    }
    for (name, leader) in &state.leaders {
        let LeaderPlace::Pool(account) = leader.place else { continue };
        let pool = state.accounts.get(&leader.side).and_then(|accounts| accounts.get(&account));
        let path = format!("accounts.{}.{}.pool", leader.side.id(), account.id());
        demand(pool.is_some_and(|ledger| ledger.pool.contains(name)), || {
            format!("{name} is in a pool, but {path} does not name him")
        })?;
    }
    Ok(())
}

/// What is to be settled about leaders names leaders of the side, and prisoners are on the list of their side, once.
fn check_affairs(state: &State) -> Result<(), Unsound> {
    for (side, own) in &state.sides {
        let path = format!("sides.{}.leaders", side.id());
        let affairs = &own.leaders;
        let cases = affairs.cases.iter().map(|case| &case.leader);
        let decided = affairs.decided.iter().map(|decision| &decision.leader);
        let shifts = affairs.shifts.iter().map(|shift| &shift.leader);
        let lists = [&affairs.captured, &affairs.latecomers];
        for name in cases.chain(decided).chain(shifts).chain(lists.into_iter().flatten()) {
            let is_own = state.leaders.get(name).is_some_and(|leader| leader.side == *side);
            demand(is_own, || format!("{path} names {name}, who is no leader of that side"))?;
        }
        for (place, name) in affairs.captured.iter().enumerate() {
            let is_captured = |leader: &Leader| matches!(leader.place, LeaderPlace::Captured(_));
            demand(state.leaders.get(name).is_some_and(is_captured), || {
                format!("{path}.captured names {name}, who is no prisoner")
            })?;
            demand(!affairs.captured[..place].contains(name), || format!("{path}.captured names {name} twice"))?;
        }
    }
    for (name, leader) in &state.leaders {
        match leader.place {
            LeaderPlace::Captured(_) => {
                let own = state.sides.get(&leader.side);
                let is_listed = own.is_some_and(|own| own.leaders.captured.contains(name));
                let path = format!("sides.{}.leaders.captured", leader.side.id());
                demand(is_listed, || format!("{name} is a prisoner, but {path} does not name him"))?;
            }
            LeaderPlace::Wounded { turns, .. } => {
                demand(turns > 0, || format!("{name} is wounded for no turn: put him into a pool"))?;
            }
            _ => {}
        }
    }
    Ok(())
}

/// Works stand on land; ships lie in a hex of the map.
fn check_places(scenario: &Scenario, state: &State) -> Result<(), Unsound> {
    for hex in state.works.keys() {
        on_land(scenario, *hex, "a work")?;
    }
    check_ships(scenario, state)?;
    for hex in state.rails.keys() {
        let has_rail = scenario.map.hex(*hex).is_some_and(|tile| tile.has_rail());
        demand(has_rail, || format!("rails.{hex}: no railway runs through that hex"))?;
    }
    Ok(())
}

/// Ships lie where their kind may, and their leaders with them (D22); what waits is what the side has (C6.4, C6.5).
fn check_ships(scenario: &Scenario, state: &State) -> Result<(), Unsound> {
    for (water, fleet) in &state.fleets {
        demand(chart::is_water(scenario, *water), || format!("fleets.{water}: no navigable water is there"))?;
        demand(!fleet.is_empty(), || format!("fleets.{water} has no ships: remove it"))?;
        for (kind, count) in
            [(ShipKind::River, fleet.river), (ShipKind::Ocean, fleet.ocean), (ShipKind::Ironclad, fleet.ironclads)]
        {
            let may = count == 0 || chart::may_lie(scenario, kind, *water);
            demand(may, || format!("fleets.{water}: ships of that kind cannot lie there"))?;
        }
    }
    for (name, leader) in &state.leaders {
        let LeaderPlace::Afloat(water) = leader.place else { continue };
        let has_ships = state.fleets.get(&water).is_some_and(|fleet| fleet.side == leader.side);
        demand(has_ships, || format!("{name} is afloat in {water}, where no ships of his side lie"))?;
        demand(leader.arm == Arm::Naval, || format!("{name} is afloat in {water} and is no naval leader"))?;
    }
    for (side, own) in &state.sides {
        let path = format!("sides.{}.navy", side.id());
        let has_own = match side {
            Side::Usa => own.navy.ironclads + own.navy.raiders + own.navy.raiding == 0 && own.navy.allotted.is_empty(),
            Side::Csa => own.navy.ships == 0,
        };
        demand(has_own, || format!("{path} has ships of the other side's kinds"))?;
        for hex in own.navy.ports.iter().chain(own.navy.allotted.iter().map(|it| &it.at)) {
            let is_port = scenario.map.city_at(*hex).is_some_and(|city| city.port);
            demand(is_port, || format!("{path} names {hex}, which is no port"))?;
        }
    }
    for (side, accounts) in &state.accounts {
        for (account, ledger) in accounts {
            let path = format!("accounts.{}.{}", side.id(), account.id());
            demand(ledger.sea_spent <= ledger.sea, || {
                format!("{path} has spent {} naval CP of {}", ledger.sea_spent, ledger.sea)
            })?;
        }
    }
    Ok(())
}

fn check_cities(scenario: &Scenario, state: &State) -> Result<(), Unsound> {
    for name in state.cities.keys() {
        demand(scenario.map.city_by_name(name).is_some(), || format!("cities.{name} is no town of the map"))?;
    }
    for (_, city) in scenario.map.cities() {
        demand(state.cities.contains_key(&city.name), || format!("cities.{} is missing", city.name))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::begin;
    use super::super::scenario::Theatre;
    use super::*;
    use base::game::{Dice, Secret};

    /// What the game master is told when `edit` is made to a sound opening.
    fn verdict(edit: impl FnOnce(&mut State)) -> String {
        let scenario = Scenario::embedded().unwrap();
        let mut state = begin::begin(&scenario, &mut Dice::committed(&Secret::new([3; 32]), "1.1")).state;
        assert_eq!(sound(&scenario, &state), Ok(()));
        edit(&mut state);
        sound(&scenario, &state).map_or_else(|why| why.0, |()| "sound".to_owned())
    }

    fn hex(id: &str) -> Hex {
        id.parse().unwrap()
    }

    fn east(state: &mut State) -> &mut Ledger {
        state.accounts.get_mut(&Side::Usa).unwrap().get_mut(&Account::East).unwrap()
    }

    #[test]
    fn ordinary_edits_are_sound() {
        assert_eq!(verdict(|state| state.stacks.get_mut(&hex("4910")).unwrap().sp = 12), "sound");
        assert_eq!(verdict(|state| east(state).reinforcements = 5), "sound");
        assert_eq!(
            verdict(|state| *state.sides.get_mut(&Side::Csa).unwrap().planned.get_mut(&Theatre::East).unwrap() = 9),
            "sound"
        );
    }

    #[test]
    fn an_empty_stack_and_a_stack_at_sea_are_named() {
        assert_eq!(
            verdict(|state| state.stacks.get_mut(&hex("4910")).unwrap().sp = 0),
            "the stack in 4910 has no strength points: remove it"
        );
        let drown = |state: &mut State| {
            let stack = state.stacks.remove(&hex("4910")).unwrap();
            state.stacks.insert(hex("0137"), stack);
        };
        assert_eq!(verdict(drown), "a CSA force stands in 0137, which is sea or off the map");
    }

    #[test]
    fn c5_6_ratings_have_their_ranges() {
        let lee = |edit: fn(&mut Leader)| verdict(|state| edit(state.leaders.get_mut("Lee").unwrap()));
        assert_eq!(lee(|lee| lee.initiative = 5), "Lee's initiative 5 is not within 2 to 4");
        assert_eq!(lee(|lee| lee.tactical = 3), "Lee's tactical rating 3 is not within -2 to +2");
        assert_eq!(lee(|lee| lee.strategic = -4), "Lee's strategic rating -4 is not within -3 to +3");
        assert_eq!(lee(|lee| lee.stars = 0), "Lee has 0 stars; 1 to 3 can be");
    }

    #[test]
    fn a_leader_does_not_stand_among_the_enemy() {
        assert_eq!(
            verdict(|state| state.leaders.get_mut("Grant").unwrap().place = LeaderPlace::Map(hex("4910"))),
            "Grant (USA) stands in 4910 among the enemy"
        );
    }

    #[test]
    fn pools_and_leaders_agree_both_ways() {
        assert_eq!(
            verdict(|state| east(state).pool.clear()),
            "Heintzelman is in a pool, but accounts.usa.east.pool does not name him"
        );
        assert_eq!(
            verdict(|state| east(state).pool.push("Grant".to_owned())),
            "accounts.usa.east.pool names Grant, whose place is not that pool"
        );
        assert_eq!(
            verdict(|state| east(state).pool.push("McClellan".to_owned())),
            "accounts.usa.east.pool names McClellan twice"
        );
    }

    #[test]
    fn no_account_spends_more_than_it_has() {
        let spent = |state: &mut State| {
            state.stage = Stage::Tst2;
            *east(state) = Ledger { cp: 8, cp_spent: 9, pool: east(state).pool.clone(), ..Ledger::default() };
        };
        assert_eq!(verdict(spent), "accounts.usa.east has spent 9 CP of 8 and 0 given back");
        assert_eq!(verdict(|state| east(state).pp_spent = 1), "accounts.usa.east has spent 1 PP of 0");
    }

    #[test]
    fn the_clock_stays_inside_the_calendar() {
        assert_eq!(verdict(|state| state.turn = 0), "turn 0 is not in the calendar, which has turns 1 to 19");
        assert_eq!(verdict(|state| state.turn = 20), "sound");
        assert_eq!(verdict(|state| state.part = 3), "part 3 of 1 turns by mail cannot be");
    }

    #[test]
    fn armies_have_names_of_their_own_and_railways_lie_where_the_map_has_them() {
        let name = |state: &mut State, at: &str, army: &str| {
            state.stacks.get_mut(&hex(at)).unwrap().army = Some(army.to_owned());
        };
        let twice = |state: &mut State| {
            name(state, "4910", "Army of Virginia");
            name(state, "4913", "army of virginia");
        };
        assert_eq!(verdict(twice), "two armies of the CSA bear the same name");
        let many = |state: &mut State| {
            ["4910", "4913", "5215", "4709", "1720", "2617"].iter().for_each(|at| name(state, at, at));
        };
        assert_eq!(verdict(many), "the CSA has 6 armies; it has 5 markers");
        let rail = |state: &mut State| {
            state.rails.insert(hex("5214"), Side::Csa);
        };
        assert_eq!(verdict(rail), "rails.5214: no railway runs through that hex");
        assert_eq!(verdict(|state| east(state).rail_spent = 1), "accounts.usa.east has spent 1 rail points of 0");
    }

    #[test]
    fn every_town_of_the_map_has_its_entry_and_no_other() {
        assert_eq!(
            verdict(|state| {
                state.cities.insert("Atlantis".to_owned(), None);
            }),
            "cities.Atlantis is no town of the map"
        );
        let remove = |state: &mut State| {
            state.cities.remove("Manassas");
        };
        assert_eq!(verdict(remove), "cities.Manassas is missing");
    }
}
