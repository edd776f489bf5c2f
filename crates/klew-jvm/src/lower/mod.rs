//! From bytecode to KIR.
//!
//! What is reached is known before ([`crate::reach`]), so tags, targets of calls and type tests are final when the
//! first method is lowered. Each method becomes one function; what the JVM does behind an instruction (initialisation of
//! classes, choice of a method, creation of arrays of arrays) becomes a library function where it is shared.
//!
//! **Invariant**: whatever cannot be lowered exactly is `unsupported` where it is reached.

mod ahead;
mod arithmetic;
mod arrays;
pub(crate) mod body;
pub(crate) mod builder;
mod calls;
mod class_objects;
mod depth;
mod dispatch;
pub(crate) mod entry;
mod enumerations;
mod exceptions;
pub(crate) mod failure;
mod flow;
pub(crate) mod initialisation;
mod instructions;
mod literals;
pub(crate) mod lowering;
mod method;
mod monitors;
mod null_messages;
mod objects;
mod sites;
mod statics;
mod store_check;
mod string_switch;
pub(crate) mod tags;
mod types;
mod variables;

use std::collections::BTreeSet;

use klew_ir::{Function, FunctionBody, FunctionId, Position, Program, Type, number_checks};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::class_file::flags::STATIC;
use crate::classes::MethodId;
use crate::reach::{Reach, Reached};
use crate::target::Target;
use crate::world::World;
use builder::{MACHINE, value_type};

use lowering::{Lowering, NullPlaces, ThrowSites, Types};

pub(crate) use entry::Start;

/// Lowers everything that is reached. Calls of some functions, which are `counted`, are so as far as they nest.
pub(crate) fn lower(
    world: &mut World<'_>,
    reached: Reached,
    start: &Start,
    target: Option<&Target>,
    counted: BTreeSet<String>,
) -> Program {
    let tags = tags::Tags::new(world, &reached.instantiated);
    let mut lowering = Lowering {
        world,
        reached,
        tags,
        program: Program::new(MACHINE),
        functions: FxHashMap::default(),
        files: FxHashMap::default(),
        types: Types::default(),
        statics: FxHashMap::default(),
        initialisers: FxHashMap::default(),
        initialising: FxHashSet::default(),
        known_statics: FxHashMap::default(),
        dispatchers: FxHashMap::default(),
        literals: FxHashMap::default(),
        literal_units: FxHashMap::default(),
        literal_list: None,
        class_objects: FxHashMap::default(),
        array_makers: FxHashMap::default(),
        store_check: None,
        shared: FxHashMap::default(),
        names: FxHashSet::default(),
        throw_sites: ThrowSites::default(),
        target: target.cloned(),
        null_places: NullPlaces::default(),
        counted,
        depth: None,
    };
    lowering.declare();
    for index in 0..lowering.reached.methods.len() {
        let method = lowering.reached.methods[index];
        lowering.method(method);
    }
    // Last, as it tells the places where exceptions begin.
    lowering.add_start(start);
    lowering.finish_null_messages();
    lowering.finish_literals();
    lowering.finish_types();
    let mut program = lowering.program;
    number_checks(&mut program);
    program
}

impl Lowering<'_, '_> {
    fn declare(&mut self) {
        for index in 0..self.reached.methods.len() {
            let method = self.reached.methods[index];
            let function = self.declaration(method);
            let id = FunctionId(self.program.functions.len() as u32);
            self.program.functions.push(function);
            self.functions.insert(method, id);
        }
    }

    fn declaration(&mut self, id: MethodId) -> Function {
        let class = self.world.class(id.class);
        let method = self.world.method(id).clone();
        let mut parameters = Vec::new();
        let mut parameter_types = Vec::new();
        if !method.is(STATIC) {
            parameters.push(Type::Pointer);
            parameter_types.push(Some(self.reference_to(&class.name)));
        }
        for parameter in &method.signature.parameters {
            parameters.push(value_type(parameter));
            parameter_types.push(Some(self.local_type(parameter)));
        }
        let mut results: Vec<Type> = method.signature.result.iter().map(value_type).collect();
        results.push(Type::Pointer);
        let line = method.code.as_ref().and_then(|code| code.lines.first()).map_or(0, |it| it.1);
        let file = self.file(id.class);
        Function {
            name: self.world.method_name(id),
            parameters,
            results,
            variadic: false,
            library: self.is_library(id.class),
            position: Position { file, line: u32::from(line), column: 0 },
            parameter_types,
            body: FunctionBody::External,
        }
    }

    fn method(&mut self, id: MethodId) {
        let Some(&function) = self.functions.get(&id) else { return };
        let name = self.world.method_name(id);
        let mut body = if !Reach::follows(self.world, id) {
            FunctionBody::Unsupported(format!("{name} of the JDK is not modelled"))
        } else {
            match method::lower(self, id) {
                Ok(definition) if self.is_guarded(id) => {
                    match self.guard(id, function, definition) {
                        Ok(body) => body,
                        Err(why) => FunctionBody::Unsupported(format!("{name}: {why}")),
                    }
                }
                Ok(definition) => FunctionBody::Defined(definition.into()),
                Err(why) => FunctionBody::Unsupported(format!("{name}: {why}")),
            }
        };
        if self.counted.contains(&name) {
            body = match self.count_depth(id, function, body) {
                Ok(body) => body,
                Err(why) => FunctionBody::Unsupported(format!("{name}: {why}")),
            };
        }
        self.set_body(function, body);
    }
}
