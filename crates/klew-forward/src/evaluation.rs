//! Evaluation under the models of states.
//!
//! A state keeps its model for many steps, and the terms of later steps contain those of earlier ones; so
//! the values found under the models that were looked at last are kept.

use std::cell::RefCell;
use std::rc::Rc;

use klew_term::{Assignment, Evaluator, KnownValues, Terms};

/// Values kept of one model, at most.
const MOST: usize = 1 << 17;

/// Models of which values are kept.
const MODELS: usize = 16;

/// The values under the models that were looked at last, the last one first.
#[derive(Default)]
pub struct Evaluation {
    known: RefCell<Vec<(Rc<Assignment>, KnownValues)>>,
}

impl Evaluation {
    /// Evaluates under a model.
    pub fn with<T>(
        &self,
        terms: &Terms,
        model: &Rc<Assignment>,
        evaluate: impl FnOnce(&mut Evaluator<'_>) -> T,
    ) -> T {
        let mut all = self.known.borrow_mut();
        // The same allocation is the same model: while it is kept here, nobody can write to it.
        let place = all.iter().position(|(known, _)| Rc::ptr_eq(known, model));
        match place {
            Some(place) => all[..=place].rotate_right(1),
            None => {
                all.truncate(MODELS - 1);
                all.insert(0, (Rc::clone(model), KnownValues::default()));
            }
        }
        let mut known = std::mem::take(&mut all[0].1);
        if known.len() > MOST {
            known.clear();
        }
        let mut evaluator = Evaluator::with_known(terms, model, known);
        let value = evaluate(&mut evaluator);
        all[0].1 = evaluator.into_known();
        value
    }
}
