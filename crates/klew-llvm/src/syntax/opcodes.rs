//! Operators, predicates and other closed sets of keywords.

macro_rules! keywords {
    ($(#[$doc:meta])* $name:ident { $($variant:ident $word:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $name {
            $(#[doc = concat!("`", $word, "`")] $variant,)*
        }

        impl $name {
            /// The member of a keyword.
            pub fn from_keyword(word: &str) -> Option<Self> {
                match word {
                    $($word => Some($name::$variant),)*
                    _ => None,
                }
            }

            /// LLVM's keyword.
            pub fn keyword(self) -> &'static str {
                match self {
                    $($name::$variant => $word,)*
                }
            }
        }
    };
}

keywords! {
    /// Arithmetic on two operands of one type.
    BinaryOperator {
        Add "add", Sub "sub", Mul "mul", UDiv "udiv", SDiv "sdiv", URem "urem", SRem "srem",
        Shl "shl", LShr "lshr", AShr "ashr", And "and", Or "or", Xor "xor",
        FAdd "fadd", FSub "fsub", FMul "fmul", FDiv "fdiv", FRem "frem",
    }
}

keywords! {
    /// Conversions.
    CastOperator {
        Trunc "trunc", ZExt "zext", SExt "sext", FpTrunc "fptrunc", FpExt "fpext",
        FpToUi "fptoui", FpToSi "fptosi", UiToFp "uitofp", SiToFp "sitofp",
        PtrToInt "ptrtoint", PtrToAddr "ptrtoaddr", IntToPtr "inttoptr", BitCast "bitcast",
        AddrSpaceCast "addrspacecast",
    }
}

keywords! {
    /// Comparisons of integers and pointers.
    IntegerPredicate {
        Eq "eq", Ne "ne", Ugt "ugt", Uge "uge", Ult "ult", Ule "ule",
        Sgt "sgt", Sge "sge", Slt "slt", Sle "sle",
    }
}

keywords! {
    /// Comparisons of floating-point numbers.
    FloatPredicate {
        False "false", Oeq "oeq", Ogt "ogt", Oge "oge", Olt "olt", Ole "ole", One "one",
        Ord "ord", Ueq "ueq", Ugt "ugt", Uge "uge", Ult "ult", Ule "ule", Une "une",
        Uno "uno", True "true",
    }
}

keywords! {
    /// Orderings of atomic accesses.
    AtomicOrdering {
        Unordered "unordered", Monotonic "monotonic", Acquire "acquire", Release "release",
        AcqRel "acq_rel", SeqCst "seq_cst",
    }
}

/// How arguments are passed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum CallingConvention {
    /// That of C.
    #[default]
    C,
    /// `fastcc`
    Fast,
    /// `coldcc`
    Cold,
    /// Any other, as text (`x86_stdcallcc`, `cc 10`).
    Other(Box<str>),
}
