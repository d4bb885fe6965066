//! What is wrong with orders about works and goods by what their giver knows.

use base::order::Remark;
use board::square::Square;
use board::tactical::Tac;
use kit::amount::Amount;

use super::super::item::{DepotRow, FortRow, Item, UnitRow};
use super::super::order::{Act, DepotKind, Forward, Front, Good, Weapons, Works};
use super::super::price::{MakeUp, buy_back_price, fort_price, weapons_of_new, weapons_of_served};
use super::super::refusal::{
    has_depot, has_notes, has_work, is_next_level, is_open_to_depots, is_open_to_guns, is_passable, sells_mps,
    sells_ships, sells_stores,
};
use super::super::scenario::{By, Cost, Scenario};
use super::super::side::{Kind, Side};
use super::super::turn::{kind_of, may_come, may_forward, may_have, site_of, site_of_battery};
use super::forces::square_of;
use super::known::Known;
use super::said::said;

impl Known<'_> {
    pub(super) fn works(&self, scenario: &Scenario, side: Side, works: &Works) -> Result<(), Remark> {
        match works {
            Works::Standing { buy: 0, forward: None, .. } => Ok(()),
            Works::Standing { good, city, forward, .. } => {
                self.standing(scenario, side, (*good, city), forward.as_ref())
            }
            Works::BuyBack { eagles, is_paper } => self.buying_back(Amount::whole(*eagles), *is_paper),
            Works::BuyAbroad { .. } => sells_mps(self.may_buy_abroad).map_err(said),
            Works::BuildDepot { square, tac, .. } => self.site(scenario, side, *square, *tac),
            Works::RemoveDepot { kind, square } => {
                let is_meant = |row: &DepotRow| row.square == *square && row.what == kind.words() && row.left == 0;
                let is_there = self.depots.is_none_or(|rows| rows.iter().any(is_meant));
                has_depot(scenario, (*kind, *square), is_there).map_err(said)
            }
            Works::Fortify { at, facing, by, level } => {
                by.map_or(Ok(()), |unit| self.has(unit.of(side)))?;
                at.map_or(Ok(()), |(square, tac)| {
                    let front = Front { square, tac, facing: *facing };
                    self.front(scenario, side, front, by.is_none()).and_then(|()| self.level(scenario, front, *level))
                })
            }
            Works::Raze { front } => {
                self.front(scenario, side, *front, true)?;
                if self.forts.is_none() { Ok(()) } else { has_work(self.level_at(*front)).map_err(said) }
            }
            Works::Emplace { batteries, city, square, tac, weapons } => {
                self.holds(scenario, side, city)?;
                is_open_to_guns(scenario, *square, self.is_kentucky_neutral).map_err(said)?;
                site_of_battery(scenario, *square, *tac).map_err(said)?;
                may_have(Kind::Naval, 1, *weapons).map_err(said)?;
                self.forming(scenario, 1, (Kind::Naval, None, *batteries), city)
            }
            Works::BuildAbroad { class, port, .. } => {
                sells_ships(self.may_build_abroad).map_err(said)?;
                self.holds(scenario, side, port).and_then(|()| may_come(scenario, *class, port).map_err(said))
            }
            Works::Upgrade { unit, weapons } => {
                let unit = unit.of(side);
                self.has(unit)?;
                let kind = kind_of(unit).ok_or_else(|| Remark::refused("Weapons are those of units.").rule("9.1"))?;
                // Whether it has a battery, not every giver knows.
                may_have(kind, 1, *weapons).map_err(said)
            }
        }
    }

    /// SLAG 1.3: no more than circulate.
    fn buying_back(&self, amount: Amount, is_paper: bool) -> Result<(), Remark> {
        let Some(Item::Treasury { circulation, .. }) = self.treasury else { return Ok(()) };
        let wanted = if is_paper { amount } else { Amount::ZERO };
        has_notes(wanted, circulation.0).map_err(said)
    }

    /// SLAG 7.7: by the map, by who holds the cities and by the depots that its giver reads of.
    fn site(&self, scenario: &Scenario, side: Side, square: Square, tac: Option<Tac>) -> Result<(), Remark> {
        let holds = |id: &str| self.cities.iter().any(|row| row.id == id && row.holder.as_deref() == Some(side.code()));
        let Some(rows) = self.depots else { return Ok(()) };
        let in_service = rows.iter().filter(|row| row.what == DepotKind::Depot.words() && row.left == 0);
        let depots: Vec<Square> = in_service.map(|row| row.square).collect();
        // Whose a river is not every giver knows.
        let has_river = |square| scenario.ways.has(By::River, square);
        site_of(scenario, square, tac, (holds, has_river), &depots).map_err(said)?;
        is_open_to_depots(rows.iter().any(|row| row.square == square)).map_err(said)
    }

    /// SLAG 8.1: a place where somebody can stand, and of civilians none in a city of the enemy.
    fn front(&self, scenario: &Scenario, side: Side, front: Front, is_civil: bool) -> Result<(), Remark> {
        if let Some(city) = scenario.city_at(front.square).filter(|_| is_civil) {
            self.holds(scenario, side, &city.id)?;
        }
        is_passable(scenario, front.square, front.tac).map_err(said)
    }

    fn level_at(&self, front: Front) -> u32 {
        let is_there = |row: &&FortRow| {
            row.left == 0
                && row.square == front.square
                && row.tac == front.tac.to_string()
                && row.facing == front.facing.to_string()
        };
        self.forts.unwrap_or_default().iter().find(is_there).map_or(0, |row| row.level)
    }

    /// SLAG 8.1, 8.2: the next level, to the highest.
    fn level(&self, scenario: &Scenario, front: Front, named: Option<u32>) -> Result<(), Remark> {
        is_next_level(scenario, self.level_at(front), named.filter(|_| self.forts.is_some())).map_err(said)
    }

    fn standing(
        &self,
        scenario: &Scenario,
        side: Side,
        (good, city): (Good, &str),
        forward: Option<&Forward>,
    ) -> Result<(), Remark> {
        self.sells(scenario, side, city)?;
        if good == Good::Stores {
            scenario.city(city).map_or(Ok(()), sells_stores).map_err(said)?;
        }
        let Some(forward) = forward else { return Ok(()) };
        self.holds(scenario, side, &forward.to)?;
        match (scenario.city(city), scenario.city(&forward.to)) {
            (Some(from), Some(to)) => may_forward(good, from, to).map_err(said),
            _ => Ok(()),
        }
    }

    /// SLAG 9.1: better weapons of a new unit, as far as its make-up is known.
    pub(super) fn arming(&self, scenario: &Scenario, act: &Act) -> Result<(), Remark> {
        let Act::Form { kind, batteries, weapons, .. } = act else { return Ok(()) };
        let known = self.make_up(scenario, act).map(|make_up| make_up.batteries);
        match *weapons == Weapons::default() {
            true => Ok(()),
            false => may_have(*kind, known.or(*batteries).unwrap_or(1), *weapons).map_err(said),
        }
    }
}

/// What an order about works costs as far as its words and the reports of its giver say.
pub(super) fn works_cost(scenario: &Scenario, known: &Known<'_>, works: &Works) -> Cost {
    let eagles = |eagles: Amount| Cost { eagles, mp: Amount::ZERO };
    match works {
        Works::BuildDepot { kind, .. } => scenario.tables().depots.of(*kind).price,
        Works::Emplace { batteries: Some(batteries), weapons, .. } => {
            let make_up = MakeUp { kind: Kind::Naval, regiments: 0, batteries: *batteries };
            make_up.price(scenario).and(weapons_of_new(scenario, make_up, *weapons))
        }
        Works::BuildAbroad { count, class, .. } => {
            let price = scenario.tables().ships.get(class).map_or(Amount::ZERO, |row| row.price.eagles);
            Cost { eagles: price.times(i64::from(*count)), mp: Amount::ZERO }
        }
        Works::BuyAbroad { count } => {
            eagles(Amount::whole(scenario.tables().prices.foreign_mp).times(i64::from(*count)))
        }
        Works::BuyBack { eagles: amount, is_paper } => {
            let price = |value| buy_back_price(Amount::whole(*amount), *is_paper, value).0;
            known.greenbacks_value.map_or_else(Cost::default, |value| eagles(price(value)))
        }
        Works::Fortify { at: Some((square, tac)), facing, by, .. } if known.forts.is_some() => {
            let front = Front { square: *square, tac: *tac, facing: *facing };
            let experience = by.and_then(|unit| known.row_of(unit)).map(|row| row.experience);
            eagles(fort_price(scenario, known.level_at(front) + 1, experience))
        }
        Works::Raze { front } if known.forts.is_some() => eagles(fort_price(scenario, known.level_at(*front), None)),
        Works::Upgrade { unit, weapons } => match (kind_of(unit.of(known.side)), known.row_of(*unit)) {
            (Some(kind), Some(row)) => weapons_of_served(scenario, (kind, row.men, row.batteries), *weapons),
            _ => Cost::default(),
        },
        _ => Cost::default(),
    }
}

/// What its giver is told of an order about weapons whose price his reports do not tell: who pays for a unit need not read how strong
/// it is.
pub(super) fn weapons_price_words(scenario: &Scenario, known: &Known<'_>, act: &Act) -> Option<Remark> {
    let Act::Works(Works::Upgrade { unit, weapons }) = act else { return None };
    let row = kind_of(unit.of(known.side))
        .filter(|_| known.row_of(*unit).is_none())
        .and_then(|kind| scenario.tables().weapons.get(&kind))?;
    let arms = row.arms.as_ref().filter(|_| weapons.arms);
    let arms = arms.map(|row| format!("{} for each {} men or a part of them", words_of(row.existing), row.men));
    let cannon = row.cannon.as_ref().filter(|_| weapons.cannon);
    let cannon = cannon.map(|row| format!("{} for each battery", words_of(row.existing)));
    let prices: Vec<String> = arms.into_iter().chain(cannon).collect();
    let said = format!("It costs {}. The sum of the orders leaves it out.", prices.join(", and "));
    (!prices.is_empty()).then(|| Remark::notice(said).rule("9.2"))
}

/// What its giver should know of an order about works that stands: by the map and his own rows it will not be done as things are.
pub(super) fn warning(scenario: &Scenario, known: &Known<'_>, act: &Act) -> Option<Remark> {
    match act {
        Act::Works(Works::Emplace { city, square, .. }) => too_far(scenario, known, city, *square),
        Act::Works(Works::Upgrade { unit, weapons }) => {
            cannot_improve(known.row_of(*unit)?, kind_of(unit.of(known.side))?, *weapons)
        }
        Act::Works(Works::Fortify { at: Some((square, tac)), by: Some(unit), .. }) => {
            let row = known.row_of(*unit)?;
            let stands = square_of(scenario, row);
            let own = row.tac.parse().ok().or_else(|| scenario.standing_place(stands?));
            let is_elsewhere =
                stands.is_some_and(|stands| stands != *square) || own.is_some_and(|own: Tac| own != *tac);
            let said = format!("{} builds where it stands alone, and by your report it stands elsewhere.", row.name);
            is_elsewhere.then(|| Remark::notice(said).hint("Leave the place out, or name its own.").rule("8.2"))
        }
        _ => None,
    }
}

/// SLAG 9.1, D75: as the unit is now it has no battery for the cannon, or has such weapons already.
fn cannot_improve(row: &UnitRow, kind: Kind, wanted: Weapons) -> Option<Remark> {
    if let Err(failed) = may_have(kind, row.batteries, wanted) {
        return Some(Remark::notice(format!("{} Nothing of it is done.", failed.why)).rule(failed.rule));
    }
    let has = [Weapons { arms: true, cannon: false }, Weapons { arms: false, cannon: true }];
    let has = has.into_iter().find(|one| {
        let is_wanted = one.arms && wanted.arms || one.cannon && wanted.cannon;
        is_wanted && row.weapons.contains(one.words(kind))
    })?;
    let said = format!("{} has {} already: nothing of it is done.", row.name, has.words(kind));
    Some(Remark::notice(said).rule("D75"))
}

/// SLAG 5.2: whoever stands on the way, a naval battery is no farther from the city of its guns.
fn too_far(scenario: &Scenario, known: &Known<'_>, city: &str, square: Square) -> Option<Remark> {
    let (reach, home) = (&scenario.tables().batteries, scenario.city(city)?.square);
    let by = |by, most| scenario.ways.within(by, home, most, known.links, |_| true).contains_key(&square);
    if home.distance(square) <= reach.near || by(By::River, reach.river) || by(By::Rail, reach.rail) {
        return None;
    }
    let (place, city) = (scenario.place_name(square), scenario.city_name(city));
    let said = format!(
        "{place} is farther from {city} than {} squares of land, {} of river or {} of rail: the battery will not be begun.",
        reach.near, reach.river, reach.rail
    );
    Some(Remark::notice(said).hint("Name a city nearer to it, whose batteries wait.").rule("5.2"))
}

fn words_of(cost: Cost) -> String {
    if cost.mp == Amount::ZERO {
        format!("{} Eg", cost.eagles)
    } else {
        format!("{} Eg and {} MP", cost.eagles, cost.mp)
    }
}
