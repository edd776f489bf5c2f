//! klew-solver
