//! Makes a failing program smaller by leaving out statements, as long as it still fails.

use super::program::{Function, Program, Statement};

/// What is made of functions.
pub trait Functions: Clone {
    /// Its functions.
    fn functions(&self) -> &[Function];

    /// Its functions.
    fn functions_mut(&mut self) -> &mut [Function];

    /// How many statements there are, nested ones included.
    fn count(&self) -> usize {
        self.functions().iter().map(|function| count(&function.body)).sum()
    }

    /// Leaves out the statement of that number in preorder.
    fn remove(&mut self, index: usize) {
        let mut left = index;
        for function in self.functions_mut() {
            if remove(&mut function.body, &mut left) {
                return;
            }
        }
    }
}

impl Functions for Program {
    fn functions(&self) -> &[Function] {
        &self.functions
    }

    fn functions_mut(&mut self) -> &mut [Function] {
        &mut self.functions
    }
}

/// The smallest program found for which `fails` still holds.
pub fn shrink<P: Functions>(program: &P, fails: impl Fn(&P) -> bool) -> P {
    let mut best = program.clone();
    let mut tries = 0;
    loop {
        let total = best.count();
        let mut progress = false;
        let mut index = 0;
        while index < best.count() && tries < 400 {
            tries += 1;
            let mut candidate = best.clone();
            candidate.remove(index);
            if candidate.count() < best.count() && fails(&candidate) {
                best = candidate;
                progress = true;
            } else {
                index += 1;
            }
        }
        if !progress || tries >= 400 || best.count() == total {
            return best;
        }
    }
}

fn count(statements: &[Statement]) -> usize {
    statements
        .iter()
        .map(|statement| 1 + statement.parts.iter().map(|part| count(&part.body)).sum::<usize>())
        .sum()
}

fn remove(statements: &mut Vec<Statement>, left: &mut usize) -> bool {
    for position in 0..statements.len() {
        if *left == 0 {
            statements.remove(position);
            return true;
        }
        *left -= 1;
        for part in &mut statements[position].parts {
            if remove(&mut part.body, left) {
                return true;
            }
        }
    }
    false
}
