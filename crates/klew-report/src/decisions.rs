//! Decisions (`a && b || c`), the rows of their truth tables that runs took, and which conditions these rows show to decide: MC/DC.
//!
//! A condition is shown to decide by two rows with different outcomes that differ in it and in nothing else; what a row does not evaluate differs from
//! nothing (masking). J. Chilenski, S. Miller, *Applicability of modified condition/decision coverage to software testing*, 1994.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde::{Serialize, Serializer};

/// A row of a truth table that was taken.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Row {
    /// What each condition was; none for those that were not evaluated.
    pub conditions: Vec<Option<bool>>,
    /// What the decision came to.
    pub outcome: bool,
}

impl Row {
    /// Whether both rows together show that a condition decides.
    fn shows(&self, other: &Row, condition: usize) -> bool {
        let differs =
            |(a, b): (&Option<bool>, &Option<bool>)| a.zip(*b).is_some_and(|(a, b)| a != b);
        let pairs = || self.conditions.iter().zip(&other.conditions);
        self.outcome != other.outcome
            && pairs().enumerate().all(|(index, pair)| differs(pair) == (index == condition))
    }
}

/// A decision.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Decision {
    /// Where its conditions are: lines and columns.
    pub conditions: Vec<(u32, u32)>,
    /// Which of them are always the same, as the compiler sees: nobody can show that they decide.
    pub constant: BTreeSet<usize>,
    /// The rows that were taken.
    pub rows: BTreeSet<Row>,
}

impl Decision {
    /// Two rows that show that a condition decides, if some do: those that are wanted anyway first.
    fn pair(&self, condition: usize, wanted: &BTreeSet<&Row>) -> Option<(&Row, &Row)> {
        let pairs = self.rows.iter().flat_map(|a| self.rows.iter().map(move |b| (a, b)));
        let shown = pairs.filter(|(a, b)| a < b && a.shows(b, condition));
        let is_new = |row: &Row| usize::from(!wanted.contains(row));
        shown.min_by_key(|(a, b)| is_new(a) + is_new(b))
    }

    /// Which of its conditions are shown to decide.
    pub fn shown(&self) -> Vec<bool> {
        let none = BTreeSet::new();
        (0..self.conditions.len()).map(|condition| self.pair(condition, &none).is_some()).collect()
    }

    /// Few rows that show as much as all do.
    fn needed(&self) -> BTreeSet<&Row> {
        let mut wanted = BTreeSet::new();
        for condition in 0..self.conditions.len() {
            if let Some((a, b)) = self.pair(condition, &wanted) {
                wanted.extend([a, b]);
            }
        }
        wanted
    }
}

/// The decisions of a program, by file and by where they begin: line and column.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Decisions {
    /// Those of each file.
    pub files: BTreeMap<String, BTreeMap<(u32, u32), Decision>>,
}

/// A condition of a decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition<'d> {
    /// The file.
    pub file: &'d str,
    /// Line and column.
    pub place: (u32, u32),
    /// Whether rows show that it decides.
    pub shown: bool,
}

impl Decisions {
    /// Adds what another run of the same program took.
    pub fn add(&mut self, other: &Decisions) {
        for (file, decisions) in &other.files {
            let own = self.files.entry(file.clone()).or_default();
            for (place, decision) in decisions {
                let own = own.entry(*place).or_default();
                own.conditions.clone_from(&decision.conditions);
                own.constant.clone_from(&decision.constant);
                own.rows.extend(decision.rows.iter().cloned());
            }
        }
    }

    /// All conditions, in their order.
    pub fn conditions(&self) -> Vec<Condition<'_>> {
        let mut all = Vec::new();
        for (file, _, decision) in self.each() {
            let conditions = decision.conditions.iter().zip(decision.shown()).enumerate();
            for (_, (&place, shown)) in conditions.filter(|it| !decision.constant.contains(&it.0)) {
                all.push(Condition { file, place, shown });
            }
        }
        all
    }

    /// Conditions that are shown to decide, and all.
    pub fn counts(&self) -> (usize, usize) {
        let all = self.conditions();
        (all.iter().filter(|condition| condition.shown).count(), all.len())
    }

    /// For runs that took these rows together: which of them have to be among what a choice of runs takes, so that it shows as much.
    pub fn needed(&self) -> BTreeSet<String> {
        let of = |(file, place, decision): (&str, (u32, u32), &Decision)| {
            let needed = decision.needed().into_iter();
            needed.map(|row| key(file, place, row)).collect::<Vec<_>>()
        };
        self.each().flat_map(of).collect()
    }

    /// The rows, as keys like those of [`Decisions::needed`].
    pub fn keys(&self) -> impl Iterator<Item = String> {
        self.each().flat_map(|(file, place, decision)| {
            decision.rows.iter().map(move |row| key(file, place, row))
        })
    }

    fn each(&self) -> impl Iterator<Item = (&str, (u32, u32), &Decision)> {
        self.files.iter().flat_map(|(file, decisions)| {
            decisions.iter().map(move |(place, decision)| (file.as_str(), *place, decision))
        })
    }
}

fn key(file: &str, (line, column): (u32, u32), row: &Row) -> String {
    format!("{file}:{line}:{column}: {row}")
}

/// `TF- = F`: what the conditions were, those that were not evaluated, and the outcome.
impl fmt::Display for Row {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter =
            |value: &Option<bool>| value.map_or("-", |truth| if truth { "T" } else { "F" });
        let conditions: String = self.conditions.iter().map(letter).collect();
        write!(formatter, "{conditions} = {}", letter(&Some(self.outcome)))
    }
}

/// A list of the decisions, each with its conditions and the rows that were taken.
impl Serialize for Decisions {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.each().map(|(file, (line, column), decision)| {
            let conditions = decision.conditions.iter().zip(decision.shown()).enumerate();
            let conditions = conditions.map(|(index, ((line, column), shown))| {
                let constant = decision.constant.contains(&index);
                serde_json::json!({
                    "line": line, "column": column, "shown": shown, "constant": constant
                })
            });
            serde_json::json!({
                "file": file,
                "line": line,
                "column": column,
                "conditions": conditions.collect::<Vec<_>>(),
                "rows": decision.rows.iter().map(Row::to_string).collect::<Vec<_>>(),
            })
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows like `TF-=F` of a decision of three conditions.
    fn decision(rows: &[&str]) -> Decision {
        let row = |text: &&str| {
            let value = |letter| match letter {
                'T' => Some(true),
                'F' => Some(false),
                _ => None,
            };
            let (conditions, outcome) = text.split_once('=').unwrap();
            Row { conditions: conditions.chars().map(value).collect(), outcome: outcome == "T" }
        };
        Decision {
            conditions: (0..3).map(|column| (3, column)).collect(),
            constant: BTreeSet::new(),
            rows: rows.iter().map(row).collect(),
        }
    }

    #[test]
    fn conditions_decide_where_nothing_else_differs() {
        // (a && b) || c
        let all = ["TT-=T", "TFT=T", "TFF=F", "F-T=T", "F-F=F"];
        assert_eq!(decision(&all).shown(), [true, true, true]);
        assert_eq!(decision(&["TT-=T", "TFF=F", "F-F=F"]).shown(), [true, true, false]);
        assert_eq!(decision(&["TT-=T", "F-F=F"]).shown(), [true, false, false]);
        // The first two rows differ in two conditions.
        assert_eq!(decision(&["TFT=T", "F-F=F"]).shown(), [false, false, false]);
        assert_eq!(decision(&[]).shown(), [false, false, false]);
    }

    #[test]
    fn few_rows_show_as_much_as_all() {
        let all = decision(&["TT-=T", "TFT=T", "TFF=F", "F-T=T", "F-F=F"]);
        let needed = Decision { rows: all.needed().into_iter().cloned().collect(), ..all.clone() };
        assert_eq!((needed.rows.len(), needed.shown()), (4, all.shown()));
    }

    #[test]
    fn runs_are_added_up() {
        let of = |rows: &[&str]| Decisions {
            files: [("a.c".to_owned(), [((3, 1), decision(rows))].into())].into(),
        };
        let mut both = of(&["TT-=T"]);
        both.add(&of(&["TFF=F"]));
        assert_eq!(both.counts(), (1, 3));
        assert_eq!(both.keys().collect::<Vec<_>>(), ["a.c:3:1: TFF = F", "a.c:3:1: TT- = T"]);
        assert_eq!(both.needed(), both.keys().collect());
    }
}
