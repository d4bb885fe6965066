//! What the turn would say, said on receipt.

use base::order::Remark;

use super::super::refusal::Failed;

/// A refusal in the words of the turn.
pub(super) fn said(failed: Failed) -> Remark {
    Remark::refused(failed.why).rule(failed.rule)
}
