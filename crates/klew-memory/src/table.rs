//! A persistent table: a radix tree of 32-way nodes, every node and entry shared until it is written.
//!
//! Clone is O(1). A write copies the nodes on the path to the entry, and the entry, that others still share;
//! when nobody else shares them it writes in place.

use std::rc::Rc;

const BITS: u32 = 5;
const WAYS: usize = 1 << BITS;
/// Levels that 64-bit indices need.
const MAX_HEIGHT: u32 = 12;

enum Node<T> {
    Leaf([Option<Rc<T>>; WAYS]),
    Branch([Option<Rc<Node<T>>>; WAYS]),
}

impl<T> Clone for Node<T> {
    fn clone(&self) -> Self {
        match self {
            Node::Leaf(entries) => Node::Leaf(entries.clone()),
            Node::Branch(children) => Node::Branch(children.clone()),
        }
    }
}

impl<T> Node<T> {
    fn empty(height: u32) -> Node<T> {
        match height {
            0 => Node::Leaf(Default::default()),
            _ => Node::Branch(Default::default()),
        }
    }
}

/// Entries by index, most of them absent.
pub(crate) struct Table<T> {
    root: Rc<Node<T>>,
    height: u32,
}

impl<T> Clone for Table<T> {
    fn clone(&self) -> Self {
        Table { root: Rc::clone(&self.root), height: self.height }
    }
}

impl<T> std::fmt::Debug for Table<T> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "Table(height {})", self.height)
    }
}

fn slot(index: u64, level: u32) -> usize {
    (index >> (BITS * level)) as usize % WAYS
}

impl<T: Clone> Table<T> {
    pub(crate) fn new() -> Table<T> {
        Table { root: Rc::new(Node::empty(0)), height: 0 }
    }

    #[inline]
    fn covers(&self, index: u64) -> bool {
        self.height >= MAX_HEIGHT || index >> (BITS * (self.height + 1)) == 0
    }

    #[inline]
    pub(crate) fn get(&self, index: u64) -> Option<&T> {
        if !self.covers(index) {
            return None;
        }
        let mut node = &*self.root;
        let mut level = self.height;
        loop {
            match node {
                Node::Leaf(entries) => return entries[slot(index, 0)].as_deref(),
                Node::Branch(children) => node = children[slot(index, level)].as_deref()?,
            }
            level -= 1;
        }
    }

    fn shared(&self, index: u64) -> Option<&Rc<T>> {
        if !self.covers(index) {
            return None;
        }
        let mut node = &*self.root;
        for level in (1..=self.height).rev() {
            let Node::Branch(children) = node else { return None };
            node = children[slot(index, level)].as_deref()?;
        }
        match node {
            Node::Leaf(entries) => entries[slot(index, 0)].as_ref(),
            Node::Branch(_) => None,
        }
    }

    /// Whether an entry is the same in both, not only equal.
    pub(crate) fn shares(&self, index: u64, other: &Table<T>) -> bool {
        same(self.shared(index), other.shared(index))
    }

    /// The entries up to some index that two tables do not share, in order. Parts that they share as a whole cost nothing.
    pub(crate) fn apart(&self, other: &Table<T>, last: u64) -> Vec<u64> {
        if self.height != other.height {
            return (0..=last).filter(|&index| !self.shares_or_lacks(index, other)).collect();
        }
        let mut found = Vec::new();
        let mut open = vec![(Some(&self.root), Some(&other.root), self.height, 0)];
        while let Some((one, other, level, prefix)) = open.pop() {
            if same(one, other) || (one.is_none() && other.is_none()) {
                continue;
            }
            let first = |way: usize| (prefix << BITS | way as u64) << (BITS * level);
            for way in (0..WAYS).take_while(|&way| first(way) <= last) {
                if level == 0 {
                    let (one, other) = (entry(one, way), entry(other, way));
                    if one.is_some() != other.is_some() || (one.is_some() && !same(one, other)) {
                        found.push(first(way));
                    }
                } else {
                    let next = (child(one, way), child(other, way));
                    open.push((next.0, next.1, level - 1, prefix << BITS | way as u64));
                }
            }
        }
        found.sort_unstable();
        found
    }

    fn shares_or_lacks(&self, index: u64, other: &Table<T>) -> bool {
        self.shares(index, other) || (self.get(index).is_none() && other.get(index).is_none())
    }

    /// The entry, made this table's own.
    #[inline]
    pub(crate) fn get_mut(&mut self, index: u64) -> Option<&mut T> {
        if !self.covers(index) {
            return None;
        }
        let mut node = Rc::make_mut(&mut self.root);
        let mut level = self.height;
        loop {
            match node {
                Node::Leaf(entries) => return entries[slot(index, 0)].as_mut().map(Rc::make_mut),
                Node::Branch(children) => {
                    node = Rc::make_mut(children[slot(index, level)].as_mut()?);
                }
            }
            level -= 1;
        }
    }

    pub(crate) fn insert(&mut self, index: u64, entry: Rc<T>) {
        while !self.covers(index) {
            let mut children: [Option<Rc<Node<T>>>; WAYS] = Default::default();
            children[0] = Some(Rc::clone(&self.root));
            self.root = Rc::new(Node::Branch(children));
            self.height += 1;
        }
        let mut node = Rc::make_mut(&mut self.root);
        let mut level = self.height;
        loop {
            match node {
                Node::Leaf(entries) => {
                    entries[slot(index, 0)] = Some(entry);
                    return;
                }
                Node::Branch(children) => {
                    let child = children[slot(index, level)]
                        .get_or_insert_with(|| Rc::new(Node::empty(level - 1)));
                    node = Rc::make_mut(child);
                }
            }
            level -= 1;
        }
    }

    pub(crate) fn remove(&mut self, index: u64) {
        if self.get(index).is_none() {
            return;
        }
        let mut node = Rc::make_mut(&mut self.root);
        let mut level = self.height;
        loop {
            match node {
                Node::Leaf(entries) => {
                    entries[slot(index, 0)] = None;
                    return;
                }
                Node::Branch(children) => match &mut children[slot(index, level)] {
                    Some(child) => node = Rc::make_mut(child),
                    None => return,
                },
            }
            level -= 1;
        }
    }

    /// All entries, by index.
    pub(crate) fn entries(&self) -> Vec<(u64, &T)> {
        let mut found = Vec::new();
        let mut open: Vec<(&Node<T>, u64)> = vec![(&self.root, 0)];
        while let Some((node, prefix)) = open.pop() {
            match node {
                Node::Leaf(entries) => {
                    for (way, entry) in entries.iter().enumerate() {
                        if let Some(entry) = entry {
                            found.push(((prefix << BITS) | way as u64, &**entry));
                        }
                    }
                }
                Node::Branch(children) => {
                    for (way, child) in children.iter().enumerate().rev() {
                        if let Some(child) = child {
                            open.push((child, (prefix << BITS) | way as u64));
                        }
                    }
                }
            }
        }
        found
    }
}

fn same<N>(one: Option<&Rc<N>>, other: Option<&Rc<N>>) -> bool {
    one.zip(other).is_some_and(|(one, other)| Rc::ptr_eq(one, other))
}

fn child<T>(node: Option<&Rc<Node<T>>>, way: usize) -> Option<&Rc<Node<T>>> {
    match &**node? {
        Node::Branch(children) => children[way].as_ref(),
        Node::Leaf(_) => None,
    }
}

fn entry<T>(node: Option<&Rc<Node<T>>>, way: usize) -> Option<&Rc<T>> {
    match &**node? {
        Node::Leaf(entries) => entries[way].as_ref(),
        Node::Branch(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_come_back_in_order_and_clones_are_independent() {
        let mut table = Table::new();
        let indices = [0u64, 1, 31, 32, 33, 1023, 1024, 70_000, 1 << 40, u64::MAX];
        for index in indices {
            table.insert(index, Rc::new(index));
        }
        let copy = table.clone();
        if let Some(entry) = table.get_mut(1024) {
            *entry = 5;
        }
        table.remove(33);
        assert_eq!(copy.get(1024), Some(&1024));
        assert_eq!(copy.get(33), Some(&33));
        assert_eq!(table.get(1024), Some(&5));
        assert_eq!(table.get(33), None);
        assert_eq!(table.get(34), None);
        let order: Vec<u64> = copy.entries().into_iter().map(|(index, _)| index).collect();
        assert_eq!(order, indices);
        assert!(copy.entries().into_iter().all(|(index, entry)| index == *entry));
        // 1024 was written, 33 removed; nothing else is another entry.
        assert_eq!(table.apart(&copy, u64::MAX), [33, 1024]);
        assert_eq!(copy.apart(&table, 1023), [33]);
        assert!(table.shares(32, &copy) && !table.shares(1024, &copy) && !table.shares(34, &copy));
        let mut small = Table::new();
        small.insert(2, Rc::new(2u64));
        assert_eq!(small.apart(&table, 40), [0, 1, 2, 31, 32]);
    }
}
