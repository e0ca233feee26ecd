//! `NodeAffinity`: the node with the labels that the pod prefers.

use schedscope_objects::selector::Requirement;

use super::{ScoreInput, share_of_largest};
use crate::{
    fit::{FitContext, matches_term},
    node::NodeInfo,
};

/// Scores from 0 to 100; `None`: the pod has no list of preferred terms. With an empty list it is not skipped.
/// O(nodes x terms).
pub(super) fn scores(input: &ScoreInput<'_>) -> Option<Vec<i64>> {
    Some(share_of_largest(&raw(input)?, false))
}

/// The weights of the terms that hold, summed.
pub(super) fn raw(input: &ScoreInput<'_>) -> Option<Vec<i64>> {
    let constraints = input.on.pod.pod.constraints.as_deref()?;
    let terms = constraints.preferred_node_affinity.as_deref()?;
    let of = |node: &&NodeInfo| {
        let holding = terms
            .iter()
            .filter(|term| matches_term(&term.preference, &node.node, input.on.names));
        holding.map(|term| i64::from(term.weight)).sum()
    };
    Some(input.nodes.iter().map(of).collect())
}

/// The error of `PreScore`, which ends a cycle in which several nodes would be scored: a requirement of the preferred
/// terms does not parse. The API server does not validate values of preferred terms. `None` if all parse.
/// O(requirements).
///
/// Source: `NewPreferredSchedulingTerms` of `component-helpers/scheduling/corev1/nodeaffinity`, `RunPreScorePlugins`.
pub fn pre_score_error(on: FitContext<'_>) -> Option<String> {
    let constraints = on.pod.pod.constraints.as_deref()?;
    let terms = constraints.preferred_node_affinity.as_deref()?;
    let profile = on.snapshot.profile_of(&on.pod.pod);
    if profile.is_some_and(|profile| !profile.pre_scores_node_affinity) {
        return None;
    }
    let mut errors: Vec<String> = Vec::new();
    for (at, term) in terms
        .iter()
        .enumerate()
        .filter(|(_, term)| term.weight != 0)
    {
        for (place, requirement) in term.preference.labels.iter().enumerate() {
            let requirement = Requirement {
                key: requirement.key,
                operator: on.names[requirement.operator].to_owned(),
                values: requirement.values.clone(),
            };
            for error in requirement.node_errors(on.names) {
                let error = format!("[{at}].matchExpressions[{place}].{error}");
                // The API machinery leaves out what it has said.
                if !errors.contains(&error) {
                    errors.push(error);
                }
            }
        }
    }
    let errors = match errors.as_slice() {
        [] => return None,
        [one] => one.clone(),
        all => format!("[{}]", all.join(", ")),
    };
    Some(format!(
        "running PreScore plugin \"NodeAffinity\": {errors}"
    ))
}
