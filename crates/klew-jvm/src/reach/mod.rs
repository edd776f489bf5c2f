//! What a run from the entry may come to: rapid type analysis (D. F. Bacon, P. F. Sweeney, *Fast Static
//! Analysis of C++ Virtual Function Calls*, OOPSLA 1996).
//!
//! A worklist of methods. A virtual call reaches the methods that it selects on the classes of which objects
//! are made somewhere in what is reached, or which an input may have.
//!
//! **Invariant**: the order of methods and classes follows the order of the code.

mod boundary;
mod initialisers;
mod scan;

pub(crate) use scan::primitive_array;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::class_file::{
    JavaType,
    flags::{ABSTRACT, STATIC, SYNTHETIC},
};
use crate::classes::{ClassId, ENUM_CONSTANT, IDENTICAL, MethodId, Origin};
use crate::sites::{is_wrapper, wrappers};
use crate::world::World;

/// What boxes of numbers have in common.
const NUMBER: &str = "java/lang/Number";

/// What is reached.
#[derive(Default)]
pub(crate) struct Reached {
    /// Methods in the order in which they were found.
    pub methods: Vec<MethodId>,
    known_methods: FxHashSet<MethodId>,
    /// Classes and array classes of which there may be objects.
    pub instantiated: Vec<ClassId>,
    known_instances: FxHashSet<ClassId>,
    initialised: FxHashSet<ClassId>,
    /// Classes of which there are class objects.
    pub class_objects: Vec<ClassId>,
    known_class_objects: FxHashSet<ClassId>,
    /// Calls to be decided by the class of the receiver: its static class and the method that is named.
    calls: Vec<(ClassId, MethodId)>,
    known_calls: FxHashSet<(ClassId, MethodId)>,
    /// What inputs may be.
    inputs: FxHashSet<JavaType>,
    input_classes: Vec<ClassId>,
    input_types: Vec<ClassId>,
    /// Classes that the program's own code asks objects for.
    asked: Vec<ClassId>,
    /// Enumerations whose constants may be among the inputs.
    pub enumerations: Vec<ClassId>,
    /// Whether inputs may be arrays of references.
    pub has_arrays_of_objects: bool,
    /// Classes of what is given to the entry.
    declared: FxHashSet<ClassId>,
    /// Of the classes with objects those that no object among the inputs has.
    never_inputs: FxHashSet<ClassId>,
    /// Classes of the program that no object among the inputs has.
    left_out: Vec<ClassId>,
    /// Others' classes that would be inputs if they held no class objects.
    class_holders: Vec<ClassId>,
    /// Classes that are named as values.
    named_classes: Vec<ClassId>,
    /// Arrays of any of these may be made.
    makes_arrays: bool,
    /// Class objects of all classes may be asked for.
    asks_for_classes: bool,
    lists_constants: bool,
}

impl Reached {
    /// Classes that objects among the inputs may have, apart from arrays and from what the JDK throws.
    pub fn input_classes(&self, world: &mut World<'_>) -> Vec<ClassId> {
        let throwable = world.classes.load("java/lang/Throwable").ok();
        let mut others = self.instantiated.clone();
        others.retain(|&class| {
            world.class(class).element.is_none()
                && !self.is_never_input(class)
                && !self.input_classes.contains(&class)
                && !throwable.is_some_and(|above| world.classes.is_subtype(class, above))
                && self.input_types.iter().any(|&above| world.classes.is_subtype(class, above))
        });
        self.input_classes.iter().copied().chain(others).collect()
    }

    /// Whether a class of the program that may be initialised has static fields that are no constants.
    pub fn has_static_fields(&self, world: &World<'_>) -> bool {
        self.initialised.iter().any(|&class| {
            let class = world.class(class);
            let mut fields = class.file.fields.iter();
            class.origin == Origin::User
                && fields.any(|field| {
                    field.access & STATIC != 0
                        && field.access & SYNTHETIC == 0
                        && field.constant.is_none()
                })
        })
    }

    /// Types that the program's own code asks objects for and that no object among the inputs has, although they are below declared ones.
    pub fn asked_in_vain(&self, world: &mut World<'_>) -> Vec<ClassId> {
        let made = self.instantiated.iter().filter(|class| !self.is_never_input(**class));
        let made: Vec<ClassId> = made.copied().collect();
        let mut asked = self.asked.clone();
        asked.retain(|&class| {
            !made.iter().any(|&one| world.classes.is_subtype(one, class))
                && self.input_types.iter().any(|&above| world.classes.is_subtype(class, above))
        });
        asked
    }

    /// Types of references among the inputs.
    pub fn input_types(&self) -> &[ClassId] {
        &self.input_types
    }

    /// Whether no object among the inputs has that class: what is not followed could not do anything there, and an
    /// initialiser that cannot be run would stand in every way.
    pub fn is_never_input(&self, class: ClassId) -> bool {
        self.never_inputs.contains(&class)
    }

    /// Classes of which no input is, as their objects have class objects, as far as they were looked at.
    pub fn class_holders(&self) -> &[ClassId] {
        &self.class_holders
    }

    /// Those of the program's own classes, as far as they were looked at.
    pub fn left_out(&self) -> &[ClassId] {
        &self.left_out
    }

    /// Whether a method is reached.
    pub fn has_method(&self, method: MethodId) -> bool {
        self.known_methods.contains(&method)
    }

    /// The methods that a virtual call may run, each with the classes that lead to it.
    pub fn targets(
        &self,
        world: &mut World<'_>,
        receiver: ClassId,
        resolved: MethodId,
    ) -> (Vec<(MethodId, Vec<ClassId>)>, Vec<ClassId>) {
        let mut targets: Vec<(MethodId, Vec<ClassId>)> = Vec::new();
        let mut place: FxHashMap<MethodId, usize> = FxHashMap::default();
        let mut without = Vec::new();
        for &class in &self.instantiated {
            if !world.classes.is_subtype(class, receiver) {
                continue;
            }
            match world.classes.select(class, resolved) {
                Some(target) => {
                    let index = *place.entry(target).or_insert_with(|| {
                        targets.push((target, Vec::new()));
                        targets.len() - 1
                    });
                    targets[index].1.push(class);
                }
                None => without.push(class),
            }
        }
        (targets, without)
    }
}

/// The analysis.
pub(crate) struct Reach<'w, 'a> {
    pub world: &'w mut World<'a>,
    reached: Reached,
    next: usize,
    /// What was found of classes.
    may_be_inputs: FxHashMap<ClassId, bool>,
}

impl<'w, 'a> Reach<'w, 'a> {
    /// With nothing reached.
    pub fn new(world: &'w mut World<'a>) -> Reach<'w, 'a> {
        Reach { world, reached: Reached::default(), next: 0, may_be_inputs: FxHashMap::default() }
    }

    /// Follows everything that was found.
    pub fn finish(mut self) -> Reached {
        while self.next < self.reached.methods.len() {
            let method = self.reached.methods[self.next];
            self.next += 1;
            self.scan(method);
        }
        for class in self.reached.instantiated.clone() {
            if !self.may_be_input(class) {
                self.reached.never_inputs.insert(class);
            }
        }
        self.reached
    }

    /// A method is called.
    pub fn method(&mut self, method: MethodId) {
        if self.reached.known_methods.insert(method) {
            self.reached.methods.push(method);
        }
    }

    /// A method of that name is called, if the class has it.
    pub fn method_named(&mut self, class: &str, name: &str, descriptor: &str) {
        if let Ok(class) = self.world.classes.load(class)
            && let Some(method) = self.world.classes.find_method(class, name, descriptor)
        {
            self.method(method);
        }
    }

    /// Objects of that class are made.
    pub fn instance(&mut self, class: ClassId) {
        if !self.reached.known_instances.insert(class) {
            return;
        }
        self.reached.instantiated.push(class);
        for index in 0..self.reached.calls.len() {
            let (receiver, resolved) = self.reached.calls[index];
            self.select(class, receiver, resolved);
        }
        if self.reached.asks_for_classes {
            self.class_object(class);
        }
    }

    /// Objects of the class of that name are made.
    pub fn instance_named(&mut self, name: &str) {
        if let Ok(class) = self.world.classes.load(name) {
            self.instance(class);
        }
    }

    /// A class object is used.
    pub fn class_object(&mut self, class: ClassId) {
        if !self.reached.known_class_objects.insert(class) {
            return;
        }
        self.reached.class_objects.push(class);
        if self.reached.lists_constants {
            self.constants_of(class);
        }
        let loaded = self.world.class(class);
        if let Some(superclass) = loaded.superclass {
            self.class_object(superclass);
        }
        if let Some(JavaType::Reference(element)) = &loaded.element
            && let Ok(element) = self.world.classes.load(element)
        {
            self.class_object(element);
        }
    }

    fn array_of(&mut self, class: ClassId) {
        let name = JavaType::of_class(&self.world.class(class).name).array_name();
        self.instance_named(&name);
    }

    fn constants_of(&mut self, class: ClassId) {
        let loaded = self.world.class(class);
        let is_enum = loaded
            .superclass
            .is_some_and(|above| &*self.world.class(above).name == "java/lang/Enum");
        let descriptor = format!("()[L{};", loaded.name);
        if is_enum && let Some(values) = loaded.method("values", &descriptor) {
            self.touch(class);
            self.method(values);
        }
    }

    /// Arrays of any class that is named as a value may be made.
    pub fn any_array(&mut self) {
        if !std::mem::replace(&mut self.reached.makes_arrays, true) {
            for class in self.reached.named_classes.clone() {
                self.arrays_of_named(class);
            }
        }
    }

    /// Arrays of a class that is named as a value; if it is one of arrays (`Foo[].class`), it may also be what is made.
    fn arrays_of_named(&mut self, class: ClassId) {
        if self.world.class(class).element.is_some() {
            self.instance(class);
        }
        self.array_of(class);
    }

    /// A class is named as a value (`Foo.class`).
    fn named_class(&mut self, class: ClassId) {
        self.class_object(class);
        if self.reached.named_classes.contains(&class) {
            return;
        }
        self.reached.named_classes.push(class);
        if self.reached.makes_arrays {
            self.arrays_of_named(class);
        }
    }

    /// The constants of any enumeration that has a class object are asked for.
    pub fn any_constants(&mut self) {
        if !std::mem::replace(&mut self.reached.lists_constants, true) {
            for class in self.reached.class_objects.clone() {
                self.constants_of(class);
            }
        }
    }

    /// Class objects of any object are asked for.
    pub fn any_class(&mut self) {
        self.instance_named("java/lang/Class");
        self.text();
        if !std::mem::replace(&mut self.reached.asks_for_classes, true) {
            for class in self.reached.instantiated.clone() {
                self.class_object(class);
            }
        }
    }

    /// String literals are used.
    pub fn text(&mut self) {
        self.instance_named("java/lang/String");
        self.instance_named("[C");
    }

    /// A class may be initialised: JVM specification, section 5.5.
    pub fn touch(&mut self, class: ClassId) {
        if !self.reached.initialised.insert(class) {
            return;
        }
        let loaded = self.world.class(class);
        for above in loaded.superclass.iter().chain(&loaded.interfaces) {
            self.touch(*above);
        }
        if let Some(initialiser) = loaded.method("<clinit>", "()V") {
            self.method(initialiser);
        }
        let constants = loaded.file.fields.iter().any(|field| field.constant.is_some());
        if constants {
            self.text();
        }
    }

    /// A call is decided by the class of the receiver.
    pub fn virtual_call(&mut self, receiver: ClassId, resolved: MethodId) {
        if !self.reached.known_calls.insert((receiver, resolved)) {
            return;
        }
        self.reached.calls.push((receiver, resolved));
        for index in 0..self.reached.instantiated.len() {
            let class = self.reached.instantiated[index];
            self.select(class, receiver, resolved);
        }
    }

    fn select(&mut self, class: ClassId, receiver: ClassId, resolved: MethodId) {
        if self.world.classes.is_subtype(class, receiver)
            && let Some(target) = self.world.classes.select(class, resolved)
        {
            self.method(target);
        }
    }

    /// Inputs of these types are given to the entry.
    pub fn parameters(&mut self, types: &[JavaType]) {
        for java_type in types {
            if let JavaType::Reference(name) = java_type
                && let Ok(class) = self.world.classes.load(name)
            {
                self.reached.declared.insert(class);
            }
        }
        for java_type in types {
            self.input(java_type);
        }
    }

    /// An input of that type: what it may point to, and all that can be reached from there.
    fn input(&mut self, java_type: &JavaType) {
        let JavaType::Reference(name) = java_type else { return };
        if !self.reached.inputs.insert(java_type.clone()) {
            return;
        }
        let Ok(class) = self.world.classes.load(name) else { return };
        self.reached.input_types.push(class);
        if let Some(element) = self.world.class(class).element.clone() {
            self.reached.has_arrays_of_objects |= element.is_reference();
            self.instance(class);
            self.input(&element);
            return;
        }
        let mut below = vec![class];
        for name in self.world.classes.user_names() {
            if let Ok(user) = self.world.classes.load(&name)
                && user != class
                && self.world.classes.is_subtype(user, class)
            {
                below.push(user);
            }
        }
        for asked in self.reached.asked.clone() {
            if asked != class && self.world.classes.is_subtype(asked, class) {
                self.asked_input(asked);
            }
        }
        for class in below {
            self.input_class(class);
        }
        if **name == *NUMBER {
            self.boxes_below(class);
        }
    }

    /// An object among the inputs may have that class, if any may.
    fn input_class(&mut self, class: ClassId) {
        if !self.may_be_input(class) {
            return;
        }
        if self.world.is_enumeration(class) {
            if !self.reached.enumerations.contains(&class) {
                self.reached.enumerations.push(class);
            }
            for (owner, name, descriptor) in [ENUM_CONSTANT, IDENTICAL] {
                self.method_named(owner, name, descriptor);
            }
        }
        let loaded = self.world.class(class);
        if !loaded.file.is(ABSTRACT) {
            self.instance(class);
            if !self.reached.input_classes.contains(&class) {
                self.reached.input_classes.push(class);
            }
        }
        self.touch(class);
        for field in &loaded.fields {
            self.input(&field.field_type);
        }
    }

    /// The program's own code asks whether an object is of that class. Boxes and arrays hold what they may hold, and of enumerations all objects
    /// are known, so that an input that is declared as what is above them may be one; what objects of other classes of the JDK hold, only
    /// their code knows.
    fn asked_for(&mut self, class: ClassId) {
        if self.reached.asked.contains(&class) {
            return;
        }
        self.reached.asked.push(class);
        let mut types = self.reached.input_types.clone();
        types.retain(|above| self.world.classes.is_subtype(class, *above));
        if !types.is_empty() {
            self.asked_input(class);
        }
    }

    /// An object among the inputs may be what the program asks for, if klew can make it.
    fn asked_input(&mut self, class: ClassId) {
        let loaded = self.world.class(class);
        if loaded.element.is_some() {
            self.input(&JavaType::of_class(&loaded.name));
        } else if is_wrapper(&loaded.name) || self.world.is_enumeration(class) {
            self.input_class(class);
        } else {
            self.boxes_below(class);
        }
    }

    /// An object among the inputs may be any box below a type of the JDK, such as `Number`.
    fn boxes_below(&mut self, above: ClassId) {
        if !matches!(self.world.class(above).origin, Origin::Jdk | Origin::Model) {
            return;
        }
        for name in wrappers() {
            if let Ok(class) = self.world.classes.load(name)
                && self.world.classes.is_subtype(class, above)
            {
                self.input_class(class);
            }
        }
    }

    /// Whether objects among the inputs may have that class. One that is declared by the entry is never left out, nor is
    /// an exception, so that what is proved of them is not proved of nothing.
    fn may_be_input(&mut self, class: ClassId) -> bool {
        let origin = self.world.class(class).origin;
        if origin == Origin::User && self.reached.declared.contains(&class) {
            return true;
        }
        if let Some(known) = self.may_be_inputs.get(&class) {
            return *known;
        }
        let holds_classes = self.holds_classes(class) && !self.is_throwable(class);
        let may = !holds_classes
            && self.is_followed(class)
            && (!matches!(origin, Origin::User | Origin::Jdk)
                || self.is_throwable(class)
                || !initialisers::stands_in_the_way(self.world, class));
        self.may_be_inputs.insert(class, may);
        if holds_classes && !self.world.class(class).file.is(ABSTRACT) {
            self.reached.class_holders.push(class);
        }
        if !may && origin == Origin::User && !self.world.class(class).file.is(ABSTRACT) {
            self.reached.left_out.push(class);
        }
        may
    }

    /// Whether an object of a class that is not the program's has a class object, as maps of enumerations do: no input is one, so that it would
    /// contradict itself.
    fn holds_classes(&self, class: ClassId) -> bool {
        let class = self.world.class(class);
        let is_class =
            |it: &JavaType| matches!(it, JavaType::Reference(name) if **name == *"java/lang/Class");
        class.origin != Origin::User
            && *class.name != *"java/lang/Class"
            && class.fields.iter().any(|field| is_class(&field.field_type))
    }

    fn is_throwable(&mut self, class: ClassId) -> bool {
        let throwable = self.world.classes.load("java/lang/Throwable");
        throwable.is_ok_and(|throwable| self.world.classes.is_subtype(class, throwable))
    }

    /// Whether the code of a class is part of the program, and that of all above it.
    fn is_followed(&self, class: ClassId) -> bool {
        let mut open = Some(class);
        while let Some(id) = open {
            let class = self.world.class(id);
            if class.origin == Origin::Jdk && !boundary::is_followed(&class.name) {
                return false;
            }
            open = class.superclass;
        }
        true
    }

    /// Whether the code of a method is part of the program.
    pub fn follows(world: &World<'_>, method: MethodId) -> bool {
        let class = world.class(method.class);
        class.origin != Origin::Jdk || boundary::is_followed(&class.name)
    }
}
