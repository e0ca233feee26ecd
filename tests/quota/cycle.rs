//! What cycles reach on the random sets that the fuzz target `quota` draws.

use std::collections::BTreeMap;

use reference::{
    pod_sets::{self, sampled},
    pods::ClusterSnapshot,
    quota::cycle,
};
use schedscope_fuzz::quota::cycle::events;

/// Whatever can come of a cycle comes of some of the sets that the other tests use.
#[test]
fn sets_reach_everything() {
    // Of a hundred sets, so many at least.
    let least = [
        ("Schedulable", 10.0),
        ("Preempt", 12.0),
        ("Preempt over min", 4.0),
        ("Preempt within min", 0.8),
        ("Preempt without a quota", 5.0),
        ("Unschedulable", 30.0),
        ("Error", 0.5),
        ("error", 1.0),
        ("OverMax", 8.0),
        ("OverAggregatedMin", 8.0),
        ("NodeUnschedulable", 2.0),
        ("NodeName", 0.2),
        ("TaintToleration", 2.0),
        ("NodeAffinity", 1.0),
        ("NodeResourcesFit", 30.0),
        ("Policy", 2.0),
        ("Terminating", 0.4),
        ("no victims", 10.0),
        ("misfit", 10.0),
        ("quota", 4.0),
        ("several victims", 5.0),
        ("reprieved", 10.0),
        ("violations", 0.5),
        ("nominated of the quota", 4.0),
        ("nominated of others", 4.0),
    ];
    let count = 1000;
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for pod_set in sampled(count, &pod_sets::for_cycle()) {
        let snapshot = ClusterSnapshot::read(&pod_set.objects);
        let (snapshot, pod) = snapshot.taken(&pod_set.asked);
        for event in events(&cycle(&snapshot, &pod, false)) {
            *counts.entry(event).or_default() += 1;
        }
    }
    for (event, least) in least {
        let found = counts.get(event).copied().unwrap_or_default();
        let share = found as f64 * 100.0 / count as f64;
        assert!(share >= least, "{event}: {found} of {count}, {counts:?}");
    }
}
