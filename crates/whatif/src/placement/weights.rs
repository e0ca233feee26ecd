//! Edits of weights.

use schedscope_objects::{names::Names, placement::Placement, placement::PrioritizerConfig};
use schedscope_placement::prioritizer::PlannedPrioritizer;

use super::placement_name;
use crate::{
    Edit, Family, Step, StepSize, Value,
    edit::{joined, path},
    search::{Candidate, Space},
};

/// The valid weights.
pub(super) const WEIGHTS: std::ops::RangeInclusive<i32> = -10..=10;

/// The maximum number of candidates with three weights.
const MOST_THREES: usize = 4096;

/// The edit that sets the weight of a prioritizer: in the last configuration with its name, or in a new one at the end,
/// written in the style of the others. `old`: the current weight.
pub fn weight_edit(
    placement: &Placement,
    names: &Names,
    (prioritizer, old): (&str, i32),
    weight: i32,
) -> Edit {
    let policy = placement.spec.prioritizer_policy.as_ref();
    let configurations = policy.map_or(&[][..], |policy| &policy.configurations);
    let configured = configurations
        .iter()
        .rposition(|config| is_of(config, prioritizer, names));
    let mut way = path("spec.prioritizerPolicy.configurations");
    way.push(Step::Index(configured.unwrap_or(configurations.len())));
    let number = Value::Integer(i64::from(weight));
    let new = if configured.is_some() {
        way.push(Step::Key("weight".to_owned()));
        number
    } else {
        let (key, value) = coordinate(configurations, prioritizer);
        Value::map([(key, value), ("weight", number)])
    };
    Edit {
        family: Family::Weight,
        object: placement_name(placement, names),
        path: way,
        old: configured.map(|_| Value::Integer(i64::from(old))),
        new: Some(new),
        subject: prioritizer.to_owned(),
        model: None,
        pods: 1,
        numbers: Some((Some(i64::from(old)), Some(i64::from(weight)))),
        step: StepSize::of(u64::from(weight.abs_diff(old))),
    }
}

/// A new prioritizer in the style of the others: the short form, which only built-ins have, if all others use it.
fn coordinate(configurations: &[PrioritizerConfig], prioritizer: &str) -> (&'static str, Value) {
    let score = prioritizer
        .strip_prefix("AddOn/")
        .and_then(|rest| rest.split_once('/'));
    let is_short = !configurations.is_empty()
        && !prioritizer.starts_with("AddOn/")
        && configurations
            .iter()
            .all(|config| config.score_coordinate.is_none());
    match score {
        None if is_short => ("name", Value::text(prioritizer)),
        None => {
            let fields = [
                ("type", Value::text("BuiltIn")),
                ("builtIn", Value::text(prioritizer)),
            ];
            ("scoreCoordinate", Value::map(fields))
        }
        Some((resource, score)) => {
            let add_on = Value::map([
                ("resourceName", Value::text(resource)),
                ("scoreName", Value::text(score)),
            ]);
            let fields = [("type", Value::text("AddOn")), ("addOn", add_on)];
            ("scoreCoordinate", Value::map(fields))
        }
    }
}

/// Whether a configuration is for a prioritizer.
fn is_of(config: &PrioritizerConfig, prioritizer: &str, names: &Names) -> bool {
    match (&config.score_coordinate, &config.name) {
        (Some(coordinate), _) => match (&coordinate.add_on, coordinate.kind.as_str()) {
            (Some(add_on), "AddOn") => {
                let rest = prioritizer.strip_prefix("AddOn/");
                rest.and_then(|rest| rest.split_once('/'))
                    .is_some_and(|(resource, score)| {
                        names[add_on.resource_name] == *resource
                            && names[add_on.score_name] == *score
                    })
            }
            _ => coordinate.built_in == prioritizer,
        },
        (None, name) => name.as_deref().unwrap_or_default() == prioritizer,
    }
}

/// Whether the weight of a prioritizer can be set by name.
pub(super) fn has_weights(entry: &PlannedPrioritizer) -> bool {
    use schedscope_placement::prioritizer::PrioritizerKind;
    entry.kind != PrioritizerKind::AddOnMissing && !entry.name.is_empty()
}

/// Every combination of three weights that change by 1 each, and whether the list is complete. With the pairs, these
/// are all weights up to a total distance of 3.
pub(super) fn three_weights(spaces: &[Space]) -> (Vec<Candidate>, bool) {
    let mut near: Vec<&[Edit]> = Vec::new();
    for space in spaces {
        for edits in space.candidates.as_ref().into_iter().flatten() {
            if let [edit] = &edits[..]
                && edit.family == Family::Weight
                && edit.step == StepSize::of(1)
            {
                near.push(edits);
            }
        }
    }
    let is_same = |one: &[Edit], other: &[Edit]| one[0].subject == other[0].subject;
    let mut found = Vec::new();
    for (at, one) in near.iter().enumerate() {
        for (place, other) in near.iter().enumerate().skip(at + 1) {
            for third in &near[place + 1..] {
                if is_same(one, other) || is_same(other, third) || is_same(one, third) {
                    continue;
                }
                if found.len() >= MOST_THREES {
                    return (found, false);
                }
                let two = joined(one, other);
                found.extend(two.and_then(|two| joined(&two, third)));
            }
        }
    }
    (found, true)
}
