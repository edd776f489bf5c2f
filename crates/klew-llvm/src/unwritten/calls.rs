//! What is known of functions that a program calls and does not define: which of their arguments they only read.

/// Which arguments a function of that name does nothing with but read what they point to.
pub(super) fn only_reads(name: &str) -> &'static [usize] {
    match name {
        "memcmp" | "bcmp" | "strcmp" | "strncmp" | "strcasecmp" | "strncasecmp" | "strcoll"
        | "strspn" | "strcspn" => &[0, 1],
        "memcpy" | "memmove" | "mempcpy" | "memccpy" | "strcpy" | "strncpy" | "stpcpy"
        | "stpncpy" | "strcat" | "strncat" => &[1],
        "strlen" | "strnlen" | "strdup" | "strndup" | "puts" | "fputs" | "fwrite" | "perror"
        | "atoi" | "atol" | "atoll" => &[0],
        "llvm.prefetch" => &[0],
        _ if name.starts_with("llvm.memcpy.") || name.starts_with("llvm.memmove.") => &[1],
        _ if name.starts_with("llvm.objectsize.") => &[0],
        _ => &[],
    }
}

/// Whether it only says something about a variable: its life, or its place for debuggers.
pub(super) fn is_mark(name: &str) -> bool {
    name.starts_with("llvm.lifetime.") || name.starts_with("llvm.dbg.")
}
