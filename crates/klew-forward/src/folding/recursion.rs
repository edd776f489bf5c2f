//! Recursion over trees: what a call does to a tree that it alone is given is found out once, for any such tree, and each call of the kind
//! does that.
//!
//! Source: summaries by tabulation (T. Reps, S. Horwitz, M. Sagiv, *Precise Interprocedural Dataflow Analysis via Graph Reachability*, POPL
//! 1995), of the part of the heap that a call can come to (N. Rinetzky, J. Bauer, T. Reps, M. Sagiv, R. Wilhelm, *A Semantics for
//! Procedure Local Heaps and its Abstractions*, POPL 2005); trees as in [`super::trees`].
//!
//! A call is told apart by its function and by what its arguments are: numbers, null, texts that it only reads, or a node with trees below
//! it. The first such call is followed with any numbers and texts, in any such tree, with nothing else on the heap; what it leaves behind when it returns is a way for all
//! such calls to end, and those that wait go on from each. Calls within are such calls again.
//!
//! **Invariant**: what is followed includes each call that it is told for, but for what the function cannot come to: the
//! globals that it can come to are as they were for the first call and stay so, no number is known, so none is an address that is, and where it
//! ends a run, nothing is told.
//! **Invariant**: nothing but the root of the tree is known to anyone outside, and only as a pointer.

use std::collections::BTreeSet;
use std::ops::Range;
use std::rc::Rc;

use klew_ir::call_graph::CallGraph;
use klew_ir::{Callee, Definition, FunctionBody, FunctionId, Operation, Program, Property, Type};
use klew_memory::{AllocationRequest, Liveness, Memory, ObjectId, ObjectKind, Value, candidates};
use klew_term::{Constant as Known, Sort};
use rustc_hash::FxHashMap;

use super::Folding;
use super::fold::drop_object;
use super::references::References;
use super::segment::{Links, Segment, Template, TextField};
use super::unfold::forget;
use crate::decode::op::{Op, Source};
use crate::ending::PathEndKind;
use crate::machine::{Machine, Step};
use crate::pruning::inclusion::Globals;
use crate::state::State;

/// The most kinds of calls.
const MOST_CALLS: usize = 32;

/// The most nodes of a tree that are not folded.
const MOST_NODES: usize = 64;

/// Of what is allocated, in bytes.
const ALIGNMENT: u64 = 16;

/// What an argument of a call is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Given {
    Number(Type),
    Null,
    /// The root of the tree.
    Root,
    /// Bytes of numbers that are only read, so many; whether one of them is known to be 0.
    Text {
        size: u64,
        ends: bool,
    },
}

/// Nodes of a tree: how they are linked, and which of their bytes hold numbers. Of the others nothing is known.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Shape {
    links: Links,
    /// Byte by byte.
    written: Vec<bool>,
    /// The fields that are texts. They count as not written.
    texts: Vec<Range<u64>>,
}

/// A kind of calls.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Kind {
    function: FunctionId,
    given: Vec<Given>,
    /// Of the tree, if it is given one.
    shape: Option<Shape>,
    /// The globals that the function can come to, in order.
    globals: Vec<ObjectId>,
}

/// What becomes of the tree that was given.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Left {
    /// None was given.
    Nothing,
    /// All of it is freed.
    Freed,
    /// It is a tree with the same root.
    Tree(Shape),
    /// Its root is a node of what is new, nobody knows where.
    Within,
}

/// A way in which calls end.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Ending {
    left: Left,
    /// The results: [`Given::Root`] is the root of what is left, or of a tree that is new.
    results: Vec<Given>,
    /// Of the tree that is new.
    new: Option<Shape>,
}

/// A call that waits.
struct Waiting {
    /// As it enters the function.
    state: Box<State>,
    tree: Option<Tree>,
    /// Whether the root is that of the call which the state follows: who waits for that knows it.
    is_root_known: bool,
}

/// What is known of calls of a kind.
struct Calls {
    kind: Kind,
    /// The root of the tree in which the first is followed.
    root: Option<ObjectId>,
    /// As the first begins: all begin with the same globals, and leave them and the texts as they were.
    memory: Memory,
    /// The texts that it is given.
    texts: Vec<ObjectId>,
    endings: Vec<Ending>,
    waiting: Vec<Waiting>,
}

/// What is known of calls.
#[derive(Default)]
pub struct Recursion {
    graph: Option<CallGraph>,
    /// Which functions can be told of.
    local: FxHashMap<FunctionId, bool>,
    /// Which globals it and what it calls name; nothing if that is not known.
    named: FxHashMap<FunctionId, Option<Rc<[ObjectId]>>>,
    calls: Vec<Calls>,
}

/// Whose call a state follows, so that all such calls are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Following {
    /// The number of the kind.
    calls: usize,
    /// How many callers there are above it.
    depth: usize,
}

impl Following {
    /// Whether that call is the one that a state is in.
    pub fn is_call_of(self, state: &State) -> bool {
        self.depth == state.callers.len()
    }
}

/// A tree as it is in a state.
#[derive(Clone, Debug)]
struct Tree {
    root: ObjectId,
    links: Links,
    /// The nodes, the root first.
    nodes: Vec<ObjectId>,
    /// The folded trees below them.
    folded: Vec<ObjectId>,
    /// The nodes and what folded trees are made of.
    all: BTreeSet<ObjectId>,
}

impl Recursion {
    /// The root of the tree in which a state follows a call: who waits for the call knows it.
    pub fn root(&self, state: &State) -> Option<ObjectId> {
        self.calls.get(state.following?.calls)?.root
    }

    /// The globals that the function of a state can come to. Nothing if they lead to anything else.
    fn globals(&mut self, machine: &mut Machine<'_>, state: &State) -> Option<BTreeSet<ObjectId>> {
        let graph = self.graph.get_or_insert_with(|| CallGraph::new(machine.program));
        let function = state.frame.function;
        let named = self.named.entry(function).or_insert_with(|| {
            let mut named = BTreeSet::new();
            for callee in graph.reachable(function) {
                let code = machine.code(callee)?;
                named.extend(code.constants.iter().filter_map(|constant| match constant {
                    Value::Pointer(object, _) if !object.is_null() => Some(*object),
                    _ => None,
                }));
            }
            Some(Rc::from_iter(named))
        });
        let mut open: Vec<ObjectId> = named.as_ref()?.to_vec();
        let mut seen = BTreeSet::new();
        while let Some(object) = open.pop() {
            if !seen.insert(object) {
                continue;
            }
            let known = state.memory.object(object)?;
            match known.kind {
                ObjectKind::Function(_) => continue,
                ObjectKind::Global if known.concrete_size().is_some() => {}
                _ => return None,
            }
            for (_, _, value) in state.memory.pointers_in(object) {
                match value {
                    Value::Pointer(to, _) if to.is_null() => {}
                    Value::Pointer(to, _) => open.push(to),
                    _ => return None,
                }
            }
        }
        Some(seen)
    }

    /// Whether a function is recursive and only comes to what it is given, and to globals.
    fn is_local(&mut self, program: &Program, function: FunctionId) -> bool {
        let graph = self.graph.get_or_insert_with(|| CallGraph::new(program));
        *self.local.entry(function).or_insert_with(|| {
            graph.is_recursive(function)
                && graph.reachable(function).into_iter().all(|callee| {
                    match &program.function(callee).body {
                        FunctionBody::Defined(definition) => is_local(definition),
                        _ => false,
                    }
                })
        })
    }
}

/// Whether a body does nothing but to what it is given or makes, and to what it names.
fn is_local(definition: &Definition) -> bool {
    let mut instructions = definition.blocks.iter().flat_map(|block| &block.instructions);
    instructions.all(|instruction| match &instruction.operation {
        Operation::Call { callee, .. } => matches!(callee, Callee::Function(_)),
        Operation::StackMark | Operation::StackRelease(_) => false,
        _ => true,
    })
}

impl Calls {
    /// Whether the globals are as they were where the first begins.
    fn has_same_globals(&self, memory: &Memory) -> bool {
        self.kind.globals.iter().all(|global| memory.shares(*global, &self.memory))
    }

    /// Whether the texts are as they were there.
    fn has_same_texts(&self, memory: &Memory) -> bool {
        self.texts.iter().all(|text| memory.shares(*text, &self.memory))
    }
}

impl Folding {
    /// A call begins: whether it waits for what is known of such calls.
    ///
    /// # Errors
    /// The first such call cannot be followed.
    pub fn call(&mut self, machine: &mut Machine<'_>, state: &mut State) -> Step<bool> {
        let function = state.frame.function;
        if !self.recursion.is_local(machine.program, function) {
            return Ok(false);
        }
        if !self.fold.trees {
            self.kinds.learn(&state.memory, &state.segments);
            return Ok(false);
        }
        // What was never written in the first tree may be written in others: that is more, unless it is asked for.
        let asks = machine.configuration.properties.contains(Property::Initialised);
        if asks || state.memory.has_input_heap() {
            return Ok(false);
        }
        let mut found = self.kind_of_call(machine, state);
        if found.is_none() {
            // What a loop left open is a tree when nobody knows of its nodes any more.
            self.clear_dead(machine, state);
            self.fold(machine, state, None);
            found = self.kind_of_call(machine, state);
        }
        let Some((kind, tree)) = found else { return Ok(false) };
        let known = self.recursion.calls.iter().position(|calls| {
            includes(&calls.kind, &kind) && calls.has_same_globals(&state.memory)
        });
        let number = match known {
            Some(number) => number,
            None if self.recursion.calls.len() == MOST_CALLS => return Ok(false),
            None => self.follow(machine, state, kind, tree.as_ref())?,
        };
        let followed = self.recursion.root(state);
        let is_root_known = tree.as_ref().is_some_and(|tree| followed == Some(tree.root));
        let waiting = Waiting { state: Box::new(state.clone()), tree, is_root_known };
        for ending in &self.recursion.calls[number].endings {
            machine.go_on_behind(&waiting, ending)?;
        }
        self.recursion.calls[number].waiting.push(waiting);
        Ok(true)
    }

    /// What the call of a state is told apart by, and its tree.
    fn kind_of_call(
        &mut self,
        machine: &mut Machine<'_>,
        state: &State,
    ) -> Option<(Kind, Option<Tree>)> {
        let (mut given, mut tree, mut texts) = (Vec::new(), None, Vec::new());
        for &(slot, value_type) in &state.frame.code.parameters {
            given.push(match (value_type, state.frame.registers[slot as usize]) {
                (Type::Int(_), Value::Int(_) | Value::Term(_)) => Given::Number(value_type),
                (Type::Pointer, Value::NULL) => Given::Null,
                (Type::Pointer, Value::Pointer(root, into)) => {
                    match self.tree_of(state, root).filter(|it| it.links.into == into) {
                        Some(found) if tree.is_none() => {
                            tree = Some(found);
                            Given::Root
                        }
                        _ => {
                            texts.push(root);
                            machine.text_given(state, (root, into))?
                        }
                    }
                }
                _ => return None,
            });
        }
        let results = &machine.program.function(state.frame.function).results;
        if !given.iter().any(|it| matches!(it, Given::Null | Given::Root))
            && !results.contains(&Type::Pointer)
        {
            return None;
        }
        // Nobody comes to what is outside, by no number.
        let has_address =
            |id: &ObjectId| state.memory.object(*id).is_some_and(|it| it.address.is_some());
        if state.memory.alive_heap_objects().iter().any(has_address) {
            return None;
        }
        if let Some(tree) = &tree {
            let globals = self.globals.get_or_insert_with(|| Globals::of(&state.memory));
            let context = (machine.program, &*machine.terms, &mut self.live);
            let mut references = References::of(context, globals, state)?;
            // Who waits for the call that is followed knows its root.
            if let Some(root) = self.recursion.root(state) {
                references.keep(root);
            }
            let is_own = |node: &ObjectId| {
                let holders = references.to(*node).iter().map(|reference| reference.holder);
                !references.is_root(*node) && holders.into_iter().all(|it| tree.all.contains(&it))
            };
            if !tree.nodes.iter().filter(|node| **node != tree.root).all(is_own) {
                return None;
            }
        }
        let shape = tree.as_ref().map(|tree| machine.shape(state, tree));
        let mut globals = self.recursion.globals(machine, state)?;
        if !are_apart(&texts, (&globals, tree.as_ref())) {
            return None;
        }
        // Texts and tables of numbers stay what they are.
        globals.retain(|global| {
            let is_writable = state.memory.object(*global).is_some_and(|it| it.writable);
            is_writable || !state.memory.pointers_in(*global).is_empty()
        });
        let globals = globals.into_iter().collect();
        Some((Kind { function: state.frame.function, given, shape, globals }, tree))
    }

    /// The tree that a node is the root of.
    fn tree_of(&self, state: &State, root: ObjectId) -> Option<Tree> {
        let size = state.memory.object(root)?.concrete_size()?;
        let links = self.kinds.of_size(size).filter(|links| links.back.is_none());
        let links = links.or_else(|| self.kinds.list_of_size(size))?;
        let mut tree =
            Tree { root, links, nodes: Vec::new(), folded: Vec::new(), all: BTreeSet::new() };
        let mut open = vec![root];
        while let Some(node) = open.pop() {
            if tree.nodes.len() == MOST_NODES || !tree.all.insert(node) {
                return None;
            }
            tree.nodes.push(node);
            open.extend(tree.below(state, node)?);
        }
        Some(tree)
    }

    /// Follows the first call of a kind; the number of the kind.
    fn follow(
        &mut self,
        machine: &mut Machine<'_>,
        state: &State,
        kind: Kind,
        tree: Option<&Tree>,
    ) -> Step<usize> {
        let mut first = Box::new(state.clone());
        first.id = machine.run.new_state();
        let (number, depth) = (self.recursion.calls.len(), first.callers.len());
        first.following = Some(Following { calls: number, depth });
        let position = machine.position(&first);
        for object in first.memory.alive_heap_objects() {
            if tree.is_some_and(|tree| tree.all.contains(&object)) {
                continue;
            }
            match first.segments.get(object) {
                Some(_) => forget(&mut first, object),
                None => first.memory.end_life(object, Liveness::Freed, position),
            }
        }
        let parameters = first.frame.code.parameters.clone();
        let mut texts = Vec::new();
        for ((slot, _), given) in parameters.into_iter().zip(&kind.given) {
            let argument = match *given {
                Given::Number(value_type) => machine.any_number(&mut first, value_type)?,
                Given::Text { size, ends } => {
                    let text = machine.any_text(&mut first, (size, ends))?;
                    texts.push(text);
                    Value::Pointer(text, 0)
                }
                Given::Null | Given::Root => continue,
            };
            first.frame.registers[slot as usize] = argument;
        }
        if let (Some(tree), Some(shape)) = (tree, &kind.shape) {
            drop_below(&mut first, tree);
            machine.make_any(&mut first, tree.root, shape)?;
        }
        machine.run.statistics.forks += 1;
        let root = tree.map(|tree| tree.root);
        let memory = first.memory.clone();
        machine.run.forked.push(first);
        let (endings, waiting) = (Vec::new(), Vec::new());
        self.recursion.calls.push(Calls { kind, root, memory, texts, endings, waiting });
        Ok(number)
    }

    /// A call that was followed returns: its path ends so.
    pub fn returns(
        &mut self,
        machine: &mut Machine<'_>,
        state: &State,
        (following, values): (Following, &[Source]),
    ) -> PathEndKind {
        let Some(ending) = self.ending(machine, state, (following, values)) else {
            return machine.unsupported(state, "what recursion makes of a tree");
        };
        let calls = &mut self.recursion.calls[following.calls];
        if calls.endings.contains(&ending) {
            return PathEndKind::Subsumed;
        }
        let mut end = PathEndKind::Subsumed;
        for waiting in &calls.waiting {
            match machine.go_on_behind(waiting, &ending) {
                Ok(()) | Err(PathEndKind::Infeasible) => {}
                // Not all is explored then, which this path says.
                Err(other) => end = other,
            }
        }
        calls.endings.push(ending);
        end
    }

    /// How a call ended that was followed.
    fn ending(
        &self,
        machine: &mut Machine<'_>,
        state: &State,
        (following, values): (Following, &[Source]),
    ) -> Option<Ending> {
        let types = &machine.program.function(state.frame.function).results;
        let calls = &self.recursion.calls[following.calls];
        if !calls.has_same_globals(&state.memory) || !calls.has_same_texts(&state.memory) {
            return None;
        }
        let given = calls.kind.given.iter().find(|given| **given == Given::Root);
        let root = calls.root;
        let is_alive =
            |root: &ObjectId| state.memory.object(*root).is_some_and(|object| object.is_alive());
        let kept = root.filter(is_alive);
        let mut results = Vec::new();
        let mut made = None;
        for (number, &source) in values.iter().enumerate() {
            let value_type = types.get(number).copied()?;
            results.push(match (value_type, state.frame.read(source)) {
                (Type::Int(_), Value::Int(_) | Value::Term(_)) => Given::Number(value_type),
                (Type::Pointer, Value::NULL) => Given::Null,
                (Type::Pointer, Value::Pointer(to, into)) if made.is_none() => {
                    made = Some((to, into));
                    Given::Root
                }
                _ => return None,
            });
        }
        if let (Some((made, into)), Some(kept)) = (made, kept)
            && made == kept
            && Some(into) != calls.kind.shape.as_ref().map(|shape| shape.links.into)
        {
            return None;
        }
        let made = made.filter(|(made, _)| Some(*made) != kept);
        let mut rest: BTreeSet<ObjectId> = state.memory.alive_heap_objects().into_iter().collect();
        let mut take = |root: ObjectId| {
            let tree = self.tree_of(state, root)?;
            let is_own = tree.all.iter().all(|object| rest.remove(object));
            is_own.then_some(tree)
        };
        let new = match made {
            Some((made, into)) => Some(take(made).filter(|tree| tree.links.into == into)?),
            None => None,
        };
        let left = match (kept, given) {
            (Some(kept), _) if new.as_ref().is_some_and(|new| new.all.contains(&kept)) => {
                Left::Within
            }
            (Some(kept), _) => Left::Tree(machine.shape(state, &take(kept)?)),
            (None, Some(_)) => Left::Freed,
            (None, None) => Left::Nothing,
        };
        let new = new.map(|new| machine.shape(state, &new));
        rest.is_empty().then_some(Ending { left, results, new })
    }
}

/// Whether the texts that a call is given are objects of their own, which its function does not come to in any other way.
fn are_apart(texts: &[ObjectId], (globals, tree): (&BTreeSet<ObjectId>, Option<&Tree>)) -> bool {
    let is_of_tree = |text: &ObjectId| tree.is_some_and(|tree| tree.all.contains(text));
    texts.iter().enumerate().all(|(number, text)| {
        !texts[..number].contains(text) && !globals.contains(text) && !is_of_tree(text)
    })
}

/// Whether what is known of calls of a kind is so for another kind.
fn includes(known: &Kind, other: &Kind) -> bool {
    let is_like = |known: &Shape, other: &Shape| {
        let mut bytes = known.written.iter().zip(&other.written);
        known.links == other.links
            && bytes.all(|(known, other)| !known || *other)
            && known.texts.iter().all(|text| other.texts.contains(text))
    };
    let mut given = known.given.iter().zip(&other.given);
    known.function == other.function
        && known.globals == other.globals
        && given.all(|(known, other)| known == other || known.is_any_of(*other))
        && match (&known.shape, &other.shape) {
            (Some(known), Some(other)) => is_like(known, other),
            (known, other) => known.is_none() && other.is_none(),
        }
}

impl Tree {
    /// Takes note of a node and of the folded trees at it; the nodes at it. Nothing if it is no node of a tree.
    fn below(&mut self, state: &State, node: ObjectId) -> Option<Vec<ObjectId>> {
        let memory = &state.memory;
        let object = memory.object(node)?;
        let is_node = object.is_alive()
            && object.writable
            && object.kind == ObjectKind::Heap
            && object.address.is_none()
            && object.concrete_size() == Some(self.links.size)
            && state.segments.get(node).is_none();
        if !is_node {
            return None;
        }
        let word = u64::from(memory.pointer_bits() / 8);
        let mut nodes = Vec::new();
        let mut pointing = BTreeSet::new();
        for (at, size, value) in memory.pointers_in(node) {
            let Value::Pointer(to, into) = value else { return None };
            if size != word || !self.links.all().contains(&at) {
                return None;
            }
            pointing.insert(at);
            match state.segments.get(to) {
                _ if value == Value::NULL => {}
                Some(tree) => self.folded(memory, (to, tree), (node, at))?,
                None if into == self.links.into => nodes.push(to),
                None => return None,
            }
        }
        let is_null = |at: u64| {
            let bytes = memory.read_bytes(node, at, word);
            bytes.is_some_and(|bytes| bytes.iter().all(|byte| *byte == 0))
        };
        let mut others = self.links.all().into_iter().filter(|at| !pointing.contains(at));
        others.all(is_null).then_some(nodes)
    }

    /// Takes note of a folded tree at a link.
    fn folded(
        &mut self,
        memory: &Memory,
        (id, tree): (ObjectId, &Segment),
        holder: (ObjectId, u64),
    ) -> Option<()> {
        let is_whole = tree.is_tree || self.links.branch.is_none() && tree.end == Value::NULL;
        let is_own =
            is_whole && tree.links == self.links && tree.holder == holder && tree.behind.is_none();
        if !is_own || !self.all.insert(id) {
            return None;
        }
        self.folded.push(id);
        for template in &tree.templates {
            let [node] = template.parts[..] else { return None };
            let pointers = memory.pointers_in(node);
            if !pointers.is_empty() || !self.all.insert(node) {
                return None;
            }
        }
        Some(())
    }

    /// Which of its bytes are numbers in all of its nodes.
    fn written(&self, state: &State) -> Vec<bool> {
        let word = u64::from(state.memory.pointer_bits() / 8);
        let like_nodes: Vec<ObjectId> =
            self.all.iter().copied().filter(|object| !self.folded.contains(object)).collect();
        let is_written = |byte: u64| {
            let mut nodes = like_nodes.iter();
            !self.links.covers(byte, word)
                && nodes.all(|node| !state.memory.is_undefined(*node, byte, 1))
        };
        (0..self.links.size).map(is_written).collect()
    }
}

impl Given {
    /// Whether that text may be any that another is.
    fn is_any_of(self, other: Given) -> bool {
        match (self, other) {
            (Given::Text { size, ends: false }, Given::Text { size: its, .. }) => size == its,
            _ => false,
        }
    }
}

/// What is below the root of a tree is no more.
fn drop_below(state: &mut State, tree: &Tree) {
    for folded in &tree.folded {
        forget(state, *folded);
    }
    for node in tree.nodes.iter().filter(|node| **node != tree.root) {
        drop_object(state, *node);
    }
}

impl Machine<'_> {
    /// A new number, that may be any.
    fn any_number(&mut self, state: &mut State, value_type: Type) -> Step<Value> {
        let width = value_type.bits(self.pointer_bits());
        let symbol = self.terms.fresh_symbol("of a call", Sort::BitVec(width));
        let mut model = self.model(state)?;
        Rc::make_mut(&mut model).set(symbol, Known::bv(width, 0));
        state.model = Some(model);
        Ok(Value::Term(self.terms.symbol_term(symbol)))
    }

    /// What all nodes of a tree are alike in.
    fn shape(&mut self, state: &State, tree: &Tree) -> Shape {
        let links = tree.links;
        let mut written = tree.written(state);
        let mut texts = self.fields_of_size(links.size);
        texts.retain(|text| {
            let is_text_in = |node: ObjectId| TextField { part: node, bytes: text.clone() };
            let segments = tree.folded.iter().filter_map(|folded| state.segments.get(*folded));
            let mut templates = segments.flat_map(|segment| &segment.templates);
            templates.all(|template| template.fields.contains(&is_text_in(template.node())))
                && tree.nodes.iter().all(|node| self.holds_zero(state, *node, text))
        });
        for text in &texts {
            written[text.start as usize..text.end as usize].fill(false);
        }
        Shape { links, written, texts }
    }

    /// What a call is given that points to bytes of numbers.
    fn text_given(&mut self, state: &State, (text, at): (ObjectId, u64)) -> Option<Given> {
        let object = state.memory.object(text)?;
        let size = object.concrete_size()?.checked_sub(at).filter(|size| *size > 0)?;
        let kinds = [ObjectKind::Global, ObjectKind::Stack, ObjectKind::Heap];
        let is_text = object.is_alive()
            && kinds.contains(&object.kind)
            && state.segments.get(text).is_none()
            && !state.memory.holds_pointers(text);
        if !is_text {
            return None;
        }
        let from = self.number(at);
        let ends = self.end_of_text(state, (text, from)).is_some();
        Some(Given::Text { size, ends })
    }

    /// A text of so many bytes, that may be any; whether it is one.
    fn any_text(&mut self, state: &mut State, (size, ends): (u64, bool)) -> Step<ObjectId> {
        let mut request = AllocationRequest::new(ObjectKind::Stack, Value::Int(size));
        request.align = ALIGNMENT;
        request.position = self.position(state);
        let text = state.memory.allocate(request);
        let text = text.map_err(|error| self.memory_error(state, &error))?;
        if ends {
            self.end_text(state, text);
        } else {
            // Its bytes are elements of an array term from the beginning: to read them changes nothing then.
            let place = self.any_number(state, Type::Int(self.pointer_bits()))?;
            if let Value::Term(place) = place {
                state.memory.load_at(self.terms, text, place, Type::Int(8));
            }
        }
        self.settle(state)?;
        Ok(text)
    }

    /// An object for a node.
    fn new_tree_node(&mut self, state: &mut State, shape: &Shape) -> Step<ObjectId> {
        let mut request = AllocationRequest::new(ObjectKind::Heap, Value::Int(shape.links.size));
        request.align = ALIGNMENT;
        request.position = self.position(state);
        let node = state.memory.allocate(request);
        node.map_err(|error| self.memory_error(state, &error))
    }

    /// Has a node hold any numbers where nodes hold some.
    fn fill_any(&mut self, state: &mut State, node: ObjectId, shape: &Shape) -> Step<()> {
        let word = u64::from(self.pointer_bits() / 8);
        let mut at = 0;
        while at < shape.links.size {
            let is_written = |byte: u64| shape.written.get(byte as usize) == Some(&true);
            let fits = |size: &u64| at.is_multiple_of(*size) && (at..at + size).all(is_written);
            let size = [8, 4, 2, 1].into_iter().find(fits);
            let value_type = Type::Int(8 * size.unwrap_or(1) as u32);
            if size.is_some() {
                let number = self.any_number(state, value_type)?;
                state.memory.store(self.terms, node, at, value_type, number);
            } else if !shape.links.covers(at, word) && !state.memory.is_undefined(node, at, 1) {
                state.memory.store(self.terms, node, at, value_type, Value::Undefined);
            }
            at += size.unwrap_or(1);
        }
        self.forget_fields(state, node, &shape.texts);
        Ok(())
    }

    /// Makes a node the root of any tree.
    fn make_any(&mut self, state: &mut State, root: ObjectId, shape: &Shape) -> Step<()> {
        self.fill_any(state, root, shape)?;
        for text in &shape.texts {
            self.end_text_in_field(state, root, text);
        }
        let links = shape.links;
        for at in links.all() {
            let node = self.new_tree_node(state, shape)?;
            self.fill_any(state, node, shape)?;
            for link in links.all() {
                let word = Type::Int(self.pointer_bits());
                state.memory.store(self.terms, node, link, word, Value::Int(0));
            }
            let parts = vec![node];
            let template = Template {
                parts,
                next: links.next,
                orders: Vec::new(),
                texts: Vec::new(),
                fields: shape
                    .texts
                    .iter()
                    .map(|text| TextField { part: node, bytes: text.clone() })
                    .collect(),
            };
            let tree = Segment {
                links,
                is_tree: links.branch.is_some(),
                least: 0,
                count: None,
                numbered: Vec::new(),
                templates: vec![template],
                first: 1,
                last: 1,
                follows: vec![1],
                end: Value::NULL,
                begin: Value::NULL,
                holder: (root, at),
                behind: None,
            };
            let id = tree.allocate(&mut state.memory);
            let id = id.map_err(|error| self.memory_error(state, &error))?;
            tree.write(self.terms, &mut state.memory, id);
            state.segments.insert(id, tree);
            self.write_pointer(state, (root, at), Value::Pointer(id, links.into));
        }
        self.settle(state)
    }

    /// Whoever points to an object may point anywhere; nothing if it is not known who does.
    fn forget_pointers(&mut self, state: &mut State, object: ObjectId) -> Option<()> {
        let forgets = |machine: &Self, value: Value| match value {
            Value::Pointer(to, _) => Some(to == object),
            Value::SymbolicPointer(pointer) => {
                let all = candidates(machine.terms, &pointer)?;
                (!all.contains(&object)).then_some(false)
            }
            Value::Int(_) | Value::Term(_) | Value::Undefined => Some(false),
        };
        let mut callers = Vec::new();
        while let Some(caller) = state.callers.pop() {
            callers.push(caller);
        }
        callers.reverse();
        for frame in callers.iter_mut().chain([&mut state.frame]) {
            for register in &mut frame.registers {
                if forgets(self, *register)? {
                    *register = Value::Undefined;
                }
            }
        }
        for caller in callers {
            state.callers.push(caller);
        }
        for holder in state.memory.holders() {
            if state.memory.object(holder).is_some_and(|it| it.concrete_size().is_none()) {
                for value in state.memory.values_in(holder) {
                    (!forgets(self, value)?).then_some(())?;
                }
                continue;
            }
            for (at, _, value) in state.memory.pointers_in(holder) {
                if forgets(self, value)? {
                    let byte = Type::Int(8);
                    for at in at..at + u64::from(self.pointer_bits() / 8) {
                        state.memory.store(self.terms, holder, at, byte, Value::Undefined);
                    }
                }
            }
        }
        Some(())
    }

    /// A call that waits ends in one way, and its caller goes on.
    fn go_on_behind(&mut self, waiting: &Waiting, ending: &Ending) -> Step<()> {
        let mut state = waiting.state.clone();
        state.id = self.run.new_state();
        let position = self.position(&state);
        match (&ending.left, &waiting.tree) {
            (Left::Nothing, None) => {}
            (Left::Freed, Some(tree)) => {
                drop_below(&mut state, tree);
                state.memory.end_life(tree.root, Liveness::Freed, position);
            }
            (Left::Tree(shape), Some(tree)) => {
                drop_below(&mut state, tree);
                self.make_any(&mut state, tree.root, shape)?;
            }
            (Left::Within, Some(tree)) if !waiting.is_root_known => {
                drop_below(&mut state, tree);
                if self.forget_pointers(&mut state, tree.root).is_none() {
                    return Err(self.unsupported(&state, "who knows the root of a tree"));
                }
                drop_object(&mut state, tree.root);
                state.forgot_pointers = true;
            }
            _ => return Err(self.unsupported(&state, "a call that ends otherwise")),
        }
        let root = match &ending.new {
            Some(shape) => {
                let root = self.new_tree_node(&mut state, shape)?;
                self.make_any(&mut state, root, shape)?;
                Some((root, shape.links.into))
            }
            None => waiting.tree.as_ref().map(|tree| (tree.root, tree.links.into)),
        };
        let Some(caller) = state.callers.pop() else {
            return Err(self.unsupported(&state, "a call without a caller"));
        };
        state.frame = caller;
        let code = Rc::clone(&state.frame.code);
        let Some(Op::Call { calls }) = code.ops.get(state.frame.next as usize) else {
            return Err(self.unsupported(&state, "a return to what is no call"));
        };
        for (number, &(slot, value_type)) in code.calls[*calls as usize].results.iter().enumerate()
        {
            let value = match (ending.results.get(number), root) {
                (Some(Given::Number(of)), _) if *of == value_type => {
                    self.any_number(&mut state, value_type)?
                }
                (Some(Given::Null), _) => Value::NULL,
                (Some(Given::Root), Some((root, into))) => Value::Pointer(root, into),
                _ => return Err(self.unsupported(&state, "a call that ends otherwise")),
            };
            state.frame.registers[slot as usize] = value;
        }
        state.frame.next += 1;
        self.run.statistics.forks += 1;
        self.run.forked.push(state);
        Ok(())
    }
}
