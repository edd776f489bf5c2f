//! What is asserted in a back end, for decorators that need to know the whole question.

use klew_term::TermId;

/// The assertions of a back end, scope by scope.
#[derive(Debug, Clone)]
pub(crate) struct OpenAssertions(Vec<Vec<TermId>>);

impl OpenAssertions {
    /// None, in the outermost scope.
    pub(crate) fn new() -> Self {
        Self(vec![Vec::new()])
    }

    pub(crate) fn push(&mut self) {
        self.0.push(Vec::new());
    }

    /// Closes scopes; the outermost stays.
    pub(crate) fn pop(&mut self, levels: u32) {
        let left = self.0.len().saturating_sub(levels as usize).max(1);
        self.0.truncate(left);
    }

    pub(crate) fn assert(&mut self, fact: TermId) {
        if let Some(scope) = self.0.last_mut() {
            scope.push(fact);
        }
    }

    pub(crate) fn clear(&mut self) {
        *self = Self::new();
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

    use super::*;

    #[test]
    fn scopes() {
        let mut terms = Terms::new();
        let [a, b, c] = ["a", "b", "c"].map(|name| terms.symbol(name, Sort::Bool));
        let mut open = OpenAssertions::new();
        open.assert(a);
        open.push();
        open.assert(b);
        assert_eq!(open.with(&[c]).collect::<Vec<_>>(), [a, b, c]);
        open.pop(1);
        assert_eq!(open.with(&[]).collect::<Vec<_>>(), [a]);
        open.pop(7);
        open.assert(b);
        assert_eq!(open.with(&[]).collect::<Vec<_>>(), [a, b]);
        open.clear();
        assert_eq!(open.with(&[]).count(), 0);
    }
}
