//! The rule book as the house sees it: each question handed to the chapter that answers it.

use std::sync::LazyLock;

use serde_json::Value;

use base::facts::{Brief, Enclosure, Fact, Pictures};
use base::game::{Dice, SeatId, SeatSpec};
use base::order::{Filed, Remark, topics_of};
use rules::{
    About, Acted, Assigned, Context, Demo, Giver, NameInWords, Occasion, OrderSet, Outcome, OwnFile, RefusedActs,
    Review, RuleBook, Unsound,
};

use super::calendar::Stage;
use super::item::Item;
use super::order::Order;
use super::power::Power;
use super::scenario::{BOOK, SETTINGS, Scenario};
use super::state::State;
use super::{
    assign, begin, contradiction, enclosures, knowledge, months, read, sheet, situation, sound, turn, windows,
};

/// The Economic Phase of Empires in Arms.
#[derive(Debug, Clone, Copy)]
pub struct EmpiresInArms;

/// The campaign that comes with the book.
const CAMPAIGN: &str = "1805";

/// Found by their folder: see `build.rs`.
pub(crate) const TEMPLATES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/templates.rs"));

static ABOUT: LazyLock<About> = LazyLock::new(|| About {
    scenarios: vec![CAMPAIGN.to_owned()],
    titles: vec![Scenario::embedded_title()],
    phase_kinds: &["board", "sheet", "offer", "answer", "lending", "spending", "ceding"],
    settings: SETTINGS.to_vec(),
    prices: &["pp", "political"],
    costs: &["pp", "pps", "political", "money", "ducats", "gold", "manpower", "mp", "men"],
    topics: topics_of(read::GRAMMARS),
    templates: TEMPLATES,
    headings: &[
        "Account: ",
        "Britain offers to trade",
        "Civil disorder: ",
        "Deputies may be appointed",
        "Domestic trade (",
        "Entered by the game master",
        "Formal debts paid",
        "Loans and gifts (",
        "Not carried out",
        "Not placed in time",
        "Political status (",
        "State sheet: ",
        "The final Victory Points Step",
        "To be placed this month",
        "Victory points (",
        "What these orders come to",
    ],
    demo: Demo { script: include!(concat!(env!("OUT_DIR"), "/demo.rs")), turn: None },
    // D14: notes go to any power at any time, with a copy to the game master.
    has_open_press: true,
    has_entries: true,
    has_acts: false,
    has_matters: false,
    tells_seats_as_one: false,
    has_maps: false,
    // The names of the powers are their ids.
    sides: &[],
    section_words: assign::SECTION_WORDS,
});

impl RuleBook for EmpiresInArms {
    type Scenario = Scenario;
    type State = State;
    type Order = Order;
    type Item = Item;

    const ID: &'static str = BOOK;
    const VERSION: u32 = 1;

    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn document(&self, scenario: &str) -> Option<Value> {
        if scenario != CAMPAIGN {
            return None;
        }
        Scenario::embedded().ok()?.to_document().ok()
    }

    fn prepare(&self, document: &Value) -> Result<Scenario, String> {
        Scenario::from_document(document).map_err(|why| why.to_string())
    }

    fn seats(&self, scenario: &Scenario) -> Vec<SeatSpec> {
        let has_player = |power: &Power| !scenario.campaign.is_uncontrolled(*power);
        Power::ALL.into_iter().filter(has_player).map(|power| seat(scenario, power)).collect()
    }

    fn begin(&self, scenario: &Scenario, _dice: &mut Dice) -> Outcome<State, Item> {
        begin::begin(scenario)
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

    fn names_in(&self, scenario: &Scenario, words: &str) -> Vec<NameInWords> {
        read::propose::names_in(scenario, words)
    }

    fn write(&self, scenario: &Scenario, order: &Order) -> String {
        read::write(scenario, order)
    }

    fn assign(
        &self,
        _scenario: &Scenario,
        brief: &Brief<Item>,
        seats: &[SeatId],
        orders: &[Order],
    ) -> Vec<Result<Assigned, Remark>> {
        assign::assign(&knowledge::run_by(&brief.items().to_vec()), seats, orders)
    }

    fn review(&self, scenario: &Scenario, brief: &Brief<Item>, file: OwnFile<'_, Order>) -> Review<Item> {
        windows::review(scenario, brief, file.seat, file.lines)
    }

    fn contradict(&self, _scenario: &Scenario, earlier: &Filed<Order>, later: &Filed<Order>) -> bool {
        contradiction::contradict(&earlier.order, &later.order)
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
        let (mut state, mut events) = windows::close(scenario, state.clone(), orders, dice);
        events.extend(match state.stage {
            Stage::Board => months::close_board(&mut state),
            Stage::Sheet => months::close_sheet(&mut state),
            Stage::Offer | Stage::Answer | Stage::Lending | Stage::Spending | Stage::Ceding => Vec::new(),
        });
        events.extend(turn::go_on(scenario, &mut state));
        let next = turn::next_phase(scenario, &state);
        Outcome { state, events, next }
    }

    fn line_of_row(&self, cells: &[String]) -> Option<String> {
        sheet::line_of_row(cells)
    }

    fn act(
        &self,
        scenario: &Scenario,
        state: &State,
        _giver: &Giver,
        orders: &[Order],
        _dice: &mut Dice,
    ) -> Result<Acted<State, Item>, RefusedActs> {
        sheet::act(scenario, state, orders)
    }

    fn pages(
        &self,
        scenario: &Scenario,
        brief: &Brief<Item>,
        occasion: &Occasion,
        pictures: Pictures,
    ) -> Result<Vec<Enclosure>, Remark> {
        match occasion {
            Occasion::Report => Ok(enclosures::enclosures(scenario, brief, pictures)),
            Occasion::Overview | Occasion::Map(_) => Ok(Vec::new()),
        }
    }

    fn numbers(&self, scenario: &Scenario) -> Value {
        scenario.numbers()
    }

    fn sound(&self, scenario: &Scenario, state: &State) -> Result<(), Unsound> {
        sound::sound(scenario, state)
    }
}

/// A power's seat, for one without a player has none (8.11); powers of one player are on one side (14.2.2).
fn seat(scenario: &Scenario, power: Power) -> SeatSpec {
    let side = scenario.campaign.paired_with(power).map_or(power, |other| power.min(other));
    SeatSpec {
        id: power.seat(),
        title: power.name().to_owned(),
        side: side.id().to_owned(),
        stand_in: None,
        may_stay_vacant: false,
    }
}
