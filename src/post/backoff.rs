//! How long to leave a server alone after a failure.

use std::time::Duration;

use super::PostError;

const FIRST: Duration = Duration::from_secs(1);
const LONGEST: Duration = Duration::from_secs(5 * 60);

/// Pauses between attempts: one second, doubling up to five minutes, each shortened or lengthened by up to a quarter so
/// that many clients do not knock together after an outage.
#[derive(Debug, Clone, Default)]
pub struct Backoff {
    failures: u32,
}

impl Backoff {
    /// A backoff that has not seen a failure.
    pub fn new() -> Self {
        Self::default()
    }

    /// Notes a success: the next failure starts again with the shortest pause.
    pub fn reset(&mut self) {
        self.failures = 0;
    }

    /// Notes a failure and says how long to wait. A refused password waits longest at once: knocking on with it would
    /// lock the account. A folder of ours has no such lock.
    pub fn after(&mut self, error: &PostError) -> Duration {
        if !error.is_temporary() && !matches!(error, PostError::File { .. }) {
            return spread(LONGEST);
        }
        let pause = FIRST.saturating_mul(1_u32.checked_shl(self.failures).unwrap_or(u32::MAX)).min(LONGEST);
        self.failures = self.failures.saturating_add(1).min(16);
        spread(pause)
    }
}

fn spread(pause: Duration) -> Duration {
    // Without randomness the middle is as good as any.
    let draw = getrandom::u32().unwrap_or(u32::MAX / 2);
    let share = f64::from(draw) / f64::from(u32::MAX);
    pause.mul_f64(0.75 + share / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lost() -> PostError {
        PostError::Broken { place: "here".into(), action: "fetch", why: "gone".into() }
    }

    #[test]
    fn a_folder_that_is_gone_for_a_moment_is_looked_for_soon() {
        let gone = PostError::file("list", "inbox/new", std::io::ErrorKind::NotFound.into());
        assert!(!gone.is_temporary() && Backoff::new().after(&gone) < Duration::from_secs(2));
    }

    #[test]
    fn pauses_double_up_to_five_minutes_within_a_quarter() {
        let mut backoff = Backoff::new();
        for nominal in [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 300.0, 300.0] {
            let pause = backoff.after(&lost()).as_secs_f64();
            assert!((nominal * 0.75..=nominal * 1.25).contains(&pause), "{pause} instead of about {nominal}");
        }
    }

    #[test]
    fn a_success_starts_anew() {
        let mut backoff = Backoff::new();
        for _ in 0..40 {
            backoff.after(&lost());
        }
        backoff.reset();
        assert!(backoff.after(&lost()) <= Duration::from_millis(1250));
    }

    #[test]
    fn a_refused_password_is_not_tried_again_soon() {
        let refused = PostError::Login { place: "here".into(), user: "gm".into(), why: "no".into() };
        assert!(Backoff::new().after(&refused) >= Duration::from_secs(225));
    }
}
