//! Finds the book's templates and the script of its demo in their folders.

fn main() -> std::io::Result<()> {
    embed::texts("templates", "../../../templates", "cwol")?;
    embed::texts("demo", "../../../config/demo/cwol", "")
}
