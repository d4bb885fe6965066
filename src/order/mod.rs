//! The language of an order letter: commands, order lines, sheets, and remarks with spans.
//! Knows nothing of the rules of any game.
