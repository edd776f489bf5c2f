//! What crates agree on about inputs: why a run asks for one, and what the symbols are called that stand for it.
//!
//! **Invariant**: symbols of inputs are named after their place in the run, so the same place in the same run has the
//! same symbol, and no other symbol has such a name.

/// Why a run asks for an input.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum InputOrigin {
    /// The program asks, or gets it from outside.
    #[default]
    Asked,
    /// A model cannot compute the value and takes any of a superset: nothing that depends on it is certain.
    Approximation,
    /// It is chosen whether an allocation fails.
    AllocationFailure,
    /// The bytes of a union that may hold a pointer instead, for which there is another input: where such bytes are used
    /// as a pointer to data, it is null.
    UnionBytes,
}

/// What inputs of [`InputOrigin::AllocationFailure`] are called, also in tests that are kept as files.
pub const ALLOCATION_FAILS: &str = "allocation fails";

const SYMBOL: &str = "input#";

/// The symbol of an input of a run; numbers count from 1.
pub fn symbol(number: usize, name: &str) -> String {
    format!("{SYMBOL}{number} {name}")
}

/// The symbol of a byte of an input that is bytes of memory.
pub fn byte_symbol(number: usize, name: &str, at: u64) -> String {
    format!("{SYMBOL}{number} {name}[{at}]")
}

/// Whether that is the name of an input's symbol.
pub fn is_symbol(name: &str) -> bool {
    name.starts_with(SYMBOL)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_have_their_numbers() {
        assert_eq!(symbol(2, "x"), "input#2 x");
        assert_eq!(byte_symbol(3, "line", 7), "input#3 line[7]");
        assert!(is_symbol(&symbol(1, "")) && is_symbol(&byte_symbol(1, "a", 0)));
        assert!(!is_symbol("external#2") && !is_symbol("an input#2"));
    }
}
