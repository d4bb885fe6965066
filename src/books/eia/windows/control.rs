//! The control of uncontrolled powers (8.11): in December of campaigns with fewer than seven players (D9).

use std::collections::{BTreeMap, BTreeSet};

use super::super::item::Item;
use super::super::order::Act;
use super::super::power::Power;
use super::board::Board;
use super::contest::{Contest, Won};
use super::legality::{self, Bar, Verdict, require};
use super::lines::Kind;
use super::play::Play;

/// 8.11: the highest bidder's die runs the power for a year; without a bid nobody does.
pub fn bid(play: &mut Play) {
    let mut bids: BTreeMap<Power, BTreeSet<Power>> = BTreeMap::new();
    for power in play.board().powers() {
        for line in play.permitted(power, &[Kind::Bid]) {
            let Act::Bid { power: Some(wanted) } = line.order.act else { continue };
            bids.entry(wanted).or_default().insert(power);
        }
    }
    if !is_open(&play.board()) {
        return;
    }
    for power in uncontrolled(&play.board()) {
        award(play, power, bids.remove(&power).unwrap_or_default().into_iter().collect());
    }
}

/// In the month of control of a campaign, with fewer players than powers.
fn is_open(board: &Board<'_>) -> bool {
    let is_time = board.state.month.month == board.scenario.tables.calendar.control_month;
    is_time
        && board.scenario.campaign.options.campaign
        && (board.scenario.campaign.options.players as usize) < Power::ALL.len()
}

/// The powers without a player of their own.
fn uncontrolled(board: &Board<'_>) -> Vec<Power> {
    board.powers().into_iter().filter(|power| board.scenario.campaign.is_uncontrolled(*power)).collect()
}

fn award(play: &mut Play, power: Power, bidders: Vec<Power>) {
    let purpose = |bidder: Power| format!("bid of {} for {}", bidder.name(), power.name());
    let sides = play.scenario.tables.control.die_sides;
    let Won { by, dice, throws } = Contest { sides, purpose: &purpose, plus: &|_, _, _| 0 }.settle(play, bidders);
    if let Some(own) = play.state.powers.get_mut(&power) {
        own.run_by = by;
    }
    play.tell_all(Item::Control { power, by, dice, throws });
}

/// 8.11: with fewer than seven players, for a power without one, in December.
pub fn may_bid(board: &Board<'_>, power: Power, wanted: Option<Power>) -> Verdict {
    let Some(wanted) = wanted else { return Ok(()) };
    require(board.scenario.campaign.options.campaign, || {
        Bar::lasting(
            "Powers without a player are bid for in campaigns alone; in this game the game master decides.",
            "8.11",
        )
    })?;
    require((board.scenario.campaign.options.players as usize) < Power::ALL.len(), || {
        Bar::lasting("Every power has a player: there is no uncontrolled one to bid for.", "8.11")
    })?;
    let open = uncontrolled(board);
    require(open.contains(&wanted) && wanted != power, || {
        let bar = Bar::now(format!("{} is not an uncontrolled power.", wanted.name()), "8.11");
        bar.hint(format!("Uncontrolled: {}.", legality::names(&open)))
    })?;
    require(is_open(board), || Bar::now("Bids are made in December only.", "8.11"))
}
