//! The C headers that a program may include to talk to klew; whoever runs a C compiler puts them on its path.

/// Names, as in `#include <…>`, and texts.
pub const HEADERS: [(&str, &str); 2] = [
    ("klew.h", include_str!("../include/klew.h")),
    ("klee/klee.h", include_str!("../include/klee/klee.h")),
];
