//! What needs servers, root or other programs: `tests/install` and `tests/unpack` bring them.

mod calendars;
mod council;
mod demo;
mod doctor_letter;
mod harmless;
mod live;
mod live_bounce;
mod login;
mod post_imap;
mod post_smtp;
mod real_clients;
mod worksheets;
