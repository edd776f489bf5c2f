//! Solvers around solvers. Each answers what it can, passes the rest on, and learns from the answers.

mod bounds;
mod core_cache;
mod counting;
mod fallback;
mod few_bits;
mod hint;
mod independence;
mod model_cache;
mod order;
mod order_model;
mod query_log;
mod repair;
mod trivial;
mod validating;

pub use bounds::Bounds;
pub(crate) use bounds::known_bounds;
pub use core_cache::CoreCache;
pub use counting::Counting;
pub use fallback::Fallback;
pub use few_bits::FewBits;
pub use hint::HintFirst;
pub use independence::Independence;
pub use model_cache::ModelCache;
pub use order::Order;
pub use query_log::{QueryFile, QueryLog};
pub use repair::Repair;
pub use trivial::Trivial;
pub use validating::Validating;
pub(crate) use validating::model_error;
