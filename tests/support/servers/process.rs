//! One server process with all its children, which ends when its owner does.

use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The shell that leads the process group: it starts the server and waits for the end of its own input. That comes when
/// the test drops the pipe or dies, whatever the cause; then it kills the group, itself included. Before that it kills
/// the group of the process whose number is in the file PIDFILE: Postfix's master makes one of its own.
const WATCH: &str = r#"exec 3<&0 </dev/null
"$@" 3<&- &
cat <&3 >/dev/null
if [ -s "$PIDFILE" ]; then kill -s KILL -- "-$(tr -d ' ' <"$PIDFILE")"; fi
kill -s KILL -- -$$"#;

/// A process group.
pub struct Group {
    child: Child,
}

impl Group {
    /// Starts a program in a group of its own. `pid_file` is where the program notes its number, if it does.
    pub fn start(program: &str, arguments: &[&str], pid_file: Option<&Path>) -> Group {
        Self::start_in(program, arguments, pid_file, &[])
    }

    /// The same, with an environment that the program has besides.
    pub fn start_in(
        program: &str,
        arguments: &[&str],
        pid_file: Option<&Path>,
        environment: &[(&str, String)],
    ) -> Group {
        let child = Command::new("sh")
            .args(["-c", WATCH, "watch", program])
            .args(arguments)
            .env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin")
            .env("PIDFILE", pid_file.unwrap_or(Path::new("")))
            .envs(environment.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()
            .expect("a shell");
        Group { child }
    }

    /// Waits until a port of the server greets with a line that begins so.
    pub fn await_greeting(&self, port: u16, start: &str, limit: Duration) -> Result<(), String> {
        let end = Instant::now() + limit;
        loop {
            let greeting = greeting(port).unwrap_or_default();
            if greeting.starts_with(start) {
                return Ok(());
            }
            if Instant::now() > end {
                return Err(format!("port {port} does not greet with {start}, but {greeting:?}"));
            }
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        drop(self.child.stdin.take());
        let _ = self.child.wait();
    }
}

fn greeting(port: u16) -> std::io::Result<String> {
    let socket = TcpStream::connect(("127.0.0.1", port))?;
    socket.set_read_timeout(Some(Duration::from_secs(5)))?;
    let mut line = String::new();
    BufReader::new(socket).read_line(&mut line)?;
    Ok(line)
}
