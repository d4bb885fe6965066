//! What the writer should know of how his letter was read, in sentences. Knows no orders.

use mail::Note as MailNote;

use crate::said::notice::shorten;

/// Most characters of a text that was left out that an answer quotes.
const MOST_QUOTED: usize = 500;

/// What the writer should know of how his letter was read; quotes and mere signatures go without saying.
pub fn explain(note: &MailNote) -> Option<String> {
    let sentence = match note {
        MailNote::QuoteLeftOut(_) | MailNote::OriginalLeftOut(_) | MailNote::SignatureLeftOut(_) => return None,
        MailNote::FooterLeftOut(_) | MailNote::HtmlOnly => return None,
        MailNote::InvisibleRemoved => "Characters that cannot be seen were taken out of your text.".to_owned(),
        MailNote::BelowDeviceLeftOut(_) => {
            "What stands below the line that your telephone or mail program adds was not read.".to_owned()
        }
        MailNote::ForwardLeftOut(_) => "Forwarded text was not read.".to_owned(),
        MailNote::HiddenLeftOut(words) => {
            format!("Text that nobody sees in your letter was not read: {:?}.", shorten(words, MOST_QUOTED))
        }
        MailNote::StruckLeftOut(words) => {
            format!("Text that was struck through was not read: {:?}.", shorten(words, MOST_QUOTED))
        }
        MailNote::AttachmentIgnored(name) => {
            let name: String = name.chars().filter(|c| !c.is_control()).take(60).collect();
            format!("The attachment \"{name}\" was not opened; orders belong in the letter itself.")
        }
        MailNote::EnclosedLetterIgnored => "An enclosed letter was not read.".to_owned(),
        MailNote::DirectionMarked => {
            "Controls that turn the direction of writing stand in your text, shown as <U+202E> or the like; a line \
             with one is no order. Please type it again."
                .to_owned()
        }
        MailNote::ControlsMarked => {
            "Control characters stand in your text, shown as <U+0000> or the like; a line with one is no order. \
             Please type it again."
                .to_owned()
        }
        MailNote::Sealed => {
            "The letter is signed in a form that locks its text up (S/MIME, smime.p7m); please send it unsigned, or \
             signed in clear text."
                .to_owned()
        }
        MailNote::Tnef => {
            "The letter came in Microsoft's own form (winmail.dat), of which nothing was read; please set your program \
             to plain text or HTML."
                .to_owned()
        }
        MailNote::Elsewhere => {
            "A piece of a letter, or a pointer to text elsewhere, was not read; please send the whole text in one \
             letter."
                .to_owned()
        }
        MailNote::Malformed => {
            "The parts of your letter are put together in a way that mail programs read differently (a type named twice, \
             or no blank line before the first part), so nothing of it was read; please send it again as plain text."
                .to_owned()
        }
        MailNote::Undecodable => {
            "Part of the letter could not be decoded; please send it again as plain text.".to_owned()
        }
        MailNote::Encrypted => "The letter is encrypted, and we hold no key; please send it as plain text.".to_owned(),
        MailNote::NothingReadable => "No typed text was found in the letter.".to_owned(),
    };
    Some(sentence)
}
