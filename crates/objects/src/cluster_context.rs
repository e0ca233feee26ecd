//! The objects besides nodes and pods that a scheduler reads: `Namespace`, `Service`, `RuntimeClass`, `ResourceQuota`,
//! `LimitRange`.

use crate::{labels::Labels, managed_cluster::Resources, names::Symbol, taint::Toleration, words};

/// `Namespace` (`v1`).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Namespace {
    /// `metadata.name`.
    pub name: Symbol,
    /// `metadata.labels`, with `kubernetes.io/metadata.name`, which the API server sets.
    pub labels: Labels,
    /// `metadata.deletionTimestamp` is set, or `status.phase` is `Terminating`: the API server rejects new objects in
    /// it.
    pub deleting: bool,
}

/// `Service` (`v1`).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Service {
    /// `metadata.namespace`; `default` where absent.
    pub namespace: Symbol,
    /// `metadata.name`.
    pub name: Symbol,
    /// `spec.selector`; `None`: absent, which matches no pod.
    pub selector: Option<Labels>,
}

/// `RuntimeClass` (`node.k8s.io/v1`).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RuntimeClass {
    /// `metadata.name`.
    pub name: Symbol,
    /// `overhead.podFixed`: what a pod of the class requests in addition to its containers.
    pub overhead: Resources,
    /// `scheduling.nodeSelector`: labels added to the node selector of a pod of the class.
    pub node_selector: Labels,
    /// `scheduling.tolerations`: tolerations added to those of the pod.
    pub tolerations: Box<[Toleration]>,
}

/// `ResourceQuota` (`v1`).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ResourceQuota {
    /// `metadata.namespace`; `default` where absent.
    pub namespace: Symbol,
    /// `metadata.name`.
    pub name: Symbol,
    /// `spec.hard`.
    pub hard: Resources,
    /// `status.used`; `None`: absent.
    pub used: Option<Resources>,
    /// `spec.scopes` or `spec.scopeSelector` restrict it to some pods.
    pub is_scoped: bool,
}

/// `LimitRange` (`v1`), as far as it is about pods.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LimitRange {
    /// `metadata.namespace`; `default` where absent.
    pub namespace: Symbol,
    /// `metadata.name`.
    pub name: Symbol,
    /// The requests of containers that have none: `defaultRequest` of `spec.limits[]` of type `Container`, then
    /// `default`, `max` and `min`.
    pub requests: Resources,
    /// The limits of containers that have none: `default`, then `max`.
    pub limits: Resources,
    /// What the API server refuses new pods for.
    pub bounds: Vec<LimitBounds>,
}

words! {
    /// `spec.limits[].type` of a `LimitRange`: what the bounds are of.
    pub enum LimitType {
        /// Each container.
        Container = "Container",
        /// The sum of a pod's containers.
        Pod = "Pod",
    }
}

/// `spec.limits[]` of a [`LimitRange`].
#[derive(Clone, Debug, PartialEq)]
pub struct LimitBounds {
    /// `type`.
    pub of: LimitType,
    /// `min`, of requests and limits.
    pub min: Resources,
    /// `max`, of requests and limits.
    pub max: Resources,
    /// `maxLimitRequestRatio`.
    pub ratio: Resources,
}
