//! What the giver of orders could know is wrong with them, and what they come to: the receipt (D13). Sees a brief, never the
//! state. What only the board of a later window can tell is said, not refused.

use std::collections::{BTreeMap, BTreeSet};

use base::facts::Brief;
use base::game::SeatId;
use base::order::{Filed, LineStatus, Remark, worst};
use rules::{LineReview, Review};

use super::super::calendar::{Month, Stage};
use super::super::item::Item;
use super::super::knowledge;
use super::super::measure::Measure;
use super::super::order::{Act, Amount, Levied, Order};
use super::super::power::Power;
use super::super::scenario::Scenario;
use super::super::state::State;
use super::super::turn;
use super::board::Board;
use super::legality::{self, Bar};
use super::lending;
use super::levy;
use super::lines::{self, Kind};
use super::maintenance::{self, maintenance_due};
use super::plan::{self, Plan, Spent};
use super::spending::{self, Purse};

/// Judges the lines of one seat by what it was told. The game master's entries are judged when they are carried out.
pub fn review(scenario: &Scenario, brief: &Brief<Item>, seat: &SeatId, orders: &[Filed<Order>]) -> Review<Item> {
    let Some(owner) = Power::of_seat(seat) else {
        return Review { lines: vec![LineReview::default(); orders.len()], account: Vec::new() };
    };
    let state = knowledge::known(scenario, &brief.items().to_vec());
    let mut desks = BTreeMap::new();
    let mut reviewed = vec![LineReview::default(); orders.len()];
    for place in in_turn(orders) {
        let order = &orders[place].order;
        let power = lines::giver(&state, owner, order);
        let desk = desks.entry(power).or_insert_with(|| Desk::new(Board::new(scenario, &state), power));
        reviewed[place] = desk.judge(order);
    }
    Review { lines: reviewed, account: desks.into_values().flat_map(|desk| desk.budgets()).collect() }
}

/// The lines as they are carried out: debts before what is bought (8.5), else in the order sent (D7), and what is kept of
/// the rest last (8.5.7).
fn in_turn(orders: &[Filed<Order>]) -> Vec<usize> {
    let mut places: Vec<usize> = (0..orders.len()).collect();
    places.sort_by_key(|place| match &orders[*place].order.act {
        act if plan::is_paid_first(act) => 0,
        Act::SaveManpower { .. } => 2,
        _ => 1,
    });
    places
}

/// What a power holds and what its lines took of it so far.
struct Desk<'a> {
    board: Board<'a>,
    power: Power,
    /// When its orders for the spending window are carried out.
    month: Month,
    /// Money that can still be lent.
    lendable: u32,
    lent: u32,
    plan: Plan,
    /// Costs of lines for a window whose money has not come in yet, by account.
    later: BTreeMap<Option<String>, Purse>,
    touched: BTreeSet<(Stage, Option<String>)>,
    said: BTreeSet<(Kind, bool)>,
    /// Counters of the Levy Step that its lines place.
    levied: BTreeMap<Levied, usize>,
    /// What the line at hand cannot be carried out for, unless somebody brings what is short.
    shortage: Option<Bar>,
}

impl<'a> Desk<'a> {
    fn new(board: Board<'a>, power: Power) -> Desk<'a> {
        let month = quarter_of(&board, Stage::Spending).unwrap_or(board.state.month);
        Desk {
            board,
            power,
            lendable: held(board.state, power.id(), Measure::Money),
            lent: 0,
            month,
            plan: Plan::new(month, own_purse(&board, power), state_purses(&board, power)),
            later: BTreeMap::new(),
            touched: BTreeSet::new(),
            said: BTreeSet::new(),
            levied: BTreeMap::new(),
            shortage: None,
        }
    }

    fn judge(&mut self, order: &Order) -> LineReview {
        let kind = lines::kind(&order.act);
        let mut remarks: Vec<_> = self.repeated(kind, order.is_standing).into_iter().collect();
        if let Some(bar) = legality::bar(&self.board, self.power, &order.act) {
            remarks.push(self.weighed(&order.act, bar));
        }
        let mut note = String::new();
        if worst(&remarks) == LineStatus::Accepted {
            match self.cost(&order.act) {
                Ok(words) => {
                    note = self.note(order, &words);
                    remarks.extend(self.shortage.take().map(as_things_stand));
                }
                Err(bar) => remarks.push(self.weighed(&order.act, bar)),
            }
        }
        if worst(&remarks) == LineStatus::Accepted {
            self.said.insert((kind, order.is_standing));
        }
        LineReview { note, remarks }
    }

    /// One word a window on what is not counted line by line (D16).
    fn repeated(&self, kind: Kind, is_standing: bool) -> Option<Remark> {
        if !lines::is_single(kind) || !self.said.contains(&(kind, is_standing)) {
            return None;
        }
        let rule = if kind == Kind::Cession { "8.8.2" } else { "D16" };
        let remark = Remark::refused("An earlier line of your sheet says what holds in this window.").rule(rule);
        Some(remark.hint("Cancel that line first."))
    }

    /// A reason that holds now refuses what is decided now; for a later window it is said.
    fn weighed(&self, act: &Act, bar: Bar) -> Remark {
        let is_decided = act.stage().is_none_or(|stage| stage == self.board.state.stage);
        if !bar.is_of_the_moment || is_decided {
            return bar.remark;
        }
        as_things_stand(bar)
    }

    /// What a line costs, in words.
    fn cost(&mut self, act: &Act) -> Result<String, Bar> {
        match act {
            Act::Lend { amount, if_received, .. } => self.lend(*amount, if_received.is_some()),
            Act::Aid { amount, .. } => self.lend(*amount, false),
            Act::PayDebt { .. } | Act::Buy { .. } | Act::BuyCounters { .. } | Act::ConvertMilitia { .. } => {
                self.spend(act)
            }
            Act::Levy { .. } => self.levy(act),
            Act::SaveManpower { .. } => Ok(self.save()),
            Act::Manipulate { level } => Ok(self.manipulation(*level)),
            Act::ReturnLeader { pays: true, .. } => Ok(points(self.board.scenario.tables.leaders.points)),
            Act::Cede { .. } => Ok(points(self.board.scenario.tables.ceding.points)),
            Act::EndAmericanWar => Ok(points(self.board.scenario.tables.trade.american_peace_points)),
            _ => Ok(String::new()),
        }
    }

    fn levy(&mut self, act: &Act) -> Result<String, Bar> {
        levy::take(&self.board, self.power, act, &mut self.levied).map(|()| String::new())
    }

    /// Manpower is kept of what nothing was bought with.
    fn save(&mut self) -> String {
        let is_now = self.board.state.stage == Stage::Spending;
        if is_now && self.plan.left(None).manpower == 0 {
            self.shortage = Some(Bar::now("What is bought by your other lines leaves no manpower to save.", "8.5.7"));
        }
        String::new()
    }

    fn manipulation(&self, level: i32) -> String {
        let row = self.board.scenario.tables.manipulation(self.power, level);
        row.map_or_else(String::new, |row| {
            let next = format!("next collection money {:+}, manpower {:+}", row.money, row.manpower);
            format!("{next}; political points {:+} now", row.points)
        })
    }

    /// In the lending window the money is there and counted; before, what comes in until then is not.
    fn lend(&mut self, amount: Amount, waits: bool) -> Result<String, Bar> {
        self.touched.insert((Stage::Lending, None));
        let is_certain = self.board.state.stage == Stage::Lending && !waits;
        if !is_certain {
            return Ok(match amount {
                Amount::Points(sum) => {
                    self.lent += sum;
                    format!("{sum} money")
                }
                _ => "as much as there will be".to_owned(),
            });
        }
        let left = self.lendable.saturating_sub(self.lent);
        let sum = lending::sum(amount, left);
        if sum == 0 {
            let bar = Bar::now("That comes to nothing: no money is sent.", "8.3");
            return Err(bar.hint(format!("{} has {left} money left to send.", self.power.name())));
        }
        if sum > left {
            let bar = Bar::now(format!("{} has {left} money left to send.", self.power.name()), "8.3");
            return Err(bar.hint(format!("At most {left}.")));
        }
        self.lent += sum;
        Ok(format!("{sum} money"))
    }

    /// What is bought is counted when the money is there; what debtors may bring is not held against a power's own lines, but
    /// said. They bring a free state nothing.
    fn spend(&mut self, act: &Act) -> Result<String, Bar> {
        let state = account_of(act);
        self.touched.insert((Stage::Spending, state.clone()));
        if self.board.state.stage != Stage::Spending {
            return Ok(self.estimate(act, state));
        }
        match self.plan.take(&self.board, self.power, act) {
            Ok(spent) => Ok(words(&spent, self.until())),
            Err(bar) if bar.is_of_the_moment && state.is_none() && is_owed_money(&self.board, self.power) => {
                self.shortage = Some(bar);
                Ok(self.estimate(act, state))
            }
            Err(bar) => Err(bar),
        }
    }

    /// The price of what is counted in the line; "max" is what there will be.
    fn estimate(&mut self, act: &Act, state: Option<String>) -> String {
        let purse = Purse { money: u32::MAX, manpower: u32::MAX };
        let mut plan = Plan::new(self.month, purse, state.iter().map(|name| (name.clone(), purse)).collect());
        let fixed = fixed_part(act);
        let Some(Ok(spent)) = fixed.as_ref().map(|act| plan.take(&self.board, self.power, act)) else {
            return "as much as there will be".to_owned();
        };
        let left = plan.left(state.as_deref());
        let later = self.later.entry(state).or_default();
        later.money = later.money.saturating_add(purse.money - left.money);
        later.manpower = later.manpower.saturating_add(purse.manpower - left.manpower);
        let words = words(&spent, self.until());
        if fixed.as_ref() == Some(act) { words } else { format!("{words}; then as much as there will be") }
    }

    /// The last month in which counters bought now can be placed.
    fn until(&self) -> Month {
        self.month.after(self.board.scenario.tables.counters.months)
    }

    /// The cost, and when it is carried out unless that is now.
    fn note(&self, order: &Order, cost: &str) -> String {
        let when = if order.is_standing {
            "every quarter".to_owned()
        } else {
            window(&self.board, &order.act).unwrap_or_default()
        };
        let parts: Vec<_> = [cost, &when].into_iter().filter(|part| !part.is_empty()).collect();
        parts.join("; ")
    }

    fn budgets(&self) -> Vec<Item> {
        self.touched.iter().map(|(stage, state)| self.budget(*stage, state.as_deref())).collect()
    }

    fn budget(&self, stage: Stage, state: Option<&str>) -> Item {
        let account = state.unwrap_or(self.power.id());
        let (money, manpower) =
            (held(self.board.state, account, Measure::Money), held(self.board.state, account, Measure::Manpower));
        let is_lending = stage == Stage::Lending;
        // What is sent away before is not there to be spent.
        let is_sent_before = stage == Stage::Spending && state.is_none() && self.board.state.stage <= Stage::Lending;
        let money = if is_sent_before { money.saturating_sub(self.lent) } else { money };
        let due = if is_lending { 0 } else { due(&self.board, self.power, state) };
        let later = self.later.get(&state.map(str::to_owned)).copied().unwrap_or_default();
        let before = Purse { money: money.saturating_sub(due), manpower };
        let planned = if self.board.state.stage == Stage::Spending { self.plan.left(state) } else { before };
        let spent = if is_lending { self.lent } else { before.money - planned.money + later.money };
        let manpower_spent = if is_lending { 0 } else { before.manpower - planned.manpower + later.manpower };
        Item::Budget {
            account: state.unwrap_or(self.power.name()).to_owned(),
            stage,
            window: stage.title().to_owned(),
            money: i64::from(money),
            manpower: i64::from(manpower),
            due: i64::from(due),
            spent: i64::from(spent),
            manpower_spent: i64::from(manpower_spent),
            left: i64::from(money) - i64::from(due) - i64::from(spent),
            manpower_left: i64::from(manpower) - i64::from(manpower_spent),
            is_certain: self.board.state.stage == stage
                && (is_lending || state.is_some() || !is_owed_money(&self.board, self.power)),
        }
    }
}

/// Why a line could not be carried out if nothing changed before its window.
fn as_things_stand(bar: Bar) -> Remark {
    let mut notice = Remark::notice(format!("As things stand it could not be carried out: {}", bar.remark.message));
    notice.hint = bar.remark.hint;
    notice.rules = bar.remark.rules;
    notice
}

/// The window of an act and its quarter, when that is not the one now open ("W4 spending, March 1805").
fn window(board: &Board<'_>, act: &Act) -> Option<String> {
    let stage = act.stage().filter(|stage| *stage != board.state.stage)?;
    Some(format!("{}, {}", stage.title(), quarter_of(board, stage)?.title()))
}

/// The month of the Economic Phase in which a window comes next; `None` when the campaign ends before.
fn quarter_of(board: &Board<'_>, window: Stage) -> Option<Month> {
    let has_passed = board.state.stage > window;
    let from = if has_passed { board.state.month.after(1) } else { board.state.month };
    turn::next_economic(board.scenario, from)
}

fn points(count: u32) -> String {
    if count == 1 { "1 political point".to_owned() } else { format!("{count} political points") }
}

fn held(state: &State, account: &str, measure: Measure) -> u32 {
    u32::try_from(state.ledger.balance(account, measure)).unwrap_or(0)
}

fn own_purse(board: &Board<'_>, power: Power) -> Purse {
    let money = held(board.state, power.id(), Measure::Money).saturating_sub(due(board, power, None));
    Purse { money, manpower: held(board.state, power.id(), Measure::Manpower) }
}

fn state_purses(board: &Board<'_>, power: Power) -> BTreeMap<String, Purse> {
    let purse = |name: String| {
        let money = held(board.state, &name, Measure::Money).saturating_sub(due(board, power, Some(&name)));
        let manpower = held(board.state, &name, Measure::Manpower);
        (name, Purse { money, manpower })
    };
    board.free_states(power).into_iter().map(purse).collect()
}

/// What must be paid before anything is bought: maintenance, what free states cannot pay of theirs, formal debts (8.5.1, 8.5.2).
fn due(board: &Board<'_>, power: Power, state: Option<&str>) -> u32 {
    let table = &board.scenario.tables.maintenance;
    let of_state = |name: &str| board.state.free_states.get(name).map_or(0, |own| maintenance_due(table, own.forces));
    if let Some(name) = state {
        return of_state(name);
    }
    let own = board.power(power).map_or(0, |own| maintenance_due(table, own.forces));
    // Before the collection a free state has nothing, and that says nothing.
    let is_collected = board.state.stage == Stage::Spending;
    let states = board.free_states(power).into_iter().filter(|_| is_collected);
    let short: u32 = states.map(|name| of_state(&name).saturating_sub(held(board.state, &name, Measure::Money))).sum();
    let debts = board.state.debts.iter().filter(|debt| debt.from == power && maintenance::is_due(board, debt));
    own + short + debts.map(|debt| debt.amount).sum::<u32>()
}

/// Whether somebody may pay it a debt before it buys.
fn is_owed_money(board: &Board<'_>, power: Power) -> bool {
    board.state.debts.iter().any(|debt| debt.to == power)
}

/// The account that a line spends from: a free state's by name, else the power's own.
fn account_of(act: &Act) -> Option<String> {
    match act {
        Act::Buy { state, .. } | Act::BuyCounters { state, .. } => state.clone(),
        _ => None,
    }
}

/// What a line says in numbers, without "max" and the like; nothing when that is all it says.
fn fixed_part(act: &Act) -> Option<Act> {
    match act {
        Act::Buy { state, units } => {
            let is_fixed = |(_, amount): &&(_, Amount)| matches!(amount, Amount::Points(_));
            let units: Vec<_> = units.iter().filter(is_fixed).copied().collect();
            (!units.is_empty()).then(|| Act::Buy { state: state.clone(), units })
        }
        Act::PayDebt { amount: Amount::Points(_), .. } | Act::BuyCounters { .. } | Act::ConvertMilitia { .. } => {
            Some(act.clone())
        }
        _ => None,
    }
}

/// What a line comes to: its price, and when it arrives.
fn words(spent: &Spent, until: Month) -> String {
    match spent {
        Spent::Nothing => String::new(),
        Spent::Debt { sum, .. } => format!("{sum} money"),
        Spent::Counters(cost) => format!("{cost} money; to be placed until {}", until.title()),
        Spent::Militia { cost, .. } => format!("{} money, {} manpower", cost.money, cost.manpower),
        Spent::Units(rows) => {
            let (money, manpower): (u32, u32) =
                (rows.iter().map(|row| row.money).sum(), rows.iter().map(|row| row.manpower).sum());
            let arrivals: Vec<_> = rows
                .iter()
                .map(|row| format!("{} {} {}", row.count, spending::unit_word(row.unit, row.count), row.month.title()))
                .collect();
            format!("{money} money, {manpower} manpower; placed: {}", arrivals.join(", "))
        }
    }
}
