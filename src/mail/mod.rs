//! Letters as data: limits, parsing, visible text, automatic mail, evidence of identity, composing.
//! Knows nothing of games.
