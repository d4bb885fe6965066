//! Logins at providers that end at a time of their own, whatever is renewed: a person must log in anew before. A mailbox that
//! nobody could open any more was often noticed days later.

use std::path::{Path, PathBuf};

use base::game::schedule::{DAY, print_deadline};
use post::oauth::Grant;

/// So long before its end it is told of, in seconds.
const NOTICE: i64 = 3 * DAY;

/// What must be told of the logins in these files. One that cannot be read is told of by whoever logs in with it.
pub(super) fn ending_login(files: &[PathBuf], now: i64) -> Option<String> {
    let told: Vec<String> = files.iter().filter_map(|file| words(file, &Grant::read(file).ok()?, now)).collect();
    (!told.is_empty()).then(|| told.join(" "))
}

fn words(file: &Path, grant: &Grant, now: i64) -> Option<String> {
    let ends = grant.warning(now, NOTICE)?;
    let (file, provider, ends) = (file.display(), &grant.provider, print_deadline(ends, chrono_tz::UTC));
    let remedy = format!("`adjutant login {provider}` makes another, also while the judge works");
    Some(format!("The login at {provider} in {file} ends {ends}, and cannot be renewed after that: {remedy}."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_login_that_ends_is_told_of_three_days_before_and_one_without_an_end_never() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("judge.token");
        let write = |ends: &str| {
            let text = format!(
                r#"{{"provider":"google","token_endpoint":"https://x/t","client_id":"c","refresh_token":"r",
                    "access_token":"a","expires_at":0{ends}}}"#
            );
            std::fs::write(&file, text).unwrap();
        };
        let told = |now| ending_login(std::slice::from_ref(&file), now);
        assert_eq!(told(0), None, "there is no file");
        write("");
        assert_eq!(told(1_000_000_000), None);
        write(r#","ends":1000000000"#);
        assert_eq!(told(1_000_000_000 - NOTICE - 1), None);
        let words = told(1_000_000_000 - NOTICE).unwrap();
        assert!(words.contains("ends Sun 9 Sep 2001") && words.contains("`adjutant login google`"), "{words}");
    }
}
