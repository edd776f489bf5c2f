//! What travels between a call and its workers: what one reads is what the other had, and nonsense is noticed.

use std::path::{Path, PathBuf};

use klew_engine::{
    Account, Approximation, Claim, Control, Covered, CoveredFunction, Fact, Figures,
    InputAssumption, InputField, InputFieldValue, InputHeap, InputObject, InputRoot, Inputs, Limit,
    News, Shown, StopReason, Target,
};
use klew_ir::simplify::simplify_all;
use klew_ir::specialise::specialise;
use klew_ir::{CheckId, FileId, FunctionId, Position, Property, SourceTypeId};
use klew_ir::{Program, parse_program, print_numbered_program};

use klew_term::{ArrayValue, BitVecValue, Constant, FloatFormat, ScalarSort};

use super::accounts::AccountMessage;
use super::messages::{Answer, FoundMessage, FromWorker};
use super::values::{Aim, Given};
use crate::front_end::{Loaded, Wanted};
use crate::languages;
use crate::options::ProgramOptions;
use crate::property;
use crate::watch::Clock;

/// The programs of a folder of the command's tests, each so many-th.
fn programs(folder: &str, each: usize) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../klew/tests").join(folder);
    let entries = std::fs::read_dir(&folder).expect("the folder is part of the project");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|it| it == "c" || it == "java"));
    files.sort();
    files.into_iter().step_by(each).collect()
}

/// The program as engines get it; none if it needs options that it names.
fn loaded(file: &Path) -> Option<Program> {
    let work = tempfile::tempdir().unwrap();
    let options = ProgramOptions::of(vec![file.to_owned()]);
    let (given, front_end) = languages::open(&options, work.path()).ok()?;
    let selection = front_end.select(property::select(&[]).unwrap()).ok()?;
    let wanted = Wanted { properties: selection.properties, malloc_may_fail: false };
    let Loaded { mut program, original } =
        front_end.load(&given, wanted, &Clock::start(None)).ok()?;
    original.keep_selected(&mut program, &selection);
    if !original.is_simplified() {
        simplify_all(&mut program);
    }
    specialise(&mut program, |_, property| selection.properties.contains(property), true);
    Some(program)
}

/// How many programs were the same after the way.
fn check(files: &[PathBuf]) -> usize {
    let mut same = 0;
    for file in files {
        let Some(program) = loaded(file) else { continue };
        let text = print_numbered_program(&program);
        match parse_program(&text, "") {
            Ok(read) => assert!(read == program, "{} is another program", file.display()),
            Err(error) => panic!("{}: {error}", file.display()),
        }
        same += 1;
    }
    same
}

#[test]
fn programs_in_c_travel() {
    let folders = ["programs/safe", "programs/violated", "programs/unknown"];
    let same: usize = folders.iter().map(|folder| check(&programs(folder, 5))).sum();
    assert!(same > 20, "{same}");
}

#[test]
fn programs_in_java_travel() {
    assert!(check(&programs("programs-java/safe", 9)) > 5);
    assert!(check(&programs("programs-java/violated", 12)) > 2);
}

const AT: Position = Position { file: FileId(1), line: 7, column: 3 };

fn target() -> Target {
    let check = CheckId::from_number(9).unwrap();
    Target { property: Property::Dereference, function: FunctionId(2), check, position: AT }
}

/// Values of all sorts, and an object that points to itself.
fn inputs() -> Inputs {
    let wide = BitVecValue::ones(200);
    let mut array = ArrayValue::constant(ScalarSort::BitVec(8), Constant::bv(16, 5));
    array.store(Constant::bv(8, 255), Constant::bv(16, 65535));
    let values = [
        Constant::Bool(true),
        Constant::bv(1, 1),
        Constant::bv(64, u64::MAX),
        Constant::BitVec(wide),
        Constant::Int((-12345_i64).into()),
        Constant::Float(FloatFormat::X87, u128::MAX >> 48),
        Constant::Array(array),
    ];
    let symbols = (0..).zip(values).map(|(number, value)| (format!("input#{number} x"), value));
    let field = |value| InputField {
        name: "next".to_owned(),
        offset: 8,
        source_type: Some(SourceTypeId(1)),
        value,
    };
    let object = InputObject {
        path: "p".to_owned(),
        source_type: SourceTypeId(0),
        length: Some(3),
        size: 24,
        fields: vec![
            field(InputFieldValue::Bits(vec![1, 2])),
            field(InputFieldValue::Reference(Some(0))),
        ],
    };
    let root = InputRoot {
        name: "p".to_owned(),
        number: 4,
        source_type: SourceTypeId(1),
        object: Some(0),
        position: AT,
    };
    let heap = InputHeap { roots: vec![root], objects: vec![object] };
    Inputs { symbols: symbols.collect(), heap }
}

fn found() -> FromWorker {
    let Inputs { symbols, heap } = inputs();
    FromWorker::Found(Box::new(FoundMessage {
        by: "forward".to_owned(),
        aim: Aim::from(&target()),
        inputs: Given::of(&symbols, &heap),
        decisions: Some("1.0!.17".to_owned()),
    }))
}

fn travelled(message: &FromWorker) -> FromWorker {
    serde_json::from_slice(&serde_json::to_vec(message).unwrap()).unwrap()
}

#[test]
fn what_is_found_travels() {
    let Some(News::Found(read)) = travelled(&found()).news(2) else { panic!() };
    assert_eq!(read.claim, Claim { target: target(), inputs: inputs() });
    assert_eq!(klew_engine::print_decisions(&read.decisions.unwrap()), "1.0!.17");
    for answer in [(Shown::Nothing, Control::Again), (Shown::Confirmed, Control::Enough)] {
        assert_eq!(Answer::of(answer.0, answer.1).take(), answer);
    }
}

#[test]
fn accounts_travel() {
    let function = CoveredFunction {
        entered: true,
        places: [(AT, true)].into(),
        branches: vec![(AT, vec![true, false])],
    };
    let property = Property::Shift;
    let (what, name) = ("this".to_owned(), "f".to_owned());
    let limits = [
        Limit::Stopped(StopReason::Time),
        Limit::Stopped(StopReason::Memory),
        Limit::Stopped(StopReason::Interrupt),
        Limit::Depth,
        Limit::States,
        Limit::Instructions,
        Limit::Frames,
        Limit::SolverUnknown(what.clone()),
        Limit::Unsupported { what: what.clone(), position: AT },
        Limit::Values { what: what.clone(), position: AT },
        Limit::StoppedAtFinding,
        Limit::Followed,
        Limit::InputArrays(16),
        Limit::InputObjects(7),
        Limit::InputBound(what.clone()),
        Limit::Unrolled(3),
        Limit::Size,
        Limit::NotShown { property, position: AT },
        Limit::Incomplete(what.clone()),
    ];
    let function_called =
        Approximation::ExternalFunction { name: name.clone(), position: AT, pointer: true };
    let approximations = vec![
        function_called,
        Approximation::ExternalGlobal { name },
        Approximation::Undefined { what, position: AT },
    ];
    for limits in [vec![], (0..).zip(limits).map(|(count, limit)| (limit, count)).collect()] {
        let account = Account {
            limits,
            approximations: approximations.clone(),
            assumptions: vec![InputAssumption::KnownClasses],
            figures: Figures { paths: 4, more: vec![("pruned_paths", 7)], ..Figures::default() },
            covered: Some(Covered { functions: [(FunctionId(3), function.clone())].into() }),
            ..Account::new("forward")
        };
        let message = FromWorker::Ended(Box::new(AccountMessage::of(&account)));
        assert_eq!(travelled(&message).news(0), Some(News::Ended(Box::new(account))));
    }
}

#[test]
fn nonsense_is_noticed() {
    let holds = |by: &str, check| FromWorker::Holds { by: by.to_owned(), check };
    let fact = Fact::Holds(CheckId::from_number(5).unwrap());
    assert_eq!(holds("horn", 5).news(0), Some(News::Fact { by: "horn", fact }));
    assert_eq!(holds("nobody", 5).news(0), None);
    assert_eq!(holds("horn", u32::MAX).news(0), None);
    // Source types and objects that there are not, values that are none.
    assert!(found().news(2).is_some() && found().news(1).is_none());
    let text = serde_json::to_string(&found()).unwrap();
    for (from, to) in [
        ("\"Reference\":0", "\"Reference\":1"),
        ("\"object\":0", "\"object\":7"),
        ("[1,\"1\"]", "[0,\"0\"]"),
        ("[1,\"1\"]", "[1,\"2\"]"),
        ("[1,\"1\"]", "[1,\"x\"]"),
        ("{\"BitVec\":8}", "{\"BitVec\":9}"),
        ("valid-deref", "valid"),
        ("1.0!.17", "1.0?"),
    ] {
        let wrong = text.replacen(from, to, 1);
        assert_ne!(wrong, text, "{from}");
        assert_eq!(serde_json::from_str::<FromWorker>(&wrong).unwrap().news(2), None, "{to}");
    }
}
