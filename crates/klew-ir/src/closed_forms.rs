//! What recursive functions give, where that is a polynomial of their arguments or a number for each of their first arguments.
//!
//! `ackermann(m, n)` is `n + 1`, `n + 2` and `2n + 3` where `m` is 0, 1 and 2, `fibonacci(n)` one number for each `n`, and
//! `applyHanoi(n, …)` adds one to a counter 2^n - 1 times. A form is guessed from a few values, and shown by induction: the body gives it, with
//! the form in place of the calls of itself. It then stands before the body, for the arguments that it is about. Functions as
//! relations of what goes in and comes out, for arguments that matter: M. Sharir, A. Pnueli, *Two approaches to interprocedural data flow
//! analysis* (1981), the functional approach.
//!
//! **Invariant**: a call to which a form is an answer returns, with what the form says, touches nothing else and fails no check.

mod cells;
mod follow;
mod guess;
mod polynomial;
mod proof;
mod ranges;
mod rewrite;
mod wording;

use std::sync::Arc;

use crate::simplify::simplify;
use crate::{Callee, DataModel, Definition, FunctionBody, FunctionId, Operation, Program, Type};
use cells::{Cell, cells_of};
use polynomial::Polynomial;
use ranges::Ranges;

/// What is known of a function from its closed forms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Which function.
    pub function: FunctionId,
    /// In the words of the source.
    pub text: String,
}

/// Puts closed forms before the bodies of recursive functions that have some, and says which; `shown` is what a function is called in the source. Checks
/// that nobody asks about are dropped already.
pub fn summarise_recursion(program: &mut Program, shown: &dyn Fn(&str) -> String) -> Vec<Summary> {
    let mut said = Vec::new();
    for number in 0..program.functions.len() {
        let id = FunctionId(number as u32);
        let Some(subject) = Subject::new(program, id) else { continue };
        let forms = proof::forms(&subject);
        if !forms.is_empty() {
            let texts = wording::wording(program, shown, &subject, &forms);
            said.extend(texts.into_iter().map(|text| Summary { function: id, text }));
        }
        let (results, cells, data_model) = (subject.results, subject.cells, subject.data_model);
        let function = &mut program.functions[number];
        if let (FunctionBody::Defined(definition), false) = (&mut function.body, forms.is_empty()) {
            let definition = Arc::make_mut(definition);
            rewrite::insert(
                definition,
                &forms,
                (&results, &cells),
                (data_model, function.position),
            );
            // The body of a function that always has a form is not needed any more.
            simplify(definition, data_model);
        }
    }
    said
}

/// For which arguments a form is an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Guard {
    Always,
    /// That parameter is not negative.
    NotNegative(usize),
    /// That parameter is not positive.
    NotPositive(usize),
    /// That parameter is that number.
    Is(usize, u64),
}

impl Guard {
    /// Whether it is known to hold for these arguments.
    fn allows(self, arguments: &[Option<Polynomial>], ranges: &Ranges) -> bool {
        let argument = |index: usize| arguments.get(index).and_then(Option::as_ref);
        match self {
            Guard::Always => true,
            Guard::NotNegative(parameter) => {
                argument(parameter).is_some_and(|argument| ranges.of(argument).0 >= 0)
            }
            Guard::NotPositive(parameter) => {
                argument(parameter).is_some_and(|argument| ranges.of(argument).1 <= 0)
            }
            Guard::Is(parameter, value) => {
                argument(parameter).is_some_and(|argument| argument.value() == Some(value))
            }
        }
    }
}

/// What a call does: its result and the contents of cells, over parameters and then cells as they were.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Effect {
    result: Option<Polynomial>,
    cells: Vec<Polynomial>,
}

impl Effect {
    /// With these values of the variables.
    fn at(&self, values: &[Polynomial]) -> Option<Effect> {
        let result = match &self.result {
            Some(result) => Some(result.substitute(values)?),
            None => None,
        };
        let cells = self.cells.iter().map(|cell| cell.substitute(values));
        Some(Effect { result, cells: cells.collect::<Option<_>>()? })
    }
}

/// What calls do, with certain arguments.
#[derive(Clone, Debug)]
struct Form {
    guard: Guard,
    effect: Effect,
}

/// A recursive function.
struct Subject<'p> {
    id: FunctionId,
    definition: &'p Definition,
    data_model: DataModel,
    /// The widths of parameters that are integers.
    parameters: Vec<Option<u32>>,
    results: Vec<Given>,
    cells: Vec<Cell>,
}

/// What a function gives back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Given {
    /// The number that is the result of its effect.
    Number,
    /// The null pointer: Java's methods say so that they threw nothing.
    Null,
}

/// Larger functions are not looked at.
const MOST_INSTRUCTIONS: usize = 200;

impl<'p> Subject<'p> {
    /// The function, if it calls itself and computes with numbers only.
    fn new(program: &'p Program, id: FunctionId) -> Option<Subject<'p>> {
        let function = program.function(id);
        let FunctionBody::Defined(definition) = &function.body else { return None };
        let width = |kind: &Type| match kind {
            Type::Int(width) if *width <= Polynomial::WIDEST => Some(*width),
            _ => None,
        };
        if function.library || function.variadic || !calls_itself(definition, id) {
            return None;
        }
        let given = |kind: &Type| match kind {
            Type::Pointer => Some(Given::Null),
            kind => width(kind).map(|_| Given::Number),
        };
        let results: Vec<Given> = function.results.iter().map(given).collect::<Option<_>>()?;
        if results.iter().filter(|given| **given == Given::Number).count() > 1 {
            return None;
        }
        let parameters = function.parameters.iter().map(width).collect();
        let cells = cells_of(definition, &program.globals)?;
        let data_model = program.data_model;
        Some(Subject { id, definition, data_model, parameters, results, cells })
    }

    /// The widths of all variables: parameters and cells. Parameters that are no numbers are no variables, and have any.
    fn widths(&self) -> Vec<u32> {
        let parameters = self.parameters.iter().map(|width| width.unwrap_or(1));
        parameters.chain(self.cells.iter().map(|cell| cell.width)).collect()
    }
}

fn calls_itself(definition: &Definition, id: FunctionId) -> bool {
    let instructions = || definition.blocks.iter().flat_map(|block| &block.instructions);
    let is_own = |operation: &Operation| matches!(operation, Operation::Call { callee: Callee::Function(callee), .. } if *callee == id);
    instructions().take(MOST_INSTRUCTIONS + 1).count() <= MOST_INSTRUCTIONS
        && instructions().any(|instruction| is_own(&instruction.operation))
}

#[cfg(test)]
mod tests;
