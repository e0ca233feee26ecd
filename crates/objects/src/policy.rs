//! Objects that limit pods and decide which pods are evicted: `ElasticQuota`, `PriorityClass`, `PodDisruptionBudget`.

use std::{fmt, sync::Arc};

use crate::{
    managed_cluster::Resources,
    names::{Names, Symbol},
    pod::{Pod, Preemption},
    selector::LabelSelector,
};

/// The classes that an API server makes when it starts, with their values.
pub const SYSTEM_CLASSES: [(&str, i32); 2] = [
    ("system-cluster-critical", 2_000_000_000),
    ("system-node-critical", 2_000_001_000),
];

/// What the API server writes into a new pod, from its class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AdmittedPriority {
    /// `spec.priority`.
    pub priority: i32,
    /// `spec.preemptionPolicy`.
    pub preemption: Preemption,
}

impl AdmittedPriority {
    /// That of a pod of such a class; `class` empty: of the global default, of several the one with the smallest value.
    /// `None`: the text does not define it. O(classes).
    ///
    /// Source: `plugin/pkg/admission/priority` of Kubernetes 1.35.
    pub fn of(class: Symbol, classes: &[Arc<PriorityClass>], names: &Names) -> Option<Self> {
        let all = classes.iter();
        let found = if class.is_empty() {
            let defaults = all.filter(|one| one.global_default);
            defaults.min_by_key(|one| one.value)
        } else {
            all.clone().find(|one| one.name == class)
        };
        if let Some(found) = found {
            return Some(Self {
                priority: found.value,
                preemption: found.preemption,
            });
        }
        if class.is_empty() {
            return has_all_classes(classes, names).then(Self::default);
        }
        let system = SYSTEM_CLASSES
            .iter()
            .find(|(name, _)| *name == &names[class]);
        system.map(|(_, priority)| Self {
            priority: *priority,
            ..Self::default()
        })
    }

    /// The API server's message about a new pod that has another priority, or may evict otherwise.
    pub fn refuses(&self, pod: &Pod) -> Option<PriorityRefusal> {
        if let Some(given) = pod.priority.filter(|given| *given != self.priority) {
            return Some(PriorityRefusal::Priority(given, self.priority));
        }
        let given = pod.preemption.filter(|given| *given != self.preemption)?;
        Some(PriorityRefusal::Preemption(given, self.preemption))
    }
}

/// Whether the text has the classes that every cluster has: all of the cluster were printed.
pub fn has_all_classes(classes: &[Arc<PriorityClass>], names: &Names) -> bool {
    SYSTEM_CLASSES
        .iter()
        .all(|(name, _)| classes.iter().any(|class| &names[class.name] == *name))
}

/// Why the API server refuses a new pod: what the pod says, and what its class does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PriorityRefusal {
    /// Another priority.
    Priority(i32, i32),
    /// Another preemption policy.
    Preemption(Preemption, Preemption),
}

impl PriorityRefusal {
    /// The field of a pod's `spec`.
    pub fn field(self) -> &'static str {
        match self {
            Self::Priority(..) => "priority",
            Self::Preemption(..) => "preemptionPolicy",
        }
    }

    /// The API server's message.
    pub fn message(self) -> String {
        const REFUSED: &str =
            "must not be provided in pod spec; priority admission controller computed";
        let word = |policy| match policy {
            Preemption::PreemptLowerPriority => "PreemptLowerPriority",
            Preemption::Never => "Never",
        };
        match self {
            Self::Priority(given, computed) => format!(
                "the integer value of priority ({given}) {REFUSED} {computed} from the given PriorityClass name"
            ),
            Self::Preemption(given, computed) => format!(
                "the string value of PreemptionPolicy ({}) {REFUSED} {} from the given PriorityClass name",
                word(given),
                word(computed)
            ),
        }
    }
}

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
    /// The minimum of available pods or the maximum of unavailable ones; `None` if both are absent.
    pub availability: Option<Availability>,
    /// `spec.unhealthyPodEvictionPolicy` is `AlwaysAllow`: pods that are not ready may always be evicted.
    pub always_allows_unready: bool,
    /// `status`, as the disruption controller wrote it; `None`: no controller has written one.
    pub status: Option<BudgetStatus>,
    /// `status.observedGeneration` is below `metadata.generation`: its controller has not looked at the last change,
    /// and until then the eviction API refuses.
    pub is_outdated: bool,
    /// `status.disruptedPods`: names of pods whose eviction is under way.
    pub disrupted_pods: Box<[Symbol]>,
}

/// How many pods of a `PodDisruptionBudget` must be available.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Availability {
    /// `spec.minAvailable`.
    MinAvailable(IntOrPercent),
    /// `spec.maxUnavailable`. If both are given, which the API server refuses, the controller reads this one.
    MaxUnavailable(IntOrPercent),
}

/// A number of pods, or a part of them in percent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IntOrPercent {
    /// A number, at least 0.
    Int(i32),
    Percent(u16),
}

impl IntOrPercent {
    /// The number of pods, of `total`; a part is rounded up.
    ///
    /// Source: `GetScaledValueFromIntOrPercent` in `k8s.io/apimachinery/pkg/util/intstr`.
    pub fn scaled(self, total: i32) -> i32 {
        self.rounded(total, 99)
    }

    /// The same, rounded down.
    pub fn scaled_down(self, total: i32) -> i32 {
        self.rounded(total, 0)
    }

    fn rounded(self, total: i32, added: i64) -> i32 {
        match self {
            Self::Int(number) => number,
            Self::Percent(percent) => {
                let hundredths = i64::from(percent) * i64::from(total.max(0));
                i32::try_from((hundredths + added) / 100).unwrap_or(i32::MAX)
            }
        }
    }
}

impl fmt::Display for IntOrPercent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int(number) => write!(f, "{number}"),
            Self::Percent(percent) => write!(f, "{percent}%"),
        }
    }
}

/// `status` of a `PodDisruptionBudget`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BudgetStatus {
    /// `disruptionsAllowed`.
    pub disruptions_allowed: i32,
    /// `currentHealthy`, 0 where absent.
    pub current_healthy: i32,
    /// `desiredHealthy`, 0 where absent.
    pub desired_healthy: i32,
    /// `expectedPods`, 0 where absent.
    pub expected_pods: i32,
}
