//! One letter on the desk: what it has changed so far, what its writer is told and asked, and the receipt that ends it. Knows no single command.

pub mod acts_said;
pub mod asking;
pub mod beside_file;
pub mod close;
pub mod code;
pub mod deadline_work;
pub mod lapsed;
pub mod lapsed_acts;
pub mod left_out;
pub mod limits;
pub mod mode;
pub mod present;
pub mod receipt;
pub mod receipt_work;
pub mod seat_news;
pub mod session;
pub mod sheet_work;
pub mod welcome;
pub mod writing;
