//! Games and mailboxes at length: killed, cut off, flooded, forged, at random. `tests/long` has them at full length.

mod acts_killed;
mod chaos;
mod crash;
mod impostors;
mod load;
mod loops;
mod mutations;
mod random_play;
mod restore;
mod schedule;
mod turn_killed;
mod whole_war;
mod worlds;
