//! Bills that are open, as those read of them who have a say in them; and what a seat can still say.

use base::facts::{Fact, Items};
use base::game::SeatId;
use kit::votes::{Ballot, Stage};
use rules::OpenMatter;

use super::super::calendar;
use super::super::congress::is_settled;
use super::super::entitlement::Section;
use super::super::item::{Item, Voice};
use super::super::office::Office;
use super::super::scenario::Scenario;
use super::super::state::Bill;
use super::View;

impl View<'_> {
    pub(super) fn bills(&self) -> Vec<Fact<Item>> {
        let open = self.state.bills.of(self.side).iter().filter(|bill| !is_settled(bill.stage));
        open.map(|bill| self.to(Section::Bills, self.bill(bill))).collect()
    }

    fn bill(&self, bill: &Bill) -> Item {
        let voice = |seat: &SeatId| Voice { seat: seat.to_string(), title: self.scenario.title(seat) };
        let cast = |wanted: Ballot| {
            let cast = bill.ballots.iter().filter(move |(_, ballot)| **ballot == wanted);
            cast.map(|(seat, _)| voice(seat)).collect()
        };
        Item::Bill {
            number: bill.number,
            what: bill.matter.words(),
            moved_by: self.scenario.title(&bill.moved_by),
            stage: bill.stage,
            until: bill.until,
            until_title: calendar::title(self.scenario, bill.until),
            ayes: cast(Ballot::Aye),
            noes: cast(Ballot::No),
            overruling: bill.overruling.iter().map(voice).collect(),
        }
    }
}

/// What a seat may say of a bill and has not said yet.
pub fn open_matters(scenario: &Scenario, items: Items<'_, Item>, seat: &SeatId) -> Vec<OpenMatter> {
    let Some(office) = scenario.office(seat.as_str()).map(|row| row.office) else { return Vec::new() };
    let now = items.iter().find_map(|item| if let Item::Turn { number, .. } = item { Some(*number) } else { None });
    let is_among = |voices: &[Voice]| voices.iter().any(|voice| voice.seat == seat.as_str());
    let matter = |item: &Item| {
        let Item::Bill { number, what, stage, until, ayes, noes, overruling, .. } = item else { return None };
        let has_voted = is_among(ayes) || is_among(noes);
        let answers = match (stage, office) {
            (Stage::Open, Office::Congressman | Office::Vice) if !has_voted => {
                ["aye", "no"].map(|word| format!("vote {number} {word}")).to_vec()
            }
            (Stage::AwaitsAssent, Office::President) => {
                ["sign", "veto"].map(|word| format!("{word} {number}")).to_vec()
            }
            (Stage::Vetoed, Office::Congressman) if !is_among(overruling) => vec![format!("override {number}")],
            _ => return None,
        };
        Some(OpenMatter {
            what: format!("Bill {number}: {what}"),
            answers,
            closes_now: now.is_some_and(|now| *until <= now),
        })
    };
    items.iter().filter_map(matter).collect()
}
