//! Exact weights in answers.

use schedscope_answer_macro::answer;
use schedscope_whatif::fraction::{Fraction, Interval};

use crate::placement::integer::Integer;

/// An exact number, `part / whole`.
#[answer(Copy)]
pub struct ExactNumber {
    /// The numerator.
    pub part: Integer,
    /// The denominator, at least 1.
    pub whole: Integer,
    /// The nearest double.
    pub value: f64,
}

impl From<Fraction> for ExactNumber {
    fn from(of: Fraction) -> Self {
        Self {
            part: Integer(of.part as i64),
            whole: Integer(of.whole as i64),
            value: of.value(),
        }
    }
}

/// An end of a range of weights.
#[answer(Copy)]
pub struct WeightBound {
    /// The weight.
    pub at: ExactNumber,
    /// Whether the weight itself belongs to the range.
    pub included: bool,
}

/// A range of weights.
#[answer(Copy)]
pub struct WeightRange {
    /// The lower end; `null` if unbounded.
    pub from: Option<WeightBound>,
    /// The upper end; `null` if unbounded.
    pub to: Option<WeightBound>,
}

impl From<Interval> for WeightRange {
    fn from(of: Interval) -> Self {
        let bound = |(at, included): (Fraction, bool)| WeightBound {
            at: at.into(),
            included,
        };
        Self {
            from: of.from.map(bound),
            to: of.to.map(bound),
        }
    }
}
