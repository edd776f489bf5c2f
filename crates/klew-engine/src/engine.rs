//! The interface of everything that answers, and the desk at which an engine works.

use std::collections::VecDeque;
use std::time::Duration;

use klew_ir::{CheckId, Position};
use klew_term::Constant;

use crate::argument::Argument;
use crate::elsewhere::{Elsewhere, Found, News};
use crate::fact::Fact;
use crate::ledger::{Account, Entry, Ledger, Shown, Standing};
use crate::limit::{Limit, StopReason};
use crate::target::Target;
use crate::task::Task;
use crate::unsupported::ends_at_what_was_not_lowered;
use crate::validation::{Claim, Control, Draw, PathInputs, Ran, Validation};
use crate::watch::{Figures, Interlude, NextTurn, Watch};
use crate::witness::Witness;

/// An engine.
pub trait Engine {
    /// What it is called: on the command line and in results.
    fn name(&self) -> &'static str;

    /// Works on the open checks of the task, until it has nothing more to say or is stopped. What it proves or finds it
    /// brings to the desk at once. If nothing keeps its account from being complete, all checks that are still open hold.
    fn run(&mut self, task: &Task<'_>, desk: &mut Desk<'_>) -> Account;

    /// Whether it may come to an end by itself; one that tries inputs never does.
    fn may_end(&self) -> bool {
        true
    }
}

/// An engine that has its turn in between, and what it works on.
type Beside<'d> = (Box<dyn Engine + 'd>, &'d Task<'d>);

/// Where an engine brings what it finds out, and learns what it needs to know of the world.
///
/// **Invariant**: whatever is validated is in the ledger.
pub struct Desk<'d> {
    by: &'static str,
    ledger: &'d mut Ledger,
    watch: &'d dyn Watch,
    validation: &'d mut dyn Validation,
    /// Engines that have their turns in between, each once, and how many had them.
    beside: VecDeque<Beside<'d>>,
    turns: usize,
    /// How long these took.
    spent: Duration,
    /// Who had the last one.
    last: Option<&'static str>,
    /// Who has every other turn, as it folded lists in its last one.
    favoured: Option<&'static str>,
    /// Engines that work at the same time; while they do, nobody has turns.
    elsewhere: Option<&'d mut dyn Elsewhere>,
    /// Whether a run was enough: a confirmed one.
    is_enough: bool,
    /// Whether what the engine found or claimed is enough: it knows that by itself, another engine does not.
    has_enough: bool,
}

impl Desk<'_> {
    /// Whether to stop, and why.
    pub fn stop(&self) -> Option<StopReason> {
        self.watch.stop()
    }

    /// Whether a check holds, as somebody proved.
    pub fn is_known_to_hold(&self, check: CheckId) -> bool {
        matches!(self.ledger.standing(check), Standing::Holds { .. })
    }

    /// Whether to go on, for engines that are told so at each step.
    pub fn control(&mut self) -> Control {
        self.listen();
        match self.watch.stop() {
            _ if self.is_enough => Control::Enough,
            Some(reason) => Control::Stop(reason),
            None if self.validation.is_enough() => Control::Enough,
            None => Control::Continue,
        }
    }

    /// Whether to stop, for engines that know themselves what is enough of what they find: the time is over, or others settled all.
    pub fn is_over(&mut self) -> bool {
        self.listen();
        self.is_enough || self.watch.stop().is_some()
    }

    /// Takes what others came to, or lets those of them have their turns that are due: after a query that took long, more than one.
    fn listen(&mut self) {
        self.hear();
        while !self.is_enough
            && self.watch.stop().is_none()
            && let Some(NextTurn { wait: Duration::ZERO, time }) = self.next_turn()
        {
            self.interlude(time);
        }
    }

    /// The next turn of another engine, if some wait for theirs.
    fn next_turn(&self) -> Option<NextTurn> {
        let alone = self.elsewhere.as_ref().is_none_or(|elsewhere| elsewhere.is_lost());
        let waits = alone && !self.beside.is_empty();
        waits.then(|| self.watch.interlude(self.turns, self.spent)).flatten()
    }

    /// How long a query may take before others should have their turns: until the next is due, but as long as a part of the time so far
    /// in any case. No answer if nobody waits.
    pub fn patience(&self) -> Option<Duration> {
        let wait = self.next_turn()?.wait;
        Some(wait.max(self.watch.elapsed()? / PART))
    }

    /// Which of those that wait has the next turn.
    fn next_in_line(&self) -> usize {
        let favoured = self.favoured.filter(|favoured| self.last != Some(favoured));
        let its = |(engine, _): &Beside<'_>| Some(engine.name()) == favoured;
        self.beside.iter().position(its).unwrap_or(0)
    }

    /// Lets the other engine work for so long. What keeps it from being complete says nothing of the task: it was not to be.
    fn interlude(&mut self, time: Duration) {
        let Some((mut engine, task)) = self.beside.remove(self.next_in_line()) else { return };
        self.turns += 1;
        let begun = self.watch.elapsed();
        let by = engine.name();
        let watch = Interlude::new(self.watch, time);
        let mut desk = Desk {
            by,
            ledger: self.ledger,
            watch: &watch,
            validation: self.validation,
            beside: VecDeque::new(),
            turns: 0,
            spent: Duration::ZERO,
            last: None,
            favoured: None,
            elsewhere: None,
            is_enough: false,
            has_enough: false,
        };
        let account = engine.run(task, &mut desk);
        // Others only have turns where one finding is enough.
        let is_enough = desk.is_enough || desk.has_enough;
        drop(desk);
        self.is_enough |= is_enough;
        let took = self.watch.elapsed().zip(begun).map(|(now, begun)| now.saturating_sub(begun));
        self.spent += took.unwrap_or_default();
        self.last = Some(by);
        if watch.folds_lists() {
            self.favoured = Some(by);
        } else if self.favoured == Some(by) {
            self.favoured = None;
        }
        self.ended_beside(Account { by, ..account });
    }

    /// Another engine ended that worked beside this one.
    fn ended_beside(&mut self, account: Account) {
        if account.is_complete_within_bounds() {
            self.ledger.write(Entry::Ended(Box::new(account)));
            self.is_enough |= self.ledger.is_settled();
            return;
        }
        let limits = vec![(Limit::Incomplete(format!("{} had only a moment", account.by)), 1)];
        let Figures { paths, instructions, findings, .. } = account.figures;
        let more = vec![("interlude_runs", paths)];
        let figures = Figures { instructions, findings, more, ..Figures::default() };
        self.ledger.write(Entry::Ended(Box::new(Account { limits, figures, ..account })));
    }

    /// Lets the others go on where the engine ended without an answer, or with one within bounds only: what it met need not be in their
    /// way. Not those that prove nothing, unless there is a finding that no run showed: they may come to one that is shown.
    fn go_on_with_others(&mut self, (within_bounds, is_exact): (bool, bool)) {
        let most = self.watch.afterwards(within_bounds);
        let Some((mut most, begun)) = most.zip(self.watch.elapsed()) else { return };
        let is_doubted = !self.ledger.may_be_proved() && is_exact;
        if is_doubted {
            most = most.min(DOUBTED + begun);
        } else {
            self.beside.retain(|(engine, _)| engine.may_end());
            if let Some(elsewhere) = &mut self.elsewhere {
                elsewhere.end_the_endless();
            }
        }
        while !self.is_enough && !self.ledger.is_settled() && self.watch.stop().is_none() {
            self.hear();
            if self.ledger.is_violated() || !is_doubted && !self.ledger.may_be_proved() {
                return;
            }
            let after = self.watch.elapsed().unwrap_or_default().saturating_sub(begun);
            let is_alone = self.elsewhere.as_ref().is_none_or(|elsewhere| elsewhere.is_lost());
            let is_at_end = self.elsewhere.as_ref().is_none_or(|elsewhere| elsewhere.is_at_end());
            if after >= most || (is_alone && self.beside.is_empty()) || (!is_alone && is_at_end) {
                return;
            }
            match is_alone {
                true => self.interlude((most - after) / self.beside.len() as u32),
                false => std::thread::sleep(MOMENT),
            }
        }
    }

    /// Takes what engines elsewhere came to.
    fn hear(&mut self) {
        while let Some(news) = self.elsewhere.as_mut().and_then(|elsewhere| elsewhere.news()) {
            match news {
                News::Fact { by, fact } => self.ledger.write(Entry::Fact { by, fact }),
                News::Ended(account) => self.ended_beside(*account),
                News::Found(found) => {
                    let (shown, control) = self.found_elsewhere(&found);
                    self.is_enough |= control == Control::Enough;
                    if let Some(elsewhere) = &mut self.elsewhere {
                        elsewhere.answer(shown, control);
                    }
                }
            }
        }
    }

    /// Runs what an engine elsewhere found.
    fn found_elsewhere(&mut self, found: &Found) -> (Shown, Control) {
        let Found { by, claim, decisions } = found;
        let seen = match decisions {
            Some(decisions) => self.validation.witness_elsewhere(claim, decisions),
            None => self.validation.claim_elsewhere(claim).map(|(target, shown)| {
                let is_enough = shown >= self.validation.most_shown();
                let control = if is_enough { Control::Enough } else { Control::Continue };
                (target, shown, control)
            }),
        };
        let Some((target, shown, control)) = seen else {
            // As here: a witness that is not shown leaves a doubt, a claim does not.
            if decisions.is_some() {
                let (target, shown) = (claim.target.clone(), Shown::Nothing);
                self.ledger.write(Entry::Witness { by, target, shown });
            }
            return (Shown::Nothing, Control::Continue);
        };
        self.ledger.write(Entry::Witness { by, target, shown });
        (shown, control)
    }

    /// The time since some moment, where there is a clock.
    pub fn elapsed(&self) -> Option<Duration> {
        self.watch.elapsed()
    }

    /// Which share of the memory is in use.
    pub fn memory_in_use(&self) -> f64 {
        self.watch.memory_in_use()
    }

    /// Whether less memory should be used.
    pub fn is_short_of_memory(&self) -> bool {
        self.memory_in_use() > 0.5
    }

    /// Tells how far the engine is.
    pub fn progress(&self, figures: &Figures) {
        let open_checks = Some(self.ledger.open_count());
        self.watch.progress(&Figures { open_checks, ..figures.clone() });
    }

    /// No run violates the check.
    pub fn holds(&mut self, check: CheckId) {
        self.ledger.write(Entry::Fact { by: self.by, fact: Fact::Holds(check) });
    }

    /// Whenever a run is at that place, this is so; proofs rest on it.
    pub fn invariant(&mut self, position: Position, text: String) {
        let fact = Fact::Invariant(position, text);
        self.ledger.write(Entry::Fact { by: self.by, fact });
    }

    /// That is what proofs rest on, for whoever checks it again.
    pub fn argument(&mut self, argument: Argument) {
        let fact = Fact::Argument(argument);
        self.ledger.write(Entry::Fact { by: self.by, fact });
    }

    /// A witness, whose run the engine followed to the failing check; how to go on.
    pub fn witness(&mut self, witness: &Witness) -> Control {
        let (shown, control) = self.validation.witness(witness);
        self.ledger.write(Entry::Witness { by: self.by, target: witness.into(), shown });
        self.has_enough |= control == Control::Enough;
        control
    }

    /// An input with which a check may fail. Gives a check that is seen to fail with it: the claimed one, or another.
    pub fn claim(&mut self, claim: &Claim) -> Option<Target> {
        let seen = self.validation.claim(claim);
        self.seen(seen)
    }

    /// A check that fails in a run which begins with these inputs; see [`Validation::violates`].
    pub fn violates(&mut self, symbols: &[(String, Constant)], leaks: bool) -> Option<Target> {
        let seen = self.validation.violates(symbols, leaks);
        self.seen(seen)
    }

    /// Whether [`Desk::path`] is of use.
    pub fn wants_paths(&self) -> bool {
        self.validation.wants_paths()
    }

    /// A path ended, and these inputs take it.
    pub fn path(&mut self, inputs: &PathInputs) {
        self.validation.path(inputs);
    }

    /// Runs the program once, and tells nobody; see [`Validation::try_out`].
    pub fn try_out(&mut self, draw: Draw) -> Ran {
        let watch = self.watch;
        self.validation.try_out(draw, &|| watch.stop().is_some())
    }

    /// Runs the program with inputs that violate something, however little time is left; see [`Validation::run`].
    pub fn run(&mut self, draw: Draw) -> Ran {
        let ran = self.validation.run(draw);
        for (target, shown) in &ran.violated {
            let (target, shown) = (target.clone(), *shown);
            self.ledger.write(Entry::Witness { by: self.by, target, shown });
        }
        // What the world outside did not show is worth another look.
        let most = self.validation.most_shown();
        self.is_enough |= ran.enough && ran.violated.iter().any(|(_, shown)| *shown >= most);
        ran
    }

    fn seen(&mut self, seen: Option<(Target, Shown)>) -> Option<Target> {
        let (target, shown) = seen?;
        self.has_enough |= shown >= self.validation.most_shown();
        let by = self.by;
        self.ledger.write(Entry::Witness { by, target: target.clone(), shown });
        Some(target)
    }
}

/// The part of the time so far that a query may take although others wait: so queries that need long have it in the end, and what
/// is spent on them in vain is not much more.
const PART: u32 = 2;

/// What others have where the engine found something that no run showed, and as much time as there was so far.
const DOUBTED: Duration = Duration::from_millis(2500);

/// Between two looks at what others came to.
const MOMENT: Duration = Duration::from_millis(2);

/// Lets an engine work on a task, and writes its account in the ledger.
pub fn work(
    engine: &mut dyn Engine,
    task: &Task<'_>,
    ledger: &mut Ledger,
    watch: &dyn Watch,
    validation: &mut dyn Validation,
) {
    work_beside(engine, Companions::default(), task, ledger, watch, validation);
}

/// Engines that work beside another one.
#[derive(Default)]
pub struct Companions<'o> {
    /// Those that have turns in between, one after the other, when the watch says so: such whose answers, if they have any, are
    /// there soon.
    pub turns: Vec<Box<dyn Engine + 'o>>,
    /// Those that work at the same time. Only if they are lost, the others have their turns.
    pub elsewhere: Option<&'o mut dyn Elsewhere>,
}

/// As [`work`], beside others. If one of them settles all, the engine need not go on; if it comes to no answer, or to one within bounds
/// only, they have a while more, unless no engine may come further.
pub fn work_beside<'o>(
    engine: &mut dyn Engine,
    companions: Companions<'o>,
    task: &'o Task<'o>,
    ledger: &'o mut Ledger,
    watch: &'o dyn Watch,
    validation: &'o mut dyn Validation,
) {
    let by = engine.name();
    let mut desk = Desk {
        by,
        ledger,
        watch,
        validation,
        beside: companions.turns.into_iter().map(|engine| (engine, task)).collect(),
        turns: 0,
        spent: Duration::ZERO,
        last: None,
        favoured: None,
        elsewhere: companions.elsewhere,
        is_enough: false,
        has_enough: false,
    };
    let account = engine.run(task, &mut desk);
    desk.hear();
    let is_within_bounds = account.is_complete_within_bounds();
    let is_open =
        is_within_bounds && !account.is_complete() || !account.is_complete_but_for_bounds();
    if is_open && !ends_at_what_was_not_lowered(&account, task.program) {
        desk.go_on_with_others((is_within_bounds, account.approximations.is_empty()));
    }
    desk.ledger.write(Entry::Ended(Box::new(Account { by, ..account })));
}
