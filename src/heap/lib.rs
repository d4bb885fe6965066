//! The allocator of the program, and memory that was freed given back to the system. The one place with unsafe code; knows
//! nothing of the house.

pub use mimalloc::MiMalloc;

/// Gives back what is not used any more: by the program's own allocator, and by that of the C libraries. Both do so only while they
/// are asked for memory, so that whoever has done much and then rests keeps all that it took.
pub fn give_back() {
    // SAFETY: may be called by any thread at any time; it touches nothing but memory that is free.
    unsafe { libmimalloc_sys::mi_collect(true) };
    // SAFETY: as above.
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    unsafe {
        libc::malloc_trim(0)
    };
}
