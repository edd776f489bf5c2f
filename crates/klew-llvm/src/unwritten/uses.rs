//! The edges of the graph: what each instruction makes of its operands.

use rustc_hash::FxHashSet;

use super::calls::{is_mark, only_reads};
use super::flow::{Flow, Node, Nodes, WRITTEN};
use super::{mentions, slots};
use crate::syntax::{
    Argument, Body, Call, Constant, Function, GlobalId, Instruction, Linkage, LocalId, Module,
    Operation, SymbolDefinition, Value,
};

/// The graph of a module in the making.
pub(super) struct Uses<'m> {
    module: &'m Module,
    /// Functions that the program defines.
    defined: &'m FxHashSet<Box<str>>,
    pub(super) flow: Flow,
    /// The node of the first local of each function.
    first: Vec<Node>,
    /// What each function returns.
    returns: Vec<Node>,
}

/// The function at hand.
struct Place {
    function: usize,
    /// The node of its first local.
    first: Node,
    /// The node of what its first local holds, if that is a variable.
    contents: Node,
    slots: Vec<bool>,
}

impl<'m> Uses<'m> {
    pub(super) fn new(module: &'m Module, defined: &'m FxHashSet<Box<str>>) -> Uses<'m> {
        let mut flow = Flow::new(module.symbols.len());
        let (mut first, mut returns) = (Vec::new(), Vec::new());
        for function in &module.functions {
            let locals = match &function.body {
                Body::Defined(definition) => definition.locals.len(),
                _ => 0,
            };
            first.push(flow.add(locals));
            let result = flow.add(1);
            if !function.properties.linkage.is_local() {
                flow.edge(result, WRITTEN);
            }
            returns.push(result);
        }
        Uses { module, defined, flow, first, returns }
    }

    /// Addresses in initial values are in memory, where this does not follow them.
    pub(super) fn initial_values(&mut self) {
        let module = self.module;
        let values = module.variables.iter().filter_map(|variable| variable.initializer.as_ref());
        let aliases = module.aliases.iter().map(|alias| &alias.target.value);
        let more = module.functions.iter().flat_map(|function| {
            let all = [&function.prefix, &function.prologue, &function.personality];
            all.into_iter().flatten().map(|constant| &constant.value)
        });
        for constant in values.chain(aliases).chain(more) {
            let nodes = self.constant(constant);
            self.write(&nodes);
        }
    }

    pub(super) fn functions(&mut self) {
        for (number, function) in self.module.functions.iter().enumerate() {
            let Body::Defined(definition) = &function.body else { continue };
            let module = self.module;
            let slots = slots::slots(definition, |operation| match operation {
                Operation::Call(call) => {
                    callee(module, call).is_some_and(|(_, name)| is_mark(name))
                }
                Operation::DebugRecord { .. } => true,
                _ => false,
            });
            let contents = self.flow.add(definition.locals.len());
            let first = self.first[number];
            let place = Place { function: number, first, contents, slots };
            for block in &definition.blocks {
                for instruction in &block.instructions {
                    self.instruction(&place, instruction);
                }
            }
        }
    }

    fn instruction(&mut self, place: &Place, instruction: &'m Instruction) {
        let result = instruction.result.map(|local| place.first + local.0);
        match &instruction.operation {
            Operation::Load { volatile, pointer, .. } => {
                let nodes = self.nodes(place, &pointer.value);
                match (place.slot(&pointer.value), result) {
                    (Some(contents), Some(result)) => self.flow.edge(contents, result),
                    _ if *volatile => self.write(&nodes),
                    _ => {}
                }
            }
            Operation::Store { value, pointer, .. } => {
                let stored = self.nodes(place, &value.value);
                match place.slot(&pointer.value) {
                    Some(contents) => self.flow_to(&stored, contents),
                    None => {
                        self.write(&stored);
                        let nodes = self.nodes(place, &pointer.value);
                        self.write(&nodes);
                    }
                }
            }
            Operation::Return(Some(value)) => {
                let nodes = self.nodes(place, &value.value);
                self.flow_to(&nodes, self.returns[place.function]);
            }
            Operation::Call(call) => self.call(place, call, result),
            operation if is_arithmetic(operation) => {
                for operand in operands(operation) {
                    let nodes = self.nodes(place, operand);
                    self.flow_to(&nodes, result.unwrap_or(WRITTEN));
                }
            }
            operation if ends_there(operation) => {}
            operation => {
                for operand in operands(operation) {
                    let nodes = self.nodes(place, operand);
                    self.write(&nodes);
                }
            }
        }
    }

    fn call(&mut self, place: &Place, call: &'m Call, result: Option<Node>) {
        let Some((symbol, name)) = callee(self.module, call) else {
            let nodes = self.nodes(place, &call.callee);
            self.write(&nodes);
            return self.pass(place, call.arguments.iter());
        };
        for input in call.bundles.iter().flat_map(|bundle| &bundle.inputs) {
            let nodes = self.nodes(place, &input.value);
            self.write(&nodes);
        }
        if let Some((number, function)) = self.followed(symbol) {
            for (index, argument) in call.arguments.iter().enumerate() {
                let nodes = self.nodes(place, &argument.value);
                let parameter = function.parameters.get(index).and_then(|it| it.local);
                let to = parameter.map_or(WRITTEN, |LocalId(local)| self.first[number] + local);
                self.flow_to(&nodes, to);
            }
            if let Some(result) = result {
                self.flow.edge(self.returns[number], result);
            }
        } else if !is_mark(name) {
            let known = !self.defined.contains(name);
            let reads = if known { only_reads(name) } else { &[] };
            let arguments = call.arguments.iter().enumerate();
            let passed = arguments.filter(|(index, _)| !reads.contains(index)).map(|(_, it)| it);
            self.pass(place, passed);
        }
    }

    /// The function of the module that a call by that name surely comes to.
    fn followed(&self, symbol: GlobalId) -> Option<(usize, &'m Function)> {
        let SymbolDefinition::Function(number) = self.module.symbol(symbol).definition else {
            return None;
        };
        let function = self.module.functions.get(number as usize)?;
        let linkage = function.properties.linkage;
        let own = linkage.is_local() || matches!(linkage, Linkage::Default | Linkage::External);
        (own && matches!(function.body, Body::Defined(_))).then_some((number as usize, function))
    }

    /// Arguments of whom nothing is known.
    fn pass<'a>(&mut self, place: &Place, arguments: impl Iterator<Item = &'a Argument>) {
        for argument in arguments {
            let nodes = self.nodes(place, &argument.value);
            self.write(&nodes);
        }
    }

    fn write(&mut self, nodes: &[Node]) {
        self.flow_to(nodes, WRITTEN);
    }

    fn flow_to(&mut self, nodes: &[Node], to: Node) {
        for node in nodes {
            self.flow.edge(*node, to);
        }
    }

    fn nodes(&mut self, place: &Place, value: &Value) -> Nodes {
        match value {
            Value::Local(LocalId(local)) => smallvec::smallvec![place.first + local],
            Value::Constant(constant) => self.constant(constant),
            Value::Metadata(_) | Value::InlineAsm(_) | Value::Block(_) => Nodes::new(),
        }
    }

    /// The names in a constant. Who has the address of a function may call it, and so has what it returns.
    fn constant(&mut self, constant: &Constant) -> Nodes {
        let mut nodes = Nodes::new();
        mentions::each(constant, &mut |symbol| nodes.push(Flow::symbol(symbol)));
        for node in &nodes {
            let definition = &self.module.symbols[*node as usize - 1].definition;
            if let SymbolDefinition::Function(number) = definition {
                self.flow.edge(self.returns[*number as usize], WRITTEN);
            }
        }
        nodes
    }
}

impl Place {
    /// The node of what a variable holds, if the pointer is its address.
    fn slot(&self, pointer: &Value) -> Option<Node> {
        let Value::Local(LocalId(local)) = pointer else { return None };
        self.slots[*local as usize].then_some(self.contents + local)
    }
}

/// The function that a call names.
fn callee<'m>(module: &'m Module, call: &Call) -> Option<(GlobalId, &'m str)> {
    let Value::Constant(Constant::Global(symbol)) = &call.callee else { return None };
    Some((*symbol, module.name(*symbol)?))
}

/// Whether the result is made of the operands, and nothing else happens.
fn is_arithmetic(operation: &Operation) -> bool {
    matches!(
        operation,
        Operation::GetElementPtr { .. }
            | Operation::Cast { .. }
            | Operation::Binary { .. }
            | Operation::FNeg { .. }
            | Operation::Phi { .. }
            | Operation::Select { .. }
            | Operation::Freeze(_)
            | Operation::ExtractValue { .. }
            | Operation::InsertValue { .. }
            | Operation::ExtractElement { .. }
            | Operation::InsertElement { .. }
            | Operation::ShuffleVector { .. }
    )
}

/// Whether nothing of the operands goes on: they are compared, or decide where runs go.
fn ends_there(operation: &Operation) -> bool {
    matches!(
        operation,
        Operation::ICmp { .. }
            | Operation::FCmp { .. }
            | Operation::Branch(_)
            | Operation::ConditionalBranch { .. }
            | Operation::Switch { .. }
            | Operation::Return(None)
            | Operation::Unreachable
            | Operation::Fence(_)
            | Operation::DebugRecord { .. }
    )
}

/// All operands.
pub(super) fn operands(operation: &Operation) -> Vec<&Value> {
    use Operation as O;
    match operation {
        O::Alloca { count, .. } => count.iter().map(|it| &it.value).collect(),
        O::Load { pointer, .. } => vec![&pointer.value],
        O::Store { value, pointer, .. } => vec![&value.value, &pointer.value],
        O::CompareExchange { pointer, expected, new, .. } => {
            vec![&pointer.value, &expected.value, &new.value]
        }
        O::AtomicRmw { pointer, value, .. } => vec![&pointer.value, &value.value],
        O::GetElementPtr { base, indices, .. } => {
            std::iter::once(base).chain(indices).map(|it| &it.value).collect()
        }
        O::Cast { value, .. } | O::FNeg { value, .. } => vec![&value.value],
        O::Freeze(value) | O::Resume(value) | O::Return(Some(value)) => vec![&value.value],
        O::Binary { left, right, .. }
        | O::ICmp { left, right, .. }
        | O::FCmp { left, right, .. } => vec![left, right],
        O::Phi { incoming, .. } => incoming.iter().map(|(value, _)| value).collect(),
        O::Select { condition, if_true, if_false, .. } => {
            vec![&condition.value, &if_true.value, &if_false.value]
        }
        O::Call(call) | O::Invoke { call, .. } | O::CallBr { call, .. } => {
            let inputs = call.bundles.iter().flat_map(|bundle| &bundle.inputs);
            let arguments = call.arguments.iter().map(|it| &it.value);
            std::iter::once(&call.callee)
                .chain(arguments)
                .chain(inputs.map(|it| &it.value))
                .collect()
        }
        O::LandingPad { clauses, .. } => clauses.iter().map(|(_, it)| &it.value).collect(),
        O::ConditionalBranch { condition, .. } => vec![&condition.value],
        O::Switch { value, .. } => vec![&value.value],
        O::IndirectBranch { address, .. } => vec![&address.value],
        O::ExtractValue { aggregate, .. } => vec![&aggregate.value],
        O::InsertValue { aggregate, element, .. } => vec![&aggregate.value, &element.value],
        O::ExtractElement { vector, index } => vec![&vector.value, &index.value],
        O::InsertElement { vector, element, index } => {
            vec![&vector.value, &element.value, &index.value]
        }
        O::ShuffleVector { left, right, .. } => vec![&left.value, &right.value],
        O::VaArg { list, .. } => vec![&list.value],
        O::Fence(_)
        | O::Branch(_)
        | O::Return(None)
        | O::Unreachable
        | O::DebugRecord { .. }
        | O::Unsupported { .. } => Vec::new(),
    }
}
