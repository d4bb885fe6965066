//! Who knows what of the town (K2, K3, K5).

use adjutant::facts::{Audience, Fact, Items};
use adjutant::game::SeatId;
use adjutant::kit::votes::Stage;
use adjutant::rules::OpenMatter;

use super::{Item, State, Tax, Told, Town, seat};

fn those(seats: &[&SeatId]) -> Audience {
    Audience::Seats(seats.iter().map(|seat| (*seat).clone()).collect())
}

/// The President and the Treasurer, or everybody (K7).
pub fn of_the_treasury(town: &Town) -> Audience {
    match town.treasury_told {
        Told::Private => those(&[&seat("president"), &seat("treasurer")]),
        Told::Public => Audience::Everyone,
    }
}

/// Whoever commands the company, and the President.
pub fn of_the_company(state: &State) -> Audience {
    those(&[&seat("president"), &state.commander])
}

/// Those who vote, and the President.
fn of_the_council(town: &Town) -> Audience {
    Audience::Seats(town.voting().into_iter().chain([seat("president")]).collect())
}

pub fn situation(town: &Town, state: &State) -> Vec<Fact<Item>> {
    let State { turn, treasury, supplies, tax, standing, company, commander, motions, .. } = state;
    let public = Item::Turn { turn: *turn, last: town.turns, tax: *tax, supplies: *supplies };
    let mut facts = vec![
        Fact::new(Audience::Everyone, public),
        Fact::new(of_the_treasury(town), Item::Treasury { treasury: *treasury, standing: *standing }),
        Fact::new(of_the_company(state), Item::Company { square: *company, commander: commander.clone() }),
    ];
    let is_settled = |stage: Stage| matches!(stage, Stage::Passed | Stage::Fallen);
    facts.extend(motions.iter().filter(|motion| !is_settled(motion.stage)).map(|motion| {
        let ballots = motion.ballots.iter().map(|(who, ballot)| (who.clone(), *ballot)).collect();
        let Tax(tax) = motion.matter;
        let (number, stage, until) = (motion.number, motion.stage, motion.until);
        let overruling = motion.overruling.iter().cloned().collect();
        Fact::new(of_the_council(town), Item::Motion { number, tax, stage, until, ballots, overruling })
    }));
    facts
}

/// K5: what a seat may say of a matter and has not said yet.
pub fn open_matters(town: &Town, items: Items<'_, Item>, seat: &SeatId) -> Vec<OpenMatter> {
    let now = items.iter().find_map(|item| if let Item::Turn { turn, .. } = item { Some(*turn) } else { None });
    let (votes, presides) = (town.voting().contains(seat), seat.as_str() == "president");
    let matter = |item: &Item| {
        let Item::Motion { number, tax, stage, until, ballots, overruling } = item else { return None };
        let answers = match stage {
            Stage::Open if votes && ballots.iter().all(|(who, _)| who != seat) => {
                ["aye", "no"].map(|word| format!("vote {number} {word}")).to_vec()
            }
            Stage::AwaitsAssent if presides => ["sign", "veto"].map(|word| format!("{word} {number}")).to_vec(),
            Stage::Vetoed if votes && !overruling.contains(seat) => vec![format!("override {number}")],
            _ => return None,
        };
        let what = format!("{number}, a tax of {tax}");
        Some(OpenMatter { what, answers, closes_now: now.is_some_and(|now| *until <= now), ..OpenMatter::default() })
    };
    items.iter().filter_map(matter).collect()
}
