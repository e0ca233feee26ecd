//! Choices out of random numbers. Shrunk numbers are 0, and 0 is the plainest choice.

use std::cell::Cell;

use proptest::prelude::*;

#[derive(Clone, Debug)]
pub struct Choices {
    numbers: Vec<u16>,
    next: Cell<usize>,
}

impl Choices {
    /// The next number; 0 once there are no more.
    fn next_number(&self) -> usize {
        let at = self.next.get();
        self.next.set(at + 1);
        self.numbers.get(at).copied().unwrap_or(0).into()
    }

    /// A number below a bound; 0 below 0.
    pub fn below(&self, bound: usize) -> usize {
        self.next_number() % bound.max(1)
    }

    pub fn pick<'a, T>(&self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    /// True in so many cases of a hundred.
    pub fn chance(&self, percent: usize) -> bool {
        self.below(100) + percent >= 100
    }
}

pub fn choices(numbers: usize) -> impl Strategy<Value = Choices> {
    prop::collection::vec(any::<u16>(), numbers).prop_map(|numbers| Choices {
        numbers,
        next: Cell::new(0),
    })
}
