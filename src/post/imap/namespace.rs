//! Where on a server a folder of ours stands (RFC 2342). Cyrus and Courier keep all that is ours below `INBOX.`, so that
//! `Processed` alone names nothing there.

use std::borrow::Cow;

/// The prefixes that a server's folders have.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Namespaces {
    /// That of our own folders.
    personal: String,
    /// All of them, those of other people's and shared folders, too.
    all: Vec<String>,
}

impl Namespaces {
    /// Reads what a server answers to NAMESPACE: `(("INBOX." ".")) (("user." ".")) NIL`. What cannot be read names no prefix.
    pub(super) fn parse(text: &str) -> Self {
        let mut found = Namespaces::default();
        let (mut group, mut depth, mut is_prefix) = (0, 0_usize, false);
        for token in tokens(text) {
            match token {
                Token::Open => {
                    depth += 1;
                    is_prefix = depth == 2;
                }
                Token::Close => {
                    depth = depth.saturating_sub(1);
                    group += usize::from(depth == 0);
                }
                Token::Text(_) if depth == 0 => group += 1,
                Token::Text(prefix) if is_prefix => {
                    if group == 0 && found.all.is_empty() {
                        found.personal.clone_from(&prefix);
                    }
                    found.all.push(prefix);
                    is_prefix = false;
                }
                Token::Text(_) => {}
            }
        }
        found
    }

    /// The whole name of a folder that the settings name: below our own prefix, unless it is the inbox or begins with a
    /// prefix of the server already.
    pub(super) fn place<'a>(&self, folder: &'a str) -> Cow<'a, str> {
        let is_below = |prefix: &String| {
            !prefix.is_empty() && folder.get(..prefix.len()).is_some_and(|head| head.eq_ignore_ascii_case(prefix))
        };
        // Where other folders stand at the root, one with a separator in its name may be among them.
        let has_root = !self.personal.is_empty() && self.all.iter().any(String::is_empty);
        let is_path = self.personal.chars().next_back().is_some_and(|separator| folder.contains(separator));
        let is_whole = folder.is_empty() || folder.eq_ignore_ascii_case("INBOX") || has_root && is_path;
        if is_whole || self.all.iter().any(is_below) {
            return Cow::Borrowed(folder);
        }
        Cow::Owned(format!("{}{folder}", self.personal))
    }
}

enum Token {
    Open,
    Close,
    /// A string or an atom.
    Text(String),
}

fn tokens(text: &str) -> Vec<Token> {
    let mut found = Vec::new();
    let mut signs = text.chars().peekable();
    while let Some(sign) = signs.next() {
        match sign {
            '(' => found.push(Token::Open),
            ')' => found.push(Token::Close),
            '"' => found.push(Token::Text(rest_of_string(&mut signs))),
            _ if sign.is_whitespace() => {}
            _ => {
                let mut atom = String::from(sign);
                while let Some(next) = signs.next_if(|c| !c.is_whitespace() && !"()\"".contains(*c)) {
                    atom.push(next);
                }
                found.push(Token::Text(atom));
            }
        }
    }
    found
}

/// A quoted string behind its opening mark.
fn rest_of_string(signs: &mut impl Iterator<Item = char>) -> String {
    let mut text = String::new();
    while let Some(sign) = signs.next() {
        match sign {
            '"' => break,
            '\\' => text.extend(signs.next()),
            _ => text.push(sign),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(answer: &str, folder: &str) -> String {
        Namespaces::parse(answer).place(folder).into_owned()
    }

    #[test]
    fn folders_stand_where_each_server_keeps_them() {
        let cyrus = r#"(("INBOX." ".")) (("user." ".")) (("" "."))"#;
        let courier = r##"(("INBOX." ".")) NIL (("#shared." ".")("shared." "."))"##;
        let dovecot = r#"(("" "/")) NIL NIL"#;
        assert_eq!(place(cyrus, "Processed"), "INBOX.Processed");
        assert_eq!(place(cyrus, "INBOX"), "INBOX");
        assert_eq!(place(cyrus, "Inbox.Processed"), "Inbox.Processed");
        assert_eq!(place(cyrus, "user.club.judge"), "user.club.judge");
        assert_eq!(place(cyrus, "club.judge"), "club.judge");
        assert_eq!(place(courier, "Archive.Processed"), "INBOX.Archive.Processed");
        assert_eq!(place(courier, "Processed"), "INBOX.Processed");
        assert_eq!(place(courier, "shared.club"), "shared.club");
        assert_eq!(place(dovecot, "Processed"), "Processed");
    }

    #[test]
    fn quotes_and_extensions_are_read_and_nonsense_names_no_prefix() {
        let extended = r#"(("a\"b/" "/" "X-PARAM" ("FLAG1" "FLAG2"))("other/" "/")) NIL NIL"#;
        assert_eq!(place(extended, "x"), "a\"b/x");
        assert_eq!(place(r#"NIL (("user." ".")) NIL"#, "x"), "x");
        for nonsense in ["", ")))", "((", "\"", "NIL"] {
            assert_eq!(place(nonsense, "x"), "x", "{nonsense}");
        }
    }
}
