//! Letters of other scripts that look like ours: a name written with one of them is another name. They are never read
//! as ours; the answer names them, for no eye can find them.

use base::order::Remark;

/// The letters of ours, and behind each those of other scripts that look like it.
#[rustfmt::skip]
const LOOKALIKES: &[(char, &str)] = &[
    ('A', "АΑᎪ"), ('B', "ВΒᏴ"), ('C', "СϹᏟⅭ"), ('D', "ᎠⅮ"), ('E', "ЕΕᎬ"), ('F', "Ϝ"), ('G', "ԌᏀ"), ('H', "НΗᎻ"),
    ('I', "ІΙӀⅠ"), ('J', "ЈͿᎫ"), ('K', "КΚᏦ"), ('L', "ᏞⅬ"), ('M', "МΜᎷⅯ"), ('N', "Ν"), ('O', "ОΟՕ"), ('P', "РΡᏢ"),
    ('Q', "Ԛ"), ('R', "ᎡᏒ"), ('S', "ЅՏᏚ"), ('T', "ТΤᎢ"), ('U', "Ս"), ('V', "ѴᏙⅤ"), ('W', "ԜᎳ"), ('X', "ХΧⅩ"),
    ('Y', "УΥҮ"), ('Z', "ΖᏃ"),
    ('a', "аαɑ"), ('b', "Ь"), ('c', "сϲⅽ"), ('d', "ԁⅾ"), ('e', "еҽ"), ('g', "ɡց"), ('h', "һհ"), ('i', "іıɩⅰ"),
    ('j', "јϳ"), ('k', "кκ"), ('l', "ӏⅼ"), ('m', "ⅿ"), ('n', "ո"), ('o', "оοօ"), ('p', "рρ"), ('q', "ԛ"), ('r', "г"),
    ('s', "ѕ"), ('t', "т"), ('u', "υս"), ('v', "νѵⅴ"), ('w', "ԝ"), ('x', "хχⅹ"), ('y', "уү"), ('z', "ᴢ"),
];

/// Our letter that `c` looks like, if it is one of another script.
fn ours(c: char) -> Option<char> {
    if c.is_ascii() {
        return None;
    }
    LOOKALIKES.iter().find(|(_, others)| others.contains(c)).map(|(ours, _)| *ours)
}

/// The text as a reader takes it.
pub fn as_seen(text: &str) -> String {
    text.chars().map(|c| ours(c).unwrap_or(c)).collect()
}

/// What to say of a line that cannot be read for a letter of another script in it.
pub(super) fn disguise(text: &str) -> Option<Remark> {
    let (start, c) = text.char_indices().find(|(_, c)| ours(*c).is_some())?;
    let seen = ours(c)?;
    let span = word_around(text, start);
    let word = &text[span.clone()];
    let remark = Remark::unread(format!(
        "{word:?} has a letter of another script in it: U+{:04X}, which only looks like {seen:?}.",
        c as u32
    ));
    Some(remark.at(span.start, span.end).hint(format!("Type {:?} anew on your own keyboard.", as_seen(word))))
}

fn word_around(text: &str, at: usize) -> std::ops::Range<usize> {
    let start = text[..at].rfind(|c: char| !c.is_alphanumeric()).map_or(0, |before| {
        let width = text[before..].chars().next().map_or(1, char::len_utf8);
        before + width
    });
    let end = text[at..].find(|c: char| !c.is_alphanumeric()).map_or(text.len(), |after| at + after);
    start..end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_foreign_letter_is_named_with_its_word() {
        let remark = disguise("PP 1: move to C\u{430}iro").unwrap();
        assert!(remark.message.contains("\"C\u{430}iro\"") && remark.message.contains("U+0430"));
        assert_eq!(remark.hint.as_deref(), Some("Type \"Cairo\" anew on your own keyboard."));
        let span = remark.span.unwrap();
        assert_eq!(&"PP 1: move to C\u{430}iro"[span.start..span.end], "C\u{430}iro");
    }

    #[test]
    fn our_own_letters_and_plain_foreign_words_are_no_disguise() {
        assert_eq!(disguise("PP 1: move to Cairo"), None);
        assert_eq!(disguise("Gr\u{fc}\u{df}e, 1\u{20ac}"), None);
    }
}
