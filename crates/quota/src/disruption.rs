//! Which evictions would violate a `PodDisruptionBudget`: those of kube-scheduler, and those of the eviction API.

mod controller;

use std::sync::Arc;

use schedscope_objects::{
    id::PodId,
    names::{Names, Symbol},
    objects::Objects,
    pod::Health,
    policy::{BudgetStatus, PodDisruptionBudget},
    selector::Selector,
};
use schedscope_pods::snapshot::{ClusterSnapshot, PodInfo};

use self::controller::Controllers;
pub use self::controller::{BudgetBlock, ComputedStatus};

/// Why the eviction API refuses a pod.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EvictionRefusal {
    /// This budget, by index, does not allow another disruption now, or its controller has not looked at its last
    /// change.
    Budget(usize),
    /// Several budgets select it, which the API does not support.
    Several,
}

/// Budgets whose selectors are ready to match.
#[derive(Clone, Debug, Default)]
pub struct Budgets {
    budgets: Vec<Budget>,
}

#[derive(Clone, Debug)]
struct Budget {
    of: Arc<PodDisruptionBudget>,
    selector: Selector,
    status: BudgetStatus,
    computed: Option<ComputedStatus>,
}

impl Budget {
    /// Whether a pod that is not ready may be evicted even if no disruption is allowed.
    fn allows_unready(&self) -> bool {
        let BudgetStatus {
            current_healthy,
            desired_healthy,
            ..
        } = self.status;
        self.of.always_allows_unready || (current_healthy >= desired_healthy && desired_healthy > 0)
    }

    fn is_outdated(&self) -> bool {
        self.of.is_outdated && self.computed.is_none()
    }

    fn selects(&self, pod: &PodInfo, names: &Names) -> bool {
        pod.pod.namespace == self.of.namespace
            && self.selector.matches(pod.pod.labels.as_slice(), names)
    }

    /// Whether preemption counts an eviction of the pod against the budget: neither an empty selector nor a pod without
    /// labels matches anything there.
    ///
    /// Source: `filterPodsWithPDBViolation` in `pkg/scheduler/framework/plugins/defaultpreemption` of Kubernetes 1.35.
    fn counts(&self, pod: &PodInfo, names: &Names) -> bool {
        !self.of.disrupted_pods.contains(&pod.pod.name)
            && !self.selector.is_empty()
            && !pod.pod.labels.0.is_empty()
            && self.selects(pod, names)
    }
}

impl Budgets {
    /// The budgets that can match a pod: one without a selector, or with an invalid one, matches none. The status that
    /// no controller has written is computed from the pods as they are. O(budgets), and O(pods + workloads) for each of
    /// those.
    pub fn new(objects: &Objects) -> Self {
        let names = &objects.names;
        let mut controllers = None;
        let budgets = objects.disruption_budgets.iter().filter_map(|budget| {
            let selector = budget.selector.as_ref()?.compile(names).ok()?;
            let computed = budget.status.is_none().then(|| {
                let controllers = controllers.get_or_insert_with(|| Controllers::new(objects));
                let selected = controllers.select(budget, &selector);
                selected.status(budget.availability)
            });
            let of_computed = computed.as_ref().map(|computed| computed.status);
            Some(Budget {
                of: Arc::clone(budget),
                selector,
                status: budget.status.or(of_computed).unwrap_or_default(),
                computed,
            })
        });
        Self {
            budgets: budgets.collect(),
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.budgets.len()
    }

    /// Whether the list is empty.
    pub fn is_empty(&self) -> bool {
        self.budgets.is_empty()
    }

    /// The budget of an index.
    pub fn get(&self, index: usize) -> Option<&PodDisruptionBudget> {
        Some(&*self.budgets.get(index)?.of)
    }

    /// The budgets whose status is computed.
    pub fn computed(&self) -> impl Iterator<Item = (usize, &PodDisruptionBudget, &ComputedStatus)> {
        let budgets = self.budgets.iter().enumerate();
        budgets.filter_map(|(index, budget)| Some((index, &*budget.of, budget.computed.as_ref()?)))
    }

    /// The same budgets, except that those whose status is computed allow `allowed` disruptions. `None` if no status is
    /// computed.
    pub fn with_computed(&self, allowed: i32) -> Option<Self> {
        self.computed().next()?;
        let mut changed = self.clone();
        for budget in &mut changed.budgets {
            if budget.computed.is_some() {
                budget.status.disruptions_allowed = allowed;
            }
        }
        Some(changed)
    }

    /// The budgets that select a pod, by index, as the eviction API sees it.
    pub fn selecting(&self, pod: &PodInfo, names: &Names) -> impl Iterator<Item = usize> {
        let budgets = self.budgets.iter().enumerate();
        budgets
            .filter(|(_, budget)| budget.selects(pod, names))
            .map(|(index, _)| index)
    }

    /// The budget that an eviction of the pod counts against, by index. `None`: it counts against no budget, or several
    /// budgets select the pod, so that the API refuses to evict it.
    pub fn guarding(&self, pod: &PodInfo, names: &Names) -> Option<usize> {
        if pod.pod.health == Health::Pending {
            return None;
        }
        let mut selecting = self.selecting(pod, names);
        let index = selecting.next().filter(|_| selecting.next().is_none())?;
        let is_free =
            pod.pod.health == Health::Unready && self.budgets.get(index)?.allows_unready();
        (!is_free).then_some(index)
    }

    /// Whether a budget that selects the pod allows no disruption now, which is what a cluster autoscaler looks at.
    pub fn allow_none(&self, pod: &PodInfo, names: &Names) -> bool {
        let mut budgets = self.budgets.iter();
        budgets.any(|of| of.status.disruptions_allowed < 1 && of.selects(pod, names))
    }

    /// The status of a budget; `None`: its controller has not looked at its last change.
    pub fn status(&self, index: usize) -> Option<BudgetStatus> {
        let budget = self.budgets.get(index)?;
        (!budget.is_outdated()).then_some(budget.status)
    }

    /// How many disruptions each budget allows once all of its pods are ready, or why it never allows one. A budget
    /// that allows one now still allows one, even if the pods of the text suggest otherwise. O(budgets × pods of their
    /// namespaces).
    pub fn at_best(&self, objects: &Objects) -> Vec<Result<i32, BudgetBlock>> {
        let mut controllers = None;
        let at_best = self.budgets.iter().map(|budget| {
            let controllers = controllers.get_or_insert_with(|| Controllers::new(objects));
            let selected = controllers.select(&budget.of, &budget.selector);
            let stated = budget.of.status.filter(|_| !budget.is_outdated());
            let at_best = selected.at_best(budget.of.availability, stated);
            let now = budget.status.disruptions_allowed;
            if now > 0 && !budget.is_outdated() {
                return Ok(now.max(at_best.unwrap_or_default()));
            }
            at_best
        });
        at_best.collect()
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
        let allowed = |budget: &Budget| i64::from(budget.status.disruptions_allowed);
        let mut left: Vec<i64> = self.budgets.iter().map(allowed).collect();
        let violates = |pod: &PodId| {
            let mut violated = Vec::new();
            let Some(pod) = snapshot.pods.get(*pod) else {
                return violated;
            };
            for (budget, left) in self.budgets.iter().zip(&mut left) {
                if budget.counts(pod, names) {
                    *left -= 1;
                    if *left < 0 {
                        violated.push(budget.of.name);
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
        let allowed = |budget: &Budget| budget.status.disruptions_allowed;
        let mut left: Vec<i32> = self.budgets.iter().map(allowed).collect();
        let refusal = |pod: &PodId| {
            let pod = snapshot.pods.get(*pod)?;
            let is_pending = pod.pod.health == Health::Pending;
            if !is_pending && self.selecting(pod, names).nth(1).is_some() {
                return Some(EvictionRefusal::Several);
            }
            let index = self.guarding(pod, names)?;
            let (budget, left) = (self.budgets.get(index)?, left.get_mut(index)?);
            if budget.is_outdated() || *left == 0 {
                return Some(EvictionRefusal::Budget(index));
            }
            *left -= 1;
            None
        };
        pods.iter().map(refusal).collect()
    }
}
