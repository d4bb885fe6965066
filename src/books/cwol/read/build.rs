//! Makes an order of what the grammar found in a line.

use base::order::Remark;
use pest::iterators::Pair;

use super::super::office::Office;
use super::super::order::{Act, Order, Works};
use super::super::scenario::Scenario;
use super::super::side::{Arm, Pool, Side};
use super::code::Codes;
use super::forces::{self, Found};
use super::grammar::{Copy, Rule};
use super::stretch::{bloc_of, city_of, number_of, pulses_of, state_of, whole_sum};
use super::works::WorksParts;
use super::{commerce, congress, facts, land, sailing, stations};

/// So many are men and no regiments.
const LEAST_OF_MEN: u32 = 100;

/// Everything that a line holds, whatever its kind.
#[derive(Default)]
struct Parts {
    bloc: Option<String>,
    officer: Option<String>,
    side: Option<Side>,
    pulses: Option<(u32, u32)>,
    count: Option<u32>,
    arm: Option<Arm>,
    pool: Option<Pool>,
    state: Option<String>,
    giving: Option<String>,
    cities: Vec<String>,
    regiments: Option<u32>,
    batteries: Option<u32>,
    eagles: Option<i64>,
    number: Option<u32>,
    codes: Codes,
    /// Regiments and batteries that are raised at one place.
    raised: Vec<(u32, Arm)>,
    /// How much is bought at each of several places, and whether of stores.
    bought: Vec<(u32, bool, String)>,
    /// In what money a loan is to come.
    names_money: bool,
    is_stores: bool,
    is_active: bool,
    /// What orders hold that change units and ships.
    found: Found,
    works: WorksParts,
}

/// A family of orders whose lines are read in a file of their own.
type Family = fn(&Scenario, &Copy<'_>, Pair<'_, Rule>) -> Result<Vec<Act>, Remark>;

/// The orders of a line.
pub(super) fn order(scenario: &Scenario, copy: &Copy<'_>, line: Pair<'_, Rule>) -> Result<Vec<Order>, Remark> {
    let kind = line.as_rule();
    let mut parts = Parts::default();
    let family: Option<Family> = match kind {
        Rule::move_line | Rule::vote_line | Rule::word_line => Some(congress::acts),
        Rule::law_line | Rule::capture_line | Rule::violation_line => Some(congress::entries),
        Rule::fact_line => Some(facts::acts),
        Rule::battle_line => Some(land::battle),
        Rule::march_line | Rule::halt_line | Rule::rail_line | Rule::river_line | Rule::attack_line => Some(land::acts),
        Rule::blockade_line | Rule::mission_line | Rule::burn_line | Rule::place_line => Some(commerce::acts),
        Rule::station_line => Some(stations::acts),
        Rule::sail_line
        | Rule::hold_line
        | Rule::pursue_line
        | Rule::fight_line
        | Rule::bombard_line
        | Rule::retreat_line => Some(sailing::acts),
        _ => None,
    };
    let is_own = |pair: &Pair<'_, Rule>| family.is_none() || matches!(pair.as_rule(), Rule::as_office | Rule::pulses);
    for pair in line.clone().into_inner().filter(is_own) {
        parts.take(scenario, copy, pair)?;
    }
    let (bloc, officer, side, pulses) = (parts.bloc.take(), parts.officer.take(), parts.side, parts.pulses);
    let office = officer.as_ref().map(|_| Office::Officer).or(parts.codes.office);
    let given =
        |act| Order { office, bloc: bloc.clone(), officer: officer.clone(), side, pulses, is_approved: None, act };
    let acts = match family {
        Some(acts) => acts(scenario, copy, line)?,
        None if forces::is_ours(kind) => {
            let Parts { found, cities, pool, codes, .. } = parts;
            let city = cities.into_iter().next();
            let class = forces::class_at(scenario, &codes, city.as_deref())?;
            forces::acts(scenario, &found, (city, pool, class), kind)?
        }
        None => parts.acts(scenario, copy, kind)?,
    };
    Ok(acts.into_iter().map(given).collect())
}

/// The State of a city that gives men.
fn state_that_gives(scenario: &Scenario, city: Option<&str>) -> Option<String> {
    scenario.city(city?).map(|city| city.state.clone())
}

impl Parts {
    fn take(&mut self, scenario: &Scenario, copy: &Copy<'_>, pair: Pair<'_, Rule>) -> Result<(), Remark> {
        if self.found.take(copy, &pair)? {
            if pair.as_rule() == Rule::own_force {
                self.works.name_unit();
            }
            return Ok(());
        }
        match pair.as_rule() {
            Rule::count | Rule::times_number => self.count = Some(number_of(copy, &pair)?),
            Rule::regts | Rule::bare_regts => self.regiments = Some(number_of(copy, &pair)?),
            Rule::batts | Rule::nb_count => self.batteries = Some(number_of(copy, &pair)?),
            Rule::no_batts => self.batteries = Some(0),
            Rule::sum => self.eagles = Some(whole_sum(copy, &pair)?),
            Rule::state | Rule::letters_of_state => {
                let state = state_of(scenario, copy, &pair)?;
                if self.state.as_ref().is_some_and(|other| *other != state) {
                    let said = "Two States are named, and an order is for the men of one.";
                    return Err(Remark::unread(said).hint("Write a line for each."));
                }
                self.state = Some(state);
            }
            Rule::place | Rule::where_ => self.cities.push(city_of(scenario, copy, &pair)?),
            Rule::giving => {
                let place = pair.into_inner().find(|inner| inner.as_rule() == Rule::place);
                self.giving = place.map(|place| city_of(scenario, copy, &place)).transpose()?;
            }
            Rule::of_union => self.side = Some(Side::Union),
            Rule::of_south => self.side = Some(Side::Confederacy),
            Rule::officer => {
                let rank = if pair.as_str().to_ascii_lowercase().starts_with("gen") { "general" } else { "captain" };
                let number = pair.into_inner().next().ok_or_else(Remark::chatter)?;
                self.officer = Some(format!("{rank}-{}", number_of(copy, &number)?));
            }
            Rule::bloc_words => self.bloc = Some(bloc_of(scenario, copy, &pair)?),
            Rule::pulses => self.pulses = Some(pulses_of(&pair)),
            Rule::number => self.number = Some(number_of(copy, &pair)?),
            Rule::raised => {
                let mut part = Parts::default();
                pair.into_inner().try_for_each(|inner| part.take(scenario, copy, inner))?;
                self.raised.push((part.count.unwrap_or(1), part.arm.unwrap_or(Arm::Field)));
            }
            Rule::bought => {
                let mut part = Parts { is_stores: self.is_stores, ..Parts::default() };
                pair.into_inner().try_for_each(|inner| part.take(scenario, copy, inner))?;
                self.is_stores = part.is_stores;
                let count = part.count.unwrap_or(1);
                if count == 0 {
                    return Err(Remark::unread("Nothing of it is no order.").hint("Leave it out."));
                }
                self.bought.push((count, part.is_stores, part.one_city(copy)?));
            }
            _ if self.works.take(scenario, copy, &pair)? => {}
            _ => {
                self.take_word(pair.as_rule());
                for inner in pair.into_inner() {
                    self.take(scenario, copy, inner)?;
                }
            }
        }
        Ok(())
    }

    /// What a rule says by being there.
    fn take_word(&mut self, rule: Rule) {
        match rule {
            Rule::infantry => self.arm = Some(Arm::Infantry),
            Rule::cavalry => self.arm = Some(Arm::Cavalry),
            Rule::siege => self.arm = Some(Arm::Siege),
            Rule::field => self.arm = Some(Arm::Field),
            Rule::stores => self.is_stores = true,
            Rule::supplies => self.is_stores = false,
            Rule::paid_in => self.names_money = true,
            Rule::activates => self.is_active = true,
            Rule::volunteers => self.pool = Some(Pool::Volunteers),
            Rule::bounty => self.pool = Some(Pool::Bounty),
            Rule::draft => self.pool = Some(Pool::Draft),
            Rule::usct => self.pool = Some(Pool::Usct),
            // "2 militia regiments", and "from the militia".
            Rule::militia if self.arm.is_none() && self.count.is_some() => self.arm = Some(Arm::Militia),
            Rule::militia => self.pool = Some(Pool::Militia),
            _ => self.codes.take(rule),
        }
    }

    fn acts(self, scenario: &Scenario, copy: &Copy<'_>, kind: Rule) -> Result<Vec<Act>, Remark> {
        let count = self.count.unwrap_or(1);
        if count == 0 {
            return Err(Remark::unread("Nothing of it is no order.").hint("Leave the line out."));
        }
        if kind == Rule::raise_line {
            return self.raisings(scenario, copy, count);
        }
        if self.names_money {
            let said =
                "In what a loan comes is nobody's choice: gold, or greenbacks once Congress has authorised them.";
            return Err(Remark::unread(said).hint("Write the sum alone: borrow 4000.").rule("3.1"));
        }
        let act = match kind {
            Rule::rise_line => Act::Rise {
                regiments: self.number.or(self.regiments).ok_or_else(how_many_rise)?,
                city: self.one_city(copy)?,
            },
            Rule::form_line => Act::Form {
                count,
                kind: self.codes.kind.ok_or_else(Remark::chatter)?,
                regiments: self.regiments,
                batteries: self.batteries,
                city: self.one_city(copy)?,
                weapons: self.works.weapons_of_new(self.codes.kind),
            },
            Rule::staff_line => Act::Establish {
                count: self.number.unwrap_or(count),
                kind: self.codes.kind.ok_or_else(Remark::chatter)?,
                city: self.one_city(copy)?,
                pool: self.pool,
            },
            Rule::nb_line => {
                let city = self.cities.into_iter().next();
                Act::Works(self.works.battery(scenario, self.batteries, city)?)
            }
            Rule::europe_line => Act::Works(Works::BuildAbroad {
                count,
                class: self.codes.class.ok_or_else(Remark::chatter)?,
                port: self.one_city(copy)?,
                pool: self.pool,
            }),
            Rule::ship_line => Act::LayDown {
                count,
                class: self.codes.class.ok_or_else(Remark::chatter)?,
                port: self.one_city(copy)?,
                pool: self.pool,
            },
            Rule::borrow_line => Act::Borrow { eagles: self.eagles.ok_or_else(Remark::chatter)? },
            Rule::print_line => Act::Print { eagles: self.eagles.ok_or_else(Remark::chatter)? },
            Rule::duty_line => {
                let is_active = self.is_active;
                return Ok(self.found.forces.into_iter().map(|force| Act::Duty { force, is_active }).collect());
            }
            Rule::buy_line => return Ok(self.purchases(count)),
            Rule::standing_line => Act::Works(self.works.standing(copy, self.is_stores)?),
            Rule::upgrade_line => return self.works.upgrades(self.found.forces),
            Rule::back_line => {
                let eagles = self.eagles.ok_or_else(Remark::chatter)?;
                Act::Works(Works::BuyBack { eagles, is_paper: self.works.is_paper })
            }
            Rule::abroad_line => Act::Works(Works::BuyAbroad { count }),
            Rule::depot_line => Act::Works(self.works.depot(scenario)?),
            Rule::removal_line => Act::Works(self.works.removal()?),
            Rule::fort_line => Act::Works(self.works.fort(scenario, &self.found.forces)?),
            Rule::raze_line => Act::Works(self.works.razing(scenario)?),
            _ => return Err(Remark::chatter()),
        };
        Ok(vec![act])
    }

    /// "3 infantry regiments and 1 battery in Richmond" are raised by two orders.
    fn raisings(self, scenario: &Scenario, copy: &Copy<'_>, count: u32) -> Result<Vec<Act>, Remark> {
        let city = self.one_city(copy)?;
        // D34: whoever names the city that gives the men names their State.
        let state = self.state.or_else(|| state_that_gives(scenario, self.giving.as_deref()));
        let alone = vec![(count, self.arm.unwrap_or(Arm::Field))];
        let raised = if self.raised.is_empty() { alone } else { self.raised };
        let raise = |(count, arm): (u32, Arm)| {
            if count >= LEAST_OF_MEN {
                return Err(Remark::unread("Regiments and batteries are raised, and men are not counted.")
                    .hint("Say how many regiments: raise 3 infantry regiments in Richmond."));
            }
            if count == 0 {
                return Err(Remark::unread("Nothing of it is no order.").hint("Leave it out."));
            }
            let (city, state, giving) = (city.clone(), state.clone(), self.giving.clone());
            Ok(Act::Raise { count, arm, city, state, giving, pool: self.pool })
        };
        raised.into_iter().map(raise).collect()
    }

    /// "10 supplies each at Corinth and Meridian" are two purchases, as are "8 supplies at Memphis and 2 at Corinth".
    fn purchases(self, count: u32) -> Vec<Act> {
        let is_stores = self.is_stores;
        let alike = self.cities.into_iter().map(|city| (count, is_stores, city));
        let buy = |(count, is_stores, city)| match is_stores {
            true => Act::BuyStores { count, port: city },
            false => Act::BuySupplies { count, city },
        };
        alike.chain(self.bought).map(buy).collect()
    }

    fn one_city(&self, copy: &Copy<'_>) -> Result<String, Remark> {
        match self.cities.as_slice() {
            [city] => Ok(city.clone()),
            [] => Err(Remark::unread("It is not said where.").hint("Name the city: \"in Richmond\".")),
            _ => {
                let end = copy.line.len();
                Err(Remark::unread("Two cities stand in one order.").at(0, end).hint("Write one order a line."))
            }
        }
    }
}

fn how_many_rise() -> Remark {
    Remark::unread("It is not said how many regiments rise.")
        .hint("Write: rising at Nashville with 2 militia regiments.")
}
