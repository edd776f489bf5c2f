//! What of a program counts in coverage: the functions that the entry may come to, in the program's own files.

use std::collections::BTreeSet;

/// Those.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Functions {
    /// Their names, as the program's representation has them.
    pub names: BTreeSet<String>,
    /// Their files, as the compiler was told of them.
    pub files: BTreeSet<String>,
}
