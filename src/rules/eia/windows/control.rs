//! The control of uncontrolled powers (8.11): in December of campaigns with fewer than seven players (D9).

use std::collections::BTreeMap;

use super::super::item::Item;
use super::super::news::DieRow;
use super::super::order::Act;
use super::super::power::Power;
use super::board::Board;
use super::legality::{self, Bar, Verdict, require};
use super::lines::Kind;
use super::play::Play;

/// The die of a bid.
const BID_DIE: u32 = 6;

/// 8.11: the highest bidder's die runs the power for a year; without a bid nobody does.
pub fn bid(play: &mut Play) {
    let mut bids: BTreeMap<Power, Vec<Power>> = BTreeMap::new();
    for power in play.board().powers() {
        let line = play.single(power, &[Kind::Bid]);
        if let Some(Act::Bid { power: Some(wanted) }) = line.map(|line| line.order.act) {
            bids.entry(wanted).or_default().push(power);
        }
    }
    if !is_open(&play.board()) {
        return;
    }
    for power in uncontrolled(&play.board()) {
        award(play, power, bids.remove(&power).unwrap_or_default());
    }
}

/// In the month of control, with fewer players than powers.
fn is_open(board: &Board<'_>) -> bool {
    let is_time = board.state.month.month == board.scenario.tables.calendar.control_month;
    is_time && (board.scenario.campaign.options.players as usize) < Power::ALL.len()
}

/// The powers without a player of their own.
fn uncontrolled(board: &Board<'_>) -> Vec<Power> {
    board.powers().into_iter().filter(|power| board.scenario.campaign.uncontrolled.contains(power)).collect()
}

fn award(play: &mut Play, power: Power, mut bidders: Vec<Power>) {
    let (mut dice, mut throws): (Vec<DieRow>, Vec<_>) = (Vec::new(), Vec::new());
    while bidders.len() > 1 {
        let purpose = |bidder: &Power| format!("bid of {} for {}", bidder.name(), power.name());
        let rolled: Vec<_> =
            bidders.iter().map(|bidder| (*bidder, play.dice.roll(&purpose(bidder), BID_DIE))).collect();
        throws.extend(play.throws(rolled.len()));
        let best = rolled.iter().map(|(_, die)| *die).max().unwrap_or(0);
        for (bidder, die) in &rolled {
            dice.retain(|row| row.power != *bidder);
            dice.push(DieRow { power: *bidder, die: *die });
        }
        bidders = rolled.into_iter().filter(|(_, die)| *die == best).map(|(bidder, _)| bidder).collect();
    }
    let by = bidders.first().copied();
    if let Some(own) = play.state.powers.get_mut(&power) {
        own.run_by = by;
    }
    play.tell_all(Item::Control { power, by, dice, throws });
}

/// 8.11: with fewer than seven players, for a power without one, in December.
pub fn may_bid(board: &Board<'_>, power: Power, wanted: Option<Power>) -> Verdict {
    let Some(wanted) = wanted else { return Ok(()) };
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
