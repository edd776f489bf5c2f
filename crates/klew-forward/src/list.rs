//! A persistent list that grows at one end: what a state shares with the states it was forked from.
//!
//! Invariant: pushing never changes what another list sees; dropping a long list does not recurse.

use std::rc::Rc;

/// A list; cloning is O(1).
#[derive(Debug)]
pub struct List<T> {
    head: Option<Rc<Node<T>>>,
}

#[derive(Debug)]
struct Node<T> {
    value: T,
    length: u32,
    rest: List<T>,
}

impl<T> Clone for List<T> {
    fn clone(&self) -> Self {
        List { head: self.head.clone() }
    }
}

impl<T> Default for List<T> {
    fn default() -> Self {
        List { head: None }
    }
}

impl<T> List<T> {
    /// Adds at the end.
    pub fn push(&mut self, value: T) {
        let rest = List { head: self.head.take() };
        let length = rest.len() as u32 + 1;
        self.head = Some(Rc::new(Node { value, length, rest }));
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.head.as_ref().map_or(0, |node| node.length as usize)
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.head.is_none()
    }

    /// The one pushed last.
    pub fn last(&self) -> Option<&T> {
        self.head.as_ref().map(|node| &node.value)
    }

    /// The last first.
    pub fn iter_backwards(&self) -> impl Iterator<Item = &T> {
        let mut next = self.head.as_deref();
        std::iter::from_fn(move || {
            let node = next?;
            next = node.rest.head.as_deref();
            Some(&node.value)
        })
    }
}

impl<T: Clone> List<T> {
    /// Takes the one pushed last.
    pub fn pop(&mut self) -> Option<T> {
        match Rc::try_unwrap(self.head.take()?) {
            Ok(mut node) => {
                self.head = node.rest.head.take();
                Some(node.value)
            }
            Err(shared) => {
                self.head = shared.rest.head.clone();
                Some(shared.value.clone())
            }
        }
    }

    /// In the order of pushing.
    pub fn to_vec(&self) -> Vec<T> {
        let mut all: Vec<T> = self.iter_backwards().cloned().collect();
        all.reverse();
        all
    }
}

impl<T: PartialEq> PartialEq for List<T> {
    fn eq(&self, other: &Self) -> bool {
        if self.len() != other.len() {
            return false;
        }
        let (mut a, mut b) = (self, other);
        loop {
            match (&a.head, &b.head) {
                (Some(x), Some(y)) => {
                    if Rc::ptr_eq(x, y) {
                        return true;
                    }
                    if x.value != y.value {
                        return false;
                    }
                    (a, b) = (&x.rest, &y.rest);
                }
                (x, y) => return x.is_none() && y.is_none(),
            }
        }
    }
}

impl<T> Drop for List<T> {
    fn drop(&mut self) {
        let mut next = self.head.take();
        while let Some(node) = next {
            match Rc::try_unwrap(node) {
                Ok(mut node) => next = node.rest.head.take(),
                Err(_) => break,
            }
        }
    }
}
