//! All tests that look at the program from outside, in one program: linked once, and run side by side. Those of a crate's own are
//! in the crate.

mod campaigns;
mod quick;
mod servers;
mod support;

#[global_allocator]
static ALLOCATOR: support::counting::Counting = support::counting::Counting;
