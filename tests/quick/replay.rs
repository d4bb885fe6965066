//! Random campaigns: ten turns by mail, every seat ordering from what it was told. Nothing breaks, every state is sound,
//! and the same inputs give the same game again.

use crate::support::chance::Chance;
use adjutant::board::Hex;
use adjutant::desk::turn::state_hash;
use adjutant::facts::{Brief, Fact, Viewer, brief};
use adjutant::game::{Dice, NextPhase, Secret};
use adjutant::order::Line;
use adjutant::rules::check::check;
use adjutant::rules::{Context, OrderSet, Played, Table};
use serde_json::Value;

/// Turns by mail, of three phases each.
const TURNS: usize = 10;
const LINES: usize = 14;

/// What the letter of a seat says: orders a commander might give with what he knows, and some that nobody can read.
fn letter(known: &Brief<Value>, kind: &str, chance: &mut Chance) -> String {
    let lines = (0..chance.below(LINES + 1)).map(|_| match chance.below(12) {
        0 => garbage(chance),
        _ if kind == "strategic" => division(chance),
        _ => deed(known, chance),
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn garbage(chance: &mut Chance) -> String {
    let words = [
        "",
        "PP 9999999999: move",
        "mvoe Lee >>> \u{1F600}",
        "if only",
        "attack",
        "PP 3-1: idle",
        "enter -4 at",
        "((((",
        "move 0 SP from 9999 to 0000",
    ];
    (*chance.one_of(&words).unwrap()).to_owned()
}

fn division(chance: &mut Chance) -> String {
    let mut part = || chance.below(13);
    let (east, west, trans, naval) = (part(), part(), part(), part() / 4);
    match naval {
        0 => format!("{east} discretionary to West"),
        1 => format!("shift {trans} planned reinforcements from East to West"),
        2 => format!("PP East {}%, West {}%, Trans {}%", 30 + east, 25 + west, 15 + trans),
        _ => format!("CP East {}%, West {}%, Trans {}%", 40 + east, 20 + west, 15 + trans),
    }
}

/// Towns all over the map.
const TOWNS: [&str; 16] = [
    "Washington",
    "Baltimore",
    "Richmond",
    "Manassas",
    "Winchester",
    "Norfolk",
    "Cairo",
    "Paducah",
    "Nashville",
    "Chattanooga",
    "Memphis",
    "Vicksburg",
    "Atlanta",
    "St Louis",
    "Little Rock",
    "New Orleans",
];

/// A march, an attack, an entry, a work or a rest, from the forces and towns the seat knows of.
fn deed(known: &Brief<Value>, chance: &mut Chance) -> String {
    let purses: Vec<&Value> = known.items().iter().filter(|item| item["kind"] == "Purse").collect();
    let is_own = |item: &&Value| purses.iter().any(|purse| purse["account"] == item["account"]);
    // Now and then he orders somebody else's.
    let is_bold = chance.below(8) == 0;
    let forces = known.items().iter().filter(|item| item["kind"] == "OwnForce" && (is_bold || is_own(item)));
    let forces: Vec<&Value> = forces.collect();
    let (Some(force), Some(town)) = (chance.one_of(&forces), chance.one_of(&TOWNS)) else { return String::new() };
    let at = force["hex"].as_str().unwrap();
    let near = neighbour(at, chance);
    let pulse = chance.below(12) + 1;
    let leader = force["leaders"][0]["name"].as_str();
    match (chance.below(10), leader) {
        (0, _) => format!("PP {pulse}: nothing"),
        (1 | 2, _) => format!("enter {} infantry at {}", chance.below(4) + 1, force["place"].as_str().unwrap()),
        (3, _) => format!("enter a leader at {town}"),
        (4, _) => format!("entrench at {at}"),
        (5, Some(leader)) if near.ends_with('1') => format!("move {leader} to {town}"),
        (5, Some(leader)) => format!("move {leader} to {near}"),
        (_, Some(leader)) => format!("{leader} attacks {}", attackable(known, at).unwrap_or(near)),
        (5 | 6, None) => format!("PP {pulse}-{}: move 2 SP from {at} to {near} as a stack", pulse + 1),
        (_, None) => {
            format!("move {} SP from {at} to {} one by one", chance.below(3) + 1, attackable(known, at).unwrap_or(near))
        }
    }
}

fn neighbour(at: &str, chance: &mut Chance) -> String {
    let all: Vec<Hex> = at.parse::<Hex>().unwrap().neighbours().collect();
    chance.one_of(&all).unwrap().to_string()
}

/// An enemy in sight next door.
fn attackable(known: &Brief<Value>, at: &str) -> Option<String> {
    let hex: Hex = at.parse().unwrap();
    let mut seen = known.items().iter().filter(|item| item["kind"] == "Sighted");
    let near = seen.find(|item| item["hex"].as_str().unwrap().parse::<Hex>().unwrap().distance(hex) <= 2)?;
    Some(near["hex"].as_str().unwrap().to_owned())
}

/// One phase as it was played.
struct Step {
    orders: OrderSet<Value>,
    hash: String,
}

struct Campaign {
    steps: Vec<Step>,
    orders: usize,
    battles: usize,
    turns: usize,
}

fn sheets(table: &dyn Table, known: &[Fact<Value>], phase: &NextPhase, chance: &mut Chance) -> OrderSet<Value> {
    let mut orders = OrderSet::default();
    for spec in table.seats() {
        let own = brief(Viewer::vacant(&spec.id), known);
        let text = letter(&own, &phase.kind, chance);
        let lines: Vec<Line> =
            text.lines().enumerate().map(|(at, text)| Line { number: at + 1, text: text.to_owned() }).collect();
        let mut context = Context::of_phase(Some(phase));
        let checked = check(table, &mut context, &own, &spec.id, &lines, &[]).unwrap();
        orders.sheets.insert(spec.id, checked.standing());
    }
    orders
}

fn secret(seed: u8) -> Secret {
    Secret::new([seed; 32])
}

fn begin(table: &dyn Table, seed: u8) -> Played {
    table.begin(&mut Dice::committed(&secret(seed), "0.1")).unwrap()
}

fn play(table: &dyn Table, seed: u8, number: usize, state: &Value, orders: &OrderSet<Value>) -> Played {
    table.adjudicate(state, &orders.on_file(), &mut Dice::committed(&secret(seed), &format!("{number}.1"))).unwrap()
}

fn campaign(table: &dyn Table, seed: u8) -> Campaign {
    let mut chance = Chance(u64::from(seed));
    let mut now = begin(table, seed);
    let mut campaign = Campaign { steps: Vec::new(), orders: 0, battles: 0, turns: 0 };
    for number in 1..=3 * TURNS {
        let phase = now.next.clone().expect("the war goes on");
        campaign.turns += usize::from(phase.kind == "strategic");
        let orders = sheets(table, &now.situation, &phase, &mut chance);
        now = play(table, seed, number, &now.state, &orders);
        table.sound(&now.state).unwrap();
        campaign.orders += orders.sheets.values().map(Vec::len).sum::<usize>();
        let told = adjutant::facts::told(&now.events).unwrap();
        campaign.battles += told.iter().filter(|(_, item)| item["kind"] == "Battle").count();
        campaign.steps.push(Step { orders, hash: state_hash(&now.state) });
    }
    campaign
}

fn assert_replays(table: &dyn Table, seed: u8, steps: &[Step]) {
    let mut state = begin(table, seed).state;
    for (at, step) in steps.iter().enumerate() {
        state = play(table, seed, at + 1, &state, &step.orders).state;
        assert_eq!(state_hash(&state), step.hash, "seed {seed}, phase {}", at + 1);
    }
}

fn ten_turns(seed: u8) {
    let table = adjutant::books::of_the_house().table("civil-war", "1861").unwrap();
    let campaign = campaign(table.as_ref(), seed);
    assert_eq!((campaign.turns, campaign.steps.len()), (TURNS, 3 * TURNS));
    assert!(campaign.orders > 150, "{} orders stood", campaign.orders);
    assert!(campaign.battles > 10, "{} battles were told of", campaign.battles);
    println!("seed {seed}: {} orders stood, {} battles were told of", campaign.orders, campaign.battles);
    assert_replays(table.as_ref(), seed, &campaign.steps);
}

#[test]
fn ten_random_turns_are_sound_and_replay_alike() {
    ten_turns(11);
}

#[test]
fn ten_other_random_turns_are_sound_and_replay_alike() {
    ten_turns(61);
}

#[test]
fn other_dice_make_another_game() {
    let table = adjutant::books::of_the_house().table("civil-war", "1861").unwrap();
    let [one, other] = [11, 61].map(|seed| state_hash(&begin(table.as_ref(), seed).state));
    assert_ne!(one, other);
}
