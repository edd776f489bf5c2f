//! Switches on strings.
//!
//! Compilers switch on the hash code first, and ask behind each of its cases for equality: two branches, of which the first one is a
//! polynomial modulo 2^32 in the characters, which costs a solver seconds. Who equals a label has its hash code, so the
//! questions for equality alone come to the same place.
//!
//! **Invariant**: a switch is lowered so only if behind each hash code there is nothing but questions whether the same string equals labels
//! of just that hash code, and behind the last of them what a string of another hash code comes to.

use klew_ir::Terminator;

use super::body::Body;
use crate::class_file::bytecode::{Condition, Instruction, InvokeKind, Kind, Placed};
use crate::class_file::{Constant, Pool};

/// A question for equality with a label.
struct Label {
    /// The first of its four instructions: the string, the label, the call, the jump.
    at: usize,
    /// The instruction that a string comes to which is equal.
    matched: usize,
}

/// A switch on a string, behind the string.
pub(super) struct StringSwitch {
    labels: Vec<Label>,
    default: usize,
}

impl StringSwitch {
    /// What a call of `hashCode` at that place is the begin of.
    fn at(placed: &[Placed], begins: &[bool], pool: &Pool, call: usize) -> Option<StringSwitch> {
        let instruction = |index: usize| placed.get(index).map(|it| &it.instruction);
        let Instruction::Load(Kind::Reference, text) = instruction(call.checked_sub(1)?)? else {
            return None;
        };
        let Instruction::Switch(cases, default) = instruction(call + 1)? else { return None };
        if begins[call] || begins[call + 1] || !calls(instruction(call)?, pool, "hashCode") {
            return None;
        }
        // The first of equal cases counts; compilers make none.
        if !cases.is_sorted_by(|(hash, _), (next, _)| hash < next) {
            return None;
        }
        let mut labels = Vec::new();
        for (hash, target) in cases {
            let mut next = *target;
            while !leads_to(placed, next, *default) {
                let [load, label, equals, jump] =
                    [0, 1, 2, 3].map(|offset| instruction(next + offset));
                let (Instruction::LoadConstant(label), Instruction::If(Condition::Equal, other)) =
                    (label?, jump?)
                else {
                    return None;
                };
                let asks = *load? == Instruction::Load(Kind::Reference, *text)
                    && calls(equals?, pool, "equals")
                    && hash_of(pool, *label)? == *hash
                    && *other > next;
                if !asks {
                    return None;
                }
                labels.push(Label { at: next, matched: next + 4 });
                next = *other;
            }
        }
        Some(StringSwitch { labels, default: *default })
    }
}

/// Whether an instruction calls that method of strings.
fn calls(instruction: &Instruction, pool: &Pool, name: &str) -> bool {
    let Instruction::Invoke(InvokeKind::Virtual, index) = instruction else { return false };
    pool.member(*index).is_ok_and(|it| &*it.class == "java/lang/String" && &*it.name == name)
}

/// Whether one gets from one instruction to another without doing anything.
fn leads_to(placed: &[Placed], from: usize, to: usize) -> bool {
    let next = placed.get(from).map(|it| &it.instruction);
    from == to || matches!(next, Some(Instruction::Goto(target)) if *target == to)
}

/// The hash code of a string literal (API of `String.hashCode`).
fn hash_of(pool: &Pool, constant: u16) -> Option<i32> {
    let Ok(Constant::String(text)) = pool.get(constant) else { return None };
    let units = pool.string(*text).ok()?;
    Some(units.iter().fold(0_i32, |hash, unit| hash.wrapping_mul(31).wrapping_add((*unit).into())))
}

impl Body<'_, '_, '_> {
    /// The switch on a string that the instruction being lowered is the begin of.
    pub(super) fn string_switch(&self) -> Option<StringSwitch> {
        let pool = &self.class.file.pool;
        StringSwitch::at(&self.placed, &self.flow.begins, pool, self.current)
    }

    /// Goes where the string on top of the operand stack leads.
    pub(super) fn switch_on_string(&mut self, switch: &StringSwitch) -> Result<(), String> {
        let text = self.pop_reference()?;
        self.check_null(&text)?;
        let placed = self.placed.clone();
        for label in &switch.labels {
            for index in label.at..label.at + 3 {
                self.current = index;
                self.instruction(&placed[index].instruction)?;
            }
            let equal = self.pop_int()?;
            let condition = self.is_true(equal);
            let then_block = self.target(label.matched)?;
            let next = self.builder.block(&[]);
            let else_block = klew_ir::BlockCall { block: next, arguments: Vec::new() };
            self.builder.terminate(Terminator::Branch { condition, then_block, else_block });
            self.builder.switch_to(next);
        }
        self.go_to(switch.default)
    }
}
