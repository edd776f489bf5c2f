//! A persistent map from symbols: a radix tree over their numbers, every node shared until it is written.
//!
//! Cloning is O(1); a write copies the few nodes on its way that another map still shares. Paths of one
//! run differ in a handful of symbols, so what is kept for each symbol of a path is kept in these.
//!
//! **Invariant**: a tree of height `h` holds symbols below `LEAF * WAYS^h`; `length` counts its entries.

use std::rc::Rc;

use crate::kind::SymbolId;

const LEAF_BITS: u32 = 3;
const LEAF: usize = 1 << LEAF_BITS;
const BITS: u32 = 4;
const WAYS: usize = 1 << BITS;

#[derive(Clone, Debug)]
enum Node<T> {
    Leaf([Option<T>; LEAF]),
    Branch([Option<Rc<Node<T>>>; WAYS]),
}

impl<T> Node<T> {
    fn empty(height: u32) -> Node<T> {
        match height {
            0 => Node::Leaf(std::array::from_fn(|_| None)),
            _ => Node::Branch(std::array::from_fn(|_| None)),
        }
    }
}

/// A map from symbols.
#[derive(Clone, Debug)]
pub struct SymbolMap<T> {
    root: Option<Rc<Node<T>>>,
    height: u32,
    length: usize,
}

impl<T> Default for SymbolMap<T> {
    fn default() -> Self {
        SymbolMap { root: None, height: 0, length: 0 }
    }
}

/// The place of an index in a node of that height.
fn slot(index: u64, height: u32) -> usize {
    match height {
        0 => index as usize % LEAF,
        _ => (index >> (LEAF_BITS + BITS * (height - 1))) as usize % WAYS,
    }
}

fn covers(height: u32, index: u64) -> bool {
    index >> (LEAF_BITS + BITS * height) == 0
}

impl<T> SymbolMap<T> {
    /// How many entries.
    pub fn len(&self) -> usize {
        self.length
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// The entry of a symbol.
    #[inline]
    pub fn get(&self, symbol: SymbolId) -> Option<&T> {
        let index = u64::from(symbol.0);
        let mut node = self.root.as_deref()?;
        if !covers(self.height, index) {
            return None;
        }
        let mut height = self.height;
        loop {
            match node {
                Node::Leaf(entries) => return entries[slot(index, 0)].as_ref(),
                Node::Branch(children) => node = children[slot(index, height)].as_deref()?,
            }
            height -= 1;
        }
    }

    /// Symbols with their entries, ascending by symbol.
    pub fn iter(&self) -> impl Iterator<Item = (SymbolId, &T)> {
        let mut open: Vec<(&Node<T>, u64)> = Vec::new();
        open.extend(self.root.as_deref().map(|root| (root, 0)));
        let mut leaf: Option<(&[Option<T>; LEAF], u64, usize)> = None;
        std::iter::from_fn(move || {
            loop {
                if let Some((entries, prefix, next)) = &mut leaf {
                    while *next < LEAF {
                        let at = *next;
                        *next += 1;
                        if let Some(entry) = &entries[at] {
                            let index = (*prefix << LEAF_BITS) | at as u64;
                            return Some((SymbolId(index as u32), entry));
                        }
                    }
                }
                match open.pop()? {
                    (Node::Leaf(entries), prefix) => leaf = Some((entries, prefix, 0)),
                    (Node::Branch(children), prefix) => {
                        let present = children.iter().enumerate().rev();
                        open.extend(present.filter_map(|(way, child)| {
                            Some((child.as_deref()?, (prefix << BITS) | way as u64))
                        }));
                    }
                }
            }
        })
    }
}

impl<T: Clone> SymbolMap<T> {
    /// Makes the entry of a symbol; gives the one it had.
    pub fn insert(&mut self, symbol: SymbolId, entry: T) -> Option<T> {
        let index = u64::from(symbol.0);
        while !covers(self.height, index) {
            if let Some(root) = self.root.take() {
                let mut children: [Option<Rc<Node<T>>>; WAYS] = std::array::from_fn(|_| None);
                children[0] = Some(root);
                self.root = Some(Rc::new(Node::Branch(children)));
            }
            self.height += 1;
        }
        let mut height = self.height;
        let mut place = &mut self.root;
        loop {
            match Rc::make_mut(place.get_or_insert_with(|| Rc::new(Node::empty(height)))) {
                Node::Leaf(entries) => {
                    let before = entries[slot(index, 0)].replace(entry);
                    self.length += usize::from(before.is_none());
                    return before;
                }
                Node::Branch(children) => place = &mut children[slot(index, height)],
            }
            height -= 1;
        }
    }

    /// Takes a symbol's entry away.
    pub fn remove(&mut self, symbol: SymbolId) -> Option<T> {
        self.get(symbol)?;
        let index = u64::from(symbol.0);
        let mut height = self.height;
        let mut place = &mut self.root;
        loop {
            match Rc::make_mut(place.as_mut()?) {
                Node::Leaf(entries) => {
                    self.length -= 1;
                    return entries[slot(index, 0)].take();
                }
                Node::Branch(children) => place = &mut children[slot(index, height)],
            }
            height -= 1;
        }
    }
}

impl<T: PartialEq> PartialEq for SymbolMap<T> {
    fn eq(&self, other: &Self) -> bool {
        self.length == other.length && self.iter().eq(other.iter())
    }
}

impl<T: Eq> Eq for SymbolMap<T> {}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// Does the same with a `BTreeMap`; entries and clones must agree.
    fn check(changes: &[(u32, Option<u32>)]) {
        let mut map = SymbolMap::default();
        let mut expected = BTreeMap::new();
        let mut copies = Vec::new();
        for &(symbol, entry) in changes {
            copies.push((map.clone(), expected.clone()));
            match entry {
                Some(entry) => {
                    let before = expected.insert(symbol, entry);
                    assert_eq!(map.insert(SymbolId(symbol), entry), before);
                }
                None => assert_eq!(map.remove(SymbolId(symbol)), expected.remove(&symbol)),
            }
            assert_eq!(map.get(SymbolId(symbol)), expected.get(&symbol));
        }
        copies.push((map, expected));
        for (map, expected) in &copies {
            let found: Vec<_> = map.iter().map(|(symbol, &entry)| (symbol.0, entry)).collect();
            let expected: Vec<_> =
                expected.iter().map(|(&symbol, &entry)| (symbol, entry)).collect();
            assert_eq!(found, expected);
            assert_eq!(map.len(), expected.len());
        }
        for (a, b) in copies.iter().zip(&copies[1..]) {
            assert_eq!(a.0 == b.0, a.1 == b.1);
        }
    }

    #[test]
    fn it_is_a_map_and_clones_are_independent() {
        check(&[]);
        check(&[(0, None), (7, Some(1)), (8, Some(2)), (7, None), (7, None), (8, Some(3))]);
        check(&[(u32::MAX, Some(1)), (0, Some(2)), (127, Some(3)), (128, Some(4))]);
        let many: Vec<_> =
            (0..3000u32).map(|n| (n * 7919 % 5003, (n % 5 > 0).then_some(n % 3))).collect();
        check(&many[..400]);
        check(&many[2600..]);
    }
}
