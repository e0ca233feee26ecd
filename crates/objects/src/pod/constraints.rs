//! The fields of a pod by which it stays near other pods, away from them, or off a node for another reason than
//! resources.

use crate::{
    labels::Labels,
    managed_cluster::Resources,
    names::Symbol,
    pod::NodeSelectorTerm,
    selector::{LabelSelector, Requirement},
};

/// The fields that few pods have. They are as the API server stores them: host ports of pods on the host's network are
/// filled in, and `matchLabelKeys` of pod affinity terms are merged into their selectors.
///
/// Source: `filters.md`, "What the API server does first".
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PodConstraints {
    /// `spec.schedulingGates[].name`, in order.
    pub scheduling_gates: Box<[Symbol]>,
    /// The ports of the node that containers and sidecars take, in order.
    pub host_ports: Box<[HostPort]>,
    /// `spec.topologySpreadConstraints`, in order.
    pub topology_spread: Box<[TopologySpreadConstraint]>,
    /// `spec.affinity.podAffinity`.
    pub pod_affinity: PodAffinity,
    /// `spec.affinity.podAntiAffinity`.
    pub pod_anti_affinity: PodAffinity,
    /// `spec.affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution`; `None`: absent, which is not the
    /// same as an empty list.
    pub preferred_node_affinity: Option<Box<[PreferredSchedulingTerm]>>,
    /// `spec.volumes[].image.reference`, in order; volumes of images without one are left out.
    pub image_volumes: Box<[Symbol]>,
    /// What the containers of a bound pod hold by `status.containerStatuses` and `status.initContainerStatuses`, where
    /// one of them holds more than its spec requests, or its resize is infeasible.
    pub resized: Box<[ResizedContainer]>,
    /// What the pod holds as a whole by its status; `None` where that has neither field.
    pub resized_whole: Option<Box<ResizedPod>>,
    /// The pod has condition `PodResizePending` with reason `Infeasible`: its spec does not count for these containers.
    pub resize_infeasible: bool,
}

/// A port of the node that a container takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HostPort {
    /// `protocol`; `TCP` where absent.
    pub protocol: Symbol,
    /// `hostIP`; `0.0.0.0` where absent.
    pub ip: Symbol,
    /// `hostPort`, from 1.
    pub port: u16,
}

/// `spec.topologySpreadConstraints[]`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TopologySpreadConstraint {
    /// `maxSkew`, from 1.
    pub max_skew: i32,
    /// `topologyKey`.
    pub topology_key: Symbol,
    /// `whenUnsatisfiable` is `DoNotSchedule`, the default; else `ScheduleAnyway`.
    pub is_hard: bool,
    /// `labelSelector` as written; `None`: absent, which matches nothing.
    pub selector: Option<LabelSelector>,
    /// `matchLabelKeys`.
    pub match_label_keys: Box<[Symbol]>,
    /// `minDomains`, from 1; 1 where absent.
    pub min_domains: i32,
    /// `nodeAffinityPolicy` is `Honor`, the default.
    pub honors_node_affinity: bool,
    /// `nodeTaintsPolicy` is `Honor`; the default is `Ignore`.
    pub honors_node_taints: bool,
}

/// `podAffinity` or `podAntiAffinity`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PodAffinity {
    /// `requiredDuringSchedulingIgnoredDuringExecution`, all of which must hold.
    pub required: Box<[PodAffinityTerm]>,
    /// `preferredDuringSchedulingIgnoredDuringExecution`.
    pub preferred: Box<[WeightedPodAffinityTerm]>,
}

/// A term of pod affinity or anti-affinity.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct PodAffinityTerm {
    /// `labelSelector`, with `matchLabelKeys` and `mismatchLabelKeys` merged into it where the pod was not stored yet;
    /// `None`: absent, which matches no pod.
    pub selector: Option<LabelSelector>,
    /// `topologyKey`.
    pub topology_key: Symbol,
    /// `namespaces`.
    pub namespaces: Box<[Symbol]>,
    /// `namespaceSelector`; `None`: absent. Empty, it matches all namespaces.
    pub namespace_selector: Option<LabelSelector>,
    /// `matchLabelKeys` and `mismatchLabelKeys`, where the pod was not stored yet.
    pub label_keys: Option<Box<LabelKeys>>,
}

/// `matchLabelKeys` and `mismatchLabelKeys` of a term of a pod that was not stored yet.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct LabelKeys {
    /// `matchLabelKeys`.
    pub same: Box<[Symbol]>,
    /// `mismatchLabelKeys`.
    pub other: Box<[Symbol]>,
    /// How many requirements of the selector stand for them, its last ones.
    merged: usize,
}

impl LabelKeys {
    /// Those of a term whose selector has no requirement for them yet; `None`: there are none.
    pub fn new(same: Box<[Symbol]>, other: Box<[Symbol]>) -> Option<Box<Self>> {
        let has_any = !same.is_empty() || !other.is_empty();
        has_any.then(|| {
            Box::new(Self {
                same,
                other,
                merged: 0,
            })
        })
    }
}

impl PodAffinityTerm {
    /// Completes the selector with the values that a pod has for the label keys, as the API server does when it stores
    /// the pod. Values of other labels are replaced. O(keys x labels).
    pub fn complete(&mut self, labels: &Labels) {
        let (Some(selector), Some(keys)) = (&mut self.selector, &mut self.label_keys) else {
            return;
        };
        let expressions = &mut selector.match_expressions;
        expressions.truncate(expressions.len().saturating_sub(keys.merged));
        let own = expressions.len();
        for (keys, operator) in [(&keys.same, "In"), (&keys.other, "NotIn")] {
            let carried = keys
                .iter()
                .filter_map(|key| Some((*key, labels.get(*key)?)));
            expressions.extend(carried.map(|(key, value)| Requirement {
                key,
                operator: operator.to_owned(),
                values: vec![value],
            }));
        }
        keys.merged = expressions.len() - own;
    }
}

impl PodConstraints {
    /// The terms of pod affinity and anti-affinity.
    pub fn affinity_terms_mut(&mut self) -> impl Iterator<Item = &mut PodAffinityTerm> {
        let affinities = [&mut self.pod_affinity, &mut self.pod_anti_affinity];
        affinities.into_iter().flat_map(|of| {
            let preferred = of.preferred.iter_mut().map(|term| &mut term.term);
            of.required.iter_mut().chain(preferred)
        })
    }
}

/// A preferred term of pod affinity or anti-affinity.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WeightedPodAffinityTerm {
    /// `weight`, from 1 to 100.
    pub weight: i32,
    /// `podAffinityTerm`.
    pub term: PodAffinityTerm,
}

/// A preferred term of node affinity.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PreferredSchedulingTerm {
    /// `weight`, from 1 to 100.
    pub weight: i32,
    /// `preference`.
    pub preference: NodeSelectorTerm,
}

/// A pod with resources in its status.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ResizedPod {
    /// `status.resources` is present.
    pub has_resources: bool,
    /// `status.resources.requests`.
    pub requests: Resources,
    /// `status.allocatedResources`.
    pub allocated: Resources,
}

/// A container with resources in its status.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ResizedContainer {
    /// The container is `containers[index]`, or `init_containers[index]` where `is_init`.
    pub index: u32,
    /// The container is an init container.
    pub is_init: bool,
    /// `status.containerStatuses[].resources` is present.
    pub has_resources: bool,
    /// `status.containerStatuses[].resources.requests`.
    pub requests: Resources,
    /// `status.containerStatuses[].allocatedResources`.
    pub allocated: Resources,
}
