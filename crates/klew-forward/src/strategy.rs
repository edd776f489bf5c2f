//! What a run is for: who decides where the program could go on in several ways, and what inputs are.
//!
//! The machine executes instructions the same way in every run; where that depends on the purpose, it asks the
//! run's strategy. There are five: all paths ([`Strategy::Explore`]), those that begin with given decisions
//! ([`Strategy::Follow`]), those with given inputs ([`Strategy::Given`]), the one of an assignment
//! ([`Strategy::Replay`]), and a stretch of one path once more ([`Strategy::Retrace`]).
//!
//! **Invariant**: only under [`Authority::Solver`] are queries asked and states forked. What a solver decided is
//! recorded as decisions, and nothing else is, so that [`Authority::Recorded`] needs no solver.

use std::rc::Rc;

use klew_engine::{Decision, Draw, InputHeap};
use klew_ir::{BlockId, FunctionId};
use klew_memory::ObjectId;
use klew_term::{Assignment, BitVecValue, Constant, SymbolId, TermId};
use rustc_hash::{FxHashMap, FxHashSet};

/// The most inputs that a run is given: each takes memory, and what shows only behind more of them is left to who follows paths.
pub const MOST_READ: usize = 400_000;

/// Decisions of a path whose inputs are drawn, after which its model decides: another run costs less than queries about one of which there is
/// no end.
const MOST_DRAWN: usize = 16;

/// Who decides which of the feasible ways a path takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Authority {
    /// An earlier run, which decided this.
    Recorded(Decision),
    /// The state's model alone: what it does not take is left out.
    Model,
    /// A solver says which are feasible; each is a path.
    Solver,
}

/// Inputs that a run is given.
#[derive(Clone, Debug, Default)]
pub struct GivenInputs {
    /// The values of some; and, once the run has read them, those of all others.
    pub known: Assignment,
    /// What the others are.
    pub rest: Rest,
    /// The low bits of the others that the run read, in their order.
    pub drawn: Vec<u64>,
}

/// Inputs of which nothing is said.
#[derive(Clone, Debug)]
pub enum Rest {
    /// All are this number.
    All(u64),
    /// They are drawn.
    Drawn(Draw),
}

impl Default for Rest {
    fn default() -> Rest {
        Rest::All(0)
    }
}

/// Of so many runs whose inputs are drawn, what was never written is anything in one.
const UNWRITTEN_IS_ANYTHING: u64 = 64;

impl Rest {
    /// Whether what was never written is zero: anything else is left to who follows paths, most often, as each access that it decides is one
    /// that a solver is asked about.
    pub fn zeroes_unwritten(&self) -> bool {
        match self {
            Rest::All(_) => false,
            // The lowest bits say how inputs are drawn.
            Rest::Drawn(draw) => (draw.seed >> 8) % UNWRITTEN_IS_ANYTHING != 0,
        }
    }

    /// The input of that number, with the name of its symbol.
    fn value(&self, input: (u64, &str), width: u32) -> BitVecValue {
        match self {
            Rest::All(value) => BitVecValue::new(width, *value),
            Rest::Drawn(draw) => draw.input(input, width),
        }
    }
}

/// The one run of an assignment.
#[derive(Clone, Debug, Default)]
pub struct ReplayedRun {
    /// The symbols' values.
    pub assignment: Assignment,
    /// What pointer inputs point to.
    pub heap: InputHeap,
    /// Its objects in memory, once they are there.
    pub objects: Vec<ObjectId>,
}

/// Inputs as symbols, along the path of one state whose values have been replaced by symbols of their own.
#[derive(Clone, Debug, Default)]
pub struct RetracedRun {
    /// What each of these symbols stands for on that path.
    pub values: FxHashMap<SymbolId, TermId>,
    /// Where it ends, if that is at a point that is not one of the path.
    pub turns_off: Option<TurnsOff>,
}

/// Another way than that of the path, as far as the first of some points.
#[derive(Clone, Debug)]
pub struct TurnsOff {
    /// So many constraints are those of the path: there the way turns off.
    pub after: usize,
    /// Blocks at which it ends.
    pub blocks: Rc<FxHashSet<(FunctionId, BlockId)>>,
    /// The one that it came to.
    pub reached: Option<(FunctionId, BlockId)>,
}

impl TurnsOff {
    /// Whether the way ends at a block, with so many constraints.
    pub fn ends(&mut self, at: (FunctionId, BlockId), constraints: usize) -> bool {
        let ends = constraints > self.after && self.blocks.contains(&at);
        if ends {
            self.reached = Some(at);
        }
        ends
    }
}

/// What a run is for.
#[derive(Clone, Debug)]
pub enum Strategy {
    /// All paths.
    Explore,
    /// The paths that begin with these decisions.
    Follow(Vec<Decision>),
    /// All paths of the runs that have these inputs: addresses and what was never written are still open.
    Given(GivenInputs),
    /// One run, concretely.
    Replay(ReplayedRun),
    /// One path, from a state in the middle of it.
    Retrace(RetracedRun),
}

impl Strategy {
    /// Who decides on a path that has made so many decisions.
    #[inline]
    pub fn authority(&self, decided: usize) -> Authority {
        match self {
            Strategy::Given(GivenInputs { rest: Rest::Drawn(_), .. }) if decided >= MOST_DRAWN => {
                Authority::Model
            }
            Strategy::Explore | Strategy::Given(_) => Authority::Solver,
            Strategy::Follow(decisions) => match decisions.get(decided) {
                Some(&decision) => Authority::Recorded(decision),
                None => Authority::Solver,
            },
            Strategy::Replay(_) | Strategy::Retrace(_) => Authority::Model,
        }
    }

    /// Whether a path is gone once more that was followed before, so that what happens on it was told.
    #[inline]
    pub fn retraces(&self) -> bool {
        matches!(self, Strategy::Retrace(_))
    }

    /// Whether inputs are constants, so that a number which the program was given looks like one of its own.
    pub fn fixes_inputs(&self) -> bool {
        matches!(self, Strategy::Given(_) | Strategy::Replay(_))
    }

    /// Whether the run was given so many inputs that it is given no more.
    pub fn has_read_enough(&self) -> bool {
        matches!(self, Strategy::Given(given) if given.drawn.len() >= MOST_READ)
    }

    /// What an input is that has this symbol of that name, where inputs are constants.
    pub fn input(&mut self, (symbol, name): (SymbolId, &str), width: u32) -> Option<Constant> {
        match self {
            Strategy::Explore | Strategy::Follow(_) | Strategy::Retrace(_) => None,
            Strategy::Given(given) => {
                if let Some(known) = given.known.get(symbol) {
                    return Some(known.clone());
                }
                let value = given.rest.value((given.known.len() as u64, name), width);
                given.drawn.push(value.extract(width.min(64) - 1, 0).to_u64().unwrap_or(0));
                let constant = Constant::BitVec(value);
                given.known.set(symbol, constant.clone());
                Some(constant)
            }
            Strategy::Replay(replay) => {
                let known = replay.assignment.get(symbol).cloned();
                Some(known.unwrap_or_else(|| Constant::BitVec(BitVecValue::new(width, 0))))
            }
        }
    }

    /// The object that the input of pointer type with that number points to (null where nothing is said of it),
    /// where such inputs are pointers to ordinary objects.
    pub fn input_object(&self, number: usize) -> Option<ObjectId> {
        let Strategy::Replay(replay) = self else { return None };
        let root = replay.heap.roots.iter().find(|root| root.number == number);
        let object = root.and_then(|root| replay.objects.get(root.object?).copied());
        Some(object.unwrap_or(ObjectId::NULL))
    }

    /// The model of the first state, which has no constraints yet.
    pub fn first_model(&self) -> Assignment {
        match self {
            Strategy::Replay(replay) => replay.assignment.clone(),
            _ => Assignment::default(),
        }
    }
}
