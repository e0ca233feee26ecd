//! Which of two changes is the smaller one.

use std::cmp::Ordering;

use schedscope_objects::{diagnostic::ObjectName, order};

use crate::{Edit, Family};

/// How far an edit goes: an exact fraction, `part / whole`.
#[derive(Clone, Copy, Debug)]
pub struct StepSize {
    /// The numerator.
    pub part: u64,
    /// The denominator, at least 1.
    pub whole: u64,
}

impl StepSize {
    /// Of a whole number.
    pub fn of(number: u64) -> Self {
        Self {
            part: number,
            whole: 1,
        }
    }

    /// The difference of two amounts as a share of the old one. It is told from a whole number by its denominator.
    pub fn share(old: i64, new: i64) -> Self {
        Self {
            part: new.abs_diff(old),
            whole: old.max(1).unsigned_abs(),
        }
    }
}

impl Ord for StepSize {
    fn cmp(&self, other: &Self) -> Ordering {
        let cross = |part: u64, whole: u64| u128::from(part) * u128::from(whole.max(1));
        cross(self.part, other.whole).cmp(&cross(other.part, self.whole))
    }
}

impl PartialOrd for StepSize {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for StepSize {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for StepSize {}

/// What a change costs. Compared in this order: fewer edits, lower ranks of the families, smaller steps, then the
/// names of the objects.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cost {
    /// How many edits.
    pub edits: usize,
    /// The families, lowest rank first.
    pub families: Vec<Family>,
    /// The sum of the steps that are whole numbers, then the others, largest first.
    pub steps: Vec<StepSize>,
    /// The objects, by name.
    pub objects: Vec<ObjectName>,
}

impl Cost {
    /// The cost of edits.
    pub fn new(edits: &[Edit]) -> Self {
        let mut families: Vec<Family> = edits.iter().map(|edit| edit.family).collect();
        order::sort(&mut families, Ord::cmp);
        let (whole, mut shares): (Vec<StepSize>, Vec<StepSize>) = edits
            .iter()
            .map(|edit| edit.step)
            .partition(|step| step.whole <= 1);
        let sum = whole
            .iter()
            .fold(0_u64, |sum, step| sum.saturating_add(step.part));
        order::sort(&mut shares, |a, b| b.cmp(a));
        let mut objects: Vec<ObjectName> = edits.iter().map(|edit| edit.object.clone()).collect();
        order::sort(&mut objects, Ord::cmp);
        shares.insert(0, StepSize::of(sum));
        Self {
            edits: edits.len(),
            families,
            steps: shares,
            objects,
        }
    }

    /// Whether two changes cost the same but for the names of their objects.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        (self.edits, &self.families, &self.steps) == (other.edits, &other.families, &other.steps)
    }

    /// The sum of the steps that are whole numbers.
    pub(crate) fn whole(&self) -> u64 {
        self.steps.first().map_or(0, |step| step.part)
    }
}
