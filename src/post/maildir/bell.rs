//! Being told by the system that a file was put into a folder. Knows nothing of letters.

use std::os::fd::OwnedFd;
use std::path::Path;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::inotify::{CreateFlags, WatchFlags, add_watch, init};

/// How often a folder is looked into that the system tells of: what another machine puts there it does not know.
const SELDOM: Duration = Duration::from_secs(1);
/// How often one that it does not tell of.
const OFTEN: Duration = Duration::from_millis(100);

/// Rings when a file comes into the folder it was hung up in.
#[derive(Debug)]
pub(super) struct Bell(Option<OwnedFd>);

impl Bell {
    /// A bell that hangs nowhere yet. Where the system has none left, it never rings.
    pub(super) fn new() -> Self {
        Self(init(CreateFlags::NONBLOCK | CreateFlags::CLOEXEC).ok())
    }

    /// From now on it rings for this folder; one that was made anew is another. Gives how long to rest at most before the
    /// folder is looked into without a ring.
    pub(super) fn hang_up(&self, folder: &Path) -> Duration {
        let hung = self
            .0
            .as_ref()
            .is_some_and(|bell| add_watch(bell, folder, WatchFlags::CREATE | WatchFlags::MOVED_TO).is_ok());
        if hung { SELDOM } else { OFTEN }
    }

    /// Rests until it rings, or so long.
    pub(super) fn rest(&self, longest: Duration) {
        let Some(bell) = &self.0 else { return std::thread::sleep(longest) };
        let longest = Timespec::try_from(longest).ok();
        // A signal wakes us as well: then the folder is looked into once more.
        if poll(&mut [PollFd::new(bell, PollFlags::IN)], longest.as_ref()).is_ok_and(|ready| ready > 0) {
            let mut rings = [0; 4096];
            while rustix::io::read(bell, &mut rings[..]).is_ok_and(|read| read > 0) {}
        }
    }
}
