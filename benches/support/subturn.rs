//! A sub-turn as busy as one can be: 60 leaders and 200 strength points on the map of 1861, and 150 lines of every kind,
//! each of which stands by what its commander is told.

use std::collections::BTreeMap;

use adjutant::board::Hex;
use adjutant::books::civil_war::scenario::{Account, City, Scenario, Side};
use adjutant::books::civil_war::state::{LeaderPlace, Ledger, Stack, State};
use adjutant::books::civil_war::{seats, territory};
use adjutant::desk::GameRecord;
use adjutant::facts::Viewer;
use adjutant::game::SeatId;
use adjutant::order::{Line, Sheet};
use adjutant::rules::Context;
use adjutant::rules::check::check;

use super::NOW;

/// Leaders on the map; whoever is left over waits in a pool.
pub const LEADERS: usize = 60;
/// Strength points on the map, both sides together.
pub const STRENGTH: u32 = 200;
/// Order lines, all sheets together.
pub const LINES: usize = 150;

const LAND: [Account; 3] = [Account::East, Account::West, Account::Trans];

/// Kinds of lines, by turns.
const KINDS: [Kind; 13] = [
    Kind::March,
    Kind::Enter,
    Kind::Entrench,
    Kind::Single,
    Kind::Condition,
    Kind::Rail,
    Kind::Attack,
    Kind::Fort,
    Kind::Depot,
    Kind::Stack,
    Kind::Army,
    Kind::Idle,
    Kind::Hold,
];

/// What a line asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    March,
    Attack,
    Single,
    Stack,
    Enter,
    Entrench,
    Fort,
    Depot,
    Rail,
    Army,
    Condition,
    Idle,
    Hold,
}

/// A sub-turn with its orders on file, and how many lines of each kind there are.
pub struct SubTurn {
    pub game: GameRecord,
    pub kinds: BTreeMap<Kind, usize>,
}

impl SubTurn {
    /// Made of a campaign at its first sub-turn.
    pub fn of(mut game: GameRecord, scenario: &Scenario) -> Self {
        let mut state: State = serde_json::from_value((*game.state).clone()).expect("a state");
        crowd(scenario, &mut state);
        let value = serde_json::to_value(&state).expect("JSON");
        game.table.sound(&value).expect("a sound state");
        game.facts = std::sync::Arc::new(game.table.situation(&value).expect("facts").into());
        game.state = std::sync::Arc::new(value);
        let mut kinds = BTreeMap::new();
        let owing = game.phase.as_ref().expect("a phase").plan.owing.clone();
        for seat in owing {
            let lines = Desk { game: &game, scenario, state: &state, seat: &seat }.write(&mut kinds);
            let sheet = Sheet { revision: 1, arrived: NOW, lines: checked(&game, &seat, &lines).standing() };
            assert_eq!(sheet.lines.len(), lines.len(), "each line of {seat} stands");
            game.sheets.insert(seat, sheet.into());
        }
        Self { game, kinds }
    }

    /// Order lines on file.
    pub fn lines(&self) -> usize {
        self.game.sheets.values().map(|sheet| sheet.lines.len()).sum()
    }

    /// Leaders and strength points on the map.
    pub fn forces(&self) -> (usize, u32) {
        let state: State = serde_json::from_value((*self.game.state).clone()).expect("a state");
        let posted = state.leaders.values().filter(|leader| matches!(leader.place, LeaderPlace::Map(_)));
        (posted.count(), state.stacks.values().map(|stack| stack.sp).sum())
    }
}

/// Posts leaders and troops in the towns that each side holds, and fills the purses.
fn crowd(scenario: &Scenario, state: &mut State) {
    let leaders: Vec<(String, Side)> = state.leaders.iter().map(|(name, it)| (name.clone(), it.side)).collect();
    let mut posted = state.leaders.values().filter(|leader| matches!(leader.place, LeaderPlace::Map(_))).count();
    let towns = |side: Side| -> Vec<Hex> {
        let held = scenario.map.cities().map(|(_, city)| city);
        let held = held.filter(|city| territory::holder(state, city) == Some(side) && scenario.map.is_land(city.hex));
        held.map(|city| city.hex).collect()
    };
    let towns: BTreeMap<Side, Vec<Hex>> = Side::BOTH.map(|side| (side, towns(side))).into();
    for (nth, (name, side)) in leaders.iter().enumerate() {
        let leader = state.leaders.get_mut(name).expect("a leader");
        if matches!(leader.place, LeaderPlace::Map(_)) || posted == LEADERS {
            continue;
        }
        leader.place = LeaderPlace::Map(towns[side][nth % towns[side].len()]);
        posted += 1;
        state.accounts.values_mut().flat_map(BTreeMap::values_mut).for_each(|it| it.pool.retain(|other| other != name));
    }
    muster(state);
    let mut strength: u32 = state.stacks.values().map(|stack| stack.sp).sum();
    let mut round = Side::BOTH.into_iter().flat_map(|side| towns[&side].iter().map(move |hex| (side, *hex))).cycle();
    while strength < STRENGTH {
        let (side, hex) = round.next().expect("a town");
        let fresh = Stack { side, sp: 0, demoralised: 0, is_entrenched: false, army: None };
        state.stacks.entry(hex).or_insert(fresh).sp += 1;
        strength += 1;
    }
    for ledger in LAND.iter().flat_map(|account| Side::BOTH.map(|side| (side, account))) {
        let ledger = state.accounts.get_mut(&ledger.0).and_then(|own| own.get_mut(ledger.1)).expect("an account");
        let pool = std::mem::take(&mut ledger.pool);
        *ledger = Ledger { cp: 120, pp: 200, reinforcements: 20, rail: 20, pool, ..Ledger::default() };
    }
}

/// Whoever may form an army has troops enough for one (D18).
fn muster(state: &mut State) {
    let chiefs = state.leaders.values().filter(|leader| leader.stars == 3);
    let posts = chiefs.filter_map(|leader| match leader.place {
        LeaderPlace::Map(hex) => Some((hex, leader.side)),
        _ => None,
    });
    for (hex, side) in posts {
        let fresh = Stack { side, sp: 0, demoralised: 0, is_entrenched: false, army: None };
        let stack = state.stacks.entry(hex).or_insert(fresh);
        stack.sp = stack.sp.max(6);
    }
}

fn checked(game: &GameRecord, seat: &SeatId, lines: &[String]) -> adjutant::rules::check::Checked {
    let told = game.facts.brief(Viewer::vacant(seat));
    let lines: Vec<Line> =
        lines.iter().enumerate().map(|(at, text)| Line { number: at + 1, text: text.clone() }).collect();
    check(game.table.as_ref(), &mut Context::default(), &told, seat, &lines, &[]).expect("a check")
}

/// A commander who writes lines of all kinds by turns, as many as he is to.
struct Desk<'a> {
    game: &'a GameRecord,
    scenario: &'a Scenario,
    state: &'a State,
    seat: &'a SeatId,
}

impl Desk<'_> {
    fn write(&self, kinds: &mut BTreeMap<Kind, usize>) -> Vec<String> {
        let mut lines = Vec::new();
        for account in seats::accounts_of(self.scenario, self.seat).into_iter().filter(|it| LAND.contains(it)) {
            let mut open: Vec<(Kind, Vec<String>)> =
                KINDS.iter().map(|kind| (*kind, self.candidates(account, *kind))).collect();
            let mut left = LINES / (2 * LAND.len());
            while left > 0 {
                let before = left;
                for (kind, candidates) in &mut open {
                    if left > 0 && self.take(&mut lines, candidates) {
                        *kinds.entry(*kind).or_default() += 1;
                        left -= 1;
                    }
                }
                assert!(left < before, "{account} has no more to order");
            }
        }
        lines
    }

    /// Puts the next candidate that stands below the lines, with its pulses.
    fn take(&self, lines: &mut Vec<String>, candidates: &mut Vec<String>) -> bool {
        while let Some(candidate) = candidates.pop() {
            lines.push(candidate.clone());
            let judged = checked(self.game, self.seat, lines);
            let last = judged.lines.last().expect("a line");
            if let [order] = last.orders.as_slice()
                && judged.lines.iter().all(|line| line.orders.iter().all(|order| order.stands()))
            {
                let pulses = order.note.split(", ").next().filter(|note| note.starts_with("PP"));
                if let Some(pulses) = pulses.filter(|_| !candidate.starts_with("IF")) {
                    *lines.last_mut().expect("a line") = format!("{pulses}: {candidate}");
                }
                return true;
            }
            lines.pop();
        }
        false
    }

    /// What might be ordered of this kind, the last first.
    fn candidates(&self, account: Account, kind: Kind) -> Vec<String> {
        let side = seats::side_of(self.scenario, self.seat).expect("a side");
        let own = |hex: &Hex| self.scenario.map.theatre(*hex).map(Account::from) == Some(account);
        let forces: Vec<(&Hex, &Stack)> =
            self.state.stacks.iter().filter(|(hex, stack)| stack.side == side && own(hex)).collect();
        let towns: Vec<&City> = forces.iter().filter_map(|(hex, _)| self.scenario.map.city_at(**hex)).collect();
        let per_force = forces.iter().enumerate().flat_map(|(nth, (hex, stack))| {
            let leaders = self.state.leaders.iter().filter(|(_, it)| it.place == LeaderPlace::Map(**hex));
            let leaders: Vec<&str> = leaders.map(|(name, _)| name.as_str()).collect();
            let town = towns.get((nth + 3) % towns.len().max(1)).map_or("Nowhere", |city| city.name.as_str());
            self.of_force(kind, **hex, (stack.sp, side), &leaders, town)
        });
        per_force.collect()
    }

    fn of_force(&self, kind: Kind, at: Hex, (sp, side): (u32, Side), leaders: &[&str], town: &str) -> Vec<String> {
        let here = self.scenario.map.city_at(at).map_or(at.to_string(), |city| city.name.clone());
        let near: Vec<Hex> = self.scenario.map.neighbours(at).filter(|hex| self.scenario.map.is_land(*hex)).collect();
        let enemy = |hex: &&Hex| self.state.stacks.get(hex).is_some_and(|stack| stack.side != side);
        let led = |words: &dyn Fn(&str) -> String| leaders.iter().map(|name| words(name)).collect::<Vec<_>>();
        let aside = near.iter().filter(|hex| !enemy(hex)).nth(usize::from(at.row()) % 3);
        let to = |words: &dyn Fn(&Hex) -> String| aside.map(words).into_iter().collect::<Vec<_>>();
        match kind {
            Kind::March => aside.map_or_else(Vec::new, |hex| led(&|name| format!("move {name} to {hex}"))),
            Kind::Attack => {
                near.iter().filter(enemy).flat_map(|hex| led(&|name| format!("{name} attacks {hex}"))).collect()
            }
            Kind::Single => to(&|hex| format!("move 1 SP from {here} to {hex}")),
            Kind::Stack if sp > 1 => to(&|hex| format!("move 2 SP from {here} to {hex} as a stack")),
            Kind::Enter => vec![format!("enter 1 infantry at {here}")],
            Kind::Entrench => vec![format!("entrench the force at {here}")],
            Kind::Fort => vec![format!("build a fort at {here}")],
            Kind::Depot => vec![format!("build a depot at {here}")],
            Kind::Rail => vec![format!("move 1 SP by rail from {here} to {town}")],
            Kind::Army if sp > 5 => led(&|name| format!("form army under {name} at {here}")),
            Kind::Condition => to(&|hex| {
                format!("IF an enemy is adjacent to {here} THEN move 1 SP from {here} to {hex} (reserve 1 CP, 1 PP)")
            }),
            Kind::Idle => vec!["idle".to_owned()],
            Kind::Hold => led(&|name| format!("hold {name}")),
            Kind::Stack | Kind::Army => Vec::new(),
        }
    }
}
