//! Queries about products, asked without them: a product of numbers that are not constant stands for a number of its own, sums are multiplied
//! out, and what of products is easy to say is added: that equal factors give equal products, what 0 and 1 do, and that equations may be
//! multiplied. For a solver that works on bits, two multipliers that do the same by different ways are the hardest there is.
//!
//! A. Cimatti, A. Griggio, A. Irfan, M. Roveri, R. Sebastiani, *Incremental Linearization for Satisfiability Modulo Nonlinear Arithmetic*
//! (2018), for numbers modulo 2 to the width.
//!
//! **Invariant**: whatever satisfies the query satisfies one of the cases, with products as what stands for them: where no case can be satisfied,
//! the query cannot.

mod equations;
mod lemmas;
mod rewriting;

use klew_term::{Kind, TermId, Terms};
use rustc_hash::FxHashMap;

use self::rewriting::Rewriting;

/// Larger queries are asked as they are.
const MOST_TERMS: usize = 5000;

/// The most conditions that cases are told apart by, and the most different products.
const MOST_CONDITIONS: usize = 5;
const MOST_PRODUCTS: usize = 48;

/// A query without products, where some conditions hold and others do not.
#[derive(Clone)]
pub(crate) struct Case {
    /// What it says.
    pub(crate) facts: Vec<TermId>,
    /// What it is asked of.
    pub(crate) head: Vec<TermId>,
}

/// What a query says without products, case by case, and what it is asked of; none if it has no products, or too many.
pub(crate) fn without_products(
    terms: &mut Terms,
    (facts, head): (&[TermId], &[TermId]),
) -> Option<Vec<Case>> {
    if terms.has_more_subterms_than(facts, MOST_TERMS) || !has_products(terms, facts) {
        return None;
    }
    let mut cases = Vec::new();
    let whole = Case { facts: facts.to_vec(), head: head.to_vec() };
    split(terms, whole, MOST_CONDITIONS, &mut cases)?;
    Some(cases)
}

/// Whether terms have products of numbers of which none is constant.
pub(crate) fn has_products(terms: &Terms, facts: &[TermId]) -> bool {
    terms.subterms(facts).into_iter().any(|term| is_product(terms, term))
}

/// Whether a term is a product of numbers of which none is constant.
fn is_product(terms: &Terms, term: TermId) -> bool {
    terms.kind(term) == Kind::BvMul
        && terms.arguments(term).iter().all(|factor| !terms.is_constant(*factor))
}

/// Adds the cases of a query, told apart by at most so many conditions.
fn split(terms: &mut Terms, case: Case, most: usize, cases: &mut Vec<Case>) -> Option<()> {
    if case.facts.iter().any(|fact| terms.as_bool(*fact) == Some(false)) {
        return Some(());
    }
    let facts = conjuncts(terms, &case.facts);
    let mut rewriting = Rewriting::of(terms, &facts);
    let mut said = rewriting.rewritten(terms, &facts);
    if let Some(condition) = rewriting.condition.filter(|_| most > 0) {
        for holds in [true, false] {
            let decided = case.decided(terms, condition, holds);
            split(terms, decided, most - 1, cases)?;
        }
        return Some(());
    }
    if rewriting.products.len() > MOST_PRODUCTS {
        return None;
    }
    let head = rewriting.rewritten(terms, &case.head);
    rewriting.use_equations(terms, &mut said);
    rewriting.fix(terms, &mut said);
    rewriting.bound(terms, &mut said);
    rewriting.compare(terms, &mut said);
    cases.push(Case { facts: said, head });
    Some(())
}

impl Case {
    /// With a condition that holds, or that does not.
    fn decided(&self, terms: &mut Terms, condition: TermId, holds: bool) -> Case {
        let decided = FxHashMap::from_iter([(condition, terms.bool(holds))]);
        let [mut facts, head] = [&self.facts, &self.head].map(|all| replaced(terms, all, &decided));
        facts.push(if holds { condition } else { terms.not(condition) });
        Case { facts, head }
    }
}

/// Terms in which some are replaced.
fn replaced(
    terms: &mut Terms,
    all: &[TermId],
    replacements: &FxHashMap<TermId, TermId>,
) -> Vec<TermId> {
    let mut done: FxHashMap<TermId, TermId> = FxHashMap::default();
    for term in terms.subterms(all) {
        let kind = terms.kind(term);
        let result = if let Some(replacement) = replacements.get(&term) {
            *replacement
        } else if matches!(kind, Kind::Forall(_) | Kind::Exists(_)) {
            term
        } else {
            let old = terms.arguments(term).to_vec();
            let new: Vec<TermId> = old.iter().map(|argument| done[argument]).collect();
            if old == new { term } else { terms.apply(kind, &new) }
        };
        done.insert(term, result);
    }
    all.iter().map(|term| done[term]).collect()
}

/// What facts say, one by one.
pub fn conjuncts(terms: &Terms, facts: &[TermId]) -> Vec<TermId> {
    let (mut found, mut open): (Vec<TermId>, Vec<TermId>) =
        (Vec::new(), facts.iter().rev().copied().collect());
    while let Some(fact) = open.pop() {
        match terms.kind(fact) {
            Kind::And => open.extend(terms.arguments(fact).iter().rev()),
            _ => found.push(fact),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use klew_term::{Assignment, BitVecValue, Constant, Evaluator, Sort, SymbolId, print_smtlib};

    use super::*;

    /// Numbers from a seed (G. Marsaglia's xorshift).
    struct Random(u64);

    impl Random {
        fn below(&mut self, end: u64) -> u64 {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            self.0 % end
        }
    }

    /// A number of few bits, of these symbols.
    fn number(random: &mut Random, terms: &mut Terms, symbols: &[SymbolId], depth: u32) -> TermId {
        let part = |random: &mut Random, terms: &mut Terms| {
            number(random, terms, symbols, depth.saturating_sub(1))
        };
        let chosen = if depth == 0 { random.below(3) } else { random.below(12) };
        match chosen {
            0 | 1 => {
                let symbol = symbols[usize::try_from(random.below(3)).expect("is small")];
                terms.symbol_term(symbol)
            }
            2 => terms.bv(4, random.below(16)),
            3 | 4 => {
                let (one, other) = (part(random, terms), part(random, terms));
                terms.bv_add(one, other)
            }
            5..=7 => {
                let (one, other) = (part(random, terms), part(random, terms));
                terms.bv_mul(one, other)
            }
            8 => {
                let (one, other) = (part(random, terms), part(random, terms));
                terms.bv_sub(one, other)
            }
            9 => {
                let condition = formula(random, terms, symbols, 0);
                let (one, other) = (part(random, terms), part(random, terms));
                terms.ite(condition, one, other)
            }
            10 => {
                let (one, two) = (part(random, terms), terms.bv(4, 1 + random.below(4)));
                match random.below(3) {
                    0 => terms.bv_udiv(one, two),
                    1 => terms.bv_sdiv(one, two),
                    _ => terms.bv_urem(one, two),
                }
            }
            _ => {
                let one = part(random, terms);
                let wide = match random.below(2) {
                    0 => terms.bv_zero_extend(one, 8),
                    _ => terms.bv_sign_extend(one, 8),
                };
                let other = part(random, terms);
                let other = terms.bv_zero_extend(other, 8);
                let product = terms.bv_mul(wide, other);
                let low = u32::try_from(random.below(3)).expect("is small");
                terms.bv_extract(product, low + 3, low)
            }
        }
    }

    fn formula(random: &mut Random, terms: &mut Terms, symbols: &[SymbolId], depth: u32) -> TermId {
        let chosen = if depth == 0 { random.below(5) } else { random.below(8) };
        let (one, other) = match chosen {
            0..=4 => (number(random, terms, symbols, 2), number(random, terms, symbols, 2)),
            _ => (
                formula(random, terms, symbols, depth - 1),
                formula(random, terms, symbols, depth - 1),
            ),
        };
        match chosen {
            0 | 1 => terms.eq(one, other),
            2 => terms.bv_ult(one, other),
            3 => {
                let most = terms.bv(4, random.below(8));
                terms.bv_ule(one, most)
            }
            4 => terms.bv_slt(one, other),
            5 => terms.and(one, other),
            6 => terms.or(one, other),
            _ => terms.not(one),
        }
    }

    /// Gives what stands for products the values of these.
    fn with_products(terms: &Terms, facts: &[TermId], values: &Assignment) -> Assignment {
        let mut values = values.clone();
        let symbols = facts.iter().flat_map(|fact| terms.symbols(*fact).to_vec());
        let mut products: Vec<(SymbolId, Vec<TermId>)> = Vec::new();
        for symbol in symbols {
            if let Some(factors) = terms.symbol_name(symbol).strip_prefix("product!") {
                let factors = factors.trim_matches(['[', ']']).split(", ");
                let number = |name: &str| {
                    name.trim_start_matches("TermId(").trim_end_matches(')').parse().ok()
                };
                let factors =
                    factors.filter_map(number).filter_map(|at| terms.term_at(at)).collect();
                products.push((symbol, factors));
            }
        }
        // Factors may have products in them, which have smaller numbers.
        products.sort_by_key(|(_, factors)| factors.iter().max().copied());
        for (symbol, factors) in products {
            let mut product = 1;
            let width = terms.width(factors[0]);
            for factor in factors {
                let value = Evaluator::new(terms, &values).evaluate_u64(factor);
                product = u64::wrapping_mul(product, value.expect("has a value"));
            }
            values.set(symbol, Constant::BitVec(BitVecValue::new(width, product)));
        }
        values
    }

    #[test]
    fn what_satisfies_a_query_satisfies_one_of_its_cases() {
        let mut random = Random(7);
        let (mut with_products_count, mut satisfied) = (0, 0);
        for _ in 0..500 {
            let mut terms = Terms::new();
            let symbols: Vec<SymbolId> = ["a", "b", "c"]
                .iter()
                .map(|name| terms.fresh_symbol(name, Sort::BitVec(4)))
                .collect();
            let facts: Vec<TermId> =
                (0..3).map(|_| formula(&mut random, &mut terms, &symbols, 2)).collect();
            let Some(cases) = without_products(&mut terms, (&facts, &[])) else { continue };
            with_products_count += 1;
            for bits in 0..16_u64.pow(3) {
                let mut values = Assignment::new();
                for (at, symbol) in symbols.iter().enumerate() {
                    values
                        .set(*symbol, Constant::BitVec(BitVecValue::new(4, bits >> (4 * at) & 15)));
                }
                let holds = |values: &Assignment, facts: &[TermId]| {
                    let mut evaluator = Evaluator::new(&terms, values);
                    facts.iter().all(|fact| evaluator.evaluate_bool(*fact) == Ok(true))
                };
                if !holds(&values, &facts) {
                    continue;
                }
                satisfied += 1;
                let fits =
                    |case: &Case| holds(&with_products(&terms, &case.facts, &values), &case.facts);
                let shown =
                    || facts.iter().map(|fact| print_smtlib(&terms, *fact)).collect::<Vec<_>>();
                assert!(cases.iter().any(fits), "{values:?} of {:?}", shown());
            }
        }
        assert!(
            with_products_count > 160 && satisfied > 16_000,
            "{with_products_count} {satisfied}"
        );
    }

    /// Whether facts contradict each other, as is seen without a solver.
    fn is_refuted(terms: &mut Terms, facts: &[TermId]) -> bool {
        let cases = without_products(terms, (facts, &[])).expect("has products");
        let is_false =
            |case: &Case| case.facts.iter().any(|fact| terms.as_bool(*fact) == Some(false));
        cases.iter().all(is_false)
    }

    #[test]
    fn steps_of_loops_are_multiplied_out() {
        let mut terms = Terms::new();
        let [x, y, d, q, r] =
            ["x", "y", "d", "q", "r"].map(|name| terms.symbol(name, Sort::BitVec(32)));
        let one = terms.bv(32, 1);
        // `y = x * x` and `d = 2 * x + 1` in the next turn.
        let square = terms.bv_mul(x, x);
        let (is_square, double) = (terms.eq(y, square), terms.bv_add(x, x));
        let odd = terms.bv_add(double, one);
        let is_odd = terms.eq(d, odd);
        let (next_x, next_y) = (terms.bv_add(x, one), terms.bv_add(y, d));
        let next_square = terms.bv_mul(next_x, next_x);
        let next = terms.eq(next_y, next_square);
        let fails = terms.not(next);
        assert!(is_refuted(&mut terms, &[is_square, is_odd, fails]));
        // `q * y + r = x`, where `r - y` is left in the next turn.
        let product = terms.bv_mul(q, y);
        let sum = terms.bv_add(product, r);
        let is_sum = terms.eq(sum, x);
        let (next_q, next_r) = (terms.bv_add(q, one), terms.bv_sub(r, y));
        let product = terms.bv_mul(next_q, y);
        let sum = terms.bv_add(product, next_r);
        let next = terms.eq(sum, x);
        let fails = terms.not(next);
        assert!(is_refuted(&mut terms, &[is_sum, fails]));
        assert!(!is_refuted(&mut terms, &[is_sum, next]));
    }
}
