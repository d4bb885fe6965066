//! What templates can ask of words beside what the engine offers: columns, signs, paragraphs with a hanging indent, items
//! of some kinds. Knows no rules of any game.

use std::borrow::Cow;

use tera::{Kwargs, State, Tera, TeraResult, Value};

pub use mail::compose::WIDTH;
use mail::{Relayed, columns_in};

/// Adds the filters to an engine.
pub(super) fn register(tera: &mut Tera) {
    tera.register_filter("left", left);
    tera.register_filter("filled", filled);
    tera.register_filter("right", right);
    tera.register_filter("columns", columns);
    tera.register_filter("signed", signed);
    tera.register_filter("hanging", hanging);
    tera.register_filter("of_kinds", of_kinds);
    tera.register_filter("relayed", relayed);
}

/// Exactly `width` columns: filled up with blanks behind, or cut off. Words given as `without` are left out before.
fn left(text: &str, kwargs: Kwargs, _: &State<'_>) -> TeraResult<String> {
    let width = kwargs.must_get::<usize>("width")?;
    let text = without(text, &kwargs)?;
    let text = cut_at(&text, width);
    Ok(format!("{text}{}", " ".repeat(width - columns_in(text))))
}

/// At least `width` columns: filled up with blanks behind; what has no room is not cut, and a blank follows it.
fn filled(text: &str, kwargs: Kwargs, _: &State<'_>) -> TeraResult<String> {
    let width = kwargs.must_get::<usize>("width")?;
    let gap = width.checked_sub(columns_in(text)).unwrap_or(1);
    Ok(format!("{text}{}", " ".repeat(gap)))
}

/// What of a text has room in so many columns.
fn cut_at(text: &str, width: usize) -> &str {
    if columns_in(text) <= width {
        return text;
    }
    let end = text.char_indices().map(|(at, _)| at).rfind(|at| columns_in(&text[..*at]) <= width);
    &text[..end.unwrap_or_default()]
}

/// A person's words for somebody else: set off on every line.
fn relayed(text: &str, _: Kwargs, _: &State<'_>) -> String {
    Relayed::of(text).text().to_owned()
}

fn without<'a>(text: &'a str, kwargs: &Kwargs) -> TeraResult<Cow<'a, str>> {
    Ok(match kwargs.get::<&str>("without")? {
        Some(words) if !words.is_empty() && text.contains(words) => text.replace(words, "").into(),
        _ => text.into(),
    })
}

/// At least `width` columns: filled up with blanks in front.
fn right(value: Value, kwargs: Kwargs, _: &State<'_>) -> TeraResult<String> {
    Ok(at_the_right(&value, kwargs.must_get::<usize>("width")?))
}

fn at_the_right(value: &Value, width: usize) -> String {
    match value.as_str() {
        Some(text) => format!("{}{text}", " ".repeat(width.saturating_sub(columns_in(text)))),
        None => format!("{:>width$}", value.to_string()),
    }
}

/// Values in columns of these `widths`, each as with [`right`], with a blank between two.
fn columns(values: &[Value], kwargs: Kwargs, _: &State<'_>) -> TeraResult<String> {
    let widths = kwargs.must_get::<Vec<usize>>("widths")?;
    if widths.len() != values.len() {
        return Err(tera::Error::message(format!("{} values do not fit into {} columns", values.len(), widths.len())));
    }
    let mut row = String::new();
    for (value, width) in values.iter().zip(widths) {
        if !row.is_empty() {
            row.push(' ');
        }
        row.push_str(&at_the_right(value, width));
    }
    Ok(row)
}

/// A number with its sign; nought has none.
fn signed(value: i64, _: Kwargs, _: &State<'_>) -> TeraResult<String> {
    Ok(if value > 0 { format!("+{value}") } else { value.to_string() })
}

/// The words in lines of [`WIDTH`] columns: the first line begins with `lead`, the others with `indent` blanks. A lead that
/// ends with a word is filled up to the indent, and one blank at least follows it. Words given as `without` are left out before.
fn hanging(text: &str, kwargs: Kwargs, _: &State<'_>) -> TeraResult<String> {
    let text = without(text, &kwargs)?;
    let margin = " ".repeat(kwargs.must_get::<usize>("indent")?);
    let lead = kwargs.must_get::<&str>("lead")?;
    let mut lines = String::with_capacity(lead.len() + text.len() + text.len() / 4);
    lines.push_str(lead);
    let mut filled = columns_in(lead);
    if lead.ends_with(|c| c != ' ') {
        let gap = margin.len().saturating_sub(filled).max(1);
        lines.extend(std::iter::repeat_n(' ', gap));
        filled += gap;
    }
    // Of the line that is being filled: where it begins, whether it is blank yet.
    let (mut start, mut is_blank) = (0, lead.trim().is_empty());
    for (number, word) in text.split(' ').enumerate() {
        let width = columns_in(word);
        if filled + width + 1 > WIDTH && lines[start..] != margin {
            lines.push('\n');
            start = lines.len();
            lines.push_str(&margin);
            (filled, is_blank) = (margin.len(), true);
        } else if number > 0 && !is_blank {
            lines.push(' ');
            filled += 1;
        }
        lines.push_str(word);
        filled += width;
        is_blank &= word.trim().is_empty();
    }
    Ok(lines)
}

/// The items whose `kind` is among `kinds`, in their order.
fn of_kinds(items: &[Value], kwargs: Kwargs, _: &State<'_>) -> TeraResult<Value> {
    let kinds = kwargs.must_get::<&[Value]>("kinds")?;
    let is_meant =
        |item: &&Value| kind_of(item).is_some_and(|kind| kinds.iter().any(|other| other.as_str() == Some(kind)));
    Ok(items.iter().filter(is_meant).cloned().collect::<Vec<Value>>().into())
}

/// The `kind` of an item.
pub(super) fn kind_of(item: &Value) -> Option<&str> {
    item.as_map()?.get(&tera::value::Key::Str("kind"))?.as_str()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn render(template: &str) -> String {
        let mut tera = Tera::new();
        register(&mut tera);
        let items = serde_json::json!([{ "kind": "A", "n": 1 }, { "kind": "B", "n": 2 }, { "kind": "A", "n": 3 }]);
        let mut context = tera::Context::new();
        context.insert("items", &items);
        tera.add_raw_template("t", template).expect("a template");
        tera.render("t", &context).expect("a text")
    }

    #[test]
    fn columns_have_their_width() {
        assert_eq!(render(r#"{{ "Fort é" | left(width=8) }}|{{ "Memphis" | left(width=3) }}|"#), "Fort é  |Mem|");
        assert_eq!(render(r#"{{ "hex 1 near York" | left(width=10, without="hex 1 ") }}|"#), "near York |");
        assert_eq!(
            render(
                r#"{{ "Fort é" | filled(width=8) }}|{{ "York" | filled(width=4) }}|{{ "Memphis" | filled(width=3) }}|"#
            ),
            "Fort é  |York|Memphis |"
        );
        assert_eq!(
            render(r#"{{ 12 | right(width=4) }}|{{ "-" | right(width=3) }}|{{ 1234 | right(width=2) }}"#),
            "  12|  -|1234"
        );
        assert_eq!(render(r#"{{ [12, "-", 1 + 2] | columns(widths=[3, 2, 1]) }}|"#), " 12  - 3|");
    }

    #[test]
    fn wide_letters_fill_two_columns() {
        assert_eq!(
            render(
                "{{ '\u{674e}\u{82f1}' | left(width=5) }}|{{ '\u{674e}\u{82f1}' | left(width=3) }}|{{ 'e\u{301}' | filled(width=2) }}|"
            ),
            "\u{674e}\u{82f1} |\u{674e} |e\u{301} |"
        );
        assert_eq!(render("{{ '\u{674e}' | right(width=3) }}"), " \u{674e}");
    }

    #[test]
    fn a_number_shows_its_sign() {
        assert_eq!(render("{{ 2 | signed }} {{ 0 | signed }} {{ -1 | signed }}"), "+2 0 -1");
    }

    #[test]
    fn long_rows_hang_under_their_first_word() {
        let word = "w".repeat(30);
        let text = format!(r#"{{{{ "{word} {word} {word}" | hanging(lead="  PP 1  ", indent=8) }}}}"#);
        assert_eq!(render(&text), format!("  PP 1  {word} {word}\n        {word}"));
        assert_eq!(
            render(r#"{{ "PP 1-3: hold" | hanging(lead="  PP 1-3", indent=10, without="PP 1-3: ") }}|"#),
            "  PP 1-3  hold|"
        );
        assert_eq!(render(r#"{{ "it rained" | hanging(lead="  -> void:", indent=5) }}|"#), "  -> void: it rained|");
        let long = "w".repeat(80);
        assert_eq!(render(&format!(r#"{{{{ "{long}" | hanging(lead="  ", indent=2) }}}}"#)), format!("  {long}"));
    }

    #[test]
    fn items_of_some_kinds_keep_their_order() {
        assert_eq!(render(r#"{% for i in items | of_kinds(kinds=["A"]) %}{{ i.n }}{% endfor %}"#), "13");
    }
}
