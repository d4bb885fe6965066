//! The rule books and what the house asks of each.
