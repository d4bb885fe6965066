//! The language of an order letter: commands, order lines, sheets, and remarks with spans.
//! Knows nothing of the rules of any game.

pub mod asked;
mod by_receipt;
pub mod command;
pub mod letter;
pub mod path;
mod received;
pub mod remark;
mod rows;
mod settings;
pub mod sheet;
mod slips;
mod topics;

pub use asked::{Asked, Meaning, Ruling};
pub use by_receipt::{in_order_of_receipt, keep_first_receipt};
pub use command::{
    Broken, COMMANDS, Cancelled, Command, CommandSpec, DieSetting, Giver, Reach, Stated, behind_press_words,
    command_within, commands_near, read_command, seems_command, stated_phase,
};
pub use letter::{AsOrder, Line, MOST_LINES, Request, below_press, is_end, is_in_press, read_letter, stand_in_press};
pub use path::{get_path, parse_value, set_path};
pub use received::{LetterKey, Received};
pub use remark::{LineStatus, Remark, Span, worst};
pub use rows::table_rows;
pub use settings::{WrittenSetting, is_setting_line, read_settings, settings_of_rows};
pub use sheet::{Filed, Sheet, When};
pub use slips::slips;
pub use topics::{Topic, topics_of};
