//! Every rule has an example, fires on it, and keeps its value.

use std::collections::BTreeSet;

use super::random::Random;
use crate::rule_examples::rule_examples;
use crate::{Evaluator, Terms, print_smtlib, rewrite_into};

#[test]
fn every_rule_has_an_example() {
    let with_example: BTreeSet<&str> = rule_examples().iter().map(|example| example.rule).collect();
    assert_eq!(crate::rewrite::all_rule_names(), with_example);
}

#[test]
fn every_rule_fires_on_its_examples() {
    let mut silent = Vec::new();
    for (index, example) in rule_examples().iter().enumerate() {
        let mut terms = Terms::new();
        terms.fired = Some(BTreeSet::new());
        (example.build)(&mut terms);
        if !terms.fired.as_ref().is_some_and(|fired| fired.contains(example.rule)) {
            let mut raw = Terms::without_rewriting();
            let term = (example.build)(&mut raw);
            silent.push(format!("{index} {}: {}", example.rule, print_smtlib(&raw, term)));
        }
    }
    assert!(silent.is_empty(), "rules that did not fire:\n{}", silent.join("\n"));
}

#[test]
fn rules_keep_values() {
    let mut random = Random::new(1);
    for example in rule_examples() {
        let mut raw = Terms::without_rewriting();
        let before = (example.build)(&mut raw);
        let mut terms = Terms::new();
        let direct = (example.build)(&mut terms);
        let mut copied = Terms::new();
        let copy = rewrite_into(&raw, before, &mut copied);
        if print_smtlib(&raw, before).contains("forall") {
            continue;
        }
        for _ in 0..200 {
            let assignment = random.assignment(&raw);
            let expected = Evaluator::new(&raw, &assignment).evaluate(before);
            assert_eq!(
                expected,
                Evaluator::new(&terms, &assignment).evaluate(direct),
                "{}",
                example.rule
            );
            assert_eq!(
                expected,
                Evaluator::new(&copied, &assignment).evaluate(copy),
                "{}",
                example.rule
            );
        }
    }
}
