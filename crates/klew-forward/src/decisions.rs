pub use klew_engine::decisions::*;
