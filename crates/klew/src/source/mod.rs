//! From files to a program: C through clang, LLVM's IR through `klew-llvm`, `.kir` directly.

pub mod clang;
pub mod marks;

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use klew_ir::{DataModel, Program, Property};
use klew_llvm::headers::HEADERS;
use klew_llvm::lower::{Alone, Environment, LowerOptions, Signature, lower_with_signature};

use crate::arguments::{Bits, SourceArguments};
use crate::error::UserError;
use crate::input_heap::InputHeapArguments;
use crate::java::{self, JavaProgram};
use crate::reach::Place;
use crate::watch::Clock;
use clang::{Clang, Folded};
use marks::Marks;

/// Writes the headers that programs may include below a folder.
pub fn write_headers(folder: &Path) -> std::io::Result<()> {
    for (name, text) in HEADERS {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap_or(folder))?;
        fs::write(path, text)?;
    }
    Ok(())
}

/// What kind of file it is, by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// C.
    C,
    /// LLVM's textual IR.
    LlvmText,
    /// LLVM's bitcode.
    LlvmBitcode,
    /// klew's own.
    Kir,
    /// Java.
    Java,
    /// A Java class.
    Class,
    /// Java classes.
    Jar,
    /// A folder of Java sources, classes or jars.
    Folder,
}

impl Kind {
    /// The kind that a file's name says, if it says one.
    fn of_name(path: &Path) -> Option<Kind> {
        match path.extension()?.to_str()? {
            "c" | "i" => Some(Kind::C),
            "ll" => Some(Kind::LlvmText),
            "bc" => Some(Kind::LlvmBitcode),
            "kir" => Some(Kind::Kir),
            "java" => Some(Kind::Java),
            "class" => Some(Kind::Class),
            "jar" => Some(Kind::Jar),
            _ => None,
        }
    }

    /// Whether it belongs to a Java program.
    pub fn is_java(self) -> bool {
        matches!(self, Kind::Java | Kind::Class | Kind::Jar | Kind::Folder)
    }
}

/// What a program is written in, as far as that decides which options mean something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// C, some of it at least.
    C,
    /// C that the preprocessor has been through.
    Preprocessed,
    /// LLVM's IR.
    Llvm,
    /// klew's own.
    Kir,
    /// Java.
    Java,
}

impl Language {
    /// By the names of the files; none where they are of no known kind, or of kinds that do not go together, which
    /// reading them tells.
    pub fn of_names(files: &[PathBuf]) -> Option<Language> {
        let of_one = |path: &PathBuf| {
            let kind = if path.is_dir() { Kind::Folder } else { Kind::of_name(path)? };
            Some(match kind {
                Kind::C if path.extension().is_some_and(|extension| extension == "i") => {
                    Language::Preprocessed
                }
                Kind::C => Language::C,
                Kind::LlvmText | Kind::LlvmBitcode => Language::Llvm,
                Kind::Kir => Language::Kir,
                Kind::Java | Kind::Class | Kind::Jar | Kind::Folder => Language::Java,
            })
        };
        let all: Vec<Language> = files.iter().map(of_one).collect::<Option<_>>()?;
        let first = *all.first()?;
        if all.iter().all(|language| *language == first) {
            return Some(first);
        }
        // Parts in C and parts in LLVM's IR are linked: what is honoured for one part is honoured.
        let linked = [Language::C, Language::Preprocessed, Language::Llvm];
        if !all.iter().all(|language| linked.contains(language)) {
            return None;
        }
        linked.into_iter().find(|language| all.contains(language))
    }
}

/// A file of the program, seen to exist.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// As the user gave it.
    pub path: PathBuf,
    /// What it is.
    pub kind: Kind,
}

/// What is needed to compile the program, by klew's front end or natively.
#[derive(Clone, Debug)]
pub struct Sources {
    /// The files.
    pub files: Vec<SourceFile>,
    /// Flags for the preprocessor and the language standard.
    pub flags: Vec<String>,
    /// The data model of C files.
    pub bits: Bits,
    /// Where runs start.
    pub entry: String,
    /// How the entry is analysed alone, if it is.
    pub alone: Option<Alone>,
    /// A folder for what is made on the way; it holds the headers that programs may include.
    pub work: PathBuf,
    /// What the program gets from outside.
    pub environment: Environment,
    /// What is to be reached, where that is asked.
    pub target: Option<Place>,
    /// Of Java programs.
    pub java: java::Options,
    /// What clang is asked to place checks for.
    pub checks: Vec<Property>,
    /// Whether the IR is to run rather than to be analysed, so that it has no checks.
    pub for_native_run: bool,
    is_java: bool,
}

impl Sources {
    /// Looks at the files.
    pub fn new(arguments: &SourceArguments, work: &Path) -> Result<Sources, UserError> {
        let files =
            arguments.files.iter().map(|path| inspect(path)).collect::<Result<Vec<_>, _>>()?;
        let kir = files.iter().filter(|file| file.kind == Kind::Kir).count();
        if kir > 0 && files.len() > 1 {
            return Err(UserError::new("a .kir file is a whole program")
                .help("give it alone, without other files"));
        }
        let is_java = java::is_java(&files)?;
        let header = work.join("include");
        write_headers(&header).map_err(|error| {
            UserError::new(format!("cannot write to {}: {error}", header.display()))
        })?;
        let mut flags = vec![format!("-std={}", arguments.standard)];
        flags.extend(arguments.include.iter().map(|folder| {
            let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.clone());
            format!("-I{}", folder.display())
        }));
        flags.extend(arguments.define.iter().map(|define| format!("-D{define}")));
        flags.push(format!("-I{}", header.display()));
        Ok(Sources {
            files,
            flags,
            bits: arguments.data_model,
            entry: arguments.entry.clone(),
            alone: None,
            work: work.to_owned(),
            environment: Environment::default(),
            target: None,
            java: java::Options {
                class_path: arguments
                    .java
                    .classpath
                    .iter()
                    .flat_map(std::env::split_paths)
                    .collect(),
                java_home: arguments.java.java_home.clone(),
                javac: arguments.java.javac.clone(),
                precondition: None,
            },
            checks: Vec::new(),
            for_native_run: false,
            is_java,
        })
    }

    /// Makes a function, if one is named, the entry that is analysed alone.
    pub fn analyse(&mut self, arguments: &InputHeapArguments) -> Result<(), UserError> {
        self.alone = arguments.alone();
        let analysed = arguments.function.as_ref().unwrap_or(&self.entry);
        if arguments.precondition.as_ref().is_some_and(|name| self.is_same(name, analysed)) {
            let message = format!("--precondition {analysed}: this is what is analysed itself");
            return Err(UserError::new(message)
                .help("a precondition is another function, which says which inputs count"));
        }
        match &arguments.function {
            Some(_) if self.is_java => {
                return Err(UserError::new("--function is for C")
                    .help("--entry Class.method analyses a Java method alone"));
            }
            Some(function) => self.entry.clone_from(function),
            None if self.is_java => self.java.precondition.clone_from(&arguments.precondition),
            None if arguments.precondition.is_some() => {
                return Err(UserError::new(
                    "--precondition is for a function that is analysed alone",
                )
                .help("--function NAME says which"));
            }
            None => {}
        }
        Ok(())
    }

    /// Whether a precondition's name is that of the function or method: Java's may leave out the class.
    fn is_same(&self, precondition: &str, analysed: &str) -> bool {
        let without_class = || analysed.strip_suffix(precondition)?.chars().next_back();
        let short = self.is_java && !precondition.contains('.');
        precondition == analysed || (short && without_class() == Some('.'))
    }

    /// No files.
    #[cfg(test)]
    pub fn empty(work: &Path) -> Sources {
        Sources {
            files: Vec::new(),
            flags: Vec::new(),
            bits: Bits::Bits64,
            alone: None,
            entry: "main".to_owned(),
            work: work.to_owned(),
            environment: Environment::default(),
            target: None,
            java: java::Options::default(),
            checks: Vec::new(),
            for_native_run: false,
            is_java: true,
        }
    }

    /// Whether all files are C.
    pub fn all_c(&self) -> bool {
        self.files.iter().all(|file| file.kind == Kind::C)
    }

    /// Whether it is one of klew's own.
    pub fn is_kir(&self) -> bool {
        self.files.iter().any(|file| file.kind == Kind::Kir)
    }

    /// Whether it is a Java program.
    pub fn is_java(&self) -> bool {
        self.is_java
    }

    /// The names of its files without their extensions; of many, the first ones.
    pub fn names(&self) -> String {
        const SHOWN: usize = 3;
        let stems = self.files.iter().filter_map(|file| file.path.file_stem());
        let mut names: Vec<String> =
            stems.map(|stem| stem.to_string_lossy().into_owned()).collect();
        if names.len() > SHOWN {
            let more = names.len() - SHOWN;
            names.truncate(SHOWN);
            names.push(format!("{more}.more"));
        }
        names.join("+")
    }

    /// The name of the program in `.ktest` files.
    pub fn name(&self) -> String {
        let stem = self.files.first().and_then(|file| file.path.file_stem());
        stem.map_or_else(|| "program".to_owned(), |stem| stem.to_string_lossy().into_owned())
    }
}

fn inspect(path: &Path) -> Result<SourceFile, UserError> {
    let shown = path.display();
    let metadata = fs::metadata(path).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => UserError::new(format!("there is no file {shown}")),
        _ => UserError::new(format!("cannot read {shown}: {error}")),
    })?;
    if metadata.is_dir() {
        let java = ["java", "class", "jar"];
        for extension in java {
            if !java::class_path::files_below(path, extension)?.is_empty() {
                return Ok(SourceFile { path: path.to_owned(), kind: Kind::Folder });
            }
        }
        return Err(UserError::new(format!("{shown} is a directory without Java in it"))
            .help("give the program's source files"));
    }
    let Some(kind) = Kind::of_name(path) else {
        return Err(UserError::new(format!("{shown}: klew cannot tell what kind of file it is"))
            .help("klew reads .c, .i, .ll, .bc and .kir files, and .java, .class and .jar files and folders of them"));
    };
    if metadata.is_file() && metadata.len() == 0 {
        return Err(UserError::new(format!("{shown} is empty")));
    }
    if kind == Kind::LlvmBitcode {
        check_bitcode(path)?;
    }
    Ok(SourceFile { path: path.to_owned(), kind })
}

/// Whether a file begins as bitcode does: what comes behind that, clang judges.
fn check_bitcode(path: &Path) -> Result<(), UserError> {
    const RAW: [u8; 4] = *b"BC\xc0\xde";
    const WRAPPED: [u8; 4] = [0xde, 0xc0, 0x17, 0x0b];
    let shown = path.display();
    let mut start = Vec::new();
    fs::File::open(path)
        .and_then(|file| file.take(4).read_to_end(&mut start))
        .map_err(|error| UserError::new(format!("cannot read {shown}: {error}")))?;
    if start == RAW || start == WRAPPED {
        return Ok(());
    }
    Err(UserError::new(format!("{shown} is not LLVM bitcode"))
        .help("clang -c -emit-llvm -g makes it; LLVM's IR as text is called .ll"))
}

/// A program, and what its IR does not show.
#[derive(Debug)]
pub struct Loaded {
    /// The program.
    pub program: Program,
    /// Undefined arithmetic on constants.
    pub folded: Vec<Folded>,
    /// What the entry takes, where it is analysed alone.
    pub signature: Option<Signature>,
    /// What running it needs, if it is a Java program.
    pub java: Option<JavaProgram>,
}

/// The program that the files make up.
pub fn load(sources: &Sources, malloc_may_fail: bool, clock: &Clock) -> Result<Loaded, UserError> {
    if sources.is_java() {
        let (program, java) = java::load(sources, clock)?;
        return Ok(Loaded { program, folded: Vec::new(), signature: None, java: Some(java) });
    }
    if let [SourceFile { path, kind: Kind::Kir }] = sources.files.as_slice() {
        if sources.alone.is_some() {
            return Err(UserError::new("--function is for C and LLVM's IR")
                .help("the entry of a .kir program says itself what its inputs are"));
        }
        let program = load_kir(path)?;
        return Ok(Loaded { program, folded: Vec::new(), signature: None, java: None });
    }
    let mut clang = None;
    let mut folded = Vec::new();
    let mut modules = Vec::new();
    let mut marks = Marks::default();
    for file in &sources.files {
        let text = if file.kind == Kind::LlvmText {
            read_text(&file.path)?
        } else {
            let clang = match &clang {
                Some(clang) => clang,
                None => clang.insert(Clang::find()?),
            };
            let (text, more) = clang.compile(file, sources, clock)?;
            folded.extend(more);
            text
        };
        let text = marks.mark(text, sources);
        let name = file.path.display().to_string();
        let module = klew_llvm::read_module(&text, &name).map_err(|error| {
            UserError::new(error.to_string()).help("this is not LLVM IR that klew can read")
        })?;
        modules.push(module);
    }
    marks.check(sources)?;
    let options = LowerOptions {
        malloc_may_fail,
        entry: Some(sources.entry.clone()),
        environment: sources.environment.clone(),
        alone: sources.alone.clone(),
        ..LowerOptions::default()
    };
    let (program, signature) = lower_with_signature(modules, &options).map_err(|error| {
        let help = marks.help(&error, sources);
        UserError { message: error.to_string(), help, limit: None }
    })?;
    Ok(Loaded { program, folded, signature, java: None })
}

fn read_text(path: &Path) -> Result<String, UserError> {
    let bytes = fs::read(path)
        .map_err(|error| UserError::new(format!("cannot read {}: {error}", path.display())))?;
    String::from_utf8(bytes).map_err(|error| {
        UserError::new(format!(
            "{}: byte {} is not part of a text",
            path.display(),
            error.utf8_error().valid_up_to()
        ))
        .help("bitcode files must be called .bc")
    })
}

fn load_kir(path: &Path) -> Result<Program, UserError> {
    let text = read_text(path)?;
    let shown = path.display();
    let program = klew_ir::text::parse_program(&text, &shown.to_string())
        .map_err(|e| UserError::new(format!("{shown}:{}:{}: {}", e.line, e.column, e.message)))?;
    if let Err(errors) = klew_ir::verify::verify_program(&program) {
        let first = errors.first().map_or(String::new(), ToString::to_string);
        return Err(UserError::new(format!("{shown}: not a well-formed program: {first}")));
    }
    if program.entry.is_none() {
        return Err(UserError::new(format!("{shown}: no function is the entry"))
            .help("a line `entry @main` names it"));
    }
    Ok(program)
}

/// Bits of a pointer of that machine.
pub fn bits_of(model: DataModel) -> Bits {
    if model.pointer_bits == 32 { Bits::Bits32 } else { Bits::Bits64 }
}
