//! Rendering: a brief and a template become a report for the brief's reader. Nobody else touches the template engine.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use serde::Serialize;
use serde_json::{Value, json};
use tera::Context;

use mail::form::bear_word;
use mail::{lines, wrap};

use super::enclosed::{Enclosed, EnclosedFile, Shown};
use super::engine::Engine;
use super::error::RenderError;
use super::filters::{self, WIDTH};
use super::once::{AS_ABOVE, Grain, unlike};
use super::rule_pages::RulePages;
use super::sections::Outline;
use super::templates::TEMPLATES;
use super::{html, pages, picture, workbook};
use base::facts::told::Told;
use base::facts::{Backdrop, Enclosure, Picture, Plan, Workbook};
use base::facts::{Brief, Viewer};
use base::game::Tone;

const PNG: &str = "image/png";
const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/// A letter's content for one reader: subject, text, the same text as HTML, and files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    viewer: Viewer,
    subject: String,
    text: String,
    html: String,
    files: Vec<EnclosedFile>,
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

    /// The same words as a page, with the pictures.
    pub fn html(&self) -> &str {
        &self.html
    }

    /// What goes with it.
    pub fn files(&self) -> &[EnclosedFile] {
        &self.files
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

    /// The same with its forms bearing a word.
    pub fn with_form_word(self, word: &str) -> Self {
        Self { text: bear_word(&self.text, word), ..self }
    }

    /// The same below a sentence.
    pub fn below(self, sentence: &str) -> Self {
        Self { text: format!("{sentence}\n\n{}", self.text.trim_matches('\n')), ..self }
    }

    /// Passages of one letter, each without what stands in one before it; the last says so.
    pub fn each_said_once(passages: Vec<Passage>, grain: Grain) -> Vec<Passage> {
        let mut said: Vec<Passage> = Vec::new();
        let mut is_shorter = false;
        for passage in passages {
            let earlier: Vec<&str> = said.iter().map(Passage::text).collect();
            let shorter = unlike(&passage.text, &earlier, grain);
            is_shorter |= shorter.is_some();
            said.push(Passage { text: shorter.unwrap_or(passage.text), ..passage });
        }
        if let Some(last) = said.last_mut().filter(|_| is_shorter) {
            last.text = format!("{}\n\n{AS_ABOVE}", last.text.trim_end_matches('\n'));
        }
        said
    }
}

/// The most backdrops that are kept, a few megabytes each.
const MOST_BACKDROPS: usize = 6;

/// The most worksheets that are kept: of one phase, where several readers have the same.
const MOST_WORKSHEETS: usize = 4;

/// The templates, read and checked.
pub struct Renderer {
    engine: Engine,
    /// The templates of rows, by book and kind of item.
    rows: BTreeMap<String, BTreeMap<String, String>>,
    /// The sections of passages that have some, by the passage's template.
    outlines: BTreeMap<String, Outline>,
    /// The templates of the chapters of rules, by book, in the order of their names.
    chapters: BTreeMap<String, Vec<String>>,
    /// Those used last, by name and width; of no tone, which is given to finished pictures.
    backdrops: Mutex<Vec<(String, u32, Arc<picture::Ground>)>>,
    /// Those written last, each with what stands in it.
    worksheets: Mutex<Vec<(Workbook, EnclosedFile)>>,
}

impl Renderer {
    /// The templates of the house and those that came with its rule books (name and text), some of them replaced by
    /// `overrides`.
    pub fn new(
        of_books: impl IntoIterator<Item = (&'static str, &'static str)>,
        overrides: &BTreeMap<String, String>,
    ) -> Result<Self, RenderError> {
        let known: Vec<(&str, &str)> = TEMPLATES.iter().copied().chain(of_books).collect();
        if overrides.is_empty() {
            return Self::with(Engine::of_the_house(known.clone()), &known);
        }
        let mut sources: BTreeMap<&str, &str> = known.into_iter().collect();
        sources.extend(overrides.iter().map(|(name, text)| (name.as_str(), text.as_str())));
        Self::from_sources(sources)
    }

    /// Exactly these templates.
    pub fn from_sources<'a>(sources: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<Self, RenderError> {
        let sources: Vec<(&str, &str)> = sources.into_iter().collect();
        Self::with(Engine::read(&sources)?, &sources)
    }

    fn with(engine: Engine, sources: &[(&str, &str)]) -> Result<Self, RenderError> {
        let mut rows: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
        for (name, _) in sources {
            let Some((book, kind)) = name.strip_suffix(".txt").and_then(|name| name.split_once("/row/")) else {
                continue;
            };
            rows.entry(book.to_owned()).or_default().insert(kind.to_owned(), (*name).to_owned());
        }
        let mut chapters: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (name, _) in sources {
            let Some((book, _)) = name.strip_suffix(".txt").and_then(|name| name.split_once("/rules/")) else {
                continue;
            };
            chapters.entry(book.to_owned()).or_default().push((*name).to_owned());
        }
        chapters.values_mut().for_each(|names| names.sort());
        let outlines = Outline::of(sources).map_err(|template| RenderError::Template {
            template: template.to_owned(),
            why: "its first comment does not say which kinds of item the section sees".to_owned(),
        })?;
        Ok(Self { engine, rows, outlines, chapters, backdrops: Mutex::default(), worksheets: Mutex::default() })
    }

    /// Reads the templates if that was not done yet: who asks for it beside other work need not wait for it later.
    pub fn warm_up(&self) -> Result<(), RenderError> {
        self.engine.get().map(|_| ())
    }

    /// A rule book's passage. A template sees the reader's items as `items`, and as `by_kind` those of each kind; one with a
    /// folder of sections sees what these say of the items they see, as `sections`.
    pub fn passage(&self, template: &str, brief: &Brief<Value>) -> Result<Passage, RenderError> {
        let book = template.split('/').next().unwrap_or_default();
        let context = match self.outlines.get(template) {
            Some(outline) => self.sections(book, outline, brief.told())?,
            None => self.items(book, brief.told())?,
        };
        let text = self.text(template, &context)?;
        Ok(Passage { viewer: brief.viewer().clone(), text })
    }

    /// Whether a book has rules that can be looked up.
    pub fn has_rule_pages(&self, book: &str) -> bool {
        self.chapters.contains_key(book)
    }

    /// The rules of a book, as the templates `<book>/rules/<chapter>.txt` say them, in the order of their names. They see the
    /// book's public numbers by their names, and nothing of any game.
    pub fn rule_pages(&self, book: &str, numbers: &Value) -> Result<RulePages, RenderError> {
        let mut context = Context::new();
        for (name, value) in numbers.as_object().into_iter().flatten() {
            context.insert(name.clone(), value);
        }
        let chapters = self.chapters.get(book).into_iter().flatten();
        let said: Vec<String> = chapters.map(|template| self.text(template, &context)).collect::<Result<_, _>>()?;
        Ok(RulePages::read(said.iter().map(String::as_str)))
    }

    fn items<'a>(&self, book: &str, told: impl IntoIterator<Item = &'a Told<Value>>) -> Result<Context, RenderError> {
        let shown = told.into_iter().map(|told| pages::shown(told, |item| self.with_row(book, item)).cloned());
        let items: Vec<tera::Value> = shown.collect::<Result<_, _>>()?;
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
        Ok(context)
    }

    /// What each section says, nothing if nobody told of its kinds: said once for all readers who are told the same of them.
    fn sections(&self, book: &str, outline: &Outline, told: &[Told<Value>]) -> Result<Context, RenderError> {
        let mut sections: BTreeMap<String, tera::Value> = BTreeMap::new();
        for (section, seen) in outline.seen(told) {
            let say = || {
                let text = self.text(&section.template, &self.items(book, seen.iter().copied())?)?;
                Ok::<_, RenderError>(text.trim_matches('\n').into())
            };
            let said = match seen.split_first() {
                Some((first, others)) => pages::said(first, &section.template, others, say)?,
                None => "".into(),
            };
            sections.insert(section.name.clone(), said);
        }
        let mut context = Context::new();
        context.insert_value("sections", sections.into());
        Ok(context)
    }

    /// An item with its `row`, if the book has a template for rows of its kind, `<book>/row/<kind>.txt`: it sees the item
    /// alone, as `item`, so that all who are told it share one row.
    fn with_row(&self, book: &str, item: tera::Value) -> Result<tera::Value, RenderError> {
        let template = filters::kind_of(&item).and_then(|kind| self.rows.get(book)?.get(kind));
        let Some(template) = template else { return Ok(item) };
        let mut context = Context::new();
        context.insert_value("item", item.clone());
        let row = self.text(template, &context)?.trim_matches('\n').to_owned();
        // The fields are added to in place once nobody else holds them.
        drop(context);
        let Some(mut fields) = item.into_map() else { return Ok(row.into()) };
        fields.insert("row".into(), row.into());
        Ok(fields.into())
    }

    /// Enclosures made of this brief, as files for its reader, their pictures in this tone. `place` is what the Content-IDs of
    /// this letter end with.
    pub fn enclose<'a>(
        &self,
        brief: &Brief<Value>,
        enclosures: impl IntoIterator<Item = &'a Enclosure>,
        place: &str,
        tone: Tone,
    ) -> Result<Enclosed, RenderError> {
        let (mut files, mut plans) = (Vec::new(), Vec::new());
        for enclosure in enclosures {
            match enclosure {
                Enclosure::Workbook(workbook) => files.push(self.worksheet(workbook)?),
                Enclosure::Picture(picture) => files.push(self.picture(picture, place, tone)?),
                Enclosure::Plan(plan) => plans.push(plan.clone()),
            }
        }
        Ok(Enclosed { viewer: brief.viewer().clone(), files, plans })
    }

    /// A worksheet: written once for all who have the same.
    fn worksheet(&self, workbook: &Workbook) -> Result<EnclosedFile, RenderError> {
        let kept = || self.worksheets.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some((_, file)) = kept().iter().find(|(known, _)| known == workbook) {
            return Ok(file.clone());
        }
        let file = worksheet(workbook)?;
        let mut kept = kept();
        if kept.len() >= MOST_WORKSHEETS {
            kept.remove(0);
        }
        kept.push((workbook.clone(), file.clone()));
        Ok(file)
    }

    fn picture(&self, picture: &Picture, place: &str, tone: Tone) -> Result<EnclosedFile, RenderError> {
        let name = file_name(&picture.name, "png")?;
        let svg = self.svg(picture.template, &picture.data)?;
        let fault = |why| RenderError::Enclosure { file: name.clone(), why: format!("{}: {why}", picture.template) };
        let paper = picture.data["width"].as_f64();
        let ground = match picture.backdrop.as_ref().zip(paper) {
            Some((backdrop, paper)) => Some(self.backdrop(backdrop, picture.width, paper)?),
            None => None,
        };
        let bytes = picture::png(&svg, picture.width, ground.as_deref(), tone).map_err(fault)?;
        let shown = Shown {
            content_id: format!("{}.{place}", picture.name),
            alt: picture.alt.clone(),
            width: picture.width.div_ceil(2).min(html::WIDEST),
        };
        let sentence = one_line(&format!("The picture {name} shows {}.", picture.alt));
        Ok(EnclosedFile { name, media: PNG, bytes, sentence, shown: Some(shown) })
    }

    /// What lies under a picture, in pixels: drawn when it is first asked for, or was long not asked for.
    fn backdrop(&self, backdrop: &Backdrop, width: u32, paper: f64) -> Result<Arc<picture::Ground>, RenderError> {
        let mut kept = self.backdrops.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some(place) = kept.iter().position(|(name, wide, _)| *name == backdrop.name && *wide == width) {
            let known = kept.remove(place);
            let ground = Arc::clone(&known.2);
            kept.push(known);
            return Ok(ground);
        }
        let svg = self.svg(backdrop.template, &(backdrop.data)())?;
        let dots = f64::from(width) / paper;
        let size = (width, (backdrop.height * dots).ceil() as u32);
        let at = (backdrop.at.0 * dots, backdrop.at.1 * dots);
        let ground = picture::ground(&svg, size, backdrop.scale * dots, at)
            .map_err(|why| RenderError::Enclosure { file: backdrop.name.clone(), why })?;
        let ground = Arc::new(ground);
        if kept.len() >= MOST_BACKDROPS {
            kept.remove(0);
        }
        kept.push((backdrop.name.clone(), width, Arc::clone(&ground)));
        Ok(ground)
    }

    /// The SVG documents of a picture, the lower first.
    pub fn layers(&self, picture: &Picture) -> Result<Vec<String>, RenderError> {
        let under = picture.backdrop.as_ref().map(|backdrop| self.svg(backdrop.template, &(backdrop.data)()));
        under.into_iter().chain([self.svg(picture.template, &picture.data)]).collect()
    }

    /// A picture as SVG: what its template draws of this data.
    pub fn svg(&self, template: &str, data: &Value) -> Result<String, RenderError> {
        let mut context = Context::new();
        context.insert("picture", data);
        self.text(template, &context)
    }

    /// A letter: the templates `<letter>/subject.txt` and `<letter>/body.txt` see the brief's one item as `letter`,
    /// the passages' text as `passages`, and of each enclosed file its `name` and its `sentence` as `enclosed`,
    /// of each plan its `title` and its `text` as `plans`.
    pub fn render<T: Serialize>(
        &self,
        letter: &str,
        brief: Brief<T>,
        passages: &[Passage],
        enclosed: Vec<Enclosed>,
    ) -> Result<Report, RenderError> {
        let [told] = brief.told() else {
            return Err(RenderError::NothingToSay { template: letter.to_owned() });
        };
        let readers = passages.iter().map(|passage| &passage.viewer).chain(enclosed.iter().map(|files| &files.viewer));
        if readers.into_iter().any(|reader| reader != brief.viewer()) {
            return Err(RenderError::OtherReader { template: letter.to_owned() });
        }
        let texts: Vec<&str> = passages.iter().map(|passage| passage.text.trim_matches('\n')).collect();
        let plans: Vec<Plan> = enclosed.iter().flat_map(|enclosed| enclosed.plans.clone()).collect();
        let plans: Vec<_> = plans.iter().map(|plan| json!({ "title": plan.title, "text": plan.text })).collect();
        let files = all_files(enclosed)?;
        let names: Vec<_> = files.iter().map(|file| json!({ "name": file.name, "sentence": file.sentence })).collect();
        let mut context = Context::new();
        context.insert_value("letter", tera::Value::from_serializable(told.item()));
        context.insert("passages", &texts);
        context.insert("enclosed", &names);
        context.insert("plans", &plans);
        let subject = one_line(&self.text(&format!("{letter}/subject.txt"), &context)?);
        let text = tidy(&self.text(&format!("{letter}/body.txt"), &context)?);
        let html = html::page(&subject, &text, &files);
        Ok(Report { viewer: brief.viewer().clone(), subject, text, html, files })
    }

    fn text(&self, template: &str, context: &Context) -> Result<String, RenderError> {
        self.engine.render(template, context)
    }
}

fn worksheet(workbook: &Workbook) -> Result<EnclosedFile, RenderError> {
    let name = file_name(&workbook.name, "xlsx")?;
    let bytes = workbook::xlsx(workbook).map_err(|why| RenderError::Enclosure { file: name.clone(), why })?;
    let sentence = one_line(&format!("The worksheet {name} holds {}.", workbook.about));
    Ok(EnclosedFile { name, media: XLSX, bytes, sentence, shown: None })
}

/// Names of files are shown to programs of all sorts and stand in Content-IDs.
fn file_name(name: &str, ending: &str) -> Result<String, RenderError> {
    let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    if name.is_empty() || name.len() > 60 || !name.bytes().all(is_plain) {
        let why = "its name is not made of 1 to 60 small letters, digits and hyphens".to_owned();
        return Err(RenderError::Enclosure { file: name.to_owned(), why });
    }
    Ok(format!("{name}.{ending}"))
}

fn all_files(enclosed: Vec<Enclosed>) -> Result<Vec<EnclosedFile>, RenderError> {
    let files: Vec<EnclosedFile> = enclosed.into_iter().flat_map(|enclosed| enclosed.files).collect();
    for (n, file) in files.iter().enumerate() {
        if files[..n].iter().any(|other| other.name == file.name) {
            return Err(RenderError::Enclosure {
                file: file.name.clone(),
                why: "the letter has two of them".to_owned(),
            });
        }
    }
    Ok(files)
}

/// A subject: one line, single spaces.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A body: headings underlined at their own length, no blanks at line ends, never two empty lines in a row, paragraphs wrapped, one newline at the end.
fn tidy(text: &str) -> String {
    let wrapped = wrap(text, WIDTH);
    let mut tidied = String::with_capacity(wrapped.len() + 1);
    let mut above = "";
    for line in lines(&wrapped) {
        let line = line.trim_end();
        if line.is_empty() && above.is_empty() {
            continue;
        }
        let is_underline = !above.is_empty()
            && line.len() >= 3
            && [b'-', b'='].iter().any(|rule| line.bytes().all(|byte| byte == *rule));
        if is_underline {
            tidied.push_str(&line[..1].repeat(above.chars().count().max(3)));
        } else {
            tidied.push_str(line);
        }
        above = line;
        tidied.push('\n');
    }
    tidied.truncate(tidied.trim_end().len());
    tidied.push('\n');
    tidied
}
