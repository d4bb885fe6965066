//! The templates that come with the house, by their names under `templates/`: what all letters share, and nothing of any book.

/// Name and text of each, in order.
pub const TEMPLATES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/templates.rs"));
