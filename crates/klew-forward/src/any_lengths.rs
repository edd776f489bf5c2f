//! Proofs about strings of any length, as an engine: the exploration of a program whose input strings have any length, where models
//! compute more than what can be ([`klew_ir::Switch::AnyLengths`]), first as it is, then with loops that are widened ([`crate::folding`]).
//!
//! **Invariant**: as in folding, it only says that checks hold. Where one may fail, its failure may be none, and others look for it.

use std::time::Duration;

use klew_engine::{Account, Desk, Engine, Limit, Task};
use klew_ir::{Position, Switch};

use crate::configuration::Fold;
use crate::engine::MakeSolver;
use crate::folding::engine::{How, explore, tell};

/// How loops are widened: first what ends soonest, then from little to much; and the time of each exploration, in milliseconds: who looks
/// for violations waits for it.
const ROUNDS: [(Fold, u64); 3] = [
    (Fold { turns: 1, steps: false, ..Fold::FIRST }, 500),
    (Fold { turns: 40, ..Fold::FIRST }, 500),
    (Fold { turns: 3, ..Fold::FIRST }, 400),
];

/// Forward execution where strings have any length.
pub struct AnyLengths<'s> {
    solver: Box<MakeSolver<'s>>,
}

impl<'s> AnyLengths<'s> {
    /// With what makes its solvers.
    pub fn new(solver: Box<MakeSolver<'s>>) -> AnyLengths<'s> {
        AnyLengths { solver }
    }
}

impl Engine for AnyLengths<'_> {
    fn name(&self) -> &'static str {
        "lengths"
    }

    fn run(&mut self, task: &Task<'_>, desk: &mut Desk<'_>) -> Account {
        let mut account = Account::new("lengths");
        if task.program.switch(Switch::AnyLengths).is_none() {
            let what = "the program has no input strings".to_owned();
            account.limit(Limit::Incomplete(what), 1);
            return account;
        }
        for (fold, milliseconds) in ROUNDS {
            if let Some(reason) = desk.stop() {
                account.limit(Limit::Stopped(reason), 1);
                break;
            }
            let moment = Some(Duration::from_millis(milliseconds));
            let outcome =
                match explore(task, desk, &mut self.solver, (How::AnyLengths(fold), moment)) {
                    Ok(outcome) => outcome,
                    Err(what) => {
                        let position = Position::UNKNOWN;
                        account.limit(Limit::Unsupported { what, position }, 1);
                        break;
                    }
                };
            account = Account { by: "lengths", ..outcome.account() };
            let explored = (&outcome, "strings have any length and hold anything");
            // What fails where little is widened fails where more is.
            let fails_anyway = fold.steps && !outcome.suspicions.is_empty();
            if tell(task, desk, explored, &mut account) || fails_anyway {
                break;
            }
        }
        account
    }
}
