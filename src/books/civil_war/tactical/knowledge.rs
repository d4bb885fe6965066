//! What is known when the orders of one side are judged: built from a brief for a receipt, from the state for play.
//! So the same rules judge both, and a receipt can tell nothing that its reader was not told.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

use base::facts::Brief;
use board::Hex;

use super::super::item::{Item, LeaderCard};
use super::super::naval::NavalAffairs;
use super::super::scenario::{Account, Scenario, Side, Theatre};
use super::super::state::{Fleet, Leader, LeaderPlace, Ledger, Stage, State, Works};
use super::super::supply::Supply;
use super::super::{sight, territory};
use super::field::{Batch, Field, Posted, Rank, Tread, Troops};
use super::naval::lending::Lent;

/// What one side knows.
#[derive(Debug, Clone)]
pub struct Knowledge {
    /// Whose knowledge it is.
    pub side: Side,
    /// The phase; `None` when no game is known.
    pub stage: Option<Stage>,
    /// One's own troops and leaders; shared, for every line is judged by a copy of them.
    pub field: Arc<Field>,
    /// The accounts one may see.
    pub ledgers: BTreeMap<Account, Ledger>,
    /// Leaders waiting in those accounts.
    pub pooled: BTreeMap<String, (Account, Rank)>,
    /// A state of which only the holders of towns and railways, works and the places of ships are set, as far as known.
    pub towns: Arc<State>,
    /// Where enemies are in sight.
    pub seen: BTreeSet<Hex>,
    /// Own leaders whom the supreme commander sends to another theatre.
    pub shifts: BTreeMap<String, Theatre>,
    /// Own leaders about whom something may be presented, and whose command they are of.
    pub cases: BTreeMap<String, Account>,
    /// Where own troops were told to be out of supply.
    pub cut_off: Arc<BTreeSet<Hex>>,
    /// Ships that wait, forts that were met, raiders: as far as they are known.
    pub navy: NavalAffairs,
    /// Points that the fleet lent with ships to each theatre (C6.2); `None` while its orders are secret.
    pub loans: Option<BTreeMap<Theatre, Lent>>,
    /// One's own supply by this knowledge, charted when it is first asked for.
    pub supply: Arc<OnceLock<Supply>>,
}

impl Knowledge {
    /// What a brief tells. Drawn once for one side: assigning and reviewing the orders of a letter ask the same brief.
    pub fn of_brief(scenario: &Scenario, side: Side, brief: &Brief<Item>) -> Arc<Self> {
        brief.conclude(|known: &Self| known.side == side, || Self::drawn_from(scenario, side, brief))
    }

    fn drawn_from(scenario: &Scenario, side: Side, brief: &Brief<Item>) -> Self {
        let mut known = Self::nothing(side);
        brief.items().iter().for_each(|item| known.learn(scenario, item));
        let mut pools: Vec<_> = brief.items().iter().filter_map(pooled).collect();
        pools.sort_by_key(|(account, order, _)| (*account, *order));
        for (account, _, card) in pools {
            known.pooled.insert(card.name.clone(), (account, rank_of(card)));
            known.ledgers.entry(account).or_default().pool.push(card.name.clone());
        }
        known
    }

    /// What a side truly has and sees.
    pub fn of_state(scenario: &Scenario, state: &State, side: Side) -> Self {
        let mut known = Self::nothing(side);
        known.stage = Some(state.stage);
        known.loans = Some(BTreeMap::new());
        let field = Arc::make_mut(&mut known.field);
        *field = field_of(scenario, state);
        field.troops.retain(|_, troops| troops.side == side);
        field.leaders.retain(|_, leader| leader.side == side);
        field.ships.retain(|_, squadron| squadron.side == side);
        field.captains.retain(|_, captain| captain.side == side);
        known.ledgers = state.accounts.get(&side).cloned().unwrap_or_default();
        known.learn_places(state);
        super::naval::knowing::learn_forts(&mut known, scenario, state);
        let supply = Supply::of_state(scenario, state, side);
        let own = state.stacks.iter().filter(|(_, stack)| stack.side == side).map(|(hex, _)| *hex);
        known.cut_off = Arc::new(own.filter(|hex| !supply.reaches(*hex)).collect());
        known.seen = sight::sighted(scenario, state, side).into_iter().collect();
        if let Some(own) = state.sides.get(&side) {
            let shifts = own.leaders.shifts.iter().map(|shift| (shift.leader.clone(), shift.to));
            known.shifts = shifts.collect();
            known.cases = own.leaders.cases.iter().map(|case| (case.leader.clone(), case.account)).collect();
        }
        for (name, leader) in state.leaders.iter().filter(|(_, leader)| leader.side == side) {
            if let LeaderPlace::Pool(account) = leader.place {
                known.pooled.insert(name.clone(), (account, rank(leader)));
            }
        }
        known
    }

    /// What an account may use of what the fleet lent; `None` while that is secret.
    pub fn lent_to(&self, account: Account) -> Option<Lent> {
        let loans = self.loans.as_ref()?;
        Some(account.theatre().and_then(|theatre| loans.get(&theatre).copied()).unwrap_or_default())
    }

    /// Whether there is no game to know anything of.
    pub fn is_blank(&self) -> bool {
        self.stage.is_none()
    }

    fn nothing(side: Side) -> Self {
        Self {
            side,
            stage: None,
            field: Arc::default(),
            ledgers: BTreeMap::new(),
            pooled: BTreeMap::new(),
            towns: Arc::new(no_state()),
            seen: BTreeSet::new(),
            shifts: BTreeMap::new(),
            cases: BTreeMap::new(),
            cut_off: Arc::default(),
            navy: NavalAffairs::default(),
            loans: None,
            supply: Arc::default(),
        }
    }

    fn learn(&mut self, scenario: &Scenario, item: &Item) {
        match item {
            Item::Calendar { stage, .. } => {
                self.stage = Some(*stage);
                // A town that no item speaks of is held by the side at home there.
                let at_home =
                    scenario.map.cities().map(|(_, city)| (city.name.clone(), territory::home_of(scenario, city)));
                let towns = Arc::make_mut(&mut self.towns);
                let told = std::mem::replace(&mut towns.cities, at_home.collect());
                towns.cities.extend(told);
            }
            Item::City { name, holder, .. } => {
                Arc::make_mut(&mut self.towns).cities.insert(name.clone(), *holder);
            }
            Item::Sighted { hex, .. } => {
                self.seen.insert(*hex);
            }
            Item::Purse { account, cp, pp, cp_spent, pp_spent, refunded, reinforcements, .. } => {
                let ledger = self.ledgers.entry(*account).or_default();
                (ledger.cp, ledger.pp) = (*cp, *pp);
                (ledger.cp_spent, ledger.pp_spent) = (*cp_spent, *pp_spent);
                (ledger.refunded, ledger.reinforcements) = (*refunded, *reinforcements);
            }
            Item::RailPurse { account, points, spent } => {
                let ledger = self.ledgers.entry(*account).or_default();
                (ledger.rail, ledger.rail_spent) = (*points, *spent);
            }
            Item::RailHeld { hex, holder, .. } => {
                Arc::make_mut(&mut self.towns).rails.insert(*hex, *holder);
            }
            Item::OwnWorks { hex, has_fort, has_fortress, has_depot, .. } => {
                let (side, has_fort, has_fortress, has_depot) = (self.side, *has_fort, *has_fortress, *has_depot);
                let works = Works { side, has_fort, has_fortress, has_depot };
                Arc::make_mut(&mut self.towns).works.insert(*hex, works);
            }
            Item::Fortress { side, hex, .. } if *side != self.side => {
                Arc::make_mut(&mut self.towns).works.insert(*hex, fortress_of(*side));
            }
            Item::Ships { .. }
            | Item::OwnFleet { .. }
            | Item::FortSeen { .. }
            | Item::NewShips { .. }
            | Item::IroncladWaits { .. }
            | Item::NewIronclads { .. }
            | Item::Raiders { .. }
            | Item::SeaPurse { .. } => self.learn_of_ships(scenario, item),
            Item::OwnForce { leaders, hex, account, is_cut_off, .. } => {
                self.learn_force(item);
                if *is_cut_off {
                    Arc::make_mut(&mut self.cut_off).insert(*hex);
                }
                for card in leaders {
                    let posted = post(self.side, *hex, rank_of(card), *account);
                    Arc::make_mut(&mut self.field).leaders.insert(card.name.clone(), posted);
                }
            }
            Item::ShiftOrdered { leader, to, .. } => {
                self.shifts.insert(leader.clone(), *to);
            }
            Item::LeaderCase { leader, account, .. } => {
                self.cases.insert(leader.clone(), *account);
            }
            _ => {}
        }
    }

    /// What a side knows of places: all holders, its own works, enemy fortresses, and where ships lie.
    fn learn_places(&mut self, state: &State) {
        let side = self.side;
        let towns = Arc::make_mut(&mut self.towns);
        (towns.cities, towns.rails) = (state.cities.clone(), state.rails.clone());
        for (hex, works) in &state.works {
            if works.side == side {
                towns.works.insert(*hex, works.clone());
            } else if works.has_fortress {
                towns.works.insert(*hex, fortress_of(works.side));
            }
        }
        let ships = state.fleets.iter().filter(|(_, fleet)| !fleet.is_empty());
        towns.fleets.extend(ships.map(|(water, fleet)| (*water, some_ships(fleet.side))));
        self.navy = super::naval::knowing::of_state(state, side);
    }

    fn learn_force(&mut self, item: &Item) {
        let Item::OwnForce { hex, account, sp: sp @ 1.., is_demoralised, demoralised_sp, is_entrenched, army, .. } =
            item
        else {
            return;
        };
        let demoralised = if *is_demoralised { demoralised_sp.unwrap_or(*sp) } else { 0 };
        let troops = Troops {
            side: self.side,
            batches: standing(*sp, demoralised, *account),
            is_entrenched: *is_entrenched,
            army: army.clone(),
        };
        Arc::make_mut(&mut self.field).troops.insert(*hex, troops);
    }
}

/// A fortress as the other side knows it.
fn fortress_of(side: Side) -> Works {
    Works { side, has_fort: false, has_fortress: true, has_depot: false }
}

/// Ships of unknown number and kind.
pub(super) fn some_ships(side: Side) -> Fleet {
    Fleet { side, river: 1, ocean: 0, ironclads: 0 }
}

fn pooled(item: &Item) -> Option<(Account, u32, &LeaderCard)> {
    match item {
        Item::Pooled { account, order, leader } => Some((*account, *order, leader)),
        _ => None,
    }
}

/// All troops and leaders of a state at the start of a sub-turn.
pub fn field_of(scenario: &Scenario, state: &State) -> Field {
    let mut field = Field::default();
    for (hex, stack) in &state.stacks {
        let troops = Troops {
            side: stack.side,
            batches: standing(stack.sp, stack.demoralised, account_at(scenario, *hex)),
            is_entrenched: stack.is_entrenched,
            army: stack.army.clone(),
        };
        field.troops.insert(*hex, troops);
    }
    for (name, leader) in &state.leaders {
        if let LeaderPlace::Map(hex) = leader.place {
            let posted = post(leader.side, hex, rank(leader), account_at(scenario, hex));
            field.leaders.insert(name.clone(), posted);
        }
    }
    super::naval::squadron::launch(state, &mut field);
    field
}

/// The account whose commander orders what stands in a hex (D1).
pub fn account_at(scenario: &Scenario, hex: Hex) -> Account {
    scenario.map.theatre(hex).map_or(Account::East, Account::from)
}

/// The town in a hex, or its number and the nearest town.
pub fn place(scenario: &Scenario, hex: Hex) -> String {
    territory::place(scenario, hex)
}

/// Points that have not marched in this sub-turn.
pub fn fresh(sp: u32, home: Account) -> Batch {
    Batch { sp, tread: Tread::default(), is_loose: false, is_demoralised: false, home }
}

/// The points of a force that has not marched in this sub-turn, so many of which are demoralised (D16).
fn standing(sp: u32, demoralised: u32, home: Account) -> Vec<Batch> {
    let shaken = Batch { is_demoralised: true, ..fresh(demoralised.min(sp), home) };
    let batches = [fresh(sp - shaken.sp, home), shaken];
    batches.into_iter().filter(|batch| batch.sp > 0).collect()
}

/// A leader who has not marched in this sub-turn.
pub fn post(side: Side, hex: Hex, rank: Rank, home: Account) -> Posted {
    Posted { side, hex, rank, tread: Tread::default(), home }
}

/// What a leader of the state is.
pub fn rank(leader: &Leader) -> Rank {
    Rank {
        stars: leader.stars,
        arm: leader.arm,
        initiative: leader.initiative,
        tactical: leader.tactical,
        strategic: leader.strategic,
        seniority: leader.seniority,
    }
}

/// What a leader is, by what his side is told.
pub(super) fn rank_of(card: &LeaderCard) -> Rank {
    Rank {
        stars: card.stars,
        arm: card.arm,
        initiative: card.initiative,
        tactical: card.tactical,
        strategic: card.strategic,
        seniority: card.seniority,
    }
}

fn no_state() -> State {
    State {
        turn: 1,
        part: 1,
        parts: 1,
        stage: Stage::Tst1,
        sides: BTreeMap::new(),
        accounts: BTreeMap::new(),
        stacks: BTreeMap::new(),
        leaders: BTreeMap::new(),
        works: BTreeMap::new(),
        fleets: BTreeMap::new(),
        cities: BTreeMap::new(),
        rails: BTreeMap::new(),
        direct_approval: None,
        ended: None,
        annals: Vec::new(),
    }
}
