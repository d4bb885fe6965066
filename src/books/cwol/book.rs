//! The rule book as the house sees it: each question handed to the module that answers it.

use std::sync::LazyLock;

use serde_json::{Value, json};

use base::facts::{Brief, Enclosure, Fact, Pictures};
use base::game::{Dice, SeatId, SeatSpec};
use base::order::{Remark, Topic, topics_of};
use rules::{
    About, Acted, Assigned, Context, Demo, Giver, NameInWords, Occasion, OpenMatter, OrderSet, Outcome, OwnFile,
    Question, RefusedActs, Review, RuleBook, Setting, Unsound, Values,
};

use super::item::Item;
use super::office::Office;
use super::order::{Act, Order};
use super::player::Player;
use super::scenario::{DRILL, Scenario, WAR};
use super::state::State;
use super::{acts, approval, assign, enclosures, map, office, read, review, situation, sound, turn, welcome, write};

/// Civil War OnLine.
#[derive(Debug, Clone, Copy)]
pub struct CivilWarOnLine;

/// Found by their folder: see `build.rs`.
pub(crate) const TEMPLATES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/templates.rs"));

static ABOUT: LazyLock<About> = LazyLock::new(|| About {
    scenarios: vec![WAR.to_owned(), DRILL.to_owned()],
    titles: vec![
        "the war from April 1861, its finance".to_owned(),
        "a board of straight rivers and one railway, for cases and practice".to_owned(),
    ],
    phase_kinds: &["turn"],
    settings: vec![
        Setting::new(
            "battle",
            "tables.battle.by",
            Values::Words(&["house", "gm"]),
            "who decides battles on land: the formula of the house, or the game master alone",
        )
        .that_may_change(),
    ],
    costs: &["eg", "eagles", "mp", "mps"],
    topics: topics_of(read::GRAMMARS),
    templates: TEMPLATES,
    headings: &[
        "New commanders",
        "What happened",
        "A turn of",
        "As the game master rules",
        "At sea in the last turn",
        "Battles on land",
        "Bills in Congress",
        "Fights at the start of the next turn",
        "Fights on the rivers",
        "For you to do",
        "Known to everybody",
        "On the rivers in the last turn",
        "Orders of yours that were not done",
        "Seen of the enemy",
        "The enemy on the rivers",
        "Units on their way",
        "Upkeep a turn",
        "What came of orders",
        "What cities brought",
        "Your office",
    ],
    demo: Demo { script: include!(concat!(env!("OUT_DIR"), "/demo.rs")), turn: Some("/turn") },
    has_entries: true,
    has_acts: true,
    has_matters: true,
    has_maps: true,
    tells_seats_as_one: true,
    sides: &[("US", "the Union"), ("CS", "the Confederacy")],
    ..About::default()
});

/// The cities of the opening by whom they are loyal to, as a page of the rules shows them.
fn cities(scenario: &Scenario) -> Vec<Value> {
    let row = |city: &super::scenario::City| json!({ "name": scenario.city_name(&city.id), "level": city.level, "yards": city.yards, "side": city.aligned.code() });
    scenario.given.cities.iter().map(row).collect()
}

impl CivilWarOnLine {
    /// Plays the open turn as `adjudicate` does; `after` hears the name of each step when it is done, for whoever holds a clock.
    pub fn play_by_steps(
        scenario: &Scenario,
        state: &State,
        orders: &OrderSet<Order>,
        dice: &mut Dice,
        after: &mut dyn FnMut(&'static str),
    ) -> Outcome<State, Item> {
        turn::play(scenario, state, orders, dice, after)
    }
}

impl RuleBook for CivilWarOnLine {
    type Scenario = Scenario;
    type State = State;
    type Order = Order;
    type Item = Item;

    const ID: &'static str = "cwol";
    const VERSION: u32 = 1;

    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn document(&self, scenario: &str) -> Option<Value> {
        Scenario::document(scenario)
    }

    fn prepare(&self, document: &Value) -> Result<Scenario, String> {
        Scenario::prepare(document)
    }

    fn seats(&self, scenario: &Scenario) -> Vec<SeatSpec> {
        let spec = |row: &super::scenario::OfficeRow| {
            Some(SeatSpec {
                id: SeatId::parse(&row.id)?,
                title: row.title.clone(),
                side: row.side.code().to_owned(),
                stand_in: row.stand_in.as_deref().and_then(SeatId::parse),
                may_stay_vacant: row.may_stay_vacant,
            })
        };
        scenario.given.offices.iter().filter_map(spec).collect()
    }

    fn begin(&self, scenario: &Scenario, _dice: &mut Dice) -> Outcome<State, Item> {
        let state = State::opening(scenario);
        Outcome { next: Some(turn::next_phase(scenario, state.turn)), state, events: Vec::new() }
    }

    fn begins_order(&self, line: &str) -> bool {
        read::begins_order(line)
    }

    fn read(
        &self,
        scenario: &Scenario,
        context: &mut Context,
        line: &str,
    ) -> Result<(Vec<Order>, Vec<Remark>), Remark> {
        read::read(scenario, context, line)
    }

    fn propose(&self, scenario: &Scenario, context: &Context, words: &str) -> Vec<String> {
        read::propose::propose(scenario, context, words)
    }

    fn with_those_above(&self, scenario: &Scenario, above: &[String], line: &str) -> Option<String> {
        let propose = |text: &str| read::propose::propose(scenario, &Context::default(), text);
        read::propose::above::with_those_above(scenario, above, line, propose)
    }

    fn names_in(&self, scenario: &Scenario, words: &str) -> Vec<NameInWords> {
        read::propose::named::names_in(scenario, words)
    }

    fn word_of_seat(&self, _: &Scenario, seat: &SeatId) -> Option<String> {
        Some(seat.to_string())
    }

    fn gives(&self, scenario: &Scenario, seat: &SeatId, topic: &Topic) -> bool {
        scenario.office(seat.as_str()).is_some_and(|row| {
            let names: &[&str] = match row.office {
                Office::President => &["the President"],
                Office::Vice => &["Vice-President"],
                Office::Treasury => &["Treasury", "who may buy"],
                Office::War => &["War", "who commands the unit", "who may buy"],
                Office::Navy => &["Navy", "who commands the ship", "who may buy"],
                Office::Governor => &["overnor", "who may buy"],
                Office::Congressman => &["ongressm", "who may buy"],
                Office::Officer => &["who commands"],
            };
            names.iter().any(|name| topic.whose.contains(name))
        })
    }

    fn write(&self, scenario: &Scenario, order: &Order) -> String {
        write::write(scenario, order)
    }

    fn acts(&self, _scenario: &Scenario, order: &Order) -> bool {
        matches!(order.act, Act::Congress(_))
    }

    fn are_at_odds(&self, _scenario: &Scenario, earlier: &Order, later: &Order) -> bool {
        match (&earlier.act, &later.act) {
            (Act::Congress(one), Act::Congress(other)) => one.is_at_odds_with(other),
            _ => false,
        }
    }

    fn act(
        &self,
        scenario: &Scenario,
        state: &State,
        giver: &Giver,
        orders: &[Order],
        _dice: &mut Dice,
    ) -> Result<Acted<State, Item>, RefusedActs> {
        acts::act(scenario, state, giver, orders)
    }

    fn open_matters(&self, _scenario: &Scenario, brief: &Brief<Item>, seat: &SeatId) -> Vec<OpenMatter> {
        situation::congress::open_matters(brief.items(), seat)
    }

    fn assign(
        &self,
        scenario: &Scenario,
        brief: &Brief<Item>,
        seats: &[SeatId],
        orders: &[Order],
    ) -> Vec<Result<Assigned, Remark>> {
        assign::assign(scenario, brief, seats, orders)
    }

    fn review(&self, scenario: &Scenario, brief: &Brief<Item>, file: OwnFile<'_, Order>) -> Review<Item> {
        review::review(scenario, brief, file)
    }

    fn questions(
        &self,
        scenario: &Scenario,
        brief: &Brief<Item>,
        file: OwnFile<'_, Order>,
    ) -> Vec<Question<Order, Item>> {
        approval::questions(scenario, brief, file)
    }

    fn situation(&self, scenario: &Scenario, state: &State) -> Vec<Fact<Item>> {
        situation::situation(scenario, state)
    }

    fn adjudicate(
        &self,
        scenario: &Scenario,
        state: &State,
        orders: &OrderSet<Order>,
        dice: &mut Dice,
    ) -> Outcome<State, Item> {
        turn::play(scenario, state, orders, dice, &mut |_| ())
    }

    fn pages(
        &self,
        scenario: &Scenario,
        brief: &Brief<Item>,
        occasion: &Occasion,
        pictures: Pictures,
    ) -> Result<Vec<Enclosure>, Remark> {
        match occasion {
            Occasion::Report => {
                let books = enclosures::enclosures(scenario, brief, pictures);
                Ok(books.into_iter().chain(map::enclosures(scenario, brief, pictures)).collect())
            }
            Occasion::Overview => Ok(map::overview(scenario, brief, pictures)),
            Occasion::Map(wish) => map::on_demand(scenario, brief, wish, pictures),
        }
    }

    fn edited(&self, scenario: &Scenario, state: &State, path: &str) -> Result<Option<String>, String> {
        sound::within_limits(scenario, state, path)?;
        Ok(state.in_hand_after(path))
    }

    fn welcome(&self, scenario: &Scenario, state: Option<&State>, seat: &SeatId) -> Vec<Item> {
        welcome::welcome(scenario, state.map_or(0, |state| state.turn), seat).into_iter().collect()
    }

    fn numbers(&self, scenario: &Scenario) -> Value {
        json!({ "tables": scenario.tables(), "scenario_kentucky": scenario.given.kentucky, "calendar": scenario.given.calendar, "sequence": turn::SEQUENCE, "rights": office::table(), "cities": cities(scenario), "squares": map::squares::cities(scenario), "sites": map::squares::sites(scenario) })
    }

    fn scripted_letter(
        &self,
        scenario: &Scenario,
        brief: &Brief<Item>,
        seat: &SeatId,
        whims: &mut Dice,
    ) -> Option<String> {
        let known = brief.items().to_vec();
        Some(Player::new(scenario, seat, &known, whims)?.write())
    }

    fn sound(&self, scenario: &Scenario, state: &State) -> Result<(), Unsound> {
        sound::sound(scenario, state)
    }
}
