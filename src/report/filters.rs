//! What templates can ask of words beside what the engine offers: columns, signs, paragraphs with a hanging indent, items
//! of some kinds. Knows no rules of any game.

use std::borrow::Cow;

use tera::{Kwargs, State, Tera, TeraResult, Value};

use super::render::WIDTH;

/// Adds the filters to an engine.
pub(super) fn register(tera: &mut Tera) {
    tera.register_filter("left", left);
    tera.register_filter("right", right);
    tera.register_filter("columns", columns);
    tera.register_filter("signed", signed);
    tera.register_filter("hanging", hanging);
    tera.register_filter("of_kinds", of_kinds);
}

/// Exactly `width` characters: filled up with blanks behind, or cut off. Words given as `without` are left out before.
fn left(text: &str, kwargs: Kwargs, _: &State<'_>) -> TeraResult<String> {
    let width = kwargs.must_get::<usize>("width")?;
    let text = match kwargs.get::<&str>("without")? {
        Some(words) if !words.is_empty() && text.contains(words) => Cow::Owned(text.replace(words, "")),
        _ => Cow::Borrowed(text),
    };
    Ok(match text.char_indices().nth(width) {
        Some((end, _)) => text[..end].to_owned(),
        None => format!("{text:<width$}"),
    })
}

/// At least `width` characters: filled up with blanks in front.
fn right(value: Value, kwargs: Kwargs, _: &State<'_>) -> TeraResult<String> {
    Ok(at_the_right(&value, kwargs.must_get::<usize>("width")?))
}

fn at_the_right(value: &Value, width: usize) -> String {
    match value.as_str() {
        Some(text) => format!("{text:>width$}"),
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

/// The words in lines of [`WIDTH`] characters: the first line begins with `lead`, the others with `indent` blanks.
fn hanging(text: &str, kwargs: Kwargs, _: &State<'_>) -> TeraResult<String> {
    let margin = " ".repeat(kwargs.must_get::<usize>("indent")?);
    let mut line = kwargs.must_get::<&str>("lead")?.to_owned();
    let mut lines = String::new();
    for (number, word) in text.split(' ').enumerate() {
        let is_full = line.chars().count() + word.chars().count() + 1 > WIDTH;
        if is_full && line != margin {
            lines.push_str(&line);
            lines.push('\n');
            line.clone_from(&margin);
        } else if number > 0 && !line.trim().is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    Ok(lines + &line)
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
            render(r#"{{ 12 | right(width=4) }}|{{ "-" | right(width=3) }}|{{ 1234 | right(width=2) }}"#),
            "  12|  -|1234"
        );
        assert_eq!(render(r#"{{ [12, "-", 1 + 2] | columns(widths=[3, 2, 1]) }}|"#), " 12  - 3|");
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
        let long = "w".repeat(80);
        assert_eq!(render(&format!(r#"{{{{ "{long}" | hanging(lead="  ", indent=2) }}}}"#)), format!("  {long}"));
    }

    #[test]
    fn items_of_some_kinds_keep_their_order() {
        assert_eq!(render(r#"{% for i in items | of_kinds(kinds=["A"]) %}{{ i.n }}{% endfor %}"#), "13");
    }
}
