//! klew's models of the C library: C sources, compiled ahead into the text form of the
//! representation, so that checking `.ll` files needs no compiler.
//!
//! `cargo xtask models` compiles [`SOURCES`] with [`FLAGS`] and gives the result to [`build`], once for
//! each data model; the texts are committed beside the sources.
//!
//! Invariant: a model is linked only for what the program refers to and does not define.

mod excerpt;
pub(crate) mod models;

use klew_ir::print_program;

use crate::lower::{LowerOptions, lower};

pub use models::committed;

/// The global of the models that says how many bytes of arbitrary input there are (0: any number).
pub const SHORT_INPUT: &str = "klew_short_input";

/// The sources, by file name; the headers that they share stand beside them.
pub const SOURCES: [(&str, &str); 32] = [
    ("ctype.c", include_str!("ctype.c")),
    ("descriptors.c", include_str!("descriptors.c")),
    ("environment.c", include_str!("environment.c")),
    ("errno.c", include_str!("errno.c")),
    ("exit.c", include_str!("exit.c")),
    ("file_system.c", include_str!("file_system.c")),
    ("files.c", include_str!("files.c")),
    ("getopt.c", include_str!("getopt.c")),
    ("inet.c", include_str!("inet.c")),
    ("klee.c", include_str!("klee.c")),
    ("locale.c", include_str!("locale.c")),
    ("math.c", include_str!("math.c")),
    ("math_approximate.c", include_str!("math_approximate.c")),
    ("paths.c", include_str!("paths.c")),
    ("process.c", include_str!("process.c")),
    ("signals.c", include_str!("signals.c")),
    ("stat.c", include_str!("stat.c")),
    ("stdio.c", include_str!("stdio.c")),
    ("stdio_format.c", include_str!("stdio_format.c")),
    ("stdio_print.c", include_str!("stdio_print.c")),
    ("stdio_scanf.c", include_str!("stdio_scanf.c")),
    ("stdio_sscanf.c", include_str!("stdio_sscanf.c")),
    ("stdlib.c", include_str!("stdlib.c")),
    ("stdlib_numbers.c", include_str!("stdlib_numbers.c")),
    ("strftime.c", include_str!("strftime.c")),
    ("string_compare.c", include_str!("string_compare.c")),
    ("string_copy.c", include_str!("string_copy.c")),
    ("terminal.c", include_str!("terminal.c")),
    ("threads.c", include_str!("threads.c")),
    ("time.c", include_str!("time.c")),
    ("unistd.c", include_str!("unistd.c")),
    ("wchar.c", include_str!("wchar.c")),
];

/// How clang (14, so that the texts do not depend on the version) is to compile them, beside `-m32` or
/// `-m64`. Not optimised: that would use undefined behaviour, which the models' checks are to find.
pub const FLAGS: [&str; 11] = [
    "-O1",
    "-Xclang",
    "-disable-llvm-passes",
    "-fno-builtin",
    "-ffreestanding",
    "-nostdlibinc",
    "-std=gnu11",
    "-fno-stack-protector",
    "-w",
    "-S",
    "-emit-llvm",
];

/// The models as one text, from the compiled sources (file name and LLVM text).
pub fn build(compiled: &[(String, String)]) -> Result<String, String> {
    let mut modules = Vec::new();
    for (name, text) in compiled {
        modules.push(crate::read_module(text, name).map_err(|error| error.to_string())?);
    }
    let options = LowerOptions {
        entry: None,
        library: true,
        link_models: false,
        error_functions: Vec::new(),
        ..LowerOptions::default()
    };
    let program = lower(modules, &options).map_err(|error| error.to_string())?;
    Ok(print_program(&program))
}
