//! The Lending Money Step (8.3, D6): loans and gifts among allies, aid to free states, all at once. Beside it what may be
//! said of money at any time: debts noted, treasuries shown.

use std::collections::BTreeMap;

use super::super::calendar::Month;
use super::super::item::Item;
use super::super::measure::Measure;
use super::super::news::LoanRow;
use super::super::order::{Act, Amount, Received, Tenure};
use super::super::power::Power;
use super::super::scenario::LoansTold;
use super::super::state::Debt;
use super::board::Board;
use super::legality::{self, Bar, Verdict, require};
use super::lines::{Kind, Line};
use super::play::Play;

/// Where money goes.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Goal {
    /// To an ally.
    Ally(Power),
    /// To a free state of one's own.
    State(String),
}

/// One line that moves money.
struct Wish {
    power: Power,
    line: Line,
    goal: Goal,
    amount: Amount,
    if_received: Option<Received>,
}

/// Money that moves.
struct Transfer {
    from: Power,
    goal: Goal,
    amount: u32,
    line: Line,
}

/// What was decided so far: what each power still has of its own money, and what moved.
struct Table {
    own: BTreeMap<Power, u32>,
    moved: Vec<Transfer>,
}

/// 8.3: all transfers at once; what depends on money coming in follows in the order of the chain (D6).
pub fn lend(play: &mut Play) {
    let wishes: Vec<Wish> = play.board().powers().into_iter().flat_map(|power| wishes(play, power)).collect();
    let own = Power::ALL.into_iter().map(|power| (power, play.held(power.id(), Measure::Money)));
    let mut table = Table { own: own.collect(), moved: Vec::new() };
    let (at_once, mut waiting): (Vec<_>, Vec<_>) = wishes.into_iter().partition(|wish| wish.if_received.is_none());
    for wish in at_once {
        table.decide(play, wish);
    }
    while let Some(place) = waiting.iter().position(|wish| table.has_come(wish)) {
        let wish = waiting.remove(place);
        table.decide(play, wish);
    }
    for wish in waiting {
        let message = "The money that this was to wait for did not come in; a circle of conditions is void.";
        play.fail(wish.power, &wish.line, &Bar::now(message, "8.3"));
    }
    carry_out(play, table.moved);
}

fn wishes(play: &mut Play, power: Power) -> Vec<Wish> {
    let lines = play.permitted(power, &[Kind::Lending]);
    let wish = |line: Line| match line.order.act.clone() {
        Act::Lend { amount, to, if_received, .. } => {
            Some(Wish { power, line, goal: Goal::Ally(to), amount, if_received })
        }
        Act::Aid { amount, state } => Some(Wish { power, line, goal: Goal::State(state), amount, if_received: None }),
        _ => None,
    };
    lines.into_iter().filter_map(wish).collect()
}

impl Table {
    /// What a power was given so far by another, or by all.
    fn received(&self, power: Power, from: Option<Power>) -> u32 {
        let to_it = self.moved.iter().filter(|transfer| transfer.goal == Goal::Ally(power));
        to_it.filter(|transfer| from.is_none_or(|from| transfer.from == from)).map(|transfer| transfer.amount).sum()
    }

    fn has_come(&self, wish: &Wish) -> bool {
        wish.if_received.is_some_and(|needed| self.received(wish.power, Some(needed.from)) >= needed.amount)
    }

    /// Moves the money of one line, or refuses the line: no more than was there before this step, but for a line that waited
    /// for money, which may pass it on.
    fn decide(&mut self, play: &mut Play, wish: Wish) {
        let own = self.own.get(&wish.power).copied().unwrap_or(0);
        let given = if wish.if_received.is_some() { self.left_of_gifts(wish.power) } else { 0 };
        let amount = sum(wish.amount, own + given);
        if amount == 0 || amount > own + given {
            let bar = Bar::now(format!("{} has {} money left to send.", wish.power.name(), own + given), "8.3");
            play.fail(wish.power, &wish.line, &bar);
            return;
        }
        let from_gifts = amount.min(given);
        self.own.insert(wish.power, own - (amount - from_gifts));
        self.moved.push(Transfer { from: wish.power, goal: wish.goal, amount, line: wish.line });
    }

    /// What came in and was not passed on yet.
    fn left_of_gifts(&self, power: Power) -> u32 {
        let passed = self.moved.iter().filter(|transfer| transfer.from == power && is_conditional(&transfer.line));
        self.received(power, None).saturating_sub(passed.map(|transfer| transfer.amount).sum())
    }
}

fn is_conditional(line: &Line) -> bool {
    matches!(line.order.act, Act::Lend { if_received: Some(_), .. })
}

/// How much an amount is of what is there (D16: whole points).
pub fn sum(amount: Amount, there: u32) -> u32 {
    match amount {
        Amount::Points(points) => points,
        Amount::Most => there,
        Amount::Half => there / 2,
        Amount::Above(kept) | Amount::AllBut(kept) => there.saturating_sub(kept),
    }
}

fn carry_out(play: &mut Play, moved: Vec<Transfer>) {
    let mut rows = Vec::new();
    for Transfer { from, goal, amount, line } in moved {
        match goal {
            Goal::State(state) => {
                play.post("8.3", Measure::Money, from.id(), &state, amount, format!("aid to {state}"));
            }
            Goal::Ally(to) => {
                let (is_loan, due) = terms(&play.state.month, &line.order.act);
                let what = if is_loan { "loan" } else { "gift" };
                let text = format!("{what} of {} to {}", from.name(), to.name());
                play.post("8.3", Measure::Money, from.id(), to.id(), amount, text);
                if is_loan {
                    play.state.debts.push(Debt { from: to, to: from, amount, is_formal: false, due, awaits_gm: false });
                }
                rows.push(LoanRow { from, to, amount, is_loan, due });
            }
        }
    }
    tell(play, rows);
}

fn terms(now: &Month, act: &Act) -> (bool, Option<Month>) {
    match act {
        Act::Lend { is_loan, due, .. } => (*is_loan, due.map(|month| next_month(*now, month))),
        _ => (false, None),
    }
}

/// D13: loans and gifts are public when the window closes, unless a game keeps them between the parties (D6).
fn tell(play: &mut Play, rows: Vec<LoanRow>) {
    if play.scenario.campaign.options.loans_told == LoansTold::Public {
        play.tell_all(Item::Lent { rows });
        return;
    }
    for row in rows {
        play.tell_both(row.from, row.to, Item::Lent { rows: vec![row.clone()] });
    }
}

/// The next month of a number, after now.
fn next_month(now: Month, number: u8) -> Month {
    let year = if number > now.month { now.year } else { now.year + 1 };
    Month { year, month: number.clamp(1, 12) }
}

/// 8.3: among allies.
pub fn may_lend(board: &Board<'_>, power: Power, to: Power) -> Verdict {
    require(power != to, || Bar::lasting("A power does not lend to itself.", "8.3"))?;
    require(board.are_allies(power, to) && board.is_in_play(to), || {
        let bar = Bar::now(format!("{} and {} are not allied.", power.name(), to.name()), "8.3");
        bar.hint(format!("{} is allied with {}.", power.name(), legality::names(&board.allies(power))))
    })
}

/// 8.3: to free states of one's own.
pub fn may_aid(board: &Board<'_>, power: Power, state: &str) -> Verdict {
    let is_own =
        board.land(state).is_some_and(|land| land.held.holder == Some(power) && land.held.tenure == Tenure::Free);
    require(is_own, || {
        let bar = Bar::now(format!("{state} is not a free state of {}.", power.name()), "8.3");
        bar.hint(format!("Its free states: {}.", legality::words(&board.free_states(power))))
    })
}

/// A debt is noted by its debtor, towards another power, in as many instalments as the table has (D14).
pub fn may_note_debt(board: &Board<'_>, power: Power, to: Power, times: u32) -> Verdict {
    require(power != to && board.is_in_play(to), || {
        Bar::lasting(format!("{} cannot owe {} anything.", power.name(), to.name()), "8.5.2")
    })?;
    let most = board.scenario.tables.debts.most_instalments;
    require((1..=u32::from(most)).contains(&times), || {
        Bar::lasting(format!("A debt is noted in 1 to {most} instalments, one a quarter."), "8.5.2")
    })
}

/// D13: a treasury is shown to another power.
pub fn may_share(board: &Board<'_>, power: Power, with: Power) -> Verdict {
    require(power != with && board.is_in_play(with), || {
        Bar::lasting("A treasury is shown to another power that is in the game.", "D13")
    })
}

/// What holds at any time: debts noted by their debtor, treasuries shown, peace with the United States wanted.
pub fn note(play: &mut Play) {
    for power in play.board().powers() {
        for line in play.permitted(power, &[Kind::Anytime]) {
            match line.order.act {
                Act::NoteDebt { to, amount, times, due, is_formal } => {
                    note_debt(play, Noted { from: power, to, amount, times, due, is_formal });
                }
                Act::ShareTreasury { with, is_shared } => share(play, power, with, is_shared),
                Act::EndAmericanWar => {
                    play.state.wants_american_peace = true;
                    let points = play.scenario.tables.trade.american_peace_points;
                    play.tell(power, Item::PeaceWanted { points });
                }
                _ => {}
            }
        }
    }
}

/// A debt as its debtor notes it.
struct Noted {
    from: Power,
    to: Power,
    amount: u32,
    times: u32,
    due: Option<u8>,
    is_formal: bool,
}

/// Instalments fall due once a quarter; a formal debt waits for the game master (8.5.2).
fn note_debt(play: &mut Play, noted: Noted) {
    let Noted { from, to, amount, times, due, is_formal } = noted;
    let now = play.state.month;
    let first = due.map(|month| next_month(now, month));
    let mut due = if times > 1 { first.or(Some(now.next_quarter())) } else { first };
    for _ in 0..times {
        play.state.debts.push(Debt { from, to, amount, is_formal, due, awaits_gm: is_formal });
        due = due.map(Month::next_quarter);
    }
    play.tell_both(from, to, Item::DebtNoted { from, to, amount, times, due: first, awaits_gm: is_formal });
}

fn share(play: &mut Play, power: Power, with: Power, is_shared: bool) {
    let Some(own) = play.state.powers.get_mut(&power) else { return };
    if is_shared {
        own.treasury_shared_with.insert(with);
    } else {
        own.treasury_shared_with.remove(&with);
    }
    play.tell_both(power, with, Item::TreasuryShared { power, with, is_shared });
}
