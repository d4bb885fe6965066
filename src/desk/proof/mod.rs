//! Who wrote a letter and what it asks, told before anything is done. Changes nothing but what the letter gives away.

pub mod beside;
pub mod broken;
pub mod burnt;
pub mod codes;
pub mod hidden;
pub mod identify;
pub mod in_copy;
pub mod matter;
pub mod named;
pub mod pasted;
pub mod reply;
pub mod route;
pub mod versions;
pub mod wanted;
pub mod words;
