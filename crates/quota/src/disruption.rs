//! Which evictions would violate a `PodDisruptionBudget`.

use std::sync::Arc;

use schedscope_objects::{
    id::PodId,
    names::{Names, Symbol},
    policy::PodDisruptionBudget,
    selector::Selector,
};
use schedscope_pods::snapshot::{ClusterSnapshot, PodInfo};

/// Budgets whose selectors are ready to match.
#[derive(Debug, Default)]
pub struct Budgets {
    budgets: Vec<(Arc<PodDisruptionBudget>, Selector)>,
}

impl Budgets {
    /// The budgets that can match a pod: an empty or invalid selector matches none.
    pub fn new(budgets: &[Arc<PodDisruptionBudget>], names: &Names) -> Self {
        let compiled = budgets.iter().filter_map(|budget| {
            let selector = budget.selector.as_ref()?;
            if selector.match_labels.is_empty() && selector.match_expressions.is_empty() {
                return None;
            }
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
}

fn matches(
    pod: &PodInfo,
    budget: &PodDisruptionBudget,
    selector: &Selector,
    names: &Names,
) -> bool {
    pod.pod.namespace == budget.namespace
        && !pod.pod.labels.0.is_empty()
        && !budget.disrupted_pods.contains(&pod.pod.name)
        && selector.matches(pod.pod.labels.as_slice(), names)
}
