//! The rule book as the house sees it: each question handed to the chapter that answers it.

use std::sync::LazyLock;

use serde_json::Value;

use base::facts::{Brief, Enclosure, Fact, Pictures};
use base::game::{Dice, SeatId, SeatSpec};
use base::order::{Filed, Remark, Topic, topics_of};
use rules::{
    About, Assigned, Context, Demo, LineReview, NameInWords, Occasion, OrderSet, Outcome, OwnFile, Question, Review,
    RuleBook, Unsound,
};

use super::item::Item;
use super::order::Order;
use super::scenario::{self, Scenario, ScenarioSource};
use super::state::{Stage, State};
use super::{
    assign, begin, commander, contradiction, distribution, grants, leaders, maps, read, seats, situation, sound,
    strategic, tactical, versions,
};

/// The Civil War 1861-65 by mail.
pub struct CivilWar;

/// Found by their folder: see `build.rs`.
pub(crate) const TEMPLATES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/templates.rs"));

static ABOUT: LazyLock<About> = LazyLock::new(|| About {
    scenarios: scenario::ids().map(str::to_owned).collect(),
    titles: scenario::titles(),
    phase_kinds: &["strategic", "tactical"],
    settings: scenario::SETTINGS.to_vec(),
    costs: &["cp", "cps"],
    topics: topics_of(read::GRAMMARS),
    templates: TEMPLATES,
    headings: &[
        "Accounts of your commanders",
        "Decided, as the next turn opens",
        "Dice and rulings",
        "Enemy in sight",
        "Given to you",
        "Known to everybody",
        "Leaders in ",
        "Leaders to decide",
        "Losses by theatre",
        "New leaders",
        "News of leaders",
        "Own forces",
        "Own ships",
        "Passing sightings",
        "Places and their hexes",
        "Railway news",
        "Saved reinforcements",
        "Seen by our ships",
        "Sent to another theatre",
        "Spent by these orders",
        "Still to be ",
        "The history of the war",
        "Wounded and prisoners",
        "Your accounts",
        "Your distribution",
        "Your orders",
    ],
    tells_seats_as_one: false,
    has_maps: true,
    sides: &[("usa", "the Union"), ("csa", "the Confederacy")],
    demo: Demo { script: include!(concat!(env!("OUT_DIR"), "/demo.rs")), turn: Some("/turn") },
    ..About::default()
});

impl RuleBook for CivilWar {
    type Scenario = Scenario;
    type State = State;
    type Order = Order;
    type Item = Item;

    const ID: &'static str = "civil-war";
    const VERSION: u32 = 2;

    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn document(&self, scenario: &str) -> Option<Value> {
        ScenarioSource::named(scenario)?.ok()?.build().ok()?.to_document().ok()
    }

    fn prepare(&self, document: &Value) -> Result<Scenario, String> {
        Scenario::from_document(document).map_err(|why| why.to_string())
    }

    fn seats(&self, scenario: &Scenario) -> Vec<SeatSpec> {
        seats::seats(scenario)
    }

    fn begin(&self, scenario: &Scenario, dice: &mut Dice) -> Outcome<State, Item> {
        begin::begin(scenario, dice)
    }

    fn binds_in_copy(&self, line: &str) -> bool {
        grants::binds_in_copy(line)
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
        read::propose::read(scenario, context, line)
    }

    fn propose(&self, scenario: &Scenario, context: &Context, words: &str) -> Vec<String> {
        read::propose::propose(scenario, context, words)
    }

    fn with_those_above(&self, scenario: &Scenario, above: &[String], line: &str) -> Option<String> {
        read::propose::with_those_above(scenario, above, line)
    }

    fn names_in(&self, scenario: &Scenario, words: &str) -> Vec<NameInWords> {
        read::propose::names_in(scenario, words)
    }

    fn word_of_seat(&self, scenario: &Scenario, seat: &SeatId) -> Option<String> {
        let accounts = seats::accounts_of(scenario, seat);
        let theatre = accounts.iter().find(|account| **account != scenario::Account::Naval)?;
        (!seats::is_supreme(scenario, seat)).then(|| read::account_word(*theatre).to_owned())
    }

    fn gives(&self, scenario: &Scenario, seat: &SeatId, topic: &Topic) -> bool {
        if seats::is_supreme(scenario, seat) {
            return topic.whose.contains("supreme");
        }
        let has_navy = || seats::accounts_of(scenario, seat).contains(&scenario::Account::Naval);
        topic.whose.contains("heatre commander") || topic.whose.contains("naval commander") && has_navy()
    }

    fn write(&self, scenario: &Scenario, order: &Order) -> String {
        read::write(scenario, order)
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
        let OwnFile { seat, lines, .. } = file;
        let (affairs, others): (Vec<_>, Vec<_>) =
            lines.iter().cloned().partition(|line| assign::is_affair(&line.section));
        if !affairs.is_empty() {
            let affairs: Vec<&Filed<Order>> = affairs.iter().collect();
            let judged = leaders::review::review(scenario, brief, seat, &affairs);
            return together(lines, judged, self.review(scenario, brief, file.with_lines(&others)));
        }
        // C2.3: the strategic phase belongs to the supreme commanders, the sub-turns to the theatre commanders.
        // C6.5: raiders are the supreme commander's, in a sub-turn.
        let is_of_raiders = lines.iter().any(|line| assign::account_of(&line.section).is_some());
        if seats::is_supreme(scenario, seat) && !is_of_raiders {
            distribution::review(scenario, brief, seat, lines)
        } else {
            tactical::review(scenario, brief, seat, lines)
        }
    }

    fn questions(
        &self,
        scenario: &Scenario,
        brief: &Brief<Item>,
        file: OwnFile<'_, Order>,
    ) -> Vec<Question<Order, Item>> {
        let mut questions = tactical::questions(scenario, brief, file.seat, file.lines);
        questions.extend(grants::questions(scenario, brief, file.lines));
        questions
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
        match state.stage {
            Stage::Strategic => strategic::play(scenario, state, orders, dice),
            Stage::Tst1 | Stage::Tst2 => tactical::play(scenario, state, orders, dice),
        }
    }

    fn appoints(&self, scenario: &Scenario, seat: &SeatId) -> Vec<SeatId> {
        seats::given_by(scenario, seat)
    }

    fn pages(
        &self,
        scenario: &Scenario,
        brief: &Brief<Item>,
        occasion: &Occasion,
        pictures: Pictures,
    ) -> Result<Vec<Enclosure>, Remark> {
        match occasion {
            Occasion::Report => Ok(maps::enclosures(scenario, brief, pictures)),
            Occasion::Overview => Ok(maps::overview(scenario, brief, pictures)),
            Occasion::Map(wish) => maps::on_demand(scenario, brief, wish, pictures),
        }
    }

    fn welcome(&self, scenario: &Scenario, _state: Option<&State>, _seat: &SeatId) -> Vec<Item> {
        vec![maps::gazette(scenario)]
    }

    fn numbers(&self, scenario: &Scenario) -> Value {
        scenario.numbers()
    }

    fn migrate(&self, version: u32, state: Value) -> Result<Value, String> {
        versions::migrate(version, state)
    }

    fn scripted_letter(
        &self,
        scenario: &Scenario,
        brief: &Brief<Item>,
        seat: &SeatId,
        whims: &mut Dice,
    ) -> Option<String> {
        let known = brief.items().to_vec();
        Some(commander::Commander::new(scenario, seat, &known, whims)?.write())
    }

    fn sound(&self, scenario: &Scenario, state: &State) -> Result<(), Unsound> {
        sound::sound(scenario, state)
    }
}

/// One review of lines that were judged apart: those about leaders, and the others.
fn together(lines: &[Filed<Order>], affairs: Vec<LineReview>, others: Review<Item>) -> Review<Item> {
    let (mut affairs, mut rest) = (affairs.into_iter(), others.lines.into_iter());
    let one = |line: &Filed<Order>| if assign::is_affair(&line.section) { affairs.next() } else { rest.next() };
    Review { lines: lines.iter().map(one).map(Option::unwrap_or_default).collect(), account: others.account }
}
