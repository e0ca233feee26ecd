//! `VolumeZone`: the zones and regions that labels of volumes name.

use super::{
    super::super::{ClusterSnapshot, Node, Pod, fit::Misfit},
    because, named, volume_name,
};

const KEYS: [&str; 4] = [
    "failure-domain.beta.kubernetes.io/zone",
    "failure-domain.beta.kubernetes.io/region",
    "topology.kubernetes.io/zone",
    "topology.kubernetes.io/region",
];

pub(super) fn misfit(snapshot: &ClusterSnapshot, node: &Node, pod: &Pod) -> Option<Misfit> {
    if KEYS.iter().all(|key| node.label(key).is_none()) {
        return None;
    }
    for claim in named(pod).iter().filter(|claim| !claim.ephemeral) {
        let found = snapshot.claim(pod, &claim.name);
        let volume = found.and_then(|found| snapshot.volume(volume_name(found)));
        for key in KEYS {
            let label = volume.and_then(|volume| volume["metadata"]["labels"][key].as_str());
            let Some(label) = label else { continue };
            let values: Vec<&str> = label.split("__").map(str::trim).collect();
            if values.contains(&"") {
                continue;
            }
            let current = key.replace("failure-domain.beta", "topology");
            let of_node = node.label(key).or_else(|| node.label(&current));
            if !of_node.is_some_and(|of_node| values.contains(&of_node)) {
                let reason = "node(s) had no available volume zone";
                return Some(because("VolumeZone", true, reason));
            }
        }
    }
    None
}
