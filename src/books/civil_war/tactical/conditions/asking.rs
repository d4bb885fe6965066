//! Conditions that only the game master can judge (C3.14, D25): readings he may choose from, made of the words and of what
//! their writer knows.

use base::facts::Brief;
use base::game::SeatId;
use base::order::{Filed, Meaning};
use board::Hex;
use rules::Question;

use super::super::super::condition::{
    Asked, Attackers, Clause, Compare, Condition, Conditional, Fate, Moment, Near, Reserve, Spot, Test,
};
use super::super::super::item::{Item, Reading};
use super::super::super::order::{Act, ForceRef, Order, Place};
use super::super::super::scenario::{Account, Scenario, Side, SizeClass};
use super::super::super::{assign, read, seats};
use super::super::course::Course;
use super::super::draft::Deed;
use super::super::knowledge::{Knowledge, place};
use super::planning;

const SILENCE: &str = "Without a ruling in time it counts as false, and what you keep for it stays unspent.";
/// The reading of a condition that names nothing to be tested.
const TRUE: &str = "the condition counts as true from the first pulse on";
/// The first pulse.
const FIRST: u32 = 1;
/// Most forces and enemies that a question names.
const MOST_NAMED: usize = 12;
/// Hexes within which an enemy stands near something.
const CLOSE: u32 = 2;

/// What the game master is asked about the lines of one seat.
pub fn questions(
    scenario: &Scenario,
    brief: &Brief<Item>,
    seat: &SeatId,
    lines: &[Filed<Order>],
) -> Vec<Question<Order, Item>> {
    let is_open = |filed: &Filed<Order>| matches!(&filed.order.act, Act::Asked(asked) if !asked.is_ignored);
    if !lines.iter().any(is_open) {
        return Vec::new();
    }
    let side = seats::side_of(scenario, seat).unwrap_or(Side::Usa);
    let known = Knowledge::of_brief(scenario, side, brief);
    let open = lines.iter().enumerate().filter(|(_, filed)| is_open(filed));
    open.filter_map(|(line, filed)| {
        let Act::Asked(asked) = &filed.order.act else { return None };
        let account = assign::account_of(&filed.section)?;
        let asker = Asker { scenario, known: &known, account, asked };
        let readings = asker.readings();
        let about = vec![asker.item(&readings)];
        Some(Question { line, readings, about, silence: SILENCE.to_owned() })
    })
    .collect()
}

struct Asker<'a> {
    scenario: &'a Scenario,
    known: &'a Knowledge,
    account: Account,
    asked: &'a Asked,
}

impl Asker<'_> {
    /// A and B as orders that can be judged, and what counts for nothing.
    fn readings(&self) -> Vec<Meaning<Order>> {
        let mut readings: Vec<Meaning<Order>> = Vec::new();
        for (name, waiting) in ["A", "B"].into_iter().zip(self.proposed()) {
            let is_always = waiting.condition.any == [[always()]];
            let order = Order::new(Act::If(Box::new(waiting)));
            let words = if is_always { TRUE.to_owned() } else { read::write(self.scenario, &order) };
            readings.push(Meaning { name: name.to_owned(), order, words });
        }
        let ignored = Asked { is_ignored: true, ..self.asked.clone() };
        readings.push(Meaning {
            name: "IGNORE".to_owned(),
            order: Order::new(Act::Asked(Box::new(ignored))),
            words: "the condition counts as false".to_owned(),
        });
        readings
    }

    fn proposed(&self) -> Vec<Conditional> {
        let (acts, tests) = match self.asked.then.first() {
            Some(first) => (self.asked.then.clone(), self.tests(first)),
            None => match self.pursuit() {
                Some(pursuit) => pursuit,
                None => return Vec::new(),
            },
        };
        // From when on it counts as true is said of the whole condition, "unless" and all.
        let is_not = |clause: &Clause| self.is_contrary() && !matches!(clause.test, Test::Clock { .. });
        let waiting = |clause: Clause| Conditional {
            condition: Condition { is_not: is_not(&clause), any: vec![vec![clause]] },
            moment: Moment::Any,
            by: None,
            then: acts.clone(),
            otherwise: Vec::new(),
            reserve: self.asked.reserve,
        };
        tests.into_iter().map(waiting).collect()
    }

    /// "Unless": what the condition says must not be so.
    fn is_contrary(&self) -> bool {
        let words = self.asked.words.to_ascii_lowercase();
        words.starts_with("unless ") || words.contains(" unless ")
    }

    /// What the words may ask about: a place they name, a force of the writer's, or the force that is to act.
    fn tests(&self, first: &Act) -> Vec<Clause> {
        let clause = |is_not: bool, test: Test| Clause { is_not, test };
        let enemy = |sizes: Vec<SizeClass>, near: Near, spot: Spot| Test::Enemy { sizes, near, spot, comes: false };
        let (places, leaders) = read::names_in(self.scenario, &self.condition_words());
        if let Some(hex) = places.first() {
            let spot = || Spot::Place(Place::Known(*hex));
            return vec![
                clause(false, enemy(Vec::new(), Near::At, spot())),
                clause(true, enemy(Vec::new(), Near::At, spot())),
            ];
        }
        let own = leaders.into_iter().find(|name| self.known.field.leaders.contains_key(name)).map(ForceRef::Leader);
        if let Some(force) = own {
            let attacked = Test::Force { force: force.clone(), fate: Fate::Attacked(Attackers::default()) };
            let near = enemy(Vec::new(), Near::Within(CLOSE), Spot::Force(force));
            return vec![clause(false, attacked), clause(false, near)];
        }
        match force_of(first) {
            Some(ForceRef::Leader(name) | ForceRef::LeaderWith { name, .. }) => {
                let spot = || Spot::Force(ForceRef::Leader(name.clone()));
                let small = vec![SizeClass::Small];
                vec![
                    clause(false, enemy(Vec::new(), Near::Within(CLOSE), spot())),
                    clause(false, enemy(small, Near::Within(CLOSE), spot())),
                ]
            }
            _ => {
                let middle = self.known.ledgers.get(&self.account).map_or(1, |ledger| ledger.pp / 4).max(FIRST + 1);
                vec![always(), clause(false, from_pulse(middle))]
            }
        }
    }

    /// The words of the line without those of its acts, as far as they can be told apart.
    fn condition_words(&self) -> String {
        let words = &self.asked.words;
        let lower = words.to_ascii_lowercase();
        let starts = ["if ", "when ", "as soon as ", "once ", "unless "];
        let is_leading = starts.iter().any(|start| lower.starts_with(start));
        let cut = [lower.find(" then "), lower.find(',')].into_iter().flatten().min();
        match (is_leading, cut) {
            (true, Some(at)) => words[..at].to_owned(),
            (true, None) => words.clone(),
            (false, _) => {
                let at = [" if ", " unless ", " when ", " once ", " as soon as "]
                    .iter()
                    .filter_map(|word| lower.rfind(word))
                    .max();
                at.map_or_else(|| words.clone(), |at| words[at..].to_owned())
            }
        }
    }

    /// "Go after him": the own force that is nearest to an enemy in sight, or the one that is named, attacks that enemy.
    fn pursuit(&self) -> Option<(Vec<Act>, Vec<Clause>)> {
        let (_, named) = read::names_in(self.scenario, &self.asked.words);
        let own = self.known.field.leaders.iter().filter(|(_, leader)| leader.home == self.account);
        let own = own.filter(|(_, leader)| self.known.field.has_troops(self.known.side, leader.hex));
        let own = own.filter(|(name, _)| {
            !named.iter().any(|other| self.known.field.leaders.contains_key(other)) || named.contains(name)
        });
        let pairs = own
            .flat_map(|(name, leader)| self.known.seen.iter().map(move |hex| (leader.hex.distance(*hex), *hex, name)));
        let (_, target, name) = pairs.min()?;
        let force = ForceRef::Leader(name.clone());
        let to = Some(Place::Known(target));
        let act = Act::Move { force, to, via: Vec::new(), manner: None, is_attack: true };
        let test = |sizes: Vec<SizeClass>| Clause {
            is_not: false,
            test: Test::Enemy { sizes, near: Near::At, spot: Spot::Place(Place::Known(target)), comes: false },
        };
        Some((vec![act], vec![test(Vec::new()), test(vec![SizeClass::Small])]))
    }

    fn item(&self, readings: &[Meaning<Order>]) -> Item {
        let reserve = self.reserve();
        let own: Vec<Hex> = self
            .known
            .field
            .troops
            .iter()
            .filter(|(_, troops)| {
                troops.side == self.known.side && troops.batches.iter().any(|batch| batch.home == self.account)
            })
            .map(|(hex, _)| *hex)
            .collect();
        let force = |hex: &Hex| {
            let leaders = self.known.field.leaders_at(self.known.side, *hex).join(", ");
            let under = if leaders.is_empty() { String::new() } else { format!(" under {leaders}") };
            format!("{}: {} SP{under}", place(self.scenario, *hex), self.known.field.sp(self.known.side, *hex))
        };
        let mut near: Vec<Hex> = self.known.seen.iter().copied().collect();
        near.sort_by_key(|hex| (own.iter().map(|other| other.distance(*hex)).min().unwrap_or(u32::MAX), *hex));
        Item::Question {
            account: self.account,
            words: self.asked.words.clone(),
            cp: reserve.cp,
            pp: reserve.pp.unwrap_or(0),
            readings: readings.iter().map(|it| Reading { name: it.name.clone(), words: it.words.clone() }).collect(),
            forces: own.iter().take(MOST_NAMED).map(force).collect(),
            enemies: near.iter().take(MOST_NAMED).map(|hex| place(self.scenario, *hex)).collect(),
        }
    }

    fn reserve(&self) -> Reserve {
        let course = Course::start(self.scenario, self.known, self.account);
        let sheet = planning::PlannedLines { orders: &[], numbers: &[], own: 0, stands: &[] };
        let draft = planning::plan_asked(self.scenario, self.known, &course, self.asked, &sheet);
        match draft.map(|draft| draft.deed) {
            Ok(Deed::Wait(kept)) => Reserve { cp: kept.cp, pp: Some(kept.pp) },
            _ => Reserve::default(),
        }
    }
}

fn from_pulse(pulse: u32) -> Test {
    Test::Clock { compare: Compare::AtLeast, pulse }
}

/// What is so from the first pulse on.
fn always() -> Clause {
    Clause { is_not: false, test: from_pulse(FIRST) }
}

fn force_of(act: &Act) -> Option<&ForceRef> {
    match act {
        Act::Move { force, .. } | Act::Ride { force, .. } | Act::Entrench { force } | Act::Hold { force } => {
            Some(force)
        }
        _ => None,
    }
}
