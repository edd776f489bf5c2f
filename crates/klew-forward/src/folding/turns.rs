//! How often a path went round a loop since it entered it, and what the state was the last two times.

use std::collections::BTreeMap;
use std::rc::Rc;

use klew_ir::control_flow::ControlFlow;
use klew_ir::loop_forest::LoopForest;
use klew_ir::{BlockId, FunctionBody, FunctionId, Program};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::state::State;

/// A loop head of a call.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Head {
    function: FunctionId,
    block: BlockId,
    /// Where each call below goes on, the direct one first.
    calls: SmallVec<[(FunctionId, u32); 6]>,
}

impl Head {
    /// Whether another one is of a call that has not returned when a path is at this one.
    fn is_beside(&self, other: &Head) -> bool {
        let Some(above) = self.calls.len().checked_sub(other.calls.len()) else { return false };
        let function = match above {
            0 => self.function,
            _ => self.calls[above - 1].0,
        };
        function == other.function && self.calls[above..] == other.calls[..]
    }
}

/// What is known of a loop head.
#[derive(Clone, Debug)]
pub(super) struct Turn {
    /// How many turns the path has made since it entered the loop.
    pub(super) count: u32,
    /// The state after the last of them.
    pub(super) last: Rc<State>,
    /// The state one turn before, if there was one.
    pub(super) before: Option<Rc<State>>,
}

/// The loop heads of a path, of calls that have not returned. Cloning is O(1).
#[derive(Clone, Debug, Default)]
pub struct Turns {
    heads: Rc<BTreeMap<Head, Turn>>,
    newest: Option<Head>,
    /// How many decisions there were at the last loop head, and how many heads were passed by since.
    quiet: (usize, u32),
}

/// The loops of functions.
#[derive(Default)]
pub struct Loops(FxHashMap<FunctionId, LoopForest>);

impl Loops {
    /// Whether a block lies in the loop that another begins.
    fn is_within(
        &mut self,
        program: &Program,
        function: FunctionId,
        head: BlockId,
        block: BlockId,
    ) -> bool {
        let forest =
            self.0.entry(function).or_insert_with(|| match &program.function(function).body {
                FunctionBody::Defined(definition) => LoopForest::new(&ControlFlow::new(definition)),
                _ => LoopForest::default(),
            });
        let mut begun = forest.loops().iter().filter(|found| found.headers.contains(&head));
        begun.any(|found| found.contains(block))
    }
}

/// So many heads are passed by without a decision.
const MOST_QUIET: u32 = 10_000;

impl State {
    /// Whether nothing was decided since the last loop head, in models of a library: there, loops mostly run as their numbers say, and end
    /// by themselves.
    pub(super) fn is_quiet(&mut self, is_model: bool) -> bool {
        let decisions = self.decisions.len();
        let (before, passed) = self.turns.quiet;
        let is_quiet = is_model && before == decisions && passed < MOST_QUIET;
        self.turns.quiet = (decisions, if is_quiet { passed + 1 } else { 0 });
        is_quiet
    }

    /// Comes to a loop head; what is known of its last turns there since it entered the loop.
    pub(super) fn turn(
        &mut self,
        (program, loops): (&Program, &mut Loops),
        (function, block): (FunctionId, BlockId),
    ) -> Option<Turn> {
        let calls = self.callers.iter_backwards().map(|frame| (frame.function, frame.next));
        let head = Head { function, block, calls: calls.collect() };
        let mut is_within = |at: BlockId| loops.is_within(program, function, block, at);
        let is_turn = match &self.turns.newest {
            Some(last) if last.calls == head.calls => {
                last.function == function && is_within(last.block)
            }
            // In a function that was called from the loop, or before it.
            Some(last) => last.calls.len() > head.calls.len(),
            None => false,
        };
        // Who comes to a loop within this one, or calls a function again, enters loops anew.
        let mut is_left = |other: &Head| {
            let is_own = other.function == function && other.calls == head.calls;
            !head.is_beside(other) || is_own && other.block != block && is_within(other.block)
        };
        let left: Vec<Head> =
            self.turns.heads.keys().filter(|other| is_left(other)).cloned().collect();
        if !left.is_empty() {
            let heads = Rc::make_mut(&mut self.turns.heads);
            left.iter().for_each(|other| drop(heads.remove(other)));
        }
        let known = self.turns.heads.get(&head).filter(|_| is_turn).cloned();
        self.turns.newest = Some(head);
        known
    }

    /// Remembers the state at the loop head that it came to, behind the turns that are known.
    pub(super) fn remember_turn(&mut self, known: Option<Turn>) {
        let Some(head) = self.turns.newest.clone() else { return };
        let count = known.as_ref().map_or(0, |known| known.count + 1);
        let before = known.map(|known| known.last);
        let mut last = self.clone();
        last.turns = Turns::default();
        Rc::make_mut(&mut self.turns.heads)
            .insert(head, Turn { count, last: Rc::new(last), before });
    }
}
