//! Ships lent to the commander of a theatre for a sub-turn, with points of the fleet (C6.2, D22): who may lend what, whose
//! the ships are then, and what the borrower may spend.

use std::sync::Arc;

use base::facts::Fact;
use base::order::Remark;

use super::super::super::audience;
use super::super::super::item::Item;
use super::super::super::naval::chart;
use super::super::super::naval::order::NavalOrder;
use super::super::super::order::{Act, Order};
use super::super::super::scenario::{Account, Scenario, Side, Theatre};
use super::super::super::seats;
use super::super::acts::Sheet;
use super::super::draft::{Deed, Draft, Payer, wanting};
use super::super::field::Field;
use super::super::knowledge::Knowledge;
use super::super::play::Engine;
use super::super::reason::{Reason, theatre_name};
use super::deed::NavalDeed;
use super::planned::{Bridge, Company, ships};
use super::squadron::Group;

/// What the commander of the fleet lends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Loan {
    /// Which ships, and their leaders.
    pub company: Company,
    /// The points that go with them.
    pub points: Lent,
    /// To whom.
    pub to: Theatre,
}

/// Points that are lent.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Lent {
    /// Command points.
    pub cp: u32,
    /// Pulse points.
    pub pp: u32,
}

impl Lent {
    /// Both loans together.
    pub fn and(self, other: Lent) -> Lent {
        Lent { cp: self.cp.saturating_add(other.cp), pp: self.pp.saturating_add(other.pp) }
    }
}

/// The theatre whose commander orders ships only when they are lent to him: the fleet of the Union has a commander of its
/// own, ironclads obey the theatre they lie in (C6.1).
pub fn borrower(side: Side, account: Account) -> Option<Theatre> {
    account.theatre().filter(|_| side == Side::Usa)
}

/// The account whose ships and leaders those are that an account orders: those of the Union stay the fleet's (C6.1).
pub fn home(side: Side, account: Account) -> Account {
    if borrower(side, account).is_some() { Account::Naval } else { account }
}

/// Whether an act tells ships what to do that may have been lent.
pub fn is_for_ships(act: &Act) -> bool {
    matches!(act, Act::Naval(order) if order.fleet().is_some())
}

/// Why somebody cannot order ships: nobody lent them to him.
pub fn not_lent(who: &str) -> Reason {
    Reason::new("C6.2", format!("{who} were not lent to you in this sub-turn.")).hint(WHO_LENDS)
}

/// The same where no ships are named that there are.
pub fn none_lent() -> Reason {
    Reason::new("C6.2", "No such ships were lent to you in this sub-turn.").hint(WHO_LENDS)
}

const WHO_LENDS: &str = "The commander of the fleet lends ships, with the points they need.";

/// Why the commander of the fleet cannot order ships.
pub fn is_lent(who: &str, theatre: Theatre) -> Reason {
    Reason::new("C6.2", format!("{who} are lent to the {} theatre in this sub-turn.", theatre_name(theatre)))
}

/// From an order to lend to the loan, as the ships lie when the sub-turn begins.
pub fn draft(known: &Knowledge, bridge: &Bridge, order: &NavalOrder) -> Result<Draft, Remark> {
    let NavalOrder::Lend { fleet, cp, pp, to } = order else { return Err(only_the_fleet().refused()) };
    let (scenario, side) = (bridge.scenario, bridge.side);
    if (side, bridge.account) != (Side::Usa, Account::Naval) {
        return Err(only_the_fleet().refused());
    }
    let (Some(cp), Some(pp), Some(to)) = (*cp, *pp, *to) else {
        return Ok(timeless(wanting(0, 0, missing(*cp, *pp))));
    };
    if seats::seat_of(scenario, side, to.into()) == seats::seat_of(scenario, side, Account::Naval) {
        let text = format!("The commander of the {} theatre commands the fleet himself.", theatre_name(to));
        return Err(Reason::new("C6.2", text).refused());
    }
    if known.is_blank() {
        return Ok(timeless(Draft::of_length(0, cp, Deed::Wanting)));
    }
    let company = bridge.company(fleet).map_err(Reason::refused)?;
    if company.count == 0 {
        return Err(Reason::new("C6.2", "No ships are lent by this line.").refused());
    }
    let loan = Loan { company, points: Lent { cp, pp }, to };
    Ok(timeless(Draft::of_length(0, cp, Deed::Naval(NavalDeed::Lend(loan)))))
}

/// A loan takes no pulse: it stands from the first to the last.
fn timeless(draft: Draft) -> Draft {
    Draft { wish: None, ..draft }
}

/// Why nobody else lends (C6.1, C6.2).
pub fn only_the_fleet() -> Reason {
    Reason::new("C6.2", "Only the commander of the Union's fleet lends ships.").rule("C6.1")
}

fn missing(cp: Option<u32>, pp: Option<u32>) -> Reason {
    let text = match (cp, pp) {
        (Some(_), Some(_)) => "It is not said to which theatre these ships are lent.",
        (None, _) => "It is not said how many command points go with these ships.",
        (_, None) => "It is not said how many pulse points go with these ships.",
    };
    Reason::new("C6.2", text).hint("Write `lend 2 ships at Cairo with 3 CP and 3 PP to West`.")
}

/// A line of a borrower: what it takes is the fleet's. While the loans are not known it stands by itself.
pub fn on_loan(known: &Knowledge, draft: Draft) -> Draft {
    let mut draft = Draft { payer: Payer::Fleet, ..draft };
    if known.loans.is_none() {
        let length = draft.wish.map_or(0, |wish| wish.length);
        let text = format!("This counts if the fleet lends you these ships with {} CP and {length} PP.", draft.cp);
        draft.remarks.push(Remark::notice(text).rule("C6.2"));
    }
    draft
}

/// Loans stand for the whole sub-turn; what is kept for a condition is the account's own (D25).
pub fn unconditional(act: &Act, side: Side, account: Account) -> Result<(), Reason> {
    if matches!(act, Act::Naval(order) if matches!(**order, NavalOrder::Lend { .. })) {
        let text = "A loan stands from the first pulse to the last and waits for no condition.";
        return Err(Reason::new("C6.2", text).rule("D25"));
    }
    if is_for_ships(act) && borrower(side, account).is_some() {
        let text = "Lent ships are ordered without a condition.";
        return Err(Reason::new("C6.2", text)
            .hint("The commander of the fleet may order his ships by conditions.")
            .rule("D25"));
    }
    Ok(())
}

/// Whether lines of a borrower use no more than was lent.
pub fn within(lent: Lent, used: Lent) -> Result<(), Reason> {
    if used.cp <= lent.cp && used.pp <= lent.pp {
        return Ok(());
    }
    let text = format!(
        "The fleet lent you {} CP and {} PP; with this {} CP and {} PP would be used.",
        lent.cp, lent.pp, used.cp, used.pp
    );
    Err(Reason::new("C6.2", text).rule("D22"))
}

impl Field {
    /// Ships, and their leaders, obey the borrower from now on.
    pub fn lend(&mut self, side: Side, loan: &Loan) {
        let company = &loan.company;
        let lent = Some(loan.to);
        let groups = self.cast_off(company.water, company.count, |group| company.means(group));
        self.dock(side, company.water, groups.into_iter().map(|group| Group { lent, ..group }).collect());
        for name in &company.captains {
            if let Some(captain) = self.captains.get_mut(name) {
                captain.lent = lent;
            }
        }
    }
}

impl Knowledge {
    /// What is known when the orders of the fleet are known, too.
    pub fn with_loans<'l>(mut self, loans: impl Iterator<Item = &'l Loan>) -> Knowledge {
        let points = self.loans.get_or_insert_default();
        for loan in loans {
            let sum = points.entry(loan.to).or_default();
            *sum = sum.and(loan.points);
            Arc::make_mut(&mut self.field).lend(self.side, loan);
        }
        self
    }

    /// As if every ship were lent: the orders of the fleet are secret while a commander writes his own.
    fn as_if_lent(&self, to: Theatre) -> Knowledge {
        let mut known = self.clone();
        let field = Arc::make_mut(&mut known.field);
        let own = field.ships.values_mut().filter(|squadron| squadron.side == known.side);
        own.flat_map(|squadron| &mut squadron.groups).for_each(|group| group.lent = Some(to));
        let captains = field.captains.values_mut().filter(|captain| captain.side == known.side);
        captains.for_each(|captain| captain.lent = Some(to));
        known
    }
}

/// Who judges the lines of a borrower without the orders of the fleet: `None` when none of them needs a loan.
pub fn supposed(known: &Knowledge, account: Account, orders: &[&Order]) -> Option<Knowledge> {
    let theatre = borrower(known.side, account)?;
    orders.iter().any(|order| is_for_ships(&order.act)).then(|| known.as_if_lent(theatre))
}

/// Hands over what was lent, and tells each borrower what he has.
pub(in super::super) fn hand_over(engine: &mut Engine, sheets: &[Sheet]) {
    for sheet in sheets {
        for loan in sheet.plan.loans() {
            engine.field.lend(sheet.side, loan);
            let to = audience::commander(engine.scenario, sheet.side, loan.to.into());
            let Lent { cp, pp } = loan.points;
            let item = Item::ShipsLent { account: loan.to.into(), what: words(engine.scenario, loan), cp, pp };
            engine.events.push(Fact::new(to, item));
        }
    }
}

/// "2 ships at Cairo under Foote".
pub fn words(scenario: &Scenario, loan: &Loan) -> String {
    let company = &loan.company;
    let under = company.captains.first().map_or(String::new(), |name| format!(" under {name}"));
    format!("{}{under} at {}", ships(company.count), chart::name(scenario, company.water))
}
