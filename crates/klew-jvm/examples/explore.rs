//! Lowers and explores a folder of class files: `explore FOLDER [--entry pkg.Class.method] [--print] [--models JAR]
//! [--jdk FOLDER] [--precondition pkg.Class.method] [--input-heap POLICY]`.
//! For work on the lowering; users have the command `klew`.

use std::path::{Path, PathBuf};
use std::time::Instant;

use klew_engine::{InputHeapPolicy, Witness};
use klew_forward::{Configuration, Control, Forward, Monitor, PathEnd, SearchStrategy};
use klew_ir::Property;
use klew_jvm::{ClassSource, Container, Entry, Request};
use klew_solver::{Interrupt, SolverConfiguration};
use ristretto_jimage::Image;

struct Jdk(Image);

impl ClassSource for Jdk {
    fn class(&self, name: &str) -> Option<Vec<u8>> {
        let path = format!("/java.base/{name}.class");
        self.0.get_resource(&path).ok().map(|resource| resource.data().to_vec())
    }
}

struct Silent;

impl Monitor for Silent {
    fn wants_paths(&self) -> bool {
        false
    }

    fn finding(&mut self, finding: &Witness) -> Control {
        let message = finding.message.as_deref().unwrap_or_default();
        println!("{} {message} line {}", finding.property.name(), finding.position.line);
        Control::Continue
    }

    fn path_ended(&mut self, _: &PathEnd) -> Control {
        Control::Continue
    }
}

fn add(folder: &Path, container: &mut Container) {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            add(&path, container);
        } else if path.extension().is_some_and(|it| it == "class") {
            let bytes = std::fs::read(&path).expect("a readable file");
            container.add(bytes).expect("a class file");
        }
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let after = |name: &str| {
        let at = arguments.iter().position(|it| it == name)?;
        arguments.get(at + 1).cloned()
    };
    let jdk = after("--jdk").unwrap_or("/usr/lib/jvm/java-17-openjdk-amd64".into());
    let start = Instant::now();
    let jdk = Jdk(Image::from_file(&Path::new(&jdk).join("lib/modules")).expect("a JDK"));
    let models = after("--models").unwrap_or("crates/klew-jvm/library/models.jar".into());
    let models =
        Container::jar("models", &std::fs::read(models).expect("models.jar")).expect("a jar");
    let mut user = Container::new("user");
    add(Path::new(&arguments[0]), &mut user);
    eprintln!("read after {:?}", start.elapsed());
    let entry = after("--entry").map_or(Entry::Main, Entry::Method);
    let request = Request {
        class_path: &[user],
        models: &models,
        jdk: Some(&jdk),
        entry,
        preconditions: after("--precondition").into_iter().collect(),
        not_null: Vec::new(),
        allowed: Vec::new(),
        surroundings: klew_jvm::surroundings::Surroundings::default(),
        target: None,
    };
    let lowered = match klew_jvm::lower(&request) {
        Ok(lowered) => lowered,
        Err(why) => {
            println!("error: {why}");
            return;
        }
    };
    eprintln!("lowered after {:?}: {} functions", start.elapsed(), lowered.program.functions.len());
    for assumption in &lowered.assumptions {
        println!("assumed: {assumption}");
    }
    if arguments.iter().any(|it| it == "--print") {
        println!("{}", klew_ir::print_program(&lowered.program));
    }
    if let Err(errors) = klew_ir::verify_program(&lowered.program) {
        for error in errors.iter().take(10) {
            println!("{error:?}");
        }
        return;
    }
    eprintln!("verified after {:?}", start.elapsed());
    let solver =
        klew_solver::build(SolverConfiguration::default(), &Interrupt::new()).expect("a solver");
    let search =
        SearchStrategy::Interleaved(vec![SearchStrategy::Coverage, SearchStrategy::RandomPath]);
    let input_heap = match after("--input-heap").as_deref() {
        Some("lazy") => InputHeapPolicy::Lazy,
        Some("lazier") => InputHeapPolicy::Lazier,
        _ => InputHeapPolicy::PathOptimal,
    };
    let properties = [Property::Assertion, Property::UncaughtException, Property::ErrorCall]
        .into_iter()
        .collect();
    let configuration =
        Configuration { properties, search, input_heap, ..Configuration::default() };
    let mut forward = Forward::new(&lowered.program, configuration, solver).expect("an engine");
    let outcome = forward.run(&mut Silent);
    println!("limits {:?}", outcome.limits);
    println!("approximations {:?}", outcome.approximations);
    println!("{:?}", outcome.statistics.traces);
    println!("{} paths after {:?}", outcome.statistics.paths, start.elapsed());
}
