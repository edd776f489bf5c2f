//! The way of every constructor: sort check, canonical argument order, hash-cons hit, constant folding, rewriting.

use smallvec::SmallVec;

use crate::arena::Terms;
use crate::constant::Constant;
use crate::kind::{Kind, TermId};
use crate::rewrite;
use crate::semantics;
use crate::sort::Sort;

impl Terms {
    /// The sort of an operator applied to arguments.
    ///
    /// # Panics
    /// If the arguments' sorts do not fit: an error of the caller, never of the program under analysis.
    fn checked_sort(&self, kind: Kind, arguments: &[TermId]) -> Sort {
        let sorts: SmallVec<[Sort; 3]> =
            arguments.iter().map(|&argument| self.sort(argument)).collect();
        match semantics::result_sort(kind, &sorts) {
            Some(sort) => sort,
            None => {
                panic!("{kind:?} applied to sorts {sorts:?}: the caller confuses sorts or widths")
            }
        }
    }

    /// The operator applied to arguments, without rewriting.
    pub(crate) fn raw(&mut self, kind: Kind, arguments: &[TermId]) -> TermId {
        let sort = self.checked_sort(kind, arguments);
        self.intern(kind, sort, arguments)
    }

    /// The operator applied to arguments, in normal form (unless the arena does not rewrite). The kind is no
    /// leaf. Use it to rebuild a term of a known kind; the named constructors are the usual way.
    pub fn apply(&mut self, kind: Kind, arguments: &[TermId]) -> TermId {
        // The tests that list the rules that fired need them to be tried.
        let remembers = self.rewriting && self.fired.is_none();
        if remembers && let Some(result) = self.memo.get(kind, arguments) {
            return result;
        }
        let result = self.normal_form(kind, arguments);
        // Deep within rules a result may not be in normal form.
        if remembers && self.nesting == 0 {
            self.memo.set(kind, arguments, result);
        }
        result
    }

    fn normal_form(&mut self, kind: Kind, arguments: &[TermId]) -> TermId {
        let sort = self.checked_sort(kind, arguments);
        if !self.rewriting {
            return self.intern(kind, sort, arguments);
        }
        let mut ordered: SmallVec<[TermId; 3]> = SmallVec::from_slice(arguments);
        if let [a, b] = ordered[..]
            && kind.is_commutative()
            && self.must_swap(a, b)
        {
            ordered.swap(0, 1);
        }
        // A node that exists is a normal form already.
        if let Some(term) = self.lookup(kind, sort, &ordered) {
            return term;
        }
        if let Some(folded) = self.fold(kind, sort, &ordered) {
            return folded;
        }
        self.nesting += 1;
        let rewritten = rewrite::rewrite(self, kind, &ordered);
        self.nesting -= 1;
        rewritten.unwrap_or_else(|| self.intern(kind, sort, &ordered))
    }

    /// Order of commutative arguments: constants last, the others by age.
    fn must_swap(&self, a: TermId, b: TermId) -> bool {
        match (self.is_constant(a), self.is_constant(b)) {
            (true, false) => true,
            (false, true) => false,
            _ => a > b,
        }
    }

    fn fold(&mut self, kind: Kind, sort: Sort, arguments: &[TermId]) -> Option<TermId> {
        if !arguments.iter().all(|&argument| self.is_constant(argument))
            || matches!(kind, Kind::ConstArray(_) | Kind::Forall(_) | Kind::Exists(_))
        {
            return None;
        }
        if let Some(result) = self.fold_narrow(kind, arguments) {
            return Some(match sort {
                Sort::Bool => self.bool(result != 0),
                Sort::BitVec(width) => self.bv(width, result),
                _ => return None,
            });
        }
        let values: SmallVec<[Constant; 3]> =
            arguments.iter().map(|&argument| self.as_constant(argument)).collect::<Option<_>>()?;
        let result = semantics::apply(kind, &values)?;
        Some(self.constant(&result))
    }

    fn fold_narrow(&self, kind: Kind, arguments: &[TermId]) -> Option<u64> {
        let mut words: SmallVec<[u64; 3]> = SmallVec::new();
        let mut widths: SmallVec<[u32; 3]> = SmallVec::new();
        for &argument in arguments {
            match self.kind(argument) {
                Kind::BitVecConstant(bits) => words.push(bits),
                Kind::True => words.push(1),
                Kind::False => words.push(0),
                _ => return None,
            }
            widths.push(self.sort(argument).width().unwrap_or(1));
        }
        let low_width = widths.get(1).copied().unwrap_or(0);
        semantics::narrow(kind, *widths.first()?, low_width, &words)
    }
}
