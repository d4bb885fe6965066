//! How much memory this thread holds, for what a piece of work takes at its most; other tests run beside it.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    static NOW: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
}

/// The system's allocator, its sizes counted thread by thread.
pub struct Counting;

// SAFETY: every call is handed to the system's allocator as it came; only sizes are counted.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        add(layout.size().cast_signed());
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        add(-layout.size().cast_signed());
        unsafe { System.dealloc(pointer, layout) }
    }
}

fn add(size: isize) {
    let now = NOW.get() + size;
    NOW.set(now);
    PEAK.set(PEAK.get().max(now));
}

/// The most bytes that `work` held on this thread beyond what the thread had before.
pub fn most_held<T>(work: impl FnOnce() -> T) -> usize {
    let before = NOW.get();
    PEAK.set(before);
    let done = work();
    let most = PEAK.get() - before;
    drop(done);
    most.max(0).cast_unsigned()
}
