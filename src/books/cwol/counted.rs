//! Numbers of things in words.

/// "1 square", "5 squares".
pub fn counted(count: u32, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}
