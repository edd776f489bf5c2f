//! The commands: each fills in the driver's options, and prints what comes back.

pub mod check;
pub mod condition;
pub mod help;
pub mod lsp;
pub mod reach;
pub mod replay;
pub mod report;
pub mod resume;
pub mod test;
pub mod tree;
pub mod worker;
