//! The sections of a passage: templates in the folder of its name (`report.txt`, `report/forces.txt`), each of which sees the
//! items of the kinds it names and no others. Knows nothing of how they are rendered.

use std::collections::BTreeMap;

use serde_json::Value;

use base::facts::told::Told;

/// What stands before the kinds in the comment at the head of a section.
const SEES: &str = "Sees:";

/// One section.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// The name of its file, which its passage calls it by.
    pub name: String,
    /// Its template.
    pub template: String,
    kinds: Vec<String>,
}

impl Section {
    /// The section that stands in this template; `None` if its first comment does not say what it sees.
    fn read(template: &str, text: &str) -> Option<Self> {
        let name = template.strip_suffix(".txt")?.rsplit('/').next()?.to_owned();
        let comment = text.strip_prefix("{#")?.split_once("#}")?.0;
        let kinds = comment.split_once(SEES)?.1.trim_end_matches('-').split(',');
        let kinds: Vec<String> = kinds.map(|kind| kind.trim().to_owned()).collect();
        let is_name = |kind: &String| !kind.is_empty() && kind.chars().all(char::is_alphanumeric);
        kinds.iter().all(is_name).then(|| Self { name, template: template.to_owned(), kinds })
    }
}

/// The sections of one passage.
#[derive(Debug, Default)]
pub struct Outline {
    sections: Vec<Section>,
    /// Places of the sections that see items of a kind.
    seeing: BTreeMap<String, Vec<usize>>,
}

impl Outline {
    /// The outlines of all passages among these templates that have sections, by the passage's template. Refuses a section
    /// that does not say what it sees, by its template.
    pub fn of<'a>(sources: &[(&'a str, &'a str)]) -> Result<BTreeMap<String, Self>, &'a str> {
        let mut outlines: BTreeMap<String, Self> = BTreeMap::new();
        for (template, text) in sources {
            let passage = template.rsplit_once('/').map(|(folder, _)| format!("{folder}.txt"));
            let Some(passage) = passage.filter(|passage| sources.iter().any(|(name, _)| name == passage)) else {
                continue;
            };
            let section = Section::read(template, text).ok_or(*template)?;
            outlines.entry(passage).or_default().add(section);
        }
        Ok(outlines)
    }

    fn add(&mut self, section: Section) {
        for kind in &section.kinds {
            self.seeing.entry(kind.clone()).or_default().push(self.sections.len());
        }
        self.sections.push(section);
    }

    /// Each section with the items that it sees, in the order they were told.
    pub fn seen<'a>(&self, told: &'a [Told<Value>]) -> impl Iterator<Item = (&Section, Vec<&'a Told<Value>>)> {
        let mut seen = vec![Vec::new(); self.sections.len()];
        for told in told {
            let kind = told.item()["kind"].as_str();
            for place in kind.and_then(|kind| self.seeing.get(kind)).into_iter().flatten() {
                seen[*place].push(told);
            }
        }
        self.sections.iter().zip(seen)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use serde_json::json;

    use super::*;

    /// The text files of a folder and those in it, each with its name below `root`. Read when the test runs: templates of
    /// books that were compiled in would have this crate built anew with each of theirs.
    #[allow(clippy::disallowed_methods)]
    fn texts(root: &Path, folder: &Path, found: &mut Vec<(String, String)>) {
        for path in std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
            if path.is_dir() {
                texts(root, &path, found);
            } else if let Ok(text) = std::fs::read_to_string(&path) {
                found.push((path.strip_prefix(root).expect("below").display().to_string(), text));
            }
        }
    }

    fn outline(sources: &[(&'static str, &'static str)]) -> Outline {
        Outline::of(sources).expect("sections").remove("war/report.txt").expect("an outline")
    }

    #[test]
    fn a_section_sees_the_kinds_it_names_in_the_order_they_were_told() {
        let sources = [
            ("war/report.txt", "{{ sections.forces }}"),
            ("war/report/forces.txt", "{#- Troops.\n    Sees: Force, Works -#}\n"),
            ("war/report/turn.txt", "{# Sees: Turn #}"),
            ("war/row/Force.txt", "no section: there is no template of that name"),
        ];
        let told: Vec<_> =
            [json!({ "kind": "Works" }), json!({ "kind": "Other" }), json!({ "kind": "Force" }), json!({})]
                .map(Told::new)
                .into();
        let outline = outline(&sources);
        let seen: Vec<_> = outline.seen(&told).map(|(section, seen)| (section.name.as_str(), seen)).collect();
        assert_eq!(seen, [("forces", vec![&told[0], &told[2]]), ("turn", vec![])]);
    }

    #[test]
    fn a_section_that_does_not_say_what_it_sees_is_refused() {
        for text in ["Forces", "{# Forces. #}", "{# Sees: #}", "{# Sees: Force; Works #}"] {
            let sources = [("war/report.txt", ""), ("war/report/forces.txt", text)];
            assert_eq!(Outline::of(&sources).err(), Some("war/report/forces.txt"), "{text}");
        }
    }

    #[test]
    fn every_section_of_the_house_names_the_kinds_it_looks_for_and_stands_in_its_passage() {
        let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../templates"));
        let mut found = Vec::new();
        texts(root, root, &mut found);
        let all: Vec<(&str, &str)> = found.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        let outlines = Outline::of(&all).expect("sections");
        assert!(!outlines.is_empty());
        let text = |template: &str| all.iter().find(|(name, _)| *name == template).expect("a template").1;
        for (passage, outline) in outlines {
            for section in outline.sections {
                assert!(
                    text(&passage).contains(&format!("{{{{ sections.{} }}}}", section.name)),
                    "{}",
                    section.template
                );
                let named: BTreeSet<&str> = section.kinds.iter().map(String::as_str).collect();
                let body = text(&section.template).split_once("#}").expect("a comment").1;
                let keys = body.split("by_kind | get(key=\"").skip(1).filter_map(|rest| rest.split('"').next());
                let lists = body.split("of_kinds(kinds=[").skip(1).filter_map(|rest| rest.split(']').next());
                let listed = lists.flat_map(|list| list.split(", ").map(|kind| kind.trim_matches('"')));
                assert_eq!(keys.chain(listed).collect::<BTreeSet<_>>(), named, "{}", section.template);
            }
        }
    }
}
