//! What an exploration did, as a tree that is written down beside it: where paths forked, how they ended, what closed them, and
//! where the time went. It is what a report shows of a check.
//!
//! Unlike [`crate::ExecutionTree`], which `klew tree` asks for instead of an exploration, it changes nothing of the exploration:
//! states are put away, handed over and postponed as if nobody wrote anything down.
//!
//! A node is a stretch of a path from one fork to the next. Once there are [`MOST_NODES`] of them, what forks belongs to the node
//! that it forked from: time and ends are counted there, so nothing is lost but detail.
//!
//! **Invariant**: node 0 is the root; a node comes after the one above it.
//! **Invariant**: a step that is undone leaves no trace ([`Machine::take_back`]).

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use klew_engine::Decision;
use klew_ir::{FunctionId, Position, Property};
use klew_term::TermId;

use crate::ending::PathEndKind;
use crate::machine::Machine;
use crate::state::State;

/// So many nodes are written down.
pub const MOST_NODES: usize = 12_000;

/// Beginnings that have a node of their own even then.
const MOST_ROOTS: usize = 200;

/// Conditions of more terms than this are not written out.
const MOST_TERMS: usize = 60;

/// What an exploration did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchTree {
    /// All nodes.
    pub nodes: Vec<SearchNode>,
}

/// A stretch of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchNode {
    /// The node above, and when a run comes from there to here (a condition in SMT-LIB); none for the root.
    pub parent: Option<(usize, String)>,
    /// The function that runs at its end.
    pub function: FunctionId,
    /// Where it ends, or is.
    pub position: Position,
    /// What happens there.
    pub kind: SearchNodeKind,
    /// What fails in some of its runs, and where.
    pub fails: Vec<(Property, Position)>,
    /// Of a closed state: the node whose state closed it.
    pub covered_by: Option<usize>,
    /// What that one's state has to hold of others to close them, in the names of the source, where it is known.
    pub interpolant: Vec<String>,
    /// The work on it, without that below.
    pub work: SearchWork,
    /// Paths that ended in it: more than one where it stands for more than a stretch.
    pub ended: u64,
    /// Forks that are not nodes of their own.
    pub folded_forks: u64,
}

/// What happens at a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SearchNodeKind {
    /// A state waits here, or it is not known how it went on.
    Waiting,
    /// Several alternatives are feasible: what is below.
    Fork,
    /// A process beside this one goes on with it.
    Elsewhere,
    /// A path ends.
    End(PathEndKind),
}

/// Work on a stretch of a path.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchWork {
    /// Time, solvers included; without that of others who had a turn meanwhile, and of runs of what was found.
    pub time: Duration,
    /// Queries to solvers.
    pub queries: u64,
    /// Instructions.
    pub instructions: u64,
}

impl SearchTree {
    fn add(&mut self, parent: Option<(usize, String)>, at: (FunctionId, Position)) -> usize {
        self.nodes.push(SearchNode {
            parent,
            function: at.0,
            position: at.1,
            kind: SearchNodeKind::Waiting,
            fails: Vec::new(),
            covered_by: None,
            interpolant: Vec::new(),
            work: SearchWork::default(),
            ended: 0,
            folded_forks: 0,
        });
        self.nodes.len() - 1
    }

    fn is_full(&self) -> bool {
        self.nodes.len() >= MOST_NODES
    }

    /// Another root, below the first one; that one itself if there are too many nodes.
    fn add_root(&mut self, when: &str, at: (FunctionId, Position)) -> usize {
        if self.nodes.is_empty() {
            return self.add(None, at);
        }
        if self.nodes.len() >= MOST_NODES + MOST_ROOTS {
            return 0;
        }
        self.nodes[0].kind = SearchNodeKind::Fork;
        self.add(Some((0, when.to_owned())), at)
    }
}

/// A tree that is written, by one executor after the other.
pub type SharedSearchTree = Rc<RefCell<SearchTree>>;

/// What a run writes down.
#[derive(Debug)]
pub struct Recording {
    tree: SharedSearchTree,
    /// Time that is nobody's in the tree.
    outside: Duration,
    turn: Option<Turn>,
}

/// A turn of a state, on its way.
#[derive(Debug)]
struct Turn {
    /// The state's node when it began.
    node: usize,
    /// What may change of that node.
    before: SearchNode,
    /// How many nodes there were.
    nodes: usize,
    started: Started,
}

/// What was done before a turn.
#[derive(Clone, Copy, Debug)]
struct Started {
    elapsed: Option<Duration>,
    outside: Duration,
    queries: u64,
    instructions: u64,
    findings: usize,
}

impl Recording {
    /// Into that tree.
    pub fn new(tree: SharedSearchTree) -> Recording {
        Recording { tree, outside: Duration::ZERO, turn: None }
    }
}

impl Machine<'_> {
    /// Whether somebody writes down what the exploration does.
    pub fn records(&self) -> bool {
        self.run.recording.is_some()
    }

    fn started(&self) -> Started {
        Started {
            elapsed: self.monitor.elapsed(),
            outside: self.run.recording.as_ref().map_or(Duration::ZERO, |own| own.outside),
            queries: self.run.statistics.queries,
            instructions: self.run.statistics.instructions,
            findings: self.run.findings.len(),
        }
    }

    /// A state begins at the entry.
    pub fn record_root(&mut self, state: &mut State, when: &str) {
        let at = (state.frame.function, self.position(state));
        if let Some(recording) = &self.run.recording {
            state.node = recording.tree.borrow_mut().add_root(when, at);
        }
    }

    /// Decisions that came from elsewhere lead to a state; the number of its node.
    pub fn record_piece(&mut self, decisions: &[Decision], entry: FunctionId) -> usize {
        let Some(recording) = &self.run.recording else { return 0 };
        let mut tree = recording.tree.borrow_mut();
        let at = (entry, Position::UNKNOWN);
        if tree.nodes.is_empty() {
            tree.add(None, at);
        }
        tree.add_root(&format!("(what {} decisions lead to)", decisions.len()), at)
    }

    /// A state has a turn.
    pub fn record_turn(&mut self, state: &State) {
        if !self.records() {
            return;
        }
        let started = self.started();
        let Some(recording) = &mut self.run.recording else { return };
        let tree = recording.tree.borrow();
        let turn = tree.nodes.get(state.node).map(|node| Turn {
            node: state.node,
            before: node.clone(),
            nodes: tree.nodes.len(),
            started,
        });
        drop(tree);
        recording.turn = turn;
    }

    /// What a state did in its turn is undone, but for the time that it took.
    pub fn take_back(&mut self, state: &mut State) {
        let Some(recording) = &self.run.recording else { return };
        let Some(turn) = &recording.turn else { return };
        let mut tree = recording.tree.borrow_mut();
        tree.nodes.truncate(turn.nodes);
        tree.nodes[turn.node].clone_from(&turn.before);
        state.node = turn.node;
    }

    /// The turn is over: its work is the node's in which it began.
    pub fn record_work(&mut self) {
        if !self.records() {
            return;
        }
        let now = self.started();
        let found: Vec<(Property, Position)> = match self.run.recording.as_ref() {
            Some(Recording { turn: Some(turn), .. }) => {
                let new = self.run.findings.get(turn.started.findings..).unwrap_or_default();
                new.iter().map(|finding| (finding.property, finding.position)).collect()
            }
            _ => return,
        };
        let Some(recording) = &mut self.run.recording else { return };
        let Some(Turn { node, started, .. }) = recording.turn.take() else { return };
        let mut tree = recording.tree.borrow_mut();
        let Some(node) = tree.nodes.get_mut(node) else { return };
        let elapsed = now.elapsed.zip(started.elapsed).map(|(now, then)| now.saturating_sub(then));
        let outside = now.outside.saturating_sub(started.outside);
        node.work.time += elapsed.unwrap_or_default().saturating_sub(outside);
        node.work.queries += now.queries.saturating_sub(started.queries);
        node.work.instructions += now.instructions.saturating_sub(started.instructions);
        node.fails.extend(found);
    }

    /// What is done until [`Machine::record_back`] is nobody's.
    pub fn record_away(&self) -> Option<Duration> {
        if self.records() { self.monitor.elapsed() } else { None }
    }

    /// What was done since [`Machine::record_away`] was nobody's.
    pub fn record_back(&mut self, since: Option<Duration>) {
        let now = self.record_away();
        if let (Some(recording), Some(now), Some(since)) = (&mut self.run.recording, now, since) {
            recording.outside += now.saturating_sub(since);
        }
    }

    /// A state forks: it goes on under its condition, the others under theirs.
    pub fn record_fork(
        &mut self,
        state: &mut State,
        own: TermId,
        others: &mut [(&mut State, TermId)],
    ) {
        let Some(recording) = &self.run.recording else { return };
        let tree = Rc::clone(&recording.tree);
        let mut tree = tree.borrow_mut();
        let parent = state.node;
        let at = (state.frame.function, self.position(state));
        let is_full = tree.is_full();
        let Some(node) = tree.nodes.get_mut(parent) else { return };
        if is_full {
            node.folded_forks += others.len() as u64;
            return;
        }
        (node.function, node.position, node.kind) = (at.0, at.1, SearchNodeKind::Fork);
        state.node = tree.add(Some((parent, self.recorded_condition(own))), at);
        for (other, condition) in others {
            let when = self.recorded_condition(*condition);
            other.node = tree.add(Some((parent, when)), at);
        }
    }

    fn recorded_condition(&self, condition: TermId) -> String {
        let size = self.terms.dag_size(condition);
        if size > MOST_TERMS {
            return format!("(a condition of {size} terms)");
        }
        klew_term::print_smtlib(self.terms, condition)
    }

    /// The node of a state that is kept, to close later ones.
    pub fn record_kept(&self, state: &State) -> Option<usize> {
        self.records().then_some(state.node)
    }

    /// What has to hold of states so that a kept one closes them.
    pub fn record_interpolant(&mut self, kept: Option<usize>, says: &[String]) {
        if let (Some(recording), Some(kept)) = (&self.run.recording, kept)
            && let Some(node) = recording.tree.borrow_mut().nodes.get_mut(kept)
        {
            node.interpolant = says.to_vec();
        }
    }

    /// Another process goes on with what waited at a node.
    pub fn record_elsewhere(&mut self, node: usize) {
        if let Some(recording) = &self.run.recording
            && let Some(node) = recording.tree.borrow_mut().nodes.get_mut(node)
            && node.kind == SearchNodeKind::Waiting
        {
            node.kind = SearchNodeKind::Elsewhere;
        }
    }

    /// A state ended.
    pub fn record_end(&mut self, state: &State, kind: &PathEndKind) {
        if !self.records() {
            return;
        }
        let covered_by = self.run.covered_by.take();
        let at = (state.frame.function, self.position(state));
        let Some(recording) = &self.run.recording else { return };
        let mut tree = recording.tree.borrow_mut();
        let all = tree.nodes.len();
        let Some(node) = tree.nodes.get_mut(state.node) else { return };
        node.ended += 1;
        // What stands for several paths says of them together how they ended.
        if node.kind == SearchNodeKind::Waiting && node.folded_forks == 0 {
            (node.function, node.position) = at;
            node.kind = SearchNodeKind::End(kind.clone());
            node.covered_by = covered_by.filter(|&by| by < all);
        }
    }
}
