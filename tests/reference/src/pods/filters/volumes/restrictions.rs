//! `VolumeRestrictions`: disks that one pod of a node may use, and claims that one pod may use.

use serde_json::Value;

use super::{
    super::{
        super::{ClusterSnapshot, Node, Pod, fit::Misfit, items},
        View,
    },
    because,
};

fn volumes(pod: &Pod) -> impl Iterator<Item = &Value> {
    items(&pod.value["spec"]["volumes"])
}

/// Whether two volumes are one disk of which only one may be used.
fn conflict(one: &Value, other: &Value) -> bool {
    let both = |kind: &str| one[kind].is_object() && other[kind].is_object();
    let same = |kind: &str, field: &str| one[kind][field] == other[kind][field];
    let read_only = |kind: &str| one[kind]["readOnly"] == true && other[kind]["readOnly"] == true;
    let pool = |of: &Value| of["rbd"]["pool"].as_str().unwrap_or("rbd").to_owned();
    let ebs = "awsElasticBlockStore";
    let pd = "gcePersistentDisk";
    (both(ebs) && same(ebs, "volumeID"))
        || (both(pd) && same(pd, "pdName") && !read_only(pd))
        || (both("iscsi") && same("iscsi", "iqn") && !read_only("iscsi"))
        || (both("rbd")
            && items(&one["rbd"]["monitors"])
                .any(|monitor| items(&other["rbd"]["monitors"]).any(|theirs| theirs == monitor))
            && pool(one) == pool(other)
            && same("rbd", "image")
            && !read_only("rbd"))
}

fn claim_name(volume: &Value) -> Option<&str> {
    volume["persistentVolumeClaim"]["claimName"].as_str()
}

/// The claims of a pod that one pod may use, each once.
fn exclusive<'a>(snapshot: &ClusterSnapshot, pod: &'a Pod) -> Vec<&'a str> {
    let mut names: Vec<&str> = Vec::new();
    for name in volumes(pod).filter_map(claim_name) {
        let claim = snapshot.claim(pod, name);
        let mut modes = claim
            .into_iter()
            .flat_map(|of| items(&of["spec"]["accessModes"]));
        if modes.any(|mode| mode == "ReadWriteOncePod") && !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// Whether a pod on a node that exists names a claim.
fn used(snapshot: &ClusterSnapshot, namespace: &str, name: &str) -> bool {
    snapshot.nodes.iter().any(|node| {
        snapshot.on(&node.name).any(|pod| {
            pod.namespace == namespace && volumes(pod).filter_map(claim_name).any(|of| of == name)
        })
    })
}

/// How many of its claims are in use, at the beginning of the cycle.
fn conflicts(snapshot: &ClusterSnapshot, pod: &Pod) -> usize {
    let names = exclusive(snapshot, pod);
    let used = names
        .iter()
        .filter(|name| used(snapshot, &pod.namespace, name));
    used.count()
}

pub(super) fn skipped(snapshot: &ClusterSnapshot, pod: &Pod) -> bool {
    let kinds = ["gcePersistentDisk", "awsElasticBlockStore", "rbd", "iscsi"];
    let disk = |volume: &Value| kinds.iter().any(|kind| volume[*kind].is_object());
    !volumes(pod).any(disk) && conflicts(snapshot, pod) == 0
}

pub(super) fn misfit(view: &View, node: &Node, pod: &Pod) -> Option<Misfit> {
    if view.faults.read_write_once_pod && view.unrestricted {
        return None;
    }
    let others = || view.now.on(&node.name);
    let conflicting = volumes(pod)
        .any(|own| others().any(|other| volumes(other).any(|theirs| conflict(own, theirs))));
    if conflicting {
        let reason = "node(s) had no available disk";
        return Some(because("VolumeRestrictions", false, reason));
    }
    let names = exclusive(&view.start, pod);
    let taken = if view.faults.read_write_once_pod {
        let mut count = conflicts(&view.start, pod) as i128;
        for change in &view.moves {
            let mentions = volumes(&change.pod).filter_map(claim_name);
            let mentions = mentions.filter(|name| names.contains(name)).count();
            count += change.by * mentions as i128;
        }
        count > 0
    } else {
        names
            .iter()
            .any(|name| used(&view.now, &pod.namespace, name))
    };
    let reason = "node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod access mode already in-use \
                  by another pod";
    taken.then(|| because("VolumeRestrictions", false, reason))
}
