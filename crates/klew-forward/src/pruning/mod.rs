//! Pruning: what was explored below a state is remembered as an interpolant, and later states that satisfy it are closed.
//!
//! Source: Chu, Jaffar, Santosa, *Bounded Verification and Testing of Heap Programs*, sections III to V; lazy annotation is K. L.
//! McMillan's (*Lazy Annotation for Program Testing and Verification*, CAV 2010).
//!
//! States that forked get a node at each point where paths meet. Once all that was forked below a node has ended, its interpolant is
//! computed ([`annotate`]) from those of the nodes below, and states that come to the same point below the same callers are
//! compared with it ([`interpolant`]).
//!
//! **Invariant**: a node is annotated only if everything below it was explored to its end or closed by an interpolant; a cut, a
//! dropped state or a witness that is not settled leaves it, and all above it, without one.
//! **Invariant**: whether states are closed changes no verdict, only how much is explored: each check that can fail is reported, if at
//! another state.

mod annotate;
mod balance;
mod by_numbers;
mod by_point;
mod by_shape;
mod covering;
mod explain;
mod holding;
mod idle_symbols;
mod implied;
pub(crate) mod inclusion;
mod interpolant;
mod intervals;
pub(crate) mod locations;
mod other_sides;
mod segments;

use std::rc::Rc;

use klew_ir::{BlockId, FunctionId};
use klew_memory::Value;
use klew_term::Terms;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use crate::configuration::PruningMode;
use crate::ending::{Limit, PathEndKind};
use crate::machine::Machine;
use crate::point::{Point, PointKind, Watch};
use crate::retrace::{Stretch, StretchEnd};
use crate::state::{State, StateId};
use balance::{Balance, closes_little, is_fruitless};
use by_point::{Shown, Yields};
use by_shape::ByShape;
use covering::Covering;
use interpolant::{Interpolant, Matching, Register};
use locations::LiveRegisters;

/// Points of a path between two forks at which states are kept.
const MOST_POINTS: usize = 8;

/// Times that a state tells where it is between two forks: it may go round a loop for long.
const MOST_TOLD: u32 = 64;

/// Times between two forks that a state goes one of several ways which depend on its values, after each of which it tells of points
/// anew.
const MOST_ONE_WAY: u32 = 1024;

/// What a run says that was to go on only as long as interpolants close much.
const NOTHING: &str = "interpolants close too little";

/// Interpolants that are kept for a point.
const MOST_KEPT: usize = 4096;

/// Those of them that ask the same of pointers and of fixed numbers.
const MOST_ALIKE: usize = 64;

/// Groups of such that a state is compared with.
const MOST_GROUPS: usize = 16;

/// Interpolants at a block before it is asked whether they pay there.
const FIRST_ANNOTATED: u64 = 32;

/// Interpolants at a block for which one has to be of use there.
const FOR_EACH_USE: u64 = 8;

/// Instructions that are not much cheaper saved than done.
const LITTLE_WORK: u64 = 1000;

/// The uses that closing a state is which would have done more.
const USES: u64 = 16;

/// A point and the calls above it.
type Place = (FunctionId, BlockId, SmallVec<[(FunctionId, u32); 6]>);

/// What became of a stretch that begins at a node.
enum Below {
    /// It came to another node.
    Node(usize),
    /// It was closed.
    Closed(Rc<Interpolant>, Matching),
    /// The path ended.
    End,
}

/// A state that forked and came to a point.
struct Node {
    above: Option<usize>,
    place: Place,
    snapshot: State,
    /// Where it is in the execution tree, if that is written down.
    in_tree: Option<usize>,
    /// What goes on below: states on stretches from here, and nodes without an interpolant.
    open: usize,
    below: Vec<(Stretch, Below)>,
    /// Whether something below was not explored to its end.
    broken: bool,
    /// Forks on the stretches from here.
    forks: u64,
    interpolant: Option<Rc<Interpolant>>,
}

/// Where a state is: the node that its stretch began at, and what it came to since it forked.
#[derive(Clone, Default)]
struct Position {
    node: Option<usize>,
    points: SmallVec<[(FunctionId, BlockId); 2]>,
    loop_heads: SmallVec<[(FunctionId, BlockId); 2]>,
    has_forked: bool,
    /// The instructions of its path at the last point that it told of.
    furthest: Option<u64>,
    /// At how many points it was told, known ones included.
    told: u32,
    /// How often it went one of several ways without forking.
    one_way: u32,
    /// How often it went on for a while without forking.
    went_on: u64,
}

/// What pruning knows in a run.
#[derive(Default)]
pub struct Pruning {
    nodes: Vec<Option<Node>>,
    free: Vec<usize>,
    /// Of states that told of points, or forked where nodes are annotated.
    positions: FxHashMap<StateId, Box<Position>>,
    kept: FxHashMap<Place, ByShape>,
    /// The blocks where there are any.
    annotated: Rc<FxHashSet<(FunctionId, BlockId)>>,
    yields: Yields,
    /// What interpolants say, in the names of the source, by blocks; where somebody wants to see it.
    shown: Shown,
    balance: Balance,
    /// Whether nothing is annotated, or not any more as that costs more than it saves.
    given_up: bool,
    /// States at loop heads that close those which they include.
    covering: Covering,
    /// Whether there are none any more, as memory was short.
    has_forgotten: bool,
    live: LiveRegisters,
    /// What closes the state that comes to a point just now.
    closing: Option<(Rc<Interpolant>, Matching)>,
}

impl Pruning {
    /// With nodes that are annotated, or only states at loop heads that close others.
    pub fn new(annotates: bool) -> Pruning {
        Pruning { given_up: !annotates, ..Pruning::default() }
    }

    /// A state comes to a point; whether it is closed there.
    pub fn at_point(&mut self, machine: &mut Machine<'_>, state: &mut State, point: Point) -> bool {
        if self.is_off() {
            state.watch = Watch::Nothing;
            return false;
        }
        let at = (point.function, point.block);
        let position = self.positions.entry(state.id).or_default();
        // What was put away goes its last steps once more: there it must not be closed by what it was itself, or by what relies
        // on it.
        if position.furthest.is_some_and(|clock| state.clock <= clock) {
            return false;
        }
        position.furthest = Some(state.clock);
        let is_new =
            |known: &[(FunctionId, BlockId)]| known.len() < MOST_POINTS && !known.contains(&at);
        let is_loop_head = point.kind == PointKind::LoopHead && is_new(&position.loop_heads);
        let is_point = !self.given_up && position.has_forked && is_new(&position.points);
        if is_loop_head {
            position.loop_heads.push(at);
        }
        if is_point {
            position.points.push(at);
        }
        state.watch = match (position.points.len() < MOST_POINTS, self.given_up) {
            (true, false) => Watch::Points,
            _ if position.loop_heads.len() < MOST_POINTS => Watch::LoopHeads,
            _ => Watch::Nothing,
        };
        position.told += 1;
        if position.told >= MOST_TOLD {
            state.watch = Watch::Nothing;
        }
        if !is_loop_head && !is_point {
            return false;
        }
        self.yields.entry(at).or_default().visited += 1;
        let went_on = position.went_on;
        let callers = state.callers.iter_backwards().map(|frame| (frame.function, frame.next));
        let place: Place = (at.0, at.1, callers.collect());
        let in_tree = machine.keep_in_tree(state);
        if is_point && !self.gives_up(machine) && self.is_closed(machine, state, &place, in_tree) {
            return true;
        }
        let keeps = went_on == 0 || went_on.is_power_of_two();
        let is_included = is_loop_head
            && !self.has_forgotten
            && self.covering.closes(machine, (state, in_tree), &place, keeps);
        self.yields.entry(at).or_default().included += u64::from(is_included);
        is_included
    }

    /// Whether no state is closed any more.
    fn is_off(&self) -> bool {
        self.given_up && self.has_forgotten
    }

    /// Whether an interpolant closes a state at a point. If not, it gets a node there.
    fn is_closed(
        &mut self,
        machine: &mut Machine<'_>,
        state: &State,
        place: &Place,
        in_tree: Option<usize>,
    ) -> bool {
        let at = (place.0, place.1);
        let seen = self.yields.entry(at).or_default();
        if seen.annotated > FIRST_ANNOTATED && seen.used * FOR_EACH_USE < seen.annotated {
            return false;
        }
        let before = machine.run.statistics.pruning.tried;
        let above = self.positions.get(&state.id).and_then(|position| position.node);
        let found = self.satisfied(machine, state, place);
        let seen = self.yields.entry(at).or_default();
        seen.tried += machine.run.statistics.pruning.tried - before;
        if let Some(found) = found {
            seen.covered += 1;
            let is_little = found.0.forks == 0 && found.0.work <= LITTLE_WORK;
            seen.used += if is_little { 1 } else { USES };
            self.shown.covered(at, found.0.shown);
            self.balance.saved = self.balance.saved.saturating_add(found.0.forks);
            machine.run.statistics.pruning.saved_forks = self.balance.saved;
            machine.run.closed += 1;
            machine.run.covered_by = found.0.in_tree;
            self.closing = Some(found);
            return true;
        }
        machine.run.statistics.pruning.nodes += 1;
        let node = Node {
            above,
            place: place.clone(),
            snapshot: state.clone(),
            in_tree,
            open: 1,
            below: Vec::new(),
            broken: false,
            forks: 0,
            interpolant: None,
        };
        let index = self.add(node);
        if let Some(position) = self.positions.get_mut(&state.id) {
            position.node = Some(index);
        }
        if let Some(above) = above {
            // The stretch ends here, and the node takes the state's place among what is open.
            self.stretch(machine, above, state, StretchEnd::Point, Below::Node(index));
        }
        false
    }

    /// Of which points states are to tell after they forked.
    pub fn watch(&self) -> Watch {
        match self.given_up {
            true if self.has_forgotten => Watch::Nothing,
            true => Watch::LoopHeads,
            false => Watch::Points,
        }
    }

    /// A state has gone on for a while. Where it does not fork, what it does repeats if its states do: it is compared from time to
    /// time, and kept ever more seldom (R. P. Brent, *An improved Monte Carlo factorization algorithm*, 1980).
    pub fn went_on(&mut self, state: &mut State) {
        if self.is_off() {
            return;
        }
        let position = self.positions.entry(state.id).or_default();
        position.went_on += 1;
        position.loop_heads.clear();
        position.told = 0;
        state.watch = state.watch.max(Watch::LoopHeads);
    }

    /// Forgets the states that were kept only to be compared with, and keeps no more: waiting states need the room.
    pub fn memory_is_short(&mut self) {
        self.covering.forget();
        self.has_forgotten = true;
        if self.given_up {
            self.positions = FxHashMap::default();
        }
    }

    /// Notes what was spent.
    pub fn spend(&mut self, work: u64) {
        self.balance.spent += work;
    }

    /// Whether nodes are annotated.
    pub fn annotates(&self) -> bool {
        !self.given_up
    }

    /// Whether pruning does not pay. Then all that it knows goes.
    fn gives_up(&mut self, machine: &mut Machine<'_>) -> bool {
        let only = machine.configuration.pruning == PruningMode::InterpolationOnly;
        let gives_up = is_fruitless(machine, only)
            || (only && closes_little(machine))
            || !self.balance.pays(machine, machine.work());
        if !self.given_up && gives_up {
            if only && machine.run.stop.is_none() {
                machine.run.stop = Some(Limit::Incomplete(NOTHING.to_owned()));
            }
            let covering = std::mem::take(&mut self.covering);
            let (yields, shown) =
                (std::mem::take(&mut self.yields), std::mem::take(&mut self.shown));
            let has_forgotten = self.has_forgotten;
            *self = Pruning { covering, has_forgotten, yields, shown, ..Pruning::new(false) };
        }
        self.given_up
    }

    fn add(&mut self, node: Node) -> usize {
        match self.free.pop() {
            Some(index) => {
                self.nodes[index] = Some(node);
                index
            }
            None => {
                self.nodes.push(Some(node));
                self.nodes.len() - 1
            }
        }
    }

    /// An interpolant that a state satisfies.
    fn satisfied(
        &mut self,
        machine: &mut Machine<'_>,
        state: &State,
        place: &Place,
    ) -> Option<(Rc<Interpolant>, Matching)> {
        let kept = self.kept.get_mut(place)?;
        let number = |_: &mut Terms, register: Register| match register.of(state) {
            Some(Value::Int(number)) => Some(number),
            _ => None,
        };
        let alike = kept.alike(machine.terms, state, number);
        let mut alike = alike.into_iter().take(MOST_GROUPS);
        alike.find_map(|group| machine.satisfied(state, kept.group_mut(group)))
    }

    /// States were forked from one.
    pub fn forked(&mut self, state: &State, others: &[(u64, Box<State>)]) {
        if self.given_up && !self.positions.contains_key(&state.id) {
            return;
        }
        let position = self.positions.entry(state.id).or_default();
        **position = Position {
            node: position.node,
            has_forked: true,
            furthest: position.furthest,
            ..Position::default()
        };
        if self.given_up {
            return;
        }
        let position = position.clone();
        if let Some(node) = position.node.and_then(|node| self.nodes[node].as_mut()) {
            node.open += others.len();
            node.forks += others.len() as u64;
        }
        for (_, other) in others {
            self.positions.insert(other.id, position.clone());
        }
    }

    /// A state goes one of several ways, as all its runs do: where it comes next there is something to say of the others.
    pub fn goes_one_way(&mut self, state: &mut State) {
        let Some(position) = self.positions.get_mut(&state.id) else { return };
        if position.has_forked && position.one_way < MOST_ONE_WAY {
            position.one_way += 1;
            position.told = 0;
            position.points.clear();
            state.watch = Watch::Points;
        }
    }

    /// Something of what a state could do is not explored, or not settled.
    pub fn left_out(&mut self, state: &State) {
        let node = self.positions.get(&state.id).and_then(|position| position.node);
        if let Some(node) = node.and_then(|node| self.nodes[node].as_mut()) {
            node.broken = true;
        }
    }

    /// A state ended.
    pub fn ended(&mut self, machine: &mut Machine<'_>, state: &State, end: &PathEndKind) {
        let closing = self.closing.take();
        let Some(position) = self.positions.remove(&state.id) else { return };
        let Some(node) = position.node else { return };
        match end {
            PathEndKind::Subsumed => match closing {
                Some((interpolant, matching)) => {
                    let below = Below::Closed(interpolant, matching);
                    self.stretch(machine, node, state, StretchEnd::Point, below);
                }
                None => self.left_out_at(node),
            },
            // Whoever comes there again is beyond the same bound, which the result names.
            PathEndKind::Cut(Limit::InputBound(_)) => {
                self.stretch(machine, node, state, StretchEnd::Path(end.clone()), Below::End);
            }
            PathEndKind::Cut(_) => self.left_out_at(node),
            end => self.stretch(machine, node, state, StretchEnd::Path(end.clone()), Below::End),
        }
        self.closed_one(machine, node);
    }

    fn left_out_at(&mut self, node: usize) {
        if let Some(node) = &mut self.nodes[node] {
            node.broken = true;
        }
    }

    /// Notes a stretch from a node. What comes of it, `below`, is not open any more, apart from a node.
    fn stretch(
        &mut self,
        machine: &mut Machine<'_>,
        index: usize,
        state: &State,
        end: StretchEnd,
        below: Below,
    ) {
        let model = machine.model(&mut state.clone()).ok();
        let Some(node) = &mut self.nodes[index] else { return };
        match model {
            Some(model) => {
                node.below.push((Stretch { state: state.clone(), end, model }, below));
            }
            None => node.broken = true,
        }
    }

    /// Something below a node is not open any more: it may be complete, and then those above it, too.
    fn closed_one(&mut self, machine: &mut Machine<'_>, mut index: usize) {
        loop {
            let Some(node) = &mut self.nodes[index] else { return };
            node.open -= 1;
            if node.open > 0 {
                return;
            }
            let (above, broken) = (node.above, node.broken);
            let interpolant = match broken || self.given_up || machine.run.stop.is_some() {
                true => None,
                false => self.annotate(machine, index),
            };
            let interpolant = interpolant.map(|interpolant| self.show(machine, index, interpolant));
            self.complete(machine, index, interpolant);
            match above {
                Some(above) => index = above,
                None => {
                    self.remove(index);
                    return;
                }
            }
        }
    }

    /// A node has all that it will ever have; what is below it is not needed any more.
    fn complete(
        &mut self,
        machine: &mut Machine<'_>,
        index: usize,
        interpolant: Option<Rc<Interpolant>>,
    ) {
        let Some(node) = &mut self.nodes[index] else { return };
        let below = std::mem::take(&mut node.below);
        node.interpolant.clone_from(&interpolant);
        let (above, place) = (node.above, node.place.clone());
        match interpolant {
            Some(interpolant) => {
                machine.run.statistics.pruning.annotated += 1;
                self.yields.entry((place.0, place.1)).or_default().annotated += 1;
                self.keep(place, interpolant);
            }
            None => {
                if let Some(above) = above {
                    self.left_out_at(above);
                }
            }
        }
        for (_, below) in below {
            if let Below::Node(below) = below {
                self.remove(below);
            }
        }
    }

    fn keep(&mut self, place: Place, interpolant: Rc<Interpolant>) {
        let at = (place.0, place.1);
        if !self.annotated.contains(&at) {
            Rc::make_mut(&mut self.annotated).insert(at);
        }
        let kept = self.kept.entry(place).or_default();
        if kept.len() < MOST_KEPT {
            kept.keep(interpolant, MOST_ALIKE);
        }
    }

    fn remove(&mut self, index: usize) {
        self.nodes[index] = None;
        self.free.push(index);
    }
}
