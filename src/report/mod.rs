//! Who may know what: facts with audiences, viewers, briefs and their rendering.
//! The only user of the template engine and of the libraries that write worksheets and pictures; knows no rules of any game.

mod address;
mod enclosure;
mod engine;
mod fact;
mod filters;
mod html;
mod lean;
mod once;
mod palette;
mod picture;
mod render;
mod sections;
mod standing;
mod templates;
mod told;
mod viewer;
mod workbook;

pub use address::{Addressed, address};
pub use enclosure::{
    Backdrop, Cell, Enclosed, EnclosedFile, Enclosure, Look, Picture, Pictures, Plan, Shown, Table, Workbook,
};
pub use fact::{Audience, Fact, open, seal, told};
pub use lean::{LeanError, lean};
pub use render::{Passage, RenderError, Renderer, Report, WIDTH};
pub use standing::Standing;
pub use templates::TEMPLATES;
pub use told::Items;
pub use viewer::{Brief, Viewer, addressed, brief, known_to, umpires_alone};
