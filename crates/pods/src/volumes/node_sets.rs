//! Sets of nodes that rules of volumes select by labels, each computed once.

use rustc_hash::FxHashMap;
use schedscope_objects::{
    id::{Id as _, IdVec, NodeId},
    ids,
    names::{Names, Symbol},
    pod::NodeSelectorTerm,
    selector::LabelSelector,
    storage::TopologySelectorTerm,
};

use crate::{fit::matches_requirement, node::NodeInfo};

ids! {
    /// A set of nodes.
    pub struct NodeSetId;
}

/// A set of nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
enum NodeSet {
    All,
    /// Ascending; of many nodes also a bit for each node.
    Some(Box<[NodeId]>, Box<[u64]>),
}

/// With at least this many nodes, bits are faster than a search.
const MANY: usize = 16;

impl NodeSet {
    fn new(nodes: Vec<NodeId>) -> Self {
        let last = nodes.last().map_or(0, |node| node.index() + 1);
        let mut bits = vec![
            0_u64;
            if nodes.len() < MANY {
                0
            } else {
                last.div_ceil(64)
            }
        ];
        for node in &nodes {
            if let Some(word) = bits.get_mut(node.index() / 64) {
                *word |= 1 << (node.index() % 64);
            }
        }
        Self::Some(nodes.into(), bits.into())
    }
}

/// The sets of nodes that rules of volumes select. The first one is that of all nodes.
#[derive(Clone, Debug, Default)]
pub struct NodeSets(IdVec<NodeSetId, NodeSet>);

impl NodeSets {
    /// Whether a set has a node.
    #[inline]
    pub fn has(&self, set: NodeSetId, node: NodeId) -> bool {
        match self.0.get(set) {
            None | Some(NodeSet::All) => true,
            Some(NodeSet::Some(nodes, bits)) if bits.is_empty() => {
                nodes.binary_search(&node).is_ok()
            }
            Some(NodeSet::Some(_, bits)) => {
                let word = bits.get(node.index() / 64).copied().unwrap_or_default();
                word >> (node.index() % 64) & 1 == 1
            }
        }
    }

    /// The nodes of a set, ascending; `None`: all.
    pub fn nodes(&self, set: NodeSetId) -> Option<&[NodeId]> {
        match self.0.get(set)? {
            NodeSet::All => None,
            NodeSet::Some(nodes, _) => Some(nodes),
        }
    }
}

/// The labels of a zone or a region that a node must have one of: the key that the node has, which it may have by
/// another name, and the values.
pub(super) type ZoneRule = (Symbol, Box<[Symbol]>);

/// Computes sets, each rule once.
pub(super) struct NodeSetBuilder<'a> {
    nodes: &'a IdVec<NodeId, NodeInfo>,
    names: &'a Names,
    sets: NodeSets,
    affinities: FxHashMap<&'a [NodeSelectorTerm], NodeSetId>,
    zones: FxHashMap<Vec<ZoneRule>, NodeSetId>,
    /// The nodes by the value of a label, of the keys that were asked for.
    by_label: FxHashMap<Symbol, FxHashMap<Symbol, Vec<NodeId>>>,
}

impl<'a> NodeSetBuilder<'a> {
    /// No set but that of all nodes.
    pub(super) fn new(nodes: &'a IdVec<NodeId, NodeInfo>, names: &'a Names) -> Self {
        let mut sets = NodeSets::default();
        sets.0.push(NodeSet::All);
        Self {
            nodes,
            names,
            sets,
            affinities: FxHashMap::default(),
            zones: FxHashMap::default(),
            by_label: FxHashMap::default(),
        }
    }

    /// The set of all nodes.
    pub(super) fn all() -> NodeSetId {
        NodeSetId::new(0)
    }

    pub(super) fn finish(self) -> NodeSets {
        self.sets
    }

    /// The set of some nodes.
    pub(super) fn push(&mut self, mut nodes: Vec<NodeId>) -> NodeSetId {
        nodes.sort_unstable();
        nodes.dedup();
        if nodes.len() == self.nodes.len() {
            return Self::all();
        }
        self.sets.0.push(NodeSet::new(nodes))
    }

    /// The nodes that have one of some values of a label.
    fn with_label(&mut self, key: Symbol, values: &[Symbol]) -> Vec<NodeId> {
        let nodes = self.nodes;
        let by_value = self.by_label.entry(key).or_insert_with(|| {
            let mut by_value: FxHashMap<Symbol, Vec<NodeId>> = FxHashMap::default();
            for (node, info) in nodes.entries() {
                if let Some(value) = info.node.labels.get(key) {
                    by_value.entry(value).or_default().push(node);
                }
            }
            by_value
        });
        let found = values.iter().filter_map(|value| by_value.get(value));
        found.flatten().copied().collect()
    }

    /// The nodes that match the node affinity of a volume: only labels are compared, because kube-scheduler hands over
    /// a node without a name. A term with nothing but fields matches every node.
    pub(super) fn affinity(&mut self, terms: Option<&'a [NodeSelectorTerm]>) -> NodeSetId {
        let Some(terms) = terms else {
            return Self::all();
        };
        if let Some(known) = self.affinities.get(terms) {
            return *known;
        }
        let mut found = Vec::new();
        for term in terms {
            if term.labels.is_empty() {
                if !term.fields.is_empty() {
                    found.extend(self.nodes.ids());
                }
                continue;
            }
            let mut by_values = term.labels.iter();
            let by_values = by_values.find(|one| self.names[one.operator] == *"In");
            let candidates: Vec<NodeId> = match by_values {
                Some(one) => self.with_label(one.key, &one.values),
                None => self.nodes.ids().collect(),
            };
            let matches = |node: &NodeId| {
                let info = self.nodes.get(*node);
                info.is_some_and(|info| {
                    let mut labels = term.labels.iter();
                    labels.all(|one| {
                        let value = info.node.labels.get(one.key);
                        matches_requirement(one, value, self.names)
                    })
                })
            };
            found.extend(candidates.into_iter().filter(matches));
        }
        let set = self.push(found);
        self.affinities.insert(terms, set);
        set
    }

    /// The nodes on which a class allows volumes: of one of the terms, every key with a listed value.
    pub(super) fn topologies(&mut self, terms: &[TopologySelectorTerm]) -> NodeSetId {
        if terms.is_empty() {
            return Self::all();
        }
        let mut found = Vec::new();
        for TopologySelectorTerm(requirements) in terms {
            let candidates: Vec<NodeId> = match requirements.first() {
                Some((key, values)) => self.with_label(*key, values),
                None => Vec::new(),
            };
            let matches = |node: &NodeId| {
                let info = self.nodes.get(*node);
                info.is_some_and(|info| {
                    requirements.iter().all(|(key, values)| {
                        let value = info.node.labels.get(*key);
                        value.is_some_and(|value| values.contains(&value))
                    })
                })
            };
            found.extend(candidates.into_iter().filter(matches));
        }
        self.push(found)
    }

    /// The nodes whose labels match a selector; `None` and an invalid selector: none of them.
    pub(super) fn selected(&mut self, selector: Option<&LabelSelector>) -> Vec<NodeId> {
        let selector = selector.and_then(|selector| selector.compile(self.names).ok());
        let Some(selector) = selector else {
            return Vec::new();
        };
        let matches = |info: &NodeInfo| selector.matches(info.node.labels.as_slice(), self.names);
        let nodes = self.nodes.entries().filter(|(_, info)| matches(info));
        nodes.map(|(node, _)| node).collect()
    }

    /// The nodes that are in the zones and regions of a volume, or in none. `label`: the value of a node for the key of
    /// a rule.
    pub(super) fn zones(
        &mut self,
        rules: Vec<ZoneRule>,
        is_in_none: &dyn Fn(&NodeInfo) -> bool,
        label: &dyn Fn(&NodeInfo, Symbol) -> Option<Symbol>,
    ) -> NodeSetId {
        if let Some(known) = self.zones.get(&rules) {
            return *known;
        }
        let matches = |info: &NodeInfo| {
            is_in_none(info)
                || rules.iter().all(|(key, values)| {
                    label(info, *key).is_some_and(|value| values.contains(&value))
                })
        };
        let nodes = self.nodes.entries().filter(|(_, info)| matches(info));
        let found = nodes.map(|(node, _)| node).collect();
        let set = self.push(found);
        self.zones.insert(rules, set);
        set
    }
}
