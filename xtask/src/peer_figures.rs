//! KLEE's seconds for the rows of a list, as someone measured them: from the list itself
//! (`row=file:flags; klee SECONDS`), or from the table in the `README.md` beside it.
//!
//! The table names several rows at once (`bub4 / 5 / 6`), with as many figures in each cell; of the columns whose
//! heading names KLEE the fastest counts.

use std::collections::BTreeMap;

/// KLEE's best seconds by row, of every table in a text.
pub fn of_readme(text: &str) -> BTreeMap<String, f64> {
    let mut best: BTreeMap<String, f64> = BTreeMap::new();
    let mut columns: Vec<bool> = Vec::new();
    for line in text.lines() {
        let Some(cells) = cells(line) else {
            columns.clear();
            continue;
        };
        if columns.is_empty() {
            columns = heading(&cells);
            continue;
        }
        let Some(names) = cells.first().map(|label| names(label)) else { continue };
        for (cell, _) in cells.iter().zip(&columns).filter(|(_, counts)| **counts) {
            let figures: Vec<Option<f64>> = cell.split('/').map(figure).collect();
            for (name, seconds) in names.iter().zip(figures) {
                let Some(seconds) = seconds else { continue };
                let known = best.entry(name.clone()).or_insert(seconds);
                *known = known.min(seconds);
            }
        }
    }
    best
}

fn cells(line: &str) -> Option<Vec<&str>> {
    let inner = line.trim().strip_prefix('|')?.strip_suffix('|')?;
    Some(inner.split('|').map(str::trim).collect())
}

/// Which columns count: KLEE's own, and "the same with" other flags right of one.
fn heading(cells: &[&str]) -> Vec<bool> {
    let mut before = false;
    let counts = cells.iter().map(|cell| {
        before = cell.contains("KLEE")
            || cell.contains("--search")
            || cell.contains("the same") && before;
        before
    });
    counts.collect()
}

/// `bub4 / 5 / 6` is bub4, bub5 and bub6; what stands behind a comma makes it another program.
fn names(label: &str) -> Vec<String> {
    if label.contains(',') {
        return Vec::new();
    }
    let mut parts = label.split('/').map(str::trim);
    let Some(first) = parts.next() else { return Vec::new() };
    let stem = first.trim_end_matches(|c: char| c.is_ascii_digit());
    let mut names = vec![first.to_owned()];
    names.extend(parts.map(|number| format!("{stem}{number}")));
    names
}

/// The number that a cell begins with.
fn figure(cell: &str) -> Option<f64> {
    cell.split_whitespace().next()?.parse().ok()
}

/// The parts of a row's text: what describes it, and KLEE's seconds.
pub fn of_row(text: &str) -> (&str, Option<f64>) {
    match text.split_once(';') {
        Some((row, peer)) => {
            (row.trim_end(), peer.trim().strip_prefix("klee").and_then(|rest| figure(rest.trim())))
        }
        None => (text, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "\
Text.

| row | paths | KLEE default | KLEE `--search=dfs` | the same with `--optimize` | Other (paths) |
|---|---|---|---|---|---|
| re7 | 6675+763 | 8.1 | 1.50 | 0.44 (2451 paths) | 0.1 |
| re7, NUL-terminated | 5895 | 8.0 | | | 0.2 |
| bub4 / 5 / 6 | 24 / 120 / 720 | 0.71 / 4.6 / over 44 | - / - / 5.5 | - / - / 3.8 | 0.09 / 0.3 / 0.4 |
";

    #[test]
    fn tables() {
        let found: Vec<(String, f64)> = of_readme(TABLE).into_iter().collect();
        let expected = [("bub4", 0.71), ("bub5", 4.6), ("bub6", 3.8), ("re7", 0.44)];
        assert_eq!(found, expected.map(|(name, seconds)| (name.to_owned(), seconds)));
        assert!(of_readme("no table").is_empty());
    }

    #[test]
    fn rows() {
        assert_eq!(of_row("a=a.c:-DN=1"), ("a=a.c:-DN=1", None));
        assert_eq!(of_row("a=a.c:-DN=1; klee 0.25"), ("a=a.c:-DN=1", Some(0.25)));
    }
}
