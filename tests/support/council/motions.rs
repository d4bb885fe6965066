//! What acts at once: the command of the company, and matters that are proposed, voted on, signed, vetoed and overruled (K4, K5).

use adjutant::facts::{Audience, Fact};
use adjutant::game::{SeatId, SeatSet};
use adjutant::kit::votes::{Assent, Barred, Heard, Majority, Motion, Rule, Stage};
use adjutant::order::Remark;
use adjutant::rules::{Acted, Giver, RefusedActs};

use super::orders::Order;
use super::sight::of_the_company;
use super::{Item, State, Tax, Town, seat};

/// K5
pub fn rule() -> Rule<SeatId> {
    let overruled_by = Some(Majority::AtLeast(1, 1));
    Rule {
        at_once: Majority::MoreThan(1, 2),
        by_ballots_cast: true,
        casting: None,
        assent: Some(Assent { by: seat("president"), is_given_by_silence: true, overruled_by }),
    }
}

/// The seats that vote and that somebody holds.
pub fn voters(town: &Town, held: &SeatSet) -> SeatSet {
    town.voting().intersection(held).cloned().collect()
}

pub fn act(town: &Town, state: &State, giver: &Giver, orders: &[Order]) -> Result<Acted<State, Item>, RefusedActs> {
    let mut after = state.clone();
    let (mut events, mut vain) = (Vec::new(), None);
    for (place, order) in orders.iter().enumerate() {
        let (told, again) = carry_out(town, &mut after, giver, order).map_err(|why| vec![(place, why)])?;
        events.extend(told);
        vain = again;
    }
    Ok(Acted { state: after, events, is_told_now: true, vain })
}

/// What it tells; and what its giver is told of what he had said before, if that settles nothing.
fn carry_out(
    town: &Town,
    state: &mut State,
    giver: &Giver,
    order: &Order,
) -> Result<(Vec<Fact<Item>>, Option<Remark>), Remark> {
    let (seat, turn, voters) = (&giver.seat, state.turn, voters(town, &giver.held));
    let number = match order {
        Order::Give(to) => return give(state, to).map(|told| (told, None)),
        Order::Propose(tax) => {
            let number = state.motions.len() as u32 + 1;
            let motion = Motion::new(number, Tax(*tax), seat.clone(), turn + 1);
            let (at, letter) =
                (giver.received.map(|came| came.at), giver.received.map(|came| String::from(came.letter)));
            state.motions.push(motion.brought_at(at, letter));
            return Ok((Vec::new(), None));
        }
        Order::Vote(number, _) | Order::Sign(number) | Order::Veto(number) | Order::Override(number) => *number,
        Order::Buy(_) | Order::BuyEachTurn(_) | Order::March(_) => return Err(Remark::refused("This waits.")),
    };
    let motion = state.motions.iter_mut().find(|motion| motion.number == number);
    let motion = motion.ok_or_else(|| Remark::refused(format!("Nothing was proposed under the number {number}.")))?;
    let at = giver.received.map(|came| came.at);
    if motion.is_unknown_to(at, giver.received.map(|came| String::from(came.letter)).as_deref()) {
        let said = format!("{number} was proposed after your letter came.");
        return Err(Remark::refused(said).hint("Say it again if it is meant.").rule("K5"));
    }
    let done = match order {
        Order::Vote(_, ballot) => motion.vote(&rule(), &voters, (seat, *ballot), (turn, at)),
        Order::Sign(_) => motion.assent(&rule(), (seat, true), turn).map(|()| Heard::New),
        Order::Veto(_) => motion.assent(&rule(), (seat, false), turn).map(|()| Heard::New),
        _ => motion.overrule(&rule(), &voters, seat).map(|()| Heard::New),
    };
    let heard = done.map_err(|why| barred(number, why))?;
    let is_in_vain = heard == Heard::Again && motion.stage == Stage::Open;
    let decided = decided(motion);
    enact(state);
    Ok((decided.into_iter().collect(), is_in_vain.then(|| barred(number, Barred::SaidBefore))))
}

/// K4: he knows from now on where it is, and whoever had it does not.
fn give(state: &mut State, to: &SeatId) -> Result<Vec<Fact<Item>>, Remark> {
    if state.commander == *to {
        return Err(Remark::refused("The company is his already.").rule("K4"));
    }
    state.commander = to.clone();
    Ok(vec![Fact::new(of_the_company(state), Item::Commands { seat: to.clone(), square: state.company })])
}

fn barred(number: u32, why: Barred) -> Remark {
    let said = match why {
        Barred::NoSay => format!("You have no say in {number}."),
        Barred::SaidLater => format!("A letter of yours that came later has your vote on {number}; that one stands."),
        Barred::SaidBefore => format!("You have said the same of {number} before; it counts once."),
        Barred::NotNow(Stage::Open) => format!("{number} was not carried yet."),
        Barred::NotNow(Stage::AwaitsAssent) => format!("{number} was carried, and waits for the President."),
        Barred::NotNow(Stage::Vetoed) => format!("{number} was vetoed; \"override {number}\" would overrule that."),
        Barred::NotNow(Stage::Passed) => format!("{number} is law."),
        Barred::NotNow(Stage::Fallen) => format!("{number} has fallen."),
    };
    Remark::refused(said).rule("K5")
}

/// What everybody hears of a matter that is settled.
pub fn decided(motion: &Motion<SeatId, Tax>) -> Option<Fact<Item>> {
    let is_law = match motion.stage {
        Stage::Passed => true,
        Stage::Fallen => false,
        Stage::Open | Stage::AwaitsAssent | Stage::Vetoed => return None,
    };
    let Tax(tax) = motion.matter;
    Some(Fact::new(Audience::Everyone, Item::Decided { number: motion.number, tax, is_law }))
}

/// The newest law is the tax.
pub fn enact(state: &mut State) {
    let law = state.motions.iter().filter(|motion| motion.stage == Stage::Passed).max_by_key(|motion| motion.number);
    if let Some(Motion { matter: Tax(tax), .. }) = law {
        state.tax = *tax;
    }
}
