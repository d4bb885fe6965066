//! The head of a condition: when it is judged and what it tests, from the parts the grammar found.

use pest::iterators::{Pair, Pairs};

use super::super::grammar::Rule;
use super::super::parts::force;
use super::super::resolve::Desk;
use crate::condition::{
    Attackers, Clause, Compare, Condition, Fate, Holding, LineRef, Moment, Near, Spot, Test, Whose,
};
use crate::order::{ForceRef, Pulses};
use crate::scenario::{Arm, Side, SizeClass};
use base::order::Remark;

/// What stands before the acts.
pub(super) struct Head {
    pub pulses: Option<Pulses>,
    pub moment: Moment,
    pub by: Option<u32>,
    pub condition: Condition,
}

/// The head from the parts that the grammar found.
pub(super) fn head(desk: &mut Desk<'_, '_>, pairs: Pairs<'_, Rule>) -> Result<Head, Remark> {
    let mut head =
        Head { pulses: None, moment: Moment::Any, by: None, condition: Condition { is_not: false, any: Vec::new() } };
    for pair in pairs {
        match pair.as_rule() {
            Rule::pulses | Rule::bare_pulses | Rule::listed_pulses => head.pulses = Some(desk.pulses(&pair)?),
            Rule::at_pulse => head.moment = Moment::At(inner_number(desk, &pair)?),
            Rule::after_line => head.moment = Moment::After(inner_line(desk, &pair)?),
            Rule::before_line => head.moment = Moment::Before(inner_line(desk, &pair)?),
            Rule::soon_word if head.moment == Moment::Any => head.moment = Moment::Soon,
            Rule::unless_word => head.condition.is_not = true,
            Rule::by_pulse => head.by = Some(inner_number(desk, &pair)?),
            Rule::condition => head.condition.any = condition(desk, pair)?,
            _ => {}
        }
    }
    Ok(head)
}

fn condition(desk: &mut Desk<'_, '_>, pair: Pair<'_, Rule>) -> Result<Vec<Vec<Clause>>, Remark> {
    let groups = pair.into_inner().filter(|inner| inner.as_rule() == Rule::clauses);
    groups
        .map(|group| {
            let clauses = group.into_inner().filter(|inner| inner.as_rule() == Rule::clause);
            clauses.map(|pair| clause(desk, pair)).collect()
        })
        .collect()
}

fn clause(desk: &mut Desk<'_, '_>, pair: Pair<'_, Rule>) -> Result<Clause, Remark> {
    let Some(test) = pair.clone().into_inner().next() else { return Err(desk.unread(&pair, "A test is missing.")) };
    let negations = test.clone().into_inner().flatten();
    let is_not =
        negations.filter(|inner| matches!(inner.as_rule(), Rule::be_not | Rule::no_one | Rule::no_attacker)).count()
            % 2
            == 1;
    let (is_not, test) = match test.as_rule() {
        Rule::enemy_test => (is_not, enemy(desk, test)?),
        Rule::place_test => (is_not, town(desk, test)?),
        Rule::fleet_test => (is_not, at_water(desk, test, Holding::Ships)?),
        Rule::fort_test => (is_not, at_water(desk, test, Holding::Fort)?),
        Rule::force_test => (is_not, befallen(desk, test)?),
        Rule::line_test => (false, line(desk, test)?),
        Rule::points_test => (false, points(desk, test)?),
        Rule::clock_test => (false, clock(desk, test)?),
        _ => (false, Test::SecondSubTurn),
    };
    Ok(Clause { is_not, test })
}

fn enemy(desk: &mut Desk<'_, '_>, pair: Pair<'_, Rule>) -> Result<Test, Remark> {
    let (mut found, mut where_, mut near, mut comes) = (Vec::new(), None, Near::At, false);
    for inner in pair.clone().into_inner() {
        match inner.as_rule() {
            Rule::sizes => found = sizes(&inner),
            Rule::near_at | Rule::near_adjacent | Rule::near_within => near = nearness(desk, &inner)?,
            Rule::enters | Rule::comes => comes = true,
            Rule::where_spot => where_ = Some(spot(desk, &inner)?),
            _ => {}
        }
    }
    let spot = where_.ok_or_else(|| desk.unread(&pair, "It is not said where."))?;
    Ok(Test::Enemy { sizes: found, near, spot, comes })
}

fn nearness(desk: &Desk<'_, '_>, pair: &Pair<'_, Rule>) -> Result<Near, Remark> {
    Ok(match pair.as_rule() {
        Rule::near_adjacent => Near::Adjacent,
        Rule::near_within => match inner_number(desk, pair)? {
            0 => Near::At,
            hexes => Near::Within(hexes),
        },
        _ => Near::At,
    })
}

fn spot(desk: &mut Desk<'_, '_>, pair: &Pair<'_, Rule>) -> Result<Spot, Remark> {
    for inner in pair.clone().into_inner() {
        match inner.as_rule() {
            Rule::town | Rule::unknown => return Ok(Spot::Place(desk.place(&inner))),
            Rule::leader => return Ok(Spot::Force(ForceRef::Leader(desk.leader(&inner)?))),
            _ => {}
        }
    }
    Err(desk.unread(pair, "It is not said where."))
}

/// The size classes that a phrase names, smallest first; none for all of them.
pub(super) fn sizes(pair: &Pair<'_, Rule>) -> Vec<SizeClass> {
    const ALL: [SizeClass; 3] = [SizeClass::Small, SizeClass::Medium, SizeClass::Large];
    let mut named = Vec::new();
    let mut bound: fn(SizeClass, SizeClass) -> bool = |one, other| one == other;
    for inner in pair.clone().into_inner() {
        match inner.as_rule() {
            Rule::size_small => named.push(SizeClass::Small),
            Rule::size_medium => named.push(SizeClass::Medium),
            Rule::size_large => named.push(SizeClass::Large),
            Rule::size_above => bound = |one, other| one > other,
            Rule::size_from | Rule::size_up => bound = |one, other| one >= other,
            Rule::size_below => bound = |one, other| one < other,
            Rule::size_to | Rule::size_down => bound = |one, other| one <= other,
            _ => {}
        }
    }
    let found: Vec<SizeClass> = ALL.into_iter().filter(|one| named.iter().any(|other| bound(*one, *other))).collect();
    if found.len() == ALL.len() { Vec::new() } else { found }
}

fn town(desk: &mut Desk<'_, '_>, pair: Pair<'_, Rule>) -> Result<Test, Remark> {
    let (mut place, mut whose, mut is_taken, mut is_vacant) = (None, None, false, false);
    for inner in pair.clone().into_inner() {
        match inner.as_rule() {
            Rule::town | Rule::unknown => place = Some(desk.place(&inner)),
            Rule::taken => is_taken = true,
            Rule::vacant | Rule::nobody_at | Rule::foe_gone => is_vacant = true,
            Rule::ours | Rule::ours_now => whose = Some(Whose::Ours),
            Rule::theirs | Rule::theirs_now => whose = Some(Whose::Enemys),
            Rule::side_usa => whose = Some(Whose::Side(Side::Usa)),
            Rule::side_csa => whose = Some(Whose::Side(Side::Csa)),
            _ => {}
        }
    }
    let place = place.ok_or_else(|| desk.unread(&pair, "The place is missing."))?;
    let holding = match (whose, is_vacant, is_taken) {
        (Some(whose), ..) => Holding::By(whose),
        (None, true, _) => Holding::Free,
        (None, ..) => Holding::Captured,
    };
    Ok(Test::Town { place, holding })
}

/// Enemy ships or forts at a place.
fn at_water(desk: &mut Desk<'_, '_>, pair: Pair<'_, Rule>, holding: Holding) -> Result<Test, Remark> {
    let named = pair.clone().into_inner().find(|inner| matches!(inner.as_rule(), Rule::town | Rule::unknown));
    let place = named.map(|inner| desk.place(&inner)).ok_or_else(|| desk.unread(&pair, "The place is missing."))?;
    Ok(Test::Town { place, holding })
}

fn befallen(desk: &mut Desk<'_, '_>, pair: Pair<'_, Rule>) -> Result<Test, Remark> {
    let (mut who, mut fate) = (None, None);
    for inner in pair.clone().into_inner() {
        match inner.as_rule() {
            Rule::leader => who = Some(ForceRef::Leader(desk.leader(&inner)?)),
            Rule::place_force | Rule::leader_force => who = Some(force(desk, &inner)?),
            Rule::force_spot => who = inner.into_inner().next().map(|town| ForceRef::At(desk.place(&town))),
            Rule::hit_mark => fate = Some(Fate::Attacked(Attackers::default())),
            Rule::fate => fate = Some(fate_of(desk, inner)?),
            Rule::strength => fate = Some(strength(desk, &inner)?),
            _ => {}
        }
    }
    match (who, fate) {
        (Some(force), Some(fate)) => Ok(Test::Force { force, fate }),
        _ => Err(desk.unread(&pair, "It is not said what is to befall whom.")),
    }
}

fn fate_of(desk: &mut Desk<'_, '_>, pair: Pair<'_, Rule>) -> Result<Fate, Remark> {
    let (mut found, mut near, mut comes) = (None, Near::At, false);
    for inner in pair.clone().into_inner() {
        match inner.as_rule() {
            Rule::attacked => found = Some(Fate::Attacked(Attackers::default())),
            Rule::attackers => found = Some(Fate::Attacked(attackers(&inner))),
            Rule::fights => found = Some(Fate::Fought),
            Rule::wins => found = Some(Fate::Wins),
            Rule::loses => found = Some(Fate::Loses),
            Rule::shaken => found = Some(Fate::Demoralised),
            Rule::stuck => found = Some(Fate::Stuck),
            Rule::strength => found = Some(strength(desk, &inner)?),
            Rule::near_at | Rule::near_adjacent | Rule::near_within => near = nearness(desk, &inner)?,
            Rule::enters | Rule::comes => comes = true,
            Rule::where_spot => {
                let spot = spot(desk, &inner)?;
                found = Some(Fate::At(near, spot, comes));
            }
            _ => {}
        }
    }
    found.ok_or_else(|| desk.unread(&pair, "It is not said what is to befall this force."))
}

/// By whom, as far as it was said.
pub(super) fn attackers(pair: &Pair<'_, Rule>) -> Attackers {
    let mut found = Attackers::default();
    for inner in pair.clone().into_inner() {
        match inner.as_rule() {
            Rule::sizes => found.sizes = sizes(&inner),
            Rule::on_foot => found.arm = Some(Arm::Infantry),
            Rule::on_horse => found.arm = Some(Arm::Cavalry),
            _ => {}
        }
    }
    found
}

fn strength(desk: &Desk<'_, '_>, pair: &Pair<'_, Rule>) -> Result<Fate, Remark> {
    let than = pair.clone().into_inner().find(|inner| inner.as_rule() == Rule::than);
    let than = than.ok_or_else(|| desk.unread(pair, "A number is missing."))?;
    let (compare, count) = comparison(desk, &than)?;
    Ok(Fate::Strength(compare, count))
}

fn comparison(desk: &Desk<'_, '_>, pair: &Pair<'_, Rule>) -> Result<(Compare, u32), Remark> {
    let mut compare = Compare::Exactly;
    for inner in pair.clone().into_inner() {
        compare = match inner.as_rule() {
            Rule::less => Compare::Less,
            Rule::at_most | Rule::or_less => Compare::AtMost,
            Rule::at_least | Rule::or_more => Compare::AtLeast,
            Rule::more => Compare::More,
            _ => continue,
        };
    }
    Ok((compare, inner_number(desk, pair)?))
}

fn points(desk: &Desk<'_, '_>, pair: Pair<'_, Rule>) -> Result<Test, Remark> {
    let (mut than, mut is_command) = (None, false);
    for inner in pair.clone().into_inner() {
        match inner.as_rule() {
            Rule::than => than = Some(comparison(desk, &inner)?),
            Rule::cp_unit => is_command = true,
            _ => {}
        }
    }
    let (compare, count) = than.ok_or_else(|| desk.unread(&pair, "A number is missing."))?;
    Ok(Test::Points { is_command, compare, count })
}

fn clock(desk: &Desk<'_, '_>, pair: Pair<'_, Rule>) -> Result<Test, Remark> {
    let mut compare = None;
    for inner in pair.clone().into_inner() {
        match inner.as_rule() {
            Rule::than => {
                let (compare, pulse) = comparison(desk, &inner)?;
                return Ok(Test::Clock { compare, pulse });
            }
            Rule::pulse_later => compare = Some(Compare::More),
            Rule::pulse_earlier => compare = Some(Compare::Less),
            _ => {}
        }
    }
    let compare = compare.ok_or_else(|| desk.unread(&pair, "A pulse is missing."))?;
    Ok(Test::Clock { compare, pulse: inner_number(desk, &pair)? })
}

fn line(desk: &Desk<'_, '_>, pair: Pair<'_, Rule>) -> Result<Test, Remark> {
    let line = inner_line(desk, &pair)?;
    let is_done = pair.into_inner().any(|inner| inner.as_rule() == Rule::line_done);
    Ok(Test::Line { line, is_done })
}

fn inner_line(desk: &Desk<'_, '_>, pair: &Pair<'_, Rule>) -> Result<LineRef, Remark> {
    let found = pair.clone().into_inner().find(|inner| inner.as_rule() == Rule::line_ref);
    let found = found.ok_or_else(|| desk.unread(pair, "The order is not named."))?;
    line_ref(desk, &found)
}

/// The order that a phrase refers to.
pub(super) fn line_ref(desk: &Desk<'_, '_>, pair: &Pair<'_, Rule>) -> Result<LineRef, Remark> {
    let Some(inner) = pair.clone().into_inner().next() else {
        return Err(desk.unread(pair, "The order is not named."));
    };
    Ok(match inner.as_rule() {
        Rule::line_number => LineRef::Number(inner_number(desk, &inner)?),
        Rule::line_dig => LineRef::Entrenchment,
        Rule::line_attack => LineRef::Attack,
        Rule::line_march => LineRef::March,
        _ => LineRef::Last,
    })
}

fn inner_number(desk: &Desk<'_, '_>, pair: &Pair<'_, Rule>) -> Result<u32, Remark> {
    super::super::parts::inner_number(desk, pair)
}
