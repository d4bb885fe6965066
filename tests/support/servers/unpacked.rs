//! Servers that are unpacked and not installed: where they are, and how they are started as somebody who is not root.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::dovecot::{NOBODY, id};
use super::is_root;
use super::process::Group;

/// A file of an unpacked package.
pub fn find(path: &str) -> PathBuf {
    let file = home().join(path);
    assert!(file.exists(), "there is no {}: run tests/unpack", file.display());
    file
}

fn home() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("target/servers")
}

/// The folders of its libraries, as the linker wants to hear of them.
pub fn libraries() -> String {
    let under = ["lib", "usr/lib"].map(|folder| fs::read_dir(home().join(folder)).into_iter().flatten().flatten());
    let folders = under.into_iter().flatten().map(|entry| entry.path());
    let folders = folders.filter(|path| path.to_string_lossy().ends_with("-linux-gnu"));
    folders.map(|path| path.display().to_string()).collect::<Vec<_>>().join(":")
}

/// The user whom a server runs as.
pub fn user() -> String {
    if is_root() { "nobody".to_owned() } else { id("-un") }
}

/// The numbers of that user and of his group.
pub fn numbers() -> [String; 2] {
    if is_root() { [NOBODY, NOBODY].map(|number| number.to_string()) } else { [id("-u"), id("-g")] }
}

/// Gives a folder and all in it to that user.
pub fn hand_over(folder: &Path) {
    if !is_root() {
        return;
    }
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            hand_over(&path);
        } else {
            std::os::unix::fs::chown(path, Some(NOBODY), Some(NOBODY)).expect("a chown by root");
        }
    }
    std::os::unix::fs::chown(folder, Some(NOBODY), Some(NOBODY)).expect("a chown by root");
}

/// Starts an unpacked server as that user. `names` is a folder with `passwd` and `group`, where the program asks for users that
/// this machine has not.
pub fn start(program: &Path, arguments: &[&str], names: Option<&Path>) -> Group {
    let mut environment = environment();
    if let Some(names) = names {
        let wrapper = Path::new(&libraries().split(':').next_back().unwrap_or_default()).join("libnss_wrapper.so");
        environment.push(("LD_PRELOAD", wrapper.display().to_string()));
        environment.push(("NSS_WRAPPER_PASSWD", names.join("passwd").display().to_string()));
        environment.push(("NSS_WRAPPER_GROUP", names.join("group").display().to_string()));
    }
    let words = words(program);
    let all: Vec<&str> = words[1..].iter().map(String::as_str).chain(arguments.iter().copied()).collect();
    Group::start_in(&words[0], &all, None, &environment)
}

/// An unpacked program that runs as that user and ends by itself.
pub fn command(program: &Path) -> Command {
    let words = words(program);
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]).envs(environment());
    command
}

fn environment() -> Vec<(&'static str, String)> {
    vec![("LD_LIBRARY_PATH", libraries()), ("CYRUS_USER", user())]
}

/// The words that start a program as that user.
fn words(program: &Path) -> Vec<String> {
    let program = program.to_str().expect("a plain path").to_owned();
    if !is_root() {
        return vec![program];
    }
    vec![
        "setpriv".to_owned(),
        format!("--reuid={NOBODY}"),
        format!("--regid={NOBODY}"),
        "--clear-groups".to_owned(),
        program,
    ]
}
