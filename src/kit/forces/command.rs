//! Who commands a unit or ship. Knows no seat.

use serde::{Deserialize, Serialize};

/// Who commands a unit or ship.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Command<S> {
    /// The commander's seat.
    pub commander: S,
    /// The deputy's seat.
    pub deputy: S,
}

/// What somebody is in a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Post {
    /// The commander.
    Commander,
    /// The deputy.
    Deputy,
}

impl<S: PartialEq> Command<S> {
    /// What a seat is in it; who is both is the commander.
    pub fn post_of(&self, seat: &S) -> Option<Post> {
        if self.commander == *seat {
            Some(Post::Commander)
        } else if self.deputy == *seat {
            Some(Post::Deputy)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slag_d54_a_new_unit_is_the_secretarys_with_the_president_as_deputy() {
        let command = Command { commander: "us-war", deputy: "us-president" };
        let posts = ["us-war", "us-president", "us-navy"].map(|seat| command.post_of(&seat));
        assert_eq!(posts, [Some(Post::Commander), Some(Post::Deputy), None]);
    }

    #[test]
    fn sow_d60_who_holds_both_posts_is_the_commander() {
        let command = Command { commander: "fr-war", deputy: "fr-war" };
        assert_eq!(command.post_of(&"fr-war"), Some(Post::Commander));
    }
}
