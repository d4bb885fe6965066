//! The template engine with its templates. Those of the house are read when they are first needed, for that takes longer than
//! opening a database, and often nothing is to be written.

use std::io::{self, Write};
use std::sync::OnceLock;

use tera::{Context, Tera};

use super::error::RenderError;
use super::filters;

/// Templates that are read, or will be when they are needed.
pub(super) struct Engine {
    /// Those that are known to be right; none when all were read at once.
    known: Vec<(&'static str, &'static str)>,
    read: OnceLock<Result<Tera, RenderError>>,
}

impl Engine {
    /// Reads templates now, for nobody knows whether they are right.
    pub(super) fn read(sources: &[(&str, &str)]) -> Result<Self, RenderError> {
        Ok(Self { known: Vec::new(), read: OnceLock::from(Ok(read(sources)?)) })
    }

    /// Templates that came with the program, which are known to be right.
    pub(super) fn of_the_house(known: Vec<(&'static str, &'static str)>) -> Self {
        Self { known, read: OnceLock::new() }
    }

    /// The engine; whoever else asks for it the first time waits.
    pub(super) fn get(&self) -> Result<&Tera, RenderError> {
        self.read.get_or_init(|| read(&self.known)).as_ref().map_err(Clone::clone)
    }

    /// What a template says.
    pub(super) fn render(&self, template: &str, context: &Context) -> Result<String, RenderError> {
        self.get()?.render(template, context).map_err(|error| refused(template, &error))
    }
}

fn read(sources: &[(&str, &str)]) -> Result<Tera, RenderError> {
    let mut tera = Tera::new();
    tera.set_escape_fn(escape_xml);
    tera.autoescape_on([".svg"]);
    filters::register(&mut tera);
    tera.add_raw_templates(sources.iter().copied()).map_err(|error| refused("(all)", &error))?;
    Ok(tera)
}

/// What the engine said, with its causes.
fn refused(template: &str, error: &tera::Error) -> RenderError {
    let mut why = error.to_string();
    let mut source = std::error::Error::source(error);
    while let Some(cause) = source {
        why = format!("{why}: {cause}");
        source = cause.source();
    }
    RenderError::Template { template: template.to_owned(), why }
}

/// For templates of pictures: words can be no markup, and signs that XML cannot hold are left out.
fn escape_xml(text: &str, out: &mut dyn Write) -> io::Result<()> {
    for c in text.chars() {
        match c {
            '&' => out.write_all(b"&amp;")?,
            '<' => out.write_all(b"&lt;")?,
            '>' => out.write_all(b"&gt;")?,
            '"' => out.write_all(b"&quot;")?,
            '\'' => out.write_all(b"&#39;")?,
            '\t' | '\n' | ' '..='\u{FFFD}' | '\u{10000}'.. => write!(out, "{c}")?,
            _ => {}
        }
    }
    Ok(())
}
