#![no_main]
//! Letters, on a thread with the stack that the judge gives them.

libfuzzer_sys::fuzz_target!(|raw: &[u8]| {
    std::thread::scope(|scope| {
        let reader = std::thread::Builder::new().stack_size(adjutant::mail::STACK);
        let thread = reader.spawn_scoped(scope, || adjutant_fuzz::letter(raw)).expect("a thread");
        thread.join().expect("reading never panics");
    });
});
