//! What cycles reach on the clusters that the fuzz target `quota` draws, whose pods have volumes.

use std::collections::BTreeMap;

use reference::{
    pod_sets::{constrained, sampled, with_volumes},
    pods::{ClusterSnapshot, filters::volumes::found},
    quota::{cycle, victims::Attempt},
};

/// Every reason, refusal and cure of the filters of volumes comes up, and volumes are taken and made.
#[test]
fn sets_reach_everything() {
    // Of these sets, so many at least.
    let least = [
        ("no available disk", 5),
        ("ReadWriteOncePod", 5),
        ("exceed max volume count", 5),
        ("CSI driver is not installed", 5),
        ("PersistentVolume's node affinity", 20),
        ("available persistent volumes", 20),
        ("enough free storage", 2),
        ("non-existent pv(s)", 1),
        ("no available volume zone", 2),
        ("two reasons", 1),
        ("refused: not found", 20),
        ("refused: unbound", 50),
        ("refused: ephemeral", 5),
        ("refused: not owner", 2),
        ("refused: deleted", 1),
        ("refused: lost", 1),
        ("failed", 1),
        ("failed in a dry run", 1),
        ("bind", 5),
        ("provision", 20),
        ("cured: VolumeRestrictions", 2),
        ("cured: NodeVolumeLimits", 1),
        ("the fault decides", 1),
    ];
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for pod_set in sampled(2000, &with_volumes(constrained(5, 12))) {
        let snapshot = ClusterSnapshot::read(&pod_set.objects);
        let (snapshot, pod) = snapshot.taken(&pod_set.asked);
        let of_pod = cycle(&snapshot, &pod, false);
        let mut seen = Vec::new();
        if let Some((_, text)) = &of_pod.refusal {
            let which = [
                ("waiting for ephemeral", "refused: ephemeral"),
                ("not owner", "refused: not owner"),
                ("being deleted", "refused: deleted"),
                ("bound to non-existent", "refused: lost"),
                ("unbound", "refused: unbound"),
                ("not found", "refused: not found"),
            ];
            let which = which.iter().find(|(part, _)| text.contains(part));
            seen.extend(which.map(|(_, event)| *event));
        }
        if of_pod.outcome == "Error" && of_pod.preemption.is_none() {
            seen.push("failed");
        }
        let attempts = of_pod.preemption.iter().flat_map(|of| &of.attempts);
        let mut failing = attempts.filter(|(_, attempt)| matches!(attempt, Attempt::Failed(_)));
        seen.extend(failing.next().map(|_| "failed in a dry run"));
        for (node, misfit) in &of_pod.filters {
            let Some(misfit) = misfit else {
                let node = snapshot.node(node).expect("a node");
                if let Some(found) = found(&snapshot, node, &pod) {
                    seen.extend((!found.bind.is_empty()).then_some("bind"));
                    seen.extend((!found.provision.is_empty()).then_some("provision"));
                }
                continue;
            };
            if misfit.plugin == "VolumeBinding" && misfit.reasons.len() > 1 {
                seen.push("two reasons");
            }
            for (event, _) in &least[..9] {
                if misfit.reasons.iter().any(|reason| reason.contains(event)) {
                    seen.push(event);
                }
            }
            if let Some(Attempt::Candidate(_)) = of_pod.attempt(node) {
                match misfit.plugin {
                    "VolumeRestrictions" => seen.push("cured: VolumeRestrictions"),
                    "NodeVolumeLimits" => seen.push("cured: NodeVolumeLimits"),
                    _ => {}
                }
            }
        }
        let mut faults = reference::pods::filters::Faults::of(false, snapshot.minor);
        faults.read_write_once_pod = false;
        let without = reference::quota::cycle_with(&snapshot, &pod, false, faults);
        if (without.outcome, &without.node) != (of_pod.outcome, &of_pod.node) {
            seen.push("the fault decides");
        }
        seen.sort_unstable();
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
