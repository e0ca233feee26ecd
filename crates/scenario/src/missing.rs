//! What answers about pods and VMs depend on and the text lacks.

use rustc_hash::FxHashSet;
use schedscope_answers::missing::{Missing, MissingInput, MissingReason};
use schedscope_objects::{
    names::Symbol,
    objects::Objects,
    pod::{Owner, Pod, PodAffinityTerm},
    virtual_machine::VM_NAME_LABEL,
};
use schedscope_pods::snapshot::PodInfo;

use crate::Scenario;

/// What an answer does with the pods that it is about.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Asks {
    /// The default profile scores several nodes for them.
    pub(super) scores: bool,
    /// They can evict others.
    pub(super) evicts: bool,
    /// Victims are named.
    pub(super) victims: bool,
}

impl Scenario {
    /// What the text lacks that an answer about its pending pods depends on. O(pods + objects).
    pub fn missing_inputs(&mut self) -> Vec<MissingInput> {
        let (desk, objects) = self.desk();
        let pending = desk.snapshot.pods.iter().filter(|pod| pod.is_pending());
        let asks = Asks {
            scores: true,
            evicts: true,
            victims: false,
        };
        of_pods(objects, pending, asks)
    }
}

/// What the use of nodes and quotas depends on. O(pods + nodes).
pub(super) fn of_nodes(objects: &Objects) -> Vec<MissingInput> {
    let mut missing = Missing::default();
    occupants(objects, &mut missing);
    missing.0
}

/// What an answer about these pods depends on. O(pods + nodes), of what they name O(objects).
pub(super) fn of_pods<'a>(
    objects: &Objects,
    pods: impl Iterator<Item = &'a PodInfo> + Clone,
    asks: Asks,
) -> Vec<MissingInput> {
    let names = &objects.names;
    let mut missing = Missing::default();
    if objects.nodes.is_empty() && pods.clone().next().is_some() {
        missing.add("Node", ("", ""), MissingReason::Nodes);
    }
    occupants(objects, &mut missing);
    if asks.evicts {
        priorities(
            objects,
            pods.clone().map(|pod| pod.pod.as_ref()),
            &mut missing,
        );
        // Who is evicted depends on theirs.
        priorities(objects, objects.pods.iter().map(|pod| &**pod), &mut missing);
    }
    for info in pods.clone() {
        let class = info.pod.runtime_class;
        let has = |class: Symbol| objects.runtime_classes.iter().any(|one| one.name == class);
        if info.pod.uid.is_empty() && !class.is_empty() && !has(class) {
            let name = ("", &names[class]);
            missing.add("RuntimeClass", name, MissingReason::RuntimeClass);
        }
    }
    namespaces(objects, &pods, &mut missing);
    if asks.scores {
        owners(objects, pods, &mut missing);
    }
    // Where a cluster has printed the nodes, it can have budgets, too.
    if asks.victims && objects.disruption_budgets.is_empty() && is_printed(objects) {
        missing.assume("PodDisruptionBudget", "", MissingReason::Budgets);
    }
    missing.0
}

/// What a run of a timeline depends on; `assumed`: no config is in the text. O(pods + nodes + VMs).
pub(super) fn of_vms(objects: &Objects, assumed: bool) -> Vec<MissingInput> {
    let names = &objects.names;
    let mut missing = Missing::default();
    occupants(objects, &mut missing);
    if let Some(label) = names.get(VM_NAME_LABEL) {
        let machines = objects.virtual_machines.iter();
        let known: FxHashSet<_> = machines.map(|vm| (vm.namespace, vm.name)).collect();
        for pod in objects.pods.iter().filter(|pod| !pod.phase.is_over()) {
            let of = pod.labels.get(label).map(|name| (pod.namespace, name));
            if let Some((namespace, name)) = of.filter(|of| !known.contains(of)) {
                let name = (&names[namespace], &names[name]);
                missing.add("VirtualMachine", name, MissingReason::Vm);
            }
        }
    }
    if assumed {
        missing.assume("ConfigMap", "kube-system", MissingReason::VmConfig);
    }
    missing.0
}

/// The nodes that pods are on, and the pods that nodes surely have.
fn occupants(objects: &Objects, missing: &mut Missing) {
    if objects.nodes.is_empty() {
        return;
    }
    let names = &objects.names;
    let known: FxHashSet<Symbol> = objects.nodes.iter().map(|node| node.name).collect();
    let mut of_cluster = false;
    let mut before = None;
    let pods = objects.pods.iter();
    for pod in pods.filter(|pod| !pod.node.is_empty() && !pod.phase.is_over()) {
        if !known.contains(&pod.node) {
            let name = ("", &names[pod.node]);
            missing.add("Node", name, MissingReason::BoundNode);
        }
        if before != Some(pod.namespace) {
            let namespace = &names[pod.namespace];
            of_cluster |= OF_CLUSTER.iter().any(|of| namespace.starts_with(of));
            before = Some(pod.namespace);
        }
    }
    if !of_cluster && is_printed(objects) {
        missing.add("Pod", ("", ""), MissingReason::AllPods);
    }
}

/// Whether nodes are those of a cluster, not written by hand.
fn is_printed(objects: &Objects) -> bool {
    objects.nodes.iter().any(|node| node.has_kubelet)
}

/// How the namespaces begin in which every cluster has pods of its own on its nodes.
const OF_CLUSTER: [&str; 2] = ["kube-", "openshift-"];

fn priorities<'a>(objects: &Objects, pods: impl Iterator<Item = &'a Pod>, missing: &mut Missing) {
    for pod in pods {
        let class = pod.priority_class;
        let has = |class: Symbol| objects.priority_classes.iter().any(|one| one.name == class);
        let counts = pod.priority.is_none() && !pod.phase.is_over();
        if counts && !class.is_empty() && !has(class) {
            let name = ("", &objects.names[class]);
            missing.add("PriorityClass", name, MissingReason::PriorityClass);
        }
    }
}

/// The namespaces whose labels decide whether a term of pod affinity is about a pod.
fn namespaces<'a>(
    objects: &Objects,
    pods: &(impl Iterator<Item = &'a PodInfo> + Clone),
    missing: &mut Missing,
) {
    let known: FxHashSet<Symbol> = objects.namespaces.iter().map(|one| one.name).collect();
    let lacks = |pod: &Pod| !known.contains(&pod.namespace);
    let mut all = objects.pods.iter().map(|pod| &**pod);
    let workloads = objects.workloads.iter();
    let mut templates = workloads.map(|workload| &workload.template);
    let is_needed = if pods.clone().any(|pod| selects(&pod.pod)) {
        all.any(lacks) || templates.any(lacks)
    } else {
        all.any(selects) && pods.clone().any(|pod| lacks(&pod.pod))
    };
    if is_needed {
        missing.add("Namespace", ("", ""), MissingReason::NamespaceLabels);
    }
}

/// Whether a term of the pod's affinity selects namespaces by their labels.
fn selects(pod: &Pod) -> bool {
    let needs_labels = |term: &PodAffinityTerm| {
        let selector = term.namespace_selector.as_ref();
        selector.is_some_and(|of| !of.match_labels.is_empty() || !of.match_expressions.is_empty())
    };
    pod.constraints.as_ref().is_some_and(|constraints| {
        [&constraints.pod_affinity, &constraints.pod_anti_affinity]
            .into_iter()
            .any(|of| {
                of.required.iter().any(needs_labels)
                    || of.preferred.iter().any(|one| needs_labels(&one.term))
            })
    })
}

/// The owners by whose selectors the default profile spreads pods.
fn owners<'a>(objects: &Objects, pods: impl Iterator<Item = &'a PodInfo>, missing: &mut Missing) {
    let names = &objects.names;
    let selects = |owner: &Owner| match &names[owner.kind] {
        "ReplicationController" => names[owner.api_version] == *"v1",
        "ReplicaSet" | "StatefulSet" => names[owner.api_version] == *"apps/v1",
        _ => false,
    };
    let mut known = None;
    // A pod that a workload of the text makes has its owner there.
    for info in pods.filter(|info| info.replica.is_none()) {
        let pod = &info.pod;
        let constraints = pod.constraints.as_ref();
        let has_own = constraints.is_some_and(|of| !of.topology_spread.is_empty());
        let owner = pod.owner.filter(|owner| owner.controls && selects(owner));
        let Some(owner) = owner.filter(|_| !has_own) else {
            continue;
        };
        let known: &mut FxHashSet<_> = known.get_or_insert_with(|| {
            let workloads = objects.workloads.iter();
            workloads
                .map(|one| (one.kind, one.namespace, one.name))
                .collect()
        });
        if !known.contains(&(owner.kind, pod.namespace, owner.name)) {
            let name = (&names[pod.namespace], &names[owner.name]);
            missing.add(&names[owner.kind], name, MissingReason::Owner);
        }
    }
}
