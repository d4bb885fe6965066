//! The rules of a book as its players look them up: chapters of sections, read from what the templates of its folder `rules` say.
//! Headings alone tell what a chapter and a section are called and which codes they explain. Knows no rules of any game.

use mail::lines;

/// The chapters of a book, in the order of their templates.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RulePages {
    /// The chapters.
    pub chapters: Vec<Chapter>,
}

/// A chapter: `# Title [word, word]`, what it is about, and its sections.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Chapter {
    /// What its heading says.
    pub heading: Heading,
    /// What stands before its first section.
    pub text: String,
    /// Its sections.
    pub sections: Vec<RuleSection>,
}

/// A section: `## C3.12, D11: Title [word, word]` and what the rule says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RuleSection {
    /// What its heading says.
    pub heading: Heading,
    /// The rule.
    pub text: String,
}

/// What a chapter or a section is called.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Heading {
    /// The rules it explains, as they are cited.
    pub codes: Vec<String>,
    /// Its title.
    pub title: String,
    /// Words that it is asked for by, besides its codes.
    pub words: Vec<String>,
}

/// One answer to who asks for a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// The heading.
    pub title: String,
    /// Paragraphs and tables.
    pub text: String,
}

impl Heading {
    fn read(text: &str) -> Self {
        let text = text.trim();
        let (text, words) = match text.strip_suffix(']').and_then(|text| text.rsplit_once('[')) {
            Some((text, words)) => (text.trim_end(), list(words)),
            None => (text, Vec::new()),
        };
        match text.split_once(": ").map(|(codes, title)| (list(codes), title)) {
            Some((codes, title)) if codes.iter().all(|code| is_code(code)) => {
                Self { codes, title: title.to_owned(), words }
            }
            _ => Self { codes: Vec::new(), title: text.to_owned(), words },
        }
    }

    /// Whether it is asked for so.
    fn is_called(&self, asked: &str) -> bool {
        self.codes.iter().chain(&self.words).any(|name| name.eq_ignore_ascii_case(asked))
    }

    /// The title with the rules it explains.
    fn in_full(&self) -> String {
        match self.codes.is_empty() {
            true => self.title.clone(),
            false => format!("{} ({})", self.title, self.codes.join(", ")),
        }
    }

    /// What to ask for: its first word, else its first code.
    fn name(&self) -> &str {
        self.words.first().or(self.codes.first()).map_or("", String::as_str)
    }
}

/// Names between commas.
fn list(text: &str) -> Vec<String> {
    text.split(',').map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()).collect()
}

/// Whether this is the number of a rule: "C3.5.9", "D9", "8.2.1".
fn is_code(text: &str) -> bool {
    let numbers = text.strip_prefix(|c: char| c.is_ascii_uppercase()).unwrap_or(text);
    !numbers.is_empty()
        && numbers.split('.').all(|number| !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()))
}

impl RulePages {
    /// Reads what each template said.
    pub fn read<'a>(texts: impl IntoIterator<Item = &'a str>) -> Self {
        Self { chapters: texts.into_iter().map(Chapter::read).collect() }
    }

    /// Every code that is explained.
    pub fn codes(&self) -> impl Iterator<Item = &str> {
        let of_chapters = self.chapters.iter().map(|chapter| &chapter.heading);
        let headings = of_chapters.chain(self.sections().map(|section| &section.heading));
        headings.flat_map(|heading| heading.codes.iter().map(String::as_str))
    }

    fn sections(&self) -> impl Iterator<Item = &RuleSection> {
        self.chapters.iter().flat_map(|chapter| &chapter.sections)
    }

    /// The list of chapters.
    pub fn contents(&self) -> Page {
        let rows: Vec<String> = self.chapters.iter().map(|chapter| row(&chapter.heading)).collect();
        Page { title: "The rules, by chapters".to_owned(), text: rows.join("\n") }
    }

    /// The whole, a page a chapter.
    pub fn all(&self) -> Vec<Page> {
        let whole = |chapter: &Chapter| {
            let sections = chapter.sections.iter().map(|section| {
                let title = section.heading.in_full();
                format!("{title}\n{}\n{}", "-".repeat(title.chars().count()), section.text)
            });
            let text = std::iter::once(chapter.text.clone()).chain(sections).collect::<Vec<_>>().join("\n\n");
            Page { title: chapter.heading.title.to_uppercase(), text }
        };
        self.chapters.iter().map(whole).collect()
    }

    /// The page that is asked for by a word or a code; by the beginning of several codes ("8.2"), the list of these; by a part
    /// of a rule ("C3.5.7g"), the rule.
    pub fn find(&self, asked: &str) -> Option<Page> {
        // "armies", "Fleets": as it is written, else its singular.
        let singular = asked.strip_suffix('s').filter(|word| word.len() > 2).map(str::to_owned);
        if let Some(page) = std::iter::once(asked.to_owned()).chain(singular).find_map(|name| self.called(&name)) {
            return Some(page);
        }
        let below = format!("{}.", asked.to_ascii_uppercase());
        let is_below = |section: &&RuleSection| section.heading.codes.iter().any(|code| code.starts_with(&below));
        let rows: Vec<String> = self.sections().filter(is_below).map(|section| row(&section.heading)).collect();
        if !rows.is_empty() {
            return Some(Page { title: format!("Rules {}", below.trim_end_matches('.')), text: rows.join("\n") });
        }
        let whole = asked.trim_end_matches(|c: char| c.is_ascii_lowercase());
        if whole.len() < asked.len() && is_code(&whole.to_ascii_uppercase()) { self.find(whole) } else { None }
    }

    fn called(&self, name: &str) -> Option<Page> {
        let section = self.sections().find(|section| section.heading.is_called(name)).map(RuleSection::page);
        section.or_else(|| self.chapters.iter().find(|chapter| chapter.heading.is_called(name)).map(Chapter::page))
    }

    /// The whole as a document in Markdown.
    pub fn document(&self) -> String {
        let mut document = String::new();
        for chapter in &self.chapters {
            document.push_str(&format!("## {}\n\n{}\n", chapter.heading.title, marked_down(&chapter.text)));
            for section in &chapter.sections {
                document.push_str(&format!("### {}\n\n{}\n", section.heading.in_full(), marked_down(&section.text)));
            }
        }
        document.truncate(document.trim_end().len());
        document.push('\n');
        document
    }
}

impl Chapter {
    fn read(said: &str) -> Self {
        let mut chapter = Self::default();
        let mut text = String::new();
        for line in lines(said) {
            if let Some(heading) = line.strip_prefix("## ") {
                chapter.close(&mut text);
                chapter.sections.push(RuleSection { heading: Heading::read(heading), ..RuleSection::default() });
            } else if let Some(heading) = line.strip_prefix("# ") {
                chapter.heading = Heading::read(heading);
            } else {
                text.push_str(line.trim_end());
                text.push('\n');
            }
        }
        chapter.close(&mut text);
        chapter
    }

    /// What was read so far is the text of the section that is open, or the chapter's own.
    fn close(&mut self, text: &mut String) {
        let said = without_gaps(text);
        match self.sections.last_mut() {
            Some(section) => section.text = said,
            None => self.text = said,
        }
        text.clear();
    }

    fn page(&self) -> Page {
        let rows: Vec<String> = self.sections.iter().map(|section| row(&section.heading)).collect();
        let parts = [self.text.clone(), rows.join("\n")];
        let said: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        Page { title: self.heading.in_full(), text: said.join("\n\n") }
    }
}

impl RuleSection {
    fn page(&self) -> Page {
        Page { title: self.heading.in_full(), text: self.text.clone() }
    }
}

/// A line that says what to ask for, and what comes of it.
fn row(heading: &Heading) -> String {
    format!("  {:<19} {}", format!("HELP {}", heading.name()), heading.title)
}

/// Without blank lines at its ends, and never two in a row.
fn without_gaps(text: &str) -> String {
    let mut kept: Vec<&str> = Vec::new();
    for line in lines(text.trim_matches('\n')) {
        if !(line.is_empty() && kept.last().is_some_and(|above| above.is_empty())) {
            kept.push(line);
        }
    }
    kept.join("\n")
}

/// Rows of tables, which are set in, become blocks; all else stays.
fn marked_down(text: &str) -> String {
    let mut document = String::new();
    let mut is_open = false;
    for line in lines(text) {
        let is_row = line.starts_with("  ");
        if is_row != is_open {
            document.push_str(if is_row { "```text\n" } else { "```\n" });
            is_open = is_row;
        }
        document.push_str(line);
        document.push('\n');
    }
    if is_open {
        document.push_str("```\n");
    }
    document
}

#[cfg(test)]
mod tests {
    use super::*;

    const MARCHING: &str = "# Marching [marching]\n\nTroops march.\n\n\n## C3.12, D11: Twice [twice]\n\nA force marches twice.\n\n  \
                            led  5\n## C3.13: Alone\nNobody leads.\n";

    fn pages() -> RulePages {
        RulePages::read([MARCHING, "# Supply [supply]\nEat.\n## Hunger [hunger]\nOr starve."])
    }

    fn title(asked: &str) -> Option<String> {
        pages().find(asked).map(|page| page.title)
    }

    #[test]
    fn a_rule_is_found_by_its_codes_and_by_its_words_in_any_case() {
        for asked in ["C3.12", "d11", "TWICE"] {
            assert_eq!(title(asked).as_deref(), Some("Twice (C3.12, D11)"), "{asked}");
        }
        assert_eq!(pages().find("d11").map(|page| page.text).as_deref(), Some("A force marches twice.\n\n  led  5"));
        assert_eq!(title("hunger").as_deref(), Some("Hunger"));
        assert_eq!(title("C3.1"), None);
        assert_eq!(title(""), None);
    }

    #[test]
    fn a_part_of_a_rule_is_its_rule_and_the_beginning_of_several_is_their_list() {
        assert_eq!(title("c3.13b").as_deref(), Some("Alone (C3.13)"));
        let page = pages().find("c3").unwrap();
        assert_eq!(page.title, "Rules C3");
        assert_eq!(page.text, "  HELP twice          Twice\n  HELP C3.13          Alone");
    }

    #[test]
    fn a_chapter_says_what_it_is_about_and_lists_its_sections() {
        let page = pages().find("marching").unwrap();
        assert_eq!(page.text, "Troops march.\n\n  HELP twice          Twice\n  HELP C3.13          Alone");
        assert_eq!(pages().contents().text, "  HELP marching       Marching\n  HELP supply         Supply");
    }

    #[test]
    fn the_whole_is_a_page_a_chapter_and_a_document_with_tables_as_blocks() {
        let pages = pages();
        let all = pages.all();
        assert_eq!(all.len(), 2);
        assert_eq!(all[1].text, "Eat.\n\nHunger\n------\nOr starve.");
        assert!(
            pages.document().contains("### Twice (C3.12, D11)\n\nA force marches twice.\n\n```text\n  led  5\n```\n")
        );
        assert_eq!(pages.codes().collect::<Vec<_>>(), ["C3.12", "D11", "C3.13"]);
    }
}
