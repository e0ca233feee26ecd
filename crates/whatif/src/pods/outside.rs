//! What keeps a pod off nodes and cannot be edited by the search.

use schedscope_objects::{names::Names, scheduler_configuration::FiltersOff, words};
use schedscope_pods::{
    fit::{CycleState, Faults, Filter, Misfit},
    volumes::VolumeMisfit,
};

use super::{PodCluster, PodWant};

words! {
    /// What no edit of a pod's search changes. `pod-affinity`: a required term of pod affinity or anti-affinity, of the
    /// pod or of another one. `host-ports`: a
    /// port of the node that another pod has. `volumes`: where volumes of the pod can be used.
    /// `added-affinity`: node affinity that the profile of its scheduler adds.
    pub enum OutsideReason {
        /// A term of pod affinity or anti-affinity.
        PodAffinity = "pod-affinity",
        /// A port of the node.
        HostPorts = "host-ports",
        /// Where volumes of the pod can be used.
        Volumes = "volumes",
        /// Node affinity that the profile of its scheduler adds.
        AddedAffinity = "added-affinity",
    }
}

/// A filter that, evaluated alone, keeps a pod off nodes that the want allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outside {
    pub reason: OutsideReason,
    /// The number of these nodes.
    pub nodes: usize,
}

/// The filters, each of which is evaluated alone.
const ASKED: [(Filter, OutsideReason); 4] = [
    (Filter::InterPodAffinity, OutsideReason::PodAffinity),
    (Filter::NodePorts, OutsideReason::HostPorts),
    (Filter::VolumeBinding, OutsideReason::Volumes),
    (Filter::NodeAffinity, OutsideReason::AddedAffinity),
];

impl PodCluster {
    /// What keeps the pod off nodes and cannot be edited. O(filters x nodes).
    pub(super) fn outside(&self, want: &PodWant, names: &Names) -> Vec<Outside> {
        let Some(pod) = self.snapshot.pods.get(self.pod) else {
            return Vec::new();
        };
        let asked = ASKED.into_iter().filter_map(|(filter, reason)| {
            if pod.filters_off.has(filter) {
                return None;
            }
            let mut alone = pod.clone();
            alone.filters_off = FiltersOff::all_but(filter);
            alone.goes_anywhere = false;
            alone.request.ignore_all();
            let state = CycleState::new(
                &self.snapshot,
                &alone,
                names,
                Faults::of(self.profile, self.snapshot.version),
            );
            let nodes = self.snapshot.nodes.entries().filter(|(node, info)| {
                let is_meant = want.on.as_ref().is_none_or(|on| info.name == *on);
                let is_other = |misfit: &Misfit| match misfit {
                    // The claims refuse the pod: their volumes keep it from no node.
                    Misfit::Volumes(VolumeMisfit::Refused(..)) => true,
                    misfit => filter == Filter::NodeAffinity && *misfit != Misfit::AddedAffinity,
                };
                is_meant && state.fits(*node).is_err_and(|misfit| !is_other(&misfit))
            });
            let nodes = nodes.count();
            (nodes > 0).then_some(Outside { reason, nodes })
        });
        asked.collect()
    }
}
