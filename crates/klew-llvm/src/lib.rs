//! klew-llvm
