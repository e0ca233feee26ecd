//! Quotas that no pod uses.

use schedscope_objects::{names::Symbol, objects::Objects, order, policy::ElasticQuota};
use schedscope_pods::snapshot::ClusterSnapshot;

use crate::ledger::Ledger;

/// The quotas in force in whose namespace the text has no pod; none if it has no pods at all. O(pods log pods).
pub(crate) fn unused<'a>(
    snapshot: &ClusterSnapshot,
    ledger: &'a Ledger,
    objects: &'a Objects,
) -> impl Iterator<Item = &'a ElasticQuota> {
    let pods = snapshot.pods.iter();
    let mut namespaces: Vec<Symbol> = pods.map(|pod| pod.pod.namespace).collect();
    order::sort(&mut namespaces, Ord::cmp);
    let in_force = objects.quotas.iter().enumerate();
    in_force
        .filter(move |(index, quota)| {
            !namespaces.is_empty()
                && !ledger.shadowed.contains(index)
                && namespaces.binary_search(&quota.namespace).is_err()
        })
        .map(|(_, quota)| &**quota)
}
