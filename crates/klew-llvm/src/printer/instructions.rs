//! Prints instructions.

use super::{Printer, put};
use crate::syntax::{Atomicity, BlockId, Flags, Instruction, Operation, TypeId, TypedValue, Value};
use std::fmt::Write;

impl<'m> Printer<'m> {
    pub(super) fn instruction(&mut self, instruction: &'m Instruction) {
        self.put("  ");
        if let Some(result) = instruction.result {
            self.local(result);
            self.put(" = ");
        }
        self.operation(&instruction.operation);
        for attachment in &instruction.attachments {
            self.put(", ");
            self.attachment(attachment);
        }
        self.put("\n");
    }

    fn operation(&mut self, operation: &'m Operation) {
        match operation {
            Operation::Alloca { .. }
            | Operation::Load { .. }
            | Operation::Store { .. }
            | Operation::CompareExchange { .. }
            | Operation::AtomicRmw { .. }
            | Operation::Fence(_)
            | Operation::GetElementPtr { .. }
            | Operation::VaArg { .. } => self.memory_operation(operation),
            Operation::Invoke { .. }
            | Operation::CallBr { .. }
            | Operation::LandingPad { .. }
            | Operation::Resume(_)
            | Operation::Branch(_)
            | Operation::ConditionalBranch { .. }
            | Operation::Switch { .. }
            | Operation::IndirectBranch { .. }
            | Operation::Return(_)
            | Operation::Unreachable => self.terminator(operation),
            Operation::Cast { operator, flags, value, to } => {
                put!(self, "{} ", operator.keyword());
                self.flags(*flags);
                self.typed_value(value);
                self.put(" to ");
                self.ty(*to);
            }
            Operation::Binary { operator, flags, ty, left, right } => {
                self.two_operands(operator.keyword(), *flags, "", *ty, [left, right]);
            }
            Operation::ICmp { flags, predicate, ty, left, right } => {
                self.two_operands("icmp", *flags, predicate.keyword(), *ty, [left, right]);
            }
            Operation::FCmp { flags, predicate, ty, left, right } => {
                self.two_operands("fcmp", *flags, predicate.keyword(), *ty, [left, right]);
            }
            Operation::FNeg { flags, value } => {
                self.put("fneg ");
                self.flags(*flags);
                self.typed_value(value);
            }
            Operation::Freeze(value) => self.operands("freeze", &[value]),
            Operation::Select { flags, condition, if_true, if_false } => {
                self.put("select ");
                self.flags(*flags);
                self.operands("", &[condition, if_true, if_false]);
            }
            Operation::Phi { flags, ty, incoming } => self.phi(*flags, *ty, incoming),
            Operation::Call(call) => self.call("call", call),
            Operation::ExtractValue { aggregate, path } => {
                self.operands("extractvalue", &[aggregate]);
                self.path(path);
            }
            Operation::InsertValue { aggregate, element, path } => {
                self.operands("insertvalue", &[aggregate, element]);
                self.path(path);
            }
            Operation::ExtractElement { vector, index } => {
                self.operands("extractelement", &[vector, index]);
            }
            Operation::InsertElement { vector, element, index } => {
                self.operands("insertelement", &[vector, element, index]);
            }
            Operation::ShuffleVector { left, right, mask } => {
                self.operands("shufflevector", &[left, right]);
                self.put(", ");
                self.typed_constant(mask);
            }
            Operation::DebugRecord { kind, arguments } => {
                let module = self.module;
                put!(self, "#dbg_{}(", module.metadata.word(*kind));
                self.separated(arguments, Self::metadata_value);
                self.put(")");
            }
            Operation::Unsupported { text, .. } => self.put(text),
        }
    }

    fn phi(&mut self, flags: Flags, ty: TypeId, incoming: &'m [(Value, BlockId)]) {
        self.put("phi ");
        self.flags(flags);
        self.ty(ty);
        self.put(" ");
        self.separated(incoming, |printer, (value, block)| {
            printer.put("[ ");
            printer.value(ty, value);
            printer.put(", ");
            printer.block(*block);
            printer.put(" ]");
        });
    }

    fn two_operands(
        &mut self,
        opcode: &str,
        flags: Flags,
        predicate: &str,
        ty: TypeId,
        [left, right]: [&'m Value; 2],
    ) {
        put!(self, "{opcode} ");
        self.flags(flags);
        if !predicate.is_empty() {
            put!(self, "{predicate} ");
        }
        self.ty(ty);
        self.put(" ");
        self.value(ty, left);
        self.put(", ");
        self.value(ty, right);
    }

    fn operands(&mut self, opcode: &str, operands: &[&'m TypedValue]) {
        if !opcode.is_empty() {
            put!(self, "{opcode} ");
        }
        for (index, operand) in operands.iter().enumerate() {
            if index > 0 {
                self.put(", ");
            }
            self.typed_value(operand);
        }
    }

    fn atomicity(&mut self, atomic: &Atomicity) {
        if let Some(scope) = &atomic.scope {
            self.put(" syncscope(");
            self.quoted_text(scope);
            self.put(")");
        }
        put!(self, " {}", atomic.ordering.keyword());
    }

    fn align(&mut self, align: Option<u64>) {
        if let Some(align) = align {
            put!(self, ", align {align}");
        }
    }

    fn word_if(&mut self, condition: bool, word: &str) {
        if condition {
            self.put(word);
        }
    }

    fn memory_operation(&mut self, operation: &'m Operation) {
        match operation {
            Operation::Alloca { ty, count, align, address_space, in_alloca, swift_error } => {
                self.put("alloca ");
                self.word_if(*in_alloca, "inalloca ");
                self.word_if(*swift_error, "swifterror ");
                self.ty(*ty);
                if let Some(count) = count {
                    self.put(", ");
                    self.typed_value(count);
                }
                self.align(*align);
                if *address_space != 0 {
                    put!(self, ", addrspace({address_space})");
                }
            }
            Operation::Load { ty, pointer, volatile, atomic, align } => {
                self.put("load ");
                self.word_if(atomic.is_some(), "atomic ");
                self.word_if(*volatile, "volatile ");
                self.ty(*ty);
                self.put(", ");
                self.typed_value(pointer);
                atomic.iter().for_each(|atomic| self.atomicity(atomic));
                self.align(*align);
            }
            Operation::Store { value, pointer, volatile, atomic, align } => {
                self.put("store ");
                self.word_if(atomic.is_some(), "atomic ");
                self.word_if(*volatile, "volatile ");
                self.operands("", &[value, pointer]);
                atomic.iter().for_each(|atomic| self.atomicity(atomic));
                self.align(*align);
            }
            Operation::GetElementPtr { flags, source, base, indices } => {
                self.put("getelementptr ");
                self.flags(*flags);
                self.ty(*source);
                self.put(", ");
                self.typed_value(base);
                for index in indices {
                    self.put(", ");
                    self.typed_value(index);
                }
            }
            Operation::VaArg { list, ty } => {
                self.operands("va_arg", &[list]);
                self.put(", ");
                self.ty(*ty);
            }
            _ => self.atomic_operation(operation),
        }
    }

    fn atomic_operation(&mut self, operation: &'m Operation) {
        match operation {
            Operation::CompareExchange {
                weak,
                volatile,
                pointer,
                expected,
                new,
                atomic,
                failure,
                align,
            } => {
                self.put("cmpxchg ");
                self.word_if(*weak, "weak ");
                self.word_if(*volatile, "volatile ");
                self.operands("", &[pointer, expected, new]);
                self.atomicity(atomic);
                put!(self, " {}", failure.keyword());
                self.align(*align);
            }
            Operation::AtomicRmw { volatile, operator, pointer, value, atomic, align } => {
                self.put("atomicrmw ");
                self.word_if(*volatile, "volatile ");
                self.operands(operator, &[pointer, value]);
                self.atomicity(atomic);
                self.align(*align);
            }
            Operation::Fence(atomic) => {
                self.put("fence");
                self.atomicity(atomic);
            }
            _ => {}
        }
    }

    fn terminator(&mut self, operation: &'m Operation) {
        match operation {
            Operation::Invoke { call, normal, unwind } => {
                self.call("invoke", call);
                self.put(" to ");
                self.label(*normal);
                self.put(" unwind ");
                self.label(*unwind);
            }
            Operation::CallBr { call, fallthrough, indirect } => {
                self.call("callbr", call);
                self.put(" to ");
                self.label(*fallthrough);
                self.labels(indirect);
            }
            Operation::LandingPad { ty, cleanup, clauses } => {
                self.put("landingpad ");
                self.ty(*ty);
                self.word_if(*cleanup, " cleanup");
                for (filter, value) in clauses {
                    self.put(if *filter { " filter " } else { " catch " });
                    self.typed_value(value);
                }
            }
            Operation::Resume(value) => self.operands("resume", &[value]),
            Operation::Branch(target) => {
                self.put("br ");
                self.label(*target);
            }
            Operation::ConditionalBranch { condition, if_true, if_false } => {
                self.operands("br", &[condition]);
                self.put(", ");
                self.label(*if_true);
                self.put(", ");
                self.label(*if_false);
            }
            Operation::Switch { value, default, cases } => {
                self.operands("switch", &[value]);
                self.put(", ");
                self.label(*default);
                self.put(" [\n");
                for (case, block) in cases {
                    self.put("    ");
                    self.typed_constant(case);
                    self.put(", ");
                    self.label(*block);
                    self.put("\n");
                }
                self.put("  ]");
            }
            Operation::IndirectBranch { address, targets } => {
                self.operands("indirectbr", &[address]);
                self.put(",");
                self.labels(targets);
            }
            Operation::Return(Some(value)) => self.operands("ret", &[value]),
            Operation::Return(None) => self.put("ret void"),
            Operation::Unreachable => self.put("unreachable"),
            _ => {}
        }
    }

    fn labels(&mut self, labels: &'m [BlockId]) {
        self.put(" [");
        self.separated(labels, |printer, label| printer.label(*label));
        self.put("]");
    }
}
