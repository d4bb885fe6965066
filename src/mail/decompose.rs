//! A letter of ours taken apart again into the draft that it was composed of. Knows letters as [`compose`](super::compose())
//! writes them and no others.

use mail_parser::{MessageParser, MessagePart, MimeHeaders};

use super::address::{Address, read_mailboxes};
use super::compose::{Attachment, Auto, Draft, Inline};
use super::header::{Header, message_ids};

/// What a letter of ours was composed of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decomposed {
    /// Its draft; the text is wrapped.
    pub draft: Draft,
    /// With angle brackets.
    pub message_id: String,
    /// Its Date, in seconds since 1970.
    pub at: i64,
}

/// Takes a letter of ours apart; `None` when it is not as we write them.
pub fn decompose(bytes: &[u8]) -> Option<Decomposed> {
    let message = MessageParser::default().parse(bytes)?;
    let header = Header::read(bytes);
    let (from, to) = (message.from()?.first()?, message.to()?.first()?);
    let mut draft = Draft {
        to: Address::parse(to.address()?)?,
        to_name: to.name().map(str::to_owned),
        from: Address::parse(from.address()?)?,
        from_name: from.name().unwrap_or_default().to_owned(),
        subject: message.subject().unwrap_or_default().to_owned(),
        text: String::new(),
        html: None,
        in_reply_to: header.first("in-reply-to").and_then(|value| message_ids(value).pop()),
        references: header.first("references").map_or_else(Vec::new, message_ids),
        auto: if header.first("auto-submitted")? == "auto-replied" { Auto::Replied } else { Auto::Generated },
        reply_to: header.first("reply-to").and_then(|value| read_mailboxes(value).pop()),
        list: header.first("list-id").and_then(|id| Some(id.strip_prefix('<')?.split_once('.')?.0.to_owned())),
        pictures: Vec::new(),
        attachments: Vec::new(),
    };
    message.parts.iter().try_for_each(|part| add(part, &mut draft))?;
    let message_id = message_ids(header.first("message-id")?).pop()?;
    Some(Decomposed { draft, message_id, at: message.date()?.to_timestamp() })
}

/// Puts one part where it came from.
fn add(part: &MessagePart<'_>, draft: &mut Draft) -> Option<()> {
    let kind = part.content_type()?;
    let subtype = kind.subtype()?;
    if kind.ctype().eq_ignore_ascii_case("multipart") {
        return Some(());
    }
    let Some(name) = part.attachment_name() else {
        let text = part.text_contents()?.replace("\r\n", "\n");
        match subtype {
            "plain" => draft.text = text,
            "html" => draft.html = Some(text),
            _ => return None,
        }
        return Some(());
    };
    let mime = format!("{}/{subtype}", kind.ctype());
    let file = Attachment { name: name.to_owned(), mime, bytes: part.contents().to_vec() };
    match part.content_id() {
        Some(id) => draft.pictures.push(Inline { content_id: id.to_owned(), file }),
        None => draft.attachments.push(file),
    }
    Some(())
}
