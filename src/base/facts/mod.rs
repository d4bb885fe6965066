//! Who may know what: facts with audiences, viewers, briefs, and what is enclosed with them, as data.
//! Knows no templates and no letters.

mod enclosure;
mod fact;
mod news;
mod standing;
pub mod told;
mod viewer;

pub use enclosure::{Backdrop, Cell, Enclosure, Look, Picture, Pictures, Plan, Table, Workbook};
pub use fact::{Audience, Fact, open, seal, told, written_beside};
pub use news::{new_since, stands_yet, where_they_part};
pub use standing::StandingFacts;
pub use told::Items;
pub use viewer::{Brief, Viewer, addressed, brief, known_to, umpires_alone};
