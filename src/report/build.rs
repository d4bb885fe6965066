//! Finds the templates of the house in their folder.

fn main() -> std::io::Result<()> {
    embed::texts("templates", "../../templates", "common")
}
