pub use klew_engine::finding::*;
