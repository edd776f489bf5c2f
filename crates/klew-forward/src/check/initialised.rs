//! `Check::Initialised`: a value does not depend on memory that was never written.

use klew_ir::Type;
use klew_memory::{Value, is_uninitialised_symbol};
use klew_term::TermId;

use crate::decode::op::{CheckSite, Source};
use crate::machine::{Machine, Step};
use crate::report::Violation;
use crate::state::State;

impl Machine<'_> {
    /// Checks a value.
    pub fn check_initialised(
        &mut self,
        state: &mut State,
        value: Source,
        value_type: Type,
        site: &CheckSite,
    ) -> Step<()> {
        let undefined = match self.operand(state, value, value_type) {
            Value::Term(term) => self.is_uninitialised(term),
            Value::SymbolicPointer(pointer) => {
                self.is_uninitialised(pointer.object) || self.is_uninitialised(pointer.offset)
            }
            _ => false,
        };
        if undefined {
            return Err(self.violated(state, site, Violation::Uninitialised));
        }
        Ok(())
    }

    fn is_uninitialised(&self, term: TermId) -> bool {
        let symbols = self.terms.symbols(term);
        symbols.iter().any(|&symbol| is_uninitialised_symbol(self.terms.symbol_name(symbol)))
    }
}
