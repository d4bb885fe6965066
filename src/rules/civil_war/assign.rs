//! Which of a writer's seats gives an order, and in which section it stands (D1).
//! The theatre follows from the heading, else from the force or place named, else from the one theatre the writer commands.

use std::sync::Arc;

use crate::board::Hex;
use crate::game::SeatId;
use crate::order::{Remark, When};
use crate::report::Brief;
use crate::rules::Assigned;

use super::item::Item;
use super::order::{Act, ForceRef, Order, Place};
use super::scenario::{Account, Scenario, Side};
use super::state::Stage;
use super::tactical::knowledge::{Knowledge, account_at};
use super::tactical::reason::{self, Reason};
use super::{seats, territory};

/// The section of strategic orders.
pub const STRATEGIC: &str = "strategic";

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
        if let Act::Unplayed { matter, .. } = &order.act {
            return Err(reason::not_in_play(*matter).into());
        }
        self.in_phase(order)?;
        if is_strategic(&order.act) {
            return self.supreme().map_err(Refusal::No);
        }
        let account = self.account(order)?;
        let seat = self.seats.iter().find(|seat| seats::accounts_of(self.scenario, seat).contains(&account));
        let Some(seat) = seat else {
            return Err(self.not_yours(account, "This order is for troops").into());
        };
        Ok(Assigned { seat: seat.clone(), section: section(account, self.sub_turn(order)), when: When::Now })
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
        if self.known.stage == Some(Stage::Tst2) { 2 } else { 1 }
    }

    fn sub_turn(&self, order: &Order) -> u8 {
        let named = order.heading.and_then(|heading| heading.sub_turn);
        if self.known.is_blank() { named.unwrap_or(1) } else { self.open_sub_turn() }
    }

    fn supreme(&self) -> Result<Assigned, Reason> {
        let seat = self.seats.iter().find(|seat| seats::is_supreme(self.scenario, seat));
        let seat = seat.ok_or_else(|| {
            let who = seats::sc_of(self.scenario, self.side);
            Reason::new("C2.3", "Only the supreme commander distributes resources.").hint(format!("That is {who}."))
        })?;
        Ok(Assigned { seat: seat.clone(), section: STRATEGIC.to_owned(), when: When::Now })
    }

    /// The account that pays (D1).
    fn account(&self, order: &Order) -> Result<Account, Refusal> {
        let heading = order.heading.map(|heading| heading.account);
        if heading == Some(Account::Naval) {
            return Err(reason::not_in_play(super::order::Unplayed::Naval).into());
        }
        match (self.subject(&order.act)?, heading) {
            (Subject::Of(account, what), Some(heading)) if account != heading && self.commands(account) => {
                let text = format!("{what} in the {account} theatre, not in the {heading} one of the heading.");
                Err(Reason::new("C3.8", text)
                    .hint(format!("Write it under {}.", section(account, self.sub_turn(order))))
                    .into())
            }
            (Subject::Of(account, what), _) if !self.commands(account) => Err(self.not_yours(account, &what).into()),
            (Subject::Of(account, _), _) => Ok(account),
            (Subject::Unsaid, Some(heading)) if self.commands(heading) => Ok(heading),
            (Subject::Unsaid, Some(heading)) => Err(self.not_yours(heading, "The heading puts this").into()),
            (Subject::Unsaid, None) => self.only_account(),
        }
    }

    fn commands(&self, account: Account) -> bool {
        self.accounts().contains(&account)
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
        let Some(theatre) = account.theatre() else {
            return no_command();
        };
        let who = seats::seat_of(self.scenario, self.side, account);
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
            Act::RailMove { force: ForceRef::Points { from: None, .. }, to, .. } => Ok(self.near(to.as_ref())),
            Act::Move { force, .. }
            | Act::RailMove { force, .. }
            | Act::Entrench { force }
            | Act::Hold { force }
            | Act::DissolveArmy { army: force } => self.force(force),
            Act::Work { force: Some(force), .. } => self.force(force),
            Act::FormArmy { leader: Some(name), .. } => self.leader(name),
            Act::Work { at, .. } | Act::FormArmy { at, .. } => Ok(self.at(at.as_ref())),
            _ => Ok(Subject::Unsaid),
        }
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
            ForceRef::Leader(name) => self.leader(name),
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

fn is_strategic(act: &Act) -> bool {
    matches!(
        act,
        Act::Distribute { .. }
            | Act::DistributeSame
            | Act::Discretionary { .. }
            | Act::ShiftPlanned { .. }
            | Act::ReinforceAsPlanned
            | Act::DivideRail { .. }
    )
}
