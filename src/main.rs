//! The `adjutant` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    adjutant::cli::main()
}
