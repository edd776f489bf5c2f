//! The C harness: a file that, compiled together with the program, runs it with one input.
//!
//! It defines every function that programs ask for input with, as weak symbols, so that the program's own
//! definitions win, and hands out the inputs in the order in which the path asked for them.

use std::fmt::Write as _;

use crate::c_text::c_string;
use crate::outside::Outside;
use crate::report::{Input, InputSource};
use crate::surroundings::{self, Surroundings};

/// What hands out inputs, whatever they are.
pub const RUNTIME: &str = include_str!("runtime.c");

/// What drivers need: see [`crate::driver`].
const DRIVER_RUNTIME: &str = r#"
/* ---- The input heap ---- */

#undef main

/* What is built is never lost. */
static void *klew_built[1 << 16];
static unsigned klew_built_count;

void *klew_block(unsigned long size);
void *klew_block(unsigned long size)
{
#if defined(KLEW_BOOKKEEPING)
    void *block = klew_allocated(__real_malloc(size), size, __builtin_return_address(0));
#elif defined(KLEW_MALLOC_MAY_FAIL)
    void *block = __real_malloc(size);
#else
    void *block = malloc(size);
#endif
    if (!block) {
        fprintf(stderr, "klew: there is no memory for the input\n");
        klew_flush_and_exit(79);
    }
    memset(block, 0, size);
    if (klew_built_count < sizeof klew_built / sizeof *klew_built)
        klew_built[klew_built_count++] = block;
    return block;
}

void klew_bytes(volatile void *to, unsigned long offset, const char *bytes, unsigned long size);
void klew_bytes(volatile void *to, unsigned long offset, const char *bytes, unsigned long size)
{
    memcpy((char *)to + offset, bytes, size);
}

void klew_link(volatile void *to, unsigned long offset, const void *target);
void klew_link(volatile void *to, unsigned long offset, const void *target)
{
    memcpy((char *)to + offset, &target, sizeof target);
}

void klew_call(void);
int main(void)
{
    klew_call();
    return 0;
}
"#;

/// The file that is included before the program's own text: it makes the program's definitions of the error
/// functions weak, so that the harness's, which tell where they were called, win.
pub const ERROR_CALLS: &str = "\
/* Makes the program's own definitions of the error functions give way to the harness's. */
#pragma weak reach_error
#pragma weak __VERIFIER_error
";

/// A function that the program calls, nobody defines, and klew let return anything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExternalFunction {
    /// Its name.
    pub name: String,
    /// Its C return type; `void` for none.
    pub result: String,
}

/// What a harness is made of.
#[derive(Clone, Debug, Default)]
pub struct Harness<'a> {
    /// The inputs.
    pub inputs: &'a [Input],
    /// Functions to define.
    pub externals: &'a [ExternalFunction],
    /// Whether a run that asks for more inputs than these has left the path (else it gets zeros).
    pub strict: bool,
    /// Lines for the comment at the top.
    pub title: &'a str,
    /// Inputs that the run does not ask for by calling functions.
    pub surroundings: Surroundings,
    /// Whether it runs a driver rather than the program's `main`, which then has another name.
    pub has_driver: bool,
    /// The file that has [`RUNTIME`], where it is included rather than part of the harness.
    pub runtime: Option<&'a str>,
}

/// The text of the harness.
pub fn harness(harness: &Harness) -> String {
    let mut text = String::from("/* Written by klew.\n");
    for line in harness.title.lines() {
        let _ = writeln!(text, " * {}", line.replace("*/", "* /"));
    }
    text.push_str(" */\n\n");
    let length = on_tape(harness.inputs).count();
    let _ = writeln!(text, "{TAPE_ENTRY}\n/* The input. */");
    if length > LONG_TAPE {
        text.push_str(&long_tape(harness.inputs));
    } else {
        let entries = tape(harness.inputs);
        let _ =
            writeln!(text, "static const struct klew_tape_entry klew_tape[] = {{\n{entries}}};");
    }
    let _ = writeln!(text, "#define KLEW_TAPE_LENGTH {length}");
    let _ = writeln!(text, "#define KLEW_IN_ORDER {}\n", i32::from(harness.strict));
    match harness.runtime {
        Some(file) => {
            let _ = writeln!(text, "#include \"{file}\"");
        }
        None => text.push_str(RUNTIME),
    }
    text.push_str(&surroundings::text(&harness.surroundings, &Outside::of(harness.inputs)));
    if harness.has_driver {
        text.push_str(DRIVER_RUNTIME);
    }
    if !harness.externals.is_empty() {
        text.push_str("\n/* ---- Functions that the program only declares ---- */\n\n");
    }
    for external in harness.externals {
        text.push_str(&external_definition(external));
    }
    text
}

/// The type of what stands on a tape.
pub const TAPE_ENTRY: &str = "\
struct klew_tape_entry {
    const char *name;
    unsigned size;
    const unsigned char *data;
};
";

/// The inputs that the run asks for by calling functions.
fn on_tape(inputs: &[Input]) -> impl Iterator<Item = &Input> {
    inputs.iter().filter(|input| input.source == InputSource::Harness)
}

/// The entries of a tape with these inputs, and one that ends it.
pub fn tape(inputs: &[Input]) -> String {
    let mut text = String::new();
    for input in on_tape(inputs) {
        let _ = writeln!(
            text,
            "    {{\"{}\", {}, (const unsigned char *)\"{}\"}}, /* {} */",
            c_string(input.name.as_bytes()),
            input.bytes.len(),
            c_string(&input.bytes),
            input.value.replace("*/", "* /"),
        );
    }
    text.push_str("    {0, 0, 0},\n");
    text
}

/// A tape of more inputs than this is laid out when the run begins: compilers need seconds for as many addresses.
const LONG_TAPE: usize = 1000;

/// Lays out a tape of which there is each name with its size and how often it comes.
const LAY_OUT: &str = "\
__attribute__((constructor(101))) static void klew_lay_out_tape(void)
{
    const unsigned char *data = klew_values;
    struct klew_tape_entry *entry = klew_tape;
    unsigned run, number;
    for (run = 0; run < sizeof klew_runs / sizeof *klew_runs; run++)
        for (number = 0; number < klew_runs[run].count; number++, entry++) {
            entry->name = klew_runs[run].name;
            entry->size = klew_runs[run].size;
            entry->data = data;
            data += klew_runs[run].size;
        }
}
";

/// A long tape with these inputs.
fn long_tape(inputs: &[Input]) -> String {
    let mut text = String::from("static const unsigned char klew_values[] =\n");
    let mut runs: Vec<(&str, usize, usize)> = Vec::new();
    for input in on_tape(inputs) {
        let value = input.value.replace("*/", "* /");
        let _ = writeln!(text, "    \"{}\" /* {value} */", c_string(&input.bytes));
        match runs.last_mut() {
            Some((name, size, count)) if *name == input.name && *size == input.bytes.len() => {
                *count += 1;
            }
            _ => runs.push((&input.name, input.bytes.len(), 1)),
        }
    }
    text.push_str("    \"\";\n");
    text.push_str(
        "static const struct { const char *name; unsigned size, count; } klew_runs[] = {\n",
    );
    for (name, size, count) in runs {
        let _ = writeln!(text, "    {{\"{}\", {size}, {count}}},", c_string(name.as_bytes()));
    }
    let length = on_tape(inputs).count();
    let _ = writeln!(text, "}};\nstatic struct klew_tape_entry klew_tape[{length}];\n{LAY_OUT}");
    text
}

/// Whether the runtime defines SV-COMP's input function of that name.
pub fn defines_input(name: &str) -> bool {
    let Some(suffix) = name.strip_prefix("__VERIFIER_nondet_") else { return false };
    let end = format!(", {suffix})");
    RUNTIME.lines().any(|line| line.starts_with("KLEW_NONDET(") && line.ends_with(&end))
}

/// The definition of a function that nobody defines.
pub fn external_definition(external: &ExternalFunction) -> String {
    let ExternalFunction { name, result } = external;
    if result == "void" {
        return format!("KLEW_WEAK void {name}();\nKLEW_WEAK void {name}() {{}}\n");
    }
    format!(
        "KLEW_WEAK {result} {name}();\nKLEW_WEAK {result} {name}()\n{{\n    {result} value;\n    \
         klew_input(&value, sizeof value, \"{name}\");\n    return value;\n}}\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input(name: &str, bytes: &[u8], source: InputSource) -> Input {
        Input { name: name.into(), value: "v*/".into(), bytes: bytes.into(), place: None, source }
    }

    #[test]
    fn tape() {
        let inputs = [
            input("x", &[1, 0, 0, 0x31], InputSource::Harness),
            input("never written", &[7], InputSource::Implicit),
            input("a\"b", b"\\?\n", InputSource::Harness),
        ];
        let text = harness(&Harness { inputs: &inputs, strict: true, ..Harness::default() });
        assert!(text.contains(r#"{"x", 4, (const unsigned char *)"\001\000\0001"}, /* v* / */"#));
        assert!(text.contains(r#"{"a\"b", 3, (const unsigned char *)"\\\?\012"},"#));
        assert!(!text.contains("never written"));
        assert!(text.contains("#define KLEW_TAPE_LENGTH 2\n#define KLEW_IN_ORDER 1\n"));
    }

    #[test]
    fn long_tape() {
        let inputs: Vec<Input> = (0..3000)
            .map(|number| {
                let name = if number < 2000 { "x" } else { "y" };
                input(name, &[1, number as u8], InputSource::Harness)
            })
            .collect();
        let text = harness(&Harness { inputs: &inputs, ..Harness::default() });
        assert!(text.contains("    \"\\001\\005\" /* v* / */\n    \"\\001\\006\" /* v"), "{text}");
        assert!(text.contains("{\"x\", 2, 2000},\n    {\"y\", 2, 1000},\n};"));
        assert!(text.contains("klew_tape[3000];") && text.contains("TAPE_LENGTH 3000\n"));
    }

    #[test]
    fn input_functions() {
        assert!(
            defines_input("__VERIFIER_nondet_int") && defines_input("__VERIFIER_nondet_pointer")
        );
        assert!(!defines_input("__VERIFIER_nondet_gfp_t") && !defines_input("name"));
    }

    #[test]
    fn externals() {
        let externals = [
            ExternalFunction { name: "f".into(), result: "int".into() },
            ExternalFunction { name: "g".into(), result: "void".into() },
        ];
        let text = harness(&Harness { externals: &externals, ..Harness::default() });
        assert!(text.contains("KLEW_WEAK int f()\n{\n    int value;\n"));
        assert!(text.contains("KLEW_WEAK void g() {}\n"));
    }
}
