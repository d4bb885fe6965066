//! Commands of the operator's, run by the shell for a bounded time. Whoever runs too long is ended with all that he began.

use std::io::{Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};

/// How long a command may take.
const PATIENCE: Duration = Duration::from_secs(60);
/// How much a command may say.
const LONGEST_OUTPUT: u64 = 64 * 1024;

/// How a shell ends that finds no such program.
const NOT_FOUND: i32 = 127;

/// Runs a command with `text` on its standard input. Why it failed begins with what it did ("ended with ..."); what it
/// printed is in no error.
pub fn tell(command: &str, text: &str) -> Result<(), String> {
    let mut child = begin(command, Stdio::piped(), Stdio::null(), Stdio::inherit())?;
    // A command that does not read must not stop us: a short text fits into the pipe.
    let said = child.stdin.take().map_or(Ok(()), |mut input| input.write_all(text.as_bytes()));
    succeed(await_end(&mut child, PATIENCE)?)?;
    said.map_err(|why| format!("did not read what it was told: {why}"))
}

/// Runs a command and returns what it printed on its standard output.
pub(super) fn ask(command: &str) -> Result<String, String> {
    ask_within(command, PATIENCE)
}

fn ask_within(command: &str, patience: Duration) -> Result<String, String> {
    // What it says of its work may hold the secret, too.
    let mut child = begin(command, Stdio::null(), Stdio::piped(), Stdio::null())?;
    let (printed, output) = mpsc::channel();
    let pipe = child.stdout.take();
    // On a thread of its own, for whatever the command left running may hold the pipe open.
    std::thread::spawn(move || {
        let mut text = String::new();
        let read = pipe.map_or(Ok(0), |pipe| pipe.take(LONGEST_OUTPUT).read_to_string(&mut text));
        let _ = printed.send(read.map(|_| text));
    });
    let end = Instant::now() + patience;
    let answer = await_end(&mut child, patience).and_then(succeed).and_then(|()| {
        let left = end.saturating_duration_since(Instant::now());
        let output = output.recv_timeout(left).map_err(|_| "left its output open".to_owned())?;
        output.map_err(|why| format!("printed what cannot be read: {why}"))
    });
    if answer.is_err() {
        end_group(&mut child);
    }
    answer
}

fn begin(command: &str, input: Stdio, output: Stdio, errors: Stdio) -> Result<Child, String> {
    let mut shell = Command::new("sh");
    shell.args(["-c", command]).stdin(input).stdout(output).stderr(errors).process_group(0);
    shell.spawn().map_err(|why| format!("could not be started: {why}"))
}

fn await_end(child: &mut Child, patience: Duration) -> Result<ExitStatus, String> {
    let end = Instant::now() + patience;
    loop {
        if let Some(status) = child.try_wait().map_err(|why| format!("was lost: {why}"))? {
            return Ok(status);
        }
        if Instant::now() >= end {
            end_group(child);
            return Err(format!("did not end within {} s", patience.as_secs_f32()));
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn end_group(child: &mut Child) {
    if let Some(group) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
        let _ = kill_process_group(group, Signal::KILL);
    }
    let _ = child.wait();
}

fn succeed(status: ExitStatus) -> Result<(), String> {
    match status.code() {
        Some(0) => Ok(()),
        Some(NOT_FOUND) => Err(format!("ended with {status}: it names no program that is here")),
        _ => Err(format!("ended with {status}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_gets_the_text_and_its_failure_is_known() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("told");
        tell(&format!("cat > '{}'", file.display()), "the mailbox").unwrap();
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "the mailbox");
        assert!(tell("exit 3", "x").unwrap_err().contains('3'));
    }

    #[test]
    fn a_command_answers_with_what_it_prints_and_a_failed_one_with_nothing_it_printed() {
        assert_eq!(ask("echo geheim").unwrap(), "geheim\n");
        let why = ask("echo geheim; exit 2").unwrap_err();
        assert!(why.contains("exit status: 2") && !why.contains("geheim"), "{why}");
    }

    #[test]
    fn a_command_that_hangs_is_ended_with_all_it_began() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("alive");
        let command = format!("(sleep 2; touch '{}') & wait", file.display());
        let why = ask_within(&command, Duration::from_millis(300)).unwrap_err();
        assert!(why.contains("did not end within 0.3 s"), "{why}");
        std::thread::sleep(Duration::from_millis(2500));
        assert!(!file.exists(), "what it began went on");
    }
}
