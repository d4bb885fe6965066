//! A name in a line that may be an order, with what it may mean.

use board::Hex;
use reader::loose::Placed;

use crate::read::copy::Named;
use crate::scenario::Scenario;

/// A name of the line: the places and leaders that it may mean.
#[derive(Debug, Clone)]
pub(super) struct Name {
    pub index: usize,
    pub ruled_by: String,
    pub places: Vec<Hex>,
    pub leaders: Vec<String>,
}

impl Name {
    pub fn of(scenario: &Scenario, placed: Placed<Named<'_>>) -> Name {
        let (places, leaders) = match placed.named {
            Named::Hex(hex) => (vec![hex], Vec::new()),
            Named::Name(meaning) => {
                let name = |id| scenario.gazetteer.leader_name(id).to_owned();
                (meaning.places.clone(), meaning.leaders.iter().copied().map(name).collect())
            }
            Named::Nowhere => (Vec::new(), Vec::new()),
        };
        Name { index: placed.index, ruled_by: placed.ruled_by.unwrap_or_default(), places, leaders }
    }

    pub fn is_ruled_by(&self, words: &[&str]) -> bool {
        words.contains(&self.ruled_by.as_str())
    }
}
