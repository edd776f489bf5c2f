//! How often a path went round a loop since it entered it, and what the state was the last time.

use std::collections::BTreeMap;
use std::rc::Rc;

use klew_ir::control_flow::ControlFlow;
use klew_ir::loop_forest::LoopForest;
use klew_ir::{BlockId, FunctionBody, FunctionId, Program};
use rustc_hash::FxHashMap;

use crate::state::State;

/// A loop head: the function, the block, and how many calls are below.
type Head = (FunctionId, BlockId, usize);

/// What is known of a loop head.
#[derive(Clone, Debug)]
struct Turn {
    count: u32,
    last: Rc<State>,
}

/// The loop heads of a path. Cloning is O(1).
#[derive(Clone, Debug, Default)]
pub struct Turns {
    heads: Rc<BTreeMap<Head, Turn>>,
    newest: Option<Head>,
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

impl State {
    /// Comes to a loop head; how many turns the path has made there since it entered the loop, and what the state was after the last.
    pub(super) fn turn(
        &mut self,
        (program, loops): (&Program, &mut Loops),
        (function, block): (FunctionId, BlockId),
    ) -> Option<(u32, Rc<State>)> {
        let head = (function, block, self.callers.len());
        let is_turn = match self.turns.newest {
            Some((last, at, depth)) if depth == head.2 => {
                last == function && loops.is_within(program, function, block, at)
            }
            // In a function that was called from the loop, or before it.
            Some((.., depth)) => depth > head.2,
            None => false,
        };
        self.turns.newest = Some(head);
        let turn = self.turns.heads.get(&head).filter(|_| is_turn)?;
        Some((turn.count, Rc::clone(&turn.last)))
    }

    /// Remembers the state at the loop head that it came to, after so many turns.
    pub(super) fn remember_turn(&mut self, count: u32) {
        let Some(head) = self.turns.newest else { return };
        let mut last = self.clone();
        last.turns = Turns::default();
        Rc::make_mut(&mut self.turns.heads).insert(head, Turn { count, last: Rc::new(last) });
    }
}
