//! Which of a writer's seats gives an order, and in which section it stands (D1).
//! The theatre follows from the heading, else from the force or place named, else from the one theatre the writer commands.

use std::sync::Arc;

use base::facts::Brief;
use base::game::SeatId;
use base::order::Remark;
use board::Hex;
use rules::Assigned;

use super::condition::Stopped;
use super::item::Item;
use super::naval::order::NavalOrder;
use super::naval::zone;
use super::order::{Act, ForceRef, Order, Place};
use super::scenario::{Account, Scenario, Side};
use super::state::Stage;
use super::tactical::knowledge::{Knowledge, account_at};
use super::tactical::reason::{self, Reason};
use super::tactical::{goal_of, is_at, lending};
use super::{seats, territory};

/// The section of strategic orders.
pub const STRATEGIC: &str = "strategic";

/// Sections of points handed over directly begin so, for no list of shares takes them back: "direct West".
const DIRECT: &str = "direct ";

/// Sections of what is said of one leader begin so: "leader Grant".
const AFFAIR: &str = "leader ";

/// Whether a section is about one leader.
pub fn is_affair(section: &str) -> bool {
    section.starts_with(AFFAIR)
}

/// The section of an account in a sub-turn: "East TST1".
pub fn section(account: Account, sub_turn: u8) -> String {
    format!("{} TST{sub_turn}", word(account))
}

/// The account of a section; `None` for the strategic one.
pub fn account_of(section: &str) -> Option<Account> {
    let first = section.split(' ').next()?;
    Account::ALL.into_iter().find(|account| word(*account) == first)
}

fn word(account: Account) -> &'static str {
    match account {
        Account::East => "East",
        Account::West => "West",
        Account::Trans => "Trans",
        Account::Naval => "Naval",
    }
}

/// The seat and section of each order, or why none of the writer's seats may give it.
pub fn assign(
    scenario: &Scenario,
    brief: &Brief<Item>,
    own_seats: &[SeatId],
    orders: &[Order],
) -> Vec<Result<Assigned, Remark>> {
    let side = own_seats.iter().find_map(|seat| seats::side_of(scenario, seat));
    let Some(side) = side else {
        return orders.iter().map(|_| Err(no_command().refused())).collect();
    };
    let desk = Desk { scenario, known: Knowledge::of_brief(scenario, side, brief), seats: own_seats, side };
    let assigned = orders.iter().map(|order| desk.assign(order));
    let assigned = assigned.map(|assigned| {
        assigned.map_err(|refusal| match refusal {
            Refusal::No(reason) => reason.refused(),
            Refusal::Ask(reason) => reason.incomplete(),
        })
    });
    assigned.collect()
}

struct Desk<'a> {
    scenario: &'a Scenario,
    known: Arc<Knowledge>,
    seats: &'a [SeatId],
    side: Side,
}

enum Refusal {
    No(Reason),
    Ask(Reason),
}

/// What the words of an order say of its theatre.
enum Subject {
    /// This account: why, as the beginning of a sentence.
    Of(Account, String),
    /// Nothing.
    Unsaid,
}

impl From<Reason> for Refusal {
    fn from(reason: Reason) -> Self {
        Refusal::No(reason)
    }
}

impl Desk<'_> {
    fn assign(&self, order: &Order) -> Result<Assigned, Refusal> {
        if let Some(matter) = unplayed(&order.act) {
            return Err(reason::not_in_play(matter).into());
        }
        if let Some(assigned) = self.affair(&order.act)? {
            return Ok(assigned);
        }
        self.in_phase(order)?;
        if is_strategic(&order.act) {
            let section = match &order.act {
                Act::Grant { to, .. } => format!("{DIRECT}{}", word(*to)),
                _ => STRATEGIC.to_owned(),
            };
            return self.supreme(section).map_err(Refusal::No);
        }
        let account = self.account(order)?;
        let seat = self.seats.iter().find(|seat| seats::accounts_of(self.scenario, seat).contains(&account));
        let Some(seat) = seat else {
            return Err(self.not_yours(account, "This order is for troops").into());
        };
        Ok(Assigned::new(seat.clone(), section(account, self.sub_turn(order))))
    }

    /// Strategic orders belong to the strategic turn, tactical ones to the sub-turn that is open (C2.3, C2.5, C2.8).
    fn in_phase(&self, order: &Order) -> Result<(), Reason> {
        let Some(stage) = self.known.stage else {
            return Ok(());
        };
        match (is_strategic(&order.act), stage) {
            (true, Stage::Strategic) => Ok(()),
            (true, _) => Err(Reason::new(
                "C2.3",
                "Resources are distributed in the strategic turn; a tactical sub-turn is open.",
            )),
            (false, Stage::Strategic) => {
                Err(Reason::new("C2.5", "Troops are ordered in the tactical sub-turns; the strategic turn is open."))
            }
            (false, _) => self.in_sub_turn(order),
        }
    }

    fn in_sub_turn(&self, order: &Order) -> Result<(), Reason> {
        let open = self.open_sub_turn();
        match order.heading.and_then(|heading| heading.sub_turn) {
            Some(named) if named != open => {
                Err(Reason::new("C2.8", format!("TST{open} is open; orders for TST{named} cannot be kept for it.")))
            }
            _ => Ok(()),
        }
    }

    fn open_sub_turn(&self) -> u8 {
        self.known.stage.map_or(1, Stage::sub_turn)
    }

    fn sub_turn(&self, order: &Order) -> u8 {
        let named = order.heading.and_then(|heading| heading.sub_turn);
        if self.known.is_blank() { named.unwrap_or(1) } else { self.open_sub_turn() }
    }

    /// Presentations and verdicts are given in any phase, each in a section of its leader (D24). A commander who promotes
    /// presents.
    fn affair(&self, act: &Act) -> Result<Option<Assigned>, Reason> {
        let name = match act {
            Act::Present { name, .. } | Act::Verdict { name, .. } => name,
            _ => return Ok(None),
        };
        let supreme = self.seats.iter().find(|seat| seats::is_supreme(self.scenario, seat));
        let commander = self.commander_of(name);
        let seat = match (act, supreme, commander) {
            (Act::Verdict { .. }, Some(seat), _) => seat,
            (_, _, Some(seat)) => seat,
            (Act::Verdict { .. }, None, None) => {
                let who = seats::sc_of(self.scenario, self.side);
                let text = "Only the supreme commander decides on promotions and demotions.";
                return Err(Reason::new("C5.3.1", text).hint(format!("That is {who}.")));
            }
            (_, Some(_), None) => {
                let text = "Leaders are presented by the commanders of their theatres, and you are no such commander.";
                return Err(Reason::new("C5.3.1", text).hint(format!("Write PROMOTE {name} or another verdict.")));
            }
            (_, None, None) => return Err(no_command()),
        };
        Ok(Some(Assigned::new(seat.clone(), format!("{AFFAIR}{name}"))))
    }

    /// The writer's seat that may present a leader: the one of his case, else any that commands troops, which is told so.
    fn commander_of(&self, name: &str) -> Option<&SeatId> {
        let has = |seat: &&SeatId, account: &Account| seats::accounts_of(self.scenario, seat).contains(account);
        let of_case = self.known.cases.get(name).and_then(|account| self.seats.iter().find(|seat| has(seat, account)));
        of_case.or_else(|| self.seats.iter().find(|seat| !seats::is_supreme(self.scenario, seat)))
    }

    fn supreme(&self, section: String) -> Result<Assigned, Reason> {
        let seat = self.seats.iter().find(|seat| seats::is_supreme(self.scenario, seat));
        let seat = seat.ok_or_else(|| {
            let who = seats::sc_of(self.scenario, self.side);
            Reason::new("C2.3", "Only the supreme commander distributes resources.").hint(format!("That is {who}."))
        })?;
        Ok(Assigned::new(seat.clone(), section))
    }

    /// The account that pays (D1).
    fn account(&self, order: &Order) -> Result<Account, Refusal> {
        let heading = order.heading.and_then(|heading| heading.account);
        // Leaders of the fleet's pool and lines without a place stand under its own heading.
        let is_afloat = matches!(order.act, Act::EnterLeaders { .. } | Act::Idle { .. } | Act::If(_) | Act::Asked(_));
        if heading == Some(Account::Naval) && is_afloat && self.spends(Account::Naval) {
            return Ok(Account::Naval);
        }
        if let Some(theatre) = heading.filter(|account| self.borrows(*account) && lending::is_for_ships(&order.act)) {
            return Ok(theatre);
        }
        match (self.subject(&order.act)?, heading) {
            (Subject::Of(account, what), Some(heading)) if account != heading && self.spends(account) => {
                let text = format!("{what} in the {account} theatre, not in the {heading} one of the heading.");
                Err(Reason::new("C3.8", text)
                    .hint(format!("Write it under {}.", section(account, self.sub_turn(order))))
                    .into())
            }
            (Subject::Of(account, what), _) if !self.spends(account) => Err(self.not_yours(account, &what).into()),
            (Subject::Of(account, _), _) => Ok(account),
            (Subject::Unsaid, Some(heading)) if self.spends(heading) => Ok(heading),
            (Subject::Unsaid, Some(heading)) => Err(self.not_yours(heading, "The heading puts this").into()),
            (Subject::Unsaid, None) => self.only_account(),
        }
    }

    /// Whether an account is a theatre's of the writer to which the fleet, another seat, may have lent ships (C6.2).
    fn borrows(&self, account: Account) -> bool {
        let seat = |account| seats::seat_of(self.scenario, self.side, account);
        let is_borrower = lending::borrower(self.side, account).is_some();
        is_borrower && self.spends(account) && seat(account) != seat(Account::Naval)
    }

    fn commands(&self, account: Account) -> bool {
        self.accounts().contains(&account)
    }

    /// Whether an account, a theatre's or the fleet's, is one of the writer's.
    fn spends(&self, account: Account) -> bool {
        self.seats.iter().any(|seat| seats::accounts_of(self.scenario, seat).contains(&account))
    }

    /// The theatres of the writer's seats.
    fn accounts(&self) -> Vec<Account> {
        let all = self.seats.iter().flat_map(|seat| seats::accounts_of(self.scenario, seat));
        all.filter(|account| account.theatre().is_some()).collect()
    }

    fn only_account(&self) -> Result<Account, Refusal> {
        let accounts = self.accounts();
        match accounts.as_slice() {
            [] => Err(no_command().into()),
            [only] => Ok(*only),
            several => {
                let names: Vec<String> = several.iter().map(Account::to_string).collect();
                let text = format!("It is not said which of your theatres this is for: {}.", names.join(" or "));
                let hint = format!("Write a heading such as \"ORDERS {}\".", section(several[0], self.open_sub_turn()));
                Err(Refusal::Ask(Reason::new("C3.8", text).hint(hint)))
            }
        }
    }

    fn not_yours(&self, account: Account, what: &str) -> Reason {
        let who = seats::seat_of(self.scenario, self.side, account);
        let Some(theatre) = account.theatre() else {
            let text = "Ships and naval points are under another command.";
            return Reason::new("C6.1", text).hint(format!("Their orders come from {who}."));
        };
        reason::other_command(what, theatre, Some(who.as_str()))
    }

    fn subject(&self, act: &Act) -> Result<Subject, Reason> {
        match act {
            Act::EnterLeaders { name: Some(name), at, .. } => match self.pool_of(name)? {
                Some(account) => Ok(Subject::Of(account, format!("{name} waits"))),
                None => Ok(self.at(at.as_ref())),
            },
            Act::EnterLeaders { at, .. } | Act::EnterReinforcements { at, .. } => Ok(self.at(at.as_ref())),
            Act::Move { force: ForceRef::Points { from: None, .. }, to, .. } => Ok(self.near(to.as_ref())),
            Act::Transfer { name, .. } => self.leader(name),
            Act::RailMove { force: ForceRef::Points { from: None, .. }, to, .. } => Ok(self.near(to.as_ref())),
            Act::Move { force, .. }
            | Act::Ride { force, .. }
            | Act::RailMove { force, .. }
            | Act::Entrench { force }
            | Act::Hold { force }
            | Act::React { force, .. }
            | Act::Withdraw { force, .. }
            | Act::Stop { what: Stopped::Force(force) }
            | Act::DissolveArmy { army: force } => self.force(force),
            Act::Work { force: Some(force), .. } => self.force(force),
            Act::FormArmy { leader: Some(name), .. } => self.leader(name),
            Act::Work { at, .. } | Act::FormArmy { at, .. } => Ok(self.at(at.as_ref())),
            Act::If(waiting) => self.of_acts(waiting.acts().into_iter(), waiting.condition.force()),
            Act::Asked(asked) => self.of_acts(asked.then.iter(), None),
            Act::Naval(order) => self.of_ships(order),
            _ => Ok(Subject::Unsaid),
        }
    }

    /// Ships of the Union are the fleet's, and so is the hunt; ironclads are their theatre's, raiders the supreme
    /// commander's (C6.1, C6.5). Troops by sea without ships are their own commander's (C6.3).
    fn of_ships(&self, order: &NavalOrder) -> Result<Subject, Reason> {
        let of_fleet = || Ok(Subject::Of(Account::Naval, "This order is for ships".to_owned()));
        if self.side == Side::Csa && matches!(order, NavalOrder::Lend { .. }) {
            return Err(lending::only_the_fleet());
        }
        if let NavalOrder::SeaMove { troops, to } = order {
            return match troops {
                ForceRef::Points { from: None, .. } => Ok(self.near(to.as_ref())),
                troops => self.force(troops),
            };
        }
        // C6.2: who has no fleet may have been lent ships.
        if self.side == Side::Usa
            && order.fleet().is_some()
            && !self.spends(Account::Naval)
            && !self.accounts().is_empty()
        {
            return Ok(Subject::Unsaid);
        }
        if self.side == Side::Usa || matches!(order, NavalOrder::Raid { .. } | NavalOrder::Hunt) {
            return of_fleet();
        }
        if let NavalOrder::EnterIronclad { at } = order {
            let waits = self.known.navy.allotted.first().map(|it| it.at);
            let place = at.clone().or(waits.map(Place::Known));
            return Ok(self.at(place.as_ref()));
        }
        let Some(fleet) = order.fleet() else { return Ok(Subject::Unsaid) };
        let field = &self.known.field;
        let captain = fleet.leader.as_ref().and_then(|name| field.captains.get(name)).map(|captain| captain.water);
        let named = fleet.at.as_ref().and_then(|haven| goal_of(haven).ok());
        let own =
            || field.ships.keys().copied().filter(|water| named.is_none_or(|goal| is_at(self.scenario, goal, *water)));
        let water = captain.or_else(|| own().next());
        Ok(match water {
            Some(water) => {
                let account = zone::command_of(self.scenario, self.side, water);
                Subject::Of(account, "These ships lie".to_owned())
            }
            None => Subject::Unsaid,
        })
    }

    /// The theatre of the acts behind a condition, which must all be of one (D25); else of the force it speaks of.
    fn of_acts<'o>(&self, acts: impl Iterator<Item = &'o Act>, force: Option<&ForceRef>) -> Result<Subject, Reason> {
        let mut found: Option<(Account, String)> = None;
        for act in acts {
            let Subject::Of(account, what) = self.subject(act)? else { continue };
            match &found {
                Some((other, _)) if *other != account => {
                    let text =
                        format!("{what} in the {account} theatre, and a condition gives orders in one theatre only.");
                    return Err(Reason::new("D25", text).hint("Write one line for each theatre."));
                }
                Some(_) => {}
                None => found = Some((account, what)),
            }
        }
        let of_force = || match force {
            Some(force) => self.force(force).unwrap_or(Subject::Unsaid),
            None => Subject::Unsaid,
        };
        Ok(found.map_or_else(of_force, |(account, what)| Subject::Of(account, what)))
    }

    /// The account in whose pool a leader is known to wait; `None` without a game.
    fn pool_of(&self, name: &str) -> Result<Option<Account>, Reason> {
        if let Some((account, _)) = self.known.pooled.get(name) {
            return Ok(Some(*account));
        }
        if self.known.is_blank() && self.is_on_roster(name) {
            return Ok(None);
        }
        Err(Reason::new("C3.5.7", format!("You have no {name} in a pool that you know of.")))
    }

    fn force(&self, force: &ForceRef) -> Result<Subject, Reason> {
        match force {
            ForceRef::Leader(name) | ForceRef::LeaderWith { name, .. } => self.leader(name),
            ForceRef::At(place) => Ok(self.at(Some(place))),
            ForceRef::Points { from, .. } => Ok(self.at(from.as_ref())),
            ForceRef::Army(name) => self.army(name),
        }
    }

    /// Enemies, leaders elsewhere and names that never were get the same words.
    fn leader(&self, name: &str) -> Result<Subject, Reason> {
        if let Some(leader) = self.known.field.leaders.get(name) {
            return Ok(Subject::Of(leader.home, format!("{name} stands")));
        }
        if let Some((account, _)) = self.known.pooled.get(name) {
            return Ok(Subject::Of(*account, format!("{name} waits")));
        }
        if self.known.is_blank() && self.is_on_roster(name) {
            return Ok(Subject::Unsaid);
        }
        Err(reason::no_such_leader(name))
    }

    /// An army stands where its troops are; without a game nothing is known of it.
    fn army(&self, name: &str) -> Result<Subject, Reason> {
        match self.known.field.army(self.side, name) {
            Some(hex) => Ok(Subject::Of(account_at(self.scenario, hex), format!("The {name} stands"))),
            None if self.known.is_blank() => Ok(Subject::Unsaid),
            None => Err(reason::no_such_army(name)),
        }
    }

    fn is_on_roster(&self, name: &str) -> bool {
        self.scenario.roster.by_name(name).is_some_and(|(_, spec)| spec.side == self.side)
    }

    fn at(&self, place: Option<&Place>) -> Subject {
        match place {
            Some(Place::Known(hex)) if self.scenario.map.is_land(*hex) => {
                Subject::Of(account_at(self.scenario, *hex), format!("{} lies", self.name(*hex)))
            }
            _ => Subject::Unsaid,
        }
    }

    /// Where troops go says whose they are, as long as it is not said where they stand.
    fn near(&self, to: Option<&Place>) -> Subject {
        match self.at(to) {
            Subject::Of(account, what) if self.commands(account) => Subject::Of(account, what),
            _ => Subject::Unsaid,
        }
    }

    fn name(&self, hex: Hex) -> String {
        let name = territory::place(self.scenario, hex);
        name.strip_prefix("hex ").map_or(name.clone(), |rest| format!("Hex {rest}"))
    }
}

fn no_command() -> Reason {
    Reason::new("C3.7", "Troops are ordered by the commander of their theatre, and you command none.")
}

/// What is not in play of an order or of what stands behind its condition.
fn unplayed(act: &Act) -> Option<super::order::Unplayed> {
    match act {
        Act::Unplayed { matter, .. } => Some(*matter),
        Act::If(waiting) => waiting.acts().into_iter().find_map(unplayed),
        Act::Asked(asked) => asked.then.iter().find_map(unplayed),
        _ => None,
    }
}

fn is_strategic(act: &Act) -> bool {
    matches!(
        act,
        Act::Distribute { .. }
            | Act::DistributeSame
            | Act::Grant { .. }
            | Act::Discretionary { .. }
            | Act::ShiftPlanned { .. }
            | Act::ReinforceAsPlanned
            | Act::Concede
            | Act::AssignLeaders { .. }
            | Act::ShiftLeader { .. }
            | Act::DivideRail { .. }
    ) || matches!(act, Act::Naval(order) if order.is_strategic())
}
