//! The `adjutant` program.

#![forbid(unsafe_code)]

use std::process::ExitCode;

use heap::MiMalloc;

/// Reading and judging a letter makes some ten thousand small values; the system's allocator takes nearly half of the
/// time for them.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    adjutant::cli::main()
}
