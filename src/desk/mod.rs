//! What one letter, one deadline and one reminder change. Decides; does no IO.
