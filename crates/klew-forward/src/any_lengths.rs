//! Proofs about strings of any length, as an engine: the exploration of a program whose input strings have any length, where models
//! compute more than what can be ([`klew_ir::Switch::AnyLengths`]), first as it is, then with loops that are widened ([`crate::folding`]).
//!
//! **Invariant**: as in folding, it only says that checks hold. Where one may fail, its failure may be none, and others look for it.

use std::time::Duration;

use klew_engine::{Account, Desk, Engine, Limit, Task};
use klew_ir::{Position, Switch};

use crate::configuration::Fold;
use crate::engine::MakeSolver;
use crate::folding::engine::{How, explore, tell, was_stopped};

/// How loops are widened: first what ends soonest, then from little to much; and the time of each exploration, in milliseconds: who looks
/// for violations waits for it.
const ROUNDS: [(Fold, u64); 5] = [
    (Fold { turns: 1, steps: false, ..Fold::FIRST }, 500),
    (Fold { turns: 1, steps: false, equations: true, ..Fold::FIRST }, 500),
    (Fold { turns: 40, ..Fold::FIRST }, 500),
    (Fold { turns: 3, ..Fold::FIRST }, 400),
    (Fold { turns: 2, equations: true, ..Fold::FIRST }, 400),
];

/// Each time that all rounds begin anew they have so many times as much time; so often at most.
const LONGER: u32 = 4;
const MOST_TIMES: u32 = 5;

/// Forward execution where strings have any length.
pub struct AnyLengths<'s> {
    solver: Box<MakeSolver<'s>>,
    /// How often all rounds begin in one run of the engine.
    at_once: u32,
    /// How often all were begun, and which of them is next.
    begun: u32,
    next: usize,
    /// Which of [`ROUNDS`] came to an end: they would not come to anything else.
    ended: [bool; ROUNDS.len()],
}

impl<'s> AnyLengths<'s> {
    /// With what makes its solvers. It has a moment, and others go on.
    pub fn new(solver: Box<MakeSolver<'s>>) -> AnyLengths<'s> {
        AnyLengths { solver, at_once: 1, begun: 0, next: 0, ended: Default::default() }
    }

    /// One that has all the time.
    pub fn alone(solver: Box<MakeSolver<'s>>) -> AnyLengths<'s> {
        AnyLengths { at_once: MOST_TIMES + 1, ..AnyLengths::new(solver) }
    }

    /// One that is asked once more after others: it has a few moments.
    pub fn after_others(solver: Box<MakeSolver<'s>>) -> AnyLengths<'s> {
        AnyLengths { begun: 1, ..AnyLengths::new(solver) }
    }

    /// One that works beside others, after [`AnyLengths::new`] had its moment: while it is not stopped, with more and more time. On a slow
    /// machine the moment may have been too short.
    pub fn beside_others(solver: Box<MakeSolver<'s>>) -> AnyLengths<'s> {
        AnyLengths { at_once: MOST_TIMES, begun: 1, ..AnyLengths::new(solver) }
    }

    /// All rounds that have not ended, one after the other; whether there is nothing more to do, or no time. The next call goes on behind the
    /// one that was stopped.
    fn rounds(&mut self, task: &Task<'_>, desk: &mut Desk<'_>, account: &mut Account) -> bool {
        while self.next < ROUNDS.len() {
            let number = self.next;
            if let Some(reason) = desk.stop() {
                account.limit(Limit::Stopped(reason), 1);
                return true;
            }
            self.next += 1;
            if self.ended[number] {
                continue;
            }
            let (fold, milliseconds) = ROUNDS[number];
            let moment = Some(Duration::from_millis(milliseconds) * LONGER.pow(self.begun));
            let outcome =
                match explore(task, desk, &mut self.solver, (How::AnyLengths(fold), moment)) {
                    Ok(outcome) => outcome,
                    Err(what) => {
                        let position = Position::UNKNOWN;
                        account.limit(Limit::Unsupported { what, position }, 1);
                        return true;
                    }
                };
            *account = Account { by: "lengths", ..outcome.account() };
            self.ended[number] = !was_stopped(account);
            let explored = (&outcome, "strings have any length and hold anything");
            let fails = !outcome.suspicions.is_empty();
            if tell(task, desk, explored, account) {
                self.ended = [true; ROUNDS.len()];
                return true;
            }
            if fold.steps && fails {
                // What fails where little is widened fails where more is, unless more is known of it.
                for (ended, (other, _)) in self.ended.iter_mut().zip(&ROUNDS) {
                    *ended |= fold.equations || !other.equations;
                }
            }
        }
        (self.next, self.begun) = (0, self.begun + 1);
        self.ended.iter().all(|ended| *ended)
    }
}

impl Engine for AnyLengths<'_> {
    fn name(&self) -> &'static str {
        "lengths"
    }

    fn run(&mut self, task: &Task<'_>, desk: &mut Desk<'_>) -> Account {
        let mut account = Account::new("lengths");
        let Some(program) = task.program.with_switch(Switch::AnyLengths) else {
            let what = "the program has no input strings".to_owned();
            account.limit(Limit::Incomplete(what), 1);
            return account;
        };
        // Without any exploration, nothing is known.
        account.limit(Limit::Incomplete("there is nothing more to widen".to_owned()), 1);
        let task = Task { program: &program, ..*task };
        for _ in 0..self.at_once {
            if self.begun > MOST_TIMES || self.rounds(&task, desk, &mut account) {
                break;
            }
        }
        account
    }
}
