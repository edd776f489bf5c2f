//! Bitwuzla: bit-vectors, arrays, floats and uninterpreted functions. The default back end.

pub mod raw;
