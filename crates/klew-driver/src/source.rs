//! The files of a program: of which kind each is, and so which front end reads them.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use klew_llvm::lower::Environment;

use crate::c::{self, C};
use crate::error::UserError;
use crate::front_end::FrontEnd;
use crate::java::{self, Java};
use crate::kir::Kir;
use crate::target::Place;

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

/// What the options say of the program.
#[derive(Clone, Debug)]
pub struct ProgramOptions {
    /// Its files.
    pub files: Vec<PathBuf>,
    /// Where runs start.
    pub entry: String,
    /// A C function that is analysed alone.
    pub function: Option<String>,
    /// What says which inputs count where something is analysed alone.
    pub precondition: Option<String>,
    /// Whether a function that is analysed alone finds globals as they are initialised.
    pub initial_globals: bool,
    /// What the program gets from outside.
    pub environment: Environment,
    /// What is to be reached, where that is asked.
    pub target: Option<Place>,
    /// Of C.
    pub c: c::Options,
    /// Of Java.
    pub java: java::Options,
}

/// A program as the user gave it.
#[derive(Clone, Debug)]
pub struct Given {
    /// Its files.
    pub files: Vec<SourceFile>,
    /// Where runs start.
    pub entry: String,
    /// What the program gets from outside.
    pub environment: Environment,
    /// What is to be reached, where that is asked.
    pub target: Option<Place>,
    /// A folder for what is made on the way.
    pub work: PathBuf,
}

impl Given {
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

    /// Its files as the user named them.
    pub fn shown_files(&self) -> Vec<String> {
        self.files.iter().map(|file| file.path.display().to_string()).collect()
    }

    /// A Java program in that folder, of no files.
    #[cfg(test)]
    pub fn empty(work: &Path) -> Given {
        Given {
            files: Vec::new(),
            entry: "main".to_owned(),
            environment: Environment::default(),
            target: None,
            work: work.to_owned(),
        }
    }
}

/// Looks at the files, and chooses the front end.
///
/// # Errors
/// There are no such files, they do not go together, or options are not for such programs.
pub fn open(
    options: &ProgramOptions,
    work: &Path,
) -> Result<(Given, Box<dyn FrontEnd>), UserError> {
    let files = options.files.iter().map(|path| inspect(path)).collect::<Result<Vec<_>, _>>()?;
    let kir = files.iter().filter(|file| file.kind == Kind::Kir).count();
    if kir > 0 && files.len() > 1 {
        return Err(UserError::new("a .kir file is a whole program")
            .help("give it alone, without other files"));
    }
    let java = files.iter().filter(|file| file.kind.is_java()).count();
    if java > 0 && java < files.len() {
        return Err(UserError::new("Java and C cannot be checked together")
            .help("give the files of one language"));
    }
    let given = Given {
        files,
        entry: options.function.as_ref().unwrap_or(&options.entry).clone(),
        environment: options.environment.clone(),
        target: options.target.clone(),
        work: work.to_owned(),
    };
    let front_end: Box<dyn FrontEnd> = match (java > 0, kir > 0) {
        (true, _) => Box::new(Java::new(options)?),
        (false, true) => Box::new(Kir::new(options)?),
        (false, false) => Box::new(C::new(options, &given)?),
    };
    Ok((given, front_end))
}

/// A folder for what is made on the way; it is gone when this is dropped.
///
/// # Errors
/// It cannot be made.
pub fn work_folder() -> Result<tempfile::TempDir, UserError> {
    tempfile::Builder::new()
        .prefix("klew-")
        .tempdir()
        .map_err(|error| UserError::new(format!("cannot make a temporary folder: {error}")))
}

/// Refuses options about the arguments of main, for an entry that is none.
///
/// # Errors
/// There are such options.
pub fn no_arguments_of_main(environment: &Environment) -> Result<(), UserError> {
    let option = match environment.arguments.as_deref() {
        None => return Ok(()),
        Some([]) => "--no-args",
        Some(_) => "--sym-args",
    };
    Err(UserError::new(format!("{option} is about arguments of main only")).help(
        "with --entry or --function, the parameters of the function are inputs by themselves",
    ))
}

/// Refuses a precondition that is what is analysed itself.
///
/// # Errors
/// It is.
pub fn other_precondition(
    options: &ProgramOptions,
    is_same: impl Fn(&str, &str) -> bool,
) -> Result<(), UserError> {
    let analysed = options.function.as_ref().unwrap_or(&options.entry);
    match &options.precondition {
        Some(name) if is_same(name, analysed) => {
            let message = format!("--precondition {analysed}: this is what is analysed itself");
            Err(UserError::new(message)
                .help("a precondition is another function, which says which inputs count"))
        }
        _ => Ok(()),
    }
}

/// Refuses a precondition where nothing is analysed alone.
///
/// # Errors
/// There is one.
pub fn no_precondition(options: &ProgramOptions) -> Result<(), UserError> {
    if options.precondition.is_none() {
        return Ok(());
    }
    Err(UserError::new("--precondition is for a function that is analysed alone")
        .help("--function NAME says which"))
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

/// The text of a file.
///
/// # Errors
/// It cannot be read, or is no text.
pub fn read_text(path: &Path) -> Result<String, UserError> {
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
