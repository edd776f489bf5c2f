//! Path-condition abstraction as an engine: it proves checks that no run comes to fail, and runs the inputs of models.
//!
//! **Invariant**: a check holds only if the necessary condition of each of its copies is unsatisfiable, and so are those of
//! all runs that the graph leaves out: with undefined behaviour, or that cannot be followed.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use klew_engine::{Account, Approximation, Desk, Draw, Engine, Figures, Limit, StopReason, Task};
use klew_ir::CheckId;
use klew_ir::inlining::inline_calls;
use klew_ir::large_allocations::{TooLarge, part_large_allocations};
use klew_solver::Backend;
use klew_term::{BitVecValue, ScalarSort, Sort, Terms};

use crate::backbones::{Abstraction, Refusal};
use crate::condition::Condition;
use crate::context::Context;
use crate::solve::{QUESTIONS, Question, Reach, Solvers, reach};
use crate::translate::{End, Translation, translate};

/// Instructions of a function after calls are inlined.
pub(crate) const MOST_INSTRUCTIONS: usize = 20_000;

/// Makes a solver; whether reads of arrays are what matters most in what it is asked.
pub type MakeBackend<'s> = Box<dyn Fn(bool) -> Result<Box<dyn Backend>, String> + 's>;

/// The engine. Asked again of the same program, it goes on where it was stopped.
pub struct Loops<'s> {
    /// Makes its solver.
    backend: MakeBackend<'s>,
    /// Whether models are looked for, whose inputs are run; else proofs alone.
    finds: bool,
    earlier: Earlier,
}

/// What earlier turns came to.
#[derive(Debug, Default)]
struct Earlier {
    /// The targets of the program that they looked at.
    ends: Vec<End>,
    /// By the target's number.
    asked: BTreeMap<usize, Asked>,
}

/// What was asked of a target.
#[derive(Clone, Debug, Default)]
struct Asked {
    /// So many of the questions.
    count: usize,
    /// Those that were answered.
    answered: Vec<(u32, Question)>,
    /// Whether an answer was that no run comes to it.
    is_never: bool,
}

impl Engine for Loops<'_> {
    fn name(&self) -> &'static str {
        "loops"
    }

    fn run(&mut self, task: &Task<'_>, desk: &mut Desk<'_>) -> Account {
        let mut account = Account::default();
        match self.work(task, desk, &mut account) {
            Ok(()) => {}
            Err(Failure::Refused(Refusal::Stopped)) => {
                let reason = desk.stop().unwrap_or(StopReason::Time);
                account.limit(Limit::Stopped(reason), 1);
            }
            Err(Failure::Refused(Refusal::Size)) => account.limit(Limit::Size, 1),
            Err(failure) => account.limit(Limit::Incomplete(failure.to_string()), 1),
        }
        account
    }
}

#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error(transparent)]
    Refused(#[from] Refusal),
    #[error("{0}")]
    Solver(String),
    #[error("loops are not summarised under a precondition")]
    Precondition,
    #[error("the program has no entry to summarise")]
    NoEntry,
}

impl<'s> Loops<'s> {
    /// With what makes its solvers; whether it finds, or proves alone.
    pub fn new(backend: MakeBackend<'s>, finds: bool) -> Loops<'s> {
        Loops { backend, finds, earlier: Earlier::default() }
    }

    fn work(
        &mut self,
        task: &Task<'_>,
        desk: &mut Desk<'_>,
        account: &mut Account,
    ) -> Result<(), Failure> {
        if task.precondition.is_some() {
            return Err(Failure::Precondition);
        }
        let bits = (self.backend)(false).map_err(Failure::Solver)?;
        let arrays = (self.backend)(true).map_err(Failure::Solver)?;
        let solvers = Solvers { bits, arrays };
        let mut program = task.program.clone();
        inline_calls(&mut program, MOST_INSTRUCTIONS);
        part_large_allocations(&mut program, TooLarge::Unsupported);
        let mut terms = Terms::new();
        let mut context = Context::new(&mut terms, 0);
        let translation =
            translate(&mut context, &program, task.properties).ok_or(Failure::NoEntry)?;
        context.counter_width = counter_width(&context, &translation);
        if self.earlier.ends != translation.ends {
            self.earlier = Earlier { ends: translation.ends.clone(), asked: BTreeMap::new() };
        }
        let desk = RefCell::new(desk);
        let stop = || desk.borrow().stop().is_some();
        let conditions = Abstraction::new(&mut context, &translation.graph, &stop)?.targets()?;
        let mut asking = Asking {
            context: &mut context,
            solvers,
            translation: &translation,
            conditions: &conditions,
            desk: &desk,
            account,
            figures: Figures::default(),
            finds: self.finds,
            asked: &mut self.earlier.asked,
        };
        asking.all(task)
    }
}

/// One bit more than any variable and any index has; see [`crate::looping`].
pub(crate) fn counter_width(context: &Context<'_>, translation: &Translation) -> u32 {
    let bits = |symbol: &klew_term::SymbolId| match context.terms.symbol_sort(*symbol) {
        Sort::BitVec(width) | Sort::Array(ScalarSort::BitVec(width), _) => width,
        _ => 1,
    };
    let widest = translation.graph.variables.iter().map(bits).max().unwrap_or(1);
    widest.max(32) + 1
}

struct Asking<'a, 'c, 't, 'd, 'k> {
    context: &'c mut Context<'t>,
    solvers: Solvers,
    translation: &'a Translation,
    conditions: &'a [Rc<Condition>],
    desk: &'a RefCell<&'d mut Desk<'k>>,
    account: &'a mut Account,
    figures: Figures,
    finds: bool,
    asked: &'a mut BTreeMap<usize, Asked>,
}

impl Asking<'_, '_, '_, '_, '_> {
    fn all(&mut self, task: &Task<'_>) -> Result<(), Failure> {
        let mut copies: BTreeMap<CheckId, Vec<usize>> = BTreeMap::new();
        for (target, end) in self.translation.ends.iter().enumerate() {
            if let End::Check(check, _) = end {
                copies.entry(*check).or_default().push(target);
            }
        }
        let asked: BTreeSet<CheckId> = task.checks().into_iter().collect();
        let mut never: Vec<CheckId> = Vec::new();
        let mut open: BTreeSet<CheckId> = BTreeSet::new();
        for &check in &asked {
            if check.is_at_the_end() {
                open.insert(check);
                continue;
            }
            let copies = copies.get(&check).cloned().unwrap_or_default();
            match self.check(check, &copies)? {
                Said::Never => never.push(check),
                Said::Fails | Said::Open => {
                    open.insert(check);
                }
                Said::Enough => {
                    self.account.limit(Limit::StoppedAtFinding, 1);
                    return Ok(());
                }
            }
        }
        // Also where there is nothing to prove: code that is not followed may hold checks nobody knows of.
        let asks = !never.is_empty() || open.is_empty();
        if asks && self.leaves_nothing_out()? {
            never.iter().for_each(|check| self.desk.borrow_mut().holds(*check));
        } else {
            open.extend(never);
        }
        if !open.is_empty() {
            let (open, all) = (open.len(), asked.len());
            let what = format!("path conditions leave {open} of {all} checks open");
            self.account.limit(Limit::Incomplete(what), 1);
        }
        self.account.figures = self.figures.clone();
        Ok(())
    }

    /// What is known of a check with these targets.
    fn check(&mut self, check: CheckId, copies: &[usize]) -> Result<Said, Failure> {
        let mut said = Said::Never;
        for &target in copies {
            match self.target(target, Some(check))? {
                Said::Never => {}
                Said::Open => said = Said::Open,
                done @ (Said::Fails | Said::Enough) => return Ok(done),
            }
        }
        Ok(said)
    }

    fn target(&mut self, target: usize, check: Option<CheckId>) -> Result<Said, Failure> {
        let finds = self.finds && check.is_some();
        let known = self.asked.entry(target).or_default();
        if known.is_never {
            return Ok(Said::Never);
        }
        for (number, asked) in QUESTIONS.into_iter().enumerate().skip(known.count) {
            let question = (asked.bound, asked.question);
            let known = self.asked.entry(target).or_default();
            let is_asked = known.answered.contains(&question);
            if !finds && asked.question != Question::Any || is_asked {
                continue;
            }
            let stop = || self.desk.borrow().stop().is_some();
            let found = reach(
                self.context,
                &mut self.solvers,
                &self.conditions[target],
                (self.translation.inputs, asked),
                &stop,
            );
            match found {
                Ok(Reach::Unknown(_)) if stop() => return Err(Refusal::Stopped.into()),
                Ok(Reach::Unknown(_)) => {}
                Err(Refusal::Stopped) => return Err(Refusal::Stopped.into()),
                _ => known.answered.push(question),
            }
            known.count = number + 1;
            known.is_never = found == Ok(Reach::Never);
            match (found, check) {
                (Ok(Reach::Never), _) => return Ok(Said::Never),
                (Ok(Reach::Maybe(inputs)), Some(check)) if finds => {
                    match self.try_inputs(check, &inputs) {
                        Said::Open => {}
                        said => return Ok(said),
                    }
                }
                (Ok(Reach::Maybe(_) | Reach::NoneSmall | Reach::Unknown(_)), _) => {}
                (Err(Refusal::Size), _) => return Ok(Said::Open),
                (Err(refused), _) => return Err(refused.into()),
            }
        }
        Ok(Said::Open)
    }

    /// Runs the program with the inputs of a model, and zeros behind them.
    fn try_inputs(&mut self, check: CheckId, inputs: &[u64]) -> Said {
        let beginning = inputs.into();
        let value = |_, _, width| BitVecValue::zero(width);
        let draw = Draw { beginning, seed: 0, value, named: None };
        let ran = self.desk.borrow_mut().run(draw);
        self.figures.paths += 1;
        self.figures.instructions += ran.instructions;
        self.figures.findings += ran.violated.len();
        self.desk.borrow().progress(&self.figures);
        if ran.enough {
            return Said::Enough;
        }
        match ran.violated.iter().any(|(target, _)| target.check == check) {
            true => Said::Fails,
            false => Said::Open,
        }
    }

    /// Whether no run is left out; what keeps that from being known is written down.
    fn leaves_nothing_out(&mut self) -> Result<bool, Failure> {
        let mut nothing = true;
        for (target, end) in self.translation.ends.iter().enumerate() {
            if matches!(end, End::Check(..)) || self.target(target, None)? == Said::Never {
                continue;
            }
            nothing = false;
            match end.clone() {
                End::Check(..) => {}
                End::Undefined(what, position) => {
                    let one = Approximation::Undefined { what, position };
                    if !self.account.approximations.contains(&one) {
                        self.account.approximations.push(one);
                        self.account.approximations.sort();
                    }
                }
                End::Unsupported(what, position) => {
                    self.account.limit(Limit::Unsupported { what, position }, 1);
                }
                End::Bound(which) => self.account.limit(Limit::InputBound(which), 1),
            }
        }
        Ok(nothing)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Said {
    Never,
    Fails,
    Open,
    Enough,
}
