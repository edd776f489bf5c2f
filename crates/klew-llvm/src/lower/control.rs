//! Terminators.

use klew_ir::{BlockCall, Check, Comparison, Constant, Operand, Property, Terminator, Type};
use num_bigint::BigUint;

use super::function::FunctionLowering;
use super::shared::Unsupported;
use crate::syntax::{self, Operation};

impl FunctionLowering<'_, '_, '_> {
    /// Translates a terminator.
    pub fn terminator(&mut self, operation: &Operation) -> Result<(), Unsupported> {
        match operation {
            Operation::Branch(target) => {
                let next = self.edge(*target)?;
                self.builder.terminate(Terminator::Jump(next));
            }
            Operation::ConditionalBranch { condition, if_true, if_false } => {
                let condition = self.typed_scalar(condition)?;
                self.assert_initialised(&condition);
                let then_block = self.edge(*if_true)?;
                let else_block = self.edge(*if_false)?;
                self.builder.terminate(Terminator::Branch { condition, then_block, else_block });
            }
            Operation::Switch { value, default, cases } => self.switch(value, *default, cases)?,
            Operation::Return(None) => self.builder.terminate(Terminator::Return(Vec::new())),
            Operation::Return(Some(value)) => {
                let scalars = self.typed(value)?;
                self.builder.terminate(Terminator::Return(scalars.into_vec()));
            }
            Operation::Unreachable => {
                if !self.after_no_return {
                    self.builder.assert_fails(Property::Unreachable, None);
                }
                self.builder.terminate(Terminator::Unreachable);
            }
            Operation::Invoke { call, normal, .. } => {
                // An exception never starts: what would throw one is unsupported itself.
                return Err(Unsupported(format!(
                    "a call that may throw an exception (invoke){}",
                    self.callee_name(call).map(|name| format!(" of `{name}`")).unwrap_or_default()
                )))
                .or_else(|error| self.plain_invoke(call, *normal, error));
            }
            Operation::CallBr { .. } => return Err("asm goto".into()),
            Operation::IndirectBranch { address, targets } => {
                self.indirect_branch(address, targets)?;
            }
            Operation::Resume(_) => return Err("an exception (resume)".into()),
            Operation::Unsupported { opcode, .. } => {
                return Err(Unsupported(format!("the instruction `{opcode}`")));
            }
            _ => return Err("a block without an end".into()),
        }
        Ok(())
    }

    /// An invoke of a function that is known not to throw (`nounwind`) is a call and a jump.
    fn plain_invoke(
        &mut self,
        call: &syntax::Call,
        normal: syntax::BlockId,
        error: Unsupported,
    ) -> Result<(), Unsupported> {
        let attributes = &self.context.module.attributes;
        let result = self.context.types.is_void(call.result);
        if !result || !attributes.has(call.attributes, "nounwind") {
            return Err(error);
        }
        self.call(call, None)?;
        if self.builder.is_open() {
            let next = self.edge(normal)?;
            self.builder.terminate(Terminator::Jump(next));
        }
        Ok(())
    }

    /// A computed goto: to the label that the address is equal to.
    fn indirect_branch(
        &mut self,
        address: &syntax::TypedValue,
        targets: &[syntax::BlockId],
    ) -> Result<(), Unsupported> {
        let address = self.typed_scalar(address)?;
        if !self.builder.position.is_known() {
            // All computed gotos of a function jump from one place, which is none of the source.
            self.builder.position = self.debug.position;
        }
        self.builder.assert(Property::Initialised, Check::Initialised(address.clone()));
        let labels = self.context.labels.get(&self.function.symbol).copied();
        let labels = labels.ok_or("a computed goto in a function without labels")?;
        let mut seen = Vec::new();
        for &target in targets {
            if seen.contains(&target) {
                continue;
            }
            seen.push(target);
            let label = Constant::Global(labels, i64::from(target.0));
            let here =
                self.builder.compare(Comparison::Equal, address.clone(), Operand::Constant(label));
            let otherwise = self.builder.block(&[]);
            let then_block = self.edge(target)?;
            self.builder.terminate(Terminator::Branch {
                condition: here,
                then_block,
                else_block: BlockCall { block: otherwise, arguments: Vec::new() },
            });
            self.builder.switch_to(otherwise);
        }
        let what = "a computed goto to what is no label of the function";
        self.builder.assert_fails(Property::Call, Some(what.to_owned()));
        self.builder.terminate(Terminator::Unsupported(what.to_owned()));
        Ok(())
    }

    fn switch(
        &mut self,
        value: &syntax::TypedValue,
        default: syntax::BlockId,
        cases: &[(syntax::TypedConstant, syntax::BlockId)],
    ) -> Result<(), Unsupported> {
        let value = self.typed_scalar(value)?;
        self.assert_initialised(&value);
        let mut lowered = Vec::with_capacity(cases.len());
        for (constant, target) in cases {
            let bits = match &constant.value {
                syntax::Constant::Integer(syntax::Integer::Small(bits)) => BigUint::from(*bits),
                syntax::Constant::Integer(syntax::Integer::Big(bits)) => (**bits).clone(),
                syntax::Constant::Zero => BigUint::ZERO,
                _ => return Err("a case that is no integer".into()),
            };
            lowered.push((bits, self.edge(*target)?));
        }
        let default = self.edge(default)?;
        self.builder.terminate(Terminator::Switch { value, cases: lowered, default });
        Ok(())
    }

    fn assert_initialised(&mut self, value: &Operand) {
        if matches!(value, Operand::Constant(klew_ir::Constant::Int { .. })) {
            return;
        }
        debug_assert!(matches!(self.builder.type_of(value), Type::Int(_)));
        self.builder.assert(Property::Initialised, Check::Initialised(value.clone()));
    }
}
