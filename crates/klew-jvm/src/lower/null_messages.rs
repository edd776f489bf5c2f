//! Which message a `NullPointerException` has that an instruction threw.
//!
//! Instructions give the maker of the exception a number for their place. A function that is made last, and only where
//! some code asks for messages, goes from numbers to texts.

use std::collections::{BTreeMap, BTreeSet};

use klew_ir::{BlockCall, Constant, FunctionId, Operand, Terminator, Type};
use num_bigint::BigUint;
use rustc_hash::FxHashMap;

use super::builder::{Builder, null};
use super::lowering::{Lowering, unsupported};
use crate::classes::{MethodId, Origin};
use crate::null_message::{Subject, messages};

/// A place without a message: frames of lambdas and the like are hidden, and the JVM says nothing of them. Negative
/// numbers are of methods of models, whose messages are not known; 0 is any place in one.
const SILENT: i32 = 1;

/// The number of the first place with a message.
const FIRST: i32 = 2;

impl Lowering<'_, '_> {
    /// The number of the place of an instruction that fails on null.
    pub(super) fn null_place(&mut self, method: MethodId, index: usize) -> i32 {
        match self.world.class(method.class).origin {
            Origin::Model => {
                let models = &mut self.null_places.models;
                if models.last() != Some(&method) {
                    models.push(method);
                }
                -(models.len() as i32)
            }
            Origin::Made => SILENT,
            Origin::User | Origin::Jdk => {
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
        for (place, message) in self.messages_of_places() {
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
        for (number, method) in (1..).zip(self.null_places.models.clone()) {
            let block = builder.block(&[]);
            builder.switch_to(block);
            let (class, name) = (self.world.class(method.class), self.world.method(method));
            let place = format!(" within {}.{}", class.java_name(), name.name);
            builder.terminate(unsupported(format!("{WHAT}{place}")));
            cases.push((case(-number), call(block)));
        }
        let unknown = builder.block(&[]);
        builder.switch_to(unknown);
        builder.terminate(unsupported(format!("{WHAT} within the JDK")));
        builder.switch_to(start);
        builder.terminate(Terminator::Switch { value, cases, default: call(unknown) });
        self.define(function, builder);
    }

    /// The messages of those places whose code can be followed.
    fn messages_of_places(&mut self) -> Vec<(i32, String)> {
        let mut methods: BTreeMap<MethodId, BTreeMap<usize, i32>> = BTreeMap::new();
        for (place, (method, index)) in (FIRST..).zip(&self.null_places.list) {
            methods.entry(*method).or_default().insert(*index, place);
        }
        let mut all = Vec::new();
        for (id, places) in methods {
            let method = self.world.method(id).clone();
            let (Some(code), Ok(placed)) = (&method.code, self.world.code(id)) else { continue };
            let class = self.world.class(id.class);
            let subject = Subject { class: &class.file, method: &method, code, placed: &placed };
            let wanted: BTreeSet<usize> = places.keys().copied().collect();
            let Ok(messages) = messages(subject, &wanted) else { continue };
            all.extend(
                messages.into_iter().filter_map(|(index, text)| Some((*places.get(&index)?, text))),
            );
        }
        all.sort();
        all
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
