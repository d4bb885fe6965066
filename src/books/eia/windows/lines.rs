//! Which order lines count when a window closes: those for it, by power; standing ones where nothing else was said.

use std::collections::BTreeMap;

use rules::OrderSet;

use super::super::calendar::Stage;
use super::super::order::{Act, Order};
use super::super::power::Power;
use super::super::state::State;

/// One line that counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// What is ordered.
    pub order: Order,
    /// In canonical words.
    pub canonical: String,
}

/// What a line is about: a line for this quarter takes the place of a standing one of its kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Points against an enemy's total.
    Reduction,
    /// Victory announced, or not.
    Announcement,
    /// The British offer.
    Offer,
    /// Leave for the Black Sea.
    BlackSea,
    /// American trade stopped.
    Stop,
    /// The answer to the offer.
    Answer,
    /// Money lent, given, or to free states.
    Lending,
    /// Economic manipulation.
    Manipulation,
    /// A leader's return.
    Leader,
    /// Informal debts.
    Debts,
    /// Factors and ships.
    Purchase,
    /// Counters.
    Counters,
    /// Militia converted.
    Militia,
    /// Manpower kept.
    Manpower,
    /// A cession.
    Cession,
    /// What becomes of a cession received.
    Reception,
    /// Disputed territories.
    Claim,
    /// Political combinations.
    Combination,
    /// Levied troops.
    Levy,
    /// A bid for an uncontrolled power.
    Bid,
    /// What holds at any time.
    Anytime,
}

impl Line {
    /// What it is about.
    pub fn kind(&self) -> Kind {
        kind(&self.order.act)
    }
}

/// What an act is about.
pub fn kind(act: &Act) -> Kind {
    match act {
        Act::ReduceVictoryPoints { .. } => Kind::Reduction,
        Act::Announce { .. } | Act::KeepQuiet => Kind::Announcement,
        Act::OfferTrade { .. } | Act::OfferSame => Kind::Offer,
        Act::BlackSea { .. } => Kind::BlackSea,
        Act::StopAmericanTrade { .. } => Kind::Stop,
        Act::AnswerTrade { .. } => Kind::Answer,
        Act::Lend { .. } | Act::LendNothing | Act::Aid { .. } => Kind::Lending,
        Act::Manipulate { .. } => Kind::Manipulation,
        Act::ReturnLeader { .. } => Kind::Leader,
        Act::PayDebt { .. } | Act::PayNoDebts => Kind::Debts,
        Act::Buy { .. } | Act::BuyNothing => Kind::Purchase,
        Act::BuyCounters { .. } => Kind::Counters,
        Act::ConvertMilitia { .. } | Act::ConvertNone => Kind::Militia,
        Act::SaveManpower { .. } => Kind::Manpower,
        Act::Cede { .. } | Act::CedeNothing => Kind::Cession,
        Act::AnswerCession { .. } => Kind::Reception,
        Act::Claim { .. } | Act::ClaimByDice => Kind::Claim,
        Act::Combine { .. } => Kind::Combination,
        Act::Levy { .. } | Act::RemoveLevy { .. } => Kind::Levy,
        Act::Bid { .. } => Kind::Bid,
        Act::EndAmericanWar | Act::NoteDebt { .. } | Act::ShareTreasury { .. } | Act::Sheet(_) => Kind::Anytime,
    }
}

/// Whether a kind takes one line a window; later ones are refused.
pub fn is_single(kind: Kind) -> bool {
    use Kind::{Announcement, Answer, Cession, Manipulation, Manpower, Offer, Reduction, Stop};
    matches!(kind, Reduction | Announcement | Offer | Stop | Answer | Manipulation | Manpower | Cession)
}

/// The lines that count at the close of the state's stage, by the power that gives them, in the order sent.
pub fn gather(state: &State, orders: &OrderSet<Order>) -> BTreeMap<Power, Vec<Line>> {
    let mut lines: BTreeMap<Power, Vec<Line>> = BTreeMap::new();
    for (seat, sheet) in &orders.sheets {
        let Some(owner) = Power::of_seat(seat) else { continue };
        let due = sheet.iter().filter(|filed| is_due(&filed.order, state.stage));
        for filed in due {
            let line = Line { order: filed.order.clone(), canonical: filed.canonical.clone() };
            lines.entry(giver(state, owner, &line.order)).or_default().push(line);
        }
    }
    lines.retain(|power, _| state.powers.get(power).is_some_and(|own| !own.is_out));
    for own in lines.values_mut() {
        drop_replaced(own);
    }
    lines
}

fn is_due(order: &Order, stage: Stage) -> bool {
    order.act.stage().is_none_or(|due| due == stage)
}

/// A power may order for one that it runs (8.11), when the line names it.
pub fn giver(state: &State, owner: Power, order: &Order) -> Power {
    let runs = |power: &Power| state.powers.get(power).is_some_and(|other| other.run_by == Some(owner));
    order.power.filter(runs).unwrap_or(owner)
}

/// A standing line gives way to lines of its kind for this quarter.
fn drop_replaced(lines: &mut Vec<Line>) {
    let said: Vec<_> = lines.iter().filter(|line| !line.order.is_standing).map(Line::kind).collect();
    lines.retain(|line| !line.order.is_standing || !said.contains(&line.kind()));
}
