//! The necessary condition of a target, for people and as SMT-LIB.
//!
//! For people: the facts of its backbones in order, and for each loop what each turn needs and what is known behind it,
//! over what variables hold where it is entered. As SMT-LIB: unfolded to a number of turns, which says less.

use std::collections::{BTreeSet, HashSet};
use std::rc::Rc;

use klew_ir::call_graph::CallGraph;
use klew_ir::inlining::inline_calls;
use klew_ir::large_allocations::{TooLarge, part_large_allocations};
use klew_ir::{
    BlockId, Callee, Definition, FunctionBody, FunctionId, Operation, Position, Program,
    PropertySet, Terminator,
};
use klew_term::{Kind, SmtScript, SymbolId, TermId, Terms, print_smtlib};
use rustc_hash::FxHashMap;

use crate::backbones::{Abstraction, Refusal};
use crate::condition::Condition;
use crate::context::Context;
use crate::engine::{MOST_INSTRUCTIONS, counter_width};
use crate::looping::Unfolding;
use crate::summary::{BodyPath, Summary};
use crate::translate::{End, Translation, translate};

/// What is said of a place to which no backbone leads.
pub const NEVER: &str = "never";

/// Lines of a description.
const MOST_LINES: usize = 500;

/// What a line says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// These words.
    Words(String),
    /// A formula in SMT-LIB.
    Fact(String),
    /// That a variable is that term in SMT-LIB.
    Value(String, String),
}

/// A line, and how far it is indented.
pub type Line = (usize, Said);

/// The condition of one place at which a check fails.
#[derive(Clone, Debug)]
pub struct Necessary {
    /// Where it is; nothing if no place is left that is known to lead there.
    pub position: Option<Position>,
    /// For people.
    pub lines: Vec<Line>,
    /// What runs come through otherwise, behind which they may get there as well.
    pub beyond: Vec<Beyond>,
    /// Whether runs are left out that do something undefined before.
    pub leaves_out: bool,
    /// A script, whose formula is implied by the condition.
    pub script: String,
}

/// Where runs cannot be followed, and what is so of those that come to it.
#[derive(Clone, Debug)]
pub struct Beyond {
    /// What cannot be followed.
    pub what: String,
    /// Where it is, if that is known.
    pub position: Option<Position>,
    /// The condition, for people.
    pub lines: Vec<Line>,
}

/// The conditions of all checks of these properties, with loops unfolded to so many turns in the scripts; none if no run comes to one. What is
/// not followed and may lead there is part of the condition.
///
/// # Errors
/// See [`Refusal`].
pub fn necessary_conditions(
    program: &Program,
    properties: PropertySet,
    turns: u32,
) -> Result<Vec<Necessary>, Refusal> {
    let mut program = program.clone();
    inline_calls(&mut program, MOST_INSTRUCTIONS);
    part_large_allocations(&mut program, TooLarge::Unsupported);
    let mut terms = Terms::new();
    let mut context = Context::new(&mut terms, 0);
    let Some(translation) = translate(&mut context, &program, properties) else {
        return Ok(Vec::new());
    };
    context.counter_width = counter_width(&context, &translation);
    let go_on = || false;
    let conditions = Abstraction::new(&mut context, &translation.graph, &go_on)?.targets()?;
    let leads = Leads::new(&program, properties, &translation);
    let is_check = |number: &usize| matches!(translation.ends[*number], End::Check(..));
    let mut targets: Vec<Option<usize>> =
        (0..translation.ends.len()).filter(is_check).map(Some).collect();
    if targets.is_empty() {
        targets.push(None);
    }
    let mut found = Vec::new();
    for target in targets {
        let beyond = leads.beyond(target);
        if target.is_none() && beyond.is_empty() {
            continue;
        }
        let mut facts = Vec::new();
        for number in target.into_iter().chain(beyond.iter().copied()) {
            facts.push(Unfolding::new(&mut context, turns, &go_on).unfold(&conditions[number])?);
        }
        let script = script_of(&mut context, &facts);
        let lines = match target {
            Some(target) => Describing::lines_of(&mut context, &conditions[target]),
            None => vec![(0, Said::Words(NEVER.to_owned()))],
        };
        let beyond = beyond.into_iter().filter_map(|number| {
            let lines = Describing::lines_of(&mut context, &conditions[number]);
            let (what, position) = match &translation.ends[number] {
                End::Unsupported(what, position) => (what.clone(), Some(*position)),
                End::Bound(what) => (what.clone(), None),
                End::Check(..) | End::Undefined(..) => return None,
            };
            (!says_never(&lines)).then_some(Beyond { what, position, lines })
        });
        let beyond = beyond.collect();
        let position = target.and_then(|target| match &translation.ends[target] {
            End::Check(_, position) => Some(*position),
            _ => None,
        });
        let leaves_out = translation.ends.iter().any(|end| matches!(end, End::Undefined(..)));
        found.push(Necessary { position, lines, beyond, leaves_out, script });
    }
    Ok(found)
}

/// That the facts of one of some ways hold.
fn script_of(context: &mut Context<'_>, ways: &[Vec<TermId>]) -> String {
    let mut script = SmtScript::new();
    match ways {
        [facts] => facts.iter().for_each(|fact| script.assert(context.terms, *fact)),
        _ => {
            let ways: Vec<TermId> = ways.iter().map(|facts| context.terms.and_all(facts)).collect();
            let any = context.terms.or_all(&ways);
            script.assert(context.terms, any);
        }
    }
    script.check_sat();
    script.text().to_owned()
}

/// Whether lines say that no run comes there.
pub fn says_never(lines: &[Line]) -> bool {
    matches!(lines, [(_, Said::Words(words))] if words == NEVER)
}

/// Which ends of what can be followed may lead to a check.
struct Leads<'t> {
    translation: &'t Translation,
    /// The blocks that each block leads to, itself only where it is in a loop.
    reached: Vec<BTreeSet<BlockId>>,
    /// Blocks that end where no way on is known, or call what has such a check in it.
    anywhere: BTreeSet<BlockId>,
}

impl<'t> Leads<'t> {
    fn new(program: &Program, properties: PropertySet, translation: &'t Translation) -> Self {
        let none = || Leads { translation, reached: Vec::new(), anywhere: BTreeSet::new() };
        let Some(entry) = program.entry else { return none() };
        let FunctionBody::Defined(definition) = &program.function(entry).body else {
            return none();
        };
        let reached = (0..definition.blocks.len()).map(|block| behind(definition, block)).collect();
        let calls = CallGraph::new(program);
        let has_check: Vec<bool> = (0..program.functions.len())
            .map(|number| has_check(program, FunctionId(number as u32), properties))
            .collect();
        let leads = |callee: &Callee| {
            calls.targets(callee).iter().any(|target| {
                let all = calls.reachable(*target);
                all.into_iter().any(|function| has_check[function.0 as usize])
            })
        };
        let anywhere = (0..definition.blocks.len())
            .filter(|&number| {
                let block = &definition.blocks[number];
                matches!(block.terminator, Terminator::Unsupported(_) | Terminator::Bound { .. })
                    || block.instructions.iter().any(|instruction| match &instruction.operation {
                        Operation::Call { callee, .. } => leads(callee),
                        _ => false,
                    })
            })
            .map(|number| BlockId(number as u32))
            .collect();
        Leads { translation, reached, anywhere }
    }

    /// The ends that may lead to a target, or, without one, to what is not in the graph.
    fn beyond(&self, target: Option<usize>) -> Vec<usize> {
        let ends = &self.translation.ends;
        let places = &self.translation.places;
        let may_lead = |&number: &usize| {
            let is_one = matches!(ends[number], End::Unsupported(..) | End::Bound(_));
            let block = places[number];
            let comes_there = target.is_some_and(|target| {
                let reached = self.reached.get(block.0 as usize);
                reached.is_some_and(|reached| reached.contains(&places[target]))
                    || block == places[target] && number < target
            });
            is_one && (comes_there || self.anywhere.contains(&block))
        };
        (0..ends.len()).filter(may_lead).collect()
    }
}

/// The blocks that a block leads to.
fn behind(definition: &Definition, block: usize) -> BTreeSet<BlockId> {
    let mut found = BTreeSet::new();
    let mut open = vec![BlockId(block as u32)];
    while let Some(at) = open.pop() {
        for next in definition.blocks[at.0 as usize].terminator.successors() {
            if found.insert(next.block) {
                open.push(next.block);
            }
        }
    }
    found
}

fn has_check(program: &Program, function: FunctionId, properties: PropertySet) -> bool {
    let FunctionBody::Defined(definition) = &program.function(function).body else { return false };
    let mut all = definition.blocks.iter().flat_map(|block| &block.instructions);
    all.any(|instruction| match &instruction.operation {
        Operation::Assert { property, .. } => properties.contains(*property),
        _ => false,
    })
}

struct Describing<'c, 't> {
    context: &'c mut Context<'t>,
    lines: Vec<Line>,
}

/// The condition before the last step, unless there are several.
fn before(condition: &Rc<Condition>) -> Option<&Rc<Condition>> {
    match &**condition {
        Condition::And(prefix, _) | Condition::Loop(prefix, _) => Some(prefix),
        Condition::True | Condition::Any(_) => None,
    }
}

/// The condition and all it begins with.
fn beginnings(condition: &Rc<Condition>) -> Vec<&Rc<Condition>> {
    std::iter::successors(Some(condition), |at| before(at)).collect()
}

impl<'c, 't> Describing<'c, 't> {
    fn lines_of(context: &'c mut Context<'t>, condition: &Rc<Condition>) -> Vec<Line> {
        let mut describing = Describing { context, lines: Vec::new() };
        describing.condition(condition, None, 0);
        describing.lines
    }

    fn say(&mut self, indent: usize, said: Said) {
        match self.lines.len() {
            0..MOST_LINES => self.lines.push((indent, said)),
            MOST_LINES => self.lines.push((0, Said::Words("…".to_owned()))),
            _ => {}
        }
    }

    fn words(&mut self, indent: usize, words: impl Into<String>) {
        self.say(indent, Said::Words(words.into()));
    }

    /// What comes behind a beginning that was told.
    fn condition(
        &mut self,
        condition: &Rc<Condition>,
        told: Option<*const Condition>,
        indent: usize,
    ) {
        let mut steps = beginnings(condition);
        if let Some(end) = steps.iter().position(|step| Some(Rc::as_ptr(step)) == told) {
            steps.truncate(end);
        }
        for step in steps.into_iter().rev() {
            if self.lines.len() > MOST_LINES {
                return;
            }
            match &**step {
                Condition::True => {}
                Condition::And(_, fact) => {
                    let fact = self.shown(*fact);
                    self.say(indent, Said::Fact(fact));
                }
                Condition::Loop(_, used) => self.summary(&used.summary, indent),
                Condition::Any(ways) => self.ways(ways, indent),
            }
        }
    }

    fn ways(&mut self, ways: &[Rc<Condition>], indent: usize) {
        let [first, others @ ..] = ways else {
            return self.words(indent, NEVER);
        };
        let shared: Vec<HashSet<*const Condition>> = others
            .iter()
            .map(|way| beginnings(way).into_iter().map(Rc::as_ptr).collect())
            .collect();
        let is_shared =
            |step: &&Rc<Condition>| shared.iter().all(|way| way.contains(&Rc::as_ptr(step)));
        let common = beginnings(first).into_iter().find(is_shared).cloned();
        if let Some(common) = &common {
            self.condition(common, None, indent);
        }
        if others.is_empty() {
            return;
        }
        for (number, way) in (1..).zip(ways) {
            self.words(indent, if number == 1 { "and either" } else { "or" });
            self.condition(way, common.as_ref().map(Rc::as_ptr), indent + 1);
        }
    }

    fn summary(&mut self, summary: &Summary, indent: usize) {
        let names: Vec<String> = summary.counters.iter().map(|one| self.name(*one)).collect();
        let total = self.name(summary.total);
        self.words(indent, format!("{} turns of a loop", names.join(" + ")));
        if names.len() > 1 {
            self.words(indent + 1, format!("{total} = {}", names.join(" + ")));
        }
        for (name, path) in names.iter().zip(&summary.paths) {
            self.path(name, path, indent + 1);
        }
        self.words(indent + 1, "behind them");
        for variable in summary.iterated.changed() {
            let value = summary.iterated.get(self.context.terms, variable);
            let is_some = summary
                .locals
                .iter()
                .any(|local| self.context.terms.as_symbol(value) == Some(*local));
            let name = self.name(variable);
            let is_told = summary
                .arrays
                .iter()
                .any(|array| self.context.terms.as_symbol(value) == Some(array.array));
            if is_told {
                self.words(indent + 2, format!("{name} is what was written"));
            } else if is_some {
                self.words(indent + 2, format!("{name} is anything"));
            } else {
                let value = self.shown(value);
                self.say(indent + 2, Said::Value(name, value));
            }
        }
    }

    fn path(&mut self, name: &str, path: &BodyPath, indent: usize) {
        self.words(indent, format!("each turn that {name} counts needs"));
        let before = self.lines.len();
        self.condition(&path.condition, None, indent + 1);
        if self.lines.len() == before {
            self.words(indent + 1, "nothing");
        }
    }

    fn name(&self, symbol: SymbolId) -> String {
        self.context.terms.symbol_name(symbol).to_owned()
    }

    /// A term, with counters for their low bits.
    fn shown(&mut self, term: TermId) -> String {
        let mut values: FxHashMap<TermId, TermId> = FxHashMap::default();
        for subterm in self.context.terms.subterms(&[term]) {
            let kind = self.context.terms.kind(subterm);
            let old = self.context.terms.arguments(subterm).to_vec();
            let counter = old.first().and_then(|one| self.context.terms.as_symbol(*one));
            let result = match (kind, counter) {
                (Kind::BvExtract { low: 0, .. }, Some(counter))
                    if self.context.is_local(counter) =>
                {
                    let (name, sort) = (self.name(counter), self.context.terms.sort(subterm));
                    self.context.terms.symbol_named(&name, sort)
                }
                _ if old.is_empty() => subterm,
                _ => {
                    let new: Vec<TermId> = old.iter().map(|one| values[one]).collect();
                    if new == old { subterm } else { self.context.terms.apply(kind, &new) }
                }
            };
            values.insert(subterm, result);
        }
        print_smtlib(self.context.terms, values[&term])
    }
}
