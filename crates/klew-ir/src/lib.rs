//! klew-ir
