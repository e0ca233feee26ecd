//! The VM plugin against the twin, and its laws.

use crate::cases::{BySize, seeded};
use proptest::{prelude::*, sample::Index};

pub mod engine;
pub mod hostile;
pub mod laws;
pub mod random;
pub mod settings;
pub mod shape;
pub mod states;
pub mod twin;

use hostile::{Line, lines, lines_of, queues, queues_of};
use random::{Choices, choices};
use settings::Scale;

/// The strategies, which take longer to make than a case.
struct Cases {
    lines: BoxedStrategy<Line>,
    queues: BoxedStrategy<Line>,
    limits: BoxedStrategy<(Scale, Choices)>,
    with_choices: BoxedStrategy<(Line, Index, Choices)>,
}

impl Cases {
    fn of(lines: BoxedStrategy<Line>, queues: BoxedStrategy<Line>) -> Self {
        let scales = prop::sample::select(vec![Scale::Odd, Scale::Small, Scale::Huge]);
        Self {
            limits: (scales, choices(20)).boxed(),
            with_choices: (lines.clone(), any::<Index>(), choices(6)).boxed(),
            lines,
            queues,
        }
    }
}

thread_local! {
    static CASES: BySize<Cases> = BySize {
        tiny: Cases::of(lines_of(4), queues_of(4..10)),
        small: Cases::of(lines_of(8), queues_of(8..24)),
        large: Cases::of(lines(), queues()),
    };
}

/// Runs a case.
pub fn run(data: &[u8]) {
    let Some((kind, data)) = data.split_first() else {
        return;
    };
    CASES.with(|cases| {
        let cases = cases.of(data);
        match kind % 8 {
            0 | 1 => seeded(data, &cases.lines, |line| twin::check(&line)),
            2 => seeded(data, &cases.queues, |line| twin::check(&line)),
            3 => seeded(data, &cases.limits, |(scale, choices)| {
                twin::limits(scale, &choices)
            }),
            4 => seeded(data, &cases.lines, |line| laws::check(&line)),
            5 => seeded(data, &cases.with_choices, |(line, until, choices)| {
                laws::nothing_remains(&line, until, &choices)
            }),
            6 => seeded(data, &cases.with_choices, |(line, until, _)| {
                laws::restart_is_idempotent(&line, until)
            }),
            _ => seeded(data, &cases.with_choices, |(line, until, choices)| {
                laws::bad_config_changes_nothing(&line, until, &choices)
            }),
        }
    });
}
