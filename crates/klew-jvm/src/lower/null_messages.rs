//! Which message a `NullPointerException` has that an instruction threw.
//!
//! Instructions give the maker of the exception a number for their place. A function that is made last, and only where
//! some code asks for messages, goes from numbers to texts.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use klew_ir::{BlockCall, Constant, FunctionId, Operand, Terminator, Type};
use num_bigint::BigUint;
use rustc_hash::{FxHashMap, FxHashSet};

use super::builder::{Builder, null};
use super::lowering::{Lowering, unsupported};
use crate::class_file::bytecode::{Instruction, InvokeKind};
use crate::class_file::flags::BRIDGE;
use crate::class_file::{Member, Method};
use crate::classes::{Class, MethodId, Origin};
use crate::null_message::{Originals, Subject, failing_parameter, messages};

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
                let mut original = originals.as_mut().filter(|_| !called.contains(&class, &method));
                for (index, place) in places {
                    let message = original.as_mut().and_then(|originals| {
                        let local = failing_parameter(subject, index)?;
                        originals.message(&class.name, &method.name, &method.descriptor, local)
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

    /// Methods that models call: the JDK may call others there, so what fails in them may fail elsewhere.
    fn called_by_models(&mut self) -> Called {
        let mut called = Called::default();
        let mut bridges = Vec::new();
        for id in self.reached.methods.clone() {
            let class = self.world.class(id.class);
            let Ok(code) = self.world.code(id) else { continue };
            if class.origin != Origin::Model {
                continue;
            }
            let method = self.world.method(id);
            for placed in &*code {
                let Instruction::Invoke(kind, callee) = &placed.instruction else { continue };
                let Ok(callee) = class.file.pool.member(*callee) else { continue };
                match method.is(BRIDGE) {
                    true => bridges.push((class.clone(), method.clone(), *kind, callee)),
                    false => called.add(*kind, callee),
                }
            }
        }
        for (class, bridge, kind, callee) in bridges {
            if called.contains(&class, &bridge) {
                called.add(kind, callee);
            }
        }
        called
    }
}

/// Methods that are called.
#[derive(Default)]
struct Called {
    /// By name and descriptor, whatever the object is.
    chosen: FxHashSet<(Rc<str>, Rc<str>)>,
    /// Of one class.
    fixed: FxHashSet<(Rc<str>, Rc<str>, Rc<str>)>,
}

impl Called {
    fn add(&mut self, kind: InvokeKind, callee: Member) {
        let Member { class, name, descriptor, .. } = callee;
        match kind {
            InvokeKind::Virtual | InvokeKind::Interface => {
                self.chosen.insert((name, descriptor));
            }
            InvokeKind::Static | InvokeKind::Special => {
                self.fixed.insert((class, name, descriptor));
            }
        }
    }

    fn contains(&self, class: &Class, method: &Method) -> bool {
        let (name, descriptor) = (method.name.clone(), method.descriptor.clone());
        self.fixed.contains(&(class.name.clone(), name.clone(), descriptor.clone()))
            || self.chosen.contains(&(name, descriptor))
    }
}

/// What is not supported.
const WHAT: &str = "the message of a NullPointerException that the JVM throws";

fn case(place: i32) -> BigUint {
    BigUint::from(place as u32)
}

fn call(block: klew_ir::BlockId) -> BlockCall {
    BlockCall { block, arguments: Vec::new() }
}
