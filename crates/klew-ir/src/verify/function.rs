//! Well-formed functions: ids, definitions, dominance, blocks.

use std::collections::HashSet;

use super::Verifier;
use crate::{
    Block, BlockCall, BlockId, Definition, Function, FunctionBody, FunctionId, Operand, Position,
    Terminator, Type, ValueId, control_flow::ControlFlow, dominators::Dominators,
};

/// Where a value is defined: block and instruction, counting block parameters as 0.
type Place = (BlockId, usize);

/// A function under verification.
pub(super) struct Body<'a> {
    pub(super) function: &'a Function,
    pub(super) definition: &'a Definition,
    /// Where each value is defined; function parameters before everything.
    places: Vec<Option<Place>>,
}

impl Body<'_> {
    /// The type of a value or constant.
    pub(super) fn type_of(&self, operand: &Operand) -> Type {
        match operand {
            Operand::Value(value) => self.value_type(*value),
            Operand::Constant(constant) => constant.type_of(),
        }
    }

    pub(super) fn value_type(&self, value: ValueId) -> Type {
        self.definition.values[value.0 as usize].value_type
    }

    /// Name of a value in messages.
    fn show(&self, value: ValueId) -> String {
        match self.definition.values.get(value.0 as usize).and_then(|info| info.name.as_ref()) {
            Some(name) => format!("%{name}"),
            None => format!("%{}", value.0),
        }
    }
}

impl Verifier<'_> {
    pub(super) fn function(&mut self, id: FunctionId) {
        let program = self.program;
        let function = program.function(id);
        let place = format!("function @{}", function.name);
        let at = function.position;
        self.position(at, &place);
        if !function.parameters.iter().chain(&function.results).all(|t| Verifier::type_exists(*t)) {
            self.error(&place, at, "integer types have between 1 and 2^23 bits");
        }
        let known = function.parameter_types.len();
        if known != 0 && known != function.parameters.len() {
            self.error(&place, at, "not as many source types of parameters as parameters");
        }
        for source_type in &function.parameter_types {
            self.source_type_id(*source_type, &place, at);
        }
        if function.variadic && function.parameters.last() != Some(&Type::Pointer) {
            self.error(&place, at, "the last parameter of a variadic function is a pointer");
        }
        if let FunctionBody::Defined(definition) = &function.body {
            let mut body =
                Body { function, definition, places: vec![None; definition.values.len()] };
            let before = self.errors.len();
            self.names(&body, &place);
            self.ranges(&body, &place);
            if self.errors.len() == before {
                self.definitions(&mut body, &place);
            }
            if self.errors.len() == before {
                self.blocks(&body, &place);
            }
        }
    }

    fn names(&mut self, body: &Body<'_>, place: &str) {
        let at = body.function.position;
        let mut names = HashSet::new();
        for name in body.definition.values.iter().filter_map(|value| value.name.as_ref()) {
            if !names.insert(name) {
                self.error(place, at, format!("second value named %{name}"));
            }
        }
        let mut names = HashSet::new();
        for name in body.definition.blocks.iter().filter_map(|block| block.name.as_ref()) {
            if !names.insert(name) {
                self.error(place, at, format!("second block named {name}"));
            }
        }
    }

    /// Whether all values, blocks, variables and constants that are named exist.
    fn ranges(&mut self, body: &Body<'_>, place: &str) {
        let definition = body.definition;
        let at = body.function.position;
        if definition.blocks.is_empty() {
            self.error(place, at, "has no blocks");
        }
        if !definition.values.iter().all(|value| Verifier::type_exists(value.value_type)) {
            self.error(place, at, "integer types have between 1 and 2^23 bits");
        }
        for variable in &definition.variables {
            self.source_type_id(variable.source_type, place, at);
            self.position(variable.position, place);
        }
        let count = definition.values.len();
        let missing = |value: &ValueId| value.0 as usize >= count;
        if definition.parameters.iter().any(missing) {
            self.error(place, at, "a parameter is a value that does not exist");
        }
        for (index, block) in definition.blocks.iter().enumerate() {
            let place = block_place(body.function, block, index);
            if block.parameters.iter().any(missing) {
                self.error(&place, at, "a parameter is a value that does not exist");
            }
            for instruction in &block.instructions {
                let at = instruction.position;
                self.position(at, &place);
                if instruction.results.iter().any(missing) {
                    self.error(&place, at, "a result is a value that does not exist");
                }
                for operand in instruction.operation.operands() {
                    self.operand_exists(operand, count, &place, at);
                }
                self.operation_ranges(body, &instruction.operation, &place, at);
            }
            let at = block.terminator_position;
            self.position(at, &place);
            for operand in block.terminator.operands() {
                self.operand_exists(operand, count, &place, at);
            }
            for next in block.terminator.successors() {
                if next.block.0 as usize >= definition.blocks.len() {
                    self.error(&place, at, "goes to a block that does not exist");
                }
            }
        }
    }

    fn operand_exists(&mut self, operand: &Operand, count: usize, place: &str, at: Position) {
        match operand {
            Operand::Value(value) if value.0 as usize >= count => {
                self.error(place, at, format!("value {} does not exist", value.0));
            }
            Operand::Value(_) => {}
            Operand::Constant(constant) => {
                if let Err(message) = self.constant(constant) {
                    self.error(place, at, message);
                }
            }
        }
    }

    /// Finds where values are defined: each at most once.
    fn definitions(&mut self, body: &mut Body<'_>, place: &str) {
        let definition = body.definition;
        let at = body.function.position;
        let mut twice = Vec::new();
        let mut define = |value: ValueId, here: Place| {
            if body.places[value.0 as usize].replace(here).is_some() {
                twice.push(value);
            }
        };
        for &value in &definition.parameters {
            define(value, (BlockId(0), 0));
        }
        for (index, block) in definition.blocks.iter().enumerate() {
            let id = BlockId(index as u32);
            for &value in &block.parameters {
                define(value, (id, 0));
            }
            for (number, instruction) in block.instructions.iter().enumerate() {
                for &value in &instruction.results {
                    define(value, (id, number + 1));
                }
            }
        }
        for value in twice {
            self.error(place, at, format!("{} is defined twice", body.show(value)));
        }
        let types: Vec<Type> = definition.parameters.iter().map(|v| body.value_type(*v)).collect();
        if types != body.function.parameters {
            self.error(place, at, "the parameters do not have the types of the signature");
        }
    }

    fn blocks(&mut self, body: &Body<'_>, place: &str) {
        let definition = body.definition;
        let flow = ControlFlow::new(definition);
        let dominators = Dominators::new(&flow);
        let entry = &definition.blocks[0];
        if !entry.parameters.is_empty() || !flow.predecessors(BlockId(0)).is_empty() {
            let message = "the entry block has parameters or predecessors";
            self.error(place, body.function.position, message);
        }
        for (index, block) in definition.blocks.iter().enumerate() {
            let place = block_place(body.function, block, index);
            let id = BlockId(index as u32);
            for (number, instruction) in block.instructions.iter().enumerate() {
                let at = instruction.position;
                for operand in instruction.operation.operands() {
                    self.dominance(body, &dominators, operand, (id, number + 1), &place, at);
                }
                if let Err(message) = self.operation(body, instruction) {
                    self.error(&place, at, message);
                }
            }
            let at = block.terminator_position;
            let end = (id, block.instructions.len() + 1);
            for operand in block.terminator.operands() {
                self.dominance(body, &dominators, operand, end, &place, at);
            }
            if let Err(message) = terminator(body, &block.terminator) {
                self.error(&place, at, message);
            }
        }
    }

    fn dominance(
        &mut self,
        body: &Body<'_>,
        dominators: &Dominators,
        operand: &Operand,
        (block, number): Place,
        place: &str,
        at: Position,
    ) {
        let Operand::Value(value) = operand else { return };
        let Some((from, definition)) = body.places[value.0 as usize] else {
            return self.error(place, at, format!("{} is never defined", body.show(*value)));
        };
        // In blocks that are never reached anything goes.
        let reached = dominators.dominates(BlockId(0), block);
        let before =
            if from == block { definition < number } else { dominators.dominates(from, block) };
        if reached && !before {
            let message = format!("{} is used where it is not always defined", body.show(*value));
            self.error(place, at, message);
        }
    }
}

fn block_place(function: &Function, block: &Block, index: usize) -> String {
    match &block.name {
        Some(name) => format!("function @{}, block {name}", function.name),
        None => format!("function @{}, block ^{index}", function.name),
    }
}

fn terminator(body: &Body<'_>, terminator: &Terminator) -> Result<(), String> {
    match terminator {
        Terminator::Branch { condition, .. } if body.type_of(condition) != Type::BOOL => {
            return Err("the condition of a branch is no truth value".to_string());
        }
        Terminator::Switch { value, cases, .. } => {
            let Type::Int(width) = body.type_of(value) else {
                return Err("the value of a switch is no integer".to_string());
            };
            let mut seen = HashSet::new();
            for (case, _) in cases {
                if case.bits() > u64::from(width) {
                    return Err(format!("case {case} of a switch does not fit {width} bits"));
                }
                if !seen.insert(case) {
                    return Err(format!("case {case} of a switch is there twice"));
                }
            }
        }
        Terminator::Return(values) => {
            let types: Vec<Type> = values.iter().map(|value| body.type_of(value)).collect();
            if types != body.function.results {
                return Err("what is returned does not have the types of the signature".to_string());
            }
        }
        _ => {}
    }
    terminator.successors().into_iter().try_for_each(|next| block_call(body, next))
}

fn block_call(body: &Body<'_>, next: &BlockCall) -> Result<(), String> {
    let block = &body.definition.blocks[next.block.0 as usize];
    let parameters: Vec<Type> = block.parameters.iter().map(|v| body.value_type(*v)).collect();
    let arguments: Vec<Type> = next.arguments.iter().map(|a| body.type_of(a)).collect();
    if parameters != arguments {
        let index = next.block.0;
        let name = block.name.clone().unwrap_or_else(|| format!("^{index}"));
        return Err(format!("the arguments for block {name} do not match its parameters"));
    }
    Ok(())
}
