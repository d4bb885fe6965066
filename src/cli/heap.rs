//! Memory that was freed goes back to the system while the judge rests. Knows the allocators: the program's own, and that of
//! the C libraries.

use std::time::Duration;

/// A little longer than games are remembered that nobody asks about.
const PERIOD: Duration = Duration::from_secs(40);

/// Gives back again and again what is not used any more. Both allocators do so only while they are asked for memory, so that
/// a judge who has sent a phase's reports and waits for days would keep all that those took.
pub async fn give_back() {
    loop {
        tokio::time::sleep(PERIOD).await;
        give_back_now();
    }
}

fn give_back_now() {
    // SAFETY: may be called by any thread at any time; it touches nothing but memory that is free.
    unsafe { libmimalloc_sys::mi_collect(true) };
    // SAFETY: as above.
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    unsafe {
        libc::malloc_trim(0)
    };
}
