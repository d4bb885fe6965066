//! The wish that a judge stops: said once by anybody, heard by every task.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::watch;

/// How often a thread that sleeps looks whether it should end.
const GLANCE: Duration = Duration::from_millis(100);

/// Asks the daemon to stop.
#[derive(Clone)]
pub struct Stop(Arc<watch::Sender<bool>>);

impl Default for Stop {
    fn default() -> Self {
        Self(Arc::new(watch::Sender::new(false)))
    }
}

impl Stop {
    /// Stops after the transaction at hand.
    pub fn stop(&self) {
        self.0.send_replace(true);
    }

    /// Whether somebody asked.
    pub fn is_stopped(&self) -> bool {
        *self.0.borrow()
    }

    /// Waits until somebody asks.
    pub async fn stopped(&self) {
        let mut stopped = self.0.subscribe();
        // The sender lives as long as self.
        let _ = stopped.wait_for(|is_stopped| *is_stopped).await;
    }

    /// Puts the thread to sleep, at most until somebody asks.
    pub(super) fn sleep(&self, pause: Duration) {
        let end = Instant::now() + pause;
        while !self.is_stopped() {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return;
            }
            std::thread::sleep(left.min(GLANCE));
        }
    }
}

/// Held by each task: when one ends, however it ends, all do.
pub(super) struct EndsAll(pub(super) Stop);

impl Drop for EndsAll {
    fn drop(&mut self) {
        self.0.stop();
    }
}
