//! The shim between the program and its disk (`shim.c`), compiled once a test, and what one run is to suffer.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::support::live::Home;

/// The compiled shim.
pub struct Shim {
    library: PathBuf,
}

/// What the calls of one run on its own files and sockets meet.
#[derive(Debug, Clone, Default)]
pub struct Plan {
    settings: Vec<(&'static str, String)>,
}

/// How a call fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failure {
    /// Calls that need room find none.
    Full,
    /// Half a write is done, the rest finds no room.
    Short,
    /// The disk does not take what it was given before.
    SyncFails,
    /// The disk takes nothing.
    WriteFails,
}

impl Failure {
    fn word(self) -> &'static str {
        match self {
            Self::Full => "ENOSPC",
            Self::Short => "SHORT",
            Self::SyncFails => "EIO",
            Self::WriteFails => "EIOW",
        }
    }
}

impl Plan {
    fn with(mut self, name: &'static str, value: impl ToString) -> Self {
        self.settings.push((name, value.to_string()));
        self
    }

    /// The process dies instead of call `number`.
    pub fn kill(number: usize) -> Self {
        Self::default().with("CRASH_KILL", number)
    }

    /// The process dies when it names the `number`-th thread so.
    pub fn kill_at_thread(name: &str, number: usize) -> Self {
        Self::default().with("CRASH_THREAD", format!("{name}:{number}"))
    }

    /// Call `number` of those that can fail so fails.
    pub fn fail(number: usize, failure: Failure) -> Self {
        Self::default().with("CRASH_FAIL", number).with("CRASH_ERROR", failure.word())
    }

    /// Counts the calls that can fail so.
    pub fn could_fail(failure: Failure) -> Self {
        Self::default().with("CRASH_ERROR", failure.word())
    }

    /// From the failing call on all of its kind fail, as long as the file exists.
    pub fn until_gone(self, file: &Path) -> Self {
        self.with("CRASH_UNTIL", file.display())
    }

    /// Every call is written down.
    pub fn logged(self, file: &Path) -> Self {
        self.with("CRASH_LOG", file.display())
    }

    /// The file is made when the fault is met.
    pub fn met(self, file: &Path) -> Self {
        self.with("CRASH_MET", file.display())
    }

    /// How many calls there were goes to the file, by kind.
    pub fn counted(self, file: &Path) -> Self {
        self.with("CRASH_COUNT", file.display())
    }
}

/// The calls of one run.
#[derive(Debug, Clone, Default)]
pub struct Count {
    /// All, by kind.
    pub kinds: Vec<(String, usize)>,
    /// Those that could have failed as planned.
    pub able: usize,
}

impl Count {
    /// What the shim wrote into the file.
    pub fn read(file: &Path) -> Self {
        let text = fs::read_to_string(file).expect("the shim's count");
        let line = |line: &str| {
            let (kind, number) = line.split_once(' ').expect("kind and number");
            (kind.to_owned(), number.parse().expect("a number"))
        };
        let mut kinds: Vec<(String, usize)> = text.lines().map(line).collect();
        let (_, able) = kinds.pop().expect("the last line");
        Self { kinds, able }
    }

    /// How many calls there were.
    pub fn all(&self) -> usize {
        self.kinds.iter().map(|(_, number)| number).sum()
    }
}

impl Shim {
    /// Compiles the shim into the folder.
    pub fn build(folder: &Path) -> Self {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/campaigns/crash/shim.c");
        let library = folder.join("shim.so");
        let mut compiler = Command::new("cc");
        compiler.args(["-shared", "-fPIC", "-O1", "-o"]).arg(&library).arg(source).args(["-ldl", "-lpthread"]);
        let compiled = compiler.output().expect("cc, the C compiler, runs");
        assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
        Self { library }
    }

    /// Puts the shim before a command of the judge's.
    pub fn before(&self, command: &mut Command, home: &Home, plan: &Plan) {
        command.env("LD_PRELOAD", &self.library).env("CRASH_ROOT", &home.folder);
        command.envs(plan.settings.iter().map(|(name, value)| (name, value)));
    }

    /// One round under the plan.
    pub fn run_once(&self, home: &Home, now: i64, plan: &Plan) -> Output {
        let mut command = home.command(&["run", "--once", "--now", &now.to_string()]);
        self.before(&mut command, home, plan);
        command.output().expect("the program starts")
    }
}
