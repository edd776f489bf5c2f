//! What an exploration did, as plain data: its tree of paths with the time that each part took, and its figures over time.
//!
//! **Invariant**: node 0 of a tree is the root, and a node comes after the one above it.
//! **Invariant**: of two runs that do the same, only `seconds` and [`Sample`]s differ.

use serde::{Deserialize, Serialize};

/// What happens at the end of a stretch of a path.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ExploredKind {
    /// Several alternatives are feasible.
    Fork,
    /// The path ends as it should.
    Normal,
    /// It ends in an error.
    Exceptional,
    /// No run takes it.
    Infeasible,
    /// It was closed because of an earlier state.
    Covered,
    /// It was not followed to its end.
    Cut,
    /// It waits.
    #[default]
    Waiting,
    /// Another process goes on with it.
    Elsewhere,
}

/// A stretch of a path, from one fork to the next.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ExploredNode {
    /// The node above.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<usize>,
    /// When a run comes from there to here.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub when: String,
    /// The function that runs at its end.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub function: String,
    /// The file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// What happens there.
    pub kind: ExploredKind,
    /// In words, where the kind does not say all.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// What fails in some of its runs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fails: Vec<ExploredFailure>,
    /// Of a closed state: the node whose state closed it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub covered_by: Option<usize>,
    /// What that one's state demands of states that it closes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub interpolant: Vec<String>,
    /// Time, without what is below.
    pub seconds: f64,
    /// Queries to solvers.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub queries: u64,
    /// Instructions.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub instructions: u64,
    /// Paths that ended in it, where it stands for more than one stretch.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub ended: u64,
    /// Forks below it that are no nodes.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub folded_forks: u64,
}

/// A check that fails.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExploredFailure {
    /// Of which property.
    pub property: String,
    /// The file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
}

/// Figures at a moment, of the work that leads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    /// Since the call began.
    pub seconds: f64,
    /// Paths that ended.
    pub paths: u64,
    /// States that wait.
    pub waiting: u64,
    /// Instructions that some path executed.
    pub covered: u64,
    /// Instructions that there are.
    pub coverable: u64,
    /// Queries.
    pub queries: u64,
    /// Seconds in solvers.
    pub solver_seconds: f64,
    /// Bytes in use.
    pub memory: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "what serde calls")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// So many samples are kept.
const MOST_SAMPLES: usize = 240;

/// Samples in the order of time: the longer it takes, the farther apart.
#[derive(Clone, Debug)]
pub struct Timeline {
    samples: Vec<Sample>,
    apart: f64,
}

impl Default for Timeline {
    fn default() -> Timeline {
        Timeline { samples: Vec::new(), apart: 0.01 }
    }
}

impl Timeline {
    /// Whether another sample is wanted at that time.
    pub fn is_due(&self, seconds: f64) -> bool {
        self.samples.last().is_none_or(|last| seconds >= last.seconds + self.apart)
    }

    /// Takes one.
    pub fn add(&mut self, sample: Sample) {
        if self.samples.len() >= MOST_SAMPLES {
            let mut index = 0;
            self.samples.retain(|_| {
                index += 1;
                index % 2 == 1
            });
            self.apart *= 2.0;
        }
        self.samples.push(sample);
    }

    /// All of them.
    pub fn samples(&self) -> &[Sample] {
        &self.samples
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_stay_few_and_in_order() {
        let mut timeline = Timeline::default();
        let mut taken = 0;
        for step in 0..100_000 {
            let seconds = f64::from(step) / 1000.0;
            if timeline.is_due(seconds) {
                timeline.add(Sample { seconds, ..Sample::default() });
                taken += 1;
            }
        }
        let all = timeline.samples();
        assert!(all.len() > MOST_SAMPLES / 2 && all.len() <= MOST_SAMPLES, "{}", all.len());
        assert!(taken < 4 * MOST_SAMPLES, "{taken}");
        assert!(all.windows(2).all(|two| two[0].seconds < two[1].seconds));
        assert!(all[0].seconds < 0.1 && all[all.len() - 1].seconds > 99.0);
    }

    #[test]
    fn what_is_not_there_is_not_written() {
        let node = ExploredNode { kind: ExploredKind::Cut, ..ExploredNode::default() };
        let text = serde_json::to_string(&node).unwrap();
        assert_eq!(text, r#"{"kind":"cut","seconds":0.0}"#);
        assert_eq!(serde_json::from_str::<ExploredNode>(&text).unwrap(), node);
    }
}
