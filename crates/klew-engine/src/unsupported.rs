//! Whether an engine came to what no engine supports.
//!
//! A part of a program that could not be lowered is the same for all engines: the first that runs into it, and followed everything else, has
//! come as far as any will, as no proof of the whole is possible and nothing behind that place is known.

use std::collections::BTreeSet;

use klew_ir::{FunctionBody, Program, Terminator};

use crate::ledger::Account;
use crate::limit::Limit;

/// Whether the engine of that account followed everything up to parts of the program that could not be lowered, and came to some: others
/// would add nothing. Where it found something, others may find what shows it; where no path came there, as of who goes backward, it need
/// not be reached.
pub fn ends_at_what_was_not_lowered(account: &Account, program: &Program) -> bool {
    let figures = &account.figures;
    let came_there = figures.partial_paths > 0 && figures.findings == 0;
    if account.limits.is_empty() || !account.approximations.is_empty() || !came_there {
        return false;
    }
    let parts = parts_that_were_not_lowered(program);
    let is_one = |limit: &Limit| match limit {
        Limit::Unsupported { what, .. } => parts.contains(what.as_str()),
        _ => false,
    };
    account.limits.iter().all(|(limit, _)| is_one(limit))
}

/// What they are called where they are reached.
fn parts_that_were_not_lowered(program: &Program) -> BTreeSet<&str> {
    let mut parts = BTreeSet::new();
    for function in &program.functions {
        match &function.body {
            FunctionBody::Unsupported(what) => {
                parts.insert(what.as_str());
            }
            FunctionBody::Defined(body) => {
                parts.extend(body.blocks.iter().filter_map(|block| match &block.terminator {
                    Terminator::Unsupported(what) => Some(what.as_str()),
                    _ => None,
                }));
            }
            FunctionBody::External => {}
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use klew_ir::Position;

    use super::*;

    fn account(limits: &[Limit]) -> Account {
        let mut account = Account::new("forward");
        account.figures.partial_paths = 1;
        limits.iter().for_each(|limit| account.limit(limit.clone(), 1));
        account
    }

    fn unsupported(what: &str) -> Limit {
        Limit::Unsupported { what: what.to_owned(), position: Position::UNKNOWN }
    }

    #[test]
    fn what_only_one_engine_does_not_support_leaves_work_for_others() {
        let text = "target 64\nfunction @main() {\nentry:\n  unsupported \"threads\"\n}\n";
        let program = klew_ir::parse_program(text, "a.kir").expect("a program");
        let ends = |limits: &[Limit]| ends_at_what_was_not_lowered(&account(limits), &program);
        assert!(ends(&[unsupported("threads")]));
        assert!(!ends(&[unsupported("an object of any size")]));
        assert!(!ends(&[unsupported("threads"), Limit::Depth]));
        assert!(!ends(&[]));
        let mut backward = account(&[unsupported("threads")]);
        backward.figures.partial_paths = 0;
        assert!(!ends_at_what_was_not_lowered(&backward, &program));
    }
}
