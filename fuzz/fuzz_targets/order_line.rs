#![no_main]
//! Lines of orders.

libfuzzer_sys::fuzz_target!(|raw: &[u8]| adjutant_fuzz::order_line(raw));
