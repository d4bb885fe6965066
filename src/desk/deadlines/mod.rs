//! What time brings, without any letter: reminders, the end of a pause, orders that are late, letters that do not arrive.

pub mod acts_told;
pub mod catch_up;
pub mod clock;
pub mod given_ahead;
pub mod going_on;
pub mod kept_acts;
pub mod lateness;
mod new_deadline;
pub mod outage;
pub mod reach;
