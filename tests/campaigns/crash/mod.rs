//! The judge as a process that is killed, loses its power, finds its disk full or broken, or is stopped, at every
//! moment of a campaign; an independent checker (`check.py`) holds him to his promises afterwards. The variable
//! ADJUTANT_LONG sets the full counts, ADJUTANT_SEED another seed.

mod campaign;
mod checker;
mod damage;
mod disk;
mod faults;
mod kill;
mod power;
mod process;
mod shim;
mod smtp;
mod upgrade;
