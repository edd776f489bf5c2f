//! The tracefile of lcov: which functions, lines and branches klew's runs came through.
//!
//! Counts are 0 and 1: klew follows a path once for all of its inputs. Ways of a branch that was never come to are `-`.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::Document;
use crate::report::FileCoverage;

/// The tracefile; without records where no engine followed runs.
pub fn lcov(document: &Document) -> String {
    let mut text = String::from("TN:klew\n");
    for file in document.record.iter().flat_map(|record| &record.coverage) {
        record(&mut text, file);
    }
    text
}

fn record(text: &mut String, file: &FileCoverage) {
    let _ = writeln!(text, "SF:{}", file.file);
    for function in &file.functions {
        let _ = writeln!(text, "FN:{},{}", function.line, function.function);
    }
    for function in &file.functions {
        let _ = writeln!(text, "FNDA:{},{}", u8::from(function.covered), function.function);
    }
    let functions = file.functions.iter().map(|function| function.covered);
    totals(text, "FN", functions);
    let mut blocks: BTreeMap<u32, u32> = BTreeMap::new();
    for branch in &file.branches {
        let block = blocks.entry(branch.line).or_default();
        let reached = branch.ways.contains(&true);
        for (way, taken) in branch.ways.iter().enumerate() {
            let count = match (reached, taken) {
                (false, _) => "-",
                (true, false) => "0",
                (true, true) => "1",
            };
            let _ = writeln!(text, "BRDA:{},{block},{way},{count}", branch.line);
        }
        *block += 1;
    }
    totals(text, "BR", file.branches.iter().flat_map(|branch| branch.ways.iter().copied()));
    for line in &file.lines {
        let _ = writeln!(text, "DA:{},{}", line.line, u8::from(line.covered));
    }
    totals(text, "L", file.lines.iter().map(|line| line.covered));
    text.push_str("end_of_record\n");
}

/// How many there are, and how many were hit.
fn totals(text: &mut String, what: &str, covered: impl Iterator<Item = bool>) {
    let (mut all, mut hit) = (0, 0);
    for covered in covered {
        all += 1;
        hit += u32::from(covered);
    }
    let _ = writeln!(text, "{what}F:{all}\n{what}H:{hit}");
}
