//! Reads the tables of `EXPECTED.md`.

use std::collections::BTreeMap;

/// A column of the first table below a heading that contains a text, by the first column.
pub fn column(text: &str, heading: &str, column: &str) -> BTreeMap<String, String> {
    let below = text.lines().skip_while(|line| !(line.starts_with("##") && line.contains(heading)));
    let mut rows =
        below.skip_while(|line| !line.starts_with('|')).take_while(|line| line.starts_with('|'));
    let cells = |line: &str| -> Vec<String> {
        line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect()
    };
    let head = rows.next().map(cells).unwrap_or_default();
    let Some(at) = head.iter().position(|cell| cell == column) else { return BTreeMap::new() };
    let rows = rows.map(cells).filter(|row| row.len() == head.len() && !row[0].starts_with('-'));
    rows.map(|row| (row[0].clone(), row[at].clone())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_of_tables() {
        let text = "# x\n## One, Table I\ntext\n\n| name | s | t |\n|---|---|---|\n| a | 1.5 | yes |\n| b | - | no |\n\n\
                    ## Two\n| name | s |\n|---|---|\n| a | 7 |\n";
        let found = column(text, "Table I", "s");
        let expected = [("a", "1.5"), ("b", "-")].map(|(a, b)| (a.to_owned(), b.to_owned()));
        assert_eq!(found, expected.into());
        assert_eq!(column(text, "Two", "s").get("a").map(String::as_str), Some("7"));
        assert!(column(text, "Two", "t").is_empty());
    }
}
