//! The VM plugin against the twin, and its laws.

use proptest::{prelude::*, sample::Index};
use schedscope_fuzz::seeded;

#[path = "../../tests/vm"]
pub(crate) mod tests {
    pub(crate) mod engine;
    pub(crate) mod hostile;
    pub(crate) mod laws;
    pub(crate) mod random;
    pub(crate) mod settings;
    pub(crate) mod shape;
    pub(crate) mod states;
    pub(crate) mod twin;
}

use tests::{engine, hostile, laws, random, settings, shape, states, twin};

use hostile::{lines, queues};
use random::choices;
use settings::Scale;

/// Runs a case.
pub(crate) fn run(data: &[u8]) {
    let Some((kind, data)) = data.split_first() else {
        return;
    };
    let until = any::<Index>;
    match kind % 8 {
        0 | 1 => seeded(data, &lines(), |line| twin::check(&line)),
        2 => seeded(data, &queues(), |line| twin::check(&line)),
        3 => {
            let scales = prop::sample::select(vec![Scale::Odd, Scale::Small, Scale::Huge]);
            seeded(data, &(scales, choices(20)), |(scale, choices)| {
                twin::limits(scale, &choices)
            });
        }
        4 => seeded(data, &lines(), |line| laws::check(&line)),
        5 => seeded(
            data,
            &(lines(), until(), choices(6)),
            |(line, until, choices)| laws::nothing_remains(&line, until, &choices),
        ),
        6 => seeded(data, &(lines(), until()), |(line, until)| {
            laws::restart_is_idempotent(&line, until)
        }),
        _ => seeded(
            data,
            &(lines(), until(), choices(4)),
            |(line, until, choices)| laws::bad_config_changes_nothing(&line, until, &choices),
        ),
    }
}
