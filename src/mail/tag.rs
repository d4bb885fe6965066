//! A start tag of an HTML text, as its readers see it.

/// A start tag with those of its attributes that were asked for. Names are in lower case.
#[derive(Debug, Default)]
pub(super) struct Tag {
    pub name: String,
    pub(super) attributes: Vec<(String, String)>,
}

impl Tag {
    /// Whether it has none of the attributes.
    pub fn is_bare(&self) -> bool {
        self.attributes.is_empty()
    }

    /// The value of an attribute, in lower case.
    pub fn attribute(&self, name: &str) -> Option<String> {
        let found = self.attributes.iter().find(|(key, _)| key == name);
        found.map(|(_, value)| value.to_ascii_lowercase())
    }
}
