//! What the solvers did, for reports.

use std::{fmt, time::Duration};

/// How often a decorator answered without the solver inside it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CacheCounts {
    /// Queries it was asked.
    pub queries: u64,
    /// Queries it answered itself.
    pub hits: u64,
}

impl CacheCounts {
    fn add(&mut self, other: Self) {
        self.queries += other.queries;
        self.hits += other.hits;
    }
}

/// Counters of a stack of solvers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Queries of the engines.
    pub queries: u64,
    /// Of these, satisfiable.
    pub sat: u64,
    /// Of these, unsatisfiable.
    pub unsat: u64,
    /// Of these, unknown.
    pub unknown: u64,
    /// Answered by syntax alone.
    pub trivial: CacheCounts,
    /// Answered by the caller's own model.
    pub hint: CacheCounts,
    /// Queries of which only a part was passed on.
    pub independence: CacheCounts,
    /// Answered by the caller's own model after a few changes.
    pub repair: CacheCounts,
    /// Refuted by the order of terms.
    pub order: CacheCounts,
    /// Refuted by the bounds of terms.
    pub bounds: CacheCounts,
    /// Answered by trying all values of few bits, in part or altogether.
    pub few_bits: CacheCounts,
    /// Answered by a model of an earlier query.
    pub model_cache: CacheCounts,
    /// Answered by a core of an earlier query.
    pub core_cache: CacheCounts,
    /// Queries that reached a back end.
    pub backend_queries: u64,
    /// Time in the back ends.
    pub backend_time: Duration,
    /// Answers that a check of the answer contradicted.
    pub disagreements: u64,
}

impl Statistics {
    /// Adds the counters of another stack (of another worker, say).
    pub fn add(&mut self, other: &Self) {
        self.queries += other.queries;
        self.sat += other.sat;
        self.unsat += other.unsat;
        self.unknown += other.unknown;
        self.trivial.add(other.trivial);
        self.hint.add(other.hint);
        self.independence.add(other.independence);
        self.repair.add(other.repair);
        self.order.add(other.order);
        self.bounds.add(other.bounds);
        self.few_bits.add(other.few_bits);
        self.model_cache.add(other.model_cache);
        self.core_cache.add(other.core_cache);
        self.backend_queries += other.backend_queries;
        self.backend_time += other.backend_time;
        self.disagreements += other.disagreements;
    }
}

impl fmt::Display for Statistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} queries ({} sat, {} unsat, {} unknown), answered by: syntax {}, own model {} \
             (changed {}), order {}, bounds {}, few bits {}, model cache {}, core cache {}; {} cut by independence; back end {} in {:.3} s",
            self.queries,
            self.sat,
            self.unsat,
            self.unknown,
            self.trivial.hits,
            self.hint.hits,
            self.repair.hits,
            self.order.hits,
            self.bounds.hits,
            self.few_bits.hits,
            self.model_cache.hits,
            self.core_cache.hits,
            self.independence.hits,
            self.backend_queries,
            self.backend_time.as_secs_f64(),
        )
    }
}
