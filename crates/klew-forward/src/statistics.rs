//! Numbers of a run: what it explored, what it left out and what it cost.

use crate::execution_tree::TraceCount;

/// What pruning did in a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PruningStatistics {
    /// States that were kept at points.
    pub nodes: u64,
    /// Those that got an interpolant.
    pub annotated: u64,
    /// Comparisons of a state with an interpolant.
    pub tried: u64,
    /// Those where places could be matched.
    pub matched: u64,
    /// Sides of decisions that no run of a path takes, where an interpolant says what has to hold if runs do.
    pub other_sides: u64,
    /// Forks that closed states are thought to have saved.
    pub saved_forks: u64,
    /// Queries whether a state satisfies an interpolant.
    pub queries: u64,
    /// Comparisons of a state at a loop head with an earlier one.
    pub compared: u64,
    /// States that were closed as an earlier one includes them.
    pub covered: u64,
    /// Nodes of lists that became part of a segment.
    pub folded: u64,
}

/// What a run explored, left out and cost.
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    /// Paths that ended in the program's own way, or in a violation.
    pub paths: u64,
    /// The same paths by how they end.
    pub traces: TraceCount,
    /// Paths that were cut, dropped or left over.
    pub partial_paths: u64,
    /// Paths that no run takes (an assumption failed).
    pub infeasible_paths: u64,
    /// Times that a path was closed by a listener, as covered by others.
    pub subsumed_paths: u64,
    /// Closed paths that the listener gave back.
    pub reopened_paths: u64,
    /// What pruning did.
    pub pruning: PruningStatistics,
    /// Instructions of stretches that were gone once more, for pruning.
    pub retraced_instructions: u64,
    /// Instructions executed.
    pub instructions: u64,
    /// States that were made by forks.
    pub forks: u64,
    /// Queries to the solver chain.
    pub queries: u64,
    /// The most states at a time.
    pub max_states: usize,
    /// Times that a state was put away, to be executed again.
    pub put_away_states: u64,
    /// Waiting states that others took over.
    pub handed_over: u64,
    /// Up to which number of bytes short inputs were explored to the end.
    pub short_done: u32,
    /// Covered instructions, without those of library models.
    pub covered_instructions: u64,
    /// Instructions of all functions that the entry function may reach, without library models.
    pub total_instructions: u64,
    /// What the solver chain counted.
    pub solver: klew_solver::Statistics,
}
