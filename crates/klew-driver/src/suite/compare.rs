//! What a suite does not cover, and why; and where the measurement differs from what klew expected.
//!
//! The tools count ways of branches by line, each in its own way (a compiler may make two branches of what another makes a
//! comparison of), so both are compared line by line.
//!
//! **Invariant**: unreachable is only what the explored program has and no path came to. What is not in it (it computes nothing that
//! is used, say) was not looked at.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use klew_report::suite::{Coverage, LineCoverage, Uncovered};

use super::explore::Explored;

/// What klew expected of a line.
#[derive(Default)]
struct Expected {
    taken: usize,
    /// In words.
    not_taken: Vec<String>,
    /// How many of these were proved unreachable.
    unreachable: usize,
    /// Whether there is code, and no path executed any of it.
    dead: bool,
}

/// What is not covered, and differences.
pub fn compare(
    explored: &Explored,
    coverage: &Coverage,
    tool: &str,
) -> (Vec<Uncovered>, Vec<String>) {
    let mut real: BTreeMap<String, PathBuf> = BTreeMap::new();
    let mut of = |file: &str| {
        let path = || Path::new(file).canonicalize().unwrap_or_else(|_| PathBuf::from(file));
        real.entry(file.to_owned()).or_insert_with(path).clone()
    };
    let mut expected: BTreeMap<(PathBuf, u32), Expected> = BTreeMap::new();
    for (covers, taken) in &explored.ways {
        if covers.way.is_empty() {
            continue;
        }
        let line = expected.entry((of(&covers.file), covers.line)).or_default();
        match taken {
            true => line.taken += 1,
            false => {
                line.not_taken.push(covers.way.clone());
                line.unreachable += usize::from(explored.unreachable.contains(covers));
            }
        }
    }
    for ((file, line), executed) in &explored.lines {
        expected.entry((of(file), *line)).or_default().dead = !executed;
    }
    let (mut uncovered, mut differences) = (Vec::new(), Vec::new());
    for (file, lines) in &coverage.files {
        for (&number, line) in lines {
            let own = expected.get(&(of(file), number));
            let missed = line.branches.iter().filter(|count| **count == 0).count();
            if line.count > 0 && missed == 0 {
                // Where klew sees more branches (exceptions that calls end with, in Java), both cannot be compared.
                let same = |own: &&Expected| {
                    !explored.hides_branches
                        && own.taken + own.not_taken.len() <= line.branches.len()
                };
                if let Some(own) = own.filter(|own| !own.not_taken.is_empty()).filter(same) {
                    differences.push(format!(
                        "{file}:{number}: klew's runs did not take {}, {tool} says that all ways were taken",
                        own.not_taken.join(", ")
                    ));
                }
                continue;
            }
            let difference = difference(own, line, missed, tool);
            if let Some(text) = difference.filter(|_| line.count == 0 || !explored.hides_branches) {
                differences.push(format!("{file}:{number}: {text}"));
            }
            uncovered.push(one(explored, (file, number), line, own));
        }
    }
    (uncovered, differences)
}

fn difference(
    own: Option<&Expected>,
    line: &LineCoverage,
    missed: usize,
    tool: &str,
) -> Option<String> {
    let own = own?;
    if line.count == 0 {
        let taken = own.taken;
        return (taken > 0).then(|| {
            format!("klew took {taken} ways of its branches, {tool} says it was not reached")
        });
    }
    (own.not_taken.is_empty() && own.taken == line.branches.len())
        .then(|| format!("klew took all ways of its branches, {tool} says that {missed} were not"))
}

fn one(
    explored: &Explored,
    (file, line): (&str, u32),
    measured: &LineCoverage,
    own: Option<&Expected>,
) -> Uncovered {
    let ways = measured.branches.iter().filter(|count| **count == 0).count();
    let not_taken = own.map_or(&[][..], |own| &own.not_taken);
    let what = match (measured.count, not_taken) {
        (0, _) => "not reached".to_owned(),
        (_, []) => format!("{ways} of {} ways not taken", measured.branches.len()),
        (_, _) if explored.hides_branches => {
            format!("{ways} of {} ways not taken", measured.branches.len())
        }
        (_, several) => format!("not taken: {}", several.join(", ")),
    };
    let complete = explored.followed;
    let dead = own.is_some_and(|own| own.dead);
    let proved = own.map_or(0, |own| own.unreachable);
    let unreachable = match measured.count {
        0 => complete && dead,
        _ if explored.hides_branches => false,
        _ => !not_taken.is_empty() && (complete || proved == not_taken.len()),
    };
    // A tool may count more ways than klew.
    let ways = match (unreachable, measured.count) {
        (true, 1..) => ways.min(not_taken.len()),
        _ => ways,
    };
    let why = if unreachable && proved > 0 {
        "proved unreachable".to_owned()
    } else if unreachable {
        "proved unreachable: all paths were followed".to_owned()
    } else if explored.limits.is_empty() && !complete && measured.count == 0 {
        "not found, although all ways of branches were taken or cannot be".to_owned()
    } else if explored.limits.is_empty() {
        "klew knows no such code: what comes before may decide it, or nothing depends on it"
            .to_owned()
    } else {
        format!("not found ({})", explored.limits.first().map_or("", String::as_str))
    };
    Uncovered { file: file.to_owned(), line, what, ways, unreachable, why }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::candidate::Covers;

    fn explored(limits: &[&str], hides_branches: bool) -> Explored {
        let covers = |line, way: &str| Covers {
            function: "f".into(),
            file: "a.c".into(),
            line,
            column: 1,
            way: way.into(),
        };
        Explored {
            ways: [(covers(3, "true"), false), (covers(3, "false"), true)].into(),
            lines: [(("a.c".to_owned(), 3), true), (("a.c".to_owned(), 4), false)].into(),
            limits: limits.iter().map(|limit| (*limit).to_owned()).collect(),
            followed: limits.is_empty(),
            hides_branches,
            ..Explored::default()
        }
    }

    fn check(limits: &[&str], hides_branches: bool, want: [bool; 3]) {
        let line = |count, branches: &[u64]| LineCoverage { count, branches: branches.to_vec() };
        let lines = [(3, line(1, &[0, 1])), (4, line(0, &[])), (5, line(0, &[]))];
        let coverage = Coverage { files: [("a.c".to_owned(), lines.into())].into() };
        let (uncovered, _) = compare(&explored(limits, hides_branches), &coverage, "gcov");
        let unreachable: Vec<bool> = uncovered.iter().map(|one| one.unreachable).collect();
        assert_eq!(unreachable, want, "{uncovered:?}");
    }

    #[test]
    fn only_what_was_looked_at_is_unreachable() {
        // Of line 5 nothing is in the explored program.
        check(&[], false, [true, true, false]);
        check(&["time"], false, [false, false, false]);
        check(&[], true, [false, true, false]);
    }
}
