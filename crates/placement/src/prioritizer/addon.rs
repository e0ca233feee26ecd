//! `AddOn/<resource>/<score>`: scores that an add-on reports.

use schedscope_objects::{id::Id, names::Symbol};

use crate::{
    column::FeasiblePlace,
    prioritizer::{ScoreColumn, ScoringInput, ValidityWindow},
};

/// The named score of the cluster's `AddOnPlacementScore`, unclamped; 0 if it is missing or strictly after
/// `validUntil`. If an object names a score twice, the later one counts.
///
/// O(feasible + all scores).
///
/// Source: ocm 00f84c32b.
pub(super) fn score(
    resource: Option<Symbol>,
    name: Option<Symbol>,
    input: ScoringInput<'_>,
) -> ScoreColumn {
    let mut values = vec![0_i64; input.fleet.len()];
    let mut expired = vec![false; input.fleet.len()];
    let mut any_expired = false;
    let mut window = ValidityWindow::default();
    for object in &input.objects.scores {
        if Some(object.name) != resource {
            continue;
        }
        let Some(cluster) = input.fleet.cluster(object.namespace) else {
            continue;
        };
        let cluster = cluster.index();
        // Valid up to and including `validUntil`, so it ends one nanosecond later.
        let past = object.valid_until.is_some_and(|until| {
            let end = until.as_nanosecond() + 1;
            schedscope_time::Timestamp::from_nanosecond(end)
                .is_some_and(|end| !window.before(input.now, end))
        });
        if past {
            any_expired = true;
            if let Some(flag) = expired.get_mut(cluster) {
                *flag = true;
            }
            continue;
        }
        let value = object
            .scores
            .iter()
            .rev()
            .find(|(score, _)| Some(*score) == name);
        if let (Some((_, value)), Some(slot)) = (value, values.get_mut(cluster)) {
            *slot = i64::from(*value);
        }
    }
    let feasible = input.feasible.iter();
    let scores = feasible.map(|&cluster| values.get(cluster.index()).copied().unwrap_or(0));
    let mut column = ScoreColumn::full(scores.collect());
    column.window = window;
    if any_expired {
        let places = input.feasible.iter().enumerate();
        column.expired = places
            .filter(|(_, cluster)| expired.get(cluster.index()) == Some(&true))
            .map(|(place, _)| FeasiblePlace::new(place))
            .collect();
    }
    column
}
