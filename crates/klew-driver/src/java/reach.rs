//! The target of `klew reach` in Java: which methods it is in, and runs in a JVM that is watched through its debugging
//! interface, as a breakpoint at the target would be.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use klew_jvm::Container;
use klew_jvm::target::{MethodPlace, Target, methods};
use klew_report::java::WATCH;

use super::JavaProgram;
use super::confirm::{self, NotSeen};
use super::machine::{QUICK, RUN_MEMORY, RUN_TIME, joined};
use super::names::shown;
use crate::confined::StandardInput;
use crate::error::UserError;
use crate::process::{Allowance, Ending};
use crate::target::{Existing, Place};
use crate::watch::Clock;

/// The exit code of a run that comes to the target.
const REACHED: i32 = 79;

/// The target, and where it is.
#[derive(Clone, Debug)]
pub struct Mark {
    /// For the front end.
    pub target: Target,
    /// `pkg.Class:LINE` or `pkg.Class#method(I)V`.
    pub places: Vec<String>,
}

/// Finds the target in the program's own classes; none for checks of the program's own.
pub fn mark(place: &Place, own: &[Container]) -> Result<Option<Mark>, UserError> {
    let target = match place {
        Place::Property(_) => return Ok(None),
        Place::Line(file, line) => Target::Line(file.clone(), *line),
        Place::Name(name) => Target::Method(name.clone()),
        Place::Label(..) => {
            return Err(UserError::new("class files do not keep labels")
                .help("--target FILE:LINE names the label's line"));
        }
    };
    let methods = methods(own);
    let inside: Vec<&MethodPlace> = methods.iter().filter(|method| target.is_in(method)).collect();
    if inside.is_empty() {
        return Err(existing(&methods).no_target(place));
    }
    let places: BTreeSet<String> = inside
        .iter()
        .map(|method| {
            let class = method.class.replace('/', ".");
            match &target {
                Target::Line(_, line) => format!("{class}:{line}"),
                Target::Method(_) => format!("{class}#{}{}", method.name, method.descriptor),
            }
        })
        .collect();
    Ok(Some(Mark { target, places: places.into_iter().collect() }))
}

fn existing(methods: &[MethodPlace]) -> Existing {
    let mut existing = Existing::default();
    for method in methods {
        if !method.file.is_empty() {
            let lines = existing.lines.entry(method.file.clone()).or_default();
            lines.extend(&method.lines);
        }
        if !method.name.starts_with('<') {
            let name = format!("{}.{}", method.class.replace('/', "."), method.name);
            existing.names.insert(shown(&name).to_owned());
        }
    }
    existing
}

/// Runs a test and looks whether it comes to the target.
pub fn confirm(
    program: &JavaProgram,
    folder: &Path,
    mark: &Mark,
    target: &str,
    clock: &Clock,
) -> Result<String, NotSeen> {
    let paths = confirm::compiled(program, folder, clock).map_err(NotSeen::NotRun)?;
    let watch = watcher(program).map_err(NotSeen::NotRun)?;
    let options = QUICK.into_iter().chain(program.run_options());
    let mut options: Vec<String> = options.map(str::to_owned).collect();
    options.extend(["-cp".to_owned(), joined(&paths)]);
    let options: Vec<String> = options
        .into_iter()
        .map(|word| if word.contains(' ') { format!("\"{word}\"") } else { word })
        .collect();
    let mut command = Command::new(program.jdk.java());
    command.args(QUICK).arg("-cp").arg(joined(&watch)).arg(WATCH);
    command.arg(options.join(" "));
    command.arg(format!("{} {}", klew_report::java::RUN, confirm::main_class(program)));
    command.args(&mark.places);
    command.env("LC_ALL", "C.UTF-8").env_remove("JAVA_TOOL_OPTIONS");
    super::surroundings::prepare(&mut command, folder);
    let allowance = Allowance { time: clock.left(RUN_TIME), memory: RUN_MEMORY, output: 1 << 20 };
    let room = confirm::room(program, &paths).reading(folder).with_sockets();
    let room = watch.iter().fold(room, |room, path| room.reading(path));
    let finished = program.confinement.run(&command, StandardInput::Empty, &room, allowance);
    let finished = finished.map_err(|error| {
        NotSeen::NotRun(format!("{} cannot be run: {error}", program.jdk.java().display()))
    })?;
    match finished.ending {
        Ending::Exit(REACHED) => Ok(format!("the program comes to {target} in the JVM")),
        Ending::Exit(0 | klew_report::java::UNCAUGHT) => {
            Err(NotSeen::Otherwise(format!("the program did not come to {target} in the JVM")))
        }
        _ if finished.message().contains("com/sun/jdi") => Err(NotSeen::NotRun(
            "the JDK has no debugging interface (module jdk.jdi) to watch the run with".to_owned(),
        )),
        _ => Err(confirm::not_thrown(&finished)),
    }
}

/// The jars of the class that watches.
fn watcher(program: &JavaProgram) -> Result<Vec<PathBuf>, String> {
    // Java 8 keeps the debugging interface in a jar of its own.
    let tools = program.jdk.home.join("lib/tools.jar");
    Ok([confirm::runtime_classes(program)?]
        .into_iter()
        .chain(tools.is_file().then_some(tools))
        .collect())
}
