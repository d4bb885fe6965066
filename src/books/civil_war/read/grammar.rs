//! The grammar of order lines and the human names of its rules. Knows form only.

pub(super) mod names;

use pest_derive::Parser;

/// Parses a fair copy.
#[derive(Parser)]
#[grammar = "../../../grammar/common.pest"]
#[grammar = "../../../grammar/civil-war.pest"]
#[grammar = "../../../grammar/civil-war/leaders.pest"]
#[grammar = "../../../grammar/civil-war/supply.pest"]
#[grammar = "../../../grammar/civil-war/conditions.pest"]
#[grammar = "../../../grammar/civil-war/naval.pest"]
pub(super) struct OrderGrammar;
