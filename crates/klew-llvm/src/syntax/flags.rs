//! The flags an instruction may carry, as a set.

/// A set of flags of an operation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Flags(pub u32);

macro_rules! flags {
    ($($name:ident $word:literal $bit:literal;)*) => {
        impl Flags {
            $(#[doc = concat!("`", $word, "`")]
            pub const $name: Flags = Flags(1 << $bit);)*

            /// Every flag with its keyword, in LLVM's order of printing.
            pub const ALL: &'static [(&'static str, Flags)] = &[$(($word, Flags::$name)),*];

            /// The flag of a keyword.
            pub fn from_keyword(word: &str) -> Option<Flags> {
                match word {
                    $($word => Some(Flags::$name),)*
                    _ => None,
                }
            }
        }
    };
}

flags! {
    INBOUNDS "inbounds" 0;
    NUSW "nusw" 1;
    NNEG "nneg" 2;
    DISJOINT "disjoint" 3;
    SAMESIGN "samesign" 4;
    NUW "nuw" 5;
    NSW "nsw" 6;
    EXACT "exact" 7;
    FAST "fast" 8;
    REASSOC "reassoc" 9;
    NNAN "nnan" 10;
    NINF "ninf" 11;
    NSZ "nsz" 12;
    ARCP "arcp" 13;
    CONTRACT "contract" 14;
    AFN "afn" 15;
}

impl Flags {
    /// No flag.
    pub const NONE: Flags = Flags(0);

    /// Whether all flags of `other` are set.
    pub fn contains(self, other: Flags) -> bool {
        self.0 & other.0 == other.0
    }

    /// Adds the flags of `other`.
    pub fn insert(&mut self, other: Flags) {
        self.0 |= other.0;
    }

    /// Whether no flag is set.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}
