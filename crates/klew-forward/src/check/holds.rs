//! `Check::Holds`: a truth value is 1.

use crate::decode::op::{CheckSite, Source};
use crate::machine::{Machine, Step};
use crate::report::Violation;
use crate::state::State;

impl Machine<'_> {
    /// Checks a truth value.
    pub fn check_condition(
        &mut self,
        state: &mut State,
        condition: Source,
        site: &CheckSite,
    ) -> Step<()> {
        let condition = self.condition(state, condition);
        self.settle(state)?;
        self.demand(state, site, condition, Violation::Condition)
    }
}
