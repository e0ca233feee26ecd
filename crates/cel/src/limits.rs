//! What an evaluation may cost. The first limit is the hub's own; the others keep a page responsive
//! where the hub's cost says little about the work.

use crate::stop::{Evaluated, Limit, Stop};

/// The hub's limit of the cost of one evaluation (Kubernetes' `PerCallLimit`).
pub const COST: u64 = 1_000_000;
/// Steps of one evaluation: nodes, items, and every 16 bytes of a text that is looked at. Tens of
/// nanoseconds each.
pub const STEPS: u64 = 10_000_000;
/// Bytes of all values that one evaluation makes, those that are gone already included.
pub const MEMORY: u64 = 32_000_000;

/// What an evaluation has cost so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct Meter {
    cost: u64,
    steps: u64,
    memory: u64,
}

impl Meter {
    /// The cost so far, as the hub counts it.
    pub fn cost(self) -> u64 {
        self.cost
    }

    /// The steps so far.
    pub fn steps(self) -> u64 {
        self.steps
    }

    /// Counts the hub's cost.
    pub(crate) fn charge(&mut self, cost: u64) -> Evaluated<()> {
        self.cost = self.cost.saturating_add(cost);
        within(self.cost, COST, Limit::Cost)
    }

    /// Takes back a cost of 1: the hub does not charge for a name that only leads on.
    pub(crate) fn refund(&mut self) {
        self.cost = self.cost.saturating_sub(1);
    }

    /// Counts steps, before they are made.
    pub(crate) fn work(&mut self, steps: u64) -> Evaluated<()> {
        self.steps = self.steps.saturating_add(steps);
        within(self.steps, STEPS, Limit::Steps)
    }

    /// Counts bytes, before they are taken.
    pub(crate) fn allocate(&mut self, bytes: u64) -> Evaluated<()> {
        self.memory = self.memory.saturating_add(bytes);
        within(self.memory, MEMORY, Limit::Memory)
    }

    /// Counts a text that is to be made.
    pub(crate) fn text(&mut self, bytes: usize) -> Evaluated<()> {
        self.work(1 + bytes as u64 / 16)?;
        self.allocate(16 + bytes as u64)
    }

    /// Counts a list that is to be made.
    pub(crate) fn list(&mut self, items: usize) -> Evaluated<()> {
        self.work(1 + items as u64)?;
        self.allocate(32 + 24 * items as u64)
    }

    /// Counts texts that are to be looked at.
    pub(crate) fn look(&mut self, texts: &[&str]) -> Evaluated<()> {
        let bytes: usize = texts.iter().map(|text| text.len()).sum();
        self.work(bytes as u64 / 16)
    }
}

fn within(used: u64, most: u64, limit: Limit) -> Evaluated<()> {
    if used <= most {
        Ok(())
    } else {
        Err(Stop::Limit(limit))
    }
}
