//! Which evictions would violate a `PodDisruptionBudget`: those of kube-scheduler, and those of the eviction API.

use std::sync::Arc;

use schedscope_objects::{
    id::PodId,
    names::{Names, Symbol},
    pod::Health,
    policy::PodDisruptionBudget,
    selector::Selector,
};
use schedscope_pods::snapshot::{ClusterSnapshot, PodInfo};

/// Why the eviction API refuses a pod.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EvictionRefusal {
    /// Its budget does not allow another disruption now, or its controller has not looked at its last change.
    Budget,
    /// Several budgets select it, which the API does not support.
    Several,
}

/// Budgets whose selectors are ready to match.
#[derive(Debug, Default)]
pub struct Budgets {
    budgets: Vec<(Arc<PodDisruptionBudget>, Selector)>,
}

impl Budgets {
    /// The budgets that can match a pod: one without a selector, or with an invalid one, matches none.
    pub fn new(budgets: &[Arc<PodDisruptionBudget>], names: &Names) -> Self {
        let compiled = budgets.iter().filter_map(|budget| {
            let selector = budget.selector.as_ref()?;
            Some((Arc::clone(budget), selector.compile(names).ok()?))
        });
        Self {
            budgets: compiled.collect(),
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.budgets.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.budgets.is_empty()
    }

    /// Which of these pods violate a budget if they are evicted in this order. Every matching budget counts down, also
    /// below 0.
    pub fn violating(
        &self,
        snapshot: &ClusterSnapshot,
        pods: &[PodId],
        names: &Names,
    ) -> Vec<bool> {
        let violated = self.violated(snapshot, pods, names).into_iter();
        violated.map(|budgets| !budgets.is_empty()).collect()
    }

    /// The names of the budgets that each of these pods violates if they are evicted in this order.
    pub fn violated(
        &self,
        snapshot: &ClusterSnapshot,
        pods: &[PodId],
        names: &Names,
    ) -> Vec<Vec<Symbol>> {
        let mut left: Vec<i64> = self
            .budgets
            .iter()
            .map(|(budget, _)| i64::from(budget.disruptions_allowed))
            .collect();
        let violates = |pod: &PodId| {
            let mut violated = Vec::new();
            let Some(pod) = snapshot.pods.get(*pod) else {
                return violated;
            };
            for ((budget, selector), left) in self.budgets.iter().zip(&mut left) {
                if matches(pod, budget, selector, names) {
                    *left -= 1;
                    if *left < 0 {
                        violated.push(budget.name);
                    }
                }
            }
            violated
        };
        pods.iter().map(violates).collect()
    }

    /// Which of these pods the eviction API refuses if they are evicted in this order, and no other pod takes their
    /// place meanwhile. Preemption asks [`Self::violated`] instead. The pods are not over, and not terminating. Here an
    /// empty selector selects all pods of its namespace, also those without labels.
    ///
    /// Source: `pkg/registry/core/pod/storage/eviction.go` of Kubernetes 1.35. It does not look at
    /// `status.disruptedPods`.
    pub fn refusals(
        &self,
        snapshot: &ClusterSnapshot,
        pods: &[PodId],
        names: &Names,
    ) -> Vec<Option<EvictionRefusal>> {
        let allowed = |(budget, _): &(Arc<PodDisruptionBudget>, _)| budget.disruptions_allowed;
        let mut left: Vec<i32> = self.budgets.iter().map(allowed).collect();
        let refusal = |pod: &PodId| {
            let pod = snapshot.pods.get(*pod)?;
            if pod.pod.health == Health::Pending {
                return None;
            }
            let budgets = self.budgets.iter().zip(&mut left);
            let mut selecting =
                budgets.filter(|((budget, selector), _)| selects(budget, selector, pod, names));
            let ((budget, _), left) = selecting.next()?;
            if selecting.next().is_some() {
                return Some(EvictionRefusal::Several);
            }
            if pod.pod.health == Health::Unready && budget.allows_unready {
                return None;
            }
            if budget.is_outdated || *left == 0 {
                return Some(EvictionRefusal::Budget);
            }
            *left -= 1;
            None
        };
        pods.iter().map(refusal).collect()
    }
}

/// Whether preemption counts an eviction of the pod against the budget: neither an empty selector nor a pod without
/// labels matches anything there.
///
/// Source: `filterPodsWithPDBViolation` in `pkg/scheduler/framework/plugins/defaultpreemption` of Kubernetes 1.35.
fn matches(
    pod: &PodInfo,
    budget: &PodDisruptionBudget,
    selector: &Selector,
    names: &Names,
) -> bool {
    !budget.disrupted_pods.contains(&pod.pod.name)
        && !selector.is_empty()
        && !pod.pod.labels.0.is_empty()
        && selects(budget, selector, pod, names)
}

fn selects(
    budget: &PodDisruptionBudget,
    selector: &Selector,
    pod: &PodInfo,
    names: &Names,
) -> bool {
    pod.pod.namespace == budget.namespace && selector.matches(pod.pod.labels.as_slice(), names)
}
