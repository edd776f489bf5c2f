//! Decorators of back ends, for engines that assert and retract by themselves: what [`crate::decorators`] are for
//! queries.

mod logged;
mod validated;

pub use logged::Logged;
pub use validated::Validated;
