//! What lines about works and goods hold beside what other lines have, and the acts that it makes.

use base::order::Remark;
use board::square::{Compass, NotASquare, Square};
use board::tactical::Tac;
use pest::iterators::Pair;

use super::super::order::{Act, Called, DepotKind, ForceKind, Forward, Front, Good, Weapons, Works};
use super::super::scenario::Scenario;
use super::super::side::Kind;
use super::grammar::{Copy, Rule};
use super::stretch::{city_of, number_of, span};

/// What they hold.
#[derive(Default)]
pub(super) struct WorksParts {
    bought: Option<u32>,
    forwarded: Option<u32>,
    source: Option<String>,
    target: Option<String>,
    is_ended: bool,
    weapons: Weapons,
    /// "Rifled", of what kind of weapons is not said.
    is_rifled: bool,
    /// A sum is of greenbacks.
    pub(super) is_paper: bool,
    is_cache: bool,
    square: Option<Square>,
    tac: Option<Tac>,
    /// A city or place is named, or "city" is said.
    is_in_city: bool,
    is_city_said: bool,
    facing: Option<Compass>,
    level: Option<u32>,
    /// Units and weapons as they are named by turns: whether it is units.
    turns: Vec<bool>,
}

impl WorksParts {
    /// Takes what is of works; whether that was all of it.
    pub(super) fn take(&mut self, scenario: &Scenario, copy: &Copy<'_>, pair: &Pair<'_, Rule>) -> Result<bool, Remark> {
        match pair.as_rule() {
            Rule::buy_count => once(copy, pair, (&mut self.bought, "numbers"), number_of(copy, pair)?)?,
            Rule::forward_count => once(copy, pair, (&mut self.forwarded, "numbers"), number_of(copy, pair)?)?,
            Rule::source => once(copy, pair, (&mut self.source, "cities"), city_of(scenario, copy, pair)?)?,
            Rule::target => once(copy, pair, (&mut self.target, "cities"), city_of(scenario, copy, pair)?)?,
            Rule::ends_standing => self.is_ended = true,
            Rule::better_arms => self.name_weapons(Weapons { arms: true, cannon: false }),
            Rule::better_cannon | Rule::other_cannon => self.name_weapons(Weapons { arms: false, cannon: true }),
            Rule::better_both => self.name_weapons(Weapons { arms: true, cannon: true }),
            Rule::rifled => self.is_rifled = true,
            Rule::cache_word => self.is_cache = true,
            Rule::square => once(copy, pair, (&mut self.square, "squares"), square_of(copy, pair)?)?,
            Rule::spot_place => {
                once(copy, pair, (&mut self.square, "places"), spot_of(scenario, copy, pair)?)?;
                self.is_in_city = true;
            }
            Rule::tac => once(copy, pair, (&mut self.tac, "tactical squares"), tac_of(copy, pair)?)?,
            Rule::in_city => (self.is_in_city, self.is_city_said) = (true, true),
            Rule::direction => {
                let direction = direction_of(pair).ok_or_else(Remark::chatter)?;
                once(copy, pair, (&mut self.facing, "directions"), direction)?;
            }
            Rule::fort_level => once(copy, pair, (&mut self.level, "levels"), number_of(copy, pair)?)?,
            Rule::paper_sum => {
                self.is_paper = true;
                return Ok(false);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// A unit is named.
    pub(super) fn name_unit(&mut self) {
        self.take_turn(true);
    }

    fn name_weapons(&mut self, weapons: Weapons) {
        self.weapons = self.weapons.and(weapons);
        self.take_turn(false);
    }

    fn take_turn(&mut self, is_unit: bool) {
        if self.turns.last() != Some(&is_unit) {
            self.turns.push(is_unit);
        }
    }

    /// Better weapons of a new unit: "rifled" are the arms of what has regiments, else the cannon.
    pub(super) fn weapons_of_new(&self, kind: Option<Kind>) -> Weapons {
        let has_regiments = kind.is_some_and(|kind| kind.regiments_of().is_some());
        self.weapons.and(Weapons { arms: self.is_rifled && has_regiments, cannon: self.is_rifled && !has_regiments })
    }

    pub(super) fn standing(self, copy: &Copy<'_>, is_stores: bool) -> Result<Works, Remark> {
        let unread = |said: &str, hint: &str| Err(Remark::unread(said).at(0, copy.line.len()).hint(hint));
        const EXAMPLE: &str = "For example: standing: buy 5 supplies at Nashville, forward 5 to Murfreesboro.";
        let good = if is_stores { Good::Stores } else { Good::Supplies };
        let Some(city) = self.source else { return unread("It is not said in which city.", EXAMPLE) };
        if self.is_ended {
            return Ok(Works::Standing { good, city, buy: 0, forward: None });
        }
        if self.bought.is_none() && self.forwarded.is_none() {
            return unread("It is not said how many.", EXAMPLE);
        }
        let forward = match (self.target, self.forwarded) {
            (Some(to), Some(count)) => Some(Forward { to, count }).filter(|forward| forward.count > 0),
            (None, Some(0)) | (None, None) => None,
            (Some(_), None) => return unread("It is not said how many are sent on.", EXAMPLE),
            (None, Some(_)) => return unread("It is not said where they are sent.", EXAMPLE),
        };
        Ok(Works::Standing { good, city, buy: self.bought.unwrap_or(0), forward })
    }

    fn depot_kind(&self) -> DepotKind {
        if self.is_cache { DepotKind::Cache } else { DepotKind::Depot }
    }

    fn named_square(&self) -> Result<Square, Remark> {
        self.square.ok_or_else(|| Remark::unread("It is not said where.").hint("Name the square: G4-S6."))
    }

    /// A depot stands where it is named, by the city of its square, or wherever it is lawful.
    pub(super) fn depot(self, scenario: &Scenario) -> Result<Works, Remark> {
        let square = self.named_square()?;
        let in_city = || scenario.field(square).city.filter(|_| self.is_in_city && scenario.city_at(square).is_some());
        // A place that is named says the square and not its tactical square.
        let tac = self.tac.or_else(|| in_city().filter(|_| self.is_city_said));
        Ok(Works::BuildDepot { kind: self.depot_kind(), square, tac })
    }

    /// A naval battery: where no square is named it stands at the city of its guns, where no city is, these are of the square's.
    pub(super) fn battery(
        self,
        scenario: &Scenario,
        batteries: Option<u32>,
        city: Option<String>,
    ) -> Result<Works, Remark> {
        let weapons = self.weapons_of_new(Some(Kind::Naval));
        let home = city.as_deref().and_then(|city| scenario.city(city)).map(|city| city.square);
        let square = self.square.or(home).ok_or_else(|| {
            Remark::unread("It is not said where.").hint("For example: build NB of 3 batteries from Memphis at D3-V1.")
        })?;
        let city = city.or_else(|| scenario.city_at(square).map(|city| city.id.clone())).ok_or_else(|| {
            Remark::unread("It is not said in which city its guns wait.")
                .hint("For example: build NB of 3 batteries from Memphis at D3-V1.")
        })?;
        let in_city = scenario.field(square).city.filter(|_| self.is_city_said);
        Ok(Works::Emplace { batteries, city, square, tac: self.tac.or(in_city), weapons })
    }

    pub(super) fn removal(self) -> Result<Works, Remark> {
        Ok(Works::RemoveDepot { kind: self.depot_kind(), square: self.named_square()? })
    }

    /// Where a fortification is: a city that is named has its own tactical square.
    fn spot(&self, scenario: &Scenario) -> Result<Option<(Square, Tac)>, Remark> {
        let Some(square) = self.square else { return Ok(None) };
        let city = scenario.field(square).city.filter(|_| self.is_in_city);
        let Some(tac) = self.tac.or(city) else {
            let said = format!("It is not said in which tactical square of {square}.");
            return Err(Remark::unread(said).hint(format!("Write, for example: {square} 5-6.")));
        };
        Ok(Some((square, tac)))
    }

    fn direction(&self) -> Result<Compass, Remark> {
        let unread = || Remark::unread("It is not said which way it faces.").hint("Write, for example: facing N.");
        self.facing.ok_or_else(unread)
    }

    pub(super) fn fort(self, scenario: &Scenario, units: &[Called]) -> Result<Works, Remark> {
        let at = self.spot(scenario)?;
        let by = match units {
            [] => None,
            [unit] => Some(*unit),
            _ => return Err(Remark::unread("One unit builds a work.").hint("Write one order a line.")),
        };
        if at.is_none() && by.is_none() {
            self.named_square()?;
        }
        Ok(Works::Fortify { at, facing: self.direction()?, by, level: self.level })
    }

    pub(super) fn razing(self, scenario: &Scenario) -> Result<Works, Remark> {
        let square = self.named_square()?;
        let tac = self.spot(scenario)?.map_or(Tac::CENTRE, |(_, tac)| tac);
        Ok(Works::Raze { front: Front { square, tac, facing: self.direction()? } })
    }

    pub(super) fn upgrades(self, units: Vec<Called>) -> Result<Vec<Act>, Remark> {
        const EXAMPLE: &str = "For example: upgrade US1IN with rifles.";
        if units.is_empty() {
            return Err(Remark::unread("It is not said which unit.").hint(EXAMPLE));
        }
        // "3 FR, 1 IC" names ships that are to be built, or two that are there.
        if self.weapons.is_none() && units.iter().all(|unit| matches!(unit.kind, ForceKind::Ship(_))) {
            return Err(Remark::chatter());
        }
        if self.weapons.is_none() {
            let said = "It is not said which weapons: arms, cannon or both.";
            return Err(Remark::unread(said).hint(EXAMPLE));
        }
        if self.turns.len() > 2 {
            let said = "Weapons are named for one unit after another.";
            return Err(Remark::unread(said).hint("Write one order a line."));
        }
        let weapons = self.weapons;
        Ok(units.into_iter().map(|unit| Act::Works(Works::Upgrade { unit, weapons })).collect())
    }
}

/// Takes a part of an order that can stand in it once.
pub(super) fn once<T>(
    copy: &Copy<'_>,
    pair: &Pair<'_, Rule>,
    (part, what): (&mut Option<T>, &str),
    value: T,
) -> Result<(), Remark> {
    if part.replace(value).is_none() {
        return Ok(());
    }
    let (start, end) = span(copy, pair);
    Err(Remark::unread(format!("Two {what} stand in one order.")).at(start, end).hint("Write one order a line."))
}

pub(super) fn square_of(copy: &Copy<'_>, pair: &Pair<'_, Rule>) -> Result<Square, Remark> {
    let (start, end) = span(copy, pair);
    // A fair copy has blanks between letters and digits.
    let name: String = pair.as_str().chars().filter(|sign| *sign != ' ').collect();
    name.parse().map_err(|why: NotASquare| Remark::unread(format!("{why}.")).at(start, end))
}

fn tac_of(copy: &Copy<'_>, pair: &Pair<'_, Rule>) -> Result<Tac, Remark> {
    let (start, end) = span(copy, pair);
    pair.as_str().parse().map_err(|why| Remark::unread(format!("{why}.")).at(start, end))
}

/// The square of a city or place; of several the writer is asked.
pub(super) fn spot_of(scenario: &Scenario, copy: &Copy<'_>, pair: &Pair<'_, Rule>) -> Result<Square, Remark> {
    let Some(mark) = copy.mark(pair.as_span().start()) else { return Err(Remark::chatter()) };
    let meaning = scenario.names.meaning(mark.named);
    let squares = scenario.squares_named(&meaning.cities, &meaning.places);
    match squares.as_slice() {
        [square] => Ok(*square),
        _ => {
            let (start, end) = span(copy, pair);
            let names: Vec<String> = squares.iter().map(|square| scenario.place_name(*square)).collect();
            let said = format!("There are several places of this name: {}.", names.join(", "));
            Err(Remark::unread(said).at(start, end).hint("Write the State behind it, or the square."))
        }
    }
}

/// "north-west", "NW".
fn direction_of(pair: &Pair<'_, Rule>) -> Option<Compass> {
    let letters = pair.as_str().chars().filter(char::is_ascii_alphabetic).collect::<String>().to_ascii_lowercase();
    let short = match letters.as_str() {
        "north" => "n",
        "northeast" => "ne",
        "east" => "e",
        "southeast" => "se",
        "south" => "s",
        "southwest" => "sw",
        "west" => "w",
        "northwest" => "nw",
        short => short,
    };
    Compass::ALL.into_iter().find(|direction| direction.word().eq_ignore_ascii_case(short))
}
