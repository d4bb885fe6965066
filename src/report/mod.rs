//! Who may know what: facts with audiences, viewers, briefs and their rendering.
//! The only user of the template engine; knows no rules of any game.

mod address;
mod fact;
mod filters;
mod html;
mod render;
mod told;
mod viewer;

pub use address::{Addressed, address};
pub use fact::{Audience, Fact, open, seal, told};
pub use render::{Passage, RenderError, Renderer, Report, TEMPLATES, WIDTH};
pub use told::Items;
pub use viewer::{Brief, Viewer, brief, known_to, umpires_alone};
