//! Java: from sources, class files and jars to a program, and back to a run of it in a JVM.
//!
//! Everything that reads files or starts the JDK's programs for `klew-jvm`, which computes only.

pub mod class_path;
pub mod confirm;
mod each;
pub mod entry;
mod front_end;
pub mod image;
pub mod javac;
pub mod jdk;
mod machine;
pub mod names;
mod program;
mod promises;
pub mod reach;
mod replay;
pub mod roots;
pub mod script;
pub mod sources;
pub mod story;
mod suite;
pub mod surroundings;
pub mod uncaught;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use klew_ir::Program;
use klew_jvm::{ClassSource, Lowered, Request};
use klew_report::java::RUNTIME;

use crate::confined::Confinement;
use crate::error::UserError;
use crate::input_heap::Root;
use crate::options::JavaOptions as Options;
use crate::source::{Given as Named, Kind, SourceFile};
use crate::watch::Clock;
use class_path::Classes;
use entry::Entry;
pub use front_end::Java;
use javac::Compilation;
use jdk::Jdk;
use klew_jvm::summary::{Summary, summary};
use promises::Promises;
use sources::SourceIndex;

/// A Java program that was compiled, as far as running it needs.
#[derive(Debug)]
pub struct JavaProgram {
    /// The JDK that compiles and runs it.
    pub jdk: Jdk,
    /// Where it starts.
    pub entry: Entry,
    /// How its sources were compiled, if it has any.
    pub compilation: Option<Compilation>,
    /// Folders and jars with its classes and those that it needs, besides those that are compiled.
    pub class_path: Vec<PathBuf>,
    /// Its sources.
    pub sources: SourceIndex,
    /// What is assumed of its inputs, in words.
    pub assumptions: Vec<String>,
    /// What its inputs may be and is not looked at, in words.
    pub left_out: Vec<String>,
    /// Its inputs, if a method is analysed alone.
    pub roots: Vec<Root>,
    /// Names of its own classes.
    pub own: Vec<String>,
    /// A folder for what is made on the way.
    pub work: PathBuf,
    /// How it is run.
    pub confinement: Confinement,
    /// The size of standard input, if it is given.
    pub standard_input: Option<u64>,
    /// What is to be reached, where that is asked.
    pub mark: Option<reach::Mark>,
    /// Whether it catches that its stack is exhausted.
    pub catches_exhausted_stack: bool,
}

impl JavaProgram {
    /// Where the JVM finds its classes.
    pub fn run_path(&self) -> Vec<PathBuf> {
        let compiled = self.compilation.iter().map(|compilation| compilation.to.clone());
        compiled.chain(self.class_path.iter().cloned()).collect()
    }

    /// Options of the JVM that runs it.
    pub fn run_options(&self) -> Vec<&'static str> {
        let stack = machine::stack(self.catches_exhausted_stack);
        machine::RUN_OPTIONS.into_iter().chain([stack]).collect()
    }

    /// Whether a class, named as stack traces do, is the program's own.
    pub fn is_own(&self, class: &str) -> bool {
        self.own.binary_search(&class.replace('.', "/")).is_ok()
    }
}

/// Compiles and lowers the program.
pub fn load(
    named: &Named,
    options: &Options,
    clock: &Clock,
) -> Result<(Program, JavaProgram), UserError> {
    let (mut java, classes) = prepare(named, options, clock)?;
    let promises = promises::of_options(
        (&options.promises, options.precondition.as_deref()),
        &java,
        &classes,
        clock,
    )?;
    let mut class_path: Vec<klew_jvm::Container> = classes
        .into_iter()
        .map(|(path, classes)| klew_jvm::Container { name: path.display().to_string(), classes })
        .collect();
    class_path.extend(promises.container.clone());
    if let Some(place) = &named.target {
        let is_own = |name: &String| java.own.binary_search(name).is_ok();
        let own: Vec<klew_jvm::Container> = class_path
            .iter()
            .map(|container| {
                let classes = container.classes.iter().filter(|(name, _)| is_own(name));
                let classes = classes.map(|(name, class)| (name.clone(), class.clone())).collect();
                klew_jvm::Container { name: container.name.clone(), classes }
            })
            .collect();
        java.mark = reach::mark(place, &own)?;
    }
    let asked = (options, &promises);
    let lowered = lower(&class_path, &java, named, asked)?;
    let Lowered { mut program, assumptions, left_out, catches_exhausted_stack, .. } = lowered;
    java.catches_exhausted_stack = catches_exhausted_stack;
    java.assumptions = assumptions;
    java.left_out = left_out;
    java.assumptions.extend(promises.texts);
    java.roots = roots::of_entry(&program, &java.entry);
    for file in &mut program.files {
        if let Some(path) = java.sources.find(file) {
            *file = path;
        }
    }
    Ok((program, java))
}

/// The classes of a folder or jar, with its path.
pub type Container = (PathBuf, Classes);

/// Compiles the program, and chooses where it starts.
pub fn prepare(
    named: &Named,
    options: &Options,
    clock: &Clock,
) -> Result<(JavaProgram, Vec<Container>), UserError> {
    let jdk = Jdk::find(options.java_home.as_deref(), options.javac.as_deref())?;
    let mut given = Given::of(&named.files, &named.work)?;
    for path in &options.class_path {
        if !path.exists() {
            return Err(UserError::new(format!("--classpath: there is no {}", path.display())));
        }
        given.needed.push(absolute(path));
    }
    let index = SourceIndex::new(&given.java)?;
    let compilation = compile(&given, &index, &jdk, &named.work, clock)?;
    let mut classes = Vec::new();
    if let Some(compilation) = &compilation {
        classes.push((compilation.to.clone(), class_path::container(&compilation.to)?));
    }
    for path in given.own.iter().chain(&given.needed) {
        classes.push((path.clone(), class_path::container(path)?));
    }
    let count = classes.len() - given.needed.len();
    let summaries = summaries(classes.iter().take(count).map(|(_, classes)| classes), &given.loose);
    let main_class = match given.own.as_slice() {
        [jar] if compilation.is_none() && jar.is_file() => class_path::main_class(jar),
        _ => None,
    };
    let entry = entry::choose(&named.entry, &summaries, main_class.as_deref())?;
    let own = summaries.keys().cloned().collect();
    let class_path = given.own.into_iter().chain(given.needed).collect();
    let java = JavaProgram {
        jdk,
        entry,
        compilation,
        class_path,
        sources: index,
        assumptions: Vec::new(),
        left_out: Vec::new(),
        roots: Vec::new(),
        own,
        work: named.work.clone(),
        confinement: named.confinement.clone(),
        standard_input: named.environment.standard_input,
        mark: None,
        catches_exhausted_stack: false,
    };
    Ok((java, classes))
}

/// The JDK's classes, for the front end.
struct Library<'j>(image::Image, &'j Jdk);

impl ClassSource for Library<'_> {
    fn class(&self, name: &str) -> Option<Vec<u8>> {
        // A class that cannot be read is as good as none: reaching it is then unsupported.
        self.0.class(name).ok().flatten()
    }

    fn properties(&self) -> Vec<(String, String)> {
        self.1.properties()
    }
}

fn lower(
    class_path: &[klew_jvm::Container],
    java: &JavaProgram,
    named: &Named,
    (options, promises): (&Options, &Promises),
) -> Result<Lowered, UserError> {
    let library = Library(java.jdk.image()?, &java.jdk);
    let models = klew_jvm::Container::jar("klew's models", klew_jvm::MODELS)
        .map_err(|error| UserError::new(error.to_string()))?;
    let Entry { class, method, descriptor, .. } = &java.entry;
    let request = Request {
        class_path,
        models: &models,
        jdk: Some(&library),
        entry: klew_jvm::Entry::Method(format!("{}.{method}{descriptor}", class.replace('/', "."))),
        preconditions: options
            .precondition
            .iter()
            .chain(&promises.preconditions)
            .cloned()
            .collect(),
        not_null: promises.not_null.clone(),
        allowed: options.promises.allow_exception.clone(),
        surroundings: surroundings::surroundings(&named.environment),
        target: java.mark.as_ref().map(|mark| mark.target.clone()),
    };
    klew_jvm::lower(&request).map_err(|error| UserError::new(error.to_string()))
}

/// What the user gave, by kind.
#[derive(Debug, Default)]
struct Given {
    /// Source files.
    java: Vec<PathBuf>,
    /// Folders and jars with the program's own classes.
    own: Vec<PathBuf>,
    /// Classes that were given as files: only these of their folder are searched for `main`.
    loose: Vec<String>,
    /// Folders and jars that it needs.
    needed: Vec<PathBuf>,
}

impl Given {
    fn of(files: &[SourceFile], work: &Path) -> Result<Given, UserError> {
        let mut given = Given::default();
        let loose = work.join("given");
        for file in files {
            let path = absolute(&file.path);
            match file.kind {
                Kind::Java => given.java.push(path),
                Kind::Jar => given.own.push(path),
                Kind::Class => given.class(&path, &loose)?,
                _ => {
                    let java = class_path::files_below(&path, "java")?;
                    let modules = |path: &PathBuf| path.ends_with("module-info.java");
                    given.java.extend(java.into_iter().filter(|path| !modules(path)));
                    if !class_path::files_below(&path, "class")?.is_empty() {
                        given.own.push(path.clone());
                    }
                    given.own.extend(class_path::files_below(&path, "jar")?);
                }
            }
        }
        if !given.loose.is_empty() {
            given.own.push(loose);
        }
        given.java.dedup();
        Ok(given)
    }

    /// A class file, and those that lie beside it, are put where a class path can find them.
    fn class(&mut self, path: &Path, to: &Path) -> Result<(), UserError> {
        let folder = path.parent().unwrap_or(Path::new("."));
        for file in class_path::files_below(folder, "class")? {
            if file.parent() != Some(folder) {
                continue;
            }
            let bytes = class_path::read(&file)?;
            let Ok(summary) = summary(&bytes) else {
                if file == path {
                    let message = format!("{} is no class file", path.display());
                    return Err(UserError::new(message));
                }
                continue;
            };
            let copy = to.join(format!("{}.class", summary.name));
            let written = copy
                .parent()
                .map_or(Ok(()), fs::create_dir_all)
                .and_then(|()| fs::write(&copy, &bytes));
            written.map_err(|error| {
                UserError::new(format!("cannot write to {}: {error}", copy.display()))
            })?;
            if file == path {
                self.loose.push(summary.name);
            }
        }
        Ok(())
    }
}

fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

/// Writes the classes that hand out input below a folder.
pub fn write_runtime(folder: &Path) -> std::io::Result<()> {
    for (name, text) in RUNTIME {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap_or(folder))?;
        fs::write(path, text)?;
    }
    Ok(())
}

fn compile(
    given: &Given,
    index: &SourceIndex,
    jdk: &Jdk,
    work: &Path,
    clock: &Clock,
) -> Result<Option<Compilation>, UserError> {
    if given.java.is_empty() {
        return Ok(None);
    }
    // Programs may use Klew and Verifier without bringing them.
    let runtime = work.join("runtime");
    write_runtime(&runtime).map_err(|error| {
        UserError::new(format!("cannot write to {}: {error}", runtime.display()))
    })?;
    let mut source_path = index.roots().to_vec();
    source_path.push(runtime);
    let compilation = Compilation {
        files: given.java.clone(),
        to: work.join("classes"),
        class_path: given.own.iter().chain(&given.needed).cloned().collect(),
        source_path,
    };
    compilation.run(jdk, clock)?;
    Ok(Some(compilation))
}

/// The program's own classes, without those that hand out input. Bytes that are no class file are left to
/// whoever needs that class.
fn summaries<'c>(
    classes: impl Iterator<Item = &'c Classes>,
    loose: &[String],
) -> BTreeMap<String, Summary> {
    let mut summaries = BTreeMap::new();
    for bytes in classes.flat_map(|classes| classes.values()) {
        let Ok(summary) = summary(bytes) else { continue };
        let runtime = |(file, _): &(&str, &str)| file.strip_suffix(".java") == Some(&summary.name);
        if RUNTIME.iter().any(runtime) {
            continue;
        }
        let of_loose = |name: &String| {
            summary.name == *name
                || summary.name.strip_prefix(name.as_str()).is_some_and(|r| r.starts_with('$'))
        };
        if loose.is_empty() || loose.iter().any(of_loose) {
            summaries.entry(summary.name.clone()).or_insert(summary);
        }
    }
    summaries
}

#[cfg(test)]
#[path = "java_tests.rs"]
mod tests;

#[cfg(test)]
mod mutant_tests;
