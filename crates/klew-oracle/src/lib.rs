//! For tests of the engines: generated heap programs, and the truth about them.
//!
//! [`generate`] makes a loop-free program that reads pointers, follows them, writes through them and checks.
//! [`enumerate()`] runs such a program on every input there is, up to renaming of objects, and says which of its
//! checks can fail. An engine has to say the same. [`shrink`] makes a program on which it does not smaller.
//!
//! ```
//! use klew_oracle::{Bounds, Settings, enumerate, generate};
//! let generated = generate(&Settings::default(), 7);
//! let truth = enumerate(&generated.program, &Bounds::default());
//! ```
//!
//! **Invariant**: nothing here knows an engine, a solver or terms: the oracle is a plain interpreter.
//! **Invariant**: a program follows from its settings and seed.

mod enumerate;
mod generate;
mod random;
mod shrink;

pub use enumerate::{Bounds, EnumerateError, Target, Truth, Witness, enumerate};
pub use generate::{Flavour, Generated, Settings, generate};
pub use random::Random;
pub use shrink::{parse, shrink};
