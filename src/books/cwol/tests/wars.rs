//! Wars that play themselves: each seat's player reads his report and writes his letter; two plays of a turn are one, every state
//! is sound, and nobody needs a game master.

use std::collections::BTreeMap;
use std::sync::Arc;

use base::facts::{Fact, Viewer, brief, told as told_of};
use base::game::{Dice, SeatId, Secret};
use base::order::Line;
use rules::check::check;
use rules::{Context, OrderSet, Shelf, Table};
use serde_json::Value;

use crate::CivilWarOnLine;

/// After the build turn.
const TURNS: u32 = 12;

struct War {
    table: Arc<dyn Table>,
    whims: Dice,
    state: Value,
    facts: Vec<Fact<Value>>,
    owing: Vec<SeatId>,
    turns: u32,
    /// Lines that stood, and all that were written.
    lines: (usize, usize),
}

impl War {
    fn begin(seed: u8) -> Self {
        let table = Shelf::default().with(|| CivilWarOnLine).table("cwol", "1861").unwrap();
        let secret = Secret::new([seed; 32]);
        let opened = table.begin(&mut Dice::committed(&secret, "0.1")).unwrap();
        let whims = Dice::committed(&secret, "whims");
        let facts = [opened.events, opened.situation].concat();
        let owing = opened.next.unwrap().owing.iter().cloned().collect();
        Self { table, whims, state: opened.state, facts, owing, turns: 0, lines: (0, 0) }
    }

    fn orders(&mut self) -> OrderSet<Value> {
        let mut orders = OrderSet::default();
        for seat in self.owing.clone() {
            let told = brief(Viewer::vacant(&seat), &self.facts);
            let Some(text) = self.table.scripted_letter(&told, &seat, &mut self.whims).unwrap() else { continue };
            let written = text.lines().filter(|line| !line.trim().is_empty());
            let lines: Vec<Line> =
                written.enumerate().map(|(at, text)| Line { number: at + 1, text: text.to_owned() }).collect();
            let checked = check(self.table.as_ref(), &mut Context::default(), &told, &seat, &lines, &[]).unwrap();
            let standing = checked.standing();
            self.lines = (self.lines.0 + standing.len(), self.lines.1 + lines.len());
            orders.sheets.insert(seat, standing);
        }
        orders
    }

    /// Plays a turn; whether the war goes on.
    fn play(&mut self) -> bool {
        let orders = self.orders();
        self.turns += 1;
        let secret = Secret::new([7; 32]);
        let label = format!("{}.1", self.turns);
        let (mut one, mut other) = (Dice::committed(&secret, &label), Dice::committed(&secret, &label));
        let played = self.table.adjudicate_twice(&self.state, &orders.on_file(), [&mut one, &mut other]).unwrap();
        let played = played.expect("two plays of one turn are one");
        self.table.sound(&played.state).unwrap_or_else(|why| panic!("turn {}: {why}", self.turns));
        self.facts = [played.events, played.situation].concat();
        self.state = played.state;
        self.owing = played.next.iter().flat_map(|next| next.owing.iter().cloned()).collect();
        played.next.is_some()
    }
}

#[test]
fn a_war_plays_itself_and_armies_and_ships_meet() {
    let mut war = War::begin(1);
    let mut told = BTreeMap::<String, usize>::new();
    for _ in 0..=TURNS {
        let goes_on = war.play();
        for fact in &war.facts {
            for (_, item) in told_of(std::slice::from_ref(fact)).unwrap() {
                *told.entry(item["kind"].as_str().unwrap().to_owned()).or_default() += 1;
            }
        }
        if !goes_on {
            break;
        }
    }
    let (stood, written) = war.lines;
    assert!(stood * 5 > written, "{stood} of {written} lines stood");
    for kind in ["Battle", "Fought", "Marched", "Captured"] {
        assert!(told.contains_key(kind), "no {kind} in {} turns: {told:?}", war.turns);
    }
}
