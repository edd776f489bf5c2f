//! What is asserted in a back end, for decorators that need to know the whole question.

use klew_term::TermId;

use crate::backend::AssertionChange;

/// The assertions of a back end, scope by scope.
#[derive(Debug, Clone)]
pub(crate) struct OpenAssertions(Vec<Vec<TermId>>);

impl OpenAssertions {
    /// None, in the outermost scope.
    pub(crate) fn new() -> Self {
        Self(vec![Vec::new()])
    }

    /// Follows what is done to them; the outermost scope stays.
    pub(crate) fn change(&mut self, change: AssertionChange) {
        match change {
            AssertionChange::Push => self.0.push(Vec::new()),
            AssertionChange::Pop(levels) => {
                let left = self.0.len().saturating_sub(levels as usize).max(1);
                self.0.truncate(left);
            }
            AssertionChange::Assert(fact) => {
                if let Some(scope) = self.0.last_mut() {
                    scope.push(fact);
                }
            }
            AssertionChange::Reset => *self = Self::new(),
        }
    }

    /// With the assumptions of a check.
    pub(crate) fn with<'a>(
        &'a self,
        assumptions: &'a [TermId],
    ) -> impl Iterator<Item = TermId> + 'a {
        self.0.iter().flatten().chain(assumptions).copied()
    }
}

#[cfg(test)]
mod tests {
    use klew_term::{Sort, Terms};

    use super::AssertionChange::{Assert, Pop, Push, Reset};
    use super::*;

    #[test]
    fn scopes() {
        let mut terms = Terms::new();
        let [a, b, c] = ["a", "b", "c"].map(|name| terms.symbol(name, Sort::Bool));
        let mut open = OpenAssertions::new();
        open.change(Assert(a));
        open.change(Push);
        open.change(Assert(b));
        assert_eq!(open.with(&[c]).collect::<Vec<_>>(), [a, b, c]);
        open.change(Pop(1));
        assert_eq!(open.with(&[]).collect::<Vec<_>>(), [a]);
        open.change(Pop(7));
        open.change(Assert(b));
        assert_eq!(open.with(&[]).collect::<Vec<_>>(), [a, b]);
        open.change(Reset);
        assert_eq!(open.with(&[]).count(), 0);
    }
}
