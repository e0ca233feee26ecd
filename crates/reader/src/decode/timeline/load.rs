//! Reads the load of VMs.

use schedscope_objects::{
    diagnostic::DiagnosticCode,
    timeline::{Load, LoadStep, Sine},
};
use schedscope_quantity::double::Shortest;
use schedscope_text::tree::ValueId;

use crate::decode::{Decoder, FieldPath, clip, timeline::value};

/// The fields of a load.
pub(super) const FIELDS: [&str; 4] = ["constant", "steps", "sine", "noise"];

/// Reads one of [`FIELDS`].
pub(super) fn decode_field(
    load: &mut Load,
    d: &mut Decoder<'_>,
    field: &str,
    at: ValueId,
    path: &FieldPath<'_>,
) {
    match field {
        "constant" => load.constant = value::number(d, at, path).unwrap_or_default(),
        "steps" => load.steps = steps(d, at, path),
        "sine" => load.sine = sine(d, at, path),
        _ => {
            load.noise = value::number(d, at, path).unwrap_or_default();
            if load.noise < 0.0 {
                let message = format!(
                    "`{}` is out of range: it must be at least 0",
                    Shortest(load.noise)
                );
                d.error(DiagnosticCode::OutOfRange, at, path, message);
                load.noise = 0.0;
            }
        }
    }
}

/// Reads steps, and keeps those that are in the order of time.
fn steps(d: &mut Decoder<'_>, at: ValueId, path: &FieldPath<'_>) -> Box<[LoadStep]> {
    let mut steps: Vec<LoadStep> = Vec::new();
    d.items(at, path, |d, item, path| {
        let (mut begins, mut units) = (None, None);
        only_fields!(d, item, path, |d, field, at, path| match field {
            "at" => begins = value::duration(d, at, path).map(|begin| (at, begin)),
            "units" => units = value::number(d, at, path),
        });
        d.needs(item, path, "at", "a step needs an `at`");
        d.needs(item, path, "units", "a step needs `units`");
        let (Some((node, at)), Some(units)) = (begins, units) else {
            return;
        };
        if steps.last().is_some_and(|last| last.at > at) {
            let message = format!(
                "the step at `{}` comes after a later one",
                clip(d.tree.text(node, d.source))
            );
            let path = path.field("at");
            d.refuse(node, &path, message);
            return;
        }
        steps.push(LoadStep { at, units });
    });
    steps.into_boxed_slice()
}

fn sine(d: &mut Decoder<'_>, at: ValueId, path: &FieldPath<'_>) -> Option<Sine> {
    let mut sine = Sine::default();
    let (mut amplitude, mut period) = (None, None);
    only_fields!(d, at, path, |d, field, at, path| match field {
        "mean" => sine.mean = value::number(d, at, path).unwrap_or_default(),
        "amplitude" => amplitude = value::number(d, at, path),
        "period" => period = value::period(d, at, path),
        "phase" => sine.phase = value::duration(d, at, path).unwrap_or_default(),
    });
    d.needs(at, path, "amplitude", "a sine needs an `amplitude`");
    d.needs(at, path, "period", "a sine needs a `period`");
    (sine.amplitude, sine.period) = (amplitude?, period?);
    Some(sine)
}
