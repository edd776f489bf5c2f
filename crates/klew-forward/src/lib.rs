//! klew-forward
