//! Where techniques plug into exploration: a listener that is asked at points and decisions, and told of ends.
//!
//! Source: the exploration of Chu, Jaffar, Santosa, *Bounded Verification and Testing of Heap Programs*, section IV
//! (and K. L. McMillan, *Lazy Annotation for Program Testing and Verification*, CAV 2010): a state is closed where
//! an annotation of its program point covers it, a node of the execution tree is annotated once all below it has
//! ended, and an annotation is made of the constraints that made sides infeasible. That is what [`Hooks`] offers,
//! and no more: what an annotation is, and when it covers a state, is the technique's.
//!
//! What is called when, for a state that runs:
//! - [`Hooks::at_point`] where it comes to the begin of a function, to a loop head or to another block with several
//!   ways into it, before the first instruction there;
//! - [`Hooks::rules_out`] before a query is asked whether a side of a decision is feasible;
//! - [`Hooks::infeasible`] after a query said that it is not;
//! - [`Hooks::forked`] when several sides are feasible;
//! - [`Hooks::fails`] when some of its runs fail a check;
//! - [`Hooks::left_out`] when some of its runs are not followed, while it goes on;
//! - [`Hooks::ended`] when it ends, however that is.
//!
//! **Invariant**: a state that is closed is counted ([`Statistics::subsumed_paths`](crate::Statistics)), is a leaf of
//! the execution tree, and ends as any other; it never just vanishes.
//! **Invariant**: a state of which no end was told is in the frontier; so below a node all has ended once every
//! state that was forked there has. Where the exploration stops, ends are missing; and where it cannot even begin (an
//! entry without code) there is no state to tell of.
//! **Invariant**: without a listener everything is as if there were no hooks: no code is decoded for them, no core is
//! asked for. With one that never answers, the same paths are explored and the same checks fail.
//! **Invariant**: a listener is asked only where a solver decides ([`Authority::Solver`](crate::strategy::Authority)):
//! not in replays, and not while decisions are followed, which a listener may have ruled out in the run that made
//! them.
//!
//! Whoever closes a state or rules out a side vouches for it: the outcome does not say more than how often.

use klew_engine::Witness;
use klew_ir::{BlockId, CheckId, Program};
use klew_solver::Solver;
use klew_term::{TermId, Terms};

use crate::ending::{Limit, PathEndKind};
pub use crate::point::{Point, PointKind};
use crate::state::State;

/// What a listener wants to be asked or told. What it does not want costs nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Interests {
    /// [`Hooks::at_point`] and [`Hooks::reopened`].
    pub points: bool,
    /// [`Hooks::rules_out`].
    pub decisions: bool,
    /// [`Hooks::infeasible`]. Queries then take longer, because a small unsatisfiable core is wanted of each.
    pub cores: bool,
    /// [`Hooks::forked`], [`Hooks::fails`], [`Hooks::left_out`] and [`Hooks::ended`].
    pub paths: bool,
}

impl Interests {
    /// Everything.
    pub const ALL: Interests =
        Interests { points: true, decisions: true, cores: true, paths: true };
}

/// What a listener may use while it is asked: the terms that states are made of, and the solver that serves them.
pub struct View<'v> {
    /// The program.
    pub program: &'v Program,
    /// The terms of all states of the run.
    pub terms: &'v mut Terms,
    /// The run's solver; what it is asked here counts as the run's.
    pub solver: &'v mut dyn Solver,
}

/// What is to happen with a state at a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtPoint {
    /// It goes on.
    GoOn,
    /// It ends here: whatever it could still do is covered by what was, or will be, explored elsewhere.
    Close,
}

/// What happens on a side of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SideKind {
    /// The program takes one of several alternatives.
    Alternative {
        /// Which, as in [`Decision::alternative`](crate::Decision::alternative).
        number: u64,
        /// The block that the state goes to; none where alternatives are no branches (the objects that a
        /// pointer may point into, the values of a size).
        target: Option<BlockId>,
    },
    /// A check fails.
    Fails(CheckId),
}

/// A side of a decision that the state's model does not take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Side {
    /// What happens there.
    pub kind: SideKind,
    /// The runs that take it: of sort Bool.
    pub condition: TermId,
}

/// A technique that listens to an exploration. All methods but the first do nothing by default.
pub trait Hooks {
    /// What it wants to be asked or told; looked at once, when a run begins.
    fn interests(&self) -> Interests;

    /// A state comes to a point. The call stack is part of the state: a point below other callers is another one
    /// to whoever closes states.
    fn at_point(&mut self, view: &mut View<'_>, state: &State, point: Point) -> AtPoint {
        let _ = (view, state, point);
        AtPoint::GoOn
    }

    /// Whether it is known that no run of the state takes a side. Nothing is added to the path condition then: what is
    /// known must hold on every run of the state, or a violation may be overlooked. A side that the state's model
    /// takes is not asked about, since it is feasible.
    fn rules_out(&mut self, view: &mut View<'_>, state: &State, side: &Side) -> bool {
        let _ = (view, state, side);
        false
    }

    /// No run of the state satisfies `condition`, because `core` is unsatisfiable: constraints of the path, and most
    /// often the condition itself. Not called where the condition is `false` as it stands. States go on knowing what
    /// was so found: not only branches, but also which object a pointer points into, or that an offset is one number.
    fn infeasible(
        &mut self,
        view: &mut View<'_>,
        state: &State,
        condition: TermId,
        core: &[TermId],
    ) {
        let _ = (view, state, condition, core);
    }

    /// `state` took one side of a decision, and others were forked from it, each with the number of its
    /// alternative. The instruction that decides is still under way.
    fn forked(&mut self, state: &State, others: &[(u64, Box<State>)]) {
        let _ = (state, others);
    }

    /// Some runs of the state fail a check that is asked about; the others go on. A check that was reported at this
    /// place before is not asked about again, so nothing is told of it.
    fn fails(&mut self, state: &State, finding: &Witness) {
        let _ = (state, finding);
    }

    /// Some runs of the state are not followed; why. What goes on is not all there is.
    fn left_out(&mut self, state: &State, why: &Limit) {
        let _ = (state, why);
    }

    /// A state ended: by what its path did, because it was cut, or because it was closed.
    fn ended(&mut self, view: &mut View<'_>, state: &State, end: &PathEndKind) {
        let _ = (view, state, end);
    }

    /// States that were closed and have to be explored after all, as where what covered them turned out to fail a
    /// check. Asked for when nothing else is left to explore, again and again until there are none. A state goes on
    /// where it was closed, and is asked about there once more.
    fn reopened(&mut self) -> Vec<State> {
        Vec::new()
    }
}

/// Nobody listens.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoHooks;

impl Hooks for NoHooks {
    fn interests(&self) -> Interests {
        Interests::default()
    }
}
