//! The language of an order letter: commands, order lines, sheets, and remarks with spans.
//! Knows nothing of the rules of any game.

pub mod remark;
pub mod sheet;

pub use remark::{LineStatus, Remark, Span};
pub use sheet::{Filed, Sheet};
