//! The `adjutant` program.

fn main() {}
