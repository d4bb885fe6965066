//! The orders of a letter, from its lines to the sheet on file.

pub mod acts;
pub mod ahead;
pub mod asked;
pub mod at_odds;
pub mod doubts;
pub mod edit;
pub mod enclosed;
pub mod entries;
pub mod filing;
pub mod finished;
pub mod forms;
pub mod held_acts;
pub mod kept;
pub mod named_later;
pub mod people_named;
pub mod proposing;
pub mod readiness;
pub mod scope;
pub mod sheet;
pub mod waiting_acts;
pub mod yes;
