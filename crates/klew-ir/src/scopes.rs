//! Stack objects of their own for each time that a variable comes into scope.
//!
//! A compiler allocates a variable once, at the start of its function, and marks where it comes into
//! scope. Taken literally, a pointer kept from an earlier turn of a loop would be valid again in the next
//! one. It is not in C (C11 6.2.4: the lifetime of an object extends from entry into the block to its
//! end), so the allocation moves to the mark: each time, it makes another object.
//!
//! It moves only if there is one mark, and the mark dominates every other use of the address: then every
//! use means the newest object. In other functions (such as optimised code that computes addresses ahead)
//! the mark stays, and revives the one object.
//!
//! **Invariant**: a run in which no pointer outlives the scope of what it points to does the same as before.

use crate::{
    BlockId, Definition, Instruction, ObjectKind, Operand, Operation, ValueId,
    control_flow::ControlFlow, dominators::Dominators,
};

/// A place before an instruction, or (past the last) before the terminator.
type Place = (BlockId, usize);

/// What is known of an allocation.
#[derive(Clone, Default)]
struct Slot {
    allocated: Option<Place>,
    marks: Vec<Place>,
    uses: Vec<Place>,
}

/// Moves all allocations that can be moved; how many. All blocks must be reachable.
pub fn allocate_where_scopes_start(definition: &mut Definition) -> usize {
    let slots = find_slots(definition);
    if slots.iter().all(|slot| slot.marks.is_empty()) {
        return 0;
    }
    let dominators = Dominators::new(&ControlFlow::new(definition));
    let moved: Vec<(Place, Place)> = slots
        .iter()
        .filter_map(|slot| {
            let (from, &[to]) = (slot.allocated?, slot.marks.as_slice()) else { return None };
            slot.uses.iter().all(|at| comes_before(&dominators, to, *at)).then_some((from, to))
        })
        .collect();
    for &(from, to) in &moved {
        move_allocation(definition, from, to);
    }
    for block in &mut definition.blocks {
        block.instructions.retain(|instruction| !is_left_behind(instruction));
    }
    moved.len()
}

fn comes_before(dominators: &Dominators, first: Place, second: Place) -> bool {
    if first.0 == second.0 { first.1 < second.1 } else { dominators.dominates(first.0, second.0) }
}

/// What is known of each value that a stack allocation defines.
fn find_slots(definition: &Definition) -> Vec<Slot> {
    let mut slots = vec![Slot::default(); definition.values.len()];
    for (index, block) in definition.blocks.iter().enumerate() {
        let block_id = BlockId(index as u32);
        for (place, instruction) in block.instructions.iter().enumerate() {
            look_at(&mut slots, instruction, (block_id, place));
        }
        let end = (block_id, block.instructions.len());
        for value in block.terminator.operands().into_iter().filter_map(Operand::as_value) {
            slots[value.0 as usize].uses.push(end);
        }
    }
    slots
}

fn look_at(slots: &mut [Slot], instruction: &Instruction, place: Place) {
    if let (Operation::Allocate { kind: ObjectKind::Stack, .. }, [result]) =
        (&instruction.operation, instruction.results.as_slice())
    {
        slots[result.0 as usize].allocated = Some(place);
    }
    if let Operation::ScopeStart(Operand::Value(value)) = &instruction.operation {
        slots[value.0 as usize].marks.push(place);
        return;
    }
    for value in instruction.operation.operands().into_iter().filter_map(Operand::as_value) {
        slots[value.0 as usize].uses.push(place);
    }
}

/// Puts the allocation where the mark is; a mark without meaning stays behind at its place.
fn move_allocation(definition: &mut Definition, from: Place, to: Place) {
    let blocks = &mut definition.blocks;
    let mark = blocks[to.0.0 as usize].instructions[to.1].clone();
    let source = &mut blocks[from.0.0 as usize].instructions[from.1];
    let left_behind = Operation::ScopeStart(Operand::Value(ValueId(u32::MAX)));
    let operation = std::mem::replace(&mut source.operation, left_behind);
    let results = std::mem::take(&mut source.results);
    blocks[to.0.0 as usize].instructions[to.1] =
        Instruction { results, operation, position: mark.position };
}

fn is_left_behind(instruction: &Instruction) -> bool {
    matches!(&instruction.operation, Operation::ScopeStart(Operand::Value(ValueId(u32::MAX))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{FunctionBody, parse_program, print_program, verify_program};

    /// The lines of a body before and after, without positions, and how many allocations move.
    fn check(before: &str, count: usize, after: &str) {
        let text = format!("function @f(%b: i1) -> i32 {{\nentry:\n{before}\n}}");
        let mut program = parse_program(&text, "a.kir").unwrap();
        let FunctionBody::Defined(definition) = &mut program.functions[0].body else { panic!() };
        let definition = std::sync::Arc::make_mut(definition);
        assert_eq!(allocate_where_scopes_start(definition), count);
        assert_eq!(verify_program(&program), Ok(()));
        let printed = print_program(&program);
        let lines = printed.lines().skip_while(|line| *line != "entry:").skip(1);
        let found: Vec<&str> = lines
            .map(|line| line.split(" @").next().unwrap().trim())
            .filter(|line| *line != "}")
            .collect();
        let expected: Vec<&str> = after.lines().map(str::trim).collect();
        assert_eq!(found, expected, "\n{printed}");
    }

    fn stays(body: &str) {
        check(body, 0, body);
    }

    #[test]
    fn moves_to_the_mark() {
        check(
            "%s = allocate stack 4 align 4\njump l\nl:\nscope_start %s\nstore i32 1 to %s\n\
             scope_end %s\nbranch %b, l, o\no:\nreturn 0",
            1,
            "jump l\nl:\n%s = allocate stack 4 align 4\nstore i32 1 to %s\nscope_end %s\n\
             branch %b, l, o\no:\nreturn 0",
        );
    }

    #[test]
    fn stays_where_the_mark_does_not_come_first() {
        stays(
            "%s = allocate stack 4 align 4\n%t = offset %s, 0\njump l\nl:\nscope_start %s\n\
             store i32 1 to %t\nbranch %b, l, o\no:\nreturn 0",
        );
        stays(
            "%s = allocate stack 4 align 4\nbranch %b, l, o\nl:\nscope_start %s\njump o\no:\n\
             store i32 1 to %s\nreturn 0",
        );
    }

    #[test]
    fn stays_with_several_marks_or_none() {
        stays(
            "%s = allocate stack 4 align 4\nscope_start %s\nscope_end %s\nscope_start %s\nreturn 0",
        );
        stays("%s = allocate stack 4 align 4\nstore i32 1 to %s\nreturn 0");
    }
}
