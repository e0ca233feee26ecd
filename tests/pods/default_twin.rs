//! What the default profile's plugins reach on the random clusters that the fuzz target `pods` draws.

use std::collections::BTreeMap;

use reference::{
    pod_sets::{constrained, sampled},
    pods::{ClusterSnapshot, default_profile::choose, filters::Faults},
};

/// Every scorer has something to say of some of the sets, and nothing of others.
#[test]
fn sets_reach_everything() {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let sets = sampled(400, &constrained(5, 9));
    for pod_set in &sets {
        let snapshot = ClusterSnapshot::read(&pod_set.objects);
        let (snapshot, pod) = snapshot.taken(&pod_set.asked);
        let all: Vec<String> = snapshot
            .nodes
            .iter()
            .map(|node| node.name.clone())
            .collect();
        let choice = choose(&snapshot, &pod, &all, Faults::of(false, snapshot.minor));
        for (name, scores) in &choice.scores {
            let Some(scores) = scores else {
                *counts.entry(format!("{name} skipped")).or_default() += 1;
                continue;
            };
            let mut values: Vec<&i128> = scores.values().collect();
            values.sort();
            values.dedup();
            if values.len() > 1 {
                *counts.entry(format!("{name} varies")).or_default() += 1;
            }
        }
    }
    for event in [
        "TaintToleration varies",
        "NodeAffinity varies",
        "NodeAffinity skipped",
        "PodTopologySpread varies",
        "PodTopologySpread skipped",
        "InterPodAffinity varies",
        "InterPodAffinity skipped",
        "NodeResourcesFit varies",
        "NodeResourcesBalancedAllocation varies",
        "NodeResourcesBalancedAllocation skipped",
        "ImageLocality varies",
    ] {
        let found = counts.get(event).copied().unwrap_or_default();
        assert!(found * 50 >= sets.len(), "{event}: {counts:?}");
    }
}
