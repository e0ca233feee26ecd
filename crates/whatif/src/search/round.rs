//! Amounts that people would write.

use schedscope_pods::amounts::ResourceId;

use super::{Candidate, Change, Search, Trial};
use crate::{Cost, Edit, Family, StepSize, pods::amounts};

const MI: i64 = 1 << 20;

/// The multiples that people write, the roundest first.
const CPU: [i64; 4] = [1000, 100, 10, 5];
const BYTES: [i64; 5] = [1024 * MI, 256 * MI, 64 * MI, 16 * MI, MI];

/// A rounder amount differs from the exact one by at most `1 / PART` of it.
const PART: i64 = 8;

impl Search {
    /// Begins to try rounder amounts than those of the cheapest of the list; returns whether it has any.
    pub(super) fn begin_rounding(&mut self) -> bool {
        if self.rounder.is_some() {
            return false;
        }
        let cheapest = self.alike.and_then(|(at, _)| self.found.changes.get(at));
        let rounder = cheapest.map_or_else(Vec::new, |change| rounder(&change.edits));
        let is_any = !rounder.is_empty();
        self.rounder = Some(rounder);
        is_any
    }

    /// Takes the first rounder amounts that meet the want and do not displace more.
    pub(super) fn look_rounder(
        &mut self,
        change: &Change,
        trial: &mut dyn FnMut(&[Edit]) -> Trial,
    ) -> Option<bool> {
        let found = trial(&change.edits);
        if found == Trial::Unfinished {
            return None;
        }
        let rounder = self.rounder.get_or_insert_with(Vec::new);
        rounder.remove(0);
        let known = self
            .alike
            .and_then(|(at, _)| self.found.changes.get_mut(at));
        match (found, known) {
            (Trial::Meets(displaced), Some(known)) if displaced <= known.cost.displaced => {
                known.cost = Cost::new(&change.edits, displaced);
                known.edits.clone_from(&change.edits);
                rounder.clear();
            }
            (Trial::OutOfSteps, _) => rounder.clear(),
            _ => {}
        }
        Some(true)
    }
}

/// The edits with rounder amounts, the roundest first: they are farther from the old amounts than the exact ones.
fn rounder(edits: &[Edit]) -> Vec<Candidate> {
    let mut found: Vec<Candidate> = Vec::new();
    for level in 0..BYTES.len() {
        let rounded = edits.iter().map(|edit| round(edit, level));
        let rounded: Candidate = rounded.collect();
        if rounded != edits && !found.contains(&rounded) {
            found.push(rounded);
        }
    }
    found
}

/// The resource and the multiples of an amount; `None` if it is not rounded.
fn units(edit: &Edit) -> Option<(ResourceId, &'static [i64])> {
    match (edit.family, edit.subject.as_str()) {
        (Family::Request | Family::Quota | Family::Allocatable, "cpu") => {
            Some((ResourceId::CPU, &CPU))
        }
        (Family::Request | Family::Quota | Family::Allocatable, "memory" | "ephemeral-storage") => {
            Some((ResourceId::MEMORY, &BYTES))
        }
        _ => None,
    }
}

fn round(edit: &Edit, level: usize) -> Edit {
    rounded(edit, level).unwrap_or_else(|| edit.clone())
}

fn rounded(edit: &Edit, level: usize) -> Option<Edit> {
    let (resource, units) = units(edit)?;
    let (old, new) = edit.numbers?;
    let (new, unit) = (new?, *units.get(level)?);
    let is_less = old.is_some_and(|old| new < old);
    let down = new - new.rem_euclid(unit);
    let to = if is_less || down == new {
        down
    } else {
        down.checked_add(unit)?
    };
    // The amount is already round.
    let is_round = |natural: i64| new % natural == 0;
    if is_round(if resource == ResourceId::CPU {
        100
    } else {
        64 * MI
    }) {
        return None;
    }
    if to == new || to <= 0 || to.abs_diff(new) > new.unsigned_abs() / PART as u64 {
        return None;
    }
    let from = old.unwrap_or(i64::MAX);
    Some(Edit {
        new: Some(amounts::value(resource, &edit.subject, to)),
        numbers: Some((old, Some(to))),
        step: StepSize::share(from, to),
        ..edit.clone()
    })
}

#[cfg(test)]
mod tests {
    use schedscope_objects::diagnostic::ObjectName;

    use super::*;
    use crate::Value;

    /// The roundest amount is tried first, on the far side of the exact amount.
    #[test]
    fn rounder_amounts() {
        let edit = |resource: &str, old: i64, new: i64| {
            vec![Edit {
                family: Family::Quota,
                object: ObjectName::default(),
                path: Vec::new(),
                old: None,
                new: None,
                subject: resource.to_owned(),
                model: None,
                pods: 1,
                numbers: Some((Some(old), Some(new))),
                step: StepSize::share(old, new),
            }]
        };
        let texts = |resource, old, new| {
            let all = rounder(&edit(resource, old, new)).into_iter().flatten();
            let texts = all.map(|edit| match edit.new {
                Some(Value::Text(text)) => text,
                _ => String::new(),
            });
            texts.collect::<Vec<String>>()
        };
        assert_eq!(texts("cpu", 2000, 2350)[0], "2400m");
        assert_eq!(texts("cpu", 2000, 2400), [] as [&str; 0]);
        assert_eq!(texts("cpu", 9000, 10_310), ["11", "10400m"]);
        assert_eq!(
            texts("memory", 8 << 30, (4 << 30) - 1)[..2],
            ["3840Mi", "4032Mi"]
        );
        assert_eq!(texts("memory", 1 << 30, 4 << 30), [] as [&str; 0]);
        assert_eq!(texts("nvidia.com/gpu", 1, 7), [] as [&str; 0]);
    }
}
