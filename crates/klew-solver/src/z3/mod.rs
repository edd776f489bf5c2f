//! Z3: everything Bitwuzla lacks (integers, quantifiers), and the second opinion.

pub mod raw;
