//! The files of a program: of which kind each is, and what goes with them whatever the language.

use std::fs;
use std::path::{Path, PathBuf};

use klew_llvm::lower::Environment;

use crate::confined::Confinement;
#[cfg(test)]
use crate::confined::Wanted;
use crate::error::UserError;
use crate::options::ProgramOptions;
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
    pub fn of_name(path: &Path) -> Option<Kind> {
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
    /// How the program is run.
    pub confinement: Confinement,
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
            confinement: Confinement::new(Wanted::Best, work),
            work: work.to_owned(),
        }
    }
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

/// Refuses a precondition and other promises where nothing is analysed alone.
///
/// # Errors
/// There is one.
pub fn no_precondition(options: &ProgramOptions) -> Result<(), UserError> {
    let precondition = options.precondition.as_ref().map(|_| "--precondition");
    let Some(option) = precondition.or_else(|| options.promises.given()) else { return Ok(()) };
    Err(UserError::new(format!("{option} is for a function that is analysed alone"))
        .help("--function NAME says which"))
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
