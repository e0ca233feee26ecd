//! `NodeVolumeLimits`: how many volumes of a driver a node can attach.

use std::collections::BTreeSet;

use super::{
    super::{
        super::{ClusterSnapshot, Node, Pod, fit::Misfit, items},
        View,
    },
    because, class_of, controls, named, volume_name,
};

/// A driver, and a volume of it.
type Pair = (String, String);

/// The volumes of a pod that count; the message where an ephemeral claim is not its own.
fn pairs(snapshot: &ClusterSnapshot, pod: &Pod) -> Result<BTreeSet<Pair>, String> {
    let mut pairs = BTreeSet::new();
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
            if let (Some(driver), Some(handle)) =
                (csi["driver"].as_str(), csi["volumeHandle"].as_str())
            {
                pairs.insert((driver.to_owned(), format!("handle {handle}")));
            }
        } else if let Some(class) = snapshot.class(class_of(found)) {
            let driver = class["provisioner"].as_str().expect("a provisioner");
            let own = format!("claim {}/{}", pod.namespace, claim.name);
            pairs.insert((driver.to_owned(), own));
        }
    }
    Ok(pairs)
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

pub(super) fn error(view: &View, node: &Node, pod: &Pod) -> Option<String> {
    looks(view, node, pod)?;
    view.now
        .on(&node.name)
        .find_map(|other| pairs(&view.now, other).err())
}

pub(super) fn misfit(view: &View, node: &Node, pod: &Pod) -> Option<Misfit> {
    let snapshot = &view.now;
    let new = looks(view, node, pod)?;
    if error(view, node, pod).is_some() {
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
