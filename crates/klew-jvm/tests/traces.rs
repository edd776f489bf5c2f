//! Numbers of traces of paper 003 (*Path-Optimal Symbolic Execution*, figure 1 and section 2), for the three
//! programs in Java. Needs a JDK.

use std::path::{Path, PathBuf};
use std::process::Command;

use klew_engine::InputHeapPolicy;
use klew_forward::{Configuration, Forward, Monitor, TraceCount};
use klew_ir::Property;
use klew_jvm::{ClassSource, Container, Entry, Request, lower};
use klew_solver::{Interrupt, SolverConfiguration, build};
use ristretto_jimage::Image;

struct Jdk(Image);

impl ClassSource for Jdk {
    fn class(&self, name: &str) -> Option<Vec<u8>> {
        let resource = self.0.get_resource(&format!("/java.base/{name}.class")).ok()?;
        Some(resource.data().to_vec())
    }
}

struct Silent;

impl Monitor for Silent {}

const POLICIES: [InputHeapPolicy; 3] =
    [InputHeapPolicy::Lazy, InputHeapPolicy::Lazier, InputHeapPolicy::PathOptimal];

/// The figure's programs; a method for each `max` of `hasNull`.
fn source() -> String {
    let mut text = "class Sample {
        Sample data; Sample next; int val;
        void swap(Sample s) { if (s != null) { Sample d = data; data = s.data; s.data = d; } }
        int sum(Sample s0, Sample s1, Sample s2) { return s0.val + s1.val + s2.val; }
        boolean hasNull(int max) {
            Sample s = next;
            int i = 1;
            while (s != null && i <= max) { s = s.next; i++; }
            return s == null;
        }
    "
    .to_owned();
    for max in 1..=12 {
        text += &format!("boolean hasNull{max}() {{ return hasNull({max}); }}\n");
    }
    text + "}"
}

/// Where the JDK is: two folders above its `javac`.
fn jdk() -> Jdk {
    let javac = std::env::var_os("PATH")
        .iter()
        .flat_map(std::env::split_paths)
        .map(|folder| folder.join("javac"))
        .find(|path| path.exists())
        .expect("a JDK is installed");
    let javac = javac.canonicalize().expect("a file");
    let home: &Path = javac.parent().and_then(Path::parent).expect("bin/javac");
    Jdk(Image::from_file(&home.join("lib/modules")).expect("the image of the JDK"))
}

fn compiled() -> Container {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("traces");
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("Sample.java");
    std::fs::write(&file, source()).expect("a file");
    let status = Command::new("javac").args(["-g", "-d"]).arg(&folder).arg(&file).status();
    assert!(status.expect("javac starts").success());
    let mut container = Container::new("test");
    container.add(std::fs::read(folder.join("Sample.class")).expect("a class")).expect("a class");
    container
}

#[test]
fn traces() {
    let jdk = jdk();
    let models = Container::jar("models", include_bytes!("../library/models.jar")).expect("a jar");
    let class_path = [compiled()];
    let check = |method: &str, expected: [(u64, u64); 3]| {
        let request = Request {
            class_path: &class_path,
            models: &models,
            jdk: Some(&jdk),
            entry: Entry::Method(format!("Sample.{method}")),
            preconditions: Vec::new(),
            not_null: Vec::new(),
            allowed: Vec::new(),
            surroundings: klew_jvm::surroundings::Surroundings::default(),
            target: None,
        };
        let program = lower(&request).expect("it can be lowered").program;
        klew_ir::verify_program(&program).expect("it is well-formed");
        for (policy, expected) in POLICIES.into_iter().zip(expected) {
            let properties = [Property::Assertion, Property::UncaughtException];
            let configuration = Configuration {
                properties: properties.into_iter().collect(),
                input_heap: policy,
                ..Configuration::default()
            };
            let solver =
                build(SolverConfiguration::default(), &Interrupt::new()).expect("a solver");
            let mut forward = Forward::new(&program, configuration, solver).expect("an engine");
            let outcome = forward.run(&mut Silent);
            assert_eq!(outcome.limits, [], "{method}, {policy:?}");
            let TraceCount { normal, exceptional } = outcome.statistics.traces;
            assert_eq!((normal, exceptional), expected, "{method}, {policy:?}");
        }
    };
    check("swap", [(21, 0), (3, 0), (2, 0)]);
    check("sum", [(15, 8), (15, 8), (1, 3)]);
    for m in 1..=12 {
        let lazy = (m + 1) * (m + 2) / 2 + (m + 1) + 1;
        let lazier = m * (m + 1) / 2 + (m + 1) + 1;
        check(&format!("hasNull{m}"), [(lazy, 0), (lazier, 0), (m + 2, 0)]);
    }
}
