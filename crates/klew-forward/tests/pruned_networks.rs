//! Generated networks of comparisons that exchange, copy and change numbers, with checks of their order in the end: with interpolants the
//! same checks fail as without. Most sides of their later comparisons are infeasible on a path, and known by interpolants of other
//! paths; in about half of the programs a check fails, on few of many paths.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use klew_forward::{
    Configuration, Forward, Limits, Outcome, PruningMode, SearchStrategy, Unwatched,
};
use klew_ir::{Position, parse_program};
use klew_solver::{Interrupt, SolverConfiguration, build};

const CELLS: u64 = 4;

/// SplitMix64 (Steele, Lea, Flood 2014).
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % end
    }

    fn of<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.below(all.len() as u64) as usize]
    }
}

struct Network {
    text: String,
    random: Random,
    count: u32,
}

impl Network {
    fn line(&mut self, line: &str) {
        writeln!(self.text, "  {line}").unwrap();
    }

    /// Two cells, in some order, and their values.
    fn two(&mut self) -> ([u64; 2], [String; 2]) {
        let one = self.random.below(CELLS);
        let other = (one + 1 + self.random.below(CELLS - 1)) % CELLS;
        self.count += 1;
        let number = self.count;
        let values = [one, other].map(|cell| {
            let name = format!("%v{number}c{cell}");
            writeln!(self.text, "  {name} = load i32 %p{cell}").unwrap();
            name
        });
        ([one, other], values)
    }

    fn comparison(&mut self, [one, other]: &[String; 2]) -> String {
        let number = self.count;
        let operation = self.random.of(&[
            "signed_less",
            "signed_less",
            "signed_less_equal",
            "signed_less_equal",
            "equal",
            "unsigned_less",
        ]);
        self.line(&format!("%c{number} = compare {operation} i32 {one}, {other}"));
        format!("%c{number}")
    }

    /// If two cells compare in some way, something happens to them.
    fn step(&mut self) {
        let (cells, values) = self.two();
        let condition = self.comparison(&values);
        let number = self.count;
        self.line(&format!("branch {condition}, yes{number}, next{number}"));
        writeln!(self.text, "yes{number}:").unwrap();
        let [(one, other), (v, w)] =
            [(cells[0].to_string(), cells[1].to_string()), (values[0].clone(), values[1].clone())];
        match self.random.below(8) {
            0 => self.line(&format!("store i32 {v} to %p{other}")),
            1 => {
                self.line(&format!("%s{number} = add i32 {v}, 1"));
                self.line(&format!("store i32 %s{number} to %p{other}"));
            }
            2 => self.line(&format!("store i32 {} to %p{one}", self.count % 5)),
            3 => self.line("store i32 1 to %flag"),
            _ => {
                self.line(&format!("store i32 {v} to %p{other}"));
                self.line(&format!("store i32 {w} to %p{one}"));
            }
        }
        self.line(&format!("jump next{number}"));
        writeln!(self.text, "next{number}:").unwrap();
    }

    /// Two cells are in some order; perhaps only if a flag is not set.
    fn check(&mut self) {
        let (_, values) = self.two();
        let condition = self.comparison(&values);
        let number = self.count;
        let checked = match self.random.below(3) {
            0 => condition,
            _ => {
                self.line(&format!("%f{number} = load i32 %flag"));
                self.line(&format!("%set{number} = compare equal i32 %f{number}, 1"));
                self.line(&format!("%or{number} = or i1 %set{number}, {condition}"));
                format!("%or{number}")
            }
        };
        self.line(&format!("assert assertion holds {checked}"));
    }
}

fn generate(seed: u64) -> String {
    let mut network = Network { text: String::new(), random: Random(seed), count: 0 };
    network.text = "function @main() -> i32 {\nentry:\n".to_owned();
    network.line("%flag = allocate stack 4 zeroed");
    for cell in 0..CELLS {
        network.line(&format!("%p{cell} = allocate stack 4"));
        network.line(&format!("%i{cell}: i32 = input \"i{cell}\""));
        network.line(&format!("store i32 %i{cell} to %p{cell}"));
    }
    let turns = 1 + network.random.below(2);
    network.line("jump head(0)");
    network.text.push_str("head(%turn: i32):\n");
    network.line(&format!("%more = compare unsigned_less i32 %turn, {turns}"));
    network.line("branch %more, body, end");
    network.text.push_str("body:\n");
    for _ in 0..4 + network.random.below(4) {
        network.step();
    }
    network.line("%turn1 = add i32 %turn, 1");
    network.line("jump head(%turn1)");
    network.text.push_str("end:\n");
    for _ in 0..1 + network.random.below(3) {
        network.check();
    }
    network.line("return 0");
    network.text.push_str("}\n");
    network.text
}

fn explore(text: &str, pruning: PruningMode, search: SearchStrategy) -> Outcome {
    let program =
        parse_program(text, "network.kir").unwrap_or_else(|error| panic!("{error}\n{text}"));
    let configuration = Configuration {
        search,
        limits: Limits { max_instructions: Some(1_000_000), ..Limits::default() },
        pruning,
        ..Configuration::default()
    };
    let solver = build(SolverConfiguration::default(), &Interrupt::new()).unwrap();
    Forward::new(&program, configuration, solver).unwrap().run(&mut Unwatched)
}

fn failing(outcome: &Outcome) -> BTreeSet<Position> {
    outcome.findings.iter().map(|finding| finding.position).collect()
}

#[test]
fn the_same_checks_fail_with_interpolants() {
    let number = |name: &str, otherwise: u64| {
        std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
    };
    let (count, first) = (number("KLEW_NETWORKS", 40), number("KLEW_NETWORKS_SEED", 0));
    let (mut wrong, mut closed, mut sides, mut paths, mut left) = (0, 0, 0, 0, 0);
    for seed in first..first + count {
        let text = generate(seed);
        let plain = explore(&text, PruningMode::Off, SearchStrategy::Depth);
        assert!(plain.limits.is_empty(), "{:?}", plain.limits);
        let search = [SearchStrategy::Depth, SearchStrategy::RandomPath][seed as usize % 2].clone();
        let pruned = explore(&text, PruningMode::Interpolation, search);
        assert!(pruned.limits.is_empty(), "{:?}", pruned.limits);
        assert_eq!(failing(&plain), failing(&pruned), "seed {seed}\n{text}");
        wrong += u64::from(!plain.findings.is_empty());
        closed += u64::from(pruned.statistics.subsumed_paths > 0);
        sides += u64::from(pruned.statistics.pruning.other_sides > 0);
        paths += plain.statistics.paths;
        left += pruned.statistics.paths;
    }
    println!(
        "{count} programs, {wrong} with a failing check; states were closed in {closed}, other sides known in {sides}; \
         {paths} paths, {left} with interpolants"
    );
    assert!(
        closed * 2 > count && sides * 4 > count && wrong * 4 > count,
        "{closed} {sides} {wrong}"
    );
}
