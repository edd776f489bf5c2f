//! Where the machine asks and tells who listens ([`crate::hooks`]).

use klew_engine::Witness;
use klew_ir::BlockId;
use klew_term::TermId;

use crate::decode::op::Op;
use crate::ending::{Limit, PathEndKind};
use crate::hooks::{AtPoint, Point, PointKind, Side, SideKind, View};
use crate::machine::{Machine, Step};
use crate::point::Watch;
use crate::state::State;
use crate::strategy::{Authority, RetracedRun, Strategy};

impl Machine<'_> {
    /// A state comes to a point: it may end there.
    pub fn come_to(&mut self, state: &mut State, block: BlockId, kind: PointKind) -> Step<()> {
        if self.run.beyond.is_some() {
            return Ok(());
        }
        if self.authority(state) != Authority::Solver {
            return match self.turned_off(state, block) {
                true => Err(PathEndKind::Subsumed),
                false => Ok(()),
            };
        }
        let point = Point { function: state.frame.function, block, kind };
        if let Some(mut folding) = self.folding.take() {
            let closed = folding.at_point(self, state, point);
            self.folding = Some(folding);
            self.tick();
            return if closed { Err(PathEndKind::Subsumed) } else { Ok(()) };
        }
        if let Some(mut pruning) = self.pruning.take() {
            let before = self.work();
            let closed = pruning.at_point(self, state, point);
            pruning.spend(self.work().saturating_sub(before));
            self.pruning = Some(pruning);
            if self.interests.points {
                state.watch = Watch::Points;
            }
            if closed {
                return Err(PathEndKind::Subsumed);
            }
        }
        if !self.interests.points {
            return Ok(());
        }
        let mut view = View { program: self.program, terms: self.terms, solver: &mut *self.solver };
        let answer = self.hooks.at_point(&mut view, state, point);
        self.tick();
        match answer {
            AtPoint::GoOn => Ok(()),
            AtPoint::Close => Err(PathEndKind::Subsumed),
        }
    }

    /// Whether a way that turned off a path ends at a block.
    fn turned_off(&mut self, state: &State, block: BlockId) -> bool {
        match &mut self.strategy {
            Strategy::Retrace(RetracedRun { turns_off: Some(turns_off), .. }) => {
                turns_off.ends((state.frame.function, block), state.path.len())
            }
            _ => false,
        }
    }

    /// Of which points that a state comes to somebody wants to know.
    pub fn watch(&self) -> Watch {
        if self.folding.is_some() {
            return Watch::LoopHeads;
        }
        let pruning = self.pruning.as_ref().map_or(Watch::Nothing, |pruning| pruning.watch());
        match self.interests.points {
            true => Watch::Points,
            false => pruning,
        }
    }

    /// A state has gone on for a while: the loop heads that it comes to are of interest again.
    pub fn went_on(&mut self, state: &mut State) {
        if let Some(pruning) = &mut self.pruning {
            pruning.went_on(state);
        }
    }

    /// Whether what was explored below them is remembered as interpolants.
    pub fn annotates(&self) -> bool {
        self.pruning.as_ref().is_some_and(|pruning| pruning.annotates())
    }

    /// Whether someone knows that a side of the decision at hand is infeasible.
    pub fn rules_out(&mut self, state: &State, kind: SideKind, condition: TermId) -> bool {
        let side = Side { kind, condition };
        let mut view = View { program: self.program, terms: self.terms, solver: &mut *self.solver };
        self.hooks.rules_out(&mut view, state, &side)
    }

    /// Whether someone knows that an alternative of the state's next instruction is infeasible.
    pub fn rules_out_alternative(&mut self, state: &State, number: u64, condition: TermId) -> bool {
        if !self.interests.decisions {
            return false;
        }
        let target = target_of(state, number);
        self.rules_out(state, SideKind::Alternative { number, target }, condition)
    }

    /// No run of the state satisfies a condition; why.
    pub fn tell_infeasible(&mut self, state: &State, condition: TermId, core: &[TermId]) {
        let mut view = View { program: self.program, terms: self.terms, solver: &mut *self.solver };
        self.hooks.infeasible(&mut view, state, condition, core);
    }

    /// States were forked.
    pub fn tell_forked(&mut self, state: &State, others: &[(u64, Box<State>)]) {
        if let Some(pruning) = &mut self.pruning
            && !others.is_empty()
        {
            pruning.forked(state, others);
        }
        if self.interests.paths && !others.is_empty() {
            self.hooks.forked(state, others);
        }
    }

    /// A state goes one of several ways, which depends on its values, as all its runs do.
    pub fn tell_one_way(&mut self, state: &mut State) {
        if let Some(pruning) = &mut self.pruning
            && pruning.annotates()
        {
            pruning.goes_one_way(state);
        }
    }

    /// Some runs of a state fail a check.
    pub fn tell_fails(&mut self, state: &State, finding: &Witness) {
        if self.interests.paths {
            self.hooks.fails(state, finding);
        }
    }

    /// Some of what a state could do is not explored, or not settled.
    pub fn tell_left_out(&mut self, state: &State) {
        if let Some(pruning) = &mut self.pruning {
            pruning.left_out(state);
        }
    }

    /// Counts that some runs of a state are not followed.
    pub fn leave_out(&mut self, state: &State, limit: Limit) {
        if self.run.beyond.is_some() {
            self.run.probe_failed = true;
            return;
        }
        self.tell_left_out(state);
        if self.interests.paths {
            self.hooks.left_out(state, &limit);
        }
        if state.short_input == 0 {
            self.run.limit(limit);
        }
    }

    /// A state ended.
    pub fn tell_ended(&mut self, state: &State, end: &PathEndKind) {
        if let Some(mut pruning) = self.pruning.take() {
            let before = self.work();
            pruning.ended(self, state, end);
            pruning.spend(self.work().saturating_sub(before));
            self.pruning = Some(pruning);
        }
        if self.interests.paths {
            let mut view =
                View { program: self.program, terms: self.terms, solver: &mut *self.solver };
            self.hooks.ended(&mut view, state, end);
        }
    }
}

/// Where an alternative of the state's next instruction leads, if that is a branch or a switch.
fn target_of(state: &State, number: u64) -> Option<BlockId> {
    let code = &state.frame.code;
    let edge = match *code.ops.get(state.frame.next as usize)? {
        Op::Branch { then, otherwise, .. } => match number {
            1 => then,
            _ => otherwise,
        },
        Op::Switch { switches, .. } => {
            *code.switches[switches as usize].targets.get(usize::try_from(number).ok()?)?
        }
        _ => return None,
    };
    Some(BlockId(code.edges[edge as usize].block))
}
