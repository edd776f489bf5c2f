//! The languages that klew knows: which front end reads a program is decided by its files' names.

use std::fs;
use std::io::Read;
use std::path::Path;

use crate::c::C;
use crate::confined::Confinement;
use crate::error::UserError;
use crate::front_end::FrontEnd;
use crate::java::{Java, class_path};
use crate::kir::Kir;
use crate::options::ProgramOptions;
use crate::source::{Given, Kind, SourceFile};

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
        confinement: Confinement::new(options.sandbox, work),
        work: work.to_owned(),
    };
    let front_end: Box<dyn FrontEnd> = match (java > 0, kir > 0) {
        (true, _) => Box::new(Java::new(options)?),
        (false, true) => Box::new(Kir::new(options)?),
        (false, false) => Box::new(C::new(options, &given)?),
    };
    Ok((given, front_end))
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
            if !class_path::files_below(path, extension)?.is_empty() {
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
