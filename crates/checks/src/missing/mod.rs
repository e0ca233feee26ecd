//! Finds objects that an answer depends on and the text lacks.

mod cannot_help;
pub(crate) mod namespaces;
mod placement;
mod pods;
mod storage;
mod vms;

use schedscope_answer_macro::answer;
use schedscope_answers::whatif::eviction_block::owner_name;
use schedscope_objects::{
    diagnostic::ObjectName, diagnostic::Severity, names::Names, objects::Objects,
    policy::PodDisruptionBudget, words,
};
use schedscope_placement::{Decision, outcome::Outcome};
use schedscope_quota::disruption::ComputedStatus;

use self::{
    placement::of_decision,
    pods::{of_nodes, of_pods},
    vms::of_vms,
};
use crate::{
    Check, Fact,
    context::{About, Context, Pods},
    uses::{Scheduling, Scored, Uses},
};

/// Objects that are certainly missing.
pub(crate) const MISSING_INPUT: Check = Check::before(Severity::Error, |context| {
    let rows = context.missing().iter();
    let rows = rows.filter(|row| !row.assumed && !row.cannot_help).cloned();
    rows.map(|data| Fact::MissingInput { data }).collect()
});

/// Objects that are assumed not to exist, because nothing in the input refers to them, and those that cannot change the
/// answer.
pub(crate) const ASSUMED_INPUT: Check = Check::after(Severity::Info, |context| {
    // The hub looks at no cluster of a placement that it leaves alone.
    if let About::Placement(of) = &context.about
        && matches!(of.decision.outcome, Outcome::Skipped { .. })
    {
        return Vec::new();
    }
    let rows = context.missing().iter();
    let is_assumed = |row: &&MissingInput| row.assumed && !STORAGE.contains(&row.why);
    let rows = rows
        .filter(|row| row.cannot_help || is_assumed(row))
        .cloned();
    rows.map(|data| Fact::AssumedInput { data }).collect()
});

/// Kinds of storage of which the input has no object: the answer is that of a cluster without them.
pub(crate) const ASSUMED_STORAGE: Check = Check::before(Severity::Info, |context| {
    let rows = context.missing().iter();
    let rows = rows.filter(|row| !row.cannot_help && STORAGE.contains(&row.why));
    let rows = rows.cloned();
    rows.map(|data| Fact::AssumedStorage { data }).collect()
});

/// Why kinds of storage matter that are assumed to have no objects.
const STORAGE: [MissingReason; 3] = [
    MissingReason::FreeVolumes,
    MissingReason::VolumeLimits,
    MissingReason::StorageCapacity,
];

/// Lists the objects that an answer depends on and the input lacks.
pub(crate) fn of_answer(context: &Context<'_>) -> Vec<MissingInput> {
    let objects = context.reader.objects();
    match &context.about {
        About::Text => Vec::new(),
        About::Placement(of) if of.is_part => Vec::new(),
        About::Placement(of) => of_decision(of.decision, objects),
        About::Vms(of) => of_vms(objects, of.assumes_config, of.timeline),
        About::Pods(pods) => match &pods.uses {
            Uses::Whole => of_pending(objects, pods),
            Uses::Lists => Vec::new(),
            Uses::Counts(_) => of_nodes(objects, pods.needs),
            Uses::Schedules(of) => {
                let mut rows = of_pods(objects, pods.needs, of);
                cannot_help::mark(&mut rows, pods, of, &objects.names);
                rows
            }
        },
    }
}

/// Lists the objects that some answer about the pending pods depends on and the input lacks. O(pods).
fn of_pending(objects: &Objects, pods: &Pods<'_>) -> Vec<MissingInput> {
    let queue = Scheduling {
        scores: Scored::All,
        evicts: true,
        ..Scheduling::queue(pods.snapshot)
    };
    of_pods(objects, pods.needs, &queue)
}

/// Whether the input certainly lacks an object that the decision depends on.
pub fn is_missing(decision: &Decision, objects: &Objects) -> bool {
    of_decision(decision, objects)
        .iter()
        .any(|row| !row.assumed)
}

/// The maximum number of objects of a kind to list for one reason.
const MOST: usize = 10;

words! {
    /// Why an object matters to the answer. `placements` (of the package only): without one nothing is decided.
    /// `clusters`: without clusters nothing can be selected. `no-sets`: sets and bindings decide which clusters are
    /// candidates; all are considered instead. `set-wanted`: `spec.clusterSets` names the set. `set-bound`: a binding
    /// of the namespace names the set. `not-bound`: without a binding in the namespace of the placement, no cluster of
    /// the set is a candidate. `scores`: a prioritizer reads the scores, which count as 0 instead. `some-scores`: so do
    /// those of some feasible clusters. `set-clusters`: the status of a set counts more clusters than the input has of
    /// it. `cel-scores`: a CEL expression reads the scores. `recorded`: the placement's status or its recorded
    /// decisions name the object. `history`: `Balance` counts the decisions of all placements.
    ///
    /// To pods and VMs: `nodes`: without nodes no pod is placed. `allocatable`: the node has neither
    /// `status.allocatable` nor `status.capacity`, which every kubelet writes: its amounts count as 0 instead.
    /// `allocatable-pods`: they lack `pods`, so that no pod fits. `bound-node`: pods of the input are on the node,
    /// whose amounts do not count. `other-nodes`: kube-scheduler has tried more nodes for a pending pod than the input
    /// has. `all-pods`: kubelets run on the nodes, or kube-scheduler has tried them, and no pod of the input is in a
    /// namespace of the cluster itself, so that the input does not have all pods: those that it lacks take room, too.
    /// `workload-pods`: the status of the workload that is named counts more pods than the input has of it.
    /// `quota-pods`: `status.used` of the `ElasticQuota` counts more than the pods of the input.
    /// `one-namespace`: all stored pods of the input are in one namespace; pods of other namespaces may be missing.
    /// `priority-class`: a pod names the class; its own priority counts, or 0. `default-class`: a new pod has a
    /// priority and no class, which the API server takes only from a class that is the global default.
    /// `runtime-class`: the API server adds to a new pod what its class says. `volumes`: pods have claims, and the
    /// input has no claim, or none of the volumes or classes that claims name; such a volume keeps no pod from a node
    /// here. `free-volumes`: a claim waits for its pod, and the input has no `PersistentVolume` that could serve it.
    /// `volume-limits`: the input has no `CSINode`; no number of attached volumes is too large here.
    /// `storage-capacity`: a volume is made for a claim, and the input has no `CSIDriver`, so that no storage is too
    /// small here, or none of the `CSIStorageCapacity`s that its driver reports, so that all is.
    /// `namespace-labels`: a `namespaceSelector` needs the labels of namespaces; they count as without labels
    /// instead. `owner`: the default profile spreads a pod by the selector of its owner.
    /// `budgets`: disruption budgets decide which pods preemption evicts. `budget-status`: no controller has written
    /// the status of the budget, which guards a pod or decides the node or the victims; it is computed instead.
    /// `vm`: a pod runs the VM; it is left out instead.
    /// `agent-vm`: an agent of the timeline acts for this VM, which the input lacks; the agent is ignored.
    /// `vm-config`: the config of the VM plugin; a typical one is assumed instead.
    ///
    /// To the use of a decision: `applications`: Argo CD reads decisions as the `ConfigMap` says; the decision itself
    /// does not depend on it.
    pub enum MissingReason {
        /// Without a placement nothing is decided.
        Placements = "placements",
        /// Without clusters nothing can be selected.
        Clusters = "clusters",
        /// Sets and bindings decide which clusters are candidates.
        NoSets = "no-sets",
        /// `spec.clusterSets` names the set.
        SetWanted = "set-wanted",
        /// A binding of the namespace names the set.
        SetBound = "set-bound",
        /// The namespace of the placement has no binding.
        NotBound = "not-bound",
        /// A prioritizer reads the scores.
        Scores = "scores",
        /// A prioritizer reads the scores of all feasible clusters.
        SomeScores = "some-scores",
        /// A CEL expression reads the scores.
        CelScores = "cel-scores",
        /// The status of a set counts clusters that the input lacks.
        SetClusters = "set-clusters",
        /// The placement's status or its recorded decisions name the object.
        Recorded = "recorded",
        /// `Balance` counts the decisions of all placements.
        History = "history",
        /// Without nodes no pod is placed.
        Nodes = "nodes",
        /// The node has no amounts.
        Allocatable = "allocatable",
        /// The node's amounts lack `pods`.
        AllocatablePods = "allocatable-pods",
        /// Pods of the input are on the node.
        BoundNode = "bound-node",
        /// The input does not have all nodes.
        OtherNodes = "other-nodes",
        /// The input does not have all pods.
        AllPods = "all-pods",
        /// The status of a workload counts pods that the input lacks.
        WorkloadPods = "workload-pods",
        /// `status.used` of a quota counts pods that the input lacks.
        QuotaPods = "quota-pods",
        /// All stored pods of the input are in one namespace.
        OneNamespace = "one-namespace",
        /// A pod without a priority names the class.
        PriorityClass = "priority-class",
        /// A new pod has a priority and no class.
        DefaultClass = "default-class",
        /// A new pod names the class.
        RuntimeClass = "runtime-class",
        /// A pod has claims, and the input lacks what decides about their volumes.
        Volumes = "volumes",
        /// A volume that exists could serve a claim.
        FreeVolumes = "free-volumes",
        /// The nodes may have limits of attached volumes.
        VolumeLimits = "volume-limits",
        /// A driver may look at the storage that is left.
        StorageCapacity = "storage-capacity",
        /// A selector of namespaces needs their labels.
        NamespaceLabels = "namespace-labels",
        /// The default profile spreads a pod by its selector.
        Owner = "owner",
        /// `PodDisruptionBudget`s decide which pods preemption evicts.
        Budgets = "budgets",
        /// The status of a budget is computed.
        BudgetStatus = "budget-status",
        /// A pod runs the VM.
        Vm = "vm",
        /// An agent of the timeline acts for the VM.
        AgentVm = "agent-vm",
        /// The config of the VM plugin.
        VmConfig = "vm-config",
        /// Argo CD reads decisions as the `ConfigMap` says.
        Applications = "applications",
    }
}

/// An object, or all objects of a kind, that the answer depends on and the input lacks.
#[answer(Eq)]
pub struct MissingInput {
    /// The kind of the object; of `workload-pods`, the workload whose pods are missing, of `quota-pods`, the quota, of
    /// `set-clusters`, the set.
    pub kind: String,
    /// Its namespace; empty if it has none, or if objects of several namespaces are meant.
    pub namespace: String,
    /// Its name; empty if all objects of the kind are meant.
    pub name: String,
    /// Why it matters.
    pub why: MissingReason,
    /// Whether nothing in the input says that the object exists: the answer is right if it does not.
    pub assumed: bool,
    /// Whether the pods, as they are, wait with the object, too. What changes of them do may depend on it. Absent: it
    /// can change the answer.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub cannot_help: bool,
    /// How many pods of the workload are missing; only of `workload-pods`. Of `set-clusters`, how many clusters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pods: Option<u32>,
    /// What the status of the quota counts; only of `quota-pods`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub used: Option<UseInStatus>,
    /// The VMs of that name in other namespaces, or the set of a similar name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub near: Option<Vec<ObjectName>>,
    /// What is computed instead of the status of a budget; only of `budget-status`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub computed: Option<ComputedDisruptions>,
    /// The command that prints it.
    pub command: String,
}

impl MissingInput {
    /// Whether it is about the object.
    pub fn is_of(&self, kind: &str, (namespace, name): (&str, &str)) -> bool {
        self.kind == kind && self.namespace == namespace && self.name == name
    }
}

impl MissingInput {
    /// An object that is certainly missing, without further details.
    fn new(
        kind: &str,
        (namespace, name): (&str, &str),
        why: MissingReason,
        command: String,
    ) -> Self {
        Self {
            kind: kind.to_owned(),
            namespace: namespace.to_owned(),
            name: name.to_owned(),
            why,
            assumed: false,
            cannot_help: false,
            pods: None,
            used: None,
            near: None,
            computed: None,
            command,
        }
    }
}

/// The amount of a resource in `status.used`, and the amount that the pods of the input use.
#[answer(Eq)]
pub struct UseInStatus {
    /// The resource.
    pub resource: String,
    /// The amount of `status.used`, in milli-CPU or base units.
    pub status: i64,
    /// The charge of the pods of the input, likewise.
    pub pods: i64,
}

/// What the disruption controller would write into the status of a `PodDisruptionBudget` for the pods of the input.
#[answer(Eq)]
pub struct ComputedDisruptions {
    /// How many disruptions the budget allows.
    pub disruptions_allowed: i32,
    /// How many of its pods are ready.
    pub current_healthy: i32,
    /// How many of them must be ready.
    pub desired_healthy: i32,
    /// How many pods are expected: of an integer `minAvailable` all pods that it selects, else the replicas that the
    /// controllers of these pods want.
    pub expected_pods: i32,
    /// How many of the ready pods have no condition `Ready`: they are bound, and count as ready.
    pub assumed_ready: usize,
    /// The controllers that the input lacks: each counts as many replicas as it has pods.
    pub assumed_replicas: Vec<ObjectName>,
}

impl ComputedDisruptions {
    /// What is computed for a budget.
    pub fn new(budget: &PodDisruptionBudget, computed: &ComputedStatus, names: &Names) -> Self {
        let status = computed.status;
        let owners = computed.assumed_scales.iter().take(MOST);
        Self {
            disruptions_allowed: status.disruptions_allowed,
            current_healthy: status.current_healthy,
            desired_healthy: status.desired_healthy,
            expected_pods: status.expected_pods,
            assumed_ready: computed.assumed_ready,
            assumed_replicas: owners
                .map(|owner| owner_name(owner, budget.namespace, names))
                .collect(),
        }
    }
}

/// Lists what is missing, each object once.
#[derive(Debug, Default)]
pub(crate) struct Missing(pub(crate) Vec<MissingInput>);

impl Missing {
    /// Removes the kinds for which the input has an empty list, which says that no such object exists. Keeps cluster
    /// sets, because the answer to a text without them is that of a hub that has some.
    pub(crate) fn without_none(mut self, objects: &Objects) -> Vec<MissingInput> {
        let is_none = |row: &MissingInput| {
            let kind = objects.names.get(&row.kind);
            kind.is_some_and(|kind| objects.none_of.contains(&kind))
        };
        self.0
            .retain(|row| !(row.name.is_empty() && OF_ALL.contains(&row.why) && is_none(row)));
        self.0
    }

    /// Adds an object, or, without a name, all objects of a kind; of one reason at most 10.
    pub(crate) fn add(&mut self, kind: &str, (namespace, name): (&str, &str), why: MissingReason) {
        let known = |row: &MissingInput| row.is_of(kind, (namespace, name));
        let alike = |row: &&MissingInput| row.why == why && row.kind == kind;
        if self.0.iter().any(known) || self.0.iter().filter(alike).count() >= MOST {
            return;
        }
        let mut command = String::from("kubectl get ");
        command.push_str(&kind.to_ascii_lowercase());
        command.push_str(if kind.ends_with('s') { "es" } else { "s" });
        let has_namespace = !WITHOUT_NAMESPACE.contains(&kind);
        // kubectl cannot get an object by name from all namespaces.
        if !name.is_empty() && has_namespace != namespace.is_empty() {
            command.push(' ');
            command.push_str(name);
        }
        if has_namespace {
            command.push_str(if namespace.is_empty() { " -A" } else { " -n " });
            command.push_str(namespace);
        }
        command.push_str(" -o yaml");
        self.0
            .push(MissingInput::new(kind, (namespace, name), why, command));
    }

    /// Adds a VM that an agent acts for, at most 10; `near`: the VMs of its name in other namespaces.
    pub(crate) fn add_agent_vm(&mut self, of: (&str, &str), near: Vec<ObjectName>) {
        self.add("VirtualMachine", of, MissingReason::AgentVm);
        let row = self.0.last_mut();
        if let Some(row) = row.filter(|row| row.why == MissingReason::AgentVm && row.name == of.1) {
            row.near = (!near.is_empty()).then_some(near);
        }
    }

    /// Adds the number of missing pods of a workload; at most 10 workloads.
    pub(crate) fn add_pods(&mut self, kind: &str, of: (&str, &str), pods: u32) {
        if let Some(row) = self.add_pods_of(kind, of, MissingReason::WorkloadPods) {
            row.pods = Some(pods);
        }
    }

    /// Adds the number of missing clusters of a set; at most 10 sets.
    pub(crate) fn add_members(&mut self, set: &str, clusters: u32) {
        let of = ("", set);
        if let Some(row) = self.add_pods_of("ManagedClusterSet", of, MissingReason::SetClusters) {
            row.pods = Some(clusters);
            "kubectl get managedclusters -o yaml".clone_into(&mut row.command);
        }
    }

    /// Adds the pods that `status.used` of an `ElasticQuota` counts; at most 10 quotas.
    pub(crate) fn add_used(&mut self, of: (&str, &str), used: UseInStatus) {
        if let Some(row) = self.add_pods_of("ElasticQuota", of, MissingReason::QuotaPods) {
            row.used = Some(used);
        }
    }

    /// Adds a budget whose status is computed; at most 10 budgets.
    pub(crate) fn add_computed(&mut self, of: (&str, &str), computed: ComputedDisruptions) {
        let count = self.0.len();
        self.add("PodDisruptionBudget", of, MissingReason::BudgetStatus);
        if let Some(row) = self.0.get_mut(count) {
            row.assumed = true;
            row.computed = Some(computed);
        }
    }

    /// Adds a kind that decides about the volumes of claims, with a command that prints all `kinds` of which the input
    /// has no object.
    pub(crate) fn add_storage(&mut self, kind: &str, why: MissingReason, kinds: &[&str]) {
        let count = self.0.len();
        self.add(kind, ("", ""), why);
        if let Some(row) = self.0.get_mut(count) {
            row.assumed = STORAGE.contains(&why);
            row.command = String::from("kubectl get ") + &kinds.join(",") + " -A -o yaml";
        }
    }

    fn add_pods_of(
        &mut self,
        kind: &str,
        (namespace, name): (&str, &str),
        why: MissingReason,
    ) -> Option<&mut MissingInput> {
        if self.0.iter().filter(|row| row.why == why).count() >= MOST {
            return None;
        }
        let command = "kubectl get pods -A -o yaml".to_owned();
        self.0
            .push(MissingInput::new(kind, (namespace, name), why, command));
        self.0.last_mut()
    }

    /// Adds all objects of a kind that the input does not need: the answer is right if none exist.
    pub(crate) fn assume(&mut self, kind: &str, namespace: &str, why: MissingReason) {
        self.add(kind, (namespace, ""), why);
        if let Some(row) = self.0.last_mut().filter(|row| row.why == why) {
            row.assumed = true;
        }
    }
}

/// The reasons that are about all objects of a kind, which may have no objects.
const OF_ALL: [MissingReason; 5] = [
    MissingReason::Clusters,
    MissingReason::NotBound,
    MissingReason::History,
    MissingReason::Nodes,
    MissingReason::Budgets,
];

/// The kinds whose objects have no namespace.
const WITHOUT_NAMESPACE: [&str; 6] = [
    "ManagedCluster",
    "ManagedClusterSet",
    "Node",
    "PriorityClass",
    "RuntimeClass",
    "Namespace",
];
