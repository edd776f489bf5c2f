//! Says which functions of the C library are taken to find the memory that they need, where `--malloc-may-fail` is given: what models allocate is
//! always there.

use klew_ir::Program;
use klew_report::CheckReport;

/// Functions that allocate and whose failure is not followed.
const SPARED: [&str; 12] = [
    "asprintf",
    "vasprintf",
    "__asprintf_chk",
    "__vasprintf_chk",
    "getline",
    "getdelim",
    "__getdelim",
    "open_memstream",
    "wcsdup",
    "setenv",
    "realpath",
    "getcwd",
];

/// Adds them to a report on a program that has them.
pub(crate) fn say(report: &mut CheckReport, program: &Program) {
    let is_spared = |name: &&str| SPARED.contains(name);
    let library = program.functions.iter().filter(|function| function.library);
    let names: Vec<&str> =
        library.map(|function| function.name.as_str()).filter(is_spared).collect();
    if !names.is_empty() {
        report.assumptions.push(format!("there is memory for what {} needs", names.join(", ")));
    }
}
