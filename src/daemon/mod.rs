//! The tasks of a running judge and their order.
