//! Makes an order of what the grammar found in a line.

use base::order::Remark;
use kit::amount::{Amount, BadAmount, MOST};
use pest::iterators::Pair;
use reader::slip::small_number;

use super::super::office::Office;
use super::super::order::{Act, Force, ForceKind, Order, Works};
use super::super::scenario::Scenario;
use super::super::side::{Arm, Class, Kind, Pool, Side};
use super::forces::{self, Found};
use super::grammar::{Copy, Rule};
use super::works::WorksParts;
use super::{commerce, congress};

/// The most of anything that one order names; more is a slip of the pen.
const MOST_COUNT: u32 = 100_000;

/// Everything that a line holds, whatever its kind.
#[derive(Default)]
pub(super) struct Parts {
    pub(super) office: Option<Office>,
    bloc: Option<String>,
    pulses: Option<(u32, u32)>,
    count: Option<u32>,
    arm: Option<Arm>,
    pub(super) kind: Option<Kind>,
    pub(super) class: Option<Class>,
    pub(super) pool: Option<Pool>,
    state: Option<String>,
    giving: Option<String>,
    pub(super) cities: Vec<String>,
    regiments: Option<u32>,
    batteries: Option<u32>,
    eagles: Option<i64>,
    pub(super) side: Option<Side>,
    pub(super) number: Option<u32>,
    /// Units and ships that are named.
    forces: Vec<Force>,
    is_stores: bool,
    is_active: bool,
    /// What orders hold that change units and ships.
    pub(super) found: Found,
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
        Rule::blockade_line | Rule::mission_line | Rule::burn_line | Rule::place_line => Some(commerce::acts),
        _ => None,
    };
    let is_own = |pair: &Pair<'_, Rule>| family.is_none() || matches!(pair.as_rule(), Rule::as_office | Rule::pulses);
    for pair in line.clone().into_inner().filter(is_own) {
        parts.take(scenario, copy, pair)?;
    }
    let (office, bloc, pulses) = (parts.office, parts.bloc.clone(), parts.pulses);
    let acts = match family {
        Some(acts) => acts(scenario, copy, line)?,
        None if forces::is_ours(kind) => forces::acts(scenario, parts, kind)?,
        None => parts.acts(scenario, copy, kind)?,
    };
    Ok(acts.into_iter().map(|act| Order { office, bloc: bloc.clone(), pulses, act }).collect())
}

impl Parts {
    pub(super) fn take(&mut self, scenario: &Scenario, copy: &Copy<'_>, pair: Pair<'_, Rule>) -> Result<(), Remark> {
        if self.found.take(scenario, copy, &pair)? {
            return Ok(());
        }
        match pair.as_rule() {
            Rule::count | Rule::times_number => self.count = Some(number_of(copy, &pair)?),
            Rule::regts | Rule::bare_regts => self.regiments = Some(number_of(copy, &pair)?),
            Rule::batts => self.batteries = Some(number_of(copy, &pair)?),
            Rule::no_batts => self.batteries = Some(0),
            Rule::sum => self.eagles = Some(whole_sum(copy, &pair)?),
            Rule::state => self.state = Some(state_of(scenario, copy, &pair)?),
            Rule::place | Rule::where_ => self.cities.push(city_of(scenario, copy, &pair)?),
            Rule::giving => {
                let place = pair.into_inner().find(|inner| inner.as_rule() == Rule::place);
                self.giving = place.map(|place| city_of(scenario, copy, &place)).transpose()?;
            }
            Rule::bloc_words => self.bloc = bloc_of(scenario, copy, &pair),
            Rule::pulses => self.pulses = Some(pulses_of(&pair)),
            Rule::force => {
                for inner in pair.into_inner() {
                    self.take(scenario, copy, inner)?;
                }
                let force = self.force()?;
                (self.kind, self.class) = (None, None);
                self.forces.push(force);
            }
            Rule::number => self.number = Some(number_of(copy, &pair)?),
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
            Rule::activates => self.is_active = true,
            Rule::volunteers => self.pool = Some(Pool::Volunteers),
            Rule::bounty => self.pool = Some(Pool::Bounty),
            Rule::draft => self.pool = Some(Pool::Draft),
            Rule::usct => self.pool = Some(Pool::Usct),
            // "2 militia regiments", and "from the militia".
            Rule::militia if self.arm.is_none() && self.count.is_some() => self.arm = Some(Arm::Militia),
            Rule::militia => self.pool = Some(Pool::Militia),
            _ => self.take_code(rule),
        }
    }

    fn take_code(&mut self, rule: Rule) {
        self.kind = match rule {
            Rule::in_kind => Some(Kind::Infantry),
            Rule::cv_kind => Some(Kind::Cavalry),
            Rule::ha_kind => Some(Kind::Horse),
            Rule::la_kind => Some(Kind::Light),
            Rule::sa_kind => Some(Kind::Siege),
            Rule::mi_kind => Some(Kind::Militia),
            Rule::aq_kind => Some(Kind::Army),
            Rule::cq_kind => Some(Kind::Corps),
            Rule::pb_kind => Some(Kind::Bridge),
            _ => self.kind,
        };
        self.class = match rule {
            Rule::ri_class => Some(Class::RiverIronclad),
            Rule::rg_class => Some(Class::RiverGunboat),
            Rule::ic_class => Some(Class::Ironclad),
            Rule::fr_class => Some(Class::Frigate),
            Rule::sl_class => Some(Class::Sloop),
            Rule::gb_class => Some(Class::Gunboat),
            Rule::tr_class => Some(Class::Transports),
            Rule::rt_class => Some(Class::RiverTransports),
            _ => self.class,
        };
        self.office = match rule {
            Rule::p_office => Some(Office::President),
            Rule::vp_office => Some(Office::Vice),
            Rule::st_office => Some(Office::Treasury),
            Rule::sw_office => Some(Office::War),
            Rule::sn_office => Some(Office::Navy),
            Rule::gov_office => Some(Office::Governor),
            Rule::con_office => Some(Office::Congressman),
            _ => self.office,
        };
        self.side = match rule {
            Rule::union_side => Some(Side::Union),
            Rule::southern_side => Some(Side::Confederacy),
            _ => self.side,
        };
    }

    fn acts(self, scenario: &Scenario, copy: &Copy<'_>, kind: Rule) -> Result<Vec<Act>, Remark> {
        let count = self.count.unwrap_or(1);
        if count == 0 {
            return Err(Remark::unread("Nothing of it is no order.").hint("Leave the line out."));
        }
        let act = match kind {
            Rule::raise_line => Act::Raise {
                count,
                arm: self.arm.unwrap_or(Arm::Field),
                city: self.one_city(copy)?,
                state: self.state,
                giving: self.giving,
                pool: self.pool,
            },
            Rule::rise_line => Act::Rise {
                regiments: self.number.or(self.regiments).ok_or_else(how_many_rise)?,
                city: self.one_city(copy)?,
            },
            Rule::form_line => Act::Form {
                count,
                kind: self.kind.ok_or_else(Remark::chatter)?,
                regiments: self.regiments,
                batteries: self.batteries,
                city: self.one_city(copy)?,
                weapons: self.works.weapons_of_new(self.kind),
            },
            Rule::staff_line => Act::Establish {
                count: self.number.unwrap_or(count),
                kind: self.kind.ok_or_else(Remark::chatter)?,
                city: self.one_city(copy)?,
                pool: self.pool,
            },
            Rule::ship_line => Act::LayDown {
                count,
                class: self.class.ok_or_else(Remark::chatter)?,
                port: self.one_city(copy)?,
                pool: self.pool,
            },
            Rule::borrow_line => Act::Borrow { eagles: self.eagles.ok_or_else(Remark::chatter)? },
            Rule::print_line => Act::Print { eagles: self.eagles.ok_or_else(Remark::chatter)? },
            Rule::duty_line => {
                let is_active = self.is_active;
                return Ok(self.forces.into_iter().map(|force| Act::Duty { force, is_active }).collect());
            }
            Rule::buy_line => return Ok(self.purchases(count)),
            Rule::standing_line => Act::Works(self.works.standing(copy, self.is_stores)?),
            Rule::upgrade_line => return self.works.upgrades(self.forces),
            Rule::back_line => {
                let eagles = self.eagles.ok_or_else(Remark::chatter)?;
                Act::Works(Works::BuyBack { eagles, is_paper: self.works.is_paper })
            }
            Rule::abroad_line => Act::Works(Works::BuyAbroad { count }),
            Rule::depot_line => Act::Works(self.works.depot(scenario)?),
            Rule::removal_line => Act::Works(self.works.removal()?),
            Rule::fort_line => Act::Works(self.works.fort(scenario, &self.forces)?),
            Rule::raze_line => Act::Works(self.works.razing(scenario)?),
            _ => return Err(Remark::chatter()),
        };
        Ok(vec![act])
    }

    /// "10 supplies each at Corinth and Meridian" are two purchases.
    fn purchases(self, count: u32) -> Vec<Act> {
        let is_stores = self.is_stores;
        let cities = self.cities.into_iter();
        cities
            .map(|city| match is_stores {
                true => Act::BuyStores { count, port: city },
                false => Act::BuySupplies { count, city },
            })
            .collect()
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

    /// The unit or ship that a stretch names.
    pub(super) fn force_of(scenario: &Scenario, copy: &Copy<'_>, pair: Pair<'_, Rule>) -> Result<Force, Remark> {
        let mut parts = Parts::default();
        for inner in pair.into_inner() {
            parts.take(scenario, copy, inner)?;
        }
        parts.force()
    }

    fn force(&self) -> Result<Force, Remark> {
        let kind = self.kind.map(ForceKind::Unit).or(self.class.map(ForceKind::Ship));
        match (self.side, self.number, kind) {
            (Some(side), Some(number), Some(kind)) => Ok(Force { side, number, kind }),
            _ => Err(Remark::unread("This names no unit and no ship.").hint("Units are named US1IN, ships CSGB2.")),
        }
    }
}

pub(super) fn span(copy: &Copy<'_>, pair: &Pair<'_, Rule>) -> (usize, usize) {
    copy.span(pair.as_span().start(), pair.as_span().end())
}

/// The number in a stretch; "a" and none are one.
pub(super) fn number_of(copy: &Copy<'_>, pair: &Pair<'_, Rule>) -> Result<u32, Remark> {
    let text = pair.as_str();
    if let Some(grouped) = pair.clone().into_inner().find(|inner| inner.as_rule() == Rule::grouped) {
        let (start, end) = span(copy, &grouped);
        let asked = |message: &str, hint: &str| Remark::unread(message).at(start, end).hint(hint);
        return match Amount::parse(grouped.as_str()) {
            Ok(amount) if amount.in_hundredths() % 100 == 0 && amount <= Amount::whole(i64::from(MOST_COUNT)) => {
                Ok(u32::try_from(amount.in_hundredths() / 100).unwrap_or(0))
            }
            Ok(_) => {
                Err(asked("Only whole numbers are ordered, and no more than the rules allow.", "Write 1,500 or 1500."))
            }
            Err(_) => Err(asked(
                "It is not clear which number this is.",
                "A comma parts thousands, a point decimals: 1,500 or 1500.",
            )),
        };
    }
    let digits: String =
        text.chars().skip_while(|sign| !sign.is_ascii_digit()).take_while(char::is_ascii_digit).collect();
    let number = match digits.is_empty() {
        true => text.split(' ').find_map(small_number).or(Some(1)),
        false => digits.parse().ok(),
    };
    let (start, end) = span(copy, pair);
    number.filter(|number| *number <= MOST_COUNT).ok_or_else(|| {
        Remark::unread(format!("{digits} is more than any order is for."))
            .at(start, end)
            .hint("Write a smaller number.")
    })
}

/// The bloc that these words name, if one is called so.
fn bloc_of(scenario: &Scenario, copy: &Copy<'_>, pair: &Pair<'_, Rule>) -> Option<String> {
    let (start, end) = span(copy, pair);
    let said = copy.line.get(start..end)?.trim();
    let mut blocs = scenario.given.offices.iter().filter_map(|row| row.bloc.as_ref());
    blocs.find(|bloc| bloc.eq_ignore_ascii_case(said)).cloned()
}

/// The first and the last of the pulses that are named.
fn pulses_of(pair: &Pair<'_, Rule>) -> (u32, u32) {
    let digits = pair.as_str().split(|sign: char| !sign.is_ascii_digit());
    let numbers: Vec<u32> = digits.filter_map(|digits| digits.parse().ok()).collect();
    let (least, most) = (numbers.iter().min(), numbers.iter().max());
    (least.copied().unwrap_or(1), most.copied().unwrap_or(1))
}

/// Eagles in whole numbers: "2,500". What may be another number than was meant is asked back.
pub(super) fn whole_sum(copy: &Copy<'_>, pair: &Pair<'_, Rule>) -> Result<i64, Remark> {
    let (start, end) = span(copy, pair);
    let text = pair.as_str();
    let asked = |message: &str, hint: &str| Err(Remark::unread(message).at(start, end).hint(hint));
    let lower = text.to_ascii_lowercase();
    if lower.ends_with('k') || lower.ends_with("thousand") || lower.ends_with("hundred") {
        return asked("Write the sum in figures.", "For two thousand: 2000, or 2,000.");
    }
    if let Some(number) = small_number(text) {
        return Ok(i64::from(number));
    }
    match Amount::parse(text) {
        Ok(amount) if amount.in_hundredths() % 100 != 0 => {
            asked("Only whole eagles are borrowed and issued.", "Leave the decimals out.")
        }
        Ok(amount) if amount == Amount::ZERO => asked("Nothing of it is no order.", "Leave the line out."),
        Ok(amount) => Ok(amount.in_hundredths() / 100),
        Err(BadAmount::TooLarge) => asked(&format!("No sum above {MOST} is read."), "Write a smaller one."),
        Err(BadAmount::TooFine | BadAmount::NotANumber) => {
            asked("It is not clear which number this is.", "A comma parts thousands, a point decimals: 1,500 or 1500.")
        }
    }
}

pub(super) fn state_of(scenario: &Scenario, copy: &Copy<'_>, pair: &Pair<'_, Rule>) -> Result<String, Remark> {
    if let Some(mark) = copy.mark(pair.as_span().start()) {
        return scenario.names.meaning(mark.named).state.clone().ok_or_else(Remark::chatter);
    }
    let code = pair.as_str().trim().to_ascii_uppercase();
    let (start, end) = span(copy, pair);
    match scenario.state(&code) {
        Some(state) => Ok(state.id.clone()),
        None => Err(Remark::unread(format!("{code} is no State.")).at(start, end)),
    }
}

/// The one city that a name means; of several the writer is asked, for nothing is guessed where money or men would move.
pub(super) fn city_of(scenario: &Scenario, copy: &Copy<'_>, pair: &Pair<'_, Rule>) -> Result<String, Remark> {
    let Some(mark) = copy.mark(pair.as_span().start()) else { return Err(Remark::chatter()) };
    let (start, end) = span(copy, pair);
    let meaning = scenario.names.meaning(mark.named);
    match meaning.cities.as_slice() {
        [city] => Ok(city.clone()),
        [] if meaning.places.is_empty() => Err(Remark::unread("This is a State, and a city is wanted.").at(start, end)),
        [] => Err(Remark::unread("Nothing is raised, built or bought in so small a place.").at(start, end)),
        several => {
            let names: Vec<String> = several.iter().map(|city| scenario.city_name(city)).collect();
            let said = format!("There are several cities of this name: {}.", names.join(", "));
            Err(Remark::unread(said).at(start, end).hint(format!("Write the State behind it: {}.", names[0])))
        }
    }
}

fn how_many_rise() -> Remark {
    Remark::unread("It is not said how many regiments rise.")
        .hint("Write: rising at Nashville with 2 militia regiments.")
}
