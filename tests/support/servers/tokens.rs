//! Access tokens as a provider gives them, and a Dovecot that takes them.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use data_encoding::{BASE64, BASE64URL_NOPAD};
use hmac::{Hmac, KeyInit, Mac};

use super::Servers;

/// A Dovecot that checks tokens by itself: JSON web tokens (RFC 7519) under a key in a folder.
pub fn dovecot_with_tokens(folder: &Path) -> Servers {
    fs::set_permissions(folder, fs::Permissions::from_mode(0o755)).unwrap();
    let keys = folder.join("keys/default/HS256");
    fs::create_dir_all(&keys).unwrap();
    fs::write(keys.join("default"), BASE64.encode(KEY_OF_TOKENS)).unwrap();
    let (place, file) = (folder.display(), folder.join("oauth2.conf"));
    let settings = format!(
        "introspection_mode = local\nlocal_validation_key_dict = fs:posix:prefix={place}/keys/\nusername_attribute = sub\n"
    );
    fs::write(&file, settings).unwrap();
    let passdb = format!("driver = oauth2\n  mechanisms = xoauth2 oauthbearer\n  args = {}", file.display());
    // Whoever fails is kept waiting, longer each time, unless this is off.
    let patience = "service anvil {\n  unix_listener anvil-auth-penalty {\n    mode = 0\n  }\n}\n";
    let more = format!("auth_mechanisms = plain xoauth2 oauthbearer\npassdb {{\n  {passdb}\n}}\n{patience}");
    Servers::start_dovecot_with(&["gm"], &more)
}

const KEY_OF_TOKENS: &[u8] = b"a key of the test";

/// A token for a user that ends at a time.
pub fn token(user: &str, ends: i64) -> String {
    let head = BASE64URL_NOPAD.encode(br#"{"alg":"HS256","typ":"JWT","kid":"default"}"#);
    let claims = format!(r#"{{"sub":"{user}","iat":1700000000,"exp":{ends}}}"#);
    let signed = format!("{head}.{}", BASE64URL_NOPAD.encode(claims.as_bytes()));
    let mut mac = Hmac::<sha2::Sha256>::new_from_slice(KEY_OF_TOKENS).unwrap();
    mac.update(signed.as_bytes());
    format!("{signed}.{}", BASE64URL_NOPAD.encode(&mac.finalize().into_bytes()))
}
