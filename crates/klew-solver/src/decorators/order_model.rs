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

/// A term that is ordered.
#[derive(Clone, Copy)]
struct Node {
    term: TermId,
    width: u32,
    /// Its value if it is a constant.
    constant: Option<i128>,
}

/// What is ordered.
struct Ordered<'t> {
    terms: &'t Terms,
    /// Of terms of a width: whether they are compared with signs.
    signed: FxHashMap<u32, bool>,
    numbers: FxHashMap<TermId, usize>,
    nodes: Vec<Node>,
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
        signed: orders(terms, constraints)?,
        numbers: FxHashMap::default(),
        nodes: Vec::new(),
        edges: Vec::new(),
        tried: 0,
    };
    let open = constraints.iter().map(|&constraint| (constraint, false)).collect();
    let least = ordered.solve(open, Vec::new())?;
    // Where numbers may differ they often have to.
    [ordered.spread(&least), Some(least)].into_iter().flatten().find_map(|values| {
        let model = ordered.assignment(&values)?;
        let mut evaluator = Evaluator::new(terms, &model);
        constraints.iter().all(|&one| evaluator.evaluate_bool(one) == Ok(true)).then_some(model)
    })
}

/// Whether terms are compared with signs, by width; nothing if those of one width are in both ways.
fn orders(terms: &Terms, constraints: &[TermId]) -> Option<FxHashMap<u32, bool>> {
    let mut found = FxHashMap::default();
    for term in terms.subterms(constraints) {
        let kind = terms.kind(term);
        if matches!(kind, Kind::BvSlt | Kind::BvUlt) {
            let width = terms.width(terms.arguments(term)[0]);
            let signed = kind == Kind::BvSlt;
            if *found.entry(width).or_insert(signed) != signed {
                return None;
            }
        }
    }
    Some(found)
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
                    let (from, to) = match negated {
                        false => (arguments[0], arguments[1]),
                        true => (arguments[1], arguments[0]),
                    };
                    self.edge(from, to, !negated)?;
                }
                (Kind::Eq, false) => {
                    self.edge(arguments[0], arguments[1], false)?;
                    self.edge(arguments[1], arguments[0], false)?;
                }
                // Other numbers differ where they may, which is seen in the end.
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
            for node in self.nodes.drain(nodes..) {
                self.numbers.remove(&node.term);
            }
        }
        None
    }

    /// Adds a comparison.
    fn edge(&mut self, from: TermId, to: TermId, strict: bool) -> Option<()> {
        let (from, to) = (self.node(from)?, self.node(to)?);
        self.edges.push(Edge { from, to, strict });
        Some(())
    }

    fn is_signed(&self, width: u32) -> bool {
        self.signed.get(&width).copied().unwrap_or(false)
    }

    fn node(&mut self, term: TermId) -> Option<usize> {
        if let Some(&known) = self.numbers.get(&term) {
            return Some(known);
        }
        let Sort::BitVec(width @ 1..=64) = self.terms.sort(term) else { return None };
        let signed = self.is_signed(width);
        let constant = self.terms.as_u64(term).map(|value| number(value, width, signed));
        if self.nodes.len() == MOST_TERMS {
            return None;
        }
        self.nodes.push(Node { term, width, constant });
        self.numbers.insert(term, self.nodes.len() - 1);
        Some(self.nodes.len() - 1)
    }

    /// From where on numbers of a width are given: not below all constants by more than there are terms.
    fn start(&self, width: u32) -> i128 {
        let lowest = if self.is_signed(width) { -(1_i128 << (width - 1)) } else { 0 };
        let constants = self.nodes.iter().filter(|node| node.width == width);
        let least = constants.filter_map(|node| node.constant).min();
        least.map_or(0, |least| least.min(0) - self.nodes.len() as i128).max(lowest)
    }

    /// The least numbers that satisfy the comparisons.
    fn least(&self) -> Option<Vec<i128>> {
        let widths: FxHashSet<u32> = self.nodes.iter().map(|node| node.width).collect();
        let starts: FxHashMap<u32, i128> =
            widths.into_iter().map(|width| (width, self.start(width))).collect();
        let mut values: Vec<i128> =
            self.nodes.iter().map(|node| node.constant.unwrap_or(starts[&node.width])).collect();
        for _ in 0..=self.nodes.len() {
            let mut changed = false;
            for edge in &self.edges {
                let least = values[edge.from] + i128::from(edge.strict);
                if values[edge.to] < least {
                    if self.nodes[edge.to].constant.is_some() {
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

    /// Values of the nodes that differ where they may, given the least ones: each is more than all that were given before, up to the greatest
    /// that something above it allows. Nothing if comparisons go round in a longer circle.
    fn spread(&self, least: &[i128]) -> Option<Vec<i128>> {
        let (greatest, ranks) = (self.greatest()?, self.ranks()?);
        let mut order: Vec<usize> = (0..self.nodes.len()).collect();
        order.sort_by_key(|node| (least[*node], ranks[*node]));
        let mut values: Vec<Option<i128>> = self.nodes.iter().map(|node| node.constant).collect();
        // By width.
        let mut last: FxHashMap<u32, i128> = FxHashMap::default();
        for node in order {
            if values[node].is_some() {
                continue;
            }
            let into = self.edges.iter().filter(|edge| edge.to == node);
            let below = into.filter_map(|edge| Some(values[edge.from]? + i128::from(edge.strict)));
            let lowest = below.fold(least[node], i128::max);
            let mut same = self.edges.iter().filter(|edge| edge.to == node && self.is_same(edge));
            let last = last.entry(self.nodes[node].width).or_insert(lowest - 1);
            let value = match same.find_map(|edge| values[edge.from]) {
                Some(same) => same,
                None if *last < greatest[node] => lowest.max(*last + 1),
                None => lowest,
            };
            *last = value.max(*last);
            values[node] = Some(value);
        }
        values.into_iter().collect()
    }

    /// Whether a comparison and another say that two numbers are the same.
    fn is_same(&self, edge: &Edge) -> bool {
        let is_back =
            |other: &Edge| !other.strict && (other.from, other.to) == (edge.to, edge.from);
        !edge.strict && self.edges.iter().any(is_back)
    }

    /// How many numbers are one below the other before each, equal ones apart; nothing if they go round in a circle.
    fn ranks(&self) -> Option<Vec<usize>> {
        let steps: Vec<(&Edge, usize)> =
            self.edges.iter().map(|edge| (edge, usize::from(!self.is_same(edge)))).collect();
        let mut ranks = vec![0; self.nodes.len()];
        for _ in 0..=self.nodes.len() {
            let mut changed = false;
            for (edge, step) in &steps {
                let rank = ranks[edge.from] + step;
                changed |= ranks[edge.to] < rank;
                ranks[edge.to] = ranks[edge.to].max(rank);
            }
            if !changed {
                return Some(ranks);
            }
        }
        None
    }

    /// The greatest numbers that satisfy the comparisons.
    fn greatest(&self) -> Option<Vec<i128>> {
        let highest =
            |node: &Node| (1_i128 << (node.width - u32::from(self.is_signed(node.width)))) - 1;
        let mut values: Vec<i128> =
            self.nodes.iter().map(|node| node.constant.unwrap_or(highest(node))).collect();
        for _ in 0..=self.nodes.len() {
            let mut changed = false;
            for edge in &self.edges {
                let most = values[edge.to] - i128::from(edge.strict);
                if values[edge.from] > most && self.nodes[edge.from].constant.is_none() {
                    values[edge.from] = most;
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
        for (&Node { term, constant, .. }, &value) in self.nodes.iter().zip(values) {
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
    fn numbers_of_each_width_are_in_an_order_of_their_own() {
        let Fixture { mut terms, inputs } = fixture();
        let [a, b, ..] = inputs[..] else { unreachable!() };
        let [m, n] = ["m", "n"].map(|name| terms.symbol(name, Sort::BitVec(64)));
        let (lowest, two) = (terms.bv(32, 1 << 31), terms.bv(64, 2));
        let constraints =
            [terms.bv_slt(a, b), terms.eq(a, lowest), terms.bv_ult(two, m), terms.bv_ult(m, n)];
        assert!(model(&terms, &constraints).is_some());
    }

    #[test]
    fn numbers_differ_where_they_may() {
        let Fixture { mut terms, inputs } = fixture();
        let [a, b, c, d] = inputs[..] else { unreachable!() };
        let (five, seven) = (terms.bv(32, 5), terms.bv(32, 7));
        let order =
            [terms.bv_sle(a, b), terms.bv_sle(b, c), terms.bv_sle(five, a), terms.bv_sle(c, seven)];
        let differ = [terms.ne(a, b), terms.ne(b, c), terms.ne(d, a)];
        let free = terms.bv_slt(d, seven);
        let constraints: Vec<TermId> = order.into_iter().chain(differ).chain([free]).collect();
        assert!(model(&terms, &constraints).is_some());
        // What is the same stays the same.
        let same = [terms.eq(a, b), terms.bv_slt(a, c), terms.ne(c, seven), terms.bv_sle(five, a)];
        assert!(model(&terms, &same).is_some());
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
