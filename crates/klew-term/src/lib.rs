//! klew-term
