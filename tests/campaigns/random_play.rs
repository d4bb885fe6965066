//! Wars at random: commanders who mean it, with orders of every kind at random among theirs. Nothing panics, every state is
//! sound, two plays are one, and strength points, command points, pulse points and leaders are conserved or accounted for.
//!
//! `RANDOM_PLAY_SECONDS=600 cargo test --release --test all -- ::random_play:: --nocapture` plays for ten minutes.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use adjutant::books::civil_war::commander::Commander;
use adjutant::books::civil_war::item::Item;
use adjutant::books::civil_war::scenario::{Scenario, Side};
use adjutant::books::civil_war::seats;
use adjutant::books::civil_war::state::{LeaderPlace, State};
use adjutant::facts::{Audience, Fact, Viewer, brief};
use adjutant::game::{Dice, SeatId, Secret};
use adjutant::order::{Line, LineStatus};
use adjutant::rules::check::check;
use adjutant::rules::{Context, OrderSet, Played, Table};
use serde::Deserialize;
use serde_json::Value;

static CAMPAIGN: LazyLock<Scenario> = LazyLock::new(|| Scenario::embedded().expect("the built-in campaign"));

/// Orders of every kind: {l} and {m} are leaders, {p} and {q} places, {n} a small number, {a} to {b} pulses.
const WILD: &[&str] = &[
    "PP {a}-{b}: move {l} to {p}",
    "{l} attacks {p}",
    "assault {p} with {l}, PP {a}-{b}",
    "move {n} SP singly from {p} to {q}",
    "{n} SP from {p} to {q} as a stack",
    "PP {a}: enter {n} infantry at {p}",
    "enter {l} at {p}",
    "enter 2 leaders at {p}",
    "entrench the force at {p}",
    "{l} digs in, PP {a}-{b}",
    "PP {a}-{b} idle",
    "hold {l}",
    "rail {l} from {p} to {q}, PP {a}-{b}",
    "PP {a}-{b}: move {n} SP by rail from {p} to {q}",
    "build a depot at {p}",
    "PP {a}: burn the depot at {p}",
    "build a fort at {p}",
    "PP {a}-{b} fortress {p}",
    "form army under {l} at {p}",
    "{l} forms an army in {p} with {m}",
    "dissolve the army of {l}",
    "PP {a}: cut the rail at {p}",
    "re-moralise {l}",
    "do not recover the force at {p}",
    "IF {l} is attacked THEN {l} withdraws",
    "If enemy at {p} then {l} reacts to {q} to intercept it",
    "IF {p} is captured THEN move {l} to {q} (reserve 3 CP, 3 PP)",
    "only attack {p} with {l} if the enemy there is small, otherwise hold",
    "IF order #1 failed THEN build a depot at {p} ELSE save {n} CP",
    "PP {a} (cavalry roll, 1 CP, else {a} to {b}): {l} raids to {p}",
    "PP {a}: {l} leaves for {p} (1 CP)",
    "I present {l} for promotion",
    "{l} is presented for relief",
    "promote {l}",
    "remove {l} from the game",
    "{l} loses a star but stays",
    "one two-star to West and the cavalry one to East",
    "put both single-stars in the Trans-Mississippi pool",
    "transfer {l} from the West to the East, here is 1 CP and 1 PP",
    "Rail: East {n}, West {n}, Trans {n}",
    "{n} discretionary points to the West",
    "shift {n} planned reinforcements from East to West",
    "DISTRIBUTE to West directly: you have {n} CP and {n} PP",
    "CP: E {n} W {n} TM {n}",
    "If {l} looks shaky go after him",
    "PP {a}-{b}: {f}'s flotilla from {p} to {q}",
    "PP {a}-{b}: sail {f} to {p}, run the forts",
    "{n} ships at {p} sail to {q}",
    "all ships at {p} to {q}, stop if you meet an enemy",
    "sail all ironclads to {p}",
    "carry {l} with {f} to {p}, PP {a}-{b}",
    "load {n} SP at {p} and land them at {q}",
    "bombard {p} with {f}",
    "recall all ships to {f}",
    "PP {a}-{b}: all new ships enter",
    "ironclad enters at {p}",
    "raider to sea from {p}",
    "hunt the raiders",
    "move {n} SP from {p} by sea to {q}",
    "new ships enter at {p}",
    "ironclad to West at {p}",
    "ironclad to East at {p}",
    "{n} naval CP to East",
    "PP {a}: enter {f} at {p}",
    "ORDERS Naval TST 1",
    "what do you think of {l}?",
];

struct War {
    table: Arc<dyn Table>,
    whims: Dice,
    state: Value,
    facts: Vec<Fact<Value>>,
    phases: usize,
    /// Lines that stood, and all lines.
    lines: (usize, usize),
}

/// What is left at the end of a phase, by side: strength points on the map and those that wait.
fn strength(state: &State, side: Side) -> u32 {
    state.stacks.values().filter(|stack| stack.side == side).map(|stack| stack.sp).sum()
}

fn items(facts: &[Fact<Value>], viewer: Viewer) -> Vec<Item> {
    let told = brief(viewer, facts);
    told.items().iter().map(|item| Item::deserialize(item).expect("an item")).collect()
}

/// Everything that was told, each item with the side it was told to; none when it was told to both.
fn by_side(facts: &[Fact<Value>]) -> Vec<(Option<Side>, Item)> {
    let told = adjutant::facts::told(facts).expect("facts");
    let side = |audience: &Audience| match audience {
        Audience::Seats(seats) => seats.iter().next().and_then(|seat| seats::side_of(&CAMPAIGN, seat)),
        _ => None,
    };
    told.iter().map(|(to, item)| (side(to), Item::deserialize(item).expect("an item"))).collect()
}

impl War {
    fn begin(seed: u64) -> Self {
        let table = adjutant::books::of_the_house().table("civil-war", "1861").expect("the book");
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_be_bytes());
        let secret = Secret::new(key);
        let opened = table.begin(&mut Dice::committed(&secret, "0.1")).expect("an opening");
        let facts = [opened.events, opened.situation].concat();
        let whims = Dice::committed(&secret, "whims");
        Self { table, whims, state: opened.state, facts, phases: 0, lines: (0, 0) }
    }

    fn throw(&mut self, sides: usize) -> usize {
        self.whims.roll("wild", u32::try_from(sides).expect("a small number")) as usize
    }

    fn some_leader(&mut self) -> String {
        let names: Vec<&str> = CAMPAIGN.roster.leaders().map(|(_, leader)| leader.name.as_str()).collect();
        let at = self.whims.roll("wild", u32::try_from(names.len()).expect("few")) as usize - 1;
        names[at].to_owned()
    }

    fn some_place(&mut self) -> String {
        let names: Vec<&str> = CAMPAIGN.map.cities().map(|(_, city)| city.name.as_str()).collect();
        let at = self.whims.roll("wild", u32::try_from(names.len()).expect("few")) as usize - 1;
        names[at].to_owned()
    }

    fn wild_line(&mut self) -> String {
        let at = self.throw(WILD.len()) - 1;
        let first = self.throw(12);
        let last = first + self.throw(4) - 1;
        let mut line = WILD[at].replace("{a}", &first.to_string()).replace("{b}", &last.to_string());
        for mark in ["{l}", "{m}"] {
            let name = self.some_leader();
            line = line.replace(mark, &name);
        }
        let captains = ["Foote", "Farragut", "D. Porter", "Buchanan"];
        let captain = captains[self.throw(captains.len()) - 1];
        line = line.replace("{f}", captain);
        for mark in ["{p}", "{q}"] {
            let name = self.some_place();
            line = line.replace(mark, &name);
        }
        let number = self.throw(6);
        line.replace("{n}", &number.to_string())
    }

    /// The lines of a seat: what its commander writes, and wild ones among them.
    fn letter(&mut self, seat: &SeatId) -> Vec<Line> {
        let known = items(&self.facts, Viewer::vacant(seat));
        let text =
            Commander::new(&CAMPAIGN, seat, &known, &mut self.whims).map(|mut it| it.write()).unwrap_or_default();
        let mut lines: Vec<String> = text.lines().filter(|line| !line.trim().is_empty()).map(str::to_owned).collect();
        for _ in 0..self.throw(6) {
            let at = self.throw(lines.len() + 1) - 1;
            let line = self.wild_line();
            lines.insert(at, line);
        }
        lines.into_iter().enumerate().map(|(at, text)| Line { number: at + 1, text }).collect()
    }

    fn orders(&mut self) -> OrderSet<Value> {
        let mut orders = OrderSet::default();
        for spec in self.table.seats() {
            let lines = self.letter(&spec.id);
            let told = brief(Viewer::vacant(&spec.id), &self.facts);
            let checked =
                check(self.table.as_ref(), &mut Context::default(), &told, &spec.id, &lines, &[]).expect("a check");
            for line in &checked.lines {
                let is_told = line.status() <= LineStatus::Accepted
                    || line.status() == LineStatus::Chatter
                    || line.all_remarks().any(|remark| !remark.message.is_empty());
                assert!(is_told, "{}: refused without a word", line.text);
            }
            let standing = checked.standing();
            self.lines = (self.lines.0 + standing.len(), self.lines.1 + lines.len());
            orders.sheets.insert(spec.id, standing);
        }
        orders
    }

    /// Plays a phase, and holds what came of it against what was before. Tells whether the war goes on.
    fn play(&mut self) -> bool {
        let orders = self.orders();
        self.phases += 1;
        let secret = Secret::new([u8::try_from(self.phases % 250).expect("small"); 32]);
        let label = format!("{}.1", self.phases);
        let (mut one, mut other) = (Dice::committed(&secret, &label), Dice::committed(&secret, &label));
        let played =
            self.table.adjudicate_twice(&self.state, &orders.on_file(), [&mut one, &mut other]).expect("a phase");
        let played = played.expect("two plays of one phase are one");
        self.table.sound(&played.state).unwrap_or_else(|why| panic!("phase {}: {why}", self.phases));
        self.account(&played);
        let goes_on = played.next.is_some();
        self.facts = [played.events, played.situation].concat();
        self.state = played.state;
        goes_on
    }

    fn account(&self, played: &Played) {
        let before: State = serde_json::from_value(self.state.clone()).expect("a state");
        let after: State = serde_json::from_value(played.state.clone()).expect("a state");
        let told = by_side(&played.events);
        for side in Side::BOTH {
            let (entered, lost) = (entered(&told, side), lost(&told, side));
            if strength(&before, side) + entered != strength(&after, side) + lost {
                told.iter().for_each(|(_, item)| println!("{item:?}"));
                println!("BEFORE {:?}\nAFTER {:?}", before.stacks, after.stacks);
            }
            assert_eq!(
                strength(&before, side) + entered,
                strength(&after, side) + lost,
                "phase {}: {side} had {} SP, {entered} entered, {lost} were lost",
                self.phases,
                strength(&before, side)
            );
        }
        for side in Side::BOTH {
            let (came, sunk) = (commissioned(&before, &after, side), sunk(&told, side));
            assert_eq!(
                ships(&before, side) + came,
                ships(&after, side) + sunk,
                "phase {}: {side} had {} ships, {came} came, {sunk} were lost",
                self.phases,
                ships(&before, side)
            );
        }
        assert_eq!(before.leaders.keys().collect::<Vec<_>>(), after.leaders.keys().collect::<Vec<_>>());
        let mut places: BTreeMap<String, usize> = BTreeMap::new();
        for ledger in after.accounts.values().flat_map(BTreeMap::values) {
            ledger.pool.iter().for_each(|name| *places.entry(name.clone()).or_default() += 1);
            assert!(ledger.cp_spent <= ledger.cp + ledger.refunded && ledger.pp_spent <= ledger.pp);
        }
        for (name, leader) in &after.leaders {
            let in_pools = usize::from(matches!(leader.place, LeaderPlace::Pool(_)));
            assert_eq!(places.get(name).copied().unwrap_or(0), in_pools, "{name} is in one place");
        }
    }
}

fn entered(told: &[(Option<Side>, Item)], of: Side) -> u32 {
    let entered = |item: &Item| if let Item::Entered { sp, .. } = item { *sp } else { 0 };
    told.iter().filter(|(side, _)| *side == Some(of)).map(|(_, item)| entered(item)).sum()
}

fn lost(told: &[(Option<Side>, Item)], of: Side) -> u32 {
    let lost = |item: &Item| match item {
        Item::Battle { own_losses, .. } => *own_losses,
        Item::Drowned { sp_lost, .. } => *sp_lost,
        Item::Recovery { sp_lost, .. } | Item::Attrition { sp_lost, .. } => *sp_lost,
        _ => 0,
    };
    told.iter().filter(|(side, _)| *side == Some(of)).map(|(_, item)| lost(item)).sum()
}

/// Ships of a side, on the map and waiting, raiders at sea included.
fn ships(state: &State, side: Side) -> u32 {
    let afloat: u32 = state.fleets.values().filter(|fleet| fleet.side == side).map(|fleet| fleet.count()).sum();
    let navy = &state.sides[&side].navy;
    afloat + navy.ships + navy.ironclads + navy.allotted.len() as u32 + navy.raiders + navy.raiding
}

/// What the calendar brings as a turn by mail opens.
fn commissioned(before: &State, after: &State, side: Side) -> u32 {
    if (before.turn, before.part) == (after.turn, after.part) || after.ended.is_some() {
        return 0;
    }
    let share = |total: u32| adjutant::books::civil_war::resources::share_of_part(total, after.part, after.parts);
    let rows = &CAMPAIGN.reinforcements;
    match side {
        Side::Usa => rows.usa(after.turn).map_or(0, |row| share(row.ships)),
        Side::Csa => rows.csa(after.turn).map_or(0, |row| share(row.ironclads) + share(row.raiders)),
    }
}

/// What was lost in fights and to forts, as the side itself was told, and raiders that were caught.
fn sunk(told: &[(Option<Side>, Item)], of: Side) -> u32 {
    let lost = told.iter().map(|(side, item)| match item {
        Item::SeaFight { own_losses, .. } if *side == Some(of) => *own_losses,
        Item::FortRound { is_fleet: true, ships_lost, .. } if *side == Some(of) => *ships_lost,
        Item::RaiderNews { is_caught: true, .. } if of == Side::Csa => 1,
        _ => 0,
    });
    lost.sum()
}

fn seconds() -> u64 {
    std::env::var("RANDOM_PLAY_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(20)
}

#[test]
fn wars_at_random_keep_their_books() {
    let until = Instant::now() + Duration::from_secs(seconds());
    let (mut wars, mut phases, mut lines) = (0_u64, 0, (0, 0));
    while Instant::now() < until {
        wars += 1;
        let mut war = War::begin(wars);
        while war.play() && Instant::now() < until {}
        phases += war.phases;
        lines = (lines.0 + war.lines.0, lines.1 + war.lines.1);
    }
    println!("{wars} wars, {phases} phases, {} lines of which {} stood", lines.1, lines.0);
    assert!(phases > 0 && lines.0 > 0);
}
