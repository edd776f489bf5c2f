//! klew-report
