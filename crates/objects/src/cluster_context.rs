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
    /// `spec.scopes` and `spec.scopeSelector`: it counts what is in all of them.
    pub scopes: Box<[QuotaScope]>,
}

words! {
    /// `scopeName` of a scope.
    pub enum ScopeName {
        /// Pods with `activeDeadlineSeconds`.
        Terminating = "Terminating",
        /// Pods without.
        NotTerminating = "NotTerminating",
        /// Pods that neither request nor limit CPU and memory.
        BestEffort = "BestEffort",
        /// Pods that do.
        NotBestEffort = "NotBestEffort",
        /// Pods by their priority class.
        PriorityClass = "PriorityClass",
        /// Pods with affinity to pods of other namespaces.
        CrossNamespacePodAffinity = "CrossNamespacePodAffinity",
        /// Claims by their class of attributes.
        VolumeAttributesClass = "VolumeAttributesClass",
    }
}

words! {
    /// `operator` of a scope.
    pub enum ScopeOperator {
        /// One of `values`.
        In = "In",
        /// None of `values`.
        NotIn = "NotIn",
        /// Any value.
        Exists = "Exists",
        /// No value.
        DoesNotExist = "DoesNotExist",
    }
}

/// An item of `spec.scopes`, or of `spec.scopeSelector.matchExpressions`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuotaScope {
    /// `scopeName`; `None`: another one, which nothing is in.
    pub name: Option<ScopeName>,
    /// `operator`; `Exists` of `spec.scopes`.
    pub operator: ScopeOperator,
    /// `values`.
    pub values: Box<[Symbol]>,
}

impl QuotaScope {
    /// Whether a class is in it; empty: none is named.
    pub fn has(&self, class: Symbol) -> bool {
        match self.operator {
            ScopeOperator::In => !class.is_empty() && self.values.contains(&class),
            ScopeOperator::NotIn => !self.values.contains(&class),
            ScopeOperator::Exists => !class.is_empty(),
            ScopeOperator::DoesNotExist => class.is_empty(),
        }
    }
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
        Container = "Container",
        /// The sum of a pod's containers.
        Pod = "Pod",
        Claim = "PersistentVolumeClaim",
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
