//! What the JVM says where a model fails on a parameter that is null.
//!
//! A model stands for a method of the JDK. The JVM fails there on the same parameter, at an instruction of the JDK's own code: it is
//! looked for along all ways from the start of the method, into methods that the parameter is passed to. Where all ways
//! that dereference it have one message, that is the one.
//!
//! **Invariant**: a message, or nothing where the parameter may fail in two ways, or where it goes to somewhere that cannot be followed.

use std::collections::BTreeSet;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Subject, Unfollowed, Walk, messages, stack};
use crate::ClassSource;
use crate::class_file::bytecode::{Condition, Instruction, InvokeKind, Kind, Placed, decode};
use crate::class_file::flags::{FINAL, PRIVATE};
use crate::class_file::{ClassFile, Code, Handler, Member, Method};

/// How deep calls are followed that the parameter is passed to.
const DEPTH: u32 = 6;

/// The class of exceptions that code may throw by itself instead.
const NULL_POINTER: &str = "java/lang/NullPointerException";

/// The local variable of the parameter that is null where an instruction fails, if it is one that nothing was written to.
pub(crate) fn failing_parameter(subject: Subject<'_>, index: usize) -> Option<u16> {
    let walk = Walk::complete(subject).ok()?;
    let (_, slot) = walk.action(index).ok()?;
    let stack = walk.stacks.get(index)?.as_ref()?;
    let source = stack.source(slot).ok()??;
    match walk.instruction(source).ok()? {
        Instruction::Load(Kind::Reference, local)
            if !stack.is_written(*local) && subject.method.is_parameter(*local) =>
        {
            Some(*local)
        }
        _ => None,
    }
}

/// The classes of the JDK as they are in it.
pub(crate) struct Originals<'a> {
    jdk: &'a dyn ClassSource,
    files: FxHashMap<Rc<str>, Option<Rc<ClassFile>>>,
}

impl<'a> Originals<'a> {
    /// Of that JDK.
    pub fn new(jdk: &'a dyn ClassSource) -> Originals<'a> {
        Originals { jdk, files: FxHashMap::default() }
    }

    /// The message where a parameter of a method of the JDK, by its local variable, is dereferenced.
    pub fn message(
        &mut self,
        class: &str,
        name: &str,
        descriptor: &str,
        local: u16,
    ) -> Option<String> {
        let (class, name, descriptor) = (class.into(), name.into(), descriptor.into());
        let method = Member { class, name, descriptor, interface: false };
        let mut found = BTreeSet::new();
        self.follow(&method, local, DEPTH, &mut found).ok()?;
        let first = found.pop_first();
        first.filter(|_| found.is_empty())
    }

    /// Whether that class of the JDK has that method.
    pub fn have(&mut self, class: &str, name: &str, descriptor: &str) -> bool {
        let (class, name, descriptor) = (class.into(), name.into(), descriptor.into());
        self.method(&Member { class, name, descriptor, interface: false }).is_ok()
    }

    fn file(&mut self, name: &str) -> Option<Rc<ClassFile>> {
        if let Some(known) = self.files.get(name) {
            return known.clone();
        }
        let read = self.jdk.class(name).and_then(|bytes| ClassFile::read(&bytes).ok()).map(Rc::new);
        self.files.insert(name.into(), read.clone());
        read
    }

    /// A method that the class declares or inherits.
    fn method(&mut self, member: &Member) -> Result<(Rc<ClassFile>, Method), Unfollowed> {
        let mut class = member.class.clone();
        loop {
            let file = self.file(&class).ok_or(Unfollowed)?;
            let is_it = |it: &&Method| it.name == member.name && it.descriptor == member.descriptor;
            if let Some(method) = file.methods.iter().find(is_it) {
                let method = method.clone();
                return Ok((file, method));
            }
            class = file.superclass.clone().ok_or(Unfollowed)?;
        }
    }

    /// Follows a method with null for a local variable. Whether it may return.
    fn follow(
        &mut self,
        member: &Member,
        local: u16,
        depth: u32,
        found: &mut BTreeSet<String>,
    ) -> Result<bool, Unfollowed> {
        let (file, method) = self.method(member)?;
        let passes_on = |code: &&Rc<Code>| !code.handlers.iter().any(|it| catches(&file, it));
        let code = method.code.as_ref().filter(passes_on).ok_or(Unfollowed)?;
        let placed = decode(&code.bytes).map_err(|_| Unfollowed)?;
        let subject = Subject { class: &file, method: &method, code, placed: &placed };
        let walk = Walk::complete(subject)?;
        let mut returns = false;
        let mut seen = FxHashSet::default();
        let mut work = vec![Place { index: 0, null: Null::of(local)? }];
        while let Some(place) = work.pop() {
            if !seen.insert(place) {
                continue;
            }
            match walk.at(place)? {
                Next::Fails => {
                    let message = messages(subject, &BTreeSet::from([place.index]))?;
                    found.extend(message.into_values());
                }
                Next::Returns => returns = true,
                Next::Goes(null) => work.extend(targets(&placed, place.index, null)),
                Next::To(index) => work.push(Place { index, null: place.null }),
                Next::Calls(callee, local) => {
                    let depth = depth.checked_sub(1).ok_or(Unfollowed)?;
                    let callee = self.certain(callee)?;
                    if self.follow(&callee, local, depth, found)? {
                        work.extend(targets(&placed, place.index, place.null));
                    }
                }
            }
        }
        Ok(returns)
    }

    /// The method that a call leads to, if that does not depend on the object.
    fn certain(&mut self, (kind, callee): (InvokeKind, Member)) -> Result<Member, Unfollowed> {
        if matches!(kind, InvokeKind::Static | InvokeKind::Special) {
            return Ok(callee);
        }
        let (file, method) = self.method(&callee)?;
        let certain = file.is(FINAL) || method.is(FINAL) || method.is(PRIVATE);
        if certain { Ok(callee) } else { Err(Unfollowed) }
    }
}

/// Whether a handler takes the exception. What catches everything, to leave a monitor, throws it again.
fn catches(file: &ClassFile, handler: &Handler) -> bool {
    let above = ["java/lang/RuntimeException", "java/lang/Exception", "java/lang/Throwable"];
    let takes = |name: &str| name == NULL_POINTER || above.contains(&name);
    handler.catch_type != 0 && file.pool.class(handler.catch_type).map_or(true, |it| takes(&it))
}

/// Local variables that hold the null.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Null(u64);

impl Null {
    fn of(local: u16) -> Result<Null, Unfollowed> {
        Ok(Null(1_u64.checked_shl(local.into()).ok_or(Unfollowed)?))
    }

    fn holds(self, local: u16) -> bool {
        1_u64.checked_shl(local.into()).is_some_and(|bit| self.0 & bit != 0)
    }

    fn written(self, local: u16, is_null: bool) -> Result<Null, Unfollowed> {
        let Null(bit) = Null::of(local)?;
        Ok(Null(if is_null { self.0 | bit } else { self.0 & !bit }))
    }
}

/// Before an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Place {
    index: usize,
    null: Null,
}

/// What an instruction does about the null.
enum Next {
    Fails,
    Returns,
    Goes(Null),
    To(usize),
    Calls((InvokeKind, Member), u16),
}

fn targets(placed: &[Placed], index: usize, null: Null) -> Vec<Place> {
    let next = index + 1;
    let indices = match &placed[index].instruction {
        Instruction::If(_, target)
        | Instruction::IfCompare(_, target)
        | Instruction::IfSame(_, target)
        | Instruction::IfNull(_, target) => vec![next, *target],
        Instruction::Goto(target) => vec![*target],
        Instruction::Switch(cases, default) => {
            cases.iter().map(|(_, target)| *target).chain([*default]).collect()
        }
        Instruction::Throw => Vec::new(),
        _ => vec![next],
    };
    indices.into_iter().map(|index| Place { index, null }).collect()
}

impl Walk<'_> {
    /// With the stacks of all instructions.
    pub(super) fn complete(subject: Subject<'_>) -> Result<Walk<'_>, Unfollowed> {
        let mut walk = Walk::new(subject);
        let mut added = true;
        while std::mem::take(&mut added) {
            for index in 0..subject.placed.len() {
                added |= walk.step(index)?.unwrap_or(false);
            }
        }
        Ok(walk)
    }

    /// Whether a place of the stack holds the null. It may be unknown where it came from.
    fn is_null(&self, place: Place, slot: usize) -> Result<bool, Unfollowed> {
        let stack = self.stacks.get(place.index).and_then(Option::as_ref).ok_or(Unfollowed)?;
        let source = stack.source(slot)?.ok_or(Unfollowed)?;
        Ok(match self.instruction(source)? {
            Instruction::Load(Kind::Reference, local) => place.null.holds(*local),
            _ => false,
        })
    }

    fn at(&self, place: Place) -> Result<Next, Unfollowed> {
        let instruction = self.instruction(place.index)?;
        if let Ok((_, slot)) = self.action(place.index)
            && self.is_null(place, slot)?
        {
            return Ok(Next::Fails);
        }
        match instruction {
            Instruction::Return(_) => Ok(Next::Returns),
            Instruction::IfNull(jumps, target) if self.is_null(place, 0)? => {
                Ok(Next::To(if *jumps { *target } else { place.index + 1 }))
            }
            // Null is an instance of nothing.
            Instruction::InstanceOf(_) if self.is_null(place, 0)? => self.decided(place),
            Instruction::Store(Kind::Reference, local) => {
                let is_null = self.is_null(place, 0)?;
                Ok(Next::Goes(place.null.written(*local, is_null)?))
            }
            Instruction::Store(_, local) => Ok(Next::Goes(place.null.written(*local, false)?)),
            Instruction::New(class) => {
                let class = self.subject.class.pool.class(*class).map_err(|_| Unfollowed)?;
                if &*class == NULL_POINTER { Err(Unfollowed) } else { Ok(Next::Goes(place.null)) }
            }
            Instruction::Invoke(kind, method) => self.call(place, *kind, self.member(*method)?),
            // Somebody else may find it there.
            Instruction::InvokeDynamic(_) => Err(Unfollowed),
            Instruction::PutField(_) | Instruction::PutStatic(_) | Instruction::ArrayStore(_)
                if self.is_null(place, 0)? =>
            {
                Err(Unfollowed)
            }
            _ => Ok(Next::Goes(place.null)),
        }
    }

    /// Where it goes on if an instruction gives 0, as the next one may ask.
    fn decided(&self, place: Place) -> Result<Next, Unfollowed> {
        let next = place.index + 1;
        Ok(match self.instruction(next)? {
            Instruction::If(Condition::Equal, target) => Next::To(*target),
            Instruction::If(Condition::NotEqual, _) => Next::To(next + 1),
            _ => Next::Goes(place.null),
        })
    }

    fn call(&self, place: Place, kind: InvokeKind, callee: Member) -> Result<Next, Unfollowed> {
        let parameters = stack::signature(&callee)?.parameters;
        let total: usize = parameters.iter().map(stack::size).sum();
        let mut before = 0;
        let mut passed = None;
        for parameter in &parameters {
            let size = stack::size(parameter);
            if parameter.is_reference() && self.is_null(place, total - before - size)? {
                // Two parameters that are null may fail in two ways.
                if passed.replace(before).is_some() {
                    return Err(Unfollowed);
                }
            }
            before += size;
        }
        let Some(local) = passed else { return Ok(Next::Goes(place.null)) };
        let this = usize::from(kind != InvokeKind::Static);
        let local = u16::try_from(local + this).map_err(|_| Unfollowed)?;
        Ok(Next::Calls((kind, callee), local))
    }
}
