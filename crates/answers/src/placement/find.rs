//! Finds clusters in the table by name, state, label, or reason.

use schedscope_objects::{
    id::{ClusterId, Id},
    word::Word,
};

use crate::placement::{
    details::DecisionDetails,
    requirement::RequirementResult,
    rows::{ClusterState, NotSelectedReason},
};

/// The minimum number of letters to search in the words for states and reasons; fewer letters match too many words.
const LEAST: usize = 3;

/// The clusters among `clusters`, in their order, that `find` finds; see the option `find` of `clusters`.
///
/// O(n), and with three letters or more a reason for each cluster that is not feasible.
pub(super) fn found(
    details: &DecisionDetails<'_>,
    clusters: &[ClusterId],
    find: &str,
) -> Vec<ClusterId> {
    use ClusterState::{Excluded, Feasible, Filtered, Selected};
    let is_word = find.len() >= LEAST;
    let named =
        [Excluded, Filtered, Feasible, Selected].map(|state| is_word && begins(state.word(), find));
    let states = if is_word {
        details.decision.states()
    } else {
        Vec::new()
    };
    let is_spread = details.decision.spread_run().is_some();
    let is_found = |cluster: ClusterId| {
        if holds(details.objects.cluster_name(cluster), find) || has_label(details, cluster, find) {
            return true;
        }
        let Some(&state) = states.get(cluster.index()) else {
            return false;
        };
        let is_told = match state {
            Selected => false,
            // Without spread only points are missing.
            Feasible => is_spread,
            Filtered | Excluded => true,
        };
        named[state as usize]
            || is_told
                && details
                    .reason_of(cluster)
                    .is_some_and(|reason| names(&reason, find))
    };
    clusters
        .iter()
        .copied()
        .filter(|&cluster| is_found(cluster))
        .collect()
}

/// Whether `find`, which has a `=`, is a part of a label written as `key=value`.
fn has_label(details: &DecisionDetails<'_>, cluster: ClusterId, find: &str) -> bool {
    let Some((key, value)) = find.split_once('=') else {
        return false;
    };
    let names = &details.objects.names;
    let Some(cluster) = details.objects.clusters.get(cluster) else {
        return false;
    };
    let mut labels = cluster.labels().0.iter();
    labels.any(|&(of, is)| {
        let (of, is) = (&names[of], &names[is]);
        let end = of.len().checked_sub(key.len());
        let end = end.and_then(|from| of.get(from..));
        end.is_some_and(|end| end.eq_ignore_ascii_case(key)) && begins(is, value)
    })
}

/// Whether a text begins with another one, ignoring case.
fn begins(text: &str, with: &str) -> bool {
    let start = text.get(..with.len());
    start.is_some_and(|start| start.eq_ignore_ascii_case(with))
}

/// Whether a text contains another one, ignoring case.
fn holds(text: &str, find: &str) -> bool {
    (0..text.len()).any(|at| text.get(at..).is_some_and(|rest| begins(rest, find)))
}

/// Whether a reason contains the word, or names something that contains it.
fn names(reason: &NotSelectedReason, find: &str) -> bool {
    use NotSelectedReason as Reason;
    let asks = |requirement: &RequirementResult| {
        let values = &requirement.values;
        holds(&requirement.key, find) || values.iter().any(|value| value.eq_ignore_ascii_case(find))
    };
    let (words, is_named): (&[&str], bool) = match reason {
        Reason::Deleting => (&["deleting", "being deleted"], false),
        Reason::NoSet { asked } => (
            &["no set", "cluster set"],
            asked
                .as_ref()
                .is_some_and(|asked| holds(&asked.set, find) || asks(&asked.requirement)),
        ),
        Reason::Predicate { requirement, .. } => (&["predicate"], asks(requirement)),
        Reason::Taint {
            key, value, effect, ..
        } => (
            &["taint", "is not tolerated", "not tolerated", "tolerated"],
            [key, value, effect]
                .into_iter()
                .any(|part| holds(part, find)),
        ),
        Reason::Misconfigured { .. } => (&["misconfigured"], false),
        Reason::MissingTopologyKey { .. } => (&["no topology key", "topology key"], false),
        Reason::MaxSkew { .. } => (&["blocked", "max skew"], false),
        Reason::NotReached { .. } | Reason::NotPicked { .. } => (&[], false),
    };
    is_named || words.iter().any(|word| begins(word, find))
}
