//! The volumes that a pod's node depends on and that an answer does not know: the text does not say enough about them,
//! or they are not modelled.

use schedscope_answer_macro::answer;
use schedscope_objects::{names::Names, namespaced_name::NamespacedName};
use schedscope_pods::{
    node::NodeInfo,
    snapshot::{ClusterSnapshot, PodInfo},
    volumes::{OpenReason, OpenVolume, claim_name},
};

/// The maximum number of nodes to list.
const MOST: usize = 5;

/// What an answer that names a node depends on: the nodes pass everything but these volumes, which the answer does not
/// know.
#[answer(Eq)]
pub struct VolumeDependence {
    /// The volumes of the pod, in order.
    pub volumes: Vec<VolumeName>,
    /// The nodes that pass everything else, in the order of the input, at most 5. Of a pod that evicts others: the
    /// nodes where evictions make room; in `scoreNodes` those where they may.
    pub nodes: Vec<String>,
    /// The number of all these nodes.
    pub count: usize,
}

/// A pod whose node depends on volumes.
#[answer(Eq)]
pub struct VolumeDependentPod {
    /// The pod.
    pub pod: NamespacedName,
    /// Its volumes, and the nodes that pass everything else.
    #[serde(flatten)]
    #[ts(flatten)]
    pub dependence: VolumeDependence,
}

/// A volume of a pod.
#[answer(Eq)]
pub struct VolumeName {
    /// The name of the volume in the pod.
    pub volume: String,
    /// Its `PersistentVolumeClaim`; `null`: the volume stands in the pod.
    pub claim: Option<NamespacedName>,
    /// The kind of which the input has no object, so that the answer does not know the volume; `not-modelled`: volumes
    /// of this kind are not modelled; `provisioned`: the volume is provisioned with an earlier pod; `immediate`: it is
    /// provisioned before the pod is scheduled.
    #[ts(inline)]
    pub lacks: OpenReason,
    /// If `lacks` is `provisioned`: for which node the volume is provisioned. Absent: it is not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provisioned: Option<ProvisionedVolume>,
}

/// A volume that is provisioned for a claim in a run of a queue. The nodes outside of `allowedTopologies` of its class
/// cannot use it.
#[answer(Eq)]
pub struct ProvisionedVolume {
    /// The node for which it is provisioned.
    pub node: String,
    /// `topologyKeys` of the `CSINode`. Nodes with the same values of these labels can use the volume. `null`: the
    /// input does not have them.
    pub topology_keys: Option<Vec<String>>,
}

impl VolumeDependence {
    /// On all volumes of the pod that the answer does not know; `nodes`: those that pass everything else.
    pub fn of(
        info: &PodInfo,
        names: (&ClusterSnapshot, &Names),
        nodes: &[&NodeInfo],
    ) -> Option<Self> {
        Self::new(info, &info.open_volumes, names, nodes)
    }

    /// `open`: the volumes of the pod that the answer does not know; `nodes`: those that pass everything else. `None`
    /// without any.
    pub(crate) fn new(
        info: &PodInfo,
        open: &[OpenVolume],
        (snapshot, names): (&ClusterSnapshot, &Names),
        nodes: &[&NodeInfo],
    ) -> Option<Self> {
        if nodes.is_empty() || open.is_empty() {
            return None;
        }
        let first = nodes.iter().take(MOST).map(|node| node.name.clone());
        Some(Self {
            volumes: volume_names(info, open, snapshot, names),
            nodes: first.collect(),
            count: nodes.len(),
        })
    }
}

/// The volumes that the node of a pod depends on, with their names. `snapshot`: with the nodes and classes.
pub fn volume_names(
    info: &PodInfo,
    open: &[OpenVolume],
    snapshot: &ClusterSnapshot,
    names: &Names,
) -> Vec<VolumeName> {
    let of_pod = open.iter().filter_map(|open| {
        let volume = info.pod.volumes.get(usize::from(open.volume))?;
        Some(VolumeName {
            provisioned: provisioned(info, *open, snapshot, names),
            volume: names[volume.name].to_owned(),
            claim: claim_name(volume, &info.name(names), names).map(|name| NamespacedName {
                namespace: names[info.pod.namespace].to_owned(),
                name,
            }),
            lacks: open.why,
        })
    });
    of_pod.collect()
}

fn provisioned(
    info: &PodInfo,
    open: OpenVolume,
    snapshot: &ClusterSnapshot,
    names: &Names,
) -> Option<ProvisionedVolume> {
    let from = open.provisioned_for?;
    let keys = info.topology_keys(&open, snapshot);
    let keys = keys.map(|keys| keys.iter().map(|key| names[*key].to_owned()).collect());
    Some(ProvisionedVolume {
        node: snapshot.nodes.get(from)?.name.clone(),
        topology_keys: keys,
    })
}

/// A number of pods; `None` for 0.
pub(crate) fn at_least_one(pods: usize) -> Option<usize> {
    (pods > 0).then_some(pods)
}
