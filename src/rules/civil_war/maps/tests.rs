//! Maps made of briefs.
