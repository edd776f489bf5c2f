//! What runs came through, file by file, of the program's own functions.

use std::collections::BTreeMap;

use klew_engine::{Covered, CoveredFunction, Ledger};
use klew_ir::{FunctionId, Program};
use klew_report::{BranchCoverage, FileCoverage, FunctionCoverage, LineCoverage};

use crate::findings::place;
use crate::front_end::Names;

/// Of all engines that followed runs, together.
pub fn coverage(program: &Program, names: &dyn Names, ledger: &Ledger) -> Vec<FileCoverage> {
    let mut all = Covered::default();
    for covered in ledger.accounts().filter_map(|account| account.covered.clone()) {
        all.add(covered);
    }
    let mut files: BTreeMap<String, Lines> = BTreeMap::new();
    for (id, function) in &all.functions {
        if names.is_own(&program.function(*id).name) {
            add(program, names, (*id, function), &mut files);
        }
    }
    files.into_iter().map(|(file, lines)| lines.finish(file)).collect()
}

#[derive(Default)]
struct Lines {
    functions: Vec<FunctionCoverage>,
    lines: BTreeMap<u32, bool>,
    branches: Vec<(u32, u32, Vec<bool>)>,
}

fn add(
    program: &Program,
    names: &dyn Names,
    (id, function): (FunctionId, &CoveredFunction),
    files: &mut BTreeMap<String, Lines>,
) {
    let declared = program.function(id);
    let first = function.places.keys().min_by_key(|position| position.line).copied();
    // Compilers give most functions a place; others begin where their code does.
    let begin =
        [Some(declared.position), first].into_iter().flatten().find_map(|at| place(program, at));
    // What has no place in the source, as a default constructor, is nobody's to cover.
    let Some(begin) = begin else { return };
    let name = names.function(&declared.name).to_owned();
    let entry = FunctionCoverage { line: begin.line, function: name, covered: function.entered };
    files.entry(begin.file).or_default().functions.push(entry);
    for (position, covered) in &function.places {
        let Some(at) = place(program, *position) else { continue };
        *files.entry(at.file).or_default().lines.entry(at.line).or_default() |= covered;
    }
    for (position, ways) in &function.branches {
        let Some(at) = place(program, *position) else { continue };
        files.entry(at.file).or_default().branches.push((at.line, at.column, ways.clone()));
    }
}

impl Lines {
    fn finish(mut self, file: String) -> FileCoverage {
        self.functions.sort();
        self.branches.sort_by_key(|(line, column, _)| (*line, *column));
        let line = |(line, covered)| LineCoverage { line, covered };
        let branch = |(line, _, ways)| BranchCoverage { line, ways };
        FileCoverage {
            file,
            functions: self.functions,
            lines: self.lines.into_iter().map(line).collect(),
            branches: self.branches.into_iter().map(branch).collect(),
        }
    }
}
