//! The template engine with its templates. Those of the house are read when they are first needed, for that takes longer than
//! opening a database, and often nothing is to be written.

use std::io::{self, Write};
use std::sync::OnceLock;

use tera::{Context, Tera};

use super::error::RenderError;
use super::filters;

/// The templates of letters, and apart from them those of the rules' pages: many words, and wanted only when somebody asks for HELP.
pub(super) struct Engine {
    letters: Templates,
    pages: Templates,
}

/// Templates that are read, or will be when they are needed.
struct Templates {
    /// Those that are known to be right; none when all were read at once.
    known: Vec<(&'static str, &'static str)>,
    read: OnceLock<Result<Tera, RenderError>>,
}

impl Engine {
    /// Reads templates now, for nobody knows whether they are right.
    pub(super) fn read(sources: &[(&str, &str)]) -> Result<Self, RenderError> {
        let (pages, letters): (Vec<_>, Vec<_>) = sources.iter().copied().partition(|(name, _)| is_page(name));
        Ok(Self { letters: Templates::read(&letters)?, pages: Templates::read(&pages)? })
    }

    /// Templates that came with the program, which are known to be right.
    pub(super) fn of_the_house(known: Vec<(&'static str, &'static str)>) -> Self {
        let (pages, letters) = known.into_iter().partition(|(name, _)| is_page(name));
        Self { letters: Templates::known(letters), pages: Templates::known(pages) }
    }

    /// Reads the templates of letters, unless that was done; whoever else asks for them the first time waits.
    pub(super) fn warm_up(&self) -> Result<(), RenderError> {
        self.letters.get().map(|_| ())
    }

    /// What a template says.
    pub(super) fn render(&self, template: &str, context: &Context) -> Result<String, RenderError> {
        let templates = if is_page(template) { &self.pages } else { &self.letters };
        templates.get()?.render(template, context).map_err(|error| refused(template, &error))
    }
}

impl Templates {
    fn read(sources: &[(&str, &str)]) -> Result<Self, RenderError> {
        Ok(Self { known: Vec::new(), read: OnceLock::from(Ok(read(sources)?)) })
    }

    fn known(known: Vec<(&'static str, &'static str)>) -> Self {
        Self { known, read: OnceLock::new() }
    }

    fn get(&self) -> Result<&Tera, RenderError> {
        self.read.get_or_init(|| read(&self.known)).as_ref().map_err(Clone::clone)
    }
}

/// A chapter of a book's rules: `<book>/rules/<chapter>.txt`.
fn is_page(template: &str) -> bool {
    template.contains("/rules/")
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
