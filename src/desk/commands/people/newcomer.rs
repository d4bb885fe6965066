//! What an address that is nobody's may ask and be asked in a day.

use base::game::schedule::DAY;
use base::game::{Format, Player, PlayerId};
use mail::Address;

use crate::files::desk::Desk;
use crate::files::record::StrangerRecord;
use crate::files::stop::Stop;

/// Most questions a day to one address that is nobody's.
pub const MOST_QUESTIONS: u32 = 3;

/// Most letters a day to all such addresses together: whoever forges a thousand senders makes us write no thousand.
pub const MOST_LETTERS: u32 = 100;

/// Whoever reads an address that is nobody's, as a reader of public facts.
pub fn reader_of(address: &Address) -> Player {
    Player {
        id: PlayerId::of_stranger(address.as_str()),
        name: String::new(),
        addresses: vec![address.to_string()],
        zone: None,
        is_confirmed: true,
        code_counter: 0,
        format: Format::default(),
    }
}

/// What an address that is nobody's was answered in the last day.
pub fn standing_of(desk: &Desk<'_>, stranger: &PlayerId) -> Result<StrangerRecord, Stop> {
    Ok(desk.files.stranger(stranger, desk.now - DAY)?)
}
