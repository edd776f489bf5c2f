//! A C function that is analysed alone: what its inputs are, how a driver calls it, and what is assumed.

use klew_ir::{FunctionId, Program, SourceType, SourceTypeId};
use klew_llvm::lower::{Alone, Signature};
use klew_report::InputHeap;
use klew_report::driver::{Driver, DriverFile, DriverParameter, DriverPassing, driver};
use klew_report::function_tests::Function;
use klew_report::value::Reading;

use super::roots::{self, Root};
use super::types;
use crate::c::sources::Sources;
use crate::findings::place;
use crate::source::Kind;

/// The function.
#[derive(Clone, Debug)]
pub struct AnalysedFunction {
    /// Its name.
    pub name: String,
    /// Its inputs.
    pub roots: Vec<Root>,
    /// What says which inputs there are.
    pub precondition: Option<FunctionId>,
    parameters: Vec<DriverParameter>,
    returns_pointer: bool,
    /// The type of its result, and how it is read.
    result: Option<(String, Reading)>,
    file: Option<String>,
    /// What is assumed of its inputs, in words.
    pub assumptions: Vec<String>,
}

/// A driver's text, and the file of the program (by index) that it includes and stands for.
#[derive(Clone, Debug)]
pub struct DriverText {
    /// Its text.
    pub text: String,
    /// The file.
    pub stands_for: usize,
    /// Variables that keep their initial values although the input heap has others.
    pub unset: Vec<String>,
}

impl AnalysedFunction {
    /// The function of that name, which the program was made for.
    pub fn new(
        program: &Program,
        name: &str,
        signature: &Signature,
        alone: Option<&Alone>,
    ) -> AnalysedFunction {
        let position = program.function_named(name).map(|id| program.function(id).position);
        let parameters = signature.parameters.iter().map(|parameter| DriverParameter {
            name: parameter.name.clone(),
            type_name: types::name(program, parameter.source_type),
            passing: passing(program, parameter.source_type),
        });
        let kept = signature.kept.iter();
        let kept =
            kept.map(|(name, why)| format!("`{name}` holds what it is initialised with: {why}"));
        let given = alone.map_or(&[][..], |alone| &alone.promises);
        let precondition = alone.and_then(|alone| alone.precondition.as_ref());
        let precondition = precondition.map(|name| format!("--precondition {name}"));
        let given = given.iter().map(|promise| format!("{} {}", promise.option, promise.text));
        let assumptions =
            signature.promises.iter().cloned().chain(given).chain(precondition).chain(kept);
        let pointer =
            |ty: SourceTypeId| matches!(types::resolved(program, ty), SourceType::Pointer(_));
        AnalysedFunction {
            name: name.to_owned(),
            roots: roots::of_signature(program, signature),
            precondition: signature.precondition,
            parameters: parameters.collect(),
            returns_pointer: signature.result.is_some_and(pointer),
            result: signature.result.map(|result| {
                (types::name(program, result), types::reading(program, Some(result)))
            }),
            file: position.and_then(|at| place(program, at)).map(|place| place.file),
            assumptions: assumptions.collect(),
        }
    }

    /// The driver that calls it with that heap, or why there is none.
    pub fn driver(
        &self,
        heap: &InputHeap,
        sources: &Sources,
        title: &str,
    ) -> Result<DriverText, String> {
        let stands_for = self.defined_in(sources)?;
        let path = &sources.files[stands_for].path;
        let path = path.canonicalize().unwrap_or_else(|_| path.clone());
        let DriverFile { text, unset } = driver(&Driver {
            heap,
            file: &path.display().to_string(),
            function: &self.name,
            parameters: &self.parameters,
            returns_pointer: self.returns_pointer,
            title,
        });
        Ok(DriverText { text, stands_for, unset })
    }

    /// How it is called.
    pub fn for_tests(&self) -> Function<'_> {
        let shown = |reading: &Reading| *reading != Reading::Bytes;
        let result = self.result.as_ref().filter(|(_, reading)| shown(reading));
        let result = result.map(|(name, reading)| (name.as_str(), *reading));
        Function { name: &self.name, parameters: &self.parameters, result }
    }

    /// The file of the program, by its number, that defines it; or why there is none.
    pub fn defined_in(&self, sources: &Sources) -> Result<usize, String> {
        let same = |path: &std::path::Path| {
            let file = self.file.as_deref().map(std::path::Path::new);
            let real = |path: &std::path::Path| path.canonicalize().ok();
            file.is_some_and(|file| {
                file == path || real(file).is_some_and(|f| real(path) == Some(f))
            })
        };
        let c_file = |file: &crate::source::SourceFile| file.kind == Kind::C && same(&file.path);
        let found = sources.files.iter().position(c_file);
        // A header may define it, or line markers name another file.
        let only = (sources.files.len() == 1 && sources.all_c()).then_some(0);
        found.or(only).ok_or_else(|| {
            format!("`{}` is not defined in a C file that klew was given", self.name)
        })
    }
}

fn passing(program: &Program, ty: SourceTypeId) -> DriverPassing {
    match types::resolved(program, ty) {
        SourceType::Pointer(_) => DriverPassing::Pointer,
        SourceType::Int { bits, .. } if *bits <= 64 => DriverPassing::Integer,
        _ => DriverPassing::Variable,
    }
}
