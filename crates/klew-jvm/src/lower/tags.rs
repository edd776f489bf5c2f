//! Numbers of classes, and the sets of them that type tests ask for.
//!
//! Classes are numbered in preorder of the tree of superclasses (arrays by the superclass of their elements), so that
//! the classes below one are a range. 0 is no class.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::class_file::JavaType;
use crate::classes::ClassId;
use crate::world::World;

/// Numbers of classes with instances.
#[derive(Default)]
pub(crate) struct Tags {
    of_class: FxHashMap<ClassId, u32>,
    /// By tag - 1.
    classes: Vec<ClassId>,
    below: FxHashMap<ClassId, Ranges>,
}

/// A set of tags as ranges, first and last, in order.
pub(crate) type Ranges = Vec<(u32, u32)>;

impl Tags {
    /// Numbers the classes.
    pub fn new(world: &mut World<'_>, instantiated: &[ClassId]) -> Tags {
        let mut children: BTreeMap<Option<ClassId>, Vec<ClassId>> = BTreeMap::new();
        let mut known = rustc_hash::FxHashSet::default();
        let mut pending: Vec<ClassId> = instantiated.to_vec();
        while let Some(class) = pending.pop() {
            if known.insert(class) {
                let above = superclass(world, class);
                children.entry(above).or_default().push(class);
                pending.extend(above);
            }
        }
        for list in children.values_mut() {
            list.sort_by_key(|class| world.class(*class).name.clone());
        }
        let mut tags = Tags::default();
        let with_instances: rustc_hash::FxHashSet<ClassId> = instantiated.iter().copied().collect();
        let mut stack: Vec<ClassId> = children.get(&None).cloned().unwrap_or_default();
        stack.reverse();
        while let Some(class) = stack.pop() {
            if with_instances.contains(&class) {
                tags.classes.push(class);
                tags.of_class.insert(class, tags.classes.len() as u32);
            }
            if let Some(below) = children.get(&Some(class)) {
                stack.extend(below.iter().rev());
            }
        }
        tags
    }

    /// The tag of a class that has instances.
    pub fn get(&self, class: ClassId) -> Option<u32> {
        self.of_class.get(&class).copied()
    }

    /// All classes with instances, by tag.
    pub fn classes(&self) -> &[ClassId] {
        &self.classes
    }

    /// The tags of what can be assigned to a class.
    pub fn below(&mut self, world: &mut World<'_>, class: ClassId) -> Ranges {
        if let Some(known) = self.below.get(&class) {
            return known.clone();
        }
        let mut ranges = Ranges::new();
        for (tag, below) in (1..).zip(self.classes.clone()) {
            if world.classes.is_subtype(below, class) {
                match ranges.last_mut() {
                    Some((_, last)) if *last + 1 == tag => *last = tag,
                    _ => ranges.push((tag, tag)),
                }
            }
        }
        self.below.insert(class, ranges.clone());
        ranges
    }

    /// Whether ranges hold all tags.
    pub fn is_all(&self, ranges: &Ranges) -> bool {
        matches!(ranges[..], [(1, last)] if last as usize == self.classes.len())
    }
}

fn superclass(world: &mut World<'_>, class: ClassId) -> Option<ClassId> {
    let loaded = world.class(class);
    if let Some(JavaType::Reference(element)) = &loaded.element
        && let Ok(element) = world.classes.load(element)
        && let Some(above) = superclass(world, element)
    {
        let name = JavaType::of_class(&world.class(above).name).array_name();
        return world.classes.load(&name).ok().or(loaded.superclass);
    }
    loaded.superclass
}
