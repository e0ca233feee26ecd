//! Notes on a pod or the nodes that the scores do not show.

use schedscope_answer_macro::answer;
use schedscope_pods::{
    amounts::{BASIC_NAMES, ResourceId},
    default_profile::pre_score_error,
    fit::FitContext,
    node_scan::NodeScan,
    request::Unbounded,
    score::limit_aware::{BestEffort, LimitAware},
};
use serde::Serializer;

use crate::pods::{filters_off::ProfileFilters, scheduler::missing_nominated};

/// A note on a pod or the nodes; the codes are stable. `best-effort`: the pod has neither requests nor limits.
/// `unbounded-pod`: a container of the pod has no limit of a scored resource, which counts as 0; `unbounded-pods`,
/// `best-effort-pods`: of pods on the nodes. `resource-left-out`: nodes without a resource are scored by the others.
/// `filters-off`: the pod's scheduler does not use some filters. `pod-level-limits`: limits of pods as a whole are not
/// counted. `nominated-node-missing`: the input lacks the node that the pod is nominated for. `filtering-fails`:
/// upstream ends with an error when it filters nodes, so that the pod waits. `scoring-fails`: upstream ends with an
/// error before it scores nodes, so that the pod waits.
#[answer(Eq)]
#[serde(tag = "code", rename_all = "kebab-case")]
pub enum PodNote {
    /// Upstream ends with an error before it scores the nodes that the pod fits, so that the pod waits.
    ScoringFails {
        /// The error, `running PreScore plugin "NodeAffinity": …`.
        error: String,
    },
    /// Upstream ends with an error when it filters nodes, so the pod waits even if it fits nodes.
    FilteringFails {
        /// The error, `running "NodeVolumeLimits" filter plugin: …`.
        error: String,
    },
    /// The pod has neither requests nor limits.
    BestEffort {
        /// The limits that the pod counts with.
        #[serde(serialize_with = "best_effort")]
        #[ts(as = "BestEffort")]
        counts: BestEffort,
    },
    /// Pods on the nodes have neither requests nor limits.
    BestEffortPods {
        /// The number of these pods.
        pods: i64,
        /// The limits that each counts with.
        #[serde(serialize_with = "best_effort")]
        #[ts(as = "BestEffort")]
        counts: BestEffort,
    },
    /// A container of the pod has no limit of a scored resource, which counts as 0.
    UnboundedPod {
        /// The scored resources of which a container has no limit.
        #[ts(type = "string[]")]
        resources: Vec<&'static str>,
    },
    /// Pods on the nodes have a container without a limit of a scored resource, which counts as 0.
    UnboundedPods {
        /// The scored resources of which a container has no limit.
        #[ts(type = "string[]")]
        resources: Vec<&'static str>,
        /// The number of these pods.
        pods: i64,
    },
    /// Nodes have none of a resource; they are scored by the other resources.
    ResourceLeftOut {
        /// The name of the resource.
        resource: String,
        /// The number of nodes that have none of it.
        without: usize,
        /// The number of all nodes.
        nodes: usize,
    },
    /// Pods have limits as a whole (`spec.resources.limits`): limit-aware scoring counts those of containers only.
    PodLevelLimits {
        /// Whether the pod itself has some.
        own: bool,
        /// The number of pods on the nodes that have some.
        pods: i64,
    },
    /// The input does not have the node that the pod is nominated for: it counts as not nominated.
    NominatedNodeMissing {
        /// The name of the node.
        node: String,
    },
    /// The profile of the pod's scheduler switches filters off: they reject no node.
    FiltersOff {
        /// The profile, by its `schedulerName`.
        profile: String,
        /// The filters, in the order in which Kubernetes would ask them.
        #[ts(type = "string[]")]
        filters: Vec<&'static str>,
    },
}

/// As options have it.
fn best_effort<S: Serializer>(counts: &BestEffort, serializer: S) -> Result<S::Ok, S::Error> {
    match counts {
        BestEffort::Allocatable => serializer.serialize_str("allocatable"),
        BestEffort::Nothing => serializer.serialize_str("nothing"),
        BestEffort::Amount(amount) => {
            serializer.serialize_newtype_variant("BestEffort", 2, "amount", amount)
        }
    }
}

/// The notes for a pod; `wanted`: the resources that are scored, with their weights.
pub(super) fn notes(
    on: FitContext<'_>,
    (scan, scorer, wanted): (&NodeScan<'_>, &LimitAware, &[(String, i64)]),
) -> Vec<PodNote> {
    let FitContext {
        snapshot,
        pod,
        names,
        ..
    } = on;
    let bounded = BASIC_NAMES.into_iter().enumerate();
    let bounded = bounded.map(|(number, name)| (ResourceId(number as u32), name));
    let is_wanted = |name: &str| wanted.iter().any(|(of, _)| of == name);
    let bounded: Vec<_> = bounded.filter(|(_, name)| is_wanted(name)).collect();
    let mut notes = Vec::new();
    if let Some(error) = scan.filter_error(on) {
        notes.push(PodNote::FilteringFails { error });
    } else if scan.looked_at() > 1
        && let Some(error) = pre_score_error(on)
    {
        notes.push(PodNote::ScoringFails { error });
    }
    if let Some(off) = ProfileFilters::of(snapshot, pod, names) {
        notes.push(PodNote::FiltersOff {
            profile: off.profile,
            filters: off.filters,
        });
    }
    if pod.request.is_best_effort {
        notes.push(PodNote::BestEffort {
            counts: scorer.best_effort,
        });
    } else {
        let unbounded = pod.request.unbounded;
        let lacking = bounded
            .iter()
            .filter(|(resource, _)| unbounded.has(*resource));
        let resources: Vec<_> = lacking.map(|(_, name)| *name).collect();
        if !resources.is_empty() {
            notes.push(PodNote::UnboundedPod { resources });
        }
    }
    let own = pod.request.has_whole_limits;
    if own || scan.whole_limits > 0 {
        let pods = scan.whole_limits;
        notes.push(PodNote::PodLevelLimits { own, pods });
    }
    if let Some(node) = missing_nominated(snapshot, pod, names) {
        notes.push(PodNote::NominatedNodeMissing { node });
    }
    if scan.best_effort > 0 {
        notes.push(PodNote::BestEffortPods {
            pods: scan.best_effort,
            counts: scorer.best_effort,
        });
    }
    let lacking = bounded.iter().filter(|(resource, _)| {
        let pods = scan.unbounded.count_of(|pod| pod.has(*resource));
        pods > 0
    });
    let resources: Vec<_> = lacking.map(|(_, name)| *name).collect();
    if !resources.is_empty() {
        let is_scored = |pod: Unbounded| bounded.iter().any(|(resource, _)| pod.has(*resource));
        let pods = scan.unbounded.count_of(is_scored);
        notes.push(PodNote::UnboundedPods { resources, pods });
    }
    let all = snapshot.nodes.len();
    for (name, _) in wanted {
        let resource = snapshot.resources.get(name);
        let counts = scorer.resources.iter().zip(&scan.without);
        let without = counts
            .into_iter()
            .find(|(weighted, _)| Some(weighted.resource) == resource)
            .map_or(all, |(_, count)| *count);
        if without > 0 {
            notes.push(PodNote::ResourceLeftOut {
                resource: name.clone(),
                without,
                nodes: all,
            });
        }
    }
    notes
}
