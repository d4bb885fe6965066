//! Keeping letters as they came, before anything is done with them: their bytes once for all copies, and a row each.

use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

use super::engine::{Connection, sql};
use super::error::Tried;
use super::{Kept, NewLetter, StoreError};
use desk::LetterId;

const KEEP: &str = "keep a letter";
/// By its place in the mailbox.
const NUMBER: &str = "SELECT id FROM letter WHERE mailbox = $1 AND validity = $2 AND uid = $3";

/// Keeps a letter that is not known yet; its place in the mailbox tells.
pub(super) fn keep(tx: &Connection, letter: &NewLetter<'_>) -> Result<Kept, StoreError> {
    let number = sql(NUMBER).bind(letter.mailbox).bind(letter.validity).bind(letter.uid);
    if let Some(id) = number.first::<LetterId>(tx).tried(KEEP, "ledger")? {
        return Ok(Kept { id, is_new: false });
    }
    let hash = HEXLOWER.encode(&Sha256::digest(letter.bytes));
    let insert = sql("INSERT INTO raw (sha256, bytes) VALUES ($1, $2) ON CONFLICT (sha256) DO NOTHING");
    insert.bind(&hash).bind(letter.bytes).execute(tx).tried(KEEP, "raw letters")?;
    let insert = "INSERT INTO letter (mailbox, validity, uid, arrived, size, is_truncated, raw, missed)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id";
    let id = sql(insert)
        .bind(letter.mailbox)
        .bind(letter.validity)
        .bind(letter.uid)
        .bind(letter.arrived)
        .bind(i64::try_from(letter.size).unwrap_or(i64::MAX))
        .bind(letter.is_truncated)
        .bind(&hash)
        .bind(letter.missed)
        .all::<LetterId>(tx)
        .tried(KEEP, "ledger")?
        .pop();
    let id = id.ok_or_else(|| StoreError::NoSuch { what: KEEP, on: format!("uid {}", letter.uid) })?;
    Ok(Kept { id, is_new: true })
}
