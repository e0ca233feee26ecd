//! The limits of an evaluation. The cost limit is the hub's; the limits of steps and bytes keep a page responsive,
//! because the hub's cost is a poor measure of the work.

use crate::stop::{Evaluated, Limit, Stop};

/// The hub's cost limit of one evaluation (Kubernetes' `PerCallLimit`).
pub const COST: u64 = 1_000_000;
/// The step limit of one evaluation. A step is a node, an item, or 16 bytes of a text that is read; it takes tens of
/// nanoseconds.
pub const STEPS: u64 = 10_000_000;
/// The limit of bytes that one evaluation allocates in total, freed values included.
pub const MEMORY: u64 = 32_000_000;

/// The cost, steps and bytes of an evaluation so far.
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

    /// Adds to the hub's cost.
    pub(crate) fn charge(&mut self, cost: u64) -> Evaluated<()> {
        self.cost = self.cost.saturating_add(cost);
        within(self.cost, COST, Limit::Cost)
    }

    /// Refunds a cost of 1: the hub does not charge for a name that is only the start of a longer one.
    pub(crate) fn refund(&mut self) {
        self.cost = self.cost.saturating_sub(1);
    }

    /// Counts steps before they are taken.
    pub(crate) fn work(&mut self, steps: u64) -> Evaluated<()> {
        self.steps = self.steps.saturating_add(steps);
        within(self.steps, STEPS, Limit::Steps)
    }

    /// Counts bytes before they are allocated.
    pub(crate) fn allocate(&mut self, bytes: u64) -> Evaluated<()> {
        self.memory = self.memory.saturating_add(bytes);
        within(self.memory, MEMORY, Limit::Memory)
    }

    /// Counts a text before it is created.
    pub(crate) fn text(&mut self, bytes: usize) -> Evaluated<()> {
        self.work(1 + bytes as u64 / 16)?;
        self.allocate(16 + bytes as u64)
    }

    /// Counts a list before it is created.
    pub(crate) fn list(&mut self, items: usize) -> Evaluated<()> {
        self.work(1 + items as u64)?;
        self.allocate(32 + 24 * items as u64)
    }

    /// Counts texts before they are read.
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
