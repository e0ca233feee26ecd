//! The volumes that a pod's node depends on and that an answer does not know: the text does not say enough about them,
//! or they are not modelled.

use schedscope_objects::names::Names;
use schedscope_pods::{
    node::NodeInfo,
    snapshot::PodInfo,
    volumes::{OpenReason, claim_name},
};
use serde::Serialize;

/// The maximum number of nodes to list.
const MOST: usize = 5;

/// What an answer that names a node depends on: the nodes pass everything but these volumes, which the answer does not
/// know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct VolumeDependence {
    /// The volumes of the pod, in order.
    pub volumes: Vec<VolumeName>,
    /// The nodes that pass everything else, in the order of the text, at most 5. Of a pod that evicts others: the nodes
    /// where evictions make room; in `scoreNodes` those where they may.
    pub nodes: Vec<String>,
    /// The number of all these nodes.
    pub count: usize,
}

/// A pod whose node depends on volumes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct VolumeDependentPod {
    /// The pod, as `namespace/name`.
    pub pod: String,
    /// Its volumes, and the nodes that pass everything else.
    #[serde(flatten)]
    #[cfg_attr(feature = "types", ts(flatten))]
    pub dependence: VolumeDependence,
}

/// A volume of a pod.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct VolumeName {
    /// The name of the volume in the pod.
    pub volume: String,
    /// The name of its `PersistentVolumeClaim`; `null`: the volume stands in the pod.
    pub claim: Option<String>,
    /// The kind of which the text has no object, so that the answer does not know the volume; `not-modelled`: volumes
    /// of this kind are not modelled.
    #[cfg_attr(feature = "types", ts(inline))]
    pub lacks: OpenReason,
}

impl VolumeDependence {
    /// `nodes`: those that pass everything else. `None` without such nodes, or if the pod does not depend on volumes.
    pub(crate) fn new(info: &PodInfo, names: &Names, nodes: &[&NodeInfo]) -> Option<Self> {
        if nodes.is_empty() || !info.depends_on_volumes() {
            return None;
        }
        let first = nodes.iter().take(MOST).map(|node| node.name.clone());
        Some(Self {
            volumes: volume_names(info, names),
            nodes: first.collect(),
            count: nodes.len(),
        })
    }
}

/// The volumes that the node of a pod depends on; empty: none.
pub fn volume_names(info: &PodInfo, names: &Names) -> Vec<VolumeName> {
    let open = info.open_volumes.iter();
    let of_pod = open.filter_map(|open| {
        let volume = info.pod.volumes.get(usize::from(open.volume))?;
        Some(VolumeName {
            volume: names[volume.name].to_owned(),
            claim: claim_name(volume, &info.name(names), names),
            lacks: open.why,
        })
    });
    of_pod.collect()
}

/// A number of pods; `None` for 0.
pub(crate) fn at_least_one(pods: usize) -> Option<usize> {
    (pods > 0).then_some(pods)
}
