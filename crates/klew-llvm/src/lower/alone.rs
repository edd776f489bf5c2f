//! What calls a function that is analysed alone: parameters and global variables are inputs, an optional
//! precondition is called before it.
//!
//! Parameters that the calling convention passes in another form than they are declared (structures by
//! value) are built in memory from their declared type, and handed over as LLVM's signature says.
//!
//! Invariant: [`Signature::inputs`] lists the inputs in the order in which the program asks for them, before
//! any other; what keeps its initial value instead is in [`Signature::kept`].

use klew_ir::call_graph::CallGraph;
use klew_ir::{
    Callee, Comparison, Constant, FunctionBody, FunctionId, GlobalId, Initializer, ObjectKind,
    Operand, Operation, SourceType, SourceTypeId, Terminator, Type,
};

use super::attributes;
use super::builder::{Builder, Scalars, int};
use super::options::Alone;
use super::parts::{Filler, Origin, Part, PartKind};
use super::promises::{self, Holds, Named};
use super::prototype::{self, Parameter};
use super::shared::{ChosenFunction, Linked};
use super::shared::{LowerError, ModuleContext, Shared, Unsupported};
use super::wrapper::{self, Hooks};
use super::{environment, variables};
use crate::syntax;

/// What an analysed function takes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Signature {
    /// The precondition.
    pub precondition: Option<FunctionId>,
    /// The parameters as they are declared.
    pub parameters: Vec<Parameter>,
    /// The type of its result; none for `void`.
    pub result: Option<SourceTypeId>,
    /// The inputs, in order.
    pub inputs: Vec<Part>,
    /// What declarations promise of them, in words.
    pub promises: Vec<String>,
    /// Global variables that keep their initial values, and why.
    pub kept: Vec<(String, String)>,
}

/// Gives the program its entry, which calls the function.
pub(crate) fn add_start(
    hooks: &Hooks,
    linked: &Linked,
    (name, entry): (&str, FunctionId),
    alone: &Alone,
    shared: &mut Shared,
) -> Result<Signature, LowerError> {
    let error = |why: String| LowerError::Alone { name: name.to_owned(), why };
    let Some(chosen) = linked.functions.iter().find(|chosen| chosen.id == entry) else {
        return Err(error("its signature is not supported".to_owned()));
    };
    let mut builder = Builder::new(shared.program.data_model, &[]);
    variables::define(&mut builder, shared, entry, false);
    environment::files(&mut builder, shared, &shared.options.environment.clone());
    wrapper::call_hooks(hooks, &mut builder, shared);
    let mut signature = Signature::default();
    let precondition = match &alone.precondition {
        Some(name) => Some(wrapper::defined_function(name, shared)?),
        None => None,
    };
    signature.precondition = precondition;
    if !alone.initial_globals {
        let roots: Vec<FunctionId> = precondition.into_iter().chain([entry]).collect();
        let named = promises::globals(shared, &alone.promises);
        fill_globals(&mut builder, shared, (&roots, named), &mut signature);
    }
    let arguments =
        arguments(&mut builder, shared, linked, chosen, &mut signature).map_err(error)?;
    let declared = attributes::promises(&linked.contexts[chosen.module], chosen, &arguments.named);
    signature.promises = declared.iter().map(|it| it.text.clone()).collect();
    attributes::assume(&mut builder, &declared);
    promises::assume(&mut builder, shared, &arguments.named, &alone.promises)?;
    if let Some(precondition) = precondition {
        call_precondition(&mut builder, shared, precondition, &arguments)?;
    }
    let results = wrapper::results(shared, entry);
    let values = builder.call(Callee::Function(entry), arguments.all(), &results);
    keep_results(&mut builder, shared, &values);
    if shared.has_destructors {
        // `exit` calls it.
        wrapper::define_finish(hooks, shared);
    }
    builder.terminate(Terminator::Return(Vec::new()));
    let start = wrapper::define(shared, "klew.start", builder);
    shared.program.entry = Some(start);
    Ok(signature)
}

/// The arguments, as the signature of the program's representation wants them.
struct Arguments {
    /// Where the result is written, if that is a parameter.
    result: Scalars,
    declared: Scalars,
    /// The declared parameters, for promises.
    named: Vec<Named>,
}

impl Arguments {
    fn all(&self) -> Scalars {
        self.result.iter().chain(&self.declared).cloned().collect()
    }
}

/// Assigns inputs to the global variables that the functions can come to, and to those that are named besides.
fn fill_globals(
    builder: &mut Builder,
    shared: &mut Shared,
    (roots, named): (&[FunctionId], Vec<GlobalId>),
    signature: &mut Signature,
) {
    for id in reachable_globals(shared, roots, named) {
        let global = shared.program.global(id);
        let external = matches!(global.initializer, Initializer::External);
        // What is not part of the program is arbitrary anyway; texts of the compiler have no type.
        if global.constant || external || global.size == 0 {
            continue;
        }
        let name = global.name.clone();
        let Some(ty) = global.source_type else {
            let why = "there is no debug information for it".to_owned();
            signature.kept.push((name, why));
            continue;
        };
        let (sources, parts) = (&shared.sources, &mut signature.inputs);
        let mut filler = Filler { builder, sources, parts, keep_functions: true };
        match filler.parts_of(ty) {
            Ok(_) => {
                let origin = Origin::Global { variable: name.clone(), offset: 0 };
                filler.fill(&Operand::Constant(Constant::Global(id, 0)), ty, &name, &origin);
                if filler.holds_functions(ty) {
                    let why = "pointers to functions are no inputs".to_owned();
                    signature.kept.push((name, why));
                }
            }
            Err(why) => signature.kept.push((name, why)),
        }
    }
}

/// Globals that the functions, and all that these may call, refer to, or that are named, directly or through initial values.
fn reachable_globals(shared: &Shared, roots: &[FunctionId], named: Vec<GlobalId>) -> Vec<GlobalId> {
    let program = &shared.program;
    let graph = CallGraph::new(program);
    let mut seen = vec![false; program.globals.len()];
    let mut stack = named;
    for function in roots.iter().flat_map(|root| graph.reachable(*root)) {
        let FunctionBody::Defined(definition) = &program.function(function).body else { continue };
        for block in &definition.blocks {
            let operations = block.instructions.iter().flat_map(|i| i.operation.operands());
            let operands = operations.chain(block.terminator.operands());
            stack.extend(operands.filter_map(|operand| match operand {
                Operand::Constant(Constant::Global(id, _)) => Some(*id),
                _ => None,
            }));
        }
    }
    while let Some(id) = stack.pop() {
        if std::mem::replace(&mut seen[id.0 as usize], true) {
            continue;
        }
        if let Initializer::Bytes(_, relocations) = &program.global(id).initializer {
            stack.extend(relocations.iter().filter_map(|relocation| match relocation.value {
                Constant::Global(id, _) => Some(id),
                _ => None,
            }));
        }
    }
    (0..seen.len() as u32).map(GlobalId).filter(|id| seen[id.0 as usize]).collect()
}

fn arguments(
    builder: &mut Builder,
    shared: &mut Shared,
    linked: &Linked,
    chosen: &ChosenFunction,
    signature: &mut Signature,
) -> Result<Arguments, String> {
    let context = &linked.contexts[chosen.module];
    let function = &context.module.functions[chosen.index];
    let declared = prototype::prototype(context, function, &mut shared.sources);
    let declared = declared.ok_or(
        "there is no debug information for it, which says what its parameters point to; \
         compile it with -g",
    )?;
    let mut arguments =
        Arguments { result: Scalars::new(), declared: Scalars::new(), named: Vec::new() };
    let mut passed = function.parameters.iter().peekable();
    if let Some(first) = passed.peek()
        && let Some(ty) = context.module.attributes.typed(first.attributes, "sret")
    {
        passed.next();
        let size = context.types.size(ty).map_err(|Unsupported(why)| why)?;
        let result = wrapper::add_global(shared, RESULT, size, Initializer::Zero);
        arguments.result.push(Filler::global(result));
    }
    let (sources, parts) = (&shared.sources, &mut signature.inputs);
    let filler = Filler { builder, sources, parts, keep_functions: false };
    let mut passing = Passing { context, passed, filler };
    for (index, parameter) in declared.parameters.iter().enumerate() {
        let passed = passing.passed.peek().map(|passed| passed.attributes);
        let (scalars, holds) = passing.parameter(index, parameter)?;
        arguments.declared.extend(scalars);
        let (name, source_type) = (parameter.name.clone(), parameter.source_type);
        arguments.named.push(Named { name, source_type, holds, attributes: passed });
    }
    if passing.passed.next().is_some() {
        return Err("its parameters are passed in a way that is not supported".to_owned());
    }
    signature.parameters = declared.parameters;
    signature.result = declared.result;
    Ok(arguments)
}

/// Where results lie, so that what they point to is not lost.
const RESULT: &str = "klew.result";

/// Hands declared parameters over in the form of LLVM's.
struct Passing<'a, 'c, 'm> {
    context: &'c ModuleContext<'m>,
    passed: std::iter::Peekable<std::slice::Iter<'m, syntax::Parameter>>,
    filler: Filler<'a>,
}

impl Passing<'_, '_, '_> {
    fn parameter(
        &mut self,
        index: usize,
        parameter: &Parameter,
    ) -> Result<(Scalars, Holds), String> {
        let ty = parameter.source_type;
        let size = self.filler.size(ty);
        let origin = Origin::Parameter { index, offset: 0 };
        if size == 0 {
            let empty = matches!(self.filler.sources.resolved(ty), SourceType::Record { .. });
            let error =
                format!("its parameter `{}` has a type that is not supported", parameter.name);
            let nothing = Holds::Object(Operand::Constant(Constant::Null));
            return if empty { Ok((Scalars::new(), nothing)) } else { Err(error) };
        }
        if let Some(scalar) = self.direct(ty) {
            self.passed.next();
            let value = self.scalar(scalar, parameter, &origin);
            let holds = Holds::Scalar(value.clone());
            return Ok((smallvec::smallvec![value], holds));
        }
        self.filler.parts_of(ty).map_err(|why| format!("parameter `{}`: {why}", parameter.name))?;
        let builder = &mut self.filler.builder;
        let object = builder.emit(
            Operation::Allocate {
                kind: ObjectKind::Stack,
                // Registers are read whole.
                size: builder.word_constant(size.next_multiple_of(16)),
                align: 16,
                zeroed: true,
                variable: None,
                source_type: None,
            },
            Type::Pointer,
        );
        self.filler.fill(&object, ty, &parameter.name, &origin);
        Ok((self.registers(&object, size)?, Holds::Object(object)))
    }

    /// The scalar that stands for a parameter of that type, if it is passed as it is declared.
    fn direct(&mut self, ty: SourceTypeId) -> Option<Type> {
        let passed = self.passed.peek()?;
        let scalar = self.context.types.scalar(passed.ty)?;
        let fits = match (self.filler.sources.resolved(ty), scalar) {
            (SourceType::Pointer(_), Type::Pointer) => true,
            (SourceType::Int { .. }, Type::Int(1)) => self.filler.scalar(ty) == Some(Type::BOOL),
            (SourceType::Int { bits, .. }, Type::Int(width)) => *bits == width,
            (SourceType::Float { .. }, Type::Float(_)) => self.filler.scalar(ty) == Some(scalar),
            _ => false,
        };
        fits.then_some(scalar)
    }

    fn scalar(&mut self, scalar: Type, parameter: &Parameter, origin: &Origin) -> Operand {
        let (ty, name) = (parameter.source_type, parameter.name.as_str());
        let filler = &mut self.filler;
        let kind = match filler.sources.resolved(ty) {
            SourceType::Pointer(_) => PartKind::Reference,
            _ => PartKind::Scalar,
        };
        filler.input(scalar, ty, name, origin, kind)
    }

    /// A structure by value: its address, or what registers hold of it.
    fn registers(&mut self, object: &Operand, size: u64) -> Result<Scalars, String> {
        let unsupported = || "a structure is passed in a way that is not supported".to_owned();
        let wide = self.filler.builder.data_model.pointer_bits == 64;
        let mut scalars = Scalars::new();
        let mut covered = 0;
        while covered < size {
            let passed = self.passed.next().ok_or_else(unsupported)?;
            if self.context.module.attributes.typed(passed.attributes, "byval").is_some() {
                return Ok(smallvec::smallvec![object.clone()]);
            }
            let shape = self.context.types.shape(passed.ty);
            let shape = shape.map_err(|Unsupported(why)| why)?;
            let bytes = self.context.types.size(passed.ty).map_err(|Unsupported(why)| why)?;
            if covered + bytes > size.next_multiple_of(16) || bytes == 0 {
                return Err(unsupported());
            }
            for leaf in &shape.leaves {
                let builder = &mut self.filler.builder;
                let at = builder.offset_by(object.clone(), (covered + leaf.offset) as i64);
                scalars.push(builder.load_unchecked(at, leaf.ty));
            }
            // The ABI of x86-64 takes structures apart in units of eight bytes.
            covered += if wide { bytes.next_multiple_of(8) } else { bytes };
        }
        Ok(scalars)
    }
}

fn call_precondition(
    builder: &mut Builder,
    shared: &Shared,
    precondition: FunctionId,
    arguments: &Arguments,
) -> Result<(), LowerError> {
    let function = shared.program.function(precondition);
    let wanted = &function.parameters;
    let given: Vec<Type> = arguments.declared.iter().map(|a| builder.type_of(a)).collect();
    if !given.starts_with(wanted) {
        let why = "a precondition takes the same parameters as the function, or the first of them";
        return Err(LowerError::Alone { name: function.name.clone(), why: why.to_owned() });
    }
    let passed = arguments.declared.iter().take(wanted.len()).cloned();
    let results = builder.call(Callee::Function(precondition), passed, &function.results.clone());
    if let [result] = &results[..]
        && let Type::Int(width) = builder.type_of(result)
    {
        let holds = builder.compare(Comparison::NotEqual, result.clone(), int(width, 0));
        builder.effect(Operation::Assume(holds));
    }
    Ok(())
}

/// What a result points to is not lost: the caller has it.
fn keep_results(builder: &mut Builder, shared: &mut Shared, values: &Scalars) {
    let pointers = values.iter().filter(|value| builder.type_of(value) == Type::Pointer);
    let pointers: Vec<Operand> = pointers.cloned().collect();
    if pointers.is_empty() {
        return;
    }
    let step = shared.program.data_model.pointer_size();
    let size = step * pointers.len() as u64;
    let global = wrapper::add_global(shared, RESULT, size, Initializer::Zero);
    for (index, pointer) in (0..).zip(pointers) {
        let at = builder.offset_by(Filler::global(global), index * step as i64);
        builder.store_unchecked(at, pointer);
    }
}
