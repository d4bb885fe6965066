//! Orders of the fifth window: ceding and its answers (8.8), disputed territories (8.7.4), combinations (8.9), levies (8.10),
//! uncontrolled powers (8.11); and what is said at any time: debts noted (8.5.2), a treasury shown (D13).

use pest::iterators::Pair;

use super::grammar::Rule;
use super::parts::{Acts, Parts};
use super::prices;
use super::resolve::{Desk, within};
use super::spending::levied_of;
use crate::order::{Act, Amount, Claimant, Combining, Reception};
use crate::power::Power;
use crate::scenario::TerritoryKind;
use base::order::Remark;
use reader::slip::tidy;

pub(super) fn cede(desk: &mut Desk<'_, '_>, parts: &Parts<'_>) -> Acts {
    prices::check_points(desk, parts, desk.scenario.tables.ceding.points)?;
    if let Some(pair) = parts.find(Rule::ceded_places) {
        return cede_several(desk, pair, parts.power(desk)?);
    }
    if parts.has(Rule::cession_pair) {
        return parts.all(Rule::cession_pair).map(|pair| ceded_by(desk, pair)).collect();
    }
    let place = parts.find(Rule::district).or_else(|| parts.find(Rule::place));
    let Some(place) = place else { return Err(Remark::unread("It is not said what is ceded.")) };
    Ok(vec![Act::Cede { territory: desk.territory(place)?, to: parts.power(desk)? }])
}

fn places_of<'i>(pair: &Pair<'i, Rule>) -> Vec<Pair<'i, Rule>> {
    pair.clone().into_inner().filter(|inner| inner.as_rule() == Rule::place).collect()
}

/// "Genoa and Corsica"; "Bavaria, Franconia" may be one district of the first.
fn cede_several(desk: &Desk<'_, '_>, pair: &Pair<'_, Rule>, to: Power) -> Acts {
    let names = places_of(pair).iter().map(|place| desk.territory(place)).collect::<Result<Vec<String>, _>>()?;
    let has_district = |name: &String| match desk.scenario.map.territory(name).map(|land| &land.kind) {
        Some(TerritoryKind::Minor { districts, .. }) => districts.iter().any(|district| names.contains(district)),
        _ => false,
    };
    if names.iter().any(has_district) {
        return Err(desk
            .unread(pair, "It is not said whether the country is ceded, or one of its districts.")
            .hint("Name the country alone, or the district alone."));
    }
    Ok(names.into_iter().map(|territory| Act::Cede { territory, to }).collect())
}

fn ceded_by(desk: &Desk<'_, '_>, pair: &Pair<'_, Rule>) -> Result<Act, Remark> {
    let places = places_of(pair);
    let Some(place) = places.first() else { return Err(desk.unread(pair, "It is not said what is ceded.")) };
    Ok(Act::Cede { territory: desk.territory(place)?, to: desk.power(pair)? })
}

pub(super) fn answer_cession(desk: &mut Desk<'_, '_>, parts: &Parts<'_>) -> Acts {
    let kept = parts.find(Rule::keep_it).and_then(|pair| within(pair, Rule::place_known));
    let place = parts.find(Rule::place).or_else(|| parts.find(Rule::place_known)).or(kept.as_ref());
    let territory = place.map(|place| desk.territory(place)).transpose()?;
    let refusals = [Rule::declines, Rule::declines_all, Rule::keep_it, Rule::is_declined];
    let is_declined = refusals.iter().any(|rule| parts.has(*rule));
    let reception = match (is_declined, parts.has(Rule::as_conquered)) {
        (true, _) => Reception::Decline,
        (false, true) => Reception::Conquer,
        (false, false) => Reception::Accept,
    };
    let mut answers = vec![Act::AnswerCession { territory, reception }];
    if let Some(place) = parts.find(Rule::besides).and_then(|pair| within(pair, Rule::place)) {
        let territory = Some(desk.territory(&place)?);
        answers.push(Act::AnswerCession { territory, reception: Reception::Decline });
    }
    Ok(answers)
}

pub(super) fn claim(desk: &mut Desk<'_, '_>, parts: &Parts<'_>) -> Acts {
    let mut territories = Vec::new();
    for pair in parts.iter() {
        let claimant = match pair.as_rule() {
            Rule::claimed | Rule::is_ours => Claimant::Oneself,
            Rule::given_up => Claimant::Other,
            Rule::heir | Rule::heir_first => heir(desk, pair)?,
            _ => continue,
        };
        for place in pair.clone().into_inner().filter(|inner| inner.as_rule() == Rule::place) {
            territories.push((desk.territory(&place)?, claimant));
        }
    }
    Ok(vec![Act::Claim { territories }])
}

fn heir(desk: &Desk<'_, '_>, pair: &Pair<'_, Rule>) -> Result<Claimant, Remark> {
    if within(pair, Rule::us).is_some() {
        return Ok(Claimant::Oneself);
    }
    if within(pair, Rule::other_heir).is_some() {
        return Ok(Claimant::Other);
    }
    desk.power(pair).map(Claimant::Power)
}

pub(super) fn combine(desk: &mut Desk<'_, '_>, parts: &Parts<'_>) -> Acts {
    let is_formed = parts.has(Rule::form) || parts.has(Rule::is_formed);
    let is_dissolved = parts.has(Rule::dissolve) || parts.has(Rule::is_dissolved);
    let combining = match (is_formed, is_dissolved) {
        (true, _) => Combining::Form,
        (false, true) => Combining::Dissolve,
        (false, false) => Combining::Add,
    };
    let name = match parts.find(Rule::combo_name) {
        Some(name) => combination_name(&desk.words(name)),
        None if parts.has(Rule::confederation) => RHINE.to_owned(),
        None => String::new(),
    };
    let mut members = Vec::new();
    for place in parts.find(Rule::members).into_iter().flat_map(|members| members.clone().into_inner()) {
        members.push(desk.territory(&place)?);
    }
    Ok(vec![Act::Combine { name, combining, members }])
}

/// The Confederation of the Rhine, which is meant by the word alone.
const RHINE: &str = "Rhine";

fn combination_name(words: &str) -> String {
    let bare = words.strip_prefix("the ").unwrap_or(words);
    let heads = ["kingdom of ", "grand duchy of ", "duchy of "];
    let has = |head: &&&str| bare.get(..head.len()).is_some_and(|start| start.eq_ignore_ascii_case(head));
    tidy(heads.iter().find(has).map_or(bare, |head| &bare[head.len()..]))
}

pub(super) fn levy(desk: &mut Desk<'_, '_>, parts: &Parts<'_>) -> Acts {
    let troops = levied_of(parts)?;
    let places = parts.find(Rule::levy_places);
    let listed = places.into_iter().flat_map(|places| places.clone().into_inner());
    let mut places = listed.map(|place| desk.site(&place)).collect::<Result<Vec<String>, Remark>>()?;
    let says_as_before =
        || ["as usual", "as always"].iter().any(|words| desk.copy.text.to_ascii_lowercase().contains(words));
    if places.is_empty() && says_as_before() {
        return Err(Remark::unread("It is not said where; what was done before is not looked up.")
            .hint("Name the places: \"levy cossack at Ukraine\"."));
    }
    if let Some(number) = parts.find(Rule::figure) {
        let count = desk.number(number)? as usize;
        match (places.len(), count) {
            (1, 2..=10) => places = vec![places[0].clone(); count],
            (listed, _) if listed == count => {}
            (0, _) => {
                return Err(desk
                    .unread(number, "These troops are never bought: they are levied, and a line says where.")
                    .hint("Name the places: \"levy cossack at Ukraine\".")
                    .rule("8.10"));
            }
            _ => {
                return Err(desk
                    .unread(number, "The number and the places do not agree.")
                    .hint("Name a place for each."));
            }
        }
    }
    Ok(vec![Act::Levy { troops, places }])
}

pub(super) fn remove_levy(desk: &mut Desk<'_, '_>, parts: &Parts<'_>) -> Acts {
    let place = desk.site(parts.need(Rule::place, "a place")?)?;
    Ok(vec![Act::RemoveLevy { troops: levied_of(parts)?, place }])
}

pub(super) fn bid(desk: &mut Desk<'_, '_>, parts: &Parts<'_>) -> Acts {
    let powers = parts.all(Rule::power).map(|pair| desk.power(pair)).collect::<Result<Vec<_>, _>>()?;
    if powers.is_empty() {
        return Ok(vec![Act::Bid { power: None }]);
    }
    Ok(powers.into_iter().map(|power| Act::Bid { power: Some(power) }).collect())
}

pub(super) fn note_debt(desk: &mut Desk<'_, '_>, parts: &Parts<'_>) -> Acts {
    let sum = parts.need(Rule::sum, "how much is owed")?;
    let Some(Amount::Points(amount)) = desk.amount(sum)? else {
        return Err(desk.unread(sum, "A debt is noted as a number of money points."));
    };
    if parts.is_standing {
        return Err(desk
            .unread(sum, "A debt is noted once.")
            .hint("Write for how many quarters: \"6 times 3 to Spain\"."));
    }
    let times = parts.find(Rule::times).map_or(Ok(1), |pair| desk.number(pair))?;
    if let Some(year) = parts.find(Rule::due).and_then(|due| within(due, Rule::year)) {
        return Err(desk
            .unread(&year, "A debt is noted with the month alone.")
            .hint("It is due when that month comes next."));
    }
    if let Some(pair) = parts.find(Rule::formal).filter(|_| parts.has(Rule::owes_it)) {
        return Err(desk.unread(pair, "A formal debt of a power is written down by the game master (8.5.2)."));
    }
    let month = parts.find(Rule::due).and_then(|due| within(due, Rule::month));
    let due = month.map(|month| desk.month(&month)).transpose()?;
    Ok(vec![Act::NoteDebt { to: parts.power(desk)?, amount, times, due, is_formal: parts.has(Rule::formal) }])
}

pub(super) fn share(desk: &mut Desk<'_, '_>, parts: &Parts<'_>) -> Acts {
    let hidden = [Rule::shows_not, Rule::no_longer, Rule::may_not_see];
    let is_shared = !hidden.iter().any(|rule| parts.has(*rule));
    Ok(vec![Act::ShareTreasury { with: parts.power(desk)?, is_shared }])
}
