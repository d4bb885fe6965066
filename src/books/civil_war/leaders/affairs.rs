//! Presentations and verdicts, heard when a phase is played: who may give them, what silence means (C5.3, C5.4, D24).
//!
//! A case may be presented until the strategic phase after its battle has been played. The supreme commander answers in that
//! phase, or, when he was told of it only by the report on that phase, in the sub-turn that follows. Silence changes nothing.

use base::facts::{Audience, Fact};
use base::game::SeatId;
use rules::OrderSet;

use super::super::audience;
use super::super::item::{CaseEnd, Item};
use super::super::order::{Act, Matter, Order, Verdict};
use super::super::scenario::{Account, Scenario, Side};
use super::super::seats;
use super::super::state::{Stage, State};
use super::{Case, Decision};

/// Whether an order is about a leader's rank, and so may be given in any phase.
pub fn is_affair(act: &Act) -> bool {
    matches!(act, Act::Present { .. } | Act::Verdict { .. })
}

/// Hears what was presented, then what was decided, and closes the cases whose time is over.
pub fn hear(scenario: &Scenario, state: &mut State, orders: &OrderSet<Order>, events: &mut Vec<Fact<Item>>) {
    let stage = state.stage;
    for side in Side::BOTH {
        let Some(own) = state.sides.get_mut(&side) else { continue };
        let mut hearing =
            Hearing { scenario, side, cases: &mut own.leaders.cases, decided: &mut own.leaders.decided, events };
        let before = hearing.before_the_supreme();
        hearing.presentations(orders);
        let stars = |leader: &str| state.leaders.get(leader).map_or(1, |leader| leader.stars);
        hearing.verdicts(orders, &before, &stars);
        hearing.close(stage, &before);
    }
}

struct Hearing<'a> {
    scenario: &'a Scenario,
    side: Side,
    cases: &'a mut Vec<Case>,
    decided: &'a mut Vec<Decision>,
    events: &'a mut Vec<Fact<Item>>,
}

impl Hearing<'_> {
    /// The cases that the supreme commander was told of when the phase opened.
    fn before_the_supreme(&self) -> Vec<Case> {
        self.cases.iter().filter(|case| case.is_presented).cloned().collect()
    }

    fn presentations(&mut self, orders: &OrderSet<Order>) {
        let presenting = seats::seats_of(self.scenario, self.side);
        for seat in presenting {
            let accounts = seats::accounts_of(self.scenario, &seat);
            for act in acts_of(orders, &seat) {
                let Some((name, matter)) = presented(act) else { continue };
                let waiting =
                    self.cases.iter_mut().filter(|case| case.leader == *name && accounts.contains(&case.account));
                let fit =
                    waiting.filter(|case| matter.is_none_or(|matter| matter == case.matter) && !case.is_presented);
                fit.for_each(|case| case.is_presented = true);
            }
        }
    }

    fn verdicts(&mut self, orders: &OrderSet<Order>, before: &[Case], stars: &dyn Fn(&str) -> u32) {
        for act in acts_of(orders, &seats::sc_of(self.scenario, self.side)) {
            let Act::Verdict { name, verdict } = act else { continue };
            let is_meant = |case: &Case| case.leader == *name && verdict.answers(case.matter) && before.contains(case);
            if !is_possible(*verdict, stars(name)) {
                continue;
            }
            let (answered, open): (Vec<_>, Vec<_>) = self.cases.drain(..).partition(is_meant);
            *self.cases = open;
            let Some(first) = answered.first() else { continue };
            if let Verdict::Promote | Verdict::Remove | Verdict::Reduce = verdict {
                let (leader, account) = (first.leader.clone(), first.account);
                self.decided.push(Decision { leader, account, verdict: *verdict });
            }
            self.tell(first, CaseEnd::of(*verdict), true);
        }
    }

    /// With the strategic phase the time to present is over, and the time to answer what was before him when it opened;
    /// with the sub-turn after it the time to answer the rest.
    fn close(&mut self, stage: Stage, before: &[Case]) {
        let is_over = |case: &Case| match stage {
            Stage::Strategic => !case.is_presented || before.contains(case),
            Stage::Tst1 => true,
            Stage::Tst2 => false,
        };
        let (over, open): (Vec<_>, Vec<_>) = self.cases.drain(..).partition(is_over);
        *self.cases = open;
        for case in over {
            let end = if case.is_presented { CaseEnd::Unanswered } else { CaseEnd::NotPresented };
            self.tell(&case, end, case.is_presented);
        }
    }

    fn tell(&mut self, case: &Case, end: CaseEnd, is_known_to_supreme: bool) {
        let item = Item::CaseClosed { leader: case.leader.clone(), account: case.account, matter: case.matter, end };
        let to = audience_of(self.scenario, self.side, case.account, is_known_to_supreme);
        self.events.push(Fact::new(to, item));
    }
}

/// The commander of an account, and the supreme commander when he knows of the matter.
pub fn audience_of(scenario: &Scenario, side: Side, account: Account, is_known_to_supreme: bool) -> Audience {
    if !is_known_to_supreme {
        return audience::commander(scenario, side, account);
    }
    Audience::Seats([seats::seat_of(scenario, side, account), seats::sc_of(scenario, side)].into())
}

/// A leader of one star has none to lose.
pub fn is_possible(verdict: Verdict, stars: u32) -> bool {
    verdict != Verdict::Reduce || stars > 1
}

/// A commander who promotes only presents (C3.5.8).
pub fn presented(act: &Act) -> Option<(&String, Option<Matter>)> {
    match act {
        Act::Present { name, matter } => Some((name, *matter)),
        Act::Verdict { name, verdict: Verdict::Promote } => Some((name, Some(Matter::Promotion))),
        _ => None,
    }
}

fn acts_of<'o>(orders: &'o OrderSet<Order>, seat: &SeatId) -> impl Iterator<Item = &'o Act> {
    orders.sheets.get(seat).into_iter().flatten().map(|filed| &filed.order.act)
}
