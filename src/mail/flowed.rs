//! format=flowed (RFC 3676) undone: paragraphs that the sender's program broke at soft line ends are joined again.

/// Joins flowed lines; quoted paragraphs come out with their marks. `delete_space` is the DelSp parameter.
pub(crate) fn unflow(text: &str, delete_space: bool) -> String {
    let mut out = String::with_capacity(text.len());
    let mut open: Option<usize> = None;
    for line in text.lines() {
        let depth = line.bytes().take_while(|&byte| byte == b'>').count();
        let content = &line[depth..];
        let content = content.strip_prefix(' ').unwrap_or(content);
        // A change of quoting ends a paragraph whatever its last line says (RFC 3676 4.5), so does a signature (4.3).
        let signature = content == "-- ";
        if open != Some(depth) || signature {
            end_paragraph(&mut out, open);
            open = None;
        }
        if open.is_none() && depth > 0 {
            out.push_str(&">".repeat(depth));
            out.push(' ');
        }
        let soft = content.ends_with(' ') && !signature;
        out.push_str(if soft && delete_space { &content[..content.len() - 1] } else { content });
        open = soft.then_some(depth);
        if !soft {
            out.push('\n');
        }
    }
    end_paragraph(&mut out, open);
    out
}

fn end_paragraph(out: &mut String, open: Option<usize>) {
    if open.is_some() {
        out.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn soft_line_ends_are_joined_and_hard_ones_kept() {
        assert_eq!(unflow("move Grant \r\nto Paducah\r\nhold\r\n", false), "move Grant to Paducah\nhold\n");
    }

    #[test]
    fn delsp_drops_the_joining_space() {
        assert_eq!(unflow("Padu \ncah\n", true), "Paducah\n");
    }

    #[test]
    fn stuffed_spaces_go_and_quotes_keep_their_depth() {
        assert_eq!(unflow("> one \n> two\n>> deep\n From here\n", false), "> one two\n>> deep\nFrom here\n");
    }

    #[test]
    fn a_quote_after_a_soft_end_does_not_join_the_text() {
        assert_eq!(unflow("mine \n> theirs\n", false), "mine \n> theirs\n");
    }

    #[test]
    fn the_signature_line_is_never_soft() {
        assert_eq!(unflow("text \n-- \nBob\n", false), "text \n-- \nBob\n");
    }
}
