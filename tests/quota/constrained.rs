//! What cycles reach on the clusters that the fuzz target `quota` draws, whose pods say where they want to be.

use std::collections::BTreeMap;

use reference::{
    pod_sets::{constrained, sampled},
    pods::ClusterSnapshot,
    quota::{cycle, victims::Attempt},
};
use schedscope_fuzz::quota::cycle::events;

/// Every filter says no in some of the sets, each of its reasons, to the pod and to a dry run, and is what
/// evictions cure in others.
#[test]
fn sets_reach_everything() {
    // Of a thousand sets, so many at least.
    let least = [
        ("Gated", 15),
        ("Schedulable", 150),
        ("Preempt", 40),
        ("Conflict", 2),
        ("named nodes", 10),
        ("NodeUnschedulable", 30),
        ("NodeName", 8),
        ("TaintToleration", 80),
        ("NodeAffinity", 60),
        ("NodePorts", 10),
        ("NodeResourcesFit", 200),
        ("PodTopologySpread", 40),
        ("PodTopologySpread: no key", 20),
        ("InterPodAffinity: affinity", 30),
        ("InterPodAffinity: anti-affinity", 12),
        ("InterPodAffinity: existing", 40),
        ("evicting: NodePorts", 1),
        ("evicting: NodeResourcesFit", 10),
        ("evicting: PodTopologySpread", 4),
        ("evicting: InterPodAffinity", 4),
        ("cured: NodeResourcesFit", 15),
        ("cured: InterPodAffinity", 5),
        ("reprieved", 10),
        ("OverMax", 8),
        ("OverAggregatedMin", 15),
        ("a fault decides", 1),
    ];
    let sets = sampled(1000, &constrained(5, 12));
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for pod_set in &sets {
        let snapshot = ClusterSnapshot::read(&pod_set.objects);
        let (snapshot, pod) = snapshot.taken(&pod_set.asked);
        let found = cycle(&snapshot, &pod, false);
        let mut seen = events(&found);
        if found.node_names().is_some() {
            seen.push("named nodes".to_owned());
        }
        for (node, misfit) in &found.filters {
            let Some(misfit) = misfit else { continue };
            let reason = &misfit.reasons[0];
            let which = [
                ("missing required label", "PodTopologySpread: no key"),
                ("match pod affinity", "InterPodAffinity: affinity"),
                ("match pod anti-affinity", "InterPodAffinity: anti-affinity"),
                ("existing pods", "InterPodAffinity: existing"),
            ];
            let which = which.iter().filter(|(part, _)| reason.contains(part));
            seen.extend(which.map(|(_, event)| (*event).to_owned()));
            if let Some(Attempt::Candidate(_)) = found.attempt(node) {
                seen.push(format!("cured: {}", misfit.plugin));
            }
        }
        for (_, attempt) in found.preemption.iter().flat_map(|found| &found.attempts) {
            if let Attempt::Misfit(misfit) = attempt {
                seen.push(format!("evicting: {}", misfit.plugin));
            }
        }
        let without = cycle(&snapshot, &pod, true);
        if found.outcome != "Error"
            && (without.outcome, &without.node) != (found.outcome, &found.node)
        {
            seen.push("a fault decides".to_owned());
        }
        seen.sort();
        seen.dedup();
        for event in seen {
            *counts.entry(event).or_default() += 1;
        }
    }
    for (event, least) in least {
        let found = counts.get(event).copied().unwrap_or_default();
        assert!(found >= least, "{event}: {found}, {counts:?}");
    }
}
