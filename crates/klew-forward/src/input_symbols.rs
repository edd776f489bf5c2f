//! The symbols of a program's inputs by their number in the run: what most runs ask for again is found without its name,
//! which would have to be written out first. A run with hundreds of thousands of inputs does little else.
//!
//! **Invariant**: an entry is what [`Terms::symbol_named`] gives for the name of that input ([`inputs::symbol`]).

use std::rc::Rc;

use klew_ir::inputs;
use klew_term::{Sort, SymbolId, TermId, Terms};

#[derive(Debug)]
struct Known {
    name: Rc<str>,
    width: u32,
    symbol: SymbolId,
    term: TermId,
}

/// Symbols of inputs of scalar types, of all runs of an executor.
#[derive(Debug, Default)]
pub struct InputSymbols(Vec<Option<Known>>);

impl InputSymbols {
    /// The symbol of the input of that number, which counts from 1, and its term, of so many bits.
    pub fn get(
        &mut self,
        terms: &mut Terms,
        (number, name): (usize, &Rc<str>),
        width: u32,
    ) -> (SymbolId, TermId) {
        if let Some(Some(known)) = self.0.get(number)
            && known.width == width
            && (Rc::ptr_eq(&known.name, name) || known.name == *name)
        {
            return (known.symbol, known.term);
        }
        let symbol = terms.named_symbol(&inputs::symbol(number, name), Sort::BitVec(width));
        let term = terms.symbol_term(symbol);
        if self.0.len() <= number {
            self.0.resize_with(number + 1, || None);
        }
        self.0[number] = Some(Known { name: Rc::clone(name), width, symbol, term });
        (symbol, term)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_found_again_is_what_the_name_stands_for() {
        let (mut terms, mut symbols) = (Terms::new(), InputSymbols::default());
        let names: [Rc<str>; 3] = ["a".into(), "b".into(), "a".into()];
        for _ in 0..2 {
            for (number, width) in [(1, 8), (3, 32), (2, 8), (3, 64)] {
                for name in &names {
                    let (symbol, term) = symbols.get(&mut terms, (number, name), width);
                    let sort = Sort::BitVec(width);
                    let named = terms.symbol_named(&inputs::symbol(number, name), sort);
                    assert_eq!((term, Some(symbol)), (named, terms.as_symbol(named)));
                }
            }
        }
    }
}
