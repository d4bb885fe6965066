//! Hexes, paths, distances and sight: geometry that any game may use.
