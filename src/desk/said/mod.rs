//! What people and we say: the words of our letters, how they are written, and what a yes of a reader is. Knows no command and no act.

pub mod calendar;
pub mod consent;
pub mod courtesies;
pub mod denial;
pub mod enclosed;
pub mod fates;
pub mod form_word;
pub mod gm_notice;
pub mod letters;
pub mod notice;
pub mod offers;
pub mod our_lines;
pub mod phrases;
pub mod reading_notes;
pub mod second_thoughts;
pub mod typed_words;
