//! What HELP shows of a book's orders: the examples that stand beside the rules of its grammar.
//!
//! A grammar says them in comments, `// HELP move, march (theatre commanders)` and below it each example as a comment of its own,
//! indented by two blanks more; the first line that is no such comment ends them.

use serde::Serialize;

/// One kind of order, with examples.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Topic {
    /// What it is called, the first name being its own.
    pub names: Vec<String>,
    /// Who gives such orders and when.
    pub whose: String,
    /// Orders of this kind, each as somebody would write it.
    pub examples: Vec<String>,
}

impl Topic {
    /// Whether this is what somebody asks about: "move", "Moves".
    pub fn is_called(&self, asked: &str) -> bool {
        let asked = asked.to_ascii_lowercase();
        let stem = asked.strip_suffix('s').unwrap_or(&asked);
        self.names.iter().any(|name| *name == asked || *name == stem)
    }
}

/// The topics of a book's grammars, in their order; what is said of a topic in several places is one topic.
pub fn topics_of<'a>(grammars: impl IntoIterator<Item = &'a str>) -> Vec<Topic> {
    let mut topics: Vec<Topic> = Vec::new();
    let mut is_open = false;
    for line in grammars.into_iter().flat_map(str::lines) {
        if let Some(topic) = line.strip_prefix("// HELP ").and_then(heading) {
            is_open = true;
            if !topics.iter().any(|known| known.names == topic.names) {
                topics.push(topic);
            }
            continue;
        }
        match line.strip_prefix("//   ").filter(|_| is_open) {
            Some(example) => {
                if let Some(topic) = topics.last_mut() {
                    topic.examples.push(example.trim_end().to_owned());
                }
            }
            None => is_open = false,
        }
    }
    topics
}

fn heading(words: &str) -> Option<Topic> {
    let (names, whose) = words.trim_end().strip_suffix(')')?.split_once(" (")?;
    let names = names.split(", ").map(str::to_owned).collect();
    Some(Topic { names, whose: whose.to_owned(), examples: Vec::new() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_stand_beside_the_rules_of_a_grammar() {
        let grammar = "// HELP move, march (theatre commanders)\n//   move Lee to Richmond\n//   Lee goes home\nmove = { }\n//   no example\n";
        let topics = topics_of([grammar]);
        assert_eq!(topics.len(), 1);
        assert_eq!(topics[0].whose, "theatre commanders");
        assert_eq!(topics[0].examples, ["move Lee to Richmond", "Lee goes home"]);
        assert!(topics[0].is_called("Marches".trim_end_matches("es")) && topics[0].is_called("moves"));
        assert!(!topics[0].is_called("attack"));
    }
}
