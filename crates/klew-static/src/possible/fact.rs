//! What is known of a value in all runs: nothing yet, one of a few numbers, null or objects with a few tags, or
//! anything.
//!
//! **Invariant**: `join` only goes up, and chains are short, so a fixed point is reached.

use std::collections::BTreeSet;

use num_bigint::BigUint;

use klew_ir::{Constant, Operand};

/// The most numbers that are told apart.
const MOST_NUMBERS: usize = 8;

/// The most tags that are told apart.
const MOST_TAGS: usize = 64;

/// What is known of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fact {
    /// It is never computed, as far as is known yet.
    Never,
    /// An integer, one of these.
    Numbers(BTreeSet<BigUint>),
    /// A pointer: null, if `null`, or the start of an object whose first four bytes are one of the tags (none: of
    /// any object).
    Pointer {
        /// Whether it may be null.
        null: bool,
        /// The tags.
        tags: Option<BTreeSet<u32>>,
    },
    /// Anything of its type.
    Anything,
}

impl Fact {
    /// One number.
    pub fn number(value: BigUint) -> Fact {
        Fact::Numbers(BTreeSet::from([value]))
    }

    /// Some pointer that is not null.
    pub fn not_null() -> Fact {
        Fact::Pointer { null: false, tags: None }
    }

    /// A new object.
    pub fn object(tag: Option<u32>) -> Fact {
        Fact::Pointer { null: false, tags: tag.map(|tag| BTreeSet::from([tag])) }
    }

    /// What is known of a constant.
    pub fn of_constant(constant: &Constant) -> Fact {
        match constant {
            Constant::Int { value, .. } => Fact::number(value.clone()),
            Constant::Null => Fact::Pointer { null: true, tags: Some(BTreeSet::new()) },
            Constant::Global(..) | Constant::Function(_) => Fact::not_null(),
            Constant::Float(..) | Constant::Undefined(_) => Fact::Anything,
        }
    }

    /// What holds if one of the two does.
    pub fn join(&self, other: &Fact) -> Fact {
        match (self, other) {
            (Fact::Never, fact) | (fact, Fact::Never) => fact.clone(),
            (Fact::Numbers(a), Fact::Numbers(b)) => {
                let all: BTreeSet<BigUint> = a.union(b).cloned().collect();
                if all.len() <= MOST_NUMBERS { Fact::Numbers(all) } else { Fact::Anything }
            }
            (Fact::Pointer { null: a, tags: left }, Fact::Pointer { null: b, tags: right }) => {
                let tags = match (left, right) {
                    (Some(left), Some(right)) => {
                        let all: BTreeSet<u32> = left.union(right).copied().collect();
                        (all.len() <= MOST_TAGS).then_some(all)
                    }
                    _ => None,
                };
                Fact::Pointer { null: *a || *b, tags }
            }
            _ => Fact::Anything,
        }
    }

    /// What holds besides if it is known whether it is null.
    pub fn with_null(&self, is_null: bool) -> Fact {
        match (self, is_null) {
            (Fact::Never, _) | (Fact::Pointer { null: false, .. }, true) => Fact::Never,
            (_, true) => Fact::of_constant(&Constant::Null),
            (Fact::Pointer { tags: Some(tags), .. }, false) if tags.is_empty() => Fact::Never,
            (Fact::Pointer { tags, .. }, false) => {
                Fact::Pointer { null: false, tags: tags.clone() }
            }
            (_, false) => Fact::not_null(),
        }
    }

    /// What holds besides if it is known whether it is that number.
    pub fn with_number(&self, number: &BigUint, is_it: bool) -> Fact {
        match (self, is_it) {
            (Fact::Never, _) => Fact::Never,
            (Fact::Numbers(numbers), _) => {
                let mut left = numbers.clone();
                left.retain(|it| (it == number) == is_it);
                if left.is_empty() { Fact::Never } else { Fact::Numbers(left) }
            }
            (_, true) => Fact::number(number.clone()),
            (fact, false) => fact.clone(),
        }
    }

    /// Whether a truth value or number may be, and may not be, zero.
    pub fn zero(&self) -> (bool, bool) {
        match self {
            Fact::Never => (false, false),
            Fact::Numbers(numbers) => (
                numbers.iter().any(|number| number.bits() == 0),
                numbers.iter().any(|number| number.bits() != 0),
            ),
            _ => (true, true),
        }
    }

    /// The constants that it may be, if they are few.
    pub fn constants(&self, width: u32) -> Option<Vec<Operand>> {
        let Fact::Numbers(numbers) = self else { return None };
        let constant =
            |value: &BigUint| Operand::Constant(Constant::Int { width, value: value.clone() });
        Some(numbers.iter().map(constant).collect())
    }
}
