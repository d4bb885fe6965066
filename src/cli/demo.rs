//! `adjutant demo`.

/// Not yet.
pub fn demo() -> anyhow::Result<()> {
    Ok(())
}
