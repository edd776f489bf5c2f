//! What a run is asked to do: what it checks, in which order it explores, how far it goes, what inputs there are.

use std::collections::BTreeSet;
use std::rc::Rc;
use std::time::Duration;

use klew_engine::{Decision, Frontier, Guidance, InputHeapPolicy};
use klew_ir::{CheckId, FunctionId, GlobalId, PropertySet};

use crate::folding::trees::Kinds;

pub use klew_engine::task::Limits;

/// Which state goes on next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SearchStrategy {
    /// The state that was forked last: depth first.
    Depth,
    /// The state that waits longest: breadth first.
    Breadth,
    /// One in the innermost of the first loops: what is in a loop before what left it.
    LoopsFirst,
    /// A leaf of the execution tree, found by going down from the root at random.
    RandomPath,
    /// One that is near code not yet covered.
    Coverage,
    /// One beside paths that came nearer than others to violating a check.
    Goals,
    /// One whose path takes the fewest words to tell.
    FewestWords,
    /// One whose path went through what other paths seldom did.
    Trails,
    /// Each of these, with equal shares of the work.
    Interleaved(Vec<SearchStrategy>),
}

impl SearchStrategy {
    /// Whether it looks at how long it takes to tell paths.
    pub(crate) fn counts_words(&self) -> bool {
        match self {
            SearchStrategy::FewestWords => true,
            SearchStrategy::Interleaved(all) => all.iter().any(SearchStrategy::counts_words),
            _ => false,
        }
    }
}

/// What a run is asked to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Configuration {
    /// What is checked.
    pub properties: PropertySet,
    /// Which state goes on next.
    pub search: SearchStrategy,
    /// For the strategies that choose at random.
    pub seed: u64,
    /// Bounds of the exploration; what they cut off is in the outcome.
    pub limits: Limits,
    /// Whether the first finding ends the run.
    pub stop_at_first_finding: bool,
    /// Explore only paths that begin with these decisions.
    pub follow: Option<Vec<Decision>>,
    /// Explore these pieces only, which another run left; all paths if absent. The outcome is one of these pieces.
    pub begin: Option<Rc<Frontier>>,
    /// Whether a query holds only those constraints of the path that are connected with its condition.
    pub split_queries: bool,
    /// How input references are resolved.
    pub input_heap: InputHeapPolicy,
    /// The most elements of what a C input pointer points to.
    pub input_array_max: u64,
    /// The most elements of an array of a class among the inputs; any number if absent.
    pub input_element_max: Option<u64>,
    /// The most objects among the inputs.
    pub input_object_max: Option<u32>,
    /// A function that says which inputs there are: runs that violate a property while it is called, or end
    /// in it, are none.
    pub precondition: Option<FunctionId>,
    /// How many states may wait in memory before the oldest are put away as their decisions; if nothing is said, so many as
    /// the monitor has memory for.
    pub max_whole_states: Option<usize>,
    /// Whether a run may end where memory stays short, with what is left to be explored by another executor.
    pub renews: bool,
    /// Which states are closed because of earlier ones.
    pub pruning: PruningMode,
    /// Whether the outcome holds the interpolants of points, in the names of the source.
    pub explain_pruning: bool,
    /// Whether lists are folded ([`crate::folding`]), and which. Then what fails is a suspicion only, and no finding.
    pub fold: Option<Fold>,
    /// How nodes of trees are linked, as an earlier run saw it.
    pub tree_kinds: Kinds,
    /// Then the checks that are to be told of: the run ends once all of them may fail. Of none, it does not.
    pub fold_for: BTreeSet<CheckId>,
    /// Whether arrays of unknown lengths may hold anything where memory would need numbers: then what fails may be no failure.
    pub any_lengths: bool,
    /// Whether the outcome holds the symbolic execution tree.
    pub record_tree: bool,
    /// The global that says how many bytes of input there are (0: any number): then paths on which there are few are
    /// explored beside the others.
    pub short_inputs: Option<GlobalId>,
    /// Numbers of bytes up to that were looked at before.
    pub short_done: u32,
    /// The time limit of a query, as the solver has it; queries that take long may wait for others within it.
    pub query_limit: Option<Duration>,
    /// What inputs are to be: only such runs are explored, and the outcome says so.
    pub guidance: Option<Rc<Guidance>>,
    /// Of which paths a monitor that wants paths is told.
    pub telling: Telling,
}

/// Of which paths a monitor that wants paths is told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Telling {
    /// Of all.
    #[default]
    All,
    /// Of all, with the ways of branches that each is the first to take.
    Ways,
    /// Of those that take an edge which no path took that was told; at the end of those that wait, too.
    NewWays,
}

/// What is folded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fold {
    /// Chains of so many like objects.
    pub least: usize,
    /// Numbers that differ after so many turns of a loop.
    pub turns: u32,
    /// The same of loops in models of a library: those over texts end by themselves, and need to know where the end is.
    pub turns_in_models: u32,
    /// So many kinds of nodes in a chain are told apart; beyond, those are one that are alike but for numbers.
    pub apart: u32,
    /// What is told of which kind follows which.
    pub order: Order,
    /// Whether what a path decided in its last turn is forgotten, in models of a library once numbers are widened, so that states that differ in that alone are one.
    pub forgets: bool,
    /// Whether only objects that were allocated at one place are like each other.
    pub one_origin: bool,
    /// What is told of numbers that lie in nodes, and of how many nodes there are.
    pub related: Related,
    /// Whether sums and differences of what changes are kept, and how it lies to what does not.
    pub equations: bool,
    /// Whether numbers are widened step by step: to the next number that the program compares with, and later what differs now and then
    /// only, as flags do. Else all that differs may be any number at once.
    pub steps: bool,
    /// Whether numbers are widened only while they move in one direction: what counts turns does, what says in which state something is does
    /// not, and keeps its few values.
    pub steady: bool,
    /// Whether what nodes hold in fields that nobody seems to read tells them apart, too.
    pub reads_all: bool,
    /// Whether loops are gone through to their end before what is behind them.
    pub loops_first: bool,
    /// Whether trees are folded, too.
    pub trees: bool,
}

impl Fold {
    /// What ends soonest where it ends.
    pub const FIRST: Fold = Fold {
        least: 2,
        turns: 3,
        turns_in_models: 3,
        apart: 6,
        order: Order::Neighbours,
        forgets: false,
        one_origin: false,
        related: Related::Nothing,
        equations: false,
        steps: true,
        steady: false,
        reads_all: false,
        loops_first: false,
        trees: false,
    };
}

/// What is told of numbers of nodes, apart from bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Related {
    /// Nothing.
    Nothing,
    /// How they lie to numbers elsewhere, to each other, and to those of nodes before and behind.
    Numbers,
    /// That, and how many nodes there are, as other numbers tell.
    Counts,
}

/// What is told of the order of kinds in a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Nothing: any may follow any.
    Any,
    /// Which kind may be next to which.
    Neighbours,
    /// In which stages they come: a kind that comes again after others is a kind of its own there, as long as there are few. So one
    /// odd node in a list stays one.
    Stages,
}

/// Which states are closed because of earlier ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PruningMode {
    /// None.
    #[default]
    Off,
    /// Those that an earlier one at the same loop head includes.
    Inclusion,
    /// Those, and those that satisfy an interpolant of what was explored.
    Interpolation,
    /// The same as long as interpolants close much; then the run ends.
    InterpolationOnly,
}

impl PruningMode {
    /// Whether there are interpolants.
    pub fn annotates(self) -> bool {
        matches!(self, PruningMode::Interpolation | PruningMode::InterpolationOnly)
    }
}

impl Default for Configuration {
    fn default() -> Configuration {
        Configuration {
            properties: PropertySet::all(),
            search: SearchStrategy::Depth,
            seed: 0,
            limits: Limits::default(),
            stop_at_first_finding: false,
            follow: None,
            begin: None,
            split_queries: true,
            input_heap: InputHeapPolicy::default(),
            input_array_max: 16,
            input_element_max: None,
            input_object_max: None,
            precondition: None,
            max_whole_states: None,
            renews: false,
            pruning: PruningMode::Off,
            explain_pruning: false,
            fold: None,
            tree_kinds: Kinds::default(),
            fold_for: BTreeSet::new(),
            any_lengths: false,
            record_tree: false,
            short_inputs: None,
            short_done: 0,
            query_limit: None,
            guidance: None,
            telling: Telling::All,
        }
    }
}
