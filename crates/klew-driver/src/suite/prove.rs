//! Proofs that ways of branches which no candidate takes cannot be taken: each becomes a call of an error function, and engines
//! that prove without following paths say which of these are never made.
//!
//! **Invariant**: a run ends at the first such call, so a proof for one of them is one only together with those of all others.
//! Ways that are not proved are taken out, and the rest is asked again, until all that is asked holds.

use std::sync::Arc;
use std::time::{Duration, Instant};

use klew_engine::{Ledger, Limits, Standing, StopReason, Task, Unvalidated, Watch, work};
use klew_forward::{BranchWay, Way};
use klew_horn::Horn;
use klew_ir::{
    Block, BlockCall, BlockId, Check, CheckId, Constant, FunctionBody, FunctionId, Instruction,
    Operand, Operation, Program, Property, PropertySet, Terminator, number_checks,
};
use klew_solver::Interrupt;
use klew_solver::horn::HornSolver;
use smallvec::smallvec;

use crate::error::UserError;
use crate::guard::Guard;
use crate::options::SuiteOptions;
use crate::solvers;

/// The most rounds.
const ROUNDS: usize = 4;
/// The most ways that are asked about.
const MOST: usize = 60;

/// What was explored, and what was left.
pub struct Left {
    /// The program as it was explored.
    pub program: Program,
    /// Says which inputs there are.
    pub precondition: Option<FunctionId>,
    /// The ways that no candidate takes.
    pub open: Vec<BranchWay>,
}

struct Until<'g> {
    guard: &'g Guard,
    end: Instant,
    start: Instant,
}

impl Watch for Until<'_> {
    fn stop(&self) -> Option<StopReason> {
        match Instant::now() >= self.end {
            true => Some(StopReason::Time),
            false => self.guard.stop(),
        }
    }

    fn elapsed(&self) -> Option<Duration> {
        Some(self.start.elapsed())
    }
}

/// The ways that no run takes, as far as that was proved within the time.
///
/// # Errors
/// The solver cannot be had.
pub fn unreachable(
    left: &Left,
    options: &SuiteOptions,
    (guard, interrupt, time): (&Guard, &Interrupt, Duration),
) -> Result<Vec<BranchWay>, UserError> {
    let end = Instant::now() + time;
    let mut asked: Vec<BranchWay> =
        left.open.iter().filter(|way| way.way != Way::Entry).copied().take(MOST).collect();
    for _ in 0..ROUNDS {
        if asked.is_empty() || Instant::now() >= end {
            return Ok(Vec::new());
        }
        let half = Instant::now() + (end - Instant::now()) / 2;
        let proved = round(left, &asked, options, (guard, interrupt, half))?;
        if proved.len() == asked.len() {
            return Ok(proved);
        }
        asked = proved;
    }
    Ok(Vec::new())
}

fn round(
    left: &Left,
    asked: &[BranchWay],
    options: &SuiteOptions,
    (guard, interrupt, end): (&Guard, &Interrupt, Instant),
) -> Result<Vec<BranchWay>, UserError> {
    let mut program = left.program.clone();
    take_out_error_calls(&mut program);
    for (number, way) in asked.iter().enumerate() {
        mark(&mut program, way, number);
    }
    number_checks(&mut program);
    let properties = PropertySet::EMPTY.with(Property::ErrorCall);
    let sites = klew_ir::checks(&program, |property| properties.contains(property));
    let mut ledger = Ledger::new(sites);
    let task = Task {
        program: &program,
        properties,
        precondition: left.precondition,
        input_heap: options.input_heap.policy,
        input_array_max: options.input_heap.array_max,
        input_object_max: options.input_heap.object_max,
        input_element_max: options.input_heap.element_max,
        limits: Limits::default(),
        seed: options.seed,
        first_only: false,
    };
    guard.set_share(Some(end));
    let watch = Until { guard, end, start: Instant::now() };
    work(&mut klew_static::Static, &task, &mut ledger, &watch, &mut Unvalidated);
    if ledger.checks().any(|(site, _)| !holds(&ledger, site.id)) {
        let configuration = solvers::configuration(&options.solver)?;
        let command = options.solver.horn.clone();
        let solver = HornSolver { command, interrupt: interrupt.clone() };
        let mut horn = Horn::new(
            solver,
            Box::new(|| {
                klew_solver::backend(&configuration, false, interrupt)
                    .map_err(|error| error.to_string())
            }),
        );
        work(&mut horn, &task, &mut ledger, &watch, &mut Unvalidated);
    }
    guard.set_share(None);
    let numbers = numbers(&program);
    let proved = asked.iter().enumerate().filter(|(number, _)| {
        // Where nothing is left of a mark, nothing comes there.
        let mut own = numbers.iter().filter(|(_, of)| of == number);
        own.all(|(id, _)| holds(&ledger, *id)) && numbers.iter().any(|(_, of)| of == number)
    });
    Ok(proved.map(|(_, way)| *way).collect())
}

fn holds(ledger: &Ledger, check: CheckId) -> bool {
    matches!(ledger.standing(check), Standing::Holds { .. })
}

const MESSAGE: &str = "klew's way ";

/// The marks in a program: their checks, and the numbers of their ways.
fn numbers(program: &Program) -> Vec<(CheckId, usize)> {
    let mut numbers = Vec::new();
    for function in &program.functions {
        let FunctionBody::Defined(definition) = &function.body else { continue };
        for instruction in definition.blocks.iter().flat_map(|block| &block.instructions) {
            if let Operation::Assert { id, message: Some(message), .. } = &instruction.operation
                && let Some(number) = message.strip_prefix(MESSAGE)
                && let Ok(number) = number.parse()
            {
                numbers.push((*id, number));
            }
        }
    }
    numbers
}

/// The program's own error calls end runs, and are not asked about.
fn take_out_error_calls(program: &mut Program) {
    for function in &mut program.functions {
        let FunctionBody::Defined(definition) = &mut function.body else { continue };
        for block in &mut Arc::make_mut(definition).blocks {
            for instruction in &mut block.instructions {
                if let Operation::Assert { property: Property::ErrorCall, check, .. } =
                    &instruction.operation
                    && let Check::Holds(holds) = check
                {
                    instruction.operation = Operation::Assume(holds.clone());
                }
            }
        }
    }
}

/// Puts a block with a check that fails on the way.
fn mark(program: &mut Program, way: &BranchWay, number: usize) {
    let function = &mut program.functions[way.function.0 as usize];
    let FunctionBody::Defined(definition) = &mut function.body else { return };
    let definition = Arc::make_mut(definition);
    let added = BlockId(definition.blocks.len() as u32);
    let branch = &mut definition.blocks[way.block.0 as usize];
    let position = branch.terminator_position;
    let onward = match (&mut branch.terminator, way.way) {
        (Terminator::Branch { then_block, .. }, Way::True) => divert(then_block, added),
        (Terminator::Branch { else_block, .. }, Way::False) => divert(else_block, added),
        // Cases that lead where the default leads are one way with it, as in tables of which some entries are not used.
        (Terminator::Switch { cases, default, .. }, Way::Default) => {
            let target = default.clone();
            for (_, call) in cases.iter_mut().filter(|(_, call)| *call == target) {
                divert(call, added);
            }
            divert(default, added)
        }
        (Terminator::Switch { cases, .. }, Way::Case(value)) => {
            let own = cases.iter().find(|(case, _)| *case == value.into());
            let Some(target) = own.map(|(_, target)| target.clone()) else { return };
            for (_, call) in cases.iter_mut().filter(|(_, call)| *call == target) {
                divert(call, added);
            }
            target
        }
        _ => return,
    };
    let operation = Operation::Assert {
        id: CheckId::UNNUMBERED,
        property: Property::ErrorCall,
        check: Check::Holds(Operand::Constant(Constant::int(1, 0))),
        message: Some(format!("{MESSAGE}{number}")),
    };
    definition.blocks.push(Block {
        name: None,
        parameters: Default::default(),
        instructions: vec![Instruction { results: smallvec![], operation, position }],
        terminator: Terminator::Jump(onward),
        terminator_position: position,
    });
}

/// Leads a way to another block; gives where it led.
fn divert(call: &mut BlockCall, to: BlockId) -> BlockCall {
    std::mem::replace(call, BlockCall { block: to, arguments: Default::default() })
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "
function @main() -> i32 {
entry:
  %x: i32 = input \"x\"
  switch i32 %x, 1 -> one, 2 -> other, else -> other
one:
  return 1
other:
  return 0
}
";

    #[test]
    fn cases_that_go_where_the_default_goes_are_marked_with_it() {
        let mut program = klew_ir::parse_program(TABLE, "a").unwrap();
        let way = BranchWay {
            function: FunctionId(0),
            block: BlockId(0),
            position: klew_ir::Position::UNKNOWN,
            way: Way::Default,
            told: false,
        };
        mark(&mut program, &way, 0);
        let FunctionBody::Defined(definition) = &program.functions[0].body else { panic!() };
        let Terminator::Switch { cases, default, .. } = &definition.blocks[0].terminator else {
            panic!()
        };
        let targets: Vec<u32> = cases.iter().map(|(_, call)| call.block.0).collect();
        assert_eq!((targets, default.block.0), (vec![1, 3], 3));
    }
}
