//! Who may take how much, and who gives way: `ElasticQuota`, `PriorityClass`,
//! `PodDisruptionBudget`.

use crate::{managed_cluster::Resources, names::Symbol, pod::Preemption, selector::LabelSelector};

/// `ElasticQuota` (`scheduling.x-k8s.io/v1alpha1`).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ElasticQuota {
    /// `metadata.namespace`; `default` where absent.
    pub namespace: Symbol,
    /// `metadata.name`.
    pub name: Symbol,
    /// `spec.min`; `None`: absent, which is not the same as an empty list.
    pub min: Option<Resources>,
    /// `spec.max`; `None`: absent, which is not the same as an empty list.
    pub max: Option<Resources>,
    /// `status.used`, as its controller wrote it. No scheduler reads it.
    pub used: Option<Resources>,
}

/// `PriorityClass` (`scheduling.k8s.io/v1`).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PriorityClass {
    /// `metadata.name`.
    pub name: Symbol,
    /// `value`.
    pub value: i32,
    /// `globalDefault`.
    pub global_default: bool,
    /// `preemptionPolicy`.
    pub preemption: Preemption,
}

/// `PodDisruptionBudget` (`policy/v1`).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PodDisruptionBudget {
    /// `metadata.namespace`; `default` where absent.
    pub namespace: Symbol,
    /// `metadata.name`.
    pub name: Symbol,
    /// `spec.selector`; `None`: absent, which matches nothing.
    pub selector: Option<LabelSelector>,
    /// `status.disruptionsAllowed`, 0 where absent.
    pub disruptions_allowed: i32,
    /// `status.disruptedPods`: names of pods whose eviction is under way.
    pub disrupted_pods: Box<[Symbol]>,
}
