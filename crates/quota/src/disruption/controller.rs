//! What the disruption controller writes into the status of a `PodDisruptionBudget`, and whether the budget ever allows
//! a disruption.
//!
//! Source: `pkg/controller/disruption/disruption.go` of Kubernetes 1.35.

use rustc_hash::FxHashMap;
use schedscope_objects::{
    expansion::{Expansion, WorkloadIndex},
    names::Symbol,
    objects::Objects,
    pod::{Health, Owner, Pod},
    policy::{Availability, BudgetStatus, IntOrPercent, PodDisruptionBudget},
    selector::Selector,
};

/// A status that is computed, because no controller has written one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ComputedStatus {
    pub status: BudgetStatus,
    /// How many of its healthy pods have no condition `Ready`: a pod that is bound counts as ready then.
    pub assumed_ready: usize,
    /// The controllers whose scale counts and that the text does not have: the number of their pods is their scale.
    pub assumed_scales: Vec<Owner>,
}

/// Why a budget never allows a disruption, as long as its spec and the scale of its pods' controllers stay the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BudgetBlock {
    /// It has neither `minAvailable` nor `maxUnavailable`.
    NoBound,
    /// No pod may be unavailable.
    NoneUnavailable(IntOrPercent),
    /// All pods that can be ready at the same time must be available.
    AllNeeded {
        /// `minAvailable`.
        bound: IntOrPercent,
        /// How many pods must be ready.
        desired: i32,
        /// How many can be ready at the same time.
        available: i32,
    },
    /// The controllers of its pods want no replica, or its pods have no controller, so that no pod is expected.
    NoReplicas {
        /// The bound, which is a part of the expected pods.
        bound: Availability,
        /// Whether a controller owns one of the pods.
        has_controller: bool,
    },
    /// A controller of its pods has no scale, which the bound needs: the disruption controller fails.
    NoScale {
        bound: Availability,
        /// The controller.
        owner: Owner,
    },
}

/// The kinds of Kubernetes itself that own pods and have no subresource `scale`.
const WITHOUT_SCALE: [&str; 3] = ["DaemonSet", "Job", "Node"];

/// Identifies a controller.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Controller {
    /// One of the text, by index.
    Workload(usize),
    /// One that the text does not have, by kind and name.
    Unknown(Symbol, Symbol),
}

/// The pods and the controllers of the text, for all budgets.
pub(super) struct Controllers<'o> {
    objects: &'o Objects,
    workloads: WorkloadIndex<'o>,
    expansions: Vec<Expansion>,
    pods: FxHashMap<Symbol, Vec<&'o Pod>>,
}

/// The pods that a budget selects.
#[derive(Default)]
pub(super) struct SelectedPods {
    /// All of them.
    total: i32,
    healthy: i32,
    assumed_ready: usize,
    /// Those without a controller that are not over.
    unmanaged: i32,
    has_controller: bool,
    /// The sum of the scales of their controllers. A controller without a scale counts the pods that it has.
    scale: i32,
    assumed_scales: Vec<Owner>,
    without_scale: Option<Owner>,
}

impl<'o> Controllers<'o> {
    /// O(pods + workloads × log(workloads) + pods that workloads have still to make).
    pub(super) fn new(objects: &'o Objects) -> Self {
        let mut pods: FxHashMap<Symbol, Vec<&Pod>> = FxHashMap::default();
        for pod in objects.pods.iter().filter(|pod| !pod.refused) {
            pods.entry(pod.namespace).or_default().push(pod);
        }
        Self {
            objects,
            workloads: WorkloadIndex::new(objects),
            expansions: objects.expansions(),
            pods,
        }
    }

    /// Counts the pods that a budget selects. O(pods of the namespace + workloads).
    pub(super) fn select(&self, budget: &PodDisruptionBudget, selector: &Selector) -> SelectedPods {
        let names = &self.objects.names;
        let mut selected = SelectedPods::default();
        let mut owners: Vec<(Controller, Owner, i32)> = Vec::new();
        let mut known: FxHashMap<Controller, usize> = FxHashMap::default();
        let mut of = |controller: Controller, owner: Owner, active: i32| {
            let next = owners.len();
            let at = *known.entry(controller).or_insert(next);
            if at == next {
                owners.push((controller, owner, active));
            } else if let Some((.., count)) = owners.get_mut(at) {
                *count = count.saturating_add(active);
            }
        };
        let pods = self.pods.get(&budget.namespace).into_iter().flatten();
        for pod in pods.filter(|pod| selector.matches(pod.labels.as_slice(), names)) {
            selected.total = selected.total.saturating_add(1);
            if let Some(is_stated) = is_ready(pod) {
                selected.healthy += i32::from(!budget.disrupted_pods.contains(&pod.name));
                selected.assumed_ready += usize::from(!is_stated);
            }
            let Some(owner) = pod.owner.filter(|owner| owner.controls) else {
                selected.unmanaged += i32::from(!pod.phase.is_over() && !pod.deleting);
                continue;
            };
            let workload = self.workloads.controller(pod);
            let unknown = Controller::Unknown(owner.kind, owner.name);
            // A stateful set makes a pod only when the one of its name has ended.
            let is_replaced = pod.deleting && names[owner.kind] != *"StatefulSet";
            let is_active = !pod.phase.is_over() && !is_replaced;
            let controller = workload.map_or(unknown, Controller::Workload);
            of(controller, owner, i32::from(is_active));
        }
        for expansion in &self.expansions {
            let Some(workload) = self.objects.workloads.get(expansion.workload) else {
                continue;
            };
            let labels = workload.template.labels.as_slice();
            if workload.namespace == budget.namespace && selector.matches(labels, names) {
                let count = i32::try_from(expansion.numbers.len()).unwrap_or(i32::MAX);
                selected.total = selected.total.saturating_add(count);
                let owner = Owner {
                    kind: workload.kind,
                    name: workload.name,
                    ..Owner::default()
                };
                of(Controller::Workload(expansion.workload), owner, count);
            }
        }
        for (controller, owner, active) in owners {
            selected.has_controller = true;
            let scale = self.scale(controller, active);
            if scale.is_none() {
                selected.without_scale.get_or_insert(owner);
            } else if matches!(controller, Controller::Unknown(..)) {
                selected.assumed_scales.push(owner);
            }
            selected.scale = selected.scale.saturating_add(scale.unwrap_or(active));
        }
        selected
    }

    /// How many pods a controller wants; `None`: it has no scale. `active`: how many it has.
    fn scale(&self, controller: Controller, active: i32) -> Option<i32> {
        let workload = match controller {
            Controller::Workload(index) => self.objects.workloads.get(index)?,
            Controller::Unknown(kind, _) => {
                return (!WITHOUT_SCALE.contains(&&self.objects.names[kind])).then_some(active);
            }
        };
        if WITHOUT_SCALE.contains(&&self.objects.names[workload.kind]) {
            return None;
        }
        let count = |pods: u32| i32::try_from(pods).unwrap_or(i32::MAX);
        let replicas = count(workload.replicas);
        // A manifest without `replicas` leaves the number to an autoscaler or to manual scaling: the cluster keeps its
        // value.
        let is_stated = workload.states_replicas || replicas == 0;
        Some(if is_stated {
            replicas
        } else {
            replicas.max(active).max(count(workload.existing))
        })
    }
}

impl SelectedPods {
    /// The status that the disruption controller writes.
    pub(super) fn status(&self, availability: Option<Availability>) -> ComputedStatus {
        let mut status = BudgetStatus {
            current_healthy: self.healthy,
            ..BudgetStatus::default()
        };
        let needs_scale = availability.is_some_and(needs_scale);
        if needs_scale && self.without_scale.is_some() {
            // It fails, and allows no disruption.
            return ComputedStatus::default();
        }
        match availability {
            None => {}
            Some(Availability::MaxUnavailable(bound)) => {
                status.expected_pods = self.scale;
                let most = bound.scaled(self.scale);
                status.desired_healthy = self.scale.saturating_sub(most).max(0);
            }
            Some(Availability::MinAvailable(IntOrPercent::Int(number))) => {
                status.expected_pods = self.total;
                status.desired_healthy = number;
            }
            Some(Availability::MinAvailable(bound)) => {
                status.expected_pods = self.scale;
                status.desired_healthy = bound.scaled(self.scale);
            }
        }
        if status.expected_pods > 0 {
            let spare = status.current_healthy - status.desired_healthy;
            status.disruptions_allowed = spare.max(0);
        }
        let scales = if needs_scale {
            &self.assumed_scales[..]
        } else {
            &[]
        };
        ComputedStatus {
            status,
            assumed_ready: self.assumed_ready,
            assumed_scales: scales.to_vec(),
        }
    }

    /// How many disruptions the budget allows once all of its pods are ready, or why none. `stated`: its status.
    pub(super) fn at_best(
        &self,
        availability: Option<Availability>,
        stated: Option<BudgetStatus>,
    ) -> Result<i32, BudgetBlock> {
        let bound = availability.ok_or(BudgetBlock::NoBound)?;
        if let Availability::MaxUnavailable(
            none @ (IntOrPercent::Int(0) | IntOrPercent::Percent(0)),
        ) = bound
        {
            return Err(BudgetBlock::NoneUnavailable(none));
        }
        if needs_scale(bound)
            && let Some(owner) = self.without_scale
        {
            return Err(BudgetBlock::NoScale { bound, owner });
        }
        // The status knows controllers that the text does not have.
        let stated = stated.filter(|_| !self.assumed_scales.is_empty());
        let scale = self
            .scale
            .max(stated.map_or(0, |stated| stated.expected_pods));
        let available = scale.saturating_add(self.unmanaged);
        let has_controller = self.has_controller;
        let no_replicas = BudgetBlock::NoReplicas {
            bound,
            has_controller,
        };
        match bound {
            _ if needs_scale(bound) && scale == 0 => Err(no_replicas),
            Availability::MaxUnavailable(most) => {
                let desired = scale.saturating_sub(most.scaled(scale)).max(0);
                Ok(available - desired)
            }
            Availability::MinAvailable(bound) => {
                let desired = bound.scaled(scale);
                if desired > 0 && desired >= available {
                    return Err(BudgetBlock::AllNeeded {
                        bound,
                        desired,
                        available,
                    });
                }
                Ok(available.saturating_sub(desired))
            }
        }
    }
}

/// Whether the expected pods are the scale of the controllers.
fn needs_scale(availability: Availability) -> bool {
    !matches!(
        availability,
        Availability::MinAvailable(IntOrPercent::Int(_))
    )
}

/// Whether a pod counts as healthy, and then, whether the text says that it is ready. A bound pod without a `Ready`
/// condition counts, because hand-written manifests have no conditions.
fn is_ready(pod: &Pod) -> Option<bool> {
    if pod.deleting || pod.phase.is_over() {
        return None;
    }
    match pod.health {
        Health::Ready => Some(true),
        Health::Unstated => (!pod.node.is_empty()).then_some(false),
        Health::Unready | Health::Pending => None,
    }
}
