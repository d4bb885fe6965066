//! A process of this test program that works until it is killed.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Whether the process was killed that runs `test` with the folder in the variable; one that came to its end had nothing left to do.
pub fn is_killed_after(test: &str, (variable, folder): (&str, &Path), delay: Duration) -> bool {
    let mut judge = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", test])
        .env(variable, folder)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    std::thread::sleep(delay);
    if let Some(status) = judge.try_wait().unwrap() {
        assert!(status.success(), "{status}");
        return false;
    }
    judge.kill().unwrap();
    judge.wait().unwrap();
    true
}
