//! Who may know what: facts with audiences, viewers, briefs and their rendering.
//! The only user of the template engine; knows no rules of any game.

mod address;
mod enclosure;
mod fact;
mod html;
mod render;
mod viewer;

pub use address::{Addressed, address};
pub use enclosure::{Cell, Enclosure, Look, Picture, Table, Workbook};
pub use fact::{Audience, Fact, open, seal, told};
pub use render::{Passage, RenderError, Renderer, Report, TEMPLATES, WIDTH};
pub use viewer::{Brief, Viewer, brief, known_to, umpires_alone};
