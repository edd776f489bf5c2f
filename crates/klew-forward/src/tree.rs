//! Writes the symbolic execution tree down while it is explored.
//!
//! **Invariant**: each live state is one `Open` leaf, `State::node`.

use klew_engine::InputHeap;
use klew_term::TermId;

use crate::ending::PathEndKind;
use crate::execution_tree::{ExecutionNode, ExecutionNodeKind};
use crate::machine::Machine;
use crate::state::State;

/// Conditions of more terms than this are not written out.
const MOST_TERMS: usize = 60;

impl Machine<'_> {
    fn condition_text(&self, condition: TermId) -> String {
        let size = self.terms.dag_size(condition);
        if size > MOST_TERMS {
            return format!("(a condition of {size} terms)");
        }
        klew_term::print_smtlib(self.terms, condition)
    }

    fn new_node(&mut self, state: &State, parent: Option<(usize, String)>) -> Option<usize> {
        let (function, position) = (state.frame.function, self.position(state));
        let tree = self.run.tree.as_mut()?;
        tree.nodes.push(ExecutionNode {
            parent,
            function,
            position,
            kind: ExecutionNodeKind::Open,
            covered_by: None,
        });
        Some(tree.nodes.len() - 1)
    }

    /// The first state.
    pub fn plant(&mut self, state: &mut State) {
        if let Some(node) = self.new_node(state, None) {
            state.node = node;
        }
    }

    fn becomes_fork(&mut self, state: &State) {
        let (function, position) = (state.frame.function, self.position(state));
        if let Some(node) = self.run.tree.as_mut().and_then(|tree| tree.nodes.get_mut(state.node)) {
            (node.kind, node.function, node.position) =
                (ExecutionNodeKind::Fork, function, position);
        }
    }

    /// A state forks: it goes on under its condition, the others under theirs.
    pub fn grow(&mut self, state: &mut State, own: TermId, others: &mut [(&mut State, TermId)]) {
        if self.run.tree.is_none() {
            return;
        }
        self.becomes_fork(state);
        let parent = state.node;
        let text = self.condition_text(own);
        if let Some(node) = self.new_node(state, Some((parent, text))) {
            state.node = node;
        }
        for (other, condition) in others {
            let text = self.condition_text(*condition);
            if let Some(node) = self.new_node(other, Some((parent, text))) {
                other.node = node;
            }
        }
    }

    /// A state may be kept at a point, to close later ones; the number of its node.
    pub fn keep_in_tree(&mut self, state: &mut State) -> Option<usize> {
        if self.records() {
            return self.record_kept(state);
        }
        let kept = state.node;
        let tree = self.run.tree.as_ref()?;
        if kept >= tree.nodes.len() {
            return None;
        }
        let below = self.new_node(state, Some((kept, String::new())))?;
        let (function, position) = (state.frame.function, self.position(state));
        if let Some(node) = self.run.tree.as_mut().and_then(|tree| tree.nodes.get_mut(kept)) {
            (node.function, node.position) = (function, position);
            node.kind = ExecutionNodeKind::Kept { interpolant: None };
        }
        state.node = below;
        Some(kept)
    }

    /// What has to hold of states so that a kept one closes them.
    pub fn annotate_tree(&mut self, kept: Option<usize>, says: &[String]) {
        self.record_interpolant(kept, says);
        if let Some(tree) = &mut self.run.tree
            && let Some(node) = kept.and_then(|kept| tree.nodes.get_mut(kept))
        {
            node.kind = ExecutionNodeKind::Kept { interpolant: Some(says.to_vec()) };
        }
    }

    /// Some runs of a state end where a check fails; the state goes on with the others.
    pub fn grow_check(
        &mut self,
        state: &mut State,
        fails: TermId,
        finding: Option<usize>,
        heap: InputHeap,
    ) {
        if self.run.tree.is_none() {
            return;
        }
        self.becomes_fork(state);
        let parent = state.node;
        let goes_on = self.terms.not(fails);
        let (fails, goes_on) = (self.condition_text(fails), self.condition_text(goes_on));
        if let Some(node) = self.new_node(state, Some((parent, fails)))
            && let Some(tree) = &mut self.run.tree
        {
            tree.nodes[node].kind = ExecutionNodeKind::CheckFails { finding, heap };
        }
        if let Some(node) = self.new_node(state, Some((parent, goes_on))) {
            state.node = node;
        }
    }

    /// A state ends.
    pub fn end_branch(&mut self, state: &mut State, kind: &PathEndKind) {
        if self.run.tree.is_none() {
            return;
        }
        let heap = match kind {
            PathEndKind::Infeasible | PathEndKind::Cut(_) => InputHeap::default(),
            _ => match self.model(state) {
                Ok(model) => self.heap_of(state, &model).unwrap_or_default(),
                Err(_) => InputHeap::default(),
            },
        };
        let (function, position) = (state.frame.function, self.position(state));
        let decisions = state.decisions.to_vec();
        let failed = self.run.failed_at_end.take();
        let covered_by = self.run.covered_by.take();
        if let Some(node) = self.run.tree.as_mut().and_then(|tree| tree.nodes.get_mut(state.node)) {
            (node.function, node.position) = (function, position);
            node.kind = ExecutionNodeKind::End { kind: kind.clone(), failed, decisions, heap };
            node.covered_by = covered_by;
        }
    }
}
