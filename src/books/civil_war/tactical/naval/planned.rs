//! Who sails when an order names ships, by which way, and what it costs (C3.12, C6.6, D22): for receipts and play alike.

use std::collections::BTreeSet;

use board::paths::{self, Cost};

use super::super::super::naval::chart::{self, ShipKind};
use super::super::super::naval::order::{FleetRef, Haven};
use super::super::super::naval::{Water, zone};
use super::super::super::order::Place;
use super::super::super::scenario::{Account, Scenario, Side, Theatre};
use super::super::course::Course;
use super::super::field::Field;
use super::super::knowledge::{Knowledge, place};
use super::super::muster::rested;
use super::super::play::{Engine, Spot};
use super::super::reason::{self, Reason};
use super::super::schedule::Slot;
use super::deed::{Cargo, Goal, NavalDeed, Voyage};
use super::lending;
use super::squadron::{Group, count};
use super::troops;

/// What an order to ships is judged by.
#[derive(Clone, Copy)]
pub struct Bridge<'a> {
    pub scenario: &'a Scenario,
    pub field: &'a Field,
    pub side: Side,
    pub account: Account,
}

/// The ships that an order names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Company {
    /// Where they lie.
    pub water: Water,
    /// Leaders who go, seniors first.
    pub captains: Vec<String>,
    /// Which kind, when it was said.
    pub kind: Option<ShipKind>,
    /// How many.
    pub count: u32,
    /// Command points (D22).
    pub cp: u32,
    /// To whom they are lent who is to order them (C6.2).
    pub lent: Option<Theatre>,
}

impl Company {
    /// Whether ships in its water are of the kind and command that it means.
    pub fn means(&self, group: &Group) -> bool {
        self.kind.is_none_or(|kind| kind == group.kind) && self.lent == group.lent
    }
}

/// Why there is no way for ships.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoRoute {
    /// So many waters, of which this one could be reached.
    TooFar(Cost, Water),
    /// A fort stands in the way.
    Barred,
    /// No water leads there.
    Closed,
}

impl Bridge<'_> {
    /// The ships meant.
    pub fn company(&self, fleet: &FleetRef) -> Result<Company, Reason> {
        let (water, captains) = match &fleet.leader {
            Some(name) => {
                let captain = self.field.captains.get(name).filter(|captain| captain.side == self.side);
                let captain = captain.ok_or_else(|| no_captain(name))?;
                if !self.obey(captain.water, captain.lent) {
                    return Err(self.disobey(&format!("The ships under {name}"), captain.lent));
                }
                (captain.water, vec![name.clone()])
            }
            None => (self.lying(fleet)?, Vec::new()),
        };
        self.commands(water, fleet.kind)?;
        let there = self.matching(water, fleet.kind);
        let count = fleet.count.unwrap_or(there);
        if count > there || there == 0 {
            return Err(self.too_few(water, fleet.kind, (there, count)));
        }
        // Ships that go without being counted take their leader along.
        let is_whole = fleet.count.is_none() && fleet.kind.is_none();
        let mut captains = if captains.is_empty() && is_whole { self.captains_at(water) } else { captains };
        let leader = captains.first().and_then(|name| self.field.captains.get(name));
        let unled = count.saturating_mul(self.scenario.tables.naval.unled_cp_per_nsp);
        let cp = leader.map_or(unled, |captain| captain.rank.initiative);
        // D22: nobody stays on the water without a ship, whoever commands him and whoever leads.
        if count == self.groups(water, None).map(|group| group.count).sum::<u32>() {
            let left = self.field.captains_at(self.side, water).into_iter().filter(|name| !captains.contains(name));
            captains.extend(left.collect::<Vec<_>>());
        }
        Ok(Company { water, captains, kind: fleet.kind, count, cp, lent: self.borrower() })
    }

    fn too_few(&self, water: Water, kind: Option<ShipKind>, (there, count): (u32, u32)) -> Reason {
        let reason = Reason::new("D22", format!("You have {} there, not {count}.", ships(there)));
        let name = chart::name(self.scenario, water);
        match (self.groups(water, kind).any(|group| !self.obey(water, group.lent)), self.borrower()) {
            (false, _) => reason.hint(format!("They lie at {name}.")),
            (true, Some(_)) => reason.hint(format!("No more of those at {name} were lent to you.")).rule("C6.2"),
            (true, None) => reason.hint(format!("Others at {name} are lent in this sub-turn.")).rule("C6.2"),
        }
    }

    /// Leaders in a water who obey, seniors first.
    fn captains_at(&self, water: Water) -> Vec<String> {
        let mut here = self.field.captains_at(self.side, water);
        here.retain(|name| self.field.captains.get(name).is_some_and(|captain| self.obey(water, captain.lent)));
        here
    }

    fn matching(&self, water: Water, kind: Option<ShipKind>) -> u32 {
        self.groups(water, kind).filter(|group| self.obey(water, group.lent)).map(|group| group.count).sum()
    }

    /// Ships of one's own side in a water, whoever commands them.
    fn groups(&self, water: Water, kind: Option<ShipKind>) -> impl Iterator<Item = &Group> {
        let squadron = self.field.squadron(self.side, water);
        let groups = squadron.into_iter().flat_map(|squadron| &squadron.groups);
        groups.filter(move |group| kind.is_none_or(|kind| kind == group.kind))
    }

    /// Where the ships lie that are meant without a leader: at the place named, else the only ones there are.
    fn lying(&self, fleet: &FleetRef) -> Result<Water, Reason> {
        let own = self.field.ships.iter().filter(|(_, squadron)| squadron.side == self.side);
        let fit = own.map(|(water, _)| *water).filter(|water| self.groups(*water, fleet.kind).next().is_some());
        let mut fit: Vec<Water> = match &fleet.at {
            Some(haven) => {
                let goal = goal_of(haven)?;
                fit.filter(|water| is_at(self.scenario, goal, *water)).collect()
            }
            None => fit.filter(|water| self.matching(*water, fleet.kind) > 0).collect(),
        };
        // Of several waters at one place those with ships enough, the most ships first.
        fit.sort_by_key(|water| (std::cmp::Reverse(self.matching(*water, fleet.kind)), *water));
        match (fit.as_slice(), &fleet.at) {
            ([], None) if self.borrower().is_some() => Err(lending::none_lent()),
            ([], None) => Err(Reason::new("D22", "You have no such ships.")),
            ([], Some(haven)) => {
                Err(Reason::new("D22", format!("You have no such ships at {}.", haven_words(self.scenario, haven))))
            }
            ([only, ..], Some(_)) => Ok(*only),
            ([only], None) => Ok(*only),
            (several, None) => {
                let names: Vec<String> = several.iter().map(|water| chart::name(self.scenario, *water)).collect();
                Err(Reason::new("D9", "It is not said which ships are meant.")
                    .hint(format!("Add `at` and where they lie: {}.", names.join(", "))))
            }
        }
    }

    /// Whether ships or leaders of one's own side in a water obey this account: those lent obey the borrower, all others who
    /// commands there (C6.1, C6.2).
    pub fn obey(&self, water: Water, lent: Option<Theatre>) -> bool {
        let is_commander = || zone::command_of(self.scenario, self.side, water) == self.account;
        lent == self.borrower() && (lent.is_some() || is_commander())
    }

    /// The theatre whose commander orders ships of the fleet, if it is not the fleet's own.
    fn borrower(&self) -> Option<Theatre> {
        lending::borrower(self.side, self.account)
    }

    fn commands(&self, water: Water, kind: Option<ShipKind>) -> Result<(), Reason> {
        if self.matching(water, kind) > 0 {
            return Ok(());
        }
        match self.groups(water, kind).next() {
            Some(group) => {
                Err(self.disobey(&format!("The ships at {}", chart::name(self.scenario, water)), group.lent))
            }
            None => Ok(()),
        }
    }

    fn disobey(&self, who: &str, lent: Option<Theatre>) -> Reason {
        match (self.borrower(), lent) {
            (Some(_), _) => lending::not_lent(who),
            (None, Some(theatre)) => lending::is_lent(who, theatre),
            (None, None) => Reason::new("C6.1", format!("{who} are under another command.")),
        }
    }

    /// Whether somebody with this history may set out: at most twice, with a gap (C3.12); as for troops.
    pub fn is_rested(&self, group: &Group, cp: u32, first: u32) -> bool {
        rested(&self.scenario.tables.movement, group.tread, cp, first).is_ok()
    }

    /// The kinds of the ships that would go.
    pub fn kinds(&self, company: &Company) -> BTreeSet<ShipKind> {
        let groups = self.groups(company.water, company.kind);
        groups.filter(|group| group.lent == company.lent).map(|group| group.kind).collect()
    }

    /// The way of some kinds of ships from a water by all goals; `is_barred` are waters under guns that are not run.
    pub fn route(
        &self,
        from: Water,
        kinds: &BTreeSet<ShipKind>,
        goals: &[Goal],
        is_barred: &dyn Fn(Water) -> bool,
    ) -> Result<Vec<Water>, NoRoute> {
        let budget = self.scenario.tables.naval.move_locations;
        if let Some(route) = self.through(from, kinds, goals, is_barred, budget) {
            return Ok(route);
        }
        if let Some(longer) = self.through(from, kinds, goals, is_barred, Cost::MAX) {
            let reach = longer.get(budget as usize).copied().unwrap_or(from);
            return Err(NoRoute::TooFar(longer.len() as Cost - 1, reach));
        }
        let is_there = self.through(from, kinds, goals, &|_| false, Cost::MAX).is_some();
        Err(if is_there { NoRoute::Barred } else { NoRoute::Closed })
    }

    fn through(
        &self,
        from: Water,
        kinds: &BTreeSet<ShipKind>,
        goals: &[Goal],
        is_barred: &dyn Fn(Water) -> bool,
        budget: Cost,
    ) -> Option<Vec<Water>> {
        let (mut route, mut left) = (vec![from], budget);
        for goal in goals {
            let at = *route.last()?;
            let whole = self.scenario.tables.naval.move_locations;
            let steps = |water: Water| {
                let next = chart::neighbours(self.scenario, water).into_iter();
                let is_open = |next: &Water| kinds.iter().all(|kind| chart::may_lie(self.scenario, *kind, *next));
                let next = next.filter(|next| is_open(next) && !is_barred(*next)).map(|next| (next, 1));
                // D22: the passage round Florida is a whole move, begun where it opens.
                let passage =
                    chart::passage(self.scenario, water).filter(|_| water == from && !kinds.contains(&ShipKind::River));
                next.chain(passage.map(|other| (other, whole))).collect::<Vec<_>>()
            };
            let leg = paths::nearest(at, left, |water| is_at(self.scenario, *goal, water), steps)?;
            left = left.saturating_sub(leg.cost);
            route.extend(leg.nodes.into_iter().skip(1));
        }
        Some(route)
    }
}

/// Whether a water is where one wants to go.
pub fn is_at(scenario: &Scenario, goal: Goal, water: Water) -> bool {
    match goal {
        Goal::At(hex) => chart::touches(scenario, water, hex),
        Goal::To(wanted) => wanted == water,
    }
}

/// The goal that a place names.
pub fn goal_of(haven: &Haven) -> Result<Goal, Reason> {
    match (&haven.place, haven.bank) {
        (Place::Known(hex), None) => Ok(Goal::At(*hex)),
        (Place::Known(hex), Some(bank)) if hex.distance(bank) == 1 => Ok(Goal::To(Water::between(*hex, bank))),
        (Place::Known(hex), Some(bank)) => {
            Err(Reason::new("D22", format!("{hex} and {bank} share no side.")).hint("Name two neighbouring hexes."))
        }
        (Place::Unknown(words), _) => Err(reason::unknown_place(words)),
    }
}

/// A place of ships in a sentence.
pub fn haven_words(scenario: &Scenario, haven: &Haven) -> String {
    match (&haven.place, haven.bank) {
        (Place::Known(hex), None) => place(scenario, *hex),
        (Place::Known(hex), Some(bank)) => Water::between(*hex, bank).to_string(),
        (Place::Unknown(words), _) => words.clone(),
    }
}

/// "1 ship", "3 ships".
pub fn ships(count: u32) -> String {
    match count {
        0 => "no such ships".to_owned(),
        1 => "1 ship".to_owned(),
        _ => format!("{count} ships"),
    }
}

fn no_captain(name: &str) -> Reason {
    Reason::new("C6.1", format!("You have no ships under {name} that you know of."))
}

/// Carries out a deed by own knowledge, as if no enemy were in the way.
pub fn perform(
    scenario: &Scenario,
    known: &Knowledge,
    course: &mut Course,
    deed: &NavalDeed,
    slot: Slot,
) -> Result<(), Reason> {
    match deed {
        NavalDeed::Sail(voyage) => sail(scenario, known, course, voyage, slot),
        NavalDeed::Cross(crossing) => troops::cross(scenario, known, course, crossing, slot),
        NavalDeed::EnterShips => {
            let navy = std::sync::Arc::make_mut(&mut course.navy);
            let open = super::entry::may_enter_ships(scenario, &course.towns, known.side, navy)?;
            let ships = std::mem::take(&mut navy.ships);
            for entering in super::entry::shares(scenario, ships, &open) {
                super::entry::commission_as_planned(scenario, course, known.side, entering);
            }
            Ok(())
        }
        NavalDeed::EnterIronclad { at } => {
            let navy = std::sync::Arc::make_mut(&mut course.navy);
            let next =
                super::entry::may_enter_ironclad(scenario, &course.towns, known.side, course.account, navy, *at)?;
            let hex = navy.allotted.remove(next).at;
            super::entry::commission_as_planned(scenario, course, known.side, (hex, ShipKind::Ironclad, 1));
            Ok(())
        }
        NavalDeed::Raid { at, .. } => {
            let navy = std::sync::Arc::make_mut(&mut course.navy);
            super::entry::may_raid(scenario, &course.towns, known.side, navy, *at)?;
            navy.raiders -= 1;
            Ok(())
        }
        NavalDeed::Hunt => super::entry::may_hunt(known.side, &course.navy),
        NavalDeed::Bombard { fleet, at, .. } => {
            let bridge = Bridge { scenario, field: &course.field, side: known.side, account: course.account };
            super::forts::may_bombard(&bridge, &course.towns, fleet, *at).map(drop)
        }
        NavalDeed::Recall { leader } => super::recall::gather(scenario, known, course, leader, slot),
        // It counts from before the first pulse on.
        NavalDeed::Lend(_) => Ok(()),
    }
}

fn sail(
    scenario: &Scenario,
    known: &Knowledge,
    course: &mut Course,
    voyage: &Voyage,
    slot: Slot,
) -> Result<(), Reason> {
    let bridge = Bridge { scenario, field: &course.field, side: known.side, account: course.account };
    let towns = &course.towns;
    let (company, route) =
        prepare(&bridge, voyage, slot.first, &|water| zone::is_under_guns(towns, known.side, water))?;
    if let Some(Cargo { force, to }) = &voyage.cargo {
        let carried = troops::meant(&bridge, force, &company, slot.first)?;
        troops::land_as_planned(scenario, known, course, &carried, *to, slot.last);
    }
    let field = std::sync::Arc::make_mut(&mut course.field);
    let end = *route.last().unwrap_or(&company.water);
    set_out(field, scenario, &company, voyage.cp, slot, |field, groups| field.dock(known.side, end, groups));
    for name in &company.captains {
        if let Some(captain) = field.captains.get_mut(name) {
            (captain.water, captain.tread.last) = (end, slot.last);
            captain.tread.moves += 1;
        }
    }
    Ok(())
}

/// Takes the ships that go out of their water and hands them on with one more move behind them.
pub fn set_out(
    field: &mut Field,
    scenario: &Scenario,
    company: &Company,
    cp: u32,
    slot: Slot,
    hand_on: impl FnOnce(&mut Field, Vec<Group>),
) {
    let movement = &scenario.tables.movement;
    let may_go = |group: &Group| company.means(group) && rested(movement, group.tread, cp, slot.first).is_ok();
    let mut groups = field.cast_off(company.water, company.count, may_go);
    for group in &mut groups {
        group.tread.moves += 1;
        group.tread.last = slot.last;
    }
    hand_on(field, groups);
}

/// A move in full: who goes, and by which way. `is_shut` are waters under guns that are known.
pub fn prepare(
    bridge: &Bridge,
    voyage: &Voyage,
    first: u32,
    is_shut: &dyn Fn(Water) -> bool,
) -> Result<(Company, Vec<Water>), Reason> {
    let mut company = bridge.company(&voyage.fleet)?;
    if company.cp > voyage.cp {
        let text = format!("This move would now cost {} CP; {} were paid.", company.cp, voyage.cp);
        return Err(Reason::new("D9", text));
    }
    let fit: Vec<Group> = bridge
        .field
        .squadron(bridge.side, company.water)
        .into_iter()
        .flat_map(|squadron| squadron.groups.iter().copied())
        .filter(|group| company.means(group))
        .filter(|group| bridge.is_rested(group, voyage.cp, first))
        .collect();
    let are_tired = |name: &String| {
        let captain = bridge.field.captains.get(name);
        captain.is_some_and(|it| rested(&bridge.scenario.tables.movement, it.tread, voyage.cp, first).is_err())
    };
    let tired = company.captains.iter().find(|name| are_tired(name));
    if count(&fit) == 0 || tired.is_some() {
        let at = chart::name(bridge.scenario, company.water);
        let text = match tired {
            Some(name) if count(&fit) > 0 => {
                format!("{name}, who would go along from {at}, has moved and cannot move again so soon.")
            }
            _ => format!("The ships at {at} have moved and cannot move again so soon."),
        };
        return Err(Reason::new("C3.12", text)
            .hint("Ships move twice in a sub-turn at most, with twice the points of the second move between.")
            .rule("D11"));
    }
    company.count = company.count.min(count(&fit));
    let kinds = bridge.kinds(&company);
    let is_barred = |water: Water| !voyage.runs && is_shut(water);
    let route = bridge.route(company.water, &kinds, &voyage.goals, &is_barred);
    let route = route.map_err(|why| bridge.no_route(why, voyage, &kinds))?;
    if route.len() < 2 && voyage.cargo.is_none() {
        let text = format!("The ships lie at {} already.", chart::name(bridge.scenario, company.water));
        return Err(Reason::new("D22", text));
    }
    Ok((company, route))
}

impl Bridge<'_> {
    fn no_route(&self, why: NoRoute, voyage: &Voyage, kinds: &BTreeSet<ShipKind>) -> Reason {
        let goal = match voyage.goals.last() {
            Some(Goal::At(hex)) => place(self.scenario, *hex),
            Some(Goal::To(water)) => chart::name(self.scenario, *water),
            None => "there".to_owned(),
        };
        match why {
            NoRoute::TooFar(needed, reach) => {
                let most = self.scenario.tables.naval.move_locations;
                let text = format!("{goal} is {needed} waters away; ships go {most} in a move.");
                Reason::new("D22", text)
                    .hint(format!("On that way they could reach {}.", chart::name(self.scenario, reach)))
            }
            NoRoute::Barred => Reason::new("C4.5", format!("An enemy fort bars the way to {goal}."))
                .hint("Add `run the fort` to go past it, or bombard it first.")
                .rule("D22"),
            NoRoute::Closed if kinds.contains(&ShipKind::Ocean) => {
                Reason::new("C6.6", format!("No water that ocean ships may sail leads to {goal}."))
                    .hint("On the Mississippi they come as far as Memphis.")
            }
            NoRoute::Closed => Reason::new("D22", format!("No water that these ships may sail leads to {goal}.")),
        }
    }
}

/// The initiative of a deed in a tie (D10).
pub fn initiative(engine: &Engine, at: usize, deed: &NavalDeed) -> Option<u32> {
    let act = &engine.acts[at];
    let bridge = Bridge { scenario: engine.scenario, field: &engine.field, side: act.side, account: act.account };
    let fleet = match deed {
        NavalDeed::Sail(voyage) => &voyage.fleet,
        NavalDeed::Bombard { fleet, .. } => fleet,
        _ => return None,
    };
    let company = bridge.company(fleet).ok()?;
    let captain = company.captains.first().and_then(|name| engine.field.captains.get(name))?;
    Some(captain.rank.initiative)
}

/// The places a deed enters, and all it touches.
pub fn touched(engine: &Engine, at: usize, deed: &NavalDeed) -> (BTreeSet<Spot>, BTreeSet<Spot>) {
    let act = &engine.acts[at];
    let bridge = Bridge { scenario: engine.scenario, field: &engine.field, side: act.side, account: act.account };
    let none = (BTreeSet::new(), BTreeSet::new());
    match deed {
        NavalDeed::Sail(voyage) => {
            let guns = engine.known_guns(act.side);
            let is_shut = |water: Water| water.banks().any(|bank| guns.contains(&bank));
            let Ok((company, route)) = prepare(&bridge, voyage, act.slot.first, &is_shut) else { return none };
            let landing = voyage.cargo.iter().map(|cargo| Spot::Hex(cargo.to));
            let entered: BTreeSet<Spot> = route.iter().skip(1).copied().map(Spot::Water).chain(landing).collect();
            let mut all = entered.clone();
            all.insert(Spot::Water(company.water));
            (entered, all)
        }
        NavalDeed::Cross(crossing) => {
            (BTreeSet::from([Spot::Hex(crossing.to)]), BTreeSet::from([Spot::Hex(crossing.to)]))
        }
        NavalDeed::Bombard { fleet, at, .. } => {
            let own = bridge.company(fleet).ok().map(|company| Spot::Water(company.water));
            (BTreeSet::from([Spot::Hex(*at)]), own.into_iter().chain([Spot::Hex(*at)]).collect())
        }
        _ => none,
    }
}
