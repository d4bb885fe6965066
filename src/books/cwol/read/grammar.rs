//! The grammar of this book's order lines. Knows form only.

use pest_derive::Parser;
use reader::fair_copy::FairCopy;

use super::super::scenario::Named;

/// The grammar, whose comments are the pages of HELP.
pub const GRAMMARS: [&str; 10] = [
    include_str!("../../../../grammar/common.pest"),
    include_str!("../../../../grammar/cwol.pest"),
    include_str!("../../../../grammar/cwol/commerce.pest"),
    include_str!("../../../../grammar/cwol/congress.pest"),
    include_str!("../../../../grammar/cwol/forces.pest"),
    include_str!("../../../../grammar/cwol/land.pest"),
    include_str!("../../../../grammar/cwol/naval.pest"),
    include_str!("../../../../grammar/cwol/works.pest"),
    include_str!("../../../../grammar/cwol/sailing.pest"),
    include_str!("../../../../grammar/cwol/sea.pest"),
];

/// Parses a fair copy.
#[derive(Parser)]
#[grammar = "../../../grammar/common.pest"]
#[grammar = "../../../grammar/cwol.pest"]
#[grammar = "../../../grammar/cwol/commerce.pest"]
#[grammar = "../../../grammar/cwol/congress.pest"]
#[grammar = "../../../grammar/cwol/forces.pest"]
#[grammar = "../../../grammar/cwol/land.pest"]
#[grammar = "../../../grammar/cwol/naval.pest"]
#[grammar = "../../../grammar/cwol/works.pest"]
#[grammar = "../../../grammar/cwol/sailing.pest"]
#[grammar = "../../../grammar/cwol/sea.pest"]
pub(super) struct OrderGrammar;

/// A line in fair copy.
pub(super) type Copy<'l> = FairCopy<'l, Named>;
