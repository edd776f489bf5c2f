//! Where a path needs a solver: which alternatives are feasible, and what a model says.
//!
//! Who decides is the run's strategy to say ([`Authority`]). Where a solver does, the state's model tells one
//! feasible alternative without a query, and whatever only a solver could tell is recorded as a decision, so
//! that following needs no solver.

use std::rc::Rc;

use klew_engine::Decision;
use klew_solver::{Answer, Query, UnknownReason};
use klew_term::{Assignment, Constant, TermId};
use smallvec::SmallVec;

use crate::ending::{Limit, PathEndKind};
use crate::factor::{Core, Factor, Known};
use crate::machine::{Machine, Step};
use crate::path_condition::PathCondition;
use crate::postponed::Postponed;
use crate::state::State;
use crate::strategy::Authority;

/// An alternative: its number and when it is taken (of sort Bool). Alternatives exclude each other.
pub type Alternative = (u64, TermId);

/// What was chosen for the state, and for the states forked from it.
pub type Chosen = (u64, SmallVec<[(u64, Box<State>); 2]>);

/// What a query says.
pub enum Feasibility {
    /// Feasible, by this model.
    Feasible(Rc<Assignment>),
    /// Not feasible.
    Infeasible,
    /// Not known; why.
    Unknown(String),
}

impl Machine<'_> {
    /// Whether a path can be such that `extra` holds.
    pub fn feasible(&mut self, state: &State, extra: TermId) -> Feasibility {
        let (answer, core) = self.ask(state, extra);
        if let Feasibility::Unknown(_) = answer
            && self.run.postpones
            && self.run.over_time
        {
            self.run.postponed |= self.run.others_wait || Postponed::may_wait(state.tries);
        }
        if let Some(core) = core {
            self.tell_infeasible(state, extra, &core);
        }
        answer
    }

    /// As `feasible`, for who goes on in the same way whatever the answer, so that nobody is told.
    pub fn feasible_untold(&mut self, state: &State, extra: TermId) -> Feasibility {
        self.ask(state, extra).0
    }

    /// Asks until a model stands for a run: of congruences of the input heap, queries have those only that a model broke.
    fn ask(&mut self, state: &State, extra: TermId) -> (Feasibility, Option<Core>) {
        let mut all = extra;
        loop {
            let (answer, core) = self.ask_once(state, all);
            let Feasibility::Feasible(model) = &answer else { return (answer, core) };
            let broken = state.memory.broken_congruences(self.terms, model);
            if broken.is_empty() {
                return (answer, core);
            }
            if self.run.stop.is_some() {
                return (Feasibility::Unknown("the time is over".to_owned()), None);
            }
            self.run.congruences.extend(broken.iter().map(|&congruence| (state.id, congruence)));
            let broken = self.terms.and_all(&broken);
            all = self.terms.and(all, broken);
        }
    }

    /// Keeps congruences that were needed with a path: all that come after it need them as well.
    pub fn keep_congruences(&mut self, state: &mut State) {
        if self.run.congruences.is_empty() {
            return;
        }
        let mut needed = std::mem::take(&mut self.run.congruences);
        needed.retain(|(needed_by, _)| *needed_by == state.id);
        needed.sort_unstable_by_key(|(_, congruence)| *congruence);
        needed.dedup();
        for (_, congruence) in needed {
            if state.path.keep(self.terms, &mut self.factors, congruence) {
                self.replacements.renew(&mut state.path.narrowed);
            }
        }
    }

    fn ask_once(&mut self, state: &State, extra: TermId) -> (Feasibility, Option<Core>) {
        match (self.terms.as_bool(extra), &state.model) {
            (Some(false), _) => (Feasibility::Infeasible, None),
            (Some(true), Some(model)) => (Feasibility::Feasible(Rc::clone(model)), None),
            (None, Some(model)) if self.configuration.split_queries => {
                self.feasible_in_factor(&state.path, model, extra)
            }
            _ => self.feasible_in_all(state, extra),
        }
    }

    /// The query, with a request for a core if someone wants to know it.
    fn query<'q>(&self, constraints: &'q [TermId]) -> Query<'q> {
        let query = Query::new(constraints);
        if self.interests.cores { query.with_core() } else { query }
    }

    /// The core of an answer, if someone wants to know it.
    fn kept(&self, core: Vec<TermId>) -> Option<Core> {
        self.interests.cores.then(|| core.into())
    }

    /// Asks about everything at once.
    fn feasible_in_all(&mut self, state: &State, extra: TermId) -> (Feasibility, Option<Core>) {
        let mut constraints = state.path.to_vec();
        let known = constraints.len();
        constraints.push(extra);
        let mut query = self.query(&constraints);
        if let Some(model) = &state.model {
            query = query.with_hint(known, model);
        }
        self.run.statistics.queries += 1;
        self.run.asked += 1;
        let answer = self.solver.check(self.terms, &query);
        self.tick();
        match answer {
            Answer::Sat(found) => {
                // Symbols that the query does not name keep their values.
                let mut model = state.model.as_deref().cloned().unwrap_or_default();
                model.merge(&found);
                (Feasibility::Feasible(Rc::new(model)), None)
            }
            Answer::Unsat(core) => (Feasibility::Infeasible, self.kept(core)),
            Answer::Unknown(reason) => (self.no_answer(&reason), None),
        }
    }

    fn no_answer(&mut self, reason: &UnknownReason) -> Feasibility {
        self.run.over_time = *reason == UnknownReason::TimeLimit;
        Feasibility::Unknown(reason.to_string())
    }

    /// Why the state at hand goes no further, if it does not: everything stops, or it has to wait.
    pub fn halted(&self) -> Option<PathEndKind> {
        match &self.run.stop {
            Some(stop) => Some(PathEndKind::Cut(stop.clone())),
            None if self.run.postponed => {
                Some(PathEndKind::Cut(Limit::SolverUnknown("postponed".to_owned())))
            }
            None => None,
        }
    }

    /// Asks about the factor of `extra` only: the model satisfies all others.
    fn feasible_in_factor(
        &mut self,
        path: &PathCondition,
        model: &Rc<Assignment>,
        extra: TermId,
    ) -> (Feasibility, Option<Core>) {
        self.run.statistics.queries += 1;
        let factor = path.factor_with(self.terms, &mut self.factors, extra);
        let known = match factor.known() {
            Some(known) => known,
            None if let Some(known) = self.told_by_values(&factor, model) => factor.learn(known),
            None => {
                let constraints = factor.constraints();
                let query = self.query(&constraints).with_hint(constraints.len() - 1, model);
                self.run.asked += 1;
                let answer = self.solver.check(self.terms, &query);
                self.tick();
                factor.learn(match answer {
                    Answer::Sat(found) => Known::Satisfiable(
                        found.iter().map(|(symbol, value)| (symbol, value.clone())).collect(),
                    ),
                    Answer::Unsat(core) => Known::Unsatisfiable(self.kept(core)),
                    Answer::Unknown(reason) => {
                        return (self.no_answer(&reason), None);
                    }
                })
            }
        };
        match known {
            Known::Satisfiable(values) => {
                let mut model = model.as_ref().clone();
                for (symbol, value) in values {
                    if model.get(*symbol) != Some(value) {
                        model.set(*symbol, value.clone());
                    }
                }
                (Feasibility::Feasible(Rc::new(model)), None)
            }
            Known::Unsatisfiable(core) => (Feasibility::Infeasible, core.clone()),
        }
    }

    /// What the values of a factor's only symbol tell, if they are told: they stay what they are in the model if they can. Why there is none
    /// is for a solver to say.
    fn told_by_values(&self, factor: &Factor, model: &Assignment) -> Option<Known> {
        let (values, &[symbol]) = (factor.values()?, factor.symbols()) else { return None };
        let before = model.get(symbol).and_then(Constant::as_u64);
        let Some(value) =
            before.filter(|value| values.contains(*value)).or_else(|| values.nearest_to_zero())
        else {
            return (!self.interests.cores).then_some(Known::Unsatisfiable(None));
        };
        Some(Known::Satisfiable([(symbol, values.constant(value))].into()))
    }

    /// A model of the path condition.
    pub fn model(&mut self, state: &mut State) -> Step<Rc<Assignment>> {
        if let Some(model) = &state.model {
            return Ok(Rc::clone(model));
        }
        let everything = self.terms.true_();
        match self.feasible(state, everything) {
            Feasibility::Feasible(model) => {
                state.model = Some(Rc::clone(&model));
                Ok(model)
            }
            Feasibility::Infeasible => Err(PathEndKind::Infeasible),
            Feasibility::Unknown(reason) => Err(self.unknown(reason)),
        }
    }

    /// The end of a path of which a solver could not tell whether it is one.
    fn unknown(&self, reason: String) -> PathEndKind {
        PathEndKind::Cut(self.run.stop.clone().unwrap_or(Limit::SolverUnknown(reason)))
    }

    /// Counts an alternative that is left out because a solver could not tell whether it is feasible.
    pub fn dropped(&mut self, state: &State, reason: String) {
        if self.run.postponed {
            return;
        }
        if self.run.stop.is_some() {
            self.run.cut_short.get_or_insert(self.run.decided);
        }
        if let PathEndKind::Cut(limit) = self.unknown(reason) {
            self.leave_out(state, limit);
            self.run.statistics.partial_paths += 1;
        }
    }

    /// The value of a term under a model.
    pub fn evaluate(&self, model: &Rc<Assignment>, term: TermId) -> Step<Constant> {
        let failed = |error: klew_term::EvaluateError| {
            PathEndKind::Cut(Limit::SolverUnknown(error.to_string()))
        };
        self.evaluation
            .with(self.terms, model, |evaluator| evaluator.evaluate(term))
            .map_err(failed)
    }

    /// Whether a term of sort Bool holds under a model.
    pub fn holds(&self, model: &Rc<Assignment>, term: TermId) -> Step<bool> {
        if let Some(constant) = self.terms.as_bool(term) {
            return Ok(constant);
        }
        self.evaluation
            .with(self.terms, model, |evaluator| evaluator.evaluate_bool(term))
            .map_err(|error| PathEndKind::Cut(Limit::SolverUnknown(error.to_string())))
    }

    /// The value of a term of at most 64 bits under a model.
    pub fn evaluate_u64(&self, model: &Rc<Assignment>, term: TermId) -> Step<u64> {
        Ok(self.evaluate(model, term)?.as_u64().unwrap_or(0))
    }

    /// Who decides on the state's path.
    #[inline]
    pub fn authority(&self, state: &State) -> Authority {
        self.strategy.authority(state.decisions.len())
    }

    fn add_constraint(&mut self, state: &mut State, constraint: TermId) {
        let leaves_one = match self.strategy.retraces() {
            true => state.path.push_unasked(self.terms, constraint, state.clock),
            false => state.path.push(self.terms, &mut self.factors, constraint, state.clock),
        };
        if leaves_one {
            self.replacements.renew(&mut state.path.narrowed);
        }
    }

    /// Adds a constraint that the state's model satisfies, or any other if the model goes.
    pub fn constrain(&mut self, state: &mut State, constraint: TermId, keep_model: bool) {
        self.add_constraint(state, constraint);
        if !keep_model && self.terms.as_bool(constraint).is_none() {
            state.model = None;
        }
    }

    /// Chooses among alternatives; those that are feasible besides the state's own get states of their
    /// own, which the caller completes and puts into `forked`. Unless `exhaustive`, runs that take none
    /// of the alternatives are left out, which the caller has said in the result.
    pub fn choose(
        &mut self,
        state: &mut State,
        alternatives: &[Alternative],
        exhaustive: bool,
    ) -> Step<Chosen> {
        match self.authority(state) {
            Authority::Recorded(decision) => {
                return self.choose_followed(state, alternatives, decision);
            }
            Authority::Model => return self.choose_by_model(state, alternatives),
            Authority::Solver => {}
        }
        for &(number, condition) in alternatives {
            // Of a branch, bounds were asked before.
            let decided = match alternatives.len() {
                2 => self.remembered(state, condition),
                _ => self.decided(state, condition),
            };
            if decided == Some(true) {
                state.decisions.push(Decision::forced(number));
                self.tell_one_way(state);
                return Ok((number, SmallVec::new()));
            }
        }
        let own = self.own_alternative(state, alternatives)?;
        let mut others = SmallVec::<[(u64, TermId, Rc<Assignment>); 2]>::new();
        let (mut complete, mut asked) = (exhaustive, true);
        for &(number, condition) in alternatives {
            if own.is_some_and(|(own, _)| own == number) {
                continue;
            }
            if self.rules_out_alternative(state, number, condition) {
                asked = false;
                continue;
            }
            match self.feasible(state, condition) {
                Feasibility::Feasible(model) => others.push((number, condition, model)),
                Feasibility::Infeasible => state.path.learn_not(self.terms, condition),
                Feasibility::Unknown(reason) => {
                    complete = false;
                    self.dropped(state, reason);
                }
            }
            if let Some(end) = self.halted() {
                return Err(end);
            }
        }
        self.keep_congruences(state);
        match own {
            Some((number, condition)) if others.is_empty() && complete => {
                // What a listener knows does not follow from the path condition.
                if asked {
                    state.path.learn(self.terms, condition);
                }
                state.decisions.push(Decision::forced(number));
                self.tell_one_way(state);
                Ok((number, SmallVec::new()))
            }
            Some(own) => self.fork(state, own, &others),
            None => {
                if others.is_empty() {
                    return Err(PathEndKind::Infeasible);
                }
                let (number, condition, model) = others.remove(0);
                let before = state.model.replace(model);
                let chosen = self.fork(state, (number, condition), &others);
                if chosen.is_err() {
                    state.model = before;
                }
                chosen
            }
        }
    }

    /// Whether all runs of the path satisfy a condition, or none, where that is known without asking. A path
    /// without a model may have no run at all.
    #[inline]
    pub fn decided(&mut self, state: &State, condition: TermId) -> Option<bool> {
        if state.model.is_none() || self.authority(state) != Authority::Solver {
            return None;
        }
        let known = state.path.decided(self.terms, condition)?;
        self.told(state, condition, known)
    }

    /// As `decided`, by what was asked before alone.
    #[inline]
    fn remembered(&mut self, state: &State, condition: TermId) -> Option<bool> {
        if state.model.is_none() || self.authority(state) != Authority::Solver {
            return None;
        }
        let known = state.path.remembered(self.terms, condition)?;
        self.told(state, condition, known)
    }

    #[inline]
    fn told(&mut self, state: &State, condition: TermId, known: bool) -> Option<bool> {
        if self.interests.cores {
            self.explain(state, condition, known);
        }
        Some(known)
    }

    /// Tells why a condition is decided, which the path does not know any more. Where a solver cannot say it either,
    /// all constraints are why.
    #[cold]
    pub fn explain(&mut self, state: &State, condition: TermId, holds: bool) {
        let excluded = if holds { self.terms.not(condition) } else { condition };
        if self.terms.as_bool(excluded).is_some() {
            return;
        }
        let core = self.ask(state, excluded).1.unwrap_or_else(|| {
            let mut all = state.path.to_vec();
            all.push(excluded);
            all.into()
        });
        self.tell_infeasible(state, excluded, &core);
    }

    /// The alternative that the state's model takes.
    fn own_alternative(
        &mut self,
        state: &mut State,
        alternatives: &[Alternative],
    ) -> Step<Option<Alternative>> {
        let model = self.model(state)?;
        for &(number, condition) in alternatives {
            if self.holds(&model, condition)? {
                return Ok(Some((number, condition)));
            }
        }
        Ok(None)
    }

    /// Goes the way of the model, whatever else is feasible.
    fn choose_by_model(&mut self, state: &mut State, alternatives: &[Alternative]) -> Step<Chosen> {
        let own = self.own_alternative(state, alternatives)?;
        let (number, condition) = own.ok_or(PathEndKind::Infeasible)?;
        self.constrain(state, condition, true);
        Ok((number, SmallVec::new()))
    }

    fn fork(
        &mut self,
        state: &mut State,
        own: (u64, TermId),
        others: &[(u64, TermId, Rc<Assignment>)],
    ) -> Step<Chosen> {
        if !others.is_empty()
            && self.configuration.limits.max_depth.is_some_and(|most| state.depth >= most)
        {
            return Err(PathEndKind::Cut(Limit::Depth));
        }
        let mut forked = SmallVec::new();
        for (number, condition, model) in others {
            let mut other = Box::new(state.clone());
            other.id = self.run.new_state();
            other.covered_new = false;
            other.watch = other.watch.max(self.watch());
            other.model = Some(Rc::clone(model));
            self.take(&mut other, *number, *condition);
            forked.push((*number, other));
        }
        self.take(state, own.0, own.1);
        state.watch = state.watch.max(self.watch());
        let is_shown = (self.run.tree.is_some() || self.records()) && self.run.beyond.is_none();
        if is_shown && !forked.is_empty() {
            let conditions = others.iter().map(|(_, condition, _)| *condition);
            let mut grown: Vec<(&mut State, TermId)> = forked
                .iter_mut()
                .map(|(_, other): &mut (u64, Box<State>)| &mut **other)
                .zip(conditions)
                .collect();
            self.grow(state, own.1, &mut grown);
            self.record_fork(state, own.1, &mut grown);
        }
        if self.run.beyond.is_none() {
            self.run.statistics.forks += forked.len() as u64;
            self.tell_forked(state, &forked);
        }
        Ok((own.0, forked))
    }

    fn take(&mut self, state: &mut State, number: u64, condition: TermId) {
        self.add_constraint(state, condition);
        state.decisions.push(Decision::fork(number));
        self.tell_decision(state, number);
        state.depth += 1;
    }

    /// A fork went that way where the state is.
    fn tell_decision(&self, state: &mut State, alternative: u64) {
        if self.configuration.search.counts_words() {
            let place = u64::from(state.frame.place) << 32 | u64::from(state.frame.next);
            state.telling.decide(place, alternative);
        }
    }

    fn choose_followed(
        &mut self,
        state: &mut State,
        alternatives: &[Alternative],
        decision: Decision,
    ) -> Step<Chosen> {
        let number = decision.alternative();
        let Some(&(_, condition)) = alternatives.iter().find(|(other, _)| *other == number) else {
            return Err(self.unsupported(state, "a decision that is none of the program's here"));
        };
        state.decisions.push(decision);
        if !decision.is_forced() {
            self.constrain(state, condition, false);
            self.tell_decision(state, number);
            state.depth += 1;
        }
        Ok((number, SmallVec::new()))
    }

    /// Chooses a concrete value for a term of at most 64 bits: all that are feasible, up to `most`.
    pub fn choose_value(
        &mut self,
        state: &mut State,
        term: TermId,
        most: usize,
        what: &str,
    ) -> Step<Chosen> {
        let width = self.terms.width(term);
        if let Authority::Recorded(decision) = self.authority(state) {
            let value = self.terms.bv(width, decision.alternative());
            let condition = self.terms.eq(term, value);
            return self.choose_followed(state, &[(decision.alternative(), condition)], decision);
        }
        let mut alternatives = Vec::new();
        let mut different = self.terms.true_();
        let mut model = self.model(state)?;
        let mut exhaustive = false;
        loop {
            let value = self.evaluate_u64(&model, term)?;
            let constant = self.terms.bv(width, value);
            let condition = self.terms.eq(term, constant);
            alternatives.push((value, condition));
            if self.authority(state) == Authority::Model {
                break;
            }
            if alternatives.len() >= most {
                let position = self.position(state);
                self.leave_out(state, Limit::Values { what: what.to_owned(), position });
                break;
            }
            let not = self.terms.not(condition);
            different = self.terms.and(different, not);
            match self.feasible(state, different) {
                Feasibility::Feasible(next) => model = next,
                Feasibility::Infeasible => {
                    exhaustive = true;
                    break;
                }
                Feasibility::Unknown(reason) => {
                    self.dropped(state, reason);
                    break;
                }
            }
        }
        self.choose(state, &alternatives, exhaustive)
    }

    /// Takes over what memory operations demanded of addresses, and extends the model by it.
    pub fn settle(&mut self, state: &mut State) -> Step<()> {
        if !state.memory.has_constraints() {
            return Ok(());
        }
        self.take_hints(state)?;
        for constraint in state.memory.take_constraints() {
            self.add_fact(state, constraint)?;
        }
        Ok(())
    }

    /// Gives new symbols of the input heap values that their constraints allow, where nothing else is known.
    fn take_hints(&mut self, state: &mut State) -> Step<()> {
        let hints = state.memory.take_hints();
        let fresh = state.memory.take_fresh_cells();
        let Some(mut model) = state.model.clone() else { return Ok(()) };
        for (symbol, value) in hints {
            let Some(symbol) = self.terms.as_symbol(symbol) else { continue };
            if model.get(symbol).is_none() {
                let value = self.evaluate(&model, value)?;
                Rc::make_mut(&mut model).set(symbol, value);
            }
        }
        for (number, symbol) in fresh {
            let value = state.memory.congruent_value(self.terms, &model, (number, symbol));
            if let (Some(symbol), Some(value)) = (self.terms.as_symbol(symbol), value) {
                Rc::make_mut(&mut model).set(symbol, value);
            }
        }
        state.model = Some(model);
        Ok(())
    }

    /// Adds a constraint that every run satisfies, over symbols of which some are new.
    pub fn add_fact(&mut self, state: &mut State, constraint: TermId) -> Step<()> {
        match (self.terms.as_bool(constraint), self.configuration.input_object_max) {
            (Some(true), _) => return Ok(()),
            (Some(false), Some(most)) if state.memory.has_few_inputs() => {
                return Err(PathEndKind::Cut(Limit::InputObjects(most)));
            }
            _ => {}
        }
        let Some(model) = state.model.clone() else {
            self.constrain(state, constraint, false);
            return Ok(());
        };
        let mut holds = self.holds(&model, constraint)?;
        if !holds && let Some(extended) = self.with_addresses(state, &model, constraint)? {
            let extended = Rc::new(extended);
            holds = self.holds(&extended, constraint)?;
            if holds {
                state.model = Some(extended);
            }
        }
        self.constrain(state, constraint, holds);
        Ok(())
    }

    /// The model with a place, after all others, for each object whose address the constraint names and
    /// the model does not.
    fn with_addresses(
        &mut self,
        state: &mut State,
        model: &Rc<Assignment>,
        constraint: TermId,
    ) -> Step<Option<Assignment>> {
        let mut extended = None;
        for &symbol in self.terms.symbols(constraint).iter() {
            if model.get(symbol).is_some() {
                continue;
            }
            let Some(object) = state.memory.object_of_symbol(self.terms, symbol) else { continue };
            let Some(object) = state.memory.object(object) else { continue };
            let size = match object.size {
                klew_memory::Value::Int(size) => size,
                klew_memory::Value::Term(size) => self.evaluate_u64(model, size)?,
                _ => 0,
            };
            let align = object.align.max(16);
            let Some(address) = state.next_address.checked_next_multiple_of(align) else {
                return Ok(None);
            };
            state.next_address = address.saturating_add(size).saturating_add(64);
            let bits = Constant::bv(self.pointer_bits(), address);
            extended.get_or_insert_with(|| model.as_ref().clone()).set(symbol, bits);
        }
        Ok(extended)
    }
}
