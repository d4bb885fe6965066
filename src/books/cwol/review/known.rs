//! What a seat knows that matters to its orders, and what is wrong with them by that.

use std::collections::BTreeSet;

use base::facts::Brief;
use base::order::Remark;
use board::square::Square;
use kit::amount::Amount;
use kit::funds::FundsTest;

use super::super::item::{Build, DepotRow, FortRow, Holding, Item, ShipRow, Shipping, StateMen, UnitRow};
use super::super::order::{Act, Called, Force, ForceKind, Part, Weapons};
use super::super::price::{MakeUp, purchase_of_group, purchase_of_ships, purchase_of_units};
use super::super::refusal::{has_men, may_borrow, may_print, may_rise, may_sell, not_held};
use super::super::scenario::{Between, Mended, Scenario};
use super::super::side::{Arm, Kind, Pool, Side};
use super::super::state::Law;
use super::super::turn::{can_raise_from, make_up_of, may_draw, may_stand, wanting};
use super::said::said;

/// What a seat knows that matters to its orders.
pub(super) struct Known<'a> {
    /// The side that it is of.
    pub(super) side: Side,
    pub(super) is_pregame: bool,
    pub(super) cities: &'a [Holding],
    /// Steps of rail and river that were added and cut.
    pub(super) links: &'a [Mended],
    /// Squares in which it reads that units of the other side are.
    pub(super) enemies: BTreeSet<Square>,
    /// Rulings of the game master that it reads of, in canonical words.
    pub(super) rulings: Vec<&'a str>,
    law: Option<Law>,
    pub(super) is_kentucky_neutral: bool,
    /// The side has declared a blockade.
    pub(super) has_blockade: bool,
    /// Gold, greenbacks and the build fund; none: it does not read the treasury.
    pub(super) funds: Option<Amount>,
    /// The build fund alone, which the build turn uses up or loses.
    pub(super) build_fund: Amount,
    /// MPs are sold to the side in Europe.
    pub(super) may_buy_abroad: bool,
    /// Ships are built for it there.
    pub(super) may_build_abroad: bool,
    pub(super) treasury: Option<&'a Item>,
    /// Names of the side's units and ships; none: it does not read of all of them.
    units: Option<Vec<&'a str>>,
    ships: Option<Vec<&'a str>>,
    /// Units and ships under construction that it reads of.
    pub(super) builds: Vec<&'a Build>,
    /// MPs in stock, where it reads of them.
    pub(super) mp: Option<Amount>,
    /// Greenbacks for 100 of gold, where there are any of the side.
    pub(super) greenbacks_value: Option<i64>,
    /// Units and ships that it reads of, be it of all or of those it commands.
    pub(super) land: Vec<&'a UnitRow>,
    pub(super) naval: Vec<&'a ShipRow>,
    /// Depots and caches of the side; none: it does not read of them.
    pub(super) depots: Option<&'a [DepotRow]>,
    /// Its fortifications.
    pub(super) forts: Option<&'a [FortRow]>,
    /// What ports can charter, where it reads of that.
    pub(super) shipping: &'a [Shipping],
    /// Men of the States that it reads about.
    men: Vec<&'a StateMen>,
    /// Regiments that wait: of the side, or of the bloc alone.
    regiments: Vec<&'a Item>,
    /// What the file sends from one unit to another, wherever it stands there: that is done before anything joins a unit (5.11).
    pub(super) moved: Vec<(Called, Called, u32, Part)>,
}

impl<'a> Known<'a> {
    pub(super) fn of(brief: &'a Brief<Item>, side: Side) -> Self {
        let mut known = Known {
            side,
            is_pregame: false,
            cities: &[],
            links: &[],
            enemies: BTreeSet::new(),
            rulings: Vec::new(),
            law: None,
            is_kentucky_neutral: false,
            has_blockade: false,
            funds: None,
            build_fund: Amount::ZERO,
            may_buy_abroad: false,
            may_build_abroad: false,
            treasury: None,
            units: None,
            ships: None,
            builds: Vec::new(),
            mp: None,
            greenbacks_value: None,
            land: Vec::new(),
            naval: Vec::new(),
            depots: None,
            forts: None,
            shipping: &[],
            men: Vec::new(),
            regiments: Vec::new(),
            moved: Vec::new(),
        };
        for item in brief.items().iter() {
            known.take(item, side);
        }
        known
    }

    pub(super) fn take(&mut self, item: &'a Item, side: Side) {
        match item {
            Item::Turn { is_pregame, .. } => self.is_pregame = *is_pregame,
            Item::Cities { rows } => self.cities = rows,
            Item::Links { rows } => self.links = rows,
            Item::Sighted { rows, .. } => {
                self.enemies.extend(rows.iter().filter(|row| !row.is_old).map(|row| row.square));
            }
            Item::Ruled { words, .. } => self.rulings.push(words),
            Item::Kentucky { is_neutral } => self.is_kentucky_neutral = *is_neutral,
            Item::Blockade { side: of } => self.has_blockade |= of == side.name(),
            Item::Law { side: of, acts, income_tax, tariff, .. } if of == side.name() => {
                self.law = Some(Law::of(*income_tax, *tariff, acts));
            }
            Item::Treasury { gold, greenbacks, build_fund, .. } => {
                self.treasury = Some(item);
                self.funds = Some(gold.0 + greenbacks.0 + build_fund.0);
                self.build_fund = build_fund.0;
            }
            Item::TreasurySummary { gold, greenbacks, build_fund, .. } => {
                self.funds = self.funds.or(Some(gold.0 + greenbacks.0 + build_fund.0));
                self.build_fund = build_fund.0;
            }
            Item::Manpower { rows, .. } => self.men.extend(rows),
            Item::Land { rows, is_bloc, .. } => {
                self.land.extend(rows);
                if !is_bloc {
                    self.units = Some(rows.iter().map(|row| row.name.as_str()).collect());
                }
            }
            // Who pays for all of them knows which there are.
            Item::LandUpkeep { side: of, rows } if of == side.name() => {
                self.units.get_or_insert_with(|| rows.iter().map(|row| row.name.as_str()).collect());
            }
            Item::NavalUpkeep { side: of, rows } if of == side.name() => {
                self.ships.get_or_insert_with(|| rows.iter().map(|row| row.name.as_str()).collect());
            }
            Item::LandBuilds { rows, .. } | Item::NavalBuilds { rows, .. } => self.builds.extend(rows),
            Item::Manufacturing { side: of, stock, .. } if of == side.name() => self.mp = Some(stock.0),
            Item::Greenbacks { side: of, value } if of == side.name() => self.greenbacks_value = *value,
            Item::Shipping { rows, .. } => self.shipping = rows,
            Item::Naval { rows, is_command, .. } => {
                self.naval.extend(rows);
                if !is_command {
                    self.ships = Some(rows.iter().map(|row| row.name.as_str()).collect());
                }
            }
            Item::ShipsAbroad { side: of } => self.may_build_abroad |= of == side.name(),
            Item::Abroad { side: of } => self.may_buy_abroad |= of == side.name(),
            Item::Depots { rows, is_bloc: false, .. } => self.depots = Some(rows),
            Item::Fortifications { rows, is_bloc: false, .. } => self.forts = Some(rows),
            Item::Regiments { .. } => self.regiments.push(item),
            _ => {}
        }
    }

    /// The port of a ship that its giver reads of.
    pub(super) fn port_of(&self, side: Side, ship: Called) -> Option<&str> {
        let row = self.ship(side, ship)?;
        self.cities.iter().find(|city| city.city == row.port).map(|city| city.id.as_str())
    }

    /// Who holds a city everybody knows (SLAG 5.3, 4.4).
    pub(super) fn holds(&self, scenario: &Scenario, side: Side, id: &str) -> Result<(), Remark> {
        let Some(row) = self.cities.iter().find(|row| row.id == id) else { return Ok(()) };
        let is_held = match &row.holder {
            Some(holder) => holder == side.code(),
            None => row.state == "KY" && row.aligned == side.code(),
        };
        if is_held { Ok(()) } else { Err(said(not_held(scenario, side, id))) }
    }

    /// Supplies and stores are bought where somebody holds the city: not in a neutral Kentucky (4.4).
    pub(super) fn sells(&self, scenario: &Scenario, side: Side, id: &str) -> Result<(), Remark> {
        self.holds(scenario, side, id)?;
        let is_neutral = self.cities.iter().any(|row| row.id == id && row.holder.is_none());
        scenario.city(id).map_or(Ok(()), |city| may_sell(city, is_neutral).map_err(said))
    }

    pub(super) fn raising(
        &self,
        scenario: &Scenario,
        side: Side,
        (arm, state, giving, pool): (Arm, &str, Option<&str>, Pool),
        id: &str,
    ) -> Result<(), Remark> {
        self.holds(scenario, side, id)?;
        if let Some(law) = self.law {
            may_draw(law, side, arm, pool).map_err(said)?;
        }
        let Some(city) = scenario.city(id) else { return Ok(()) };
        may_stand(city, arm, state, self.is_kentucky_neutral).map_err(said)?;
        let enemy = side.enemy().code();
        let is_enemys = |id: &str| self.cities.iter().any(|row| row.id == id && row.holder.as_deref() == Some(enemy));
        let is_open = |square| scenario.city_at(square).is_none_or(|city| !is_enemys(&city.id));
        let ways = |by, from, most| scenario.ways.within(by, from, most, self.links, is_open);
        can_raise_from(scenario, side, state, giving, city, ways).map_err(said)
    }

    /// SLAG 5.3, 5.9: whose the city is everybody knows.
    pub(super) fn rising(&self, scenario: &Scenario, side: Side, regiments: u32, id: &str) -> Result<(), Remark> {
        let most = scenario.tables().units.get(&Kind::Militia).map(|row| row.regiments);
        if let Some(most) = most.filter(|most| !most.allows(regiments)) {
            let said = format!("A militia unit has {} regiments, not {regiments}.", most.words());
            return Err(Remark::refused(said).rule("5.9"));
        }
        let Some(row) = self.cities.iter().find(|row| row.id == id) else { return Ok(()) };
        let aligned = if row.aligned == side.code() { side } else { side.enemy() };
        let at_home = "At home militia is raised: raise 2 militia regiments in ...";
        may_rise(scenario, side, id, (aligned, self.holder_of(id))).map_err(|failed| said(failed).hint(at_home))
    }

    /// Who holds a city, as everybody knows.
    pub(super) fn holder_of(&self, id: &str) -> Option<Side> {
        let code = self.cities.iter().find(|row| row.id == id)?.holder.as_deref()?;
        Side::BOTH.into_iter().find(|side| side.code() == code)
    }

    /// Whether the side has such a unit or ship, where the seat reads of all of them.
    pub(super) fn has(&self, force: Force) -> Result<(), Remark> {
        let Some(names) = (match force.kind {
            ForceKind::Unit(_) => &self.units,
            ForceKind::Ship(_) => &self.ships,
        }) else {
            return Ok(());
        };
        let name = force.name();
        if names.contains(&name.as_str()) {
            return Ok(());
        }
        if let Some(build) = self.builds.iter().find(|build| build.name == name) {
            let turns = if build.left == 1 { "turn" } else { "turns" };
            let said = format!("{name} is under construction at {}, for {} {turns} more.", build.city, build.left);
            return Err(Remark::refused(said).rule("6.1"));
        }
        Err(Remark::refused(format!("You have no {name}.")).hint("The report lists them.").rule("6.1"))
    }

    /// SLAG 4.1: the pool that a crew or a staff is taken from needs its act.
    pub(super) fn may_crew(&self, side: Side, act: &Act) -> Result<(), Remark> {
        let (Act::Establish { pool: Some(pool), .. } | Act::LayDown { pool: Some(pool), .. }) = act else {
            return Ok(());
        };
        match self.law {
            Some(law) => may_draw(law, side, Arm::Infantry, *pool).map_err(said),
            None => Ok(()),
        }
    }

    /// SLAG 4.1: as far as the seat reads how many men a State has.
    pub(super) fn has_men(&self, scenario: &Scenario, state: &str, pool: Pool, wanted: u64) -> Result<(), Remark> {
        let Some(row) = self.men.iter().find(|row| row.id == state) else { return Ok(()) };
        has_men(scenario, state, pool, (wanted, row.of(pool))).map_err(said)
    }

    /// How many regiments or batteries wait in a city, where the seat knows it.
    pub(super) fn waiting(&self, arm: Option<Arm>, id: &str) -> Option<u32> {
        let Some(arm) = arm else { return Some(0) };
        let rows = self.regiments.iter().filter_map(|item| match item {
            Item::Regiments { waiting, is_bloc, .. } => Some((waiting, *is_bloc)),
            _ => None,
        });
        // Who reads all of the side's needs no bloc's.
        let rows = rows.min_by_key(|(_, is_bloc)| *is_bloc)?.0;
        Some(rows.iter().filter(|row| row.id == id && row.arm == arm.code()).map(|row| row.count).sum())
    }

    /// SLAG 5.9: what the unit is to be made of. What is not there yet may be there when the turn is played.
    pub(super) fn forming(
        &self,
        scenario: &Scenario,
        count: u32,
        asked: (Kind, Option<u32>, Option<u32>),
        id: &str,
    ) -> Result<(), Remark> {
        let (kind, regiments, batteries) = asked;
        let Some(row) = scenario.tables().units.get(&kind) else { return Ok(()) };
        let out = |many: Option<u32>, between: Between, what: &str| {
            let many = many.filter(|many| !between.allows(*many))?;
            let said = format!("{kind} has {} {what}, not {many}.", between.words());
            Some(Remark::refused(said).rule("5.9"))
        };
        if let Some(remark) =
            out(regiments, row.regiments, "regiments").or_else(|| out(batteries, row.batteries, "batteries"))
        {
            return Err(remark);
        }
        let (Some(regiments_there), Some(batteries_there)) =
            (self.waiting(kind.regiments_of(), id), self.waiting(kind.batteries_of(), id))
        else {
            return Ok(());
        };
        match make_up_of(row, asked, (regiments_there, batteries_there), count) {
            Ok(_) => Ok(()),
            Err(lawful) if lawful.is_empty() => {
                let said = wanting(row, (asked, count), (regiments_there, batteries_there));
                Err(Remark::refused(said)
                    .hint("Governors raise them, and the report says when they are ready.")
                    .rule("5.2"))
            }
            Err(lawful) => {
                let city = scenario.city_name(id);
                let lines: Vec<String> =
                    lawful.iter().map(|one| format!("\"build {} in {city}\"", one.words())).collect();
                Err(Remark::refused("More than one make-up is lawful.")
                    .hint(format!("Write one of {}.", lines.join(", ")))
                    .rule("5.9"))
            }
        }
    }

    pub(super) fn borrowing(&self, amount: Amount) -> Result<(), Remark> {
        let Some(Item::Treasury { debt, loan_ceiling, .. }) = self.treasury else { return Ok(()) };
        may_borrow((debt.0, loan_ceiling.0), amount).map_err(said)
    }

    pub(super) fn printing(&self, amount: Amount) -> Result<(), Remark> {
        let Some(Item::Treasury { authorised, outstanding, .. }) = self.treasury else { return Ok(()) };
        may_print((outstanding.0, authorised.map(|authorised| authorised.0)), amount).map_err(said)
    }

    pub(super) fn make_up(&self, scenario: &Scenario, act: &Act) -> Option<MakeUp> {
        let Act::Form { count, kind, regiments, batteries, city, .. } = act else { return None };
        let row = scenario.tables().units.get(kind)?;
        let waiting = (self.waiting(kind.regiments_of(), city)?, self.waiting(kind.batteries_of(), city)?);
        make_up_of(row, (*kind, *regiments, *batteries), waiting, *count).ok()
    }

    /// D05: once greenbacks are authorised a loan comes in them, and what of it does not circulate is printed.
    pub(super) fn printed_by_loan(&self, amount: Amount) -> Option<Remark> {
        let Some(Item::Treasury { authorised: Some(_), circulation, .. }) = self.treasury else { return None };
        let printed = circulation.0.short_of(amount);
        let anew = match printed > Amount::ZERO {
            true => format!(" {printed} Eg of it would be newly printed, for no more circulate."),
            false => String::new(),
        };
        let said = format!("It comes in greenbacks and not in gold, for Congress has authorised them.{anew}");
        Some(Remark::notice(said).rule("3.1"))
    }

    /// D45: by what is in hand now the test of funds only warns.
    pub(super) fn warning(&self, scenario: &Scenario, act: &Act) -> Option<Remark> {
        let funds = self.funds?;
        let purchase = match act {
            Act::Form { count, weapons, .. } => {
                purchase_of_units(scenario, self.make_up(scenario, act)?, *weapons, *count)
            }
            Act::Establish { count, kind, .. } => {
                let make_up = MakeUp { kind: *kind, regiments: 0, batteries: 0 };
                purchase_of_units(scenario, make_up, Weapons::default(), *count)
            }
            Act::Charter { class, capacity, .. } => purchase_of_group(scenario, *class, *capacity),
            Act::LayDown { count, class, .. } => purchase_of_ships(scenario, *class, *count),
            Act::Borrow { eagles } => return self.printed_by_loan(Amount::whole(*eagles)),
            _ => return None,
        };
        let turns = scenario.tables().fund.turns;
        let short = FundsTest { turns }.check(&purchase, funds).err()?;
        let said = format!(
            "{} Eg must be in hand when it is begun, {turns} turns of upkeep included; now there are {funds}.",
            short.needed
        );
        Some(Remark::notice(said).rule("5.5"))
    }
}
