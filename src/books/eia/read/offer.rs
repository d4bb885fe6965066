//! Orders of the first two windows: victory points (8.1), the British offer and its answers, the Black Sea and American
//! trade (8.2.1).

use pest::iterators::Pair;

use super::grammar::Rule;
use super::parts::{Acts, Parts};
use super::prices;
use super::resolve::{Desk, within};
use crate::order::{Act, Amount, Partners};
use crate::power::Power;
use crate::scenario::Map;
use base::order::Remark;

pub(super) fn reduce(desk: &mut Desk<'_, '_>, parts: &Parts<'_>) -> Acts {
    let count = parts.find(Rule::vp_count).or_else(|| parts.find(Rule::vp_loss));
    let amount = match count {
        Some(count) => desk.amount(count)?,
        None => parts.amount(desk)?,
    };
    if let Some(half) =
        count.and_then(|count| within(count, Rule::half)).filter(|half| half.as_str().len() > "half".len())
    {
        return Err(desk
            .unread(&half, "Half of the points gained is more than may be spent: at most a third (8.1.2).")
            .hint("Write a number of victory points, or \"max\" for a third."));
    }
    let target = parts.power(desk)?;
    Ok(vec![Act::ReduceVictoryPoints { amount: amount.unwrap_or(Amount::Most), target }])
}

pub(super) fn announce(_desk: &mut Desk<'_, '_>, parts: &Parts<'_>) -> Acts {
    Ok(vec![Act::Announce { is_when_final: parts.has(Rule::when_final) }])
}

/// Whoever keeps quiet may say how much he keeps quiet about.
pub(super) fn keep_quiet(desk: &mut Desk<'_, '_>, parts: &Parts<'_>) -> Acts {
    parts.all(Rule::count).for_each(|pair| desk.notice(pair, "Your total is on the state sheet; it need not be said."));
    Ok(vec![Act::KeepQuiet])
}

pub(super) fn offer(desk: &mut Desk<'_, '_>, parts: &Parts<'_>) -> Acts {
    let partners = named(desk, parts)?.unwrap_or_default();
    if let Some(pair) = parts.find(Rule::partners).filter(|_| parts.has(Rule::bare_only) && !partners.powers.is_empty())
    {
        return Err(desk
            .unread(pair, "It is not said what is for them only.")
            .hint("Write \"offer trade to Russia\"."));
    }
    let except = excepted(desk, parts)?;
    // "Nobody but Denmark": Denmark alone.
    if parts.has(Rule::nobody) && !except.is_nobody() {
        return Ok(vec![Act::OfferTrade { partners: except, except: Partners::default() }]);
    }
    if partners.powers.contains(&Power::Britain) {
        return with_britain(desk, parts, &partners, except);
    }
    Ok(vec![Act::OfferTrade { partners, except }])
}

/// Whoever offers trade to Britain agrees to it.
fn with_britain(desk: &mut Desk<'_, '_>, parts: &Parts<'_>, partners: &Partners, except: Partners) -> Acts {
    let is_alone = partners.powers.len() == 1 && partners.minors.is_empty() && partners.ports.is_empty();
    if let Some(pair) = parts.find(Rule::partners).filter(|_| !is_alone || parts.giver == Some(Power::Britain)) {
        return Err(desk.unread(pair, "Britain does not trade with herself."));
    }
    let except = only_ports(desk, parts, except)?;
    Ok(vec![Act::AnswerTrade { agrees: true, except }])
}

pub(super) fn answer(desk: &mut Desk<'_, '_>, parts: &Parts<'_>) -> Acts {
    for pair in parts.all(Rule::with_britain).chain(parts.all(Rule::power)) {
        if desk.power(pair)? != Power::Britain {
            return Err(
                desk.unread(pair, "Trade is agreed with Britain alone; other powers do not trade with each other.")
            );
        }
    }
    let agrees = [Rule::yes, Rule::agreed_now, Rule::opens_ports].iter().any(|rule| parts.has(*rule));
    if !agrees && parts.has(Rule::with_everybody) && parts.giver.is_none_or(|giver| giver == Power::Britain) {
        // "With nobody but Britain" is a yes to her, and "with nobody but Russia" an offer to Russia alone.
        let partners = excepted(desk, parts)?;
        if partners.powers == [Power::Britain] {
            return Ok(vec![Act::AnswerTrade { agrees: true, except: Vec::new() }]);
        }
        return Ok(vec![Act::OfferTrade { partners, except: Partners::default() }]);
    }
    let except = excepted(desk, parts)?;
    let except = only_ports(desk, parts, except)?;
    let Some(listed) = parts.find(Rule::answer_ports) else {
        return Ok(vec![Act::AnswerTrade { agrees, except }]);
    };
    let ports = desk.partners(listed)?;
    let ports = only_ports(desk, parts, ports)?;
    match (agrees, except.is_empty()) {
        // "At Danzig but not at Stettin" says nothing of Königsberg.
        (true, false) if leaves_open(&desk.scenario.map, &ports, &except) => Err(desk
            .unread(listed, "It is not said what holds for the other ports.")
            .hint("Write \"agree to trade except Stettin\", or \"refuse trade except Danzig\".")),
        (true, false) => Ok(vec![Act::AnswerTrade { agrees, except }]),
        (true, true) => {
            desk.notice(listed, "Trade is agreed for these ports and refused for all others.");
            Ok(vec![Act::AnswerTrade { agrees: false, except: ports }])
        }
        (false, true) if parts.has(Rule::trade_word) => {
            desk.notice(listed, "Trade is refused for these ports and agreed for all others.");
            Ok(vec![Act::AnswerTrade { agrees: true, except: ports }])
        }
        (false, _) => Err(desk
            .unread(listed, "It is not said what holds for the other ports.")
            .hint("Write \"agree to trade except Riga\", or \"refuse trade except Riga\".")),
    }
}

/// Whether ports of the same country are named neither among those agreed nor among those refused.
pub(super) fn leaves_open(map: &Map, agreed: &[String], refused: &[String]) -> bool {
    let home = |city: &str| map.territory(&map.city(city)?.territory)?.home();
    let is_named = |city: &String| agreed.contains(city) || refused.contains(city);
    agreed.iter().any(|agreed| {
        let mut others = map.ports().filter(|(city, _)| home(&city.name) == home(agreed));
        home(agreed).is_none() || others.any(|(city, _)| !is_named(&city.name))
    })
}

pub(super) fn black_sea(desk: &mut Desk<'_, '_>, parts: &Parts<'_>) -> Acts {
    let refusals = [
        Rule::no_ships,
        Rule::stops_it,
        Rule::refused,
        Rule::deny_all,
        Rule::nobody,
        Rule::may_not,
        Rule::is_shut,
        Rule::has_no_leave,
        Rule::no_word,
        Rule::denied,
    ];
    let is_refused = refusals.iter().any(|rule| parts.has(*rule));
    let named = if parts.has(Rule::nobody) { None } else { named(desk, parts)? };
    let partners = match parts.find(Rule::only_ports) {
        Some(pair) if !is_refused => only_these(desk, pair)?,
        Some(pair) => return Err(desk.unread(pair, "It is not said what holds for the other ports.")),
        None => narrowed(desk, parts, named.unwrap_or_else(Partners::everybody))?,
    };
    Ok(vec![Act::BlackSea { partners, is_granted: !is_refused }])
}

pub(super) fn stop(desk: &mut Desk<'_, '_>, parts: &Parts<'_>) -> Acts {
    // "Of both of her enemies, of France and Spain": those named.
    let listed = parts.find(Rule::partners).map(|pair| desk.partners(pair)).transpose()?;
    let Some(partners) = listed.map_or_else(|| named(desk, parts), |listed| Ok(Some(listed)))? else {
        return Err(Remark::unread("It is not said whose American trade is stopped.")
            .hint("Write \"stop American trade of France\", or \"of all enemies\"."));
    };
    let partners = narrowed(desk, parts, partners)?;
    if let Some(pair) = parts.find(Rule::partners).filter(|_| !partners.minors.is_empty() || !partners.ports.is_empty())
    {
        return Err(desk.unread(pair, "American trade is stopped for major powers as a whole.").rule("8.2.1"));
    }
    Ok(vec![Act::StopAmericanTrade { partners }])
}

/// 8.2.1: what it costs is in the tables.
pub(super) fn end_american_war(desk: &mut Desk<'_, '_>, parts: &Parts<'_>) -> Acts {
    prices::check_points(desk, parts, desk.scenario.tables.trade.american_peace_points)?;
    Ok(vec![Act::EndAmericanWar])
}

/// Who is meant; `None` when nobody was named, not even nobody.
fn named(desk: &mut Desk<'_, '_>, parts: &Parts<'_>) -> Result<Option<Partners>, Remark> {
    if parts.has(Rule::everybody) || parts.has(Rule::enemies) {
        return Ok(Some(Partners::everybody()));
    }
    if parts.has(Rule::nobody) || parts.has(Rule::offers_none) {
        return Ok(Some(Partners::default()));
    }
    parts.find(Rule::partners).map(|pair| desk.partners(pair)).transpose()
}

fn excepted(desk: &mut Desk<'_, '_>, parts: &Parts<'_>) -> Result<Partners, Remark> {
    let mut all = Partners::default();
    for pair in parts.all(Rule::except) {
        let more = desk.partners(pair)?;
        all.powers.extend(more.powers);
        all.minors.extend(more.minors);
        all.ports.extend(more.ports);
    }
    Ok(all)
}

/// "Russia, but only Odessa": the ports that are named, and no other.
fn only_these(desk: &mut Desk<'_, '_>, pair: &Pair<'_, Rule>) -> Result<Partners, Remark> {
    let partners = desk.partners(pair)?;
    if partners.ports.is_empty() || !partners.powers.is_empty() || !partners.minors.is_empty() {
        return Err(desk.unread(pair, "Only ports can be picked out here."));
    }
    Ok(partners)
}

/// Everybody but those excepted; from a list nobody need be excepted.
fn narrowed(desk: &mut Desk<'_, '_>, parts: &Parts<'_>, partners: Partners) -> Result<Partners, Remark> {
    let Some(pair) = parts.find(Rule::except) else { return Ok(partners) };
    if !partners.is_everybody {
        return Err(desk.unread(pair, "Exceptions can be made from everybody, not from a list."));
    }
    Ok(Partners { is_everybody: true, ..desk.partners(pair)? })
}

fn only_ports(desk: &Desk<'_, '_>, parts: &Parts<'_>, partners: Partners) -> Result<Vec<String>, Remark> {
    if partners.powers.is_empty() && partners.minors.is_empty() {
        return Ok(partners.ports);
    }
    let said = "An answer to the offer makes exceptions by port.";
    let pair = parts.find(Rule::except).or_else(|| parts.find(Rule::answer_ports));
    Err(pair.map_or_else(|| Remark::unread(said), |pair| desk.unread(pair, said)))
}
