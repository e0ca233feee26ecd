//! `NodeVolumeLimits`: how many volumes of a driver a node can attach.

use std::{cmp::Reverse, collections::BTreeSet};

use super::{
    super::{
        super::{ClusterSnapshot, Node, Pod, fit::Misfit, items},
        View,
    },
    because, class_of_claim, controls, named, volume_name,
};

/// A driver, and a volume of it.
type Pair = (String, String);

/// The volumes of a pod that count, in the order of its volumes; the message where an ephemeral claim is not its own.
fn listed(snapshot: &ClusterSnapshot, pod: &Pod) -> Result<Vec<Pair>, String> {
    let mut pairs = Vec::new();
    for claim in named(pod) {
        let Some(found) = snapshot.claim(pod, &claim.name) else {
            continue;
        };
        if claim.ephemeral && !controls(pod, found) {
            return Err(format!(
                "PVC {}/{} was not created for pod {} (pod is not owner)",
                pod.namespace, claim.name, pod.key
            ));
        }
        let volume = Some(volume_name(found)).filter(|name| !name.is_empty());
        if let Some(volume) = volume.and_then(|name| snapshot.volume(name)) {
            let csi = &volume["spec"]["csi"];
            let there = |field: &str| csi[field].as_str().filter(|text| !text.is_empty());
            if let (Some(driver), Some(handle)) = (there("driver"), there("volumeHandle")) {
                pairs.push((driver.to_owned(), format!("handle {handle}")));
            }
        } else if let Some(class) = snapshot.class(&class_of_claim(snapshot, found)) {
            let driver = class["provisioner"].as_str().unwrap_or_default();
            if !driver.is_empty() {
                let own = format!("claim {}/{}", pod.namespace, claim.name);
                pairs.push((driver.to_owned(), own));
            }
        }
    }
    Ok(pairs)
}

/// The same, each once.
fn pairs(snapshot: &ClusterSnapshot, pod: &Pod) -> Result<BTreeSet<Pair>, String> {
    Ok(listed(snapshot, pod)?.into_iter().collect())
}

/// The first driver of the pod's volumes that the node lacks and that has to be there, from 1.37 on.
fn lacking(snapshot: &ClusterSnapshot, node: &Node, pod: &Pod) -> Option<String> {
    if snapshot.minor < 37 {
        return None;
    }
    let csi_node = snapshot.stored("CSINode", "", &node.name);
    let drivers = listed(snapshot, pod).unwrap_or_default().into_iter();
    let mut drivers = drivers.map(|(driver, _)| driver);
    drivers.find(|driver| {
        let object = snapshot.stored("CSIDriver", "", driver);
        let mut there = csi_node
            .into_iter()
            .flat_map(|of| items(&of["spec"]["drivers"]));
        object.is_some_and(|of| of["spec"]["preventPodSchedulingIfMissing"] == true)
            && !there.any(|of| of["name"] == driver.as_str())
    })
}

/// The limits of a node, by driver.
fn limits(snapshot: &ClusterSnapshot, node: &Node) -> Vec<(String, i64)> {
    let csi_node = snapshot.stored("CSINode", "", &node.name);
    let drivers = csi_node
        .into_iter()
        .flat_map(|of| items(&of["spec"]["drivers"]));
    let limited = drivers.filter_map(|driver| {
        let limit = driver["allocatable"]["count"].as_i64()?;
        Some((driver["name"].as_str()?.to_owned(), limit))
    });
    limited.collect()
}

fn looks(view: &View, node: &Node, pod: &Pod) -> Option<BTreeSet<Pair>> {
    let new = pairs(&view.now, pod).ok().filter(|new| !new.is_empty())?;
    (!limits(&view.now, node).is_empty()).then_some(new)
}

/// The pod of the node because of which the filter fails, if it does, with the message.
pub(super) fn failing(view: &View, node: &Node, pod: &Pod) -> Option<(Pod, String)> {
    looks(view, node, pod)?;
    let others = view.now.on(&node.name);
    let failing = others.filter_map(|other| Some((other, pairs(&view.now, other).err()?)));
    let (other, message) = failing.min_by_key(|(other, _)| {
        let start = (other.start.is_none(), other.start.clone());
        (Reverse(other.priority), start, other.bound, other.index)
    })?;
    Some((other.clone(), message))
}

pub(super) fn misfit(view: &View, node: &Node, pod: &Pod) -> Option<Misfit> {
    let snapshot = &view.now;
    if let Some(driver) = lacking(snapshot, node, pod) {
        let reason = format!("{driver} CSI driver is not installed on the node");
        return Some(because("NodeVolumeLimits", false, &reason));
    }
    let new = looks(view, node, pod)?;
    if failing(view, node, pod).is_some() {
        // The cycle fails.
        return Some(because("NodeVolumeLimits", true, "pod is not owner"));
    }
    let mut have: BTreeSet<Pair> = BTreeSet::new();
    for other in snapshot.on(&node.name) {
        have.extend(pairs(snapshot, other).unwrap_or_default());
    }
    let attachments = snapshot.storage.iter();
    let attachments = attachments.filter(|object| {
        object["kind"] == "VolumeAttachment" && object["spec"]["nodeName"] == node.name.as_str()
    });
    let attached = attachments.filter_map(|object| {
        let volume = object["spec"]["source"]["persistentVolumeName"].as_str()?;
        let handle = snapshot.volume(volume)?["spec"]["csi"]["volumeHandle"].as_str()?;
        let attacher = object["spec"]["attacher"].as_str()?;
        Some((attacher.to_owned(), format!("handle {handle}")))
    });
    let attached: BTreeSet<Pair> = attached.filter(|pair| !have.contains(pair)).collect();
    let of = |pairs: &mut dyn Iterator<Item = &Pair>, driver: &str| {
        pairs.filter(|(its, _)| its == driver).count() as i64
    };
    let exceeded = limits(snapshot, node).into_iter().any(|(driver, limit)| {
        let more = of(
            &mut new.iter().filter(|pair| !have.contains(*pair)),
            &driver,
        );
        let all = of(&mut have.iter(), &driver) + of(&mut attached.iter(), &driver) + more;
        more > 0 && all > limit
    });
    exceeded.then(|| because("NodeVolumeLimits", false, "node(s) exceed max volume count"))
}
