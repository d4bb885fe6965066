//! Letters as data: limits, parsing, visible text, automatic mail, evidence of identity, composing.
//! Knows nothing of games.

#![forbid(unsafe_code)]
#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

pub mod address;
pub mod authres;
pub mod bounce;
mod boxes;
mod characters;
pub mod code;
pub mod compose;
pub mod decompose;
mod doubt;
mod figures;
mod flowed;
mod foreign;
pub mod form;
mod header;
mod heads;
mod html;
pub mod letter;
pub mod limits;
mod marks;
mod markup;
mod parts;
#[rustfmt::skip] // tables of words, one line each would be a thousand lines
mod phrases;
mod quote;
pub mod relay;
mod rests;
mod shown;
mod style;
mod tag;
pub mod triage;
pub mod visible;
mod way;
pub mod wrap;

pub use address::{Address, NoSender, Sender};
pub use authres::{Seal, TrustedServer, Vouched};
pub use bounce::{DeliveryReport, Fate};
pub use boxes::is_unticked;
pub use characters::columns_in;
pub use code::take_code;
pub use compose::{Attachment, Auto, ComposeError, Draft, Inline, Outgoing, Stamp, compose};
pub use doubt::{Doubtful, Mark};
pub use form::{Entry, Form, Head};
pub use letter::{
    AttachedTable, AuthenticationResult, Letter, Picture, PlainLetter, Returnable, STACK, forms_of, parse,
    parse_header, plain_text,
};
pub use limits::{Excess, Limits};
pub use quote::is_header_field;
pub use relay::{Relayed, is_url};
pub use shown::Shown;
pub use triage::{Automatic, House, Kind, Standing, program_at};
pub use visible::{Note, VisibleText};
pub use way::{Way, read_way};
pub use wrap::{lines, wrap};
