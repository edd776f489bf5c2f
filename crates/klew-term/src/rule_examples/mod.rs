//! An example for every rewrite rule, for tests here and in klew-solver.
//!
//! Invariant: in a rewriting arena, the rule named fires while the example is built.

use crate::arena::Terms;
use crate::kind::TermId;
use crate::sort::{FloatFormat, RoundingMode, ScalarSort, Sort};

mod arithmetic;
mod arrays;
mod bits;
mod bounded;
mod choices;
mod comparisons;
mod connectives;
mod equalities;
mod numbers;
mod overflows;
mod slices;

/// A term that a rule rewrites.
pub struct RuleExample {
    /// The rule's name: its function.
    pub rule: &'static str,
    /// Builds the term (before rewriting, if the arena does not rewrite).
    pub build: fn(&mut Terms) -> TermId,
}

const BYTES: Sort = Sort::Array(ScalarSort::BitVec(8), ScalarSort::BitVec(8));
const RNE: RoundingMode = RoundingMode::NearestEven;

/// An example: rule and builder.
type Example = (&'static str, fn(&mut Terms) -> TermId);

fn boolean(t: &mut Terms) -> TermId {
    t.symbol("p", Sort::Bool)
}

fn byte(t: &mut Terms) -> TermId {
    t.symbol("x", Sort::BitVec(8))
}

fn nibble(t: &mut Terms) -> TermId {
    t.symbol("n", Sort::BitVec(4))
}

fn other_nibble(t: &mut Terms) -> TermId {
    t.symbol("m", Sort::BitVec(4))
}

fn integer(t: &mut Terms) -> TermId {
    t.symbol("i", Sort::Int)
}

fn half(t: &mut Terms) -> TermId {
    t.symbol("f", Sort::Float(FloatFormat::Half))
}

fn half_constant(t: &mut Terms, bits: u128) -> TermId {
    t.float(FloatFormat::Half, bits)
}

fn bytes(t: &mut Terms) -> TermId {
    t.symbol("a", BYTES)
}

/// `(ite p k l)` of bytes.
fn choice(t: &mut Terms, k: u64, l: u64) -> TermId {
    let p = boolean(t);
    let k = t.bv(8, k);
    let l = t.bv(8, l);
    t.ite(p, k, l)
}

/// `(bvadd x k)` of bytes.
fn constant_sum(t: &mut Terms, x: TermId, k: u64) -> TermId {
    let k = t.bv(8, k);
    t.bv_add(x, k)
}

/// A sum of more monomials than the linear normal form takes.
fn large_sum(t: &mut Terms) -> TermId {
    let mut sum = byte(t);
    for _ in 0..10 {
        let x = byte(t);
        sum = t.bv_add(sum, x);
    }
    sum
}

/// Examples covering every rule.
pub fn rule_examples() -> Vec<RuleExample> {
    [
        connectives::EXAMPLES,
        arithmetic::EXAMPLES,
        bits::EXAMPLES,
        slices::EXAMPLES,
        comparisons::EXAMPLES,
        overflows::EXAMPLES,
        equalities::EXAMPLES,
        numbers::EXAMPLES,
        arrays::EXAMPLES,
        bounded::EXAMPLES,
        choices::EXAMPLES,
    ]
    .iter()
    .flat_map(|group| group.iter())
    .map(|&(rule, build)| RuleExample { rule, build })
    .collect()
}
