//! What a rule book says of itself whatever is played: its policies, its words, its pages. Knows no scenario.

use base::order::Topic;

use super::settings::Setting;

/// What a book says of itself, independent of any scenario.
#[derive(Debug, Default)]
pub struct About {
    /// The names of the scenarios that come with it, the first of them being played when none is named.
    pub scenarios: Vec<String>,
    /// What each of these is called, in the same order; may be missing.
    pub titles: Vec<String>,
    /// Its kinds of phase, each of which needs a rhythm in a game's timetable.
    pub phase_kinds: &'static [&'static str],
    /// Values of a scenario's document that have a word of their own when a game master makes a game; all others he chooses
    /// by their paths. [`RuleBook::prepare`](super::RuleBook::prepare) judges what was chosen.
    pub settings: Vec<Setting>,
    /// Units of what an order costs, as words begin: such a price may be written as what it takes away ("-5 PP"). No other
    /// number of an order may have a minus that its words in fair copy do not have.
    pub prices: &'static [&'static str],
    /// Words behind a number that says what an order costs, which the book holds against its tables itself.
    pub costs: &'static [&'static str],
    /// The kinds of order, with examples, for HELP.
    pub topics: Vec<Topic>,
    /// The templates of its letters, name (`<book>/report.txt`) and text.
    pub templates: &'static [(&'static str, &'static str)],
    /// How those headings of its letters begin that are underlined and that nobody writes above orders: what stands below one of them
    /// and came back without marks is no order.
    pub headings: &'static [&'static str],
    /// Whether players write each other across sides by the judge, as powers that negotiate do; else to their own side alone.
    pub has_open_press: bool,
    /// Whether the game master's own seat has orders: entries of a state sheet.
    pub has_entries: bool,
    /// Whether some of its orders act as soon as they are received; without it none is asked whether it does.
    pub has_acts: bool,
    /// Whether matters are open to seats on which they may still say something; without it none is asked for.
    pub has_matters: bool,
    /// Whether a report tells what all seats of its reader know as one, each thing once; else what each seat knows, one after another.
    pub tells_seats_as_one: bool,
    /// Whether its readers can ask for maps.
    pub has_maps: bool,
    /// The ids of its sides, each with the name that readers know ("usa", "the Union"); one that is not listed is shown as it is.
    pub sides: &'static [(&'static str, &'static str)],
    /// Words in the names of its sheets' sections ("spending buy"), each with those that are shown for it, or none; one that is not
    /// listed is shown as it is.
    pub section_words: &'static [(&'static str, &'static str)],
    /// What it brings for the demo.
    pub demo: Demo,
}

impl About {
    /// A side as readers know it.
    pub fn side_name(&self, id: &str) -> String {
        let name = self.sides.iter().find(|(side, _)| *side == id).map(|(_, name)| (*name).to_owned());
        name.unwrap_or_else(|| capitalised(id))
    }

    /// A section of a sheet as it begins a line.
    pub fn section_name(&self, section: &str) -> String {
        let shown = |word| self.section_words.iter().find(|(key, _)| *key == word).map_or(word, |(_, shown)| *shown);
        let words: Vec<&str> = section.split(' ').map(shown).filter(|word| !word.is_empty()).collect();
        capitalised(&words.join(" "))
    }
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// What a book brings for the demo.
#[derive(Debug, Default)]
pub struct Demo {
    /// The files of its script, name and text: `cast.toml`, and its scenes in the order of their names. None: there is no
    /// script.
    pub script: &'static [(&'static str, &'static str)],
    /// Where a state has the number of its turn, as a JSON pointer, in a book whose scenarios are played out by players of its
    /// own ([`RuleBook::scripted_letter`](super::RuleBook::scripted_letter)). None: it has no such players.
    pub turn: Option<&'static str>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readers_see_names_and_no_ids() {
        let about = About {
            sides: &[("usa", "the Union")],
            section_words: &[("spending", ""), ("buy-minor", "purchases of")],
            ..About::default()
        };
        assert_eq!(["usa", "britain"].map(|id| about.side_name(id)), ["the Union", "Britain"]);
        let sections = ["spending buy-minor Bavaria", "Spain: spending buy", "East TST1", "strategic", ""];
        let shown = ["Purchases of Bavaria", "Spain: buy", "East TST1", "Strategic", ""];
        assert_eq!(sections.map(|section| about.section_name(section)), shown);
    }
}
