//! Words as receipts print them.

use rules::Context;

use crate::read::read;
use crate::read::write::write;
use crate::scenario::Scenario;

/// Words as the grammar reads and receipts print them; none when it reads no single order in them.
pub(super) fn canonical(scenario: &Scenario, context: &Context, words: &str) -> Option<String> {
    match &read(scenario, &mut context.clone(), words).ok()?.0[..] {
        [order] => Some(write(scenario, order)),
        _ => None,
    }
}
