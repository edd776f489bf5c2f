//! Terms with numbers in place of products, multiplied out.
//!
//! **Invariant**: what comes out has the value of what went in, where the facts hold and what stands for a product is that product.

use std::collections::BTreeMap;

use klew_term::polynomial::{Polynomial, Product};
use klew_term::{Kind, Sort, TermId, Terms};
use rustc_hash::FxHashMap;

/// What stands for products, while a query is rewritten.
#[derive(Default)]
pub(super) struct Rewriting {
    /// Of sums, products and multiples.
    polynomials: FxHashMap<TermId, Polynomial>,
    /// By the factors.
    pub(super) products: BTreeMap<Product, TermId>,
    /// Equations with products that are rewritten, as polynomials that are 0.
    pub(super) equations: FxHashMap<TermId, Polynomial>,
    /// What numbers are no more than.
    most: FxHashMap<TermId, u64>,
    /// By what numbers are chosen, as it was before products were replaced.
    conditions: FxHashMap<TermId, TermId>,
    /// By what a number is chosen that is multiplied, or added to a product.
    pub(super) condition: Option<TermId>,
}

impl Rewriting {
    /// Where these facts hold.
    pub(super) fn of(terms: &Terms, facts: &[TermId]) -> Rewriting {
        Rewriting { most: greatest_said(terms, facts), ..Rewriting::default() }
    }

    pub(super) fn rewritten(&mut self, terms: &mut Terms, facts: &[TermId]) -> Vec<TermId> {
        let mut done: FxHashMap<TermId, TermId> = FxHashMap::default();
        for term in terms.subterms(facts) {
            let result = self.rewritten_term(terms, term, &done);
            done.insert(term, result);
        }
        facts.iter().map(|fact| done[fact]).collect()
    }

    fn rewritten_term(
        &mut self,
        terms: &mut Terms,
        term: TermId,
        done: &FxHashMap<TermId, TermId>,
    ) -> TermId {
        let kind = terms.kind(term);
        // What is bound there has no value here.
        if matches!(kind, Kind::Forall(_) | Kind::Exists(_)) {
            return term;
        }
        let mut of_part = |inner: TermId| part(&self.polynomials, terms, inner, done);
        let polynomial = Polynomial::of(terms, term, &mut of_part);
        if let Some(polynomial) = polynomial.or_else(|| self.wider(terms, term, done)) {
            self.polynomials.insert(term, polynomial.clone());
            if polynomial.degree() > 1 {
                self.find_condition(terms, &polynomial);
                return self.term(terms, &polynomial);
            }
        }
        let old = terms.arguments(term).to_vec();
        if let (Kind::Eq, &[one, other]) = (kind, &old[..])
            && matches!(terms.sort(one), Sort::BitVec(1..=64))
        {
            let [one, other] = [one, other].map(|side| part(&self.polynomials, terms, side, done));
            if let Some(difference) = one.plus(&other, u64::MAX) {
                if difference.degree() > 1 {
                    self.find_condition(terms, &difference);
                }
                let equation = self.equation(terms, &difference);
                self.equations.insert(equation, difference);
                return equation;
            }
        }
        let new: Vec<TermId> = old.iter().map(|argument| done[argument]).collect();
        let result = if old == new { term } else { terms.apply(kind, &new) };
        if kind == Kind::Ite && matches!(terms.sort(term), Sort::BitVec(_)) {
            self.conditions.insert(result, old[0]);
        }
        result
    }

    /// The polynomial of a number with more bits than another one has of which it is made: `zext(y * w + x)`, or four times that, where the sum does not
    /// wrap, as the greatest values of its parts show.
    fn wider(
        &self,
        terms: &mut Terms,
        term: TermId,
        done: &FxHashMap<TermId, TermId>,
    ) -> Option<Polynomial> {
        let Sort::BitVec(width @ 1..=64) = terms.sort(term) else { return None };
        let arguments = terms.arguments(term).to_vec();
        let (inner, zeros, is_signed) = match (terms.kind(term), &arguments[..]) {
            (Kind::BvZeroExtend(_), &[inner]) => (inner, 0, false),
            (Kind::BvSignExtend(_), &[inner]) => (inner, 0, true),
            (Kind::BvConcat, &[inner, low]) if terms.as_u64(low) == Some(0) => {
                (inner, terms.width(low), false)
            }
            _ => return None,
        };
        let narrow = part(&self.polynomials, terms, inner, done);
        let limit = 1_u128 << (terms.width(inner) - u32::from(is_signed));
        let wide = match self.greatest(terms, &narrow) {
            Some(greatest) if greatest < limit => narrow.widened(width, &mut |factor| {
                Some(Polynomial::opaque(width, terms.bv_zero_extend(factor, width)))
            })?,
            _ if is_signed => return None,
            _ => Polynomial::opaque(width, terms.bv_zero_extend(done[&inner], width)),
        };
        Some(wide.times_constant(1 << zeros))
    }

    /// The greatest value of a sum of products, in as many bits as it needs, if those of all its numbers are known.
    pub(super) fn greatest(&self, terms: &Terms, polynomial: &Polynomial) -> Option<u128> {
        let mut sum = 0_u128;
        for (product, factor) in polynomial.products() {
            let mut value = u128::from(factor);
            for number in product {
                let known = self.most.get(number).copied();
                let narrow = match terms.kind(*number) {
                    Kind::BvZeroExtend(_) => {
                        let narrow = terms.arguments(*number)[0];
                        let any = 1_u64.checked_shl(terms.width(narrow)).map(|end| end - 1);
                        self.most.get(&narrow).copied().or(any)
                    }
                    _ => None,
                };
                let greatest = known.into_iter().chain(narrow).min()?;
                value = value.checked_mul(u128::from(greatest))?;
            }
            sum = sum.checked_add(value)?;
        }
        Some(sum)
    }

    /// That a polynomial is 0.
    pub(super) fn equation(&mut self, terms: &mut Terms, polynomial: &Polynomial) -> TermId {
        let sum = self.term(terms, polynomial);
        let zero = terms.bv(terms.width(sum), 0);
        terms.eq(sum, zero)
    }

    fn find_condition(&mut self, terms: &Terms, polynomial: &Polynomial) {
        let mut factors = polynomial.products().flat_map(|(product, _)| product);
        let chosen = factors.find_map(|factor| self.conditions.get(factor).copied());
        self.condition = self.condition.or(chosen.map(|condition| match terms.kind(condition) {
            Kind::Not => terms.arguments(condition)[0],
            _ => condition,
        }));
    }

    fn term(&mut self, terms: &mut Terms, polynomial: &Polynomial) -> TermId {
        let products = &mut self.products;
        polynomial.term(terms, &mut |terms, factors| {
            *products.entry(factors.to_vec()).or_insert_with(|| {
                // The same factors have the same name, so that symbols do not become more with each query.
                let name = format!("product!{factors:?}");
                terms.symbol_named(&name, terms.sort(factors[0]))
            })
        })
    }
}

/// What numbers are no more than, as facts say.
fn greatest_said(terms: &Terms, said: &[TermId]) -> FxHashMap<TermId, u64> {
    let mut most: FxHashMap<TermId, u64> = FxHashMap::default();
    for fact in said {
        let (comparison, holds) = match terms.kind(*fact) {
            Kind::Not => (terms.arguments(*fact)[0], false),
            _ => (*fact, true),
        };
        let (Kind::BvUlt, &[less, more]) = (terms.kind(comparison), terms.arguments(comparison))
        else {
            continue;
        };
        let found = match holds {
            true => terms.as_u64(more).and_then(|end| Some((less, end.checked_sub(1)?))),
            false => terms.as_u64(less).map(|greatest| (more, greatest)),
        };
        if let Some((number, greatest)) = found {
            let known = most.entry(number).or_insert(greatest);
            *known = (*known).min(greatest);
        }
    }
    most
}

/// The polynomial of a term that was rewritten: what is not looked into stands for itself.
fn part(
    polynomials: &FxHashMap<TermId, Polynomial>,
    terms: &Terms,
    term: TermId,
    done: &FxHashMap<TermId, TermId>,
) -> Polynomial {
    match polynomials.get(&term) {
        Some(known) => known.clone(),
        None => Polynomial::opaque(terms.width(term), done[&term]),
    }
}
