//! Who may trade with Britain (8.2.1 errata, D3): the offer, the answers, leave for the Black Sea, American trade stopped.
//! Knows who wants what; what comes of it is collected in `collection.rs`.

use std::collections::{BTreeMap, BTreeSet};

use super::super::item::Item;
use super::super::news::OfferRow;
use super::super::order::{Act, Partners, Tenure};
use super::super::power::Power;
use super::super::scenario::{City, StopScope, TradeSilence};
use super::board::{Board, Land};
use super::legality::{self, Bar, Verdict, require};
use super::lines::Kind;
use super::play::Play;

/// 8.2.1 errata: Britain says with whom she would trade; silence offers what was offered last, at first everything (D2).
pub fn offer(play: &mut Play) {
    play.turn_away(Some(Power::Britain), &[Kind::Offer]);
    if !play.board().is_in_play(Power::Britain) {
        play.state.quarter.offered.clear();
        return;
    }
    let line = play.single(Power::Britain, &[Kind::Offer]);
    if let Some(Act::OfferTrade { partners, except }) = line.map(|line| line.order.act) {
        play.state.habits.offer = Some((partners, except));
    }
    let (partners, except) = offered_habit(&play.board());
    let board = play.board();
    let wanted = board.ports().into_iter().filter(|(city, _, land)| {
        needs_offer(&board, *land) && is_meant(&partners, city, *land) && !is_listed(&except, city, *land)
    });
    let mut rows: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (city, _, land) in wanted {
        let partner = land.held.holder.map_or_else(|| land.territory.name.clone(), |power| power.name().to_owned());
        rows.entry(partner).or_default().push(city.name.clone());
    }
    play.state.quarter.offered = rows.values().flatten().cloned().collect();
    let rows = rows.into_iter().map(|(partner, ports)| OfferRow { partner, ports }).collect();
    play.tell_all(Item::Offered { rows });
}

/// The offer that holds when nothing new is said.
fn offered_habit(board: &Board<'_>) -> (Partners, Partners) {
    board.state.habits.offer.clone().unwrap_or_else(|| (Partners::everybody(), Partners::default()))
}

/// Ports of others who are in the game (8.7) and not at war with Britain; her own and her free states' need no offer
/// (8.2.1, D3).
fn needs_offer(board: &Board<'_>, land: Land<'_>) -> bool {
    let is_heard = land.held.holder.is_none_or(|holder| holder != Power::Britain && board.is_in_play(holder));
    is_heard && !is_at_war_with_britain(board, land)
}

/// A power at war with Britain has no domestic trade, nor have its free states, nor a minor country separately at war (D4).
pub fn is_at_war_with_britain(board: &Board<'_>, land: Land<'_>) -> bool {
    let by_holder = land.held.holder.is_some_and(|holder| board.at_war(holder, Power::Britain));
    by_holder || land.territory.country().is_some_and(|minor| board.minor_at_war(minor, Power::Britain))
}

/// Whether partners mean a port: everybody but those listed, or those listed.
fn is_meant(partners: &Partners, city: &City, land: Land<'_>) -> bool {
    is_listed(partners, city, land) != partners.is_everybody
}

fn is_listed(partners: &Partners, city: &City, land: Land<'_>) -> bool {
    let by_country = land.territory.country().is_some_and(|minor| partners.minors.iter().any(|named| named == minor));
    let by_power = land.held.holder.is_some_and(|holder| partners.powers.contains(&holder));
    by_power || by_country || partners.ports.contains(&city.name)
}

/// Leave for the ports of the Black Sea by the holder of Constantinople; silence leaves it as it was (8.2.1, D2, D4).
pub fn give_leave(play: &mut Play) {
    let giver = play.board().gatekeeper();
    play.turn_away(giver, &[Kind::BlackSea]);
    let Some(giver) = giver else {
        play.tell_all(Item::BlackSeaLeave { giver: None, ports: Vec::new() });
        return;
    };
    let mut leave = habitual_leave(&play.board());
    let lines = play.permitted(giver, &[Kind::BlackSea]);
    for (place, line) in lines.iter().enumerate() {
        let Act::BlackSea { partners, is_granted } = &line.order.act else { continue };
        let meant = black_sea_ports(&play.board(), partners);
        // The first word of a quarter says what holds in it: leave that was given before is not meant with it.
        if place == 0 {
            leave.clear();
        }
        if *is_granted {
            leave.extend(meant);
        } else {
            leave.retain(|port| !meant.contains(port));
        }
    }
    let ports: Vec<_> = leave.iter().cloned().collect();
    play.state.quarter.black_sea_leave = leave;
    play.state.habits.black_sea = Some((Partners { ports: ports.clone(), ..Partners::default() }, true));
    play.tell_all(Item::BlackSeaLeave { giver: Some(giver), ports });
}

fn habitual_leave(board: &Board<'_>) -> BTreeSet<String> {
    match &board.state.habits.black_sea {
        Some((partners, true)) => black_sea_ports(board, partners),
        _ => BTreeSet::new(),
    }
}

fn black_sea_ports(board: &Board<'_>, partners: &Partners) -> BTreeSet<String> {
    let meant =
        board.ports().into_iter().filter(|(city, port, land)| port.is_black_sea && is_meant(partners, city, *land));
    meant.map(|(city, _, _)| city.name.clone()).collect()
}

/// Britain says whose American trade she stops (8.2.1); she tells nobody before it is collected.
pub fn stop(play: &mut Play) {
    play.turn_away(Some(Power::Britain), &[Kind::Stop]);
    let Some(line) = play.single(Power::Britain, &[Kind::Stop]) else { return };
    let Act::StopAmericanTrade { partners } = line.order.act else { return };
    play.state.quarter.stopped = stopped(&play.board(), &partners);
}

fn stopped(board: &Board<'_>, partners: &Partners) -> BTreeSet<Power> {
    let enemies = board.enemies(Power::Britain);
    let is_named = |power: &Power| partners.powers.contains(power) != partners.is_everybody;
    enemies.into_iter().filter(is_named).collect()
}

/// The answers to the offer become habits; whoever is silent answers as he did last (D2).
pub fn answer(play: &mut Play) {
    for power in play.board().powers() {
        let Some(line) = play.single(power, &[Kind::Answer]) else { continue };
        if let Act::AnswerTrade { agrees, except } = line.order.act {
            play.state.habits.answers.insert(power, (agrees, except));
        }
    }
    if play.scenario.campaign.options.trade_silence != TradeSilence::Standing {
        forget_silent(play);
    }
}

/// Where silence is no habit, nobody's last answer counts.
fn forget_silent(play: &mut Play) {
    for power in Power::ALL {
        if play.sent(power, &[Kind::Answer]).is_empty() {
            play.state.habits.answers.remove(&power);
        }
    }
}

/// Whether a power agrees to trade through a port; at first everybody who is not at war does (D2).
pub fn agrees(board: &Board<'_>, power: Power, port: &str) -> bool {
    let by_default = board.scenario.campaign.options.trade_silence != TradeSilence::Refuse;
    let (agrees, except) = board.state.habits.answers.get(&power).cloned().unwrap_or((by_default, Vec::new()));
    agrees != except.iter().any(|named| named == port)
}

/// D3: Britain's own orders alone; not to enemies.
pub fn may_offer(board: &Board<'_>, power: Power, partners: &Partners, except: &Partners) -> Verdict {
    require(power == Power::Britain, || {
        let bar = Bar::lasting("Only Great Britain offers trade; every other power answers her.", "8.2.1");
        bar.hint("Say whether you agree: \"agree to the British trade\".")
    })?;
    if partners.is_everybody || partners.is_nobody() {
        return Ok(());
    }
    let named: Vec<_> = board.ports().into_iter().filter(|(city, _, land)| is_listed(partners, city, *land)).collect();
    let is_open = |(city, _, land): &(&City, _, Land<'_>)| {
        !is_at_war_with_britain(board, *land) && !is_listed(except, city, *land)
    };
    require(named.is_empty() || named.iter().any(is_open), || {
        Bar::now("Great Britain is at war with all those named: there is no domestic trade with them.", "8.2.1")
    })
}

/// The same as last quarter, by Britain.
pub fn may_offer_same(board: &Board<'_>, power: Power) -> Verdict {
    may_offer(board, power, &Partners::everybody(), &Partners::default())
}

/// D3: by a power that has ports, its own or free states', with exceptions among them.
pub fn may_answer(board: &Board<'_>, power: Power, except: &[String]) -> Verdict {
    require(power != Power::Britain, || Bar::lasting("Great Britain makes the offer; the others answer it.", "8.2.1"))?;
    let ports = board.ports();
    let own: Vec<_> = ports.iter().filter(|(_, _, land)| land.held.holder == Some(power)).collect();
    require(!own.is_empty(), || Bar::now(format!("{} controls no port.", power.name()), "8.2.1"))?;
    let stranger = except.iter().find(|named| !own.iter().any(|(city, _, _)| city.name == **named));
    match stranger {
        None => Ok(()),
        Some(port) => Err(Bar::now(format!("{} does not control {port}.", power.name()), "8.2.1")),
    }
}

/// 8.2.1: the controller of Constantinople alone, unless it is contested (D4).
pub fn may_give_leave(board: &Board<'_>, power: Power, partners: &Partners) -> Verdict {
    let Some(giver) = board.gatekeeper() else {
        return Err(Bar::now("Constantinople is contested: nobody can give leave for the Black Sea.", "8.2.1"));
    };
    require(giver == power, || {
        Bar::now(format!("{} controls Constantinople and gives leave for the Black Sea.", giver.name()), "8.2.1")
    })?;
    let is_black = |name: &String| {
        let port = board.scenario.map.city(name).and_then(|city| city.port);
        port.is_some_and(|port| port.is_black_sea)
    };
    match partners.ports.iter().find(|name| !is_black(name)) {
        None => Ok(()),
        Some(port) => Err(Bar::lasting(format!("{port} does not lie on the Black Sea and needs no leave."), "8.2.1")),
    }
}

/// 8.2.1: Britain, against powers she is at war with, while there is no war with the United States.
pub fn may_stop(board: &Board<'_>, power: Power, partners: &Partners) -> Verdict {
    require(power == Power::Britain, || Bar::lasting("Only Great Britain may stop American trade.", "8.2.1"))?;
    let enemies = board.enemies(power);
    let listed = if partners.is_everybody { &[][..] } else { &partners.powers[..] };
    if let Some(friend) = listed.iter().find(|named| !enemies.contains(named)) {
        let bar = Bar::now(format!("Great Britain is not at war with {}.", friend.name()), "8.2.1");
        return Err(bar.hint(format!("It is at war with {}.", legality::names(&enemies))));
    }
    require(!board.state.american_war || partners.is_nobody(), || {
        Bar::now("Great Britain is at war with the United States: nobody has American trade to stop.", "8.2.1")
    })?;
    let named = stopped(board, partners);
    let is_whole = board.scenario.campaign.options.stop_scope == StopScope::Choice || named.len() == enemies.len();
    require(named.is_empty() || is_whole, || {
        let bar = Bar::now("In this game the American trade of all enemies is stopped, or of none.", "D4");
        bar.hint(format!("Name them all: {}.", legality::names(&enemies)))
    })
}

/// 8.2.1: Britain ends the American war in a Peace Step, for political points.
pub fn may_end_american_war(board: &Board<'_>, power: Power) -> Verdict {
    require(power == Power::Britain, || {
        Bar::lasting("Only Great Britain makes peace with the United States.", "8.2.1")
    })?;
    require(board.state.american_war, || Bar::now("There is no war with the United States.", "8.2.1"))
}

/// Whether Britain may trade at all through a territory's ports: with London lost only through her free states (8.2.1).
pub fn is_britain_open(board: &Board<'_>, land: Land<'_>) -> bool {
    let is_own_free_state = land.held.holder == Some(Power::Britain) && land.held.tenure == Tenure::Free;
    !board.has_no_trade(Power::Britain) || is_own_free_state
}
