//! Translates one function: blocks in an order in which definitions come before their uses.
//!
//! Blocks are visited in reverse postorder of the part of the control-flow graph that can be reached;
//! where a block ends early (something unsupported, a call that does not come back) its edges are cut
//! and the order of the rest is computed again. So every value is translated before its uses.

use klew_ir::{BlockCall, BlockId, FunctionBody, FunctionId, Operand, Property, Terminator, Type};

use super::builder::{Builder, Scalars};
use super::debug;
use super::debug::FunctionDebug;
use super::shared::{ModuleContext, Shared, Unsupported};
use crate::syntax;

/// A function on its way.
pub(crate) struct FunctionLowering<'a, 'm, 'o> {
    pub context: &'a ModuleContext<'m>,
    pub shared: &'a mut Shared<'o>,
    pub function: &'m syntax::Function,
    pub definition: &'m syntax::Definition,
    pub builder: Builder,
    pub debug: FunctionDebug<'m>,
    /// The scalars of each local that was translated.
    pub locals: Vec<Option<Scalars>>,
    /// The block that each block of LLVM begins as, once it is named.
    blocks: Vec<Option<BlockId>>,
    /// The block of LLVM that is being translated.
    pub current: syntax::BlockId,
    /// Whether the instruction before this one was a call that does not come back.
    pub after_no_return: bool,
    /// The block whose first left shift is one of signed numbers.
    pub signed_shift: Option<syntax::BlockId>,
}

/// Translates a function that the program defines.
pub(crate) fn lower_function<'m>(
    context: &ModuleContext<'m>,
    function: &'m syntax::Function,
    id: FunctionId,
    shared: &mut Shared,
) {
    let debug = debug::function(context, function, &mut shared.sources);
    let target = &mut shared.program.functions[id.0 as usize];
    target.position = debug.position;
    target.parameter_types = debug.parameter_types.clone();
    let definition = match &function.body {
        syntax::Body::Defined(definition) => definition,
        syntax::Body::Unreadable(error) => {
            target.body = FunctionBody::Unsupported(format!("what could not be read: {error}"));
            return;
        }
        syntax::Body::Declared => return,
    };
    let parameters = target.parameters.clone();
    let error_call = shared.is_error_function(&shared.program.function(id).name);
    let mut builder = Builder::new(shared.program.data_model, &parameters);
    builder.position = debug.position;
    if error_call {
        builder.assert_fails(Property::ErrorCall, None);
    }
    let mut lowering = FunctionLowering {
        context,
        shared,
        function,
        definition,
        builder,
        debug,
        locals: vec![None; definition.locals.len()],
        blocks: vec![None; definition.blocks.len()],
        current: syntax::BlockId(0),
        after_no_return: false,
        signed_shift: None,
    };
    let body = match lowering.body() {
        Ok(()) => {
            let FunctionLowering { mut builder, debug, .. } = lowering;
            builder.definition.variables = debug.variables;
            FunctionBody::Defined(builder.definition.into())
        }
        Err(Unsupported(why)) => FunctionBody::Unsupported(why),
    };
    shared.program.functions[id.0 as usize].body = body;
}

impl<'m> FunctionLowering<'_, 'm, '_> {
    fn body(&mut self) -> Result<(), Unsupported> {
        self.parameters()?;
        self.blocks[0] = Some(BlockId(0));
        let count = self.definition.blocks.len();
        let mut done = vec![false; count];
        let mut cut = vec![false; count];
        loop {
            let order = self.reverse_postorder(&cut);
            let rest: Vec<usize> = order.into_iter().filter(|block| !done[*block]).collect();
            if rest.is_empty() {
                return Ok(());
            }
            for block in rest {
                done[block] = true;
                if !self.block(block)? {
                    cut[block] = true;
                    break;
                }
            }
        }
    }

    fn parameters(&mut self) -> Result<(), Unsupported> {
        let mut next = 0;
        for parameter in &self.function.parameters {
            let count = self.context.types.count(parameter.ty)?;
            let scalars = (next..next + count).map(|index| self.builder.parameter(index)).collect();
            next += count;
            if let Some(local) = parameter.local {
                self.locals[local.0 as usize] = Some(scalars);
            }
        }
        Ok(())
    }

    fn reverse_postorder(&self, cut: &[bool]) -> Vec<usize> {
        let mut order = Vec::new();
        let mut seen = vec![false; self.definition.blocks.len()];
        if seen.is_empty() {
            return order;
        }
        seen[0] = true;
        let mut stack = vec![(0, self.successors(0, cut))];
        while let Some((block, successors)) = stack.last_mut() {
            match successors.pop() {
                Some(next) if !seen[next] => {
                    seen[next] = true;
                    let successors = self.successors(next, cut);
                    stack.push((next, successors));
                }
                Some(_) => {}
                None => {
                    order.push(*block);
                    stack.pop();
                }
            }
        }
        order.reverse();
        order
    }

    /// Successors, the first one last.
    fn successors(&self, block: usize, cut: &[bool]) -> Vec<usize> {
        use syntax::Operation as O;
        if cut[block] {
            return Vec::new();
        }
        let last = self.definition.blocks[block].instructions.last();
        let mut targets: Vec<syntax::BlockId> = match last.map(|last| &last.operation) {
            Some(O::Branch(target)) => vec![*target],
            Some(O::ConditionalBranch { if_true, if_false, .. }) => vec![*if_true, *if_false],
            Some(O::Switch { default, cases, .. }) => {
                cases.iter().map(|(_, target)| *target).chain([*default]).collect()
            }
            Some(O::Invoke { normal, .. }) => vec![*normal],
            Some(O::CallBr { fallthrough, .. }) => vec![*fallthrough],
            Some(O::IndirectBranch { targets, .. }) => targets.to_vec(),
            _ => Vec::new(),
        };
        targets.reverse();
        targets.into_iter().map(|target| target.0 as usize).collect()
    }

    /// Translates a block; gives whether its terminator was reached.
    fn block(&mut self, index: usize) -> Result<bool, Unsupported> {
        self.current = syntax::BlockId(index as u32);
        let id = self.block_of(self.current)?;
        self.builder.switch_to(id);
        self.after_no_return = false;
        let definition = self.definition;
        for instruction in &definition.blocks[index].instructions {
            self.debug.set_position(self.context, instruction, &mut self.shared.sources);
            self.builder.position = self.debug.instruction_position;
            let terminator = instruction.operation.is_terminator();
            if let Err(Unsupported(why)) = self.instruction(instruction) {
                self.builder.terminate(Terminator::Unsupported(why));
                return Ok(false);
            }
            if terminator {
                return Ok(true);
            }
            if !self.builder.is_open() {
                return Ok(false);
            }
        }
        self.builder.terminate(Terminator::Unsupported("a block without an end".into()));
        Ok(false)
    }

    /// The block that a block of LLVM begins as; its parameters stand for the `phi`s.
    fn block_of(&mut self, block: syntax::BlockId) -> Result<BlockId, Unsupported> {
        if let Some(id) = self.blocks[block.0 as usize] {
            return Ok(id);
        }
        let mut parameters: Vec<Type> = Vec::new();
        let mut phis = Vec::new();
        let definition = self.definition;
        for instruction in &definition.blocks[block.0 as usize].instructions {
            match &instruction.operation {
                syntax::Operation::Phi { ty, .. } => {
                    let scalars = self.context.types.scalars(*ty)?;
                    phis.push((instruction.result, parameters.len(), scalars.len()));
                    parameters.extend(scalars);
                }
                syntax::Operation::DebugRecord { .. } => {}
                _ => break,
            }
        }
        let id = self.builder.block(&parameters);
        self.blocks[block.0 as usize] = Some(id);
        for (result, first, count) in phis {
            let scalars =
                (first..first + count).map(|index| self.builder.block_parameter(id, index));
            if let Some(result) = result {
                self.locals[result.0 as usize] = Some(scalars.collect());
            }
        }
        Ok(id)
    }

    /// A jump from the current block to `target`, with what its `phi`s take from here.
    pub fn edge(&mut self, target: syntax::BlockId) -> Result<BlockCall, Unsupported> {
        let block = self.block_of(target)?;
        let mut arguments = Vec::new();
        let definition = self.definition;
        for instruction in &definition.blocks[target.0 as usize].instructions {
            match &instruction.operation {
                syntax::Operation::Phi { ty, incoming, .. } => {
                    let (value, _) = incoming
                        .iter()
                        .find(|(_, from)| *from == self.current)
                        .ok_or("a phi without a value for a predecessor")?;
                    arguments.extend(self.value(*ty, value)?);
                }
                syntax::Operation::DebugRecord { .. } => {}
                _ => break,
            }
        }
        Ok(BlockCall { block, arguments })
    }

    /// The result of an instruction is this.
    pub fn define(&mut self, result: Option<syntax::LocalId>, scalars: Scalars) {
        if let Some(result) = result {
            self.locals[result.0 as usize] = Some(scalars);
        }
    }

    /// Type of a local.
    pub fn local_type(&self, local: syntax::LocalId) -> syntax::TypeId {
        self.definition.locals[local.0 as usize].ty
    }

    /// The only scalar of a value.
    pub fn scalar(
        &mut self,
        ty: syntax::TypeId,
        value: &syntax::Value,
    ) -> Result<Operand, Unsupported> {
        let scalars = self.value(ty, value)?;
        match <[Operand; 1]>::try_from(scalars.into_vec()) {
            Ok([operand]) => Ok(operand),
            Err(_) => Err("a value that is no scalar where one must be".into()),
        }
    }

    /// The only scalar of a typed value.
    pub fn typed_scalar(&mut self, value: &syntax::TypedValue) -> Result<Operand, Unsupported> {
        self.scalar(value.ty, &value.value)
    }
}
