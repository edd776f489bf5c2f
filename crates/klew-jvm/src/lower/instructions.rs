//! One instruction at a time.

use klew_ir::{BinaryOperation, Comparison, Operand, Terminator, Type};
use num_bigint::BigUint;

use super::body::Body;
use super::builder::{double, int, kind_type, null, single, word, zero};
use super::lowering::unsupported;
use crate::class_file::assembler::kind_of;
use crate::class_file::bytecode::{Condition, Instruction, StackOperation};
use crate::classes::IDENTICAL;

impl Body<'_, '_, '_> {
    pub(super) fn instruction(&mut self, instruction: &Instruction) -> Result<(), String> {
        match instruction {
            Instruction::Nop => {}
            Instruction::Null => self.push(null()),
            Instruction::Int(value) => self.push(int(i64::from(*value))),
            Instruction::Long(value) => self.push(word(*value as u64)),
            Instruction::Float(value) => self.push(single(*value)),
            Instruction::Double(value) => self.push(double(*value)),
            Instruction::LoadConstant(index) => self.load_constant(*index)?,
            Instruction::Load(kind, index) => {
                let value = self.local(*index)?;
                if self.builder.type_of(&value) != kind_type(*kind) {
                    return Err(format!("local variable {index} has another type"));
                }
                self.push(value);
            }
            Instruction::Store(kind, index) => {
                let value = self.pop_type(kind_type(*kind))?;
                self.store_local(*index, value)?;
            }
            Instruction::Increment(index, by) => {
                let value = self.local(*index)?;
                if self.builder.type_of(&value) != Type::Int(32) {
                    return Err(format!("local variable {index} has another type"));
                }
                let by = int(i64::from(*by));
                let sum = self.builder.binary(BinaryOperation::Add, value, by);
                self.store_local(*index, sum)?;
            }
            Instruction::ArrayLoad(element) => self.array_load(*element)?,
            Instruction::ArrayStore(element) => self.array_store(*element)?,
            Instruction::Stack(operation) => self.shuffle(*operation)?,
            Instruction::Arithmetic(kind, operation) => self.arithmetic(*kind, *operation)?,
            Instruction::Convert(from, to) => self.convert(*from, *to)?,
            Instruction::Narrow(narrow) => self.narrow(*narrow)?,
            Instruction::CompareLong => self.compare_long()?,
            Instruction::CompareFloat(kind, greater) => self.compare_float(*kind, *greater)?,
            Instruction::Return(kind) => {
                let mut results = Vec::new();
                if let Some(kind) = kind {
                    results.push(self.pop_type(kind_type(*kind))?);
                }
                if *kind != self.method.signature.result.as_ref().map(kind_of) {
                    return Err("the result has the wrong type".into());
                }
                results.push(null());
                if &*self.method.name == "<clinit>" {
                    // Exceptions that it made are kept for later.
                    self.end_exception();
                }
                self.builder.terminate(Terminator::Return(results));
            }
            _ => return self.other_instruction(instruction),
        }
        Ok(())
    }

    fn other_instruction(&mut self, instruction: &Instruction) -> Result<(), String> {
        match instruction {
            Instruction::If(..)
            | Instruction::IfCompare(..)
            | Instruction::IfSame(..)
            | Instruction::IfNull(..) => self.branch(instruction),
            Instruction::Goto(target) => self.go_to(*target),
            Instruction::Switch(cases, default) => self.switch(cases, *default),
            Instruction::GetStatic(index) => self.get_static(*index),
            Instruction::PutStatic(index) => self.put_static(*index),
            Instruction::GetField(index) => self.get_field(*index),
            Instruction::PutField(index) => self.put_field(*index),
            Instruction::Invoke(kind, index) => match self.string_switch() {
                Some(switch) => self.switch_on_string(&switch),
                None => self.invoke(*kind, *index),
            },
            Instruction::InvokeDynamic(index) => self.invoke_dynamic(*index),
            Instruction::New(index) => self.new_object(*index),
            Instruction::NewArray(kind) => {
                let name = crate::reach::primitive_array(*kind).ok_or("unknown array type")?;
                let class = self.low.class_named(name)?;
                self.new_array(class)
            }
            Instruction::NewReferenceArray(index) => {
                let element = self.class_constant(*index)?;
                let class = self.array_class(element)?;
                self.new_array(class)
            }
            Instruction::NewMultiArray(index, dimensions) => {
                let class = self.class_constant(*index)?;
                self.new_multi_array(class, *dimensions)
            }
            Instruction::ArrayLength => self.array_length(),
            Instruction::Throw => {
                let exception = self.pop_reference()?;
                self.check_null(&exception)?;
                self.throw(exception, None)
            }
            Instruction::CheckCast(index) => self.check_cast(*index),
            Instruction::InstanceOf(index) => self.instance_of(*index),
            Instruction::Monitor(enters) => {
                // One thread: a lock is always free.
                let object = self.pop_reference()?;
                self.check_null(&object)?;
                self.low.monitor(&mut self.builder, *enters, object)
            }
            Instruction::Subroutine => {
                let why = format!("{}: jsr and ret", self.name());
                self.builder.terminate(unsupported(why));
                Ok(())
            }
            _ => Err("unknown instruction".into()),
        }
    }

    fn branch(&mut self, instruction: &Instruction) -> Result<(), String> {
        let (condition, target) = match instruction {
            Instruction::If(condition, target) => {
                let a = self.pop_int()?;
                (self.condition(*condition, a, zero(Type::Int(32))), *target)
            }
            Instruction::IfCompare(condition, target) => {
                let b = self.pop_int()?;
                let a = self.pop_int()?;
                (self.condition(*condition, a, b), *target)
            }
            Instruction::IfSame(same, target) => {
                let b = self.pop_reference()?;
                let a = self.pop_reference()?;
                (self.same_object(*same, a, b)?, *target)
            }
            Instruction::IfNull(is_null, target) => {
                let a = self.pop_reference()?;
                (self.same(*is_null, a, null()), *target)
            }
            _ => return Err("no branch".into()),
        };
        let then_block = self.target(target)?;
        let else_block = self.target(self.current + 1)?;
        self.builder.terminate(Terminator::Branch { condition, then_block, else_block });
        Ok(())
    }

    fn same(&mut self, same: bool, a: Operand, b: Operand) -> Operand {
        let comparison = if same { Comparison::Equal } else { Comparison::NotEqual };
        self.builder.compare(comparison, a, b)
    }

    /// As `same`, but boxes that the JDK would have cached are one object, and so are inputs that stand for one constant.
    fn same_object(&mut self, same: bool, a: Operand, b: Operand) -> Result<Operand, String> {
        let (owner, name, descriptor) = IDENTICAL;
        let is_null = |it: &Operand| matches!(it, Operand::Constant(_));
        if !(self.class.compares_boxes || self.compares_inputs()) || is_null(&a) || is_null(&b) {
            return Ok(self.same(same, a, b));
        }
        let Ok(class) = self.low.world.classes.load(owner) else {
            return Ok(self.same(same, a, b));
        };
        let loaded = self.low.world.class(class);
        let method = loaded.method(name, descriptor).ok_or("no comparison of boxes")?;
        self.stack.extend([a, b]);
        self.invoke_static(method)?;
        let result = self.pop_int()?;
        let condition = if same { Condition::NotEqual } else { Condition::Equal };
        Ok(self.condition(condition, result, int(0)))
    }

    fn switch(&mut self, cases: &[(i32, usize)], default: usize) -> Result<(), String> {
        let value = self.pop_int()?;
        let default_block = self.target(default)?;
        let mut known = rustc_hash::FxHashSet::default();
        let mut lowered = Vec::new();
        for (case, target) in cases {
            if *target != default && known.insert(*case) {
                lowered.push((BigUint::from(*case as u32), self.target(*target)?));
            }
        }
        self.builder.terminate(Terminator::Switch {
            value,
            cases: lowered,
            default: default_block,
        });
        Ok(())
    }

    fn is_wide(&self, value: &Operand) -> bool {
        let ty = self.builder.type_of(value);
        ty == Type::Int(64) || ty == kind_type(crate::class_file::bytecode::Kind::Double)
    }

    /// Takes one value of two places or two of one; the topmost last.
    fn pop_pair(&mut self) -> Result<Vec<Operand>, String> {
        let top = self.pop()?;
        if self.is_wide(&top) {
            return Ok(vec![top]);
        }
        let below = self.pop()?;
        Ok(vec![below, top])
    }

    fn shuffle(&mut self, operation: StackOperation) -> Result<(), String> {
        match operation {
            StackOperation::Pop => {
                self.pop()?;
            }
            StackOperation::Pop2 => {
                self.pop_pair()?;
            }
            StackOperation::Dup => {
                let top = self.pop()?;
                self.stack.extend([top.clone(), top]);
            }
            StackOperation::DupX1 => {
                let top = self.pop()?;
                let below = self.pop()?;
                self.stack.extend([top.clone(), below, top]);
            }
            StackOperation::DupX2 => {
                let top = self.pop()?;
                let below = self.pop_pair()?;
                self.push(top.clone());
                self.stack.extend(below);
                self.push(top);
            }
            StackOperation::Dup2 => {
                let top = self.pop_pair()?;
                self.stack.extend(top.clone());
                self.stack.extend(top);
            }
            StackOperation::Dup2X1 => {
                let top = self.pop_pair()?;
                let below = self.pop()?;
                self.stack.extend(top.clone());
                self.push(below);
                self.stack.extend(top);
            }
            StackOperation::Dup2X2 => {
                let top = self.pop_pair()?;
                let below = self.pop_pair()?;
                self.stack.extend(top.clone());
                self.stack.extend(below);
                self.stack.extend(top);
            }
            StackOperation::Swap => {
                let top = self.pop()?;
                let below = self.pop()?;
                self.stack.extend([top, below]);
            }
        }
        Ok(())
    }

    /// Whether an `int` is not zero.
    pub(crate) fn is_true(&mut self, value: Operand) -> Operand {
        self.condition(Condition::NotEqual, value, zero(Type::Int(32)))
    }
}
