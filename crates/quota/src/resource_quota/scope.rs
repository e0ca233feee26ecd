//! The scopes of `ResourceQuota`s.
//!
//! Source: `podMatchesScopeFunc` in `pkg/quota/v1/evaluator/core/pods.go` and `ComputePodQOS` of Kubernetes 1.35.

use schedscope_objects::{
    cluster_context::{QuotaScope, ScopeName},
    names::{Names, Symbol},
    pod::{Container, Pod, PodAffinity},
};

/// Whether a pod is in a scope. `default_class`: the class of a new pod that names none.
pub(super) fn has_scope(
    scope: &QuotaScope,
    pod: &Pod,
    default_class: Symbol,
    names: &Names,
) -> bool {
    match scope.name {
        Some(ScopeName::Terminating) => pod.has_deadline,
        Some(ScopeName::NotTerminating) => !pod.has_deadline,
        Some(ScopeName::BestEffort) => is_best_effort(pod, names),
        Some(ScopeName::NotBestEffort) => !is_best_effort(pod, names),
        Some(ScopeName::PriorityClass) => {
            let is_default = pod.priority_class.is_empty() && pod.is_new();
            scope.has(if is_default {
                default_class
            } else {
                pod.priority_class
            })
        }
        Some(ScopeName::CrossNamespacePodAffinity) => pod
            .constraints
            .as_ref()
            .is_some_and(|of| crosses(&of.pod_affinity) || crosses(&of.pod_anti_affinity)),
        // No pod is in the scope of claims.
        Some(ScopeName::VolumeAttributesClass) | None => false,
    }
}

/// Whether no container requests or limits CPU or memory; the pod as a whole counts instead where it names any.
fn is_best_effort(pod: &Pod, names: &Names) -> bool {
    let asks = |container: &Container| {
        let lists = [&container.requests, &container.limits].into_iter();
        lists.flat_map(|list| &list.0).any(|(name, amount)| {
            matches!(&names[*name], "cpu" | "memory") && amount.to_f64() > 0.0
        })
    };
    match &pod.resources {
        Some(whole) => !asks(whole),
        None => !pod.containers.iter().chain(&pod.init_containers).any(asks),
    }
}

/// Whether a term names namespaces.
fn crosses(affinity: &PodAffinity) -> bool {
    let preferred = affinity.preferred.iter().map(|weighted| &weighted.term);
    let mut terms = affinity.required.iter().chain(preferred);
    terms.any(|term| !term.namespaces.is_empty() || term.namespace_selector.is_some())
}
