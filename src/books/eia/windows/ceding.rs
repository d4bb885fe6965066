//! The Ceding Step (8.8, D6): written in secret, judged together on the board as it was before, accepted or declined by the
//! recipients.

use super::super::item::Item;
use super::super::order::{Act, Reception, Tenure, Unit};
use super::super::power::Power;
use super::super::state::FreeState;
use super::board::Board;
use super::legality::{self, Bar, Verdict, require};
use super::lines::Kind;
use super::play::Play;

/// A cession that stands.
struct Cession {
    territory: String,
    from: Power,
    to: Power,
}

/// 8.8: all cessions at once.
pub fn cede(play: &mut Play) {
    let mut cessions = Vec::new();
    for from in play.board().powers() {
        if let Some(Act::Cede { territory, to }) = play.single(from, &[Kind::Cession]).map(|line| line.order.act) {
            cessions.push(Cession { territory, from, to });
        }
    }
    for cession in cessions {
        match reception(play, &cession) {
            Reception::Decline => {
                let Cession { territory, from, to } = cession;
                play.tell_both(from, to, Item::CessionDeclined { territory, from, to });
            }
            accepted => carry_out(play, &cession, accepted == Reception::Conquer),
        }
    }
}

/// What the recipient makes of it: silence accepts (D6). What he says of this territory counts before what he says of all.
fn reception(play: &Play, cession: &Cession) -> Reception {
    let lines = play.sent(cession.to, &[Kind::Reception]);
    let mut of_all = Reception::Accept;
    for line in lines {
        let Act::AnswerCession { territory, reception } = line.order.act else { continue };
        match territory {
            Some(named) if named == cession.territory => return reception,
            Some(_) => {}
            None => of_all = reception,
        }
    }
    of_all
}

fn carry_out(play: &mut Play, cession: &Cession, is_conquered: bool) {
    let Some(land) = play.board().land(&cession.territory) else { return };
    let was_free = land.held.tenure == Tenure::Free;
    let is_whole_state = was_free && land.territory.is_minor();
    let tenure = match land.territory.home() {
        // 8.8.6: back home a province is no longer ceded; with a third power it stays so.
        Some(home) if home == cession.to => Tenure::Home,
        Some(_) => Tenure::Ceded,
        // A district alone is no state.
        None if is_whole_state && !is_conquered => Tenure::Free,
        None => Tenure::Conquered,
    };
    let is_conquered = is_whole_state && tenure == Tenure::Conquered;
    let (fleets_removed, ships_noted) = if is_conquered { forces_lost(play, cession) } else { (0, 0) };
    play.hand_over(&cession.territory, Some(cession.to), tenure, "8.8");
    if ships_noted > 0 {
        let noted = FreeState { ships_in_pool: ships_noted, ..FreeState::default() };
        play.state.free_states.insert(cession.territory.clone(), noted);
    }
    let points = play.scenario.tables.ceding.points;
    play.move_status(cession.from, -i64::from(points));
    let (territory, from, to) = (cession.territory.clone(), cession.from, cession.to);
    play.tell_all(Item::Ceded { territory, from, to, is_conquered, fleets_removed, ships_noted, points });
}

/// 8.8.5: of a free state that is conquered the forces are removed: how many fleets, whose ships only the board knows, and how
/// many ships on their way or noted before.
fn forces_lost(play: &Play, cession: &Cession) -> (u32, u32) {
    let state = play.state.free_states.get(&cession.territory).copied().unwrap_or_default();
    let arriving = play.state.powers.get(&cession.from).into_iter().flat_map(|own| &own.arriving);
    let own = arriving.filter(|row| row.state.as_deref() == Some(cession.territory.as_str()) && row.unit == Unit::Ship);
    let ships: u32 = own.map(|row| row.count).sum();
    (state.forces.fleets_in_port + state.forces.fleets_at_sea, state.ships_in_pool + ships)
}

/// 8.8.1 to 8.8.3: no home province, to an ally, nothing that enemies stand in unless it goes to them.
pub fn may_cede(board: &Board<'_>, power: Power, territory: &str, to: Power) -> Verdict {
    let land = board.land(territory).filter(|land| land.held.holder == Some(power));
    let Some(land) = land else {
        return Err(Bar::now(format!("{} does not control {territory}.", power.name()), "8.8"));
    };
    require(land.held.tenure != Tenure::Home, || {
        let bar = Bar::now(format!("{territory} is a home province and can only be ceded in a peace treaty."), "8.8.1");
        bar.hint("Cede a minor country, a district of one, or a province that was ceded to you.")
    })?;
    require(power != to && board.are_allies(power, to), || {
        let bar = Bar::now(format!("{} and {} are not allied.", power.name(), to.name()), "8.8.2");
        bar.hint(format!("{} is allied with {}.", power.name(), legality::names(&board.allies(power))))
    })?;
    require(!board.has_enemies_inside(land, to), || Bar::now(format!("Enemy forces stand in {territory}."), "8.8.3"))?;
    legality::can_pay(board, power, board.scenario.tables.ceding.points, "8.8.4")
}
