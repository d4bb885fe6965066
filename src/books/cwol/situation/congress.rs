//! Bills that are open, as those read of them who have a say in them; and what a seat can still say.

use base::facts::{Audience, Fact, Items};
use base::game::SeatId;
use kit::votes::{Ballot, Stage};
use rules::OpenMatter;

use super::super::calendar;
use super::super::congress::is_settled;
use super::super::entitlement::{Section, readers};
use super::super::item::{Item, Voice};
use super::super::office::Office;
use super::super::scenario::Scenario;
use super::super::state::Bill;
use super::View;

impl View<'_> {
    /// The open bills, and to each seat that has a say what it can still say of them.
    pub(super) fn bills(&self) -> Vec<Fact<Item>> {
        let open = self.state.bills.of(self.side).iter().filter(|bill| !is_settled(bill.stage));
        let bills: Vec<Item> = open.map(|bill| self.bill(bill)).collect();
        let seats = readers(self.scenario, self.side, Section::Bills);
        let open = seats.iter().flat_map(|seat| {
            let matters = bills.iter().filter_map(|bill| open_to(self.scenario, bill, seat, self.state.turn));
            matters.map(|item| Fact::new(Audience::seat(seat), item)).collect::<Vec<_>>()
        });
        let open: Vec<_> = open.collect();
        bills.into_iter().map(|bill| self.to(Section::Bills, bill)).chain(open).collect()
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

/// What a seat may say of a bill, with what it has said that it may still change.
fn open_to(scenario: &Scenario, bill: &Item, seat: &SeatId, now: u32) -> Option<Item> {
    let Item::Bill { number, what, stage, until, until_title, ayes, noes, overruling, .. } = bill else { return None };
    let is_among = |voices: &[Voice]| voices.iter().any(|voice| voice.seat == seat.as_str());
    let said = [("aye", ayes), ("no", noes)].into_iter().find(|(_, voices)| is_among(voices)).map_or("", |said| said.0);
    let answers: Vec<String> = match (stage, scenario.office(seat.as_str())?.office) {
        (Stage::Open, Office::Congressman | Office::Vice) => {
            ["aye", "no"].into_iter().filter(|word| *word != said).map(|word| format!("vote {number} {word}")).collect()
        }
        (Stage::AwaitsAssent, Office::President) => ["sign", "veto"].map(|word| format!("{word} {number}")).to_vec(),
        (Stage::Vetoed, Office::Congressman) if !is_among(overruling) => vec![format!("override {number}")],
        _ => return None,
    };
    let said = if *stage == Stage::Open { said } else { "" };
    Some(Item::Open {
        seat: seat.to_string(),
        title: scenario.title(seat),
        number: *number,
        what: what.clone(),
        answers,
        said: said.to_owned(),
        until_title: until_title.clone(),
        closes_now: *until <= now,
    })
}

/// What a seat may say of the open bills.
pub fn open_matters(items: Items<'_, Item>, own: &SeatId) -> Vec<OpenMatter> {
    let matter = |item: &Item| match item {
        Item::Open { seat, number, what, answers, said, until_title, closes_now, .. } if seat == own.as_str() => {
            Some(OpenMatter {
                what: format!("Bill {number}: {what}"),
                answers: answers.clone(),
                said: said.clone(),
                until: format!("the deadline of {until_title}"),
                closes_now: *closes_now,
            })
        }
        _ => None,
    };
    items.iter().filter_map(matter).collect()
}
