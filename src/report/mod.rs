//! Who may know what: facts with audiences, viewers, briefs and their rendering.
//! The only user of the template engine; knows no rules of any game.

mod fact;
mod viewer;

pub use fact::{Audience, Fact, open, seal, told};
pub use viewer::{Brief, Viewer, brief};
