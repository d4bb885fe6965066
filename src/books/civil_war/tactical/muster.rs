//! Who marches when an order names a force, what it costs, and whether he may march (C3.12, C3.13, D11, D12, D14, D18).
//! A named leader goes with what he can command of the troops where he stands; other leaders stay. "What stands at a place"
//! takes every leader there and the sum of their commands. The commander of an army takes the whole army (C5.8). Points
//! beyond a command stay behind, and so do demoralised ones when a leader marches against an enemy in sight (D16).

use std::collections::BTreeSet;
use std::sync::OnceLock;

use base::order::Remark;
use board::Hex;

use super::super::naval::Water;
use super::super::naval::patrols::Patrols;
use super::super::order::{ForceRef, Place};
use super::super::scenario::{Account, Arm, MovementTable, Scenario, Side, Tables};
use super::super::state::State;
use super::super::supply::{Grounds, Supply, rail};
use super::super::territory::Countries;
use super::armies;
use super::field::{Batch, Field, Posted, Tread};
use super::knowledge::place;
use super::rails;
use super::reason::{self, Reason};
use super::way::{self, NoWay, Terms};

/// What a march is judged by.
#[derive(Clone, Copy)]
pub struct View<'a> {
    /// The map and the tables.
    pub scenario: &'a Scenario,
    /// Troops as far as known.
    pub field: &'a Field,
    /// Holders of towns.
    pub towns: &'a State,
    /// Where the marching side sees enemies.
    pub seen: &'a BTreeSet<Hex>,
    /// Who marches.
    pub side: Side,
    /// Whose command it is.
    pub account: Account,
    /// The side's supply, charted when it is first asked for.
    pub supply: &'a OnceLock<Supply>,
    /// Where own troops are known to be out of supply, whatever the chart says.
    pub cut_off: &'a BTreeSet<Hex>,
}

/// A march as it was ordered and paid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MarchOrder {
    /// Who.
    pub force: ForceRef,
    /// At most so many points, when there is no leader.
    pub most_sp: Option<u32>,
    /// Places to pass.
    pub via: Vec<Hex>,
    /// Where to.
    pub to: Hex,
    /// One of several that march singly.
    pub is_loose: bool,
    /// Command points of this march.
    pub cp: u32,
    /// By rail, with so many rail points (D14); `None` on foot.
    pub rail: Option<u32>,
    /// For one command point or not at all, if the die allows (C5.1).
    pub is_on_the_die: bool,
}

impl MarchOrder {
    /// The command points by which the gap before it is reckoned: of one on the die alone those of the die (D11).
    pub fn gap_cp(&self, tables: &Tables) -> u32 {
        if self.is_on_the_die { tables.cavalry.move_cp } else { self.cp }
    }
}

/// Who a force reference names, whether or not they may march.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Body {
    /// Where they stand.
    pub origin: Hex,
    /// Leaders who go, seniors first.
    pub leaders: Vec<String>,
    /// Points that would go.
    pub sp: u32,
    /// Points under this command that stand there.
    pub standing: u32,
    /// Command points (D14).
    pub cp: u32,
    /// The army they are, with its commander at their head (C5.8).
    pub army: Option<String>,
}

/// A march that is ready to begin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct March {
    /// Who.
    pub body: Body,
    /// The hexes in the order they are entered, the origin first.
    pub path: Vec<Hex>,
}

impl View<'_> {
    /// Who is meant.
    pub fn identify(&self, force: &ForceRef) -> Result<Body, Reason> {
        match force {
            ForceRef::Leader(name) => self.under(name),
            ForceRef::LeaderWith { name, take, leave, .. } => self.parted(name, *take, *leave),
            ForceRef::At(at) => self.all_at(self.hex_of(at)?),
            ForceRef::Army(name) => self.army(name),
            ForceRef::Points { count, from: Some(from) } => self.points(self.hex_of(from)?, *count),
            ForceRef::Points { from: None, .. } => Err(Reason::new("D9", "It is not said where these points stand.")
                .hint("Write \"move 1 SP from Cairo to Paducah\".")),
        }
    }

    /// The march in full: who goes, by which way. `first` is the pulse in which it begins.
    pub fn prepare(&self, order: &MarchOrder, first: u32) -> Result<March, Reason> {
        let mut body = self.identify(&order.force)?;
        self.keep_to_cost(&mut body, order.cp)?;
        if body.origin == order.to {
            return Err(Reason::new("D14", format!("The force stands at {} already.", self.place(order.to))));
        }
        if body.leaders.is_empty() {
            body.sp = body.sp.min(order.most_sp.unwrap_or(body.sp));
        }
        let is_counted = body.leaders.is_empty() || matches!(order.force, ForceRef::LeaderWith { take: Some(_), .. });
        let gap_cp = order.gap_cp(&self.scenario.tables);
        body.sp = body.sp.min(self.ready(&body, gap_cp, first, is_counted)?);
        let path = match order.rail {
            Some(paid) => rails::path(self, &mut body, order, paid)?,
            None => self.path(&body, order)?,
        };
        self.keep_to_fighters(&mut body, &path, (gap_cp, first), is_counted)?;
        Ok(March { body, path })
    }

    /// What was paid is what may march: leaders whom troops joined meanwhile go alone.
    fn keep_to_cost(&self, body: &mut Body, paid: u32) -> Result<(), Reason> {
        if body.cp <= paid || body.leaders.is_empty() {
            return Ok(());
        }
        let alone = self.scenario.tables.costs.leader_alone * body.leaders.len() as u32;
        if alone > paid {
            return Err(Reason::new("D9", format!("This march would now cost {} CP; {paid} were paid.", body.cp)));
        }
        body.sp = 0;
        Ok(())
    }

    /// How many of the points may begin a march in pulse `first`; leaders must be able to as well (C3.12, D11).
    fn ready(&self, body: &Body, cp: u32, first: u32, is_counted: bool) -> Result<u32, Reason> {
        for name in &body.leaders {
            let leader = self.field.leaders.get(name).ok_or_else(|| reason::no_such_leader(name))?;
            self.rested(leader.tread, cp, first).map_err(|why| tired(name, why))?;
        }
        if body.sp == 0 {
            return Ok(0);
        }
        let own = self.own_batches(body.origin);
        let (fit, unfit): (Vec<&Batch>, Vec<&Batch>) =
            own.into_iter().partition(|batch| self.rested(batch.tread, cp, first).is_ok());
        let fit: u32 = fit.iter().map(|batch| batch.sp).sum();
        let why = unfit.first().and_then(|batch| self.rested(batch.tread, cp, first).err());
        match why {
            Some(why) if fit == 0 || (is_counted && fit < body.sp) => {
                Err(tired(&format!("The force at {}", self.place(body.origin)), why))
            }
            _ => Ok(fit),
        }
    }

    fn rested(&self, tread: Tread, cp: u32, first: u32) -> Result<(), Tired> {
        rested(&self.scenario.tables.movement, tread, cp, first)
    }

    fn under(&self, name: &str) -> Result<Body, Reason> {
        let leader = self.field.leaders.get(name).filter(|leader| leader.side == self.side);
        let leader = leader.ok_or_else(|| reason::no_such_leader(name))?;
        self.commands(name, leader)?;
        if armies::commander_at(self.scenario, self.field, self.side, leader.hex) == Some(name) {
            return Ok(self.whole_army(leader.hex));
        }
        let standing = self.standing(leader.hex);
        let sp = leader.rank.capacity(&self.scenario.tables).min(standing);
        let cp = if sp > 0 { leader.rank.initiative } else { self.scenario.tables.costs.leader_alone };
        Ok(Body { origin: leader.hex, leaders: vec![name.to_owned()], sp, standing, cp, army: None })
    }

    /// A leader with so many of the points where he stands, or with all but so many. The commander of an army goes with his
    /// army when he could not lead them alone, or when all of it goes.
    fn parted(&self, name: &str, take: Option<u32>, leave: Option<u32>) -> Result<Body, Reason> {
        let whole = self.under(name)?;
        let own = self.field.leaders.get(name).map_or(0, |leader| leader.rank.capacity(&self.scenario.tables));
        let most = if whole.leaders.len() > 1 { self.led_by_army(whole.origin).max(own) } else { own };
        let sp = take.unwrap_or_else(|| most.min(whole.standing.saturating_sub(leave.unwrap_or(0))));
        if sp > most {
            let text = format!("{name} commands {most} SP at most, not {sp}.");
            return Err(Reason::new("D18", text).hint(format!("The most is {} SP.", most.min(whole.standing))));
        }
        if sp > 0 && whole.standing == 0 {
            return Err(reason::no_force_at(&self.place(whole.origin)));
        }
        if whole.army.is_some() && (sp > own || sp >= whole.sp) {
            return Ok(Body { sp, ..whole });
        }
        let cp = match self.field.leaders.get(name) {
            Some(leader) if sp > 0 => leader.rank.initiative,
            _ => self.scenario.tables.costs.leader_alone,
        };
        Ok(Body { leaders: vec![name.to_owned()], sp, cp, army: None, ..whole })
    }

    /// How many points an army can lead, however many stand there.
    fn led_by_army(&self, hex: Hex) -> u32 {
        let leaders = self.field.leaders_at(self.side, hex).into_iter();
        let own = leaders.filter(|name| self.field.leaders.get(*name).is_some_and(|it| it.home == self.account));
        armies::array(self.scenario, self.field, own).1
    }

    /// Whether so many points as were said stand where a leader does.
    pub fn has_as_many(&self, force: &ForceRef, body: &Body) -> Result<(), Reason> {
        let ForceRef::LeaderWith { name, take, leave, at } = force else { return Ok(()) };
        let here = self.place(body.origin);
        if let Some(at) = at.as_ref().map(|at| self.hex_of(at)).transpose()?.filter(|at| *at != body.origin) {
            let text = format!("{name} stands at {here} in that pulse, not at {}.", self.place(at));
            return Err(Reason::new("D18", text).hint("Points are left only where he sets out."));
        }
        if let Some(sp) = take.filter(|sp| *sp > body.standing) {
            let text = format!("You have {} SP at {here}, not {sp}.", body.standing);
            return Err(Reason::new("D18", text).hint(format!("The most is {} SP.", body.standing)));
        }
        let said = leave.map(|leave| take.unwrap_or(0).saturating_add(leave));
        if said.is_some_and(|said| said > body.standing || take.is_some() && said != body.standing) {
            let text = format!("You have {} SP at {here}, which these numbers do not fit.", body.standing);
            return Err(Reason::new("D18", text).hint("Say how many go, or how many stay."));
        }
        Ok(())
    }

    /// An army by its name: whoever commands it leads it.
    fn army(&self, name: &str) -> Result<Body, Reason> {
        let hex = self.field.army(self.side, name).ok_or_else(|| reason::no_such_army(name))?;
        match armies::commander_at(self.scenario, self.field, self.side, hex) {
            Some(commander) => self.under(commander),
            None => Err(Reason::new("C5.8", format!("The {name} has no commander of three stars."))
                .hint("Name a leader, or strength points and where they stand.")),
        }
    }

    /// An army goes as a body: its commander, the leaders under him and what all of them command (C5.8).
    fn whole_army(&self, hex: Hex) -> Body {
        let leaders = self.field.leaders_at(self.side, hex);
        let own = leaders
            .into_iter()
            .filter(|name| self.field.leaders.get(*name).is_some_and(|leader| leader.home == self.account));
        let (leaders, sp) = armies::array(self.scenario, self.field, own);
        let standing = self.standing(hex);
        let sp = sp.min(standing);
        let initiative = leaders.first().map_or(0, |name| self.field.leaders[name].rank.initiative);
        let alone = self.scenario.tables.costs.leader_alone * leaders.len() as u32;
        let army = self.field.troops.get(&hex).and_then(|troops| troops.army.clone()).filter(|_| sp > 0);
        Body { origin: hex, sp, standing, cp: if sp > 0 { initiative } else { alone }, leaders, army }
    }

    fn commands(&self, name: &str, leader: &Posted) -> Result<(), Reason> {
        match leader.home.theatre() {
            Some(theatre) if leader.home != self.account => {
                Err(reason::other_command(&format!("{name} began this sub-turn"), theatre, None))
            }
            _ => Ok(()),
        }
    }

    fn all_at(&self, hex: Hex) -> Result<Body, Reason> {
        let leaders: Vec<String> = self.field.leaders_at(self.side, hex).into_iter().map(str::to_owned).collect();
        let leaders: Vec<String> =
            leaders.into_iter().filter(|name| self.field.leaders[name].home == self.account).collect();
        let standing = self.standing(hex);
        let Some(senior) = leaders.first() else {
            return self.points(hex, None);
        };
        if armies::commander_at(self.scenario, self.field, self.side, hex) == Some(senior.as_str()) {
            return Ok(self.whole_army(hex));
        }
        let tables = &self.scenario.tables;
        let commands: u32 = leaders.iter().map(|name| self.field.leaders[name].rank.capacity(tables)).sum();
        let sp = commands.min(standing);
        let alone = tables.costs.leader_alone * leaders.len() as u32;
        let cp = if sp > 0 { self.field.leaders[senior].rank.initiative } else { alone };
        Ok(Body { origin: hex, leaders, sp, standing, cp, army: None })
    }

    fn points(&self, hex: Hex, count: Option<u32>) -> Result<Body, Reason> {
        let standing = self.standing(hex);
        if standing == 0 {
            return Err(reason::no_force_at(&self.place(hex)));
        }
        let sp = count.unwrap_or(standing);
        let cp = sp.saturating_mul(self.scenario.tables.costs.single_sp);
        Ok(Body { origin: hex, leaders: Vec::new(), sp, standing, cp, army: None })
    }

    /// Points in a hex that are under this command.
    pub fn standing(&self, hex: Hex) -> u32 {
        self.own_batches(hex).iter().map(|batch| batch.sp).sum()
    }

    fn own_batches(&self, hex: Hex) -> Vec<&Batch> {
        let troops = self.field.troops.get(&hex).filter(|troops| troops.side == self.side);
        troops.iter().flat_map(|troops| &troops.batches).filter(|batch| batch.home == self.account).collect()
    }

    fn hex_of(&self, place: &Place) -> Result<Hex, Reason> {
        match place {
            Place::Known(hex) => Ok(*hex),
            Place::Unknown(words) => Err(reason::unknown_place(words)),
        }
    }

    /// The allowance of a body (D12, D14).
    pub fn allowance(&self, body: &Body) -> u32 {
        let rules = &self.scenario.tables.movement;
        let is_cavalry = |name: &String| self.field.leaders.get(name).is_some_and(|it| it.rank.arm == Arm::Cavalry);
        match (body.leaders.is_empty(), body.sp) {
            (true, _) => rules.leaderless,
            (false, 0) => rules.leader_alone,
            (false, _) if body.leaders.iter().all(is_cavalry) => rules.cavalry,
            (false, _) => rules.led,
        }
    }

    fn path(&self, body: &Body, order: &MarchOrder) -> Result<Vec<Hex>, Reason> {
        let stops: Vec<Hex> = order.via.iter().copied().chain([order.to]).collect();
        if let Some(hex) = stops.iter().find(|hex| !self.scenario.map.is_land(**hex)) {
            return Err(Reason::new("D13", format!("Hex {hex} is no land of this map.")));
        }
        let is_led = !body.leaders.is_empty();
        let patrols = Patrols::of(self.scenario, self.towns);
        let barred = patrols.barred(self.scenario, self.side);
        let is_dry = |from: Hex, hex: Hex| !barred.contains(&Water::between(from, hex));
        let countries = Countries::of(self.scenario, self.towns, self.side);
        let is_free = |from: Hex, hex: Hex| is_led || self.is_open(&countries, from, hex);
        let is_open = |from: Hex, hex: Hex| is_dry(from, hex) && is_free(from, hex);
        let terms = Terms { allowance: self.allowance(body), is_open: &is_open, shunned: self.seen };
        let why = match way::find(self.scenario, &terms, body.origin, &stops) {
            Ok(path) => return Ok(path),
            Err(why) => why,
        };
        let free = Terms { is_open: &is_free, ..terms };
        if !barred.is_empty() && way::find(self.scenario, &free, body.origin, &stops).is_ok() {
            return Err(self.barred(order.to));
        }
        Err(match why {
            NoWay::TooFar { needed, reach } => self.too_far(order.to, needed, terms.allowance, reach),
            NoWay::Closed => self.closed(order.to),
        })
    }

    /// Whether leaderless points may go on to a hex: through open States, or along a friendly railway (C3.13, D12).
    fn is_open(&self, countries: &Countries<'_>, from: Hex, hex: Hex) -> bool {
        let is_own = |hex: Hex| rail::holder(self.scenario, self.towns, hex) == Some(self.side);
        countries.at(hex).is_open() || self.scenario.map.has_rail_edge(from, hex) && is_own(from) && is_own(hex)
    }

    /// Whether troops in a hex would be in supply, as far as is known here (D14).
    pub fn is_supplied(&self, hex: Hex) -> bool {
        self.supply().reaches(hex) && !self.cut_off.contains(&hex)
    }

    /// Where own troops are out of supply for a reason that is not known here: by the chart they would be in supply.
    pub fn cut_off_unseen(&self) -> BTreeSet<Hex> {
        self.cut_off.iter().copied().filter(|hex| self.supply().reaches(*hex)).collect()
    }

    /// Whether a depot in a hex would hang on a source, as far as is known here (D17).
    pub fn is_linked(&self, hex: Hex) -> bool {
        self.supply().has_link(hex) || self.supply().is_linked(&self.grounds(), hex)
    }

    fn supply(&self) -> &Supply {
        self.supply.get_or_init(|| Supply::chart(&self.grounds()))
    }

    /// The ground on which its side's supply is charted.
    pub fn grounds(&self) -> Grounds<'_> {
        let known = self.field.troops.iter().map(|(hex, troops)| (*hex, troops.side));
        let seen = self.seen.iter().map(|hex| (*hex, self.side.enemy()));
        Grounds::with(self.scenario, self.side, self.towns, known.chain(seen))
    }

    fn too_far(&self, to: Hex, needed: u32, most: u32, reach: Hex) -> Reason {
        let text =
            format!("{} is {needed} movement points away by the cheapest way; this force has {most}.", self.place(to));
        Reason::new("D14", text).hint(format!("On that way it could reach {}.", self.place(reach)))
    }

    fn barred(&self, to: Hex) -> Reason {
        let text = format!("Enemy ships control the rivers on the way to {}.", self.place(to));
        Reason::new("D14", text).hint("Ships of your own, or a fort on the bank, take a river from them.").rule("D22")
    }

    fn closed(&self, to: Hex) -> Reason {
        let text = format!(
            "Strength points without a leader march only through friendly and neutral States and along friendly railways: \
             no such way leads to {}.",
            self.place(to)
        );
        Reason::new("C3.13", text).hint("Send a leader with them.")
    }

    /// Demoralised troops and leaders alone do not go where enemies are known to stand; a leader goes there with the sound
    /// points alone (D16).
    fn keep_to_fighters(
        &self,
        body: &mut Body,
        path: &[Hex],
        (cp, first): (u32, u32),
        is_counted: bool,
    ) -> Result<(), Reason> {
        let to = *path.last().unwrap_or(&body.origin);
        if !self.seen.contains(&to) {
            return Ok(());
        }
        if body.sp == 0 {
            return Err(Reason::new("D15", format!("A leader alone cannot attack the enemy at {}.", self.place(to))));
        }
        let sound = self.sound(body.origin, cp, first);
        if sound < body.sp && (sound == 0 || is_counted) {
            let why = Reason::new("D16", "A demoralised force may march but not attack.");
            let hint = format!("{sound} SP of it are sound, and may.");
            return Err(if sound == 0 { why } else { why.hint(hint) });
        }
        body.sp = body.sp.min(sound);
        Ok(())
    }

    /// What whoever orders a leader against an enemy in sight should know of the demoralised points under him (D16).
    pub fn shaken_left_behind(&self, body: &Body, to: Hex) -> Option<Remark> {
        let own = self.own_batches(body.origin).into_iter();
        let sound: u32 = own.filter(|batch| !batch.is_demoralised).map(|batch| batch.sp).sum();
        let is_parted = !body.leaders.is_empty() && (1..body.sp).contains(&sound) && self.seen.contains(&to);
        let text = format!("{sound} sound SP march against the enemy; the demoralised stay behind.");
        is_parted.then(|| Remark::notice(text).rule("D16"))
    }

    /// Points in a hex that are in good order and may begin a march in pulse `first`: they leave before the others (D16).
    fn sound(&self, hex: Hex, cp: u32, first: u32) -> u32 {
        let own = self.own_batches(hex).into_iter();
        let fit = own.filter(|batch| !batch.is_demoralised && self.rested(batch.tread, cp, first).is_ok());
        fit.map(|batch| batch.sp).sum()
    }

    fn place(&self, hex: Hex) -> String {
        place(self.scenario, hex)
    }
}

/// Whether somebody may begin a march of `cp` command points in pulse `first`: at most twice, with a gap of twice the points
/// of the second (C3.12, D11).
pub fn rested(rules: &MovementTable, tread: Tread, cp: u32, first: u32) -> Result<(), Tired> {
    if tread.moves == 0 {
        return Ok(());
    }
    if tread.moves >= rules.moves_per_subturn {
        return Err(Tired::Thrice { most: rules.moves_per_subturn });
    }
    let earliest = tread.last + rules.second_move_gap_factor * cp + 1;
    if first >= earliest { Ok(()) } else { Err(Tired::Soon { last: tread.last, earliest, cp }) }
}

/// Why somebody may not march again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tired {
    /// He has marched as often as one may.
    Thrice {
        /// How often.
        most: u32,
    },
    /// The gap is too short.
    Soon {
        /// The pulse in which he arrived.
        last: u32,
        /// The first pulse in which he may set out.
        earliest: u32,
        /// Command points of the second march.
        cp: u32,
    },
}

fn tired(who: &str, why: Tired) -> Reason {
    match why {
        Tired::Thrice { most } => {
            Reason::new("C3.12", format!("{who} has marched {most} times in this sub-turn, which is the most."))
        }
        Tired::Soon { last, earliest, cp } => {
            let text = format!(
                "{who} marched in PP {last}; a second march of {cp} CP needs {} pulses between.",
                earliest - last - 1
            );
            Reason::new("C3.12", text).hint(format!("It may begin in PP {earliest}."))
        }
    }
}
