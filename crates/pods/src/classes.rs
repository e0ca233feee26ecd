//! Classes of pods that no selector can distinguish, and the count of each class on each node, updated incrementally.
//!
//! Counting the pods of a domain then costs O(classes x nodes of each), not O(pods). Classes are built only if a pod of
//! the text has pod affinity, a spread constraint or a host port.

mod topology;

use std::{
    hash::{Hash, Hasher},
    sync::Arc,
};

use rustc_hash::{FxHashMap, FxHasher};
use schedscope_objects::{
    id::{IdVec, NodeId, PodId},
    ids,
    labels::{LabelSlice, Labels},
    names::{Names, Symbol},
    pod::{HostPort, Pod, PodAffinityTerm, PodConstraints},
    selector::LabelSelector,
};
use smallvec::SmallVec;

pub use self::topology::{Topologies, Topology};
use crate::{matching::AffinityTerms, node::NodeInfo, snapshot::PodInfo};

ids! {
    /// Pods of one namespace that no selector of the text distinguishes.
    pub struct LabelClassId;
    /// Pods with the same pod affinity terms.
    pub struct TermClassId;
    /// A topology key.
    pub struct TopologyId;
}

/// The classes of a pod.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PodClass {
    /// By namespace and labels; `None`: classes are not kept.
    pub labels: Option<LabelClassId>,
    /// By pod affinity terms; `None`: it has none.
    pub terms: Option<TermClassId>,
}

/// How many pods of a class are on a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClassOnNode {
    pub node: NodeId,
    /// How many live pods.
    pub pods: u32,
    /// How many of them are terminating.
    pub terminating: u32,
}

/// The pods of a class on nodes, ascending by node; nodes without any are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClassNodes(Vec<ClassOnNode>);

impl ClassNodes {
    /// The nodes.
    pub fn as_slice(&self) -> &[ClassOnNode] {
        &self.0
    }

    /// Whether it has no pods.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn change(&mut self, node: NodeId, terminating: bool, comes: bool) {
        let found = self.0.binary_search_by_key(&node, |on| on.node);
        let at = match found {
            Ok(at) => at,
            Err(at) => {
                let on = ClassOnNode {
                    node,
                    pods: 0,
                    terminating: 0,
                };
                self.0.insert(at, on);
                at
            }
        };
        let Some(on) = self.0.get_mut(at) else {
            return;
        };
        let leaving = u32::from(terminating);
        if comes {
            on.pods += 1;
            on.terminating += leaving;
        } else {
            on.pods = on.pods.saturating_sub(1);
            on.terminating = on.terminating.saturating_sub(leaving);
        }
        if on.pods == 0 {
            self.0.remove(at);
        }
    }
}

/// Pods of one namespace that no selector of the text distinguishes.
#[derive(Clone, Debug)]
pub struct LabelClass {
    pub namespace: Symbol,
    /// Their labels, as far as a selector reads them.
    pub labels: Labels,
    /// Where they are.
    pub nodes: ClassNodes,
}

/// Pods with the same pod affinity terms.
#[derive(Clone, Debug)]
pub struct TermClass {
    /// One of them.
    like: Arc<Pod>,
    pub terms: AffinityTerms,
    /// Where they are.
    pub nodes: ClassNodes,
}

/// The classes of all pods.
///
/// INVARIANT: the counts equal those of the live pods on nodes, after any sequence of changes.
#[derive(Clone, Debug, Default)]
pub struct PodClasses {
    /// The label keys that selectors read, ascending.
    keys: Vec<Symbol>,
    /// By namespace and labels.
    pub labels: IdVec<LabelClassId, LabelClass>,
    /// By pod affinity terms.
    pub terms: IdVec<TermClassId, TermClass>,
    /// The domains of each topology key that a pod names.
    pub topologies: Topologies,
    /// The ports that the pods of each node take.
    ports: IdVec<NodeId, Vec<(PodId, HostPort)>>,
    of: IdVec<PodId, PodClass>,
    labels_by_hash: FxHashMap<u64, SmallVec<[LabelClassId; 1]>>,
    terms_by_hash: FxHashMap<u64, SmallVec<[TermClassId; 1]>>,
}

/// Whether a pod has a field for which classes are kept.
pub fn needs_classes(pod: &Pod) -> bool {
    pod.constraints.as_ref().is_some_and(|constraints| {
        !constraints.host_ports.is_empty()
            || !constraints.topology_spread.is_empty()
            || has_terms(constraints)
    })
}

fn has_terms(constraints: &PodConstraints) -> bool {
    [&constraints.pod_affinity, &constraints.pod_anti_affinity]
        .iter()
        .any(|affinity| !affinity.required.is_empty() || !affinity.preferred.is_empty())
}

impl PodClasses {
    /// The classes of some pods on nodes; `None` if no pod needs them. O(pods x keys + topology keys x nodes).
    pub fn new(
        nodes: &IdVec<NodeId, NodeInfo>,
        pods: &mut IdVec<PodId, PodInfo>,
        names: &Names,
    ) -> Option<Box<Self>> {
        if !pods.iter().any(|info| needs_classes(&info.pod)) {
            return None;
        }
        let mut classes = Box::<Self>::default();
        let mut before: Option<&Arc<Pod>> = None;
        for info in pods.iter() {
            // The replicas of a workload share their template.
            if before.is_none_or(|before| !Arc::ptr_eq(before, &info.pod)) {
                classes.read(&info.pod, nodes);
            }
            before = Some(&info.pod);
        }
        classes.keys.sort_unstable();
        classes.keys.dedup();
        classes.ports = IdVec::from(vec![Vec::new(); nodes.len()]);
        classes.of = IdVec::from(vec![PodClass::default(); pods.len()]);
        let mut before: Option<(Arc<Pod>, PodClass)> = None;
        for (id, info) in pods.entries() {
            let known = before
                .as_ref()
                .filter(|(pod, _)| Arc::ptr_eq(pod, &info.pod));
            let class =
                known.map_or_else(|| classes.class_of(&info.pod, names), |(_, class)| *class);
            if known.is_none() {
                before = Some((Arc::clone(&info.pod), class));
            }
            if let Some(slot) = classes.of.get_mut(id) {
                *slot = class;
            }
        }
        for (node, info) in nodes.entries() {
            for bound_pod in &info.pods {
                if let Some(pod) = pods.get(bound_pod.pod) {
                    classes.change(bound_pod.pod, pod, node, true);
                }
            }
        }
        for (info, class) in pods.iter_mut().zip(classes.of.iter()) {
            info.class = *class;
        }
        Some(classes)
    }

    /// The keys that a pod's selectors read, and its topology keys.
    fn read(&mut self, pod: &Pod, nodes: &IdVec<NodeId, NodeInfo>) {
        let Some(constraints) = &pod.constraints else {
            return;
        };
        let keys = &mut self.keys;
        each_key(constraints, &mut |key| {
            if keys.last() != Some(&key) {
                keys.push(key);
            }
        });
        each_topology_key(constraints, &mut |key| self.topologies.add(key, nodes));
    }

    /// Assigns a class to a pod that has changed or was appended. Returns `false` if all classes must be rebuilt: its
    /// selectors read a new key, or its affinity terms changed. Classes of terms are in the order of their first pods,
    /// and messages name the first term that rejects.
    pub fn learn(&mut self, id: PodId, info: &mut PodInfo, names: &Names) -> bool {
        let mut is_known = true;
        if let Some(constraints) = &info.pod.constraints {
            each_key(constraints, &mut |key| {
                is_known &= self.keys.binary_search(&key).is_ok();
            });
            each_topology_key(constraints, &mut |key| {
                is_known &= self.topologies.find(key).is_some();
            });
        }
        if !is_known {
            return false;
        }
        let class = self.class_of(&info.pod, names);
        let before = self.of.get(id);
        if before.is_some_and(|before| before.terms != class.terms) {
            return false;
        }
        info.class = class;
        match self.of.get_mut(id) {
            Some(slot) => *slot = info.class,
            None => {
                self.of.push(info.class);
            }
        }
        true
    }

    /// The classes of a pod.
    pub fn of(&self, pod: PodId) -> PodClass {
        self.of.get(pod).copied().unwrap_or_default()
    }

    /// The ports that the pods of a node take.
    pub fn ports(&self, node: NodeId) -> &[(PodId, HostPort)] {
        self.ports.get(node).map_or(&[], Vec::as_slice)
    }

    /// The labels of a pod, as far as a selector reads them.
    pub fn labels_of(&self, class: PodClass) -> LabelSlice<'_> {
        let class = class.labels.and_then(|class| self.labels.get(class));
        class.map_or(LabelSlice(&[]), |class| class.labels.as_slice())
    }

    /// Counts a live pod in or out. O(log nodes), and the shift in a list of nodes.
    pub fn change(&mut self, pod: PodId, info: &PodInfo, node: NodeId, comes: bool) {
        let class = self.of(pod);
        if let Some(labels) = class.labels.and_then(|class| self.labels.get_mut(class)) {
            labels.nodes.change(node, info.terminating, comes);
        }
        if let Some(terms) = class.terms.and_then(|class| self.terms.get_mut(class)) {
            terms.nodes.change(node, info.terminating, comes);
        }
        if let Some(constraints) = &info.pod.constraints
            && !constraints.host_ports.is_empty()
            && let Some(ports) = self.ports.get_mut(node)
        {
            if comes {
                // In the order of the pods, whichever was edited: the first that holds a port is named.
                let at = ports.iter().take_while(|(owner, _)| *owner <= pod).count();
                for port in constraints.host_ports.iter().rev() {
                    ports.insert(at, (pod, *port));
                }
            } else {
                ports.retain(|(owner, _)| *owner != pod);
            }
        }
    }

    fn class_of(&mut self, pod: &Arc<Pod>, names: &Names) -> PodClass {
        PodClass {
            labels: Some(self.label_class(pod)),
            terms: self.term_class(pod, names),
        }
    }

    fn label_class(&mut self, pod: &Pod) -> LabelClassId {
        let mut labels: SmallVec<[(Symbol, Symbol); 8]> = SmallVec::new();
        for key in &self.keys {
            if let Some(value) = pod.labels.get(*key) {
                labels.push((*key, value));
            }
        }
        let hash = hash_of(&(pod.namespace, labels.as_slice()));
        let alike = self.labels_by_hash.entry(hash).or_default();
        let found = alike.iter().find(|class| {
            self.labels
                .get(**class)
                .is_some_and(|known| known.namespace == pod.namespace && *known.labels.0 == *labels)
        });
        if let Some(class) = found {
            return *class;
        }
        let class = self.labels.push(LabelClass {
            namespace: pod.namespace,
            labels: Labels(labels.as_slice().into()),
            nodes: ClassNodes::default(),
        });
        alike.push(class);
        class
    }

    fn term_class(&mut self, pod: &Arc<Pod>, names: &Names) -> Option<TermClassId> {
        let constraints = pod.constraints.as_ref().filter(|own| has_terms(own))?;
        let mut hasher = FxHasher::default();
        pod.namespace.hash(&mut hasher);
        each_term(constraints, &mut |term, weight| {
            hash_term(term, weight, &mut hasher);
        });
        let alike = self.terms_by_hash.entry(hasher.finish()).or_default();
        let found = alike.iter().find(|class| {
            let like = self.terms.get(**class).map(|known| &known.like);
            like.is_some_and(|like| {
                like.namespace == pod.namespace
                    && like.constraints.as_ref().is_some_and(|like| {
                        like.pod_affinity == constraints.pod_affinity
                            && like.pod_anti_affinity == constraints.pod_anti_affinity
                    })
            })
        });
        if let Some(class) = found {
            return Some(*class);
        }
        let class = self.terms.push(TermClass {
            like: Arc::clone(pod),
            terms: AffinityTerms::new(pod, names),
            nodes: ClassNodes::default(),
        });
        alike.push(class);
        Some(class)
    }
}

fn hash_of(value: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Hashes the fields that distinguish most terms.
fn hash_term(term: &PodAffinityTerm, weight: i32, hasher: &mut FxHasher) {
    (term.topology_key, weight).hash(hasher);
    term.namespaces.hash(hasher);
    for selector in [&term.selector, &term.namespace_selector]
        .into_iter()
        .flatten()
    {
        selector.match_labels.hash(hasher);
        for requirement in &selector.match_expressions {
            (requirement.key, &requirement.values).hash(hasher);
        }
    }
}

/// All pod affinity terms, with their weights; of required ones 0.
fn each_term(constraints: &PodConstraints, visit: &mut dyn FnMut(&PodAffinityTerm, i32)) {
    for affinity in [&constraints.pod_affinity, &constraints.pod_anti_affinity] {
        for term in &affinity.required {
            visit(term, 0);
        }
        for weighted in &affinity.preferred {
            visit(&weighted.term, weighted.weight);
        }
    }
}

fn each_topology_key(constraints: &PodConstraints, visit: &mut dyn FnMut(Symbol)) {
    each_term(constraints, &mut |term, _| visit(term.topology_key));
    for constraint in &constraints.topology_spread {
        visit(constraint.topology_key);
    }
}

/// The label keys that the selectors of a pod read.
fn each_key(constraints: &PodConstraints, visit: &mut dyn FnMut(Symbol)) {
    let mut of_selector = |selector: &Option<LabelSelector>| {
        let Some(selector) = selector else {
            return;
        };
        for (key, _) in &selector.match_labels {
            visit(*key);
        }
        for requirement in &selector.match_expressions {
            visit(requirement.key);
        }
    };
    each_term(constraints, &mut |term, _| of_selector(&term.selector));
    for constraint in &constraints.topology_spread {
        of_selector(&constraint.selector);
    }
    for constraint in &constraints.topology_spread {
        for key in &constraint.match_label_keys {
            visit(*key);
        }
    }
}
