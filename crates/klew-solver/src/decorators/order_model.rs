//! Models by the order of terms alone: where all that is asked are comparisons of inputs, the least numbers in that order are one.
//!
//! Comparisons are edges as in [`super::order`]; of a disjunction one side is taken, and another if that one contradicts the rest. The least
//! solution gives each term the greatest number that something below it forces. It is found by going along the edges until nothing
//! changes (R. E. Bellman 1958), which it does not where a cycle has a strict edge.
//!
//! **Invariant**: what is handed over was evaluated: all constraints hold in it.

use klew_term::{
    Assignment, BitVecValue, Constant, Evaluator, Kind, Sort, SymbolId, TermId, Terms,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// Constraints that are looked at.
const MOST_CONSTRAINTS: usize = 256;

/// Terms that are ordered.
const MOST_TERMS: usize = 128;

/// Sides of disjunctions that are tried.
const MOST_TRIED: usize = 64;

/// A part of a constraint, and whether it is negated.
type Literal = (TermId, bool);

/// `from < to` if strict, else `from <= to`.
#[derive(Clone, Copy)]
struct Edge {
    from: usize,
    to: usize,
    strict: bool,
}

/// What is ordered.
struct Ordered<'t> {
    terms: &'t Terms,
    /// Of all comparisons: the width, and whether they are signed.
    sort: Option<(u32, bool)>,
    numbers: FxHashMap<TermId, usize>,
    /// By number: the term, and its value if it is a constant.
    nodes: Vec<(TermId, Option<i128>)>,
    edges: Vec<Edge>,
    tried: usize,
}

/// A model of constraints that are comparisons, or made of them; nothing if there is none, or order alone does not tell.
pub fn model(terms: &Terms, constraints: &[TermId]) -> Option<Assignment> {
    // What compares inputs with constants only, bounds and changes of known models tell sooner.
    if constraints.len() > MOST_CONSTRAINTS
        || !constraints.iter().any(|&one| compares_inputs(terms, one))
    {
        return None;
    }
    let mut ordered = Ordered {
        terms,
        sort: None,
        numbers: FxHashMap::default(),
        nodes: Vec::new(),
        edges: Vec::new(),
        tried: 0,
    };
    let open = constraints.iter().map(|&constraint| (constraint, false)).collect();
    let values = ordered.solve(open, Vec::new())?;
    let model = ordered.assignment(&values)?;
    let mut evaluator = Evaluator::new(terms, &model);
    constraints.iter().all(|&one| evaluator.evaluate_bool(one) == Ok(true)).then_some(model)
}

/// Whether a constraint, or a part of one, is a comparison of two terms that are not constant.
fn compares_inputs(terms: &Terms, constraint: TermId) -> bool {
    let arguments = terms.arguments(constraint);
    match terms.kind(constraint) {
        Kind::BvSlt | Kind::BvUlt => arguments.iter().all(|&side| !terms.is_constant(side)),
        Kind::Not | Kind::And | Kind::Or => {
            arguments.iter().any(|&part| compares_inputs(terms, part))
        }
        _ => false,
    }
}

impl Ordered<'_> {
    /// Values of the nodes that satisfy literals, and one of each of some sets of them.
    fn solve(&mut self, mut open: Vec<Literal>, mut sets: Vec<Vec<Literal>>) -> Option<Vec<i128>> {
        while let Some((term, negated)) = open.pop() {
            let arguments = self.terms.arguments(term);
            let parts = || arguments.iter().map(|&part| (part, negated));
            match (self.terms.kind(term), negated) {
                (Kind::True, false) | (Kind::False, true) => {}
                (Kind::Not, _) => open.push((arguments[0], !negated)),
                (Kind::And, false) | (Kind::Or, true) => open.extend(parts()),
                (Kind::And, true) | (Kind::Or, false) => sets.push(parts().collect()),
                (Kind::BvSlt | Kind::BvUlt, _) => {
                    let signed = self.terms.kind(term) == Kind::BvSlt;
                    let (from, to) = match negated {
                        false => (arguments[0], arguments[1]),
                        true => (arguments[1], arguments[0]),
                    };
                    self.edge(from, to, !negated, Some(signed))?;
                }
                (Kind::Eq, false) => {
                    self.edge(arguments[0], arguments[1], false, None)?;
                    self.edge(arguments[1], arguments[0], false, None)?;
                }
                // Other numbers differ most often, which is seen in the end.
                (Kind::Eq, true) => {}
                _ => return None,
            }
        }
        let values = self.least()?;
        let Some(set) = sets.pop() else { return Some(values) };
        let (edges, nodes) = (self.edges.len(), self.nodes.len());
        for literal in set {
            self.tried += 1;
            if self.tried > MOST_TRIED {
                return None;
            }
            if let Some(values) = self.solve(vec![literal], sets.clone()) {
                return Some(values);
            }
            self.edges.truncate(edges);
            for (term, _) in self.nodes.drain(nodes..) {
                self.numbers.remove(&term);
            }
        }
        None
    }

    /// Adds a comparison; equations fit both orders.
    fn edge(&mut self, from: TermId, to: TermId, strict: bool, signed: Option<bool>) -> Option<()> {
        let Sort::BitVec(width @ 1..=64) = self.terms.sort(from) else { return None };
        match (self.sort, signed) {
            (None, _) => self.sort = Some((width, signed.unwrap_or(false))),
            (Some((known, _)), None) if known == width => {}
            (Some(known), Some(signed)) if known == (width, signed) => {}
            // An equation came first.
            (Some((known, _)), Some(signed)) if known == width && self.is_unordered() => {
                self.sort = Some((width, signed));
            }
            _ => return None,
        }
        let (from, to) = (self.node(from)?, self.node(to)?);
        self.edges.push(Edge { from, to, strict });
        Some(())
    }

    /// Whether there are only equations so far, and no constant was read yet.
    fn is_unordered(&self) -> bool {
        self.edges.iter().all(|edge| !edge.strict)
            && self.nodes.iter().all(|(_, constant)| constant.is_none())
    }

    fn node(&mut self, term: TermId) -> Option<usize> {
        if let Some(&known) = self.numbers.get(&term) {
            return Some(known);
        }
        let (width, signed) = self.sort?;
        let constant = self.terms.as_u64(term).map(|value| number(value, width, signed));
        if self.nodes.len() == MOST_TERMS {
            return None;
        }
        self.nodes.push((term, constant));
        self.numbers.insert(term, self.nodes.len() - 1);
        Some(self.nodes.len() - 1)
    }

    /// The least numbers that satisfy the comparisons, none of them below all constants by more than there are terms.
    fn least(&self) -> Option<Vec<i128>> {
        let (width, signed) = self.sort.unwrap_or((64, false));
        let lowest = if signed { -(1_i128 << (width - 1)) } else { 0 };
        let constants = self.nodes.iter().filter_map(|(_, constant)| *constant);
        let start = constants.min().unwrap_or(0).min(0) - self.nodes.len() as i128;
        let start = if self.nodes.iter().any(|node| node.1.is_some()) { start } else { 0 };
        let start = start.max(lowest);
        let mut values: Vec<i128> =
            self.nodes.iter().map(|(_, constant)| constant.unwrap_or(start)).collect();
        for _ in 0..=self.nodes.len() {
            let mut changed = false;
            for edge in &self.edges {
                let least = values[edge.from] + i128::from(edge.strict);
                if values[edge.to] < least {
                    if self.nodes[edge.to].1.is_some() {
                        return None;
                    }
                    values[edge.to] = least;
                    changed = true;
                }
            }
            if !changed {
                return Some(values);
            }
        }
        None
    }

    /// The inputs that the terms consist of, with these values; nothing if a term is anything else, or shares inputs with another.
    fn assignment(&self, values: &[i128]) -> Option<Assignment> {
        let mut model = Assignment::new();
        let mut taken: FxHashSet<SymbolId> = FxHashSet::default();
        for (&(term, constant), &value) in self.nodes.iter().zip(values) {
            if constant.is_some() {
                continue;
            }
            let mut low = 0;
            // The last part is the lowest.
            let mut parts = vec![term];
            while let Some(part) = parts.pop() {
                let width = self.terms.sort(part).width()?;
                match self.terms.kind(part) {
                    Kind::BvConcat => parts.extend(self.terms.arguments(part)),
                    Kind::Symbol(symbol) if taken.insert(symbol) => {
                        let bits = BitVecValue::new(
                            width,
                            ((value >> low) as u128 & u128::from(u64::MAX)) as u64,
                        );
                        model.set(symbol, Constant::BitVec(bits));
                        low += width;
                    }
                    _ => return None,
                }
            }
        }
        Some(model)
    }
}

/// The number that bits are in an order.
fn number(bits: u64, width: u32, signed: bool) -> i128 {
    let value = i128::from(bits);
    if signed && bits >> (width - 1) & 1 == 1 { value - (1_i128 << width) } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Fixture {
        terms: Terms,
        inputs: Vec<TermId>,
    }

    fn fixture() -> Fixture {
        let mut terms = Terms::new();
        let inputs = ["a", "b", "c", "d"].map(|name| terms.symbol(name, Sort::BitVec(32)));
        Fixture { terms, inputs: inputs.to_vec() }
    }

    #[test]
    fn chains_and_constants_have_models() {
        let Fixture { mut terms, inputs } = fixture();
        let [a, b, c, d] = inputs[..] else { unreachable!() };
        let ten = terms.bv(32, 10);
        let minus = terms.bv(32, u64::from(u32::MAX));
        let constraints = [
            terms.bv_slt(a, b),
            terms.bv_slt(b, ten),
            terms.bv_slt(minus, c),
            terms.bv_sle(c, a),
            terms.eq(d, a),
        ];
        assert!(model(&terms, &constraints).is_some());
    }

    #[test]
    fn of_a_disjunction_the_side_is_taken_that_fits() {
        let Fixture { mut terms, inputs } = fixture();
        let [a, b, c, _] = inputs[..] else { unreachable!() };
        let (first, second) = (terms.bv_slt(b, a), terms.bv_slt(c, a));
        let either = terms.or(first, second);
        let constraints = [terms.bv_slt(a, b), either];
        let found = model(&terms, &constraints).unwrap();
        let mut evaluator = Evaluator::new(&terms, &found);
        assert_eq!(evaluator.evaluate_bool(second), Ok(true));
    }

    #[test]
    fn inputs_may_be_put_together_of_bytes() {
        let mut terms = Terms::new();
        let bytes: Vec<TermId> =
            (0..4).map(|byte| terms.symbol(&format!("b{byte}"), Sort::BitVec(8))).collect();
        let (low, high) =
            (terms.bv_concat(bytes[1], bytes[0]), terms.bv_concat(bytes[3], bytes[2]));
        let three = terms.bv(16, 0x300);
        let constraints = [terms.bv_ult(three, low), terms.bv_ult(low, high)];
        assert!(model(&terms, &constraints).is_some());
    }

    #[test]
    fn what_has_none_gets_none() {
        let Fixture { mut terms, inputs } = fixture();
        let [a, b, c, _] = inputs[..] else { unreachable!() };
        let circle = [terms.bv_slt(a, b), terms.bv_sle(b, c), terms.bv_sle(c, a)];
        assert!(model(&terms, &circle).is_none());
        let seven = terms.bv(32, 7);
        let between = [terms.bv_slt(seven, a), terms.bv_slt(a, b), terms.eq(b, seven)];
        assert!(model(&terms, &between).is_none());
        let sum = terms.bv_add(a, b);
        let other = [terms.bv_slt(sum, c)];
        assert!(model(&terms, &other).is_none());
    }
}
