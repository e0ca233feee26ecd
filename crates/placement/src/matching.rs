//! Which clusters match selectors.

use schedscope_objects::{clusters::Clusters, id::ClusterId, names::Names, selector::Selector};

/// What must match both.
#[derive(Clone, Copy, Debug)]
pub struct SelectorPair<'a> {
    pub labels: &'a Selector,
    /// The cluster claims.
    pub claims: &'a Selector,
}

/// The candidates that match any of some selectors, in the order given.
/// O(candidates x requirements x labels).
pub fn matching_any(
    clusters: &Clusters,
    candidates: &[ClusterId],
    wanted: &[SelectorPair<'_>],
    names: &Names,
) -> Vec<ClusterId> {
    let matching = clusters.of(candidates).filter(|(_, cluster)| {
        wanted.iter().any(|wanted| {
            wanted.labels.matches(cluster.labels(), names)
                && wanted.claims.matches(cluster.claims(), names)
        })
    });
    matching.map(|(index, _)| index).collect()
}
