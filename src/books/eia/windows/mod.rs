//! The five mail windows of an Economic Phase: which steps are played when one closes, in the order of the rules (8.0).
//! Knows the state and the orders on file; who is told what stands with each step.

pub mod board;
mod ceding;
mod collection;
mod combinations;
mod contest;
mod control;
mod disorder;
mod legality;
mod lending;
mod levy;
mod lines;
mod maintenance;
mod manipulation;
mod plan;
mod play;
mod review;
mod spending;
mod status;
mod trade;
mod victory;

use base::facts::Fact;
use base::game::Dice;
use rules::OrderSet;

use super::calendar::Stage;
use super::item::Item;
use super::order::Order;
use super::power::Power;
use super::scenario::Scenario;
use super::state::State;

pub use play::Play;
pub use review::review;

/// A step of the Economic Phase.
pub struct Step {
    /// The rule it carries out.
    pub rule: &'static str,
    /// The window at whose close it is played.
    pub stage: Stage,
    /// Plays it.
    pub play: fn(&mut Play),
}

/// The sequence of play (8.0, D2): the steps of a window follow each other when it closes.
pub const STEPS: &[Step] = &[
    Step { rule: "8.1", stage: Stage::Offer, play: victory::score },
    Step { rule: "8.1.2", stage: Stage::Offer, play: victory::reduce },
    Step { rule: "8.1.3", stage: Stage::Offer, play: victory::settle },
    Step { rule: "8.2.1", stage: Stage::Offer, play: trade::offer },
    Step { rule: "8.2.1", stage: Stage::Offer, play: trade::give_leave },
    Step { rule: "8.2.1", stage: Stage::Offer, play: trade::stop },
    Step { rule: "8.2.1", stage: Stage::Answer, play: trade::answer },
    Step { rule: "8.2.1", stage: Stage::Answer, play: collection::taxes },
    Step { rule: "8.2.1", stage: Stage::Answer, play: collection::domestic },
    Step { rule: "8.2.1", stage: Stage::Answer, play: collection::colonial },
    Step { rule: "8.2.1", stage: Stage::Answer, play: collection::american },
    Step { rule: "8.2.1", stage: Stage::Answer, play: collection::gold },
    Step { rule: "8.2.1", stage: Stage::Answer, play: collection::deductions },
    Step { rule: "8.2.2", stage: Stage::Answer, play: collection::manpower },
    Step { rule: "8.2.3", stage: Stage::Answer, play: collection::free_states },
    Step { rule: "8.3", stage: Stage::Lending, play: lending::lend },
    Step { rule: "8.4.1", stage: Stage::Lending, play: manipulation::lose_capitals },
    Step { rule: "8.4.2", stage: Stage::Lending, play: manipulation::set_levels },
    Step { rule: "8.4.3", stage: Stage::Lending, play: manipulation::return_leaders },
    Step { rule: "8.5.1", stage: Stage::Spending, play: maintenance::maintain },
    Step { rule: "8.5.2", stage: Stage::Spending, play: maintenance::pay_formal },
    Step { rule: "8.5.2", stage: Stage::Spending, play: maintenance::pay_informal },
    Step { rule: "8.5.3", stage: Stage::Spending, play: spending::buy },
    Step { rule: "8.5.5", stage: Stage::Spending, play: spending::lose_free_surplus },
    Step { rule: "8.5.7", stage: Stage::Spending, play: spending::lose_surplus },
    Step { rule: "8.6", stage: Stage::Spending, play: status::adjust },
    Step { rule: "8.7", stage: Stage::Spending, play: disorder::fall },
    Step { rule: "8.7.4", stage: Stage::Ceding, play: disorder::settle_disputes },
    Step { rule: "8.8", stage: Stage::Ceding, play: ceding::cede },
    Step { rule: "8.9", stage: Stage::Ceding, play: combinations::combine },
    Step { rule: "8.10", stage: Stage::Ceding, play: levy::levy },
    Step { rule: "8.11", stage: Stage::Ceding, play: control::bid },
];

/// Closes a stage: what may be said at any time is noted, then the steps of the stage are played. The stage itself and the
/// month stay: the calendar is not decided here. Nothing more is played once somebody has won.
pub fn close(scenario: &Scenario, state: State, orders: &OrderSet<Order>, dice: &mut Dice) -> (State, Vec<Fact<Item>>) {
    let stage = state.stage;
    let mut play = Play::new(scenario, state, orders, dice);
    lending::note(&mut play);
    for step in STEPS.iter().filter(|step| step.stage == stage) {
        if play.state.winners.is_empty() {
            (step.play)(&mut play);
        }
    }
    note_silence(&mut play, stage);
    play.finish()
}

/// D2: who let a window pass that was his to answer; after the second in a row the game master may appoint a deputy.
fn note_silence(play: &mut Play, stage: Stage) {
    let asked: Vec<_> = play.board().powers().into_iter().filter(|power| is_asked(play, *power, stage)).collect();
    for power in asked {
        let is_silent = !play.has_ordered(power);
        let Some(own) = play.state.powers.get_mut(&power) else { continue };
        own.silent_windows = if is_silent { own.silent_windows + 1 } else { 0 };
        let windows = own.silent_windows;
        let seat = own.run_by.unwrap_or(power);
        // 8.11: nobody lets a window pass for a power without a player.
        if play.scenario.campaign.is_uncontrolled(seat) {
            continue;
        }
        if is_silent {
            play.tell(power, Item::Silent { power, windows });
        }
        if windows >= DEPUTY_AFTER {
            let (name, seat) = (power.name().to_owned(), seat.id().to_owned());
            play.tell_umpire(Item::DeputyDue { power, name, seat, windows });
        }
    }
}

/// So many silent windows in a row, and the game master may appoint a deputy (D2).
const DEPUTY_AFTER: u32 = 2;

/// Whose word a window waits for: Britain's offer, the answers of those it was made to, everybody's spending.
fn is_asked(play: &Play, power: Power, stage: Stage) -> bool {
    let board = play.board();
    match stage {
        Stage::Offer => power == Power::Britain,
        Stage::Answer => {
            let offered = &play.state.quarter.offered;
            board.ports().iter().any(|(city, _, land)| land.held.holder == Some(power) && offered.contains(&city.name))
        }
        Stage::Spending => true,
        Stage::Board | Stage::Sheet | Stage::Lending | Stage::Ceding => false,
    }
}

#[cfg(test)]
mod tests;
