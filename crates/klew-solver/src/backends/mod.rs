//! Decorators of back ends, for engines that assert and retract by themselves: what [`crate::decorators`] are for
//! queries.

mod linear;
mod logged;
mod validated;

pub use linear::Linear;
pub use logged::Logged;
pub use validated::Validated;
