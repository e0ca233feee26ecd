//! Which clusters a text finds in the table: by name, state, label, or reason.

use schedscope_objects::{
    id::{ClusterId, Id},
    word::Word,
};

use crate::placement::{
    details::DecisionDetails,
    requirement::RequirementResult,
    rows::{ClusterState, NotSelectedReason},
};

/// Words for states and reasons have so many letters at least: fewer stand in too many of them.
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
    let named = [Excluded, Filtered, Feasible, Selected]
        .map(|state| is_word && state.word().starts_with(find));
    let states = if is_word {
        details.decision.states()
    } else {
        Vec::new()
    };
    let is_spread = details.decision.spread_run().is_some();
    let is_found = |cluster: ClusterId| {
        if details.objects.cluster_name(cluster).contains(find) || has_label(details, cluster, find)
        {
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
    labels.any(|&(of, is)| names[of].ends_with(key) && names[is].starts_with(value))
}

/// Whether a reason has the word, or names something in which it stands.
fn names(reason: &NotSelectedReason, find: &str) -> bool {
    use NotSelectedReason as Reason;
    let asks = |requirement: &RequirementResult| {
        requirement.key.contains(find) || requirement.values.iter().any(|value| value == find)
    };
    let (words, is_named): (&[&str], bool) = match reason {
        Reason::Deleting => (&["deleting", "being deleted"], false),
        Reason::NoSet { asked } => (
            &["no set", "cluster set"],
            asked
                .as_ref()
                .is_some_and(|asked| asked.set.contains(find) || asks(&asked.requirement)),
        ),
        Reason::Predicate { requirement, .. } => (&["predicate"], asks(requirement)),
        Reason::Taint {
            key, value, effect, ..
        } => (
            &["taint"],
            [key, value, effect]
                .into_iter()
                .any(|part| part.contains(find)),
        ),
        Reason::Misconfigured { .. } => (&["misconfigured"], false),
        Reason::MissingTopologyKey { .. } => (&["no topology key", "topology key"], false),
        Reason::MaxSkew { .. } => (&["blocked", "max skew"], false),
        Reason::NotReached { .. } | Reason::NotPicked { .. } => (&[], false),
    };
    is_named || words.iter().any(|word| word.starts_with(find))
}
