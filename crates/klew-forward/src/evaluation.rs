//! Evaluation under the models of states, one at a time.
//!
//! A state keeps its model for many steps, and the terms of later steps contain those of earlier ones; so
//! the values found under the model that was looked at last are kept.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use klew_term::{Assignment, Evaluator, KnownValues, Terms};

/// Values kept at most.
const MOST: usize = 1 << 20;

/// The values under the model that was looked at last.
#[derive(Default)]
pub struct Evaluation {
    model: RefCell<Option<Rc<Assignment>>>,
    known: Cell<KnownValues>,
}

impl Evaluation {
    /// Evaluates under a model.
    pub fn with<T>(
        &self,
        terms: &Terms,
        model: &Rc<Assignment>,
        evaluate: impl FnOnce(&mut Evaluator<'_>) -> T,
    ) -> T {
        let mut known = self.known.take();
        let mut last = self.model.borrow_mut();
        // The same allocation is the same model: while it is kept here, nobody can write to it.
        let same = last.as_ref().is_some_and(|last| Rc::ptr_eq(last, model));
        if !same || known.len() > MOST {
            known.clear();
        }
        if !same {
            *last = Some(Rc::clone(model));
        }
        let mut evaluator = Evaluator::with_known(terms, model, known);
        let value = evaluate(&mut evaluator);
        self.known.set(evaluator.into_known());
        value
    }
}
