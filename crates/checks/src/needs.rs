//! What the objects of a text need of others.

use std::{collections::BTreeMap, sync::Arc};

use rustc_hash::{FxHashMap, FxHashSet};
use schedscope_objects::{
    names::{Names, Symbol},
    node::Node,
    objects::Objects,
    pod::Pod,
    policy::has_all_classes,
};
use schedscope_quota::status::UseWithoutPods;

use crate::{
    last_events::LastEvents,
    later_change::empty_spread_selector,
    missing::{Missing, MissingReason, UseInStatus, namespaces::selects},
};

/// The properties of the objects that determine what is missing, counted once and updated when pods change.
#[derive(Debug, Default)]
pub struct Needs {
    pub(crate) nodes: FxHashSet<Symbol>,
    /// Nodes without allocatable amounts.
    without_amounts: Vec<Symbol>,
    /// Nodes whose amounts lack `pods`.
    pub(crate) without_pods: Vec<Symbol>,
    pub(crate) namespaces: FxHashSet<Symbol>,
    priority_classes: FxHashSet<Symbol>,
    /// The input has the classes that every cluster has, so all classes of the cluster were printed.
    pub(crate) has_all_classes: bool,
    pub(crate) workloads: FxHashSet<(Symbol, Symbol, Symbol)>,
    /// A node was printed from a cluster.
    is_printed: bool,
    /// Pending pods by the number of nodes that kube-scheduler has tried.
    tried: BTreeMap<u32, u32>,
    /// The last event of each pod that kube-scheduler could not place.
    failed: LastEvents,
    /// The namespace of a workload's pods is not in the input.
    pub(crate) templates_lack: bool,
    /// Pods on each node that is not in the input.
    bound: FxHashMap<Symbol, u32>,
    /// Pods that need the priority of each class that is not in the input.
    pub(crate) prioritized: FxHashMap<Symbol, u32>,
    /// Pods on nodes in the namespaces in which every cluster runs system pods.
    of_cluster: u32,
    /// Workloads with the number of their pods that exist and are not in the input: kind, namespace, name.
    of_workloads: Vec<(Symbol, Symbol, Symbol, u32)>,
    /// Quotas whose status counts more than the pods of the input.
    pub of_quotas: Vec<UseWithoutPods>,
    /// Pods of each namespace that are not over and were stored by an API server.
    stored: FxHashMap<Symbol, u32>,
    /// Pods that select namespaces by their labels.
    pub(crate) selecting: u32,
    /// Pods whose namespace is not in the input.
    pub(crate) lacking: u32,
    /// Pods and templates with a topology spread constraint whose selector is empty.
    pub(crate) spreading_over_all: u32,
}

impl Needs {
    /// Counts all pods. O(objects).
    pub fn of(objects: &Objects) -> Self {
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
        let over_all = workloads.clone();
        let over_all = over_all.filter(|one| empty_spread_selector(&one.template).is_some());
        needs.spreading_over_all = over_all.count() as u32;
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
    pub fn verdict(&self, pod: &Pod) -> Symbol {
        if !pod.verdict.is_empty() {
            return pod.verdict;
        }
        self.failed
            .get(pod)
            .map_or(Symbol::EMPTY, |failed| failed.message)
    }

    /// Adds a pod to the counts, or removes it.
    pub fn count(&mut self, pod: &Pod, counts: bool, objects: &Objects) {
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
        if empty_spread_selector(pod).is_some() {
            step(&mut self.spreading_over_all);
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
    pub(crate) fn occupants(&self, names: &Names, missing: &mut Missing) {
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
    pub(crate) fn is_of_cluster(&self) -> bool {
        self.is_printed || self.tried.values().any(|pods| *pods > 0)
    }

    /// Whether a pod needs the priority of a class that is not in the input.
    pub fn lacks_class(&self, pod: &Pod) -> bool {
        let class = pod.priority_class;
        let counts = pod.priority.is_none() && !pod.phase.is_over();
        counts && !class.is_empty() && !self.priority_classes.contains(&class)
    }

    /// Whether a class that is not in the input does not exist.
    pub fn has_all_classes(&self) -> bool {
        self.has_all_classes
    }

    /// Adds the class whose priority a pod requires.
    pub(crate) fn priority(&self, pod: &Pod, names: &Names, missing: &mut Missing) {
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
pub(crate) fn counted<'n>(counts: &FxHashMap<Symbol, u32>, names: &'n Names) -> Vec<&'n str> {
    let counted = counts.iter().filter(|(_, count)| **count > 0);
    let mut counted: Vec<&str> = counted.map(|(name, _)| &names[*name]).collect();
    counted.sort_unstable();
    counted
}

/// The length of the UIDs that API servers set.
const UUID: usize = 36;

/// The prefixes of namespaces in which every cluster runs system pods on its nodes.
const OF_CLUSTER: [&str; 2] = ["kube-", "openshift-"];
