//! The same year of a government where the judge reads his mailbox at a real Dovecot and everybody's letters go through a real Postfix.

use crate::support::council_year::{new_game_over, play};
use crate::support::servers::Servers;

#[tokio::test(flavor = "multi_thread")]
async fn a_government_plays_a_year_by_real_mail() {
    let folder = tempfile::tempdir().unwrap();
    let servers = Servers::start(&["judge", "grace", "ann", "bob", "cat", "dan"]);
    play(new_game_over(servers, folder.path()).await).await;
}
