//! klew-memory
