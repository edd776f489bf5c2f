//! What all paths of a program share: terms, the flow of control backwards, who calls whom.
//!
//! **Invariant**: predecessors are those of the program as it is; nothing here follows a path.

use std::collections::BTreeMap;
use std::rc::Rc;

use klew_ir::call_graph::CallGraph;
use klew_ir::control_flow::ControlFlow;
use klew_ir::loop_forest::LoopForest;
use klew_ir::{
    BlockCall, BlockId, Callee, Definition, FunctionBody, FunctionId, Operation, Position, Program,
    Terminator, Type,
};
use klew_term::{Sort, SymbolId, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

/// A place between instructions: in front of that instruction of the block (behind the last one: of its end).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point {
    /// The function.
    pub function: FunctionId,
    /// The block.
    pub block: BlockId,
    /// Instructions of the block that are still in front.
    pub instruction: usize,
}

/// A way into a block.
#[derive(Clone, Debug)]
pub struct Edge {
    /// The block that it comes from.
    pub from: BlockId,
    /// Which successor of that block.
    pub successor: usize,
    /// Whether it is part of a cycle.
    pub in_cycle: bool,
}

/// The flow of a function backwards.
#[derive(Debug, Default)]
pub struct Backwards {
    /// By block.
    pub edges: Vec<Vec<Edge>>,
    /// The blocks that return.
    pub returns: Vec<BlockId>,
}

/// What paths share.
pub struct Context<'p> {
    /// The program.
    pub program: &'p Program,
    /// Where runs begin.
    pub entry: FunctionId,
    /// Terms of all paths.
    pub terms: Terms,
    /// Who calls whom.
    pub calls: CallGraph,
    /// Symbols that are inputs, numbers of addresses, and others of which no definition is to come.
    pub ground: FxHashSet<SymbolId>,
    /// Paths that were left, by what they came to and where, with how many.
    pub left_out: BTreeMap<(String, Position), u64>,
    /// External functions that paths called: name, first place, whether they return pointers.
    pub external: BTreeMap<String, (Position, bool)>,
    sites: FxHashMap<FunctionId, Vec<Point>>,
    backwards: FxHashMap<FunctionId, Rc<Backwards>>,
}

impl<'p> Context<'p> {
    /// Of a program with an entry.
    pub fn new(program: &'p Program) -> Option<Context<'p>> {
        let entry = program.entry?;
        let calls = CallGraph::new(program);
        let sites = call_sites(program, &calls, entry);
        Some(Context {
            program,
            entry,
            terms: Terms::new(),
            calls,
            ground: FxHashSet::default(),
            left_out: BTreeMap::new(),
            external: BTreeMap::new(),
            sites,
            backwards: FxHashMap::default(),
        })
    }

    /// A path is left: what it came to is not followed.
    pub fn leave_out(&mut self, why: &str, position: Position) {
        *self.left_out.entry((why.to_owned(), position)).or_default() += 1;
    }

    /// How often something was left out: the same thing again counts again.
    pub fn times_left_out(&self) -> u64 {
        self.left_out.values().sum()
    }

    /// The body of a function, if it has one.
    pub fn body(&self, function: FunctionId) -> Option<&'p Definition> {
        match &self.program.function(function).body {
            FunctionBody::Defined(definition) => Some(definition),
            _ => None,
        }
    }

    /// The flow of a function backwards.
    pub fn backwards(&mut self, function: FunctionId) -> Rc<Backwards> {
        let body = self.body(function);
        let found = self.backwards.entry(function);
        Rc::clone(found.or_insert_with(|| Rc::new(body.map(backwards).unwrap_or_default())))
    }

    /// The calls that may enter a function, in front of each.
    pub fn call_sites(&self, function: FunctionId) -> &[Point] {
        self.sites.get(&function).map_or(&[], Vec::as_slice)
    }

    /// Bits of a pointer.
    pub fn pointer_bits(&self) -> u32 {
        self.program.data_model.pointer_bits
    }

    /// Bytes of a pointer.
    pub fn pointer_size(&self) -> u64 {
        self.program.data_model.pointer_size()
    }

    /// A number of pointer width.
    pub fn number(&mut self, value: u64) -> TermId {
        let bits = self.pointer_bits();
        self.terms.bv(bits, value)
    }

    /// A symbol that a definition is to come for.
    pub fn open(&mut self, name: &str, value_type: Type) -> TermId {
        let sort = klew_semantics::sort_of(value_type, self.pointer_bits());
        self.terms.symbol(name, sort)
    }

    /// A symbol that may be anything, for good.
    pub fn any(&mut self, name: &str, sort: Sort) -> TermId {
        let symbol = self.terms.fresh_symbol(name, sort);
        self.ground.insert(symbol);
        self.terms.symbol_term(symbol)
    }

    /// Whether nothing more will be known of a term.
    pub fn is_ground(&self, term: TermId) -> bool {
        self.terms.symbols(term).iter().all(|symbol| self.ground.contains(symbol))
    }
}

/// The successors of an end, in order.
pub fn successor(terminator: &Terminator, number: usize) -> Option<&BlockCall> {
    terminator.successors().get(number).copied()
}

fn backwards(definition: &Definition) -> Backwards {
    let flow = ControlFlow::new(definition);
    let forest = LoopForest::new(&flow);
    let mut found =
        Backwards { edges: vec![Vec::new(); definition.blocks.len()], returns: Vec::new() };
    for (from, block) in (0..).map(BlockId).zip(&definition.blocks) {
        if !flow.is_reachable(from) {
            continue;
        }
        if matches!(block.terminator, Terminator::Return(_)) {
            found.returns.push(from);
        }
        for (successor, next) in block.terminator.successors().iter().enumerate() {
            let in_cycle = forest.common(from, next.block) > 0;
            if let Some(edges) = found.edges.get_mut(next.block.0 as usize) {
                edges.push(Edge { from, successor, in_cycle });
            }
        }
    }
    found
}

/// By function, the calls that may enter it, in functions that runs come to.
fn call_sites(
    program: &Program,
    calls: &CallGraph,
    entry: FunctionId,
) -> FxHashMap<FunctionId, Vec<Point>> {
    let mut sites: FxHashMap<FunctionId, Vec<Point>> = FxHashMap::default();
    for function in calls.reachable(entry) {
        let FunctionBody::Defined(definition) = &program.function(function).body else { continue };
        for (block, body) in (0..).map(BlockId).zip(&definition.blocks) {
            for (instruction, operation) in body.instructions.iter().enumerate() {
                let Operation::Call { callee, .. } = &operation.operation else { continue };
                let targets = match callee {
                    Callee::Function(id) => std::slice::from_ref(id),
                    Callee::Pointer(_) => calls.targets(callee),
                };
                for target in targets {
                    sites.entry(*target).or_default().push(Point { function, block, instruction });
                }
            }
        }
    }
    sites
}
