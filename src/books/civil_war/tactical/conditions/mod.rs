//! Orders that wait for a condition (C3.14 to C3.16, D16, D25): planned with their reserve, judged pulse by pulse by what
//! their own side sees, carried out by the same checks as any other order.

pub mod planning;

mod asking;
mod judging;
mod reacting;
mod riding;
mod telling;
mod waiting;
mod withdrawing;

pub use asking::questions;
pub use planning::{Waiting, resolve};
pub(super) use waiting::{Fight, Watches};
