//! The kinds of trouble that a campaign is played through.

use adjutant::post::{ImapTls, SmtpTls};

use crate::support::proxy::Fault;

/// What goes wrong in a phase.
#[derive(Debug, Clone, Copy)]
pub enum Trouble {
    /// On the way to the mailbox, in the clear or under TLS.
    Inward(ImapTls, Fault),
    /// On the way out.
    Outward(SmtpTls, Fault),
    /// The server of the mailboxes dies and comes back.
    Restart,
    /// It forgets its UIDs.
    OtherUids,
}

const BUSY: &str = "451 4.3.0 come back later\r\n";
const LEAVING: &str = "421 4.3.2 shutting down\r\n";

/// Every kind.
pub const TROUBLES: [Trouble; 25] = [
    Trouble::Inward(ImapTls::Implicit, Fault::Refused),
    Trouble::Inward(ImapTls::None, Fault::Deaf),
    Trouble::Inward(ImapTls::None, Fault::CutFromServer),
    Trouble::Inward(ImapTls::Implicit, Fault::CutToServer),
    Trouble::Inward(ImapTls::None, Fault::StallFromServer),
    Trouble::Inward(ImapTls::None, Fault::StallToServer),
    Trouble::Inward(ImapTls::None, Fault::Drip),
    Trouble::Inward(ImapTls::Implicit, Fault::Delay),
    Trouble::Inward(ImapTls::Implicit, Fault::GarbleFromServer),
    Trouble::Inward(ImapTls::Implicit, Fault::GarbleToServer),
    Trouble::Inward(ImapTls::Implicit, Fault::LoseFromServer),
    Trouble::Inward(ImapTls::Implicit, Fault::RepeatFromServer),
    Trouble::Inward(ImapTls::None, Fault::HalfClosed),
    Trouble::Inward(ImapTls::None, Fault::Farewell("* BYE so long\r\n")),
    Trouble::Inward(ImapTls::None, Fault::Chatter("* 4000 EXISTS\r\n* WHO KNOWS {3}\r\nabc\r\n")),
    Trouble::Outward(SmtpTls::Implicit, Fault::Refused),
    Trouble::Outward(SmtpTls::None, Fault::CutFromServer),
    Trouble::Outward(SmtpTls::Implicit, Fault::CutToServer),
    Trouble::Outward(SmtpTls::None, Fault::StallFromServer),
    Trouble::Outward(SmtpTls::None, Fault::Answer("RCPT", BUSY)),
    Trouble::Outward(SmtpTls::None, Fault::AnswerAndEnd("MAIL", LEAVING)),
    Trouble::Outward(SmtpTls::Implicit, Fault::GarbleFromServer),
    Trouble::Outward(SmtpTls::None, Fault::LostAfterDot),
    Trouble::Restart,
    Trouble::OtherUids,
];
