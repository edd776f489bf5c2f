//! Which message a `NullPointerException` has that an instruction threw.
//!
//! Instructions give the maker of the exception a number for their place. A function that is made last, and only where
//! some code asks for messages, goes from numbers to texts.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use klew_ir::{BlockCall, Constant, FunctionId, Operand, Terminator, Type};
use num_bigint::BigUint;
use rustc_hash::FxHashMap;

use super::builder::{Builder, null};
use super::lowering::{Lowering, unsupported};
use crate::class_file::bytecode::Instruction;
use crate::class_file::{Member, Method};
use crate::classes::{Class, MethodId, Origin};
use crate::null_message::{Originals, Passed, Subject, failing_parameter, messages, passed_nulls};

/// A place without a message: frames of lambdas and the like are hidden, and the JVM says nothing of them. 0 is any place
/// in a model.
const SILENT: i32 = 1;

/// The number of the first place with a message.
const FIRST: i32 = 2;

impl Lowering<'_, '_> {
    /// The number of the place of an instruction that fails on null.
    pub(super) fn null_place(&mut self, method: MethodId, index: usize) -> i32 {
        match self.world.class(method.class).origin {
            Origin::Made => SILENT,
            Origin::User | Origin::Jdk | Origin::Model => {
                let places = &mut self.null_places.list;
                // Instructions are lowered one after the other.
                if places.last() != Some(&(method, index)) {
                    places.push((method, index));
                }
                FIRST + places.len() as i32 - 1
            }
        }
    }

    /// The function from numbers of places to messages.
    pub fn null_messages(&mut self) -> FunctionId {
        if let Some(known) = self.null_places.function {
            return known;
        }
        let name = "klew.null_message".to_owned();
        let function = self.add_function(name, &[Type::Int(32)], &[Type::Pointer]);
        self.null_places.function = Some(function);
        function
    }

    /// Gives that function its body, as all places are known.
    pub(super) fn finish_null_messages(&mut self) {
        let Some(function) = self.null_places.function else { return };
        let mut builder = Builder::new(&[Type::Int(32)]);
        let value = builder.parameter(0);
        let start = builder.block(&[]);
        builder.jump(start, Vec::new());
        let silent = builder.block(&[]);
        builder.switch_to(silent);
        builder.terminate(Terminator::Return(vec![null()]));
        let mut cases = vec![(case(SILENT), call(silent))];
        let mut known: FxHashMap<String, klew_ir::BlockId> = FxHashMap::default();
        let mut models: FxHashMap<MethodId, klew_ir::BlockId> = FxHashMap::default();
        for (place, method, message) in self.messages_of_places() {
            let Some(message) = message else {
                let block = *models
                    .entry(method)
                    .or_insert_with(|| self.unknown_message(method, &mut builder));
                cases.push((case(place), call(block)));
                continue;
            };
            let number = known.len();
            let block = match known.get(&message) {
                Some(block) => *block,
                None => {
                    let units: Vec<u16> = message.encode_utf16().collect();
                    let name = format!("null message {number}");
                    let Ok(text) = self.string_object(&name, &units) else { continue };
                    let block = builder.block(&[]);
                    builder.switch_to(block);
                    let text = Operand::Constant(Constant::Global(text, 0));
                    builder.terminate(Terminator::Return(vec![text]));
                    known.insert(message, block);
                    block
                }
            };
            cases.push((case(place), call(block)));
        }
        let unknown = builder.block(&[]);
        builder.switch_to(unknown);
        builder.terminate(unsupported(format!("{WHAT} within the JDK")));
        builder.switch_to(start);
        builder.terminate(Terminator::Switch { value, cases, default: call(unknown) });
        self.define(function, builder);
    }

    /// A block for what is not known of a method of a model.
    fn unknown_message(&self, method: MethodId, builder: &mut Builder) -> klew_ir::BlockId {
        let block = builder.block(&[]);
        builder.switch_to(block);
        let (class, name) = (self.world.class(method.class), self.world.method(method));
        let place = format!(" within {}.{}", class.java_name(), name.name);
        builder.terminate(unsupported(format!("{WHAT}{place}")));
        block
    }

    /// The messages of those places whose code can be followed; of models all places, with a message if it is known.
    fn messages_of_places(&mut self) -> Vec<(i32, MethodId, Option<String>)> {
        let mut methods: BTreeMap<MethodId, BTreeMap<usize, i32>> = BTreeMap::new();
        for (place, (method, index)) in (FIRST..).zip(&self.null_places.list) {
            methods.entry(*method).or_default().insert(*index, place);
        }
        let mut originals = self.world.classes.jdk().map(Originals::new);
        let called = self.called_by_models();
        let mut all = Vec::new();
        for (id, places) in methods {
            let method = self.world.method(id).clone();
            let (Some(code), Ok(placed)) = (&method.code, self.world.code(id)) else { continue };
            let class = self.world.class(id.class);
            let subject = Subject { class: &class.file, method: &method, code, placed: &placed };
            if class.origin == Origin::Model {
                for (index, place) in places {
                    let message = originals.as_mut().and_then(|originals| {
                        let local = failing_parameter(subject, index)?;
                        self.counterparts(id, local, &called, originals)
                    });
                    all.push((place, id, message));
                }
                continue;
            }
            let wanted: BTreeSet<usize> = places.keys().copied().collect();
            let Ok(messages) = messages(subject, &wanted) else { continue };
            let known = messages.into_iter();
            all.extend(known.filter_map(|(at, text)| Some((*places.get(&at)?, id, Some(text)))));
        }
        all.sort();
        all
    }

    /// The message where a parameter of a method of a model is null: that of the JDK's method, and of those that get it from their
    /// callers and pass it on, if all have one message.
    fn counterparts(
        &self,
        method: MethodId,
        local: u16,
        called: &Called,
        originals: &mut Originals<'_>,
    ) -> Option<String> {
        let mut found = BTreeSet::new();
        let mut seen = BTreeSet::from([(method, local)]);
        let mut work = vec![(method, local)];
        while let Some((id, local)) = work.pop() {
            let (class, method) = (self.world.class(id.class), self.world.method(id));
            if originals.have(&class.name, &method.name, &method.descriptor) {
                let (name, descriptor) = (&method.name, &method.descriptor);
                found.insert(originals.message(&class.name, name, descriptor, local)?);
            }
            for (caller, passed) in called.callers(&class, method) {
                match passed.iter().find(|(at, _)| *at == local) {
                    Some((_, Passed::Unknown)) => return None,
                    Some((_, Passed::Parameter(given))) if seen.insert((*caller, *given)) => {
                        work.push((*caller, *given));
                    }
                    _ => {}
                }
            }
        }
        let first = found.pop_first();
        first.filter(|_| found.is_empty())
    }

    /// What models call and may pass null to: the JDK may call others there, so what fails in them may fail elsewhere.
    fn called_by_models(&mut self) -> Called {
        let mut called = Called::default();
        for id in self.reached.methods.clone() {
            let class = self.world.class(id.class);
            let Ok(placed) = self.world.code(id) else { continue };
            if class.origin != Origin::Model {
                continue;
            }
            let method = self.world.method(id);
            let mut calls = Vec::new();
            for (index, one) in placed.iter().enumerate() {
                let Instruction::Invoke(_, callee) = &one.instruction else { continue };
                let Ok(callee) = class.file.pool.member(*callee) else { continue };
                if !is_contract(&callee) {
                    calls.push((index, callee));
                }
            }
            let Some(code) = method.code.as_ref().filter(|_| !calls.is_empty()) else { continue };
            let subject = Subject { class: &class.file, method, code, placed: &placed };
            let indices: Vec<usize> = calls.iter().map(|(index, _)| *index).collect();
            let all = passed_nulls(subject, &indices);
            for ((_, callee), passed) in calls.into_iter().zip(all) {
                let unknown = || (0..64).map(|local| (local, Passed::Unknown)).collect();
                called.add(callee, id, passed.unwrap_or_else(unknown));
            }
        }
        called
    }
}

/// Whether the JDK's own code has to call it where a model does: what is compared, and in which order, is the same.
fn is_contract(callee: &Member) -> bool {
    matches!(&*callee.class, "java/lang/Comparable" | "java/util/Comparator")
}

/// Calls of a method: in which method each is, and what it may pass null to.
type Calls = Vec<(MethodId, Vec<(u16, Passed)>)>;

/// Methods that models call.
#[derive(Default)]
struct Called {
    /// By name and descriptor, in whatever class it is found.
    methods: FxHashMap<(Rc<str>, Rc<str>), Calls>,
    /// Those of constructors, with the class.
    constructors: FxHashMap<(Rc<str>, Rc<str>), Calls>,
}

impl Called {
    fn add(&mut self, callee: Member, caller: MethodId, passed: Vec<(u16, Passed)>) {
        if passed.is_empty() {
            return;
        }
        let Member { class, name, descriptor, .. } = callee;
        let calls = match &*name {
            CONSTRUCTOR => self.constructors.entry((class, descriptor)).or_default(),
            _ => self.methods.entry((name, descriptor)).or_default(),
        };
        calls.push((caller, passed));
    }

    /// The calls that may lead to a method of a class.
    fn callers(
        &self,
        class: &Class,
        method: &Method,
    ) -> impl Iterator<Item = &(MethodId, Vec<(u16, Passed)>)> {
        let descriptor = method.descriptor.clone();
        let calls = match &*method.name {
            CONSTRUCTOR => self.constructors.get(&(class.name.clone(), descriptor)),
            _ => self.methods.get(&(method.name.clone(), descriptor)),
        };
        calls.into_iter().flatten()
    }
}

/// The name of constructors.
const CONSTRUCTOR: &str = "<init>";

/// What is not supported.
const WHAT: &str = "the message of a NullPointerException that the JVM throws";

fn case(place: i32) -> BigUint {
    BigUint::from(place as u32)
}

fn call(block: klew_ir::BlockId) -> BlockCall {
    BlockCall { block, arguments: Vec::new() }
}
