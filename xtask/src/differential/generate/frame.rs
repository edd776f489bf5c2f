//! What every program has around its statements: declarations before, `main` after. With `NATIVE`
//! defined, `main` runs all inputs; without, it asks for one.

use std::fmt::Write;

use super::flavour::Flavour;
use super::outside::Outside;
use super::{INTEGERS, Input};
use crate::differential::program::Goal;

/// The text before the functions.
pub fn prologue(goal: Goal, flavours: &[&Flavour]) -> String {
    let mut text = String::from(
        "#include <stdlib.h>\n#include <string.h>\n#include <stdarg.h>\n#include <math.h>\n#include <ctype.h>\n",
    );
    text.push_str("#ifdef NATIVE\n#include <stdio.h>\nstatic int failed;\nstatic void reach_error(void) { failed = 1; }\n#else\nextern void abort(void);\nvoid reach_error(void) { abort(); }\n#endif\n");
    for (kind, name) in INTEGERS {
        let _ = writeln!(text, "extern {kind} __VERIFIER_nondet_{name}(void);");
    }
    text.push_str("struct node { int value; struct node *next; short tag; };\n");
    text.push_str("struct pair { signed char a; unsigned b; unsigned short c[3]; long d; };\n");
    text.push_str("union both { unsigned u; unsigned char bytes[4]; float f; };\n");
    text.push_str("struct bits { unsigned x : 3; int y : 7; unsigned z : 13; };\n");
    text.push_str("static int g0; static unsigned g1; static unsigned char ga[8]; static short gs[4];\nstatic struct pair gp;\nstatic long live;\n");
    text.push_str("static struct node *get(int v) { struct node *n = malloc(sizeof *n); live++; n->value = v; n->next = 0; n->tag = (short)v; return n; }\n");
    text.push_str("static void put(struct node *n) { if (n) live--; free(n); }\n");
    text.push_str(
        "static int clamp(double d) { return d > -30000.0 && d < 30000.0 ? (int)d : 7; }\n",
    );
    for flavour in flavours {
        let _ = writeln!(text, "{}", flavour.globals);
    }
    text.push_str("static void reset(void) { g0 = 3; g1 = 5; memset(ga, 1, sizeof ga); for (int i = 0; i < 4; i++) gs[i] = (short)(i * 7); memset(&gp, 0, sizeof gp); live = 0;");
    for flavour in flavours {
        let _ = write!(text, " {}", flavour.reset);
    }
    let leaked = if goal == Goal::Cleanup { "(live != 0)" } else { "0" };
    let _ = writeln!(text, " }}\n#define LEAKED {leaked}\n");
    text
}

/// The text after the functions.
pub fn epilogue(inputs: &[Input]) -> String {
    let mut text = String::from("#ifdef NATIVE\nint main(void) {\n");
    text.push_str(&loops(inputs));
    let call = call(inputs);
    let _ = writeln!(
        text,
        "  {{ reset(); {call} if (failed || LEAKED) {{ fprintf(stderr, \"FAILED\\n\"); _Exit(0); }} }}",
    );
    text.push_str("  return 0;\n}\n#else\nint main(void) {\n");
    text.push_str(&asked(inputs));
    let _ = writeln!(text, "  reset();\n  {call}\n  return 0;\n}}\n#endif");
    text
}

/// The same of a program that gets more than numbers.
pub fn epilogue_with(inputs: &[Input], outside: &Outside) -> String {
    outside.epilogue(&loops(inputs), &call(inputs), &asked(inputs))
}

/// Heads of loops over all inputs.
fn loops(inputs: &[Input]) -> String {
    let mut text = String::new();
    for (index, input) in inputs.iter().enumerate() {
        let _ = writeln!(
            text,
            "  for (long i{index} = {}; i{index} <= {}; i{index}++)",
            input.low, input.high
        );
    }
    text
}

fn call(inputs: &[Input]) -> String {
    let arguments: Vec<String> = (0..inputs.len()).map(|index| format!("i{index}")).collect();
    format!("run({});", arguments.join(", "))
}

/// Asks for the inputs; the run ends if they are not among those of the loops.
fn asked(inputs: &[Input]) -> String {
    let mut text = String::new();
    for (index, input) in inputs.iter().enumerate() {
        let (kind, name) = INTEGERS[input.kind];
        let _ = writeln!(text, "  {kind} i{index} = __VERIFIER_nondet_{name}();");
        let low = if input.kind.is_multiple_of(2) || input.low > 0 {
            format!("i{index} < {} || ", input.low)
        } else {
            String::new()
        };
        let _ = writeln!(text, "  if ({low}i{index} > {}) return 0;", input.high);
    }
    text
}
