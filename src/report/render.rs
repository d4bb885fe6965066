//! Rendering: a brief and a template become a report for the brief's reader. Nobody else touches the template engine.

use std::collections::BTreeMap;

use serde_json::Value;
use tera::{Context, Tera};

use super::filters;
use super::html;
use super::{Brief, Viewer};

/// Widest line of a letter, in characters.
pub const WIDTH: usize = 72;

/// The templates that come with the house: name and text.
pub const TEMPLATES: &[(&str, &str)] = &[
    ("common/receipt/subject.txt", include_str!("../../templates/common/receipt/subject.txt")),
    ("common/receipt/body.txt", include_str!("../../templates/common/receipt/body.txt")),
    ("common/report/subject.txt", include_str!("../../templates/common/report/subject.txt")),
    ("common/report/body.txt", include_str!("../../templates/common/report/body.txt")),
    ("common/reminder/subject.txt", include_str!("../../templates/common/reminder/subject.txt")),
    ("common/reminder/body.txt", include_str!("../../templates/common/reminder/body.txt")),
    ("common/challenge/subject.txt", include_str!("../../templates/common/challenge/subject.txt")),
    ("common/challenge/body.txt", include_str!("../../templates/common/challenge/body.txt")),
    ("common/press/subject.txt", include_str!("../../templates/common/press/subject.txt")),
    ("common/press/body.txt", include_str!("../../templates/common/press/body.txt")),
    ("common/notice/subject.txt", include_str!("../../templates/common/notice/subject.txt")),
    ("common/notice/body.txt", include_str!("../../templates/common/notice/body.txt")),
    ("common/welcome/subject.txt", include_str!("../../templates/common/welcome/subject.txt")),
    ("common/welcome/body.txt", include_str!("../../templates/common/welcome/body.txt")),
    ("civil-war/report.txt", include_str!("../../templates/civil-war/report.txt")),
    ("civil-war/account.txt", include_str!("../../templates/civil-war/account.txt")),
    ("civil-war/help.txt", include_str!("../../templates/civil-war/help.txt")),
];

/// A letter's content for one reader: subject, text, and the same text as HTML.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    viewer: Viewer,
    subject: String,
    text: String,
    html: String,
}

impl Report {
    /// Whom it is for.
    pub fn viewer(&self) -> &Viewer {
        &self.viewer
    }

    /// One line, without secrets.
    pub fn subject(&self) -> &str {
        &self.subject
    }

    /// Plain text, at most [`WIDTH`] columns but for tables.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The same words as a page.
    pub fn html(&self) -> &str {
        &self.html
    }
}

/// A stretch of text for one reader, to stand inside his letter: what a rule book has to say.
#[derive(Debug, Clone)]
pub struct Passage {
    viewer: Viewer,
    text: String,
}

impl Passage {
    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }
}

/// Why a report could not be rendered.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    /// The template engine refused.
    #[error("render {template}: {why}")]
    Template {
        /// The template.
        template: String,
        /// What the engine said, with its causes.
        why: String,
    },
    /// The brief held nothing to say: an empty letter is a fault, not a letter.
    #[error("render {template}: the reader may know nothing of what the letter should say")]
    NothingToSay {
        /// The template.
        template: String,
    },
    /// A passage made for somebody else.
    #[error("render {template}: a passage was made for another reader")]
    OtherReader {
        /// The template.
        template: String,
    },
}

/// The templates, read and checked.
pub struct Renderer {
    tera: Tera,
}

impl Renderer {
    /// The templates of the house, some of them replaced by `overrides` (name to text).
    pub fn new(overrides: &BTreeMap<String, String>) -> Result<Self, RenderError> {
        let mut sources: BTreeMap<&str, &str> = TEMPLATES.iter().copied().collect();
        sources.extend(overrides.iter().map(|(name, text)| (name.as_str(), text.as_str())));
        Self::from_sources(sources)
    }

    /// Exactly these templates.
    pub fn from_sources<'a>(sources: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<Self, RenderError> {
        let mut tera = Tera::new();
        tera.autoescape_on(Vec::<&str>::new());
        filters::register(&mut tera);
        tera.add_raw_templates(sources).map_err_template("(all)")?;
        Ok(Self { tera })
    }

    /// A rule book's passage: the template sees the reader's items as `items`, and as `by_kind` those of each kind.
    pub fn passage(&self, template: &str, brief: &Brief<Value>) -> Result<Passage, RenderError> {
        let items: Vec<tera::Value> = brief.told().iter().map(|told| told.shown().clone()).collect();
        let mut by_kind: BTreeMap<String, Vec<tera::Value>> = BTreeMap::new();
        for item in &items {
            let Some(kind) = filters::kind_of(item) else { continue };
            match by_kind.get_mut(kind) {
                Some(same) => same.push(item.clone()),
                None => drop(by_kind.insert(kind.to_owned(), vec![item.clone()])),
            }
        }
        let mut context = Context::new();
        context.insert_value("items", items.into());
        context.insert_value("by_kind", by_kind.into());
        let text = self.text(template, &context)?;
        Ok(Passage { viewer: brief.viewer().clone(), text })
    }

    /// A letter: the templates `<letter>/subject.txt` and `<letter>/body.txt` see the brief's one item as `letter`
    /// and the passages' text as `passages`.
    pub fn render(&self, letter: &str, brief: Brief<Value>, passages: &[Passage]) -> Result<Report, RenderError> {
        let [told] = brief.told() else {
            return Err(RenderError::NothingToSay { template: letter.to_owned() });
        };
        if passages.iter().any(|passage| &passage.viewer != brief.viewer()) {
            return Err(RenderError::OtherReader { template: letter.to_owned() });
        }
        let texts: Vec<&str> = passages.iter().map(|passage| passage.text.trim_matches('\n')).collect();
        let mut context = Context::new();
        context.insert_value("letter", told.shown().clone());
        context.insert("passages", &texts);
        let subject = one_line(&self.text(&format!("{letter}/subject.txt"), &context)?);
        let text = tidy(&self.text(&format!("{letter}/body.txt"), &context)?);
        let html = html::page(&text);
        Ok(Report { viewer: brief.viewer().clone(), subject, text, html })
    }

    fn text(&self, template: &str, context: &Context) -> Result<String, RenderError> {
        self.tera.render(template, context).map_err_template(template)
    }
}

trait MapTemplateError<T> {
    fn map_err_template(self, template: &str) -> Result<T, RenderError>;
}

impl<T> MapTemplateError<T> for Result<T, tera::Error> {
    fn map_err_template(self, template: &str) -> Result<T, RenderError> {
        self.map_err(|error| {
            let mut why = error.to_string();
            let mut source = std::error::Error::source(&error);
            while let Some(cause) = source {
                why = format!("{why}: {cause}");
                source = cause.source();
            }
            RenderError::Template { template: template.to_owned(), why }
        })
    }
}

/// A subject: one line, single spaces.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A body: headings underlined at their own length, no blanks at line ends, never two empty lines in a row, paragraphs wrapped, one newline at the end.
fn tidy(text: &str) -> String {
    let mut tidied = String::new();
    let mut above = 0;
    for line in crate::mail::wrap(text, WIDTH).lines() {
        let line = line.trim_end();
        if line.is_empty() && above == 0 {
            continue;
        }
        let is_underline = above > 0 && line.len() >= 3 && line.bytes().all(|byte| byte == b'-');
        if is_underline {
            tidied.push_str(&"-".repeat(above.max(3)));
        } else {
            tidied.push_str(line);
        }
        above = line.chars().count();
        tidied.push('\n');
    }
    tidied.truncate(tidied.trim_end().len());
    tidied.push('\n');
    tidied
}
