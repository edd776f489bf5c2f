pub use klew_engine::input_heap::*;
