//! Memory that was freed goes back to the system while the judge rests.

use std::time::Duration;

/// A little longer than games are remembered that nobody asks about.
const PERIOD: Duration = Duration::from_secs(40);

/// Gives back again and again what is not used any more.
pub async fn give_back() {
    loop {
        tokio::time::sleep(PERIOD).await;
        ::heap::give_back();
    }
}
