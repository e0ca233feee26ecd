//! Objects that answers about pods and VMs depend on and the text lacks.

mod asks;
mod namespaces;

use std::{collections::BTreeMap, sync::Arc};

use rustc_hash::{FxHashMap, FxHashSet};
use schedscope_answers::missing::{
    ComputedDisruptions, Missing, MissingInput, MissingReason, UseInStatus,
};
use schedscope_objects::{
    names::{Names, Symbol},
    node::Node,
    objects::Objects,
    pod::{Owner, Pod},
    policy::{AdmittedPriority, has_all_classes},
    timeline::Timeline,
    virtual_machine::{VM_NAME_LABEL, VirtualMachine},
};
use schedscope_pods::snapshot::PodInfo;
use schedscope_quota::{disruption::Budgets, status::UseWithoutPods};

pub(super) use self::asks::{Asks, Choosing, Scored, has_victims, preempts};
use self::namespaces::selects;
use crate::{Scenario, events::LastEvents};

/// The properties of the objects that determine what is missing, counted once and updated when pods change.
#[derive(Debug, Default)]
pub(super) struct Needs {
    nodes: FxHashSet<Symbol>,
    /// Nodes without allocatable amounts.
    without_amounts: Vec<Symbol>,
    /// Nodes whose amounts lack `pods`.
    without_pods: Vec<Symbol>,
    namespaces: FxHashSet<Symbol>,
    priority_classes: FxHashSet<Symbol>,
    /// The text has the classes that every cluster has, so all classes of the cluster were printed.
    has_all_classes: bool,
    workloads: FxHashSet<(Symbol, Symbol, Symbol)>,
    /// A node was printed from a cluster.
    is_printed: bool,
    /// Pending pods by the number of nodes that kube-scheduler has tried.
    tried: BTreeMap<u32, u32>,
    /// The last event of each pod that kube-scheduler could not place.
    failed: LastEvents,
    /// The namespace of a workload's pods is not in the text.
    templates_lack: bool,
    /// Pods on each node that is not in the text.
    bound: FxHashMap<Symbol, u32>,
    /// Pods that need the priority of each class that is not in the text.
    prioritized: FxHashMap<Symbol, u32>,
    /// Pods on nodes in the namespaces in which every cluster runs system pods.
    of_cluster: u32,
    /// Workloads with the number of their pods that exist and are not in the text: kind, namespace, name.
    of_workloads: Vec<(Symbol, Symbol, Symbol, u32)>,
    /// Quotas whose status counts more than the pods of the text.
    pub(super) of_quotas: Vec<UseWithoutPods>,
    /// Pods of each namespace that are not over and were stored by an API server.
    stored: FxHashMap<Symbol, u32>,
    /// Pods that select namespaces by their labels.
    selecting: u32,
    /// Pods whose namespace is not in the text.
    lacking: u32,
}

impl Needs {
    /// Counts all pods. O(objects).
    pub(super) fn of(objects: &Objects) -> Self {
        let classes = objects.priority_classes.iter();
        let workloads = objects.workloads.iter();
        let pods = objects.names.get("pods");
        let lacks_pods = |node: &&Arc<Node>| {
            !node.allocatable.0.is_empty()
                && pods.and_then(|pods| node.allocatable.get(pods)).is_none()
        };
        let nodes = objects.nodes.iter();
        let has_none = |node: &&Arc<Node>| node.allocatable.0.is_empty();
        let mut needs = Self {
            without_amounts: nodes
                .clone()
                .filter(has_none)
                .map(|node| node.name)
                .collect(),
            without_pods: nodes.filter(lacks_pods).map(|node| node.name).collect(),
            nodes: objects.nodes.iter().map(|node| node.name).collect(),
            namespaces: objects.namespaces.iter().map(|one| one.name).collect(),
            has_all_classes: has_all_classes(&objects.priority_classes, &objects.names),
            priority_classes: classes.map(|class| class.name).collect(),
            workloads: workloads
                .clone()
                .map(|one| (one.kind, one.namespace, one.name))
                .collect(),
            of_workloads: objects
                .lacking_pods()
                .into_iter()
                .filter_map(|lacking| {
                    let of = objects.workloads.get(lacking.workload)?;
                    Some((of.kind, of.namespace, of.name, lacking.pods))
                })
                .collect(),
            is_printed: objects.nodes.iter().any(|node| node.is_printed),
            ..Self::default()
        };
        needs.failed = LastEvents::of(objects);
        let mut templates = workloads
            .filter(|workload| workload.replicas > 0)
            .map(|workload| &workload.template);
        needs.templates_lack = templates.any(|pod| !needs.namespaces.contains(&pod.namespace));
        for pod in &objects.pods {
            needs.count(pod, true, objects);
        }
        needs
    }

    /// Why kube-scheduler could not place a pod, from the pod's condition, which it writes after each event, else from
    /// the last event; empty if neither reports it.
    pub(super) fn verdict(&self, pod: &Pod) -> Symbol {
        if !pod.verdict.is_empty() {
            return pod.verdict;
        }
        self.failed
            .get(pod)
            .map_or(Symbol::EMPTY, |failed| failed.message)
    }

    /// Adds a pod to the counts, or removes it.
    pub(super) fn count(&mut self, pod: &Pod, counts: bool, objects: &Objects) {
        let step = |count: &mut u32| {
            *count = if counts {
                *count + 1
            } else {
                count.saturating_sub(1)
            };
        };
        if selects(pod) {
            step(&mut self.selecting);
        }
        if !self.namespaces.contains(&pod.namespace) {
            step(&mut self.lacking);
        }
        if pod.phase.is_over() {
            return;
        }
        let of_event = || self.failed.get(pod).and_then(|failed| failed.nodes_tried);
        let tried = pod.nodes_tried.or_else(of_event);
        if let Some(tried) = tried.filter(|_| pod.node.is_empty()) {
            step(self.tried.entry(tried).or_default());
        }
        // Handwritten pods have no UUID.
        if objects.names[pod.uid].len() == UUID {
            step(self.stored.entry(pod.namespace).or_default());
        }
        if !pod.node.is_empty() {
            if !self.nodes.contains(&pod.node) {
                step(self.bound.entry(pod.node).or_default());
            }
            let namespace = &objects.names[pod.namespace];
            if OF_CLUSTER.iter().any(|of| namespace.starts_with(of)) {
                step(&mut self.of_cluster);
            }
        }
        let class = pod.priority_class;
        if pod.priority.is_none() && !class.is_empty() && !self.priority_classes.contains(&class) {
            step(self.prioritized.entry(class).or_default());
        }
    }

    /// Adds the nodes that bound pods refer to, and pods that are certain to exist.
    fn occupants(&self, names: &Names, missing: &mut Missing) {
        for (kind, namespace, name, pods) in &self.of_workloads {
            missing.add_pods(&names[*kind], (&names[*namespace], &names[*name]), *pods);
        }
        for quota in &self.of_quotas {
            let used = UseInStatus {
                resource: quota.resource.clone(),
                status: quota.status,
                pods: quota.pods,
            };
            missing.add_used((&names[quota.namespace], &names[quota.name]), used);
        }
        if self.nodes.is_empty() {
            return;
        }
        for node in counted(&self.bound, names) {
            missing.add("Node", ("", node), MissingReason::BoundNode);
        }
        for node in &self.without_amounts {
            missing.add("Node", ("", &names[*node]), MissingReason::Allocatable);
        }
        let known = self.nodes.len();
        let tried = self.tried.iter().rev().find(|(_, pods)| **pods > 0);
        if tried.is_some_and(|(tried, _)| *tried as usize > known) {
            missing.add("Node", ("", ""), MissingReason::OtherNodes);
        }
        if self.of_cluster == 0 {
            let stored = self.stored.values().filter(|pods| **pods > 0);
            if self.is_of_cluster() {
                missing.add("Pod", ("", ""), MissingReason::AllPods);
            } else if stored.count() == 1 {
                missing.assume("Pod", "", MissingReason::OneNamespace);
            }
        }
    }

    /// Whether the nodes are from a cluster and not handwritten: they were printed, or kube-scheduler has tried them.
    fn is_of_cluster(&self) -> bool {
        self.is_printed || self.tried.values().any(|pods| *pods > 0)
    }

    /// Whether a pod needs the priority of a class that is not in the text.
    pub(super) fn lacks_class(&self, pod: &Pod) -> bool {
        let class = pod.priority_class;
        let counts = pod.priority.is_none() && !pod.phase.is_over();
        counts && !class.is_empty() && !self.priority_classes.contains(&class)
    }

    /// Whether a class that is not in the text does not exist.
    pub(super) fn has_all_classes(&self) -> bool {
        self.has_all_classes
    }

    /// Adds the class whose priority a pod requires.
    fn priority(&self, pod: &Pod, names: &Names, missing: &mut Missing) {
        let class = pod.priority_class;
        if self.lacks_class(pod) && !self.has_all_classes {
            missing.add(
                "PriorityClass",
                ("", &names[class]),
                MissingReason::PriorityClass,
            );
        }
    }
}

/// The names with a count above 0, sorted.
fn counted<'n>(counts: &FxHashMap<Symbol, u32>, names: &'n Names) -> Vec<&'n str> {
    let counted = counts.iter().filter(|(_, count)| **count > 0);
    let mut counted: Vec<&str> = counted.map(|(name, _)| &names[*name]).collect();
    counted.sort_unstable();
    counted
}

impl Scenario {
    /// The missing objects that an answer about the pending pods depends on. O(pods).
    pub fn missing_inputs(&mut self) -> Vec<MissingInput> {
        let (desk, objects) = self.desk(None);
        let pending = desk.snapshot.pods.iter().filter(|pod| pod.is_to_schedule());
        let asks = Asks {
            scores: Scored::All,
            ranks: true,
            evicts: true,
            victims: false,
        };
        of_pods(objects, &desk.needs, pending, asks)
    }
}

/// The missing objects that the use of nodes and quotas depends on.
pub(super) fn of_nodes(objects: &Objects, needs: &Needs) -> Vec<MissingInput> {
    let mut missing = Missing::default();
    needs.occupants(&objects.names, &mut missing);
    missing.0
}

/// The missing objects that an answer about these pods depends on. O(these pods, classes).
pub(super) fn of_pods<'a>(
    objects: &Objects,
    needs: &Needs,
    pods: impl Iterator<Item = &'a PodInfo> + Clone,
    asks: Asks<'_>,
) -> Vec<MissingInput> {
    let names = &objects.names;
    let mut missing = Missing::default();
    if objects.nodes.is_empty() && pods.clone().next().is_some() {
        missing.add("Node", ("", ""), MissingReason::Nodes);
    }
    needs.occupants(names, &mut missing);
    for node in &needs.without_pods {
        missing.add("Node", ("", &names[*node]), MissingReason::AllocatablePods);
    }
    for info in pods.clone() {
        // The API server rejects new pods whose class does not exist.
        if asks.ranks || asks.evicts || info.pod.uid.is_empty() {
            needs.priority(&info.pod, names, &mut missing);
        }
        let class = info.pod.priority_class;
        let is_own = info.pod.is_new() && info.pod.priority.is_some_and(|own| own != 0);
        let classes = &objects.priority_classes;
        if is_own && AdmittedPriority::of(class, classes, names).is_none() {
            let why = if class.is_empty() {
                MissingReason::DefaultClass
            } else {
                MissingReason::PriorityClass
            };
            missing.add("PriorityClass", ("", &names[class]), why);
        }
    }
    if asks.evicts && !needs.has_all_classes {
        // The victims depend on their priorities.
        for class in counted(&needs.prioritized, names) {
            missing.add("PriorityClass", ("", class), MissingReason::PriorityClass);
        }
    }
    for info in pods.clone() {
        let class = info.pod.runtime_class;
        let has = |class: Symbol| objects.runtime_classes.iter().any(|one| one.name == class);
        if info.pod.uid.is_empty() && !class.is_empty() && !has(class) {
            let name = ("", &names[class]);
            missing.add("RuntimeClass", name, MissingReason::RuntimeClass);
        }
    }
    if needs.namespaces(pods.clone().map(|info| &*info.pod), objects) {
        missing.add("Namespace", ("", ""), MissingReason::NamespaceLabels);
    }
    let scored = pods.filter(|info| asks.scores.has(&info.pod));
    owners(objects, needs, scored, &mut missing);
    // If the nodes are from a cluster, it may also have budgets.
    if asks.victims && objects.disruption_budgets.is_empty() && needs.is_of_cluster() {
        missing.assume("PodDisruptionBudget", "", MissingReason::Budgets);
    }
    missing.without_none(objects)
}

/// The missing objects that a run of a timeline depends on; `assumed`: the text has no config. O(pods + nodes + VMs).
pub(super) fn of_vms(
    objects: &Objects,
    assumed: bool,
    timeline: Option<&Timeline>,
) -> Vec<MissingInput> {
    let names = &objects.names;
    let mut missing = Missing::default();
    Needs::of(objects).occupants(names, &mut missing);
    if let Some(label) = names.get(VM_NAME_LABEL) {
        let pods = objects.pods.iter().filter(|pod| !pod.phase.is_over());
        let vm = |pod: &Arc<Pod>| pod.labels.get(label).map(|name| (pod.namespace, name));
        let mut labelled = pods.filter_map(vm).peekable();
        // Without such pods, the set of VMs is not required.
        let machines = labelled
            .peek()
            .map_or(&[][..], |_| &objects.virtual_machines);
        let known: FxHashSet<_> = machines.iter().map(|vm| (vm.namespace, vm.name)).collect();
        for (namespace, name) in labelled.filter(|of| !known.contains(of)) {
            let name = (&names[namespace], &names[name]);
            missing.add("VirtualMachine", name, MissingReason::Vm);
        }
    }
    if let Some(timeline) = timeline {
        agents(objects, timeline, &mut missing);
    }
    if assumed {
        missing.add("ConfigMap", ("kube-system", ""), MissingReason::VmConfig);
    }
    missing.0
}

/// The budgets whose status is computed, at most 10. `matters`: whether the budget with an index is relevant.
pub(super) fn computed_budgets(
    budgets: &Budgets,
    names: &Names,
    matters: impl Fn(usize) -> bool,
) -> Vec<MissingInput> {
    let mut missing = Missing::default();
    for (_, budget, computed) in budgets.computed().filter(|(index, ..)| matters(*index)) {
        let of = (&names[budget.namespace], &names[budget.name]);
        let computed = ComputedDisruptions::new(budget, computed, names);
        missing.add_computed(of, computed);
    }
    missing.0
}

/// Adds the VMs that agents of a timeline refer to and the text lacks. O(VMs × patterns with a `*`), at most about
/// [`MOST_TRIALS`] comparisons.
fn agents(objects: &Objects, timeline: &Timeline, missing: &mut Missing) {
    let names = &objects.names;
    let machines = || objects.virtual_machines.iter();
    // Built only for a pattern without a `*`, which most timelines lack.
    let mut known: Option<FxHashSet<_>> = None;
    let mut trials = 0;
    for pattern in timeline.agents.iter().flat_map(|agent| &agent.vms) {
        let is_known = if pattern.is_open(names) {
            trials += objects.virtual_machines.len();
            trials > MOST_TRIALS
                || machines().any(|vm| pattern.matches(names, vm.namespace, vm.name))
        } else {
            let of_text = || machines().map(|vm| (vm.namespace, vm.name)).collect();
            let known = known.get_or_insert_with(of_text);
            known.contains(&(pattern.namespace, pattern.name))
        };
        if is_known {
            continue;
        }
        let of = (&names[pattern.namespace], &names[pattern.name]);
        if missing.0.iter().any(|row| row.is_of("VirtualMachine", of)) {
            continue;
        }
        trials += objects.virtual_machines.len();
        let alike = machines().filter(|vm| vm.name == pattern.name && trials <= MOST_TRIALS);
        let name = |vm: &Arc<VirtualMachine>| format!("{}/{}", &names[vm.namespace], of.1);
        missing.add_agent_vm(of, alike.take(MOST_NEAR).map(name).collect());
    }
}

/// The maximum number of comparisons of agents' patterns with VMs; beyond it every pattern with a `*` counts as known.
const MOST_TRIALS: usize = 1_000_000;
/// The maximum number of VMs with the same name that are listed.
const MOST_NEAR: usize = 3;

/// The length of the UIDs that API servers set.
const UUID: usize = 36;

/// The prefixes of namespaces in which every cluster runs system pods on its nodes.
const OF_CLUSTER: [&str; 2] = ["kube-", "openshift-"];

/// The owners by whose selectors the default profile spreads pods.
fn owners<'a>(
    objects: &Objects,
    needs: &Needs,
    pods: impl Iterator<Item = &'a PodInfo>,
    missing: &mut Missing,
) {
    let names = &objects.names;
    let selects = |owner: &Owner| match &names[owner.kind] {
        "ReplicationController" => names[owner.api_version] == *"v1",
        "ReplicaSet" | "StatefulSet" => names[owner.api_version] == *"apps/v1",
        _ => false,
    };
    // The owner of a pod that a workload of the text creates is in the text.
    for info in pods.filter(|info| info.replica.is_none()) {
        let pod = &info.pod;
        let constraints = pod.constraints.as_ref();
        let has_own = constraints.is_some_and(|of| !of.topology_spread.is_empty());
        let owner = pod.owner.filter(|owner| owner.controls && selects(owner));
        let Some(owner) = owner.filter(|_| !has_own) else {
            continue;
        };
        if !needs
            .workloads
            .contains(&(owner.kind, pod.namespace, owner.name))
        {
            let name = (&names[pod.namespace], &names[owner.name]);
            missing.add(&names[owner.kind], name, MissingReason::Owner);
        }
    }
}
