//! From a violated check to a finding: what is wrong with which numbers, and the inputs that show it.

use std::collections::BTreeSet;
use std::rc::Rc;

use klew_engine::{Choice, InputValue, ObjectInfo, ViolationKind, Witness};
use klew_ir::{Position, Property};
use klew_memory::{Object, ObjectId, ObjectKind, Value};
use klew_term::{Assignment, TermId};

use crate::decode::op::CheckSite;
use crate::ending::Limit;
use crate::machine::{Machine, Step};
use crate::monitor::Control;
use crate::outcome::Approximation;
use crate::run::ReportKey;
use crate::state::State;

/// What is wrong, before there are numbers.
#[derive(Clone, Copy, Debug)]
pub enum Violation {
    /// A condition does not hold.
    Condition,
    /// An access to object 0.
    Address(TermId),
    /// An access outside an object.
    Bounds { object: ObjectId, offset: TermId, size: TermId },
    /// An access to an object that was freed.
    Freed(ObjectId),
    /// An access to an object that is out of scope.
    OutOfScope(ObjectId),
    /// A write to a constant.
    ReadOnly(ObjectId),
    /// An access to a function.
    Function(ObjectId),
    /// A second free.
    DoubleFree(ObjectId),
    /// A free of something else.
    InvalidFree { object: ObjectId, offset: TermId },
    /// A call of something else.
    Call,
    /// A value that was never written.
    Uninitialised,
}

impl Violation {
    /// The terms that say how it goes wrong.
    pub fn terms(self) -> Vec<TermId> {
        match self {
            Violation::Address(address) => vec![address],
            Violation::Bounds { offset, size, .. } => vec![offset, size],
            Violation::InvalidFree { offset, .. } => vec![offset],
            _ => Vec::new(),
        }
    }

    /// The name of the kind that it becomes, where that does not depend on numbers.
    fn name(self) -> Option<&'static str> {
        Some(match self {
            Violation::Condition | Violation::Address(_) => return None,
            Violation::Bounds { .. } => "out of bounds",
            Violation::Freed(_) => "use after free",
            Violation::OutOfScope(_) => "use after scope",
            Violation::ReadOnly(_) => "write to constant",
            Violation::Function(_) => "access to function",
            Violation::DoubleFree(_) => "double free",
            Violation::InvalidFree { .. } => "invalid free",
            Violation::Call => "bad call",
            Violation::Uninitialised => "uninitialised use",
        })
    }
}

/// What makes two violations the same. Uncaught exceptions all leave the entry at one place; their classes, which
/// the messages name, tell them apart.
fn key(site: &CheckSite, position: Position, name: &'static str) -> ReportKey {
    let message = match site.property {
        Property::UncaughtException => site.message.clone(),
        _ => None,
    };
    (site.property, position, name, message)
}

impl Machine<'_> {
    /// Whether such a violation was reported there before, or told as one that nobody asks about, so that showing it again tells nothing.
    pub fn is_reported(&self, state: &State, site: &CheckSite, violation: Violation) -> bool {
        // A probe ends where something may fail, told or not.
        if self.run.beyond.is_some() {
            return false;
        }
        let name = match violation {
            Violation::Condition => ViolationKind::of_condition(site.property).name(),
            other => match other.name() {
                Some(name) => name,
                None => return false,
            },
        };
        let position = self.position_at(state, site.position);
        match site.selected {
            true => self.run.reported.contains(&key(site, position, name)),
            false => {
                let what = name.to_owned();
                let told = Approximation::Undefined { what, position };
                self.run.approximations.contains(&told)
            }
        }
    }

    /// Reports a violation that the runs of `model` make, which satisfy `condition` if there is one; if it is not
    /// asked about, says that such runs are left out.
    pub fn report(
        &mut self,
        state: &State,
        site: &CheckSite,
        (violation, condition): (Violation, Option<TermId>),
        model: &Rc<Assignment>,
    ) -> Step<()> {
        if let Some(end) = self.end_of_probe() {
            return Err(end);
        }
        if self.in_precondition(state) {
            return Ok(());
        }
        let position = self.position_at(state, site.position);
        let kind = self.kind_of(state, site.property, violation, model)?;
        if !site.selected {
            let what = kind.name().to_owned();
            self.run.approximations.insert(Approximation::Undefined { what, position });
            return Ok(());
        }
        if let Some(folding) = &mut self.folding {
            folding.suspicions.insert(site.id);
            let suspected = &folding.suspicions;
            let asked = &self.configuration.fold_for;
            let all = !asked.is_empty() && asked.iter().all(|check| suspected.contains(check));
            if self.configuration.stop_at_first_finding || all {
                self.run.stop.get_or_insert(Limit::StoppedAtFinding);
            }
            return Ok(());
        }
        let key = key(site, position, kind.name());
        if !self.run.reported.insert(key.clone()) {
            return Ok(());
        }
        let mut stack = vec![(state.frame.function, site.position)];
        stack.extend(state.callers.iter_backwards().map(|f| (f.function, f.position())));
        let finding = Witness {
            check: site.id,
            property: site.property,
            kind,
            message: site.message.clone(),
            exception: site.exception,
            position,
            stack,
            // Those of a path with a short input are none of the program as it is.
            decisions: if state.short_input == 0 { state.decisions.to_vec() } else { Vec::new() },
            inputs: self.tape(state, model)?,
            heap: self.heap_of(state, model)?,
            symbols: self.terms.named(model),
            made_up: self.made_up(state),
            choices: self.choices(state, violation.terms().into_iter().chain(condition)),
        };
        if self.found(state, finding) == Control::Again {
            self.run.reported.remove(&key);
            // Another state may show it yet.
            self.tell_left_out(state);
        }
        Ok(())
    }

    /// Takes a finding, and does what the monitor says to it.
    pub fn found(&mut self, state: &State, finding: Witness) -> Control {
        self.tell_fails(state, &finding);
        let away = self.record_away();
        let control = self.monitor.finding(&finding);
        self.record_back(away);
        self.run.findings.push(finding);
        self.obey(control);
        if self.configuration.stop_at_first_finding && self.run.stop.is_none() {
            self.run.stop = Some(Limit::StoppedAtFinding);
        }
        control
    }

    /// What the runs of a state take from outside the program. Of globals, all: which of them a run reads
    /// is not recorded.
    pub fn made_up(&self, state: &State) -> Vec<String> {
        let called = state.external_calls.to_vec().into_iter();
        let called = called.map(|name| name.to_string());
        let globals =
            self.run.approximations.iter().filter_map(|approximation| match approximation {
                Approximation::ExternalGlobal { name } => Some(name.clone()),
                _ => None,
            });
        let names: BTreeSet<String> = called.chain(globals).collect();
        names.into_iter().collect()
    }

    /// What a path and further terms depend on besides inputs.
    pub fn choices(&self, state: &State, more: impl IntoIterator<Item = TermId>) -> Vec<Choice> {
        let mut found = BTreeSet::new();
        for term in state.path.to_vec().into_iter().chain(more) {
            for &symbol in self.terms.symbols(term).iter() {
                let name = self.terms.symbol_name(symbol);
                if klew_ir::inputs::is_symbol(name) {
                    continue;
                }
                found.insert(match () {
                    () if klew_memory::is_address_symbol(name) => Choice::Addresses,
                    () if klew_memory::is_uninitialised_symbol(name) => Choice::Unwritten,
                    () => Choice::Other,
                });
            }
        }
        found.into_iter().collect()
    }

    fn kind_of(
        &self,
        state: &State,
        property: Property,
        violation: Violation,
        model: &Rc<Assignment>,
    ) -> Step<ViolationKind> {
        let object = |id: ObjectId| {
            let mut info = self.object_info(state.memory.object(id), model)?;
            if let Some((size, count)) = state.memory.known_input_size(id) {
                let count = count.map_or(Ok(1), |count| self.evaluate_u64(model, count))?;
                info.size = size.saturating_mul(count);
            }
            Ok(info)
        };
        Ok(match violation {
            Violation::Condition => ViolationKind::of_condition(property),
            Violation::Address(address) => {
                let address = self.evaluate_u64(model, address)?;
                if self.signed(address).unsigned_abs() < 4096 {
                    ViolationKind::NullDereference { address }
                } else {
                    ViolationKind::InvalidPointer { address }
                }
            }
            Violation::Bounds { object: id, offset, size } => {
                let offset = self.signed(self.evaluate_u64(model, offset)?);
                let size = self.evaluate_u64(model, size)?;
                ViolationKind::OutOfBounds { offset, size, object: object(id)? }
            }
            Violation::Freed(id) => ViolationKind::UseAfterFree { object: object(id)? },
            Violation::OutOfScope(id) => ViolationKind::UseAfterScope { object: object(id)? },
            Violation::ReadOnly(id) => ViolationKind::WriteToConstant { object: object(id)? },
            Violation::Function(id) => ViolationKind::AccessToFunction { object: object(id)? },
            Violation::DoubleFree(id) => ViolationKind::DoubleFree { object: object(id)? },
            Violation::InvalidFree { object: id, offset } => {
                let offset = self.signed(self.evaluate_u64(model, offset)?);
                let object = if id.is_null() { None } else { Some(object(id)?) };
                ViolationKind::InvalidFree { object, offset }
            }
            Violation::Call => ViolationKind::BadCall,
            Violation::Uninitialised => ViolationKind::UninitialisedUse,
        })
    }

    /// A pointer-wide number as a signed one.
    fn signed(&self, number: u64) -> i64 {
        let shift = 64 - self.pointer_bits();
        ((number << shift) as i64) >> shift
    }

    /// What findings say of an object.
    pub fn object_info(&self, object: Option<&Object>, model: &Rc<Assignment>) -> Step<ObjectInfo> {
        let size = match object.map(|object| object.size) {
            Some(Value::Int(size)) => size,
            Some(Value::Term(size)) => self.evaluate_u64(model, size)?,
            _ => 0,
        };
        Ok(ObjectInfo {
            name: object.and_then(|object| object.name.as_deref()).map(str::to_owned),
            kind: match object.map(|object| object.kind) {
                Some(ObjectKind::Stack) => "stack",
                Some(ObjectKind::Heap) => "heap",
                Some(ObjectKind::Global) => "global",
                Some(ObjectKind::Input) => "input",
                Some(ObjectKind::Function(_)) => "function",
                None => "unknown",
            },
            size,
            allocated_at: object.map_or(klew_ir::Position::UNKNOWN, |object| object.allocated_at),
            freed_at: object.and_then(|object| object.freed_at),
        })
    }

    /// The inputs of the runs of `model`, in their order.
    pub fn tape(&self, state: &State, model: &Rc<Assignment>) -> Step<Vec<InputValue>> {
        let mut inputs = Vec::with_capacity(state.inputs.len());
        for record in state.inputs.to_vec() {
            let mut data = Vec::new();
            for &(value, width) in record.image.iter() {
                let size = width.div_ceil(8) as usize;
                let bits = match value {
                    Value::Int(bits) => u128::from(bits),
                    Value::Term(term) => {
                        let constant = self.evaluate(model, term)?;
                        if let Some(wide) = constant.as_bitvec().filter(|bits| bits.width() > 128) {
                            let mut image = wide.to_biguint().to_bytes_le();
                            image.resize(size, 0);
                            data.extend(image);
                            continue;
                        }
                        constant.as_bitvec().and_then(|bits| bits.to_u128()).unwrap_or(0)
                    }
                    _ => 0,
                };
                data.extend_from_slice(&bits.to_le_bytes()[..size.min(16)]);
            }
            inputs.push(InputValue {
                name: record.name.to_string(),
                data,
                value_type: record.value_type,
                position: record.position,
                origin: record.origin,
                modelled: record.modelled,
            });
        }
        Ok(inputs)
    }
}
