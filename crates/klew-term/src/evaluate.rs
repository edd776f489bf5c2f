//! Evaluation of terms under an assignment.
//!
//! Total: missing symbols are zero, operators are totalised as `Kind` says; only quantifiers have no value here.
//! Values of at most 64 bits never leave machine words; of an if-then-else only the chosen side is evaluated,
//! and a read of a chain of stores does not build the arrays.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use thiserror::Error;

use crate::arena::Terms;
use crate::assignment::Assignment;
use crate::bitvec_value::BitVecValue;
use crate::constant::Constant;
use crate::kind::{Kind, TermId};
use crate::semantics;
use crate::sort::Sort;

/// Why a term has no value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum EvaluateError {
    /// The value of a quantifier takes a solver.
    #[error("a term with a quantifier cannot be evaluated")]
    Quantifier,
    /// The caller asked for a truth value or bit-vector of another term.
    #[error("the term has sort {0}, not the one asked for")]
    Sort(Sort),
    /// An assignment gives a symbol a value of another sort.
    #[error("the assignment has a value of a wrong sort")]
    Assignment,
}

/// A cached value: truth values and narrow bit-vectors as words.
#[derive(Clone)]
enum Value {
    Word(u64),
    Large(Box<Constant>),
}

/// What evaluation of a node needs next.
enum Step {
    Done(Value),
    Needs(SmallVec<[TermId; 3]>),
}

/// Values of subterms that an [`Evaluator`] found, for the next one with the same terms and assignment.
#[derive(Default)]
pub struct KnownValues {
    values: FxHashMap<TermId, Value>,
}

impl KnownValues {
    /// How many.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Forgets them all, but keeps (if there is not much of it) the memory.
    pub fn clear(&mut self) {
        if self.values.capacity() > 1024 {
            self.values = FxHashMap::default();
        } else {
            self.values.clear();
        }
    }
}

/// Evaluates terms under one assignment; values of subterms are kept between calls.
pub struct Evaluator<'a> {
    terms: &'a Terms,
    assignment: &'a Assignment,
    cache: FxHashMap<TermId, Value>,
}

impl<'a> Evaluator<'a> {
    /// An evaluator with an empty cache.
    pub fn new(terms: &'a Terms, assignment: &'a Assignment) -> Self {
        Evaluator { terms, assignment, cache: FxHashMap::default() }
    }

    /// An evaluator that begins with what another one found, which had the same terms and an equal
    /// assignment.
    pub fn with_known(terms: &'a Terms, assignment: &'a Assignment, known: KnownValues) -> Self {
        Evaluator { terms, assignment, cache: known.values }
    }

    /// What it found.
    pub fn into_known(self) -> KnownValues {
        KnownValues { values: self.cache }
    }

    /// How many terms were evaluated so far.
    pub fn evaluated(&self) -> usize {
        self.cache.len()
    }

    /// The value of a term.
    pub fn evaluate(&mut self, term: TermId) -> Result<Constant, EvaluateError> {
        let value = self.value(term)?;
        Ok(self.to_constant(self.terms.sort(term), &value))
    }

    /// The value of a Boolean term.
    pub fn evaluate_bool(&mut self, term: TermId) -> Result<bool, EvaluateError> {
        match (self.terms.sort(term), self.value(term)?) {
            (Sort::Bool, Value::Word(word)) => Ok(word != 0),
            (sort, _) => Err(EvaluateError::Sort(sort)),
        }
    }

    /// The value of a bit-vector term of at most 64 bits.
    pub fn evaluate_u64(&mut self, term: TermId) -> Result<u64, EvaluateError> {
        match (self.terms.sort(term), self.value(term)?) {
            (Sort::BitVec(_), Value::Word(word)) => Ok(word),
            (sort, _) => Err(EvaluateError::Sort(sort)),
        }
    }

    fn value(&mut self, root: TermId) -> Result<Value, EvaluateError> {
        if let Some(value) = self.known(root) {
            return Ok(value);
        }
        let mut stack = vec![root];
        while let Some(&term) = stack.last() {
            if self.cache.contains_key(&term) {
                stack.pop();
                continue;
            }
            match self.step(term)? {
                Step::Done(value) => {
                    self.cache.insert(term, value);
                    stack.pop();
                }
                Step::Needs(needed) => stack.extend(needed),
            }
        }
        // The loop ends when the root's value is in the cache.
        self.known(root).ok_or(EvaluateError::Assignment)
    }

    /// The value if it takes no work: small constants and cached terms.
    fn known(&self, term: TermId) -> Option<Value> {
        match self.terms.kind(term) {
            Kind::BitVecConstant(bits) => Some(Value::Word(bits)),
            Kind::True => Some(Value::Word(1)),
            Kind::False => Some(Value::Word(0)),
            _ => self.cache.get(&term).cloned(),
        }
    }

    fn step(&self, term: TermId) -> Result<Step, EvaluateError> {
        let kind = self.terms.kind(term);
        let arguments = self.terms.arguments(term);
        match kind {
            Kind::Forall(_) | Kind::Exists(_) => Err(EvaluateError::Quantifier),
            Kind::Symbol(symbol) => {
                let sort = self.terms.symbol_sort(symbol);
                let value = match self.assignment.get(symbol) {
                    Some(value) if value.sort() == sort => value.clone(),
                    Some(_) => return Err(EvaluateError::Assignment),
                    None => Constant::zero(sort),
                };
                Ok(Step::Done(to_value(value)))
            }
            _ if arguments.is_empty() => match self.terms.as_constant(term) {
                Some(value) => Ok(Step::Done(to_value(value))),
                None => Err(EvaluateError::Sort(self.terms.sort(term))),
            },
            Kind::Ite => self.step_ite(arguments),
            Kind::Select => self.step_select(arguments),
            _ => self.step_operator(term, kind, arguments),
        }
    }

    fn step_ite(&self, arguments: &[TermId]) -> Result<Step, EvaluateError> {
        let chosen = match self.known(arguments[0]) {
            None => return Ok(needs(arguments[0])),
            Some(Value::Word(0)) => arguments[2],
            Some(_) => arguments[1],
        };
        Ok(self.known(chosen).map_or_else(|| needs(chosen), Step::Done))
    }

    /// Walks a chain of stores as far as indices differ.
    fn step_select(&self, arguments: &[TermId]) -> Result<Step, EvaluateError> {
        let (mut array, index) = (arguments[0], arguments[1]);
        let Some(wanted) = self.known(index) else { return Ok(needs(index)) };
        if let (Value::Word(at), Some(table)) = (&wanted, self.terms.table(array)) {
            return Ok(Step::Done(Value::Word(table.element(*at))));
        }
        let wanted = self.to_constant(self.terms.sort(index), &wanted);
        loop {
            if let Some(Value::Large(value)) = self.cache.get(&array) {
                let Constant::Array(value) = value.as_ref() else {
                    return Err(EvaluateError::Assignment);
                };
                return Ok(Step::Done(to_value(value.select(&wanted).clone())));
            }
            let arguments = self.terms.arguments(array);
            match self.terms.kind(array) {
                Kind::Store => {
                    let Some(stored) = self.known(arguments[1]) else {
                        return Ok(needs(arguments[1]));
                    };
                    if self.to_constant(self.terms.sort(index), &stored) == wanted {
                        let element = arguments[2];
                        return Ok(self.known(element).map_or_else(|| needs(element), Step::Done));
                    }
                    array = arguments[0];
                }
                Kind::Ite => match self.known(arguments[0]) {
                    None => return Ok(needs(arguments[0])),
                    Some(Value::Word(0)) => array = arguments[2],
                    Some(_) => array = arguments[1],
                },
                Kind::ConstArray(_) => {
                    let element = arguments[0];
                    return Ok(self.known(element).map_or_else(|| needs(element), Step::Done));
                }
                _ => return Ok(needs(array)),
            }
        }
    }

    fn step_operator(
        &self,
        term: TermId,
        kind: Kind,
        arguments: &[TermId],
    ) -> Result<Step, EvaluateError> {
        let mut values: SmallVec<[Value; 3]> = SmallVec::new();
        let mut missing: SmallVec<[TermId; 3]> = SmallVec::new();
        for &argument in arguments {
            match self.known(argument) {
                Some(value) => values.push(value),
                None => missing.push(argument),
            }
        }
        if !missing.is_empty() {
            return Ok(Step::Needs(missing));
        }
        if let Some(word) = self.narrow(kind, arguments, &values) {
            return Ok(Step::Done(Value::Word(word)));
        }
        let constants: SmallVec<[Constant; 3]> = arguments
            .iter()
            .zip(&values)
            .map(|(&argument, value)| self.to_constant(self.terms.sort(argument), value))
            .collect();
        match semantics::apply(kind, &constants) {
            Some(value) => Ok(Step::Done(to_value(value))),
            None => Err(EvaluateError::Sort(self.terms.sort(term))),
        }
    }

    fn narrow(&self, kind: Kind, arguments: &[TermId], values: &[Value]) -> Option<u64> {
        let mut words: SmallVec<[u64; 3]> = SmallVec::new();
        for value in values {
            let Value::Word(word) = value else { return None };
            words.push(*word);
        }
        let width = |index: usize| match arguments.get(index).map(|&a| self.terms.sort(a)) {
            Some(Sort::BitVec(width)) => width,
            _ => 1,
        };
        semantics::narrow(kind, width(0), width(1), &words)
    }

    fn to_constant(&self, sort: Sort, value: &Value) -> Constant {
        match (value, sort) {
            (Value::Large(constant), _) => constant.as_ref().clone(),
            (Value::Word(word), Sort::BitVec(width)) => {
                Constant::BitVec(BitVecValue::new(width, *word))
            }
            (Value::Word(word), _) => Constant::Bool(*word != 0),
        }
    }
}

fn needs(term: TermId) -> Step {
    let mut needed = SmallVec::new();
    needed.push(term);
    Step::Needs(needed)
}

fn to_value(constant: Constant) -> Value {
    match constant {
        Constant::Bool(value) => Value::Word(u64::from(value)),
        Constant::BitVec(value) if value.width() <= 64 => Value::Word(value.to_u64().unwrap_or(0)),
        Constant::Float(format, bits) => {
            // Assignments may carry other NaNs.
            Value::Large(Box::new(Constant::Float(
                format,
                crate::softfloat::canonical(format, bits),
            )))
        }
        other => Value::Large(Box::new(other)),
    }
}
