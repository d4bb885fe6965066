//! Finds the book's templates in their folder.

fn main() -> std::io::Result<()> {
    embed::texts("templates", "../../../templates", "cwol")
}
