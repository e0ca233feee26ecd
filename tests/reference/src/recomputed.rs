//! Scores from what an explanation says they are computed from, and from nothing else.

use std::ops::RangeInclusive;

use schedscope::{
    answers::placement::explain::{ScoreInputs, ScoreTerm},
    time::Timestamp,
};

/// Go's conversion of a float on amd64.
fn trunc(value: f64) -> i64 {
    if (-9.223_372_036_854_776e18..9.223_372_036_854_776e18).contains(&value) {
        value as i64
    } else {
        i64::MIN
    }
}

/// The score of a resource; `None`: no score.
fn resource(value: f64, proposal: bool) -> Option<i64> {
    match proposal {
        false => Some(trunc(value)),
        true if value.is_nan() => None,
        true => Some(trunc(value.clamp(-100.0, 100.0))),
    }
}

/// The raw score by the formulas of section 4; `None`: no score.
pub fn raw(inputs: &ScoreInputs, proposal: bool, now: Timestamp) -> Option<i64> {
    match inputs {
        ScoreInputs::Steady { recorded } => Some(if *recorded { 100 } else { 0 }),
        ScoreInputs::Balance { decisions: 0, .. } => Some(100),
        ScoreInputs::Balance { decisions, most } => {
            let share = f64::from(*decisions) / f64::from(*most);
            Some(2 * trunc(100.0 * (0.5 - share)))
        }
        ScoreInputs::ResourceAllocatable {
            allocatable,
            capacity,
            least,
            most,
            ..
        } => {
            let (a, _) = (*allocatable).zip(*capacity)?;
            let (least, most) = (*least).zip(*most)?;
            #[expect(clippy::float_cmp, reason = "the formula asks for exactly this")]
            let level = if proposal {
                most == least
            } else {
                most - least == 0.0
            };
            if level {
                return Some(100);
            }
            resource(((a - least) / (most - least) - 0.5) * 2.0 * 100.0, proposal)
        }
        ScoreInputs::ResourceRatio {
            allocatable,
            capacity,
            ..
        } => {
            let range = ratio_range((*allocatable).zip(*capacity)?)?;
            Some(*range.start())
        }
        ScoreInputs::AddOn {
            value, valid_until, ..
        } => {
            let until = valid_until.as_ref();
            let until = until.map(|until| until.parse::<Timestamp>().expect("a time"));
            let expired = until.is_some_and(|until| now > until);
            Some(if expired {
                0
            } else {
                i64::from(value.unwrap_or(0))
            })
        }
        ScoreInputs::Spread {
            raw,
            lowest,
            highest,
            ..
        } => {
            let span = highest.0 - lowest.0;
            Some(if span == 0 {
                0
            } else {
                200 * (raw.0 - lowest.0) / span - 100
            })
        }
    }
}

/// What the exact score of a ratio may be, of whose amounts the doubles are only near; `None`: no score.
fn ratio_range((allocatable, capacity): (f64, f64)) -> Option<RangeInclusive<i64>> {
    if capacity == 0.0 {
        return None;
    }
    let value = 200.0 * (allocatable / capacity) - 100.0;
    if value.is_nan() {
        // Both are too large for doubles.
        return Some(-100..=100);
    }
    Some(resource(value - 1e-9, true)?..=resource(value + 1e-9, true)?)
}

/// Fails where a score is not what its inputs give; spread's is the one of its step.
pub fn check(term: &ScoreTerm, proposal: bool, now: Timestamp) {
    if term.name == "Spread" {
        return;
    }
    let inputs = term.inputs.as_ref().expect("inputs");
    let found = term.raw.map(|raw| raw.0);
    if let ScoreInputs::ResourceRatio {
        allocatable,
        capacity,
        ..
    } = inputs
    {
        let range = (*allocatable).zip(*capacity).and_then(ratio_range);
        let is_near = match (found, range) {
            (Some(found), Some(range)) => range.contains(&found),
            (found, range) => found.is_none() && range.is_none(),
        };
        assert!(is_near, "{term:?}");
        return;
    }
    let expected = raw(inputs, proposal, now);
    assert_eq!(found, expected, "{term:?}");
}
