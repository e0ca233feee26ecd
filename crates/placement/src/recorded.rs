//! What was decided before: this placement's own clusters, and how often others chose each.

use std::sync::Arc;

use rustc_hash::FxHashSet;
use schedscope_objects::{
    id::{ClusterId, Id},
    names::Symbol,
    objects::Objects,
    order,
    placement_decision::{PLACEMENT_KEY_LABEL, PLACEMENT_LABEL, PlacementDecision},
};

use crate::fleet::Fleet;

/// The existing `PlacementDecision`s as columns over the clusters.
#[derive(Debug, Default)]
pub struct RecordedDecisions {
    /// Whether a cluster is in this placement's own decisions; by cluster.
    pub own: Vec<bool>,
    /// The clusters with that flag, in the order of the text, distinct.
    pub own_clusters: Vec<ClusterId>,
    /// The names in this placement's own decisions that no cluster has, sorted, distinct.
    pub own_gone: Vec<Symbol>,
    /// Indices of this placement's own decision objects.
    pub own_decisions: Vec<usize>,
    /// Indices of those in the form of SIG Multicluster. They count as the hub's if the text has no others of the
    /// placement, because a hub copies them.
    pub own_multicluster: Vec<usize>,
    /// How many entries of the other decisions name a cluster; by cluster.
    pub others: Vec<u32>,
    /// The largest such number, over clusters that are gone too.
    pub most: u32,
}

impl RecordedDecisions {
    /// O(entries of all decisions + clusters + names).
    ///
    /// A placement's decisions in the form of SIG Multicluster count where the text has none in OCM's; those of another
    /// scheduler count for nothing.
    pub fn new(objects: &Objects, fleet: &Fleet, namespace: Symbol, name: Symbol) -> Self {
        let mut recorded = Self {
            own: vec![false; fleet.len()],
            others: vec![0; fleet.len()],
            ..Self::default()
        };
        let labels = [PLACEMENT_LABEL, PLACEMENT_KEY_LABEL].map(|label| objects.names.get(label));
        let [ocm, multicluster] = labels.map(|label| {
            move |decision: &PlacementDecision| label.and_then(|key| decision.labels.get(key))
        });
        let copies = &objects.multicluster_decisions;
        let mut known = FxHashSet::default();
        if !copies.is_empty() {
            let all = objects.decisions.iter();
            known.extend(all.map(|decision| (decision.namespace, ocm(decision))));
        }
        // How often clusters are named that do not exist (any more); by name.
        let mut gone = vec![0_u32; objects.names.len()];
        let all = objects.decisions.iter().enumerate();
        let all = all.map(|(index, decision)| (index, decision, ocm(decision), false));
        let copies = copies.iter().enumerate().filter(|copy| !copy.1.is_foreign);
        let copies =
            copies.map(|(index, decision)| (index, decision, multicluster(decision), true));
        for (index, decision, of, is_copy) in all.chain(copies) {
            let decision: &Arc<PlacementDecision> = decision;
            let is_own = decision.namespace == namespace && of == Some(name);
            if is_own && is_copy {
                recorded.own_multicluster.push(index);
            }
            if is_copy && known.contains(&(decision.namespace, of)) {
                continue;
            }
            if is_own {
                if !is_copy {
                    recorded.own_decisions.push(index);
                }
                for name in &decision.clusters {
                    let Some(cluster) = fleet.cluster(*name) else {
                        recorded.own_gone.push(*name);
                        continue;
                    };
                    if let Some(flag) = recorded.own.get_mut(cluster.index())
                        && !*flag
                    {
                        *flag = true;
                        recorded.own_clusters.push(cluster);
                    }
                }
            } else {
                for name in &decision.clusters {
                    let count = match fleet.cluster(*name) {
                        Some(cluster) => recorded.others.get_mut(cluster.index()),
                        None => gone.get_mut(name.index()),
                    };
                    if let Some(count) = count {
                        *count = count.saturating_add(1);
                        recorded.most = recorded.most.max(*count);
                    }
                }
            }
        }
        let names = &objects.names;
        order::sort(&mut recorded.own_gone, |a, b| names[*a].cmp(&names[*b]));
        recorded.own_gone.dedup();
        recorded
    }

    /// Whether a cluster is in this placement's own decisions.
    pub fn is_own(&self, cluster: ClusterId) -> bool {
        self.own.get(cluster.index()).copied().unwrap_or(false)
    }
}
