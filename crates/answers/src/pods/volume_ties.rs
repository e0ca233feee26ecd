//! Volumes of which kube-scheduler takes any one.

use schedscope_answer_macro::answer;
use schedscope_objects::{
    id::{NodeId, PodId},
    namespaced_name::NamespacedName,
};
use schedscope_pods::{
    fit::{CycleState, FitContext},
    volumes::{VolumeTie, VolumeTies},
};

use super::volume_misfit::claim_named;

/// The maximum number of volumes to list for a claim.
const VOLUMES: usize = 10;

/// The maximum number of nodes, and of pods, to list.
const MOST: usize = 5;

/// The maximum number of nodes to look at for one answer.
const LOOKS: usize = 100_000;

/// A claim that gets any one of several volumes, in an order that is not defined. The answer takes the first one of the
/// input.
#[answer(Eq)]
pub struct VolumeTieAnswer {
    /// The claim.
    pub claim: NamespacedName,
    /// The names of the `PersistentVolume`s, in the order of the input, at most 10. One that is reserved for the claim
    /// need not match the node.
    pub any_of: Vec<String>,
    /// The number of all of them; of volumes that are not reserved at most 100 are looked for.
    pub count: usize,
    /// Whether a volume may be provisioned for the claim instead. Absent: not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub or_provisioned: bool,
}

/// What Kubernetes leaves open about the volumes of a pod.
#[answer(Default, Eq)]
pub struct VolumeTiesAnswer {
    /// The claims that get any one of several volumes on the node of the pod; if none does or it has no node, on the
    /// first of `nodes`.
    pub claims: Vec<VolumeTieAnswer>,
    /// The nodes that the pod fits with some of the volumes and not with others, in the order of the input, at most 5.
    /// Absent: none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<String>>")]
    pub nodes: Vec<String>,
    /// Pods that were scheduled before, and whose claims may take volumes that this pod could take: its outcome can
    /// depend on which. At most 5. Absent: none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<NamespacedName>>")]
    pub after: Vec<NamespacedName>,
}

impl VolumeTieAnswer {
    /// The claims of a pod with names.
    pub(super) fn all(ties: &[VolumeTie], on: FitContext<'_>) -> Vec<Self> {
        let storage = on.snapshot.storage.as_ref();
        let name = |id: &_| {
            let known = storage?.world.volumes.get(*id)?;
            Some(on.names[known.volume.name].to_owned())
        };
        let answers = ties.iter().map(|tie| Self {
            claim: claim_named(on.pod, tie.claim, on.names).unwrap_or_default(),
            any_of: tie.any_of.iter().take(VOLUMES).filter_map(name).collect(),
            count: tie.any_of.len(),
            or_provisioned: tie.or_new,
        });
        answers.collect()
    }
}

impl VolumeTiesAnswer {
    /// What is open about the volumes of a pod that gets this node. `None`: nothing. O(volumes); where the choice may
    /// decide, O(nodes).
    pub fn of(state: &CycleState<'_>, node: Option<NodeId>) -> Option<Self> {
        let ties = state.volume_ties(node, &mut LOOKS.clone());
        Self::new(&ties, &[], state.on)
    }

    /// What is open with names. `after`: pods that were scheduled before. `None`: nothing.
    pub(crate) fn new(ties: &VolumeTies, after: &[PodId], on: FitContext<'_>) -> Option<Self> {
        if ties.is_empty() && after.is_empty() {
            return None;
        }
        let nodes = ties.nodes.iter().take(MOST);
        let nodes = nodes.filter_map(|node| on.snapshot.nodes.get(*node));
        let pods = after.iter().take(MOST);
        let pods = pods.filter_map(|pod| on.snapshot.pods.get(*pod));
        Some(Self {
            claims: VolumeTieAnswer::all(&ties.claims, on),
            nodes: nodes.map(|node| node.name.clone()).collect(),
            after: pods.map(|pod| pod.namespaced_name(on.names)).collect(),
        })
    }
}
